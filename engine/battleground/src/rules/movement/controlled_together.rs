//! Several units under Direct Control that are moved in one step, also with others that follow their orders (BG3 p. 12, BG4 pp. 33,
//! 43).

use hindsight_kernel::{Argument, Offer, Seat, message};
use serde_json::json;

use super::control::{check_legs, check_nearest, sample_legs};
use super::refusal::LegRefusal;
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Need, Step, proceed};
use crate::model::command::{Command, Leg, UnitLegs};
use crate::model::event::{Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::naming::by_id;
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::plan::Plan;
use crate::rules::activation::{self, ActivationRefusal};
use crate::verbs::moving::move_in_one_step;

/// The most ways of moving together that are offered as they stand.
const MOST_SAMPLES: usize = 6;

/// Moves several units of a group in one step: each under Direct Control by its legs, and those that follow their orders, named
/// without legs, as these lead them.
///
/// RULING: BG3-MOV-15, those that leave are off the table for one another; all go their ways at the same share of their distance,
/// and no two may overlap on the way or where they end, as units that move together by their orders do (BG4-TURN-06).
/// Rules `BG4-TURN-06` (pp. 33, 43), `BG3-MOV-15` (p. 12).
///
/// # Errors
/// The rule that the first wrong leg breaks, that two of them would meet, or that an order leaves a choice.
pub(crate) fn submit_legs_together(
    table: &mut BattleTable<'_>,
    seat: Seat,
    moves: &[UnitLegs],
) -> Result<(), Refusal> {
    let Moves { by_legs, by_order } = check(table.state(), seat, moves)?;
    for one in moves {
        if let Some(enemy) = one.nearest {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: one.unit,
                mark: TurnMark::NamedEnemy(enemy),
            }));
        }
    }
    move_in_one_step(
        table,
        &[(MoveKind::Controlled, &by_legs), (MoveKind::Ordered, &by_order)],
    );
    proceed(table, 1, []);
    Ok(())
}

/// What several units of a group do in one step.
struct Moves {
    by_legs: Vec<Plan>,
    by_order: Vec<Plan>,
}

/// What legs of several units come to, and the orders of those that are named without.
fn check(state: &State, seat: Seat, moves: &[UnitLegs]) -> Result<Moves, Refusal> {
    let Some(Waiting {
        next,
        controlled: waiting,
        following,
    }) = waiting(state)
    else {
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
        let by_order = following.contains(&one.unit) && goes_by_order(one);
        if !waiting.contains(&one.unit) && !by_order {
            return Err(LegRefusal::NotOfTheStep(one.unit).into());
        }
        if units[..place].contains(&one.unit) {
            let unit = one.unit;
            return Err(ActivationRefusal::NamedTwice { unit, units }.into());
        }
        check_nearest(state, seat, one.nearest)?;
    }
    let field = Field::of(state);
    let (controlled, ordered): (Vec<&UnitLegs>, Vec<&UnitLegs>) =
        moves.iter().partition(|one| waiting.contains(&one.unit));
    let ordered: Vec<UnitId> = ordered.iter().map(|one| one.unit).collect();
    let beside = |gone: &[UnitId]| -> Result<Vec<Plan>, Refusal> {
        let plan = |one: &&UnitLegs| {
            let unit = state.unit(one.unit).ok_or(LegRefusal::NotOnTheTable(one.unit))?;
            let others = controlled
                .iter()
                .filter(|other| other.unit != one.unit && leaves(other));
            let others: Vec<UnitId> = others
                .map(|other| other.unit)
                .chain(gone.iter().copied())
                .collect();
            check_legs(&field.clone().without(&others), unit, &one.legs, one.land)
        };
        controlled.iter().map(plan).collect()
    };
    let mut by_legs = beside(&ordered)?;
    let by_order = by_orders(&field, &ordered, &by_legs)?;
    if !ordered.is_empty() {
        // Whoever stays by its order stands in the way of the others.
        let leave = by_order
            .iter()
            .filter(|plan| state.unit(plan.unit).is_some_and(|unit| plan.moves(unit)));
        let leave: Vec<UnitId> = leave.map(|plan| plan.unit).collect();
        by_legs = beside(&leave)?;
    }
    let plans: Vec<Plan> = by_legs.iter().chain(&by_order).cloned().collect();
    match activation::clash(state, &plans) {
        Some(clash) => Err(clash.refusal(&units).into()),
        None => Ok(Moves { by_legs, by_order }),
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse units that follow their orders in a step with units under Direct Control.
    enum StepRefusal {
        LeavesAChoice { unit: Option<UnitId>, ordered: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            unit = cited(*unit) => asked(ordered);
    }
}

/// A unit in a sentence.
fn cited(unit: Option<UnitId>) -> Argument {
    unit.map_or_else(|| message!(MESSAGES, "ask-a-unit").into(), by_id)
}

/// The plans of those that follow their orders in the step.
// RULING: BG3-MOV-15, in one step with others nothing is asked: a unit whose order leaves a choice moves after them, when it is asked.
fn by_orders(field: &Field<'_>, ordered: &[UnitId], by_legs: &[Plan]) -> Result<Vec<Plan>, Refusal> {
    match activation::plans_by_order(field, ordered, by_legs) {
        Ok(Some(plans)) => Ok(plans),
        Ok(None) => Err(ActivationRefusal::NeverSettles {
            units: ordered.to_vec(),
        }
        .into()),
        Err(Need::Ask(question)) => {
            let (unit, ordered) = (question.unit, ordered.to_vec());
            Err(StepRefusal::LeavesAChoice { unit, ordered }.into())
        }
        Err(Need::Refuse(refusal)) => Err(*refusal),
    }
}

/// Whether a unit that follows its order is named as it has to be.
fn goes_by_order(one: &UnitLegs) -> bool {
    one.legs.is_empty() && one.land.is_none() && one.nearest.is_none()
}

/// Whether a unit leaves its place by its legs: one that stays stands in the way of the others as ever.
fn leaves(one: &UnitLegs) -> bool {
    !one.legs.is_empty()
}

/// Who of a group waits to be moved.
struct Waiting {
    /// Whose legs are asked for.
    next: UnitId,
    /// All that wait for theirs under Direct Control.
    controlled: Vec<UnitId>,
    /// All that follow their orders after them.
    following: Vec<UnitId>,
}

/// Who waits while legs are asked for.
fn waiting(state: &State) -> Option<Waiting> {
    let [.., group, top] = state.agenda.as_slice() else {
        return None;
    };
    match (&group.step, &top.step) {
        (Step::Activate { units }, Step::SubmitLegs { unit }) => Some(Waiting {
            next: *unit,
            controlled: activation::waiting_under_control(state, units),
            following: activation::waiting_by_order(state, units),
        }),
        _ => None,
    }
}

/// The legs of all that wait as one form, with some ways in which they may go together.
pub(super) fn offers(field: &Field<'_>, seat: Seat, out: &mut Vec<Offer<Command>>) {
    let state = field.state();
    let Some(waiting) = waiting(state) else {
        return;
    };
    let (units, following) = (waiting.controlled, waiting.following);
    if units.len() + following.len() < 2 {
        return;
    }
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
    let by_order = || {
        following.iter().map(|unit| UnitLegs {
            unit: *unit,
            legs: Vec::new(),
            land: None,
            nearest: None,
        })
    };
    let with_orders = |mut moves: Vec<UnitLegs>| {
        moves.extend(by_order());
        moves
    };
    let alone = (0..longest).map(together).filter(|_| units.len() > 1);
    let mixed = (0..longest)
        .map(together)
        .map(with_orders)
        .filter(|_| !following.is_empty());
    let samples: Vec<Command> = mixed
        .chain(alone)
        .filter(|moves| check(state, seat, moves).is_ok())
        .take(MOST_SAMPLES)
        .map(|moves| Command::SubmitLegsTogether { moves })
        .collect();
    if samples.is_empty() {
        return;
    }
    let named: Vec<UnitId> = units.iter().chain(&following).copied().collect();
    let enemies: Vec<UnitId> = state.enemies_of(seat).map(|enemy| enemy.id).collect();
    out.push(Offer::form(
        seat,
        "submit_legs",
        message!(MESSAGES, "offer-legs-together"),
        Rule::Turn06.of(state.edition),
        &json!({ "units": named, "nearest": enemies }),
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
