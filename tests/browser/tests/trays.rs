//! A battle of trays is recorded on a phone by touch: a march, a charge that its die lets fall short, an attack whose dice
//! the other player has rolled again by a token, a zone of the tactics board claimed.

use chromiumoxide::cdp::browser_protocol::emulation::SetTouchEmulationEnabledParams;
use chromiumoxide::cdp::browser_protocol::input::DispatchTouchEventReturns;
use chromiumoxide::{Command, Method};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::desk::{Desk, PATIENT};
use crate::looks::usable;
use crate::recorder::{SETTLED, VERSION};

/// The least width and height of what is tapped, in CSS pixels (WCAG 2.2, 2.5.8).
const LEAST: f64 = 24.0;

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
        let touch = SetTouchEmulationEnabledParams::builder()
            .enabled(true)
            .max_touch_points(5)
            .build()
            .unwrap();
        self.page.execute(touch).await.unwrap();
    }

    /// A picture of the page; taking one of a whole page makes the window wide again.
    pub(crate) async fn picture(&self, name: &str) {
        self.screenshot(name).await;
        self.phone().await;
    }

    pub(crate) async fn is_there(&self, selector: &str) -> bool {
        let quoted = serde_json::to_string(selector).unwrap();
        self.value(&format!("document.querySelector({quoted}) !== null"))
            .await
    }

    /// Taps the first of what a selector names, as soon as a finger can reach it, and waits until what it does is done.
    pub(crate) async fn tap(&self, selector: &str) {
        let quoted = serde_json::to_string(selector).unwrap();
        let place = format!(
            "(() => {{ const found = [...document.querySelectorAll({quoted})].find((one) => one.checkVisibility());
                if (!found) return null;
                found.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const {{ x, y, width, height }} = found.getBoundingClientRect();
                const at = [x + width / 2, y + height / 2];
                const hit = document.elementFromPoint(...at);
                return hit && found.contains(hit) ? [...at, width, height] : null; }})()"
        );
        let begun = std::time::Instant::now();
        let [x, y, width, height] = loop {
            if let Some(place) = self.value::<Option<[f64; 4]>>(&place).await {
                break place;
            }
            assert!(begun.elapsed() < PATIENT, "nothing to tap at {selector}");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert_eq!(self.value::<u32>("window.innerWidth").await, 390);
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
        self.until(SETTLED).await;
    }

    /// Taps a command, and confirms it: a finger may have slipped.
    async fn record(&self, selector: &str) {
        let before: u64 = self.value(VERSION).await;
        self.tap(selector).await;
        self.tap(".confirm:not([hidden]) [data-does=confirm]").await;
        self.recorded_after(before).await;
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

    /// Taps a face for each die that is asked for, and records them, as long as dice are asked for.
    pub(crate) async fn roll(&self, faces: &mut impl Iterator<Item = usize>) {
        while self.is_there(".dice-wanted:not([hidden])").await {
            while self
                .is_there(".dice-wanted:not([hidden]) .face:not(:disabled)")
                .await
            {
                let face = faces.next().unwrap();
                self.tap(&format!(".dice-wanted .face:nth-child({face}):not(:disabled)"))
                    .await;
            }
            let before: u64 = self.value(VERSION).await;
            self.tap(".dice-wanted:not([hidden]) .main").await;
            self.recorded_after(before).await;
        }
    }

    /// Chooses a unit of the list, and one of its commands that holds these words.
    async fn act(&self, unit: &str, words: &[&str]) {
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
    async fn open_to(&self, selector: &str) {
        let quoted = serde_json::to_string(selector).unwrap();
        self.until(&format!("document.querySelector({quoted}) !== null"))
            .await;
        let closed = format!("document.querySelector({quoted}).closest('details:not([open])') !== null");
        while self.value::<bool>(&closed).await {
            let mark = format!(
                "(() => {{ let outmost = null;
                    for (let one = document.querySelector({quoted}).parentElement; one; one = one.parentElement)
                        if (one.matches('details:not([open])')) outmost = one;
                    outmost.dataset.opening = 'yes'; return true; }})()"
            );
            self.value::<bool>(&mark).await;
            self.tap("[data-opening] > summary").await;
            self.value::<bool>(
                "(() => { for (const one of document.querySelectorAll('[data-opening]')) delete one.dataset.opening; return true; })()",
            )
            .await;
        }
    }

    /// Lets every trigger pass until somebody is asked something else.
    async fn pass_on(&self, game: &str, faces: &mut impl Iterator<Item = usize>) -> (String, String) {
        loop {
            self.roll(faces).await;
            let (seat, decision) = self.asked_of(game).await;
            if decision != "trigger_effect" || self.is_there(".ask button[value*='\"expend\"']").await {
                return (seat, decision);
            }
            self.record(".ask button[value*='\"pass\"']").await;
        }
    }

    /// Who is asked, and for what.
    async fn asked_of(&self, game: &str) -> (String, String) {
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
    async fn told(&self, game: &str, kind: &str) -> Vec<Value> {
        let events = self.data(&format!("/v1/games/{game}/events?limit=400")).await;
        let events = events["items"].as_array().unwrap();
        let of_kind = events.iter().filter(|event| event["type"] == kind);
        of_kind.map(|event| event["event"].clone()).collect()
    }
}

/// A new game with dice of the table from the second round of a sample game: North is to act, no NCU stands on the tactics
/// board, and the Old Ram (B5) is Weakened.
async fn second_round(desk: &Desk) -> String {
    let games = desk.data("/v1/games?system=ice-and-fire").await;
    let sample = games["items"].as_array().unwrap().iter();
    let sample = sample
        .clone()
        .find(|game| game["title"] == "The archers on the knoll")
        .unwrap_or_else(|| panic!("{games}"));
    let sample = sample["id"].as_str().unwrap();
    let position = desk.data(&format!("/v1/games/{sample}/state?at=346")).await;
    let wanted = json!({ "system": "ice-and-fire", "title": "On the phone", "position": position, "dice": "reported" });
    let made = desk.ask("POST", "/v1/games", &wanted).await;
    made["card"]["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{made}"))
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_trays_is_recorded_on_a_phone() {
    let Some(desk) = Desk::open().await else { return };
    // The rules ask for dice by refusing what came without them.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.phone().await;
    let game = second_round(&desk).await;
    desk.go(&format!("/g/{game}/record")).await;
    let none = &mut std::iter::empty();

    // A march, of a distance that is offered: so far that the Stakes ahead are not entered.
    desk.act("B2", &["activate"]).await;
    desk.act("B2", &["march", "3180"]).await;
    let moved = desk.told(&game, "unit_moved").await;
    assert_eq!(
        (&moved[0]["unit"], &moved[0]["kind"]),
        (&json!("B2"), &json!("march"))
    );
    desk.picture("trays-phone-march").await;

    // A charge that needs a 4 and rolls a 2.
    let (seat, decision) = desk.pass_on(&game, none).await;
    assert_eq!((&*seat, &*decision), ("A", "choose_unit"));
    desk.act("A2", &["activate"]).await;
    desk.act("A2", &["charge", "B3"]).await;
    desk.until("document.querySelector('.dice-wanted:not([hidden])') !== null")
        .await;
    desk.picture("trays-phone-die").await;
    desk.roll(&mut std::iter::once(2)).await;
    let rolled = desk.told(&game, "charge_rolled").await;
    assert_eq!(rolled[0]["success"], false, "{rolled:?}");
    assert_eq!(rolled[0]["roll"]["faces"], json!([2]));

    // A charge that succeeds; the other player expends the Weakened token of the attacker.
    let (seat, _) = desk.pass_on(&game, none).await;
    assert_eq!(seat, "B");
    desk.act("B5", &["activate"]).await;
    desk.act("B5", &["charge", "A2"]).await;
    let mut faces = [6, 6, 6, 5, 5, 4, 4, 1].into_iter().chain(std::iter::repeat(2));
    let (seat, decision) = desk.pass_on(&game, &mut faces).await;
    assert_eq!(
        (&*seat, &*decision),
        ("A", "trigger_effect"),
        "South is asked for the token"
    );
    assert!(desk.told(&game, "token_expended").await.is_empty());
    desk.open_to(".ask button[value*='\"expend\"']").await;
    desk.picture("trays-phone-token").await;
    desk.record(".ask button[value*='\"expend\"']").await;
    desk.roll(&mut faces).await;
    let expended = desk.told(&game, "token_expended").await;
    assert_eq!(
        (&expended[0]["seat"], &expended[0]["token"], &expended[0]["unit"]),
        (&json!("A"), &json!("weakened"), &json!("B5"))
    );
    assert_eq!(desk.told(&game, "dice_rerolled").await.len(), 1);

    // A zone is claimed; its effect is aimed or let go afterwards.
    let (seat, decision) = desk.pass_on(&game, &mut faces).await;
    assert_eq!((&*seat, &*decision), ("A", "choose_unit"));
    let claim = ".ask button[value*='\"claim\"'][value*='\"crown\"']";
    desk.open_to(claim).await;
    desk.record(claim).await;
    desk.pass_on(&game, &mut faces).await;
    let claimed = desk.told(&game, "zone_claimed").await;
    assert_eq!(claimed[0]["zone"], "crown");
    desk.picture("trays-phone-zone").await;
    let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
    assert_eq!(audit["sound"], true, "{audit}");
    desk.close().await;
}

/// A new game offers the packs that are here; the pages of this game can be used by everybody.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_battle_of_trays_chooses_its_pack() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    let sample = desk.data("/v1/packs?system=ice-and-fire").await;
    let sample = sample["items"][0]["hash"].as_str().unwrap().to_owned();
    let mut pack = desk.data(&format!("/v1/packs/{sample}")).await;
    pack["id"] = json!("our-own");
    pack["name"] = json!("Our own cards");
    desk.ask("POST", "/v1/packs?system=ice-and-fire", &pack).await;
    desk.go("/new?system=ice-and-fire").await;
    let options = "[...document.querySelector('.creates select[name=\"f/pack\"]').options].map((one) => one.value)";
    let options: Vec<String> = desk.value(options).await;
    assert!(options.contains(&"our-own".to_owned()), "{options:?}");
    desk.value::<bool>(
        "(() => { for (const [name, value] of [['f/pack', 'our-own'], ['f/armies', 'sample'], ['dice', 'server']]) {
            const field = document.querySelector(`.creates [name=\"${name}\"]`); field.value = value;
            field.dispatchEvent(new Event('input', { bubbles: true })); } return true; })()",
    )
    .await;
    desk.until("document.querySelector('.verdict').dataset.is === 'good'")
        .await;
    desk.click("form.creates button.main").await;
    desk.until("location.pathname.endsWith('/record') && document.querySelector('.recorder')?.dataset.ready === 'true'")
        .await;
    let game: String = desk
        .value("document.querySelector('.recorder').dataset.game")
        .await;
    let state = desk.data(&format!("/v1/games/{game}/state")).await;
    assert_eq!(
        state["cards"]["packs"][0]["id"], "our-own",
        "{}",
        state["cards"]["packs"]
    );
    let other = second_round(&desk).await;
    let pages = [
        ("new-ice-and-fire", "/new?system=ice-and-fire".to_owned()),
        ("record-trays", format!("/g/{other}/record?unit=A2")),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}
