//! Conditions of a unit in a fight: Charging, Holding, In the Yellow or Red, engaged on which side
//! (pp. 58-60, 101-110).

use battleground_geometry::Side;

use crate::field::Size;
use crate::model::cards::{Boxes, UnitType};
use crate::model::charging;
use crate::model::effect::Condition;
use crate::model::lasting::in_combat;
use crate::model::names::UnitId;
use crate::model::state::{Engagement, RushKind, State, Unit};

/// How far a unit's damage boxes are marked. Rule `BG4-STATUS-05` (pp. 102-103, 111).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shade {
    /// A green box is left.
    Green,
    /// In the Yellow: all green boxes are marked.
    Yellow,
    /// In the Red: all green and yellow boxes are marked.
    Red,
}

impl Shade {
    /// With so many boxes marked.
    ///
    /// RULING: BG4-STATUS-05, a unit In the Red is not In the Yellow as well.
    pub(crate) const fn of(boxes: Boxes, marked: u8) -> Self {
        if marked >= boxes.green.saturating_add(boxes.yellow) {
            Self::Red
        } else if marked >= boxes.green {
            Self::Yellow
        } else {
            Self::Green
        }
    }

    /// The attack dice that it costs. Rule `BG4-MODS-01` (p. 101).
    pub(crate) const fn dice(self) -> i32 {
        match self {
            Self::Green => 0,
            Self::Yellow => -1,
            Self::Red => -2,
        }
    }

    /// As it is cited.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Green => "In the Green",
            Self::Yellow => "In the Yellow",
            Self::Red => "In the Red",
        }
    }
}

/// How far a unit's boxes are marked, without those of the Combat Phase at hand. Rules `BG4-STATUS-05`, `BG4-COMB-02` (pp. 90,
/// 96, 102-103, 111).
pub(crate) fn shade(state: &State, unit: &Unit) -> Shade {
    let before_healing = unit.turn.healed_from.filter(|_| damage_waits(state));
    Shade::of(state.kind(unit).boxes, before_healing.unwrap_or(unit.marked))
}

/// Whether a condition of a unit card is its "while Engaged", which counts for base attacks. Rule `BG4-MODS-11` (pp. 104-105).
pub(crate) fn is_while_engaged(when: &[Condition]) -> bool {
    when == [Condition::Engaged]
}

/// The attack dice of a card, changed only by Yellow or Red and, where `engaged`, by its "while Engaged". Rule
/// `BG4-MODS-11` (pp. 104-105).
pub(crate) fn base_attacks(card: &UnitType, shade: Shade, engaged: bool) -> i32 {
    let while_engaged: i32 = card
        .specials
        .iter()
        .filter(|special| engaged && is_while_engaged(&special.when))
        .map(|special| i32::from(special.change.dice))
        .sum();
    (i32::from(card.attack.dice) + while_engaged + shade.dice()).max(0)
}

/// The side of a unit on which an engagement lies now. The record of a unit that Routs is turned with it. Rule
/// `BG4-COUR-19` (p. 88).
pub(crate) fn engaged_side(engagement: &Engagement, unit: UnitId) -> Option<Side> {
    engagement.seen_by(unit).map(|(_, own, _)| own)
}

/// Whether a unit is engaged with a larger one that it charges, or that charges it. Rule `BG3-MOD-06` (p. 19).
pub(crate) fn is_outreached(state: &State, unit: &Unit) -> bool {
    let size = |unit: &Unit| Size::of(state.kind(unit));
    state.engaged_with(unit.id).any(|(enemy, _, _)| {
        let larger = state.unit(enemy).is_some_and(|enemy| size(enemy) > size(unit));
        larger
            && (charging::charges_toward(state, unit.id, enemy)
                || charging::charges_toward(state, enemy, unit.id)
                || charging::charged_and_routs(state, enemy, unit.id))
    })
}

/// The engagement of two units.
pub(crate) fn engagement_of(state: &State, one: UnitId, other: UnitId) -> Option<&Engagement> {
    state
        .engagements
        .iter()
        .find(|engagement| engagement.has(one) && engagement.has(other))
}

/// Whether the attacker strikes at the flank of a unit that rushed it with that flank: no Flanking then. Rule
/// `BG4-RUSH-23` (p. 71).
pub(crate) fn is_own_flank_rush(engagement: &Engagement, attacker: UnitId) -> bool {
    engagement.kind == RushKind::Flank && engagement.rushed == attacker
}

/// Whether damage is only marked and counts later: as long as Combat Consequences are still to come. Rules `BG4-COMB-02`,
/// `BG4-CONS-04` (pp. 90, 96, 111).
pub(crate) fn damage_waits(state: &State) -> bool {
    in_combat(state)
}
