//! What may be done in the first steps of the set-up: factions, budgets, scenarios, armies (pp. 136-139).

use hindsight_kernel::{Offer, Seat, message};
use serde_json::json;

use super::budget_of;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::cards::Map;
use crate::model::command::Command;
use crate::model::names::other;
use crate::model::rule::Rule;
use crate::model::state::{Agreed, Allegiance, ArmyList, State};
use crate::procedures::army::{cost, faults_in, for_sale};
use crate::rules::setup::agreed::{BATTLE_TYPES, check_budget, check_playable, top};

/// What may be done in the first steps of the set-up.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    match top(state) {
        Some(Step::ChooseFactions) if !state.player(seat).allegiance.is_made() => {
            faction_offers(state, seat, out);
        }
        Some(Step::AgreeBudget { proposed })
            if next_to_propose(proposed.as_ref().map(|made| made.0)) == seat =>
        {
            budget_offers(state, seat, *proposed, out);
        }
        Some(Step::AgreeScenario { proposed })
            if next_to_propose(proposed.as_ref().map(|made| made.0)) == seat =>
        {
            scenario_offers(state, seat, proposed.is_some(), out);
        }
        Some(Step::BuildArmies) if !state.player(seat).list.is_made() => army_offers(state, seat, out),
        Some(_) | None => {}
    }
}

/// A faction, each with every source of mercenaries. Rules `BG4-SETUP-02`, `BG4-MERC-01` (pp. 126-127, 136).
fn faction_offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    for faction in &state.book.factions {
        let others = state.book.factions.iter().filter(|other| other.id != faction.id);
        let sources = others.filter(|other| other.mercenary_allowed);
        for source in std::iter::once(None).chain(sources.map(Some)) {
            let label = match source {
                Some(source) => message!(
                    MESSAGES,
                    "offer-faction-with-mercenaries",
                    faction = &faction.name,
                    source = &source.name
                ),
                None => message!(MESSAGES, "offer-faction", faction = &faction.name),
            };
            let allegiance = Allegiance {
                faction: faction.id.clone(),
                mercenaries: source.map(|source| source.id.clone()),
                also: Vec::new(),
            };
            let command = Command::ChooseFaction { allegiance };
            out.push(Offer::one(
                seat,
                "choose_faction",
                label,
                Rule::Setup02.of(state.edition),
                command,
            ));
        }
    }
}

/// The budget that the other player proposes, and others to propose. Rule `BG4-SETUP-03` (pp. 136-137).
fn budget_offers(state: &State, seat: Seat, proposed: Option<(Seat, u16)>, out: &mut Vec<Offer<Command>>) {
    if let Some((_, points)) = proposed {
        let label = message!(MESSAGES, "offer-accept-budget", points);
        out.push(Offer::one(
            seat,
            "choose_budget",
            label,
            Rule::Setup03.of(state.edition),
            Command::AcceptProposal,
        ));
    }
    let mut budgets: Vec<u16> = BATTLE_TYPES.iter().map(|(points, _)| *points).collect();
    budgets.extend(state.book.scenarios.iter().filter_map(|scenario| scenario.budget));
    budgets.retain(|points| {
        check_budget(*points)
            .and(check_playable(&state.book, *points))
            .is_ok()
    });
    budgets.sort_unstable();
    budgets.dedup();
    let samples = budgets
        .into_iter()
        .map(|points| Command::ProposeBudget { points });
    out.push(Offer::form(
        seat,
        "choose_budget",
        message!(MESSAGES, "offer-budget"),
        Rule::Setup03.of(state.edition),
        &json!({ "points": { "minimum": 500, "maximum": 20_000 } }),
        samples.collect(),
    ));
}

/// The scenario and map that the other player proposes, and others to propose. Rule `BG4-SETUP-04` (p. 137).
fn scenario_offers(state: &State, seat: Seat, is_proposed: bool, out: &mut Vec<Offer<Command>>) {
    if is_proposed {
        out.push(Offer::one(
            seat,
            "choose_scenario_and_terrain",
            message!(MESSAGES, "offer-accept-scenario"),
            Rule::Setup04.of(state.edition),
            Command::AcceptProposal,
        ));
    }
    let budget = state.agreed.budget;
    for scenario in state
        .book
        .scenarios
        .iter()
        .filter(|scenario| scenario.budget.is_none_or(|fixed| Some(fixed) == budget))
    {
        let fits = |map: &&Map| scenario.map.as_ref().is_none_or(|own| *own == map.id);
        for map in state.book.maps.iter().filter(fits) {
            let agreed = Agreed {
                budget,
                scenario: Some(scenario.id.clone()),
                map: Some(map.id.clone()),
            };
            out.push(Offer::one(
                seat,
                "choose_scenario_and_terrain",
                message!(
                    MESSAGES,
                    "offer-scenario",
                    scenario = &scenario.name,
                    map = &map.name
                ),
                Rule::Setup04.of(state.edition),
                Command::ProposeScenario { agreed },
            ));
        }
    }
}

/// An army within the budget. Rule `BG4-ARMY-01` (p. 137).
fn army_offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    let mut limits =
        json!({ "budget": budget_of(state, seat), "card_points": crate::procedures::army::CARD_POINTS });
    if let Some(allegiance) = state.player(seat).allegiance.known()
        && let abilities = for_sale(&state.book, allegiance)
        && !abilities.is_empty()
    {
        let sold = abilities
            .iter()
            .map(|ability| (ability.id.clone(), json!(ability.points)));
        limits["abilities"] = sold.collect();
    }
    out.push(Offer::form(
        seat,
        "build_army",
        message!(MESSAGES, "offer-army"),
        Rule::Army01.of(state.edition),
        &limits,
        sample_armies(state, seat)
            .into_iter()
            .map(|list| Command::BuildArmy { list })
            .collect(),
    ));
}

fn next_to_propose(by: Option<Seat>) -> Seat {
    by.map_or(Seat::A, other)
}

/// A few legal armies of a seat's faction: the cheapest Core units first, then the dearest others that fit.
pub(crate) fn sample_armies(state: &State, seat: Seat) -> Vec<ArmyList> {
    let Some(allegiance) = state.player(seat).allegiance.known() else {
        return Vec::new();
    };
    let budget = budget_of(state, seat);
    let own = || {
        state
            .book
            .kinds
            .iter()
            .filter(|kind| kind.faction == allegiance.faction)
    };
    let mut core: Vec<_> = own()
        .filter(|kind| kind.category == crate::model::cards::Category::Core)
        .collect();
    core.sort_by_key(|kind| kind.points);
    let mercenaries = state.scenario().is_none_or(|scenario| scenario.mercenaries);
    let sound = |list: &ArmyList| {
        faults_in(
            state.profile(),
            &state.book,
            budget,
            mercenaries,
            allegiance,
            list,
            state.house.copies(),
        )
        .is_empty()
    };
    let mut armies = Vec::new();
    for first in 0..core.len() {
        let mut list = ArmyList {
            units: (0..crate::procedures::army::core_needed(budget).max(1))
                .map(|place| core[(first + place) % core.len()].id.clone())
                .collect(),
            cards: 0,
            abilities: Vec::new(),
        };
        if cost(&state.book, allegiance, &list) > u32::from(budget) {
            list.units = vec![core[0].id.clone(); crate::procedures::army::core_needed(budget).max(1)];
        }
        let mut rest: Vec<_> = own().collect();
        rest.sort_by_key(|kind| std::cmp::Reverse(kind.points));
        rest.rotate_left(first % 5);
        for kind in rest {
            list.units.push(kind.id.clone());
            if !sound(&list) {
                list.units.pop();
            }
        }
        for ability in for_sale(&state.book, allegiance) {
            list.abilities.push(ability.id.clone());
            if !sound(&list) {
                list.abilities.pop();
            }
        }
        while list.cards < 4 {
            list.cards += 1;
            if !sound(&list) {
                list.cards -= 1;
                break;
            }
        }
        if sound(&list) {
            armies.push(list);
        }
    }
    armies
}
