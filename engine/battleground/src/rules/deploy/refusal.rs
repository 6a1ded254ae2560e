//! Reasons to refuse a step of the deployment (pp. 138-140).

use battleground_geometry::{Area, Pose};
use hindsight_kernel::Seat;

use crate::field::{Blocker, blockers};
use crate::model::names::{UnitId, seat_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
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

    /// What the named player does.
    const fn does(self) -> &'static str {
        match self {
            Self::Order => "gives the first order",
            Self::Deployment => "deploys first",
            Self::Turn => "takes the first turn",
        }
    }
}

refusals! {
    /// Reasons to refuse a step of the deployment: placing a unit, giving it its first order, naming a player; of each step first
    /// whose go it is, then with which unit, then where.
    pub(crate) enum DeploymentRefusal {
        // Deployment.
        NotDeploying = Rule::Setup01, "p. 136", "no unit is deployed now: the steps of the set-up follow one another";
        NotTheirGo { next: Seat, unit: UnitId } = Rule::Deploy02, "p. 139", "{} places one of their units", seat_name(*next)
            => asked(unit);
        NotTheirUnit { next: Seat, unit: UnitId } = Rule::Deploy02, "p. 139",
            "{} places one of their units, and {unit} is none", seat_name(*next) => asked(unit);
        NotWaiting { unit: UnitId, left: Vec<UnitId> } = Rule::Deploy02, "p. 139", "{unit} does not wait for deployment"
            => asked(unit), allowed(left);
        OffTheTable { pose: Pose } = Rule::Deploy03, "p. 139", "the unit must lie on the play area" => asked(pose);
        OutsideZone { pose: Pose, zone: Area } = Rule::Deploy01, "p. 138",
            "the unit must lie wholly inside the deployment zone" => asked(pose), allowed(zone);
        ApartFromZone { pose: Pose, zone: Area } = Rule::Skirm01, "p. 127",
            "some part of the unit must touch the deployment zone" => asked(pose), allowed(zone);
        /// No other unit, on the ground or in the air, nor impassable terrain is overlapped. Rules `BG4-DEPLOY-03` (p. 139),
        /// `BG4-ORDER-15` (p. 31).
        Overlaps { pose: Pose, met: Blocker } = Rule::Deploy03, "p. 139", "the unit would overlap {}", blockers(&[*met])
            => asked(pose), with("overlaps", blockers(&[*met]));

        // Assigning Standing Orders.
        NotOrdering = Rule::Setup01, "p. 136", "no first order is given now: the steps of the set-up follow one another";
        NotTheirOrder { next: Seat, unit: UnitId } = Rule::Deploy05, "p. 139",
            "{} gives an order to one of their units", seat_name(*next) => asked(unit);
        OrderToOtherUnit { next: Seat, unit: UnitId } = Rule::Deploy05, "p. 139",
            "{} gives an order to one of their units, and {unit} is none", seat_name(*next) => asked(unit);
        NoOrderDue { unit: UnitId, left: Vec<UnitId> } = Rule::Deploy05, "p. 139", "{unit} does not wait for an order"
            => asked(unit), allowed(left);
        /// The unit may not have this order.
        Order(why: OrderRefusal) = why.rule(), "pp. 24-31", "{why}" => details_of(why);

        // Ties and the first player.
        NotNaming = Rule::Setup01, "p. 136", "nobody is named now: the steps of the set-up follow one another";
        /// One player names. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
        NamedByOther { by: Seat, naming: Naming } = naming.rule(), "pp. 139-140",
            "{} names who {}", seat_name(*by), naming.does();
        /// One of the two players is named. Rules `BG4-DEPLOY-05` to `BG4-DEPLOY-07` (pp. 139-140).
        NoSuchPlayer { named: Seat, naming: Naming } = naming.rule(), "pp. 139-140", "name South (A) or North (B)" => asked(named);
    }
}

impl From<OrderRefusal> for DeploymentRefusal {
    fn from(why: OrderRefusal) -> Self {
        Self::Order(why)
    }
}

refusals! {
    /// Reasons to refuse the dice of the set-up.
    #[derive(Copy, Eq)]
    pub(crate) enum LotRefusal {
        StillEqual = Rule::Deploy06, "p. 140", "the dice are equal again and again";
    }
}

refusals! {
    /// Reasons to refuse the first orders that the book advises beginners to give.
    #[derive(Copy, Eq)]
    pub(crate) enum AdviceRefusal {
        OtherEdition = Rule::Deploy05, "p. 139", "this edition has no advice for the first orders of beginners";
        NotTheirOrder(next: Seat) = Rule::Deploy05, "p. 139", "{} gives an order to one of their units", seat_name(*next);
    }
}
