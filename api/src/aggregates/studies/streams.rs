//! Studies from the store and back into it.

use hindsight_kernel::codec;
use hindsight_openapi::ProblemKind;
use hindsight_store::{NewEvent, StreamCard, StreamId};
use hindsight_studies::{SCHEMA, Study, StudyCommand, StudyEntry, StudyEvent, StudyVisibility, decide};

use super::{StoredStudy, Studies, no_such_study, refused};
use crate::aggregates::cache::{Aggregate, Entered, command_name};
use crate::base::error::{ApiError, ApiResult, Versioned};
use crate::base::messages::text;
use crate::base::new_id;
use crate::base::secrets::derived_id;
use crate::games::IfMatch;
use crate::games::kinds::{STUDY, is_study};

/// How often a change is decided again when another came first.
const TRIES: usize = 8;

impl Aggregate for Study {
    type Event = StudyEvent;
    const NAME: &'static str = "study";
    const RULES: &'static str = concat!("studies/", env!("CARGO_PKG_VERSION"));

    fn is_filed_as(card: &StreamCard) -> bool {
        is_study(card)
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn bytes(&self) -> usize {
        // A position takes several times what it is written with.
        4 * self.bytes()
    }

    fn load(schema: u16, body: &[u8]) -> Result<StudyEvent, String> {
        StudyEvent::load(schema, body).map_err(|why| why.to_string())
    }

    fn stored(event: &StudyEvent) -> NewEvent {
        NewEvent {
            kind: event.kind().to_owned(),
            schema: SCHEMA,
            body: event.store(),
        }
    }

    fn put(&mut self, at_ms: u64, by: &str, event: StudyEvent) -> Result<(), String> {
        let by = by.to_owned();
        self.evolve(StudyEntry { at_ms, by, event })
            .map_err(|why| why.to_string())
    }
}

pub(crate) fn study_card(study: &Study) -> StreamCard {
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

/// What became of a command.
pub(super) struct StudyWritten {
    pub(super) bound: StoredStudy,
    /// What happened, if something did.
    pub(super) event: Option<StudyEvent>,
    /// It had been given before.
    pub(super) repeated: bool,
}

impl Studies {
    /// A study as it stands now.
    pub(super) async fn present(&self, id: StreamId) -> ApiResult<Option<StoredStudy>> {
        let found = self.cache.present(id).await?;
        Ok(found.map(|study| StoredStudy { id, study }))
    }

    /// The id of a study that is made; a key makes it, so that the request sent again meets the study it made.
    pub(super) fn id_by(&self, by: &str, key: Option<&str>) -> StreamId {
        key.map_or_else(new_id, |key| {
            derived_id(&self.secret, &format!("study\n{by}\n{key}"))
        })
    }

    /// Stores a new study with its first events, as `asked`. The flag says that it was there already, made by the same
    /// request.
    pub(super) async fn make(
        &self,
        id: StreamId,
        by: &str,
        asked: Vec<u8>,
        events: Vec<StudyEvent>,
    ) -> ApiResult<(StoredStudy, bool)> {
        let entered = Entered {
            by: by.to_owned(),
            name: "create".to_owned(),
            body: asked,
            events,
        };
        self.append(id, Study::default(), entered).await
    }

    /// Decides a command on a study as it stands, and stores what happens.
    pub(super) async fn give(
        &self,
        bound: &StoredStudy,
        by: &str,
        command: StudyCommand,
        (if_match, key): (Option<&IfMatch>, Option<&str>),
    ) -> ApiResult<StudyWritten> {
        let id = bound.id;
        let body = codec::encode(&command);
        let name = command_name(by, key);
        if key.is_some()
            && let Some(event) = self.cache.written_before(id, &name, by, &body).await?
        {
            let bound = self
                .present(id)
                .await?
                .ok_or_else(|| no_such_study(&id.to_string()))?;
            return Ok(StudyWritten {
                bound,
                event: Some(event),
                repeated: true,
            });
        }
        for _ in 0..TRIES {
            let now = self
                .present(id)
                .await?
                .ok_or_else(|| no_such_study(&id.to_string()))?;
            if let Some(known) = if_match {
                known.check(Versioned::Study, now.study.version)?;
            }
            let Some(event) = decide(&now.study, command.clone()).map_err(refused)? else {
                return Ok(StudyWritten {
                    bound: now,
                    event: None,
                    repeated: false,
                });
            };
            let entered = Entered {
                by: by.to_owned(),
                name: name.clone(),
                body: body.clone(),
                events: vec![event.clone()],
            };
            match self.append(id, Study::clone(&now.study), entered).await {
                // Another change came first: it is decided again after it.
                Err(error) if error.kind() == ProblemKind::StaleVersion => self.cache.forget(id),
                done => {
                    let (bound, repeated) = done?;
                    return Ok(StudyWritten {
                        bound,
                        event: Some(event),
                        repeated,
                    });
                }
            }
        }
        Err(ApiError::new(ProblemKind::Busy, text!("study-busy")))
    }

    async fn append(
        &self,
        id: StreamId,
        study: Study,
        entered: Entered<StudyEvent>,
    ) -> ApiResult<(StoredStudy, bool)> {
        let carded = entered.events.iter().any(|event| {
            matches!(
                event,
                StudyEvent::StudyCreated { .. } | StudyEvent::StudyChanged { .. }
            )
        });
        let filed = |study: &Study| carded.then(|| study_card(study));
        let (study, repeated) = self.cache.write(id, study, entered, filed).await?;
        Ok((StoredStudy { id, study }, repeated))
    }
}
