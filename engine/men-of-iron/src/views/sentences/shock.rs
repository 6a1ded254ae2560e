//! Sentences of events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_kernel::{Argument, Message, joined, message};

use super::{attack_named, cell_named, throw_named};
use crate::data::Combat;
use crate::messages::{MESSAGES, unit};
use crate::model::attack::Attack;
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
        } => {
            let against = match against {
                Against::Fire => "fire",
                Against::Shock | Against::Charge => "shock",
            };
            message!(
                MESSAGES,
                "counter-charge-rolled",
                unit = unit(id),
                against,
                targets = Argument::list(targets),
                throw = throw_named(throw),
                success
            )
        }
        ShockEvent::CounterChargerMoved {
            unit: id, from, to, ..
        } => message!(
            MESSAGES,
            "counter-charger-moved",
            unit = unit(id),
            from = Argument::text(from),
            to = Argument::text(to)
        ),
        ShockEvent::CounterAttackMade { attack } => {
            message!(MESSAGES, "counter-attack-made", attack = attack_named(attack))
        }
        ShockEvent::AttacksDeclared { attacks } => declared(attacks),
        ShockEvent::ChargeRerouted { unit: id, course } => match course {
            Some(_) => message!(MESSAGES, "charge-rerouted", unit = unit(id)),
            None => message!(MESSAGES, "charge-dropped", unit = unit(id)),
        },
        ShockEvent::ChargerMoved {
            unit: id, from, to, ..
        } => message!(
            MESSAGES,
            "charger-moved",
            unit = unit(id),
            from = Argument::text(from),
            to = Argument::text(to)
        ),
        ShockEvent::ChargeArrived { unit: id } => message!(MESSAGES, "charge-arrived", unit = unit(id)),
        ShockEvent::ReluctanceRolled {
            unit: id,
            target,
            throw,
            success,
        } => {
            let throw = throw_named(throw);
            message!(
                MESSAGES,
                "reluctance-rolled",
                unit = unit(id),
                target,
                throw,
                success
            )
        }
        ShockEvent::RetreatedBeforeShock {
            unit: id,
            from,
            to,
            facing,
            ..
        } => message!(
            MESSAGES,
            "retreated-before-shock",
            unit = unit(id),
            from = Argument::text(from),
            to = Argument::text(to),
            facing = Argument::text(facing)
        ),
        ShockEvent::ShockRolled {
            attackers,
            defender,
            table,
            throw,
            result,
            ..
        } => message!(
            MESSAGES,
            "shock-rolled",
            table = match table {
                Combat::Shock => "shock",
                Combat::Charge => "charge",
            },
            attackers = Argument::list(attackers),
            defender = unit(defender),
            throw = throw_named(throw),
            result = cell_named(*result)
        ),
        ShockEvent::AttackOver { .. } => message!(MESSAGES, "attack-over"),
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
