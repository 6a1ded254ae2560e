//! Actions of people on their accounts: come in, change, take their data along, go.

use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CreateAccount, OwnData, PatchAccount, PatchOwnAccount, Role};
use hindsight_store::{Audience, StreamFilter, StreamId};

use crate::access::accounts::no_such_account;
use crate::access::invitations::{no_such_invitation, taken};
use crate::access::{AccountRecord, Caller, Invitations, Scope, SignIns, Standing, roles};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{Client, EXPORTED_GAMES};
use crate::base::messages::text;
use crate::base::settings::SignUp;
use crate::games::{Games, SeatNames, game_card};

/// Games read at once for an export.
const GAMES_AT_ONCE: usize = 500;

/// Actions of people on their accounts, over everything that an account has a part in.
#[derive(Debug)]
pub struct Membership {
    pub(crate) sign_up: SignUp,
    pub(crate) sign_ins: Arc<SignIns>,
    pub(crate) invitations: Arc<Invitations>,
    pub(crate) seat_names: Arc<SeatNames>,
    pub(crate) games: Arc<Games>,
}

impl Membership {
    /// Makes an account for somebody who comes in, or for somebody else where the caller says which role it gets.
    pub async fn sign_up(
        &self,
        caller: &Caller,
        client: Client,
        request: CreateAccount,
    ) -> ApiResult<Arc<AccountRecord>> {
        self.sign_ins.count(client)?;
        let CreateAccount {
            name,
            password,
            invitation,
            role,
        } = request;
        if let Some(role) = role {
            let gives = self.gives(caller).await?;
            if !gives.contains(&role) {
                let allowed: Vec<&str> = gives.iter().map(|role| role.name()).collect();
                let why = text!("role-not-given", role = role.name().to_string());
                return Err(ApiError::new(ProblemKind::Forbidden, why).allowed(allowed));
            }
            let accounts = &self.sign_ins.accounts;
            return accounts.create(&name, password, role, |_| Vec::new()).await;
        }
        // Who may make accounts of the usual role needs neither an invitation nor an open door.
        if invitation.is_none() && self.gives(caller).await?.contains(&Role::default()) {
            let accounts = &self.sign_ins.accounts;
            return accounts
                .create(&name, password, Role::default(), |_| Vec::new())
                .await;
        }
        match (self.sign_up, invitation) {
            (SignUp::Closed, _) => Err(ApiError::new(
                ProblemKind::SignUpClosed,
                text!("sign-up-by-admins"),
            )),
            (SignUp::Invitation, None) => Err(ApiError::new(
                ProblemKind::SignUpClosed,
                text!("sign-up-by-invitation"),
            )),
            (SignUp::Invitation | SignUp::Open, Some(invitation)) => {
                let (host, role, key) = self.invitations.find(invitation.trim()).await?;
                if !self.still_gives(&host, role).await? {
                    return Err(no_such_invitation());
                }
                self.sign_ins
                    .accounts
                    .create(&name, password, role, |account| taken(key, account))
                    .await
            }
            (SignUp::Open, None) => {
                self.sign_ins
                    .accounts
                    .create(&name, password, Role::default(), |_| Vec::new())
                    .await
            }
        }
    }

    /// The account of a browser that is signed in by name and password.
    pub async fn own_account(&self, standing: Option<&Standing>) -> ApiResult<Arc<AccountRecord>> {
        let id = match standing {
            Some(Standing::Account(id)) => *id,
            Some(Standing::Token { .. }) | None => {
                return Err(ApiError::new(
                    ProblemKind::Forbidden,
                    text!("signed-in-by-password"),
                ));
            }
        };
        let account = self.sign_ins.accounts.get(id).await?;
        account
            .filter(|account| account.deleted_ms.is_none())
            .ok_or_else(|| no_such_account(&id.to_string()))
    }

    /// Changes one's own name or password. Another password ends every session but `session`.
    pub async fn change_account(
        &self,
        account: &AccountRecord,
        session: StreamId,
        change: PatchOwnAccount,
    ) -> ApiResult<Arc<AccountRecord>> {
        let PatchOwnAccount {
            current_password,
            name,
            password,
            off_leaderboards,
        } = change;
        self.confirm(account, current_password).await?;
        if let Some(off) = off_leaderboards {
            self.sign_ins
                .accounts
                .set_off_leaderboards(account.id, off)
                .await?;
        }
        if let Some(password) = password {
            self.sign_ins
                .accounts
                .set_password(account, "/password", password)
                .await?;
            self.sign_ins
                .sessions
                .end_others(account.id, Some(session))
                .await?;
        }
        let account = match name {
            Some(name) => self.sign_ins.accounts.rename(account.id, &name).await?,
            None => self
                .sign_ins
                .accounts
                .get(account.id)
                .await?
                .ok_or_else(|| no_such_account(&account.id.to_string()))?,
        };
        self.seat_names.show_new_names().await?;
        Ok(account)
    }

    /// Deletes one's own account. Its games stay, under a pseudonym.
    pub async fn delete_account(&self, account: &AccountRecord, password: String) -> ApiResult<()> {
        self.confirm(account, password).await?;
        self.sign_ins.accounts.delete(account.id).await?;
        self.sign_ins.sessions.end_others(account.id, None).await?;
        self.sign_ins.tokens.revoke_all(account.id).await?;
        let host = account.id.to_string();
        for invitation in self.invitations.list(&host).await? {
            if let Ok(id) = invitation.id.parse() {
                self.invitations.withdraw(&host, id).await?;
            }
        }
        self.seat_names.show_new_names().await
    }

    /// Whether this is the account's password; wrong ones are counted as attempts to sign in.
    async fn confirm(&self, account: &AccountRecord, password: String) -> ApiResult<()> {
        self.sign_ins.guesses.count_signed_in(account.id)?;
        self.sign_ins
            .accounts
            .confirm(account, "/current_password", password)
            .await
    }

    /// Gives somebody's account another role, if who asks may.
    pub async fn give_role(
        &self,
        caller: &Caller,
        id: StreamId,
        role: Role,
    ) -> ApiResult<Arc<AccountRecord>> {
        let missing = || no_such_account(&id.to_string());
        let account = self.sign_ins.accounts.get(id).await?.ok_or_else(missing)?;
        let gives = self.gives(caller).await?;
        if !gives.contains(&role) || !gives.contains(&account.role) {
            let allowed: Vec<&str> = gives.iter().map(|role| role.name()).collect();
            return Err(ApiError::new(
                ProblemKind::Forbidden,
                text!(
                    "role-not-changed",
                    role = role.name().to_string(),
                    before = account.role.name().to_string()
                ),
            )
            .allowed(allowed));
        }
        self.sign_ins.accounts.set_role(id, role).await
    }

    /// Changes somebody's account: its role by those who may give it, its password by an administrator.
    pub async fn change_other(
        &self,
        caller: &Caller,
        id: StreamId,
        change: PatchAccount,
    ) -> ApiResult<Arc<AccountRecord>> {
        let PatchAccount { role, password } = change;
        if role.is_none() && password.is_none() {
            return Err(ApiError::body("", text!("role-or-password")));
        }
        if let Some(password) = password {
            if !caller.is_admin() {
                let why = text!("password-by-admins");
                return Err(ApiError::new(ProblemKind::Forbidden, why));
            }
            let missing = || no_such_account(&id.to_string());
            let account = self.sign_ins.accounts.get(id).await?.ok_or_else(missing)?;
            self.sign_ins
                .accounts
                .set_password(&account, "/password", password)
                .await?;
            // Whoever is signed in may be the one against whom the password is changed.
            self.sign_ins.sessions.end_others(account.id, None).await?;
            if role.is_none() {
                return Ok(account);
            }
        }
        self.give_role(caller, id, role.unwrap_or_default()).await
    }

    /// The roles that who asks may give: those that the account's role gives, as far as the session or the token reaches.
    pub async fn gives(&self, caller: &Caller) -> ApiResult<&'static [Role]> {
        if caller.is_admin() {
            return Ok(roles::row(Role::Admin).gives);
        }
        let reach: &[Role] = if caller.has(Scope::Accounts) {
            roles::row(Role::Steward).gives
        } else if caller.has(Scope::Invite) {
            roles::row(Role::Coach).gives
        } else {
            return Ok(&[]);
        };
        let Some(id) = caller.account() else {
            return Ok(&[]);
        };
        let own = self.present_gives(id).await?;
        Ok(if own.len() < reach.len() { own } else { reach })
    }

    /// The roles that an account's present role gives.
    async fn present_gives(&self, id: StreamId) -> ApiResult<&'static [Role]> {
        let account = self.sign_ins.accounts.get(id).await?;
        Ok(account.map_or(&[], |account| roles::row(account.role).gives))
    }

    /// Whether who invites may still give that role: an invitation does not outlive the right to make it.
    async fn still_gives(&self, host: &str, role: Role) -> ApiResult<bool> {
        match host.parse::<StreamId>() {
            Ok(id) => Ok(self.present_gives(id).await?.contains(&role)),
            // A token of the server's administrator, without an account.
            Err(_) => Ok(true),
        }
    }

    /// Everything that is kept about an account, but its webhooks: those are known to what stands above games.
    pub async fn own_data(&self, account: &AccountRecord) -> ApiResult<OwnData> {
        let subject = account.id.to_string();
        let filter = StreamFilter {
            owner: Some(subject.clone()),
            audience: Audience::Owner(subject.clone()),
            ..StreamFilter::default()
        };
        let (mut games, mut cursor) = (Vec::new(), None);
        while games.len() < EXPORTED_GAMES {
            let page = self.games.list(filter.clone(), cursor, GAMES_AT_ONCE).await?;
            games.extend(
                page.games
                    .iter()
                    .map(|listed| game_card(listed.stream, &listed.card, true)),
            );
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        let caller = Caller::Bearer(Arc::new(account.authority()));
        let sessions = self.sign_ins.sessions.list(account.id).await?;
        Ok(OwnData {
            account: account.shown(),
            former_names: account.former_names.clone(),
            tokens: self.sign_ins.tokens.of_account(account.id).await?,
            sessions: sessions
                .iter()
                .map(|session| self.sign_ins.session_of(session, &caller, &account.name))
                .collect(),
            invitations: self.invitations.list(&subject).await?,
            games,
            seats: self.games.seats_of(account.id).await?,
            webhooks: Vec::new(),
        })
    }
}
