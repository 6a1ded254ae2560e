//! Reader of a form of the recorder, as the command that the API takes.

use hindsight_engine::System;
use hindsight_kernel::{ReportedDice, Seat};
use serde_json::{Value, json};

use super::super::form::{Fields, read, schemas, tagged};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::KEY;
use crate::base::messages::{quoted, said_elsewhere, text};

/// A form that was sent, read.
pub(super) struct Asked {
    /// The command.
    pub(super) command: Value,
    /// The command that leads to it: both are one step.
    pub(super) first: Option<Value>,
    /// The version that it was decided by.
    pub(super) version: Option<u64>,
    /// The idempotency key.
    pub(super) key: Option<String>,
    /// It is only decided, not stored.
    pub(super) dry_run: bool,
    /// The version at which a command is to be corrected.
    pub(super) corrects: Option<u64>,
    /// The unit that was chosen.
    pub(super) unit: Option<String>,
    /// From the far side of the table.
    pub(super) flip: bool,
    /// Adds the places where units end that carry out their standing orders.
    pub(super) orders: bool,
    /// What repairs a correction.
    pub(super) repair: Option<Repaired>,
}

/// A command that is put in where a correction stops, and how many of the commands left out are given again behind it.
pub(super) struct Repaired {
    /// The command.
    pub(super) command: Value,
    /// Where the first command that was left out began.
    pub(super) stopped: u64,
    /// How many of them are given again.
    pub(super) redone: usize,
}

/// The command that a form gives before its own, if it has one.
fn first(fields: &Fields, corrects: Option<u64>) -> ApiResult<Option<Value>> {
    let Some(text) = fields.text("first") else {
        return Ok(None);
    };
    if corrects.is_some() {
        return Err(ApiError::body("/first", text!("command-first-correction")));
    }
    let command = serde_json::from_str(text).ok().filter(Value::is_object);
    command
        .map(Some)
        .ok_or_else(|| ApiError::body("/first", text!("command-expected")))
}

/// The fields of a repair, if a form has one.
fn repaired(fields: &Fields) -> ApiResult<Option<Repaired>> {
    let Some(text) = fields.text("repair") else {
        return Ok(None);
    };
    let command = serde_json::from_str(text)
        .ok()
        .filter(Value::is_object)
        .ok_or_else(|| ApiError::body("/repair", text!("command-expected")))?;
    Ok(Some(Repaired {
        command,
        stopped: fields.needed_number("stopped")?,
        redone: fields.needed_number("redone")?,
    }))
}

/// Reads a form.
pub(super) fn asked(fields: &Fields, system: &dyn System) -> ApiResult<Asked> {
    let version = number(fields, "version")?;
    let corrects = number(fields, "at")?;
    let deed = match corrects {
        None => deed(fields, system)?,
        Some(at) => correction(fields, system, at)?,
    };
    let key = fields.text("key").map(ToOwned::to_owned);
    if key
        .as_ref()
        .is_some_and(|key| key.len() > KEY || !key.bytes().all(|byte| byte.is_ascii_graphic()))
    {
        return Err(ApiError::body("/key", text!("key-shape", most = KEY)));
    }
    Ok(Asked {
        command: deed,
        first: first(fields, corrects)?,
        version,
        key,
        dry_run: fields.ticked("dry_run"),
        corrects,
        unit: fields.text("unit").map(ToOwned::to_owned),
        flip: fields.text("flip") == Some("true"),
        orders: fields.text("orders") == Some("true"),
        repair: repaired(fields)?,
    })
}

fn number(fields: &Fields, name: &str) -> ApiResult<Option<u64>> {
    fields.text(name).map_or(Ok(None), |text| {
        text.parse()
            .map(Some)
            .map_err(|_| ApiError::body(format!("/{name}"), text!("version-expected")))
    })
}

/// Words as they stand in a text: the seat before them, if one does, and the command's own. A number before the seat is left
/// out.
fn spoken(words: &str) -> (Option<Seat>, &str) {
    let line = words.trim_start();
    let numbered = line
        .split_once(". ")
        .filter(|(number, _)| number.parse::<u32>().is_ok());
    let line = numbered.map_or(line, |(_, rest)| rest.trim_start());
    let parted = line.split_once(':').and_then(|(seat, rest)| {
        let is_letter = seat.len() == 1 && seat.starts_with(|letter: char| letter.is_ascii_uppercase());
        Some((seat.parse().ok().filter(|_| is_letter)?, rest.trim_start()))
    });
    match parted {
        Some((seat, rest)) => (Some(seat), rest),
        None => (None, words),
    }
}

/// The command of a form: written out, by the fields of its schema, or in the words of the notation.
fn deed(fields: &Fields, system: &dyn System) -> ApiResult<Value> {
    let seat = match fields.text("seat") {
        None => None,
        Some(text) => Some(
            text.parse::<Seat>()
                .map_err(|why| ApiError::body("/seat", said_elsewhere(why)))?,
        ),
    };
    if fields.text("form").is_none() {
        fields.without_schema()?;
    }
    let mut deed = match (fields.text("command"), fields.text("form"), fields.text("words")) {
        (Some(text), _, _) => serde_json::from_str(text)
            .ok()
            .filter(Value::is_object)
            .ok_or_else(|| ApiError::body("/command", text!("command-expected")))?,
        (None, Some("position"), _) => super::noted::command(fields)?,
        (None, Some(form), _) => by_schema(fields, system, form)?,
        (None, None, Some(words)) => {
            let (speaker, words) = spoken(words);
            let command = system
                .parse_command(words)
                .map_err(|why| ApiError::body("/words", said_elsewhere(why)))?;
            let mut deed = json!({ "type": "play", "command": command });
            if let Some(speaker) = speaker {
                deed["seat"] = json!(speaker);
            }
            deed
        }
        (None, None, None) if fields.text("game").is_some() => {
            super::set_up::command(fields.needed("game")?)?
        }
        (None, None, None) => {
            return Err(ApiError::body("", text!("command-form")));
        }
    };
    if let Some(seat) = seat
        && deed.get("seat").is_none()
    {
        deed["seat"] = json!(seat);
    }
    for name in ["text", "reason"] {
        if let Some(text) = fields.text(name) {
            deed[name] = json!(text);
        }
    }
    if let Some(side) = fields.text("winner") {
        let side: u8 = side
            .parse()
            .map_err(|_| ApiError::body("/winner", text!("winner-side")))?;
        deed["winner"] = json!(side);
    }
    // One field for all dice, or a field a die.
    let typed: Vec<&str> = fields.all("dice").map(str::trim).collect();
    let dice = dice(&typed.join(" "))?;
    if !dice.is_empty() {
        deed["dice"] = json!(dice);
    }
    Ok(deed)
}

/// Dice as people type them: faces as `3 5 6`, `3,5,6`, or `356` where no die has ten faces; counts as `7/12`, sums as `=11`.
fn dice(text: &str) -> ApiResult<Vec<ReportedDice>> {
    if text.contains(['/', '=']) {
        let parts = text.split([' ', ',', ';']).filter(|part| !part.is_empty());
        return parts.map(counted_or_face).collect();
    }
    let apart = text.contains([' ', ',', ';', '+']);
    let parts: Vec<String> = if apart {
        text.split([' ', ',', ';', '+'])
            .filter(|part| !part.is_empty())
            .map(ToOwned::to_owned)
            .collect()
    } else {
        text.chars().map(String::from).collect()
    };
    parts
        .iter()
        .map(|part| {
            part.parse().map(ReportedDice::Face).map_err(|_| {
                let part: String = part.chars().take(20).collect();
                ApiError::body("/dice", text!("dice-faces", part = quoted(&part)))
            })
        })
        .collect()
}

fn counted_or_face(part: &str) -> ApiResult<ReportedDice> {
    let face = part.parse().ok().map(ReportedDice::Face); // ERR: what is neither is said below.
    face.or_else(|| ReportedDice::from_count(part)).ok_or_else(|| {
        let part: String = part.chars().take(20).collect();
        ApiError::body("/dice", text!("dice-forms", part = quoted(&part)))
    })
}

fn by_schema(fields: &Fields, system: &dyn System, form: &str) -> ApiResult<Value> {
    let schemas = schemas(system);
    let (root, member) = match form {
        "play" => (&schemas.command, "command"),
        "rule" => (&schemas.patch, "patch"),
        _ => return Err(ApiError::body("/form", text!("command-form-kind"))),
    };
    let variant = fields.text("variant").unwrap_or_default();
    let all = tagged(root);
    let Some((_, place)) = all.iter().find(|(known, _)| *known == variant) else {
        let known: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        return Err(ApiError::body("/variant", text!("command-variant")).allowed(known));
    };
    let value = read(place, fields)?.unwrap_or_else(|| json!({ "type": variant }));
    Ok(json!({ "type": form, member: value }))
}

fn correction(fields: &Fields, system: &dyn System, at: u64) -> ApiResult<Value> {
    let change = match fields.text("how") {
        Some("remove") => json!({ "type": "remove" }),
        Some(how @ ("replace" | "insert")) => {
            let mut deed = deed(fields, system)?;
            // The reason is that of the correction, not of what is put in.
            if deed["type"] != "rule"
                && let Some(members) = deed.as_object_mut()
            {
                members.remove("reason");
            }
            json!({ "type": how, "command": deed })
        }
        _ => {
            return Err(ApiError::body("/how", text!("correct-how")));
        }
    };
    let reason = fields.text("reason").unwrap_or_default();
    Ok(json!({ "type": "correct", "at": at, "change": change, "reason": reason }))
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::reported_faces;

    use super::*;

    fn read(system: &str, body: &str) -> Result<Value, String> {
        let fields = Fields::known(body.as_bytes(), &super::super::FIELDS).unwrap();
        asked(&fields, hindsight_engine::system(system).unwrap())
            .map(|asked| asked.command)
            .map_err(|error| error.problem().detail.clone())
    }

    #[test]
    fn a_form_is_the_command_that_the_api_takes() {
        let rows = [
            (
                "command={\"type\":\"play\",\"seat\":\"A\",\"command\":{\"type\":\"end_actions\"}}&dice=",
                json!({ "type": "play", "seat": "A", "command": { "type": "end_actions" } }),
            ),
            (
                "form=play&variant=deploy&seat=B&f/unit=B1&f/cell=d8&f/facing=S",
                json!({ "type": "play", "seat": "B", "command": { "type": "deploy", "unit": "B1", "cell": "d8", "facing": "S" } }),
            ),
            (
                "form=rule&variant=set_unit&reason=we+misread&f/unit=A1&f/models=3",
                json!({ "type": "rule", "reason": "we misread", "patch": { "type": "set_unit", "unit": "A1", "models": 3 } }),
            ),
            (
                "command={\"type\":\"say\"}&seat=A&text=Good luck",
                json!({ "type": "say", "seat": "A", "text": "Good luck" }),
            ),
            (
                "at=7&how=remove&reason=never happened",
                json!({ "type": "correct", "at": 7, "change": { "type": "remove" }, "reason": "never happened" }),
            ),
            (
                "at=7&how=replace&reason=a slip&command={\"type\":\"concede\",\"seat\":\"A\"}",
                json!({ "type": "correct", "at": 7, "reason": "a slip",
                    "change": { "type": "replace", "command": { "type": "concede", "seat": "A" } } }),
            ),
        ];
        for (body, expected) in rows {
            assert_eq!(read("before-battle", body), Ok(expected), "{body}");
        }
        let wrong = [
            "",
            "command=[]",
            "command=x",
            "form=play&variant=fly",
            "form=sing",
            "at=seven",
            "at=7&how=undo",
            "command={}&dice=six",
            "command={}&version=-1",
            "command={}&seat=a",
            "words=",
            "command={}&winner=A",
        ];
        for body in wrong {
            assert!(read("before-battle", body).is_err(), "{body}");
        }
    }

    #[test]
    fn dice_are_read_as_people_type_them() {
        for text in ["3 5 6", "3,5,6", "356", " 3  5+6 "] {
            assert_eq!(dice(text.trim()).unwrap(), reported_faces([3, 5, 6]), "{text}");
        }
        assert_eq!(dice("10 3").unwrap(), reported_faces([10, 3]));
        assert_eq!(dice("").unwrap(), []);
        let counts = [
            ReportedDice::Counts(vec![7, 5]),
            ReportedDice::Face(4),
            ReportedDice::Sums(vec![11]),
        ];
        assert_eq!(dice("7/12 4 =11").unwrap(), counts);
        assert!(dice("13/12").is_err() && dice("=").is_err());
        assert!(dice("3 x").is_err() && dice("3 -1").is_err() && dice("999 1").is_err());
    }
}
