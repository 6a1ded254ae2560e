//! Reasons to refuse a card, an ability or a claim in the windows of an attack (pp. 16-18, 99-100).

use hindsight_kernel::Seat;

use crate::model::attack::AttackStage;
use crate::model::cards::{Colour, Window};
use crate::model::effect::Condition;
use crate::model::names::{CardNo, UnitId, seat_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a card or an ability in an attack: whose window it is, which card, what it asks for, which ability.
    pub(crate) enum WindowRefusal {
        NoAttack = Rule::Cards01, "p. 16", "Red and Blue cards are played in the windows of an attack only";
        OnePlayed(seat: Seat) = Rule::Cards02, "p. 17", "{} has played their card of this attack", seat_name(*seat);
        AskedFirst { asked: Seat, seat: Seat } = Rule::Atk14, "p. 99",
            "{} is asked first, not {}", seat_name(*asked), seat_name(*seat);
        NobodyAsked = Rule::Atk14, "p. 99", "nobody is asked for a card now";
        NotInDeck(card: CardNo) = Rule::Cards10, "p. 36, 127", "there is no card {card} in this deck";
        OtherPart { seat: Seat, asked: Colour, right: Colour } = Rule::Cards01, "p. 16",
            "{} plays {} cards in this attack", seat_name(*seat), <&str>::from(right) => asked(asked), allowed(right);
        NotOfThisColour { name: String, colour: Colour } = Rule::Cards08, "p. 20-22", "{name} is no {} card", <&str>::from(colour);
        NotInThisWindow { name: String, stage: AttackStage, windows: Vec<Window> } = Rule::Cards01, "p. 16",
            "{name} is not played {}", in_words(*stage) => allowed(windows);
        OnMercenary(unit: UnitId) = Rule::Merc04, "p. 127", "cards 21 to 30 are not played on {unit}, a mercenary unit";
        NotMet { name: String, unit: UnitId, missing: Condition } = Rule::Cards11, "p. 18, 86, 101, 127",
            "{name} asks for something that {unit} does not meet" => with("missing", missing);
        NoTaker { name: String, target: UnitId } = Rule::Cards11, "p. 18, 86, 101, 127",
            "{name}: no unit that may take the damage touches {target}";
        NotHeld { seat: Seat, card: CardNo } = Rule::Cards11, "p. 18, 86, 101, 127", "{} does not hold card {card}", seat_name(*seat);
        NoSuchAbility { unit: UnitId, stage: AttackStage, asked: String } = Rule::Atk17, "p. 100",
            "no such ability can be used on {unit} {}", in_words(*stage) => asked(asked);
        NoBox = Rule::Atk17, "p. 100", "this ability marks no box";
    }
}

refusals! {
    /// Reasons to refuse a defender's claim that a roll was made before they were asked.
    #[derive(Copy, Eq)]
    pub(crate) enum ClaimRefusal {
        OtherEdition = Rule::Atk16, "p. 100", "this edition has no roll again for one that was made too early";
        EveryWindowOffered = Rule::Atk16, "p. 100", "every window was offered, so nobody was passed over";
        NotTheDefender = Rule::Atk16, "p. 100", "the defender claims it, when they are asked after the roll";
        CardPlayed = Rule::Atk16, "p. 100", "the defender has played their card of this attack";
        ClaimedOnce = Rule::Atk16, "p. 100", "this roll has been claimed once";
        NotAfterARoll = Rule::Atk16, "p. 100", "only right after a roll";
        NoDice = Rule::Atk16, "p. 100", "no dice lie there";
    }
}

refusals! {
    /// Reasons to refuse what reads more of dice than their count tells.
    #[derive(Copy, Eq)]
    pub(crate) enum CountedRefusal {
        TargetChanged = Rule::Atk11, "p. 98", "the dice of this attack were counted, and the count does not tell how many succeed at the new target number: take the roll back and enter its faces";
        FaceUnknown { face: u8 } = Rule::Atk11, "p. 98", "the dice of this attack were counted, and the count does not tell which of them show {face}: take the roll back and enter its faces" => asked(face);
    }
}

/// The moment of an attack, as a sentence ends with it.
pub(super) const fn in_words(stage: AttackStage) -> &'static str {
    match stage {
        AttackStage::BeforeHit => "before the to-hit roll",
        AttackStage::AfterHit => "after the to-hit roll",
        AttackStage::BeforeWound => "before the to-wound roll",
        AttackStage::AfterWound => "after the to-wound roll",
        AttackStage::Damage => "at the damage step",
        AttackStage::Resolution => "at the resolution",
    }
}
