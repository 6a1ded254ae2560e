//! Choosing factions, budget, scenario, terrain and armies (pp. 136-139).

use hindsight_kernel::{Refusal, Seat};

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn draw_at_set_up(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn choose_faction(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _allegiance: Option<&crate::state::Allegiance>,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn propose_budget(_table: &mut BattleTable<'_>, _seat: Seat, _points: u16) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn propose_scenario(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _agreed: &crate::state::Agreed,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn accept_proposal(_table: &mut BattleTable<'_>, _seat: Seat) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn build_army(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _list: Option<&crate::state::ArmyList>,
) -> Result<(), Refusal> {
    Err(not_built())
}

/// A battle's setup with everything resolved from its packs.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Everything printed that is in play.
    pub book: std::sync::Arc<crate::cards::Book>,
    /// Who draws the command cards.
    #[serde(default)]
    pub decks: crate::state::Decks,
    /// Armies, budget, scenario and map that are settled before the first event, for both players or for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<Ready>,
}

/// What is settled before the first decision.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Budget, scenario and map.
    pub agreed: crate::state::Agreed,
    /// South's and North's factions.
    pub allegiances: [crate::state::Allegiance; 2],
    /// South's and North's armies.
    pub armies: [crate::state::ArmyList; 2],
}

/// Begins a battle by the full procedure.
pub(crate) fn begin(_table: &mut BattleTable<'_>, _setup: &Setup) -> Result<(), Refusal> {
    Err(not_built())
}

/// Sets up a battle from packs: fills in what the request leaves open.
pub(crate) fn setup_from(
    _request: &serde_json::Value,
    _packs: &[serde_json::Value],
) -> Result<Setup, Refusal> {
    Err(not_built())
}

/// The JSON Schema of a setup request.
pub(crate) fn setup_schema() -> serde_json::Value {
    serde_json::Value::Null
}
