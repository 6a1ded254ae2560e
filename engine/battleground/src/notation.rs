//! Commands as lines of the text notation.

use crate::command::Command;

/// A command as a line, in the rulebook's words.
pub(crate) fn say(command: &Command) -> String {
    serde_json::to_string(command).unwrap_or_default()
}

/// The command of a line, or what is wrong with it.
pub(crate) fn hear(line: &str) -> Result<Command, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}
