//! Every limit of a study, in one place; titles and named readers have those of annotations.

/// Characters of a chapter's text, and of what a study says of itself.
pub const TEXT: usize = 20_000;
/// Chapters of one study.
pub const CHAPTERS: usize = 64;
/// Chapters that a study ever had, removed ones included.
pub const CHAPTERS_EVER: u32 = 1_000;
/// Changes of a study: events of its stream.
pub const CHANGES: u64 = 5_000;
/// Bytes of a position, as JSON.
pub const POSITION_BYTES: usize = 128 << 10;
/// Bytes of all chapters of a study together: a copy of it is one append.
pub const BYTES: usize = 4 << 20;
/// Characters of the id of a game or a system.
pub const ID: usize = 64;
