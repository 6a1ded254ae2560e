//! Commands that only lead on to a choice: the choice is laid out before they are recorded, and both are one step.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::implied::{LEVY, Scene, commands_of};
use crate::table::{Heard, form};

/// The kind of a recorded command.
fn kind(command: &Value) -> &str {
    command["command"]["type"].as_str().unwrap_or_default()
}

/// The place of the first activation of the levy, from a place on, whose act is of a kind.
fn activation(from: usize, act: &str) -> usize {
    let all = commands_of(LEVY);
    let found = (from..all.len() - 1).find(|place| {
        let (first, second) = (all[*place].1.to_value(), all[place + 1].1.to_value());
        let action = &second["command"]["action"];
        kind(&first) == "activate" && kind(&second) == "act" && (action == act || action.get(act).is_some())
    });
    found.unwrap_or_else(|| panic!("no activation for {act}"))
}

/// The levy before an activation, with the activation, the act, and the unit.
struct Activation {
    scene: Scene,
    first: Value,
    act: Value,
    unit: String,
}

impl Activation {
    async fn new(act: &str) -> Self {
        let scene = Scene::new(LEVY, activation(20, act)).await;
        let (first, act) = (scene.behind[0].1.to_value(), scene.behind[1].1.to_value());
        let unit = first["command"]["unit"].as_str().unwrap().to_owned();
        Self {
            scene,
            first,
            act,
            unit,
        }
    }

    async fn give(&self, query: &str, act: &Value) -> Heard {
        self.scene.give(query, &json!([self.first, act])).await
    }

    /// The choices to which the offers of the unit lead.
    async fn leads_to(&self) -> Vec<Value> {
        let offers = self.scene.offers(&format!("unit={}", self.unit)).await;
        offers["leads_to"].as_array().cloned().unwrap_or_default()
    }
}

/// The commands of offers, as they are posted.
fn commands(items: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for offer in items.as_array().unwrap() {
        let samples = offer["samples"].as_array().into_iter().flatten();
        for command in samples.chain(offer.get("command")) {
            found.push(json!({ "type": "play", "seat": offer["seat"], "command": command }));
        }
    }
    found
}

/// Whether a step would be taken, with the dice that it may still ask for.
fn is_taken(heard: &Heard) -> bool {
    heard.status == 200 || (heard.status == 422 && heard.json().get("needed").is_some())
}

#[actix_web::test]
async fn activation_and_act_are_laid_out_and_recorded_as_one_step() {
    let at = Activation::new("march").await;
    let found = at.leads_to().await;
    let [choice] = &found[..] else {
        panic!("{found:#?}")
    };
    assert_eq!((&choice["first"], &choice["passes"]), (&at.first, &json!(0)));
    assert_eq!(choice["awaiting"][0]["decision"], "choose_action", "{choice:#}");
    let marches = |item: &Value| item["samples"][0]["action"].get("march").is_some();
    assert!(
        choice["items"].as_array().unwrap().iter().any(marches),
        "{choice:#}"
    );
    assert!(at.scene.offers("").await.get("leads_to").is_none());
    let before = at.scene.events().await;
    let done = at.give("atomic=true", &at.act).await.is(200).json();
    let step = done["step"].as_str().unwrap();
    assert_eq!(done["applied"].as_array().unwrap().len(), 2);
    let events = at.scene.events().await;
    assert!(events[before.len()..].iter().all(|event| event["step"] == step));
    assert!(at.scene.is_as_recorded_after(2).await);
    // It is one step to go back as well.
    let inside = events[before.len()]["version"].as_u64().unwrap();
    let back = |to: u64| json!({ "type": "take_back", "to": to, "reason": "another unit" });
    at.scene.give("", &back(inside)).await.is_problem("refused");
    at.scene.give("", &back(inside - 1)).await.is(200);
    assert!(at.scene.is_as_recorded_after(0).await);
}

#[actix_web::test]
async fn every_act_that_is_laid_out_is_accepted() {
    for act in ["march", "charge", "melee", "ranged", "retreat", "demolish"] {
        let at = Activation::new(act).await;
        let offers = at.scene.offers("").await;
        let mut tried = 0;
        for offer in offers["items"].as_array().unwrap() {
            if offer["leads_on"] != true {
                continue;
            }
            let unit = offer["unit"].as_str().unwrap();
            let found = at.scene.offers(&format!("unit={unit}")).await["leads_to"].take();
            let [choice] = found.as_array().unwrap().as_slice() else {
                panic!("{unit}: {found:#}")
            };
            for command in commands(&choice["items"]) {
                let step = json!([choice["first"], command]);
                let heard = at.scene.give("atomic=true&dry_run=true", &step).await;
                assert!(is_taken(&heard), "{command}: {}", heard.text());
                tried += 1;
            }
        }
        assert!(tried > 1, "{act}: {tried}");
    }
}

#[actix_web::test]
async fn a_refused_act_leaves_its_unit_as_it_was() {
    let at = Activation::new("march").await;
    let before = at.scene.events().await;
    let mut far = at.act.clone();
    far["command"]["action"]["march"]["distance"] = json!(40_000);
    let refused = at.give("atomic=true", &far).await.is_problem("refused").json();
    assert_eq!((&refused["applied"], &refused["item"]), (&json!(0), &json!(1)));
    assert_eq!(at.scene.events().await, before);
    assert!(at.scene.is_as_recorded_after(0).await);
}

#[actix_web::test]
async fn dice_of_an_act_are_asked_for_before_anything_is_stored() {
    let at = Activation::new("retreat").await;
    let before = at.scene.events().await;
    let mut without = at.act.clone();
    without.as_object_mut().unwrap().remove("dice").unwrap();
    let asked = at
        .give("atomic=true", &without)
        .await
        .is_problem("refused")
        .json();
    assert_eq!(
        (
            &asked["needed"]["purpose"],
            &asked["needed"]["count"],
            &asked["item"]
        ),
        (&json!("retreat"), &json!(1), &json!(1)),
        "{asked:#}"
    );
    assert_eq!(at.scene.events().await, before);
    at.give("atomic=true", &at.act).await.is(200);
    assert!(at.scene.is_as_recorded_after(2).await);
}

/// A pass in a window before a turn, the activation, and its act.
#[actix_web::test]
async fn passes_before_an_activation_are_filled_in() {
    let all = commands_of(LEVY);
    let place = (20..all.len())
        .find(|place| {
            let next = |number: usize| all[place + number].1.to_value();
            all[*place].2 && kind(&next(1)) == "activate" && kind(&next(2)) == "act"
        })
        .unwrap();
    let scene = Scene::new(LEVY, place).await;
    let (first, act) = (scene.behind[1].1.to_value(), scene.behind[2].1.to_value());
    let unit = first["command"]["unit"].as_str().unwrap();
    // The choice stands after the pass alone.
    let now = scene.offers(&format!("unit={unit}")).await;
    assert!(now.get("leads_to").is_none(), "{now:#}");
    let found = scene.offers(&format!("unit={unit}&ahead=true")).await["leads_to"].take();
    assert_eq!(
        (&found[0]["first"], &found[0]["passes"]),
        (&first, &json!(1)),
        "{found:#}"
    );
    for command in commands(&found[0]["items"]) {
        let heard = scene
            .give("imply=true&dry_run=true", &json!([first, command]))
            .await;
        assert!(is_taken(&heard), "{command}: {}", heard.text());
    }
    let done = scene
        .give("imply=true", &json!([first, act]))
        .await
        .is(200)
        .json();
    let applied = done["applied"].as_array().unwrap();
    let implied: Vec<bool> = applied.iter().map(|command| command["implied"] == true).collect();
    assert_eq!(implied, [true, false, false], "{done:#}");
    assert!(scene.is_as_recorded_after(3).await);
}

#[actix_web::test]
async fn the_recorder_records_both_by_one_form() {
    let at = Activation::new("march").await;
    let (server, game) = (&at.scene.server, &at.scene.game);
    let cookie = server.sign_in(&server.admin).await;
    let address = format!("/g/{game}/record?unit={}", at.unit);
    let shown = server
        .browse(&cookie, TestRequest::get().uri(&address))
        .await
        .is(200)
        .text();
    let hidden = at.first.to_string().replace('"', "&quot;");
    let field = format!("<input type=\"hidden\" name=\"first\" value=\"{hidden}\">");
    assert!(shown.contains(&field), "{field}: {shown}");
    // No unit of the list is activated by the tap that chooses it.
    assert!(!shown.contains("data-only"), "{shown}");
    let send = |fields: Value| {
        TestRequest::post()
            .uri(&format!("/g/{game}/record"))
            .insert_header(("content-type", "application/x-www-form-urlencoded"))
            .insert_header(("accept", "text/html"))
            .set_payload(form(&fields))
    };
    let (first, act) = (at.first.to_string(), at.act.to_string());
    // A correction changes one command.
    let wrong = json!({ "first": first, "command": act, "at": "20", "how": "replace", "reason": "no" });
    let heard = server.browse(&cookie, send(wrong)).await;
    let told = heard.text();
    assert!(told.contains("A correction changes one command"), "{told}");
    let before = at.scene.events().await.len();
    let fields = json!({ "first": first, "command": act, "unit": at.unit });
    server.browse(&cookie, send(fields)).await.is(303);
    assert!(at.scene.is_as_recorded_after(2).await);
    let events = at.scene.events().await;
    let step = &events[before]["step"];
    assert!(step.is_string() && events[before..].iter().all(|event| &event["step"] == step));
    // One undo takes both back.
    let shown = server
        .browse(&cookie, TestRequest::get().uri(&format!("/g/{game}/record")))
        .await
        .is(200)
        .text();
    let to = events[before]["version"].as_u64().unwrap() - 1;
    assert!(shown.contains(&format!("&quot;to&quot;:{to}")), "{shown}");
}

#[actix_web::test]
async fn a_seat_sees_what_its_own_units_lead_to() {
    let at = Activation::new("march").await;
    let (server, game) = (&at.scene.server, &at.scene.game);
    let own = at.first["seat"].as_str().unwrap();
    let other = if own == "A" { "B" } else { "A" };
    for seat in [other, own] {
        let asked = json!({ "subject": "bob", "scopes": [format!("seat:{seat}")], "game": game });
        let made = server
            .post(&server.admin, "/v1/tokens", &asked)
            .await
            .is(201)
            .json();
        let token = made["secret"].as_str().unwrap();
        let path = format!("/v1/games/{game}/offers?unit={}&ahead=true", at.unit);
        let offers = server.get_as(token, &path).await.is(200).json();
        assert_eq!(
            offers.get("leads_to").is_some(),
            seat == own,
            "{seat}: {offers:#}"
        );
        let path = format!("/v1/games/{game}/commands?atomic=true");
        let heard = server.post(token, &path, &json!([at.first, at.act])).await;
        let status = if seat == own { 200 } else { 403 };
        assert_eq!(heard.status, status, "{}", heard.text());
    }
}
