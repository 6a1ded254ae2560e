//! `hindsight stats`: figures of recorded games.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use hindsight_api::games::figures_with_threat;
use hindsight_api::games::notation::BOT;
use hindsight_engine::kernel::Viewer;
use hindsight_reports::statistics::{CsvTable, GameReport};
use hindsight_store::{EventStore, Listed, StreamId};
use serde_json::json;

use super::outcome::{Code, CommandOutput, Failure, out};
use super::{Done, Shared, data};

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight stats                                     what the store holds, by system
  hindsight stats 01JZ8Q4T0V6J3K5M7N9P1R3S5T          units and players of a game
  hindsight stats 01JZ8Q4T0V6J3K5M7N9P1R3S5T --csv dice > dice.csv")]
pub(crate) struct StatsArgs {
    /// The game; figures of the whole store without it
    game: Option<StreamId>,
    /// Write one table as CSV
    #[arg(long, value_enum, value_name = "TABLE", requires = "game")]
    csv: Option<Table>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Table {
    /// A line for each unit
    Units,
    /// A line for each seat
    Seats,
    /// A line for each seat in each turn
    Periods,
    /// A line for each pair of units of which one damaged the other
    Matrix,
    /// A line for each roll
    Dice,
    /// A line for each attack
    Attacks,
    /// A line for each card that a seat played
    Cards,
    /// A line for each counter of a unit, of a seat or of the game
    Counters,
}

impl From<Table> for CsvTable {
    fn from(table: Table) -> Self {
        match table {
            Table::Units => Self::Units,
            Table::Seats => Self::Seats,
            Table::Periods => Self::Periods,
            Table::Matrix => Self::Matrix,
            Table::Dice => Self::Dice,
            Table::Attacks => Self::Attacks,
            Table::Cards => Self::Cards,
            Table::Counters => Self::Counters,
        }
    }
}

pub(crate) fn run(shared: &Shared, args: &StatsArgs) -> Done {
    let store = shared.data.open_to_read()?;
    let Some(game) = args.game else {
        return whole(&*store);
    };
    let listed = data::listed(&*store, game)?;
    let chronicle = data::chronicle(&*store, &listed)?;
    let statistics = figures_with_threat(chronicle.as_ref(), Viewer::Everything)?;
    if let Some(table) = args.csv {
        out(&statistics.csv(table.into()));
        return Ok(CommandOutput::written());
    }
    let report = statistics.report();
    let json =
        serde_json::to_value(&report).map_err(|error| Failure::new(Code::Defect, error.to_string()))?;
    let damage = data::system_of(&listed)?.damage_words();
    Ok(CommandOutput::new(
        words(&listed, &report, damage.many),
        json!({ "game": game, "report": json }),
    ))
}

fn words(listed: &Listed, report: &GameReport, damage: &str) -> String {
    let wide = damage.chars().count().max(7);
    let mut text = format!(
        "{} ({}, {} events)\n",
        listed.card.title, listed.card.status, listed.card.events
    );
    if let Some(result) = &listed.card.result {
        let _ = writeln!(text, "{result}");
    }
    let _ = writeln!(
        text,
        "\n{:<6} {:<26} {:>5} {:>5} {:>6} {:>5} {:>5} {damage:>wide$} {:>7} {:>6} {:>5}",
        "unit", "name", "full", "left", "moved", "dice", "hits", "taken", "kills", "luck"
    );
    for unit in &report.units {
        let figures = &unit.figures;
        let _ = writeln!(
            text,
            "{:<6} {:<26} {:>5} {:>5} {:>6} {:>5} {:>5} {:>wide$} {:>7} {:>6} {:>+5.1}",
            unit.unit,
            figures.name.chars().take(26).collect::<String>(),
            figures.full,
            figures.left,
            figures.distance,
            unit.attack.dice,
            unit.attack.hits,
            figures.dealt.wounds,
            figures.taken.wounds,
            figures.kills,
            unit.luck.surplus
        );
    }
    let _ = writeln!(
        text,
        "\n{:<6} {:>6} {:>6} {damage:>wide$} {:>7} {:>6}",
        "seat", "units", "lost", "taken", "luck"
    );
    for seat in &report.seats {
        let _ = writeln!(
            text,
            "{:<6} {:>6} {:>6} {:>wide$} {:>7} {:>+6.1}",
            seat.seat.to_string(),
            seat.units,
            seat.lost,
            seat.dealt.wounds,
            seat.taken.wounds,
            seat.luck.surplus
        );
    }
    text
}

/// What a whole store holds.
fn whole(store: &dyn EventStore) -> Done {
    let mut systems: std::collections::BTreeMap<String, [u64; 4]> = std::collections::BTreeMap::new();
    let games = data::games(store, &[])?;
    for listed in &games {
        let [count, finished, bots, events] = systems.entry(listed.card.system.clone()).or_default();
        *count += 1;
        *finished += u64::from(listed.card.status == "finished");
        *bots += u64::from(listed.card.marks.iter().any(|mark| mark == BOT));
        *events += listed.card.events;
    }
    let stats = store.stats();
    let mut text = format!(
        "{} games, {} records, {} bytes on disk\n",
        games.len(),
        stats.position,
        stats.disk_bytes
    );
    for (system, [count, finished, bots, events]) in &systems {
        let _ = writeln!(
            text,
            "{system}: {count} games, {finished} finished, {bots} by bots, {events} events"
        );
    }
    let by_system: serde_json::Map<String, serde_json::Value> = systems
        .into_iter()
        .map(|(system, [games, finished, bots, events])| {
            (
                system,
                json!({ "games": games, "finished": finished, "bot": bots, "events": events }),
            )
        })
        .collect();
    let json = json!({
        "games": games.len(), "records": stats.position, "disk_bytes": stats.disk_bytes, "systems": by_system,
    });
    Ok(CommandOutput::new(text, json))
}
