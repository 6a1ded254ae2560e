//! Every text that a person may write, on every page that shows it: a table of texts and the operations that show them,
//! and a look at all that the server gives.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::{Operation, operation, operations};
use serde_json::json;

use super::sown::Sown;
use super::{alive, evil, shown_of};
use crate::people::PASSWORD;
use crate::table::Heard;

/// Each hostile text by its first word, with operations that must show it: who removes it from a page takes it out here.
const SHOWN: &[(&str, &[&str])] = &[
    (
        "xtitle",
        &[
            "startPage",
            "gamePage",
            "momentPage",
            "embedPage",
            "embedMomentPage",
            "oembed",
            "reportPage",
            "reportText",
            "figuresPage",
            "auditPage",
            "suggestionsPage",
            "comparePage",
            "recordPage",
            "notePage",
            "getGame",
        ],
    ),
    ("xtag", &["startPage", "getGame"]),
    (
        "xsouth",
        &["startPage", "gamePage", "reportPage", "reportText", "getGame"],
    ),
    (
        "xsaid",
        &[
            "momentPage",
            "momentFrame",
            "momentLog",
            "embedMomentPage",
            "listEvents",
        ],
    ),
    (
        "xmisheard",
        &["momentPage", "momentFrame", "momentLog", "listEvents"],
    ),
    (
        "xruling",
        &["momentPage", "momentLog", "auditPage", "auditGame", "listEvents"],
    ),
    (
        "xunit",
        &[
            "gamePage",
            "momentUnit",
            "reportPage",
            "reportText",
            "figuresPage",
            "boardSvg",
            "listUnits",
        ],
    ),
    ("xfaction", &["startPage", "gamePage", "reportPage", "getGame"]),
    ("xpack", &["listPacks", "getPack", "newGamePage"]),
    (
        "xremark",
        &[
            "momentPage",
            "momentAnnotations",
            "listAnnotations",
            "getAnnotationHistory",
        ],
    ),
    ("xlabel", &["momentPage", "momentAnnotations", "listAnnotations"]),
    ("xreply", &["momentPage", "momentAnnotations", "getAnnotation"]),
    ("xlayer", &["gamePage", "gameSigns", "listLayers"]),
    ("xauthor", &["momentPage", "momentAnnotations", "listLayers"]),
    ("xaccepted", &["listAnnotations"]),
    ("xvariation", &["startPage", "comparePage", "listVariations"]),
    ("xreview", &["momentPage", "getReview"]),
    ("xdrawn", &["getReview"]),
    ("xstudy", &["studiesPage", "studyPage", "chapterPage", "getStudy"]),
    ("xpreface", &["studyPage", "getStudy"]),
    (
        "xchapter",
        &["studyPage", "chapterPage", "embedChapter", "getStudy"],
    ),
    ("xnext", &["studyPage", "chapterPage", "embedChapter"]),
    ("xwords", &["chapterPage", "embedChapter", "getStudy"]),
    ("xtoken", &["accountPage", "listTokens"]),
];

/// Operations whose answers are no text, or have no end.
fn is_text(operation: &Operation) -> bool {
    let answers = operation.answers.iter().filter(|answer| answer.status == 200);
    let mut media = answers
        .flat_map(|answer| &answer.content)
        .map(|(media, _)| *media);
    media.any(|media| {
        !media.starts_with("image/p")
            && !media.starts_with("image/g")
            && !media.contains("zstd")
            && media != "text/event-stream"
    })
}

async fn asked(sown: &Sown, path: &str) -> Heard {
    let heard = sown.server.browse_get(&sown.sower, path).await;
    // The page to correct an event is for events that a command caused, and there alone.
    let is_none = path.contains("/correct/") && heard.status == 400;
    assert!(
        heard.status < 400 || is_none,
        "{path}: {} {}",
        heard.status,
        heard.text()
    );
    assert_eq!(heard.header("x-content-type-options"), Some("nosniff"), "{path}");
    heard
}

/// Nothing that was written is alive in an answer.
#[track_caller]
fn harmless(heard: &Heard, path: &str) {
    for text in shown_of(heard) {
        let found = alive(&text);
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}

#[actix_web::test]
async fn what_people_write_is_text_wherever_it_is_shown() {
    let sown = Sown::new().await;
    let mut missing = Vec::new();
    for (word, ids) in SHOWN {
        for id in *ids {
            let operation = operation(id).unwrap();
            let mut said = false;
            for path in sown.addresses(operation) {
                let heard = asked(&sown, &path).await;
                harmless(&heard, &path);
                said |= heard.text().contains(word);
            }
            if !said {
                missing.push(format!("{id} does not show {word}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[actix_web::test]
async fn no_answer_holds_anything_alive() {
    let sown = Sown::new().await;
    let mut looked = 0;
    for operation in operations() {
        if operation.method.name() != "GET" || !is_text(operation) {
            continue;
        }
        let needs = ["{claim}", "{token}", "{invitation}", "{account}", "{webhook}"];
        if needs.iter().any(|name| operation.path.contains(name)) {
            continue; // They show nothing but what the server made itself.
        }
        for path in sown.addresses(operation) {
            harmless(&asked(&sown, &path).await, &path);
            looked += 1;
        }
    }
    // What came in with a text: where its words stand, the game knows.
    let path = format!("/v1/games/{}/annotations", sown.told);
    let words = asked(&sown, &path).await.json();
    for item in words["items"].as_array().unwrap() {
        for part in ["", "/annotations"] {
            let path = format!("/g/{}/{}{part}", sown.told, item["standing"]["version"]);
            let heard = asked(&sown, &path).await;
            harmless(&heard, &path);
            let said = ["xforeword", "xcomment"]
                .iter()
                .any(|word| heard.text().contains(word));
            assert!(said, "{path}");
            looked += 1;
        }
    }
    assert!(looked > 100, "only {looked} answers");
}

/// Where a name is more than text (it stands in addresses, and tells people apart), what is hostile is no name.
#[actix_web::test]
async fn hostile_names_are_refused() {
    let sown = Sown::new().await;
    let accounts = async || {
        let all = sown.server.get_as(&sown.server.admin, "/v1/accounts").await;
        all.is(200).json()
    };
    let before = accounts().await;
    let invited = json!({ "role": "player" });
    let invited = sown
        .server
        .browse_post(&sown.sower, "/v1/invitations", &invited)
        .await
        .is(201)
        .json();
    let account = json!({ "name": evil("x"), "password": PASSWORD, "invitation": invited["secret"] });
    let request = TestRequest::post().uri("/v1/accounts").set_json(account);
    sown.server.ask(request).await.is_problem("invalid-body");
    let rename = json!({ "name": evil("x"), "current_password": PASSWORD });
    sown.server
        .browse_send(&sown.sower, Method::PATCH, "/v1/accounts/self", &rename)
        .await
        .is_problem("invalid-body");
    assert_eq!(before, accounts().await);
}
