//! Studies written by the forms of their pages.

use serde_json::{Value, json};

use super::{Shelf, titles};

#[actix_web::test]
async fn a_study_is_written_by_the_forms_of_its_pages() {
    let shelf = Shelf::new().await;
    let made = shelf
        .server
        .browse_form(&shelf.ada, "/studies", &json!({ "title": "<b>Flanks</b>" }))
        .await
        .is(303);
    let page = made.header("location").unwrap().to_owned();
    let forms = |fields: Value| {
        let page = page.clone();
        let (server, ada) = (&shelf.server, &shelf.ada);
        async move { server.browse_form(ada, &page, &fields).await }
    };
    let address = format!("http://localhost:8080/g/{}/4?flip=true", shelf.game);
    for title in ["First", "Second"] {
        forms(
            json!({ "does": "add", "title": title, "text": "<script>alert(1)</script>", "address": address }),
        )
        .await
        .is(303);
    }
    let whole = format!("/g/{}", shelf.game);
    let edit =
        json!({ "does": "edit", "chapter": "2", "title": "Second", "text": "Words.", "address": whole });
    forms(edit).await.is(303);
    forms(json!({ "does": "earlier", "chapter": "2" })).await.is(303);
    forms(
        json!({ "does": "change", "title": "<b>Flanks</b>", "visibility": "readers", "readers": "bob, eve" }),
    )
    .await
    .is(303);
    let id = page.strip_prefix("/s/").unwrap();
    let told = shelf.get(id).await;
    assert_eq!(titles(&told), ["Second", "First"]);
    assert_eq!(
        told["chapters"][0]["shows"],
        json!({ "type": "game", "game": shelf.game })
    );
    assert_eq!(told["chapters"][1]["shows"], shelf.moment(4));
    assert_eq!(
        (&told["visibility"], &told["readers"]),
        (&json!("readers"), &json!(["bob", "eve"]))
    );
    for path in [page.clone(), format!("{page}/1"), format!("/embed{page}/1")] {
        let text = shelf.server.browse_get(&shelf.bob, &path).await.is(200).text();
        assert!(
            !text.contains("<b>Flanks") && !text.contains("<script>alert"),
            "{path}"
        );
        assert!(!text.contains("Change the study"), "it is not bob's");
    }
    forms(json!({ "does": "remove", "chapter": "1" })).await.is(303);
    // What no form of a page sends is a problem.
    forms(json!({ "does": "dance" })).await.is_problem("invalid-body");
    forms(json!({ "does": "remove", "chapter": "1" }))
        .await
        .is_problem("no-such-chapter");
    // A form that is refused is shown again, with what is wrong and with what was written.
    for (fields, field, kept) in [
        (
            json!({ "does": "add", "title": "Kept", "address": "elsewhere" }),
            "address: ",
            "value=\"elsewhere\"",
        ),
        (
            json!({ "does": "add", "title": "Kept", "position": "{", "system": "before-battle" }),
            "position: ",
            "value=\"before-battle\"",
        ),
        (
            json!({ "does": "edit", "chapter": "2", "title": "Kept", "address": "/g/" }),
            "address: ",
            "value=\"edit\"",
        ),
        (
            json!({ "does": "change", "title": "Kept", "visibility": "secret" }),
            "visibility: ",
            "value=\"change\"",
        ),
    ] {
        let again = forms(fields).await.is_form_again("invalid-body").text();
        for words in [field, kept, "value=\"Kept\""] {
            assert!(again.contains(words), "{words}: {again}");
        }
    }
    let copy = shelf
        .server
        .browse_form(&shelf.bob, &page, &json!({ "does": "clone" }))
        .await
        .is(303);
    assert_ne!(copy.header("location").unwrap(), page);
    shelf
        .server
        .browse_form(&shelf.bob, &page, &json!({ "does": "remove", "chapter": "2" }))
        .await
        .is_problem("forbidden");
}
