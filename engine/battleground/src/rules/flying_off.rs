//! Players who have only Airborne units left (pp. 29-30).

use battleground_geometry::{Card, Inches, gap};
use hindsight_kernel::{Offer, Seat, message};

use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, proceed};
use crate::model::command::Command;
use crate::model::event::{Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::{Team, UnitId};
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{Cause, Phase, State, Unit};
use crate::naming::{by_id, length, unit_named};
use crate::verbs::actions::{action_window, check_action, own_unit};

/// In so many turns in a row nobody may stay away from the enemy.
const MOST_TURNS: u8 = 2;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a flight off the table.
    #[derive(Copy, Eq)]
    enum FlyingOffRefusal {
        NotOnlyFlyers(unit: UnitId) = Rule::FliesOff, "p. 29-30" => asked(unit);
        ActivatedAlready(unit: UnitId) = Rule::FliesOff, "p. 29-30", unit = by_id(*unit) => asked(unit);
        TooFar { unit: UnitId, edge: Inches, reach: Inches } = Rule::FliesOff, "p. 29-30",
            edge = length(*edge), unit = by_id(*unit), reach = length(*reach) => asked(edge), allowed(reach);
    }
}

/// Whether a player has units, and all of them are in the air. Rule `BG3-SET-14` (pp. 29-30).
fn has_only_fliers(state: &State, seat: Seat) -> bool {
    state.profile().fliers_must_seek
        && state.of_team(Team::of(seat)).next().is_some()
        && state.of_team(Team::of(seat)).all(|unit| unit.airborne)
}

/// Why a unit may not fly off the table now, if it may not.
// RULING: BG3-SET-14, over an edge that is no farther from its front centre point than it moves this turn.
fn check(state: &State, unit: &Unit) -> Result<(), FlyingOffRefusal> {
    if !has_only_fliers(state, unit.id.seat()) {
        return Err(FlyingOffRefusal::NotOnlyFlyers(unit.id));
    }
    if unit.turn.activated {
        return Err(FlyingOffRefusal::ActivatedAlready(unit.id));
    }
    let field = Field::of(state);
    let (reach, edge) = (field.current_mc(unit.id).inches(), to_edge(&field, unit.id));
    if edge <= reach {
        Ok(())
    } else {
        let unit = unit.id;
        Err(FlyingOffRefusal::TooFar { unit, edge, reach })
    }
}

/// How far a unit's front centre point is from the nearest table edge.
fn to_edge(field: &Field<'_>, unit: UnitId) -> Inches {
    let Some(at) = field.card(unit).map(Card::front_centre) else {
        return Inches::MOST;
    };
    let (width, depth) = (field.table().width(), field.table().depth());
    let distances = [at.x, width - at.x, at.y, depth - at.y];
    distances
        .into_iter()
        .min()
        .unwrap_or(Inches::MOST)
        .max(Inches::ZERO)
}

/// A unit flies off the table for good. Rule `BG3-SET-14` (pp. 29-30).
///
/// # Errors
/// Its owner has a unit on the ground, it has moved, or no edge is near enough.
pub(crate) fn fly_off(table: &mut BattleTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    check(state, own_unit(state, seat, id)?)?;
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Activated,
    }));
    crate::verbs::damage::destroy(table, id, Cause::Fled, None);
    proceed(table, 0, [action_window(seat)]);
    Ok(())
}

/// The units that may fly off the table now.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_err() || !has_only_fliers(state, seat) {
        return;
    }
    for unit in state.own(seat).filter(|unit| check(state, unit).is_ok()) {
        let label = message!(MESSAGES, "offer-fly-off", unit = unit_named(state, unit.id));
        let command = Command::FlyOff { unit: unit.id };
        out.push(
            Offer::one(
                seat,
                "movement_command",
                label,
                Rule::FliesOff.of(state.edition),
                command,
            )
            .about(unit.id),
        );
    }
}

/// Whether any unit of a player has sought the enemy this turn: a ranged attack or a spell, or half of its movement nearer to
/// the enemy that was nearest to it. Who has landed is on the ground.
// RULING: BG3-SET-14, measured from the front centre point to any part of an enemy, at the start of the turn and now.
fn sought_the_enemy(state: &State, seat: Seat) -> bool {
    let made = |unit: &Unit| {
        let mut declared = state.declared.iter();
        declared.any(|one| one.done && one.attack.attacker == unit.id && one.attack.kind.is_ranged())
    };
    let field = Field::of(state);
    let came_nearer = |unit: &Unit| {
        let before = state.snapshot.iter().filter(|glimpse| glimpse.unit == unit.id);
        let Some(before) = before.map(|glimpse| glimpse.distance).min() else {
            return false;
        };
        let Some(front) = field.card(unit.id).map(Card::front_centre) else {
            return false;
        };
        let enemies = state.enemies_of(seat).filter_map(|enemy| field.card(enemy.id));
        let now = enemies
            .map(|enemy| gap(&front, enemy))
            .min()
            .unwrap_or(Inches::ZERO);
        before - now >= field.current_mc(unit.id).inches().half()
    };
    state
        .of_team(Team::of(seat))
        .any(|unit| made(unit) || came_nearer(unit))
}

/// The end of a turn of a player who has only Airborne units: in the second in a row in which none of them has sought the
/// enemy they all flee. Rule `BG3-SET-14` (pp. 29-30).
pub(crate) fn turn_ends(table: &mut BattleTable<'_>) {
    let state = table.state();
    let Some(seat) = state.active.filter(|_| state.profile().fliers_must_seek) else {
        return;
    };
    // RULING: BG3-SET-14 (pp. 29-30), a turn that begins with the Combat Phase (BG3-TURN-03, p. 5) is none of the two: nobody can come
    // nearer in it.
    if state.edition.opening_phase(state.turn) != Phase::MovementAndCommand {
        return;
    }
    let waited = state.player(seat).waited_aloft;
    let waits = has_only_fliers(state, seat) && !sought_the_enemy(state, seat);
    let turns = if waits { waited.saturating_add(1) } else { 0 };
    if turns != waited {
        table.emit(Event::Turn(TurnEvent::FliersWaited { seat, turns }));
    }
    if turns < MOST_TURNS {
        return;
    }
    let fleeing: Vec<UnitId> = table
        .state()
        .of_team(Team::of(seat))
        .map(|unit| unit.id)
        .collect();
    for unit in fleeing {
        crate::verbs::damage::destroy(table, unit, Cause::Fled, None);
    }
}
