//! Whole games at random: every offer is accepted and no law is broken.

use hindsight_kernel::{Offers, ReportedTray, Rules, Seat, Table, below, bot_rng, rand_core::Rng};

use super::scene::Scene;
use crate::MenOfIron;
use crate::model::command::Command;
use crate::model::state::State;

/// Dice at random, as a table rolls them.
struct Dice<'r>(&'r mut dyn Rng);

impl hindsight_kernel::Tray for Dice<'_> {
    fn roll(
        &mut self,
        ask: &hindsight_kernel::Ask,
    ) -> Result<hindsight_kernel::Roll, hindsight_kernel::Refusal> {
        let faces: Vec<u8> = (0..ask.count)
            .filter_map(|_| below(self.0, usize::from(ask.sides)))
            .map(|face| face as u8 + 1)
            .collect();
        ReportedTray::scripted(faces).roll(ask)
    }
}

fn decided(state: &State, seat: Seat, command: &Command, rng: &mut dyn Rng) -> State {
    let mut dice = Dice(rng);
    let mut table = Table::<MenOfIron>::new(state.clone(), &mut dice);
    MenOfIron::decide(&mut table, seat, command).unwrap_or_else(|refusal| {
        panic!(
            "{command:?} is offered and refused: {refusal:?}; agenda {:?}",
            state.agenda
        )
    });
    let (after, events) = table.finish().unwrap();
    let mut now = state.clone();
    for event in &events {
        now.evolve(event).unwrap();
        MenOfIron::invariants(&now).unwrap_or_else(|broken| panic!("{command:?}, after {event:?}: {broken}"));
    }
    assert_eq!(now, after);
    MenOfIron::sound(&after).unwrap_or_else(|broken| panic!("{command:?}: {broken}"));
    after
}

/// Plays a game at random over the offers; how many commands it took, and whether it ended.
fn random_game(battle: &str, number: u64, most: usize) -> (usize, bool) {
    let mut rng = bot_rng(number);
    let mut state = Scene::battle(battle).state;
    for count in 0..most {
        let asked = MenOfIron::awaiting(&state);
        let Some(asked) = asked.first() else {
            return (count, true);
        };
        let offers = MenOfIron::offers(&state, asked.seat);
        let pick = below(&mut rng, offers.len())
            .unwrap_or_else(|| panic!("{battle} {number}: nothing is offered in {:?}", state.agenda));
        let command = MenOfIron::complete(&state, &offers[pick], &mut rng).unwrap();
        // All offers are tried now and then.
        if count % 40 == 0 {
            for command in offers.iter().flat_map(hindsight_kernel::Offer::commands) {
                decided(&state, asked.seat, command, &mut rng);
            }
        }
        state = decided(&state, asked.seat, &command, &mut rng);
    }
    (most, false)
}

/// A few beginnings of games; 2,000 whole games in a campaign (`HINDSIGHT_LONG`).
#[test]
fn random_games_keep_every_law() {
    let long = std::env::var_os("HINDSIGHT_LONG").is_some();
    let (games, most) = if long { (500, 20_000) } else { (1, 300) };
    for battle in ["harrow-ford", "late-marshal", "brackwater", "osier-bank"] {
        for number in 0..games {
            random_game(battle, number, most);
        }
    }
}
