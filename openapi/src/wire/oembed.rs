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
    /// Title of the game or the study.
    pub title: String,
    /// This service.
    pub provider_name: String,
    /// Where this service begins.
    pub provider_url: String,
    /// Frame with the page of the moment or the chapter.
    pub html: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Picture of the moment; left out where a study shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
    /// Pixels of the picture across.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail_width: Option<u32>,
    /// Pixels of the picture down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail_height: Option<u32>,
    /// Seconds that this may be kept.
    pub cache_age: u32,
}
