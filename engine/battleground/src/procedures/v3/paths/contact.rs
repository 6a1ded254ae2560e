//! Moves up to a friend that stands in the way (p. 12).

use battleground_geometry::touches;

use crate::field::computed::length;
use crate::field::{Field, TOL};
use crate::model::agenda::Need;
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{MovedBy, Mover, Progress};

/// A move as if some friends were not there, until it comes up to one, and to which. Rule `BG3-PATH-04` (pp. 12-13).
pub(super) fn up_to_met(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    met: &[UnitId],
    search: impl FnOnce(&MoveContext<'_>) -> Result<Done, Need>,
) -> Result<(Done, Option<UnitId>), Need> {
    let without = context.field.clone().without(met);
    let Some(mover) = Mover::new(&without, context.unit, MovedBy::Order) else {
        return Ok(((Vec::new(), *from), None));
    };
    let supposed = MoveContext {
        field: &without,
        unit: context.unit,
        orders: context.orders,
        answers: context.answers,
        mover,
        followers: context.followers,
    };
    let (planned, _) = search(&supposed)?;
    let (legs, end) = up_to_contact(&context.mover, from, &planned);
    let card = context.mover.card_at(end.pose);
    let blocked = legs.len() < planned.len() || legs.last() != planned.last();
    let touched = met
        .iter()
        .copied()
        .find(|friend| field.body(*friend).is_some_and(|body| touches(&card, body, TOL)));
    Ok(((legs, end), touched.filter(|_| blocked)))
}

/// Legs as far as nothing stands in the way. Rule `BG3-MOV-12` (p. 12).
fn up_to_contact(mover: &Mover<'_>, from: &Progress, legs: &[Leg]) -> Done {
    let (mut done, mut at) = (Vec::new(), *from);
    for leg in legs {
        if let Some(end) = mover.step(&at, leg) {
            done.push(*leg);
            at = end;
            continue;
        }
        let part = match *leg {
            Leg::Shift { way, inches } => mover.shifted(&at, way, inches.value()).map(|(end, far)| {
                let inches = length(far);
                (Leg::Shift { way, inches }, end)
            }),
            Leg::Turn { .. } | Leg::AboutFace | Leg::Reform { .. } => longest_turn(mover, &at, leg),
        };
        if let Some((leg, end)) = part.filter(|(_, end)| end.used > at.used + 1e-4) {
            done.push(leg);
            at = end;
        }
        break;
    }
    (done, at)
}

/// The turn by the angle of a leg with the longest ruler that is free, in steps of 0.05 inch.
fn longest_turn(mover: &Mover<'_>, at: &Progress, leg: &Leg) -> Option<(Leg, Progress)> {
    let Leg::Turn {
        hand,
        angle,
        inches,
        backward,
    } = *leg
    else {
        return None;
    };
    let steps = (inches.value() * 20.0).floor() as u32;
    (0..steps).rev().find_map(|step| {
        let leg = Leg::Turn {
            hand,
            angle,
            inches: length(f64::from(step) / 20.0),
            backward,
        };
        Some((leg, mover.step(at, &leg)?))
    })
}
