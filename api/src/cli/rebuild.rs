//! `hindsight rebuild`: everything derived, thrown away and made anew from the streams.

use std::time::Instant;

use clap::Args;
use hindsight_api::analysis::community;
use hindsight_api::games::{Rederived, rederive};
use hindsight_store::{LostCommits, Upkeep};
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure};
use super::progress::Progress;
use super::{Done, Shared, data};

/// Arguments of `rebuild`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight rebuild
  hindsight --data-dir /var/lib/hindsight rebuild --json

Streams are read and never changed. What only an index card says (title, players, tags, owner, visibility, whether the
game was deleted, whether an import of it was whole) stays; a card that is damaged or missing is made anew without it and
marked `recovered`, for others than an admin to see only once an admin says whose it is.
A running server holds its directory: stop it first.
Exit code 1 if a game does not fold; its card stays as it was, and the others are rebuilt.")]
pub(crate) struct RebuildArgs {
    /// Open a store of which acknowledged commands are lost, and give those up: when there is no backup
    #[arg(long)]
    give_up_lost: bool,
}

pub(crate) fn run(shared: &Shared, args: &RebuildArgs) -> Done {
    let lost = if args.give_up_lost {
        LostCommits::GiveUp
    } else {
        LostCommits::Refuse
    };
    let (store, report) = shared.data.open_to_mend(lost)?;
    let bar = Progress::new(shared, "Reading streams", store.stats().streams);
    let index = store.rebuild(&mut |streams| bar.at(streams))?;
    drop(bar);
    let games = data::games(&store, &[])?;
    let bar = Progress::new(shared, "Folding games", games.len() as u64);
    let (mut cards, mut snapshots, mut unfit) = (0_u64, 0_u64, Vec::new());
    for listed in &games {
        match rederive(&store, listed) {
            Ok(Rederived { card, snapshot }) => {
                cards += u64::from(card);
                snapshots += u64::from(snapshot);
            }
            Err(error) => unfit.push((listed.stream, error.to_string())),
        }
        bar.step();
    }
    drop(bar);
    let bar = Progress::new(shared, "Counting finished games", games.len() as u64);
    let begun = Instant::now();
    let counted = community::rebuild(&store, &mut |games| bar.at(games))
        .map_err(|error| Failure::new(Code::Store, error.to_string()))?;
    let counting = begun.elapsed().as_secs_f64();
    drop(bar);
    store.close()?;
    let mut lines: Vec<String> = unfit.iter().map(|(game, why)| format!("{game}: {why}")).collect();
    lines.push(format!(
        "{} streams; index: {} cards mended, {} removed, {} told by their games; {snapshots} snapshots made anew; \
         {} games do not fold.",
        index.streams,
        index.mended,
        index.removed,
        cards,
        unfit.len()
    ));
    lines.push(format!(
        "{} public games are over; {} stand in the community's figures, counted in {counting:.1} s.",
        counted.games, counted.rows
    ));
    let failed: Vec<_> = unfit
        .iter()
        .map(|(game, why)| json!({ "game": game, "why": why }))
        .collect();
    let json = json!({
        "streams": index.streams,
        "damaged": report.damaged,
        "mended": index.mended,
        "removed": index.removed,
        "games": games.len(),
        "cards": cards,
        "snapshots": snapshots,
        "unfit": failed,
        "finished": counted.games,
        "counted": counted.rows,
        "counting_seconds": counting,
    });
    Ok(CommandOutput::new(lines.join("\n"), json).found(!unfit.is_empty()))
}
