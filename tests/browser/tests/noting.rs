//! Positions alone: pieces are drawn to where they stand, and a whole turn costs few taps on a phone.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::looks::usable;

/// A game of each system, and a version in the midst of its battle.
pub(crate) const GAMES: [(&str, u64); 5] = [
    ("the-knights-at-the-barrow", 400),
    ("the-wolves-at-two-woods", 700),
    ("the-levy-that-came-back", 150),
    ("the-marshal-comes-late", 200),
    ("orsa-takes-the-axes", 60),
];

/// The most taps of a turn; a drag is one.
const MOST: usize = 15;

/// The first piece of the board that can be pointed at, from the so-manieth on: its id, and where its middle lies.
const POINTED: &str = "(from) => { for (const link of [...document.querySelectorAll('.note [data-part=board] a.unit')].slice(from)) {
        link.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = link.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        const hit = document.elementFromPoint(...at);
        if (hit && link.contains(hit)) return [link.dataset.unit, ...at];
    } return ['', 0, 0]; }";

impl Desk {
    /// A recorded game of `tests/games`, imported; its id.
    pub(crate) async fn imported(&self, file: &str) -> String {
        let text = std::fs::read_to_string(format!("../games/{file}.hgn")).unwrap();
        let brought: Value = self
            .value(&format!(
                "fetch('/v1/games/import', {{ method: 'POST', headers: {{ 'Content-Type': 'text/plain' }}, body: {} }})
                    .then((answer) => answer.json())",
                json!(text)
            ))
            .await;
        let found = brought["card"]["id"].as_str().or_else(|| brought["id"].as_str());
        found.unwrap_or_else(|| panic!("{brought}")).to_owned()
    }

    /// A game that is played on from a version of a recorded one with dice that the players report.
    async fn played_on(&self, file: &str, version: u64) -> String {
        self.variation(file, version, "reported").await
    }

    /// The same as [`played_on`](Self::played_on), with the server's dice.
    pub(crate) async fn rolled_on(&self, file: &str, version: u64) -> String {
        self.variation(file, version, "server").await
    }

    async fn variation(&self, file: &str, version: u64, dice: &str) -> String {
        let id = self.imported(file).await;
        let asked = json!({ "version": version, "dice": dice });
        let made = self
            .ask("POST", &format!("/v1/games/{id}/variations"), &asked)
            .await;
        let game = made["game"]["card"]["id"].as_str();
        game.unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    async fn sheet(&self, game: &str) -> Value {
        self.data(&format!("/v1/games/{game}/sheet")).await["sheet"].take()
    }

    /// Notes a turn: a piece is drawn to another place, another has one less, and the turn goes on. The number of taps.
    async fn notes_a_turn(&self, piece: usize) -> usize {
        let version: String = self
            .value("document.querySelector('.note').dataset.version")
            .await;
        let mut taps = 0;
        let (unit, x, y): (String, f64, f64) = self.value(&format!("({POINTED})({piece})")).await;
        assert!(!unit.is_empty(), "a piece can be pointed at");
        let field = format!(
            "[...document.querySelectorAll('.note details.piece')].find((row) => '{unit}'.endsWith(row.dataset.piece))"
        );
        let place = format!(
            "{field}.querySelector('[name$=\"/x\"]').value + ' ' + {field}.querySelector('[name$=\"/y\"]').value"
        );
        let was: String = self.value(&place).await;
        // A little towards the middle of the table; to the next cell or hex, where there are some.
        let (middle, grid): (f64, String) = self
            .value(
                "(() => { const holder = document.querySelector('.note [data-part=board]'); const box = holder.getBoundingClientRect();
                    return [box.y + box.height / 2, JSON.parse(holder.dataset.measures).grid.kind]; })()",
            )
            .await;
        let far = if grid == "none" { 9.0 } else { 52.0 };
        self.drag((x, y), (x, if y > middle { y - far } else { y + far }))
            .await;
        taps += 1;
        self.until(&format!("({place}) !== '{was}'")).await;
        // The piece that was drawn is the chosen one: it loses something.
        let less = "document.querySelector('.note details.chosen .quick button[aria-label=\"One less\"]')";
        if self
            .value::<bool>(&format!("{less} !== null && {less}.checkVisibility()"))
            .await
        {
            self.click(".note details.chosen .quick button[aria-label='One less']")
                .await;
            taps += 1;
        }
        self.click(".note .moment button.main").await;
        taps += 1;
        // The next turn's page, or what no table can have.
        self.until(&format!(
            "(() => {{ const note = document.querySelector('.note');
                const told = (note?.querySelector('.notes')?.textContent ?? '').trim() !== '';
                return told || (note !== null && note.dataset.version !== '{version}' && document.readyState === 'complete'); }})()"
        ))
        .await;
        taps
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_alone_are_noted_turn_by_turn_in_all_games() {
    let Some(desk) = Desk::open().await else { return };
    // Where two pieces come to lie on each other, that is refused.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/").await;
    for (file, version) in GAMES {
        let game = desk.played_on(file, version).await;
        let begun = desk.sheet(&game).await;
        let page = format!("/g/{game}/note");
        for turn in 0..4 {
            desk.go(&page).await;
            desk.until("document.querySelector('.note.live') !== null").await;
            let taps = desk.notes_a_turn(turn).await;
            assert!(taps <= MOST, "{file}: {taps} taps");
        }
        let now = desk.sheet(&game).await;
        assert_ne!(
            now["now"], begun["now"],
            "{file}: at least one position could stand so"
        );
        desk.go(&page).await;
        desk.screenshot(&format!("note-{file}")).await;
    }
    let game = desk.played_on(GAMES[0].0, GAMES[0].1).await;
    usable(&desk, &[("note", format!("/g/{game}/note"))]).await;
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_wait_for_a_connection() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("ERR_INTERNET_DISCONNECTED");
    desk.comes_with_token(true).await;
    desk.go("/").await;
    // Rounds with a turn of each side, and turns that are counted one by one.
    for (file, version) in [GAMES[4], GAMES[0]] {
        let game = desk.played_on(file, version).await;
        let begun = desk.sheet(&game).await;
        desk.go(&format!("/g/{game}/note")).await;
        desk.until("document.querySelector('.note.live') !== null").await;
        desk.offline(true).await;
        for turn in 1..=3 {
            let taps = desk.notes_a_turn(turn - 1).await;
            assert!(taps <= MOST, "{file}: {taps} taps");
            desk.until(&format!(
                "document.querySelectorAll('.note .waiting li').length === {turn} && !document.querySelector('.note button.main').disabled"
            ))
            .await;
        }
        desk.screenshot(&format!("note-waiting-{file}")).await;
        desk.offline(false).await;
        desk.until("document.querySelector('.note .waiting').hidden")
            .await;
        let now = desk.sheet(&game).await;
        // Three turns on, counted as the server counts them: it has told what comes next each time.
        let turns = |sheet: &Value| sheet["now"]["turn"].as_u64().unwrap();
        let each = begun["turns_a_count"].as_u64().unwrap();
        let on = turns(&now) - turns(&begun);
        assert!(
            (3 / each..=3u64.div_ceil(each)).contains(&on),
            "{file}: {on} counts on"
        );
        assert_ne!(
            now["now"]["active"], begun["now"]["active"],
            "{file}: an odd number of turns"
        );
        // What is noted next is behind them.
        desk.notes_a_turn(0).await;
        assert_ne!(desk.sheet(&game).await["now"], now["now"]);
    }
    desk.is_clean();
    desk.close().await;
}
