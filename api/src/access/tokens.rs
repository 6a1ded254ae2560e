//! Tokens: only the hash of a secret is kept.

use hindsight_kernel::plain_text::unfit_in_line;
use std::sync::{Arc, OnceLock};

use hindsight_kernel::{Message, Seat};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateToken, NewToken, Token};
use hindsight_store::{SideOp, StoreError, StreamId};
use serde::{Deserialize, Serialize};

use crate::access::{Caller, Scope};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{ACCOUNT_TOKENS, GAME_TOKENS};
use crate::base::memo::Memo;
use crate::base::messages::text;
use crate::base::secrets::{Key, key_of, key_of_shaped, new_secret, proof_by};
use crate::base::{StoreHandle, new_id, now_ms, time_text};

/// How the subject of a token begins that a game's keeper makes for it; the keeper follows.
pub(crate) const GUEST: &str = "guest of ";

/// Records by the hash of the secret.
pub(super) const BY_SECRET: &str = "tokens";
/// Hashes of secrets by the token's id.
pub(super) const BY_ID: &str = "token-ids";
/// Hashes of secrets by the account that made the token for itself, and by the token's id.
pub(super) const BY_ACCOUNT: &str = "account-tokens";
/// Hashes of secrets by the game that the token is limited to, and by the token's id.
pub(super) const BY_GAME: &str = "game-tokens";
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
    /// The account that made it for itself; then it has never more rights than the account has.
    pub account: Option<StreamId>,
    /// When it was made.
    pub created_ms: u64,
    /// When it ends.
    pub expires_ms: Option<u64>,
    /// When it was revoked.
    pub revoked_ms: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredToken {
    id: StreamId,
    subject: String,
    label: String,
    scopes: Vec<String>,
    game: Option<StreamId>,
    #[serde(default)]
    account: Option<StreamId>,
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
                Scope::GameRead
                | Scope::GameWrite
                | Scope::PackWrite
                | Scope::Invite
                | Scope::Accounts
                | Scope::Admin => None,
            })
            .collect();
        seats.sort_unstable();
        seats
    }

    /// The indexes that list the token, with its key in each.
    fn places(&self) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
        let listed = [(BY_ACCOUNT, self.account), (BY_GAME, self.game)];
        let own = self.id.to_bytes();
        listed
            .into_iter()
            .filter_map(move |(index, of)| Some((index, [of?.to_bytes(), own].concat())))
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
        let kept = StoredToken {
            id: self.id,
            subject: self.subject.clone(),
            label: self.label.clone(),
            scopes: self.scopes.iter().map(Scope::to_string).collect(),
            game: self.game,
            account: self.account,
            created_ms: self.created_ms,
            expires_ms: self.expires_ms,
            revoked_ms: self.revoked_ms,
        };
        serde_json::to_vec(&kept).unwrap_or_default()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> ApiResult<Self> {
        let kept: StoredToken =
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
            account: kept.account,
            created_ms: kept.created_ms,
            expires_ms: kept.expires_ms,
            revoked_ms: kept.revoked_ms,
        })
    }
}

/// All tokens of the server.
#[derive(Debug)]
pub struct Tokens {
    store: StoreHandle,
    /// The token of this machine's user, for as long as the server runs; in no store.
    local: OnceLock<(Key, Arc<TokenRecord>)>,
    known: Memo<Key, Option<Arc<TokenRecord>>>,
}

fn puts(secret: &str, record: &TokenRecord) -> Vec<SideOp> {
    let key = key_of(secret).to_vec();
    let mut ops = vec![
        put_new(BY_SECRET, key.clone(), record.to_bytes()),
        put_new(BY_ID, record.id.to_bytes().to_vec(), key.clone()),
    ];
    ops.extend(
        record
            .places()
            .map(|(index, place)| put_new(index, place, key.clone())),
    );
    ops
}

fn put_new(tree: &str, key: Vec<u8>, value: Vec<u8>) -> SideOp {
    SideOp::PutNew {
        tree: tree.to_owned(),
        key,
        value,
    }
}

impl Tokens {
    /// The tokens in a store.
    pub fn new(store: StoreHandle) -> Self {
        Self {
            store,
            local: OnceLock::new(),
            known: Memo::new(),
        }
    }

    /// A token with all rights that ends with the server and is kept nowhere: for commands of who runs it. One a server.
    pub fn make_local(&self) -> String {
        let secret = new_secret(PREFIX);
        let record = TokenRecord {
            id: new_id(),
            subject: "admin".to_owned(),
            label: "this machine".to_owned(),
            scopes: vec![Scope::Admin],
            game: None,
            account: None,
            created_ms: now_ms(),
            expires_ms: None,
            revoked_ms: None,
        };
        // Where there is one already, this one is good for nothing.
        drop(self.local.set((key_of(&secret), Arc::new(record))));
        secret
    }

    /// The proof for a command of who runs the server that this is the server whose token it has: a command sends its
    /// secrets to no other program.
    pub fn prove(&self, challenge: &str) -> Option<String> {
        let (key, _) = self.local.get()?;
        proof_by(key, challenge)
    }

    /// Whether a token is the one for commands of who runs the server.
    pub fn is_local(&self, token: &TokenRecord) -> bool {
        self.local.get().is_some_and(|(_, record)| record.id == token.id)
    }

    /// The first token of a store: made when there is none yet, and shown this once. Blocks on the store.
    pub fn first(&self) -> Result<Option<String>, StoreError> {
        let store = self.store.events();
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
            account: None,
            created_ms: now_ms(),
            expires_ms: None,
            revoked_ms: None,
        };
        self.store.events().side(puts(&secret, &record))?;
        Ok(secret)
    }

    /// The token behind a secret, if it is valid.
    pub async fn find(&self, secret: &str) -> ApiResult<Option<Arc<TokenRecord>>> {
        match key_of_shaped(PREFIX, secret) {
            Some(key) => self.find_key(key).await,
            None => Ok(None),
        }
    }

    /// The token of which this is the hash of the secret, if it is valid.
    pub async fn find_key(&self, key: Key) -> ApiResult<Option<Arc<TokenRecord>>> {
        if let Some((local, record)) = self.local.get()
            && *local == key
        {
            return Ok(Some(Arc::clone(record)));
        }
        let reading = self.store.work(move |store| match store.fetch(BY_SECRET, &key)? {
            Some(bytes) => TokenRecord::from_bytes(&bytes).map(|record| Some(Arc::new(record))),
            None => Ok(None),
        });
        let found = self.known.get(key, reading).await?;
        Ok(found.filter(|record| record.is_valid()))
    }

    /// Makes a token for a caller. `owned` is the game it is limited to, if the caller keeps that game.
    pub async fn create(
        &self,
        caller: &Caller,
        request: CreateToken,
        owned: Option<StreamId>,
    ) -> ApiResult<NewToken> {
        let mut scopes = Vec::new();
        for (place, text) in request.scopes.iter().enumerate() {
            let scope = text
                .parse()
                .map_err(|why| ApiError::body(format!("/scopes/{place}"), why))?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        if scopes.is_empty() || request.scopes.len() > 32 {
            return Err(ApiError::body("/scopes", text!("scopes-count")));
        }
        let label = request.label.unwrap_or_default();
        if label.chars().count() > 100 || unfit_in_line(&label).is_some() {
            return Err(ApiError::body("/label", text!("label-shape")));
        }
        if request.days.is_some_and(|days| !(1..=3650).contains(&days)) {
            return Err(ApiError::body("/days", text!("token-days")));
        }
        let (subject, account) = standing_for(caller, &scopes, request.subject, owned)?;
        let _turn = self.store.turn_of(&caller.actor()).await;
        if let Some(game) = owned
            && self.valid_of(BY_GAME, game, GAME_TOKENS).await?.len() >= GAME_TOKENS
        {
            return Err(ApiError::new(
                ProblemKind::LimitReached,
                text!("game-tokens-most", most = GAME_TOKENS),
            )
            .limit("game-tokens", GAME_TOKENS));
        }
        if let Some(account) = account
            && self.of_account(account).await?.len() >= ACCOUNT_TOKENS
        {
            return Err(ApiError::new(
                ProblemKind::LimitReached,
                text!("account-tokens-most", most = ACCOUNT_TOKENS),
            )
            .limit("account-tokens", ACCOUNT_TOKENS));
        }
        let secret = new_secret(PREFIX);
        let created_ms = now_ms();
        let record = TokenRecord {
            id: new_id(),
            subject,
            label,
            scopes,
            game: owned,
            account,
            created_ms,
            expires_ms: request.days.map(|days| created_ms + u64::from(days) * 86_400_000),
            revoked_ms: None,
        };
        let (ops, shown) = (puts(&secret, &record), record.shown());
        self.store
            .work(move |store| store.side(ops).map(drop).map_err(ApiError::from))
            .await?;
        self.known.changed();
        Ok(NewToken { secret, token: shown })
    }

    /// A page of tokens behind an id.
    pub async fn list(
        &self,
        after: Option<StreamId>,
        limit: usize,
    ) -> ApiResult<(Vec<Token>, Option<StreamId>)> {
        self.store
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

    /// The tokens that an account made for itself and that are valid, oldest first.
    pub async fn of_account(&self, account: StreamId) -> ApiResult<Vec<Token>> {
        let valid = self.valid_of(BY_ACCOUNT, account, ACCOUNT_TOKENS).await?;
        Ok(valid.iter().map(TokenRecord::shown).collect())
    }

    /// The valid tokens that an index lists below an id, oldest first. Tokens that ended are dropped from the index, so
    /// that they take none of the room of others.
    async fn valid_of(&self, index: &'static str, id: StreamId, most: usize) -> ApiResult<Vec<TokenRecord>> {
        self.store
            .work(move |store| {
                let (mut valid, mut ended) = (Vec::new(), Vec::new());
                for (place, key) in store.side_scan(index, &id.to_bytes(), None, 2 * most)? {
                    let bytes = store.fetch(BY_SECRET, &key)?;
                    match bytes.map(|bytes| TokenRecord::from_bytes(&bytes)).transpose()? {
                        Some(record) if record.is_valid() => valid.push(record),
                        _ => ended.push(SideOp::Remove {
                            tree: index.to_owned(),
                            key: place,
                        }),
                    }
                }
                if ended.len() > most / 2 {
                    store.side(ended)?;
                }
                Ok(valid)
            })
            .await
    }

    /// Revokes all tokens that an account made for itself.
    pub async fn revoke_all(&self, account: StreamId) -> ApiResult<()> {
        for token in self.of_account(account).await? {
            if let Ok(id) = token.id.parse() {
                self.revoke(id, Some(account), None).await?;
            }
        }
        Ok(())
    }

    /// Revokes a token; one that this account made for itself, if one is named, and that has no scope but these.
    pub async fn revoke(
        &self,
        id: StreamId,
        own: Option<StreamId>,
        within: Option<&[Scope]>,
    ) -> ApiResult<()> {
        let within = within.map(<[Scope]>::to_vec);
        let missing = move || {
            ApiError::new(
                ProblemKind::NoSuchToken,
                text!("no-such-token", id = id.to_string()),
            )
        };
        self.store
            .work(move |store| {
                let Some(key) = store.fetch(BY_ID, &id.to_bytes())? else {
                    return Err(missing());
                };
                let Some(bytes) = store.fetch(BY_SECRET, &key)? else {
                    return Err(missing());
                };
                let mut record = TokenRecord::from_bytes(&bytes)?;
                if own.is_some() && own != record.account {
                    return Err(missing());
                }
                if let Some(held) = within
                    && let Some(more) = record.scopes.iter().find(|scope| !held.contains(scope))
                {
                    return Err(ApiError::new(
                        ProblemKind::Forbidden,
                        text!("token-wider", scope = more.to_string()),
                    ));
                }
                record.revoked_ms.get_or_insert_with(now_ms);
                let mut ops = vec![SideOp::Put {
                    tree: BY_SECRET.to_owned(),
                    key: key.clone(),
                    value: record.to_bytes(),
                }];
                // It is listed no more, and makes room for another.
                ops.extend(record.places().map(|(index, key)| SideOp::Remove {
                    tree: index.to_owned(),
                    key,
                }));
                store.side(ops)?;
                Ok(())
            })
            .await?;
        self.known.changed();
        Ok(())
    }
}

/// Whom a new token stands for, and the account that it belongs to, as far as the caller may make it.
fn standing_for(
    caller: &Caller,
    scopes: &[Scope],
    subject: Option<String>,
    owned: Option<StreamId>,
) -> ApiResult<(String, Option<StreamId>)> {
    let forbidden = |why: Message| Err(ApiError::new(ProblemKind::Forbidden, why));
    let modest = scopes
        .iter()
        .all(|scope| matches!(scope, Scope::GameRead | Scope::Seat(_)));
    if let Some(account) = caller.account()
        && subject.is_none()
        && owned.is_none()
    {
        let may = |scope: &Scope| caller.has(*scope) || matches!(scope, Scope::Seat(_));
        if let Some(more) = scopes.iter().find(|scope| !may(scope)) {
            return forbidden(text!("token-role-without-scope", scope = more.to_string()));
        }
        return Ok((caller.actor(), Some(account)));
    }
    if caller.is_admin() {
        let subject = subject.unwrap_or_else(|| caller.actor());
        let shaped = (1..=64).contains(&subject.chars().count()) && unfit_in_line(&subject).is_none();
        if !shaped || subject.starts_with(GUEST) {
            return Err(ApiError::body("/subject", text!("subject-shape")));
        }
        return Ok((subject, None));
    }
    if !modest || owned.is_none() || subject.is_some() {
        return forbidden(text!("tokens-by-admin"));
    }
    Ok((format!("{GUEST}{}", caller.actor()), None))
}
