//! Order tokens as they lie on the table (p. 28).

use battleground_geometry::{Card, Degrees, Footprint, Inches, Point, Pose};

use crate::field::computed::length;

/// The side of a token. RULING: BG4-ORDER-11, a square of 0.63 inch, axis-parallel, given by its centre.
pub(crate) const TOKEN: Inches = Inches::mils(630);

/// The square of a token that lies there.
pub(crate) fn token_card(at: Point) -> Option<Card> {
    let size = Footprint::new(TOKEN, TOKEN, 1).ok()?;
    Some(Card::new(Pose::new(at.x, at.y, Degrees::ZERO), size))
}

/// The part of a token with this side that is nearest to a point. Rules `BG4-ORDMV-07` (p. 52), `BG3-ORD-14` (p. 8).
pub(crate) fn nearest_part(side: Inches, token: Point, from: Point) -> Point {
    let half = side.half().value();
    let clamp =
        |at: Inches, middle: Inches| length(at.value().clamp(middle.value() - half, middle.value() + half));
    Point::new(clamp(from.x, token.x), clamp(from.y, token.y))
}
