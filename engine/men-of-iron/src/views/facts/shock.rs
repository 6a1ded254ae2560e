//! Facts of events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_kernel::{Fact, Seat};

use super::{combat, counted, decided, moved, tested};
use crate::data::{CombatCell, Outcome, Reaction, Token};
use crate::model::attack::Which;
use crate::model::event::{Against, ShockEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::shock;
use crate::tables::{MAX_COUNTER_CHARGE, MAX_RELUCTANCE};
use crate::views::sentences::outcome_words;

/// Tells the facts of an event of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.
pub(super) fn facts(before: &State, event: &ShockEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map_or(before.active, |unit| unit.seat);
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        ShockEvent::ChargerMoved { unit, from, to, .. } => moved(before, *unit, &[*from, *to], "charge", out),
        ShockEvent::CounterChargerMoved { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "counter-charge", out);
        }
        ShockEvent::RetreatedBeforeShock { unit, from, to, .. } => {
            moved(before, *unit, &[*from, *to], "retreat before shock", out);
            out.push(decided(seat_of(*unit), "retreat before shock", "retreats"));
        }
        ShockEvent::AttacksDeclared { attacks } => {
            for attack in attacks {
                for attacker in &attack.attackers {
                    let charge = attacker.course.is_some();
                    let seat = Some(seat_of(attacker.unit));
                    let counter = if charge {
                        "charges declared"
                    } else {
                        "shocks declared"
                    };
                    out.push(counted(counter, seat, Some(attacker.unit), 1.0));
                    for defender in &attack.defenders {
                        out.push(Fact::Engaged {
                            unit: attacker.unit.to_string(),
                            seat: seat_of(attacker.unit),
                            with: defender.unit.to_string(),
                            direction: String::new(),
                            charge,
                        });
                    }
                }
            }
        }
        ShockEvent::CounterChargeRolled { .. }
        | ShockEvent::CounterAttackMade { .. }
        | ShockEvent::ChargeRerouted { .. }
        | ShockEvent::ChargeArrived { .. }
        | ShockEvent::ReluctanceRolled { .. }
        | ShockEvent::ShockRolled { .. }
        | ShockEvent::AttackOver { .. } => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &ShockEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        ShockEvent::CounterChargeRolled {
            unit,
            targets,
            throw,
            success,
            ..
        } => out.push(tested(
            "counter-charge",
            seat,
            Some(*unit),
            targets.first().copied(),
            throw,
            MAX_COUNTER_CHARGE,
            *success,
        )),
        ShockEvent::ReluctanceRolled {
            unit,
            target,
            throw,
            success,
        } => out.push(tested(
            "reluctance",
            seat,
            Some(*unit),
            Some(*target),
            throw,
            MAX_RELUCTANCE,
            *success,
        )),
        ShockEvent::ShockRolled {
            attackers,
            defender,
            table,
            column,
            throw,
            result,
            ..
        } => {
            let table_name: &'static str = match table {
                crate::data::Combat::Shock => "shock",
                crate::data::Combat::Charge => "charge",
            };
            combat(
                before,
                attackers,
                *defender,
                (table_name, *table, *column),
                throw,
                *result,
                out,
            );
        }
        ShockEvent::CounterChargerMoved { .. }
        | ShockEvent::CounterAttackMade { .. }
        | ShockEvent::AttacksDeclared { .. }
        | ShockEvent::ChargeRerouted { .. }
        | ShockEvent::ChargerMoved { .. }
        | ShockEvent::ChargeArrived { .. }
        | ShockEvent::RetreatedBeforeShock { .. }
        | ShockEvent::AttackOver { .. } => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &ShockEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        ShockEvent::ChargerMoved { unit, to, .. } => {
            // Who comes before a crossbow that has had its shot.
            for enemy in before.units.values() {
                let spent = Some(enemy.seat) != seat_of(*unit)
                    && !enemy.acts.reactions.is_empty()
                    && enemy.has_in_front(*to)
                    && before
                        .weapon_of(enemy)
                        .is_some_and(|(_, weapon)| weapon.reaction == Reaction::One);
                if spent {
                    count(
                        "targets before a spent crossbow",
                        Some(enemy.seat),
                        Some(enemy.id),
                        1.0,
                    );
                }
            }
        }
        ShockEvent::CounterChargeRolled {
            unit,
            targets,
            against,
            success,
            ..
        } => {
            let trigger = match against {
                Against::Fire => "counter-charge against fire",
                Against::Shock => "counter-charge against shock",
                Against::Charge => "counter-charge against a charge",
            };
            count(trigger, seat_of(*unit), Some(*unit), 1.0);
            if *success {
                let succeeds = format!("{trigger} succeeds");
                count(&succeeds, seat_of(*unit), Some(*unit), 1.0);
            }
            if *success && *against == Against::Charge {
                for target in targets {
                    count("charges counter-charged", seat_of(*target), Some(*target), 1.0);
                }
            }
        }
        ShockEvent::ReluctanceRolled {
            unit, success: false, ..
        } => count("reluctant charges", seat_of(*unit), Some(*unit), 1.0),
        ShockEvent::CounterAttackMade { attack } => {
            if let Some(attacker) = attack.attackers.first() {
                count(
                    "counter-charges fought",
                    seat_of(attacker.unit),
                    Some(attacker.unit),
                    1.0,
                );
            }
        }
        ShockEvent::ChargeArrived { unit } => {
            let entry = before
                .attacks
                .iter()
                .flat_map(|attack| &attack.attackers)
                .find(|attacker| attacker.unit == *unit);
            let in_contact = entry.zip(before.unit(*unit)).is_some_and(|(attacker, unit)| {
                shock::is_in_place(before, attacker, unit) && shock::is_charging(before, attacker)
            });
            if in_contact {
                count("charges that came to contact", seat_of(*unit), Some(*unit), 1.0);
            }
        }
        ShockEvent::ShockRolled {
            attack,
            attackers,
            defender,
            result,
            ..
        } => counts_of_roll(before, (*attack, attackers, *defender), *result, &mut count),
        ShockEvent::CounterChargerMoved { .. }
        | ShockEvent::AttacksDeclared { .. }
        | ShockEvent::ChargeRerouted { .. }
        | ShockEvent::RetreatedBeforeShock { .. }
        | ShockEvent::ReluctanceRolled { .. }
        | ShockEvent::AttackOver { .. } => {}
    }
}

/// The counts of a roll on the Shock or Charge Table: its result, and the results of Continued Attacks.
fn counts_of_roll(
    before: &State,
    (attack, attackers, defender): (Which, &[UnitId], UnitId),
    result: CombatCell,
    count: &mut impl FnMut(&str, Option<Seat>, Option<UnitId>, f64),
) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let first = attackers.first().copied();
    let seat = first.and_then(seat_of);
    count(
        &format!("attacker: {}", outcome_words(result.att)),
        seat,
        first,
        1.0,
    );
    count(
        &format!("defender: {}", outcome_words(result.def)),
        seat_of(defender),
        Some(defender),
        1.0,
    );
    let again = match attack {
        Which::Round(_) => before.round > 0,
        Which::Counter => first
            .and_then(|unit| before.unit(unit))
            .is_some_and(|unit| unit.acts.attacks > 0),
    };
    if again {
        let ends = |outcome: Outcome| {
            outcome.has(Token::Eliminated)
                || outcome.has(Token::Retired)
                || outcome.has(Token::RetiredOrUnhorsed)
        };
        count(
            "kills in continued attacks",
            seat,
            first,
            f64::from(u8::from(ends(result.def))),
        );
        count(
            "losses in continued attacks",
            seat,
            first,
            f64::from(u8::from(!result.att.is_none())),
        );
    }
}
