//! Conditions of the vocabulary: when an effect may be used or an ability holds. Rules `IF-UNIT-09`,
//! `IF-CARD-01`.

use hindsight_kernel::Seat;

use crate::cards::{AttackKind, Condition, Role, Trigger};
use crate::field::Side;
use crate::model::agenda::Occasion;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::unit::Unit;

/// Who uses an effect, or has an ability, at what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct User<'a> {
    /// Whose it is.
    pub(crate) seat: Seat,
    /// The unit that has the Order, ability or attachment.
    pub(crate) this: Option<UnitId>,
    /// The occasion.
    pub(crate) at: &'a Occasion,
}

/// The unit in a role of an occasion; chosen roles are given by `chosen`.
pub(crate) fn in_role(user: User<'_>, role: Role, chosen: &[(Role, UnitId)]) -> Option<UnitId> {
    let plays = |role: Role| user.at.trigger.roles().contains(&role);
    match role {
        Role::Attacker => user.at.attacker.filter(|_| plays(role)),
        Role::Defender | Role::Tested | Role::Destroyed => user.at.subject.filter(|_| plays(role)),
        Role::ThisUnit => user.this,
        Role::FriendlyUnit | Role::EnemyUnit | Role::AnyUnit => chosen
            .iter()
            .find(|(known, _)| *known == role)
            .map(|(_, unit)| *unit),
    }
}

/// Whether all conditions hold that speak of no unit that is still to be chosen.
pub(crate) fn hold(state: &State, user: User<'_>, when: &[Condition], chosen: &[(Role, UnitId)]) -> bool {
    when.iter().all(|condition| {
        let open = condition
            .role()
            .is_some_and(|role| role.is_chosen() && !chosen.iter().any(|(known, _)| *known == role));
        open || holds(state, user, condition, chosen)
    })
}

fn holds(state: &State, user: User<'_>, condition: &Condition, chosen: &[(Role, UnitId)]) -> bool {
    let unit_in = |role: Role| in_role(user, role, chosen).and_then(|id| state.unit(id));
    let of_unit = |role: Role, is: &dyn Fn(&Unit) -> bool| unit_in(role).is_some_and(is);
    match condition {
        Condition::Friendly(role) => of_unit(*role, &|unit| unit.id.seat() == user.seat),
        Condition::Enemy(role) => of_unit(*role, &|unit| unit.id.seat() != user.seat),
        Condition::IsThisUnit(role) => user.this.is_some() && in_role(user, *role, chosen) == user.this,
        Condition::Unengaged(role) => {
            of_unit(*role, &|unit| unit.pose.is_some() && !state.is_engaged(unit.id))
        }
        Condition::Engaged(role) => of_unit(*role, &|unit| state.is_engaged(unit.id)),
        Condition::Alive(role) => of_unit(*role, &Unit::is_alive),
        Condition::OfKind(role, kinds) => of_unit(*role, &|unit| {
            state.card_of(unit).is_some_and(|card| kinds.contains(&card.kind))
        }),
        Condition::HasToken(role, token) => of_unit(*role, &|unit| unit.has_token(*token)),
        Condition::RanksAtMost(role, most) => of_unit(*role, &|unit| state.ranks(unit) <= *most),
        Condition::RanksAtLeast(role, least) => of_unit(*role, &|unit| state.ranks(unit) >= *least),
        Condition::Melee => kind_of_attack(state, user.at) == Some(AttackKind::Melee),
        Condition::Ranged => kind_of_attack(state, user.at) == Some(AttackKind::Ranged),
        Condition::OfACharge => match user.at.trigger {
            Trigger::ChargeDeclared | Trigger::ChargeContact => true,
            _ => state.attack.as_ref().is_some_and(|attack| attack.of_a_charge),
        },
        Condition::WithoutShift => state
            .attack
            .as_ref()
            .is_some_and(|attack| attack.kind == AttackKind::Ranged && !attack.shifted),
        Condition::IntoFront => comes_over(state, user.at) == Some(Side::Front),
        Condition::IntoFlankOrRear => comes_over(state, user.at).is_some_and(|side| side != Side::Front),
        Condition::WoundsInflicted(least) => state
            .attack
            .as_ref()
            .is_some_and(|attack| attack.wounds >= u16::from(*least)),
        Condition::OwnTurn => state.active == Some(user.seat),
        Condition::EnemyTurn => state.active.is_some_and(|seat| seat != user.seat),
        Condition::Controls(zone) => state.holder(*zone).is_some_and(|ncu| ncu.id.seat() == user.seat),
        Condition::ClaimedZone(zone) => user.at.zone == Some(*zone),
    }
}

/// Melee or ranged: the attack of the occasion, a charge counts as melee, a destruction by what destroyed.
fn kind_of_attack(state: &State, at: &Occasion) -> Option<AttackKind> {
    match at.trigger {
        Trigger::ChargeDeclared | Trigger::ChargeContact => Some(AttackKind::Melee),
        Trigger::UnitDestroyed | Trigger::PanicPending | Trigger::PanicRolled if at.attacker.is_none() => {
            None
        }
        Trigger::UnitDestroyed if at.by_melee => Some(AttackKind::Melee),
        Trigger::UnitDestroyed => Some(AttackKind::Ranged),
        _ => state.attack.as_ref().map(|attack| attack.kind),
    }
}

/// The side of the defender that the charge or attack of an occasion comes over.
fn comes_over(state: &State, at: &Occasion) -> Option<Side> {
    match at.trigger {
        Trigger::ChargeDeclared | Trigger::ChargeContact => state.charge.as_ref().map(|charge| charge.side),
        Trigger::PanicPending | Trigger::PanicRolled if at.attacker.is_none() => None,
        _ => state.attack.as_ref().map(|attack| attack.over),
    }
}
