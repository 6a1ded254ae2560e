//! Random legal play: every game ends, every position is sound, every fold, redaction and code is the same both ways.
//!
//! `HINDSIGHT_PLAYOUTS` sets the number of games (200 if it is not set). A failing game is named by its number: that number
//! is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use before_battle::BeforeBattle;
use before_battle::cards::Cards;
use before_battle::command::{Command, Reformed};
use before_battle::event::Event;
use before_battle::mustering::{random_army_behind, random_weapons};
use before_battle::names::UnitId;
use before_battle::state::{ArmyList, Right, State};
use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Bot, Choice, Fact, GameEvent, Question, Refusal, RuleSet, Seat, Seed, ServerTray, Table, Viewer, bot_rng,
    choose, codec, wire,
};
use serde_json::{Value, json};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public];

fn seed(number: u64) -> Seed {
    Seed::of_game(&[7; 32], &number.to_string())
}

/// A game in the making, with everything that happened.
struct Playout {
    number: u64,
    state: State,
    events: Vec<Event>,
    commands: Vec<(Seat, Command)>,
    dice: u64,
}

impl Playout {
    fn begin(number: u64, request: &Value) -> Self {
        let setup = BeforeBattle::setup_from(request, &[]).unwrap();
        let mut playout = Self {
            number,
            state: State::default(),
            events: Vec::new(),
            commands: Vec::new(),
            dice: 0,
        };
        let mut tray = ServerTray::new(seed(number), 0);
        let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
        BeforeBattle::begin(&mut table, &setup).unwrap();
        let (state, events) = table.finish().unwrap();
        playout.take(state, events);
        playout
    }

    fn take(&mut self, state: State, events: Vec<Event>) {
        for event in &events {
            self.dice += BeforeBattle::dice(event)
                .iter()
                .map(|roll| roll.faces.len() as u64)
                .sum::<u64>();
        }
        self.state = state;
        self.events.extend(events);
    }

    fn decide(&self, seat: Seat, command: &Command) -> Result<(State, Vec<Event>), Refusal> {
        let mut tray = ServerTray::new(seed(self.number), self.dice);
        let mut table = Table::<BeforeBattle>::new(self.state.clone(), &mut tray);
        BeforeBattle::decide(&mut table, seat, command)?;
        table.finish()
    }

    fn play(&mut self, seat: Seat, command: &Command) -> usize {
        let first = self.events.len();
        let (state, events) = self
            .decide(seat, command)
            .unwrap_or_else(|refusal| panic!("game {}: {command:?} is refused: {refusal:?}", self.number));
        self.commands.push((seat, command.clone()));
        self.take(state, events);
        first
    }

    /// Who is asked: the first of those asked.
    fn asked(&self) -> Option<Seat> {
        BeforeBattle::awaiting(&self.state)
            .first()
            .map(|asked| asked.seat)
    }
}

fn fold(state: State, events: &[Event]) -> State {
    let mut state = state;
    for event in events {
        BeforeBattle::evolve(&mut state, event).unwrap();
    }
    state
}

/// Everything that must hold of one event in its place.
fn check_event(number: u64, before: &State, event: &Event, facts: &mut Vec<Fact>) -> State {
    let mut after = before.clone();
    BeforeBattle::evolve(&mut after, event).unwrap();
    BeforeBattle::invariants(&after)
        .unwrap_or_else(|broken| panic!("game {number} after {event:?}: {broken}"));
    let stored = codec::store_event::<BeforeBattle>(&GameEvent::Played(event.clone()));
    let loaded = codec::load_event::<BeforeBattle>(&stored.kind, stored.schema, &stored.body).unwrap();
    assert_eq!(loaded, GameEvent::Played(event.clone()));
    let shown = wire::to_value(event);
    assert_eq!(shown["type"], BeforeBattle::event_name(event));
    assert_eq!(wire::from_value::<Event>(shown).unwrap(), *event);
    assert!(!BeforeBattle::tell(before, event).is_empty());
    let change = BeforeBattle::last_change(before, event);
    assert!(change.trails.iter().all(|trail| trail.points.len() >= 2));
    BeforeBattle::facts(before, event, facts);
    after
}

/// Folding the redacted events gives the redacted state, for every viewer.
fn check_redaction(number: u64, events: &[Event], now: &State) {
    for viewer in VIEWERS {
        let redacted: Vec<Event> = events
            .iter()
            .map(|event| BeforeBattle::redact(event, now, viewer))
            .collect();
        assert_eq!(
            fold(State::default(), &redacted),
            BeforeBattle::view(now, viewer),
            "game {number}, version {}, {viewer:?}",
            events.len()
        );
    }
}

#[test]
fn random_games_end_and_every_step_holds() {
    let games: u64 = std::env::var("HINDSIGHT_PLAYOUTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200);
    for number in 0..games {
        let mut rng = bot_rng(number);
        let mut playout = Playout::begin(number, &json!({}));
        let mut folded = State::default();
        let mut checked = 0;
        let mut facts = Vec::new();
        loop {
            while checked < playout.events.len() {
                folded = check_event(number, &folded, &playout.events[checked], &mut facts);
                checked += 1;
                if !folded.turned_up {
                    check_redaction(number, &playout.events[..checked], &folded);
                }
            }
            assert_eq!(folded, playout.state);
            let Some(seat) = playout.asked() else { break };
            let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
            assert_eq!(
                BeforeBattle::hear(&BeforeBattle::say(&command)).as_ref(),
                Ok(&command)
            );
            assert_eq!(
                wire::from_value::<Command>(wire::to_value(&command)).as_ref(),
                Ok(&command)
            );
            playout.play(seat, &command);
            assert!(playout.commands.len() < 2_000, "game {number} does not end");
        }
        assert!(
            BeforeBattle::outcome(&playout.state).is_some(),
            "game {number} ends with an outcome"
        );
        check_redaction(number, &playout.events, &folded);
        let split = hindsight_kernel::below(&mut rng, playout.events.len()).unwrap();
        let prefix = fold(State::default(), &playout.events[..split]);
        assert_eq!(fold(prefix, &playout.events[split..]), playout.state);
        let json = serde_json::to_value(&playout.state).unwrap();
        assert_eq!(serde_json::from_value::<State>(json).unwrap(), playout.state);
        assert_eq!(
            codec::decode::<State>(&codec::encode(&playout.state)).unwrap(),
            playout.state
        );
        check_facts(&playout.state, &facts);
    }
}

/// What the facts add up to is what the state holds.
fn check_facts(state: &State, facts: &[Fact]) {
    for seat in [Seat::A, Seat::B] {
        let lost: u32 = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::DamageDealt(dealt) if dealt.seat == seat => Some(dealt.models),
                _ => None,
            })
            .sum();
        let (alive, start) = before_battle::victory::surviving_models(state, seat);
        assert_eq!(lost, start - alive, "models of {seat} lost");
    }
    for fact in facts {
        match fact {
            Fact::DiceRolled(rolled) => {
                assert!(
                    rolled.expected.exactly(rolled.result) > 0.0,
                    "{rolled:?} was possible"
                );
            }
            Fact::AttackResolved(attack) => {
                assert!(
                    attack.expected.exactly(attack.damage as i32) > 0.0,
                    "{attack:?} was possible"
                );
                assert_eq!(attack.hits - attack.saved, attack.damage + attack.surplus);
            }
            _ => {}
        }
    }
}

#[test]
fn every_offer_is_accepted() {
    for number in 0..6 {
        let mut rng = bot_rng(number + 1_000);
        let mut playout = Playout::begin(number, &json!({}));
        while let Some(seat) = playout.asked() {
            let offers = BeforeBattle::offers(&playout.state, seat);
            assert!(!offers.is_empty());
            for offer in &offers {
                if let Choice::Form { samples, .. } = &offer.choice {
                    assert!(
                        samples.len() >= 12,
                        "{} has {} samples",
                        offer.decision,
                        samples.len()
                    );
                }
                for command in offer.commands() {
                    let result = playout.decide(seat, command);
                    assert!(
                        result.is_ok(),
                        "game {number}: {command:?} is offered: {result:?}"
                    );
                }
            }
            let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
            playout.play(seat, &command);
        }
    }
}

/// Every discrete command there is, on a board of 8 by 8 and one line around it.
fn all_commands(state: &State) -> Vec<Command> {
    let units: Vec<UnitId> = UnitId::all().collect();
    let mut commands = vec![
        Command::EndActions,
        Command::TakeRight {
            right: Right::Deployment,
        },
        Command::TakeRight {
            right: Right::FirstTurn,
        },
    ];
    for seat in (0..3).filter_map(Seat::new) {
        commands.extend([Command::NameDeployer { seat }, Command::NameFirst { seat }]);
    }
    let turns = [None, Some(Hand::Left), Some(Hand::Right)];
    for &unit in &units {
        for cell in (0..9).flat_map(|row| (0..9).filter_map(move |col| Cell::new(col, row))) {
            commands.extend(Facing::ALL.map(|facing| Command::Deploy { unit, cell, facing }));
        }
        commands.extend(
            turns
                .iter()
                .flat_map(|&turn| (0..7).map(move |cells| Command::Move { unit, turn, cells })),
        );
        commands.push(Command::Hustle { unit });
        commands.extend(Rotation::ALL.map(|rotation| Command::Turn { unit, rotation }));
        commands.extend(Hand::ALL.map(|hand| Command::Sidestep { unit, hand }));
        for turn in turns {
            for lane in Lane::ALL {
                commands.extend(units.iter().map(|&target| Command::Shoot {
                    unit,
                    turn,
                    lane,
                    target,
                }));
            }
        }
    }
    // Reforms of one unit, and of all that may with one facing each.
    for &unit in &units {
        commands.extend(Facing::ALL.map(|facing| Command::Reform {
            facings: vec![Reformed { unit, facing }],
        }));
    }
    for seat in [Seat::A, Seat::B] {
        let may = before_battle::reforming::may_reform(state, seat);
        commands.extend(Facing::ALL.map(|facing| Command::Reform {
            facings: may.iter().map(|&unit| Reformed { unit, facing }).collect(),
        }));
    }
    commands
}

#[test]
fn a_discrete_command_that_is_not_offered_is_refused() {
    for number in 0..3 {
        let mut rng = bot_rng(number + 2_000);
        let mut playout = Playout::begin(number, &json!({ "armies": "sample" }));
        let mut step = 0;
        while let Some(seat) = playout.asked() {
            step += 1;
            let offers = BeforeBattle::offers(&playout.state, seat);
            let discrete = offers
                .iter()
                .all(|offer| matches!(offer.choice, Choice::Command(_)));
            if discrete && step % 4 == 0 {
                let offered: Vec<&Command> = offers
                    .iter()
                    .flat_map(hindsight_kernel::Offer::commands)
                    .collect();
                for command in all_commands(&playout.state) {
                    let accepted = playout.decide(seat, &command).is_ok();
                    assert_eq!(
                        accepted,
                        offered.contains(&&command),
                        "game {number}, step {step}: {command:?}"
                    );
                }
                for (place, command) in offered.iter().enumerate() {
                    assert!(
                        !offered[..place].contains(command),
                        "{command:?} is offered twice"
                    );
                }
            }
            let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
            playout.play(seat, &command);
        }
    }
}

#[test]
fn what_a_viewer_sees_does_not_depend_on_what_is_hidden_from_him() {
    for number in 0..20 {
        let mut rng = bot_rng(number + 3_000);
        let mut south = Playout::begin(number, &json!({}));
        let mut other = Playout::begin(number, &json!({}));
        let cards = south.state.cards.clone();
        let list = before_battle::mustering::random_list(&cards, &mut rng).unwrap();
        let shown = before_battle::reveal::mixed_list(&cards, &list);
        let twin = random_army_behind(&cards, &shown, &mut rng).unwrap();
        let north = before_battle::mustering::random_list(&cards, &mut rng).unwrap();
        let whole = |list: &ArmyList| Command::ConfirmList {
            list: Some(list.clone()),
            shown: None,
        };
        south.play(Seat::A, &whole(&list));
        other.play(Seat::A, &whole(&twin));
        let norths = [whole(&north), weapons(&cards, Seat::B, &north, &mut rng)];
        for playout in [&mut south, &mut other] {
            playout.play(Seat::B, &norths[0]);
        }
        south.play(Seat::A, &weapons(&cards, Seat::A, &list, &mut rng));
        other.play(Seat::A, &weapons(&cards, Seat::A, &twin, &mut rng));
        for playout in [&mut south, &mut other] {
            playout.play(Seat::B, &norths[1]);
        }
        loop {
            for viewer in [Viewer::Seat(Seat::B), Viewer::Public] {
                let seen = |playout: &Playout| {
                    let now = &playout.state;
                    let events: Vec<Event> = playout
                        .events
                        .iter()
                        .map(|event| BeforeBattle::redact(event, now, viewer))
                        .collect();
                    let commands: Vec<Option<Command>> = playout
                        .commands
                        .iter()
                        .map(|(seat, command)| BeforeBattle::redact_command(command, *seat, now, viewer))
                        .collect();
                    let view = BeforeBattle::view(now, viewer);
                    let told: Vec<String> = events
                        .iter()
                        .map(|event| BeforeBattle::tell(&view, event))
                        .collect();
                    let board = BeforeBattle::board(&view);
                    let units = BeforeBattle::units(&view);
                    let asked = BeforeBattle::awaiting(&view);
                    serde_json::to_string(&(events, commands, view, told, board, units, asked)).unwrap()
                };
                assert_eq!(seen(&south), seen(&other), "game {number}, {viewer:?}");
            }
            let seat = south.asked().unwrap();
            let command = choose::<BeforeBattle>(Bot::Random, &south.state, seat, &mut rng).unwrap();
            if south.state.standing().count() == 11 {
                break; // The twelfth unit turns everything up.
            }
            south.play(seat, &command);
            other.play(seat, &command);
        }
    }
}

#[test]
fn every_version_of_a_game_can_be_posted_back_as_a_position() {
    let mut rng = bot_rng(4_000);
    let mut playout = Playout::begin(40, &json!({ "armies": "sample" }));
    let mut starts = 0;
    while let Some(seat) = playout.asked() {
        let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
        let first = playout.play(seat, &command);
        let mut state = fold(State::default(), &playout.events[..first]);
        for event in &playout.events[first..] {
            BeforeBattle::evolve(&mut state, event).unwrap();
            if BeforeBattle::outcome(&state).is_some()
                || (0..2).any(|seat| state.standing_of(Seat::new(seat).unwrap()).count() == 0)
                    && state.turned_up
            {
                continue;
            }
            let mut tray = ServerTray::new(seed(1), 0);
            let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
            BeforeBattle::begin_at(&mut table, state.clone())
                .unwrap_or_else(|refusal| panic!("{event:?}: {refusal:?}"));
            let (begun, events) = table.finish().unwrap();
            BeforeBattle::invariants(&begun).unwrap();
            if !BeforeBattle::awaiting(&state).is_empty() && events.len() == 1 {
                assert_eq!(begun, state);
                starts += 1;
            }
        }
    }
    assert!(starts > 20);
}

#[test]
fn questions_about_any_unit_are_answered_at_any_time() {
    let mut rng = bot_rng(5_000);
    let mut playout = Playout::begin(50, &json!({}));
    while let Some(seat) = playout.asked() {
        for unit in UnitId::all() {
            for target in [None, UnitId::all().nth(rng_pick(&mut rng, 12))] {
                let question = Question {
                    unit: unit.to_string(),
                    target: target.map(|target| target.to_string()),
                    about: serde_json::Map::new(),
                };
                let told = BeforeBattle::inspect(&playout.state, &question).unwrap();
                let book = BeforeBattle::rulebook();
                assert!(
                    told.answers
                        .iter()
                        .all(|answer| book.get(&answer.rule.0).is_some())
                );
                assert!(
                    told.attacks
                        .iter()
                        .all(|attack| (0.0..=1.0).contains(&attack.destroys))
                );
            }
        }
        let board = BeforeBattle::board(&playout.state);
        assert!(
            board
                .tokens
                .iter()
                .all(|token| (0.0..=1.0).contains(&token.strength) && token.label.chars().count() <= 7)
        );
        let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
        playout.play(seat, &command);
    }
}

fn weapons(cards: &Cards, seat: Seat, list: &ArmyList, rng: &mut dyn Rng) -> Command {
    Command::ConfirmWeapons {
        weapons: Some(random_weapons(cards, seat, list, rng)),
    }
}

fn rng_pick(rng: &mut impl Rng, limit: usize) -> usize {
    hindsight_kernel::below(rng, limit).unwrap()
}

#[test]
fn every_rule_that_is_cited_is_in_the_book() {
    let book = BeforeBattle::rulebook();
    assert_eq!(book.rules().len(), 82);
    let mut playout = Playout::begin(60, &json!({}));
    let mut rng = bot_rng(60);
    while let Some(seat) = playout.asked() {
        for asked in BeforeBattle::awaiting(&playout.state) {
            assert!(book.get(&asked.rule.0).is_some(), "{}", asked.rule);
        }
        for offer in BeforeBattle::offers(&playout.state, seat) {
            assert!(book.get(&offer.rule.0).is_some(), "{}", offer.rule);
        }
        let command = choose::<BeforeBattle>(Bot::Random, &playout.state, seat, &mut rng).unwrap();
        playout.play(seat, &command);
    }
}
