//! Inspections of what is measured at the table.

use hindsight_kernel::{Inspect as _, InspectRequest, Inspection};
use serde_json::Value;

use super::*;

fn asked(scene: Scene, target: &str) -> Inspection {
    let question = InspectRequest {
        unit: "A1".to_owned(),
        target: Some(target.to_owned()),
        about: serde_json::Map::new(),
    };
    Battleground3::inspect(&scene.state(), &question).unwrap()
}

fn values(told: &Inspection, topic: &str) -> Vec<(Value, String, String)> {
    let answers = told.answers.iter().filter(|answer| answer.topic == topic);
    answers
        .map(|answer| {
            (
                answer.value.clone(),
                answer.text.to_string(),
                answer.rule.0.to_string(),
            )
        })
        .collect()
}

fn side(told: &Inspection, side: &str) -> (Value, String) {
    let sides = values(told, "rush_side");
    let found = sides
        .into_iter()
        .find(|(value, ..)| value["side"] == side)
        .unwrap();
    (found.0, format!("{} {}", found.2, found.1))
}

fn close(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap();
    assert!((found - expected).abs() < 0.001, "{found} is not {expected}");
}

#[test]
fn bg3_rush_05_the_nearest_open_side_is_told_with_its_distances() {
    let told = asked(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .order("A1", Order::Close)
            .unit("B1", line(), (22.0, 14.0, 180.0)),
        "B1",
    );
    let (front, why) = side(&told, "front");
    close(&front["distance"], 4.8541);
    assert_eq!(front["permitted"], false);
    assert!(
        why.starts_with("BG3-RUSH-05") && why.contains("another open side is nearer, the right flank"),
        "{why}"
    );
    let (right, may) = side(&told, "right");
    close(&right["distance"], 4.5894);
    assert_eq!(right["permitted"], true);
    assert!(may.ends_with("this side may be rushed"), "{may}");
}

#[test]
fn bg3_rush_07_the_width_of_the_lane_is_told() {
    let lane = |x: f64| {
        let told = asked(
            scene3()
                .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
                .order("A1", Order::Close)
                .unit("A2", line(), (15.0, 11.25, 0.0))
                .unit("A3", line(), (x + 1.75, 11.25, 0.0))
                .unit("B1", line(), (18.0, 16.25, 180.0)),
            "B1",
        );
        side(&told, "front")
    };
    let (wide, may) = lane(19.25);
    close(&wide["lane"], 2.5);
    assert!(may.ends_with("this side may be rushed"), "{may}");
    let (narrow, why) = lane(19.0);
    close(&narrow["lane"], 2.25);
    assert!(
        why.starts_with("BG3-RUSH-07")
            && why.contains("the lane is 2.25 inches wide of 2.5 inches")
            && why.contains(": the lane is too narrow at Line (A"),
        "{why}"
    );
}

#[test]
fn bg3_rush_15_the_frontage_is_told() {
    // A friend covers the enemy's front but for 1.7 inches: at least 1.75 must touch.
    let told = asked(
        scene3()
            .unit("A1", line(), (18.0, 8.75, 0.0))
            .unit("A2", line(), (19.7, 12.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0)),
        "B1",
    );
    let (front, why) = side(&told, "front");
    close(&front["least_contact"], 1.75);
    close(&front["contact"], 1.7);
    assert_eq!(front["open"], false);
    assert!(why.starts_with("BG3-RUSH-15") && why.contains("no room"), "{why}");
    // Its flanks are measured too: 2.5 deep, half of the enemy's front is asked for.
    assert_eq!(front["flanks"][0]["side"], "left");
    close(&front["flanks"][0]["least_contact"], 1.75);
}

#[test]
fn bg3_rush_08_a_side_as_far_away_as_the_unit_moves_is_too_far() {
    let verdict = |y: f64| {
        let told = asked(
            scene3()
                .unit("A1", line(), (18.0, 8.75, 0.0))
                .order("A1", Order::Close)
                .unit("B1", line(), (18.0, y, 180.0)),
            "B1",
        );
        side(&told, "front").1
    };
    // Fronts 3.5 and 3.49 apart.
    assert!(verdict(14.75).starts_with("BG3-RUSH-08"));
    assert!(verdict(14.75).contains("too far"));
    assert!(verdict(14.74).ends_with("this side may be rushed"));
}

#[test]
fn bg3_geo_05_both_pairs_of_corners_are_told() {
    for (at, corners, effective) in [
        ((18.0, 18.25, 180.0), [7.0, 7.0], 7.0),
        ((14.0, 17.25, 180.0), [7.2111, 7.2111], 7.2111),
        ((21.5, 16.25, 270.0), [6.0208, 5.4083], 6.0208),
        ((22.0, 16.5, 225.0), [7.7549, 5.0942], 7.7549),
    ] {
        let told = asked(
            scene3()
                .unit("A1", line(), (18.0, 8.75, 0.0))
                .unit("B1", line(), at),
            "B1",
        );
        let (value, text, rule) = values(&told, "effective_distance").remove(0);
        assert_eq!(rule, "BG3-GEO-05");
        let mut found = ["left", "right"].map(|one| value[one].as_f64().unwrap());
        let mut expected = corners;
        found.sort_by(f64::total_cmp);
        expected.sort_by(f64::total_cmp);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.001, "{found} is not {expected}");
        }
        close(&value["effective"], effective);
        assert!(text.contains("mirrored corners"), "{text}");
    }
}

#[test]
fn bg3_geo_06_the_closest_centre_point_is_told() {
    let told = asked(
        scene3()
            .unit("A1", line(), (18.0, 8.75, 0.0))
            .unit("B1", line(), (22.0, 16.5, 225.0)),
        "B1",
    );
    let (closest, _, rule) = values(&told, "closest_point").remove(0);
    assert_eq!(rule, "BG3-GEO-06");
    close(&closest, 6.4227);
}

#[test]
fn bg3_terr_09_heights_and_lines_of_fire_are_told() {
    let told = asked(
        scene3()
            .unit("A1", shooting(14.0, RangedType::LineOfSight), (18.0, 8.75, 0.0))
            .order("A1", Order::Range)
            .unit("A2", line(), (18.0, 12.5, 0.0))
            .unit("B1", line(), (18.0, 19.0, 180.0)),
        "B1",
    );
    let (heights, _, rule) = values(&told, "heights").remove(0);
    assert_eq!(
        (heights["own"].as_u64(), heights["other"].as_u64()),
        (Some(10), Some(10))
    );
    assert_eq!(rule, "BG3-TERR-09");
    let (fire, text, rule) = values(&told, "line_of_fire").remove(0);
    assert_eq!(rule, "BG3-COMB-08");
    close(&fire["range"], 14.0);
    assert_eq!(fire["band"], "Long Range", "{text}");
}

#[test]
fn bg3_geo_03_what_hides_an_enemy_is_told() {
    let told = |scene: Scene| {
        let told = asked(scene, "B1");
        assert!(
            values(&told, "visible_to_shoot").is_empty(),
            "lines of fire are of weapons"
        );
        let [(seen, text, rule)] = &values(&told, "visible")[..] else {
            panic!("{told:?}")
        };
        assert_eq!(rule, "BG3-GEO-03");
        (seen.as_bool().unwrap(), text.clone())
    };
    let ahead = || {
        scene3()
            .unit("A1", line(), (18.0, 8.75, 0.0))
            .unit("B1", line(), (18.0, 18.0, 180.0))
    };
    assert_eq!(told(ahead()), (true, "Visible".to_owned()));
    let friend = ahead().unit("A2", line(), (18.0, 12.0, 0.0));
    assert_eq!(
        told(friend),
        (false, "not Visible: hidden by Line (A2)".to_owned())
    );
    let corners = [(10.0, 11.0), (26.0, 11.0), (26.0, 14.0), (10.0, 14.0)];
    let forest = ahead().terrain(ground(TerrainType::Forest, &corners));
    assert_eq!(told(forest), (false, "not Visible: hidden by Forest".to_owned()));
    let behind = scene3()
        .unit("A1", line(), (18.0, 18.75, 0.0))
        .unit("B1", line(), (18.0, 8.0, 180.0));
    assert_eq!(
        told(behind),
        (false, "not Visible: outside the Front Arc".to_owned())
    );
}

#[test]
fn bg3_rush_05_the_side_that_a_rush_would_go_to_is_told() {
    let told = asked(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .order("A1", Order::Close)
            .unit("B1", line(), (22.0, 14.0, 180.0)),
        "B1",
    );
    let [(sides, text, rule)] = &values(&told, "rush_sides")[..] else {
        panic!("{told:?}")
    };
    assert_eq!(*sides, json!(["right"]));
    assert!(text.ends_with("would go for the right flank"), "{text}");
    assert_eq!(rule, "BG3-RUSH-05");
}
