//! A cache of the JSON of those parts of a state that no event after the opening changes: the cards and the map are most of
//! a state's text, and the same in every state of a game.

use std::any::Any;
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::{Serialize, Serializer};

use crate::written_value::{WRITTEN_JSON, json_text};

/// A fixed part with its text. While it is held here no other can lie in its place, so its place tells which it is.
type Written = (Weak<dyn Any + Send + Sync>, Arc<str>);

/// Fixed parts written lately, the latest last.
static LATELY: Mutex<Vec<Written>> = Mutex::new(Vec::new());
const MOST: usize = 32;

thread_local!(static AS_JSON: Cell<bool> = const { Cell::new(false) });

/// Writes a state as JSON; its fixed part, where it says so by [`serialize`], as it was written before.
///
/// # Errors
/// Those of the state's own `Serialize`.
pub fn to_json(state: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    /// Ends it even where writing panics: the next thing that this thread writes may not be JSON.
    struct Ends;
    impl Drop for Ends {
        fn drop(&mut self) {
            AS_JSON.set(false);
        }
    }
    AS_JSON.set(true);
    let _ends = Ends;
    json_text(state)
}

/// Writes a fixed part: `#[serde(serialize_with = "hindsight_kernel::fixed::serialize")]`. Within [`to_json`] it is
/// written once and then copied, anywhere else as always.
///
/// # Errors
/// Those of the part's own `Serialize`.
pub fn serialize<T, S>(part: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + Send + Sync + 'static,
    S: Serializer,
{
    if !AS_JSON.get() {
        return part.serialize(serializer);
    }
    let text = written(part).map_err(serde::ser::Error::custom)?;
    serializer.serialize_newtype_struct(WRITTEN_JSON, &*text)
}

fn written<T: Serialize + Send + Sync + 'static>(part: &Arc<T>) -> serde_json::Result<Arc<str>> {
    let same = |(known, _): &&Written| std::ptr::addr_eq(known.as_ptr(), Arc::as_ptr(part));
    let lately = || LATELY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, text)) = lately().iter().rev().find(same) {
        return Ok(Arc::clone(text));
    }
    let text = String::from_utf8(json_text(&**part)?).map_err(serde::ser::Error::custom)?;
    let text: Arc<str> = text.into();
    let any: Arc<dyn Any + Send + Sync> = part.clone();
    let mut lately = lately();
    lately.retain(|(known, _)| known.strong_count() > 0);
    if lately.len() >= MOST {
        lately.remove(0);
    }
    lately.push((Arc::downgrade(&any), Arc::clone(&text)));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct State {
        #[serde(serialize_with = "super::serialize")]
        cards: Arc<Vec<String>>,
        round: u8,
    }

    fn state(names: &[&str], round: u8) -> State {
        State {
            cards: Arc::new(names.iter().map(ToString::to_string).collect()),
            round,
        }
    }

    #[test]
    fn the_text_is_the_same_as_without_it_for_each_part_of_its_own() {
        for turn in 0..3 {
            for names in [&["a \"word\"", "b"][..], &["c"], &[]] {
                let state = state(names, turn);
                for _ in 0..2 {
                    assert_eq!(to_json(&state).unwrap(), serde_json::to_vec(&state).unwrap());
                }
            }
        }
    }

    #[test]
    fn a_part_that_is_changed_is_written_anew() {
        let mut state = state(&["before"], 1);
        assert!(
            String::from_utf8(to_json(&state).unwrap())
                .unwrap()
                .contains("before")
        );
        Arc::make_mut(&mut state.cards)[0] = "after".to_owned();
        assert!(
            String::from_utf8(to_json(&state).unwrap())
                .unwrap()
                .contains("after")
        );
    }

    #[test]
    fn more_parts_than_are_kept_are_all_written_right() {
        let states: Vec<State> = (0..3 * MOST)
            .map(|number| state(&[&number.to_string()], 0))
            .collect();
        for state in states.iter().chain(&states) {
            assert_eq!(to_json(state).unwrap(), serde_json::to_vec(state).unwrap());
        }
        assert!(LATELY.lock().unwrap().len() <= MOST);
    }

    #[test]
    fn other_forms_are_written_as_always() {
        let state = state(&["a"], 2);
        let packed = crate::codec::encode(&state);
        to_json(&state).unwrap();
        assert_eq!(crate::codec::encode(&state), packed);
        assert_eq!(serde_json::to_value(&state).unwrap()["cards"][0], "a");
    }
}
