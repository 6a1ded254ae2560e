//! The greedy player: rules of thumb with the exact odds of attacks.
//!
//! `set_up` builds an army, deploys a line with the shooters outside and gives melee units Close and shooters Range.
//! `movement` rallies and reorganizes first, moves the unit with the best rush first, Sounds the Charge where that does
//! more than the command actions would one by one, and takes Direct Control or orders Close for a rush on a better enemy.
//! `spending` weighs ammunition, abilities and cards against each other for what is left of the command actions.
//! `cards` plays green cards and casts spells that help, `fights` takes the target with the best odds and plays a card
//! where the exact odds say that it is worth one. `stand_offs` moves units that would stand for ever, since they touch or bar one another's way.

mod cards;
mod fights;
mod movement;
mod set_up;
mod spending;
mod stand_offs;
#[cfg(test)]
mod tests;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Analysis, Offer, Players, Seat, below};

use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::names::{Team, other};
use crate::model::state::{Phase, State};
use crate::offers::completion::complete;
use crate::offers::offers;
use crate::system::BattlegroundOf;
use crate::views::prospects::attacks_of;

/// An analysis engine gets what every game gives.
impl<const EDITION: u8> Analysis for BattlegroundOf<EDITION> {}

impl<const EDITION: u8> Players for BattlegroundOf<EDITION> {
    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        greedy(state, seat, rng)
    }
}

/// How many armies are drawn to take the best of.
const ARMIES: usize = 100;

/// The heuristic player's choice for a seat that is asked.
pub(crate) fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let all = offers(state, seat);
    let random = |rng: &mut dyn Rng| {
        let offer = all.get(below(rng, all.len())?)?;
        complete(state, offer, rng)
    };
    match &state.agenda.last()?.step {
        Step::Ask(question) => fights::answer(state, question)
            .filter(|command| is_offered(&all, command))
            .or_else(|| all.first()?.commands().first().cloned()),
        Step::AgreeBudget { .. } | Step::AgreeScenario { .. } => {
            let accept = Command::AcceptProposal;
            if is_offered(&all, &accept) {
                return Some(accept);
            }
            let usual = Command::ProposeBudget { points: 2_000 };
            if is_offered(&all, &usual) {
                return Some(usual);
            }
            random(rng)
        }
        Step::BuildArmies => {
            let offer = all.first()?;
            let drawn: Vec<Command> = (0..ARMIES).filter_map(|_| complete(state, offer, rng)).collect();
            best(drawn, |command| set_up::army_value(state, command))
        }
        // Whoever deploys last sees more; whoever moves first rushes first.
        Step::NameFirstDeployer { .. } | Step::NameFirstOrderer { .. } => {
            Some(Command::Name { seat: other(seat) })
        }
        // A first turn that begins with the Combat Phase is of use to those who have a target. Rule BG3-TURN-03 (p. 5).
        Step::ChooseFirstPlayer { .. } => {
            let opens = state.edition.opening_phase(1) == Phase::MovementAndCommand;
            let shoots = || {
                let own = state.of_team(Team::of(seat));
                own.filter_map(|unit| attacks_of(state, unit.id))
                    .any(|choices| !choices.attacks.is_empty())
            };
            let named = if opens || shoots() {
                Team::of(seat).lead()
            } else {
                other(seat)
            };
            Some(Command::Name { seat: named })
        }
        Step::Deploy { .. } => set_up::deploy(state, seat),
        Step::AssignOrder { .. } => set_up::assign(state, &all),
        Step::MovementAndCommand => movement::action(state, seat, &all).or_else(|| random(rng)),
        Step::GreenWindow { at, .. } => cards::green(state, seat, *at, &all).or_else(|| random(rng)),
        Step::SubmitLegs { unit } => Some(Command::SubmitLegs {
            legs: state
                .unit(*unit)
                .map_or_else(Vec::new, |unit| stand_offs::legs(state, unit)),
            land: None,
            nearest: None,
        }),
        Step::Attack => fights::attack_card(state, seat, &all),
        Step::ChooseFactions
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
        | Step::VictoryCheck => random(rng),
    }
}

fn is_offered(all: &[Offer<Command>], command: &Command) -> bool {
    all.iter()
        .flat_map(Offer::commands)
        .any(|offered| offered == command)
}

fn best<T>(all: impl IntoIterator<Item = T>, value: impl Fn(&T) -> f64) -> Option<T> {
    all.into_iter()
        .map(|one| (value(&one), one))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, one)| one)
}
