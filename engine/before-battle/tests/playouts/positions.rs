//! Any version of a game is a position, and answers questions.

use before_battle::BeforeBattle;
use before_battle::model::names::UnitId;
use before_battle::model::state::State;
use hindsight_kernel::testing::fold;
use hindsight_kernel::{Inspect, InspectRequest, Pictures, Rules, Seat, below, bot_rng};

use crate::playout::{Playout, games, on_any_board, step};

#[test]
fn every_version_of_a_game_can_be_posted_back_as_a_position() {
    let mut starts = 0;
    for number in 0..games(10) {
        starts += post_back(number);
    }
    assert!(u64::from(starts) > 20 * games(10));
}

/// Begins again from every state of a game; gives how often somebody was asked at once.
fn post_back(number: u64) -> u32 {
    let mut rng = bot_rng(number + 4_000);
    let mut playout = on_any_board(number);
    let mut starts = 0;
    while let Some(first) = step(&mut playout, &mut rng) {
        let mut state = fold::<BeforeBattle>(State::default(), &playout.events[..first]);
        for event in &playout.events[first..] {
            BeforeBattle::evolve(&mut state, event).unwrap();
            if BeforeBattle::outcome(&state).is_some()
                || (0..2).any(|seat| state.standing_of(Seat::new(seat).unwrap()).count() == 0)
                    && state.turned_up
            {
                continue;
            }
            let begun = Playout::begin_at(1, state.clone())
                .unwrap_or_else(|refusal| panic!("{event:?}: {refusal:?}"));
            let (begun, events) = (begun.state, begun.events);
            BeforeBattle::invariants(&begun).unwrap();
            if !BeforeBattle::awaiting(&state).is_empty() && events.len() == 1 {
                assert_eq!(begun, state);
                starts += 1;
            }
        }
    }
    starts
}

#[test]
fn questions_about_any_unit_are_answered_at_any_time() {
    for number in 0..games(10) {
        let mut rng = bot_rng(number + 5_000);
        let mut playout = on_any_board(number);
        loop {
            for unit in UnitId::all() {
                for target in [None, UnitId::all().nth(below(&mut rng, 12).unwrap())] {
                    let question = InspectRequest {
                        unit: unit.to_string(),
                        target: target.map(|target| target.to_string()),
                        about: serde_json::Map::new(),
                    };
                    let told = BeforeBattle::inspect(&playout.state, &question).unwrap();
                    let book = BeforeBattle::rulebook();
                    assert!(
                        told.answers
                            .iter()
                            .all(|answer| book.get(&answer.rule.0).is_some())
                    );
                    assert!(
                        told.attacks
                            .iter()
                            .all(|attack| (0.0..=1.0).contains(&attack.destroys))
                    );
                }
            }
            let board = BeforeBattle::board(&playout.state);
            assert!(
                board
                    .tokens
                    .iter()
                    .all(|token| (0.0..=1.0).contains(&token.strength) && token.label.chars().count() <= 7)
            );
            if step(&mut playout, &mut rng).is_none() {
                break;
            }
        }
    }
}
