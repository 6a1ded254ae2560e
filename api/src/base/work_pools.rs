//! Thread pools for blocking work, shared fairly: what is quick does not wait for what is long, and no client takes all places.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hindsight_openapi::ProblemKind;
use tokio::sync::oneshot;

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{Client, WAITING_WORK, WORK_PATIENCE};
use crate::base::messages::text;

/// The kind of a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Look-ups, lists, states: milliseconds.
    Read,
    /// Pictures, exports, audits, imports: up to many seconds.
    Long,
    /// What live streams are told.
    Live,
    /// What the server does by itself.
    Background,
}

/// On whose behalf work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asker {
    /// Who is counted; none is the server itself.
    pub client: Option<Client>,
    /// What kind of work it is.
    pub lane: Lane,
}

tokio::task_local! {
    /// Set around each request and each message of a live stream, so that the services between need not pass it on.
    static ASKER: Asker;
}

impl Asker {
    /// Work of the server's own.
    const SERVER: Self = Self {
        client: None,
        lane: Lane::Background,
    };

    /// The asker of a piece of work that costs so much.
    pub fn new(client: Client, lane: Lane) -> Self {
        Self {
            client: Some(client),
            lane,
        }
    }

    /// Does something on their behalf.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        ASKER.scope(self, work).await
    }

    /// On whose behalf this task works.
    fn present() -> Self {
        ASKER.try_with(|asker| *asker).unwrap_or(Self::SERVER)
    }
}

/// The pools of a server, one a lane.
#[derive(Debug)]
pub struct WorkPools {
    read: Pool,
    long: Pool,
    live: Pool,
    background: Pool,
}

impl Default for WorkPools {
    /// Pools for the cores of this machine.
    fn default() -> Self {
        Self::for_cores(std::thread::available_parallelism().map_or(2, usize::from))
    }
}

impl WorkPools {
    fn for_cores(cores: usize) -> Self {
        let long = (cores / 2).max(1);
        Self {
            // One more than cores, for one may wait for the disk; and one is always left for another client.
            read: Pool::new(cores + 1, cores),
            long: Pool::new(long, 2.min(long)),
            live: Pool::new((cores / 2).max(1), usize::MAX),
            background: Pool::new(1, usize::MAX),
        }
    }

    /// A place for the work of this task, when one is free and it is the client's turn.
    ///
    /// # Errors
    /// Too many wait already, or it took too long.
    pub async fn enter(&self) -> ApiResult<Place> {
        let Asker { client, lane } = Asker::present();
        let pool = match lane {
            Lane::Read => &self.read,
            Lane::Long => &self.long,
            Lane::Live => &self.live,
            Lane::Background => &self.background,
        };
        let patience = (lane != Lane::Background).then_some(WORK_PATIENCE);
        pool.enter(client, patience).await
    }
}

/// So many places, of which one client gets at most so many at once. Of those who wait, the client with the fewest places
/// is next; among them who came first.
#[derive(Debug, Clone)]
struct Pool {
    state: Arc<Mutex<State>>,
    for_one: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    taken: HashMap<Client, usize>,
    waiting: VecDeque<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    client: Option<Client>,
    turn: oneshot::Sender<Place>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Place {
    /// None once it was given back.
    pool: Option<Pool>,
    client: Option<Client>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            pool.state().give_back(self.client);
            pool.call_next();
        }
    }
}

impl Pool {
    fn new(places: usize, for_one: usize) -> Self {
        let state = State {
            free: places,
            taken: HashMap::new(),
            waiting: VecDeque::new(),
        };
        Self {
            state: Arc::new(Mutex::new(state)),
            for_one,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn enter(&self, client: Option<Client>, patience: Option<Duration>) -> ApiResult<Place> {
        let turn = {
            let mut state = self.state();
            if state.waiting.is_empty() && state.may_take(client, self.for_one) {
                state.take(client);
                return Ok(self.place(client));
            }
            let waits = state
                .waiting
                .iter()
                .filter(|other| other.client == client)
                .count();
            if client.is_some() && waits >= WAITING_WORK {
                return Err(busy());
            }
            let (turn, comes) = oneshot::channel();
            state.waiting.push_back(Waiting { client, turn });
            comes
        };
        // It may be that only this client's own places are taken, and others wait for theirs.
        self.call_next();
        let lost = |closed| ApiError::fault("waiting for a place", closed);
        match patience {
            None => turn.await.map_err(lost),
            Some(patience) => match tokio::time::timeout(patience, turn).await {
                Ok(place) => place.map_err(lost),
                Err(_) => Err(busy()),
            },
        }
    }

    fn place(&self, client: Option<Client>) -> Place {
        Place {
            pool: Some(self.clone()),
            client,
        }
    }

    /// Gives free places to those whose turn it is.
    fn call_next(&self) {
        loop {
            let called = self.state().next(self.for_one);
            let Some(Waiting { client, turn }) = called else {
                return;
            };
            if let Err(mut place) = turn.send(self.place(client)) {
                // They went away meanwhile. Given back here: dropped, it would call the next one from within this call.
                place.pool = None;
                self.state().give_back(client);
            }
        }
    }
}

impl State {
    fn may_take(&self, client: Option<Client>, for_one: usize) -> bool {
        self.free > 0 && self.taken_by(client) < for_one
    }

    fn taken_by(&self, client: Option<Client>) -> usize {
        client
            .and_then(|client| self.taken.get(&client).copied())
            .unwrap_or(0)
    }

    fn take(&mut self, client: Option<Client>) {
        self.free -= 1;
        if let Some(client) = client {
            *self.taken.entry(client).or_default() += 1;
        }
    }

    fn give_back(&mut self, client: Option<Client>) {
        self.free += 1;
        if let Some(client) = client
            && let Some(taken) = self.taken.get_mut(&client)
        {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(&client);
            }
        }
    }

    /// Who is next, with the place taken for them.
    fn next(&mut self, for_one: usize) -> Option<Waiting> {
        self.waiting.retain(|waiting| !waiting.turn.is_closed());
        let (at, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, waiting)| self.may_take(waiting.client, for_one))
            .min_by_key(|(at, waiting)| (self.taken_by(waiting.client), *at))?;
        let next = self.waiting.remove(at)?;
        self.take(next.client);
        Some(next)
    }
}

fn busy() -> ApiError {
    ApiError::new(ProblemKind::Busy, text!("more-work-waits"))
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt;

    use super::*;

    const ONE: Option<Client> = Some(Client::Subject([1; 16]));
    const TWO: Option<Client> = Some(Client::Subject([2; 16]));
    const THREE: Option<Client> = Some(Client::Subject([3; 16]));

    /// Somebody who asks for a place.
    struct Asks(Pin<Box<dyn Future<Output = ApiResult<Place>>>>);

    fn asks(pool: &Pool, client: Option<Client>) -> Asks {
        let pool = pool.clone();
        let mut asks = Asks(Box::pin(async move { pool.enter(client, None).await }));
        assert!(asks.gets().is_none(), "who comes first is asked for by `takes`");
        asks
    }

    fn takes(pool: &Pool, client: Option<Client>) -> Place {
        let place = pool.enter(client, None).now_or_never();
        place.expect("a place is free").unwrap()
    }

    impl Asks {
        /// The place, if it is there.
        fn gets(&mut self) -> Option<Place> {
            (&mut self.0).now_or_never().map(Result::unwrap)
        }
    }

    #[test]
    fn one_client_does_not_take_all_places() {
        let pool = Pool::new(3, 2);
        let (first, _second) = (takes(&pool, ONE), takes(&pool, ONE));
        let mut third = asks(&pool, ONE);
        let _other = takes(&pool, TWO);
        drop(first);
        assert!(third.gets().is_some());
    }

    #[test]
    fn who_has_fewest_is_next_and_then_who_came_first() {
        let pool = Pool::new(3, 3);
        let (a, b, c) = (takes(&pool, ONE), takes(&pool, ONE), takes(&pool, ONE));
        let mut more_of_one = [asks(&pool, ONE), asks(&pool, ONE)];
        let (mut two, mut three) = (asks(&pool, TWO), asks(&pool, THREE));
        drop(a);
        assert!(more_of_one[0].gets().is_none());
        let two = two.gets().expect("came before the third, and has none");
        drop(b);
        let three = three.gets().expect("has none, unlike those before it");
        drop(two);
        drop(more_of_one[0].gets().expect("came before the other"));
        drop((three, c));
        assert!(more_of_one[1].gets().is_some());
        assert_eq!(pool.state().free, 3);
        assert!(pool.state().taken.is_empty());
    }

    #[test]
    fn who_goes_away_leaves_no_place_taken() {
        let pool = Pool::new(1, 1);
        let held = takes(&pool, ONE);
        let (gone, mut stays) = (asks(&pool, TWO), asks(&pool, THREE));
        drop(gone);
        drop(held);
        assert!(stays.gets().is_some());
        // Also when the place was given to them already.
        let held = takes(&pool, ONE);
        let gone = asks(&pool, TWO);
        drop(held);
        drop(gone);
        assert_eq!(pool.state().free, 1);
        assert!(pool.state().taken.is_empty());
    }

    #[test]
    fn a_client_with_too_much_waiting_is_told() {
        let pool = Pool::new(1, 1);
        let _held = takes(&pool, ONE);
        let _waiting: Vec<_> = (0..WAITING_WORK).map(|_| asks(&pool, ONE)).collect();
        let refused = pool.enter(ONE, None).now_or_never().unwrap();
        assert_eq!(refused.unwrap_err().kind(), ProblemKind::Busy);
        let _other = asks(&pool, TWO);
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let pool = Pool::new(1, 1);
        let _held = takes(&pool, ONE);
        let refused = pool.enter(TWO, Some(Duration::from_millis(20))).await;
        assert_eq!(refused.unwrap_err().kind(), ProblemKind::Busy);
    }

    #[tokio::test]
    async fn quick_work_does_not_wait_for_long_work() {
        let pools = WorkPools::for_cores(1);
        let asker = |client, lane| Asker::new(Client::Subject([client; 16]), lane);
        let long = asker(1, Lane::Long).scope(pools.enter()).await.unwrap();
        let live = asker(1, Lane::Live).scope(pools.enter()).await.unwrap();
        let background = pools.enter().await.unwrap();
        for client in [1, 2] {
            let read = asker(client, Lane::Read).scope(pools.enter());
            assert!(Box::pin(read).now_or_never().is_some(), "client {client}");
        }
        drop((long, live, background));
    }
}
