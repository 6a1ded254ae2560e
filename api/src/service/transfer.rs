//! Games carried from server to server: out as they are stored, in only when they fold.

use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::Visibility;
use hindsight_store::{Imported, MemoryStore, StreamCard, StreamId, import};

use super::annotations::{Reader, notes_to_carry, wrote};
use super::arrivals::{import_file, is_arriving, split_file, with_notes};
use super::{Caller, Games, Head, Services, Sight, card_of, carrying};
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
    /// The whole record of a game as NDJSON, with its notes if it came from a text.
    pub async fn export(&self, id: StreamId) -> Outcome<Vec<u8>> {
        self.vault
            .work(move |store| Ok(with_notes(store, id, notes_to_carry(store, id)?)?))
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
                let parts = carrying::parts(&file);
                let (header, rest) = split_file(parts[0])?;
                let by = (!keeps_all).then_some(owner.as_str());
                let mut carried = carrying::sound(header.stream, &parts[1..], by)?;
                let draft = header.card.clone().unwrap_or_default();
                let trial = MemoryStore::new();
                import(&trial, &mut std::io::Cursor::new(parts[0])).map_err(unfit)?;
                let head = Head::load(&trial, header.stream).map_err(|error| {
                    ApiError::new(
                        ProblemKind::InvalidImport,
                        format!("the events do not fold: {}", error.problem().detail),
                    )
                })?;
                if let Some(here) = store.card(header.stream)?
                    && (here.card.owner != owner && !keeps_all)
                    && !is_arriving(&here.card)
                {
                    // It is somebody else's: it may be recognised, never extended, and nothing is said of it by a file.
                    carried.clear();
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
                    owner: owner.clone(),
                    extra: draft
                        .extra
                        .into_iter()
                        .filter(|(name, _)| name == "opened")
                        .collect(),
                    ..StreamCard::default()
                };
                let card = card_of(head.game.as_ref(), &card);
                let stored = import_file(store, header, rest, card).map_err(unfit)?;
                carrying::take_in(store, carried).map_err(unfit)?;
                Ok(match stored {
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

impl Services {
    /// The whole record of a game as NDJSON, with the caller's own layers of annotations behind it, and the caller's own
    /// studies that show it: a stream holds also what was removed from it, or said before others could read it. An
    /// administrator's copy has all layers.
    pub async fn export_with_annotations(
        &self,
        caller: &Caller,
        head: &Arc<Head>,
        sight: &Sight,
    ) -> Outcome<Vec<u8>> {
        let reader = Reader { caller, head, sight };
        let read: Vec<StreamId> = self
            .layers_read(reader, None)
            .await?
            .into_iter()
            .filter(|sheet| caller.is_admin() || wrote(reader, sheet))
            .map(|sheet| sheet.id)
            .collect();
        let studies = self.own_studies_of(caller, head.id).await?;
        let mut file = self.games.export(head.id).await?;
        let game = head.id;
        self.vault
            .work(move |store| {
                carrying::carry(store, game, &|id| read.contains(&id), &mut file)?;
                for study in studies {
                    hindsight_store::export(store, study, &mut file)?;
                }
                Ok(file)
            })
            .await
    }
}

/// Why a file does not come in.
pub(super) fn unfit(error: hindsight_store::StoreError) -> ApiError {
    use hindsight_store::StoreError as E;
    match error {
        E::CorruptRecord { .. } | E::NewerFormat { .. } | E::TooLarge { .. } => {
            ApiError::new(ProblemKind::InvalidImport, error.to_string())
        }
        other => other.into(),
    }
}
