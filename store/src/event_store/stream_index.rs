//! The index of streams: their cards, and lists of them.

use crate::{Cursor, Listed, Page, StoreError, StreamCard, StreamFilter, StreamId};

/// Called with every stream whose index card was changed without an event, once that is durable and before who changed
/// it hears so: it must be quick.
pub type CardListener = Box<dyn Fn(StreamId) + Send + Sync>;

/// Index cards of streams, and pages of those that pass a filter.
pub trait StreamIndex: Send + Sync {
    /// One page of the streams that pass a filter. Every value that can be asked for has the set of its streams in
    /// memory, so a page costs about as much as the fewest streams that any one field of the filter leaves; `text` looks
    /// besides at every name once, and at the titles of what the other fields leave. A stream that is there from the
    /// first page to the last is on exactly one of them, whatever is appended meanwhile, if the list is sorted by
    /// [`SortBy::Created`](crate::SortBy::Created).
    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// The index card of a stream, also of a deleted draft.
    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError>;

    /// Replaces the index card of a stream without an event (a new title, another visibility ...).
    /// `updated_ms`, `events` and a `created_ms` of 0 keep their old values.
    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError>;

    /// Puts a draft away: a stream whose card has status `draft` and that has at most `most_events` records.
    /// Its events stay, for nothing is ever taken out of a stream; lists leave it out, and appends are refused.
    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError>;

    /// Calls the listener with every card that is changed without an event, or put away, from now on.
    fn on_card(&self, listener: CardListener);
}
