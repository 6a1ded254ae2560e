//! Events of courage and rout checks.

use hindsight_kernel::{Modifier, Roll};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::UnitId;
use crate::model::state::{Check, CheckKind, Demanded, Lasting, RoutCause};

/// An event of courage and rout checks.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum CourageEvent {
    /// A cause of a Rout Check was noted.
    CauseNoted {
        /// Who checks.
        unit: UnitId,
        /// Why.
        cause: RoutCause,
    },
    /// A friend moved through the unit on its Initial Rout Move.
    PassedThrough {
        /// The unit moved through.
        unit: UnitId,
        /// Who moved.
        by: UnitId,
    },
    /// Checks of a unit are settled or no longer due.
    CausesCleared {
        /// Whose.
        unit: UnitId,
        /// All of step 2.
        rout: bool,
        /// Those of step 6.
        passed_by: bool,
        /// The forced Fear Check.
        fear: bool,
        /// The Follow-up Rout Check.
        follow_up: bool,
    },
    /// A Fear Check is forced, or a Follow-up Rout Check is due.
    CheckForced {
        /// On whom.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
    },
    /// A courage check is demanded for step 6 of the next Courage Phase.
    CheckDemanded {
        /// Of whom.
        unit: UnitId,
        /// By what, with what failing brings.
        demanded: Demanded,
    },
    /// A courage check begins.
    CheckBegan {
        /// Who, which, with which target.
        check: Check,
    },
    /// The dice of the courage check at hand, or their reroll.
    CheckRolled {
        /// Three dice.
        roll: Roll,
        /// What the total must not exceed.
        target: i32,
        /// What changed the courage.
        modifiers: Vec<Modifier>,
    },
    /// A card works on the courage check at hand.
    CheckChanged {
        /// What it does.
        lasting: Lasting,
    },
    /// The courage check at hand ended.
    CourageChecked {
        /// Who.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
        /// The dice; nothing for a unit without courage stat.
        roll: Option<Roll>,
        /// The target.
        target: i32,
        /// Whether it passed.
        passed: bool,
    },
}
