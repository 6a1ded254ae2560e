//! Details of a game: its card, how it stands for a caller, its undo and its followers.

use hindsight_openapi::wire::{GameDetails, LiveInfo};

use crate::access::GameAccess;
use crate::games::undo::undo_info;
use crate::games::{Games, LiveGame, game_card};

impl Games {
    /// A game as it is shown to a caller.
    pub fn game_of(&self, head: &LiveGame, sight: &GameAccess) -> GameDetails {
        let mut card = game_card(head.id, &head.card, sight.yours);
        card.version = head.version();
        let now = head.game.info(sight.viewer);
        GameDetails {
            card,
            undo: undo_info(&head.card, &now.seats),
            now,
            live: self.live_of(head),
        }
    }

    /// The followers of a game and their delay, now.
    pub fn live_of(&self, head: &LiveGame) -> LiveInfo {
        LiveInfo {
            followers: self.hub.following(head.id),
            delay_seconds: head.delay.map_or(0, |delay| delay.as_secs()),
        }
    }
}
