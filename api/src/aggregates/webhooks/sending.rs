//! Sending one message, on a thread of its own: a server that does not answer keeps nobody waiting but itself.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use ureq::Agent;
use ureq::unversioned::transport::DefaultConnector;

use super::target::GuardedResolver;
use crate::base::messages::text;
use crate::base::settings::WebhookTargets;

/// How long a message may take from the look-up of the name to the head of the answer.
const PATIENCE: Duration = Duration::from_secs(8);
/// The status by which a receiver says that it wants no more.
const GONE: u16 = 410;

/// A message ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outgoing {
    pub(super) url: String,
    pub(super) id: String,
    pub(super) timestamp: u64,
    pub(super) signatures: String,
    pub(super) body: String,
}

/// What came of sending a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sent {
    /// It was taken.
    Taken { status: u16 },
    /// It was answered otherwise.
    Refused { status: u16 },
    /// There was no answer.
    Failed { why: String },
}

impl Sent {
    pub(super) fn is_taken(&self) -> bool {
        matches!(self, Self::Taken { .. })
    }

    /// Whether the receiver answered at all.
    pub(super) fn is_answered(&self) -> bool {
        !matches!(self, Self::Failed { .. })
    }

    /// Whether the receiver wants no more messages.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self, Self::Refused { status: GONE })
    }
}

impl std::fmt::Display for Sent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Taken { status } | Self::Refused { status } => text!("webhook-answered", status).fmt(f),
            Self::Failed { why } => f.write_str(why),
        }
    }
}

/// What sends messages.
#[derive(Debug, Clone)]
pub(super) struct Sender(Agent);

impl Sender {
    /// One that sends where the operator allows it.
    pub(super) fn new(targets: WebhookTargets) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            // Where an answer leads to was checked by nobody.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // The operator's own way out must not be a way in.
            .proxy(None)
            .max_idle_connections(0)
            .max_response_header_size(16 << 10)
            .user_agent(concat!("Hindsight-Webhooks/", env!("CARGO_PKG_VERSION")))
            .build();
        Self(Agent::with_parts(
            config,
            DefaultConnector::default(),
            GuardedResolver::new(targets),
        ))
    }

    /// Sends a message; says what came of it and how many milliseconds that took.
    pub(super) async fn send(&self, message: Outgoing) -> (Sent, u64) {
        let agent = self.0.clone();
        let (done, wait) = oneshot::channel();
        let send = move || {
            let begun = Instant::now();
            let sent = send(&agent, &message);
            let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            drop(done.send((sent, took)));
        };
        let failed = |why: String| (Sent::Failed { why }, 0);
        if let Err(error) = std::thread::Builder::new().name("webhook".to_owned()).spawn(send) {
            return failed(text!("webhook-unsent-why", why = error.to_string()).to_string());
        }
        wait.await
            .unwrap_or_else(|_| failed(text!("webhook-unsent").to_string()))
    }
}

fn send(agent: &Agent, message: &Outgoing) -> Sent {
    let sent = agent
        .post(&message.url)
        .header("content-type", "application/json")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", &message.timestamp.to_string())
        .header("webhook-signature", &message.signatures)
        .send(&message.body);
    match sent {
        // The body is not read: nobody is told what stands in it.
        Ok(answer) if answer.status().is_success() => Sent::Taken {
            status: answer.status().as_u16(),
        },
        Ok(answer) => Sent::Refused {
            status: answer.status().as_u16(),
        },
        Err(error) => Sent::Failed { why: reason(&error) },
    }
}

/// Explains why there was no answer. A closed port, one that answers nothing and one that speaks otherwise are told alike, so
/// that webhooks scan no ports of others from this server.
fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::HostNotFound => text!("webhook-name-unknown").to_string(),
        ureq::Error::Other(why) => why.to_string(),
        _ => text!("webhook-no-answer", seconds = PATIENCE.as_secs()).to_string(),
    }
}
