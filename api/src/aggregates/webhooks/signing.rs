//! Secrets of webhooks and the signatures made with them, as Standard Webhooks has them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::base::random;

/// What every secret begins with.
const PREFIX: &str = "whsec_";

/// A new secret: 32 random bytes.
pub(super) fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(random::<32>()))
}

/// The signature of a message by a secret: `v1,` and the base64 of the HMAC-SHA256 over id, time and body.
pub(super) fn signature(secret: &str, id: &str, timestamp: u64, body: &str) -> String {
    let encoded = secret.strip_prefix(PREFIX).unwrap_or(secret);
    // A secret that is no base64 was not made here; its bytes sign all the same.
    let key = STANDARD
        .decode(encoded)
        .unwrap_or_else(|_| encoded.as_bytes().to_vec());
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_specification() {
        // The example of the reference implementations of Standard Webhooks.
        assert_eq!(
            signature(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}"
            ),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn secrets_are_long_and_differ() {
        let (one, other) = (new_secret(), new_secret());
        assert_ne!(one, other);
        let key = STANDARD.decode(one.strip_prefix(PREFIX).unwrap()).unwrap();
        assert_eq!(key.len(), 32);
    }
}
