//! Every limit of the server in one place; `/v1/limits` is made from this file and the list of operations.

use std::net::IpAddr;
use std::time::Duration;

use hindsight_openapi::operations;
use hindsight_openapi::wire::{BOT_COMMANDS, Limit, Limits, REROLLS};

use crate::base::messages::text;

/// Bytes of path and query.
pub const ADDRESS_BYTES: usize = 8 << 10;
/// Bytes of one header's value that the server looks at.
pub const HEADER_BYTES: usize = 4 << 10;
/// Games of one text that are imported at once.
pub const GAMES_OF_TEXT: usize = 100;
/// Commands in one list.
pub const COMMANDS: usize = 100;
/// Tokens, games and packs on one page if nothing is said.
pub const PAGE: usize = 50;
/// Events on one page if nothing is said.
pub const EVENT_PAGE: u64 = 200;
/// Live streams of one client.
pub const LIVE_STREAMS: usize = 16;
/// Live streams of the whole server.
pub const LIVE_STREAMS_IN_ALL: usize = 4_000;
/// Characters of a title.
pub const TITLE: usize = 200;
/// Labels of a game.
pub const TAGS: usize = 32;
/// Characters of a label.
pub const TAG: usize = 64;
/// Characters of a player's name.
pub const PLAYER: usize = 100;
/// Characters of an idempotency key.
pub const KEY: usize = 100;
/// Packs named by one request.
pub const PACKS: usize = 16;
/// Layers of annotations that one subject makes of a game.
pub const LAYERS: usize = 20;
/// Studies of one author.
pub const STUDIES: usize = 200;
/// Open reports of one person.
pub const REPORTS: usize = 20;
/// Reviews that one person made and that have not ended.
pub const REVIEWS: usize = 5;
/// Reviews of the whole server at once.
pub const REVIEWS_IN_ALL: usize = 500;
/// The time that a review is kept that nobody leads and nobody follows.
pub const REVIEW_IDLE: Duration = Duration::from_hours(12);
/// The time that bots may play at once.
pub const BOT_TIME: Duration = Duration::from_secs(20);
/// The time that bots may play two moments on.
pub const OUTLOOK_TIME: Duration = Duration::from_secs(20);
/// The time that the dice of one command may be thrown again.
pub const REROLL_TIME: Duration = Duration::from_secs(10);
/// The time that one question about situations looks at games.
pub const SITUATION_TIME: Duration = Duration::from_secs(6);
/// Games that one question about situations looks at.
pub const SITUATION_GAMES: usize = 2_000;
/// Moments that are told of one game.
pub const SITUATIONS_OF_GAME: usize = 50_000;
/// Bytes of games told as situations that are kept in memory.
pub const SITUATION_BYTES: u64 = 128 << 20;
/// Pieces of work of one client that wait for a place, of each kind.
pub const WAITING_WORK: usize = 32;
/// The time that work waits for a place.
pub const WORK_PATIENCE: Duration = Duration::from_mins(1);
/// Pictures in one moving picture.
pub const FRAMES: u64 = 600;
/// Events between two snapshots of a game.
pub const SNAPSHOT_EVERY: u64 = 100;
/// Days for which a browser remembers that an account was signed in to from it.
pub const DEVICE_DAYS: u32 = 400;
/// Days after which a browser has to sign in again.
pub const SESSION_DAYS: u32 = 30;
/// Milliseconds of a day.
pub const DAY_MS: u64 = 86_400_000;
/// Characters of the shortest password.
pub const SHORTEST_PASSWORD: usize = 10;
/// Characters of the longest password.
pub const PASSWORD: usize = 200;
/// Passwords that are hashed at once.
pub const PASSWORD_CHECKS: usize = 2;
/// Passwords that wait to be hashed, those at work included.
pub const PASSWORD_QUEUE: usize = 64;
/// Names that an account had before and keeps.
pub const FORMER_NAMES: usize = 5;
/// Days for which an invitation is good if nothing is said.
pub const INVITATION_DAYS: u32 = 14;
/// Invitations of one host, until they are withdrawn.
pub const INVITATIONS: usize = 200;
/// Days for which the offer of a seat is good.
pub const CLAIM_DAYS: u32 = 14;
/// Tokens that an account has for itself.
pub const ACCOUNT_TOKENS: usize = 50;
/// Valid tokens that are limited to one game.
pub const GAME_TOKENS: usize = 100;
/// Games in the export of an account.
pub const EXPORTED_GAMES: usize = 20_000;
/// Sessions of one holder at once.
pub const SESSIONS: usize = 50;

/// A rate limit: so many at once, and so many anew each minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Its name.
    pub name: &'static str,
    /// At once.
    pub burst: u32,
    /// Each minute.
    pub per_minute: u32,
    /// What is counted.
    pub about: &'static str,
}

/// Every request under `/v1`.
pub const REQUESTS: RateLimit = RateLimit {
    name: "requests",
    burst: 300,
    per_minute: 3_000,
    about: "requests of one client",
};
/// Pictures, charts and other long work.
pub const LONG_WORK: RateLimit = RateLimit {
    name: "long-work",
    burst: 120,
    per_minute: 600,
    about: "pictures, charts, audits and exports of one client",
};
/// A figure of fewer games than this is not shown unless it is asked for.
pub const LEAST_SAMPLE: u64 = 5;
/// Webhooks of one account.
pub const WEBHOOKS: usize = 5;
/// Bytes of the address of a webhook.
pub const WEBHOOK_URL: usize = 1_000;
/// Messages that wait for one webhook.
pub const WEBHOOK_QUEUE: usize = 200;
/// Messages of a webhook that are kept once they are done with.
pub const WEBHOOK_HISTORY: usize = 20;
/// The number of attempts to send one message.
pub const WEBHOOK_ATTEMPTS: u32 = 8;
/// Attempts in a row that fail before nothing more is sent to a webhook.
pub const WEBHOOK_FAILURES: u32 = 24;
/// Accounts that a leaderboard looks at.
pub const LEADERS: usize = 1_000;
/// Games created and imported.
pub const NEW_GAMES: RateLimit = RateLimit {
    name: "new-games",
    burst: 100,
    per_minute: 120,
    about: "games created or imported by one client",
};
/// Signing in, with a password or a token.
pub const SIGN_INS: RateLimit = RateLimit {
    name: "sign-ins",
    burst: 20,
    per_minute: 10,
    about: "attempts of one client to sign in",
};

/// Passwords for one name from one address, right or wrong; held whatever the settings say.
pub const SIGN_INS_BY_NAME_AND_ADDRESS: RateLimit = RateLimit {
    name: "sign-ins-by-name-and-address",
    burst: 10,
    per_minute: 5,
    about: "passwords tried for one name from one address",
};
/// Passwords for one name from all browsers that nobody signed in from with it; held whatever the settings say.
pub const SIGN_INS_BY_NAME: RateLimit = RateLimit {
    name: "sign-ins-by-name",
    burst: 100,
    per_minute: 1,
    about: "passwords tried for one name from everywhere but known browsers",
};
/// Commands of one seat that were refused for their dice while the choices of others are closed; held whatever the settings say.
pub const DICE_OF_CLOSED_CHOICES: RateLimit = RateLimit {
    name: "dice-of-closed-choices",
    burst: 3,
    per_minute: 1,
    about: "commands of one seat that were refused for their dice while the choices of others are closed",
};
/// Passwords from a browser from which the account was signed in to before; held whatever the settings say.
pub const SIGN_INS_BY_DEVICE: RateLimit = RateLimit {
    name: "sign-ins-by-device",
    burst: 10,
    per_minute: 5,
    about: "passwords tried from a browser from which the account was signed in to before",
};

/// All rate limits.
pub const RATES: [RateLimit; 8] = [
    REQUESTS,
    LONG_WORK,
    NEW_GAMES,
    SIGN_INS,
    SIGN_INS_BY_NAME_AND_ADDRESS,
    SIGN_INS_BY_NAME,
    SIGN_INS_BY_DEVICE,
    DICE_OF_CLOSED_CHOICES,
];

fn digest(text: &str) -> [u8; 16] {
    let hash = blake3::hash(text.as_bytes());
    let mut digest = [0; 16];
    digest.copy_from_slice(&hash.as_bytes()[..16]);
    digest
}

/// A client, as rate limits count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    /// The holder of a valid token, by the digest of its subject: an account with all of its sessions and tokens, or
    /// everybody who holds a token that one player made for games of theirs.
    Subject([u8; 16]),
    /// Everybody at one address (of IPv6, one /64 network).
    Address(IpAddr),
    /// Somebody who is named by a request, by the name's digest.
    Named([u8; 16]),
}

impl Client {
    /// The client of this name, however it is written.
    pub fn named(name: &str) -> Self {
        Self::Named(digest(&name.trim().to_lowercase()))
    }

    /// The client that a valid token stands for.
    pub fn subject(subject: &str) -> Self {
        Self::Subject(digest(subject))
    }

    /// The client at an address.
    pub fn at(address: IpAddr) -> Self {
        Self::Address(match address {
            IpAddr::V6(v6) => {
                let mut segments = v6.segments();
                segments[4..].fill(0);
                IpAddr::from(segments)
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// All limits, for the page.
pub fn page() -> Limits {
    let plain = |name: &str, value: u64, unit: &str, about: &str| Limit {
        name: name.to_owned(),
        value,
        unit: unit.to_owned(),
        about: about.to_owned(),
    };
    let mut items = vec![
        plain(
            "address",
            ADDRESS_BYTES as u64,
            "bytes",
            "path and query of a request",
        ),
        plain("header", HEADER_BYTES as u64, "bytes", "one header of a request"),
        plain("commands", COMMANDS as u64, "commands", "commands in one request"),
        plain(
            "games-of-text",
            GAMES_OF_TEXT as u64,
            "games",
            "games of one text that are imported at once",
        ),
        plain(
            "page",
            PAGE as u64,
            "items",
            "games, packs and tokens on a page if nothing is said",
        ),
        plain(
            "event-page",
            EVENT_PAGE,
            "events",
            "events on a page if nothing is said",
        ),
        plain(
            "live-streams",
            LIVE_STREAMS as u64,
            "streams",
            "live streams of one client at once",
        ),
        plain("title", TITLE as u64, "characters", "a game's title"),
        plain("tags", TAGS as u64, "labels", "labels of a game"),
        plain("tag", TAG as u64, "characters", "a label"),
        plain("player", PLAYER as u64, "characters", "a player's name"),
        plain("idempotency-key", KEY as u64, "characters", "an idempotency key"),
        plain(
            "session",
            u64::from(SESSION_DAYS),
            "days",
            "how long a browser stays signed in",
        ),
        plain(
            "sessions",
            SESSIONS as u64,
            "sessions",
            "browsers of one account or token that are signed in at once",
        ),
        plain("password", PASSWORD as u64, "characters", "the longest password"),
        plain(
            "invitations",
            INVITATIONS as u64,
            "invitations",
            "invitations of one host",
        ),
        plain(
            "account-tokens",
            ACCOUNT_TOKENS as u64,
            "tokens",
            "tokens that an account has for itself",
        ),
        plain(
            "game-tokens",
            GAME_TOKENS as u64,
            "tokens",
            "valid tokens that are limited to one game",
        ),
        plain("packs", PACKS as u64, "packs", "packs named by one request"),
        plain(
            "layers",
            LAYERS as u64,
            "layers",
            "layers of annotations of one author of a game",
        ),
        plain("studies", STUDIES as u64, "studies", "studies of one author"),
        plain(
            "reviews",
            REVIEWS as u64,
            "reviews",
            "reviews that one person made and that have not ended",
        ),
        plain(
            "bot-commands",
            u64::from(BOT_COMMANDS),
            "commands",
            "commands that bots play at once in a variation",
        ),
        plain(
            "bot-time",
            BOT_TIME.as_secs(),
            "seconds",
            "how long bots play at once in a variation",
        ),
        plain(
            "rerolls",
            u64::from(REROLLS),
            "throws",
            "how often the dice of a command are thrown again at once",
        ),
        plain(
            "outlook-time",
            OUTLOOK_TIME.as_secs(),
            "seconds",
            "how long bots play two moments on",
        ),
        plain(
            "reroll-time",
            REROLL_TIME.as_secs(),
            "seconds",
            "how long the dice of a command are thrown again",
        ),
        plain(
            "least-sample",
            LEAST_SAMPLE,
            "games",
            "games behind a figure of the community if nothing is said",
        ),
        plain("webhooks", WEBHOOKS as u64, "webhooks", "webhooks of one account"),
        plain(
            "webhook-queue",
            WEBHOOK_QUEUE as u64,
            "messages",
            "messages that wait for one webhook",
        ),
        plain(
            "webhook-attempts",
            u64::from(WEBHOOK_ATTEMPTS),
            "attempts",
            "how often one message is sent to a webhook",
        ),
        plain(
            "webhook-failures",
            u64::from(WEBHOOK_FAILURES),
            "attempts",
            "attempts in a row that fail before a webhook is stopped",
        ),
        plain(
            "leaderboard",
            LEADERS as u64,
            "accounts",
            "accounts on a leaderboard, those that are not listed among them",
        ),
        plain(
            "community-games",
            hindsight_reports::community::MOST_GAMES as u64,
            "games",
            "games that the community's figures hold",
        ),
        plain(
            "waiting-work",
            WAITING_WORK as u64,
            "requests",
            "requests of one client that wait for their turn",
        ),
        plain(
            "work-patience",
            WORK_PATIENCE.as_secs(),
            "seconds",
            "how long a request waits for its turn",
        ),
        plain("frames", FRAMES, "pictures", "pictures in a moving picture"),
    ];
    for rate in RATES {
        items.push(plain(
            &format!("{}-at-once", rate.name),
            u64::from(rate.burst),
            "requests",
            rate.about,
        ));
        items.push(plain(
            rate.name,
            u64::from(rate.per_minute),
            "requests a minute",
            rate.about,
        ));
    }
    for operation in operations() {
        if let Some(body) = &operation.body {
            let about = text!(
                "limit-body",
                method = operation.method.name(),
                path = operation.path
            )
            .to_string();
            items.push(plain(
                &format!("{}-body", operation.id),
                body.limit as u64,
                "bytes",
                &about,
            ));
        }
        let of_body = operation.body.as_ref().map_or(0, |body| body.limit);
        if let Some(form) = operation.form.filter(|form| form.limit > of_body) {
            let about = text!("limit-form", path = form.path).to_string();
            items.push(plain(
                &format!("{}-form", operation.id),
                form.limit as u64,
                "bytes",
                &about,
            ));
        }
    }
    Limits { items }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ipv6_network_is_one_client() {
        let at = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(at("2001:db8:0:1::1"), at("2001:db8:0:1:ffff::9"));
        assert_ne!(at("2001:db8:0:1::1"), at("2001:db8:0:2::1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
