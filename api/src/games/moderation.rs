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
use hindsight_store::{EventStore, SideOp, StreamId};

use crate::access::{AccountRecord, Accounts, Caller, Sessions, no_such_account};
use crate::base::error::{ApiError, ApiResult, no_such_game};
use crate::base::limits::REPORTS;
use crate::base::messages::text;
use crate::base::{StoreHandle, new_id, now_ms, time_text};
use crate::games::card_fields::is_hidden;
use crate::games::moderation_log::{self, log_entry, read, written};
use crate::games::{Games, LiveGame};

/// Open reports, by game and who reported it.
const OPEN: &str = "moderation-reports";
/// Open reports that are shown at once.
const AT_ONCE: usize = 500;
/// Characters of a reason.
const REASON: usize = 1_000;

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
    Err(ApiError::body("/reason", text!("reason-length", most = REASON)))
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
                        text!("reports-most", one = REPORTS, all = AT_ONCE),
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
        self.store
            .work(move |store| moderation_log::page(store, after, limit))
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
                let why = text!("suspend-not", role = account.role.name().to_string());
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
