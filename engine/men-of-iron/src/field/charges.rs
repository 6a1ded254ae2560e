//! The courses that a Charge or a Counter-Charge can take (§11.3, §11.5, pp. 10-11).

use hindsight_geometry::hexes::{Facing, Hex};

use super::{Occupants, ZocMap};
use crate::model::attack::{Course, TurnAt};
use crate::model::piece::Unit;
use crate::model::state::State;

/// Every course by which a unit with a facing comes next to a target at distance 2 or 3 and has it in front: as many steps as
/// hexes lie between, each forward and nearer, with one turn of one vertex at most. Rule `MOI-CHARGE-04` (p. 10).
pub fn courses(from: Hex, facing: Facing, target: Hex) -> Vec<Course> {
    let mut found = Vec::new();
    if !(2..=3).contains(&from.distance_to(target)) {
        return found;
    }
    ride(from, facing, target, &mut Vec::new(), None, &mut found);
    found.sort();
    found
}

fn ride(
    at: Hex,
    facing: Facing,
    target: Hex,
    path: &mut Vec<Hex>,
    turn: Option<TurnAt>,
    found: &mut Vec<Course>,
) {
    if at.is_adjacent_to(target)
        && at
            .direction_to(target)
            .is_some_and(|direction| facing.frontal().contains(&direction))
    {
        found.push(Course {
            path: path.clone(),
            turn,
        });
    }
    if turn.is_none() {
        for way in [-1, 1] {
            let turned = TurnAt {
                after: path.len() as u8,
                facing: facing.turned(way),
            };
            // Only the steps and the end after this turn: a later turn is another course.
            ride(at, turned.facing, target, path, Some(turned), found);
        }
    }
    if at.is_adjacent_to(target) {
        return;
    }
    for direction in facing.frontal() {
        if let Some(next) = at
            .neighbour(direction)
            .filter(|next| next.distance_to(target) < at.distance_to(target))
        {
            path.push(next);
            ride(next, facing, target, path, turn, found);
            path.pop();
        }
    }
}

/// The facing at the end of a course.
pub fn final_facing(course: &Course, facing: Facing) -> Facing {
    course.turn.map_or(facing, |turn| turn.facing)
}

/// Why a course is not open. Rules `MOI-CHARGE-05` to `MOI-CHARGE-07`, `MOI-CC-06` (pp. 10-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CourseBarred {
    /// Rule `MOI-CHARGE-05`.
    #[error("a combat unit stands in {0}")]
    Occupied(Hex),
    /// Rule `MOI-CHARGE-05`.
    #[error("an enemy leader or Standard is in {0}")]
    LeaderOrStandard(Hex),
    /// Rule `MOI-MOVE-11`.
    #[error("enemy reinforcements enter at {0}")]
    EnemyEntry(Hex),
    /// Rule `MOI-CHARGE-06`.
    #[error("{0} lies in an enemy zone of control")]
    ZoneOfControl(Hex),
    /// Rule `MOI-CHARGE-07`.
    #[error("no Charge crosses from {0} to {1}")]
    Hexside(Hex, Hex),
    /// Rule `MOI-CHARGE-07`.
    #[error("no Charge goes into {0}")]
    Target(Hex),
}

impl CourseBarred {
    /// The rule that bars it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Occupied(_) | Self::LeaderOrStandard(_) => "MOI-CHARGE-05",
            Self::EnemyEntry(_) => "MOI-MOVE-11",
            Self::ZoneOfControl(_) => "MOI-CHARGE-06",
            Self::Hexside(..) | Self::Target(_) => "MOI-CHARGE-07",
        }
    }
}

impl State {
    /// Whether a path is open to a charging unit, its end hex next to the target included. Rules `MOI-CHARGE-05` to
    /// `MOI-CHARGE-07`, `MOI-CC-06` (pp. 10-11).
    ///
    /// # Errors
    /// The first thing that bars it.
    pub fn course_is_open(&self, unit: &Unit, path: &[Hex], target: Hex) -> Result<(), CourseBarred> {
        let Some(start) = unit.hex() else {
            return Ok(());
        };
        let (occupants, zocs) = (
            Occupants::without(self, Some(unit)),
            ZocMap::against(self, unit.seat),
        );
        let mut at = start;
        for (place, &hex) in path.iter().enumerate() {
            if occupants.at(hex).is_some() {
                return Err(CourseBarred::Occupied(hex));
            }
            if self.enemy_leader_or_standard_at(hex, unit.seat) {
                return Err(CourseBarred::LeaderOrStandard(hex));
            }
            if self.is_enemy_entry(hex, unit.seat) {
                return Err(CourseBarred::EnemyEntry(hex));
            }
            if place + 1 < path.len() && zocs.has(hex) {
                return Err(CourseBarred::ZoneOfControl(hex));
            }
            if !self.battle.may_charge_across(at, hex) {
                return Err(CourseBarred::Hexside(at, hex));
            }
            at = hex;
        }
        if !self.battle.may_charge_into(at, target) {
            return Err(if self.battle.may_charge_across(at, target) {
                CourseBarred::Target(target)
            } else {
                CourseBarred::Hexside(at, target)
            });
        }
        Ok(())
    }
}
