//! The hub of live streams, by game: the committer tells of each durable append, followers wait for the version to rise.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_store::StreamId;
use tokio::sync::watch;

use crate::base::limits::{Client, LIVE_STREAMS, LIVE_STREAMS_IN_ALL};

/// What followers wait for a change of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Pulse {
    /// The version of the game.
    version: u64,
    /// How often something was said of it while somebody followed.
    said: u64,
}

/// The hub: followers by game.
#[derive(Debug, Default)]
pub struct LiveHub {
    games: Mutex<HashMap<StreamId, watch::Sender<Pulse>>>,
    clients: Mutex<HashMap<Client, usize>>,
    all: AtomicUsize,
    closed: std::sync::atomic::AtomicBool,
}

impl LiveHub {
    /// A game has grown. Called on the committer's thread.
    pub fn notify(&self, game: StreamId, version: u64) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game) {
            sender.send_modify(|pulse| pulse.version = version);
        }
    }

    /// Something was said of a game: its followers look, though it has not grown.
    pub fn touch(&self, game: StreamId) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(&game) {
            sender.send_modify(|pulse| pulse.said += 1);
        }
    }

    /// Follows a game, or nothing if this client follows too many already or the server stops.
    pub fn follow(self: &Arc<Self>, game: StreamId, client: Client, version: u64) -> Option<Follower> {
        if self.closed.load(Ordering::SeqCst) || self.all.load(Ordering::SeqCst) >= LIVE_STREAMS_IN_ALL {
            return None;
        }
        {
            let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
            let count = clients.entry(client).or_default();
            if *count >= LIVE_STREAMS {
                return None;
            }
            *count += 1;
        }
        self.all.fetch_add(1, Ordering::SeqCst);
        let versions = self
            .games
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(game)
            .or_insert_with(|| watch::channel(Pulse { version, said: 0 }).0)
            .subscribe();
        Some(Follower {
            hub: Arc::clone(self),
            game,
            client,
            versions: Some(versions),
        })
    }

    /// The number of times that something was said of a game since somebody follows it.
    pub fn said(&self, game: StreamId) -> u64 {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(&game).map_or(0, |sender| sender.borrow().said)
    }

    /// Live streams of one game (or of one review) now.
    pub fn following(&self, game: StreamId) -> usize {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(&game).map_or(0, watch::Sender::receiver_count)
    }

    /// Live streams now.
    pub fn followers(&self) -> usize {
        self.all.load(Ordering::SeqCst)
    }

    /// Ends every live stream.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// One that follows a game.
#[derive(Debug)]
pub struct Follower {
    hub: Arc<LiveHub>,
    game: StreamId,
    client: Client,
    versions: Option<watch::Receiver<Pulse>>,
}

impl Follower {
    /// Waits until the game has grown or something was said of it; `false` when the server stops.
    pub async fn grown(&mut self) -> bool {
        match &mut self.versions {
            Some(versions) => versions.changed().await.is_ok(),
            None => false,
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.versions = None;
        self.hub.all.fetch_sub(1, Ordering::SeqCst);
        let mut clients = self.hub.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
        drop(clients);
        let mut games = self.hub.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games
            .get(&self.game)
            .is_some_and(|sender| sender.receiver_count() == 0)
        {
            games.remove(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_follower_hears_of_its_game_alone_and_leaves_nothing_behind() {
        let hub = Arc::new(LiveHub::default());
        let (one, other) = (StreamId::new(1, 1), StreamId::new(1, 2));
        let mut follower = hub.follow(one, Client::Subject([7; 16]), 3).unwrap();
        hub.notify(other, 9);
        hub.notify(one, 4);
        assert!(follower.grown().await);
        hub.touch(other);
        hub.touch(one);
        assert!(follower.grown().await);
        assert_eq!((hub.said(one), hub.said(other)), (1, 0));
        assert_eq!(hub.followers(), 1);
        let second = hub.follow(one, Client::Subject([8; 16]), 4).unwrap();
        assert_eq!((hub.following(one), hub.following(other)), (2, 0));
        drop(second);
        assert_eq!(hub.following(one), 1);
        hub.close();
        assert!(!follower.grown().await);
        drop(follower);
        assert_eq!(hub.followers(), 0);
        assert!(hub.clients.lock().unwrap().is_empty() && hub.games.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_follows_so_many_and_no_more() {
        let hub = Arc::new(LiveHub::default());
        let game = StreamId::new(1, 1);
        let all: Vec<_> = (0..LIVE_STREAMS)
            .map(|_| hub.follow(game, Client::Subject([7; 16]), 1))
            .collect();
        assert!(all.iter().all(Option::is_some));
        assert!(hub.follow(game, Client::Subject([7; 16]), 1).is_none());
        assert!(hub.follow(game, Client::Subject([8; 16]), 1).is_some());
    }
}
