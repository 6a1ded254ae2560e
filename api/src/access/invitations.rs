//! Invitations: how people come in. Only the hash of an invitation's secret is kept, and it is good once.

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateInvitation, Invitation, NewInvitation, Role};
use hindsight_store::{SideOp, StreamId};
use serde::{Deserialize, Serialize};

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{DAY_MS, INVITATION_DAYS, INVITATIONS};
use crate::base::messages::text;
use crate::base::secrets::{Key, key_of, key_of_shaped, new_secret};
use crate::base::{StoreHandle, links, new_id, now_ms, time_text};

/// Records by the hash of the secret.
const BY_SECRET: &str = "invitations";
/// Hashes of secrets by who invites, and by the invitation's own id.
const BY_HOST: &str = "invitation-hosts";
/// Accounts that came, by the hash of the secret.
const TAKEN: &str = "invitations-taken";
/// What every secret begins with.
const PREFIX: &str = "hi_";

/// An invitation as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct InvitationRecord {
    id: StreamId,
    /// Who invites: an account, or whom a token stands for.
    host: String,
    /// The role of who comes.
    role: Role,
    created_ms: u64,
    expires_ms: u64,
}

impl InvitationRecord {
    fn shown(&self, taken_by: Option<StreamId>) -> Invitation {
        Invitation {
            id: self.id.to_string(),
            role: self.role,
            created_at: time_text(self.created_ms),
            expires_at: time_text(self.expires_ms),
            taken_by: taken_by.map(|account| account.to_string()),
        }
    }

    fn from_bytes(bytes: &[u8]) -> ApiResult<Self> {
        serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading an invitation", why))
    }
}

/// All invitations of the server.
#[derive(Debug)]
pub struct Invitations {
    store: StoreHandle,
}

/// The first bytes of the places of a host's invitations.
fn of_host(host: &str) -> Vec<u8> {
    key_of(host)[..16].to_vec()
}

impl Invitations {
    /// The invitations in a store.
    pub fn new(store: StoreHandle) -> Self {
        Self { store }
    }

    /// Invites somebody; `gives` are the roles that the host may give.
    pub async fn create(
        &self,
        host: String,
        gives: &[Role],
        request: CreateInvitation,
    ) -> ApiResult<NewInvitation> {
        let CreateInvitation { role, days } = request;
        if !gives.contains(&role) {
            let allowed: Vec<&str> = gives.iter().map(|role| role.name()).collect();
            return Err(ApiError::new(
                ProblemKind::Forbidden,
                text!("invite-not", role = role.name().to_string()),
            )
            .allowed(allowed));
        }
        let days = days.unwrap_or(INVITATION_DAYS);
        if !(1..=90).contains(&days) {
            return Err(ApiError::body("/days", text!("invitation-days")));
        }
        let created_ms = now_ms();
        let record = InvitationRecord {
            id: new_id(),
            host,
            role,
            created_ms,
            expires_ms: created_ms + u64::from(days) * DAY_MS,
        };
        let secret = new_secret(PREFIX);
        let (key, shown) = (key_of(&secret), record.shown(None));
        let _turn = self.store.turn_of(&record.host).await;
        self.store
            .work(move |store| {
                let others = store.side_scan(BY_HOST, &of_host(&record.host), None, INVITATIONS)?;
                if others.len() >= INVITATIONS {
                    return Err(ApiError::new(
                        ProblemKind::LimitReached,
                        text!("invitations-most", most = INVITATIONS),
                    )
                    .limit("invitations", INVITATIONS));
                }
                let value = serde_json::to_vec(&record)
                    .map_err(|why| ApiError::fault("writing an invitation", why))?;
                let place = [of_host(&record.host), record.id.to_bytes().to_vec()].concat();
                store.side(vec![
                    put(BY_SECRET, key.to_vec(), value),
                    put(BY_HOST, place, key.to_vec()),
                ])?;
                Ok(())
            })
            .await?;
        Ok(NewInvitation {
            link: links::sign_up(&secret),
            secret,
            invitation: shown,
        })
    }

    /// Who made the invitation behind a secret, the role that it gives while it is good, and the secret's hash, by which it
    /// is [`taken`].
    pub(crate) async fn find(&self, secret: &str) -> ApiResult<(String, Role, Key)> {
        let key = key_of_shaped(PREFIX, secret).ok_or_else(no_such_invitation)?;
        let record = self
            .store
            .work(move |store| {
                if store.fetch(TAKEN, &key)?.is_some() {
                    return Ok(None);
                }
                let bytes = store.fetch(BY_SECRET, &key)?;
                bytes
                    .map(|bytes| InvitationRecord::from_bytes(&bytes))
                    .transpose()
            })
            .await?
            .filter(|record| now_ms() < record.expires_ms)
            .ok_or_else(no_such_invitation)?;
        Ok((record.host, record.role, key))
    }

    /// The invitations of a host, oldest first.
    pub async fn list(&self, host: &str) -> ApiResult<Vec<Invitation>> {
        let prefix = of_host(host);
        self.store
            .work(move |store| {
                let mut shown = Vec::new();
                for (_, key) in store.side_scan(BY_HOST, &prefix, None, INVITATIONS)? {
                    let taken = store.fetch(TAKEN, &key)?.and_then(|id| id.try_into().ok());
                    if let Some(bytes) = store.fetch(BY_SECRET, &key)? {
                        let record = InvitationRecord::from_bytes(&bytes)?;
                        shown.push(record.shown(taken.map(StreamId::from_bytes)));
                    }
                }
                Ok(shown)
            })
            .await
    }

    /// Withdraws an invitation of a host; who came by it already stays.
    pub async fn withdraw(&self, host: &str, id: StreamId) -> ApiResult<()> {
        let place = [of_host(host), id.to_bytes().to_vec()].concat();
        self.store
            .work(move |store| {
                let key = store.fetch(BY_HOST, &place)?.ok_or_else(no_such_invitation)?;
                let remove = |tree: &str, key: Vec<u8>| SideOp::Remove {
                    tree: tree.to_owned(),
                    key,
                };
                store.side(vec![remove(BY_SECRET, key), remove(BY_HOST, place)])?;
                Ok(())
            })
            .await
    }
}

fn put(tree: &str, key: Vec<u8>, value: Vec<u8>) -> SideOp {
    SideOp::Put {
        tree: tree.to_owned(),
        key,
        value,
    }
}

/// What marks an invitation as taken by an account.
pub(crate) fn taken(key: Key, account: StreamId) -> Vec<SideOp> {
    vec![SideOp::PutNew {
        tree: TAKEN.to_owned(),
        key: key.to_vec(),
        value: account.to_bytes().to_vec(),
    }]
}

/// The invitation is unknown, over, withdrawn, or was used already: which of these is not told.
pub(crate) fn no_such_invitation() -> ApiError {
    ApiError::new(ProblemKind::NoSuchInvitation, text!("invitation-unknown"))
}
