//! Hostile addresses: in every place of a path, in every parameter of a query.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::{Operation, ProblemKind, operations};
use serde_json::Value;

use super::headers::no_header_of_theirs;
use super::sown::Sown;
use super::{alive, shown_of};
use crate::addresses::parameters;
use crate::table::Heard;

/// What stands in the place of a parameter: coded, as it must be to come through at all.
const HOSTILE: &[&str] = &[
    "%0d%0aX-Evil:%20yes%0d%0a%0d%0a%3Cscript%3Ea()%3C%2fscript%3E",
    "..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2fCargo.toml",
    "..%5c..%5cCargo.toml",
    "%252e%252e%252fCargo.toml",
    "a%00.svg",
    "%ff%fe",
    "%22%3E%3Cimg%20src=x%20onerror=a()%3E",
    "%27%20OR%20%271%27=%271",
    "%E2%80%AE%F0%9F%8E%B2",
    "-1",
    "18446744073709551616",
    "1e309",
];

/// Pages of names that anybody may ask for: of a name that nothing has they say that there is nothing.
const OF_ANY_NAME: &[&str] = &["factionPage", "unitPage"];

async fn asked(sown: &Sown, operation: &Operation, path: &str) -> Heard {
    let mut request = TestRequest::default()
        .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
        .uri(path)
        .insert_header(("Accept", "text/html,*/*"));
    if let Some(body) = &operation.body {
        request = request
            .insert_header(("Content-Type", body.media))
            .set_payload("{}");
    }
    sown.server.browse(&sown.sower.cookie, request).await
}

/// The answer wrote nothing that was asked of it, and gave nothing away.
#[track_caller]
fn safe(operation: &Operation, heard: &Heard, path: &str) {
    let at = format!("{} {path}", operation.id);
    no_header_of_theirs(heard, &at);
    for text in shown_of(heard) {
        let found = alive(&text);
        assert!(found.is_empty(), "{at}: {found:?}");
        let bare = |letter: char| letter.is_control() && !"\n\r\t".contains(letter);
        assert!(
            !text.contains(bare),
            "{at}: a control character stands in it bare"
        );
        assert!(!text.contains("root:") && !text.contains("[workspace"), "{at}");
    }
    if heard.header("content-type") == Some("application/problem+json") {
        let kind = heard.json()["type"].as_str().unwrap().to_owned();
        let mut documented = operation.all_problems().into_iter().map(ProblemKind::address);
        assert!(
            documented.any(|known| known == kind) || kind == "/problems/no-such-route",
            "{at}: {kind}"
        );
    }
}

#[actix_web::test]
async fn nothing_hostile_in_a_path_is_found() {
    let sown = Sown::new().await;
    let mut tried = 0;
    for operation in operations() {
        for parameter in parameters(operation.path) {
            for hostile in HOSTILE {
                let path = sown.filled(operation.path, &[(parameter.as_str(), hostile)]);
                let heard = asked(&sown, operation, &path).await;
                safe(operation, &heard, &path);
                let refused = (400..500).contains(&heard.status);
                assert!(
                    refused || OF_ANY_NAME.contains(&operation.id),
                    "{} {path}: {}",
                    operation.id,
                    heard.status
                );
                tried += 1;
            }
        }
    }
    // Bare, as no browser sends it.
    for path in [
        "/docs/../../Cargo.toml",
        "/script/../style.css",
        "/g/../../etc/passwd",
        "/v1/games/../../../etc/passwd",
    ] {
        let heard = sown.server.get(path).await;
        assert!((400..500).contains(&heard.status), "{path}: {}", heard.status);
    }
    assert!(tried > 1_000, "only {tried} addresses");
}

#[actix_web::test]
async fn a_query_holds_what_is_documented_once_and_nothing_else() {
    let sown = Sown::new().await;
    let mut tried = 0;
    for operation in operations() {
        let path = sown.addresses(operation).remove(0);
        let bare = path.split('?').next().unwrap();
        for parameter in operation.parameters.iter().filter(|known| known.place == "query") {
            let name = parameter.name;
            let value = right(&parameter.schema);
            // The name may be coded too, the second time.
            let coded = format!("%{:02x}{}", name.as_bytes()[0], &name[1..]);
            for again in [name, &coded] {
                let path = format!("{bare}?{name}={value}&{again}={value}");
                let told = refused(&sown, operation, &path, "invalid-parameter").await;
                assert!(
                    told["detail"].as_str().unwrap().contains("twice"),
                    "{path}: {told}"
                );
            }
            for hostile in HOSTILE {
                let path = format!("{bare}?{name}={hostile}");
                let heard = asked(&sown, operation, &path).await;
                safe(operation, &heard, &path);
                tried += 1;
            }
            for refusable in ["a%00b", "a%0d%0ab", "%ff", "%2"] {
                let path = format!("{bare}?{name}={refusable}");
                refused(&sown, operation, &path, "invalid-parameter").await;
            }
            if let Some(most) = parameter.schema["maxLength"].as_u64() {
                let long = "a".repeat(most as usize + 1);
                let path = format!("{bare}?{name}={long}");
                refused(&sown, operation, &path, "invalid-parameter").await;
            }
            let path = format!("{bare}?{name}={}", "a".repeat(9_000));
            refused(&sown, operation, &path, "address-too-long").await;
        }
        if operation.path.starts_with("/v1") {
            refused(
                &sown,
                operation,
                &format!("{bare}?nonsense=1"),
                "invalid-parameter",
            )
            .await;
        }
    }
    assert!(tried > 1_000, "only {tried} addresses");
}

/// A value that a parameter of this schema takes.
fn right(schema: &Value) -> String {
    let word = |name: &str| schema[name].as_str();
    if let Some(words) = schema["enum"].as_array() {
        return words[0].as_str().unwrap().to_owned();
    }
    match (word("type"), word("format"), word("pattern")) {
        (Some("integer"), _, _) => schema["minimum"].to_string(),
        (Some("boolean"), _, _) => "true".to_owned(),
        (_, Some("date-time"), _) => "2026-03-01T00:00:00Z".to_owned(),
        (_, Some("date"), _) => "2026-03-01".to_owned(),
        (_, _, Some("^[A-Z]$")) => "A".to_owned(),
        (_, _, Some(_)) => "2026-03".to_owned(),
        _ => "a".to_owned(),
    }
}

/// A request is refused for this reason; what is told.
async fn refused(sown: &Sown, operation: &Operation, path: &str, problem: &str) -> Value {
    let request = TestRequest::default()
        .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
        .uri(path);
    let heard = sown.server.browse(&sown.sower.cookie, request).await;
    let told = serde_json::from_slice::<Value>(&heard.body).unwrap_or_default();
    let short: String = path.chars().take(200).collect();
    assert_eq!(
        told["type"],
        format!("/problems/{problem}"),
        "{} {short}: {}",
        operation.id,
        heard.status
    );
    told
}
