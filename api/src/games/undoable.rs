//! Commands that could not be taken back freely: they roll the server's dice, or show what was hidden from their caller. A client
//! that records with one tap asks for them apart.

use std::sync::Arc;

use hindsight_engine::CommandRequest;
use hindsight_kernel::{DiceKind, Message, Viewer};
use hindsight_openapi::ProblemKind;

use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::commands::{Throws, decide};
use crate::games::storing::{next_head, rolls_dice};
use crate::games::{Games, LiveGame};

impl Games {
    /// Refuses a command that rolls the server's dice or shows its caller what was hidden from them. It is tried with other dice than
    /// the game's own; what the rules refuse is refused where it is done.
    ///
    /// # Errors
    /// `needs-confirmation`; a fault.
    pub(super) async fn check_undoable(
        &self,
        head: &Arc<LiveGame>,
        viewer: Viewer,
        request: &CommandRequest,
    ) -> ApiResult<()> {
        let server_rolls = matches!(head.game.info(Viewer::Public).dice, Some(DiceKind::Server { .. }));
        if request.command.goes_back() || (!server_rolls && viewer == Viewer::Everything) {
            return Ok(());
        }
        let (at, tried) = (Arc::clone(head), request.clone());
        let tried = self.store.work(move |_| {
            let Ok(decided) = decide(&at, tried, None, Throws::Rehearsed, "") else {
                return Ok(None);
            };
            let rolls = server_rolls && rolls_dice(&at, &decided)?;
            let info = decided.game.info(Viewer::Everything);
            let (next, _) = next_head(&at, Arc::from(decided.game), &info, (0, false));
            Ok(Some((rolls, Arc::new(next))))
        });
        match tried.await? {
            Some((true, _)) => Err(needs_confirmation(text!("not-undoable-dice"))),
            Some((false, next)) if self.would_lay_open((head, &next), viewer).await? => {
                Err(needs_confirmation(text!("not-undoable-secrets")))
            }
            None | Some((false, _)) => Ok(()),
        }
    }
}

fn needs_confirmation(why: Message) -> ApiError {
    let words = why.to_string();
    ApiError::new(ProblemKind::NeedsConfirmation, text!("not-undoable", why)).with("why", words)
}
