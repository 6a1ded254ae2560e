//! Fields of a moment that may be asked for, each with its kind and what it means. The guide is made from
//! this list.

use hindsight_kernel::{Phrase, phrase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::messages::MESSAGES;

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
    /// The kind as the guide names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Word => "word",
            Self::Truth => "yes or no",
        }
    }

    /// The kind in words.
    pub(super) const fn name(self) -> Phrase {
        match self {
            Self::Number => phrase!(MESSAGES, "kind-number"),
            Self::Word => phrase!(MESSAGES, "kind-word"),
            Self::Truth => phrase!(MESSAGES, "kind-truth"),
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
    ($($variant:ident $kind:ident $word:literal $means:expr;)*) => {
        /// A field of a moment.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $(#[doc = concat!("The field `", $word, "`.")] $variant,)*
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
            pub const fn means(self) -> Phrase {
                match self { $(Self::$variant => $means,)* }
            }
        }
    };
}

fields! {
    System Word "system" phrase!(MESSAGES, "field-system");
    Month Word "month" phrase!(MESSAGES, "field-month");
    Round Number "round" phrase!(MESSAGES, "field-round");
    Turn Number "turn" phrase!(MESSAGES, "field-turn");
    Phase Word "phase" phrase!(MESSAGES, "field-phase");
    Seat Word "seat" phrase!(MESSAGES, "field-seat");
    Faction Word "faction" phrase!(MESSAGES, "field-faction");
    Result Word "result" phrase!(MESSAGES, "field-result");
    UnitId Word "unit.id" phrase!(MESSAGES, "field-unit-id");
    UnitName Word "unit.name" phrase!(MESSAGES, "field-unit-name");
    UnitCard Word "unit.card" phrase!(MESSAGES, "field-unit-card");
    UnitFaction Word "unit.faction" phrase!(MESSAGES, "field-unit-faction");
    UnitKind Word "unit.kind" phrase!(MESSAGES, "field-unit-kind");
    UnitPoints Number "unit.points" phrase!(MESSAGES, "field-unit-points");
    UnitFull Number "unit.full" phrase!(MESSAGES, "field-unit-full");
    UnitLeft Number "unit.left" phrase!(MESSAGES, "field-unit-left");
    UnitShare Number "unit.share" phrase!(MESSAGES, "field-unit-share");
    UnitX Number "unit.x" phrase!(MESSAGES, "field-unit-x");
    UnitY Number "unit.y" phrase!(MESSAGES, "field-unit-y");
    OtherId Word "other.id" phrase!(MESSAGES, "field-other-id");
    OtherName Word "other.name" phrase!(MESSAGES, "field-other-name");
    OtherCard Word "other.card" phrase!(MESSAGES, "field-other-card");
    OtherFaction Word "other.faction" phrase!(MESSAGES, "field-other-faction");
    OtherKind Word "other.kind" phrase!(MESSAGES, "field-other-kind");
    OtherPoints Number "other.points" phrase!(MESSAGES, "field-other-points");
    OtherFull Number "other.full" phrase!(MESSAGES, "field-other-full");
    OtherLeft Number "other.left" phrase!(MESSAGES, "field-other-left");
    OtherShare Number "other.share" phrase!(MESSAGES, "field-other-share");
    OtherX Number "other.x" phrase!(MESSAGES, "field-other-x");
    OtherY Number "other.y" phrase!(MESSAGES, "field-other-y");
    OwnUnits Number "own.units" phrase!(MESSAGES, "field-own-units");
    OwnPoints Number "own.points" phrase!(MESSAGES, "field-own-points");
    EnemyUnits Number "enemy.units" phrase!(MESSAGES, "field-enemy-units");
    EnemyPoints Number "enemy.points" phrase!(MESSAGES, "field-enemy-points");
    Kind Word "kind" phrase!(MESSAGES, "field-kind");
    Distance Number "distance" phrase!(MESSAGES, "field-distance");
    Direction Word "direction" phrase!(MESSAGES, "field-direction");
    Charge Truth "charge" phrase!(MESSAGES, "field-charge");
    Action Word "action" phrase!(MESSAGES, "field-action");
    Ranged Truth "ranged" phrase!(MESSAGES, "field-ranged");
    Dice Number "dice" phrase!(MESSAGES, "field-dice");
    Hits Number "hits" phrase!(MESSAGES, "field-hits");
    Saved Number "saved" phrase!(MESSAGES, "field-saved");
    Damage Number "damage" phrase!(MESSAGES, "field-damage");
    Models Number "models" phrase!(MESSAGES, "field-models");
    Taken Number "taken" phrase!(MESSAGES, "field-taken");
    Expected Number "expected" phrase!(MESSAGES, "field-expected");
    Luck Number "luck" phrase!(MESSAGES, "field-luck");
    Cause Word "cause" phrase!(MESSAGES, "field-cause");
    Purpose Word "purpose" phrase!(MESSAGES, "field-purpose");
    Need Number "need" phrase!(MESSAGES, "field-need");
    Rolled Number "rolled" phrase!(MESSAGES, "field-rolled");
    Passed Truth "passed" phrase!(MESSAGES, "field-passed");
    Chance Number "chance" phrase!(MESSAGES, "field-chance");
    Fighting Truth "fighting" phrase!(MESSAGES, "field-fighting");
    Idle Truth "idle" phrase!(MESSAGES, "field-idle");
    Amount Number "amount" phrase!(MESSAGES, "field-amount");
    Of Word "of" phrase!(MESSAGES, "field-of");
    On Word "on" phrase!(MESSAGES, "field-on");
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
    ($($(#[$about:meta])* $variant:ident $word:literal $means:expr;)*) => {
        /// What happened at a moment.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ActionField {
            $($(#[$about])* $variant,)*
        }

        impl ActionField {
            /// All of them, in the order of the guide.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word by which it is asked for.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The meaning of it, in words.
            pub const fn means(self) -> Phrase {
                match self { $(Self::$variant => $means,)* }
            }
        }
    };
}

deeds! {
    /// A unit came into a fight.
    Engaged "engaged" phrase!(MESSAGES, "happened-engaged");
    /// An attack was resolved: dice, hits, damage.
    Attacked "attacked" phrase!(MESSAGES, "happened-attacked");
    /// A fight ended; the seat is the winner's.
    Fought "fought" phrase!(MESSAGES, "happened-fought");
    /// A unit lost wounds or models.
    Damaged "damaged" phrase!(MESSAGES, "happened-damaged");
    /// A unit regained wounds or models.
    Restored "restored" phrase!(MESSAGES, "happened-restored");
    /// A unit left the game.
    Destroyed "destroyed" phrase!(MESSAGES, "happened-destroyed");
    /// A unit that had been destroyed is on the field again.
    Returned "returned" phrase!(MESSAGES, "happened-returned");
    /// A unit broke and fled.
    Broke "broke" phrase!(MESSAGES, "happened-broke");
    /// A unit rallied.
    Rallied "rallied" phrase!(MESSAGES, "happened-rallied");
    /// A unit took a morale test.
    Tested "tested" phrase!(MESSAGES, "happened-tested");
    /// A unit changed its place.
    Moved "moved" phrase!(MESSAGES, "happened-moved");
    /// A unit was activated.
    Acted "acted" phrase!(MESSAGES, "happened-acted");
    /// A unit got an order.
    Ordered "ordered" phrase!(MESSAGES, "happened-ordered");
    /// It came out whether what a unit was ordered succeeded.
    Resolved "resolved" phrase!(MESSAGES, "happened-resolved");
    /// A unit was on the field when a turn ended.
    Stood "stood" phrase!(MESSAGES, "happened-stood");
    /// Dice were rolled.
    Rolled "rolled" phrase!(MESSAGES, "happened-rolled");
    /// A player decided something.
    Decided "decided" phrase!(MESSAGES, "happened-decided");
    /// Something was spent: command points, cards.
    Spent "spent" phrase!(MESSAGES, "happened-spent");
    /// A card changed a result: hits and damage, good for the seat if positive; the amount is tests passed.
    Worked "worked" phrase!(MESSAGES, "happened-worked");
    /// A side scored.
    Scored "scored" phrase!(MESSAGES, "happened-scored");
    /// The game counted something of its own.
    Counted "counted" phrase!(MESSAGES, "happened-counted");
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
