//! Undo by consent: one player asks on their device, the other sees the request and agrees, and the game goes back on both.

use serde_json::{Value, json};

use crate::desk::{Desk, click};
use crate::looks::usable;
use crate::recorder::{SETTLED, VERSION};

const PASSWORD: &str = "nine quiet hedgehogs";

impl Desk {
    /// A new account that has taken a seat of a game; a token of it.
    async fn player_at(&self, name: &str, game: &str, seat: &str) -> String {
        let account = json!({ "name": name, "password": PASSWORD, "role": "player" });
        self.ask("POST", "/v1/accounts", &account).await;
        let claim = self
            .ask(
                "POST",
                &format!("/v1/games/{game}/claims"),
                &json!({ "seat": seat }),
            )
            .await;
        self.comes_with_token(false).await;
        let steps = [
            ("/v1/session", json!({ "name": name, "password": PASSWORD })),
            ("/v1/claims", json!({ "secret": claim["secret"] })),
            (
                "/v1/tokens",
                json!({ "label": "device", "scopes": ["game:read", "game:write"] }),
            ),
        ];
        let mut answer = Value::Null;
        for (path, body) in steps {
            answer = self
                .value(&format!(
                    "fetch('{path}', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({body}) }}).then((answer) => answer.json())"
                ))
                .await;
        }
        self.value::<u16>("fetch('/v1/session', { method: 'DELETE' }).then((answer) => answer.status)")
            .await;
        answer["secret"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_is_asked_for_seen_and_agreed_to() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.go("/").await;
    let asked = json!({ "system": "before-battle", "title": "By consent", "undo": "consent", "setup": { "armies": "sample" },
        "clock": { "minutes": 90, "increment_seconds": 30 } });
    let made = desk.ask("POST", "/v1/games", &asked).await;
    let game = made["card"]["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{made}"))
        .to_owned();
    let tokens = [
        desk.player_at("ada", &game, "A").await,
        desk.player_at("bob", &game, "B").await,
    ];
    let record = format!("/g/{game}/record");
    let pages = [
        desk.device(Some(&tokens[0]), &record).await,
        desk.device(Some(&tokens[1]), &record).await,
    ];
    // Both clocks are there, and one of them runs.
    desk.until_on(&pages[0], "document.querySelectorAll('.clocks [data-clock]').length === 2 && document.querySelector('.clocks [data-runs]') !== null").await;
    // Who is asked records something.
    let mut own = None;
    for (place, page) in pages.iter().enumerate() {
        page.bring_to_front().await.unwrap();
        let may: bool = page
            .evaluate("document.querySelector('.general .choices button') !== null")
            .await
            .unwrap()
            .into_value()
            .unwrap();
        if own.is_none() && may {
            let before: u64 = page.evaluate(VERSION).await.unwrap().into_value().unwrap();
            click(page, ".general .choices button").await;
            desk.until_on(page, &format!("{VERSION} > {before} && ({SETTLED})"))
                .await;
            own = Some((place, before));
        }
    }
    let (own, _) = own.expect("somebody is asked something of the table");
    let (mine, theirs) = (&pages[own], &pages[1 - own]);
    mine.bring_to_front().await.unwrap();
    desk.until_on(
        mine,
        "document.querySelector('.undo button')?.textContent === 'Ask to undo'",
    )
    .await;
    click(mine, ".undo button").await;
    desk.until_on(
        mine,
        "document.querySelector('[data-is=undo-request]')?.textContent.includes('Waiting for') === true",
    )
    .await;
    // It appears on the other device by itself.
    desk.until_on(
        theirs,
        "document.querySelector('[data-is=undo-request] button.main') !== null",
    )
    .await;
    theirs.bring_to_front().await.unwrap();
    click(theirs, "[data-is=undo-request] button.main").await;
    desk.until_on(
        theirs,
        "document.querySelector('[data-part=said]')?.textContent.includes('agreed by') === true",
    )
    .await;
    desk.until_on(mine, "document.querySelector('[data-is=undo-request]') === null")
        .await;
    // Who only follows sees the table later.
    desk.comes_with_token(true).await;
    let events = desk
        .data(&format!("/v1/games/{game}/events?lines=all&limit=200"))
        .await;
    assert_eq!(
        events["items"].as_array().unwrap().last().unwrap()["type"],
        "taken_back"
    );
    // The pages of it can be used by everybody.
    desk.comes_as(&tokens[own]).await;
    desk.page.bring_to_front().await.unwrap();
    usable(
        &desk,
        &[
            ("record-consent", record),
            ("webhooks", "/account/webhooks".to_owned()),
        ],
    )
    .await;
    desk.comes_with_token(true).await;
    usable(&desk, &[("settings", format!("/g/{game}/settings"))]).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_records_are_merged_on_their_page() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.go("/").await;
    let text = include_str!("../../games/orsa-takes-the-axes.hgn");
    // Another record of the same game: one comment and one word at the table more.
    let other = text.replacen("\n31. A:", "\nA: @say \"Forward!\"\nA:", 1);
    // Numbers may be left out; those behind the new entry would be one too low.
    let other: String = other
        .lines()
        .map(|line| match line.trim_start().split_once(". ") {
            Some((number, entry)) if number.parse::<u32>().is_ok() => format!("{entry}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let mut games = vec![desk.games[0].clone()];
    let imported: Value = desk
        .value(&format!(
            "fetch('/v1/games/import', {{ method: 'POST', headers: {{ 'Content-Type': 'text/vnd.hindsight.game' }}, body: {} }}).then((answer) => answer.json())",
            json!(other)
        ))
        .await;
    games.push(
        imported["card"]["id"]
            .as_str()
            .unwrap_or_else(|| panic!("{imported}"))
            .to_owned(),
    );
    let page = format!("/g/{}/merge/{}", games[0], games[1]);
    usable(&desk, &[("merge", page.clone())]).await;
    desk.window(1280, 900, "light").await;
    desk.go(&page).await;
    desk.click(".difference [value=other]").await;
    desk.fill("form.merge [name=title]", "Both of us").await;
    desk.click("form.merge button").await;
    desk.until("document.querySelector('.replay[data-game] h1')?.textContent === 'Both of us'")
        .await;
    desk.close().await;
}
