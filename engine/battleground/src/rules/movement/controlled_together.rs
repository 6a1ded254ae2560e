//! Several units under Direct Control that are moved in one step (BG3 p. 12, BG4 pp. 33, 43).

use hindsight_kernel::{Offer, Refusal, Seat};
use serde_json::json;

use super::control::{check_legs, check_nearest, sample_legs};
use super::mover::{MovedBy, Mover};
use super::plan::Plan;
use super::refusal::LegRefusal;
use crate::field::Field;
use crate::model::agenda::{BattleTable, Step, proceed};
use crate::model::command::{Command, Leg, UnitLegs};
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::rules::activation::{self, ActivationRefusal};
use crate::rules::movement::happening::move_by_plans;

/// The most ways of moving together that are offered as they stand.
const MOST_SAMPLES: usize = 6;

/// Moves several units of a group under Direct Control in one step.
///
/// RULING: BG3-MOV-15, those that leave are off the table for one another; all go their ways at the same share of their distance,
/// and no two may overlap on the way or where they end, as units that move together by their orders do (BG4-TURN-06).
/// Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
///
/// # Errors
/// The rule that the first wrong leg breaks, or that two of them would meet.
pub(crate) fn submit_legs_together(
    table: &mut BattleTable<'_>,
    seat: Seat,
    moves: &[UnitLegs],
) -> Result<(), Refusal> {
    let plans = check(table.state(), seat, moves)?;
    for one in moves {
        if let Some(enemy) = one.nearest {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: one.unit,
                mark: TurnMark::NamedEnemy(enemy),
            }));
        }
    }
    move_by_plans(table, MoveKind::Controlled, &plans);
    proceed(table, 1, []);
    Ok(())
}

/// What legs of several units come to.
fn check(state: &State, seat: Seat, moves: &[UnitLegs]) -> Result<Vec<Plan>, Refusal> {
    let Some((next, waiting)) = waiting(state) else {
        return Err(LegRefusal::NobodyWaits.into());
    };
    if next.seat() != seat {
        return Err(LegRefusal::NotYours { unit: next, seat }.into());
    }
    if moves.is_empty() {
        return Err(ActivationRefusal::NamesNobody.into());
    }
    let units: Vec<UnitId> = moves.iter().map(|one| one.unit).collect();
    for (place, one) in moves.iter().enumerate() {
        if !waiting.contains(&one.unit) {
            return Err(LegRefusal::NotOfTheStep(one.unit).into());
        }
        if units[..place].contains(&one.unit) {
            let unit = one.unit;
            return Err(ActivationRefusal::NamedTwice { unit, units }.into());
        }
        check_nearest(state, seat, one.nearest)?;
    }
    let field = Field::of(state);
    let plans: Vec<Plan> = moves
        .iter()
        .map(|one| {
            let unit = state.unit(one.unit).ok_or(LegRefusal::NotOnTheTable(one.unit))?;
            let others = moves
                .iter()
                .filter(|other| other.unit != one.unit && leaves(other));
            let others: Vec<UnitId> = others.map(|other| other.unit).collect();
            check_legs(&field.clone().without(&others), unit, &one.legs, one.land)
        })
        .collect::<Result<_, Refusal>>()?;
    match activation::clash(state, &plans) {
        Some(clash) => Err(clash.refusal(&units).into()),
        None => Ok(plans),
    }
}

/// Whether a unit leaves its place by its legs: one that stays stands in the way of the others as ever.
fn leaves(one: &UnitLegs) -> bool {
    !one.legs.is_empty()
}

/// The unit that waits for its legs, and all those of its group that wait for theirs under Direct Control.
fn waiting(state: &State) -> Option<(UnitId, Vec<UnitId>)> {
    let [.., group, top] = state.agenda.as_slice() else {
        return None;
    };
    match (&group.step, &top.step) {
        (Step::Activate { units }, Step::SubmitLegs { unit }) => {
            Some((*unit, activation::waiting_under_control(state, units)))
        }
        _ => None,
    }
}

/// The legs of all that wait as one form, with some ways in which they may go together.
pub(super) fn offers(field: &Field<'_>, seat: Seat, out: &mut Vec<Offer<Command>>) {
    let state = field.state();
    let Some((_, units)) = waiting(state).filter(|(_, units)| units.len() > 1) else {
        return;
    };
    let ways: Vec<Vec<Vec<Leg>>> = units.iter().map(|unit| ways_of(field, *unit, &units)).collect();
    let longest = ways.iter().map(Vec::len).max().unwrap_or_default();
    let together = |place: usize| {
        let moves = units.iter().zip(&ways).map(|(unit, ways)| UnitLegs {
            unit: *unit,
            legs: ways.get(place).cloned().unwrap_or_default(),
            land: None,
            nearest: None,
        });
        moves.collect::<Vec<_>>()
    };
    let samples: Vec<Command> = (0..longest)
        .map(together)
        .filter(|moves| check(state, seat, moves).is_ok())
        .take(MOST_SAMPLES)
        .map(|moves| Command::SubmitLegsTogether { moves })
        .collect();
    if samples.is_empty() {
        return;
    }
    let enemies: Vec<UnitId> = state.enemies_of(seat).map(|enemy| enemy.id).collect();
    out.push(Offer::form(
        seat,
        "submit_legs",
        "move several units under Direct Control in one step",
        Rule::Turn06,
        &json!({ "units": units, "nearest": enemies }),
        samples,
    ));
}

/// Ways that a unit may go while the others of its group are gone.
fn ways_of(field: &Field<'_>, id: UnitId, group: &[UnitId]) -> Vec<Vec<Leg>> {
    let others: Vec<UnitId> = group.iter().copied().filter(|other| *other != id).collect();
    let beside = field.clone().without(&others);
    let Some(unit) = beside.state().unit(id) else {
        return Vec::new();
    };
    Mover::new(&beside, unit, MovedBy::Control).map_or_else(Vec::new, |mover| {
        sample_legs(&mover, &mover.start(), unit.airborne)
    })
}
