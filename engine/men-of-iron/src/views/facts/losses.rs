//! Losses of units: the Flight Points that they cost their side, who did it, and what attackers suffer themselves.

use hindsight_kernel::{DamageDealt, Fact, Restored, Seat};

use super::counted;
use crate::data::Outcome;
use crate::model::agenda::{Cause, Step};
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::{shock, victory};
use crate::views::harm::Harm;
use crate::views::story::{full_points, points_lost};

/// The cause of a loss and the units that inflicted it: the first attacker, then those that attacked with it.
#[derive(Debug, Default)]
struct Inflicted {
    cause: Option<&'static str>,
    by: Vec<UnitId>,
}

/// The unit that inflicts what a unit suffers now, by the attack, the shot or the ride that is under way.
fn inflicted(before: &State, unit: &Unit) -> Inflicted {
    let of = |cause, by| Inflicted {
        cause: Some(cause),
        by,
    };
    let steps = || before.agenda.iter().rev().map(|frame| &frame.step);
    let fought = steps().find_map(|step| match step {
        Step::Advance { attack, fought, .. } => Some((shock::attack_of(before, *attack)?, fought)),
        _ => None,
    });
    let in_combat = fought.and_then(|(attack, fought)| {
        let attackers: Vec<UnitId> = attack.attackers.iter().map(|attacker| attacker.unit).collect();
        if attackers.contains(&unit.id) {
            Some(of("attacking", fought.clone()))
        } else if fought.contains(&unit.id) {
            Some(of("attacked", attackers))
        } else {
            None
        }
    });
    let by_friends = steps().find_map(|step| match step {
        Step::Suffer(hit) if hit.unit == unit.id => match hit.cause {
            Cause::PassedThrough => Some(of("ridden down by friends", Vec::new())),
            Cause::RetreatedThrough => Some(of("friends retreated through it", Vec::new())),
            Cause::Fire(_) | Cause::Defending | Cause::Attacking => None,
        },
        _ => None,
    });
    let by_fire = || {
        steps().find_map(|step| match step {
            Step::Suffer(hit) if hit.unit == unit.id && matches!(hit.cause, Cause::Fire(_)) => {
                let firer = hit.from.first().and_then(|hex| before.unit_at(*hex));
                Some(of(
                    "missile fire",
                    firer.map(|firer| firer.id).into_iter().collect(),
                ))
            }
            Step::AfterShot {
                unit: firer, target, ..
            } if *target == unit.id => Some(of("missile fire", vec![*firer])),
            Step::AfterShot {
                unit: firer, target, ..
            } if *firer == unit.id => Some(of("missile fire", vec![*target])),
            // Of several that have shot at it in this hex the position does not say which shot it was.
            Step::Reaction { unit: mover, on, .. } if *mover == unit.id => {
                let shot_at = |firer: &&Unit| {
                    let shots = &firer.acts.reactions;
                    shots.iter().any(|shot| shot.at == unit.id && shot.on == *on)
                };
                let firers: Vec<UnitId> = before
                    .on_map(unit.seat.opponent())
                    .filter(shot_at)
                    .map(|firer| firer.id)
                    .collect();
                let one = if firers.len() == 1 { firers } else { Vec::new() };
                Some(of("missile fire", one))
            }
            _ => None,
        })
    };
    by_friends.or(in_combat).or_else(by_fire).unwrap_or_default()
}

/// The cause of an elimination, by the step in which it happens.
fn cause_of_loss(before: &State, inflicted: &Inflicted) -> &'static str {
    match before.agenda.last().map(|frame| &frame.step) {
        Some(Step::Suffer(_)) => inflicted.cause.unwrap_or("eliminated"),
        Some(Step::Retreat { .. }) => "could not retreat",
        Some(Step::Retire { .. }) => "no way to its Standard",
        Some(Step::Displace { .. }) => "its Standard was captured",
        Some(Step::StandardMove { .. }) => "its Standard moved away",
        _ => "eliminated",
    }
}

/// Damage of a unit in Flight Points, and the share of it that is gone: a unit has no strength but to be on the map. Rule
/// `MOI-VIC-04` (p. 14).
fn damaged(unit: &Unit, cause: &str, by: Option<UnitId>, points: u32, share: f64) -> Fact {
    Fact::DamageDealt(DamageDealt {
        unit: unit.id.to_string(),
        seat: unit.seat,
        by: by.map(|unit| unit.to_string()),
        cause: cause.to_owned(),
        wounds: points,
        models: 0,
        share,
    })
}

/// A unit is Retired: it counts 1 Flight Point while it is. Rules `MOI-RES-10`, `MOI-VIC-05` (pp. 11, 14).
pub(super) fn retired(before: &State, unit: UnitId, out: &mut Vec<Fact>) {
    let Some(unit) = before.unit(unit) else {
        return;
    };
    let inflicted = inflicted(before, unit);
    let cause = inflicted.cause.unwrap_or("retired");
    let points = full_points(before, unit).min(1);
    out.push(damaged(unit, cause, inflicted.by.first().copied(), points, 0.0));
}

/// A Retired unit rallies: it counts no Flight Point any more. Rule `MOI-VIC-05` (pp. 12, 14).
pub(super) fn rallied(before: &State, unit: UnitId, out: &mut Vec<Fact>) {
    let Some(unit) = before.unit(unit).filter(|unit| unit.is_retired()) else {
        return;
    };
    out.push(Fact::Restored(Restored {
        unit: unit.id.to_string(),
        seat: unit.seat,
        cause: "rallied".to_owned(),
        wounds: points_lost(before, unit),
        models: 0,
        share: 0.0,
    }));
}

/// A unit is eliminated: it costs what it did not cost before. Rules `MOI-VIC-04`, `MOI-VIC-05` (p. 14).
pub(super) fn eliminated(before: &State, unit: UnitId, out: &mut Vec<Fact>) {
    let Some(unit) = before.unit(unit) else {
        return;
    };
    let inflicted = match before.agenda.last().map(|frame| &frame.step) {
        Some(Step::Suffer(_) | Step::Retreat { .. } | Step::Retire { .. }) => inflicted(before, unit),
        _ => Inflicted::default(),
    };
    let cause = cause_of_loss(before, &inflicted);
    let by = inflicted.by.first().copied();
    let points = full_points(before, unit) - points_lost(before, unit);
    out.push(damaged(unit, cause, by, points, 1.0));
    out.push(Fact::Destroyed {
        unit: unit.id.to_string(),
        seat: unit.seat,
        points: f64::from(victory::worth(before, unit)),
        cause: cause.to_owned(),
        by: by.map(|unit| unit.to_string()),
    });
    for &joined in inflicted.by.iter().skip(1) {
        let seat = before.unit(joined).map(|unit| unit.seat);
        out.push(counted("kills joined", seat, Some(joined), 1.0));
    }
}

/// The units that attacked together with the first one, of which the attack is told. Rule `MOI-SHOCK-08` (p. 8).
pub(super) fn joined(others: &[UnitId], seat: Seat, harmed: bool, out: &mut Vec<Fact>) {
    for &unit in others {
        out.push(counted("attacks joined", Some(seat), Some(unit), 1.0));
        if harmed {
            out.push(counted("hits joined", Some(seat), Some(unit), 1.0));
        }
    }
}

/// The harm that the roll gives back to each attacker, and what was to be expected of it, in steps. Rules `MOI-SHOCK-10`,
/// `MOI-RES-16` (p. 9).
pub(super) fn suffered_attacking(
    before: &State,
    attackers: &[UnitId],
    defender: &Unit,
    faces: [Outcome; 10],
    result: Outcome,
    out: &mut Vec<Fact>,
) {
    for unit in attackers.iter().filter_map(|id| before.unit(*id)) {
        let from = defender.hex().into_iter().collect();
        let mut harm = Harm::new(before, unit, Cause::Attacking, from);
        let told = [
            ("harm suffered while attacking", f64::from(harm.steps(result))),
            ("harm expected while attacking", harm.expected(faces).mean()),
        ];
        for (counter, amount) in told {
            out.push(counted(counter, Some(unit.seat), Some(unit.id), amount));
        }
    }
}
