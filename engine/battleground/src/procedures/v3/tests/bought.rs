//! What an army buys besides its units: abilities and command cards, and whom it hires (pp. 25-26).

use super::frame::begun3;
use super::*;
use crate::model::cards::{Ability, AbilityWindow};
use crate::model::state::ArmyList;

/// A battle in which armies of so many points are to be built, South's of Hawkshold with these mercenaries.
pub(super) fn to_be_built(budget: u16, mercenaries: &str) -> State {
    let chooses = |seat: Seat, faction: &str, mercenaries: Option<&str>| {
        let allegiance = Allegiance {
            faction: faction.to_owned(),
            mercenaries: mercenaries.map(str::to_owned),
            also: Vec::new(),
        };
        (seat, Command::ChooseFaction { allegiance })
    };
    let agreed = crate::model::state::Agreed {
        budget: Some(budget),
        scenario: Some("annihilation".to_owned()),
        map: Some("open-plain".to_owned()),
    };
    let commands = [
        chooses(Seat::A, "hawkshold", Some(mercenaries)),
        chooses(Seat::B, "orc", None),
        (Seat::A, Command::ProposeBudget { points: budget }),
        (Seat::B, Command::AcceptProposal),
        (Seat::A, Command::ProposeScenario { agreed }),
        (Seat::B, Command::AcceptProposal),
    ];
    let state = begun3(&json!({}), &[]);
    let (state, _) = play3(state, &commands, &[]).unwrap_or_else(|refusal| panic!("{refusal}"));
    state
}

fn list(units: usize, abilities: &[&str], cards: u8) -> Command {
    Command::BuildArmy {
        list: ArmyList {
            units: vec!["hawk-swordsmen".to_owned(); units],
            cards,
            abilities: abilities.iter().map(|id| (*id).to_owned()).collect(),
        },
    }
}

/// The ability of a faction of the sample pack, changed: it has this id and costs so many points.
fn sold(state: &mut State, faction: usize, id: &str, points: u16, of_unit: bool) {
    let abilities = &mut std::sync::Arc::make_mut(&mut state.book).factions[faction].abilities;
    abilities.push(Ability {
        id: id.to_owned(),
        points: Some(points),
        of_unit,
        ..abilities[0].clone()
    });
}

/// Armies of 1500 points are to be built. Hawkshold sells Foresight, the Free Companies, which it has hired, one ability of units
/// and one of the faction as a whole.
fn shop() -> State {
    let mut state = to_be_built(1_500, "free-companies");
    let place = |id: &str| {
        let mut factions = state.book.factions.iter();
        factions.position(|faction| faction.id == id).unwrap()
    };
    let (own, hired) = (place("hawkshold"), place("free-companies"));
    sold(&mut state, own, "foresight", 65, false);
    sold(&mut state, hired, "drill", 65, true);
    sold(&mut state, hired, "council", 65, false);
    state
}

fn built(units: usize, abilities: &[&str], cards: u8) -> String {
    refused3(&shop(), Seat::A, list(units, abilities, cards))
}

#[test]
fn bg3_army_01_some_abilities_cost_army_creation_points() {
    // Seven units of 205 points: 1435 and 65 are 1500.
    assert_eq!(built(7, &["foresight"], 0), "accepted");
    assert_eq!(built(7, &["foresight"], 1), "BG3-ARMY-01", "25 points too many");
    assert_eq!(built(6, &["foresight"], 8), "accepted", "1230 and 65 and 200");
    assert_eq!(built(6, &["foresight"], 9), "BG3-ARMY-01");
    // What is not there to be bought, or bought already.
    for abilities in [&["nothing"][..], &["steadfast"], &["foresight", "foresight"]] {
        assert_eq!(built(4, abilities, 0), "BG3-ARMY-01", "{abilities:?}");
    }
    // Of mercenaries' factions the unit abilities alone. Rules BG3-MERC-06, BG3-MERC-07.
    assert_eq!(built(4, &["drill"], 0), "accepted");
    assert_eq!(built(4, &["council"], 0), "BG3-ARMY-01");
    assert_eq!(built(4, &["foresight"; 21], 0), "BG3-ARMY-01", "an endless list");
}

#[test]
fn bg3_army_01_what_may_be_bought_is_offered() {
    use hindsight_kernel::{Choice, Offers as _};
    let offers = Battleground3::offers(&shop(), Seat::A);
    let [army] = &offers[..] else {
        panic!("an army is built")
    };
    let Choice::Form { limits, samples } = &army.choice else {
        panic!("a form")
    };
    assert_eq!(limits["abilities"], json!({ "drill": 65, "foresight": 65 }));
    let buys = |sample: &Command| matches!(sample, Command::BuildArmy { list } if list.abilities.contains(&"foresight".to_owned()));
    assert!(samples.iter().any(buys), "{samples:?}");
}

#[test]
fn bg3_army_01_an_army_has_the_abilities_that_it_bought() {
    let orcs = ArmyList {
        units: vec!["orc-swordsmen".to_owned(); 7],
        cards: 0,
        abilities: Vec::new(),
    };
    let both = [
        (Seat::A, list(7, &["foresight"], 0)),
        (Seat::B, Command::BuildArmy { list: orcs }),
    ];
    let (state, _) = play3(shop(), &both, &[]).unwrap();
    assert_eq!(state.players[0].abilities, ["foresight"]);
    assert_eq!(state.players[0].spent, 1_500);
    // All may know what was bought. RULING: BG3-ARMY-01.
    use hindsight_kernel::{Secrets as _, Viewer};
    let seen = Battleground3::view(&state, Viewer::Seat(Seat::B));
    assert_eq!(seen.players[0].abilities, ["foresight"]);
    // Used in the Movement and Command phase only by who has bought it.
    let uses = |points: Option<u16>, bought: &[&str]| {
        let made = scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0));
        let state = with_cards(made, &[], &[]).set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            for ability in book.factions.iter_mut().flat_map(|one| &mut one.abilities) {
                ability.points = points;
            }
            state.players[0].actions = 1;
            state.players[0].abilities = bought.iter().map(|id| (*id).to_owned()).collect();
        });
        let steadfast = Command::UseAbility {
            ability: "steadfast".to_owned(),
            on: vec![id("A1")],
        };
        refused3(&state.state(), Seat::A, steadfast)
    };
    assert_eq!(uses(None, &[]), "accepted");
    assert_eq!(uses(Some(65), &["steadfast"]), "accepted");
    assert_eq!(uses(Some(65), &[]), "BG3-CMD-10");
}

#[test]
fn bg3_army_01_cards_of_an_ability_that_was_bought_are_drawn_at_set_up() {
    use crate::model::effect::Effect;
    let drawn = |bought: &[&str]| {
        let made = with_cards(scene3(), &[], &[]).set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            let ability = &mut book.factions[0].abilities[0];
            ability.points = Some(50);
            ability.window = AbilityWindow::SetUp;
            ability.effects = vec![Effect::DrawCards { count: 2 }];
            state.players[0].abilities = bought.iter().map(|id| (*id).to_owned()).collect();
            state.agenda = vec![Step::DrawAtSetUp.into()];
        });
        let state = on_with(made.state(), &[], &[]).unwrap().0;
        state.players[0].hand.len()
    };
    assert_eq!((drawn(&["steadfast"]), drawn(&[])), (2, 0));
}

#[test]
fn bg3_army_02_a_deck_of_60_sells_60_cards() {
    let cards = |more_decks: u8, cards: u8| {
        let mut state = to_be_built(2_500, "orc");
        state.house.more_decks = more_decks;
        let list = ArmyList {
            units: vec!["peasant-mob".to_owned(); 5],
            cards,
            abilities: Vec::new(),
        };
        refused3(&state, Seat::A, Command::BuildArmy { list })
    };
    // Five units of 85 points and 60 cards of 25 are 1925.
    assert_eq!(
        (cards(0, 30), cards(0, 31)),
        ("accepted".into(), "BG3-ARMY-02".into())
    );
    assert_eq!(cards(1, 31), "accepted");
    assert_eq!(
        (cards(1, 60), cards(1, 61)),
        ("accepted".into(), "BG3-ARMY-02".into())
    );
}

#[test]
fn bg3_merc_01_a_pack_says_which_factions_may_be_hired() {
    use hindsight_kernel::{Offers as _, Packs as _};
    let mut pack = Battleground3::sample_packs().remove(0);
    let place = |id: &str| {
        let mut factions = pack["factions"].as_array().unwrap().iter();
        factions.position(|faction| faction["id"] == id).unwrap()
    };
    let (orc, free) = (place("orc"), place("free-companies"));
    pack["factions"][orc]["mercenary_allowed"] = json!(false);
    let setup = Battleground3::setup_from(&json!({ "packs": [pack["id"]] }), &[pack.clone()]).unwrap();
    let allowed = |place: usize| setup.book.factions[place].mercenary_allowed;
    assert!(
        !allowed(orc) && allowed(free),
        "where nothing is said it is allowed"
    );
    let state = State {
        edition: Edition::V3,
        book: std::sync::Arc::clone(&setup.book),
        agenda: vec![Step::ChooseFactions.into()],
        ..State::default()
    };
    let hires = |source: &str| {
        let allegiance = Allegiance {
            faction: "hawkshold".to_owned(),
            mercenaries: Some(source.to_owned()),
            also: Vec::new(),
        };
        refused3(&state, Seat::A, Command::ChooseFaction { allegiance })
    };
    assert_eq!(hires("free-companies"), "accepted");
    assert_eq!(hires("orc"), "BG3-MERC-01");
    let labels: Vec<String> = Battleground3::offers(&state, Seat::A)
        .into_iter()
        .map(|offer| offer.label.into())
        .collect();
    assert!(
        labels
            .iter()
            .any(|label| label.ends_with("mercenaries from Free Companies"))
    );
    assert!(
        !labels
            .iter()
            .any(|label| label.ends_with("mercenaries from Orc Army"))
    );
    // A ready army that has hired them is a fault of its pack.
    pack["armies"][0]["faction"] = json!("hawkshold");
    pack["armies"][0]["mercenaries"] = json!("orc");
    let faults = json!(Battleground3::check_pack(&pack).unwrap_err()).to_string();
    assert!(faults.contains("/armies/0/mercenaries"), "{faults}");
}

#[test]
fn stored_factions_and_abilities_without_the_new_fields_read_as_before() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let stored = json!(setup.book.factions[0]);
    assert_eq!(stored.get("mercenary_allowed"), None);
    assert_eq!(stored["abilities"][0].get("points"), None);
    let read: crate::model::cards::Faction = serde_json::from_value(stored).unwrap();
    assert!(read.mercenary_allowed && read.abilities[0].points.is_none());
    // The later edition knows neither.
    use hindsight_kernel::Packs as _;
    let mut pack = crate::Battleground::sample_packs().remove(0);
    pack["factions"][0]["mercenary_allowed"] = json!(false);
    pack["factions"][0]["abilities"][0]["points"] = json!(50);
    let faults = json!(crate::Battleground::check_pack(&pack).unwrap_err()).to_string();
    for path in ["/factions/0/mercenary_allowed", "/factions/0/abilities/0/points"] {
        assert!(faults.contains(path), "{faults}");
    }
}
