//! The pieces of a position by their ids, next to each other in memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use litemap::LiteMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A map in one sorted vector, written and read as any other map.
///
/// Who stands in a hex, who exerts a zone of control, who belongs to a Command: nearly every rule goes through all pieces, and
/// each of them is small. A tree of nodes takes four times as long for that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces<K, V>(LiteMap<K, V>);

impl<K, V> Default for Pieces<K, V> {
    fn default() -> Self {
        Self(LiteMap::new_vec())
    }
}

impl<K: Ord, V> Pieces<K, V> {
    /// Every piece, to be changed, in the order of ids.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, piece)| piece)
    }
}

impl<K, V> Deref for Pieces<K, V> {
    type Target = LiteMap<K, V>;

    fn deref(&self) -> &LiteMap<K, V> {
        &self.0
    }
}

impl<K, V> DerefMut for Pieces<K, V> {
    fn deref_mut(&mut self) -> &mut LiteMap<K, V> {
        &mut self.0
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Pieces<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pieces: I) -> Self {
        Self(pieces.into_iter().collect())
    }
}

impl<'p, K, V> IntoIterator for &'p Pieces<K, V> {
    type Item = (&'p K, &'p V);
    type IntoIter = <&'p LiteMap<K, V> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<K: Serialize, V: Serialize> Serialize for Pieces<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The library writes an empty map as a list.
        serializer.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Pieces<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The library reads a list as a map.
        BTreeMap::deserialize(deserializer).map(|pieces| pieces.into_iter().collect())
    }
}

impl<K: JsonSchema, V: JsonSchema> JsonSchema for Pieces<K, V> {
    fn inline_schema() -> bool {
        BTreeMap::<K, V>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<K, V>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<K, V>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers = Pieces<String, u8>;

    fn written(text: &str) -> String {
        let pieces: Numbers = serde_json::from_str(text).unwrap();
        serde_json::to_string(&pieces).unwrap()
    }

    #[test]
    fn pieces_are_written_in_the_order_of_their_ids_as_a_map() {
        assert_eq!(written(r#"{"b":2,"a":1,"c":3}"#), r#"{"a":1,"b":2,"c":3}"#);
        assert_eq!(written("{}"), "{}");
        assert!(serde_json::from_str::<Numbers>("[]").is_err());
        let mut pieces: Numbers = [("b".to_owned(), 2), ("a".to_owned(), 1)].into_iter().collect();
        pieces.values_mut().for_each(|number| *number += 1);
        assert_eq!(pieces.values().copied().collect::<Vec<u8>>(), [2, 3]);
        let described = |schema: Schema| serde_json::to_value(schema).unwrap();
        assert_eq!(
            described(schemars::schema_for!(Numbers)),
            described(schemars::schema_for!(BTreeMap<String, u8>))
        );
    }
}
