//! Sentences of events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Argument, Message, joined, message};

use super::{attack_named, cell_named, throw_named};
use crate::data::{Combat, CombatCell};
use crate::messages::{MESSAGES, text, unit};
use crate::model::attack::Attack;
use crate::model::drm::Throw;
use crate::model::event::{Against, ShockEvent};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Describes an event of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables in one sentence.
pub(super) fn describe(before: &State, event: &ShockEvent) -> Message {
    let unit = |id: &UnitId| unit(before, *id);
    match event {
        ShockEvent::CounterChargeRolled {
            unit: id,
            targets,
            against,
            throw,
            success,
        } => counter_charge(unit(id), targets, *against, throw, *success),
        ShockEvent::ReluctanceRolled {
            unit: id,
            target,
            throw,
            success,
        } => {
            let (unit, throw) = (unit(id), throw_named(throw));
            message!(MESSAGES, "reluctance-rolled", unit, target, throw, success)
        }
        ShockEvent::ShockRolled {
            attackers,
            defender,
            table,
            throw,
            result,
            ..
        } => shock(attackers, unit(defender), *table, throw, *result),
        ShockEvent::CounterChargerMoved {
            unit: id, from, to, ..
        } => moved(unit(id), (*from, *to), true),
        ShockEvent::CounterAttackMade { attack } => {
            message!(MESSAGES, "counter-attack-made", attack = attack_named(attack))
        }
        ShockEvent::AttacksDeclared { attacks } => declared(attacks),
        ShockEvent::ChargeRerouted { unit: id, course } => rerouted(unit(id), course.is_some()),
        ShockEvent::ChargerMoved {
            unit: id, from, to, ..
        } => moved(unit(id), (*from, *to), false),
        ShockEvent::ChargeArrived { unit: id } => message!(MESSAGES, "charge-arrived", unit = unit(id)),
        ShockEvent::RetreatedBeforeShock {
            unit: id,
            from,
            to,
            facing,
            ..
        } => {
            let (unit, from, to, facing) = (unit(id), text(from), text(to), text(facing));
            message!(MESSAGES, "retreated-before-shock", unit, from, to, facing)
        }
        ShockEvent::AttackOver { .. } => message!(MESSAGES, "attack-over"),
    }
}

fn counter_charge(
    unit: Argument,
    targets: &[UnitId],
    against: Against,
    throw: &Throw,
    success: bool,
) -> Message {
    message!(
        MESSAGES,
        "counter-charge-rolled",
        unit,
        against = match against {
            Against::Fire => "fire",
            Against::Shock | Against::Charge => "shock",
        },
        targets = Argument::list(targets),
        throw = throw_named(throw),
        success
    )
}

fn shock(
    attackers: &[UnitId],
    defender: Argument,
    table: Combat,
    throw: &Throw,
    result: CombatCell,
) -> Message {
    message!(
        MESSAGES,
        "shock-rolled",
        table = match table {
            Combat::Shock => "shock",
            Combat::Charge => "charge",
        },
        attackers = Argument::list(attackers),
        defender,
        throw = throw_named(throw),
        result = cell_named(result)
    )
}

/// The move of a Charger, or of a unit that Counter-Charges.
fn moved(unit: Argument, (from, to): (Hex, Hex), counter: bool) -> Message {
    let (from, to) = (text(from), text(to));
    if counter {
        message!(MESSAGES, "counter-charger-moved", unit, from, to)
    } else {
        message!(MESSAGES, "charger-moved", unit, from, to)
    }
}

fn rerouted(unit: Argument, goes_on: bool) -> Message {
    if goes_on {
        message!(MESSAGES, "charge-rerouted", unit)
    } else {
        message!(MESSAGES, "charge-dropped", unit)
    }
}

fn declared(attacks: &[Attack]) -> Message {
    if attacks.is_empty() {
        message!(MESSAGES, "no-attack-declared")
    } else {
        let attacks = joined!(MESSAGES, "attacks-next", attacks.iter().map(attack_named));
        message!(MESSAGES, "attacks-declared", attacks)
    }
}
