//! Exact lines between the centres of hexes.

use super::{Axial, Direction, Hex};

/// The hexes and hexsides that the straight line between the centres of two hexes touches between them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HexLine {
    /// The hexes other than its ends whose inside it passes through, in the order from its start.
    pub through: Vec<Axial>,
    /// The hexsides that it runs along, each as the two hexes that share it, in the order from its start.
    pub along: Vec<[Axial; 2]>,
}

impl HexLine {
    /// The hexes that it passes through and that can be named.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        self.through.iter().filter_map(|place| place.hex())
    }
}

/// Centres stand at (3q, 2r + q), which squeezes the hexes but keeps lines straight, and every vertex on whole numbers.
const VERTICES: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

fn centre(place: Axial) -> (i32, i32) {
    (3 * place.q, 2 * place.r + place.q)
}

/// Twice the scalar product of two steps as they lie on the ground, in units of a hex's width squared.
fn dot(one: (i32, i32), other: (i32, i32)) -> i32 {
    2 * one.0 * other.0 + one.0 * other.1 + one.1 * other.0 + 2 * one.1 * other.1
}

/// The line between the centres of two hexes.
///
/// It passes through a hex when that hex has vertices strictly on both sides of it; it runs along a hexside when both its
/// vertices lie exactly on it. A single vertex that it touches is neither. All numbers are whole, so nothing is rounded.
pub fn line(from: Hex, to: Hex) -> HexLine {
    let (a, b) = (from.axial(), to.axial());
    let whole = (b.q - a.q, b.r - a.r);
    let length = dot(whole, whole);
    let ((ax, ay), (bx, by)) = (centre(a), centre(b));
    let (dx, dy) = (bx - ax, by - ay);
    let side_of = |(x, y): (i32, i32)| (dx * (y - ay) - dy * (x - ax)).signum();
    let mut through = Vec::new();
    let mut along = Vec::new();
    for q in a.q.min(b.q) - 1..=a.q.max(b.q) + 1 {
        for r in a.r.min(b.r) - 1..=a.r.max(b.r) + 1 {
            let here = Axial { q, r };
            let (x, y) = centre(here);
            let vertices = VERTICES.map(|(vx, vy)| side_of((x + vx, y + vy)));
            let step = (q - a.q, r - a.r);
            // A hex that the line meets lies between the ends exactly when the nearest point of the line to its centre does:
            // that point is at most a vertex's distance from the part inside, the ends are two inner radii away.
            let place = dot(step, whole);
            if here != a
                && here != b
                && 0 < place
                && place < length
                && vertices.contains(&1)
                && vertices.contains(&-1)
            {
                through.push((place, here));
            }
            // Each side once: those toward two, four and six o'clock. The vertex at hour 2i + 1 is number i.
            for direction in [Direction::Two, Direction::Four, Direction::Six] {
                let (first, second) = match direction {
                    Direction::Two => (0, 1),
                    Direction::Four => (1, 2),
                    _ => (2, 3),
                };
                let (step_q, step_r) = direction.step();
                // Twice the place of the middle of the side.
                let middle = dot((2 * step.0 + step_q, 2 * step.1 + step_r), whole);
                if vertices[first] == 0 && vertices[second] == 0 && 0 < middle && middle < 2 * length {
                    along.push((middle, [here, here.step(direction)]));
                }
            }
        }
    }
    through.sort_unstable();
    along.sort_unstable();
    HexLine {
        through: through.into_iter().map(|(_, place)| place).collect(),
        along: along.into_iter().map(|(_, sides)| sides).collect(),
    }
}
