//! What the server does, whatever asks it: handlers, pages and the command line call these.

mod accounts;
pub mod annotations;
mod answers;
pub mod arrivals;
mod auditing;
mod backups;
pub mod bots;
mod caller;
mod cards;
pub mod carrying;
mod commands;
pub mod community;
mod comparing;
mod course;
mod delay;
pub mod desk;
mod figures;
mod games;
pub mod guesses;
mod heads;
mod hub;
mod ids;
mod invitations;
mod latest;
mod locks;
mod membership;
pub mod messages;
mod metrics;
pub mod notation;
mod notes;
pub mod odds;
mod outlook;
pub mod packing;
mod packs;
mod passwords;
mod past;
pub mod pools;
mod rebuilding;
mod rehearsals;
mod remembered;
mod rerolls;
pub mod reviews;
pub mod roles;
mod seats;
mod secrets;
mod sessions;
mod shelf;
mod signing_in;
pub mod studies;
mod tokens;
pub mod transfer;
mod variations;
mod vault;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use hindsight_store::{EventStore, StoreError};

pub use accounts::{AccountRecord, Accounts, no_such_account};
pub use answers::{AnswerKey, Answers};
pub(crate) use auditing::may_audit;
pub use caller::{Caller, Scope, Sight};
pub use cards::{card_of, game_card};
pub use commands::{Given, IfMatch};
pub use comparing::Compared;
pub(crate) use delay::delay_in_words;
pub use figures::{figures, figures_with_threat};
pub(crate) use games::no_such_version;
pub use games::{Games, Listing};
pub use heads::Head;
pub use hub::{Follower, Hub};
pub use ids::{new_id, random};
pub use invitations::Invitations;
pub use metrics::Metrics;
pub use notes::Notes;
pub use packs::Packs;
pub use past::{Look, Past, Stamp, commands_of};
pub use rebuilding::{Rederived, rederive};
pub use rehearsals::Repair;
pub(crate) use seats::taken_by as seat_taken_by;
pub use sessions::{SessionRecord, Sessions, Standing};
pub use signing_in::SignedIn;
pub(crate) use tokens::GUEST;
pub use tokens::{TokenRecord, Tokens};
pub use transfer::ImportAs;
pub(crate) use variations::is_told;
pub use variations::{Branch, Made};
pub use vault::Vault;

use crate::limits::{Gate, LONG_WORK, NEW_GAMES, REQUESTS, SIGN_INS};
use crate::settings::Settings;

/// Everything a server is made of.
#[derive(Debug)]
pub struct Services {
    /// The settings it was made with.
    pub settings: Settings,
    /// The way to the store.
    pub vault: Vault,
    /// Games.
    pub games: Games,
    /// What people say of games.
    pub annotations: annotations::Annotations,
    /// The community's figures.
    pub community: community::Community,
    /// Studies.
    pub studies: studies::Studies,
    /// Packs.
    pub packs: Packs,
    /// Packing games that are over.
    pub packing: packing::Packing,
    /// Tokens.
    pub tokens: Tokens,
    /// Accounts.
    pub accounts: Accounts,
    /// Invitations.
    pub invitations: Invitations,
    /// Sessions of browsers.
    pub sessions: Sessions,
    /// Ready answers.
    pub answers: Answers,
    /// Where odds are worked out.
    pub odds: odds::OddsDesk,
    /// Where bots play and dice are thrown again.
    pub play_desk: desk::Desk,
    /// Where the coach looks at games.
    pub coach_desk: desk::Desk,
    /// Figures for Prometheus.
    pub metrics: Metrics,
    /// Live followers.
    pub hub: Arc<Hub>,
    /// What they were told lately.
    pub messages: messages::Messages,
    /// Games that are looked at together.
    pub reviews: reviews::Reviews,
    /// The rate limit of requests.
    pub requests: Gate,
    /// The rate limit of long work.
    pub long_work: Gate,
    /// The rate limit of new games.
    pub new_games: Gate,
    /// The rate limit of signing in.
    pub sign_ins: Gate,
    /// The rate limits of guessing passwords.
    pub guesses: guesses::Guesses,
}

impl Services {
    /// The services over a store. Makes the server's secret if the store has none yet. Blocks on the store.
    pub fn open(store: Arc<dyn EventStore>, settings: &Settings) -> Result<Arc<Self>, StoreError> {
        let halves = arrivals::put_away_halves(store.as_ref())?;
        if halves > 0 {
            tracing::warn!("put away {halves} games of which only a part had come in");
        }
        let hub = Arc::new(Hub::default());
        let ears = Arc::clone(&hub);
        store.on_commit(Box::new(move |notice| ears.tell(notice.stream, notice.last)));
        let vault = Vault::new(store);
        let secret = vault.secret()?;
        Ok(Arc::new(Self {
            games: Games::new(vault.clone(), secret, settings),
            annotations: annotations::Annotations::new(vault.clone(), secret, Arc::clone(&hub)),
            community: community::Community::new(vault.clone()),
            studies: studies::Studies::new(vault.clone(), secret),
            packs: Packs::new(vault.clone()),
            packing: packing::Packing::new(vault.clone(), settings.pack_after),
            tokens: Tokens::new(vault.clone()),
            accounts: Accounts::new(vault.clone()),
            invitations: Invitations::new(vault.clone()),
            sessions: Sessions::new(vault.clone()),
            answers: Answers::new(settings.answer_cache_bytes),
            odds: odds::OddsDesk::default(),
            play_desk: desk::Desk::default(),
            coach_desk: desk::Desk::default(),
            metrics: Metrics::new(),
            messages: messages::Messages::default(),
            reviews: reviews::Reviews::default(),
            hub,
            requests: Gate::new(REQUESTS),
            long_work: Gate::new(LONG_WORK),
            new_games: Gate::new(NEW_GAMES),
            sign_ins: Gate::new(SIGN_INS),
            guesses: guesses::Guesses::new(&secret),
            vault,
            settings: settings.clone(),
        }))
    }
}

/// Milliseconds of Unix time, now.
pub fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Milliseconds of Unix time as RFC 3339, always with three digits of the second, so that times sort as texts too.
pub fn time_text(ms: u64) -> String {
    i64::try_from(ms)
        .ok()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
        .map_or_else(String::new, |time| format!("{time:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_sort_as_texts() {
        let times = [0, 999, 1_000, 1_700_000_000_000, 1_700_000_000_100];
        let texts = times.map(time_text);
        assert!(texts.is_sorted(), "{texts:?}");
        assert_eq!(texts[3], "2023-11-14T22:13:20.000Z");
    }
}
