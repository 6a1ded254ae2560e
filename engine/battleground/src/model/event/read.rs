//! What is read from any event: its name in streams, its dice, its movements.

use hindsight_kernel::Roll;

use super::{Event, MoveKind, Movement};

impl Event {
    /// What the events are called in streams.
    pub const NAMES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// The dice it holds, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::LotDrawn { roll, .. } | Self::CheckRolled { roll, .. } => vec![roll],
            Self::FewerPointsRolled { south, north, .. } => vec![south, north],
            Self::AttackRolled { roll, again, .. } => vec![again.as_ref().unwrap_or(roll)],
            Self::CardDrawn { roll, .. } => roll.iter().collect(),
            _ => Vec::new(),
        }
    }

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
                },
            )],
            Self::UnitsMoved { kind, moves } => moves.iter().map(|one| (*kind, one.clone())).collect(),
            _ => Vec::new(),
        }
    }
}
