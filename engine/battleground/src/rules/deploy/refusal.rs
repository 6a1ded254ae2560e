//! Why a step of the deployment is refused (pp. 138-140).

use battleground_geometry::{Area, Pose};
use hindsight_kernel::{Refusal, Seat};

use crate::field::{Blocker, blockers};
use crate::model::names::{UnitId, seat_name};
use crate::model::rule::Rule;
use crate::rules::orders::OrderRefusal;

/// What a player is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// To assign the first order. Rule `BG4-DEPLOY-05` (p. 139).
    Order,
    /// To deploy first. Rule `BG4-DEPLOY-06` (p. 140).
    Deployment,
    /// To take the first turn. Rule `BG4-DEPLOY-07` (p. 140).
    Turn,
}

impl Naming {
    const fn rule(self) -> Rule {
        match self {
            Self::Order => Rule::Deploy05,
            Self::Deployment => Rule::Deploy06,
            Self::Turn => Rule::Deploy07,
        }
    }

    /// What the named player does.
    const fn does(self) -> &'static str {
        match self {
            Self::Order => "gives the first order",
            Self::Deployment => "deploys first",
            Self::Turn => "takes the first turn",
        }
    }
}

/// Why a step of the deployment is refused: placing a unit, giving it its first order, naming a player; of each step first
/// whose go it is, then with which unit, then where.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum DeploymentRefusal {
    // Deployment.
    /// Units are deployed in their step of the set-up. Rule `BG4-SETUP-01` (p. 136).
    #[error("no unit is deployed now: the steps of the set-up follow one another")]
    NotDeploying,
    /// The players deploy in turn. Rule `BG4-DEPLOY-02` (p. 139).
    #[error("{} places one of their units", seat_name(*next))]
    NotTheirGo {
        /// Whose go it is.
        next: Seat,
        /// The unit to be placed.
        unit: UnitId,
    },
    /// A player deploys own units. Rule `BG4-DEPLOY-02` (p. 139).
    #[error("{} places one of their units, and {unit} is none", seat_name(*next))]
    NotTheirUnit {
        /// Whose go it is.
        next: Seat,
        /// The unit to be placed.
        unit: UnitId,
    },
    /// Each unit is deployed once. Rule `BG4-DEPLOY-02` (p. 139).
    #[error("{unit} does not wait for deployment")]
    NotWaiting {
        /// The unit to be placed.
        unit: UnitId,
        /// The player's units that wait.
        left: Vec<UnitId>,
    },
    /// A unit lies on the play area. Rule `BG4-DEPLOY-03` (p. 139).
    #[error("the unit must lie on the play area")]
    OffTheTable {
        /// Where it was to be placed.
        pose: Pose,
    },
    /// A unit lies wholly inside the zone of its owner. Rule `BG4-DEPLOY-01` (pp. 138-139).
    #[error("the unit must lie wholly inside the deployment zone")]
    OutsideZone {
        /// Where it was to be placed.
        pose: Pose,
        /// The zone.
        zone: Area,
    },
    /// A Skirmisher touches the zone of its owner. Rule `BG4-SKIRM-01` (p. 127).
    #[error("some part of the unit must touch the deployment zone")]
    ApartFromZone {
        /// Where it was to be placed.
        pose: Pose,
        /// The zone.
        zone: Area,
    },
    /// No other unit, on the ground or in the air, nor impassable terrain is overlapped. Rules `BG4-DEPLOY-03` (p. 139),
    /// `BG4-ORDER-15` (p. 31).
    #[error("the unit would overlap {}", blockers(&[*.met]))]
    Overlaps {
        /// Where it was to be placed.
        pose: Pose,
        /// What lies there.
        met: Blocker,
    },

    // Assigning Standing Orders.
    /// First orders are given in their step of the set-up. Rule `BG4-SETUP-01` (p. 136).
    #[error("no first order is given now: the steps of the set-up follow one another")]
    NotOrdering,
    /// The players give orders in turn. Rule `BG4-DEPLOY-05` (p. 139).
    #[error("{} gives an order to one of their units", seat_name(*next))]
    NotTheirOrder {
        /// Whose go it is.
        next: Seat,
        /// The unit that was to get an order.
        unit: UnitId,
    },
    /// A player gives orders to own units. Rule `BG4-DEPLOY-05` (p. 139).
    #[error("{} gives an order to one of their units, and {unit} is none", seat_name(*next))]
    OrderToOtherUnit {
        /// Whose go it is.
        next: Seat,
        /// The unit that was to get an order.
        unit: UnitId,
    },
    /// Each unit gets one first order, and none whose order is printed on its card. Rule `BG4-DEPLOY-05` (p. 139).
    #[error("{unit} does not wait for an order")]
    NoOrderDue {
        /// The unit that was to get an order.
        unit: UnitId,
        /// The player's units that wait for one.
        left: Vec<UnitId>,
    },
    /// The unit may not have this order (pp. 24-31).
    #[error(transparent)]
    Order(#[from] OrderRefusal),

    // Ties and the first player.
    /// Nobody is to be named in this step of the set-up. Rule `BG4-SETUP-01` (p. 136).
    #[error("nobody is named now: the steps of the set-up follow one another")]
    NotNaming,
    /// One player names. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
    #[error("{} names who {}", seat_name(*by), .naming.does())]
    NamedByOther {
        /// Who names.
        by: Seat,
        /// For what.
        naming: Naming,
    },
    /// One of the two players is named. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
    #[error("name South (A) or North (B)")]
    NoSuchPlayer {
        /// Who was named.
        named: Seat,
        /// For what.
        naming: Naming,
    },
}

impl DeploymentRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NotDeploying | Self::NotOrdering | Self::NotNaming => Rule::Setup01,
            Self::NotTheirGo { .. } | Self::NotTheirUnit { .. } | Self::NotWaiting { .. } => Rule::Deploy02,
            Self::OffTheTable { .. } | Self::Overlaps { .. } => Rule::Deploy03,
            Self::OutsideZone { .. } => Rule::Deploy01,
            Self::ApartFromZone { .. } => Rule::Skirm01,
            Self::NotTheirOrder { .. } | Self::OrderToOtherUnit { .. } | Self::NoOrderDue { .. } => {
                Rule::Deploy05
            }
            Self::Order(why) => why.rule(),
            Self::NamedByOther { naming, .. } | Self::NoSuchPlayer { naming, .. } => naming.rule(),
        }
    }
}

impl From<DeploymentRefusal> for Refusal {
    fn from(why: DeploymentRefusal) -> Self {
        use DeploymentRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotDeploying | Why::NotOrdering | Why::NotNaming | Why::NamedByOther { .. } => refusal,
            Why::NotTheirGo { unit, .. }
            | Why::NotTheirUnit { unit, .. }
            | Why::NotTheirOrder { unit, .. }
            | Why::OrderToOtherUnit { unit, .. } => refusal.asked(unit),
            Why::NotWaiting { unit, left } | Why::NoOrderDue { unit, left } => {
                refusal.asked(unit).allowed(left)
            }
            Why::OffTheTable { pose } => refusal.asked(pose),
            Why::OutsideZone { pose, zone } | Why::ApartFromZone { pose, zone } => {
                refusal.asked(pose).allowed(zone)
            }
            Why::Overlaps { pose, met } => refusal.asked(pose).with("overlaps", blockers(&[met])),
            Why::Order(order) => order.into(),
            Why::NoSuchPlayer { named, .. } => refusal.asked(named),
        }
    }
}
