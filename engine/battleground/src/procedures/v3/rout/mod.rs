//! Rout movement (pp. 23-24): away from those fought, later to the own table edge, through friends where it began in contact.

pub(crate) mod router;
pub(crate) mod ways_round;

use battleground_geometry::{
    Card, Degrees, Inches, Object, Point, Pose, Side, contact_length, overlaps, touches,
};

use crate::field::edge::own_edge;
use crate::field::{Blocker, Field, Obstacle, TOL};
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Asking, Frame, Need, Options, Topic, answer_to};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::{Cause, State, Status, Unit};
use crate::naming::by_id;
use crate::procedures::rout_plan::{RoutPlan, RoutRun};
use router::{Router, STEP, Travelled, Way};
use ways_round::way_to_edge;

/// What becomes of a unit by a rout move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rout {
    /// Where it is set down.
    pub(crate) to: Pose,
    /// How far its front centre point has travelled.
    pub(crate) distance: Inches,
    /// How far its movement category let it.
    pub(crate) allowance: Inches,
    /// Friends that it went through, in order.
    pub(crate) through: Vec<UnitId>,
    /// Whether it is a Skirmisher that is set down beyond a friend and rallies there. Rule `BG3-KEY-35` (p. 31).
    pub(crate) rallies: bool,
    /// How it is destroyed, if it is.
    pub(crate) fate: Option<Cause>,
}

/// Whether a unit still touches an enemy that it fought, along more than a corner. Rule `BG3-ROUT-05` (p. 23).
fn still_engaged(field: &Field<'_>, card: &Card, fought: &[UnitId]) -> bool {
    let touches = |enemy: &Card| {
        Side::ALL.into_iter().any(|own| {
            Side::ALL
                .into_iter()
                .any(|their| contact_length(card, own, enemy, their, TOL) > TOL.touch)
        })
    };
    fought
        .iter()
        .filter_map(|enemy| field.card(*enemy))
        .any(|enemy| touches(enemy) || overlaps(card, enemy, TOL))
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a rout move.
    #[derive(Copy, Eq)]
    enum RoutRefusal {
        NotOnTheTable(unit: UnitId) = Rule::Rout01, "p. 23", unit = by_id(*unit);
    }
}

/// The rout move of a unit: its disengagement from those it fought, or a move to its own table edge.
///
/// # Errors
/// [`Need::Ask`] where its owner chooses among equal directions.
pub(crate) fn rout(field: &Field<'_>, unit: &Unit, frame: &Frame) -> Result<Rout, Need> {
    let Some(router) = Router::of(field, unit) else {
        return Err(RoutRefusal::NotOnTheTable(unit.id).into());
    };
    let engaged = field.state().engaged_with(unit.id).map(|(enemy, _, _)| enemy);
    let engaged: Vec<UnitId> = engaged.collect();
    // RULING: BG3-ROUT-04 (p. 23), an enemy that has routed away first in the same phase counts where it lies then; one that was
    // destroyed does not count.
    let fled = unit.turn.fled_from.iter().copied();
    let mut fought: Vec<UnitId> = engaged
        .iter()
        .copied()
        .chain(fled.filter(|enemy| unit.turn.just_routed && field.card(*enemy).is_some()))
        .collect();
    fought.sort_unstable();
    fought.dedup();
    let rout = if fought.is_empty() {
        to_own_edge(&router, frame)?
    } else {
        disengaged(&router, (&fought, &engaged), frame)?
    };
    Ok(come_clear(&router, rout))
}

/// The way that a unit must still go to come clear of what it lay on before it moved, or onto the table: it may have been turned onto
/// others, or over the table edge. What it met on its way has stopped it and is no matter here.
///
/// RULING: BG3-COUR-07, BG3-ROUT-11 (pp. 22, 24), it is put back onto the table and goes on until it lies flush beyond what it lay on,
/// as through friends that it touches; where enemies, impassable ground or the table edge leave no room there it is destroyed.
fn come_clear(router: &Router<'_>, rout: Rout) -> Rout {
    if router.unit.airborne {
        return rout;
    }
    let inside = if router.is_off_the_table(rout.to) {
        onto_the_table(router, rout.to)
    } else {
        rout.to
    };
    let is_shifted = inside != rout.to;
    if !router.stays_on(inside) && (!is_shifted || router.is_free(inside)) {
        return Rout { to: inside, ..rout };
    }
    if rout.fate.is_some() {
        return stays(router, rout.fate);
    }
    let from = router.card.pose().centre;
    let heading = from
        .bearing(rout.to.centre)
        .unwrap_or_else(|| own_edge(router.unit.id.seat()));
    let card = router.card.at(inside);
    let lies_on =
        |obstacle: &&Obstacle<'_>| obstacle.what != Blocker::Edge && overlaps(&card, obstacle.object, TOL);
    let lain_on = router.under.iter().chain(&router.obstacles);
    let lain_on: Vec<Obstacle<'_>> = lain_on.filter(lies_on).copied().collect();
    let Some((distance, passed)) = router.beyond(&card, heading, lain_on) else {
        return stays(router, Some(Cause::NoPlace));
    };
    let mut through = rout.through.clone();
    through.extend(passed.into_iter().filter(|friend| !rout.through.contains(friend)));
    let clear = router.moved_to(inside);
    let to = clear.stored(clear.at(heading, distance));
    Rout {
        to,
        distance: from.distance(to.centre).rounded(),
        through,
        ..rout
    }
}

/// A place shifted onto the table by the least that brings all of the card there.
fn onto_the_table(router: &Router<'_>, pose: Pose) -> Pose {
    let (width, depth) = (router.field.table().width(), router.field.table().depth());
    let card = router.card.at(pose);
    let corners = card.corners();
    let shift = |of: fn(&Point) -> Inches, most: Inches| {
        let low = corners.iter().map(of).min().unwrap_or(Inches::ZERO);
        let high = corners.iter().map(of).max().unwrap_or(Inches::ZERO);
        let over = (high - most).max(Inches::ZERO);
        (Inches::ZERO - low).max(Inches::ZERO) - over
    };
    let across = shift(|corner| corner.x, width);
    let along = shift(|corner| corner.y, depth);
    if across == Inches::ZERO && along == Inches::ZERO {
        return pose;
    }
    let centre = pose.centre;
    Pose::new(centre.x + across, centre.y + along, pose.heading)
}

/// Away from those it fought, of whom some are still engaged with it. Rules `BG3-ROUT-04` to `BG3-ROUT-07` (pp. 23-24).
fn disengaged(
    router: &Router<'_>,
    (fought, engaged): (&[UnitId], &[UnitId]),
    frame: &Frame,
) -> Result<Rout, Need> {
    let ways = router.away_from(fought);
    let way = match &ways[..] {
        [] => return Ok(stays(router, None)),
        [only] => only.clone(),
        several => chosen(router.unit.id, several, frame)?,
    };
    let friends: Vec<&Obstacle<'_>> = router
        .obstacles
        .iter()
        .filter(|obstacle| router.is_friend(obstacle.what))
        .collect();
    let stopped = if router.unit.airborne {
        way.clone()
    } else {
        router.slide(way.heading, way.distance, &friends)
    };
    if let Some(beyond) = set_down_beyond(router, &stopped, router.reach(way.heading)) {
        return Ok(beyond);
    }
    let to = router.stored(router.at(way.heading, stopped.distance));
    let card = router.card.at(to);
    let held = !router.unit.airborne && still_engaged(router.field, &card, engaged);
    // RULING: BG3-ROUT-06 (pp. 23-24), blocked by friends it is free without moving; blocked by enemies or terrain, or too
    // slow, it is not.
    let by_friends = !stopped.met.is_empty();
    Ok(Rout {
        to,
        distance: Inches::new(stopped.distance).unwrap_or(Inches::ZERO).rounded(),
        allowance: Inches::new(router.reach(way.heading))
            .unwrap_or(Inches::ZERO)
            .rounded(),
        through: Vec::new(),
        rallies: false,
        fate: (held && !by_friends).then_some(Cause::RoutIntoEnemy),
    })
}

fn stays(router: &Router<'_>, fate: Option<Cause>) -> Rout {
    Rout {
        to: router.card.pose(),
        distance: Inches::ZERO,
        allowance: Inches::new(router.allowance).unwrap_or(Inches::ZERO).rounded(),
        through: Vec::new(),
        rallies: false,
        fate,
    }
}

/// A Skirmisher whose front centre point would come to lie over the friend that its way meets is set down beyond it at once, and
/// rallies there; it is destroyed where there is no room. Nothing for others, or where another part of its card meets the friend.
/// Rule `BG3-KEY-35` (p. 31).
fn set_down_beyond(router: &Router<'_>, way: &Way, reach: f64) -> Option<Rout> {
    let skirmishes = router.field.state().has(router.unit.id, Keyword::Skirmisher);
    if !skirmishes || router.unit.airborne {
        return None;
    }
    let (friend, far) = first_under_centre(router, way.heading, reach)?;
    let what = Blocker::Unit(friend);
    // A friend on which another part of the card lies does not stop it before its front centre comes there.
    let lies_on_it = router.under.iter().any(|obstacle| obstacle.what == what);
    let runs_into = way.met.contains(&what) || (lies_on_it && far <= way.distance + STEP);
    runs_into.then(|| match router.through(way.heading, &[friend]) {
        Some((distance, through)) => Rout {
            rallies: true,
            ..ended(router, way.heading, distance, reach, through)
        },
        None => stays(router, Some(Cause::NoPlace)),
    })
}

/// The owner's choice of a direction. Rule `BG3-ROUT-04` (p. 23).
fn chosen(unit: UnitId, ways: &[Way], frame: &Frame) -> Result<Way, Need> {
    let given = answer_to(&frame.answers, Topic::RoutDirection, Some(unit), None);
    let found = ways
        .iter()
        .find(|way| given == Some(&Answer::Heading(way.heading)));
    if let Some(way) = found {
        return Ok(way.clone());
    }
    let options = ways
        .iter()
        .map(|way| {
            let words = format!("{unit} runs toward {}", way.heading);
            (Answer::Heading(way.heading), words)
        })
        .collect();
    Err(Asking {
        seat: unit.seat(),
        topic: Topic::RoutDirection,
        unit: Some(unit),
        about: None,
        options: Options::OneOf(options),
        rule: Rule::RoutDirection.into(),
    }
    .into())
}

/// To its own table edge by the shortest way: through a friend that it touched when the turn began, else up to whatever it meets;
/// over the edge if it began in contact with that. Rules `BG3-ROUT-08` to `BG3-ROUT-12` (p. 24).
///
/// # Errors
/// [`Need::Ask`] where its owner chooses between two shortest ways round what it cannot pass.
fn to_own_edge(router: &Router<'_>, frame: &Frame) -> Result<Rout, Need> {
    let heading = own_edge(router.unit.id.seat());
    let to_edge = router.to_own_edge();
    if to_edge <= TOL.touch {
        return Ok(stays(router, Some(Cause::RoutIntoEdge)));
    }
    if router.unit.airborne {
        let reach = router.reach(heading);
        let distance = reach.min(to_edge.value().max(0.0));
        return Ok(ended(router, heading, distance, reach, Vec::new()));
    }
    let from = router.card.pose().centre;
    // RULING: BG3-ROUT-10 (p. 24), where no way leads round, it goes straight on and stops in contact, unengaged.
    let way =
        way_to_edge(router, heading, frame)?.unwrap_or_else(|| vec![from, from.towards(heading, to_edge)]);
    let mut at = router.moved_to(router.card.pose());
    let mut before = Travelled::NOTHING;
    let mut allowance = 0.0;
    for stretch in way.windows(2) {
        let Some(heading) = stretch[0].bearing(stretch[1]) else {
            continue;
        };
        let far = stretch[0].distance(stretch[1]).value();
        let gone = before.inches;
        let reach = at.reach_on(heading, far, &before);
        let all: Vec<&Obstacle<'_>> = at.obstacles.iter().collect();
        let slid = at.slide(heading, reach.inches, &all);
        let after = |rout: Rout| Rout {
            distance: (rout.distance + Inches::new(gone).unwrap_or(Inches::ZERO)).rounded(),
            allowance: (rout.allowance + Inches::new(gone).unwrap_or(Inches::ZERO)).rounded(),
            ..rout
        };
        if let Some(beyond) = set_down_beyond(&at, &slid, reach.inches) {
            return Ok(after(beyond));
        }
        if gone == 0.0 {
            let ahead = friends_ahead(router, &slid, reach.inches);
            if !ahead.is_empty() {
                return Ok(match router.through(heading, &ahead) {
                    Some((distance, through)) => ended(router, heading, distance, reach.inches, through),
                    None => stays(router, Some(Cause::NoPlace)),
                });
            }
        }
        at = at.moved_to(at.at(heading, slid.distance));
        allowance = gone + reach.inches;
        before = Travelled {
            inches: gone + slid.distance,
            rows: reach.rows,
        };
        if slid.distance + 1e-6 < far {
            break;
        }
    }
    Ok(Rout {
        to: at.stored(at.card.pose()),
        distance: Inches::new(before.inches).unwrap_or(Inches::ZERO).rounded(),
        allowance: Inches::new(allowance).unwrap_or(Inches::ZERO).rounded(),
        through: Vec::new(),
        rallies: false,
        fate: None,
    })
}

/// The friends through which a unit goes that sets off: those it lies on since it turned, else those it touches and on which its way
/// leads before anything else stops it. Rule `BG3-ROUT-11` (p. 24).
fn friends_ahead(router: &Router<'_>, slid: &Way, reach: f64) -> Vec<UnitId> {
    let under = router.friends_under(slid.heading);
    if !under.is_empty() {
        return under;
    }
    let touched = router
        .obstacles
        .iter()
        .filter(|obstacle| router.is_friend(obstacle.what) && is_in_contact(&router.card, obstacle.object));
    // Contact is measured between the cards: at an angle the way leads on a little before it counts as stopped.
    let ahead = touched.filter(|obstacle| {
        let alone = router.slide(slid.heading, reach, &[obstacle]);
        !alone.met.is_empty() && alone.distance <= slid.distance + STEP
    });
    let friends = ahead.filter_map(|obstacle| match obstacle.what {
        Blocker::Unit(friend) => Some(friend),
        Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
    });
    friends
        .filter(|friend| began_in_contact(router, *friend))
        .collect()
}

/// Whether a card touches an object, or lies on it within the tolerance of a touch or more. Rule `BG3-TURN-05` (p. 14).
fn is_in_contact(card: &Card, object: Object<'_>) -> bool {
    touches(card, object, TOL) || overlaps(card, object, TOL)
}

/// Whether a unit that sets off touched a friend when the turn began. Rules `BG3-TURN-05`, `BG3-ROUT-11` (pp. 14, 24).
// RULING: BG3-ROUT-11, one that failed in this Courage Phase goes through whom it touches then.
fn began_in_contact(router: &Router<'_>, friend: UnitId) -> bool {
    if router.unit.turn.just_routed {
        return true;
    }
    let touched = router.unit.turn.touched.as_ref();
    touched.is_none_or(|touched| touched.contains(&friend))
}

/// The friends that a routing unit touches as the turn begins. Rule `BG3-TURN-05` (p. 14).
pub(crate) fn touched_friends(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let Some(card) = field.card(unit.id) else {
        return Vec::new();
    };
    let friends = field.stands().iter().filter(|stand| {
        stand.id != unit.id && stand.id.team() == unit.id.team() && !stand.airborne && !unit.airborne
    });
    friends
        .filter(|stand| {
            field
                .body(stand.id)
                .is_some_and(|body| is_in_contact(card, Object::Card(body)))
        })
        .map(|stand| stand.id)
        .collect()
}

fn ended(router: &Router<'_>, heading: Degrees, distance: f64, reach: f64, through: Vec<UnitId>) -> Rout {
    Rout {
        to: router.stored(router.at(heading, distance)),
        distance: Inches::new(distance).unwrap_or(Inches::ZERO).rounded(),
        allowance: Inches::new(reach).unwrap_or(Inches::ZERO).rounded(),
        through,
        rallies: false,
        fate: None,
    }
}

/// The friend on which the front centre of a Skirmisher would come to lie first, whether another part of its card lies on it already
/// or not, and after how many inches. Rule `BG3-KEY-35` (p. 31).
fn first_under_centre(router: &Router<'_>, heading: Degrees, reach: f64) -> Option<(UnitId, f64)> {
    let from = router.card.front_centre();
    let steps = (reach / STEP).ceil() as u32;
    (0..=steps).find_map(|step| {
        let far = (f64::from(step) * STEP).min(reach);
        let at = from.towards(heading, Inches::new(far).unwrap_or(Inches::ZERO));
        let mut all = router.obstacles.iter().chain(&router.under);
        all.find_map(|obstacle| match obstacle.what {
            Blocker::Unit(unit) if unit.team() == router.unit.id.team() => {
                battleground_geometry::covers(obstacle.object, at, TOL).then_some((unit, far))
            }
            Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
        })
    })
}

/// What becomes of a unit by its rout move, and of the friends in its way. Rules `BG3-ROUT-02` to `BG3-ROUT-14` (pp. 23-24),
/// `BG3-KEY-16` (p. 29), `BG3-KEY-35`, `BG3-KEY-36` (p. 31).
///
/// # Errors
/// [`Need::Ask`] where its owner chooses among equal directions.
pub(crate) fn planned(state: &State, unit: &Unit, frame: &Frame) -> Result<RoutPlan, Need> {
    let flies = state.kind(unit).is(Keyword::Flying);
    let moving = Unit {
        airborne: unit.airborne || flies,
        ..unit.clone()
    };
    let plan = rout(&Field::of(state), &moving, frame)?;
    // Who is destroyed where it lies has made no move.
    let destroyed_there = plan.fate.is_some() && plan.distance == Inches::ZERO;
    Ok(RoutPlan {
        takes_off: flies && !unit.airborne,
        shifts: false,
        run: (!destroyed_there).then_some(RoutRun {
            legs: Vec::new(),
            to: plan.to,
            distance: plan.distance,
            allowance: plan.allowance,
        }),
        comes_out: unit.slid,
        checking: owing_checks(state, &plan.through, plan.rallies),
        checked_at_once: false,
        run_through: if plan.rallies { Vec::new() } else { plan.through },
        fate: plan.fate,
        rallies: plan.rallies && plan.fate.is_none(),
    })
}

/// The friends that owe a check for being run through: all, but for a Skirmisher that rallies beyond them only Skirmishers that
/// do not rout. Rules
/// `BG3-ROUT-11` (p. 24), `BG3-KEY-36` (p. 31).
fn owing_checks(state: &State, through: &[UnitId], rallies: bool) -> Vec<UnitId> {
    let owes = |friend: &UnitId| {
        let routs = state
            .unit(*friend)
            .is_some_and(|unit| unit.status == Status::Routing);
        !rallies || (state.has(*friend, Keyword::Skirmisher) && !routs)
    };
    through.iter().copied().filter(owes).collect()
}
