//! Terrain pieces of a pack and their keywords. Rules `IF-TERR-01` to `IF-TERR-15`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardId, is_default, words};

words! {
    /// A keyword of a terrain piece. Rule `IF-TERR-01`.
    pub enum Keyword {
        /// Rule `IF-TERR-02`.
        BlocksLineOfSight,
        /// Rule `IF-TERR-03`.
        Cover,
        /// Rule `IF-TERR-04`.
        Dangerous,
        /// Rule `IF-TERR-05`.
        Destructible,
        /// Rule `IF-TERR-06`.
        Elevated,
        /// Rule `IF-TERR-07`.
        Fortified,
        /// Rule `IF-TERR-08`.
        Hindering,
        /// Rule `IF-TERR-09`.
        Horrific,
        /// Rule `IF-TERR-10`.
        Impassable,
        /// Rule `IF-TERR-11`.
        Inspiring,
        /// Rule `IF-TERR-12`.
        Rough,
    }
}

impl Keyword {
    /// All of them in the order of the sheet.
    pub const ALL: [Self; 11] = [
        Self::BlocksLineOfSight,
        Self::Cover,
        Self::Dangerous,
        Self::Destructible,
        Self::Elevated,
        Self::Fortified,
        Self::Hindering,
        Self::Horrific,
        Self::Impassable,
        Self::Inspiring,
        Self::Rough,
    ];

    /// The name on the sheet.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BlocksLineOfSight => "Blocks Line of Sight",
            Self::Cover => "Cover",
            Self::Dangerous => "Dangerous",
            Self::Destructible => "Destructible",
            Self::Elevated => "Elevated",
            Self::Fortified => "Fortified",
            Self::Hindering => "Hindering",
            Self::Horrific => "Horrific",
            Self::Impassable => "Impassable",
            Self::Inspiring => "Inspiring",
            Self::Rough => "Rough",
        }
    }
}

/// A kind of terrain piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainCard {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    pub name: String,
    /// Its keywords, all in force together. Rule `IF-TERR-15`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keywords: Vec<Keyword>,
    /// Along its own east-west side at heading 0, in thousandths of an inch.
    #[schemars(range(min = 500, max = 12000))]
    pub width: i32,
    /// Along its own north-south side at heading 0, in thousandths of an inch.
    #[schemars(range(min = 500, max = 12000))]
    pub depth: i32,
    /// The sums of 2D6 that name it on the terrain table; none for a piece that comes only by agreement.
    /// Rule `IF-TERR-14`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rolls: Vec<u8>,
}

impl TerrainCard {
    /// Whether it has a keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }
}
