//! A deployment adjusted by drag: a unit is drawn to another place with a finger, before the battle.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::recorder::{SETTLED, VERSION};

/// Games in which units are deployed freely on a table, on cells and on hexes.
const GAMES: [&str; 3] = [
    "the-knights-at-the-barrow",
    "the-levy-that-came-back",
    "the-rings-on-the-ridge",
];

/// A piece that can be pointed at and has another place that the rules allow: its id, and where a finger goes down and up.
const DRAWN: &str = "(async (game, far) => {
    const holder = document.querySelector('[data-part=board]');
    const { scale, flip } = JSON.parse(holder.dataset.measures);
    const svg = holder.querySelector('svg');
    const pixels = svg.getScreenCTM().a * scale * (flip ? -1 : 1);
    for (const piece of JSON.parse(document.querySelector('form.placing').dataset.pieces)) {
        const link = svg.querySelector(`a.unit[data-unit=\"${piece.piece}\"]`);
        if (!link) continue;
        link.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = link.getBoundingClientRect();
        const from = [x + width / 2, y + height / 2];
        const hit = document.elementFromPoint(...from);
        if (!hit || !link.contains(hit)) continue;
        for (const [dx, dy] of far ? [[0, 14], [0, -14], [0, 8], [0, -8], [0, 4], [0, -4]] : [[1, 0], [-1, 0], [2, 0], [-2, 0], [0, 1], [0, -1]]) {
            const at = { x: piece.at.x + dx, y: piece.at.y + dy };
            const tried = await fetch(`/v1/games/${game}/commands?dry_run=true`, {
                method: 'POST', headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ type: 'place', piece: piece.piece, at }),
            });
            const to = [from[0] + dx * pixels, from[1] - dy * pixels];
            if ((tried.status === 200) !== far && document.elementFromPoint(...to)?.closest('.view')) return [piece.piece, from, to, [dx, dy]];
        }
    }
    return ['', [0, 0], [0, 0], [0, 0]];
})";

impl Desk {
    /// A game whose last piece but one was placed: as recorded, with dice that the players report.
    async fn being_set_up(&self, file: &str) -> String {
        let id = self.imported(file).await;
        let last: u64 = self
            .value(&format!(
                "fetch('/v1/games/{id}/events?limit=1000').then((answer) => answer.json()).then(({{ items }}) =>
                    items.filter(({{ command }}) => ['deploy', 'place_unit'].includes(command?.command?.type)).at(-2).version)"
            ))
            .await;
        let asked = json!({ "version": last, "dice": "reported" });
        let made = self
            .ask("POST", &format!("/v1/games/{id}/variations"), &asked)
            .await;
        let game = made["game"]["card"]["id"].as_str();
        game.unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// The place of a piece, as the page has it for its script.
    async fn place_of(&self, piece: &str) -> Value {
        self.value(&format!(
            "JSON.parse(document.querySelector('form.placing').dataset.pieces).find((one) => one.piece === '{piece}').at"
        ))
        .await
    }

    async fn drawn(&self, game: &str, far: bool) -> (String, [f64; 2], [f64; 2], [f64; 2]) {
        let found: (String, [f64; 2], [f64; 2], [f64; 2]) =
            self.value(&format!("{DRAWN}('{game}', {far})")).await;
        assert!(
            !found.0.is_empty(),
            "a piece can be pointed at and stand elsewhere"
        );
        found
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deployed_unit_is_drawn_to_another_place_by_a_finger() {
    let Some(desk) = Desk::open().await else { return };
    // Places that the rules refuse.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.go("/").await;
    desk.phone().await;
    for file in GAMES {
        let game = desk.being_set_up(file).await;
        desk.go(&format!("/g/{game}/record")).await;
        desk.until("document.querySelector('.recorder').dataset.ready === 'true'")
            .await;
        let before: u64 = desk.value(VERSION).await;
        let (piece, from, to, [dx, dy]) = desk.drawn(&game, false).await;
        let was = desk.place_of(&piece).await;
        desk.hold_finger(from.into(), to.into()).await;
        desk.until("document.querySelector('.ghosts .ghost') !== null")
            .await;
        desk.picture(&format!("dragging-{file}")).await;
        desk.lift_finger().await;
        desk.until(&format!("{VERSION} > {before}")).await;
        desk.until(SETTLED).await;
        let is = desk.place_of(&piece).await;
        // A board of hexes takes the one in which the point lies.
        assert_ne!(is, was, "{file}: {piece}");
        for (axis, by) in [("x", dx), ("y", dy)] {
            let moved = is[axis].as_f64().unwrap() - was[axis].as_f64().unwrap();
            assert!(
                (moved - by).abs() < 0.6,
                "{file}: {piece} {was} -> {is}, {dx} {dy}"
            );
        }
        desk.picture(&format!("dragged-{file}")).await;
        // One tap undoes it.
        let moved: u64 = desk.value(VERSION).await;
        desk.tap(".undo form[data-records] button").await;
        desk.until(&format!("{VERSION} > {moved}")).await;
        desk.until(SETTLED).await;
        assert_eq!(desk.place_of(&piece).await, was, "{file}");
        // Where the rules let it not stand it goes back, and the page says why.
        let before: u64 = desk.value(VERSION).await;
        let (piece, from, to, _) = desk.drawn(&game, true).await;
        let was = desk.place_of(&piece).await;
        desk.draw_finger(from.into(), to.into()).await;
        desk.until("document.querySelector('.notes .refused') !== null")
            .await;
        desk.until(SETTLED).await;
        assert_eq!(desk.value::<u64>(VERSION).await, before);
        assert_eq!(desk.place_of(&piece).await, was);
        desk.picture(&format!("not-dragged-{file}")).await;
    }
    desk.is_clean();
    desk.close().await;
}
