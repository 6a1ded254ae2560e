//! A position drawn on the board with the mouse and the keyboard, and a game begun from it.

use crate::desk::Desk;
use crate::looks::usable;

impl Desk {
    /// Fills a field of a unit's row in as a person does.
    async fn set(&self, row: usize, name: &str, text: &str) {
        self.set_field(&format!("f/units/{row}/{name}"), text).await;
    }

    /// Fills a field in as a person does; a box is ticked.
    async fn set_field(&self, name: &str, text: &str) {
        let done: bool = self
            .value(&format!(
                "(() => {{ const field = document.querySelector('[name=\"{name}\"]'); field.focus();
                 if (field.type === 'checkbox') field.checked = true; else field.value = '{text}';
                 field.dispatchEvent(new Event('input', {{ bubbles: true }}));
                 field.dispatchEvent(new Event('change', {{ bubbles: true }}));
                 return field.checked || field.value === '{text}'; }})()"
            ))
            .await;
        assert!(done, "{name} takes no {text:?}");
    }

    /// Two units that face each other, put on the board by clicks.
    async fn two_units(&self) {
        for (row, seat, unit, down) in [(0, "A", "league-spears", 0.7), (1, "B", "clan-spears", 0.3)] {
            if row > 0 {
                self.click("[data-list=\"f/units\"] > [data-does=another-row]")
                    .await;
            }
            self.set(row, "seat", seat).await;
            self.set(row, "unit", unit).await;
            self.point(0.5, down).await;
            self.until(&shows(&format!("{seat}1"))).await;
        }
        self.until(&verdict("good")).await;
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
    desk.two_units().await;
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
        &[
            ("draw", "/new?system=before-battle&draw=true".to_owned()),
            ("draw-battle", "/new?system=battleground-4&draw=true".to_owned()),
        ],
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

/// How many features are drawn.
fn features(count: usize) -> String {
    format!(
        "JSON.parse(document.querySelector('[data-part=board]').dataset.measures).features.length === {count}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn terrain_is_drawn_turned_dragged_and_taken_away() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/new?system=battleground-4&draw=true").await;
    desk.two_units().await;
    desk.set_field("f/terrain/0/kind", "forest").await;
    desk.point(0.4, 0.5).await;
    desk.until(&features(1)).await;
    desk.until(&verdict("good")).await;
    // Dragged off the table it cannot lie there, and is told the rule; it is still seen, and dragged back.
    let edge = desk.on_board(0.0, 0.5).await;
    let from: (f64, f64) = desk.value(GHOST).await;
    desk.drag(from, edge).await;
    desk.until(&verdict("bad")).await;
    desk.until("document.querySelector('.verdict a.rule').textContent === 'BG4-GEO-01'")
        .await;
    let now: (f64, f64) = desk.value(GHOST).await;
    desk.drag(now, from).await;
    desk.until(&verdict("good")).await;
    // The keys turn it.
    desk.value::<bool>("(() => { document.querySelector('.ghosts .ghost').focus(); return true; })()")
        .await;
    desk.press("]", 0).await;
    desk.until("document.querySelector('[name=\"f/terrain/0/pose/heading\"]').value === '5'")
        .await;
    // Another one, of a size of its own; the first is chosen again by its grip, for a unit could stand upon it.
    desk.click("[data-list=\"f/terrain\"] > [data-does=another-row]")
        .await;
    desk.set_field("f/terrain/1/kind", "hill").await;
    desk.set_field("f/terrain/1/width", "9").await;
    desk.set_field("f/terrain/1/shape", "oval").await;
    desk.point(0.65, 0.5).await;
    desk.until(&features(2)).await;
    desk.until(&verdict("good")).await;
    for (size, width, height) in [("desktop", 1280, 900), ("phone", 390, 844)] {
        for scheme in ["light", "dark"] {
            desk.window(width, height, scheme).await;
            let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
            assert!(wide <= width, "{wide} pixels wide in a window of {width}");
            desk.screenshot(&format!("terrain-{size}-{scheme}")).await;
        }
    }
    desk.window(1280, 900, "light").await;
    let grip: (f64, f64) = desk
        .value(
            "(() => { document.querySelector('[data-part=board]').scrollIntoView({ block: 'start' });
             const box = document.querySelector('.ghosts .grip').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; })()",
        )
        .await;
    desk.drag(grip, grip).await;
    desk.until("document.querySelector('[data-list=\"f/terrain\"] li.chosen').dataset.row === '0'")
        .await;
    // Taken away, the other is all there is.
    desk.click("[data-list=\"f/terrain\"] > ol > li:first-child > [data-does=remove-row]")
        .await;
    desk.until(&features(1)).await;
    desk.until(&verdict("good")).await;
    desk.click("form.creates button.main").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    let board = desk.data(&format!("/v1/games/{game}/board")).await;
    let kinds: Vec<&str> = board["terrain"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| piece["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["hill"]);
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_aims_at_a_place_of_the_board_or_at_a_unit_of_the_list() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/new?system=battleground-4&draw=true").await;
    desk.two_units().await;
    desk.click("[data-list=\"f/units\"] > [data-does=another-row]")
        .await;
    desk.set(2, "seat", "B").await;
    desk.set(2, "unit", "clan-axes").await;
    desk.point(0.2, 0.2).await;
    desk.until(&shows("B2")).await;
    desk.set(0, "order?", "1").await;
    desk.set(0, "order/order", "close").await;
    // A place, by a click that moves no unit.
    desk.set(0, "order/objective@", "0").await;
    let before: String = desk
        .value("document.querySelector('[name=\"f/units/0/pose/x\"]').value")
        .await;
    desk.click("[data-point=\"f/units/0/order/objective~0/location\"] [data-does=aim]")
        .await;
    desk.point(0.25, 0.5).await;
    desk.until("document.querySelector('[name=\"f/units/0/order/objective~0/location/x\"]').value !== ''")
        .await;
    desk.until(
        "document.querySelector('[data-part=board]').textContent.includes('order: Close, to token 1')",
    )
    .await;
    desk.until(&verdict("good")).await;
    let after: String = desk
        .value("document.querySelector('[name=\"f/units/0/pose/x\"]').value")
        .await;
    assert_eq!(before, after);
    // An enemy from those that stand, who stays the same one when another is taken away.
    desk.set(0, "order/objective@", "1").await;
    let offered = "[...document.querySelector('[name=\"f/units/0/order/objective~1/enemy\"]').options].map((one) => one.value).join(' ')";
    assert_eq!(desk.value::<String>(offered).await, " B1 B2");
    desk.set(0, "order/objective~1/enemy", "B2").await;
    desk.until(&verdict("good")).await;
    desk.click("[data-list=\"f/units\"] > ol > li:nth-child(2) > [data-does=remove-row]")
        .await;
    desk.until("document.querySelector('[name=\"f/units/0/order/objective~1/enemy\"]').value === 'B1'")
        .await;
    // One that fell before.
    desk.set_field("f/lost/0/seat", "A").await;
    desk.set_field("f/lost/0/unit", "league-spears").await;
    desk.until(&verdict("good")).await;
    desk.window(390, 844, "light").await;
    desk.screenshot("objective-phone-light").await;
    desk.window(1280, 900, "dark").await;
    desk.screenshot("objective-desktop-dark").await;
    desk.click("form.creates button.main").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    let state = desk.data(&format!("/v1/games/{game}/state")).await;
    let unit = |id: &str| {
        let units = state["units"].as_array().unwrap();
        units.iter().find(|unit| unit["id"] == id).unwrap().clone()
    };
    assert_eq!(unit("A1")["status"]["ready"]["objective"]["enemy"], "B1");
    assert_eq!(unit("A2")["destroyed"], "attack");
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_hexes_units_leaders_ground_and_hexsides_are_put_by_clicks() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/new?system=men-of-iron&draw=true").await;
    desk.set_field("f/battle", "harrow-ford").await;
    let field = |name: &str| format!("document.querySelector('[name=\"{name}\"]').value");
    for (row, unit, down) in [(0, "A-LB1", 0.7), (1, "B-MM1", 0.3)] {
        if row > 0 {
            desk.click("[data-list=\"f/units\"] > [data-does=another-row]")
                .await;
        }
        desk.set(row, "unit", unit).await;
        desk.set(row, "status", "disordered").await;
        desk.point(0.5, down).await;
        desk.until(&shows(unit)).await;
    }
    // Each looks at the other by itself; the list says whom else there is.
    assert_eq!(desk.value::<String>(&field("f/units/0/facing")).await, "1");
    assert_eq!(desk.value::<String>(&field("f/units/1/facing")).await, "7");
    // A click on a unit makes its row the chosen one.
    let first: (f64, f64) = desk
        .value(
            "(() => { const box = document.querySelector('a.unit[data-unit=A-LB1]').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; })()",
        )
        .await;
    desk.drag(first, first).await;
    desk.until("document.querySelector('li.chosen').dataset.row === '0'")
        .await;
    desk.set_field("f/leaders/0/key", "Hale").await;
    desk.point(0.6, 0.75).await;
    desk.until(&shows("leader-Hale")).await;
    desk.set_field("f/standards/0/key", "A1").await;
    desk.point(0.6, 0.9).await;
    desk.until(&shows("standard-A1")).await;
    desk.set_field("f/ground/0/value/terrain", "woods").await;
    desk.set_field("f/ground/0/value/level", "2").await;
    desk.point(0.3, 0.6).await;
    desk.set_field("f/hexsides/0/value/0", "hedge").await;
    desk.point(0.3, 0.65).await;
    desk.until(&format!("{} !== ''", field("f/hexsides/0/key"))).await;
    desk.until(&verdict("good")).await;
    desk.screenshot("hexes").await;
    let place = |name: &str| field(&format!("f/{name}"));
    let at: Vec<String> = {
        let mut at = Vec::new();
        for name in [
            "units/0/hex",
            "units/1/hex",
            "leaders/0/value",
            "standards/0/value",
            "ground/0/key",
            "hexsides/0/key",
        ] {
            at.push(desk.value::<String>(&place(name)).await);
        }
        at
    };
    desk.window(390, 844, "dark").await;
    let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
    assert!(wide <= 390, "{wide} pixels wide in a window of 390");
    desk.screenshot("hexes-phone-dark").await;
    desk.window(1280, 900, "light").await;
    desk.click("form.creates button.main").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    let state = desk.data(&format!("/v1/games/{game}/state")).await;
    for (place, unit) in ["A-LB1", "B-MM1"].into_iter().enumerate() {
        assert_eq!(
            state["units"][unit]["place"]["on"]["hex"],
            at[place].as_str(),
            "{unit}"
        );
        assert_eq!(state["units"][unit]["status"], "disordered");
    }
    assert_eq!(state["leaders"]["Hale"]["place"]["on"]["hex"], at[2].as_str());
    assert_eq!(state["standards"]["A1"]["hex"], at[3].as_str());
    let map = &state["battle"]["map"];
    assert_eq!(map["hex"][&at[4]]["terrain"], "woods");
    assert_eq!(map["hex"][&at[4]]["level"], 2);
    assert_eq!(map["side"][&at[5]], serde_json::json!(["hedge"]));
    desk.is_clean();
    desk.close().await;
}
