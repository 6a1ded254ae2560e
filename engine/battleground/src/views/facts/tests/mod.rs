mod cards;
mod combat;
mod losses;
mod movement;
mod set_up;
mod sources;
mod teams;

use hindsight_kernel::agenda::open_question;
use hindsight_kernel::{AttackResolved, Roll, RollSource, Rules as _, SideId, Table};
use proptest::prelude::*;

use super::*;
use crate::editions::Edition;
use crate::model::attack::{Asked, Attack, AttackKind, AttackStage, Numbers};
use crate::model::command::Command;
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, MovementEvent, TurnEvent};
use crate::model::orders::Order;
use crate::model::state::{Cause, Check, CheckKind, Phase, Status};
use crate::procedures::attack::dice;
use crate::procedures::movement::first_answer;
use crate::rules::combat::odds::successes_with;
use crate::scene::{Cup, Scene, id, line, scene};
use crate::system::Battleground;

fn roll(faces: &[u8]) -> Roll {
    Roll {
        purpose: "to hit".into(),
        sides: 6,
        faces: faces.to_vec(),
        counted: Vec::new(),
        source: RollSource::Scripted,
    }
}

fn of(state: &State, event: &Event) -> Vec<Fact> {
    let mut out = Vec::new();
    facts(state, event, &mut out);
    out
}

fn counted(facts: &[Fact], name: &str) -> f64 {
    facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Counted { counter, amount, .. } if counter == name => Some(*amount),
            _ => None,
        })
        .sum()
}

/// A position of the earlier edition in South's third turn.
fn scene3() -> Scene {
    scene().set(|state| {
        state.edition = Edition::V3;
        state.turn = 3;
    })
}

/// The facts of what follows a position.
fn told(mut state: State, events: &[Event]) -> Vec<Fact> {
    let mut out = Vec::new();
    for event in events {
        facts(&state, event, &mut out);
        crate::model::fold::evolve(&mut state, event).unwrap();
    }
    out
}

/// The facts of a position that goes on by these commands until somebody is to act, with these dice and then sixes; a question
/// for which no answer is given is answered with its first option.
fn goes_on(state: State, commands: &[(Seat, Command)], dice: &[u8]) -> Vec<Fact> {
    let mut cup = Cup::with(dice);
    let mut table = Table::<Battleground>::new(state.clone(), &mut cup);
    let mut commands = commands.iter().peekable();
    let answers = |next: Option<&&(Seat, Command)>| matches!(next, Some((_, Command::Choose { .. })));
    if commands.peek().is_none() || answers(commands.peek()) {
        crate::model::agenda::go_on(&mut table).unwrap();
    }
    loop {
        let next = match open_question::<Battleground>(table.state()) {
            Some(question) if !answers(commands.peek()) => {
                let answer = first_answer(&question.options).unwrap();
                (question.seat, Command::Choose { answer })
            }
            Some(_) | None => match commands.next() {
                Some(next) => next.clone(),
                None => break,
            },
        };
        Battleground::decide(&mut table, next.0, &next.1).unwrap();
    }
    let (_, events) = table.finish().unwrap();
    told(state, &events)
}

/// The facts of a Combat Phase and of the rest of its turn.
fn fought(made: Scene, dice: &[u8]) -> Vec<Fact> {
    let state = made
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            let mut steps = state.edition.after_courage_phase(true);
            steps.reverse();
            state.agenda = steps.into_iter().map(Into::into).collect();
        })
        .state();
    goes_on(state, &[], dice)
}

/// A Pre-Combat Courage Phase that is about to begin.
fn courage_phase(made: Scene) -> State {
    made.set(|state| {
        state.phase = Phase::PreCombatCourage;
        state.agenda = vec![state.edition.courage_phase(true).into()];
    })
    .state()
}

/// The facts of a Pre-Combat Courage Phase and of the rest of its turn.
fn checked(made: Scene, dice: &[u8]) -> Vec<Fact> {
    goes_on(courage_phase(made), &[], dice)
}

/// What a counter says of these units, in their order.
fn of_units<const N: usize>(facts: &[Fact], name: &str, units: [&str; N]) -> [f64; N] {
    units.map(|of| {
        let amounts = facts.iter().filter_map(|fact| match fact {
            Fact::Counted {
                counter,
                unit: Some(unit),
                amount,
                ..
            } if counter == name && unit == of => Some(*amount),
            _ => None,
        });
        amounts.sum()
    })
}

/// What a counter says of these players, in their order.
fn of_players<const N: usize>(facts: &[Fact], name: &str, seats: [usize; N]) -> [f64; N] {
    seats.map(|of| {
        let amounts = facts.iter().filter_map(|fact| match fact {
            Fact::Counted {
                counter,
                unit: None,
                seat: Some(seat),
                amount,
            } if counter == name && seat.index() == of => Some(*amount),
            _ => None,
        });
        amounts.sum()
    })
}

fn activate(unit: &str) -> (Seat, Command) {
    let unit = id(unit);
    (unit.seat(), Command::Activate { units: vec![unit] })
}

/// A1 attacks B1 with three dice at 6 to hit and 2 to wound; two hits lie, one of the sixes by Overkill.
fn fight(stage: AttackStage) -> State {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", battleground_geometry::Side::Left)
        .set(|state| {
            state.phase = Phase::Combat;
            state.attack = Some(Box::new(Attack {
                attacker: id("A1"),
                target: id("B1"),
                kind: AttackKind::Melee,
                numbers: Numbers {
                    dice: 3,
                    to_hit: 6,
                    to_wound: 2,
                    ..Numbers::default()
                },
                stage,
                asked: Asked::Nobody,
                red: None,
                blue: None,
                cards: Vec::new(),
                hit_roll: Some(roll(&[6, 6, 3])),
                wound_roll: Some(roll(&[1, 2])),
                claimed: None,
                moved: Vec::new(),
                direct: 0,
            }));
        })
        .state()
}

proptest! {
    /// Every throw of the dice again, counted one by one.
    #[test]
    fn rerolled_dice_are_expected_exactly(
        target in -2..9_i32,
        kept in prop::collection::vec(1..=6_u8, 0..5),
        thrown in 0..5_u32,
    ) {
        let expected = successes_with(target, &kept, thrown);
        let all = 6_u32.pow(thrown);
        let mut counts = std::collections::BTreeMap::<u32, u32>::new();
        for number in 0..all {
            let mut faces = kept.clone();
            let mut rest = number;
            for _ in 0..thrown {
                faces.push((rest % 6) as u8 + 1);
                rest /= 6;
            }
            *counts.entry(dice::successes(target, &faces)).or_default() += 1;
        }
        for (successes, count) in counts {
            let chance = f64::from(count) / f64::from(all);
            prop_assert!((expected.exactly(successes as i32) - chance).abs() < 1e-12);
        }
    }
}

#[test]
fn dice_of_an_attack_carry_their_exact_distribution() {
    let state = fight(AttackStage::BeforeHit);
    let event = Event::Combat(CombatEvent::AttackRolled {
        to_wound: false,
        roll: roll(&[6, 6, 3]),
        rerolled: Vec::new(),
        again: None,
        target: 6,
        successes: 2,
        modifiers: Vec::new(),
    });
    let told = of(&state, &event);
    let Some(Fact::DiceRolled(rolled)) = told.first() else {
        panic!("{told:?}")
    };
    assert_eq!(
        (
            rolled.result,
            rolled.target,
            rolled.roll_under,
            rolled.high_is_good
        ),
        (2, Some(6), true, true)
    );
    // Rule BG4-ATK-13: 5n/6 and the expected value of min(number of sixes, 1).
    let mean = 15.0 / 6.0 + (1.0 - (5.0_f64 / 6.0).powi(3));
    assert!((rolled.expected.mean() - mean).abs() < 1e-12);
    assert_eq!(counted(&told, "overkill"), 1.0);
    // Rule BG4-ATK-12: with 0 or less only a 1 succeeds.
    let event = Event::Combat(CombatEvent::AttackRolled {
        to_wound: true,
        roll: roll(&[1, 2, 1]),
        rerolled: Vec::new(),
        again: None,
        target: -2,
        successes: 2,
        modifiers: Vec::new(),
    });
    assert_eq!(counted(&of(&state, &event), "natural_ones"), 2.0);
}

#[test]
fn damage_is_told_with_its_attack_its_side_and_its_excess() {
    let state = fight(AttackStage::Resolution);
    let marked = Event::Damage(DamageEvent::BoxesMarked {
        unit: id("B1"),
        boxes: 2,
        excess: 0,
        by: Some(id("A1")),
        fresh: true,
    });
    let told = of(&state, &marked);
    let resolved: Vec<&AttackResolved> = told
        .iter()
        .filter_map(|fact| match fact {
            Fact::AttackResolved(resolved) => Some(resolved),
            _ => None,
        })
        .collect();
    assert_eq!(resolved.len(), 1);
    let attack = resolved[0];
    assert_eq!(
        (
            attack.dice,
            attack.hits,
            attack.saved,
            attack.damage,
            attack.surplus
        ),
        (3, 2, 0, 2, 0)
    );
    assert!(attack.expected.exactly(2) > 0.0);
    assert!(!attack.ranged, "a fight hand to hand");
    assert_eq!(counted(&told, "damage_in_flank"), 2.0);
    assert!(told.iter().any(|fact| matches!(
        fact,
        Fact::DamageDealt(dealt) if dealt.wounds == 2 && (dealt.share - 2.0 / 9.0).abs() < 1e-12
    )));
    // The end of the attack tells it again only where nothing was marked.
    let end = |wounds| {
        Event::Combat(CombatEvent::AttackResolved {
            attacker: id("A1"),
            target: id("B1"),
            kind: AttackKind::Melee,
            dice: 3,
            hits: 2,
            wounds,
        })
    };
    assert!(of(&state, &end(2)).is_empty());
    assert_eq!(of(&state, &end(0)).len(), 1);
}

#[test]
fn bg4_cour_20_a_free_attack_that_destroys_its_target_counts_once() {
    // Eight of nine boxes are marked: the Free Attack marks the last one and destroys at once, before it is resolved.
    let mut state = fight(AttackStage::Resolution);
    state.unit_mut(id("B1")).unwrap().marked = 8;
    state.attack.as_deref_mut().unwrap().kind = AttackKind::Free;
    let (unit, by) = (id("B1"), Some(id("A1")));
    let events = [
        Event::Damage(DamageEvent::BoxesMarked {
            unit,
            boxes: 1,
            excess: 1,
            by,
            fresh: false,
        }),
        Event::Damage(DamageEvent::UnitDestroyed {
            unit,
            cause: Cause::FreeAttack,
            by,
        }),
        Event::Combat(CombatEvent::AttackResolved {
            attacker: id("A1"),
            target: unit,
            kind: AttackKind::Free,
            dice: 3,
            hits: 2,
            wounds: 2,
        }),
    ];
    let mut told = Vec::new();
    for event in &events {
        facts(&state, event, &mut told);
        crate::model::fold::evolve(&mut state, event).unwrap();
    }
    let attacks: Vec<(u32, u32)> = told
        .iter()
        .filter_map(|fact| match fact {
            Fact::AttackResolved(attack) => Some((attack.damage, attack.surplus)),
            _ => None,
        })
        .collect();
    assert_eq!(attacks, [(1, 1)]);
}

#[test]
fn bg4_rush_19_turns_pinched_count_units_engaged_on_two_sides() {
    let front = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (21.0, 12.5, 270.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", battleground_geometry::Side::Front)
    };
    let one = front().state();
    let two = front()
        .engaged("A2", "B1", battleground_geometry::Side::Left)
        .state();
    for (state, expected) in [(one, 0.0), (two, 1.0)] {
        assert_eq!(
            counted(&of(&state, &Event::Turn(TurnEvent::TurnEnded)), "turns_pinched"),
            expected
        );
    }
}

#[test]
fn courage_checks_carry_the_exact_chance() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .set(|state| {
            state.check = Some(Check {
                unit: id("A1"),
                kind: CheckKind::Rout,
                roll: None,
                target: 0,
                cards: Vec::new(),
                demanded: Vec::new(),
            });
        })
        .state();
    // Rule BG4-COUR-03: of 216 throws 160 pass at 12, 35 at 7, all at 18.
    for (target, passes) in [(12, 160.0), (7, 35.0), (18, 216.0), (2, 0.0)] {
        let event = Event::Courage(CourageEvent::CourageChecked {
            unit: id("A1"),
            kind: CheckKind::Rout,
            roll: Some(roll(&[4, 4, 4])),
            target,
            passed: target >= 12,
        });
        let told = of(&state, &event);
        let Some(Fact::MoraleChecked {
            chance, rolled, need, ..
        }) = told.first()
        else {
            panic!("{told:?}")
        };
        assert_eq!((*rolled, *need), (12, target));
        assert!((chance - passes / 216.0).abs() < 1e-12, "{target}");
    }
}

#[test]
fn a_unit_that_routs_and_rallies_is_told_so() {
    let status = |from: Status, to: Status| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.status = from)
            .state();
        of(
            &state,
            &Event::Movement(MovementEvent::StatusChanged {
                unit: id("A1"),
                status: to,
                why: String::new(),
            }),
        )
    };
    let close = Status::Ready(Some(crate::model::orders::Orders::plain(Order::Close)));
    let hold = Status::Ready(Some(crate::model::orders::Orders::plain(Order::Hold)));
    assert!(matches!(
        status(close, Status::Routing)[..],
        [Fact::Broken { .. }]
    ));
    assert!(
        status(Status::Routing, Status::Disrupted)
            .iter()
            .any(|fact| matches!(fact, Fact::Rallied { .. }))
    );
    assert_eq!(counted(&status(close, Status::Disrupted), "disrupted"), 1.0);
    assert_eq!(counted(&status(Status::Disrupted, hold), "reorganized"), 1.0);
    assert_eq!(counted(&status(close, hold), "orders_changed"), 1.0);
    assert_eq!(counted(&status(hold, hold), "orders_changed"), 0.0);
}

#[test]
fn at_the_end_of_a_turn_each_unit_is_told_by_combat_and_orders() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .unit("A3", line(), (28.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", battleground_geometry::Side::Front)
        .change("A2", |unit| unit.status = Status::Disrupted)
        .change("A3", |unit| unit.status = Status::Routing)
        .state();
    let told: Vec<_> = of(&state, &Event::Turn(TurnEvent::TurnEnded))
        .into_iter()
        .filter_map(|fact| match fact {
            Fact::TurnPassed {
                unit,
                in_combat,
                without_order,
                ..
            } => Some((unit, in_combat, without_order)),
            _ => None,
        })
        .collect();
    // Disrupted and Routing units have no standing order (BG4-STATUS-02, -03).
    let expected = [
        ("A1", true, false),
        ("A2", false, true),
        ("A3", false, true),
        ("B1", true, false),
    ];
    assert_eq!(
        told,
        expected.map(|(unit, in_combat, without_order)| (unit.to_owned(), in_combat, without_order))
    );
}

#[test]
fn a_destroyed_unit_scores_its_printed_points() {
    let state = fight(AttackStage::Resolution);
    let told = of(
        &state,
        &Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("B1"),
            cause: Cause::Attack,
            by: Some(id("A1")),
        }),
    );
    assert!(told.iter().any(|fact| matches!(
        fact,
        Fact::Scored { side, amount, total, .. } if *side == SideId::of_seat(Seat::A) && *amount == 200.0 && *total == 200.0
    )));
    assert_eq!(counted(&told, "points_destroyed"), 200.0);
}

#[test]
fn counters_are_listed_once_and_in_order() {
    assert!(COUNTERS.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
