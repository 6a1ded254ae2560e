//! Limits on guessing passwords, without letting who guesses keep the owner out.
//!
//! A browser from which an account was signed in to keeps a cookie that says so (a device cookie). Attempts with it are
//! counted by themselves, so nobody else's wrong passwords keep that browser out. All others are counted by name and
//! address together, and once more by name alone: one address cannot use up what another has, and many addresses together
//! guess slowly.

use hindsight_store::StreamId;

use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{Client, SIGN_INS_BY_DEVICE, SIGN_INS_BY_NAME, SIGN_INS_BY_NAME_AND_ADDRESS};
use crate::base::random;
use crate::base::rate_limiter::RateLimiter;

/// An attempt at a password: who tries it, and from where.
#[derive(Debug, Clone)]
pub struct Browser {
    /// Who is counted by all other limits.
    pub client: Client,
    /// Its address.
    pub address: Client,
    /// The device cookies that it sent, true or not.
    pub devices: Vec<String>,
}

/// The limits of guessing passwords. They hold whatever the settings say of other limits.
#[derive(Debug)]
pub struct GuessLimits {
    /// Signs device cookies.
    key: [u8; 32],
    by_device: RateLimiter,
    by_place: RateLimiter,
    by_name: RateLimiter,
}

impl GuessLimits {
    /// The limits of the server that has this secret.
    pub fn new(secret: &[u8; 32]) -> Self {
        Self {
            key: blake3::derive_key("hindsight 2026-11 device cookies", secret),
            by_device: RateLimiter::new(SIGN_INS_BY_DEVICE),
            by_place: RateLimiter::new(SIGN_INS_BY_NAME_AND_ADDRESS),
            by_name: RateLimiter::new(SIGN_INS_BY_NAME),
        }
    }

    /// All of them, to forget who was quiet for long.
    pub fn gates(&self) -> [&RateLimiter; 3] {
        [&self.by_device, &self.by_place, &self.by_name]
    }

    /// Counts an attempt with a name; `account` is whose name it is, if anybody's.
    ///
    /// # Errors
    /// There were too many.
    pub fn count(&self, name: &str, account: Option<StreamId>, browser: &Browser) -> ApiResult<()> {
        let passed = match account.and_then(|account| self.device(account, &browser.devices)) {
            Some(device) => self.by_device.pass(Client::named(device)),
            None => self
                .by_place
                .pass(Client::named(&format!("{name}\n{:?}", browser.address)))
                .and_then(|_| self.by_name.pass(Client::named(name))),
        };
        passed.map(drop).map_err(ApiError::too_fast)
    }

    /// Counts an attempt of somebody who is signed in, to show once more who they are.
    ///
    /// # Errors
    /// There were too many.
    pub fn count_signed_in(&self, account: StreamId) -> ApiResult<()> {
        let passed = self
            .by_device
            .pass(Client::named(&format!("signed-in/{account}")));
        passed.map(drop).map_err(ApiError::too_fast)
    }

    /// A new device cookie for a browser from which an account was just signed in to: its nonce, and who it is for, signed.
    pub fn device_cookie(&self, account: StreamId) -> String {
        let nonce: [u8; 16] = random();
        let text = format!("{account}.{:032x}", u128::from_be_bytes(nonce));
        format!("{text}.{}", self.sign(&text))
    }

    /// The first device cookie that was made here for this account.
    fn device<'d>(&self, account: StreamId, devices: &'d [String]) -> Option<&'d str> {
        let owner = account.to_string();
        devices.iter().map(String::as_str).find(|device| {
            let Some((text, signature)) = device.rsplit_once('.') else {
                return false;
            };
            let signed = blake3::Hash::from_hex(signature);
            // BLAKE3's hashes are compared in constant time.
            let is_ours = signed.is_ok_and(|signed| signed == self.signature(text));
            is_ours && text.split_once('.').is_some_and(|(account, _)| account == owner)
        })
    }

    fn signature(&self, text: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.key, text.as_bytes())
    }

    fn sign(&self, text: &str) -> String {
        self.signature(text).to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: StreamId = StreamId::ZERO;

    fn at(address: [u8; 4], device: Option<&str>) -> Browser {
        let address = Client::at(address.into());
        Browser {
            client: address,
            address,
            devices: device.map(ToOwned::to_owned).into_iter().collect(),
        }
    }

    /// How many attempts are heard at once.
    fn heard(guesses: &GuessLimits, name: &str, account: Option<StreamId>, browser: &Browser) -> u32 {
        (0..1_000)
            .take_while(|_| guesses.count(name, account, browser).is_ok())
            .count() as u32
    }

    #[test]
    fn who_guesses_keeps_nobody_out_but_themselves() {
        let guesses = GuessLimits::new(&[7; 32]);
        let cookie = guesses.device_cookie(ADA);
        let (other, owner) = (at([9, 9, 9, 9], None), at([1, 2, 3, 4], None));
        let known = at([9, 9, 9, 9], Some(&cookie));
        let burst = SIGN_INS_BY_NAME_AND_ADDRESS.burst;
        assert_eq!(heard(&guesses, "ada", Some(ADA), &other), burst);
        // From elsewhere, and from a known browser even at the same address, the owner is heard.
        assert!(guesses.count("ada", Some(ADA), &owner).is_ok());
        assert!(guesses.count("ada", Some(ADA), &known).is_ok());
        assert!(guesses.count_signed_in(ADA).is_ok());
        // Other names are another matter.
        assert!(guesses.count("bob", None, &other).is_ok());
    }

    #[test]
    fn many_addresses_together_guess_slowly_and_a_known_browser_is_heard_all_the_same() {
        let guesses = GuessLimits::new(&[7; 32]);
        let cookie = guesses.device_cookie(ADA);
        let all: u32 = (0..200)
            .map(|number| heard(&guesses, "ada", Some(ADA), &at([10, 0, 0, number], None)))
            .sum();
        assert_eq!(all, SIGN_INS_BY_NAME.burst);
        assert!(guesses.count("ada", Some(ADA), &at([8, 8, 8, 8], None)).is_err());
        let known = at([8, 8, 8, 8], Some(&cookie));
        assert_eq!(
            heard(&guesses, "ada", Some(ADA), &known),
            SIGN_INS_BY_DEVICE.burst
        );
    }

    #[test]
    fn a_device_cookie_is_good_for_its_account_and_server_alone() {
        let guesses = GuessLimits::new(&[7; 32]);
        let mine = guesses.device_cookie(ADA);
        let known = |guesses: &GuessLimits, account, cookie: &str| {
            guesses.device(account, &[cookie.to_owned()]).is_some()
        };
        assert!(known(&guesses, ADA, &mine));
        assert_ne!(mine, guesses.device_cookie(ADA));
        let bob = StreamId::new(1, 1);
        assert!(!known(&guesses, bob, &mine));
        assert!(!known(&GuessLimits::new(&[8; 32]), ADA, &mine));
        let forged = mine.replacen(&ADA.to_string(), &bob.to_string(), 1);
        assert!(!known(&guesses, bob, &forged));
        for wrong in [
            "",
            ".",
            "..",
            "a.b.c",
            &mine[..mine.len() - 1],
            &format!("{mine}0"),
        ] {
            assert!(!known(&guesses, ADA, wrong), "{wrong:?}");
        }
    }
}
