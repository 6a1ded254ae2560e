//! Offers: what may be done now, who is asked, and where in the game that is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::message::worded;
use crate::{BoardPoint, Message, MessageData, RuleId, Seat, SideId};

/// A decision that is awaited from a seat. Several seats may be asked at once where the rules choose in secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "AwaitingForm", into = "AwaitingForm")]
pub struct Awaiting {
    /// Seat that is asked.
    pub seat: Seat,
    /// The decision's name in the state machine: `deploy`, `action`, `reform` ...
    pub decision: String,
    /// The question in one sentence.
    pub question: Message,
    /// The rule that asks.
    pub rule: RuleId,
}

/// A decision that is awaited from a seat. Several seats may be asked at once where the rules choose in secret.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Awaiting")]
struct AwaitingForm {
    /// Seat that is asked.
    seat: Seat,
    /// The decision's name in the state machine: `deploy`, `action`, `reform` ...
    decision: String,
    /// The question in one sentence.
    question: String,
    /// Id and arguments of the question, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<MessageData>,
    /// The rule that asks.
    rule: RuleId,
}

impl From<Awaiting> for AwaitingForm {
    fn from(asked: Awaiting) -> Self {
        Self {
            seat: asked.seat,
            decision: asked.decision,
            question: asked.question.to_string(),
            message: asked.question.data(),
            rule: asked.rule,
        }
    }
}

impl From<AwaitingForm> for Awaiting {
    fn from(form: AwaitingForm) -> Self {
        Self::new(
            form.seat,
            form.decision,
            Message::stored(form.question),
            form.rule,
        )
    }
}

impl Awaiting {
    /// A decision that a seat is asked for.
    pub fn new(seat: Seat, decision: impl Into<String>, question: Message, rule: impl Into<RuleId>) -> Self {
        Self {
            seat,
            decision: decision.into(),
            question,
            rule: rule.into(),
        }
    }
}

/// Something that may be done now.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer<C> {
    /// Seat that may do it.
    pub seat: Seat,
    /// The decision it answers.
    pub decision: String,
    /// In words: `Bridge Militia: move 2 east`.
    pub label: Message,
    /// A sentence or two for a player who is new to the game.
    pub help: Option<Message>,
    /// Heading under which offers of a kind stand together.
    pub group: Option<Message>,
    /// The unit it is about, if one.
    pub unit: Option<String>,
    /// Place on the board where it happens, if it is a place.
    pub place: Option<OfferPlace>,
    /// What to draw for it, where that is known without dice.
    pub picture: Option<OfferPicture>,
    /// Members of a form's command that say a way on the board, if it is one.
    pub way: Option<OfferWay>,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The choice itself.
    pub choice: Choice<C>,
}

/// A choice is either one complete command or a form with limits.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice<C> {
    /// A complete legal command. Within one decision, the commands so offered are all there are.
    Command(C),
    /// Too many to list (an army list, a free move): the limits, and some complete legal commands.
    Form {
        /// The limits by name, as the system documents them.
        limits: Map<String, Value>,
        /// Complete legal commands.
        samples: Vec<C>,
    },
}

/// A place on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfferPlace {
    /// Name of the place in the game: `d4`, `1307`.
    pub name: String,
    /// Its centre.
    pub at: BoardPoint,
}

/// What a choice would look like on the board.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct OfferPicture {
    /// Corners of the unit where it would stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<BoardPoint>,
    /// Heading of the unit then, in degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
    /// Centre points of its way, from where it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<BoardPoint>,
    /// Unit at which it is aimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// Members of a form's command by which a unit turns, goes straight ahead and turns again, so that the way can be drawn on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferWay {
    /// Member with the heading of the first turn, in degrees; none where the unit goes as it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Member with the distance.
    pub distance: String,
    /// Number of its units in one unit of the board.
    pub per_unit: u32,
    /// Multiple that a distance is of.
    pub step: u32,
    /// The longest distance.
    pub most: u32,
    /// Member with the heading of the last turn, in degrees.
    pub last: String,
}

impl<C> Offer<C> {
    /// One complete command.
    pub fn one(
        seat: Seat,
        decision: impl Into<String>,
        label: Message,
        rule: impl Into<RuleId>,
        command: C,
    ) -> Self {
        Self::new(
            seat,
            decision.into(),
            label,
            rule.into(),
            Choice::Command(command),
        )
    }

    /// A form: its limits, an object by name, and some complete legal commands.
    pub fn form(
        seat: Seat,
        decision: impl Into<String>,
        label: Message,
        rule: impl Into<RuleId>,
        limits: &Value,
        samples: Vec<C>,
    ) -> Self {
        let choice = Choice::Form {
            limits: limits.as_object().cloned().unwrap_or_default(),
            samples,
        };
        Self::new(seat, decision.into(), label, rule.into(), choice)
    }

    const fn new(seat: Seat, decision: String, label: Message, rule: RuleId, choice: Choice<C>) -> Self {
        Self {
            seat,
            decision,
            label,
            help: None,
            group: None,
            unit: None,
            place: None,
            picture: None,
            way: None,
            rule,
            choice,
        }
    }

    /// The same with a sentence or two for newcomers.
    #[must_use]
    pub fn helped(mut self, help: Message) -> Self {
        self.help = Some(help);
        self
    }

    /// The same under a heading.
    #[must_use]
    pub fn under(mut self, group: Message) -> Self {
        self.group = Some(group);
        self
    }

    /// The same at a place of the board.
    #[must_use]
    pub fn at(mut self, name: &impl ToString, at: BoardPoint) -> Self {
        let name = name.to_string();
        self.place = Some(OfferPlace { name, at });
        self
    }

    /// The same with what to draw for it.
    #[must_use]
    pub fn drawn(mut self, picture: OfferPicture) -> Self {
        self.picture = Some(picture);
        self
    }

    /// The same with the members that say a way on the board.
    #[must_use]
    pub fn along(mut self, way: OfferWay) -> Self {
        self.way = Some(way);
        self
    }

    /// The same about a unit.
    #[must_use]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "ids of units are names that are copied"
    )]
    pub fn about(mut self, unit: impl ToString) -> Self {
        self.unit = Some(unit.to_string());
        self
    }

    /// Whether this is one complete command and no form.
    pub const fn is_command(&self) -> bool {
        matches!(self.choice, Choice::Command(_))
    }

    /// The same about a unit, if there is one.
    #[must_use]
    pub fn about_if(self, unit: Option<impl ToString>) -> Self {
        match unit {
            Some(unit) => self.about(unit),
            None => self,
        }
    }

    /// The complete legal commands of this offer.
    pub fn commands(&self) -> &[C] {
        match &self.choice {
            Choice::Command(command) => std::slice::from_ref(command),
            Choice::Form { samples, .. } => samples,
        }
    }
}

/// So many draws in a row without a new command are enough.
const IN_VAIN: usize = 128;

/// Different commands for a form, drawn until there are `most` of them, or many draws in a row bring nothing new.
pub fn sampled<C: PartialEq>(
    mut samples: Vec<C>,
    most: usize,
    mut draw: impl FnMut() -> Option<C>,
) -> Vec<C> {
    let mut in_vain = 0;
    while samples.len() < most && in_vain < IN_VAIN {
        in_vain += 1;
        if let Some(command) = draw()
            && !samples.contains(&command)
        {
            samples.push(command);
            in_vain = 0;
        }
    }
    samples
}

/// Where in a game a state stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// Round, from 1; 0 before the battle.
    pub round: u32,
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// The phase's name in the game's words.
    pub phase: String,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// All of it as a caption.
    #[serde(flatten, with = "worded::caption")]
    #[schemars(with = "worded::Caption")]
    pub caption: Message,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameOutcome {
    /// The side that won, or nothing for a draw.
    pub winner: Option<SideId>,
    /// Each side's score.
    pub scores: Vec<(SideId, f64)>,
    /// Why: `points after round 6`, `all units lost`, `conceded` ...
    #[serde(
        serialize_with = "Message::serialize_sentence",
        deserialize_with = "Message::deserialize_sentence"
    )]
    #[schemars(with = "String")]
    pub reason: Message,
    /// The rule that decides it.
    pub rule: RuleId,
}

impl GameOutcome {
    /// A victory of a seat's side, without a score.
    pub fn won_by(seat: Seat, reason: Message, rule: impl Into<RuleId>) -> Self {
        Self {
            winner: Some(SideId::of_seat(seat)),
            scores: Vec::new(),
            reason,
            rule: rule.into(),
        }
    }
}

/// A seat of a game and what it is called there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// The side it plays for.
    pub side: SideId,
    /// `South`, `Player 1` ...
    pub name: String,
    /// The faction, once it is public.
    pub faction: Option<String>,
}

impl SeatInfo {
    /// A seat with a side of its own and without a faction.
    pub fn new(seat: Seat, name: impl Into<String>) -> Self {
        Self {
            seat,
            side: SideId::of_seat(seat),
            name: name.into(),
            faction: None,
        }
    }
}
