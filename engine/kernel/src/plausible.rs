//! Checks of a stream that comes from outside, before it is kept: faces that a die has not, more of something than there is
//! anywhere. A stream that folds may still hold what no table can have recorded.

use serde_json::Value;

use crate::wire::Malformed;
use crate::{Argument, CountedDice, MESSAGES, Message, Phrase, Roll, message};

/// No number of any game comes near.
const MOST: f64 = 10_000_000.0;
/// Dice of one roll.
const MOST_DICE: usize = 1_000;
/// Sides of a die; the draw of the last card of a deck is recorded as a die of one side.
const SIDES: std::ops::RangeInclusive<u64> = 1..=100;

/// The first place of a value where a number is beyond every game, or dice show what they cannot.
///
/// # Errors
/// That place, with what would be right.
pub fn plausible(value: &Value) -> Result<(), Malformed> {
    check(value, &mut String::new())
}

fn check(value: &Value, path: &mut String) -> Result<(), Malformed> {
    let wrong = |path: &str, reason: Message| {
        Err(Malformed {
            path: path.to_owned(),
            reason,
        })
    };
    let length = path.len();
    match value {
        Value::Number(number) => {
            if number.as_f64().is_none_or(|number| number.abs() > MOST) {
                return wrong(
                    path,
                    message!(
                        MESSAGES,
                        "form-expected",
                        expected = message!(MESSAGES, "number-at-most", kind = "", most = MOST),
                        found = number.to_string()
                    ),
                );
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                path.push('/');
                path.push_str(&place.to_string());
                check(item, path)?;
                path.truncate(length);
            }
        }
        Value::Object(fields) => {
            if let (Some(sides), Some(Value::Array(faces))) = (fields.get("sides"), fields.get("faces")) {
                let sides = sides.as_u64().unwrap_or(0);
                if !SIDES.contains(&sides) {
                    return wrong(
                        path,
                        message!(
                            MESSAGES,
                            "plausible-sides",
                            sides,
                            least = *SIDES.start(),
                            most = *SIDES.end()
                        ),
                    );
                }
                if faces.len() > MOST_DICE {
                    return wrong(
                        path,
                        message!(MESSAGES, "plausible-dice", dice = faces.len(), most = MOST_DICE),
                    );
                }
                if let Some(fault) = counted_fault(fields.get("counted"), sides, faces.len()) {
                    return wrong(path, fault);
                }
                let shows = |face: &Value| face.as_u64().is_some_and(|face| (1..=sides).contains(&face));
                if let Some(face) = faces.iter().find(|face| !shows(face)) {
                    return wrong(
                        path,
                        message!(MESSAGES, "plausible-face", sides, face = face.to_string()),
                    );
                }
            }
            for (name, item) in fields {
                path.push('/');
                path.push_str(name);
                check(item, path)?;
                path.truncate(length);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
    Ok(())
}

/// What is wrong with the counted dice of a roll, if anything is.
fn counted_fault(counted: Option<&Value>, sides: u64, faces: usize) -> Option<Message> {
    let parts: Vec<CountedDice> = match counted.map(|parts| serde_json::from_value(parts.clone())) {
        None => return None,
        Some(Ok(parts)) => parts,
        Some(Err(why)) => return Some(message!(MESSAGES, "form-refused", reason = why.to_string())),
    };
    if parts.iter().map(|part| part.dice()).sum::<usize>() > MOST_DICE {
        return Some(message!(MESSAGES, "plausible-counted-dice", most = MOST_DICE));
    }
    if faces > 0 && !parts.is_empty() {
        return Some(message!(MESSAGES, "plausible-faces-or-counts"));
    }
    let wrong = parts.iter().find(|part| !part.fits(sides as u8))?;
    Some(message!(
        MESSAGES,
        "plausible-counted",
        sides,
        counted = wrong.to_string()
    ))
}

/// Whether dice can have given so many of something, each at most one.
///
/// # Errors
/// They are too few.
pub fn given_by(what: Phrase, count: u32, roll: &Roll) -> Result<(), Message> {
    let dice = roll.dice();
    if count as usize <= dice {
        Ok(())
    } else {
        Err(message!(MESSAGES, "plausible-given-by", count, what, dice))
    }
}

/// Whether a number lies where rules can bring it.
///
/// # Errors
/// It does not.
pub fn within(
    what: impl Into<Argument>,
    number: i64,
    range: std::ops::RangeInclusive<i64>,
) -> Result<(), Message> {
    if range.contains(&number) {
        Ok(())
    } else {
        let (least, most) = range.into_inner();
        let what: Argument = what.into();
        Err(message!(MESSAGES, "plausible-range", what, number, least, most))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_no_table_can_have_recorded_is_named_by_its_place() {
        let roll = |sides: u64, faces: Vec<u64>| json!({ "blow": [{ "attack": { "sides": sides, "faces": faces } }] });
        let counted = |counted: Value| json!({ "sides": 6, "faces": [], "counted": counted });
        for fine in [
            json!(null),
            json!({ "a": [1, -2.5, 1e6] }),
            roll(6, vec![1, 6]),
            roll(6, vec![]),
            // The last card of a deck is drawn by a die of one side.
            roll(1, vec![1]),
            counted(
                json!([{ "between": { "dice": 7, "from": 1, "to": 4 } }, { "sum": { "dice": 3, "sum": 11 } }]),
            ),
        ] {
            assert_eq!(plausible(&fine), Ok(()), "{fine}");
        }
        for (wrong, path) in [
            (json!({ "a": { "b": [0, 2_147_483_648_u64] } }), "/a/b/1"),
            (json!({ "a": i64::MIN }), "/a"),
            (json!([u64::MAX]), "/0"),
            (json!(1e300), ""),
            (roll(6, vec![7]), "/blow/0/attack"),
            (roll(6, vec![1, 0]), "/blow/0/attack"),
            (roll(0, vec![]), "/blow/0/attack"),
            (roll(255, vec![1]), "/blow/0/attack"),
            (roll(6, vec![1; 2_000]), "/blow/0/attack"),
            (
                counted(json!([{ "between": { "dice": 1_001, "from": 1, "to": 4 } }])),
                "",
            ),
            (
                counted(json!([{ "between": { "dice": 1, "from": 5, "to": 4 } }])),
                "",
            ),
            (
                counted(json!([{ "between": { "dice": 1, "from": 5, "to": 7 } }])),
                "",
            ),
            (
                counted(json!([{ "between": { "dice": 1, "from": 0, "to": 3 } }])),
                "",
            ),
            (counted(json!([{ "sum": { "dice": 3, "sum": 19 } }])), ""),
            (counted(json!([{ "sum": { "dice": 3, "sum": 2 } }])), ""),
            (counted(json!("many")), ""),
            (
                json!({ "sides": 6, "faces": [3], "counted": [{ "between": { "dice": 1, "from": 1, "to": 4 } }] }),
                "",
            ),
        ] {
            assert_eq!(plausible(&wrong).unwrap_err().path, path, "{wrong}");
        }
    }
}
