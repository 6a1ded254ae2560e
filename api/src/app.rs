//! Everything a server is made of, put together: what handlers, pages and the command line are given.

use std::sync::Arc;

use hindsight_store::{EventStore, StoreError};

use crate::access::{Accounts, Invitations, Sessions, Tokens, guesses};
use crate::aggregates::{annotations, reviews, studies};
use crate::analysis::{community, odds};
use crate::base::limits::{Gate, LONG_WORK, NEW_GAMES, REQUESTS, SIGN_INS};
use crate::base::settings::Settings;
use crate::base::{Answers, Hub, Metrics, Vault, compute_queue, live_messages};
use crate::games::{Games, Packs, import, packing};

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
    pub play_desk: compute_queue::Desk,
    /// Where the coach looks at games.
    pub coach_desk: compute_queue::Desk,
    /// Figures for Prometheus.
    pub metrics: Metrics,
    /// Live followers.
    pub hub: Arc<Hub>,
    /// What they were told lately.
    pub messages: live_messages::Messages,
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
        let halves = import::put_away_halves(store.as_ref())?;
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
            play_desk: compute_queue::Desk::default(),
            coach_desk: compute_queue::Desk::default(),
            metrics: Metrics::new(),
            messages: live_messages::Messages::default(),
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
