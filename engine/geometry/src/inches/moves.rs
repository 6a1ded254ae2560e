//! Legs of a move but turns: straight, sideways, backward, about face, reform; how far they are free.

use serde::{Deserialize, Serialize};

use super::Card;
use super::card::Pose;
use super::contact::overlaps;
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::plane::{Object, Offset, closest_on, overlap_times};
use super::sweep::Sweep;

/// Left or right, as the moving unit sees it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// Against the clock.
    Left,
    /// Clockwise.
    Right,
}

impl Hand {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    pub(super) fn sign(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }
}

/// Where a unit shifts without turning, as it sees it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Straight on. Rule `BG4-MOVE-12`.
    Forward,
    /// Straight back. Rule `BG4-MAN-03`.
    Backward,
    /// Sideways to the left. Rule `BG4-MAN-05`.
    Left,
    /// Sideways to the right. Rule `BG4-MAN-05`.
    Right,
}

impl Way {
    fn offset(self, pose: Pose) -> Offset {
        let forward = pose.forward();
        match self {
            Self::Forward => forward,
            Self::Backward => -forward,
            Self::Left => -forward.right(),
            Self::Right => forward.right(),
        }
    }
}

/// The pose after a shift; the heading stays. Rules `BG4-MOVE-12`, `BG4-MAN-03`, `-05`.
#[must_use]
pub fn shift(pose: Pose, way: Way, distance: Inches) -> Pose {
    Pose {
        centre: pose.centre + way.offset(pose) * distance.value(),
        heading: pose.heading,
    }
}

/// The rectangle that a card covers during a shift, as a card of that size. Rule `BG4-MOVE-18`.
#[must_use]
pub fn shift_sweep(card: &Card, way: Way, distance: Inches) -> Card {
    let distance = distance.max(Inches::ZERO);
    let size = match way {
        Way::Forward | Way::Backward => card.size().stretched(Inches::ZERO, distance),
        Way::Left | Way::Right => card.size().stretched(distance, Inches::ZERO),
    };
    Card::new(shift(card.pose(), way, distance.half()), size)
}

/// The pose after an about face. Rule `BG4-MAN-06`.
#[must_use]
pub fn about_face(pose: Pose) -> Pose {
    Pose {
        centre: pose.centre,
        heading: (pose.heading + Degrees::HALF).heading(),
    }
}

/// The pose after turning about the centre to a heading. Rule `BG4-MAN-07`.
#[must_use]
pub fn reform(pose: Pose, heading: Degrees) -> Pose {
    Pose {
        centre: pose.centre,
        heading: heading.heading(),
    }
}

/// The cards covered while reforming through the smaller angle, at steps of at most one degree, the last one final.
/// Rule `BG4-MAN-07`.
pub fn reform_sweep(card: &Card, heading: Degrees) -> impl Iterator<Item = Card> + use<> {
    let (card, turn) = (*card, card.pose().heading.turn_to(heading).value());
    let steps = (turn.abs() - GRAIN).ceil().max(1.0) as u32;
    (1..=steps).map(move |step| {
        let now = if step == steps {
            heading
        } else {
            card.pose().heading + Degrees::made(turn * f64::from(step) / f64::from(steps))
        };
        card.at(reform(card.pose(), now))
    })
}

/// Whether no card of [`reform_sweep`] overlaps an obstacle. Rule `BG4-MOVE-18`.
pub fn reform_is_free(card: &Card, heading: Degrees, obstacles: &[Object<'_>], tolerance: Tolerance) -> bool {
    reform_way(card, heading).met(obstacles, tolerance).is_none()
}

/// Whether a card of [`reform_sweep`] overlaps an object. Rule `BG4-MOVE-18`.
pub fn reform_meets(card: &Card, heading: Degrees, object: Object<'_>, tolerance: Tolerance) -> bool {
    reform_way(card, heading).met(&[object], tolerance).is_some()
}

fn reform_way(card: &Card, heading: Degrees) -> Sweep<impl Fn(u32) -> Card> {
    let (card, turn) = (*card, card.pose().heading.turn_to(heading).value());
    let steps = (turn.abs() - GRAIN).ceil().max(1.0);
    let half_diagonal = (card.corners()[0] - card.pose().centre).length();
    let stride = (turn.abs() / steps).to_radians() * half_diagonal;
    let at = move |step: u32| {
        let now = if step == steps as u32 {
            heading
        } else {
            card.pose().heading + Degrees::made(turn * f64::from(step) / steps)
        };
        card.at(reform(card.pose(), now))
    };
    Sweep::new(card.pose().centre, steps as u32, stride, 0.0, at)
}

/// How far a shift goes before it meets something.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// The free distance, at most what was asked for.
    pub distance: Inches,
    /// The places of the obstacles that stop it there; none if it goes all the way.
    pub met: Vec<usize>,
}

/// How far a card can shift before it would overlap an obstacle; it stops touching. Rule `BG4-MOVE-18`.
///
/// What is merely touched along a side, or overlapped by no more than the tolerance, stops nothing that moves past it;
/// where the card runs along a side at a very flat angle, it stops just before the overlap passes the tolerance.
pub fn free_distance(
    card: &Card,
    way: Way,
    limit: Inches,
    obstacles: &[Object<'_>],
    tolerance: Tolerance,
) -> Stop {
    let (limit, touch) = (limit.value().max(0.0), tolerance.touch.value());
    let way = way.offset(card.pose());
    let sweep = limit + card.size().width().value() + card.size().depth().value();
    let along = (card.pose().centre, card.pose().centre + way * limit);
    let half_diagonal = Object::Card(card).circle().1;
    let mut found: Vec<(f64, usize)> = Vec::new();
    for (place, obstacle) in obstacles.iter().enumerate() {
        let mut first = f64::INFINITY;
        let (middle, radius) = obstacle.circle();
        if (closest_on(along, middle) - middle).length() > radius + half_diagonal + GRAIN {
            continue;
        }
        for part in obstacle.parts() {
            let met = overlap_times(card.corners(), part, way, touch);
            let Some((enter, _)) = met.filter(|&(enter, leave)| enter < sweep && leave > GRAIN) else {
                continue;
            };
            if enter >= limit - GRAIN {
                continue;
            }
            let contact = overlap_times(card.corners(), part, way, 0.0).map_or(enter, |(contact, _)| contact);
            // At a flat angle first contact may lie far before the overlap: then the card slides on along the side.
            first = first.min(contact.max(enter - 2.0 * touch).max(0.0));
        }
        if first.is_finite() {
            found.push((first, place));
        }
    }
    let Some(least) = found.iter().map(|met| met.0).min_by(f64::total_cmp) else {
        return Stop {
            distance: Inches::made(limit),
            met: Vec::new(),
        };
    };
    let met = found
        .into_iter()
        .filter(|(at, _)| at - least <= touch)
        .map(|(_, place)| place)
        .collect();
    Stop {
        distance: Inches::made(least.min(limit)),
        met,
    }
}

/// The first of a row of cards that overlaps an obstacle, and that obstacle's place. Rule `BG4-MOVE-18`.
pub fn first_overlap(
    cards: impl IntoIterator<Item = Card>,
    obstacles: &[Object<'_>],
    tolerance: Tolerance,
) -> Option<(Card, usize)> {
    cards.into_iter().find_map(|card| {
        let meets = |object: &Object<'_>| overlaps(&card, *object, tolerance);
        obstacles.iter().position(meets).map(|place| (card, place))
    })
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
