//! Facing Side, Nearest Enemy, Within.

use battleground_geometry::{FacingSide, Limit, Side};

use super::{Field, near};
use crate::editions::Edition;
use crate::field::{Purpose, TOL};
use crate::model::agenda::{Answer, Answered, Need, Options, Topic};
use crate::model::cards::UnitType;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::scene::{
    Scene, begun, colossal, id, in_editions, inches, line, play, pose, scene, scene_of, shooting,
};

/// A unit whose front centre is here, looking along +y.
fn eye_at(scene: Scene, (x, y): (f64, f64)) -> Scene {
    scene.unit("A1", line(), (x, y - 1.25, 0.0))
}

fn answer(topic: Topic, about: Option<&str>, answer: Answer) -> Answered {
    Answered {
        topic,
        unit: Some(id("A1")),
        about: about.map(id),
        answer,
    }
}

fn nearest(state: &State) -> Option<UnitId> {
    Field::of(state)
        .nearest_enemy(id("A1"), Purpose::Move, &[])
        .unwrap()
}

fn asked(found: Result<impl std::fmt::Debug, Need>) -> (Topic, Option<UnitId>, Vec<Answer>) {
    match found {
        Err(Need::Ask(question)) => {
            assert_eq!(
                question.seat,
                id("A1").seat(),
                "the owner of the viewing unit is asked"
            );
            assert_eq!(question.unit, Some(id("A1")));
            let Options::OneOf(options) = question.options else {
                panic!("one of several")
            };
            let answers = options.into_iter().map(|(answer, _)| answer).collect();
            (question.topic, question.about, answers)
        }
        other => panic!("a question, not {other:?}"),
    }
}

fn facing_sides(edition: Edition) {
    for (eye, side) in [
        ((18.0, 15.0), Side::Front),
        ((24.0, 17.0), Side::Left),
        ((22.0, 15.0), Side::Front),
        ((12.0, 24.0), Side::Right),
        ((18.0, 25.0), Side::Rear),
        ((28.0, 10.0), Side::Front),
        ((10.0, 19.0), Side::Right), // (book example) Spearmen on the flank side of the Lancers' diagonal.
    ] {
        let state = eye_at(scene_of(edition).unit("B1", line(), (18.0, 20.0, 180.0)), eye).state();
        let field = Field::of(&state);
        assert_eq!(
            field.facing_sides(id("A1"), id("B1")),
            Some(FacingSide::One(side)),
            "{eye:?}"
        );
        assert_eq!(field.facing_side(id("A1"), id("B1"), &[]), Ok(side), "{eye:?}");
    }
    let seen = |kind: UnitType, eye: (f64, f64)| {
        let state = eye_at(scene_of(edition).unit("B1", kind, (18.0, 20.0, 0.0)), eye).state();
        Field::of(&state).facing_sides(id("A1"), id("B1")).unwrap()
    };
    for (kind, eye, side) in [
        (line(), (21.0, 22.0), Side::Right),
        (line(), (21.0, 22.2), Side::Front),
        (line(), (14.0, 19.0), Side::Left),
        (line(), (18.0, 17.0), Side::Rear),
        (colossal(), (21.0, 24.0), Side::Right),
        (colossal(), (21.0, 24.4), Side::Front),
    ] {
        assert_eq!(seen(kind, eye), FacingSide::One(side), "{eye:?}");
    }
    // On a diagonal either.
    let either = seen(line(), (21.5, 22.5));
    assert!(either.allows(Side::Front) && either.allows(Side::Right));
}

in_editions!(facing_sides:
    #[test] fn bg4_geo_10_the_facing_side_is_the_sector_of_the_diagonals(V4);
    #[test] fn bg3_geo_02_facing_side(V3);
);

#[test]
fn bg4_geo_11_on_a_diagonal_the_viewer_s_owner_chooses_once_a_turn() {
    let state = eye_at(scene().unit("B1", line(), (18.0, 20.0, 180.0)), (23.6, 16.0)).state();
    let field = Field::of(&state);
    assert_eq!(
        field.facing_sides(id("A1"), id("B1")),
        Some(FacingSide::Either(Side::Front, Side::Left))
    );
    assert_eq!(
        asked(field.facing_side(id("A1"), id("B1"), &[])),
        (
            Topic::FacingSide,
            Some(id("B1")),
            vec![Answer::Side(Side::Front), Answer::Side(Side::Left)]
        )
    );
    let given = [answer(Topic::FacingSide, Some("B1"), Answer::Side(Side::Left))];
    assert_eq!(field.facing_side(id("A1"), id("B1"), &given), Ok(Side::Left));
    let wrong = [answer(Topic::FacingSide, Some("B1"), Answer::Side(Side::Rear))];
    assert!(
        field.facing_side(id("A1"), id("B1"), &wrong).is_err(),
        "only the two sides"
    );
    // The choice is fixed for the turn.
    let marked = eye_at(scene().unit("B1", line(), (18.0, 20.0, 180.0)), (23.6, 16.0))
        .change("A1", |unit| unit.turn.diagonals.push((id("B1"), Side::Front)))
        .state();
    assert_eq!(
        Field::of(&marked).facing_side(id("A1"), id("B1"), &given),
        Ok(Side::Front)
    );
    // They are not asked for the only Visible enemy: the answer does not matter there.
    assert_eq!(nearest(&state), Some(id("B1")));
}

#[test]
fn bg4_geo_11_the_choice_is_asked_only_where_it_matters() {
    // B1's front centre (18, 18.75) is 6.24 from FC (23.6, 16), its left flank centre (19.75, 20) is 5.55.
    let with_other = |distance: f64| {
        let other = (23.6, 16.0 + distance + 1.25, 180.0);
        eye_at(
            scene()
                .unit("B1", line(), (18.0, 20.0, 180.0))
                .unit("B2", line(), other),
            (23.6, 16.0),
        )
        .state()
    };
    let ask = |distance: f64| {
        let state = with_other(distance);
        let found = Field::of(&state).nearest_enemy(id("A1"), Purpose::Move, &[]);
        found.map(|enemy| enemy.unwrap().to_string())
    };
    assert_eq!(ask(5.0), Ok("B2".to_owned()), "nearer than either side");
    assert_eq!(ask(7.0), Ok("B1".to_owned()), "farther than either side");
    assert_eq!(asked(ask(5.9)).0, Topic::FacingSide);
    let state = with_other(5.9);
    for (side, enemy) in [(Side::Front, "B2"), (Side::Left, "B1")] {
        let given = [answer(Topic::FacingSide, Some("B1"), Answer::Side(side))];
        let found = Field::of(&state).nearest_enemy(id("A1"), Purpose::Move, &given);
        assert_eq!(found, Ok(Some(id(enemy))), "{side:?}");
    }
}

#[test]
fn bg4_geo_14_the_nearest_of_the_visible_enemies() {
    // (book example) Bowmen closest but behind the front line, Scouts nearer than the Knights, both Visible.
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (22.0, 9.0, 270.0))
        .unit("B2", line(), (13.0, 17.0, 180.0))
        .unit("B3", line(), (22.0, 20.0, 180.0))
        .state();
    assert_eq!(nearest(&state), Some(id("B2")));
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .unit("B2", line(), (24.0, 18.0, 180.0))
        .state();
    let field = Field::of(&state);
    near(
        field.to_side(id("A1"), id("B1"), Side::Front).unwrap().1.value(),
        9.5,
    );
    near(
        field.to_side(id("A1"), id("B2"), Side::Front).unwrap().1.value(),
        8.14,
    );
    assert_eq!(nearest(&state), Some(id("B2")));
    // One Visible at 20 inches, another at 3 inches behind the front line.
    let state = scene()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.5, 180.0))
        .unit("B2", line(), (22.0, 4.25, 0.0))
        .state();
    assert_eq!(nearest(&state), Some(id("B1")));
    assert_eq!(
        nearest(&scene().unit("A1", line(), (18.0, 5.0, 0.0)).state()),
        None,
        "nobody there"
    );
}

/// Two enemies at 8.000 inches: B1 with its front shifted by `aside`, B2 5 inches to the right.
fn two_at_eight(aside: f64) -> State {
    let away = |x: f64| 11.25 + (64.0 - x * x).sqrt() + 1.25;
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0 - aside, away(aside), 180.0))
        .unit("B2", line(), (23.0, away(5.0), 180.0))
        .state()
}

#[test]
fn bg4_geo_15_ties_go_to_the_most_directly_ahead_then_to_the_owner() {
    assert_eq!(
        nearest(&two_at_eight(2.0)),
        Some(id("B1")),
        "1.5 inches in the strip against none"
    );
    let state = two_at_eight(5.0);
    let field = Field::of(&state);
    assert_eq!(
        asked(field.nearest_enemy(id("A1"), Purpose::Move, &[])),
        (
            Topic::NearestEnemy,
            None,
            vec![Answer::Unit(id("B1")), Answer::Unit(id("B2"))]
        )
    );
    for name in ["B1", "B2"] {
        let given = [answer(Topic::NearestEnemy, None, Answer::Unit(id(name)))];
        assert_eq!(
            field.nearest_enemy(id("A1"), Purpose::Move, &given),
            Ok(Some(id(name)))
        );
    }
    // A step may ask twice, of other enemies each time: the last answer that fits counts.
    for (given, expected) in [(["B2", "B1"], "B1"), (["B9", "B1"], "B1"), (["B1", "B9"], "B1")] {
        let given = given.map(|name| answer(Topic::NearestEnemy, None, Answer::Unit(id(name))));
        let found = field.nearest_enemy(id("A1"), Purpose::Move, &given);
        assert_eq!(found, Ok(Some(id(expected))), "{given:?}");
    }
    // A difference of more than the tolerance is no tie.
    let closer = field.with(
        id("B2"),
        pose(
            23.0,
            state.unit(id("B2")).unwrap().pose.unwrap().centre.y.value() - 0.02,
            180.0,
        ),
    );
    assert_eq!(
        closer.nearest_enemy(id("A1"), Purpose::Move, &[]),
        Ok(Some(id("B2")))
    );
}

#[test]
fn bg4_geo_16_without_a_visible_enemy_any_side_counts() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 4.0, 0.0))
        .unit("B2", line(), (24.0, 9.0, 270.0))
        .state();
    let field = Field::of(&state);
    near(field.within(id("A1"), id("B1")).unwrap().value(), 6.0);
    near(field.within(id("A1"), id("B2")).unwrap().value(), 5.26);
    assert_eq!(nearest(&state), Some(id("B2")));
    // (book example) The Scout Cavalry see nobody; the Peasant Mob's side is nearest, though its front is not.
    let state = scene()
        .unit("A1", line(), (18.0, 20.0, 0.0))
        .unit("B1", line(), (22.0, 16.0, 180.0))
        .unit("B2", line(), (12.0, 15.0, 0.0))
        .state();
    assert_eq!(nearest(&state), Some(id("B1")));
    // Ties as with Visible enemies.
    let state = scene()
        .unit("A1", line(), (18.0, 20.0, 0.0))
        .unit("B1", line(), (23.0, 15.0, 0.0))
        .unit("B2", line(), (13.0, 15.0, 0.0))
        .state();
    assert_eq!(
        asked(Field::of(&state).nearest_enemy(id("A1"), Purpose::Move, &[])).0,
        Topic::NearestEnemy
    );
}

#[test]
fn bg4_geo_19_within_is_to_the_nearest_centre_point_of_any_side() {
    let state = eye_at(scene().unit("B1", line(), (18.0, 20.0, 180.0)), (28.0, 10.0)).state();
    let distance = Field::of(&state).within(id("A1"), id("B1")).unwrap();
    near(distance.value(), 12.96);
    assert!(TOL.reaches(distance, inches(13.0), Limit::Within));
    let state = eye_at(scene().unit("B1", line(), (18.0, 20.0, 180.0)), (18.0, 11.75)).state();
    let distance = Field::of(&state).within(id("A1"), id("B1")).unwrap();
    assert_eq!(distance, inches(7.0));
    assert!(TOL.reaches(distance, inches(7.0), Limit::Within));
}

#[test]
fn bg4_geo_20_moving_and_charging_measure_to_the_facing_side() {
    let state = eye_at(scene().unit("B1", line(), (18.0, 20.0, 180.0)), (28.0, 10.0)).state();
    let field = Field::of(&state);
    let side = field.facing_side(id("A1"), id("B1"), &[]).unwrap();
    let (_, distance) = field.to_side(id("A1"), id("B1"), side).unwrap();
    near(distance.value(), 13.29);
    assert!(!TOL.reaches(distance, inches(13.0), Limit::Within));
}

#[test]
fn bg4_geo_20_on_range_it_moves_closer_though_it_could_shoot_from_where_it_stands() {
    use crate::model::cards::RangedType;
    use crate::model::command::Command;
    use crate::model::orders::Order;
    // The shooter of the vector, its front centre at (28, 10): the target's front is at 13.29, its flank at 12.96.
    let activated = |range: f64| {
        let state = scene()
            .unit(
                "A1",
                shooting(range, RangedType::Indirect),
                (28.884, 9.116, 315.0),
            )
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .state();
        near(
            Field::of(&state).within(id("A1"), id("B1")).unwrap().value(),
            12.96,
        );
        let command = Command::Activate {
            units: vec![id("A1")],
        };
        let (after, events) = play(begun(state.into()), &[(id("A1").seat(), command)], &[]).unwrap();
        let moved: f64 = events
            .iter()
            .flat_map(crate::model::event::Event::movements)
            .map(|(_, one)| one.distance.value())
            .sum();
        let (_, left) = Field::of(&after)
            .to_side(id("A1"), id("B1"), Side::Front)
            .unwrap();
        (moved, left.value())
    };
    // Range 13: within by the flank, and yet it moves until the front is at 13.
    let (moved, left) = activated(13.0);
    assert!(moved > 0.0);
    assert!((12.98..=13.01).contains(&left), "{left}");
    // Range 13.5 reaches the front: it stands.
    let (moved, left) = activated(13.5);
    assert_eq!(moved, 0.0);
    near(left, 13.29);
}

#[test]
fn enemies_are_compared_with_the_side_that_counts() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .unit("B2", line(), (24.0, 19.0, 180.0))
        .state();
    let field = Field::of(&state);
    let nearest = |side| {
        let measured = [(id("B1"), side), (id("B2"), Side::Front)].map(|(enemy, side)| {
            let (_, distance) = field.to_side(id("A1"), enemy, side).unwrap();
            (enemy, side, distance)
        });
        field.nearest_by_sides(id("A1"), &measured, id("B1"), &[])
    };
    assert_eq!(nearest(Side::Front), Ok(Some(id("B1"))), "7.5 against 8.85");
    assert_eq!(nearest(Side::Rear), Ok(Some(id("B2"))), "10 against 8.85");
}
