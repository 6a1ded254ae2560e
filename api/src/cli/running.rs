//! A server that runs on the data directory: what it leaves there for other commands, and how they reach it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hindsight_api::base::{proof_of, random};
use hindsight_openapi::wire::ImportedGame;
use hindsight_openapi::{Problem, ProblemKind};
use hindsight_store::{Options, SledStore, StreamId, receive_backup, restore};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::outcome::{Code, Failure};

/// In the data directory, for its owner's eyes alone.
const NAME: &str = "server.json";
/// Largest problem that is read from a server, in bytes.
const PROBLEM: u64 = 64 << 10;
/// Largest file of that name that is read, in bytes.
const LARGEST: u64 = 4 << 10;

/// A running server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Running {
    /// Where it listens.
    address: SocketAddr,
    /// A token that is good as long as it runs.
    token: String,
}

/// The file that names a running server; gone with this value.
#[derive(Debug)]
pub(crate) struct Announced(PathBuf);

impl Drop for Announced {
    fn drop(&mut self) {
        // A file that stays names a server that does not answer, which is told then.
        drop(fs::remove_file(&self.0));
    }
}

/// A server that did not prove that it is the one that left the file.
#[derive(Debug)]
pub(crate) struct Unproven {
    /// Whether somebody listens there.
    pub(crate) answers: bool,
    /// The error in words.
    pub(crate) failure: Failure,
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_connect(Some(Duration::from_secs(10)))
        .build()
        .new_agent()
}

/// A challenge that nobody has seen before.
fn challenge() -> String {
    let bytes: [u8; 32] = random();
    blake3::hash(&bytes).to_hex().to_string()
}

/// Removes the file of a server that is gone. Only for who holds the directory: then no server runs on it.
pub(crate) fn forget(dir: &Path) {
    // One that stays names a server that proves nothing.
    drop(fs::remove_file(dir.join(NAME)));
}

/// Tells other commands of this machine's user how to reach this server.
pub(crate) fn announce(dir: &Path, address: SocketAddr, token: String) -> io::Result<Announced> {
    let path = dir.join(NAME);
    drop(fs::remove_file(&path));
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = serde_json::to_vec(&Running { address, token })?;
    options.open(&path)?.write_all(&file)?;
    Ok(Announced(path))
}

impl Running {
    /// The server that runs on a directory, if one says so. Whether it still does is told by its proof.
    pub(crate) fn on(dir: &Path) -> Option<Self> {
        let path = dir.join(NAME);
        let about = fs::symlink_metadata(&path).ok()?;
        if !about.is_file() || about.len() > LARGEST {
            return None;
        }
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Has the server prove that it is the one that left the file: it knows the token in it, which only this user can read.
    /// A server that was killed leaves its file, and another program may listen on its port since then.
    ///
    /// # Errors
    /// [`Unproven`]: nothing secret may be sent there.
    pub(crate) fn prove(&self) -> Result<(), Unproven> {
        self.prove_by(&agent())
    }

    fn prove_by(&self, agent: &ureq::Agent) -> Result<(), Unproven> {
        let challenge = challenge();
        let heard = agent
            .get(format!("http://{}/readyz", reachable(self.address)))
            .header("Hindsight-Challenge", &challenge)
            .call()
            .map_err(|error| Unproven {
                answers: false,
                failure: self.failed(Code::Store, error),
            })?;
        let expected = proof_of(&self.token, &challenge);
        let proof = heard.headers().get("hindsight-proof");
        let proven =
            proof.is_some_and(|proof| Some(proof.as_bytes()) == expected.as_ref().map(String::as_bytes));
        // Read to its end, so that what follows goes over the same line.
        let read = io::copy(
            &mut heard.into_body().into_reader().take(PROBLEM),
            &mut io::sink(),
        );
        if proven && read.is_ok() {
            return Ok(());
        }
        let why = "it does not prove to be the server of this data directory, so nothing was sent to it; whoever holds the \
                   directory is another program";
        Err(Unproven {
            answers: true,
            failure: self.failed(Code::Store, why),
        })
    }

    fn failed(&self, code: Code, why: impl std::fmt::Display) -> Failure {
        Failure::new(code, format!("the server at {}: {why}", self.address))
    }

    /// That a command has to wait until the server is stopped.
    pub(crate) fn needs_to_stop(&self, why: &str) -> Failure {
        let message = format!(
            "the server at {} has the store in use: {why}; stop it first",
            self.address
        );
        Failure::new(Code::Store, message)
    }

    /// Sends a request; the answer comes with its status and is read piece by piece. A problem that the server tells is the failure.
    fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<(&str, &[u8])>,
    ) -> Result<(u16, impl Read + use<>), Failure> {
        let agent = agent();
        self.prove_by(&agent).map_err(|unproven| unproven.failure)?;
        let (media, bytes) = body.unwrap_or(("application/json", &[]));
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", reachable(self.address)))
            .header("Authorization", format!("Bearer {}", self.token))
            .header("Content-Type", media);
        let asked = match body {
            Some(_) => request.body(bytes).map(|request| agent.run(request)),
            None => request.body(()).map(|request| agent.run(request)),
        };
        let heard = asked
            .map_err(|error| self.failed(Code::Defect, error))?
            .map_err(|error| self.failed(Code::Store, error))?;
        let status = heard.status();
        let mut body = heard.into_body().into_reader();
        if status.is_success() {
            return Ok((status.as_u16(), body));
        }
        let mut text = Vec::new();
        let read = (&mut body).take(PROBLEM).read_to_end(&mut text);
        let problem: Option<Problem> = read.ok().and_then(|_| serde_json::from_slice(&text).ok());
        let Some(problem) = problem else {
            return Err(self.failed(Code::Store, format!("it answers {status}")));
        };
        let kind = problem
            .kind
            .strip_prefix("/problems/")
            .and_then(ProblemKind::named);
        let code = match (kind, status.as_u16()) {
            (Some(ProblemKind::InvalidBody | ProblemKind::NameTaken), _) => Code::Usage,
            (Some(ProblemKind::InvalidImport | ProblemKind::AlreadyHere), _) | (_, 413) => Code::File,
            (_, 404) => Code::Missing,
            (_, 422) => Code::Refused,
            _ => Code::Store,
        };
        let faults = problem.errors.iter();
        let faults = faults.map(|fault| format!("{}: {}", fault.path, fault.reason));
        let told: Vec<String> = std::iter::once(problem.detail.clone()).chain(faults).collect();
        Err(self.failed(code, told.join("; ")))
    }

    /// What is at a path of the server, to be read piece by piece.
    pub(crate) fn get(&self, path: &str) -> Result<impl Read + use<>, Failure> {
        self.send("GET", path, None).map(|(_, body)| body)
    }

    fn send_for<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<(&str, &[u8])>,
    ) -> Result<T, Failure> {
        let (_, mut answer) = self.send(method, path, body)?;
        let mut text = Vec::new();
        answer
            .read_to_end(&mut text)
            .map_err(|error| self.failed(Code::Store, error))?;
        serde_json::from_slice(&text).map_err(|error| self.failed(Code::Defect, error))
    }

    /// Sends JSON and reads JSON.
    pub(crate) fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<T, Failure> {
        self.send_for(
            method,
            path,
            Some(("application/json", body.to_string().as_bytes())),
        )
    }

    /// Has something done that answers with nothing.
    pub(crate) fn delete(&self, path: &str) -> Result<(), Failure> {
        self.send("DELETE", path, None).map(drop)
    }

    /// Everything of a list that comes in pages.
    pub(crate) fn all(&self, path: &str) -> Result<Vec<Value>, Failure> {
        let (mut all, mut cursor) = (Vec::new(), String::new());
        loop {
            let page: Value = self.send_for("GET", &format!("{path}?limit=200{cursor}"), None)?;
            all.extend(page["items"].as_array().cloned().unwrap_or_default());
            match page["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok(all),
            }
        }
    }

    /// Has a game's stream stored as its file has it; says whether it was there already.
    pub(crate) fn import(&self, file: &[u8]) -> Result<ImportedGame, Failure> {
        let stream = Some(("application/x-ndjson", file));
        self.send_for("POST", "/v1/games/import?as_filed=true", stream)
    }

    /// Has a study's stream stored; says whether it was there already.
    pub(crate) fn import_study(&self, file: &[u8]) -> Result<bool, Failure> {
        let stream = Some(("application/x-ndjson", file));
        let (status, _) = self.send("POST", "/v1/studies/import", stream)?;
        Ok(status == 200)
    }

    /// Whether the server has a game.
    pub(crate) fn has(&self, game: StreamId) -> bool {
        self.get(&format!("/v1/games/{game}")).is_ok()
    }

    /// A copy of the whole store, as it stands now.
    pub(crate) fn copy(&self, options: &Options) -> Result<Copied, Failure> {
        let scratch = Scratch::new()?;
        let file = scratch.0.join("all.backup");
        receive_backup(&mut self.get("/v1/backup")?, &file)?;
        let data = scratch.0.join("data");
        restore(&file, &data, &mut |_, _| {})?;
        drop(fs::remove_file(&file));
        let (store, _) = SledStore::open(&data, options)?;
        Ok(Copied {
            store,
            _scratch: scratch,
        })
    }
}

/// A copy of a store, which is gone with this value.
pub(crate) struct Copied {
    /// Closed before its files are removed.
    pub(crate) store: SledStore,
    _scratch: Scratch,
}

/// A folder of this process's own among the machine's temporary files.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let wrong = |error: io::Error| Failure::new(Code::File, format!("a folder for the copy: {error}"));
        for number in 0..100 {
            let path = std::env::temp_dir().join(format!("hindsight-copy-{}-{number}", std::process::id()));
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match builder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(wrong(error)),
            }
        }
        Err(wrong(io::ErrorKind::AlreadyExists.into()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// An address that can be connected to: a server that listens everywhere is reached at home.
fn reachable(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => [127, 0, 0, 1].into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_announced_to_its_owner_alone_and_as_long_as_it_runs() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(Running::on(home.path()), None);
        let address = "127.0.0.1:80".parse().unwrap();
        let announced = announce(home.path(), address, "hs_1".to_owned()).unwrap();
        let running = Running {
            address,
            token: "hs_1".to_owned(),
        };
        assert_eq!(Running::on(home.path()), Some(running));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = home.path().join(NAME).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        drop(announced);
        assert_eq!(Running::on(home.path()), None);
        fs::write(home.path().join(NAME), b"noise").unwrap();
        assert_eq!(Running::on(home.path()), None);
    }

    #[test]
    fn a_server_that_listens_everywhere_is_reached_at_home() {
        for (listens, reached) in [
            ("0.0.0.0:9", "127.0.0.1:9"),
            ("[::]:9", "[::1]:9"),
            ("10.0.0.1:9", "10.0.0.1:9"),
        ] {
            assert_eq!(reachable(listens.parse().unwrap()), reached.parse().unwrap());
        }
    }
}
