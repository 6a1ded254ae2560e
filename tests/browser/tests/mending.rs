//! Corrections of the past that need more than themselves.

use serde_json::Value;

use crate::desk::{Desk, WINDOWS};

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_that_would_drop_commands_is_repaired() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.go("/").await;
    let game = desk.games[0].clone();
    let all = desk.data(&format!("/v1/games/{game}/events?limit=1000")).await;
    // Without the choice of a right nothing that follows is asked for.
    let chosen = |event: &&Value| event["command"]["command"]["type"] == "take_right";
    let event = all["items"].as_array().unwrap().iter().find(chosen).unwrap();
    let at = event["version"].as_u64().unwrap();
    let before = desk.data(&format!("/v1/games/{game}")).await;
    for (width, height) in WINDOWS {
        desk.window(width, height, "light").await;
        desk.go(&format!("/g/{game}/record/correct/{at}")).await;
        desk.value::<bool>(
            "(() => { document.querySelector('.correcting form:has([value=remove])').elements.reason.value = 'it came later'; return true; })()",
        )
        .await;
        desk.tap_only(".correcting form:has([value=remove]) button").await;
        desk.until("document.querySelector('.refused') !== null").await;
        let told: String = desk.value("document.querySelector('.refused').textContent").await;
        assert!(
            told.contains("This correction drops") && told.contains("Insert what is missing"),
            "{told}"
        );
        let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
        assert!(wide <= width, "{wide} pixels wide in a window of {width}");
        desk.picture(&format!("correction-drops-{width}")).await;
    }
    // What is missing is put in, and nothing is dropped any more.
    desk.window(1440, 900, "light").await;
    desk.click(".refused form button").await;
    desk.until(
        "document.querySelector('.correcting') !== null && document.querySelector('.refused') === null",
    )
    .await;
    let now = desk.data(&format!("/v1/games/{game}")).await;
    assert_eq!(
        now["now"]["version"], before["now"]["version"],
        "nothing is recorded by looking"
    );
    desk.click("[data-is=confirm]").await;
    desk.until("document.querySelector('.recorder[data-game]')?.dataset.ready === 'true'")
        .await;
    let after = desk.data(&format!("/v1/games/{game}")).await;
    assert_eq!(after["now"]["outcome"], before["now"]["outcome"]);
    assert_eq!(after["now"]["corrections"].as_u64(), Some(1));
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}
