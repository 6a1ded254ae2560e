//! Frame of a battle that both players agree on: points, scenario, map (pp. 136-137).

use crate::model::agenda::Step;
use crate::model::bounds::BUDGETS;
use crate::model::cards::Book;
use crate::model::names::Team;
use crate::model::state::{Agreed, State};
use crate::rules::setup::refusal::SetupRefusal;

/// Budgets of the book's battle types: Skirmish, Battle, War. Rule `BG4-SETUP-03` (pp. 136-137).
pub(crate) const BATTLE_TYPES: [(u16, &str); 3] = [(1_500, "Skirmish"), (2_000, "Battle"), (2_500, "War")];

/// The step that is to be taken next.
pub(crate) fn top(state: &State) -> Option<&Step> {
    state.agenda.last().map(|frame| &frame.step)
}

/// The summed points of a team. Rule `BG3-SCEN-05` (p. 26).
pub(crate) fn team_budget(state: &State, team: Team) -> u32 {
    let shares = state
        .seats_of(team)
        .map(|seat| state.player(seat).share_of(state));
    shares.sum()
}

/// Refuses a budget of points that no battle has.
pub(crate) fn check_budget(points: u16) -> Result<(), SetupRefusal> {
    if BUDGETS.contains(&points) {
        Ok(())
    } else {
        Err(SetupRefusal::NoSuchBudget {
            asked: points,
            types: BATTLE_TYPES.map(|(points, _)| points),
        })
    }
}

/// Whether there is a scenario for a budget: one that prescribes it, or one for every budget. Once a budget is agreed
/// nothing leads back, so one that no scenario is played with is not proposed. Rule `BG4-SCEN-08` (pp. 35, 126, 137).
pub(crate) fn check_playable(book: &Book, points: u16) -> Result<(), SetupRefusal> {
    let prescribed: Option<Vec<u16>> = book.scenarios.iter().map(|scenario| scenario.budget).collect();
    match prescribed {
        Some(prescribed) if !prescribed.is_empty() && !prescribed.contains(&points) => {
            Err(SetupRefusal::NoScenarioFor {
                asked: points,
                prescribed,
            })
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses a frame of a battle that cannot be played.
pub(crate) fn check_agreed(book: &Book, agreed: &Agreed) -> Result<(), SetupRefusal> {
    let scenario = agreed
        .scenario
        .as_deref()
        .and_then(|id| book.scenario(id))
        .ok_or_else(|| SetupRefusal::NoSuchScenario {
            asked: agreed.scenario.clone(),
            scenarios: book.scenarios.iter().map(|each| each.id.clone()).collect(),
        })?;
    if !book.maps.iter().any(|each| Some(&each.id) == agreed.map.as_ref()) {
        return Err(SetupRefusal::NoSuchMap {
            asked: agreed.map.clone(),
            maps: book.maps.iter().map(|each| each.id.clone()).collect(),
        });
    }
    if scenario.map.is_some() && scenario.map != agreed.map {
        return Err(SetupRefusal::MapOfItsOwn {
            scenario: scenario.name.clone(),
            asked: agreed.map.clone(),
            map: scenario.map.clone(),
        });
    }
    check_budget(agreed.budget.unwrap_or(2_000))?;
    match scenario.budget {
        Some(budget) if agreed.budget != Some(budget) => Err(SetupRefusal::BudgetOfItsOwn {
            scenario: scenario.name.clone(),
            asked: agreed.budget,
            budget,
        }),
        Some(_) | None => Ok(()),
    }
}

/// Who may play without the cards of their faction. Rule `BG3-MERC-05` (p. 25).
pub(crate) fn trimming(state: &State) -> Vec<Step> {
    let may = state.profile().faction_cards_removable && !state.house.shared_deck;
    let seats = state
        .seats()
        .filter(|seat| may && state.player(*seat).mercenaries);
    seats.map(|seat| Step::TrimDeck { seat }).collect()
}
