//! Secrets that stand for a right: who has one shows it, and the store keeps only its hash.

use hindsight_store::StreamId;

use crate::base::random;

/// The hash under which a secret is kept.
pub(crate) type Key = [u8; 32];

/// A new secret that begins with this.
pub(crate) fn new_secret(prefix: &str) -> String {
    format!("{prefix}{}", blake3::Hash::from_bytes(random()).to_hex())
}

/// The hash of a secret that [`new_secret`] made.
pub(crate) fn key_of(secret: &str) -> Key {
    *blake3::hash(secret.as_bytes()).as_bytes()
}

/// The hash of a text, if it has the shape of a secret that begins with this.
pub(crate) fn key_of_shaped(prefix: &str, text: &str) -> Option<Key> {
    let digits = text.strip_prefix(prefix)?;
    let shaped = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    shaped.then(|| key_of(text))
}

/// The proof that who gives it has a secret, for a challenge of 64 hexadecimal digits; the secret does not follow from it.
/// None for a challenge of another shape.
pub fn proof_of(secret: &str, challenge: &str) -> Option<String> {
    proof_by(&key_of(secret), challenge)
}

/// [`proof_of`] by the hash under which the secret is kept.
pub(crate) fn proof_by(key: &Key, challenge: &str) -> Option<String> {
    let shaped = challenge.len() == 64 && challenge.bytes().all(|digit| digit.is_ascii_hexdigit());
    let said = format!("hindsight proves itself to {challenge}");
    shaped.then(|| blake3::keyed_hash(key, said.as_bytes()).to_hex().to_string())
}

/// An id that follows from what it is for, and that nobody can find out who has not the server's secret.
pub(crate) fn derived_id(secret: &[u8; 32], name: &str) -> StreamId {
    let hash = blake3::keyed_hash(secret, name.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    bytes[0] &= 0x7f;
    StreamId::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proof_is_of_one_secret_and_one_challenge() {
        let (secret, challenge) = (new_secret("hs_"), "0f".repeat(32));
        let proof = proof_of(&secret, &challenge).unwrap();
        assert_eq!(proof_by(&key_of(&secret), &challenge), Some(proof.clone()));
        assert!(!proof.contains(&secret[3..]) && !secret.contains(&proof));
        assert_ne!(proof_of(&new_secret("hs_"), &challenge), Some(proof.clone()));
        assert_ne!(proof_of(&secret, &"f0".repeat(32)), Some(proof));
        for wrong in ["", "0f", &"0g".repeat(32), &"0f".repeat(33)] {
            assert_eq!(proof_of(&secret, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_what_has_the_shape_of_a_secret_is_looked_for() {
        let secret = new_secret("hs_");
        assert_eq!(key_of_shaped("hs_", &secret), Some(key_of(&secret)));
        for wrong in [
            "",
            "hs_",
            &secret[1..],
            &secret[..66],
            &format!("{secret}0"),
            &secret.replace("hs_", "ss_"),
        ] {
            assert_eq!(key_of_shaped("hs_", wrong), None, "{wrong}");
        }
        assert_ne!(secret, new_secret("hs_"));
    }
}
