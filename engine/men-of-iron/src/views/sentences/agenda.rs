//! Descriptions of agenda steps in the game's words: a step that is taken up, a question, an answer.

use hindsight_kernel::{Argument, Message, message};

use super::outcome_named;
use crate::messages::{MESSAGES, leader, side, unit};
use crate::model::agenda::{Answer, Change, Step, Topic};
use crate::model::attack::Which;
use crate::model::piece::Occasion;
use crate::model::state::State;
use crate::rules::asking;

/// A change of what is to be done.
pub(super) fn change_words(before: &State, change: &Change) -> Message {
    match change {
        Change::Proceeded { done, ahead } => {
            let below = || {
                let place = before.agenda.len().checked_sub(usize::from(*done) + 1)?;
                before.agenda.get(place).map(|frame| &frame.step)
            };
            match ahead.last().or_else(below) {
                Some(step) => step_words(before, step),
                None => message!(MESSAGES, "nothing-left"),
            }
        }
        Change::Asked { question } => asking::words(before, question),
        Change::Answered { answered } => {
            let answer = answer_words(before, answered.topic, &answered.answer);
            match before.agenda.last().map(|frame| &frame.step) {
                Some(Step::Ask(question)) => {
                    message!(
                        MESSAGES,
                        "answered-by",
                        side = side(before, question.seat),
                        answer
                    )
                }
                _ => answer,
            }
        }
    }
}

/// A step that is taken up.
fn step_words(state: &State, step: &Step) -> Message {
    let active = || side(state, state.active);
    let unit = |id| unit(state, id);
    match step {
        Step::Ask(question) => asking::words(state, question),
        Step::SetUp { seat } => message!(MESSAGES, "step-set-up", side = side(state, *seat)),
        Step::OpeningFormations { seat, .. } => {
            message!(MESSAGES, "step-opening-formations", side = side(state, *seat))
        }
        Step::FreeChoice => message!(MESSAGES, "step-free-choice"),
        Step::Continuation => message!(MESSAGES, "step-continuation", side = active()),
        Step::SeizeOffer { command } => {
            let side = side(state, state.active.opponent());
            message!(MESSAGES, "step-seize-offer", side, command)
        }
        Step::Replacements => message!(MESSAGES, "step-replacements"),
        Step::FormationOrder { command } => message!(MESSAGES, "step-formation-order", command),
        Step::CommandStatus { command } => message!(MESSAGES, "step-command-status", command),
        Step::MoveFire => message!(MESSAGES, "step-move-fire"),
        Step::Acts { unit: id, .. } => message!(MESSAGES, "step-acts", unit = unit(*id)),
        Step::Displace { hex, .. } => message!(MESSAGES, "step-displace", hex = Argument::text(hex)),
        Step::Reaction { unit: id, hex, on } => {
            let on = match on {
                Occasion::Move => "move",
                Occasion::Charge => "charge",
                Occasion::CounterCharge => "counter_charge",
            };
            message!(
                MESSAGES,
                "step-reaction",
                unit = unit(*id),
                on,
                hex = Argument::text(hex)
            )
        }
        Step::Shot { unit: id, target } => {
            message!(MESSAGES, "step-shot", unit = unit(*id), target = unit(*target))
        }
        Step::AfterShot { unit: id, .. } => message!(MESSAGES, "step-after-shot", unit = unit(*id)),
        _ => shock_step(state, step),
    }
}

/// A step of the Shock Phase or after it.
fn shock_step(state: &State, step: &Step) -> Message {
    let unit = |id| unit(state, id);
    match step {
        Step::CounterRide { unit: id, target, .. } => {
            message!(MESSAGES, "step-counter-ride", unit = unit(*id), target)
        }
        Step::CounterGoesOn { unit: id } => message!(MESSAGES, "step-counter-goes-on", unit = unit(*id)),
        Step::DeclareAttacks => message!(MESSAGES, "step-declare-attacks"),
        Step::ChargeMoves => message!(MESSAGES, "step-charge-moves"),
        Step::ChargeRide { unit: id, .. } => message!(MESSAGES, "step-charge-ride", unit = unit(*id)),
        Step::RetreatsBeforeShock => message!(MESSAGES, "step-retreats-before-shock"),
        Step::AdvanceBeforeShock { attack } => {
            message!(
                MESSAGES,
                "step-advance-before-shock",
                number = u16::from(*attack) + 1
            )
        }
        Step::CounterCharges => message!(MESSAGES, "step-counter-charges"),
        Step::Resolution => message!(MESSAGES, "step-resolution"),
        Step::Fight { attack } => message!(MESSAGES, "step-fight", attack = attack_numbered(*attack)),
        Step::Hits { seat, .. } => message!(MESSAGES, "step-hits", side = side(state, *seat)),
        Step::Suffer(hit) => {
            let result = outcome_named(hit.outcome);
            message!(MESSAGES, "step-suffer", unit = unit(hit.unit), result)
        }
        Step::Retreat { unit: id, .. } => message!(MESSAGES, "step-retreat", unit = unit(*id)),
        Step::Retire { unit: id } => message!(MESSAGES, "step-retire", unit = unit(*id)),
        Step::LeaderPlacement { leader: id, lost } => {
            message!(
                MESSAGES,
                "step-leader-placement",
                leader = leader(state, *id),
                lost
            )
        }
        Step::LeadersAdrift => message!(MESSAGES, "step-leaders-adrift"),
        Step::Advance { attack, .. } => message!(MESSAGES, "step-advance", attack = attack_numbered(*attack)),
        Step::ContinuedAttacks => message!(MESSAGES, "step-continued-attacks"),
        Step::Rally => message!(MESSAGES, "step-rally"),
        Step::StandardRally { standard } => message!(MESSAGES, "step-standard-rally", standard),
        Step::StandardMove { standard, to } => {
            message!(MESSAGES, "step-standard-move", standard, to = Argument::text(to))
        }
        Step::EndOfActivation => message!(MESSAGES, "step-end-of-activation"),
        Step::Ask(_)
        | Step::SetUp { .. }
        | Step::OpeningFormations { .. }
        | Step::FreeChoice
        | Step::Continuation
        | Step::SeizeOffer { .. }
        | Step::Replacements
        | Step::FormationOrder { .. }
        | Step::CommandStatus { .. }
        | Step::MoveFire
        | Step::Acts { .. }
        | Step::Displace { .. }
        | Step::Reaction { .. }
        | Step::Shot { .. }
        | Step::AfterShot { .. } => step_words(state, step),
    }
}

fn attack_numbered(which: Which) -> Message {
    match which {
        Which::Round(place) => message!(MESSAGES, "attack-numbered", number = u16::from(place) + 1),
        Which::Counter => message!(MESSAGES, "attack-counter"),
    }
}

fn answer_words(state: &State, topic: Topic, answer: &Answer) -> Message {
    match answer {
        Answer::Yes => message!(MESSAGES, "answer-yes"),
        Answer::No => message!(MESSAGES, "answer-no", topic = <&str>::from(topic)),
        Answer::Unit { unit: id } if topic == Topic::ReactionFire => {
            message!(MESSAGES, "answer-fires", unit = unit(state, *id))
        }
        Answer::Unit { unit: id } => message!(MESSAGES, "answer-unit", unit = unit(state, *id)),
        Answer::Place {
            unit: id,
            hex,
            facing,
            ..
        } => message!(
            MESSAGES,
            "answer-place",
            unit = unit(state, *id),
            hex = Argument::text(hex),
            facing = Argument::text(facing)
        ),
        Answer::Eliminate => message!(MESSAGES, "answer-eliminate"),
        Answer::Course { course } => {
            let path = Argument::list(course.path.iter().map(Argument::text));
            message!(MESSAGES, "answer-course", path)
        }
        Answer::CounterCharge {
            unit: id, targets, ..
        } => {
            let targets = Argument::list(targets);
            message!(
                MESSAGES,
                "answer-counter-charge",
                unit = unit(state, *id),
                targets
            )
        }
        Answer::Attack { attack } => message!(MESSAGES, "answer-attack", number = u16::from(*attack) + 1),
        Answer::Formation { order } => {
            message!(MESSAGES, "answer-formation", order = <&str>::from(*order))
        }
    }
}
