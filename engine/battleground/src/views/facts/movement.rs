//! Facts of movement, orders and marks of units.

use hindsight_kernel::{BoardPoint, Fact};

use super::Story;
use crate::model::event::{MoveKind, Movement, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::state::{Status, TurnMarks};
use crate::model::words;
use crate::views::board::{at, move_kind, way};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_movement(&mut self, event: &MovementEvent) {
        match event {
            MovementEvent::UnitMoved { .. } | MovementEvent::UnitsMoved { .. } => {
                let moves = event.movements();
                for (kind, one) in &moves {
                    self.moved(*kind, one);
                    if *kind == MoveKind::Rush && moves.len() > 1 {
                        self.of_unit("rushes_together", one.unit, 1.0);
                    }
                }
            }
            MovementEvent::StatusChanged { unit, status, why } => self.status(*unit, *status, why),
            MovementEvent::Marked {
                unit,
                mark: TurnMark::Activated,
            } => self.out.push(Fact::Activated {
                unit: unit.to_string(),
                seat: unit.seat(),
                action: "activate".to_owned(),
            }),
            MovementEvent::Marked {
                unit,
                mark: TurnMark::Frightened,
            } => self.once_a_turn("turns_frightened", *unit, |turn| turn.frightened),
            MovementEvent::Marked {
                unit,
                mark: TurnMark::Outreached,
            } => self.once_a_turn("turns_outreached", *unit, |turn| turn.outreached),
            MovementEvent::FlightChanged { .. }
            | MovementEvent::SlidUnder { .. }
            | MovementEvent::TokenPlaced { .. }
            | MovementEvent::Marked { .. }
            | MovementEvent::PointHeld { .. }
            | MovementEvent::UnitTurned { .. } => {}
        }
    }

    /// Counts a mark that a unit does not have yet this turn.
    fn once_a_turn(&mut self, counter: &str, unit: UnitId, has: fn(&TurnMarks) -> bool) {
        if self.before.unit(unit).is_some_and(|unit| !has(&unit.turn)) {
            self.of_unit(counter, unit, 1.0);
        }
    }

    fn moved(&mut self, kind: MoveKind, one: &Movement) {
        let Movement {
            unit,
            legs,
            to,
            distance,
            allowance,
            kind: _,
        } = one;
        let Some(there) = self.before.unit(*unit) else {
            return;
        };
        let way: Vec<BoardPoint> = way(self.before, there, legs, *to);
        if there.pose.is_some() && (way.len() > 1 || distance.value() > 0.0) {
            self.out.push(Fact::UnitMoved {
                unit: unit.to_string(),
                seat: unit.seat(),
                distance: distance.value(),
                kind: move_kind(kind).to_owned(),
                way: if way.is_empty() { vec![at(to.centre)] } else { way },
            });
        }
        match kind {
            MoveKind::Rout => self.of_unit("inches_routed", *unit, distance.value()),
            MoveKind::Rush => self.of_unit("final_rush_inches", *unit, distance.value()),
            MoveKind::Ordered | MoveKind::Controlled => {
                let unused = (allowance.value() - distance.value()).max(0.0);
                self.of_unit("inches_unused", *unit, unused);
                self.legs(*unit, kind, legs);
            }
            MoveKind::SteppedIn => self.of_unit("back_ups_used", *unit, 1.0),
            MoveKind::Deployed
            | MoveKind::Realigned
            | MoveKind::RoutTurn
            | MoveKind::Rally
            | MoveKind::Ruling => {}
        }
    }

    fn status(&mut self, unit: UnitId, status: Status, why: &str) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let (name, seat) = (unit.to_string(), unit.seat());
        match (there.status, status) {
            (Status::Routing, Status::Routing) | (Status::Disrupted, Status::Disrupted) => {}
            (_, Status::Routing) => self.out.push(Fact::Broken { unit: name, seat }),
            (Status::Routing, Status::Ready(_) | Status::Disrupted) => {
                self.of_unit("rallied", unit, 1.0);
                self.out.push(Fact::Rallied { unit: name, seat });
            }
            (Status::Ready(_), Status::Disrupted) => self.of_unit("disrupted", unit, 1.0),
            (Status::Disrupted | Status::Ready(_), Status::Ready(_)) => {
                if there.status == Status::Disrupted {
                    self.of_unit("reorganized", unit, 1.0);
                } else if self.before.turn > 0 && there.status != status {
                    self.of_unit("orders_changed", unit, 1.0);
                }
            }
        }
        if let Status::Ready(Some(orders)) = status {
            let why = if why.is_empty() {
                String::new()
            } else {
                format!(" ({why})")
            };
            self.out.push(Fact::OrderGiven {
                unit: unit.to_string(),
                seat,
                order: format!("{}{why}", words::orders(orders)),
            });
        }
    }
}
