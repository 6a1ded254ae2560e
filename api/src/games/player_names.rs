//! Names of players on a game's card, shown to everybody or to its owner alone.
//!
//! While they are hidden they stand in a place of the card of their own and not among its players, so that
//! nothing that reads players (lists, searches, filters, exports, reports, embeds) can tell them to anybody.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;
use hindsight_store::StreamCard;

/// Under this name a card keeps the names that are hidden, by seat, as JSON.
pub(crate) const HIDDEN_NAMES: &str = "hidden-names";

/// Players' names by seat that everybody may know.
pub(crate) fn players(card: &StreamCard) -> BTreeMap<Seat, String> {
    card.players
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
        .filter_map(|(place, name)| Some((Seat::new(place)?, name.clone())))
        .collect()
}

/// Writes a player's name among the players of a card.
fn name_player(card: &mut StreamCard, seat: Seat, name: &str) {
    if card.players.len() <= seat.index() {
        card.players.resize(seat.index() + 1, String::new());
    }
    name.clone_into(&mut card.players[seat.index()]);
    while card.players.last().is_some_and(String::is_empty) {
        card.players.pop();
    }
}

/// Whether a game's players are shown to nobody but its owner.
pub(crate) fn are_hidden(card: &StreamCard) -> bool {
    card.extra.contains_key(HIDDEN_NAMES)
}

/// Hidden names by seat, as a card keeps them.
pub(crate) fn names_in(text: &str) -> Option<BTreeMap<Seat, String>> {
    serde_json::from_str(text).ok()
}

/// The names by seat that a card hides.
fn hidden(card: &StreamCard) -> BTreeMap<Seat, String> {
    let text = card.extra.get(HIDDEN_NAMES);
    text.and_then(|text| names_in(text)).unwrap_or_default()
}

/// Players' names by seat as the game's owner sees them, hidden or not.
pub(crate) fn names_of(card: &StreamCard) -> BTreeMap<Seat, String> {
    if are_hidden(card) {
        hidden(card)
    } else {
        players(card)
    }
}

/// Players' names by seat as they are shown: hidden ones to the game's owner alone.
pub(crate) fn shown_to(card: &StreamCard, is_owner: bool) -> BTreeMap<Seat, String> {
    if is_owner { names_of(card) } else { players(card) }
}

/// Writes a player's name where the card keeps its names: among the players, or hidden.
pub(crate) fn set_name(card: &mut StreamCard, seat: Seat, name: &str) {
    if !are_hidden(card) {
        name_player(card, seat, name);
        return;
    }
    let mut names = hidden(card);
    if name.is_empty() {
        names.remove(&seat);
    } else {
        names.insert(seat, name.to_owned());
    }
    keep(card, &names);
}

/// Hides the names of a game's players, or shows them again.
pub(crate) fn hide_names(card: &mut StreamCard, hide: bool) {
    if hide == are_hidden(card) {
        return;
    }
    let names = names_of(card);
    if hide {
        card.players.clear();
        keep(card, &names);
    } else {
        card.extra.remove(HIDDEN_NAMES);
        for (seat, name) in names {
            name_player(card, seat, &name);
        }
    }
}

fn keep(card: &mut StreamCard, names: &BTreeMap<Seat, String>) {
    let text = serde_json::to_string(names).expect("letters and names become JSON");
    card.extra.insert(HIDDEN_NAMES.to_owned(), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_names_leave_the_players_and_come_back_as_they_were() {
        let mut card = StreamCard::default();
        set_name(&mut card, Seat::B, "Ada");
        let shown = card.clone();
        hide_names(&mut card, true);
        assert!(are_hidden(&card) && card.players.is_empty());
        assert_eq!(names_of(&card), BTreeMap::from([(Seat::B, "Ada".to_owned())]));
        hide_names(&mut card, true);
        hide_names(&mut card, false);
        assert_eq!(card, shown);
        // A name that changes meanwhile stays hidden.
        hide_names(&mut card, true);
        set_name(&mut card, Seat::A, "Bo");
        set_name(&mut card, Seat::B, "");
        assert!(card.players.is_empty());
        hide_names(&mut card, false);
        assert_eq!(card.players, ["Bo"]);
    }

    #[test]
    fn a_game_without_names_can_hide_those_to_come() {
        let mut card = StreamCard::default();
        hide_names(&mut card, true);
        set_name(&mut card, Seat::A, "Ada");
        assert!(are_hidden(&card) && card.players.is_empty());
    }
}
