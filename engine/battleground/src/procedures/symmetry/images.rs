//! Changes of the whole table: turns, the mirror image, the seats exchanged.

use battleground_geometry::{Pose, Side};
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::names::UnitId;
use crate::scene::id;

/// Tolerance of the ends of moves, in inches.
pub(super) const PLACE: f64 = 0.03;
/// Tolerance of headings, in degrees.
pub(super) const ANGLE: f64 = 0.1;
/// The middle of the table.
pub(super) const MIDDLE: (f64, f64) = (18.0, 15.0);

/// A change of the whole table that leaves the rules as they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    /// Clockwise about the middle, in degrees.
    pub(super) turn: f64,
    /// Left and right are exchanged first.
    pub(super) mirrors: bool,
    /// North plays what South played.
    pub(super) exchanges: bool,
}

/// Images of what does not depend on the table edges.
pub(super) fn images(edition: Edition) -> Vec<Image> {
    let turns: &[f64] = match edition {
        Edition::V3 => &[0.0, 17.0, 41.0, 133.0],
        Edition::V4 => &[0.0, 17.0, 41.3, 133.0],
    };
    let all = turns.iter().flat_map(|turn| {
        [(false, false), (true, false), (false, true), (true, true)].map(|(mirrors, exchanges)| Image {
            turn: *turn,
            mirrors,
            exchanges,
        })
    });
    all.skip(1).collect()
}

/// Images that bring each seat's table edge to that seat's edge.
pub(super) fn images_of_edges() -> [Image; 3] {
    [(0.0, true, false), (180.0, false, true), (180.0, true, true)].map(|(turn, mirrors, exchanges)| Image {
        turn,
        mirrors,
        exchanges,
    })
}

impl Image {
    pub(super) fn place(self, (x, y, heading): (f64, f64, f64)) -> (f64, f64, f64) {
        let (mut east, north) = (x - MIDDLE.0, y - MIDDLE.1);
        let mut heading = heading;
        if self.mirrors {
            (east, heading) = (-east, -heading);
        }
        let (sin, cos) = self.turn.to_radians().sin_cos();
        (
            MIDDLE.0 + east * cos + north * sin,
            MIDDLE.1 - east * sin + north * cos,
            (heading + self.turn).rem_euclid(360.0),
        )
    }

    pub(super) fn unit(self, unit: UnitId) -> UnitId {
        let text = unit.to_string();
        let (seat, number) = text.split_at(1);
        let seat = match (self.exchanges, seat) {
            (true, "A") => "B",
            (true, _) => "A",
            (false, seat) => seat,
        };
        id(&format!("{seat}{number}"))
    }

    pub(super) fn seat(self, seat: Seat) -> Seat {
        match (self.exchanges, seat == Seat::A) {
            (true, true) => Seat::B,
            (true, false) => Seat::A,
            (false, _) => seat,
        }
    }

    pub(super) fn side(self, side: Side) -> Side {
        match side {
            Side::Left if self.mirrors => Side::Right,
            Side::Right if self.mirrors => Side::Left,
            Side::Left | Side::Right | Side::Front | Side::Rear => side,
        }
    }

    /// Whether a place of the position and one of its image are the same.
    pub(super) fn is_place(self, own: Pose, image: Pose) -> bool {
        let (x, y, heading) = self.place((own.centre.x.value(), own.centre.y.value(), own.heading.value()));
        let off = (heading - image.heading.value()).rem_euclid(360.0);
        (x - image.centre.x.value()).hypot(y - image.centre.y.value()) <= PLACE
            && off.min(360.0 - off) <= ANGLE
    }
}
