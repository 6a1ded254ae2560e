//! Offers of the Shock Phase: whole declarations.

use std::collections::BTreeMap;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Seat, below, message};
use serde_json::json;

use crate::messages::MESSAGES;
use crate::model::attack::{Course, Declared, DeclaredAttacker};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::declaration::{able_to_charge, able_to_shock, check, continuing};
use crate::rules::shock::frontal_targets;

/// So many samples of a declaration are enough.
const MOST_SAMPLES: usize = 24;
/// So many combinations of Continued Attacks are tried.
const MOST_TRIES: usize = 20_000;
/// So many declarations are drawn before none is.
const DRAWS: usize = 12;

/// What one unit does: whom it attacks, and by which Charge.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    unit: UnitId,
    targets: Vec<UnitId>,
    charge: Option<Course>,
}

/// The attacks that parts make together: who attacks the same single defender attacks together.
fn together(parts: &[Part]) -> Vec<Declared> {
    let mut attacks = Vec::new();
    let mut on: BTreeMap<UnitId, Vec<DeclaredAttacker>> = BTreeMap::new();
    for part in parts {
        let attacker = DeclaredAttacker {
            unit: part.unit,
            charge: part.charge.clone(),
        };
        match part.targets[..] {
            [single] => on.entry(single).or_default().push(attacker),
            _ => attacks.push(Declared {
                attackers: vec![attacker],
                defenders: part.targets.clone(),
            }),
        }
    }
    attacks.extend(on.into_iter().map(|(defender, attackers)| Declared {
        attackers,
        defenders: vec![defender],
    }));
    attacks
}

/// All that each unit could do by itself.
fn parts(state: &State) -> Vec<Vec<Part>> {
    let mut by_unit: BTreeMap<UnitId, Vec<Part>> = BTreeMap::new();
    for (unit, targets) in able_to_shock(state) {
        for targets in some_of(&targets) {
            let charge = None;
            by_unit.entry(unit).or_default().push(Part {
                unit,
                targets,
                charge,
            });
        }
    }
    for (unit, target, course) in able_to_charge(state) {
        by_unit.entry(unit).or_default().push(Part {
            unit,
            targets: vec![target],
            charge: Some(course),
        });
    }
    by_unit.into_values().collect()
}

/// Each target alone, and both.
fn some_of(targets: &[UnitId]) -> Vec<Vec<UnitId>> {
    let mut some: Vec<Vec<UnitId>> = targets.iter().map(|&target| vec![target]).collect();
    if targets.len() > 1 {
        some.push(targets.to_vec());
    }
    some
}

/// A form for the declaration, with samples: none, each unit by itself, everybody.
pub(super) fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let sound = |attacks: &Vec<Declared>| check(state, seat, attacks).is_ok();
    let mut samples: Vec<Vec<Declared>> = Vec::new();
    let (decision, rule) = if state.round == 0 {
        let parts = parts(state);
        let single = parts
            .iter()
            .flatten()
            .map(|part| together(std::slice::from_ref(part)));
        samples.extend(single.filter(sound).take(MOST_SAMPLES));
        let first: Vec<Part> = parts.iter().filter_map(|parts| parts.last().cloned()).collect();
        samples.extend(Some(together(&first)).filter(sound));
        samples.push(Vec::new());
        ("declare_attacks", "MOI-SHOCK-05")
    } else {
        samples.extend(continued(state, seat));
        ("continued_attacks", "MOI-CONT-02")
    };
    let shocks: Vec<_> = able_to_shock(state)
        .into_iter()
        .map(|(unit, targets)| json!({ "unit": unit, "in_front": targets }))
        .collect();
    let charges: Vec<_> = able_to_charge(state)
        .into_iter()
        .map(|(unit, target, charge)| json!({ "unit": unit, "target": target, "charge": charge }))
        .collect();
    let limits = json!({ "shock": shocks, "charge": charges });
    let mut commands: Vec<Command> = Vec::new();
    for attacks in samples {
        let command = Command::Attack { attacks };
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    vec![Offer::form(
        seat,
        decision,
        message!(MESSAGES, "offer-attacks"),
        rule,
        &limits,
        commands,
    )]
}

/// The sound declarations of a round of Continued Attacks, some of them.
fn continued(state: &State, seat: Seat) -> Vec<Vec<Declared>> {
    let choices: Vec<Vec<Part>> = continuing(state)
        .into_iter()
        .map(|unit| {
            some_of(&frontal_targets(state, unit))
                .into_iter()
                .map(|targets| Part {
                    unit: unit.id,
                    targets,
                    charge: None,
                })
                .collect()
        })
        .collect();
    let all: usize = choices
        .iter()
        .fold(1, |all: usize, parts| all.saturating_mul(parts.len().max(1)));
    let mut found = Vec::new();
    for number in 0..all.min(MOST_TRIES) {
        let mut rest = number;
        let mut chosen = Vec::new();
        for parts in &choices {
            chosen.extend(parts.get(rest % parts.len().max(1)).cloned());
            rest /= parts.len().max(1);
        }
        let attacks = together(&chosen);
        if check(state, seat, &attacks).is_ok() {
            found.push(attacks);
            if found.len() >= MOST_SAMPLES {
                break;
            }
        }
    }
    found
}

/// A declaration at random.
pub(super) fn drawn(state: &State, rng: &mut dyn Rng) -> Option<Command> {
    let seat = state.active;
    if state.round > 0 {
        return None;
    }
    let parts = parts(state);
    for _ in 0..DRAWS {
        let mut chosen = Vec::new();
        for parts in &parts {
            if below(rng, 4)? != 0 {
                chosen.extend(parts.get(below(rng, parts.len())?).cloned());
            }
        }
        let attacks = together(&chosen);
        if check(state, seat, &attacks).is_ok() {
            return Some(Command::Attack { attacks });
        }
    }
    None
}
