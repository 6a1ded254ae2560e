//! The error of every service: its kind, what is told of it, and the headers that belong to its answer.

use hindsight_engine::{CommandError, System};
use hindsight_kernel::{FoldError, Message, Refusal, table_rules};
use hindsight_openapi::{BodyFault, Problem, ProblemKind};
use hindsight_store::{AppendError, StoreError};
use serde_json::Value;

use crate::base::messages::{quoted, said_elsewhere, text};
use crate::base::rate_limiter::UsedUp;

/// Anything that can go wrong with a request: its kind, what to tell, and the headers that belong to it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", .problem.title, .problem.detail)]
pub struct ApiError {
    kind: ProblemKind,
    problem: Box<Problem>,
    detail: Message,
    headers: Vec<(&'static str, String)>,
}

/// The result of a service or handler.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// An error of this kind.
    pub fn new(kind: ProblemKind, detail: Message) -> Self {
        let mut headers = Vec::new();
        match kind {
            ProblemKind::Unauthorised => {
                headers.push(("www-authenticate", "Bearer realm=\"hindsight\"".to_owned()));
            }
            ProblemKind::Busy => headers.push(("retry-after", "1".to_owned())),
            _ => {}
        }
        let mut problem = Box::new(kind.problem(detail.to_string()));
        problem.message = detail.data();
        Self {
            kind,
            problem,
            detail,
            headers,
        }
    }

    /// What is wrong, as a message.
    pub fn detail(&self) -> Message {
        self.detail.clone()
    }

    /// Its kind.
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The problem that is told.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// With what would be allowed.
    #[must_use]
    pub fn allowed(mut self, allowed: impl Into<Value>) -> Self {
        self.problem.allowed = Some(allowed.into());
        self
    }

    /// With more about it.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.problem.more.insert(name.to_owned(), value.into());
        self
    }

    /// With the limit that was met: its name in `limit`, and what it allows in `most`.
    #[must_use]
    pub fn limit(self, name: &str, most: impl Into<Value>) -> Self {
        self.with("limit", name).with("most", most)
    }

    /// With the places of a body.
    #[must_use]
    pub fn places(mut self, errors: Vec<BodyFault>) -> Self {
        self.problem.errors = errors;
        self
    }

    /// With the path that was asked for.
    #[must_use]
    pub fn at(mut self, path: &str) -> Self {
        self.problem.instance.get_or_insert_with(|| path.to_owned());
        self
    }

    /// With a header of the answer, its name in small letters.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The headers that belong to it.
    pub fn headers(&self) -> &[(&'static str, String)] {
        &self.headers
    }

    /// The version of the game that its `ETag` names, if it has one.
    pub fn tagged_version(&self) -> Option<u64> {
        let tagged = self.headers.iter().any(|(name, _)| *name == "etag");
        self.problem.more.get("version").filter(|_| tagged)?.as_u64()
    }

    /// A part of the path, the query or a header is wrong.
    pub fn parameter(name: &str, why: Message) -> Self {
        let detail = text!("wrong-parameter", name = name.to_owned(), why);
        Self::new(ProblemKind::InvalidParameter, detail).with("parameter", name)
    }

    /// One place of a body is wrong.
    pub fn body(path: impl Into<String>, reason: Message) -> Self {
        let fault = body_fault(path.into(), &reason);
        let kind = if fault.reason.contains("unknown field") {
            ProblemKind::UnknownField
        } else {
            ProblemKind::InvalidBody
        };
        let detail = at_place(&fault.path, reason);
        Self::new(kind, detail).places(vec![fault])
    }

    /// The problem of a command whose base has moved on: the game, a study or an annotation is at another version than those named.
    pub fn stale(versioned: Versioned, present: u64, expected: String) -> Self {
        let detail = match versioned {
            Versioned::Game => text!("game-at", present, expected),
            Versioned::Study => text!("study-at", present, expected),
            Versioned::Annotation => text!("annotation-at", present, expected),
        };
        Self::new(ProblemKind::StaleVersion, detail).with("version", present)
    }

    /// A rate limit is used up.
    pub fn too_fast(used_up: UsedUp) -> Self {
        let seconds = used_up.wait.as_secs() + 1;
        Self::new(
            ProblemKind::TooManyRequests,
            text!(
                "limit-used-up",
                limit = used_up.rate.name.to_string(),
                per_minute = used_up.rate.per_minute,
                burst = used_up.rate.burst,
                seconds
            ),
        )
        .limit(used_up.rate.name, used_up.rate.burst)
        .header("retry-after", &seconds.to_string())
        .header("ratelimit-limit", &used_up.rate.burst.to_string())
        .header("ratelimit-remaining", "0")
        .header("ratelimit-reset", &seconds.to_string())
    }

    /// A fault of ours: logged here, told without its inside.
    pub fn fault(doing: &str, why: impl std::fmt::Display) -> Self {
        let request = crate::base::new_id().to_string();
        tracing::error!(%request, "{doing}: {why}");
        Self::new(
            ProblemKind::InternalFault,
            text!("failed", doing = doing.to_string(), request = request.clone()),
        )
        .with("request", request)
    }

    /// A refusal by the rules, with its place in the book.
    pub fn refused(refusal: Refusal, system: Option<&dyn System>) -> Self {
        let id = refusal.rule.0.as_ref();
        let rule = system
            .and_then(|system| system.rulebook().get(id))
            .or_else(|| table_rules().get(id));
        let mut error = Self::new(ProblemKind::Refused, refusal.message);
        error.problem.page = rule.map(|rule| rule.page.clone());
        error.problem.rule = Some(id.to_owned());
        for (name, value) in refusal.details {
            if name == "allowed" {
                error.problem.allowed = Some(value);
            } else if !RESERVED.contains(&name.as_str()) {
                error.problem.more.insert(name, value);
            }
        }
        error
    }

    /// A command that is refused or malformed. `under` is where it stands in the body.
    pub fn command(error: CommandError, system: &dyn System, under: &str) -> Self {
        match error {
            CommandError::Refused(refusal) => Self::refused(refusal, Some(system)),
            CommandError::Malformed(fault) => Self::body(format!("{under}{}", fault.path), fault.reason),
        }
    }
}

/// A thing of which a client states the version it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Versioned {
    /// A game.
    Game,
    /// A study.
    Study,
    /// An annotation, by its revision.
    Annotation,
}

/// One place of a body that is wrong, with the message that says so.
pub(crate) fn body_fault(path: String, reason: &Message) -> BodyFault {
    BodyFault {
        path,
        reason: reason.to_string(),
        message: reason.data(),
    }
}

/// A reason with its place before it; without one, the reason alone.
pub(crate) fn at_place(path: &str, reason: Message) -> Message {
    if path.is_empty() {
        reason
    } else {
        text!("wrong-place", path = path.to_owned(), reason)
    }
}

/// Names of a problem's own members, which a refusal's details may not take.
const RESERVED: &[&str] = &[
    "type", "title", "status", "detail", "message", "instance", "rule", "page", "errors",
];

impl From<FoldError> for ApiError {
    fn from(error: FoldError) -> Self {
        tracing::warn!("a stream does not fold: {error}");
        Self::new(ProblemKind::CorruptGame, error.message())
    }
}

/// Why the store takes no writes, for clients: paths, and what the system says, are for the log alone.
pub(crate) fn no_writes(error: &StoreError) -> Message {
    match error {
        StoreError::DiskFull { .. } => {
            text!("store-full")
        }
        StoreError::Closed => text!("store-closed"),
        StoreError::Stalled { seconds } => {
            text!("store-stalled", seconds = *seconds)
        }
        _ => text!("store-read-only"),
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let words = error.to_string();
        match error {
            StoreError::CorruptRecord { .. } | StoreError::NewerFormat { .. } => {
                tracing::error!("{words}");
                Self::new(ProblemKind::CorruptGame, said_elsewhere(words))
            }
            StoreError::Busy | StoreError::BackingUp => Self::new(ProblemKind::Busy, said_elsewhere(words)),
            StoreError::DiskFull { .. } => {
                tracing::warn!("{words}");
                Self::new(ProblemKind::DiskFull, no_writes(&error))
            }
            StoreError::Poisoned { .. } | StoreError::Closed | StoreError::Stalled { .. } => {
                tracing::warn!("{words}");
                Self::new(ProblemKind::ReadOnly, no_writes(&error))
            }
            // The disk or the database fails: another server, or this one started again, may answer.
            StoreError::Io { .. } | StoreError::Library { .. } => {
                let request = crate::base::new_id().to_string();
                tracing::error!(%request, "the store: {words}");
                Self::new(
                    ProblemKind::Busy,
                    text!("store-unusable", request = request.clone()),
                )
                .with("request", request)
            }
            StoreError::NoSuchStream { stream } => no_such_game(&stream.to_string()),
            StoreError::NotADraft { .. } => Self::new(ProblemKind::NotADraft, text!("not-a-draft")),
            StoreError::BadImport { line, why } => Self::new(
                ProblemKind::InvalidImport,
                text!("file-line", line, why = why.clone()),
            )
            .with("line", line),
            // The digests stay here: one of a record that is hidden would let it be guessed.
            StoreError::Diverges { stream, version, .. } => Self::new(
                ProblemKind::AlreadyHere,
                text!("file-stream-differs", stream = stream.to_string(), version),
            ),
            StoreError::TooLarge { what, limit, .. } => {
                Self::new(ProblemKind::TooLarge, said_elsewhere(words)).limit(what, limit)
            }
            other => Self::fault("the store", other),
        }
    }
}

impl From<AppendError> for ApiError {
    fn from(error: AppendError) -> Self {
        let words = error.to_string();
        match error {
            AppendError::Conflict { expected, found, .. } => {
                Self::stale(Versioned::Game, found, expected.to_string()).header("etag", &version_tag(found))
            }
            AppendError::CommandReused { id } => Self::new(
                ProblemKind::CommandKeyReused,
                text!("key-of-other-command", key = quoted(&id)),
            ),
            AppendError::TooLarge { what, limit, .. } => {
                Self::new(ProblemKind::TooLarge, said_elsewhere(words)).limit(what, limit)
            }
            AppendError::Deleted { stream } => no_such_game(&stream.to_string()),
            AppendError::Closed => StoreError::Closed.into(),
            AppendError::Busy => Self::new(ProblemKind::Busy, said_elsewhere(words)),
            AppendError::Disk(error) => error.into(),
            other => Self::fault("storing", other),
        }
    }
}

/// The release stands in every tag: another release may show the same version otherwise.
pub(crate) const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The tag of a version for who may see everything; `If-Match` takes the tags of all viewers alike.
pub(crate) fn version_tag(version: u64) -> String {
    format!("\"{version}-{RELEASE}\"")
}

/// There is no such game, or it is not for these eyes.
pub fn no_such_game(id: &str) -> ApiError {
    ApiError::new(
        ProblemKind::NoSuchGame,
        text!("no-such-game", id = id.to_string()),
    )
}
