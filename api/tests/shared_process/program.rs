//! Commands of the program, each held to a time.

use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a command may take: some twenty times what the slowest one needs.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// A command that has ended.
pub(crate) struct Ran {
    /// Its exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    /// All that it said.
    pub(crate) text: String,
}

/// The program over a data directory.
pub(crate) fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command
        .arg("--data-dir")
        .arg(data)
        .args(arguments)
        .env_remove("HINDSIGHT_JSON");
    command
}

/// Runs a command to its end.
///
/// # Errors
/// It does not end in time; it is killed then.
pub(crate) fn run(data: &Path, arguments: &[&str]) -> Result<Ran, String> {
    let (status, text) = ended(command(data, arguments), LIMIT)?;
    Ok(Ran {
        code: status.code(),
        text,
    })
}

/// Runs a command that must do what it is told; all that it said.
///
/// # Errors
/// It does not end in time, or not with 0.
pub(crate) fn succeed(data: &Path, arguments: &[&str]) -> Result<String, String> {
    let ran = run(data, arguments)?;
    if ran.code == Some(0) {
        return Ok(ran.text);
    }
    Err(format!(
        "{arguments:?} ended with {:?}: {}",
        ran.code,
        ran.text.trim()
    ))
}

/// How a process ended and all that it said.
///
/// # Errors
/// It does not end in time; it is killed then.
pub(crate) fn ended(mut command: Command, limit: Duration) -> Result<(ExitStatus, String), String> {
    let mut said = tempfile::tempfile().unwrap();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(said.try_clone().unwrap())
        .stderr(said.try_clone().unwrap())
        .spawn()
        .unwrap();
    let status = wait(&mut child, limit);
    let mut bytes = Vec::new();
    said.rewind().unwrap();
    said.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match status {
        Some(status) => Ok((status, text)),
        None => Err(format!("had not ended after {limit:?}: {text}")),
    }
}

/// How a process ended, if it did in time; it is killed otherwise.
pub(crate) fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if begun.elapsed() > limit {
            drop(child.kill());
            drop(child.wait());
            return None;
        }
        thread::sleep(Duration::from_millis(3));
    }
}
