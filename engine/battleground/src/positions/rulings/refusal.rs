//! Reasons to refuse a ruling.

use crate::model::bounds::MOST_RULED;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a ruling on a battle in play.
    pub(super) enum RulingRefusal: &'static str {
        NotInPlay { patch: Box<Patch> } = "HS-RULE-01", "table", "a ruling changes a battle in play: take back instead"
            => asked(patch);
        NotOnTheTable { unit: UnitId, patch: Box<Patch> } = "HS-RULE-01", "table", "{unit} is not on the table" => asked(patch);
        TooMuchDamage { unit: UnitId, boxes: u8, patch: Box<Patch> } = "HS-RULE-01", "table",
            "{unit} has {boxes} boxes; destroy it instead" => asked(patch);
        Unfit { error: String, patch: Box<Patch> } = "HS-RULE-01", "table", "{error}" => asked(patch);
        Unsound { fault: String, patch: Box<Patch> } = "HS-RULE-01", "table", "the position would not be sound: {fault}"
            => asked(patch);
        EffectName = "HS-RULE-01", "table", "name: an effect has a name of 1 to 60 characters";
        TooManyEffects { unit: UnitId, there: usize } = "HS-RULE-01", "table",
            "{unit} has {there} effects by rulings, at most {MOST_RULED} are kept";
        FaultyEffects(faults: Vec<String>) = "HS-RULE-01", "table", "{}", faults.join("; ");
    }
}

refusals! {
    /// Reasons to refuse the way in which a dispute is settled: that of the other edition, words, dice.
    #[derive(Copy, Eq)]
    pub(super) enum DisputeRefusal {
        RollOff = Rule::Prin06, "p. 6", "a dispute is settled by a roll-off of both players";
        OneDie = Rule::Prin06, "p. 6", "a dispute is settled by one die, whose readings are named beforehand";
        Readings(die: Option<u8>) = Rule::Prin06, "p. 6",
            "a dispute and each of its readings are told in 1 to 500 characters" => asked(die);
        NoSuchFace(die: Option<u8>) = Rule::Prin06, "p. 6", "the die shows 1 to 6" => asked(die);
        Words(dice: [u8; 2]) = Rule::Prin06, "p. 6", "a dispute is told in 1 to 500 characters" => asked(dice);
        NoSuchFaces(dice: [u8; 2]) = Rule::Prin06, "p. 6", "each die shows 1 to 6" => asked(dice);
        EqualDice(dice: [u8; 2]) = Rule::Prin06, "p. 6", "equal dice settle nothing: roll again" => asked(dice);
    }
}
