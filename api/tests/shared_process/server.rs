//! A server of its own process.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// An answer, read whole.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) media: String,
    pub(crate) location: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Its body as JSON; null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A request with a file in it.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) media: &'static str,
}

/// The server, over a store that is empty at first.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) token: String,
    agent: ureq::Agent,
    pub(crate) home: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let (child, welcome) = spawn(&home);
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        Self {
            child,
            address: welcome["listening"].as_str().unwrap().to_owned(),
            token: welcome["first_token"].as_str().unwrap().to_owned(),
            agent,
            home,
        }
    }

    /// Asks for an answer, and for what it says in the time that one may take.
    ///
    /// # Errors
    /// None came, or none in time.
    pub(crate) fn ask(&self, request: &Request, body: &[u8]) -> Result<Answer, String> {
        let heard = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{}{}", self.address, request.path))
            .header("Authorization", format!("Bearer {}", self.token))
            .header("Content-Type", request.media)
            .body(body)
            .map_err(|why| why.to_string())?;
        let heard = self.agent.run(heard).map_err(|why| why.to_string())?;
        let header = |name: &str| {
            let value = heard.headers().get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        let (status, media, location) = (
            heard.status().as_u16(),
            header("content-type"),
            header("location"),
        );
        let mut body = Vec::new();
        let mut reader = heard.into_body().into_reader().take(64 << 20);
        reader.read_to_end(&mut body).map_err(|why| why.to_string())?;
        Ok(Answer {
            status,
            media,
            location,
            body,
        })
    }

    /// What is at an address.
    ///
    /// # Errors
    /// No answer came, or none in time.
    pub(crate) fn get(&self, path: &str) -> Result<Answer, String> {
        let request = Request {
            method: "GET",
            path: path.to_owned(),
            media: "application/json",
        };
        self.ask(&request, b"")
    }

    /// Sends JSON that must be taken; the answer.
    pub(crate) fn send(&self, method: &'static str, path: &str, body: &Value) -> Value {
        let request = Request {
            method,
            path: path.to_owned(),
            media: "application/json",
        };
        let heard = self.ask(&request, body.to_string().as_bytes()).unwrap();
        assert!(heard.status < 300, "{path}: {} {}", heard.status, heard.json());
        heard.json()
    }

    /// Ends it; its store is free then.
    pub(crate) fn end(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A server over the store in a directory, and what it says when it listens.
pub(crate) fn spawn(home: &TempDir) -> (Child, Value) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hindsight"))
        .arg("--data-dir")
        .arg(home.path().join("data"))
        .args([
            "--durability",
            "process-crash",
            "--json",
            "serve",
            "--listen",
            "127.0.0.1:0",
        ])
        .args(["--no-rate-limits", "--no-samples", "--log", "off"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    (child, serde_json::from_str(&line).unwrap())
}
