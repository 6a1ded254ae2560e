//! Folding of events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::{FoldError, message};

use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::event::{EndingEvent, NotedUnit};
use crate::model::state::{Player, State};

impl State {
    /// Applies an event of Loss Checks, the end of an Activation and of the battle, and rulings.
    pub(super) fn evolve_ending(&mut self, event: &EndingEvent) -> Result<(), FoldError> {
        match event {
            EndingEvent::ActivationEnded => {
                let last = self.active_command();
                self.player_mut(self.active).last = last;
                self.activation = None;
                self.clear_acts();
            }
            EndingEvent::GameEnded { ending } => {
                self.ending = Some(*ending);
                self.agenda.clear();
            }
            EndingEvent::PositionNoted {
                activation,
                active,
                units,
                leaders,
                standards,
            } => {
                self.clear_acts();
                for noted in units {
                    self.stands_as_noted(noted)?;
                }
                for noted in leaders {
                    let leader = self.leaders.get_mut(&noted.leader);
                    let leader = leader.ok_or_else(|| {
                        FoldError::new(message!(MESSAGES, "fold-no-leader", leader = noted.leader))
                    })?;
                    leader.place = noted.place;
                }
                for noted in standards {
                    let standard = self.standards.get_mut(&noted.standard);
                    let standard = standard.ok_or_else(|| {
                        FoldError::new(message!(MESSAGES, "fold-no-standard", standard = noted.standard))
                    })?;
                    (standard.hex, standard.captured) = (noted.hex, noted.captured);
                }
                for player in &mut self.players {
                    *player = Player::default();
                }
                self.activation = None;
                (self.active, self.passes) = (*active, 0);
                self.activations = activation.saturating_sub(1);
                self.agenda = vec![Step::FreeChoice.into()];
            }
            EndingEvent::Patched { patch } => self.patch(patch)?,
            EndingEvent::LossChecked { .. } => {}
        }
        Ok(())
    }

    fn stands_as_noted(&mut self, noted: &NotedUnit) -> Result<(), FoldError> {
        let Some(unit) = self.units.get_mut(&noted.unit) else {
            return Err(FoldError::new(message!(
                MESSAGES,
                "fold-no-unit",
                unit = noted.unit
            )));
        };
        unit.place = noted.place;
        (unit.status, unit.formation) = (noted.status, noted.formation);
        unit.dismounted = noted.dismounted;
        Ok(())
    }
}
