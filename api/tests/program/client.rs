//! Requests of one user, over as many lives of the server as it takes until they are answered.

use std::io::Read;
use std::time::Duration;

use serde_json::Value;
use ureq::http;

use super::{Campaign, count};

/// The longest that an answer is waited for: so long none takes on any machine, unless something hangs.
pub(crate) const PATIENCE: Duration = Duration::from_mins(3);

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    method: &'static str,
    pub(crate) path: String,
    body: Option<Vec<u8>>,
    headers: Vec<(&'static str, String)>,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self::of("GET", path)
    }

    pub(crate) fn delete(path: impl Into<String>) -> Self {
        Self::of("DELETE", path)
    }

    fn of(method: &'static str, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            body: None,
            headers: Vec::new(),
        }
    }

    pub(crate) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self::of("POST", path).with("application/json", body.to_string().into_bytes())
    }

    pub(crate) fn patch(path: impl Into<String>, body: &Value) -> Self {
        Self::of("PATCH", path).with("application/json", body.to_string().into_bytes())
    }

    /// A file that is sent.
    pub(crate) fn file(path: impl Into<String>, media: &str, bytes: Vec<u8>) -> Self {
        Self::of("POST", path).with(media, bytes)
    }

    fn with(mut self, media: &str, body: Vec<u8>) -> Self {
        self.body = Some(body);
        self.header("Content-Type", media)
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Names the request, so that it may be sent again.
    pub(crate) fn key(self, key: &str) -> Self {
        // Names for people have spaces and commas.
        self.header("Idempotency-Key", key.replace(", ", "/").replace(' ', "-"))
    }
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Which server answered.
    pub(crate) life: u64,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// The request had been carried out before.
    repeated: bool,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A connection that shows a token.
#[derive(Debug)]
pub(crate) struct Wire {
    agent: ureq::Agent,
    authorization: String,
}

impl Wire {
    pub(crate) fn new(token: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        Self::with(agent, token)
    }

    /// One on which a body may go on for so long, and no answer need come to its end.
    pub(crate) fn for_streams(token: &str, longest: Duration) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(Some(longest))
            .build()
            .new_agent();
        Self::with(agent, token)
    }

    fn with(agent: ureq::Agent, token: &str) -> Self {
        Self {
            agent,
            authorization: format!("Bearer {token}"),
        }
    }

    /// Sends a request and reads the head of its answer.
    ///
    /// # Errors
    /// There is no answer.
    pub(crate) fn open(
        &self,
        address: &str,
        request: &Request,
    ) -> Result<http::Response<ureq::Body>, ureq::Error> {
        let mut head = http::Request::builder()
            .method(request.method)
            .uri(format!("{address}{}", request.path))
            .header("Authorization", &self.authorization);
        for (name, value) in &request.headers {
            head = head.header(*name, value);
        }
        match &request.body {
            Some(body) => self.agent.run(head.body(body.as_slice())?),
            None => self.agent.run(head.body(())?),
        }
    }

    /// Sends a request and reads its answer to the end.
    ///
    /// # Errors
    /// There is no answer, or only a part of one.
    pub(crate) fn ask(&self, address: &str, life: u64, request: &Request) -> Result<Answer, String> {
        let why = |error: &dyn std::fmt::Display| format!("{} {}: {error}", request.method, request.path);
        let heard = self.open(address, request).map_err(|error| why(&error))?;
        let status = heard.status().as_u16();
        let replayed = heard.headers().get("Idempotency-Replayed").cloned();
        let mut body = Vec::new();
        heard
            .into_body()
            .into_reader()
            .read_to_end(&mut body)
            .map_err(|error| why(&error))?;
        Ok(Answer {
            life,
            status,
            body,
            repeated: replayed.is_some_and(|replayed| replayed == "true"),
        })
    }
}

/// One user.
pub(crate) struct Client<'c> {
    campaign: &'c Campaign,
    wire: Wire,
}

impl<'c> Client<'c> {
    pub(crate) fn new(campaign: &'c Campaign, token: &str) -> Self {
        Self {
            campaign,
            wire: Wire::new(token),
        }
    }

    /// Sends a request once. Nothing if the server was killed before it had answered, or all is over.
    ///
    /// What goes wrong while the server is up is noted.
    pub(crate) fn once(&self, request: &Request, expected: &[u16]) -> Option<Answer> {
        self.after(0, request, expected).ok().flatten()
    }

    /// Sends a request to server after server until one answers: it must be such that it may be sent again.
    ///
    /// Nothing once all is over, or where the answer was none of those expected, which is noted.
    pub(crate) fn ask(&self, request: &Request, expected: &[u16]) -> Option<Answer> {
        let mut after = 0;
        loop {
            match self.after(after, request, expected) {
                Ok(answer) => return answer,
                Err(life) => after = life,
            }
        }
    }

    /// An answer that is expected to be good.
    pub(crate) fn get(&self, path: impl Into<String>) -> Option<Answer> {
        self.ask(&Request::get(path), &[200])
    }

    /// Asks a later server than this one. The error is the server that did not answer, for it was killed.
    fn after(&self, life: u64, request: &Request, expected: &[u16]) -> Result<Option<Answer>, u64> {
        let Some(visit) = self.campaign.service.visit_after(life) else {
            return Ok(None);
        };
        match self.wire.ask(&visit.address, visit.life, request) {
            Ok(answer) if expected.contains(&answer.status) => {
                if life > 0 && (answer.repeated || answer.json()["already_existed"] == true) {
                    count(&self.campaign.figures.repeated);
                }
                Ok(Some(answer))
            }
            Ok(answer) => {
                let text = String::from_utf8_lossy(&answer.body[..answer.body.len().min(600)]).into_owned();
                self.campaign.wrong(format!(
                    "{} {}: {} {text}",
                    request.method, request.path, answer.status
                ));
                Ok(None)
            }
            Err(why) if self.campaign.service.is_up(visit.life) => {
                self.campaign.wrong(format!("the server is up, and yet {why}"));
                Ok(None)
            }
            Err(_) => {
                count(&self.campaign.figures.unanswered);
                Err(visit.life)
            }
        }
    }
}
