//! Random legal play: battles end, every invariant holds after every event, every offer is accepted, and what a seat
//! folds of redacted events is what it may see.
//!
//! `HINDSIGHT_PLAYOUTS` sets the number of battles (3 if it is not set). A failing battle is named by its number: that
//! number is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use battleground::Battleground;
use battleground::command::Command;
use battleground::event::Event;
use battleground::state::State;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{RuleSet, Seat, Seed, ServerTray, Table, Viewer, below, bot_rng};
use serde_json::json;

/// A battle on the way, with the server's dice.
struct Battle {
    state: State,
    events: Vec<Event>,
    dice: u64,
    seed: Seed,
}

impl Battle {
    /// The armies and the map of a battle by its number.
    fn open(number: u64) -> Self {
        let armies = [
            ("ostmark-line", "gravenmoor-warband"),
            ("ostmark-horse", "gravenmoor-beast"),
            ("ostmark-with-exiles", "gravenmoor-warband"),
            ("ostmark-1500", "gravenmoor-1500"),
            ("gravenmoor-beast", "ostmark-line"),
            ("ostmark-2500", "gravenmoor-2500"),
        ];
        let maps = ["open-field", "barrow-hill", "mill-stream", "broken-tor"];
        let (south, north) = armies[(number % 6) as usize];
        let setup = Battleground::setup_from(
            &json!({ "ready_armies": { "A": south, "B": north }, "map": maps[(number % 4) as usize] }),
            &[],
        )
        .unwrap();
        let mut battle = Self {
            state: State::default(),
            events: Vec::new(),
            dice: 0,
            seed: Seed::new([number as u8; 32]),
        };
        battle
            .decide(|table| Battleground::begin(table, &setup))
            .unwrap_or_else(|refusal| panic!("battle {number}: {refusal}"));
        battle
    }

    fn decide(
        &mut self,
        rule: impl FnOnce(&mut Table<'_, Battleground>) -> Result<(), hindsight_kernel::Refusal>,
    ) -> Result<Vec<Event>, hindsight_kernel::Refusal> {
        let mut tray = ServerTray::new(self.seed.clone(), self.dice);
        let mut table = Table::new(self.state.clone(), &mut tray);
        rule(&mut table)?;
        let (state, events) = table.finish()?;
        self.dice += events
            .iter()
            .flat_map(Event::rolls)
            .map(|roll| roll.faces.len() as u64)
            .sum::<u64>();
        self.state = state;
        self.events.extend(events.iter().cloned());
        Ok(events)
    }

    fn play(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, hindsight_kernel::Refusal> {
        self.decide(|table| Battleground::decide(table, seat, command))
    }
}

fn battles() -> u64 {
    std::env::var("HINDSIGHT_PLAYOUTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(3)
}

/// One random command of those offered: a kind of decision first, then one of its offers.
fn pick(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let offers = Battleground::offers(state, seat);
    let place = below(rng, offers.len())?;
    Battleground::complete(state, &offers[place], rng)
}

/// After each event of `events`, which were applied to `before`, the invariants hold.
fn holds_after_each(number: u64, before: &State, events: &[Event]) {
    let mut state = before.clone();
    for event in events {
        Battleground::evolve(&mut state, event)
            .unwrap_or_else(|misfit| panic!("battle {number}: {misfit} at {event:?}"));
    }
    if let Err(fault) = Battleground::invariants(&state) {
        panic!(
            "battle {number}: {fault} with {:?} after {:?}",
            state.agenda,
            &events[events.len().saturating_sub(12)..]
        );
    }
}

#[test]
fn random_battles_keep_every_invariant() {
    for number in 0..battles() {
        let mut battle = Battle::open(number);
        let mut rng = bot_rng(number);
        let mut commands = 0;
        while let Some(awaiting) = Battleground::awaiting(&battle.state).first().cloned() {
            let before = battle.state.clone();
            let command = pick(&battle.state, awaiting.seat, &mut rng).unwrap_or_else(|| {
                panic!(
                    "battle {number}: {} is asked {:?} and offered nothing at {:#?}",
                    awaiting.seat,
                    awaiting.decision,
                    battle.state.agenda.last()
                )
            });
            let events = battle.play(awaiting.seat, &command).unwrap_or_else(|refusal| {
                panic!("battle {number}, command {commands}: {command:?} was offered: {refusal}")
            });
            holds_after_each(number, &before, &events);
            commands += 1;
            if battle.state.turn > 60 || commands > 6_000 {
                break;
            }
        }
        assert!(
            battle.state.ending.is_some() || battle.state.turn > 20,
            "battle {number} came to turn {} in {commands} commands",
            battle.state.turn
        );
    }
}

#[test]
fn all_offers_are_accepted() {
    for number in 0..battles().div_ceil(3) {
        let mut battle = Battle::open(number);
        let mut rng = bot_rng(number + 1_000);
        let mut commands = 0;
        while let Some(awaiting) = Battleground::awaiting(&battle.state).first().cloned() {
            if commands % 7 == 0 {
                for offer in Battleground::offers(&battle.state, awaiting.seat) {
                    for command in offer.commands() {
                        let mut tray = ServerTray::new(battle.seed.clone(), battle.dice);
                        let mut table = Table::<Battleground>::new(battle.state.clone(), &mut tray);
                        let decided = Battleground::decide(&mut table, awaiting.seat, command)
                            .and_then(|()| table.finish().map(|_| ()));
                        if let Err(refusal) = decided {
                            panic!("battle {number}: {command:?} was offered: {refusal}");
                        }
                    }
                }
            }
            let Some(command) = pick(&battle.state, awaiting.seat, &mut rng) else {
                break;
            };
            battle.play(awaiting.seat, &command).unwrap();
            commands += 1;
            if commands > 300 {
                break;
            }
        }
    }
}

#[test]
fn what_a_seat_folds_is_what_it_may_see() {
    let mut battle = Battle::open(1);
    let mut rng = bot_rng(77);
    for _ in 0..250 {
        let Some(awaiting) = Battleground::awaiting(&battle.state).first().cloned() else {
            break;
        };
        let Some(command) = pick(&battle.state, awaiting.seat, &mut rng) else {
            break;
        };
        battle.play(awaiting.seat, &command).unwrap();
    }
    for viewer in [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public] {
        let mut seen = State::default();
        for event in &battle.events {
            Battleground::evolve(&mut seen, &Battleground::redact(event, &battle.state, viewer)).unwrap();
        }
        assert_eq!(seen, Battleground::view(&battle.state, viewer));
    }
}
