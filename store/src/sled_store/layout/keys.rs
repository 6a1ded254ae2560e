//! Keys of the database. Numbers are big-endian, so keys sort as (stream, version).
//!
//! | key | item |
//! | --- | --- |
//! | `e` stream(16) version(8) | a batch, from this version on |
//! | `b` stream(16) version(8) | a packed block of batches, from this version on; blocks come before batches |
//! | `l` position(8) | which batches one commit wrote, from this global position on |
//! | `c` stream(16) | index card |
//! | `s` length(1) tree key | side record |
//! | `m` name | the store's own notes |
//! | `p` key part(2) | one part of an item above 5,900 bytes |

use crate::{Position, StreamId, Version};

/// Key of the batch that starts at a version.
pub(crate) fn event(stream: StreamId, version: Version) -> [u8; 25] {
    place(b'e', stream, version)
}

/// Key of the packed block that starts at a version. Blocks are kept away from batches, for the database writes
/// neighbours again and again while one of them is new.
pub(crate) fn block(stream: StreamId, version: Version) -> [u8; 25] {
    place(b'b', stream, version)
}

fn place(kind: u8, stream: StreamId, version: Version) -> [u8; 25] {
    let mut key = [kind; 25];
    key[1..17].copy_from_slice(&stream.to_bytes());
    key[17..].copy_from_slice(&version.to_be_bytes());
    key
}

/// Stream and version of the key of a batch or block.
pub(crate) fn read_event(key: &[u8]) -> Option<(StreamId, Version)> {
    let [b'e' | b'b', rest @ ..] = key else {
        return None;
    };
    let (stream, version) = rest.split_first_chunk::<16>()?;
    Some((
        StreamId::from_bytes(*stream),
        u64::from_be_bytes(version.try_into().ok()?),
    ))
}

/// Key of the commit that starts at a global position.
pub(crate) fn log(position: Position) -> [u8; 9] {
    let mut key = [b'l'; 9];
    key[1..].copy_from_slice(&position.to_be_bytes());
    key
}

/// Position of a log key.
pub(crate) fn read_log(key: &[u8]) -> Option<Position> {
    let [b'l', rest @ ..] = key else { return None };
    Some(u64::from_be_bytes(rest.try_into().ok()?))
}

/// Key of an index card.
pub(crate) fn card(stream: StreamId) -> [u8; 17] {
    let mut key = [b'c'; 17];
    key[1..].copy_from_slice(&stream.to_bytes());
    key
}

/// Stream of a card key.
pub(crate) fn read_card(key: &[u8]) -> Option<StreamId> {
    let [b'c', rest @ ..] = key else { return None };
    Some(StreamId::from_bytes(rest.try_into().ok()?))
}

/// Key of a side record; its tree's name is at most 64 bytes.
pub(crate) fn side(tree: &str, key: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 + tree.len() + key.len());
    out.extend_from_slice(&[b's', tree.len() as u8]);
    out.extend_from_slice(tree.as_bytes());
    out.extend_from_slice(key);
    out
}

/// Tree and key of a side key.
pub(crate) fn read_side(key: &[u8]) -> Option<(&str, &[u8])> {
    let [b's', len, rest @ ..] = key else { return None };
    let (tree, key) = rest.split_at_checked(usize::from(*len))?;
    Some((std::str::from_utf8(tree).ok()?, key))
}

/// Key of one part of the item at `key`.
pub(crate) fn part(key: &[u8], part: u16) -> Vec<u8> {
    let mut out = Vec::with_capacity(3 + key.len());
    out.push(b'p');
    out.extend_from_slice(key);
    out.extend_from_slice(&part.to_be_bytes());
    out
}

/// Note: cards are right up to this global position.
pub(crate) const CARDS_AT: &[u8] = b"mcards-at";
/// Note: format of the whole layout.
pub(crate) const LAYOUT: &[u8] = b"mlayout";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn event_keys_sort_as_stream_and_version(a: ([u8; 16], u64), b: ([u8; 16], u64)) {
            let (left, right) = ((StreamId::from_bytes(a.0), a.1), (StreamId::from_bytes(b.0), b.1));
            prop_assert_eq!(event(left.0, left.1).cmp(&event(right.0, right.1)), left.cmp(&right));
            prop_assert_eq!(read_event(&event(left.0, left.1)), Some(left));
        }

        #[test]
        fn neighbouring_versions_sort_in_order(stream: [u8; 16], version in 0..u64::MAX) {
            let stream = StreamId::from_bytes(stream);
            prop_assert!(event(stream, version) < event(stream, version + 1));
        }

        #[test]
        fn side_keys_read_back(tree in "[a-z:]{0,64}", key: Vec<u8>) {
            let stored = side(&tree, &key);
            prop_assert_eq!(read_side(&stored), Some((&*tree, &*key)));
        }
    }
}
