//! The replay by keyboard and by mouse.

use crate::desk::Desk;

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";

impl Desk {
    async fn shown(&self) -> u64 {
        self.value(SHOWN).await
    }

    async fn until_shown(&self, version: u64) {
        self.until(&format!("{SHOWN} === {version}")).await;
    }

    /// Presses a key and waits until the moment is the one that the course says.
    async fn steps_to(&self, key: &str, modifiers: i64, version: u64) {
        self.press(key, modifiers).await;
        self.until_shown(version).await;
        let words: String = self
            .value("(document.querySelector('.said .with-dice p') ?? document.querySelector('.said .words')).textContent")
            .await;
        let event: serde_json::Value = self
            .value(&format!(
                "fetch('/g/{}/{version}.json').then((answer) => answer.json())",
                self.games[0]
            ))
            .await;
        assert_eq!(event["words"], words, "the sentence is that of version {version}");
    }
}

struct Course {
    told: Vec<u64>,
    activations: Vec<u64>,
    turns: Vec<u64>,
    luck: Vec<u64>,
    end: u64,
}

impl Course {
    async fn of(desk: &Desk, game: &str) -> Self {
        let course: serde_json::Value = desk
            .value(&format!(
                "fetch('/v1/games/{game}/timeline').then((answer) => answer.json())"
            ))
            .await;
        let numbers = |name: &str| serde_json::from_value::<Vec<u64>>(course[name].clone()).unwrap();
        let mut turns: Vec<((u64, u64), u64)> = Vec::new();
        for entry in course["entries"].as_array().unwrap() {
            let number = |name: &str| entry[name].as_u64().unwrap();
            let turn = (number("round"), number("turn"));
            if turns.last().is_none_or(|(last, _)| *last != turn) {
                turns.push((turn, number("from")));
            }
        }
        let marks = course["marks"].as_array().unwrap();
        Self {
            told: numbers("told"),
            activations: numbers("activations"),
            turns: turns.into_iter().map(|(_, from)| from).collect(),
            luck: marks
                .iter()
                .filter(|mark| mark["kind"] == "lucky" || mark["kind"] == "unlucky")
                .map(|mark| mark["version"].as_u64().unwrap())
                .collect(),
            end: course["version"].as_u64().unwrap(),
        }
    }
}

fn after(list: &[u64], version: u64) -> u64 {
    *list.iter().find(|other| **other > version).unwrap()
}

fn before(list: &[u64], version: u64) -> u64 {
    *list.iter().rev().find(|other| **other < version).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_replayed_by_keyboard() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.go(&format!("/g/{game}/1")).await;
    let course = Course::of(&desk, &game).await;
    let mut here = 1;
    for _ in 0..5 {
        here = after(&course.told, here);
        desk.steps_to("ArrowRight", 0, here).await;
    }
    here = after(&course.told, here);
    desk.steps_to("j", 0, here).await;
    for key in ["k", "ArrowLeft"] {
        here = before(&course.told, here);
        desk.steps_to(key, 0, here).await;
    }
    for _ in 0..3 {
        here = after(&course.activations, here);
        desk.steps_to("ArrowRight", 8, here).await;
    }
    here = before(&course.activations, here);
    desk.steps_to("ArrowLeft", 8, here).await;
    for _ in 0..3 {
        here = after(&course.turns, here);
        desk.steps_to("ArrowRight", 2, here).await;
    }
    here = before(&course.turns, here);
    desk.steps_to("ArrowLeft", 2, here).await;
    here = after(&course.luck, here);
    desk.steps_to("l", 0, here).await;
    desk.steps_to("End", 0, course.end).await;
    desk.steps_to("Home", 0, 1).await;
    // The address follows, so that it can be sent to somebody.
    desk.press("ArrowRight", 0).await;
    let next = after(&course.told, 1);
    desk.until_shown(next).await;
    desk.until(&format!("location.pathname === '/g/{game}/{next}'"))
        .await;
    // Closer by, and the part that is shown stays the same at the next moment.
    let box_of = "document.querySelector('.view svg').getAttribute('viewBox')";
    let whole: String = desk.value(box_of).await;
    desk.press("+", 0).await;
    let closer: String = desk.value(box_of).await;
    assert_ne!(closer, whole);
    desk.steps_to("ArrowRight", 0, after(&course.told, next)).await;
    assert_eq!(desk.value::<String>(box_of).await, closer);
    desk.press("-", 0).await;
    assert_eq!(desk.value::<String>(box_of).await, whole);
    // The keys are listed; with the list open they do nothing else.
    let here = desk.shown().await;
    desk.press("?", 0).await;
    desk.until("document.querySelector('dialog.keys').open").await;
    desk.press("ArrowRight", 0).await;
    desk.press("Escape", 0).await;
    desk.until("!document.querySelector('dialog.keys').open").await;
    assert_eq!(desk.shown().await, here);
    // It plays by itself until it is told to stop.
    desk.value::<String>("document.querySelector('[data-does=speed]').value = '0.2'")
        .await;
    desk.press(" ", 0).await;
    desk.until(&format!(
        "{SHOWN} >= {}",
        after(&course.told, after(&course.told, here))
    ))
    .await;
    desk.press(" ", 0).await;
    desk.until("document.querySelector('[data-does=play]').getAttribute('aria-pressed') === 'false'")
        .await;
    // The table turns round.
    desk.press("f", 0).await;
    desk.until(
        "location.search === '?flip=true' && document.querySelector('[data-game]')?.dataset.ready === 'true'",
    )
    .await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_replayed_by_mouse() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.go(&format!("/g/{game}/100")).await;
    let course = Course::of(&desk, &game).await;
    desk.click(".steps [rel=next]").await;
    let here = after(&course.told, 100);
    desk.until_shown(here).await;
    desk.click(".steps [rel=prev]").await;
    desk.until_shown(before(&course.told, here)).await;
    desk.click("[data-does=turn-on]").await;
    desk.until_shown(after(&course.turns, before(&course.told, here)))
        .await;
    // A line of the log, and its figures.
    desk.click(".log li.told:nth-of-type(1) > .words").await;
    let first: u64 = desk
        .value("Number(document.querySelector('.log li').dataset.version)")
        .await;
    desk.until_shown(first).await;
    // A unit on the board shows its card and its reach, and keeps it from moment to moment until it is put away.
    let id: String = desk
        .value("document.querySelector('.view a.unit').dataset.unit")
        .await;
    let layer = "document.querySelector('.view .overlays-under').childElementCount";
    desk.click(".view a.unit").await;
    desk.until(&format!(
        "document.querySelector('.card')?.dataset.unit === '{id}'"
    ))
    .await;
    desk.until(&format!("{layer} > 0")).await;
    desk.press("ArrowRight", 0).await;
    desk.until_shown(after(&course.told, first)).await;
    desk.until(&format!(
        "document.querySelector('.card')?.dataset.unit === '{id}' && {layer} > 0"
    ))
    .await;
    desk.page
        .move_mouse(chromiumoxide::layout::Point::new(2.0, 2.0))
        .await
        .unwrap();
    desk.press("Escape", 0).await;
    desk.until("document.querySelector('.card') === null").await;
    desk.until(&format!("{layer} === 0")).await;
    // The line leads to turns; the list of key moments to events.
    desk.click(".moments:not(.said-list) summary").await;
    desk.click(".moments:not(.said-list) li:last-child a").await;
    desk.until_shown(course.end).await;
    // The panel follows the moment.
    let offered: String = desk
        .value("document.querySelector('[data-is=address]').value")
        .await;
    assert_eq!(offered, format!("{}/g/{game}/{}", desk.address, course.end));
    // The start page leads here.
    desk.go("/").await;
    desk.click(".samples h3 a").await;
    desk.until("document.querySelector('[data-game]')?.dataset.ready === 'true'")
        .await;
    desk.close().await;
}

/// A unit that has the focus shows its card, and keeps the focus when the next moment comes.
#[tokio::test(flavor = "multi_thread")]
async fn units_are_reached_without_a_mouse() {
    let Some(desk) = Desk::open().await else { return };
    desk.go(&format!("/g/{}/100", desk.games[0])).await;
    let focused = "document.activeElement?.closest('a.unit')?.dataset.unit ?? ''";
    for _ in 0..40 {
        desk.press("Tab", 0).await;
        if !desk.value::<String>(focused).await.is_empty() {
            break;
        }
    }
    let id: String = desk.value(focused).await;
    assert!(!id.is_empty(), "Tab comes to a unit");
    desk.until(&format!(
        "document.querySelector('.card')?.dataset.unit === '{id}'"
    ))
    .await;
    let before = desk.shown().await;
    desk.press("ArrowRight", 0).await;
    desk.until(&format!("{SHOWN} > {before}")).await;
    assert_eq!(desk.value::<String>(focused).await, id);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn play_pause_play_while_a_moment_is_loading_plays_at_one_pace() {
    let Some(desk) = Desk::open().await else { return };
    desk.go(&format!("/g/{}", desk.games[0])).await;
    // A moment that is never there before it is asked for: each `next` waits until the story lets it go.
    let played = "(async () => {
        const { Player } = await import('/script/player.js');
        const asked = [];
        const button = document.querySelector('[data-does=play]').cloneNode(true);
        const player = new Player(button, { value: '0' }, () => new Promise((there) => asked.push(there)));
        for (let press = 0; press < 3; press += 1) player.toggle();
        const begun = asked.length;
        // What was asked for before the pause comes late: nobody waits for it any more.
        asked[0](true);
        await new Promise((done) => setTimeout(done, 100));
        const late = asked.length;
        asked[1](true);
        await new Promise((done) => setTimeout(done, 100));
        return [begun, late, asked.length, Number(player.playing)];
    })()";
    assert_eq!(desk.value::<Vec<u8>>(played).await, [2, 2, 3, 1]);
    desk.close().await;
}
