//! End of a unit's move as a scorekeeper reports it (pp. 38-57).

use battleground_geometry::{Degrees, Pose, reform};

use super::plan::Plan;
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::procedures::movement::flying::room;

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

impl Plan {
    /// The same; of moves that are as good, that which ends where a scorekeeper saw the unit. It ends where the rules lead, as a
    /// rush does, not where it was seen: what was measured roughly gains nobody a hair. Rules `BG4-MOVE-01`, `BG4-MOVE-22` (pp. 38, 46),
    /// `BG3-PATH-02`, `BG3-PATH-10` (pp. 6, 11-12).
    pub(crate) fn ending_where_reported(
        self,
        field: &Field<'_>,
        unit: &Unit,
        seen: Option<ReportedPose>,
    ) -> Self {
        if let Some(landed) = seen.and_then(|seen| self.landing_as_reported(field, unit, seen)) {
            return landed;
        }
        let Some(seen) = seen.filter(|_| self.moves(unit) || self.others.is_some()) else {
            return self;
        };
        if !agrees(self.to, seen.pose)
            && let Some(other) = self.other_as_reported(field, unit, seen)
        {
            return other;
        }
        self
    }

    /// A flyer that lands after its move or at its point looks wherever a scorekeeper saw it look, if there is room for it so.
    /// Rules `BG3-KEY-17`, `BG3-KEY-20` (p. 29).
    // RULING: BG3-KEY-17, whoever tells no pose lands it in the free facing nearest to its own (BG3-GEN-07).
    fn landing_as_reported(&self, field: &Field<'_>, unit: &Unit, seen: ReportedPose) -> Option<Self> {
        let lands = unit.turn.lands || (self.lands && self.reached.is_some());
        if !(lands && unit.airborne && seen.unit == unit.id && field.profile().lands_after_moving) {
            return None;
        }
        let near = seen.pose.centre.distance(self.to.centre).value() <= PLACE + 1e-6;
        let heading = seen.pose.heading.heading().rounded();
        let to = reform(self.to, heading).rounded();
        if !near || !room::is_landing_place(field, unit, to) {
            return None;
        }
        Some(self.clone().landing_in(unit, heading))
    }

    /// The same of a unit that lands at its end with this heading. Rule `BG3-KEY-17` (p. 29).
    pub(crate) fn landing_in(self, unit: &Unit, heading: Degrees) -> Self {
        let mut legs = self.legs;
        if self.lands && matches!(legs.last(), Some(Leg::Reform { .. })) {
            legs.pop();
        }
        if unit.pose.is_none_or(|pose| pose.heading != heading) {
            legs.push(Leg::Reform { heading });
        }
        Self {
            legs,
            to: reform(self.to, heading).rounded(),
            lands: true,
            ..self
        }
    }
}
