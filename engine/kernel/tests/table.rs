//! The table's own rules, tried on the smallest game: Dash.

#[allow(unreachable_pub, missing_docs)]
mod dash;

use dash::{Command, Dash, Event, GOAL, Patch, Setup, Stake, State};
use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::{
    Change, Correction, Decided, DiceKind, EventOf, Game, GameEvent, Given, GivenOf, Misfit, Order, Past,
    Refusal, Roll, RuleSet, Seat, Seed, Side, Source, Start, Viewer, audit, bot_rng, choose, live_line,
    table_rules, verify_rolls, wire,
};
use proptest::prelude::*;
use serde_json::json;

/// A game with its whole past, as a recorder keeps it.
struct Table {
    game: Game<Dash>,
    past: Vec<Past<Dash>>,
    secret: [u8; 32],
}

fn seeds(secret: [u8; 32]) -> impl Fn(u64) -> Seed {
    move |generation| Seed::of_game(&secret, &format!("game#{generation}"))
}

fn given(seat: Seat, order: Order<Command, Patch>, dice: &[u8]) -> GivenOf<Dash> {
    Given {
        seat: Some(seat),
        order,
        dice: dice.to_vec(),
    }
}

fn play(seat: Seat, command: Command, dice: &[u8]) -> GivenOf<Dash> {
    given(seat, Order::Play { command }, dice)
}

impl Table {
    fn open(server_dice: bool) -> Self {
        Self::start(Start::Setup(Setup {}), server_dice)
    }

    fn start(start: Start<Setup, State>, server_dice: bool) -> Self {
        let secret = [7; 32];
        let opened = Game::<Dash>::open(start, server_dice, &[], Some(&seeds(secret))).expect("Dash opens");
        let mut table = Self {
            game: Game::default(),
            past: Vec::new(),
            secret,
        };
        table.keep(
            &Given {
                seat: None,
                order: Order::Open,
                dice: vec![],
            },
            opened,
        );
        table
    }

    fn keep(&mut self, given: &GivenOf<Dash>, decided: Decided<Dash>) {
        for (place, event) in decided.events.into_iter().enumerate() {
            self.past.push(Past {
                event,
                given: (place == 0).then(|| given.clone()),
            });
        }
        self.game = decided.game;
        assert_eq!(
            self.game,
            Game::fold(&self.events()).expect("what was decided folds"),
            "decide and fold agree"
        );
    }

    fn events(&self) -> Vec<EventOf<Dash>> {
        self.past.iter().map(|past| past.event.clone()).collect()
    }

    fn weigh(&self, given: &GivenOf<Dash>) -> Result<Decided<Dash>, Refusal> {
        self.game.decide(given, &self.past, Some(&seeds(self.secret)))
    }

    #[allow(clippy::needless_pass_by_value)] // Reads best at the many calls.
    fn give(&mut self, given: GivenOf<Dash>) -> Vec<EventOf<Dash>> {
        let decided = self.weigh(&given).expect("legal");
        let events = decided.events.clone();
        self.keep(&given, decided);
        events
    }

    fn refuse(&self, given: &GivenOf<Dash>, rule: &str) -> Refusal {
        let refusal = self.weigh(given).expect_err("must be refused");
        assert_eq!(refusal.rule.0, rule, "{refusal}");
        assert!(
            table_rules().get(rule).is_some() || rule.starts_with("DASH"),
            "{rule} is listed"
        );
        refusal
    }

    fn staked(server_dice: bool) -> Self {
        let mut table = Self::open(server_dice);
        table.give(play(Seat::A, Command::Stake { amount: 1 }, &[]));
        table.give(play(Seat::B, Command::Stake { amount: 2 }, &[]));
        table
    }
}

#[test]
fn hs_turn_01_only_the_seats_that_are_asked_decide() {
    let mut table = Table::open(false);
    // Both are asked at once: without a name nobody knows whose stake it is.
    table.refuse(
        &Given {
            seat: None,
            ..play(Seat::A, Command::Stake { amount: 1 }, &[])
        },
        "HS-TURN-01",
    );
    table.give(play(Seat::B, Command::Stake { amount: 2 }, &[]));
    table.refuse(&play(Seat::B, Command::Stake { amount: 1 }, &[]), "HS-TURN-01");
    // Now only A is asked, so a scorekeeper need not name the seat.
    table.give(Given {
        seat: None,
        ..play(Seat::A, Command::Stake { amount: 1 }, &[])
    });
    let refusal = table.refuse(&play(Seat::B, Command::Run, &[3]), "HS-TURN-01");
    assert_eq!(refusal.details["allowed"], json!([["A", "run"]]));
}

#[test]
fn hs_dice_01_reported_dice_are_exactly_those_the_rules_roll() {
    let table = Table::staked(false);
    let missing = table.refuse(&play(Seat::A, Command::Run, &[]), "HS-DICE-01");
    assert_eq!(
        missing.details["needed"],
        json!({"purpose": "run", "seat": "A", "sides": 6, "count": 1})
    );
    table.refuse(&play(Seat::A, Command::Run, &[7]), "HS-DICE-01");
    table.refuse(&play(Seat::A, Command::Run, &[0]), "HS-DICE-01");
    let over = table.refuse(&play(Seat::A, Command::Run, &[3, 4]), "HS-DICE-01");
    assert_eq!(over.details["left_over"], json!([4]));
    table.refuse(&play(Seat::A, Command::Rest, &[3]), "HS-DICE-01");
    assert!(table.weigh(&play(Seat::A, Command::Run, &[3])).is_ok());
}

#[test]
fn hs_dice_02_server_dice_are_not_reported_and_follow_from_the_committed_seed() {
    let mut table = Table::staked(true);
    table.refuse(&play(Seat::A, Command::Run, &[3]), "HS-DICE-02");
    let without_seed = table
        .game
        .decide(&play(Seat::A, Command::Run, &[]), &[], None)
        .expect_err("no seed");
    assert_eq!(without_seed.rule.0, "HS-DICE-02");
    while table.game.ending().is_none() {
        let seat = Dash::awaiting(table.game.state())[0].seat;
        table.give(play(seat, Command::Run, &[]));
    }
    let Some(DiceKind::Server { commitment }) = table.game.dice().cloned() else {
        panic!("server dice")
    };
    let events = table.events();
    let Some(GameEvent::SeedRevealed { seed, .. }) = events.last() else {
        panic!("revealed at the end")
    };
    let rolls: Vec<Roll> = events
        .iter()
        .filter_map(|event| {
            if let GameEvent::Played(Event::Ran { roll, .. }) = event {
                Some(roll.clone())
            } else {
                None
            }
        })
        .collect();
    let seed = Seed::from_hex(seed).expect("hex");
    assert_eq!(verify_rolls(&commitment, &seed, &rolls), Ok(rolls.len() as u64));
    // Dice are numbered on without a gap, and another face or another seed does not verify.
    for (number, roll) in rolls.iter().enumerate() {
        assert_eq!(roll.source, Source::Server { first: number as u64 });
        assert_eq!(roll.faces, [seed.die(number as u64, 6)]);
    }
    let mut forged = rolls.clone();
    forged[0].faces[0] = forged[0].faces[0] % 6 + 1;
    assert!(verify_rolls(&commitment, &seed, &forged).is_err());
    assert!(verify_rolls(&commitment, &Seed::new([1; 32]), &rolls).is_err());
    assert_eq!(
        audit::<Dash>(&table.past).expect("folds").dice_checked,
        Some(rolls.len() as u64)
    );
}

#[test]
fn hs_end_01_after_the_end_only_talk_a_ruling_or_a_take_back() {
    let mut table = Table::staked(false);
    table.give(given(Seat::A, Order::Concede, &[]));
    let ending = table.game.ending().expect("over").clone();
    assert_eq!(
        (ending.winner, ending.reason.as_str()),
        (Some(Side(2)), "conceded")
    );
    for order in [
        Order::Play {
            command: Command::Run,
        },
        Order::Concede,
        Order::Propose { winner: None },
        Order::Answer { accept: true },
    ] {
        table.refuse(&given(Seat::A, order, &[]), "HS-END-01");
    }
    table.give(given(
        Seat::B,
        Order::Say {
            text: "Good game".to_owned(),
        },
        &[],
    ));
    table.give(given(
        Seat::B,
        Order::Rule {
            patch: Patch::Place { seat: Seat::A, at: 1 },
            reason: "tidy".to_owned(),
        },
        &[],
    ));
    let back = table.past.len() as u64;
    // The concession began after the two stakes: the table goes back to where A was asked to run.
    let stop = table
        .past
        .iter()
        .position(|past| matches!(past.event, GameEvent::Conceded { .. }))
        .expect("conceded") as u64;
    table.give(given(
        Seat::A,
        Order::TakeBack {
            to: stop,
            reason: None,
        },
        &[],
    ));
    assert_eq!((table.game.ending(), table.game.version()), (None, back + 1));
    table.give(play(Seat::A, Command::Run, &[4]));
}

#[test]
fn hs_draw_01_a_result_needs_the_other_side() {
    let mut table = Table::staked(false);
    table.refuse(&given(Seat::A, Order::Answer { accept: true }, &[]), "HS-DRAW-01");
    table.refuse(
        &given(
            Seat::A,
            Order::Propose {
                winner: Some(Side(9)),
            },
            &[],
        ),
        "HS-DRAW-01",
    );
    table.give(given(Seat::A, Order::Propose { winner: None }, &[]));
    table.refuse(&given(Seat::A, Order::Answer { accept: true }, &[]), "HS-DRAW-01");
    table.give(given(Seat::B, Order::Answer { accept: false }, &[]));
    assert!(table.game.proposal().is_none() && table.game.ending().is_none());
    table.give(given(
        Seat::B,
        Order::Propose {
            winner: Some(Side(1)),
        },
        &[],
    ));
    table.give(given(Seat::A, Order::Answer { accept: true }, &[]));
    assert_eq!(
        table.game.ending().and_then(|ending| ending.winner),
        Some(Side(1))
    );
}

#[test]
fn hs_seat_01_and_hs_talk_01_who_speaks_and_how_long() {
    let table = Table::staked(false);
    let third = Seat::new(2).expect("C");
    table.refuse(&given(third, Order::Concede, &[]), "HS-SEAT-01");
    table.refuse(
        &given(
            third,
            Order::Say {
                text: "hello".to_owned(),
            },
            &[],
        ),
        "HS-SEAT-01",
    );
    table.refuse(
        &Given {
            seat: None,
            order: Order::Concede,
            dice: vec![],
        },
        "HS-SEAT-01",
    );
    table.refuse(
        &given(
            Seat::A,
            Order::Say {
                text: "  ".to_owned(),
            },
            &[],
        ),
        "HS-TALK-01",
    );
    table.refuse(
        &given(
            Seat::A,
            Order::Say {
                text: "x".repeat(2_001),
            },
            &[],
        ),
        "HS-TALK-01",
    );
    assert!(
        table
            .weigh(&given(
                Seat::A,
                Order::Say {
                    text: "ü".repeat(2_000)
                },
                &[]
            ))
            .is_ok()
    );
}

#[test]
fn hs_rule_01_a_ruling_has_a_reason_and_leaves_a_sound_position() {
    let mut table = Table::staked(false);
    let ruling = |at, reason: &str| {
        given(
            Seat::A,
            Order::Rule {
                patch: Patch::Place { seat: Seat::B, at },
                reason: reason.to_owned(),
            },
            &[],
        )
    };
    table.refuse(&ruling(3, " "), "HS-RULE-01");
    table.refuse(&ruling(GOAL + 7, "too far"), "HS-RULE-01");
    table.give(ruling(3, "the counter was knocked over"));
    assert_eq!((table.game.state().steps, table.game.rulings()), ([0, 3], 1));
}

#[test]
fn hs_form_01_a_game_is_opened_once() {
    let table = Table::staked(false);
    table.refuse(&given(Seat::A, Order::Open, &[]), "HS-FORM-01");
}

#[test]
fn hs_pos_01_any_sound_position_is_a_start() {
    let position = State {
        stakes: [Stake::Of(1), Stake::Of(3)],
        open: true,
        steps: [10, 4],
        turn: 5,
    };
    let table = Table::start(Start::Position(position.clone()), false);
    assert_eq!(table.game.state(), &position);
    let unsound = State {
        steps: [99, 0],
        ..position
    };
    let refusal = Game::<Dash>::open(Start::Position(unsound), false, &[], None).expect_err("unsound");
    assert_eq!(refusal.rule.0, "HS-POS-01");
}

#[test]
fn hs_back_01_goes_to_a_decision_of_the_present_line() {
    let mut table = Table::staked(false);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[6]));
    let ran = table.game.version();
    table.give(play(Seat::B, Command::Run, &[2]));
    table.refuse(
        &given(Seat::A, Order::TakeBack { to: 1, reason: None }, &[]),
        "HS-BACK-01",
    );
    table.refuse(
        &given(
            Seat::A,
            Order::TakeBack {
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
            Order::TakeBack {
                to: 999,
                reason: None,
            },
            &[],
        ),
        "HS-BACK-01",
    );
    table.give(given(
        Seat::A,
        Order::TakeBack {
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
            Order::TakeBack {
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
    table.give(given(Seat::A, Order::TakeBack { to: 2, reason: None }, &[]));
    assert_eq!(table.game.state().stakes, [Stake::None, Stake::None]);
}

#[test]
fn hs_back_01_server_dice_are_never_rolled_twice() {
    let mut table = Table::staked(true);
    let staked = table.game.version();
    table.give(play(Seat::A, Command::Run, &[]));
    table.give(given(
        Seat::A,
        Order::TakeBack {
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
        Source::Server { first: 1 },
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
            Order::Correct(Box::new(Correction {
                at,
                change,
                reason: reason.to_owned(),
            })),
            &[],
        )
    };
    let replace = |dice: &[u8]| Change::Replace {
        given: play(Seat::A, Command::Run, dice),
    };
    table.refuse(&correct(first, replace(&[1]), ""), "HS-CORR-01");
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
    let events = table.give(correct(again, Change::Remove, "he never ran"));
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
        Change::Insert {
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
    let change = Change::Replace {
        given: play(Seat::A, Command::Run, &[]),
    };
    table.give(given(
        Seat::A,
        Order::Correct(Box::new(Correction {
            at,
            change,
            reason: "same".to_owned(),
        })),
        &[],
    ));
    assert_eq!(table.game.state().steps, [5, 0]);
}

#[test]
fn hs_fault_01_a_stream_that_does_not_follow_is_a_misfit_with_its_version() {
    let table = Table::staked(false);
    let mut events = table.events();
    let roll = Roll {
        purpose: "run".into(),
        sides: 6,
        faces: vec![2],
        source: Source::Reported,
    };
    events.push(GameEvent::Played(Event::Ran {
        seat: Seat::B,
        roll,
        to: 2,
    }));
    let at = events.len() as u64;
    assert!(matches!(Game::<Dash>::fold(&events), Err(Misfit::At { version, .. }) if version == at));
    assert!(
        matches!(
            Game::<Dash>::fold(&events[1..]),
            Err(Misfit::At { version: 1, .. })
        ),
        "no opening"
    );
    let wrong_turn = vec![events[0].clone(), GameEvent::TakenBack { to: 7, reason: None }];
    assert!(Game::<Dash>::fold(&wrong_turn).is_err());
}

#[test]
fn audit_names_the_first_difference() {
    let mut table = Table::staked(false);
    table.give(play(Seat::A, Command::Run, &[5]));
    table.give(play(Seat::B, Command::Run, &[5]));
    let forged = table.past.len() - 2;
    if let GameEvent::Played(Event::Ran { to, .. }) = &mut table.past[forged].event {
        *to = 6;
    }
    let report = audit::<Dash>(&table.past).expect("folds");
    assert_eq!(report.commands, 4);
    assert_eq!(report.differences.len(), 1);
    assert_eq!(report.differences[0].version, forged as u64 + 1);
}

#[test]
fn newer_types_and_schemas_are_refused_by_the_version_they_need_and_older_ones_upcast() {
    let StoredEvent { kind, body, .. } =
        codec::store_event::<Dash>(&GameEvent::Played(Event::Rested { seat: Seat::A }));
    assert!(
        matches!(codec::load_event::<Dash>(&kind, 3, &body), Err(Misfit::Newer { needs, .. }) if needs.contains("schema 3"))
    );
    let unknown = codec::encode(&json!({ "flew": { "seat": "A" } }));
    assert!(matches!(
        codec::load_event::<Dash>("flew", 2, &unknown),
        Err(Misfit::Newer { .. })
    ));
    let mut other_format = body.clone();
    other_format[0] = 9;
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &other_format),
        Err(Misfit::Newer { .. })
    ));
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &body[..3]),
        Err(Misfit::Unreadable { .. })
    ));
    assert!(matches!(
        codec::load_event::<Dash>(&kind, 2, &[]),
        Err(Misfit::Unreadable { .. })
    ));
    let old = codec::encode(&json!({ "moved": { "seat": "B", "at": 4 } }));
    let event = codec::load_event::<Dash>("moved", 1, &old).expect("upcast");
    assert_eq!(event, GameEvent::Played(Event::Moved { seat: Seat::B, to: 4 }));
}

#[test]
fn wire_forms_carry_a_type_and_name_the_place_of_a_fault() {
    assert_eq!(
        wire::to_value(&Command::Stake { amount: 2 }),
        json!({ "type": "stake", "amount": 2 })
    );
    assert_eq!(wire::to_value(&Command::Run), json!({ "type": "run" }));
    assert_eq!(
        wire::from_value::<Command>(json!({ "type": "run" })),
        Ok(Command::Run)
    );
    let place = |value| wire::from_value::<Command>(value).expect_err("malformed").path;
    assert_eq!(place(json!({ "amount": 2 })), "/type");
    assert_eq!(place(json!({ "type": "fly" })), "/type");
    assert_eq!(place(json!({ "type": "fly", "amount": 2 })), "/type");
    assert_eq!(place(json!({ "type": 3 })), "/type");
    assert_eq!(place(json!({ "type": "stake", "amount": "two" })), "/amount");
    assert_eq!(
        place(json!({ "type": "stake", "amount": 2, "colour": 1 })),
        "/colour"
    );
    assert_eq!(place(json!([])), "");
}

#[test]
fn redaction_hides_a_stake_until_it_is_turned_up_and_folds_to_the_view() {
    let mut table = Table::open(false);
    table.give(play(Seat::A, Command::Stake { amount: 3 }, &[]));
    for (viewer, seen) in [
        (Viewer::Seat(Seat::A), Stake::Of(3)),
        (Viewer::Seat(Seat::B), Stake::Unknown),
        (Viewer::Public, Stake::Unknown),
    ] {
        assert_eq!(Dash::view(table.game.state(), viewer).stakes[0], seen);
    }
}

proptest! {
    #[test]
    fn a_random_game_folds_audits_and_stores(seed in any::<u64>(), rewinds in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        let mut table = Table::open(true);
        let mut rng = bot_rng(seed);
        let mut rewinds = rewinds.into_iter();
        for step in 0..60 {
            if table.game.ending().is_some() { break; }
            if step % 9 == 8 && let Some(index) = rewinds.next() {
                let stops: Vec<u64> = (2..table.game.version()).filter(|&to| table.weigh(&given(Seat::A, Order::TakeBack { to, reason: None }, &[])).is_ok()).collect();
                prop_assert!(!stops.is_empty());
                let to = stops[index.index(stops.len())];
                table.give(given(Seat::A, Order::TakeBack { to, reason: None }, &[]));
            }
            let seat = Dash::awaiting(table.game.state())[0].seat;
            let command = choose::<Dash>(hindsight_kernel::Bot::Random, table.game.state(), seat, &mut rng).expect("offered");
            table.give(play(seat, command, &[]));
        }
        let events = table.events();
        // Stored and loaded again, split anywhere, the fold is the same.
        let stored: Vec<StoredEvent> = events.iter().map(codec::store_event::<Dash>).collect();
        let loaded: Vec<EventOf<Dash>> = stored.iter().map(|event| codec::load_event::<Dash>(&event.kind, event.schema, &event.body).expect("loads")).collect();
        prop_assert_eq!(&loaded, &events);
        let live = live_line(events.iter().map(GameEvent::rewinds_to));
        prop_assert!(live.windows(2).all(|pair| pair[0] < pair[1]));
        let report = audit::<Dash>(&table.past).expect("folds");
        prop_assert!(report.differences.is_empty(), "{:?}", report.differences);
        let snapshot: Game<Dash> = codec::decode(&codec::encode(&table.game)).expect("snapshot");
        prop_assert_eq!(snapshot, table.game);
    }
}
