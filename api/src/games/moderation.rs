//! Moderation: games that are reported, games that are hidden, accounts that are suspended, and the log of all of it.
//!
//! A hidden game is a private one that remembers how it was shown; a suspended account is one whose password, sessions and
//! tokens let nobody in. Reports and the log are side records: what was done is never changed.

use hindsight_kernel::plain_text::unfit_in_text;
use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    Moderate, Moderated, ModerationDeed, ModerationLog, NewReport, Report, Role, Visibility,
};
use hindsight_store::{EventStore, SideOp, StreamCard, StreamId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::access::{AccountRecord, Accounts, Caller, Sessions, no_such_account};
use crate::base::error::{ApiError, ApiResult, no_such_game};
use crate::base::limits::REPORTS;
use crate::base::{StoreHandle, new_id, now_ms, time_text};
use crate::games::{Games, LiveGame, hidden_copies};

/// Open reports, by game and who reported it.
const OPEN: &str = "moderation-reports";
/// What was done, by a key that sorts the latest first.
const LOG: &str = "moderation-log";
/// Under this name a hidden game's card keeps how it was shown.
const WAS_SHOWN: &str = "hidden-from";
/// Open reports that are shown at once.
const AT_ONCE: usize = 500;
/// Characters of a reason.
const REASON: usize = 1_000;

/// The record of an entry of the log.
pub(super) fn log_entry(entry: &Moderated) -> ApiResult<SideOp> {
    let id: StreamId = entry.id.parse().map_err(|_| no_such_game(&entry.id))?;
    Ok(SideOp::Put {
        tree: LOG.to_owned(),
        key: newest_first(id),
        value: written(entry)?,
    })
}

/// Marks the card of a game that is made of a hidden one as hidden, too. It is shown as that was when moderators show it again.
pub(super) fn hide_with(card: &mut StreamCard, original: &StreamCard) {
    if let Some(shown) = original.extra.get(WAS_SHOWN) {
        card.extra.insert(WAS_SHOWN.to_owned(), shown.clone());
        Visibility::Private.name().clone_into(&mut card.visibility);
    }
}

/// Whether moderators have hidden a game.
pub(crate) fn is_hidden(card: &StreamCard) -> bool {
    card.extra.contains_key(WAS_SHOWN)
}

/// Moderation over games and accounts.
#[derive(Debug)]
pub struct Moderation {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) sessions: Arc<Sessions>,
}

fn reason(text: &str) -> ApiResult<String> {
    let text = text.trim();
    if (1..=REASON).contains(&text.chars().count()) && unfit_in_text(text).is_none() {
        return Ok(text.to_owned());
    }
    Err(ApiError::body(
        "/reason",
        format!("1 to {REASON} characters are expected, none of them control characters"),
    ))
}

fn written(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|why| ApiError::fault("writing a record of moderation", why))
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> ApiResult<T> {
    serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading a record of moderation", why))
}

/// Where a report stands: the game, then who reported it.
fn place(game: StreamId, by: &str) -> Vec<u8> {
    [
        &game.to_bytes()[..],
        &blake3::hash(by.as_bytes()).as_bytes()[..16],
    ]
    .concat()
}

impl Moderation {
    /// Reports a game that the caller sees.
    pub async fn report(&self, caller: &Caller, head: &LiveGame, new: NewReport) -> ApiResult<Report> {
        let report = Report {
            id: new_id().to_string(),
            game: head.id.to_string(),
            by: caller.actor(),
            reason: reason(&new.reason)?,
            at: time_text(now_ms()),
        };
        let (kept, key) = (report.clone(), place(head.id, &report.by));
        // Reports are counted in all, too.
        let _turn = self.store.turn_of(OPEN).await;
        self.store
            .work(move |store| {
                let (all, known) = (open(store)?, store.fetch(OPEN, &key)?.is_some());
                let own = all.iter().filter(|other| other.by == kept.by).count();
                if !known && (own >= REPORTS || all.len() >= AT_ONCE) {
                    return Err(ApiError::new(
                        ProblemKind::LimitReached,
                        format!("there may be {REPORTS} open reports of one person, and {AT_ONCE} in all; those are looked at first"),
                    )
                    .limit("reports", REPORTS));
                }
                store.keep(OPEN, &key, &written(&kept)?)?;
                Ok(())
            })
            .await?;
        Ok(report)
    }

    /// Open reports, the oldest first.
    pub async fn reports(&self) -> ApiResult<Vec<Report>> {
        self.store.work(|store| open(store)).await
    }

    /// The log of what was done, the latest first, from behind a place.
    pub async fn log(&self, after: Option<StreamId>, limit: usize) -> ApiResult<ModerationLog> {
        let after = after.map(newest_first);
        self.store
            .work(move |store| {
                let page = store.side_scan(LOG, b"", after.as_deref(), limit + 1)?;
                let mut items: Vec<Moderated> = page
                    .iter()
                    .map(|(_, bytes)| read(bytes))
                    .collect::<ApiResult<_>>()?;
                let more = items.len() > limit;
                items.truncate(limit);
                let next = items.last().filter(|_| more).map(|last| last.id.clone());
                Ok(ModerationLog { items, next })
            })
            .await
    }

    /// Does something to a game or an account, and writes down that it was done.
    pub async fn moderate(&self, caller: &Caller, gives: &[Role], asked: Moderate) -> ApiResult<Moderated> {
        let Moderate {
            does,
            target,
            reason: why,
        } = asked;
        let why = reason(&why)?;
        let target = target.trim().to_owned();
        let (target, game) = if does.is_of_account() {
            let account = self.account(&target).await?;
            if !gives.contains(&account.role) {
                let allowed: Vec<&str> = gives.iter().map(|role| role.name()).collect();
                let why = format!("you may not suspend a {}", account.role.name());
                return Err(ApiError::new(ProblemKind::Forbidden, why).allowed(allowed));
            }
            let suspended = does == ModerationDeed::Suspend;
            self.accounts.suspend(account.id, suspended).await?;
            if suspended {
                // Their holders sign in again once the account is reinstated.
                self.sessions.end_others(account.id, None).await?;
            }
            (account.id.to_string(), None)
        } else {
            let id: StreamId = target.parse().map_err(|_| no_such_game(&target))?;
            let head = self.games.head(id).await.map_err(|_| no_such_game(&target))?;
            // A private game is nobody's business but its keeper's, whoever moderates.
            if head.card.visibility == Visibility::Private.name()
                && !is_hidden(&head.card)
                && !caller.is_admin()
            {
                return Err(no_such_game(&target));
            }
            match does {
                ModerationDeed::Hide => self.games.set_hidden(id, true).await?,
                ModerationDeed::Show => self.games.set_hidden(id, false).await?,
                ModerationDeed::Dismiss | ModerationDeed::Suspend | ModerationDeed::Reinstate => {}
            }
            (target, Some(id))
        };
        let id = new_id();
        let entry = Moderated {
            id: id.to_string(),
            does,
            target,
            by: caller.actor(),
            reason: why,
            at: time_text(now_ms()),
        };
        let kept = entry.clone();
        self.store
            .work(move |store| {
                let mut ops = vec![log_entry(&kept)?];
                if let Some(game) = game {
                    let closed = store.side_scan(OPEN, &game.to_bytes(), None, AT_ONCE)?;
                    ops.extend(closed.into_iter().map(|(key, _)| SideOp::Remove {
                        tree: OPEN.to_owned(),
                        key,
                    }));
                }
                store.side(ops)?;
                Ok(())
            })
            .await?;
        Ok(entry)
    }

    async fn account(&self, name: &str) -> ApiResult<Arc<AccountRecord>> {
        let found = match name.parse::<StreamId>() {
            Ok(id) => self.accounts.get(id).await?,
            Err(_) => self.accounts.named(name).await?,
        };
        found
            .filter(|account| account.deleted_ms.is_none())
            .ok_or_else(|| no_such_account(name))
    }
}

fn open(store: &dyn EventStore) -> ApiResult<Vec<Report>> {
    let mut all: Vec<Report> = store
        .side_scan(OPEN, b"", None, AT_ONCE)?
        .iter()
        .map(|(_, bytes)| read(bytes))
        .collect::<ApiResult<_>>()?;
    all.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(all)
}

/// A key by which later ids come first.
fn newest_first(id: StreamId) -> Vec<u8> {
    id.to_bytes().iter().map(|byte| !byte).collect()
}

impl Games {
    /// Hides a game from all but who keeps it and who sat in it, or shows it as it was shown before.
    pub(crate) async fn set_hidden(&self, id: StreamId, hidden: bool) -> ApiResult<()> {
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let mut card = StreamCard::clone(&head.card);
        if hidden == is_hidden(&card) {
            return Ok(());
        }
        if hidden {
            card.extra.insert(WAS_SHOWN.to_owned(), card.visibility.clone());
            Visibility::Private.name().clone_into(&mut card.visibility);
        } else if let Some(shown) = card.extra.remove(WAS_SHOWN) {
            card.visibility = shown;
        }
        let stored = card.clone();
        self.store
            .work(move |store| {
                let change = hidden_copies::index(store, &stored.owner, id, hidden)?;
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
}
