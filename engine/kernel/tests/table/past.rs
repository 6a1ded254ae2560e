//! Going back: take-backs and corrections.

use super::*;

#[test]
fn hs_back_01_goes_to_a_decision_of_the_present_line() {
    let mut table = Table::staked(false);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[6]));
    let ran = table.game.version();
    table.give(play(Seat::B, Command::Run, &[2]));
    table.refuse(
        &given(Seat::A, GameOrder::TakeBack { to: 1, reason: None }, &[]),
        "HS-BACK-01",
    );
    for reason in crate::UNFIT {
        let reason = Some(reason.to_owned());
        table.refuse(
            &given(Seat::A, GameOrder::TakeBack { to: staked, reason }, &[]),
            "HS-BACK-01",
        );
    }
    table.refuse(
        &given(
            Seat::A,
            GameOrder::TakeBack {
                to: table.game.version(),
                reason: None,
            },
            &[],
        ),
        "HS-BACK-01",
    );
    table.refuse(
        &given(
            Seat::A,
            GameOrder::TakeBack {
                to: 999,
                reason: None,
            },
            &[],
        ),
        "HS-BACK-01",
    );
    table.give(given(
        Seat::A,
        GameOrder::TakeBack {
            to: staked,
            reason: Some("wrong die".to_owned()),
        },
        &[],
    ));
    assert_eq!(table.game.state().steps, [0, 0]);
    // The line after `staked` is abandoned: its versions are no decisions any more, but its events stay.
    table.refuse(
        &given(
            Seat::A,
            GameOrder::TakeBack {
                to: ran,
                reason: None,
            },
            &[],
        ),
        "HS-BACK-01",
    );
    table.give(play(Seat::A, Command::Run, &[1]));
    assert_eq!(table.game.state().steps, [1, 0]);
    assert!(
        table
            .events()
            .iter()
            .any(|event| matches!(event, GameEvent::Played(Event::Ran { to: 6, .. })))
    );
    // Back over a take-back, to the very first decision.
    table.give(given(Seat::A, GameOrder::TakeBack { to: 2, reason: None }, &[]));
    assert_eq!(table.game.state().stakes, [Stake::None, Stake::None]);
}

#[test]
fn hs_back_01_server_dice_are_never_rolled_twice() {
    let mut table = Table::staked(true);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[]));
    table.give(given(
        Seat::A,
        GameOrder::TakeBack {
            to: staked,
            reason: None,
        },
        &[],
    ));
    let events = table.give(play(Seat::A, Command::Run, &[]));
    let [GameEvent::Played(Event::Ran { roll, .. })] = &events[..] else {
        panic!("one run")
    };
    assert_eq!(
        roll.source,
        RollSource::Server { first: 1 },
        "the next die, not the first again"
    );
}

#[test]
fn hs_corr_01_a_corrected_command_decides_the_later_ones_again_with_their_dice() {
    let mut table = Table::staked(false);
    let first = table.game.version() + 1;
    table.give(play(Seat::A, Command::Run, &[5]));
    table.give(play(Seat::B, Command::Run, &[2]));
    table.give(play(Seat::A, Command::Run, &[4]));
    let correct = |at, change, reason: &str| {
        given(
            Seat::A,
            GameOrder::Correct(Box::new(Correction {
                at,
                change,
                reason: reason.to_owned(),
            })),
            &[],
        )
    };
    let replace = |dice: &[u8]| CorrectionChange::Replace {
        given: play(Seat::A, Command::Run, dice),
    };
    table.refuse(&correct(first, replace(&[1]), ""), "HS-CORR-01");
    for reason in crate::UNFIT {
        table.refuse(&correct(first, replace(&[1]), reason), "HS-CORR-01");
    }
    table.refuse(&correct(first + 50, replace(&[1]), "no such"), "HS-CORR-01");
    let events = table.give(correct(first, replace(&[1]), "it was a one"));
    assert_eq!(table.game.state().steps, [1 + 4, 2]);
    let GameEvent::Corrected {
        redone: 2,
        stopped: None,
        ..
    } = &events[0]
    else {
        panic!("{:?}", events[0])
    };
    let markers: Vec<Option<u64>> = events
        .iter()
        .filter_map(|event| {
            if let GameEvent::Redone { was, .. } = event {
                Some(*was)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(markers, [Some(first), Some(first + 1), Some(first + 2)]);
    // A correction of the corrected line: forget the first run; now it is A's turn when B's run comes.
    let again = table
        .past
        .iter()
        .rposition(|past| matches!(&past.event, GameEvent::Redone { was: Some(was), .. } if *was == first))
        .expect("marker") as u64
        + 1;
    let events = table.give(correct(again, CorrectionChange::Remove, "he never ran"));
    let GameEvent::Corrected {
        redone: 0,
        stopped: Some(stopped),
        ..
    } = &events[0]
    else {
        panic!("{:?}", events[0])
    };
    assert_eq!(
        (stopped.refusal.rule.0.as_ref(), stopped.dropped),
        ("HS-TURN-01", 2)
    );
    assert_eq!(table.game.state().steps, [0, 0]);
    // A forgotten command put in before another one.
    table.give(play(Seat::A, Command::Run, &[3]));
    let at = table.game.version();
    table.give(correct(
        at,
        CorrectionChange::Insert {
            given: play(Seat::A, Command::Rest, &[]),
        },
        "both rested first",
    ));
    assert!(audit::<Dash>(&table.past).expect("folds").differences.is_empty());
}

#[test]
fn hs_corr_01_a_replacement_without_dice_keeps_the_recorded_ones() {
    let mut table = Table::staked(false);
    table.give(play(Seat::A, Command::Run, &[5]));
    let at = table.game.version();
    let change = CorrectionChange::Replace {
        given: play(Seat::A, Command::Run, &[]),
    };
    table.give(given(
        Seat::A,
        GameOrder::Correct(Box::new(Correction {
            at,
            change,
            reason: "same".to_owned(),
        })),
        &[],
    ));
    assert_eq!(table.game.state().steps, [5, 0]);
}

#[test]
fn hs_dice_02_no_correction_brings_dice_into_a_game_whose_dice_the_server_rolls() {
    let mut table = Table::staked(true);
    table.give(play(Seat::A, Command::Run, &[]));
    let (at, steps) = (table.game.version(), table.game.state().steps);
    let correct = |change| {
        given(
            Seat::A,
            GameOrder::Correct(Box::new(Correction {
                at,
                change,
                reason: "it was a six".to_owned(),
            })),
            &[],
        )
    };
    let chosen = play(Seat::A, Command::Run, &[6]);
    table.refuse(
        &correct(CorrectionChange::Replace {
            given: chosen.clone(),
        }),
        "HS-DICE-02",
    );
    table.refuse(&correct(CorrectionChange::Insert { given: chosen }), "HS-DICE-02");
    // Without dice it keeps those that the server rolled.
    table.give(correct(CorrectionChange::Replace {
        given: play(Seat::A, Command::Run, &[]),
    }));
    assert_eq!(table.game.state().steps, steps);
}
