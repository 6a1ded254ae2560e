//! What is written on boards and charts, on a phone that is 390 pixels wide: large enough to be read.

use chromiumoxide::cdp::browser_protocol::emulation::SetUserAgentOverrideParams;
use serde_json::json;

use crate::desk::Desk;

/// What a phone says of itself.
const PHONE: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

/// How many texts there are on the boards and charts of a page, and those below nine pixels with their size: of what the page
/// holds itself, and of pictures that it loads.
const SMALL: &str = "(async () => {
    const found = [];
    for (const text of document.querySelectorAll('.board svg text')) {
        if (!text.checkVisibility()) continue;
        const { a, b } = text.getScreenCTM();
        found.push([parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b), text.textContent]);
    }
    for (const picture of document.images) {
        const address = picture.currentSrc || picture.src;
        if (!/\\.svg/.test(address) || !picture.checkVisibility()) continue;
        const drawn = await fetch(address).then((answer) => answer.text());
        const svg = new DOMParser().parseFromString(drawn, 'image/svg+xml').documentElement;
        const scale = picture.clientWidth / svg.viewBox.baseVal.width;
        for (const text of svg.querySelectorAll('text')) {
            found.push([parseFloat(text.getAttribute('font-size')) * scale, `${text.textContent} on ${address}`]);
        }
    }
    const small = found.filter(([size]) => size < 8.995).sort(([one], [other]) => one - other);
    return { count: found.length, least: Math.min(...found.map(([size]) => size)), small: small.slice(0, 6).map(([size, words]) => `${size.toFixed(2)} px: ${words}`) };
})()";

impl Desk {
    /// The page of this name holds so much writing at least, none of it too small.
    async fn is_readable(&self, name: &str, path: &str) {
        // A picture of the whole page before was taken in a window as large as it.
        self.window(390, 844, "light").await;
        self.go(path).await;
        self.page
            .evaluate("for (const picture of document.images) picture.loading = 'eager'")
            .await
            .unwrap();
        self.until("[...document.images].every((picture) => picture.complete)")
            .await;
        let found: serde_json::Value = self.value(SMALL).await;
        println!(
            "{name}: {} texts, the smallest {} px",
            found["count"], found["least"]
        );
        assert!(found["count"].as_u64().unwrap() > 0, "{name} ({path})");
        assert_eq!(found["small"], json!([]), "{name} ({path})");
    }

    /// The pages from now on are those of a phone.
    async fn on_a_phone(&self) {
        self.window(390, 844, "light").await;
        self.page
            .execute(SetUserAgentOverrideParams::new(PHONE))
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_label_of_a_board_is_below_nine_pixels_on_a_phone() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    let study = desk
        .ask(
            "POST",
            "/v1/studies",
            &json!({ "title": "Boards", "visibility": "public" }),
        )
        .await;
    let study = study["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{study}"))
        .to_owned();
    let games = desk.data("/v1/games?limit=100").await;
    let games = games["items"].as_array().unwrap().clone();
    desk.on_a_phone().await;
    for (place, system) in [
        "before-battle",
        "battleground-4",
        "battleground-3",
        "ice-and-fire",
        "men-of-iron",
    ]
    .into_iter()
    .enumerate()
    {
        let game = games
            .iter()
            .find(|game| game["system"] == system)
            .unwrap_or_else(|| panic!("no game of {system}: {games:?}"));
        let (id, end) = (game["id"].as_str().unwrap(), game["version"].as_u64().unwrap());
        for version in [end / 8, end / 3, end / 2, end] {
            desk.is_readable(
                &format!("{system}, event {version}"),
                &format!("/g/{id}/{version}"),
            )
            .await;
        }
        let middle = end / 2;
        desk.screenshot(&format!("labels-{system}")).await;
        let chapters = format!("/v1/studies/{study}/chapters");
        let chapter = json!({ "title": system, "text": "Look.", "shows": { "type": "moment", "game": id, "version": middle } });
        let made = desk.ask("POST", &chapters, &chapter).await;
        assert!(made["chapters"].is_array() || made["number"].is_u64(), "{made}");
        for (name, path) in [
            ("frame", format!("/embed/{id}/{middle}")),
            ("drawn", format!("/new?system={system}&draw=true")),
            ("chapter", format!("/s/{study}/{}", place + 1)),
            ("report", format!("/g/{id}/report")),
            ("statistics", format!("/g/{id}/figures")),
        ] {
            desk.is_readable(&format!("{system}, {name}"), &path).await;
            desk.screenshot(&format!("labels-{system}-{name}")).await;
        }
    }
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_one_of_two_boards_at_a_time() {
    let Some(desk) = Desk::open().await else { return };
    desk.on_a_phone().await;
    let address = format!("/g/{}/with/{}", desk.games[0], desk.games[1]);
    desk.is_readable("side by side", &address).await;
    let shown =
        "[...document.querySelectorAll('.pair-of-boards section')].map((one) => one.checkVisibility())";
    assert_eq!(desk.value::<Vec<bool>>(shown).await, [true, false]);
    let wide: f64 = desk
        .value("document.querySelector('.pair-of-boards .board').clientWidth")
        .await;
    assert!(wide > 340.0, "{wide}");
    desk.click(".one-board [value=other]").await;
    assert_eq!(desk.value::<Vec<bool>>(shown).await, [false, true]);
    // Stepping keeps the choice.
    desk.click(".steps a[rel=next]").await;
    desk.until("document.querySelector('[data-part=pair]').dataset.step === '1'")
        .await;
    assert_eq!(desk.value::<Vec<bool>>(shown).await, [false, true]);
    desk.window(1280, 900, "light").await;
    assert_eq!(desk.value::<Vec<bool>>(shown).await, [true, true]);
    desk.close().await;
}
