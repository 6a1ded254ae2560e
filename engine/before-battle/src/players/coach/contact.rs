//! Mistakes of those who go to meet an enemy.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{Detector, Suggestion, Weighed, message, phrase};

use super::reach::{Reach, moves};
use super::{Acted, DUBIOUS, LEAD, MISTAKE, Watched, called, lead, listed};
use crate::field::combat::{combats, in_combat};
use crate::field::geometry::{attack_direction, faces};
use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::strike::Direction;
use crate::players::outcomes::outcomes;
use crate::rules::actions::{charges, check_hustle};
use crate::views::inspect::melee_odds;

/// What a unit that has just acted might have met otherwise.
pub(super) fn made(seen: &Watched<'_>, unit: UnitId, charged: bool, found: &mut Vec<Suggestion>) {
    if in_combat(seen.before, unit) {
        return;
    }
    let fronts = crate::rules::actions::contacts(seen.after, unit)
        .into_iter()
        .filter(|&enemy| attack_direction(seen.after, unit, enemy) == Some(Direction::Front));
    for enemy in fronts {
        found.extend(missed_flank(seen, unit, enemy));
        if charged && faces(seen.after, unit, enemy) {
            found.extend(charging_spears(seen, unit, enemy));
        }
    }
}

/// The wounds that a unit is expected to deal, as both stand in a position.
fn wounds(state: &State, unit: UnitId, enemy: UnitId) -> f64 {
    melee_odds(state, unit, enemy).damage.mean()
}

/// The Move of a unit, among those that `pass`, after which it is expected to deal this enemy the most wounds.
fn best(
    state: &State,
    unit: UnitId,
    enemy: UnitId,
    pass: impl Fn(&Reach, &State) -> bool,
) -> Option<(Reach, f64)> {
    moves(state, unit)
        .filter(|reach| reach.meets(state) == Some(enemy))
        .filter_map(|reach| {
            let there = reach.after(state);
            pass(&reach, &there).then(|| (reach, wounds(&there, unit, enemy)))
        })
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
}

pub(super) const MISSED_FLANK: Detector = Detector::new(
    "missed_flank",
    phrase!(MESSAGES, "detector-missed-flank"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-missed-flank-watches"),
    &["BB-GEO-03", "BB-GEO-04", "BB-ACT-06", "BB-ORD-01", "BB-ORD-03"],
)
.of_a_missed_option();

/// A Move goes straight, so none that ends facing the flank begins where another action ends before the front: the contact
/// with a flank that is missed is to stand beside it. That is no combat yet: nobody strikes this turn, and whether the unit
/// strikes first in the next hangs on the enemy, who may turn to it before. So it is told only where standing there without
/// a blow is better than the front by the exact odds of this turn, and as an observation: played on, the flank came out worse
/// more often than better.
fn missed_flank(seen: &Watched<'_>, unit: UnitId, enemy: UnitId) -> Option<Suggestion> {
    let here = if faces(seen.after, unit, enemy) {
        wounds(seen.after, unit, enemy)
    } else {
        0.0
    };
    let taken = wounds(seen.after, enemy, unit);
    if taken <= here {
        return None;
    }
    let (reach, side) = moves(seen.before, unit).find_map(|reach| {
        let there = reach.after(seen.before);
        let side = match attack_direction(&there, unit, enemy)? {
            Direction::Front => return None,
            Direction::Flank => "flank",
            Direction::Rear => "rear",
        };
        let met = there
            .standing_of(enemy.seat())
            .any(|other| faces(&there, other.id, unit));
        (!met && reach.meets(seen.before).is_none()).then_some((reach, side))
    })?;
    let mut turned = reach.after(seen.before);
    turned.units[unit.index()].facing = reach.cell.towards(seen.before.cell(enemy)?)?;
    Some(MISSED_FLANK.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(
            MESSAGES,
            "coach-missed-flank",
            unit = called(seen.after, unit),
            enemy = called(seen.after, enemy),
            way = reach.words(),
            side
        ),
        &[
            (
                phrase!(MESSAGES, "number-expected-wounds-taken-at-the-front"),
                taken,
            ),
            (
                phrase!(MESSAGES, "number-expected-wounds-dealt-at-the-front"),
                here,
            ),
            (
                phrase!(MESSAGES, "number-expected-wounds-taken-there-this-turn"),
                0.0,
            ),
            (
                phrase!(MESSAGES, "number-expected-wounds-dealt-there-this-turn"),
                0.0,
            ),
            (
                phrase!(MESSAGES, "number-expected-wounds-dealt-there-once-turned"),
                wounds(&turned, unit, enemy),
            ),
        ],
    ))
}

pub(super) const CHARGING_SPEARS: Detector = Detector::new(
    "charging_spears",
    phrase!(MESSAGES, "detector-charging-spears"),
    MISTAKE,
    phrase!(MESSAGES, "detector-charging-spears-watches"),
    &["BB-ORD-04", "BB-ORD-05"],
);

fn charging_spears(seen: &Watched<'_>, unit: UnitId, enemy: UnitId) -> Option<Suggestion> {
    let spears = |enemy: UnitId| seen.before.gear(enemy).strikes_before_charger();
    if !spears(enemy) {
        return None;
    }
    let here = wounds(seen.after, unit, enemy);
    let (other, reach, there) = seen
        .before
        .standing_of(unit.seat().opponent())
        .map(|other| other.id)
        .filter(|&other| other != enemy && !spears(other))
        .filter_map(|other| {
            let (reach, there) = best(seen.before, unit, other, |reach, _| reach.charged)?;
            Some((other, reach, there))
        })
        .max_by(|(_, _, one), (_, _, other)| one.total_cmp(other))?;
    let ahead = Weighed::odds(
        LEAD,
        lead(seen.after, unit.seat())?,
        lead(&reach.after(seen.before), unit.seat())?,
    );
    (there >= here && ahead.favours_better()).then(|| {
        CHARGING_SPEARS
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-charging-spears",
                    unit = called(seen.after, unit),
                    enemy = called(seen.after, enemy),
                    way = reach.words(),
                    other = called(seen.after, other)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-spears"),
                        here,
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-other"),
                        there,
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-that-the-spears-deal-first"),
                        wounds(seen.after, enemy, unit),
                    ),
                ],
            )
            .instead(
                reach.instead(seen.before, seen.asked_at),
                [
                    ahead,
                    Weighed::odds(phrase!(MESSAGES, "number-expected-wounds-dealt"), here, there),
                ],
            )
    })
}

pub(super) const HUSTLE_GAMBLE: Detector = Detector::new(
    "hustle_gamble",
    phrase!(MESSAGES, "detector-hustle-gamble"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-hustle-gamble-watches"),
    &["BB-ACT-01", "BB-ACT-02"],
);

/// Whatever the die then showed: the choice was made before it.
pub(super) fn hustle_gamble(seen: &Watched<'_>, unit: UnitId) -> Option<Suggestion> {
    let state = seen.before;
    let facing = state.unit(unit).facing;
    let sure = check_hustle(state, unit).ok()?;
    let enemy_at = |cell: Option<Cell>| {
        let other = state.at(cell?)?.id;
        (other.seat() != unit.seat()).then_some(other)
    };
    let next = state.field().step(sure, facing);
    let extra = next.filter(|&cell| state.at(cell).is_none())?;
    if enemy_at(next).is_some() {
        return None;
    }
    let hoped = enemy_at(state.field().step(extra, facing))?;
    let leads = moves(state, unit).filter_map(|reach| {
        let met = reach.meets(state)?;
        Some((reach, met, lead(&reach.after(state), unit.seat())?))
    });
    let (reach, met, moved) = leads.max_by(|(_, _, one), (_, _, other)| one.total_cmp(other))?;
    let chance = crate::rules::attack::chance(crate::rules::actions::HUSTLE_NEED);
    let speed = state.gear(unit).speed();
    let hustled = |to: Cell, entered: u8| {
        let mut after = state.clone();
        after.units[unit.index()].cell = Some(to);
        if charges(state, unit, to, facing, entered) {
            after.charged.insert(unit);
        }
        lead(&after, unit.seat())
    };
    let gamble = chance * hustled(extra, speed.saturating_add(1))? + (1.0 - chance) * hustled(sure, speed)?;
    let ahead = Weighed::odds(LEAD, gamble, moved);
    if !ahead.favours_better() {
        return None;
    }
    Some(
        HUSTLE_GAMBLE
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-hustle-gamble",
                    unit = called(state, unit),
                    hoped = called(state, hoped),
                    way = reach.words(),
                    met = called(state, met)
                ),
                &[
                    (phrase!(MESSAGES, "number-chance-of-the-extra-cell"), chance),
                    (phrase!(MESSAGES, "number-chance-of-the-move"), 1.0),
                ],
            )
            .instead(
                reach.instead(state, seen.asked_at),
                [
                    ahead,
                    Weighed::odds(phrase!(MESSAGES, "number-chance-to-face-an-enemy"), chance, 1.0),
                ],
            ),
    )
}

pub(super) const PIECEMEAL_ATTACK: Detector = Detector::new(
    "piecemeal_attack",
    phrase!(MESSAGES, "detector-piecemeal-attack"),
    MISTAKE,
    phrase!(MESSAGES, "detector-piecemeal-attack-watches"),
    &["BB-CMB-02", "BB-RES-02"],
);

/// Expected wounds are the exact ones of the combat's whole course, tier by tier. It is told where the friend's coming is better for the
/// side than what it did, a shot of it included.
pub(super) fn piecemeal_attack(seen: &Watched<'_>, acted: &[Acted]) -> Vec<Suggestion> {
    let state = seen.before;
    let mut found = Vec::new();
    for combat in combats(state) {
        let Some(fought) = outcomes(state, combat) else {
            continue;
        };
        for Acted { unit, before, .. } in acted {
            let (unit, seat) = (*unit, unit.seat());
            let alone =
                combat.contains(unit) && combat.iter().filter(|other| other.seat() == seat).count() == 1;
            if !alone || in_combat(before, unit) {
                continue;
            }
            let (own, theirs) = (fought.dealt(seat), fought.dealt(seat.opponent()));
            if theirs <= 0.0 || theirs < 2.0 * own {
                continue;
            }
            let enemies: Vec<UnitId> = combat.iter().filter(|other| other.seat() != seat).collect();
            let Some(alone) = lead(state, seat) else {
                continue;
            };
            let joins: Vec<(&Acted, Reach, Weighed)> = acted
                .iter()
                .filter(|friend| friend.unit != unit && !in_combat(state, friend.unit))
                .filter_map(|friend| {
                    let reach = joining(friend, state, &enemies)?;
                    let joined = lead(&reach.after(state), seat)?;
                    let ahead = Weighed::odds(LEAD, alone + friend.shot, joined);
                    ahead.favours_better().then_some((friend, reach, ahead))
                })
                .collect();
            let Some((first, reach, ahead)) = joins.first() else {
                continue;
            };
            let friends: Vec<UnitId> = joins.iter().map(|(friend, ..)| friend.unit).collect();
            let suggestion = PIECEMEAL_ATTACK.found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-piecemeal-attack",
                    unit = called(state, unit),
                    enemies = listed(state, &enemies),
                    friends = listed(state, &friends)
                ),
                &[
                    (phrase!(MESSAGES, "number-expected-wounds-dealt"), own),
                    (phrase!(MESSAGES, "number-expected-wounds-taken"), theirs),
                    (
                        phrase!(MESSAGES, "number-friends-that-could-have-joined"),
                        friends.len() as f64,
                    ),
                ],
            );
            found.push(suggestion.instead(reach.instead(&first.before, first.at), [ahead.clone()]));
        }
    }
    found
}

/// The Move with which a friend could have come to face one of these enemies instead of what it did.
fn joining(friend: &Acted, now: &State, enemies: &[UnitId]) -> Option<Reach> {
    let taken = |cell: Cell| now.at(cell).is_some_and(|other| other.id != friend.unit);
    moves(&friend.before, friend.unit)
        .filter(|reach| !taken(reach.cell))
        .find(|reach| {
            reach
                .meets(&friend.before)
                .is_some_and(|met| enemies.contains(&met))
        })
}
