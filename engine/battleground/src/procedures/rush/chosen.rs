//! Final Rushes as their owner has chosen them (pp. 61-73).

use battleground_geometry::{Hand, Inches, Side};

use crate::model::names::UnitId;
use crate::model::state::RushKind;
use crate::procedures::rush::ladder::Target;
use crate::procedures::rush::placement::Spot;

/// A Final Rush with everything chosen but the place.
pub(crate) struct Chosen {
    pub(crate) target: Target,
    pub(crate) own_side: Side,
    pub(crate) kind: RushKind,
    pub(crate) spots: Vec<Spot>,
}

/// A Final Rush with everything chosen.
pub(crate) struct Decided {
    pub(crate) unit: UnitId,
    pub(crate) target: Target,
    pub(crate) own_side: Side,
    pub(crate) kind: RushKind,
    pub(crate) spot: Spot,
}

/// A Final Rush that comes to lie in this place.
pub(crate) fn decided(unit: UnitId, choice: Chosen, spot: Spot) -> Decided {
    Decided {
        unit,
        target: choice.target,
        own_side: choice.own_side,
        kind: choice.kind,
        spot,
    }
}

/// To which side of the aimed point a place lies, as the rusher looks.
pub(crate) fn hand_of(spot: &Spot) -> Hand {
    if spot.slide < Inches::ZERO {
        Hand::Left
    } else {
        Hand::Right
    }
}
