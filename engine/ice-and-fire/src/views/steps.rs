//! Descriptions of the next steps: for the log and for the captions of pictures.

use hindsight_kernel::agenda::AgendaChange;

use super::names::{ncu, player, source, unit};
use crate::cards::Trigger;
use crate::model::agenda::{Occasion, Step};
use crate::model::state::State;

/// A change of the pending steps in one sentence.
pub(super) fn describe<Q, A>(state: &State, change: &AgendaChange<Step, Q, A>) -> String {
    let next = match change {
        AgendaChange::Proceeded { done, ahead } => ahead.last().cloned().or_else(|| {
            let below = state.agenda.len().checked_sub(usize::from(*done) + 1)?;
            state.agenda.get(below).map(|frame| frame.step.clone())
        }),
        AgendaChange::Asked { .. } | AgendaChange::Answered { .. } => None,
    };
    next.map_or_else(
        || "The procedure goes on.".to_owned(),
        |next| format!("Next: {}.", step(state, &next)),
    )
}

/// A pending step as the words that follow "Next:".
fn step(state: &State, step: &Step) -> String {
    let who = |seat| player(state, seat);
    match step {
        Step::Lists => "both players name their armies".to_owned(),
        Step::Start => "the players throw the first dice".to_owned(),
        Step::RollTerrainNumber => "the number of terrain pieces is rolled".to_owned(),
        Step::RollTerrain { seat, .. } => format!("{} rolls a terrain piece", who(*seat)),
        Step::NameTerrain { seat } => format!("{} names a terrain piece", who(*seat)),
        Step::RollFirstPiece => "both players roll for the first terrain piece".to_owned(),
        Step::PlaceTerrain { seat } => format!("{} places a terrain piece", who(*seat)),
        Step::RollSides => "both players roll for the deployment sides".to_owned(),
        Step::NamePicker { seat } => format!("{} says who picks a side", who(*seat)),
        Step::PickSide { seat } => format!("{} picks a side", who(*seat)),
        Step::NameFirstDeployer { seat } => format!("{} says who deploys first", who(*seat)),
        Step::NameFirstPlayer { seat } => format!("{} says who is first player", who(*seat)),
        Step::Deploy { seat } => format!("{} deploys a unit", who(*seat)),
        Step::Draw { seat, .. } => format!("{} draws cards", who(*seat)),
        Step::BeginRound => "a round begins".to_owned(),
        Step::Turn { seat } | Step::ChooseUnit { seat } => format!("{} activates a unit", who(*seat)),
        Step::ChooseAction { unit: id } => format!("{} takes an action", unit(state, *id)),
        Step::FreeAction { unit: id, .. } => format!("{} may take a free action", unit(state, *id)),
        Step::Resolve { unit: id, .. } => format!("the action of {} is carried out", unit(state, *id)),
        Step::EndAction { unit: id } => format!("the action of {} ends", unit(state, *id)),
        Step::EndTurn { seat } => format!("the turn of {} ends", who(*seat)),
        Step::Window { at, asked, .. } => {
            format!("{} may use cards and Orders {}", who(*asked), occasion(state, at))
        }
        Step::Effects { source: from, .. } => format!("{} takes effect", source(state, *from)),
        Step::Settle { source: from, .. } => format!("the players settle {}", source(state, *from)),
        Step::RollCharge => "the charge distance is rolled".to_owned(),
        Step::Align => "the charger is aligned".to_owned(),
        Step::ChargeAttack => "the charger attacks".to_owned(),
        Step::RollAttack => "the attack dice are rolled".to_owned(),
        Step::RollDefence => "the defence dice are rolled".to_owned(),
        Step::Strike => "the defender suffers the wounds".to_owned(),
        Step::CompleteAttack | Step::EndAttack => "the attack ends".to_owned(),
        Step::Surge => "the attacker may surge forth".to_owned(),
        Step::FreePivots { seat, .. } => format!("units of {} may pivot freely", who(*seat)),
        Step::Panic { unit: id, .. } => format!("{} takes a Panic Test", unit(state, *id)),
        Step::RollPanic => "the Panic Test is rolled".to_owned(),
        Step::SettlePanic => "the Panic Test is read".to_owned(),
        Step::RetreatMove { unit: id, .. } => format!("{} moves back", unit(state, *id)),
        Step::ZoneEffect { ncu: id, zone } => {
            format!("{} uses the {} zone", ncu(state, *id), zone.title())
        }
        Step::Score => "the round is scored".to_owned(),
        Step::Discard { seat } => format!("{} discards and draws", who(*seat)),
        Step::EndRound => "the round ends".to_owned(),
    }
}

/// When effects may be used: `after the attack dice are rolled`.
fn occasion(state: &State, at: &Occasion) -> String {
    let subject = at
        .subject
        .map_or_else(|| "a unit".to_owned(), |id| unit(state, id));
    match at.trigger {
        Trigger::RoundStart => "at the start of the round".to_owned(),
        Trigger::TurnStart => "at the start of the turn".to_owned(),
        Trigger::ChargeDeclared => format!("as {subject} is charged"),
        Trigger::ChargeContact => format!("as the charge reaches {subject}"),
        Trigger::AttackDeclared => format!("as {subject} is attacked"),
        Trigger::AttackRolled => "after the attack dice are rolled".to_owned(),
        Trigger::DefenceRolled => "after the defence dice are rolled".to_owned(),
        Trigger::PanicPending => format!("before the Panic Test of {subject}"),
        Trigger::PanicRolled => format!("after the Panic Test of {subject} is rolled"),
        Trigger::UnitDestroyed => format!("as {subject} is destroyed"),
        Trigger::AttackCompleted => "after the attack".to_owned(),
        Trigger::ZoneClaimed => {
            let zone = at.zone.map_or("a", |zone| zone.title());
            format!("as the {zone} zone is claimed")
        }
        Trigger::TurnEnd => "at the end of the turn".to_owned(),
        Trigger::RoundEnd => "at the end of the round".to_owned(),
    }
}
