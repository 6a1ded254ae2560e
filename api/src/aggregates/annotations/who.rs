//! Permissions of a layer: who may read it, and who may write.

use hindsight_annotations::{Layer, LayerVisibility};
use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;

use super::Reader;
use crate::access::{Caller, GUEST, Scope, TokenRecord};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// How far somebody may read a layer of a game that they may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It is not there.
    None,
    /// Whoever has its id.
    ById,
    /// It stands in the lists.
    Listed,
}

/// Whom a token stands for among those who speak of a game. All tokens that its keeper makes for it carry one subject, the
/// keeper's guest, so guests are told apart by the seats they hold, and one who holds none by the token itself.
fn voice(token: &TokenRecord) -> String {
    if !token.subject.starts_with(GUEST) {
        return token.subject.clone();
    }
    let seats: Vec<String> = token.seats().iter().map(|seat| format!("seat {seat}")).collect();
    let which = if seats.is_empty() {
        token.id.to_string()
    } else {
        seats.join(" and ")
    };
    format!("{}, {which}", token.subject)
}

impl Caller {
    /// Whom the caller stands for among the readers of a game's annotations.
    pub(crate) fn reads_annotations(&self, game: StreamId) -> Option<String> {
        let token = self.token()?;
        let here = token.game.is_none_or(|only| only == game);
        let reads = token
            .scopes
            .iter()
            .any(|scope| matches!(scope, Scope::GameRead | Scope::GameWrite));
        let sits = token.game == Some(game) && !token.seats().is_empty();
        (here && (reads || sits) || self.is_admin()).then(|| voice(token))
    }

    /// Whom the caller stands for when annotating a game: a token that keeps records, or one of a seat of this game.
    pub(crate) fn annotates(&self, game: StreamId) -> Option<String> {
        let token = self.token()?;
        let here = token.game.is_none_or(|only| only == game);
        let writes = token.scopes.contains(&Scope::GameWrite);
        let sits = token.game == Some(game) && !token.seats().is_empty();
        (here && (writes || sits) || self.is_admin()).then(|| voice(token))
    }
}

impl Reader<'_> {
    /// The subject who writes, where this reader may.
    pub fn writer(self) -> ApiResult<String> {
        self.caller.annotates(self.head.id).ok_or_else(|| {
            let words = text!("annotating-needs");
            ApiError::new(ProblemKind::Forbidden, words)
        })
    }
}

/// How far a caller may read a layer; `open` is whether the text that it came from may be read, where it came from one.
pub(crate) fn reach(layer: &Layer, game: StreamId, caller: &Caller, open: bool) -> Reach {
    let subject = caller.reads_annotations(game);
    if caller.is_admin() || subject.as_deref() == Some(layer.author.as_str()) {
        return Reach::Listed;
    }
    if !open {
        return Reach::None;
    }
    match layer.visibility {
        LayerVisibility::Public => Reach::Listed,
        LayerVisibility::Unlisted => Reach::ById,
        LayerVisibility::Readers if subject.is_some_and(|subject| layer.readers.contains(&subject)) => {
            Reach::Listed
        }
        LayerVisibility::Readers | LayerVisibility::Private => Reach::None,
    }
}
