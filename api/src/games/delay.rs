//! Delayed reading of games with hidden information: who only follows such a game sees it later, so that
//! nobody at the table is told by them.
//!
//! Such a reader gets the game as it stood some time ago, whatever they ask for: a page, a picture, the live stream. The
//! whole of it hangs on one place, where a game is found for a caller: what stands behind gets an earlier head.

use std::sync::Arc;
use std::time::Duration;

use hindsight_kernel::{Message, Viewer};
use hindsight_store::{Cursor, EventStore, StreamFilter, StreamId};

use crate::access::{Caller, GameAccess};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::base::now_ms;
use crate::games::card_fields::opened;
use crate::games::live_game::fold_to;
use crate::games::registry::Listing;
use crate::games::{Games, LiveGame, card_of};

impl Games {
    /// The game as it stands for this sight: as it is at the table, or as it was there some time ago.
    pub(crate) async fn let_go(&self, head: Arc<LiveGame>, sight: &GameAccess) -> ApiResult<Arc<LiveGame>> {
        let waits = sight.viewer == Viewer::Public && !head.over && head.secrets;
        if !waits || self.live_delay.is_zero() {
            return Ok(head);
        }
        let (id, end) = (head.id, head.version());
        let least = opened(&head.card).clamp(1, end);
        let until_ms =
            now_ms().saturating_sub(u64::try_from(self.live_delay.as_millis()).unwrap_or(u64::MAX));
        let (version, recorded_ms) = self
            .store
            .work(move |store| {
                let version = recorded_until(store, id, (least, end), until_ms)?;
                let record = store.read(id, version, version)?.pop();
                Ok((version, record.map_or(0, |record| record.recorded_at_ms)))
            })
            .await?;
        let known = self.behind.get(&id);
        let game = match known {
            Some(known) if known.version() == version => Arc::clone(&known.game),
            _ if version == end => Arc::clone(&head.game),
            _ => {
                let system = head.system;
                self.store
                    .work(move |store| Ok(Arc::from(fold_to(store, id, system, version)?)))
                    .await?
            }
        };
        let mut card = card_of(game.as_ref(), &head.card);
        if version < end {
            card.events = version;
            card.updated_ms = recorded_ms;
        }
        let behind = Arc::new(head.behind(game, card, self.live_delay));
        self.behind.insert(id, Arc::clone(&behind));
        Ok(behind)
    }
}

impl Games {
    /// A page of games as their cards stand for a caller: that of a game which they are behind tells what they may see of
    /// it.
    pub async fn list_for(
        &self,
        caller: &Caller,
        filter: StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> ApiResult<Listing> {
        let mut listing = self.list(filter, cursor, limit).await?;
        let delay_ms = u64::try_from(self.live_delay.as_millis()).unwrap_or(u64::MAX);
        let lately = now_ms().saturating_sub(delay_ms);
        for listed in &mut listing.games {
            let card = &listed.card;
            if card.updated_ms < lately || card.result.is_some() || card.events == 0 {
                continue;
            }
            let Some(sight) = caller.sight(listed.stream, card) else {
                continue;
            };
            // A game that this server cannot fold tells nothing, and takes no list with it.
            let Ok(head) = self.head(listed.stream).await else {
                continue;
            };
            let head = self.let_go(head, &sight).await?;
            if head.delay.is_some() {
                listed.card = Arc::clone(&head.card);
            }
        }
        Ok(listing)
    }
}

/// The last version that was recorded until then, of those from `least` to `end`; `least` if all came later. Events of a
/// command are recorded together, and let go together. Blocks on the store.
fn recorded_until(
    store: &dyn EventStore,
    id: StreamId,
    (least, end): (u64, u64),
    until_ms: u64,
) -> ApiResult<u64> {
    let early = |version| -> ApiResult<bool> {
        let records = store.read(id, version, version)?;
        Ok(records
            .first()
            .is_some_and(|record| record.recorded_at_ms <= until_ms))
    };
    // Most often nothing happened lately.
    if early(end)? {
        return Ok(end);
    }
    let (mut low, mut high) = (least, end);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if early(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// A delay in the words of pages.
pub(crate) fn delay_in_words(delay: Duration) -> Message {
    match delay.as_secs() {
        seconds @ 0..120 => text!("live-delay-seconds", seconds),
        seconds => text!("live-delay-minutes", minutes = seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_store::{Append, CommandStamp, Expected, MemoryStore, NewEvent, StreamCard};

    use super::*;

    #[test]
    fn what_was_recorded_until_then_is_let_go_command_by_command() {
        let memory = MemoryStore::new();
        let store: &dyn EventStore = &memory;
        let id = StreamId::new(1, 1);
        // Events at these times: 10, 10 | 20, 20, 20 | 30.
        let mut version = 0;
        for (at_ms, events) in [(10, 2), (20, 3), (30, 1)] {
            let event = NewEvent {
                kind: "said".to_owned(),
                schema: 1,
                body: Vec::new(),
            };
            let append = Append {
                stream: id,
                expected: if version == 0 {
                    Expected::New
                } else {
                    Expected::Exactly(version)
                },
                recorded_at_ms: at_ms,
                command: CommandStamp {
                    id: at_ms.to_string(),
                    actor: "anyone".to_owned(),
                    rules: String::new(),
                    body: Vec::new(),
                },
                events: vec![event; events],
                card: (version == 0).then(StreamCard::default),
            };
            let (send, receive) = std::sync::mpsc::channel();
            store.submit(append, Box::new(move |done| send.send(done).unwrap()));
            receive.recv().unwrap().unwrap();
            version += events as u64;
        }
        for (until_ms, least, told) in [
            (9, 1, 1),
            (9, 2, 2),
            (10, 1, 2),
            (19, 1, 2),
            (20, 1, 5),
            (29, 1, 5),
            (30, 1, 6),
            (99, 1, 6),
        ] {
            let found = recorded_until(store, id, (least, version), until_ms).unwrap();
            assert_eq!(found, told, "until {until_ms} from {least}");
        }
    }

    #[test]
    fn delays_are_told_in_words() {
        for (seconds, words) in [
            (1, "1 second"),
            (60, "60 seconds"),
            (119, "119 seconds"),
            (150, "3 minutes"),
        ] {
            assert_eq!(delay_in_words(Duration::from_secs(seconds)), words);
        }
    }
}
