//! Mistakes of those who shoot.

use std::collections::BTreeMap;

use battleground_geometry::{Inches, Limit};
use hindsight_kernel::{Detector, Suggestion, message, phrase};

use super::watched::{DUBIOUS, MISTAKE, Watched, cited, is_on};
use crate::field::{Field, Purpose, TOL};
use crate::messages::{self, MESSAGES};
use crate::model::attack::{Attack, AttackKind};
use crate::model::cards::RangedType;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{State, Unit};
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::attack::bands::{Band, band_by};
use crate::procedures::attack::count::MOVE_AND_SHOOT;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::shots::distance as shooting_distance;
use crate::procedures::shooting::{targets as shooting_targets, weapons};
use crate::rules::combat::odds::Prospect;
use crate::rules::combat::prepared;

/// The shooting habits of each unit.
pub(super) type Shooters = BTreeMap<UnitId, Habits>;

/// Shooting habits of a unit.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// Attacks in a row on Range at a target number of 1 or less.
    far: u8,
    /// The turn of its last shot with Move and Shoot, and the range band of it.
    moving: Option<(u16, u8)>,
    /// All its shots, throws and spells that were rolled for, and those at a target number of 1 or less.
    shots: u32,
    poor: u32,
    /// The turn and version at which its last ammo box was marked.
    empty: Option<(u16, u64)>,
    /// Combat Phases in a row in which friends stood before its targets.
    screened: u8,
}

/// The bands from the nearest.
const fn rank(band: Band) -> u8 {
    match band {
        Band::Short => 0,
        Band::Long => 1,
        Band::Extreme => 2,
    }
}

pub(super) fn band_at(field: &Field<'_>, unit: UnitId, target: UnitId, distance: Inches) -> u8 {
    rank(band_of(field, unit, target, distance))
}

fn band_of(field: &Field<'_>, unit: UnitId, target: UnitId, distance: Inches) -> Band {
    let high = (
        field.has_high_ground(unit, target),
        field.has_high_ground(target, unit),
    );
    band_by(field.profile(), distance, high)
}

/// The range band in which a unit could shoot another, if it sees it and its weapons reach so far.
pub(super) fn band_in_reach(field: &Field<'_>, shooter: &Unit, target: UnitId) -> Option<Band> {
    let distance = shooting_distance(field, shooter.id, target, &[])?;
    let reaches = weapons(field, shooter)
        .iter()
        .any(|weapon| TOL.reaches(distance, weapon.range, Limit::Within));
    (reaches && field.is_visible(shooter.id, target, Purpose::Shoot))
        .then(|| band_of(field, shooter.id, target, distance))
}

/// The change of the to-hit number by Move and Shoot, if the attack has it.
pub(super) fn moving_penalty(attack: &Attack) -> Option<i32> {
    let mut modifiers = attack.numbers.on_hit.iter();
    let moving = modifiers.find(|modifier| modifier.name.starts_with(MOVE_AND_SHOOT))?;
    Some(moving.change)
}

/// Counts a shot that begins.
pub(super) fn count(seen: &Watched<'_>, attack: &Attack, shooters: &mut Shooters) {
    let shoots = attack.kind.is_ranged() && seen.before.unit(attack.attacker).is_some();
    // Throws and Attack spells mark ammunition too; direct damage is not rolled for and needs no number.
    if shoots && attack.numbers.dice > 0 {
        let habits = shooters.entry(attack.attacker).or_default();
        habits.shots += 1;
        habits.poor += u32::from(attack.numbers.to_hit <= 1);
    }
}

/// A shot with the weapon of a unit's card: the unit, the field, and how far away the target is.
fn shot_of_card<'s>(seen: &Watched<'s>, attack: &Attack) -> Option<(&'s Unit, Field<'s>, Inches)> {
    let unit = seen.before.unit(attack.attacker);
    let unit = unit.filter(|_| attack.kind.is_shot_of_card())?;
    let field = Field::of(seen.before);
    let distance = shooting_distance(&field, unit.id, attack.target, &[])?;
    Some((unit, field, distance))
}

pub(super) const LONG_RANGE_BY_HABIT: Detector = Detector::new(
    "long_range_by_habit",
    phrase!(MESSAGES, "detector-long-range-by-habit"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-long-range-by-habit-watches"),
    cited!(V4: Order07, Mods14, Atk02),
);

/// The attacks in a row after which it is told.
const HABIT: u8 = 3;

/// The advance is taken straight to the target, at the unit's Movement Category of now.
///
/// It names no better choice: the shots after the advance hang on what the enemy does in between, so that they have no odds.
pub(super) fn long_range_by_habit(
    seen: &Watched<'_>,
    attack: &Attack,
    shooters: &mut Shooters,
) -> Option<Suggestion> {
    let (unit, field, distance) = shot_of_card(seen, attack)?;
    let habits = shooters.entry(unit.id).or_default();
    let poor = is_on(unit, Order::Range) && attack.numbers.to_hit <= 1;
    habits.far = if poor { habits.far.saturating_add(1) } else { 0 };
    if habits.far < HABIT {
        return None;
    }
    let step = field.current_mc(unit.id).inches();
    let nearer = (distance - step.times(2)).max(Inches::ZERO);
    let (now, then) = (
        band_at(&field, unit.id, attack.target, distance),
        band_at(&field, unit.id, attack.target, nearer),
    );
    if then >= now {
        return None;
    }
    habits.far = 0;
    Some(LONG_RANGE_BY_HABIT.found(
        seen.version,
        unit.id.seat(),
        Some(&unit.id),
        message!(
            MESSAGES,
            "coach-long-range-by-habit",
            unit = messages::unit(seen.before, unit.id),
            target = attack.numbers.to_hit
        ),
        &[
            (
                phrase!(MESSAGES, "number-to-hit-target-number"),
                f64::from(attack.numbers.to_hit),
            ),
            (
                phrase!(MESSAGES, "number-the-same-after-the-advance"),
                f64::from(attack.numbers.to_hit + i32::from(now - then)),
            ),
            (phrase!(MESSAGES, "number-inches-to-the-target"), distance.value()),
            (phrase!(MESSAGES, "number-inches-it-moves-a-turn"), step.value()),
        ],
    ))
}

pub(super) const MOVE_AND_SHOOT_AVOIDABLE: Detector = Detector::new(
    "move_and_shoot_avoidable",
    phrase!(MESSAGES, "detector-move-and-shoot-avoidable"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-move-and-shoot-avoidable-watches"),
    cited!(V4: Mods16, Mods14),
);

pub(super) fn move_and_shoot_avoidable(
    seen: &Watched<'_>,
    attack: &Attack,
    shooters: &mut Shooters,
) -> Option<Suggestion> {
    let (unit, field, distance) = shot_of_card(seen, attack)?;
    let habits = shooters.entry(unit.id).or_default();
    let Some(moving) = moving_penalty(attack) else {
        habits.moving = None;
        return None;
    };
    let now = (
        seen.before.turn,
        band_at(&field, unit.id, attack.target, distance),
    );
    let last = habits.moving.replace(now)?;
    // Where only the active player shoots, the turn before is the last own one.
    let apart = if field.profile().passive_shoots { 1 } else { 2 };
    (last.0 + apart == now.0 && now.1 >= last.1).then(|| {
        MOVE_AND_SHOOT_AVOIDABLE.found(
            seen.version,
            unit.id.seat(),
            Some(&unit.id),
            message!(
                MESSAGES,
                "coach-move-and-shoot-avoidable",
                unit = messages::unit(seen.before, unit.id)
            ),
            &[
                (
                    phrase!(MESSAGES, "number-change-of-the-to-hit-number-by-it"),
                    f64::from(moving),
                ),
                (
                    phrase!(MESSAGES, "number-to-hit-target-number"),
                    f64::from(attack.numbers.to_hit),
                ),
                (phrase!(MESSAGES, "number-inches-to-the-target"), distance.value()),
            ],
        )
    })
}

pub(super) const AMMO_SPENT_EARLY: Detector = Detector::new(
    "ammo_spent_early",
    phrase!(MESSAGES, "detector-ammo-spent-early"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-ammo-spent-early-watches"),
    cited!(V4: Atk07, Atk02),
);

/// Notes a box that is marked or erased.
pub(super) fn ammo_marked(seen: &Watched<'_>, unit: UnitId, by: i8, shooters: &mut Shooters) {
    let Some(there) = seen.after.unit(unit) else {
        return;
    };
    let habits = shooters.entry(unit).or_default();
    if by > 0 && there.ammo_marked >= ammo_boxes(seen.after.kind(there)) {
        habits.empty = Some((seen.after.turn, seen.version));
    } else {
        habits.empty = None;
    }
}

/// Shooters that emptied their boxes at poor targets, found when the game is over: only then it is known how long it was.
///
/// An observation without a better choice: which targets would have come later has no odds. One shot is no habit: javelins that are
/// thrown once are not told.
pub(super) fn ammo_spent_early(state: &State, shooters: &Shooters) -> Vec<Suggestion> {
    shooters
        .iter()
        .filter_map(|(unit, habits)| {
            let (turn, version) = habits.empty?;
            let early = 2 * u32::from(turn) < u32::from(state.turn);
            (early && habits.shots >= 2 && 2 * habits.poor >= habits.shots).then(|| {
                AMMO_SPENT_EARLY.found(
                    version,
                    unit.seat(),
                    Some(unit),
                    message!(
                        MESSAGES,
                        "coach-ammo-spent-early",
                        unit = messages::unit(state, *unit),
                        turn,
                        turns = state.turn,
                        poor = habits.poor,
                        shots = habits.shots
                    ),
                    &[
                        (
                            phrase!(MESSAGES, "number-turn-of-the-last-ammo-box"),
                            f64::from(turn),
                        ),
                        (
                            phrase!(MESSAGES, "number-turns-of-the-game"),
                            f64::from(state.turn),
                        ),
                        (phrase!(MESSAGES, "number-shots"), f64::from(habits.shots)),
                        (
                            phrase!(MESSAGES, "number-shots-at-1-or-less"),
                            f64::from(habits.poor),
                        ),
                    ],
                )
            })
        })
        .collect()
}

pub(super) const MISSILES_SCREENED: Detector = Detector::new(
    "missiles_screened",
    phrase!(MESSAGES, "detector-missiles-screened"),
    MISTAKE,
    phrase!(MESSAGES, "detector-missiles-screened-watches"),
    cited!(V4: Comb10, Geo18),
);

/// The Combat Phases in a row after which it is told.
const SCREENED: u8 = 2;

/// The expected wounds from which on a shot is missed.
const WORTH_A_SHOT: f64 = 0.25;

/// That friends are the reason is tried by leaving them away: those that fight, for they stand where they must, stay.
pub(super) fn missiles_screened(seen: &Watched<'_>, shooters: &mut Shooters) -> Vec<Suggestion> {
    let state = seen.after;
    let field = Field::of(state);
    let mut found = Vec::new();
    for unit in state.on_table() {
        let masked = masked_target(&field, unit).filter(|(_, wounds)| *wounds >= WORTH_A_SHOT);
        let habits = shooters.entry(unit.id).or_default();
        let Some((target, wounds)) = masked else {
            habits.screened = 0;
            continue;
        };
        habits.screened += 1;
        if habits.screened == SCREENED {
            habits.screened = 0;
            found.push(MISSILES_SCREENED.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-missiles-screened",
                    unit = messages::unit(state, unit.id),
                    target = messages::unit(state, target)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-combat-phases-without-a-target"),
                        f64::from(SCREENED),
                    ),
                    (phrase!(MESSAGES, "number-expected-wounds-of-the-shot"), wounds),
                ],
            ));
        }
    }
    found
}

/// The enemy that a Line of Sight unit without a target could shoot if no unengaged friend stood there, and the exact expected
/// wounds of that shot.
fn masked_target(field: &Field<'_>, unit: &Unit) -> Option<(UnitId, f64)> {
    let state = field.state();
    let friends: Vec<UnitId> = state
        .own(unit.id.seat())
        .map(|friend| friend.id)
        .filter(|friend| *friend != unit.id && !state.is_engaged(*friend))
        .collect();
    let of_sight: Vec<_> = weapons(field, unit)
        .into_iter()
        .filter(|weapon| weapon.way == RangedType::LineOfSight && weapon.kind.is_shot_of_card())
        .collect();
    let target = |field: &Field<'_>| {
        of_sight
            .iter()
            .find_map(|weapon| shooting_targets(field, unit, *weapon, &[]).ok()?.first().copied())
    };
    if of_sight.is_empty() || target(field).is_some() {
        return None;
    }
    let free = field.clone().without(&friends);
    let masked = target(&free)?;
    let attack = prepared(&Situation::of(&free), unit.id, masked, AttackKind::Ranged);
    let boxes = state.boxes_left(state.unit(masked)?);
    let odds = Prospect::of(&attack.numbers, u32::from(boxes)).odds().ok()?;
    Some((masked, odds.wounds.mean()))
}
