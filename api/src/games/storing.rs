//! Decided commands on their way into the store: the game after them, and what is appended.

use std::sync::Arc;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{AnyDecided, AnyGame, GameInfo};
use hindsight_kernel::Viewer;
use hindsight_store::{Append, AppendError, CommandStamp, Expected, NewEvent, StreamCard};

use crate::base::error::ApiResult;
use crate::games::card_fields::end_request;
use crate::games::cards::card_by;
use crate::games::history::{Stamp, is_talk};
use crate::games::standing_choices::Freed;
use crate::games::{Games, LiveGame};

/// A command that is decided and not stored yet.
pub(super) struct HeldCommand {
    pub(super) append: Append,
    /// The seats that it frees once it is stored.
    pub(super) freed: Freed,
}

impl Games {
    /// Stores commands together and makes the game after them the present one; it stood at a version before.
    pub(super) async fn store(
        &self,
        next: LiveGame,
        before: u64,
        decided: Vec<HeldCommand>,
    ) -> ApiResult<Arc<LiveGame>> {
        let (appends, freed): (Vec<Append>, Vec<Freed>) =
            decided.into_iter().map(|one| (one.append, one.freed)).unzip();
        match self.store.append_together(appends).await? {
            Ok(_) => {}
            Err(error @ AppendError::Conflict { .. }) => {
                // Somebody else wrote to this stream past us: what we know of it is old.
                self.forget(next.id).await;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        }
        for freed in freed {
            self.standing_choices.release(next.id, freed, next.game.as_ref());
        }
        let next = self.set_head(next).await;
        self.snapshot_if_due(&next, before);
        Ok(next)
    }
}

/// Events of the rules as the store takes them.
pub(super) fn new_events(events: Vec<StoredEvent>) -> Vec<NewEvent> {
    let new = |event: StoredEvent| NewEvent {
        kind: event.kind,
        schema: event.schema,
        body: event.body,
    };
    events.into_iter().map(new).collect()
}

/// The game after a decided command, and what is stored of the command.
pub(super) fn prepared(
    actor: String,
    head: &LiveGame,
    decided: AnyDecided,
    stamp: Stamp,
) -> (LiveGame, Append) {
    let info = decided.game.info(Viewer::Everything);
    let goes_on = goes_on(&decided);
    let (next, card) = next_head(head, Arc::from(decided.game), &info, (stamp.recorded_ms, goes_on));
    let append = Append {
        stream: head.id,
        expected: Expected::Exactly(head.version()),
        recorded_at_ms: stamp.recorded_ms,
        command: CommandStamp {
            id: stamp.command_id,
            actor,
            rules: head.system.rules_version().to_owned(),
            body: decided.command,
        },
        events: new_events(decided.events),
        card,
    };
    (next, append)
}

/// Whether events of a decided command roll dice.
pub(super) fn rolls_dice(head: &LiveGame, decided: &AnyDecided) -> ApiResult<bool> {
    let mut rolled = false;
    head.game
        .show_command(&decided.command, &decided.events, &mut |step| {
            rolled |= !step.dice().is_empty();
        })?;
    Ok(rolled)
}

/// Whether a decided command is more than talk.
pub(super) fn goes_on(decided: &AnyDecided) -> bool {
    !decided.events.iter().all(|event| is_talk(&event.kind))
}

/// The game after a command, with its card; and the card alone, if it says more than that the game has grown.
pub(super) fn next_head(
    head: &LiveGame,
    game: Arc<dyn AnyGame>,
    info: &GameInfo,
    (at, goes_on): (u64, bool),
) -> (LiveGame, Option<StreamCard>) {
    let mut card = if info.secrets {
        card_by(&game.info(Viewer::Public), &head.card)
    } else {
        // Nothing is hidden: the public knows as much.
        card_by(info, &head.card)
    };
    if goes_on {
        end_request(&mut card);
    }
    let says_more = (card != *head.card).then(|| card.clone());
    card.events = info.version;
    card.updated_ms = at;
    let next = LiveGame::known(head.id, head.system, game, Arc::new(card), info).after(head);
    (next, says_more)
}
