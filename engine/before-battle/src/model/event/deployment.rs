//! Deployment, until the cards are turned up. §Deploy.

use std::sync::Arc;

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::event::TurnedUp;
use crate::model::names::UnitId;
use crate::model::state::{ArmyList, Assigned};

/// Events of the deployment.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum DeploymentEvent {
    /// A unit was placed face down. Rule `BB-DEP-03`.
    UnitDeployed {
        /// Which.
        unit: UnitId,
        /// Where.
        cell: Cell,
        /// Looking where.
        facing: Facing,
        /// Who deploys next, or nothing after the twelfth.
        next: Option<Seat>,
    },
    /// What was left unknown of an army was supplied. Rule `BB-DEP-05`.
    ArmySupplied {
        /// Whose.
        seat: Seat,
        /// The list, if it was unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        /// The weapons, if they were unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
    /// All cards were turned face up. Rule `BB-DEP-05`.
    ArmiesTurnedUp {
        /// Each unit with card, items and models.
        units: Vec<TurnedUp>,
    },
}
