//! Ranged attacks that are paid for, and points that are held (pp. 6, 8).

use battleground_geometry::Way;

use super::*;
use crate::model::command::Leg;
use crate::model::event::MovementEvent;
use crate::model::names::TokenNo;
use crate::scene::point;

fn pays(unit: &str) -> (Seat, Command) {
    (Seat::A, Command::PayToShoot { unit: id(unit) })
}

/// A Hill Giant on Ranged, its front this far from B1.
fn giant(order: Order, distance: f64) -> State {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let (_, card) = setup.book.kind_named("hill-giant").unwrap();
    let deep = card.size.depth().value() / 2.0;
    begun(
        scene3()
            .unit("A1", card.clone(), (18.0, 5.0 - deep, 0.0))
            .order("A1", order)
            .holding("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0))
            .actions(2),
    )
}

#[test]
fn bg3_ord_08_a_paid_attack_gives_ranged_orders_and_shoots_when_it_is_paid_for() {
    // It moves as a unit of range 21 though nobody pays.
    let ends = |order: Order, distance: f64| {
        let state = giant(order, distance);
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
        let at = stands(&state, "A1").unwrap();
        at.centre.y.value() + state.kind(state.unit(id("A1")).unwrap()).size.depth().value() / 2.0 - 5.0
    };
    assert_eq!(ends(Order::Range, 20.0), 0.0, "in range, it stays");
    assert!((ends(Order::Range, 22.0) - 1.0).abs() < 0.02, "to 21");
    // Unpaid it does not shoot; paid it does, for 1 command action, once a turn.
    let targets = |state: &State| {
        let field = Field::of(state);
        choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks
            .len()
    };
    let unpaid = giant(Order::Range, 20.0);
    assert_eq!(targets(&unpaid), 0);
    let (paid, _) = play3(unpaid.clone(), &[pays("A1")], &[]).unwrap();
    assert_eq!(paid.players[0].actions, 1);
    assert_eq!(targets(&paid), 1);
    assert_eq!(
        play3(paid, &[pays("A1")], &[]).unwrap_err().rule.0,
        "BG3-ORD-08",
        "once"
    );
    // Not without command actions, and not for what costs nothing.
    let poor = Scene::from(unpaid.clone()).set(|state| state.players[0].actions = 0);
    assert!(play3(poor.state(), &[pays("A1")], &[]).is_err());
    let free = begun(
        scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .set(|state| state.players[0].actions = 2),
    );
    assert_eq!(play3(free, &[pays("A1")], &[]).unwrap_err().rule.0, "BG3-ORD-08");
    // The payment is of this turn.
    let offers = crate::offers::offers(&unpaid, Seat::A);
    let offered = |offer: &hindsight_kernel::Offer<Command>| format!("{offer:?}").contains("PayToShoot");
    assert!(offers.iter().any(offered), "it is offered");
}

/// A1, which moves so far, stands on the point (18, 13.25), which it reached on Hold in its last turn.
fn on_its_point(movement: f64) -> State {
    let state = begun(
        scene3()
            .holding("A1", moving(movement), (18.0, 12.0 - movement + 0.25, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 13.25)));
                state.turn = 3;
            })
            .holding("B1", line(), (3.0, 28.0, 180.0)),
    );
    let (state, events) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(
        stands(&state, "A1"),
        Some(pose(18.0, 12.0, 0.0)),
        "its front edge touches it"
    );
    assert!(events.iter().any(
        |event| matches!(event, Event::Movement(MovementEvent::PointHeld { unit, .. }) if *unit == id("A1"))
    ));
    state
}

/// The same in a later turn of this player.
fn turns_later(turns: u16) -> State {
    later(3.5, turns)
}

fn later(movement: f64, turns: u16) -> State {
    let made = Scene::from(on_its_point(movement)).set(|state| {
        state.turn = 3 + turns;
        state.active = Some(Seat::A);
        state.phase = Phase::MovementAndCommand;
        state.agenda = vec![Step::MovementAndCommand.into()];
    });
    begun(made.change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default()))
}

fn maneuvers(state: State, legs: Vec<Leg>) -> Result<(State, Vec<Event>), Refusal> {
    let submit = submit_legs(legs);
    play3(state, &[activate(&["A1"]), (Seat::A, submit)], &[])
}

#[test]
fn bg3_ord_16_a_unit_on_hold_maneuvers_on_its_point_in_the_next_turn() {
    let sideways = |inches: f64| shift(Way::Right, inches);
    let quarter = reform(90.0);
    // No command action is spent.
    let (state, _) = maneuvers(turns_later(2), vec![quarter]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.0, 90.0)));
    assert_eq!(state.players[0].actions, 0);
    // A sidestep of 1.75 keeps the point on its edge, one of 1.9 does not.
    assert!(maneuvers(turns_later(2), vec![sideways(1.75)]).is_ok());
    let refusal = maneuvers(turns_later(2), vec![sideways(1.9)]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-ORD-16");
    // A reform costs two categories: from 2.5 to 1.25, or from 1.75 to nothing.
    let after =
        |movement: f64, inches: f64| maneuvers(later(movement, 2), vec![quarter, forward(inches)]).is_ok();
    assert!(after(2.5, 1.2) && after(3.5, 1.2) && !after(1.75, 0.5));
    assert!(!after(3.5, 1.3), "off the point");
    // Not in the turn in which it got there, and not in a later one.
    assert!(maneuvers(on_its_point(3.5), vec![quarter]).is_err());
    assert!(maneuvers(turns_later(4), vec![quarter]).is_err());
}
