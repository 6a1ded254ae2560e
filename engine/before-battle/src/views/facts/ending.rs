//! Facts of ends of turns and of the battle.

use hindsight_kernel::Fact;

use super::Story;
use crate::field::combat::in_combat;
use crate::model::event::EndingEvent;
use crate::model::state::SEATS;
use crate::rules::victory::{surviving_models, victory_points};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn ending(&mut self, event: &EndingEvent) {
        match event {
            EndingEvent::TurnEnded => {
                let passed = self.before.standing().map(|unit| Fact::TurnPassed {
                    unit: unit.id.to_string(),
                    seat: unit.id.seat(),
                    in_combat: in_combat(self.before, unit.id),
                    without_order: false,
                });
                self.out.extend(passed);
                let second = self.before.active != self.before.start.first_turn;
                if second {
                    let points = victory_points(self.before);
                    for seat in SEATS {
                        let (alive, _) = surviving_models(self.before, seat);
                        self.count("models_at_round_end", None, Some(seat), f64::from(alive));
                        self.count(
                            "points_at_round_end",
                            None,
                            Some(seat),
                            f64::from(points[seat.index()]),
                        );
                    }
                }
            }
            EndingEvent::BattleEnded { .. } => {}
        }
    }
}
