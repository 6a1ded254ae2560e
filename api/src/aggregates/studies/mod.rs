//! Studies: chapters with words, each of a game, a moment, a variation or a position. One stream a study, in the same store,
//! under a card of a kind of its own that no list of games shows.
//!
//! `streams` loads and appends, `reading` and `writing` are what handlers and pages ask for, `transfer` carries studies from
//! server to server.

mod reading;
mod streams;
mod transfer;
mod writing;

use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;
use hindsight_studies::{Study, StudyRefused, StudyVisibility};

pub use reading::ChapterContents;
pub(crate) use reading::markdown;
pub(crate) use streams::study_card;

use crate::access::{Accounts, Caller, Scope};
use crate::aggregates::cache::AggregateCache;
use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult, version_tag};
use crate::base::messages::{quoted, text};
use crate::games::Games;

/// A study with its id.
#[derive(Debug, Clone)]
pub struct StoredStudy {
    /// Its id.
    pub id: StreamId,
    /// The study.
    pub study: Arc<Study>,
}

impl StoredStudy {
    /// The tag of its state.
    pub fn etag(&self) -> String {
        version_tag(self.study.version)
    }
}

/// All studies of the server.
pub struct Studies {
    store: StoreHandle,
    games: Arc<Games>,
    accounts: Arc<Accounts>,
    secret: [u8; 32],
    cache: AggregateCache<Study>,
}

impl std::fmt::Debug for Studies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Studies")
            .field("cache", &self.cache)
            .finish_non_exhaustive()
    }
}

impl Studies {
    /// The studies of a store.
    pub fn new(store: StoreHandle, secret: [u8; 32], games: Arc<Games>, accounts: Arc<Accounts>) -> Self {
        Self {
            games,
            accounts,
            secret,
            cache: AggregateCache::new(store.clone(), 32 << 20),
            store,
        }
    }

    /// Forgets what is kept folded: streams were written past us.
    pub(crate) fn forget_all(&self) {
        self.cache.forget_all();
    }
}

impl Caller {
    /// Whom the caller stands for among the readers of studies: a token for one game alone speaks of that game alone.
    fn reads_studies(&self) -> Option<&str> {
        let token = self.token().filter(|token| token.game.is_none())?;
        (self.has(Scope::GameRead) || self.has(Scope::GameWrite)).then_some(token.subject.as_str())
    }

    /// Whom the caller stands for when writing studies.
    pub(crate) fn writes_studies(&self) -> Option<&str> {
        self.reads_studies().filter(|_| self.has(Scope::GameWrite))
    }
}

/// The subject who writes, where a caller may.
fn writer(caller: &Caller) -> ApiResult<&str> {
    caller
        .writes_studies()
        .ok_or_else(|| ApiError::new(ProblemKind::Forbidden, text!("studies-need")))
}

/// Whether a caller may read a study of which they have the address.
fn may_read(study: &Study, caller: &Caller) -> bool {
    let subject = caller.reads_studies();
    let own = caller.is_admin() || subject == Some(study.author.as_str());
    own || match study.about.visibility {
        StudyVisibility::Public | StudyVisibility::Unlisted => true,
        StudyVisibility::Readers => subject.is_some_and(|subject| study.about.readers.contains(subject)),
        StudyVisibility::Private => false,
    }
}

fn no_such_study(id: &str) -> ApiError {
    ApiError::new(ProblemKind::NoSuchStudy, text!("no-such-study", id = quoted(id)))
}

fn no_such_chapter(number: &str) -> ApiError {
    ApiError::new(
        ProblemKind::NoSuchChapter,
        text!("no-such-chapter", number = quoted(number)),
    )
}

/// What was refused, as the problem that says so.
fn refused(refused: StudyRefused) -> ApiError {
    let words = refused.message();
    match refused {
        StudyRefused::Fault(fault) => ApiError::body(fault.path, fault.reason),
        StudyRefused::NoChapter(number) => no_such_chapter(&number.to_string()),
        StudyRefused::Full { what, most } => {
            ApiError::new(ProblemKind::LimitReached, words).limit(&what.to_string(), most)
        }
    }
}
