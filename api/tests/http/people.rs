//! People with accounts, each at a browser.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::table::{Heard, Server, form};

pub const PASSWORD: &str = "nine quiet hedgehogs";

impl Server {
    /// A browser that is signed in as a new account of this role.
    pub async fn account(&self, name: &str, role: Role) -> Account {
        let record = self
            .services
            .accounts
            .create(name, PASSWORD.to_owned(), role, |_| Vec::new())
            .await
            .unwrap();
        let cookie = self.sign_in_as(name, PASSWORD).await.is(201).cookie();
        Account {
            id: record.id.to_string(),
            cookie,
        }
    }

    pub async fn sign_in_as(&self, name: &str, password: &str) -> Heard {
        let body = json!({ "name": name, "password": password });
        self.browse("", TestRequest::post().uri("/v1/session").set_json(body))
            .await
    }

    pub async fn browse_get(&self, who: &Account, path: &str) -> Heard {
        self.browse(&who.cookie, TestRequest::get().uri(path)).await
    }

    pub async fn browse_send(&self, who: &Account, method: Method, path: &str, body: &Value) -> Heard {
        let request = TestRequest::default().method(method).uri(path).set_json(body);
        self.browse(&who.cookie, request).await
    }

    pub async fn browse_post(&self, who: &Account, path: &str, body: &Value) -> Heard {
        self.browse_send(who, Method::POST, path, body).await
    }

    pub async fn browse_form(&self, who: &Account, path: &str, fields: &Value) -> Heard {
        let request = TestRequest::post()
            .uri(path)
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .set_payload(form(fields));
        self.browse(&who.cookie, request).await
    }
}

/// A browser that is signed in as an account.
pub struct Account {
    pub id: String,
    pub cookie: String,
}
