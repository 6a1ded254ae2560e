//! Mistakes of those who go to meet an enemy.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{Detector, Suggestion};

use super::reach::{Reach, moves};
use super::{Acted, DUBIOUS, MISTAKE, Watched, called, listed};
use crate::actions::check_hustle;
use crate::combat::{combats, in_combat};
use crate::course::expected_course;
use crate::geometry::{Direction, attack_direction, faces};
use crate::inspect::melee_odds;
use crate::names::UnitId;
use crate::state::State;

/// What a unit that has just acted might have met otherwise.
pub(super) fn made(seen: &Watched<'_>, unit: UnitId, charged: bool, found: &mut Vec<Suggestion>) {
    if in_combat(seen.before, unit) {
        return;
    }
    let fronts = crate::actions::contacts(seen.after, unit)
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
    "Missed flank",
    DUBIOUS,
    "A unit meets the front of an enemy and expects more wounds than it deals there, although a Move of it would have ended \
     beside that enemy's flank or rear, where nobody strikes it and a Turn of the next turn would face the enemy's side.",
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
        format!(
            "{} comes before the front of {}; {} would have brought it beside the {side}, where nobody strikes it this turn. \
             Whether it strikes in the next hangs on whether the enemy turns to it.",
            called(seen.after, unit),
            called(seen.after, enemy),
            reach.words(),
        ),
        &[
            ("expected wounds taken at the front", taken),
            ("expected wounds dealt at the front", here),
            ("expected wounds taken there this turn", 0.0),
            ("expected wounds dealt there this turn", 0.0),
            ("expected wounds dealt there once turned", wounds(&turned, unit, enemy)),
        ],
    ))
}

pub(super) const CHARGING_SPEARS: Detector = Detector::new(
    "charging_spears",
    "Charging spears",
    MISTAKE,
    "A unit charges the front of an enemy that strikes before chargers although another enemy could have been charged with as many expected wounds.",
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
    (there >= here).then(|| {
        CHARGING_SPEARS.found(
            seen.version,
            unit.seat(),
            Some(&unit),
            format!(
                "{} charges the spears of {}, which strike first; {} would have charged {}, who has none.",
                called(seen.after, unit),
                called(seen.after, enemy),
                reach.words(),
                called(seen.after, other),
            ),
            &[
                ("expected wounds against the spears", here),
                ("expected wounds against the other", there),
                (
                    "expected wounds that the spears deal first",
                    wounds(seen.after, enemy, unit),
                ),
            ],
        )
        .instead(reach.instead(seen.before, seen.asked_at))
    })
}

pub(super) const HUSTLE_GAMBLE: Detector = Detector::new(
    "hustle_gamble",
    "Hustle gamble",
    DUBIOUS,
    "A unit Hustles for an enemy that only the extra cell brings it to although a Move of it would have ended facing an enemy.",
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
    let (reach, met) = moves(state, unit).find_map(|reach| Some((reach, reach.meets(state)?)))?;
    Some(HUSTLE_GAMBLE.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        format!(
            "{} Hustles and faces {} only if the die brings the extra cell; {} would have faced {} for certain.",
            called(state, unit),
            called(state, hoped),
            reach.words(),
            called(state, met),
        ),
        &[
            ("chance of the extra cell", crate::attack::chance(crate::actions::HUSTLE_NEED)),
            ("chance of the Move", 1.0),
        ],
    )
    .instead(reach.instead(state, seen.asked_at)))
}

pub(super) const PIECEMEAL_ATTACK: Detector = Detector::new(
    "piecemeal_attack",
    "Piecemeal attack",
    MISTAKE,
    "A unit enters a combat alone against at least double its expected wounds while a friend that could have joined it this turn did something else.",
    &["BB-CMB-02", "BB-RES-02"],
);

/// Expected wounds are those of the combat's whole course, tier by tier.
pub(super) fn piecemeal_attack(seen: &Watched<'_>, acted: &[Acted]) -> Vec<Suggestion> {
    let state = seen.before;
    let mut found = Vec::new();
    for combat in combats(state) {
        for Acted { unit, before, .. } in acted {
            let (unit, seat) = (*unit, unit.seat());
            let alone =
                combat.contains(unit) && combat.iter().filter(|other| other.seat() == seat).count() == 1;
            if !alone || in_combat(before, unit) {
                continue;
            }
            let dealt = expected_course(state, combat).dealt;
            let (own, theirs) = (dealt[seat.index()], dealt[seat.opponent().index()]);
            if theirs <= 0.0 || theirs < 2.0 * own {
                continue;
            }
            let enemies: Vec<UnitId> = combat.iter().filter(|other| other.seat() != seat).collect();
            let joins: Vec<(&Acted, Reach)> = acted
                .iter()
                .filter(|friend| friend.unit != unit && !in_combat(state, friend.unit))
                .filter_map(|friend| Some((friend, joining(friend, state, &enemies)?)))
                .collect();
            let Some((first, reach)) = joins.first() else {
                continue;
            };
            let friends: Vec<UnitId> = joins.iter().map(|(friend, _)| friend.unit).collect();
            let suggestion = PIECEMEAL_ATTACK.found(
                seen.version,
                seat,
                Some(&unit),
                format!(
                    "{} fights {} alone; {} could have joined it this turn.",
                    called(state, unit),
                    listed(state, &enemies),
                    listed(state, &friends),
                ),
                &[
                    ("expected wounds dealt", own),
                    ("expected wounds taken", theirs),
                    ("friends that could have joined", friends.len() as f64),
                ],
            );
            found.push(suggestion.instead(reach.instead(&first.before, first.at)));
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
