//! Work on a thread that may block, as one type whatever it does and gives.
//!
//! The runtime compiles a dozen functions for every type of work that it is handed; a server hands it hundreds. They were a
//! fifth of what this package compiled to.

use std::any::Any;

use tokio::task::JoinError;

/// What a piece of work gives.
pub(super) type Done = Box<dyn Any + Send>;

/// Does work on a thread that may block.
///
/// # Errors
/// It panicked, or the runtime ends.
pub(crate) async fn blocking<T, F>(work: F) -> Result<T, JoinError>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    run(Box::new(move || Box::new(work()))).await.map(given)
}

/// Does work on a thread that may block.
pub(super) async fn run(work: Box<dyn FnOnce() -> Done + Send>) -> Result<Done, JoinError> {
    tokio::task::spawn_blocking(work).await
}

/// What work of this type gave.
///
/// # Panics
/// The work was of another type: never, where one function hands it over and takes what it gave.
pub(super) fn given<T: 'static>(done: Done) -> T {
    let Ok(done) = done.downcast() else {
        unreachable!("work gives its own type");
    };
    *done
}
