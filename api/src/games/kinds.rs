//! Kinds of streams in the store, told apart by a mark on their cards: games, layers of annotations and studies.

use hindsight_store::StreamCard;

/// The mark of a layer's card; its only label is the game's id.
pub(crate) const LAYER: &str = "annotations";
/// The mark of a study's card.
pub(crate) const STUDY: &str = "study";

/// Whether a card is that of a layer of annotations, and so of no game.
pub fn is_layer(card: &StreamCard) -> bool {
    card.marks.iter().any(|mark| mark == LAYER)
}

/// Whether a card is that of a study.
pub fn is_study(card: &StreamCard) -> bool {
    card.marks.iter().any(|mark| mark == STUDY)
}

/// Whether a card is that of a stream which is no game.
pub fn is_no_game(card: &StreamCard) -> bool {
    is_layer(card) || is_study(card)
}
