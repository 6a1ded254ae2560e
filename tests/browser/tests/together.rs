//! Several devices at one game: two seats record it, others follow it as it grows, a review stays where its leader is.

use chromiumoxide::Page;
use serde_json::{Value, json};

use crate::desk::{Desk, click};
use crate::recorder::{SETTLED, VERSION};

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";
const END: &str = "Number(document.querySelector('[data-game]').dataset.end)";
/// A mark that a new page would not have.
const STAYS: &str = "window.stays = true";

async fn value<T: serde::de::DeserializeOwned>(page: &Page, expression: &str) -> T {
    page.evaluate(expression).await.unwrap().into_value().unwrap()
}

impl Desk {
    /// A recorder on a device of its own, as who holds a seat of a game.
    async fn seat(&self, game: &str, seat: &str) -> Page {
        let wanted = json!({ "subject": format!("who plays {seat}"), "scopes": ["game:read", format!("seat:{seat}")], "game": game });
        let made = self.ask("POST", "/v1/tokens", &wanted).await;
        let page = self
            .device(
                Some(made["secret"].as_str().unwrap()),
                &format!("/g/{game}/record"),
            )
            .await;
        page.evaluate(STAYS).await.unwrap();
        page
    }

    /// Something is said at the table, from anywhere.
    async fn somebody_says(&self, game: &str, words: &str) -> u64 {
        let said = self
            .ask(
                "POST",
                &format!("/v1/games/{game}/commands"),
                &json!({ "type": "say", "seat": "A", "text": words }),
            )
            .await;
        said["version"].as_u64().unwrap_or_else(|| panic!("{said}"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_record_one_game_on_two_devices() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.begin("before-battle", "server", "sample").await;
    // Each device may do what its seat is asked, and sees what the other did without a new page.
    let pages = [desk.seat(&game, "A").await, desk.seat(&game, "B").await];
    let mut recorded = [0, 0];
    for click_number in 0.. {
        assert!(click_number < 60, "the seats do not get on: {recorded:?}");
        if recorded.iter().all(|count| *count >= 4) {
            break;
        }
        for (place, page) in pages.iter().enumerate() {
            let other = &pages[1 - place];
            let deeds = [
                ".general .choices button",
                ".deeds-of .choices button",
                ".able a:not([aria-current])",
            ];
            let mut deed = None;
            for selector in deeds {
                if deed.is_none()
                    && value(page, &format!("document.querySelector('{selector}') !== null")).await
                {
                    deed = Some(selector);
                }
            }
            let Some(selector) = deed else { continue };
            let before: u64 = value(page, VERSION).await;
            page.bring_to_front().await.unwrap();
            click(page, selector).await;
            desk.until_on(page, SETTLED).await;
            let now: u64 = value(page, VERSION).await;
            recorded[place] += usize::from(now > before);
            desk.until_on(other, &format!("{VERSION} === {now} && {SETTLED}"))
                .await;
        }
    }
    let events = desk.data(&format!("/v1/games/{game}/events?limit=200")).await;
    let of = |seat: &str| {
        let events = events["items"].as_array().unwrap().iter();
        events.filter(|event| event["command"]["seat"] == seat).count()
    };
    assert!(of("A") >= 4 && of("B") >= 4, "{} and {}", of("A"), of("B"));
    for page in &pages {
        assert!(
            value::<bool>(page, "window.stays === true").await,
            "no new page was needed"
        );
    }
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_grows_on_the_pages_of_those_who_follow_it() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.begin("before-battle", "server", "sample").await;
    let follower = desk.device(None, &format!("/g/{game}")).await;
    follower.evaluate(STAYS).await.unwrap();
    let followers = "Number(document.querySelector('.live [data-is=followers]').textContent.split(' ')[0])";
    // The recorder follows its game too; the reader is no viewer to themselves.
    desk.until_on(&follower, &format!("{followers} === 1")).await;
    let another = desk.device(None, &format!("/g/{game}")).await;
    desk.until_on(&follower, &format!("{followers} === 2")).await;
    another.close().await.unwrap();
    desk.until_on(&follower, &format!("{followers} === 1")).await;
    // Who looks at the present goes on looking at it.
    let before: u64 = value(&follower, SHOWN).await;
    desk.page.bring_to_front().await.unwrap();
    desk.say("It begins").await;
    desk.until(&format!("{VERSION} > {before}")).await;
    let now: u64 = desk.value(VERSION).await;
    desk.until_on(&follower, &format!("{END} === {now} && {SHOWN} === {now}"))
        .await;
    desk.until_on(
        &follower,
        "document.querySelector('.log').textContent.includes('It begins')",
    )
    .await;
    // Who looks back is told, and stays.
    follower.bring_to_front().await.unwrap();
    click(&follower, ".steps a[rel=first]").await;
    desk.until_on(&follower, &format!("{SHOWN} === 1")).await;
    let later = desk.somebody_says(&game, "It goes on").await;
    desk.until_on(
        &follower,
        &format!("document.querySelector('.live a[data-does=present] b').textContent === '{later}'"),
    )
    .await;
    assert_eq!(value::<u64>(&follower, SHOWN).await, 1);
    click(&follower, ".live a[data-does=present]").await;
    desk.until_on(&follower, &format!("{SHOWN} === {later}")).await;
    assert!(value::<bool>(&follower, "window.stays === true").await);
    desk.close().await;
}

/// What is recorded after a page was drawn and before its stream is open is told by the stream all the same.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_missed_between_a_page_and_its_stream() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.begin("before-battle", "server", "sample").await;
    let follower = desk.device(None, "/problems/refused").await;
    follower
        .evaluate_on_new_document(
            "{ const asked = window.fetch;
               const held = new Promise((go) => { window.goOn = go; });
               window.fetch = async (address, ...rest) => {
                 if (String(address).includes('/live')) { window.asksForStream = true; await held; }
                 return asked(address, ...rest);
               }; }",
        )
        .await
        .unwrap();
    follower.goto(format!("{}/g/{game}", desk.address)).await.unwrap();
    desk.until_on(
        &follower,
        "window.asksForStream === true && document.querySelector('[data-game]').dataset.ready === 'true'",
    )
    .await;
    let drawn: u64 = value(&follower, END).await;
    let said = desk.somebody_says(&game, "Unheard").await;
    assert!(said > drawn);
    follower.evaluate("window.goOn()").await.unwrap();
    desk.until_on(&follower, &format!("{END} === {said} && {SHOWN} === {said}"))
        .await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_of_a_running_game_stays_where_its_leader_is() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.begin("before-battle", "server", "sample").await;
    let end: u64 = desk.value(VERSION).await;
    let all = format!("/v1/games/{game}/reviews");
    let made = desk.ask("POST", &all, &json!({ "version": end })).await;
    let review = made["id"].as_str().unwrap_or_else(|| panic!("{made}"));
    let follower = desk
        .device(None, &format!("/g/{game}/{end}?review={review}"))
        .await;
    let follows =
        "document.querySelector('[data-does=follow-review]').getAttribute('aria-pressed') === 'true'";
    desk.until_on(
        &follower,
        &format!(
            "document.querySelector('.review').dataset.ready === 'true' && {follows} && {SHOWN} === {end}"
        ),
    )
    .await;
    let said = desk.somebody_says(&game, "Meanwhile").await;
    desk.until_on(&follower, &format!("{END} === {said}")).await;
    // Once the page knows of the new event it may step there, by its own link.
    desk.until_on(
        &follower,
        "document.querySelector('.steps a[rel=next]').href !== ''",
    )
    .await;
    assert_eq!(value::<u64>(&follower, SHOWN).await, end);
    assert!(value::<bool>(&follower, follows).await, "it still follows");
    let moved: Value = desk
        .ask(
            "POST",
            &format!("{all}/{review}/moment"),
            &json!({ "version": said }),
        )
        .await;
    assert!(moved["status"].is_null(), "{moved}");
    desk.until_on(&follower, &format!("{SHOWN} === {said} && {follows}"))
        .await;
    desk.close().await;
}
