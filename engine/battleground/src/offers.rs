//! What a seat may do now: every chapter lists its own, here they come together.

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, Offer, Offers, RuleId, Seat};
use serde_json::Value;

use crate::Battleground;
use crate::model::agenda::{Options, Question, Step};
use crate::model::command::Command;
use crate::model::names::{SEATS, UnitId};
use crate::model::rule::Rule;
use crate::model::state::State;

impl Offers for Battleground {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        offers(state, seat)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        crate::players::completion::complete(state, offer, rng)
    }
}

/// An offer of one complete command.
pub(crate) fn offer(
    seat: Seat,
    decision: &str,
    label: impl Into<String>,
    unit: Option<UnitId>,
    rule: Rule,
    command: Command,
) -> Offer<Command> {
    Offer {
        seat,
        decision: decision.to_owned(),
        label: label.into(),
        unit: unit.map(|unit| unit.to_string()),
        rule: RuleId::from(rule),
        choice: Choice::Command(command),
    }
}

/// An offer of a continuous choice: its limits and complete legal samples.
pub(crate) fn form(
    seat: Seat,
    decision: &str,
    label: impl Into<String>,
    unit: Option<UnitId>,
    rule: Rule,
    limits: &Value,
    samples: Vec<Command>,
) -> Offer<Command> {
    Offer {
        seat,
        decision: decision.to_owned(),
        label: label.into(),
        unit: unit.map(|unit| unit.to_string()),
        rule: RuleId::from(rule),
        choice: Choice::Form {
            limits: limits.as_object().cloned().unwrap_or_default(),
            samples,
        },
    }
}

/// What a seat may do now.
pub(crate) fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let Some(frame) = state.agenda.last().filter(|_| SEATS.contains(&seat)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    match &frame.step {
        Step::Ask(question) if question.seat == seat => out = answers(question),
        Step::ChooseFactions | Step::AgreeBudget { .. } | Step::AgreeScenario { .. } | Step::BuildArmies => {
            crate::rules::setup::offers(state, seat, &mut out);
        }
        Step::NameFirstDeployer { .. }
        | Step::Deploy { .. }
        | Step::NameFirstOrderer { .. }
        | Step::AssignOrder { .. }
        | Step::ChooseFirstPlayer { .. } => crate::rules::deploy::offers(state, seat, &mut out),
        Step::MovementAndCommand => {
            crate::rules::activation::offers(state, seat, &mut out);
            crate::rules::command_actions::offers(state, seat, &mut out);
            crate::rules::abilities::offers(state, seat, &mut out);
            crate::rules::spells::offers(state, seat, &mut out);
            crate::rules::command_cards::offers(state, seat, &mut out);
            crate::rules::turn::offers(state, seat, &mut out);
        }
        Step::GreenWindow { .. } => crate::rules::command_cards::offers(state, seat, &mut out),
        Step::SubmitLegs { .. } => crate::rules::movement::offers(state, seat, &mut out),
        Step::Attack => crate::rules::combat::offers(state, seat, &mut out),
        Step::Ask(_)
        | Step::DrawAtSetUp
        | Step::BeginTurn
        | Step::Realign
        | Step::Snapshot
        | Step::Activate { .. }
        | Step::RoutMove { .. }
        | Step::DrawCard { .. }
        | Step::Cast { .. }
        | Step::Effects { .. }
        | Step::Triggers
        | Step::CloseMovement
        | Step::Courage { .. }
        | Step::FreeAttacks { .. }
        | Step::RollCheck
        | Step::SettleCheck
        | Step::ChooseTargets
        | Step::Attacks
        | Step::Reroll { .. }
        | Step::Consequences
        | Step::EndOfTurn
        | Step::VictoryCheck => {}
    }
    out
}

/// The answers to an open question.
fn answers(question: &Question) -> Vec<Offer<Command>> {
    let decision: &str = question.topic.into();
    let of = |label: &str, choice: Choice<Command>| Offer {
        seat: question.seat,
        decision: decision.to_owned(),
        label: label.to_owned(),
        unit: question.unit.map(|unit| unit.to_string()),
        rule: RuleId(question.rule.clone().into()),
        choice,
    };
    let samples = |samples: &[crate::model::agenda::Answer]| -> Vec<Command> {
        samples
            .iter()
            .map(|answer| Command::Choose {
                answer: answer.clone(),
            })
            .collect()
    };
    let limits = serde_json::to_value(&question.options)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    match &question.options {
        Options::OneOf(options) => options
            .iter()
            .map(|(answer, words)| {
                of(
                    words,
                    Choice::Command(Command::Choose {
                        answer: answer.clone(),
                    }),
                )
            })
            .collect(),
        Options::Shift { samples: some, .. }
        | Options::Heading { samples: some }
        | Options::Order { samples: some } => vec![of(
            decision,
            Choice::Form {
                limits,
                samples: samples(some),
            },
        )],
        Options::Dice { most, places } => {
            let first: Vec<u8> = places.iter().copied().take(usize::from(*most)).collect();
            vec![of(
                decision,
                Choice::Form {
                    limits,
                    samples: vec![
                        Command::Choose {
                            answer: crate::model::agenda::Answer::Dice(first),
                        },
                        Command::Choose {
                            answer: crate::model::agenda::Answer::Dice(Vec::new()),
                        },
                    ],
                },
            )]
        }
    }
}
