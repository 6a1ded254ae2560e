//! Sentences of events of combat results, leader casualties, advances and Continued Attacks.

use super::{leader_name, throw_words, unit_name};
use crate::model::event::{LeaderForm, ResultEvent};
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// Describes an event of combat results, leader casualties, advances and Continued Attacks in one sentence.
pub(super) fn describe(before: &State, event: &ResultEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    let leader = |id: LeaderId| leader_name(before, id);
    match event {
        ResultEvent::UnitDisordered { unit: id } => format!("{} is Disordered.", unit(*id)),
        ResultEvent::UnitRetreated {
            unit: id,
            from,
            to,
            through,
            facing,
            ..
        } => {
            let through = through.map_or_else(String::new, |through| format!(" through {through}"));
            format!("{} retreats {from}-{to} v{facing}{through}.", unit(*id))
        }
        ResultEvent::UnitRetired {
            unit: id, from, to, ..
        } if from == to => format!(
            "{} is Retired and stays in {to}: it is as near to its Standard as it can be.",
            unit(*id)
        ),
        ResultEvent::UnitRetired { unit: id, to, .. } => {
            format!("{} retires to its Standard, to {to}.", unit(*id))
        }
        ResultEvent::UnitUnhorsed { unit: id } => format!("{} is Unhorsed.", unit(*id)),
        ResultEvent::UnitEliminated { unit: id, hex } => format!("{} is Eliminated in {hex}.", unit(*id)),
        ResultEvent::LeaderRolled {
            leader: id,
            form,
            throw,
            killed,
        } => {
            let form = match form {
                LeaderForm::Fire => "under fire",
                LeaderForm::Shock => "in the fight",
            };
            let verdict = if *killed { "falls" } else { "is unharmed" };
            format!("{} {form}: {}, {verdict}.", leader(*id), throw_words(throw))
        }
        ResultEvent::LeaderKilled { leader: id, hex } => format!("{} is killed in {hex}.", leader(*id)),
        ResultEvent::LeaderCaptured { leader: id, hex } => format!("{} is captured in {hex}.", leader(*id)),
        ResultEvent::LeaderMoved { leader: id, to, .. } => {
            format!("{} goes to the unit in {to}.", leader(*id))
        }
        ResultEvent::LeaderRemoved { leader: id } => {
            format!("{} has no Command left and leaves the field.", leader(*id))
        }
        ResultEvent::UnitAdvanced {
            unit: id,
            from,
            to,
            facing,
            ..
        } => format!("{} advances {from}-{to} v{facing}.", unit(*id)),
        ResultEvent::ContinuedAttackEarned { unit: id } => format!("{} earns a Continued Attack.", unit(*id)),
        ResultEvent::RoundEnded => "A round of the Shock Phase is over.".to_owned(),
    }
}
