//! The oEmbed answer, by which other sites show an address of ours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An answer as <https://oembed.com> describes it, version 1.0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OEmbed {
    /// Always `1.0`.
    pub version: String,
    /// Always `rich`: HTML that shows the address.
    #[serde(rename = "type")]
    pub kind: String,
    /// The game, and the moment of it.
    pub title: String,
    /// This service.
    pub provider_name: String,
    /// Where this service begins.
    pub provider_url: String,
    /// A frame with the page of the moment.
    pub html: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// A picture of the very moment.
    pub thumbnail_url: String,
    /// Its pixels across.
    pub thumbnail_width: u32,
    /// Its pixels down.
    pub thumbnail_height: u32,
    /// Seconds that this may be kept.
    pub cache_age: u32,
}
