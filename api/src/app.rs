//! Everything a server is made of, put together once: what handlers, pages and the command line are given.

use std::sync::Arc;

use hindsight_store::{EventStore, StoreError};

use crate::access::guesses::Guesses;
use crate::access::{Accounts, Invitations, Sessions, SignIns, Tokens};
use crate::aggregates::Transfers;
use crate::aggregates::annotations::Annotations;
use crate::aggregates::reviews::Reviews;
use crate::aggregates::studies::Studies;
use crate::analysis::community::Community;
use crate::analysis::odds::OddsDesk;
use crate::analysis::{Audits, Coach, Comparisons, Outlooks, Rerolls};
use crate::base::compute_queue::Desk;
use crate::base::limits::{LONG_WORK, NEW_GAMES, REQUESTS, SIGN_INS};
use crate::base::live_messages::Messages;
use crate::base::rate_limiter::RateLimiter;
use crate::base::settings::Settings;
use crate::base::{Answers, Hub, Metrics, Vault};
use crate::games::packing::Packing;
use crate::games::{Games, Membership, Packs, SeatNames, Timelines, Variations, import};

/// Everything a server is made of: fields alone. What it does is done by them.
#[derive(Debug)]
pub struct Services {
    /// The settings it was made with.
    pub settings: Settings,
    /// The way to the store.
    pub vault: Vault,
    /// Games.
    pub games: Arc<Games>,
    /// Timelines of games.
    pub timelines: Arc<Timelines>,
    /// Making variations of games.
    pub variations: Variations,
    /// Layers of annotations.
    pub annotations: Arc<Annotations>,
    /// Studies.
    pub studies: Arc<Studies>,
    /// Games that are looked at together.
    pub reviews: Reviews,
    /// Carrying games in and out, with what is said of them.
    pub transfers: Transfers,
    /// The community's figures.
    pub community: Community,
    /// The coach's suggestions.
    pub coach: Arc<Coach>,
    /// Audits.
    pub audits: Audits,
    /// Comparisons.
    pub comparisons: Comparisons,
    /// Outlooks.
    pub outlooks: Outlooks,
    /// Rerolls.
    pub rerolls: Rerolls,
    /// Where odds are worked out.
    pub odds: OddsDesk,
    /// Packs.
    pub packs: Packs,
    /// Packing games that are over.
    pub packing: Packing,
    /// Tokens.
    pub tokens: Arc<Tokens>,
    /// Accounts.
    pub accounts: Arc<Accounts>,
    /// Invitations.
    pub invitations: Arc<Invitations>,
    /// Sessions of browsers.
    pub sessions: Arc<Sessions>,
    /// Signing in.
    pub sign_ins: Arc<SignIns>,
    /// What people do with their accounts.
    pub membership: Membership,
    /// The names of accounts on the games in which they took seats.
    pub seat_names: Arc<SeatNames>,
    /// Ready answers.
    pub answers: Answers,
    /// Figures for Prometheus.
    pub metrics: Metrics,
    /// Live followers.
    pub hub: Arc<Hub>,
    /// What they were told lately.
    pub messages: Messages,
    /// The rate limit of requests.
    pub requests: RateLimiter,
    /// The rate limit of long work.
    pub long_work: RateLimiter,
    /// The rate limit of new games.
    pub new_games: RateLimiter,
    /// The rate limit of signing in.
    pub sign_in_gate: Arc<RateLimiter>,
    /// The rate limits of guessing passwords.
    pub guesses: Arc<Guesses>,
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
        let answers = Answers::new(settings.answer_cache_bytes);
        let play_queue = Arc::new(Desk::default());

        let accounts = Arc::new(Accounts::new(vault.clone()));
        let tokens = Arc::new(Tokens::new(vault.clone()));
        let sessions = Arc::new(Sessions::new(vault.clone()));
        let invitations = Arc::new(Invitations::new(vault.clone()));
        let guesses = Arc::new(Guesses::new(&secret));
        let sign_in_gate = Arc::new(RateLimiter::new(SIGN_INS));
        let sign_ins = Arc::new(SignIns {
            accounts: Arc::clone(&accounts),
            tokens: Arc::clone(&tokens),
            sessions: Arc::clone(&sessions),
            guesses: Arc::clone(&guesses),
            gate: settings.rate_limits.then(|| Arc::clone(&sign_in_gate)),
        });

        let games = Arc::new(Games::new(vault.clone(), secret, Arc::clone(&hub), settings));
        let timelines = Arc::new(Timelines {
            vault: vault.clone(),
            games: Arc::clone(&games),
            answers: answers.clone(),
        });
        let seat_names = Arc::new(SeatNames {
            vault: vault.clone(),
            games: Arc::clone(&games),
            accounts: Arc::clone(&accounts),
        });
        let annotations = Arc::new(Annotations::new(
            vault.clone(),
            secret,
            Arc::clone(&hub),
            Arc::clone(&games),
            Arc::clone(&accounts),
        ));
        let studies = Arc::new(Studies::new(
            vault.clone(),
            secret,
            Arc::clone(&games),
            Arc::clone(&accounts),
        ));
        let coach = Arc::new(Coach {
            vault: vault.clone(),
            games: Arc::clone(&games),
            annotations: Arc::clone(&annotations),
            answers: answers.clone(),
            queue: Desk::default(),
        });

        Ok(Arc::new(Self {
            variations: Variations {
                vault: vault.clone(),
                games: Arc::clone(&games),
                queue: Arc::clone(&play_queue),
            },
            reviews: Reviews::new(Arc::clone(&hub), Arc::clone(&games), Arc::clone(&accounts)),
            transfers: Transfers {
                vault: vault.clone(),
                games: Arc::clone(&games),
                annotations: Arc::clone(&annotations),
                studies: Arc::clone(&studies),
            },
            community: Community::new(vault.clone(), Arc::clone(&accounts)),
            audits: Audits {
                vault: vault.clone(),
                games: Arc::clone(&games),
                coach: Arc::clone(&coach),
            },
            comparisons: Comparisons {
                vault: vault.clone(),
                games: Arc::clone(&games),
                timelines: Arc::clone(&timelines),
                answers: answers.clone(),
            },
            outlooks: Outlooks {
                games: Arc::clone(&games),
                queue: Arc::clone(&play_queue),
            },
            rerolls: Rerolls {
                games: Arc::clone(&games),
                queue: play_queue,
            },
            odds: OddsDesk::default(),
            packs: Packs::new(vault.clone()),
            packing: Packing::new(vault.clone(), settings.pack_after),
            membership: Membership {
                sign_up: settings.sign_up,
                sign_ins: Arc::clone(&sign_ins),
                invitations: Arc::clone(&invitations),
                seat_names: Arc::clone(&seat_names),
                games: Arc::clone(&games),
            },
            metrics: Metrics::new(),
            messages: Messages::default(),
            requests: RateLimiter::new(REQUESTS),
            long_work: RateLimiter::new(LONG_WORK),
            new_games: RateLimiter::new(NEW_GAMES),
            sign_in_gate,
            guesses,
            games,
            timelines,
            annotations,
            studies,
            coach,
            tokens,
            accounts,
            invitations,
            sessions,
            sign_ins,
            seat_names,
            answers,
            hub,
            vault,
            settings: settings.clone(),
        }))
    }
}
