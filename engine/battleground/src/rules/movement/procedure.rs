//! The Movement Procedure toward an enemy: whom, to which side, by which path, how far (pp. 38-40, 46-52).

use battleground_geometry::Way::Forward;
use battleground_geometry::{Hand, Inches, Limit, Point, Pose, Side};

use super::indirect::{self};
use super::mover::Progress;
use super::plans::{Course, Ends, Here, PlanKind, Search, ahead_and_aside, cut};
use crate::editions::Profile;
use crate::editions::profile::PathRule;
use crate::editions::v3;
use crate::field::{Blocker, Field, Path, Purpose, TOL};
use crate::model::agenda::{Answer, Need, Options, Question, Topic, answer_to, fitting_answer};
use crate::model::cards::{RangedType, UnitType};
use crate::model::command::Leg;
use crate::model::effect::{Distance, Keyword};
use crate::model::names::{UnitId, side_name};
use crate::model::orders::{Objective, Order};
use crate::model::rule::Rule;
use crate::rules::combat::weapon::is_shot;
use crate::rules::movement::asked::BlockedPath;
use crate::rules::movement::context::MoveContext;
use crate::rules::movement::plan::{Aim, Plan};

/// The enemy a unit goes for, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveTarget {
    /// Which.
    pub enemy: UnitId,
    /// The side that is aimed at.
    pub side: Side,
    /// Its centre point: TC.
    pub point: Point,
    /// The path there.
    pub path: Path,
    /// Whether that side is the Facing Side.
    pub is_facing: bool,
}

impl MoveTarget {
    /// An enemy that is gone for straight, whatever stands in between.
    pub(crate) const fn open(enemy: UnitId, side: Side, point: Point) -> Self {
        Self {
            enemy,
            side,
            point,
            path: Path::Open,
            is_facing: true,
        }
    }
}

/// A ranged attack of a card, as far as it governs movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Its place among the card's ranged attacks: those of the card first, then the spells with only the Attack keyword.
    pub mode: u8,
    /// How far.
    pub range: Distance,
    /// How it finds its way.
    pub way: RangedType,
}

/// The ranged attacks of a card: its own, then its spells that aim as one. Rules `BG3-CARD-07`, `BG3-ORD-09` (pp. 3, 6),
/// `BG4-ORDER-06`, `BG4-SPELL-07` (pp. 26, 135).
// RULING: BG4-SPELL-07, spells cast in Movement & Command do not count for R, S and L.
pub(crate) fn reaches(profile: &Profile, kind: &UnitType) -> Vec<Reach> {
    let own = kind
        .ranged_attacks()
        .map(|(_, ranged)| (ranged.range, ranged.way));
    let spells = kind.spells.iter().filter(|spell| is_shot(profile, spell));
    own.chain(spells.map(|spell| (spell.reach(), spell.way)))
        .zip(0..=u8::MAX)
        .map(|((range, way), mode)| Reach { mode, range, way })
        .collect()
}

impl Reach {
    /// As it is answered.
    fn named(self) -> Answer {
        Answer::Ranged {
            range: self.range,
            way: self.way,
        }
    }
}

/// The ranged attack that an answer names: of several alike the first.
pub(crate) fn chosen_reach(all: &[Reach], given: &Answer) -> Option<Reach> {
    all.iter()
        .find(|one| given.means(&one.named(), one.mode))
        .copied()
}

/// Toward the Nearest Enemy, or an enemy that is set. Rules `BG4-MOVE-02` to `BG4-MOVE-09`, `BG4-ORDMV-01` to `BG4-ORDMV-04`,
/// `BG4-ORDMV-13` to `BG4-ORDMV-15` (pp. 38-45, 50-51, 54-56).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    context: &MoveContext<'_>,
    from: &Progress,
    set: Option<UnitId>,
) -> Result<Plan, Need> {
    let moved = field_at(context, from.pose);
    let field = moved.as_ref().unwrap_or(context.field);
    // An objective that is gone is no objective. Rule BG4-ORDER-13.
    let set = set.filter(|enemy| field.card(*enemy).is_some());
    let range = range_of(context)?;
    if let Some(range) = range
        && stands(context, field, range, set)?
    {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    }
    if field.profile().paths == PathRule::Chosen {
        return v3::paths::to_enemy(context, from, field, set, range);
    }
    let Some(move_target) = move_target(context, field, set)? else {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    };
    if context.unit.airborne {
        return super::flying::to_enemy(context, from, field, &move_target, range);
    }
    match move_target.path {
        Path::Open => {
            let (legs, end) = step_five(context, from, field, &move_target, range)?;
            Ok(Plan::of(&context.mover, legs, &end).toward(aim(&move_target)))
        }
        Path::Line(blocker) | Path::Narrow(blocker) => {
            let blocked = BlockedPath {
                aim: aim(&move_target),
                points: vec![move_target.point],
                target: Some((move_target.enemy, move_target.side)),
                blocker,
                crossed: matches!(move_target.path, Path::Line(_)),
            };
            let toward = |at: &Progress, field: &Field<'_>, _: Point| {
                step_five(context, at, field, &move_target, range)
            };
            let ((legs, end), indirect) = indirect::go(context, from, field, &blocked, &toward)?;
            Ok(Plan::of(&context.mover, legs, &end)
                .toward(aim(&move_target))
                .by(indirect))
        }
    }
}

/// A quick yes: whether a unit surely moves, or its owner is asked first, whatever the best of its plans. It does if it
/// goes for an enemy that it sees, nothing has it go round, and straight ahead alone brings it nearer: another plan is
/// preferred only if it ends nearer still. Rules `BG4-MOVE-06`, `BG4-MOVE-07`, `BG4-ORDMV-01` (pp. 39, 43, 50).
pub(crate) fn surely_moves(context: &MoveContext<'_>) -> bool {
    /// More than rounding a pose can undo.
    const SOME_WAY: f64 = 0.02;
    let (id, field) = (context.unit.id, context.field);
    let set = match context.orders.objective {
        Some(Objective::Enemy(enemy)) => Some(enemy).filter(|enemy| field.card(*enemy).is_some()),
        Some(Objective::Location(_) | Objective::Friend(_)) => return false,
        None => None,
    };
    let by_procedure = field.profile().paths == PathRule::Procedure;
    if context.orders.order != Order::Close || context.unit.airborne || !by_procedure {
        return false;
    }
    let move_target = match move_target(context, field, set) {
        Ok(Some(move_target)) => move_target,
        Ok(None) => return false,
        Err(_) => return true,
    };
    let goes_straight = match move_target.path {
        Path::Open => true,
        Path::Line(Blocker::Unit(other)) | Path::Narrow(Blocker::Unit(other)) => other.team() != id.team(),
        Path::Line(_) | Path::Narrow(_) => false,
    };
    if !goes_straight
        || keeps_off(context, &move_target)
        || !field.is_visible(id, move_target.enemy, Purpose::Move)
    {
        return false;
    }
    let start = context.mover.start();
    let (ahead, _) = ahead_and_aside(&context.mover.card_at(start.pose), move_target.point);
    let straight = context.mover.shifted(&start, Forward, ahead.max(0.0));
    straight.is_some_and(|(_, distance)| distance > SOME_WAY)
}

fn aim(move_target: &MoveTarget) -> Aim {
    Aim::Enemy(move_target.enemy, move_target.side)
}

/// The field with the unit where it has come to, if that is not where it began.
pub(crate) fn field_at<'f>(context: &MoveContext<'f>, pose: Pose) -> Option<Field<'f>> {
    (context.unit.pose != Some(pose)).then(|| context.field.clone().with(context.unit.id, pose))
}

/// How far a Range, Short or Long unit wants to be from its enemy, and how its attack finds its way. Rules
/// `BG4-ORDER-04` to `BG4-ORDER-08` (pp. 25-26).
fn range_of(context: &MoveContext<'_>) -> Result<Option<Reach>, Need> {
    let kind = context.field.state().kind(context.unit);
    let all = reaches(context.field.profile(), kind);
    let Some(first) = all.first().copied() else {
        return Ok(None);
    };
    // BG4-ORDER-08: the limit of the order counts for moving, whatever the attack reaches.
    let by_card = context.field.profile().order_range_by_card;
    let farthest = all.iter().map(|one| one.range).max().unwrap_or(first.range);
    let at = |mils: u32| {
        let range = Distance(mils);
        Some(Reach {
            range: if by_card { range.min(farthest) } else { range },
            ..first
        })
    };
    match context.orders.order {
        Order::Close | Order::Hold | Order::Follow => Ok(None),
        Order::Short => Ok(at(7_000)),
        Order::Long => Ok(at(14_000)),
        Order::Range
            if all
                .iter()
                .all(|one| one.range == first.range && one.way == first.way) =>
        {
            Ok(Some(first))
        }
        Order::Range => {
            if let Some(mode) = context.unit.turn.ranged_mode {
                return Ok(all.get(usize::from(mode)).copied().or(Some(first)));
            }
            let given = answer_to(context.answers, Topic::RangedMode, Some(context.unit.id), None);
            if let Some(reach) = given.and_then(|given| chosen_reach(&all, given)) {
                return Ok(Some(reach));
            }
            let mut options: Vec<(Answer, String)> = Vec::new();
            for one in &all {
                if !options.iter().any(|(option, _)| *option == one.named()) {
                    let way = crate::model::words::ranged_type(one.way);
                    let words = format!("the {way} attack with range {}", one.range.inches());
                    options.push((one.named(), words));
                }
            }
            Err(ask(context, Topic::RangedMode, None, options, Rule::Order06))
        }
    }
}

pub(crate) fn ask(
    context: &MoveContext<'_>,
    topic: Topic,
    about: Option<UnitId>,
    options: Vec<(Answer, String)>,
    rule: Rule,
) -> Need {
    Question {
        seat: context.unit.id.seat(),
        topic,
        unit: Some(context.unit.id),
        about,
        options: Options::OneOf(options),
        rule: rule.into(),
    }
    .into()
}

/// Whether a Range, Short or Long unit stands still: its enemy is Visible and in range; with a Line of Sight attack
/// there must be an Open Path to the Facing Side too. Rules `BG4-MOVE-05`, `BG4-ORDMV-02`, `BG4-ORDMV-04`, `BG4-KEYW-03` (pp. 39,
/// 50-51, 120).
fn stands(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    range: Reach,
    set: Option<UnitId>,
) -> Result<bool, Need> {
    let id = context.unit.id;
    let enemy = match set {
        Some(enemy) => Some(enemy),
        None => field.nearest_enemy(id, Purpose::Shoot, context.answers)?,
    };
    let by_target = context.field.profile().ranged_stays_for_target;
    let Some(enemy) = enemy.filter(|enemy| by_target || field.is_visible(id, *enemy, Purpose::Shoot)) else {
        return Ok(false);
    };
    if by_target {
        return Ok(v3::shooting::stays(field, id, enemy, range.range.inches()));
    }
    let side = field.facing_side(id, enemy, context.answers)?;
    let Some((point, distance)) = field.to_side(id, enemy, side) else {
        return Ok(false);
    };
    let open = || field.open_path(id, Some((enemy, side)), point, Purpose::Shoot) == Path::Open;
    if !TOL.reaches(distance, range.range.inches(), Limit::Within) {
        return Ok(false);
    }
    if range.way != RangedType::LineOfSight || open() {
        return Ok(true);
    }
    // RULING: BG4-ORDMV-04. It stands too if the Nearest Open Side rule turns it to another enemy that it can shoot.
    let Some(other) =
        move_target(context, field, set)?.filter(|other| other.enemy != enemy && other.is_facing)
    else {
        return Ok(false);
    };
    let distance = field
        .card(id)
        .map(|card| card.front_centre().distance(other.point));
    Ok(other.path == Path::Open
        && field.is_visible(id, other.enemy, Purpose::Shoot)
        && distance.is_some_and(|distance| TOL.reaches(distance, range.range.inches(), Limit::Within)))
}

/// Steps 1 to 3: the enemy, the side and the path, with Nearest Open Side where the path is blocked. Rules
/// `BG4-MOVE-02`, `BG4-MOVE-03`, `BG4-PATH-01` to `BG4-PATH-04` (pp. 38, 46-47).
pub(crate) fn move_target(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    set: Option<UnitId>,
) -> Result<Option<MoveTarget>, Need> {
    let id = context.unit.id;
    let first = match set {
        Some(enemy) => Some(enemy),
        None => field.nearest_enemy(id, Purpose::Move, context.answers)?,
    };
    let Some(first) = first else {
        return Ok(None);
    };
    let facing = field.facing_side(id, first, context.answers)?;
    let Some(direct) = to_side(context, field, first, facing, facing) else {
        return Ok(None);
    };
    if direct.path == Path::Open {
        return Ok(Some(direct));
    }
    let visible = field.visible_enemies(id, Purpose::Move);
    let mut candidates = match (set, visible.is_empty()) {
        (Some(enemy), _) => vec![enemy],
        (None, false) => visible.clone(),
        (None, true) => field.state().enemies_of(id.seat()).map(|unit| unit.id).collect(),
    };
    candidates.retain(|enemy| field.card(*enemy).is_some());
    if !candidates.contains(&first) {
        candidates.push(first);
    }
    // Each enemy whose path is blocked is measured to its Nearest Open Side, at most once. Rule BG4-PATH-03.
    let mut converted: Vec<(UnitId, Option<Side>)> = Vec::new();
    let mut blocked = (first, facing);
    loop {
        let open = nearest_open_side(context, field, blocked.0, blocked.1)?;
        converted.push((blocked.0, open));
        let mut measured: Vec<(UnitId, Side, Inches)> = Vec::new();
        for enemy in &candidates {
            let known = converted.iter().find(|(one, _)| one == enemy);
            let side = match known {
                Some((_, None)) => continue,
                Some((_, Some(side))) => *side,
                None => field.facing_side(id, *enemy, context.answers)?,
            };
            let Some((_, mut distance)) = field.to_side(id, *enemy, side) else {
                continue;
            };
            if known.is_none() && visible.is_empty() {
                distance = field.within(id, *enemy).unwrap_or(distance);
            }
            measured.push((*enemy, side, distance));
        }
        let nearest = field.nearest_by_sides(id, &measured, blocked.0, context.answers)?;
        let Some((nearest, side, _)) = measured.into_iter().find(|(enemy, ..)| Some(*enemy) == nearest)
        else {
            return Ok(Some(direct));
        };
        let facing = field.facing_side(id, nearest, context.answers)?;
        let Some(found) = to_side(context, field, nearest, side, facing) else {
            return Ok(Some(direct));
        };
        if converted.iter().any(|(one, _)| *one == nearest) || found.path == Path::Open {
            return Ok(Some(found));
        }
        blocked = (nearest, facing);
    }
}

fn to_side(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    enemy: UnitId,
    side: Side,
    facing: Side,
) -> Option<MoveTarget> {
    let (point, _) = field.to_side(context.unit.id, enemy, side)?;
    // BG4-FLY-16: for a flyer every path is open.
    let path = if context.unit.airborne {
        Path::Open
    } else {
        field.open_path(context.unit.id, Some((enemy, side)), point, Purpose::Move)
    };
    Some(MoveTarget {
        enemy,
        side,
        point,
        path,
        is_facing: side == facing,
    })
}

/// The open side of a unit whose centre point is nearest; on a tie the Facing Side, then the owner's choice. Rules
/// `BG4-PATH-01`, `BG4-PATH-02` (pp. 46-47).
pub(crate) fn nearest_open_side(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    target: UnitId,
    facing: Side,
) -> Result<Option<Side>, Need> {
    let id = context.unit.id;
    let tied = field.nearest_open_sides(id, target, facing);
    if tied.len() < 2 {
        return Ok(tied.first().copied());
    }
    let (topic, about) = (Topic::OpenSide, Some(target));
    let given = fitting_answer(
        context.answers,
        topic,
        Some(id),
        about,
        |answer| matches!(answer, Answer::Side(side) if tied.contains(side)),
    );
    if let Some(Answer::Side(side)) = given {
        return Ok(Some(*side));
    }
    let options = tied
        .iter()
        .map(|side| {
            (
                Answer::Side(*side),
                format!("the {} of {target}", side_name(*side)),
            )
        })
        .collect();
    Err(ask(context, topic, about, options, Rule::Path02))
}

/// Step 5: what brings the unit nearest to the side it goes for, up to where its order stops it. Rules `BG4-MOVE-06` to
/// `BG4-MOVE-09`, `BG4-ORDMV-02`, `BG4-SKIRM-05` (pp. 38-45, 50-51, 128).
pub(crate) fn step_five(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    move_target: &MoveTarget,
    range: Option<Reach>,
) -> Result<(Vec<Leg>, Progress), Need> {
    let in_sight = into_sight(context, field, move_target);
    let course = choose(
        context,
        from,
        move_target.point,
        Some(move_target.enemy),
        &Ends {
            seen: in_sight.as_ref().map(|sees| sees as &dyn Fn(Pose) -> bool),
            ..Ends::ANYWHERE
        },
        &PlanKind::ALL,
    )?;
    let near = |pose: Pose, inches: f64| {
        let front = context.mover.card_at(pose).front_centre();
        Here::within(inches + 1e-6, front.distance(move_target.point).value())
    };
    if let Some(range) = range {
        let lookout = field.lookout(context.unit.id, move_target.enemy, Purpose::Shoot);
        let stop = |pose: Pose| {
            let shoots =
                || range.way != RangedType::LineOfSight || shoots_freely(context, field, pose, move_target);
            near(pose, range.range.inches().value()).and(|| lookout.sees(pose) && shoots())
        };
        return Ok(cut(&context.mover, from, &course.legs, &stop));
    }
    if keeps_off(context, move_target) {
        let keeps = context.field.profile().keeps_off;
        return Ok(cut(&context.mover, from, &course.legs, &|pose| {
            near(pose, keeps.value())
        }));
    }
    Ok((course.legs, course.end))
}

/// Of a unit that does not see what it goes for: whether it would from a pose. Rule `BG4-MOVE-09` (pp. 39, 51).
pub(super) fn into_sight<'f>(
    context: &MoveContext<'_>,
    field: &'f Field<'_>,
    move_target: &MoveTarget,
) -> Option<impl Fn(Pose) -> bool + use<'f>> {
    let (id, enemy) = (context.unit.id, move_target.enemy);
    let hidden = !field.is_visible(id, enemy, Purpose::Move);
    let lookout = field.lookout(id, enemy, Purpose::Move);
    hidden.then_some(move |pose: Pose| lookout.sees(pose))
}

/// Whether an Open Path leads to the Facing Side from there, as a Line of Sight attack asks for. RULING: BG4-ORDMV-04.
fn shoots_freely(context: &MoveContext<'_>, field: &Field<'_>, pose: Pose, move_target: &MoveTarget) -> bool {
    let id = context.unit.id;
    let field = field.clone().with(id, pose);
    let Some(facing) = field.facing_sides(id, move_target.enemy) else {
        return false;
    };
    Side::ALL
        .into_iter()
        .filter(|side| facing.allows(*side))
        .any(|side| {
            field
                .to_side(id, move_target.enemy, side)
                .is_some_and(|(point, _)| {
                    field.open_path(id, Some((move_target.enemy, side)), point, Purpose::Shoot) == Path::Open
                })
        })
}

/// Whether a Skirmisher on Close may not rush what it goes for and stops at 1.25 inches. Rules `BG4-SKIRM-04`, `BG4-SKIRM-05` (p.
/// 128).
fn keeps_off(context: &MoveContext<'_>, move_target: &MoveTarget) -> bool {
    let state = context.field.state();
    state.kind(context.unit).is(Keyword::Skirmisher)
        && context.orders.order == Order::Close
        && matches!(context.orders.objective, None | Some(Objective::Enemy(_)))
        && !crate::rules::final_rush::skirmisher_may_rush(state, move_target.enemy, move_target.side)
}

/// The best plan toward a point, of a unit or a token; left or right asked where they are equal. Rules `BG4-MOVE-07`,
/// `BG4-MOVE-11` (pp. 39, 43).
pub(crate) fn choose(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Point,
    about: Option<UnitId>,
    ends: &Ends<'_>,
    kinds: &[PlanKind],
) -> Result<Course, Need> {
    let search = Search {
        mover: &context.mover,
        from: *from,
        goal,
        ends: *ends,
        prunes: true,
    };
    chosen_course(context, from, goal, about, search.best(kinds))
}

/// The best of some courses toward a point; left or right asked where they are equal. Rule `BG4-MOVE-11` (p. 39).
///
/// # Errors
/// [`Need::Ask`] where the owner must choose.
pub(crate) fn chosen_course(
    context: &MoveContext<'_>,
    from: &Progress,
    goal: Point,
    about: Option<UnitId>,
    mut courses: Vec<Course>,
) -> Result<Course, Need> {
    if courses.len() > 1 {
        let (topic, unit) = (Topic::MoveSide, Some(context.unit.id));
        let among = |hand: Hand| courses.iter().any(|course| course.hand == Some(hand));
        let given = fitting_answer(
            context.answers,
            topic,
            unit,
            about,
            |answer| matches!(answer, Answer::Hand(hand) if among(*hand)),
        );
        let Some(Answer::Hand(hand)) = given else {
            let options = vec![
                (Answer::Hand(Hand::Left), "to the left".to_owned()),
                (Answer::Hand(Hand::Right), "to the right".to_owned()),
            ];
            return Err(ask(context, topic, about, options, Rule::Move11));
        };
        let hand = *hand;
        courses.retain(|course| course.hand == Some(hand));
    }
    let now = context.mover.card_at(from.pose).front_centre().distance(goal);
    Ok(courses.pop().unwrap_or(Course {
        kind: PlanKind::Straight,
        hand: None,
        legs: Vec::new(),
        end: *from,
        distance: now.value(),
        nearest: now.value(),
    }))
}
