//! Cards that cover part of a friend (p. 12).

use battleground_geometry::{Card, Way, overlaps};

use super::movement::aligned;
use super::*;
use crate::field::TOL;
use crate::model::command::{Leg, UnitLegs};
use crate::procedures::movement::mover::{MovedBy, Mover};

/// A1 with this movement and range begins beside the friend of this name and turns right, toward B1: a corner of it would sweep over the
/// friend.
fn corner(friend: &str, (movement, range): (f64, u32), change: impl Fn(Scene) -> Scene) -> State {
    let archers = UnitType {
        ranged: Some(RangedAttack {
            range: Distance(range),
            ..RangedAttack::default()
        }),
        ..moving(movement)
    };
    begun(change(
        scene3()
            .unit("A1", archers, (18.0, 10.0, 0.0))
            .order("A1", Order::Close)
            .unit(friend, line(), (21.7, 8.5, 0.0))
            .order(friend, Order::Hold)
            .holding("B1", line(), (30.0, 16.0, 270.0))
            .set(|state| state.players = crate::model::state::SeatPlayers::new(3)),
    ))
}

/// Whether the owner of A1 is asked about the last resort, with every obstacle avoided, and the position in which they are.
fn last_resort(state: State) -> Option<State> {
    let (mut state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    while let Some((Topic::AvoidObstacle, _, options)) = asked(&state) {
        if options == [Answer::Decline, Answer::Accept] {
            return Some(state);
        }
        let avoid = (
            Seat::A,
            Command::Choose {
                answer: options[1].clone(),
            },
        );
        state = play3(state, &[avoid], &[]).unwrap().0;
    }
    None
}

#[test]
fn bg3_mov_14_no_centre_point_lies_on_another_unit() {
    // Corners that overlap by 0.5 cover no centre point; farther on its left centre point lies in the friend.
    let state = scene3()
        .unit("A1", line(), (21.0, 10.0, 0.0))
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let may_lie = |y: f64| field.covers_no_centre(unit, &Card::new(pose(21.0, y, 0.0), line().size));
    assert!(may_lie(13.0) && !may_lie(13.8));
}

#[test]
fn bg3_mov_14_part_of_a_friend_may_be_covered_if_that_brings_it_farther() {
    // Nobody lies there by control, by a rush or by being placed.
    let controlled = begun(
        scene3()
            .unit("A1", moving(5.0), (21.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .unit("A2", line(), (18.0, 15.0, 0.0))
            .unit("B1", line(), (3.0, 28.0, 180.0)),
    );
    assert!(legs(&controlled, vec![forward(3.0)]).is_err());
    // Under an order its owner is asked, if it comes farther by 0.25 at the least.
    // A friend is one of the team, and the order may be any: the goal is the same place.
    let shoots = |order: Order| move |made: Scene| made.order("A1", order);
    for (state, who) in [
        (corner("A2", (5.0, 3_500), |made| made), "on Close"),
        (corner("C1", (5.0, 3_500), |made| made), "beside a partner's unit"),
        (corner("A2", (5.0, 3_500), shoots(Order::Range)), "on Range"),
        (corner("A2", (5.0, 7_000), shoots(Order::Short)), "on Short"),
    ] {
        let state = last_resort(state).unwrap_or_else(|| panic!("{who}: it is asked"));
        assert!(gained(&state) >= 0.25, "{who}: {}", gained(&state));
    }
}

/// The position once the owner of A1 has answered about the last resort.
fn answered(state: &State, given: Answer) -> State {
    play3(state.clone(), &[answer(Seat::A, given)], &[]).unwrap().0
}

/// The cards of A1 and of the friend beside it.
fn both(state: &State) -> (Card, Card) {
    let field = Field::of(state);
    let friend = state
        .on_table()
        .find(|unit| unit.id != id("A1") && unit.id.team() == id("A1").team());
    (
        *field.card(id("A1")).unwrap(),
        *field.card(friend.unwrap().id).unwrap(),
    )
}

fn lies_on_friend(state: &State) -> bool {
    let (own, friend) = both(state);
    overlaps(&own, &friend, TOL)
}

/// By how much nearer A1 comes to (28.75, 16) with the last resort than without.
fn gained(state: &State) -> f64 {
    let goal = (28.75, 16.0);
    let missing = |given: Answer| {
        let accepts = given == Answer::Accept;
        let state = answered(state, given);
        let (own, friend) = both(&state);
        assert!(
            accepts || !overlaps(&own, &friend, TOL),
            "it lies on nobody unasked"
        );
        assert!(no_centre_in(&own, &friend) && no_centre_in(&friend, &own));
        let front = own.front_centre();
        (front.x.value() - goal.0).hypot(front.y.value() - goal.1)
    };
    missing(Answer::Decline) - missing(Answer::Accept)
}

/// Whether no side of a card has its centre point inside another, by what the book says: measured here in the axes of the other.
fn no_centre_in(card: &Card, other: &Card) -> bool {
    let (half_width, half_depth) = (
        other.size().width().value() / 2.0,
        other.size().depth().value() / 2.0,
    );
    Side::ALL.into_iter().all(|side| {
        let (beside, ahead) = other.own_axes(card.side_centre(side));
        beside.value().abs() > half_width - 0.012 || ahead.value().abs() > half_depth - 0.012
    })
}

/// A position in which A1 stops over part of its friend, by the first of these movements that ends there: before its move and after.
fn stops_on_friend() -> Option<(State, State)> {
    let movements = [1.75, 2.5, 3.5, 5.0, 6.0, 7.0];
    movements
        .into_iter()
        .filter_map(|movement| {
            let before = corner("A2", (movement, 3_500), |made| made);
            let state = last_resort(before.clone())?;
            Some((before, answered(&state, Answer::Accept)))
        })
        .find(|(_, after)| lies_on_friend(after))
}

#[test]
fn bg3_mov_14_it_may_stop_over_part_of_a_friend() {
    let (before, after) = stops_on_friend().expect("with some movement it stops there");
    let (own, friend) = both(&after);
    assert!(no_centre_in(&own, &friend) && no_centre_in(&friend, &own));
    assert_eq!(crate::positions::start::invariants(&after), Ok(()));
    // Seen a little beyond that it lies there too.
    let report = |x: f64, y: f64| {
        let end = own.pose();
        let pose = pose(
            end.centre.x.value() + x,
            end.centre.y.value() + y,
            end.heading.value(),
        )
        .rounded();
        let report = Command::ReportMove { unit: id("A1"), pose };
        let (state, _) = play3(before.clone(), &[(Seat::A, report)], &[]).unwrap();
        stands(&state, "A1").unwrap()
    };
    assert_eq!(report(0.0, 0.05), own.pose());
}

/// The vector: A1 covers a corner of A2, 0.5 by 0.5, and is under Direct Control.
fn over_a_corner() -> Scene {
    scene3()
        .unit("A1", moving(5.0), (21.0, 13.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .unit("A2", moving(5.0), (18.0, 15.0, 0.0))
        .change("A2", |unit| unit.turn.controlled = true)
        .holding("B1", line(), (3.0, 28.0, 180.0))
}

fn legs_of(state: &State, unit: &str, legs: Vec<Leg>) -> Result<State, Refusal> {
    let submit = submit_legs(legs);
    play3(state.clone(), &[activate(&[unit]), (Seat::A, submit)], &[]).map(|(state, _)| state)
}

fn legs(state: &State, legs: Vec<Leg>) -> Result<State, Refusal> {
    legs_of(state, "A1", legs)
}

#[test]
fn bg3_mov_14_who_lies_over_part_of_a_friend_moves_off_again() {
    let state = begun(over_a_corner());
    for (way, length) in [(Way::Right, 2.0), (Way::Backward, 1.5), (Way::Forward, 0.7)] {
        assert!(legs(&state, vec![shift(way, length)]).is_ok(), "{way:?} {length}");
    }
    // At (21, 13.75) its left centre point comes to the rear of the friend, at (20.5, 13) the friend's rear centre is still free.
    let stop = legs(&state, vec![forward(1.0)]).unwrap_err();
    assert_eq!(stop.rule.0, "BG3-MOV-14", "{}", stop.message);
    assert_eq!(stop.message, "Line (A2) stops the unit after 0.75\"");
    // To the left the friend's right centre point (19.75, 15) lies ahead of its front, and its own front centre point
    // (x, 14.25) comes under the friend at x = 19.75.
    assert!(legs(&state, vec![shift(Way::Left, 1.2)]).is_ok());
    assert!(legs(&state, vec![shift(Way::Left, 1.4)]).is_err());
    // The friend leaves as well.
    assert!(legs_of(&state, "A2", vec![forward(3.0)]).is_ok());
    assert!(legs_of(&state, "A2", vec![shift(Way::Left, 2.0)]).is_ok());
    // Both leave in one step.
    let together = |first: Leg, second: Leg| {
        let moves = [("A1", first), ("A2", second)].map(|(unit, leg)| UnitLegs {
            unit: id(unit),
            legs: vec![leg],
            land: None,
            nearest: None,
        });
        let commands = [
            activate(&["A1", "A2"]),
            (
                Seat::A,
                Command::SubmitLegsTogether {
                    moves: moves.to_vec(),
                },
            ),
        ];
        play3(state.clone(), &commands, &[])
    };
    assert!(together(forward(3.0), forward(3.0)).is_ok());
    assert!(
        together(forward(3.0), forward(1.0)).is_err(),
        "its left centre point comes into A2"
    );
}

#[test]
fn bg3_mov_14_under_its_order_it_goes_on_from_there() {
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (21.0, 13.0, 0.0))
            .order("A1", Order::Close)
            .holding("A2", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (27.0, 13.0, 270.0)),
    );
    // The friend that it covers already is no obstacle that its owner is asked about.
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_ne!(asked(&state).map(|asked| asked.0), Some(Topic::AvoidObstacle));
    assert!(!lies_on_friend(&state));
}

#[test]
fn bg3_mov_17_who_lies_over_part_of_a_friend_slides_off_it() {
    let slid = |x: f64| {
        aligned(
            scene3()
                .unit("A1", line(), (17.0, 10.0, 0.0))
                .unit("B1", line(), (x, 12.5, 180.0))
                .engaged("A1", "B1", Side::Front)
                .unit("A2", line(), (14.0, 8.0, 0.0)),
        )
    };
    assert_eq!(slid(18.0), 18.0, "off it");
    // Its left centre point (x - 1.75, 10) passes beside A2, its rear centre point (x, 8.75) comes to it at x = 15.75.
    assert!((slid(15.0) - 15.75).abs() < 0.03, "{}", slid(15.0));
}

#[test]
fn bg3_mov_14_a_drawn_position_may_show_it() {
    let faults = |x: f64| {
        crate::positions::start::invariants(
            &over_a_corner()
                .unit("A3", line(), (x, 5.0, 0.0))
                .unit("A4", line(), (10.0, 5.0, 0.0))
                .state(),
        )
    };
    assert_eq!(faults(5.0), Ok(()));
    assert!(faults(11.0).is_err(), "A3 and A4 cover centre points");
    let later = crate::scene::scene()
        .unit("A1", line(), (21.0, 13.0, 0.0))
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .state();
    assert!(
        crate::positions::start::invariants(&later).is_err(),
        "BG4-MOVE-18 allows none"
    );
}

#[test]
fn bg3_gen_02_who_stops_over_part_of_a_friend_is_not_rounded_into_an_enemy() {
    // 0.0098" deep in the enemy ahead, as near as touching counts; rounded it would be 0.0102" deep.
    let state = scene3()
        .unit("A1", moving(5.0), (21.0, 10.0, 0.0))
        .order("A1", Order::Close)
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (23.0, 15.490_8, 180.0))
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let mover = Mover::new(&field, unit, MovedBy::Order).unwrap();
    let end = pose(21.0, 13.000_6, 0.0);
    let (enemy, friend) = (*field.card(id("B1")).unwrap(), *field.card(id("A2")).unwrap());
    let lies_on = |card: &Card, there| overlaps(&mover.card_at(there), card, TOL);
    assert!(lies_on(&friend, end) && !lies_on(&enemy, end) && lies_on(&enemy, end.rounded()));
    let kept = mover.stored(end);
    assert!(!lies_on(&enemy, kept) && kept == kept.rounded(), "{kept:?}");
    assert!(kept.centre.distance(end.centre).value() < 0.002);
}

/// Where the water lies.
const WATER: [(f64, f64); 4] = [(19.95, 7.25), (23.45, 7.25), (23.45, 9.75), (19.95, 9.75)];

/// A1 of this movement goes round deep water, which nobody of its kind may enter, toward B1.
fn beside_water(movement: f64) -> State {
    begun(
        scene3()
            .unit("A1", moving(movement), (18.0, 10.0, 0.0))
            .order("A1", Order::Close)
            .holding("B1", line(), (30.0, 16.0, 270.0))
            .terrain(ground(TerrainType::DeepWater, &WATER)),
    )
}

/// Whether a card lies in the water, and whether one of its side centres does, measured in inches.
fn in_water(card: &Card) -> (bool, bool) {
    let inside = |x: f64, y: f64| (19.962..23.438).contains(&x) && (7.262..9.738).contains(&y);
    let corner = card.corners().iter().any(|at| inside(at.x.value(), at.y.value()));
    let mut centres = Side::ALL.into_iter().map(|side| card.side_centre(side));
    (corner, centres.any(|at| inside(at.x.value(), at.y.value())))
}

#[test]
fn bg3_mov_14_it_may_stop_over_part_of_impassable_ground_and_moves_off_again() {
    let stopped = [1.75, 2.5, 3.5, 5.0, 6.0, 7.0]
        .into_iter()
        .filter_map(|movement| last_resort(beside_water(movement)))
        .map(|state| answered(&state, Answer::Accept))
        .find(|state| in_water(Field::of(state).card(id("A1")).unwrap()).0);
    let stopped = stopped.expect("with some movement it stops there");
    let card = *Field::of(&stopped).card(id("A1")).unwrap();
    assert!(!in_water(&card).1, "no centre point of it lies in the water");
    assert_eq!(crate::positions::start::invariants(&stopped), Ok(()));
    // From such a place it goes on under Direct Control, and not with a centre point into the water.
    let stands = |x: f64| {
        begun(
            scene3()
                .unit("A1", moving(5.0), (x, 10.7, 0.0))
                .change("A1", |unit| unit.turn.controlled = true)
                .holding("B1", line(), (3.0, 28.0, 180.0))
                .terrain(ground(TerrainType::DeepWater, &WATER)),
        )
    };
    // Its right rear corner covers 0.3 by 0.3 of the water; its rear centre point would come into it 1.45 farther right.
    let state = stands(18.5);
    assert!(legs(&state, vec![forward(5.0)]).is_ok());
    assert!(legs(&state, vec![shift(Way::Left, 2.0)]).is_ok());
    assert!(legs(&state, vec![shift(Way::Right, 1.4)]).is_ok());
    assert!(legs(&state, vec![shift(Way::Right, 1.6)]).is_err());
}
