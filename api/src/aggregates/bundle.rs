//! Stream files that hold more than one stream: behind the stream of a game stand those of its layers, and of studies that show it, each with its
//! own header and its own chain; or a file holds one study alone.

use hindsight_annotations::Layer;
use hindsight_openapi::ProblemKind;
use hindsight_store::{EventStore, Header, Imported, MemoryStore, StoreError, StreamCard, StreamId};
use hindsight_studies::Study;

use crate::aggregates::annotations::{ids, layer_card};
use crate::aggregates::cache::{Aggregate, fold};
use crate::aggregates::studies::study_card;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::import::{join_file, split_file};
use crate::games::kinds::is_no_game;

/// How the header of a stream file begins.
const BEGINS: &[u8] = b"\n{\"hindsight\":\"stream\"";

/// The streams of a file: the game's first, then those that go with it.
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

/// The games of a file that holds several, each with what goes along with it: as they are exported all at once. What does
/// not begin with a header of its own is left to whoever reads the one piece that it is.
pub fn games(file: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    let (mut from, mut at) = (0, 0);
    for part in parts(file) {
        let begins = split_file(part)
            .ok()
            .and_then(|(header, _)| header.card)
            .is_none_or(|card| !is_no_game(&card));
        if begins && at > from {
            games.push(&file[from..at]);
            from = at;
        }
        at += part.len();
    }
    games.push(&file[from..]);
    games
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
) -> ApiResult<()> {
    for id in ids(store, game)?.into_iter().filter(|id| passes(*id)) {
        hindsight_store::export(store, id, out)?;
    }
    Ok(())
}

/// An aggregate of a file, found sound: a layer of annotations, or a study.
#[derive(Debug)]
pub struct Carried<'f> {
    header: Header,
    rest: &'f [u8],
    /// What its card says follows from its events, whatever the file's own card says.
    filed: StreamCard,
    version: u64,
}

/// What is wrong with an aggregate of a file.
fn unfit(what: &str, why: impl std::fmt::Display) -> ApiError {
    ApiError::new(
        ProblemKind::InvalidImport,
        text!("file-untaken", what = what.to_string(), why = why.to_string()),
    )
}

/// Folds an aggregate of a file; one that does not fold is the file's fault, not the store's.
fn folded<P: Aggregate>(trial: &dyn EventStore, id: StreamId, what: &str) -> ApiResult<Option<P>> {
    fold::<P>(trial, id).map_err(|error| unfit(what, error.detail()))
}

/// The aggregates behind the game of a file, each with its chain verified and its events folded. Of those that `by` brings, only
/// such as hold nothing of anybody else: a file could name anybody.
///
/// # Errors
/// One of them is damaged, is a layer of another game, or is neither a layer nor a study.
pub fn sound<'f>(game: StreamId, parts: &[&'f [u8]], by: Option<&str>) -> ApiResult<Vec<Carried<'f>>> {
    let mut carried = Vec::new();
    for part in parts {
        let what = &text!("file-behind-game").to_string();
        let memory = MemoryStore::new();
        let trial: &dyn EventStore = &memory;
        let (header, rest) = tried(trial, part, what)?;
        let id = header.stream;
        let (filed, version) = if let Some(layer) = folded::<Layer>(trial, id, what)? {
            if layer.game != game.to_string() {
                return Err(unfit(what, text!("file-layer-of-other", layer = id.to_string())));
            }
            (layer_card(game, &layer), layer.version)
        } else if let Some(study) = folded::<Study>(trial, id, what)? {
            (study_card(&study), study.version)
        } else {
            return Err(unfit(
                what,
                text!("file-neither-layer-nor-study", stream = id.to_string()),
            ));
        };
        if !holds_others(trial, id, by)? {
            carried.push(Carried {
                header,
                rest,
                filed,
                version,
            });
        }
    }
    Ok(carried)
}

/// The study that is all of a file, with its chain verified and its events folded.
///
/// # Errors
/// It is damaged, or is no study; or it holds something of somebody else than `by`.
pub fn sound_study<'f>(file: &'f [u8], by: Option<&str>) -> ApiResult<Carried<'f>> {
    let what = &text!("file-the-study").to_string();
    let parts = parts(file);
    let [part] = parts[..] else {
        return Err(unfit(what, text!("file-several-streams")));
    };
    let memory = MemoryStore::new();
    let trial: &dyn EventStore = &memory;
    let (header, rest) = tried(trial, part, what)?;
    let id = header.stream;
    let study = folded::<Study>(trial, id, what)?
        .ok_or_else(|| unfit(what, text!("file-no-study", stream = id.to_string())))?;
    if holds_others(trial, id, by)? {
        return Err(ApiError::new(
            ProblemKind::Forbidden,
            text!("study-import-of-other"),
        ));
    }
    Ok(Carried {
        header,
        rest,
        filed: study_card(&study),
        version: study.version,
    })
}

/// A stream of a file in a store of its own, which verifies its chain.
fn tried<'f>(trial: &dyn EventStore, part: &'f [u8], what: &str) -> ApiResult<(Header, &'f [u8])> {
    let split = split_file(part).map_err(|why| unfit(what, why))?;
    hindsight_store::import(trial, &mut std::io::Cursor::new(part)).map_err(|why| unfit(what, why))?;
    Ok(split)
}

/// Whether anybody but `by` wrote in a stream.
fn holds_others(trial: &dyn EventStore, id: StreamId, by: Option<&str>) -> ApiResult<bool> {
    let mut of_others = false;
    trial.scan(
        id,
        1,
        u64::MAX,
        hindsight_store::Check::Continuity,
        &mut |record| {
            of_others |= by.is_some_and(|by| by != record.actor);
            std::ops::ControlFlow::Continue(())
        },
    )?;
    Ok(of_others)
}

/// Whether an aggregate is here already and somebody else's than `by`'s, so that nothing may be said of it. Blocks on the store.
///
/// # Errors
/// The store cannot be read.
pub fn is_of_another(store: &dyn EventStore, carried: &Carried<'_>, by: Option<&str>) -> ApiResult<bool> {
    let here = store.card(carried.header.stream)?;
    Ok(here.is_some_and(|here| by.is_some_and(|by| by != here.card.owner)))
}

/// Stores an aggregate; says what became of it. Blocks on the store.
///
/// # Errors
/// It is here with other records, or the store takes no more.
pub fn take(store: &dyn EventStore, carried: Carried<'_>) -> Result<Imported, StoreError> {
    let Carried {
        mut header,
        rest,
        filed,
        version,
    } = carried;
    let id = header.stream;
    header.card = Some(filed.clone());
    let stored = hindsight_store::import(store, &mut std::io::Cursor::new(join_file(&header, rest)))?;
    if store.head(id)?.is_some_and(|head| head.version == version) {
        store.set_card(id, filed)?;
    }
    Ok(stored)
}

/// Stores what came along with a game. What is here already and is somebody else's than `by`'s is left out without a word:
/// whatever was said of it could be used to guess what it holds. Blocks on the store.
///
/// # Errors
/// One of them is here with other records, or the store takes no more.
pub fn take_in(store: &dyn EventStore, carried: Vec<Carried<'_>>, by: Option<&str>) -> ApiResult<()> {
    for one in carried {
        if !is_of_another(store, &one, by)? {
            take(store, one).map_err(crate::games::import::unfit)?;
        }
    }
    Ok(())
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
