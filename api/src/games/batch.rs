//! Commands as a request gives them: one, a list, or a list that is one step.

use serde_json::Value;

use crate::base::error::{ApiError, ApiResult, Versioned};

/// Versions by which a client decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    /// Every version is right.
    Any,
    /// One of these.
    Versions(Vec<u64>),
}

impl IfMatch {
    /// Checks the version that the client decided on.
    pub(crate) fn check(&self, versioned: Versioned, version: u64) -> ApiResult<()> {
        match self {
            Self::Any => Ok(()),
            Self::Versions(versions) if versions.contains(&version) => Ok(()),
            Self::Versions(versions) => {
                let named: Vec<String> = versions.iter().map(u64::to_string).collect();
                Err(ApiError::stale(versioned, version, named.join(" or ")))
            }
        }
    }
}

/// The forms in which commands are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchForm {
    /// One command.
    One,
    /// A list, each command stored by itself; places in problems name the item.
    List,
    /// A list that is one step: all of it is stored, or nothing.
    Step,
}

/// Ways to treat a command that could not be taken back freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caution {
    /// It is given all the same.
    GiveAnyway,
    /// It is refused.
    OnlyUndoable,
}

/// Commands as they were given.
#[derive(Debug, Clone)]
pub struct CommandBatch {
    /// The commands, in order.
    pub commands: Vec<Value>,
    /// One command, a list or a step.
    pub form: BatchForm,
    /// The version they were decided by.
    pub if_match: Option<IfMatch>,
    /// The name of the request within the game.
    pub key: Option<String>,
    /// Whether they are only decided, and nothing is stored.
    pub dry_run: bool,
    /// Whether the answer leaves the events out.
    pub minimal: bool,
    /// Whether the passes before each command are filled in; all of it is one step.
    pub imply: bool,
    /// The treatment of a command that could not be taken back freely.
    pub caution: Caution,
}

impl CommandBatch {
    /// Whether its commands are stored together or not at all.
    pub(super) fn is_one_step(&self) -> bool {
        self.imply || (self.form == BatchForm::Step && self.commands.len() > 1)
    }

    /// The place of a command in the body, as a JSON pointer.
    pub(super) fn place_of(&self, number: usize) -> String {
        match self.form {
            BatchForm::One => String::new(),
            BatchForm::List | BatchForm::Step => format!("/{number}"),
        }
    }
}
