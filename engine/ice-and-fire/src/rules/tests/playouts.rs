//! Whole games of random and of greedy players, with every offer tried now and then.

use hindsight_kernel::testing::{fold, seed};
use hindsight_kernel::{Bot, Offers, Refusal, Rules, ServerTray, Table, below, bot_rng, choose};

use crate::IceAndFire;
use crate::model::event::Event;
use crate::model::setup::{Agreement, Setup};
use crate::model::state::State;
use crate::packs;

type Played = (State, Vec<Event>);

fn at_table(
    number: u64,
    dice: u64,
    state: State,
    act: impl FnOnce(&mut Table<'_, IceAndFire>) -> Result<(), Refusal>,
) -> Result<Played, Refusal> {
    let mut tray = ServerTray::new(seed(number), dice);
    let mut table = Table::<IceAndFire>::new(state, &mut tray);
    act(&mut table)?;
    table.finish()
}

/// A whole game of bots; every event keeps the invariants, every position is sound, offers are accepted.
fn play_out(bot: Bot, number: u64, try_every: usize) -> usize {
    let setup = Setup {
        cards: packs::sample().cards(),
        agreed: Agreement::default(),
        armies: [None, None],
    };
    let mut rng = bot_rng(number);
    let (mut state, mut all) = at_table(number, 0, State::default(), |table| {
        IceAndFire::begin(table, &setup)
    })
    .unwrap();
    let mut commands = 0;
    let mut dice = 100;
    loop {
        IceAndFire::sound(&state).unwrap_or_else(|broken| panic!("game {number}, {commands}: {broken}"));
        let asked = IceAndFire::awaiting(&state);
        if asked.is_empty() {
            assert!(
                state.ending.is_some(),
                "game {number}: somebody is asked until it ends"
            );
            break;
        }
        let seat = asked[below(&mut rng, asked.len()).unwrap()].seat;
        let offers = IceAndFire::offers(&state, seat);
        assert!(!offers.is_empty(), "game {number}, {commands}: {asked:?}");
        if commands % try_every == 0 {
            for offer in &offers {
                for command in offer.commands() {
                    at_table(number, dice, state.clone(), |table| {
                        IceAndFire::decide(table, seat, command)
                    })
                    .unwrap_or_else(|refusal| panic!("game {number}, {commands}: {command:?}: {refusal}"));
                }
            }
        }
        let command = choose::<IceAndFire>(bot, &state, seat, &mut rng).unwrap();
        let (after, events) = at_table(number, dice, state.clone(), |table| {
            IceAndFire::decide(table, seat, &command)
        })
        .unwrap_or_else(|refusal| panic!("game {number}, {commands}: {command:?}: {refusal}"));
        let mut now = state.clone();
        for event in &events {
            IceAndFire::evolve(&mut now, event).unwrap();
            IceAndFire::invariants(&now)
                .unwrap_or_else(|broken| panic!("game {number}, {commands}, {event:?}: {broken}"));
        }
        dice += 50;
        all.extend(events);
        state = after;
        commands += 1;
        assert!(commands < 3_000, "game {number} does not end");
    }
    assert_eq!(fold::<IceAndFire>(State::default(), &all), state, "game {number}");
    commands
}

/// How many games are played: a handful, and many in a long run.
fn games(usually: u64, long: u64) -> std::ops::Range<u64> {
    if std::env::var_os("HINDSIGHT_LONG").is_some() {
        return 0..long;
    }
    hindsight_kernel::testing::games(usually, 1)
}

#[test]
fn random_games_come_to_an_end_and_break_no_law() {
    hindsight_kernel::testing::each_of(games(6, 2_000), |number| {
        play_out(Bot::Random, number, 7);
    });
}

#[test]
fn greedy_games_come_to_an_end_and_break_no_law() {
    hindsight_kernel::testing::each_of(games(2, 500), |number| {
        play_out(Bot::Greedy, number, 7);
    });
}
