//! Plan of a unit's move: where it ends, by which legs, toward what (pp. 38-57).

use battleground_geometry::{Degrees, Inches, Point, Pose, Side};

use super::mover;
use super::mover::{Mover, Progress};
use crate::model::agenda::PathObstacle;
use crate::model::command::Leg;
use crate::model::names::{TokenNo, UnitId};
use crate::model::state::Unit;

/// The aim of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// This side of an enemy.
    Enemy(UnitId, Side),
    /// A token. Rule `BG4-ORDER-11` (pp. 28-29).
    Token(TokenNo),
    /// This side of a friendly unit. Rule `BG4-ORDER-14` (pp. 30-31).
    Leader(UnitId, Side),
}

/// The way in which a blocked path was dealt with. Rules `BG4-PATH-05`, `BG4-PATH-08`, `BG4-PATH-09` (pp. 47,
/// 50).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indirect {
    /// Up to this friendly unit.
    UpTo(UnitId),
    /// Round what stands in the way.
    Around,
    /// Straight on up to what stands in the way.
    ToContact,
}

/// The plan of a unit's own move.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Who.
    pub unit: UnitId,
    /// What it does; nothing for a unit that stays.
    pub legs: Vec<Leg>,
    /// Where it ends, as events keep it.
    pub to: Pose,
    /// Inches measured.
    pub distance: Inches,
    /// Inches it might have moved, after all penalties.
    pub allowance: Inches,
    /// Rows by terrain met, to be remembered for the turn. Rule `BG4-TERR-09` (p. 115).
    pub terrain: i32,
    /// What it went for.
    pub aim: Option<Aim>,
    /// Whether and how Indirect Path was used. Rule `BG4-MODS-16` (p. 107).
    pub indirect: Option<Indirect>,
    /// The token it reached. Rule `BG4-ORDMV-07` (p. 52).
    pub reached: Option<TokenNo>,
    /// A flyer lands at the end. Rules `BG4-FLY-03`, `BG4-FLY-06` (pp. 124-125).
    pub lands: bool,
    /// Other moves that may be reported in its place, if there are such. Rules `BG3-PATH-02`, `BG3-PATH-10` (pp. 6, 11-12).
    pub others: Option<OtherMoves>,
}

impl Plan {
    /// A unit that stays where it is.
    pub(crate) fn stay(unit: &Unit) -> Self {
        Self {
            unit: unit.id,
            legs: Vec::new(),
            to: unit
                .pose
                .unwrap_or(Pose::new(Inches::ZERO, Inches::ZERO, Degrees::ZERO)),
            distance: Inches::ZERO,
            allowance: Inches::ZERO,
            terrain: 0,
            aim: None,
            indirect: None,
            reached: None,
            lands: false,
            others: None,
        }
    }

    pub(crate) fn of(mover: &Mover<'_>, legs: Vec<Leg>, end: &Progress) -> Self {
        Self {
            legs,
            to: mover.stored(end.pose),
            distance: mover::length(end.used),
            allowance: mover::length(mover.allowance(end)),
            terrain: end.terrain,
            ..Self::stay(mover.unit)
        }
    }

    pub(crate) fn toward(self, aim: Aim) -> Self {
        Self {
            aim: Some(aim),
            ..self
        }
    }

    pub(crate) fn or_others(self, others: Option<OtherMoves>) -> Self {
        Self { others, ..self }
    }

    pub(crate) fn by(self, indirect: Indirect) -> Self {
        Self {
            indirect: Some(indirect),
            ..self
        }
    }

    /// Whether the unit lies elsewhere or otherwise afterwards.
    pub(crate) fn moves(&self, unit: &Unit) -> bool {
        unit.pose != Some(self.to) || self.lands
    }
}

/// The moves that are as good as the one of a plan. Rules `BG3-PATH-02`, `BG3-PATH-05`, `BG3-PATH-10` (pp. 6, 11-12).
#[derive(Debug, Clone, PartialEq)]
pub enum OtherMoves {
    /// Those that end hardly farther from this point than the nearest. Rule `BG3-PATH-02` (pp. 11-12).
    AsNear(Point),
    /// Those that take hardly longer to where the unit may shoot at this enemy at this range. Rule `BG3-PATH-10` (p. 6).
    AsShort(UnitId, Inches),
    /// Those by the same path round obstacles that leave a way hardly longer. Rule `BG3-PATH-05` (p. 12).
    Around {
        /// What the path leads to.
        goal: Goal,
        /// What it leads round.
        avoided: Vec<PathObstacle>,
        /// The way that the move of the plan leaves, in inches.
        remaining: f64,
    },
}

/// What a unit goes for, and who that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// Where its front centre point shall come to.
    pub point: Point,
    /// Whose card that is, which is no obstacle.
    pub of: Option<UnitId>,
}
