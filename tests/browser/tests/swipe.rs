//! A finger drawn across the board of a replay steps from event to event.

use crate::desk::Desk;

const SHOWN: &str = "Number(document.querySelector('.replay').dataset.version)";

/// Draws a finger across the middle of the board, to the left (-1) or to the right (1).
async fn across(desk: &Desk, direction: f64) {
    let [x, y, width]: [f64; 3] = desk
        .value(
            "(() => { const { x, y, width, height } = document.querySelector('[data-part=board] svg').getBoundingClientRect();
               return [x + width / 2, Math.min(y + height / 2, innerHeight / 2), width]; })()",
        )
        .await;
    let far = width / 4.0 * direction;
    desk.draw_finger((x - far, y), (x + far, y)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_drawn_across_the_board_steps() {
    let Some(desk) = Desk::open().await else { return };
    desk.phone().await;
    desk.go(&format!("/g/{}/100", desk.games[0])).await;
    assert_eq!(desk.value::<u64>(SHOWN).await, 100);
    across(&desk, -1.0).await;
    desk.until(&format!("{SHOWN} > 100")).await;
    let next = desk.value::<u64>(SHOWN).await;
    across(&desk, 1.0).await;
    desk.until(&format!("{SHOWN} < {next}")).await;
    assert_eq!(desk.value::<u64>(SHOWN).await, 100, "back where it began");
    desk.close().await;
}
