//! Facts of turns, phases and the end of the battle.

use std::collections::BTreeSet;

use battleground_geometry::Side;
use hindsight_kernel::Fact;

use super::Story;
use crate::model::event::TurnEvent;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::pinched::is_pinched;
use crate::model::state::{Glimpse, Phase, Status};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_turn(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::TurnBegan { active, actions, .. } => {
                self.of_player("command_actions_gained", *active, f64::from(*actions));
            }
            TurnEvent::TurnEnded => self.turn_ended(),
            TurnEvent::SnapshotTaken { glimpses } => self.seen(glimpses),
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
            // The Movement & Command Phase is over, and no unit has routed from where its move ended.
            TurnEvent::PhaseBegan {
                phase: Phase::PreCombatCourage,
            } => self.lost_to_terrain(),
            TurnEvent::PhaseBegan { .. } | TurnEvent::Finished { .. } | TurnEvent::FliersWaited { .. } => {}
        }
    }

    /// What the units of each player had before them when the turn began. Rule `BG4-GEO-21` (pp. 62-65).
    fn seen(&mut self, glimpses: &[Glimpse]) {
        let state = self.before;
        let range = |unit: UnitId| {
            let card = state.kind(state.unit(unit)?);
            card.ranged_attacks()
                .map(|(_, ranged)| ranged.range.inches())
                .max()
        };
        let in_range =
            |one: &Glimpse| one.visible && range(one.unit).is_some_and(|range| one.distance <= range);
        self.glimpsed("units_in_sight_of_enemy", glimpses, |one| one.visible);
        self.glimpsed("units_in_range", glimpses, in_range);
        self.glimpsed("units_with_open_path", glimpses, |one| one.side.is_some());
        self.glimpsed("units_with_rush", glimpses, |one| one.could_rush);
    }

    /// The units of each player with a glimpse of which something holds.
    fn glimpsed(&mut self, counter: &str, glimpses: &[Glimpse], holds: impl Fn(&Glimpse) -> bool) {
        let found = glimpses.iter().filter(|one| holds(one));
        let units: BTreeSet<UnitId> = found.map(|one| one.unit).collect();
        for seat in self.before.seats() {
            let own = units.iter().filter(|unit| unit.seat() == seat).count();
            self.of_player(counter, seat, own as f64);
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
                    Order::Follow => self.of_unit("turns_on_follow", id, 1.0),
                },
                Status::Ready(None) => {}
                Status::Disrupted => self.of_unit("turns_disrupted", id, 1.0),
                Status::Routing => {
                    self.of_unit("turns_routing", id, 1.0);
                    self.of_unit("points_routing", id, f64::from(state.kind(unit).points));
                }
            }
            if state.is_engaged(id) {
                self.of_unit("turns_engaged", id, 1.0);
            }
            if is_pinched(state, id) {
                self.of_unit("turns_pinched", id, 1.0);
            }
            let in_flank = |(_, own, _): (UnitId, Side, Side)| matches!(own, Side::Left | Side::Right);
            if state.engaged_with(id).any(in_flank) {
                self.of_unit("turns_flanked", id, 1.0);
            }
            let attacked = state.declared.iter().any(|one| one.attack.attacker == id);
            let idle = !state.is_engaged(id) && !attacked && !unit.turn.rushed && !unit.turn.threw;
            if state.is_active(id.seat()) && idle {
                self.of_unit("turns_idle", id, 1.0);
            }
        }
    }
}
