//! Games as they stand now, kept folded in memory.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{AnyGame, System};
use hindsight_kernel::{Misfit, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_store::{Check, EventStore, StreamCard, StreamId};

use crate::problem::{ApiError, Outcome, no_such_game};

/// A game at the end of its stream.
#[derive(Clone)]
pub struct Head {
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
}

impl std::fmt::Debug for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Head")
            .field("id", &self.id)
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}

impl Head {
    /// A game with its card.
    pub fn new(
        id: StreamId,
        system: &'static dyn System,
        game: Arc<dyn AnyGame>,
        card: Arc<StreamCard>,
    ) -> Self {
        let info = game.info(Viewer::Everything);
        Self {
            id,
            system,
            over: info.outcome.is_some(),
            secrets: info.secrets,
            game,
            card,
        }
    }

    /// How many events its stream holds.
    pub fn version(&self) -> u64 {
        self.game.version()
    }

    /// Reads a game: its latest snapshot and what came after. Blocks on the store.
    pub fn load(store: &dyn EventStore, id: StreamId) -> Outcome<Self> {
        let missing = || no_such_game(&id.to_string());
        let listed = store
            .card(id)?
            .filter(|listed| !listed.deleted)
            .ok_or_else(missing)?;
        let head = store.head(id)?.ok_or_else(missing)?;
        let system = system_of(&listed.card)?;
        let game = fold_to(store, id, system, head.version)?;
        Ok(Self::new(id, system, Arc::from(game), listed.card))
    }
}

/// The rule set that a card names.
pub(super) fn system_of(card: &StreamCard) -> Outcome<&'static dyn System> {
    hindsight_engine::system(&card.system).ok_or_else(|| {
        ApiError::new(
            ProblemKind::CorruptGame,
            format!(
                "this server does not know the system {:?}: a newer release is needed",
                card.system
            ),
        )
    })
}

/// The number of a snapshot's encoding: another release of rules or events makes older snapshots absent.
pub(super) fn snapshot_format(system: &dyn System) -> u32 {
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
pub(super) fn fold_to(
    store: &dyn EventStore,
    id: StreamId,
    system: &'static dyn System,
    version: u64,
) -> Outcome<Box<dyn AnyGame>> {
    let snapshot = store.snapshot(id, version, snapshot_format(system))?;
    if let Some((at, bytes)) = snapshot
        && let Ok(mut game) = system.restore(&bytes)
        && game.version() == at
        && at <= version
    {
        let mut rewound = false;
        let mut misfit: Option<Misfit> = None;
        if at < version {
            store.scan(id, at + 1, version, Check::Continuity, &mut |record| {
                let event = StoredEvent {
                    kind: record.kind.to_owned(),
                    schema: record.schema,
                    body: record.body.to_vec(),
                };
                match game.apply(&event) {
                    Ok(hindsight_kernel::Applied::Done) => ControlFlow::Continue(()),
                    Ok(hindsight_kernel::Applied::Rewound(_)) => {
                        rewound = true;
                        ControlFlow::Break(())
                    }
                    Err(why) => {
                        misfit = Some(why);
                        ControlFlow::Break(())
                    }
                }
            })?;
        }
        // A snapshot is a cache: if what follows does not fit it, the stream from its beginning decides.
        if !rewound && misfit.is_none() && game.version() == version {
            return Ok(game);
        }
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
    if events.len() as u64 != version {
        return Err(ApiError::new(
            ProblemKind::CorruptGame,
            format!("the stream holds {} of {version} events", events.len()),
        ));
    }
    Ok(system.fold(&events)?)
}
