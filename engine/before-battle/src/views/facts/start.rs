//! Facts of the start roll.

use hindsight_kernel::Distribution;

use super::Story;
use crate::model::event::StartEvent;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn start(&mut self, event: &StartEvent) {
        match event {
            StartEvent::StartRolled { winner, .. } => {
                self.thrown(|throw| (throw.roll.total() as i32, Distribution::uniform(1, 6)));
                if let Some(winner) = winner {
                    self.count("start_rolls_won", None, Some(*winner), 1.0);
                }
            }
            StartEvent::RightTaken { seat, right, .. } => {
                let choice: &str = right.into();
                self.decided(*seat, "start_right", choice);
            }
            StartEvent::DeployerNamed { seat, first } => {
                self.decided(*seat, "name_deployer", &first.to_string());
                self.count("first_deployments", None, Some(*first), 1.0);
            }
            StartEvent::FirstNamed { seat, first } => {
                self.decided(*seat, "name_first", &first.to_string());
                self.count("first_turns", None, Some(*first), 1.0);
            }
        }
    }
}
