//! `hindsight verify`: is everything there, and is it what was written?

use clap::Args;
use hindsight_store::{EventLog, Upkeep};
use serde_json::json;

use super::outcome::CommandOutput;
use super::progress::Progress;
use super::{Done, Shared};

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight verify
  hindsight --data-dir /var/lib/hindsight verify --json

Exit code 1 if a chain, the log or the index is broken.")]
pub(crate) struct VerifyArgs {}

pub(crate) fn run(shared: &Shared, _: &VerifyArgs) -> Done {
    let store = shared.data.open_to_read()?;
    let bar = Progress::new(shared, "Verifying", store.position());
    let verdict = store.verify(&mut |done| bar.at(done))?;
    drop(bar);
    let fault = verdict.first_fault.as_ref();
    let text = match fault {
        None => format!(
            "Sound: {} records in {} streams, every chain whole.",
            verdict.records, verdict.streams
        ),
        Some(fault) => format!("{} faults; the first: {fault}", verdict.faults),
    };
    let json = json!({
        "sound": verdict.is_sound(),
        "streams": verdict.streams,
        "records": verdict.records,
        "faults": verdict.faults,
        "first_fault": fault.map(|fault| json!({
            "game": fault.stream,
            "version": fault.version,
            "why": fault.why,
        })),
    });
    Ok(CommandOutput::new(text, json).found(!verdict.is_sound()))
}
