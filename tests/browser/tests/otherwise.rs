//! Other courses of a game: a fork that bots play on, both games side by side, dice thrown again, a fork by
//! hand.

use crate::desk::Desk;
use crate::looks::usable;

/// A moment in the midst of the fighting.
const MOMENT: u64 = 100;

impl Desk {
    /// Opens the form of a fork on the page of a moment and chooses who plays on.
    async fn fork_at_moment(&self, bot: &str) {
        self.go(&format!("/g/{}/{MOMENT}", self.games[0])).await;
        self.page
            .evaluate(format!(
                "(() => {{
                    document.querySelector('details.variations').open = true;
                    for (const choice of document.querySelectorAll('form.fork select[name^=bot-]')) choice.value = '{bot}';
                }})()"
            ))
            .await
            .unwrap();
        self.click("form.fork button.main").await;
    }

    /// The fork that the game tells of, and that it holds the whole command of the moment and nothing behind it.
    async fn is_forked_at_moment(&self, fork: &str) {
        let game = &self.games[0];
        let told: serde_json::Value = self
            .value(&format!(
                "fetch('/v1/games/{game}/variations').then((answer) => answer.json())"
            ))
            .await;
        let made = &told["items"][0];
        assert_eq!(made["card"]["id"], fork);
        let version = made["version"].as_u64().unwrap();
        let begun: Vec<bool> = self
            .value(&format!(
                "fetch('/v1/games/{game}/events?from={}&limit=20').then((answer) => answer.json())
                    .then((page) => page.items.map((event) => event.command !== undefined && event.command !== null))",
                MOMENT + 1
            ))
            .await;
        let rest = begun.iter().position(|begins| *begins).unwrap() as u64;
        assert_eq!(version, MOMENT + rest);
    }

    async fn until_step(&self, step: u64) {
        self.until(&format!(
            "Number(document.querySelector('[data-part=pair]').dataset.step) === {step}"
        ))
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_is_played_on_by_bots_and_held_beside_the_game() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.comes_with_token(true).await;
    desk.window(1280, 900, "light").await;
    desk.fork_at_moment("greedy").await;
    desk.until("location.pathname.includes('/with/') && document.querySelector('.compare')?.dataset.ready === 'true'")
        .await;
    let address: String = desk.value("location.pathname").await;
    assert!(address.starts_with(&format!("/g/{game}/with/")), "{address}");
    let fork = address.rsplit('/').next().unwrap().to_owned();
    // At the fork both boards show the same; by keys they go their own ways, to the end and back.
    desk.until_step(0).await;
    let boards = "[...document.querySelectorAll('.pair-of-boards p.caption')].map((one) => one.textContent)";
    let captions: Vec<String> = desk.value(boards).await;
    assert_eq!(captions[0], captions[1]);
    desk.press("ArrowRight", 0).await;
    desk.until_step(1).await;
    desk.press("k", 0).await;
    desk.until_step(0).await;
    let last: u64 = desk
        .value("Number(document.querySelector('.compare').dataset.last)")
        .await;
    assert!(last > 1, "{last}");
    desk.press("End", 0).await;
    desk.until_step(last).await;
    desk.until(&format!("location.search === '?step={last}'")).await;
    desk.click(".steps a[rel=first]").await;
    desk.until_step(0).await;
    // The bots kept the rules, and the fork knows whence it came.
    desk.is_forked_at_moment(&fork).await;
    let sound: bool = desk
        .value(&format!(
            "fetch('/v1/games/{fork}/audit').then((answer) => answer.json()).then((audit) => audit.sound)"
        ))
        .await;
    assert!(sound);
    usable(
        &desk,
        &[
            ("compare", format!("{address}?step={}", last / 2)),
            ("forked", format!("/g/{fork}")),
            ("variations", format!("/g/{game}/{MOMENT}#variations")),
        ],
    )
    .await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_is_played_on_by_hand() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.window(1280, 900, "light").await;
    desk.fork_at_moment("").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('[data-game]')?.dataset.ready === 'true'")
        .await;
    let forked: String = desk.value("location.pathname.split('/')[2]").await;
    desk.is_forked_at_moment(&forked).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_a_fight_are_thrown_again_where_the_reader_stands() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.window(1280, 900, "light").await;
    desk.go(&format!("/g/{}/{MOMENT}", desk.games[0])).await;
    let address: String = desk.value("location.pathname").await;
    desk.click("form.reroll button").await;
    desk.until("document.querySelector('.rerolled[role=status] .redrawn b') !== null")
        .await;
    // The result lies somewhere among the throws, and their shares are the whole.
    let shares: Vec<f64> = desk
        .value(
            "[...document.querySelector('.redrawn:not(.headline) > p').textContent.matchAll(/([\\d.]+)\\s?%/g)].map((found) => Number(found[1]))",
        )
        .await;
    assert_eq!(shares.len(), 3, "less, the same, more: {shares:?}");
    assert!((shares.iter().sum::<f64>() - 100.0).abs() < 2.0, "{shares:?}");
    assert!(
        desk.value::<bool>("document.querySelectorAll('.redrawn figure svg').length > 0")
            .await
    );
    assert_eq!(desk.value::<String>("location.pathname").await, address);
    for (size, width, height) in [("desktop", 1280, 900), ("phone", 390, 844)] {
        desk.window(width, height, "light").await;
        let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
        assert!(wide <= width, "{wide} pixels wide in a window of {width}");
        desk.screenshot(&format!("thrown-again-{size}-light")).await;
    }
    desk.close().await;
}

/// Somebody who has no account gets an address by mail.
#[tokio::test(flavor = "multi_thread")]
async fn a_shared_moment_opens_for_anybody() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.window(1280, 900, "light").await;
    desk.go(&format!("/g/{game}/{MOMENT}")).await;
    let shared: String = desk
        .value("document.querySelector('[data-is=address]').value")
        .await;
    assert_eq!(shared, format!("{}/g/{game}/{MOMENT}", desk.address));
    desk.page.goto("about:blank").await.unwrap();
    desk.go(&format!("/g/{game}/{MOMENT}")).await;
    desk.until(&format!(
        "Number(document.querySelector('[data-game]').dataset.version) === {MOMENT}"
    ))
    .await;
    let picture: String = desk
        .value("document.querySelector('meta[property=\"og:image\"]').content")
        .await;
    assert!(picture.contains(&format!("/{MOMENT}")), "{picture}");
    let drawn: bool = desk
        .value(&format!(
            "fetch({picture:?}).then((answer) => answer.blob()).then((blob) => blob.type === 'image/png' && blob.size > 1000)"
        ))
        .await;
    assert!(drawn);
    // Nothing is offered that the reader may not do.
    assert!(
        desk.value::<bool>("document.querySelector('form.fork, .remarks form') === null")
            .await
    );
    desk.close().await;
}
