//! Paths of units under an order: the direct path, or the fastest one round the obstacles that the owner has
//! the unit avoid (pp. 12-13).

pub(crate) mod contact;
pub(crate) mod goal_points;
pub(crate) mod lanes;
pub(crate) mod obstacles;
pub(crate) mod on_path;
pub(crate) mod surely;
pub(crate) mod until;

use battleground_geometry::{Hand, Object, Point, Pose};
use contact::up_to_met;
use lanes::Lanes;
use obstacles::{NotPast, Thing, Unfinished, both_ways, closest_on, obstacles};

use crate::field::Field;
use crate::memo::cached;
use crate::model::agenda::{Answer, Need, PathObstacle, Topic, fitting_answer};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::procedures::movement::asked::AskedCourses;
use crate::procedures::movement::choices::{ask, choose, chosen_course};
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{Mover, Progress, length};
use crate::procedures::movement::plan::{Goal, Indirect, OtherMoves};
use crate::procedures::movement::plans::{Course, Ends, PlanKind, Search};
use crate::procedures::v3::overlap;
use crate::procedures::v3::paths::obstacles::may_be_passed;

pub(crate) use on_path::OnPath;
pub(crate) use until::Until;

/// The course that is taken ends no more than this before the nearest, by the plans that are weighed.
const BEFORE_THE_NEAREST: f64 = 0.06;
/// Aims along a path lie so many inches apart.
const AIMS_APART: f64 = 0.5;

/// The move of a unit along the path that it takes to a goal: the direct one unless something stands in it that its owner has
/// it avoid, or that it cannot pass; it goes on until its order has it stop. Rules `BG3-PATH-01` to `BG3-PATH-10` (pp. 6, 12-13).
///
/// # Errors
/// [`Need::Ask`] for each obstacle in turn that may be avoided, the closest first, and for two fastest paths.
pub(crate) fn way(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    goal: Goal,
    until: &Until<'_>,
) -> Result<OnPath, Need> {
    if context.unit.airborne {
        let course = choose(
            context,
            from,
            goal.point,
            goal.of,
            &Ends::ANYWHERE,
            &PlanKind::FLYING,
        )?;
        return Ok(OnPath::alone((course.legs, course.end), None).until(until, context, from));
    }
    let chosen = choose_path(context, from, field, goal)?;
    match &chosen.lanes {
        None => go_directly(context, from, field, goal, until, &chosen),
        Some(lanes) if !chosen.met.is_empty() => go_up_to_met(context, from, field, until, &chosen, lanes),
        Some(lanes) => go_around(context, from, goal, until, &chosen, lanes),
    }
}

/// The path that a unit takes to a goal, by what its owner decides about the obstacles in it.
struct ChosenPath<'f> {
    path: Vec<Point>,
    /// The ways round what it avoids; none where it avoids nothing.
    lanes: Option<Lanes<'f>>,
    avoided: Vec<PathObstacle>,
    /// The friends that it does not avoid.
    met: Vec<UnitId>,
    /// Those of them that it cannot go round.
    forced: Vec<UnitId>,
}

/// Chooses the path, obstacle by obstacle, the closest first. Rules `BG3-PATH-03` to `BG3-PATH-09` (pp. 12-13, 27).
fn choose_path<'f>(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &'f Field<'_>,
    goal: Goal,
) -> Result<ChosenPath<'f>, Need> {
    let front = context.mover.card_at(from.pose).front_centre();
    let own = context.mover.card_at(from.pose);
    let closes = context.orders.order == Order::Close;
    let things = obstacles(field, context.unit, (&own, closes), goal);
    let mut decided: Vec<PathObstacle> = Vec::new();
    let mut avoided: Vec<Thing<'f>> = Vec::new();
    let mut met: Vec<UnitId> = Vec::new();
    let mut forced: Vec<UnitId> = Vec::new();
    let mut path = vec![front, goal.point];
    let mut lanes = None;
    let not_past = NotPast::of(field, context.unit, goal);
    while let Some(thing) = closest_on(&path, &things, &decided, front) {
        decided.push(thing.what);
        let of_it = |one: &&Thing<'_>| one.what == thing.what;
        let parts: Vec<Thing<'_>> = things.iter().filter(of_it).copied().collect();
        let objects: Vec<Object<'_>> = avoided.iter().chain(&parts).map(|one| one.object).collect();
        // What cannot be gone round is met without a question.
        let may_be_passed = !thing.may_be_met || may_be_passed(&objects, &things, field, (front, goal.point));
        let around = Lanes::new(objects.clone(), goal.point, field.table());
        let mut ways = shortest(both_ways(&around, front), field);
        let passable = may_be_passed && !ways.is_empty();
        // Of the ways only those are left that may lead past none of the enemies that the owner said it does not lead past.
        let is_kept = |path: &[Point], avoided: &[Object<'_>]| {
            let (path, decided, avoided) = (path.to_vec(), decided.clone(), avoided.to_vec());
            let at = Unfinished {
                path,
                decided,
                avoided,
            };
            not_past.may_be_kept(field, (front, goal), &things, at)
        };
        let through = is_kept(&path, &objects[..avoided.len()]);
        let kept: Vec<(Hand, Vec<Point>)> = ways
            .iter()
            .filter(|(_, way)| is_kept(way, &objects))
            .cloned()
            .collect();
        let around_it = !kept.is_empty();
        if around_it {
            ways = kept;
        }
        let is_avoided = passable
            && (!thing.may_be_met
                || match (around_it, through) {
                    (true, false) => true,
                    (false, true) => false,
                    (true, true) | (false, false) => avoids(context, thing.what)?,
                });
        if !is_avoided {
            met.extend(friend(thing.what));
            forced.extend(friend(thing.what).filter(|_| !passable));
            continue;
        }
        avoided.extend(parts);
        path = one_of(context, ways, goal)?;
        lanes = Some(around);
    }
    Ok(ChosenPath {
        path,
        lanes,
        avoided: avoided.iter().map(|thing| thing.what).collect(),
        met,
        forced,
    })
}

/// The direct path, up to what the unit does not avoid. Rule `BG3-PATH-04` (pp. 12-13).
fn go_directly(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    goal: Goal,
    until: &Until<'_>,
    chosen: &ChosenPath<'_>,
) -> Result<OnPath, Need> {
    let front_at = |pose: Pose| context.mover.card_at(pose).front_centre();
    let (plain, how) = directly(context, from, field, goal, &chosen.met)?;
    // Who cannot go round a friend does not choose to stop before it. Rule BG3-KEY-09 (p. 30).
    let how = how.map(|how| match how {
        Indirect::UpTo(friend) if chosen.forced.contains(&friend) => Indirect::ToContact,
        how => how,
    });
    let plain = OnPath {
        done: plain,
        how,
        others: how.is_none().then_some(OtherMoves::AsNear(goal.point)),
    };
    let plain = plain.until(until, context, from);
    // What it does not avoid it goes up to, and stops there. Rule BG3-PATH-04 (pp. 12-13).
    if !chosen.met.is_empty() || until.is_met(plain.done.1.pose) {
        return Ok(plain);
    }
    let missing = |pose: Pose| front_at(pose).distance(goal.point).value();
    let search = |loose: &MoveContext<'_>, enough: f64| {
        let courses = courses_nearer_than(loose, from, goal.point, enough + BEFORE_THE_NEAREST);
        let course = chosen_course(loose, from, goal.point, goal.of, courses)?;
        Ok(until.cut(loose, from, (course.legs, course.end)))
    };
    let loosely = overlap::Loosely {
        missing: &missing,
        least: &|| nearest_in_the_open(context, from, goal.point),
        search: &search,
    };
    Ok(
        match overlap::instead(context, from, goal, plain.done.1.pose, &loosely)? {
            Some(done) => OnPath { done, ..plain },
            None => plain,
        },
    )
}

/// The way round what the unit avoids, up to what it does not. Rules `BG3-PATH-04`, `BG3-PATH-05` (pp. 12-13).
fn go_up_to_met(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    until: &Until<'_>,
    chosen: &ChosenPath<'_>,
    lanes: &Lanes<'_>,
) -> Result<OnPath, Need> {
    // What it does not avoid it goes up to, and stops there. Rule BG3-PATH-04 (pp. 12-13).
    let (done, touched) = up_to_met(context, from, field, &chosen.met, |supposed| {
        Ok(along(supposed, from, lanes, &chosen.path)?.0)
    })?;
    let how = touched.map_or(Indirect::Around, |friend| {
        if chosen.forced.contains(&friend) {
            Indirect::ToContact
        } else {
            Indirect::UpTo(friend)
        }
    });
    Ok(OnPath::alone(done, Some(how)).until(until, context, from))
}

/// The way round what the unit avoids. Rule `BG3-PATH-05` (p. 12).
fn go_around(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Goal,
    until: &Until<'_>,
    chosen: &ChosenPath<'_>,
    lanes: &Lanes<'_>,
) -> Result<OnPath, Need> {
    let front_at = |pose: Pose| context.mover.card_at(pose).front_centre();
    let (done, remaining) = along(context, from, lanes, &chosen.path)?;
    let plain = OnPath {
        done,
        how: Some(Indirect::Around),
        others: remaining.map(|remaining| OtherMoves::Around {
            goal,
            avoided: chosen.avoided.clone(),
            remaining,
        }),
    };
    let plain = plain.until(until, context, from);
    let farther = if until.is_met(plain.done.1.pose) {
        None
    } else {
        let missing = |pose: Pose| lanes.remaining(front_at(pose)).unwrap_or(f64::INFINITY);
        let search = |loose: &MoveContext<'_>, _: f64| {
            Ok(until.cut(loose, from, along(loose, from, lanes, &chosen.path)?.0))
        };
        let loosely = overlap::Loosely {
            missing: &missing,
            least: &|| 0.0,
            search: &search,
        };
        overlap::instead(context, from, goal, plain.done.1.pose, &loosely)?
    };
    Ok(match farther {
        Some(done) => OnPath::alone(done, Some(Indirect::Around)),
        None => plain,
    })
}

/// How long the way round some obstacles is from a place to a goal. Rule `BG3-PATH-05` (p. 12).
pub(crate) fn way_left<'f>(
    field: &'f Field<'_>,
    mover: &Mover<'_>,
    goal: Goal,
    round: &[PathObstacle],
) -> impl Fn(Point) -> Option<f64> + use<'f> {
    let own = mover.card_at(mover.start().pose);
    let things = obstacles(field, mover.unit, (&own, false), goal);
    let avoided = things.iter().filter(|thing| round.contains(&thing.what));
    let lanes = Lanes::new(
        avoided.map(|thing| thing.object).collect(),
        goal.point,
        field.table(),
    );
    move |at| lanes.remaining(at)
}

const fn friend(what: PathObstacle) -> Option<UnitId> {
    match what {
        PathObstacle::Unit(unit) => Some(unit),
        PathObstacle::Terrain(_) => None,
    }
}

/// Whether the owner of a unit has it avoid an obstacle. Rule `BG3-PATH-04` (pp. 12-13).
fn avoids(context: &MoveContext<'_>, what: PathObstacle) -> Result<bool, Need> {
    let (avoid, meet) = (Answer::Avoid(what), Answer::Meet(what));
    let given = fitting_answer(
        context.answers,
        Topic::AvoidObstacle,
        Some(context.unit.id),
        friend(what),
        |answer| *answer == avoid || *answer == meet,
    );
    if let Some(answer) = given {
        return Ok(*answer == avoid);
    }
    let name = crate::model::words::obstacle(context.field.state(), what);
    let options = vec![
        (meet, format!("up to {name}, or through it")),
        (avoid, format!("round {name}")),
    ];
    Err(ask(
        context,
        Topic::AvoidObstacle,
        friend(what),
        options,
        Rule::Obstacle,
    ))
}

/// The shortest of the paths to the left and to the right; both if they are equal. Rule `BG3-PATH-05` (p. 12).
fn shortest(both: [Option<(Vec<Point>, f64)>; 2], field: &Field<'_>) -> Vec<(Hand, Vec<Point>)> {
    let tie = field.profile().measures.tie.value();
    let [left, right] = both;
    match (left, right) {
        (Some(left), Some(right)) if left.0 != right.0 && (left.1 - right.1).abs() <= tie => {
            vec![(Hand::Left, left.0), (Hand::Right, right.0)]
        }
        (Some(left), right) if right.as_ref().is_none_or(|right| left.1 <= right.1) => {
            vec![(Hand::Left, left.0)]
        }
        (_, right) => right.into_iter().map(|(path, _)| (Hand::Right, path)).collect(),
    }
}

/// The one path that there is; of two the one that the owner chooses. Rule `BG3-PATH-05` (p. 12).
fn one_of(
    context: &MoveContext<'_>,
    mut ways: Vec<(Hand, Vec<Point>)>,
    goal: Goal,
) -> Result<Vec<Point>, Need> {
    if ways.len() < 2 {
        return Ok(ways.pop().map_or_else(Vec::new, |(_, path)| path));
    }
    let given = fitting_answer(
        context.answers,
        Topic::MoveSide,
        Some(context.unit.id),
        goal.of,
        |answer| matches!(answer, Answer::Hand(_)),
    );
    if let Some(Answer::Hand(hand)) = given {
        ways.retain(|(to, _)| to == hand);
        return Ok(ways.pop().map_or_else(Vec::new, |(_, path)| path));
    }
    Err(ask(
        context,
        Topic::MoveSide,
        goal.of,
        vec![
            (Answer::Hand(Hand::Left), "round it to the left".to_owned()),
            (Answer::Hand(Hand::Right), "round it to the right".to_owned()),
        ],
        Rule::Obstacle,
    ))
}

/// The direct path: what brings the unit nearest to its goal, up to the friends that it does not avoid. Rules `BG3-PATH-01`,
/// `BG3-PATH-02`, `BG3-PATH-04` (pp. 11-13), `BG3-MOV-12` (p. 12).
fn directly(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    goal: Goal,
    met: &[UnitId],
) -> Result<(Done, Option<Indirect>), Need> {
    if met.is_empty() {
        let courses = best_courses(context, from, goal.point);
        let course = chosen_course(context, from, goal.point, goal.of, courses)?;
        return Ok(((course.legs, course.end), None));
    }
    let (done, touched) = up_to_met(context, from, field, met, |supposed| {
        let courses = best_courses(supposed, from, goal.point);
        let course = chosen_course(supposed, from, goal.point, goal.of, courses)?;
        Ok((course.legs, course.end))
    })?;
    Ok((done, touched.map(Indirect::UpTo)))
}

/// No nearer to a point than this a unit ends, whatever it may cover on its way: as on a plane with nothing on it.
fn nearest_in_the_open(context: &MoveContext<'_>, from: &Progress, goal: Point) -> f64 {
    let mover = context.mover.clone().on_a_bare_plane();
    let search = Search {
        mover: &mover,
        from: *from,
        goal,
        ends: Ends::ANYWHERE,
        prunes: true,
    };
    let courses = search.best(&PlanKind::ALL);
    let nearest = courses.iter().map(|course| course.distance);
    nearest.fold(f64::INFINITY, f64::min) - BEFORE_THE_NEAREST
}

/// Best courses of a unit on the ground toward a point, found once a position: whatever its owner is asked meanwhile, they are
/// the same.
fn best_courses(context: &MoveContext<'_>, from: &Progress, goal: Point) -> Vec<Course> {
    let asked = AskedCourses {
        unit: context.unit.id,
        altered: context.field.altered().to_vec(),
        from: *from,
        goal,
    };
    let search = Search {
        mover: &context.mover,
        from: *from,
        goal,
        ends: Ends::ANYWHERE,
        prunes: true,
    };
    let find = || search.best(&PlanKind::ALL);
    cached(context.field.state(), asked, find)
}

/// The same where they are of use only if they end nearer than that: else nothing or any others.
fn courses_nearer_than(context: &MoveContext<'_>, from: &Progress, goal: Point, limit: f64) -> Vec<Course> {
    let search = Search {
        mover: &context.mover,
        from: *from,
        goal,
        ends: Ends::ANYWHERE,
        prunes: true,
    };
    search.best_nearer_than(&PlanKind::ALL, limit)
}

/// The move along a path round obstacles: of the moves toward places on it the one that leaves the shortest way, the simplest of
/// those within a tenth of an inch; with the way that it leaves, unless the unit stays. Rule `BG3-PATH-05` (p. 12).
fn along(
    context: &MoveContext<'_>,
    from: &Progress,
    lanes: &Lanes<'_>,
    path: &[Point],
) -> Result<(Done, Option<f64>), Need> {
    let left = context.mover.left(from);
    let mut best: Option<(f64, Done)> = None;
    for aim in aims(path, left) {
        for course in best_courses(context, from, aim) {
            let front = context.mover.card_at(course.end.pose).front_centre();
            let Some(remaining) = lanes.remaining(front) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| remaining < least - 1e-6) {
                best = Some((remaining, (course.legs, course.end)));
            }
        }
    }
    let now = lanes.remaining(context.mover.card_at(from.pose).front_centre());
    Ok(match best {
        Some((remaining, done)) if now.is_none_or(|now| remaining < now) => (done, Some(remaining)),
        Some(_) | None => ((Vec::new(), *from), None),
    })
}

/// The places on a path that are aimed at: its bends, and others so far along it as the unit moves.
fn aims(path: &[Point], reach: f64) -> Vec<Point> {
    let mut aims = Vec::new();
    let mut gone = 0.0;
    for stretch in path.windows(2) {
        let (from, to) = (stretch[0], stretch[1]);
        let far = from.distance(to).value();
        let steps = (far / AIMS_APART).floor() as u32;
        if let Some(bearing) = from.bearing(to) {
            let between = (1..=steps).map(|step| f64::from(step) * AIMS_APART);
            aims.extend(
                between
                    .filter(|at| gone + at <= reach + AIMS_APART && gone > 0.0)
                    .map(|at| from.towards(bearing, length(at))),
            );
        }
        aims.push(to);
        gone += far;
        if gone > reach + AIMS_APART {
            break;
        }
    }
    aims
}
