//! Events of attacks.

use hindsight_kernel::{Modifier, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::attack::{Asked, Attack, AttackKind, AttackStage};
use crate::model::names::UnitId;
use crate::model::state::{Declared, Lasting};

/// An event of attacks.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum CombatEvent {
    /// The attacks of the Combat Phase are declared, those of a seat.
    TargetsChosen {
        /// Whose.
        seat: Seat,
        /// Attacks in the order of units.
        declared: Vec<Declared>,
    },
    /// A declared attack is over without dice: it was a spell that is none, or its target has no boxes left and it is not
    /// rolled. Rules `BG3-SPELL-01` (p. 31), `BG3-COMB-16` (p. 17).
    ChoiceSettled {
        /// Its place among the declared ones.
        place: u8,
    },
    /// An attack begins.
    AttackBegan {
        /// What it is.
        attack: Box<Attack>,
        /// Its place among the declared ones, in the Combat Phase.
        place: Option<u8>,
    },
    /// The attack at hand goes to another stage or asks somebody.
    AttackWent {
        /// Where it stands.
        stage: AttackStage,
        /// Who is asked.
        asked: Asked,
    },
    /// Dice of the attack at hand; they replace those that lay there.
    AttackRolled {
        /// To hit, or to wound.
        to_wound: bool,
        /// The dice as they lie.
        roll: Roll,
        /// Which of them were rolled again just now; empty for a first roll.
        #[serde(default)]
        rerolled: Vec<u8>,
        /// The dice thrown just now for those; nothing for a first roll, which is `roll` itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<Roll>,
        /// The target number.
        target: i32,
        /// Successes by the rules as the dice lie.
        successes: u32,
        /// What changed the target number.
        modifiers: Vec<Modifier>,
    },
    /// A card or ability works in the attack at hand.
    AttackChanged {
        /// What it does.
        lasting: Lasting,
        /// On whom wounds are marked that it moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<UnitId>,
    },
    /// The attack at hand ended.
    AttackResolved {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// How.
        kind: AttackKind,
        /// To-hit dice.
        dice: u32,
        /// Hits, with Impact Hits.
        hits: u32,
        /// Wounds.
        wounds: u32,
    },
}
