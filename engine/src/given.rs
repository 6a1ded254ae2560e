//! Commands on the wire: `{"type": "play", "seat": "A", "command": {"type": "move", ..}, "dice": [4, 2]}`.

use hindsight_kernel::wire::{self, Malformed};
use hindsight_kernel::{
    Correction, CorrectionChange, GameOrder, Given, GivenOf, OrderOf, Refusal, RuleSet, Seat, Side,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

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

/// The most dice a command may report.
const MOST_REPORTED: usize = 2_000;

/// Reads a command from its wire form.
pub(crate) fn read<R: RuleSet>(value: Value) -> Result<GivenOf<R>, Malformed> {
    let Value::Object(mut fields) = value else {
        return Err(malformed("", "an object with a `type` is expected"));
    };
    let kind = take::<String>(&mut fields, "type")?.ok_or_else(|| malformed("/type", "`type` is missing"))?;
    let seat = take::<Seat>(&mut fields, "seat")?;
    let dice = take::<Vec<u8>>(&mut fields, "dice")?.unwrap_or_default();
    if dice.len() > MOST_REPORTED {
        return Err(malformed(
            "/dice",
            format!("at most {MOST_REPORTED} dice with one command"),
        ));
    }
    let order: OrderOf<R> = match kind.as_str() {
        "play" => GameOrder::Play {
            command: nested(&mut fields, "command")?,
        },
        "take_back" => GameOrder::TakeBack {
            to: required(&mut fields, "to")?,
            reason: take(&mut fields, "reason")?,
        },
        "rule" => GameOrder::Rule {
            patch: nested(&mut fields, "patch")?,
            reason: required(&mut fields, "reason")?,
        },
        "concede" => GameOrder::Concede,
        "propose" => GameOrder::Propose {
            winner: take::<Side>(&mut fields, "winner")?,
        },
        "answer" => GameOrder::Answer {
            accept: required(&mut fields, "accept")?,
        },
        "say" => GameOrder::Say {
            text: required(&mut fields, "text")?,
        },
        "correct" => GameOrder::Correct(Box::new(Correction {
            at: required(&mut fields, "at")?,
            change: read_change::<R>(fields.remove("change"))?,
            reason: required(&mut fields, "reason")?,
        })),
        "reseed" => GameOrder::Reseed,
        other => {
            return Err(malformed(
                "/type",
                format!(
                    "unknown command type {other:?}; one of play, take_back, rule, concede, propose, answer, say, \
                     correct, reseed"
                ),
            ));
        }
    };
    if let Some(unknown) = fields.keys().next() {
        return Err(malformed(
            &format!("/{unknown}"),
            format!("unknown field `{unknown}` of a {kind} command"),
        ));
    }
    Ok(Given { seat, order, dice })
}

fn read_change<R: RuleSet>(
    value: Option<Value>,
) -> Result<CorrectionChange<R::Command, R::Patch>, Malformed> {
    let Some(Value::Object(mut fields)) = value else {
        return Err(malformed(
            "/change",
            "an object with a `type` (replace, insert, remove) is expected",
        ));
    };
    let kind =
        take::<String>(&mut fields, "type")?.ok_or_else(|| malformed("/change/type", "`type` is missing"))?;
    let mut given = || {
        let value = fields
            .remove("command")
            .ok_or_else(|| malformed("/change/command", "`command` is missing"))?;
        read::<R>(value).map_err(|fault| under("/change/command", fault))
    };
    match kind.as_str() {
        "replace" => Ok(CorrectionChange::Replace { given: given()? }),
        "insert" => Ok(CorrectionChange::Insert { given: given()? }),
        "remove" => Ok(CorrectionChange::Remove),
        other => Err(malformed(
            "/change/type",
            format!("unknown change {other:?}; one of replace, insert, remove"),
        )),
    }
}

/// The wire form of a command.
pub(crate) fn write<R: RuleSet>(given: &GivenOf<R>) -> Value {
    let mut value = match &given.order {
        GameOrder::Open => json!({ "type": "open" }),
        GameOrder::Play { command } => json!({ "type": "play", "command": wire::to_value(command) }),
        GameOrder::TakeBack { to, reason } => json!({ "type": "take_back", "to": to, "reason": reason }),
        GameOrder::Rule { patch, reason } => {
            json!({ "type": "rule", "patch": wire::to_value(patch), "reason": reason })
        }
        GameOrder::Concede => json!({ "type": "concede" }),
        GameOrder::Propose { winner } => json!({ "type": "propose", "winner": winner }),
        GameOrder::Answer { accept } => json!({ "type": "answer", "accept": accept }),
        GameOrder::Say { text } => json!({ "type": "say", "text": text }),
        GameOrder::Correct(correction) => {
            let change = match &correction.change {
                CorrectionChange::Replace { given } => {
                    json!({ "type": "replace", "command": write::<R>(given) })
                }
                CorrectionChange::Insert { given } => {
                    json!({ "type": "insert", "command": write::<R>(given) })
                }
                CorrectionChange::Remove => json!({ "type": "remove" }),
            };
            json!({ "type": "correct", "at": correction.at, "change": change, "reason": correction.reason })
        }
        GameOrder::Reseed => json!({ "type": "reseed" }),
    };
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, value| !value.is_null());
        if let Some(seat) = given.seat {
            fields.insert("seat".to_owned(), json!(seat));
        }
        if !given.dice.is_empty() {
            fields.insert("dice".to_owned(), json!(given.dice));
        }
    }
    value
}

fn malformed(path: &str, reason: impl Into<String>) -> Malformed {
    Malformed {
        path: path.to_owned(),
        reason: reason.into(),
    }
}

fn under(prefix: &str, fault: Malformed) -> Malformed {
    Malformed {
        path: format!("{prefix}{}", fault.path),
        reason: fault.reason,
    }
}

fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<Option<T>, Malformed> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => wire::read(value)
            .map(Some)
            .map_err(|fault| under(&format!("/{name}"), fault)),
    }
}

fn required<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<T, Malformed> {
    take(fields, name)?.ok_or_else(|| malformed(&format!("/{name}"), format!("`{name}` is missing")))
}

fn nested<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<T, Malformed> {
    let value = fields
        .remove(name)
        .ok_or_else(|| malformed(&format!("/{name}"), format!("`{name}` is missing")))?;
    wire::from_value(value).map_err(|fault| under(&format!("/{name}"), fault))
}
