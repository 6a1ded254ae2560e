//! Layers carried along with their game: behind its stream in a stream file stand the streams of its layers, each with
//! its own header and its own chain.

use hindsight_annotations::Layer;
use hindsight_openapi::ProblemKind;
use hindsight_store::{EventStore, Header, MemoryStore, StoreError, StreamId};

use super::streams::{card, ids};
use crate::problem::{ApiError, Outcome};
use crate::service::arrivals::{join_file, split_file};
use crate::service::shelf::fold;

/// How the header of a stream file begins.
const BEGINS: &[u8] = b"\n{\"hindsight\":\"stream\"";

/// The streams of a file: the game's first, then those of its layers.
pub fn parts(file: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut from = 0;
    for at in ends_before_headers(file) {
        parts.push(&file[from..=at]);
        from = at + 1;
    }
    parts.push(&file[from..]);
    parts
}

/// Where lines end behind which a header begins.
fn ends_before_headers(file: &[u8]) -> impl Iterator<Item = usize> + '_ {
    file.iter()
        .enumerate()
        .filter(|(at, byte)| **byte == b'\n' && file[*at..].starts_with(BEGINS))
        .map(|(at, _)| at)
}

/// Writes the layers of a game behind its stream: all that pass. Blocks on the store.
///
/// # Errors
/// The store cannot be read.
pub fn carry(
    store: &dyn EventStore,
    game: StreamId,
    passes: &dyn Fn(StreamId) -> bool,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    for id in ids(store, game)?.into_iter().filter(|id| passes(*id)) {
        hindsight_store::export(store, id, out)?;
    }
    Ok(())
}

/// A layer of a file, found sound.
#[derive(Debug)]
pub struct Carried<'f> {
    header: Header,
    rest: &'f [u8],
    layer: Layer,
}

/// The layers of a file, each with its chain verified and its events folded. Of those that `by` brings, only such as hold
/// nothing of anybody else: a file could name anybody.
///
/// # Errors
/// One of them is damaged, or is no layer of this game.
pub fn sound<'f>(game: StreamId, parts: &[&'f [u8]], by: Option<&str>) -> Outcome<Vec<Carried<'f>>> {
    let mut carried = Vec::new();
    for part in parts {
        let unfit = |why: String| {
            ApiError::new(
                ProblemKind::InvalidImport,
                format!("the annotations behind the game cannot be taken: {why}"),
            )
        };
        let (header, rest) = split_file(part).map_err(|why| unfit(why.to_string()))?;
        let trial = MemoryStore::new();
        hindsight_store::import(&trial, &mut std::io::Cursor::new(part))
            .map_err(|why| unfit(why.to_string()))?;
        let layer = fold::<Layer>(&trial, header.stream)?
            .ok_or_else(|| unfit("no layer of annotations".to_owned()))?;
        if layer.game != game.to_string() {
            return Err(unfit(format!("layer {} is of another game", header.stream)));
        }
        let mut own = true;
        trial.scan(
            header.stream,
            1,
            u64::MAX,
            hindsight_store::Check::Continuity,
            &mut |record| {
                own &= by.is_none_or(|by| by == record.actor);
                std::ops::ControlFlow::Continue(())
            },
        )?;
        if own {
            carried.push(Carried { header, rest, layer });
        }
    }
    Ok(carried)
}

/// Stores layers that came along with their game; says which. Blocks on the store.
///
/// # Errors
/// One of them is here with other records, or the store takes no more.
pub fn take_in(
    store: &dyn EventStore,
    game: StreamId,
    carried: Vec<Carried<'_>>,
) -> Result<Vec<StreamId>, StoreError> {
    let mut taken = Vec::new();
    for Carried {
        mut header,
        rest,
        layer,
    } in carried
    {
        let id = header.stream;
        // What the card says follows from the events, whatever the file's own card says.
        let filed = card(game, &layer);
        header.card = Some(filed.clone());
        hindsight_store::import(store, &mut std::io::Cursor::new(join_file(&header, rest)))?;
        if store.head(id)?.is_some_and(|head| head.version == layer.version) {
            store.set_card(id, filed)?;
        }
        taken.push(id);
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_falls_into_its_streams() {
        let one = b"{\"hindsight\":\"stream\",\"format\":1}\n{\"version\":1}\n";
        let other =
            b"{\"hindsight\":\"stream\",\"format\":1}\n{\"kind\":\"{\\\"hindsight\\\":\\\"stream\\\"\"}\n";
        assert_eq!(parts(one), [&one[..]]);
        let both = [&one[..], &other[..]].concat();
        assert_eq!(parts(&both), [&one[..], &other[..]]);
        assert_eq!(parts(b""), [&b""[..]]);
    }
}
