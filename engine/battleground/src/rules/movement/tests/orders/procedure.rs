//! The procedure of a move.

use super::*;
use crate::model::cards::TerrainType;
use crate::model::command::Command;
use crate::scene::{ground, play};

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
fn bg4_move_03_a_corridor_that_is_too_narrow_closes_a_free_line() {
    // The line between two friends is free; they leave 2 inches, or 2.5. Rule BG4-GEO-18.
    let between = |left: f64| {
        ahead(line(), Order::Close, 10.0)
            .unit("A2", line(), (20.75, 15.0, 0.0))
            .unit("A3", line(), (left, 15.0, 0.0))
            .state()
    };
    let path = |state: &State| {
        Field::of(state).open_path(
            id("A1"),
            Some((id("B1"), Side::Front)),
            point(18.0, 21.25),
            Purpose::Move,
        )
    };
    let narrow = between(15.25);
    assert!(matches!(path(&narrow), Path::Narrow(_)));
    // The Nearest Open Side is looked for, and asks for an Indirect Path. Rules BG4-PATH-01, -04.
    let Err(Need::Ask(question)) = would_move(&Field::of(&narrow), id("A1"), &[]) else {
        panic!("no straight way");
    };
    assert_eq!(
        (question.topic, question.about),
        (Topic::IndirectPath, Some(id("B1")))
    );
    let wide = between(14.75);
    assert_eq!(path(&wide), Path::Open);
    assert_eq!(plan(&wide).aim, Some(Aim::Enemy(id("B1"), Side::Front)));
    assert_eq!(plan(&wide).indirect, None);
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
    // Close: within the MC it Final Rushes, beyond it goes on with step 5.
    let activated = |scene: Scene| {
        let state = begun(scene.set(|state| state.normal_moves = false));
        let units = vec![id("A1")];
        let (after, _) = play(state, &[(Seat::A, Command::Activate { units })], &[]).unwrap();
        let unit = after.unit(id("A1")).unwrap();
        (unit.turn.rushed, unit.pose.unwrap())
    };
    let close = |distance: f64| ahead(line(), Order::Close, distance);
    assert_eq!(activated(close(3.5)), (true, pose(18.0, 13.5, 0.0)));
    assert_eq!(activated(close(3.6)), (false, pose(18.0, 13.5, 0.0)));
    // The MC after its cap.
    let capped_to = |distance: f64| capped(close(distance), 2.5);
    assert_eq!(activated(capped_to(2.5)), (true, pose(18.0, 12.5, 0.0)));
    assert_eq!(activated(capped_to(2.6)), (false, pose(18.0, 12.5, 0.0)));
    // And after terrain: in the forest 3.5 is 2.5. Rule BG4-RUSH-08.
    let forest = [(12.0, 4.0), (24.0, 4.0), (24.0, 11.0), (12.0, 11.0)];
    let out_of = |distance: f64| close(distance).terrain(ground(TerrainType::Forest, &forest));
    assert_eq!(activated(out_of(2.5)), (true, pose(18.0, 12.5, 0.0)));
    assert_eq!(activated(out_of(2.6)), (false, pose(18.0, 12.5, 0.0)));
    // The enemy stands in it: the rusher would end 0.1 inch before it, or 0.1 inch in it.
    let into = |edge: f64| {
        let wood = [(12.0, edge), (24.0, edge), (24.0, 22.0), (12.0, 22.0)];
        close(3.0).terrain(ground(TerrainType::Forest, &wood))
    };
    assert_eq!(activated(into(14.35)), (true, pose(18.0, 13.0, 0.0)));
    assert!(!activated(into(14.15)).0);
    // Range: within it and Visible it stands, beyond it or unseen it goes on.
    assert_eq!(moved(bow(14.0), Order::Range, 14.0), 0.0);
    assert!(moved(bow(14.0), Order::Range, 14.2) > 0.0);
    let unseen = ahead(shooting(14.0, RangedType::LineOfSight), Order::Range, 10.0)
        .unit("B2", line(), (18.0, 15.0, 180.0))
        .objective("A1", Objective::Enemy(id("B1")));
    let way_round = would_move(&Field::of(&unseen.state()), id("A1"), &[]);
    assert!(
        matches!(&way_round, Err(Need::Ask(question)) if question.topic == Topic::IndirectPath),
        "its objective is screened: it does not stand, {way_round:?}"
    );
    // Short and Long stand within 7 and 14 inches.
    assert_eq!(moved(bow(24.5), Order::Short, 7.0), 0.0);
    assert!(moved(bow(24.5), Order::Short, 7.2) > 0.0);
    assert_eq!(moved(bow(24.5), Order::Long, 14.0), 0.0);
    assert!(moved(bow(24.5), Order::Long, 14.2) > 0.0);
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
    // Sideways 5 would end 5.397 away, nearer than 5.5, but the enemy would not be seen from there.
    let aside = Field::of(&beside).with(id("A1"), pose(23.0, 10.0, 0.0));
    let front = aside.card(id("A1")).unwrap().front_centre();
    assert_eq!(front.distance(point(28.25, 10.0)).rounded(), inches(5.397));
    assert!(!aside.is_visible(id("A1"), id("B1"), Purpose::Move));
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
    let mover = Mover::new(&field, state.unit(id("A1")).unwrap(), MovedBy::Order).unwrap();
    let (_, straight) = mover.shifted(&mover.start(), Way::Forward, 3.5).unwrap();
    assert!((straight - 1.5).abs() < 1e-6);
    let found = plan(&state);
    let front = field.card(id("A1")).unwrap().at(found.to).front_centre();
    assert!(
        front.distance(point(18.0, 23.25)) < inches(10.5),
        "another plan ends nearer"
    );
}
