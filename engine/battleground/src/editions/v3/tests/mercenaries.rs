//! Mercenaries, armies and packs (pp. 17-18, 26).

use super::*;

/// A1 is a unit of the Free Companies in an army of Hawkshold.
fn mercenaries() -> State {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 27.0, 180.0));
    with_cards(made, &[16, 21], &[])
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            "free-companies".clone_into(&mut book.kinds[0].faction);
            state.players[0].actions = 3;
            state.players[0].allegiance = Secret::Known(Allegiance {
                faction: "hawkshold".to_owned(),
                mercenaries: Some("free-companies".to_owned()),
            });
        })
        .state()
}

#[test]
fn bg3_merc_02_units_of_other_factions_are_mercenaries() {
    let state = mercenaries();
    assert!(crate::model::hands::is_mercenary(
        &state,
        state.unit(id("A1")).unwrap()
    ));
}

#[test]
fn bg3_merc_04_common_cards_work_on_mercenaries() {
    assert_eq!(
        refused3(&mercenaries(), Seat::A, card(16, Colour::Green, &["A1"])),
        "accepted"
    );
}

#[test]
fn bg3_merc_06_an_ability_of_mercenaries_costs_one_more() {
    let spoils = Command::UseAbility {
        ability: "spoils".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(mercenaries(), &[(Seat::A, spoils)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1, "2 instead of 1");
}

#[test]
fn bg3_merc_08_the_primary_factions_ability_is_not_for_mercenaries() {
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    assert_eq!(refused3(&mercenaries(), Seat::A, steadfast), "BG3-MERC-06");
}

#[test]
fn bg3_merc_01_every_unit_of_a_faction_named_may_be_taken() {
    use crate::model::state::ArmyList;
    use crate::rules::army::{ArmyFault, faults, faults_in};
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let list = ArmyList {
        units: vec![
            "peasant-mob".to_owned(),
            "peasant-mob".to_owned(),
            "peasant-mob".to_owned(),
            "orc-axemen".to_owned(),
        ],
        cards: 0,
    };
    let allegiance = Allegiance {
        faction: "hawkshold".to_owned(),
        mercenaries: Some("orc".to_owned()),
    };
    let profile = Edition::V3.profile();
    assert!(faults_in(profile, &setup.book, 1_500, true, &allegiance, &list).is_empty());
    assert!(matches!(
        faults(&setup.book, 1_500, true, &allegiance, &list)[..],
        [ArmyFault::NoMercenary(_)]
    ));
}

#[test]
fn bg3_army_08_copies_are_not_limited() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let list = crate::model::state::ArmyList {
        units: vec!["militia".to_owned(); 20],
        cards: 0,
    };
    let allegiance = Allegiance {
        faction: "hawkshold".to_owned(),
        mercenaries: None,
    };
    assert!(crate::rules::army::faults(&setup.book, 2_500, true, &allegiance, &list).is_empty());
}

#[test]
fn bg3_key_01_keywords_of_the_packs_own() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let (_, raiders) = setup.book.kind_named("goblin-raiders").unwrap();
    assert!(raiders.labels.contains("goblin"));
}

#[test]
fn bg3_err_06_packs_carry_a_version() {
    use hindsight_kernel::Packs as _;
    let pack = &Battleground3::sample_packs()[0];
    assert_eq!(Battleground3::check_pack(pack).unwrap().version, "1.0.0");
}
