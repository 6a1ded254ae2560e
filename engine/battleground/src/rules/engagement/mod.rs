//! Engaged units: being pinched, realignment (pp. 59, 81-82, 121).

use battleground_geometry::{
    Card, Inches, Obstacles, Point, Pose, Side, Way, contact_length, free_distance, shift,
};

use crate::field::{Field, TOL, is_free, stored};
use crate::model::agenda::{Answer, Asking, BattleTable, Frame, Need, Options, Topic};
use crate::model::effect::Keyword;
use crate::model::event::{CourageEvent, EngagementEvent, Event, MoveKind, MovementEvent};
use crate::model::names::{Team, UnitId};
use crate::model::pinched::pinching;
use crate::model::rule::Rule;
use crate::model::state::{Engagement, RoutCause, State, Status, Unit};

/// The cause of a Rout Check that a Final Rush which has just happened gives the unit rushed: it becomes Pinched by it, or
/// was Pinched before.
///
/// RULING: BG4-SKIRM-13, Skirmishers are not counted, neither their engagements nor their Final Rush.
/// Rules `BG4-RUSH-19`, `BG4-SKIRM-13`, `BG4-COLOS-08` (pp. 59, 121, 130).
pub(crate) fn pinched_by(state: &State, rusher: UnitId, rushed: UnitId) -> Option<Event> {
    let profile = state.profile();
    let colossal = |unit: UnitId| state.has(unit, Keyword::Colossal);
    // A Colossal unit that pinches another, or a Skirmisher that pinches one, counts in the earlier edition. Rules
    // BG3-KEY-10 (p. 30), BG3-KEY-31 (p. 31).
    // Whichever of those that pinch it is Colossal, not only the one that came last: one that fights others too pinches nobody.
    // Rule BG3-MOD-13 (pp. 19-20).
    let by_colossal = || {
        let mut enemies = state.engaged_with(rushed);
        enemies.any(|(enemy, _, _)| colossal(enemy) && pinching(state, enemy, rushed) > 0)
    };
    let as_colossal = !colossal(rushed) || (profile.colossal_pinched_by_colossal && by_colossal());
    if profile.skirmishers_pinch && state.has(rushed, Keyword::Skirmisher) {
        let sides = crate::model::pinched::sides_engaged(state, rushed);
        return (sides > 1).then_some(Event::Courage(CourageEvent::CauseNoted {
            unit: rushed,
            cause: RoutCause::Pinched,
        }));
    }
    let counts = !state.has(rusher, Keyword::Skirmisher) && as_colossal;
    (counts && crate::model::pinched::is_pinched(state, rushed)).then_some(Event::Courage(
        CourageEvent::CauseNoted {
            unit: rushed,
            cause: RoutCause::Pinched,
        },
    ))
}

/// Where a unit comes to lie when it realigns.
#[derive(Debug, Clone, PartialEq)]
struct Realigned {
    pose: Pose,
    slid: bool,
    /// All that there are, those on the flanks of a unit that comes out from under its enemy as they are then.
    engagements: Vec<Engagement>,
    distance: Inches,
}

/// Realigns the Active Player's engaged units at the start of their turn and slides Colossal units back from under their
/// enemies where there is room now.
///
/// RULING: BG4-ENG-01, before everything else; the owner is asked for the order only where it changes the result.
/// Rules `BG4-ENG-01` to `BG4-ENG-05`, `BG4-COLOS-05` (pp. 59, 81, 82, 121).
///
/// # Errors
/// [`Need::Ask`] where the order matters.
pub(crate) fn realign(table: &mut BattleTable<'_>, frame: &Frame) -> Result<(), Need> {
    for unit in order(table.state(), frame)? {
        let Some(to) = realigned(table.state(), unit) else {
            continue;
        };
        if let Some(there) = table.state().unit(unit) {
            let (slid, pose) = (there.slid, there.pose);
            if pose != Some(to.pose) {
                table.emit(Event::Movement(MovementEvent::UnitMoved {
                    unit,
                    kind: MoveKind::Realigned,
                    legs: Vec::new(),
                    to: to.pose,
                    distance: to.distance.rounded(),
                    allowance: to.distance.rounded(),
                    shown: None,
                }));
            }
            if slid != to.slid {
                table.emit(Event::Movement(MovementEvent::SlidUnder { unit, slid: to.slid }));
            }
            if table.state().engagements != to.engagements {
                let engagements = to.engagements;
                table.emit(Event::Engagement(EngagementEvent::EngagementsChanged {
                    engagements,
                }));
            }
        }
    }
    Ok(())
}

/// The order in which the Active Player's units realign: by id, or as the owner says where it matters.
///
/// RULING: BG3-MOV-17 (p. 18), the smallest slide stands first among the choices, as the default: of all units the one whose
/// centre points lie nearest to each other, whatever is in its way now. Rule `BG4-ENG-01` (p. 81).
fn order(state: &State, frame: &Frame) -> Result<Vec<UnitId>, Need> {
    let Some(seat) = state.active else {
        return Ok(Vec::new());
    };
    let mut left: Vec<UnitId> = state
        .of_team(Team::of(seat))
        .filter(|unit| unit.slid || state.is_engaged(unit.id))
        .map(|unit| unit.id)
        .collect();
    if !left.iter().any(|unit| realigned(state, *unit).is_some()) {
        return Ok(Vec::new());
    }
    let by_slide = state.profile().smallest_slide_first;
    if by_slide {
        // Who lies right already is no choice.
        left.retain(|unit| whole_slide(state, *unit).is_some_and(|slide| slide > TOL.touch));
    }
    let mut order: Vec<UnitId> = Vec::with_capacity(left.len());
    let mut now = state.clone();
    while left.len() > 1 {
        if by_slide {
            left.sort_by_key(|unit| whole_slide(&now, *unit).unwrap_or(Inches::MOST));
        }
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
            return Err(Asking {
                seat,
                topic: Topic::RealignOrder,
                unit: None,
                about,
                options: Options::OneOf(
                    left.iter()
                        .map(|unit| (Answer::Unit(*unit), format!("{unit} realigns next")))
                        .collect(),
                ),
                rule: Rule::Eng01.into(),
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
        state.engagements = to.engagements;
    }
}

/// Where a unit realigns to; nothing if it stays. Rules `BG4-ENG-01` to `BG4-ENG-05`, `BG4-COLOS-05` (pp. 59, 81, 82, 121).
fn realigned(state: &State, id: UnitId) -> Option<Realigned> {
    let unit = state.unit(id)?;
    let pose = unit.pose?;
    if unit.status == Status::Routing {
        return None;
    }
    if unit.slid
        && let Some(back) = slide_back(&Field::of(state), unit, pose)
    {
        let whole = come_out(state, id, back);
        let lined_up = whole.unit(id).and_then(|unit| lined_up(&whole, unit, back));
        let (to, moved) = lined_up.unwrap_or((back, Inches::ZERO));
        return Some(Realigned {
            pose: to,
            slid: false,
            engagements: whole.engagements,
            distance: moved + pose.centre.distance(back.centre),
        });
    }
    let (to, distance) = lined_up(state, unit, pose)?;
    Some(Realigned {
        pose: to,
        slid: unit.slid,
        engagements: state.engagements.clone(),
        distance,
    })
}

/// The pose to which a unit lines up as events keep it, and how far away that is; nothing if it stays.
fn lined_up(state: &State, unit: &Unit, pose: Pose) -> Option<(Pose, Inches)> {
    let field = Field::of(state);
    let (to, moved) = aligned(&field, unit, pose)?;
    let enemies: Vec<UnitId> = state.engaged_with(unit.id).map(|(enemy, _, _)| enemy).collect();
    let to = stored(to, |pose| {
        is_free(&field, unit, &Card::new(pose, state.size(unit)), &enemies)
    });
    (to != pose).then_some((to, moved))
}

/// The position once a Colossal unit has come out from under its enemy. Those on its flanks stay where they are, so they
/// fight at another of the flank's centre points than at the last if the unit itself has moved back. Rules
/// `BG4-COLOS-03`, `BG4-COLOS-05` (p. 121).
fn come_out(state: &State, id: UnitId, back: Pose) -> State {
    let mut whole = state.clone();
    let mut point = 2;
    if let Some(unit) = whole.unit_mut(id) {
        if unit.pose != Some(back) {
            point = 0;
        }
        unit.pose = Some(back);
        unit.slid = false;
    }
    let flanks = whole.engagements.iter_mut();
    for engagement in flanks.filter(|one| one.rushed == id && one.rushed_side.is_flank()) {
        engagement.point = Some(point);
    }
    whole
}

/// Where a Colossal unit lies once its front card has come back from under the enemy, if both cards fit there, which they
/// do not where another enemy fights its rear; if the enemy is gone it may lie free already. RULING: tested at the owner's
/// realignment. Rule `BG4-COLOS-05` (p. 121).
fn slide_back(field: &Field<'_>, unit: &Unit, pose: Pose) -> Option<Pose> {
    let card = field.card(unit.id)?;
    let back = shift(pose, Way::Backward, card.size().depth().half());
    let free = |there: Pose| is_free(field, unit, &card.at(there), &[]);
    if free(pose) {
        Some(pose)
    } else {
        free(back).then(|| stored(back, free))
    }
}

/// The pose in which the centre points of the engaged sides meet, or as near to it as the unit can shift with the greatest
/// contact, and how far that is. Nothing for a unit that stays.
///
/// RULING: BG4-ENG-03, a unit with two or more engagements does not realign; RULING: BG3-MOV-17 (p. 18), it does with the one on
/// its front, else with the first, if that breaks none. RULING: BG4-ENG-05, nor does one that does not lie flush, nor its
/// enemy. Rules `BG4-ENG-01`, `BG4-ENG-02` (p. 81).
fn aligned(field: &Field<'_>, unit: &Unit, pose: Pose) -> Option<(Pose, Inches)> {
    let all: Vec<&Engagement> = field
        .state()
        .engagements
        .iter()
        .filter(|one| one.has(unit.id))
        .collect();
    let engagement = aligned_by(field.state(), unit)?;
    let own = field.body(unit.id)?;
    let touches_all = |there: Pose| {
        all.iter()
            .filter_map(|one| one.seen_by(unit.id))
            .all(|(enemy, side, their_side)| {
                let card = own.at(there);
                field
                    .body(enemy)
                    .is_some_and(|theirs| contact_length(&card, side, theirs, their_side, TOL) > Inches::ZERO)
            })
    };
    let (to, moved) = aligned_with(field, unit, pose, engagement)?;
    (all.len() < 2 || touches_all(to)).then_some((to, moved))
}

/// The engagement by which a unit realigns, if it does. Rules `BG4-ENG-03` (p. 81), `BG3-MOV-17` (p. 18).
fn aligned_by<'s>(state: &'s State, unit: &Unit) -> Option<&'s Engagement> {
    let all = || state.engagements.iter().filter(|one| one.has(unit.id));
    if all().count() > 1 && !state.profile().aligns_with_several {
        return None;
    }
    let on_front = |one: &&Engagement| one.seen_by(unit.id).is_some_and(|(_, own, _)| own == Side::Front);
    all().find(on_front).or_else(|| all().next())
}

/// How far a unit slides if nothing is in its way; one that lies under its enemy comes out by half of its length. Rules
/// `BG3-MOV-17` (p. 18), `BG4-COLOS-05` (p. 121).
fn whole_slide(state: &State, id: UnitId) -> Option<Inches> {
    let unit = state.unit(id)?;
    let field = Field::of(state);
    if unit.slid {
        return Some(field.card(id)?.size().depth().half());
    }
    let missing = missing(&field, unit, aligned_by(state, unit)?)?;
    Inches::new(missing.abs()).ok()
}

/// How far the centre point of a unit's engaged side lies from that of the enemy's, above 0 toward the right end of the enemy's
/// side as one looks at it; nothing where they do not lie flush. Rules `BG4-ENG-01` (p. 81), `BG3-MOV-17` (p. 18).
fn missing(field: &Field<'_>, unit: &Unit, engagement: &Engagement) -> Option<f64> {
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
    Some(along(from, to, theirs.side_ends(their_side)))
}

/// The same by one of its engagements.
fn aligned_with(
    field: &Field<'_>,
    unit: &Unit,
    pose: Pose,
    engagement: &Engagement,
) -> Option<(Pose, Inches)> {
    let missing = missing(field, unit, engagement)?;
    let (enemy, side, their_side) = engagement.seen_by(unit.id)?;
    let (own, theirs) = (field.body(unit.id)?, field.body(enemy)?);
    let ways = if side.is_flank() {
        [Way::Forward, Way::Backward]
    } else {
        [Way::Left, Way::Right]
    };
    if missing.abs() <= TOL.touch.value() {
        return None;
    }
    let way = ways.into_iter().find(|way| {
        let ahead = shift(pose, *way, Inches::mils(1_000)).centre;
        along(pose.centre, ahead, theirs.side_ends(their_side)) * missing > 0.0
    })?;
    let wanted = Inches::new(missing.abs()).ok()?;
    let obstacles = field.obstacles_from_here(unit, &[enemy]);
    let obstacles = Obstacles::new(obstacles.iter().map(|obstacle| obstacle.object));
    let free = free_distance(own, way, wanted, &obstacles, TOL).distance;
    let free = field.partly_covered(unit).clear_part(own, way, free);
    let moved = if free < wanted {
        longest(own, side, theirs, their_side, way, free)
    } else {
        wanted
    };
    (moved > Inches::ZERO).then(|| (shift(pose, way, moved), moved))
}

/// Of the shifts up to a limit the longest of those with the greatest contact. Rule `BG4-ENG-02` (p. 81).
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
pub(crate) mod tests;
