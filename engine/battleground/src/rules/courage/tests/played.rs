//! Courage Phases of both editions, played (v4 pp. 84-88; v3 pp. 18-19, 22-23).

use battleground_geometry::Side;
use hindsight_kernel::{Seat, testing};

pub(crate) use super::{caused, status};
use crate::Battleground3;
use crate::editions::Edition;
use crate::model::agenda::{Answer, CourageStep, Step};
use crate::model::attack::AttackKind;
use crate::model::cards::UnitType;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, Event, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{Cause, CheckKind, Phase, RoutCause, State, Status};
use crate::playing::goes_on as run;
use crate::playing::{answer, armed, armed_as, boxed, combat, fights, has, in_boxes, marked, short};
use crate::scene::{
    Scene, courage_checks, id, in_editions, line, of_editions, on_with, pose, scene_of, with_keywords,
};

pub(crate) fn phase(made: Scene, pre: bool) -> State {
    made.set(|state| {
        state.phase = if pre {
            Phase::PreCombatCourage
        } else {
            Phase::PostCombatCourage
        };
        state.agenda = vec![state.edition.courage_phase(pre).into()];
    })
    .state()
}

/// Two units far from one another on Hold.
pub(crate) fn apart(edition: Edition) -> Scene {
    scene_of(edition)
        .holding("A1", line(), (18.0, 15.0, 90.0))
        .holding("B1", line(), (3.0, 28.0, 180.0))
}

fn both_players_check_in_both_phases(edition: Edition) {
    for pre in [true, false] {
        let made = caused(caused(apart(edition), "A1", RoutCause::Red), "B1", RoutCause::Red);
        let (_, events) = run(phase(made, pre), &[1, 1, 1, 1, 1, 1]);
        let who: Vec<UnitId> = courage_checks(&events).iter().map(|check| check.0).collect();
        assert_eq!(who, [id("A1"), id("B1")], "the active player's first");
    }
}

in_editions!(both_players_check_in_both_phases:
    #[test] fn bg4_cour_06_the_active_player_first_in_each_step(V4);
    #[test] fn bg3_cour_01_both_players_check_in_both_phases(V3);
);

fn one_check_of_a_step(edition: Edition) {
    let made = caused(
        caused(apart(edition), "A1", RoutCause::Pinched),
        "A1",
        RoutCause::LastGreen,
    )
    .change("A1", |unit| unit.pending.fear = true);
    let (_, events) = run(phase(made, true), &[1, 1, 1, 1, 1, 1]);
    assert_eq!(courage_checks(&events).len(), 2, "one rout check, one fear check");
}

in_editions!(one_check_of_a_step:
    #[test] fn bg4_cour_07_one_check_of_a_step(V4);
    #[test] fn bg3_cour_03_one_check_of_a_step(V3);
);

fn thresholds_owe_one_check(edition: Edition) {
    // Marked before the Combat Phase, and damage in it: 4 green, 2 yellow and 2 red boxes.
    let checked = |before: u8, damage: usize| {
        let made = scene_of(edition)
            .holding("A1", armed((6, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
            .holding(
                "B1",
                in_boxes(armed((1, 5, 5), (0, 0)), (4, 2, 2)),
                (18.0, 12.5, 180.0),
            )
            .change("B1", |unit| unit.marked = before)
            .engaged("A1", "B1", Side::Front);
        let mut dice = vec![1; damage];
        dice.extend(vec![6; 6 - damage]);
        dice.extend(vec![1; damage]);
        // B1 attacks with one die, and passes its check.
        dice.extend([6, 1, 1, 1]);
        let (_, events) = on_with(combat(made), &[], &dice).unwrap();
        let target = |event: &Event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                unit,
                kind: CheckKind::Rout,
                target,
                ..
            }) if *unit == id("B1") => Some(*target),
            _ => None,
        };
        events.iter().filter_map(target).collect::<Vec<i32>>()
    };
    // Courage 12: put into the yellow it is 11 already, in the red 10. Rule BG3-COUR-05.
    for (before, after, owed) in [
        (0, 3, &[][..]),
        (3, 4, &[11]),
        (4, 5, &[]),
        (5, 6, &[10]),
        (6, 7, &[10]),
        (0, 6, &[10]),
    ] {
        assert_eq!(
            checked(before, usize::from(after - before)),
            owed,
            "{before} to {after}"
        );
    }
}

in_editions!(thresholds_owe_one_check:
    #[test] fn bg4_cons_05_thresholds_owe_one_check(V4);
    #[test] fn bg3_comb_18_thresholds_owe_one_check(V3);
);

fn an_engaged_unit_turns_away_from_its_only_enemy(edition: Edition) {
    let made = scene_of(edition)
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    let state = phase(caused(made, "A1", RoutCause::Red), true);
    let (_, events) = on_with(state.clone(), &[], &[6, 6, 6]).unwrap();
    // As it stands when the free attack begins: turned to the south about its centre, the enemy at its rear.
    let mut turned = state;
    let attacked = |event: &Event| {
        matches!(
            event,
            Event::Combat(crate::model::event::CombatEvent::AttackBegan { .. })
        )
    };
    for event in events.iter().take_while(|event| !attacked(event)) {
        <Battleground3 as hindsight_kernel::Rules>::evolve(&mut turned, event).unwrap();
    }
    assert_eq!(turned.unit(id("A1")).unwrap().pose, Some(pose(18.0, 15.0, 180.0)));
    assert_eq!(fights(&turned, "A1"), [(id("B1"), Side::Rear, Side::Front)]);
}

in_editions!(an_engaged_unit_turns_away_from_its_only_enemy:
    #[test] fn bg4_cour_13_an_engaged_unit_turns_away_from_its_only_enemy(V4);
    #[test] fn bg3_cour_08_an_engaged_unit_turns_away_from_its_only_enemy(V3);
);

fn a_routing_unit_that_fails_is_destroyed(edition: Edition) {
    let made =
        caused(apart(edition), "A1", RoutCause::Red).change("A1", |unit| unit.status = Status::Routing);
    let (_, events) = run(phase(made, true), &[6, 6, 6]);
    assert!(
        has!(events, Event::Damage(DamageEvent::UnitDestroyed { unit, cause: Cause::RoutCheck, .. }) if *unit == id("A1"))
    );
}

in_editions!(a_routing_unit_that_fails_is_destroyed:
    #[test] fn bg4_cour_16_a_routing_unit_that_fails_is_destroyed(V4);
    #[test] fn bg3_cour_09_a_routing_unit_that_fails_is_destroyed(V3);
);

/// B1 has rushed the front of A1 this turn.
fn charged(edition: Edition, own: UnitType, by: UnitType) -> Scene {
    scene_of(edition)
        .unit("A1", own, (18.0, 15.0, 0.0))
        .unit("B1", by, (18.0, 17.5, 180.0))
        .engaged_now("B1", "A1", Side::Front)
        .change("B1", |unit| unit.turn.rushed = true)
}

fn a_failed_fear_check_frightens(edition: Edition) {
    let made = charged(edition, line(), with_keywords(&[Keyword::Fearsome])).order("A1", Order::Hold);
    let state = phase(made, true);
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, &[6, 6, 6], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        table.lend::<crate::system::Battleground, _>(|table| {
            // Rout checks, then the fear check with its windows.
            for _ in 0..30 {
                let frame = table
                    .state()
                    .agenda
                    .last()
                    .cloned()
                    .unwrap_or_else(|| frame.clone());
                if matches!(
                    frame.step,
                    Step::FreeAttacks { .. }
                        | Step::Courage {
                            step: CourageStep::Other,
                            ..
                        }
                ) {
                    break;
                }
                let taken = match frame.step {
                    Step::Courage { .. } => crate::rules::courage::courage_step(table, &frame),
                    Step::RollCheck => crate::verbs::checks::roll_check(table, &frame),
                    Step::SettleCheck => crate::verbs::checks::settle_check(table, &frame),
                    _ => crate::rules::command_cards::green_window(table, &frame),
                };
                assert!(taken.is_ok());
            }
        });
    });
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Fear, false)]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert!(events.contains(&Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::Frightened
    })));
}

in_editions!(a_failed_fear_check_frightens:
    #[test] fn bg4_cour_09_a_failed_fear_check_bars_cards_this_turn(V4);
    #[test] fn bg3_cour_12_a_failed_fear_check_frightens(V3);
);

fn units_that_both_rout_make_no_free_attack(edition: Edition) {
    // A1 and B1 fight one another; A1 fails, then B1 fails too, or passes.
    let attackers = |last: u8| {
        let made = scene_of(edition)
            .holding("A1", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front);
        let made = caused(caused(made, "A1", RoutCause::Red), "B1", RoutCause::Red);
        let (_, events) = on_with(phase(made, true), &[], &[6, 6, 6, last, last, last]).unwrap();
        assert_eq!(courage_checks(&events).len(), 2);
        let free = events.iter().filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Free => {
                Some(attack.attacker)
            }
            _ => None,
        });
        free.collect::<Vec<UnitId>>()
    };
    assert_eq!(attackers(1), [id("B1")]);
    assert!(attackers(6).is_empty());
}

in_editions!(units_that_both_rout_make_no_free_attack:
    #[test] fn bg4_cour_18_units_that_both_rout_make_no_free_attack(V4);
    #[test] fn bg3_cour_16_units_that_both_rout_make_no_free_attack(V3);
);

/// A1 routs from B1, whose free attack with these dice marks its boxes; then it checks again with these, if it has to.
pub(crate) fn hurt_in_flight(edition: Edition, boxes: (u8, u8, u8), second: [u8; 3]) -> (State, Vec<Event>) {
    let made = caused(
        scene_of(edition)
            .holding("A1", boxed(boxes.0, boxes.1, boxes.2), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    // The check fails; free attack: one hit, one damage.
    let mut dice = vec![6, 6, 6, 1, 6, 6, 6, 6, 1];
    dice.extend(second);
    on_with(phase(made, true), &[], &dice).unwrap()
}

pub(crate) fn moves_of_a1(events: &[Event]) -> usize {
    let moved = |event: &&Event| matches!(event, Event::Movement(MovementEvent::UnitMoved { unit, .. }) if *unit == id("A1"));
    events.iter().filter(moved).count()
}

fn free_attack_damage_without_a_threshold_repeats_nothing(edition: Edition) {
    let (state, events) = hurt_in_flight(edition, (4, 5, 2), [6, 6, 6]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
    assert_eq!((status(&state, "A1"), marked(&state, "A1")), (Status::Routing, 1));
    assert_eq!(moves_of_a1(&events), 1);
}

in_editions!(free_attack_damage_without_a_threshold_repeats_nothing:
    #[test] fn bg4_cour_24_free_attack_damage_without_a_threshold_repeats_nothing(V4);
    #[test] fn bg3_cour_18_free_attack_damage_without_a_threshold_repeats_nothing(V3);
);

fn free_attacks_come_before_rout_movement(edition: Edition) {
    let made = caused(
        scene_of(edition)
            .holding("A1", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    let (_, events) = run(phase(made, true), &[6, 6, 6, 6, 6, 6, 6, 6]);
    let attack = events
        .iter()
        .position(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    let moved = events.iter().position(
        |event| matches!(event, Event::Movement(MovementEvent::UnitMoved { unit, .. }) if *unit == id("A1")),
    );
    assert!(attack.is_some() && attack < moved);
}

in_editions!(free_attacks_come_before_rout_movement:
    #[test] fn bg4_cour_22_free_attacks_come_before_rout_movement(V4);
    #[test] fn bg3_rout_14_free_attacks_come_before_rout_movement(V3);
);

fn a_step_of_rout_checks_does_not_undo_pinches(edition: Edition) {
    // B1 and B2 pinch A1; B1 routs in the same step, and A1 checks all the same.
    let made = scene_of(edition)
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .holding("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .set(|state| state.active = Some(Seat::B));
    let made = caused(caused(made, "A1", RoutCause::Pinched), "B1", RoutCause::Red);
    let (_, events) = on_with(phase(made, true), &[], &[6, 6, 6, 1, 1, 1]).unwrap();
    assert_eq!(
        courage_checks(&events)[..2],
        [
            (id("B1"), CheckKind::Rout, false),
            (id("A1"), CheckKind::Rout, true)
        ]
    );
}

in_editions!(a_step_of_rout_checks_does_not_undo_pinches:
    #[test] fn bg4_cour_12_a_step_of_rout_checks_does_not_undo_pinches(V4);
    #[test] fn bg3_cour_20_a_step_of_rout_checks_does_not_undo_pinches(V3);
);

fn a_free_attack_on_each_enemy_that_fails(edition: Edition) {
    let targets = |commands: &[(Seat, Command)], dice: &[u8]| {
        let made = scene_of(edition)
            .holding("A1", line(), (16.25, 15.0, 0.0))
            .holding("A2", line(), (19.75, 15.0, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front)
            .engaged("B1", "A2", Side::Front);
        let made = caused(caused(made, "A1", RoutCause::Red), "A2", RoutCause::Red);
        let (_, events) = on_with(phase(made, true), commands, dice).unwrap();
        let mut on: Vec<UnitId> = events
            .iter()
            .filter_map(|event| match event {
                Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Free => {
                    Some(attack.target)
                }
                _ => None,
            })
            .collect();
        on.sort_unstable();
        on
    };
    // The first check fails, the second passes: one free attack.
    let checks_first = answer(Seat::A, Answer::Unit(id("A1")));
    assert_eq!(
        targets(std::slice::from_ref(&checks_first), &[6, 6, 6, 1, 1, 1]),
        [id("A1")]
    );
    // Both fail: one on each, in the order that its owner chooses.
    let strikes_first = Answer::Attack {
        by: id("B1"),
        kind: AttackKind::Free,
        on: id("A2"),
    };
    let both = targets(&[checks_first, answer(Seat::B, strikes_first)], &[]);
    assert_eq!(both, [id("A1"), id("A2")]);
}

in_editions!(a_free_attack_on_each_enemy_that_fails:
    #[test] fn bg4_cour_18_a_free_attack_on_each_enemy_that_fails(V4);
    #[test] fn bg3_cour_16_a_free_attack_on_each_enemy_that_fails(V3);
);

fn free_attacks_count_the_new_facing_and_the_charge(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", armed((5, 5, 5), (2, 3)), (18.0, 15.0, 180.0))
        .unit(
            "B1",
            armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 2)),
            (18.0, 17.5, 180.0),
        )
        .engaged_now("B1", "A1", Side::Rear)
        .change("B1", |unit| unit.turn.rushed = true)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .state();
    assert_eq!(
        short(&state, "B1", "A1", AttackKind::Free),
        of_editions(edition, [(6, 5, 4, 1), (4, 5, 5, 1)])
    );
}

in_editions!(free_attacks_count_the_new_facing_and_the_charge:
    #[test] fn bg4_cour_19_free_attacks_count_the_new_facing_and_the_charge(V4);
    #[test] fn bg3_cour_17_free_attacks_count_the_new_facing_and_the_charge(V3);
);
