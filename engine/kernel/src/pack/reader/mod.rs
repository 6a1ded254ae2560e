//! The reader of packs: lenient, driven by the JSON Schema of the type, with all faults at once.

mod choice;
mod schema;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::walk::Walk;
use super::Faults;
use crate::{PackFault, wire};

pub(super) use self::schema::Schema;
pub use self::schema::unread_keywords;

/// How many values a type may refuse that its schema allows, before reading is given up.
const MOST_REFUSED: usize = 64;

/// A lenient reader of a type.
///
/// The schema says what each field may be: its kind, its words, its range, how many entries a list has. A value that is
/// none of that is noted as a fault with its place, a sound value from the schema is read in its stead, and reading goes
/// on; so the caller can check what the rest means, and the writer sees all faults at once. What a type refuses that its
/// schema allows (a `pattern`, say) is noted with the type's own words. `uniqueItems` is not looked at.
///
/// Make one and keep it: making it reads or makes the schema.
pub struct PackReader<T> {
    schema: Value,
    of: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for PackReader<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl<T: DeserializeOwned + JsonSchema> PackReader<T> {
    /// The reader of a type by the schema that is made from it.
    pub fn generated() -> Self {
        Self::by_schema(wire::schema::<T>())
    }
}

impl<T: DeserializeOwned> PackReader<T> {
    /// The reader of a type by its schema. A game gives the one that is checked in, so that the program carries no code that
    /// makes it.
    pub const fn by_schema(schema: Value) -> Self {
        Self {
            schema,
            of: PhantomData,
        }
    }

    /// Reads a value and then checks what it means; `check` also looks at what was read in the place of faults.
    ///
    /// # Errors
    /// All faults, of form and of meaning.
    pub fn read_checked(
        &self,
        value: &Value,
        check: impl FnOnce(&T, &mut Faults),
    ) -> Result<T, Vec<PackFault>> {
        let mut faults = Faults::default();
        let read = self.read(value, &mut faults);
        if let Some(read) = &read {
            check(read, &mut faults);
        }
        match read {
            Some(read) if faults.is_empty() => Ok(read),
            Some(_) | None => Err(faults.into_list()),
        }
    }

    /// Reads a value as far as it can be read; nothing comes back only where no sound value could be put in the place of
    /// a fault. What comes back is as it was written only if no fault was added.
    pub fn read(&self, value: &Value, faults: &mut Faults) -> Option<T> {
        self.read_at("", value, faults)
    }

    /// The same for a value that stands at a place of a larger one, a JSON pointer.
    pub fn read_at(&self, place: &str, value: &Value, faults: &mut Faults) -> Option<T> {
        // What the type refused so far, by its place in the value.
        let mut refused = BTreeMap::new();
        loop {
            let mut walk = Walk::new(&refused);
            let mended = walk.value("", value, Schema::root(&self.schema));
            let mut found = walk.faults;
            let read = match wire::read::<T>(&mended) {
                Ok(read) => Some(read),
                Err(wrong) => {
                    let known = found.iter().any(|fault| fault.path == wrong.path);
                    // What was refused before and is again stands where the walk does not come by.
                    let again = refused.contains_key(&wrong.path);
                    if !known && !again && !wrong.path.is_empty() && refused.len() < MOST_REFUSED {
                        refused.insert(wrong.path, wrong.reason);
                        continue;
                    }
                    if !known {
                        found.push(PackFault {
                            path: wrong.path,
                            reason: wrong.reason,
                        });
                    }
                    None
                }
            };
            for fault in found {
                faults.add_replaced(PackFault {
                    path: format!("{place}{}", fault.path),
                    reason: fault.reason,
                });
            }
            return read;
        }
    }
}
