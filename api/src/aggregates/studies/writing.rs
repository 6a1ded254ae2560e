//! Making studies, and changing one's own.

use std::collections::BTreeSet;

use hindsight_annotations::decide::checked_readers;
use hindsight_kernel::codec;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{ChapterOrder, CloneStudy, NewStudy, PatchChapter, PatchStudy};
use hindsight_store::{Audience, StreamFilter};
use hindsight_studies::{About, Chapter, Shows, StudyCommand, StudyEvent, StudyVisibility, begin};

use super::{StoredStudy, Studies, refused, writer};
use crate::access::Caller;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::STUDIES;
use crate::base::messages::text;
use crate::games::kinds::STUDY;
use crate::games::{Branch, IfMatch, no_such_version};

impl Studies {
    /// Makes a study; the flag says that this request had made it before.
    pub async fn create_study(
        &self,
        caller: &Caller,
        new: NewStudy,
        key: Option<&str>,
    ) -> ApiResult<(StoredStudy, bool)> {
        let by = writer(caller)?;
        let about = About {
            title: new.title,
            text: new.text,
            visibility: new.visibility,
            readers: self.readers_named(&new.readers).await?,
            copy_of: None,
        };
        let events = vec![begin(about).map_err(refused)?];
        let id = self.id_by(by, key);
        let _turn = self.store.turn_of(by).await;
        if key.is_none() || self.present(id).await?.is_none() {
            self.room_for_a_study(by).await?;
        }
        self.make(id, by, codec::encode(&events), events).await
    }

    /// Copies a study, as far as who asks may see it; the flag says that this request had copied it before.
    pub async fn clone_study(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        asked: CloneStudy,
        key: Option<&str>,
    ) -> ApiResult<(StoredStudy, bool)> {
        let by = writer(caller)?;
        let request = codec::encode(&("copy", bound.id.to_string(), &asked.title));
        let id = self.id_by(by, key);
        let _turn = self.store.turn_of(by).await;
        if key.is_none() || self.present(id).await?.is_none() {
            self.room_for_a_study(by).await?;
        }
        let file = self.study_file(caller, bound)?;
        let about = About {
            title: asked.title.unwrap_or(file.title),
            text: file.text,
            visibility: StudyVisibility::Private,
            readers: BTreeSet::new(),
            copy_of: Some(bound.id.to_string()),
        };
        let mut events = vec![begin(about).map_err(refused)?];
        events.extend(
            (1..)
                .zip(file.chapters)
                .map(|(number, chapter)| StudyEvent::ChapterAdded { number, chapter }),
        );
        self.make(id, by, request, events).await
    }

    pub(super) async fn room_for_a_study(&self, by: &str) -> ApiResult<()> {
        let filter = StreamFilter {
            mark: Some(STUDY.to_owned()),
            owner: Some(by.to_owned()),
            audience: Audience::Owner(by.to_owned()),
            ..StreamFilter::default()
        };
        let many = self
            .store
            .work(move |store| Ok(store.streams(&filter, None, STUDIES)?.streams.len()))
            .await?;
        if many < STUDIES {
            return Ok(());
        }
        Err(
            ApiError::new(ProblemKind::LimitReached, text!("studies-most", most = STUDIES))
                .limit("studies", STUDIES),
        )
    }

    async fn readers_named(&self, names: &BTreeSet<String>) -> ApiResult<BTreeSet<String>> {
        checked_readers(names).map_err(|fault| refused(fault.into()))?;
        self.accounts.subjects_named(names).await
    }

    /// A study that who asks may write.
    pub async fn own_study(&self, caller: &Caller, id: &str) -> ApiResult<StoredStudy> {
        writer(caller)?;
        let bound = self.study(caller, id).await?;
        if caller.is_admin() || caller.writes_studies() == Some(bound.study.author.as_str()) {
            return Ok(bound);
        }
        Err(ApiError::new(ProblemKind::Forbidden, text!("study-of-other")))
    }

    /// Gives a command to one's own study.
    async fn write_study(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        command: StudyCommand,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<StoredStudy> {
        let by = writer(caller)?;
        let given = self.give(bound, by, command, (if_match, None)).await?;
        Ok(given.bound)
    }

    /// Changes what a study says of itself.
    pub async fn change_study(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        patch: PatchStudy,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<StoredStudy> {
        let readers = match &patch.readers {
            None => None,
            Some(names) => Some(self.readers_named(names).await?),
        };
        let command = StudyCommand::Change {
            title: patch.title,
            text: patch.text,
            visibility: patch.visibility,
            readers,
        };
        self.write_study(caller, bound, command, if_match).await
    }

    /// Adds a chapter; the study, the chapter's number, and whether this request had added it before.
    pub async fn add_chapter(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        chapter: Chapter,
        if_match: Option<&IfMatch>,
        key: Option<&str>,
    ) -> ApiResult<(StoredStudy, u32, bool)> {
        let by = writer(caller)?;
        self.can_be_shown(caller, &chapter.shows).await?;
        let given = self
            .give(bound, by, StudyCommand::Add(chapter), (if_match, key))
            .await?;
        let Some(StudyEvent::ChapterAdded { number, .. }) = given.event else {
            return Err(ApiError::fault("adding a chapter", "none was added"));
        };
        Ok((given.bound, number, given.repeated))
    }

    /// Changes a chapter.
    pub async fn change_chapter(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        number: u32,
        patch: PatchChapter,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<StoredStudy> {
        if let Some(shows) = &patch.shows {
            self.can_be_shown(caller, shows).await?;
        }
        let command = StudyCommand::Edit {
            number,
            title: patch.title,
            text: patch.text,
            shows: patch.shows,
        };
        self.write_study(caller, bound, command, if_match).await
    }

    /// Takes a chapter out.
    pub async fn remove_chapter(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        number: u32,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<StoredStudy> {
        self.write_study(caller, bound, StudyCommand::Remove { number }, if_match)
            .await
    }

    /// Puts the chapters into another order.
    pub async fn order_chapters(
        &self,
        caller: &Caller,
        bound: &StoredStudy,
        asked: ChapterOrder,
        if_match: Option<&IfMatch>,
    ) -> ApiResult<StoredStudy> {
        self.write_study(caller, bound, StudyCommand::Order(asked.order), if_match)
            .await
    }

    /// Whether what a chapter is to show is there, and its author may see it.
    async fn can_be_shown(&self, caller: &Caller, shows: &Shows) -> ApiResult<()> {
        shows.check().map_err(|fault| refused(fault.into()))?;
        match shows {
            Shows::Position { system, state } => self.position(system, state.clone()).await.map(drop),
            Shows::Game { game } => self.games.seen(caller, game).await.map(drop),
            Shows::Moment { game, version } => {
                let (head, _) = self.games.seen(caller, game).await?;
                if *version > head.version() {
                    return Err(no_such_version(*version, head.version()));
                }
                Ok(())
            }
            Shows::Variation { game } => {
                let (head, _) = self.games.seen(caller, game).await?;
                Branch::of(&head.card)
                    .map(drop)
                    .ok_or_else(|| ApiError::body("/shows/game", text!("study-no-variation")))
            }
        }
    }
}
