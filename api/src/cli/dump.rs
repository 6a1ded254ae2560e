//! `hindsight dump`: the community's games of a month as a file for everybody.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use hindsight_api::analysis::community::{self, is_month};
use hindsight_api::analysis::facts_of_month;
use hindsight_store::{SledStore, Upkeep};
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure};
use super::{Done, Shared};

/// Arguments of `dump`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight dump --month 2026-03
  hindsight dump --month 2026-03 --output /srv/dumps/2026-03.ndjson.zst
  hindsight dump --month 2026-03 --facts

NDJSON packed by zstd: a header, a line for each public game that ended in the month, and how many there are. Accounts
stand under pseudonyms, the same in every month. Free to use (CC0-1.0). The server gives the same file.")]
pub(crate) struct DumpArgs {
    /// The month (UTC) in which the games ended, such as 2026-03
    #[arg(long, value_parser = month)]
    month: String,
    /// What happened in each game, a line a moment, for `hindsight ask` and statistics of your own
    #[arg(long)]
    facts: bool,
    /// The file; `community-MONTH.ndjson.zst` without it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn month(text: &str) -> Result<String, String> {
    if is_month(text) {
        Ok(text.to_owned())
    } else {
        Err("a month such as 2026-03 is expected".to_owned())
    }
}

pub(crate) fn run(shared: &Shared, args: &DumpArgs) -> Done {
    let store = shared.data.open_to_read()?;
    if args.facts {
        return facts(&store, args);
    }
    let dump = community::dump(&*store, &args.month)
        .map_err(|error| Failure::new(Code::Store, error.to_string()))?;
    store.close()?;
    let path = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("community-{}.ndjson.zst", args.month)));
    std::fs::write(&path, &dump.bytes)
        .map_err(|error| Failure::new(Code::File, format!("{}: {error}", path.display())))?;
    let text = format!(
        "{} games of {} written to {}.",
        dump.games,
        args.month,
        path.display()
    );
    Ok(CommandOutput::new(
        text,
        json!({ "month": args.month, "games": dump.games, "output": path }),
    ))
}

/// The facts of a month as a file, packed while they are told.
fn facts(store: &SledStore, args: &DumpArgs) -> Done {
    let path = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("facts-{}.ndjson.zst", args.month)));
    let wrong = |error: std::io::Error| Failure::new(Code::File, format!("{}: {error}", path.display()));
    let file = std::fs::File::create(&path).map_err(wrong)?;
    let mut packed = zstd::Encoder::new(std::io::BufWriter::new(file), 6).map_err(wrong)?;
    packed.include_checksum(true).map_err(wrong)?;
    let told = facts_of_month(store, &args.month, &mut |line| writeln!(packed, "{line}"));
    let (games, moments) = told.map_err(|error| Failure::new(Code::Store, error.to_string()))?;
    packed.finish().and_then(|mut file| file.flush()).map_err(wrong)?;
    let text = format!(
        "{moments} facts of {games} games of {} written to {}.",
        args.month,
        path.display()
    );
    Ok(CommandOutput::new(
        text,
        json!({ "month": args.month, "games": games, "moments": moments, "output": path }),
    ))
}
