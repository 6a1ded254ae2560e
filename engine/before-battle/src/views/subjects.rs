//! Subjects of an event: the units that it is about and the dice thrown in it. The picture of a change, the facts and the record of
//! dice read them here.

use hindsight_kernel::{DiceRolled, Distribution, Modifier, Roll, Seat};

use crate::model::event::{
    ActionEvent, AftermathEvent, Blow, CombatEvent, DeploymentEvent, Event, NotedUnit, RulingEvent,
    StartEvent,
};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::HUSTLE_NEED;

/// Units and dice of an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Subjects<'e> {
    /// The units, in the order in which they are shown.
    pub units: Vec<UnitId>,
    /// The dice, in the order thrown.
    pub throws: Vec<Throw<'e>>,
}

/// Dice of an event with the player who threw them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Throw<'e> {
    /// The player.
    pub seat: Seat,
    /// The unit that the dice were thrown for.
    pub unit: Option<UnitId>,
    /// The unit on the other side of an attack.
    pub against: Option<UnitId>,
    /// The least face that succeeds.
    pub need: Option<u8>,
    /// The dice.
    pub roll: &'e Roll,
}

impl<'e> Throw<'e> {
    const fn of_unit(unit: UnitId, need: u8, roll: &'e Roll) -> Self {
        Self {
            seat: unit.seat(),
            unit: Some(unit),
            against: None,
            need: Some(need),
            roll,
        }
    }

    const fn of_player(seat: Seat, roll: &'e Roll) -> Self {
        Self {
            seat,
            unit: None,
            against: None,
            need: None,
            roll,
        }
    }

    /// The fact of these dice: what they came to, against what was to be expected.
    pub(crate) fn rolled(&self, result: i32, expected: Distribution, modifiers: Vec<Modifier>) -> DiceRolled {
        DiceRolled {
            purpose: self.roll.purpose.to_string(),
            seat: self.seat,
            unit: self.unit.map(|unit| unit.to_string()),
            against: self.against.map(|unit| unit.to_string()),
            roll: self.roll.clone(),
            target: self.need.map(i32::from),
            roll_under: false,
            result,
            expected,
            modifiers,
            high_is_good: true,
        }
    }
}

impl Blow {
    /// The attack dice.
    pub(crate) const fn attack_throw(&self) -> Throw<'_> {
        Throw {
            against: Some(self.target),
            ..Throw::of_unit(self.unit, self.need, &self.attack)
        }
    }

    /// The block dice, if any were rolled.
    pub(crate) fn block_throw(&self) -> Option<Throw<'_>> {
        Some(Throw {
            against: Some(self.unit),
            ..Throw::of_unit(self.target, self.block_need, self.block.as_ref()?)
        })
    }
}

/// Units and dice of an event. `before` is the state as it was.
pub fn subjects<'e>(before: &State, event: &'e Event) -> Subjects<'e> {
    Subjects {
        units: units(before, event),
        throws: throws(event),
    }
}

/// The units of an event.
fn units(before: &State, event: &Event) -> Vec<UnitId> {
    match event {
        Event::Deployment(event) => match event {
            DeploymentEvent::UnitDeployed { unit, .. } => vec![*unit],
            DeploymentEvent::ArmiesTurnedUp { units } => units.iter().map(|up| up.unit).collect(),
            DeploymentEvent::ArmySupplied { .. } => Vec::new(),
        },
        Event::Action(event) => match event {
            ActionEvent::UnitMoved { unit, .. }
            | ActionEvent::UnitHustled { unit, .. }
            | ActionEvent::UnitTurned { unit, .. }
            | ActionEvent::UnitSidestepped { unit, .. } => vec![*unit],
            ActionEvent::UnitShot { blow, .. } => vec![blow.unit, blow.target],
            ActionEvent::TurnBegan { .. } | ActionEvent::ActionsEnded => Vec::new(),
        },
        Event::Combat(event) => match event {
            CombatEvent::CombatOrderSet { .. } | CombatEvent::CombatResolved { .. } => {
                let combat = before.combat.combats.first().copied().unwrap_or_default();
                combat.iter().collect()
            }
            CombatEvent::TierFought { blows, .. } => {
                let mut units: Vec<UnitId> = blows.iter().flat_map(|blow| [blow.unit, blow.target]).collect();
                units.sort_unstable();
                units.dedup();
                units
            }
            CombatEvent::CombatsSet { .. } => Vec::new(),
        },
        Event::Aftermath(event) => match event {
            AftermathEvent::FleeRolled { unit, .. } | AftermathEvent::UnitFled { unit, .. } => vec![*unit],
            AftermathEvent::UnitsReformed { facings, .. } => {
                facings.iter().map(|reformed| reformed.unit).collect()
            }
            AftermathEvent::CombatEnded => Vec::new(),
        },
        Event::Ruling(RulingEvent::PositionNoted { units, .. }) => {
            let changed = units.iter().filter(|noted| !stands_so(before, **noted));
            changed.map(|noted| noted.unit()).collect()
        }
        Event::Opening(_)
        | Event::Army(_)
        | Event::Start(_)
        | Event::Ending(_)
        | Event::Ruling(RulingEvent::Patched { .. }) => Vec::new(),
    }
}

/// Whether a unit stands as it was noted.
fn stands_so(state: &State, noted: NotedUnit) -> bool {
    let unit = state.unit(noted.unit());
    match noted {
        NotedUnit::Standing {
            cell,
            facing,
            models,
            wounds,
            ..
        } => (unit.cell, unit.facing, unit.models, unit.wounds) == (Some(cell), facing, models, wounds),
        NotedUnit::Lost { lost, .. } => unit.lost == Some(lost),
    }
}

/// The dice of an event, in the order thrown.
pub(crate) fn throws(event: &Event) -> Vec<Throw<'_>> {
    match event {
        Event::Start(event) => match event {
            StartEvent::StartRolled { south, north, .. } => {
                vec![Throw::of_player(Seat::A, south), Throw::of_player(Seat::B, north)]
            }
            StartEvent::RightTaken { .. }
            | StartEvent::DeployerNamed { .. }
            | StartEvent::FirstNamed { .. } => Vec::new(),
        },
        Event::Action(event) => match event {
            ActionEvent::UnitHustled { unit, roll, .. } => vec![Throw::of_unit(*unit, HUSTLE_NEED, roll)],
            ActionEvent::UnitShot { blow, .. } => {
                let attack = std::iter::once(blow.attack_throw());
                attack.chain(blow.block_throw()).collect()
            }
            ActionEvent::TurnBegan { .. }
            | ActionEvent::UnitMoved { .. }
            | ActionEvent::UnitTurned { .. }
            | ActionEvent::UnitSidestepped { .. }
            | ActionEvent::ActionsEnded => Vec::new(),
        },
        Event::Combat(event) => match event {
            CombatEvent::TierFought { blows, .. } => {
                let attacks = blows.iter().map(Blow::attack_throw);
                attacks
                    .chain(blows.iter().filter_map(Blow::block_throw))
                    .collect()
            }
            CombatEvent::CombatsSet { .. }
            | CombatEvent::CombatOrderSet { .. }
            | CombatEvent::CombatResolved { .. } => Vec::new(),
        },
        Event::Aftermath(event) => match event {
            AftermathEvent::FleeRolled { unit, need, roll, .. } => vec![Throw::of_unit(*unit, *need, roll)],
            AftermathEvent::UnitFled { unit, need, dice, .. } => dice
                .iter()
                .map(|roll| Throw::of_unit(*unit, *need, roll))
                .collect(),
            AftermathEvent::UnitsReformed { .. } | AftermathEvent::CombatEnded => Vec::new(),
        },
        Event::Opening(_) | Event::Army(_) | Event::Deployment(_) | Event::Ending(_) | Event::Ruling(_) => {
            Vec::new()
        }
    }
}
