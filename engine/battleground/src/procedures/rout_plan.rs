//! Plan of a rout move, in either edition (pp. 23-24, 74-79).

use battleground_geometry::{Inches, Pose};

use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::state::Cause;

/// What becomes of a unit by its rout move, and of the friends in its way.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an event of its own, or none"
)]
pub(crate) struct RoutPlan {
    /// Whether it takes off for it.
    pub(crate) takes_off: bool,
    /// Whether it uses the sideways shift of the turn. Rule `BG4-ROUT-05` (p. 75).
    pub(crate) shifts: bool,
    /// The move itself, unless it is destroyed where it lies.
    pub(crate) run: Option<RoutRun>,
    /// Whether it comes out from under its enemy. Rule `BG4-COLOS-05` (p. 121).
    pub(crate) comes_out: bool,
    /// Friends moved through that owe a Rout Check, in order.
    pub(crate) checking: Vec<UnitId>,
    /// Whether they make it in the same Courage Phase. Rule `BG4-ROUT-12` (p. 77).
    pub(crate) checked_at_once: bool,
    /// Friends that can neither move nor shoot this turn. Rule `BG3-ROUT-11` (p. 24).
    pub(crate) run_through: Vec<UnitId>,
    /// How it is destroyed, if it is.
    pub(crate) fate: Option<Cause>,
    /// Whether it rallies where it is set down. Rule `BG3-KEY-35` (p. 31).
    pub(crate) rallies: bool,
}

/// The move of a unit that routs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RoutRun {
    /// What it does; nothing where it keeps its facing.
    pub(crate) legs: Vec<Leg>,
    /// Where it ends.
    pub(crate) to: Pose,
    /// Inches that count against its movement.
    pub(crate) distance: Inches,
    /// Inches that its movement gives.
    pub(crate) allowance: Inches,
}
