//! Shape of a schema: what it asks for at each place.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use hindsight_engine::{Schemas, System, systems};
use serde_json::{Value, json};

use super::MARKS;

/// Records within records further down than this are written as JSON.
const DEEPEST: usize = 5;

/// What the seats are written by.
const SEATS: &str = "^[A-Z]$";

/// What fields of a row of a map are called, behind the row: its name, and what stands behind that.
pub(super) const NAMED: &str = "/key";
pub(super) const BEHIND: &str = "/value";

/// The schema of a name.
static NAME: LazyLock<Value> = LazyLock::new(|| json!({ "type": "string" }));

/// The numbers that a schema lists, where it lists numbers alone.
fn numbers(all: &[Value]) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = all.iter().map(Value::as_i64).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// The schemas of a system; made once.
pub(crate) fn schemas(system: &dyn System) -> &'static Schemas {
    static ALL: OnceLock<BTreeMap<&'static str, Schemas>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        systems()
            .iter()
            .map(|system| (system.id(), system.schemas()))
            .collect()
    });
    all.get(system.id())
        .expect("every system is in the list of systems")
}

/// A schema of `{"type": "...", ...}`: its variants by their `type`, with what is said of each.
pub(crate) fn tagged(root: &Value) -> Vec<(&str, Place<'_>)> {
    let variants = root["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
    variants
        .iter()
        .filter_map(|variant| {
            let kind = variant["properties"]["type"]["const"].as_str()?;
            Some((kind, Place::of(root, variant)))
        })
        .collect()
}

/// A place of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'s> {
    root: &'s Value,
    schema: &'s Value,
    depth: usize,
    /// What the schema says of it.
    pub(crate) about: &'s str,
    /// What the schema calls this kind of thing: `UnitId`, `Seat`, `Cell` ...
    pub(crate) kind: &'s str,
    /// It may be left out.
    pub(crate) optional: bool,
    /// What it is where it is left out.
    pub(crate) usual: Option<&'s Value>,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(crate) enum Shape<'s> {
    /// Always this.
    Fixed(&'s Value),
    /// One of these words, each with what it means.
    Words(Vec<(&'s str, &'s str)>),
    /// Yes or no.
    Truth,
    /// A number.
    Number {
        whole: bool,
        least: Option<f64>,
        most: Option<f64>,
    },
    /// One of these numbers.
    Numbers(Vec<i64>),
    /// A text.
    Text,
    /// Named members.
    Record(Vec<(&'s str, Place<'s>)>),
    /// Any number of these.
    List(Place<'s>),
    /// Any number of these, each behind a name of its own: what the names are, and what stands behind them.
    Map(Place<'s>, Place<'s>),
    /// One of several forms.
    OneOf(Vec<Place<'s>>),
    /// Too deep, or of no known form: written as JSON.
    Json,
}

impl<'s> Place<'s> {
    /// The place that a schema describes.
    pub(crate) fn of(root: &'s Value, schema: &'s Value) -> Self {
        Self {
            root,
            schema,
            depth: 0,
            about: "",
            kind: "",
            optional: false,
            usual: None,
        }
        .resolved()
    }

    /// The same place for a thing that is called so.
    pub(crate) fn of_kind<'k>(self, kind: &'k str) -> Place<'k>
    where
        's: 'k,
    {
        Place { kind, ..self }
    }

    fn under(&self, schema: &'s Value) -> Self {
        Self {
            depth: self.depth + 1,
            ..Self::of(self.root, schema)
        }
    }

    /// Follows references and takes `null` for "may be left out". What stands nearest says what it is.
    fn resolved(mut self) -> Self {
        for _ in 0..16 {
            if self.about.is_empty() {
                self.about = self.schema["description"].as_str().unwrap_or_default();
            }
            self.usual = self
                .usual
                .or_else(|| self.schema.get("default").filter(|usual| !usual.is_null()));
            if let Some(name) = self.schema["$ref"]
                .as_str()
                .and_then(|at| at.strip_prefix("#/$defs/"))
            {
                if self.kind.is_empty() {
                    self.kind = name;
                }
                self.schema = &self.root["$defs"][name];
                continue;
            }
            let null = |schema: &Value| schema["type"] == "null";
            match self.schema["anyOf"].as_array().map(Vec::as_slice) {
                Some([one, other]) if null(other) => (self.optional, self.schema) = (true, one),
                Some([one, other]) if null(one) => (self.optional, self.schema) = (true, other),
                _ => break,
            }
        }
        if self.types().any(|kind| kind == "null") {
            self.optional = true;
        }
        self
    }

    fn types(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let kinds = match &self.schema["type"] {
            Value::Array(kinds) => kinds.as_slice(),
            one => std::slice::from_ref(one),
        };
        kinds.iter().filter_map(Value::as_str)
    }

    /// What is asked for here.
    pub(crate) fn shape(&self) -> Shape<'s> {
        let schema = self.schema;
        if let Some(fixed) = schema.get("const") {
            return Shape::Fixed(fixed);
        }
        if let Some(numbers) = schema["enum"].as_array().and_then(|all| numbers(all)) {
            return Shape::Numbers(numbers);
        }
        if let Some(words) = schema["enum"].as_array() {
            return Shape::Words(
                words
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|word| (word, ""))
                    .collect(),
            );
        }
        if let Some(variants) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            return self.one_of(variants);
        }
        match self.types().find(|kind| *kind != "null") {
            Some("boolean") => Shape::Truth,
            Some(number @ ("integer" | "number")) => Shape::Number {
                whole: number == "integer",
                least: schema["minimum"].as_f64(),
                most: schema["maximum"].as_f64(),
            },
            Some("string") => Shape::Text,
            Some("array") if schema["items"].is_object() && self.depth < DEEPEST => {
                Shape::List(self.under(&schema["items"]))
            }
            Some("object")
                if schema["properties"].is_object() && (self.depth < DEEPEST || self.is_plain()) =>
            {
                Shape::Record(self.members())
            }
            Some("object") if self.depth < DEEPEST => self.map().unwrap_or(Shape::Json),
            _ => Shape::Json,
        }
    }

    /// What stands behind names of a pattern; seats are so few that what is said of each stands together.
    fn map(&self) -> Option<Shape<'s>> {
        let (pattern, schema) = self.schema["patternProperties"].as_object()?.iter().next()?;
        if pattern == SEATS {
            return None;
        }
        let of_pattern = |(_, known): &(&'s String, &'s Value)| known["pattern"] == pattern.as_str();
        let mut known = self.root["$defs"].as_object()?.iter().filter(of_pattern);
        let kind = match (known.next(), known.next()) {
            (Some((name, _)), None) => name.as_str(),
            _ => "",
        };
        let name = Place {
            kind,
            ..self.under(&NAME)
        };
        Some(Shape::Map(name, self.under(schema)))
    }

    /// Whether this is a record of plain fields, or of records of those: however deep it stands, it needs little room.
    fn is_plain(&self) -> bool {
        let plain = |shape| {
            !matches!(
                shape,
                Shape::List(_) | Shape::Map(..) | Shape::OneOf(_) | Shape::Json
            )
        };
        self.depth < DEEPEST + 2 && self.members().iter().all(|(_, member)| plain(member.shape()))
    }

    fn members(&self) -> Vec<(&'s str, Self)> {
        let required: Vec<&str> = self.schema["required"]
            .as_array()
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let properties = self.schema["properties"].as_object();
        let mut members: Vec<(&str, Self)> = properties
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str(), self.under(schema)))
            .collect();
        // What must be said comes first, then what may be; each as the schema orders it.
        members.sort_by_key(|(name, _)| {
            required
                .iter()
                .position(|known| known == name)
                .unwrap_or(usize::MAX)
        });
        for (name, member) in &mut members {
            member.optional |= !required.contains(name) && member.usual.is_none();
        }
        members
    }

    fn one_of(&self, variants: &'s [Value]) -> Shape<'s> {
        let words: Option<Vec<Vec<(&str, &str)>>> = variants.iter().map(words_of).collect();
        match words {
            Some(words) => Shape::Words(words.concat()),
            None if self.depth >= DEEPEST => Shape::Json,
            None => Shape::OneOf(variants.iter().map(|variant| self.under(variant)).collect()),
        }
    }

    /// What a variant is called: its only member, its `type`, or its word.
    pub(crate) fn name(&self) -> String {
        let schema = self.schema;
        let only = schema["properties"]
            .as_object()
            .filter(|members| members.len() == 1);
        let named = schema["properties"]["type"]["const"]
            .as_str()
            .or_else(|| only.and_then(|members| members.keys().next()).map(String::as_str))
            .or_else(|| schema["const"].as_str())
            .or_else(|| schema["title"].as_str());
        named
            .or_else(|| self.types().next())
            .unwrap_or("other")
            .to_owned()
    }

    /// Whether a value can stand here, as far as a glance tells: which variant a given value is.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        match (self.shape(), value) {
            (Shape::Fixed(fixed), value) => fixed == value,
            (Shape::Words(words), Value::String(word)) => words.iter().any(|(known, _)| known == word),
            (Shape::Numbers(numbers), value) => value.as_i64().is_some_and(|one| numbers.contains(&one)),
            (Shape::Truth, Value::Bool(_))
            | (Shape::Number { .. }, Value::Number(_))
            | (Shape::Text, Value::String(_))
            | (Shape::List(_), Value::Array(_))
            | (Shape::Map(..), Value::Object(_))
            | (Shape::Json, _) => true,
            (Shape::Record(members), Value::Object(given)) => {
                given
                    .keys()
                    .all(|name| members.iter().any(|(known, _)| known == name))
                    && members
                        .iter()
                        .all(|(name, member)| match (member.shape(), given.get(*name)) {
                            (Shape::Fixed(fixed), found) => found == Some(fixed),
                            (_, found) => found.is_some() || member.optional || member.usual.is_some(),
                        })
            }
            (Shape::OneOf(variants), value) => variants.iter().any(|variant| variant.fits(value)),
            _ => false,
        }
    }

    /// Whether a form asks for a field whose name goes on like this behind the name of this place.
    pub(super) fn asks(&self, rest: &str) -> bool {
        let next = |rest: &str| rest.find(MARKS).unwrap_or(rest.len());
        let number = |text: &str| text.parse::<usize>().ok();
        match self.shape() {
            Shape::Record(_) | Shape::List(_) | Shape::Map(..) if rest == "?" => self.optional,
            Shape::Record(members) => rest.strip_prefix('/').is_some_and(|rest| {
                let (name, rest) = rest.split_at(next(rest));
                let member = members.iter().find(|(known, _)| *known == name);
                member.is_some_and(|(_, member)| member.asks(rest))
            }),
            Shape::List(item) => rest.strip_prefix('/').is_some_and(|rest| {
                let (row, rest) = rest.split_at(next(rest));
                number(row).is_some() && item.asks(rest)
            }),
            Shape::Map(_, of) => rest.strip_prefix('/').is_some_and(|rest| {
                let (row, rest) = rest.split_at(next(rest));
                let value = rest.strip_prefix(BEHIND);
                number(row).is_some() && (rest == NAMED || value.is_some_and(|rest| of.asks(rest)))
            }),
            Shape::OneOf(_) if rest == "@" => true,
            Shape::OneOf(variants) => rest.strip_prefix('~').is_some_and(|rest| {
                let (place, rest) = rest.split_at(next(rest));
                let variant = number(place).and_then(|place| variants.get(place));
                variant.is_some_and(|variant| variant.asks(rest))
            }),
            Shape::Fixed(_)
            | Shape::Words(_)
            | Shape::Truth
            | Shape::Number { .. }
            | Shape::Numbers(_)
            | Shape::Text
            | Shape::Json => rest.is_empty(),
        }
    }

    /// Whether this is a place and a heading on the field: what the board calls x and y in its own unit, and degrees.
    pub(crate) fn is_pose(&self) -> bool {
        self.has_just(&["x", "y", "heading"])
    }

    /// Whether this is a place on the field, in the board's own unit.
    pub(crate) fn is_point(&self) -> bool {
        self.has_just(&["x", "y"])
    }

    fn has_just(&self, names: &[&str]) -> bool {
        let members = self.schema["properties"].as_object();
        members.is_some_and(|members| {
            members.len() == names.len() && names.iter().all(|name| members.contains_key(*name))
        })
    }
}

/// The words of a variant, if it has nothing else: one with what it means, or several that nobody explained.
fn words_of(variant: &Value) -> Option<Vec<(&str, &str)>> {
    if let Some(word) = variant["const"].as_str() {
        return Some(vec![(word, variant["description"].as_str().unwrap_or_default())]);
    }
    let words = variant["enum"].as_array()?.iter();
    words.map(|word| Some((word.as_str()?, ""))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_which_some_are_explained_are_one_choice() {
        for (id, has_custom) in [("battleground-3", true), ("battleground-4", false)] {
            let root = &schemas(hindsight_engine::system(id).unwrap()).sketch;
            let Shape::Words(words) = Place::of(root, &root["$defs"]["TerrainType"]).shape() else {
                panic!("{id}: the kinds of terrain are a choice among words")
            };
            let has = |word: &str| words.iter().any(|(known, _)| *known == word);
            assert_eq!((has("forest"), has("custom")), (true, has_custom), "{id}");
        }
    }

    #[test]
    fn every_command_ruling_and_setup_of_every_system_has_a_form() {
        for system in systems() {
            let schemas = schemas(*system);
            for (what, root) in [("command", &schemas.command), ("patch", &schemas.patch)] {
                let variants = tagged(root);
                assert_eq!(
                    variants.len(),
                    root["oneOf"].as_array().unwrap().len(),
                    "{} {what}",
                    system.id()
                );
                for (kind, place) in variants {
                    assert!(
                        matches!(place.shape(), Shape::Record(_)),
                        "{} {what} {kind}",
                        system.id()
                    );
                }
            }
            assert!(matches!(
                Place::of(&schemas.setup, &schemas.setup).shape(),
                Shape::Record(_)
            ));
        }
    }

    #[test]
    fn a_value_fits_its_own_variant_alone() {
        let battleground = hindsight_engine::system("battleground-4").unwrap();
        let root = &schemas(battleground).command;
        let leg = Place::of(root, &root["$defs"]["Leg"]);
        let Shape::OneOf(variants) = leg.shape() else {
            panic!("{leg:?}")
        };
        let rows = [
            (
                serde_json::json!({ "shift": { "way": "left", "inches": 2.0 } }),
                "shift",
            ),
            (serde_json::json!("about_face"), "about_face"),
            (serde_json::json!({ "reform": { "heading": 90 } }), "reform"),
        ];
        for (value, name) in rows {
            let fitting: Vec<String> = variants
                .iter()
                .filter(|variant| variant.fits(&value))
                .map(Place::name)
                .collect();
            assert_eq!(fitting, [name]);
        }
        assert!(Place::of(root, &root["$defs"]["Pose"]).is_pose());
        let point = Place::of(root, &root["$defs"]["Point"]);
        assert!(point.is_point() && !point.is_pose());
    }
}
