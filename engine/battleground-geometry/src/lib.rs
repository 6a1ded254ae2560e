//! The continuous table: cards as oriented rectangles in inches, and what can be measured between them.
//!
//! Pure geometry under the rulebooks' own terms (front arc, facing side, open path ...). Who is friend or foe,
//! what terrain costs and which edition is played is the caller's business: where editions can differ, the
//! difference is an argument ([`Tolerance`], [`Limit`], the width of a corridor, [`Depths`]).
//!
//! Read in this order: `length` (lengths, angles, the one tolerance), `plane` and `area` (points, terrain), `card`
//! (poses and sides), then the questions. Rule ids name the block of the catalogue that a function answers.
//!
//! General polygon work (distance, penetration, clipping, convex parts) is done here on convex parts of a few
//! corners: each is a dozen lines, exact for rectangles, and carries the tolerance where the book's wording needs it.
//! A polygon library would have to be bent to that; the tests hold one against the shares of areas computed here.

#![warn(clippy::too_many_lines)]
#![allow(
    clippy::many_single_char_names,
    clippy::similar_names,
    clippy::neg_multiply,
    reason = "formulas read best in the catalogue's letters: W, D, d, A, t"
)]
#![cfg_attr(
    test,
    allow(
        clippy::float_cmp,
        reason = "rows of exact numbers are compared as they are printed"
    )
)]

mod ahead;
mod area;
mod card;
mod contact;
mod facing;
mod horizon;
mod length;
mod moves;
mod obstacles;
mod open_path;
mod opening;
mod pinch;
mod placement;
mod plane;
mod sight;
mod sweep;
mod table;
mod turns;

pub use ahead::{in_front_arc, is_directly_ahead, length_ahead, most_directly_ahead};
pub use area::{Area, BadOutline, length_through, share_inside};
pub use card::{BadFootprint, Card, Corner, Footprint, Pose, Side};
pub use contact::{contact_length, covers, crosses, gap, overlap_depth, overlaps, side_contact, touches};
pub use facing::{FacingSide, facing_side, mirrored_corner_distance, nearest_centre_point};
pub use length::{Degrees, Inches, Limit, NotANumberInRange, Tolerance};
pub use moves::{
    Hand, Stop, Way, about_face, first_overlap, free_distance, free_distance_toward, leaving_distance,
    reform, reform_is_free, reform_sweep, shift, shift_sweep,
};
pub use obstacles::Obstacles;
pub use open_path::{Blocked, Corridor, OpenPath, open_path};
pub use opening::Paths;
pub use placement::{Approach, Placement, corner_placements, nearest_open_sides, open_sides};
pub use plane::{Object, Offset, Point};
pub use sight::{Depths, OpenArc, Screen, Screens, Sight, SightReading, Stops, line_is_clear, visible};
pub use table::{EdgeOfTable, TableArea};
pub use turns::{BadTurn, BlockedTurn, Turn, TurnSteps, largest_turn};

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));

    pub(super) fn inches(length: f64) -> Inches {
        Inches::new(length).unwrap()
    }

    pub(super) fn degrees(angle: f64) -> Degrees {
        Degrees::new(angle).unwrap()
    }

    pub(super) fn point(x: f64, y: f64) -> Point {
        Point::new(inches(x), inches(y))
    }

    fn sized(x: f64, y: f64, heading: f64, depth: f64, cards: u8) -> Card {
        let size = Footprint::new(inches(3.5), inches(depth), cards).unwrap();
        Card::new(Pose::new(inches(x), inches(y), degrees(heading)), size)
    }

    pub(super) fn card(x: f64, y: f64, heading: f64) -> Card {
        sized(x, y, heading, 2.5, 1)
    }

    pub(super) fn colossal(x: f64, y: f64, heading: f64) -> Card {
        sized(x, y, heading, 5.0, 2)
    }

    pub(super) fn area(corners: &[(f64, f64)]) -> Area {
        Area::new(corners.iter().map(|&(x, y)| point(x, y)).collect()).unwrap()
    }

    pub(super) fn table() -> TableArea {
        TableArea::new(inches(36.0), inches(30.0)).unwrap()
    }

    /// To half a thousandth, as the catalogue prints.
    pub(super) fn assert_at(found: Point, (x, y): (f64, f64)) {
        let off = (found.x.value() - x).abs().max((found.y.value() - y).abs());
        assert!(off <= 0.000_55, "{found:?}, expected ({x}, {y})");
    }

    pub(super) fn assert_pose(found: Pose, x: f64, y: f64, heading: f64) {
        assert_at(found.centre, (x, y));
        assert!(
            (found.heading.value() - heading).abs() < 0.005,
            "{found:?}, expected heading {heading}"
        );
    }
}
