//! Shock attacks.

use std::collections::BTreeSet;

use hindsight_geometry::hexes::Flank;
use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::super::worth;
use super::exchange::{Gain, as_declared, end_of, exchange, gain, redeclared, single};
use super::{Watched, Watcher, charges};
use crate::field::Aspect;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Answer;
use crate::model::attack::{Attack, Attacker, Declared, DeclaredAttacker, Marker};
use crate::model::command::Command;
use crate::model::drm::sum;
use crate::model::event::{Event, ShockEvent};
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::odds::{Assumptions, attack_odds};
use crate::rules::{countercharge, declaration, modifiers, retreat_before_shock, victory};
use crate::tables::MAX_COUNTER_CHARGE;
use crate::views::chances;

pub(super) const ONE_AGAINST_TWO: Detector = Detector::new(
    "one_against_two",
    phrase!(MESSAGES, "detector-one-against-two"),
    MISTAKE,
    phrase!(MESSAGES, "detector-one-against-two-watches"),
    &["MOI-SDRM-02", "MOI-SHOCK-03"],
);
pub(super) const MISSING_THE_SECOND_SIDE: Detector = Detector::new(
    "missing_the_second_side",
    phrase!(MESSAGES, "detector-missing-the-second-side"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-missing-the-second-side-watches"),
    &["MOI-SDRM-03"],
);
pub(super) const DISORDERED_ATTACK: Detector = Detector::new(
    "disordered_attack",
    phrase!(MESSAGES, "detector-disordered-attack"),
    MISTAKE,
    phrase!(MESSAGES, "detector-disordered-attack-watches"),
    &["MOI-SDRM-10"],
);
pub(super) const NO_RETREAT_BEFORE_SHOCK: Detector = Detector::new(
    "no_retreat_before_shock",
    phrase!(MESSAGES, "detector-no-retreat-before-shock"),
    MISTAKE,
    phrase!(MESSAGES, "detector-no-retreat-before-shock-watches"),
    &["MOI-RBS-01", "MOI-RBS-05"],
)
.of_a_missed_option();
pub(super) const FORGOTTEN_COUNTER_CHARGE: Detector = Detector::new(
    "forgotten_counter_charge",
    phrase!(MESSAGES, "detector-forgotten-counter-charge"),
    MISTAKE,
    phrase!(MESSAGES, "detector-forgotten-counter-charge-watches"),
    &["MOI-CC-01", "MOI-CC-08"],
)
.of_a_missed_option();
pub(super) const IGNORING_THE_FLIGHT_LEVEL: Detector = Detector::new(
    "ignoring_the_flight_level",
    phrase!(MESSAGES, "detector-ignoring-the-flight-level"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-ignoring-the-flight-level-watches"),
    &["MOI-VIC-02"],
);

/// Everything about a declaration.
pub(super) fn declared(
    watcher: &mut Watcher,
    seen: &Watched<'_>,
    attacks: &[Attack],
    found: &mut Vec<Suggestion>,
) {
    let state = seen.before;
    let taking_part: BTreeSet<UnitId> = attacks
        .iter()
        .flat_map(|attack| attack.attackers.iter().map(|attacker| attacker.unit))
        .collect();
    for attack in attacks {
        for attacker in attack
            .attackers
            .iter()
            .filter(|attacker| attacker.course.is_some())
        {
            found.extend(charges::frontal_charge(seen, attacks, attack, attacker));
            found.extend(charges::moved_before_charging(watcher, seen, attack, attacker));
            found.extend(charges::leader_left_home(seen, attacker));
        }
        found.extend(one_against_two(seen, attacks, attack, &taking_part));
        found.extend(missing_the_second_side(seen, attacks, attack, &taking_part));
        found.extend(disordered_attack(seen, attacks, attack));
        for defender in &attack.defenders {
            if let Some(unit) = state.unit(defender.unit)
                && retreat_before_shock::may_retreat(state, attack, unit)
                && !retreat_before_shock::spots_of(state, attack, unit).is_empty()
                && !crate::rules::measure::can_charge(state, unit)
            {
                watcher.could_retreat.insert(unit.id);
            }
        }
    }
    found.extend(ignoring_the_flight_level(watcher, seen, attacks));
}

/// The units that could Shock and take no part, with what they have in front.
fn free_units(state: &State, taking_part: &BTreeSet<UnitId>) -> Vec<(UnitId, Vec<UnitId>)> {
    let active = state.active_command();
    declaration::able_to_shock(state)
        .into_iter()
        .filter(|(unit, _)| {
            !taking_part.contains(unit) && state.unit(*unit).is_some_and(|unit| Some(unit.command) == active)
        })
        .collect()
}

/// Number 12 of the catalogue.
fn one_against_two(
    seen: &Watched<'_>,
    attacks: &[Attack],
    attack: &Attack,
    taking_part: &BTreeSet<UnitId>,
) -> Option<Suggestion> {
    let state = seen.before;
    let ([attacker], [one, other]) = (&attack.attackers[..], &attack.defenders[..]) else {
        return None;
    };
    let helper = free_units(state, taking_part).into_iter().find(|(_, front)| {
        (front.contains(&one.unit) || front.contains(&other.unit))
            // All that stands before it would be attacked.
            && front.iter().all(|enemy| [one.unit, other.unit].contains(enemy))
    })?;
    let seat = state.unit(attacker.unit)?.seat;
    let (unit, front) = helper;
    let met = [one.unit, other.unit]
        .into_iter()
        .find(|enemy| front.contains(enemy))?;
    let words = message!(
        MESSAGES,
        "coach-attacks",
        unit = messages::unit(state, unit),
        target = messages::unit(state, met)
    );
    let mut alone = as_declared(attack);
    alone.defenders.retain(|defender| *defender != met);
    let proposed = [alone, single(unit, vec![met], None)];
    let gain = gain(seen, seat, attack, &proposed)?;
    let [made, instead] = gain.numbers();
    let better = redeclared(seen, attacks, attacker.unit, words, &proposed);
    Some(
        ONE_AGAINST_TWO
            .found(
                seen.version,
                seat,
                Some(&attacker.unit),
                message!(
                    MESSAGES,
                    "coach-one-against-two",
                    unit = messages::unit(state, unit)
                ),
                &[
                    (phrase!(MESSAGES, "number-strength-drm"), -1.0),
                    (phrase!(MESSAGES, "number-strength-drm-one-against-one"), 0.0),
                    made,
                    instead,
                ],
            )
            .instead(
                better.by(&unit).against(&met),
                [
                    gain.weighed(),
                    Weighed::certain(phrase!(MESSAGES, "number-strength-drm"), -1.0, 0.0),
                ],
            ),
    )
}

fn aspects(attack: &Attack, defender: &Unit) -> Vec<Aspect> {
    attack
        .attackers
        .iter()
        .filter_map(|attacker| Aspect::of(defender, end_of(attacker)))
        .collect()
}

/// Number 13 of the catalogue.
fn missing_the_second_side(
    seen: &Watched<'_>,
    attacks: &[Attack],
    attack: &Attack,
    taking_part: &BTreeSet<UnitId>,
) -> Option<Suggestion> {
    let state = seen.before;
    let [defender] = &attack.defenders[..] else {
        return None;
    };
    let defender = state.unit(defender.unit)?;
    let sides = aspects(attack, defender);
    let first = *sides.first()?;
    if sides.iter().any(|side| *side != first) || first == Aspect::Side(Flank::Rear) {
        return None;
    }
    let helper = free_units(state, taking_part).into_iter().find(|(unit, front)| {
        front == &[defender.id]
            && state
                .unit(*unit)
                .and_then(Unit::hex)
                .and_then(|hex| Aspect::of(defender, hex))
                .is_some_and(|side| side != first)
    })?;
    let leading = attack.attackers.first()?.unit;
    let seat = state.unit(leading)?.seat;
    let words = message!(
        MESSAGES,
        "coach-attacks-too",
        unit = messages::unit(state, helper.0),
        target = messages::unit(state, defender.id)
    );
    let mut proposed = as_declared(attack);
    proposed.attackers.push(DeclaredAttacker {
        unit: helper.0,
        charge: None,
    });
    let proposed = [proposed];
    let gain = gain(seen, seat, attack, &proposed)?;
    let [made, instead] = gain.numbers();
    let better = redeclared(seen, attacks, leading, words, &proposed);
    let now = if first.is_flank() { 2.0 } else { 0.0 };
    Some(
        MISSING_THE_SECOND_SIDE
            .found(
                seen.version,
                seat,
                Some(&helper.0),
                message!(
                    MESSAGES,
                    "coach-missing-the-second-side",
                    unit = messages::unit(state, helper.0),
                    target = messages::unit(state, defender.id)
                ),
                &[
                    (phrase!(MESSAGES, "number-angle-drm"), now),
                    (phrase!(MESSAGES, "number-angle-drm-missed"), 4.0),
                    made,
                    instead,
                ],
            )
            .instead(
                better.by(&helper.0).against(&defender.id),
                [
                    gain.weighed(),
                    Weighed::certain(phrase!(MESSAGES, "number-angle-drm"), now, 4.0),
                ],
            ),
    )
}

/// The sum of all DRMs of an attack on its first defender, the chargers taken to arrive as they are.
fn total(state: &State, attack: &Attack, without_disordered: bool) -> Option<i32> {
    let mut attack = attack.clone();
    for attacker in &mut attack.attackers {
        attacker.at = end_of(attacker);
    }
    if without_disordered {
        attack.attackers.retain(|attacker| {
            state
                .unit(attacker.unit)
                .is_some_and(|unit| !unit.is_disordered())
        });
    }
    let attackers: Vec<&Attacker> = attack.attackers.iter().collect();
    let defender = state.unit(attack.defenders.first()?.unit)?;
    let facts = modifiers::of_attack(state, &attack, &attackers, defender, attack.defenders.len())?;
    (!facts.attackers.is_empty()).then(|| sum(&facts.drms(&state.battle.charts)))
}

/// Number 14 of the catalogue.
fn disordered_attack(seen: &Watched<'_>, attacks: &[Attack], attack: &Attack) -> Option<Suggestion> {
    let state = seen.before;
    let shaken = attack
        .attackers
        .iter()
        .find(|attacker| state.unit(attacker.unit).is_some_and(Unit::is_disordered))?;
    let (with, without) = (total(state, attack, false)?, total(state, attack, true)?);
    if without <= with {
        return None;
    }
    let seat = state.unit(shaken.unit).map_or(state.active, |unit| unit.seat);
    let words = message!(
        MESSAGES,
        "coach-attack-without",
        unit = messages::unit(state, shaken.unit)
    );
    let mut proposed = as_declared(attack);
    let is_shaken = |known: &DeclaredAttacker| state.unit(known.unit).is_some_and(Unit::is_disordered);
    proposed.attackers.retain(|known| !is_shaken(known));
    let proposed = [proposed];
    let gain = gain(seen, seat, attack, &proposed)?;
    let [made, instead] = gain.numbers();
    let better = redeclared(seen, attacks, shaken.unit, words, &proposed);
    Some(
        DISORDERED_ATTACK
            .found(
                seen.version,
                seat,
                Some(&shaken.unit),
                message!(
                    MESSAGES,
                    "coach-disordered-attack",
                    unit = messages::unit(state, shaken.unit)
                ),
                &[
                    (phrase!(MESSAGES, "number-sum"), f64::from(with)),
                    (phrase!(MESSAGES, "number-sum-without-it"), f64::from(without)),
                    made,
                    instead,
                ],
            )
            .instead(
                better,
                [
                    gain.weighed(),
                    Weighed::certain(
                        phrase!(MESSAGES, "number-sum-of-all-drms"),
                        f64::from(with),
                        f64::from(without),
                    ),
                ],
            ),
    )
}

/// Number 16 of the catalogue.
pub(super) fn no_retreat_before_shock(
    watcher: &mut Watcher,
    seen: &Watched<'_>,
    id: UnitId,
) -> Option<Suggestion> {
    if !watcher.could_retreat.remove(&id) {
        return None;
    }
    let unit = seen.before.unit(id)?;
    Some(
        NO_RETREAT_BEFORE_SHOCK.found(
            seen.version,
            unit.seat,
            Some(&id),
            message!(
                MESSAGES,
                "coach-no-retreat-before-shock",
                unit = messages::unit(seen.before, id)
            ),
            &[(
                phrase!(MESSAGES, "number-flight-points"),
                seen.before
                    .class_card(unit)
                    .map_or(2.0, |card| f64::from(card.fp)),
            )],
        ),
    )
}

/// Number 17 of the catalogue: said at the roll of a Charge that was not met.
pub(super) fn forgotten_counter_charge(seen: &Watched<'_>) -> Option<Suggestion> {
    let Event::Shock(ShockEvent::ShockRolled {
        defender, attackers, ..
    }) = seen.event
    else {
        return None;
    };
    let state = seen.before;
    let unit = state.unit(*defender)?;
    if state.round > 0 {
        return None;
    }
    let charged = state
        .attacks
        .iter()
        .flat_map(|attack| &attack.attackers)
        .any(|attacker| attackers.contains(&attacker.unit) && attacker.marker == Marker::Charge);
    let turn = countercharge::options_against_attackers(state)
        .into_iter()
        .filter_map(|answer| match answer {
            Answer::CounterCharge {
                unit: id,
                targets,
                turn,
                ..
            } if id == *defender
                && targets.iter().any(|target| {
                    state
                        .attacks
                        .iter()
                        .flat_map(|attack| &attack.attackers)
                        .any(|attacker| {
                            attacker.unit == *target && crate::rules::shock::is_charging(state, attacker)
                        })
                }) =>
            {
                Some(turn)
            }
            _ => None,
        })
        .min_by_key(Option::is_some)?;
    let chance = chances::at_most(
        MAX_COUNTER_CHARGE,
        sum(&countercharge::drms(state, unit, turn.is_some())),
    );
    (charged && chance >= 0.4 - 1e-9).then(|| {
        FORGOTTEN_COUNTER_CHARGE.found(
            seen.version,
            unit.seat,
            Some(defender),
            message!(
                MESSAGES,
                "coach-forgotten-counter-charge",
                unit = messages::unit(seen.before, *defender)
            ),
            &[(phrase!(MESSAGES, "number-chance"), chance)],
        )
    })
}

/// Number 25 of the catalogue: said where the declared attack has the worst exchange of at least two, and loses on average.
fn ignoring_the_flight_level(
    watcher: &Watcher,
    seen: &Watched<'_>,
    attacks: &[Attack],
) -> Option<Suggestion> {
    let state = seen.before;
    let seat = state.active;
    let (points, level) = (
        victory::flight_points(state, seat),
        victory::flight_level(state, seat),
    );
    if !watcher.free || state.round > 0 || points + 9 <= level {
        return None;
    }
    let worth = |declared: &Declared| -> Option<f64> {
        let attackers: Vec<&Unit> = declared
            .attackers
            .iter()
            .filter_map(|attacker| state.unit(attacker.unit))
            .collect();
        Some(worth::attack(
            state,
            &attack_odds(state, declared, Assumptions::default())?,
            &attackers,
        ))
    };
    let mut all: Vec<(f64, Declared)> = declaration::able_to_shock(state)
        .into_iter()
        .flat_map(|(unit, front)| {
            front
                .into_iter()
                .map(move |enemy| single(unit, vec![enemy], None))
        })
        .chain(
            declaration::able_to_charge(state)
                .into_iter()
                .map(|(unit, enemy, course)| single(unit, vec![enemy], Some(course))),
        )
        .filter_map(|declared| Some((worth(&declared)?, declared)))
        .collect();
    all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let made = attacks
        .iter()
        .filter_map(|attack| worth(&as_declared(attack)))
        .min_by(f64::total_cmp)?;
    let ((worst, _), (best, instead)) = (all.first()?, all.last()?);
    let (worst, best) = (*worst, *best);
    let (unit, enemy) = (instead.attackers.first()?.unit, *instead.defenders.first()?);
    if made >= 0.0 || made > worst + 1e-9 || best <= made + 1e-9 {
        return None;
    }
    // The bots' measure, which counts Disorder too, names the two; exact odds say whether one is better.
    let declared: Vec<Declared> = attacks.iter().map(as_declared).collect();
    let made = exchange(state, seat, &declared)?;
    let gain = Gain::of(made, exchange(state, seat, std::slice::from_ref(instead))?)?;
    let [made, best] = gain.numbers();
    Some(
        IGNORING_THE_FLIGHT_LEVEL
            .found(
                seen.version,
                seat,
                None,
                message!(MESSAGES, "coach-ignoring-the-flight-level"),
                &[
                    made,
                    best,
                    (phrase!(MESSAGES, "number-flight-points"), f64::from(points)),
                    (phrase!(MESSAGES, "number-flight-level"), f64::from(level)),
                ],
            )
            .instead(
                BetterChoice::new(
                    seen.asked_at,
                    message!(
                        MESSAGES,
                        "coach-attacks",
                        unit = messages::unit(state, unit),
                        target = messages::unit(state, enemy)
                    ),
                    &[Command::Attack {
                        attacks: vec![instead.clone()],
                    }],
                )
                .by(&unit)
                .against(&enemy),
                [gain.weighed()],
            ),
    )
}
