//! Missile fire.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{
    Argument, BetterChoice, Detector, Distribution, Suggestion, Weighed, message, phrase,
};

use super::super::worth;
use super::{Watched, Watcher, exchange};
use crate::data::Reaction;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, PiecePlace, Unit};
use crate::model::state::State;
use crate::rules::{fire, modifiers};
use crate::views::chances;
use crate::views::harm::{ELIMINATED, harm_of_shot};
use crate::views::reach::reachable;

pub(super) const WRONG_TARGET: Detector = Detector::new(
    "wrong_target",
    phrase!(MESSAGES, "detector-wrong-target"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-wrong-target-watches"),
    &["MOI-FIRE-07", "MOI-FIRE-19"],
);
pub(super) const WALKING_INTO_FIRE: Detector = Detector::new(
    "walking_into_fire",
    phrase!(MESSAGES, "detector-walking-into-fire"),
    MISTAKE,
    phrase!(MESSAGES, "detector-walking-into-fire-watches"),
    &["MOI-FIRE-11"],
);
pub(super) const CROSSBOW_WASTED: Detector = Detector::new(
    "crossbow_wasted",
    phrase!(MESSAGES, "detector-crossbow-wasted"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-crossbow-wasted-watches"),
    &["MOI-FIRE-13"],
);
pub(super) const DECLINED_RETURN_FIRE: Detector = Detector::new(
    "declined_return_fire",
    phrase!(MESSAGES, "detector-declined-return-fire"),
    MISTAKE,
    phrase!(MESSAGES, "detector-declined-return-fire-watches"),
    &["MOI-FIRE-08"],
)
.of_a_missed_option();

/// The chance that a shot has an effect.
pub(super) fn effect(state: &State, firer: &Unit, target: &Unit) -> Option<f64> {
    let facts = modifiers::of_shot(state, firer, target)?;
    Some(chances::shot_effect(&state.battle.charts, &facts))
}

/// Number 5 of the catalogue: by the harm that the shot does to its target, in steps on average.
///
/// It names no better choice: which unit is to be shaken depends on what is attacked next, and the harm of one shot says nothing of that.
pub(super) fn wrong_target(seen: &Watched<'_>, unit: UnitId, target: UnitId) -> Option<Suggestion> {
    let state = seen.before;
    let (firer, aim) = (state.unit(unit)?, state.unit(target)?);
    if aim.is_disordered() {
        return None;
    }
    let taken = harm_of_shot(state, firer, aim)?;
    let (better, other) = state
        .on_map(firer.seat.opponent())
        .filter(|enemy| enemy.is_disordered() && fire::check_shot(state, firer, enemy).is_ok())
        .filter_map(|enemy| Some((harm_of_shot(state, firer, enemy)?, enemy.id)))
        .max_by(|(one, _), (other, _)| one.mean().total_cmp(&other.mean()))?;
    let lost = |harm: &Distribution| harm.at_least(ELIMINATED);
    (better.mean() > taken.mean() + 1e-9).then(|| {
        WRONG_TARGET.found(
            seen.version,
            firer.seat,
            Some(&unit),
            message!(
                MESSAGES,
                "coach-wrong-target",
                target = messages::unit(state, other)
            ),
            &[
                (phrase!(MESSAGES, "number-harm-in-steps"), taken.mean()),
                (phrase!(MESSAGES, "number-harm-in-steps-there"), better.mean()),
                (phrase!(MESSAGES, "number-chance-to-eliminate"), lost(&taken)),
                (
                    phrase!(MESSAGES, "number-chance-to-eliminate-there"),
                    lost(&better),
                ),
            ],
        )
    })
}

/// The chance that at least one of these units' shots at another has an effect: until one has, all are made on the same state.
fn any_effect(state: &State, reactors: &[UnitId], target: &Unit) -> Option<f64> {
    let misses = reactors.iter().map(|reactor| {
        let shooter = state.unit(*reactor)?;
        Some(1.0 - effect(state, shooter, target)?)
    });
    Some(1.0 - misses.product::<Option<f64>>()?)
}

/// The best exchange of a Shock by a unit from a hex, whichever way it faces the enemy there.
fn shock_from(state: &State, unit: &Unit, hex: Hex, enemy: &Unit) -> Option<f64> {
    let (mut there, goal) = (unit.clone(), enemy.hex()?);
    let facings = Facing::ALL.into_iter().filter(|facing| {
        there.place = PiecePlace::On { hex, facing: *facing };
        there.has_in_front(goal)
    });
    let attack = [exchange::single(unit.id, vec![enemy.id], None)];
    facings
        .filter_map(|facing| {
            exchange::exchange(&worth::with_unit_at(state, unit, hex, facing), unit.seat, &attack)
        })
        .max_by(f64::total_cmp)
}

/// Number 6 of the catalogue. The same next attack is taken as: a Shock at an enemy next to both hexes, with an exchange that is no
/// worse by exact odds.
///
/// It names no better choice: a reaction at this unit is one that no other unit draws, and the odds of one Shock say nothing of that.
pub(super) fn walking_into_fire(seen: &Watched<'_>, id: UnitId, to: Hex) -> Option<Suggestion> {
    let (before, after) = (seen.before, seen.after);
    let unit = before.unit(id)?;
    let reactors = fire::reactors(after, id, to, Occasion::Move);
    let chance = any_effect(after, &reactors, after.unit(id)?).filter(|chance| *chance > 0.0)?;
    let class = before.class_of(unit);
    let target = before.on_map(unit.seat.opponent()).find(|enemy| {
        enemy.hex().is_some_and(|at| at.is_adjacent_to(to))
            && before
                .battle
                .charts
                .matrix(class, before.class_of(enemy))
                .is_some()
    })?;
    let goal = target.hex()?;
    let mut calm = reachable(before, unit).into_iter().filter(|(hex, way)| {
        *hex != to
            && way.may_stop
            && hex.is_adjacent_to(goal)
            && way.path.iter().all(|hex| {
                before
                    .on_map(unit.seat.opponent())
                    .all(|enemy| !(before.can_fire(enemy) && enemy.has_in_front(*hex)))
            })
            && before
                .battle
                .shock_terrain(*hex, goal, before.column_of(unit))
                .is_some()
    });
    // The odds are asked for once there is a quiet hex.
    let first = calm.next()?;
    let here = shock_from(after, unit, to, target)?;
    let (hex, there) = std::iter::once(first).chain(calm).find_map(|(hex, _)| {
        let there = shock_from(before, unit, hex, target)?;
        (there >= here - 1e-9).then_some((hex, there))
    })?;
    Some(WALKING_INTO_FIRE.found(
        seen.version,
        unit.seat,
        Some(&id),
        message!(
            MESSAGES,
            "coach-walking-into-fire",
            target = messages::unit(before, target.id),
            hex = Argument::text(hex)
        ),
        &[
            (phrase!(MESSAGES, "number-chance-of-an-effect"), chance),
            (phrase!(MESSAGES, "number-reactors"), reactors.len() as f64),
            (exchange::EXCHANGE, here),
            (phrase!(MESSAGES, "number-the-same-where-nobody-reacts"), there),
        ],
    ))
}

/// Remembers a reaction of a unit that has one only.
pub(super) fn remember_reaction(watcher: &mut Watcher, seen: &Watched<'_>, unit: UnitId, target: UnitId) {
    let state = seen.before;
    if let (Some(firer), Some(aim)) = (state.unit(unit), state.unit(target))
        && state
            .weapon_of(firer)
            .is_some_and(|(_, weapon)| weapon.reaction == Reaction::One)
        && let Some(chance) = effect(state, firer, aim)
        && chance < 0.2 - 1e-9
    {
        watcher.spent_reactions.push((unit, chance));
    }
}

/// Number 7 of the catalogue: said when the better target comes.
pub(super) fn crossbow_wasted(watcher: &mut Watcher, seen: &Watched<'_>, id: UnitId) -> Option<Suggestion> {
    let state = seen.after;
    let mover = state.unit(id)?;
    let hex = mover.hex()?;
    let place = watcher.spent_reactions.iter().position(|(unit, spent)| {
        state.unit(*unit).is_some_and(|firer| {
            firer.seat != mover.seat
                && state.can_fire(firer)
                && firer.has_in_front(hex)
                && effect(state, firer, mover).is_some_and(|chance| chance >= 2.0 * spent && chance > 0.0)
        })
    })?;
    let (unit, spent) = watcher.spent_reactions.remove(place);
    let firer = state.unit(unit)?;
    Some(CROSSBOW_WASTED.found(
        seen.version,
        firer.seat,
        Some(&unit),
        message!(
            MESSAGES,
            "coach-crossbow-wasted",
            target = messages::unit(state, id)
        ),
        &[
            (phrase!(MESSAGES, "number-chance-used"), spent),
            (
                phrase!(MESSAGES, "number-chance-missed"),
                effect(state, firer, mover)?,
            ),
        ],
    ))
}

/// A shot that may be answered.
#[derive(Debug)]
pub(super) struct Answerable {
    target: UnitId,
    firer: UnitId,
    chance: f64,
    /// The version of the shot.
    version: u64,
    /// The version after which its target was asked for an answer.
    asked_at: Option<u64>,
}

impl Answerable {
    /// Notes the first command after the shot, which answers it.
    pub(super) fn note_question(&mut self, seen: &Watched<'_>) {
        if seen.asked_at >= self.version {
            self.asked_at.get_or_insert(seen.asked_at);
        }
    }
}

/// A shot that may be answered with at least 20 %.
pub(super) fn answerable(seen: &Watched<'_>, unit: UnitId, target: UnitId) -> Option<Answerable> {
    let state = seen.before;
    let (firer, aim) = (state.unit(unit)?, state.unit(target)?);
    let chance = effect(state, aim, firer)?;
    (fire::may_return(state, firer, aim) && chance >= 0.2 - 1e-9).then_some(Answerable {
        target,
        firer: unit,
        chance,
        version: seen.version,
        asked_at: None,
    })
}

/// Number 8 of the catalogue: said by the next event after a shot, which would be the Return Fire.
pub(super) fn declined_return_fire(watcher: &mut Watcher, seen: &Watched<'_>) -> Option<Suggestion> {
    let Answerable {
        target: unit,
        firer,
        chance,
        asked_at,
        ..
    } = watcher.answerable.take()?;
    if let crate::model::event::Event::Fire(crate::model::event::FireEvent::ReturnFired {
        unit: answered,
        ..
    }) = seen.event
        && *answered == unit
    {
        return None;
    }
    let seat = seen.before.unit(unit)?.seat;
    let better = asked_at.map(|at| {
        let command = Command::Choose { answer: Answer::Yes };
        BetterChoice::new(
            at,
            message!(
                MESSAGES,
                "coach-returns-fire",
                unit = messages::unit(seen.before, unit),
                firer = messages::unit(seen.before, firer)
            ),
            &[command],
        )
        .by(&unit)
        .against(&firer)
    });
    Some(
        DECLINED_RETURN_FIRE
            .found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-declined-return-fire",
                    firer = messages::unit(seen.before, firer)
                ),
                &[(phrase!(MESSAGES, "number-chance-of-an-effect"), chance)],
            )
            .instead(
                better,
                [Weighed::odds(
                    phrase!(MESSAGES, "number-chance-of-an-effect-on-the-firer"),
                    0.0,
                    chance,
                )],
            ),
    )
}
