//! Signing in: from what somebody knows to a session, and from a session to what it allows.

use std::sync::Arc;

use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Session, SignIn};

use super::{Caller, Services, SessionRecord, Standing, time_text};
use crate::limits::Client;
use crate::problem::{ApiError, Outcome};

impl Services {
    /// Signs a client in; gives the new session's secret with the session. Why it fails is never told in a way that
    /// says more than that it failed.
    pub async fn sign_in(&self, client: Client, asked: SignIn) -> Outcome<(String, Arc<SessionRecord>)> {
        if self.settings.rate_limits {
            self.sign_ins.pass(client).map_err(ApiError::too_fast)?;
        }
        let SignIn { token } = asked;
        let refused = || {
            ApiError::new(
                ProblemKind::SignInRefused,
                "the token is unknown, expired or revoked",
            )
        };
        let record = self.tokens.find(token.trim()).await?.ok_or_else(refused)?;
        let standing = Standing::Token {
            id: record.id,
            secret: super::secrets::key_of(token.trim()),
        };
        self.sessions.begin(standing, record.expires_ms).await
    }

    /// Who asks through a session; nobody if what it stands on has ended.
    pub async fn caller_of(&self, session: &SessionRecord) -> Outcome<Option<Caller>> {
        match &session.standing {
            Standing::Token { secret, .. } => Ok(self.tokens.find_key(*secret).await?.map(Caller::Bearer)),
        }
    }

    /// A session as it is shown to who holds it.
    pub fn session_of(&self, session: &SessionRecord, caller: &Caller) -> Session {
        Session {
            id: session.id.to_string(),
            name: caller.actor(),
            subject: caller.actor(),
            scopes: caller
                .token()
                .map(|token| token.shown().scopes)
                .unwrap_or_default(),
            created_at: time_text(session.created_ms),
            expires_at: time_text(session.expires_ms),
        }
    }
}
