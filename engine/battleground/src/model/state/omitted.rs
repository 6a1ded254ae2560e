//! Values that are left out where they are stored.

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
pub(crate) const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
pub(crate) const fn is_true(flag: &bool) -> bool {
    *flag
}

/// What a flag is where it is left out that older forms did not have.
pub(crate) const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
pub(crate) const fn is_none_left(count: &u8) -> bool {
    *count == 0
}
