//! End of a unit's move as a scorekeeper reports it (pp. 38-57).

use battleground_geometry::{Degrees, Pose, overlaps, reform, touches};

use super::plan::Plan;
use crate::field::{Blocker, Field, TOL};
use crate::model::command::Leg;
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

/// Whether a unit may lie where it was seen, as well as where the rules bring it: over nothing, or over part of what it covers
/// there too. Rules `BG4-MOVE-18` (p. 43), `BG3-MOV-14` (p. 12).
fn is_bearable(field: &Field<'_>, unit: &Unit, (to, seen): (Pose, Pose)) -> bool {
    if unit.airborne || super::flying::is_landing_place(field, unit, seen) {
        return true;
    }
    let Some(card) = field.card(unit.id).filter(|_| field.profile().may_cover_friends) else {
        return false;
    };
    let obstacles = field.obstacles(unit, &[]);
    let lies_on = |pose: Pose| {
        let met = obstacles.iter();
        let met = met.filter(|obstacle| overlaps(&card.at(pose), obstacle.object, TOL));
        met.map(|obstacle| obstacle.what).collect::<Vec<Blocker>>()
    };
    let covered = lies_on(to);
    lies_on(seen).iter().all(|what| covered.contains(what)) && field.covers_no_centre(unit, &card.at(seen))
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
        if is_bearable(field, unit, (to, there)) && touched(there) == touched(to) {
            there
        } else {
            to
        }
    }
}

impl Plan {
    /// The same, ending where a scorekeeper saw the unit, if they did; in the earlier edition by another move that is as good,
    /// too. Rules `BG4-MOVE-22` (p. 46), `BG3-PATH-02`, `BG3-PATH-10` (pp. 6, 11-12).
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
            return Self {
                to: seen.end(field, unit, other.to),
                ..other
            };
        }
        let lies = Unit {
            airborne: unit.airborne && !self.lands,
            ..unit.clone()
        };
        Self {
            to: seen.end(field, &lies, self.to),
            ..self
        }
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
        if !near || !super::flying::is_landing_place(field, unit, to) {
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
