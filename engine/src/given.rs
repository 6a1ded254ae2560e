//! Commands on the wire: one type that is published, parsed and shown, and its way to and from the kernel's stored form.

use hindsight_kernel::plain_text::{unfit_reason, unfit_within};
use hindsight_kernel::wire::{self, Malformed};
use hindsight_kernel::{
    BoardPoint, Correction, CorrectionChange, GameOrder, Given, GivenOf, MESSAGES, Message, NoteKind,
    NotedPosition, OrderOf, Refusal, ReportedDice, RuleSet, Seat, SideId, message,
};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::any_system::{SystemCommand, SystemPatch};

/// Why something asked for is not done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// The rules (or the table's rules) refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It does not have the right form.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

impl CommandError {
    /// The reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Refused(refusal) => refusal.clone().cited(),
            Self::Malformed(malformed) => malformed.message(),
        }
    }
}

/// The most dice a command may report.
const MOST_REPORTED: usize = 2_000;

/// One command, whoever speaks: `{"type": "play", "seat": "A", "command": {"type": "move", ..}, "dice": [4, 2]}`. This type is
/// what the API publishes, what it parses and what it shows of a stored command.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
pub struct CommandRequest {
    /// Who speaks; a seat's token need not say it.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Dice thrown on the table, in the order in which the rules roll them, where the players report them: faces, or counts.
    #[schemars(default, skip_serializing_if = "Vec::is_empty", length(max = 2000))]
    pub dice: Vec<ReportedDice>,
    /// The command itself.
    #[schemars(flatten)]
    pub command: TableCommand,
}

/// What can be asked of a game, whatever its system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum TableCommand {
    /// Open the game: only ever its first command, given by making the game.
    #[schemars(skip)]
    Open {},
    /// Play a command of the system, as its `command` schema says.
    Play {
        /// The command.
        #[schemars(with = "SystemCommand")]
        command: Value,
    },
    /// Go back to an earlier version of the present line.
    TakeBack {
        /// That version.
        to: u64,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Change the position outside the rules: an agreement, or an error of recording.
    Rule {
        /// What changes, as the system's `patch` schema says.
        #[schemars(with = "SystemPatch")]
        patch: Value,
        /// Why.
        reason: String,
    },
    /// Set the whole board as it was noted beside the table, with the turn and whose it is.
    Position {
        /// The position; the sheet of the game says what can be noted.
        position: NotedPosition,
        /// Why the record goes on from there.
        #[serde(default)]
        kind: NoteKind,
        /// Why, in words; needed to set a record right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Give up.
    Concede {},
    /// Propose a result.
    Propose {
        /// The winning side; left out, a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<SideId>,
    },
    /// Answer a proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Say something.
    Say {
        /// 1 to 2,000 characters.
        #[schemars(length(min = 1, max = 2000))]
        text: String,
    },
    /// Put in another command where one was given, then decide the later ones again.
    Correct {
        /// The version at which the command to change begins.
        at: u64,
        /// What to do there.
        change: ChangeRequest,
        /// Why.
        reason: String,
    },
    /// Commit the server's tray to a new seed.
    Reseed {},
    /// Go on past everything that may be left out, with `imply` alone: its `dice` are those of the next roll; without dice, to the
    /// next roll, the next choice or the end of the game.
    Next {},
    /// Make the choices that an earlier game made before its battle again, with `imply` alone: the same armies, deployment and orders, for
    /// the seats that you speak for (or `seat` alone), to the next roll and as far as the rules of this game take them.
    SetUp {
        /// The id of the earlier game, of the same system.
        #[schemars(length(min = 1, max = 60))]
        game: String,
    },
    /// Let units carry out their standing orders, with `imply` alone: each is a command of its own, in the order in which the game tries
    /// them, until something is left to choose. `seat` names their player; without it the first who has such units.
    ByOrders {
        /// Ids of the units, in the order in which they act; without them all that have such an order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 100))]
        units: Option<Vec<String>>,
    },
    /// Place a piece elsewhere before the battle: a correction of the command that placed it, for who keeps the record. It is refused if
    /// a later command would no longer be legal.
    Place {
        /// The id of the piece.
        #[schemars(length(min = 1, max = 60))]
        piece: String,
        /// The place of its middle, in the units of the board; a board of cells or hexes takes the one in which it lies.
        at: BoardPoint,
        /// Heading in degrees, of which the game takes the nearest that it has; without it the piece keeps its heading.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<f64>,
    },
}

/// What to do with a past command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChangeRequest {
    /// Another command in its place.
    Replace {
        /// The right command, in the same form as any other.
        #[schemars(with = "std::collections::BTreeMap<String, Value>")]
        command: Value,
    },
    /// A forgotten command before it.
    Insert {
        /// The forgotten command.
        #[schemars(with = "std::collections::BTreeMap<String, Value>")]
        command: Value,
    },
    /// Nothing in its place.
    Remove {},
}

impl TableCommand {
    /// The name of its type on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Open {} => "open",
            Self::Play { .. } => "play",
            Self::TakeBack { .. } => "take_back",
            Self::Rule { .. } => "rule",
            Self::Position { .. } => "position",
            Self::Concede {} => "concede",
            Self::Propose { .. } => "propose",
            Self::Answer { .. } => "answer",
            Self::Say { .. } => "say",
            Self::Correct { .. } => "correct",
            Self::Reseed {} => "reseed",
            Self::Next {} => "next",
            Self::SetUp { .. } => "set_up",
            Self::ByOrders { .. } => "by_orders",
            Self::Place { .. } => "place",
        }
    }

    /// Whether it changes what is recorded already, so that it needs the history of the game.
    pub const fn goes_back(&self) -> bool {
        matches!(self, Self::TakeBack { .. } | Self::Correct { .. })
    }

    /// Whether the rules of the system decide it.
    pub const fn is_by_the_rules(&self) -> bool {
        matches!(
            self,
            Self::Play { .. } | Self::Rule { .. } | Self::Position { .. }
        )
    }

    /// Whether it is talk, which decides nothing.
    pub const fn is_talk(&self) -> bool {
        matches!(
            self,
            Self::Propose { .. } | Self::Answer { .. } | Self::Say { .. }
        )
    }
}

impl Serialize for CommandRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CommandRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl CommandRequest {
    /// Reads a command, with the place of the first fault.
    ///
    /// # Errors
    /// No object with a known `type`; a missing, unknown or mistyped field; more than 2,000 dice.
    pub fn parse(value: Value) -> Result<Self, Malformed> {
        let Value::Object(mut fields) = value else {
            return Err(malformed("", message!(MESSAGES, "form-type-expected")));
        };
        let seat = take(&mut fields, "seat")?;
        let dice: Vec<ReportedDice> = take(&mut fields, "dice")?.unwrap_or_default();
        if dice.len() > MOST_REPORTED {
            return Err(malformed(
                "/dice",
                message!(MESSAGES, "form-too-many-dice", most = MOST_REPORTED),
            ));
        }
        if let Some(missing) = missing_field(&fields) {
            return Err(malformed(
                &format!("/{missing}"),
                message!(MESSAGES, "form-member-missing", missing),
            ));
        }
        let command = wire::from_value(Value::Object(fields))?;
        Ok(Self { seat, dice, command })
    }

    /// The command as JSON.
    pub fn to_value(&self) -> Value {
        let mut value = wire::to_value(&self.command);
        if let Value::Object(fields) = &mut value {
            if let Some(seat) = self.seat {
                fields.insert("seat".to_owned(), json!(seat));
            }
            if !self.dice.is_empty() {
                fields.insert("dice".to_owned(), json!(self.dice));
            }
        }
        value
    }
}

/// The fields that each type of command must have, as the published schema says, in its order. Not read from the schema: the
/// program would carry what makes it.
const NEEDED: [(&str, &[&str]); 14] = [
    ("play", &["command"]),
    ("take_back", &["to"]),
    ("rule", &["patch", "reason"]),
    ("position", &["position"]),
    ("concede", &[]),
    ("propose", &[]),
    ("answer", &["accept"]),
    ("say", &["text"]),
    ("correct", &["at", "change", "reason"]),
    ("reseed", &[]),
    ("next", &[]),
    ("set_up", &["game"]),
    ("by_orders", &[]),
    ("place", &["piece", "at"]),
];

/// The first field that the published schema needs for the type of a command, and that is not there.
fn missing_field(fields: &Map<String, Value>) -> Option<&'static str> {
    let kind = fields.get("type")?.as_str()?;
    let (_, names) = NEEDED.iter().find(|(known, _)| *known == kind)?;
    names.iter().copied().find(|name| !fields.contains_key(*name))
}

/// Reads a command of a system.
pub(crate) fn read<R: RuleSet>(request: CommandRequest) -> Result<GivenOf<R>, Malformed> {
    let CommandRequest { seat, dice, command } = request;
    let order: OrderOf<R> = match command {
        TableCommand::Open {} => {
            return Err(malformed("/type", message!(MESSAGES, "open-is-no-command")));
        }
        TableCommand::Next {} => {
            return Err(malformed("/type", message!(MESSAGES, "next-is-no-command")));
        }
        TableCommand::SetUp { .. } => {
            return Err(malformed("/type", message!(MESSAGES, "set-up-is-no-command")));
        }
        TableCommand::ByOrders { .. } => {
            return Err(malformed("/type", message!(MESSAGES, "by-orders-is-no-command")));
        }
        TableCommand::Place { .. } => {
            return Err(malformed("/type", message!(MESSAGES, "place-is-no-command")));
        }
        TableCommand::Play { command } => GameOrder::Play {
            command: part("/command", command)?,
        },
        TableCommand::TakeBack { to, reason } => GameOrder::TakeBack { to, reason },
        TableCommand::Rule { patch, reason } => GameOrder::Rule {
            patch: part("/patch", patch)?,
            reason,
        },
        TableCommand::Position {
            position,
            kind,
            reason,
        } => GameOrder::Note {
            position,
            kind,
            reason,
        },
        TableCommand::Concede {} => GameOrder::Concede,
        TableCommand::Propose { winner } => GameOrder::Propose { winner },
        TableCommand::Answer { accept } => GameOrder::Answer { accept },
        TableCommand::Say { text } => GameOrder::Say { text },
        TableCommand::Correct { at, change, reason } => GameOrder::Correct(Box::new(Correction {
            at,
            change: match change {
                ChangeRequest::Replace { command } => CorrectionChange::Replace {
                    given: past::<R>(command)?,
                },
                ChangeRequest::Insert { command } => CorrectionChange::Insert {
                    given: past::<R>(command)?,
                },
                ChangeRequest::Remove {} => CorrectionChange::Remove,
            },
            reason,
        })),
        TableCommand::Reseed {} => GameOrder::Reseed,
    };
    Ok(Given { seat, order, dice })
}

/// The command of a correction.
fn past<R: RuleSet>(command: Value) -> Result<GivenOf<R>, Malformed> {
    CommandRequest::parse(command)
        .and_then(read::<R>)
        .map_err(|fault| under("/change/command", fault))
}

/// The wire form of a command of a system.
pub(crate) fn write<R: RuleSet>(given: &GivenOf<R>) -> Value {
    request::<R>(given).to_value()
}

/// A command of a system as it is asked for.
pub(crate) fn request<R: RuleSet>(given: &GivenOf<R>) -> CommandRequest {
    let command = match &given.order {
        GameOrder::Open => TableCommand::Open {},
        GameOrder::Play { command } => TableCommand::Play {
            command: wire::to_value(command),
        },
        GameOrder::TakeBack { to, reason } => TableCommand::TakeBack {
            to: *to,
            reason: reason.clone(),
        },
        GameOrder::Rule { patch, reason } => TableCommand::Rule {
            patch: wire::to_value(patch),
            reason: reason.clone(),
        },
        GameOrder::Note {
            position,
            kind,
            reason,
        } => TableCommand::Position {
            position: position.clone(),
            kind: *kind,
            reason: reason.clone(),
        },
        GameOrder::Concede => TableCommand::Concede {},
        GameOrder::Propose { winner } => TableCommand::Propose { winner: *winner },
        GameOrder::Answer { accept } => TableCommand::Answer { accept: *accept },
        GameOrder::Say { text } => TableCommand::Say { text: text.clone() },
        GameOrder::Correct(correction) => TableCommand::Correct {
            at: correction.at,
            change: match &correction.change {
                CorrectionChange::Replace { given } => ChangeRequest::Replace {
                    command: write::<R>(given),
                },
                CorrectionChange::Insert { given } => ChangeRequest::Insert {
                    command: write::<R>(given),
                },
                CorrectionChange::Remove => ChangeRequest::Remove {},
            },
            reason: correction.reason.clone(),
        },
        GameOrder::Reseed => TableCommand::Reseed {},
    };
    CommandRequest {
        seat: given.seat,
        dice: given.dice.clone(),
        command,
    }
}

fn malformed(path: &str, reason: Message) -> Malformed {
    Malformed {
        path: path.to_owned(),
        reason,
    }
}

fn under(prefix: &str, fault: Malformed) -> Malformed {
    Malformed {
        path: format!("{prefix}{}", fault.path),
        reason: fault.reason,
    }
}

/// Takes a field that may be left out.
fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<Option<T>, Malformed> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => wire::read(&value)
            .map(Some)
            .map_err(|fault| under(&format!("/{name}"), fault)),
    }
}

/// Refuses texts that no page and no terminal shows as they are, wherever they stand in what somebody sends.
pub(crate) fn check_texts(place: &str, value: &Value) -> Result<(), Malformed> {
    match unfit_within(value) {
        Some((at, unfit)) => Err(malformed(&format!("{place}{at}"), unfit_reason(unfit))),
        None => Ok(()),
    }
}

/// Reads the part of a command that is the system's.
fn part<T: DeserializeOwned>(place: &str, value: Value) -> Result<T, Malformed> {
    check_texts(place, &value)?;
    wire::from_value(value).map_err(|fault| under(place, fault))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_command_is_written_as_it_was_read() {
        for value in [
            json!({ "type": "play", "seat": "A", "command": { "type": "move" }, "dice": [4, 2] }),
            json!({ "type": "take_back", "to": 3 }),
            json!({ "type": "take_back", "to": 3, "reason": "misread" }),
            json!({ "type": "rule", "patch": { "type": "destroy" }, "reason": "agreed" }),
            json!({ "type": "concede", "seat": "B" }),
            json!({ "type": "propose" }),
            json!({ "type": "answer", "accept": true }),
            json!({ "type": "say", "text": "Ready?" }),
            json!({ "type": "correct", "at": 3, "change": { "type": "remove" }, "reason": "twice" }),
            json!({
                "type": "correct", "at": 3, "reason": "forgotten",
                "change": { "type": "insert", "command": { "type": "say", "text": "Ready?" } }
            }),
            json!({ "type": "reseed" }),
            json!({ "type": "next", "dice": [4, 2] }),
            json!({ "type": "by_orders", "seat": "A" }),
            json!({ "type": "by_orders", "units": ["A5", "A2"] }),
            json!({ "type": "place", "piece": "A3", "at": { "x": 4.5, "y": 1.5 }, "facing": 90.0 }),
            json!({ "type": "place", "piece": "A3", "at": { "x": 4.5, "y": 1.5 } }),
        ] {
            assert_eq!(CommandRequest::parse(value.clone()).unwrap().to_value(), value);
        }
    }

    #[test]
    fn the_fields_that_are_needed_are_those_of_the_schema() {
        let schema = wire::schema::<TableCommand>();
        let texts = |list: &Value| {
            let texts = list.as_array().unwrap().iter().map(|text| text.as_str().unwrap());
            texts.map(str::to_owned).collect::<Vec<_>>()
        };
        let published: Vec<(String, Vec<String>)> = schema["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                let kind = one["properties"]["type"]["const"].as_str().unwrap();
                let mut needed = texts(&one["required"]);
                needed.retain(|name| name != "type");
                (kind.to_owned(), needed)
            })
            .collect();
        let here: Vec<(String, Vec<String>)> = NEEDED
            .iter()
            .map(|(kind, names)| {
                (
                    (*kind).to_owned(),
                    names.iter().map(|name| (*name).to_owned()).collect(),
                )
            })
            .collect();
        assert_eq!(here, published);
    }

    #[test]
    fn a_fault_of_a_command_is_told_at_its_place() {
        let place = |value: Value| CommandRequest::parse(value).unwrap_err().path;
        assert_eq!(place(json!([])), "");
        assert_eq!(place(json!({ "seat": "A" })), "/type");
        assert_eq!(place(json!({ "type": "shout" })), "/type");
        assert_eq!(place(json!({ "type": "say" })), "/text");
        assert_eq!(place(json!({ "type": "rule", "patch": {} })), "/reason");
        assert_eq!(place(json!({ "type": "say", "text": 4 })), "/text");
        assert_eq!(
            place(json!({ "type": "say", "text": "a", "loud": true })),
            "/loud"
        );
        assert_eq!(place(json!({ "type": "concede", "seat": "South" })), "/seat");
        assert_eq!(place(json!({ "type": "concede", "dice": [1, 700] })), "/dice/1");
        assert_eq!(
            place(json!({ "type": "concede", "dice": vec![1; 2_001] })),
            "/dice"
        );
        let unknown = json!({ "type": "correct", "at": 1, "change": { "type": "swap" }, "reason": "" });
        assert_eq!(place(unknown), "/change/type");
    }
}
