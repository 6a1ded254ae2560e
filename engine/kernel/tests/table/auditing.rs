//! Audits: where a record departs from the rules, how, and what that changed.

use hindsight_kernel::{AuditEffect, AuditReport, Departure, EffectOn};

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
fn moved(seat: Seat, recorded: f64, by_the_rules: f64) -> AuditEffect {
    let place = |x: f64| format!("{:.2}, {:.2}", x + 0.5, seat.index() as f64 + 0.5);
    AuditEffect {
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
    table.past.push(RecordedEvent {
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
            .map(|refusal| refusal.message.to_string()),
        Some("not now".to_owned())
    );
    assert_eq!(difference.effect, [moved(Seat::B, 3.0, 0.0)]);
}

#[test]
fn a_ruling_is_told_with_its_reason_and_all_that_it_changed() {
    let mut table = run();
    let patch = Patch::Place { seat: Seat::A, at: 7 };
    let order = GameOrder::Rule {
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

/// What the two seats get of a game that is recorded as ended and is not by the rules.
fn ended(recorded: [&str; 2]) -> Vec<AuditEffect> {
    [Seat::A, Seat::B]
        .into_iter()
        .zip(recorded)
        .map(|(seat, recorded)| AuditEffect {
            unit: None,
            name: seat.to_string(),
            seat,
            of: EffectOn::Ending,
            recorded: recorded.to_owned(),
            by_the_rules: "the game goes on".to_owned(),
        })
        .collect()
}

/// Where the first such event stands.
fn place_of(table: &Table, is: fn(&EventOf<Dash>) -> bool) -> usize {
    let place = table.past.iter().position(|past| is(&past.event));
    place.expect("it happened")
}

/// Somebody concedes after the runs.
fn conceded() -> Table {
    let mut table = run();
    table.give(given(Seat::B, GameOrder::Concede, &[]));
    table
}

fn only(table: &Table) -> hindsight_kernel::AuditDifference {
    let mut report = found(table);
    assert_eq!(report.differences.len(), 1, "{report:?}");
    report.differences.remove(0)
}

#[test]
fn hs_draw_01_what_seats_may_agree_on_is_no_departure() {
    let mut agreed = run();
    agreed.give(given(Seat::A, GameOrder::Propose { winner: None }, &[]));
    agreed.give(given(Seat::B, GameOrder::Answer { accept: false }, &[]));
    agreed.give(given(Seat::B, GameOrder::Propose { winner: None }, &[]));
    agreed.give(given(Seat::A, GameOrder::Answer { accept: true }, &[]));
    for (table, commands) in [(conceded(), 5), (agreed, 8)] {
        let report = found(&table);
        assert_eq!((report.commands, report.differences), (commands, vec![]));
    }
}

#[test]
fn hs_draw_01_who_accepts_his_own_proposal_agreed_with_nobody() {
    let mut table = run();
    table.give(given(Seat::A, GameOrder::Propose { winner: None }, &[]));
    table.give(given(Seat::B, GameOrder::Answer { accept: true }, &[]));
    let at = place_of(&table, |event| matches!(event, GameEvent::Answered { .. }));
    // The record is forged: A answers the proposal of A.
    table.past[at].given = Some(given(Seat::A, GameOrder::Answer { accept: true }, &[]));
    table.past[at].event = GameEvent::Answered {
        seat: Seat::A,
        accept: true,
    };
    let difference = only(&table);
    assert_eq!(
        (difference.how, difference.at),
        (Departure::Illegal, at as u64 + 1)
    );
    assert_eq!(difference.rules, ["HS-DRAW-01".into()]);
    assert!(
        difference.what.contains("the other side answers"),
        "{}",
        difference.what
    );
    assert_eq!(difference.effect, ended(["nobody wins: agreed"; 2]));
}

#[test]
fn hs_seat_01_a_seat_that_the_game_has_not_concedes_nothing() {
    let mut table = conceded();
    let at = place_of(&table, |event| matches!(event, GameEvent::Conceded { .. }));
    let stranger = Seat::new(5).expect("a seat");
    table.past[at].given = Some(given(stranger, GameOrder::Concede, &[]));
    let difference = only(&table);
    assert_eq!(
        (difference.how, difference.rules),
        (Departure::Illegal, vec!["HS-SEAT-01".into()])
    );
    assert_eq!(difference.effect.len(), 2);
}

#[test]
fn a_concession_of_another_than_who_gave_it_is_told_with_its_rule_and_who_wins() {
    let mut table = conceded();
    let at = place_of(&table, |event| matches!(event, GameEvent::Conceded { .. }));
    // B gave it, the record says A; the winner stands as it was.
    table.past[at].event = GameEvent::Conceded { seat: Seat::A };
    let difference = only(&table);
    assert_eq!(
        (difference.how, difference.version),
        (Departure::Miscounted, at as u64 + 1)
    );
    assert_eq!(difference.rules, ["HS-DRAW-01".into()]);
    assert!(
        difference.what.contains("A concedes") && difference.what.contains("B concedes"),
        "{}",
        difference.what
    );
    assert_eq!(difference.effect, []);
    // The concession is B's, and yet B wins.
    let mut table = conceded();
    let at = place_of(&table, |event| matches!(event, GameEvent::Ended { .. }));
    if let GameEvent::Ended { outcome } = &mut table.past[at].event {
        outcome.winner = Some(hindsight_kernel::SideId::of_seat(Seat::B));
    }
    let difference = only(&table);
    assert_eq!(
        (difference.how, difference.version),
        (Departure::Miscounted, at as u64 + 1)
    );
    let told: Vec<_> = difference
        .effect
        .iter()
        .map(|effect| (effect.recorded.as_str(), effect.by_the_rules.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("loses: conceded", "wins: conceded"),
            ("wins: conceded", "loses: conceded")
        ]
    );
}

#[test]
fn an_end_that_nobody_gave_is_told_wherever_it_hides() {
    let concession = |table: &mut Table| {
        let mut other = conceded();
        let events = other.past.split_off(other.past.len() - 2);
        for RecordedEvent { event, .. } in events {
            table.past.push(RecordedEvent { event, given: None });
        }
    };
    // Behind a move, behind words, and behind a ruling.
    let say = GameOrder::Say {
        text: "Well played.".to_owned(),
    };
    let rule = GameOrder::Rule {
        patch: Patch::Place { seat: Seat::A, at: 7 },
        reason: "The table was bumped.".to_owned(),
    };
    for order in [None, Some(say), Some(rule)] {
        let mut table = run();
        if let Some(order) = order {
            table.give(given(Seat::B, order, &[]));
        }
        let before = table.past.len() as u64;
        concession(&mut table);
        let difference = only(&table);
        assert_eq!(
            (difference.how, difference.version),
            (Departure::Unfounded, before + 1)
        );
        assert!(difference.what.contains("concedes"), "{}", difference.what);
        assert_eq!(difference.effect, ended(["wins: conceded", "loses: conceded"]));
    }
}

#[test]
fn hs_end_01_nobody_concedes_a_game_that_is_over() {
    let mut table = conceded();
    let again: Vec<_> = table.past[table.past.len() - 2..].to_vec();
    table.past.extend(again);
    let difference = only(&table);
    assert_eq!(
        (difference.how, difference.rules),
        (Departure::Illegal, vec!["HS-END-01".into()])
    );
}
