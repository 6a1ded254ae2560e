//! Reasons to refuse a drawn position.

use battleground_geometry::Inches;
use hindsight_kernel::Seat;

use super::engaged::Engaged;
use crate::messages::MESSAGES;
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::refusals;
use crate::naming::{by_id, card_side, length};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a drawing: seats, cards, the turn, units and their cards, engagements, orders, the number of features.
    pub(super) enum DrawnRefusal: &'static str {
        // Players.
        NobodyOfTheTeams(seat: Seat) = "HS-POS-01", "table", seat => asked(seat);
        OnlyTwo { what: &'static str, seat: Seat } = "HS-POS-01", "table", what => asked(seat);
        InTwoPlaces { card: CardNo, path: String } = "HS-POS-01", "table", card = card.0 => asked(card), with("path", path);
        DeckTooSmall { cards: usize, drawn: u8, seat: Seat } = "HS-POS-01", "table",
            cards => asked(drawn), with("path", format!("/hands/{seat}"));

        // The turn.
        TurnZero = "HS-POS-01", "table" => asked(0);
        ActiveBefore(unit: UnitId) = "HS-POS-01", "table", unit = by_id(*unit) => with("path", "/actions");
        NoPartner { seat: Seat, active: Seat } = "HS-POS-01", "table",
            seat, active => asked(seat), with("path", format!("/partners/{seat}"));
        TooManyActions { most: u8, left: u8, seat: Seat } = "HS-POS-01", "table",
            most => asked(left), with("path", format!("/partners/{seat}"));
        NotInItsTurn { unit: UnitId, place: usize } = "HS-POS-01", "table",
            unit = by_id(*unit) => asked(unit), with("path", format!("/units/{place}/activated"));

        // Units.
        TooManyUnits { seat: Seat, path: String } = "HS-POS-01", "table", seat => with("path", path);
        NoSuchCard { card: String, cards: Vec<String>, path: String } = "HS-POS-01", "table",
            card => asked(card), allowed(cards), with("path", path);

        // Engaged units.
        NotDrawn(unit: UnitId) = "HS-POS-01", "table", unit = by_id(*unit) => asked(unit);
        Apart { rusher: UnitId, rushed: UnitId, apart: Inches } = "HS-POS-01", "table",
            rusher = by_id(*rusher), rushed = by_id(*rushed), apart = length(*apart) => asked(apart);
        OtherSides { drawn: Engaged, touching: Engaged } = "HS-POS-01", "table",
            rusher = by_id(drawn.rusher), rushed = by_id(drawn.rushed), with = card_side(touching.with), side = card_side(touching.side)
            => asked(drawn), allowed(touching);

        // Orders.
        NotReady(unit: UnitId) = "HS-POS-01", "table", unit = by_id(*unit) => asked(unit);
        Unfit(error: String) = "HS-POS-01", "table", error;
        TooManyTokens = "HS-POS-01", "table";

        // Terrain.
        TooManyFeatures { most: usize, drawn: usize } = "HS-POS-01", "table",
            most => asked(drawn), allowed(most), with("path", "/terrain");
    }
}
