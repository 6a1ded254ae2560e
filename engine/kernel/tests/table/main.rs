//! The table's own rules, tried on the smallest game: Dash.

#[allow(unreachable_pub, missing_docs)]
mod dash;

mod auditing;
mod coaching;
mod forking;
mod forms;
mod past;

use dash::{Command, Dash, Event, FlawedDash, GOAL, Patch, Setup, Stake, State};
use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::{
    Correction, CorrectionChange, Decided, DiceKind, EventOf, FoldError, Game, GameEvent, GameOrder,
    GameStart, Given, GivenOf, RecordedEvent, Refusal, Roll, RollSource, Rules, Seat, Seed, SideId, Viewer,
    audit, bot_rng, choose, live_line, reported_faces, table_rules, verify_rolls, wire,
};
use proptest::prelude::*;
use serde_json::json;

/// A game with its whole past, as a recorder keeps it.
struct Table {
    game: Game<Dash>,
    past: Vec<RecordedEvent<Dash>>,
    secret: [u8; 32],
}

fn seeds(secret: [u8; 32]) -> impl Fn(u64) -> Seed {
    move |generation| Seed::of_game(&secret, &format!("game#{generation}"))
}

fn given(seat: Seat, order: GameOrder<Command, Patch>, dice: &[u8]) -> GivenOf<Dash> {
    Given {
        seat: Some(seat),
        order,
        dice: reported_faces(dice.iter().copied()),
    }
}

fn play(seat: Seat, command: Command, dice: &[u8]) -> GivenOf<Dash> {
    given(seat, GameOrder::Play { command }, dice)
}

impl Table {
    fn open(server_dice: bool) -> Self {
        Self::start(GameStart::Setup(Setup {}), server_dice)
    }

    fn start(start: GameStart<Setup, State>, server_dice: bool) -> Self {
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
                order: GameOrder::Open,
                dice: vec![],
            },
            opened,
        );
        table
    }

    fn keep(&mut self, given: &GivenOf<Dash>, decided: Decided<Dash>) {
        for (place, event) in decided.events.into_iter().enumerate() {
            self.past.push(RecordedEvent {
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
fn dash_keeps_every_law_of_a_game() {
    hindsight_kernel::testing::conformance::<Dash>();
}

/// Whether the laws find that a game has a flaw.
fn is_found<const FLAW: u8>() -> bool {
    std::panic::catch_unwind(hindsight_kernel::testing::conformance::<FlawedDash<FLAW>>).is_err()
}

#[test]
fn a_game_that_breaks_a_law_is_found() {
    use dash::flaw::*;
    let found = [
        is_found::<REFUSED_OFFER>(),
        is_found::<OPEN_EVENTS>(),
        is_found::<OTHER_VIEW>(),
        is_found::<FORGOTTEN_DIE>(),
        is_found::<OTHER_WORDS>(),
        is_found::<NOBODY_ASKED>(),
        is_found::<BROKEN_INVARIANT>(),
        is_found::<NO_SENTENCE>(),
        is_found::<OTHER_NAME>(),
        is_found::<BESIDE_THE_BOARD>(),
        is_found::<NOTHING_DONE>(),
        is_found::<OPEN_COMMANDS>(),
        is_found::<OTHER_POSITION>(),
    ];
    let missed: Vec<u8> = ALL
        .zip(found)
        .filter(|(_, found)| !found)
        .map(|(flaw, _)| flaw)
        .collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
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
        assert_eq!(roll.source, RollSource::Server { first: number as u64 });
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
    table.give(given(Seat::A, GameOrder::Concede, &[]));
    let ending = table.game.ending().expect("over").clone();
    assert_eq!(ending.winner, Some(SideId(2)));
    assert_eq!(ending.reason, "conceded");
    for order in [
        GameOrder::Play {
            command: Command::Run,
        },
        GameOrder::Concede,
        GameOrder::Propose { winner: None },
        GameOrder::Answer { accept: true },
    ] {
        table.refuse(&given(Seat::A, order, &[]), "HS-END-01");
    }
    table.give(given(
        Seat::B,
        GameOrder::Say {
            text: "Good game".to_owned(),
        },
        &[],
    ));
    table.give(given(
        Seat::B,
        GameOrder::Rule {
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
        GameOrder::TakeBack {
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
    table.refuse(
        &given(Seat::A, GameOrder::Answer { accept: true }, &[]),
        "HS-DRAW-01",
    );
    table.refuse(
        &given(
            Seat::A,
            GameOrder::Propose {
                winner: Some(SideId(9)),
            },
            &[],
        ),
        "HS-DRAW-01",
    );
    table.give(given(Seat::A, GameOrder::Propose { winner: None }, &[]));
    table.refuse(
        &given(Seat::A, GameOrder::Answer { accept: true }, &[]),
        "HS-DRAW-01",
    );
    table.give(given(Seat::B, GameOrder::Answer { accept: false }, &[]));
    assert!(table.game.proposal().is_none() && table.game.ending().is_none());
    table.give(given(
        Seat::B,
        GameOrder::Propose {
            winner: Some(SideId(1)),
        },
        &[],
    ));
    table.give(given(Seat::A, GameOrder::Answer { accept: true }, &[]));
    assert_eq!(
        table.game.ending().and_then(|ending| ending.winner),
        Some(SideId(1))
    );
}

#[test]
fn hs_seat_01_and_hs_talk_01_who_speaks_and_how_long() {
    let table = Table::staked(false);
    let third = Seat::new(2).expect("C");
    table.refuse(&given(third, GameOrder::Concede, &[]), "HS-SEAT-01");
    table.refuse(
        &given(
            third,
            GameOrder::Say {
                text: "hello".to_owned(),
            },
            &[],
        ),
        "HS-SEAT-01",
    );
    table.refuse(
        &Given {
            seat: None,
            order: GameOrder::Concede,
            dice: vec![],
        },
        "HS-SEAT-01",
    );
    table.refuse(
        &given(
            Seat::A,
            GameOrder::Say {
                text: "  ".to_owned(),
            },
            &[],
        ),
        "HS-TALK-01",
    );
    table.refuse(
        &given(
            Seat::A,
            GameOrder::Say {
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
                GameOrder::Say {
                    text: "ü".repeat(2_000)
                },
                &[]
            ))
            .is_ok()
    );
}

/// Texts that ring a terminal's bell, command it, or turn the direction of what stands beside them.
const UNFIT: [&str; 4] = ["a\u{7}b", "a\u{1b}[2J", "a\u{202e}b", "a\u{2066}b"];

#[test]
fn hs_talk_01_what_is_said_neither_controls_nor_turns_what_stands_beside_it() {
    let mut table = Table::staked(false);
    let say = |text: &str| {
        let text = text.to_owned();
        given(Seat::A, GameOrder::Say { text }, &[])
    };
    for text in UNFIT {
        table.refuse(&say(text), "HS-TALK-01");
    }
    table.give(say("two\nlines,\tand \u{5d0}\u{5d1} beside them"));
}

#[test]
fn hs_rule_01_a_ruling_has_a_reason_and_leaves_a_sound_position() {
    let mut table = Table::staked(false);
    let ruling = |at, reason: &str| {
        given(
            Seat::A,
            GameOrder::Rule {
                patch: Patch::Place { seat: Seat::B, at },
                reason: reason.to_owned(),
            },
            &[],
        )
    };
    table.refuse(&ruling(3, " "), "HS-RULE-01");
    for reason in UNFIT {
        table.refuse(&ruling(3, reason), "HS-RULE-01");
    }
    table.refuse(&ruling(GOAL + 7, "too far"), "HS-RULE-01");
    table.give(ruling(3, "the counter was knocked over"));
    assert_eq!((table.game.state().steps, table.game.rulings()), ([0, 3], 1));
}

#[test]
fn hs_rule_01_what_a_ruling_sets_going_has_the_dice_of_its_game() {
    let hurry = |dice: &[u8]| {
        given(
            Seat::A,
            GameOrder::Rule {
                patch: Patch::Hurry,
                reason: "the clock".to_owned(),
            },
            dice,
        )
    };
    let source = |events: &[EventOf<Dash>]| {
        events.iter().find_map(|event| match event {
            GameEvent::Played(Event::Ran { roll, .. }) => Some(roll.source),
            _ => None,
        })
    };
    let mut table = Table::staked(true);
    let events = table.give(hurry(&[]));
    assert_eq!(source(&events), Some(RollSource::Server { first: 0 }));
    // The next roll of the game goes on behind it.
    let events = table.give(play(Seat::B, Command::Run, &[]));
    assert_eq!(source(&events), Some(RollSource::Server { first: 1 }));
    // Who does not hold the seed, or threw dice at the table, reports them.
    let without_seed = table.game.decide(&hurry(&[5]), &table.past, None).expect("legal");
    assert_eq!(source(&without_seed.events), Some(RollSource::Reported));
    let missing = table.game.decide(&hurry(&[]), &table.past, None);
    assert_eq!(missing.expect_err("no dice").rule.0, "HS-DICE-01");
    let mut thrown = Table::staked(false);
    thrown.refuse(&hurry(&[]), "HS-DICE-01");
    assert_eq!(source(&thrown.give(hurry(&[5]))), Some(RollSource::Reported));
}

#[test]
fn hs_form_01_a_game_is_opened_once() {
    let table = Table::staked(false);
    table.refuse(&given(Seat::A, GameOrder::Open, &[]), "HS-FORM-01");
}

#[test]
fn hs_pos_01_any_sound_position_is_a_start() {
    let position = State {
        stakes: [Stake::Of(1), Stake::Of(3)],
        open: true,
        steps: [10, 4],
        turn: 5,
    };
    let table = Table::start(GameStart::Position(position.clone()), false);
    assert_eq!(table.game.state(), &position);
    let unsound = State {
        steps: [99, 0],
        ..position
    };
    let refusal = Game::<Dash>::open(GameStart::Position(unsound), false, &[], None).expect_err("unsound");
    assert_eq!(refusal.rule.0, "HS-POS-01");
}
