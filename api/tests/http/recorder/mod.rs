//! The recorder and the page of a new game, as a browser without a script uses them: forms, and what comes of them.

mod army;
mod beginning;
mod mending;
mod packs;
mod recording;
mod refused;

use actix_web::test::TestRequest;
use serde_json::json;

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
pub(crate) async fn send(server: &Server, path: &str, fields: &[(&str, &str)]) -> Heard {
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

/// The game that a form began, by the address that it leads to.
fn begun(made: &Heard) -> String {
    made.header("location")
        .and_then(|address| address.split('/').nth(2))
        .unwrap_or_else(|| panic!("{made:?}"))
        .to_owned()
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
