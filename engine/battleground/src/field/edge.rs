//! Table edges (p. 24).

use battleground_geometry::Degrees;

use crate::model::names::Team;

/// The direction of a player's table edge. Rule `BG3-COUR-07` (p. 22).
pub(crate) fn own_edge(seat: hindsight_kernel::Seat) -> Degrees {
    if Team::of(seat) == Team::South {
        Degrees::HALF
    } else {
        Degrees::ZERO
    }
}
