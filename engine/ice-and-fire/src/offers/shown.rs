//! The heading, the help and the place of an offer, by the command that it offers.

use hindsight_kernel::{OfferPlace, message};

use super::CommandOffer;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::change::point;
use crate::views::facts::action_name;

/// An offer with its heading, its help and its place.
pub(super) fn shown(state: &State, mut offer: CommandOffer) -> CommandOffer {
    let Some(command) = offer.commands().first() else {
        return offer;
    };
    let (word, group) = (word(state, command), group_word(state, command));
    let place = subject(command).and_then(|unit| place(state, unit));
    offer.help = Some(message!(MESSAGES, "help-command", command = word));
    offer.group = Some(message!(MESSAGES, "offer-group", group));
    offer.place = offer.place.or(place);
    offer
}

/// The word by which a line of the rule is chosen for a player who is new to the game.
fn word(state: &State, command: &Command) -> &'static str {
    match command {
        Command::Act { action } => action_name(action),
        Command::Pass => match state.step() {
            Some(Step::Window { .. }) => "use_nothing",
            Some(_) | None => "decline",
        },
        command => command.into(),
    }
}

/// The word by which the heading of an offer is chosen: its chapter.
fn group_word(state: &State, command: &Command) -> &'static str {
    match command {
        Command::SubmitList { .. } => "armies",
        Command::RollToStart
        | Command::NameTerrain { .. }
        | Command::PlaceTerrain { .. }
        | Command::Name { .. }
        | Command::PickSide { .. } => "set_up",
        Command::Deploy { .. } => "deployment",
        Command::Activate { .. } | Command::Arrive { .. } => "activation",
        Command::Claim { .. } | Command::Target { .. } | Command::Choose { .. } => "tactics_board",
        Command::Act { .. } => "actions",
        Command::PlayCard { .. } | Command::Settled => "cards",
        Command::UseOrder { .. } => "orders",
        Command::Reroll { .. } => "charge_bonus",
        Command::Expend { .. } => "conditions",
        Command::Pass => match state.step() {
            Some(Step::Window { .. }) => "cards",
            Some(Step::ZoneEffect { .. }) => "tactics_board",
            Some(_) | None => "actions",
        },
        Command::Align { .. } => "charge",
        Command::MoveBack { .. } => "retreat",
        Command::FreePivot { .. } => "free_pivots",
        Command::Discard { .. } => "clean_up",
    }
}

/// The unit at which a command happens, if it names one.
fn subject(command: &Command) -> Option<UnitId> {
    match command {
        Command::Act {
            action:
                Action::Charge { target, .. } | Action::Melee { target, .. } | Action::Ranged { target, .. },
        } => Some(*target),
        Command::Activate { unit }
        | Command::UseOrder { unit, .. }
        | Command::FreePivot { unit, .. }
        | Command::Target { unit, .. } => Some(*unit),
        _ => None,
    }
}

fn place(state: &State, unit: UnitId) -> Option<OfferPlace> {
    let (unit, _) = state.unit_and_card(unit)?;
    Some(OfferPlace {
        name: unit.id.to_string(),
        at: point(unit.pose?.centre()),
    })
}
