//! Paths to an objective, and what stands in them (pp. 8-9).

use battleground_geometry::{Degrees, Hand, Inches, Pose, Way};

use super::*;
use crate::model::agenda::PathObstacle;
use crate::model::command::Leg;
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::reported_pose::agrees;

fn rushes_what_stands_in_its_path(_: Edition) {
    for objective in [25.0, 19.0] {
        let made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .holding("B1", line(), (18.0, 15.0, 180.0))
            .holding("B2", line(), (18.0, objective, 180.0));
        let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
        assert_eq!(fights(&state, "A1")[0].0, id("B1"));
    }
}

in_editions!(rushes_what_stands_in_its_path:
    #[test] fn bg3_path_07_a_unit_on_close_rushes_what_stands_in_its_path(V3);
    #[test] fn bg3_ord_21_an_enemy_between_a_unit_and_its_objective_is_rushed(V3);
);

#[test]
fn bg3_key_29_a_skirmisher_that_may_not_rush_goes_as_near_as_it_can() {
    let state = begun(
        scene3()
            .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 14.5, 180.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(
        state.unit(id("A1")).unwrap().pose,
        Some(pose(18.0, 12.0, 0.0)),
        "up to it"
    );
    assert!(state.engagements.is_empty());
}

/// A1 at (18, 5) that moves 5, on this order; what stands between it and B1 at (18, 25).
fn toward(order: Order, change: impl Fn(Scene) -> Scene) -> State {
    let card = UnitType {
        movement: mc(5.0),
        ranged: Some(RangedAttack {
            range: Distance(3_500),
            ..RangedAttack::default()
        }),
        ..line()
    };
    begun(change(
        scene3()
            .unit("A1", card, (18.0, 5.0, 0.0))
            .order("A1", order)
            .holding("B1", line(), (18.0, 25.0, 180.0)),
    ))
}

/// The first question after A1 is activated, and the position in which it is asked.
fn first(state: State) -> (Option<(Topic, Seat, Vec<Answer>)>, State) {
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    (asked(&state), state)
}

fn of_unit(unit: &str) -> [Answer; 2] {
    let what = PathObstacle::Unit(id(unit));
    [Answer::Meet(what), Answer::Avoid(what)]
}

#[test]
fn bg3_path_03_what_meets_the_strip_of_3_5_is_an_obstacle() {
    // A friend whose card begins this far right of the line from the front centre to the goal.
    let asks = |order: Order, beside: f64, name: &str| {
        let (question, _) = first(toward(order, |made| {
            made.unit(name, line(), (18.0 + beside + 1.75, 12.0, 0.0))
                .order(name, Order::Hold)
        }));
        question.is_some_and(|(topic, seat, options)| {
            topic == Topic::AvoidObstacle && seat == Seat::A && options == of_unit(name)
        })
    };
    assert!(asks(Order::Close, 1.7, "A2"));
    assert!(!asks(Order::Close, 1.8, "A2"), "outside the strip");
    // Enemies are obstacles for those that are not on Close.
    assert!(!asks(Order::Close, 1.0, "B2"));
    let follows = toward(Order::Follow, |made| {
        made.holding("A3", line(), (18.0, 20.0, 0.0))
            .holding("B2", line(), (18.0, 12.0, 180.0))
    });
    assert_eq!(
        first(follows).0.map(|found| found.2),
        Some(of_unit("B2").to_vec())
    );
    // Impassable terrain is one without a question.
    let lake = toward(Order::Close, |made| {
        made.terrain(rectangle(TerrainType::VeryDeepWater, (17.0, 9.0), (23.0, 11.0)))
    });
    let (question, state) = first(lake);
    assert_eq!(question, None);
    assert!(
        at(&state, "A1").0 < 18.0,
        "round it on the shorter way, to the left"
    );
}

#[test]
fn bg3_path_04_the_owner_decides_obstacle_by_obstacle() {
    // Two friends, one behind the other: the closest is asked about first.
    let made = || {
        toward(Order::Close, |made| {
            made.holding("A2", line(), (18.5, 10.0, 0.0))
                .holding("A3", line(), (18.5, 15.0, 0.0))
        })
    };
    let (question, state) = first(made());
    assert_eq!(question.unwrap().2, of_unit("A2"));
    let [meet, avoid] = of_unit("A2");
    let (met, _) = play3(state.clone(), &[answer(Seat::A, meet)], &[]).unwrap();
    let met = match asked(&met) {
        Some((Topic::AvoidObstacle, _, options)) => {
            assert_eq!(options, of_unit("A3"));
            play3(met, &[answer(Seat::A, options[0].clone())], &[]).unwrap().0
        }
        _ => met,
    };
    assert_eq!(at(&met, "A1"), (18.0, 7.5, 0.0), "up to A2, where it stops");
    let (avoided, _) = play3(state, &[answer(Seat::A, avoid)], &[]).unwrap();
    let avoided = match asked(&avoided) {
        Some((Topic::AvoidObstacle, _, options)) => {
            play3(avoided, &[answer(Seat::A, options[1].clone())], &[])
                .unwrap()
                .0
        }
        _ => avoided,
    };
    assert!(at(&avoided, "A1").0 < 18.0, "round both of them");
    assert!(asked(&avoided).is_none());
    // The choice is made anew every turn: nothing is kept of it.
    let again =
        Scene::from(avoided).change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default());
    assert!(
        first(begun(again))
            .0
            .is_some_and(|found| found.0 == Topic::AvoidObstacle)
    );
    // An answer about something else is refused.
    let (_, state) = first(made());
    assert!(play3(state, &[answer(Seat::A, of_unit("A3")[0].clone())], &[]).is_err());
}

#[test]
fn bg3_path_04_a_friend_on_the_way_round_another_that_is_not_avoided_is_walked_up_to() {
    // The way round A2 leads past A3.
    let card = UnitType {
        movement: mc(10.5),
        ..line()
    };
    let state = begun(
        scene3()
            .unit("A1", card, (18.0, 5.0, 0.0))
            .order("A1", Order::Close)
            .holding("A2", line(), (18.5, 8.5, 0.0))
            .holding("A3", line(), (13.5, 12.0, 0.0))
            .holding("B1", line(), (18.0, 27.0, 180.0)),
    );
    let (question, state) = first(state);
    assert_eq!(question.unwrap().2, of_unit("A2"));
    let [_, avoid] = of_unit("A2");
    let (state, _) = play3(state, &[answer(Seat::A, avoid)], &[]).unwrap();
    assert_eq!(asked(&state).unwrap().2, of_unit("A3"));
    let [meet, avoid] = of_unit("A3");
    let (met, _) = play3(state.clone(), &[answer(Seat::A, meet)], &[]).unwrap();
    let field = Field::of(&met);
    let cards = ["A1", "A3"].map(|unit| *field.card(id(unit)).unwrap());
    assert!(
        battleground_geometry::touches(
            &cards[0],
            battleground_geometry::Object::Card(&cards[1]),
            crate::field::TOL
        ),
        "{:?}",
        stands(&met, "A1")
    );
    // It would have had more of its way to go: round A3 it ends elsewhere.
    let (avoided, _) = play3(state, &[answer(Seat::A, avoid)], &[]).unwrap();
    assert_ne!(stands(&met, "A1"), stands(&avoided, "A1"));
}

#[test]
fn bg3_path_05_the_owner_chooses_between_two_fastest_paths() {
    let centred = |x: f64| toward(Order::Close, |made| made.holding("A2", line(), (x, 12.0, 0.0)));
    let (_, state) = first(centred(18.0));
    let (state, _) = play3(state, &[answer(Seat::A, of_unit("A2")[1].clone())], &[]).unwrap();
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::MoveSide, Seat::A));
    assert_eq!(options, [Answer::Hand(Hand::Left), Answer::Hand(Hand::Right)]);
    for (hand, left) in [(Hand::Left, true), (Hand::Right, false)] {
        let (state, _) = play3(state.clone(), &[answer(Seat::A, Answer::Hand(hand))], &[]).unwrap();
        assert_eq!(at(&state, "A1").0 < 18.0, left, "{hand:?}");
    }
    // Off the middle there is one: the shorter one, without a question.
    let (_, state) = first(centred(18.6));
    let (state, _) = play3(state, &[answer(Seat::A, of_unit("A2")[1].clone())], &[]).unwrap();
    assert_eq!(asked(&state), None);
    assert!(at(&state, "A1").0 < 18.0);
}

/// The way from a place below A2 at (18.6, 15) to the front of B1, round the left side of A2 with 1.25 inches between: to its
/// lower left corner, an arc round that, straight up, an arc round the upper left corner, and on.
fn way_round_a2(x: f64, y: f64) -> f64 {
    let (corner, low, high, goal) = (18.6 - 1.75, 15.0 - 1.25, 15.0 + 1.25, (18.0, 25.0 - 1.25));
    // Length of the tangent to the circle of 1.25 about a corner, and of the arc from there to the left of the corner.
    let part = |across: f64, along: f64| {
        let far = across.hypot(along);
        let tangent = (far * far - 1.25 * 1.25).sqrt();
        // The bearing of the corner off straight up, and how far the tangent leaves it.
        let turn = (1.25 / far).asin() - (across / along).atan();
        tangent + 1.25 * turn.max(0.0)
    };
    part(corner - x, low - y) + (high - low) + part(corner - goal.0, goal.1 - high)
}

#[test]
fn bg3_path_05_any_move_round_that_leaves_as_short_a_way_may_be_reported() {
    let made = || toward(Order::Close, |made| made.holding("A2", line(), (18.6, 15.0, 0.0)));
    let [_, avoid] = of_unit("A2");
    let (_, asks) = first(made());
    let (unasked, _) = play3(asks, &[answer(Seat::A, avoid.clone())], &[]).unwrap();
    let state = made();
    let field = Field::of(&state);
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    let left = |end: Pose| {
        let front = mover.card_at(end).front_centre();
        way_round_a2(front.x.value(), front.y.value())
    };
    let shortest = left(stands(&unasked, "A1").unwrap());
    // Straight on and a turn to the left, in many sizes; what a scorekeeper would not tell from the move unasked does not count.
    let sizes = (1..=8).flat_map(|straight| {
        (0..=12).flat_map(move |angle| (4..=16).map(move |ruler| (straight, angle, ruler)))
    });
    let (mut taken, mut refused) = (0, 0);
    for (straight, angle, ruler) in sizes {
        let ahead = Leg::Shift {
            way: Way::Forward,
            inches: Inches::mils(500 * straight),
        };
        let turn = Leg::Turn {
            hand: Hand::Left,
            angle: Degrees::new(2.5 * f64::from(angle)).unwrap(),
            inches: Inches::mils(250 * ruler),
            backward: false,
        };
        let end = [ahead, turn]
            .iter()
            .try_fold(mover.start(), |at, leg| mover.step(&at, leg));
        let Some(pose) = end.map(|end| mover.stored(end.pose)) else {
            continue;
        };
        if agrees(stands(&unasked, "A1").unwrap(), pose) {
            continue;
        }
        let unit = id("A1");
        let played = play3(
            state.clone(),
            &[(Seat::A, Command::ReportMove { unit, pose })],
            &[],
        );
        let longer = left(pose) - shortest;
        if longer < 0.08 {
            assert!(played.is_ok(), "{straight} {angle} {ruler}: {longer}");
            taken += 1;
        } else if longer > 0.5 {
            assert!(played.is_err(), "{straight} {angle} {ruler}: {longer}");
            refused += 1;
        }
    }
    assert!(taken > 0 && refused > 100, "{taken} {refused}");
}

#[test]
fn bg3_path_08_others_walk_up_to_an_enemy_without_becoming_engaged() {
    let state = toward(Order::Follow, |made| {
        made.holding("A3", line(), (18.0, 20.0, 0.0))
            .unit("B2", line(), (18.0, 10.0, 180.0))
            .order("B2", Order::Close)
    });
    let (_, state) = first(state);
    let (state, _) = play3(state, &[answer(Seat::A, of_unit("B2")[0].clone())], &[]).unwrap();
    assert_eq!(at(&state, "A1"), (18.0, 7.5, 0.0));
    assert!(state.engagements.is_empty());
    // The enemy may rush it in its own turn, at distance 0.
    let theirs = begun(Scene::from(state).set(|state| {
        state.turn = 4;
        state.active = Some(Seat::B);
        state.phase = Phase::MovementAndCommand;
        state.agenda = vec![Step::MovementAndCommand.into()];
        state.normal_moves = false;
        for unit in &mut state.units {
            unit.turn = crate::model::state::TurnMarks::default();
        }
    }));
    let rush = Command::Activate {
        units: vec![id("B2")],
    };
    let (state, _) = play3(theirs, &[(Seat::B, rush)], &[]).unwrap();
    assert_eq!(fights(&state, "B2").first().map(|found| found.0), Some(id("A1")));
}

#[test]
fn bg3_path_09_hindering_terrain_may_be_avoided_or_entered() {
    let wood = || {
        toward(Order::Close, |made| {
            made.terrain(rectangle(TerrainType::Forest, (17.0, 8.0), (23.0, 12.0)))
        })
    };
    let (question, state) = first(wood());
    let (topic, _, options) = question.unwrap();
    let what = PathObstacle::Terrain(0);
    assert_eq!(topic, Topic::AvoidObstacle);
    assert_eq!(options, [Answer::Meet(what), Answer::Avoid(what)]);
    let (through, _) = play3(state.clone(), &[answer(Seat::A, Answer::Meet(what))], &[]).unwrap();
    assert_eq!(at(&through, "A1"), (18.0, 8.5, 0.0), "with its penalty: 3.5");
    let (round, _) = play3(state, &[answer(Seat::A, Answer::Avoid(what))], &[]).unwrap();
    assert!(at(&round, "A1").0 < 18.0, "round it");
}

#[test]
fn bg3_mov_12_contact_with_a_friend_ends_a_movement() {
    let moved = |friend: (f64, f64, f64)| {
        let state = begun(
            scene3()
                .unit("A1", moving(3.5), (18.0, 8.75, 0.0))
                .holding("A2", line(), friend)
                .holding("B1", line(), (18.0, 27.0, 180.0)),
        );
        let (question, state) = first(state);
        match question {
            Some((Topic::AvoidObstacle, _, options)) => at(
                &play3(state, &[answer(Seat::A, options[0].clone())], &[])
                    .unwrap()
                    .0,
                "A1",
            ),
            _ => at(&state, "A1"),
        }
    };
    assert_eq!(moved((18.0, 14.0, 0.0)), (18.0, 11.5, 0.0), "after 2.75");
    // A friend that touches its flank does not stop it.
    assert_eq!(moved((21.5, 9.5, 0.0)), (18.0, 12.25, 0.0));
    // Under direct control the piece of movement ends, and another may follow.
    let state = begun(
        scene3()
            .unit("A1", moving(3.5), (18.0, 8.75, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .unit("A2", line(), (18.0, 12.25, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0)),
    );
    let legs = |legs| {
        let submit = submit_legs(legs);
        play3(state.clone(), &[activate(&["A1"]), (Seat::A, submit)], &[])
    };
    assert!(legs(vec![shift(Way::Forward, 1.0), shift(Way::Backward, 0.5)]).is_ok());
    assert!(legs(vec![shift(Way::Forward, 1.5)]).is_err(), "into it");
}

#[test]
fn bg3_mov_19_routing_units_follow_no_path_rules() {
    // A friend in its way is no obstacle that anybody is asked about: it runs through it.
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 15.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .holding("A2", line(), (18.0, 12.5, 0.0))
            .holding("B1", line(), (3.0, 28.0, 180.0)),
    );
    let (question, state) = first(state);
    assert!(question.is_none_or(|found| found.0 != Topic::AvoidObstacle));
    assert!((at(&state, "A1").1 - 10.0).abs() < 0.02, "past A2");
}

#[test]
fn bg3_path_03_a_partners_unit_is_an_obstacle_for_a_unit_on_close() {
    for friend in ["A2", "C1"] {
        let state = toward(Order::Close, |made| {
            made.unit(friend, line(), (18.0, 9.0, 0.0))
                .order(friend, Order::Hold)
                .set(|state| state.players = crate::model::state::SeatPlayers::new(3))
        });
        let (question, _) = first(state);
        let (topic, _, options) = question.unwrap_or_else(|| panic!("{friend}: its owner is asked"));
        assert_eq!(
            (topic, &options[..]),
            (Topic::AvoidObstacle, &of_unit(friend)[..])
        );
    }
}
