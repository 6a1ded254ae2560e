//! Scenarios and maps (pp. 25-26).

use super::*;

#[test]
fn bg3_scen_01_a_scenario_overrides_standard_values() {
    let mut state = scene3().state();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].command_actions = Some(2);
    book.scenarios[0].first_turn_actions = Some(2);
    state.turn = 1;
    assert_eq!(crate::rules::turn::actions_gained(&state), 2, "not half of it");
}

#[test]
fn bg3_scen_06_a_larger_field() {
    let mut state = scene3().unit("A1", line(), (50.0, 40.0, 0.0)).state();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].width = battleground_geometry::Inches::mils(60_000);
    book.scenarios[0].depth = battleground_geometry::Inches::mils(48_000);
    let field = Field::of(&state);
    assert!(
        field
            .table()
            .contains(field.card(id("A1")).unwrap(), crate::field::TOL)
    );
}

#[test]
fn bg3_terr_01_maps_are_pieces_of_terrain() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let map = setup.book.maps.iter().find(|map| map.id == "two-woods").unwrap();
    let count = |kind| map.pieces.iter().filter(|piece| piece.kind == kind).count();
    assert_eq!(
        [
            TerrainType::Forest,
            TerrainType::Hill,
            TerrainType::RoughGround,
            TerrainType::LowWall
        ]
        .map(count),
        [2, 1, 2, 2]
    );
}

#[test]
fn bg3_scen_02_published_scenarios_come_as_packs_of_their_owner() {
    use hindsight_kernel::Packs as _;
    // A pack of maps and scenarios alone is sound: what a booklet holds is entered there, and nothing of it is built in.
    let mut pack = Battleground3::sample_packs().remove(0);
    pack["id"] = json!("a-booklet");
    pack["factions"] = json!([]);
    pack["common_cards"] = json!([]);
    pack["armies"] = json!([]);
    pack["maps"] = json!([]);
    pack["scenarios"][0]["id"] = json!("a-scenario");
    pack["scenarios"][0]["command_actions"] = json!(2);
    assert!(
        Battleground3::check_pack(&pack).is_ok(),
        "{:?}",
        Battleground3::check_pack(&pack)
    );
    let both = json!({ "packs": ["battleground-3-sample", "a-booklet"] });
    let setup = Battleground3::setup_from(&both, &[pack]).unwrap();
    assert!(
        setup
            .book
            .scenarios
            .iter()
            .any(|scenario| scenario.id == "a-scenario")
    );
    let own = Battleground3::setup_from(&json!({}), &[]).unwrap();
    assert_eq!(own.book.scenarios.len(), 1, "the standard battle alone");
}
