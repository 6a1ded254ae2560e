//! What the document's own requests speak of, so that a server of a test can answer them: tokens, sessions ...

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::{Operation, SMALL_TEXT, SOME_SECRET};
use serde_json::Value;

use crate::table::{Server, form};

/// What stands on a server where the document's requests are sent.
pub struct Stage {
    admin: String,
    session: String,
}

impl Stage {
    pub async fn new(server: &Server) -> Self {
        Self {
            admin: server.admin.clone(),
            session: server.sign_in(&server.admin).await,
        }
    }

    /// A body with what is good on this server in the place of the document's secrets.
    fn known(&self, body: &Value) -> Value {
        let text = body.to_string().replace(SOME_SECRET, &self.admin);
        serde_json::from_str(&text).unwrap()
    }

    /// The request of an operation, by who may make it, from a page of the server.
    pub fn request(&self, operation: &Operation, path: &str, body: Option<&Value>) -> TestRequest {
        let request = TestRequest::default()
            .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
            .uri(path)
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .insert_header(match operation.id {
                "getSession" => ("Cookie", self.session.clone()),
                _ => ("Authorization", format!("Bearer {}", self.admin)),
            });
        let is_form = operation.body.as_ref().is_some_and(|body| body.media == FORM);
        match body {
            Some(body) if is_form => request
                .insert_header(("Content-Type", FORM))
                .set_payload(form(&self.known(body))),
            Some(body) => request.set_json(self.known(body)),
            None if operation.body.is_some() => request
                .insert_header(("Content-Type", "text/plain"))
                .set_payload(SMALL_TEXT),
            None => request,
        }
    }
}
