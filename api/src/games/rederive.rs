//! Records derived from a stream, derived again: its index card as far as the game says it, and a snapshot.

use hindsight_engine::System;
use hindsight_store::{Check, EventStore, Listed, StreamCard};

use crate::base::error::ApiResult;
use crate::base::limits::SNAPSHOT_EVERY;
use crate::games::card_fields::OPENED;
use crate::games::card_of;
use crate::games::live_game::{fold_to, snapshot_format, system_of};

/// The result of rederiving one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rederived {
    /// Its card said something else and is right now.
    pub card: bool,
    /// A snapshot was kept.
    pub snapshot: bool,
}

/// Folds a game from its first event, puts its card right and keeps a snapshot of it if it is long enough to have one.
/// What only the card says (title, players, tags, owner, visibility, notes of where it came from) stays. Blocks on the
/// store.
///
/// # Errors
/// The stream does not fold, or the store cannot be used. Nothing has changed then.
pub fn rederive(store: &dyn EventStore, listed: &Listed) -> ApiResult<Rederived> {
    let id = listed.stream;
    let mut card = StreamCard::clone(&listed.card);
    if let Some(system) = of_stream(store, listed)? {
        system.id().clone_into(&mut card.system);
    }
    let system = system_of(&card)?;
    let game = fold_to(store, id, system, listed.card.events)?;
    if !card.extra.contains_key(OPENED) {
        let opening = store.read(id, 1, 1)?;
        let events = opening.first().map_or(0, |record| record.batch_len);
        card.extra.insert(OPENED.to_owned(), events.to_string());
    }
    let card = card_of(game.as_ref(), &card);
    let differs = card != *listed.card;
    if differs {
        store.set_card(id, card)?;
    }
    let due = game.version() >= SNAPSHOT_EVERY;
    if due {
        store.put_snapshot(id, game.version(), snapshot_format(system), &game.snapshot())?;
    }
    Ok(Rederived {
        card: differs,
        snapshot: due,
    })
}

/// The rule set that a stream's first event names, for a card that names none.
fn of_stream(store: &dyn EventStore, listed: &Listed) -> ApiResult<Option<&'static dyn System>> {
    if !listed.card.system.is_empty() {
        return Ok(None);
    }
    let mut found = None;
    store.scan(listed.stream, 1, 1, Check::Continuity, &mut |record| {
        found = hindsight_engine::systems().iter().copied().find(|system| {
            system
                .blank()
                .apply_parts(record.kind, record.schema, record.body)
                .is_ok()
        });
        std::ops::ControlFlow::Break(())
    })?;
    Ok(found)
}
