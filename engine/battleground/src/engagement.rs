//! Engaged units: being pinched, realignment (pp. 59, 81-82, 121).

use hindsight_geometry::inches::{
    Card, Inches, Object, Point, Pose, Side, Way, contact_length, free_distance, shift,
};

use crate::agenda::{Answer, Frame, Need, Options, Question, Topic};
use crate::effect::Keyword;
use crate::event::{Event, MoveKind};
use crate::field::{Field, TOL, stored};
use crate::flow::{BattleTable, Taken, proceed};
use crate::names::UnitId;
use crate::state::{RoutCause, State, Status, Unit};

/// The cause of a Rout Check that a Final Rush which has just happened gives the unit rushed: it becomes Pinched by it, or
/// was Pinched before.
///
/// RULING: BG4-SKIRM-13, Skirmishers are not counted, neither their engagements nor their Final Rush.
/// Rules `BG4-RUSH-19`, `BG4-SKIRM-13`, `BG4-COLOS-08`.
pub(crate) fn pinched_by(state: &State, rusher: UnitId, rushed: UnitId) -> Option<Event> {
    let counts = !state.has(rusher, Keyword::Skirmisher) && !state.has(rushed, Keyword::Colossal);
    (counts && crate::combat::pinched_sides(state, rushed) > 1).then_some(Event::CauseNoted {
        unit: rushed,
        cause: RoutCause::Pinched,
    })
}

/// Where a unit comes to lie when it realigns.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Realigned {
    pose: Pose,
    slid: bool,
    distance: Inches,
}

/// Realigns the Active Player's engaged units at the start of his turn and slides Colossal units back from under their
/// enemies where there is room now.
///
/// RULING: BG4-ENG-01, before everything else; the owner is asked for the order only where it changes the result.
/// Rules `BG4-ENG-01` to `-05`, `BG4-COLOS-05`.
///
/// # Errors
/// [`Need::Ask`] where the order matters.
pub(crate) fn realign(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    for unit in order(table.state(), frame)? {
        let Some(to) = realigned(table.state(), unit) else {
            continue;
        };
        if let Some(there) = table.state().unit(unit) {
            let (slid, pose) = (there.slid, there.pose);
            if pose != Some(to.pose) {
                table.emit(Event::UnitMoved {
                    unit,
                    kind: MoveKind::Realigned,
                    legs: Vec::new(),
                    to: to.pose,
                    distance: to.distance.rounded(),
                    allowance: to.distance.rounded(),
                });
            }
            if slid != to.slid {
                table.emit(Event::SlidUnder { unit, slid: to.slid });
            }
        }
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// The order in which the Active Player's units realign: by id, or as the owner says where it matters. Rule `BG4-ENG-01`.
fn order(state: &State, frame: &Frame) -> Result<Vec<UnitId>, Need> {
    let Some(seat) = state.active else {
        return Ok(Vec::new());
    };
    let mut left: Vec<UnitId> = state
        .own(seat)
        .filter(|unit| unit.slid || state.is_engaged(unit.id))
        .map(|unit| unit.id)
        .collect();
    if !left.iter().any(|unit| realigned(state, *unit).is_some()) {
        return Ok(Vec::new());
    }
    let mut order: Vec<UnitId> = Vec::with_capacity(left.len());
    let mut now = state.clone();
    while left.len() > 1 {
        let usual = after(&now, &left);
        let matters = (1..left.len()).any(|place| {
            let mut other = left.clone();
            other[..=place].rotate_right(1);
            after(&now, &other) != usual
        });
        if !matters {
            break;
        }
        let about = order.last().copied();
        let given = frame.answers.iter().rev().find_map(|given| match given.answer {
            Answer::Unit(unit)
                if given.topic == Topic::RealignOrder && given.about == about && left.contains(&unit) =>
            {
                Some(unit)
            }
            _ => None,
        });
        let Some(next) = given else {
            return Err(Question {
                seat,
                topic: Topic::RealignOrder,
                unit: None,
                about,
                options: Options::OneOf(
                    left.iter()
                        .map(|unit| (Answer::Unit(*unit), format!("{unit} realigns next")))
                        .collect(),
                ),
                rule: "BG4-ENG-01".to_owned(),
            }
            .into());
        };
        put(&mut now, next);
        left.retain(|unit| *unit != next);
        order.push(next);
    }
    order.append(&mut left);
    Ok(order)
}

/// Where the units of a seat lie after these have realigned in this order.
fn after(state: &State, order: &[UnitId]) -> Vec<Option<Pose>> {
    let mut then = state.clone();
    for unit in order {
        put(&mut then, *unit);
    }
    then.units.iter().map(|unit| unit.pose).collect()
}

fn put(state: &mut State, id: UnitId) {
    if let Some(to) = realigned(state, id)
        && let Some(unit) = state.unit_mut(id)
    {
        unit.pose = Some(to.pose);
        unit.slid = to.slid;
    }
}

/// Where a unit realigns to; nothing if it stays. Rules `BG4-ENG-01` to `-05`, `BG4-COLOS-05`.
fn realigned(state: &State, id: UnitId) -> Option<Realigned> {
    let unit = state.unit(id)?;
    let pose = unit.pose?;
    if unit.status == Status::Routing {
        return None;
    }
    let field = Field::of(state);
    let (pose_back, slid) = slide_back(&field, unit, pose);
    let field = if pose_back == pose && slid == unit.slid {
        field
    } else {
        field.with(id, pose_back)
    };
    let (to, moved) = aligned(&field, unit, pose_back).unwrap_or((pose_back, Inches::ZERO));
    let enemies: Vec<UnitId> = state.engaged_with(id).map(|(enemy, _, _)| enemy).collect();
    let there = Realigned {
        pose: stored(to, |pose| {
            is_free(&field, unit, &Card::new(pose, state.size(unit)), &enemies)
        }),
        slid,
        distance: moved + pose.centre.distance(pose_back.centre),
    };
    (there.pose != pose || slid != unit.slid).then_some(there)
}

/// A Colossal unit's front card comes back from under the enemy where both cards fit, which they do not where another enemy
/// fights its rear; if the enemy is gone it may lie free already. RULING: tested at the owner's realignment. Rule
/// `BG4-COLOS-05`.
fn slide_back(field: &Field<'_>, unit: &Unit, pose: Pose) -> (Pose, bool) {
    if !unit.slid {
        return (pose, false);
    }
    let Some(card) = field.card(unit.id) else {
        return (pose, true);
    };
    let back = shift(pose, Way::Backward, card.size().depth().half());
    let free = |pose: Pose| is_free(field, unit, &card.at(pose), &[]);
    if free(pose) {
        (pose, false)
    } else if free(back) {
        (back, false)
    } else {
        (pose, true)
    }
}

/// Whether a card of a unit overlaps nothing that a unit may not overlap.
pub(crate) fn is_free(field: &Field<'_>, unit: &Unit, card: &Card, but: &[UnitId]) -> bool {
    field
        .obstacles(unit, but)
        .iter()
        .all(|obstacle| !hindsight_geometry::inches::overlaps(card, obstacle.object, TOL))
}

/// The pose in which the centre points of the engaged sides meet, or as near to it as the unit can shift with the greatest
/// contact, and how far that is. Nothing for a unit that stays.
///
/// RULING: BG4-ENG-03, a unit with two or more engagements does not realign. RULING: BG4-ENG-05, nor does one that does
/// not lie flush, nor its enemy. Rules `BG4-ENG-01`, `-02`.
fn aligned(field: &Field<'_>, unit: &Unit, pose: Pose) -> Option<(Pose, Inches)> {
    let state = field.state();
    let mut engagements = state.engagements.iter().filter(|one| one.has(unit.id));
    let (Some(engagement), None) = (engagements.next(), engagements.next()) else {
        return None;
    };
    let (enemy, side, their_side) = engagement.seen_by(unit.id)?;
    let (own, theirs) = (field.body(unit.id)?, field.body(enemy)?);
    let contact = contact_length(own, side, theirs, their_side, TOL);
    if contact <= Inches::ZERO {
        return None;
    }
    // On a Colossal flank the point that was rushed counts. Rule BG4-COLOS-03.
    let centre = |card: &Card, side: Side, of: UnitId| {
        let place = engagement.point.filter(|_| engagement.rushed == of);
        place
            .and_then(|place| card.centre_points(side).nth(usize::from(place)))
            .unwrap_or_else(|| card.side_centre(side))
    };
    let (from, to) = (centre(own, side, unit.id), centre(theirs, their_side, enemy));
    let ways = if side.is_flank() {
        [Way::Forward, Way::Backward]
    } else {
        [Way::Left, Way::Right]
    };
    let missing = along(from, to, theirs.side_ends(their_side));
    if missing.abs() <= TOL.touch.value() {
        return None;
    }
    let way = ways.into_iter().find(|way| {
        let ahead = shift(pose, *way, Inches::mils(1_000)).centre;
        along(pose.centre, ahead, theirs.side_ends(their_side)) * missing > 0.0
    })?;
    let wanted = Inches::new(missing.abs()).ok()?;
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let free = free_distance(own, way, wanted, &objects, TOL).distance;
    let moved = if free < wanted {
        longest(own, side, theirs, their_side, way, free)
    } else {
        wanted
    };
    (moved > Inches::ZERO).then(|| (shift(pose, way, moved), moved))
}

/// Of the shifts up to a limit the longest of those with the greatest contact. Rule `BG4-ENG-02`.
fn longest(own: &Card, side: Side, theirs: &Card, their_side: Side, way: Way, limit: Inches) -> Inches {
    const STEP: Inches = Inches::mils(10);
    let contact = |far: Inches| {
        contact_length(
            &own.at(shift(own.pose(), way, far)),
            side,
            theirs,
            their_side,
            TOL,
        )
    };
    let mut best = (Inches::ZERO, contact(Inches::ZERO));
    let mut far = STEP;
    while far < limit + STEP {
        let here = far.min(limit);
        let length = contact(here);
        if length.value() >= best.1.value() - 1e-6 {
            best = (here, length);
        }
        far = far + STEP;
    }
    best.0
}

/// How far one point lies from another along a side, above 0 toward its right end as one looks at it.
fn along(from: Point, to: Point, (left, right): (Point, Point)) -> f64 {
    let length = left.distance(right).value().max(1e-6);
    ((right.x - left.x).value() * (to.x - from.x).value()
        + (right.y - left.y).value() * (to.y - from.y).value())
        / length
}

#[cfg(test)]
mod tests;
