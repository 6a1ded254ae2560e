//! Legs one by one: what each costs, where it leads, what forbids it.

use battleground_geometry::{Degrees, Hand, Inches, Pose, Turn, Way, largest_turn};

use crate::field::Field;
use crate::model::cards::{TerrainType, UnitType};
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::movement_category::Mc;
use crate::model::orders::{Order, Orders};
use crate::model::refusal::Refusal;
use crate::model::state::{State, Status};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::would_move;
use crate::procedures::rush::targets;
use crate::rules::movement::control::check_legs;
use crate::scene::{
    Scene, begun, forward as straight, ground, id, inches, line, mc, moving, pose, reform, scene,
    shift as on, turn, with_keywords,
};

fn one(distance: f64) -> Scene {
    scene().unit("A1", moving(distance), (18.0, 10.0, 0.0))
}

fn back_turn(hand: Hand, angle: f64, distance: f64) -> Leg {
    Leg::Turn {
        hand,
        angle: Degrees::new(angle).unwrap(),
        inches: inches(distance),
        backward: true,
    }
}

fn controlled(state: &State, legs: &[Leg]) -> Result<Plan, Refusal> {
    check_legs(&Field::of(state), state.unit(id("A1")).unwrap(), legs, None)
}

fn ends(state: &State, legs: &[Leg]) -> Pose {
    controlled(state, legs).unwrap().to
}

fn refused(state: &State, legs: &[Leg]) -> String {
    controlled(state, legs)
        .unwrap_err()
        .id(crate::editions::Edition::V4)
}

/// How far the unit goes straight on.
fn far(state: &State) -> f64 {
    let field = Field::of(state);
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    mover.shifted(&mover.start(), Way::Forward, 100.0).unwrap().1
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.001_5, "{found} is not {expected}");
}

#[test]
fn bg4_move_13_the_outside_corner_goes_along_the_ruler() {
    let state = one(3.5).state();
    // (book example) 3.5 at the front right corner is the whole of the Spearmen's turn to the left.
    let left = controlled(&state, &[turn(Hand::Left, 30.0, 3.5)]).unwrap();
    assert_eq!(left.to, pose(17.109, 12.324, 330.0));
    assert_eq!(left.distance.rounded(), inches(3.5));
    let state = one(5.0).state();
    assert_eq!(
        ends(&state, &[turn(Hand::Right, 45.0, 5.0)]),
        pose(20.139, 12.664, 45.0)
    );
}

#[test]
fn bg4_move_14_a_turn_costs_what_its_farthest_corner_moves() {
    let state = one(6.0).state();
    for (angle, ruler, cost) in [(30.0, 3.5, 3.5), (10.0, 1.25, 1.287)] {
        let plan = controlled(&state, &[turn(Hand::Left, angle, ruler)]).unwrap();
        assert_near(plan.distance.value(), cost);
    }
}

#[test]
fn bg4_move_15_the_sharpest_turn() {
    let state = one(8.5).state();
    let rows = [
        (3.5, 30.0, true),
        (3.5, 30.5, false),
        (3.5, 48.2, false), // (book example) A line of 2.5 against a front of 3.5.
        (2.5, 20.0, true),
        (2.5, 21.0, true), // 3.497 is within the tolerance.
        (2.5, 22.0, false),
        (7.0, 90.0, true),
        (8.0, 90.5, false), // RULING: BG4-MOVE-15, at most a right angle.
    ];
    for (ruler, angle, legal) in rows {
        let found = controlled(&state, &[turn(Hand::Right, angle, ruler)]);
        assert_eq!(found.is_ok(), legal, "{angle} with {ruler}");
        if !legal {
            assert_eq!(found.unwrap_err().id(crate::editions::Edition::V4), "BG4-MOVE-15");
        }
    }
    let table = [
        (1.25, 10.29),
        (1.75, 14.48),
        (2.5, 20.92),
        (3.5, 30.0),
        (5.0, 45.58),
        (6.0, 59.0),
        (7.0, 90.0),
    ];
    for (ruler, angle) in table {
        let most = largest_turn(inches(3.5), inches(ruler)).value();
        assert!((most - angle).abs() < 0.006, "{ruler}: {most}");
        assert!(
            controlled(&state, &[turn(Hand::Left, angle - 0.01, ruler)]).is_ok(),
            "{ruler}"
        );
    }
}

#[test]
fn bg4_move_16_no_leg_turns_while_it_goes_sideways() {
    // A sideways leg has no angle; a turn after it is a turn of the front and ends the sideways maneuver.
    assert!(serde_json::from_str::<Leg>(r#"{"shift":{"way":"left","inches":2.0,"angle":10.0}}"#).is_err());
    let state = one(6.0).state();
    let legs = [on(Way::Left, 0.5), turn(Hand::Left, 2.0, 0.5), on(Way::Left, 0.5)];
    assert_eq!(controlled(&state, &legs).unwrap().allowance, inches(3.5));
}

#[test]
fn bg4_move_17_legs_of_any_kind_within_the_allowance() {
    let state = one(6.0).state();
    let legs = |last: f64| [straight(2.5), turn(Hand::Left, 5.0, 2.0), straight(last)];
    assert!(controlled(&state, &legs(1.5)).is_ok());
    assert_eq!(refused(&state, &legs(1.6)), "BG4-MOVE-17");
    // A leg of less than nothing is none.
    for way in [Way::Forward, Way::Left, Way::Right, Way::Backward] {
        assert_eq!(refused(&state, &[on(way, -5.0)]), "BG4-MOVE-17", "{way:?}");
        assert_eq!(
            refused(&state, &[straight(1.0), on(way, -1.0)]),
            "BG4-MOVE-17",
            "{way:?}"
        );
    }
}

#[test]
fn bg4_move_18_a_unit_stops_where_it_touches() {
    let ahead = one(3.5).unit("A2", line(), (18.0, 14.5, 0.0)).state();
    assert_near(far(&ahead), 2.0);
    assert_eq!(refused(&ahead, &[straight(2.5)]), "BG4-MOVE-18");
    assert!(controlled(&ahead, &[straight(2.0)]).is_ok());
    // Passing flank to flank without a gap is allowed.
    let beside = one(3.5).unit("A2", line(), (21.5, 13.0, 0.0)).state();
    assert_near(far(&beside), 3.5);
    // A turn into a neighbour is not.
    let wedged = one(3.5).unit("A2", line(), (21.5, 10.0, 0.0)).state();
    assert_eq!(refused(&wedged, &[turn(Hand::Right, 20.0, 3.5)]), "BG4-MOVE-18");
}

#[test]
fn bg4_move_20_the_table_edge_stops_it() {
    let state = scene().unit("A1", line(), (18.0, 26.75, 0.0)).state();
    assert_near(far(&state), 2.0);
    assert_eq!(refused(&state, &[straight(3.0)]), "BG4-MOVE-20");
}

#[test]
fn bg4_move_21_a_maneuver_may_not_lower_the_mc_below_what_is_moved() {
    let state = one(6.0).state();
    assert!(controlled(&state, &[straight(3.5), on(Way::Left, 1.5)]).is_ok());
    assert!(controlled(&state, &[straight(3.5), on(Way::Left, 1.6)]).is_err());
    assert!(controlled(&state, &[straight(3.5), reform(45.0)]).is_ok());
    assert!(controlled(&state, &[straight(3.5), reform(45.0), straight(0.1)]).is_err());
    assert_eq!(refused(&state, &[straight(4.0), reform(45.0)]), "BG4-MOVE-21");
}

#[test]
fn bg4_cmd_06_direct_control_ignores_the_cap_but_not_an_engagement() {
    let capped = one(6.0)
        .change("A1", |unit| {
            unit.status = Status::Ready(Some(Orders {
                cap: Some(mc(2.5)),
                ..Orders::plain(Order::Close)
            }));
        })
        .state();
    assert!(controlled(&capped, &[straight(6.0)]).is_ok());
    let engaged = one(6.0)
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", battleground_geometry::Side::Front)
        .state();
    assert_eq!(refused(&engaged, &[on(Way::Left, 1.0)]), "BG4-ENG-04");
}

#[test]
fn bg4_cmd_07_under_direct_control_touching_engages_nobody() {
    let two_ahead = |order: Order| {
        begun(
            one(3.5)
                .order("A1", order)
                .unit("B1", line(), (18.0, 14.5, 180.0))
                .change("A1", |unit| unit.turn.controlled = true),
        )
    };
    let state = two_ahead(Order::Hold);
    assert_eq!(ends(&state, &[straight(2.0)]), pose(18.0, 12.0, 0.0));
    assert!(!targets::must_rush(&state, id("A1")), "only Close units rush");
    assert!(targets::must_rush(&two_ahead(Order::Close), id("A1")));
}

#[test]
fn bg4_man_01_penalties_add_up() {
    // (book example) Move 6, Reform in forest: 2.5.
    let forest = one(6.0)
        .terrain(ground(
            TerrainType::Forest,
            &[(10.0, 4.0), (26.0, 4.0), (26.0, 20.0), (10.0, 20.0)],
        ))
        .state();
    assert!(controlled(&forest, &[reform(90.0), straight(2.5)]).is_ok());
    assert!(controlled(&forest, &[reform(90.0), straight(2.6)]).is_err());
    let state = one(6.0).state();
    let allowance = |legs: &[Leg]| controlled(&state, legs).unwrap().allowance.value();
    assert_near(allowance(&[Leg::AboutFace, on(Way::Left, 1.0)]), 3.5);
    assert_near(allowance(&[on(Way::Left, 0.5), on(Way::Right, 0.5)]), 3.5);
    assert_near(allowance(&[on(Way::Left, 0.5), on(Way::Left, 0.5)]), 5.0);
    assert_near(allowance(&[on(Way::Backward, 0.5)]), 3.5);
}

#[test]
fn bg4_man_02_an_ordered_unit_maneuvers_only_if_that_ends_nearer() {
    let plan = |x: f64, y: f64| {
        let state = one(3.5).unit("B1", line(), (x, y, 180.0)).state();
        would_move(&Field::of(&state), id("A1"), &[]).unwrap().legs
    };
    assert_eq!(plan(18.0, 24.5), [straight(3.5)]);
    assert_eq!(plan(18.0, 3.0)[0], Leg::AboutFace);
}

#[test]
fn bg4_man_04_turning_backward() {
    let state = one(6.0).state();
    assert_eq!(
        ends(&state, &[back_turn(Hand::Left, 30.0, 3.5)]),
        pose(18.891, 7.676, 330.0)
    );
    assert_eq!(
        refused(&state, &[back_turn(Hand::Left, 31.0, 3.5)]),
        "BG4-MOVE-15"
    );
    assert!(controlled(&state, &[back_turn(Hand::Left, 20.0, 3.6)]).is_err());
}

#[test]
fn bg4_man_06_about_face_needs_no_room() {
    let state = one(3.5)
        .unit("A2", line(), (21.5, 10.0, 0.0))
        .unit("A3", line(), (14.5, 10.0, 0.0))
        .state();
    assert_eq!(ends(&state, &[Leg::AboutFace]), pose(18.0, 10.0, 180.0));
}

/// Greedy battles 26 and 85: it came out from under nobody onto a friend that had stepped there.
#[test]
fn bg4_colos_05_who_is_slid_turns_about_only_where_both_cards_have_room() {
    let slid = || {
        scene()
            .unit("A1", crate::scene::colossal(), (18.0, 13.75, 0.0))
            .change("A1", |unit| unit.slid = true)
    };
    let under = slid().unit("A2", line(), (18.0, 15.0, 0.0)).state();
    assert_eq!(refused(&under, &[Leg::AboutFace]), "BG4-COLOS-05");
    assert_eq!(ends(&slid().state(), &[Leg::AboutFace]), pose(18.0, 13.75, 180.0));
}

#[test]
fn bg4_man_07_a_reform_needs_room() {
    let touching = one(6.0).unit("A2", line(), (21.5, 10.0, 0.0)).state();
    assert_eq!(refused(&touching, &[reform(45.0)]), "BG4-MAN-07");
    assert_eq!(refused(&one(6.0).state(), &[reform(180.0)]), "BG4-MAN-07");
    // The corner sweeps into low brush on the way to 90 degrees: three rows in all.
    let brush = one(6.0)
        .terrain(ground(
            TerrainType::LowBrush,
            &[(20.0, 8.0), (22.0, 8.0), (22.0, 12.0), (20.0, 12.0)],
        ))
        .state();
    assert_eq!(
        controlled(&brush, &[reform(90.0)]).unwrap().allowance,
        inches(2.5)
    );
}

#[test]
fn bg4_man_08_a_maneuver_may_use_up_the_whole_mc() {
    let slow = one(1.75).state();
    assert!(controlled(&slow, &[reform(45.0)]).is_ok());
    assert!(controlled(&slow, &[reform(45.0), straight(0.1)]).is_err());
    let slower = one(1.25).state();
    assert_eq!(refused(&slower, &[reform(45.0)]), "BG4-MAN-08");
    assert!(controlled(&slower, &[Leg::AboutFace]).is_ok());
    assert!(controlled(&slower, &[Leg::AboutFace, straight(0.1)]).is_err());
}

fn flyer() -> UnitType {
    UnitType {
        movement: mc(2.5),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

fn in_the_air() -> Scene {
    scene()
        .unit("A1", flyer(), (18.0, 10.0, 0.0))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.began_flying = true;
        })
}

fn landing(state: &State, legs: &[Leg], heading: f64) -> Result<Plan, Refusal> {
    let heading = Degrees::new(heading).unwrap();
    check_legs(
        &Field::of(state),
        state.unit(id("A1")).unwrap(),
        legs,
        Some(heading),
    )
}

#[test]
fn bg4_man_09_a_free_maneuver_costs_nothing() {
    // A landing flyer Reforms for free: it moves its whole ground MC and turns; on the ground the same turn costs so much that
    // the move is too long.
    let whole = flyer().movement.inches().value();
    let plan = landing(&in_the_air().state(), &[straight(whole)], 90.0).unwrap();
    assert_eq!(plan.to, pose(18.0, 10.0 + whole, 90.0));
    let on_foot = scene().unit("A1", flyer(), (18.0, 10.0, 0.0)).state();
    assert!(controlled(&on_foot, &[straight(whole)]).is_ok());
    assert!(controlled(&on_foot, &[straight(whole), reform(90.0)]).is_err());
}

#[test]
fn bg4_skirm_02_free_maneuvers_under_direct_control() {
    let skirmisher = UnitType {
        movement: mc(5.0),
        ..with_keywords(&[Keyword::Normal, Keyword::Skirmisher])
    };
    let state = scene().unit("A1", skirmisher, (18.0, 10.0, 0.0)).state();
    assert!(controlled(&state, &[Leg::AboutFace, straight(5.0)]).is_ok());
    assert!(controlled(&one(5.0).state(), &[Leg::AboutFace, straight(5.0)]).is_err());
}

#[test]
fn bg4_fly_05_straight_and_turns_over_everything() {
    let state = in_the_air()
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .unit("B1", line(), (18.0, 17.0, 180.0))
        .state();
    for leg in [
        on(Way::Left, 1.0),
        on(Way::Backward, 1.0),
        Leg::AboutFace,
        reform(90.0),
    ] {
        assert_eq!(refused(&state, &[leg]), "BG4-FLY-05");
    }
    assert_eq!(ends(&state, &[straight(7.0)]), pose(18.0, 17.0, 0.0));
    assert!(controlled(&state, &[turn(Hand::Left, 30.0, 5.0)]).is_ok());
    // RULING: BG4-FLY-05, a flyer obstructs nobody on the ground.
    let below = one(6.0)
        .unit("A2", flyer(), (18.0, 13.0, 0.0))
        .change("A2", |unit| unit.airborne = true)
        .state();
    assert_near(far(&below), 6.0);
}

#[test]
fn bg4_fly_06_landing_limits() {
    let state = in_the_air().state();
    assert!(landing(&state, &[straight(2.5)], 0.0).is_ok());
    assert_eq!(
        landing(&state, &[straight(3.0)], 0.0)
            .unwrap_err()
            .id(crate::editions::Edition::V4),
        "BG4-FLY-06"
    );
    let over = in_the_air().unit("A2", line(), (18.0, 13.0, 0.0)).state();
    assert!(landing(&over, &[straight(2.0)], 0.0).is_err());
    let risen = in_the_air()
        .change("A1", |unit| unit.turn.took_off = true)
        .state();
    assert!(landing(&risen, &[straight(1.0)], 0.0).is_err());
    assert!(
        landing(&one(3.5).state(), &[], 0.0).is_err(),
        "a unit on the ground lands nowhere"
    );
}

#[test]
fn bg4_fly_07_a_landing_unit_faces_where_it_likes() {
    let plan = landing(&in_the_air().state(), &[straight(2.0)], 90.0).unwrap();
    assert_eq!((plan.to, plan.lands), (pose(18.0, 12.0, 90.0), true));
}

/// Ground that begins so far ahead of the unit.
fn with_ground(movement: f64, kind: TerrainType, ahead: f64) -> State {
    let from = 11.25 + ahead;
    one(movement)
        .terrain(ground(
            kind,
            &[(10.0, from), (26.0, from), (26.0, from + 4.0), (10.0, from + 4.0)],
        ))
        .state()
}

#[test]
fn bg4_terr_10_terrain_met_late_stops_the_unit_at_its_edge() {
    let rows = [
        (TerrainType::Swamp, 3.0, 3.0),
        (TerrainType::Swamp, 1.5, 1.75),
        (TerrainType::Forest, 2.5, 2.5),
        (TerrainType::Forest, 2.0, 2.5),
    ];
    for (kind, ahead, total) in rows {
        assert_near(far(&with_ground(3.5, kind, ahead)), total);
    }
}

#[test]
fn bg4_terr_09_who_starts_in_a_forest_and_leaves_it_at_once_is_slowed_all_turn() {
    // A1 reaches from y 8.75 to 11.25; the forest ends before its front.
    let wood = crate::scene::ground(
        TerrainType::Forest,
        &[(10.0, 8.0), (26.0, 8.0), (26.0, 11.0), (10.0, 11.0)],
    );
    assert_near(far(&one(3.5).state()), 3.5);
    assert_near(far(&one(3.5).terrain(wood).state()), 2.5);
}

#[test]
fn bg4_terr_09_what_is_known_of_a_turn_into_terrain_is_true_of_those_alike() {
    let state = with_ground(6.0, TerrainType::Swamp, 2.0);
    let field = Field::of(&state);
    let anew = || Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    let start = anew().start();
    let turned = |mover: &Mover<'_>, half_degrees: i32, ruler: f64| {
        let angle = Degrees::new(f64::from(half_degrees) / 2.0).unwrap();
        let turn = Turn::new(Hand::Right, angle, inches(ruler)).unwrap();
        (mover.turned(&start, turn, false), turn)
    };
    let (mut known, mut borne) = (0, 0);
    for half_degrees in [10, 20, 30, 40] {
        let mover = anew();
        if turned(&mover, half_degrees, 5.5).0.is_some() {
            continue;
        }
        for (half_degrees, tenth) in
            (half_degrees - 3..half_degrees + 3).flat_map(|by| (5..=60).map(move |tenth| (by, tenth)))
        {
            let (end, turn) = turned(&anew(), half_degrees, f64::from(tenth) / 10.0);
            borne += i32::from(end.is_some_and(|end| end.terrain < 0));
            if mover
                .blocked_rulers(&start, turn.hand(), turn.angle(), turn.ruler())
                .is_some()
            {
                assert_eq!(end, None, "{turn:?}");
                known += 1;
            }
        }
    }
    assert!(
        known > 50 && borne > 50,
        "{known} known, {borne} enter it and can"
    );
}

#[test]
fn bg4_terr_20_a_road_ends_with_the_whole_card_on_it() {
    let road = |end: f64| {
        one(3.5)
            .terrain(ground(
                TerrainType::Road,
                &[(14.0, 5.0), (22.0, 5.0), (22.0, end), (14.0, end)],
            ))
            .state()
    };
    assert_near(far(&road(29.0)), 5.0);
    assert_near(far(&road(15.25)), 4.0);
    // Left before that, the unit goes on with its own MC.
    assert_near(far(&road(13.25)), 3.5);
}

#[test]
fn bg4_order_09_the_cap_limits_what_penalties_leave() {
    let capped = |movement: f64, cap: f64| {
        one(movement)
            .change("A1", |unit| {
                unit.status = Status::Ready(Some(Orders {
                    cap: Some(mc(cap)),
                    ..Orders::plain(Order::Close)
                }));
            })
            .terrain(ground(
                TerrainType::Forest,
                &[(10.0, 4.0), (26.0, 4.0), (26.0, 28.0), (10.0, 28.0)],
            ))
            .state()
    };
    // (book example) Move 6, cap 3.5, forest: 3.5.
    assert_near(far(&capped(6.0, 3.5)), 3.5);
    assert_near(far(&capped(5.0, 3.5)), 3.5);
    let state = capped(5.0, 3.5);
    let field = Field::of(&state);
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    assert_near(mover.shifted(&mover.start(), Way::Left, 9.0).unwrap().1, 2.5);
    assert!(Mc::of(4.0).is_err());
    let order = |cap: Mc| crate::model::orders::WrittenOrder {
        cap: Some(cap),
        ..crate::model::orders::WrittenOrder::plain(Order::Close)
    };
    let six = one(6.0).state();
    let unit = six.unit(id("A1")).unwrap();
    for (cap, legal) in [(6.0, false), (0.0, false), (5.0, true), (1.25, true)] {
        let found = crate::verbs::orders::check_order(&six, unit, &order(mc(cap)));
        assert_eq!(found.is_ok(), legal, "{cap}");
    }
    assert_eq!(Inches::mils(1_250), Mc::row(1).inches());
}

#[test]
fn bg4_terr_22_stakes_crossed_there_and_back_cost_the_worse_direction() {
    // Their sharp side is the far one: 0 (cavalry -1) going out, -3 coming back.
    let kind = UnitType {
        movement: mc(12.0),
        ..with_keywords(&[Keyword::Normal, Keyword::Cavalry, Keyword::Skirmisher])
    };
    let state = scene()
        .unit("A1", kind, (18.0, 10.0, 0.0))
        .terrain(crate::model::cards::Piece {
            sharp: Some(crate::model::cards::LineSide::Left),
            ..crate::scene::wall(TerrainType::Stakes, &[(10.0, 12.0), (26.0, 12.0)])
        })
        .state();
    assert_eq!(controlled(&state, &[straight(4.5)]).unwrap().terrain, -1);
    let back = [straight(4.5), on(Way::Backward, 3.0)];
    assert_eq!(controlled(&state, &back).unwrap().terrain, -3);
}
