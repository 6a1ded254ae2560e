//! Forged files sent to a server, and what is expected of it whatever comes: an answer in time, a reason for a refusal, and
//! nothing changed by one.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::{Answer, Request, Server, spawn};

/// Memory of the server, in KiB.
const MEMORY: u64 = 1 << 20;

/// A series of forged files sent to a server, and all that went wrong.
pub(crate) struct Trial {
    pub(crate) server: Server,
    form: &'static str,
    /// Counts stream files, for each to have ids of its own.
    pub(crate) serial: u64,
    state: Vec<String>,
    wrong: Vec<String>,
    taken: usize,
    refused: usize,
    slowest: (Duration, String),
}

impl Trial {
    /// A series over a server on which all is prepared.
    pub(crate) fn new(form: &'static str, server: Server) -> Self {
        Self {
            state: state_of(&server),
            server,
            form,
            serial: 1_000,
            wrong: Vec::new(),
            taken: 0,
            refused: 0,
            slowest: (Duration::ZERO, String::new()),
        }
    }

    /// Sends a good file, which must be taken: it is the form that is tried.
    pub(crate) fn begin(
        &mut self,
        request: &Request,
        file: &[u8],
        came: &dyn Fn(&Server, &Answer) -> Vec<String>,
    ) {
        let (taken, form) = (self.taken, self.form);
        self.attempt("the good file", request, file, came);
        assert!(
            self.taken > taken,
            "{form}: {} was not taken: {:?}",
            request.path,
            self.wrong
        );
    }

    /// Sends a forged file. `came` gives the addresses at which all that came in is seen.
    pub(crate) fn attempt(
        &mut self,
        what: &str,
        request: &Request,
        file: &[u8],
        came: &dyn Fn(&Server, &Answer) -> Vec<String>,
    ) {
        let begun = Instant::now();
        let heard = self.server.ask(request, file);
        self.took(begun, || what.to_owned());
        match heard {
            Err(why) => {
                self.wrong.push(format!("{what}: no answer: {why}"));
                self.look_after(what);
                self.state = state_of(&self.server);
            }
            Ok(heard) if heard.status < 400 => {
                self.taken += 1;
                for view in came(&self.server, &heard) {
                    self.view(what, &view);
                }
                self.state = state_of(&self.server);
            }
            Ok(heard) => {
                self.refused += 1;
                if let Some(why) = is_no_problem(&heard) {
                    self.wrong.push(format!("{what}: {why}"));
                }
                let state = state_of(&self.server);
                for (before, after) in self.state.iter().zip(&state) {
                    if before != after {
                        self.wrong
                            .push(format!("{what}: refused, and changed: {before} became {after}"));
                    }
                }
                self.state = state;
            }
        }
        let memory = memory_of(&self.server);
        if memory > MEMORY {
            self.wrong.push(format!("{what}: the server holds {memory} KiB"));
            start_again(&mut self.server);
        }
    }

    /// Looks at what came in.
    fn view(&mut self, what: &str, path: &str) {
        let begun = Instant::now();
        let heard = self.server.get(path);
        self.took(begun, || format!("{path} of {what}"));
        match heard {
            Ok(heard) if heard.status < 400 => {}
            Ok(heard) => {
                if let Some(why) = is_no_problem(&heard) {
                    self.wrong.push(format!("{what}: GET {path}: {why}"));
                }
            }
            Err(why) => {
                self.wrong.push(format!("{what}: GET {path}: no answer: {why}"));
                self.look_after(what);
            }
        }
    }

    fn took(&mut self, begun: Instant, what: impl FnOnce() -> String) {
        let took = begun.elapsed();
        if took > self.slowest.0 {
            self.slowest = (took, what());
        }
    }

    /// A server that has ended, or no longer answers, is started again for the next file.
    fn look_after(&mut self, what: &str) {
        if let Ok(Some(status)) = self.server.child.try_wait() {
            self.wrong.push(format!("{what}: the server ended: {status}"));
            start_again(&mut self.server);
        } else if self.server.get("/healthz").is_err() {
            self.wrong
                .push(format!("{what}: the server does not answer any more"));
            start_again(&mut self.server);
        }
    }

    /// Counts what was tried, and fails if anything went wrong.
    pub(crate) fn finish(mut self) {
        let Self {
            form, taken, refused, ..
        } = self;
        println!(
            "{form}: {taken} files taken, {refused} refused, the slowest answer {:?} ({})",
            self.slowest.0, self.slowest.1
        );
        self.server.end();
        let verified = Command::new(env!("CARGO_BIN_EXE_hindsight"))
            .arg("--data-dir")
            .arg(self.server.home.path().join("data"))
            .args(["--json", "verify"])
            .output()
            .unwrap();
        if !verified.status.success() {
            let told = String::from_utf8_lossy(&verified.stdout).into_owned();
            self.wrong
                .push(format!("the store does not verify afterwards: {told}"));
        }
        assert!(refused > 0, "{form}: no file was refused");
        assert!(
            self.wrong.is_empty(),
            "{form}: {} faults:\n{}",
            self.wrong.len(),
            self.wrong.join("\n")
        );
    }
}

/// Why this is no refusal as every refusal has to be.
fn is_no_problem(heard: &Answer) -> Option<String> {
    let text = || String::from_utf8_lossy(&heard.body[..heard.body.len().min(300)]).into_owned();
    if !(400..500).contains(&heard.status) {
        return Some(format!("{} {}", heard.status, text()));
    }
    if heard.media.starts_with("text/html") {
        let page = String::from_utf8_lossy(&heard.body);
        return (!page.contains("role=\"alert\""))
            .then(|| format!("{}: a page that says nothing of it", heard.status));
    }
    let problem = heard.json();
    let says = |name: &str| problem[name].as_str().is_some_and(|text| !text.trim().is_empty());
    let whole = heard.media == "application/problem+json"
        && problem["status"] == heard.status
        && ["type", "title", "detail"].into_iter().all(says);
    (!whole).then(|| format!("{} {}: no whole problem: {}", heard.status, heard.media, text()))
}

/// All that a refusal may not change: every list, and how much is in the store.
fn state_of(server: &Server) -> Vec<String> {
    let mut state = Vec::new();
    for list in [
        "/v1/games?limit=200",
        "/v1/studies?limit=200",
        "/v1/packs?limit=200&cursor=a",
    ] {
        state.push(match server.get(list) {
            Ok(heard) => format!("{list}: {} {}", heard.status, heard.json()),
            Err(why) => format!("{list}: {why}"),
        });
    }
    let figures = server.get("/metrics").map(|heard| heard.body).unwrap_or_default();
    let figures = String::from_utf8_lossy(&figures).into_owned();
    let mut counted = figures
        .lines()
        .filter(|line| line.starts_with("hindsight_events ") || line.starts_with("hindsight_streams "))
        .map(str::to_owned);
    state.extend([counted.next(), counted.next()].map(Option::unwrap_or_default));
    state
}

/// Memory that the server holds now, in KiB.
fn memory_of(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok())
        .unwrap_or(0)
}

/// Starts it again over the same store.
fn start_again(server: &mut Server) {
    drop(server.child.kill());
    drop(server.child.wait());
    let (child, welcome) = spawn(&server.home);
    server.child = child;
    welcome["listening"]
        .as_str()
        .unwrap()
        .clone_into(&mut server.address);
}
