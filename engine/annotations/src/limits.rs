//! Every limit of what people say, in one place.

/// Characters of a remark's text.
pub const TEXT: usize = 10_000;
/// Characters of a reply's text.
pub const REPLY: usize = 4_000;
/// Observations of one remark.
pub const OBSERVATIONS: usize = 8;
/// Marks of the house on one remark.
pub const MARKS: usize = 8;
/// Drawings of one remark.
pub const DRAWINGS: usize = 32;
/// Corners of one drawn area.
pub const CORNERS: usize = 64;
/// Characters beside a drawing.
pub const LABEL: usize = 80;
/// The farthest that a point may lie from the board's origin, in board units.
pub const REACH: f64 = 10_000.0;
/// Annotations of one layer, removed ones included.
pub const ANNOTATIONS: usize = 1_000;
/// Replies of one annotation, removed ones included.
pub const REPLIES: usize = 200;
/// The deepest nesting of replies.
pub const DEPTH: usize = 8;
/// States of one annotation that are kept: its edits, removals and undoings.
pub const REVISIONS: usize = 200;
/// Characters of a layer's title.
pub const TITLE: usize = 100;
/// Readers named for one layer.
pub const READERS: usize = 100;
/// Characters of a reader's name.
pub const READER: usize = 100;
/// Characters of a unit's id.
pub const UNIT: usize = 64;
/// Characters of a detector's id.
pub const DETECTOR: usize = 64;
/// Suggestions of the coach that one layer holds an answer to.
pub const SUGGESTIONS: usize = 2_000;
