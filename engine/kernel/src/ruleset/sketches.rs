//! Positions drawn by hand.

use serde::Serialize;
use serde_json::Value;

use super::Rules;
use crate::message;
use crate::{BoardPoint, MESSAGES, Refusal, wire};

/// Positions drawn by hand. By default a drawing is a whole position.
pub trait Sketches: Rules {
    /// A position drawn by hand, filled up to a whole one: what stands where, on which field, whose turn it is. It need
    /// not be sound yet: [`Rules::begin_at`] judges that. `packs` are those it may use. What cannot even be pictured is
    /// refused, with its place in the drawing as `path`. Rule `HS-POS-01`.
    fn sketched(sketch: &Value, _packs: &[Value]) -> Result<DrawnPosition<Self::State>, Refusal> {
        wire::read(sketch).map(DrawnPosition::plain).map_err(|fault| {
            Refusal::new(
                "HS-POS-01",
                message!(MESSAGES, "position-unread", fault = fault.to_string()),
            )
            .with("path", &fault.path)
        })
    }

    /// The JSON Schema of a drawn position.
    fn sketch_schema() -> Value {
        wire::schema::<Self::State>()
    }
}

/// A position drawn by hand, filled up to a whole one.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPosition<S> {
    /// The position, as far as it can be pictured.
    pub state: S,
    /// The terrain that was drawn, in the order of the drawing.
    pub terrain: Vec<DrawnFeature>,
    /// Why no game begins from it, where the position alone does not show that: an order that nobody may have, terrain
    /// where none can lie. Its `path` is the place in the drawing.
    pub refusal: Option<Refusal>,
}

/// The place where a piece of terrain was drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DrawnFeature {
    /// Corners in order, in board units.
    pub outline: Vec<BoardPoint>,
    /// How far it is turned: degrees, clockwise, 0 = +y.
    pub facing: f64,
}

impl<S> DrawnPosition<S> {
    /// One that the position alone judges, without terrain of its own.
    pub const fn plain(state: S) -> Self {
        Self {
            state,
            terrain: Vec::new(),
            refusal: None,
        }
    }
}
