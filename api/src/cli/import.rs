//! `hindsight import`: games and studies from files into the store.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use hindsight_api::aggregates::bundle;
use hindsight_api::aggregates::transfer::sound_game;
use hindsight_api::base::error::ApiError;
use hindsight_api::games::import::{export_file, split_file};
use hindsight_api::games::incoming::{FileForm, GameInFile, games_in, text_of};
use hindsight_api::games::kinds::is_study;
use hindsight_api::games::packs_of;
use hindsight_incoming_text::Encoding;
use hindsight_notation::Document;
use hindsight_store::{EventStore, Imported, StreamId};
use serde_json::{Value, json};

use super::data::Opened;
use super::filing::{self, Filed, Label, Shown};
use super::outcome::{Code, CommandOutput, Failure};
use super::progress::Progress;
use super::running::Running;
use super::{Done, Shared};

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Arguments of `import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight import game.hgn
  hindsight import exported/*.ndjson --json
  cat game.hgn | hindsight import - --visibility public

Games from text stay private unless you say otherwise; only public ones count in the community's figures.
A file is text (.hgn, one game or several), the JSON form of the text, or an exported game or study (NDJSON with its
chain).
The same game twice is recognised and stored once. A game that is wrong changes nothing; the others come in, and the command
says what became of each.")]
pub(crate) struct ImportArgs {
    /// The files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the files are; found out by itself without it
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The encoding of the files, where they are neither UTF-8 nor UTF-16 with a byte order mark: windows-1252
    #[arg(long)]
    encoding: Option<Encoding>,
    /// Who owns games from text
    #[arg(long, default_value = "admin")]
    owner: String,
    /// Who may see games from text
    #[arg(long, value_enum, default_value = "private")]
    visibility: Shown,
    /// Read and replay everything, but store nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The text notation
    Text,
    /// Its JSON form
    Json,
    /// A stream with its chain
    Ndjson,
}

pub(crate) fn run(shared: &Shared, args: &ImportArgs) -> Done {
    let store = if args.dry_run {
        None
    } else {
        Some(shared.data.open_new_or_running()?)
    };
    let store = store.as_ref();
    let bar = Progress::new(shared, "Importing", args.files.len() as u64);
    let mut came = Came::default();
    for file in &args.files {
        let about = |failure: Failure| failure.about(file.display());
        let bytes = read(file).map_err(about)?;
        let encoding = args.encoding.unwrap_or_default();
        let text = text_of(&bytes, encoding).map_err(|error| about(error.into()))?;
        match args.format.unwrap_or_else(|| FileForm::of(&text).into()) {
            Format::Ndjson => {
                for game in bundle::games(text.as_bytes()) {
                    came.note(file, stream(store, game));
                }
            }
            Format::Text | Format::Json => {
                for game in games_in(&text).map_err(|error| about(error.into()))? {
                    came.note(file, one_of_text(store, game, args));
                }
            }
        }
        bar.step();
    }
    drop(bar);
    let Came {
        lines,
        games,
        studies,
        mut failures,
    } = came;
    let done = CommandOutput::new(lines.join("\n"), json!({ "games": games, "studies": studies }));
    if failures.is_empty() {
        return Ok(done);
    }
    // What came in stays, and is said beside what did not.
    if !lines.is_empty() {
        done.print(shared.json);
    }
    let first = failures.remove(0);
    for other in failures {
        other.print(shared.json);
    }
    Err(first)
}

/// What became of one game or study: words, id and state for programs.
struct ImportLine {
    words: String,
    /// Its id, unless nothing was stored.
    id: Option<String>,
    is_study: bool,
    state: &'static str,
    /// Another record of the same battle.
    same_battle: Option<String>,
}

/// What came in so far.
#[derive(Default)]
struct Came {
    lines: Vec<String>,
    games: Vec<Value>,
    studies: Vec<Value>,
    failures: Vec<Failure>,
}

impl Came {
    fn note(&mut self, file: &Path, became: Result<ImportLine, Failure>) {
        let line = match became {
            Ok(line) => line,
            Err(failure) => {
                self.failures.push(failure.about(file.display()));
                return;
            }
        };
        self.lines.push(format!("{}: {}", file.display(), line.words));
        let (kind, all) = if line.is_study {
            ("study", &mut self.studies)
        } else {
            ("game", &mut self.games)
        };
        let mut entry = json!({ "file": file, kind: line.id, "state": line.state });
        if let Some(same) = line.same_battle {
            entry["same_battle"] = json!(same);
        }
        all.push(entry);
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let wrong = |error: std::io::Error| Failure::new(Code::File, error.to_string());
    let mut bytes = Vec::new();
    let mut limited: Box<dyn Read> = if file == Path::new("-") {
        Box::new(std::io::stdin().lock().take(LARGEST + 1))
    } else {
        Box::new(std::fs::File::open(file).map_err(wrong)?.take(LARGEST + 1))
    };
    limited.read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::new(Code::File, "larger than 1 GiB"));
    }
    Ok(bytes)
}

impl From<FileForm> for Format {
    fn from(form: FileForm) -> Self {
        match form {
            FileForm::Text => Self::Text,
            FileForm::Json => Self::Json,
            FileForm::Records => Self::Ndjson,
        }
    }
}

fn stream(store: Option<&Opened>, bytes: &[u8]) -> Result<ImportLine, Failure> {
    let (header, _) = split_file(bytes)?;
    let wrong = |error: ApiError| Failure::new(Code::File, error.problem().detail.clone());
    let is_study = header.card.is_some_and(|card| is_study(&card));
    let memory;
    let (store, dry) = match store {
        Some(Opened::Running(server)) => return sent(server, header.stream, bytes, is_study),
        Some(Opened::Store(store)) => (store as &dyn EventStore, false),
        None => {
            memory = hindsight_store::MemoryStore::new();
            (&memory as &dyn EventStore, true)
        }
    };
    let stored = if is_study {
        bundle::take(store, bundle::sound_study(bytes, None).map_err(wrong)?)?
    } else {
        sound_game(bytes, None).map_err(wrong)?.take_as_filed(store)?
    };
    let (words, id, state) = match stored {
        Imported::New { stream, records } if dry => {
            (format!("{stream}, {records} records, sound"), stream, "sound")
        }
        Imported::New { stream, records } => (format!("{stream} stored, {records} records"), stream, "new"),
        Imported::Extended { stream, from, to } => (
            format!("{stream} went on from version {from} to {to}"),
            stream,
            "extended",
        ),
        Imported::AlreadyThere { stream, .. } => {
            (format!("{stream} is here already"), stream, "already_there")
        }
    };
    Ok(ImportLine {
        words,
        id: Some(id.to_string()),
        is_study,
        state,
        same_battle: None,
    })
}

/// Has a stream stored by the server that holds the store.
fn sent(server: &Running, id: StreamId, bytes: &[u8], is_study: bool) -> Result<ImportLine, Failure> {
    let already_existed = if is_study {
        server.import_study(bytes)?
    } else {
        server.import(bytes)?.already_existed
    };
    let (words, state) = if already_existed {
        (format!("{id} is here already"), "already_there")
    } else {
        (format!("{id} stored by the running server"), "new")
    };
    Ok(ImportLine {
        words,
        id: Some(id.to_string()),
        is_study,
        state,
        same_battle: None,
    })
}

/// Files a game from a text, or has the server file it.
fn filed(store: &Opened, document: &Document, label: &Label) -> Result<Filed, Failure> {
    let server = match store {
        Opened::Store(store) => return filing::file(store, document, &packs_of(store, document)?, label),
        Opened::Running(server) => server,
    };
    let memory = hindsight_store::MemoryStore::new();
    let packs = packs_on(server, document)?;
    let (Filed::New { id, .. } | Filed::AlreadyThere(id)) = filing::file(&memory, document, &packs, label)?;
    if server.has(id) {
        return Ok(Filed::AlreadyThere(id));
    }
    let imported = server.import(&export_file(&memory, id)?)?;
    Ok(if imported.already_existed {
        Filed::AlreadyThere(id)
    } else {
        Filed::New {
            id,
            same_battle: imported.same_battle.and_then(|same| same.id.parse().ok()),
        }
    })
}

/// The packs that a text may use, those that its headers name from the server that holds the store.
fn packs_on(server: &Running, document: &Document) -> Result<Vec<Value>, Failure> {
    let mut packs = Vec::new();
    for hash in document.packs.iter().filter_map(|pack| pack.hash.as_ref()) {
        let mut text = Vec::new();
        let mut answer = server.get(&format!("/v1/packs/{hash}"))?;
        let wrong =
            |error: &dyn std::fmt::Display| Failure::new(Code::Store, format!("the pack {hash}: {error}"));
        answer.read_to_end(&mut text).map_err(|error| wrong(&error))?;
        packs.push(serde_json::from_slice(&text).map_err(|error| wrong(&error))?);
    }
    packs.extend(filing::system(&document.system)?.sample_packs());
    Ok(packs)
}

/// Files one game of a text; without a store it is only replayed.
fn one_of_text(store: Option<&Opened>, game: GameInFile, args: &ImportArgs) -> Result<ImportLine, Failure> {
    let document = game.read?;
    let title = document.title.as_deref().unwrap_or("untitled");
    let label = Label {
        owner: args.owner.clone(),
        shown: args.visibility,
        marks: vec!["imported".to_owned()],
        as_dated: false,
    };
    let line = |words: String, id: Option<StreamId>, state| ImportLine {
        words,
        id: id.map(|id| id.to_string()),
        is_study: false,
        state,
        same_battle: None,
    };
    let Some(store) = store else {
        let packs = packs_of(&hindsight_store::MemoryStore::new(), &document)?;
        let replayed = hindsight_notation::bridge::replay(&document, &packs)?;
        let words = format!("{title:?}, {} commands, sound", replayed.played.len());
        return Ok(line(words, None, "sound"));
    };
    Ok(match filed(store, &document, &label)? {
        Filed::New { id, same_battle } => {
            let same = same_battle.map(|same| same.to_string());
            let also = same.as_ref().map_or_else(String::new, |same| {
                format!("; a record of the same battle is here already: {same}")
            });
            let words = format!("{title:?} stored as {id}, {}{also}", args.visibility.seen_by());
            ImportLine {
                same_battle: same,
                ..line(words, Some(id), "new")
            }
        }
        Filed::AlreadyThere(id) => line(
            format!("{title:?} is here already as {id}"),
            Some(id),
            "already_there",
        ),
    })
}
