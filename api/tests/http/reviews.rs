//! Reviews: a game looked at together, one of them leading.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::base::limits::REVIEWS;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::live::{Stream, browser, lively, stranger};
use crate::people::Account;
use crate::table::{Heard, Server};

/// A game of some events, a coach, a pupil who may annotate, and a reader.
struct Club {
    server: Server,
    coach: Account,
    pupil: Account,
    game: String,
}

impl Club {
    async fn new() -> Self {
        let server = Server::with(&hindsight_api::Settings {
            live_delay: std::time::Duration::ZERO,
            ..lively()
        });
        let coach = server.account("coach", Role::Coach).await;
        let pupil = server.account("pupil", Role::Player).await;
        let game = server.plain_game(&server.admin).await;
        server.play(&server.admin, &game, 8).await;
        Self {
            server,
            coach,
            pupil,
            game,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}/reviews{rest}", self.game)
    }

    /// A review that the coach leads; its id.
    async fn begun(&self) -> String {
        let made = self
            .server
            .browse_post(
                &self.coach,
                &self.path(""),
                &json!({ "title": "Tuesday", "version": 3 }),
            )
            .await
            .is(201);
        let review = made.json();
        let id = review["id"].as_str().unwrap().to_owned();
        assert_eq!(
            made.header("location"),
            Some(self.path(&format!("/{id}")).as_str())
        );
        assert_eq!(review["page"], format!("/g/{}/3?review={id}", self.game));
        id
    }

    async fn follow(&self, review: &str, who: (&'static str, String)) -> Stream {
        self.server
            .listen(&self.path(&format!("/{review}/live")), who)
            .await
    }

    async fn show(&self, who: &Account, review: &str, moment: &Value) -> Heard {
        self.server
            .browse_post(who, &self.path(&format!("/{review}/moment")), moment)
            .await
    }

    async fn hand(&self, who: &Account, review: &str, to: &Value) -> Heard {
        self.server
            .browse_post(who, &self.path(&format!("/{review}/leader")), to)
            .await
    }

    async fn end(&self, who: &Account, review: &str) -> Heard {
        let path = self.path(&format!("/{review}"));
        self.server
            .browse(&who.cookie, TestRequest::delete().uri(&path))
            .await
    }
}

/// The last state that a piece of a stream tells.
fn told(heard: &str) -> Value {
    let data = heard.lines().rev().find_map(|line| line.strip_prefix("data: "));
    serde_json::from_str(data.expect("a state")).unwrap()
}

/// Reads a stream until the review is as wanted; the review then.
async fn until(stream: &mut Stream, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let review = told(&stream.until("event: review\n").await);
        if wanted(&review) {
            return review;
        }
    }
}

#[actix_web::test]
async fn followers_see_the_moment_and_the_drawings_of_who_leads() {
    let club = Club::new().await;
    let review = club.begun().await;
    let mut stream = club.follow(&review, stranger()).await;
    let first = until(&mut stream, |review| review["followers"] == 1).await;
    assert_eq!(
        (
            &first["moment"]["version"],
            &first["leader"]["name"],
            &first["title"]
        ),
        (&json!(3), &json!("coach"), &json!("Tuesday"))
    );
    assert_eq!(first["leader"]["you"], false);
    let arrow = json!({ "type": "arrow", "from": { "x": 1.0, "y": 2.0 }, "to": { "x": 3.0, "y": 4.0 }, "colour": "good" });
    let distance = json!({ "type": "distance", "from": { "x": 0.0, "y": 0.0 }, "to": { "x": 3.0, "y": 4.0 }, "length": 99.0 });
    // Late enough that everybody knows the units.
    let version = club.server.play(&club.server.admin, &club.game, 40).await;
    let moment = json!({ "version": version, "flip": true, "unit": "A1", "drawings": [arrow, distance] });
    club.show(&club.coach, &review, &moment).await.is(200);
    let shown = until(&mut stream, |review| review["moment"]["version"] == version).await;
    assert_eq!(
        (
            &shown["moment"]["flip"],
            &shown["moment"]["unit"],
            &shown["moment"]["drawings"][0]
        ),
        (&json!(true), &json!("A1"), &arrow)
    );
    assert_eq!(
        shown["moment"]["drawings"][1]["length"], 5.0,
        "the server measures"
    );
    assert!(shown["number"].as_u64() > first["number"].as_u64());
    // Nothing of it is said of the game: drawings that are shown are stored nowhere.
    let said = club
        .server
        .get(&format!("/v1/games/{}/annotations", club.game))
        .await
        .is(200)
        .json();
    assert_eq!(said["items"], json!([]));
    // Who comes later, or again after a break, gets what is shown now.
    drop(stream);
    let mut again = club.follow(&review, stranger()).await;
    let same = until(&mut again, |review| review["followers"] == 1).await;
    assert_eq!(same["moment"], shown["moment"]);
}

#[actix_web::test]
async fn the_lead_is_handed_over_and_taken_back() {
    let club = Club::new().await;
    let review = club.begun().await;
    let moment = |version: u64| json!({ "version": version });
    let mut stream = club.follow(&review, browser(&club.pupil)).await;
    club.show(&club.pupil, &review, &moment(4))
        .await
        .is_problem("forbidden");
    club.hand(&club.pupil, &review, &json!({ "to": "pupil" }))
        .await
        .is_problem("forbidden");
    for nobody in ["nobody-of-this-name", "", "no good name"] {
        let answer = club.hand(&club.coach, &review, &json!({ "to": nobody })).await;
        if nobody.is_empty() {
            answer.is(200);
        } else {
            answer.is_problem("invalid-body");
        }
    }
    let reader = club.server.account("only-reads", Role::Reader).await;
    club.hand(&club.coach, &review, &json!({ "to": "only-reads" }))
        .await
        .is_problem("invalid-body");
    club.show(&reader, &review, &moment(4))
        .await
        .is_problem("forbidden");

    let drawn = json!({ "version": 4, "drawings": [
        { "type": "circle", "centre": { "x": 1.0, "y": 2.0 }, "radius": 2.0 }
    ] });
    club.show(&club.coach, &review, &drawn).await.is(200);
    club.hand(&club.coach, &review, &json!({ "to": "Pupil" }))
        .await
        .is(200);
    let handed = until(&mut stream, |review| review["leader"]["name"] == "pupil").await;
    assert_eq!(
        (&handed["leader"]["you"], &handed["maker"]["name"]),
        (&json!(true), &json!("coach"))
    );
    assert_eq!(handed["moment"]["version"], 4);
    assert_eq!(
        handed["moment"]["drawings"],
        json!([]),
        "the coach's drawings go with the coach"
    );
    club.show(&club.pupil, &review, &moment(6)).await.is(200);
    club.show(&club.coach, &review, &moment(2))
        .await
        .is_problem("forbidden");
    let listed = club
        .server
        .browse_get(&club.pupil, &club.path(""))
        .await
        .is(200)
        .json();
    assert_eq!(listed["items"][0]["id"], review.as_str());
    // Who leads cannot take it for good: who made it takes it back.
    club.hand(&club.pupil, &review, &json!({}))
        .await
        .is_problem("forbidden");
    club.hand(&club.coach, &review, &json!({})).await.is(200);
    let back = until(&mut stream, |review| review["leader"]["name"] == "coach").await;
    assert_eq!(back["moment"]["version"], 6);
    club.show(&club.pupil, &review, &moment(7))
        .await
        .is_problem("forbidden");
    let listed = club.server.browse_get(&club.pupil, &club.path("")).await.json();
    assert_eq!(
        listed["items"],
        json!([]),
        "it is nobody's list but theirs who lead"
    );
}

#[actix_web::test]
async fn a_review_ends_for_all_at_once() {
    let club = Club::new().await;
    let review = club.begun().await;
    let mut stream = club.follow(&review, stranger()).await;
    until(&mut stream, |_| true).await;
    club.end(&club.pupil, &review).await.is_problem("forbidden");
    club.end(&club.coach, &review).await.is(204);
    stream.until("event: ended\n").await;
    assert_eq!(stream.rest().await, "");
    let path = club.path(&format!("/{review}"));
    club.server.get(&path).await.is_problem("no-such-review");
    club.show(&club.coach, &review, &json!({ "version": 1 }))
        .await
        .is_problem("no-such-review");
    club.end(&club.coach, &review).await.is_problem("no-such-review");
    club.server
        .ask(TestRequest::get().uri(&format!("{path}/live")))
        .await
        .is_problem("no-such-review");
    let page = club
        .server
        .get(&format!("/g/{}/3?review={review}", club.game))
        .await
        .is(200)
        .text();
    assert!(
        page.contains("This review has ended."),
        "the moment is still to be seen"
    );
    // Who keeps the game ends anybody's review of it.
    let other = club.begun().await;
    let path = club.path(&format!("/{other}"));
    let admin = &club.server.admin;
    club.server
        .send(Method::DELETE, admin, &path, &json!({}))
        .await
        .is(204);
}

#[actix_web::test]
async fn only_what_can_be_seen_is_shown_and_only_so_much() {
    let club = Club::new().await;
    let review = club.begun().await;
    let circle = json!({ "type": "circle", "centre": { "x": 1.0, "y": 2.0 }, "radius": 2.0 });
    let far = json!({ "type": "arrow", "from": { "x": 1e9, "y": 0.0 }, "to": { "x": 1.0, "y": 1.0 } });
    for (moment, problem) in [
        (json!({ "version": 0 }), "no-such-version"),
        (json!({ "version": 100_000 }), "no-such-version"),
        (json!({ "version": -1 }), "invalid-body"),
        (json!({}), "invalid-body"),
        (json!({ "version": 3, "zoom": 2 }), "unknown-field"),
        (json!({ "version": 3, "seat": "A" }), "forbidden"),
        (json!({ "version": 3, "seat": "nobody" }), "invalid-body"),
        (json!({ "version": 3, "unit": "x".repeat(65) }), "invalid-body"),
        (
            json!({ "version": 3, "drawings": vec![circle.clone(); 33] }),
            "invalid-body",
        ),
        (json!({ "version": 3, "drawings": [far] }), "invalid-body"),
        (json!({ "version": 3, "unit": "x".repeat(70_000) }), "too-large"),
    ] {
        let told = club.show(&club.coach, &review, &moment).await;
        let words = moment.to_string();
        assert_eq!(
            told.json()["type"],
            format!("/problems/{problem}"),
            "{}",
            &words[..words.len().min(100)]
        );
        told.is_problem(problem);
    }
    let now = club
        .server
        .get(&club.path(&format!("/{review}")))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&now["number"], &now["moment"]["version"]),
        (&json!(1), &json!(3)),
        "nothing was shown"
    );
    for title in ["x".repeat(101), "a\u{7}b".to_owned()] {
        club.server
            .browse_post(&club.coach, &club.path(""), &json!({ "title": title }))
            .await
            .is_problem("invalid-body");
    }
    for _ in 1..REVIEWS {
        club.begun().await;
    }
    club.server
        .browse_post(&club.coach, &club.path(""), &json!({}))
        .await
        .is_problem("limit-reached");
    // A review is one of its game alone.
    let other = club.server.plain_game(&club.server.admin).await;
    club.server
        .get(&format!("/v1/games/{other}/reviews/{review}"))
        .await
        .is_problem("no-such-review");
}

#[actix_web::test]
async fn followers_are_told_nothing_that_they_may_not_see() {
    let club = Club::new().await;
    let admin = &club.server.admin;
    let made = club
        .server
        .post(admin, &club.path(""), &json!({}))
        .await
        .is(201)
        .json();
    let review = made["id"].as_str().unwrap();
    // Who keeps the game looks through a seat's eyes; a stranger hears the moment alone.
    let circle =
        json!({ "type": "circle", "centre": { "x": 1.0, "y": 2.0 }, "radius": 1.0, "colour": "good" });
    let moment = json!({ "version": 4, "seat": "A", "unit": "A1", "drawings": [circle] });
    let path = club.path(&format!("/{review}"));
    club.server
        .post(admin, &format!("{path}/moment"), &moment)
        .await
        .is(200);
    assert_eq!(
        club.server.get_as(admin, &path).await.json()["moment"]["seat"],
        "A"
    );
    let told = club.server.get(&path).await.is(200).json();
    assert_eq!(
        told["moment"],
        json!({ "version": 4, "flip": false, "drawings": [] }),
        "what is opened and drawn on a seat's own board stays with it"
    );
    // A unit that a follower may not know yet is not named to them.
    let moment = json!({ "version": 4, "unit": "nobody-knows" });
    club.server
        .post(admin, &format!("{path}/moment"), &moment)
        .await
        .is(200);
    let told = club.server.get(&path).await.is(200).json();
    assert_eq!(told["moment"].get("unit"), None);
    // With the game it goes from their sight.
    let mut stream = club.follow(review, stranger()).await;
    until(&mut stream, |_| true).await;
    let hidden = json!({ "visibility": "private" });
    club.server
        .send(Method::PATCH, admin, &format!("/v1/games/{}", club.game), &hidden)
        .await
        .is(200);
    assert_eq!(stream.rest().await, "");
    club.server.get(&path).await.is_problem("no-such-game");
    club.server
        .browse_post(&club.coach, &club.path(""), &json!({}))
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn a_review_is_led_by_forms_of_its_page() {
    let club = Club::new().await;
    let at = format!("/g/{}/3", club.game);
    let form = format!("{at}/reviews");
    let page = club.server.browse_get(&club.coach, &at).await.is(200).text();
    assert!(page.contains("Start a live review"));
    let begun = club
        .server
        .browse_form(
            &club.coach,
            &form,
            &json!({ "does": "begin", "title": "<b>Tuesday</b>" }),
        )
        .await
        .is(303);
    let to = begun.header("location").unwrap().to_owned();
    let review = to.strip_prefix(&format!("{at}?review=")).unwrap().to_owned();
    let page = club.server.browse_get(&club.coach, &to).await.is(200).text();
    assert!(
        page.contains("You lead") && page.contains("&lt;b&gt;Tuesday"),
        "{page}"
    );
    let followed = club.server.browse_get(&club.pupil, &to).await.is(200).text();
    assert!(followed.contains("coach leads") && !followed.contains("End the review"));
    for (fields, problem) in [
        (json!({ "does": "dance", "review": review }), "invalid-body"),
        (json!({ "does": "hand-over", "review": review }), "invalid-body"),
        (
            json!({ "does": "take-back", "review": "nothing" }),
            "no-such-review",
        ),
    ] {
        club.server
            .browse_form(&club.coach, &form, &fields)
            .await
            .is_problem(problem);
    }
    let given = json!({ "does": "hand-over", "review": review, "to": "pupil" });
    club.server.browse_form(&club.coach, &form, &given).await.is(303);
    let page = club.server.browse_get(&club.pupil, &to).await.is(200).text();
    assert!(page.contains("You lead"));
    let taken = json!({ "does": "take-back", "review": review });
    club.server.browse_form(&club.coach, &form, &taken).await.is(303);
    let ended = json!({ "does": "end", "review": review });
    let ended = club.server.browse_form(&club.coach, &form, &ended).await.is(303);
    assert_eq!(ended.header("location"), Some(at.as_str()));
}
