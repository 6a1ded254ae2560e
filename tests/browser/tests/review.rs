//! A review in a browser: who leads shows moments and drawings; who follows is led, and goes their own way.

use chromiumoxide::Page;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::looks::usable;

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";
const READY: &str = "document.querySelector('.review').dataset.ready === 'true' \
    && document.querySelector('[data-game]').dataset.annotated === 'true'";

/// Sends a request from a page, as whom the page comes; the answer, empty if it has no body.
async fn sends(page: &Page, method: &str, path: &str, body: &Value) -> Value {
    let asked = format!(
        "fetch('{path}', {{ method: '{method}', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({body}) }})
            .then((answer) => answer.status === 204 ? {{}} : answer.json())"
    );
    page.evaluate(asked.as_str()).await.unwrap().into_value().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leads_shows_moments_and_drawings() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.comes_with_token(true).await;
    desk.window(1280, 900, "light").await;
    desk.go(&format!("/g/{game}/60")).await;
    desk.click(".begin-review summary").await;
    desk.click(".begin-review form button").await;
    desk.until(READY).await;
    desk.until("document.querySelector('.review [data-is=leader]').textContent === 'You lead'")
        .await;
    let review: String = desk
        .value("document.querySelector('.review').dataset.review")
        .await;
    let led = format!("/g/{game}/60?review={review}");
    usable(&desk, &[("review-led", led.clone())]).await;
    desk.window(1280, 900, "light").await;
    desk.go(&led).await;
    desk.until(READY).await;
    let told = format!("fetch('/v1/games/{game}/reviews/{review}').then((answer) => answer.json())");
    let shows = |what: &str| format!("{told}.then(({{ moment }}) => {what})");
    desk.until(&shows("moment.version === 60")).await;
    desk.press("End", 0).await;
    let end: u64 = desk
        .value("Number(document.querySelector('[data-game]').dataset.end)")
        .await;
    desk.until(&shows(&format!("moment.version === {end}"))).await;
    // The address stays one of the review.
    desk.until(&format!(
        "location.pathname === '/g/{game}/{end}' && location.search === '?review={review}'"
    ))
    .await;
    // What is drawn is shown before it is saved, and what is taken away is gone.
    desk.page
        .evaluate(
            "(() => {
                document.querySelector('.write').classList.add('open');
                const form = document.querySelector('form[data-form=annotate]');
                form.querySelector('.draw details').open = true;
                for (const [name, value] of [['draw', 'arrow'], ['x1', 1], ['y1', 1], ['x2', 4], ['y2', 5]]) form.elements[name].value = value;
                form.querySelector('[data-does=add-drawing]').click();
            })()",
        )
        .await
        .unwrap();
    desk.until(&shows(
        "moment.drawings.length === 1 && moment.drawings[0].to.y === 5",
    ))
    .await;
    desk.page
        .evaluate("document.querySelector('.drawn-so-far button').click()")
        .await
        .unwrap();
    desk.until(&shows("moment.drawings.length === 0")).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_follows_is_led_until_they_go_their_own_way() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.window(390, 844, "dark").await;
    let leader = desk.other_page("/problems/refused").await;
    let all = format!("/v1/games/{game}/reviews");
    let made = sends(
        &leader,
        "POST",
        &all,
        &json!({ "title": "Club night", "version": 40 }),
    )
    .await;
    let review = made["id"].as_str().unwrap().to_owned();
    let at = format!("{all}/{review}");
    desk.go(&format!("/g/{game}/1?review={review}")).await;
    desk.until(READY).await;
    // Whoever comes is brought to what is shown.
    desk.until(&format!("{SHOWN} === 40")).await;
    let arrow = json!({ "type": "arrow", "from": { "x": 1.0, "y": 2.0 }, "to": { "x": 3.0, "y": 4.0 } });
    let moment = json!({ "version": 60, "drawings": [arrow] });
    sends(&leader, "POST", &format!("{at}/moment"), &moment).await;
    desk.until(&format!("{SHOWN} === 60")).await;
    desk.until("document.querySelector('.view .board .led line') !== null")
        .await;
    usable(
        &desk,
        &[("review-followed", format!("/g/{game}/60?review={review}"))],
    )
    .await;
    desk.until(READY).await;
    desk.until(&format!("{SHOWN} === 60")).await;
    // Their own way, and back by a key.
    desk.press("ArrowLeft", 0).await;
    desk.until(
        "document.querySelector('[data-does=follow-review]').getAttribute('aria-pressed') === 'false'",
    )
    .await;
    assert!(
        desk.value::<bool>("document.querySelector('.view .board .led') === null")
            .await
    );
    let own: u64 = desk.value(SHOWN).await;
    assert!(own < 60);
    sends(
        &leader,
        "POST",
        &format!("{at}/moment"),
        &json!({ "version": 80 }),
    )
    .await;
    desk.until("document.querySelector('.review [data-is=there] b').textContent === '80'")
        .await;
    assert_eq!(desk.value::<u64>(SHOWN).await, own);
    desk.press("y", 0).await;
    desk.until(&format!("{SHOWN} === 80")).await;
    // The other side of the table is another page; they are led on there.
    sends(
        &leader,
        "POST",
        &format!("{at}/moment"),
        &json!({ "version": 81, "flip": true }),
    )
    .await;
    desk.until("new URLSearchParams(location.search).get('flip') === 'true'")
        .await;
    desk.until(&format!("{READY} && {SHOWN} === 81")).await;
    sends(&leader, "DELETE", &at, &json!({})).await;
    desk.until("document.querySelector('.review [data-is=leader]').textContent === 'This review has ended'")
        .await;
    // Whoever asks for what has ended is told so; that is no fault of the page.
    desk.expect("404");
    desk.close().await;
}
