//! Live streams: server-sent events that miss nothing after a break, and that end with the right to see them.
//!
//! `sse_stream` is what every stream is: asked anew by what right it goes on (`rights`) before it sends anything, kept open by
//! signs of life. What is said stands by itself: of a `game`, of a `review`.

mod game;
mod review;
mod rights;
mod sse_stream;

use super::Mounts;

/// The routes of this room.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("followGame", game::follow);
    mounts.on("followReview", review::follow);
}
