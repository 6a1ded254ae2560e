//! Combat Consequences (pp. 96, 111-112).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::model::cards::Boxes;
use crate::model::event::{DamageEvent, MovementEvent};
use crate::model::orders::{Objective, Order};
use crate::model::state::{Cause, RoutCause, Status};
use crate::procedures::attack::standing;
use crate::procedures::backing_up;
use crate::rules::combat::begin_attack;
use crate::scene::{line, scene};
use crate::verbs::damage::{Marked, causes, suffer};

const BOXES: Boxes = Boxes {
    green: 4,
    yellow: 3,
    red: 2,
};

/// A1 and B1 engaged, so many of their boxes marked before and in the Combat Phase.
fn after_combat(old: [u8; 2], fresh: [u8; 2]) -> (State, Vec<Event>) {
    let mut state = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .unit("A2", line(), (6.0, 6.0, 0.0))
        .objective("A2", Objective::Enemy(id("B1")))
        .state();
    for (unit, (old, fresh)) in ["A1", "B1"].into_iter().zip(old.into_iter().zip(fresh)) {
        let unit = state.unit_mut(id(unit)).unwrap();
        (unit.marked, unit.fresh) = (old, fresh);
    }
    state.phase = Phase::Combat;
    state.agenda = vec![Step::Consequences.into()];
    fight(state, &[], &[])
}

#[test]
fn bg4_cons_01_all_are_removed_before_anything_else() {
    let (_, events) = after_combat([5, 5], [4, 4]);
    let at = |wanted: fn(&Event) -> bool| events.iter().position(wanted);
    let counted = at(|event| matches!(event, Event::Damage(DamageEvent::DamageCounted)));
    let last = events
        .iter()
        .rposition(|event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { .. })));
    let erased = at(|event| matches!(event, Event::Movement(MovementEvent::StatusChanged { .. })));
    assert!(counted < last && last < erased, "{events:?}");
    // The Active Player's unit first.
    let first = events.iter().find_map(|event| match event {
        Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) => Some(*unit),
        _ => None,
    });
    assert_eq!(first, Some(id("A1")));
}

#[test]
fn bg4_cons_03_no_engagement_outlives_its_unit_for_a_moment() {
    for fresh in [[4, 4], [0, 4], [4, 0]] {
        let mut state = scene()
            .unit("A1", line(), FRONT)
            .unit("B1", line(), AT)
            .unit("B2", line(), (AT.0, AT.1 + 2.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .state();
        for (unit, fresh) in ["A1", "B1"].into_iter().zip(fresh) {
            let unit = state.unit_mut(id(unit)).unwrap();
            (unit.marked, unit.fresh) = (5, fresh);
        }
        state.phase = Phase::Combat;
        state.agenda = vec![Step::MovementAndCommand.into(), Step::Consequences.into()];
        let (_, events) = fight(state.clone(), &[], &[]);
        crate::scene::assert_sound_throughout(&state, &events);
    }
}

#[test]
fn bg4_order_16_the_token_of_a_destroyed_unit_leaves_the_table() {
    let token = crate::model::names::TokenNo(1);
    let mut state = scene()
        .unit("A1", line(), FRONT)
        .objective("A1", Objective::Location(token))
        .state();
    state
        .tokens
        .insert(token, (Seat::A, crate::scene::point(20.0, 20.0)));
    let ((), state, _) = crate::scene::at_table(state, &[], |table| {
        crate::verbs::damage::destroy(table, id("A1"), Cause::Damage, None);
    });
    assert!(state.tokens.is_empty());
}

#[test]
fn bg4_cons_02_a_unit_that_a_rule_declares_destroyed_is_removed_with_boxes_left() {
    // A Routing unit that is Final Rushed is destroyed. Rule BG4-ROUT-04.
    let state = crate::scene::begun(
        scene()
            .unit("A1", line(), FRONT)
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .change("B1", |unit| {
                unit.status = Status::Routing;
                unit.marked = 2;
            }),
    );
    assert_eq!(state.boxes_left(state.unit(id("B1")).unwrap()), 7);
    let units = vec![id("A1")];
    let (state, events) = crate::scene::play(state, &[(Seat::A, Command::Activate { units })], &[]).unwrap();
    let destroyed = Event::Damage(DamageEvent::UnitDestroyed {
        unit: id("B1"),
        cause: Cause::Rushed,
        by: Some(id("A1")),
    });
    assert!(events.contains(&destroyed), "{events:?}");
    let unit = state.unit(id("B1")).unwrap();
    assert_eq!((unit.destroyed, unit.pose), (Some(Cause::Rushed), None));
    assert_eq!((unit.marked, unit.fresh), (2, 0), "no box is marked for it");
    assert!(state.engagements.is_empty());
}

#[test]
fn bg4_cons_03_engagements_and_objectives_end_with_the_unit() {
    let (state, _) = after_combat([0, 5], [0, 4]);
    assert!(!state.is_engaged(id("A1")));
    let Status::Ready(Some(orders)) = state.unit(id("A2")).unwrap().status else {
        panic!("still Ready");
    };
    assert_eq!((orders.order, orders.objective), (Order::Close, None));
}

#[test]
fn bg4_cons_04_yellow_and_red_are_updated_once() {
    let (state, events) = after_combat([3, 0], [2, 0]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.marked, unit.fresh), (5, 0));
    assert_eq!(
        standing::shade(&state, unit),
        crate::procedures::attack::standing::Shade::Yellow
    );
    let counted = events
        .iter()
        .filter(|event| matches!(event, Event::Damage(DamageEvent::DamageCounted)));
    assert_eq!(counted.count(), 1);
    // Outside combat at once.
    let ((), state, _) = at_table(scene().unit("A1", line(), FRONT).state(), &[], |table| {
        suffer(table, id("A1"), 4, None);
    });
    assert_eq!(
        standing::shade(&state, state.unit(id("A1")).unwrap()),
        crate::procedures::attack::standing::Shade::Yellow
    );
}

#[test]
fn bg4_cons_05_causes_of_rout_checks() {
    use RoutCause::{LastGreen, LastYellow, Red};
    for (before, after, expected) in [
        (3, 5, vec![LastGreen]),
        (5, 6, vec![]),
        (3, 4, vec![LastGreen]),
        (4, 6, vec![]),
        (6, 7, vec![LastYellow]),
        (7, 8, vec![Red]),
        (2, 7, vec![LastGreen, LastYellow]),
        (6, 8, vec![LastYellow, Red]),
        (4, 4, vec![]),
        (7, 7, vec![]),
    ] {
        assert_eq!(
            causes(BOXES, Marked { before, after }),
            expected,
            "{before} to {after}"
        );
    }
    // RULING: BG4-COUR-12, without yellow boxes the last green box makes it In the Red: one check.
    let no_yellow = Boxes { yellow: 0, ..BOXES };
    assert_eq!(causes(no_yellow, Marked { before: 3, after: 4 }), [LastGreen]);
    // Noted at the consequences; a destroyed unit takes none.
    let (state, _) = after_combat([3, 7], [2, 2]);
    assert_eq!(state.unit(id("A1")).unwrap().pending.rout, [LastGreen]);
    assert!(state.unit(id("B1")).unwrap().destroyed.is_some());
    assert!(state.unit(id("B1")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg4_cons_06_destroyed_points_count_for_the_opponent() {
    let (state, _) = after_combat([0, 5], [0, 4]);
    assert_eq!(crate::rules::victory::destroyed_points(&state, Seat::A), 200);
    assert_eq!(crate::rules::victory::destroyed_points(&state, Seat::B), 0);
}

/// A Free Attack of A1 on the Routing B1 with so many boxes marked.
fn free_attack(marked: u8, dice: &[u8]) -> State {
    let mut state = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), (18.0, 12.5, 0.0))
        .change("B1", |unit| {
            unit.status = Status::Routing;
            unit.marked = marked;
        })
        .engaged("A1", "B1", Side::Front)
        .set(|state| state.phase = Phase::PreCombatCourage)
        .state();
    state.agenda.clear();
    let ((), state, _) = at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), AttackKind::Free, None);
        go_on(table).unwrap();
    });
    state
}

#[test]
fn bg4_eng_11_nobody_steps_forward_for_a_unit_that_free_attacks_destroy() {
    // B2 stood behind B1 before its About Face, or stands behind it now, beside its attacker.
    for (attacker, behind, backs) in [
        (FRONT, (18.0, 15.0, 180.0), false),
        ((20.0, 10.0, 0.0), (16.5, 10.0, 0.0), true),
    ] {
        let mut state = scene()
            .unit("A1", line(), attacker)
            .unit("B1", line(), (18.0, 12.5, 0.0))
            .unit("B2", line(), behind)
            .change("B1", |unit| {
                unit.status = Status::Routing;
                unit.marked = 8;
            })
            .engaged("A1", "B1", Side::Rear)
            .set(|state| state.phase = Phase::PreCombatCourage)
            .state();
        state.agenda.clear();
        assert_eq!(backing_up::is_backing_up(&state, id("B2")), backs);
        let place = state.unit(id("B2")).unwrap().pose;
        let ((), state, _) = at_table(state, &[1, 6, 6, 6, 6, 1], |table| {
            begin_attack(table, id("A1"), id("B1"), AttackKind::Free, None);
            go_on(table).unwrap();
        });
        assert_eq!(state.unit(id("B1")).unwrap().destroyed, Some(Cause::FreeAttack));
        assert_eq!(state.unit(id("B2")).unwrap().pose, place);
        assert!(state.engagements.is_empty());
    }
}

#[test]
fn bg4_cour_20_free_attacks_count_at_once() {
    // RULING: BG4-COUR-20, damage and status changes take effect at once.
    let state = free_attack(0, &[1, 6, 6, 6, 6, 1]);
    let unit = state.unit(id("B1")).unwrap();
    assert_eq!((unit.marked, unit.fresh), (1, 0));
    let state = free_attack(8, &[1, 6, 6, 6, 6, 1]);
    assert_eq!(state.unit(id("B1")).unwrap().destroyed, Some(Cause::FreeAttack));
    assert!(state.engagements.is_empty());
}

#[test]
fn bg4_cour_21_free_attacks_ask_for_a_follow_up_check() {
    for (marked, dice, due) in [
        (3, &[1, 6, 6, 6, 6, 1][..], true),
        (3, &[6, 6, 6, 6, 6], false),
        (4, &[1, 6, 6, 6, 1 + 5, 1], false),
    ] {
        let unit = free_attack(marked, dice);
        let unit = unit.unit(id("B1")).unwrap();
        assert_eq!(
            (unit.pending.follow_up, unit.pending.rout.len()),
            (due, 0),
            "{marked}"
        );
    }
}

#[test]
fn bg4_cour_12_a_free_attacker_hurt_by_a_card_notes_its_cause() {
    let ((), state, _) = at_table(
        scene()
            .unit("A1", line(), FRONT)
            .change("A1", |unit| unit.marked = 3)
            .state(),
        &[],
        |table| suffer(table, id("A1"), 1, None),
    );
    assert_eq!(state.unit(id("A1")).unwrap().pending.rout, [RoutCause::LastGreen]);
}

#[test]
fn bg4_comb_03_the_one_that_marked_the_last_box_is_named() {
    let last = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 8);
    let (_, events) = fight(combat(last), &[], &[1, 6, 6, 6, 6, 1, 6, 6, 6]);
    let by = events.iter().find_map(|event| match event {
        Event::Damage(DamageEvent::UnitDestroyed { by, .. }) => Some(*by),
        _ => None,
    });
    assert_eq!(by, Some(Some(id("A1"))));
}

#[test]
fn an_attack_has_at_most_a_hundred_dice() {
    // Nothing printed comes near; a position may put a hundred effects on a unit.
    let surge = crate::model::state::Lasting {
        name: "Surge".to_owned(),
        kind: crate::model::state::LastingKind::Blessing,
        by: Seat::A,
        effects: vec![
            crate::model::effect::Effect::Change {
                on: crate::model::effect::Target::Chosen,
                change: crate::model::effect::Change {
                    dice: 12,
                    ..crate::model::effect::Change::default()
                },
                when: Vec::new(),
                lasts: crate::model::effect::Duration::Lasting,
            };
            20
        ],
    };
    let state = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .change("A1", |unit| unit.lasting = vec![surge; 100])
        .state();
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Melee).dice, 100);
}

#[test]
fn bg4_cons_03_who_fought_only_the_destroyed_unit_is_unengaged_unless_somebody_steps_in() {
    // B1 falls, A1 has lost its last green box and fails with 18.
    let after = |backed_up: bool, dice: &[u8]| {
        let scene = scene()
            .unit("A1", line(), FRONT)
            .order("A1", Order::Hold)
            .change("A1", |unit| (unit.marked, unit.fresh) = (3, 1))
            .unit("B1", line(), AT)
            .change("B1", |unit| unit.fresh = 9)
            .engaged("A1", "B1", Side::Front);
        let scene = if backed_up {
            scene.unit("B2", line(), (18.0, 15.0, 180.0))
        } else {
            scene
        };
        let mut state = scene.state();
        state.phase = Phase::Combat;
        let courage = Step::Courage {
            pre: false,
            step: crate::model::agenda::CourageStep::Rout,
            only: None,
            checked: Vec::new(),
        };
        state.agenda = [Step::MovementAndCommand, courage, Step::Consequences]
            .map(Into::into)
            .into();
        fight(state, &[], dice)
    };
    let (state, events) = after(false, &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Disrupted);
    assert!(resolved(&events).is_empty());
    // B2 took B1's place: A1 Routs, and B2's five dice of its Free Attack miss.
    let (state, events) = after(true, &[6, 6, 6, 6, 6, 6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Routing);
    assert_eq!(resolved(&events), [("B2".to_owned(), 0, 0)]);
}
