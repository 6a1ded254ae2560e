//! The sample games: recorded in the notation, embedded, and put into an empty store.

use hindsight_store::EventStore;

use super::filing::{self, Label, Shown};
use super::outcome::Failure;

/// Each sample game: its name and its text.
pub(crate) const GAMES: &[(&str, &str)] = &[
    (
        "the-knights-on-e6",
        include_str!("../../../tests/games/the-knights-on-e6.hgn"),
    ),
    (
        "the-misread-die",
        include_str!("../../../tests/games/the-misread-die.hgn"),
    ),
    (
        "one-model-too-few",
        include_str!("../../../tests/games/one-model-too-few.hgn"),
    ),
    (
        "two-hidden-armies",
        include_str!("../../../tests/games/two-hidden-armies.hgn"),
    ),
    (
        "three-rounds-left",
        include_str!("../../../tests/games/three-rounds-left.hgn"),
    ),
    (
        "orsa-takes-the-axes",
        include_str!("../../../tests/games/orsa-takes-the-axes.hgn"),
    ),
    (
        "the-knights-at-the-barrow",
        include_str!("../../../tests/games/the-knights-at-the-barrow.hgn"),
    ),
    (
        "the-archers-on-the-knoll",
        include_str!("../../../tests/games/the-archers-on-the-knoll.hgn"),
    ),
    (
        "the-wolves-at-two-woods",
        include_str!("../../../tests/games/the-wolves-at-two-woods.hgn"),
    ),
    (
        "the-bows-of-osier-bank",
        include_str!("../../../tests/games/the-bows-of-osier-bank.hgn"),
    ),
    (
        "the-extended-example",
        include_str!("../../../tests/games/the-extended-example.hgn"),
    ),
];

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
        filing::file(store, &document, &label).map_err(|failure| failure.about(name))?;
    }
    Ok(GAMES.len())
}
