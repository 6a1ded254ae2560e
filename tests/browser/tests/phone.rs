//! A phone: what one tap records, dice of the table by their faces, what a unit of the list does.

use chromiumoxide::cdp::browser_protocol::input::DispatchTouchEventReturns;
use chromiumoxide::{Command, Method};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::desk::{Desk, PATIENT};
use crate::recorder::{SETTLED, VERSION};

/// The least width and height of what is tapped, in CSS pixels (WCAG 2.2, 2.5.8).
const LEAST: f64 = 24.0;

/// What records a command that cannot be undone.
pub(crate) const CONFIRM: &str = ".confirm:not([hidden]) [data-does=confirm]";

/// What opens the details that were marked.
pub(crate) const OPENING: &str = "[data-opening] > summary";

/// A touch event. The library leaves out the empty list of points with which a finger is lifted.
#[derive(Debug)]
struct Touch(Value);

impl Serialize for Touch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Method for Touch {
    fn identifier(&self) -> chromiumoxide::types::MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for Touch {
    type Response = DispatchTouchEventReturns;
}

impl Desk {
    /// A phone: a narrow window, and fingers.
    pub(crate) async fn phone(&self) {
        self.window(390, 844, "light").await;
    }

    /// A picture of the page; taking one of a whole page makes the window wide again.
    pub(crate) async fn picture(&self, name: &str) {
        self.screenshot(name).await;
        let (width, height) = *self.size.lock().unwrap();
        self.window(width, height, "light").await;
    }

    pub(crate) async fn is_there(&self, selector: &str) -> bool {
        let quoted = serde_json::to_string(selector).unwrap();
        self.value(&format!("document.querySelector({quoted}) !== null"))
            .await
    }

    /// Taps the first of what a selector names in the recorder, and waits until what it does is done.
    pub(crate) async fn tap(&self, selector: &str) {
        self.tap_only(selector).await;
        self.until(SETTLED).await;
    }

    /// Taps the first of what a selector names, as soon as a finger can reach it; in a window that is not touched it is clicked.
    pub(crate) async fn tap_only(&self, selector: &str) {
        let quoted = serde_json::to_string(selector).unwrap();
        let place = format!(
            "(() => {{ const found = [...document.querySelectorAll({quoted})].find((one) => one.checkVisibility());
                if (!found) return null;
                const place = () => {{
                    const {{ x, y, width, height }} = found.getBoundingClientRect();
                    const at = [x + width / 2, y + height / 2];
                    const hit = document.elementFromPoint(...at);
                    return hit && found.contains(hit) ? [...at, width, height] : null; }};
                const there = place();
                if (there) return there;
                found.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                return place(); }})()"
        );
        let begun = std::time::Instant::now();
        let mut before = None;
        let [x, y, width, height] = loop {
            // What still moves would be missed.
            let found = self.page.evaluate(&*place).await.ok();
            let now: Option<[f64; 4]> = found.and_then(|found| found.into_value().ok());
            if let Some(place) = now
                && now == before
            {
                break place;
            }
            before = now;
            assert!(begun.elapsed() < PATIENT, "nothing to tap at {selector}");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        let (wide, _) = *self.size.lock().unwrap();
        assert_eq!(self.value::<i64>("window.innerWidth").await, wide);
        if self.value::<bool>("navigator.maxTouchPoints > 0").await {
            assert!(
                width >= LEAST && height >= LEAST,
                "{selector}: {width} × {height}"
            );
            for (kind, points) in [
                ("touchStart", json!([{ "x": x, "y": y }])),
                ("touchEnd", json!([])),
            ] {
                let touch = Touch(json!({ "type": kind, "touchPoints": points }));
                self.page.execute(touch).await.unwrap();
            }
        } else {
            self.drag((x, y), (x, y)).await;
        }
    }

    /// Draws a finger from one place of the window to another.
    pub(crate) async fn draw_finger(&self, from: (f64, f64), to: (f64, f64)) {
        self.hold_finger(from, to).await;
        self.lift_finger().await;
    }

    /// Draws a finger from one place of the window to another and holds it there.
    pub(crate) async fn hold_finger(&self, from: (f64, f64), to: (f64, f64)) {
        for (kind, (x, y)) in [("touchStart", from), ("touchMove", to)] {
            let touch = Touch(json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] }));
            self.page.execute(touch).await.unwrap();
        }
    }

    /// Lifts the finger.
    pub(crate) async fn lift_finger(&self) {
        let touch = Touch(json!({ "type": "touchEnd", "touchPoints": [] }));
        self.page.execute(touch).await.unwrap();
    }

    /// Taps a command, which records it; where it cannot be undone it is confirmed.
    pub(crate) async fn record(&self, selector: &str) {
        let before: u64 = self.value(VERSION).await;
        self.tap(selector).await;
        if self.is_there(CONFIRM).await {
            self.tap(CONFIRM).await;
        }
        self.recorded_after(before).await;
    }

    /// Opens the faces of the dice that are asked for, where they can be counted instead.
    pub(crate) async fn opens_the_faces(&self) {
        const CLOSED: &str = ".dice-wanted:not([hidden]) .each-face:not([open]) > summary";
        if self.is_there(CLOSED).await {
            self.tap(CLOSED).await;
        }
    }

    /// Waits until something was recorded and is all shown, or dice are asked for.
    pub(crate) async fn recorded_after(&self, version: u64) {
        let asked = "document.querySelector('.dice-wanted:not([hidden]) .face:not(:disabled)') !== null";
        self.until(&format!(
            "fetch('/v1/games/' + document.querySelector('.recorder').dataset.game).then((answer) => answer.json())
                .then(({{ now }}) => now.version === {VERSION} && ({VERSION} > {version} || {asked}))"
        ))
        .await;
        self.until(SETTLED).await;
    }

    /// Taps a face for each die that is asked for, as long as dice are asked for; the last of a roll records it.
    pub(crate) async fn roll(&self, faces: &mut impl Iterator<Item = usize>) {
        while self.is_there(".dice-wanted:not([hidden])").await {
            self.opens_the_faces().await;
            let dice = self.dice_asked_for().await;
            let before: u64 = self.value(VERSION).await;
            for _ in 0..dice {
                let face = faces.next().unwrap();
                self.tap(&format!(".dice-wanted .face:nth-child({face}):not(:disabled)"))
                    .await;
            }
            self.recorded_after(before).await;
        }
    }

    /// The number of dice that are asked for.
    pub(crate) async fn dice_asked_for(&self) -> usize {
        self.value("Number(document.querySelector('.dice-wanted:not([hidden]) .thrown').textContent.split(' ').pop())")
            .await
    }

    /// Chooses a unit of the list, and one of its commands that holds these words. A unit that can do one thing only does it at once.
    pub(crate) async fn act(&self, unit: &str, words: &[&str]) {
        if self.is_there(&format!(".able [data-only='{unit}']")).await {
            let before: u64 = self.value(VERSION).await;
            self.tap(&format!(".able a[data-unit='{unit}']")).await;
            self.recorded_after(before).await;
            return;
        }
        if !self.is_there(&format!(".deeds-of[data-unit='{unit}']")).await {
            self.tap(&format!(".able a[data-unit='{unit}']")).await;
            self.until(&format!(
                "document.querySelector('.deeds-of')?.dataset.unit === '{unit}'"
            ))
            .await;
        }
        let holds: String = words.iter().map(|word| format!("[value*='{word}']")).collect();
        let button = format!(".deeds-of button{holds}");
        self.open_to(&button).await;
        self.record(&button).await;
    }

    /// Opens what is closed around the first of what a selector names.
    pub(crate) async fn open_to(&self, selector: &str) {
        while self.marks_what_is_closed(selector).await {
            self.tap(OPENING).await;
        }
    }

    /// Marks the outmost of what is closed around the first of what a selector names, and takes other marks away; whether anything
    /// is closed.
    pub(crate) async fn marks_what_is_closed(&self, selector: &str) -> bool {
        let quoted = serde_json::to_string(selector).unwrap();
        self.until(&format!(
            "({SETTLED}) && document.querySelector({quoted}) !== null"
        ))
        .await;
        self.value(&format!(
            "(() => {{ for (const one of document.querySelectorAll('[data-opening]')) delete one.dataset.opening;
                let outmost = null;
                for (let one = document.querySelector({quoted})?.parentElement; one; one = one.parentElement)
                    if (one.matches('details:not([open])')) outmost = one;
                if (outmost) outmost.dataset.opening = 'yes';
                return outmost !== null; }})()"
        ))
        .await
    }

    /// Who is asked, and for what.
    pub(crate) async fn asked_of(&self, game: &str) -> (String, String) {
        let offers = self.data(&format!("/v1/games/{game}/offers")).await;
        let asked = &offers["awaiting"][0];
        let word = |name: &str| {
            asked[name]
                .as_str()
                .unwrap_or_else(|| panic!("{offers}"))
                .to_owned()
        };
        (word("seat"), word("decision"))
    }

    /// The events of a kind.
    pub(crate) async fn told(&self, game: &str, kind: &str) -> Vec<Value> {
        let events = self.data(&format!("/v1/games/{game}/events?limit=400")).await;
        let events = events["items"].as_array().unwrap();
        let of_kind = events.iter().filter(|event| event["type"] == kind);
        of_kind.map(|event| event["event"].clone()).collect()
    }
}
