//! Events of Final Rushes and engagements.

use battleground_geometry::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::UnitId;
use crate::model::state::Engagement;

/// An event of Final Rushes and engagements.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum EngagementEvent {
    /// A unit was Final Rushed and both are engaged.
    FinalRushed {
        /// The engagement.
        engagement: Engagement,
        /// Inches in common.
        contact: Inches,
    },
    /// A Routing unit was Final Rushed: nobody is engaged.
    RoutingRushed {
        /// The rusher.
        unit: UnitId,
        /// The Routing unit.
        target: UnitId,
    },
    /// Engagements changed hands or ended: this is what remains.
    EngagementsChanged {
        /// All of them.
        engagements: Vec<Engagement>,
    },
}
