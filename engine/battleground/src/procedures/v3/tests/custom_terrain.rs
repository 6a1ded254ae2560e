//! Terrain that is none of the printed kinds and says its effects itself (p. 27).

use super::*;
use crate::model::cards::{CustomCost, CustomCostFor, CustomTerrain, Piece};
use crate::model::effect::Cover;
use crate::packs::{read_pack_of, sample_packs_of};

/// A vineyard: one row slower, two for Large units, closed to wheels; 10 feet high, with soft cover against shots.
fn vineyard() -> CustomTerrain {
    let named = |keyword, cost| CustomCostFor { keyword, cost };
    CustomTerrain {
        name: "Vineyard".to_owned(),
        crossing: CustomCost::Slower(1),
        crossing_for: vec![
            named(Keyword::Large, CustomCost::Slower(2)),
            named(Keyword::Wheeled, CustomCost::Impassable),
        ],
        cover_from_shots: Some(Cover::Soft),
        cover_in_melee: None,
        height: Some(10),
        no_shooting: false,
    }
}

fn piece(custom: CustomTerrain, from: f64, to: f64) -> Piece {
    Piece {
        custom: Some(custom),
        ..rectangle(TerrainType::Custom, (10.0, from), (26.0, to))
    }
}

/// Whether A1 at y 10 with this movement may go so far north, the vineyard in its way from y 12.
fn goes(keywords: &[Keyword], movement: f64, length: f64) -> bool {
    let mut card = with_keywords(keywords);
    card.movement = mc(movement);
    let state = scene3()
        .unit("A1", card, (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .terrain(piece(vineyard(), 12.0, 20.0))
        .state();
    legs_allowed(&state, &[forward(length)])
}

#[test]
fn bg3_terr_01_custom_terrain_costs_what_it_says() {
    // The category 3.5 less one row is 2.5, 5 less two rows is 2.5.
    assert!(goes(&[Keyword::Normal], 3.5, 2.5) && !goes(&[Keyword::Normal], 3.5, 2.6));
    assert!(goes(&[Keyword::Large], 5.0, 2.5) && !goes(&[Keyword::Large], 5.0, 2.6));
    // Closed to wheels, also to Large ones: the worst counts. Rule BG3-TERR-05 (p. 27).
    for keywords in [&[Keyword::Wheeled][..], &[Keyword::Large, Keyword::Wheeled]] {
        assert!(goes(keywords, 7.0, 0.75) && !goes(keywords, 7.0, 0.9));
    }
}

#[test]
fn bg3_terr_01_custom_terrain_gives_the_cover_that_it_says() {
    // B1 stands from y 11 to 13.5.
    let to_hit = |custom: CustomTerrain, from: f64, kind: AttackKind| {
        let made = scene3()
            .holding("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .holding("B1", line(), (18.0, 12.25, 180.0))
            .terrain(piece(custom, from, 20.0));
        short(&made.state(), "A1", "B1", kind).1
    };
    let shot = AttackKind::Ranged;
    assert_eq!(to_hit(vineyard(), 12.0, shot), 2, "more than half of it within");
    assert_eq!(to_hit(vineyard(), 12.25, shot), 3, "exactly half");
    assert_eq!(
        to_hit(vineyard(), 12.0, AttackKind::Melee),
        3,
        "against shots alone"
    );
    let bunker = CustomTerrain {
        cover_from_shots: Some(Cover::Hard),
        cover_in_melee: Some(Cover::Hard),
        ..vineyard()
    };
    assert_eq!(to_hit(bunker.clone(), 12.0, shot), 1);
    assert_eq!(to_hit(bunker, 12.0, AttackKind::Melee), 1);
}

#[test]
fn bg3_terr_01_custom_terrain_stops_lines_by_its_height() {
    let sees = |height: Option<u8>, target: UnitType| {
        let custom = CustomTerrain { height, ..vineyard() };
        fires(
            scene3()
                .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
                .unit("B1", target, (18.0, 20.0, 180.0))
                .terrain(piece(custom, 8.0, 12.0)),
        )
    };
    assert!(!sees(Some(10), line()), "as high as the target");
    assert!(sees(Some(9), line()), "lower than the target");
    assert!(sees(Some(10), with_keywords(&[Keyword::Large])));
    assert!(sees(None, line()), "no height");
}

#[test]
fn bg3_ord_04_who_cannot_shoot_from_where_they_stand_have_no_target_and_go_on() {
    // B1 is 12 away and in the arc of A1, which shoots 14: on other ground it stays.
    let goes_to = |no_shooting: bool| {
        let custom = CustomTerrain {
            no_shooting,
            height: None,
            crossing: CustomCost::Slower(0),
            crossing_for: Vec::new(),
            ..vineyard()
        };
        let state = begun(
            scene3()
                .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
                .order("A1", Order::Range)
                .holding("B1", line(), (18.0, 24.5, 180.0))
                .terrain(piece(custom, 5.0, 12.0)),
        );
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
        stands(&state, "A1").unwrap().centre.y.value()
    };
    assert!((goes_to(false) - 10.0).abs() < 1e-9);
    // It stops as soon as no more than half of it, from y 10.75 to 13.25, is on that ground.
    let there = goes_to(true);
    assert!(there > 11.9 && there < 12.3, "{there}");
}

#[test]
fn bg3_terr_01_custom_terrain_may_keep_units_from_shooting() {
    let shoots = |no_shooting: bool, to: f64| {
        let custom = CustomTerrain {
            no_shooting,
            height: None,
            ..vineyard()
        };
        let state = scene3()
            .holding("A1", shooting(21.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 24.0, 180.0))
            .terrain(piece(custom, 5.0, to))
            .state();
        let unit = state.unit(id("A1")).unwrap();
        !choices(&Field::of(&state), unit, &[], &[])
            .unwrap()
            .attacks
            .is_empty()
    };
    // A1 stands from y 8.75 to 11.25: half of it, or a little less. Rule BG3-TERR-06 (p. 27).
    assert!(!shoots(true, 10.0) && shoots(true, 9.9) && shoots(false, 10.0));
}

#[test]
fn bg3_terr_01_a_pack_says_the_effects_of_custom_terrain() {
    let custom = json!({
        "name": "Vineyard",
        "crossing": { "slower": 1 },
        "crossing_for": [{ "keyword": "wheeled", "cost": "impassable" }],
        "cover_from_shots": "soft",
        "height": 10
    });
    let area = json!([[10, 10], [16, 10], [16, 14], [10, 14]]);
    let faults = |edition: Edition, piece: serde_json::Value| -> Vec<String> {
        let mut pack = sample_packs_of(edition).remove(0);
        let pieces = pack["maps"][0]["pieces"].as_array_mut().unwrap();
        pieces.insert(0, piece);
        let faults = read_pack_of(edition, &pack).err().unwrap_or_default();
        faults.into_iter().map(|fault| fault.path).collect()
    };
    let whole = json!({ "kind": "custom", "area": area, "custom": custom });
    assert!(faults(Edition::V3, whole.clone()).is_empty());
    let at = "/maps/0/pieces/0/custom";
    assert_eq!(faults(Edition::V4, whole), [at]);
    assert_eq!(
        faults(Edition::V3, json!({ "kind": "custom", "area": area })),
        [at]
    );
    let forest = json!({ "kind": "forest", "area": area, "custom": custom });
    assert_eq!(faults(Edition::V3, forest), [at]);
    let deep =
        json!({ "kind": "custom", "area": area, "custom": { "name": "Bog", "crossing": { "slower": 11 } } });
    assert_eq!(faults(Edition::V3, deep), [at]);
}

#[test]
fn bg3_terr_01_an_inspection_calls_custom_terrain_by_its_name() {
    let state = scene3()
        .unit("A1", line(), (18.0, 12.25, 0.0))
        .terrain(piece(vineyard(), 10.0, 20.0))
        .state();
    let question = hindsight_kernel::InspectRequest {
        unit: "A1".to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    let told = crate::views::inspect::inspect(&state, &question).unwrap();
    let terrain = told
        .answers
        .iter()
        .find(|answer| answer.topic == "terrain")
        .unwrap();
    assert_eq!(terrain.value, json!(["Vineyard"]));
}

#[test]
fn bg3_terr_01_a_stored_game_is_held_to_the_bounds_of_a_pack() {
    let faulty = |change: &dyn Fn(&mut CustomTerrain)| {
        let mut custom = vineyard();
        change(&mut custom);
        let state = scene3().terrain(piece(custom, 10.0, 20.0)).state();
        !crate::model::bounds::of_position(&state).is_empty()
    };
    assert!(!faulty(&|_| {}));
    assert!(faulty(&|custom| custom.name = "V".repeat(201)));
    assert!(faulty(&|custom| custom.crossing = CustomCost::Slower(11)));
    assert!(faulty(&|custom| custom.height = Some(0)));
}

#[test]
fn bg3_terr_01_custom_terrain_is_drawn_in_a_position() {
    let custom = json!({ "name": "Vineyard", "crossing": { "slower": 1 }, "cover_from_shots": "soft" });
    let drawn = |edition: Edition, feature: serde_json::Value| {
        let card = sample_packs_of(edition).remove(0)["factions"][0]["units"][0]["id"].clone();
        let units = [("A", 3, 0), ("B", 27, 180)].map(
            |(seat, y, heading)| json!({ "seat": seat, "unit": card, "pose": { "x": 18, "y": y, "heading": heading } }),
        );
        let map = match edition {
            Edition::V3 => "open-plain",
            Edition::V4 => "open-field",
        };
        let sketch = json!({ "units": units, "map": map, "terrain": [feature] });
        crate::positions::drawn::sketched(edition, &sketch, &[])
    };
    let at = json!({ "x": 18, "y": 15, "heading": 0 });
    let whole = json!({ "kind": "custom", "width": 6, "depth": 4, "pose": at, "custom": custom });
    let position = drawn(Edition::V3, whole.clone()).unwrap();
    assert_eq!(position.refusal.map(|refusal| refusal.message), None);
    let pieces = &position.state.map().unwrap().pieces;
    assert_eq!(pieces.last().unwrap().custom.as_ref().unwrap().name, "Vineyard");
    for (edition, feature, path) in [
        (Edition::V4, whole.clone(), "/terrain/0/custom"),
        (
            Edition::V4,
            json!({ "kind": "custom", "width": 6, "pose": at }),
            "/terrain/0/kind",
        ),
        (
            Edition::V3,
            json!({ "kind": "custom", "width": 6, "pose": at }),
            "/terrain/0/custom",
        ),
        (
            Edition::V3,
            json!({ "kind": "forest", "width": 6, "pose": at, "custom": custom }),
            "/terrain/0/custom",
        ),
    ] {
        let refusal = drawn(edition, feature).unwrap_err().of(edition);
        assert_eq!(refusal.details["path"], path, "{}", refusal.message);
    }
    // The form of the later edition does not ask for it.
    let asks = |edition| {
        let schema = crate::positions::drawn::sketch_schema(edition);
        let kinds = schema.pointer("/$defs/TerrainType").unwrap().to_string();
        let piece = schema.pointer("/$defs/DrawnPiece/properties").unwrap();
        (kinds.contains("\"custom\""), piece.get("custom").is_some())
    };
    assert_eq!(asks(Edition::V3), (true, true));
    assert_eq!(asks(Edition::V4), (false, false));
}
