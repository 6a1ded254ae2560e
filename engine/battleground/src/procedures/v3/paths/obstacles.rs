//! Obstacles on a path (pp. 12-13).

use battleground_geometry::{Card, Footprint, Hand, Inches, Object, Point, Pose, gap, overlaps};

use super::lanes::Lanes;
use crate::field::{Altered, Field, TOL};
use crate::memo::cached;
use crate::model::agenda::PathObstacle;
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::procedures::movement::plan::Goal;

/// How wide a path is. RULING: BG3-PATH-03 (p. 12).
const WIDTH: Inches = Inches::mils(3_500);

/// Something that lies in the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thing<'f> {
    pub(super) what: PathObstacle,
    pub(super) object: Object<'f>,
    /// Whether it may be gone up to or through, if its owner likes. Rules `BG3-PATH-04`, `BG3-PATH-06` (pp. 12-13).
    pub(super) may_be_met: bool,
}

/// What may stand in the way: other units on the ground, hindering and impassable terrain. Enemies are none for a unit on
/// Close, which rushes them; nor is ground on which the unit stands, or to which it goes. Rules `BG3-PATH-03`,
/// `BG3-PATH-06` to `BG3-PATH-09` (pp. 12-13, 27).
pub(super) fn obstacles<'f>(
    field: &'f Field<'_>,
    unit: &Unit,
    (own, closes): (&Card, bool),
    goal: Goal,
) -> Vec<Thing<'f>> {
    let units = field.stands().iter().filter(|stand| {
        stand.id != unit.id
            && Some(stand.id) != goal.of
            && !stand.airborne
            && !(closes && stand.id.team() != unit.id.team())
            // RULING: BG3-MOV-14, a friend that it covers part of already is none either.
            && !(stand.id.team() == unit.id.team() && overlaps(own, stand.body(), TOL))
    });
    let mut found: Vec<Thing<'f>> = units
        .filter_map(|stand| {
            Some(Thing {
                what: PathObstacle::Unit(stand.id),
                object: Object::Card(field.body(stand.id)?),
                may_be_met: true,
            })
        })
        .collect();
    for (place, lay) in (0..=u16::MAX).zip(field.lays()) {
        let steps = field.passage_from(unit, lay.piece, own.pose().centre);
        let what = PathObstacle::Terrain(place);
        let object = lay.object();
        // RULING: BG3-PATH-03 (p. 12), ground that the card is in already, be it with a corner, is no obstacle any more.
        let inside = || overlaps(own, object, TOL) || gap(&goal.point, object) <= TOL.touch;
        match steps {
            Some(steps) if steps < 0 && !inside() => found.push(Thing {
                what,
                object,
                may_be_met: true,
            }),
            Some(_) => {}
            // Where a road leads over it, it may be crossed. Rule BG3-TERR-20 (p. 28).
            None => found.extend(lay.closed().map(|object| Thing {
                what,
                object,
                may_be_met: false,
            })),
        }
    }
    found
}

/// The closest of the obstacles on a path of which nothing is decided yet. Rules `BG3-PATH-03`, `BG3-PATH-04` (pp. 12-13).
pub(super) fn closest_on<'f>(
    path: &[Point],
    things: &[Thing<'f>],
    decided: &[PathObstacle],
    front: Point,
) -> Option<Thing<'f>> {
    let strips = strips(path);
    things
        .iter()
        .filter(|thing| !decided.contains(&thing.what))
        .filter(|thing| strips.iter().any(|strip| overlaps(strip, thing.object, TOL)))
        .min_by_key(|thing| (gap(&front, thing.object), thing.what))
        .copied()
}

/// The most paths between which an owner may choose that are looked at.
const MOST_PATHS: usize = 64;
/// An enemy that is farther away than so many times the movement of a unit is not rushed, whichever path it takes.
const TOO_FAR: f64 = 2.0;

/// What the enemies on the paths to a goal are asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedPaths {
    unit: UnitId,
    altered: Vec<Altered>,
    goal: Goal,
}

/// Enemies on the ground along the paths that the owner of a unit on Close may choose, which it rushes there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EnemiesOnPaths {
    /// Those that meet the strip of some path.
    pub(crate) of_some: Vec<UnitId>,
    /// Those that meet the strip of each.
    pub(crate) of_all: Vec<UnitId>,
}

/// The enemies along the paths of a unit on Close between which its owner may choose: for each friend and each hindering
/// ground they decide whether the path leads round it, and of equal ways round they take either. Rules `BG3-PATH-03` to
/// `BG3-PATH-07` (pp. 12-13), `BG3-RUSH-13` (pp. 8, 13).
// RULING: BG3-PATH-07, a rush comes before the move: where only some of the paths lead past an enemy, the owner says then whether theirs does.
pub(crate) fn enemies_on(field: &Field<'_>, unit: &Unit, goal: Goal) -> EnemiesOnPaths {
    let asked = AskedPaths {
        unit: unit.id,
        altered: field.altered().to_vec(),
        goal,
    };
    let find = || find_enemies_on(field, unit, goal);
    cached(field.state(), asked, find)
}

fn find_enemies_on(field: &Field<'_>, unit: &Unit, goal: Goal) -> EnemiesOnPaths {
    let Some(own) = field.card(unit.id) else {
        return EnemiesOnPaths::default();
    };
    let stands = field
        .stands()
        .iter()
        .filter(|stand| stand.id.team() != unit.id.team() && Some(stand.id) != goal.of && !stand.airborne);
    let enemies: Vec<(UnitId, &Card)> = stands
        .filter_map(|stand| Some((stand.id, field.body(stand.id)?)))
        .collect();
    let front = own.front_centre();
    let reach = field.state().kind(unit).movement.inches().value() * TOO_FAR;
    let is_near = |(_, body): &(UnitId, &Card)| gap(&front, *body).value() <= reach;
    let most = if enemies.iter().any(is_near) {
        MOST_PATHS
    } else {
        0
    };
    let things = obstacles(field, unit, (own, true), goal);
    let direct = Unfinished::direct(front, goal.point);
    let paths = paths_from(field, (front, goal), &things, direct, most);
    let strips: Vec<Vec<Card>> = paths.iter().map(|path| strips(path)).collect();
    let of = |keep: &dyn Fn(&Card) -> bool| {
        let kept = enemies.iter().filter(|(_, body)| keep(body));
        kept.map(|(enemy, _)| *enemy).collect()
    };
    EnemiesOnPaths {
        of_some: of(&|body| strips.iter().any(|strips| meets(strips, body))),
        of_all: of(&|body| strips.iter().all(|strips| meets(strips, body))),
    }
}

/// A path of which not everything is decided yet.
#[derive(Debug, Clone)]
pub(super) struct Unfinished<'f> {
    pub(super) path: Vec<Point>,
    pub(super) decided: Vec<PathObstacle>,
    pub(super) avoided: Vec<Object<'f>>,
}

impl Unfinished<'_> {
    /// The direct path, nothing decided.
    pub(super) fn direct(front: Point, goal: Point) -> Self {
        Self {
            path: vec![front, goal],
            decided: Vec::new(),
            avoided: Vec::new(),
        }
    }
}

/// Enemies past which the path of a unit does not lead, as its owner said before its move. Rule `BG3-PATH-07` (p. 13).
pub(super) struct NotPast<'f> {
    bodies: Vec<&'f Card>,
}

impl<'f> NotPast<'f> {
    /// Those of a unit; none of the one it goes for.
    pub(super) fn of(field: &'f Field<'_>, unit: &Unit, goal: Goal) -> Self {
        let said = unit.turn.path_not_past.iter();
        let others = said.filter(|enemy| Some(**enemy) != goal.of);
        Self {
            bodies: others.filter_map(|enemy| field.body(*enemy)).collect(),
        }
    }

    /// Whether a path of which not everything is decided yet may still keep to that.
    pub(super) fn may_be_kept(
        &self,
        field: &Field<'_>,
        way: (Point, Goal),
        things: &[Thing<'_>],
        at: Unfinished<'_>,
    ) -> bool {
        self.bodies.is_empty()
            || paths_from(field, way, things, at, MOST_PATHS)
                .iter()
                .map(|path| strips(path))
                .any(|strips| !self.bodies.iter().any(|body| meets(&strips, body)))
    }
}

/// Whether the strip of a path meets a card.
fn meets(strips: &[Card], body: &Card) -> bool {
    strips.iter().any(|strip| overlaps(strip, body, TOL))
}

/// The paths that come of what an owner may still decide, obstacle by obstacle: up to so many, and that which avoids only what cannot
/// be passed. Rules `BG3-PATH-04` to `BG3-PATH-06` (pp. 12-13).
fn paths_from<'f>(
    field: &Field<'_>,
    (front, goal): (Point, Goal),
    things: &[Thing<'f>],
    begun: Unfinished<'f>,
    most: usize,
) -> Vec<Vec<Point>> {
    let tie = field.profile().measures.tie.value();
    let mut finished = Vec::new();
    let mut open = vec![begun];
    while let Some(mut at) = open.pop() {
        let Some(thing) = closest_on(&at.path, things, &at.decided, front) else {
            finished.push(at.path);
            continue;
        };
        at.decided.push(thing.what);
        let of_it = things.iter().filter(|one| one.what == thing.what);
        let mut objects = at.avoided.clone();
        objects.extend(of_it.map(|one| one.object));
        let may_be_passed = !thing.may_be_met || may_be_passed(&objects, things, field, (front, goal.point));
        let around = both_ways(&Lanes::new(objects.clone(), goal.point, field.table()), front);
        let ways: Vec<(Vec<Point>, f64)> = around.into_iter().flatten().filter(|_| may_be_passed).collect();
        let shortest = ways.iter().map(|way| way.1).fold(f64::INFINITY, f64::min);
        let room = most.saturating_sub(open.len() + finished.len());
        let taken = if thing.may_be_met { room } else { room.max(1) };
        let equal = ways.iter().filter(|way| way.1 <= shortest + tie).take(taken);
        open.extend(equal.map(|way| Unfinished {
            path: way.0.clone(),
            decided: at.decided.clone(),
            avoided: objects.clone(),
        }));
        if thing.may_be_met || ways.is_empty() {
            open.push(at);
        }
    }
    finished
}

/// The strips of the stretches of a path.
fn strips(path: &[Point]) -> Vec<Card> {
    path.windows(2)
        .filter_map(|stretch| strip(stretch[0], stretch[1]))
        .collect()
}

/// The strip of a stretch of a path.
fn strip(from: Point, to: Point) -> Option<Card> {
    let far = from.distance(to);
    let bearing = from.bearing(to)?;
    let middle = from.towards(bearing, far.half());
    let size = Footprint::new(WIDTH, far, 1).ok()?;
    Some(Card::new(Pose::new(middle.x, middle.y, bearing), size))
}

/// The shortest paths that pass on the left and on the right, each with its length.
pub(super) fn both_ways(lanes: &Lanes<'_>, front: Point) -> [Option<(Vec<Point>, f64)>; 2] {
    [Hand::Left, Hand::Right].map(|hand| lanes.path(front, hand))
}

/// Whether a way leads round some obstacles that passes by what nobody can pass too. Rules `BG3-PATH-04` to `BG3-PATH-06`
/// (pp. 12-13).
pub(super) fn may_be_passed(
    around: &[Object<'_>],
    things: &[Thing<'_>],
    field: &Field<'_>,
    (front, goal): (Point, Point),
) -> bool {
    let closed = things.iter().filter(|thing| !thing.may_be_met);
    let mut closed = closed.map(|thing| thing.object).peekable();
    if closed.peek().is_none() {
        return true;
    }
    let all = around.iter().copied().chain(closed).collect();
    both_ways(&Lanes::new(all, goal, field.table()), front)
        .iter()
        .any(Option::is_some)
}
