//! Descriptions of agenda steps in the game's words: a step that is taken up, a question, an answer.

use hindsight_kernel::words::sentence::names;

use super::{leader_name, side_name, unit_name};
use crate::model::agenda::{Answer, Change, FormationOrder, Step, Topic};
use crate::model::attack::Which;
use crate::model::piece::Occasion;
use crate::model::state::State;
use crate::rules::asking;

/// A change of what is to be done.
pub(super) fn change_words(before: &State, change: &Change) -> String {
    match change {
        Change::Proceeded { done, ahead } => {
            let below = || {
                let place = before.agenda.len().checked_sub(usize::from(*done) + 1)?;
                before.agenda.get(place).map(|frame| &frame.step)
            };
            match ahead.last().or_else(below) {
                Some(step) => step_words(before, step),
                None => "Nothing is left to be done.".to_owned(),
            }
        }
        Change::Asked { question } => asking::words(before, question),
        Change::Answered { answered } => {
            let seat = before.agenda.last().and_then(|frame| match &frame.step {
                Step::Ask(question) => Some(question.seat),
                _ => None,
            });
            let who = seat.map_or_else(String::new, |seat| format!("{}: ", side_name(before, seat)));
            format!("{who}{}", answer_words(before, answered.topic, &answered.answer))
        }
    }
}

/// A step that is taken up.
fn step_words(state: &State, step: &Step) -> String {
    let unit = |id| unit_name(state, id);
    let side = |seat| side_name(state, seat);
    let active = || side(state.active);
    let attack = |which: &Which| match which {
        Which::Round(place) => format!("attack {}", u16::from(*place) + 1),
        Which::Counter => "the Counter-Charge".to_owned(),
    };
    match step {
        Step::Ask(question) => asking::words(state, question),
        Step::SetUp { seat } => format!("{} places its pieces.", side(*seat)),
        Step::OpeningFormations { seat, .. } => format!("{} gives formation orders.", side(*seat)),
        Step::FreeChoice => "A Free Activation is chosen.".to_owned(),
        Step::Continuation => format!("{} may continue or pass.", active()),
        Step::SeizeOffer { command } => {
            format!(
                "{} may seize before {command} continues.",
                side(state.active.opponent())
            )
        }
        Step::Replacements => "Replacement leaders are placed.".to_owned(),
        Step::FormationOrder { command } => format!("A formation order for {command}."),
        Step::CommandStatus { command } => format!("The command status of {command} is looked at."),
        Step::MoveFire => "The Move/Fire Phase goes on.".to_owned(),
        Step::Acts { unit: id, .. } => format!("{} goes on as ordered.", unit(*id)),
        Step::Displace { hex, .. } => format!("Leaders and Standards in {hex} are looked at."),
        Step::Reaction { unit: id, hex, on } => {
            let how = match on {
                Occasion::Move => "comes",
                Occasion::Charge => "charges",
                Occasion::CounterCharge => "counter-charges",
            };
            format!("{} {how} into {hex}: Reaction Fire?", unit(*id))
        }
        Step::Shot { unit: id, target } => format!("{} takes aim at {}.", unit(*id), unit(*target)),
        Step::AfterShot { unit: id, .. } => format!("The shot of {} has its results.", unit(*id)),
        Step::CounterRide { unit: id, target, .. } => {
            format!("{} counter-charges towards {target}.", unit(*id))
        }
        Step::CounterGoesOn { unit: id } => format!("The Counter-Charge of {} is fought out.", unit(*id)),
        Step::DeclareAttacks => "The Shock Phase: attacks are declared.".to_owned(),
        Step::ChargeMoves => "Chargers are moved.".to_owned(),
        Step::ChargeRide { unit: id, .. } => format!("{} charges.", unit(*id)),
        Step::RetreatsBeforeShock => "Retreats Before Shock.".to_owned(),
        Step::AdvanceBeforeShock { attack } => {
            format!(
                "Attack {}: the defender retreated before shock.",
                u16::from(*attack) + 1
            )
        }
        Step::CounterCharges => "Counter-Charges.".to_owned(),
        Step::Resolution => "Attacks are resolved.".to_owned(),
        Step::Fight { attack: which } => format!("The dice of {} are rolled.", attack(which)),
        Step::Hits { seat, .. } => format!("The results at the units of {}.", side(*seat)),
        Step::Suffer(hit) => format!(
            "The result at {}: {}.",
            unit(hit.unit),
            super::outcome_words(hit.outcome)
        ),
        Step::Retreat { unit: id, .. } => format!("{} must retreat.", unit(*id)),
        Step::Retire { unit: id } => format!("{} is Retired to its Standard.", unit(*id)),
        Step::LeaderPlacement { leader, lost } => {
            format!("{} has lost {lost} and is placed.", leader_name(state, *leader))
        }
        Step::LeadersAdrift => "A leader has no Command left.".to_owned(),
        Step::Advance { attack: which, .. } => format!("The advance after {}.", attack(which)),
        Step::ContinuedAttacks => "Continued Attacks.".to_owned(),
        Step::Rally => "The Rally Phase.".to_owned(),
        Step::StandardRally { standard } => format!("The Standard of {standard} rallies."),
        Step::StandardMove { standard, to } => format!("The Standard of {standard} is taken to {to}."),
        Step::EndOfActivation => "The end of the Activation.".to_owned(),
    }
}

fn answer_words(state: &State, topic: Topic, answer: &Answer) -> String {
    match answer {
        Answer::Yes => "yes.".to_owned(),
        Answer::No => match topic {
            Topic::ReactionFire => "no Reaction Fire.".to_owned(),
            Topic::ReturnFire => "no Return Fire.".to_owned(),
            Topic::CounterCharge | Topic::CounterChargeFire => "no Counter-Charge.".to_owned(),
            Topic::RetreatBeforeShock => "nobody retreats before shock.".to_owned(),
            Topic::AdvanceBeforeShock => "nobody advances.".to_owned(),
            Topic::FormationOrder => "no formation order.".to_owned(),
            _ => "no.".to_owned(),
        },
        Answer::Unit { unit } => match topic {
            Topic::ReactionFire => format!("{} fires in reaction.", unit_name(state, *unit)),
            _ => format!("{}.", unit_name(state, *unit)),
        },
        Answer::Place {
            unit, hex, facing, ..
        } => {
            format!("{} to {hex} v{facing}.", unit_name(state, *unit))
        }
        Answer::Eliminate => "the unit is given up.".to_owned(),
        Answer::Course { course } => {
            format!("by {}.", names(&course.path, ToString::to_string))
        }
        Answer::CounterCharge { unit, targets, .. } => format!(
            "{} counter-charges {}.",
            unit_name(state, *unit),
            names(targets, ToString::to_string)
        ),
        Answer::Attack { attack } => format!("attack {} is next.", u16::from(*attack) + 1),
        Answer::Formation { order } => match order {
            FormationOrder::FormShieldWall => "form a Shield Wall.",
            FormationOrder::LeaveShieldWall => "leave the Shield Wall.",
            FormationOrder::FormSchiltron => "form a Schiltron.",
            FormationOrder::LeaveSchiltron => "leave the Schiltron.",
        }
        .to_owned(),
    }
}
