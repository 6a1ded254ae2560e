//! Packs that are made from other packs by the steps of a JSON Patch.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::table::{Heard, Server};

/// The built-in pack of `before-battle`.
async fn built_in(server: &Server) -> String {
    let listed = server.get("/v1/packs?system=before-battle").await.is(200).json();
    listed["items"][0]["hash"].as_str().unwrap().to_owned()
}

async fn change(server: &Server, hash: &str, steps: &Value) -> Heard {
    let path = format!("/v1/packs/{hash}");
    server.send(Method::PATCH, &server.admin, &path, steps).await
}

async fn pack(server: &Server, hash: &str) -> Value {
    server.get(&format!("/v1/packs/{hash}")).await.is(200).json()
}

#[actix_web::test]
async fn one_card_of_a_pack_is_changed_without_sending_the_others() {
    let server = Server::new();
    let old = built_in(&server).await;
    let before = pack(&server, &old).await;
    let levy = before["units"]
        .as_array()
        .unwrap()
        .iter()
        .position(|unit| unit["id"] == "rm-levy")
        .unwrap();
    let steps = json!([
        { "op": "test", "path": format!("/units/{levy}/id"), "value": "rm-levy" },
        { "op": "replace", "path": format!("/units/{levy}/melee"), "value": 3 },
        { "op": "replace", "path": "/version", "value": "1.0.1" },
    ]);
    let made = change(&server, &old, &steps).await.is(201);
    let new = made.json()["hash"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    assert_eq!(made.header("location"), Some(&*format!("/v1/packs/{new}")));
    let mut expected = before.clone();
    expected["units"][levy]["melee"] = json!(3);
    expected["version"] = json!("1.0.1");
    assert_eq!(pack(&server, &new).await, expected);
    assert_eq!(pack(&server, &old).await, before, "the old pack stays as it is");
    assert_eq!(
        change(&server, &old, &steps).await.is(200).json()["hash"],
        json!(new),
        "the same change twice is one pack"
    );
    // A pack that was uploaded is changed as a built-in one is.
    let again = json!([{ "op": "replace", "path": "/version", "value": "1.0.2" }]);
    let newer = change(&server, &new, &again).await.is(201).json();
    assert_eq!(
        (&newer["system"], &newer["version"]),
        (&json!("before-battle"), &json!("1.0.2"))
    );
    server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "packs": [newer["hash"]] }),
        )
        .await;
}

#[actix_web::test]
async fn a_change_that_cannot_be_made_says_which_step_and_stores_nothing() {
    let server = Server::new();
    let hash = built_in(&server).await;
    let many: Vec<Value> = (0..201)
        .map(|_| json!({ "op": "test", "path": "/id", "value": "x" }))
        .collect();
    // Each copy doubles the list.
    let doubling: Vec<Value> = (0..200)
        .map(|_| json!({ "op": "copy", "from": "/units", "path": "/units/-" }))
        .collect();
    for (steps, problem, place) in [
        (json!([]), "invalid-body", ""),
        (json!(many), "invalid-body", ""),
        (json!({ "op": "remove", "path": "/units/0" }), "invalid-body", ""),
        (json!([{ "op": "turn", "path": "/id" }]), "invalid-body", "/0"),
        (
            json!([{ "op": "remove", "path": "/id", "why": "no" }]),
            "unknown-field",
            "/0",
        ),
        (
            json!([{ "op": "remove", "path": "/units/400" }]),
            "invalid-body",
            "/0",
        ),
        (
            json!([{ "op": "replace", "path": "/id", "value": "x" }, { "op": "test", "path": "/id", "value": "y" }]),
            "invalid-body",
            "/1",
        ),
        (json!(doubling), "invalid-body", "/"),
        (
            json!([{ "op": "replace", "path": "/units/0/models", "value": -1 }]),
            "invalid-pack",
            "/units/0/models",
        ),
        (json!([{ "op": "remove", "path": "" }]), "invalid-body", "/0"),
    ] {
        let told = change(&server, &hash, &steps).await.is_problem(problem).json();
        let path = told["errors"][0]["path"].as_str().unwrap_or_default();
        assert!(path.starts_with(place), "{steps}: {told}");
    }
    let listed = server.get("/v1/packs").await.json();
    assert!(
        listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|pack| pack["built_in"] == true),
        "{listed}"
    );
    change(
        &server,
        &"0".repeat(64),
        &json!([{ "op": "remove", "path": "/id" }]),
    )
    .await
    .is_problem("no-such-pack");
}
