//! The sample games, put into an empty store.

use hindsight_api::games::packs_of;
use hindsight_api::games::samples::GAMES;
use hindsight_store::EventStore;

use super::filing::{self, Label, Shown};
use super::outcome::Failure;

/// Puts the sample games into a store. Those that are there already stay as they are.
pub(crate) fn load(store: &dyn EventStore) -> Result<usize, Failure> {
    let label = Label {
        owner: "hindsight".to_owned(),
        shown: Shown::Public,
        marks: vec!["sample".to_owned()],
        as_dated: true,
    };
    for (name, text) in GAMES {
        let document = hindsight_notation::parse(text).map_err(|faults| Failure::from(faults).about(name))?;
        filing::file(store, &document, &packs_of(store, &document)?, &label)
            .map_err(|failure| failure.about(name))?;
    }
    Ok(GAMES.len())
}
