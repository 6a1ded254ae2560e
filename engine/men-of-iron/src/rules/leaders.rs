//! Leaders: casualties, capture, placement, replacement (§15.0-§15.6, pp. 13-14).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{DiceNeed, Refusal, RollAbout};

use super::asking::{BattleTable, ask_unless_single, roll, then};
use super::measure;
use crate::data::Battle;
use crate::field::Walker;
use crate::model::agenda::{Answer, Frame, Need, Step, Topic};
use crate::model::drm::Drm;
use crate::model::event::{ActivationEvent, Event, LeaderForm, ResultEvent};
use crate::model::names::{CommandId, LeaderId, UnitId};
use crate::model::piece::{Leader, LeaderPlace, PiecePlace, Unit};
use crate::model::state::State;
use crate::tables::{fire_casualty, shock_casualty};

/// An adjusted fire roll of this or more endangers leaders in the target's hex. Rule `MOI-FIRE-23` (p. 13).
pub const CASUALTY_FROM: i32 = 9;

fn commands_of(battle: &Battle, leader: LeaderId) -> &[CommandId] {
    battle
        .leader
        .get(&leader)
        .map_or(&[], |card| card.commands.as_slice())
}

/// A casualty roll by fire: 8 or 9 kills. Rule `MOI-LEAD-05` (p. 13).
pub(crate) fn fire_roll(table: &mut BattleTable<'_>, id: LeaderId, hex: Hex) -> Result<(), Refusal> {
    casualty(table, id, hex, LeaderForm::Fire)
}

/// Casualty rolls in Shock of the leaders with a unit. Rule `MOI-LEAD-04` (p. 13).
pub(crate) fn shock_rolls(table: &mut BattleTable<'_>, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
    for leader in measure::leaders_with(table.state(), unit) {
        casualty(table, leader, hex, LeaderForm::Shock)?;
    }
    Ok(())
}

fn casualty(table: &mut BattleTable<'_>, id: LeaderId, hex: Hex, form: LeaderForm) -> Result<(), Refusal> {
    let state = table.state();
    let Some(leader) = state.leader(id) else {
        return Ok(());
    };
    let rating = state.leader_side(leader).map_or(0, |side| side.activation);
    let (seat, drms) = match form {
        LeaderForm::Fire => (leader.seat, Vec::new()),
        LeaderForm::Shock => (leader.seat, vec![Drm::new("MOI-LEAD-04", -i32::from(rating))]),
    };
    let lives = |die: &i32| match form {
        LeaderForm::Fire => !fire_casualty(*die),
        LeaderForm::Shock => !shock_casualty(*die, rating),
    };
    let most = (0..10).filter(lives).max().unwrap_or(-1);
    let about = RollAbout::of(&id).need(DiceNeed::AtMost(most));
    let throw = roll(table, about, "leader casualty", seat, drms)?;
    let killed = match form {
        LeaderForm::Fire => fire_casualty(throw.natural()),
        LeaderForm::Shock => shock_casualty(throw.natural(), rating),
    };
    table.emit(ResultEvent::LeaderRolled {
        leader: id,
        form,
        throw,
        killed,
    });
    if killed {
        table.emit(ResultEvent::LeaderKilled { leader: id, hex });
    }
    Ok(())
}

/// The units on the map of a leader's Commands, but one.
fn own_units(state: &State, leader: LeaderId, but: Option<UnitId>) -> Vec<&Unit> {
    let commands = commands_of(&state.battle, leader);
    state
        .units
        .values()
        .filter(|unit| commands.contains(&unit.command) && unit.hex().is_some() && Some(unit.id) != but)
        .collect()
}

/// The nearest of some units to a hex, all of the least distance.
pub(crate) fn nearest(hex: Hex, units: &[&Unit]) -> Vec<Answer> {
    let distance = |unit: &Unit| unit.hex().map(|at| at.distance_to(hex));
    let least = units.iter().filter_map(|unit| distance(unit)).min();
    units
        .iter()
        .filter(|unit| distance(unit) == least && least.is_some())
        .map(|unit| Answer::Unit { unit: unit.id })
        .collect()
}

/// The units with which a leader whose unit is gone can be placed: the nearest other ones of his Command, and the Retired unit
/// itself only if there is no other. Rule `MOI-LEAD-06` (p. 13).
pub(crate) fn placements(state: &State, id: LeaderId, hex: Hex, lost: UnitId) -> Vec<Answer> {
    let others = nearest(hex, &own_units(state, id, Some(lost)));
    if others.is_empty() {
        nearest(hex, &own_units(state, id, None))
    } else {
        others
    }
}

/// A leader whose unit is gone is placed with the nearest other unit of his Command; surrounded he is killed. Rules
/// `MOI-LEAD-06`, `MOI-LEAD-07` (p. 13).
pub(crate) fn place(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    id: LeaderId,
    lost: UnitId,
) -> Result<Taken, Need> {
    let state = table.state();
    let Some((leader, hex)) = state.leader(id).and_then(|leader| Some((leader, leader.hex()?))) else {
        return Ok(then(table, []));
    };
    if state.is_surrounded(hex, leader.seat, Walker::Leader) {
        table.emit(ResultEvent::LeaderKilled { leader: id, hex });
        return Ok(then(table, []));
    }
    let options = placements(state, id, hex, lost);
    if options.is_empty() {
        return Ok(then(table, []));
    }
    let with = ask_unless_single(
        frame,
        leader.seat,
        Topic::LeaderPlacement,
        "MOI-LEAD-06",
        None,
        options,
    )?;
    move_to(table, id, hex, &with);
    Ok(then(table, []))
}

/// Moves a leader to the unit that was chosen.
pub(crate) fn move_to(table: &mut BattleTable<'_>, leader: LeaderId, from: Hex, with: &Answer) {
    if let Answer::Unit { unit } = with
        && let Some(to) = table.state().unit(*unit).and_then(Unit::hex)
        && to != from
    {
        table.emit(ResultEvent::LeaderMoved { leader, from, to });
    }
}

/// The units to which a leader alone escapes from an enemy that enters his hex: the nearest of his Command, or of any other if
/// none is left. Rule `MOI-LEAD-10` (p. 14).
pub(crate) fn refuges(state: &State, leader: &Leader, hex: Hex) -> Vec<Answer> {
    let own = nearest(hex, &own_units(state, leader.id, None));
    if own.is_empty() {
        let others: Vec<&Unit> = state.on_map(leader.seat).collect();
        return nearest(hex, &others);
    }
    own
}

/// Whether a leader on the map has no unit left in any of his Commands, on the map or due. Rule `MOI-LEAD-02` (p. 13).
pub fn is_adrift(state: &State, leader: &Leader) -> bool {
    let commands = commands_of(&state.battle, leader.id);
    leader.hex().is_some()
        && !state
            .units
            .values()
            .any(|unit| commands.contains(&unit.command) && unit.place != PiecePlace::Eliminated)
}

/// Whether leaders without a Command are removed before a step is taken.
pub(crate) fn comes_first(state: &State, step: &Step) -> bool {
    *step != Step::LeadersAdrift && state.leaders.values().any(|leader| is_adrift(state, leader))
}

/// Removes leaders without a Command; those who could not escape from their hex are captured. Rules `MOI-LEAD-02`,
/// `MOI-LEAD-13` (pp. 13-14).
pub(crate) fn remove_adrift(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let adrift: Vec<(LeaderId, Hex, bool)> = state
        .leaders
        .values()
        .filter(|leader| is_adrift(state, leader))
        .filter_map(|leader| {
            let hex = leader.hex()?;
            Some((leader.id, hex, state.leaders_are_captured(hex, leader.seat)))
        })
        .collect();
    for (leader, hex, captured) in adrift {
        table.emit(if captured {
            Event::Result(ResultEvent::LeaderCaptured { leader, hex })
        } else {
            Event::Result(ResultEvent::LeaderRemoved { leader })
        });
    }
    Ok(then(table, []))
}

/// The next lost leader of the active player who can be replaced: a unit of his Command is on the map. Rules `MOI-LEAD-11`,
/// `MOI-LEAD-13` (p. 14).
pub fn next_replacement(state: &State) -> Option<&Leader> {
    state.leaders.values().find(|leader| {
        leader.seat == state.active
            && leader.place == LeaderPlace::Lost
            && !own_units(state, leader.id, None).is_empty()
    })
}

/// Replacement leaders are placed, each with any unit of his Command. Rule `MOI-LEAD-11` (pp. 14, 16).
pub(crate) fn place_replacements(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let Some(id) = next_replacement(state).map(|leader| leader.id) else {
        return Ok(then(table, []));
    };
    let options = own_units(state, id, None)
        .iter()
        .map(|unit| Answer::Unit { unit: unit.id })
        .collect();
    let with = ask_unless_single(
        frame,
        state.active,
        Topic::Replacement,
        "MOI-LEAD-11",
        None,
        options,
    )?;
    if let Answer::Unit { unit } = with
        && let Some(hex) = state.unit(unit).and_then(Unit::hex)
    {
        table.emit(ActivationEvent::LeaderReplaced { leader: id, hex });
    }
    Ok(then(table, [Step::Replacements]))
}
