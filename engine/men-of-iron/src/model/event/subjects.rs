//! Subjects of events: the units that an event concerns and the dice thrown in it.

use hindsight_kernel::{Roll, Seat};

use super::super::names::{LeaderId, UnitId};
use super::super::state::State;
use super::Event;

/// The units that an event concerns, who acts first, and its dice in the order thrown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Subjects<'e> {
    /// The units; the one that acts first.
    pub units: Vec<UnitId>,
    /// The die rolls, in the order thrown.
    pub rolls: Vec<&'e Roll>,
    /// The thrower of the dice, where it is not the first unit.
    pub(super) by: Option<Roller>,
}

/// A thrower of dice that is not a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roller {
    /// A player.
    Seat(Seat),
    /// A leader.
    Leader(LeaderId),
}

impl<'e> Subjects<'e> {
    /// Subjects without dice.
    pub(super) fn units(units: impl IntoIterator<Item = UnitId>) -> Self {
        Self {
            units: units.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Adds a die roll.
    pub(super) fn thrown(mut self, roll: &'e Roll) -> Self {
        self.rolls.push(roll);
        self
    }

    /// Names the thrower.
    pub(super) fn by(self, roller: Roller) -> Self {
        Self {
            by: Some(roller),
            ..self
        }
    }

    /// The seat that threw the dice: of the roller, or of the first unit.
    pub fn roller(&self, before: &State) -> Seat {
        let seat = match self.by {
            Some(Roller::Seat(seat)) => Some(seat),
            Some(Roller::Leader(leader)) => before.leader(leader).map(|leader| leader.seat),
            None => self
                .units
                .first()
                .and_then(|unit| before.unit(*unit))
                .map(|unit| unit.seat),
        };
        seat.unwrap_or(before.active)
    }
}

impl Event {
    /// The units and dice that the event concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::Procedure(_) => Subjects::default(),
            Self::Setup(event) => event.subjects(),
            Self::Activation(event) => event.subjects(),
            Self::Movement(event) => event.subjects(),
            Self::Fire(event) => event.subjects(),
            Self::Shock(event) => event.subjects(),
            Self::Result(event) => event.subjects(),
            Self::Rally(event) => event.subjects(),
            Self::Ending(event) => event.subjects(),
        }
    }

    /// The die rolls of the event, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        self.subjects().rolls
    }
}
