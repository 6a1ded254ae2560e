//! Units that carry out their standing orders, given as one step (`by_orders` with `imply`).

use actix_web::test::TestRequest;
use hindsight_engine::kernel::{OrdersAsked, OrdersEnd, Seat, Viewer};
use hindsight_engine::{AnyOrders, RunCaller, TableCommand};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use serde_json::{Value, json};

use crate::implied::{BARROW, Scene, WOLVES, commands_of};

/// The places of a record at which a unit is activated, with what all of its seat do by their orders there.
fn orders_in(text: &str) -> impl Iterator<Item = (usize, Seat, AnyOrders)> {
    let keeper = RunCaller {
        standing: Vec::new(),
        seats: None,
        viewer: Viewer::Everything,
    };
    let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let activations = commands_of(text).into_iter().enumerate().filter(|(_, (_, request, _))| {
        matches!(&request.command, TableCommand::Play { command } if command["type"] == "activate")
    });
    activations.map(move |(place, (version, request, _))| {
        let game = chronicle.game_at(version, Viewer::Everything).unwrap();
        let seat = request.seat.unwrap();
        let asked = OrdersAsked { seat, units: None };
        (place, seat, game.by_orders(&asked, &keeper))
    })
}

/// The first place of a record at which that is so.
fn place_of(text: &str, is_so: impl Fn(&AnyOrders) -> bool) -> (usize, Seat, AnyOrders) {
    orders_in(text).find(|(_, _, orders)| is_so(orders)).unwrap()
}

fn by_orders(seat: Seat) -> Value {
    json!({ "type": "by_orders", "seat": seat })
}

impl Scene {
    async fn version(&self) -> u64 {
        let path = format!("/v1/games/{}", self.game);
        let game = self.server.get_as(&self.server.admin, &path).await.is(200).json();
        game["card"]["version"].as_u64().unwrap()
    }

    /// The recorder, as its keeper sees it without a script.
    async fn page(&self, query: &str) -> String {
        let path = format!("/g/{}/record{query}", self.game);
        let heard = self.server.get_as(&self.server.admin, &path).await;
        heard.is(200).text().replace("&quot;", "\"")
    }

    async fn outline(&self, unit: &str) -> Value {
        let path = format!("/v1/games/{}/board", self.game);
        let board = self.server.get_as(&self.server.admin, &path).await.is(200).json();
        let tokens = board["tokens"]
            .as_array()
            .or_else(|| board["board"]["tokens"].as_array());
        let token = tokens.unwrap().iter().find(|token| token["id"] == unit);
        token.unwrap()["outline"].clone()
    }
}

#[actix_web::test]
async fn units_carry_out_their_orders_in_one_step() {
    for text in [BARROW, WOLVES] {
        let (place, seat, orders) = place_of(text, |orders| orders.steps.len() > 2);
        let scene = Scene::new(text, place).await;
        let begins = scene.version().await;
        // Tried first: where they end is told, and nothing is stored.
        let command = by_orders(seat);
        let tried = scene.give("imply=true&dry_run=true", &command).await;
        let tried = tried.is(200).json();
        assert_eq!(scene.version().await, begins);
        let done = scene.give("imply=true", &command).await.is(200).json();
        assert_eq!(tried["by_orders"], done["by_orders"]);
        let told = &done["by_orders"][0];
        assert_eq!(told["seat"], json!(seat));
        let units = told["units"].as_array().unwrap();
        assert_eq!(units.len(), orders.steps.len(), "{told:#}");
        for unit in units {
            let id = unit["unit"].as_str().unwrap();
            assert_eq!(unit["to"]["outline"], scene.outline(id).await, "{unit:#}");
            assert!(unit["words"].as_str().unwrap().contains(id), "{unit:#}");
        }
        assert!(!told["stopped"]["words"].as_str().unwrap().is_empty(), "{told:#}");
        // The stored events are the real commands, of one step.
        let events = scene.events().await;
        assert!(events.iter().all(|event| event["step"] == done["step"]));
        let given: Vec<&Value> = events
            .iter()
            .filter(|event| event["implied"] != true)
            .filter_map(|event| event.get("command"))
            .collect();
        let wanted: Vec<Value> = orders.steps.iter().map(|step| step.given.to_value()).collect();
        assert_eq!(given, wanted.iter().collect::<Vec<_>>());
        // One step for undo.
        let page = scene.page("").await;
        assert!(
            page.contains(&format!("\"to\":{begins}")),
            "undo goes back to {begins}"
        );
        let back = json!({ "type": "take_back", "to": begins });
        scene.give("", &back).await.is(200);
        let again = scene.give("imply=true&dry_run=true", &command).await;
        assert_eq!(again.is(200).json()["by_orders"], tried["by_orders"]);
    }
}

#[actix_web::test]
async fn orders_stop_at_a_choice() {
    let (place, seat, _) = place_of(BARROW, |orders| {
        matches!(orders.end, OrdersEnd::Choice(_)) && orders.steps.len() > 1
    });
    let scene = Scene::new(BARROW, place).await;
    let done = scene.give("imply=true", &by_orders(seat)).await.is(200).json();
    let told = &done["by_orders"][0];
    let stopped = &told["stopped"];
    assert_eq!(stopped["reason"], "choice", "{stopped:#}");
    let last = told["units"].as_array().unwrap().last().unwrap();
    assert_eq!(stopped["unit"], last["unit"], "the unit that asks acts last");
    let asked = &done["now"]["awaiting"][0]["question"];
    assert_eq!(asked, &stopped["asked"]["question"]);
    // While the choice is open, none of the others acts.
    let refused = scene.give("imply=true", &by_orders(seat)).await;
    let refused = refused.is_problem("refused").json();
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("a choice is open"), "{detail}");
}

#[actix_web::test]
async fn orders_stop_where_several_could_final_rush() {
    let (place, seat, orders) = place_of(BARROW, |orders| match &orders.end {
        OrdersEnd::Refused(refusal) => refusal.rule.to_string() == "BG4-TURN-04",
        _ => false,
    });
    let scene = Scene::new(BARROW, place).await;
    let heard = scene.give("imply=true", &by_orders(seat)).await;
    if orders.steps.is_empty() {
        let refused = heard.is_problem("refused").json();
        assert_eq!(refused["rule"], "BG4-TURN-04", "{refused:#}");
        assert_eq!(refused["unit"], json!(orders.at), "{refused:#}");
    } else {
        let stopped = heard.is(200).json()["by_orders"][0]["stopped"].take();
        assert_eq!(stopped["reason"], "refused", "{stopped:#}");
        assert_eq!(stopped["rule"], "BG4-TURN-04", "{stopped:#}");
        assert_eq!(stopped["unit"], json!(orders.at), "{stopped:#}");
    }
    let page = scene.page("?orders=true").await;
    assert!(page.contains("BG4-TURN-04"), "the page says why");
}

#[actix_web::test]
async fn named_units_act_in_the_order_named() {
    let (place, seat, orders) = place_of(BARROW, |orders| orders.steps.len() > 2);
    let scene = Scene::new(BARROW, place).await;
    let first = &orders.steps[0].unit;
    let keyed = |units: &[&str]| {
        TestRequest::post()
            .uri(&format!("/v1/games/{}/commands?imply=true", scene.game))
            .insert_header(("authorization", format!("Bearer {}", scene.server.admin)))
            .insert_header(("idempotency-key", "one"))
            .set_json(json!({ "type": "by_orders", "seat": seat, "units": units }))
    };
    let two = [&**first, &*orders.steps[1].unit];
    let done = scene.server.ask(keyed(&two)).await.is(200).json();
    let told = &done["by_orders"][0];
    assert_eq!(told["stopped"]["reason"], "done", "{told:#}");
    let units = told["units"].as_array().unwrap().iter();
    let names: Vec<&Value> = units.map(|unit| &unit["unit"]).collect();
    assert_eq!(names, [&json!(two[0]), &json!(two[1])]);
    // Sent again it is done once, and other units under its key are another command.
    let again = scene.server.ask(keyed(&two)).await.is(200).json();
    assert_eq!(again["version"], done["version"]);
    let other = scene.server.ask(keyed(&[two[1], two[0]])).await;
    other.is_problem("command-key-reused");
    // One that has acted has no order any more.
    let command = json!({ "type": "by_orders", "seat": seat, "units": [first] });
    let refused = scene.give("imply=true", &command).await;
    let refused = refused.is_problem("refused").json();
    assert!(
        refused["detail"].as_str().unwrap().contains("has no order"),
        "{refused:#}"
    );
}

#[actix_web::test]
async fn what_is_no_list_of_units_is_refused_at_its_place() {
    let (place, seat, _) = place_of(BARROW, |orders| orders.steps.len() > 2);
    let scene = Scene::new(BARROW, place).await;
    for (command, place) in [
        (json!({ "type": "by_orders", "seat": seat, "dice": [3] }), "/dice"),
        (
            json!({ "type": "by_orders", "seat": seat, "units": [] }),
            "/units",
        ),
        (json!({ "type": "by_orders", "seat": seat, "units": 3 }), "/units"),
    ] {
        let problem = scene.give("imply=true", &command).await;
        let problem = problem.is_problem("invalid-body").json();
        assert_eq!(problem["errors"][0]["path"], place, "{problem:#}");
    }
    let problem = scene.give("", &by_orders(seat)).await;
    let problem = problem.is_problem("invalid-body").json();
    assert_eq!(problem["errors"][0]["path"], "/type", "{problem:#}");
}

#[actix_web::test]
async fn a_seat_carries_out_its_own_orders_alone() {
    let (place, seat, _) = place_of(BARROW, |orders| orders.steps.len() > 2);
    let scene = Scene::new(BARROW, place).await;
    let other = if seat == Seat::A { Seat::B } else { Seat::A };
    let token = |own: Seat| {
        let asked = json!({ "subject": "bob", "scopes": [format!("seat:{own}")], "game": scene.game });
        let server = &scene.server;
        async move {
            let made = server.post(&server.admin, "/v1/tokens", &asked).await;
            made.is(201).json()["secret"].as_str().unwrap().to_owned()
        }
    };
    let path = format!("/v1/games/{}/commands?imply=true", scene.game);
    let theirs = token(other).await;
    let heard = scene.server.post(&theirs, &path, &by_orders(seat)).await;
    heard.is_problem("forbidden");
    let heard = scene.server.post(&theirs, &path, &by_orders(other)).await;
    heard.is_problem("refused");
    let own = token(seat).await;
    let heard = scene
        .server
        .post(&own, &path, &json!({ "type": "by_orders" }))
        .await;
    let done = heard.is(200).json();
    let units = done["by_orders"][0]["units"].as_array().unwrap();
    assert!(!units.is_empty(), "{done:#}");
}

/// Without a script: a link shows where units end, a form records it, a part of it as well.
#[actix_web::test]
async fn the_recorder_shows_where_units_end() {
    let (place, _, orders) = place_of(BARROW, |orders| orders.steps.len() > 2);
    let scene = Scene::new(BARROW, place).await;
    let plain = scene.page("").await;
    assert!(plain.contains("The others by their orders") && plain.contains("orders=true"));
    assert!(!plain.contains("Up to here"));
    let shown = scene.page("?orders=true").await;
    for step in &orders.steps {
        let words = step.words.to_string();
        assert!(shown.contains(&words), "{words}");
    }
    assert_eq!(shown.matches("Up to here").count(), orders.steps.len() - 1);
    assert!(
        shown.contains("name=\"orders\" value=\"true\""),
        "the preview stays"
    );
    assert!(shown.contains("Then it stops") || shown.contains("These are all units"));
}
