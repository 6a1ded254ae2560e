//! What units do under their orders.

use hindsight_geometry::inches::{Degrees, Side, Way, contact_length};

use super::mover::{Mover, Rein};
use super::{Aim, Plan, would_it_move, would_move, would_move_with};
use crate::agenda::{Answer, Answered, Need, Topic};
use crate::cards::{Boxes, Profile, RangedType, Spell, SpellKeyword, UnitType};
use crate::command::Leg;
use crate::effect::{Distance, Keyword};
use crate::field::{Field, Path, Purpose, TOL};
use crate::names::TokenNo;
use crate::orders::{Objective, Order, Orders, WrittenOrder};
use crate::scene::{Scene, id, inches, line, mc, moving, point, pose, scene, shooting, with_keywords};
use crate::state::{State, Status};
use hindsight_kernel::Seat;

fn plan(state: &State) -> Plan {
    would_move(&Field::of(state), id("A1"), &[]).unwrap()
}

fn straight(distance: f64) -> Leg {
    Leg::Shift {
        way: Way::Forward,
        inches: inches(distance),
    }
}

/// An enemy straight ahead of (18, 10) whose front centre is so far from the unit's.
fn ahead(kind: UnitType, order: Order, distance: f64) -> Scene {
    scene()
        .unit("A1", kind, (18.0, 10.0, 0.0))
        .order("A1", order)
        .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
        .set(|state| state.normal_moves = true)
}

fn moved(kind: UnitType, order: Order, distance: f64) -> f64 {
    plan(&ahead(kind, order, distance).state())
        .distance
        .rounded()
        .value()
}

fn bow(range: f64) -> UnitType {
    shooting(range, RangedType::Indirect)
}

fn token(scene: Scene, unit: &str, number: u8, at: (f64, f64)) -> Scene {
    scene
        .objective(unit, Objective::Location(TokenNo(number)))
        .set(|state| {
            state.tokens.insert(TokenNo(number), (Seat::A, point(at.0, at.1)));
        })
}

fn capped(scene: Scene, cap: f64) -> Scene {
    scene.change("A1", |unit| {
        if let Status::Ready(Some(orders)) = &mut unit.status {
            orders.cap = Some(mc(cap));
        }
    })
}

#[test]
fn bg4_move_01_only_what_the_procedure_produces() {
    // (book example) Straight at the Militia, the flank open to cavalry.
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .unit(
            "B2",
            with_keywords(&[Keyword::Normal, Keyword::Cavalry]),
            (28.0, 12.0, 270.0),
        )
        .state();
    assert_eq!(plan(&state).legs, [straight(3.5)]);
    for status in [Status::Disrupted, Status::Ready(Some(Orders::plain(Order::Hold)))] {
        let still = ahead(line(), Order::Close, 8.0)
            .change("A1", |unit| unit.status = status)
            .state();
        assert!(!plan(&still).moves(still.unit(id("A1")).unwrap()), "{status:?}");
    }
    let rallied = ahead(line(), Order::Close, 8.0)
        .change("A1", |unit| unit.turn.rallied = true)
        .state();
    assert!(plan(&rallied).legs.is_empty());
    let engaged = ahead(line(), Order::Close, 0.0)
        .engaged("A1", "B1", Side::Front)
        .state();
    assert!(plan(&engaged).legs.is_empty());
}

#[test]
fn bg4_move_02_from_the_positions_of_now() {
    let with_b2 = |y: f64| {
        ahead(line(), Order::Close, 10.0)
            .unit("B2", line(), (24.0, y, 180.0))
            .state()
    };
    assert_eq!(plan(&with_b2(28.0)).aim, Some(Aim::Enemy(id("B1"), Side::Front)));
    assert_eq!(plan(&with_b2(16.0)).aim, Some(Aim::Enemy(id("B2"), Side::Front)));
}

#[test]
fn bg4_move_03_a_blocked_path_is_no_straight_way() {
    let state = ahead(line(), Order::Close, 10.0)
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .state();
    assert!(matches!(
        would_move(&Field::of(&state), id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::IndirectPath
    ));
}

#[test]
fn bg4_move_04_measured_to_the_centre_of_the_facing_side() {
    let state = ahead(moving(7.0), Order::Close, 9.5).state();
    let (to, distance) = Field::of(&state)
        .to_side(id("A1"), id("B1"), Side::Front)
        .unwrap();
    assert_eq!((to, distance), (point(18.0, 20.75), inches(9.5)));
    assert_eq!(plan(&state).distance, inches(7.0));
}

#[test]
fn bg4_move_05_stand_or_go_on() {
    assert_eq!(moved(bow(14.0), Order::Range, 14.0), 0.0);
    // A Close unit that may not rush, or whose enemy is too far, goes on with step 5.
    assert_eq!(moved(line(), Order::Close, 3.6), 3.5);
}

#[test]
fn bg4_move_06_up_to_touch_where_it_may_not_rush() {
    let state = ahead(line(), Order::Close, 2.0).state();
    let found = plan(&state);
    assert_eq!(found.legs, [straight(2.0)]);
    assert_eq!(found.to, pose(18.0, 12.0, 0.0));
}

#[test]
fn bg4_move_09_an_enemy_out_of_sight_is_brought_into_sight() {
    let behind = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 2.0, 0.0))
        .state();
    let found = plan(&behind);
    assert_eq!(found.legs, [Leg::AboutFace, straight(2.5)]);
    assert_eq!(found.to, pose(18.0, 7.5, 180.0));
    let beside = scene()
        .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
        .unit("B1", line(), (30.0, 10.0, 0.0))
        .state();
    let found = plan(&beside);
    assert_eq!(
        found.legs,
        [
            Leg::Reform {
                heading: Degrees::new(90.0).unwrap()
            },
            straight(3.5)
        ]
    );
    let there = Field::of(&beside).with(id("A1"), found.to);
    assert!(there.is_visible(id("A1"), id("B1"), Purpose::Move));
    let front = there.card(id("A1")).unwrap().front_centre();
    assert_eq!(front.distance(point(28.25, 10.0)).rounded(), inches(5.5));
}

#[test]
fn bg4_move_18_an_ordered_unit_never_ends_on_another() {
    let state = ahead(moving(7.0), Order::Close, 4.0).state();
    assert_eq!(plan(&state).to, pose(18.0, 14.0, 0.0));
}

#[test]
fn bg4_move_23_what_stands_beside_an_open_path_may_still_stop_a_leg() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (21.0, 14.0, 0.0))
        .unit("B1", line(), (18.0, 24.5, 180.0))
        .state();
    let field = Field::of(&state);
    let path = field.open_path(
        id("A1"),
        Some((id("B1"), Side::Front)),
        point(18.0, 23.25),
        Purpose::Move,
    );
    assert_eq!(path, Path::Open);
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), Rein::Order).unwrap();
    let (_, straight) = mover.shifted(&mover.start(), Way::Forward, 3.5).unwrap();
    assert!((straight - 1.5).abs() < 1e-6);
    let found = plan(&state);
    let front = field.card(id("A1")).unwrap().at(found.to).front_centre();
    assert!(
        front.distance(point(18.0, 23.25)) < inches(10.5),
        "another plan ends nearer"
    );
}

#[test]
fn bg4_ordmv_01_close_goes_for_the_nearest_enemy() {
    let state = ahead(line(), Order::Close, 8.0)
        .unit("B2", line(), (26.0, 26.0, 180.0))
        .state();
    assert_eq!(plan(&state).aim, Some(Aim::Enemy(id("B1"), Side::Front)));
}

#[test]
fn bg4_ordmv_02_range_stops_where_it_reaches() {
    assert_eq!(moved(bow(10.5), Order::Range, 13.0), 2.5);
    assert_eq!(moved(bow(10.5), Order::Range, 15.0), 3.5);
    // Friends directly in front: at 10 it shoots over them, at 13 the path is blocked.
    let behind = |distance: f64| {
        ahead(bow(10.5), Order::Range, distance)
            .unit("A2", line(), (18.0, 12.5, 0.0))
            .state()
    };
    assert!(plan(&behind(10.0)).legs.is_empty());
    let far = behind(13.0);
    assert!(matches!(
        would_move(&Field::of(&far), id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::IndirectPath
    ));
    assert!(would_it_move(&Field::of(&far), id("A1")));
}

#[test]
fn bg4_ordmv_03_short_and_long() {
    assert_eq!(moved(bow(14.0), Order::Long, 15.5), 1.5);
    assert_eq!(moved(bow(14.0), Order::Short, 9.0), 2.0);
}

#[test]
fn bg4_ordmv_04_a_line_of_sight_unit_needs_an_open_path_to_stand() {
    let crossbows = shooting(10.5, RangedType::LineOfSight);
    let free = ahead(crossbows.clone(), Order::Range, 8.0).state();
    assert!(plan(&free).legs.is_empty());
    let blocked = ahead(crossbows, Order::Range, 8.0)
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .state();
    assert!(would_it_move(&Field::of(&blocked), id("A1")));
    assert!(
        would_move(&Field::of(&blocked), id("A1"), &[]).is_err(),
        "it does not simply stand"
    );
}

#[test]
fn bg4_ordmv_05_hold_stands() {
    assert_eq!(moved(line(), Order::Hold, 2.0), 0.0);
}

#[test]
fn bg4_ordmv_06_the_cap_is_the_most_it_moves() {
    let state = capped(ahead(moving(6.0), Order::Close, 5.5), 5.0).state();
    assert_eq!(plan(&state).distance, inches(5.0));
}

#[test]
fn bg4_ordmv_07_to_the_nearest_part_of_the_token() {
    let state = token(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold),
        "A1",
        1,
        (18.0, 14.0),
    )
    .state();
    let found = plan(&state);
    assert_eq!(found.distance.rounded(), inches(2.435));
    assert_eq!(found.reached, Some(TokenNo(1)));
}

#[test]
fn bg4_ordmv_08_round_a_friend_to_the_token() {
    // (book example) Option B leads round the friend.
    let state = token(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (19.0, 15.0, 0.0)),
        "A1",
        1,
        (18.0, 21.0),
    )
    .state();
    let field = Field::of(&state);
    let Err(Need::Ask(question)) = would_move(&field, id("A1"), &[]) else {
        panic!("the owner chooses");
    };
    assert_eq!(question.topic, Topic::IndirectPath);
    let around = Answered {
        topic: Topic::IndirectPath,
        unit: Some(id("A1")),
        about: None,
        answer: Answer::Number(1),
    };
    let found = would_move(&field, id("A1"), &[around]).unwrap();
    assert_eq!(
        (found.aim, found.indirect),
        (Some(Aim::Token(TokenNo(1))), Some(super::Indirect::Around))
    );
}

#[test]
fn bg4_ordmv_09_enemies_beside_the_way_do_not_matter() {
    // (book example) The Peasant Mob beside the path.
    let state = token(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (22.5, 14.0, 180.0)),
        "A1",
        1,
        (18.0, 20.0),
    )
    .state();
    let found = plan(&state);
    assert_eq!(
        (found.aim, found.to),
        (Some(Aim::Token(TokenNo(1))), pose(18.0, 13.5, 0.0))
    );
    assert!(!crate::final_rush::must_rush(&state, id("A1")));
}

#[test]
fn bg4_ordmv_10_the_rest_of_the_order_with_the_rest_of_the_move() {
    let reach = |order: Order, kind: UnitType| {
        let base = ahead(kind, order, 9.0);
        plan(&token(base, "A1", 1, (18.0, 14.0)).state())
            .distance
            .rounded()
            .value()
    };
    assert_eq!(reach(Order::Close, line()), 3.5);
    assert_eq!(reach(Order::Hold, line()), 2.435);
    assert_eq!(reach(Order::Range, bow(14.0)), 2.435);
    assert_eq!(reach(Order::Range, bow(5.0)), 3.5);
}

#[test]
fn bg4_ordmv_11_ranged_units_head_for_their_token_all_the_same() {
    let state = token(ahead(bow(14.0), Order::Range, 5.0), "A1", 1, (10.0, 20.0)).state();
    let found = plan(&state);
    assert_eq!(found.aim, Some(Aim::Token(TokenNo(1))));
    assert!(!found.legs.is_empty());
}

#[test]
fn bg4_ordmv_12_hold_with_a_token_moves() {
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold);
    let going = token(base, "A1", 1, (18.0, 20.0)).state();
    assert!(would_it_move(&Field::of(&going), id("A1")));
    let held = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .state();
    assert!(!would_it_move(&Field::of(&held), id("A1")));
}

#[test]
fn bg4_ordmv_13_an_objective_behind_the_unit() {
    let state = ahead(line(), Order::Close, 6.0)
        .unit("B2", line(), (18.0, 2.0, 0.0))
        .objective("A1", Objective::Enemy(id("B2")))
        .state();
    let found = plan(&state);
    assert_eq!(found.legs, [Leg::AboutFace, straight(2.5)]);
}

#[test]
fn bg4_ordmv_14_a_friend_before_the_objective_asks_for_an_indirect_path() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (19.0, 12.6, 0.0))
        .unit("B1", line(), (17.5, 15.5, 180.0))
        .unit("B2", line(), (13.0, 13.6, 180.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .state();
    assert!(!crate::final_rush::must_rush(&state, id("A1")));
    assert!(matches!(
        would_move(&Field::of(&state), id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::IndirectPath
    ));
}

#[test]
fn bg4_ordmv_15_range_goes_until_the_objective_is_in_range() {
    let state = ahead(bow(14.0), Order::Range, 16.0)
        .unit("B2", line(), (25.0, 14.0, 270.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .state();
    assert_eq!(plan(&state).distance.rounded(), inches(2.0));
}

/// A leader at (18, 14) that looks north: its rear centre is (18, 12.75).
fn led(units: &[(&str, f64, f64)]) -> Scene {
    units.iter().fold(
        scene().unit("A9", line(), (18.0, 14.0, 0.0)),
        |scene, (name, x, y)| {
            scene
                .unit(name, line(), (*x, *y, 0.0))
                .objective(name, Objective::Friend(id("A9")))
        },
    )
}

#[test]
fn bg4_ordmv_16_followers_come_up_to_the_leaders_rear() {
    let alone = led(&[("A1", 18.0, 10.0)]).state();
    let found = plan(&alone);
    assert_eq!(
        (found.aim, found.to),
        (Some(Aim::Leader(id("A9"), Side::Rear)), pose(18.0, 11.5, 0.0))
    );
    // (book example) Two followers share the rear: 1.75 of 3.5 inches each.
    let two = led(&[("A1", 16.25, 10.0), ("A2", 19.75, 10.0)]).state();
    let both = [id("A1"), id("A2")];
    for (follower, other) in [(both[0], both[1]), (both[1], both[0])] {
        let field = Field::of(&two).without(&[other]);
        let found = would_move_with(&field, follower, &[], &both).unwrap();
        let unit = two.unit(follower).unwrap();
        let (own, leader) = (
            two.card(unit).unwrap().at(found.to),
            two.card(two.unit(id("A9")).unwrap()).unwrap(),
        );
        let contact = contact_length(&own, Side::Front, &leader, Side::Rear, TOL);
        assert!((contact.value() - 1.75).abs() < 0.01, "{follower}: {contact}");
    }
    // Another unit stands where the front centre would meet the rear centre: as much contact as there is room for.
    let taken = led(&[("A1", 18.0, 9.0)])
        .unit("A3", line(), (21.0, 11.5, 0.0))
        .state();
    let found = plan(&taken);
    let front = taken
        .card(taken.unit(id("A1")).unwrap())
        .unwrap()
        .at(found.to)
        .front_centre();
    assert!(
        front.x.value() < 17.6,
        "it aims at the free part of the rear: {front:?}"
    );
    // (book example) A Range follower with an enemy in range follows its leader.
    let bows = scene()
        .unit("A1", bow(14.0), (18.0, 6.0, 0.0))
        .order("A1", Order::Range)
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("B1", line(), (26.0, 14.0, 270.0))
        .state();
    assert_eq!(plan(&bows).distance, inches(3.5));
}

#[test]
fn bg4_ordmv_17_a_close_follower_ignores_enemies_beside_its_way() {
    let state = led(&[("A1", 18.0, 6.0)])
        .unit("B1", line(), (22.5, 9.0, 180.0))
        .state();
    assert!(!crate::final_rush::must_rush(&state, id("A1")));
    assert_eq!(plan(&state).to, pose(18.0, 9.5, 0.0));
}

#[test]
fn bg4_ordmv_18_short_with_a_token_keeps_moving() {
    let state = token(ahead(bow(14.0), Order::Short, 6.0), "A1", 1, (10.0, 20.0)).state();
    assert!(!plan(&state).legs.is_empty());
}

#[test]
fn bg4_order_02_close_with_a_bow_moves() {
    assert_eq!(moved(bow(14.0), Order::Close, 12.0), 3.5);
}

#[test]
fn bg4_order_03_hold_with_a_location_is_no_holding() {
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold);
    assert!(!would_it_move(&Field::of(&base.state()), id("A1")));
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold);
    let going = token(base, "A1", 1, (18.0, 18.0)).state();
    assert!(would_it_move(&Field::of(&going), id("A1")));
}

#[test]
fn bg4_order_04_range_stands_or_comes_into_range() {
    assert_eq!(moved(bow(14.0), Order::Range, 13.5), 0.0);
    assert_eq!(moved(bow(14.0), Order::Range, 15.0), 1.0);
    assert_eq!(
        refused(&line(), WrittenOrder::plain(Order::Range)),
        Some("BG4-ORDER-04".to_owned())
    );
    assert_eq!(refused(&bow(14.0), WrittenOrder::plain(Order::Range)), None);
}

fn refused(kind: &UnitType, order: WrittenOrder) -> Option<String> {
    let state = scene()
        .unit("A1", kind.clone(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 24.0, 180.0))
        .set(|state| {
            state.tokens.insert(TokenNo(7), (Seat::B, point(3.0, 3.0)));
        })
        .state();
    let unit = state.unit(id("A1")).unwrap();
    crate::order_legality::check_order(&state, unit, &order)
        .err()
        .map(|refusal| refusal.rule.to_string())
}

#[test]
fn bg4_order_05_without_ammo_it_takes_position_all_the_same() {
    let state = scene()
        .unit("A1", bow(14.0), (18.0, 2.0, 0.0))
        .order("A1", Order::Range)
        .change("A1", |unit| unit.ammo_marked = 20)
        .unit("B1", line(), (18.0, 24.5, 180.0))
        .state();
    assert_eq!(plan(&state).distance, inches(3.5));
}

#[test]
fn bg4_order_06_the_chosen_attack_governs_movement() {
    let spell = Spell {
        name: "Bolt".to_owned(),
        keywords: [SpellKeyword::Attack].into(),
        range: Distance::try_from(10.5).unwrap(),
        way: RangedType::Indirect,
        profile: Some(Profile {
            dice: 3,
            skill: 5,
            power: 5,
        }),
        effects: Vec::new(),
    };
    let wizard = UnitType {
        spells: vec![spell],
        ..bow(17.5)
    };
    let state = ahead(wizard, Order::Range, 12.0).state();
    let field = Field::of(&state);
    assert!(matches!(
        would_move(&field, id("A1"), &[]),
        Err(Need::Ask(question)) if question.topic == Topic::RangedMode
    ));
    for (mode, distance) in [(0, 0.0), (1, 1.5)] {
        let chosen = Answered {
            topic: Topic::RangedMode,
            unit: Some(id("A1")),
            about: None,
            answer: Answer::Number(mode),
        };
        let found = would_move(&field, id("A1"), &[chosen]).unwrap();
        assert_eq!(found.distance.rounded(), inches(distance));
    }
}

#[test]
fn bg4_order_07_short_goes_to_seven() {
    assert_eq!(moved(bow(14.0), Order::Short, 9.0), 2.0);
    assert_eq!(moved(bow(14.0), Order::Short, 7.0), 0.0);
    // RULING: BG4-ORDER-07, only to 7 even with a shorter reach.
    assert_eq!(moved(bow(5.0), Order::Short, 9.0), 2.0);
}

#[test]
fn bg4_order_08_long_goes_to_fourteen() {
    assert_eq!(moved(bow(10.5), Order::Long, 14.0), 0.0);
    let far = |movement: f64| {
        let kind = UnitType {
            movement: mc(movement),
            ..bow(21.0)
        };
        scene()
            .unit("A1", kind, (18.0, 2.0, 0.0))
            .order("A1", Order::Long)
            .unit("B1", line(), (18.0, 22.5, 180.0))
            .state()
    };
    assert_eq!(plan(&far(3.5)).distance, inches(3.5));
    assert_eq!(plan(&far(5.0)).distance.rounded(), inches(4.0));
}

#[test]
fn bg4_order_10_one_modifier_of_each_type() {
    let both = WrittenOrder {
        cap: Some(mc(2.5)),
        objective: Some(Objective::Location(TokenNo(1))),
        token_at: Some(point(12.0, 12.0)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), both), None);
    // Two objectives cannot be written.
    assert!(
        serde_json::from_str::<WrittenOrder>(r#"{"order":"close","objective":{"enemy":"B1","friend":"A2"}}"#)
            .is_err()
    );
}

#[test]
fn bg4_order_11_toward_the_token_past_nearer_enemies() {
    // (book example) Knights C with objective 1, Spearmen nearer.
    let state = token(ahead(line(), Order::Close, 8.0), "A1", 1, (26.0, 18.0)).state();
    assert_eq!(plan(&state).aim, Some(Aim::Token(TokenNo(1))));
    let location = |token: u8, at: Option<(f64, f64)>| WrittenOrder {
        objective: Some(Objective::Location(TokenNo(token))),
        token_at: at.map(|(x, y)| point(x, y)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(
        refused(&line(), location(1, None)),
        Some("BG4-ORDER-11".to_owned())
    );
    assert_eq!(
        refused(&line(), location(1, Some((40.0, 3.0)))),
        Some("BG4-ORDER-11".to_owned())
    );
    assert_eq!(
        refused(&line(), location(7, None)),
        Some("BG4-ORDER-16".to_owned())
    );
    assert_eq!(refused(&line(), location(1, Some((12.0, 3.0)))), None);
    let stray = WrittenOrder {
        token_at: Some(point(3.0, 4.0)),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), stray), Some("BG4-ORDER-11".to_owned()));
}

#[test]
fn bg4_order_13_no_enemy_objective_on_hold() {
    let aimed = |order: Order, at: &str| WrittenOrder {
        objective: Some(Objective::Enemy(id(at))),
        ..WrittenOrder::plain(order)
    };
    assert_eq!(
        refused(&line(), aimed(Order::Hold, "B1")),
        Some("BG4-ORDER-13".to_owned())
    );
    assert_eq!(refused(&line(), aimed(Order::Close, "B1")), None);
    assert_eq!(
        refused(&line(), aimed(Order::Close, "A2")),
        Some("BG4-ORDER-13".to_owned())
    );
}

#[test]
fn bg4_order_14_a_follower_keeps_its_objective() {
    let at = |y: f64| {
        led(&[("A1", 18.0, 11.5)])
            .change("A9", |unit| unit.pose = Some(pose(18.0, y, 0.0)))
            .state()
    };
    assert!(plan(&at(14.0)).legs.is_empty());
    assert_eq!(plan(&at(14.0)).reached, None);
    assert_eq!(plan(&at(17.5)).to, pose(18.0, 15.0, 0.0));
    let follow = |whom: &str| WrittenOrder {
        objective: Some(Objective::Friend(id(whom))),
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), follow("A2")), None);
    assert_eq!(refused(&line(), follow("A1")), Some("BG4-ORDER-14".to_owned()));
    assert_eq!(refused(&line(), follow("B1")), Some("BG4-ORDER-14".to_owned()));
}

fn flyer() -> UnitType {
    UnitType {
        movement: mc(2.5),
        flying: Some(mc(8.5)),
        boxes: Boxes {
            green: 2,
            yellow: 1,
            red: 1,
        },
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

#[test]
fn bg4_order_15_only_flyers_are_airborne() {
    let up = WrittenOrder {
        airborne: true,
        ..WrittenOrder::plain(Order::Close)
    };
    assert_eq!(refused(&line(), up), Some("BG4-ORDER-15".to_owned()));
    assert_eq!(refused(&flyer(), up), None);
}

fn in_the_air(scene: Scene) -> Scene {
    scene.change("A1", |unit| {
        unit.airborne = true;
        unit.turn.began_flying = true;
    })
}

#[test]
fn bg4_skirm_05_a_skirmisher_that_may_not_rush_stops_before_the_front() {
    let skirmisher = UnitType {
        movement: mc(5.0),
        ..with_keywords(&[Keyword::Normal, Keyword::Skirmisher])
    };
    assert_eq!(moved(skirmisher.clone(), Order::Close, 4.0), 2.75);
    assert_eq!(moved(skirmisher, Order::Close, 9.0), 5.0);
}

#[test]
fn bg4_fly_01_the_air_has_a_movement_of_its_own() {
    assert_eq!(
        plan(&in_the_air(ahead(flyer(), Order::Close, 13.0)).state()).distance,
        inches(8.5)
    );
    assert_eq!(moved(flyer(), Order::Close, 13.0), 2.5);
}

#[test]
fn bg4_fly_02_taken_off_this_turn_it_flies() {
    let state = ahead(flyer(), Order::Close, 13.0)
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.took_off = true;
        })
        .state();
    assert_eq!(plan(&state).distance, inches(8.5));
}

#[test]
fn bg4_fly_03_a_flyer_on_close_lands_before_its_enemy() {
    let far = plan(&in_the_air(ahead(flyer(), Order::Close, 10.0)).state());
    assert_eq!((far.distance, far.lands), (inches(8.5), false));
    let near = plan(&in_the_air(ahead(flyer(), Order::Close, 2.0)).state());
    assert_eq!((near.to, near.lands), (pose(18.0, 12.0, 0.0), true));
    // Not in the turn in which it took off.
    let risen = in_the_air(ahead(flyer(), Order::Close, 2.0)).change("A1", |unit| unit.turn.took_off = true);
    assert!(!plan(&risen.state()).lands);
    // Over the enemy's front when the turn begins: the rear counts as the Facing Side.
    let over = in_the_air(scene().unit("A1", flyer(), (18.0, 11.0, 0.0)).unit(
        "B1",
        line(),
        (18.0, 13.0, 180.0),
    ));
    assert_eq!(plan(&over.state()).aim, Some(Aim::Enemy(id("B1"), Side::Rear)));
}

#[test]
fn bg4_fly_04_a_flyer_reaches_its_token_in_the_air() {
    let base = in_the_air(
        scene()
            .unit("A1", flyer(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold),
    );
    let found = plan(&token(base, "A1", 1, (18.0, 16.0)).state());
    assert_eq!((found.reached, found.lands), (Some(TokenNo(1)), false));
}

#[test]
fn bg4_fly_16_an_airborne_unit_follows_its_order() {
    let bows = UnitType {
        ranged: bow(10.5).ranged,
        ..flyer()
    };
    let found = plan(&in_the_air(ahead(bows, Order::Range, 15.0)).state());
    assert_eq!((found.distance.rounded(), found.lands), (inches(4.5), false));
    let over = in_the_air(ahead(flyer(), Order::Close, 13.0))
        .unit("A2", line(), (18.0, 14.0, 0.0))
        .state();
    let found = plan(&over);
    assert_eq!((found.to, found.indirect), (pose(18.0, 18.5, 0.0), None));
}
