//! By what right a live stream goes on.

use std::sync::Arc;

use hindsight_store::StreamId;

use super::super::Ctx;
use super::super::authority::Credential;
use crate::access::{Caller, GameAccess};
use crate::aggregates::annotations::Reader;
use crate::app::Services;
use crate::games::LiveGame;

/// What a live stream was begun with, asked again before everything that it sends.
///
/// A stream outlives the moment in which its request was let in: the session behind it ends, the token is revoked, the
/// account is closed, a seat is freed, the game is made private. It ends with that; who asks anew is told why, or gets a
/// stream with the rights they have then.
pub(super) struct Rights {
    pub(super) services: Arc<Services>,
    pub(super) caller: Caller,
    pub(super) sight: GameAccess,
    credential: Credential,
    game: StreamId,
}

impl Rights {
    /// The rights with which a request was let in to a game.
    pub(super) fn of(ctx: &Ctx, head: &LiveGame, sight: GameAccess) -> Self {
        Self {
            services: Arc::clone(&ctx.services),
            caller: ctx.caller.clone(),
            sight,
            credential: ctx.credential.clone(),
            game: head.id,
        }
    }

    /// Who reads, of a game as it stands.
    pub(super) fn reader<'r>(&'r self, head: &'r Arc<LiveGame>) -> Reader<'r> {
        Reader {
            caller: &self.caller,
            head,
            sight: &self.sight,
        }
    }

    /// The game as it stands, while the same reader may see the same of it as at the beginning.
    pub(super) async fn still(&mut self) -> Option<Arc<LiveGame>> {
        // What cannot be asked is not granted: who was cut off by a fault comes back.
        let caller = self.credential.caller(&self.services).await.ok()??;
        if caller.subject() != self.caller.subject() {
            return None;
        }
        let seen = self.services.games.seen(&caller, &self.game.to_string()).await;
        let (head, sight) = seen.ok()?;
        if sight != self.sight {
            return None;
        }
        self.caller = caller;
        Some(head)
    }
}
