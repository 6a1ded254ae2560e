//! Upkeep: opening with its repairs, verification, backup and restore, packing, rebuilding, giving room back to the disk.

pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod load_cards;
pub(crate) mod open;
pub(crate) mod page_cache;
pub(crate) mod rebuild;
pub(crate) mod reopen;
pub(crate) mod restore;
pub(crate) mod shrink;
pub(crate) mod verify;
