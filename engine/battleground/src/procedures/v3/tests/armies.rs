//! Armies (pp. 25-26).

use super::frame::begun3;
use super::*;

#[test]
fn bg3_army_03_usual_sizes() {
    for budget in [1_500, 2_000, 2_500] {
        assert!(crate::model::bounds::BUDGETS.contains(&budget));
    }
    assert_eq!(
        crate::rules::setup::agreed::BATTLE_TYPES.map(|(points, _)| points),
        [1_500, 2_000, 2_500]
    );
}

/// The rule by which an army of Hawkshold with mercenaries is refused; nothing if it is built.
fn faults3(budget: u16, units: &[(usize, &str)], cards: u8) -> Vec<String> {
    let list = crate::model::state::ArmyList {
        units: units
            .iter()
            .flat_map(|(count, id)| std::iter::repeat_n((*id).to_owned(), *count))
            .collect(),
        cards,
        abilities: Vec::new(),
    };
    let built = to_be_built(budget, "free-companies");
    let refused = refused3(&built, Seat::A, Command::BuildArmy { list });
    Some(refused)
        .filter(|refused| refused != "accepted")
        .into_iter()
        .collect()
}

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

#[test]
fn bg3_army_01_units_and_cards_fit_the_budget() {
    assert!(faults3(1_500, &[(7, "hawk-swordsmen")], 2).is_empty(), "1485");
    assert_eq!(
        faults3(1_500, &[(7, "hawk-swordsmen")], 3),
        ["BG3-ARMY-01"],
        "1510"
    );
}

#[test]
fn bg3_army_02_command_cards_cost_25_points() {
    // 1425 points of units leave room for three cards of a budget of 1500.
    let army = [(6, "hawk-swordsmen"), (1, "hawk-spearmen")];
    assert!(faults3(1_500, &army, 3).is_empty());
    assert_eq!(faults3(1_500, &army, 4), ["BG3-ARMY-01"]);
}

#[test]
fn bg3_army_04_core_units_by_the_budget() {
    for (budget, needed) in [(1_500, 3), (2_000, 4), (2_500, 5), (1_750, 3)] {
        assert!(faults3(budget, &[(needed, "militia")], 0).is_empty());
        assert_eq!(faults3(budget, &[(needed - 1, "militia")], 0), ["BG3-ARMY-04"]);
    }
}

#[test]
fn bg3_army_05_elite_units_of_a_kind() {
    let core = (5, "peasant-mob");
    for (budget, most) in [(1_500, 1), (2_000, 2), (2_999, 2)] {
        assert!(
            faults3(budget, &[core, (most, "knights")], 0).is_empty(),
            "{budget}"
        );
        assert_eq!(
            faults3(budget, &[core, (most + 1, "knights")], 0),
            ["BG3-ARMY-05"],
            "{budget}"
        );
    }
    assert!(
        faults3(1_500, &[core, (1, "knights"), (1, "longbowmen")], 0).is_empty(),
        "any number of kinds"
    );
}

#[test]
fn bg3_army_06_standard_units_are_unlimited() {
    assert!(faults3(2_500, &[(5, "peasant-mob"), (8, "hawk-outriders")], 0).is_empty());
}

#[test]
fn bg3_merc_03_mercenary_core_units_do_not_count() {
    // Two own and three mercenary core units of 1500 points: three own are needed.
    assert_eq!(
        faults3(1_500, &[(2, "peasant-mob"), (3, "caetrati")], 0),
        ["BG3-ARMY-04"]
    );
    assert_eq!(
        faults3(1_500, &[(3, "peasant-mob"), (2, "veteran-equites")], 0),
        ["BG3-ARMY-05"],
        "elite limits apply to them too"
    );
}
