//! `hindsight pack`: games in a fraction of their room; and `hindsight pack import`, data packs made of files from
//! elsewhere.

use clap::{Args, Subcommand};
use hindsight_api::games::packing::{Packed, pack_all};
use hindsight_store::{Shrunk, Upkeep, shrink};
use serde_json::json;

use super::data::Opened;
use super::outcome::CommandOutput;
use super::pack_import::{self, PackImportArgs};
use super::progress::Progress;
use super::{Done, Shared};

/// Arguments of `pack`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight pack
  hindsight --data-dir /var/lib/hindsight pack --json
  hindsight pack import --from asoiaf-tmg-data asoiaf-tmg-data/data/en

What was recorded stays as it is, chain and versions too; games that are packed are read quicker, and may be gone on with.
Of a game that is not over the newest part stays as it is until it has 4 KiB.
The files do not become smaller by it, but grow more slowly; --shrink writes the store anew without the room that nothing
uses, which needs room for both meanwhile.
A server does the same by itself with games that were left alone for a while (`serve --pack-after`).
A running server holds its directory and packs by itself: only --shrink needs it stopped.")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PackArgs {
    #[command(subcommand)]
    what: Option<What>,
    /// Give room back to the disk
    #[arg(long)]
    shrink: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a data pack (units, cards, ...) of files from elsewhere and store it
    Import(PackImportArgs),
}

pub(crate) fn run(shared: &Shared, args: &PackArgs) -> Done {
    match &args.what {
        Some(What::Import(args)) => pack_import::run(shared, args),
        None => pack(shared, args),
    }
}

fn pack(shared: &Shared, args: &PackArgs) -> Done {
    let store = match shared.data.open_or_running()? {
        Opened::Store(store) => store,
        Opened::Running(server) => {
            return Err(server.needs_to_stop("it packs by itself (`serve --pack-after`)"));
        }
    };
    let bar = Progress::new(shared, "Packing games", 0);
    let Packed { games, before, after } = pack_all(&store, &mut |done, all| bar.of(done, all))?;
    drop(bar);
    store.close()?;
    drop(store);
    let shrunk = if args.shrink {
        let bar = Progress::new(shared, "Shrinking", 0);
        let data = &shared.data;
        Some(shrink(&data.data_dir, &data.options(), &mut |done, all| {
            bar.of(done, all);
        })?)
    } else {
        None
    };
    let kib = |bytes: u64| bytes.div_ceil(1 << 10);
    let mut text = match games {
        0 => "Nothing to pack: every game is packed.".to_owned(),
        _ => format!(
            "{games} games packed: {} KiB became {} KiB.",
            kib(before),
            kib(after)
        ),
    };
    let mut json = json!({ "games": games, "bytes_before": before, "bytes_after": after });
    if let Some(Shrunk { before, after }) = shrunk {
        text = format!(
            "{text}\nThe store takes {} KiB; it took {} KiB.",
            kib(after),
            kib(before)
        );
        json["disk_before"] = before.into();
        json["disk_after"] = after.into();
    }
    Ok(CommandOutput::new(text, json))
}
