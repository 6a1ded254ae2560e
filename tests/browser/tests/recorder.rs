//! The recorder by mouse and keyboard: whole games, what is refused and mended, the past corrected, the line lost.

use chromiumoxide::cdp::browser_protocol::network;
use chromiumoxide::element::Element;
use serde_json::Value;

use crate::desk::Desk;
use crate::looks::usable;

pub(crate) const VERSION: &str = "Number(document.querySelector('.recorder').dataset.version)";
/// Nothing is on its way and nothing is drawn anew, or dice or a second tap are asked for.
pub(crate) const SETTLED: &str = "(({ busy, drawing }) => !busy && !drawing)(document.querySelector('.recorder').dataset) || \
    document.querySelector('.dice-wanted:not([hidden]), .confirm[data-is=confirm]:not([hidden])') !== null";

impl Desk {
    /// Begins a game on the page of a new game and waits for its recorder.
    pub(crate) async fn begin(&self, system: &str, dice: &str, armies: &str) -> String {
        self.comes_with_token(true).await;
        self.go(&format!("/new?system={system}")).await;
        self.click("details.options > summary").await;
        for (field, value) in [
            ("f/armies", armies),
            ("dice", dice),
            ("title", "A game by clicks"),
        ] {
            self.value::<bool>(&format!(
                "(() => {{ const field = document.querySelector('.creates [name=\"{field}\"]'); field.value = '{value}';
                 field.dispatchEvent(new Event('input', {{ bubbles: true }})); return true; }})()"
            ))
            .await;
        }
        // The server says that it would take it before it is begun.
        self.until("document.querySelector('.verdict').dataset.is === 'good'")
            .await;
        self.click("form.creates button.main").await;
        self.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
            .await;
        self.value("document.querySelector('.recorder').dataset.game")
            .await
    }

    pub(crate) async fn has(&self, selector: &str) -> bool {
        self.value(&format!("document.querySelector('{selector}') !== null"))
            .await
    }

    /// Clicks, if that is still there, and waits until whatever it does is done.
    pub(crate) async fn do_by(&self, selector: &str) {
        self.click_if_there(selector).await;
        self.until(SETTLED).await;
    }

    /// The next unit of the list that was not laid out yet.
    async fn untried(&self, tried: &[String]) -> Option<String> {
        let able: Vec<String> = self
            .value("[...document.querySelectorAll('.able a')].map((link) => link.dataset.unit)")
            .await;
        able.into_iter().find(|unit| !tried.contains(unit))
    }

    /// Lays out what a unit may do.
    async fn choose(&self, unit: &str) {
        let link = format!(".able a[data-unit=\"{unit}\"]");
        self.do_by(&link).await;
        self.until(&format!(
            "document.querySelector('.deeds-of')?.dataset.unit === '{unit}'"
        ))
        .await;
    }

    /// Clicks the faces that are asked for; the last of them records the roll.
    async fn throw(&self, faces: &mut impl Iterator<Item = usize>) {
        self.opens_the_faces().await;
        for _ in 0..self.dice_asked_for().await {
            let face = faces.next().unwrap();
            self.click(&format!(".dice-wanted .face:nth-child({face}):not(:disabled)"))
                .await;
        }
        self.until(SETTLED).await;
    }

    /// Drags the ghost so many pixels.
    async fn drag_ghost(&self, across: f64, down: f64) {
        let ghost: Element = self.page.find_element(".ghosts .ghost .body").await.unwrap();
        ghost.scroll_into_view().await.unwrap();
        let at: (f64, f64) = self
            .value(
                "(() => { const box = document.querySelector('.ghosts .ghost .body').getBoundingClientRect();
                 return [box.x + box.width / 2, box.y + box.height / 2]; })()",
            )
            .await;
        self.drag(at, (at.0 + across, at.1 + down)).await;
    }

    pub(crate) async fn data(&self, path: &str) -> Value {
        self.value(&format!("fetch('{path}').then((answer) => answer.json())"))
            .await
    }

    #[allow(deprecated, reason = "what follows it is not in the Chromium of Debian")]
    pub(crate) async fn offline(&self, yes: bool) {
        let conditions = network::EmulateNetworkConditionsParams::new(yes, 0.0, -1.0, -1.0);
        self.page.execute(conditions).await.unwrap();
    }

    /// Says something at the table.
    pub(crate) async fn say(&self, words: &str) {
        if !self.has(".talk[open]").await {
            self.click(".talk > summary").await;
        }
        self.value::<bool>(&format!(
            "((field) => {{ field.value = '{words}'; return field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})(
                 document.querySelector('.talk [name=text]'))"
        ))
        .await;
        self.click(".talk form:first-of-type button").await;
    }

    async fn said(&self, game: &str) -> Vec<String> {
        let events = self.data(&format!("/v1/games/{game}/events?limit=200")).await;
        let said = |event: &Value| {
            (event["type"] == "said").then(|| event["event"]["text"].as_str().unwrap().to_owned())
        };
        events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(said)
            .collect()
    }
}

/// A whole game with dice of the table: deployed and moved on the board, every die clicked, until the rules end it.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_recorded_by_clicks() {
    let Some(desk) = Desk::open().await else { return };
    // The rules ask for dice by refusing what came without them.
    desk.expect("status of 422");
    let game = desk.begin("before-battle", "reported", "").await;
    // One after the other, so that no roll-off is a tie for ever, and in another order with each six.
    let mut faces = (0..).map(|count| (count * 5 + count / 6) % 6 + 1);
    let mut on_the_board = 0;
    for click in 0.. {
        if click == 1_000 {
            desk.screenshot("unended-game").await;
            panic!("the game does not end");
        }
        if desk
            .value("document.querySelector('#asked').textContent === 'The game is over'")
            .await
        {
            break;
        }
        if desk.has(".dice-wanted:not([hidden])").await {
            desk.throw(&mut faces).await;
        } else if desk.has(".ask .ways-in a[href*=army]").await {
            // Armies and weapons have a page of their own: a ready choice is taken there.
            desk.click(".ask .ways-in a[href*=army]").await;
            desk.until("document.querySelector('.ready-armies a') !== null")
                .await;
            desk.click(".ready-armies a").await;
            desk.until("document.querySelector('.legal') !== null").await;
            desk.click(".chosen form button.main").await;
            desk.until("document.querySelector('.recorder')?.dataset.ready === 'true'")
                .await;
            // The last choice of both sides leads to the roll-off, whose dice the recorder asks for.
            if desk.has(".refused [name=dice]").await {
                desk.fill(".refused [name=dice]", "5 3").await;
                desk.click(".refused form button").await;
                desk.until("document.querySelector('.refused') === null && document.querySelector('.recorder')?.dataset.ready === 'true'")
                    .await;
            }
        } else if desk.has(".ghosts .way.of-spot").await {
            desk.do_by(".ghosts .way.of-spot").await;
            on_the_board += 1;
        } else if desk.has(".ghosts .spot").await && on_the_board < 40 {
            // A place that only one choice leads to is taken at once, else its headings are shown.
            let before: u64 = desk.value(VERSION).await;
            desk.do_by(".ghosts .spot").await;
            on_the_board += i32::from(desk.value::<u64>(VERSION).await > before);
        } else if on_the_board < 40
            && desk.has(".able a:not([aria-current])").await
            && !desk.has(".able [aria-current]").await
        {
            desk.do_by(".able a:not([aria-current])").await;
        } else if desk.has(".general .choices button").await {
            desk.do_by(".general .choices button").await;
        } else if desk.has(".deeds-of .choices button").await {
            desk.do_by(".deeds-of .choices button").await;
        } else {
            desk.do_by(".able a:not([aria-current])").await;
        }
    }
    assert!(
        on_the_board >= 12,
        "both armies were deployed on the board: {on_the_board}"
    );
    let now = desk.data(&format!("/v1/games/{game}")).await;
    assert!(now["now"]["outcome"].is_object(), "{now}");
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}

/// A unit is dragged to where the rules do not let it stand, told why, and mended; then the opening turns are played.
#[tokio::test(flavor = "multi_thread")]
async fn the_opening_turns_of_a_battle_are_recorded() {
    let Some(desk) = Desk::open().await else { return };
    desk.expect("status of 422");
    desk.window(1280, 1400, "light").await;
    let game = desk.begin("battleground-4", "server", "sample").await;
    desk.click(".able a").await;
    desk.until("document.querySelector('.ghosts .ghost') !== null")
        .await;
    let verdict = |is: &str| format!("document.querySelector('.deeds-of .verdict')?.dataset.is === '{is}'");
    desk.until(&verdict("good")).await;
    let middle = "document.querySelector('.view svg').getBoundingClientRect().height / 2";
    let half: f64 = desk.value(middle).await;
    desk.drag_ghost(0.0, half * 0.8).await;
    desk.until(&verdict("bad")).await;
    let refused: String = desk
        .value("document.querySelector('.deeds-of .verdict').textContent")
        .await;
    assert!(refused.contains("BG4-DEPLOY-"), "{refused}");
    assert!(desk.has(".ghosts .body.refused").await);
    let before: u64 = desk.value(VERSION).await;
    desk.do_by(".deeds-of form.fields .main").await;
    desk.until("document.querySelector('.notes').textContent !== ''")
        .await;
    assert_eq!(
        desk.value::<u64>(VERSION).await,
        before,
        "what is refused changes nothing"
    );
    desk.drag_ghost(0.0, -half * 0.8).await;
    desk.until(&verdict("good")).await;
    // By keyboard too: a quarter of an inch to the side, five degrees round and back.
    let field = |name: &str| format!("document.querySelector('[name=\"f/pose/{name}\"]').value");
    let x: String = desk.value(&field("x")).await;
    desk.value::<bool>("(() => { document.querySelector('.ghosts .ghost').focus(); return true; })()")
        .await;
    desk.press("ArrowRight", 0).await;
    desk.until(&format!("Number({}) > {x}", field("x"))).await;
    let heading: String = desk.value(&field("heading")).await;
    desk.press("]", 0).await;
    desk.until(&format!("{} !== '{heading}'", field("heading"))).await;
    desk.press("[", 0).await;
    desk.until(&verdict("good")).await;
    desk.do_by(".deeds-of form.fields .main").await;
    desk.until(&format!("{VERSION} > {before}")).await;
    // At each decision every unit is looked at, until one has something that is preferred.
    let (mut decided_at, mut tried) = (0, Vec::new());
    for asked in 0.. {
        let info = desk.data(&format!("/v1/games/{game}")).await;
        let moment = &info["now"]["moment"];
        if moment["round"].as_u64().unwrap() >= 2 {
            break;
        }
        assert!(asked < 600, "the first round does not end: {moment}");
        let version: u64 = desk.value(VERSION).await;
        if version != decided_at {
            (decided_at, tried) = (version, Vec::new());
        }
        if let Some(unit) = desk
            .value::<Option<String>>("document.querySelector('.deeds-of')?.dataset.unit ?? null")
            .await
        {
            tried.push(unit);
        }
        let closed = ":is(.deeds-of, .general) details:not([open]) > summary";
        while desk.has(closed).await {
            desk.click(closed).await;
        }
        let next = desk.untried(&tried).await;
        let preferred = [
            ".general .choices button[value*=pass_phase]",
            ".deeds-of .choices button[value*=activate]",
            ".deeds-of .choices button[value*=\\\"choose\\\"]",
            ".general .choices button[value*=end_phase]",
            ".deeds-of form.fields [data-pose] ~ .main",
            ".deeds-of form.samples .choices button",
            ".general .choices button",
            ".deeds-of .choices button",
        ];
        let mut found = None;
        for selector in preferred {
            let early = selector.contains("end_phase") && next.is_some();
            if desk.has(selector).await && !early {
                found = Some(selector);
                break;
            }
        }
        match (found, next) {
            (Some(selector), _) => desk.do_by(selector).await,
            (None, Some(unit)) => desk.choose(&unit).await,
            (None, None) => {
                let offered: String = desk.value("document.querySelector('.ask').textContent").await;
                panic!("nothing can be done at {moment}: {offered}");
            }
        }
    }
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_past_event_is_corrected_and_shown_first() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.begin("before-battle", "server", "sample").await;
    desk.say("The wrong word").await;
    desk.until("document.querySelector('.lately').textContent.includes('The wrong word')")
        .await;
    desk.say("A later word").await;
    desk.until("document.querySelector('.lately').textContent.includes('A later word')")
        .await;
    let version: u64 = desk.value(VERSION).await;
    desk.click(".lately li:nth-child(2) a[href*=correct]").await;
    desk.until(
        "document.querySelector('.correcting .lead')?.textContent.includes('The wrong word') === true",
    )
    .await;
    desk.value::<bool>(
        "(() => { document.querySelector('.correcting form [value=remove]').form.elements.reason.value = 'nobody said it'; return true; })()",
    )
    .await;
    desk.click(".correcting form:has([value=remove]) button").await;
    desk.until("document.querySelector('[data-is=confirm]') !== null")
        .await;
    let compared: String = desk
        .value("document.querySelector('.compared').textContent")
        .await;
    assert!(
        compared.contains("The wrong word") && compared.contains("A later word"),
        "{compared}"
    );
    let now = desk.data(&format!("/v1/games/{game}")).await;
    assert_eq!(
        now["now"]["version"].as_u64(),
        Some(version),
        "nothing is changed by looking"
    );
    desk.click("[data-is=confirm]").await;
    desk.until("document.querySelector('.recorder[data-game]')?.dataset.ready === 'true'")
        .await;
    desk.until("!document.querySelector('.lately').textContent.includes('The wrong word')")
        .await;
    desk.close().await;
}

/// What is recorded while the line is dead waits, arrives in order and once; what others did meanwhile is shown before
/// anything is recorded over it.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_line_loses_nothing() {
    let Some(desk) = Desk::open().await else { return };
    for words in [
        "ERR_INTERNET_DISCONNECTED",
        "ERR_NETWORK",
        "status of 412",
        "ERR_ABORTED",
        "ERR_INCOMPLETE",
    ] {
        desk.expect(words);
    }
    let game = desk.begin("before-battle", "server", "sample").await;
    let waiting =
        |count: usize| format!("document.querySelectorAll('.waiting:not([hidden]) li').length === {count}");
    desk.offline(true).await;
    desk.say("one").await;
    desk.until(&waiting(1)).await;
    desk.say("two").await;
    desk.until(&waiting(2)).await;
    assert!(
        !desk
            .value::<bool>("document.querySelector('[data-is=line]').hidden")
            .await
    );
    desk.offline(false).await;
    desk.until("document.querySelector('.waiting').hidden && document.querySelector('.lately').textContent.includes('two')").await;
    assert_eq!(desk.said(&game).await, ["one", "two"]);
    // Another device goes on while this one has no line.
    desk.offline(true).await;
    desk.say("three").await;
    desk.until(&waiting(1)).await;
    let other = desk.other_page(&format!("/g/{game}")).await;
    let theirs = format!(
        "fetch('/v1/games/{game}/commands', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }},
         body: JSON.stringify({{ type: 'say', seat: 'B', text: 'theirs' }}) }}).then((answer) => answer.status)"
    );
    let status: u16 = other
        .evaluate(theirs.as_str())
        .await
        .unwrap()
        .into_value()
        .unwrap();
    assert_eq!(status, 200);
    desk.offline(false).await;
    desk.until("document.querySelector('.waiting li ul')?.textContent.includes('theirs') === true")
        .await;
    assert_eq!(
        desk.said(&game).await,
        ["one", "two", "theirs"],
        "nothing is recorded over what is new"
    );
    // While the page is drawn anew the buttons may move under the pointer.
    desk.until(SETTLED).await;
    desk.click(".waiting li button:first-of-type").await;
    // What is on its way is not shown as waiting any more.
    desk.until(&format!(
        "document.querySelector('.waiting').hidden && ({SETTLED})"
    ))
    .await;
    assert_eq!(desk.said(&game).await, ["one", "two", "theirs", "three"]);
    // With a line, what the other device records appears here by itself.
    let status: u16 = other
        .evaluate(theirs.as_str())
        .await
        .unwrap()
        .into_value()
        .unwrap();
    assert_eq!(status, 200);
    desk.until("document.querySelectorAll('.lately li').length > 0 && document.querySelector('.lately li').textContent.includes('theirs')")
        .await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recorder_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    let simple = desk.begin("before-battle", "reported", "").await;
    let armies = desk.begin("battleground-4", "server", "sample").await;
    let unit: String = desk.value("document.querySelector('.able a').dataset.unit").await;
    let pages = [
        ("new", "/new".to_owned()),
        ("new-before-battle", "/new?system=before-battle".to_owned()),
        ("new-battleground-4", "/new?system=battleground-4".to_owned()),
        ("new-position", format!("/new?from={}&at=150", desk.games[0])),
        ("record", format!("/g/{simple}/record")),
        (
            "record-pose",
            format!("/g/{armies}/record?unit={unit}&ruling=place"),
        ),
        ("record-over", format!("/g/{}/record?unit=A1", desk.games[0])),
        ("correct", format!("/g/{}/record/correct/150", desk.games[0])),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}
