//! Readers of any event: its dice, its movements.

use hindsight_kernel::Roll;

use super::{
    CombatEvent, CommandEvent, CourageEvent, Event, MoveKind, Movement, MovementEvent, ProcedureEvent,
    SetupEvent,
};

impl Event {
    /// The dice it holds, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::Setup(SetupEvent::LotDrawn { roll, .. })
            | Self::Courage(CourageEvent::CheckRolled { roll, .. }) => {
                vec![roll]
            }
            Self::Setup(SetupEvent::FewerPointsRolled { south, north, .. }) => vec![south, north],
            Self::Combat(CombatEvent::AttackRolled { roll, again, .. }) => {
                vec![again.as_ref().unwrap_or(roll)]
            }
            Self::Command(CommandEvent::CardDrawn { roll, .. })
            | Self::Procedure(ProcedureEvent::Ruled { roll, .. }) => roll.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Every single movement it tells of, with its kind.
    pub fn movements(&self) -> Vec<(MoveKind, Movement)> {
        match self {
            Self::Movement(event) => event.movements(),
            _ => Vec::new(),
        }
    }
}

impl MovementEvent {
    /// Every single movement it tells of, with its kind.
    pub fn movements(&self) -> Vec<(MoveKind, Movement)> {
        match self {
            Self::UnitMoved {
                unit,
                kind,
                legs,
                to,
                distance,
                allowance,
                ..
            } => vec![(
                *kind,
                Movement {
                    unit: *unit,
                    legs: legs.clone(),
                    to: *to,
                    distance: *distance,
                    allowance: *allowance,
                    kind: None,
                },
            )],
            Self::UnitsMoved { kind, moves } => moves
                .iter()
                .map(|one| (one.kind.unwrap_or(*kind), one.clone()))
                .collect(),
            _ => Vec::new(),
        }
    }
}
