//! Fields of a moment that may be asked for, each with its kind and what it means. The guide is made from
//! this list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A number.
    Number,
    /// A word or a name.
    Word,
    /// Yes or no: such a field is a condition by itself.
    Truth,
}

impl FieldKind {
    /// The kind in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Word => "word",
            Self::Truth => "yes or no",
        }
    }
}

/// What stands in a field of one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(f64),
    /// A word or a name.
    Word(String),
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("yes"),
            Self::Truth(false) => f.write_str("no"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

macro_rules! fields {
    ($($variant:ident $kind:ident $word:literal $means:literal;)*) => {
        /// A field of a moment.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $(#[doc = $means] $variant,)*
        }

        impl Field {
            /// All of them, in the order of the guide.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word by which it is asked for.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The kind of value that it holds.
            pub const fn kind(self) -> FieldKind {
                match self { $(Self::$variant => FieldKind::$kind,)* }
            }

            /// The meaning of it, in words.
            pub const fn means(self) -> &'static str {
                match self { $(Self::$variant => $means,)* }
            }
        }
    };
}

fields! {
    System Word "system" "The game's id: `before-battle`.";
    Month Word "month" "The month (UTC) in which the game ended: `2026-03`.";
    Round Number "round" "The round in which it happened, from 1; 0 before the battle.";
    Turn Number "turn" "The turn over the whole game, from 1; 0 before the battle.";
    Phase Word "phase" "The phase, in the game's words.";
    Seat Word "seat" "Whose unit or deed it is: `A`, `B`.";
    Faction Word "faction" "The faction of that seat.";
    Result Word "result" "How the game went for that seat: `won`, `drawn`, `lost`.";
    UnitId Word "unit.id" "The unit's number in its game: `A3`.";
    UnitName Word "unit.name" "The name on the unit's card.";
    UnitCard Word "unit.card" "The id of the unit's card.";
    UnitFaction Word "unit.faction" "The faction on the unit's card.";
    UnitKind Word "unit.kind" "The unit's kind, in the game's words: `infantry`, `cavalry`.";
    UnitPoints Number "unit.points" "What the unit is worth.";
    UnitFull Number "unit.full" "The unit's full strength.";
    UnitLeft Number "unit.left" "The unit's strength just before it happened.";
    UnitShare Number "unit.share" "That as a share of full strength, 0 to 1.";
    UnitX Number "unit.x" "Where the unit stood just before, in board units from the west.";
    UnitY Number "unit.y" "Where the unit stood just before, in board units from the south.";
    OtherId Word "other.id" "The other unit's number: who was charged, attacked, or who did it.";
    OtherName Word "other.name" "The name on the other unit's card.";
    OtherCard Word "other.card" "The id of the other unit's card.";
    OtherFaction Word "other.faction" "The faction on the other unit's card.";
    OtherKind Word "other.kind" "The other unit's kind.";
    OtherPoints Number "other.points" "What the other unit is worth.";
    OtherFull Number "other.full" "The other unit's full strength.";
    OtherLeft Number "other.left" "The other unit's strength just before it happened.";
    OtherShare Number "other.share" "That as a share of full strength, 0 to 1.";
    OtherX Number "other.x" "Where the other unit stood just before, from the west.";
    OtherY Number "other.y" "Where the other unit stood just before, from the south.";
    OwnUnits Number "own.units" "Units that the side of the seat had on the field just before.";
    OwnPoints Number "own.points" "What those were worth.";
    EnemyUnits Number "enemy.units" "Units that the other sides had on the field just before.";
    EnemyPoints Number "enemy.points" "What those were worth.";
    Kind Word "kind" "Which move, attack or test it was, in the game's words: `charge`, `shooting`, `rout`.";
    Distance Number "distance" "How far it moved, in board units.";
    Direction Word "direction" "From where it came into the fight: `front`, `flank`, `rear`.";
    Charge Truth "charge" "It counted as a charge.";
    Action Word "action" "The action it took, or the order it got.";
    Ranged Truth "ranged" "The attack came from a distance.";
    Dice Number "dice" "Dice thrown.";
    Hits Number "hits" "Hits of an attack.";
    Saved Number "saved" "Hits that were blocked or saved.";
    Damage Number "damage" "Damage of an attack or a fight; wounds taken or regained.";
    Models Number "models" "Models or steps removed or regained.";
    Taken Number "taken" "Damage that the winner of a fight took.";
    Expected Number "expected" "What chance alone gives on average: damage, successes, or the total of a roll.";
    Luck Number "luck" "How much more than that came: good for the seat if positive.";
    Cause Word "cause" "By what damage was done or the unit was lost: `melee`, `shooting`.";
    Purpose Word "purpose" "What dice were thrown for: `attack`, `block`.";
    Need Number "need" "The number that had to be rolled.";
    Rolled Number "rolled" "What was rolled: successes, or the total.";
    Passed Truth "passed" "The test was passed.";
    Chance Number "chance" "The chance to pass it, 0 to 1.";
    Fighting Truth "fighting" "It was in combat at the end of the turn.";
    Idle Truth "idle" "It had no standing order at the end of the turn.";
    Amount Number "amount" "How much was spent, scored or counted.";
    Of Word "of" "What was spent, decided, scored or counted.";
    On Word "on" "On what it was spent; how it was decided.";
}

impl Field {
    /// The field of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|field| field.word().eq_ignore_ascii_case(word))
    }
}

macro_rules! deeds {
    ($($variant:ident $word:literal $means:literal;)*) => {
        /// What happened at a moment.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ActionField {
            $(#[doc = $means] $variant,)*
        }

        impl ActionField {
            /// All of them, in the order of the guide.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word by which it is asked for.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The meaning of it, in words.
            pub const fn means(self) -> &'static str {
                match self { $(Self::$variant => $means,)* }
            }
        }
    };
}

deeds! {
    Engaged "engaged" "A unit came into a fight.";
    Attacked "attacked" "An attack was resolved: dice, hits, damage.";
    Fought "fought" "A fight ended; the seat is the winner's.";
    Damaged "damaged" "A unit lost wounds or models.";
    Restored "restored" "A unit regained wounds or models.";
    Destroyed "destroyed" "A unit left the game.";
    Returned "returned" "A unit that had been destroyed is on the field again.";
    Broke "broke" "A unit broke and fled.";
    Rallied "rallied" "A unit rallied.";
    Tested "tested" "A unit took a morale test.";
    Moved "moved" "A unit changed its place.";
    Acted "acted" "A unit was activated.";
    Ordered "ordered" "A unit got an order.";
    Resolved "resolved" "It came out whether what a unit was ordered succeeded.";
    Stood "stood" "A unit was on the field when a turn ended.";
    Rolled "rolled" "Dice were rolled.";
    Decided "decided" "A player decided something.";
    Spent "spent" "Something was spent: command points, cards.";
    Worked "worked" "A card changed a result: hits and damage, good for the seat if positive; the amount is tests passed.";
    Scored "scored" "A side scored.";
    Counted "counted" "The game counted something of its own.";
}

impl ActionField {
    /// The deed of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|deed| deed.word().eq_ignore_ascii_case(word))
    }
}
