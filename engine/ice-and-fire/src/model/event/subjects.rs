//! Subjects of events: the units that an event concerns and the dice thrown in it.

use hindsight_kernel::{Roll, Seat};

use super::super::names::UnitId;
use super::super::state::State;
use super::{Event, RollOf};

/// The units that an event concerns and its dice in the order thrown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Subjects<'e> {
    /// The units that it names.
    named: Vec<UnitId>,
    /// The contest whose units it concerns.
    of: Option<Contest>,
    /// The die rolls, in the order thrown.
    pub rolls: Vec<Thrown<'e>>,
}

/// A contest under way, which an event does not name again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contest {
    /// The charge: charger and target.
    Charge,
    /// The attack: attacker and defender.
    Attack,
    /// A roll on the table: its roller.
    Roll(RollOf),
}

/// A roll of an event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thrown<'e> {
    /// The dice.
    pub roll: &'e Roll,
    /// The thrower.
    pub by: Roller,
    /// The face that succeeds, where each die has one.
    pub target: Option<u8>,
}

/// A thrower of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roller {
    /// A player.
    Seat(Seat),
    /// A unit.
    Unit(UnitId),
    /// The charger of the charge under way.
    Charger,
    /// The unit that makes a roll of the attack or Panic Test under way.
    Of(RollOf),
    /// Nobody: the die chooses a card of a shuffled deck, and boards do not show it.
    Deck,
}

impl<'e> Subjects<'e> {
    /// Subjects without dice.
    pub(super) fn units(units: impl IntoIterator<Item = UnitId>) -> Self {
        Self {
            named: units.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Subjects of a contest under way, without dice.
    pub(super) fn of(contest: Contest) -> Self {
        Self {
            of: Some(contest),
            ..Self::default()
        }
    }

    /// Adds a die roll.
    pub(super) fn thrown(mut self, roll: &'e Roll, by: Roller, target: Option<u8>) -> Self {
        self.rolls.push(Thrown { roll, by, target });
        self
    }

    /// The units that the event concerns, in the position before it.
    pub fn units_in(&self, before: &State) -> Vec<UnitId> {
        let mut units = self.named.clone();
        match self.of {
            Some(Contest::Charge) => units.extend(
                before
                    .charge
                    .iter()
                    .flat_map(|charge| [charge.charger, charge.target]),
            ),
            Some(Contest::Attack) => units.extend(
                before
                    .attack
                    .iter()
                    .flat_map(|attack| [attack.attacker, attack.defender]),
            ),
            Some(Contest::Roll(of)) => units.extend(roller_of(before, of)),
            None => {}
        }
        units
    }
}

impl Roller {
    /// The seat that throws the dice, in the position before; none where no board shows them.
    pub fn seat(self, before: &State) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Unit(unit) => Some(unit.seat()),
            Self::Charger => before.charge.as_ref().map(|charge| charge.charger.seat()),
            Self::Of(of) => roller_of(before, of).map(UnitId::seat),
            Self::Deck => None,
        }
    }
}

/// The unit whose roll lies on the table.
fn roller_of(before: &State, of: RollOf) -> Option<UnitId> {
    let attack = before.attack.as_ref();
    match of {
        RollOf::Attack => attack.map(|attack| attack.attacker),
        RollOf::Defence => attack.map(|attack| attack.defender),
        RollOf::Panic => before.panics.last().map(|test| test.unit),
    }
}

impl Event {
    /// The units and dice that the event concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::Procedure(_) => Subjects::default(),
            Self::Setup(event) => event.subjects(),
            Self::Round(event) => event.subjects(),
            Self::Movement(event) => event.subjects(),
            Self::Unit(event) => event.subjects(),
            Self::Charge(event) => event.subjects(),
            Self::Attack(event) => event.subjects(),
            Self::Morale(event) => event.subjects(),
            Self::Effect(event) => event.subjects(),
            Self::Scoring(event) => event.subjects(),
        }
    }
}
