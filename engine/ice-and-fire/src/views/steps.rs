//! Descriptions of the next steps: for the log and for the captions of pictures.

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{Argument, Message, message};

use super::names::{ncu, player, source, unit};
use crate::cards::ZoneName;
use crate::messages::{MESSAGES, or_none};
use crate::model::agenda::{Occasion, Step};
use crate::model::state::State;

/// A change of the pending steps in one sentence.
pub(super) fn describe<Q, A>(state: &State, change: &AgendaChange<Step, Q, A>) -> Message {
    let next = match change {
        AgendaChange::Proceeded { done, ahead } => ahead.last().cloned().or_else(|| {
            let below = state.agenda.len().checked_sub(usize::from(*done) + 1)?;
            state.agenda.get(below).map(|frame| frame.step.clone())
        }),
        AgendaChange::Asked { .. } | AgendaChange::Answered { .. } => None,
    };
    match next {
        Some(next) => message!(MESSAGES, "step-next", step = step(state, &next)),
        None => message!(MESSAGES, "step-goes-on"),
    }
}

/// A pending step as the words that follow "Next:".
fn step(state: &State, step: &Step) -> Message {
    let who = |seat| player(state, seat);
    match step {
        Step::Lists => message!(MESSAGES, "step-lists"),
        Step::Start => message!(MESSAGES, "step-start"),
        Step::RollTerrainNumber => message!(MESSAGES, "step-roll-terrain-number"),
        Step::RollTerrain { seat, .. } => message!(MESSAGES, "step-roll-terrain", player = who(*seat)),
        Step::NameTerrain { seat } => message!(MESSAGES, "step-name-terrain", player = who(*seat)),
        Step::RollFirstPiece => message!(MESSAGES, "step-roll-first-piece"),
        Step::PlaceTerrain { seat } => message!(MESSAGES, "step-place-terrain", player = who(*seat)),
        Step::RollSides => message!(MESSAGES, "step-roll-sides"),
        Step::NamePicker { seat } => message!(MESSAGES, "step-name-picker", player = who(*seat)),
        Step::PickSide { seat } => message!(MESSAGES, "step-pick-side", player = who(*seat)),
        Step::NameFirstDeployer { seat } => {
            message!(MESSAGES, "step-name-first-deployer", player = who(*seat))
        }
        Step::NameFirstPlayer { seat } => message!(MESSAGES, "step-name-first-player", player = who(*seat)),
        Step::Deploy { seat } => message!(MESSAGES, "step-deploy", player = who(*seat)),
        Step::Draw { seat, .. } => message!(MESSAGES, "step-draw", player = who(*seat)),
        Step::BeginRound => message!(MESSAGES, "step-begin-round"),
        Step::Turn { seat } | Step::ChooseUnit { seat } => {
            message!(MESSAGES, "step-turn", player = who(*seat))
        }
        Step::Window { at, asked, .. } => {
            let occasion = occasion(state, at);
            message!(MESSAGES, "step-window", player = who(*asked), occasion)
        }
        Step::EndTurn { seat } => message!(MESSAGES, "step-end-turn", player = who(*seat)),
        Step::FreePivots { seat, .. } => message!(MESSAGES, "step-free-pivots", player = who(*seat)),
        Step::Discard { seat } => message!(MESSAGES, "step-discard", player = who(*seat)),
        Step::Score => message!(MESSAGES, "step-score"),
        Step::EndRound => message!(MESSAGES, "step-end-round"),
        other => unit_step(state, other),
    }
}

/// A pending step of a unit, of its charge or its attack.
fn unit_step(state: &State, step: &Step) -> Message {
    let name = |id| unit(state, id);
    match step {
        Step::ChooseAction { unit } => message!(MESSAGES, "step-choose-action", unit = name(*unit)),
        Step::FreeAction { unit, .. } => message!(MESSAGES, "step-free-action", unit = name(*unit)),
        Step::Resolve { unit, .. } => message!(MESSAGES, "step-resolve", unit = name(*unit)),
        Step::EndAction { unit } => message!(MESSAGES, "step-end-action", unit = name(*unit)),
        Step::Effects { source: from, .. } => {
            message!(MESSAGES, "step-effects", source = source(state, *from))
        }
        Step::Settle { source: from, .. } => message!(MESSAGES, "step-settle", source = source(state, *from)),
        Step::RollCharge => message!(MESSAGES, "step-roll-charge"),
        Step::Align => message!(MESSAGES, "step-align"),
        Step::ChargeAttack => message!(MESSAGES, "step-charge-attack"),
        Step::RollAttack => message!(MESSAGES, "step-roll-attack"),
        Step::RollDefence => message!(MESSAGES, "step-roll-defence"),
        Step::Strike => message!(MESSAGES, "step-strike"),
        Step::CompleteAttack | Step::EndAttack => message!(MESSAGES, "step-end-attack"),
        Step::Surge => message!(MESSAGES, "step-surge"),
        Step::Panic { unit, .. } => message!(MESSAGES, "step-panic", unit = name(*unit)),
        Step::RollPanic => message!(MESSAGES, "step-roll-panic"),
        Step::SettlePanic => message!(MESSAGES, "step-settle-panic"),
        Step::RetreatMove { unit, .. } => message!(MESSAGES, "step-retreat-move", unit = name(*unit)),
        Step::ZoneEffect { ncu: id, zone } => {
            message!(
                MESSAGES,
                "step-zone-effect",
                ncu = ncu(state, *id),
                zone = zone.title()
            )
        }
        Step::Lists
        | Step::Start
        | Step::RollTerrainNumber
        | Step::RollTerrain { .. }
        | Step::NameTerrain { .. }
        | Step::RollFirstPiece
        | Step::PlaceTerrain { .. }
        | Step::RollSides
        | Step::NamePicker { .. }
        | Step::PickSide { .. }
        | Step::NameFirstDeployer { .. }
        | Step::NameFirstPlayer { .. }
        | Step::Deploy { .. }
        | Step::Draw { .. }
        | Step::BeginRound
        | Step::Turn { .. }
        | Step::ChooseUnit { .. }
        | Step::Window { .. }
        | Step::EndTurn { .. }
        | Step::FreePivots { .. }
        | Step::Discard { .. }
        | Step::Score
        | Step::EndRound => self::step(state, step),
    }
}

/// When effects may be used: `after the attack dice are rolled`.
fn occasion(state: &State, at: &Occasion) -> Message {
    let subject = match at.subject {
        Some(id) => Argument::from(unit(state, id)),
        None => message!(MESSAGES, "a-unit").into(),
    };
    let zone = or_none(at.zone.map(ZoneName::title));
    message!(
        MESSAGES,
        "occasion",
        trigger = <&str>::from(at.trigger),
        subject,
        zone
    )
}
