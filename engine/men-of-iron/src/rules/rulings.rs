//! Rulings: changes that the players may make outside the rules. Rule `HS-RULE-01`.

use hindsight_kernel::agenda::go_on;
use hindsight_kernel::{Refusal, message};

use super::asking::BattleTable;
use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::model::command::Patch;
use crate::model::event::{EndingEvent, Event};
use crate::model::state::State;

/// Applies a ruling to a battle in play; it must leave a sound position.
pub(crate) fn rule(table: &mut BattleTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    let state = table.state();
    check(state, patch).map_err(|why| {
        Refusal::new("HS-RULE-01", message!(MESSAGES, "ruling-impossible", why)).asked(patch)
    })?;
    let event = Event::Ending(EndingEvent::Patched { patch: patch.clone() });
    let mut after = state.clone();
    after.evolve(&event).map_err(|error| {
        Refusal::new(
            "HS-RULE-01",
            message!(MESSAGES, "ruling-unread", fault = error.to_string()),
        )
        .asked(patch)
    })?;
    super::invariants::sound(&after).map_err(|broken| {
        Refusal::new("HS-RULE-01", message!(MESSAGES, "ruling-broken", fault = broken)).asked(patch)
    })?;
    table.emit(event);
    go_on::<MenOfIron>(table)
}

fn check(state: &State, patch: &Patch) -> Result<(), &'static str> {
    if state.ending.is_some() {
        return Err("a ruling changes a battle in play: take back instead");
    }
    let known = match patch {
        Patch::SetUnit { unit, .. } => state.unit(*unit).is_some(),
        Patch::SetLeader { leader, .. } => state.leader(*leader).is_some(),
        Patch::SetStandard { standard, .. } => state.standard(*standard).is_some(),
        Patch::SetPenalty { .. } => true,
    };
    if known {
        Ok(())
    } else {
        Err("there is no such piece in this battle")
    }
}
