//! Events in one sentence each.

mod activation;
mod agenda;
mod ending;
mod fire;
mod movement;
mod procedure;
mod rally;
mod results;
mod setup;
mod shock;

use hindsight_kernel::{Argument, Message, Seat, joined, message};

use crate::data::{CombatCell, Outcome, Token};
use crate::messages::{self, MESSAGES};
use crate::model::attack::Attack;
use crate::model::drm::Throw;
use crate::model::event::Event;
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// The name of a side.
pub fn side_name(state: &State, seat: Seat) -> String {
    messages::side(state, seat).to_string()
}

/// The name of a leader.
pub fn leader_name(state: &State, leader: LeaderId) -> String {
    messages::leader(state, leader).to_string()
}

/// A unit with its class: `A-LB1 (longbow)`.
pub fn unit_name(state: &State, id: UnitId) -> String {
    messages::unit(state, id).to_string()
}

/// A result in the book's words.
pub fn outcome_words(outcome: Outcome) -> String {
    outcome_named(outcome).to_string()
}

/// A roll with what is added: `4 + 1 = 5`.
fn throw_named(throw: &Throw) -> Message {
    let (natural, total) = (throw.natural(), throw.total());
    let added = total - natural;
    let sign = match added {
        0 => "none",
        1.. => "plus",
        _ => "minus",
    };
    message!(MESSAGES, "throw", sign, natural, added = added.abs(), total)
}

fn outcome_named(outcome: Outcome) -> Argument {
    let named = |outcome: &'static str| message!(MESSAGES, "outcome", outcome);
    let tokens: Vec<Message> = outcome
        .tokens()
        .map(|token| {
            named(match token {
                Token::Disordered => "disordered",
                Token::Unhorsed => "unhorsed",
                Token::Retreat1 => "retreat",
                Token::RetiredOrUnhorsed => "retired_or_unhorsed",
                Token::Retired => "retired",
                Token::Eliminated => "eliminated",
            })
        })
        .collect();
    if tokens.is_empty() {
        named("none").into()
    } else {
        Argument::list(tokens)
    }
}

/// A cell of the Shock or Charge Table in the book's words.
fn cell_named(cell: CombatCell) -> Argument {
    let mut parts = Vec::new();
    if !cell.att.is_none() {
        parts.push(message!(
            MESSAGES,
            "cell-attacker",
            result = outcome_named(cell.att)
        ));
    }
    if !cell.def.is_none() {
        parts.push(message!(
            MESSAGES,
            "cell-defender",
            result = outcome_named(cell.def)
        ));
    }
    if cell.ca {
        parts.push(message!(MESSAGES, "cell-continued"));
    }
    if parts.is_empty() {
        message!(MESSAGES, "outcome", outcome = "none").into()
    } else {
        joined!(MESSAGES, "cell-next", parts)
    }
}

/// A unit with the leaders who ride along.
fn with_leaders(state: &State, unit: UnitId, leaders: &[LeaderId]) -> Argument {
    let unit = messages::unit(state, unit);
    if leaders.is_empty() {
        return unit;
    }
    let leaders = Argument::list(leaders.iter().map(|&leader| messages::leader(state, leader)));
    message!(MESSAGES, "with-leaders", unit, leaders).into()
}

fn attack_named(attack: &Attack) -> Message {
    let attackers = attack.attackers.iter().map(|attacker| match &attacker.course {
        Some(course) if !course.path.is_empty() => {
            message!(MESSAGES, "attacker-charging", unit = attacker.unit).into()
        }
        Some(_) | None => Argument::from(attacker.unit),
    });
    let attackers = Argument::list(attackers);
    let defenders = Argument::list(attack.defenders.iter().map(|defender| defender.unit));
    message!(MESSAGES, "attack", attackers, defenders)
}

/// Describes an event in one sentence.
pub fn describe(before: &State, event: &Event) -> Message {
    match event {
        Event::Procedure(event) => procedure::describe(before, event),
        Event::Setup(event) => setup::describe(before, event),
        Event::Activation(event) => activation::describe(before, event),
        Event::Movement(event) => movement::describe(before, event),
        Event::Fire(event) => fire::describe(before, event),
        Event::Shock(event) => shock::describe(before, event),
        Event::Result(event) => results::describe(before, event),
        Event::Rally(event) => rally::describe(before, event),
        Event::Ending(event) => ending::describe(before, event),
    }
}
