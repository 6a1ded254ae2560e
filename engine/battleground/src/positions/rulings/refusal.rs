//! Reasons to refuse a ruling.

use hindsight_kernel::{Message, joined};

use crate::messages::MESSAGES;
use crate::model::bounds::MOST_RULED;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::by_id;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a ruling on a battle in play.
    pub(super) enum RulingRefusal: &'static str {
        NotInPlay { patch: Box<Patch> } = "HS-RULE-01", "table" => asked(patch);
        NotOnTheTable { unit: UnitId, patch: Box<Patch> } = "HS-RULE-01", "table", unit = by_id(*unit) => asked(patch);
        TooMuchDamage { unit: UnitId, boxes: u8, patch: Box<Patch> } = "HS-RULE-01", "table",
            unit = by_id(*unit), boxes => asked(patch);
        Unfit { error: Message, patch: Box<Patch> } = "HS-RULE-01", "table", error = error.clone() => asked(patch);
        Unsound { fault: Message, patch: Box<Patch> } = "HS-RULE-01", "table", fault = fault.clone() => asked(patch);
        EffectName = "HS-RULE-01", "table";
        TooManyEffects { unit: UnitId, there: usize } = "HS-RULE-01", "table",
            unit = by_id(*unit), there, most = MOST_RULED;
        FaultyEffects(faults: Vec<Message>) = "HS-RULE-01", "table", faults = joined!(MESSAGES, "ask-fault-next", faults.iter().cloned());
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the way in which a dispute is settled: that of the other edition, words, dice.
    #[derive(Copy, Eq)]
    pub(super) enum DisputeRefusal {
        RollOff = Rule::Prin06, "p. 6";
        OneDie = Rule::Prin06, "p. 6";
        Readings(die: Option<u8>) = Rule::Prin06, "p. 6" => asked(die);
        NoSuchFace(die: Option<u8>) = Rule::Prin06, "p. 6" => asked(die);
        Words(dice: [u8; 2]) = Rule::Prin06, "p. 6" => asked(dice);
        NoSuchFaces(dice: [u8; 2]) = Rule::Prin06, "p. 6" => asked(dice);
        EqualDice(dice: [u8; 2]) = Rule::Prin06, "p. 6" => asked(dice);
    }
}
