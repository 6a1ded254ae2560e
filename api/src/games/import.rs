//! Games that come in whole: from a text, from a stream file or from a moment of another game.
//!
//! A game has many commands and each is an append of its own, with its own events; so a game that comes in cannot be one
//! append. Its stream therefore begins under a waiting card that nobody is shown, and its own card comes with the last
//! append: at every moment the game is there with every command, or it is not there. What a crash leaves half done is
//! gone on with when the same file comes again, or put away when the server starts.

use std::sync::mpsc;
use std::time::Duration;

use hindsight_engine::{AnyGame, Batch, System};
use hindsight_openapi::ProblemKind;
use hindsight_store::{
    Append, AppendError, Audience, CommandStamp, EventStore, Expected, Header, Imported, Listed, MAX_PAGE,
    NewEvent, StoreError, StreamCard, StreamFilter, StreamId,
};

use crate::base::error::ApiError;
use crate::base::messages::{said_elsewhere, text};
use crate::games::card_fields::{ARRIVING, Branch, CONTROL, OPENED, RULES, is_arriving};
use crate::games::card_of;
use crate::games::notes::{self, Notes};
use crate::games::player_names::HIDDEN_NAMES;

/// The title and marks under which an imported game is filed.
#[derive(Debug, Clone, Default)]
pub struct ImportAs {
    /// A title instead of the file's.
    pub title: Option<String>,
    /// What kind of record it is: `sample`, `bot` ...
    pub marks: Vec<String>,
}

/// A game that came in.
#[derive(Debug, Clone)]
pub struct ImportOutcome {
    /// The game.
    pub id: StreamId,
    /// It was here already.
    pub already_existed: bool,
    /// Another record of the same battle that whoever brings this one may be told of.
    pub same_battle: Option<Listed>,
}

impl ImportOutcome {
    /// A game that was here before.
    pub(crate) fn before(id: StreamId) -> Self {
        Self {
            id,
            already_existed: true,
            same_battle: None,
        }
    }
}

/// Under this name a waiting card keeps what becomes of the stream if the rest never comes.
const REST: &str = "rest";
/// Under this name the header of a stream file carries the notes.
const NOTES: &str = "notes";
/// Appends on their way at once.
const IN_FLIGHT: usize = 128;
/// How long to wait for room in the queue.
const PAUSE: Duration = Duration::from_millis(20);

/// The treatment of a stream whose rest never comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// The same file gives it the same id, and goes on with it.
    GoneOnWith,
    /// Its id was made for it alone: it is put away.
    PutAway,
}

/// A game that was decided command by command and is ready to be stored.
#[allow(missing_debug_implementations, reason = "it holds a function")]
pub struct Arrival<'a> {
    /// Its id.
    pub id: StreamId,
    /// Its rules.
    pub system: &'static dyn System,
    /// Its commands with their events, the opening first.
    pub batches: Vec<&'a Batch>,
    /// The game after all of them.
    pub game: &'a dyn AnyGame,
    /// Its card, as far as its source and who brings it say.
    pub card: StreamCard,
    /// What a text says beside the commands.
    pub notes: Option<&'a Notes>,
    /// Who brings it.
    pub actor: &'a str,
    /// When each command is recorded, milliseconds of Unix time, by its number; the opening is 0.
    pub clock: &'a dyn Fn(u64) -> u64,
    /// The state that is left if this is cut short.
    pub rest: Rest,
}

/// Why a game did not come in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoArrival {
    /// Beside the stream.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// In the stream.
    #[error(transparent)]
    Append(#[from] AppendError),
}

fn waiting(card: &StreamCard, rest: Rest) -> StreamCard {
    StreamCard {
        system: card.system.clone(),
        title: card.title.clone(),
        status: "draft".to_owned(),
        visibility: "private".to_owned(),
        created_ms: card.created_ms,
        marks: vec![ARRIVING.to_owned()],
        extra: [(REST.to_owned(), format!("{rest:?}"))].into(),
        ..StreamCard::default()
    }
}

/// Stores a game; it is there, whole and durable, when this returns. Blocks on the store.
///
/// # Errors
/// Nothing is to be seen of the game then.
pub fn arrive(store: &dyn EventStore, arrival: Arrival<'_>) -> Result<(), NoArrival> {
    let Arrival {
        id,
        system,
        batches,
        game,
        mut card,
        notes,
        actor,
        clock,
        rest,
    } = arrival;
    let opening = batches.first().map_or(0, |batch| batch.events.len());
    card.extra
        .entry(OPENED.to_owned())
        .or_insert_with(|| opening.to_string());
    let mut card = card_of(game, &card);
    if card.created_ms == 0 {
        card.created_ms = clock(0);
    }
    if let Some(notes) = notes {
        notes::keep_text(store, id, &notes.text())?;
    }
    let mut version = 0;
    let mut appends: Vec<Append> = batches
        .into_iter()
        .zip(0_u64..)
        .map(|(Batch { command, events }, number)| {
            let expected = match version {
                0 => Expected::New,
                version => Expected::Exactly(version),
            };
            version += events.len() as u64;
            Append {
                stream: id,
                expected,
                recorded_at_ms: clock(number),
                command: CommandStamp {
                    id: match number {
                        0 => "open".to_owned(),
                        number => format!("n{number}"),
                    },
                    actor: actor.to_owned(),
                    rules: system.rules_version().to_owned(),
                    body: command.clone(),
                },
                events: events
                    .iter()
                    .map(|event| NewEvent {
                        kind: event.kind.clone(),
                        schema: event.schema,
                        body: event.body.clone(),
                    })
                    .collect(),
                card: (number == 0).then(|| waiting(&card, rest)),
            }
        })
        .collect();
    if let Some(last) = appends.last_mut() {
        last.card = Some(card);
    }
    in_order(store, &appends).map_err(|(number, error)| {
        // Where the first could not be stored, what stands there is somebody else's.
        if number > 0 && rest == Rest::PutAway {
            // What cannot be put away now is when the server starts.
            drop(store.delete_draft(id, u64::MAX));
        }
        error.into()
    })
}

/// Appends one after the other, many on their way at once; else the number of the first that could not be stored.
fn in_order(store: &dyn EventStore, appends: &[Append]) -> Result<(), (usize, AppendError)> {
    let mut done = 0;
    while done < appends.len() {
        let (sender, results) = mpsc::channel();
        let mut first_failed: Option<(usize, AppendError)> = None;
        let mut settle = |(number, result): (usize, Result<_, AppendError>)| {
            if let Err(error) = result
                && first_failed.as_ref().is_none_or(|(known, _)| number < *known)
            {
                first_failed = Some((number, error));
            }
        };
        for (in_flight, (number, append)) in appends.iter().enumerate().skip(done).enumerate() {
            if in_flight >= IN_FLIGHT {
                settle(results.recv().map_err(|_| (number, AppendError::Closed))?);
            }
            let sender = sender.clone();
            store.submit(
                append.clone(),
                Box::new(move |result| drop(sender.send((number, result)))),
            );
        }
        drop(sender);
        results.into_iter().for_each(settle);
        match first_failed {
            None => return Ok(()),
            // All behind the first that found no room met a version they did not expect.
            Some((number, AppendError::Busy)) => {
                done = number;
                std::thread::sleep(PAUSE);
            }
            Some(failed) => return Err(failed),
        }
    }
    Ok(())
}

/// A stream file with the notes of its game, and all that its card says: for who runs the server. Blocks on the store.
pub fn export_file(store: &dyn EventStore, id: StreamId) -> Result<Vec<u8>, StoreError> {
    with_notes(store, id, notes::fetch_text(store, id)?, |_| {})
}

/// Further fields of a card that every reader of its game may know.
const TOLD: [&str; 3] = [OPENED, CONTROL, RULES];

/// A stream file for a client: of what its card keeps beside what lists show, how long the opening was and the time control,
/// and for its owner the names that are hidden. Who has claimed a seat, and the digest of the request that made the game, stay here.
pub(crate) fn export_for_client(
    store: &dyn EventStore,
    id: StreamId,
    notes: Option<String>,
    for_owner: bool,
) -> Result<Vec<u8>, StoreError> {
    with_notes(store, id, notes, |card| {
        card.extra
            .retain(|name, _| TOLD.contains(&name.as_str()) || (for_owner && name == HIDDEN_NAMES));
    })
}

/// A game's stream as a file, with these notes in its header.
fn with_notes(
    store: &dyn EventStore,
    id: StreamId,
    notes: Option<String>,
    trim: impl FnOnce(&mut StreamCard),
) -> Result<Vec<u8>, StoreError> {
    let mut out = Vec::new();
    hindsight_store::export(store, id, &mut out)?;
    let (mut header, rest) = split_file(&out)?;
    let card = header.card.get_or_insert_default();
    // Which game it branches off is for those to know who may see that game.
    Branch::forget(card);
    trim(card);
    card.extra.extend(notes.map(|notes| (NOTES.to_owned(), notes)));
    Ok(join_file(&header, rest))
}

/// The header of a stream file, and the lines behind it.
pub fn split_file(file: &[u8]) -> Result<(Header, &[u8]), StoreError> {
    let end = file.iter().position(|byte| *byte == b'\n').unwrap_or(file.len());
    let header = serde_json::from_slice(&file[..end]).map_err(|why| StoreError::BadImport {
        line: 1,
        why: text!("file-no-header", why = why.to_string()).to_string(),
    })?;
    Ok((header, file.get(end + 1..).unwrap_or_default()))
}

pub(crate) fn join_file(header: &Header, rest: &[u8]) -> Vec<u8> {
    let mut file = serde_json::to_vec(header).expect("texts and numbers become JSON");
    file.push(b'\n');
    file.extend_from_slice(rest);
    file
}

/// Stores a stream file whose header was split off, under this card. A game that is new here is not shown before all of
/// it is stored. Blocks on the store.
pub fn import_file(
    store: &dyn EventStore,
    mut header: Header,
    rest: &[u8],
    mut card: StreamCard,
) -> Result<Imported, StoreError> {
    let id = header.stream;
    let noted = header
        .card
        .as_mut()
        .and_then(|card| card.extra.remove(NOTES))
        .filter(|notes| serde_json::from_str::<Notes>(notes).is_ok());
    card.extra.remove(NOTES);
    card.marks.retain(|mark| mark != ARRIVING);
    header.card = Some(waiting(&card, Rest::GoneOnWith));
    let stored = hindsight_store::import(store, &mut std::io::Cursor::new(join_file(&header, rest)))?;
    let waits = store
        .card(id)?
        .is_some_and(|listed| !listed.deleted && is_arriving(&listed.card));
    if waits {
        if let Some(notes) = noted {
            notes::keep_text(store, id, &notes)?;
        }
        store.set_card(id, card)?;
    }
    Ok(match stored {
        // The file before was cut short, or its card was: only now is the game here.
        Imported::Extended { stream, to, .. } if waits => Imported::New { stream, records: to },
        Imported::AlreadyThere { stream, version } if waits => Imported::New {
            stream,
            records: version,
        },
        other => other,
    })
}

/// Puts away what came in half and cannot be gone on with; says how many streams. For the start, when nothing arrives.
pub fn put_away_halves(store: &dyn EventStore) -> Result<usize, StoreError> {
    let filter = StreamFilter {
        mark: Some(ARRIVING.to_owned()),
        audience: Audience::Everything,
        ..StreamFilter::default()
    };
    let (mut halves, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.streams(&filter, cursor, MAX_PAGE)?;
        halves.extend(page.streams);
        match page.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    let lost = format!("{:?}", Rest::PutAway);
    halves.retain(|listed| listed.card.extra.get(REST) == Some(&lost));
    for listed in &halves {
        store.delete_draft(listed.stream, u64::MAX)?;
    }
    Ok(halves.len())
}

/// The one answer to everybody for whom something of what is here is hidden, whatever their file holds: a digest, a length
/// or a yes would let them find out the rest by guessing.
pub(crate) fn not_yours() -> ApiError {
    ApiError::new(ProblemKind::AlreadyHere, text!("file-of-other-owner"))
}

/// Why a file does not come in.
pub(crate) fn unfit(error: hindsight_store::StoreError) -> ApiError {
    use hindsight_store::StoreError as E;
    match error {
        E::CorruptRecord { .. } | E::NewerFormat { .. } | E::TooLarge { .. } => {
            ApiError::new(ProblemKind::InvalidImport, said_elsewhere(error))
        }
        other => other.into(),
    }
}
