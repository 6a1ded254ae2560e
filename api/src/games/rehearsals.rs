//! What would come of commands, one by one, without storing any of them.

use std::sync::Arc;

use hindsight_kernel::{Board, Viewer};
use serde_json::Value;

use crate::base::error::Outcome;
use crate::games::commands::{Throws, decide};
use crate::games::{Games, Head};

impl Games {
    /// The board after each of these commands alone, as a viewer would see it. Nothing for a command that is refused, and
    /// nothing for one that rolls dice: what they will show is nobody's to know.
    pub async fn boards_after(
        &self,
        head: &Arc<Head>,
        commands: Vec<Value>,
        viewer: Viewer,
    ) -> Outcome<Vec<Option<Board>>> {
        let head = Arc::clone(head);
        self.vault
            .work(move |_| {
                let after = |command: Value| {
                    let decided = decide(&head, command, None, Throws::Rehearsed, "").ok()?;
                    let mut rolled = false;
                    let told = head.game.tell(&decided.command, &decided.events, &mut |step| {
                        rolled |= !step.dice().is_empty();
                    });
                    (told.ok()? && !rolled).then(|| decided.game.board(viewer))
                };
                Ok(commands.into_iter().map(after).collect())
            })
            .await
    }
}
