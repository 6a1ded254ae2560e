//! Legs that bring a unit to where a scorekeeper saw it (pp. 38-46).

use battleground_geometry::{Card, Corner, Degrees, Hand, Inches, Point, Pose, Way, about_face};

use crate::field::computed::{angle, length};
use crate::model::command::Leg;

/// What is too little to be a leg where a place was measured.
const NOTHING: f64 = 0.02;

/// The simplest legs that bring a card to a pose, or near enough, of those that are taken, with what is said of them.
pub(crate) fn legs_to<T>(
    start: &Card,
    pose: Pose,
    taken: impl Fn(&[Leg]) -> Option<T>,
) -> Option<(Vec<Leg>, T)> {
    let mut offsets: Vec<f64> = (-5..=5).map(f64::from).collect();
    offsets.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    for pull in [0.0, 0.08, 0.16, 0.24] {
        let centre = match pose.centre.bearing(start.pose().centre) {
            Some(back) => pose.centre.towards(back, length(pull)),
            None => pose.centre,
        };
        for offset in &offsets {
            let wanted = Pose {
                centre,
                heading: (pose.heading + angle(*offset)).heading(),
            };
            for legs in ways_to(start, wanted) {
                if let Some(said) = taken(&legs) {
                    return Some((legs, said));
                }
            }
        }
    }
    None
}

/// Rows of legs that would end exactly there if nothing forbade them: the simplest first.
fn ways_to(card: &Card, wanted: Pose) -> Vec<Vec<Leg>> {
    let start = card.pose();
    let mut ways = Vec::new();
    let turned = start.heading.turn_to(wanted.heading).value();
    let shifts = |from: Pose| -> Vec<Vec<Leg>> {
        let (right, ahead) = card.at(from).own_axes(wanted.centre);
        let aside = leg(
            if right < Inches::ZERO {
                Way::Left
            } else {
                Way::Right
            },
            right,
        );
        let along = leg(
            if ahead < Inches::ZERO {
                Way::Backward
            } else {
                Way::Forward
            },
            ahead,
        );
        let orders = [vec![along, aside], vec![aside, along]];
        orders
            .into_iter()
            .map(|legs| legs.into_iter().flatten().collect())
            .collect()
    };
    if turned.abs() < 0.01 {
        ways.extend(shifts(start));
    }
    if turned.abs() > 0.01 && turned.abs() <= 90.0 {
        ways.extend(straight_and_turn(card, wanted).map(|legs| legs.to_vec()));
        ways.extend(back_and_turn(card, wanted));
    }
    let back = about_face(start);
    if 180.0 - turned.abs() < 0.01 {
        let flipped = shifts(back);
        ways.extend(
            flipped
                .into_iter()
                .map(|legs| [vec![Leg::AboutFace], legs].concat()),
        );
    } else if turned.abs() >= 90.0 {
        let after = straight_and_turn(&card.at(back), wanted);
        ways.extend(after.map(|legs| [vec![Leg::AboutFace], legs.to_vec()].concat()));
    }
    if turned.abs() > 0.01 && 180.0 - turned.abs() > 0.01 {
        let reform = Leg::Reform {
            heading: wanted.heading,
        };
        let ahead = Pose {
            centre: start.centre,
            heading: wanted.heading,
        };
        ways.extend(
            shifts(ahead)
                .into_iter()
                .map(|legs| [vec![reform], legs].concat()),
        );
        ways.extend(
            shifts(start)
                .into_iter()
                .map(|legs| [legs, vec![reform]].concat()),
        );
    }
    ways
}

fn leg(way: Way, inches: Inches) -> Option<Leg> {
    let inches = inches.abs();
    (inches.value() > 1e-3).then_some(Leg::Shift { way, inches })
}

/// Straight back, then one backward turn: as one that looks the other way would go straight on and turn.
fn back_and_turn(card: &Card, wanted: Pose) -> Option<Vec<Leg>> {
    let turned = card.at(about_face(card.pose()));
    let legs = straight_and_turn(&turned, about_face(wanted))?;
    let backward = legs.into_iter().filter_map(|one| match one {
        // Hardly anything is no maneuver.
        Leg::Shift { inches, .. } if inches.value() < NOTHING => None,
        Leg::Shift { inches, .. } => leg(Way::Backward, inches),
        Leg::Turn {
            hand, angle, inches, ..
        } => Some(Leg::Turn {
            hand,
            angle,
            inches,
            backward: true,
        }),
        Leg::AboutFace | Leg::Reform { .. } => Some(one),
    });
    Some(backward.collect())
}

/// Straight on, then one turn: both lengths solved for the way of the outside corner.
fn straight_and_turn(card: &Card, wanted: Pose) -> Option<[Leg; 2]> {
    let turned = card.pose().heading.turn_to(wanted.heading).value();
    let hand = if turned < 0.0 { Hand::Left } else { Hand::Right };
    let corner = |pose: Pose| -> Point {
        let placed = card.at(pose);
        placed.corner(match hand {
            Hand::Left => Corner::FrontRight,
            Hand::Right => Corner::FrontLeft,
        })
    };
    let (from, to) = (corner(card.pose()), corner(wanted));
    let (x, y) = (to.x.value() - from.x.value(), to.y.value() - from.y.value());
    let way = |heading: Degrees| heading.value().to_radians().sin_cos();
    let ((ax, ay), (bx, by)) = (way(card.pose().heading), way(wanted.heading));
    let cross = ax * by - ay * bx;
    if cross.abs() < 1e-9 {
        return None;
    }
    let (straight, ruler) = ((x * by - y * bx) / cross, (ax * y - ay * x) / cross);
    (straight > -NOTHING && ruler > -NOTHING).then_some([
        Leg::Shift {
            way: Way::Forward,
            inches: length(straight.max(0.0)),
        },
        Leg::Turn {
            hand,
            angle: angle(turned.abs()),
            inches: length(ruler.max(0.0)),
            backward: false,
        },
    ])
}
