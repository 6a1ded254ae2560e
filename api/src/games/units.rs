//! The units of a game that somebody may know of.

use hindsight_kernel::Viewer;

use super::{Games, LiveGame};
use crate::access::GameAccess;
use crate::base::error::ApiResult;

impl Games {
    /// The units that somebody may know of at a version of a game.
    pub(crate) async fn units_known(
        &self,
        head: &std::sync::Arc<LiveGame>,
        sight: &GameAccess,
        version: u64,
    ) -> ApiResult<Vec<String>> {
        let viewer: Viewer = sight.through(None, head.over)?;
        let game = self.at(head, Some(version), viewer).await?;
        self.store
            .work(move |_| Ok(game.units(viewer).into_iter().map(|known| known.id).collect()))
            .await
    }
}
