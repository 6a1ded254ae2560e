//! Where a record departs from the rules, how, and what that changed.

use hindsight_kernel::{AuditReport, Departure, Effect, EffectOn};

use super::*;

/// Both have staked; A has run 5 and B has run 3.
fn run() -> Table {
    let mut table = Table::staked(false);
    table.give(play(Seat::A, Command::Run, &[5]));
    table.give(play(Seat::B, Command::Run, &[3]));
    table
}

fn found(table: &Table) -> AuditReport {
    audit::<Dash>(&table.past).expect("folds")
}

/// The place of a runner, before and after, as an effect of something.
fn moved(seat: Seat, recorded: f64, by_the_rules: f64) -> Effect {
    let place = |x: f64| format!("{:.2}, {:.2}", x + 0.5, seat.index() as f64 + 0.5);
    Effect {
        unit: Some(format!("{seat}1")),
        name: format!("Runner {seat}"),
        seat,
        of: EffectOn::Place,
        recorded: place(recorded),
        by_the_rules: place(by_the_rules),
    }
}

#[test]
fn a_sound_record_has_no_difference() {
    let report = found(&run());
    assert_eq!((report.commands, report.rulings), (4, 0));
    assert_eq!((report.differences, report.ruled), (vec![], vec![]));
}

#[test]
fn a_wrong_number_is_told_beside_the_right_one() {
    let mut table = run();
    let forged = table.past.len() - 2;
    if let GameEvent::Played(Event::Ran { to, .. }) = &mut table.past[forged].event {
        *to = 6;
    }
    let report = found(&table);
    let [difference] = &report.differences[..] else {
        panic!("{report:?}")
    };
    assert_eq!(
        (difference.how, difference.version),
        (Departure::Miscounted, forged as u64 + 1)
    );
    assert!(
        difference.what.contains("to: 6") && difference.what.contains("to: 5"),
        "{}",
        difference.what
    );
    assert_eq!(difference.effect, [moved(Seat::A, 6.0, 5.0)]);
    assert_eq!(difference.refusal, None);
}

#[test]
fn what_the_rules_demand_and_nobody_recorded_was_forgotten() {
    let mut table = run();
    let open = table
        .past
        .iter()
        .position(|past| matches!(past.event, GameEvent::Played(Event::TurnedUp { .. })))
        .expect("stakes were turned up");
    table.past.remove(open);
    let first = found(&table).differences.remove(0);
    assert_eq!(
        (first.how, first.version),
        (Departure::Forgotten, open as u64 + 1)
    );
    assert!(first.what.contains("TurnedUp"), "{}", first.what);
}

#[test]
fn what_is_recorded_and_follows_from_nothing_is_unfounded() {
    let mut table = run();
    table.past.push(Past {
        event: GameEvent::Played(Event::Moved { seat: Seat::B, to: 9 }),
        given: None,
    });
    let report = found(&table);
    let [difference] = &report.differences[..] else {
        panic!("{report:?}")
    };
    assert_eq!(
        (difference.how, difference.version),
        (Departure::Unfounded, table.past.len() as u64)
    );
    assert_eq!(difference.effect, [moved(Seat::B, 9.0, 3.0)]);
    // Put before what the rules give, it is the same: the rest of the command stands as it should.
    let last = table.past.len() - 1;
    table.past[last - 1].event = table.past[last].event.clone();
    table.past[last].event = run().past.pop().expect("events").event;
    let report = found(&table);
    assert_eq!(
        (report.differences[0].how, report.differences[0].version),
        (Departure::Unfounded, last as u64)
    );
}

#[test]
fn a_command_that_the_rules_refuse_is_told_with_the_rule_and_all_that_it_changed() {
    let mut table = run();
    let last = table.past.len() - 1;
    table.past[last].given = Some(play(Seat::B, Command::Stake { amount: 2 }, &[]));
    let report = found(&table);
    let [difference] = &report.differences[..] else {
        panic!("{report:?}")
    };
    assert_eq!(
        (difference.how, difference.at),
        (Departure::Illegal, last as u64 + 1)
    );
    assert_eq!(difference.rules, ["DASH-01".into()]);
    assert_eq!(
        difference
            .refusal
            .as_ref()
            .map(|refusal| refusal.message.as_str()),
        Some("not now")
    );
    assert_eq!(difference.effect, [moved(Seat::B, 3.0, 0.0)]);
}

#[test]
fn a_ruling_is_told_with_its_reason_and_all_that_it_changed() {
    let mut table = run();
    let patch = Patch::Place { seat: Seat::A, at: 7 };
    let order = Order::Rule {
        patch,
        reason: "The table was bumped.".to_owned(),
    };
    table.give(given(Seat::B, order, &[]));
    let report = found(&table);
    assert_eq!((report.rulings, report.differences.len()), (1, 0));
    let [ruled] = &report.ruled[..] else {
        panic!("{report:?}")
    };
    assert_eq!(
        (ruled.seat, ruled.reason.as_str()),
        (Some(Seat::B), "The table was bumped.")
    );
    assert_eq!(ruled.at, table.past.len() as u64 - 1);
    assert!(ruled.what[0].contains("Moved"), "{ruled:?}");
    assert_eq!(ruled.effect, [moved(Seat::A, 7.0, 5.0)]);
}
