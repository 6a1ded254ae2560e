//! The next step in words, for the log of the procedure.

use hindsight_kernel::{Argument, Message, Seat, message};

use crate::messages::{self, MESSAGES, unit, units};
use crate::model::agenda::Step;
use crate::model::state::State;
use crate::questions::question;

/// The step that is next.
pub(super) fn step(state: &State, step: &Step) -> Argument {
    let unit = |id| unit(state, id);
    let seat = |seat: &Seat| messages::seat(*seat);
    let named: Message = match step {
        Step::Ask(asked) => return question(state, asked).into(),
        Step::ChooseFactions => message!(MESSAGES, "step-choose-factions"),
        Step::AgreeBudget { .. } => message!(MESSAGES, "step-agree-budget"),
        Step::AgreeScenario { .. } => message!(MESSAGES, "step-agree-scenario"),
        Step::BuildArmies => message!(MESSAGES, "step-build-armies"),
        Step::NameFirstDeployer { by } => message!(MESSAGES, "step-name-first-deployer", seat = seat(by)),
        Step::Deploy { next, .. } => message!(MESSAGES, "step-deploy", seat = seat(next)),
        Step::TrimDeck { seat: by } => message!(MESSAGES, "step-trim-deck", seat = seat(by)),
        Step::DrawAtSetUp => message!(MESSAGES, "step-draw-at-set-up"),
        Step::NameFirstOrderer { by } => message!(MESSAGES, "step-name-first-orderer", seat = seat(by)),
        Step::AssignOrder { next, .. } => message!(MESSAGES, "step-assign-order", seat = seat(next)),
        Step::ChooseFirstPlayer { by } => message!(MESSAGES, "step-choose-first-player", seat = seat(by)),
        Step::BeginTurn => message!(MESSAGES, "step-begin-turn"),
        Step::Realign => message!(MESSAGES, "step-realign"),
        Step::Snapshot => message!(MESSAGES, "step-snapshot"),
        Step::MovementAndCommand => message!(MESSAGES, "step-movement-and-command"),
        Step::GreenWindow { .. } => message!(MESSAGES, "step-green-window"),
        Step::Activate { units: ids } => {
            let names = units(state, ids);
            message!(MESSAGES, "step-activate", units = ids.len(), names)
        }
        Step::SubmitLegs { unit: id } => message!(MESSAGES, "step-direct-control", unit = unit(*id)),
        Step::RoutMove { unit: id, .. } => message!(MESSAGES, "step-rout-move", unit = unit(*id)),
        Step::DrawCard { seat: by, .. } => message!(MESSAGES, "step-draw-card", seat = seat(by)),
        Step::Cast { unit: id, .. } => message!(MESSAGES, "step-cast", unit = unit(*id)),
        Step::Effects { name, .. } => message!(MESSAGES, "step-effects", effect = name),
        Step::Triggers => message!(MESSAGES, "step-triggers"),
        Step::CloseMovement => message!(MESSAGES, "step-close-movement"),
        Step::Courage { pre, .. } => {
            let phase = if *pre { "pre_combat" } else { "post_combat" };
            message!(MESSAGES, "step-courage", phase)
        }
        Step::FreeAttacks { .. } => message!(MESSAGES, "step-free-attacks"),
        Step::RollCheck => message!(MESSAGES, "step-roll-check"),
        Step::SettleCheck => message!(MESSAGES, "step-settle-check"),
        Step::Throws => message!(MESSAGES, "step-throws"),
        Step::Falls { unit: id } => message!(MESSAGES, "step-falls", unit = unit(*id)),
        Step::ChooseTargets => message!(MESSAGES, "step-choose-targets"),
        Step::Attacks => message!(MESSAGES, "step-attacks"),
        Step::Attack => message!(MESSAGES, "step-attack"),
        Step::Reroll { .. } => message!(MESSAGES, "step-reroll"),
        Step::Consequences => message!(MESSAGES, "step-consequences"),
        Step::EndOfTurn => message!(MESSAGES, "step-end-of-turn"),
        Step::VictoryCheck => message!(MESSAGES, "step-victory-check"),
    };
    named.into()
}
