//! Games carried from server to server: out as they are stored, in only when they fold.

use std::io::Cursor;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::Visibility;
use hindsight_store::{Header, Imported, MemoryStore, StreamCard, StreamId, export, import};

use super::{Caller, Games, Head, card_of};
use crate::problem::{ApiError, Outcome};

/// How an imported game is filed.
#[derive(Debug, Clone, Default)]
pub struct ImportAs {
    /// A title instead of the file's.
    pub title: Option<String>,
    /// What kind of record it is: `sample`, `bot` ...
    pub marks: Vec<String>,
}

impl Games {
    /// The whole record of a game as NDJSON.
    pub async fn export(&self, id: StreamId) -> Outcome<Vec<u8>> {
        self.vault
            .work(move |store| {
                let mut out = Vec::new();
                export(store, id, &mut out)?;
                Ok(out)
            })
            .await
    }

    /// Stores a game from NDJSON: its chain is verified and its events folded before anything is kept.
    /// Says whether it was here already.
    pub async fn import(&self, caller: &Caller, file: Vec<u8>, filed: ImportAs) -> Outcome<(StreamId, bool)> {
        let owner = caller.actor();
        let keeps_all = caller.is_admin();
        let (id, was_here) = self
            .vault
            .work(move |store| {
                let (mut header, rest) = split(&file)?;
                let draft = header.card.clone().unwrap_or_default();
                let trial = MemoryStore::new();
                import(&trial, &mut Cursor::new(&file)).map_err(unfit)?;
                let head = Head::load(&trial, header.stream).map_err(|error| {
                    ApiError::new(
                        ProblemKind::InvalidImport,
                        format!("the events do not fold: {}", error.problem().detail),
                    )
                })?;
                if let Some(here) = store.card(header.stream)?
                    && (here.card.owner != owner && !keeps_all)
                {
                    // It is somebody else's: it may be recognised, never extended.
                    let known = store.head(header.stream)?.map_or(0, |head| head.version);
                    if known < header.records {
                        return Err(ApiError::new(
                            ProblemKind::AlreadyHere,
                            "a shorter record of this game is here and belongs to somebody else",
                        ));
                    }
                }
                let card = StreamCard {
                    title: filed.title.unwrap_or(draft.title),
                    tags: draft.tags,
                    players: draft.players,
                    marks: draft.marks,
                    visibility: Visibility::of_name(&draft.visibility).name().to_owned(),
                    created_ms: draft.created_ms,
                    owner,
                    extra: draft
                        .extra
                        .into_iter()
                        .filter(|(name, _)| name == "opened")
                        .collect(),
                    ..StreamCard::default()
                };
                header.card = Some(card_of(head.game.as_ref(), &card));
                let mut again =
                    serde_json::to_vec(&header).map_err(|why| ApiError::fault("writing the header", why))?;
                again.push(b'\n');
                again.extend_from_slice(rest);
                Ok(match import(store, &mut Cursor::new(again)).map_err(unfit)? {
                    Imported::New { stream, .. } | Imported::Extended { stream, .. } => (stream, false),
                    Imported::AlreadyThere { stream, .. } => (stream, true),
                })
            })
            .await?;
        if !was_here {
            self.forget(id).await;
        }
        Ok((id, was_here))
    }
}

fn split(file: &[u8]) -> Outcome<(Header, &[u8])> {
    let end = file.iter().position(|byte| *byte == b'\n').unwrap_or(file.len());
    let header = serde_json::from_slice(&file[..end]).map_err(|why| {
        ApiError::new(
            ProblemKind::InvalidImport,
            format!("line 1: no header of a game file: {why}"),
        )
    })?;
    Ok((header, file.get(end + 1..).unwrap_or_default()))
}

fn unfit(error: hindsight_store::StoreError) -> ApiError {
    use hindsight_store::StoreError as E;
    match error {
        E::CorruptRecord { .. } | E::NewerFormat { .. } | E::TooLarge { .. } => {
            ApiError::new(ProblemKind::InvalidImport, error.to_string())
        }
        other => other.into(),
    }
}
