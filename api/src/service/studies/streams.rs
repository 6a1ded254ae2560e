//! Studies from the store and back into it.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_kernel::codec;
use hindsight_openapi::ProblemKind;
use hindsight_store::{
    Append, AppendError, Check, CommandStamp, EventStore, Expected, NewEvent, StreamCard, StreamId,
};
use hindsight_studies::{Entry, SCHEMA, Study, StudyCommand, StudyEvent, StudyVisibility, decide};

use super::{Bound, STUDY, Studies, is_study, no_such_study, refused};
use crate::problem::{ApiError, Outcome};
use crate::service::{IfMatch, new_id, now_ms};

/// What decided the events, in the place where games name their rules.
const RULES: &str = concat!("studies/", env!("CARGO_PKG_VERSION"));
/// How often a change is decided again when another came first.
const TRIES: usize = 8;

/// Folds a study; nothing if there is no such stream. Blocks on the store.
fn load(store: &dyn EventStore, id: StreamId) -> Outcome<Option<Study>> {
    if !store.card(id)?.is_some_and(|listed| is_study(&listed.card)) {
        return Ok(None);
    }
    let mut study = Study::default();
    let mut misplaced = None;
    store.scan(id, 1, u64::MAX, Check::Continuity, &mut |record| {
        let next = StudyEvent::load(record.schema, record.body).and_then(|event| {
            study.evolve(Entry {
                at_ms: record.recorded_at_ms,
                by: record.actor.to_owned(),
                event,
            })
        });
        match next {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                misplaced = Some(why);
                ControlFlow::Break(())
            }
        }
    })?;
    match misplaced {
        None => Ok(Some(study)),
        Some(why) => Err(ApiError::new(
            ProblemKind::CorruptGame,
            format!("study {id}: {why}"),
        )),
    }
}

fn card(study: &Study) -> StreamCard {
    let visibility = match study.about.visibility {
        StudyVisibility::Public => "public",
        StudyVisibility::Unlisted => "unlisted",
        // Whom it is for stands in the study; in lists it is its author's alone.
        StudyVisibility::Readers | StudyVisibility::Private => "private",
    };
    StreamCard {
        system: STUDY.to_owned(),
        title: study.about.title.clone(),
        status: "kept".to_owned(),
        visibility: visibility.to_owned(),
        owner: study.author.clone(),
        marks: vec![STUDY.to_owned()],
        created_ms: study.created_ms,
        ..StreamCard::default()
    }
}

impl Studies {
    /// A study as it stands now.
    pub(super) async fn present(&self, id: StreamId) -> Outcome<Option<Bound>> {
        if let Some(study) = self.known.get(&id) {
            return Ok(Some(Bound { id, study }));
        }
        let loaded = self.vault.work(move |store| load(store, id)).await?;
        Ok(loaded.map(|study| {
            let study = Arc::new(study);
            self.keep_newest(id, &study);
            Bound { id, study }
        }))
    }

    /// Remembers a study, unless a later state of it is remembered already.
    fn keep_newest(&self, id: StreamId, study: &Arc<Study>) {
        self.known
            .entry(id)
            .and_upsert_with(|kept| match kept.map(moka::Entry::into_value) {
                Some(kept) if kept.version > study.version => kept,
                Some(_) | None => Arc::clone(study),
            });
    }

    /// The id of a study that is made; a key makes it, so that the request sent again meets the study it made.
    pub(super) fn id_by(&self, by: &str, key: Option<&str>) -> StreamId {
        let Some(key) = key else { return new_id() };
        let hash = blake3::keyed_hash(&self.secret, format!("study\n{by}\n{key}").as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        bytes[0] &= 0x7f;
        StreamId::from_bytes(bytes)
    }

    /// Stores a new study with its first events. The flag says that it was there already, made by the same request.
    pub(super) async fn make(
        &self,
        id: StreamId,
        by: &str,
        events: Vec<StudyEvent>,
    ) -> Outcome<(Bound, bool)> {
        let body = codec::encode(&events);
        match self
            .append(
                id,
                Study::default(),
                by,
                ("create".to_owned(), body.clone()),
                events,
            )
            .await
        {
            Ok(bound) => Ok((bound, false)),
            Err(error) if error.kind() == ProblemKind::StaleVersion => {
                let first = self
                    .vault
                    .work(move |store| Ok(store.read(id, 1, 1)?.into_iter().next()))
                    .await?;
                let same = first.is_some_and(|first| {
                    first.actor == by && first.command.is_some_and(|command| command.body == body)
                });
                match self.present(id).await? {
                    Some(bound) if same => Ok((bound, true)),
                    _ => Err(ApiError::new(
                        ProblemKind::CommandKeyReused,
                        "this key was used before to make another study",
                    )),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Decides a command on a study as it stands, and stores what happens.
    pub(super) async fn give(
        &self,
        bound: &Bound,
        by: &str,
        command: StudyCommand,
        if_match: Option<&IfMatch>,
    ) -> Outcome<Bound> {
        let id = bound.id;
        let body = codec::encode(&command);
        for _ in 0..TRIES {
            let now = self
                .present(id)
                .await?
                .ok_or_else(|| no_such_study(&id.to_string()))?;
            unchanged(&now.study, if_match)?;
            let Some(event) = decide(&now.study, command.clone()).map_err(refused)? else {
                return Ok(now);
            };
            let stamp = (new_id().to_string(), body.clone());
            match self
                .append(id, Study::clone(&now.study), by, stamp, vec![event])
                .await
            {
                // Another change came first: it is decided again after it.
                Err(error) if error.kind() == ProblemKind::StaleVersion => self.known.invalidate(&id),
                done => return done,
            }
        }
        Err(ApiError::new(
            ProblemKind::Busy,
            "this study is changed by many at once; try again",
        ))
    }

    async fn append(
        &self,
        id: StreamId,
        mut study: Study,
        by: &str,
        (name, body): (String, Vec<u8>),
        events: Vec<StudyEvent>,
    ) -> Outcome<Bound> {
        let (before, at_ms) = (study.version, now_ms());
        let new = events
            .iter()
            .map(|event| NewEvent {
                kind: event.kind().to_owned(),
                schema: SCHEMA,
                body: event.store(),
            })
            .collect();
        let carded = events.iter().any(|event| {
            matches!(
                event,
                StudyEvent::StudyCreated { .. } | StudyEvent::StudyChanged { .. }
            )
        });
        for event in events {
            let entry = Entry {
                at_ms,
                by: by.to_owned(),
                event,
            };
            study
                .evolve(entry)
                .map_err(|why| ApiError::fault("deciding on a study", why))?;
        }
        let append = Append {
            stream: id,
            expected: if before == 0 {
                Expected::New
            } else {
                Expected::Exactly(before)
            },
            recorded_at_ms: at_ms,
            command: CommandStamp {
                id: name,
                actor: by.to_owned(),
                rules: RULES.to_owned(),
                body,
            },
            events: new,
            card: carded.then(|| card(&study)),
        };
        match self.vault.append(append).await? {
            Ok(appended) if appended.repeated => return Err(ApiError::stale(before, "new")),
            Ok(_) => {}
            Err(AppendError::Conflict { found, .. }) => {
                return Err(ApiError::stale(found, &before.to_string()));
            }
            Err(error) => return Err(error.into()),
        }
        let study = Arc::new(study);
        self.known.insert(id, Arc::clone(&study));
        Ok(Bound { id, study })
    }
}

/// Whether a study is still in the state that was decided by.
fn unchanged(study: &Study, if_match: Option<&IfMatch>) -> Outcome<()> {
    let Some(IfMatch::Versions(known)) = if_match else {
        return Ok(());
    };
    if known.contains(&study.version) {
        return Ok(());
    }
    let named: Vec<String> = known.iter().map(u64::to_string).collect();
    Err(ApiError::new(
        ProblemKind::StaleVersion,
        format!(
            "the study is at version {}, not {}",
            study.version,
            named.join(" or ")
        ),
    )
    .with("version", study.version))
}
