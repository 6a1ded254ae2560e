//! Legs of a move but turns: straight, sideways, backward, about face, reform; how far they are free.

use serde::{Deserialize, Serialize};

use super::Card;
use super::card::{Frame, Pose};
use super::contact::overlaps;
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::obstacles::Obstacles;
use super::plane::{Object, Offset, Passing, axes};
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
pub fn reform_is_free(
    card: &Card,
    heading: Degrees,
    obstacles: &Obstacles<'_>,
    tolerance: Tolerance,
) -> bool {
    let (before, turn) = (card.pose(), card.pose().heading.turn_to(heading).value());
    let steps = (turn.abs() - GRAIN).ceil().max(1.0);
    let at = move |step: u32| {
        let now = if step == steps as u32 {
            heading
        } else {
            before.heading + Degrees::made(turn * f64::from(step) / steps)
        };
        let there = reform(before, now);
        Frame::new(there.centre, there.forward(), card.size())
    };
    let sweep = Sweep {
        steps: steps as u32,
        at,
        start: before.centre,
        drift: Offset::NONE,
        spin: (turn.abs() / steps).to_radians() * card.frame().radius(),
        swerve: 0.0,
    };
    sweep.met(obstacles, tolerance).is_none()
}

/// The end of a shift: the free distance, and the obstacles that it meets there.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// The free distance, at most what was asked for.
    pub distance: Inches,
    /// The places of the obstacles that stop it there; none if it goes all the way.
    pub met: Vec<usize>,
}

/// The distance that a card can shift before it would overlap an obstacle; it stops touching. Rule
/// `BG4-MOVE-18`.
///
/// What is merely touched along a side, or overlapped by no more than the tolerance, stops nothing that moves past it;
/// where the card runs along a side at a very flat angle, it stops just before the overlap passes the tolerance.
pub fn free_distance(
    card: &Card,
    way: Way,
    limit: Inches,
    obstacles: &Obstacles<'_>,
    tolerance: Tolerance,
) -> Stop {
    free_along(card, way.offset(card.pose()), limit, obstacles, tolerance)
}

/// The same of a card that is moved in any direction, its heading kept.
pub fn free_distance_toward(
    card: &Card,
    direction: Degrees,
    limit: Inches,
    obstacles: &Obstacles<'_>,
    tolerance: Tolerance,
) -> Stop {
    free_along(card, Offset::ahead(direction), limit, obstacles, tolerance)
}

/// The distance after which a card that is moved in a direction, its heading kept, has left an object for good: it lies flush with
/// the far side then. Nothing if it does not come to lie on the object, or has left it before.
pub fn leaving_distance<'a>(
    card: &Card,
    direction: Degrees,
    object: impl Into<Object<'a>>,
) -> Option<Inches> {
    let passing = Passing::new(card.corners(), Offset::ahead(direction));
    let object: Object<'a> = object.into();
    let leaves = object.parts().filter_map(|part| {
        let (_, leave) = passing.times(part, axes(part), 0.0, f64::INFINITY)?;
        (leave > GRAIN).then_some(leave)
    });
    leaves.max_by(f64::total_cmp).map(Inches::made)
}

fn free_along(
    card: &Card,
    way: Offset,
    limit: Inches,
    obstacles: &Obstacles<'_>,
    tolerance: Tolerance,
) -> Stop {
    let (limit, touch) = (limit.value().max(0.0), tolerance.touch.value());
    let along = (card.pose().centre, card.pose().centre + way * limit);
    let passing = Passing::new(card.corners(), way);
    let mut found: Vec<(f64, usize)> = Vec::new();
    for part in obstacles.near(along, card.frame().radius() + GRAIN) {
        let times =
            |inset: f64, until: f64| passing.times(part.corners, part.axes.iter().copied(), inset, until);
        let Some((enter, _)) = times(touch, limit - GRAIN).filter(|&(_, leave)| leave > GRAIN) else {
            continue;
        };
        let contact = times(0.0, f64::INFINITY).map_or(enter, |(contact, _)| contact);
        // At a flat angle first contact may lie far before the overlap: then the card slides on along the side.
        let first = contact.max(enter - 2.0 * touch).max(0.0);
        match found.last_mut() {
            Some((least, place)) if *place == part.place => *least = least.min(first),
            Some(_) | None => found.push((first, part.place)),
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
