//! Movement by standing order and under Direct Control (pp. 38-57).
//!
//! `would_move` says what a unit would do if its owner were active; a real activation, Move and Shoot, Holding and all
//! order-dependent modifiers ask the same function. `mover` is a unit on its way, `plans` the ways it weighs, `procedure`
//! the Movement Procedure toward an enemy, `indirect` the ways round what stands in between, `objectives` tokens and
//! leaders, `flying` what is different in the air, `control` legs under Direct Control, `report` moves told by a
//! scorekeeper.

mod control;
mod flying;
mod indirect;
pub(crate) mod mover;
mod objectives;
mod plans;
mod procedure;
mod report;

#[cfg(test)]
mod tests;

pub(crate) use control::{check_legs, offers, submit_legs};
pub(crate) use flying::{is_landing_place, landing_limit};
pub(crate) use indirect::{AskedDetours, Detour};
pub(crate) use objectives::{is_sought, is_token_blocked, nearest_part, token_card};
pub(crate) use procedure::{chosen_reach, reaches};
pub(crate) use report::{Seen, report_move};

use hindsight_geometry::inches::{Degrees, Inches, Pose, Side};

use crate::field::{Altered, Field};
use crate::memo::remembered;
use crate::model::agenda::{Answered, Need, Options, Question};
use crate::model::command::Leg;
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::{Status, Unit};

use mover::{Mover, Progress, Rein};

/// What a move aims at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// This side of an enemy.
    Enemy(UnitId, Side),
    /// A token. Rule `BG4-ORDER-11`.
    Token(TokenNo),
    /// This side of a friendly unit. Rule `BG4-ORDER-14`.
    Leader(UnitId, Side),
}

/// How a blocked path was dealt with. Rules `BG4-PATH-05`, `-08`, `-09`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indirect {
    /// Up to this friendly unit.
    UpTo(UnitId),
    /// Round what stands in the way.
    Around,
    /// Straight on up to what stands in the way.
    ToContact,
}

/// What a unit does in its own move.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Who.
    pub unit: UnitId,
    /// What it does; nothing for a unit that stays.
    pub legs: Vec<Leg>,
    /// Where it ends, as events keep it.
    pub to: Pose,
    /// Inches measured.
    pub distance: Inches,
    /// Inches it might have moved, after all penalties.
    pub allowance: Inches,
    /// Rows by terrain met, to be remembered for the turn. Rule `BG4-TERR-09`.
    pub terrain: i32,
    /// What it went for.
    pub aim: Option<Aim>,
    /// Whether and how Indirect Path was used. Rule `BG4-MODS-16`.
    pub indirect: Option<Indirect>,
    /// The token it reached. Rule `BG4-ORDMV-07`.
    pub reached: Option<TokenNo>,
    /// A flyer lands at the end. Rules `BG4-FLY-03`, `-06`.
    pub lands: bool,
}

impl Plan {
    /// A unit that stays where it is.
    pub(crate) fn stay(unit: &Unit) -> Self {
        Self {
            unit: unit.id,
            legs: Vec::new(),
            to: unit
                .pose
                .unwrap_or(Pose::new(Inches::ZERO, Inches::ZERO, Degrees::ZERO)),
            distance: Inches::ZERO,
            allowance: Inches::ZERO,
            terrain: 0,
            aim: None,
            indirect: None,
            reached: None,
            lands: false,
        }
    }

    fn of(mover: &Mover<'_>, legs: Vec<Leg>, end: &Progress) -> Self {
        Self {
            legs,
            to: mover.stored(end.pose),
            distance: mover::length(end.used),
            allowance: mover::length(mover.allowance(end)),
            terrain: end.terrain,
            ..Self::stay(mover.unit)
        }
    }

    fn toward(self, aim: Aim) -> Self {
        Self {
            aim: Some(aim),
            ..self
        }
    }

    fn by(self, indirect: Indirect) -> Self {
        Self {
            indirect: Some(indirect),
            ..self
        }
    }

    /// The same, ending where a scorekeeper saw the unit, if he did. Rule `BG4-MOVE-22`.
    pub(crate) fn seen(self, field: &Field<'_>, unit: &Unit, seen: Option<Seen>) -> Self {
        let Some(seen) = seen.filter(|_| self.moves(unit)) else {
            return self;
        };
        let lies = Unit {
            airborne: unit.airborne && !self.lands,
            ..unit.clone()
        };
        Self {
            to: seen.end(field, &lies, self.to),
            ..self
        }
    }

    /// Whether the unit lies elsewhere or otherwise afterwards.
    pub(crate) fn moves(&self, unit: &Unit) -> bool {
        unit.pose != Some(self.to) || self.lands
    }
}

/// The order of a unit that is Ready.
pub(crate) fn orders_of(unit: &Unit) -> Option<Orders> {
    match unit.status {
        Status::Ready(orders) => orders,
        Status::Disrupted | Status::Routing => None,
    }
}

/// A unit about to follow its order.
pub(crate) struct Errand<'f> {
    pub field: &'f Field<'f>,
    pub unit: &'f Unit,
    pub orders: Orders,
    pub answers: &'f [Answered],
    pub mover: Mover<'f>,
    /// Friends that activate with it and follow the same leader, itself among them. Rule `BG4-ORDMV-16`.
    pub followers: &'f [UnitId],
}

impl Errand<'_> {
    fn stay(&self) -> Plan {
        Plan {
            allowance: mover::length(self.mover.allowance(&self.mover.start())),
            ..Plan::stay(self.unit)
        }
    }
}

/// What a unit would do under its order if its owner were active, Final Rushes aside. Rules `BG4-MOVE-01`,
/// `BG4-MODS-16`, `-18`.
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice that is not among the answers.
pub fn would_move(field: &Field<'_>, unit: UnitId, answers: &[Answered]) -> Result<Plan, Need> {
    would_move_with(field, unit, answers, &[])
}

/// What a move is asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedMove {
    unit: UnitId,
    altered: Vec<Altered>,
    answers: Vec<Answered>,
    followers: Vec<UnitId>,
}

/// The same for a unit that is activated together with others, which the field leaves out. Rules `BG4-TURN-06`,
/// `BG4-ORDMV-16`.
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice that is not among the answers.
pub(crate) fn would_move_with(
    field: &Field<'_>,
    id: UnitId,
    answers: &[Answered],
    followers: &[UnitId],
) -> Result<Plan, Need> {
    let asked = AskedMove {
        unit: id,
        altered: field.altered().to_vec(),
        answers: answers.to_vec(),
        followers: followers.to_vec(),
    };
    let plan = || plan(field, id, answers, followers);
    remembered(field.state(), |found| &mut found.moves, asked, plan)
}

fn plan(field: &Field<'_>, id: UnitId, answers: &[Answered], followers: &[UnitId]) -> Result<Plan, Need> {
    let Some(unit) = field.state().unit(id) else {
        return Err(hindsight_kernel::Refusal::new("BG4-TURN-03", format!("there is no unit {id}")).into());
    };
    let Some(errand) = errand(field, unit, answers, followers) else {
        return Ok(Plan::stay(unit));
    };
    let orders = errand.orders;
    match orders.objective {
        Some(Objective::Location(token)) => objectives::to_token(&errand, token),
        Some(Objective::Friend(leader)) => objectives::to_leader(&errand, leader),
        Some(Objective::Enemy(_)) | None if orders.order == Order::Hold => Ok(errand.stay()), // BG4-ORDMV-05
        Some(Objective::Enemy(enemy)) => procedure::to_enemy(&errand, &errand.mover.start(), Some(enemy)),
        None => procedure::to_enemy(&errand, &errand.mover.start(), None),
    }
}

/// What a unit is about to do, if it follows an order at all. Rules `BG4-MOVE-01`, `BG4-ENG-04`, `BG4-CMD-10`.
fn errand<'f>(
    field: &'f Field<'f>,
    unit: &'f Unit,
    answers: &'f [Answered],
    followers: &'f [UnitId],
) -> Option<Errand<'f>> {
    let orders = orders_of(unit)?;
    if field.state().is_engaged(unit.id) || unit.turn.rallied {
        return None;
    }
    let mover = Mover::new(field, unit, Rein::Order)?;
    Some(Errand {
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
    let errand = field
        .state()
        .unit(id)
        .and_then(|unit| errand(field, unit, &[], &[]));
    errand.is_some_and(|errand| procedure::surely_moves(&errand))
}

/// The same with the first of every choice: for questions that must not ask anybody.
pub(crate) fn supposed(field: &Field<'_>, unit: UnitId) -> Option<Plan> {
    const MOST_QUESTIONS: usize = 20;
    let mut answers: Vec<Answered> = Vec::new();
    for _ in 0..MOST_QUESTIONS {
        match would_move(field, unit, &answers) {
            Ok(plan) => return Some(plan),
            Err(Need::Ask(question)) => answers.push(first_answer(&question)?),
            Err(Need::Refuse(_)) => return None,
        }
    }
    None
}

/// Whether a unit's order would make it move, turn, rush or look for an Indirect Path if its owner were active. Rules
/// `BG4-MODS-16`, `-19`.
pub(crate) fn would_it_move(field: &Field<'_>, unit: UnitId) -> bool {
    let Some(who) = field.state().unit(unit) else {
        return false;
    };
    // A question about the way of a detour is answer enough.
    let goes = match would_move(field, unit, &[]) {
        Ok(plan) => plan.moves(who) || plan.indirect.is_some(),
        Err(Need::Ask(question)) if question.topic == crate::model::agenda::Topic::IndirectPath => true,
        Err(Need::Ask(_)) => {
            supposed(field, unit).is_some_and(|plan| plan.moves(who) || plan.indirect.is_some())
        }
        Err(Need::Refuse(_)) => false,
    };
    goes || crate::rules::final_rush::would_rush(field, who)
}

/// The first of the answers that a question names.
pub(crate) fn first_answer(question: &Question) -> Option<Answered> {
    let answer = match &question.options {
        Options::OneOf(options) => options.first().map(|(answer, _)| answer.clone()),
        Options::Shift { samples, .. } | Options::Heading { samples } | Options::Order { samples } => {
            samples.first().cloned()
        }
        Options::Dice { .. } => None,
    }?;
    Some(Answered {
        topic: question.topic,
        unit: question.unit,
        about: question.about,
        answer,
    })
}
