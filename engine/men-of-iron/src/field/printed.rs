//! Present values of a combat unit: its class, column, values and weapon.

use crate::data::{ClassCard, Column, Order, Strength, Values, Weapon};
use crate::model::names::{ClassId, WeaponId};
use crate::model::piece::{Leader, Unit};
use crate::model::state::State;

impl State {
    /// The class that a unit counts as now: a dismounted hobilar as that of its other side. Rules `MOI-COMP-03`,
    /// `MOI-HOBI-01` (pp. 2-3, 13).
    pub fn class_of(&self, unit: &Unit) -> ClassId {
        if unit.dismounted
            && unit.class == ClassId::HOB
            && let Some(side) = self.battle.unit.get(&unit.id).and_then(|card| card.dismounted)
        {
            return side.class;
        }
        unit.class
    }

    /// The chart's entry for the class that a unit counts as now.
    pub fn class_card(&self, unit: &Unit) -> Option<&ClassCard> {
        self.battle.charts.class.get(&self.class_of(unit))
    }

    /// Whether a unit is on foot or mounted now. Rule `MOI-COMP-04` (p. 3).
    pub fn column_of(&self, unit: &Unit) -> Column {
        self.class_card(unit).map_or(Column::Foot, |card| card.kind)
    }

    /// Whether a unit is Missile Infantry now. Rules `MOI-COMP-04`, `MOI-MOVE-14` (pp. 3, 6).
    pub fn is_missile_infantry(&self, unit: &Unit) -> bool {
        self.class_card(unit).is_some_and(|card| card.missile_infantry)
    }

    /// The printed values of a unit as it is now: those of a hobilar's side, those of every Unhorsed unit. Rules
    /// `MOI-COMP-05`, `MOI-RES-12` (pp. 2, 11-12).
    pub fn values_of(&self, unit: &Unit) -> Values {
        let Some(card) = self.battle.unit.get(&unit.id) else {
            return Values::default();
        };
        if unit.class == ClassId::UMAA && card.class != ClassId::UMAA {
            return self.battle.charts.unhorsed;
        }
        match card.dismounted {
            Some(side) if unit.dismounted => side.values(),
            Some(_) | None => card.values(),
        }
    }

    /// The column of the combat tables in which a unit is read: Retired counts as Disordered. Rule `MOI-RES-01` (p. 11).
    pub fn order_of(&self, unit: &Unit) -> Order {
        if unit.is_disordered() {
            Order::Disordered
        } else {
            Order::Normal
        }
    }

    /// The values of the side of its counter that is up.
    pub fn strength_of(&self, unit: &Unit) -> Strength {
        self.values_of(unit).side(self.order_of(unit))
    }

    /// The missile weapon of a unit, whatever its status; none for a mounted hobilar. Rule `MOI-FIRE-01` (p. 7).
    pub fn weapon_of(&self, unit: &Unit) -> Option<(WeaponId, &Weapon)> {
        self.battle.charts.weapon_of(self.class_of(unit))
    }

    /// Whether a unit can fire at all: it is on the map, has a weapon and is not Retired. Rules `MOI-FIRE-01`, `MOI-RES-10`.
    pub fn can_fire(&self, unit: &Unit) -> bool {
        unit.hex().is_some() && !unit.is_retired() && self.weapon_of(unit).is_some()
    }

    /// The values of a leader's side that is up. Rule `MOI-COMP-06` (pp. 2-3).
    pub fn leader_side(&self, leader: &Leader) -> Option<crate::data::LeaderSide> {
        let card = self.battle.leader.get(&leader.id)?;
        Some(if leader.replaced {
            card.replacement
        } else {
            card.own()
        })
    }
}
