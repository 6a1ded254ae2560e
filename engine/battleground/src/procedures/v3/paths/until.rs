//! Stopping conditions of a move under an order (pp. 6, 8, 31).

use battleground_geometry::Pose;

use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plans::cut;
use crate::procedures::movement::plans::cut::Here;
use crate::procedures::v3::shooting::Shooter;
use crate::procedures::v3::skirmishers;

/// How far a unit goes along its way.
pub(crate) enum Until<'u> {
    /// As far as its movement takes it.
    Arrives,
    /// No farther than to where this holds. Rules `BG3-ORD-15` (p. 8), `BG3-PATH-10` (p. 6).
    Holds(&'u dyn Fn(Pose) -> Here),
    /// A Skirmisher on a ranged order: to where this holds, else only as far as it keeps out of rush range. Rule
    /// `BG3-KEY-32` (p. 31).
    ShootsOrIsNear(&'u Shooter<'u>, &'u dyn Fn(Pose) -> Here),
}

impl Until<'_> {
    /// The part of a way that the unit goes.
    pub(crate) fn cut(&self, context: &MoveContext<'_>, from: &Progress, way: Done) -> Done {
        match self {
            Self::Arrives => way,
            Self::Holds(stop) => cut(&context.mover, from, &way.0, stop),
            Self::ShootsOrIsNear(shooter, shoots) => {
                skirmishers::way(context, from, &way.0, (shooter, shoots))
            }
        }
    }

    /// Whether a unit that has come there needs to go no farther.
    pub(crate) fn is_met(&self, pose: Pose) -> bool {
        match self {
            Self::Arrives => false,
            Self::Holds(stop) | Self::ShootsOrIsNear(_, stop) => stop(pose) == Here::Stops,
        }
    }
}
