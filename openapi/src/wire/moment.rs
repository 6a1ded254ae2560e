//! Views of a game: its events, offers, timeline, dice, audit.

use hindsight_engine::WireOffer;
use hindsight_kernel::{
    Ask, AuditReport, Awaiting, DiceKind, Distribution, Fact, LensName, LensReport, MessageData, NoteSheet,
    Roll, RuleId, Seat,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One event as a viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Its place in the stream, from 1.
    pub version: u64,
    /// Its type: `unit_moved`, `taken_back` ...
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is on the present line (not taken back).
    pub live: bool,
    /// When it was recorded (RFC 3339).
    pub recorded_at: String,
    /// The key of the command that caused it.
    pub command_id: String,
    /// The id of the step that the command belongs to, where several commands were given as one (`atomic`, `imply`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The server gave its command by itself, between two that were recorded (`imply`): nobody was asked for this pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub implied: bool,
    /// That command, on its first event, where it may be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
    pub command: Option<Value>,
    /// The event itself, with its `type`.
    #[schemars(with = "std::collections::BTreeMap<String, Value>")]
    pub event: Value,
    /// In one sentence.
    pub words: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The neutral story of it, if asked for by `facts=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<Fact>>,
}

/// A page of events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventPage {
    /// The game.
    pub game: String,
    /// The version of its last event.
    pub version: u64,
    /// The events, in order.
    pub items: Vec<Event>,
    /// Pass it as `from` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// The sheet on which the present position of a game can be noted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameSheet {
    /// The game.
    pub game: String,
    /// The version that it holds for.
    pub version: u64,
    /// The sheet; nothing before the battle and after its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<NoteSheet>,
}

/// What may be done now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferList {
    /// The game.
    pub game: String,
    /// The version they hold for.
    pub version: u64,
    /// Who is asked what.
    pub awaiting: Vec<Awaiting>,
    /// What those asked may do. Post an offer's `command` (or a sample) as `{"type": "play", "seat": .., "command": ..}`.
    pub items: Vec<WireOffer>,
    /// Whole moves of the `unit` that was asked for, each with the picture of where it ends and its way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whole_moves: Vec<WireOffer>,
    /// Choices to which commands about the `unit` only lead: with `ahead` also those after the passes that may be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads_to: Vec<NextChoice>,
    /// The decisions beyond the passes that may be left out, with `ahead`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<OffersAhead>,
}

/// A choice to which a command about a unit only leads, so that both can be recorded as one step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NextChoice {
    /// The command that leads to it, as it is posted.
    pub first: Value,
    /// The number of passes before that command, which `imply` fills in.
    pub passes: usize,
    /// The open question.
    pub awaiting: Vec<Awaiting>,
    /// The offers of the choice. Post `[first, ..]` with one of them as a list: with `atomic`, or with `imply` where there are passes.
    pub items: Vec<WireOffer>,
    /// Whole moves of the unit, each with the picture of where it ends and its way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whole_moves: Vec<WireOffer>,
}

/// What can be recorded next beyond the passes that may be left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OffersAhead {
    /// Each place on the way with what could be done there instead of passing, the first one first. The last one is where the way
    /// ends.
    pub places: Vec<PlaceAhead>,
    /// The roll that is due at its end: post its dice as `{"type": "next", "dice": [..]}` with `imply`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<Ask>,
    /// The reason why the way ends there.
    pub ends: AheadEnd,
}

/// A place on the way past what may be left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceAhead {
    /// The number of passes before it.
    pub passes: usize,
    /// The open questions.
    pub awaiting: Vec<Awaiting>,
    /// The offers that do something; recorded with `imply`, the passes before it are filled in.
    pub items: Vec<WireOffer>,
}

/// The reason why the way past what may be left out ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AheadEnd {
    /// Dice are rolled.
    Roll,
    /// A seat has to choose, or the caller does not speak for it.
    Choice,
    /// The next pass would show the caller what is hidden from them.
    Shows,
    /// The game is over.
    Over,
}

/// The course of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timeline {
    /// The game.
    pub game: String,
    /// The version of its last event.
    pub version: u64,
    /// Stretches of the present line with one round, turn and phase.
    pub entries: Vec<TimelineEntry>,
    /// Events that change the line or stand out.
    pub marks: Vec<TimelineMark>,
    /// Versions of the present line that tell something, in order: the others are procedure between them.
    pub told: Vec<u64>,
    /// Versions of the present line at which a unit begins to act, or a stretch begins, in order.
    pub activations: Vec<u64>,
}

/// A stretch of the present line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineEntry {
    /// Its first version.
    pub from: u64,
    /// Its last version.
    pub to: u64,
    /// Round, from 1; 0 before the battle.
    pub round: u32,
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// The phase in the game's words.
    pub phase: String,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// All of it in words.
    pub caption: String,
    /// Id and arguments of the caption, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}

/// An event that stands out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineMark {
    /// Where.
    pub version: u64,
    /// `fight`, `broken`, `destroyed`, `lucky`, `unlucky`, `taken_back`, `corrected`, `ruled`, `noted`, `said`, `ended` ... A
    /// roll is lucky or unlucky where at most one in ten such rolls is at least so extreme.
    pub kind: String,
    /// In one sentence.
    pub words: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// Whose it is: who was lucky, whose unit broke. Nothing for what is everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Every roll of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiceLedger {
    /// The game.
    pub game: String,
    /// The version of its last event.
    pub version: u64,
    /// Where the dice come from, with the published hash of the server's seed.
    pub dice: Option<DiceKind>,
    /// The rolls, in order.
    pub items: Vec<DiceEntry>,
}

/// One roll with what was to be expected of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiceEntry {
    /// The event it is in.
    pub version: u64,
    /// Whether that event is on the present line.
    pub live: bool,
    /// The dice.
    pub roll: Roll,
    /// Who threw them, where the game says so.
    pub seat: Option<Seat>,
    /// For which unit.
    pub unit: Option<String>,
    /// Against which unit.
    pub against: Option<String>,
    /// What each die, or their sum, needed.
    pub target: Option<i32>,
    /// The number of successes, or the total where the dice are summed.
    pub result: i32,
    /// The exact distribution of `result` before the throw.
    pub expected: Distribution,
    /// The mean of it.
    pub mean: f64,
    /// Where the result stands in it, 0 to 1; above 0.5 is a high result.
    pub percentile: f64,
}

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditAnswer {
    /// The game.
    pub game: String,
    /// The version audited.
    pub version: u64,
    /// Whether record, rules and dice agree throughout. Of a game with parts that were not recorded nobody can say so: `false`.
    pub sound: bool,
    /// Whether a part of the battle was not recorded: the board was set as it was noted beside the table (`report.noted`).
    #[serde(default)]
    pub unrecorded: bool,
    /// The digest of the chain up to this version.
    pub digest: String,
    /// The report.
    pub report: AuditReport,
    /// What could have been done and was not, as the game's coach finds it: nobody had to.
    pub missed: Vec<MissedOption>,
}

/// By which rules a recorded game is decided again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskLaboratory {
    /// The id of the rules, one of the answer's `lenses`, or the id and the version of their code (`battleground-4@2.0.3`); left
    /// out, another edition if there is one.
    pub rules: Option<String>,
    /// Lists the commands on which they part from this version of the game on: the `next` of the page before.
    pub from: Option<u64>,
    /// At most so many of them, 1 to 500; 100 if left out.
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u16>,
}

/// A recorded game decided again by other rules. Nothing of it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaboratoryAnswer {
    /// The game.
    pub game: String,
    /// The version up to which it was decided again.
    pub version: u64,
    /// Command by command where the other rules part from the record.
    pub report: LensReport,
    /// All rules by which games of this system can be read, each in the one version that this release has. Rules of earlier releases
    /// cannot be asked; what they decided is on record (`report.opened_with`).
    pub lenses: Vec<LensName>,
}

/// Something that a player might have done and did not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MissedOption {
    /// The version of the event at which it shows.
    pub version: u64,
    /// Whose option it was.
    pub seat: Seat,
    /// Which unit's, if one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The detector that found it.
    pub detector: String,
    /// What the detector is called.
    pub name: String,
    /// The reason, in a sentence or two.
    pub reason: String,
    /// The rules that it rests on.
    pub rules: Vec<RuleId>,
}
