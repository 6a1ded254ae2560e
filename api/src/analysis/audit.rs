//! Audits of whether a game was recorded as the rules have it: its chain verified, its commands decided again,
//! and what its coach says could have been done and was not.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_kernel::{LensPage, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AuditAnswer, LaboratoryAnswer, MissedOption};
use hindsight_store::{Check, Digest};

use crate::analysis::Coach;
use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::{Games, LiveGame};

/// Refuses an audit to who may not know the whole record yet.
///
/// # Errors
/// The game is not over and has secrets from them, or had some on a line that was abandoned: an audit tells the digest of
/// the whole record.
pub(crate) fn may_audit(head: &LiveGame, viewer: Viewer) -> ApiResult<()> {
    if viewer == Viewer::Everything || !head.hides() {
        return Ok(());
    }
    Err(ApiError::new(
        ProblemKind::HiddenUntilTheEnd,
        text!("secrets-hidden-audit"),
    ))
}

/// Audits of games.
#[derive(Debug)]
pub struct Audits {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) coach: Arc<Coach>,
}

impl Audits {
    /// Decides a game again by other rules, for who may know all of it; the stored game is not touched.
    ///
    /// # Errors
    /// There are no such rules for this game, or its record is damaged.
    pub async fn laboratory(
        &self,
        head: &LiveGame,
        viewer: Viewer,
        rules: Option<String>,
        page: LensPage,
    ) -> ApiResult<LaboratoryAnswer> {
        may_audit(head, viewer)?;
        let past = self.games.past(head).await?;
        let (id, version, system) = (head.id, head.version(), head.system);
        let report = self
            .store
            .work(move |_| {
                past.chronicle
                    .laboratory(rules.as_deref(), page)?
                    .map_err(|refusal| ApiError::refused(refusal, Some(system)))
            })
            .await?;
        Ok(LaboratoryAnswer {
            game: id.to_string(),
            version,
            report,
            lenses: system.lenses(),
        })
    }

    /// Audits a game for who may know all of it.
    ///
    /// # Errors
    /// Its record is damaged, or the coach has no time now.
    pub async fn audited(&self, head: &LiveGame, viewer: Viewer) -> ApiResult<AuditAnswer> {
        may_audit(head, viewer)?;
        let past = self.games.past(head).await?;
        let (id, version) = (head.id, head.version());
        let (digest, report) = self
            .store
            .work(move |store| {
                // The chain is verified by reading it; a broken one is an error that names the first bad record.
                let mut digest = Digest::default();
                store.scan(id, 1, version, Check::Chain, &mut |record| {
                    digest = record.digest.unwrap_or_default();
                    ControlFlow::Continue(())
                })?;
                Ok((digest, past.chronicle.audit()?))
            })
            .await?;
        let options = head.system.detectors().iter().filter(|detector| detector.missed);
        let options: Vec<&str> = options.map(|detector| detector.id).collect();
        let found = if options.is_empty() {
            Vec::new()
        } else {
            self.coach.found(head, viewer).await?
        };
        let missed = found
            .into_iter()
            .filter(|one| options.contains(&one.detector.as_str()))
            .map(|one| MissedOption {
                version: one.version,
                seat: one.seat,
                unit: one.unit,
                detector: one.detector,
                name: one.name,
                reason: one.reason,
                rules: one.rules,
            })
            .collect();
        Ok(AuditAnswer {
            game: id.to_string(),
            version,
            sound: report.differences.is_empty() && report.dice_fault.is_none() && !report.has_gaps(),
            unrecorded: report.has_gaps(),
            digest: digest.to_string(),
            report,
            missed,
        })
    }
}
