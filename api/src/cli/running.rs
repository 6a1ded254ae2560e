//! A server that runs on the data directory: what it leaves there for other commands, and how they reach it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::outcome::{Code, Failure};

/// In the data directory, for its owner's eyes alone.
const NAME: &str = "server.json";
/// Largest problem that is read from a server, in bytes.
const PROBLEM: u64 = 64 << 10;

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
    /// The server that runs on a directory, if one says so.
    pub(crate) fn on(dir: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(dir.join(NAME)).ok()?).ok()
    }

    /// What is at a path of the server, to be read piece by piece.
    pub(crate) fn get(&self, path: &str) -> Result<impl Read + use<>, Failure> {
        let wrong = |why: String| Failure::new(Code::Store, format!("the server at {}: {why}", self.address));
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(Duration::from_secs(10)))
            .build()
            .new_agent();
        let heard = agent
            .get(format!("http://{}{path}", reachable(self.address)))
            .header("Authorization", format!("Bearer {}", self.token))
            .call()
            .map_err(|error| wrong(error.to_string()))?;
        let status = heard.status();
        let mut body = heard.into_body().into_reader();
        if status.is_success() {
            return Ok(body);
        }
        let mut problem = Vec::new();
        let read = (&mut body).take(PROBLEM).read_to_end(&mut problem);
        let detail = read.ok().and_then(|_| {
            let problem: serde_json::Value = serde_json::from_slice(&problem).ok()?;
            Some(problem["detail"].as_str()?.to_owned())
        });
        Err(wrong(detail.unwrap_or_else(|| format!("it answers {status}"))))
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
