//! Facts of turns, phases and the end of the battle.

use hindsight_kernel::Fact;

use super::Story;
use crate::model::event::TurnEvent;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::pinched::is_pinched;
use crate::model::state::{Glimpse, Status};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_turn(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::TurnBegan { active, actions, .. } => {
                self.of_player("command_actions_gained", *active, f64::from(*actions));
            }
            TurnEvent::TurnEnded => self.turn_ended(),
            TurnEvent::SnapshotTaken { glimpses } => {
                for (counter, pick) in [
                    (
                        "units_in_sight_of_enemy",
                        (|glimpse| glimpse.visible) as fn(&Glimpse) -> bool,
                    ),
                    ("units_with_rush", |glimpse| glimpse.could_rush),
                ] {
                    let mut units: Vec<UnitId> = glimpses
                        .iter()
                        .filter(|glimpse| pick(glimpse))
                        .map(|glimpse| glimpse.unit)
                        .collect();
                    units.dedup();
                    if let Some(first) = units.first() {
                        self.of_player(counter, first.seat(), units.len() as f64);
                    }
                }
            }
            TurnEvent::VictoryChecked { sackers, .. } => {
                let each = self
                    .before
                    .scenario()
                    .map_or(0, |scenario| scenario.victory.sacking);
                for sacker in sackers {
                    self.of_player("camp_points", sacker.seat(), f64::from(each));
                }
            }
            TurnEvent::BattleEnded { .. } => {
                for seat in self.before.seats() {
                    let left = self.before.player(seat).hand.len();
                    self.of_player("cards_left", seat, left as f64);
                }
            }
            TurnEvent::PhaseBegan { .. } | TurnEvent::Finished { .. } | TurnEvent::FliersWaited { .. } => {}
        }
    }

    /// What every unit is when a turn ends.
    fn turn_ended(&mut self) {
        let state = self.before;
        for unit in state.on_table() {
            let id = unit.id;
            self.out.push(Fact::TurnPassed {
                unit: id.to_string(),
                seat: id.seat(),
                in_combat: state.is_engaged(id),
                without_order: !matches!(unit.status, Status::Ready(Some(_))),
            });
            match unit.status {
                Status::Ready(Some(orders)) => match orders.order {
                    Order::Close => self.of_unit("turns_on_close", id, 1.0),
                    Order::Hold => self.of_unit("turns_on_hold", id, 1.0),
                    Order::Range | Order::Short | Order::Long => self.of_unit("turns_on_range", id, 1.0),
                    Order::Follow => {}
                },
                Status::Ready(None) => {}
                Status::Disrupted => self.of_unit("turns_disrupted", id, 1.0),
                Status::Routing => self.of_unit("turns_routing", id, 1.0),
            }
            if state.is_engaged(id) {
                self.of_unit("turns_engaged", id, 1.0);
            }
            if is_pinched(state, id) {
                self.of_unit("turns_pinched", id, 1.0);
            }
        }
    }
}
