//! Mistakes of position and of Activations: where units stand and what they do with their Activation.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Argument, BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::super::worth;
use super::shooting::effect;
use super::{Watched, Watcher};
use crate::data::Column;
use crate::field::Aspect;
use crate::messages::{self, MESSAGES};
use crate::model::command::{Act, Command};
use crate::model::names::{ClassId, CommandId, UnitId};
use crate::model::piece::{Status, Unit};
use crate::model::state::State;
use crate::rules::fire;
use crate::tables::MAX_PASS_THROUGH;
use crate::views::chances;
use crate::views::reach::reachable;

pub(super) const EXPOSED_HORSE: Detector = Detector::new(
    "exposed_horse",
    phrase!(MESSAGES, "detector-exposed-horse"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-exposed-horse-watches"),
    &["MOI-CC-02", "MOI-RBS-01"],
);
pub(super) const RALLY_MISSED: Detector = Detector::new(
    "rally_missed",
    phrase!(MESSAGES, "detector-rally-missed"),
    MISTAKE,
    phrase!(MESSAGES, "detector-rally-missed-watches"),
    &["MOI-RALLY-01"],
)
.of_a_missed_option();
pub(super) const RIDING_DOWN_ARCHERS: Detector = Detector::new(
    "riding_down_archers",
    phrase!(MESSAGES, "detector-riding-down-archers"),
    MISTAKE,
    phrase!(MESSAGES, "detector-riding-down-archers-watches"),
    &["MOI-MOVE-14", "MOI-MOVE-15"],
);
pub(super) const OUT_OF_COMMAND: Detector = Detector::new(
    "out_of_command",
    phrase!(MESSAGES, "detector-out-of-command"),
    MISTAKE,
    phrase!(MESSAGES, "detector-out-of-command-watches"),
    &["MOI-CMD-01", "MOI-CMD-05"],
);
pub(super) const FACING: Detector = Detector::new(
    "facing",
    phrase!(MESSAGES, "detector-facing"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-facing-watches"),
    &["MOI-FIRE-03", "MOI-FACE-01"],
);

/// A unit's way as what would have been better, after this version.
pub(super) fn walked(state: &State, unit: &Unit, path: &[Hex], at: u64) -> Option<BetterChoice> {
    let step = |to: &Hex| Act::Step {
        to: *to,
        facing: None,
        with: Vec::new(),
    };
    let command = Command::MoveFire {
        from: unit.hex()?,
        acts: path.iter().map(step).collect(),
    };
    Some(
        BetterChoice::new(
            at,
            message!(
                MESSAGES,
                "coach-moves",
                unit = messages::unit(state, unit.id),
                path = messages::path(path)
            ),
            &[command],
        )
        .by(&unit.id),
    )
}

/// What shows at the end of an Activation.
pub(super) fn at_the_end(watcher: &Watcher, seen: &Watched<'_>, found: &mut Vec<Suggestion>) {
    let state = seen.before;
    let Some(command) = state.active_command() else {
        return;
    };
    for unit in state.on_map(state.active).filter(|unit| unit.command == command) {
        found.extend(exposed_horse(seen, state, unit));
        found.extend(rally_missed(watcher, seen, state, unit));
        found.extend(facing(watcher, seen, state, unit));
    }
}

/// Number 15 of the catalogue.
fn exposed_horse(seen: &Watched<'_>, state: &State, unit: &Unit) -> Option<Suggestion> {
    if state.class_of(unit) != ClassId::MMAA || !unit.is_disordered() {
        return None;
    }
    let behind = state.on_map(unit.seat.opponent()).find(|enemy| {
        state.column_of(enemy) == Column::Foot
            && state
                .battle
                .charts
                .matrix(state.class_of(enemy), ClassId::MMAA)
                .is_some()
            && enemy.hex().is_some_and(|at| {
                unit.hex().is_some_and(|hex| hex.is_adjacent_to(at))
                    && Aspect::of(unit, at).is_some_and(|side| !side.is_frontal())
            })
    })?;
    Some(EXPOSED_HORSE.found(
        seen.version,
        unit.seat,
        Some(&unit.id),
        message!(
            MESSAGES,
            "coach-exposed-horse",
            unit = messages::unit(state, unit.id),
            enemy = messages::unit(state, behind.id)
        ),
        &[(phrase!(MESSAGES, "number-flight-points-at-stake"), 3.0)],
    ))
}

/// Number 18 of the catalogue.
fn rally_missed(watcher: &Watcher, seen: &Watched<'_>, state: &State, unit: &Unit) -> Option<Suggestion> {
    let steps = watcher.steps.get(&unit.id).copied().unwrap_or(0);
    let trivial = unit.acts.acted && !unit.acts.fired && unit.acts.attacks == 0 && steps <= 1;
    let hex = unit.hex()?;
    let nearest = state
        .on_map(unit.seat.opponent())
        .filter_map(|enemy| Some(enemy.hex()?.distance_to(hex)))
        .min()
        .unwrap_or(99);
    (unit.status == Status::Disordered && trivial && nearest > 3).then(|| {
        RALLY_MISSED.found(
            seen.version,
            unit.seat,
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-rally-missed",
                unit = messages::unit(state, unit.id)
            ),
            &[
                (phrase!(MESSAGES, "number-nearest-enemy"), f64::from(nearest)),
                (phrase!(MESSAGES, "number-steps"), f64::from(steps)),
            ],
        )
    })
}

/// Number 22 of the catalogue: said when the rider leaves the archers' hex.
pub(super) fn riding_down_archers(
    watcher: &Watcher,
    seen: &Watched<'_>,
    id: UnitId,
    to: Hex,
    cost: u8,
) -> Option<Suggestion> {
    let (before, rider, first, at) = watcher.passed.as_ref()?;
    if *rider != id {
        return None;
    }
    let unit = before.unit(id)?;
    let through = cost.saturating_add(*first);
    // The cheapest way may be the one through the archers: without them on the map there is only the other.
    let mut thought = before.clone();
    let archers: Vec<UnitId> = before
        .on_map(unit.seat)
        .filter(|friend| friend.id != id && before.is_missile_infantry(friend))
        .map(|friend| friend.id)
        .collect();
    let extent = before.battle.map.extent();
    for archer in archers {
        // Archers become impassable ground.
        if let Some(hex) = before
            .unit(archer)
            .and_then(Unit::hex)
            .filter(|hex| extent.contains(*hex))
            && let Some(friend) = thought.units.get_mut(&archer)
        {
            friend.class = ClassId::PIKE;
            friend.place = crate::model::piece::PiecePlace::On {
                hex,
                facing: friend.facing().unwrap_or(hindsight_geometry::hexes::Facing::One),
            };
        }
    }
    let way = reachable(&thought, thought.unit(id)?).remove(&to)?;
    let passing = chances::at_most(MAX_PASS_THROUGH, 0);
    (way.cost <= through).then(|| {
        RIDING_DOWN_ARCHERS
            .found(
                seen.version,
                unit.seat,
                Some(&id),
                message!(MESSAGES, "coach-riding-down-archers", hex = Argument::text(to)),
                &[
                    (phrase!(MESSAGES, "number-cost"), f64::from(through)),
                    (phrase!(MESSAGES, "number-cost-around"), f64::from(way.cost)),
                ],
            )
            .instead(
                walked(before, unit, &way.path, *at),
                [
                    Weighed::odds(
                        phrase!(MESSAGES, "number-chance-that-the-friend-is-disordered-or-retired"),
                        passing,
                        0.0,
                    )
                    .less(),
                    Weighed::certain(
                        phrase!(MESSAGES, "number-movement-points"),
                        f64::from(through),
                        f64::from(way.cost),
                    )
                    .less(),
                ],
            )
    })
}

/// Number 23 of the catalogue.
///
/// An observation without a better choice: whether the leader was needed more where it went has no odds.
pub(super) fn out_of_command(
    watcher: &Watcher,
    seen: &Watched<'_>,
    command: CommandId,
    out: &[UnitId],
) -> Option<Suggestion> {
    let led = watcher.led.get(&command)?;
    let lost = out.iter().filter(|unit| led.contains(unit)).count();
    (lost >= 2).then(|| {
        OUT_OF_COMMAND.found(
            seen.version,
            seen.before.battle.side_of(command).unwrap_or(seen.before.active),
            None,
            message!(MESSAGES, "coach-out-of-command", command, units = lost),
            &[(phrase!(MESSAGES, "number-units"), lost as f64)],
        )
    })
}

/// Number 24 of the catalogue.
fn facing(watcher: &Watcher, seen: &Watched<'_>, state: &State, unit: &Unit) -> Option<Suggestion> {
    if !state.can_fire(unit) {
        return None;
    }
    // The enemies in range and arc, and the best chance of an effect on one.
    let targets = |state: &State| {
        let unit = state.unit(unit.id)?;
        let enemies = state.on_map(unit.seat.opponent());
        let effects = enemies
            .filter(|enemy| fire::check_shot(state, unit, enemy).is_ok())
            .filter_map(|enemy| effect(state, unit, enemy));
        let (count, best) = effects.fold((0_u32, 0.0), |(count, best), chance| {
            (count + 1, f64::max(best, chance))
        });
        (count > 0).then_some((count, best))
    };
    if targets(state).is_some() {
        return None;
    }
    let (hex, now) = (unit.hex()?, unit.facing()?);
    let (better, count, chance) = [-1, 1].into_iter().find_map(|way| {
        let turned = now.turned(way);
        let (count, chance) = targets(&worth::with_unit_at(state, unit, hex, turned))?;
        (chance > 0.0).then_some((turned, count, chance))
    })?;
    Some(
        FACING
            .found(
                seen.version,
                unit.seat,
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-facing",
                    unit = messages::unit(state, unit.id),
                    facing = Argument::text(better)
                ),
                &[(phrase!(MESSAGES, "number-vertices"), 1.0)],
            )
            .instead(
                BetterChoice::new(
                    watcher.halted_at,
                    message!(
                        MESSAGES,
                        "coach-turns",
                        unit = messages::unit(state, unit.id),
                        facing = Argument::text(better)
                    ),
                    &[Command::Turn {
                        unit: unit.id,
                        facing: better,
                    }],
                )
                .by(&unit.id),
                [
                    Weighed::odds(
                        phrase!(MESSAGES, "number-chance-of-an-effect-of-its-best-shot"),
                        0.0,
                        chance,
                    ),
                    Weighed::certain(
                        phrase!(MESSAGES, "number-enemies-in-range-and-arc"),
                        0.0,
                        f64::from(count),
                    ),
                ],
            ),
    )
}
