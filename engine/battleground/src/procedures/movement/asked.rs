//! Queries about moves of a position, as the memo keeps them.

use battleground_geometry::Point;

use super::mover::Progress;
use crate::field::{Altered, Blocker};
use crate::model::agenda::{Answered, Around};
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::procedures::movement::plan::Aim;

/// What a move is asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedMove {
    pub(crate) unit: UnitId,
    pub(crate) altered: Vec<Altered>,
    pub(crate) answers: Vec<Answered>,
    pub(crate) followers: Vec<UnitId>,
}

/// What the best courses toward a point are asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedCourses {
    pub(crate) unit: UnitId,
    pub(crate) altered: Vec<Altered>,
    pub(crate) from: Progress,
    pub(crate) goal: Point,
}

/// A first leg that leads round, or begins to.
#[derive(Debug, Clone)]
pub(crate) struct Detour {
    /// Which way.
    pub(crate) around: Around,
    /// What the unit does.
    pub(crate) legs: Vec<Leg>,
    /// Where that leads.
    pub(crate) end: Progress,
    /// How far along its last leg the path opens.
    pub(crate) distance: f64,
    /// By how many degrees it turns.
    pub(crate) turned: f64,
    /// The point to which the path is open at the end, if it opens this turn.
    pub(crate) opens: Option<Point>,
}

/// What detours are asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedDetours {
    pub(crate) unit: UnitId,
    pub(crate) altered: [Vec<Altered>; 2],
    pub(crate) from: Progress,
    pub(crate) path: BlockedPath,
}

/// A path that is not open.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BlockedPath {
    /// Where it leads.
    pub aim: Aim,
    /// The point it leads to; for a token also its other parts, the nearest first. Rule `BG4-ORDMV-08` (p. 52).
    pub points: Vec<Point>,
    /// The unit and side it leads to.
    pub target: Option<(UnitId, battleground_geometry::Side)>,
    /// What decides how it is gone round. Rule `BG4-PATH-05` (p. 47).
    pub blocker: Blocker,
    /// Whether that lies on the line, not only in the corridor.
    pub crossed: bool,
}
