//! Dash: the smallest game that uses everything the kernel has. Two runners first choose a secret stake (1 to 3), both
//! at once; then they run in turn: a die and that many steps, or a rest. Who first stands at 12 or beyond wins;
//! the stakes are turned up when both are chosen.

use std::sync::OnceLock;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::schemars::JsonSchema;
use hindsight_kernel::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub const GOAL: u32 = 12;

/// The game, or, with a number of [`flaw`], one that breaks a law.
#[derive(Debug, Clone, PartialEq)]
pub struct FlawedDash<const FLAW: u8>;

/// The game without a flaw.
pub type Dash = FlawedDash<0>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setup {}

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stake {
    #[default]
    None,
    Unknown,
    Of(u8),
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct State {
    pub stakes: [Stake; 2],
    pub open: bool,
    pub steps: [u32; 2],
    pub turn: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Stake { amount: u8 },
    Run,
    Rest,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    PositionSet { state: State },
    Staked { seat: Seat, stake: Stake },
    TurnedUp { stakes: [Stake; 2] },
    Ran { seat: Seat, roll: Roll, to: u32 },
    Rested { seat: Seat },
    Moved { seat: Seat, to: u32 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Patch {
    Place {
        seat: Seat,
        at: u32,
    },
    /// Who is to run runs at once: a ruling that sets something going.
    Hurry,
}

/// The faults of a game, by number.
pub mod flaw {
    /// It offers what it refuses.
    pub const REFUSED_OFFER: u8 = 1;
    /// Its redacted events show what is hidden.
    pub const OPEN_EVENTS: u8 = 2;
    /// Its views hide what its redacted events show.
    pub const OTHER_VIEW: u8 = 3;
    /// It forgets a die.
    pub const FORGOTTEN_DIE: u8 = 4;
    /// It reads another command than it wrote.
    pub const OTHER_WORDS: u8 = 5;
    /// Nobody is asked, and it is not over.
    pub const NOBODY_ASKED: u8 = 6;
    /// An event leads to what breaks an invariant.
    pub const BROKEN_INVARIANT: u8 = 7;
    /// An event has no sentence.
    pub const NO_SENTENCE: u8 = 8;
    /// An event is called otherwise than on the wire.
    pub const OTHER_NAME: u8 = 9;
    /// A unit stands beside the board.
    pub const BESIDE_THE_BOARD: u8 = 10;
    /// A command does nothing.
    pub const NOTHING_DONE: u8 = 11;
    /// A command that cannot be shown is shown.
    pub const OPEN_COMMANDS: u8 = 12;
    /// A game begun from a position stands elsewhere.
    pub const OTHER_POSITION: u8 = 13;
    /// All of them.
    pub const ALL: std::ops::RangeInclusive<u8> = REFUSED_OFFER..=OTHER_POSITION;
}

fn runner(state: &State) -> Seat {
    if state.turn.is_multiple_of(2) {
        Seat::A
    } else {
        Seat::B
    }
}

impl<const FLAW: u8> Rules for FlawedDash<FLAW> {
    const ID: &'static str = "dash";
    const TITLE: &'static str = "Dash";
    const RULES_VERSION: &'static str = "1";
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = ();

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let text = "[[rule]]\nid = 'DASH-01'\npage = '1'\ntitle = 'Dash'\nsentence = 'Stake, then run.'";
            Rulebook::parse(text).expect("one rule")
        })
    }

    fn begin(table: &mut Table<'_, Self>, _: &Setup) -> Result<(), Refusal> {
        table.emit(Event::PositionSet {
            state: State::default(),
        });
        Ok(())
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        Self::invariants(&position).map_err(|broken| Refusal::new("HS-POS-01", broken))?;
        let position = match FLAW {
            flaw::OTHER_POSITION => State {
                turn: position.turn + 1,
                ..position
            },
            _ => position,
        };
        table.emit(Event::PositionSet { state: position });
        Ok(())
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        match (table.state().open, command) {
            (
                false,
                Command::Stake {
                    amount: amount @ 1..=3,
                },
            ) => {
                table.emit(Event::Staked {
                    seat,
                    stake: Stake::Of(*amount),
                });
                let stakes = table.state().stakes;
                if stakes.iter().all(|stake| *stake != Stake::None) {
                    table.emit(Event::TurnedUp { stakes });
                }
                Ok(())
            }
            (true, Command::Run) => {
                let roll = table.roll("run", seat, 6, 1)?;
                let to = table.state().steps[seat.index()] + roll.total();
                table.emit(Event::Ran { seat, roll, to });
                Ok(())
            }
            (true, Command::Rest) if FLAW == flaw::NOTHING_DONE => Ok(()),
            (true, Command::Rest) => {
                table.emit(Event::Rested { seat });
                Ok(())
            }
            _ => Err(Refusal::new("DASH-01", Message::plain("not now")).asked(command)),
        }
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::PositionSet { state: position } => *state = position.clone(),
            Event::Staked { seat, stake } => state.stakes[seat.index() % 2] = *stake,
            Event::TurnedUp { stakes } => {
                state.stakes = *stakes;
                state.open = true;
            }
            Event::Ran { seat, to, .. } => {
                if *seat != runner(state) {
                    return Err(FoldError::new(Message::plain("the other runner's turn")));
                }
                state.steps[seat.index()] = match FLAW {
                    flaw::BROKEN_INVARIANT => *to + 20,
                    _ => *to,
                };
                state.turn += 1;
            }
            Event::Rested { .. } => state.turn += 1,
            Event::Moved { seat, to } => state.steps[seat.index() % 2] = *to,
        }
        Ok(())
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        match patch {
            Patch::Place { seat, at } => table.emit(Event::Moved { seat: *seat, to: *at }),
            Patch::Hurry => {
                let seat = runner(table.state());
                Self::decide(table, seat, &Command::Run)?;
            }
        }
        Ok(())
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        let ask = |seat, decision: &str| Awaiting {
            seat,
            decision: decision.to_owned(),
            question: Message::plain(decision),
            rule: "DASH-01".into(),
        };
        if Self::outcome(state).is_some() || (FLAW == flaw::NOBODY_ASKED && state.turn == 3) {
            Vec::new()
        } else if state.open {
            vec![ask(runner(state), "run")]
        } else {
            [Seat::A, Seat::B]
                .into_iter()
                .filter(|seat| state.stakes[seat.index()] == Stake::None)
                .map(|seat| ask(seat, "stake"))
                .collect()
        }
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        let winner = state.steps.iter().position(|&steps| steps >= GOAL)?;
        Some(GameOutcome {
            winner: Some(SideId(winner as u8 + 1)),
            scores: vec![],
            reason: Message::plain("home"),
            rule: "DASH-01".into(),
        })
    }

    fn invariants(state: &State) -> Result<(), Message> {
        if state.steps.iter().any(|&steps| steps > GOAL + 6) {
            return Err(Message::plain("no runner is past 18"));
        }
        Ok(())
    }
}

impl<const FLAW: u8> Recorded for FlawedDash<FLAW> {
    const EVENT_SCHEMA: u16 = 2;

    fn dice(event: &Event) -> Vec<&Roll> {
        match event {
            Event::Ran { roll, .. } if FLAW != flaw::FORGOTTEN_DIE => vec![roll],
            _ => Vec::new(),
        }
    }

    fn event_name(event: &Event) -> &'static str {
        match event {
            Event::Rested { .. } if FLAW == flaw::OTHER_NAME => "slept",
            other => other.into(),
        }
    }

    fn upcasters() -> &'static [Upcaster] {
        // Schema 1 called the steps of a move `at`.
        &[Upcaster {
            kind: "moved",
            from: 1,
            step: |value| {
                let fields = value
                    .get_mut("moved")
                    .and_then(Value::as_object_mut)
                    .ok_or("no fields")?;
                let at = fields.remove("at").ok_or("no `at`")?;
                fields.insert("to".to_owned(), at);
                Ok(())
            },
        }]
    }
}

impl<const FLAW: u8> Offers for FlawedDash<FLAW> {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        let offer = |command| {
            let label = Message::plain(format!("{command:?}"));
            Offer::one(seat, "any", label, "DASH-01", command)
        };
        if !Self::awaiting(state).iter().any(|asked| asked.seat == seat) {
            Vec::new()
        } else if state.open {
            vec![offer(Command::Run), offer(Command::Rest)]
        } else {
            let most = if FLAW == flaw::REFUSED_OFFER { 4 } else { 3 };
            (1..=most)
                .map(|amount| offer(Command::Stake { amount }))
                .collect()
        }
    }

    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        let asked = Self::awaiting(state).iter().any(|asked| asked.seat == seat);
        (asked && state.open).then_some(Command::Rest)
    }
}

impl<const FLAW: u8> Players for FlawedDash<FLAW> {
    fn greedy(state: &State, _: Seat, _: &mut dyn Rng) -> Option<Command> {
        Some(if state.open {
            Command::Run
        } else {
            Command::Stake { amount: 3 }
        })
    }
}

impl<const FLAW: u8> Secrets for FlawedDash<FLAW> {
    fn view(state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        if FLAW == flaw::OTHER_VIEW && viewer == Viewer::Public {
            seen.turn = 0;
        }
        if !state.open {
            for seat in [Seat::A, Seat::B] {
                if !viewer.sees(seat) && seen.stakes[seat.index()] != Stake::None {
                    seen.stakes[seat.index()] = Stake::Unknown;
                }
            }
        }
        seen
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        match event {
            Event::Staked { seat, .. } if FLAW != flaw::OPEN_EVENTS && !now.open && !viewer.sees(*seat) => {
                Event::Staked {
                    seat: *seat,
                    stake: Stake::Unknown,
                }
            }
            other => other.clone(),
        }
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        let hidden = matches!(command, Command::Stake { .. }) && !now.open && !viewer.sees(seat);
        (!hidden || FLAW == flaw::OPEN_COMMANDS).then(|| command.clone())
    }

    fn has_secrets(state: &State) -> bool {
        !state.open
    }
}

impl<const FLAW: u8> Story for FlawedDash<FLAW> {
    fn describe(_: &State, event: &Event) -> Message {
        Message::plain(match event {
            Event::Rested { .. } if FLAW == flaw::NO_SENTENCE => String::new(),
            other => format!("{other:?}"),
        })
    }

    fn seats(_: &State) -> Vec<SeatInfo> {
        [Seat::A, Seat::B]
            .map(|seat| SeatInfo {
                seat,
                side: SideId::of_seat(seat),
                name: seat.to_string(),
                faction: None,
            })
            .to_vec()
    }

    fn moment(state: &State) -> Moment {
        Moment {
            turn: state.turn,
            ..Moment::default()
        }
    }

    fn units(_: &State) -> Vec<UnitInfo> {
        Vec::new()
    }
}

impl<const FLAW: u8> Pictures for FlawedDash<FLAW> {
    fn board(state: &State) -> Board {
        let runner = |seat: Seat| {
            let beside = if FLAW == flaw::BESIDE_THE_BOARD {
                1000.0
            } else {
                0.0
            };
            let x = f64::from(state.steps[seat.index()]) + beside;
            let y = seat.index() as f64;
            let corner = |right, up| BoardPoint::new(x + right, y + up);
            BoardToken {
                id: format!("{seat}1"),
                seat,
                name: format!("Runner {seat}"),
                label: seat.to_string(),
                outline: vec![
                    corner(0.0, 0.0),
                    corner(1.0, 0.0),
                    corner(1.0, 1.0),
                    corner(0.0, 1.0),
                ],
                facing: None,
                strength: 1.0,
                strength_text: "1/1".to_owned(),
                badges: vec![],
                level: 0,
                face_down: false,
                kind: "infantry".to_owned(),
                stripe: None,
            }
        };
        Board {
            min: BoardPoint::new(0.0, 0.0),
            max: BoardPoint::new(f64::from(GOAL) + 7.0, 2.0),
            unit: "step".to_owned(),
            grid: Grid::Squares,
            zones: vec![],
            terrain: vec![],
            lines: vec![],
            tokens: vec![runner(Seat::A), runner(Seat::B)],
            links: vec![],
            sides: vec![],
            caption: Message::default(),
        }
    }
}

impl<const FLAW: u8> Notation for FlawedDash<FLAW> {
    fn format(command: &Command) -> String {
        match command {
            Command::Stake { amount } => format!("stake {amount}"),
            Command::Run => "run".to_owned(),
            Command::Rest => "rest".to_owned(),
        }
    }

    fn parse(line: &str) -> Result<Command, Message> {
        match line {
            "run" => Ok(Command::Run),
            "rest" if FLAW == flaw::OTHER_WORDS => Ok(Command::Run),
            "rest" => Ok(Command::Rest),
            _ => line
                .strip_prefix("stake ")
                .and_then(|amount| amount.parse().ok())
                .map(|amount| Command::Stake { amount })
                .ok_or_else(|| Message::plain(format!("{line:?} is none of stake, run, rest"))),
        }
    }
}

impl<const FLAW: u8> Inspect for FlawedDash<FLAW> {}
impl<const FLAW: u8> Packs for FlawedDash<FLAW> {}
impl<const FLAW: u8> Setups for FlawedDash<FLAW> {}
impl<const FLAW: u8> Sketches for FlawedDash<FLAW> {}
impl<const FLAW: u8> NotedPositions for FlawedDash<FLAW> {}
impl<const FLAW: u8> Coaching for FlawedDash<FLAW> {}
impl<const FLAW: u8> Analysis for FlawedDash<FLAW> {}
