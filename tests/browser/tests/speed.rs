//! Times that people wait: from key to picture, to the first paint of the start page; and the size of
//! `/docs`. Printed, never judged: machines differ.

use serde_json::Value;

use crate::desk::Desk;

/// Steps that are measured of each kind.
const STEPS: usize = 60;
const MEASURES: &str = "performance.getEntriesByName('step')";

/// The shares of a sorted row.
fn at(took: &[f64], percent: usize) -> f64 {
    took.get((took.len().max(1) - 1) * percent / 100)
        .copied()
        .unwrap_or_default()
}

impl Desk {
    /// Presses a key so many times, each when the picture of the one before is there and so long after; how long each took.
    async fn steps(&self, key: &str, modifiers: i64, rest_ms: u64) -> Vec<f64> {
        self.value::<bool>("(() => { performance.clearMeasures('step'); return true; })()")
            .await;
        for _ in 0..STEPS {
            let before: u64 = self.value(&format!("{MEASURES}.length")).await;
            let shown: u64 = self
                .value("Number(document.querySelector('[data-game]').dataset.version)")
                .await;
            let last = if key == "ArrowLeft" {
                1
            } else {
                self.value("Number(document.querySelector('[data-game]').dataset.end)")
                    .await
            };
            if shown == last {
                break;
            }
            self.press(key, modifiers).await;
            self.until(&format!("{MEASURES}.length > {before}")).await;
            tokio::time::sleep(std::time::Duration::from_millis(rest_ms)).await;
        }
        let mut took: Vec<f64> = self
            .value(&format!("{MEASURES}.map((step) => step.duration)"))
            .await;
        took.sort_by(f64::total_cmp);
        took
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_are_measured_from_key_to_picture() {
    if std::env::var_os("HINDSIGHT_MEASURE").is_none() {
        return;
    }
    let Some(desk) = Desk::open().await else { return };
    let listed: Value = desk
        .value("fetch('/v1/games?limit=100').then((answer) => answer.json())")
        .await;
    // The longest game of each system.
    let mut longest: Vec<(String, String, u64)> = Vec::new();
    for card in listed["items"].as_array().unwrap() {
        let text = |name: &str| card[name].as_str().unwrap().to_owned();
        let found = (text("system"), text("id"), card["version"].as_u64().unwrap());
        match longest.iter_mut().find(|known| known.0 == found.0) {
            Some(known) if known.2 < found.2 => *known = found,
            Some(_) => {}
            None => longest.push(found),
        }
    }
    for (system, game, events) in longest {
        println!("{system}, {events} events (ms: median, 95th percentile, longest)");
        for (name, from, key, modifiers, rest) in [
            ("→ each 400 ms", "first", "ArrowRight", 0, 400),
            ("→ each 60 ms", "first", "ArrowRight", 0, 60),
            ("← from the end", "last", "ArrowLeft", 0, 60),
            ("Shift →", "first", "ArrowRight", 8, 60),
            ("Ctrl →, turns", "first", "ArrowRight", 2, 60),
        ] {
            let version = if from == "first" { 1 } else { events };
            desk.go(&format!("/g/{game}/{version}")).await;
            let took = desk.steps(key, modifiers, rest).await;
            println!(
                "  {name:16} {:4} steps {:6.0} {:6.0} {:6.0}",
                took.len(),
                at(&took, 50),
                at(&took, 95),
                at(&took, 100)
            );
        }
    }
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page_and_the_guide_are_measured() {
    if std::env::var_os("HINDSIGHT_MEASURE").is_none() {
        return;
    }
    let Some(desk) = Desk::open().await else { return };
    for path in ["/", "/docs", "/community"] {
        let mut paints = Vec::new();
        let mut bytes = 0.0;
        for _ in 0..5 {
            desk.page.goto("about:blank").await.unwrap();
            desk.go(path).await;
            desk.until("performance.getEntriesByName('first-contentful-paint').length > 0")
                .await;
            paints.push(
                desk.value::<f64>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                    .await,
            );
            let sizes = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((all, one) => all + one.encodedBodySize, 0)";
            bytes = f64::max(bytes, desk.value::<f64>(sizes).await);
        }
        paints.sort_by(f64::total_cmp);
        println!(
            "{path}: first paint {:.0} ms (best {:.0}, worst {:.0}), {:.0} KB",
            at(&paints, 50),
            at(&paints, 0),
            at(&paints, 100),
            bytes / 1024.0
        );
    }
    desk.close().await;
}

/// From the tap on a button of a command until the page shows the next question and takes the next tap.
const TAPPED: &str = "(async () => { const took = [];
    const settled = () => { const { busy, drawing } = document.querySelector('.recorder').dataset; return !busy && !drawing; };
    for (let taps = 0; taps < 60; taps += 1) {
        const before = Number(document.querySelector('.recorder').dataset.version);
        const able = [...document.querySelectorAll('.ask button[name=command]')].filter((one) => one.checkVisibility() && !one.disabled);
        const button = able[taps % Math.max(1, Math.min(able.length, 3))];
        if (!button) break;
        const begun = performance.now();
        button.click();
        for (let frames = 0; frames < 600; frames += 1) {
            await new Promise(requestAnimationFrame);
            document.querySelector('[data-is=confirm]:not([hidden]) [data-does=confirm]')?.click();
            if (settled() && Number(document.querySelector('.recorder').dataset.version) > before) break;
        }
        if (Number(document.querySelector('.recorder').dataset.version) > before) took.push(performance.now() - begun);
        else break;
    }
    return took; })()";

#[tokio::test(flavor = "multi_thread")]
async fn taps_are_measured_to_the_next_question() {
    if std::env::var_os("HINDSIGHT_MEASURE").is_none() {
        return;
    }
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.go("/").await;
    println!("from tap to the next question (ms: taps, median, 95th percentile, longest)");
    for (file, version) in crate::noting::GAMES {
        let mut took = Vec::new();
        for on in 0..6 {
            let game = desk.rolled_on(file, version + on).await;
            desk.go(&format!("/g/{game}/record")).await;
            desk.until("document.querySelector('.recorder') !== null").await;
            took.extend(desk.value::<Vec<f64>>(TAPPED).await);
        }
        took.sort_by(f64::total_cmp);
        println!(
            "  {file:28} {:4} {:6.0} {:6.0} {:6.0}",
            took.len(),
            at(&took, 50),
            at(&took, 95),
            at(&took, 100)
        );
    }
    desk.close().await;
}
