//! Annotations of games, as event streams of their own: one stream a layer, one layer an author (or more).
//!
//! A [`Layer`] is folded from its [`LayerEvent`]s as a game is from its own; [`decide`](mod@decide) holds every rule and limit and
//! refuses before it emits anything, [`Layer::evolve`] holds none. What is said of an event stays with that event when a
//! correction lays it anew: [`Following`] finds where it stands now. No clock, no store, no HTML and no rule of a game
//! lives here; who may read a layer is decided where callers are known. Read [`layer`] first.

#![warn(clippy::too_many_lines)]

pub mod anchor;
pub mod decide;
pub mod drawing;
pub mod following;
pub mod glyph;
pub mod layer;
pub mod limits;
pub mod mark;
pub mod messages;
pub mod remark;
pub mod suggestion;

pub use anchor::{Anchor, AnchorKind};
pub use decide::{LayerCommand, Refused, Request, decide};
pub use drawing::{Colour, Drawing};
pub use following::{Following, LayerStanding, PastEvent};
pub use glyph::{Glyph, GlyphKind};
pub use layer::{
    Annotation, Layer, LayerChange, LayerEntry, LayerEvent, LayerMisplaced, LayerVisibility, Reply, Revision,
    SCHEMA,
};
pub use mark::HouseMark;
pub use messages::MESSAGES;
pub use remark::{AnnotationFault, Remark, check_drawings, words};
pub use suggestion::{Settled, Suggested};
