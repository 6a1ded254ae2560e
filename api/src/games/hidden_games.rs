//! Games that moderators hide, and copies of them: these are hidden too, and the log of moderation shows them.
//!
//! A copy is found by its commands, whatever its id, its title and the source of its dice. Somebody who changes a command among
//! the first ones is not found: the suspension of an account is the means against that.

use hindsight_engine::kernel::codec;
use hindsight_openapi::wire::{Moderated, ModerationDeed};
use hindsight_store::{EventStore, SideOp, StreamCard, StreamId};
use serde_json::Value;

use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::base::{new_id, now_ms, time_text};
use crate::games::Games;
use crate::games::card_fields::{hide, is_hidden, show_again};
use crate::games::moderation_log::log_entry;

/// Hidden games, by who owns them.
const HIDDEN: &str = "moderation-hidden";
/// The commands that are compared, from the first on.
const COMPARED: usize = 40;
/// Fewer commands than these are no game that can be told from another.
const LEAST: usize = 8;
/// The records among which the first commands are looked for.
const RECORDS: u64 = 2_000;
/// Hidden games of one owner that a new game is compared with.
const AT_ONCE: usize = 1_000;
/// The actor of entries that the server writes into the log of moderation.
const SERVER: &str = "the server";

/// The key of a hidden game: its owner, then the game.
fn place(owner: &str, game: StreamId) -> Vec<u8> {
    [
        &blake3::hash(owner.as_bytes()).as_bytes()[..16],
        &game.to_bytes()[..],
    ]
    .concat()
}

/// A digest of the first commands of a game, without their dice; nothing for a game that has hardly begun. Blocks on the store.
fn fingerprint(store: &dyn EventStore, game: StreamId) -> ApiResult<Option<[u8; 32]>> {
    let mut hasher = blake3::Hasher::new();
    let mut commands = 0;
    for record in store.read(game, 1, RECORDS)? {
        let Some(command) = record.command else { continue };
        let Ok(given) = codec::decode::<Value>(&command.body) else {
            continue;
        };
        let play = &given["order"]["play"];
        if play.is_null() {
            continue;
        }
        hasher.update(given["seat"].to_string().as_bytes());
        hasher.update(play.to_string().as_bytes());
        commands += 1;
        if commands == COMPARED {
            break;
        }
    }
    Ok((commands >= LEAST).then(|| *hasher.finalize().as_bytes()))
}

/// The change of the index when a game is hidden, or shown again. Blocks on the store.
fn index(store: &dyn EventStore, owner: &str, game: StreamId, hidden: bool) -> ApiResult<Option<SideOp>> {
    let (tree, key) = (HIDDEN.to_owned(), place(owner, game));
    if !hidden {
        return Ok(Some(SideOp::Remove { tree, key }));
    }
    let value = fingerprint(store, game)?;
    Ok(value.map(|value| SideOp::Put {
        tree,
        key,
        value: value.to_vec(),
    }))
}

/// The hidden game of an owner that has the same first commands as a game. Blocks on the store.
fn original(store: &dyn EventStore, owner: &str, game: StreamId) -> ApiResult<Option<StreamId>> {
    let prefix = &place(owner, game)[..16];
    let hidden = store.side_scan(HIDDEN, prefix, None, AT_ONCE)?;
    if hidden.is_empty() {
        return Ok(None);
    }
    let Some(own) = fingerprint(store, game)? else {
        return Ok(None);
    };
    let found = hidden
        .iter()
        .find(|(key, value)| value[..] == own && key[16..] != game.to_bytes()[..]);
    Ok(found
        .and_then(|(key, _)| key[16..].try_into().ok())
        .map(StreamId::from_bytes))
}

impl Games {
    /// Hides a game from all but its owner and those who sat in it, or shows it as it was shown before.
    pub(crate) async fn set_hidden(&self, id: StreamId, hidden: bool) -> ApiResult<()> {
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let mut card = StreamCard::clone(&head.card);
        if hidden == is_hidden(&card) {
            return Ok(());
        }
        if hidden {
            hide(&mut card);
        } else {
            show_again(&mut card);
        }
        let stored = card.clone();
        self.store
            .work(move |store| {
                let change = index(store, &stored.owner, id, hidden)?;
                store.set_card(id, stored)?;
                if let Some(change) = change {
                    store.side(vec![change])?;
                }
                Ok(())
            })
            .await?;
        self.set_head(head.with_card(card)).await;
        Ok(())
    }

    /// Hides a game that has just come in if it is a copy of a hidden game of the same owner.
    pub(crate) async fn hide_copy(&self, id: StreamId) -> ApiResult<()> {
        let owner = self.head(id).await?.card.owner.clone();
        let original = self.store.work(move |store| original(store, &owner, id)).await?;
        match original {
            Some(original) => self.hide_like(id, original).await,
            None => Ok(()),
        }
    }

    /// Hides a game that was made of a hidden one, and notes it in the log of moderation.
    pub(crate) async fn hide_like(&self, id: StreamId, original: StreamId) -> ApiResult<()> {
        self.set_hidden(id, true).await?;
        let entry = Moderated {
            id: new_id().to_string(),
            does: ModerationDeed::Hide,
            target: id.to_string(),
            by: SERVER.to_owned(),
            reason: text!("hidden-copy", original = original.to_string()).into(),
            at: time_text(now_ms()),
        };
        self.store
            .work(move |store| {
                store.side(vec![log_entry(&entry)?])?;
                Ok(())
            })
            .await
    }

    /// Whether a game is hidden by moderators.
    pub(crate) async fn is_moderated(&self, id: StreamId) -> ApiResult<bool> {
        Ok(is_hidden(&self.head(id).await?.card))
    }
}
