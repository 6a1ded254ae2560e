//! Every limit of a study, in one place.

/// Characters of a title, of a study or of a chapter.
pub const TITLE: usize = 100;
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
/// Readers named for one study.
pub const READERS: usize = 100;
/// Characters of a reader's name.
pub const READER: usize = 100;
/// Characters of the id of a game or a system.
pub const ID: usize = 64;
