//! A finger drawn across the board of a replay steps from event to event.

use crate::desk::Desk;

const SHOWN: &str = "Number(document.querySelector('.replay').dataset.version)";

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_drawn_across_the_board_steps() {
    let Some(desk) = Desk::open().await else { return };
    desk.phone().await;
    desk.go(&format!("/g/{}/100", desk.games[0])).await;
    let [x, y, width]: [f64; 3] = desk
        .value(
            "(() => { const { x, y, width, height } = document.querySelector('[data-part=board] svg').getBoundingClientRect();
               return [x + width / 2, y + height / 2, width]; })()",
        )
        .await;
    let far = width / 4.0;
    let (left, right) = ((x - far, y), (x + far, y));
    assert_eq!(desk.value::<u64>(SHOWN).await, 100);
    desk.draw_finger(right, left).await;
    desk.until(&format!("{SHOWN} > 100")).await;
    let next = desk.value::<u64>(SHOWN).await;
    desk.draw_finger(left, right).await;
    desk.until(&format!("{SHOWN} < {next}")).await;
    assert_eq!(desk.value::<u64>(SHOWN).await, 100, "back where it began");
    // A finger that scrolls the page steps nowhere.
    desk.draw_finger((x, y + far), (x, y - far)).await;
    desk.draw_finger(right, left).await;
    desk.until(&format!("{SHOWN} > 100")).await;
    assert_eq!(desk.value::<u64>(SHOWN).await, next);
    desk.close().await;
}
