//! Sentences of events of combat results, leader casualties, advances and Continued Attacks.

use hindsight_kernel::{Argument, Message, message};

use super::throw_named;
use crate::messages::{MESSAGES, leader, or_none, unit};
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
        } => message!(
            MESSAGES,
            "unit-retreated",
            unit = unit(id),
            from = Argument::text(from),
            to = Argument::text(to),
            facing = Argument::text(facing),
            through = or_none(through.as_ref())
        ),
        ResultEvent::UnitRetired {
            unit: id, from, to, ..
        } => {
            let (unit, to_hex) = (unit(id), Argument::text(to));
            if from == to {
                message!(MESSAGES, "unit-retired-here", unit, to = to_hex)
            } else {
                message!(MESSAGES, "unit-retired", unit, to = to_hex)
            }
        }
        ResultEvent::UnitUnhorsed { unit: id } => message!(MESSAGES, "unit-unhorsed", unit = unit(id)),
        ResultEvent::UnitEliminated { unit: id, hex } => {
            message!(
                MESSAGES,
                "unit-eliminated",
                unit = unit(id),
                hex = Argument::text(hex)
            )
        }
        ResultEvent::LeaderRolled {
            leader: id,
            form,
            throw,
            killed,
        } => {
            let form = match form {
                LeaderForm::Fire => "fire",
                LeaderForm::Shock => "shock",
            };
            let throw = throw_named(throw);
            message!(
                MESSAGES,
                "leader-rolled",
                leader = leader(id),
                form,
                throw,
                killed
            )
        }
        ResultEvent::LeaderKilled { leader: id, hex } => {
            message!(
                MESSAGES,
                "leader-killed",
                leader = leader(id),
                hex = Argument::text(hex)
            )
        }
        ResultEvent::LeaderCaptured { leader: id, hex } => {
            message!(
                MESSAGES,
                "leader-captured",
                leader = leader(id),
                hex = Argument::text(hex)
            )
        }
        ResultEvent::LeaderMoved { leader: id, to, .. } => {
            message!(
                MESSAGES,
                "leader-moved",
                leader = leader(id),
                to = Argument::text(to)
            )
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
        } => message!(
            MESSAGES,
            "unit-advanced",
            unit = unit(id),
            from = Argument::text(from),
            to = Argument::text(to),
            facing = Argument::text(facing)
        ),
        ResultEvent::ContinuedAttackEarned { unit: id } => {
            message!(MESSAGES, "continued-attack-earned", unit = unit(id))
        }
        ResultEvent::RoundEnded => message!(MESSAGES, "round-ended"),
    }
}
