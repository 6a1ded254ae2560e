//! The life of an account, by hand in a browser: invited, made, a seat taken, renamed, signed out and in, deleted.

use crate::desk::Desk;
use crate::looks::usable;

const PASSWORD: &str = "nine quiet hedgehogs";

impl Desk {
    /// Asks the server as its administrator for what comes back under a field.
    pub(crate) async fn made(&self, path: &str, request: &str, field: &str) -> String {
        self.comes_with_token(true).await;
        self.go("/").await;
        let made = self
            .value(&format!(
                "fetch('{path}', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: '{request}' }})
                 .then((answer) => answer.json()).then((made) => {field})"
            ))
            .await;
        self.comes_with_token(false).await;
        made
    }

    /// Signs in on the page of the moment.
    pub(crate) async fn sign_in(&self, name: &str) {
        self.fill("[name=name]", name).await;
        self.fill("[name=password]", PASSWORD).await;
        self.click("form button.main").await;
    }

    /// What a game's page calls its players.
    async fn players(&self, game: &str) -> String {
        self.go(&format!("/g/{game}")).await;
        self.value("document.querySelector('header.game').textContent")
            .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_made_used_and_deleted() {
    let Some(desk) = Desk::open().await else { return };
    // A wrong password and a name that is gone are refused, and the browser says so.
    desk.expect("status of 403");
    desk.expect("status of 401");
    let invitation = desk
        .made("/v1/invitations", r#"{"role":"coach"}"#, "made.link")
        .await;
    let game = r#"{"system":"before-battle","title":"Sunday"}"#;
    let game = desk.made("/v1/games", game, "made.card.id").await;
    let claim = desk
        .made(
            &format!("/v1/games/{game}/claims"),
            r#"{"seat":"A"}"#,
            "made.link",
        )
        .await;

    desk.window(1280, 900, "light").await;
    desk.go(&invitation).await;
    desk.sign_in("grace").await;
    desk.heading("grace").await;
    usable(&desk, &[("account", "/account".to_owned())]).await;

    desk.go(&claim).await;
    desk.heading("Did you play seat A?").await;
    desk.click("form button.main").await;
    desk.until(&format!("location.pathname.startsWith('/g/{game}')"))
        .await;
    assert!(desk.players(&game).await.contains("grace"), "the seat is hers");

    // A wrong password changes nothing.
    let rename = "form:has([value=rename])";
    for (password, stays) in [("some other password", true), (PASSWORD, false)] {
        desk.go("/account").await;
        desk.fill(&format!("{rename} [name=name]"), "grace-h").await;
        desk.fill(&format!("{rename} [name=current_password]"), password)
            .await;
        desk.click(&format!("{rename} button")).await;
        if stays {
            desk.until("document.querySelector('[role=alert]') !== null")
                .await;
            desk.heading("grace").await;
        } else {
            desk.heading("grace-h").await;
        }
    }
    assert!(
        desk.players(&game).await.contains("grace-h"),
        "games show the new name"
    );

    // A token is shown once; its address does not bring it back.
    desk.go("/account").await;
    desk.fill("form:has([value=make-token]) [name=label]", "laptop")
        .await;
    desk.click("form:has([value=make-token]) button").await;
    desk.until("document.querySelector('.once code')?.textContent.startsWith('hs_') === true")
        .await;
    desk.go("/account").await;
    assert!(
        desk.value::<bool>(
            "document.querySelector('.once') === null && document.body.textContent.includes('laptop')"
        )
        .await
    );

    desk.click("header.house summary").await;
    desk.click("form[action=\"/signout\"] button").await;
    desk.until("document.querySelector('header.house a[href^=\"/signin\"]') !== null")
        .await;
    desk.go("/account").await;
    desk.until("location.pathname === '/signin'").await;
    usable(
        &desk,
        &[
            ("sign-in", "/signin".to_owned()),
            ("sign-up", "/signup".to_owned()),
        ],
    )
    .await;
    desk.go("/signin?next=%2Faccount").await;
    desk.sign_in("grace-h").await;
    desk.heading("grace-h").await;

    let delete = "form:has([value=delete])";
    desk.click("details:has([value=delete]) > summary").await;
    desk.fill(&format!("{delete} [name=current_password]"), PASSWORD)
        .await;
    desk.click(&format!("{delete} button.danger")).await;
    desk.until(
        "location.pathname === '/' && document.querySelector('header.house a[href^=\"/signin\"]') !== null",
    )
    .await;
    let players = desk.players(&game).await;
    assert!(
        !players.contains("grace"),
        "the game stays, and names nobody: {players}"
    );
    desk.go("/signin").await;
    desk.sign_in("grace-h").await;
    desk.until("document.querySelector('[role=alert]') !== null")
        .await;
    desk.close().await;
}
