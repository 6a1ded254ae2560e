//! Reviews: a game looked at together, one of them leading. Nothing of it is an event of the game, and nothing is stored:
//! what is shown is gone when the review ends.
//!
//! Here is who leads what, and what is shown; `leading` is what handlers and pages ask for.

mod leading;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::ReviewMoment;
use hindsight_store::StreamId;

use crate::access::Accounts;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{REVIEW_IDLE, REVIEWS, REVIEWS_IN_ALL};
use crate::base::messages::text;
use crate::base::{LiveHub, new_id, now_ms};
use crate::games::Games;

/// A review as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ActiveReview {
    /// Its id.
    pub id: StreamId,
    /// The game.
    pub game: StreamId,
    /// Its title.
    pub title: String,
    /// The subject who made it.
    pub maker: String,
    /// The subject who leads it.
    pub leader: String,
    /// What is shown.
    pub moment: ReviewMoment,
    /// Rises with everything that changes.
    pub number: u64,
    /// When it was made.
    pub created_ms: u64,
    /// When it last changed.
    touched_ms: u64,
}

/// All reviews of the server.
#[derive(Debug)]
pub struct Reviews {
    hub: Arc<LiveHub>,
    games: Arc<Games>,
    accounts: Arc<Accounts>,
    all: Mutex<BTreeMap<StreamId, Arc<ActiveReview>>>,
}

impl Reviews {
    /// None yet.
    pub fn new(hub: Arc<LiveHub>, games: Arc<Games>, accounts: Arc<Accounts>) -> Self {
        Self {
            hub,
            games,
            accounts,
            all: Mutex::default(),
        }
    }

    /// Makes a review, if its maker and the server have room for one more.
    fn begin(
        &self,
        game: StreamId,
        maker: &str,
        title: String,
        moment: ReviewMoment,
    ) -> ApiResult<Arc<ActiveReview>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |count: usize, place: &'static str| {
            ApiError::new(ProblemKind::LimitReached, text!("reviews-most", count, place))
                .limit("reviews", count)
        };
        if all.values().filter(|led| led.maker == maker).count() >= REVIEWS {
            return Err(full(REVIEWS, "yours"));
        }
        if all.len() >= REVIEWS_IN_ALL {
            return Err(full(REVIEWS_IN_ALL, "server"));
        }
        let now = now_ms();
        let led = Arc::new(ActiveReview {
            id: new_id(),
            game,
            title,
            maker: maker.to_owned(),
            leader: maker.to_owned(),
            moment,
            number: 1,
            created_ms: now,
            touched_ms: now,
        });
        all.insert(led.id, Arc::clone(&led));
        Ok(led)
    }

    /// A review of a game.
    pub fn find(&self, game: StreamId, id: StreamId) -> Option<Arc<ActiveReview>> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&id).filter(|led| led.game == game).cloned()
    }

    /// The reviews of a game that somebody made or leads, oldest first.
    fn of(&self, game: StreamId, subject: &str) -> Vec<Arc<ActiveReview>> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.values()
            .filter(|led| led.game == game && (led.maker == subject || led.leader == subject))
            .cloned()
            .collect()
    }

    /// Changes a review, if `change` still finds it as it must be; nothing if it has ended.
    fn change(
        &self,
        id: StreamId,
        change: impl FnOnce(&mut ActiveReview) -> ApiResult<()>,
    ) -> ApiResult<Option<Arc<ActiveReview>>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = all.get_mut(&id) else {
            return Ok(None);
        };
        let mut led = ActiveReview::clone(known);
        change(&mut led)?;
        led.number += 1;
        led.touched_ms = now_ms();
        *known = Arc::new(led);
        Ok(Some(Arc::clone(known)))
    }

    /// Ends a review; says whether there was one.
    fn end(&self, id: StreamId) -> bool {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&id).is_some()
    }

    /// Forgets the reviews that nobody led for long and nobody follows.
    pub fn forget_idle(&self, followers: impl Fn(StreamId) -> usize) {
        let now = now_ms();
        let idle = u64::try_from(REVIEW_IDLE.as_millis()).unwrap_or(u64::MAX);
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|id, led| now.saturating_sub(led.touched_ms) < idle || followers(*id) > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::StoreHandle;
    use crate::base::settings::Settings;

    fn reviews() -> Reviews {
        let store = StoreHandle::new(Arc::new(hindsight_store::MemoryStore::new()));
        let (hub, accounts) = (
            Arc::new(LiveHub::default()),
            Arc::new(Accounts::new(store.clone())),
        );
        let games = Games::new(store, [0; 32], Arc::clone(&hub), &Settings::default());
        Reviews::new(hub, Arc::new(games), accounts)
    }

    fn moment(version: u64) -> ReviewMoment {
        ReviewMoment {
            version,
            seat: None,
            flip: false,
            unit: None,
            drawings: Vec::new(),
        }
    }

    #[test]
    fn a_maker_leads_so_many_reviews_and_the_server_holds_so_many() {
        let reviews = reviews();
        let game = StreamId::new(1, 1);
        let begin = |maker: &str| reviews.begin(game, maker, String::new(), moment(1));
        let mine: Vec<_> = (0..REVIEWS).map(|_| begin("ada").unwrap()).collect();
        let full = begin("ada").unwrap_err();
        assert_eq!(full.kind(), ProblemKind::LimitReached);
        assert!(begin("bob").is_ok(), "others have room");
        assert!(reviews.end(mine[0].id) && !reviews.end(mine[0].id));
        assert!(begin("ada").is_ok());
        let mut others = 0;
        while begin(&format!("coach {others}")).is_ok() {
            others += 1;
        }
        assert_eq!(others, REVIEWS_IN_ALL - REVIEWS - 1);
    }

    #[test]
    fn what_nobody_leads_or_follows_for_long_is_forgotten() {
        let reviews = reviews();
        let game = StreamId::new(1, 1);
        let [quiet, followed, led] =
            ["a", "b", "c"].map(|maker| reviews.begin(game, maker, String::new(), moment(1)).unwrap().id);
        let long_ago = now_ms() - u64::try_from(REVIEW_IDLE.as_millis()).unwrap();
        for review in reviews.all.lock().unwrap().values_mut() {
            Arc::make_mut(review).touched_ms = long_ago;
        }
        let show = |led: &mut ActiveReview| {
            led.moment = moment(2);
            Ok(())
        };
        assert_eq!(reviews.change(led, show).unwrap().unwrap().number, 2);
        reviews.forget_idle(|id| usize::from(id == followed));
        assert!(reviews.find(game, quiet).is_none());
        assert!(reviews.find(game, followed).is_some() && reviews.find(game, led).is_some());
        assert!(
            reviews.find(StreamId::new(2, 2), led).is_none(),
            "of another game"
        );
        assert!(reviews.change(quiet, show).unwrap().is_none());
    }
}
