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
