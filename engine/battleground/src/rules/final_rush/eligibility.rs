//! Enemies that a unit may Final Rush now, and the refusals for the others (pp. 61-67, 121, 125, 128).

use battleground_geometry::{Inches, Limit, Point, Side};
use hindsight_kernel::Refusal;

use super::objectives::kept_by_objective;
use super::placement::Ways;
use super::reach::{WayTo, places, way_to};
use super::sides::no_rush_of;
use super::snapshot::{look, look_at_all, with_doors_opened};
use crate::editions::profile::{RushSeen, TurningBackTo};
use crate::field::{Field, TOL};
use crate::model::agenda::{Answer, Question, Topic};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{Glimpse, State, Status, TurnMarks, Unit};

/// Why a unit may not Final Rush an enemy, in the order in which it is tested. Rules `BG4-RUSH-02` to `BG4-RUSH-15` (pp. 50,
/// 61-62, 64, 65, 66, 68).
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoFinalRush {
    /// Rule `BG4-RUSH-02` (p. 61).
    #[error("only a Ready unit may Final Rush")]
    NotReady,
    /// Rule `BG4-RUSH-02` (p. 61).
    #[error("only a unit with the order Close may Final Rush")]
    NotOnClose,
    /// Rule `BG4-RUSH-02` (p. 61).
    #[error("an engaged unit does not Final Rush")]
    Engaged,
    /// Rule `BG4-FLY-12` (p. 125).
    #[error("a unit that flies or began the turn flying does not Final Rush")]
    Flying,
    /// Rule `BG4-TURN-05` (pp. 33-36).
    #[error("it has been activated this turn, or has given up its Final Rush")]
    Spent,
    /// Rule `BG4-TURN-04` (p. 33).
    #[error("a normal move has been made this turn")]
    TooLate,
    /// It is no enemy on the table.
    #[error("there is no such enemy")]
    NoEnemy,
    /// Rule `BG4-FLY-12` (p. 125).
    #[error("an enemy that flies or began the turn flying cannot be Final Rushed")]
    EnemyFlying,
    /// Rule `BG4-RUSH-03` (pp. 61-62).
    #[error("it is not the unit's objective and does not stand in its way")]
    NotItsObjective,
    /// Rule `BG4-RUSH-04` (p. 62).
    #[error("it was not Visible at the start of the turn")]
    NotVisible,
    /// Rules `BG4-RUSH-05`, `BG4-RUSH-06` (pp. 62, 64).
    #[error("no Open Path led to its Facing Side, or to its Nearest Open Side, at the start of the turn")]
    NoOpenPath,
    /// Rule `BG4-RUSH-05` (p. 62).
    #[error("the path to the {side}, the only side permitted this turn, is blocked now", side = crate::model::names::side_name(*_0))]
    PathBlocked(Side),
    /// Rule `BG4-RUSH-07` (p. 65).
    #[error("the permitted side is {distance} away and the unit moves {reach}")]
    TooFar {
        /// From the front centre point to the permitted side.
        distance: Inches,
        /// The current Movement Category.
        reach: Inches,
    },
    /// Rule `BG4-RUSH-10` (p. 66).
    #[error("the unit began the turn too near to {0} to turn back")]
    NoTurningBack(UnitId),
    /// Rule `BG4-SKIRM-04` (p. 128).
    #[error("a Skirmisher rushes the front of a line unit only to pinch it")]
    SkirmisherInFront,
    /// Rules `BG4-RUSH-14`, `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24` (pp. 68, 69-72).
    #[error("there is no room for it there")]
    NoRoom,
}

impl NoFinalRush {
    /// The rule that forbids it; nothing where there is no such enemy.
    pub(crate) const fn rule(self) -> Option<Rule> {
        Some(match self {
            Self::NotReady | Self::NotOnClose | Self::Engaged => Rule::Rush02,
            Self::Flying | Self::EnemyFlying => Rule::Fly12,
            Self::Spent => Rule::Turn05,
            Self::TooLate => Rule::Turn04,
            Self::NoEnemy => return None,
            Self::NotItsObjective => Rule::Rush03,
            Self::NotVisible => Rule::Rush04,
            Self::NoOpenPath | Self::PathBlocked(_) => Rule::Rush05,
            Self::TooFar { .. } => Rule::Rush07,
            Self::NoTurningBack(_) => Rule::Rush10,
            Self::SkirmisherInFront => Rule::Skirm04,
            Self::NoRoom => Rule::Rush14,
        })
    }
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
            let why = no_rush_of(&field, state.unit(unit)?, *enemy)?;
            let words = format!("{unit} may not Final Rush {enemy}: {}", why.in_words(&field));
            Some(Refusal::new(why.rule(), words))
        }
        Ok(()) if Rule::Rush09.is_named(&question.rule) => Some(Refusal::new(
            Rule::Rush09,
            format!("{enemy} is not Most Directly Ahead of {unit}"),
        )),
        Ok(()) => None,
    }
}

/// An enemy that may be Final Rushed now.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    /// Who.
    pub(super) enemy: UnitId,
    /// The permitted side.
    pub(super) side: Side,
    /// The Facing Side it stands for, where that is still to be chosen.
    pub(super) facing: Option<Side>,
    /// The centre point that is rushed.
    pub(super) point: Point,
    /// On a Colossal flank, which of its centre points that is. Rule `BG4-COLOS-03` (p. 121).
    pub(super) place: Option<u8>,
    /// How far it is.
    pub(super) distance: Inches,
    /// Rows of the Movement Category table for the mildest terrain of the path.
    pub(super) path: i32,
    /// Where the rusher may come to lie.
    pub(super) ways: Ways,
}

/// What keeps a unit to certain enemies.
pub(super) struct Bounds {
    /// Its order: nothing if every enemy will do. Rule `BG4-RUSH-03` (pp. 61-62).
    pub(super) objective: Option<Vec<UnitId>>,
    /// Those from which it cannot turn back. Rule `BG4-RUSH-10` (p. 66).
    pub(super) near: Vec<UnitId>,
}

impl Bounds {
    /// What the order of a unit leaves it as things stand, whatever the start of the turn was. Rule `BG4-RUSH-03`
    /// (pp. 61-62).
    fn by_order(field: &Field<'_>, unit: &Unit) -> Self {
        Self {
            objective: kept_by_objective(field, unit, &[], |enemy| look(field, unit, enemy)),
            near: Vec::new(),
        }
    }
}

/// Whether a unit may Final Rush an enemy now, by itself, and why not.
///
/// # Errors
/// The first test that it fails. Rules `BG4-RUSH-01` to `BG4-RUSH-15` (pp. 50, 61-62, 64, 65, 66, 68).
pub fn may_rush(state: &State, unit: UnitId, enemy: UnitId) -> Result<(), NoFinalRush> {
    let unit = state
        .unit(unit)
        .filter(|unit| unit.pose.is_some())
        .ok_or(NoFinalRush::NoEnemy)?;
    let mut reason = NoFinalRush::NoEnemy;
    for (_, verdict) in judged(&Field::of(state), unit, enemy)? {
        match verdict {
            Ok(_) => return Ok(()),
            Err(why) => reason = why,
        }
    }
    Err(reason)
}

/// What a unit's Final Rush of one enemy is judged by, each with its verdict.
pub(super) type Judged = Vec<(Glimpse, Result<Target, NoFinalRush>)>;

/// The verdict on each side of an enemy by which a unit's Final Rush of it is judged now.
///
/// # Errors
/// The unit may rush nobody. Rules `BG4-RUSH-02` (p. 61), `BG4-TURN-04`, `BG4-TURN-05` (pp. 33-36).
pub(super) fn judged(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Result<Judged, NoFinalRush> {
    may_rush_at_all(field.state(), unit)?;
    may_rush_now(field.state(), unit)?;
    Ok(by_ladder(
        field,
        unit,
        seen_of(field, unit, enemy),
        &bounds(field, unit),
    ))
}

/// The same as if the turn of the unit's side began as things stand, with its order.
///
/// # Errors
/// The unit may rush nobody. Rule `BG4-RUSH-02` (p. 61).
pub(super) fn as_things_stand(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Result<Judged, NoFinalRush> {
    may_rush_at_all(field.state(), unit)?;
    let bounds = Bounds::by_order(field, unit);
    Ok(by_ladder(field, unit, look(field, unit, enemy), &bounds))
}

fn by_ladder(field: &Field<'_>, unit: &Unit, seen: Vec<Glimpse>, bounds: &Bounds) -> Judged {
    let judged = |glimpse: Glimpse| {
        let verdict = ladder(field, unit, &glimpse, bounds);
        (glimpse, verdict)
    };
    seen.into_iter().map(judged).collect()
}

/// Whether a unit could Final Rush an enemy as things stand, if its owner were the Active Player: what keeps a Skirmisher
/// from rallying by itself. RULING: only Ready, unengaged units on Close whose objective lets them rush this very unit, by
/// the positions of now. Rules `BG4-SKIRM-10` (p. 130), `BG4-RUSH-03` (pp. 61-62).
pub(crate) fn could_rush_now(state: &State, unit: &Unit, enemy: UnitId) -> bool {
    if unit.pose.is_none() || may_rush_at_all(state, unit).is_err() {
        return false;
    }
    let field = Field::of(state);
    let bounds = Bounds::by_order(&field, unit);
    look(&field, unit, enemy)
        .iter()
        .any(|glimpse| ladder(&field, unit, glimpse, &bounds).is_ok())
}

/// Whether a unit could Final Rush this side of an enemy as things stand on a field, if its owner's turn began now: what a
/// flyer asks of a place to land. Rule `BG4-FLY-03` (p. 124).
pub(crate) fn could_rush_side(field: &Field<'_>, unit: &Unit, enemy: UnitId, side: Side) -> bool {
    if may_rush_at_all(field.state(), unit).is_err() {
        return false;
    }
    let bounds = Bounds::by_order(field, unit);
    look(field, unit, enemy)
        .iter()
        .filter(|glimpse| glimpse.side == Some(side))
        .any(|glimpse| ladder(field, unit, glimpse, &bounds).is_ok())
}

/// Whether a unit's order would have it Final Rush if its owner were the Active Player now, as things stand; Direct Control
/// does not matter. Rule `BG4-MODS-16` (p. 107).
pub(crate) fn would_rush(field: &Field<'_>, unit: &Unit) -> bool {
    let state = field.state();
    if field.card(unit.id).is_none() || may_rush_at_all(state, unit).is_err() {
        return false;
    }
    let by_order = Unit {
        turn: TurnMarks {
            controlled: false,
            ..unit.turn.clone()
        },
        ..unit.clone()
    };
    let bounds = Bounds::by_order(field, &by_order);
    state
        .enemies_of(unit.id.seat())
        .flat_map(|enemy| look(field, &by_order, enemy.id))
        .any(|glimpse| ladder(field, &by_order, &glimpse, &bounds).is_ok())
}

/// Notes in a unit's glimpses of the start of the turn which enemies it could Final Rush then. RULING: with the order of
/// that moment, and with some legal placement. Rule `BG4-RUSH-10` (p. 66).
pub(super) fn could_rush(field: &Field<'_>, unit: &Unit, glimpses: &mut [Glimpse]) {
    let any = glimpses
        .iter()
        .any(|glimpse| glimpse.visible && glimpse.side.is_some());
    if !any || may_rush_at_all(field.state(), unit).is_err() {
        return;
    }
    let bounds = Bounds::by_order(field, unit);
    for glimpse in glimpses {
        glimpse.could_rush = ladder(field, unit, glimpse, &bounds).is_ok();
    }
}

/// A quick no: whether a unit's glimpses leave anything to look at.
pub(super) fn may_have_targets(state: &State, id: UnitId) -> bool {
    let when_made = state.profile().rush_seen == RushSeen::WhenMade;
    state.unit(id).is_some_and(|unit| {
        unit.pose.is_some()
            && may_rush_at_all(state, unit).is_ok()
            && may_rush_now(state, unit).is_ok()
            && (when_made
                || glimpses_of(state, unit).any(|glimpse| glimpse.visible && glimpse.side.is_some()))
    })
}

/// What a unit's Final Rushes are judged by: what the start of the turn showed, or what it sees as they are made. Rules
/// `BG4-GEO-21`, `BG3-RUSH-03` (p. 13).
pub(super) fn seen(field: &Field<'_>, unit: &Unit) -> Vec<Glimpse> {
    let state = field.state();
    match state.profile().rush_seen {
        RushSeen::AtStartOfTurn => glimpses_of(state, unit).copied().collect(),
        RushSeen::WhenMade => look_at_all(field, unit),
    }
}

/// What the start of the turn showed a unit, for the Facing Sides its owner has chosen since. Rule `BG4-GEO-11` (p. 8).
pub(crate) fn glimpses_of<'s>(state: &'s State, unit: &'s Unit) -> impl Iterator<Item = &'s Glimpse> {
    state.snapshot.iter().filter(|glimpse| {
        let chosen = unit
            .turn
            .diagonals
            .iter()
            .rev()
            .find(|(enemy, _)| *enemy == glimpse.enemy);
        let fits = match (glimpse.facing, chosen) {
            (Some(facing), Some((_, side))) => facing == *side,
            (None, _) | (_, None) => true,
        };
        glimpse.unit == unit.id && fits
    })
}

/// Rules `BG4-RUSH-02`, `BG4-FLY-12` (pp. 61, 125).
fn may_rush_at_all(state: &State, unit: &Unit) -> Result<(), NoFinalRush> {
    match unit.status {
        Status::Ready(Some(orders)) if orders.order == Order::Close => {}
        Status::Ready(_) => return Err(NoFinalRush::NotOnClose),
        Status::Disrupted | Status::Routing => return Err(NoFinalRush::NotReady),
    }
    if state.is_engaged(unit.id) {
        return Err(NoFinalRush::Engaged);
    }
    // RULING: BG4-FLY-12, also one that took off this turn.
    if unit.airborne || unit.turn.began_flying {
        return Err(NoFinalRush::Flying);
    }
    Ok(())
}

/// Rules `BG4-TURN-04`, `BG4-TURN-05`, `BG4-SPELL-01` (pp. 33-36, 134).
fn may_rush_now(state: &State, unit: &Unit) -> Result<(), NoFinalRush> {
    let turn = &unit.turn;
    if turn.activated || turn.rushed || turn.no_rush || turn.rallied || turn.cast || turn.run_through {
        return Err(NoFinalRush::Spent);
    }
    if turn.controlled && !state.profile().control_may_rush {
        return Err(NoFinalRush::NotOnClose); // Its order is ignored. Rule BG3-CMD-06 (p. 10).
    }
    if state.normal_moves {
        return Err(NoFinalRush::TooLate);
    }
    Ok(())
}

pub(super) fn bounds(field: &Field<'_>, unit: &Unit) -> Bounds {
    let near = too_near_to_turn_back(field, unit);
    // Rule BG4-CMD-07: under Direct Control the objective is ignored.
    let objective = if unit.turn.controlled {
        None
    } else {
        kept_by_objective(field, unit, &near, |enemy| seen_of(field, unit, enemy))
    };
    Bounds { objective, near }
}

/// The enemies from which a unit cannot turn back this turn. Rule `BG4-RUSH-10` (p. 66).
pub(super) fn too_near_to_turn_back(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let state = field.state();
    if state.profile().no_turning_back_to == TurningBackTo::AnyPart {
        // Those that it may rush now and was near to then. Rule BG3-RUSH-10 (p. 14).
        let mut near: Vec<UnitId> = glimpses_of(state, unit)
            .filter(|glimpse| crate::editions::v3::rush::was_near(field, glimpse))
            .map(|glimpse| glimpse.enemy)
            .collect();
        near.dedup();
        if near.is_empty() {
            return near;
        }
        let bounds = Bounds::by_order(field, unit);
        near.retain(|enemy| {
            let sees = look(field, unit, *enemy);
            sees.iter()
                .any(|glimpse| ladder(field, unit, glimpse, &bounds).is_ok())
        });
        return near;
    }
    glimpses_of(state, unit)
        .filter(|glimpse| glimpse.could_rush && TOL.reaches(glimpse.distance, NO_TURNING_BACK, Limit::Within))
        .map(|glimpse| glimpse.enemy)
        .collect()
}

/// What its Final Rushes are judged by of one enemy.
pub(crate) fn seen_of(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Glimpse> {
    match field.profile().rush_seen {
        RushSeen::AtStartOfTurn => glimpses_of(field.state(), unit)
            .filter(|glimpse| glimpse.enemy == enemy)
            .copied()
            .collect(),
        RushSeen::WhenMade => look(field, unit, enemy),
    }
}

/// The Final Rush Procedure for one enemy, step by step. Rules `BG4-RUSH-01`, `BG4-RUSH-03` to `BG4-RUSH-08`, `BG4-RUSH-10`,
/// `BG4-RUSH-12` to `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24`, `BG4-FLY-12`, `BG4-SKIRM-04` (pp. 61-62, 64, 65, 66, 68, 69-72,
/// 125, 128).
pub(super) fn ladder(
    field: &Field<'_>,
    unit: &Unit,
    glimpse: &Glimpse,
    bounds: &Bounds,
) -> Result<Target, NoFinalRush> {
    let opened = with_doors_opened(field, glimpse.enemy);
    let field = opened.as_ref().unwrap_or(field);
    let state = field.state();
    let enemy = state
        .unit(glimpse.enemy)
        .filter(|enemy| enemy.pose.is_some() && field.card(enemy.id).is_some())
        .ok_or(NoFinalRush::NoEnemy)?;
    if enemy.airborne || enemy.turn.began_flying {
        return Err(NoFinalRush::EnemyFlying);
    }
    if bounds
        .objective
        .as_ref()
        .is_some_and(|only| !only.contains(&enemy.id))
    {
        return Err(NoFinalRush::NotItsObjective);
    }
    if !glimpse.visible {
        return Err(NoFinalRush::NotVisible);
    }
    let side = glimpse.side.ok_or(NoFinalRush::NoOpenPath)?;
    let way = way_to(field, unit, enemy.id, side)?;
    if let Some(near) = bounds.near.first()
        && !bounds.near.contains(&enemy.id)
    {
        // RULING: BG4-RUSH-10, of several all stay eligible.
        return Err(NoFinalRush::NoTurningBack(*near));
    }
    if state.has(unit.id, Keyword::Skirmisher) && !skirmisher_may_rush(state, enemy.id, side) {
        return Err(NoFinalRush::SkirmisherInFront);
    }
    let ways = places(field, unit, (enemy.id, side), &way)?;
    let WayTo {
        point,
        distance,
        path,
    } = way;
    // Of a slid unit too the place is told on the whole flank, which it has again one day. Rule BG4-COLOS-03.
    let place = field.card(enemy.id).and_then(|card| {
        let several = side.is_flank() && card.size().cards_deep() > 1;
        let place = card
            .centre_points(side)
            .position(|centre| TOL.reaches(centre.distance(point), Inches::ZERO, Limit::Within));
        place.filter(|_| several).map(|place| place as u8)
    });
    Ok(Target {
        enemy: enemy.id,
        side,
        facing: glimpse.facing,
        point,
        place,
        distance,
        path,
        ways,
    })
}

/// Whether a Skirmisher's own limits allow a rush: a line unit only on its flank or rear, or where the rush pinches it.
/// Rules `BG4-SKIRM-04`, `BG4-SKIRM-06` (p. 128).
pub(crate) fn skirmisher_may_rush(state: &State, enemy: UnitId, side: Side) -> bool {
    state.has(enemy, Keyword::Skirmisher)
        || side != Side::Front
        || state.engaged_with(enemy).any(|(_, own, _)| own != Side::Front)
}

/// Nearer than this to a Facing Side's centre point a unit cannot turn back. Rule `BG4-RUSH-10` (p. 66).
pub(crate) const NO_TURNING_BACK: Inches = Inches::mils(1_250);
