//! What players see.
