//! Reach against brute force, and what a picture shows.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::{BoardPoint, Inspect, InspectRequest, NotedPositions, OtherPlace, Pictures, Sketches};
use serde_json::json;

use super::reach::reachable;
use crate::MenOfIron;
use crate::field::sample::{hex, id, opening, put, with};
use crate::model::command::Command;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::movement::Walk;

/// The least cost of every hex by trying every path of steps, without any memory of where it was.
fn by_brute_force(state: &State, unit: &Unit) -> BTreeMap<Hex, u8> {
    fn go(state: &State, walk: &Walk, spent: u8, depth: u8, found: &mut BTreeMap<Hex, u8>) {
        let least = found.entry(walk.at).or_insert(spent);
        *least = spent.min(*least);
        if depth == 0 {
            return;
        }
        for (_, to) in state.battle.map.extent().neighbours(walk.at) {
            if let Ok(priced) = walk.price(state, to) {
                go(
                    state,
                    &walk.after(to, &priced),
                    spent + priced.cost,
                    depth - 1,
                    found,
                );
            }
        }
    }
    let mut found = BTreeMap::new();
    if let Some(walk) = Walk::of(state, unit) {
        let (start, left) = (walk.at, walk.left);
        go(state, &walk, 0, left, &mut found);
        found.remove(&start);
    }
    found
}

#[test]
fn moi_move_02_reach_agrees_with_trying_every_path() {
    let mut crowded = with(&[
        ("A-MM1", "1110", 1),
        ("A-LB1", "1109", 1),
        ("A-PK1", "1010", 1),
        ("B-CB1", "1207", 7),
        ("B-MM1", "0908", 5),
        ("B-GN1", "1308", 7),
        ("B-DM1", "1407", 7),
        ("A-DM1", "1209", 1),
        ("A-HB1", "0911", 1),
        ("A-GN1", "1311", 11),
    ]);
    crowded.active = hindsight_kernel::Seat::A;
    let opening = opening();
    let mut checked = 0;
    for (state, units) in [
        (&crowded, vec!["A-LB1", "A-PK1", "A-DM1", "B-CB1", "B-DM1"]),
        (&opening, vec!["A-LB1", "A-PK1", "A-DM1", "B-CB1", "B-PK1"]),
    ] {
        for unit in units {
            let unit = state.unit(id(unit)).unwrap();
            let costs: BTreeMap<Hex, u8> = reachable(state, unit)
                .into_iter()
                .filter(|(hex, _)| Some(*hex) != unit.hex())
                .map(|(hex, way)| (hex, way.cost))
                .collect();
            assert_eq!(costs, by_brute_force(state, unit), "{}", unit.id);
            checked += costs.len();
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn the_way_to_a_hex_costs_what_is_said() {
    let state = opening();
    for unit in state.units.values() {
        for (to, way) in reachable(&state, unit) {
            let mut walk = Walk::of(&state, unit).unwrap();
            let mut spent = 0;
            for hex in &way.path {
                let priced = walk.price(&state, *hex).unwrap();
                spent += priced.cost;
                walk = walk.after(*hex, &priced);
            }
            assert_eq!((walk.at, spent), (to, way.cost), "{} to {to}", unit.id);
        }
    }
}

#[test]
fn a_picture_shows_every_piece_where_it_stands() {
    let state = opening();
    let board = MenOfIron::board(&state);
    assert_eq!(board.tokens.len(), 38 + 6 + 6);
    let token = |id: &str| board.tokens.iter().find(|token| token.id == id).unwrap();
    assert_eq!(token("A-LB1").facing, Some(30.0));
    assert_eq!(token("B-CB2").facing, Some(210.0));
    // Row 1 is in the north: a unit further north has the larger y; a column further east the larger x.
    let y = |id: &str| token(id).outline.iter().map(|point| point.y).sum::<f64>() / 4.0;
    let x = |id: &str| token(id).outline.iter().map(|point| point.x).sum::<f64>() / 4.0;
    assert!(y("B-MM1") > y("A-LB1") && x("A-GN1") > x("A-LB1"));
    for point in board.tokens.iter().flat_map(|token| &token.outline) {
        assert!(point.x >= board.min.x && point.x <= board.max.x);
        assert!(point.y >= board.min.y && point.y <= board.max.y);
    }
    // An even column lies half a hex further south.
    let centre = |label: &str| super::board::Plan::of(state.battle.map.extent()).centre(hex(label));
    assert!((centre("0101").y - centre("0201").y - 0.5).abs() < 1e-9);
    let kinds: std::collections::BTreeSet<&str> = board.lines.iter().map(|line| line.kind.as_str()).collect();
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["bridge", "hedge", "road", "slope", "water"]
    );
    assert_eq!(token("A-PK1").stripe, Some(1));
}

#[test]
fn a_position_answers_about_every_unit() {
    let mut state = opening();
    put(&mut state, "B-MM1", "0811", 7);
    for unit in state.units.keys() {
        let question = InspectRequest {
            unit: unit.to_string(),
            target: None,
            about: serde_json::Map::new(),
        };
        let told = MenOfIron::inspect(&state, &question).unwrap();
        let topics: Vec<&str> = told.answers.iter().map(|answer| answer.topic.as_str()).collect();
        for topic in [
            "values",
            "reach",
            "zone_of_control",
            "in_command",
            "continuity",
            "flight_check",
        ] {
            assert!(topics.contains(&topic), "{unit}: {topic}");
        }
        let book = <MenOfIron as hindsight_kernel::Rules>::rulebook();
        for answer in &told.answers {
            assert!(book.get(&answer.rule.to_string()).is_some(), "{}", answer.rule);
        }
        for attack in &told.attacks {
            assert!((0.0..=1.0).contains(&attack.destroys));
        }
    }
    let threats = MenOfIron::threats(&state).unwrap();
    assert!(threats[0].in_reach.contains(&"B-MM1".to_owned()));
    let nobody = InspectRequest {
        unit: "nobody".to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    assert!(MenOfIron::inspect(&state, &nobody).is_err());
}

#[test]
fn moi_hex_01_a_drawn_position_changes_hexes_and_hexsides_of_the_map() {
    // A stream runs along this side on the map of the sample pack.
    let side = "0508-0509".parse().unwrap();
    let of_the_map = |drawn: &serde_json::Value| {
        let state = MenOfIron::sketched(drawn, &[]).unwrap().state;
        let map = &state.battle.map;
        let marks: Vec<String> = map.marks(side).iter().map(ToString::to_string).collect();
        let at = hex("0508");
        (map.terrain(at).to_string(), map.level(at), marks)
    };
    let mut drawn = json!({ "battle": "harrow-ford", "units": [] });
    assert_eq!(
        of_the_map(&drawn),
        ("clear".to_owned(), 0, vec!["stream".to_owned()])
    );
    drawn["ground"] = json!({ "0508": { "terrain": "woods", "level": 2 } });
    drawn["hexsides"] = json!({ "0508-0509": ["stream", "bridge"] });
    let bridged = vec!["stream".to_owned(), "bridge".to_owned()];
    assert_eq!(of_the_map(&drawn), ("woods".to_owned(), 2, bridged));
    // An empty list clears what the map has there.
    drawn["hexsides"] = json!({ "0508-0509": [] });
    assert_eq!(of_the_map(&drawn).2, Vec::<String>::new());
}

#[test]
fn a_drawn_position_is_filled_up() {
    let drawn = json!({
        "battle": "harrow-ford",
        "units": [
            { "unit": "A-LB1", "hex": "1008", "facing": 1 },
            { "unit": "B-MM1", "hex": "1006", "facing": 7, "status": "disordered" },
        ],
        "leaders": { "Hale": "1008" },
        "standards": { "A1": "1012" },
        "active": "A",
    });
    let state = MenOfIron::sketched(&drawn, &[]).unwrap().state;
    assert_eq!(state.unit(id("A-LB1")).unwrap().hex(), Some(hex("1008")));
    assert_eq!(state.active, hindsight_kernel::Seat::A);
    assert_eq!(
        state.units.values().filter(|unit| unit.hex().is_some()).count(),
        2
    );
    for (path, wrong) in [
        (
            "/units/0/unit",
            json!({ "units": [{ "unit": "X-1", "hex": "1008", "facing": 1 }] }),
        ),
        (
            "/units/0/hex",
            json!({ "units": [{ "unit": "A-LB1", "hex": "9908", "facing": 1 }] }),
        ),
        (
            "/units/0/facing",
            json!({ "units": [{ "unit": "A-LB1", "hex": "1008", "facing": 2 }] }),
        ),
        (
            "/leaders/Nobody",
            json!({ "units": [], "leaders": { "Nobody": "1008" } }),
        ),
        (
            "/leaders/Hale",
            json!({ "units": [], "leaders": { "Hale": "9908" } }),
        ),
        (
            "/standards/X9",
            json!({ "units": [], "standards": { "X9": "1008" } }),
        ),
        (
            "/standards/A1",
            json!({ "units": [], "standards": { "A1": "9908" } }),
        ),
        (
            "/ground/9908",
            json!({ "units": [], "ground": { "9908": { "terrain": "woods" } } }),
        ),
        (
            "/ground/1008/terrain",
            json!({ "units": [], "ground": { "1008": { "terrain": "lava" } } }),
        ),
        (
            "/hexsides/9908-9909",
            json!({ "units": [], "hexsides": { "9908-9909": [] } }),
        ),
        (
            "/hexsides/1008-1009/1",
            json!({ "units": [], "hexsides": { "1008-1009": ["stream", "moat"] } }),
        ),
        ("/last/A", json!({ "units": [], "last": { "A": "B1" } })),
    ] {
        let refusal = MenOfIron::sketched(&wrong, &[]).unwrap_err();
        let said = serde_json::to_string(&refusal).unwrap();
        assert!(said.contains(path), "{said}");
    }
}

/// A piece takes the hex in which the point lies and the vertex that is nearest: they lie at 30, 90 and so on. Rules `MOI-SETUP-02`,
/// `MOI-HEX-03`.
#[test]
fn hs_place_01_units_leaders_and_standards_are_placed_elsewhere() {
    let state = opening();
    let leader = *state.leaders.keys().next().unwrap();
    let standard = *state.standards.keys().next().unwrap();
    let at = |hex: Hex| {
        let placed = Command::PlaceLeader { leader, hex };
        MenOfIron::placed_by(&state, &placed).unwrap().at
    };
    let facing = |hour| Facing::of_hour(hour).unwrap();
    let unit = |text, hour| Command::PlaceUnit {
        unit: id("A-LB1"),
        hex: hex(text),
        facing: facing(hour),
    };
    let placed = unit("0304", 1);
    let piece = MenOfIron::placed_by(&state, &placed).unwrap();
    assert_eq!((piece.piece.as_str(), piece.facing), ("A-LB1", Some(30.0)));
    let beside = |hex: Hex, dx, dy, facing| OtherPlace {
        at: BoardPoint::new(at(hex).x + dx, at(hex).y + dy),
        facing,
    };
    for (place, expected) in [
        (beside(hex("0304"), 0.0, 0.0, Some(30.0)), placed.clone()),
        (beside(hex("0305"), 0.2, -0.3, None), unit("0305", 1)),
        (beside(hex("0304"), 0.0, 0.0, Some(100.0)), unit("0304", 3)),
        (beside(hex("0304"), 0.0, 0.0, Some(-40.0)), unit("0304", 11)),
    ] {
        assert_eq!(MenOfIron::placed_elsewhere(&state, &placed, &place), Ok(expected));
    }
    for command in [
        Command::PlaceLeader {
            leader,
            hex: hex("0304"),
        },
        Command::PlaceStandard {
            standard,
            hex: hex("0304"),
        },
    ] {
        assert_eq!(MenOfIron::placed_by(&state, &command).unwrap().facing, None);
        let moved =
            MenOfIron::placed_elsewhere(&state, &command, &beside(hex("0306"), 0.0, 0.1, None)).unwrap();
        assert_eq!(MenOfIron::placed_by(&state, &moved).unwrap().at, at(hex("0306")));
    }
    let refusal = MenOfIron::placed_elsewhere(&state, &placed, &beside(hex("0304"), -50.0, 0.0, None));
    assert_eq!(refusal.unwrap_err().details["path"], "/at");
    assert_eq!(MenOfIron::placed_by(&state, &Command::Ready), None);
}
