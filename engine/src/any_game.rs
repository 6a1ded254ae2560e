//! A game of whichever system, at one version.

use hindsight_kernel::coach::without_dice;
use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::{
    Applied, Awaiting, Board, Bot, Choice, DiceKind, EventOf, FoldError, Game, GameEvent, GameOutcome,
    InspectRequest, Inspection, LastChange, MESSAGES, Message, MessageData, Moment, NoteCounts, NoteSheet,
    Offer, OfferPicture, OfferPlace, OfferWay, OrdersAsked, OtherPlace, PlacedPiece, Proposal, RecordedEvent,
    Refusal, RuleId, RuleSet, RunEnd, Seat, SeatInfo, Seeds, SentenceData, StatisticTerms, Stopped, UnitInfo,
    Viewer, fixed, lens_named, message, rand_core, wire,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::by_orders::{AnyOrders, by_orders};
use crate::chronicle::{Chronicle, ChronicleOf, FoldStep, show_command};
use crate::given::{self, CommandError, CommandRequest};
use crate::running_on::{
    AnyGoal, AnyNextChoice, AnyRun, AnySetUp, RunCaller, RunPlace, Runner, ahead, leading_on, run_on,
    set_up_again,
};
use crate::snapshot;

/// What the table knows of a game besides its position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// The system's id.
    pub system: String,
    /// How many events the stream holds.
    pub version: u64,
    /// The rules that opened the game.
    pub rules_version: String,
    /// Where the dice come from.
    pub dice: Option<DiceKind>,
    /// How it ended, if it has.
    pub outcome: Option<GameOutcome>,
    /// A result that is proposed and not answered.
    pub proposal: Option<Proposal>,
    /// Rulings on the present line.
    pub rulings: u32,
    /// Positions on the present line that were noted beside the table: after play that was not recorded, and to set the record right.
    #[serde(default)]
    pub noted: NoteCounts,
    /// Take-backs in the stream.
    pub take_backs: u32,
    /// Corrections in the stream.
    pub corrections: u32,
    /// Where in the game it stands.
    pub moment: Moment,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// Whose decisions are awaited.
    pub awaiting: Vec<Awaiting>,
    /// Whether something is still hidden from somebody.
    pub secrets: bool,
}

/// An offer in its wire form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOffer {
    /// Seat that may do it.
    pub seat: Seat,
    /// The decision it answers.
    pub decision: String,
    /// In words.
    pub label: String,
    /// Id and arguments of the label, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// A sentence or two for a player who is new to the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<SentenceData>,
    /// Heading under which offers of a kind stand together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<SentenceData>,
    /// The unit it is about.
    pub unit: Option<String>,
    /// Place on the board where it happens, if it is a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<OfferPlace>,
    /// What to draw for it, where that is known without dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<OfferPicture>,
    /// Members of a form's command that say a way on the board, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<OfferWay>,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The complete command, for a discrete choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Value>,
    /// The limits of a form, for a choice too wide to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Map<String, Value>>,
    /// Complete legal commands of a form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Value>,
    /// The seat declines by it and spends nothing: a record may leave it out (`imply`). Of a form one sample does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nothing: bool,
    /// It may only lead on to a choice about its unit, which can be laid out before it is recorded: `leads_to` of the offers with `unit`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leads_on: bool,
}

impl WireOffer {
    /// Whether nothing else can be done by it than to decline.
    pub fn is_only_nothing(&self) -> bool {
        self.nothing && self.command.is_some()
    }
}

/// What commands lead to as far as no dice are thrown, to be drawn.
#[derive(Debug, Clone)]
pub struct BoardWithoutDice {
    /// The board then.
    pub board: Board,
    /// What changed on the way there.
    pub change: LastChange,
    /// Whether dice would be thrown next.
    pub rolls: bool,
}

/// A decided command of whichever system.
pub struct AnyDecided {
    /// The command as the store keeps it.
    pub command: Vec<u8>,
    /// The events to append, in order.
    pub events: Vec<StoredEvent>,
    /// The place at which a correction stops: the later command that is no longer legal.
    pub stopped: Option<Stopped>,
    /// The game after them.
    pub game: Box<dyn AnyGame>,
}

impl std::fmt::Debug for AnyDecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyDecided")
            .field("events", &self.events)
            .finish_non_exhaustive()
    }
}

/// A game of whichever system, at one version.
pub trait AnyGame: Send + Sync {
    /// The number of events that the stream holds.
    fn version(&self) -> u64;
    /// The table's data on the game, as a viewer may know it.
    fn info(&self, viewer: Viewer) -> GameInfo;
    /// The position as a viewer may know it: what can be posted back as a start.
    fn state(&self, viewer: Viewer) -> Value;
    /// As [`state`](Self::state), written as JSON at once.
    fn state_json(&self, viewer: Viewer) -> Vec<u8>;
    /// The number of choices made in secret that a viewer may not know before everybody has chosen.
    fn sealed_choices(&self, viewer: Viewer) -> usize;
    /// Whether the number of dice that follow the last secret choice may depend on the choices.
    fn sealed_choices_decide_dice(&self) -> bool;
    /// The picture as a viewer may know it.
    fn board(&self, viewer: Viewer) -> Board;
    /// Every unit a viewer may know of.
    fn units(&self, viewer: Viewer) -> Vec<UnitInfo>;
    /// The terms that were settled before the first move.
    fn terms(&self) -> StatisticTerms;
    /// The words in which the position is like others, for a seat.
    fn likeness(&self, seat: Seat) -> Vec<String>;
    /// The offers to a seat.
    fn offers(&self, seat: Seat) -> Vec<WireOffer>;
    /// The whole moves of a unit, where the offers list their first steps only.
    fn whole_moves(&self, seat: Seat, unit: &str) -> Vec<WireOffer>;
    /// The command by which a seat declines and spends nothing, in its wire form.
    fn nothing(&self, seat: Seat) -> Option<Value>;
    /// Whether a seat that is asked can let the question pass without ending its own part of a turn.
    fn may_pass(&self, seat: Seat) -> bool;
    /// Gives passes until a goal is legal; nothing is recorded.
    ///
    /// # Errors
    /// The command does not have the form that the system wants.
    fn run_on(&self, goal: AnyGoal, caller: &RunCaller) -> Result<AnyRun, CommandError>;
    /// The places that passes lead by as far as they go, with what else could be done at each.
    fn ahead(&self, caller: &RunCaller) -> (Vec<RunPlace>, RunEnd);
    /// The choice to which a command about a unit only leads, with the passes before it; none where something comes in between. Nothing
    /// is recorded.
    ///
    /// # Errors
    /// The command does not have the form that the system wants.
    fn leading_on(
        &self,
        command: CommandRequest,
        unit: &str,
        caller: &RunCaller,
    ) -> Result<Option<AnyNextChoice>, CommandError>;
    /// Lets units of a seat carry out their standing orders; nothing is recorded.
    fn by_orders(&self, asked: &OrdersAsked, caller: &RunCaller) -> AnyOrders;
    /// Ids of the units of a seat that have a standing order due, here or past the windows that lead on from here.
    fn orders_due(&self, seat: Seat, caller: &RunCaller) -> Vec<String>;
    /// The commands of an earlier game's set-up that can be given next; nothing where the games are not of one system.
    ///
    /// # Errors
    /// A stream that does not fold.
    fn set_up_again(
        &self,
        own: &dyn Chronicle,
        earlier: &dyn Chronicle,
        caller: &RunCaller,
    ) -> Result<Option<AnySetUp>, FoldError>;
    /// The piece that a command of the system places before the battle; nothing where it places none or cannot be read.
    fn placed_by(&self, command: &Value) -> Option<PlacedPiece>;
    /// The same command with another place for its piece. Rule `HS-PLACE-01`.
    ///
    /// # Errors
    /// The command does not have the form that the system wants, or places no piece; the board does not have the place.
    fn placed_elsewhere(&self, command: &Value, place: &OtherPlace) -> Result<Value, CommandError>;
    /// What commands of a seat lead to as far as no dice are thrown, as a viewer would see it; nothing is recorded.
    ///
    /// # Errors
    /// The rules refuse one of them, or dice are thrown before the last.
    fn without_dice(
        &self,
        seat: Seat,
        commands: &[Value],
        viewer: Viewer,
    ) -> Result<BoardWithoutDice, CommandError>;
    /// Answers a question about the position as a viewer knows it, by the rules that its `about.rules` names, or by those of
    /// the game.
    fn inspect(&self, question: &InspectRequest, viewer: Viewer) -> Result<Inspection, Refusal>;
    /// Decides a command. Take-backs and corrections need the chronicle.
    fn decide_request(
        &self,
        request: CommandRequest,
        chronicle: Option<&dyn Chronicle>,
        seeds: Option<Seeds<'_>>,
    ) -> Result<AnyDecided, CommandError>;
    /// Decides a command in its wire form.
    fn decide(
        &self,
        command: Value,
        chronicle: Option<&dyn Chronicle>,
        seeds: Option<Seeds<'_>>,
    ) -> Result<AnyDecided, CommandError> {
        self.decide_request(CommandRequest::parse(command)?, chronicle, seeds)
    }
    /// The command that a bot chooses for a seat, in its wire form; nothing if the seat is not asked.
    fn choose(&self, bot: Bot, seat: Seat, rng: &mut dyn rand_core::Rng) -> Option<Value>;
    /// Applies a stored event.
    fn apply(&mut self, event: &StoredEvent) -> Result<Applied, FoldError> {
        self.apply_parts(&event.kind, event.schema, &event.body)
    }
    /// Applies a stored event that is lent in parts: its type, its schema, its body.
    fn apply_parts(&mut self, kind: &str, schema: u16, body: &[u8]) -> Result<Applied, FoldError>;
    /// Shows to `look` what a stored command with these events does to this game, which stands just before it, to
    /// somebody who may know everything. Shows nothing and says `false` if the command goes back in the past: then
    /// the chronicle alone can tell.
    fn show_command(
        &self,
        command: &[u8],
        events: &[StoredEvent],
        look: &mut dyn FnMut(&dyn FoldStep),
    ) -> Result<bool, FoldError>;
    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyGame>;
    /// The bytes of a snapshot: a cache, never the truth.
    fn snapshot(&self) -> Vec<u8>;
    /// The sheet on which the present position can be noted beside the table; nothing before the battle and after its end.
    fn sheet(&self, viewer: Viewer) -> Option<NoteSheet>;
    /// Whether every named invariant holds.
    fn invariants(&self) -> Result<(), Message>;
    /// Whether the position is one that a table can have, now that somebody is asked or the game is over.
    fn sound(&self) -> Result<(), Message>;
}

pub(crate) struct GameOf<R: RuleSet>(pub(crate) Game<R>);

impl<R: RuleSet> GameOf<R> {
    fn seen(&self, viewer: Viewer) -> std::borrow::Cow<'_, R::State> {
        match self.0.viewer(viewer) {
            Viewer::Everything => std::borrow::Cow::Borrowed(self.0.state()),
            viewer => std::borrow::Cow::Owned(R::view(self.0.state(), viewer)),
        }
    }
}

impl<R: RuleSet> AnyGame for GameOf<R> {
    fn version(&self) -> u64 {
        self.0.version()
    }

    fn info(&self, viewer: Viewer) -> GameInfo {
        let state = self.seen(viewer);
        let (take_backs, corrections) = self.0.rewinds();
        GameInfo {
            system: R::ID.to_owned(),
            version: self.0.version(),
            rules_version: self.0.rules_version().to_owned(),
            dice: self.0.dice().cloned(),
            outcome: self.0.ending().cloned(),
            proposal: self.0.proposal().cloned(),
            rulings: self.0.rulings(),
            noted: self.0.notes(),
            take_backs,
            corrections,
            moment: R::moment(&state),
            seats: R::seats(&state),
            awaiting: if self.0.ending().is_some() {
                Vec::new()
            } else {
                R::awaiting(&state)
            },
            secrets: self.0.ending().is_none() && R::has_secrets(self.0.state()),
        }
    }

    fn state(&self, viewer: Viewer) -> Value {
        wire::plain(self.seen(viewer).as_ref())
    }

    fn state_json(&self, viewer: Viewer) -> Vec<u8> {
        // ERR: the state of a game can always be written as JSON; the schemas' tests write all of them.
        fixed::to_json(self.seen(viewer).as_ref()).unwrap_or_else(|_| b"null".to_vec())
    }

    fn sealed_choices(&self, viewer: Viewer) -> usize {
        match self.0.viewer(viewer) {
            Viewer::Everything => 0,
            viewer => R::sealed_choices(self.0.state(), viewer),
        }
    }

    fn sealed_choices_decide_dice(&self) -> bool {
        R::sealed_choices_decide_dice()
    }

    fn board(&self, viewer: Viewer) -> Board {
        R::board(&self.seen(viewer))
    }

    fn units(&self, viewer: Viewer) -> Vec<UnitInfo> {
        R::units(&self.seen(viewer))
    }

    fn terms(&self) -> StatisticTerms {
        R::terms(self.0.state())
    }

    fn likeness(&self, seat: Seat) -> Vec<String> {
        R::likeness(self.0.state(), seat)
    }

    fn offers(&self, seat: Seat) -> Vec<WireOffer> {
        if self.0.ending().is_some() {
            return Vec::new();
        }
        let offers = R::offers(self.0.state(), seat);
        wire_offers::<R>(R::nothing(self.0.state(), seat).as_ref(), offers)
    }

    fn whole_moves(&self, seat: Seat, unit: &str) -> Vec<WireOffer> {
        if self.0.ending().is_some() {
            return Vec::new();
        }
        wire_offers::<R>(None, R::whole_moves(self.0.state(), seat, unit))
    }

    fn nothing(&self, seat: Seat) -> Option<Value> {
        let is_over = self.0.ending().is_some();
        let nothing = (!is_over).then(|| R::nothing(self.0.state(), seat)).flatten();
        nothing.as_ref().map(wire::to_value)
    }

    fn may_pass(&self, seat: Seat) -> bool {
        let is_over = self.0.ending().is_some();
        let nothing = (!is_over).then(|| R::nothing(self.0.state(), seat)).flatten();
        nothing.is_some_and(|pass| !R::ends_part(&pass))
    }

    fn run_on(&self, goal: AnyGoal, caller: &RunCaller) -> Result<AnyRun, CommandError> {
        run_on(&self.0, goal, caller)
    }

    fn by_orders(&self, asked: &OrdersAsked, caller: &RunCaller) -> AnyOrders {
        by_orders(&self.0, asked, caller)
    }

    fn orders_due(&self, seat: Seat, caller: &RunCaller) -> Vec<String> {
        self.0.orders_due(seat, &Runner::new(caller))
    }

    fn set_up_again(
        &self,
        own: &dyn Chronicle,
        earlier: &dyn Chronicle,
        caller: &RunCaller,
    ) -> Result<Option<AnySetUp>, FoldError> {
        let own = own.as_any().downcast_ref::<ChronicleOf<R>>();
        let earlier = earlier.as_any().downcast_ref::<ChronicleOf<R>>();
        let (Some(own), Some(earlier)) = (own, earlier) else {
            return Ok(None);
        };
        set_up_again(&self.0, own, earlier, caller).map(Some)
    }

    fn placed_by(&self, command: &Value) -> Option<PlacedPiece> {
        // ERR: a command of another form places nothing.
        let command = wire::from_value::<R::Command>(command.clone()).ok()?;
        R::placed_by(self.0.state(), &command)
    }

    fn placed_elsewhere(&self, command: &Value, place: &OtherPlace) -> Result<Value, CommandError> {
        place.check()?;
        let command = wire::from_value::<R::Command>(command.clone())?;
        let moved = R::placed_elsewhere(self.0.state(), &command, place)?;
        Ok(wire::to_value(&moved))
    }

    fn leading_on(
        &self,
        command: CommandRequest,
        unit: &str,
        caller: &RunCaller,
    ) -> Result<Option<AnyNextChoice>, CommandError> {
        leading_on::<R>(&self.0, command, unit, caller)
    }

    fn ahead(&self, caller: &RunCaller) -> (Vec<RunPlace>, RunEnd) {
        ahead(&self.0, caller)
    }

    fn inspect(&self, question: &InspectRequest, viewer: Viewer) -> Result<Inspection, Refusal> {
        let Some(rules) = question.about.get("rules") else {
            return R::inspect(&self.seen(viewer), question);
        };
        let Some(rules) = rules.as_str() else {
            return Err(Refusal::new("HS-FORM-01", message!(MESSAGES, "rules-not-named")).asked(rules));
        };
        let mut plain = question.clone();
        plain.about.remove("rules");
        lens_named::<R>(Some(rules))?.inspect(&self.seen(viewer), &plain)
    }

    fn decide_request(
        &self,
        request: CommandRequest,
        chronicle: Option<&dyn Chronicle>,
        seeds: Option<Seeds<'_>>,
    ) -> Result<AnyDecided, CommandError> {
        let given = given::read::<R>(request)?;
        let past: &[RecordedEvent<R>] =
            match chronicle.and_then(|chronicle| chronicle.as_any().downcast_ref::<ChronicleOf<R>>()) {
                Some(chronicle) => &chronicle.past,
                None => &[],
            };
        let decided = self.0.decide(&given, past, seeds)?;
        Ok(AnyDecided {
            command: codec::encode(&given),
            events: store_all::<R>(&decided.events),
            stopped: decided.events.iter().find_map(stopped_at::<R>).cloned(),
            game: Box::new(Self(decided.game)),
        })
    }

    fn without_dice(
        &self,
        seat: Seat,
        commands: &[Value],
        viewer: Viewer,
    ) -> Result<BoardWithoutDice, CommandError> {
        let before = self.seen(viewer);
        let read = |command: &Value| wire::from_value::<R::Command>(command.clone());
        let commands = commands.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let done = without_dice::<R>(&before, seat, &commands)?;
        let mut state = before.into_owned();
        let mut change = LastChange::default();
        for event in &done.events {
            change.add(R::last_change(&state, event));
            // The rules laid this event on this state just before.
            if R::evolve(&mut state, event).is_err() {
                break;
            }
        }
        Ok(BoardWithoutDice {
            board: R::board(&R::view(&done.state, viewer)),
            change,
            rolls: done.rolls,
        })
    }

    fn choose(&self, bot: Bot, seat: Seat, rng: &mut dyn rand_core::Rng) -> Option<Value> {
        hindsight_kernel::choose::<R>(bot, self.0.state(), seat, rng).map(|command| wire::to_value(&command))
    }

    fn apply_parts(&mut self, kind: &str, schema: u16, body: &[u8]) -> Result<Applied, FoldError> {
        let version = self.0.version() + 1;
        let event: EventOf<R> =
            codec::load_event::<R>(kind, schema, body).map_err(|error| error.at(version))?;
        self.0.apply(&event)
    }

    fn show_command(
        &self,
        command: &[u8],
        events: &[StoredEvent],
        look: &mut dyn FnMut(&dyn FoldStep),
    ) -> Result<bool, FoldError> {
        show_command::<R>(&self.0, command, events, look)
    }

    fn duplicate(&self) -> Box<dyn AnyGame> {
        Box::new(Self(self.0.clone()))
    }

    fn snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.0)
    }

    fn sheet(&self, viewer: Viewer) -> Option<NoteSheet> {
        if self.0.ending().is_some() {
            return None;
        }
        R::sheet(&self.seen(viewer))
    }

    fn sound(&self) -> Result<(), Message> {
        R::sound(self.0.state())
    }

    fn invariants(&self) -> Result<(), Message> {
        R::invariants(self.0.state())
    }
}

/// The place at which a correction stops.
const fn stopped_at<R: RuleSet>(event: &EventOf<R>) -> Option<&Stopped> {
    match event {
        GameEvent::Corrected { stopped, .. } => stopped.as_ref(),
        _ => None,
    }
}

/// Offers in their wire form. `nothing` is the command by which their seat declines.
pub(crate) fn wire_offers<R: RuleSet>(
    nothing: Option<&R::Command>,
    offers: Vec<Offer<R::Command>>,
) -> Vec<WireOffer> {
    let wired = |command: &R::Command| wire::to_value(command);
    let one = |offer: Offer<R::Command>| {
        let nothing = nothing.is_some_and(|nothing| offer.commands().contains(nothing));
        let leads_on = matches!(&offer.choice, Choice::Command(command) if R::leads_on(command));
        let (command, limits, samples) = match offer.choice {
            Choice::Command(command) => (Some(wired(&command)), None, Vec::new()),
            Choice::Form { limits, samples } => (None, Some(limits), samples.iter().map(wired).collect()),
        };
        WireOffer {
            seat: offer.seat,
            decision: offer.decision,
            message: offer.label.data(),
            label: offer.label.into(),
            help: offer.help.map(Into::into),
            group: offer.group.map(Into::into),
            unit: offer.unit,
            place: offer.place,
            picture: offer.picture,
            way: offer.way,
            rule: offer.rule,
            command,
            limits,
            samples,
            nothing,
            leads_on,
        }
    };
    offers.into_iter().map(one).collect()
}

pub(crate) fn store_all<R: RuleSet>(events: &[EventOf<R>]) -> Vec<StoredEvent> {
    events.iter().map(codec::store_event::<R>).collect()
}

/// The wire form of an event: the system's with their own `type`, the table's likewise.
pub(crate) fn wire_event<R: RuleSet>(event: &EventOf<R>) -> Value {
    match event {
        GameEvent::Played(played) => wire::to_value(played),
        GameEvent::Redone { was, given } => {
            serde_json::json!({ "type": "redone", "was": was, "command": given::write::<R>(given) })
        }
        table => wire::to_value(table),
    }
}
