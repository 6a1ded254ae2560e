//! The traits a game is written against. Read this file first to write one, then [`Rules`].
//!
//! A game is one type without data that implements each trait in the file of its subject: [`Rules`] (what the rulebook
//! says), [`Recorded`] (its events as a stream keeps them), [`Offers`] and [`Players`] (what may be done, and what a bot
//! does), [`Secrets`], [`Story`], [`Pictures`], [`Inspect`], [`Notation`], [`Packs`], [`Setups`], [`Sketches`],
//! [`NotedPositions`], [`Coaching`] and [`Analysis`]. What a game does without it leaves to the defaults: an empty `impl` block. Whoever
//! needs a whole game asks for [`RuleSet`].

mod analysis;
mod coaching;
mod inspect;
mod notation;
mod noted_positions;
mod offers;
mod packs;
mod pictures;
mod recorded;
mod rules;
mod secrets;
mod setups;
mod sketches;
mod story;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use analysis::{Analysis, Features, Weight};
pub use coaching::Coaching;
pub use inspect::Inspect;
pub use notation::Notation;
pub use noted_positions::NotedPositions;
pub use offers::{Offers, Players};
pub use packs::{
    ImportFault, ImportFile, ImportedPack, PackFault, PackImport, PackInfo, PackTitle, Packs, Taken,
};
pub use pictures::Pictures;
pub use recorded::{Recorded, Upcaster};
pub use rules::Rules;
pub use secrets::Secrets;
pub use setups::Setups;
pub use sketches::{DrawnFeature, DrawnPosition, Sketches};
pub use story::{DamageWords, StatisticTerms, Story};

/// A type that crosses a boundary: it is stored, sent, compared and described by a schema.
///
/// Enums derive serde's external tagging (the stored form); on the wire `Command`, `Event` and `Patch` are
/// internally tagged with `type` by [`crate::wire`], so each of their variants is a unit or has named fields.
pub trait Wire:
    Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static
{
}
impl<T> Wire for T where
    T: Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

/// A complete game system: whatever implements all the traits of this file.
pub trait RuleSet:
    Rules
    + Recorded
    + Offers
    + Players
    + Secrets
    + Story
    + Pictures
    + Inspect
    + Notation
    + NotedPositions
    + Packs
    + Setups
    + Sketches
    + Coaching
    + Analysis
{
}
impl<R> RuleSet for R where
    R: Rules
        + Recorded
        + Offers
        + Players
        + Secrets
        + Story
        + Pictures
        + Inspect
        + Notation
        + NotedPositions
        + Packs
        + Setups
        + Sketches
        + Coaching
        + Analysis
{
}
