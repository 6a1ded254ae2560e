//! Reasons to refuse a green card, or a pass (pp. 16-22).

use battleground_geometry::Inches;
use hindsight_kernel::{RefusalReason as _, Seat};

use crate::messages::MESSAGES;
use crate::model::cards::Colour;
use crate::model::effect::Distance;
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::naming::{by_id, card_of, colour_named, player};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a command card, or a pass: when it is, which card, on whom, and what it asks of them. What of this is asked
    /// of an attack's cards too is in `combat::windows`.
    pub(crate) enum CardRefusal {
        // When.
        NotAsked(seat: Seat) = Rule::Cards04, "p. 19", seat = player(*seat);
        NotAskedThisPhase(seat: Seat) = Rule::Cards04, "p. 19", seat = player(*seat);
        ForAttacks(colour: Colour) = Rule::Cards01, "p. 16";
        NoWindow(card: CardNo) = Rule::Cards04, "p. 19" => asked(card);

        // Which card.
        NotHeld { seat: Seat, card: CardNo } = Rule::Cards11, "p. 18, 86, 101, 127",
            seat = player(*seat), card = card_of(*seat, *card) => asked(card);
        OtherColour { name: String, asked: Colour, colours: Vec<Colour> } = Rule::Cards08, "p. 20-22",
            name, colour = colour_named(*asked) => asked(asked), allowed(colours);
        PlayedInAttacks { name: String, card: CardNo } = Rule::Cards01, "p. 16", name => asked(card);
        OwnPhaseOnly { name: String, card: CardNo } = Rule::Cards04, "p. 19", name => asked(card);
        NotInThisWindow { name: String, card: CardNo } = Rule::Cards01, "p. 16", name => asked(card);

        // On whom. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
        OnNoUnit(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127" => asked(units);
        InAttack(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127" => asked(units);
        NoCheck(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127" => asked(units);
        NotOwnCheck(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127" => asked(units);
        OnTheChecking { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127",
            unit = by_id(*unit) => asked(on);
        NameOwnFirst(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127" => asked(units);
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", unit = by_id(*unit) => asked(unit);
        NoPart(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", unit = by_id(*unit) => asked(unit);
        OutOfReach { from: UnitId, target: UnitId, found: Option<Inches>, most: Distance } = Rule::Geo19, "p. 12",
            target = by_id(*target), from = by_id(*from) => asked(found), allowed(most);
        Count { most: u8, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", most => asked(on), allowed(most);
        NotYours { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", unit = by_id(*unit) => asked(on);
        NoEnemy { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", unit = by_id(*unit) => asked(on);

        // Whether it may fall upon that unit.
        NotOnTheTable(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", unit = by_id(*unit) => asked(unit);
        Frightened(unit: UnitId) = Rule::Cour11, "p. 101-102", unit = by_id(*unit);
        Barred { unit: UnitId, colour: Colour } = Rule::Cards06, "p. 19-20",
            unit = by_id(*unit), colour = colour_named(*colour);
        OnMercenary(unit: UnitId) = Rule::Merc04, "p. 127" => asked(unit);
        Twice(unit: UnitId) = Rule::Cards07, "p. 19", unit = by_id(*unit) => asked(unit);
        NotMet(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", unit = by_id(*unit) => asked(unit);
        NotFailed = Rule::Cour03, "p. 85";
        PassedAlready = Rule::Cour03, "p. 85";
        OrderStays(unit: UnitId) = Rule::Cmd05, "p. 35-36", unit = by_id(*unit) => asked(unit);
        /// A Routing unit is Rallied before its rout movement. Rule `BG4-CMD-10` (p. 36), `BG3-CMD-11` (p. 10).
        NotRallied(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44", unit = by_id(*unit) => asked(unit);
        NotReorganized(unit: UnitId) = Rule::Cmd12, "p. 37", unit = by_id(*unit) => asked(unit);
    }
}

impl CardRefusal {
    /// The same said of an ability: how many units it names and whose they are is its own rule. Rule `BG4-CMD-09` (pp. 36, 100).
    pub(crate) fn of_ability(self) -> Refusal {
        let rule = match self.rule() {
            Rule::Cards11 => Rule::Cmd09,
            other => other,
        };
        Refusal::from(self).by(rule)
    }
}
