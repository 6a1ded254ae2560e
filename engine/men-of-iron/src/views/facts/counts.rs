//! The catalogue's own counts: how long runs and chains were, what was offered and declined, what was missed, what cost points.

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{Fact, Seat};

use super::counted;
use crate::data::{Outcome, Reaction, Token};
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::attack::Which;
use crate::model::drm::sum;
use crate::model::event::{Against, Event, Shot};
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{Status, Unit};
use crate::model::state::{SEATS, State};
use crate::rules::{measure, shock};
use crate::views::sentences::outcome_words;

/// The counts of an event.
pub(super) fn counts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        Event::Agenda { change } => {
            if let AgendaChange::Asked { question } = change {
                let offered = match question.topic {
                    Topic::ReactionFire => "reaction fire offered",
                    Topic::ReturnFire => "return fire offered",
                    Topic::CounterCharge | Topic::CounterChargeFire => "counter-charges offered",
                    Topic::RetreatBeforeShock => "retreats before shock offered",
                    _ => return,
                };
                count(offered, Some(question.seat), None, 1.0);
            }
            if let AgendaChange::Answered { answered } = change
                && answered.answer == Answer::No
            {
                let declined = match answered.topic {
                    Topic::ReactionFire => "reaction fire declined",
                    Topic::ReturnFire => "return fire declined",
                    Topic::CounterCharge | Topic::CounterChargeFire => "counter-charges declined",
                    Topic::RetreatBeforeShock => "retreats before shock declined",
                    _ => return,
                };
                let seat = before.agenda.last().and_then(|frame| match &frame.step {
                    Step::Ask(question) => Some(question.seat),
                    _ => None,
                });
                count(declined, seat, None, 1.0);
            }
        }
        // Commands never used are those of which no more than this is counted.
        Event::BattleSetOut { state } => {
            for seat in SEATS {
                for command in state.battle.commands_of(seat) {
                    count(&activations_of(command), Some(seat), None, 0.0);
                }
            }
        }
        Event::ActivationStarted { seat, command, .. } => {
            count(&activations_of(*command), Some(*seat), None, 1.0);
        }
        Event::ContinuityRolled {
            seat, success: true, ..
        } => {
            let run = u32::from(before.player(*seat).penalty) + 1;
            count(
                &format!("continuity runs of {run} or more"),
                Some(*seat),
                None,
                1.0,
            );
        }
        Event::SeizureRolled {
            seat, success: false, ..
        } => count(
            "free activations given by failed seizures",
            Some(*seat),
            None,
            1.0,
        ),
        Event::UnitBegan { unit, turn } => {
            let disordered = before.unit(*unit).is_some_and(Unit::is_disordered);
            let points = f64::from(turn.allowance[usize::from(disordered)]);
            count("movement points available", seat_of(*unit), Some(*unit), points);
        }
        Event::UnitStepped { unit, to, .. } | Event::ChargerMoved { unit, to, .. } => {
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
        Event::ReactionFired {
            unit, target, shot, ..
        } => {
            of_shot(before, "reaction fire", *unit, shot, &mut count);
            let once = before
                .unit(*unit)
                .and_then(|unit| before.weapon_of(unit))
                .is_some_and(|(_, weapon)| weapon.reaction == Reaction::One);
            if let Some(target) = before.unit(*target).filter(|_| once) {
                let class = before.class_of(target);
                count(
                    &format!("crossbow reaction at {class}"),
                    seat_of(*unit),
                    Some(*unit),
                    1.0,
                );
            }
        }
        Event::ActiveFired { unit, shot, .. } => of_shot(before, "active fire", *unit, shot, &mut count),
        Event::ReturnFired { unit, shot, .. } => of_shot(before, "return fire", *unit, shot, &mut count),
        Event::CounterChargeRolled {
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
        Event::ReluctanceRolled {
            unit, success: false, ..
        } => count("reluctant charges", seat_of(*unit), Some(*unit), 1.0),
        Event::CounterAttackMade { attack } => {
            if let Some(attacker) = attack.attackers.first() {
                count(
                    "counter-charges fought",
                    seat_of(attacker.unit),
                    Some(attacker.unit),
                    1.0,
                );
            }
        }
        Event::ChargeArrived { unit } => {
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
        Event::ShockRolled {
            attack,
            attackers,
            defender,
            result,
            ..
        } => {
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
                seat_of(*defender),
                Some(*defender),
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
        Event::ContinuedAttackEarned { unit } => {
            let length = before.unit(*unit).map_or(1, |unit| unit.acts.attacks.max(1));
            count(
                &format!("chains of {length} continued attacks or more"),
                seat_of(*unit),
                Some(*unit),
                1.0,
            );
        }
        Event::UnitRallied {
            unit,
            to: Status::Normal,
        } => count("disordered units rallied", seat_of(*unit), Some(*unit), 1.0),
        Event::UnitRallied {
            unit,
            to: Status::Disordered,
        } => count("retired units saved", seat_of(*unit), Some(*unit), 1.0),
        Event::StandardCheckRolled {
            unit,
            eliminated: true,
            ..
        } => count("units lost to a moved standard", seat_of(*unit), Some(*unit), 1.0),
        Event::StandardCaptured { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            // Retired units count 1 and are eliminated. Rule `MOI-STD-08`.
            let cost: i32 = measure::units_of_standard(before, *standard)
                .filter(|unit| unit.is_retired() && unit.hex().is_some())
                .map(|unit| before.class_card(unit).map_or(2, |card| i32::from(card.fp)) - 1)
                .sum();
            count("points lost with a standard", seat, None, f64::from(cost));
        }
        Event::LeaderRolled {
            leader,
            killed: false,
            ..
        } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            count("leader rolls survived", seat, None, 1.0);
        }
        Event::LeaderCaptured { leader, .. } => {
            let seat = before.leader(*leader).map(|leader| leader.seat);
            count("leaders captured", seat, None, 1.0);
        }
        Event::LossChecked {
            seat, throw: None, ..
        } => count("loss checks without a roll", Some(*seat), None, 1.0),
        Event::ActivationEnded => end_of_activation(before, &mut count),
        _ => {}
    }
}

/// The counter of a Command's Activations.
fn activations_of(command: CommandId) -> String {
    format!("activations of {command}")
}

/// What is counted of every shot.
fn of_shot(
    before: &State,
    kind: &str,
    id: UnitId,
    shot: &Shot,
    count: &mut impl FnMut(&str, Option<Seat>, Option<UnitId>, f64),
) {
    let unit = before.unit(id);
    let seat = unit.map(|unit| unit.seat);
    let weapon = unit.and_then(|unit| before.weapon_of(unit)).map(|(id, _)| id);
    if let Some(weapon) = weapon {
        count(&format!("{kind} by {weapon}"), seat, Some(id), 1.0);
    }
    count(
        &format!("{kind} drm"),
        seat,
        Some(id),
        f64::from(sum(&shot.throw.drms)),
    );
    count(
        &format!("{kind}: {}", outcome_words(shot.result)),
        seat,
        Some(id),
        1.0,
    );
    if !shot.result.is_none() {
        count(&format!("hits at range {}", shot.range), seat, Some(id), 1.0);
    }
}

/// Units that used the Activation, units that did not, and those of the former that could have rallied instead.
fn end_of_activation(before: &State, count: &mut impl FnMut(&str, Option<Seat>, Option<UnitId>, f64)) {
    for leader in before.leaders.values() {
        if leader.hex().is_some() {
            count(
                &format!("activations {} was there", leader.id),
                Some(leader.seat),
                None,
                1.0,
            );
        }
    }
    let Some(command) = before.active_command() else {
        return;
    };
    for unit in before.units.values().filter(|unit| unit.command == command) {
        let Some(hex) = unit.hex() else {
            continue;
        };
        let used = if unit.acts.acted {
            "activations used"
        } else {
            "activations idle"
        };
        count(used, Some(unit.seat), Some(unit.id), 1.0);
        let safe = !measure::is_next_to_enemy(before, hex, unit.seat) && !unit.acts.declared;
        if unit.status == Status::Disordered && unit.acts.acted && safe {
            count("rallies missed", Some(unit.seat), Some(unit.id), 1.0);
        }
    }
}
