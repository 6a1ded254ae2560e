//! Facts of destroyed units: their points, and whose they are.

use hindsight_kernel::{Fact, Seat, SideId};

use super::Story;
use crate::messages::destroyed_cause;
use crate::model::names::{UnitId, are_foes, other};
use crate::model::state::{Cause, RoutCause, Status, Unit};
use crate::model::words;

impl Story<'_> {
    pub(super) fn destroyed(&mut self, unit: UnitId, why: Cause, by: Option<UnitId>) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let points = f64::from(self.before.kind(there).points);
        self.out.push(Fact::Destroyed {
            unit: unit.to_string(),
            seat: unit.seat(),
            points,
            cause: destroyed_cause(why).to_string(),
            by: by.map(|by| by.to_string()),
        });
        let earlier: u32 = self
            .before
            .units
            .iter()
            .filter(|gone| gone.id.team() == unit.team() && gone.destroyed.is_some())
            .map(|gone| u32::from(self.before.kind(gone).points))
            .sum();
        self.out.push(Fact::Scored {
            side: SideId::of_seat(other(unit.seat())),
            amount: points,
            total: f64::from(earlier) + points,
            reason: format!("{} destroyed", words::unit_name(self.before, unit)),
        });
        let by_whom = self.destroyers(unit, by);
        for seat in &by_whom {
            self.of_player("points_destroyed", *seat, points / by_whom.len() as f64);
        }
        if let Some(counter) = self.lost_to(unit, why, by) {
            self.of_unit(counter, unit, 1.0);
        }
        if is_lost_to_run_through(there, why) {
            self.of_unit("units_lost_to_run_through", unit, 1.0);
        }
    }

    /// The players whose destroyed points those of a unit are: the owner of the enemy that destroyed it, or each enemy in equal
    /// parts where no enemy did. Rule `BG3-SCEN-03` (p. 26).
    fn destroyers(&self, unit: UnitId, by: Option<UnitId>) -> Vec<Seat> {
        match by.filter(|by| are_foes(by.seat(), unit.seat())) {
            Some(by) => vec![by.seat()],
            None => self.before.seats_of(unit.team().other()).collect(),
        }
    }

    /// The counter of what took a unit: of an attack of the Combat Phase, whether it came from a distance.
    fn lost_to(&self, unit: UnitId, why: Cause, by: Option<UnitId>) -> Option<&'static str> {
        match why {
            Cause::Attack => {
                let felled = |one: &&crate::model::state::Declared| one.felled && one.attack.target == unit;
                let kind = self
                    .before
                    .declared
                    .iter()
                    .find(felled)
                    .map(|one| one.attack.kind);
                // Javelins thrown before a rush are no declared attack. Rule BG3-KEY-23 (p. 30).
                let ranged = kind.map_or(by.is_some(), crate::model::attack::AttackKind::is_ranged);
                Some(if ranged {
                    "units_lost_to_shooting"
                } else {
                    "units_lost_to_melee"
                })
            }
            Cause::FreeAttack => Some("units_lost_to_free_attacks"),
            Cause::RoutIntoEdge | Cause::Fled => Some("units_lost_to_table_edge"),
            Cause::Sacrificed => Some("sacrifices"),
            Cause::FollowUpCheck | Cause::RoutCheck => Some("units_lost_to_rout_checks"),
            Cause::RoutIntoEnemy => Some("units_lost_to_enemy_in_way"),
            Cause::NoPlace => Some("units_lost_to_no_room"),
            Cause::Rushed => Some("units_lost_to_rushes"),
            Cause::Damage => Some("units_lost_to_other_damage"),
            Cause::Ruling => None,
        }
    }
}

/// Whether a unit is lost because a routing friend ran through it this turn: it fails the check that follows while it is Routing
/// already, or that check made it Rout and it falls before it has got away. Rules `BG3-ROUT-11` (p. 24), `BG3-COUR-05` (p. 22).
///
/// RULING: the catalogue of statistics leaves open what is lost to a run-through. The check for it has been made, so that a
/// router whose own move ends badly before it is not counted; nor is a unit that passes and falls in the Combat Phase.
fn is_lost_to_run_through(unit: &Unit, why: Cause) -> bool {
    let has_checked = !unit.pending.rout.contains(&RoutCause::MovedThrough);
    let fled = matches!(
        why,
        Cause::FreeAttack | Cause::RoutIntoEnemy | Cause::RoutIntoEdge | Cause::NoPlace
    );
    unit.turn.run_through
        && unit.status == Status::Routing
        && has_checked
        && (why == Cause::RoutCheck || (fled && unit.turn.just_routed))
}
