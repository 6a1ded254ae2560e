//! Access that a backup brings back: a token that was revoked after it was made is valid again in the restored store.

use super::sessions::{self, SessionRecord};
use super::tokens::{self, TokenRecord};

/// Tokens and sessions of a backup that a restore makes valid again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RestoredAccess {
    /// Tokens that are neither revoked nor expired.
    pub tokens: u64,
    /// Sessions that have not ended.
    pub sessions: u64,
}

impl RestoredAccess {
    /// Counts a side record of a backup. Whether it is of a token or a session.
    pub fn counts(&mut self, tree: &str, value: &[u8]) -> bool {
        match tree {
            tokens::BY_SECRET => {
                self.tokens += u64::from(TokenRecord::from_bytes(value).is_ok_and(|token| token.is_valid()));
            }
            sessions::BY_SECRET => {
                let session = SessionRecord::from_bytes(value);
                self.sessions += u64::from(session.is_ok_and(|session| session.is_valid()));
            }
            tokens::BY_ID | tokens::BY_ACCOUNT | tokens::BY_GAME | sessions::BY_HOLDER => {}
            _ => return false,
        }
        true
    }
}
