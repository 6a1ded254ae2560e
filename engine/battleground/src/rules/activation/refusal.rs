//! Why an activation is refused, or the end of the phase while some are left (pp. 33-36, 38-43).

use battleground_geometry::Pose;
use hindsight_kernel::{Refusal, Seat};

use crate::model::names::{UnitId, seat_name};
use crate::model::rule::Rule;

/// Why an activation is refused: when it may begin, which units are named, whether they may move now, whether they may
/// move together, and where a reported move leads.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum ActivationRefusal {
    /// The Active Player activates units. Rule `BG4-TURN-03` (p. 33).
    #[error("{} is not the Active Player", seat_name(*.0))]
    NotActive(Seat),
    /// One action is completed before the next begins. Rule `BG4-TURN-03` (p. 33).
    #[error("units are activated between the actions of a Movement & Command Phase")]
    NotBetweenActions,
    /// The phase ends when every unit that must move has been activated. Rule `BG4-TURN-03` (p. 33).
    #[error("{} must be activated first", names(.0))]
    StillToActivate(Vec<UnitId>),
    /// A unit is named. Rule `BG4-TURN-03` (p. 33).
    #[error("name at least one unit")]
    NamesNobody,
    /// A unit on the table is named. Rule `BG4-TURN-03` (p. 33).
    #[error("there is no unit {0} on the table")]
    NotOnTheTable(UnitId),
    /// An own unit is named. Rule `BG4-TURN-03` (p. 33).
    #[error("{0} is not an own unit")]
    NotOwnUnit(UnitId),
    /// A unit is activated once a turn. Rule `BG4-TURN-05` (pp. 33-36).
    #[error("{0} was activated this turn already")]
    ActivatedAlready(UnitId),
    /// The units of a group are different ones. Rule `BG4-TURN-06` (pp. 33, 43).
    #[error("{unit} is named twice")]
    NamedTwice {
        /// Which unit.
        unit: UnitId,
        /// The group.
        units: Vec<UnitId>,
    },
    /// A partner's unit is named only where it rushes together with an own one. Rule `BG3-SCEN-03` (p. 26).
    #[error(
        "{unit} belongs to a partner: name it only where it and one of your units make their Final Rushes together"
    )]
    PartnerRushesAlone {
        /// Which unit.
        unit: UnitId,
        /// The group.
        units: Vec<UnitId>,
    },
    /// All Final Rush movement happens before any normal movement. Rule `BG4-TURN-04` (p. 33).
    #[error("{rusher} can Final Rush, which comes before any normal move such as that of {mover}")]
    RushesFirst {
        /// A unit that can rush now.
        rusher: UnitId,
        /// The unit that was to move.
        mover: UnitId,
        /// The group.
        units: Vec<UnitId>,
    },
    /// Units that move at the same time do not end on one another. Rule `BG4-TURN-06` (pp. 33, 43).
    #[error("{one} and {other} would end on one another: activate them otherwise")]
    EndOnOneAnother {
        /// A unit of the group.
        one: UnitId,
        /// Another one.
        other: UnitId,
        /// The group.
        units: Vec<UnitId>,
    },
    /// Units that move at the same time do not pass through one another. Rules `BG4-TURN-06` (pp. 33, 43),
    /// `BG4-MOVE-18` (p. 43).
    #[error("{one} and {other} would pass through one another: activate them otherwise")]
    PassThroughOneAnother {
        /// A unit of the group.
        one: UnitId,
        /// Another one.
        other: UnitId,
        /// The group.
        units: Vec<UnitId>,
    },
    /// RULING: BG4-TURN-06, only a unit that leaves is taken off the table for the others; here it cannot be told who does
    /// (pp. 33, 43).
    #[error("which of them leave hangs on which of the others leave: activate them otherwise")]
    NeverSettles {
        /// The group.
        units: Vec<UnitId>,
    },
    /// A unit moves as its order, or its owner's legs under Direct Control, lead it. Rule `BG4-MOVE-01` (p. 38).
    #[error("the rules do not lead {unit} there; if it was played so, enter it as a ruling")]
    LedElsewhere {
        /// Which unit.
        unit: UnitId,
        /// Where it was reported.
        pose: Pose,
        /// Where the rules may lead it.
        ends: Vec<Pose>,
    },
}

/// Units in a row: `A1, A2`.
fn names(units: &[UnitId]) -> String {
    let names: Vec<String> = units.iter().map(ToString::to_string).collect();
    names.join(", ")
}

impl ActivationRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NotActive(_)
            | Self::NotBetweenActions
            | Self::StillToActivate(_)
            | Self::NamesNobody
            | Self::NotOnTheTable(_)
            | Self::NotOwnUnit(_) => Rule::Turn03,
            Self::PartnerRushesAlone { .. } => Rule::PartnersRush,
            Self::ActivatedAlready(_) => Rule::Turn05,
            Self::RushesFirst { .. } => Rule::Turn04,
            Self::NamedTwice { .. }
            | Self::EndOnOneAnother { .. }
            | Self::PassThroughOneAnother { .. }
            | Self::NeverSettles { .. } => Rule::Turn06,
            Self::LedElsewhere { .. } => Rule::Move01,
        }
    }
}

impl From<ActivationRefusal> for Refusal {
    fn from(why: ActivationRefusal) -> Self {
        use ActivationRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotActive(_) | Why::NotBetweenActions | Why::NamesNobody => refusal,
            Why::StillToActivate(units) => refusal.allowed(units),
            Why::NotOnTheTable(unit) | Why::NotOwnUnit(unit) | Why::ActivatedAlready(unit) => {
                refusal.asked(unit)
            }
            Why::NamedTwice { units, .. }
            | Why::EndOnOneAnother { units, .. }
            | Why::PassThroughOneAnother { units, .. }
            | Why::PartnerRushesAlone { units, .. }
            | Why::NeverSettles { units } => refusal.asked(units),
            Why::RushesFirst { rusher, units, .. } => refusal.asked(units).allowed([rusher]),
            Why::LedElsewhere { pose, ends, .. } => refusal.asked(pose).allowed(ends),
        }
    }
}
