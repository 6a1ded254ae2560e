//! `hindsight backup` and `hindsight restore`: the whole store in one file.

use std::path::PathBuf;

use clap::Args;
use hindsight_store::{EventLog, receive_backup};
use serde_json::json;

use super::data::Opened;
use super::outcome::{Code, CommandOutput, Failure};
use super::progress::Progress;
use super::{Done, Shared};

/// Arguments of `backup`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight backup hindsight-2026-05-02.backup
  hindsight --data-dir /var/lib/hindsight backup /mnt/backups/today.backup --force

The file appears only when it is whole. Where a server runs on the directory, it writes the backup and goes on meanwhile;
another machine gets one by `GET /v1/backup` with a token of an admin.")]
pub(crate) struct BackupArgs {
    /// The file to write
    file: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

/// Arguments of `restore`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight --data-dir restored restore hindsight-2026-05-02.backup

The file is checked to its end before anything is written; the directory must be empty or absent.")]
pub(crate) struct RestoreArgs {
    /// The backup to read
    file: PathBuf,
}

pub(crate) fn run(shared: &Shared, args: &BackupArgs) -> Done {
    if args.file.exists() && !args.force {
        let message = format!("{} is there already; --force replaces it", args.file.display());
        return Err(Failure::new(Code::File, message));
    }
    let report = match shared.data.open_or_running()? {
        Opened::Store(store) => {
            let bar = Progress::new(shared, "Backing up", store.position());
            store.backup_to_file(&args.file, &mut |done, all| bar.of(done, all))?
        }
        Opened::Running(server) => {
            let _bar = Progress::new(shared, "Backing up by the running server", 0);
            receive_backup(&mut server.get("/v1/backup")?, &args.file)?
        }
    };
    let text = format!(
        "{} streams with {} records in {}.",
        report.streams,
        report.records,
        args.file.display()
    );
    Ok(CommandOutput::new(
        text,
        json!({ "file": args.file, "streams": report.streams, "records": report.records }),
    ))
}

pub(crate) fn restore(shared: &Shared, args: &RestoreArgs) -> Done {
    if !args.file.exists() {
        return Err(Failure::new(
            Code::File,
            format!("there is no file {}", args.file.display()),
        ));
    }
    let dir = &shared.data.data_dir;
    let bar = Progress::new(shared, "Restoring", 1);
    let report = hindsight_store::restore(&args.file, dir, &mut |done, all| bar.of(done, all))?;
    drop(bar);
    let text = format!(
        "{} streams with {} records restored into {}.",
        report.streams,
        report.records,
        dir.display()
    );
    Ok(CommandOutput::new(
        text,
        json!({ "data_dir": dir, "streams": report.streams, "records": report.records }),
    ))
}
