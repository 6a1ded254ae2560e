//! Looks of pages, and whether everybody can use them: screenshots for people, and axe-core's findings.

use chromiumoxide::cdp::browser_protocol::emulation::SetTimezoneOverrideParams;
use serde_json::{Value, json};

use crate::desk::Desk;

/// The window of the smallest phones in use.
const SMALLEST: (i64, i64) = (320, 640);

/// The checker of accessibility, where the tests were given one. It is not part of this repository: `tests/run` gets it.
fn axe() -> Option<String> {
    let file = std::env::var_os("HINDSIGHT_AXE");
    if file.is_none() {
        assert!(
            std::env::var_os("HINDSIGHT_REQUIRE_TOOLS").is_none(),
            "HINDSIGHT_AXE names no axe.min.js"
        );
        println!("left out: accessibility, for HINDSIGHT_AXE names no axe.min.js");
    }
    Some(std::fs::read_to_string(file?).unwrap())
}

/// Findings of WCAG 2.2 A and AA and of best practice, whatever their impact.
async fn findings(desk: &Desk, axe: &str) -> Vec<String> {
    desk.page.evaluate(axe).await.unwrap();
    let found: Value = desk
        .value(
            "axe.run(document, {
                runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
                rules: { 'label-content-name-mismatch': { enabled: true } } })
             .then((found) => found.violations.map(({ id, impact, nodes }) =>
                ({ id, impact, where: nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + node.failureSummary) })))",
        )
        .await;
    found
        .as_array()
        .unwrap()
        .iter()
        .map(|found| format!("{found:#}"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    let game = &desk.games[0];
    let pages = [
        ("start", "/".to_owned()),
        ("found", "/?q=hidden&system=before-battle&result=won".to_owned()),
        ("found-nothing", "/?q=nothing+like+it".to_owned()),
        ("system", "/systems/before-battle".to_owned()),
        ("replay", format!("/g/{game}/150")),
        ("replay-unit", format!("/g/{game}/150?unit=A1")),
        ("embed", format!("/embed/{game}/150")),
        ("report", format!("/g/{game}/report")),
        ("figures", format!("/g/{game}/figures")),
        ("suggestions", format!("/g/{game}/suggestions")),
        ("problems", "/problems".to_owned()),
        ("problem", "/problems/refused".to_owned()),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}

/// A large battle on open ground has more on every page: many units, long words, a table in inches.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_a_battle_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    let game = &desk.games[2];
    let pages = [
        ("battle-system", "/systems/battleground-4".to_owned()),
        ("battle", format!("/g/{game}/400")),
        ("battle-unit", format!("/g/{game}/400?unit=A3")),
        ("battle-figures", format!("/g/{game}/figures")),
        ("battle-audit", format!("/g/{game}/audit")),
        ("battle-report", format!("/g/{game}/report")),
        ("battle-suggestions", format!("/g/{game}/suggestions")),
        (
            "battle-unit-page",
            "/units/battleground-4/league-lancers".to_owned(),
        ),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}

/// Pages beside the games: what is asked of many of them, what is imported, who looks after the server; and of games what is
/// asked for rarely.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_beside_the_games_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    // A page of an error is one too.
    desk.expect("status of 404");
    let game = &desk.games[0];
    let hexes = desk.data("/v1/games?system=men-of-iron").await;
    let hexes = hexes["items"][0]["id"].as_str().unwrap().to_owned();
    let open = desk.begin("before-battle", "reported", "").await;
    let pages = [
        ("mine", "/mine".to_owned()),
        ("import", "/import".to_owned()),
        ("ask", "/ask".to_owned()),
        (
            "asked",
            "/ask?find=destroyed&bots=true&system=before-battle".to_owned(),
        ),
        ("odds", "/odds".to_owned()),
        ("docs", "/docs".to_owned()),
        ("packs", "/packs".to_owned()),
        ("moderation", "/moderation".to_owned()),
        ("accounts", "/accounts".to_owned()),
        ("account-by-token", "/account".to_owned()),
        ("notation", "/systems/before-battle/notation".to_owned()),
        ("army", format!("/g/{open}/army")),
        ("explorer", format!("/g/{game}/60/explorer?bots=true")),
        ("report-a-game", format!("/g/{game}/problem")),
        ("leaderboard", "/community/leaderboard?bots=true".to_owned()),
        ("unit-of-cards", "/units/before-battle/rm-levy".to_owned()),
        ("hexes-figures", format!("/g/{hexes}/figures")),
        ("hexes-report", format!("/g/{hexes}/report")),
        ("no-page", "/nothing-is-here".to_owned()),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}

/// Each of these pages, in every size and both colours: not too wide, without a serious finding; its picture is kept.
pub(crate) async fn usable(desk: &Desk, pages: &[(&str, String)]) {
    let axe = axe();
    let mut findings = Vec::new();
    for (name, path) in pages {
        for (size, width, height) in [("desktop", 1280, 900), ("phone", 390, 844)] {
            for scheme in ["light", "dark"] {
                // A replay that is open when the colours change loads itself again, over whatever is asked for then.
                desk.page.goto("about:blank").await.unwrap();
                desk.window(width, height, scheme).await;
                desk.go(path).await;
                // Pictures come when they are scrolled to; for the screenshot all of them are wanted.
                desk.page
                    .evaluate("for (const picture of document.images) picture.loading = 'eager'")
                    .await
                    .unwrap();
                desk.until("[...document.images].every((picture) => picture.complete)")
                    .await;
                let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
                assert!(
                    wide <= width,
                    "{name} is {wide} pixels wide in a window of {width}"
                );
                desk.screenshot(&format!("{name}-{size}-{scheme}")).await;
                // A picture of the whole page is taken in a window as large as it.
                desk.window(width, height, scheme).await;
                if let Some(axe) = &axe {
                    for finding in self::findings(desk, axe).await {
                        findings.push(format!("{name} {size} {scheme}: {finding}"));
                    }
                }
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// The reader's own choice holds against the browser's preference, on this page and the next.
#[tokio::test(flavor = "multi_thread")]
async fn the_reader_chooses_light_or_dark() {
    let Some(desk) = Desk::open().await else { return };
    desk.window(1280, 900, "light").await;
    desk.go(&format!("/g/{}/100", desk.games[0])).await;
    let drawn = "document.querySelector('.board').dataset.theme";
    assert_eq!(desk.value::<String>(drawn).await, "light");
    desk.click("[data-does=theme]").await;
    desk.until("document.documentElement.dataset.theme === 'dark' && document.querySelector('[data-game]')?.dataset.ready === 'true'").await;
    assert_eq!(desk.value::<String>(drawn).await, "dark");
    desk.go("/").await;
    desk.until("document.documentElement.dataset.theme === 'dark'")
        .await;
    desk.click("[data-does=theme]").await;
    desk.until("document.documentElement.dataset.theme === 'light'")
        .await;
    // Without a choice the board follows the browser, whatever the server could know.
    desk.page
        .evaluate("document.cookie = 'theme=; Path=/; Max-Age=0'")
        .await
        .unwrap();
    desk.window(1280, 900, "dark").await;
    desk.go(&format!("/g/{}/100", desk.games[0])).await;
    desk.until(&format!("{drawn} === 'dark'")).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits_the_smallest_phones() {
    let Some(desk) = Desk::open().await else { return };
    let long = json!({
        "system": "before-battle", "title": "A long name", "visibility": "public", "players": { "A": "W".repeat(100) }
    });
    let made = desk.ask("POST", "/v1/games", &long).await;
    let named = made["card"]["id"].as_str().unwrap();
    let game = &desk.games[0];
    let pages = [
        "/".to_owned(),
        format!("/g/{game}"),
        format!("/g/{game}/150"),
        format!("/g/{game}/figures"),
        format!("/g/{game}/report"),
        format!("/g/{named}"),
        "/new".to_owned(),
        "/import".to_owned(),
        "/community".to_owned(),
        "/studies".to_owned(),
    ];
    let (width, height) = SMALLEST;
    for signed_in in [false, true] {
        desk.comes_with_token(signed_in).await;
        for path in &pages {
            desk.window(width, height, "light").await;
            desk.go(path).await;
            let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
            assert!(
                wide <= width,
                "{path} is {wide} pixels wide in a window of {width}"
            );
            // What has no room beside the name of the service stands in the menu.
            let in_menu: Vec<String> = desk
                .value("[...document.querySelectorAll('header.house nav .squeezed')].map((link) => link.textContent)")
                .await;
            assert_eq!(in_menu, ["Games", "Record"], "{path}");
            let beside: usize = desk
                .value("[...document.querySelectorAll('header.house nav > .tight')].filter((link) => link.checkVisibility()).length")
                .await;
            assert_eq!(beside, 0, "{path}");
        }
    }
    // A name that is longer than its place ends in an ellipsis.
    desk.window(360, 640, "light").await;
    desk.go("/?q=A+long+name").await;
    let cut: bool = desk
        .value(
            "[...document.querySelectorAll('.games .player')].some((name) => name.scrollWidth > name.clientWidth
                && getComputedStyle(name).textOverflow === 'ellipsis')",
        )
        .await;
    assert!(cut, "a name of a hundred letters is cut with an ellipsis");
    desk.is_clean();
    desk.close().await;
}

/// Names in a script of another direction turn nothing that stands beside them.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_beside_a_hebrew_title_stays_behind_it() {
    let Some(desk) = Desk::open().await else { return };
    desk.go("/").await;
    let behind: bool = desk
        .value(
            "(() => { const line = document.createElement('p');
                line.innerHTML = '<b>\u{5d0}\u{5d1}</b> <span>12</span>';
                document.querySelector('main').append(line);
                const [title, number] = [...line.children].map((part) => part.getBoundingClientRect());
                return number.left > title.right; })()",
        )
        .await;
    assert!(behind);
    desk.close().await;
}

/// Each reader sees the days of their own clock. The two zones are 25 hours apart, so that their days always differ.
#[tokio::test(flavor = "multi_thread")]
async fn days_are_those_of_the_readers_own_zone() {
    let Some(desk) = Desk::open().await else { return };
    let request = json!({ "system": "before-battle", "title": "Of today", "visibility": "public" });
    desk.ask("POST", "/v1/games", &request).await;
    let mut days = Vec::new();
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        desk.page
            .execute(SetTimezoneOverrideParams::new(zone))
            .await
            .unwrap();
        desk.go("/?q=Of+today").await;
        let [shown, own]: [String; 2] = desk
            .value(&format!(
                "(() => {{ const time = document.querySelector('time[data-shows=day]');
                    const day = new Intl.DateTimeFormat('sv-SE', {{ timeZone: '{zone}' }}).format(new Date(time.dateTime));
                    return [time.textContent, day]; }})()"
            ))
            .await;
        assert_eq!(shown, own, "{zone}");
        days.push(shown);
    }
    assert_ne!(days[0], days[1]);
    desk.close().await;
}
