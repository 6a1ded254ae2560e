//! Live games: each as it stands now, kept folded in memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{AnyGame, GameInfo, System};
use hindsight_kernel::{Applied, FoldError, Seat, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_store::{Check, EventStore, StreamCard, StreamId};

use crate::access::GameAccess;
use crate::access::seat_marks::seats_of;
use crate::base::error::{ApiError, ApiResult, no_such_game};
use crate::base::messages::{quoted, text};
use crate::games::kinds::is_no_game;

/// A game at the end of its stream.
#[derive(Clone)]
pub struct LiveGame {
    /// Its id.
    pub id: StreamId,
    /// Its rules.
    pub system: &'static dyn System,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its index card.
    pub card: Arc<StreamCard>,
    /// Whether it is over, so that everybody sees everything.
    pub over: bool,
    /// Whether something is hidden from somebody now.
    pub secrets: bool,
    /// By how much this is behind the table, for those who only follow.
    pub delay: Option<Duration>,
    /// Bytes of the largest view of a position of this game that was written lately; 0 before the first.
    weight: Arc<AtomicUsize>,
}

/// Views of up to so many bytes are written by the thread that answers; it takes some tens of microseconds.
const LIGHT: usize = 64 << 10;

impl std::fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveGame")
            .field("id", &self.id)
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}

impl LiveGame {
    /// A game with its card.
    pub fn new(
        id: StreamId,
        system: &'static dyn System,
        game: Arc<dyn AnyGame>,
        card: Arc<StreamCard>,
    ) -> Self {
        let info = game.info(Viewer::Everything);
        Self::known(id, system, game, card, &info)
    }

    /// A game with its card, of which everything is known already.
    pub(crate) fn known(
        id: StreamId,
        system: &'static dyn System,
        game: Arc<dyn AnyGame>,
        card: Arc<StreamCard>,
        info: &GameInfo,
    ) -> Self {
        Self {
            id,
            system,
            over: info.outcome.is_some(),
            secrets: info.secrets,
            game,
            card,
            delay: None,
            weight: Arc::default(),
        }
    }

    /// This game as it stands a command after `before`.
    pub(crate) fn after(mut self, before: &Self) -> Self {
        self.weight = Arc::clone(&before.weight);
        self
    }

    /// This game with another card.
    pub(crate) fn with_card(&self, card: StreamCard) -> Self {
        Self {
            card: Arc::new(card),
            ..self.clone()
        }
    }

    /// This game as it stood some time ago. That it goes on and hides something is still so, whatever was then.
    pub(crate) fn behind(&self, game: Arc<dyn AnyGame>, card: StreamCard, delay: Duration) -> Self {
        Self {
            game,
            card: Arc::new(card),
            delay: Some(delay),
            weight: Arc::default(),
            ..self.clone()
        }
    }

    /// Keeps in mind how many bytes a view of the present position has.
    pub(crate) fn weigh(&self, bytes: usize) {
        self.weight.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Whether views of the present position are known to be written quickly.
    pub(crate) fn is_light(&self) -> bool {
        (1..=LIGHT).contains(&self.weight.load(Ordering::Relaxed))
    }

    /// Whether an account has taken a seat of the game.
    pub fn took(&self, seat: Seat, account: StreamId) -> bool {
        seats_of(&self.card, &account.to_string()).contains(&seat)
    }

    /// Refuses what would open its whole record to somebody who may not know all of it yet: while the game goes on and
    /// has secrets, or had some on a line that was abandoned.
    pub fn whole_for(&self, sight: &GameAccess, purpose: &'static str) -> ApiResult<()> {
        if sight.viewer == Viewer::Everything || !self.hides() {
            return Ok(());
        }
        Err(ApiError::new(
            ProblemKind::HiddenUntilTheEnd,
            text!("secrets-hidden", purpose),
        ))
    }

    /// Whether some of it is still hidden from somebody: it is not over, and it has secrets, or had some on a line that was
    /// abandoned.
    pub fn hides(&self) -> bool {
        let went_back = || {
            self.card
                .marks
                .iter()
                .any(|mark| mark == "taken-back" || mark == "corrected")
        };
        !self.over && (self.secrets || went_back())
    }

    /// The number of events that its stream holds.
    pub fn version(&self) -> u64 {
        self.game.version()
    }

    /// Reads a game: its latest snapshot and what came after. Blocks on the store.
    pub fn load(store: &dyn EventStore, id: StreamId) -> ApiResult<Self> {
        let missing = || no_such_game(&id.to_string());
        let listed = store
            .card(id)?
            .filter(|listed| !listed.deleted && !is_no_game(&listed.card))
            .ok_or_else(missing)?;
        let head = store.head(id)?.ok_or_else(missing)?;
        let system = system_of(&listed.card)?;
        let game = fold_to(store, id, system, head.version)?;
        Ok(Self::new(id, system, Arc::from(game), listed.card))
    }
}

/// The rule set that a card names.
pub(crate) fn system_of(card: &StreamCard) -> ApiResult<&'static dyn System> {
    hindsight_engine::system(&card.system).ok_or_else(|| {
        ApiError::new(
            ProblemKind::CorruptGame,
            text!("system-unknown-here", system = quoted(&card.system)),
        )
    })
}

/// The number of a snapshot's encoding: another release of rules or events makes older snapshots absent.
pub(crate) fn snapshot_format(system: &dyn System) -> u32 {
    let name = format!(
        "1/{}/{}/{}",
        system.id(),
        system.rules_version(),
        system.event_schema()
    );
    let hash = blake3::hash(name.as_bytes());
    u32::from_be_bytes([
        hash.as_bytes()[0],
        hash.as_bytes()[1],
        hash.as_bytes()[2],
        hash.as_bytes()[3],
    ])
}

/// The game after `version` events, as recorded, from the nearest snapshot. Blocks on the store.
pub(crate) fn fold_to(
    store: &dyn EventStore,
    id: StreamId,
    system: &'static dyn System,
    version: u64,
) -> ApiResult<Box<dyn AnyGame>> {
    let snapshot = store.snapshot(id, version, snapshot_format(system))?;
    if let Some((at, bytes)) = snapshot
        && let Ok(mut game) = system.restore(&bytes)
        && game.version() == at
        && at <= version
    {
        let mut rewound = false;
        let mut error: Option<FoldError> = None;
        if at < version {
            store.scan(
                id,
                at + 1,
                version,
                Check::Continuity,
                &mut |record| match game.apply_parts(record.kind, record.schema, record.body) {
                    Ok(Applied::Done) => ControlFlow::Continue(()),
                    Ok(Applied::Rewound(_)) => {
                        rewound = true;
                        ControlFlow::Break(())
                    }
                    Err(why) => {
                        error = Some(why);
                        ControlFlow::Break(())
                    }
                },
            )?;
        }
        // A snapshot is a cache: if what follows does not fit it, the stream from its beginning decides.
        if !rewound && error.is_none() && game.version() == version {
            return Ok(game);
        }
    }
    fold_from_start(store, id, system, version)
}

/// The game after `version` events from the beginning of its stream: as they are lent, or, where the stream goes back
/// in its past, from a copy of all of them.
fn fold_from_start(
    store: &dyn EventStore,
    id: StreamId,
    system: &'static dyn System,
    version: u64,
) -> ApiResult<Box<dyn AnyGame>> {
    let mut game = system.blank();
    let mut rewound = false;
    let mut error: Option<FoldError> = None;
    store.scan(id, 1, version, Check::Continuity, &mut |record| {
        match game.apply_parts(record.kind, record.schema, record.body) {
            Ok(Applied::Done) => return ControlFlow::Continue(()),
            Ok(Applied::Rewound(_)) => rewound = true,
            Err(why) => error = Some(why),
        }
        ControlFlow::Break(())
    })?;
    if let Some(error) = error {
        return Err(error.into());
    }
    if !rewound {
        return whole(game.version(), version).map(|()| game);
    }
    let mut events = Vec::new();
    store.scan(id, 1, version, Check::Continuity, &mut |record| {
        events.push(StoredEvent {
            kind: record.kind.to_owned(),
            schema: record.schema,
            body: record.body.to_vec(),
        });
        ControlFlow::Continue(())
    })?;
    whole(events.len() as u64, version)?;
    Ok(system.fold(&events)?)
}

/// Whether a stream held as many events as it should.
fn whole(found: u64, version: u64) -> ApiResult<()> {
    if found == version {
        return Ok(());
    }
    Err(ApiError::new(
        ProblemKind::CorruptGame,
        text!("stream-short", found, version),
    ))
}
