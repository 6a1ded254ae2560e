//! Reasons to refuse a card, an ability or a claim in the windows of an attack (pp. 16-18, 99-100).

use hindsight_kernel::Seat;

use crate::messages::MESSAGES;
use crate::model::attack::AttackStage;
use crate::model::cards::{Colour, Window};
use crate::model::effect::Condition;
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, card_of, colour_named, player, stage_named};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a card or an ability in an attack: whose window it is, which card, what it asks for, which ability.
    pub(crate) enum WindowRefusal {
        NoAttack = Rule::Cards01, "p. 16";
        OnePlayed(seat: Seat) = Rule::Cards02, "p. 17", seat = player(*seat);
        AskedFirst { asked: Seat, seat: Seat } = Rule::Atk14, "p. 99", asked = player(*asked), seat = player(*seat);
        NobodyAsked = Rule::Atk14, "p. 99";
        NotInDeck(card: CardNo) = Rule::Cards10, "p. 36, 127", card = card.0;
        OtherPart { seat: Seat, asked: Colour, right: Colour } = Rule::Cards01, "p. 16",
            seat = player(*seat), colour = colour_named(*right) => asked(asked), allowed(right);
        NotOfThisColour { name: String, colour: Colour } = Rule::Cards08, "p. 20-22", name, colour = colour_named(*colour);
        NotInThisWindow { name: String, stage: AttackStage, windows: Vec<Window> } = Rule::Cards01, "p. 16",
            name, stage = stage_named(*stage) => allowed(windows);
        OnMercenary(unit: UnitId) = Rule::Merc04, "p. 127", unit = by_id(*unit);
        NotMet { name: String, unit: UnitId, missing: Condition } = Rule::Cards11, "p. 18, 86, 101, 127",
            name, unit = by_id(*unit) => with("missing", missing);
        NoTaker { name: String, target: UnitId } = Rule::Cards11, "p. 18, 86, 101, 127", name, target = by_id(*target);
        NotHeld { seat: Seat, card: CardNo } = Rule::Cards11, "p. 18, 86, 101, 127",
            seat = player(*seat), card = card_of(*seat, *card);
        NoSuchAbility { unit: UnitId, stage: AttackStage, asked: String } = Rule::Atk17, "p. 100",
            unit = by_id(*unit), stage = stage_named(*stage) => asked(asked);
        NoBox = Rule::Atk17, "p. 100";
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a defender's claim that a roll was made before they were asked.
    #[derive(Copy, Eq)]
    pub(crate) enum ClaimRefusal {
        OtherEdition = Rule::Atk16, "p. 100";
        EveryWindowOffered = Rule::Atk16, "p. 100";
        NotTheDefender = Rule::Atk16, "p. 100";
        CardPlayed = Rule::Atk16, "p. 100";
        ClaimedOnce = Rule::Atk16, "p. 100";
        NotAfterARoll = Rule::Atk16, "p. 100";
        NoDice = Rule::Atk16, "p. 100";
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse what reads more of dice than their count tells.
    #[derive(Copy, Eq)]
    pub(crate) enum CountedRefusal {
        TargetChanged = Rule::Atk11, "p. 98";
        FaceUnknown { face: u8 } = Rule::Atk11, "p. 98", face => asked(face);
    }
}
