//! From the fields of a form to the value its schema describes.

use hindsight_kernel::Message;
use serde_json::{Map, Number, Value};

use super::fields::unknown;
use super::shape::{BEHIND, NAMED};
use super::{Fields, MARKS, Place, ROOT, Shape};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};

/// The value of a whole form; nothing where it is left out. What is wrong is named by its place, and so is a field that
/// the schema does not have.
pub(crate) fn read(place: &Place<'_>, fields: &Fields) -> ApiResult<Option<Value>> {
    for (name, _) in fields.pairs() {
        if let Some(rest) = name.strip_prefix(ROOT).filter(|rest| rest.starts_with(MARKS))
            && !place.asks(rest)
        {
            return Err(unknown(name, &[]));
        }
    }
    at(place, ROOT, fields)
}

fn at(place: &Place<'_>, path: &str, fields: &Fields) -> ApiResult<Option<Value>> {
    let wrong = |why: Message| Err(ApiError::body(&path[ROOT.len()..], why));
    let text = fields.text(path);
    match place.shape() {
        Shape::Fixed(fixed) => Ok(Some(fixed.clone())),
        Shape::Words(_) | Shape::Text => Ok(text.map(|text| Value::String(text.to_owned()))),
        Shape::Truth => Ok(match text {
            Some(word) => Some(Value::Bool(word != "false")),
            // A box that may be left alone says nothing; any other one says no.
            None => (!place.optional).then_some(Value::Bool(false)),
        }),
        Shape::Numbers(numbers) => match text.map(|text| (text, number(text, true))) {
            None => Ok(None),
            Some((_, Some(one))) => Ok(Some(Value::Number(one))),
            Some((text, None)) => wrong(text!(
                "one-of-not",
                words = format!("{numbers:?}"),
                other = quoted(shortened(text))
            )),
        },
        Shape::Number { whole, .. } => match text {
            None => Ok(None),
            Some(text) => match number(text, whole) {
                Some(number) => Ok(Some(Value::Number(number))),
                None if whole => wrong(text!("whole-number-not", value = quoted(shortened(text)))),
                None => wrong(text!("number-not", value = quoted(shortened(text)))),
            },
        },
        Shape::Record(members) => {
            if place.optional && !given(path, fields) {
                return Ok(None);
            }
            let mut record = Map::new();
            for (name, member) in members {
                if let Some(value) = at(&member, &format!("{path}/{name}"), fields)? {
                    record.insert(name.to_owned(), value);
                }
            }
            Ok(Some(Value::Object(record)))
        }
        Shape::List(item) => {
            if place.optional && !given(path, fields) {
                return Ok(None);
            }
            let mut list = Vec::new();
            for row in fields.rows(path) {
                let under = format!("{path}/{row}");
                // A row that nobody filled in is none.
                if fields.any_under(&under)
                    && let Some(value) = at(&item, &under, fields)?
                {
                    list.push(value);
                }
            }
            Ok(Some(Value::Array(list)))
        }
        Shape::Map(_, of) => {
            if place.optional && !given(path, fields) {
                return Ok(None);
            }
            let mut map = Map::new();
            for row in fields.rows(path) {
                let name = fields.text(&format!("{path}/{row}{NAMED}"));
                let value = at(&of, &format!("{path}/{row}{BEHIND}"), fields)?;
                // A row without a name, or with nothing behind it, is not filled in yet.
                if let (Some(name), Some(value)) = (name, value)
                    && map.insert(name.to_owned(), value).is_some()
                {
                    return wrong(text!("named-twice", name = quoted(shortened(name))));
                }
            }
            Ok(Some(Value::Object(map)))
        }
        Shape::OneOf(variants) => {
            let Some(chosen) = fields.text(&format!("{path}@")) else {
                return Ok(None);
            };
            let variant = chosen.parse::<usize>().ok().and_then(|place| variants.get(place));
            match variant {
                Some(variant) => at(variant, &format!("{path}~{chosen}"), fields),
                None => wrong(text!(
                    "one-of-forms",
                    count = variants.len(),
                    chosen = quoted(shortened(chosen))
                )),
            }
        }
        Shape::Json => match text.map(serde_json::from_str) {
            None => Ok(None),
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(why)) => wrong(text!("json-expected", why = why.to_string())),
        },
    }
}

/// Whether what may be left out is given: its box is ticked.
fn given(path: &str, fields: &Fields) -> bool {
    fields.ticked(&format!("{path}?"))
}

fn number(text: &str, whole: bool) -> Option<Number> {
    // Some people write a comma.
    let text = text.replace(',', ".");
    if let Ok(number) = text.parse::<i64>() {
        return Some(number.into());
    }
    if whole {
        return None;
    }
    Number::from_f64(text.parse().ok()?)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
