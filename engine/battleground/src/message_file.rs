//! The file of this game's sentences: all that is said of a game comes from it.

use hindsight_kernel::MessageFile;

/// The sentences of both editions of Battleground.
pub static MESSAGES: MessageFile = MessageFile::new("battleground", include_str!("../messages/en.ftl"));
