//! Reasons to refuse a step of the deployment (pp. 138-140).

use battleground_geometry::{Area, Pose};
use hindsight_kernel::Seat;

use crate::field::blocker;
use crate::field::{Blocker, blockers};
use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, player};
use crate::verbs::orders::refusal::OrderRefusal;

/// Decision for which a player is named.
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

    /// The word by which a message chooses what the named player does.
    const fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Deployment => "deployment",
            Self::Turn => "turn",
        }
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a step of the deployment: placing a unit, giving it its first order, naming a player; of each step first
    /// whose go it is, then with which unit, then where.
    pub(crate) enum DeploymentRefusal {
        // Deployment.
        NotDeploying = Rule::Setup01, "p. 136";
        NotTheirGo { next: Seat, unit: UnitId } = Rule::Deploy02, "p. 139", next = player(*next) => asked(unit);
        NotTheirUnit { next: Seat, unit: UnitId } = Rule::Deploy02, "p. 139",
            next = player(*next), unit = by_id(*unit) => asked(unit);
        NotWaiting { unit: UnitId, left: Vec<UnitId> } = Rule::Deploy02, "p. 139",
            unit = by_id(*unit) => asked(unit), allowed(left);
        OffTheTable { pose: Pose } = Rule::Deploy03, "p. 139" => asked(pose);
        OutsideZone { pose: Pose, zone: Area } = Rule::Deploy01, "p. 138" => asked(pose), allowed(zone);
        ApartFromZone { pose: Pose, zone: Area } = Rule::Skirm01, "p. 127" => asked(pose), allowed(zone);
        /// No other unit, on the ground or in the air, nor impassable terrain is overlapped. Rules `BG4-DEPLOY-03` (p. 139),
        /// `BG4-ORDER-15` (p. 31).
        Overlaps { pose: Pose, met: Blocker } = Rule::Deploy03, "p. 139",
            met = blocker(*met) => asked(pose), with("overlaps", blockers(&[*met]));

        // Assigning Standing Orders.
        NotOrdering = Rule::Setup01, "p. 136";
        NotTheirOrder { next: Seat, unit: UnitId } = Rule::Deploy05, "p. 139", next = player(*next) => asked(unit);
        OrderToOtherUnit { next: Seat, unit: UnitId } = Rule::Deploy05, "p. 139",
            next = player(*next), unit = by_id(*unit) => asked(unit);
        NoOrderDue { unit: UnitId, left: Vec<UnitId> } = Rule::Deploy05, "p. 139",
            unit = by_id(*unit) => asked(unit), allowed(left);
        /// The unit may not have this order.
        Order(why: OrderRefusal) = why.rule(), "pp. 24-31", why = why.message() => details_of(why);

        // Ties and the first player.
        NotNaming = Rule::Setup01, "p. 136";
        /// One player names. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
        NamedByOther { by: Seat, naming: Naming } = naming.rule(), "pp. 139-140", by = player(*by), naming = naming.word();
        /// One of the two players is named. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
        NoSuchPlayer { named: Seat, naming: Naming } = naming.rule(), "pp. 139-140" => asked(named);
    }
}

impl From<OrderRefusal> for DeploymentRefusal {
    fn from(why: OrderRefusal) -> Self {
        Self::Order(why)
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the dice of the set-up.
    #[derive(Copy, Eq)]
    pub(crate) enum LotRefusal {
        StillEqual = Rule::Deploy06, "p. 140";
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the first orders that the book advises beginners to give.
    #[derive(Copy, Eq)]
    pub(crate) enum AdviceRefusal {
        OtherEdition = Rule::Deploy05, "p. 139";
        NotTheirOrder(next: Seat) = Rule::Deploy05, "p. 139", next = player(*next);
    }
}
