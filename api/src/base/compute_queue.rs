//! A queue for long computations that need no store: one after the other, off the workers that answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use tokio::sync::Semaphore;

use crate::base::blocking::blocking;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// How long a piece of work waits for the one before it.
const PATIENCE: Duration = Duration::from_secs(15);

/// A queue. What is done in it can keep one core busy, never all of them, and takes no place from readers of the store.
#[derive(Debug)]
pub struct ComputeQueue {
    place: Arc<Semaphore>,
}

impl Default for ComputeQueue {
    fn default() -> Self {
        Self {
            place: Arc::new(Semaphore::new(1)),
        }
    }
}

/// Says to a piece of work whether it is to go on.
#[derive(Debug, Clone)]
pub struct Watch {
    left: Arc<AtomicBool>,
    until: Instant,
}

impl Watch {
    /// Whether who asked for the work is still there to take its answer.
    pub fn is_wanted(&self) -> bool {
        !self.left.load(Ordering::Relaxed)
    }

    /// Whether there is time left.
    pub fn has_time(&self) -> bool {
        Instant::now() < self.until
    }
}

/// Tells the work when its asker goes away: the future that waits for it is dropped then.
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl ComputeQueue {
    /// Does a piece of work in its turn, with so much time. `what` else is done here is told to who finds no place.
    ///
    /// # Errors
    /// Those of the work; or the place is not free for long.
    pub async fn work<T, F>(&self, what: Message, time: Duration, work: F) -> ApiResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Watch) -> ApiResult<T> + Send + 'static,
    {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.place).acquire_owned()).await;
        let place = match turn {
            Ok(place) => place.map_err(|closed| ApiError::fault("waiting for a place", closed))?,
            Err(_) => {
                return Err(ApiError::new(ProblemKind::Busy, text!("try-again", what)));
            }
        };
        let asker = Asker(Arc::default());
        let watch = Watch {
            left: Arc::clone(&asker.0),
            until: Instant::now() + time,
        };
        blocking(move || {
            let done = work(&watch);
            drop(place);
            done
        })
        .await
        .unwrap_or_else(|died| Err(ApiError::fault("the work", died)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_ends_when_its_asker_goes() {
        let desk = ComputeQueue::default();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ended) = tokio::sync::oneshot::channel();
        let asked = desk.work(text!("odds-busy"), Duration::from_hours(1), move |watch| {
            begun.send(()).unwrap();
            while watch.is_wanted() {
                std::thread::yield_now();
            }
            end.send(watch.has_time()).unwrap();
            Ok(())
        });
        let mut asked = Box::pin(asked);
        tokio::select! {
            _ = &mut asked => panic!("it goes on while somebody waits"),
            begun = has_begun => begun.unwrap(),
        }
        drop(asked);
        assert!(ended.await.unwrap(), "not its time ended it");
    }

    #[tokio::test]
    async fn a_piece_of_work_has_its_time() {
        let desk = ComputeQueue::default();
        let spun = desk.work(text!("odds-busy"), Duration::from_millis(5), |watch| {
            while watch.has_time() {
                std::thread::yield_now();
            }
            Ok(watch.is_wanted())
        });
        assert!(spun.await.unwrap());
        let none = desk.work(text!("odds-busy"), Duration::ZERO, |watch| Ok(watch.has_time()));
        assert!(!none.await.unwrap());
    }
}
