//! A study by clicks: begun, chapters added, ordered, written otherwise, copied, put into a frame.

use serde_json::json;

use crate::desk::Desk;
use crate::looks::usable;

const CHAPTERS: &str = "[...document.querySelectorAll('.chapters a')].map((link) => link.textContent)";

impl Desk {
    /// Adds a chapter on the page of a study and waits for the chapter's page.
    async fn adds_chapter(&self, study: &str, title: &str, shows: &str, words: &str) {
        self.go(study).await;
        let form = ".study-form form:has([value=add])";
        if !self
            .value::<bool>(&format!("document.querySelector('{form}').checkVisibility()"))
            .await
        {
            self.click(".study-form:has([value=add]) > summary").await;
        }
        self.fill(&format!("{form} [name=title]"), title).await;
        self.fill(&format!("{form} [name=address]"), shows).await;
        self.fill(&format!("{form} [name=text]"), words).await;
        self.click(&format!("{form} button.main")).await;
        self.until(&format!(
            "document.readyState === 'complete' && location.pathname.startsWith('{study}/') && document.querySelector('main h2')?.textContent === '{title}'"
        ))
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_begun_filled_ordered_copied_and_embedded() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.window(1280, 900, "light").await;
    desk.comes_as(&desk.token_of("coach").await).await;
    // Somebody else's game, which will be taken from the coach's eyes.
    let other = json!({ "system": "before-battle", "title": "Another table" });
    let other = desk.ask("POST", "/v1/games", &other).await;
    let other = other["card"]["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{other}"))
        .to_owned();
    desk.go("/studies").await;
    desk.fill("form.study-form [name=title]", "Flanks").await;
    desk.click("form.study-form button.main").await;
    desk.until("location.pathname.startsWith('/s/') && document.readyState === 'complete'")
        .await;
    let study: String = desk.value("location.pathname").await;
    desk.heading("Flanks").await;
    desk.adds_chapter(&study, "The gap", &format!("/g/{game}/40"), "Look at the *left*.")
        .await;
    assert!(
        desk.value::<bool>(
            "document.querySelector('.board > svg') !== null && document.querySelector('.words em').textContent === 'left'"
        )
        .await
    );
    desk.adds_chapter(&study, "Another table", &format!("/g/{other}"), "Not begun yet.")
        .await;
    assert_eq!(
        desk.value::<Vec<String>>(CHAPTERS).await,
        ["The gap", "Another table"]
    );
    // The second comes first.
    desk.click(".study-form:has([value=earlier]) > summary").await;
    desk.click("[value=earlier]").await;
    desk.until(&format!(
        "document.readyState === 'complete' && JSON.stringify({CHAPTERS}) === '[\"Another table\",\"The gap\"]'"
    ))
    .await;
    // Its game is taken from these eyes: its words can be changed all the same.
    let hidden = desk
        .ask(
            "PATCH",
            &format!("/v1/games/{other}"),
            &json!({ "visibility": "private" }),
        )
        .await;
    assert!(
        hidden["status"].is_null() || hidden["status"] == "draft",
        "{hidden}"
    );
    let chapter = format!("{study}/2");
    desk.go(&chapter).await;
    desk.until("document.querySelector('main .hint')?.textContent.includes('may not see') === true")
        .await;
    desk.click(".study-form:has([value=edit]) > summary").await;
    desk.fill(".study-form [name=text]", "It was put away.").await;
    desk.click("[value=edit]").await;
    desk.until("document.readyState === 'complete' && document.querySelector('main > .words')?.textContent.includes('put away') === true")
        .await;
    // What stands in other pages is the chapter alone.
    desk.go(&format!("{study}/1")).await;
    desk.click(".embed-chapter > summary").await;
    let frame: String = desk
        .value(
            "(() => { const holder = document.createElement('template');
             holder.innerHTML = document.querySelector('.embed-chapter input').value;
             return new URL(holder.content.firstElementChild.src ?? holder.content.firstElementChild.getAttribute('src')).pathname; })()",
        )
        .await;
    assert_eq!(frame, format!("/embed{study}/1"));
    desk.go(&frame).await;
    assert!(
        desk.value::<bool>("document.querySelector('.board > svg') !== null && document.querySelector('header.house') === null")
            .await
    );
    usable(
        &desk,
        &[
            ("studies", "/studies".to_owned()),
            ("study", study.clone()),
            ("chapter", format!("{study}/1")),
            ("chapter-hidden", chapter),
            ("chapter-embedded", frame),
        ],
    )
    .await;
    desk.window(1280, 900, "light").await;
    // A copy is one's own, and says whence it came.
    desk.go(&study).await;
    desk.click("[value=clone]").await;
    desk.until(&format!(
        "location.pathname.startsWith('/s/') && location.pathname !== '{study}' && document.readyState === 'complete'"
    ))
    .await;
    let copied: (String, Vec<String>) = desk
        .value(&format!(
            "[document.querySelector('main .quiet a').getAttribute('href'), {CHAPTERS}]"
        ))
        .await;
    assert_eq!(copied.0, study);
    assert!(copied.1.contains(&"The gap".to_owned()), "{copied:?}");
    desk.close().await;
}
