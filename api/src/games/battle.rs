//! The battle that a game is a record of: two records of one battle are recognised, whatever their ids, titles and owners.
//!
//! A battle is its position after the opening, with its packs, and every command with its dice. What players say at the
//! table, notes, names and the source of the dice are none of it. Only battles that are over are noted: two games that
//! have just begun alike are not the same battle.

use hindsight_engine::kernel::Viewer;
use hindsight_engine::{Chronicle, System};
use hindsight_notation::bridge::{Heading, write};
use hindsight_notation::{Act, DiceSource, print};
use hindsight_store::{EventStore, Listed, MAX_PAGE, SideOp, StoreError, StreamId};

use crate::access::Caller;
use crate::base::error::{ApiError, ApiResult};
use crate::games::GameHistory;
use crate::games::card_fields::is_arriving;
use crate::games::kinds::is_no_game;
use crate::games::live_game::system_of;

/// Games by the battle that they are records of.
const TREE: &str = "battles";

/// The digest of a battle.
pub(crate) type Battle = [u8; 32];

/// The battle that a game is a record of; nothing while it is not over.
pub(crate) fn battle_of(system: &dyn System, chronicle: &dyn Chronicle) -> ApiResult<Option<Battle>> {
    let game = chronicle.game_at(chronicle.len(), Viewer::Everything)?;
    if game.info(Viewer::Everything).outcome.is_none() {
        return Ok(None);
    }
    let mut document = write(system, chronicle, Heading::default())
        .map_err(|why| ApiError::fault("telling the battle of a game", why))?;
    document.rules = None;
    document.dice = DiceSource::Reported;
    document
        .line
        .entries
        .retain(|entry| !matches!(entry.given.act, Act::Say { .. }));
    let mut hasher = blake3::Hasher::new();
    for pack in game.terms().packs {
        hasher.update(pack.as_bytes());
        hasher.update(b"\n");
    }
    hasher.update(print(&document).as_bytes());
    Ok(Some(*hasher.finalize().as_bytes()))
}

fn key(battle: &Battle, game: StreamId) -> Vec<u8> {
    [&battle[..], &game.to_bytes()].concat()
}

/// The note that a game is a record of a battle.
pub(crate) fn noted(battle: &Battle, game: StreamId) -> SideOp {
    SideOp::Put {
        tree: TREE.to_owned(),
        key: key(battle, game),
        value: vec![1],
    }
}

/// Notes that a game is a record of a battle, and gives the others. Blocks on the store.
pub(crate) fn note(
    store: &dyn EventStore,
    battle: &Battle,
    game: StreamId,
) -> Result<Vec<StreamId>, StoreError> {
    store.side(vec![noted(battle, game)])?;
    let found = store.side_scan(TREE, battle, None, MAX_PAGE)?;
    let games = found.into_iter().filter_map(|(key, _)| {
        let id: [u8; 16] = key.get(battle.len()..)?.try_into().ok()?;
        Some(StreamId::from_bytes(id)).filter(|id| *id != game)
    });
    Ok(games.collect())
}

/// The first of these games that a caller may be told of: one in public lists, or their own. An address that is known to
/// few is told to nobody. Blocks on the store.
pub(crate) fn told_of(
    store: &dyn EventStore,
    caller: &Caller,
    games: &[StreamId],
) -> Result<Option<Listed>, StoreError> {
    for game in games {
        let Some(listed) = store.card(*game)? else {
            continue;
        };
        if listed.deleted || is_arriving(&listed.card) || is_no_game(&listed.card) {
            continue;
        }
        let access = caller.sight(*game, &listed.card);
        if access.is_some_and(|access| access.yours || access.keeps || listed.card.visibility == "public") {
            return Ok(Some(listed));
        }
    }
    Ok(None)
}

/// Notes the battle of a stored game, if it is over, and gives its other records. Blocks on the store.
pub(crate) fn note_stored(store: &dyn EventStore, game: StreamId) -> ApiResult<Vec<StreamId>> {
    let Some(listed) = store.card(game)? else {
        return Ok(Vec::new());
    };
    if listed.card.status != "finished" {
        return Ok(Vec::new());
    }
    let system = system_of(&listed.card)?;
    let history = GameHistory::load(store, game, system, listed.card.events, None)?;
    match battle_of(system, history.chronicle.as_ref())? {
        Some(battle) => Ok(note(store, &battle, game)?),
        None => Ok(Vec::new()),
    }
}
