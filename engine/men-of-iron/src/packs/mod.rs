//! Packs: reading and checking them, and the sample pack.
