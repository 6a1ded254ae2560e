//! Games as text: told in the notation, and played again from it.

use std::collections::BTreeMap;

use hindsight_notation::bridge::{Batch, Heading, replay, write};
use hindsight_notation::{parse, print};
use hindsight_openapi::{BodyFault, ProblemKind};
use hindsight_store::{Append, CommandStamp, Expected, NewEvent, StreamCard, StreamId};

use super::cards::players;
use super::{Caller, Games, Head, ImportAs, Packs, card_of, new_id, now_ms};
use crate::problem::{ApiError, Outcome};

impl Games {
    /// A game in the text notation, with every command that was given.
    pub async fn notation(&self, head: &Head) -> Outcome<String> {
        let past = self.past(head).await?;
        let (system, card) = (head.system, std::sync::Arc::clone(&head.card));
        self.vault
            .work(move |_| {
                let heading = Heading {
                    title: Some(card.title.clone()).filter(|title| !title.is_empty()),
                    seats: players(&card).into_iter().collect::<BTreeMap<_, _>>(),
                    tags: card.tags.clone(),
                    setup: past.opening_setup(system),
                    ..Heading::default()
                };
                let document = write(system, past.chronicle.as_ref(), heading)
                    .map_err(|why| ApiError::fault("telling the game in the notation", why))?;
                Ok(print(&document))
            })
            .await
    }

    /// Plays a game in the text notation again and stores it as a new one.
    pub async fn import_notation(
        &self,
        caller: &Caller,
        packs: &Packs,
        text: Vec<u8>,
        filed: ImportAs,
    ) -> Outcome<(StreamId, bool)> {
        let document = self
            .vault
            .work(move |_| {
                let text = String::from_utf8(text)
                    .map_err(|_| ApiError::new(ProblemKind::InvalidImport, "the file is not UTF-8"))?;
                parse(&text).map_err(|faults| {
                    let first = faults.first();
                    let detail = format!(
                        "line {}: {} is expected, not {}",
                        first.line, first.expected, first.found
                    );
                    let places = faults.all().iter().map(|fault| BodyFault {
                        path: format!("line {} column {}", fault.line, fault.column),
                        reason: format!("{} is expected, not {}", fault.expected, fault.found),
                    });
                    ApiError::new(ProblemKind::InvalidImport, detail).places(places.collect())
                })
            })
            .await?;
        let system = super::packs::known_system(&document.system)?;
        let named: Vec<String> = document
            .packs
            .iter()
            .filter_map(|pack| pack.hash.clone())
            .collect();
        let packs = packs.for_setup(system, &named).await?;
        let mut card = StreamCard {
            title: filed.title.or_else(|| document.title.clone()).unwrap_or_default(),
            tags: document.tags.clone(),
            visibility: "public".to_owned(),
            owner: caller.actor(),
            marks: filed.marks,
            created_ms: now_ms(),
            ..StreamCard::default()
        };
        for (seat, name) in &document.seats {
            super::cards::name_player(&mut card, *seat, name);
        }
        let id = new_id();
        let actor = caller.actor();
        self.vault
            .work(move |store| {
                let replayed = replay(&document, &packs)
                    .map_err(|why| ApiError::new(ProblemKind::InvalidImport, why.to_string()))?;
                let opened = replayed.opening.events.len();
                card.extra.insert("opened".to_owned(), opened.to_string());
                let card = card_of(replayed.game.as_ref(), &card);
                let batches = std::iter::once(&replayed.opening)
                    .chain(replayed.played.iter().map(|played| &played.batch));
                let mut version = 0;
                for (number, Batch { command, events }) in batches.enumerate() {
                    store.append(Append {
                        stream: id,
                        expected: if version == 0 {
                            Expected::New
                        } else {
                            Expected::Exactly(version)
                        },
                        recorded_at_ms: card.created_ms,
                        command: CommandStamp {
                            id: format!("notation/{number}"),
                            actor: actor.clone(),
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
                        card: (version == 0).then(|| card.clone()),
                    })?;
                    version += events.len() as u64;
                }
                Ok((id, false))
            })
            .await
    }
}
