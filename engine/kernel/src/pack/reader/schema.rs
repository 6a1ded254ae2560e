//! A JSON Schema as the reader of packs looks at it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// How many references a schema may follow one after the other.
const MOST_REFERENCES: usize = 16;

/// The keywords of a schema that the reader follows, and those that only describe.
const READ: [&str; 29] = [
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "deprecated",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// The keywords of a JSON Schema that [`PackReader`](super::PackReader) does not follow: it would take what they forbid.
///
/// A type that is read with it has none.
pub fn unread_keywords(schema: &Value) -> BTreeSet<String> {
    let mut unread = BTreeSet::new();
    note_unread(schema, &mut unread);
    unread
}

fn note_unread(schema: &Value, unread: &mut BTreeSet<String>) {
    let Value::Object(keywords) = schema else { return };
    for (name, value) in keywords {
        if !READ.contains(&name.as_str()) {
            unread.insert(name.clone());
        }
        match (name.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    note_unread(schema, unread);
                }
            }
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    note_unread(schema, unread);
                }
            }
            ("items" | "additionalProperties", schema) => note_unread(schema, unread),
            _ => {}
        }
    }
}

/// A schema, with the one it stands in for its references.
#[derive(Debug, Clone, Copy)]
pub(in crate::pack) struct Schema<'s> {
    root: &'s Value,
    /// A schema that refers to another may say more beside the reference: that is looked at first.
    beside: Option<&'s Map<String, Value>>,
    here: &'s Value,
}

impl<'s> Schema<'s> {
    /// A whole schema.
    pub(super) const fn root(root: &'s Value) -> Self {
        Self {
            root,
            beside: None,
            here: root,
        }
    }

    fn inner(self, here: &'s Value) -> Self {
        Self {
            root: self.root,
            beside: None,
            here,
        }
    }

    /// The schema behind its references, with what stood beside the first of them.
    pub(in crate::pack) fn resolved(self) -> Self {
        let mut schema = self;
        for _ in 0..MOST_REFERENCES {
            let Some(target) = schema
                .here
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|name| self.root.pointer(name.strip_prefix('#')?))
            else {
                break;
            };
            let beside = schema.here.as_object().filter(|keywords| keywords.len() > 1);
            schema = Self {
                root: self.root,
                beside: schema.beside.or(beside),
                here: target,
            };
        }
        schema
    }

    /// A keyword of it.
    pub(in crate::pack) fn get(self, keyword: &str) -> Option<&'s Value> {
        self.beside
            .and_then(|beside| beside.get(keyword))
            .or_else(|| self.here.get(keyword))
    }

    /// Whether it allows nothing at all.
    pub(super) fn is_never(self) -> bool {
        *self.here == Value::Bool(false)
    }

    /// The schemas of which one must hold.
    pub(in crate::pack) fn branches(self) -> Option<Vec<Self>> {
        let branches = self.get("oneOf").or_else(|| self.get("anyOf"))?.as_array()?;
        Some(
            branches
                .iter()
                .map(|branch| self.inner(branch).resolved())
                .collect(),
        )
    }

    /// The JSON types it allows; all of them where it names none.
    pub(in crate::pack) fn types(self) -> Vec<&'s str> {
        match self.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it names a JSON type.
    pub(in crate::pack) fn allows(self, kind: &str) -> bool {
        self.types().contains(&kind)
    }

    /// A keyword that is a count.
    pub(in crate::pack) fn size(self, keyword: &str) -> Option<usize> {
        self.get(keyword)?
            .as_u64()
            .and_then(|size| usize::try_from(size).ok())
    }

    /// The schema of an entry of a list.
    pub(in crate::pack) fn item(self, place: usize) -> Option<Self> {
        let own = self.get("prefixItems").and_then(|items| items.get(place));
        own.or_else(|| self.get("items")).map(|item| self.inner(item))
    }

    /// The names of the fields that must be there.
    pub(in crate::pack) fn required(self) -> impl Iterator<Item = &'s str> {
        self.get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
    }

    /// Its named fields.
    pub(super) fn properties(self) -> impl Iterator<Item = (&'s str, Self)> {
        self.get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(move |(name, schema)| (name.as_str(), self.inner(schema)))
    }

    /// The schema of a named field.
    pub(in crate::pack) fn property(self, name: &str) -> Option<Self> {
        self.get("properties")?.get(name).map(|schema| self.inner(schema))
    }

    /// The schema of the fields that it does not name. Where their names have one pattern, the type judges the names.
    pub(super) fn additional(self) -> Option<Self> {
        if let Some(Value::Object(patterns)) = self.get("patternProperties")
            && let (1, Some(each)) = (patterns.len(), patterns.values().next())
        {
            return Some(self.inner(each));
        }
        self.get("additionalProperties").map(|schema| self.inner(schema))
    }
}
