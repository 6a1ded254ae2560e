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

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::{list, names};

use crate::data::{CombatCell, Outcome, Token};
use crate::model::agenda::FormationOrder;
use crate::model::attack::Attack;
use crate::model::drm::Throw;
use crate::model::event::Event;
use crate::model::names::{LeaderId, UnitId};
use crate::model::state::State;

/// The name of a side.
pub fn side_name(state: &State, seat: Seat) -> String {
    state
        .battle
        .side
        .get(&seat)
        .map_or_else(|| format!("side {seat}"), |side| side.name.clone())
}

/// The name of a leader.
pub fn leader_name(state: &State, leader: LeaderId) -> String {
    state
        .battle
        .leader
        .get(&leader)
        .map_or_else(|| leader.to_string(), |card| card.name.clone())
}

/// A unit with its class: `A-LB1 (longbow)`.
pub fn unit_name(state: &State, id: UnitId) -> String {
    let class = state
        .unit(id)
        .and_then(|unit| state.class_card(unit))
        .map(|card| card.name.as_str());
    match class {
        Some(class) => format!("{id} ({class})"),
        None => id.to_string(),
    }
}

/// A roll with what is added: `4 + 1 = 5`.
pub fn throw_words(throw: &Throw) -> String {
    let (natural, total) = (throw.natural(), throw.total());
    match total - natural {
        0 => natural.to_string(),
        added if added > 0 => format!("{natural} + {added} = {total}"),
        added => format!("{natural} - {} = {total}", -added),
    }
}

/// A result in the book's words.
pub fn outcome_words(outcome: Outcome) -> String {
    let words: Vec<String> = outcome
        .tokens()
        .map(|token| {
            match token {
                Token::Disordered => "Disordered",
                Token::Unhorsed => "Unhorsed",
                Token::Retreat1 => "Retreat 1 Hex",
                Token::RetiredOrUnhorsed => "Retired or Unhorsed",
                Token::Retired => "Retired",
                Token::Eliminated => "Eliminated",
            }
            .to_owned()
        })
        .collect();
    if words.is_empty() {
        "no effect".to_owned()
    } else {
        list(&words)
    }
}

/// A cell of the Shock or Charge Table in the book's words.
pub fn cell_words(cell: CombatCell) -> String {
    let mut words = Vec::new();
    if !cell.att.is_none() {
        words.push(format!("Attacker {}", outcome_words(cell.att)));
    }
    if !cell.def.is_none() {
        words.push(format!("Defender {}", outcome_words(cell.def)));
    }
    if cell.ca {
        words.push("Continued Attack".to_owned());
    }
    if words.is_empty() {
        "no effect".to_owned()
    } else {
        words.join(", ")
    }
}

fn order_words(order: FormationOrder) -> &'static str {
    match order {
        FormationOrder::FormShieldWall => "form a Shield Wall",
        FormationOrder::LeaveShieldWall => "leave the Shield Wall",
        FormationOrder::FormSchiltron => "form a Schiltron",
        FormationOrder::LeaveSchiltron => "leave the Schiltron",
    }
}

fn with_leaders(state: &State, leaders: &[LeaderId]) -> String {
    if leaders.is_empty() {
        String::new()
    } else {
        format!(" with {}", names(leaders, |leader| leader_name(state, *leader)))
    }
}

fn attack_words(attack: &Attack) -> String {
    let attackers = names(&attack.attackers, |attacker| match &attacker.course {
        Some(course) if !course.path.is_empty() => format!("{} (Charge)", attacker.unit),
        Some(_) | None => attacker.unit.to_string(),
    });
    format!(
        "{attackers} on {}",
        names(&attack.defenders, |defender| defender.unit.to_string())
    )
}

/// Describes an event in one sentence.
pub fn describe(before: &State, event: &Event) -> String {
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
