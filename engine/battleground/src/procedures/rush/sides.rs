//! Sides of an enemy as a Final Rush is judged, one by one: which may be rushed, which may not and why, with what is measured
//! on the way (pp. 46-47, 61-68).
//!
//! The verdicts are those of the rush itself, so that a question about a side and the rush cannot disagree.

use battleground_geometry::{Approach, Inches, Limit, Object, Side};

use super::eligibility::{as_things_stand, judged};
use super::placement::Ways;
use super::preferred::preferred;
use super::reach::{reached_by_front, rush_mc, steps};
use super::side_refusals::{RushTargetRefusal, SideRefusal};
use super::targets::targets;
use crate::editions::profile::{RushChoice, RushSeen};
use crate::field::{Blocker, Field, Path, Purpose, single_card};
use crate::model::agenda::{Answer, Question, Topic};
use crate::model::names::{Team, UnitId};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Glimpse, Phase, State, Unit};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::glimpses::{facings_seen, with_doors_opened};
use crate::procedures::rush::ladder::Target;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::procedures::rush::objectives;
use crate::procedures::v3::rush::aimed_sides;

/// The sides of an enemy of which a unit could rush one if its turn began as things stand; none where it would have to rush somebody
/// else. Rules `BG3-RUSH-02` to `BG3-RUSH-11` (pp. 13-14).
pub(crate) fn sides_to_rush(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Side> {
    let legal = |enemy: UnitId| -> Vec<(UnitId, Side)> {
        let judged = as_things_stand(field, unit, enemy).unwrap_or_default();
        // ERR: the sides that may be rushed are asked for, not why the others may not.
        let targets = judged.into_iter().filter_map(|(_, verdict)| verdict.ok());
        targets.map(|target| (target.enemy, target.side)).collect()
    };
    let mut all = legal(enemy);
    if all.is_empty() {
        return Vec::new();
    }
    let sides: Vec<Side> = all.iter().map(|(_, side)| *side).collect();
    let others = field.state().enemies_of(unit.id.seat()).map(|other| other.id);
    all.extend(others.filter(|other| *other != enemy).flat_map(legal));
    if preferred(field, unit.id, &all).contains(&enemy) {
        sides
    } else {
        Vec::new()
    }
}

/// Reasons for which a unit may not Final Rush a side of an enemy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NoSideRush {
    /// It may not rush this enemy, or not the side that it would have to rush.
    Rush(NoFinalRush),
    /// There is no room for it at that side. Rule `BG3-RUSH-04` (p. 13).
    NoRoomThere {
        /// Whether a flank of it would fit, which counts only where no side within reach is open to its front. Rule `BG3-RUSH-18` (p. 15).
        flank_fits: bool,
    },
    /// Another side is the one to rush: permitted when the turn began, or the open one that is nearer. Rules `BG4-RUSH-05`
    /// (p. 62), `BG3-RUSH-05` (p. 13).
    AnotherSide(Side),
    /// The line to the side is crossed. Rule `BG3-RUSH-06` (p. 14).
    LineCrossed(Blocker),
    /// The lane of 2.5 inches is too narrow. Rule `BG3-RUSH-07` (p. 14).
    LaneTooNarrow(Blocker),
    /// It must rush another enemy: the one Most Directly Ahead, or the nearest. Rules `BG4-RUSH-09` (p. 66), `BG3-RUSH-11` (p. 13).
    AnotherEnemy(UnitId),
}

impl NoSideRush {
    /// The reason as the edition has it, with its rule.
    pub(crate) fn as_refused(self, field: &Field<'_>) -> SideRefusal {
        let profile = field.profile();
        let when_made = profile.rush_seen == RushSeen::WhenMade;
        match self {
            Self::Rush(NoFinalRush::NotVisible) if when_made => SideRefusal::NotClearlyVisible,
            Self::Rush(NoFinalRush::NoOpenPath) if when_made => SideRefusal::NoPathToTheNearest,
            Self::Rush(NoFinalRush::NoEnemy) => SideRefusal::NothingNoted,
            Self::Rush(NoFinalRush::TooFar { distance, reach }) => match profile.rush_limit {
                Limit::LessThan => SideRefusal::NotNearer { distance, reach },
                Limit::Within => SideRefusal::TooFar { distance, reach },
            },
            Self::Rush(why) => SideRefusal::Rush(why),
            Self::NoRoomThere { flank_fits: true } => SideRefusal::RoomForAFlank,
            Self::NoRoomThere { flank_fits: false } => SideRefusal::NoRoom,
            Self::AnotherSide(side) if when_made => SideRefusal::AnotherIsNearer(side),
            Self::AnotherSide(side) => SideRefusal::AnotherIsPermitted(side),
            Self::LineCrossed(by) => SideRefusal::LineCrossed(by),
            Self::LaneTooNarrow(by) => SideRefusal::LaneTooNarrow(by),
            Self::AnotherEnemy(enemy) => match profile.rush_choice {
                RushChoice::MostDirectlyAhead => SideRefusal::MostDirectlyAhead(enemy),
                RushChoice::NearestByCorners => SideRefusal::ComesFirst(enemy),
            },
        }
    }
}

/// The contact that a side of a unit can have with a side of an enemy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Contact {
    /// The unit's own side.
    pub(crate) own: Side,
    /// The most contact that there is room for. Rule `BG3-RUSH-04` (p. 13).
    pub(crate) most: Inches,
    /// The least contact that is asked for. Rules `BG4-RUSH-14` (p. 68), `BG3-RUSH-15`, `BG3-RUSH-18` (pp. 13-14).
    pub(crate) least: Inches,
    /// Whether it fits.
    pub(crate) fits: bool,
}

/// A side of an enemy as it is judged and measured for a Final Rush.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JudgedSide {
    /// Which.
    pub(crate) side: Side,
    /// Whether it may be rushed, and with which of the unit's own sides; or why not.
    pub(crate) verdict: Result<Vec<Side>, NoSideRush>,
    /// From the front centre point to the centre point of the side. Rules `BG4-GEO-20`, `BG3-RUSH-08` (p. 14).
    pub(crate) distance: Inches,
    /// How far the unit moves on that way, with the terrain of its place, of the line and of the place that it would have.
    /// Rules `BG4-RUSH-08` (p. 65), `BG3-RUSH-09` (p. 14).
    pub(crate) reach: Inches,
    /// The contact of its front, then of both flanks.
    pub(crate) contacts: [Contact; 3],
    /// The line to it. Rule `BG3-RUSH-06` (p. 14).
    pub(crate) path: Path,
    /// How wide the lane is, where nothing crosses the line. Rule `BG3-RUSH-07` (p. 14).
    pub(crate) lane: Option<Inches>,
}

/// Whether Final Rushes of a unit can be made now: in the Movement & Command Phase of its side's turn.
pub(crate) fn is_time_to_rush(field: &Field<'_>, unit: &Unit) -> bool {
    let state = field.state();
    state.phase == Phase::MovementAndCommand
        && state.active.is_some_and(|seat| Team::of(seat) == unit.id.team())
}

/// Why a unit may not Final Rush an enemy, whichever side of it; nothing if it may. Outside the phase of its rushes it is judged
/// as if that began as things stand. Rules `BG4-RUSH-01` to `BG4-RUSH-15` (pp. 61-68), `BG3-RUSH-02` to `BG3-RUSH-13` (pp. 13-14).
pub(crate) fn no_rush_of(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Option<NoSideRush> {
    why_none(&judged_sides(field, unit, enemy))
}

/// Why none of the sides of an enemy may be rushed: what is wrong with the side that would have to be; where there is none, what
/// is wrong with the first. Nothing if one may.
pub(crate) fn why_none(sides: &[JudgedSide]) -> Option<NoSideRush> {
    if sides.iter().any(|judged| judged.verdict.is_ok()) {
        return None;
    }
    let reasons = || sides.iter().filter_map(|judged| judged.verdict.as_ref().err());
    let of_the_side =
        reasons().find(|why| !matches!(why, NoSideRush::AnotherSide(_) | NoSideRush::NoRoomThere { .. }));
    of_the_side.or_else(|| reasons().next()).copied()
}

/// All four sides of an enemy as a Final Rush of a unit judges them; none of an enemy that is not on the table. Rules
/// `BG4-RUSH-01` to `BG4-RUSH-15` (pp. 61-68), `BG3-RUSH-02` to `BG3-RUSH-18` (pp. 13-14).
pub(crate) fn judged_sides(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<JudgedSide> {
    let verdicts = if is_time_to_rush(field, unit) {
        judged(field, unit, enemy)
    } else {
        as_things_stand(field, unit, enemy)
    };
    let first = || {
        let open = open_to_choice(field, unit);
        (!open.contains(&enemy)).then(|| open.first().copied()).flatten()
    };
    let instead = match &verdicts {
        Ok(found) if is_time_to_rush(field, unit) && found.iter().any(|(_, one)| one.is_ok()) => first(),
        _ => None,
    };
    let opened = with_doors_opened(field, enemy);
    let field = opened.as_ref().unwrap_or(field);
    let judged = |side: Side| {
        let (point, distance) = field.to_side(unit.id, enemy, side)?;
        let path = field.open_path(unit.id, Some((enemy, side)), point, Purpose::Move);
        let verdict = match &verdicts {
            Ok(found) => of_side(field, unit, (enemy, side), found),
            Err(why) => Err(NoSideRush::Rush(*why)),
        };
        let reach = match &verdict {
            Ok(target) => reach_of(&target.ways),
            Err(NoSideRush::Rush(NoFinalRush::TooFar { reach, .. })) => Some(*reach),
            Err(_) => None,
        };
        let on_the_way = || {
            let path = field.path_steps(unit.id, (enemy, side), point).unwrap_or(0);
            rush_mc(field, unit, steps(field, unit, path, point, None)).inches()
        };
        let verdict = verdict.and_then(|target| match instead {
            Some(other) => Err(NoSideRush::AnotherEnemy(other)),
            None => Ok(touching(&target.ways)),
        });
        Some(JudgedSide {
            side,
            verdict,
            distance,
            reach: reach.unwrap_or_else(on_the_way),
            contacts: contacts(field, unit, enemy, side)?,
            path,
            lane: field.lane_width(unit.id, enemy, side),
        })
    };
    Side::ALL.into_iter().filter_map(judged).collect()
}

/// The verdict on one side, by those on all that the unit sees of the enemy.
fn of_side(
    field: &Field<'_>,
    unit: &Unit,
    (enemy, side): (UnitId, Side),
    found: &[(Glimpse, Result<Target, NoFinalRush>)],
) -> Result<Target, NoSideRush> {
    let mut refused = None;
    for (_, verdict) in found.iter().filter(|(glimpse, _)| glimpse.side == Some(side)) {
        match verdict {
            Ok(target) => return Ok(target.clone()),
            Err(why) => refused = Some(*why),
        }
    }
    if let Some(why) = refused {
        return Err(NoSideRush::Rush(why));
    }
    // What is wrong with the enemy is wrong with all of its sides.
    let whole = found.iter().find_map(|(_, verdict)| match verdict {
        Err(
            why @ (NoFinalRush::NoEnemy
            | NoFinalRush::EnemyFlying
            | NoFinalRush::NotItsObjective
            | NoFinalRush::NotVisible),
        ) => Some(*why),
        Ok(_) | Err(_) => None,
    });
    if let Some(why) = whole {
        return Err(NoSideRush::Rush(why));
    }
    if found.is_empty() {
        return Err(NoSideRush::Rush(NoFinalRush::NoEnemy));
    }
    if field.profile().rush_seen == RushSeen::WhenMade {
        return Err(not_aimed_at(field, unit, (enemy, side)));
    }
    let permitted = found.iter().find_map(|(glimpse, _)| glimpse.side);
    Err(match permitted {
        Some(other) => NoSideRush::AnotherSide(other),
        None => NoSideRush::Rush(NoFinalRush::NoOpenPath),
    })
}

/// Why a side is none that may be rushed as things stand: no room there, another that is nearer, or no open path to the
/// nearest. Rules `BG3-RUSH-04` to `BG3-RUSH-07`, `BG3-RUSH-18` (pp. 13-14).
fn not_aimed_at(field: &Field<'_>, unit: &Unit, (enemy, side): (UnitId, Side)) -> NoSideRush {
    let aimed: Vec<Side> = field
        .possible_sides(unit.id, enemy)
        .into_iter()
        .flat_map(|facing| aimed_sides(field, unit, enemy, facing))
        .collect();
    let path_to = |point| field.open_path(unit.id, Some((enemy, side)), point, Purpose::Move);
    if aimed.contains(&side)
        && let Some((point, _)) = field.to_side(unit.id, enemy, side)
    {
        match path_to(point) {
            Path::Line(by) => return NoSideRush::LineCrossed(by),
            Path::Narrow(by) => return NoSideRush::LaneTooNarrow(by),
            Path::Open => {}
        }
    }
    let [front, flank] = contacts(field, unit, enemy, side).map_or([false; 2], |[front, left, right]| {
        [front.fits, left.fits || right.fits]
    });
    // A flank is looked for only where no side within reach is open to the front. Rule BG3-RUSH-18.
    let by_front = aimed
        .iter()
        .any(|aim| contacts(field, unit, enemy, *aim).is_some_and(|[its_front, ..]| its_front.fits));
    if !by_front
        && front
        && let Err(why) = reached_by_front(field, unit, enemy, side)
    {
        return match field
            .to_side(unit.id, enemy, side)
            .map(|(point, _)| path_to(point))
        {
            Some(Path::Line(by)) => NoSideRush::LineCrossed(by),
            Some(Path::Narrow(by)) => NoSideRush::LaneTooNarrow(by),
            Some(Path::Open) | None => NoSideRush::Rush(why),
        };
    }
    match aimed.first() {
        Some(nearest) if front || flank && !by_front => NoSideRush::AnotherSide(*nearest),
        Some(_) | None => NoSideRush::NoRoomThere { flank_fits: flank },
    }
}

/// The contact that a unit's front and its flanks can have with a side of an enemy. Rules `BG4-RUSH-14`, `BG4-RUSH-22` (pp. 68,
/// 69-71), `BG3-RUSH-04`, `BG3-RUSH-15`, `BG3-RUSH-18` (pp. 13-14).
fn contacts(field: &Field<'_>, unit: &Unit, enemy: UnitId, side: Side) -> Option<[Contact; 3]> {
    let (own, target) = (field.card(unit.id)?, field.body(enemy)?);
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let (frontage, measures) = (field.profile().frontage, field.profile().measures);
    Some([Side::Front, Side::Left, Side::Right].map(|own_side| {
        // RULING: BG4-COLOS-05, a Colossal unit needs no more room than its rear card with its front.
        let size = match own_side {
            Side::Front => single_card(own.size()),
            Side::Left | Side::Right | Side::Rear => own.size(),
        };
        let least = frontage.least(size.side(own_side), target.size().side(side));
        let approach = Approach::front_to(target, side, size).with_side(own_side);
        let most = approach
            .best(Inches::ZERO, &objects, measures)
            .into_iter()
            .map(|placement| placement.contact)
            .max();
        Contact {
            own: own_side,
            most: most.unwrap_or(Inches::ZERO),
            least,
            fits: !approach.best(least, &objects, measures).is_empty(),
        }
    }))
}

/// With which of its own sides a rusher touches.
fn touching(ways: &Ways) -> Vec<Side> {
    match ways {
        Ways::Front(_) | Ways::Corner(_) => vec![Side::Front],
        Ways::Flank(sides) => sides.iter().map(|(side, _)| *side).collect(),
    }
}

/// How far a unit moves to the best of the places that it may take.
fn reach_of(ways: &Ways) -> Option<Inches> {
    let spots: Vec<Inches> = match ways {
        Ways::Front(spots) => spots.iter().map(|spot| spot.reach).collect(),
        Ways::Flank(sides) => sides
            .iter()
            .flat_map(|(_, spots)| spots)
            .map(|spot| spot.reach)
            .collect(),
        Ways::Corner(ends) => ends
            .iter()
            .flat_map(|(_, spots)| spots)
            .map(|spot| spot.reach)
            .collect(),
    };
    spots.into_iter().max()
}

/// The enemies that a unit can come to rush, by what its owner may answer: under Direct Control any of its targets; else those
/// that go before the others, and behind one that its owner may leave alone those that go next. Rules `BG4-RUSH-09`, `BG4-RUSH-22`,
/// `BG4-RUSH-24`, `BG4-CMD-07` (pp. 36, 66, 69-72), `BG3-RUSH-11`, `BG3-RUSH-18` (pp. 13-14).
pub(crate) fn open_to_choice(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let all = targets(field, unit.id);
    let mut found: Vec<UnitId> = Vec::new();
    let mut open = |enemy: UnitId| {
        if !found.contains(&enemy) {
            found.push(enemy);
        }
    };
    if unit.turn.controlled {
        for target in &all {
            open(target.enemy);
        }
        return found;
    }
    let passed_over = |enemy: UnitId| may_be_passed_over(field, unit, enemy, &all);
    let mut lists: Vec<Vec<(UnitId, Side)>> =
        vec![all.iter().map(|target| (target.enemy, target.side)).collect()];
    while let Some(left) = lists.pop() {
        for enemy in preferred(field, unit.id, &left) {
            open(enemy);
            if passed_over(enemy) {
                lists.push(left.iter().copied().filter(|(one, _)| *one != enemy).collect());
            }
        }
    }
    found
}

/// Whether a unit's owner may leave alone an enemy that it could rush: with a flank or at a corner rushes are made only if they
/// want, and a Facing Side on a diagonal is theirs to choose, as is a path. Rules `BG4-RUSH-22`, `BG4-RUSH-24` (pp. 69-72),
/// `BG4-GEO-11` (p. 8), `BG3-RUSH-18` (p. 14), `BG3-PATH-07` (p. 13).
fn may_be_passed_over(field: &Field<'_>, unit: &Unit, enemy: UnitId, all: &[Target]) -> bool {
    let of_enemy = || all.iter().filter(|target| target.enemy == enemy);
    let facings = facings_seen(field.state(), unit, enemy);
    of_enemy().any(|target| !matches!(target.ways, Ways::Front(_)))
        || objectives::stands_in_the_way_of(field, unit, enemy).is_some()
        || objectives::may_be_passed_by(field, unit, enemy)
        || facings.len() > 1
            && facings
                .iter()
                .any(|side| of_enemy().all(|target| target.facing != Some(*side)))
}

/// Why an enemy named as the target of a Final Rush is none of the choices: the first test that it fails, or that another is
/// Most Directly Ahead. Rules `BG4-RUSH-01` to `BG4-RUSH-15` (pp. 61-67).
pub(crate) fn refused_target(state: &State, question: &Question, answer: &Answer) -> Option<Refusal> {
    let (Topic::RushTarget, Some(unit), Answer::Unit(enemy)) = (question.topic, question.unit, answer) else {
        return None;
    };
    match may_rush(state, unit, *enemy) {
        // It is no enemy on the table.
        Err(NoFinalRush::NoEnemy) => None,
        Err(_) => {
            let field = Field::of(state);
            let why = no_rush_of(&field, state.unit(unit)?, *enemy)?.as_refused(&field);
            let enemy = *enemy;
            Some(RushTargetRefusal::NotRushed { unit, enemy, why }.into())
        }
        Ok(()) if Rule::Rush09.is_named(&question.rule) => {
            let enemy = *enemy;
            Some(RushTargetRefusal::NotMostDirectlyAhead { unit, enemy }.into())
        }
        Ok(()) => None,
    }
}
