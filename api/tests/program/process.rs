//! Processes of the program: its commands and its server, each held to a time.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program over a data directory.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    data: PathBuf,
    /// Where it logs.
    log: PathBuf,
    /// The words before its own: of a tracer that slows it down, or none.
    before: Vec<String>,
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    /// Its answer in JSON; null if that was none.
    pub(crate) answer: Value,
    /// All that it said.
    pub(crate) text: String,
    pub(crate) took: Duration,
}

impl Program {
    pub(crate) fn new(data: &Path, before: &[String]) -> Self {
        Self {
            data: data.to_owned(),
            log: data.with_extension("log"),
            before: before.to_owned(),
        }
    }

    fn command(&self) -> Command {
        let mut words = self
            .before
            .iter()
            .map(String::as_str)
            .chain([env!("CARGO_BIN_EXE_hindsight")]);
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .arg("--data-dir")
            .arg(&self.data)
            .arg("--json");
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        command.stderr(log.unwrap());
        command
    }

    /// The end of what the server logged.
    pub(crate) fn log(&self) -> String {
        let log = std::fs::read(&self.log).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(2_000)..]).into_owned()
    }

    /// What the servers logged as a fault.
    pub(crate) fn faults(&self) -> Vec<String> {
        let log = std::fs::read(&self.log).unwrap_or_default();
        String::from_utf8_lossy(&log)
            .lines()
            .filter(|line| line.contains(" ERROR ") || line.contains("panicked"))
            .map(str::to_owned)
            .collect()
    }

    /// Runs a command to its end.
    ///
    /// # Errors
    /// It does not end in time; it is killed then.
    pub(crate) fn run(&self, arguments: &[&str], limit: Duration) -> Result<Ran, String> {
        let begun = Instant::now();
        let mut said = tempfile::tempfile().unwrap();
        let mut child = self
            .command()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(said.try_clone().unwrap())
            .stderr(said.try_clone().unwrap())
            .spawn()
            .unwrap();
        let Some(status) = wait(&mut child, limit) else {
            drop(child.kill());
            drop(child.wait());
            return Err(format!(
                "hindsight {arguments:?} had not ended after {limit:?}: {}",
                read_again(&mut said)
            ));
        };
        let text = read_again(&mut said);
        Ok(Ran {
            code: status.code(),
            answer: serde_json::from_str(&text).unwrap_or_default(),
            text,
            took: begun.elapsed(),
        })
    }

    /// Runs a command that must succeed; its answer.
    ///
    /// # Errors
    /// It does not end in time, or not with 0.
    pub(crate) fn succeed(&self, arguments: &[&str], limit: Duration) -> Result<Ran, String> {
        let ran = self.run(arguments, limit)?;
        if ran.code == Some(0) {
            return Ok(ran);
        }
        Err(format!(
            "hindsight {arguments:?} ended with {:?}: {}",
            ran.code, ran.text
        ))
    }

    fn spawn_server(&self, more: &[&str]) -> Child {
        self.command()
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--no-rate-limits", "--no-samples", "--log", "warn"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Starts a server.
    ///
    /// # Errors
    /// It does not say in time where it listens.
    pub(crate) fn serve(&self, more: &[&str], limit: Duration) -> Result<Server, String> {
        let begun = Instant::now();
        let mut child = self.spawn_server(more);
        let out = child.stdout.take().unwrap();
        let (sender, welcome) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(out).lines().map_while(Result::ok);
            // Nobody waits any more where the time is over.
            drop(sender.send(lines.next().unwrap_or_default()));
            // A server whose output is closed might stumble over that.
            lines.for_each(drop);
        });
        let line = welcome.recv_timeout(limit).unwrap_or_default();
        let welcome: Value = serde_json::from_str(&line).unwrap_or_default();
        let server = Server {
            child,
            address: welcome["listening"].as_str().unwrap_or_default().to_owned(),
            first_token: welcome["first_token"].as_str().map(str::to_owned),
            took: begun.elapsed(),
        };
        if server.address.is_empty() {
            return Err(format!(
                "the server did not start within {:?}: {line:?} {}",
                server.took,
                self.log()
            ));
        }
        Ok(server)
    }

    /// Starts a server and kills it after a while, most likely before it listens.
    pub(crate) fn serve_and_kill(&self, after: Duration) {
        let mut child = self.spawn_server(&[]);
        thread::sleep(after);
        drop(child.kill());
        drop(child.wait());
    }
}

fn read_again(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How a process ended, if it did in time.
fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if begun.elapsed() > limit {
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A server that listens.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// `http://` and its address.
    pub(crate) address: String,
    /// The token that it shows once, over an empty store.
    pub(crate) first_token: Option<String>,
    /// How long it took to start.
    pub(crate) took: Duration,
}

impl Server {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it at once.
    ///
    /// # Errors
    /// It had ended by itself before.
    pub(crate) fn kill(mut self) -> Result<(), String> {
        drop(self.child.kill());
        let status = self.child.wait().unwrap();
        match status.signal() {
            Some(9) => Ok(()),
            _ => Err(format!("the server ended before it was killed: {status}")),
        }
    }

    /// Asks it to end.
    ///
    /// # Errors
    /// It does not end in time, or not with 0.
    pub(crate) fn terminate(mut self, limit: Duration) -> Result<(), String> {
        let asked = Command::new("kill")
            .args(["-TERM", &self.id().to_string()])
            .status()
            .unwrap();
        if !asked.success() {
            return Err("the server could not be asked to end".to_owned());
        }
        match wait(&mut self.child, limit) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("the server was asked to end, and did with {status}")),
            None => Err(format!(
                "the server was asked to end, and had not after {limit:?}"
            )),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
