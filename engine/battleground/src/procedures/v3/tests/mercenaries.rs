//! Mercenaries, armies and packs (pp. 17-18, 26).

use super::*;
use crate::procedures::v3::tests::bought;

use crate::rules::command_cards::tests::mercenaries::mercenaries;

#[test]
fn bg3_merc_06_an_ability_of_mercenaries_costs_one_more() {
    let spoils = Command::UseAbility {
        ability: "spoils".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(mercenaries(Edition::V3), &[(Seat::A, spoils)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1, "2 instead of 1");
}

/// The rule by which an army of these units is refused, that of South who has hired from a faction.
fn built(budget: u16, mercenaries: &str, units: &[&str]) -> String {
    let list = crate::model::state::ArmyList {
        units: units.iter().map(|unit| (*unit).to_owned()).collect(),
        cards: 0,
        abilities: Vec::new(),
    };
    let state = bought::to_be_built(budget, mercenaries);
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
    assert_eq!(Battleground3::check_pack(pack).unwrap().version, "1.1.0");
}

#[test]
fn bg3_merc_04_a_card_of_the_faction_for_all_near_passes_over_mercenaries() {
    use crate::model::effect::{Change, Duration, Effect, Target};
    // A card that strengthens all own units within 7 inches of A2.
    let strengthened = |number: u8| {
        let made = Scene::from(mercenaries(Edition::V3)).holding("A2", line(), (22.0, 5.0, 0.0));
        let state = made
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                "hawkshold".clone_into(&mut book.kinds.last_mut().unwrap().faction);
                let effects = vec![Effect::Change {
                    on: Target::OwnWithin(Distance(7_000)),
                    change: Change {
                        courage: 1,
                        ..Change::default()
                    },
                    when: Vec::new(),
                    lasts: Duration::Turn,
                }];
                state.agenda.push(
                    Step::Effects {
                        seat: Seat::A,
                        name: "Banner".to_owned(),
                        kind: crate::model::state::LastingKind::Card(CardNo(number)),
                        on: vec![id("A2")],
                        effects,
                        spell: false,
                    }
                    .into(),
                );
            })
            .state();
        let (state, _) = on_with(state, &[], &[]).unwrap();
        let lasting = |unit: &str| state.unit(id(unit)).unwrap().lasting.len();
        (lasting("A1"), lasting("A2"))
    };
    assert_eq!(strengthened(21), (0, 1), "a card of Hawkshold");
    assert_eq!(strengthened(16), (1, 1), "a card that all factions have");
}

#[test]
fn bg3_army_02_as_many_cards_as_the_deck_has() {
    let cards = |cards: u8| {
        let list = crate::model::state::ArmyList {
            units: vec!["peasant-mob".to_owned(); 3],
            cards,
            abilities: Vec::new(),
        };
        refused3(
            &bought::to_be_built(1_500, "orc"),
            Seat::A,
            Command::BuildArmy { list },
        )
    };
    // Three units of 85 points; 25 points a card.
    assert_eq!([cards(16), cards(30)], ["accepted", "accepted"]);
    assert_eq!(cards(31), "BG3-ARMY-02");
}

#[test]
fn bg3_merc_01_mercenaries_may_come_from_several_factions() {
    use hindsight_kernel::Notation as _;
    let words = "faction hawkshold mercenaries orc free-companies";
    let both = || (Seat::A, Battleground3::parse(words).unwrap());
    assert_eq!(Battleground3::format(&both().1), words);
    let at = |edition: Edition| State {
        edition,
        book: Battleground3::setup_from(&json!({}), &[]).unwrap().book,
        agenda: vec![Step::ChooseFactions.into()],
        ..State::default()
    };
    let (state, _) = play3(at(Edition::V3), &[both()], &[]).unwrap();
    let allegiance = state.players[0].allegiance.known().unwrap();
    assert!(allegiance.hires("orc") && allegiance.hires("free-companies") && !allegiance.hires("hawkshold"));
    let refusal = crate::scene::play(at(Edition::V4), &[both()], &[]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG4-MERC-01");
}

#[test]
fn bg3_merc_04_a_card_of_the_faction_that_rallies_passes_over_mercenaries() {
    use crate::model::effect::{Effect, Target};
    // A card that Rallies all own units within 7 inches of A2, itself routing beside the mercenary A1.
    let rallied = |number: u8| {
        let made = Scene::from(mercenaries(Edition::V3)).unit("A2", line(), (22.0, 5.0, 0.0));
        let state = made
            .change("A1", |unit| unit.status = Status::Routing)
            .change("A2", |unit| unit.status = Status::Routing)
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                "hawkshold".clone_into(&mut book.kinds.last_mut().unwrap().faction);
                let rallies = Step::Effects {
                    seat: Seat::A,
                    name: "Rally".to_owned(),
                    kind: crate::model::state::LastingKind::Card(CardNo(number)),
                    on: vec![id("A2")],
                    effects: vec![Effect::Rally {
                        on: Target::OwnWithin(Distance(7_000)),
                    }],
                    spell: false,
                };
                state.agenda.push(rallies.into());
            })
            .state();
        let (mut state, _) = on_with(state, &[], &[]).unwrap();
        let north = Answer::Heading(battleground_geometry::Degrees::ZERO);
        while asked(&state).is_some_and(|found| found.0 == Topic::RallyHeading) {
            state = on_with(state, &[answer(Seat::A, north.clone())], &[]).unwrap().0;
        }
        let ready = |unit: &str| matches!(state.unit(id(unit)).unwrap().status, Status::Ready(_));
        (ready("A1"), ready("A2"))
    };
    assert_eq!(rallied(21), (false, true), "a card of Hawkshold");
    assert_eq!(rallied(16), (true, true), "a card that all factions have");
}

#[test]
fn bg3_army_03_usual_sizes() {
    use crate::rules::setup::agreed::BATTLE_TYPES;
    assert_eq!(BATTLE_TYPES.map(|(points, _)| points), [1_500, 2_000, 2_500]);
    for (budget, _) in BATTLE_TYPES {
        assert!(crate::model::bounds::BUDGETS.contains(&budget));
    }
}

#[test]
fn bg3_merc_03_mercenary_core_units_do_not_count() {
    let army = |own: usize, hired: &[&str]| {
        let units = [&["peasant-mob"].repeat(own), hired].concat();
        built(1_500, "free-companies", &units)
    };
    // Three own core units of 1500 points are needed.
    assert_eq!(army(2, &["caetrati"; 3]), "BG3-ARMY-04");
    assert_eq!(army(3, &["caetrati"; 3]), "accepted");
    let elite = army(3, &["veteran-equites"; 2]);
    assert_eq!(elite, "BG3-ARMY-05", "elite limits apply to them too");
}
