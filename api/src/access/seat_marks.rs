//! The seats of a game that accounts took, as marks on the game's card.

use hindsight_kernel::Seat;
use hindsight_store::StreamCard;

/// Under this, with the seat's letter, a card names the account that took the seat.
pub(crate) const MARK: &str = "seat:";

/// The account that took a seat, as the game's card says.
pub(crate) fn taken_by(card: &StreamCard, seat: Seat) -> Option<&str> {
    card.extra.get(&format!("{MARK}{seat}")).map(String::as_str)
}

/// The seats that somebody took, as the game's card says.
pub(crate) fn seats_of(card: &StreamCard, subject: &str) -> Vec<Seat> {
    card.extra
        .iter()
        .filter(|(_, account)| *account == subject)
        .filter_map(|(name, _)| name.strip_prefix(MARK)?.parse().ok())
        .collect()
}
