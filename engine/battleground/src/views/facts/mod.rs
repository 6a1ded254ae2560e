//! The neutral story of each event, with this game's own counters.

mod ability;
mod cards;
mod combat;
mod command;
mod counters;
mod courage;
mod damage;
mod engagement;
mod fights;
mod movement;
mod points;
mod procedure;
mod setup;
mod standings;
mod steps;
mod turn;

use hindsight_kernel::{Fact, Seat};

use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::state::State;

pub use counters::COUNTERS;

/// The neutral story of an event.
pub(crate) fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    Story { before, out }.of(event);
}

/// The facts of one event.
struct Story<'s> {
    before: &'s State,
    out: &'s mut Vec<Fact>,
}

fn after(before: &State, event: &Event) -> Option<State> {
    let mut after = before.clone();
    crate::model::fold::evolve(&mut after, event).ok().map(|()| after)
}

impl Story<'_> {
    fn count(&mut self, counter: &str, unit: Option<UnitId>, seat: Option<Seat>, amount: f64) {
        debug_assert!(
            COUNTERS.iter().any(|(name, _)| *name == counter),
            "{counter} is documented"
        );
        if amount == 0.0 {
            return;
        }
        self.out.push(Fact::Counted {
            counter: counter.to_owned(),
            unit: unit.map(|unit| unit.to_string()),
            seat: seat.or(unit.map(UnitId::seat)),
            amount,
        });
    }

    fn of_unit(&mut self, counter: &str, unit: UnitId, amount: f64) {
        self.count(counter, Some(unit), None, amount);
    }

    fn of_player(&mut self, counter: &str, seat: Seat, amount: f64) {
        self.count(counter, None, Some(seat), amount);
    }

    fn decided(&mut self, seat: Seat, decision: &str, choice: impl Into<String>) {
        self.out.push(Fact::Decided {
            seat,
            decision: decision.to_owned(),
            choice: choice.into(),
        });
    }

    fn of(&mut self, event: &Event) {
        match event {
            Event::Procedure(event) => self.of_procedure(event),
            Event::Setup(event) => self.of_setup(event),
            Event::Turn(event) => self.of_turn(event),
            Event::Movement(event) => self.of_movement(event),
            Event::Engagement(event) => self.of_engagement(event),
            Event::Courage(event) => self.of_courage(event),
            Event::Command(event) => self.of_command(event),
            Event::Ability(event) => self.of_ability(event),
            Event::Damage(event) => self.of_damage(event),
            Event::Combat(event) => self.of_combat(event),
        }
    }
}

#[cfg(test)]
mod tests;
