//! Conditions of an effect on one of the two units of an attack.

use battleground_geometry::Side;

use crate::field::Field;
use crate::model::attack::AttackKind;
use crate::model::effect::{Condition, Keyword};
use crate::model::names::UnitId;
use crate::procedures::attack::standing;
use crate::procedures::holding;

/// One unit of an attack, for which a condition is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'f, 's> {
    /// The table.
    pub(crate) field: &'f Field<'s>,
    /// The unit.
    pub(crate) unit: UnitId,
    /// The other unit of the attack.
    pub(crate) other: UnitId,
    /// The attack.
    pub(crate) kind: AttackKind,
    /// Whether the unit attacks and its attack numbers are asked for.
    pub(crate) own_attack: bool,
    /// The melee target it has chosen in the Combat Phase.
    pub(crate) chosen: Option<UnitId>,
    /// The melee target the other has chosen.
    pub(crate) others_choice: Option<UnitId>,
    /// Whether the attack has caused a wound.
    pub(crate) wounded: bool,
}

impl Part<'_, '_> {
    /// Whether all conditions hold.
    pub(crate) fn all(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| self.holds(condition))
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &Condition) -> bool {
        let state = self.field.state();
        let Some(unit) = state.unit(self.unit) else {
            return false;
        };
        let has = |unit: UnitId, keywords: &[Keyword]| {
            let there = state.unit(unit);
            there.is_some_and(|unit| state.kind(unit).is_any(keywords))
        };
        match condition {
            // RULING: BG4-MODS-21, attack numbers count toward the enemy that is charged, defence numbers always.
            Condition::Charging if self.own_attack => {
                self.kind.is_melee() && crate::model::charging::charges_toward(state, self.unit, self.other)
            }
            Condition::Charging => crate::model::charging::is_charging(state, self.unit, self.chosen),
            // A throw on the charge has ranged modifiers only (BG4-EQUIP-03), and in a swoop nobody is engaged.
            Condition::Engaged => {
                let apart = self.kind.is_swoop() || (self.own_attack && self.kind.is_ranged());
                !apart && state.is_engaged(self.unit)
            }
            Condition::Melee => self.kind.is_melee(),
            Condition::Ranged => self.kind.is_ranged(),
            Condition::Against(keywords) => has(self.other, keywords),
            Condition::AgainstCharging => {
                crate::model::charging::is_charging(state, self.other, self.others_choice)
            }
            Condition::Wounded => self.wounded,
            // RULING: BG4-MODS-09, a flank that rushed this turn is a flank to what a card says of it.
            Condition::AgainstFlankOrRear => {
                let engagement = standing::engagement_of(state, self.unit, self.other);
                let side = engagement.and_then(|one| standing::engaged_side(one, self.other));
                self.kind.is_melee() && !self.kind.is_swoop() && side.is_some_and(|side| side != Side::Front)
            }
            Condition::AgainstInYellowOrRed => state
                .unit(self.other)
                .is_some_and(|other| crate::model::lasting::is_in_yellow_or_red(state, other)),
            // No courage check is an attack.
            Condition::RoutCheck | Condition::FearCheck => false,
            Condition::InYellowOrRed
            | Condition::Unengaged
            | Condition::Holding
            | Condition::Has(_)
            | Condition::Status(_)
            | Condition::OnClose
            | Condition::NotActivated
            | Condition::Faction(_) => {
                let holding = || holding::is_holding(self.field, unit);
                crate::model::lasting::met(state, unit, condition, &holding)
            }
        }
    }
}
