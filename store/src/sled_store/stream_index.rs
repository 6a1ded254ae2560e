//! The index of the store on disk: kept in memory, changed by the committer.

use super::SledStore;
use super::commit::committer::{CardEdit, Job};
use crate::{
    CardListener, Cursor, Listed, Page, StoreError, StreamCard, StreamFilter, StreamId, StreamIndex,
};

impl StreamIndex for SledStore {
    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        Ok(self.shared.catalogue.read().page(filter, cursor, limit))
    }

    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError> {
        Ok(self
            .shared
            .catalogue
            .read()
            .get(stream)
            .map(|filed| filed.listed(stream)))
    }

    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError> {
        self.ask(|answer| Job::Card {
            stream,
            edit: CardEdit::Replace(Box::new(card)),
            answer,
        })?;
        self.shared.card_listeners.notify(stream);
        Ok(())
    }

    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError> {
        self.ask(|answer| Job::Card {
            stream,
            edit: CardEdit::PutAway { most_events },
            answer,
        })?;
        self.shared.card_listeners.notify(stream);
        Ok(())
    }

    fn on_card(&self, listener: CardListener) {
        self.shared.card_listeners.add(listener);
    }
}
