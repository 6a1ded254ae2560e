//! The data directory: opening its store, and reading games from it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use hindsight_api::games::card_fields::is_arriving;
use hindsight_api::games::import::export_file;
use hindsight_api::games::kinds::{is_no_game, is_study};
use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{Chronicle, PastRecord, System};
use hindsight_store::{
    Audience, Check, DamagedCards, Durability, EventStore, Listed, LostCommits, MemoryStore, OpenReport,
    Options, SledStore, StoreError, StreamCard, StreamFilter, StreamId, StreamIndex,
};

use super::outcome::{Code, Failure};
use super::running::{Copied, Running, forget};

/// Where the data lies and how it is kept.
#[derive(Debug, Clone, Args)]
pub(crate) struct DataArgs {
    /// The data directory
    #[arg(
        long,
        global = true,
        env = "HINDSIGHT_DATA_DIR",
        default_value = "hindsight-data",
        value_name = "DIR"
    )]
    pub(crate) data_dir: PathBuf,
    /// What an acknowledged command survives
    #[arg(
        long,
        global = true,
        env = "HINDSIGHT_DURABILITY",
        default_value = "strict",
        value_enum
    )]
    pub(crate) durability: DurabilityArg,
    /// Memory for database pages, in MiB
    #[arg(long, global = true, env = "HINDSIGHT_STORE_CACHE_MIB", default_value_t = 128, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) store_cache: u64,
}

/// The durability setting by its honest names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DurabilityArg {
    /// Power loss: synced to the disk before the answer
    Strict,
    /// The death of this process, not of the machine
    ProcessCrash,
}

impl DataArgs {
    /// Opens the store, or makes it if there is none.
    pub(crate) fn open(&self) -> Result<SledStore, Failure> {
        Ok(open(&self.data_dir, &self.options())?.0)
    }

    /// Opens a store that must be there, whatever its index cards look like; also without what it lost, if so.
    pub(crate) fn open_to_mend(&self, lost_commits: LostCommits) -> Result<(SledStore, OpenReport), Failure> {
        self.must_exist()?;
        Ok(open(
            &self.data_dir,
            &Options {
                damaged_cards: DamagedCards::LeaveOut,
                lost_commits,
                ..self.options()
            },
        )?)
    }

    /// How the store is opened.
    pub(crate) fn options(&self) -> Options {
        Options {
            durability: match self.durability {
                DurabilityArg::Strict => Durability::Strict,
                DurabilityArg::ProcessCrash => Durability::ProcessCrash,
            },
            cache_bytes: self.store_cache << 20,
            ..Options::default()
        }
    }

    /// Opens a store that must be there, or finds the server that holds it.
    pub(crate) fn open_or_running(&self) -> Result<Opened, Failure> {
        self.must_exist()?;
        self.open_new_or_running()
    }

    /// Opens a store to read it: where a server holds it, a copy that the server gives of it as it stands.
    pub(crate) fn open_to_read(&self) -> Result<ToRead, Failure> {
        Ok(match self.open_or_running()? {
            Opened::Store(store) => ToRead::Own(store),
            Opened::Running(server) => ToRead::Copied(server.copy(&self.options())?),
        })
    }

    /// Opens the store, or makes it if there is none; or finds the server that holds it.
    pub(crate) fn open_new_or_running(&self) -> Result<Opened, Failure> {
        let options = Options {
            patience: Duration::from_millis(200),
            ..self.options()
        };
        let (begun, patience) = (Instant::now(), self.options().patience);
        loop {
            let in_use = match open(&self.data_dir, &options) {
                Ok((store, _)) => return Ok(Opened::Store(store)),
                Err(error @ StoreError::InUse { .. }) => error,
                Err(error) => return Err(error.into()),
            };
            let failure = match Running::on(&self.data_dir) {
                // A server that is just being started says so as soon as it listens.
                None => in_use.into(),
                Some(running) => match running.prove() {
                    Ok(()) => return Ok(Opened::Running(running)),
                    Err(unproven) if unproven.answers => return Err(unproven.failure),
                    Err(unproven) => unproven.failure,
                },
            };
            if begun.elapsed() > patience {
                return Err(failure);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn must_exist(&self) -> Result<(), Failure> {
        // Where half of a store is left, opening says what is missing.
        let left = ["db", "conf", "acknowledged"];
        if !left.iter().any(|name| self.data_dir.join(name).exists()) {
            let message = format!(
                "there is no store in {}; name one with --data-dir, or start with `hindsight serve`",
                self.data_dir.display()
            );
            return Err(Failure::new(Code::Missing, message));
        }
        Ok(())
    }
}

/// A store, or the server that holds it.
pub(crate) enum Opened {
    /// Nobody had it open.
    Store(SledStore),
    /// A server has.
    Running(Running),
}

impl Opened {
    /// Whether a game is there whole.
    pub(crate) fn has(&self, game: StreamId) -> Result<bool, Failure> {
        Ok(match self {
            Self::Store(store) => store.card(game)?.is_some_and(|listed| !is_arriving(&listed.card)),
            Self::Running(server) => server.has(game),
        })
    }

    /// Files a game: in the store itself, or as a stream that is sent to the server. Says whether it was there already.
    pub(crate) fn put(
        &self,
        game: StreamId,
        file: impl FnOnce(&dyn EventStore) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        match self {
            Self::Store(store) => file(store).map(|()| false),
            Self::Running(server) => {
                let memory = MemoryStore::new();
                file(&memory)?;
                Ok(server.import(&export_file(&memory, game)?)?.already_existed)
            }
        }
    }
}

/// A store that is read.
pub(crate) enum ToRead {
    /// That of the data directory.
    Own(SledStore),
    /// A copy, for a server holds that.
    Copied(Copied),
}

impl std::ops::Deref for ToRead {
    type Target = SledStore;

    fn deref(&self) -> &SledStore {
        match self {
            Self::Own(store) => store,
            Self::Copied(copied) => &copied.store,
        }
    }
}

fn open(dir: &Path, options: &Options) -> Result<(SledStore, OpenReport), StoreError> {
    let held = SledStore::hold(dir, options.patience)?;
    // No server runs on it, whatever a killed one left.
    forget(dir);
    let (store, report) = SledStore::open_held(&held, options)?;
    if report.unmarked && !tracing::dispatcher::has_been_set() {
        eprintln!(
            "hindsight: warning: the mark of what was acknowledged in {} was missing or damaged. Everything was verified and is \
             sound, but whether the last commands are there cannot be told: compare with a backup",
            dir.display()
        );
    }
    for removed in &report.removed {
        tracing::warn!(file = %removed.display(), "removed a database snapshot that a kill left half-written");
    }
    Ok((store, report))
}

/// Whether a stream is a game that is there whole, and neither a layer of annotations nor a study.
fn is_game(card: &StreamCard) -> bool {
    !is_arriving(card) && !is_no_game(card)
}

/// A game of the store by its id.
pub(crate) fn listed(store: &dyn EventStore, game: StreamId) -> Result<Listed, Failure> {
    let known = store
        .card(game)?
        .filter(|listed| !listed.deleted && is_game(&listed.card));
    known.ok_or_else(|| Failure::new(Code::Missing, format!("there is no game {game} in this store")))
}

/// The games named, or all.
pub(crate) fn games(store: &dyn EventStore, named: &[StreamId]) -> Result<Vec<Listed>, Failure> {
    if named.is_empty() {
        return all(store, is_game);
    }
    named.iter().map(|game| listed(store, *game)).collect()
}

/// All studies.
pub(crate) fn studies(store: &dyn EventStore) -> Result<Vec<Listed>, Failure> {
    all(store, is_study)
}

/// All streams of a kind, the oldest first.
fn all(store: &dyn EventStore, is_meant: fn(&StreamCard) -> bool) -> Result<Vec<Listed>, Failure> {
    let filter = StreamFilter {
        audience: Audience::Everything,
        order: hindsight_store::ListOrder::Ascending,
        ..StreamFilter::default()
    };
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.streams(&filter, cursor, hindsight_store::MAX_PAGE)?;
        all.extend(page.streams.into_iter().filter(|listed| is_meant(&listed.card)));
        match page.next {
            Some(next) => cursor = Some(next),
            None => return Ok(all),
        }
    }
}

/// The system of a game.
pub(crate) fn system_of(listed: &Listed) -> Result<&'static dyn System, Failure> {
    hindsight_engine::system(&listed.card.system).ok_or_else(|| {
        let message = format!(
            "game {} is of {:?}, which this release does not know",
            listed.stream, listed.card.system
        );
        Failure::new(Code::Store, message)
    })
}

/// The records of a game.
pub(crate) fn records(store: &dyn EventStore, game: StreamId) -> Result<Vec<PastRecord>, Failure> {
    let mut records = Vec::new();
    store.scan(game, 1, u64::MAX, Check::Chain, &mut |record| {
        records.push(PastRecord {
            event: StoredEvent {
                kind: record.kind.to_owned(),
                schema: record.schema,
                body: record.body.to_vec(),
            },
            command: record.command.map(|(_, body)| body.to_vec()),
        });
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(records)
}

/// A game with its whole past.
pub(crate) fn chronicle(store: &dyn EventStore, listed: &Listed) -> Result<Box<dyn Chronicle>, Failure> {
    let system = system_of(listed)?;
    let about =
        |error: hindsight_kernel::FoldError| Failure::from(error).about(format!("game {}", listed.stream));
    system.chronicle(&records(store, listed.stream)?).map_err(about)
}
