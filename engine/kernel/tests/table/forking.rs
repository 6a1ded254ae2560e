//! From a moment of a game: variations, and commands with other dice.

use super::*;
use hindsight_kernel::{Rules, ServerTray, fork, played_command};

fn other_seeds() -> impl Fn(u64) -> Seed {
    seeds([9; 32])
}

/// A variation as a table that plays on.
fn forked(table: &Table, version: u64, server_dice: bool) -> (u64, Table) {
    let made =
        fork::<Dash>(&table.past, version, server_dice, &other_seeds()).expect("a decision is awaited");
    let mut other = Table {
        game: Game::default(),
        past: Vec::new(),
        secret: [9; 32],
    };
    for (given, events) in made.commands {
        for (place, event) in events.into_iter().enumerate() {
            other.past.push(RecordedEvent {
                event,
                given: (place == 0).then(|| given.clone()),
            });
        }
    }
    other.game = Game::fold(&other.events()).expect("a variation folds by itself");
    assert_eq!(other.game, made.game);
    (made.at, other)
}

fn rolls(table: &Table) -> Vec<Roll> {
    let ran = |event: &EventOf<Dash>| match event {
        GameEvent::Played(Event::Ran { roll, .. }) => Some(roll.clone()),
        _ => None,
    };
    table.events().iter().filter_map(ran).collect()
}

#[test]
fn hs_fork_01_a_variation_keeps_what_was_played_and_goes_its_own_way() {
    let mut table = Table::staked(false);
    table.give(play(Seat::A, Command::Run, &[6]));
    let here = table.game.version();
    table.give(play(Seat::B, Command::Run, &[2]));
    let (at, mut other) = forked(&table, here, false);
    assert_eq!((at, other.game.version()), (here, here));
    assert_eq!(other.game.state().steps, [6, 0]);
    other.give(play(Seat::B, Command::Run, &[5]));
    assert_eq!(other.game.state().steps, [6, 5]);
    assert_eq!(table.game.state().steps, [6, 2], "the other game is as it was");
    assert!(audit::<Dash>(&other.past).expect("folds").differences.is_empty());
}

#[test]
fn hs_fork_01_only_the_line_that_led_there_is_taken() {
    let mut table = Table::staked(false);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[6]));
    let abandoned = table.game.version();
    table.give(given(
        Seat::A,
        GameOrder::TakeBack {
            to: staked,
            reason: None,
        },
        &[],
    ));
    let back = table.game.version();
    table.give(play(Seat::A, Command::Run, &[3]));
    let first = table.game.version();
    table.give(given(
        Seat::A,
        GameOrder::Correct(Box::new(Correction {
            at: first,
            change: CorrectionChange::Replace {
                given: play(Seat::A, Command::Run, &[4]),
            },
            reason: "it was a four".to_owned(),
        })),
        &[],
    ));
    let corrected = table.game.version();
    let rows = [
        // The moment, the place of A there, the events that lead there.
        (staked, 0, staked),
        (abandoned, 6, staked + 1),
        (back, 0, staked),
        (first, 3, staked + 1),
        // Where the correction is laid down nothing is decided again yet; at its marker the command is under way.
        (first + 1, 0, staked),
        (first + 2, 4, staked + 1),
        (corrected, 4, staked + 1),
    ];
    for (version, place, events) in rows {
        let (_, other) = forked(&table, version, false);
        assert_eq!(
            (
                other.game.state().steps[0],
                other.game.version(),
                other.game.rewinds()
            ),
            (place, events, (0, 0)),
            "at {version}"
        );
    }
}

#[test]
fn hs_fork_01_server_dice_follow_from_a_seed_of_its_own() {
    let mut table = Table::staked(true);
    table.give(play(Seat::A, Command::Run, &[]));
    let (_, mut other) = forked(&table, table.game.version(), true);
    // The next die of both has the same number and comes from two seeds.
    while other.game.ending().is_none() {
        let seat = Dash::awaiting(other.game.state())[0].seat;
        other.give(play(seat, Command::Run, &[]));
    }
    let own = other_seeds()(1);
    let thrown = rolls(&other);
    assert_eq!(thrown[0], rolls(&table)[0], "the dice of before are kept");
    for roll in &thrown[1..] {
        let RollSource::Server { first } = roll.source else {
            panic!("{roll:?}")
        };
        assert_eq!(roll.faces, [own.die(first, 6)]);
    }
    let report = audit::<Dash>(&other.past).expect("folds");
    assert_eq!(
        (report.dice_fault, report.dice_checked),
        (None, Some(thrown.len() as u64 - 1))
    );
    assert!(
        !format!("{:?}", other.past).contains(&seeds(table.secret)(0).reveal()),
        "the seed of the other game stays its own"
    );
}

#[test]
fn hs_fork_01_a_variation_says_itself_where_its_dice_come_from() {
    let mut thrown = Table::staked(false);
    thrown.give(play(Seat::A, Command::Run, &[6]));
    let (_, mut rolled) = forked(&thrown, thrown.game.version(), true);
    assert_eq!(
        rolled.game.dice(),
        Some(&DiceKind::Server {
            commitment: other_seeds()(0).commitment()
        })
    );
    rolled.give(play(Seat::B, Command::Run, &[]));
    let mut by_server = Table::staked(true);
    by_server.give(play(Seat::A, Command::Run, &[]));
    let (_, mut reported) = forked(&by_server, by_server.game.version(), false);
    assert_eq!(reported.game.dice(), Some(&DiceKind::Reported));
    reported.give(play(Seat::B, Command::Run, &[5]));
}

#[test]
fn hs_fork_01_a_game_that_is_over_has_no_decision_to_take_otherwise() {
    let mut table = Table::staked(false);
    let staked = table.game.version();
    table.give(given(Seat::A, GameOrder::Concede, &[]));
    for over in [staked + 1, table.game.version()] {
        let refusal = fork::<Dash>(&table.past, over, false, &other_seeds()).expect_err("over");
        assert_eq!(refusal.rule.0, "HS-FORK-01");
        assert!(table_rules().get("HS-FORK-01").is_some());
        assert_eq!(refusal.details["allowed"], json!(format!("1 to {staked}")));
    }
    assert!(fork::<Dash>(&table.past, staked, false, &other_seeds()).is_ok());
}

#[test]
fn a_played_command_is_thrown_again_with_other_dice() {
    let mut table = Table::staked(false);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[6]));
    let ran = table.game.version();
    table.give(given(
        Seat::B,
        GameOrder::Say {
            text: "Quick!".to_owned(),
        },
        &[],
    ));
    let command = played_command::<Dash>(&table.past, ran)
        .expect("folds")
        .expect("a run");
    assert_eq!((command.at, command.last), (staked + 1, ran));
    assert_eq!(command.before().steps, [0, 0]);
    assert_eq!(command.events().count(), 1);
    let seed = Seed::new([3; 32]);
    let mut tray = ServerTray::new(seed.clone(), 0);
    for number in 0..50 {
        let events = command.throw(&mut tray).expect("legal");
        let [Event::Ran { roll, .. }] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(roll.faces, [seed.die(number, 6)], "dice are numbered on");
    }
    for other in [1, staked + 2] {
        let none = played_command::<Dash>(&table.past, other).expect("folds");
        assert!(none.is_none(), "{other} is of no command of the system");
    }
    // What was taken back can be thrown again, the taking back itself cannot.
    table.give(given(
        Seat::A,
        GameOrder::TakeBack {
            to: staked,
            reason: None,
        },
        &[],
    ));
    let again = played_command::<Dash>(&table.past, ran).expect("folds");
    assert_eq!(again.map(|command| command.at), Some(staked + 1));
    let back = played_command::<Dash>(&table.past, table.game.version()).expect("folds");
    assert!(back.is_none());
}
