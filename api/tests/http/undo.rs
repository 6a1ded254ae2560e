//! Undo as the game states it: by the recorder, one's own last decision, by consent, not at all.

use actix_web::http::Method;
use hindsight_engine::kernel::{Bot, Seat, Viewer, bot_rng};
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::people::Account;
use crate::table::Server;

/// A keeper, two players at seats A and B, and their game.
struct Scene {
    server: Server,
    carl: Account,
    ada: Account,
    bob: Account,
    game: String,
}

impl Scene {
    async fn new(policy: &str) -> Self {
        let server = Server::new();
        let carl = server.account("carl", Role::Player).await;
        let ada = server.account("ada", Role::Player).await;
        let bob = server.account("bob", Role::Player).await;
        let asked = json!({ "system": "before-battle", "title": "Tuesday", "undo": policy });
        let made = server
            .browse_post(&carl, "/v1/games", &asked)
            .await
            .is(201)
            .json();
        assert_eq!(made["undo"], json!({ "policy": policy }));
        let game = made["card"]["id"].as_str().unwrap().to_owned();
        server.sits(&ada, &game, "A").await;
        server.sits(&bob, &game, "B").await;
        Self {
            server,
            carl,
            ada,
            bob,
            game,
        }
    }

    fn of(&self, seat: Seat) -> &Account {
        if seat == Seat::A { &self.ada } else { &self.bob }
    }

    async fn give(&self, who: &Account, command: &Value) -> crate::table::Heard {
        let path = format!("/v1/games/{}/commands", self.game);
        self.server.browse_post(who, &path, command).await
    }

    async fn ask(&self, who: &Account, request: &Value) -> crate::table::Heard {
        let path = format!("/v1/games/{}/undo", self.game);
        self.server.browse_post(who, &path, request).await
    }

    async fn answer(&self, who: &Account, agree: bool) -> crate::table::Heard {
        let path = format!("/v1/games/{}/undo/answer", self.game);
        self.server
            .browse_post(who, &path, &json!({ "agree": agree }))
            .await
    }

    async fn now(&self) -> Value {
        let path = format!("/v1/games/{}", self.game);
        self.server.browse_get(&self.carl, &path).await.is(200).json()
    }

    async fn version(&self) -> u64 {
        self.now().await["card"]["version"].as_u64().unwrap()
    }

    /// Who is asked plays something, by their own account: the seat, and the versions before and after.
    async fn plays(&self, rng: &mut impl FnMut() -> u64) -> (Seat, u64, u64) {
        let head = self
            .server
            .services
            .games
            .head(self.game.parse().unwrap())
            .await
            .unwrap();
        let info = head.game.info(Viewer::Everything);
        let seat = info.awaiting[0].seat;
        let mut choices = bot_rng(rng());
        let command = head.game.choose(Bot::Random, seat, &mut choices).unwrap();
        let played = self
            .give(self.of(seat), &json!({ "type": "play", "command": command }))
            .await
            .is(200)
            .json();
        // Where the game would go back to: the last event of the present line.
        let past = self.server.services.games.past(&head).await.unwrap();
        let before = (1..=head.version())
            .rev()
            .find(|version| past.is_live(*version))
            .unwrap();
        (seat, before, played["version"].as_u64().unwrap())
    }

    /// Whether a die was rolled behind a version.
    async fn rolled_after(&self, version: u64) -> bool {
        let path = format!("/v1/games/{}/dice", self.game);
        let ledger = self.server.browse_get(&self.carl, &path).await.is(200).json();
        let rolls = ledger["items"].as_array().unwrap();
        rolls
            .iter()
            .any(|roll| roll["version"].as_u64().unwrap() > version)
    }
}

/// Numbers for the choices of players.
fn numbers() -> impl FnMut() -> u64 {
    let mut last = 0;
    move || {
        last += 1;
        last
    }
}

#[actix_web::test]
async fn as_usual_the_recorder_takes_back_and_players_do_not() {
    let scene = Scene::new("recorder").await;
    let (_, before, _) = scene.plays(&mut numbers()).await;
    let back = json!({ "type": "take_back", "to": before });
    for player in [&scene.ada, &scene.bob] {
        scene.give(player, &back).await.is_problem("forbidden");
        scene
            .ask(player, &json!({ "to": before }))
            .await
            .is_problem("refused");
        scene.answer(player, true).await.is_problem("no-such-undo");
    }
    scene.give(&scene.carl, &back).await.is(200);
    // Others have no part in it.
    let eve = scene.server.account("eve", Role::Player).await;
    scene
        .ask(&eve, &json!({ "to": before }))
        .await
        .is_problem("forbidden");
    scene.answer(&eve, true).await.is_problem("forbidden");
}

#[actix_web::test]
async fn where_nobody_undoes_not_even_the_recorder_does() {
    let scene = Scene::new("nobody").await;
    let (_, before, after) = scene.plays(&mut numbers()).await;
    let back = json!({ "type": "take_back", "to": before });
    scene.give(&scene.carl, &back).await.is_problem("refused");
    let correction = json!({ "at": before + 1, "change": { "type": "remove" }, "reason": "a slip" });
    for query in ["", "?dry_run=true"] {
        let path = format!("/v1/games/{}/corrections{query}", scene.game);
        scene
            .server
            .browse_post(&scene.carl, &path, &correction)
            .await
            .is_problem("refused");
    }
    scene
        .ask(&scene.carl, &json!({ "to": before }))
        .await
        .is_problem("refused");
    scene.give(&scene.ada, &back).await.is_problem("forbidden");
    assert_eq!(scene.version().await, after);
}

#[actix_web::test]
async fn ones_own_last_decision_is_taken_back_until_dice_are_rolled_or_the_other_side_acts() {
    let scene = Scene::new("own_last").await;
    let mut rng = numbers();
    let (mut free, mut rolled) = (0, 0);
    let path = format!("/v1/games/{}/commands?dry_run=true", scene.game);
    let mut last: Option<(Seat, u64)> = None;
    let mut others = 0;
    for _ in 0..40 {
        let (seat, before, _) = scene.plays(&mut rng).await;
        let back = json!({ "type": "take_back", "to": before });
        let heard = scene.server.browse_post(scene.of(seat), &path, &back).await;
        if scene.rolled_after(before).await {
            rolled += 1;
            heard.is_problem("needs-consent");
        } else {
            free += 1;
            heard.is(200);
        }
        // The other player never takes it back by themselves.
        let other = scene.of(if seat == Seat::A { Seat::B } else { Seat::A });
        let heard = scene
            .server
            .browse_post(other, &path, &back)
            .await
            .is_problem("needs-consent");
        assert_eq!(heard.json()["consent_of"], json!([seat]));
        // What came before another seat acted is not one's own last any more, dice or none.
        if let Some((former, begun)) = last.filter(|(former, _)| *former != seat) {
            others += 1;
            let back = json!({ "type": "take_back", "to": begun });
            scene
                .server
                .browse_post(scene.of(former), &path, &back)
                .await
                .is_problem("needs-consent");
        }
        last = Some((seat, before));
    }
    assert!(
        free > 5 && rolled > 0 && others > 5,
        "{free} without dice, {rolled} with, {others} followed by others"
    );
    // It is done in truth too, and talk in between does not matter.
    let (seat, before) = loop {
        let (seat, before, _) = scene.plays(&mut rng).await;
        if !scene.rolled_after(before).await {
            break (seat, before);
        }
    };
    let other = if seat == Seat::A { &scene.bob } else { &scene.ada };
    scene
        .give(other, &json!({ "type": "say", "text": "Really?" }))
        .await
        .is(200);
    let back = json!({ "type": "take_back", "to": before });
    let events = scene.give(scene.of(seat), &back).await.is(200).json();
    assert_eq!(events["events"][0]["type"], "taken_back");
    assert_eq!(events["events"][0]["event"]["to"], before);
    // A version that is none is refused by the rule that says so.
    let wrong = json!({ "type": "take_back", "to": 1_000_000 });
    assert_eq!(
        scene
            .give(scene.of(seat), &wrong)
            .await
            .is_problem("refused")
            .json()["rule"],
        "HS-BACK-01"
    );
}

#[actix_web::test]
async fn by_consent_a_seat_asks_and_the_other_agrees() {
    let scene = Scene::new("consent").await;
    let mut rng = numbers();
    let (seat, before, after) = scene.plays(&mut rng).await;
    let (own, other) = (
        scene.of(seat),
        scene.of(if seat == Seat::A { Seat::B } else { Seat::A }),
    );
    let other_seat = if seat == Seat::A { "B" } else { "A" };
    let back = json!({ "type": "take_back", "to": before });
    scene.give(own, &back).await.is_problem("needs-consent");
    // Who keeps the record has nothing to say over the heads of two who sit there.
    let heard = scene.give(&scene.carl, &back).await.is_problem("needs-consent");
    assert_eq!(heard.json()["consent_of"], json!(["A", "B"]));
    assert_eq!(scene.version().await, after);
    // Asked, declined.
    let asked = scene
        .ask(own, &json!({ "to": before, "reason": "misclicked" }))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&asked["done"], &asked["undo"]["request"]["seat"]),
        (&json!(false), &json!(seat))
    );
    assert_eq!(asked["undo"]["request"]["waits_for"], json!([other_seat]));
    let request = scene.now().await["undo"]["request"].clone();
    assert_eq!(
        (&request["to"], &request["reason"]),
        (&json!(before), &json!("misclicked"))
    );
    scene.answer(own, true).await.is_problem("forbidden");
    scene
        .ask(other, &json!({ "to": before }))
        .await
        .is_problem("forbidden");
    scene.answer(other, false).await.is(200);
    assert!(scene.now().await["undo"].get("request").is_none());
    scene.answer(other, true).await.is_problem("no-such-undo");
    // Asked and withdrawn.
    scene.ask(own, &json!({ "to": before })).await.is(200);
    scene.answer(own, false).await.is(200);
    scene.answer(other, true).await.is_problem("no-such-undo");
    // Asked; talk leaves it open; agreed.
    scene
        .ask(own, &json!({ "to": before, "reason": "misclicked" }))
        .await
        .is(200);
    scene
        .give(other, &json!({ "type": "say", "text": "Let me see." }))
        .await
        .is(200);
    let done = scene.answer(other, true).await.is(200).json();
    assert_eq!((&done["done"], done["undo"].get("request")), (&json!(true), None));
    let path = format!("/v1/games/{}/events?lines=all&limit=200", scene.game);
    let events = scene.server.browse_get(&scene.carl, &path).await.is(200).json();
    let last = events["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["type"], &last["event"]["to"]),
        (&json!("taken_back"), &json!(before))
    );
    let reason = last["event"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("misclicked") && reason.contains(&format!("agreed by {other_seat}")),
        "{reason}"
    );
    let said: Vec<&str> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["event"]["text"].as_str())
        .collect();
    assert!(
        said.iter()
            .any(|text| text.contains(&format!("asks to go back to event {before}: misclicked"))),
        "{said:?}"
    );
    assert!(
        said.contains(&"does not agree to go back") && said.contains(&"no longer asks to go back"),
        "{said:?}"
    );
    // What cannot be gone back to cannot be asked for.
    let wrong = scene
        .ask(own, &json!({ "to": 1_000_000 }))
        .await
        .is_problem("refused")
        .json();
    assert_eq!(wrong["rule"], "HS-BACK-01");
    for wrong in [
        json!({}),
        json!({ "to": 1, "correction": { "at": 1, "change": { "type": "remove" }, "reason": "r" } }),
    ] {
        scene.ask(&scene.carl, &wrong).await.is_problem("invalid-body");
    }
    scene
        .ask(own, &json!({ "to": before, "seat": other_seat }))
        .await
        .is_problem("forbidden");
    // The request ends when the game goes on.
    let (seat, before, _) = scene.plays(&mut rng).await;
    scene.ask(scene.of(seat), &json!({ "to": before })).await.is(200);
    scene.plays(&mut rng).await;
    assert!(scene.now().await["undo"].get("request").is_none());
}

#[actix_web::test]
async fn a_correction_by_the_recorder_needs_the_consent_of_those_who_sit_there() {
    let scene = Scene::new("consent").await;
    let said = scene
        .give(&scene.ada, &json!({ "type": "say", "text": "The wrong word" }))
        .await
        .is(200)
        .json();
    let at = said["applied"][0]["first"].clone();
    scene
        .give(&scene.bob, &json!({ "type": "say", "text": "Another" }))
        .await
        .is(200);
    let correction = json!({ "at": at, "change": { "type": "remove" }, "reason": "nobody said it" });
    let path = format!("/v1/games/{}/corrections", scene.game);
    // What would change is shown; it is not done.
    scene
        .server
        .browse_post(&scene.carl, &format!("{path}?dry_run=true"), &correction)
        .await
        .is(200);
    scene
        .server
        .browse_post(&scene.carl, &path, &correction)
        .await
        .is_problem("needs-consent");
    scene
        .ask(&scene.ada, &json!({ "correction": correction }))
        .await
        .is_problem("forbidden");
    let asked = scene
        .ask(&scene.carl, &json!({ "correction": correction }))
        .await
        .is(200)
        .json();
    assert_eq!(asked["undo"]["request"]["corrects"], true);
    assert_eq!(asked["undo"]["request"]["waits_for"], json!(["A", "B"]));
    let one = scene.answer(&scene.ada, true).await.is(200).json();
    assert_eq!(
        (&one["done"], &one["undo"]["request"]["waits_for"]),
        (&json!(false), &json!(["B"]))
    );
    assert_eq!(scene.answer(&scene.bob, true).await.is(200).json()["done"], true);
    let events = scene
        .server
        .browse_get(&scene.carl, &format!("/v1/games/{}/events?limit=200", scene.game))
        .await
        .is(200)
        .json();
    let words: Vec<&str> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["event"]["text"].as_str())
        .collect();
    assert!(
        words.contains(&"Another") && !words.contains(&"The wrong word"),
        "{words:?}"
    );
}

#[actix_web::test]
async fn who_records_both_sides_alone_asks_nobody_and_a_stated_policy_stays_once_others_sit() {
    let server = Server::new();
    let carl = server.account("carl", Role::Player).await;
    let asked = json!({ "system": "before-battle", "undo": "consent" });
    let made = server
        .browse_post(&carl, "/v1/games", &asked)
        .await
        .is(201)
        .json();
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/games/{game}");
    let say = json!({ "type": "say", "seat": "A", "text": "Ready." });
    let said = server
        .browse_post(&carl, &format!("{path}/commands"), &say)
        .await
        .is(200)
        .json();
    let before = said["applied"][0]["first"].as_u64().unwrap() - 1;
    let done = server
        .browse_post(&carl, &format!("{path}/undo"), &json!({ "to": before }))
        .await
        .is(200)
        .json();
    assert_eq!(done["done"], true);
    server
        .browse_post(&carl, &format!("{path}/commands"), &say)
        .await
        .is(200);
    // The policy is changed on the page of settings, and in the API.
    let page = server
        .browse_get(&carl, &format!("/g/{game}/settings"))
        .await
        .is(200)
        .text();
    assert!(page.contains("value=\"consent\" selected"), "{page}");
    let fields =
        json!({ "does": "describe", "title": "", "tags": "", "visibility": "public", "undo": "nobody" });
    server
        .browse_form(&carl, &format!("/g/{game}/settings"), &fields)
        .await
        .is(303);
    assert_eq!(server.get(&path).await.is(200).json()["undo"]["policy"], "nobody");
    let usual = json!({ "undo": "own_last" });
    server
        .browse_send(&carl, Method::PATCH, &path, &usual)
        .await
        .is(200);
    let bob = server.account("bob", Role::Player).await;
    server.sits(&bob, &game, "B").await;
    let heard = server
        .browse_send(&carl, Method::PATCH, &path, &json!({ "undo": "recorder" }))
        .await
        .is_problem("invalid-body");
    assert_eq!(heard.json()["errors"][0]["path"], "/undo");
    // Stating again what is stated already changes nothing and is fine.
    server
        .browse_send(&carl, Method::PATCH, &path, &usual)
        .await
        .is(200);
    let wrong = json!({ "system": "before-battle", "undo": "sometimes" });
    server
        .browse_post(&carl, "/v1/games", &wrong)
        .await
        .is_problem("invalid-body");
}

#[actix_web::test]
async fn the_recorder_page_asks_and_shows_the_request_to_who_answers() {
    let scene = Scene::new("consent").await;
    let (seat, before, _) = scene.plays(&mut numbers()).await;
    let (own, other) = (
        scene.of(seat),
        scene.of(if seat == Seat::A { Seat::B } else { Seat::A }),
    );
    let other_seat = if seat == Seat::A { "B" } else { "A" };
    let (page, form) = (
        format!("/g/{}/record", scene.game),
        format!("/g/{}/undo", scene.game),
    );
    let shown = scene.server.browse_get(own, &page).await.is(200).text();
    assert!(
        shown.contains("Ask to undo") && shown.contains("By consent of the other side"),
        "{shown}"
    );
    scene
        .server
        .browse_form(own, &form, &json!({ "does": "ask", "to": before.to_string() }))
        .await
        .is(303);
    let mine = scene.server.browse_get(own, &page).await.is(200).text();
    assert!(
        mine.contains("Withdraw") && mine.contains("Waiting for"),
        "{mine}"
    );
    let theirs = scene.server.browse_get(other, &page).await.is(200).text();
    assert!(
        theirs.contains(&format!("event {before}")) && theirs.contains(" agrees</button>"),
        "{theirs}"
    );
    let agree = json!({ "does": "agree", "seat": other_seat });
    scene.server.browse_form(other, &form, &agree).await.is(303);
    let after = scene.server.browse_get(own, &page).await.is(200).text();
    assert!(!after.contains("data-is=\"undo-request\""), "{after}");
    scene
        .server
        .browse_form(own, &form, &json!({ "does": "dance" }))
        .await
        .is_problem("invalid-body");
    // In a game that states nothing the button undoes at once, also what was recorded after an undo.
    let usual = Scene::new("recorder").await;
    let record = format!("/g/{}/record", usual.game);
    for _ in 0..2 {
        usual.plays(&mut numbers()).await;
        let shown = usual.server.browse_get(&usual.carl, &record).await.is(200).text();
        let button =
            crate::pages::between(&shown, "name=\"command\" value=\"", "\"")[0].replace("&quot;", "\"");
        assert!(button.contains("take_back"), "{button}");
        usual
            .server
            .browse_form(&usual.carl, &record, &json!({ "command": button }))
            .await
            .is(200);
    }
    assert_eq!(usual.now().await["now"]["take_backs"], 2);
    usual.plays(&mut numbers()).await;
    let page = format!("/g/{}/record", usual.game);
    let shown = usual.server.browse_get(&usual.carl, &page).await.is(200).text();
    assert!(shown.contains(">Undo</button>") && !shown.contains("Ask to undo"));
    let none = usual.server.browse_get(&usual.ada, &page).await.is(200).text();
    assert!(!none.contains(">Undo</button>") && !none.contains("Ask to undo"));
}
