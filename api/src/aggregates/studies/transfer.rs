//! Studies carried from server to server: out as they are stored, in only when they fold.

use hindsight_openapi::ProblemKind;
use hindsight_store::{Audience, Imported, StreamFilter, StreamId};

use super::{StoredStudy, Studies, no_such_study, writer};
use crate::access::Caller;
use crate::aggregates::bundle;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::STUDIES;
use crate::base::messages::text;
use crate::games::import::{not_yours, split_file, unfit};
use crate::games::kinds::STUDY;

impl Studies {
    /// The whole record of a study as NDJSON. Its author alone, or an administrator, has it: it holds also what was taken out
    /// of the study, or said before others could read it.
    pub async fn export_study(&self, caller: &Caller, bound: &StoredStudy) -> ApiResult<Vec<u8>> {
        let own = caller.reads_studies() == Some(bound.study.author.as_str());
        if !own && !caller.is_admin() {
            return Err(ApiError::new(ProblemKind::Forbidden, text!("study-record")));
        }
        let id = bound.id;
        self.store
            .work(move |store| {
                let mut file = Vec::new();
                hindsight_store::export(store, id, &mut file)?;
                Ok(file)
            })
            .await
    }

    /// Stores a study from NDJSON: its chain is verified and its events folded before anything is kept. The flag says that all
    /// of it was here already.
    pub async fn import_study(&self, caller: &Caller, file: Vec<u8>) -> ApiResult<(StoredStudy, bool)> {
        let by = writer(caller)?.to_owned();
        let keeps_all = caller.is_admin();
        let id = split_file(&file).map_err(unfit)?.0.stream;
        let author = by.clone();
        let _turn = self.store.turn_of(&author).await;
        let own = self.present(id).await?;
        if own.is_none_or(|bound| bound.study.author != by) {
            self.room_for_a_study(&by).await?;
        }
        let already_existed = self
            .store
            .work(move |store| {
                let by = (!keeps_all).then_some(by.as_str());
                let carried = bundle::sound_study(&file, by)?;
                if bundle::is_of_another(store, &carried, by)? {
                    return Err(not_yours());
                }
                let stored = bundle::take(store, carried).map_err(unfit)?;
                Ok(matches!(stored, Imported::AlreadyThere { .. }))
            })
            .await?;
        self.cache.forget(id);
        let bound = self.present(id).await?;
        let bound = bound.ok_or_else(|| no_such_study(&id.to_string()))?;
        Ok((bound, already_existed))
    }

    /// The caller's own studies of which a chapter shows this game: they go with its file.
    pub(crate) async fn own_studies_of(&self, caller: &Caller, game: StreamId) -> ApiResult<Vec<StreamId>> {
        let Some(by) = caller.reads_studies() else {
            return Ok(Vec::new());
        };
        let filter = StreamFilter {
            mark: Some(STUDY.to_owned()),
            owner: Some(by.to_owned()),
            audience: Audience::Owner(by.to_owned()),
            ..StreamFilter::default()
        };
        let page = self
            .store
            .work(move |store| Ok(store.streams(&filter, None, STUDIES)?))
            .await?;
        let shown = game.to_string();
        let mut own = Vec::new();
        for listed in page.streams {
            if let Some(bound) = self.present(listed.stream).await?
                && bound
                    .study
                    .chapters()
                    .any(|(_, kept)| kept.chapter.shows.game() == Some(shown.as_str()))
            {
                own.push(bound.id);
            }
        }
        Ok(own)
    }
}
