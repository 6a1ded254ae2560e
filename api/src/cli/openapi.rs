//! `hindsight openapi`: the contract of the server.

use std::path::PathBuf;

use clap::Args;

use super::outcome::{Code, CommandOutput, Failure, out};
use super::{Done, Shared};

/// Arguments of `openapi`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight openapi > openapi.json
  hindsight openapi --output openapi.json")]
pub(crate) struct OpenapiArgs {
    /// Where to write it; standard output without it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(_: &Shared, args: &OpenapiArgs) -> Done {
    let document = serde_json::from_str::<serde_json::Value>(&hindsight_openapi::document())
        .and_then(|document| serde_json::to_string_pretty(&document))
        .map_err(|error| Failure::new(Code::Defect, format!("the document does not serialize: {error}")))?;
    match &args.output {
        None => out(&format!("{document}\n")),
        Some(file) => std::fs::write(file, document + "\n")
            .map_err(|error| Failure::new(Code::File, format!("{}: {error}", file.display())))?,
    }
    Ok(CommandOutput::written())
}
