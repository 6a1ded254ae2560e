//! Pieces that commands place before the battle, and the same commands with another place.

use serde::Serialize;

use crate::message;
use crate::{BoardPoint, MESSAGES, Message, Refusal};

/// Rule of pieces that are placed elsewhere before the battle.
pub const PLACED: &str = "HS-PLACE-01";

/// The piece that a command places on the board before the battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedPiece {
    /// Id of the piece: `A3`.
    pub piece: String,
    /// Place of its middle, in the units of the board.
    pub at: BoardPoint,
    /// Heading in degrees; missing for a piece that has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
    /// Angle between two headings that the piece can have, in degrees.
    pub heading_step: f64,
}

/// Another place for a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OtherPlace {
    /// Place of its middle, in the units of the board. A game with cells or hexes takes the one in which the point lies.
    pub at: BoardPoint,
    /// Heading in degrees, of which the game takes the nearest that it has; the piece keeps its heading where it is missing.
    pub facing: Option<f64>,
}

impl OtherPlace {
    /// Refuses numbers that no board has.
    ///
    /// # Errors
    /// `HS-PLACE-01` with the place of the fault as `path`.
    pub fn check(&self) -> Result<(), Refusal> {
        let far = |length: f64| !length.is_finite() || length.abs() > 1_000.0;
        if far(self.at.x) || far(self.at.y) {
            return Err(unfit("/at", message!(MESSAGES, "noted-far-away")));
        }
        if self.facing.is_some_and(far) {
            return Err(unfit("/facing", message!(MESSAGES, "noted-no-heading")));
        }
        Ok(())
    }
}

/// The refusal of a place, with the member of the command that is at fault.
pub fn unfit(path: &str, why: Message) -> Refusal {
    Refusal::new(PLACED, why).with("path", path)
}
