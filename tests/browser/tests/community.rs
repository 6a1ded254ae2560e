//! The community's dashboard by its form: filters stand in the address, and every number leads to its games.

use std::collections::BTreeSet;

use crate::desk::Desk;
use crate::looks::usable;

const GAMES: &str = "Number(document.querySelector('.tiles dd a').textContent)";
/// The first table: its lines, each with what it is grouped by and its games.
const LINES: &str = "[...document.querySelectorAll('table.figures tbody tr')].map((line) =>
    [line.querySelector('th').textContent, Number.parseInt(line.querySelector('td.number').textContent)])";

impl Desk {
    /// Waits until the games that the server began with are counted.
    async fn counts(&self) {
        self.go("/community").await;
        self.until("fetch('/v1/community/figures').then((answer) => answer.json()).then(({ behind, whole }) => behind === 0 && whole.games > 0)")
            .await;
        self.go("/community").await;
    }

    /// Sets fields of the form, sends it, waits for the page, and says what its address asks for.
    async fn shows_community(&self, fields: &[(&str, &str)]) -> String {
        self.page
            .evaluate("document.querySelector('form.search details').open = true; window.old = true")
            .await
            .unwrap();
        for (field, value) in fields {
            self.value::<bool>(&format!(
                "(() => {{ document.querySelector('form.search [name=\"{field}\"]').value = '{value}'; return true; }})()"
            ))
            .await;
        }
        self.click("form.search > button").await;
        self.until("window.old === undefined && document.readyState === 'complete'")
            .await;
        self.value("location.search").await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dashboard_is_filtered_and_leads_to_its_games() {
    let Some(desk) = Desk::open().await else { return };
    desk.window(1280, 900, "light").await;
    desk.counts().await;
    let all: u64 = desk.value(GAMES).await;
    let systems: Vec<String> = desk
        .value("fetch('/v1/games?status=finished').then((answer) => answer.json()).then(({ items }) => items.map((game) => game.system))")
        .await;
    let before_battle = systems.iter().filter(|system| *system == "before-battle").count() as u64;
    // By system: each line has its games, and all together are all.
    let address = desk
        .shows_community(&[("group", "system"), ("minimum_games", "1")])
        .await;
    assert!(
        address.contains("group=system") && address.contains("minimum_games=1"),
        "{address}"
    );
    let lines: Vec<(String, u64)> = desk.value(LINES).await;
    assert_eq!(
        lines.iter().map(|(_, games)| games).sum::<u64>(),
        all,
        "{lines:?}"
    );
    let played: BTreeSet<&String> = systems.iter().collect();
    assert_eq!(lines.len(), played.len(), "{lines:?}");
    // One of them alone, by faction: the form keeps what was asked before.
    desk.shows_community(&[("group", "faction"), ("system", "battleground-4")])
        .await;
    let battles: u64 = desk.value(GAMES).await;
    let lines: Vec<(String, u64)> = desk.value(LINES).await;
    assert_eq!(lines.len(), 2, "two factions met: {lines:?}");
    assert!(lines.iter().all(|(_, games)| *games == battles), "{lines:?}");
    assert_eq!(
        desk.value::<String>("document.querySelector('[name=minimum_games]').value")
            .await,
        "1"
    );
    desk.click(".tiles dd a").await;
    desk.until("location.pathname === '/community/games' && document.readyState === 'complete'")
        .await;
    let listed: u64 = desk
        .value("document.querySelectorAll('.plain-games li').length")
        .await;
    assert_eq!(listed, battles);
    // Draws count by the convention that is asked for.
    desk.go("/community").await;
    let mut shares: Vec<Vec<String>> = Vec::new();
    for draws in ["half", "not_won"] {
        desk.shows_community(&[("system", "before-battle"), ("draws", draws)])
            .await;
        assert!(desk.value::<u64>(GAMES).await <= before_battle);
        shares.push(
            desk.value("[...document.querySelectorAll('table.figures tbody tr')].map((line) => line.querySelectorAll('td')[1].textContent)")
                .await,
        );
    }
    assert_ne!(shares[0], shares[1], "one of the games is a draw");
    // What nobody played is nothing, and says the way back.
    desk.go("/community?faction=Nobody").await;
    desk.click(".nothing a").await;
    desk.until(&format!(
        "location.search === '' && document.readyState === 'complete' && {GAMES} === {all}"
    ))
    .await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_community_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    desk.window(1280, 900, "light").await;
    desk.counts().await;
    // A player, of one game that is over.
    let invitation = desk
        .made("/v1/invitations", r#"{"role":"player"}"#, "made.link")
        .await;
    let claim = desk
        .made(
            &format!("/v1/games/{}/claims", desk.games[0]),
            r#"{"seat":"A"}"#,
            "made.link",
        )
        .await;
    desk.go(&invitation).await;
    desk.sign_in("ada").await;
    desk.heading("ada").await;
    desk.go(&claim).await;
    desk.click("form button.main").await;
    desk.until(&format!("location.pathname.startsWith('/g/{}')", desk.games[0]))
        .await;
    usable(
        &desk,
        &[
            ("community", "/community?minimum_games=1".to_owned()),
            ("community-few", "/community".to_owned()),
            (
                "community-units",
                "/community?group=unit&minimum_games=1".to_owned(),
            ),
            ("community-nothing", "/community?faction=Nobody".to_owned()),
            ("community-games", "/community/games".to_owned()),
            ("faction", "/factions/Ashfell".to_owned()),
            ("player", "/players/ada".to_owned()),
        ],
    )
    .await;
    desk.close().await;
}
