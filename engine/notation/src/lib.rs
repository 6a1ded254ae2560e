//! The published text notation for recorded games
