//! The heading, the help and the place of an offer, by the command that it offers.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Message, Offer, OfferPlace, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::command::Command;
use crate::model::state::State;
use crate::views::board::Plan;

/// An offer with its heading, its help and its place.
pub(super) fn shown(state: &State, mut offer: Offer<Command>) -> Offer<Command> {
    let Some(command) = offer.commands().first() else {
        return offer;
    };
    let topic = topic(state);
    let (help, group) = (help(state, command, topic), group_word(command, topic));
    let place = place(state, command);
    offer.group = Some(message!(MESSAGES, "offer-group", group));
    offer.help = help;
    offer.place = offer.place.or(place);
    offer
}

/// The topic of the question that is open.
fn topic(state: &State) -> Option<Topic> {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::Ask(question)) => Some(question.topic),
        Some(_) | None => None,
    }
}

/// A line of the rule for a player who is new to the game.
fn help(state: &State, command: &Command, topic: Option<Topic>) -> Option<Message> {
    let command = match command {
        Command::Choose { .. } => {
            let topic: &'static str = topic?.into();
            return Some(message!(MESSAGES, "help-question", topic));
        }
        Command::PlaceUnit { .. } => "place_unit",
        Command::PlaceLeader { .. } => "place_leader",
        Command::PlaceStandard { .. } => "place_standard",
        Command::OrderFormation { .. } => "order_formation",
        Command::Ready => match state.agenda.last().map(|frame| &frame.step) {
            Some(Step::OpeningFormations { .. }) => "no_more_formations",
            Some(_) | None => "all_placed",
        },
        Command::Activate { .. } => "activate",
        Command::RallyStandard { .. } => "rally_standard",
        Command::MoveStandard { .. } => "move_standard",
        Command::Pass => "pass",
        Command::Continue { .. } => "continue",
        Command::Seize { .. } => "seize",
        Command::Decline => "decline",
        Command::Move { .. } | Command::MoveFire { .. } => "move",
        Command::Enter { .. } => "enter",
        Command::Turn { .. } => "turn",
        Command::Fire { .. } => "fire",
        Command::ChangeMount { .. } => "change_mount",
        Command::MoveLeader { .. } => "move_leader",
        Command::EndMoveFire => "end_move_fire",
        Command::Attack { .. } => "attack",
    };
    Some(message!(MESSAGES, "help-command", command))
}

/// The word by which the heading of an offer is chosen: its chapter.
fn group_word(command: &Command, topic: Option<Topic>) -> &'static str {
    match command {
        Command::Choose { .. } => topic.map_or("movement", group_of_topic),
        Command::PlaceUnit { .. }
        | Command::PlaceLeader { .. }
        | Command::PlaceStandard { .. }
        | Command::Ready => "set_up",
        Command::OrderFormation { .. } => "formations",
        Command::Activate { .. }
        | Command::Pass
        | Command::Continue { .. }
        | Command::Seize { .. }
        | Command::Decline => "activation",
        Command::RallyStandard { .. } | Command::MoveStandard { .. } => "standards",
        Command::Move { .. }
        | Command::MoveFire { .. }
        | Command::Enter { .. }
        | Command::Turn { .. }
        | Command::ChangeMount { .. }
        | Command::EndMoveFire => "movement",
        Command::MoveLeader { .. } => "leaders",
        Command::Fire { .. } => "fire",
        Command::Attack { .. } => "shock",
    }
}

/// The same for the answers to a question.
const fn group_of_topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Replacement | Topic::LeaderPlacement => "leaders",
        Topic::FormationOrder => "formations",
        Topic::ReactionFire | Topic::ReturnFire => "fire",
        Topic::CounterChargeFire | Topic::CounterCharge => "counter_charge",
        Topic::NextCharger | Topic::ChargePath => "charge",
        Topic::RetreatBeforeShock | Topic::AdvanceBeforeShock => "retreat_before_shock",
        Topic::NextAttack | Topic::ContinuedAttack => "shock",
        Topic::NextResult | Topic::Retreat | Topic::Retire | Topic::Advance => "results",
    }
}

/// The hex in which a command happens, if it names one: that of a target, or where somebody goes.
fn place(state: &State, command: &Command) -> Option<OfferPlace> {
    let hex = match command {
        Command::PlaceUnit { hex, .. }
        | Command::PlaceLeader { hex, .. }
        | Command::PlaceStandard { hex, .. }
        | Command::Choose {
            answer: Answer::Place { hex, .. },
        } => *hex,
        Command::MoveStandard { to, .. } | Command::Move { to, .. } | Command::MoveLeader { to, .. } => *to,
        Command::Enter { at, .. } => *at,
        Command::Fire { target: unit, .. }
        | Command::Turn { unit, .. }
        | Command::ChangeMount { unit }
        | Command::Choose {
            answer: Answer::Unit { unit },
        } => state.unit(*unit)?.hex()?,
        _ => return None,
    };
    Some(placed(state, hex))
}

fn placed(state: &State, hex: Hex) -> OfferPlace {
    OfferPlace {
        name: hex.to_string(),
        at: Plan::of(state.battle.map.extent()).centre(hex),
    }
}
