//! Who may shoot at whom: range, nearest enemy, Indirect Fire, Line of Sight, Low Arc (pp. 26, 91-93).

use hindsight_geometry::inches::{Inches, Limit, Side};

use crate::agenda::{Answer, Answered, Need, Options, Question, Topic};
use crate::cards::{RangedType, TerrainType};
use crate::effect::Keyword;
use crate::field::{Field, Path, Purpose, TOL};
use crate::names::UnitId;
use crate::orders::{Objective, Order};
use crate::state::{State, Status, Unit};

use super::{ammunition, equipment};

/// What a unit may shoot with: its ranged attack, or a spell with only the Attack keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// The place of the spell on the card; without it the ranged attack of the card.
    pub(crate) spell: Option<u8>,
    /// How it finds its way.
    pub(crate) way: RangedType,
    /// Its range.
    pub(crate) range: Inches,
}

/// What a unit could shoot with now if it had a target.
///
/// Rules `BG4-COMB-06`, `-13`, `BG4-EQUIP-02`, `BG4-SPELL-01`, `-02`, `-08`, `BG4-TERR-24` (pp. 91, 132-134).
pub(crate) fn weapons(field: &Field<'_>, unit: &Unit) -> Vec<Weapon> {
    let state = field.state();
    let card = state.kind(unit);
    let Status::Ready(Some(orders)) = unit.status else {
        return Vec::new(); // Rule BG4-COMB-06: only Ready units.
    };
    if state.is_engaged(unit.id) || unit.turn.cast || unit.turn.rallied || !ammunition::has_ammo(state, unit)
    {
        return Vec::new();
    }
    let swims = [TerrainType::DeepWater, TerrainType::VeryDeepWater]
        .into_iter()
        .any(|water| field.is_in(unit.id, water));
    if swims && !unit.airborne {
        return Vec::new(); // RULING: BG4-TERR-24, at least half of the unit.
    }
    let mut found = Vec::new();
    if let Some(ranged) = card.ranged
        && !equipment::holds_its_throw(card, orders.order)
    {
        found.push(Weapon {
            spell: None,
            way: equipment::way(card),
            range: ranged.range.inches(),
        });
    }
    let spells = (0..).zip(&card.spells);
    found.extend(
        spells
            .filter(|(_, spell)| spell.is_pure_attack())
            .map(|(place, spell)| Weapon {
                spell: Some(place),
                way: spell.way,
                range: spell.range.inches(),
            }),
    );
    found
}

/// How far a unit shoots by its order. Rules `BG4-ORDER-07`, `-08`.
///
/// RULING: BG4-COMB-07, Direct Control does not lift this limit.
fn limit(unit: &Unit, range: Inches) -> Inches {
    match unit.status {
        Status::Ready(Some(orders)) => match orders.order {
            Order::Short => range.min(Inches::mils(7_000)),
            Order::Long => range.min(Inches::mils(14_000)),
            Order::Close | Order::Hold | Order::Range => range,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => range,
    }
}

/// The enemies that a unit may shoot with a weapon: none, the one that the rules name, or under Direct Control all that
/// are legal.
///
/// # Errors
/// [`Need::Ask`] where its owner must choose a Facing Side or between tied enemies.
///
/// Rules `BG4-COMB-06`, `-07`, `-09` to `-11`, `BG4-ORDER-13` (pp. 30, 91-93).
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    let visible = field.visible_enemies(unit.id, Purpose::Shoot);
    let reach = limit(unit, weapon.range);
    if unit.turn.controlled {
        let mut legal = Vec::new();
        for enemy in visible {
            if is_in_reach(field, unit.id, enemy, reach, answers)?
                && is_way_free(field, unit.id, enemy, weapon.way, answers)?
            {
                legal.push(enemy);
            }
        }
        return Ok(match unit.turn.named_enemy {
            Some(named) if legal.contains(&named) => vec![named],
            Some(_) | None => legal,
        });
    }
    if let Some(objective) = enemy_objective(unit)
        && visible.contains(&objective)
        && is_in_reach(field, unit.id, objective, reach, answers)?
        && is_way_free(field, unit.id, objective, weapon.way, answers)?
    {
        return Ok(vec![objective]);
    }
    let mut left = visible;
    while let Some(nearest) = nearest(field, unit.id, &left, answers)? {
        if !is_in_reach(field, unit.id, nearest, reach, answers)? {
            return Ok(Vec::new());
        }
        if is_way_free(field, unit.id, nearest, weapon.way, answers)? {
            return Ok(vec![nearest]);
        }
        left.retain(|enemy| *enemy != nearest); // Rule BG4-COMB-10: the next Nearest Enemy.
    }
    Ok(Vec::new())
}

/// The enemy that a unit's order aims at. Rule `BG4-ORDER-13`.
fn enemy_objective(unit: &Unit) -> Option<UnitId> {
    match unit.status {
        Status::Ready(Some(orders)) => match orders.objective {
            Some(Objective::Enemy(enemy)) => Some(enemy),
            Some(Objective::Location(_) | Objective::Friend(_)) | None => None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// The side of a target that faces a unit: of an engaged pair the engaged one. Rule `BG4-GEO-20`.
fn side_of(field: &Field<'_>, unit: UnitId, target: UnitId, answers: &[Answered]) -> Result<Side, Need> {
    if let Some(engagement) = super::standing::engagement_of(field.state(), unit, target)
        && let Some((_, _, its)) = engagement.seen_by(unit)
    {
        return Ok(its);
    }
    field.facing_side(unit, target, answers)
}

/// The distance to a target's Facing Side; before its owner has chosen on a diagonal, to the front or rear. Rules
/// `BG4-GEO-20`, `BG4-MODS-14`.
pub(crate) fn distance(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    answers: &[Answered],
) -> Option<Inches> {
    use hindsight_geometry::inches::FacingSide;
    let side = side_of(field, unit, target, answers).ok().or_else(|| {
        field.facing_sides(unit, target).map(|facing| match facing {
            FacingSide::One(side) | FacingSide::Either(side, _) => side,
        })
    })?;
    field.to_side(unit, target, side).map(|(_, distance)| distance)
}

fn is_in_reach(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    reach: Inches,
    answers: &[Answered],
) -> Result<bool, Need> {
    let side = side_of(field, unit, target, answers)?;
    Ok(field
        .to_side(unit, target, side)
        .is_some_and(|(_, distance)| TOL.reaches(distance, reach, Limit::Within)))
}

/// Whether an attack finds its way to a Visible target. Rules `BG4-COMB-09` to `-11`.
fn is_way_free(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    way: RangedType,
    answers: &[Answered],
) -> Result<bool, Need> {
    let needs_path = match way {
        RangedType::Indirect => false,
        RangedType::LineOfSight => true,
        RangedType::LowArc => is_engaged_for_low_arc(field.state(), target),
    };
    if !needs_path {
        return Ok(true);
    }
    let side = side_of(field, unit, target, answers)?;
    Ok(field.to_side(unit, target, side).is_some_and(|(point, _)| {
        field.open_path(unit, Some((target, side)), point, Purpose::Shoot) == Path::Open
    }))
}

/// Whether a target counts as engaged for Low Arc attacks: not while it towers over all its enemies. Rules
/// `BG4-COMB-11`, `BG4-KEYW-04`, `BG4-COLOS-07`.
pub(crate) fn is_engaged_for_low_arc(state: &State, target: UnitId) -> bool {
    let below = |enemy: UnitId| {
        let has = |keyword| state.has(enemy, keyword);
        if state.has(target, Keyword::Colossal) {
            !has(Keyword::Colossal)
        } else if state.has(target, Keyword::Large) {
            !has(Keyword::Large) && !has(Keyword::Colossal)
        } else {
            false
        }
    };
    state.engaged_with(target).any(|(enemy, _, _)| !below(enemy))
}

/// The nearest of Visible enemies by their Facing Sides; ties by Most Directly Ahead, then the owner. Rules
/// `BG4-COMB-07`, `BG4-GEO-14`, `-15`.
pub(crate) fn nearest(
    field: &Field<'_>,
    unit: UnitId,
    candidates: &[UnitId],
    answers: &[Answered],
) -> Result<Option<UnitId>, Need> {
    let tied = tied_nearest(field, unit, candidates, answers)?;
    let ahead = match tied.as_slice() {
        [] => return Ok(None),
        [(only, _)] => return Ok(Some(*only)),
        _ => field.most_directly_ahead(unit, &tied),
    };
    match ahead.as_slice() {
        [only] => Ok(Some(*only)),
        _ => {
            let among: Vec<UnitId> = if ahead.is_empty() {
                tied.iter().map(|(enemy, _)| *enemy).collect()
            } else {
                ahead
            };
            let chosen = answers.iter().find_map(|given| match given.answer {
                Answer::Unit(enemy)
                    if given.topic == Topic::NearestEnemy
                        && given.unit == Some(unit)
                        && among.contains(&enemy) =>
                {
                    Some(enemy)
                }
                _ => None,
            });
            chosen.map(Some).ok_or_else(|| {
                Question {
                    seat: unit.seat(),
                    topic: Topic::NearestEnemy,
                    unit: Some(unit),
                    about: None,
                    options: Options::OneOf(
                        among
                            .iter()
                            .map(|enemy| (Answer::Unit(*enemy), format!("{enemy} is nearest to {unit}")))
                            .collect(),
                    ),
                    rule: "BG4-GEO-15".to_owned(),
                }
                .into()
            })
        }
    }
}

/// The candidates at the shortest distance, each with the side that counts.
fn tied_nearest(
    field: &Field<'_>,
    unit: UnitId,
    candidates: &[UnitId],
    answers: &[Answered],
) -> Result<Vec<(UnitId, Side)>, Need> {
    let mut measured = Vec::with_capacity(candidates.len());
    for &enemy in candidates {
        let side = side_of(field, unit, enemy, answers)?;
        if let Some((_, distance)) = field.to_side(unit, enemy, side) {
            measured.push((enemy, side, distance));
        }
    }
    let distances: Vec<Inches> = measured.iter().map(|(_, _, distance)| *distance).collect();
    Ok(TOL
        .shortest(&distances)
        .into_iter()
        .map(|place| (measured[place].0, measured[place].1))
        .collect())
}

/// Whether a unit shoots its Enemy Unit Objective past a nearer enemy. Rule `BG4-MODS-17`.
pub(crate) fn is_not_nearest(field: &Field<'_>, unit: &Unit, target: UnitId) -> bool {
    if unit.turn.controlled || enemy_objective(unit) != Some(target) {
        return false;
    }
    let visible = field.visible_enemies(unit.id, Purpose::Shoot);
    match nearest(field, unit.id, &visible, &[]) {
        Ok(nearest) => nearest.is_some_and(|nearest| nearest != target),
        Err(_) => false, // A tie that its owner breaks: the objective may be the nearest.
    }
}
