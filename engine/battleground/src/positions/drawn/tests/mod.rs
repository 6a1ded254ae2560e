//! Drawn positions: what is drawn stands so, and what cannot be is refused by its name.

mod teams;
mod under_way;

use hindsight_kernel::{ReportedTray, Table};

use super::*;
use crate::model::cards::{Ground, TerrainType};
use crate::model::orders::{Objective, Order};
use crate::model::state::{Cause, Phase, Status};
use crate::packs::{read_pack, sample_packs};
use crate::positions::start::begin_at;
use crate::scene::{id, pose};
use crate::system::Battleground;

/// A plain unit card of the sample pack that needs no order of its own: the first one on foot without a printed order.
fn card() -> String {
    let pack = read_pack(&sample_packs()[0]).unwrap().pack;
    let mut book = Book::default();
    crate::packs::add_to_book(&mut book, &pack, "");
    let plain = |kind: &&crate::model::cards::UnitType| {
        kind.preprinted.is_none() && kind.is(crate::model::effect::Keyword::Infantry) && kind.flying.is_none()
    };
    book.kinds.iter().find(plain).unwrap().id.clone()
}

fn begun(sketch: &Value) -> Result<State, hindsight_kernel::Refusal> {
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground>::new(State::default(), &mut tray);
    let drawn = sketched(Edition::V4, sketch, &[]).map_err(|refusal| refusal.of(Edition::V4))?;
    if let Some(refusal) = drawn.refusal {
        return Err(refusal);
    }
    begin_at(&mut table, drawn.state).map_err(|refusal| refusal.of(Edition::V4))?;
    Ok(table.finish()?.0)
}

fn on(seat: &str, y: f64, heading: f64) -> Value {
    json!({ "seat": seat, "unit": card(), "pose": { "x": 18.0, "y": y, "heading": heading } })
}

#[test]
fn bg4_turn_01_the_drawn_turn_begins_as_every_turn_does() {
    let sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "active": "B", "turn": 4,
        "budget": 2000, "hands": { "A": 2 } });
    let state = begun(&sketch).unwrap();
    // An even turn of North's: South had the first. Four command actions to 2000 points.
    assert_eq!(
        (state.turn, state.active, state.first),
        (4, Some(Seat::B), Some(Seat::A))
    );
    assert_eq!(state.phase, Phase::MovementAndCommand);
    assert_eq!(state.player(Seat::B).actions, 4);
    assert_eq!(state.player(Seat::A).hand, [None, None]);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 3.0, 0.0)));
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(crate::model::orders::Orders::plain(Order::Close)))
    );
}

#[test]
fn bg4_cmd_02_the_first_drawn_turn_has_half_the_actions() {
    let sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "budget": 2000 });
    let state = begun(&sketch).unwrap();
    assert_eq!((state.turn, state.active), (1, Some(Seat::A)));
    assert_eq!(state.player(Seat::A).actions, 2);
}

#[test]
fn bg4_setup_04_a_drawn_battle_is_breaking_point_wherever_its_pack_is_named() {
    let sample = &sample_packs()[0];
    let mut raid = sample["scenarios"][0].clone();
    raid["id"] = json!("border-raid");
    let raids = json!({ "system": sample["system"], "id": "raids", "name": "Raids", "version": "1.0.0",
        "scenarios": [raid] });
    let mut sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)],
        "packs": ["raids", sample["id"]] });
    let scenario = |sketch: &Value| {
        let state = sketched(Edition::V4, sketch, std::slice::from_ref(&raids))
            .unwrap()
            .state;
        state.scenario().unwrap().id.clone()
    };
    assert_eq!(scenario(&sketch), "breaking-point");
    sketch["scenario"] = json!("border-raid");
    assert_eq!(scenario(&sketch), "border-raid");
}

#[test]
fn marks_status_and_engagements_are_as_drawn() {
    let mut south = on("A", 12.0, 0.0);
    south["damage"] = json!(2);
    south["status"] = json!("disrupted");
    // Front to front: two cards 2.5 inches deep touch.
    let sketch = json!({ "units": [south, on("B", 14.5, 180.0)], "turn": 3,
        "engaged": [{ "rusher": "B1", "rushed": "A1" }] });
    let state = begun(&sketch).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.marked, unit.status), (2, Status::Disrupted));
    assert!(state.is_engaged(id("A1")) && unit.turn.began_engaged);
}

#[test]
fn what_cannot_be_drawn_is_refused_by_its_name() {
    let two = || vec![on("A", 3.0, 0.0), on("B", 27.0, 180.0)];
    let mut stranger = two();
    stranger[0]["unit"] = json!("nobody");
    let mut idle = two();
    idle[0]["status"] = json!("routing");
    idle[0]["order"] = json!({ "order": "close" });
    let mut marked = two();
    marked[0]["damage"] = json!(200);
    let cases = [
        (json!({ "units": stranger }), "no unit card nobody"),
        (
            json!({ "units": [on("C", 3.0, 0.0)] }),
            "only South and North have units",
        ),
        (json!({ "units": two(), "turn": 0 }), "counted from 1"),
        (json!({ "units": two(), "active": "C" }), "take turns"),
        (
            json!({ "units": two(), "hands": { "B": 31 } }),
            "30 command cards",
        ),
        (
            json!({ "units": two(), "engaged": [{ "rusher": "A2", "rushed": "B1" }] }),
            "A2 is engaged",
        ),
        (json!({ "units": idle }), "not Ready"),
        (json!({ "units": marked }), "boxes marked"),
        (
            json!({ "units": [on("A", 3.0, 0.0), on("A", 4.0, 0.0), on("B", 27.0, 0.0)] }),
            "overlap",
        ),
        (
            json!({ "units": [on("A", -3.0, 0.0), on("B", 27.0, 0.0)], "turn": 2 }),
            "off the table",
        ),
    ];
    for (sketch, words) in cases {
        let refusal = begun(&sketch).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "HS-POS-01", "{refusal:?}");
        assert!(refusal.message.contains(words), "{refusal:?}");
    }
    let malformed = begun(&json!({ "units": [{ "seat": "A" }] })).unwrap_err();
    assert_eq!(malformed.rule.to_string(), "HS-FORM-01");
}

#[test]
fn bg4_scen_02_who_was_lost_before_counts_as_destroyed() {
    let points = {
        let pack = read_pack(&sample_packs()[0]).unwrap().pack;
        let mut book = Book::default();
        crate::packs::add_to_book(&mut book, &pack, "");
        let kind = book.kinds.iter().find(|kind| kind.id == card()).unwrap();
        u32::from(kind.points)
    };
    let lost = |seat: &str| json!({ "seat": seat, "unit": card() });
    let mut routed = lost("B");
    routed["cause"] = json!("rout_into_edge");
    let sketch = json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "turn": 3,
        "lost": [lost("B"), lost("A"), routed] });
    let state = begun(&sketch).unwrap();
    let gone = |name: &str| {
        let unit = state.unit(id(name)).unwrap();
        (unit.pose, unit.destroyed)
    };
    assert_eq!(gone("B2"), (None, Some(Cause::Attack)));
    assert_eq!(gone("B3"), (None, Some(Cause::RoutIntoEdge)));
    assert_eq!(gone("A2"), (None, Some(Cause::Attack)));
    let destroyed = Team::BOTH
        .map(Team::lead)
        .map(|seat| crate::rules::victory::destroyed_points(&state, seat));
    assert_eq!(destroyed, [2 * points, points]);
    // They were paid for.
    assert_eq!(
        Team::BOTH.map(|team| state.player(team.lead()).spent),
        [2 * points, 3 * points]
    );
}

#[test]
fn bg4_order_11_a_drawn_order_aims_at_a_place_an_enemy_or_a_friend() {
    let with = |y: f64, order: Value| {
        let mut unit = on("A", y, 0.0);
        unit["order"] = order;
        unit
    };
    let place = json!({ "x": 10.0, "y": 20.0004 });
    let sketch = json!({ "units": [
        with(3.0, json!({ "order": "hold", "objective": { "location": place }, "cap": 1.25 })),
        with(6.0, json!({ "order": "close", "objective": { "location": { "x": 10, "y": 20 } } })),
        with(9.0, json!({ "order": "close", "objective": { "enemy": "B1" } })),
        with(12.0, json!({ "order": "close", "objective": { "friend": "A1" } })),
        on("B", 27.0, 180.0)], "turn": 3 });
    let state = begun(&sketch).unwrap();
    let order = |name: &str| match state.unit(id(name)).unwrap().status {
        Status::Ready(Some(orders)) => (orders.order, orders.objective),
        other => panic!("{other:?}"),
    };
    let token = crate::model::names::TokenNo(1);
    // Two that aim at the same place share its token.
    assert_eq!(order("A1"), (Order::Hold, Some(Objective::Location(token))));
    assert_eq!(order("A2"), (Order::Close, Some(Objective::Location(token))));
    assert_eq!(order("A3"), (Order::Close, Some(Objective::Enemy(id("B1")))));
    assert_eq!(order("A4"), (Order::Close, Some(Objective::Friend(id("A1")))));
    let tokens: Vec<_> = state.tokens.iter().collect();
    assert_eq!(tokens.len(), 1);
    let at = tokens[0].1.1;
    assert_eq!((at.x.value(), at.y.value()), (10.0, 20.0));
}

#[test]
fn an_order_that_may_not_be_is_refused_with_its_place_and_pictured_without() {
    let rows = [
        (
            json!({ "order": "hold", "objective": { "enemy": "B1" } }),
            "BG4-ORDER-13",
        ),
        (
            json!({ "order": "close", "objective": { "enemy": "B7" } }),
            "BG4-ORDER-13",
        ),
        (
            json!({ "order": "close", "objective": { "enemy": "A1" } }),
            "BG4-ORDER-13",
        ),
        (
            json!({ "order": "close", "objective": { "friend": "A2" } }),
            "BG4-ORDER-14",
        ),
        (
            json!({ "order": "close", "objective": { "friend": "B1" } }),
            "BG4-ORDER-14",
        ),
        (
            json!({ "order": "close", "objective": { "location": { "x": 50, "y": 1 } } }),
            "BG4-ORDER-11",
        ),
        (json!({ "order": "close", "cap": 10.5 }), "BG4-ORDER-09"),
        (json!({ "order": "close", "airborne": true }), "BG4-ORDER-15"),
    ];
    for (order, rule) in rows {
        let mut south = on("A", 9.0, 0.0);
        south["order"] = order.clone();
        let sketch = json!({ "units": [on("A", 3.0, 0.0), south, on("B", 27.0, 180.0)], "turn": 3 });
        let drawn = sketched(Edition::V4, &sketch, &[]).unwrap();
        assert_eq!(drawn.state.on_table().count(), 3, "all of them are pictured");
        let refusal = drawn.refusal.unwrap();
        assert_eq!(refusal.rule.to_string(), rule, "{order}: {refusal:?}");
        assert_eq!(refusal.details["path"], "/units/1/order");
    }
}

/// The drawn features on a map, with two units to begin with.
fn with_terrain(map: &str, terrain: impl Into<Value>) -> Value {
    let terrain: Value = terrain.into();
    json!({ "units": [on("A", 3.0, 0.0), on("B", 27.0, 180.0)], "map": map, "terrain": terrain })
}

fn feature(kind: &str, pose: (f64, f64, f64), width: f64) -> Value {
    json!({ "kind": kind, "pose": { "x": pose.0, "y": pose.1, "heading": pose.2 }, "width": width })
}

#[test]
fn bg4_terr_01_drawn_terrain_lies_beside_that_of_the_map() {
    let mut wood = feature("forest", (18.0, 15.0, 90.0), 6.0);
    wood["depth"] = json!(2);
    let mut hill = feature("hill", (8.0, 8.0, 0.0), 4.0);
    hill["shape"] = json!("oval");
    let hedge = feature("hedge", (28.0, 20.0, 90.0), 5.0);
    let terrain = json!([wood, hill, hedge]);
    let state = begun(&with_terrain("open-field", terrain.clone())).unwrap();
    let map = state.map().unwrap();
    assert_eq!((map.id.as_str(), map.name.as_str()), ("drawn", "Drawn terrain"));
    let [wood, hill, hedge] = map.pieces.as_slice() else {
        panic!("{:?}", map.pieces)
    };
    // Turned by a quarter it is 2 wide and 6 deep.
    let Ground::Area(area) = &wood.ground else {
        panic!()
    };
    let (low, high) = area.outline().iter().fold(
        ([99.0; 2], [-99.0; 2]),
        |(low, high): ([f64; 2], [f64; 2]), at| {
            let here = [at.x.value(), at.y.value()];
            (
                [0, 1].map(|i: usize| low[i].min(here[i])),
                [0, 1].map(|i: usize| high[i].max(here[i])),
            )
        },
    );
    assert_eq!((low, high), ([17.0, 12.0], [19.0, 18.0]));
    assert_eq!((hill.kind, hill.level), (TerrainType::Hill, 1));
    let Ground::Area(area) = &hill.ground else {
        panic!()
    };
    // Of 24 corners, almost the circle of 4 inches.
    assert!(
        (area.size() / (std::f64::consts::PI * 4.0) - 1.0).abs() < 0.02,
        "{}",
        area.size()
    );
    // A hedge across a heading of 90 runs from north to south.
    let Ground::Line(points) = &hedge.ground else {
        panic!()
    };
    let ends: Vec<_> = points.iter().map(|at| (at.x.value(), at.y.value())).collect();
    assert_eq!(ends, [(28.0, 22.5), (28.0, 17.5)]);
    // Beside what the map has.
    let state = begun(&with_terrain(
        "barrow-hill",
        json!([feature("swamp", (18.0, 9.0, 0.0), 2.0)]),
    ))
    .unwrap();
    let map = state.map().unwrap();
    assert_eq!(
        (map.name.as_str(), map.pieces.len()),
        ("Barrow Hill with drawn terrain", 6)
    );
    // Without any, the map is the pack's own.
    let state = begun(&with_terrain("barrow-hill", json!([]))).unwrap();
    assert_eq!(state.map().unwrap().id, "barrow-hill");
}

#[test]
fn bg4_terr_23_wet_ground_that_is_drawn_crosses_the_river_of_the_map() {
    let water = |terrain: Value| {
        let state = begun(&with_terrain("mill-stream", terrain)).unwrap();
        let wet = |kind| matches!(kind, TerrainType::ShallowWater);
        let pieces = state.map().unwrap().pieces.iter().filter(|piece| wet(piece.kind));
        pieces
            .map(|piece| match &piece.ground {
                Ground::Area(area) => area.size(),
                Ground::Line(_) => 0.0,
            })
            .sum::<f64>()
    };
    // The stream is 2 deep: a ford of 4 takes 8 square inches of it away.
    let whole = water(json!([]));
    let forded = water(json!([feature("wet_ground", (8.0, 15.0, 0.0), 4.0)]));
    assert!((whole - forded - 8.0).abs() < 0.01, "{whole} {forded}");
}

#[test]
fn terrain_that_cannot_lie_so_is_refused_with_its_place() {
    let plus = |mut one: Value, field: &str, value: Value| {
        one[field] = value;
        one
    };
    let at = (18.0, 15.0, 0.0);
    let hill = |level: u8, width: f64| plus(feature("hill", at, width), "level", json!(level));
    let cases = [
        (
            feature("forest", (35.0, 15.0, 0.0), 4.0),
            "BG4-GEO-01",
            "/terrain/0/pose",
        ),
        (
            feature("hedge", (18.0, 29.0, 90.0), 4.0),
            "BG4-GEO-01",
            "/terrain/0/pose",
        ),
        (hill(2, 3.0), "BG4-TERR-18", "/terrain/0/level"),
        (hill(4, 3.0), "BG4-TERR-03", "/terrain/0/level"),
        (
            plus(feature("forest", at, 4.0), "level", json!(1)),
            "BG4-TERR-03",
            "/terrain/0/level",
        ),
        (
            plus(feature("road", at, 4.0), "rises_to", json!(1)),
            "BG4-TERR-21",
            "/terrain/0/rises_to",
        ),
        (feature("stakes", at, 4.0), "BG4-TERR-22", "/terrain/0/sharp"),
        (
            plus(feature("hedge", at, 4.0), "depth", json!(2)),
            "BG4-TERR-01",
            "/terrain/0/depth",
        ),
        (feature("forest", at, 0.25), "HS-POS-01", "/terrain/0/width"),
        (feature("forest", at, 121.0), "HS-POS-01", "/terrain/0/width"),
        (
            plus(feature("forest", at, 4.0), "depth", json!(0)),
            "HS-POS-01",
            "/terrain/0/depth",
        ),
    ];
    for (one, rule, path) in cases {
        let refusal = begun(&with_terrain("open-field", json!([one]))).unwrap_err();
        assert_eq!(refusal.rule.to_string(), rule, "{one}: {refusal:?}");
        assert_eq!(refusal.details["path"], path, "{one}");
    }
    // What lies off the table is pictured all the same, so that it can be dragged back.
    let off = with_terrain("open-field", json!([feature("forest", (35.0, 15.0, 0.0), 4.0)]));
    let drawn = sketched(Edition::V4, &off, &[]).unwrap();
    assert_eq!((drawn.terrain.len(), drawn.terrain[0].outline.len()), (1, 4));
    assert_eq!(drawn.state.map().unwrap().pieces.len(), 1);
    // A level above the one below it, drawn or of the map, or on a cliff of its height.
    let cliff = plus(
        plus(
            feature("sheer_cliff", (18.0, 16.5, 0.0), 3.0),
            "rises_to",
            json!(2),
        ),
        "sharp",
        json!("right"),
    );
    for (map, sound) in [
        ("open-field", json!([hill(2, 3.0), hill(1, 6.0)])),
        ("barrow-hill", json!([hill(2, 3.0)])),
        ("open-field", json!([hill(2, 3.0), cliff])),
        (
            "open-field",
            json!([
                plus(feature("sheer_cliff", at, 6.0), "depth", json!(6)),
                hill(2, 3.0)
            ]),
        ),
    ] {
        begun(&with_terrain(map, sound.clone())).unwrap_or_else(|refusal| panic!("{sound}: {refusal}"));
    }
    let low = plus(
        plus(
            feature("sheer_cliff", (18.0, 16.5, 0.0), 3.0),
            "rises_to",
            json!(1),
        ),
        "sharp",
        json!("right"),
    );
    let refusal = begun(&with_terrain("open-field", json!([hill(2, 3.0), low]))).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-TERR-18");
    let many = vec![feature("sand", at, 1.0); 61];
    let refusal = begun(&with_terrain("open-field", json!(many))).unwrap_err();
    assert_eq!(refusal.details["path"], "/terrain");
}

#[test]
fn bg4_scen_08_nothing_is_drawn_on_a_map_that_a_scenario_prescribes() {
    let sample = &sample_packs()[0];
    let mut raid = sample["scenarios"][0].clone();
    raid["id"] = json!("border-raid");
    raid["map"] = json!("moor");
    let raids = json!({ "system": sample["system"], "id": "raids", "name": "Raids", "version": "1.0.0",
        "maps": [{ "id": "moor", "name": "Moor", "pieces": [] }], "scenarios": [raid] });
    let mut sketch = with_terrain("moor", json!([feature("sand", (18.0, 15.0, 0.0), 2.0)]));
    sketch["packs"] = json!(["raids", sample["id"]]);
    sketch["scenario"] = json!("border-raid");
    let refusal = sketched(Edition::V4, &sketch, std::slice::from_ref(&raids))
        .unwrap_err()
        .of(Edition::V4);
    assert_eq!(refusal.rule.to_string(), "BG4-SCEN-08");
    assert_eq!(refusal.details["path"], "/terrain");
    // Where the scenario leaves the map open, the same map may be drawn on.
    sketch["scenario"] = json!("breaking-point");
    let drawn = sketched(Edition::V4, &sketch, &[raids]).unwrap();
    assert_eq!(drawn.state.map().unwrap().pieces.len(), 1);
}

#[test]
fn a_drawn_unit_stands_on_its_ground() {
    // Nobody on foot stands in deep water; the water itself is sound.
    let pond = feature("deep_water", (18.0, 3.0, 0.0), 5.0);
    let refusal = begun(&with_terrain("open-field", json!([pond]))).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "HS-POS-01");
    assert!(refusal.message.contains("A1 stands in deep_water"), "{refusal:?}");
}
