//! Jobs of one commit, taken from the queue.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Most jobs of one commit.
const MOST: usize = 256;
/// A commit takes no further job above so many bytes of bodies: much in one go without a flush can hang the database.
const MOST_BYTES: usize = 1 << 20;
/// With so many jobs in hand no more are waited for.
const ENOUGH: usize = 24;
/// Jobs in the last two commits together from which on more are waited for: with fewer nobody else is writing.
const BUSY: usize = 8;
/// How long they are waited for: a third of what a commit takes on a quick disk.
const WAIT: Duration = Duration::from_micros(100);
/// A wait was worth while if it brought so many.
const WORTH: usize = 4;
/// Commits that do not wait after one that waited in vain.
const REST: u32 = 16;

/// Takes jobs, commit by commit. While many write, a commit with few jobs waits a moment for more: each costs the same
/// calls to the system, whatever it holds, and those take the processor from who prepares the next ones. Who writes alone
/// is never kept waiting.
#[derive(Default)]
pub(crate) struct GroupCommit {
    /// Jobs of the last two commits.
    lately: [usize; 2],
    /// Jobs of this commit, and their bytes.
    count: usize,
    bytes: usize,
    /// Jobs when it began to wait, and until when it does.
    waiting: Option<(usize, Instant)>,
    rest: u32,
}

impl GroupCommit {
    /// Counts a job of this commit.
    pub(crate) fn took(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes;
    }

    /// The next job of this commit; none if it holds enough.
    pub(crate) fn next<T>(&mut self, jobs: &Receiver<T>) -> Option<T> {
        if self.count >= MOST || self.bytes >= MOST_BYTES {
            return None;
        }
        if let Ok(job) = jobs.try_recv() {
            return Some(job);
        }
        if !self.waits() {
            return None;
        }
        let (_, until) = *self
            .waiting
            .get_or_insert_with(|| (self.count, Instant::now() + WAIT));
        jobs.recv_timeout(until.saturating_duration_since(Instant::now()))
            .ok()
    }

    fn waits(&self) -> bool {
        self.count < ENOUGH && self.rest == 0 && self.lately.iter().sum::<usize>() >= BUSY
    }

    /// Ends this commit's taking. How many jobs it has.
    pub(crate) fn done(&mut self) -> usize {
        let in_vain = self
            .waiting
            .take()
            .is_some_and(|(before, _)| self.count < before + WORTH);
        self.rest = if in_vain {
            REST
        } else {
            self.rest.saturating_sub(1)
        };
        let count = std::mem::take(&mut self.count);
        self.bytes = 0;
        self.lately = [self.lately[1], count];
        count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A commit of so many jobs that were all there.
    fn commit(group: &mut GroupCommit, jobs: usize) {
        for _ in 0..jobs {
            group.took(100);
        }
        group.done();
    }

    #[test]
    fn who_writes_alone_is_not_kept_waiting() {
        let mut group = GroupCommit::default();
        for _ in 0..5 {
            group.took(100);
            assert!(!group.waits());
            group.done();
        }
    }

    #[test]
    fn while_many_write_a_small_commit_waits_and_rests_when_nobody_came() {
        let mut group = GroupCommit::default();
        commit(&mut group, 5);
        commit(&mut group, 3);
        group.took(100);
        assert!(group.waits());
        let (sender, jobs) = mpsc::channel();
        sender.send(1).unwrap();
        assert_eq!(group.next(&jobs), Some(1), "what is there is taken at once");
        assert!(group.waiting.is_none());
        group.took(100);
        assert_eq!(group.next(&jobs), None, "nobody came");
        assert_eq!(group.done(), 2);
        for _ in 0..REST {
            assert!(!group.waits());
            commit(&mut group, 9);
        }
        assert!(group.waits());
    }

    #[test]
    fn a_wait_that_brought_some_is_followed_by_another() {
        let mut group = GroupCommit::default();
        commit(&mut group, 20);
        let (sender, jobs) = mpsc::channel();
        group.took(100);
        group.waiting = Some((1, Instant::now() + Duration::from_mins(1)));
        for job in 0..WORTH {
            sender.send(job).unwrap();
            assert_eq!(group.next(&jobs), Some(job));
            group.took(100);
        }
        assert_eq!(group.done(), 1 + WORTH);
        assert!(group.waits());
    }

    #[test]
    fn a_commit_is_bounded() {
        let (sender, jobs) = mpsc::channel();
        sender.send(()).unwrap();
        let mut many = GroupCommit::default();
        (0..MOST).for_each(|_| many.took(1));
        assert_eq!(many.next(&jobs), None);
        let mut large = GroupCommit::default();
        large.took(MOST_BYTES);
        assert_eq!(large.next(&jobs), None);
        assert_eq!(GroupCommit::default().next(&jobs), Some(()));
    }
}
