//! Settings of a server. The command line fills this in; tests do so by hand.

use std::net::SocketAddr;
use std::time::Duration;

use ipnet::IpNet;

/// The people who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// Whoever wants one.
    Open,
    /// Who was invited.
    Invitation,
    /// Nobody: admins make accounts on the command line.
    Closed,
}

/// The header of a trusted proxy that says whom it speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForwardedBy {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto`: what most proxies send.
    XForwardedFor,
    /// `Forwarded`, as RFC 7239 has it.
    Forwarded,
}

/// The addresses to which messages of webhooks may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookTargets {
    /// Nowhere.
    Off,
    /// By `https` to addresses of the public internet.
    Https,
    /// By `http` too, to addresses of the public internet.
    Http,
    /// By `http` too, and into the operator's own network.
    Anywhere,
}

/// The settings of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Threads that answer; the number of cores if nothing is said.
    pub workers: Option<usize>,
    /// Proxies of whom it is believed whom they speak for.
    pub trusted_proxies: Vec<IpNet>,
    /// By which header they say so.
    pub forwarded_by: ForwardedBy,
    /// Whether clients are held to rate limits.
    pub rate_limits: bool,
    /// Whether cookies are for `https` alone: right behind a proxy that speaks it.
    pub secure_cookies: bool,
    /// Who may make an account.
    pub sign_up: SignUp,
    /// Where messages of webhooks may be sent.
    pub webhooks: WebhookTargets,
    /// Bytes of ready answers (states, pictures ...) kept in memory.
    pub answer_cache_bytes: u64,
    /// Games kept folded in memory.
    pub game_cache: u64,
    /// Events of pasts kept in memory.
    pub past_cache_events: u64,
    /// Connections at once, for each thread.
    pub max_connections: usize,
    /// How long an idle connection stays open.
    pub keep_alive: Duration,
    /// How long a client may take to send the head of a request.
    pub client_timeout: Duration,
    /// How long the body of a request may take.
    pub body_timeout: Duration,
    /// How long running requests may take to end when the server stops.
    pub shutdown_timeout: Duration,
    /// How long a game is left alone before it is packed.
    pub pack_after: Duration,
    /// The time between two signs of life on a live stream.
    pub live_heartbeat: Duration,
    /// By how much those are behind the table who only follow a game that hides something.
    pub live_delay: Duration,
    /// How often a live stream looks at what nobody tells it of: whether its reader may still see the game, who
    /// else follows it, what a delay lets go.
    pub live_beat: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            workers: None,
            trusted_proxies: Vec::new(),
            forwarded_by: ForwardedBy::XForwardedFor,
            rate_limits: true,
            secure_cookies: false,
            sign_up: SignUp::Invitation,
            webhooks: WebhookTargets::Https,
            answer_cache_bytes: 64 << 20,
            game_cache: 2_000,
            past_cache_events: 200_000,
            max_connections: 10_000,
            keep_alive: Duration::from_secs(30),
            client_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            shutdown_timeout: Duration::from_secs(20),
            pack_after: Duration::from_hours(1),
            live_heartbeat: Duration::from_secs(15),
            live_delay: Duration::from_mins(1),
            live_beat: Duration::from_secs(2),
        }
    }
}
