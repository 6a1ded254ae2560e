//! `hindsight backup` and `hindsight restore`: the whole store in one file.

use std::path::PathBuf;

use clap::Args;
use hindsight_api::access::RestoredAccess;
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

The file appears only when it is whole, and its owner alone may read it: it holds the server's secret, from which dice of
games to come follow, and all that games hide. Where a server runs on the directory, it writes the backup and goes on meanwhile;
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
  hindsight --data-dir restored restore stolen-since.backup --without-tokens

The file is checked to its end before anything is written; the directory must be empty or absent (`lost+found` may be in it).
Tokens and sessions are restored as they were: one that was revoked or ended after the backup works again. The answer says
how many are valid; --without-tokens leaves all of them out. Accounts keep their passwords, roles and open invitations.")]
pub(crate) struct RestoreArgs {
    /// The backup to read
    file: PathBuf,
    /// Leave tokens and sessions out: everybody signs in again, and the next start shows a first admin token
    #[arg(long)]
    without_tokens: bool,
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
    let mut access = RestoredAccess::default();
    let report = hindsight_store::restore_some(
        &args.file,
        dir,
        &mut |tree, _, value| !(access.counts(tree, value) && args.without_tokens),
        &mut |done, all| bar.of(done, all),
    )?;
    drop(bar);
    let RestoredAccess { tokens, sessions } = access;
    let about_access = if args.without_tokens {
        format!("{tokens} valid tokens and {sessions} sessions of the backup were left out.")
    } else {
        format!(
            "{tokens} tokens and {sessions} sessions are valid again as they were when the backup was made, also those that \
             were revoked or ended since; `--without-tokens` leaves them out."
        )
    };
    let text = format!(
        "{} streams with {} records restored into {}.\n{about_access}",
        report.streams,
        report.records,
        dir.display()
    );
    let json = json!({
        "data_dir": dir,
        "streams": report.streams,
        "records": report.records,
        "valid_tokens": tokens,
        "valid_sessions": sessions,
        "without_tokens": args.without_tokens,
    });
    Ok(CommandOutput::new(text, json))
}
