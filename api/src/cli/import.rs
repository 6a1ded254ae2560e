//! `hindsight import`: games and studies from files into the store.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use hindsight_api::aggregates::bundle;
use hindsight_api::aggregates::transfer::sound_game;
use hindsight_api::base::error::ApiError;
use hindsight_api::games::import::{export_file, split_file};
use hindsight_api::games::kinds::is_study;
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
The same game twice is recognised and stored once. A file that is wrong changes nothing; those before it stay.")]
pub(crate) struct ImportArgs {
    /// The files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the files are; found out by itself without it
    #[arg(long, value_enum)]
    format: Option<Format>,
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
        match args.format.unwrap_or_else(|| guess(&bytes)) {
            Format::Ndjson => {
                for game in bundle::games(&bytes) {
                    let told = stream(store, game).map_err(about)?;
                    came.note(file, &told);
                }
            }
            format => {
                for told in documents(store, &bytes, format, args).map_err(about)? {
                    came.note(file, &told);
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
    } = came;
    Ok(CommandOutput::new(
        lines.join("\n"),
        json!({ "games": games, "studies": studies }),
    ))
}

/// What became of one game or study: words, id and state for programs.
struct ImportLine {
    words: String,
    /// Its id, unless nothing was stored.
    id: Option<String>,
    is_study: bool,
    state: &'static str,
}

/// What came in so far.
#[derive(Default)]
struct Came {
    lines: Vec<String>,
    games: Vec<Value>,
    studies: Vec<Value>,
}

impl Came {
    fn note(&mut self, file: &Path, line: &ImportLine) {
        self.lines.push(format!("{}: {}", file.display(), line.words));
        let (kind, all) = if line.is_study {
            ("study", &mut self.studies)
        } else {
            ("game", &mut self.games)
        };
        all.push(json!({ "file": file, kind: line.id, "state": line.state }));
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

fn guess(bytes: &[u8]) -> Format {
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if start != Some(&b'{') {
        // A list of documents begins with a bracket too, but its next character is a brace.
        let mut begin = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
        return match (begin.next(), begin.next()) {
            (Some(b'['), Some(b'{')) => Format::Json,
            _ => Format::Text,
        };
    }
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header = serde_json::from_slice::<Value>(line);
    let is_stream =
        header.is_ok_and(|header| header.get("hindsight").and_then(Value::as_str) == Some("stream"));
    if is_stream { Format::Ndjson } else { Format::Json }
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
    })
}

/// Files a game from a text, or has the server file it.
fn filed(store: &Opened, document: &Document, label: &Label) -> Result<Filed, Failure> {
    let server = match store {
        Opened::Store(store) => return filing::file(store, document, label),
        Opened::Running(server) => server,
    };
    let memory = hindsight_store::MemoryStore::new();
    let (Filed::New(id) | Filed::AlreadyThere(id)) = filing::file(&memory, document, label)?;
    if server.has(id) {
        return Ok(Filed::AlreadyThere(id));
    }
    let imported = server.import(&export_file(&memory, id)?)?;
    Ok(if imported.already_existed {
        Filed::AlreadyThere(id)
    } else {
        Filed::New(id)
    })
}

fn documents(
    store: Option<&Opened>,
    bytes: &[u8],
    format: Format,
    args: &ImportArgs,
) -> Result<Vec<ImportLine>, Failure> {
    let documents: Vec<Document> = match format {
        Format::Json => {
            let wrong = |error: serde_json::Error| {
                Failure::new(Code::File, format!("not the JSON form of a game: {error}"))
            };
            let value: Value = serde_json::from_slice(bytes).map_err(wrong)?;
            if value.is_array() {
                serde_json::from_value(value).map_err(wrong)?
            } else {
                vec![serde_json::from_value(value).map_err(wrong)?]
            }
        }
        Format::Text | Format::Ndjson => hindsight_notation::parse_bytes(bytes)?,
    };
    if documents.is_empty() {
        return Err(Failure::new(Code::File, "there is no game in it"));
    }
    let label = Label {
        owner: args.owner.clone(),
        shown: args.visibility,
        marks: vec!["imported".to_owned()],
        as_dated: false,
    };
    let mut lines = Vec::new();
    for document in &documents {
        let title = document.title.as_deref().unwrap_or("untitled");
        lines.push(match store {
            None => {
                let replayed = hindsight_notation::bridge::replay(document, &[])?;
                ImportLine {
                    words: format!("{title:?}, {} commands, sound", replayed.played.len()),
                    id: None,
                    is_study: false,
                    state: "sound",
                }
            }
            Some(store) => match filed(store, document, &label)? {
                Filed::New(id) => ImportLine {
                    words: format!("{title:?} stored as {id}, {}", args.visibility.seen_by()),
                    id: Some(id.to_string()),
                    is_study: false,
                    state: "new",
                },
                Filed::AlreadyThere(id) => ImportLine {
                    words: format!("{title:?} is here already as {id}"),
                    id: Some(id.to_string()),
                    is_study: false,
                    state: "already_there",
                },
            },
        });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_tells_by_its_beginning_what_it_is() {
        for (text, format) in [
            ("[Hindsight \"1\"]", Format::Text),
            ("", Format::Text),
            (" \n{\"hindsight\": 1}", Format::Json),
            ("[ {\"hindsight\": 1}]", Format::Json),
            ("{\"hindsight\":\"stream\",\"format\":1}\n{}", Format::Ndjson),
        ] {
            assert_eq!(guess(text.as_bytes()), format, "{text}");
        }
    }
}
