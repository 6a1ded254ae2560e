//! A position drawn on the board with the mouse and the keyboard, and a game begun from it.

use crate::desk::Desk;
use crate::looks::usable;

impl Desk {
    /// Fills a field of a row in as a person does.
    async fn set(&self, row: usize, name: &str, text: &str) {
        self.value::<bool>(&format!(
            "(() => {{ const field = document.querySelector('[name=\"f/units/{row}/{name}\"]'); field.focus(); field.value = '{text}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); return field.value === '{text}'; }})()"
        ))
        .await;
    }

    /// Where on the window a place of the board lies: shares of its width and height.
    async fn on_board(&self, across: f64, down: f64) -> (f64, f64) {
        self.value(&format!(
            "(() => {{ document.querySelector('[data-part=board]').scrollIntoView({{ block: 'start' }});
             const box = document.querySelector('[data-part=board] svg').getBoundingClientRect();
             return [box.x + box.width * {across}, box.y + box.height * {down}]; }})()"
        ))
        .await
    }

    /// Clicks on a place of the board.
    async fn point(&self, across: f64, down: f64) {
        let at = self.on_board(across, down).await;
        self.drag(at, at).await;
    }
}

const GHOST: &str =
    "(() => { const box = document.querySelector('.ghosts .ghost .body').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; })()";

fn verdict(is: &str) -> String {
    format!("document.querySelector('.verdict').dataset.is === '{is}'")
}

fn shows(unit: &str) -> String {
    format!("document.querySelector('[data-part=board] a.unit[data-unit=\"{unit}\"]') !== null")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_drawn_on_the_board_and_a_game_begins_there() {
    let Some(desk) = Desk::open().await else { return };
    // Positions that cannot be are refused while they are drawn.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/new?system=battleground-4&draw=true").await;
    for (row, seat, unit, down) in [(0, "A", "league-spears", 0.7), (1, "B", "clan-spears", 0.3)] {
        if row > 0 {
            desk.click("[data-list=\"f/units\"] > [data-does=another-row]")
                .await;
        }
        desk.set(row, "seat", seat).await;
        desk.set(row, "unit", unit).await;
        desk.point(0.5, down).await;
        desk.until(&shows(&format!("{seat}1"))).await;
    }
    desk.until(&verdict("good")).await;
    // North's unit looks at South by itself.
    let heading = "document.querySelector('[name=\"f/units/1/pose/heading\"]').value";
    assert_eq!(desk.value::<String>(heading).await, "180");
    // Dragged onto the other it cannot begin; dragged back it can.
    let from: (f64, f64) = desk.value(GHOST).await;
    let to = desk.on_board(0.5, 0.7).await;
    desk.drag(from, to).await;
    desk.until(&verdict("bad")).await;
    let now: (f64, f64) = desk.value(GHOST).await;
    desk.drag(now, (now.0, now.1 + from.1 - to.1)).await;
    desk.until(&verdict("good")).await;
    // The keys do the same.
    let x = "Number(document.querySelector('[name=\"f/units/1/pose/x\"]').value)";
    let before: f64 = desk.value(x).await;
    desk.value::<bool>("(() => { document.querySelector('.ghosts .ghost').focus(); return true; })()")
        .await;
    desk.press("ArrowLeft", 0).await;
    desk.until(&format!("{x} === {}", before - 0.25)).await;
    // A click on the other unit makes its row the chosen one.
    let south: (f64, f64) = desk
        .value(
            "(() => { const box = document.querySelector('a.unit[data-unit=A1]').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; })()",
        )
        .await;
    desk.drag(south, south).await;
    desk.until("document.querySelector('li.chosen').dataset.row === '0'")
        .await;
    desk.until(&verdict("good")).await;
    desk.screenshot("position").await;
    usable(
        &desk,
        &[("draw", "/new?system=before-battle&draw=true".to_owned())],
    )
    .await;
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_squares_a_click_puts_the_unit_and_the_game_begins() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/new?system=before-battle&draw=true").await;
    for (row, seat, unit, down) in [(0, "A", "rm-levy", 0.7), (1, "B", "af-iron", 0.3)] {
        if row > 0 {
            desk.click("[data-list=\"f/units\"] > [data-does=another-row]")
                .await;
        }
        desk.set(row, "seat", seat).await;
        desk.set(row, "unit", unit).await;
        desk.point(0.5, down).await;
        desk.until(&shows(&format!("{seat}1"))).await;
    }
    desk.until(&verdict("good")).await;
    let cell = |row: usize| format!("document.querySelector('[name=\"f/units/{row}/cell\"]').value");
    let cells: [String; 2] = [desk.value(&cell(0)).await, desk.value(&cell(1)).await];
    desk.click("form.creates button.main").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    let state = desk.data(&format!("/v1/games/{game}/state")).await;
    assert_eq!(state["units"][0]["cell"], cells[0].as_str());
    assert_eq!(state["units"][6]["cell"], cells[1].as_str());
    desk.is_clean();
    desk.close().await;
}
