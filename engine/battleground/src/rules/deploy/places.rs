//! Deployment places: the conditions of a place, and the places offered.

use battleground_geometry::{
    Area, Card, Degrees, Inches, Limit, Object, Point, Pose, Tolerance, gap, overlaps,
};

use crate::field::{Field, Obstacle, TOL};
use crate::model::effect::Keyword;
use crate::model::names::Team;
use crate::model::state::{State, Unit};
use crate::rules::deploy::DeploymentRefusal;

/// Where a unit may be deployed: what of it must lie in the zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ZoneRule {
    /// All of it. Rule `BG4-DEPLOY-01` (p. 138).
    Wholly,
    /// Any part of it. Rule `BG4-SKIRM-01` (p. 127).
    Touching,
}

/// Whether a unit may be deployed like this. Rules `BG4-DEPLOY-01`, `BG4-DEPLOY-03` (pp. 138-139), `BG4-SKIRM-01`
/// (p. 127).
// RULING: BG4-DEPLOY-01, a unit for which the units before it have left no room is placed as a Skirmisher is: some part
// of it touches the zone.
// RULING: BG3-SET-06 (p. 4), the same: the whole card lies inside the zone wherever one place inside is free. Where none is, the
// set-up could not go on otherwise.
pub(crate) fn check_deployment(field: &Field<'_>, unit: &Unit, pose: Pose) -> Result<(), DeploymentRefusal> {
    let state = field.state();
    let may_lie_outside = state
        .scenario()
        .is_none_or(|scenario| scenario.deployment.lets_skirmishers_out());
    if may_lie_outside && state.profile().skirmishers_outside_zone && state.kind(unit).is(Keyword::Skirmisher)
    {
        return check_place(field, unit, pose, ZoneRule::Touching);
    }
    check_place(field, unit, pose, ZoneRule::Wholly).or_else(|refusal| {
        if check_place(field, unit, pose, ZoneRule::Touching).is_ok() && room_inside(field, unit).is_none() {
            Ok(())
        } else {
            Err(refusal)
        }
    })
}

fn check_place(
    field: &Field<'_>,
    unit: &Unit,
    pose: Pose,
    within: ZoneRule,
) -> Result<(), DeploymentRefusal> {
    check_among(field, &field.obstacles(unit, &[]), unit, pose, within)
}

/// The same among obstacles that are made once for many places.
fn check_among(
    field: &Field<'_>,
    obstacles: &[Obstacle<'_>],
    unit: &Unit,
    pose: Pose,
    within: ZoneRule,
) -> Result<(), DeploymentRefusal> {
    let state = field.state();
    let card = Card::new(pose, state.size(unit));
    if !field.table().contains(&card, TOL) {
        return Err(DeploymentRefusal::OffTheTable { pose });
    }
    if let Some(scenario) = state.scenario() {
        let zone = &scenario.zones[unit.id.team().index()];
        check_zone(&card, zone, within, state.profile().measures)?;
    }
    // An Airborne unit may not be deployed overlapping another either. Rule BG4-ORDER-15.
    match obstacles
        .iter()
        .find(|obstacle| overlaps(&card, obstacle.object, TOL))
    {
        Some(met) => Err(DeploymentRefusal::Overlaps { pose, met: met.what }),
        None => Ok(()),
    }
}

/// Whether what must lie in the zone lies in it. Rules `BG4-DEPLOY-01` (pp. 138-139), `BG4-SKIRM-01` (p. 127),
/// `BG3-SET-06`, `BG3-GEN-02` (pp. 2, 4).
fn check_zone(
    card: &Card,
    zone: &Area,
    within: ZoneRule,
    measures: Tolerance,
) -> Result<(), DeploymentRefusal> {
    let pose = card.pose();
    // The edges of a zone are printed limits. Rules BG3-GEN-02 (p. 2), BG4-GEO-04 (p. 12).
    let is_inside = |corner: &Point| measures.reaches(gap(zone, corner), Inches::ZERO, Limit::Within);
    match within {
        ZoneRule::Wholly if !card.corners().iter().all(is_inside) => Err(DeploymentRefusal::OutsideZone {
            pose,
            zone: zone.clone(),
        }),
        ZoneRule::Touching if measures.passes(gap(card, zone)) => Err(DeploymentRefusal::ApartFromZone {
            pose,
            zone: zone.clone(),
        }),
        ZoneRule::Wholly | ZoneRule::Touching => Ok(()),
    }
}

/// Free places of a unit for deployment, on a grid, looking at the enemy: inside its zone, or touching it where there is
/// no room inside.
pub(crate) fn free_places(state: &State, unit: &Unit) -> Vec<Pose> {
    let field = Field::of(state);
    let inside = places(&field, unit, ZoneRule::Wholly);
    if !inside.is_empty() {
        return inside;
    }
    match room_inside(&field, unit) {
        Some(pose) => vec![pose],
        None => places(&field, unit, ZoneRule::Touching),
    }
}

/// A place where a unit fits wholly inside its zone, wherever the grid of places has none: flush against the edges of
/// the zone and against what stands there already, with its front to any of the four sides. Among cards that lie square
/// to the table it finds a place if there is one.
fn room_inside(field: &Field<'_>, unit: &Unit) -> Option<Pose> {
    let state = field.state();
    let zone = &state.scenario()?.zones[unit.id.team().index()];
    let obstacles = field.obstacles(unit, &[]);
    let size = state.size(unit);
    let standing: Vec<&[Point]> = obstacles
        .iter()
        .map(|obstacle| corners(obstacle.object))
        .collect();
    let looking = if unit.id.team() == Team::South { 0.0 } else { 180.0 };
    [(looking, false), (90.0, true), (270.0, true)]
        .into_iter()
        .find_map(|(heading, across)| {
            let heading = Degrees::new(heading).ok()?;
            let half = (size.width().half().value(), size.depth().half().value());
            let half = if across { (half.1, half.0) } else { half };
            let flush = |pick: fn(&Point) -> f64, half: f64| {
                let (least, most) = extent(zone.outline(), pick);
                let mut middles = vec![least + half, most - half];
                for outline in standing.iter().copied() {
                    let (from, to) = extent(outline, pick);
                    middles.extend([from - half, to + half]);
                }
                middles.retain(|middle| (least + half - 0.001..=most - half + 0.001).contains(middle));
                middles.sort_by(f64::total_cmp);
                middles.dedup();
                middles
            };
            let columns = flush(|at| at.x.value(), half.0);
            let rows = flush(|at| at.y.value(), half.1);
            rows.iter()
                .flat_map(|y| columns.iter().map(move |x| (*x, *y)))
                .find_map(|(x, y)| {
                    let pose = Pose::new(Inches::new(x).ok()?, Inches::new(y).ok()?, heading).rounded();
                    // ERR: a place that is not legal is none; the next is tried.
                    check_among(field, &obstacles, unit, pose, ZoneRule::Wholly).ok()?;
                    Some(pose)
                })
        })
}

/// The points that say how far an object reaches.
fn corners(object: Object<'_>) -> &[Point] {
    match object {
        Object::Card(card) => card.corners(),
        Object::Area(area) => area.outline(),
        Object::Line(points) => points,
        Object::Point(point) => std::slice::from_ref(point),
    }
}

/// From where to where an outline reaches along an axis.
fn extent(outline: &[Point], along: fn(&Point) -> f64) -> (f64, f64) {
    let values = || outline.iter().map(along);
    (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    )
}

fn places(field: &Field<'_>, unit: &Unit, within: ZoneRule) -> Vec<Pose> {
    let state = field.state();
    let heading = if unit.id.team() == Team::South {
        Degrees::ZERO
    } else {
        Degrees::HALF
    };
    let Some(scenario) = state.scenario() else {
        return Vec::new();
    };
    let outline = scenario.zones[unit.id.team().index()].outline();
    let (left, right) = extent(outline, |at| at.x.value());
    let (low, high) = extent(outline, |at| at.y.value());
    let size = state.size(unit);
    // How far the middle of the unit stays inside the zone, or may lie outside it.
    let inset = match within {
        ZoneRule::Wholly => 1.0,
        ZoneRule::Touching => -1.0,
    };
    let (aside, ahead) = (
        size.width().half().value() * inset,
        size.depth().half().value() * inset,
    );
    let row = |from: f64, to: f64, step: f64| {
        let count = ((to - from) / step + 1e-9).floor().max(-1.0) as i32;
        (0..=count).map(move |place| from + step * f64::from(place))
    };
    // On a large table the grid is wider, so that its places do not grow without bounds.
    let deep = ((high - low) / MOST_ROWS).max(1.25);
    let wide = ((right - left) / MOST_COLUMNS).max(0.5);
    let obstacles = field.obstacles(unit, &[]);
    row(low + ahead, high - ahead, deep)
        .flat_map(|y| row(left + aside, right - aside, wide).map(move |x| (x, y)))
        .filter_map(|(x, y)| Some(Pose::new(Inches::new(x).ok()?, Inches::new(y).ok()?, heading).rounded()))
        .filter(|pose| check_among(field, &obstacles, unit, *pose, within).is_ok())
        .collect()
}

/// The most rows and columns of the grid of places for deployment.
const MOST_ROWS: f64 = 16.0;
const MOST_COLUMNS: f64 = 64.0;
