//! Reasons to refuse a green card, or a pass (pp. 16-22).

use battleground_geometry::Inches;
use hindsight_kernel::{RefusalReason as _, Seat};

use crate::model::cards::Colour;
use crate::model::effect::Distance;
use crate::model::names::{CardNo, UnitId, seat_name};
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a command card, or a pass: when it is, which card, on whom, and what it asks of them. What of this is asked
    /// of an attack's cards too is in `combat::windows`.
    pub(crate) enum CardRefusal {
        // When.
        NotAsked(seat: Seat) = Rule::Cards04, "p. 19", "{} is not asked for a card now", seat_name(*seat);
        NotAskedThisPhase(seat: Seat) = Rule::Cards04, "p. 19",
            "{} is not asked for a green card of this phase now", seat_name(*seat);
        ForAttacks(colour: Colour) = Rule::Cards01, "p. 16", "Red and Blue cards are played in the windows of an attack only";
        NoWindow(card: CardNo) = Rule::Cards04, "p. 19", "no command card may be played now" => asked(card);

        // Which card.
        NotHeld { seat: Seat, card: CardNo } = Rule::Cards11, "p. 18, 86, 101, 127",
            "{} does not hold card {card}", seat_name(*seat) => asked(card);
        OtherColour { name: String, asked: Colour, colours: Vec<Colour> } = Rule::Cards08, "p. 20-22",
            "{name} has not this colour" => asked(asked), allowed(colours);
        PlayedInAttacks { name: String, card: CardNo } = Rule::Cards01, "p. 16",
            "{name} is played in an attack, as this colour" => asked(card);
        OwnPhaseOnly { name: String, card: CardNo } = Rule::Cards04, "p. 19", "{name} is not played in this window"
            => asked(card);
        NotInThisWindow { name: String, card: CardNo } = Rule::Cards01, "p. 16", "{name} is not played in this window"
            => asked(card);

        // On whom. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
        OnNoUnit(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127", "this card is played on no unit"
            => asked(units);
        InAttack(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127", "this card is played in an attack"
            => asked(units);
        NoCheck(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127", "no courage check is at hand" => asked(units);
        NotOwnCheck(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127", "this card helps an own unit"
            => asked(units);
        OnTheChecking { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127",
            "this card is played on {unit}" => asked(on);
        NameOwnFirst(units: Vec<UnitId>) = Rule::Cards11, "p. 18, 86, 101, 127", "name the own unit first, then the enemy"
            => asked(units);
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", "{unit} is no unit of yours on the table" => asked(unit);
        NoPart(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", "{unit} cannot play this part" => asked(unit);
        OutOfReach { from: UnitId, target: UnitId, found: Option<Inches>, most: Distance } = Rule::Geo19, "p. 12",
            "{target} is not within reach of {from}" => asked(found), allowed(most);
        Count { most: u8, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", "name 1 to {most} different units"
            => asked(on), allowed(most);
        NotYours { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", "{unit} is no unit of yours"
            => asked(on);
        NoEnemy { unit: UnitId, on: Vec<UnitId> } = Rule::Cards11, "p. 18, 86, 101, 127", "{unit} is no enemy" => asked(on);

        // Whether it may fall upon that unit.
        NotOnTheTable(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", "{unit} is not on the table" => asked(unit);
        Frightened(unit: UnitId) = Rule::Cour11, "p. 101-102", "{unit} is Frightened: no command cards on it this turn";
        Barred { unit: UnitId, colour: Colour } = Rule::Cards06, "p. 19-20",
            "{unit} may have no {} cards this turn", colour_name(*colour);
        OnMercenary(unit: UnitId) = Rule::Merc04, "p. 127", "faction cards are not played on mercenaries" => asked(unit);
        Twice(unit: UnitId) = Rule::Cards07, "p. 19", "the same card was played on {unit} in this phase" => asked(unit);
        NotMet(unit: UnitId) = Rule::Cards11, "p. 18, 86, 101, 127", "{unit} does not meet what the card asks for"
            => asked(unit);
        NotFailed = Rule::Cour03, "p. 85", "only a failed courage check is rolled again";
        PassedAlready = Rule::Cour03, "p. 85", "the courage check is passed already";
        OrderStays(unit: UnitId) = Rule::Cmd05, "p. 35-36", "the order of {unit} cannot be changed now" => asked(unit);
        /// A Routing unit is Rallied before its rout movement. Rule `BG4-CMD-10` (p. 36), `BG3-CMD-11` (p. 10).
        NotRallied(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44",
            "{unit} is not Routing, or has made its rout movement: it cannot be Rallied" => asked(unit);
        NotReorganized(unit: UnitId) = Rule::Cmd12, "p. 37",
            "{unit} is not Disrupted, or is engaged: it cannot be Reorganized" => asked(unit);
    }
}

fn colour_name(colour: Colour) -> &'static str {
    colour.into()
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
