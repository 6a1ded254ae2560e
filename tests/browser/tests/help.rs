//! Help for a scorekeeper: its pictures show the real pages, and are taken here (`UPDATE=1` writes them).

use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotFormat, Viewport};
use chromiumoxide::page::ScreenshotParams;
use serde_json::json;

use crate::desk::Desk;
use crate::looks::usable;

/// Height of a picture in points: all that the phone shows.
const HEIGHT: f64 = 844.0;

impl Desk {
    /// Takes the picture of a help page: what the phone shows where a selector's part is at the top.
    async fn help_picture(&self, name: &str, selector: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        self.until(&format!("{found} !== null")).await;
        let top: f64 = self
            .value(&format!(
                "(() => {{ scrollTo({{ top: {found}.getBoundingClientRect().top + scrollY - 90, behavior: 'instant' }}); return scrollY; }})()"
            ))
            .await;
        if std::env::var_os("UPDATE").is_none() {
            return;
        }
        let clip = Viewport {
            x: 0.0,
            y: top,
            width: 390.0,
            height: HEIGHT,
            scale: 1.5,
        };
        let params = ScreenshotParams::builder()
            .format(CaptureScreenshotFormat::Png)
            .clip(clip)
            .build();
        let picture = self.page.screenshot(params).await.unwrap();
        std::fs::write(format!("../../api/src/pages/help/{name}.png"), picture).unwrap();
    }

    /// A phone's page, when its script runs.
    async fn recorder_of(&self, game: &str) {
        self.go(&format!("/g/{game}/record")).await;
        self.until("document.querySelector('.recorder')?.dataset.ready === 'true'")
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn help_shows_the_real_pages() {
    let Some(desk) = Desk::open().await else { return };
    // A piece that has no room is refused.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.phone().await;
    desk.go("/").await;
    let recorded = desk.imported("the-knights-at-the-barrow").await;
    let branch = |version: u64| {
        let (desk, recorded) = (&desk, &recorded);
        async move {
            let asked = json!({ "version": version, "dice": "reported" });
            let made = desk
                .ask("POST", &format!("/v1/games/{recorded}/variations"), &asked)
                .await;
            made["game"]["card"]["id"]
                .as_str()
                .unwrap_or_else(|| panic!("{made}"))
                .to_owned()
        }
    };
    let new = branch(1).await;
    desk.recorder_of(&new).await;
    desk.help_picture("set-up", ".set-up").await;
    let battle = branch(400).await;
    desk.recorder_of(&battle).await;
    desk.help_picture("history", ".lately-recorded").await;
    // The first place from here on at which several units can act.
    for version in (420..600).step_by(3) {
        let game = branch(version).await;
        desk.recorder_of(&game).await;
        if desk
            .value::<usize>("document.querySelectorAll('.able a').length")
            .await
            > 4
        {
            desk.help_picture("choices", ".view").await;
            break;
        }
    }
    // The first roll from here on that is reported by counts.
    for version in (400..600).step_by(2) {
        let game = branch(version).await;
        desk.recorder_of(&game).await;
        if desk.is_there(".ahead .counts").await {
            desk.help_picture("dice", ".ahead").await;
            break;
        }
    }
    desk.go(&format!("/g/{battle}/note")).await;
    desk.until("document.querySelector('.note.live') !== null").await;
    desk.help_picture("pieces", ".note .view").await;
    let sheet = desk.data(&format!("/v1/games/{battle}/sheet")).await["sheet"].take();
    let note = |pieces: &[serde_json::Value]| {
        json!({ "type": "position", "kind": "gap", "position": {
            "turn": sheet["next"]["turn"], "active": sheet["next"]["active"], "pieces": pieces } })
    };
    // A few pieces half a hand's breadth further on, where there is room, and one that is lost.
    let mut noted = Vec::new();
    let commands = format!("/v1/games/{battle}/commands");
    for piece in sheet["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|piece| piece["at"].is_object())
    {
        let toward = if piece["piece"].as_str().unwrap().starts_with('A') {
            3.0
        } else {
            -3.0
        };
        let mut at = piece["at"].clone();
        at["y"] = json!(at["y"].as_f64().unwrap() + toward);
        noted.push(match noted.len() {
            2 => json!({ "piece": piece["piece"], "gone": "attack" }),
            _ => json!({ "piece": piece["piece"], "at": at }),
        });
        let tried = desk
            .ask("POST", &format!("{commands}?dry_run=true"), &note(&noted))
            .await;
        if tried.get("applied").is_none() {
            noted.pop();
        }
        if noted.len() == 5 {
            break;
        }
    }
    let done = desk.ask("POST", &commands, &note(&noted)).await;
    let events = done["events"].as_array().unwrap_or_else(|| panic!("{done}"));
    let is_noted = |event: &&serde_json::Value| event["type"] == "position_noted";
    let version = events.iter().find(is_noted).unwrap()["version"].as_u64().unwrap();
    desk.go(&format!("/g/{battle}/{version}")).await;
    desk.until("document.querySelectorAll('.view [stroke-dasharray]').length > 2")
        .await;
    desk.help_picture("arrows", ".view").await;
    for topic in ["recording", "noting"] {
        desk.go(&format!("/help/{topic}")).await;
        desk.until("[...document.images].every((one) => { one.loading = 'eager'; return one.complete && one.naturalWidth > 300; })").await;
    }
    usable(
        &desk,
        &[
            ("help-recording", "/help/recording".to_owned()),
            ("help-noting", "/help/noting".to_owned()),
        ],
    )
    .await;
    desk.is_clean();
    desk.close().await;
}
