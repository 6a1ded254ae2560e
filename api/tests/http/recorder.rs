//! The recorder and the page of a new game, as a browser without a script uses them: forms, and what comes of them.

use actix_web::test::TestRequest;
use hindsight_api::service::Scope;
use hindsight_engine::kernel::Seat;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

const FORM: &str = "application/x-www-form-urlencoded";

fn encoded(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| -> String {
        text.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02x}")
                }
            })
            .collect()
    };
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
        .collect();
    pairs.join("&")
}

async fn submit(
    server: &Server,
    token: Option<&str>,
    path: &str,
    accept: &str,
    fields: &[(&str, &str)],
) -> Heard {
    let mut request = TestRequest::post()
        .uri(path)
        .insert_header(("Content-Type", FORM))
        .insert_header(("Accept", accept.to_owned()))
        .set_payload(encoded(fields));
    if let Some(token) = token {
        request = request.insert_header(("Authorization", format!("Bearer {token}")));
    }
    server.ask(request).await
}

/// As a browser sends a form.
async fn send(server: &Server, path: &str, fields: &[(&str, &str)]) -> Heard {
    submit(
        server,
        Some(&server.admin),
        path,
        "text/html,application/xhtml+xml,*/*;q=0.8",
        fields,
    )
    .await
}

/// As the pages' own scripts send it.
async fn ask(server: &Server, path: &str, fields: &[(&str, &str)]) -> Heard {
    submit(server, Some(&server.admin), path, "application/json", fields).await
}

fn plain(text: &str) -> String {
    text.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// The forms of a page: where each is sent, its hidden fields, and the buttons that send it with a value.
struct Form {
    action: String,
    hidden: Vec<(String, String)>,
    buttons: Vec<(String, String, String)>,
}

fn forms(page: &str) -> Vec<Form> {
    let attribute = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        Some(plain(rest.split_once('"')?.0))
    };
    let mut found = Vec::new();
    for part in page.split("<form ").skip(1) {
        let whole = part.split("</form>").next().unwrap();
        let head = format!(" {}", whole.split('>').next().unwrap());
        if !head.contains("method=\"post\"") {
            continue;
        }
        let mut form = Form {
            action: attribute(&head, "action").unwrap(),
            hidden: Vec::new(),
            buttons: Vec::new(),
        };
        for tag in whole.split('<').skip(1) {
            if tag.starts_with("input type=\"hidden\"") {
                form.hidden
                    .push((attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()));
            } else if tag.starts_with("button") && tag.contains(" name=") {
                let words = plain(tag.split_once('>').unwrap().1);
                form.buttons.push((
                    attribute(tag, "name").unwrap(),
                    attribute(tag, "value").unwrap(),
                    words,
                ));
            }
        }
        found.push(form);
    }
    found
}

/// Presses the button of a page that reads so.
async fn press(server: &Server, page: &str, words: &str, more: &[(&str, &str)]) -> Heard {
    let forms = forms(page);
    let (form, button) = forms
        .iter()
        .find_map(|form| {
            Some((
                form,
                form.buttons.iter().find(|(_, _, known)| known.trim() == words)?,
            ))
        })
        .unwrap_or_else(|| {
            let all: Vec<&String> = forms
                .iter()
                .flat_map(|form| &form.buttons)
                .map(|button| &button.2)
                .collect();
            panic!("no button {words:?} among {all:?}")
        });
    let mut fields: Vec<(&str, &str)> = form
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    fields.push((&button.0, &button.1));
    fields.extend(more);
    send(server, &form.action, &fields).await
}

async fn page(server: &Server, path: &str) -> String {
    server.get_as(&server.admin, path).await.is(200).text()
}

async fn reported(server: &Server) -> String {
    let request = json!({ "system": "before-battle", "dice": "reported" });
    server.game(&server.admin, request).await
}

async fn version(server: &Server, game: &str) -> u64 {
    server
        .services
        .games
        .head(game.parse().unwrap())
        .await
        .unwrap()
        .version()
}

#[actix_web::test]
async fn a_game_is_begun_and_recorded_without_a_script() {
    let server = Server::new();
    let fields = [
        ("system", "before-battle"),
        ("title", "Club evening"),
        ("player-A", "Ann"),
        ("dice", "server"),
        ("f/options/ready_armies", ""),
        ("f/armies", "sample"),
    ];
    let made = send(&server, "/new", &fields).await.is(303);
    let record = made.header("location").unwrap().to_owned();
    let shown = page(&server, &record).await;
    assert!(shown.contains("Club evening") && shown.contains("Ann"));
    // The start roll named a winner: the two rights are there as buttons.
    press(&server, &shown, "Take the deployment right", &[])
        .await
        .is(303);
    let shown = page(&server, &record).await;
    press(&server, &shown, "South deploys first", &[]).await.is(303);
    let shown = page(&server, &record).await;
    press(&server, &shown, "South takes the first turn", &[])
        .await
        .is(303);
    // Each unit has a page of its own choices; one more press deploys it.
    let shown = page(&server, &format!("{record}?unit=A1")).await;
    let back = press(&server, &shown, "Deploy on d1 facing north", &[])
        .await
        .is(303);
    assert_eq!(
        back.header("location"),
        Some(format!("{record}?unit=A1").as_str())
    );
    let shown = page(&server, &record).await;
    assert!(
        shown.contains("?unit=B1") && !shown.contains("?unit=A2"),
        "North deploys next: {shown}"
    );
    let theirs = page(&server, &format!("{record}?unit=B1")).await;
    assert!(theirs.contains("Deploy on"), "{theirs}");
    // Taken back, it may be done again.
    let before = version(&server, record.split('/').nth(2).unwrap()).await;
    press(&server, &shown, "Take back", &[]).await.is(303);
    let shown = page(&server, &format!("{record}?unit=A1")).await;
    press(&server, &shown, "Deploy on c1 facing north", &[])
        .await
        .is(303);
    assert!(version(&server, record.split('/').nth(2).unwrap()).await > before);
}

#[actix_web::test]
async fn dice_that_are_missing_are_asked_for_and_exactly_as_many() {
    let server = Server::new();
    let request = json!({ "system": "before-battle", "dice": "reported" });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    for seat in ["A", "B"] {
        for kind in ["build", "weapons"] {
            let offers = server
                .get_as(&server.admin, &format!("/v1/games/{game}/offers?seat={seat}"))
                .await
                .json();
            let Some(offer) = offers["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|offer| offer["decision"] == kind)
            else {
                continue;
            };
            let command = json!({ "type": "play", "seat": seat, "command": offer["samples"][0] }).to_string();
            send(&server, &path, &[("command", &command)]).await;
        }
    }
    // Whatever asks for dice first: with none, the page says how many and holds the same command.
    let before = version(&server, &game).await;
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers"))
        .await
        .json();
    let command = |offer: &Value| {
        let command = offer
            .get("command")
            .cloned()
            .unwrap_or_else(|| offer["samples"][0].clone());
        json!({ "type": "play", "seat": offer["seat"], "command": command }).to_string()
    };
    let mut asked = None;
    for offer in offers["items"].as_array().unwrap() {
        let heard = ask(&server, &path, &[("command", &command(offer)), ("dry_run", "1")]).await;
        if heard.status == 422 && heard.json()["needed"].is_object() {
            asked = Some((command(offer), heard.json()["needed"]["count"].as_u64().unwrap()));
            break;
        }
    }
    let (command, count) = asked.expect("the last hidden choice leads to the start roll");
    let refused = send(&server, &path, &[("command", &command)]).await.is(422);
    let shown = refused.text();
    assert!(
        shown.contains("role=\"alert\"") && shown.contains("name=\"dice\""),
        "{shown}"
    );
    assert_eq!(version(&server, &game).await, before);
    let faces = vec!["5"; usize::try_from(count).unwrap()];
    for wrong in ["7", "x", "1 1 1 1 1 1 1 1 1"] {
        let heard = ask(&server, &path, &[("command", &command), ("dice", wrong)]).await;
        assert!((400..500).contains(&heard.status), "{wrong}");
    }
    assert_eq!(version(&server, &game).await, before);
    // One roll may lead to the next: each is asked for in turn, and those before it stay.
    let mut dice: Vec<String> = faces.into_iter().map(ToOwned::to_owned).collect();
    loop {
        let heard = ask(
            &server,
            &path,
            &[("command", &command), ("dice", &dice.join(" "))],
        )
        .await;
        if heard.status == 200 {
            break;
        }
        let problem = heard.json();
        assert_eq!(
            problem["used_before"].as_u64(),
            Some(dice.len() as u64),
            "{problem}"
        );
        let more = problem["needed"]["count"].as_u64().unwrap();
        dice.extend((0..more).map(|_| "2".to_owned()));
        assert!(dice.len() < 50);
    }
    assert!(version(&server, &game).await > before);
}

#[actix_web::test]
async fn a_form_by_schema_is_checked_and_recorded_by_the_rules() {
    let server = Server::new();
    let request = json!({ "system": "battleground-4", "setup": { "armies": "sample" } });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers"))
        .await
        .json();
    let offer = &offers["items"][0];
    let (seat, unit) = (offer["seat"].as_str().unwrap(), offer["unit"].as_str().unwrap());
    let shown = page(&server, &format!("{path}?unit={unit}")).await;
    assert!(
        shown.contains("data-pose=\"f/pose\""),
        "a place and a heading: {shown}"
    );
    let sample = &offer["samples"][0]["pose"];
    let number = |name: &str| sample[name].to_string();
    let (x, y, heading) = (number("x"), number("y"), number("heading"));
    let fields = |x| {
        vec![
            ("form", "play"),
            ("variant", "deploy"),
            ("seat", seat),
            ("f/unit", unit),
            ("f/pose/x", x),
            ("f/pose/y", y.as_str()),
            ("f/pose/heading", heading.as_str()),
        ]
    };
    let with = |x, more: &[(&'static str, &'static str)]| [fields(x), more.to_vec()].concat();
    let before = version(&server, &game).await;
    // Off the table it is refused with its rule, by a dry run and for good; nothing changes.
    for more in [&[("dry_run", "true")][..], &[]] {
        let refused = ask(&server, &path, &with("-40", more))
            .await
            .is_problem("refused");
        assert!(refused.json()["rule"].as_str().unwrap().starts_with("BG4-"));
    }
    assert!(
        ask(&server, &path, &with(&x, &[("dry_run", "true")]))
            .await
            .is(200)
            .json()["dry_run"]
            == true
    );
    assert_eq!(version(&server, &game).await, before);
    ask(&server, &path, &with("", &[]))
        .await
        .is_problem("invalid-body");
    let wrong = ask(&server, &path, &with("far", &[]))
        .await
        .is_problem("invalid-body");
    assert_eq!(wrong.json()["errors"][0]["path"], "/pose/x");
    let done = ask(&server, &path, &with(&x, &[])).await.is(200).json();
    assert_eq!(done["version"].as_u64(), Some(version(&server, &game).await));
}

#[actix_web::test]
async fn a_ruling_is_a_form_of_its_schema_with_a_reason() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 40).await;
    let path = format!("/g/{game}/record");
    let units = server
        .get_as(&server.admin, &format!("/v1/games/{game}/units"))
        .await
        .json();
    let standing = |unit: &&Value| unit["alive"] == true && unit["left"].as_f64() > Some(1.0);
    let unit = units.as_array().unwrap().iter().find(standing).unwrap();
    let unit = unit["id"].as_str().unwrap();
    let shown = page(&server, &format!("{path}?unit={unit}&ruling=set_unit")).await;
    assert!(
        shown.contains("name=\"f/models\"") && shown.contains("ruling-reason"),
        "{shown}"
    );
    let ruling = |models, reason| {
        [
            ("form", "rule"),
            ("variant", "set_unit"),
            ("f/unit", unit),
            ("f/models", models),
            ("reason", reason),
        ]
    };
    let before = version(&server, &game).await;
    assert!(ask(&server, &path, &ruling("1", "")).await.status >= 400);
    ask(&server, &path, &ruling("200", "too many"))
        .await
        .is_problem("refused");
    assert_eq!(version(&server, &game).await, before);
    ask(&server, &path, &ruling("1", "a card was misread"))
        .await
        .is(200);
    assert!(version(&server, &game).await > before);
}

#[actix_web::test]
async fn a_correction_shows_what_would_change_before_it_is_made() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let say = |text| [("command", "{\"type\":\"say\",\"seat\":\"A\"}"), ("text", text)];
    send(&server, &path, &say("Wrong word")).await.is(303);
    let at = version(&server, &game).await;
    send(&server, &path, &say("Later word")).await.is(303);
    let end = version(&server, &game).await;
    let shown = page(&server, &format!("{path}/correct/{at}")).await;
    assert!(shown.contains("Wrong word") && !shown.contains("Later word"));
    let at_text = at.to_string();
    let right = [
        ("at", at_text.as_str()),
        ("how", "replace"),
        (
            "command",
            "{\"type\":\"say\",\"seat\":\"A\",\"text\":\"Right word\"}",
        ),
        ("reason", "misheard"),
    ];
    let preview = send(&server, &path, &[&right[..], &[("dry_run", "true")]].concat())
        .await
        .is(200)
        .text();
    assert!(
        preview.contains("Right word")
            && preview.contains("Wrong word")
            && preview.contains("data-is=\"confirm\"")
    );
    assert_eq!(
        version(&server, &game).await,
        end,
        "nothing is recorded by looking"
    );
    // The page's own form confirms it.
    let confirm = forms(&preview)
        .into_iter()
        .find(|form| form.action == path)
        .unwrap();
    let fields: Vec<(&str, &str)> = confirm
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    send(&server, &path, &fields).await.is(303);
    let replay = server
        .get_as(
            &server.admin,
            &format!("/v1/games/{game}/events?from={}", end + 1),
        )
        .await
        .json();
    let words: Vec<&str> = replay["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["words"].as_str().unwrap())
        .collect();
    assert!(
        words.iter().any(|words| words.contains("Right word")),
        "{words:?}"
    );
    assert!(
        words.iter().any(|words| words.contains("Later word")),
        "{words:?}"
    );
    // Without a reason, or where nothing was played, it is refused.
    let at_end = (end + 100).to_string();
    ask(
        &server,
        &path,
        &[("at", &at_end), ("how", "remove"), ("reason", "no")],
    )
    .await
    .is_problem("refused");
    server
        .get_as(&server.admin, &format!("{path}/correct/1"))
        .await
        .is_problem("invalid-parameter");
    server
        .get_as(&server.admin, &format!("{path}/correct/100000"))
        .await
        .is_problem("no-such-version");
}

#[actix_web::test]
async fn who_may_not_record_is_told_and_changes_nothing() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let before = version(&server, &game).await;
    let say = [
        ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
        ("text", "hello"),
    ];
    // Anybody may look, and is led to the door.
    let shown = server.get(&path).await.is(200).text();
    assert!(
        shown.contains("/signin?next=") && !shown.contains("data-records"),
        "{shown}"
    );
    submit(&server, None, &path, "application/json", &say)
        .await
        .is_problem("unauthorised");
    let stranger = server.token("eve", &[Scope::GameWrite]);
    submit(&server, Some(&stranger), &path, "application/json", &say)
        .await
        .is_problem("forbidden");
    server
        .get_as(&stranger, &format!("{path}/correct/2"))
        .await
        .is_problem("forbidden");
    server
        .get(&format!("{path}/correct/2"))
        .await
        .is_problem("unauthorised");
    // A seat speaks for itself and takes nothing back.
    let seat = server
        .services
        .tokens
        .make("bob", "seat", vec![Scope::Seat(Seat::B)])
        .unwrap();
    let shown = server.get_as(&seat, &path).await.is(200).text();
    assert!(!shown.contains("Take back"));
    let page = submit(&server, Some(&stranger), &path, "text/html", &say)
        .await
        .is(403)
        .text();
    assert!(page.contains("<html"));
    assert_eq!(version(&server, &game).await, before);
    // What is new must be somebody's.
    submit(
        &server,
        None,
        "/new",
        "application/json",
        &[("system", "before-battle")],
    )
    .await
    .is_problem("unauthorised");
    let reader = server.token("rae", &[Scope::GameRead]);
    submit(
        &server,
        Some(&reader),
        "/new",
        "application/json",
        &[("system", "before-battle")],
    )
    .await
    .is_problem("forbidden");
}

#[actix_web::test]
async fn a_game_that_has_gone_on_is_not_recorded_over() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let old = version(&server, &game).await.to_string();
    let say = |text| {
        [
            ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
            ("text", text),
            ("version", old.as_str()),
            ("key", "k1"),
        ]
    };
    ask(&server, &path, &say("first")).await.is(200);
    // Sent again with its key it is the same; another one by the old version is not recorded.
    let again = ask(&server, &path, &say("first")).await.is(200).json();
    assert_eq!(again["applied"][0]["repeated"], true);
    let second = [
        ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
        ("text", "second"),
        ("version", old.as_str()),
    ];
    ask(&server, &path, &second).await.is_problem("stale-version");
    ask(&server, &path, &say("other words"))
        .await
        .is_problem("command-key-reused");
    let shown = send(
        &server,
        &path,
        &[
            ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
            ("text", "third"),
            ("version", &old),
        ],
    )
    .await
    .is(412)
    .text();
    assert!(shown.contains("role=\"alert\""));
    assert_eq!(
        version(&server, &game).await.to_string(),
        (old.parse::<u64>().unwrap() + 1).to_string()
    );
}

#[actix_web::test]
async fn bad_forms_are_refused_and_change_nothing() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let before = version(&server, &game).await;
    let raw = |media: &'static str, body: Vec<u8>| {
        server.ask(
            TestRequest::post()
                .uri(&path)
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Content-Type", media))
                .set_payload(body),
        )
    };
    raw("application/json", b"{}".to_vec())
        .await
        .is_problem("unsupported-media-type");
    raw(FORM, b"a=%ff".to_vec()).await.is_problem("invalid-body");
    raw(FORM, vec![b'a'; (1 << 20) + 1]).await.is_problem("too-large");
    raw(FORM, b"a=1&".repeat(5_000)).await.is_problem("invalid-body");
    let deep = "[".repeat(100_000);
    let rows: [&[(&str, &str)]; 8] = [
        &[],
        &[("command", &deep)],
        &[("command", "{\"type\":\"play\"}")],
        &[("command", "{\"type\":\"sing\"}")],
        &[("words", "fly to the moon")],
        &[("form", "play"), ("variant", "fly")],
        &[
            ("form", "rule"),
            ("variant", "set_unit"),
            ("f/models", "many"),
            ("reason", "x"),
        ],
        &[("command", "{\"type\":\"say\",\"seat\":\"Q\"}"), ("text", "x")],
    ];
    for fields in rows {
        let heard = ask(&server, &path, fields).await;
        assert!((400..500).contains(&heard.status), "{fields:?}: {}", heard.text());
        assert_eq!(heard.header("content-type"), Some("application/problem+json"));
        let shown = send(&server, &path, fields).await;
        assert!(shown.text().contains("<html"), "{fields:?}");
    }
    assert_eq!(version(&server, &game).await, before);
}

#[actix_web::test]
async fn a_new_game_is_checked_by_the_server_before_it_is_begun() {
    let server = Server::new();
    for system in ["before-battle", "battleground-4"] {
        let shown = page(&server, &format!("/new?system={system}")).await;
        assert!(
            shown.contains("name=\"f/armies\"") && shown.contains("name=\"player-B\""),
            "{system}"
        );
        let fields = [("system", system), ("dry_run", "true"), ("f/armies", "sample")];
        let info = ask(&server, "/new", &fields).await.is(200).json();
        assert_eq!(info["system"], system);
    }
    // The names of ready armies come from the pack, without a line about either system.
    let shown = page(&server, "/new?system=battleground-4").await;
    for words in ["Ostmark line", "Barrow Hill", "Breaking Point"] {
        assert!(shown.contains(words), "{words}");
    }
    let listed = server.get_as(&server.admin, "/v1/games").await.json();
    assert_eq!(
        listed["items"].as_array().unwrap().len(),
        0,
        "nothing is stored by looking"
    );
    let wrong: [(&[(&str, &str)], &str); 5] = [
        (&[], "invalid-body"),
        (&[("system", "chess")], "no-such-system"),
        (&[("system", "before-battle"), ("dice", "loaded")], "invalid-body"),
        (&[("system", "before-battle"), ("f/pack", "nobody")], "refused"),
        (
            &[
                ("system", "before-battle"),
                ("from", "01KAG6Q2Y7M3V9XWZ4T5B8C0DE"),
            ],
            "no-such-game",
        ),
    ];
    for (fields, name) in wrong {
        ask(&server, "/new", fields).await.is_problem(name);
    }
    let again = send(
        &server,
        "/new",
        &[
            ("system", "before-battle"),
            ("f/pack", "nobody"),
            ("title", "Kept"),
        ],
    )
    .await;
    assert!(again.status == 422 && again.text().contains("value=\"Kept\""));
    server.get("/new?system=chess").await.is_problem("no-such-system");
    server.get("/new").await.is(200);
}

#[actix_web::test]
async fn a_position_of_a_game_is_played_on_from() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let end = server.play(&server.admin, &game, 60).await;
    // After a whole command: in the middle of one the rules go on by themselves.
    let events = server
        .get_as(
            &server.admin,
            &format!("/v1/games/{game}/events?from={}", end / 2),
        )
        .await
        .json();
    let begins = |event: &&Value| event["command"].is_object();
    let next = events["items"].as_array().unwrap().iter().find(begins).unwrap();
    let at = (next["version"].as_u64().unwrap() - 1).to_string();
    let shown = page(&server, &format!("/new?from={game}&at={at}")).await;
    assert!(shown.contains(&format!("/g/{game}/{at}.svg")));
    let fields = [
        ("system", "before-battle"),
        ("from", game.as_str()),
        ("at", at.as_str()),
        ("dice", "server"),
    ];
    let made = send(&server, "/new", &fields).await.is(303);
    let other = made
        .header("location")
        .unwrap()
        .split('/')
        .nth(2)
        .unwrap()
        .to_owned();
    let state = async |path: String| server.get_as(&server.admin, &path).await.is(200).json();
    let then = state(format!("/v1/games/{game}/state?at={at}")).await;
    let now = state(format!("/v1/games/{other}/state")).await;
    assert_eq!(then, now);
    // A private game's positions are its owner's alone.
    server
        .send(
            actix_web::http::Method::PATCH,
            &server.admin,
            &format!("/v1/games/{game}"),
            &json!({ "visibility": "private" }),
        )
        .await
        .is(200);
    let eve = server.token("eve", &[Scope::GameWrite]);
    submit(&server, Some(&eve), "/new", "application/json", &fields)
        .await
        .is_problem("no-such-game");
    server
        .get_as(&eve, &format!("/new?from={game}&at={at}"))
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn what_people_wrote_is_text_in_the_recorder() {
    let server = Server::new();
    let evil = "\"><script>alert(1)</script>' onmouseover='x";
    let request = json!({
        "system": "before-battle", "title": evil, "players": { "A": evil }, "setup": { "armies": "sample" }
    });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    send(
        &server,
        &path,
        &[("command", "{\"type\":\"say\",\"seat\":\"A\"}"), ("text", evil)],
    )
    .await
    .is(303);
    let at = version(&server, &game).await;
    let refused = send(&server, &path, &[("words", evil), ("text", evil), ("unit", evil)]).await;
    let pages = [
        page(&server, &path).await,
        page(
            &server,
            &format!("{path}?unit=%22%3E%3Cscript%3E&ruling=%22%3E%3Cscript%3E"),
        )
        .await,
        page(&server, &format!("{path}/now")).await,
        page(&server, &format!("{path}/correct/{at}")).await,
        refused.text(),
        send(
            &server,
            "/new",
            &[("system", "before-battle"), ("title", evil), ("f/pack", evil)],
        )
        .await
        .text(),
    ];
    for page in pages {
        assert!(!page.contains("<script>alert"), "{page}");
    }
}
