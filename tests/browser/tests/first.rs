//! Stories of the first minutes: a visit, a fight, a die put right, a game of one's own, the first administrator.

use serde_json::json;

use crate::desk::Desk;

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";

impl Desk {
    /// The page fits its window and can be worked by a thumb.
    async fn fits(&self, width: i64) {
        let wide: i64 = self.value("document.documentElement.scrollWidth").await;
        assert!(wide <= width, "{wide} pixels wide in a window of {width}");
    }

    async fn pick(&self, field: &str, value: &str) {
        self.value::<bool>(&format!(
            "(() => {{ const field = document.querySelector('{field}'); field.value = '{value}'; field.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
        ))
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_visit_leads_to_the_first_fight_in_two_clicks() {
    let Some(desk) = Desk::open().await else { return };
    for (width, height) in [(390, 844), (820, 1180), (1440, 900)] {
        desk.window(width, height, "light").await;
        desk.go("/").await;
        desk.fits(width).await;
        desk.click(".ways-in a.main").await;
        desk.until("document.querySelector('.replay[data-game]')?.dataset.ready === 'true'")
            .await;
        desk.fits(width).await;
        let (begins, end): (u64, u64) = (
            desk.value("Number(document.querySelector('.replay').dataset.begins)")
                .await,
            desk.value("Number(document.querySelector('.replay').dataset.end)")
                .await,
        );
        assert_eq!(
            desk.value::<u64>(SHOWN).await,
            begins,
            "it opens where the battle begins"
        );
        assert!(begins < end);
        // The controls are in sight without scrolling, with the board.
        assert!(
            desk.value::<bool>(
                "(() => { const play = document.querySelector('[data-does=play]').getBoundingClientRect(); return play.bottom <= innerHeight && play.top > 0 && play.height >= 40; })()"
            )
            .await,
            "{width}"
        );
        let top = "document.querySelector('.board').getBoundingClientRect().top + scrollY";
        let begins_at: f64 = desk.value(top).await;
        desk.pick("[data-does=speed]", "0.2").await;
        desk.click("[data-does=play]").await;
        let fight: u64 = desk
            .value("fetch(`/v1/games/${document.querySelector('[data-game]').dataset.game}/timeline`).then((answer) => answer.json()).then(({ marks }) => marks.find((mark) => mark.kind === 'fight').version)")
            .await;
        desk.until(&format!("{SHOWN} >= {fight}")).await;
        desk.press("End", 0).await;
        desk.until(&format!("{SHOWN} === {end}")).await;
        if width == 1440 {
            // The result comes into its line: the board and the buttons stay where they are.
            desk.until("document.querySelector('header.game details.result').open")
                .await;
            assert!((desk.value::<f64>(top).await - begins_at).abs() < 1.0);
            // A window of a laptop is used for the board: eight cells of some 70 pixels.
            let wide: f64 = desk
                .value("document.querySelector('.board > svg').clientWidth")
                .await;
            assert!(wide >= 560.0, "the board is {wide} pixels wide");
        }
        // Play at the end starts again.
        desk.click("[data-does=play]").await;
        desk.until(&format!("{SHOWN} < {end}")).await;
        desk.press(" ", 0).await;
        desk.screenshot(&format!("first-visit-{width}")).await;
    }
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_and_report_are_one_click_away() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.go(&format!("/g/{game}")).await;
    for (path, heading) in [
        ("figures", "luck"),
        ("suggestions", "found"),
        ("audit", "departures"),
        ("report", "course"),
    ] {
        desk.click(&format!(".tabs a[href=\"/g/{game}/{path}\"]")).await;
        desk.until(&format!(
            "document.readyState === 'complete' && document.querySelector('#{heading}') !== null"
        ))
        .await;
        desk.until(&format!(
            "document.querySelector('.tabs [aria-current]')?.getAttribute('href') === '/g/{game}/{path}'"
        ))
        .await;
    }
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misread_die_is_put_right_by_itself() {
    let Some(desk) = Desk::open().await else { return };
    let game = desk.games[0].clone();
    desk.comes_with_token(true).await;
    desk.go(&format!("/g/{game}/record")).await;
    let at: u64 = desk
        .value(&format!(
            "fetch('/v1/games/{game}/events?limit=500').then((answer) => answer.json()).then(({{ items }}) => items.findLast((event) => event.live && event.command?.dice?.length > 2).version)"
        ))
        .await;
    desk.go(&format!("/g/{game}/record/correct/{at}")).await;
    let dice: u64 = desk
        .value("document.querySelectorAll('.recorded-dice input[type=number]').length")
        .await;
    assert!(dice > 2);
    desk.value::<bool>("(() => { const die = document.querySelector('.recorded-dice input[type=number]'); die.value = die.value === '6' ? '5' : '6'; return true; })()")
        .await;
    desk.fill(".recorded-dice [name=reason]", "misread").await;
    desk.click(".recorded-dice button.main").await;
    desk.until("document.readyState === 'complete' && (document.querySelector('h1')?.textContent === 'What would change' || document.querySelector('.refused [name=dice]') !== null)")
        .await;
    desk.screenshot("misread-die").await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_who_may_see_a_game() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    desk.go("/").await;
    let made = desk
        .ask(
            "POST",
            "/v1/games",
            &json!({ "system": "before-battle", "title": "By mistake", "visibility": "public" }),
        )
        .await;
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    desk.go("/mine").await;
    desk.until(
        "[...document.querySelectorAll('.games h3')].some((title) => title.textContent === 'By mistake')",
    )
    .await;
    desk.go(&format!("/g/{game}/settings")).await;
    desk.pick("[name=visibility]", "private").await;
    desk.click("#described + form button.main").await;
    desk.until("document.readyState === 'complete' && document.querySelector('[name=visibility] option[selected]')?.value === 'private'")
        .await;
    let card: String = desk
        .value(&format!(
            "fetch('/v1/games/{game}').then((answer) => answer.json()).then(({{ card }}) => card.visibility)"
        ))
        .await;
    assert_eq!(card, "private");
    desk.click("button.danger").await;
    desk.until("location.pathname === '/mine'").await;
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_comes_in_by_paste_and_a_duplicate_is_told() {
    let Some(desk) = Desk::open().await else { return };
    desk.comes_with_token(true).await;
    let text = include_str!("../../games/orsa-takes-the-axes.hgn");
    let pasted = json!(text).to_string();
    for again in [false, true] {
        desk.go("/import").await;
        desk.value::<bool>(&format!(
            "(() => {{ document.querySelector('[name=text]').value = {pasted}; return true; }})()"
        ))
        .await;
        if again {
            desk.expect("409");
        }
        desk.click("form.import button.main").await;
        if again {
            desk.until("document.querySelector('.once a[href^=\"/g/\"]') !== null")
                .await;
        } else {
            desk.until("location.pathname.startsWith('/g/') && document.querySelector('[data-game]')?.dataset.ready === 'true'")
                .await;
        }
    }
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_administrator_comes_in_without_a_shell() {
    let Some(desk) = Desk::open().await else { return };
    let token = desk.token_of_administrator();
    desk.go("/signin?next=%2Faccount").await;
    desk.click(".sign details summary").await;
    desk.fill("[name=token]", &token).await;
    desk.click(".sign details button").await;
    desk.heading("Signed in by a token").await;
    desk.fill("form:has([value=make-account]) [name=name]", "root")
        .await;
    desk.fill(
        "form:has([value=make-account]) [name=password]",
        "nine quiet hedgehogs",
    )
    .await;
    desk.click("form:has([value=make-account]) button.main").await;
    desk.heading("root").await;
    desk.click("form:has([value=invite]) button").await;
    desk.until("document.querySelector('.once code')?.textContent.includes('/signup?invitation=') === true")
        .await;
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_of_the_community_leads_to_its_moment() {
    let Some(desk) = Desk::open().await else { return };
    desk.until("fetch('/v1/community/figures').then((answer) => answer.json()).then(({ behind, whole }) => behind === 0 && whole.games > 0)")
        .await;
    desk.go("/community?minimum_games=1").await;
    // A column sorts when its heading is clicked.
    desk.click("table.figures thead th:last-child button").await;
    desk.until("document.querySelector('table.figures thead th:last-child').getAttribute('aria-sort') === 'descending'")
        .await;
    desk.click(".tiles dd a").await;
    desk.until("location.pathname === '/community/games'").await;
    desk.click(".plain-games li p a").await;
    desk.until("/^\\/g\\/[^/]+\\/\\d+$/.test(location.pathname) && document.querySelector('[data-game]')?.dataset.ready === 'true'")
        .await;
    desk.is_clean();
    desk.close().await;
}
