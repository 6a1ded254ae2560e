//! Annotating a moment by keyboard and pointer: glyph, words, drawing; answering, undoing, hiding; read by anybody.

use serde_json::json;

use crate::desk::Desk;

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";
const MOMENT: u64 = 150;

impl Desk {
    /// The page of a moment, its annotations ready.
    async fn reads(&self, path: &str) {
        self.go(path).await;
        self.until("document.querySelector('[data-game]').dataset.annotated === 'true'")
            .await;
    }

    /// Where a place of the board lies in the window, in board units.
    async fn place(&self, x: f64, y: f64) -> (f64, f64) {
        self.value(&format!(
            "(() => {{
                const board = document.querySelector('.view .board');
                const {{ corner, size, scale, low }} = JSON.parse(board.dataset.measures);
                const [across, up] = [({x} - low.x) * scale, ({y} - low.y) * scale];
                const dot = new DOMPoint(corner[0] + across, corner[1] + size[1] - up);
                const at = dot.matrixTransform(board.querySelector('svg').getScreenCTM());
                return [at.x, at.y];
            }})()"
        ))
        .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moment_is_annotated_with_a_glyph_words_and_a_drawing() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.comes_with_token(true).await;
    desk.window(1280, 900, "light").await;
    desk.reads(&format!("/g/{game}/{MOMENT}")).await;
    // By keys: the panel opens with the glyph chosen; the same key takes it back, and another chooses another.
    for (key, glyph) in [("2", "2"), ("2", ""), ("4", "4")] {
        desk.press(key, 0).await;
        desk.until(&format!(
            "document.querySelector('.write').open && document.querySelector('.write [name=glyph]:checked').value === '{glyph}'"
        ))
        .await;
    }
    let words = desk
        .page
        .find_element(".write textarea[name=text]")
        .await
        .unwrap();
    words.click().await.unwrap();
    words
        .type_str("Too early: **b** and d are letters here.")
        .await
        .unwrap();
    assert_eq!(
        desk.value::<u64>(SHOWN).await,
        MOMENT,
        "no key of a text is one of the replay"
    );
    // An arrow by pointer; the board under it stays where it is, and no unit is chosen.
    desk.click(".write [data-tool=arrow]").await;
    desk.page
        .evaluate("document.querySelector('.view').scrollIntoView({ block: 'center' })")
        .await
        .unwrap();
    let (from, to) = (desk.place(2.0, 3.0).await, desk.place(5.0, 7.0).await);
    desk.drag(from, to).await;
    desk.until("document.querySelectorAll('.drawn-so-far li').length === 1")
        .await;
    assert_eq!(
        desk.value::<u64>("document.querySelectorAll('.card').length")
            .await,
        0
    );
    // A distance by numbers, as without a pointer.
    desk.page
        .evaluate(
            "(() => {
                const form = document.querySelector('form[data-form=annotate]');
                form.querySelector('.draw details').open = true;
                for (const [name, value] of [['draw', 'distance'], ['x1', 1], ['y1', 1], ['x2', 4], ['y2', 5]]) form.elements[name].value = value;
            })()",
        )
        .await
        .unwrap();
    desk.click("[data-does=add-drawing]").await;
    desk.until("document.querySelectorAll('.drawn-so-far li').length === 2")
        .await;
    desk.click(".write button.main").await;
    desk.until("document.querySelector('.remark .glyph.g4') !== null")
        .await;
    desk.until("document.querySelector('.view .board > svg > .notes') !== null")
        .await;
    desk.until("document.querySelector('.log li[aria-current] .signs')?.textContent.includes('??')")
        .await;
    desk.until("document.querySelector('.remark-line .g4') !== null")
        .await;
    assert!(
        desk.value::<bool>("document.querySelector('.remark .text strong').textContent === 'b'")
            .await
    );
    let kept: serde_json::Value = desk
        .value(&format!(
            "fetch('/v1/games/{game}/annotations').then((answer) => answer.json()).then((page) => page.items.find((item) => item.drawings.length > 0))"
        ))
        .await;
    let near = |value: &serde_json::Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 0.15;
    let arrow = &kept["drawings"][0];
    assert_eq!(
        (&arrow["type"], &kept["drawings"][1]["type"]),
        (&"arrow".into(), &"distance".into())
    );
    assert!(
        near(&arrow["from"]["x"], 2.0) && near(&arrow["from"]["y"], 3.0),
        "{arrow}"
    );
    assert!(
        near(&arrow["to"]["x"], 5.0) && near(&arrow["to"]["y"], 7.0),
        "{arrow}"
    );
    assert_eq!(kept["drawings"][1]["length"], 5.0);
    assert_eq!(kept["anchor"]["version"], MOMENT);
    // Shown and hidden.
    desk.page.evaluate("document.activeElement.blur()").await.unwrap();
    desk.press("d", 0).await;
    desk.until("getComputedStyle(document.querySelector('.board .notes')).display === 'none'")
        .await;
    desk.press("d", 0).await;
    desk.until("getComputedStyle(document.querySelector('.board .notes')).display !== 'none'")
        .await;
    // The next blunder, from the beginning and from the end.
    desk.press("Home", 0).await;
    desk.until(&format!("{SHOWN} === 1")).await;
    desk.until("document.querySelector('.board .notes') === null")
        .await;
    desk.press("b", 0).await;
    desk.until(&format!("{SHOWN} === {MOMENT}")).await;
    desk.until("document.querySelector('.board .notes') !== null")
        .await;
    desk.press("End", 0).await;
    desk.until(&format!("{SHOWN} > {MOMENT}")).await;
    desk.press("B", 8).await;
    desk.until(&format!("{SHOWN} === {MOMENT}")).await;
    // Answered, edited, undone.
    desk.until("document.querySelector('.remark') !== null").await;
    desk.page
        .evaluate("document.querySelector('.remark .actions details').open = true")
        .await
        .unwrap();
    let answer = desk
        .page
        .find_element(".remark form[data-form=reply] textarea")
        .await
        .unwrap();
    answer.click().await.unwrap();
    answer.type_str("What else?").await.unwrap();
    desk.click(".remark form[data-form=reply] button").await;
    desk.until("document.querySelector('.reply .text')?.textContent.includes('What else?')")
        .await;
    // An answer that is being written stays while something else is sent.
    let half = "document.querySelector('.remark form[data-form=reply] textarea')";
    desk.page
        .evaluate(format!(
            "{half}.closest('details').open = true; {half}.value = 'Half an answer'"
        ))
        .await
        .unwrap();
    desk.page
        .evaluate("document.querySelector('.remark form[data-form=edit]').closest('details').open = true")
        .await
        .unwrap();
    desk.page
        .evaluate("document.querySelector('.remark form[data-form=edit] textarea').value = 'Other words'")
        .await
        .unwrap();
    desk.click(".remark form[data-form=edit] button").await;
    desk.until("document.querySelector('.remark > .text').textContent.includes('Other words')")
        .await;
    desk.until(&format!(
        "{half}.value === 'Half an answer' && {half}.closest('details').open"
    ))
    .await;
    desk.click(".remark form[data-form=undo] button").await;
    desk.until("document.querySelector('.remark > .text').textContent.includes('Too early')")
        .await;
    for (size, width, height) in [("desktop", 1280, 900), ("phone", 390, 844)] {
        for scheme in ["light", "dark"] {
            desk.window(width, height, scheme).await;
            desk.reads(&format!("/g/{game}/{MOMENT}")).await;
            desk.until("document.querySelector('.board .notes') !== null")
                .await;
            let wide: i64 = desk.value("document.documentElement.scrollWidth").await;
            assert!(wide <= width, "{wide} pixels wide in a window of {width}");
            desk.page
                .evaluate("document.querySelector('.write').open = true")
                .await
                .unwrap();
            desk.screenshot(&format!("annotated-{size}-{scheme}")).await;
        }
    }
    // Anybody reads it, and writes nothing.
    desk.comes_with_token(false).await;
    desk.window(1280, 900, "light").await;
    desk.reads(&format!("/g/{game}/{MOMENT}")).await;
    desk.until("document.querySelector('.board .notes') !== null")
        .await;
    assert!(desk.value::<bool>("document.querySelectorAll('.remark').length === 1 && document.querySelector('.remarks form') === null").await);
    desk.close().await;
}

/// Two authors say something of one moment: each layer is shown and hidden by itself, its drawings and signs with it.
#[tokio::test(flavor = "multi_thread")]
async fn one_layer_is_hidden_and_the_other_stays() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.window(1280, 900, "light").await;
    let coach = desk.token_of("coach").await;
    for (author, words, x) in [(None, "by the keeper", 2.0), (Some(&coach), "by the coach", 5.0)] {
        match author {
            None => desk.comes_with_token(true).await,
            Some(token) => desk.comes_as(token).await,
        }
        let arrow = json!({ "type": "arrow", "from": { "x": x, "y": 2.0 }, "to": { "x": x, "y": 5.0 }, "label": words });
        let said =
            json!({ "anchor": { "type": "event", "version": MOMENT }, "text": words, "drawings": [arrow] });
        let status: u16 = desk
            .value(&format!(
                "fetch('/v1/games/{game}/annotations', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }},
                 body: JSON.stringify({said}) }}).then((answer) => answer.status)"
            ))
            .await;
        assert_eq!(status, 201, "{words}");
    }
    desk.comes_with_token(false).await;
    desk.reads(&format!("/g/{game}/{MOMENT}")).await;
    let seen = "[[...document.querySelectorAll('.remark')].filter((remark) => remark.checkVisibility()).map((remark) => remark.querySelector('.text').textContent.trim()),
        [...document.querySelectorAll('.board > svg > .notes')].map((notes) => notes.textContent.trim()),
        [...document.querySelectorAll('.remark-line [data-layer]')].filter((sign) => sign.checkVisibility()).length]";
    let both: (Vec<String>, Vec<String>, u64) = desk.value(seen).await;
    assert_eq!((both.0.len(), both.1.len()), (2, 2), "{both:?}");
    let box_of = |words: &str| {
        format!(
            "(() => {{ const remark = [...document.querySelectorAll('.remark')].find((remark) => remark.textContent.includes('{words}'));
             return remark.dataset.layer; }})()"
        )
    };
    let layer: String = desk.value(&box_of("by the coach")).await;
    let shows = format!(".layers [data-shows=\"{layer}\"]");
    desk.click(&shows).await;
    desk.until(&format!("document.querySelector('{shows}').checked === false"))
        .await;
    let one: (Vec<String>, Vec<String>, u64) = desk.value(seen).await;
    assert_eq!(one.0, ["by the keeper"]);
    // The game has signs of its own besides.
    assert_eq!((one.1.len(), one.2), (1, both.2 - 1), "{one:?}");
    assert!(one.1[0].contains("by the keeper"), "{one:?}");
    // It stays hidden on other moments and back, and comes again as it was.
    desk.press("Home", 0).await;
    desk.until(&format!("{SHOWN} === 1")).await;
    desk.press("End", 0).await;
    desk.page
        .evaluate(format!("document.querySelector('.remark-line [data-go=\"{MOMENT}\"]').dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}))"))
        .await
        .unwrap();
    desk.until(&format!("{SHOWN} === {MOMENT}")).await;
    desk.until("document.querySelectorAll('.board > svg > .notes').length === 1 && document.querySelectorAll('.remark').length === 2")
        .await;
    assert_eq!(desk.value::<(Vec<String>, Vec<String>, u64)>(seen).await, one);
    desk.click(&shows).await;
    desk.until("document.querySelectorAll('.board > svg > .notes').length === 2")
        .await;
    assert_eq!(desk.value::<(Vec<String>, Vec<String>, u64)>(seen).await, both);
    desk.close().await;
}
