//! New ids, and what is random.

use std::sync::{Mutex, PoisonError};

use hindsight_store::StreamId;

use crate::base::now_ms;

/// A new id: later than every id made before it, and not to be guessed from one of them.
pub fn new_id() -> StreamId {
    static IDS: Mutex<Ids> = Mutex::new(Ids::new());
    IDS.lock().unwrap_or_else(PoisonError::into_inner).next(now_ms())
}

/// Makes ids.
struct Ids {
    ms: u64,
    further: u128,
    /// Random bytes got ahead: every command needs an id, and to ask the system each time takes longer than all the rest.
    random: [u8; 24 * 64],
    used: usize,
}

impl Ids {
    const fn new() -> Self {
        let random = [0; 24 * 64];
        Self {
            ms: 0,
            further: 0,
            used: random.len(),
            random,
        }
    }

    fn next(&mut self, now: u64) -> StreamId {
        let step = 1 + u128::from(u64::from_be_bytes(self.random()));
        // Within the same millisecond, or after the clock was set back: a random step further.
        let further = self.further + step;
        if now > self.ms || further >> 80 != 0 {
            self.ms = now.max(self.ms + 1);
            self.further = u128::from_be_bytes(self.random()) >> 49;
        } else {
            self.further = further;
        }
        StreamId::new(self.ms, self.further)
    }

    /// Bytes that were never given out before.
    fn random<const N: usize>(&mut self) -> [u8; N] {
        if self.used + N > self.random.len() {
            self.random = random();
            self.used = 0;
        }
        let mut bytes = [0; N];
        bytes.copy_from_slice(&self.random[self.used..self.used + N]);
        self.random[self.used..self.used + N].fill(0);
        self.used += N;
        bytes
    }
}

/// Bytes that nobody can foretell.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_is_later_than_those_before_it_whatever_the_clock_says() {
        let mut ids = Ids::new();
        let mut last = ids.next(1_700_000_000_000);
        // Within a millisecond, in the next one, set back, and on again; more often than random bytes are got.
        for now in (0..500).map(|step| 1_700_000_000_000 + [0, 0, 1, 1, 7, 3][step % 6]) {
            let next = ids.next(now);
            assert!(next > last, "{next} after {last}");
            last = next;
        }
    }

    #[test]
    fn no_random_bytes_are_given_out_twice() {
        let mut ids = Ids::new();
        let mut given: Vec<[u8; 16]> = (0..300).map(|_| ids.random()).collect();
        given.sort_unstable();
        given.dedup();
        assert_eq!(given.len(), 300);
        assert!(!given.contains(&[0; 16]));
    }

    #[test]
    fn ids_of_two_servers_differ() {
        let (mut here, mut there) = (Ids::new(), Ids::new());
        assert_ne!(here.next(1_700_000_000_000), there.next(1_700_000_000_000));
    }
}
