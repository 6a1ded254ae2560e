//! Sentences of events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_kernel::words::sentence::names;

use super::{attack_words, cell_words, throw_words, unit_name};
use crate::data::Combat;
use crate::model::event::{Against, ShockEvent};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Describes an event of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables in one sentence.
pub(super) fn describe(before: &State, event: &ShockEvent) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    match event {
        ShockEvent::CounterChargeRolled {
            unit: id,
            targets,
            against,
            throw,
            success,
        } => {
            let what = match against {
                Against::Fire => "the fire of ",
                Against::Shock | Against::Charge => "",
            };
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "{} counter-charges {what}{}: {} {verdict}.",
                unit(*id),
                names(targets, ToString::to_string),
                throw_words(throw)
            )
        }
        ShockEvent::CounterChargerMoved {
            unit: id, from, to, ..
        } => {
            format!("{} counter-charges {from}-{to}.", unit(*id))
        }
        ShockEvent::CounterAttackMade { attack } => format!("Counter-Charge: {}.", attack_words(attack)),
        ShockEvent::AttacksDeclared { attacks } if attacks.is_empty() => "No attack is declared.".to_owned(),
        ShockEvent::AttacksDeclared { attacks } => {
            let all: Vec<String> = attacks.iter().map(attack_words).collect();
            format!("Declared: {}.", all.join("; "))
        }
        ShockEvent::ChargeRerouted { unit: id, course } => match course {
            Some(_) => format!("{} takes another path.", unit(*id)),
            None => format!("{} has no path left and drops out.", unit(*id)),
        },
        ShockEvent::ChargerMoved {
            unit: id, from, to, ..
        } => format!("{} charges {from}-{to}.", unit(*id)),
        ShockEvent::ChargeArrived { unit: id } => format!("The Charge of {} is ridden.", unit(*id)),
        ShockEvent::ReluctanceRolled {
            unit: id,
            target,
            throw,
            success,
        } => {
            let verdict = if *success { "charges on" } else { "is reluctant" };
            format!(
                "{} against {target}: {}, it {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
        ShockEvent::RetreatedBeforeShock {
            unit: id,
            from,
            to,
            facing,
            ..
        } => format!("{} retreats before shock {from}-{to} v{facing}.", unit(*id)),
        ShockEvent::ShockRolled {
            attackers,
            defender,
            table,
            throw,
            result,
            ..
        } => {
            let table = match table {
                Combat::Shock => "Shock",
                Combat::Charge => "Charge",
            };
            format!(
                "{table}: {} on {}: {}, {}.",
                names(attackers, ToString::to_string),
                unit(*defender),
                throw_words(throw),
                cell_words(*result)
            )
        }
        ShockEvent::AttackOver { .. } => "This attack is over.".to_owned(),
    }
}
