//! The heading, the help and the place of an offer, by the command that it offers.

use battleground_geometry::Pose;
use hindsight_kernel::{BoardPoint, Message, Offer, OfferPicture, OfferPlace, message};

use crate::editions::Edition;
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, PathObstacle, Step, Topic};
use crate::model::cards::Colour;
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::words;

/// An offer with its heading, its help and its place.
pub(super) fn shown(state: &State, mut offer: Offer<Command>) -> Offer<Command> {
    let Some(command) = offer.commands().first() else {
        return offer;
    };
    let topic = topic(state);
    let group = group_word(command, topic);
    let group = Some(message!(MESSAGES, "offer-group", group));
    let help = help(state, command, topic);
    let (place, picture) = place(state, &offer, command);
    (offer.group, offer.help) = (group, help);
    (offer.place, offer.picture) = (place, picture);
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
        // The name of an ability or a card is explained by the card itself.
        Command::UseAbility { .. } => "use_ability",
        Command::PlayCard { colour, .. } if *colour == Colour::Green => "play_green_card",
        Command::PlayCard { .. } => "play_card",
        Command::ChooseFaction { .. } => "faction",
        Command::ProposeBudget { .. } => "budget",
        Command::ProposeScenario { .. } => "scenario",
        Command::AcceptProposal => "accept",
        Command::BuildArmy { .. } => "army",
        Command::Name { .. } => "name",
        Command::Deploy { .. } => "deploy",
        Command::AssignOrder { .. } => "assign_order",
        Command::AssignDefaults => "assign_defaults",
        Command::Pass => "pass",
        Command::ClaimReroll => "claim_reroll",
        Command::PassPhase => "pass_phase",
        Command::ChangeOrder { .. } => "change_order",
        Command::DirectControl { .. } => "direct_control",
        Command::DrawCard { .. } => "draw_card",
        Command::Rally { .. } => "rally",
        Command::PayToShoot { .. } => "pay_to_shoot",
        Command::FlyOff { .. } => "fly_off",
        Command::Reload { .. } => "reload",
        Command::Reorganize { .. } => "reorganize",
        Command::SoundTheCharge { .. } => "sound_the_charge",
        Command::Recall { .. } => "recall",
        Command::Cast { .. } => "cast",
        Command::Activate { .. } => "activate",
        Command::SubmitLegs { .. } | Command::SubmitLegsTogether { .. } => "legs",
        Command::ReportMove { .. } => "report_move",
        Command::EndPhase => "end_phase",
    };
    let edition = match state.edition {
        Edition::V4 => "later",
        Edition::V3 => "earlier",
    };
    Some(message!(MESSAGES, "help-command", command, edition))
}

/// The word by which the heading of an offer is chosen: its chapter.
fn group_word(command: &Command, topic: Option<Topic>) -> &'static str {
    match command {
        Command::Choose { .. } => topic.map_or("movement", group_of_topic),
        Command::ChooseFaction { .. }
        | Command::ProposeBudget { .. }
        | Command::ProposeScenario { .. }
        | Command::AcceptProposal
        | Command::BuildArmy { .. } => "set_up",
        Command::Name { .. } | Command::Deploy { .. } => "deployment",
        Command::AssignOrder { .. } | Command::AssignDefaults => "orders",
        Command::PlayCard { .. } | Command::Pass | Command::PassPhase => "cards",
        Command::UseAbility { .. } => "abilities",
        Command::ClaimReroll => "attack",
        Command::ChangeOrder { .. }
        | Command::DirectControl { .. }
        | Command::DrawCard { .. }
        | Command::Rally { .. }
        | Command::PayToShoot { .. }
        | Command::Reload { .. }
        | Command::Reorganize { .. }
        | Command::SoundTheCharge { .. }
        | Command::Recall { .. } => "command_actions",
        Command::Cast { .. } => "spells",
        Command::FlyOff { .. }
        | Command::Activate { .. }
        | Command::SubmitLegs { .. }
        | Command::SubmitLegsTogether { .. }
        | Command::ReportMove { .. } => "movement",
        Command::EndPhase => "end_of_phase",
    }
}

/// The same for the answers to a question.
const fn group_of_topic(topic: Topic) -> &'static str {
    match topic {
        Topic::FacingSide
        | Topic::NearestEnemy
        | Topic::RealignOrder
        | Topic::MoveSide
        | Topic::IndirectPath
        | Topic::OpenSide
        | Topic::RangedMode
        | Topic::LandOrFly
        | Topic::AvoidObstacle
        | Topic::LandingHeading => "movement",
        Topic::RushTarget | Topic::PlacementSide | Topic::FlankRush | Topic::Corner => "final_rush",
        Topic::RoutShift | Topic::NextRoutMove | Topic::TurnAway | Topic::RoutDirection => "rout_moves",
        Topic::NextCheck | Topic::Replacement | Topic::RallyHeading => "courage",
        Topic::NextFreeAttack
        | Topic::FreeAttackTarget
        | Topic::Target
        | Topic::NextAttack
        | Topic::BackUp
        | Topic::WoundsTo
        | Topic::Reroll
        | Topic::ThrowTarget
        | Topic::NextThrow
        | Topic::RollAnyway => "attack",
        Topic::TriggerOrder | Topic::Trigger | Topic::ByRuling => "special_rules",
        Topic::Blessing | Topic::Curse => "spells",
        Topic::Discard | Topic::FactionCards => "cards",
        Topic::ReorganizedOrder | Topic::ChangedOrder => "orders",
    }
}

/// The other unit that a command is about: its target, or the one that is chosen.
fn other_unit(command: &Command) -> Option<UnitId> {
    match command {
        Command::Cast { target, .. } => Some(*target),
        Command::PlayCard { on, .. } | Command::UseAbility { on, .. } => on.last().copied(),
        Command::Choose { answer } => answered_unit(answer),
        _ => None,
    }
}

/// The unit that is chosen, or that stands in the way.
fn answered_unit(answer: &Answer) -> Option<UnitId> {
    match answer {
        Answer::Unit(unit)
        | Answer::UpTo(unit)
        | Answer::Attack { on: unit, .. }
        | Answer::Avoid(PathObstacle::Unit(unit))
        | Answer::Meet(PathObstacle::Unit(unit))
        | Answer::Rule { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// The centre of a unit that lies on the table.
fn centre(state: &State, unit: UnitId) -> Option<BoardPoint> {
    let centre = state.unit(unit)?.pose?.centre;
    Some(BoardPoint::new(centre.x.value(), centre.y.value()))
}

/// The unit or the point that an offer is about, and a line to its target.
fn place(
    state: &State,
    offer: &Offer<Command>,
    command: &Command,
) -> (Option<OfferPlace>, Option<OfferPicture>) {
    let by = match command {
        Command::Choose {
            answer: Answer::Attack { by, .. },
        } => Some(*by),
        Command::Choose {
            answer: Answer::Pose(pose),
        } => return at_pose(*pose),
        _ => offer.unit.as_deref().and_then(|unit| unit.parse().ok()),
    };
    let other = other_unit(command).filter(|other| Some(*other) != by);
    let place = other.or(by).and_then(|unit| {
        Some(OfferPlace {
            name: unit.to_string(),
            at: centre(state, unit)?,
        })
    });
    let picture = by.zip(other).and_then(|(by, other)| {
        Some(OfferPicture {
            path: vec![centre(state, by)?, centre(state, other)?],
            target: Some(other.to_string()),
            ..OfferPicture::default()
        })
    });
    (place, picture)
}

/// A place where the unit would lie.
fn at_pose(pose: Pose) -> (Option<OfferPlace>, Option<OfferPicture>) {
    let place = OfferPlace {
        name: words::pose(pose),
        at: BoardPoint::new(pose.centre.x.value(), pose.centre.y.value()),
    };
    let picture = OfferPicture {
        facing: Some(pose.heading.value()),
        ..OfferPicture::default()
    };
    (Some(place), Some(picture))
}
