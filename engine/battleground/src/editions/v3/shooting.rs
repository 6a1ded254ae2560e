//! Targets of shooting (pp. 8, 16-17).

use battleground_geometry::{Inches, Limit, Pose};

use super::sight::{has_line_of_fire, shifted};
use crate::field::Field;
use crate::model::agenda::{Answer, Answered, Need, Options, Question, Topic, fitting_answer};
use crate::model::cards::RangedType;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{Status, Unit};
use crate::rules::combat::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc, is_shot};
use crate::rules::movement::{Here, reaches};

/// Whether an enemy is a legal target but for being nearest: in the front arc, within range, by a free line of fire, and
/// for Low Arc attacks not engaged. Rules `BG3-COMB-07` to `BG3-COMB-11` (pp. 16-17), `BG3-MOD-24` (p. 20).
pub(crate) fn is_legal(field: &Field<'_>, unit: UnitId, enemy: UnitId, weapon: Weapon) -> bool {
    let reaches = |distance: Inches| {
        let distance = shifted(field, unit, enemy, distance);
        let measures = field.profile().measures;
        measures.reaches(distance, weapon.range, Limit::Within)
    };
    field.in_front_arc(unit, enemy)
        && field.within(unit, enemy).is_some_and(reaches)
        && !(weapon.way == RangedType::LowArc && is_engaged_for_low_arc(field.state(), enemy))
        && has_line_of_fire(field, unit, enemy, weapon.way)
}

/// The distance that Short and Long put in the place of the range. Rule `BG3-ORD-05` (p. 6).
fn ordered(unit: &Unit) -> Option<Inches> {
    match unit.status {
        Status::Ready(Some(orders)) => match orders.order {
            Order::Short => Some(Inches::mils(7_000)),
            Order::Long => Some(Inches::mils(14_000)),
            Order::Close | Order::Hold | Order::Range | Order::Follow => None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// Whether a unit on a ranged order stays where it is: the enemy it goes for is within this distance and in its front arc,
/// and it has a legal target. Rules `BG3-ORD-04` to `BG3-ORD-06` (p. 6), `BG3-MOD-24` (p. 20).
// RULING: BG3-ORD-05, heights shift the distance for the range of the card; what Short and Long order is measured as it is.
pub(crate) fn stays(field: &Field<'_>, id: UnitId, enemy: UnitId, within: Inches) -> bool {
    let state = field.state();
    let Some(unit) = state.unit(id) else {
        return false;
    };
    let ordered = ordered(unit);
    let range = match ordered {
        Some(_) => {
            let all = reaches(field.profile(), state.kind(unit));
            all.iter().map(|one| one.range.inches()).max().unwrap_or(within)
        }
        None => within,
    };
    let near = |distance: Inches| {
        let reaches = |distance, reach| field.profile().measures.reaches(distance, reach, Limit::Within);
        ordered.is_none_or(|ordered| reaches(distance, ordered))
            && reaches(shifted(field, id, enemy, distance), range)
    };
    field.in_front_arc(id, enemy) && field.within(id, enemy).is_some_and(near) && has_target(field, unit)
}

/// Whether a unit has a legal target where it is, at the printed range of its ranged attack or of a spell. Rules `BG3-ORD-04`
/// (p. 6), `BG3-KEY-32` (p. 31).
pub(crate) fn has_target(field: &Field<'_>, unit: &Unit) -> bool {
    let (state, id) = (field.state(), unit.id);
    let card = state.kind(unit);
    let shot = card.ranged.map(|ranged| Weapon {
        spell: None,
        way: ranged.way,
        range: ranged.range.inches(),
    });
    let spells = card
        .spells
        .iter()
        .filter(|spell| is_shot(field.profile(), spell))
        .map(|spell| Weapon {
            spell: Some(0),
            way: spell.way,
            range: spell.range.inches(),
        });
    let weapons: Vec<Weapon> = shot.into_iter().chain(spells).collect();
    state.enemies_of(id.seat()).any(|enemy| {
        weapons
            .iter()
            .any(|weapon| is_legal(field, id, enemy.id, *weapon))
    })
}

/// Whether a unit on a ranged order stops at a pose on its way to an enemy. Rule `BG3-PATH-10` (p. 6).
pub(crate) fn stops(field: &Field<'_>, id: UnitId, enemy: UnitId, within: Inches, pose: Pose) -> Here {
    /// What arithmetic may lose.
    const HAIR: f64 = 1e-6;
    let there = field.clone().with(id, pose);
    let missing = there.within(id, enemy).map_or(f64::from(u16::MAX), Inches::value);
    Here::within(within.value() + most_shift(field).value() + HAIR, missing)
        .and(|| stays(&there, id, enemy, within))
}

/// By how much heights may bring a target nearer: by nothing where all is level.
pub(crate) fn most_shift(field: &Field<'_>) -> Inches {
    let in_the_air = field.stands().iter().any(|stand| stand.airborne);
    if in_the_air || field.lays().iter().any(|lay| lay.rise() > 0) {
        field.profile().height_shift
    } else {
        Inches::ZERO
    }
}

/// The enemies that a unit may shoot with a weapon: under Direct Control all that are legal, else its enemy objective if that
/// is legal, else the closest legal one; its owner breaks ties. Rules `BG3-COMB-07`, `BG3-COMB-08`, `BG3-COMB-12`,
/// `BG3-COMB-13` (p. 16), `BG3-ORD-12` (p. 8), `BG3-CMD-07` (p. 10).
///
/// # Errors
/// [`Need::Ask`] where its owner must choose between tied enemies.
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    let legal: Vec<UnitId> = field
        .state()
        .enemies_of(unit.id.seat())
        .map(|enemy| enemy.id)
        .filter(|enemy| is_legal(field, unit.id, *enemy, weapon))
        .collect();
    if unit.turn.controlled {
        return Ok(legal);
    }
    if let Some(objective) = enemy_objective(unit).filter(|objective| legal.contains(objective)) {
        return Ok(vec![objective]);
    }
    // Heights count for the range but not for the order. RULING: BG3-COMB-07.
    let distances: Vec<Inches> = legal
        .iter()
        .map(|enemy| field.within(unit.id, *enemy).unwrap_or(Inches::MOST))
        .collect();
    let tied: Vec<UnitId> = field
        .profile()
        .measures
        .shortest(&distances)
        .into_iter()
        .map(|place| legal[place])
        .collect();
    if tied.len() < 2 {
        return Ok(tied);
    }
    let given = fitting_answer(
        answers,
        Topic::NearestEnemy,
        Some(unit.id),
        None,
        |answer| matches!(answer, Answer::Unit(enemy) if tied.contains(enemy)),
    );
    match given {
        Some(Answer::Unit(enemy)) => Ok(vec![*enemy]),
        Some(_) | None => Err(Question {
            seat: unit.id.seat(),
            topic: Topic::NearestEnemy,
            unit: Some(unit.id),
            about: None,
            options: Options::OneOf(
                tied.into_iter()
                    .map(|enemy| (Answer::Unit(enemy), format!("{enemy} is the closest target")))
                    .collect(),
            ),
            rule: Rule::Geo15.into(),
        }
        .into()),
    }
}
