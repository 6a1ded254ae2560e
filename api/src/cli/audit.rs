//! `hindsight audit`: would today's rules decide the recorded commands the same way?

use clap::Args;
use hindsight_store::StreamId;
use serde_json::json;

use super::outcome::CommandOutput;
use super::progress::Progress;
use super::{Done, Shared, data};

/// Arguments of `audit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight audit
  hindsight audit 01JZ8Q4T0V6J3K5M7N9P1R3S5T --json

Every command of the present line is decided again with its recorded dice. Rulings are counted, not judged.
Exit code 1 if record and rules part anywhere.")]
pub(crate) struct AuditArgs {
    /// The games; all of them without any
    games: Vec<StreamId>,
}

pub(crate) fn run(shared: &Shared, args: &AuditArgs) -> Done {
    let store = shared.data.open_to_read()?;
    let games = data::games(&*store, &args.games)?;
    let bar = Progress::new(shared, "Auditing", games.len() as u64);
    let (mut lines, mut reports) = (Vec::new(), Vec::new());
    let (mut commands, mut rulings, mut parted) = (0, 0, 0);
    for listed in &games {
        let report = data::chronicle(&*store, listed)?.audit()?;
        bar.step();
        commands += report.commands;
        rulings += report.rulings;
        let game = listed.stream;
        if let Some(first) = report.differences.first() {
            let more = report.differences.len();
            let older = if report.opened_with == report.rules_version {
                String::new()
            } else {
                format!(
                    " (decided again by version {} of the rules, opened with {})",
                    report.rules_version, report.opened_with
                )
            };
            lines.push(format!(
                "{game}: {more} differences{older}; at version {}: {}",
                first.version, first.what
            ));
        }
        if let Some(fault) = &report.dice_fault {
            lines.push(format!("{game}: {fault}"));
        }
        let clean = report.differences.is_empty() && report.dice_fault.is_none();
        parted += usize::from(!clean);
        if !clean || !args.games.is_empty() {
            reports.push(json!({ "game": game, "audit": report }));
        }
    }
    drop(bar);
    lines.push(format!(
        "{} games, {commands} commands decided again, {rulings} rulings, {parted} games differ.",
        games.len()
    ));
    let json = json!({
        "games": games.len(), "commands": commands, "rulings": rulings, "differ": parted, "reports": reports,
    });
    Ok(CommandOutput::new(lines.join("\n"), json).found(parted > 0))
}
