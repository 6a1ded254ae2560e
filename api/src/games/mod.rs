//! Games: opened, played by commands, listed, shown as they stand, carried in and out, and continued as variations.

pub mod bots;
pub(crate) mod cards;
mod commands;
mod delay;
mod figures;
mod history;
pub mod import;
mod latest_cache;
pub(crate) mod live_game;
mod membership;
pub mod notation;
pub(crate) mod notes;
pub mod packing;
pub(crate) mod packs;
mod rederive;
pub(crate) mod registry;
mod rehearsals;
pub(crate) mod seats;
mod timeline;
pub(crate) mod variations;

pub use cards::{card_of, game_card};
pub use commands::{Given, IfMatch};
pub(crate) use delay::delay_in_words;
pub use figures::{figures, figures_with_threat};
pub use history::{Look, Past, Stamp, commands_of};
pub use live_game::Head;
pub use notes::Notes;
pub use packs::Packs;
pub use rederive::{Rederived, rederive};
pub(crate) use registry::no_such_version;
pub use registry::{Games, Listing};
pub(crate) use variations::is_told;
pub use variations::{Branch, Made};
