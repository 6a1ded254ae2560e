//! Resources of the permission matrix: a game of some visibility, with things that stand in it, of a
//! visibility of their own.

use actix_web::http::Method;
use hindsight_openapi::Operation;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::addresses::filled;
use crate::people::Account;
use crate::table::Server;

/// An id of nothing.
pub const NOBODY: &str = "01KAG6Q2Y7M3V9XWZ4T5B8C0DF";

/// The visibilities of a game.
pub const GAMES: [&str; 3] = ["public", "unlisted", "private"];
/// The visibilities of a layer or a study.
pub const THINGS: [&str; 4] = ["public", "unlisted", "readers", "private"];

/// A game, a layer of it with what is said there, a review of it, and a study.
pub struct Place {
    /// How the game may be seen.
    pub seen: &'static str,
    /// How the layer and the study may be read.
    pub read: &'static str,
    /// The game's id.
    pub game: String,
    layer: String,
    /// Said, said otherwise and answered.
    annotation: String,
    review: String,
    study: String,
    chapter: String,
    /// A candidate mistake of the game, put aside.
    suggestion: Value,
    /// What stands in no game.
    beside: Beside,
}

/// What accounts have beside games: each is there, and somebody's.
#[derive(Default)]
struct Beside {
    /// A token of the author.
    token: String,
    /// An account of a player who does nothing.
    account: String,
    /// An invitation that the host made.
    invitation: String,
    /// The keeper's offer of a seat, in a game of its own.
    claim: String,
    /// The game of that seat.
    offered: String,
    /// The hash of a pack that the keeper of the server brought.
    pack: String,
    /// A webhook of the author.
    webhook: String,
}

/// The makers of what there is at a place.
pub struct Makers {
    /// Keeps the record of the game.
    pub keeper: Account,
    /// Took seat A; wrote the layer with all that is in it, and the study; made the review.
    pub author: Account,
    /// Took seat B.
    pub sitter: Account,
    /// Whom the author named as a reader.
    pub named: &'static str,
    /// A coach, who made an invitation.
    pub host: Account,
    /// A player of whom nothing is asked but what others may do to them.
    pub idle: Account,
}

impl Makers {
    /// All of them, with accounts of their own.
    pub async fn come(server: &Server) -> Self {
        Self {
            keeper: server.account("the-keeper", Role::Player).await,
            author: server.account("the-author", Role::Player).await,
            sitter: server.account("the-sitter", Role::Player).await,
            named: "the-reader",
            host: server.account("the-host", Role::Coach).await,
            idle: server.account("the-idle", Role::Player).await,
        }
    }

    /// A place for every visibility of a game with every visibility of what stands in it.
    pub async fn places(&self, server: &Server) -> Vec<Place> {
        let mut places = Vec::new();
        for seen in GAMES {
            let game = self.game(server, seen).await;
            let first = self.place(server, (seen, THINGS[0]), &game, None).await;
            let suggestion = first.suggestion.clone();
            places.push(first);
            for read in &THINGS[1..] {
                let found = Some(suggestion.clone());
                places.push(self.place(server, (seen, read), &game, found).await);
            }
        }
        // What stands in no game is asked for at the first place alone.
        places[0].beside = self.beside(server).await;
        for kind in ["{token}", "{invitation}", "{claim}", "{webhook}"] {
            places[0].make_anew(server, self, kind).await;
        }
        places
    }

    async fn beside(&self, server: &Server) -> Beside {
        let asked = json!({ "system": "before-battle", "visibility": "private" });
        let offered = self.makes(server, &self.keeper, "/v1/games", &asked).await;
        let mut pack = hindsight_engine::system("before-battle")
            .unwrap()
            .sample_packs()
            .remove(0);
        pack["id"] = json!("somebody-elses");
        let pack = server
            .post(&server.admin, "/v1/packs?system=before-battle", &pack)
            .await
            .is(201)
            .json();
        Beside {
            account: self.idle.id.clone(),
            offered: text(&offered["card"]["id"]),
            pack: text(&pack["hash"]),
            ..Beside::default()
        }
    }

    /// A game of this visibility, with two seats taken.
    pub async fn game(&self, server: &Server, visibility: &str) -> String {
        let asked = json!({ "system": "before-battle", "visibility": visibility });
        let game = self.makes(server, &self.keeper, "/v1/games", &asked).await["card"]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        server.play(&server.admin, &game, 8).await;
        for (seat, who) in [("A", &self.author), ("B", &self.sitter)] {
            self.sits(server, &game, seat, who).await;
        }
        game
    }

    /// Has somebody take a seat that the keeper offers.
    async fn sits(&self, server: &Server, game: &str, seat: &str, who: &Account) {
        let offers = format!("/v1/games/{game}/claims");
        let offer = self
            .makes(server, &self.keeper, &offers, &json!({ "seat": seat }))
            .await;
        server
            .browse_post(who, "/v1/claims", &json!({ "secret": offer["secret"] }))
            .await
            .is(200);
    }

    /// A place in a game, with a suggestion that was found in it, if one was.
    pub async fn place(
        &self,
        server: &Server,
        (seen, read): (&'static str, &'static str),
        game: &str,
        suggestion: Option<Value>,
    ) -> Place {
        let aside = json!({ "does": "dismiss", "version": 0 });
        let suggestion = match suggestion {
            Some(suggestion) => suggestion,
            None => crate::suggestions::answerable(server, game, &aside).await,
        };
        let about = json!({ "title": "Seen again", "visibility": read, "readers": [self.named] });
        let layers = format!("/v1/games/{game}/layers");
        let layer = self.makes(server, &self.author, &layers, &about).await;
        let study = self.makes(server, &self.author, "/v1/studies", &about).await;
        let mut place = Place {
            seen,
            read,
            game: game.to_owned(),
            layer: text(&layer["id"]),
            annotation: String::new(),
            review: String::new(),
            study: text(&study["id"]),
            chapter: String::new(),
            suggestion,
            beside: Beside::default(),
        };
        for kind in ["{annotation}", "{chapter}"] {
            place.make_anew(server, self, kind).await;
        }
        // So many reviews one may lead at once, and none has a visibility of its own.
        if read == THINGS[0] {
            place.make_anew(server, self, "{review}").await;
        }
        place
    }

    async fn makes(&self, server: &Server, who: &Account, path: &str, body: &Value) -> Value {
        server.browse_post(who, path, body).await.is(201).json()
    }
}

impl Place {
    /// Makes what a path names in the place of what was taken away.
    pub async fn make_anew(&mut self, server: &Server, makers: &Makers, path: &str) {
        let (author, game) = (&makers.author, &self.game);
        if path.contains("{annotation}") {
            let said =
                json!({ "anchor": { "type": "event", "version": 3 }, "text": "Early.", "layer": self.layer });
            let all = format!("/v1/games/{game}/annotations");
            let made = makers.makes(server, author, &all, &said).await;
            self.annotation = text(&made["id"]);
            let one = format!("{all}/{}", self.annotation);
            let otherwise = json!({ "text": "Too early." });
            server
                .browse_send(author, Method::PATCH, &one, &otherwise)
                .await
                .is(200);
            let reply = json!({ "text": "Why?" });
            makers
                .makes(server, author, &format!("{one}/replies"), &reply)
                .await;
        }
        if path.contains("{chapter}") {
            let chapters = format!("/v1/studies/{}/chapters", self.study);
            let chapter = json!({ "title": "One", "shows": { "type": "game", "game": game } });
            let made = makers.makes(server, author, &chapters, &chapter).await;
            self.chapter = made["number"].to_string();
        }
        if path.contains("{review}") {
            let reviews = format!("/v1/games/{game}/reviews");
            let made = makers.makes(server, author, &reviews, &json!({})).await;
            self.review = text(&made["id"]);
        }
        if path.contains("{token}") {
            let asked = json!({ "label": "of the author", "scopes": ["game:read"] });
            let made = makers.makes(server, author, "/v1/tokens", &asked).await;
            self.beside.token = text(&made["token"]["id"]);
        }
        if path.contains("{webhook}") {
            let asked = json!({ "url": "https://example.org/hook" });
            let made = makers.makes(server, author, "/v1/webhooks", &asked).await;
            self.beside.webhook = text(&made["webhook"]["id"]);
        }
        if path.contains("{invitation}") {
            let made = makers
                .makes(
                    server,
                    &makers.host,
                    "/v1/invitations",
                    &json!({ "role": "player" }),
                )
                .await;
            self.beside.invitation = text(&made["invitation"]["id"]);
        }
        if path.contains("{claim}") {
            let game = &self.beside.offered;
            // Whoever took the seat gives it up again; at first nobody has.
            let seat = format!("/v1/games/{game}/claims/A");
            server
                .browse_send(&makers.keeper, Method::DELETE, &seat, &json!({}))
                .await;
            let offers = format!("/v1/games/{game}/claims");
            let offer = makers
                .makes(server, &makers.keeper, &offers, &json!({ "seat": "A" }))
                .await;
            self.beside.claim = text(&offer["secret"]);
        }
        if path.contains("{seat}") {
            makers.sits(server, game, "B", &makers.sitter).await;
        }
    }

    /// Whether an operation is asked for here: each is where what it names differs, and nowhere else.
    pub fn is_for(&self, operation: &Operation) -> bool {
        let body = body(operation).map_or(String::new(), |(_, body)| body) + &form(operation);
        let asked = format!("{}{}{body}", operation.path, query(operation));
        let names = |parameters: &[&str]| parameters.iter().any(|name| asked.contains(name));
        (self.seen == GAMES[0] || names(&["{game}"]))
            && (self.read == THINGS[0] || names(&["{layer}", "{annotation}", "{study}"]))
    }

    /// The address of an operation here.
    pub fn address(&self, operation: &Operation) -> String {
        self.filled(&format!("{}{}", operation.path, query(operation)))
    }

    /// The address of the form of a page for an operation here.
    pub fn form_address(&self, operation: &Operation) -> Option<String> {
        operation.form.map(|form| self.filled(form.path))
    }

    /// A form of a page that asks for an operation here.
    pub fn form(&self, operation: &Operation) -> String {
        self.filled(&form(operation))
    }

    /// The body that is sent with an operation here.
    pub fn body(&self, operation: &Operation) -> Option<(&'static str, String)> {
        body(operation).map(|(media, body)| (media, self.filled(&body)))
    }

    fn filled(&self, text: &str) -> String {
        let there = |id: &str, otherwise: &str| match id {
            "" => otherwise.to_owned(),
            id => id.to_owned(),
        };
        let beside = &self.beside;
        let suggested = |name: &str| self.suggestion[name].as_str().unwrap_or_default().to_owned();
        filled(
            text,
            &[
                ("{game}", &self.game),
                ("{other}", &self.game),
                ("{layer}", &self.layer),
                ("{annotation}", &self.annotation),
                ("{review}", &self.review),
                ("{study}", &self.study),
                ("{chapter}", &self.chapter),
                ("{suggestion}", &self.suggestion.to_string()),
                ("{detector}", &suggested("detector")),
                ("{suggested unit}", &suggested("unit")),
                ("{suggested version}", &self.suggestion["version"].to_string()),
                ("{seat}", "B"),
                ("{claim}", &there(&beside.claim, "hc_0")),
                ("{player}", "the-keeper"),
                ("{hash}", &there(&beside.pack, &"0".repeat(64))),
                ("{token}", &there(&beside.token, NOBODY)),
                ("{webhook}", &there(&beside.webhook, NOBODY)),
                ("{account}", &there(&beside.account, NOBODY)),
                ("{invitation}", &there(&beside.invitation, NOBODY)),
            ],
        )
    }
}

fn query(operation: &Operation) -> &'static str {
    match operation.id {
        "oembed" => "?url=http://localhost:8080/g/{game}",
        "boardPng" | "chartPng" | "chartSvg" => "?width=300",
        "replayGif" => "?from=1&to=2&width=300",
        "uploadPack" => "?system=before-battle",
        "compareGames" => "?with={game}",
        "listAnnotations" => "?layer={layer}",
        "armyPage" => "?seat=B",
        _ => "",
    }
}

/// A body that is right where nothing is spoilt by it, or where only the body says what is asked; else one that is wrong
/// in a way which is found out only after the right to send it.
fn body(operation: &Operation) -> Option<(&'static str, String)> {
    let body = operation.body.as_ref()?;
    let right = match operation.id {
        "giveCommands" => json!({ "type": "say", "seat": "B", "text": "Hello." }),
        "annotate" => {
            json!({ "anchor": { "type": "event", "version": 3 }, "text": "Early.", "layer": "{layer}" })
        }
        "editAnnotation" => json!({ "text": "Much too early." }),
        "reply" | "editReply" => json!({ "text": "Why so?" }),
        "changeLayer" => json!({ "title": "Seen a third time" }),
        "leadReview" => json!({ "version": 3 }),
        "handOverReview" | "cloneStudy" => json!({}),
        "patchAccount" => json!({ "role": "player" }),
        "takeSeat" => json!({ "secret": "{claim}" }),
        "patchWebhook" => json!({ "label": "club" }),
        "askUndo" => json!({ "to": 1 }),
        "answerUndo" => json!({ "agree": true }),
        "answerSuggestion" => return Some((body.media, "{suggestion}".to_owned())),
        _ => json!({ "nonsense": 1 }),
    };
    let sent = match operation.id {
        "annotateOnPage" => "does=edit&annotation={annotation}&text=Otherwise",
        "claim" => "secret={claim}",
        _ => "nonsense=1",
    };
    Some(match operation.id {
        "importGame" => ("text/plain", "no game".to_owned()),
        _ if body.media == FORM => (FORM, sent.to_owned()),
        _ => (body.media, right.to_string()),
    })
}

/// A form of a page that asks for an operation, as its body: right, or wrong in a way which is found out only after the right to
/// send it.
fn form(operation: &Operation) -> String {
    let words = operation.form.map_or(&[][..], |form| form.does);
    let does = words.first().copied().unwrap_or_default();
    match operation.id {
        "patchWebhook" | "deleteWebhook" | "rotateWebhookSecret" | "testWebhook" => {
            format!("does={does}&id={{webhook}}&url=https://example.org/hook&turn=on")
        }
        "handOverReview" => "does=take-back&review={review}".to_owned(),
        "endReview" => "does=end&review={review}".to_owned(),
        "askUndo" => "does=ask&to=1".to_owned(),
        "answerUndo" => "does=agree".to_owned(),
        "freeSeat" => "does=free&seat=B".to_owned(),
        "cloneStudy" => "does=clone".to_owned(),
        "giveCommands" => "command={\"type\":\"say\"}&seat=B&text=Hello".to_owned(),
        "patchAccount" => "account={account}&role=player".to_owned(),
        _ if does.is_empty() => "nonsense=1".to_owned(),
        _ => format!("does={does}&nonsense=1"),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
