//! Stories of the first minutes: a visit, a fight, a die put right, a game of one's own, the first administrator.

use serde_json::{Value, json};

use crate::desk::{Desk, WINDOWS};
use crate::table::faces;

const SHOWN: &str = "Number(document.querySelector('[data-game]').dataset.version)";

impl Desk {
    /// The page fits its window and can be worked by a thumb.
    async fn fits(&self, width: i64) {
        let wide: i64 = self.value("document.documentElement.scrollWidth").await;
        assert!(wide <= width, "{wide} pixels wide in a window of {width}");
    }

    /// The start roll of a game of Before Battle, if it was made: the version at which its command begins, and the dice of South and
    /// North.
    async fn start_roll(&self, game: &str) -> Option<(u64, [u64; 2])> {
        let events = self.data(&format!("/v1/games/{game}/events?limit=500")).await;
        let is_roll = |event: &&Value| event["live"] == true && event["type"] == "start_rolled";
        let roll = events["items"].as_array().unwrap().iter().find(is_roll)?;
        let die = |side: &str| roll["event"][side]["faces"][0].as_u64().unwrap();
        Some((roll["version"].as_u64().unwrap(), [die("south"), die("north")]))
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
    for (width, height) in WINDOWS {
        desk.window(width, height, "light").await;
        desk.go("/").await;
        desk.fits(width).await;
        desk.tap_only(".ways-in a.main").await;
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
        desk.tap_only("[data-does=play]").await;
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
            let moved = desk.value::<f64>(top).await - begins_at;
            assert!(moved.abs() < 1.0, "the board moves by {moved} pixels");
            // A window of a laptop is used for the board: eight cells of some 70 pixels.
            let wide: f64 = desk
                .value("document.querySelector('.board > svg').clientWidth")
                .await;
            assert!(wide >= 560.0, "the board is {wide} pixels wide");
        }
        // Play at the end starts again.
        desk.tap_only("[data-does=play]").await;
        desk.until(&format!("{SHOWN} < {end}")).await;
        desk.press(" ", 0).await;
        desk.picture(&format!("first-visit-{width}")).await;
    }
    desk.is_clean();
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_and_report_are_one_click_away() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        desk.window(width, height, "light").await;
        let game = desk.games[0].clone();
        desk.go(&format!("/g/{game}")).await;
        for (path, heading) in [
            ("figures", "luck"),
            ("suggestions", "found"),
            ("audit", "departures"),
            ("report", "course"),
        ] {
            desk.tap_only(&format!(".tabs a[href=\"/g/{game}/{path}\"]"))
                .await;
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
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misread_die_is_put_right_by_itself() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        // The rules ask for dice by refusing what came without them.
        desk.expect("status of 422");
        desk.comes_with_token(true).await;
        desk.window(width, height, "light").await;
        let game = desk.begin_by_one_tap().await;
        // The first dice are the start roll: a 1 against a 6. It was a 2, which changes nothing else.
        let (mut faces, mut moves) = ([1, 6].into_iter().chain(faces()), 0);
        let mut at = None;
        while at.is_none() {
            desk.record_next(&mut faces, &mut moves).await;
            at = desk.start_roll(&game).await;
        }
        let (at, dice) = at.unwrap();
        assert_eq!(dice, [1, 6]);
        let correct = format!("a[href$='/record/correct/{at}']");
        desk.open_to(&correct).await;
        desk.tap_only(&correct).await;
        desk.until("document.readyState === 'complete' && document.querySelectorAll('.recorded-dice input[type=number]').length === 2")
            .await;
        desk.fits(width).await;
        desk.fill(".recorded-dice input[type=number]", "2").await;
        desk.fill(".recorded-dice [name=reason]", "misread").await;
        desk.tap_only(".recorded-dice button.main").await;
        desk.until("document.readyState === 'complete' && document.querySelector('h1')?.textContent === 'What would change'")
            .await;
        desk.fits(width).await;
        desk.picture(&format!("misread-die-{width}")).await;
        desk.tap_only("[data-is=confirm]").await;
        desk.until("document.querySelector('.recorder[data-game]')?.dataset.ready === 'true'")
            .await;
        let (_, dice) = desk.start_roll(&game).await.unwrap();
        assert_eq!(dice, [2, 6]);
        let audit = desk.data(&format!("/v1/games/{game}/audit")).await;
        assert_eq!(audit["sound"], true, "{audit}");
        desk.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_changes_who_may_see_a_game() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        desk.window(width, height, "light").await;
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
        desk.fits(width).await;
        desk.tap_only("#described + form button.main").await;
        desk.until("document.readyState === 'complete' && document.querySelector('[name=visibility] option[selected]')?.value === 'private'")
            .await;
        let card: String = desk
            .value(&format!(
                "fetch('/v1/games/{game}').then((answer) => answer.json()).then(({{ card }}) => card.visibility)"
            ))
            .await;
        assert_eq!(card, "private");
        desk.tap_only("button.danger").await;
        desk.until("location.pathname === '/mine'").await;
        desk.is_clean();
        desk.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_comes_in_by_paste_and_a_duplicate_is_told() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        desk.window(width, height, "light").await;
        desk.comes_with_token(true).await;
        let paste = async |text: &str| {
            desk.go("/import").await;
            let pasted = json!(text).to_string();
            desk.value::<bool>(&format!(
                "(() => {{ document.querySelector('[name=text]').value = {pasted}; return true; }})()"
            ))
            .await;
            desk.fits(width).await;
            desk.tap_only("form.import button.main").await;
        };
        let replay = "location.pathname.startsWith('/g/') && document.querySelector('[data-game]')?.dataset.ready === 'true'";
        let fresh = include_str!("../../games/the-chain-of-activations.hgn");
        paste(fresh).await;
        desk.until(replay).await;
        desk.expect("409");
        paste(fresh).await;
        desk.until("document.querySelector('.once a[href^=\"/g/\"]') !== null")
            .await;
        // One of the server's own sample games, which have other ids.
        paste(include_str!("../../games/orsa-takes-the-axes.hgn")).await;
        desk.heading("Imported").await;
        desk.until(
            "document.querySelector('.became').textContent.includes('The same battle is here already')",
        )
        .await;
        desk.fits(width).await;
        desk.tap_only(".became a").await;
        desk.until(replay).await;
        desk.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_administrator_comes_in_without_a_shell() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        desk.window(width, height, "light").await;
        let token = desk.token_of_administrator();
        desk.go("/signin?next=%2Faccount").await;
        desk.fits(width).await;
        desk.tap_only(".sign details summary").await;
        desk.fill("[name=token]", &token).await;
        desk.tap_only(".sign details button").await;
        desk.heading("Signed in by a token").await;
        desk.fill("form:has([value=make-account]) [name=name]", "root")
            .await;
        desk.fill(
            "form:has([value=make-account]) [name=password]",
            "nine quiet hedgehogs",
        )
        .await;
        desk.tap_only("form:has([value=make-account]) button.main").await;
        desk.heading("root").await;
        desk.fits(width).await;
        desk.tap_only("form:has([value=invite]) button").await;
        desk.until(
            "document.querySelector('.once code')?.textContent.includes('/signup?invitation=') === true",
        )
        .await;
        desk.is_clean();
        desk.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_of_the_community_leads_to_its_moment() {
    for (width, height) in WINDOWS {
        let Some(desk) = Desk::open().await else { return };
        desk.window(width, height, "light").await;
        desk.until("fetch('/v1/community/figures').then((answer) => answer.json()).then(({ behind, whole }) => behind === 0 && whole.games > 0)")
            .await;
        desk.go("/community?minimum_games=1").await;
        desk.fits(width).await;
        // A column sorts when its heading is clicked.
        desk.tap_only("table.figures thead th:last-child button").await;
        desk.until("document.querySelector('table.figures thead th:last-child').getAttribute('aria-sort') === 'descending'")
            .await;
        desk.tap_only(".tiles dd a").await;
        desk.until("location.pathname === '/community/games'").await;
        desk.tap_only(".plain-games li p a").await;
        desk.until("/^\\/g\\/[^/]+\\/\\d+$/.test(location.pathname) && document.querySelector('[data-game]')?.dataset.ready === 'true'")
            .await;
        desk.is_clean();
        desk.close().await;
    }
}
