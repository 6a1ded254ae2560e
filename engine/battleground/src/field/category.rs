//! Current Movement Category of a unit, with everything in force (pp. 44-45, 65, 107).

use battleground_geometry::Inches;

use super::{Field, TOL};
use crate::model::effect::Condition;
use crate::model::lasting::{changes, holds_in_movement};
use crate::model::movement_category::Mc;
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};

impl Field<'_> {
    /// The current Movement Category of a unit: Move, or flying Move, with everything in force now, capped. Rules
    /// `BG4-MC-02`, `BG4-MC-03`, `BG4-FLY-01`, `BG4-ORDER-09` (pp. 27-28, 44-45, 52, 65, 107, 123).
    pub fn current_mc(&self, unit: UnitId) -> Mc {
        let (Some(here), Some(card)) = (self.state.unit(unit), self.card(unit)) else {
            return Mc::NONE;
        };
        self.mc_by(here, self.turn_steps(here, std::slice::from_ref(card)))
    }

    /// The Movement Category of a unit under these steps of terrain and maneuvers, together with what lasts on it, then
    /// limited by its cap. Rules `BG4-MC-02`, `BG4-MOVE-21`, `BG4-ORDER-09` (pp. 27-28, 43-45, 52, 115).
    pub fn mc_by(&self, unit: &Unit, steps: i32) -> Mc {
        let full = self.uncapped_mc_by(unit, steps);
        cap(unit).map_or(full, |cap| full.min(cap))
    }

    /// The current Movement Category of a unit without its cap. Rule `BG3-KEY-33` (p. 31).
    pub(crate) fn uncapped_mc(&self, unit: UnitId) -> Mc {
        let (Some(here), Some(card)) = (self.state.unit(unit), self.card(unit)) else {
            return Mc::NONE;
        };
        self.uncapped_mc_by(here, self.turn_steps(here, std::slice::from_ref(card)))
    }

    /// The same without the cap, for involuntary movement. Rule `BG4-ORDER-09` (pp. 27-28, 52).
    pub fn uncapped_mc_by(&self, unit: &Unit, steps: i32) -> Mc {
        printed(self.state, unit).stepped(lasting_steps(self.state, unit) + steps)
    }
}

/// The rest of a move of which so much is done, at the MC that the ground ahead or the end of a road leaves;
/// nothing if the unit must stop before it. Rules `BG4-TERR-10`, `BG4-TERR-20` (pp. 115, 117).
pub fn left_after(moved: Inches, slowed: Mc) -> Option<Inches> {
    let left = slowed.inches() - moved;
    TOL.passes(left).then_some(left)
}

/// The Move stat: of the flying side of the card while Airborne. Rule `BG4-FLY-01` (p. 123).
fn printed(state: &State, unit: &Unit) -> Mc {
    let card = state.kind(unit);
    match card.flying {
        Some(flying) if unit.airborne => flying,
        Some(_) | None => card.movement,
    }
}

/// The movement cap of a unit's order.
fn cap(unit: &Unit) -> Option<Mc> {
    match unit.status {
        Status::Ready(Some(orders)) => orders.cap,
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// The steps by cards, spells and abilities on a unit, and by its own card.
pub(crate) fn lasting_steps(state: &State, unit: &Unit) -> i32 {
    let holds = |when: &[Condition]| holds_in_movement(state, unit, when);
    let lasting = changes(state, unit, &holds)
        .into_iter()
        .map(|(_, change)| change.mc);
    let own = state.kind(unit).specials.iter();
    let own = own
        .filter(|special| holds(&special.when))
        .map(|special| special.change.mc);
    lasting.chain(own).map(i32::from).sum()
}
