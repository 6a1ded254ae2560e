//! Legal is what is offered.

use before_battle::BeforeBattle;
use before_battle::model::command::{Command, Reformed};
use before_battle::model::names::UnitId;
use before_battle::model::state::{Right, State};
use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::testing::{self, ConformancePlan};
use hindsight_kernel::{Choice, Offers, Rules, Seat, bot_rng};
use serde_json::json;

use crate::playout::{Playout, command_of, games, on_any_board, step};

/// Every law that all games have, on all boards: among them that every offer is accepted, in every position of the games.
#[test]
fn every_law_of_a_game_holds() {
    testing::conformance_of::<BeforeBattle>(&ConformancePlan {
        games: testing::games(8, 20),
        ..ConformancePlan::default()
    });
}

#[test]
fn every_offer_is_accepted() {
    for number in 0..games(1) {
        let mut rng = bot_rng(number + 1_000);
        let mut playout = on_any_board(number);
        while let Some(seat) = playout.asked(&mut rng) {
            for offer in BeforeBattle::offers(&playout.state, seat) {
                if let Choice::Form { samples, .. } = &offer.choice {
                    assert!(
                        samples.len() >= 12,
                        "{} has {} samples",
                        offer.decision,
                        samples.len()
                    );
                }
                for command in offer.commands() {
                    let result = playout.decide(seat, command);
                    assert!(
                        result.is_ok(),
                        "game {number}: {command:?} is offered: {result:?}"
                    );
                }
            }
            let command = command_of(&playout, seat, &mut rng);
            playout.play(seat, &command);
        }
    }
}

/// In every position of many games; a third seat is nobody.
#[test]
fn nobody_is_offered_anything_who_is_not_asked() {
    for number in 0..games(4) {
        let mut rng = bot_rng(number + 1_500);
        let mut playout = on_any_board(number);
        loop {
            let asked: Vec<Seat> = BeforeBattle::awaiting(&playout.state)
                .iter()
                .map(|asked| asked.seat)
                .collect();
            for seat in (0..3).filter_map(Seat::new) {
                let offers = BeforeBattle::offers(&playout.state, seat);
                assert_eq!(
                    !offers.is_empty(),
                    asked.contains(&seat),
                    "game {number}, seat {seat}"
                );
                assert!(offers.iter().all(|offer| offer.seat == seat));
            }
            if step(&mut playout, &mut rng).is_none() {
                break;
            }
        }
    }
}

/// Every discrete command there is, on a board of 8 by 8 and one line around it.
fn all_commands(state: &State) -> Vec<Command> {
    let units: Vec<UnitId> = UnitId::all().collect();
    let mut commands = vec![
        Command::EndActions,
        Command::RollStart,
        Command::TakeRight {
            right: Right::Deployment,
        },
        Command::TakeRight {
            right: Right::FirstTurn,
        },
    ];
    for seat in (0..3).filter_map(Seat::new) {
        commands.extend([Command::NameDeployer { seat }, Command::NameFirst { seat }]);
    }
    let turns = [None, Some(Hand::Left), Some(Hand::Right)];
    for &unit in &units {
        for cell in (0..9).flat_map(|row| (0..9).filter_map(move |col| Cell::new(col, row))) {
            commands.extend(Facing::ALL.map(|facing| Command::Deploy { unit, cell, facing }));
        }
        commands.extend(
            turns
                .iter()
                .flat_map(|&turn| (0..7).map(move |cells| Command::Move { unit, turn, cells })),
        );
        commands.push(Command::Hustle { unit });
        commands.extend(Rotation::ALL.map(|rotation| Command::Turn { unit, rotation }));
        commands.extend(Hand::ALL.map(|hand| Command::Sidestep { unit, hand }));
        for turn in turns {
            for lane in Lane::ALL {
                commands.extend(units.iter().map(|&target| Command::Shoot {
                    unit,
                    turn,
                    lane,
                    target,
                }));
            }
        }
    }
    // Reforms of one unit, and of all that may with one facing each.
    for &unit in &units {
        commands.extend(Facing::ALL.map(|facing| Command::Reform {
            facings: vec![Reformed { unit, facing }],
        }));
    }
    for seat in [Seat::A, Seat::B] {
        let may = before_battle::rules::reforming::may_reform(state, seat);
        commands.extend(Facing::ALL.map(|facing| Command::Reform {
            facings: may.iter().map(|&unit| Reformed { unit, facing }).collect(),
        }));
    }
    commands
}

#[test]
fn a_discrete_command_that_is_not_offered_is_refused() {
    for number in 0..games(10) {
        let mut rng = bot_rng(number + 2_000);
        let mut playout = Playout::begin(number, &json!({ "armies": "sample" }), &[]);
        let mut step = number;
        while let Some(seat) = playout.asked(&mut rng) {
            step += 1;
            let offers = BeforeBattle::offers(&playout.state, seat);
            let discrete = offers
                .iter()
                .all(|offer| matches!(offer.choice, Choice::Command(_)));
            // Every fourth step of a game; which ones, differs from game to game.
            if discrete && step.is_multiple_of(4) {
                let offered: Vec<&Command> = offers
                    .iter()
                    .flat_map(hindsight_kernel::Offer::commands)
                    .collect();
                for command in all_commands(&playout.state) {
                    for other in [Seat::A, Seat::B] {
                        let accepted = playout.decide(other, &command).is_ok();
                        assert_eq!(
                            accepted,
                            other == seat && offered.contains(&&command),
                            "game {number}, step {step}: {command:?} of {other}"
                        );
                    }
                }
                for (place, command) in offered.iter().enumerate() {
                    assert!(
                        !offered[..place].contains(command),
                        "{command:?} is offered twice"
                    );
                }
            }
            let command = command_of(&playout, seat, &mut rng);
            playout.play(seat, &command);
        }
    }
}

#[test]
fn every_rule_that_is_cited_is_in_the_book() {
    let book = BeforeBattle::rulebook();
    assert_eq!(book.rules().len(), 82);
    let mut playout = Playout::begin(60, &json!({}), &[]);
    let mut rng = bot_rng(60);
    while let Some(seat) = playout.asked(&mut rng) {
        for asked in BeforeBattle::awaiting(&playout.state) {
            assert!(book.get(&asked.rule.0).is_some(), "{}", asked.rule);
        }
        for offer in BeforeBattle::offers(&playout.state, seat) {
            assert!(book.get(&offer.rule.0).is_some(), "{}", offer.rule);
        }
        let command = command_of(&playout, seat, &mut rng);
        playout.play(seat, &command);
    }
}
