//! `hindsight export`: games from the store into files.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use hindsight_api::aggregates::bundle;
use hindsight_api::aggregates::transfer::ToldGame;
use hindsight_api::games::commands_of;
use hindsight_api::games::import::export_file;
use hindsight_store::{EventStore, Listed, StreamId};
use serde_json::json;

use super::filing::Shown;
use super::outcome::{Code, CommandOutput, Failure, out};
use super::progress::Progress;
use super::{Done, Shared, data};

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight export 01JZ8Q4T0V6J3K5M7N9P1R3S5T > game.hgn
  hindsight export 01JZ8Q4T0V6J3K5M7N9P1R3S5T --format ndjson --output game.ndjson
  hindsight export --all --format ndjson --output exported/

Text and JSON hold the commands with their dice and replay to the same events; NDJSON holds the records themselves with
their chain, and `import` checks it. All of a store in NDJSON holds its studies too, each in a file of its own. Files of
NDJSON, and of games that are not public, are readable by their owner alone.")]
pub(crate) struct ExportArgs {
    /// The games
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    games: Vec<StreamId>,
    /// Every game of the store
    #[arg(long)]
    all: bool,
    /// How to write them
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// A file for one game, a directory for several; standard output without it
    #[arg(long, short, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The text notation
    Text,
    /// Its JSON form
    Json,
    /// The stream with its chain
    Ndjson,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Text => hindsight_notation::FILE_EXTENSION,
            Self::Json => "json",
            Self::Ndjson => "ndjson",
        }
    }
}

pub(crate) fn run(shared: &Shared, args: &ExportArgs) -> Done {
    let store = shared.data.open_to_read()?;
    let games = data::games(&*store, &args.games)?;
    match &args.output {
        None => {
            if games.len() > 1 && args.format != Format::Text {
                let message = "several games in this format go into a directory: name one with --output";
                return Err(Failure::new(Code::Usage, message));
            }
            for (place, listed) in games.iter().enumerate() {
                let text = rendered(&*store, listed, args.format)?;
                out(if place > 0 { "\n" } else { "" });
                out(&String::from_utf8_lossy(&text));
            }
            Ok(CommandOutput::written())
        }
        Some(path) => {
            let several = args.all || games.len() > 1 || path.is_dir();
            if several {
                std::fs::create_dir_all(path).map_err(|error| unwritten(path, &error))?;
            }
            let studies = if args.all && args.format == Format::Ndjson {
                data::studies(&*store)?
            } else {
                Vec::new()
            };
            let bar = Progress::new(shared, "Exporting", (games.len() + studies.len()) as u64);
            let put = |stream: StreamId, visibility: &str, bytes: &[u8]| {
                let file = if several {
                    path.join(format!("{stream}.{}", args.format.extension()))
                } else {
                    path.clone()
                };
                // A stream has what its game hides, and what is not public is for nobody else on this machine.
                let secret = args.format == Format::Ndjson || visibility != Shown::Public.name();
                let written = create(&file, secret).and_then(|mut to| to.write_all(bytes));
                bar.step();
                written.map_err(|error| unwritten(&file, &error))
            };
            for listed in &games {
                let bytes = rendered(&*store, listed, args.format)?;
                put(listed.stream, &listed.card.visibility, &bytes)?;
            }
            for listed in &studies {
                let mut bytes = Vec::new();
                hindsight_store::export(&*store, listed.stream, &mut bytes)?;
                put(listed.stream, &listed.card.visibility, &bytes)?;
            }
            drop(bar);
            let (played, told) = (games.len(), studies.len());
            let and_studies = match told {
                0 => String::new(),
                1 => " and 1 study".to_owned(),
                several => format!(" and {several} studies"),
            };
            let text = format!("{played} games{and_studies} written to {}.", path.display());
            Ok(CommandOutput::new(
                text,
                json!({ "games": played, "studies": told, "output": path }),
            ))
        }
    }
}

/// Creates a file, or empties the one that is there; a secret one is readable by its owner alone.
fn create(path: &Path, secret: bool) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        // What is no file (standard output, a pipe) stays as it is.
        if file.metadata()?.is_file() {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        return Ok(file);
    }
    let _ = secret;
    options.open(path)
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Code::File, format!("{}: {error}", path.display()))
}

fn rendered(store: &dyn EventStore, listed: &Listed, format: Format) -> Result<Vec<u8>, Failure> {
    if format == Format::Ndjson {
        let mut file = export_file(store, listed.stream)?;
        bundle::carry(store, listed.stream, &|_| true, &mut file)
            .map_err(|error| Failure::new(Code::Store, error.to_string()))?;
        return Ok(file);
    }
    let about = |failure: Failure| failure.about(format!("game {}", listed.stream));
    let system = data::system_of(listed)?;
    let records = data::records(store, listed.stream)?;
    let chronicle = system.chronicle(&records).map_err(|error| about(error.into()))?;
    let told = ToldGame {
        id: listed.stream,
        card: &listed.card,
        system,
        chronicle: chronicle.as_ref(),
        setup: records
            .first()
            .and_then(|record| record.command.as_deref())
            .and_then(hindsight_engine::opening_setup),
        begins: &commands_of(&records),
    };
    let document = told.document(store).map_err(|error| about(error.into()))?;
    Ok(match format {
        Format::Text | Format::Ndjson => hindsight_notation::print(&document).into_bytes(),
        Format::Json => {
            let mut text = serde_json::to_string_pretty(&document)
                .map_err(|error| Failure::new(Code::Defect, error.to_string()))?;
            text.push('\n');
            text.into_bytes()
        }
    })
}
