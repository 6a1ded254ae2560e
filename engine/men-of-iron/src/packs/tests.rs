//! The sample pack is sound, and faults of every kind are found at their places.

use serde_json::{Value, json};

use super::*;
use crate::data::{Column, Combat, Cost, Order, Outcome, Token};
use crate::model::names::{ClassId, TerrainId};

fn sample() -> Value {
    serde_json::from_str(SAMPLE).unwrap()
}

fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut pack = sample();
    change(&mut pack);
    match read_pack(&pack) {
        Ok(_) => Vec::new(),
        Err(faults) => {
            let mut paths: Vec<String> = faults.into_iter().map(|fault| fault.path).collect();
            paths.sort();
            paths
        }
    }
}

#[test]
fn the_checked_in_schemas_are_the_present_ones() {
    use hindsight_kernel::testing::schema_is_checked_in;
    schema_is_checked_in::<Pack>(concat!(env!("CARGO_MANIFEST_DIR"), "/packs/schema.json"));
    schema_is_checked_in::<Battle>(concat!(env!("CARGO_MANIFEST_DIR"), "/packs/battle-schema.json"));
}

#[test]
fn moi_setup_01_the_sample_pack_is_sound() {
    let sound = read_pack(&sample()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let ids: Vec<&str> = sound
        .pack
        .battles
        .iter()
        .map(|battle| battle.id.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "harrow-ford",
            "late-marshal",
            "brackwater",
            "osier-bank",
            "extended-example"
        ]
    );
    let ford = sound.battle("harrow-ford").unwrap();
    assert_eq!((ford.map.width, ford.map.height, ford.unit.len()), (22, 16, 38));
    assert_eq!(ford.starting_side(), hindsight_kernel::Seat::B);
    assert!(sound.battle("nowhere").is_none());
}

#[test]
fn moi_setup_01_packs_with_impossible_set_ups_are_refused() {
    let unit = "/battles/0/unit";
    let set = |unit: &'static str, hex: &'static str| {
        move |pack: &mut Value| pack["battles"][0]["unit"][unit]["hex"] = json!(hex)
    };
    // Two units on one hex, a unit off the map, a unit in terrain prohibited to it.
    assert_eq!(faults(set("A-LB2", "0612")), [format!("{unit}/A-LB2/hex")]);
    assert_eq!(faults(set("A-LB2", "2312")), [format!("{unit}/A-LB2/hex")]);
    assert_eq!(faults(set("A-LB2", "2103")), [format!("{unit}/A-LB2/hex")]);
    assert_eq!(faults(set("A-LB2", "off")), [format!("{unit}/A-LB2/hex")]);
}

#[test]
fn moi_comp_06_ratings_outside_one_to_five_are_refused() {
    for rating in [0, 6] {
        let found = faults(|pack| pack["battles"][0]["leader"]["Hale"]["activation"] = json!(rating));
        assert_eq!(found, ["/battles/0/leader/Hale/activation"]);
    }
}

#[test]
fn moi_move_20_unknown_terrain_is_refused() {
    assert_eq!(
        faults(|pack| pack["maps"]["harrow-ford"]["hex"]["0311"]["terrain"] = json!("jungle")),
        ["/maps/harrow-ford/hex/0311/terrain"]
    );
    assert_eq!(
        faults(|pack| pack["maps"]["harrow-ford"]["side"]["0508-0509"] = json!(["moat"])),
        ["/maps/harrow-ford/side/0508-0509/0"]
    );
}

#[test]
fn moi_res_17_cells_hold_known_tokens() {
    let cell = |tokens: Value| {
        faults(|pack| {
            pack["charts"]["shock_table"][0]["normal"] = json!({ "def": tokens, "ca": true });
        })
    };
    assert!(cell(json!(["disordered", "retreat1"])).is_empty());
    assert_eq!(cell(json!(["routed"])), ["/charts/shock_table/0/normal/def/0"]);
}

#[test]
fn all_faults_of_a_form_come_at_once() {
    let found = faults(|pack| {
        pack["charts"]["terrain"]["woods"]["mp_foot"] = json!("never");
        pack["charts"]["terrain"]["woods"]["swamp"] = json!(1);
        pack["charts"]["fire_table"][2]["dr"] = json!(99);
        pack["maps"]["harrow-ford"]["hex"]["9999x"] = json!({ "level": 1 });
        pack["maps"]["harrow-ford"]["hex"]["0311"]["level"] = json!(12);
        pack["battles"][0]["unit"]["A-LB1"]["facing"] = json!(2);
        pack["battles"][0]["unit"]["A-LB2"]
            .as_object_mut()
            .unwrap()
            .remove("ma");
        pack["battles"][0]["side"]["A"]["flight_level"] = json!(0);
        pack["battles"][1]["unit"]["A-LB1"]["hex"] = json!("here");
    });
    assert_eq!(
        found,
        [
            "/battles/0/side/A/flight_level",
            "/battles/0/unit/A-LB1/facing",
            "/battles/0/unit/A-LB2/ma",
            "/battles/1/unit/A-LB1/hex",
            "/charts/fire_table/2/dr",
            "/charts/terrain/woods/mp_foot",
            "/charts/terrain/woods/swamp",
            "/maps/harrow-ford/hex/0311/level",
            "/maps/harrow-ford/hex/9999x",
        ]
    );
}

#[test]
fn all_faults_of_the_meaning_come_at_once() {
    let found = faults(|pack| {
        pack["system"] = json!("chess");
        pack["id"] = json!("My Pack");
        pack["charts"]["class"]["LB"]["weapon"] = json!("musket");
        pack["charts"]["matrix"]["MMAA"]["TANK"] = json!(3);
        pack["charts"]["shock_table"][3]["dr"] = json!(-9);
        pack["battles"][0]["side"]["A"]["starts"] = json!(true);
        pack["battles"][0]["side"]["A"]["first_command"] = json!("B1");
        pack["battles"][0]["command"]["A1"]["leader"] = json!("Osric");
        pack["battles"][0]["unit"]["A-DM1"]["class"] = json!("ELF");
        pack["battles"][0]["unit"]["A-HB1"]
            .as_object_mut()
            .unwrap()
            .remove("dismounted");
        pack["battles"][0]["standard"]["A1"]["hex"] = json!("2103");
        pack["battles"][0]["options"] =
            json!({ "extra_fp": [{ "side": "A", "event": "leader_killed", "id": "Nobody", "points": 2 }] });
        pack["battles"][2]["side"]["A"]["setup_area"] = json!(["0308", "0309"]);
        pack["battles"][3]["map"] = json!("moon");
    });
    assert_eq!(
        found,
        [
            "/battles/0/command/A1/leader",
            "/battles/0/leader/Hale/commands/0",
            "/battles/0/options/extra_fp/0/id",
            "/battles/0/side",
            "/battles/0/side/A/first_command",
            "/battles/0/standard/A1/hex",
            "/battles/0/unit/A-DM1/class",
            "/battles/0/unit/A-HB1/dismounted",
            "/battles/2/side/A/setup_area",
            "/battles/3/map",
            "/charts/class/LB/weapon",
            "/charts/matrix/MMAA/TANK",
            "/charts/shock_table/3/dr",
            "/id",
            "/system",
        ]
    );
}

#[test]
fn anything_at_all_is_answered() {
    for odd in [
        json!(null),
        json!([]),
        json!("pack"),
        json!({}),
        json!({ "battles": 3 }),
        json!({ "battles": [null] }),
    ] {
        assert!(!read_pack(&odd).unwrap_err().is_empty(), "{odd}");
    }
}

#[test]
fn moi_misc_05_a_battle_changes_the_charts_for_itself() {
    let mut pack = sample();
    pack["battles"][0]["charts"] = json!({ "weapon": { "sling": {
        "range_drm": [0, -1], "return_fire": true, "reaction": "each", "fires_through_units": true,
        "reacts_to_countercharge": true
    } } });
    let sound = read_pack(&pack).unwrap();
    let range = |id: &str| {
        let battle = sound.battle(id).unwrap();
        let (_, weapon) = battle.charts.weapon_of(ClassId::SL).unwrap();
        weapon.range()
    };
    assert_eq!((range("harrow-ford"), range("late-marshal")), (2, 1));
}

/// The facts F1 to F31 that the rulebook's own examples pin down.
#[test]
fn the_sample_charts_agree_with_what_the_rulebook_says() {
    let sound = read_pack(&sample()).unwrap();
    let charts = &sound.pack.charts;
    let fire = |adjusted, order| charts.fire_result(adjusted, Column::Foot, order);
    let disordered = Outcome::of(&[Token::Disordered]);
    let longbow = charts.weapon_of(ClassId::LB).unwrap().1;
    // F1, F2, F3.
    assert_eq!(
        (longbow.range_drm[0], longbow.range_drm[1], longbow.range()),
        (2, 1, 3)
    );
    // F4, F5, F8.
    for adjusted in 5..=8 {
        assert_eq!(fire(adjusted, Order::Normal), disordered, "{adjusted}");
    }
    // F6.
    assert_eq!(fire(4, Order::Normal), Outcome::NONE);
    // F7, F9.
    for adjusted in [6, 7] {
        assert!(fire(adjusted, Order::Disordered).has(Token::Retired));
    }
    assert!(fire(5, Order::Disordered).has(Token::Retreat1));
    let combat = |combat, adjusted, order| charts.combat_result(combat, adjusted, order);
    let pushed = Outcome::of(&[Token::Disordered, Token::Retreat1]);
    // F12, F13, F14, F15, F16.
    assert_eq!(combat(Combat::Shock, 3, Order::Normal).att, disordered);
    for adjusted in [7, 8] {
        assert_eq!(combat(Combat::Shock, adjusted, Order::Normal).def, pushed);
    }
    for adjusted in [5, 6] {
        assert_eq!(
            combat(Combat::Shock, adjusted, Order::Disordered).def,
            Outcome::of(&[Token::RetiredOrUnhorsed])
        );
    }
    let charge = combat(Combat::Charge, 12, Order::Normal);
    assert_eq!((charge.def, charge.ca), (pushed, true));
    assert!(charts.shock_table.iter().any(|row| row.normal.ca));
    // F17, F18, F19, F20, F24.
    for (attacker, defender, value) in [
        (ClassId::DMAA, ClassId::LB, Some(2)),
        (ClassId::MMAA, ClassId::PIKE, Some(0)),
        (ClassId::MMAA, ClassId::LB, Some(3)),
        (ClassId::AXE, ClassId::UMAA, Some(2)),
        (ClassId::UMAA, ClassId::AXE, Some(-1)),
        (ClassId::HOB, ClassId::LB, None),
        (ClassId::GEN, ClassId::PIKE, None),
    ] {
        assert_eq!(
            charts.matrix(attacker, defender),
            value,
            "{attacker} on {defender}"
        );
    }
    // F21, F22, F23, F28, F30, F31.
    let ford = sound.battle("harrow-ford").unwrap();
    for card in ford.unit.values() {
        let values = card.values();
        assert_eq!(values.ma_dis + 1, values.ma);
        assert!(values.sdd_dis > values.sdd);
        match card.class {
            ClassId::LB => assert_eq!(values.sdd, 1),
            ClassId::PIKE => assert_eq!((values.sdd, values.sdd_dis), (0, 1)),
            _ => {}
        }
    }
    assert!(
        ford.leader
            .values()
            .all(|leader| (2..=4).contains(&leader.activation))
    );
    assert_eq!(
        ford.side
            .values()
            .map(|side| side.flight_level)
            .collect::<Vec<_>>(),
        [20, 22]
    );
    // F25, F26, F27.
    let woods = charts.terrain[&TerrainId::of("woods")];
    assert!(woods.blocks_los && woods.cost(Column::Mounted) == Cost::Number(3));
    assert_eq!(charts.hexside[&"hedge".parse().unwrap()].reluctance_drm, 1);
}

#[test]
fn moi_setup_05_leaders_and_standards_stand_on_units_freely() {
    assert!(faults(|pack| pack["battles"][0]["standard"]["A1"]["hex"] = json!("0612")).is_empty());
    assert_eq!(
        faults(|pack| pack["battles"][0]["leader"]["Hale"]["hex"] = json!("0604")),
        ["/battles/0/leader/Hale/hex"]
    );
}
