//! Vectors of the set-up, played from the deployment to the first turn (pp. 2-5).

use super::*;
use crate::model::command::Patch;
use crate::model::event::ProcedureEvent;
use crate::model::state::Unit;
use crate::rules::deploy::{check_deployment, offers};
use crate::scene::{at_table, waiting};

#[test]
fn bg3_set_12_the_default_orders_are_the_beginners_advice() {
    let archers = || shooting(14.0, RangedType::Indirect);
    let none = |unit: &mut Unit| unit.status = Status::Ready(None);
    let mut made = scene3()
        .unit("A1", line(), (8.0, 3.0, 0.0))
        .unit("A2", archers(), (13.0, 3.0, 0.0))
        .unit("A3", line(), (18.0, 3.0, 0.0))
        .unit("B1", archers(), (8.0, 27.0, 180.0))
        .unit("B2", line(), (18.0, 27.0, 180.0));
    for unit in ["A1", "A2", "A3", "B1", "B2"] {
        made = made.change(unit, none);
    }
    let state = made
        .set(|state| {
            state.turn = 0;
            state.active = None;
            state.first = Some(Seat::A);
            state.phase = Phase::SetUp;
            state.deployer = Some(Seat::A);
            let next = Seat::A;
            state.agenda = vec![Step::AssignOrder { next, extra: false }.into()];
        })
        .state();
    let hold = |unit: &str| Command::AssignOrder {
        unit: id(unit),
        order: WrittenOrder::plain(Order::Hold),
    };
    // South orders one unit, North one, South takes the advice for the two that are left.
    let (state, _) = play3(state, &[(Seat::A, hold("A1")), (Seat::B, hold("B1"))], &[]).unwrap();
    let mut offered = Vec::new();
    offers(&state, Seat::A, &mut offered);
    let given =
        |offer: &hindsight_kernel::Offer<Command>| offer.commands().contains(&Command::AssignDefaults);
    assert!(offered.iter().any(given));
    assert_eq!(refused3(&state, Seat::B, Command::AssignDefaults), "BG3-SET-12");
    let (state, _) = play3(state, &[(Seat::A, Command::AssignDefaults)], &[]).unwrap();
    let order = |unit: &str| match state.unit(id(unit)).unwrap().status {
        Status::Ready(Some(orders)) => Some(orders.order),
        _ => None,
    };
    assert_eq!(
        ["A1", "A2", "A3", "B2"].map(order),
        [Some(Order::Hold), Some(Order::Range), Some(Order::Close), None]
    );
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::AssignOrder { next: Seat::B, .. })
    ));
    let (after, _) = played_on(state.clone(), &[(Seat::B, Command::AssignDefaults)], &[]).unwrap();
    // South's first turn begins in Combat, where nobody is in range, and is over (BG3-TURN-03): it is North's.
    assert_eq!(after.turn, 2, "all have their orders");
    // The later edition gives no such advice.
    let later = State {
        edition: Edition::V4,
        ..state
    };
    let refused =
        testing::play::<crate::system::Battleground>(later, &[(Seat::B, Command::AssignDefaults)], &[]);
    assert_eq!(refused.unwrap_err().rule.0, "BG4-DEPLOY-05");
}

#[test]
fn bg3_set_06_who_finds_no_room_inside_the_zone_may_stick_out_of_it() {
    // 21 cards in three rows leave a strip of 1.5 inches of the zone of 26 by 7.5.
    let mut made = scene3().unit("A1", line(), (18.0, 20.0, 0.0));
    for place in 0..21_u8 {
        let (column, row) = (f64::from(place % 7), f64::from(place / 7));
        let name = format!("A{}", place + 2);
        made = made.unit(&name, line(), (6.75 + 3.5 * column, 1.25 + 2.5 * row, 0.0));
    }
    let state = made.state();
    let unit = state.unit(id("A1")).unwrap();
    let before_it = pose(18.0, 8.75, 0.0);
    let full = Field::of(&state).without(&[id("A1")]);
    assert!(
        check_deployment(&full, unit, before_it).is_ok(),
        "it touches the zone"
    );
    let far = pose(18.0, 12.0, 0.0);
    assert!(check_deployment(&full, unit, far).is_err(), "nowhere near it");
    let one_place = Field::of(&state).without(&[id("A1"), id("A2")]);
    assert!(check_deployment(&one_place, unit, before_it).is_err());
    assert!(check_deployment(&one_place, unit, pose(6.75, 1.25, 0.0)).is_ok());
}

#[test]
fn bg3_gen_03_the_die_of_a_dispute_is_rolled_by_the_game_also_before_the_first_turn() {
    let patch = |die: Option<u8>| Patch::Dispute {
        dispute: "does the hedge reach this far?".to_owned(),
        low: "it does".to_owned(),
        high: "it does not".to_owned(),
        die,
    };
    let set_up = waiting(Edition::V3, [1, 1], [200, 205]);
    let in_play = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state();
    for state in [set_up, in_play] {
        let rule = |die: Option<u8>, dice: &[u8]| {
            let (result, after, events) = at_table(state.clone(), dice, |table| {
                crate::positions::rulings::rule(table, &patch(die))
            });
            result.unwrap();
            assert!(after == state, "nothing else changes");
            events
        };
        let rolled = rule(None, &[5]);
        let Event::Procedure(ProcedureEvent::Ruled { patch: told, roll }) = &rolled[0] else {
            panic!("{rolled:?}");
        };
        assert_eq!((rolled.len(), told), (1, &patch(Some(5))));
        assert_eq!(roll.as_ref().map(|roll| roll.faces.clone()), Some(vec![5]));
        assert_eq!(rolled[0].rolls().len(), 1, "replayed with the same die");
        let Event::Procedure(ProcedureEvent::Ruled { roll, .. }) = &rule(Some(2), &[])[0] else {
            panic!("a ruling");
        };
        assert_eq!(*roll, None, "thrown on the table");
    }
    // As it was recorded before dice could be rolled for it.
    let old = json!({ "ruled": { "patch": { "dispute": { "dispute": "which?", "low": "a", "high": "b", "die": 3 } } } });
    assert!(serde_json::from_value::<ProcedureEvent>(old).is_ok());
}
