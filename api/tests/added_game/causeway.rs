//! Causeway: the smallest game with a secret choice of both players at once, a hidden choice, a die, and a reaction of the
//! other player. Written only for tests: what a new game must write is seen here, and nothing more.
//!
//! The runner (A) at one end of a line of thirteen squares wants to pass the keeper (B) at the other end. The keeper hides
//! a pit. In each turn the runner throws a die and runs; before the move the keeper may shout, once in a game, which halves
//! the die; a runner who comes to the hidden pit stops there, and it is found. Then the keeper steps one square forward.
//! When they meet, both choose a height in secret: the runner passes where the heights differ.

use std::sync::OnceLock;

use hindsight_engine::kernel::agenda::Taken;
use hindsight_engine::kernel::agenda::*;
use hindsight_engine::kernel::schemars::JsonSchema;
use hindsight_engine::kernel::*;
use serde::{Deserialize, Serialize};

const LAST: u8 = 12;
const RUNNER: Seat = Seat::A;
const KEEPER: Seat = Seat::B;

#[derive(Debug, Clone, PartialEq)]
pub struct Causeway;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    HidePit,
    Run,
    Move { roll: u8 },
    Meet,
    Ask(QuestionOf<Causeway>),
}

impl From<QuestionOf<Causeway>> for Step {
    fn from(question: QuestionOf<Causeway>) -> Self {
        Self::Ask(question)
    }
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub agenda: Vec<FrameOf<Causeway>>,
    pub at: [u8; 2],
    pub pit: Secret<u8>,
    pub found: bool,
    pub heights: [Secret<bool>; 2],
    pub shouted: bool,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    #[strum(disabled)]
    HidePit {
        square: u8,
    },
    Run,
    Shout,
    Silent,
    High,
    Low,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    Set { state: State },
    Agenda { change: AgendaChangeOf<Causeway> },
    PitHidden { pit: Secret<u8> },
    PitFound { square: u8 },
    Thrown { roll: Roll },
    Shouted,
    Moved { seat: Seat, to: u8 },
    Chosen { seat: Seat, height: Secret<bool> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Patch {
    Place { seat: Seat, square: u8 },
}

impl State {
    fn is_hidden(&self) -> bool {
        self.pit.is_made() && !self.found && Causeway::outcome(self).is_none()
    }

    fn is_chosen(&self) -> bool {
        self.heights.iter().all(Secret::is_made)
    }
}

/// Who is asked for what, by which rule, and all they may answer.
fn asked(state: &State) -> Vec<(Seat, &'static str, &'static str, Vec<Command>)> {
    match state.agenda.last().map(|frame| &frame.step) {
        _ if Causeway::outcome(state).is_some() => Vec::new(),
        Some(Step::HidePit) => {
            let pits = (3..=9).map(|square| Command::HidePit { square });
            vec![(KEEPER, "hide_pit", "CW-01", pits.collect())]
        }
        Some(Step::Run) => vec![(RUNNER, "run", "CW-02", vec![Command::Run])],
        Some(Step::Ask(_)) => vec![(KEEPER, "shout", "CW-03", vec![Command::Shout, Command::Silent])],
        Some(Step::Meet) => [RUNNER, KEEPER]
            .into_iter()
            .filter(|seat| !state.heights[seat.index()].is_made())
            .map(|seat| (seat, "choose", "CW-04", vec![Command::High, Command::Low]))
            .collect(),
        Some(Step::Move { .. }) | None => Vec::new(),
    }
}

/// Where the runner comes to, and whether a pit stops them there. Rule `CW-02`.
fn reach(state: &State, squares: u8) -> (u8, bool) {
    let to = (state.at[0] + squares).min(state.at[1] - 1);
    match state.pit {
        Secret::Known(pit) if !state.found && state.at[0] < pit && pit <= to => (pit, true),
        _ => (to, false),
    }
}

impl Agenda for Causeway {
    type Step = Step;
    type Topic = ();
    type Unit = Seat;
    type Options = Vec<bool>;
    type Answer = bool;

    fn frames(state: &State) -> &[FrameOf<Self>] {
        &state.agenda
    }

    fn take(
        table: &mut Table<'_, Self>,
        frame: &FrameOf<Self>,
    ) -> Result<Taken, AgendaNeed<QuestionOf<Self>>> {
        let Step::Move { roll } = frame.step else {
            return Ok(Taken::Waits);
        };
        let answer = answer_to(&frame.answers, (), None, None);
        if answer.is_none() && !table.state().shouted {
            return Err(Question::new(KEEPER, (), vec![true, false], "CW-03").into());
        }
        let shout = answer.copied().unwrap_or_default();
        let (to, found) = reach(table.state(), if shout { roll.div_ceil(2) } else { roll });
        if shout {
            table.emit(Event::Shouted);
        }
        table.emit(Event::Moved { seat: RUNNER, to });
        if found {
            table.emit(Event::PitFound { square: to });
        }
        let keeper = table.state().at[1] - 1;
        if to < keeper {
            let (seat, to) = (KEEPER, keeper);
            table.emit(Event::Moved { seat, to });
        }
        let meets = to + 1 >= keeper;
        proceed(table, 1, [if meets { Step::Meet } else { Step::Run }]);
        Ok(Taken::Went)
    }

    fn question(step: &Step) -> Option<&QuestionOf<Self>> {
        match step {
            Step::Ask(question) => Some(question),
            _ => None,
        }
    }

    fn changed(change: AgendaChangeOf<Self>) -> Event {
        Event::Agenda { change }
    }
}

impl Rules for Causeway {
    const ID: &'static str = "causeway";
    const TITLE: &'static str = "Causeway";
    const RULES_VERSION: &'static str = "1.0.0";
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = ();

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| Rulebook::parse(include_str!("causeway.toml")).expect("four rules"))
    }

    fn begin(table: &mut Table<'_, Self>, _: &Setup) -> Result<(), Refusal> {
        let (agenda, at) = (vec![Step::HidePit.into()], [0, LAST]);
        Self::begin_at(
            table,
            State {
                agenda,
                at,
                ..State::default()
            },
        )
    }

    fn begin_at(table: &mut Table<'_, Self>, state: State) -> Result<(), Refusal> {
        Self::invariants(&state).map_err(|broken| Refusal::new("HS-POS-01", broken))?;
        table.emit(Event::Set { state });
        go_on(table)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        let asked = asked(table.state());
        let of_seat = asked.iter().find(|(asked, ..)| *asked == seat);
        match of_seat {
            Some((_, _, _, allowed)) if allowed.contains(command) => {}
            Some((_, _, rule, allowed)) => {
                return Err(Refusal::new(*rule, Message::plain("that is not asked now"))
                    .asked(command)
                    .allowed(allowed));
            }
            None => return Err(Refusal::new("CW-02", Message::plain("somebody else is asked"))),
        }
        match *command {
            Command::HidePit { square } => {
                let pit = Secret::Known(square);
                table.emit(Event::PitHidden { pit });
                proceed(table, 1, [Step::Run]);
            }
            Command::Run => {
                let roll = table.roll("run", seat, 6, 1)?;
                let squares = roll.total() as u8;
                table.emit(Event::Thrown { roll });
                proceed(table, 1, [Step::Move { roll: squares }]);
            }
            Command::Shout | Command::Silent => answer(table, *command == Command::Shout)?,
            Command::High | Command::Low => {
                let height = Secret::Known(*command == Command::High);
                table.emit(Event::Chosen { seat, height });
            }
        }
        go_on(table)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::Set { state: position } => *state = position.clone(),
            Event::Agenda { change } => fold_change::<Self>(&mut state.agenda, change)?,
            Event::PitHidden { pit } => state.pit = pit.clone(),
            Event::PitFound { square } => (state.pit, state.found) = (Secret::Known(*square), true),
            Event::Thrown { .. } => {}
            Event::Shouted => state.shouted = true,
            Event::Moved { seat, to } => state.at[seat.index() % 2] = *to,
            Event::Chosen { seat, height } => state.heights[seat.index() % 2] = height.clone(),
        }
        Ok(())
    }

    fn rule(table: &mut Table<'_, Self>, Patch::Place { seat, square }: &Patch) -> Result<(), Refusal> {
        table.emit(Event::Moved {
            seat: *seat,
            to: *square,
        });
        Ok(())
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        asked(state)
            .into_iter()
            .map(|(seat, decision, rule, _)| Awaiting::new(seat, decision, Message::plain(decision), rule))
            .collect()
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        let passes = state.is_chosen().then(|| state.heights[0] != state.heights[1])?;
        let (seat, reason) = if passes {
            (RUNNER, "the runner passes")
        } else {
            (KEEPER, "the runner is stopped")
        };
        Some(GameOutcome::won_by(seat, Message::plain(reason), "CW-04"))
    }

    fn invariants(state: &State) -> Result<(), Message> {
        let known =
            |frame: &FrameOf<Self>| !matches!(frame.step, Step::Move { roll } if !(1..=6).contains(&roll));
        if state.at[0] >= state.at[1] || state.at[1] > LAST {
            return Err(Message::plain(
                "the runner stands before the keeper, both on squares 0 to 12",
            ));
        }
        if matches!(state.pit, Secret::Known(square) if !(3..=9).contains(&square)) {
            return Err(Message::plain("the pit is on one of the squares 3 to 9"));
        }
        let asks = |frame: &FrameOf<Self>| matches!(frame.step, Step::Ask(_));
        match &state.agenda[..] {
            [only] if known(only) && !asks(only) => {}
            [below, top] if known(below) && asks(top) => {}
            _ => return Err(Message::plain("one step is pending, or a question in a move")),
        }
        Ok(())
    }
}

impl Recorded for Causeway {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        match event {
            Event::Thrown { roll } => vec![roll],
            _ => Vec::new(),
        }
    }
}

impl Offers for Causeway {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        asked(state)
            .into_iter()
            .filter(|(asked, ..)| *asked == seat)
            .flat_map(|(seat, decision, rule, commands)| {
                let one = move |command| {
                    Offer::one(
                        seat,
                        decision,
                        Message::plain(Self::format(&command)),
                        rule,
                        command,
                    )
                };
                commands.into_iter().map(one)
            })
            .collect()
    }

    fn nothing(_: &State, _: Seat) -> Option<Command> {
        None
    }
}

impl Secrets for Causeway {
    fn view(state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        if state.is_hidden() && !viewer.sees(KEEPER) {
            seen.pit = Secret::Unknown;
        }
        for seat in [RUNNER, KEEPER] {
            if !state.is_chosen() && !viewer.sees(seat) {
                seen.heights[seat.index()] = state.heights[seat.index()].hidden();
            }
        }
        seen
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        match event {
            Event::PitHidden { .. } if now.is_hidden() && !viewer.sees(KEEPER) => {
                Event::PitHidden { pit: Secret::Unknown }
            }
            Event::Chosen { seat, .. } if !now.is_chosen() && !viewer.sees(*seat) => Event::Chosen {
                seat: *seat,
                height: Secret::Unknown,
            },
            Event::Set { state } => Event::Set {
                state: Self::view(state, viewer),
            },
            other => other.clone(),
        }
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        let hidden = match command {
            Command::HidePit { .. } => now.is_hidden(),
            Command::High | Command::Low => !now.is_chosen(),
            _ => false,
        };
        (!hidden || viewer.sees(seat)).then_some(*command)
    }

    fn has_secrets(state: &State) -> bool {
        state.is_hidden() || (!state.is_chosen() && state.heights.iter().any(Secret::is_made))
    }
}

impl Story for Causeway {
    fn describe(_: &State, event: &Event) -> Message {
        Message::plain(match event {
            Event::Thrown { roll } => format!("the runner throws {}", roll.total()),
            Event::Moved { seat, to } => format!("{} moves to square {to}", name(*seat)),
            Event::PitFound { square } => format!("the runner finds the pit on square {square}"),
            Event::Chosen { seat, .. } => format!("{} has chosen", name(*seat)),
            other => Self::event_name(other).replace('_', " "),
        })
    }

    fn seats(_: &State) -> Vec<SeatInfo> {
        [RUNNER, KEEPER]
            .map(|seat| SeatInfo::new(seat, name(seat)))
            .to_vec()
    }

    fn moment(state: &State) -> Moment {
        Moment {
            turn: u32::from(LAST - state.at[1]) + 1,
            ..Moment::default()
        }
    }
}

fn name(seat: Seat) -> &'static str {
    if seat == RUNNER { "Runner" } else { "Keeper" }
}

impl Pictures for Causeway {
    fn board(state: &State) -> Board {
        let token = |seat: Seat| {
            let x = f64::from(state.at[seat.index()]);
            let corners = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)];
            let outline = corners.map(|(right, up)| BoardPoint::new(x + right, up)).to_vec();
            BoardToken::new(seat, format!("{seat}1"), name(seat), "infantry", outline)
        };
        let corner = BoardPoint::new(f64::from(LAST) + 1.0, 1.0);
        let mut board = Board::empty(BoardPoint::new(0.0, 0.0), corner, "square", Grid::Squares);
        board.tokens = [RUNNER, KEEPER].map(token).to_vec();
        board
    }
}

impl Notation for Causeway {
    fn format(command: &Command) -> String {
        match command {
            Command::HidePit { square } => format!("pit {square}"),
            other => <&str>::from(other).to_owned(),
        }
    }

    fn parse(line: &str) -> Result<Command, Message> {
        let pit = line.strip_prefix("pit ").and_then(|square| square.parse().ok());
        let command = pit
            .map(|square| Command::HidePit { square })
            .or_else(|| line.parse().ok());
        command.ok_or_else(|| Message::plain(format!("{line:?} is no command of Causeway")))
    }
}

impl Players for Causeway {}
impl Inspect for Causeway {}
impl Packs for Causeway {}
impl Setups for Causeway {}
impl Sketches for Causeway {}
impl NotedPositions for Causeway {}
impl Coaching for Causeway {}
impl Analysis for Causeway {}
