//! Signing in: from what somebody knows to a session, and from a session or a token to what it allows.

use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Session, SignIn};

use crate::access::guesses::Browser;
use crate::access::guesses::GuessLimits;
use crate::access::{
    AccountRecord, Accounts, Caller, SessionRecord, Sessions, Standing, TokenRecord, Tokens,
};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::Client;
use crate::base::messages::text;
use crate::base::rate_limiter::RateLimiter;
use crate::base::time_text;

/// Somebody who signed in.
#[derive(Debug)]
pub struct SignedIn {
    /// The secret of the new session.
    pub secret: String,
    /// The session.
    pub session: Arc<SessionRecord>,
    /// A device cookie for the browser, where a password showed who it is.
    pub device: Option<String>,
}

/// Signing in over accounts, tokens and sessions.
#[derive(Debug)]
pub struct SignIns {
    /// Accounts.
    pub(crate) accounts: Arc<Accounts>,
    /// Tokens.
    pub(crate) tokens: Arc<Tokens>,
    /// Sessions.
    pub(crate) sessions: Arc<Sessions>,
    /// The limits of guessing passwords.
    pub(crate) guesses: Arc<GuessLimits>,
    /// The rate limit of signing in and of signing up; none where rates are not limited.
    pub(crate) gate: Option<Arc<RateLimiter>>,
}

impl SignIns {
    /// Counts an attempt of a client to come in.
    ///
    /// # Errors
    /// There were too many of late.
    pub(crate) fn count(&self, client: Client) -> ApiResult<()> {
        match &self.gate {
            Some(gate) => gate.pass(client).map(drop).map_err(ApiError::too_fast),
            None => Ok(()),
        }
    }

    /// Signs a client in. Why it fails is never told in a way that says more than that it failed.
    pub async fn sign_in(&self, browser: &Browser, asked: SignIn) -> ApiResult<SignedIn> {
        self.count(browser.client)?;
        match asked {
            SignIn {
                token: Some(token),
                name: None,
                password: None,
            } => {
                let (secret, session) = self.sign_in_by_token(token.trim()).await?;
                Ok(SignedIn {
                    secret,
                    session,
                    device: None,
                })
            }
            SignIn {
                token: None,
                name: Some(name),
                password: Some(password),
            } => self.sign_in_by_password(browser, name.trim(), password).await,
            _ => Err(ApiError::body("", text!("sign-in-fields"))),
        }
    }

    async fn sign_in_by_token(&self, secret: &str) -> ApiResult<(String, Arc<SessionRecord>)> {
        let refused = || ApiError::new(ProblemKind::SignInRefused, text!("token-unknown"));
        let record = self.tokens.find(secret).await?.ok_or_else(refused)?;
        self.holder(Arc::clone(&record)).await?.ok_or_else(refused)?;
        let standing = Standing::Token {
            id: record.id,
            secret: crate::base::secrets::key_of(secret),
        };
        self.sessions.begin(standing, record.expires_ms).await
    }

    async fn sign_in_by_password(
        &self,
        browser: &Browser,
        name: &str,
        password: String,
    ) -> ApiResult<SignedIn> {
        // Whether or not there is such an account, and whatever is set about other limits: guessing is slow.
        let account = self.accounts.named(name).await?.map(|account| account.id);
        self.guesses.count(name, account, browser)?;
        match self.accounts.check(name, password).await? {
            Some(account) if account.suspended_ms.is_some() => Err(ApiError::new(
                ProblemKind::SignInRefused,
                text!("sign-in-suspended"),
            )),
            Some(account) => self.begin_session(&account).await,
            None => Err(ApiError::new(ProblemKind::SignInRefused, text!("sign-in-wrong"))),
        }
    }

    /// Begins a session of an account whose holder has shown that it is theirs.
    pub async fn begin_session(&self, account: &AccountRecord) -> ApiResult<SignedIn> {
        let (secret, session) = self.sessions.begin(Standing::Account(account.id), None).await?;
        Ok(SignedIn {
            secret,
            session,
            device: Some(self.guesses.device_cookie(account.id)),
        })
    }

    /// The caller behind a session; nobody if what it stands on has ended.
    pub async fn caller_of(&self, session: &SessionRecord) -> ApiResult<Option<Caller>> {
        match &session.standing {
            Standing::Token { secret, .. } => match self.tokens.find_key(*secret).await? {
                Some(token) => self.holder(token).await,
                None => Ok(None),
            },
            Standing::Account(id) => Ok(self
                .accounts
                .get(*id)
                .await?
                .filter(|account| account.is_open())
                .map(|account| Caller::Bearer(Arc::new(account.authority())))),
        }
    }

    /// The caller behind a valid token. One that an account made for itself has never more rights than the
    /// account has now.
    pub async fn holder(&self, token: Arc<TokenRecord>) -> ApiResult<Option<Caller>> {
        let Some(id) = token.account else {
            return Ok(Some(Caller::Bearer(token)));
        };
        let account = self.accounts.get(id).await?;
        let Some(account) = account.filter(|account| account.is_open()) else {
            return Ok(None);
        };
        let scopes = account.allowed(&token.scopes);
        if scopes == token.scopes {
            return Ok(Some(Caller::Bearer(token)));
        }
        let less = TokenRecord {
            scopes,
            ..TokenRecord::clone(&token)
        };
        Ok(Some(Caller::Bearer(Arc::new(less))))
    }

    /// A session as it is shown to who holds it; `name` is how people read its caller.
    pub fn session_of(&self, session: &SessionRecord, caller: &Caller, name: &str) -> Session {
        Session {
            id: session.id.to_string(),
            name: name.to_owned(),
            subject: caller.actor(),
            account: caller.account().map(|account| account.to_string()),
            scopes: caller
                .token()
                .map(|token| token.shown().scopes)
                .unwrap_or_default(),
            created_at: time_text(session.created_ms),
            expires_at: time_text(session.expires_ms),
        }
    }
}
