//! Accounts: names, passwords and roles. Records name an account by its id alone, so that a name can change and go.

use std::sync::Arc;

use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Account, Role};
use hindsight_store::{EventStore, SideOp, SideOutcome, StreamId};
use serde::{Deserialize, Serialize};

use crate::access::passwords::{PasswordHash, Passwords};
use crate::access::{GUEST, Scope, TokenRecord, roles};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::FORMER_NAMES;
use crate::base::memo::Memo;
use crate::base::messages::text;
use crate::base::{StoreHandle, new_id, now_ms, time_text};

/// Records by the account's id.
pub(crate) const BY_ID: &str = "accounts";
/// Ids by the name, in lower case.
pub(crate) const BY_NAME: &str = "account-names";
/// Ids of accounts whose games still show another name.
pub(crate) const RENAMED: &str = "account-renames";

/// An account as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRecord {
    /// Its id.
    pub id: StreamId,
    /// The name that is shown; a pseudonym once it is deleted.
    pub name: String,
    /// Names it had before, latest last.
    pub former_names: Vec<String>,
    /// What it may do.
    pub role: Role,
    /// Its password, while it has one.
    pub password: Option<PasswordHash>,
    /// When it was made.
    pub created_ms: u64,
    /// When it was deleted.
    pub deleted_ms: Option<u64>,
    /// Since when moderators let nobody in by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended_ms: Option<u64>,
    /// It stands on no leaderboard, by its own choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_leaderboards: bool,
}

impl AccountRecord {
    fn from_bytes(bytes: &[u8]) -> ApiResult<Self> {
        serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading an account", why))
    }

    fn to_bytes(&self) -> ApiResult<Vec<u8>> {
        serde_json::to_vec(self).map_err(|why| ApiError::fault("writing an account", why))
    }

    /// Whether anybody is let in by it.
    pub fn is_open(&self) -> bool {
        self.deleted_ms.is_none() && self.suspended_ms.is_none()
    }

    /// Whether it may stand on a leaderboard.
    pub fn is_ranked(&self) -> bool {
        self.is_open() && !self.off_leaderboards
    }

    /// As it is shown.
    pub fn shown(&self) -> Account {
        Account {
            id: self.id.to_string(),
            name: self.name.clone(),
            role: self.role,
            created_at: time_text(self.created_ms),
            deleted_at: self.deleted_ms.map(time_text),
            suspended_at: self.suspended_ms.map(time_text),
            off_leaderboards: self.off_leaderboards,
        }
    }

    /// The rights of a session of the account, in the form of a token.
    pub fn authority(&self) -> TokenRecord {
        TokenRecord {
            id: self.id,
            subject: self.id.to_string(),
            label: String::new(),
            scopes: roles::row(self.role).scopes.to_vec(),
            game: None,
            account: Some(self.id),
            created_ms: self.created_ms,
            expires_ms: None,
            revoked_ms: None,
        }
    }

    /// The scopes of a token that the account's role still allows.
    pub fn allowed(&self, scopes: &[Scope]) -> Vec<Scope> {
        let role = roles::row(self.role).scopes;
        let may = |scope: &Scope| match scope {
            Scope::Seat(_) => role.contains(&Scope::GameWrite) || role.contains(&Scope::Admin),
            other => role.contains(other) || role.contains(&Scope::Admin),
        };
        scopes.iter().copied().filter(may).collect()
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.former_names.iter().chain([&self.name])
    }
}

/// Why a text cannot be a name.
fn misnamed(name: &str) -> Option<Message> {
    let shaped = (2..=32).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if !shaped {
        return Some(text!("name-shape"));
    }
    if name.parse::<StreamId>().is_ok() {
        return Some(text!("name-like-id"));
    }
    let reserved = [
        "admin",
        "anyone",
        "former-player",
        "guest",
        "hindsight",
        "me",
        "self",
        "server",
    ];
    let lower = name.to_lowercase();
    (reserved.contains(&lower.as_str()) || lower.starts_with("former-player-"))
        .then(|| text!("name-reserved"))
}

/// All accounts of the server.
#[derive(Debug)]
pub struct Accounts {
    store: StoreHandle,
    passwords: Passwords,
    known: Memo<StreamId, Option<Arc<AccountRecord>>>,
    /// One change at a time, so that none is lost.
    turn: tokio::sync::Mutex<()>,
}

impl Accounts {
    /// The accounts in a store.
    pub fn new(store: StoreHandle) -> Self {
        Self {
            store,
            passwords: Passwords::default(),
            known: Memo::new(),
            turn: tokio::sync::Mutex::new(()),
        }
    }

    /// The account of this id, also a deleted one.
    pub async fn get(&self, id: StreamId) -> ApiResult<Option<Arc<AccountRecord>>> {
        let reading = self.store.work(move |store| Ok(fetch(store, id)?.map(Arc::new)));
        self.known.get(id, reading).await
    }

    /// The account that has this name or had it before.
    pub async fn named(&self, name: &str) -> ApiResult<Option<Arc<AccountRecord>>> {
        let key = name.to_lowercase().into_bytes();
        if key.len() > 128 {
            return Ok(None);
        }
        let id = self
            .store
            .work(move |store| Ok(store.fetch(BY_NAME, &key)?))
            .await?;
        match id.and_then(|id| id.try_into().ok()) {
            Some(id) => self.get(StreamId::from_bytes(id)).await,
            None => Ok(None),
        }
    }

    /// The name of a subject of a token, or of the actor of a record, for people: an account by its name, any
    /// other as it is.
    pub async fn shown(&self, subject: &str) -> ApiResult<String> {
        let (before, id) = match subject.strip_prefix(GUEST) {
            Some(id) => (GUEST, id),
            None => ("", subject),
        };
        if let Ok(id) = id.parse::<StreamId>()
            && let Some(account) = self.get(id).await?
        {
            return Ok(format!("{before}{}", account.name));
        }
        Ok(subject.to_owned())
    }

    /// The account whose name and password these are.
    pub async fn check(&self, name: &str, password: String) -> ApiResult<Option<Arc<AccountRecord>>> {
        let account = self.named(name).await?;
        let kept = account.as_ref().and_then(|account| account.password.clone());
        let fits = self.passwords.check(password, kept).await?;
        Ok(account.filter(|account| fits && account.deleted_ms.is_none()))
    }

    /// Whether this is the account's password; `at` is its place in the body.
    pub async fn confirm(&self, account: &AccountRecord, at: &str, password: String) -> ApiResult<()> {
        if self.passwords.check(password, account.password.clone()).await? {
            return Ok(());
        }
        Err(ApiError::new(ProblemKind::WrongPassword, text!("password-wrong")).with("parameter", at))
    }

    /// Makes an account; what else is to be written with it, all or nothing, stands in `beside`.
    pub async fn create(
        &self,
        name: &str,
        password: String,
        role: Role,
        beside: impl FnOnce(StreamId) -> Vec<SideOp>,
    ) -> ApiResult<Arc<AccountRecord>> {
        if let Some(why) = misnamed(name) {
            return Err(ApiError::body("/name", why));
        }
        let password = self.passwords.hash("/password", name, password).await?;
        let record = AccountRecord {
            id: new_id(),
            name: name.to_owned(),
            former_names: Vec::new(),
            role,
            password: Some(password),
            created_ms: now_ms(),
            deleted_ms: None,
            suspended_ms: None,
            off_leaderboards: false,
        };
        let mut ops = vec![
            new_name(name, record.id),
            SideOp::PutNew {
                tree: BY_ID.to_owned(),
                key: record.id.to_bytes().to_vec(),
                value: record.to_bytes()?,
            },
        ];
        ops.extend(beside(record.id));
        self.write(record, ops).await
    }

    /// Gives an account another name. Names it had stay its own, so that no other account is taken for it.
    pub async fn rename(&self, id: StreamId, name: &str) -> ApiResult<Arc<AccountRecord>> {
        if let Some(why) = misnamed(name) {
            return Err(ApiError::body("/name", why));
        }
        let name = name.to_owned();
        self.change(id, move |record| {
            let mut ops = Vec::new();
            let known = record.names().any(|known| known.eq_ignore_ascii_case(&name));
            if !known {
                ops.push(new_name(&name, record.id));
            }
            let before = std::mem::replace(&mut record.name, name);
            record.former_names.push(before);
            let now = record.name.clone();
            record
                .former_names
                .retain(|known| !known.eq_ignore_ascii_case(&now));
            while record.former_names.len() > FORMER_NAMES {
                ops.push(no_name(&record.former_names.remove(0)));
            }
            ops.push(renamed(record.id));
            Ok(ops)
        })
        .await
    }

    /// Gives an account another password.
    pub async fn set_password(&self, account: &AccountRecord, at: &str, password: String) -> ApiResult<()> {
        let hash = self.passwords.hash(at, &account.name, password).await?;
        self.change(account.id, move |record| {
            record.password = Some(hash);
            Ok(Vec::new())
        })
        .await
        .map(drop)
    }

    /// Lets nobody in by an account, or lets them in again.
    pub async fn suspend(&self, id: StreamId, suspended: bool) -> ApiResult<Arc<AccountRecord>> {
        self.change(id, move |record| {
            record.suspended_ms = suspended.then(now_ms);
            Ok(Vec::new())
        })
        .await
    }

    /// Leaves an account out of leaderboards, or lists it again.
    pub async fn set_off_leaderboards(&self, id: StreamId, off: bool) -> ApiResult<Arc<AccountRecord>> {
        self.change(id, move |record| {
            record.off_leaderboards = off;
            Ok(Vec::new())
        })
        .await
    }

    /// Gives an account another role.
    pub async fn set_role(&self, id: StreamId, role: Role) -> ApiResult<Arc<AccountRecord>> {
        self.change(id, move |record| {
            record.role = role;
            Ok(Vec::new())
        })
        .await
    }

    /// Deletes an account: what is left says nothing of the person, and gives its games a pseudonym.
    pub async fn delete(&self, id: StreamId) -> ApiResult<Arc<AccountRecord>> {
        self.change(id, move |record| {
            let mut ops: Vec<SideOp> = record.names().map(|name| no_name(name)).collect();
            ops.push(renamed(record.id));
            *record = AccountRecord {
                name: pseudonym(),
                former_names: Vec::new(),
                role: Role::Reader,
                password: None,
                deleted_ms: Some(now_ms()),
                ..record.clone()
            };
            Ok(ops)
        })
        .await
    }

    /// A page of accounts behind an id, oldest first.
    pub async fn list(
        &self,
        after: Option<StreamId>,
        limit: usize,
    ) -> ApiResult<(Vec<AccountRecord>, Option<StreamId>)> {
        self.store
            .work(move |store| {
                let after = after.map(StreamId::to_bytes);
                let found =
                    store.side_scan(BY_ID, &[], after.as_ref().map(<[u8; 16]>::as_slice), limit + 1)?;
                let more = found.len() > limit;
                let page = found.iter().take(limit);
                let page = page
                    .map(|(_, bytes)| AccountRecord::from_bytes(bytes))
                    .collect::<ApiResult<Vec<_>>>()?;
                let last = page.last().map(|account| account.id);
                Ok((page, last.filter(|_| more)))
            })
            .await
    }

    async fn change(
        &self,
        id: StreamId,
        change: impl FnOnce(&mut AccountRecord) -> ApiResult<Vec<SideOp>> + Send + 'static,
    ) -> ApiResult<Arc<AccountRecord>> {
        let _turn = self.turn.lock().await;
        let missing = || no_such_account(&id.to_string());
        let mut record = self
            .store
            .work(move |store| fetch(store, id))
            .await?
            .filter(|record| record.deleted_ms.is_none())
            .ok_or_else(missing)?;
        let mut ops = change(&mut record)?;
        ops.push(SideOp::Put {
            tree: BY_ID.to_owned(),
            key: id.to_bytes().to_vec(),
            value: record.to_bytes()?,
        });
        self.write(record, ops).await
    }

    async fn write(&self, record: AccountRecord, ops: Vec<SideOp>) -> ApiResult<Arc<AccountRecord>> {
        let done = self.store.work(move |store| Ok(store.side(ops)?)).await?;
        if let SideOutcome::Exists { tree, .. } = done {
            return Err(if tree == BY_NAME {
                ApiError::new(
                    ProblemKind::NameTaken,
                    text!("name-taken", name = record.name.clone()),
                )
            } else {
                crate::access::invitations::no_such_invitation()
            });
        }
        self.known.changed();
        Ok(Arc::new(record))
    }
}

fn fetch(store: &dyn EventStore, id: StreamId) -> ApiResult<Option<AccountRecord>> {
    let bytes = store.fetch(BY_ID, &id.to_bytes())?;
    bytes.map(|bytes| AccountRecord::from_bytes(&bytes)).transpose()
}

fn new_name(name: &str, id: StreamId) -> SideOp {
    SideOp::PutNew {
        tree: BY_NAME.to_owned(),
        key: name.to_lowercase().into_bytes(),
        value: id.to_bytes().to_vec(),
    }
}

fn no_name(name: &str) -> SideOp {
    SideOp::Remove {
        tree: BY_NAME.to_owned(),
        key: name.to_lowercase().into_bytes(),
    }
}

fn renamed(id: StreamId) -> SideOp {
    SideOp::Put {
        tree: RENAMED.to_owned(),
        key: id.to_bytes().to_vec(),
        value: Vec::new(),
    }
}

/// A name that says nothing: its digits are nobody's, not even the id's.
fn pseudonym() -> String {
    let [a, b, c] = random_digits();
    format!("former-player-{a:02x}{b:02x}{c:02x}")
}

fn random_digits() -> [u8; 3] {
    crate::base::random()
}

/// There is no such account.
pub fn no_such_account(name: &str) -> ApiError {
    ApiError::new(
        ProblemKind::NoSuchAccount,
        text!("no-such-account", name = name.to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_nobody_elses() {
        for good in ["ada", "Bo", "a.b-c_d", "9lives", &"x".repeat(32)] {
            assert_eq!(misnamed(good), None, "{good}");
        }
        for bad in [
            "",
            "a",
            &"x".repeat(33),
            ".ada",
            "ada lovelace",
            "ad\u{e4}",
            "ada\n",
            "a/b",
            "Admin",
            "former-player-1",
            "01KAG6Q2Y7M3V9XWZ4T5B8C0DE",
        ] {
            assert!(misnamed(bad).is_some(), "{bad:?}");
        }
    }
}
