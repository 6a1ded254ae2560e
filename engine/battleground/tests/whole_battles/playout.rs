//! A game in the making, and how many of them are played.

use battleground::Battleground;
use battleground::model::command::Command;
use battleground::model::event::Event;
use battleground::model::state::State;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Bot, Notation, Packs, Recorded, Refusal, Rules, Seat, Seed, ServerTray, Setups, Table, below, choose,
};
use serde_json::{Value, json};

/// After so many turns a random battle may be left undecided: Breaking Point has no last turn. Rule `BG4-SCEN-07`.
pub const MOST_TURNS: u16 = 40;

fn asked_for(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// How many games a test usually plays, and how many in a campaign: one of so many.
pub fn games(usually: u64, one_of: u64) -> std::ops::Range<u64> {
    let first = asked_for("HINDSIGHT_PLAYOUTS_FROM").unwrap_or(0);
    let count = asked_for("HINDSIGHT_PLAYOUTS").map_or(usually, |all| (all / one_of).max(1));
    first..first + count
}

/// Plays games one after the other; those that fail are told together at the end.
pub fn each_of(numbers: std::ops::Range<u64>, mut play: impl FnMut(u64)) {
    let failed: Vec<u64> = numbers
        .filter(|number| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(*number))).is_err())
        .collect();
    assert!(failed.is_empty(), "these games fail: {failed:?}");
}

/// The dice of a game.
pub fn seed(number: u64) -> Seed {
    Seed::of_game(&[7; 32], &number.to_string())
}

/// The battles that are played in turn: most by the full procedure, where the bots agree on budget, scenario and map and
/// build their armies; some with ready armies on each of the sample maps; some with cards drawn on the table.
pub fn request(number: u64) -> Value {
    let sample = Battleground::sample_packs().remove(0);
    let pick = |list: &str, place: u64| {
        let all = sample[list].as_array().unwrap();
        all[(place % all.len() as u64) as usize]["id"].clone()
    };
    // Two ready armies are of one budget.
    let opponent = |army: &Value, place: u64| {
        let all = sample["armies"].as_array().unwrap();
        let budget = |id: &Value| all.iter().find(|army| army["id"] == *id).unwrap()["budget"].clone();
        let equal: Vec<&Value> = all
            .iter()
            .filter(|other| other["budget"] == budget(army))
            .collect();
        equal[(place % equal.len() as u64) as usize]["id"].clone()
    };
    let round = number / 8;
    match number % 8 {
        3 => json!({
            "ready_armies": {
                "A": pick("armies", round),
                "B": opponent(&pick("armies", round), round * 5 + 2),
            },
            "map": pick("maps", round),
        }),
        5 => json!({
            "ready_armies": {
                "A": pick("armies", round * 7 + 3),
                "B": opponent(&pick("armies", round * 7 + 3), round + 1),
            },
            "map": pick("maps", round + 1),
            "decks": "table",
        }),
        7 => json!({ "decks": "table" }),
        _ => json!({}),
    }
}

/// A game in the making, with everything that happened.
pub struct Playout {
    pub number: u64,
    pub state: State,
    pub events: Vec<Event>,
    pub commands: usize,
    pub dice: u64,
}

impl Playout {
    pub fn begin(number: u64, request: &Value) -> Self {
        let setup = Battleground::setup_from(request, &Battleground::sample_packs()).unwrap();
        let mut playout = Self::new(number);
        let mut tray = ServerTray::new(seed(number), 0);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        Battleground::begin(&mut table, &setup).unwrap();
        let (state, events) = table.finish().unwrap();
        playout.take(state, events);
        playout
    }

    /// A game that begins from a position, or why it cannot.
    pub fn begin_at(number: u64, position: State) -> Result<Self, Refusal> {
        let mut playout = Self::new(number);
        let mut tray = ServerTray::new(seed(number), 0);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        Battleground::begin_at(&mut table, position)?;
        let (state, events) = table.finish()?;
        playout.take(state, events);
        Ok(playout)
    }

    fn new(number: u64) -> Self {
        Self {
            number,
            state: State::default(),
            events: Vec::new(),
            commands: 0,
            dice: 0,
        }
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

    pub fn decide(&self, seat: Seat, command: &Command) -> Result<(State, Vec<Event>), Refusal> {
        let mut tray = ServerTray::new(seed(self.number), self.dice);
        let mut table = Table::<Battleground>::new(self.state.clone(), &mut tray);
        Battleground::decide(&mut table, seat, command)?;
        table.finish()
    }

    /// Plays a legal command; gives the place of the first new event.
    pub fn play(&mut self, seat: Seat, command: &Command) -> usize {
        let first = self.events.len();
        let (state, events) = self.decide(seat, command).unwrap_or_else(|refusal| {
            panic!(
                "{}: {} is refused: {refusal:?}",
                self.place(),
                Battleground::format(command)
            )
        });
        self.commands += 1;
        assert!(self.commands < 40_000, "game {} does not end", self.number);
        self.take(state, events);
        first
    }

    /// Where the game stands, for a failing test.
    pub fn place(&self) -> String {
        format!(
            "game {}, command {}, event {}, turn {}",
            self.number,
            self.commands,
            self.events.len(),
            self.state.turn
        )
    }

    /// Who is asked first.
    pub fn asked(&self) -> Option<Seat> {
        Battleground::awaiting(&self.state)
            .first()
            .map(|asked| asked.seat)
    }

    pub fn is_over(&self) -> bool {
        Battleground::outcome(&self.state).is_some() || self.state.turn > MOST_TURNS
    }

    pub fn choose(&self, bot: Bot, seat: Seat, rng: &mut impl Rng) -> Command {
        choose::<Battleground>(bot, &self.state, seat, rng).unwrap_or_else(|| {
            panic!(
                "{}: nothing is offered to {seat}: {:?}",
                self.place(),
                self.state.agenda.last()
            )
        })
    }

    /// Plays a random legal command of whoever is asked; nothing once the game is over. Gives the first new event's place.
    pub fn step(&mut self, rng: &mut impl Rng) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        let all = Battleground::awaiting(&self.state);
        let seat = below(rng, all.len())
            .and_then(|place| all.get(place))
            .unwrap_or_else(|| {
                panic!(
                    "{} waits for nobody: {:?}",
                    self.place(),
                    self.state.agenda.last()
                )
            })
            .seat;
        let command = self.choose(Bot::Random, seat, rng);
        Some(self.play(seat, &command))
    }
}

pub fn fold(state: State, events: &[Event]) -> State {
    let mut state = state;
    for event in events {
        Battleground::evolve(&mut state, event).unwrap();
    }
    state
}
