//! Rout movement (pp. 23-24): away from those fought, later to the own table edge, through friends where it began in contact.

mod router;

use hindsight_geometry::inches::{Card, Degrees, Inches, Point, Pose, Side, contact_length, overlaps};
use hindsight_kernel::Refusal;

use router::{Router, Way};

use crate::field::{Blocker, Field, Obstacle, TOL};
use crate::model::agenda::{
    Answer, BattleTable, Frame, Need, Options, Question, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind, TurnMark};
use crate::model::names::UnitId;
use crate::model::orders::{Order, Orders};
use crate::model::rule::Rule;
use crate::model::state::{Cause, RoutCause, State, Status, Unit};
use crate::rules::rout::{end_engagements, own_edge};

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
    /// How it is destroyed, if it is.
    pub(crate) fate: Option<Cause>,
}

/// How finely a way is looked along, in inches.
const STEP: f64 = 0.05;
/// Clearances and angles that count as equal.
const EQUAL: f64 = 1e-3;

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

/// The rout move of a unit: its disengagement from those it fought, or a move to its own table edge.
///
/// # Errors
/// [`Need::Ask`] where its owner chooses among equal directions.
pub(crate) fn rout(field: &Field<'_>, unit: &Unit, frame: &Frame) -> Result<Rout, Need> {
    let Some(router) = Router::of(field, unit) else {
        return Err(Refusal::new(Rule::Rout01, format!("{} is not on the table", unit.id)).into());
    };
    let state = field.state();
    let mut fought: Vec<UnitId> = state.engaged_with(unit.id).map(|(enemy, _, _)| enemy).collect();
    fought.sort_unstable();
    fought.dedup();
    let rout = if fought.is_empty() {
        to_own_edge(&router)
    } else {
        disengaged(&router, &fought, frame)?
    };
    Ok(come_clear(&router, rout))
}

/// The way that a unit must still go to lie on nothing: it may have been turned onto others, or over the table edge, and not
/// have come clear by its move.
///
/// RULING: BG3-COUR-07, BG3-ROUT-11 (pp. 22, 24), it is put back onto the table and goes on until it is clear of them, as
/// through friends that it touches; where there is no such place it is destroyed.
fn come_clear(router: &Router<'_>, rout: Rout) -> Rout {
    const MOST: u32 = 240;
    if router.unit.airborne {
        return rout;
    }
    let obstacles = router.field.obstacles(router.unit, &[]);
    let met = |pose: Pose| -> Vec<Blocker> {
        let there = router.card.at(pose);
        let on = obstacles
            .iter()
            .filter(|obstacle| overlaps(&there, obstacle.object, TOL));
        on.map(|obstacle| obstacle.what).collect()
    };
    let inside = onto_the_table(router, rout.to);
    if met(inside).is_empty() {
        return Rout { to: inside, ..rout };
    }
    if rout.fate.is_some() {
        return stays(router, rout.fate);
    }
    let own_edge = own_edge(router.unit.id.seat());
    let from = router.card.pose().centre;
    let heading = from.bearing(inside.centre).unwrap_or(own_edge);
    let mut through = rout.through.clone();
    for step in 0..=MOST {
        let far = Inches::new(f64::from(step) * STEP).unwrap_or(Inches::ZERO);
        let to = inside.centre.towards(heading, far);
        let pose = onto_the_table(router, Pose::new(to.x, to.y, inside.heading)).rounded();
        let met = met(pose);
        if met.is_empty() {
            let distance = from.distance(pose.centre).rounded();
            return Rout {
                to: pose,
                distance,
                through,
                ..rout
            };
        }
        for what in met {
            match what {
                Blocker::Unit(friend) if router.is_friend(what) => {
                    if !through.contains(&friend) {
                        through.push(friend);
                    }
                }
                Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => {}
            }
        }
    }
    stays(router, Some(Cause::NoPlace))
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

/// Away from those it fought. Rules `BG3-ROUT-04` to `BG3-ROUT-07` (pp. 23-24).
fn disengaged(router: &Router<'_>, fought: &[UnitId], frame: &Frame) -> Result<Rout, Need> {
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
    let to = router.at(way.heading, stopped.distance).rounded();
    let card = router.card.at(to);
    let held = !router.unit.airborne && still_engaged(router.field, &card, fought);
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
        fate: (held && !by_friends).then_some(Cause::RoutIntoEnemy),
    })
}

fn stays(router: &Router<'_>, fate: Option<Cause>) -> Rout {
    Rout {
        to: router.card.pose(),
        distance: Inches::ZERO,
        allowance: Inches::new(router.allowance).unwrap_or(Inches::ZERO).rounded(),
        through: Vec::new(),
        fate,
    }
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
    Err(Question {
        seat: unit.seat(),
        topic: Topic::RoutDirection,
        unit: Some(unit),
        about: None,
        options: Options::OneOf(options),
        rule: Rule::RoutDirection.into(),
    }
    .into())
}

/// To its own table edge: through a friend that it touches, else up to whatever it meets; over the edge if it began in
/// contact with that. Rules `BG3-ROUT-08` to `BG3-ROUT-12` (p. 24).
fn to_own_edge(router: &Router<'_>) -> Rout {
    let heading = own_edge(router.unit.id.seat());
    let depth = router.field.table().depth();
    let edge = |point: &Point| {
        if heading == Degrees::ZERO {
            depth - point.y
        } else {
            point.y
        }
    };
    let to_edge = router
        .card
        .corners()
        .iter()
        .map(edge)
        .min()
        .unwrap_or(Inches::ZERO);
    if to_edge <= TOL.touch {
        return stays(router, Some(Cause::RoutIntoEdge));
    }
    let reach = router.reach(heading);
    if router.unit.airborne {
        let distance = reach.min(to_edge.value().max(0.0));
        return ended(router, heading, distance, reach, Vec::new());
    }
    let all: Vec<&Obstacle<'_>> = router.obstacles.iter().collect();
    let way = router.slide(heading, reach, &all);
    let ahead: Vec<UnitId> = router
        .slide(heading, 0.05, &all)
        .met
        .into_iter()
        .filter(|what| router.is_friend(*what))
        .filter_map(|what| match what {
            Blocker::Unit(unit) => Some(unit),
            Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
        })
        .collect();
    let skirmishes = router.field.state().has(router.unit.id, Keyword::Skirmisher);
    if !ahead.is_empty() && way.distance <= TOL.touch.value() {
        return match router.through(heading, &ahead, 0.0) {
            Ok((distance, through)) => ended(router, heading, distance, reach, through),
            Err(_) => stays(router, Some(Cause::NoPlace)),
        };
    }
    // A Skirmisher whose front centre would come to lie over a friend is set down beyond it at once. Rule BG3-KEY-35 (p. 31).
    if skirmishes
        && let Some(friend) = first_under_centre(router, heading, reach)
        && way.met.contains(&Blocker::Unit(friend))
    {
        return match router.through(heading, &[friend], way.distance) {
            Ok((distance, through)) => ended(router, heading, distance, reach, through),
            Err(_) => stays(router, Some(Cause::NoPlace)),
        };
    }
    // RULING: BG3-ROUT-10 (p. 24), around impassable terrain and enemies as far as a sidestep of its own width leads; else
    // it stops in contact, unengaged.
    let hard = way
        .met
        .iter()
        .any(|what| !router.is_friend(*what) && *what != Blocker::Edge);
    if hard && let Some(round) = around(router, heading, way.distance, reach) {
        return round;
    }
    ended(router, heading, way.distance, reach, Vec::new())
}

fn ended(router: &Router<'_>, heading: Degrees, distance: f64, reach: f64, through: Vec<UnitId>) -> Rout {
    Rout {
        to: router.at(heading, distance).rounded(),
        distance: Inches::new(distance).unwrap_or(Inches::ZERO).rounded(),
        allowance: Inches::new(reach).unwrap_or(Inches::ZERO).rounded(),
        through,
        fate: None,
    }
}

/// The friend on which the front centre of a Skirmisher would come to lie first. Rule `BG3-KEY-35` (p. 31).
fn first_under_centre(router: &Router<'_>, heading: Degrees, reach: f64) -> Option<UnitId> {
    let from = router.card.front_centre();
    let steps = (reach / STEP).ceil() as u32;
    (0..=steps).find_map(|step| {
        let far = (f64::from(step) * STEP).min(reach);
        let at = from.towards(heading, Inches::new(far).unwrap_or(Inches::ZERO));
        router.obstacles.iter().find_map(|obstacle| match obstacle.what {
            Blocker::Unit(unit) if unit.team() == router.unit.id.team() => {
                hindsight_geometry::inches::covers(obstacle.object, at, TOL).then_some(unit)
            }
            Blocker::Unit(_) | Blocker::Terrain(_) | Blocker::Edge | Blocker::Target => None,
        })
    })
}

/// Sideways past what stops it, then on, all within its movement; nothing if that does not bring it nearer to its edge.
fn around(router: &Router<'_>, heading: Degrees, first: f64, reach: f64) -> Option<Rout> {
    let all: Vec<&Obstacle<'_>> = router.obstacles.iter().collect();
    let left = reach - first;
    let start = router.card.at(router.at(heading, first));
    let mut best: Option<(f64, Pose)> = None;
    for aside in [90.0, -90.0] {
        let side = (heading + Degrees::new(aside).ok()?).heading();
        let there = |far: f64| Router {
            field: router.field,
            unit: router.unit,
            card: start.at(Router {
                card: start,
                obstacles: Vec::new(),
                ..*router
            }
            .at(side, far)),
            obstacles: router.obstacles.clone(),
            allowance: router.allowance,
        };
        let open = Router {
            field: router.field,
            unit: router.unit,
            card: start,
            obstacles: router.obstacles.clone(),
            allowance: router.allowance,
        }
        .free(side, left, &all);
        let steps = (open / STEP).floor() as u32;
        for step in 1..=steps {
            let far = f64::from(step) * STEP;
            let moved = there(far);
            let on = moved.free(heading, left - far, &all);
            if on > best.as_ref().map_or(0.05, |(on, _)| *on) {
                best = Some((on, moved.at(heading, on)));
                break;
            }
        }
    }
    best.map(|(_, to)| Rout {
        to: to.rounded(),
        distance: Inches::new(reach).unwrap_or(Inches::ZERO).rounded(),
        allowance: Inches::new(reach).unwrap_or(Inches::ZERO).rounded(),
        through: Vec::new(),
        fate: None,
    })
}

/// A unit makes its rout move. Rules `BG3-ROUT-02` to `BG3-ROUT-14` (pp. 23-24), `BG3-KEY-16` (p. 29), `BG3-KEY-35`,
/// `BG3-KEY-36` (p. 31).
pub(crate) fn rout_move(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::RoutMove { unit: id, .. } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let Some(unit) = state.unit(id).filter(|unit| unit.pose.is_some()) else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let flies = state.kind(unit).is(Keyword::Flying);
    let takes_off = flies && !unit.airborne;
    let moving = Unit {
        airborne: unit.airborne || flies,
        ..unit.clone()
    };
    let field = Field::of(state);
    let plan = rout(&field, &moving, frame)?;
    let skirmisher = state.kind(unit).is(Keyword::Skirmisher);
    let slid = unit.slid;
    let rallies = skirmisher && !plan.through.is_empty() && plan.fate.is_none();
    let owing = owing_checks(state, &plan.through, skirmisher);
    end_engagements(table, id);
    if takes_off {
        table.emit(Event::FlightChanged {
            unit: id,
            airborne: true,
        });
    }
    // Who is destroyed where it lies has made no move.
    let destroyed_there = plan.fate.is_some() && plan.distance == Inches::ZERO;
    if !destroyed_there {
        table.emit(Event::UnitMoved {
            unit: id,
            kind: MoveKind::Rout,
            legs: Vec::new(),
            to: plan.to,
            distance: plan.distance,
            allowance: plan.allowance,
            shown: None,
        });
    }
    if slid {
        table.emit(Event::SlidUnder {
            unit: id,
            slid: false,
        });
    }
    for friend in owing {
        table.emit(Event::CauseNoted {
            unit: friend,
            cause: RoutCause::MovedThrough,
        });
    }
    if !skirmisher {
        for friend in plan.through {
            table.emit(Event::Marked {
                unit: friend,
                mark: TurnMark::RunThrough,
            });
        }
    }
    if let Some(cause) = plan.fate {
        crate::rules::damage::destroy(table, id, cause, None);
    } else if rallies {
        table.emit(Event::StatusChanged {
            unit: id,
            status: Status::Ready(Some(Orders::plain(Order::Hold))),
            why: "Rallied beyond a friend".to_owned(),
        });
        table.emit(Event::Marked {
            unit: id,
            mark: TurnMark::Rallied,
        });
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// The friends that owe a check for being run through: all, but for a Skirmisher only Skirmishers that do not rout. Rules
/// `BG3-ROUT-11` (p. 24), `BG3-KEY-36` (p. 31).
fn owing_checks(state: &State, through: &[UnitId], skirmisher: bool) -> Vec<UnitId> {
    let owes = |friend: &UnitId| {
        let routs = state
            .unit(*friend)
            .is_some_and(|unit| unit.status == Status::Routing);
        !skirmisher || (state.has(*friend, Keyword::Skirmisher) && !routs)
    };
    through.iter().copied().filter(owes).collect()
}
