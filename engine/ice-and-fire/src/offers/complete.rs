//! Random legal commands for a form, spread over what it allows.

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, Offer, below};

use crate::field::{Pose, STEP, farthest};
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::model::place::Shift;
use crate::model::state::State;
use crate::rules::{activation, charge, movement, retreat, setup, terrain};

/// So many draws are tried before a sample is taken.
const DRAWS: usize = 12;

/// A random legal command for an offer: a draw within its limits where one is legal, else a sample.
pub(super) fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
    let samples = offer.commands();
    let sample = samples.get(below(rng, samples.len())?)?;
    if let Choice::Command(command) = &offer.choice {
        return Some(command.clone());
    }
    let drawn = match sample {
        Command::PlaceTerrain { card, .. } => tries(|| {
            let pose = pose(rng, 10_000, 38_000);
            setup::check_terrain(state, *card, pose)
                .is_ok()
                .then_some(Command::PlaceTerrain { card: *card, pose })
        }),
        Command::Deploy { unit, pose: known } => tries(|| {
            let pose = near(rng, state, *unit, *known);
            setup::check_place(state, *unit, pose, false)
                .is_ok()
                .then_some(Command::Deploy { unit: *unit, pose })
        }),
        Command::Arrive { unit, pose: known } => tries(|| {
            let pose = near(rng, state, *unit, *known);
            setup::check_place(state, *unit, pose, true)
                .is_ok()
                .then_some(Command::Arrive { unit: *unit, pose })
        }),
        Command::Act { action } => act(state, action, rng),
        Command::MoveBack { way, distance, .. } => {
            let (way, most) = (*way, *distance);
            let found = state.step().and_then(|step| match step {
                crate::model::agenda::Step::RetreatMove { unit, reach } => Some((*unit, *reach)),
                _ => None,
            });
            found.and_then(|(unit, reach)| {
                tries(|| {
                    let distance = steps(rng, most).max(STEP);
                    let last = heading(rng);
                    retreat::check_move(state, unit, reach, way, distance, last)
                        .is_ok()
                        .then_some(Command::MoveBack { way, distance, last })
                })
            })
        }
        Command::FreePivot { unit, .. } => tries(|| {
            let heading = below(rng, 360)? as u16;
            movement::check_pivot(state, *unit, heading)
                .is_ok()
                .then_some(Command::FreePivot { unit: *unit, heading })
        }),
        _ => None,
    };
    Some(drawn.unwrap_or_else(|| sample.clone()))
}

fn tries(mut draw: impl FnMut() -> Option<Command>) -> Option<Command> {
    (0..DRAWS).find_map(|_| draw())
}

/// A random place between two heights.
fn pose(rng: &mut dyn Rng, low: i32, high: i32) -> Pose {
    let mut between = |low: i32, high: i32| {
        low + below(rng, ((high - low) / STEP + 1) as usize).unwrap_or_default() as i32 * STEP
    };
    let (x, y) = (between(0, 48_000), between(low, high));
    let heading = between(0, 3_590) / STEP;
    Pose::new(x, y, heading as u16)
}

/// A random place of a unit's own zone, mostly looking across the table.
fn near(rng: &mut dyn Rng, state: &State, unit: UnitId, known: Pose) -> Pose {
    let south = known.y < 24_000;
    let mut pose = if south {
        pose(rng, 0, 10_000)
    } else {
        pose(rng, 38_000, 48_000)
    };
    if below(rng, 4) != Some(0) {
        pose.heading = if south { 0 } else { 180 };
        // Rows in which a unit that looks across the table has room.
        let depth = terrain_depth(state, unit);
        let room = (10_000 - depth).max(0);
        let off = below(rng, (room / STEP + 1) as usize).unwrap_or_default() as i32 * STEP;
        pose.y = if south {
            depth / 2 + off
        } else {
            48_000 - depth / 2 - off
        };
    }
    pose
}

fn terrain_depth(state: &State, unit: UnitId) -> i32 {
    state
        .unit_and_card(unit)
        .map_or(5_000, |(_, card)| state.cards.trays.of(card.kind).depth)
}

fn heading(rng: &mut dyn Rng) -> Option<u16> {
    match below(rng, 3) {
        Some(0) => None,
        _ => below(rng, 360).map(|heading| heading as u16),
    }
}

/// A random distance up to the highest, often that one itself.
fn steps(rng: &mut dyn Rng, most: i32) -> i32 {
    let steps = (most / STEP).max(0) as usize;
    if below(rng, 2) == Some(0) {
        return most / STEP * STEP;
    }
    below(rng, steps + 1).unwrap_or_default() as i32 * STEP
}

fn act(state: &State, sample: &Action, rng: &mut dyn Rng) -> Option<Command> {
    let asked = activation::asked(state)?;
    let unit = asked.unit;
    let tray = terrain::tray(state, unit)?;
    let legal = |action: Action| {
        activation::check(state, asked, &action)
            .is_ok()
            .then_some(Command::Act { action })
    };
    match sample {
        Action::Maneuver { .. } => {
            let ground = terrain::ground(state, unit);
            let most = movement::speed(state, unit) + i32::from(asked.bonus) * 1_000;
            tries(|| {
                let first = heading(rng);
                let turned = tray.pivoted(first.unwrap_or(tray.pose.heading));
                let far = farthest(&ground, &turned, turned.pose.heading, most).unwrap_or_default();
                let distance = steps(rng, far);
                let last = heading(rng);
                legal(Action::Maneuver {
                    first,
                    distance,
                    last,
                })
            })
        }
        Action::March { .. } => {
            let ground = terrain::ground(state, unit);
            let most = 2 * movement::speed(state, unit);
            let far = farthest(&ground, &tray, tray.pose.heading, most).unwrap_or_default();
            tries(|| {
                let distance = steps(rng, far);
                let last = heading(rng);
                legal(Action::March { distance, last })
            })
        }
        Action::Charge {
            target,
            heading,
            arc,
            weapon,
        } => tries(|| {
            let heading = (i32::from(*heading) + below(rng, 31)? as i32 - 15).rem_euclid(360) as u16;
            let action = Action::Charge {
                target: *target,
                heading,
                arc: *arc,
                weapon: *weapon,
            };
            charge::check(state, unit, *target, heading, *arc).ok()?;
            legal(action)
        }),
        Action::Ranged { target, weapon, .. } => tries(|| {
            let shift = Shift {
                direction: below(rng, 360)? as u16,
                distance: steps(rng, 2_000),
            };
            legal(Action::Ranged {
                target: *target,
                shift: Some(shift),
                weapon: *weapon,
            })
        }),
        Action::Melee { .. } | Action::Demolish { .. } | Action::Retreat | Action::Forgo => None,
    }
}
