//! Reasons to refuse a drawn position.

use battleground_geometry::Inches;
use hindsight_kernel::Seat;

use super::engaged::{Engaged, words};
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::refusals;

refusals! {
    /// Reasons to refuse a drawing: seats, cards, the turn, units and their cards, engagements, orders, the number of features.
    pub(super) enum DrawnRefusal: &'static str {
        // Players.
        NobodyOfTheTeams(seat: Seat) = "HS-POS-01", "table", "nobody of these teams sits at {seat}" => asked(seat);
        OnlyTwo { what: &'static str, seat: Seat } = "HS-POS-01", "table", "only South and North {what}" => asked(seat);
        InTwoPlaces { card: CardNo, path: String } = "HS-POS-01", "table",
            "command card {card} is in two places, or is none" => asked(card), with("path", path);
        DeckTooSmall { cards: usize, drawn: u8, seat: Seat } = "HS-POS-01", "table", "the deck has {cards} command cards"
            => asked(drawn), with("path", format!("/hands/{seat}"));

        // The turn.
        TurnZero = "HS-POS-01", "table", "turns are counted from 1" => asked(0);
        ActiveBefore(unit: UnitId) = "HS-POS-01", "table",
            "{unit} was active in a turn that has not begun; say how many command actions are left in it"
            => with("path", "/actions");
        NoPartner { seat: Seat, active: Seat } = "HS-POS-01", "table", "{seat} is no partner of {active}"
            => asked(seat), with("path", format!("/partners/{seat}"));
        TooManyActions { most: u8, left: u8, seat: Seat } = "HS-POS-01", "table",
            "nobody has more than {most} command actions" => asked(left), with("path", format!("/partners/{seat}"));
        NotInItsTurn { unit: UnitId, place: usize } = "HS-POS-01", "table", "{unit} is activated in its own turn only"
            => asked(unit), with("path", format!("/units/{place}/activated"));

        // Units.
        TooManyUnits { seat: Seat, path: String } = "HS-POS-01", "table", "{seat} has too many units" => with("path", path);
        NoSuchCard { card: String, cards: Vec<String>, path: String } = "HS-POS-01", "table",
            "the packs have no unit card {card}" => asked(card), allowed(cards), with("path", path);

        // Engaged units.
        NotDrawn(unit: UnitId) = "HS-POS-01", "table", "{unit} is engaged and not drawn" => asked(unit);
        Apart { rusher: UnitId, rushed: UnitId, apart: Inches } = "HS-POS-01", "table",
            "{rusher} and {rushed} are engaged and {apart} apart; engaged units touch" => asked(apart);
        OtherSides { drawn: Engaged, touching: Engaged } = "HS-POS-01", "table", "{} touches {} with its {} at the {}",
            drawn.rusher, drawn.rushed, words(touching.with), words(touching.side) => asked(drawn), allowed(touching);

        // Orders.
        NotReady(unit: UnitId) = "HS-POS-01", "table", "{unit} is not Ready and has no order" => asked(unit);
        Unfit(error: String) = "HS-POS-01", "table", "{error}";
        TooManyTokens = "HS-POS-01", "table", "at most 255 objective tokens lie on the table";

        // Terrain.
        TooManyFeatures { most: usize, drawn: usize } = "HS-POS-01", "table", "at most {most} features are drawn"
            => asked(drawn), allowed(most), with("path", "/terrain");
    }
}
