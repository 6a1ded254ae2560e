//! Everything a server is made of, put together once: what handlers, pages and the command line are given.

use std::sync::Arc;

use hindsight_store::{EventStore, StoreError};

use crate::access::guesses::GuessLimits;
use crate::access::{Accounts, Invitations, Sessions, SignIns, Tokens};
use crate::aggregates::Transfers;
use crate::aggregates::annotations::Annotations;
use crate::aggregates::reviews::Reviews;
use crate::aggregates::studies::Studies;
use crate::aggregates::webhooks::Webhooks;
use crate::analysis::community::Community;
use crate::analysis::odds::OddsQueue;
use crate::analysis::{Audits, Coach, Comparisons, Outlooks, Rerolls, Situations};
use crate::base::compute_queue::ComputeQueue;
use crate::base::limits::{LONG_WORK, NEW_GAMES, REQUESTS, SIGN_INS};
use crate::base::live_messages::LiveMessages;
use crate::base::rate_limiter::RateLimiter;
use crate::base::settings::Settings;
use crate::base::{AnswerCache, LiveHub, Metrics, StoreHandle};
use crate::games::packing::Packing;
use crate::games::{Games, Membership, Moderation, PackRegistry, SeatNames, Timelines, Variations, import};

/// Everything a server is made of: fields alone. What it does is done by them.
#[derive(Debug)]
pub struct Services {
    /// The settings it was made with.
    pub settings: Settings,
    /// The way to the store.
    pub store: StoreHandle,
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
    /// Webhooks of accounts.
    pub webhooks: Arc<Webhooks>,
    /// Carrying games in and out, with what is said of them.
    pub transfers: Transfers,
    /// The community's figures.
    pub community: Community,
    /// Situations of many games.
    pub situations: Situations,
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
    pub odds: OddsQueue,
    /// Packs.
    pub packs: PackRegistry,
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
    /// Reports, hidden games, suspended accounts.
    pub moderation: Moderation,
    /// What people do with their accounts.
    pub membership: Membership,
    /// The names of accounts on the games in which they took seats.
    pub seat_names: Arc<SeatNames>,
    /// Ready answers.
    pub answers: AnswerCache,
    /// Figures for Prometheus.
    pub metrics: Metrics,
    /// Live followers.
    pub hub: Arc<LiveHub>,
    /// What they were told lately.
    pub messages: LiveMessages,
    /// The rate limit of requests.
    pub requests: RateLimiter,
    /// The rate limit of long work.
    pub long_work: RateLimiter,
    /// The rate limit of new games.
    pub new_games: RateLimiter,
    /// The rate limit of signing in.
    pub sign_in_gate: Arc<RateLimiter>,
    /// The rate limits of guessing passwords.
    pub guesses: Arc<GuessLimits>,
}

impl Services {
    /// The services over a store. Makes the server's secret if the store has none yet. Blocks on the store.
    pub fn open(store: Arc<dyn EventStore>, settings: &Settings) -> Result<Arc<Self>, StoreError> {
        let halves = import::put_away_halves(store.as_ref())?;
        if halves > 0 {
            tracing::warn!("put away {halves} games of which only a part had come in");
        }
        let hub = Arc::new(LiveHub::default());
        let ears = Arc::clone(&hub);
        store.on_commit(Box::new(move |notice| ears.notify(notice.stream, notice.last)));
        let store = StoreHandle::new(store);
        let secret = store.secret()?;
        let answers = AnswerCache::new(settings.answer_cache_bytes);
        let play_queue = Arc::new(ComputeQueue::default());

        let accounts = Arc::new(Accounts::new(store.clone()));
        let tokens = Arc::new(Tokens::new(store.clone()));
        let sessions = Arc::new(Sessions::new(store.clone()));
        let invitations = Arc::new(Invitations::new(store.clone()));
        let guesses = Arc::new(GuessLimits::new(&secret));
        let sign_in_gate = Arc::new(RateLimiter::new(SIGN_INS));
        let sign_ins = Arc::new(SignIns {
            accounts: Arc::clone(&accounts),
            tokens: Arc::clone(&tokens),
            sessions: Arc::clone(&sessions),
            guesses: Arc::clone(&guesses),
            gate: settings.rate_limits.then(|| Arc::clone(&sign_in_gate)),
        });

        let games = Arc::new(Games::new(store.clone(), secret, Arc::clone(&hub), settings));
        let timelines = Arc::new(Timelines {
            store: store.clone(),
            games: Arc::clone(&games),
            answers: answers.clone(),
        });
        let seat_names = Arc::new(SeatNames {
            store: store.clone(),
            games: Arc::clone(&games),
            accounts: Arc::clone(&accounts),
        });
        let annotations = Arc::new(Annotations::new(
            store.clone(),
            secret,
            Arc::clone(&hub),
            Arc::clone(&games),
            Arc::clone(&accounts),
        ));
        let studies = Arc::new(Studies::new(
            store.clone(),
            secret,
            Arc::clone(&games),
            Arc::clone(&accounts),
        ));
        let coach = Arc::new(Coach {
            store: store.clone(),
            games: Arc::clone(&games),
            annotations: Arc::clone(&annotations),
            answers: answers.clone(),
            queue: ComputeQueue::default(),
        });

        Ok(Arc::new(Self {
            variations: Variations {
                store: store.clone(),
                games: Arc::clone(&games),
                queue: Arc::clone(&play_queue),
            },
            reviews: Reviews::new(Arc::clone(&hub), Arc::clone(&games), Arc::clone(&accounts)),
            webhooks: Arc::new(Webhooks::new(
                store.clone(),
                Arc::clone(&games),
                Arc::clone(&annotations),
                Arc::clone(&accounts),
                settings.webhooks,
            )),
            transfers: Transfers {
                store: store.clone(),
                games: Arc::clone(&games),
                annotations: Arc::clone(&annotations),
                studies: Arc::clone(&studies),
            },
            community: Community::new(store.clone(), Arc::clone(&accounts)),
            situations: Situations::new(store.clone()),
            audits: Audits {
                store: store.clone(),
                games: Arc::clone(&games),
                coach: Arc::clone(&coach),
            },
            comparisons: Comparisons {
                store: store.clone(),
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
            odds: OddsQueue::default(),
            packs: PackRegistry::new(store.clone()),
            packing: Packing::new(store.clone(), settings.pack_after),
            moderation: Moderation {
                store: store.clone(),
                games: Arc::clone(&games),
                accounts: Arc::clone(&accounts),
                sessions: Arc::clone(&sessions),
            },
            membership: Membership {
                sign_up: settings.sign_up,
                sign_ins: Arc::clone(&sign_ins),
                invitations: Arc::clone(&invitations),
                seat_names: Arc::clone(&seat_names),
                games: Arc::clone(&games),
            },
            metrics: Metrics::new(),
            messages: LiveMessages::default(),
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
            store,
            settings: settings.clone(),
        }))
    }
}
