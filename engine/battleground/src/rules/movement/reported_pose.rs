//! Where a scorekeeper saw a unit end its move (pp. 38-57).

use battleground_geometry::{Pose, touches};

use super::plan::Plan;
use crate::field::{Blocker, Field, TOL};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// How far a reported place may lie from what the rules give.
pub(crate) const PLACE: f64 = 0.25;

/// How far a reported heading may differ from what the rules give.
pub(crate) const HEADING: f64 = 5.0;

/// Whether a reported pose can be taken for another one.
pub(crate) fn agrees(one: Pose, other: Pose) -> bool {
    one.centre.distance(other.centre).value() <= PLACE + 1e-6
        && one.heading.turn_to(other.heading).value().abs() <= HEADING + 1e-6
}

/// Where a scorekeeper saw a unit end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ReportedPose {
    pub(crate) unit: UnitId,
    pub(crate) pose: Pose,
}

impl ReportedPose {
    /// Where a move to a place ends: where its unit was seen, if it was near and has room there. RULING: BG4-MOVE-18, what
    /// the rules bring into contact touches, and what they do not does not, however roughly that was measured.
    pub(crate) fn end(self, field: &Field<'_>, unit: &Unit, to: Pose) -> Pose {
        let there = self.pose.rounded();
        let Some(card) = field.card(unit.id).filter(|_| self.unit == unit.id) else {
            return to;
        };
        if !agrees(to, there) || !field.table().contains(&card.at(there), TOL) {
            return to;
        }
        let touched = |pose: Pose| -> Vec<Blocker> {
            let others = field.obstacles(unit, &[]).into_iter();
            others
                .filter(|other| {
                    matches!(other.what, Blocker::Unit(_)) && touches(&card.at(pose), other.object, TOL)
                })
                .map(|other| other.what)
                .collect()
        };
        let is_free = unit.airborne || super::flying::is_landing_place(field, unit, there);
        if is_free && touched(there) == touched(to) {
            there
        } else {
            to
        }
    }
}

impl Plan {
    /// The same, ending where a scorekeeper saw the unit, if they did. Rule `BG4-MOVE-22`.
    pub(crate) fn ending_where_reported(
        self,
        field: &Field<'_>,
        unit: &Unit,
        seen: Option<ReportedPose>,
    ) -> Self {
        let Some(seen) = seen.filter(|_| self.moves(unit)) else {
            return self;
        };
        let lies = Unit {
            airborne: unit.airborne && !self.lands,
            ..unit.clone()
        };
        Self {
            to: seen.end(field, &lies, self.to),
            ..self
        }
    }
}
