//! Present address of the server. Who uses it waits while it is down, and it is known when nobody uses it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The server that is up now, if one is.
#[derive(Debug, Default)]
pub(crate) struct Service {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// How many servers there were.
    life: u64,
    /// Of the one that is up.
    address: Option<String>,
    /// Requests under way.
    visits: usize,
    /// Nobody is to ask anything more.
    over: bool,
}

/// Leave to ask the server, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Visit<'s> {
    service: &'s Service,
    pub(crate) life: u64,
    pub(crate) address: String,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.service.lock().visits -= 1;
        self.service.changed.notify_all();
    }
}

impl Service {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a later server than this is up; nothing once all is over.
    pub(crate) fn visit_after(&self, life: u64) -> Option<Visit<'_>> {
        let mut state = self.lock();
        loop {
            if state.over {
                return None;
            }
            if state.life > life
                && let Some(address) = state.address.clone()
            {
                state.visits += 1;
                return Some(Visit {
                    service: self,
                    life: state.life,
                    address,
                });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets everybody in to a server.
    pub(crate) fn open(&self, address: &str) {
        let mut state = self.lock();
        state.life += 1;
        state.address = Some(address.to_owned());
        self.changed.notify_all();
    }

    /// Lets nobody in any more. Who is there stays: whoever ends a server calls this first, so that it is known of every
    /// request whether it failed before.
    pub(crate) fn shut(&self) {
        self.lock().address = None;
    }

    /// Whether this server is up, as far as its users are to know.
    pub(crate) fn is_up(&self, life: u64) -> bool {
        let state = self.lock();
        state.life == life && state.address.is_some()
    }

    /// Waits until nobody is there any more; before that the server was shut.
    ///
    /// # Errors
    /// Somebody stays.
    pub(crate) fn close(&self, limit: Duration) -> Result<(), String> {
        let begun = Instant::now();
        let mut state = self.lock();
        while state.visits > 0 {
            let Some(left) = limit.checked_sub(begun.elapsed()) else {
                return Err(format!(
                    "{} requests to a server that is down go on after {limit:?}",
                    state.visits
                ));
            };
            (state, _) = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Ends everybody's work.
    pub(crate) fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Waits; whether it goes on after that.
    pub(crate) fn pause(&self, how_long: Duration) -> bool {
        let begun = Instant::now();
        let mut state = self.lock();
        while !state.over {
            let Some(left) = how_long.checked_sub(begun.elapsed()) else {
                return true;
            };
            (state, _) = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
        }
        false
    }
}
