//! Facts of actions.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{Distribution, Fact};

use super::Story;
use crate::field::geometry::{attack_direction, faces};
use crate::model::event::ActionEvent;
use crate::model::gear::Attack;
use crate::model::names::UnitId;
use crate::rules::actions::{HUSTLE_NEED, contacts};
use crate::rules::attack::{chance, unit_capacity};
use crate::rules::turn::units_to_act;
use crate::views::board::{centre, straight_way};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn action(&mut self, event: &ActionEvent) {
        match event {
            ActionEvent::UnitMoved {
                unit,
                from,
                to,
                entered,
                charged,
                ..
            } => {
                self.activated(*unit, "move");
                if *entered > 0 {
                    self.walked(
                        *unit,
                        *from,
                        *to,
                        *entered,
                        if *charged { "charge" } else { "move" },
                    );
                }
                self.engaged(*unit, *charged);
            }
            ActionEvent::UnitHustled {
                unit,
                from,
                to,
                entered,
                charged,
                ..
            } => {
                self.activated(*unit, "hustle");
                self.thrown(|throw| {
                    let success = throw.roll.at_least(HUSTLE_NEED) as i32;
                    (success, Distribution::bernoulli(chance(HUSTLE_NEED)))
                });
                self.walked(
                    *unit,
                    *from,
                    *to,
                    *entered,
                    if *charged { "charge" } else { "hustle" },
                );
                self.engaged(*unit, *charged);
            }
            ActionEvent::UnitTurned { unit, .. } => {
                self.activated(*unit, "turn");
                self.engaged(*unit, false);
            }
            ActionEvent::UnitSidestepped { unit, from, to, .. } => {
                self.activated(*unit, "sidestep");
                self.moved(*unit, vec![centre(*from), centre(*to)], 1, "sidestep");
                self.engaged(*unit, false);
            }
            ActionEvent::UnitShot { blow, .. } => {
                self.activated(blow.unit, "shoot");
                let capacity = unit_capacity(self.before, blow.target);
                self.blow(blow, Attack::Shooting, None, capacity);
                self.engaged(blow.unit, false);
                self.destroyed_by(&[blow], "shooting");
            }
            ActionEvent::ActionsEnded => {
                let idle: Vec<UnitId> = units_to_act(self.before).collect();
                for unit in idle {
                    self.count("turns_without_action", Some(unit), Some(unit.seat()), 1.0);
                }
            }
            ActionEvent::TurnBegan { .. } => {}
        }
    }

    fn activated(&mut self, unit: UnitId, action: &str) {
        self.out.push(Fact::Activated {
            unit: unit.to_string(),
            seat: unit.seat(),
            action: action.to_owned(),
        });
    }

    fn walked(&mut self, unit: UnitId, from: Cell, to: Cell, entered: u8, kind: &str) {
        let way = straight_way(from, to).into_iter().map(centre).collect();
        self.moved(unit, way, entered, kind);
    }

    /// Enemies that the unit meets after its action and did not meet before it.
    fn engaged(&mut self, unit: UnitId, charged: bool) {
        let Some(after) = self.after() else {
            return;
        };
        let earlier = contacts(self.before, unit);
        for other in contacts(&after, unit) {
            if earlier.contains(&other) {
                continue;
            }
            let faced = faces(&after, unit, other);
            let direction: &str = attack_direction(&after, unit, other).map_or("front", Into::into);
            self.out.push(Fact::Engaged {
                unit: unit.to_string(),
                seat: unit.seat(),
                with: other.to_string(),
                direction: direction.to_owned(),
                charge: charged && faced,
            });
            if charged && faced {
                self.count("charges_made", Some(unit), Some(unit.seat()), 1.0);
                self.count("charges_received", Some(other), Some(other.seat()), 1.0);
            }
        }
    }
}
