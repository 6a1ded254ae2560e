//! `hindsight pack import`: a data pack made of a folder of files from elsewhere, stored under the hash of its content.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use hindsight_api::base::StoreHandle;
use hindsight_api::games::PackRegistry;
use hindsight_engine::{System, systems};
use hindsight_incoming_text::{Encoding, decode};
use hindsight_kernel::{ImportFault, ImportFile, ImportedPack, PackImport, PackTitle, Taken};
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure};
use super::waiting::wait;
use super::{Done, Shared};

/// The most files of a folder that are read.
const MOST_FILES: usize = 100;
/// The most bytes of all of them together.
const MOST_BYTES: u64 = 32 << 20;
/// The most notes that are said at a terminal; `--json` says all.
const MOST_NOTES: usize = 40;

/// Arguments of `pack import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight pack import --from asoiaf-tmg-data asoiaf-tmg-data
  hindsight pack import --from asoiaf-tmg-data asoiaf-tmg-data/data/en --id season-6 --name \"Season 6\"
  hindsight pack import --from asoiaf-tmg-data data/en --dry-run --json

The form asoiaf-tmg-data is that of the public repository Pf2eTools/asoiaf-tmg-data; its files are read from the folder or,
if that is the whole repository, from data/en in it. The answer tells how much of the texts the engine follows by itself and
how much is kept as text for the players, and which cards were left out or changed, with file and field.
A new game then offers the pack. A running server holds its directory: stop it first, or use its page /packs.")]
pub(crate) struct PackImportArgs {
    /// The form of the files
    #[arg(long, value_name = "FORM")]
    from: String,
    /// The folder with the files (`*.json`)
    folder: PathBuf,
    /// The id of the pack: lower-case letters, digits and hyphens; that of the form without it
    #[arg(long)]
    id: Option<String>,
    /// What people call the pack; its id without it
    #[arg(long)]
    name: Option<String>,
    /// Who owns the pack
    #[arg(long, default_value = "admin")]
    owner: String,
    /// Write the pack into this file too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Make the pack and tell what became of the files, but store nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(shared: &Shared, args: &PackImportArgs) -> Done {
    let (system, form) = form(&args.from)?;
    let files = files(&folder(&args.folder, form))?;
    let id = args.id.clone().unwrap_or_else(|| form.id.to_owned());
    let named = PackTitle {
        name: args.name.clone().unwrap_or_else(|| id.clone()),
        id,
    };
    let imported = system
        .import_pack(form.id, &files, &named)
        .map_err(|faults| refused(&faults))?;
    if let Some(file) = &args.out {
        let text = serde_json::to_string_pretty(&imported.pack).unwrap_or_default();
        let wrong = |error: std::io::Error| Failure::new(Code::File, error.to_string()).about(file.display());
        fs::write(file, text + "\n").map_err(wrong)?;
    }
    let (hash, state) = if args.dry_run {
        let info = system.check_pack(&imported.pack);
        let hash = info.map(|info| info.hash).unwrap_or_default();
        (hash, "sound")
    } else {
        let packs = PackRegistry::new(StoreHandle::new(Arc::new(shared.data.open()?)));
        let stored = wait(packs.upload(system, imported.pack.clone(), args.owner.clone()))?;
        (stored.0.hash, if stored.1 { "new" } else { "already_there" })
    };
    Ok(import_output(system, &named, &imported, &hash, state))
}

/// The system that makes packs of a form.
fn form(id: &str) -> Result<(&'static dyn System, PackImport), Failure> {
    let mut known = Vec::new();
    for system in systems() {
        for form in system.pack_imports() {
            if form.id == id {
                return Ok((*system, form));
            }
            known.push(form.id);
        }
    }
    let message = format!("there is no form {id:?}; packs are made of {}", known.join(", "));
    Err(Failure::new(Code::Usage, message))
}

/// The folder that holds the files: the one named, or the one in it where the form has them.
fn folder(named: &Path, form: PackImport) -> PathBuf {
    let within = named.join(form.folder);
    if !form.folder.is_empty() && within.is_dir() {
        within
    } else {
        named.to_owned()
    }
}

/// The files of a folder whose names end in `.json`, by their names.
fn files(folder: &Path) -> Result<Vec<ImportFile>, Failure> {
    let wrong = |error: std::io::Error| Failure::new(Code::File, error.to_string()).about(folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|ending| ending == "json") && path.is_file() {
            paths.push(path);
        }
        if paths.len() > MOST_FILES {
            let message = format!("a pack is made of at most {MOST_FILES} files");
            return Err(Failure::new(Code::File, message).about(folder.display()));
        }
    }
    if paths.is_empty() {
        return Err(Failure::new(Code::File, "there is no .json file in it").about(folder.display()));
    }
    paths.sort();
    let mut left = MOST_BYTES;
    paths.iter().map(|path| read(path, &mut left)).collect()
}

fn read(path: &Path, left: &mut u64) -> Result<ImportFile, Failure> {
    let wrong = |error: std::io::Error| Failure::new(Code::File, error.to_string()).about(path.display());
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(wrong)?;
    file.take(*left + 1).read_to_end(&mut bytes).map_err(wrong)?;
    let Some(rest) = left.checked_sub(bytes.len() as u64) else {
        let message = format!(
            "the files of a pack have at most {} MiB together",
            MOST_BYTES >> 20
        );
        return Err(Failure::new(Code::File, message).about(path.display()));
    };
    *left = rest;
    let text = decode(&bytes, Encoding::Unicode)
        .map_err(|wrong| Failure::new(Code::File, wrong.to_string()).about(path.display()))?
        .into_owned();
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(ImportFile { name, text })
}

fn refused(faults: &[ImportFault]) -> Failure {
    let lines: Vec<String> = faults.iter().take(MOST_NOTES).map(ToString::to_string).collect();
    Failure::new(Code::File, lines.join("\n"))
}

fn import_output(
    system: &dyn System,
    named: &PackTitle,
    imported: &ImportedPack,
    hash: &str,
    state: &str,
) -> CommandOutput {
    let done = match state {
        "new" => "stored",
        "already_there" => "is here already",
        _ => "is sound; nothing is stored",
    };
    let mut lines = vec![format!("{} pack {} {done}: {hash}", system.title(), named.id)];
    lines.extend(imported.taken.iter().map(line));
    if !imported.notes.is_empty() {
        lines.push(format!(
            "{} cards or fields left out or changed:",
            imported.notes.len()
        ));
    }
    lines.extend(
        imported
            .notes
            .iter()
            .take(MOST_NOTES)
            .map(|note| format!("  {note}")),
    );
    if imported.notes.len() > MOST_NOTES {
        lines.push("  ... (all of them with --json)".to_owned());
    }
    CommandOutput::new(
        lines.join("\n"),
        json!({
            "system": system.id(), "id": named.id, "hash": hash, "state": state,
            "taken": imported.taken, "notes": imported.notes,
        }),
    )
}

/// `Orders: 30, of which 12 live, 3 in part, 15 as text`.
fn line(taken: &Taken) -> String {
    let Taken {
        what,
        all,
        live,
        partly,
        text,
    } = taken;
    match (live, partly, text) {
        (Some(live), Some(partly), Some(text)) => {
            format!("{what}: {all}, of which {live} live, {partly} in part, {text} as text")
        }
        _ => format!("{what}: {all}"),
    }
}
