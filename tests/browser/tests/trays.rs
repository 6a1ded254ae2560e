//! A battle of trays is recorded on a phone by touch: a march, a charge that its die lets fall short, an attack whose dice
//! the other player has rolled again by a token, a zone of the tactics board claimed.

use serde_json::json;

use crate::desk::Desk;
use crate::looks::usable;

impl Desk {
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
    // It is activated by the tap that records its act.
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

/// The kind of move whose form is open.
const OPEN_WAY: &str = "[...document.querySelectorAll('details.wide[open]')].filter((one) => one.querySelector('form[data-way]')).map((one) => one.querySelector('summary').textContent).join(' and ')";

/// Scrolls to the board.
const BOARD_IN_SIGHT: &str = "(document.querySelector('.board').scrollIntoView({ block: 'center' }), true)";

/// A unit is activated and moved by dragging it to where it ends; how far it goes says which move that is.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_drawn_on_the_board() {
    let Some(desk) = Desk::open().await else { return };
    // A way that the rules refuse is judged while it is drawn.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.phone().await;
    let game = second_round(&desk).await;
    desk.go(&format!("/g/{game}/record")).await;
    let before = desk.data(&format!("/v1/games/{game}")).await["card"]["version"].take();
    desk.tap(".able a[data-unit='B2']").await;
    desk.until("document.querySelector('.deeds-of')?.dataset.unit === 'B2'")
        .await;
    desk.picture("trays-phone-acts").await;
    const RECORD: &str = "details[open] form[data-way] button.main";
    const GHOST: &str = ".ghosts .ghost .body";
    desk.until(&format!("document.querySelector('{GHOST}') !== null"))
        .await;
    // The form may have been scrolled to: the finger goes back to the board.
    desk.value::<bool>(BOARD_IN_SIGHT).await;
    let middle = |of: &str| {
        format!(
            "(() => {{ const box = document.querySelector('{of}').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        )
    };
    let end: (f64, f64) = desk.value(&middle(GHOST)).await;
    let unit: (f64, f64) = desk.value(&middle(".board a.unit[data-unit=B2]")).await;
    // Half as far as the first move that is offered is allowed as well.
    let half = ((end.0 + unit.0) / 2.0, (end.1 + unit.1) / 2.0);
    desk.draw_finger(end, half).await;
    desk.until("document.querySelector('form[data-way] .verdict').dataset.is === 'good'")
        .await;
    desk.picture("trays-phone-way").await;
    // Too far for a Maneuver is a March: its form opens, and the other one closes; back again it is a Maneuver.
    let shown: String = desk.value(OPEN_WAY).await;
    assert!(shown.starts_with("Maneuver"), "{shown}");
    let ghost: (f64, f64) = desk.value(&middle(GHOST)).await;
    let beyond = (unit.0 + 3.0 * (end.0 - unit.0), unit.1 + 3.0 * (end.1 - unit.1));
    desk.draw_finger(ghost, beyond).await;
    desk.until(&format!("({OPEN_WAY}).startsWith('March')")).await;
    desk.picture("trays-phone-march-way").await;
    desk.value::<bool>(BOARD_IN_SIGHT).await;
    let ghost: (f64, f64) = desk.value(&middle(GHOST)).await;
    let unit: (f64, f64) = desk.value(&middle(".board a.unit[data-unit=B2]")).await;
    desk.draw_finger(ghost, (unit.0, unit.1 + half.1 - end.1)).await;
    desk.until(&format!("({OPEN_WAY}).startsWith('Maneuver')")).await;
    desk.until("[...document.querySelectorAll('form[data-way] .verdict')].some((one) => one.checkVisibility() && one.dataset.is === 'good')")
        .await;
    desk.record(RECORD).await;
    let moved = desk.told(&game, "unit_moved").await;
    assert_eq!(
        (&moved[0]["unit"], &moved[0]["kind"]),
        (&json!("B2"), &json!("maneuver"))
    );
    let from = before.as_u64().unwrap() + 1;
    let events = desk.data(&format!("/v1/games/{game}/events?from={from}")).await;
    let events = events["items"].as_array().unwrap();
    let step = &events[0]["step"];
    assert!(step.is_string() && events.iter().all(|event| &event["step"] == step));
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
    desk.click("details.options > summary").await;
    let options =
        "[...document.querySelector('.creates select[name=\"f/pack\"]').options].map((one) => one.value)";
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
