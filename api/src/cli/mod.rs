//! The command line. Without a command it serves.
//!
//! Each command is a file: its arguments, and a `run` that gives back what to say. A command opens the store itself; where a
//! server holds it, the server does what is asked over HTTP (`running`): what only reads works on a copy that it gives
//! (`GET /v1/backup`), what writes is sent to it. It is found by a file in the data directory that its owner alone may read,
//! with a token that is good as long as it runs. Only `pack` and `rebuild` need it stopped.

mod account;
mod ask;
mod audit;
mod backup;
mod data;
mod dump;
mod export;
mod filing;
mod import;
mod messages;
mod openapi;
mod outcome;
mod pack;
mod pack_import;
mod progress;
mod rebuild;
mod render;
mod running;
mod samples;
mod serve;
mod simulate;
mod stats;
mod token;
mod verify;
mod waiting;

use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use data::DataArgs;
use outcome::{CommandOutput, EXIT_CODES, Failure};

/// Records tabletop battles and lets people look back at them.
#[derive(Debug, Parser)]
#[command(name = "hindsight", version, after_long_help = EXIT_CODES, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command takes.
#[derive(Debug, Args)]
struct Shared {
    #[command(flatten)]
    data: DataArgs,
    /// Answer in JSON on standard output
    #[arg(long, global = true, env = "HINDSIGHT_JSON")]
    json: bool,
    /// Show no progress bars and say nothing but the answer
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server (also what happens without a command)
    Serve(serve::ServeArgs),
    /// Fill a store with games that bots play: the same seed gives the same games
    Simulate(simulate::SimulateArgs),
    /// Take games into the store: `.hgn` text, its JSON form, or exported streams
    Import(import::ImportArgs),
    /// Write games out: as text, JSON, or streams with their chain
    Export(export::ExportArgs),
    /// Write what the community's figures of a month are made from, without names
    Dump(dump::DumpArgs),
    /// Ask about situations over files of facts
    Ask(ask::AskArgs),
    /// Walk every chain of the store and name the first bad record
    Verify(verify::VerifyArgs),
    /// Pack games into a fraction of their room; `pack import` makes a data pack of files from elsewhere
    Pack(pack::PackArgs),
    /// Throw away what is derived (index, snapshots) and make it anew from the streams
    Rebuild(rebuild::RebuildArgs),
    /// Decide recorded games again and say where record and rules part
    Audit(audit::AuditArgs),
    /// Draw a moment of a game, or a range of moments
    Render(render::RenderArgs),
    /// Figures of a game: units, players, turns
    Stats(stats::StatsArgs),
    /// Make and list accounts, give roles and new passwords
    Account(account::AccountArgs),
    /// Make, list and revoke access tokens
    Token(token::TokenArgs),
    /// Write the whole store into one file
    Backup(backup::BackupArgs),
    /// Read a backup into an empty directory
    Restore(backup::RestoreArgs),
    /// Print every sentence that a game can say
    Messages(messages::MessagesArgs),
    /// Print the contract of the server, an `OpenAPI` document
    Openapi(openapi::OpenapiArgs),
}

/// Reads the command line and does what it says.
pub(crate) fn run() -> ExitCode {
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => error.exit(),
    };
    let Cli { shared, command } = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let done = match command.unwrap_or_else(|| Command::Serve(serve::ServeArgs::from_environment())) {
        Command::Serve(args) => serve::run(&shared, &args),
        Command::Simulate(args) => simulate::run(&shared, &args),
        Command::Import(args) => import::run(&shared, &args),
        Command::Export(args) => export::run(&shared, &args),
        Command::Dump(args) => dump::run(&shared, &args),
        Command::Ask(args) => ask::run(&shared, &args),
        Command::Verify(args) => verify::run(&shared, &args),
        Command::Pack(args) => pack::run(&shared, &args),
        Command::Rebuild(args) => rebuild::run(&shared, &args),
        Command::Audit(args) => audit::run(&shared, &args),
        Command::Render(args) => render::run(&shared, &args),
        Command::Stats(args) => stats::run(&shared, &args),
        Command::Account(args) => account::run(&shared, &args),
        Command::Token(args) => token::run(&shared, &args),
        Command::Backup(args) => backup::run(&shared, &args),
        Command::Restore(args) => backup::restore(&shared, &args),
        Command::Messages(args) => messages::run(&shared, &args),
        Command::Openapi(args) => openapi::run(&shared, &args),
    };
    match done {
        Ok(told) => told.print(shared.json),
        Err(failure) => failure.print(shared.json),
    }
}

/// What a command gives back.
type Done = Result<CommandOutput, Failure>;

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                help.contains("Examples:"),
                "{} has no example",
                command.get_name()
            );
        }
    }
}
