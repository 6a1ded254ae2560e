//! Verification: every chain, the global log against the streams, the index against the heads.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::sled_store::layout::keys;
use crate::sled_store::read::reader;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Check, Position, StoreError, StoreFault, StreamId, VerifyVerdict, Version};

impl Shared {
    /// Walks everything up to the present position. Faults are counted, not returned as errors.
    pub(crate) fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<VerifyVerdict, StoreError> {
        let durable = self.durable();
        let mut verdict = VerifyVerdict::default();
        let mut heads = HashMap::new();
        let mut in_streams = Places::default();
        let mut next = StreamId::ZERO;
        while let Some(stream) = self.stream_from(next)? {
            verdict.streams += 1;
            if let Some(head) = self.verify_stream(stream, durable, &mut in_streams, &mut verdict, progress) {
                heads.insert(stream, head);
            }
            let Some(after) = u128::from_be_bytes(stream.to_bytes()).checked_add(1) else {
                break;
            };
            next = StreamId::from_bytes(after.to_be_bytes());
        }
        self.verify_log(durable, &heads, &in_streams, &mut verdict);
        self.verify_cards(durable, &heads, &mut verdict);
        progress(verdict.records);
        Ok(verdict)
    }

    /// The first stream at or behind a name.
    pub(crate) fn stream_from(&self, stream: StreamId) -> Result<Option<StreamId>, StoreError> {
        let _reading = self.reading();
        let first = |low: [u8; 25], high: u8| {
            let found = guarded(|| self.db.range(low.to_vec()..vec![high]).keys().next().transpose())?;
            Ok(found
                .and_then(|key| keys::read_event(&key))
                .map(|(stream, _)| stream))
        };
        let batch: Option<StreamId> = first(keys::event(stream, 0), b'e' + 1)?;
        let block: Option<StreamId> = first(keys::block(stream, 0), b'b' + 1)?;
        Ok(batch.into_iter().chain(block).min())
    }

    /// The last version whose chain holds from the start.
    fn verify_stream(
        &self,
        stream: StreamId,
        durable: Position,
        places: &mut Places,
        verdict: &mut VerifyVerdict,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Version> {
        let mut last = 0;
        let check = Check::Chain;
        let walked = self.each_batch(
            stream,
            1,
            u64::MAX,
            durable,
            check,
            &mut |first, batch, before| {
                if let Err(error) = reader::digests(stream, first, batch, before) {
                    verdict.fault(fault(stream, first, error));
                }
                if verdict.records / 4096 != (verdict.records + batch.len()) / 4096 {
                    progress(verdict.records);
                }
                verdict.records += batch.len();
                places.add(stream, first, batch.len(), batch.position);
                last = first + batch.len() - 1;
                Ok(ControlFlow::Continue(()))
            },
        );
        if let Err(error) = walked {
            verdict.fault(fault(stream, last + 1, error));
            return None;
        }
        Some(last)
    }

    fn verify_log(
        &self,
        durable: Position,
        heads: &HashMap<StreamId, Version>,
        in_streams: &Places,
        verdict: &mut VerifyVerdict,
    ) {
        let mut places = Places::default();
        let mut in_log: HashMap<StreamId, Version> = HashMap::new();
        let mut next = 1;
        while next <= durable {
            let entries = match self.entries(next) {
                Ok(entries) => entries,
                Err(error) => {
                    return verdict.fault(StoreFault {
                        stream: None,
                        version: None,
                        why: error.to_string(),
                    });
                }
            };
            for (position, entry) in entries {
                if position < next || position > durable {
                    continue;
                }
                next = position + u64::from(entry.len);
                let last = in_log.entry(entry.stream).or_insert(0);
                if entry.first != *last + 1 {
                    let why = format!("the global log goes from version {last} to {}", entry.first);
                    verdict.fault(StoreFault {
                        stream: Some(entry.stream),
                        version: Some(entry.first),
                        why,
                    });
                }
                *last = entry.first + u64::from(entry.len) - 1;
                places.add(entry.stream, entry.first, u64::from(entry.len), position);
            }
        }
        if places != *in_streams {
            self.verify_places(durable, verdict);
        }
        for (stream, last) in &in_log {
            if let Some(head) = heads
                .get(stream)
                .copied()
                .or((!heads.contains_key(stream)).then_some(0))
                && head < *last
            {
                let why =
                    format!("the global log has its versions up to {last}, the stream only up to {head}");
                verdict.fault(StoreFault {
                    stream: Some(*stream),
                    version: Some(head + 1),
                    why,
                });
            }
        }
        for (stream, head) in heads {
            if in_log.get(stream).is_none_or(|last| last < head) {
                let why = "its last records are not in the global log".to_owned();
                verdict.fault(StoreFault {
                    stream: Some(*stream),
                    version: Some(*head),
                    why,
                });
            }
        }
    }

    /// The log and the streams disagree somewhere: says where.
    fn verify_places(&self, durable: Position, verdict: &mut VerifyVerdict) {
        let faults = verdict.faults;
        if let Err(error) = self.scan_positions(0, Check::Continuity, &mut |_| ControlFlow::Continue(())) {
            verdict.fault(fault_of(error));
        }
        if faults == verdict.faults {
            let why = format!(
                "the streams hold records up to position {durable} that the global log does not list"
            );
            verdict.fault(StoreFault {
                stream: None,
                version: None,
                why,
            });
        }
    }

    fn verify_cards(
        &self,
        durable: Position,
        heads: &HashMap<StreamId, Version>,
        verdict: &mut VerifyVerdict,
    ) {
        if durable != self.durable() {
            return; // The index has moved on; what it says now is not about what was walked.
        }
        let catalogue = self.catalogue.read();
        for (stream, head) in heads {
            let events = catalogue.get(*stream).map(|filed| filed.events);
            if events != Some(*head) {
                let why = format!(
                    "the index says {} records, the stream has {head}",
                    events.unwrap_or(0)
                );
                verdict.fault(StoreFault {
                    stream: Some(*stream),
                    version: None,
                    why,
                });
            }
        }
        for (stream, _) in catalogue.iter().filter(|(stream, _)| !heads.contains_key(stream)) {
            verdict.fault(StoreFault {
                stream: Some(stream),
                version: None,
                why: "an index card without a stream".into(),
            });
        }
    }
}

/// Where batches are, as a sum that does not depend on the order they are met in.
#[derive(Debug, Default, PartialEq, Eq)]
struct Places {
    batches: u64,
    sum: u128,
}

impl Places {
    fn add(&mut self, stream: StreamId, first: Version, len: u64, position: Position) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&stream.to_bytes());
        for number in [first, len, position] {
            hasher.update(&number.to_be_bytes());
        }
        let mut half = [0; 16];
        half.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        self.batches += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(half));
    }
}

fn fault_of(error: StoreError) -> StoreFault {
    match error {
        StoreError::CorruptRecord { stream, version, why } => StoreFault {
            stream: Some(stream),
            version: Some(version),
            why,
        },
        other => StoreFault {
            stream: None,
            version: None,
            why: other.to_string(),
        },
    }
}

fn fault(stream: StreamId, version: Version, error: StoreError) -> StoreFault {
    match error {
        StoreError::CorruptRecord { stream, version, why } => StoreFault {
            stream: Some(stream),
            version: Some(version),
            why,
        },
        other => StoreFault {
            stream: Some(stream),
            version: Some(version),
            why: other.to_string(),
        },
    }
}
