//! Reviews: a game looked at together, one of them leading.

use hindsight_annotations::Drawing;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Author;

/// A review to be led.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReview {
    /// A title for people, at most 100 characters.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub title: String,
    /// The version that is shown first; the present one if left out.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub version: Option<u64>,
}

/// What who leads a review shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewMoment {
    /// The version of the game.
    #[schemars(range(min = 1))]
    pub version: u64,
    /// What this seat knew. Followers who may not look through its eyes are not told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub seat: Option<Seat>,
    /// Seen from the far side of the table.
    #[serde(default)]
    pub flip: bool,
    /// The unit whose card is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub unit: Option<String>,
    /// What is drawn over the board and stored nowhere; at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub drawings: Vec<Drawing>,
}

/// Who is to lead a review from now on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// The name of an account that may annotate the game. Left out, who made the review takes it back.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub to: Option<String>,
}

/// A game looked at together. It is kept in memory and ends with the server, or when nobody leads or follows it for long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its title for people; may be empty.
    pub title: String,
    /// Who made it: may take back the lead, and end it.
    pub maker: Author,
    /// Who leads it now.
    pub leader: Author,
    /// Rises with everything that changes.
    pub number: u64,
    /// What is shown.
    pub moment: ReviewMoment,
    /// Live streams of it that are open now, that of who leads among them.
    pub followers: usize,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// The page to share: whoever may see the game follows there.
    pub page: String,
    /// Its live stream.
    pub live: String,
}

/// Reviews of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewList {
    /// Oldest first.
    pub items: Vec<Review>,
}

/// What the form of a review sends. Fields that nobody filled in are as if they were not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewForm {
    /// `begin`, `hand-over`, `take-back` or `end`.
    pub does: String,
    /// The review's id, for all but `begin`.
    pub review: Option<String>,
    /// For `begin`: its title.
    pub title: Option<String>,
    /// For `hand-over`: the name of an account.
    pub to: Option<String>,
}
