//! Snapshots of a game: a cache, never the truth.
//!
//! What all states of a game share ([`hindsight_kernel::Rules::fixed`]) stands at the front as bytes of its own: its length (4 bytes,
//! big-endian), then it, then the game without it. Going back to a snapshot mostly finds it read already.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_kernel::{Game, MESSAGES, Message, RuleSet, codec, message};

/// The bytes of a snapshot.
pub(crate) fn write<R: RuleSet>(game: &Game<R>) -> Vec<u8> {
    let mut game = game.clone();
    let fixed = game
        .take_fixed()
        .map_or_else(Vec::new, |fixed| codec::encode(&*fixed));
    let mut bytes = (fixed.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(&fixed);
    bytes.extend_from_slice(&codec::encode(&game));
    bytes
}

/// The game behind a snapshot, or why there is none.
pub(crate) fn read<R: RuleSet>(bytes: &[u8]) -> Result<Game<R>, Message> {
    let short = || message!(MESSAGES, "snapshot-short");
    let (len, rest) = bytes.split_first_chunk::<4>().ok_or_else(short)?;
    let (fixed, game) = rest
        .split_at_checked(u32::from_be_bytes(*len) as usize)
        .ok_or_else(short)?;
    let mut game: Game<R> = codec::decode(game)?;
    if !fixed.is_empty() {
        game.put_fixed(shared::<R>(fixed)?);
    }
    Ok(game)
}

/// A fixed part by its bytes.
type Shared = (Vec<u8>, Arc<dyn Any + Send + Sync>);

/// Fixed parts read lately, the latest last.
static LATELY: Mutex<Vec<Shared>> = Mutex::new(Vec::new());
const MOST: usize = 32;

/// The fixed part behind these bytes, read or found.
fn shared<R: RuleSet>(bytes: &[u8]) -> Result<Arc<R::Fixed>, Message> {
    let found = {
        let lately = LATELY.lock().unwrap_or_else(PoisonError::into_inner);
        // Two systems may write different parts in the same bytes, so the type must fit too.
        lately
            .iter()
            .rev()
            .filter(|(known, _)| known == bytes)
            // ERR: a part of another system's type is not the one that is looked for.
            .find_map(|(_, part)| Arc::clone(part).downcast::<R::Fixed>().ok())
    };
    if let Some(part) = found {
        return Ok(part);
    }
    let part = Arc::new(codec::decode::<R::Fixed>(bytes)?);
    let mut lately = LATELY.lock().unwrap_or_else(PoisonError::into_inner);
    if lately.len() >= MOST {
        lately.remove(0);
    }
    lately.push((bytes.to_vec(), part.clone()));
    Ok(part)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use hindsight_kernel::Viewer;
    use serde_json::Value;

    use crate::{AnyGame, OpenRequest, System, system};

    fn opened(system: &dyn System, position: Option<Value>) -> Box<dyn AnyGame> {
        let request = OpenRequest {
            setup: None,
            position,
            server_dice: false,
        };
        system.open(&request, &system.sample_packs(), None).unwrap().game
    }

    #[test]
    fn each_snapshot_gets_its_own_cards_back() {
        let system = system("before-battle").unwrap();
        let printed = opened(system, None);
        let mut position = printed.state(Viewer::Everything);
        let name = position.pointer_mut("/cards/units/0/name").unwrap();
        *name = Value::from("Another name");
        let renamed = opened(system, Some(position));
        for _ in 0..2 {
            for game in [&printed, &renamed] {
                let bytes = game.snapshot();
                let back = system.restore(&bytes).unwrap();
                assert_eq!(back.version(), game.version());
                assert_eq!(back.state(Viewer::Everything), game.state(Viewer::Everything));
                assert_eq!(back.snapshot(), bytes);
            }
        }
    }

    #[test]
    fn what_is_no_snapshot_is_refused() {
        let system = system("before-battle").unwrap();
        let bytes = opened(system, None).snapshot();
        for end in [0, 3, 4, 100, bytes.len() - 1] {
            assert!(system.restore(&bytes[..end]).is_err(), "cut at {end}");
        }
        // The length of the fixed part beyond the end.
        let mut forged = bytes.clone();
        forged[0] = 0xff;
        assert!(system.restore(&forged).is_err());
    }
}
