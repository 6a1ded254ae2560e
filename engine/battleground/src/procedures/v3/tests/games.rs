//! Whole games of the bots, held to every law that all games have; the sample pack.

use hindsight_kernel::testing::{ConformancePlan, conformance_of};
use hindsight_kernel::{Packs as _, Rules as _};

use super::*;
use crate::packs::{read_pack, read_pack_of};

#[test]
fn games_of_this_edition_keep_every_law() {
    conformance_of::<Battleground3>(&ConformancePlan {
        games: 0..2,
        request: |number| {
            if number == 0 {
                json!({ "armies": "sample" })
            } else {
                json!({ "ready_armies": { "A": "hawkshold-1500", "B": "orc-1500" }, "map": "two-woods" })
            }
        },
        most_commands: 260,
        dear_every: 40,
    });
}

#[test]
fn the_sample_pack_is_sound_and_of_this_edition_alone() {
    let packs = Battleground3::sample_packs();
    let sound = read_pack_of(Edition::V3, &packs[0]).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(sound.info.system, Battleground3::ID);
    let kinds: usize = sound
        .pack
        .factions
        .iter()
        .map(|faction| faction.units.len())
        .sum();
    assert_eq!(kinds, 13 + 13 + 8, "the catalogue's units");
    assert!(
        read_pack(&packs[0]).is_err(),
        "the later edition does not take it"
    );
}

#[test]
fn bg3_err_01_core_and_elite_units_of_the_first_factions() {
    use crate::model::cards::Category;
    let pack = read_pack_of(Edition::V3, &Battleground3::sample_packs()[0])
        .unwrap()
        .pack;
    let of = |faction: &str, category: Category| -> Vec<String> {
        let faction = pack.factions.iter().find(|one| one.id == faction).unwrap();
        let mut names: Vec<String> = faction
            .units
            .iter()
            .filter(|unit| unit.category == category)
            .map(|unit| unit.name.clone())
            .collect();
        names.sort();
        names
    };
    assert_eq!(
        of("hawkshold", Category::Core),
        ["Bowmen", "Militia", "Peasant Mob", "Spearmen", "Swordsmen"]
    );
    for elite in ["Knights", "Longbowmen"] {
        assert!(of("hawkshold", Category::Elite).contains(&elite.to_owned()));
    }
    assert_eq!(
        of("orc", Category::Core),
        [
            "Goblin Bowmen",
            "Goblin Raiders",
            "Goblin Spearmen",
            "Orc Spearmen",
            "Orc Swordsmen"
        ]
    );
    for elite in ["Goblin Bomb-Chucker", "Trolls"] {
        assert!(of("orc", Category::Elite).contains(&elite.to_owned()));
    }
}

#[test]
fn bg3_err_05_low_arc_units_do_not_move_and_shoot() {
    let ballista = UnitType {
        ranged: Some(RangedAttack {
            no_move_and_shoot: true,
            ..shooting(21.0, RangedType::LowArc).ranged.unwrap()
        }),
        ..line()
    };
    let state = scene3()
        .unit("A1", ballista, (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (18.0, 12.0, 180.0))
        .state();
    let attacks = |state: &State| {
        let field = Field::of(state);
        let unit = state.unit(id("A1")).unwrap();
        choices(&field, unit, &[], &[]).unwrap().attacks.len()
    };
    assert_eq!(attacks(&state), 1);
    let moved = Scene::from(state)
        .change("A1", |unit| unit.turn.moved = true)
        .state();
    assert_eq!(attacks(&moved), 0);
}

#[test]
fn every_profile_is_read_from_the_state() {
    assert_eq!(scene3().state().profile(), Edition::V3.profile());
    assert_ne!(Edition::V3.profile(), Edition::V4.profile());
    // A stored position of the later edition reads as it did.
    let stored = serde_json::to_value(crate::scene::scene().state()).unwrap();
    assert_eq!(stored["edition"], "v4");
    assert!(stored.get("fewer").is_none());
}

#[test]
fn modifiers_cite_the_rules_of_the_edition() {
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    let numbers = of_attack(&state, "A1", "B1", AttackKind::Melee);
    let attack = crate::rules::combat::prepared(
        &Situation::of(&Field::of(&state)),
        id("A1"),
        id("B1"),
        AttackKind::Melee,
    );
    assert_eq!(attack.numbers, numbers);
    assert!(!numbers.on_hit.is_empty());
    assert!(numbers.on_hit.iter().all(|one| one.rule.0.starts_with("BG3-")));
}
