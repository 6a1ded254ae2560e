//! The permission matrix: one table over every route of the document, every kind of caller, every visibility
//! of a game, and every visibility of what stands in it.
//!
//! `table` says for whom each route is, `place` makes what is asked for; here everybody asks.

pub mod place;
mod table;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::wire::Role;
use hindsight_openapi::{Operation, ProblemKind, operations};
use serde_json::Value;

use crate::people::Account;
use crate::table::{Server, heard};
use place::{Makers, Place};
use table::{For, PLAYERS, row};

/// Who made the invitation.
const HOST: &str = "the host";

/// Somebody who asks.
struct Asking {
    name: &'static str,
    cookie: String,
    /// The role of an account; none for nobody.
    role: Option<Role>,
    /// They keep the record of the game.
    keeps: bool,
    /// The seat of the game that is theirs.
    seat: Option<&'static str>,
    /// They wrote the layer, the study, the review.
    wrote: bool,
    /// They are named as readers of the layer and the study.
    named: bool,
}

impl Asking {
    fn is_admin(&self) -> bool {
        self.role == Some(Role::Admin)
    }

    /// Whether they have a role that lets them write.
    fn writes(&self) -> bool {
        self.role.is_some_and(|role| PLAYERS.contains(&role))
    }

    /// Whether they may see the game.
    fn sees(&self, place: &Place) -> bool {
        place.seen != "private" || self.keeps || self.seat.is_some() || self.is_admin()
    }

    /// Whether they may read what stands there.
    fn reads(&self, place: &Place) -> bool {
        let is_for_them = match place.read {
            "public" | "unlisted" => true,
            "readers" => self.named,
            _ => false,
        };
        self.sees(place) && (is_for_them || self.wrote || self.is_admin())
    }

    /// Whether a route is for them, as the table says.
    fn may(&self, row: For, place: &Place) -> bool {
        match row {
            For::Everybody => true,
            For::Seeing => self.sees(place),
            For::Annotating => self.sees(place) && self.writes(),
            For::Reading => self.reads(place),
            For::Answering => self.reads(place) && self.writes(),
            For::Author | For::Leading => self.wrote,
            For::AuthorOrAdmin => self.wrote || self.is_admin(),
            For::Ending => self.wrote || self.keeps || self.is_admin(),
            For::Listed => place.seen != "private",
            For::Playing => self.keeps || self.seat == Some("B") || self.is_admin(),
            For::Sitting => self.keeps || self.seat.is_some() || self.is_admin(),
            For::Keeping => self.keeps || self.is_admin(),
            For::Inviting => self.name == HOST,
            For::Known | For::SignedIn | For::Member => self.role.is_some(),
            For::Roles(roles) => self.role.is_some_and(|role| roles.contains(&role)),
        }
    }
}

/// Everybody who asks, the makers of the places among them.
async fn everybody(server: &Server, makers: &Makers) -> Vec<Asking> {
    let nobody = Asking {
        name: "nobody",
        cookie: String::new(),
        role: None,
        keeps: false,
        seat: None,
        wrote: false,
        named: false,
    };
    let signed_in = |name, account: &Account, role| Asking {
        name,
        cookie: account.cookie.clone(),
        role: Some(role),
        ..nobody
    };
    let named = server.account(makers.named, Role::Player).await;
    let mut all = vec![
        Asking {
            keeps: true,
            ..signed_in("the keeper", &makers.keeper, Role::Player)
        },
        Asking {
            seat: Some("A"),
            wrote: true,
            ..signed_in("the author, who took seat A", &makers.author, Role::Player)
        },
        Asking {
            seat: Some("B"),
            ..signed_in("who took seat B", &makers.sitter, Role::Player)
        },
        Asking {
            named: true,
            ..signed_in("who is named as a reader", &named, Role::Player)
        },
        signed_in(HOST, &makers.host, Role::Coach),
    ];
    for role in Role::ALL {
        let account = server.account(&format!("a-{}", role.name()), role).await;
        all.push(signed_in(role.name(), &account, role));
    }
    all.push(nobody);
    all
}

/// Problems that say that something is not for who asks, or is not there for them.
const REFUSALS: &[&str] = &[
    "/problems/unauthorised",
    "/problems/forbidden",
    "/problems/no-such-game",
    "/problems/no-such-layer",
    "/problems/no-such-annotation",
    "/problems/no-such-review",
    "/problems/no-such-study",
    "/problems/no-such-chapter",
    "/problems/no-such-token",
    "/problems/no-such-webhook",
    "/problems/no-such-account",
    "/problems/no-such-invitation",
    "/problems/no-such-claim",
    "/problems/no-such-pack",
];

/// How a request ended: let through to what it asks, or refused for who asked.
async fn is_let_through(server: &Server, asking: &Asking, operation: &Operation, place: &Place) -> bool {
    let path = place.address(operation);
    let mut request = TestRequest::default()
        .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
        .uri(&path);
    if let Some((media, body)) = place.body(operation) {
        request = request.insert_header(("Content-Type", media)).set_payload(body);
    }
    let documented = operation.all_problems();
    let at = format!("{} {path}", operation.id);
    is_not_refused(server, asking, request, &documented, &at).await
}

/// Whether the form of a page for an operation was let through, where it has one.
async fn is_form_let_through(
    server: &Server,
    asking: &Asking,
    operation: &Operation,
    place: &Place,
) -> Option<bool> {
    let path = place.form_address(operation)?;
    let request = TestRequest::post()
        .uri(&path)
        .insert_header(("Content-Type", FORM))
        .insert_header(("Accept", "application/json"))
        .set_payload(place.form(operation));
    // What is wrong with a form is told by the first operation of its address.
    let of_form = operations().iter().filter(|other| {
        let both = other.form.zip(operation.form);
        both.is_some_and(|(other, own)| other.path == own.path)
    });
    let documented: Vec<ProblemKind> = of_form.flat_map(Operation::all_problems).collect();
    let at = format!("{} by {path}", operation.id);
    Some(is_not_refused(server, asking, request, &documented, &at).await)
}

/// Whether a request was not refused for who asked.
async fn is_not_refused(
    server: &Server,
    asking: &Asking,
    request: TestRequest,
    documented: &[ProblemKind],
    at: &str,
) -> bool {
    let request = request
        .insert_header(("Cookie", asking.cookie.as_str()))
        .insert_header(("Sec-Fetch-Site", "same-origin"));
    let answer = server.answer(request).await;
    if answer.status().as_u16() < 400 {
        // A live stream does not end; nothing of it is read.
        return true;
    }
    let answer = heard(answer).await;
    let kind = serde_json::from_slice::<Value>(&answer.body).map_or(String::new(), |problem| {
        problem["type"].as_str().unwrap_or_default().to_owned()
    });
    let at = format!("{at}: {} {kind}", answer.status);
    assert!(answer.status < 500, "{at}");
    assert!(
        kind.is_empty() || documented.iter().any(|known| known.address() == kind),
        "{at}, which its documentation does not say"
    );
    !REFUSALS.contains(&kind.as_str())
}

/// What is to be made anew behind an operation that was let through: what its path names, where it leaves less than there
/// was, or the offer that it took.
fn taken_away(operation: &Operation) -> Option<&str> {
    match operation.id {
        "takeSeat" | "claim" => Some("{claim}"),
        "undoAnnotation" => Some(operation.path),
        _ if operation.method.name() == "DELETE" => Some(operation.path),
        _ => None,
    }
}

#[actix_web::test]
async fn every_route_is_for_those_of_the_table_and_for_nobody_else() {
    let server = Server::new();
    let makers = Makers::come(&server).await;
    let all = everybody(&server, &makers).await;
    let mut places = makers.places(&server).await;
    let mut tried = 0;
    let mut wrong = Vec::new();
    for operation in operations() {
        let row = row(operation);
        // What would end the session it comes by is tried elsewhere.
        if ["endSession", "signOut"].contains(&operation.id) {
            continue;
        }
        for place in places.iter_mut().filter(|place| place.is_for(operation)) {
            for asking in &all {
                tried += 1;
                let through = is_let_through(&server, asking, operation, place).await;
                if through != asking.may(row, place) {
                    wrong.push(format!(
                        "{} ({} game, {} thing) for {}: {}",
                        operation.id,
                        place.seen,
                        place.read,
                        asking.name,
                        if through { "let through" } else { "refused" }
                    ));
                }
                if let Some(what) = taken_away(operation).filter(|_| through) {
                    place.make_anew(&server, &makers, what).await;
                }
                let Some(through) = is_form_let_through(&server, asking, operation, place).await else {
                    continue;
                };
                tried += 1;
                if through != asking.may(row, place) {
                    wrong.push(format!(
                        "the form of {} ({} game, {} thing) for {}: {}",
                        operation.id,
                        place.seen,
                        place.read,
                        asking.name,
                        if through { "let through" } else { "refused" }
                    ));
                }
                if let Some(what) = taken_away(operation).filter(|_| through) {
                    place.make_anew(&server, &makers, what).await;
                }
            }
        }
    }
    assert!(tried > 3_000, "only {tried} requests");
    assert!(wrong.is_empty(), "against the table:\n{}", wrong.join("\n"));
}
