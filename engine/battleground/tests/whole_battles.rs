//! Whole battles of the bots with all that is told of them: facts that add up, sentences, pictures, lines, codes and
//! redactions that are the same both ways.
//!
//! `HINDSIGHT_PLAYOUTS` sets the number of games. A failing game is named by its number: that number is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use battleground::Battleground;
use battleground::command::Command;
use battleground::event::Event;
use battleground::facts::COUNTERS;
use battleground::state::State;
use hindsight_kernel::{
    Bot, Choice, Fact, GameEvent, Question, Refusal, RuleSet, Seat, Seed, ServerTray, Table, Viewer, bot_rng,
    choose, codec, wire,
};
use serde_json::{Value, json};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public];

/// After so many turns a random battle may be left undecided: Breaking Point has no last turn. Rule `BG4-SCEN-07`.
const MOST_TURNS: u16 = 40;

fn games(usually: u64) -> u64 {
    std::env::var("HINDSIGHT_PLAYOUTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usually)
}

fn first() -> u64 {
    std::env::var("HINDSIGHT_PLAYOUTS_FROM")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

fn seed(number: u64) -> Seed {
    Seed::of_game(&[7; 32], &number.to_string())
}

/// A game in the making, with everything that happened.
struct Playout {
    number: u64,
    state: State,
    events: Vec<Event>,
    commands: usize,
    dice: u64,
}

impl Playout {
    fn begin(number: u64, request: &Value) -> Self {
        let setup = Battleground::setup_from(request, &Battleground::sample_packs()).unwrap();
        let mut playout = Self {
            number,
            state: State::default(),
            events: Vec::new(),
            commands: 0,
            dice: 0,
        };
        let mut tray = ServerTray::new(seed(number), 0);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        Battleground::begin(&mut table, &setup).unwrap();
        let (state, events) = table.finish().unwrap();
        playout.take(state, events);
        playout
    }

    fn take(&mut self, state: State, events: Vec<Event>) {
        for event in &events {
            self.dice += Battleground::dice(event)
                .iter()
                .map(|roll| roll.faces.len() as u64)
                .sum::<u64>();
        }
        self.state = state;
        self.events.extend(events);
    }

    fn decide(&self, seat: Seat, command: &Command) -> Result<(State, Vec<Event>), Refusal> {
        let mut tray = ServerTray::new(seed(self.number), self.dice);
        let mut table = Table::<Battleground>::new(self.state.clone(), &mut tray);
        Battleground::decide(&mut table, seat, command)?;
        table.finish()
    }

    fn play(&mut self, seat: Seat, command: &Command) -> usize {
        let first = self.events.len();
        let (state, events) = self.decide(seat, command).unwrap_or_else(|refusal| {
            panic!(
                "game {}, command {}, turn {}: {} is refused: {refusal:?}",
                self.number,
                self.commands,
                self.state.turn,
                Battleground::say(command)
            )
        });
        self.commands += 1;
        self.take(state, events);
        first
    }

    fn asked(&self) -> Option<Seat> {
        Battleground::awaiting(&self.state)
            .first()
            .map(|asked| asked.seat)
    }

    fn is_over(&self) -> bool {
        Battleground::outcome(&self.state).is_some() || self.state.turn > MOST_TURNS
    }

    fn choose(&self, bot: Bot, seat: Seat, rng: &mut impl hindsight_kernel::rand_core::Rng) -> Command {
        choose::<Battleground>(bot, &self.state, seat, rng).unwrap_or_else(|| {
            panic!(
                "game {}, turn {}: nothing is offered to {seat}: {:?}",
                self.number,
                self.state.turn,
                self.state.agenda.last()
            )
        })
    }
}

fn fold(state: State, events: &[Event]) -> State {
    let mut state = state;
    for event in events {
        Battleground::evolve(&mut state, event).unwrap();
    }
    state
}

/// Everything that must hold of one event in its place.
fn check_event(before: &State, event: &Event, facts: &mut Vec<Fact>) -> State {
    let mut after = before.clone();
    Battleground::evolve(&mut after, event).unwrap();
    assert!(!Battleground::tell(before, event).is_empty());
    let change = Battleground::last_change(before, event);
    assert!(change.trails.iter().all(|trail| trail.points.len() >= 2));
    Battleground::facts(before, event, facts);
    after
}

fn check_codes(event: &Event) {
    let stored = codec::store_event::<Battleground>(&GameEvent::Played(event.clone()));
    let loaded = codec::load_event::<Battleground>(&stored.kind, stored.schema, &stored.body).unwrap();
    assert_eq!(loaded, GameEvent::Played(event.clone()));
    let shown = wire::to_value(event);
    assert_eq!(shown["type"], Battleground::event_name(event));
    assert_eq!(wire::from_value::<Event>(shown).unwrap(), *event);
}

/// Folding the redacted events gives the redacted state, for every viewer.
fn check_redaction(number: u64, events: &[Event], now: &State) {
    for viewer in VIEWERS {
        let redacted: Vec<Event> = events
            .iter()
            .map(|event| Battleground::redact(event, now, viewer))
            .collect();
        assert_eq!(
            fold(State::default(), &redacted),
            Battleground::view(now, viewer),
            "game {number}, version {}, {viewer:?}",
            events.len()
        );
    }
}

/// What the facts say must have been possible, and must add up to what the state holds.
fn check_facts(number: u64, state: &State, facts: &[Fact]) {
    for fact in facts {
        match fact {
            Fact::DiceRolled(rolled) => assert!(
                rolled.expected.exactly(rolled.result) > 0.0,
                "game {number}: {rolled:?} was possible"
            ),
            Fact::AttackResolved(attack) => assert_eq!(
                attack.hits.saturating_sub(attack.saved),
                (attack.damage + attack.surplus).min(attack.hits),
                "game {number}: {attack:?}"
            ),
            Fact::Counted { counter, .. } => {
                assert!(COUNTERS.iter().any(|(name, _)| name == counter), "{counter}");
            }
            _ => {}
        }
    }
    for seat in [Seat::A, Seat::B] {
        let destroyed = facts
            .iter()
            .filter(|fact| matches!(fact, Fact::Destroyed { seat: whose, .. } if *whose == seat))
            .count();
        let gone = Battleground::units(state)
            .iter()
            .filter(|unit| unit.seat == seat && !unit.alive)
            .count();
        assert_eq!(destroyed, gone, "game {number}: units of {seat} destroyed");
    }
}

#[test]
fn random_battles_go_on_and_every_step_holds() {
    for number in first()..first() + games(3) {
        let mut rng = bot_rng(number);
        let mut playout = Playout::begin(number, &json!({}));
        let mut folded = State::default();
        let mut checked = 0;
        let mut facts = Vec::new();
        while !playout.is_over() {
            while checked < playout.events.len() {
                let event = &playout.events[checked];
                folded = check_event(&folded, event, &mut facts);
                if checked % 17 == 0 {
                    check_codes(event);
                }
                checked += 1;
            }
            assert_eq!(folded, playout.state);
            // In the middle of a command an engagement may outlive its unit for the moment until it is taken over.
            Battleground::invariants(&folded)
                .unwrap_or_else(|broken| panic!("game {number}, turn {}: {broken}", folded.turn));
            if playout.state.turn == 0 || playout.commands.is_multiple_of(97) {
                check_redaction(number, &playout.events, &playout.state);
            }
            let seat = playout.asked().unwrap_or_else(|| {
                panic!(
                    "game {number} waits for nobody: {:?}",
                    playout.state.agenda.last()
                )
            });
            let command = playout.choose(Bot::Random, seat, &mut rng);
            assert_eq!(
                Battleground::hear(&Battleground::say(&command)).as_ref(),
                Ok(&command)
            );
            playout.play(seat, &command);
            assert!(playout.commands < 40_000, "game {number} does not end");
        }
        while checked < playout.events.len() {
            folded = check_event(&folded, &playout.events[checked], &mut facts);
            checked += 1;
        }
        check_facts(number, &playout.state, &facts);
        check_redaction(number, &playout.events, &playout.state);
        let split = hindsight_kernel::below(&mut rng, playout.events.len()).unwrap();
        let prefix = fold(State::default(), &playout.events[..split]);
        assert_eq!(fold(prefix, &playout.events[split..]), playout.state);
        let json = serde_json::to_value(&playout.state).unwrap();
        assert_eq!(serde_json::from_value::<State>(json).unwrap(), playout.state);
        println!(
            "game {number}: {} commands, {} events, turn {}, {:?}",
            playout.commands,
            playout.events.len(),
            playout.state.turn,
            Battleground::outcome(&playout.state).map(|outcome| (outcome.winner, outcome.reason))
        );
    }
}

#[test]
fn every_offer_is_accepted() {
    for number in first()..first() + games(1).min(40) {
        let mut rng = bot_rng(number + 1_000);
        let mut playout = Playout::begin(number, &json!({}));
        while !playout.is_over() && playout.state.turn < 12 {
            let seat = playout.asked().unwrap();
            let offers = Battleground::offers(&playout.state, seat);
            assert!(
                !offers.is_empty(),
                "game {number}: {:?}",
                playout.state.agenda.last()
            );
            let every = 1 + usize::from(playout.state.turn) * 2;
            if playout.commands.is_multiple_of(every) {
                for command in offers.iter().flat_map(hindsight_kernel::Offer::commands) {
                    let result = playout.decide(seat, command);
                    assert!(
                        result.is_ok(),
                        "game {number}, turn {}: {} is offered: {:?}",
                        playout.state.turn,
                        Battleground::say(command),
                        result.err()
                    );
                }
            }
            for offer in &offers {
                if let Choice::Form { samples, .. } = &offer.choice {
                    assert!(!samples.is_empty(), "{} has no sample", offer.label);
                }
            }
            let command = playout.choose(Bot::Random, seat, &mut rng);
            playout.play(seat, &command);
        }
    }
}

#[test]
fn questions_about_any_unit_are_answered_at_any_time() {
    let mut rng = bot_rng(5_000);
    let mut playout = Playout::begin(first() + 50, &json!({}));
    let book = Battleground::rulebook();
    while !playout.is_over() && playout.state.turn < 10 {
        let seat = playout.asked().unwrap();
        for asked in Battleground::awaiting(&playout.state) {
            assert!(book.get(&asked.rule.0).is_some(), "{}", asked.rule);
        }
        if playout.commands.is_multiple_of(61) {
            for offer in Battleground::offers(&playout.state, seat) {
                assert!(book.get(&offer.rule.0).is_some(), "{}", offer.rule);
            }
            let units = Battleground::units(&playout.state);
            for (place, unit) in units.iter().enumerate().filter(|(place, _)| place % 5 == 0) {
                let target = units.get((place + units.len() / 2) % units.len());
                for target in [None, target.map(|target| target.id.clone())] {
                    let question = Question {
                        unit: unit.id.clone(),
                        target,
                        about: serde_json::Map::new(),
                    };
                    let told = Battleground::inspect(&playout.state, &question).unwrap();
                    assert!(!told.answers.is_empty());
                    for answer in &told.answers {
                        assert!(book.get(&answer.rule.0).is_some(), "{}", answer.rule);
                    }
                    assert!(
                        told.attacks
                            .iter()
                            .all(|attack| (0.0..=1.0).contains(&attack.destroys))
                    );
                }
            }
            let board = Battleground::board(&playout.state);
            assert!(
                board
                    .tokens
                    .iter()
                    .all(|token| (0.0..=1.0).contains(&token.strength) && token.label.chars().count() <= 7)
            );
        }
        let command = playout.choose(Bot::Random, seat, &mut rng);
        playout.play(seat, &command);
    }
}

/// Plays two bots to the end.
fn battle(number: u64, bots: [Bot; 2]) -> Playout {
    let mut rng = bot_rng(number);
    let mut playout = Playout::begin(number, &json!({}));
    while !playout.is_over() {
        let seat = playout.asked().unwrap();
        let command = playout.choose(bots[seat.index()], seat, &mut rng);
        playout.play(seat, &command);
        assert!(playout.commands < 40_000, "game {number} does not end");
    }
    playout
}

#[test]
fn greedy_battles_of_2000_points_end() {
    for number in first()..first() + games(2) {
        let playout = battle(number, [Bot::Greedy, Bot::Greedy]);
        let outcome = Battleground::outcome(&playout.state);
        println!(
            "greedy game {number}: {} commands, {} events, turn {}, {:?}",
            playout.commands,
            playout.events.len(),
            playout.state.turn,
            outcome
        );
        assert!(
            outcome.is_some(),
            "greedy game {number} is not over in {MOST_TURNS} turns"
        );
    }
}

#[test]
fn greedy_beats_random() {
    let all = games(3).min(100);
    let mut wins = 0;
    for number in 0..all {
        let greedy_south = number % 2 == 0;
        let (bots, own) = if greedy_south {
            ([Bot::Greedy, Bot::Random], 1)
        } else {
            ([Bot::Random, Bot::Greedy], 2)
        };
        let playout = battle(number + 10_000, bots);
        let winner = Battleground::outcome(&playout.state).and_then(|outcome| outcome.winner);
        wins += u64::from(winner == Some(hindsight_kernel::Side(own)));
    }
    println!("greedy won {wins} of {all}");
    assert!(wins * 10 >= all * 9 - 9, "greedy won only {wins} of {all}");
}
