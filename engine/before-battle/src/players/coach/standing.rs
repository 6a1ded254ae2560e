//! Mistakes of those who stand: how a turn is left.

use hindsight_geometry::squares::{Hand, Rotation};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::reach::{Reach, moves};
use super::shots::{best_shot, legal_shots};
use super::{DUBIOUS, LEAD, MISTAKE, Watched, called, lead_of, listed, turning};
use crate::field::combat::{combats, in_combat};
use crate::field::geometry::{faces, rear_cell};
use crate::messages::MESSAGES;
use crate::model::cards::Class;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::players::outcomes::outcomes;
use crate::rules::actions::check_sidestep;
use crate::rules::fleeing::flee_need;
use crate::views::inspect::melee_odds;

const ROTATIONS: [Rotation; 3] = [Rotation::Left, Rotation::Right, Rotation::About];

/// Units of the active player that have not acted.
fn unused(state: &State) -> Vec<UnitId> {
    crate::rules::turn::units_to_act(state).collect()
}

/// The position with a unit turned.
fn turned(state: &State, unit: UnitId, rotation: Rotation) -> State {
    let mut after = state.clone();
    let facing = after.unit(unit).facing.rotated(rotation);
    after.units[unit.index()].facing = facing;
    after
}

pub(super) const BACK_TURNED: Detector = Detector::new(
    "back_turned",
    phrase!(MESSAGES, "detector-back-turned"),
    MISTAKE,
    phrase!(MESSAGES, "detector-back-turned-watches"),
    &["BB-GEO-02", "BB-ORD-02", "BB-ACT-03"],
);

/// Units in combat are left out: turning would give the fight away. What counts is the worst fight that an enemy's Move can bring.
pub(super) fn back_turned(seen: &Watched<'_>) -> Vec<Suggestion> {
    let state = seen.before;
    unused(state)
        .into_iter()
        .filter(|&unit| !in_combat(state, unit))
        .filter_map(|unit| {
            let behind = behind(state, unit);
            let (enemy, reach) = behind.first()?;
            let as_it_stands = worst_meeting(state, unit)?;
            let (saves, fought) = ROTATIONS.into_iter().find_map(|rotation| {
                let turned = turned(state, unit, rotation);
                if !self::behind(&turned, unit).is_empty() {
                    return None;
                }
                let fought = Weighed::odds(LEAD, as_it_stands, worst_meeting(&turned, unit)?);
                fought.favours_better().then_some((rotation, fought))
            })?;
            let wounds = melee_odds(&reach.after(state), *enemy, unit).damage.mean();
            let suggestion = BACK_TURNED.found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-back-turned",
                    unit = called(state, unit),
                    enemy = called(state, *enemy),
                    way = reach.words()
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-enemies-that-reach-its-rear"),
                        behind.len() as f64,
                    ),
                    (phrase!(MESSAGES, "number-expected-wounds-from-there"), wounds),
                ],
            );
            Some(suggestion.instead(turning(state, unit, saves, seen.asked_at), [fought]))
        })
        .collect()
}

/// The worst lead of the side of a unit that fights nobody, in its fight after one Move of an enemy that meets it; none where none can.
fn worst_meeting(state: &State, unit: UnitId) -> Option<f64> {
    let enemies = state.standing_of(unit.seat().opponent());
    let mut worst: Option<f64> = None;
    for enemy in enemies {
        for reach in moves(state, enemy.id).filter(|reach| reach.meets(state) == Some(unit)) {
            let there = reach.after(state);
            let combat = combats(&there).into_iter().find(|combat| combat.contains(unit))?;
            let met = lead_of(&outcomes(&there, combat)?, unit.seat());
            worst = Some(worst.map_or(met, |worst| worst.min(met)));
        }
    }
    Some(worst.unwrap_or(0.0))
}

/// The enemies that can come to face a unit's rear by one Move, each with that Move.
fn behind(state: &State, unit: UnitId) -> Vec<(UnitId, Reach)> {
    let Some(rear) = rear_cell(state, unit) else {
        return Vec::new();
    };
    state
        .standing_of(unit.seat().opponent())
        .filter_map(|enemy| {
            let reach = moves(state, enemy.id)
                .find(|reach| reach.cell == rear && reach.meets(state) == Some(unit))?;
            Some((enemy.id, reach))
        })
        .collect()
}

pub(super) const IDLE_UNIT: Detector = Detector::new(
    "idle_unit",
    phrase!(MESSAGES, "detector-idle-unit"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-idle-unit-watches"),
    &["BB-TURN-02"],
)
.of_a_missed_option();

/// The own turns in a row after which idleness is told.
pub(super) const IDLE_TURNS: u8 = 2;

/// Whether a unit has not acted although it could have shot or come nearer.
pub(super) fn is_idle(state: &State, unit: UnitId) -> bool {
    state.cell(unit).is_some()
        && !state.acted.contains(unit)
        && !in_combat(state, unit)
        && (has_shot(state, unit) || comes_nearer(state, unit))
}

fn has_shot(state: &State, unit: UnitId) -> bool {
    legal_shots(state, unit).next().is_some()
}

/// The best shot of a unit. A Move towards the enemy is named as no better choice: played on, it came out worse as often as
/// better.
fn active_choice(state: &State, unit: UnitId, at: u64) -> Option<(BetterChoice, Weighed)> {
    best_shot(legal_shots(state, unit)).map(|shot| (shot.instead(state, at), shot.weighed(0.0)))
}

fn comes_nearer(state: &State, unit: UnitId) -> bool {
    let Some(here) = state.cell(unit) else {
        return false;
    };
    let distance = |from: hindsight_geometry::squares::Cell| {
        let enemies = state.standing_of(unit.seat().opponent());
        enemies.filter_map(|enemy| Some(from.steps_to(enemy.cell?))).min()
    };
    let now = distance(here);
    let steps = Hand::ALL
        .into_iter()
        .filter_map(|hand| check_sidestep(state, unit, hand).ok());
    moves(state, unit)
        .map(|reach| reach.cell)
        .chain(steps)
        .any(|cell| distance(cell) < now)
}

pub(super) fn idle_unit(seen: &Watched<'_>, unit: UnitId) -> Option<Suggestion> {
    let state = seen.before;
    let could = if has_shot(state, unit) { "shot" } else { "nearer" };
    let here = state.cell(unit)?;
    let nearest = state
        .standing_of(unit.seat().opponent())
        .filter_map(|enemy| Some(here.steps_to(enemy.cell?)))
        .min()?;
    let (shot, weighed) = active_choice(state, unit, seen.asked_at).unzip();
    Some(
        IDLE_UNIT
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(MESSAGES, "coach-idle-unit", unit = called(state, unit), could),
                &[
                    (
                        phrase!(MESSAGES, "number-own-turns-without-acting"),
                        f64::from(IDLE_TURNS),
                    ),
                    (
                        phrase!(MESSAGES, "number-cells-to-the-nearest-enemy"),
                        f64::from(nearest),
                    ),
                ],
            )
            .instead(shot, weighed),
    )
}

pub(super) const LOSING_FIGHT_PROLONGED: Detector = Detector::new(
    "losing_fight_prolonged",
    phrase!(MESSAGES, "detector-losing-fight-prolonged"),
    MISTAKE,
    phrase!(MESSAGES, "detector-losing-fight-prolonged-watches"),
    &["BB-ACT-07", "BB-CMB-01", "BB-FLEE-01"],
);

/// The units of a side that are expected to flee from all combats as everybody stands, by exact odds.
fn flights(state: &State, seat: Seat) -> Option<f64> {
    combats(state)
        .into_iter()
        .map(|combat| Some(outcomes(state, combat)?.flights(seat)))
        .sum()
}

/// Wounds are those of the whole combat, for by them it is won and everybody of the loser tests. A Turn is better where fewer units of
/// the side are expected to flee after it, those of friends that fight on included.
pub(super) fn losing_fight_prolonged(seen: &Watched<'_>) -> Vec<Suggestion> {
    let state = seen.before;
    let unused = unused(state);
    let mut found = Vec::new();
    for combat in combats(state) {
        let Some(fought) = outcomes(state, combat) else {
            continue;
        };
        for &unit in unused.iter().filter(|&&unit| combat.contains(unit)) {
            let seat = unit.seat();
            let (own, theirs) = (fought.dealt(seat), fought.dealt(seat.opponent()));
            let free = ROTATIONS
                .into_iter()
                .find(|&rotation| !in_combat(&turned(state, unit, rotation), unit));
            if let Some(rotation) = free
                && flee_need(state, unit) >= 6
                && own < theirs / 4.0
                && let Some([stays, goes]) = both_flights(state, unit, rotation)
            {
                let fled = Weighed::odds(
                    phrase!(MESSAGES, "number-own-units-expected-to-flee"),
                    stays,
                    goes,
                )
                .less();
                if !fled.favours_better() {
                    continue;
                }
                let suggestion = LOSING_FIGHT_PROLONGED.found(
                    seen.version,
                    unit.seat(),
                    Some(&unit),
                    message!(
                        MESSAGES,
                        "coach-losing-fight-prolonged",
                        unit = called(state, unit)
                    ),
                    &[
                        (phrase!(MESSAGES, "number-expected-wounds-of-its-side"), own),
                        (phrase!(MESSAGES, "number-expected-wounds-of-the-enemy"), theirs),
                        (
                            phrase!(MESSAGES, "number-chance-to-stand-if-it-loses"),
                            crate::rules::attack::chance(flee_need(state, unit)),
                        ),
                    ],
                );
                found.push(suggestion.instead(turning(state, unit, rotation, seen.asked_at), [fled]));
            }
        }
    }
    found
}

/// The units that are expected to flee as everybody stands, and with a unit turned.
fn both_flights(state: &State, unit: UnitId, rotation: Rotation) -> Option<[f64; 2]> {
    let goes = flights(&turned(state, unit, rotation), unit.seat())?;
    Some([flights(state, unit.seat())?, goes])
}

pub(super) const GENERAL_EXPOSED: Detector = Detector::new(
    "general_exposed",
    phrase!(MESSAGES, "detector-general-exposed"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-general-exposed-watches"),
    &["BB-ACT-06", "BB-WIN-02"],
);

/// A General whom two enemies or more can meet next turn; those that face him already count.
///
/// An observation without a better choice: he may have to stand there, and the few wounds that the enemies deal on average stand beside
/// the points that his loss costs, for the player to weigh.
pub(super) fn general_exposed(seen: &Watched<'_>) -> Option<Suggestion> {
    let state = seen.before;
    let seat = state.active?;
    let general = state
        .standing_of(seat)
        .find(|unit| state.card(unit.id).class == Class::General)?
        .id;
    let mut wounds = 0.0;
    let enemies: Vec<UnitId> = state
        .standing_of(seat.opponent())
        .map(|enemy| enemy.id)
        .filter(|&enemy| {
            if faces(state, enemy, general) {
                wounds += melee_odds(state, enemy, general).damage.mean();
                return true;
            }
            let reach = moves(state, enemy).find(|reach| reach.meets(state) == Some(general));
            if let Some(reach) = &reach {
                wounds += melee_odds(&reach.after(state), enemy, general).damage.mean();
            }
            reach.is_some()
        })
        .collect();
    (enemies.len() >= 2).then(|| {
        GENERAL_EXPOSED.found(
            seen.version,
            seat,
            Some(&general),
            message!(
                MESSAGES,
                "coach-general-exposed",
                general = called(state, general),
                enemies = listed(state, &enemies)
            ),
            &[
                (
                    phrase!(MESSAGES, "number-enemies-that-can-meet-him"),
                    enemies.len() as f64,
                ),
                (
                    phrase!(MESSAGES, "number-wounds-that-they-deal-on-average-one-by-one"),
                    wounds,
                ),
                (
                    phrase!(MESSAGES, "number-victory-points-he-is-worth"),
                    f64::from(state.cards.board.vp.general),
                ),
            ],
        )
    })
}
