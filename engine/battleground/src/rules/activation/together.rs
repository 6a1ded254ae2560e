//! Units that are activated together and follow their orders: who leaves, and whether two of them meet (pp. 33, 43).

use std::collections::BTreeMap;

use battleground_geometry::{
    Card, Inches, Point, Pose, Turn, about_face, overlaps, reform, reform_sweep, shift,
};

use super::{ActivationKind, ActivationRefusal, activation_kind, goes_somewhere};
use crate::editions::profile::TurnCost;
use crate::field::covered::cover_a_centre;
use crate::field::{Field, TOL};
use crate::model::agenda::{Answered, Need};
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order};
use crate::model::state::{State, Status, Unit};
use crate::procedures::movement;
use crate::procedures::movement::context;
use crate::procedures::movement::plan::Plan;
use crate::procedures::rush::group::rushers_of;

/// The most rows by which ground quickens a move. Rule `BG4-TERR-13` (pp. 116-119).
const BEST_ROAD: i32 = 2;
/// Ways are compared at places at most so far apart, in inches. Rule `BG4-MOVE-18` (p. 43).
const STEP: f64 = 0.1;

/// Whom each of a group follows, if it follows anybody.
type Leaders = BTreeMap<UnitId, UnitId>;

/// What is taken for granted about a group while the plans of its units are made: who of them leaves, and where the leaders
/// of others come to.
#[derive(Debug, Clone, PartialEq, Default)]
struct Expected {
    leaving: Vec<UnitId>,
    leaders: BTreeMap<UnitId, Pose>,
}

/// The plans of those of a group that follow their orders: each with the others off the table that really leave. A unit
/// that stays where it is, or only shoots, is an obstacle as ever. A unit that follows another one of the group goes to
/// where that comes to. Nothing if it cannot be told who leaves, because each way that is tried changes it.
///
/// RULING: BG4-TURN-06; BG4-ORDMV-16 (p. 56) leads to the leader's rear, and a leader that moves at the same time has it
/// where it ends, as if it had been activated first. Rules `BG4-TURN-06`, `BG4-MOVE-18` (p. 43).
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(super) fn plans(
    field: &Field<'_>,
    state: &State,
    units: &[UnitId],
    answers: &[Answered],
) -> Result<Option<Vec<Plan>>, Need> {
    plans_beside(field, state, units, &[], answers)
}

/// The same beside others of the group that go by their legs at the same time. Rule `BG3-MOV-15` (p. 12).
///
/// # Errors
/// [`Need::Ask`] where an owner has a choice.
pub(super) fn plans_beside(
    field: &Field<'_>,
    state: &State,
    units: &[UnitId],
    others: &[Plan],
    answers: &[Answered],
) -> Result<Option<Vec<Plan>>, Need> {
    let rushing = rushers_of(state, units);
    let follows = |unit: &&Unit| activation_kind(state, field, unit, &rushing) == ActivationKind::Follows;
    let movers: Vec<&Unit> = units
        .iter()
        .filter_map(|id| state.unit(*id))
        .filter(|unit| !unit.turn.activated)
        .filter(follows)
        .collect();
    let mut leaders = Leaders::new();
    for unit in &movers {
        if let Some(leader) = leader_of(field, unit, answers)? {
            leaders.insert(unit.id, leader);
        }
    }
    let may_go = |unit: &&&Unit| context::orders_of(unit).is_some_and(|orders| goes_somewhere(state, orders));
    let by_legs = others
        .iter()
        .filter(|plan| state.unit(plan.unit).is_some_and(|unit| plan.moves(unit)));
    let led = by_legs.clone().filter(|plan| leads(&leaders, plan.unit));
    let known = Expected {
        leaving: by_legs.clone().map(|plan| plan.unit).collect(),
        leaders: led.map(|plan| (plan.unit, plan.to)).collect(),
    };
    let mut expected = known.clone();
    expected
        .leaving
        .extend(movers.iter().filter(may_go).map(|unit| unit.id));
    // Whoever turns out to stay stands in the way of the others, who may then stay too; and where a leader comes to is
    // known to its followers one round later.
    for _ in 0..2 * movers.len() + 2 {
        let found: Vec<Result<Plan, Need>> = movers
            .iter()
            .map(|unit| plan_beside(field, unit, &leaders, &expected, answers))
            .collect();
        let next = as_planned(&movers, &leaders, &found, (&known, &expected));
        if next == expected {
            return settled(&movers, &leaders, found).map(Some);
        }
        expected = next;
    }
    Ok(None)
}

/// Who leaves, and where leaders come to, by the plans that were found, beside what is known of others.
fn as_planned(
    movers: &[&Unit],
    leaders: &Leaders,
    found: &[Result<Plan, Need>],
    (known, expected): (&Expected, &Expected),
) -> Expected {
    let mut next = known.clone();
    for (unit, plan) in movers.iter().zip(found) {
        let leaves = match plan {
            Ok(plan) => plan.moves(unit),
            // Where a question is still open, the unit is taken to move.
            Err(_) => expected.leaving.contains(&unit.id),
        };
        if !leaves {
            continue;
        }
        next.leaving.push(unit.id);
        // ERR: a leader with a question still open has no place yet; the question is asked by `settled`.
        if let Ok(plan) = plan
            && leads(leaders, unit.id)
        {
            next.leaders.insert(unit.id, plan.to);
        }
    }
    next
}

/// All plans; or the first question, that of a leader before those of its followers, who may ask something else after it.
fn settled(movers: &[&Unit], leaders: &Leaders, found: Vec<Result<Plan, Need>>) -> Result<Vec<Plan>, Need> {
    let (first, others): (Vec<_>, Vec<_>) = movers
        .iter()
        .zip(&found)
        .partition(|(unit, _)| leads(leaders, unit.id));
    let question = first
        .into_iter()
        .chain(others)
        .find_map(|(_, plan)| plan.as_ref().err());
    match question {
        Some(question) => Err(question.clone()),
        None => found.into_iter().collect(),
    }
}

/// Whether another unit of the group follows this one.
fn leads(leaders: &Leaders, unit: UnitId) -> bool {
    leaders.values().any(|leader| *leader == unit)
}

/// The friendly unit that a unit follows by its order: the one set, or, on Follow, the nearest as it stands before the move.
/// One that goes to a point follows nobody until it is there. Rules `BG4-ORDMV-16` (p. 56), `BG3-ORD-07` (p. 6).
///
/// # Errors
/// [`Need::Ask`] where its owner breaks a tie.
fn leader_of(field: &Field<'_>, unit: &Unit, answers: &[Answered]) -> Result<Option<UnitId>, Need> {
    let Some(orders) = context::orders_of(unit) else {
        return Ok(None);
    };
    let follows = orders.order == Order::Follow;
    match orders.objective {
        Some(Objective::Friend(leader)) if field.profile().friend_objectives => Ok(Some(leader)),
        Some(Objective::Friend(leader)) if follows && field.card(leader).is_some() => Ok(Some(leader)),
        Some(Objective::Friend(_) | Objective::Enemy(_)) | None if follows => {
            field.nearest_friend(unit.id, answers)
        }
        Some(_) | None => Ok(None),
    }
}

/// The plan of a unit of a group with those of the others off the table that leave, but for its leader, which stands where
/// it comes to.
fn plan_beside(
    field: &Field<'_>,
    unit: &Unit,
    leaders: &Leaders,
    expected: &Expected,
    answers: &[Answered],
) -> Result<Plan, Need> {
    let leader = leaders.get(&unit.id).copied();
    let same = leaders.iter().filter(|(_, other)| Some(**other) == leader);
    let mut followers: Vec<UnitId> = same.map(|(follower, _)| *follower).collect();
    if followers.len() < 2 {
        followers.clear();
    }
    let absent: Vec<UnitId> = expected
        .leaving
        .iter()
        .copied()
        .filter(|other| *other != unit.id && Some(*other) != leader)
        .collect();
    let moved = leader.and_then(|leader| Some((leader, *expected.leaders.get(&leader)?)));
    if absent.is_empty() && moved.is_none() {
        return movement::would_move_with(field, unit.id, answers, &followers);
    }
    let mut beside = field.clone();
    if !absent.is_empty() {
        beside = beside.without(&absent);
    }
    if let Some((leader, pose)) = moved {
        beside = beside.with(leader, pose);
    }
    movement::would_move_with(&beside, unit.id, answers, &followers)
}

/// Whether two units of a group stand near enough to meet: a quick no before any way is looked for.
pub(super) fn may_meet(field: &Field<'_>, units: &[UnitId]) -> bool {
    let reach = |id: &UnitId| {
        let card = field.card(*id)?;
        let unit = field.state().unit(*id)?;
        // Who does not follow an order does not come into their way.
        let follows = matches!(unit.status, Status::Ready(_)) && !field.state().is_engaged(*id);
        if !follows || unit.turn.rallied {
            return None;
        }
        // By road at the most; nothing of a card ends farther from the corner that goes so far than its own diagonal.
        let farthest = field.uncapped_mc_by(unit, BEST_ROAD).inches();
        let half = card.pose().centre.distance(card.corners()[0]);
        Some((card.pose().centre, half.times(3) + farthest))
    };
    let reaches: Vec<(Point, Inches)> = units.iter().filter_map(reach).collect();
    reaches.iter().enumerate().any(|(place, (at, reach))| {
        let near = |(other, its): &(Point, Inches)| at.distance(*other) <= *reach + *its + TOL.touch;
        reaches[..place].iter().any(near)
    })
}

/// Two units of a group that would overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clash {
    one: UnitId,
    other: UnitId,
    /// Whether they do where they end; else only on the way.
    at_the_end: bool,
}

impl Clash {
    /// The refusal of the whole group. Rules `BG4-TURN-06` (pp. 33, 43), `BG4-MOVE-18` (p. 43).
    pub(crate) fn refusal(self, units: &[UnitId]) -> ActivationRefusal {
        let Self {
            one,
            other,
            at_the_end,
        } = self;
        let units = units.to_vec();
        if at_the_end {
            ActivationRefusal::EndOnOneAnother { one, other, units }
        } else {
            ActivationRefusal::PassThroughOneAnother { one, other, units }
        }
    }
}

/// Two units of a group that would overlap where they end, or on the way there if all go at the same share of their
/// distance. RULING: BG4-TURN-06. Rules `BG4-TURN-06`, `BG4-MOVE-18` (p. 43).
pub(crate) fn clash(state: &State, plans: &[Plan]) -> Option<Clash> {
    let tracks: Vec<Track> = plans.iter().filter_map(|plan| Track::of(state, plan)).collect();
    tracks.iter().enumerate().find_map(|(place, one)| {
        tracks[..place].iter().find_map(|other| {
            let tolerated = state.profile().may_cover_friends && one.bears(other);
            let at_the_end = overlaps(&one.end, &other.end, TOL) && !tolerated;
            (at_the_end || one.meets(other)).then_some(Clash {
                one: other.unit,
                other: one.unit,
                at_the_end,
            })
        })
    })
}

/// The way of a unit that ends on the ground.
struct Track {
    unit: UnitId,
    /// Nothing of a unit that is not on the ground from the start, or lies partly under others: only where it ends counts.
    legs: Option<Vec<Stretch>>,
    distance: f64,
    start: Card,
    end: Card,
}

/// A leg of a way: where it begins, how far the unit has come then, and how far it takes it.
struct Stretch {
    leg: Leg,
    card: Card,
    from: f64,
    distance: f64,
}

impl Track {
    fn of(state: &State, plan: &Plan) -> Option<Self> {
        let unit = state.unit(plan.unit)?;
        let start = state.card(unit)?;
        if unit.airborne && !plan.lands {
            return None;
        }
        let mut card = start;
        let mut distance = 0.0;
        let mut legs = Vec::with_capacity(plan.legs.len());
        for leg in &plan.legs {
            let stretch = Stretch {
                leg: *leg,
                card,
                from: distance,
                distance: measured(state.profile().turn_cost, leg, &card),
            };
            card = stretch.partly(1.0);
            distance += stretch.distance;
            legs.push(stretch);
        }
        Some(Self {
            unit: plan.unit,
            legs: (!unit.airborne && !unit.slid).then_some(legs),
            distance,
            start,
            end: start.at(plan.to),
        })
    }

    /// Whether it may cover part of another unit where both end: no centre point, and one of them stays, which was in the way of
    /// the other's plan already, or they did so before.
    // RULING: BG3-MOV-14 (p. 12), two that both leave end apart, as they would one after the other.
    fn bears(&self, other: &Self) -> bool {
        let stays = |track: &Self| track.legs.as_ref().is_some_and(Vec::is_empty);
        (stays(self) || stays(other) || self.lay_on(other)) && !cover_a_centre(&self.end, &other.end, TOL)
    }

    /// Whether they covered part of one another before either moved.
    fn lay_on(&self, other: &Self) -> bool {
        overlaps(&self.start, &other.start, TOL)
    }

    /// Whether it overlaps another unit at some share of both ways. Two that lay over one another before may leave together, and
    /// cover no centre point on the way. Rule `BG3-MOV-14` (p. 12).
    fn meets(&self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (&self.legs, &other.legs) else {
            return false;
        };
        // One that stays was in the way of the other's plan already.
        if own.is_empty() || others.is_empty() {
            return false;
        }
        let leave = self.lay_on(other);
        let meets = |one: &Card, other: &Card| {
            if leave {
                cover_a_centre(one, other, TOL)
            } else {
                overlaps(one, other, TOL)
            }
        };
        let longest = self.distance.max(other.distance);
        let steps = (longest / STEP).ceil().max(1.0) as u32;
        let mut shares: Vec<f64> = (0..=steps)
            .map(|step| f64::from(step) / f64::from(steps))
            .collect();
        shares.extend(self.turning_points(own));
        shares.extend(other.turning_points(others));
        shares.into_iter().any(|share| {
            let (cards, its) = (self.cards_at(own, share), other.cards_at(others, share));
            cards
                .iter()
                .any(|card| its.iter().any(|other| meets(card, other)))
        })
    }

    /// The shares of the way at which a leg begins.
    fn turning_points(&self, legs: &[Stretch]) -> Vec<f64> {
        let share = |stretch: &Stretch| stretch.from / self.distance;
        legs.iter().map(share).filter(|share| share.is_finite()).collect()
    }

    /// What it covers at a share of its way: one card, or all of those of a reform on the spot.
    fn cards_at(&self, legs: &[Stretch], share: f64) -> Vec<Card> {
        const HAIR: f64 = 1e-9;
        let at = self.distance * share;
        let mut cards: Vec<Card> = legs
            .iter()
            .filter(|stretch| stretch.from <= at + HAIR && at <= stretch.from + stretch.distance + HAIR)
            .flat_map(|stretch| stretch.cards(at - stretch.from))
            .collect();
        if cards.is_empty() {
            cards.push(self.end);
        }
        cards
    }
}

impl Stretch {
    /// The cards after so many inches of it.
    fn cards(&self, inches: f64) -> Vec<Card> {
        match self.leg {
            Leg::Reform { heading } => std::iter::once(self.card)
                .chain(reform_sweep(&self.card, heading))
                .collect(),
            Leg::Shift { .. } | Leg::Turn { .. } | Leg::AboutFace => {
                let share = if self.distance > 0.0 {
                    (inches / self.distance).clamp(0.0, 1.0)
                } else {
                    1.0
                };
                vec![self.partly(share)]
            }
        }
    }

    /// The card after a share of it.
    fn partly(&self, share: f64) -> Card {
        let card = &self.card;
        match self.leg {
            Leg::Shift { way, inches } => {
                let inches = Inches::new(inches.value() * share).unwrap_or(inches);
                card.at(shift(card.pose(), way, inches))
            }
            Leg::Turn { backward, .. } => {
                let Some(turn) = turn_of(&self.leg) else {
                    return *card;
                };
                led(&turn.partly(&led(card, backward), share), backward)
            }
            Leg::AboutFace => card.at(about_face(card.pose())),
            Leg::Reform { heading } => card.at(reform(card.pose(), heading)),
        }
    }
}

/// The card as a turn leads it: one that moves backward goes with its rear in front. Rule `BG4-MAN-04` (pp. 43-44).
fn led(card: &Card, backward: bool) -> Card {
    if backward {
        card.at(about_face(card.pose()))
    } else {
        *card
    }
}

fn turn_of(leg: &Leg) -> Option<Turn> {
    match *leg {
        Leg::Turn {
            hand, angle, inches, ..
        } => Turn::new(hand, angle, inches).ok(),
        Leg::Shift { .. } | Leg::AboutFace | Leg::Reform { .. } => None,
    }
}

/// What a leg takes off the allowance. Rules `BG4-MOVE-12`, `BG4-MOVE-14` (p. 41), `BG4-MAN-06`, `BG4-MAN-07` (p. 44).
fn measured(turns: TurnCost, leg: &Leg, card: &Card) -> f64 {
    match *leg {
        Leg::Shift { inches, .. } => inches.value(),
        Leg::Turn { backward, .. } => {
            turn_of(leg).map_or(0.0, |turn| turns.of(turn, &led(card, backward)).value())
        }
        Leg::AboutFace | Leg::Reform { .. } => 0.0,
    }
}
