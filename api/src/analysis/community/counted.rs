//! The rows in memory, of which each battle is counted once.
//!
//! A battle may be recorded by both players, or brought in from another server. The record that says most is counted: the
//! one in whose seats most accounts sat, then the one that can be trusted most, then the one that was here first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use hindsight_reports::community::{GameRow, GameTable, Provenance};
use hindsight_store::{EventStore, StreamId};

use super::dumping::row;
use super::row::{Origin, StoredRow};
use crate::base::error::ApiResult;
use crate::games::battle::Battle;

/// The order of the records of one battle; the first is counted.
type Rank = (Reverse<usize>, Provenance, StreamId);

/// The rows in memory.
#[derive(Default)]
pub(super) struct CachedCommunity {
    /// The games that count.
    pub(super) table: GameTable,
    /// The origin of each stored row.
    pub(super) made_from: HashMap<StreamId, Origin>,
    /// The state of the table whose ratings the bands follow.
    pub(super) banded: Option<u64>,
    /// The records of each battle.
    records: HashMap<Battle, BTreeSet<Rank>>,
    /// The battle of each record, and its place among the battle's records.
    battles: HashMap<StreamId, (Battle, Rank)>,
}

fn rank_of(game: StreamId, row: &GameRow) -> Rank {
    let accounts = row.sides.iter().filter(|side| side.account.is_some()).count();
    (Reverse(accounts), row.provenance, game)
}

impl CachedCommunity {
    /// Whether a game is known, counted or as another record of a battle that is.
    pub(super) fn knows(&self, game: StreamId) -> bool {
        self.battles.contains_key(&game)
    }

    /// Whether a game is counted.
    pub(super) fn counts(&self, game: StreamId) -> bool {
        self.table.holds(game.to_bytes())
    }

    /// Takes in the row of a game. Blocks on the store.
    pub(super) fn put(
        &mut self,
        store: &dyn EventStore,
        game: StreamId,
        stored: &StoredRow,
    ) -> ApiResult<()> {
        self.remove(store, game)?;
        let rank = rank_of(game, &stored.row);
        self.battles.insert(game, (stored.battle, rank));
        self.records.entry(stored.battle).or_default().insert(rank);
        self.settle(store, stored.battle, Some((game, &stored.row)))
    }

    /// Takes a game out; another record of its battle is counted in its place. Blocks on the store.
    pub(super) fn remove(&mut self, store: &dyn EventStore, game: StreamId) -> ApiResult<()> {
        self.table.remove(game.to_bytes());
        let Some((battle, rank)) = self.battles.remove(&game) else {
            return Ok(());
        };
        if let Some(records) = self.records.get_mut(&battle) {
            records.remove(&rank);
        }
        self.settle(store, battle, None)
    }

    /// Puts the first record of a battle into the table and takes the others out. `new` is one whose row is not yet stored.
    fn settle(
        &mut self,
        store: &dyn EventStore,
        battle: Battle,
        new: Option<(StreamId, &GameRow)>,
    ) -> ApiResult<()> {
        let Some(records) = self.records.get(&battle) else {
            return Ok(());
        };
        let mut records = records.iter().map(|(_, _, game)| *game);
        let Some(first) = records.next() else {
            self.records.remove(&battle);
            return Ok(());
        };
        for other in records {
            self.table.remove(other.to_bytes());
        }
        match new {
            Some((game, row)) if game == first => {
                self.table.insert(row);
            }
            Some(_) | None if self.counts(first) => {}
            Some(_) | None => {
                if let Some(row) = row(store, first)? {
                    self.table.insert(&row);
                }
            }
        }
        Ok(())
    }
}
