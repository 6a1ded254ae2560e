//! Set-ups of earlier games, given again in a new one: only what was rolled there is given by hand.

use hindsight_engine::kernel::{SetUpEnd, Viewer};
use hindsight_engine::{AnyGame, CommandRequest, PastRecord, RunCaller, TableCommand};

use crate::implied::{commands_of, records_of};
use crate::recorded::{GAMES, Recorded, replayed};

/// A set-up that was given again.
struct SetUp {
    /// The commands of the earlier set-up.
    earlier: usize,
    /// Those that were found.
    found: usize,
    /// The times that somebody asked for the earlier set-up.
    asked: usize,
}

/// Gives the set-up of a recorded game again from its opening, with its rolls between, and holds the position to the recorded one.
fn given_again(recorded: &Recorded, caller: &RunCaller) -> SetUp {
    let replayed = replayed(recorded);
    let system = replayed.system;
    let earlier = system.chronicle(&replayed.records()).unwrap();
    let has_begun = |game: &dyn AnyGame| {
        let info = game.info(Viewer::Everything);
        info.moment.round > 0 || info.outcome.is_some()
    };
    let set_up: Vec<CommandRequest> = commands_of(earlier.as_ref())
        .into_iter()
        .skip(1)
        .take_while(|(before, ..)| {
            let game = earlier.game_at(*before, Viewer::Everything).unwrap();
            !has_begun(game.as_ref())
        })
        .map(|(_, request, _)| request)
        .collect();
    let mut rolled = set_up.iter().filter(|request| !request.dice.is_empty());
    let mut records: Vec<PastRecord> = records_of(&replayed.opening).collect();
    let mut game = earlier.game_at(records.len() as u64, Viewer::Everything).unwrap();
    let (mut found, mut asked) = (0, 0);
    while !has_begun(game.as_ref()) {
        let own = system.chronicle(&records).unwrap();
        let run = game
            .set_up_again(own.as_ref(), earlier.as_ref(), caller)
            .unwrap()
            .expect("games of one system");
        asked += 1;
        found += run.given.len();
        let by_hand = match run.end {
            SetUpEnd::Done => None,
            SetUpEnd::Roll(_) => rolled.next().cloned(),
            end => panic!("{}: {end:?} after {:?}", recorded.name, run.given),
        };
        for request in run.given.into_iter().chain(by_hand) {
            let decided = game.decide_request(request, None, None).unwrap();
            records.extend(
                decided
                    .events
                    .iter()
                    .enumerate()
                    .map(|(place, event)| PastRecord {
                        event: event.clone(),
                        command: (place == 0).then(|| decided.command.clone()),
                    }),
            );
            game = decided.game;
        }
    }
    let recorded_at = commands_of(earlier.as_ref())
        .into_iter()
        .map(|(before, ..)| before)
        .find(|before| has_begun(earlier.game_at(*before, Viewer::Everything).unwrap().as_ref()))
        .expect("a battle");
    let there = earlier.game_at(recorded_at, Viewer::Everything).unwrap();
    assert!(
        game.state(Viewer::Everything) == there.state(Viewer::Everything),
        "{}: another position",
        recorded.name
    );
    SetUp {
        earlier: set_up.len(),
        found,
        asked,
    }
}

#[test]
fn set_ups_of_recorded_games_are_given_again() {
    let keeper = RunCaller {
        standing: Vec::new(),
        seats: None,
        viewer: Viewer::Everything,
    };
    for recorded in GAMES {
        let set_up = given_again(recorded, &keeper);
        let rolls = set_up.earlier - set_up.found;
        println!(
            "{}: {} of {} commands, {rolls} rolls, asked for {} times",
            recorded.name, set_up.found, set_up.earlier, set_up.asked
        );
        assert!(set_up.asked <= rolls + 1, "{}: once a roll", recorded.name);
    }
}

/// A choice that was made by hand is not made again, and the rest of the earlier set-up goes on behind it.
#[test]
fn a_set_up_goes_on_after_a_choice_by_hand() {
    let recorded = GAMES
        .iter()
        .find(|game| game.name == "the-knights-at-the-barrow")
        .unwrap();
    let replayed = replayed(recorded);
    let system = replayed.system;
    let earlier = system.chronicle(&replayed.records()).unwrap();
    let keeper = RunCaller {
        standing: Vec::new(),
        seats: None,
        viewer: Viewer::Everything,
    };
    let mut records: Vec<PastRecord> = records_of(&replayed.opening).collect();
    let game = earlier.game_at(records.len() as u64, Viewer::Everything).unwrap();
    let own = system.chronicle(&records).unwrap();
    let whole = game
        .set_up_again(own.as_ref(), earlier.as_ref(), &keeper)
        .unwrap()
        .unwrap();
    let first = whole.given[0].clone();
    assert!(matches!(first.command, TableCommand::Play { .. }));
    let decided = game.decide_request(first, None, None).unwrap();
    records.extend(
        decided
            .events
            .iter()
            .enumerate()
            .map(|(place, event)| PastRecord {
                event: event.clone(),
                command: (place == 0).then(|| decided.command.clone()),
            }),
    );
    let own = system.chronicle(&records).unwrap();
    let rest = decided
        .game
        .set_up_again(own.as_ref(), earlier.as_ref(), &keeper)
        .unwrap()
        .unwrap();
    assert_eq!(rest.given, whole.given[1..]);
}
