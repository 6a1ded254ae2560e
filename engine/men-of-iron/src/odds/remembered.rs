//! The odds of whole declarations with what is remembered against the odds with everything worked out anew.

use std::collections::BTreeSet;

use hindsight_kernel::bot_rng;

use super::attack::odds_of;
use super::brute::{at_random, near};
use super::{Assumptions, Fate, ShockOdds, shock_odds};
use crate::model::state::SEATS;

/// What is taken from memory against everything worked out anew, where the engine itself would take too long to play out.
#[test]
fn moi_shock_06_what_is_remembered_is_what_would_be_worked_out() {
    let (mut compared, mut charges, mut pairs) = (0, 0, 0);
    let mut number = 0;
    while compared < 120 || pairs < 24 {
        number += 1;
        let mut rng = bot_rng(1_000_000 + number);
        let Some((state, declared)) = at_random(&mut rng) else {
            continue;
        };
        // Two attackers are rare, and depend on each other.
        if compared >= 120 && declared[0].attackers.len() < 2 {
            continue;
        }
        let assumed = Assumptions {
            reaction_fire: number % 8 != 0,
            counter_charge: number % 5 != 0,
        };
        let naive = odds_of(&state, &declared, assumed, false);
        let odds = shock_odds(&state, &declared, assumed);
        // What takes too many steps anew may be found from memory.
        let (Some(naive), Some(odds)) = (naive, odds) else {
            continue;
        };
        same_odds(&odds, &naive, &format!("position {number}: {declared:?}"));
        compared += 1;
        charges += u64::from(declared[0].attackers.iter().any(|one| one.charge.is_some()));
        pairs += u64::from(declared.iter().map(|one| one.attackers.len()).max() >= Some(2));
    }
    println!("{compared} compared, {charges} with a charge, {pairs} of several attackers");
    assert!(charges >= 40, "{compared} {charges} {pairs}");
}

fn same_odds(odds: &ShockOdds, naive: &ShockOdds, what: &str) {
    let close = |one: f64, other: f64, of: &str| near(one, other, 1e-9, &format!("{what}: {of}"));
    assert_eq!(odds.attacks.len(), naive.attacks.len());
    for (one, other) in odds.attacks.iter().zip(&naive.attacks) {
        close(one.comes_to_nothing, other.comes_to_nothing, "nothing");
        close(one.on_charge_table, other.on_charge_table, "on the Charge Table");
        close(one.counter_charged, other.counter_charged, "counter-charged");
        close(one.continued, other.continued, "continued");
        close(one.vacated, other.vacated, "vacated");
        for (unit, arrivals) in &other.arrivals {
            for (arrival, chance) in arrivals {
                let found = one.arrivals[unit].get(arrival).copied().unwrap_or(0.0);
                close(found, *chance, &format!("{unit} {arrival:?}"));
            }
        }
        for (unit, outcomes) in &other.defenders {
            for (outcome, chance) in outcomes {
                let found = one.defenders[unit].get(outcome).copied().unwrap_or(0.0);
                close(found, *chance, &format!("{unit} {outcome:?}"));
            }
        }
        for (unit, harms) in &other.harms {
            for (steps, chance) in harms.iter().enumerate() {
                close(one.harms[unit][steps], *chance, &format!("{unit} {steps} steps"));
            }
        }
    }
    let units = odds.fates.keys().chain(naive.fates.keys());
    for unit in units.collect::<BTreeSet<_>>() {
        for fate in [
            Fate::Normal,
            Fate::Disordered,
            Fate::Unhorsed,
            Fate::Retired,
            Fate::Eliminated,
        ] {
            let of = |odds: &ShockOdds| {
                odds.fates
                    .get(unit)
                    .and_then(|fates| fates.get(&fate))
                    .copied()
                    .unwrap_or(0.0)
            };
            close(of(odds), of(naive), &format!("{unit} {fate:?}"));
        }
    }
    let leaders = odds.leaders.keys().chain(naive.leaders.keys());
    for leader in leaders.collect::<BTreeSet<_>>() {
        let of = |odds: &ShockOdds| odds.leaders.get(leader).copied().unwrap_or(0.0);
        close(of(odds), of(naive), leader.as_str());
    }
    for (one, other) in odds.continued.iter().zip(&naive.continued) {
        for place in 0..one.len().max(other.len()) {
            let of = |chances: &Vec<f64>| chances.get(place).copied().unwrap_or(0.0);
            close(of(one), of(other), "Continued Attacks");
        }
    }
    for seat in SEATS {
        let (one, other) = (odds.points_of(seat), naive.points_of(seat));
        for (points, _) in one.iter().chain(other.iter()) {
            close(
                one.exactly(points),
                other.exactly(points),
                &format!("{points} points"),
            );
        }
    }
}
