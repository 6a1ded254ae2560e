//! Present places of the events of a game, for what was said of them.

use std::sync::Arc;

use hindsight_annotations::{Anchor, Following, LayerStanding};

use super::{Annotations, Reader};
use crate::base::error::ApiResult;

/// Where what is said of a game stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standings(Option<Arc<Following>>);

impl Standings {
    /// Where an anchor stands: where its first event does.
    pub(crate) fn of(&self, anchor: &Anchor) -> LayerStanding {
        match &self.0 {
            None => LayerStanding::Here(anchor.from()),
            Some(following) => following.standing(anchor.from()),
        }
    }

    /// The first and last version that an anchor speaks of as it stands now.
    pub(crate) fn stretch(&self, anchor: &Anchor) -> (u64, u64) {
        let at = |version| match &self.0 {
            None => version,
            Some(following) => following.standing(version).version(),
        };
        let (from, to) = (at(anchor.from()), at(anchor.to()));
        (from.min(to), from.max(to))
    }
}

impl Annotations {
    /// Where what is said of a game stands now.
    pub(crate) async fn standings(&self, reader: Reader<'_>) -> ApiResult<Standings> {
        let head = reader.head;
        let rewound = head
            .card
            .marks
            .iter()
            .any(|mark| mark == "taken-back" || mark == "corrected");
        if !rewound {
            // Every event stands where it was recorded.
            return Ok(Standings::default());
        }
        if let Some((version, following)) = self.followings.get(&head.id)
            && version == head.version()
        {
            return Ok(Standings(Some(following)));
        }
        let past = self.games.past(head).await?;
        let following = self
            .store
            .work(move |_| Ok(Arc::new(Following::new(past.path()))))
            .await?;
        self.followings
            .insert(head.id, (head.version(), Arc::clone(&following)));
        Ok(Standings(Some(following)))
    }
}
