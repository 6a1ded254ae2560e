//! The recorder while others record too: what is being entered stays, what was heard is shown; and the ways back.

use serde_json::json;

use crate::desk::Desk;
use crate::recorder::{SETTLED, VERSION};

impl Desk {
    /// Another device records that somebody says something; its version.
    async fn another_says(&self, game: &str, words: &str) -> u64 {
        let path = format!("/v1/games/{game}/commands");
        let said = self
            .ask(
                "POST",
                &path,
                &json!({ "type": "say", "seat": "B", "text": words }),
            )
            .await;
        said["version"].as_u64().unwrap_or_else(|| panic!("{said}"))
    }

    /// Waits until the recorder shows a version, whole.
    async fn records_at(&self, version: u64) {
        self.until(&format!("{VERSION} === {version} && ({SETTLED})"))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_record_takes_nothing_from_what_is_entered() {
    let Some(desk) = Desk::open().await else { return };
    // Some of the places on the way are refused.
    desk.expect("status of 422");
    desk.window(1280, 1400, "light").await;
    let game = desk.begin("battleground-4", "server", "sample").await;
    desk.click(".able a").await;
    desk.until("document.querySelector('.ghosts .ghost') !== null")
        .await;
    let pose = "[...document.querySelectorAll('.deeds-of form.fields [name^=\"f/pose/\"]')].map((field) => field.value)";
    desk.page
        .evaluate("document.querySelector('.ghosts .ghost').focus()")
        .await
        .unwrap();
    let given: Vec<String> = desk.value(pose).await;
    desk.press("ArrowRight", 0).await;
    desk.press("]", 0).await;
    let entered: Vec<String> = desk.value(pose).await;
    assert_ne!(given, entered);
    let heard = desk.another_says(&game, "one").await;
    desk.records_at(heard).await;
    assert_eq!(desk.value::<Vec<String>>(pose).await, entered);
    // The ghost stands where it stood, and is still held by its keys.
    assert!(
        desk.value::<bool>("document.activeElement.matches('.ghosts .ghost')")
            .await
    );
    desk.press("ArrowRight", 0).await;
    assert_ne!(desk.value::<Vec<String>>(pose).await, entered);
    // So does a word that is being written, until it is sent.
    desk.click(".talk > summary").await;
    let field = "document.querySelector('.talk [name=text]')";
    let input = desk.page.find_element(".talk [name=text]").await.unwrap();
    input.click().await.unwrap().type_str("Half a wor").await.unwrap();
    desk.press("ArrowLeft", 0).await;
    let heard = desk.another_says(&game, "two").await;
    desk.records_at(heard).await;
    assert_eq!(
        desk.value::<(String, bool)>(&format!("[{field}.value, {field} === document.activeElement]"))
            .await,
        ("Half a wor".to_owned(), true)
    );
    desk.press("End", 0).await;
    desk.page
        .evaluate(format!("{field}.setSelectionRange(10, 10)"))
        .await
        .unwrap();
    desk.press("d", 0).await;
    desk.until(&format!("{field}.value === 'Half a word'")).await;
    desk.click(".talk form:first-of-type button").await;
    desk.until("document.querySelector('.lately').textContent.includes('Half a word')")
        .await;
    desk.until(&format!("({SETTLED}) && {field}.value === ''")).await;
    desk.close().await;
}

/// While dice are asked for nothing is drawn; what was heard meanwhile is shown when they are given up.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_given_up_hides_no_move_of_another() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    let game = desk.begin("before-battle", "reported", "sample").await;
    for click in 0.. {
        assert!(click < 300, "no dice are asked for");
        if desk.has(".dice-wanted:not([hidden])").await {
            break;
        }
        let deeds = [
            ".general .choices button",
            ".deeds-of .choices button",
            ".able a:not([aria-current])",
        ];
        for selector in deeds {
            if desk.has(selector).await {
                desk.do_by(selector).await;
                break;
            }
        }
    }
    let before: u64 = desk.value(VERSION).await;
    let heard = desk.another_says(&game, "Meanwhile").await;
    desk.click(".dice-wanted .deeds .cancel").await;
    desk.until("document.querySelector('.dice-wanted').hidden").await;
    desk.records_at(heard).await;
    assert!(heard > before);
    desk.until("document.querySelector('.lately').textContent.includes('Meanwhile')")
        .await;
    desk.close().await;
}

/// Who records by keys finds themselves where the next decision is, whether the last one was taken or given up.
#[tokio::test(flavor = "multi_thread")]
async fn a_choice_by_key_leads_to_the_next() {
    let Some(desk) = Desk::open().await else { return };
    desk.begin("before-battle", "server", "sample").await;
    let here = "document.querySelector('.ask').contains(document.activeElement)";
    desk.until("document.querySelector('.ask .choices button') !== null")
        .await;
    desk.page
        .evaluate("document.querySelector('.ask .choices button').focus()")
        .await
        .unwrap();
    for _ in 0..3 {
        let before: u64 = desk.value(VERSION).await;
        desk.press("Enter", 0).await;
        desk.until(&format!(
            "({VERSION} > {before} || document.activeElement.matches('.ask a')) && ({SETTLED}) && {here}"
        ))
        .await;
    }
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_command_is_taken_back_and_a_ruling_keeps_its_reason() {
    let Some(desk) = Desk::open().await else { return };
    desk.window(1280, 1400, "light").await;
    // A battle in play: one that was recorded, gone on with from its midst.
    desk.go("/").await;
    let recorded = desk.data("/v1/games?system=battleground-4").await;
    let fork = format!(
        "/v1/games/{}/variations",
        recorded["items"][0]["id"].as_str().unwrap()
    );
    let forked = desk.ask("POST", &fork, &json!({ "version": 1500 })).await;
    let game = forked["game"]["card"]["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{forked}"))
        .to_owned();
    desk.comes_with_token(true).await;
    desk.go(&format!("/g/{game}/record")).await;
    desk.say("A slip").await;
    desk.until("document.querySelector('.lately li').textContent.includes('A slip')")
        .await;
    let slip: u64 = desk.value(VERSION).await;
    desk.until(SETTLED).await;
    desk.do_by(".lately li:first-child button").await;
    desk.until(&format!(
        "{VERSION} > {slip} && !document.querySelector('.lately').textContent.includes('A slip')"
    ))
    .await;
    // A ruling: its kind, its fields, its reason.
    desk.do_by(".board a.unit").await;
    desk.click(".ruling > summary").await;
    desk.do_by(".ruling .kinds a[href*='ruling=boxes']").await;
    desk.until(
        "document.querySelector('.ruling form.fields') !== null && document.querySelector('.ruling').open",
    )
    .await;
    desk.fill(".ruling [name=\"f/damage\"]", "1").await;
    let reason = desk.page.find_element("#ruling-reason").await.unwrap();
    reason
        .click()
        .await
        .unwrap()
        .type_str("It was bumped by a sleeve")
        .await
        .unwrap();
    desk.until("document.querySelector('.ruling .verdict').dataset.is === 'good'")
        .await;
    let before: u64 = desk.value(VERSION).await;
    desk.do_by(".ruling form.fields .main").await;
    desk.until(&format!("{VERSION} > {before}")).await;
    let ruled = desk
        .data(&format!("/v1/games/{game}/events?from={}&limit=10", before + 1))
        .await;
    let ruled = ruled["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["type"] == "ruled")
        .unwrap_or_else(|| panic!("{ruled}"))
        .clone();
    let unit: String = desk
        .value("document.querySelector('.ruling form.fields').dataset.unit")
        .await;
    let patch = &ruled["command"]["patch"];
    assert_eq!(
        (&ruled["event"]["reason"], &patch["unit"], &patch["damage"]),
        (&json!("It was bumped by a sleeve"), &json!(unit), &json!(1)),
        "{ruled}"
    );
    desk.close().await;
}
