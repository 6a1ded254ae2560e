//! Passwords: only a slow hash of them is kept, and checking one takes the same time whether or not there is an account.

use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, Version};
use hindsight_kernel::Message;
use hindsight_openapi::ProblemKind;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::base::blocking::blocking;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{PASSWORD, PASSWORD_CHECKS, PASSWORD_QUEUE, SHORTEST_PASSWORD};
use crate::base::messages::text;
use crate::base::random;

/// Memory in KiB, passes and lanes: what OWASP's sheet on storing passwords recommends for Argon2id.
const COST: Cost = Cost {
    memory_kib: 19 * 1024,
    passes: 2,
    lanes: 1,
};

/// How dear a hash is to work out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Cost {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

/// A password as it is kept: Argon2id with its salt and its cost, so that a dearer cost later leaves old ones readable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordHash {
    cost: Cost,
    salt: [u8; 16],
    hash: [u8; 32],
}

fn argon2id(password: &str, salt: &[u8], cost: Cost) -> ApiResult<[u8; 32]> {
    let fault = |why: argon2::Error| ApiError::fault("hashing a password", why);
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(32)).map_err(fault)?;
    let mut hash = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(password.as_bytes(), salt, &mut hash)
        .map_err(fault)?;
    Ok(hash)
}

impl PasswordHash {
    fn new(password: &str) -> ApiResult<Self> {
        let salt: [u8; 16] = random();
        Ok(Self {
            cost: COST,
            salt,
            hash: argon2id(password, &salt, COST)?,
        })
    }

    /// What stands for an account that is not there: no password has this hash, and checking takes as long.
    const NOBODY: Self = Self {
        cost: COST,
        salt: [7; 16],
        hash: [0; 32],
    };

    fn fits(&self, password: &str) -> ApiResult<bool> {
        let hash = argon2id(password, &self.salt, self.cost)?;
        // BLAKE3's hashes are compared in constant time.
        Ok(blake3::Hash::from_bytes(hash) == blake3::Hash::from_bytes(self.hash))
    }
}

/// The places where passwords are hashed: few, for each needs much memory, and so are those who wait for one.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(PASSWORD_CHECKS)),
            queue: Arc::new(Semaphore::new(PASSWORD_QUEUE)),
        }
    }
}

impl Passwords {
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let busy = |_| ApiError::new(ProblemKind::Busy, text!("signing-in-full"));
        let waiting = Arc::clone(&self.queue).try_acquire_owned().map_err(busy)?;
        let place = Arc::clone(&self.places)
            .acquire_owned()
            .await
            .map_err(|closed| ApiError::fault("waiting for a place", closed))?;
        blocking(move || {
            let done = work();
            drop((place, waiting));
            done
        })
        .await
        .unwrap_or_else(|died| Err(ApiError::fault("hashing a password", died)))
    }

    /// The hash of a new password, if it may be one for an account of this name; `at` is its place in the body.
    pub(crate) async fn hash(&self, at: &str, name: &str, password: String) -> ApiResult<PasswordHash> {
        if let Some(why) = weak(name, &password) {
            return Err(ApiError::body(at, why));
        }
        self.work(move || PasswordHash::new(&password)).await
    }

    /// Whether this is the password; without an account it never is, and takes as long to find out.
    pub(crate) async fn check(&self, password: String, kept: Option<PasswordHash>) -> ApiResult<bool> {
        let there = kept.is_some();
        let kept = kept.unwrap_or(PasswordHash::NOBODY);
        // What cannot be a password is no reason to answer earlier.
        let password = if password.len() > 4 * PASSWORD {
            String::new()
        } else {
            password
        };
        Ok(self.work(move || kept.fits(&password)).await? && there)
    }
}

/// Why a password is not taken.
fn weak(name: &str, password: &str) -> Option<Message> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=PASSWORD).contains(&length) {
        return Some(text!(
            "password-length",
            least = SHORTEST_PASSWORD,
            most = PASSWORD
        ));
    }
    let lower = password.to_lowercase();
    if lower.contains(&name.to_lowercase()) {
        return Some(text!("password-has-name"));
    }
    let kinds: std::collections::BTreeSet<char> = lower.chars().collect();
    (kinds.len() < 5).then(|| text!("password-too-plain"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_are_guessed_first_are_not_taken() {
        for weak_one in [
            "",
            "short",
            "aaaaaaaaaaaaaaa",
            "ababababababab",
            "my-ADA-password",
        ] {
            assert!(weak("ada", weak_one).is_some(), "{weak_one}");
        }
        assert!(weak("ada", &"x1y2z".repeat(41)).is_some(), "too long");
        for good in ["correct horse", "Brücke über Wasser", &"x1y2z".repeat(40)] {
            assert_eq!(weak("ada", good), None, "{good}");
        }
    }

    #[tokio::test]
    async fn a_password_fits_its_own_hash_alone() {
        let passwords = Passwords::default();
        let kept = passwords
            .hash("/password", "ada", "correct horse".to_owned())
            .await
            .unwrap();
        let again = passwords
            .hash("/password", "ada", "correct horse".to_owned())
            .await
            .unwrap();
        assert_ne!(kept, again, "each has its own salt");
        let check = async |text: &str, kept: Option<PasswordHash>| {
            passwords.check(text.to_owned(), kept).await.unwrap()
        };
        assert!(check("correct horse", Some(kept.clone())).await);
        assert!(!check("correct horsE", Some(kept.clone())).await);
        assert!(!check("", Some(kept)).await);
        assert!(!check("correct horse", None).await);
        assert!(!check(&"a".repeat(5_000), None).await);
    }
}
