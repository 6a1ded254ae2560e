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
    // A unit of another faction is one, whatever its keywords; one of the primary faction is none.
    let state = mercenaries();
    let plays = |state: &State| {
        let steadfast = Command::UseAbility {
            ability: "steadfast".to_owned(),
            on: vec![id("A1")],
        };
        refused3(state, Seat::A, steadfast)
    };
    assert_ne!(plays(&state), "accepted");
    let own = Scene::from(state).set(|state| {
        "hawkshold".clone_into(&mut std::sync::Arc::make_mut(&mut state.book).kinds[0].faction);
    });
    assert_eq!(plays(&own.state()), "accepted");
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

/// The rule by which an army of these units is refused, that of South who has hired from a faction.
fn built(budget: u16, mercenaries: &str, units: &[&str]) -> String {
    let list = crate::model::state::ArmyList {
        units: units.iter().map(|unit| (*unit).to_owned()).collect(),
        cards: 0,
    };
    let state = super::armies::to_be_built(budget, mercenaries);
    refused3(&state, Seat::A, Command::BuildArmy { list })
}

#[test]
fn bg3_merc_01_every_unit_of_a_faction_named_may_be_taken() {
    // Orc Axemen have no keyword Mercenary.
    let units = ["peasant-mob", "peasant-mob", "peasant-mob", "orc-axemen"];
    assert_eq!(built(1_500, "orc", &units), "accepted");
    assert_ne!(
        built(1_500, "free-companies", &units),
        "accepted",
        "not of a faction that is not named"
    );
}

#[test]
fn bg3_army_08_copies_are_not_limited() {
    assert_eq!(built(2_500, "orc", &["militia"; 20]), "accepted");
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
