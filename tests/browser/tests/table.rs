//! A first game at the table: begun with one tap and ready armies, recorded on a phone by touch with dice of the table, to its
//! result.

use crate::desk::Desk;
use crate::recorder::{SETTLED, VERSION};

/// The most taps of a game.
const TAPS: usize = 600;

impl Desk {
    /// Taps what records something, and its confirmation.
    async fn tap_and_confirm(&self, selector: &str) {
        let before: u64 = self.value(VERSION).await;
        self.tap(selector).await;
        if self.is_there(".confirm:not([hidden]) [data-does=confirm]").await {
            self.tap(".confirm:not([hidden]) [data-does=confirm]").await;
        }
        self.recorded_after(before).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_game_is_recorded_on_a_phone_to_its_result() {
    let Some(desk) = Desk::open().await else { return };
    // The rules ask for dice by refusing what came without them.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.phone().await;
    desk.go("/new?system=before-battle").await;
    desk.tap("form.quick button").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    // No roll-off is a tie for ever.
    let mut faces = (0..).map(|count| (count * 5 + count / 6) % 6 + 1);
    let mut moves = 0;
    for tap in 0.. {
        assert!(tap < TAPS, "the game does not end");
        let over = "document.querySelector('#asked').textContent === 'The game is over'";
        if desk.value::<bool>(over).await {
            break;
        }
        if tap == 12 {
            desk.picture("table-phone").await;
        }
        if desk.is_there(".dice-wanted:not([hidden])").await {
            desk.roll(&mut faces).await;
        } else if moves < 24
            && desk
                .is_there(".deeds-of .choices button[value*='\"move\"']")
                .await
        {
            moves += 1;
            desk.tap_and_confirm(".deeds-of .choices button[value*='\"move\"']")
                .await;
        } else if moves < 24
            && desk.is_there(".able a:not([aria-current])").await
            && !desk.is_there(".able [aria-current]").await
        {
            desk.tap(".able a:not([aria-current])").await;
            desk.until(SETTLED).await;
        } else if desk.is_there(".general .choices button").await {
            desk.tap_and_confirm(".general .choices button").await;
        } else if desk.is_there(".deeds-of .choices button").await {
            desk.tap_and_confirm(".deeds-of .choices button").await;
        } else {
            desk.tap(".able a:not([aria-current])").await;
            desk.until(SETTLED).await;
        }
    }
    let now = desk.data(&format!("/v1/games/{game}")).await;
    assert!(now["now"]["outcome"].is_object(), "{now}");
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}
