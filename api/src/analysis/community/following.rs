//! Bringing the rows up to date: exactly once, whatever stops it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{PoisonError, TryLockError};

use hindsight_engine::kernel::codec;
use hindsight_reports::community::ROW_SCHEMA;
use hindsight_store::{Audience, EventStore, Listed, MAX_PAGE, Position, SideOp, StreamFilter, StreamId};
use serde::{Deserialize, Serialize};

use super::row::{Origin, StoredRow, counts, row_of};
use super::{Lag, Reached, Shared};
use crate::base::StoreHandle;
use crate::base::error::ApiResult;
use crate::games::battle;

/// Rows by the bytes of their game's id.
pub(super) const ROWS: &str = "community-rows";
/// The place in the global log.
const PLACES: &str = "community-place";
const PLACE: &[u8] = b"place";
/// Rows in one batch.
const BATCH: usize = 100;
/// Commands of the log that are gone through at once.
const COMMANDS: usize = 20_000;
/// Rows that are made while somebody waits for an answer.
const LITTLE: usize = 10;
/// Games that each of several hands looks at in one go.
const RUN: usize = 50;
/// Games that are looked at in one go; most need no row.
const LOOKS: usize = 5_000;

/// The result of a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Games that are over and public.
    pub games: u64,
    /// Rows that were made.
    pub rows: u64,
    /// Games that do not fold.
    pub unfit: u64,
}

/// Up to where the rows are made, as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    schema: u32,
    position: Position,
}

/// Who brings the rows up to date.
#[derive(Default)]
pub(super) struct Follower {
    /// The place in the log; nothing before the stored rows are read.
    place: Option<Position>,
    /// Games that are still to be looked at.
    waiting: BTreeSet<StreamId>,
}

/// What becomes of a game's row.
enum Change {
    Keep,
    Put(Box<StoredRow>),
    Remove,
}

impl Shared {
    /// Takes out of memory what may no longer be counted, and brings the rows up to date if that is little work. Says how
    /// far they are behind the log when that is done.
    pub(super) fn catch_up_a_little(&self, store: &dyn EventStore) -> ApiResult<Lag> {
        match self.follower.try_lock() {
            Ok(mut follower) => self.follow(&mut follower, store, LITTLE),
            // Somebody is at it; what was made private meanwhile is not waited for.
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Poisoned(poisoned)) => {
                // It stopped in the middle: what is in memory is right, and starting over finds what is not yet there.
                *poisoned.into_inner() = Follower::default();
                *self.reached() = Reached::default();
                self.follower.clear_poison();
            }
        }
        self.withdraw(store)?;
        Ok(self.lag(store))
    }

    /// Brings a batch of rows up to date; true when nothing is left to do.
    pub(super) fn catch_up(&self, store: &dyn EventStore) -> ApiResult<bool> {
        let mut follower = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
        follower.listen(self, store)?;
        self.note(&follower);
        follower.work(self, store, BATCH, 1)?;
        self.note(&follower);
        Ok(self.lag(store).events == 0)
    }

    /// Follows as far as it goes. Where the store takes no writes the figures stay behind, and are still given.
    fn follow(&self, follower: &mut Follower, store: &dyn EventStore, most: usize) {
        let done = follower.listen(self, store).and_then(|()| {
            self.note(follower);
            follower.work(self, store, most, 1)
        });
        if let Err(error) = done {
            tracing::warn!("the community's figures stay behind: {error}");
        }
        self.note(follower);
    }

    /// Notes how far the rows are made, for those who ask while somebody else is at work on them.
    fn note(&self, follower: &Follower) {
        let mut reached = self.reached();
        reached.place = follower.place.unwrap_or(0);
        reached.waiting = follower.waiting.len() as u64;
        reached.read_once |= follower.place.is_some() && follower.waiting.is_empty();
    }

    /// Takes rows out of memory whose cards were changed so that they no longer count. Gives the games that were touched,
    /// each with how often: they stay noted, so that everybody who asks meanwhile does the same.
    fn withdraw(&self, store: &dyn EventStore) -> ApiResult<Vec<(StreamId, u64)>> {
        let touched: Vec<(StreamId, u64)> = self
            .touched()
            .iter()
            .map(|(game, times)| (*game, *times))
            .collect();
        for (game, _) in &touched {
            let mut held = self.write();
            if !store.card(*game)?.is_some_and(|listed| counts(&listed)) {
                held.remove(store, *game)?;
            }
        }
        Ok(touched)
    }

    /// Forgets that games were touched, but for those that were touched again since.
    fn forget(&self, seen: &[(StreamId, u64)]) {
        let mut touched = self.touched();
        for (game, times) in seen {
            if touched.get(game) == Some(times) {
                touched.remove(game);
            }
        }
    }
}

impl Follower {
    /// Hears what has changed: reads the stored rows the first time, then the log and the cards that were touched.
    fn listen(&mut self, shared: &Shared, store: &dyn EventStore) -> ApiResult<()> {
        let mut place = match self.place {
            Some(place) => place,
            None => self.open(shared, store)?,
        };
        let touched = shared.withdraw(store)?;
        self.waiting.extend(touched.iter().map(|(game, _)| *game));
        shared.forget(&touched);
        if store.position() > place {
            let mut left = COMMANDS;
            store.grown(place, &mut |game, position| {
                self.waiting.insert(game);
                place = position;
                left -= 1;
                if left > 0 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        }
        self.place = Some(place);
        Ok(())
    }

    /// Reads the stored rows, holds each against its game's card, and finds games that have none.
    fn open(&mut self, shared: &Shared, store: &dyn EventStore) -> ApiResult<Position> {
        let stored = store
            .fetch(PLACES, PLACE)?
            .and_then(|bytes| codec::decode::<Place>(&bytes).ok())
            .filter(|place| place.schema == ROW_SCHEMA);
        let Some(stored) = stored else {
            drop_rows(store)?;
            // Whatever is appended from here on is read from the log; what there is already is found by its card.
            let place = store.position();
            self.waiting
                .extend(finished(store)?.iter().map(|listed| listed.stream));
            return Ok(place);
        };
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = store.side_scan(ROWS, b"", after.as_deref(), MAX_PAGE)?;
            let Some((last, _)) = page.last() else { break };
            after = Some(last.clone());
            for (key, bytes) in &page {
                let Ok(game) = <[u8; 16]>::try_from(key.as_slice()).map(StreamId::from_bytes) else {
                    continue;
                };
                self.take_up(shared, store, game, codec::decode(bytes).ok())?;
            }
        }
        let rowless: Vec<StreamId> = {
            let held = shared.read();
            finished(store)?
                .iter()
                .map(|listed| listed.stream)
                .filter(|game| !held.made_from.contains_key(game))
                .collect()
        };
        self.waiting.extend(rowless);
        Ok(stored.position)
    }

    /// Takes a stored row into memory if it still is what its game makes it; else the game waits.
    fn take_up(
        &mut self,
        shared: &Shared,
        store: &dyn EventStore,
        game: StreamId,
        stored: Option<StoredRow>,
    ) -> ApiResult<()> {
        let mut held = shared.write();
        let right = store.card(game)?.filter(counts).map(|listed| Origin::of(&listed));
        let origin = stored.as_ref().map(|stored| stored.origin);
        if let Some(stored) =
            stored.filter(|stored| right == Some(stored.origin) && stored.schema == ROW_SCHEMA)
        {
            held.put(store, game, &stored)?;
            held.made_from.insert(game, stored.origin);
            return Ok(());
        }
        // A row that is not to be counted is known, so that it is removed from the disk.
        if let Some(origin) = origin {
            held.made_from.insert(game, origin);
        }
        drop(held);
        self.waiting.insert(game);
        Ok(())
    }

    /// Looks at waiting games until so many rows are made, with so many hands at once, and stores what follows together
    /// with the place in the log.
    fn work(&mut self, shared: &Shared, store: &dyn EventStore, most: usize, hands: usize) -> ApiResult<()> {
        let Some(place) = self.place else { return Ok(()) };
        let (mut changes, mut made) = (Vec::new(), 0);
        let waiting: Vec<StreamId> = self.waiting.iter().take(LOOKS).copied().collect();
        // Hands share out a run of games at once, so that none of them waits long for another.
        let run = if hands > 1 { hands * RUN } else { 1 };
        for games in waiting.chunks(run) {
            let looked = changes_of(shared, store, games, hands)?;
            made += looked
                .iter()
                .filter(|(_, change)| matches!(change, Change::Put(_)))
                .count();
            changes.extend(looked);
            if made >= most {
                break;
            }
        }
        let is_last = changes.len() == self.waiting.len();
        let mut ops: Vec<SideOp> = changes
            .iter()
            .flat_map(|(game, change)| change.ops(*game))
            .collect();
        // The place moves on with the last of the games that were heard of up to it: what a stop leaves is heard again.
        if is_last {
            let place = Place {
                schema: ROW_SCHEMA,
                position: place,
            };
            let value = codec::encode(&place);
            if !ops.is_empty() || store.fetch(PLACES, PLACE)?.as_ref() != Some(&value) {
                ops.push(put(PLACES, PLACE, value));
            }
        }
        if !ops.is_empty() {
            store.side(ops)?;
        }
        for (game, change) in changes {
            shared.apply(store, game, change)?;
            self.waiting.remove(&game);
        }
        Ok(())
    }
}

impl Shared {
    /// Takes a change into memory that is on the disk. A row is held against its card once more, under the lock that
    /// whoever asks waits for: what was made private meanwhile does not get in.
    fn apply(&self, store: &dyn EventStore, game: StreamId, change: Change) -> ApiResult<()> {
        let mut held = self.write();
        match change {
            Change::Keep => {}
            Change::Put(stored) => {
                held.made_from.insert(game, stored.origin);
                if store.card(game)?.is_some_and(|listed| counts(&listed)) {
                    held.put(store, game, &stored)?;
                }
            }
            Change::Remove => {
                held.made_from.remove(&game);
                held.remove(store, game)?;
            }
        }
        Ok(())
    }
}

impl Change {
    fn ops(&self, game: StreamId) -> Vec<SideOp> {
        match self {
            Self::Keep => Vec::new(),
            Self::Put(stored) => vec![
                put(ROWS, &game.to_bytes(), codec::encode(stored)),
                battle::noted(&stored.battle, game),
            ],
            Self::Remove => vec![remove(&game.to_bytes())],
        }
    }
}

/// What has to become of the rows of these games, in their order; so many hands share the work.
fn changes_of(
    shared: &Shared,
    store: &dyn EventStore,
    games: &[StreamId],
    hands: usize,
) -> ApiResult<Vec<(StreamId, Change)>> {
    let look = |games: &[StreamId]| -> ApiResult<Vec<(StreamId, Change)>> {
        games
            .iter()
            .map(|game| Ok((*game, change_of(shared, store, *game)?)))
            .collect()
    };
    if hands < 2 || games.len() < 2 {
        return look(games);
    }
    std::thread::scope(|scope| {
        let parts: Vec<_> = games
            .chunks(games.len().div_ceil(hands))
            .map(|part| scope.spawn(move || look(part)))
            .collect();
        let mut changes = Vec::with_capacity(games.len());
        for part in parts {
            changes.extend(
                part.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
            );
        }
        Ok(changes)
    })
}

/// What has to become of a game's row.
fn change_of(shared: &Shared, store: &dyn EventStore, game: StreamId) -> ApiResult<Change> {
    let known = shared.read().made_from.get(&game).copied();
    let gone = || {
        if known.is_some() {
            Change::Remove
        } else {
            Change::Keep
        }
    };
    let Some(listed) = store.card(game)?.filter(counts) else {
        return Ok(gone());
    };
    if known == Some(Origin::of(&listed)) && shared.read().knows(game) {
        return Ok(Change::Keep);
    }
    // A game that its rules cannot fold is one game less, and nobody else's trouble.
    match StoreHandle::quick(|| row_of(store, &listed)) {
        Ok(Some(stored)) => Ok(Change::Put(Box::new(stored))),
        Ok(None) => Ok(gone()),
        Err(error) => {
            tracing::warn!("{game} is not among the community's figures: {error}");
            Ok(gone())
        }
    }
}

fn put(tree: &str, key: &[u8], value: Vec<u8>) -> SideOp {
    SideOp::Put {
        tree: tree.to_owned(),
        key: key.to_vec(),
        value,
    }
}

fn remove(key: &[u8]) -> SideOp {
    SideOp::Remove {
        tree: ROWS.to_owned(),
        key: key.to_vec(),
    }
}

/// The cards of all games that count.
fn finished(store: &dyn EventStore) -> ApiResult<Vec<Listed>> {
    let filter = StreamFilter {
        status: Some("finished".to_owned()),
        visibility: Some("public".to_owned()),
        audience: Audience::Public,
        ..StreamFilter::default()
    };
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.streams(&filter, cursor, MAX_PAGE)?;
        found.extend(page.streams.into_iter().filter(counts));
        match page.next {
            Some(next) => cursor = Some(next),
            None => return Ok(found),
        }
    }
}

/// Throws all rows away, and the place with the last of them.
fn drop_rows(store: &dyn EventStore) -> ApiResult<()> {
    loop {
        let page = store.side_scan(ROWS, b"", None, MAX_PAGE)?;
        if page.is_empty() {
            return Ok(store.remove(PLACES, PLACE)?);
        }
        let mut ops: Vec<SideOp> = page.iter().map(|(key, _)| remove(key)).collect();
        // First of all the place goes: rows without one are not believed.
        ops.push(SideOp::Remove {
            tree: PLACES.to_owned(),
            key: PLACE.to_vec(),
        });
        store.side(ops)?;
    }
}

/// Throws all rows away and makes them anew.
pub(super) fn rebuild(store: &dyn EventStore, progress: &mut dyn FnMut(u64)) -> ApiResult<Progress> {
    drop_rows(store)?;
    let shared = Shared::default();
    let mut follower = Follower::default();
    follower.listen(&shared, store)?;
    let games = follower.waiting.len() as u64;
    let hands = std::thread::available_parallelism().map_or(1, usize::from);
    loop {
        follower.work(&shared, store, BATCH, hands)?;
        progress(games - follower.waiting.len() as u64);
        if follower.waiting.is_empty() {
            break;
        }
    }
    let rows = shared.read().made_from.len() as u64;
    Ok(Progress {
        games,
        rows,
        unfit: games - rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_store::{Append, CommandStamp, EventLog, Expected, MemoryStore, NewEvent, StreamCard};

    fn append(store: &MemoryStore, game: u128, expected: Expected) {
        let event = NewEvent {
            kind: "noted".to_owned(),
            schema: 1,
            body: Vec::new(),
        };
        let append = Append {
            stream: StreamId::new(1, game),
            expected,
            recorded_at_ms: 1,
            command: CommandStamp {
                id: format!("{expected:?}"),
                actor: "somebody".to_owned(),
                rules: "1".to_owned(),
                body: Vec::new(),
            },
            events: vec![event.clone(), event],
            card: Some(StreamCard::default()),
        };
        store.append(append).unwrap();
    }

    #[test]
    fn figures_say_how_far_they_are_behind_while_somebody_else_reads() {
        let store = MemoryStore::new();
        append(&store, 1, Expected::New);
        let shared = Shared::default();
        let lag = |events, counting| Lag { events, counting };
        // The first reading runs: nothing is counted yet, and that is no zero.
        let reading = shared.follower.lock().unwrap();
        assert_eq!(shared.catch_up_a_little(&store).unwrap(), lag(2, true));
        drop(reading);
        while !shared.catch_up(&store).unwrap() {}
        assert_eq!(shared.catch_up_a_little(&store).unwrap(), lag(0, false));
        // What is appended while somebody is at work on the rows is behind from the moment it is there.
        let working = shared.follower.lock().unwrap();
        append(&store, 2, Expected::New);
        assert_eq!(shared.catch_up_a_little(&store).unwrap(), lag(2, false));
        drop(working);
        assert_eq!(shared.catch_up_a_little(&store).unwrap(), lag(0, false));
    }
}
