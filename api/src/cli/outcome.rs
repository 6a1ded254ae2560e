//! Outcomes of commands: what each says at its end, and its exit code.

use std::process::ExitCode;

use hindsight_api::base::error::ApiError;
use hindsight_api::games::import::NoArrival;
use hindsight_api::games::notation::NotFiled;
use hindsight_notation::{NotationFaults, bridge};
use hindsight_openapi::ProblemKind;
use hindsight_store::{AppendError, StoreError};
use serde_json::{Value, json};

/// The exit codes, for `--help`.
pub(crate) const EXIT_CODES: &str = "Exit codes:
  0  done
  1  done, and something was found: a broken chain, a difference between record and rules
  2  the command line is wrong
  3  a file cannot be read or written, or its content is not what it should be
  4  the rules or the table refuse it
  5  the store cannot be used: taken by another process, damaged, cut short, disk full
  6  there is no such game, token or version
  70 a defect of this program

Every setting can also be given by an environment variable (shown in brackets).";

/// How a command ended, as an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// Something was found.
    Found = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A file is unreadable, unwritable or wrong.
    File = 3,
    /// Refused by the rules.
    Refused = 4,
    /// The store cannot be used.
    Store = 5,
    /// No such thing.
    Missing = 6,
    /// A defect.
    Defect = 70,
}

/// What a command has to say, for people and for programs.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    /// For people; may be empty.
    pub(crate) text: String,
    /// For programs.
    pub(crate) json: Value,
    /// The answer itself was written already, so nothing is to be printed.
    pub(crate) silent: bool,
    /// Something was found.
    pub(crate) found: bool,
}

impl CommandOutput {
    /// An answer.
    pub(crate) fn new(text: impl Into<String>, json: Value) -> Self {
        Self {
            text: text.into(),
            json,
            silent: false,
            found: false,
        }
    }

    /// The answer stands on standard output already.
    pub(crate) fn written() -> Self {
        Self {
            text: String::new(),
            json: Value::Null,
            silent: true,
            found: false,
        }
    }

    /// This answer, and whether something was found.
    pub(crate) fn found(self, found: bool) -> Self {
        Self { found, ..self }
    }

    /// Prints it.
    pub(crate) fn print(self, as_json: bool) -> ExitCode {
        if !self.silent {
            if as_json {
                out(&format!("{:#}\n", self.json));
            } else if !self.text.is_empty() {
                out(&format!("{}\n", self.text.trim_end()));
            }
        }
        ExitCode::from(if self.found { Code::Found as u8 } else { 0 })
    }
}

/// Writes to standard output; a reader that has gone away is no fault of ours.
pub(crate) fn out(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Why a command could not be done.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    message: String,
}

impl Failure {
    /// A failure in words.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// This failure, with what it is about before it.
    pub(crate) fn about(self, what: impl std::fmt::Display) -> Self {
        Self {
            message: format!("{what}: {}", self.message),
            ..self
        }
    }

    /// Prints it to standard error.
    pub(crate) fn print(&self, as_json: bool) -> ExitCode {
        if as_json {
            eprintln!(
                "{}",
                json!({ "error": self.message, "exit_code": self.code as u8 })
            );
        } else {
            eprintln!("hindsight: {}", self.message);
        }
        ExitCode::from(self.code as u8)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::NoSuchStream { .. } => Code::Missing,
            StoreError::BadImport { .. } | StoreError::Diverges { .. } | StoreError::NotEmpty { .. } => {
                Code::File
            }
            _ => Code::Store,
        };
        Self::new(code, error.to_string())
    }
}

impl From<AppendError> for Failure {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Disk(error) => error.into(),
            AppendError::Conflict { .. } | AppendError::CommandReused { .. } => {
                Self::new(Code::File, format!("{error}: it is another game of the same id"))
            }
            other => Self::new(Code::Store, other.to_string()),
        }
    }
}

impl From<NoArrival> for Failure {
    fn from(error: NoArrival) -> Self {
        match error {
            NoArrival::Store(error) => error.into(),
            NoArrival::Append(error) => error.into(),
        }
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        let code = match error.kind() {
            ProblemKind::InvalidImport | ProblemKind::InvalidPack | ProblemKind::AlreadyHere => Code::File,
            ProblemKind::NoSuchSystem => Code::Refused,
            _ => Code::Store,
        };
        let problem = error.problem();
        let faults = problem
            .errors
            .iter()
            .map(|fault| format!("{}: {}", fault.path, fault.reason));
        let told: Vec<String> = std::iter::once(problem.detail.clone()).chain(faults).collect();
        Self::new(code, told.join("; "))
    }
}

impl From<NotFiled> for Failure {
    fn from(error: NotFiled) -> Self {
        match error {
            NotFiled::Refused(error) => error.into(),
            NotFiled::NoArrival(error) => error.into(),
        }
    }
}

impl From<NotationFaults> for Failure {
    fn from(faults: NotationFaults) -> Self {
        Self::new(Code::File, faults.to_string())
    }
}

impl From<bridge::NoReplay> for Failure {
    fn from(refused: bridge::NoReplay) -> Self {
        Self::new(Code::Refused, refused.to_string())
    }
}

impl From<bridge::Untold> for Failure {
    fn from(untold: bridge::Untold) -> Self {
        Self::new(Code::Defect, untold.to_string())
    }
}

impl From<hindsight_kernel::FoldError> for Failure {
    fn from(error: hindsight_kernel::FoldError) -> Self {
        Self::new(Code::Store, format!("the stream does not fold: {error}"))
    }
}
