//! Plane geometry of pictures, in pixels.

use crate::sheet::Dot;
use crate::theme::Hatch;

/// The centre of mass of a polygon, or the mean of its corners where it has no area.
pub(crate) fn centre(dots: &[Dot]) -> Dot {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (one, two) in edges(dots) {
        let cross = one.0 * two.1 - two.0 * one.1;
        area += cross;
        x += (one.0 + two.0) * cross;
        y += (one.1 + two.1) * cross;
    }
    if area.abs() > 1e-3 {
        return (x / (3.0 * area), y / (3.0 * area));
    }
    let count = dots.len().max(1) as f32;
    (
        dots.iter().map(|dot| dot.0).sum::<f32>() / count,
        dots.iter().map(|dot| dot.1).sum::<f32>() / count,
    )
}

/// Twice counted corners left out: the area of a polygon.
pub(crate) fn area(dots: &[Dot]) -> f32 {
    (edges(dots)
        .map(|(one, two)| one.0 * two.1 - two.0 * one.1)
        .sum::<f32>()
        / 2.0)
        .abs()
}

/// The sides of a polygon.
pub(crate) fn edges(dots: &[Dot]) -> impl Iterator<Item = (Dot, Dot)> + '_ {
    dots.iter().copied().zip(dots.iter().copied().cycle().skip(1))
}

/// Left, top, right and bottom.
pub(crate) fn bounds(dots: &[Dot]) -> (f32, f32, f32, f32) {
    dots.iter().fold(
        (f32::MAX, f32::MAX, f32::MIN, f32::MIN),
        |(left, top, right, bottom), dot| {
            (
                left.min(dot.0),
                top.min(dot.1),
                right.max(dot.0),
                bottom.max(dot.1),
            )
        },
    )
}

/// Whether a polygon contains a dot.
pub(crate) fn contains(dots: &[Dot], (x, y): Dot) -> bool {
    let mut inside = false;
    for (one, two) in edges(dots) {
        if (one.1 > y) != (two.1 > y) && x < (two.0 - one.0) * (y - one.1) / (two.1 - one.1) + one.0 {
            inside = !inside;
        }
    }
    inside
}

/// The polygon moved.
pub(crate) fn moved(dots: &[Dot], by: Dot) -> impl Iterator<Item = Dot> + Clone + '_ {
    dots.iter().map(move |dot| (dot.0 + by.0, dot.1 + by.1))
}

/// The polygon made larger or smaller round its centre.
pub(crate) fn scaled(dots: &[Dot], round: Dot, by: f32) -> impl Iterator<Item = Dot> + Clone + '_ {
    dots.iter()
        .map(move |dot| (round.0 + (dot.0 - round.0) * by, round.1 + (dot.1 - round.1) * by))
}

/// The polygon with its corners rounded.
pub(crate) fn rounded(dots: &[Dot], radius: f32) -> Vec<Dot> {
    let count = dots.len();
    if count > 12 || radius < 0.8 {
        return dots.to_vec();
    }
    let mut round = Vec::with_capacity(count * 4);
    for (place, &corner) in dots.iter().enumerate() {
        let (before, after) = (dots[(place + count - 1) % count], dots[(place + 1) % count]);
        let toward = |to: Dot| {
            let (dx, dy) = (to.0 - corner.0, to.1 - corner.1);
            let long = (dx * dx + dy * dy).sqrt().max(1e-3);
            let reach = radius.min(long * 0.4) / long;
            (corner.0 + dx * reach, corner.1 + dy * reach)
        };
        let (from, to) = (toward(before), toward(after));
        for share in [0.0_f32, 0.33, 0.67, 1.0] {
            let (a, b, c) = (
                (1.0 - share) * (1.0 - share),
                2.0 * share * (1.0 - share),
                share * share,
            );
            round.push((
                a * from.0 + b * corner.0 + c * to.0,
                a * from.1 + b * corner.1 + c * to.1,
            ));
        }
    }
    round
}

/// Half the size of the largest upright box of a given shape round a centre that fits into a polygon.
pub(crate) fn inner_box(dots: &[Dot], (x, y): Dot, aspect: f32) -> Dot {
    let turns = turn_of(dots);
    if turns != 0.0 {
        // What no corner points into: the box may grow until the first side meets its nearest corner.
        let half = edges(dots)
            .map(|(one, two)| {
                let (ex, ey) = (two.0 - one.0, two.1 - one.1);
                let away = ((y - one.1) * ex - (x - one.0) * ey) * turns;
                let across = ey.abs() * aspect + ex.abs();
                if across > 0.0 { away / across } else { f32::MAX }
            })
            .fold(f32::MAX, f32::min);
        let half = half.clamp(0.0, 1.0e6);
        return (half * aspect, half);
    }
    let (left, top, right, bottom) = bounds(dots);
    let most = ((right - left) / 2.0 / aspect).min((bottom - top) / 2.0);
    let fits = |half: f32| {
        let (w, h) = (half * aspect, half);
        [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
            .iter()
            .all(|corner| contains(dots, *corner))
    };
    let (mut low, mut high) = (0.0, most);
    for _ in 0..8 {
        let middle = f32::midpoint(low, high);
        if fits(middle) { low = middle } else { high = middle }
    }
    (low * aspect, low)
}

/// Which way round a polygon goes whose corners all turn the same way, 1 or -1; 0 for any other.
fn turn_of(dots: &[Dot]) -> f32 {
    let (mut left, mut right) = (false, false);
    for (place, &two) in dots.iter().enumerate() {
        let (one, three) = (
            dots[(place + dots.len() - 1) % dots.len()],
            dots[(place + 1) % dots.len()],
        );
        let cross = (two.0 - one.0) * (three.1 - two.1) - (two.1 - one.1) * (three.0 - two.0);
        left |= cross < -1e-3;
        right |= cross > 1e-3;
    }
    match (left, right) {
        (false, true) => 1.0,
        (true, false) => -1.0,
        (true, true) | (false, false) => 0.0,
    }
}

/// The stretches of a level line that lie inside a polygon, as pairs of crossings from left to right.
pub(crate) fn crossings(dots: &[Dot], y: f32, found: &mut Vec<f32>) {
    found.clear();
    for (one, two) in edges(dots) {
        if (one.1 > y) != (two.1 > y) {
            found.push((two.0 - one.0) * (y - one.1) / (two.1 - one.1) + one.0);
        }
    }
    found.sort_unstable_by(f32::total_cmp);
}

/// Whether a place on a level line lies inside, by the line's crossings.
pub(crate) fn is_inside(crossings: &[f32], x: f32) -> bool {
    crossings.iter().filter(|crossing| **crossing <= x).count() % 2 == 1
}

/// Where a ray from inside leaves a polygon.
pub(crate) fn leave(dots: &[Dot], from: Dot, (dx, dy): Dot) -> Option<Dot> {
    let mut nearest: Option<f32> = None;
    for (one, two) in edges(dots) {
        let (ex, ey) = (two.0 - one.0, two.1 - one.1);
        let denominator = dx * ey - dy * ex;
        if denominator.abs() < 1e-6 {
            continue;
        }
        let (wx, wy) = (one.0 - from.0, one.1 - from.1);
        let along = (wx * ey - wy * ex) / denominator;
        let side = (wx * dy - wy * dx) / denominator;
        if along > 1e-4 && (-1e-4..=1.0001).contains(&side) && nearest.is_none_or(|best| along < best) {
            nearest = Some(along);
        }
    }
    nearest.map(|along| (from.0 + dx * along, from.1 + dy * along))
}

/// The lines of a hatching inside a polygon, as pairs of dots.
pub(crate) fn hatching(dots: &[Dot], hatch: Hatch, gap: f32) -> Vec<Dot> {
    let directions: &[Dot] = match hatch {
        Hatch::Plain => &[],
        Hatch::Rising => &[(0.707, -0.707)],
        Hatch::Falling => &[(0.707, 0.707)],
        Hatch::Level => &[(1.0, 0.0)],
        Hatch::Upright => &[(0.0, 1.0)],
        Hatch::Crossed => &[(0.707, -0.707), (0.707, 0.707)],
    };
    let mut lines = Vec::new();
    for direction in directions {
        parallels(dots, *direction, gap, &mut lines);
    }
    lines
}

/// Parallel lines clipped to a polygon. The lines lie on a grid of the whole sheet, at most some hundreds of them.
fn parallels(dots: &[Dot], (dx, dy): Dot, gap: f32, lines: &mut Vec<Dot>) {
    let across = |dot: &Dot| dot.0 * -dy + dot.1 * dx;
    let along = |dot: Dot| dot.0 * dx + dot.1 * dy;
    let (low, high) = dots
        .iter()
        .map(across)
        .fold((f32::MAX, f32::MIN), |(low, high), at| {
            (low.min(at), high.max(at))
        });
    let gap = gap.max(1.5).max((high - low) / 400.0);
    let mut crossings: Vec<f32> = Vec::new();
    let (first, last) = ((low / gap).ceil() as i64, (high / gap).floor() as i64);
    for line in (first..=last).take(500) {
        let at = line as f32 * gap;
        crossings.clear();
        for (one, two) in edges(dots) {
            let (a, b) = (across(&one), across(&two));
            if (a > at) != (b > at) {
                let share = (at - a) / (b - a);
                crossings.push(along((
                    one.0 + (two.0 - one.0) * share,
                    one.1 + (two.1 - one.1) * share,
                )));
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            for end in pair {
                lines.push((end * dx - at * dy, end * dy + at * dx));
            }
        }
    }
}

/// A number from 0 to 1 that always is the same for the same place.
pub(crate) fn jitter(x: i32, y: i32, salt: u32) -> f32 {
    let mut hash = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ salt.wrapping_mul(0xC2B2_AE3D);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2C1B_3C6D);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297A_2D39);
    hash ^= hash >> 15;
    (hash & 0xFFFF) as f32 / 65_535.0
}

#[test]
fn the_box_inside_is_the_largest_of_its_shape() {
    let near = |one: Dot, two: Dot| (one.0 - two.0).abs() < 0.05 && (one.1 - two.1).abs() < 0.05;
    let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
    assert!(near(inner_box(&square, (5.0, 5.0), 1.0), (5.0, 5.0)));
    assert!(near(inner_box(&square, (5.0, 5.0), 2.0), (5.0, 2.5)));
    assert!(near(inner_box(&square, (5.0, 8.0), 1.0), (2.0, 2.0)));
    assert!(
        near(inner_box(&square, (5.0, 20.0), 1.0), (0.0, 0.0)),
        "a centre outside"
    );
    let mut other_way = square;
    other_way.reverse();
    assert!(near(inner_box(&other_way, (5.0, 5.0), 2.0), (5.0, 2.5)));
    // On its corner: |x| + |y| <= 10.
    let diamond = [(0.0, -10.0), (10.0, 0.0), (0.0, 10.0), (-10.0, 0.0)];
    assert!(near(inner_box(&diamond, (0.0, 0.0), 1.0), (5.0, 5.0)));
    // With a notch from above down to the middle.
    let notched = [
        (0.0, 0.0),
        (4.0, 0.0),
        (5.0, 4.0),
        (6.0, 0.0),
        (10.0, 0.0),
        (10.0, 10.0),
        (0.0, 10.0),
    ];
    let (_, half) = inner_box(&notched, (5.0, 7.0), 1.0);
    assert!((2.5..=3.05).contains(&half), "{half}");
}
