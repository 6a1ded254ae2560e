//! A game in the making, and how many of them are played.

use before_battle::BeforeBattle;
use before_battle::cards::Cards;
use before_battle::command::Command;
use before_battle::event::Event;
use before_battle::mustering::random_weapons;
use before_battle::reveal::mixed_list;
use before_battle::state::{ArmyList, Secret, State};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Bot, Packs, Recorded, Refusal, Rules, Seat, Seed, ServerTray, Setups, Table, below, choose,
};
use serde_json::{Value, json};

/// A share of the games of this run, at least one.
pub fn games(one_of: u64) -> u64 {
    let all: u64 = std::env::var("HINDSIGHT_PLAYOUTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200);
    (all / one_of).max(1)
}

pub fn seed(number: u64) -> Seed {
    Seed::of_game(&[7; 32], &number.to_string())
}

/// A game in the making, with everything that happened.
pub struct Playout {
    pub number: u64,
    pub state: State,
    pub events: Vec<Event>,
    pub commands: Vec<(Seat, Command)>,
    pub dice: u64,
}

impl Playout {
    pub fn begin(number: u64, request: &Value) -> Self {
        Self::with_packs(number, request, &[])
    }

    /// On a board of another size for two games in five: the smallest there may be, and a long one.
    pub fn on_any_board(number: u64) -> Self {
        let (cols, rows) = match number % 5 {
            3 => (4, 6),
            4 => (9, 26),
            _ => return Self::begin(number, &json!({})),
        };
        let mut pack = BeforeBattle::sample_packs().remove(0);
        pack["id"] = json!("another-board");
        (pack["board"]["cols"], pack["board"]["rows"]) = (json!(cols), json!(rows));
        Self::with_packs(number, &json!({ "pack": "another-board" }), &[pack])
    }

    fn with_packs(number: u64, request: &Value, packs: &[Value]) -> Self {
        let setup = BeforeBattle::setup_from(request, packs).unwrap();
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

    pub fn take(&mut self, state: State, events: Vec<Event>) {
        for event in &events {
            self.dice += BeforeBattle::dice(event)
                .iter()
                .map(|roll| roll.faces.len() as u64)
                .sum::<u64>();
        }
        self.state = state;
        self.events.extend(events);
    }

    pub fn decide(&self, seat: Seat, command: &Command) -> Result<(State, Vec<Event>), Refusal> {
        let mut tray = ServerTray::new(seed(self.number), self.dice);
        let mut table = Table::<BeforeBattle>::new(self.state.clone(), &mut tray);
        BeforeBattle::decide(&mut table, seat, command)?;
        table.finish()
    }

    pub fn play(&mut self, seat: Seat, command: &Command) -> usize {
        let first = self.events.len();
        let (state, events) = self
            .decide(seat, command)
            .unwrap_or_else(|refusal| panic!("game {}: {command:?} is refused: {refusal:?}", self.number));
        self.commands.push((seat, command.clone()));
        self.take(state, events);
        assert!(self.commands.len() < 2_000, "game {} does not end", self.number);
        first
    }

    /// Who is asked: any of those asked.
    pub fn asked(&self, rng: &mut dyn Rng) -> Option<Seat> {
        let asked = BeforeBattle::awaiting(&self.state);
        asked.get(below(rng, asked.len())?).map(|asked| asked.seat)
    }

    /// A random legal command of a seat. In one game of three South's list is left unknown, in another any weapons are.
    pub fn command(&self, seat: Seat, rng: &mut impl Rng) -> Command {
        let command = choose::<BeforeBattle>(Bot::Random, &self.state, seat, rng).unwrap();
        match command {
            Command::ConfirmList { list: Some(list), .. } if self.number % 3 == 1 && seat == Seat::A => {
                Command::ConfirmList {
                    list: None,
                    shown: Some(mixed_list(&self.state.cards, &list)),
                }
            }
            Command::ConfirmWeapons { weapons: Some(_) }
                if self.number % 3 == 2 && below(rng, 2) == Some(0) =>
            {
                Command::ConfirmWeapons { weapons: None }
            }
            other => other,
        }
    }

    /// Plays one random legal command; nothing once the game is over. Gives the first new event's place.
    pub fn step(&mut self, rng: &mut impl Rng) -> Option<usize> {
        let seat = self.asked(rng)?;
        let command = self.command(seat, rng);
        Some(self.play(seat, &command))
    }

    /// Whether somebody's choices are unknown in the true state too.
    pub fn has_unknowns(&self) -> bool {
        self.state
            .players
            .iter()
            .any(|player| matches!(player.list, Secret::Unknown) || matches!(player.weapons, Secret::Unknown))
    }
}

pub fn fold(state: State, events: &[Event]) -> State {
    let mut state = state;
    for event in events {
        BeforeBattle::evolve(&mut state, event).unwrap();
    }
    state
}

pub fn weapons(cards: &Cards, seat: Seat, list: &ArmyList, rng: &mut dyn Rng) -> Command {
    Command::ConfirmWeapons {
        weapons: Some(random_weapons(cards, seat, list, rng)),
    }
}
