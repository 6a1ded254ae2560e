//! A game in the making, with everything that happened.

use rand_core::Rng;
use serde_json::Value;

use crate::{
    Ask, Bot, DiceTray, Refusal, Roll, RollSource, RuleSet, Seat, Seed, ServerTray, Table, below, choose,
};

/// A game in the making, with everything that happened. Its dice follow from its number.
#[derive(Debug, Clone)]
pub struct Playout<R: RuleSet> {
    /// The number of the game: its seed.
    pub number: u64,
    /// The position.
    pub state: R::State,
    /// Everything that happened.
    pub events: Vec<R::Event>,
    /// Everything that was given.
    pub commands: Vec<(Seat, R::Command)>,
    /// How many dice were thrown.
    pub dice: u64,
}

/// The seed of a game's dice.
pub fn seed(number: u64) -> Seed {
    Seed::of_game(&[7; 32], &number.to_string())
}

/// The most commands of a game that comes to an end.
const MOST_COMMANDS: usize = 40_000;

/// A server's tray that counts what it hands out.
struct CountingTray {
    tray: ServerTray,
    thrown: u64,
}

impl DiceTray for CountingTray {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        let roll = self.tray.roll(ask)?;
        self.thrown += roll.dice() as u64;
        Ok(roll)
    }
}

impl<R: RuleSet> Playout<R> {
    /// A game set up from a request. `packs` are those it may use.
    ///
    /// # Panics
    /// The request is refused.
    pub fn begin(number: u64, request: &Value, packs: &[Value]) -> Self {
        let setup = R::setup_from(request, packs)
            .unwrap_or_else(|refusal| panic!("game {number}: {request} is refused: {refusal:?}"));
        Self::start(number, |table| R::begin(table, &setup))
            .unwrap_or_else(|refusal| panic!("game {number} does not begin: {refusal:?}"))
    }

    /// A game that begins from a position, or why it cannot.
    ///
    /// # Errors
    /// What the position is refused for.
    pub fn begin_at(number: u64, position: R::State) -> Result<Self, Refusal> {
        Self::start(number, |table| R::begin_at(table, position))
    }

    fn start(
        number: u64,
        begin: impl FnOnce(&mut Table<'_, R>) -> Result<(), Refusal>,
    ) -> Result<Self, Refusal> {
        let mut playout = Self {
            number,
            state: R::State::default(),
            events: Vec::new(),
            commands: Vec::new(),
            dice: 0,
        };
        let (state, events) = playout.at_table(begin)?;
        playout.take(state, events);
        Ok(playout)
    }

    /// Does something at the table, with the game's next dice; nothing is kept of it.
    ///
    /// # Errors
    /// What it is refused for.
    ///
    /// # Panics
    /// A die was thrown that stands in no event, or a die stands in an event that was not thrown.
    pub fn at_table(
        &self,
        act: impl FnOnce(&mut Table<'_, R>) -> Result<(), Refusal>,
    ) -> Result<(R::State, Vec<R::Event>), Refusal> {
        let mut tray = CountingTray {
            tray: ServerTray::new(seed(self.number), self.dice),
            thrown: 0,
        };
        let mut table = Table::<R>::new(self.state.clone(), &mut tray);
        act(&mut table)?;
        let (state, events) = table.finish()?;
        let told: u64 = events.iter().map(dice_of::<R>).sum();
        assert_eq!(
            told,
            tray.thrown,
            "{}: the dice of the events are those that were thrown",
            self.place()
        );
        Ok((state, events))
    }

    /// Keeps what was done at the table.
    pub fn take(&mut self, state: R::State, events: Vec<R::Event>) {
        self.dice += events.iter().map(dice_of::<R>).sum::<u64>();
        self.state = state;
        self.events.extend(events);
    }

    /// The state and events that a command would give.
    ///
    /// # Errors
    /// What it is refused for.
    pub fn decide(&self, seat: Seat, command: &R::Command) -> Result<(R::State, Vec<R::Event>), Refusal> {
        self.at_table(|table| R::decide(table, seat, command))
    }

    /// Plays a legal command; gives the place of the first new event.
    ///
    /// # Panics
    /// It is refused, or the game does not end.
    pub fn play(&mut self, seat: Seat, command: &R::Command) -> usize {
        let first = self.events.len();
        let (state, events) = self.decide(seat, command).unwrap_or_else(|refusal| {
            panic!("{}: {} is refused: {refusal:?}", self.place(), R::format(command))
        });
        self.commands.push((seat, command.clone()));
        self.take(state, events);
        assert!(
            self.commands.len() < MOST_COMMANDS,
            "{} does not end",
            self.place()
        );
        first
    }

    /// The place where the game stands, for a failing test.
    pub fn place(&self) -> String {
        format!(
            "game {}, command {}, event {}, {}",
            self.number,
            self.commands.len(),
            self.events.len(),
            R::moment(&self.state).caption
        )
    }

    /// One of those who are asked; nothing once the game is over.
    pub fn asked(&self, rng: &mut dyn Rng) -> Option<Seat> {
        let asked = R::awaiting(&self.state);
        asked.get(below(rng, asked.len())?).map(|asked| asked.seat)
    }

    /// The first of those who are asked.
    pub fn asked_first(&self) -> Option<Seat> {
        R::awaiting(&self.state).first().map(|asked| asked.seat)
    }

    /// A bot's command for a seat that is asked.
    ///
    /// # Panics
    /// Nothing is offered.
    pub fn choose(&self, bot: Bot, seat: Seat, rng: &mut dyn Rng) -> R::Command {
        choose::<R>(bot, &self.state, seat, rng)
            .unwrap_or_else(|| panic!("{}: nothing is offered to {seat}", self.place()))
    }

    /// Plays a random legal command of one of those who are asked; nothing once the game is over. Gives the place of the
    /// first new event.
    pub fn step(&mut self, rng: &mut dyn Rng) -> Option<usize> {
        let seat = self.asked(rng)?;
        let command = self.choose(Bot::Random, seat, rng);
        Some(self.play(seat, &command))
    }
}

/// How many dice of the game's tray an event holds.
fn dice_of<R: RuleSet>(event: &R::Event) -> u64 {
    R::dice(event)
        .iter()
        .filter(|roll| matches!(roll.source, RollSource::Server { .. }))
        .map(|roll| roll.dice() as u64)
        .sum()
}
