//! Append-only event streams on sled
