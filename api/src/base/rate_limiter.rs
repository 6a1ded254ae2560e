//! Rate limits: how many requests a client may send, counted by client.
//!
//! The generic cell rate algorithm (GCRA): of each client one moment is kept, at which all that it has sent would be paid
//! off if one request were paid off every interval. Whoever is further ahead of the clock than a burst is refused.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::limits::{Client, RateLimit};

/// The requests that are left of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Which limit.
    pub rate: RateLimit,
    /// Requests left now.
    pub remaining: u32,
}

/// A limit is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedUp {
    /// Which limit.
    pub rate: RateLimit,
    /// How long to wait.
    pub wait: Duration,
}

/// A rate limit at work.
#[derive(Debug)]
pub struct RateLimiter {
    rate: RateLimit,
    /// The time in which one request is paid off.
    interval: Duration,
    /// When each client has paid off what it sent.
    paid_off: Mutex<HashMap<Client, Instant>>,
}

impl RateLimiter {
    /// A limiter that has seen nobody.
    pub fn new(rate: RateLimit) -> Self {
        Self {
            rate,
            interval: Duration::from_mins(1) / rate.per_minute.max(1),
            paid_off: Mutex::default(),
        }
    }

    /// The limit.
    pub fn rate(&self) -> RateLimit {
        self.rate
    }

    /// Counts a request.
    ///
    /// # Errors
    /// The client has sent too many.
    pub fn pass(&self, client: Client) -> Result<Left, UsedUp> {
        self.pass_at(client, Instant::now())
    }

    /// Checks that a request would pass, and does not count it.
    ///
    /// # Errors
    /// The client has sent too many.
    pub fn check(&self, client: Client) -> Result<(), UsedUp> {
        let now = Instant::now();
        let paid = self.clients().get(&client).copied();
        self.ahead(paid, now).map(drop)
    }

    /// The time by which a client is ahead of the clock.
    fn ahead(&self, paid: Option<Instant>, now: Instant) -> Result<Duration, UsedUp> {
        let ahead = paid.map_or(Duration::ZERO, |paid| paid.saturating_duration_since(now));
        let most = self.interval * (self.rate.burst.max(1) - 1);
        if ahead > most {
            return Err(UsedUp {
                rate: self.rate,
                wait: ahead.saturating_sub(most),
            });
        }
        Ok(ahead)
    }

    fn pass_at(&self, client: Client, now: Instant) -> Result<Left, UsedUp> {
        let burst = self.rate.burst.max(1);
        let mut clients = self.clients();
        let ahead = self.ahead(clients.get(&client).copied(), now)?;
        clients.insert(client, now + ahead + self.interval);
        let used = (ahead + self.interval)
            .as_nanos()
            .div_ceil(self.interval.as_nanos().max(1));
        Ok(Left {
            rate: self.rate,
            remaining: burst.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX)),
        })
    }

    /// Forgets clients that may send a whole burst again.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        let mut clients = self.clients();
        clients.retain(|_, paid| *paid > now);
        clients.shrink_to_fit();
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<Client, Instant>> {
        self.paid_off.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Client = Client::Subject([1; 16]);

    fn few(burst: u32, per_minute: u32) -> RateLimiter {
        RateLimiter::new(RateLimit {
            name: "few",
            burst,
            per_minute,
            about: "",
        })
    }

    #[test]
    fn a_burst_passes_and_the_next_request_is_told_how_long_to_wait() {
        let limiter = few(2, 1);
        assert_eq!(limiter.pass(ONE).unwrap().remaining, 1);
        assert_eq!(limiter.pass(ONE).unwrap().remaining, 0);
        let refused = limiter.pass(ONE).unwrap_err();
        assert!(refused.wait > Duration::from_secs(50) && refused.wait <= Duration::from_mins(1));
        assert!(
            limiter.pass(Client::Subject([2; 16])).is_ok(),
            "another client has its own count"
        );
    }

    #[test]
    fn one_more_passes_after_each_interval_and_a_burst_after_a_rest() {
        let limiter = few(3, 60);
        let begun = Instant::now();
        let at = |millis: u64| {
            let answer = limiter.pass_at(ONE, begun + Duration::from_millis(millis));
            answer
                .map(|left| left.remaining)
                .map_err(|used| used.wait.as_millis())
        };
        assert_eq!([at(0), at(0), at(0)], [Ok(2), Ok(1), Ok(0)]);
        assert_eq!(at(400), Err(600));
        // A refused request is not counted.
        assert_eq!(at(1_000), Ok(0));
        assert_eq!(at(1_999), Err(1));
        assert_eq!(at(2_500), Ok(0));
        assert_eq!([at(10_000), at(10_000)], [Ok(2), Ok(1)]);
    }

    #[test]
    fn who_may_send_a_whole_burst_again_is_forgotten() {
        let limiter = few(1, 60_000);
        limiter.pass(ONE).unwrap();
        limiter
            .pass_at(Client::Subject([2; 16]), Instant::now() + Duration::from_mins(1))
            .unwrap();
        std::thread::sleep(Duration::from_millis(5));
        limiter.forget_idle();
        assert_eq!(
            limiter.clients().keys().collect::<Vec<_>>(),
            [&Client::Subject([2; 16])]
        );
    }
}
