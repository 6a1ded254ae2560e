//! Moves that units would make by their orders (pp. 38-57).
//!
//! `would_move` says what a unit would do if its owner were active; a real activation, Move and Shoot, Holding and all
//! order-dependent modifiers ask the same function. `mover` is a unit on its way, `plans` the ways it weighs, `toward_enemy`
//! the way toward an enemy, `objectives` tokens and leaders, `flying` what is different in the air, `reported_pose` and
//! `reported_legs` moves told by a scorekeeper.

pub(crate) mod asked;
pub(crate) mod choices;
pub(crate) mod context;
pub(crate) mod flying;
pub(crate) mod mover;
pub(crate) mod objectives;
pub(crate) mod other_moves;
pub mod plan;
pub(crate) mod plans;
pub(crate) mod reach;
pub(crate) mod reported_legs;
pub(crate) mod reported_pose;
pub(crate) mod rest;
pub(crate) mod target;
pub(crate) mod toward_enemy;
use crate::editions::profile::PathRule;
use crate::field::Field;
use crate::memo::cached;
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Answered, Need, Options};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::naming::by_id;
use crate::procedures::movement::asked::AskedMove;
use crate::procedures::movement::context::{MoveContext, orders_of};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::plan::Plan;
use crate::procedures::rush::eligibility;
use crate::procedures::v3::following;
use crate::procedures::v3::paths::surely;

/// The plan of a unit under its order if its owner were active, Final Rushes aside. Rules `BG4-MOVE-01`,
/// `BG4-MODS-16`, `BG4-MODS-18` (pp. 38, 107, 108-110).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice that is not among the answers.
pub fn would_move(field: &Field<'_>, unit: UnitId, answers: &[Answered]) -> Result<Plan, Need> {
    would_move_with(field, unit, answers, &[])
}

/// The same for a unit that is activated together with others, which the field leaves out. Rules `BG4-TURN-06`,
/// `BG4-ORDMV-16` (pp. 33, 43, 56-57).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice that is not among the answers.
pub(crate) fn would_move_with(
    field: &Field<'_>,
    id: UnitId,
    answers: &[Answered],
    followers: &[UnitId],
) -> Result<Plan, Need> {
    // What others of a group are asked does not matter to it.
    let own = |answered: &&Answered| answered.unit.is_none_or(|unit| unit == id);
    let answers: Vec<Answered> = answers.iter().filter(own).cloned().collect();
    let asked = AskedMove {
        unit: id,
        altered: field.altered().to_vec(),
        answers: answers.clone(),
        followers: followers.to_vec(),
    };
    let plan = || plan(field, id, &answers, followers);
    cached(field.state(), asked, plan)
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a move by order.
    #[derive(Copy, Eq)]
    enum PlanRefusal {
        NoSuchUnit(unit: UnitId) = Rule::Turn03, "p. 33", unit = by_id(*unit);
    }
}

/// The plan of a unit under its order, found anew.
pub(crate) fn plan(
    field: &Field<'_>,
    id: UnitId,
    answers: &[Answered],
    followers: &[UnitId],
) -> Result<Plan, Need> {
    let Some(unit) = field.state().unit(id) else {
        return Err(PlanRefusal::NoSuchUnit(id).into());
    };
    let Some(context) = context(field, unit, answers, followers) else {
        return Ok(Plan::stay(unit));
    };
    let orders = context.orders;
    match orders.objective {
        Some(Objective::Location(token)) => objectives::to_token(&context, token),
        Some(Objective::Friend(leader)) if field.profile().friend_objectives => {
            crate::procedures::v4::objectives::to_leader(&context, leader)
        }
        // A friend is an objective of the order Follow alone. Rule BG3-ORD-11 (p. 7).
        Some(Objective::Friend(friend)) if orders.order == Order::Follow => {
            following::to_friend(&context, &context.mover.start(), Some(friend))
        }
        Some(Objective::Enemy(_) | Objective::Friend(_)) | None if orders.order == Order::Follow => {
            following::to_friend(&context, &context.mover.start(), None)
        }
        // BG4-ORDMV-05
        Some(Objective::Enemy(_) | Objective::Friend(_)) | None if orders.order == Order::Hold => {
            Ok(context.stay())
        }
        Some(Objective::Enemy(enemy)) => {
            toward_enemy::to_enemy(&context, &context.mover.start(), Some(enemy))
        }
        Some(Objective::Friend(_)) | None => toward_enemy::to_enemy(&context, &context.mover.start(), None),
    }
}

/// What a unit is about to do, if it follows an order at all. Rules `BG4-MOVE-01`, `BG4-ENG-04`, `BG4-CMD-10` (pp. 36-37, 38, 44,
/// 59, 82).
pub(crate) fn context<'f>(
    field: &'f Field<'f>,
    unit: &'f Unit,
    answers: &'f [Answered],
    followers: &'f [UnitId],
) -> Option<MoveContext<'f>> {
    let orders = orders_of(unit)?;
    if field.state().is_engaged(unit.id) || unit.turn.rallied {
        return None;
    }
    let mover = Mover::new(field, unit, MovedBy::Order)?;
    Some(MoveContext {
        field,
        unit,
        orders,
        answers,
        mover,
        followers,
    })
}

/// A quick yes: whether a unit surely moves under its order or its owner is asked first; a no says nothing.
pub(crate) fn surely_moves(field: &Field<'_>, id: UnitId) -> bool {
    let context = field
        .state()
        .unit(id)
        .and_then(|unit| context(field, unit, &[], &[]));
    context.is_some_and(|context| crate::procedures::v4::toward_enemy::surely_moves(&context))
}

/// The same with the first of every choice: for questions that must not ask anybody.
pub(crate) fn supposed(field: &Field<'_>, unit: UnitId) -> Option<Plan> {
    const MOST_QUESTIONS: usize = 20;
    let mut answers: Vec<Answered> = Vec::new();
    for _ in 0..MOST_QUESTIONS {
        match would_move(field, unit, &answers) {
            Ok(plan) => return Some(plan),
            Err(Need::Ask(asked)) => answers.push(asked.answered(first_answer(&asked.options)?)),
            Err(Need::Refuse(_)) => return None,
        }
    }
    None
}

/// A quick yes of the edition whose owners choose paths: a unit surely moves, whatever its owner is asked; a no says nothing.
pub(crate) fn surely_goes_on(field: &Field<'_>, unit: &Unit) -> bool {
    field.profile().paths == PathRule::Chosen
        && context(field, unit, &[], &[]).is_some_and(|context| surely::surely_moves(&context))
}

/// Whether a unit's order would make it move, turn, rush or look for an Indirect Path if its owner were active. Rules
/// `BG4-MODS-16`, `BG4-MODS-19` (pp. 54, 107, 110, 133).
pub(crate) fn would_it_move(field: &Field<'_>, unit: UnitId) -> bool {
    let Some(who) = field.state().unit(unit) else {
        return false;
    };
    if surely_goes_on(field, who) {
        return true;
    }
    // A question about the way of a detour is answer enough.
    let goes = match would_move(field, unit, &[]) {
        Ok(plan) => plan.moves(who) || plan.indirect.is_some(),
        Err(Need::Ask(question)) if question.topic == crate::model::agenda::Topic::IndirectPath => true,
        Err(Need::Ask(_)) => {
            supposed(field, unit).is_some_and(|plan| plan.moves(who) || plan.indirect.is_some())
        }
        Err(Need::Refuse(_)) => false,
    };
    goes || eligibility::would_rush(field, who)
}

/// The first of the answers that a question names.
pub(crate) fn first_answer(options: &Options) -> Option<Answer> {
    match options {
        Options::OneOf(options) => options.first().map(|(answer, _)| answer.clone()),
        Options::Shift { samples, .. } | Options::Heading { samples } | Options::Order { samples } => {
            samples.first().cloned()
        }
        Options::Dice { .. } => None,
    }
}
