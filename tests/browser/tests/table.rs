//! A first game at the table: begun with one tap and ready armies, recorded with dice of the table to its result: on a phone and
//! a tablet by touch, on a laptop by mouse.

use crate::desk::{Desk, WINDOWS};
use crate::phone::CONFIRM;
use crate::recorder::VERSION;

/// The most taps of a game.
const TAPS: usize = 600;

impl Desk {
    /// Taps what records something, and its confirmation.
    async fn tap_and_confirm(&self, selector: &str) {
        let before: u64 = self.value(VERSION).await;
        self.tap(selector).await;
        if self.is_there(CONFIRM).await {
            self.tap(CONFIRM).await;
        }
        self.recorded_after(before).await;
    }

    /// Begins a game of Before Battle with ready armies and dice of the table by one tap.
    pub(crate) async fn begin_by_one_tap(&self) -> String {
        self.go("/new?system=before-battle").await;
        self.tap("form.quick button").await;
        self.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
            .await;
        self.value("document.querySelector('.recorder').dataset.game")
            .await
    }

    /// Records the next roll, or one of the choices that are offered: first moves, as long as there were fewer than 24.
    pub(crate) async fn record_next(&self, faces: &mut impl Iterator<Item = usize>, moves: &mut usize) {
        const MOVE: &str = ".deeds-of .choices button[value*='\"move\"']";
        const OTHER_UNIT: &str = ".able a:not([aria-current])";
        let moves_left = *moves < 24;
        if self.is_there(".dice-wanted:not([hidden])").await {
            self.roll(faces).await;
        } else if moves_left && self.is_there(MOVE).await {
            *moves += 1;
            self.tap_and_confirm(MOVE).await;
        } else if moves_left
            && self.is_there(OTHER_UNIT).await
            && !self.is_there(".able [aria-current]").await
        {
            self.tap(OTHER_UNIT).await;
        } else if self.is_there(".general .choices button").await {
            self.tap_and_confirm(".general .choices button").await;
        } else if self.is_there(".deeds-of .choices button").await {
            self.tap_and_confirm(".deeds-of .choices button").await;
        } else {
            self.tap(OTHER_UNIT).await;
        }
    }
}

/// Faces of dice in such an order that no roll-off is a tie for ever.
pub(crate) fn faces() -> impl Iterator<Item = usize> {
    (0..).map(|count| (count * 5 + count / 6) % 6 + 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_game_is_recorded_at_the_table_to_its_result() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        // The rules ask for dice by refusing what came without them.
        desk.expect("status of 422");
        desk.comes_with_token(true).await;
        desk.window(width, height, "light").await;
        let game = desk.begin_by_one_tap().await;
        let (mut faces, mut moves) = (faces(), 0);
        for tap in 0.. {
            assert!(tap < TAPS, "the game does not end");
            let over = "document.querySelector('#asked').textContent === 'The game is over'";
            if desk.value::<bool>(over).await {
                break;
            }
            if tap == 12 {
                desk.picture(&format!("table-{width}")).await;
            }
            desk.record_next(&mut faces, &mut moves).await;
        }
        let now = desk.data(&format!("/v1/games/{game}")).await;
        assert!(now["now"]["outcome"].is_object(), "{now}");
        let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
        assert_eq!(audit["sound"], true, "{audit}");
        desk.close().await;
    }
}
