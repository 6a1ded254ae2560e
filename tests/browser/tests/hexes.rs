//! A battle on hexes is recorded: a move of several hexes of which one draws a shot that is let go and another one that is
//! taken, then a shock with a charge; by mouse, by keyboard, and by touch on a phone.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::looks::usable;
use crate::phone::OPENING;
use crate::recorder::{SETTLED, VERSION};

/// The most presses of Tab until something has the focus.
const MOST_TABS: usize = 400;

/// A genitor two hexes before a crossbow, men-at-arms with their leader two hexes before an axe.
fn drawn() -> Value {
    let unit = |unit: &str, hex: &str, facing: u8| json!({ "unit": unit, "hex": hex, "facing": facing });
    json!({
        "battle": "harrow-ford",
        "active": "A",
        "units": [
            unit("A-GN1", "1308", 1), unit("A-MM1", "1508", 1), unit("B-CB3", "1305", 7), unit("B-AX2", "1505", 7),
        ],
        "leaders": {
            "Bryce": "1508", "Hale": "0815", "Osric": "1115", "Maran": "0704", "Orel": "1103", "Vey": "1603",
        },
        "standards": { "A1": "0915", "A2": "1115", "A3": "1516", "B1": "0702", "B2": "1102", "B3": "1702" },
    })
}

/// The choice of a command that holds these words.
fn choice(words: &[&str]) -> String {
    let holds: String = words.iter().map(|word| format!("[value*='{word}']")).collect();
    format!(".ask .choices button{holds}")
}

/// The straight charge of the men-at-arms.
const CHARGE: [&str; 2] = [
    "\"path\":[\"1507\",\"1506\"]},\"unit\":\"A-MM1\"",
    "\"defenders\":[\"B-AX2\"]}],",
];

impl Desk {
    /// A game with dice of the table in which the genitor's Command is activated, on its recorder.
    async fn in_move_fire(&self) -> String {
        // The rules ask for dice by refusing what came without them.
        self.expect("status of 422");
        self.comes_with_token(true).await;
        let wanted =
            json!({ "system": "men-of-iron", "title": "On hexes", "dice": "reported", "sketch": drawn() });
        let made = self.ask("POST", "/v1/games", &wanted).await;
        let game = made["card"]["id"]
            .as_str()
            .unwrap_or_else(|| panic!("{made}"))
            .to_owned();
        let activate =
            json!({ "type": "play", "seat": "A", "command": { "type": "activate", "command": "A3" } });
        self.ask("POST", &format!("/v1/games/{game}/commands"), &activate)
            .await;
        self.go(&format!("/g/{game}/record")).await;
        game
    }

    /// Waits until more was recorded than a version, or dice are asked for.
    async fn has_recorded(&self, before: u64) {
        self.until(&format!(
            "({SETTLED}) && ({VERSION} > {before} || document.querySelector('.dice-wanted:not([hidden])') !== null)"
        ))
        .await;
    }

    /// Clicks a choice, and before it what is closed around it.
    async fn click_choice(&self, words: &[&str]) {
        let (before, choice): (u64, String) = (self.value(VERSION).await, choice(words));
        while self.marks_what_is_closed(&choice).await {
            self.click_if_there(OPENING).await;
        }
        self.click(&choice).await;
        self.has_recorded(before).await;
    }

    /// Presses Tab until what a selector names has the focus, and then Enter.
    async fn enter(&self, selector: &str) {
        let quoted = serde_json::to_string(selector).unwrap();
        self.until(&format!(
            "({SETTLED}) && document.querySelector({quoted}) !== null"
        ))
        .await;
        let focused = format!("document.activeElement?.matches({quoted}) === true");
        for _ in 0..MOST_TABS {
            if self.value::<bool>(&focused).await {
                self.press("Enter", 0).await;
                return;
            }
            self.press("Tab", 0).await;
        }
        panic!("Tab never comes to {selector}");
    }

    /// Chooses by the keyboard.
    async fn enter_choice(&self, words: &[&str]) {
        let (before, choice): (u64, String) = (self.value(VERSION).await, choice(words));
        while self.marks_what_is_closed(&choice).await {
            self.enter(OPENING).await;
        }
        self.enter(&choice).await;
        self.has_recorded(before).await;
    }

    /// What was recorded is what was meant, and by the rules.
    async fn is_as_meant(&self, game: &str) {
        let stepped = self.told(game, "unit_stepped").await;
        let hexes: Vec<&str> = stepped.iter().filter_map(|step| step["to"].as_str()).collect();
        assert_eq!(hexes, ["1307", "1306", "1205"]);
        let shots = self.told(game, "reaction_fired").await;
        assert_eq!(shots.len(), 1, "one shot was let go: {shots:?}");
        assert_eq!(shots[0]["shot"]["throw"]["roll"]["faces"], json!([5]));
        let rode = self.told(game, "charger_moved").await;
        let hexes: Vec<&str> = rode.iter().filter_map(|step| step["to"].as_str()).collect();
        assert_eq!(hexes, ["1507", "1506"]);
        let rolled = self.told(game, "shock_rolled").await;
        assert_eq!(rolled[0]["throw"]["roll"]["faces"], json!([2]));
        let audit = self.data(&format!("/v1/games/{game}/audit")).await;
        assert_eq!(audit["sound"], true, "{audit}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_and_a_charge_on_hexes_are_recorded_by_mouse() {
    let Some(desk) = Desk::open().await else { return };
    desk.window(1440, 1000, "light").await;
    let game = desk.in_move_fire().await;
    desk.click("[data-part=board] a.unit[data-unit='A-GN1']").await;
    desk.until("document.querySelector('.deeds-of')?.dataset.unit === 'A-GN1'")
        .await;
    desk.click_choice(&["move", "A-GN1", "1307"]).await;
    desk.screenshot("hexes-mouse-step").await;
    desk.click_choice(&["move", "A-GN1", "1306"]).await;
    desk.click_choice(&["\"no\""]).await;
    desk.click("[data-part=board] a.unit[data-unit='A-GN1']").await;
    desk.click_choice(&["move", "A-GN1", "1205"]).await;
    // The crossbow can do one thing only: it does it at once.
    let before: u64 = desk.value(VERSION).await;
    desk.click("[data-part=board] a.unit[data-unit='B-CB3']").await;
    desk.has_recorded(before).await;
    desk.screenshot("hexes-mouse-die").await;
    desk.roll_clicked(5).await;
    desk.click_choice(&["end_move_fire"]).await;
    desk.screenshot("hexes-mouse-attacks").await;
    desk.click_choice(&CHARGE).await;
    desk.roll_clicked(2).await;
    desk.screenshot("hexes-mouse-charge").await;
    desk.is_as_meant(&game).await;
    desk.close().await;
}

impl Desk {
    /// Clicks a face of the die that is asked for, which records it.
    async fn roll_clicked(&self, face: usize) {
        let before: u64 = self.value(VERSION).await;
        self.click(&format!(".dice-wanted .face:nth-child({face}):not(:disabled)"))
            .await;
        self.has_recorded(before).await;
    }

    /// Types the face of the die that is asked for, and records it.
    async fn roll_typed(&self, face: &str) {
        let before: u64 = self.value(VERSION).await;
        let typed = ".dice-wanted:not([hidden]) input";
        let focused = format!("document.activeElement?.matches('{typed}') === true");
        for _ in 0..MOST_TABS {
            if self.value::<bool>(&focused).await {
                break;
            }
            self.press("Tab", 0).await;
        }
        self.press(face, 0).await;
        self.press("Enter", 0).await;
        self.until(&format!("({SETTLED}) && {VERSION} > {before}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_and_a_charge_on_hexes_are_recorded_by_keyboard() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.in_move_fire().await;
    let unit = |unit: &str| format!(".able a[data-unit='{unit}']");
    desk.enter(&unit("A-GN1")).await;
    desk.until("document.querySelector('.deeds-of')?.dataset.unit === 'A-GN1'")
        .await;
    desk.enter_choice(&["move", "A-GN1", "1307"]).await;
    desk.enter_choice(&["move", "A-GN1", "1306"]).await;
    desk.enter_choice(&["\"no\""]).await;
    if !desk.has(".deeds-of[data-unit=\"A-GN1\"] button").await {
        desk.enter(&unit("A-GN1")).await;
    }
    desk.enter_choice(&["move", "A-GN1", "1205"]).await;
    let before: u64 = desk.value(VERSION).await;
    desk.enter(&unit("B-CB3")).await;
    desk.has_recorded(before).await;
    desk.roll_typed("5").await;
    desk.enter_choice(&["end_move_fire"]).await;
    desk.enter_choice(&CHARGE).await;
    desk.roll_typed("2").await;
    desk.is_as_meant(&game).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_and_a_charge_on_hexes_are_recorded_on_a_phone() {
    let Some(desk) = Desk::open().await else { return };
    desk.phone().await;
    let game = desk.in_move_fire().await;
    desk.act("A-GN1", &["move", "1307"]).await;
    desk.act("A-GN1", &["move", "1306"]).await;
    desk.picture("hexes-phone-reaction").await;
    desk.record(&choice(&["\"no\""])).await;
    desk.act("A-GN1", &["move", "1205"]).await;
    desk.act("B-CB3", &["choose", "B-CB3"]).await;
    desk.picture("hexes-phone-die").await;
    desk.roll(&mut std::iter::once(5)).await;
    desk.record(&choice(&["end_move_fire"])).await;
    desk.open_to(&choice(&CHARGE)).await;
    desk.picture("hexes-phone-attacks").await;
    desk.record(&choice(&CHARGE)).await;
    desk.roll(&mut std::iter::once(2)).await;
    desk.picture("hexes-phone-charge").await;
    desk.is_as_meant(&game).await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recorder_of_a_battle_on_hexes_can_be_used_by_everybody() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.in_move_fire().await;
    let pages = [
        ("new-men-of-iron", "/new?system=men-of-iron".to_owned()),
        ("record-hexes", format!("/g/{game}/record?unit=A-GN1")),
    ];
    usable(&desk, &pages).await;
    desk.close().await;
}
