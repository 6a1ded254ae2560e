//! Offers to a seat: every chapter lists its own, here they come together.

pub(crate) mod completion;
mod nothing;
mod shown;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Offer, Offers, Seat, StandingOrder};

use crate::model::agenda::{Answer, Options, Question, Step};
use crate::model::command::Command;
use crate::model::state::State;
use crate::system::BattlegroundOf;

impl<const EDITION: u8> Offers for BattlegroundOf<EDITION> {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        offers(state, seat)
    }

    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        nothing::nothing(state, seat)
    }

    fn ends_part(command: &Command) -> bool {
        matches!(command, Command::EndPhase)
    }

    fn standing_orders(state: &State, seat: Seat) -> Vec<StandingOrder<Command>> {
        crate::rules::activation::standing_orders(state, seat)
    }

    fn asks_for_orders(state: &State, seat: Seat) -> bool {
        crate::rules::activation::asks_for_orders(state, seat)
    }

    fn is_window_passed(command: &Command) -> bool {
        matches!(command, Command::Pass)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        crate::offers::completion::complete(state, offer, rng)
    }
}

/// What a seat may do now.
pub(crate) fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let Some(frame) = state.agenda.last().filter(|_| seat.index() < state.players.len()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    match &frame.step {
        Step::Ask(question) if question.seat == seat => out = answers(state, question),
        Step::ChooseFactions | Step::AgreeBudget { .. } | Step::AgreeScenario { .. } | Step::BuildArmies => {
            crate::rules::setup::offers(state, seat, &mut out);
        }
        Step::NameFirstDeployer { .. }
        | Step::Deploy { .. }
        | Step::NameFirstOrderer { .. }
        | Step::AssignOrder { .. }
        | Step::ChooseFirstPlayer { .. } => crate::rules::deploy::offers(state, seat, &mut out),
        Step::MovementAndCommand if crate::rules::turn::acting(state).contains(&seat) => {
            crate::rules::activation::offers(state, seat, &mut out);
            crate::rules::command_actions::offers(state, seat, &mut out);
            crate::rules::abilities::offers(state, seat, &mut out);
            crate::rules::spells::offers(state, seat, &mut out);
            crate::rules::command_cards::offers(state, seat, &mut out);
            crate::rules::paid_attacks::offers(state, seat, &mut out);
            crate::rules::flying_off::offers(state, seat, &mut out);
            crate::rules::turn::offers(state, seat, &mut out);
        }
        Step::GreenWindow { .. } => crate::rules::command_cards::offers(state, seat, &mut out),
        Step::SubmitLegs { .. } => crate::rules::movement::offers(state, seat, &mut out),
        Step::Attack => crate::rules::combat::offers(state, seat, &mut out),
        Step::Ask(_)
        | Step::MovementAndCommand
        | Step::TrimDeck { .. }
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
        | Step::Throws
        | Step::Falls { .. }
        | Step::ChooseTargets
        | Step::Attacks
        | Step::Reroll { .. }
        | Step::Consequences
        | Step::EndOfTurn
        | Step::VictoryCheck => {}
    }
    out.into_iter().map(|offer| shown::shown(state, offer)).collect()
}

/// The answers to an open question.
fn answers(state: &State, question: &Question) -> Vec<Offer<Command>> {
    let choose = |answer: &Answer| Command::Choose {
        answer: answer.clone(),
    };
    let form = |samples: Vec<Command>| {
        let limits = serde_json::to_value(&question.options).unwrap_or_default();
        vec![question.form(crate::questions::asked(state, question), &limits, samples)]
    };
    match &question.options {
        Options::OneOf(options) => options
            .iter()
            .map(|(answer, _)| {
                let label = crate::questions::answer(state, question, answer);
                question.offer(label, choose(answer))
            })
            .collect(),
        Options::Shift { samples, .. } | Options::Heading { samples } | Options::Order { samples } => {
            form(samples.iter().map(choose).collect())
        }
        Options::Dice { most, places } => {
            let first = places.iter().copied().take(usize::from(*most)).collect();
            form(vec![
                choose(&Answer::Dice(first)),
                choose(&Answer::Dice(Vec::new())),
            ])
        }
    }
}
