//! `hindsight messages`: every sentence that a game, its pictures and charts, or the server itself, can say.

use clap::Args;
use hindsight_api::base::messages::MESSAGES as HOUSE;
use hindsight_engine::{System, system, systems};
use hindsight_kernel::{MESSAGES, MessageFile};
use hindsight_reports::messages::MESSAGES as REPORTS;

use super::outcome::{Code, CommandOutput, Failure, out};
use super::{Done, Shared};

/// Arguments of `messages`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight messages before-battle
  hindsight messages table
  hindsight messages reports
  hindsight messages house")]
pub(crate) struct MessagesArgs {
    /// The game system, `table` for what is said in all of them, `reports` for pictures, charts and figures, or `house` for the
    /// server's own pages and answers
    #[arg(value_name = "SYSTEM")]
    system: String,
}

pub(crate) fn run(_: &Shared, args: &MessagesArgs) -> Done {
    out(&file_named(&args.system)?.printed());
    Ok(CommandOutput::written())
}

fn file_named(name: &str) -> Result<&'static MessageFile, Failure> {
    if let Some(file) = [&MESSAGES, &REPORTS, &HOUSE]
        .into_iter()
        .find(|file| file.name() == name)
    {
        return Ok(file);
    }
    if let Some(file) = system(name).and_then(System::messages) {
        return Ok(file);
    }
    let with_file: Vec<&str> = systems()
        .iter()
        .filter(|system| system.messages().is_some())
        .map(|system| system.id())
        .collect();
    let known = with_file.join(", ");
    let words = format!(
        "there is no message file {name}; there are {}, {}, {}, {known}",
        MESSAGES.name(),
        REPORTS.name(),
        HOUSE.name()
    );
    Err(Failure::new(Code::Missing, words))
}
