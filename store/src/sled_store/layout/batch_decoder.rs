//! Reads a stored batch in the one form that this release writes: the same fields in the same order, MessagePack.
//!
//! That takes a third of the time of the general decoder, which is left everything else: batches of another release,
//! and damaged ones, of which it says what is wrong.

use serde_bytes::Bytes;

use crate::sled_store::layout::items::{Batch, Event};

/// The batch, if it has that form.
pub(crate) fn batch(plain: &[u8]) -> Option<Batch<'_>> {
    let mut rest = Rest(plain);
    rest.fields(8)?;
    rest.field(b'p')?;
    let position = rest.number()?;
    rest.field(b't')?;
    let recorded_at_ms = rest.number()?;
    rest.field(b'a')?;
    let actor = rest.text()?;
    rest.field(b'i')?;
    let command_id = rest.text()?;
    rest.field(b'r')?;
    let rules = rest.text()?;
    rest.field(b'c')?;
    let command = rest.bytes()?;
    rest.field(b'e')?;
    let count = rest.count()?;
    // An event takes ten bytes at least, so a forged count asks for no more room than its batch has.
    let mut events = Vec::with_capacity(count.min(rest.0.len() / 10));
    for _ in 0..count {
        rest.fields(3)?;
        rest.field(b'k')?;
        let kind = rest.text()?;
        rest.field(b's')?;
        let schema = rest.number()?.try_into().ok()?;
        rest.field(b'b')?;
        let body = rest.bytes()?;
        events.push(Event { kind, schema, body });
    }
    rest.field(b'd')?;
    let digest = rest.bytes()?;
    Some(Batch {
        position,
        recorded_at_ms,
        actor,
        command_id,
        rules,
        command,
        events,
        digest,
    })
}

/// What is not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(head)
    }

    /// A map of so many fields, up to 15.
    fn fields(&mut self, count: u8) -> Option<()> {
        (self.take()? == [0x80 | count]).then_some(())
    }

    /// The name of the next field, one letter.
    fn field(&mut self, name: u8) -> Option<()> {
        (self.take()? == [0xa1, name]).then_some(())
    }

    fn number(&mut self) -> Option<u64> {
        Some(match self.take()? {
            [small @ 0..=0x7f] => u64::from(small),
            [0xcc] => u64::from(u8::from_be_bytes(self.take()?)),
            [0xcd] => u64::from(u16::from_be_bytes(self.take()?)),
            [0xce] => u64::from(u32::from_be_bytes(self.take()?)),
            [0xcf] => u64::from_be_bytes(self.take()?),
            _ => return None,
        })
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = match self.take()? {
            [short @ 0xa0..=0xbf] => usize::from(short & 0x1f),
            [0xd9] => usize::from(u8::from_be_bytes(self.take()?)),
            [0xda] => usize::from(u16::from_be_bytes(self.take()?)),
            _ => return None,
        };
        std::str::from_utf8(self.slice(len)?).ok()
    }

    fn bytes(&mut self) -> Option<&'a Bytes> {
        let len = match self.take()? {
            [0xc4] => usize::from(u8::from_be_bytes(self.take()?)),
            [0xc5] => usize::from(u16::from_be_bytes(self.take()?)),
            [0xc6] => u32::from_be_bytes(self.take()?) as usize,
            _ => return None,
        };
        self.slice(len).map(Bytes::new)
    }

    fn count(&mut self) -> Option<usize> {
        Some(match self.take()? {
            [few @ 0x90..=0x9f] => usize::from(few & 0x0f),
            [0xdc] => usize::from(u16::from_be_bytes(self.take()?)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::items;
    use super::*;
    use crate::{Append, CommandStamp, Digest, Expected, NewEvent, StreamId};

    fn appends() -> impl Strategy<Value = Append> {
        let event = (
            "[a-z@_é]{0,40}",
            any::<u16>(),
            prop::collection::vec(any::<u8>(), 0..300),
        );
        let event = event.prop_map(|(kind, schema, body)| NewEvent { kind, schema, body });
        let stamp = (
            ".{0,40}",
            ".{0,12}",
            "[0-9.]{0,9}",
            prop::collection::vec(any::<u8>(), 0..300),
        );
        let stamp = stamp.prop_map(|(id, actor, rules, body)| CommandStamp {
            id,
            actor,
            rules,
            body,
        });
        (any::<u64>(), stamp, prop::collection::vec(event, 1..20)).prop_map(
            |(recorded_at_ms, command, events)| Append {
                stream: StreamId::ZERO,
                expected: Expected::New,
                recorded_at_ms,
                command,
                events,
                card: None,
            },
        )
    }

    fn plain(append: &Append, position: u64) -> Vec<u8> {
        let item = items::encode(append, position, Digest([7; 32]));
        items::plain_batch(&item).unwrap().into_owned()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_quickly_and_the_same(append in appends(), position: u64) {
            let plain = plain(&append, position);
            let general: Batch<'_> = rmp_serde::from_slice(&plain).unwrap();
            prop_assert_eq!(batch(&plain), Some(general));
        }

        #[test]
        fn nothing_is_read_that_the_general_decoder_reads_otherwise(
            append in appends(),
            at: prop::sample::Index,
            byte: u8,
            keep: prop::sample::Index,
        ) {
            let mut plain = plain(&append, 9);
            let at = at.index(plain.len());
            plain[at] = byte;
            for damaged in [&plain[..], &plain[..keep.index(plain.len())]] {
                if let Some(quick) = batch(damaged) {
                    prop_assert_eq!(rmp_serde::from_slice::<Batch<'_>>(damaged).unwrap(), quick);
                }
            }
        }
    }
}
