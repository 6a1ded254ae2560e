//! Lines of sight and ranges. Rules `IF-LOS-01` to `IF-LOS-04`, `IF-GEO-07`, `IF-TERR-02`, `-03`, `-06`.

use hindsight_geometry::mils::{CONTACT, GRAIN, Outline, Place, cross, distance_to_side, sin_cos, turned};

use super::ground::Piece;
use super::tray::{Side, Tray};
use crate::cards::{AttackKind, Keyword, RangeWord};

/// The distance of a ranged attack in thousandths of an inch: from the attacker's front point to the nearest point of the
/// target's tray. Rule `IF-GEO-07`.
pub fn range_to(attacker: &Tray, target: &Tray) -> f64 {
    target.outline().distance_to(attacker.front_point())
}

/// Whether a target is in range of a ranged attack. Rule `IF-GEO-07`.
pub fn is_in_range(attacker: &Tray, target: &Tray, range: RangeWord) -> bool {
    range_to(attacker, target) <= f64::from(range.mils()) + GRAIN
}

/// The outlines that interrupt the lines of a viewer: the other trays, and the terrain pieces that block sight for what it
/// looks for. Rules `IF-LOS-03`, `IF-TERR-02`, `IF-TERR-03`, `IF-TERR-06`.
///
/// `others` are the trays of all units but viewer and target. A piece the viewer is inside of does not interrupt; a viewer
/// on an Elevated piece that shoots looks over everything.
pub fn interrupting<'p>(
    viewer: &Tray,
    others: impl IntoIterator<Item = Outline>,
    pieces: impl IntoIterator<Item = &'p Piece>,
    purpose: AttackKind,
) -> Vec<Outline> {
    let own = viewer.outline();
    let mut screens: Vec<Outline> = others.into_iter().collect();
    for piece in pieces {
        let inside = own.overlaps(&piece.outline);
        let stops = match purpose {
            AttackKind::Ranged => {
                if inside && piece.keywords.has(Keyword::Elevated) {
                    return Vec::new();
                }
                piece.keywords.has(Keyword::BlocksLineOfSight) || piece.keywords.has(Keyword::Cover)
            }
            AttackKind::Melee => piece.keywords.has(Keyword::BlocksLineOfSight),
        };
        if stops && !inside {
            screens.push(piece.outline);
        }
    }
    screens
}

/// Whether a unit sees a target past what interrupts. Rules `IF-LOS-01`, `IF-LOS-02`.
///
/// RULING (`IF-LOS-02`): lines run from 11 points of the front side to 40 points of the target's outline; one free line is
/// enough. Points outside the front arc do not count, and a line within 0.005" of an outline is interrupted.
pub fn sees(viewer: &Tray, target: &Tray, screens: &[Outline]) -> bool {
    let aims: Vec<Place> = outline_points(target)
        .filter(|&place| viewer.arc_of(place) == Side::Front)
        .collect();
    if aims.is_empty() {
        return false;
    }
    let (left, right) = viewer.side_ends(Side::Front);
    let mut corners = vec![left, right];
    corners.extend_from_slice(target.outline().corners());
    let between = Outline::hull(&corners);
    let near: Vec<&Outline> = screens
        .iter()
        .filter(|screen| between.is_within(screen, CONTACT as i32))
        .collect();
    if near.is_empty() {
        return true;
    }
    // The middle of the front first: most targets are seen from there.
    let eyes = [5, 4, 6, 3, 7, 2, 8, 1, 9, 0, 10].map(|step| along(left, right, step));
    eyes.iter().any(|&eye| {
        aims.iter()
            .any(|&aim| near.iter().all(|screen| !interrupts(screen, eye, aim)))
    })
}

/// Whether a viewer could see a target after some straight move of at most so many thousandths of an inch, its heading
/// unchanged: `false` only where no such move lets it, because no point of the target comes into its front arc or every line
/// is interrupted. Rules `IF-LOS-01`, `IF-LOS-02`. `screens` interrupt wherever the viewer moves to.
pub fn could_see(viewer: &Tray, target: &Tray, screens: &[Outline], most: i32) -> bool {
    let most = f64::from(most);
    let (width, depth) = (f64::from(viewer.size.width), f64::from(viewer.size.depth));
    // The corners of an octagon around each end of the front side: wherever the viewer moves to, its front lies among them.
    let out = most / (std::f64::consts::PI / 8.0).cos();
    let around: [(f64, f64); 8] =
        [0, 45, 90, 135, 180, 225, 270, 315].map(|turn| sin_cos(turned(viewer.pose.heading, turn)));
    let (left, right) = viewer.side_ends(Side::Front);
    let eyes: Vec<(f64, f64)> = [left, right]
        .into_iter()
        .flat_map(|end| around.map(|(sin, cos)| (f64::from(end.x) + out * sin, f64::from(end.y) + out * cos)))
        .collect();
    outline_points(target).any(|aim| {
        let (right, forward) = viewer.own_axes(aim);
        let in_arc = forward + most > 0.0 && (right.abs() - most) * depth <= (forward + most) * width;
        in_arc && !is_hidden_from_all(aim, &eyes, &around, screens)
    })
}

/// Whether screens surely interrupt every line between a place and the hull of some eyes: seen from the place, those that
/// lie wholly before the eyes cover the whole angle of the eyes.
fn is_hidden_from_all(aim: Place, eyes: &[(f64, f64)], around: &[(f64, f64)], screens: &[Outline]) -> bool {
    let off = |(x, y): (f64, f64)| (x - f64::from(aim.x), y - f64::from(aim.y));
    let eyes: Vec<(f64, f64)> = eyes.iter().copied().map(off).collect();
    let middle = eyes
        .iter()
        .fold((0.0, 0.0), |sum, eye| (sum.0 + eye.0, sum.1 + eye.1));
    let along = |place: (f64, f64), axis: (f64, f64)| place.0 * axis.0 + place.1 * axis.1;
    let angle = |place: (f64, f64)| {
        let aside = place.0 * middle.1 - place.1 * middle.0;
        aside.atan2(along(place, middle))
    };
    if eyes.iter().any(|eye| along(*eye, middle) <= 0.0) {
        return false;
    }
    let spread = |places: &[(f64, f64)]| {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let angles = places.iter().copied().map(angle);
        angles.fold(start, |(low, high), angle| (low.min(angle), high.max(angle)))
    };
    let (low, high) = spread(&eyes);
    let mut covered: Vec<(f64, f64)> = Vec::new();
    for screen in screens {
        if screen.contains(aim) {
            return true;
        }
        let corners = screen.corners().iter();
        let corners: Vec<(f64, f64)> = corners
            .map(|corner| off((f64::from(corner.x), f64::from(corner.y))))
            .collect();
        // Some straight line has the screen and the place on one side of it and the eyes on the other.
        let is_before = around.iter().chain([&middle]).any(|axis| {
            let nearest = eyes
                .iter()
                .map(|eye| along(*eye, *axis))
                .fold(f64::INFINITY, f64::min);
            nearest > 0.0 && corners.iter().all(|corner| along(*corner, *axis) < nearest)
        });
        if is_before && corners.iter().all(|corner| along(*corner, middle) > 0.0) {
            covered.push(spread(&corners));
        }
    }
    covered.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut reached = low;
    for (first, last) in covered {
        if first > reached {
            break;
        }
        reached = reached.max(last);
    }
    reached >= high
}

/// The place so many tenths of the way from one place to another, rounded to a thousandth of an inch.
fn along(from: Place, to: Place, tenths: i32) -> Place {
    let part = |from: i32, to: i32| (f64::from(from) + f64::from((to - from) * tenths) / 10.0).round() as i32;
    Place::new(part(from.x, to.x), part(from.y, to.y))
}

/// 40 points of a tray's outline: each side divided in ten. Rule `IF-LOS-02`.
fn outline_points(tray: &Tray) -> impl Iterator<Item = Place> + use<> {
    let tray = *tray;
    Side::ALL.into_iter().flat_map(move |side| {
        let (from, to) = tray.side_ends(side);
        (0..10).map(move |step| along(from, to, step))
    })
}

/// Whether a line comes within 0.005" of an outline. Rule `IF-LOS-02`.
fn interrupts(screen: &Outline, from: Place, to: Place) -> bool {
    let limit = CONTACT + GRAIN;
    let length = from.distance(to);
    // All corners well to one side of the line: the common case.
    let reach = limit * length;
    let (mut left, mut right) = (true, true);
    for &corner in screen.corners() {
        let at = cross(from, to, corner) as f64;
        left &= at > reach;
        right &= at < -reach;
    }
    if left || right {
        return false;
    }
    if screen.contains(from) || screen.contains(to) {
        return true;
    }
    screen.sides().any(|(one, other)| {
        let crossing = (cross(from, to, one) > 0) != (cross(from, to, other) > 0)
            && (cross(one, other, from) > 0) != (cross(one, other, to) > 0);
        crossing
            || distance_to_side(one, from, to) <= limit
            || distance_to_side(from, one, other) <= limit
            || distance_to_side(to, one, other) <= limit
    })
}
