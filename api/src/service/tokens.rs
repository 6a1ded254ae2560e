//! Tokens: only the hash of a secret is kept.

use std::sync::Arc;
use std::time::Duration;

use hindsight_kernel::Seat;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateToken, NewToken, Token};
use hindsight_store::{SideOp, StoreError, StreamId};
use moka::future::Cache;
use serde::{Deserialize, Serialize};

use super::secrets::{Key, key_of, key_of_shaped, new_secret};
use super::{Caller, Scope, Vault, new_id, now_ms, time_text};
use crate::problem::{ApiError, Outcome};

/// Records by the hash of the secret.
const BY_SECRET: &str = "tokens";
/// Hashes of secrets by the token's id.
const BY_ID: &str = "token-ids";
/// What every secret begins with.
const PREFIX: &str = "hs_";

/// A token as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// Its id.
    pub id: StreamId,
    /// Whom it stands for.
    pub subject: String,
    /// What it is for.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// Only for this game.
    pub game: Option<StreamId>,
    /// When it was made.
    pub created_ms: u64,
    /// When it ends.
    pub expires_ms: Option<u64>,
    /// When it was revoked.
    pub revoked_ms: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    id: StreamId,
    subject: String,
    label: String,
    scopes: Vec<String>,
    game: Option<StreamId>,
    created_ms: u64,
    expires_ms: Option<u64>,
    revoked_ms: Option<u64>,
}

impl TokenRecord {
    /// The seats it plays, in order.
    pub fn seats(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self
            .scopes
            .iter()
            .filter_map(|scope| match scope {
                Scope::Seat(seat) => Some(*seat),
                Scope::GameRead | Scope::GameWrite | Scope::PackWrite | Scope::Admin => None,
            })
            .collect();
        seats.sort_unstable();
        seats
    }

    /// Whether it is valid now.
    pub fn is_valid(&self) -> bool {
        self.revoked_ms.is_none() && self.expires_ms.is_none_or(|end| now_ms() < end)
    }

    /// As it is shown.
    pub fn shown(&self) -> Token {
        Token {
            id: self.id.to_string(),
            subject: self.subject.clone(),
            label: self.label.clone(),
            scopes: self.scopes.iter().map(Scope::to_string).collect(),
            game: self.game.map(|game| game.to_string()),
            created_at: time_text(self.created_ms),
            expires_at: self.expires_ms.map(time_text),
            revoked_at: self.revoked_ms.map(time_text),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let kept = Kept {
            id: self.id,
            subject: self.subject.clone(),
            label: self.label.clone(),
            scopes: self.scopes.iter().map(Scope::to_string).collect(),
            game: self.game,
            created_ms: self.created_ms,
            expires_ms: self.expires_ms,
            revoked_ms: self.revoked_ms,
        };
        serde_json::to_vec(&kept).unwrap_or_default()
    }

    fn from_bytes(bytes: &[u8]) -> Outcome<Self> {
        let kept: Kept =
            serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading a token", why))?;
        Ok(Self {
            id: kept.id,
            subject: kept.subject,
            label: kept.label,
            // A scope of a newer release allows nothing here.
            scopes: kept
                .scopes
                .iter()
                .filter_map(|scope| scope.parse().ok())
                .collect(),
            game: kept.game,
            created_ms: kept.created_ms,
            expires_ms: kept.expires_ms,
            revoked_ms: kept.revoked_ms,
        })
    }
}

/// All tokens of the server.
#[derive(Debug)]
pub struct Tokens {
    vault: Vault,
    known: Cache<Key, Option<Arc<TokenRecord>>>,
}

fn puts(secret: &str, record: &TokenRecord) -> Vec<SideOp> {
    let key = key_of(secret).to_vec();
    vec![
        SideOp::PutNew {
            tree: BY_SECRET.to_owned(),
            key: key.clone(),
            value: record.to_bytes(),
        },
        SideOp::PutNew {
            tree: BY_ID.to_owned(),
            key: record.id.to_bytes().to_vec(),
            value: key,
        },
    ]
}

impl Tokens {
    /// The tokens in a store.
    pub fn new(vault: Vault) -> Self {
        let known = Cache::builder()
            .max_capacity(10_000)
            .time_to_live(Duration::from_mins(5))
            .build();
        Self { vault, known }
    }

    /// The first token of a store: made when there is none yet, and shown this once. Blocks on the store.
    pub fn first(&self) -> Result<Option<String>, StoreError> {
        let store = self.vault.store();
        if !store.side_scan(BY_ID, &[], None, 1)?.is_empty() {
            return Ok(None);
        }
        self.make("admin", "first token of this store", vec![Scope::Admin])
            .map(Some)
    }

    /// Makes a token without a request: for the command line. Blocks on the store.
    pub fn make(&self, subject: &str, label: &str, scopes: Vec<Scope>) -> Result<String, StoreError> {
        let secret = new_secret(PREFIX);
        let record = TokenRecord {
            id: new_id(),
            subject: subject.to_owned(),
            label: label.to_owned(),
            scopes,
            game: None,
            created_ms: now_ms(),
            expires_ms: None,
            revoked_ms: None,
        };
        self.vault.store().side(puts(&secret, &record))?;
        Ok(secret)
    }

    /// The token behind a secret, if it is valid.
    pub async fn find(&self, secret: &str) -> Outcome<Option<Arc<TokenRecord>>> {
        match key_of_shaped(PREFIX, secret) {
            Some(key) => self.find_key(key).await,
            None => Ok(None),
        }
    }

    /// The token of which this is the hash of the secret, if it is valid.
    pub async fn find_key(&self, key: Key) -> Outcome<Option<Arc<TokenRecord>>> {
        let found = if let Some(found) = self.known.get(&key).await {
            found
        } else {
            let found = self
                .vault
                .work(move |store| match store.fetch(BY_SECRET, &key)? {
                    Some(bytes) => TokenRecord::from_bytes(&bytes).map(|record| Some(Arc::new(record))),
                    None => Ok(None),
                })
                .await?;
            self.known.insert(key, found.clone()).await;
            found
        };
        Ok(found.filter(|record| record.is_valid()))
    }

    /// Makes a token for a caller. `owned` is the game it is limited to, if the caller keeps that game.
    pub async fn create(
        &self,
        caller: &Caller,
        request: CreateToken,
        owned: Option<StreamId>,
    ) -> Outcome<NewToken> {
        let mut scopes = Vec::new();
        for (place, text) in request.scopes.iter().enumerate() {
            let scope = text
                .parse()
                .map_err(|why: String| ApiError::body(format!("/scopes/{place}"), why))?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        if scopes.is_empty() || request.scopes.len() > 32 {
            return Err(ApiError::body("/scopes", "1 to 32 scopes are expected"));
        }
        let label = request.label.unwrap_or_default();
        if label.chars().count() > 100 {
            return Err(ApiError::body("/label", "at most 100 characters"));
        }
        if request.days.is_some_and(|days| !(1..=3650).contains(&days)) {
            return Err(ApiError::body("/days", "1 to 3650 days"));
        }
        let subject = if caller.is_admin() {
            let subject = request.subject.unwrap_or_else(|| caller.actor());
            let shaped =
                (1..=64).contains(&subject.chars().count()) && !subject.chars().any(char::is_control);
            if !shaped || subject.starts_with("guest of ") {
                return Err(ApiError::body(
                    "/subject",
                    "1 to 64 characters, not beginning with `guest of `",
                ));
            }
            subject
        } else {
            let modest = scopes
                .iter()
                .all(|scope| matches!(scope, Scope::GameRead | Scope::Seat(_)));
            if !modest || owned.is_none() || request.subject.is_some() {
                return Err(ApiError::new(
                    ProblemKind::Forbidden,
                    "only `admin` makes any token; a game's owner makes tokens for that `game` alone, with the scopes game:read and seat:, without a subject",
                ));
            }
            format!("guest of {}", caller.actor())
        };
        let secret = new_secret(PREFIX);
        let created_ms = now_ms();
        let record = TokenRecord {
            id: new_id(),
            subject,
            label,
            scopes,
            game: owned,
            created_ms,
            expires_ms: request.days.map(|days| created_ms + u64::from(days) * 86_400_000),
            revoked_ms: None,
        };
        let (ops, shown, key) = (puts(&secret, &record), record.shown(), key_of(&secret));
        self.vault
            .work(move |store| store.side(ops).map(drop).map_err(ApiError::from))
            .await?;
        self.known.invalidate(&key).await;
        Ok(NewToken { secret, token: shown })
    }

    /// A page of tokens behind an id.
    pub async fn list(
        &self,
        after: Option<StreamId>,
        limit: usize,
    ) -> Outcome<(Vec<Token>, Option<StreamId>)> {
        self.vault
            .work(move |store| {
                let after = after.map(StreamId::to_bytes);
                let found =
                    store.side_scan(BY_ID, &[], after.as_ref().map(<[u8; 16]>::as_slice), limit + 1)?;
                let more = found.len() > limit;
                let mut shown = Vec::new();
                let mut last = None;
                for (id, secret) in found.into_iter().take(limit) {
                    last = id.try_into().ok().map(StreamId::from_bytes);
                    if let Some(bytes) = store.fetch(BY_SECRET, &secret)? {
                        shown.push(TokenRecord::from_bytes(&bytes)?.shown());
                    }
                }
                Ok((shown, last.filter(|_| more)))
            })
            .await
    }

    /// Revokes a token.
    pub async fn revoke(&self, id: StreamId) -> Outcome<()> {
        let missing = || ApiError::new(ProblemKind::NoSuchToken, format!("there is no token {id}"));
        let key = self
            .vault
            .work(move |store| {
                let Some(key) = store.fetch(BY_ID, &id.to_bytes())? else {
                    return Ok(None);
                };
                let Some(bytes) = store.fetch(BY_SECRET, &key)? else {
                    return Ok(None);
                };
                let mut record = TokenRecord::from_bytes(&bytes)?;
                record.revoked_ms.get_or_insert_with(now_ms);
                store.keep(BY_SECRET, &key, &record.to_bytes())?;
                Ok(Some(key))
            })
            .await?
            .ok_or_else(missing)?;
        if let Ok(key) = Key::try_from(key) {
            self.known.invalidate(&key).await;
        }
        Ok(())
    }
}
