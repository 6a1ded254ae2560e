use battleground_geometry::Side;
use serde_json::json;

use super::*;
use crate::field::Field;
use crate::model::agenda::Step;
use crate::model::attack::AttackKind;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Phase, Status};
use crate::procedures::attack::modifiers::{Situation, numbers};
use crate::scene::{at_table, id, line, pose, scene};

fn ruled(patch: &Patch) -> Result<State, String> {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (24.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    let (result, state, events) = at_table(state, &[], |table| rule(table, patch));
    assert_eq!(result.is_ok(), events.len() == 1);
    result.map(|()| state).map_err(|refusal| refusal.to_string())
}

#[test]
fn rulings_change_what_they_name_and_nothing_unsound() {
    let unit = id("A2");
    let after = ruled(&Patch::Place {
        unit,
        pose: pose(26.0, 10.0, 45.0),
    });
    assert_eq!(
        after.unwrap().unit(unit).unwrap().pose,
        Some(pose(26.0, 10.0, 45.0))
    );
    let refused = ruled(&Patch::Place {
        unit,
        pose: pose(18.0, 9.0, 0.0),
    });
    assert!(refused.unwrap_err().contains("overlap"));
    let after = ruled(&Patch::Boxes {
        unit,
        damage: Some(5),
        ammo: None,
    })
    .unwrap();
    assert_eq!(after.unit(unit).unwrap().marked, 5);
    assert!(
        ruled(&Patch::Boxes {
            unit,
            damage: Some(9),
            ammo: None
        })
        .is_err()
    );
    assert_eq!(
        ruled(&Patch::Disrupt { unit })
            .unwrap()
            .unit(unit)
            .unwrap()
            .status,
        Status::Disrupted
    );
    assert_eq!(
        ruled(&Patch::Rout { unit }).unwrap().unit(unit).unwrap().status,
        Status::Routing
    );
    let order = WrittenOrder::plain(Order::Hold);
    let after = ruled(&Patch::Order { unit, order }).unwrap();
    assert_eq!(
        after.unit(unit).unwrap().status,
        Status::Ready(Some(order.orders()))
    );
    let after = ruled(&Patch::Destroy { unit: id("B1") }).unwrap();
    assert!(after.engagements.is_empty() && after.unit(id("B1")).unwrap().pose.is_none());
    let pair = Patch::Disengage {
        unit: id("A1"),
        from: id("B1"),
    };
    assert!(ruled(&pair).unwrap().engagements.is_empty());
    let strangers = Patch::Disengage { unit, from: id("B1") };
    assert!(ruled(&strangers).is_err());
    let actions = Patch::Actions {
        seat: Seat::B,
        count: 3,
    };
    assert_eq!(ruled(&actions).unwrap().player(Seat::B).actions, 3);
    assert!(ruled(&Patch::Disrupt { unit: id("B9") }).is_err());
}

#[test]
fn bg4_prin_06_the_lower_roll_settles_a_dispute() {
    // Rolls of 2 (South) and 5 (North): South's interpretation; equal rolls are rolled again.
    assert_eq!(prevails(2, 5), Some(Seat::A));
    assert_eq!(prevails(5, 2), Some(Seat::B));
    assert_eq!(prevails(4, 4), None);
    let roll_off = |south, north| Patch::RollOff {
        dispute: "is the hedge between them?".to_owned(),
        south,
        north,
    };
    let after = ruled(&roll_off(2, 5)).unwrap();
    assert_eq!(
        after,
        ruled(&roll_off(6, 1)).unwrap(),
        "nothing on the table changes"
    );
    assert!(ruled(&roll_off(4, 4)).unwrap_err().contains("roll again"));
    assert!(ruled(&roll_off(0, 7)).unwrap_err().contains("1 to 6"));
}

#[test]
fn effects_by_rulings_are_few_and_small_and_work() {
    let effect = |name: &str, written: serde_json::Value| Patch::Effect {
        unit: id("A1"),
        name: name.to_owned(),
        effects: vec![serde_json::from_value(written).unwrap()],
    };
    let dice =
        |dice: i8| json!({ "change": { "on": "chosen", "change": { "dice": dice }, "lasts": "turn" } });
    // Five dice on the card, and one by the ruling.
    let state = ruled(&effect("Wrath", dice(1))).unwrap();
    let field = Field::of(&state);
    let numbers = numbers(&Situation::of(&field), id("A1"), id("B1"), AttackKind::Melee);
    assert_eq!(numbers.dice, 6);
    let refused = ruled(&effect("Wrath", dice(13))).unwrap_err();
    assert_eq!(
        refused,
        "effects/0/change/change/dice: -12 to 12 is expected, not 13"
    );
    assert!(
        ruled(&effect("", dice(1)))
            .unwrap_err()
            .contains("1 to 60 characters")
    );
    // What happens once has no moment on a unit: a ruling marks the boxes itself.
    for nothing in [
        json!({ "damage": { "wounds": 1 } }),
        json!({ "heal": { "boxes": 1 } }),
        json!("reorganize"),
    ] {
        let refused = ruled(&effect("Doom", nothing)).unwrap_err();
        assert!(
            refused.starts_with("effects/0: this effect does nothing here"),
            "{refused}"
        );
    }
    let mut state = ruled(&effect("Wrath", dice(1))).unwrap();
    let there = state.unit_mut(id("A1")).unwrap();
    there.lasting = vec![there.lasting[0].clone(); MOST_RULED];
    let (result, _, _) = at_table(state, &[], |table| rule(table, &effect("Wrath", dice(1))));
    assert!(result.unwrap_err().to_string().contains("at most 20"));
}

/// A1 and A2 have declared attacks on B1 and are in the middle of them, A1's the one at hand.
fn amid_attacks() -> State {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (21.0, 12.5, 270.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .unit("B2", line(), (18.0, 25.0, 180.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            state.agenda = [
                Step::MovementAndCommand,
                Step::Consequences,
                Step::Attacks,
                Step::ChooseTargets,
            ]
            .map(Into::into)
            .into();
        })
        .state();
    // B1 chooses whom it attacks, then South which attack comes first.
    let (result, state, _) = at_table(state, &[], crate::model::agenda::go_on);
    result.unwrap();
    state
}

#[test]
fn bg4_cons_03_a_unit_destroyed_by_a_ruling_leaves_nothing_that_waits_for_it() {
    // Whose attack it attacks is an open question of B1: with B1 gone nobody is asked and no attack is left.
    let state = amid_attacks();
    assert!(
        matches!(&state.agenda.last().unwrap().step, Step::Ask(question) if question.unit == Some(id("B1")))
    );
    let gone = Patch::Destroy { unit: id("B1") };
    let (result, state, _) = at_table(state, &[], |table| rule(table, &gone));
    result.unwrap();
    assert!(state.declared.is_empty() && state.attack.is_none());
    assert_eq!(state.agenda.last().unwrap().step, Step::MovementAndCommand);
}

#[test]
fn bg4_order_13_objectives_that_name_it_and_their_tokens_are_struck() {
    let token = crate::model::names::TokenNo(1);
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .objective("B1", Objective::Location(token))
        .change("B1", |unit| unit.pending.fear = true)
        .unit("B2", line(), (26.0, 25.0, 180.0))
        .set(|state| {
            let at = crate::scene::point(20.0, 20.0);
            state.tokens.insert(token, (Seat::B, at));
        })
        .state();
    let gone = Patch::Destroy { unit: id("B1") };
    let (result, state, _) = at_table(state, &[], |table| rule(table, &gone));
    result.unwrap();
    let Status::Ready(Some(orders)) = state.unit(id("A1")).unwrap().status else {
        panic!("still Ready");
    };
    assert_eq!((orders.order, orders.objective), (Order::Close, None));
    assert!(state.tokens.is_empty());
    assert_eq!(
        state.unit(id("B1")).unwrap().pending,
        crate::model::state::Pending::default()
    );
}

#[test]
fn a_check_and_a_move_end_with_their_unit() {
    // A1 waits for its legs; B1 checks and its owner might play a card.
    let waiting = |step: Step, agenda: &[Step]| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (26.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .set(|state| {
                state.agenda = vec![Step::MovementAndCommand.into()];
                state.agenda.extend(agenda.iter().cloned().map(Into::into));
                state.agenda.push(step.into());
            })
    };
    let destroyed = |state: State| {
        let gone = Patch::Destroy { unit: id("A1") };
        let (result, state, _) = at_table(state, &[], |table| rule(table, &gone));
        result.unwrap();
        state
    };
    let state = destroyed(waiting(Step::SubmitLegs { unit: id("A1") }, &[]).state());
    assert_eq!(state.agenda.len(), 1);
    let window = Step::GreenWindow {
        at: crate::model::agenda::GreenAt::AfterCheck,
        asked: Seat::B,
        passed: false,
        passes: 0,
    };
    let checking = waiting(window, &[Step::SettleCheck]).set(|state| {
        state.players[1].hand = vec![None];
        state.players[1].unseen = vec![crate::model::names::CardNo(1)];
        state.check = Some(crate::model::state::Check {
            unit: id("A1"),
            kind: crate::model::state::CheckKind::Rout,
            roll: None,
            target: 0,
            cards: Vec::new(),
            demanded: Vec::new(),
        });
    });
    let state = destroyed(checking.state());
    assert!(state.check.is_none() && state.agenda.len() == 1);
}
