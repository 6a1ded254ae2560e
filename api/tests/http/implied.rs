//! Commands with the passes before them filled in (`imply`), and what can be recorded beyond them (`ahead`).

use actix_web::test::TestRequest;
use hindsight_engine::kernel::Viewer;
use hindsight_engine::{CommandRequest, TableCommand};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// A recorded command: the version before it, the command with its dice, whether its seat declines by it.
pub(crate) type Recorded = (u64, CommandRequest, bool);

/// The commands of a recorded game.
pub(crate) fn commands_of(text: &str) -> Vec<Recorded> {
    let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let mut all: Vec<Recorded> = Vec::new();
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            if let Some(given) = step.given() {
                all.push((step.version() - 1, given.clone(), step.declines()));
            }
            true
        })
        .unwrap();
    all
}

/// A server with a variation of a recorded game whose dice the players report, and the commands that were recorded behind it.
pub(crate) struct Scene {
    pub(crate) server: Server,
    pub(crate) game: String,
    pub(crate) behind: Vec<Recorded>,
    /// The recorded game.
    pub(crate) of: String,
    /// The version where the variation begins.
    begins: u64,
}

impl Scene {
    /// From the command at this place of the record.
    pub(crate) async fn new(text: &str, place: usize) -> Self {
        let server = Server::new();
        let of = server.brought(text).await;
        let behind = commands_of(text).split_off(place);
        let path = format!("/v1/games/{of}/variations");
        let asked = json!({ "version": behind[0].0, "dice": "reported" });
        let made = server.post(&server.admin, &path, &asked).await.is(201).json();
        let game = made["game"]["card"]["id"].as_str().unwrap().to_owned();
        let begins = made["game"]["card"]["version"].as_u64().unwrap();
        Self {
            server,
            game,
            behind,
            of,
            begins,
        }
    }

    pub(crate) async fn give(&self, query: &str, command: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands?{query}", self.game);
        self.server.post(&self.server.admin, &path, command).await
    }

    pub(crate) async fn state(&self, game: &str, at: Option<u64>) -> Value {
        let at = at.map_or_else(String::new, |at| format!("?at={at}"));
        let path = format!("/v1/games/{game}/state{at}");
        self.server.get_as(&self.server.admin, &path).await.is(200).json()["state"].take()
    }

    /// The events behind where the variation begins.
    pub(crate) async fn events(&self) -> Vec<Value> {
        let path = format!(
            "/v1/games/{}/events?from={}&limit=1000",
            self.game,
            self.begins + 1
        );
        let page = self.server.get_as(&self.server.admin, &path).await.is(200).json();
        page["items"].as_array().unwrap().clone()
    }

    pub(crate) async fn offers(&self, query: &str) -> Value {
        let path = format!("/v1/games/{}/offers?{query}", self.game);
        self.server.get_as(&self.server.admin, &path).await.is(200).json()
    }

    /// Whether the game stands as the recorded one did after so many of the next commands.
    pub(crate) async fn is_as_recorded_after(&self, count: usize) -> bool {
        let then = self.state(&self.of, Some(self.behind[count].0)).await;
        self.state(&self.game, None).await == then
    }

    /// Records the next commands without their passes.
    async fn record(&self, commands: &[Recorded]) {
        for (_, request, declines) in commands {
            let command = match (declines, request.dice.is_empty()) {
                (true, true) => continue,
                (true, false) => json!({ "type": "next", "dice": request.dice }),
                (false, _) => request.to_value(),
            };
            let done = self.give("imply=true", &command).await.is(200).json();
            let applied = done["applied"].as_array().unwrap();
            let (last, passes) = applied.split_last().unwrap();
            assert!(passes.iter().all(|pass| pass["implied"] == true), "{done:#}");
            assert_eq!(last["implied"] == true, *declines, "{done:#}");
        }
    }
}

pub(crate) const BARROW: &str = include_str!("../../../tests/games/the-knights-at-the-barrow.hgn");
pub(crate) const WOLVES: &str = include_str!("../../../tests/games/the-wolves-at-two-woods.hgn");
pub(crate) const LEVY: &str = include_str!("../../../tests/games/the-levy-that-came-back.hgn");
pub(crate) const MARSHAL: &str = include_str!("../../../tests/games/the-marshal-comes-late.hgn");
pub(crate) const ORSA: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
pub(crate) const ROUNDS: &str = include_str!("../../../tests/games/three-rounds-left.hgn");

/// Stretches of a game of each system: from the command at a place, so many commands.
const STRETCHES: [(&str, usize, usize); 5] = [
    (BARROW, 200, 120),
    (WOLVES, 300, 120),
    (LEVY, 60, 80),
    (MARSHAL, 60, 60),
    (ROUNDS, 3, 4),
];

#[actix_web::test]
async fn passes_that_were_left_out_are_filled_in() {
    for (text, place, count) in STRETCHES {
        let scene = Scene::new(text, place).await;
        // The stretch ends with a command that is no pass, so that nothing is left out behind it.
        let end = (count..scene.behind.len())
            .find(|end| !scene.behind[*end].2)
            .unwrap()
            + 1;
        scene.record(&scene.behind[..end]).await;
        let now = scene.state(&scene.game, None).await;
        let then = scene.state(&scene.of, Some(scene.behind[end].0)).await;
        assert!(now == then, "{}: the positions are the same", scene.of);
        // The stored events are the real commands.
        let events = scene.events().await;
        let passes = scene.behind[..end]
            .iter()
            .filter(|(_, _, declines)| *declines)
            .count();
        let implied = events
            .iter()
            .filter(|event| event["implied"] == true && event.get("command").is_some());
        assert_eq!(implied.count(), passes, "{}", scene.of);
    }
}

/// The first place of the barrow at which passes that roll nothing lead to another command, and the one at which a pass rolls.
fn windows() -> (usize, usize) {
    let all = commands_of(BARROW);
    let from = 200;
    let is_pass = |place: usize| all[place].2;
    let command = (from..all.len()).find(|place| {
        is_pass(*place) && all[*place].1.dice.is_empty() && {
            let next = (*place..all.len()).find(|next| !is_pass(*next)).unwrap();
            (*place..next).all(|between| all[between].1.dice.is_empty())
        }
    });
    let roll = (from..all.len()).find(|place| {
        is_pass(*place) && all[*place].1.dice.is_empty() && {
            let next = (*place + 1..all.len())
                .find(|next| !all[*next].1.dice.is_empty())
                .unwrap();
            (*place..=next).all(is_pass)
        }
    });
    (command.unwrap(), roll.unwrap())
}

/// A place of the barrow from which passes lead to a roll, and the number of the pass that rolls.
async fn before_a_roll() -> (Scene, usize) {
    let (_, place) = windows();
    let scene = Scene::new(BARROW, place).await;
    let mut behind = scene.behind.iter();
    let roll = behind.position(|(_, given, _)| !given.dice.is_empty()).unwrap();
    (scene, roll)
}

#[actix_web::test]
async fn a_command_with_its_passes_is_one_step() {
    let (place, _) = windows();
    let scene = Scene::new(BARROW, place).await;
    let goal = scene
        .behind
        .iter()
        .position(|(_, _, declines)| !declines)
        .unwrap();
    let command = scene.behind[goal].1.to_value();
    let before = scene.events().await.len();
    let refused = scene.give("", &command).await.is_problem("refused").json();
    assert!(refused.get("implied").is_none());
    // Tried first: nothing is stored.
    let tried = scene
        .give("imply=true&dry_run=true", &command)
        .await
        .is(200)
        .json();
    assert_eq!(scene.events().await.len(), before);
    let keyed = || {
        TestRequest::post()
            .uri(&format!("/v1/games/{}/commands?imply=true", scene.game))
            .insert_header(("authorization", format!("Bearer {}", scene.server.admin)))
            .insert_header(("idempotency-key", "one"))
            .set_json(&command)
    };
    let done = scene.server.ask(keyed()).await.is(200).json();
    assert_eq!(done["applied"], tried["applied"]);
    assert_eq!(done["applied"].as_array().unwrap().len(), goal + 1);
    assert_eq!(done["step"], "one");
    let events = scene.events().await;
    assert!(events[before..].iter().all(|event| event["step"] == "one"));
    // Sent again it is done once, and another command under its key is none.
    let again = scene.server.ask(keyed()).await.is(200).json();
    assert_eq!(again["version"], done["version"]);
    assert!(
        again["applied"]
            .as_array()
            .unwrap()
            .iter()
            .all(|command| command["repeated"] == true)
    );
    for other in [
        json!({ "type": "say", "seat": "A", "text": "hm" }),
        json!({ "type": "next", "dice": [3] }),
    ] {
        for query in ["imply=true", ""] {
            let ask = TestRequest::post()
                .uri(&format!("/v1/games/{}/commands?{query}", scene.game))
                .insert_header(("authorization", format!("Bearer {}", scene.server.admin)))
                .insert_header(("idempotency-key", "one"))
                .set_json(&other);
            let heard = scene.server.ask(ask).await;
            assert!(heard.status == 409 || heard.status == 400, "{}", heard.text());
        }
    }
    // It is taken back as one.
    let inside = events[before]["version"].as_u64().unwrap();
    let back = json!({ "type": "take_back", "to": inside, "reason": "a card was played" });
    scene.give("", &back).await.is_problem("refused");
    let back = json!({ "type": "take_back", "to": inside - 1, "reason": "a card was played" });
    scene.give("", &back).await.is(200);
    assert_eq!(
        scene.state(&scene.game, None).await,
        scene.state(&scene.of, Some(scene.behind[0].0)).await
    );
}

#[actix_web::test]
async fn dice_go_to_the_roll_that_is_due() {
    let (scene, roll) = before_a_roll().await;
    let (dice, before) = (scene.behind[roll].1.dice.clone(), scene.events().await.len());
    // What is due is told with the offers, with what could interrupt.
    let ahead = scene.offers("ahead=true").await["ahead"].take();
    assert_eq!(ahead["ends"], "roll");
    let (count, sides) = (&ahead["needed"]["count"], &ahead["needed"]["sides"]);
    let due = usize::try_from(count.as_u64().unwrap()).unwrap();
    assert!(due <= dice.len() && *sides == 6, "{ahead:#}");
    let places = ahead["places"].as_array().unwrap();
    assert_eq!(places.len(), roll + 1, "one for each pass");
    for (number, place) in places.iter().enumerate() {
        assert_eq!(place["passes"], number);
        let plain = |item: &Value| item["nothing"] == true && item.get("command").is_some();
        assert!(!place["items"].as_array().unwrap().iter().any(plain), "{place:#}");
    }
    assert!(scene.offers("").await.get("ahead").is_none());
    // Without dice they are asked for; with too many none is taken; nothing is stored.
    let asked = scene
        .give("imply=true", &json!({ "type": "next" }))
        .await
        .is_problem("refused")
        .json();
    assert_eq!(
        (
            &asked["needed"]["count"],
            asked["implied"].as_array().unwrap().len()
        ),
        (count, roll)
    );
    let mut more = dice.clone();
    more.push(1.into());
    scene
        .give("imply=true", &json!({ "type": "next", "dice": more }))
        .await
        .is_problem("refused");
    assert_eq!(scene.events().await.len(), before);
    let done = scene
        .give("imply=true", &json!({ "type": "next", "dice": dice }))
        .await
        .is(200)
        .json();
    assert!(
        done["applied"]
            .as_array()
            .unwrap()
            .iter()
            .all(|command| command["implied"] == true)
    );
    let then = scene.behind[roll + 1].0;
    assert_eq!(
        scene.state(&scene.game, None).await,
        scene.state(&scene.of, Some(then)).await
    );
}

#[actix_web::test]
async fn what_cannot_be_implied_is_refused_and_says_why() {
    let (place, _) = windows();
    let scene = Scene::new(BARROW, place).await;
    let before = scene.events().await.len();
    let goal = scene.behind.iter().find(|(_, _, declines)| !declines).unwrap();
    let mut seatless = goal.1.to_value();
    seatless.as_object_mut().unwrap().remove("seat");
    let heard = scene.give("imply=true", &seatless).await;
    assert_eq!(
        (heard.status, heard.json()["errors"][0]["path"].clone()),
        (400, json!("/seat"))
    );
    // Without `imply` nothing goes on by itself.
    let heard = scene.give("", &json!({ "type": "next" })).await;
    assert_eq!(
        (heard.status, heard.json()["errors"][0]["path"].clone()),
        (400, json!("/type"))
    );
    // No pass leads to a command that the rules forbid.
    let foolish = json!({ "type": "play", "seat": "A", "command": { "type": "activate", "units": ["A59"] } });
    scene.give("imply=true", &foolish).await.is_problem("refused");
    let back = json!({ "type": "take_back", "to": 2, "reason": "no" });
    scene.give("imply=true", &back).await.is_problem("refused");
    assert_eq!(scene.events().await.len(), before, "nothing was stored");
}

/// A place of the barrow at which a seat passes, the other one after it, and then a command is given; no pass rolls.
fn two_seats() -> usize {
    let all = commands_of(BARROW);
    let passes = |place: usize| all[place].2 && all[place].1.dice.is_empty();
    let seat = |place: usize| all[place].1.seat;
    let found = (200..all.len() - 2).find(|&place| {
        let two = passes(place) && passes(place + 1) && seat(place) != seat(place + 1);
        two && !all[place + 2].2 && !passes(place - 1)
    });
    found.unwrap()
}

#[actix_web::test]
async fn a_seat_passes_for_itself_alone() {
    let scene = Scene::new(BARROW, two_seats()).await;
    let (own, other) = (scene.behind[0].1.seat.unwrap(), scene.behind[1].1.seat.unwrap());
    let token = |seat: String| {
        let asked = json!({ "subject": "bob", "scopes": [seat], "game": scene.game });
        let server = &scene.server;
        async move {
            let made = server
                .post(&server.admin, "/v1/tokens", &asked)
                .await
                .is(201)
                .json();
            made["secret"].as_str().unwrap().to_owned()
        }
    };
    let path = format!("/v1/games/{}/commands?imply=true", scene.game);
    let before = scene.events().await.len();
    // The command is behind a pass of the other seat, whoever of the two gives it.
    let command = scene.behind[2].1.to_value();
    for seat in [own, other] {
        let token = token(format!("seat:{seat}")).await;
        let heard = scene.server.post(&token, &path, &command).await;
        let status = if scene.behind[2].1.seat == Some(seat) {
            422
        } else {
            403
        };
        assert_eq!(heard.status, status, "{}", heard.text());
    }
    assert_eq!(scene.events().await.len(), before);
    // What is ahead ends at the other seat.
    let token = token(format!("seat:{own}")).await;
    let offers = format!("/v1/games/{}/offers?ahead=true", scene.game);
    let ahead = scene.server.get_as(&token, &offers).await.is(200).json()["ahead"].take();
    assert_eq!(
        (ahead["places"].as_array().unwrap().len(), &ahead["ends"]),
        (2, &json!("choice")),
        "{ahead:#}"
    );
    // Its own pass goes by `next`, and no other.
    scene
        .server
        .post(&token, &path, &json!({ "type": "next" }))
        .await
        .is(200);
    let events = scene.events().await;
    let given: Vec<&Value> = events[before..]
        .iter()
        .filter_map(|event| event.get("command"))
        .collect();
    assert!(given.len() == 1 && given[0]["seat"] == json!(own), "{given:?}");
}

#[actix_web::test]
async fn the_servers_dice_end_a_step() {
    let (_, place) = windows();
    let all = commands_of(BARROW);
    let server = Server::new();
    let of = server.brought(BARROW).await;
    let asked = json!({ "version": all[place].0, "dice": "server" });
    let path = format!("/v1/games/{of}/variations");
    let made = server.post(&server.admin, &path, &asked).await.is(201).json();
    let game = made["game"]["card"]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/games/{game}/commands?imply=true");
    // A command behind the roll has to wait for it.
    let behind = all[place..]
        .iter()
        .find(|(_, given, declines)| !declines && matches!(given.command, TableCommand::Play { .. }))
        .unwrap();
    let mut command = behind.1.clone();
    command.dice.clear();
    let refused = server
        .post(&server.admin, &path, &command.to_value())
        .await
        .is_problem("refused")
        .json();
    assert!(
        refused["detail"].as_str().unwrap().contains("next"),
        "{refused:#}"
    );
    let done = server
        .post(&server.admin, &path, &json!({ "type": "next" }))
        .await
        .is(200)
        .json();
    let rolled = done["events"].as_array().unwrap();
    assert!(
        done["applied"]
            .as_array()
            .unwrap()
            .iter()
            .all(|command| command["implied"] == true)
    );
    assert!(
        rolled
            .iter()
            .any(|event| event["event"].to_string().contains("faces")),
        "{done:#}"
    );
}

#[actix_web::test]
async fn the_recorder_goes_past_what_may_be_left_out() {
    let (scene, roll) = before_a_roll().await;
    let (dice, before) = (scene.behind[roll].1.dice.clone(), scene.events().await.len());
    let cookie = scene.server.sign_in(&scene.server.admin).await;
    let page = format!("/g/{}/record", scene.game);
    let shown = scene
        .server
        .browse(&cookie, TestRequest::get().uri(&page))
        .await
        .is(200)
        .text();
    let ahead = scene.offers("ahead=true").await["ahead"].take();
    let (count, purpose) = (
        ahead["needed"]["count"].as_u64().unwrap(),
        ahead["needed"]["purpose"].as_str().unwrap(),
    );
    assert!(
        shown.contains(&format!("<h3>{count} dice: {}", purpose.replace('_', " "))),
        "{shown}"
    );
    let passes = if roll == 0 {
        "One pass is filled in.".to_owned()
    } else {
        format!("{} passes are filled in.", roll + 1)
    };
    assert!(shown.contains(&passes), "{passes}: {shown}");
    let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
    let fields = json!({ "command": "{\"type\":\"next\"}", "imply": "true", "dice": dice.join(" ") });
    let sent = TestRequest::post()
        .uri(&page)
        .insert_header(("content-type", "application/x-www-form-urlencoded"))
        .insert_header(("accept", "text/html"))
        .set_payload(crate::table::form(&fields));
    scene.server.browse(&cookie, sent).await.is(303);
    let events = scene.events().await;
    assert!(events.len() > before && events[before..].iter().all(|event| event["implied"] == true));
    let then = scene.behind[roll + 1].0;
    assert_eq!(
        scene.state(&scene.game, None).await,
        scene.state(&scene.of, Some(then)).await
    );
}

/// Without a goal nobody's part of a turn is ended: what its units have not done yet would be left out.
#[actix_web::test]
async fn going_on_ends_no_part_of_a_turn() {
    let all = commands_of(BARROW);
    let ends = |given: &CommandRequest| given.to_value()["command"]["type"] == "end_phase";
    let phase = (0..all.len()).find(|place| ends(&all[*place].1)).unwrap();
    for (text, place) in [(BARROW, phase), (ROUNDS, 3)] {
        let scene = Scene::new(text, place).await;
        let ahead = scene.offers("ahead=true").await["ahead"].take();
        let places = ahead["places"].as_array().unwrap();
        assert_eq!((places.len(), &ahead["ends"]), (1, &json!("choice")), "{ahead:#}");
        let before = scene.events().await.len();
        scene
            .give("imply=true", &json!({ "type": "next" }))
            .await
            .is_problem("refused");
        assert_eq!(scene.events().await.len(), before);
    }
}

/// A command that rolls more dice than were reported asks for them; the end of the player's actions is not given in its place.
#[actix_web::test]
async fn a_command_short_of_dice_asks_for_the_rest() {
    // North's last hustle: its die, and then the dice of the fight.
    let all = commands_of(ORSA);
    let hustles = |given: &CommandRequest| given.to_value()["command"]["type"] == "hustle";
    let place = (0..all.len())
        .find(|place| hustles(&all[*place].1) && all[*place].1.dice.len() > 1)
        .unwrap();
    let scene = Scene::new(ORSA, place).await;
    let whole = &scene.behind[0].1;
    let before = scene.events().await.len();
    let mut some = whole.clone();
    some.dice.truncate(1);
    let asked = scene
        .give("imply=true", &some.to_value())
        .await
        .is_problem("refused")
        .json();
    assert_eq!(
        (
            &asked["needed"]["purpose"],
            &asked["used_before"],
            &asked["implied"]
        ),
        (&json!("attack"), &json!(1), &json!([])),
        "{asked:#}"
    );
    assert_eq!(scene.events().await.len(), before);
    let done = scene.give("imply=true", &whole.to_value()).await.is(200).json();
    assert_eq!(done["applied"].as_array().unwrap().len(), 1, "{done:#}");
}
