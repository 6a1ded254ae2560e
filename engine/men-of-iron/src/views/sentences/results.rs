//! Sentences of events of combat results, leader casualties, advances and Continued Attacks.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::{Argument, Message, message};

use super::throw_named;
use crate::messages::{MESSAGES, leader, or_none, text, unit};
use crate::model::event::{LeaderForm, ResultEvent};
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// Describes an event of combat results, leader casualties, advances and Continued Attacks in one sentence.
pub(super) fn describe(before: &State, event: &ResultEvent) -> Message {
    let unit = |id: &UnitId| unit(before, *id);
    let leader = |id: &LeaderId| leader(before, *id);
    match event {
        ResultEvent::UnitDisordered { unit: id } => message!(MESSAGES, "unit-disordered", unit = unit(id)),
        ResultEvent::UnitRetreated {
            unit: id,
            from,
            to,
            through,
            facing,
            ..
        } => {
            let through = or_none(through.as_ref());
            let (from, to, facing) = (text(from), text(to), text(facing));
            let unit = unit(id);
            message!(MESSAGES, "unit-retreated", unit, from, to, facing, through)
        }
        ResultEvent::UnitRetired {
            unit: id, from, to, ..
        } => retired(unit(id), *from, *to),
        ResultEvent::UnitUnhorsed { unit: id } => message!(MESSAGES, "unit-unhorsed", unit = unit(id)),
        ResultEvent::UnitEliminated { unit: id, hex } => {
            message!(MESSAGES, "unit-eliminated", unit = unit(id), hex = text(hex))
        }
        ResultEvent::LeaderRolled {
            leader: id,
            form,
            throw,
            killed,
        } => {
            let (leader, form, throw) = (leader(id), form_named(*form), throw_named(throw));
            message!(MESSAGES, "leader-rolled", leader, form, throw, killed)
        }
        ResultEvent::LeaderKilled { leader: id, hex } => {
            message!(MESSAGES, "leader-killed", leader = leader(id), hex = text(hex))
        }
        ResultEvent::LeaderCaptured { leader: id, hex } => {
            message!(MESSAGES, "leader-captured", leader = leader(id), hex = text(hex))
        }
        ResultEvent::LeaderMoved { leader: id, to, .. } => {
            message!(MESSAGES, "leader-moved", leader = leader(id), to = text(to))
        }
        ResultEvent::LeaderRemoved { leader: id } => {
            message!(MESSAGES, "leader-removed", leader = leader(id))
        }
        ResultEvent::UnitAdvanced {
            unit: id,
            from,
            to,
            facing,
            ..
        } => advanced(unit(id), *from, *to, *facing),
        ResultEvent::ContinuedAttackEarned { unit: id } => {
            message!(MESSAGES, "continued-attack-earned", unit = unit(id))
        }
        ResultEvent::RoundEnded => message!(MESSAGES, "round-ended"),
    }
}

fn retired(unit: Argument, from: Hex, to: Hex) -> Message {
    if from == to {
        message!(MESSAGES, "unit-retired-here", unit, to = text(to))
    } else {
        message!(MESSAGES, "unit-retired", unit, to = text(to))
    }
}

fn advanced(unit: Argument, from: Hex, to: Hex, facing: Facing) -> Message {
    let (from, to, facing) = (text(from), text(to), text(facing));
    message!(MESSAGES, "unit-advanced", unit, from, to, facing)
}

/// The form of a roll for a casualty, as messages select by it.
fn form_named(form: LeaderForm) -> &'static str {
    match form {
        LeaderForm::Fire => "fire",
        LeaderForm::Shock => "shock",
    }
}
