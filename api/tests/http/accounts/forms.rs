//! All of it by the forms of the pages.

use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::people::{Account, PASSWORD};
use crate::table::Server;

#[actix_web::test]
async fn the_pages_do_all_of_it_by_plain_forms() {
    let server = Server::new();
    let coach = server.account("coach", Role::Coach).await;
    let page = server.browse_get(&coach, "/account").await.is(200).text();
    for part in [
        "Change the name",
        "Change the password",
        "Make a token",
        "Invite somebody",
    ] {
        assert!(page.contains(part), "{part} is not on the page");
    }
    assert_eq!(
        server.get("/account").await.is(303).header("location"),
        Some("/signin?next=%2Faccount")
    );
    let invited = server
        .browse_form(&coach, "/account", &json!({ "does": "invite", "role": "player" }))
        .await
        .is(200)
        .text();
    let secret = format!(
        "hi_{}",
        &invited.split("invitation=hi_").nth(1).expect("a link")[..64]
    );
    let page = server
        .get(&format!("/signup?invitation={secret}"))
        .await
        .is(200)
        .text();
    assert!(page.contains(&secret));
    let nobody = Account {
        id: String::new(),
        cookie: String::new(),
    };
    let wrong = json!({ "name": "grace", "password": "grace12345", "invitation": secret });
    let again = server
        .browse_form(&nobody, "/signup", &wrong)
        .await
        .is(400)
        .text();
    assert!(
        again.contains("role=\"alert\"") && again.contains("value=\"grace\""),
        "{again}"
    );
    assert!(!again.contains("grace12345"), "a password is not sent back");
    let right = json!({ "name": "grace", "password": PASSWORD, "invitation": secret });
    let done = server.browse_form(&nobody, "/signup", &right).await.is(303);
    let grace = Account {
        id: String::new(),
        cookie: done.cookie(),
    };
    let page = server.browse_get(&grace, "/account").await.is(200).text();
    assert!(
        page.contains("grace</h1>") && !page.contains("Invite somebody"),
        "{page}"
    );

    let made = json!({ "does": "make-token", "label": "<script>", "scope": "game:read game:write" });
    let page = server.browse_form(&grace, "/account", &made).await.is(200);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let page = page.text();
    assert!(page.contains("hs_") && page.contains("&lt;script&gt;"), "{page}");
    assert!(!page.contains("<td><script>"));
    let rename =
        |password: &str| json!({ "does": "rename", "name": "grace-h", "current_password": password });
    server
        .browse_form(&grace, "/account", &rename("wrong password"))
        .await
        .is(403);
    server
        .browse_form(&grace, "/account", &rename(PASSWORD))
        .await
        .is(303);
    for (fields, name) in [
        (json!({ "does": "fly" }), "invalid-body"),
        (json!({ "does": "rename", "colour": "red" }), "unknown-field"),
        (json!({ "does": "revoke-token", "id": "../../x" }), "invalid-body"),
    ] {
        let heard = server.browse_form(&grace, "/account", &fields).await;
        assert!(heard.status == 400, "{name}: {}", heard.text());
    }
    server
        .ask(
            TestRequest::post()
                .uri("/account")
                .insert_header(("Cookie", grace.cookie.as_str()))
                .insert_header(("Origin", "https://evil.example"))
                .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
                .set_payload("does=end-sessions"),
        )
        .await
        .is_problem("cross-site");
    let gone = json!({ "does": "delete", "current_password": PASSWORD });
    server.browse_form(&grace, "/account", &gone).await.is(303);
    server
        .sign_in_as("grace-h", PASSWORD)
        .await
        .is_problem("sign-in-refused");
}
