//! Placement of a rusher: front first, else with a flank, else at a corner (pp. 68-73, 121).

use battleground_geometry::{
    Approach, Card, Footprint, Hand, Inches, Object, Placement, Point, Pose, Side, Tolerance, Way,
    contact_length, corner_placements, overlaps, shift,
};

use crate::field::{Field, TOL, single_card, stored};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// A place for a rusher.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spot {
    /// Where it lies.
    pub(crate) pose: Pose,
    /// How far from the aimed point, above 0 to its own right.
    pub(crate) slide: Inches,
    /// The length in common.
    pub(crate) contact: Inches,
    /// With its front card under the enemy. Rule `BG4-COLOS-05` (p. 121).
    pub(crate) slid: bool,
    /// The change of MC by terrain if it comes to lie here.
    pub(crate) steps: i32,
    /// How far it moves then.
    pub(crate) reach: Inches,
}

impl Spot {
    /// What others may not overlap of a unit of this size that lies there. Rule `BG4-COLOS-05` (p. 121).
    pub(crate) fn body(&self, size: Footprint) -> Card {
        if self.slid {
            Card::new(shift(self.pose, Way::Backward, quarter(size)), single_card(size))
        } else {
            Card::new(self.pose, size)
        }
    }
}

/// How far the middle of a Colossal unit lies from the middle of each of its two cards.
fn quarter(size: Footprint) -> Inches {
    size.depth().half().half()
}

/// How a side may be rushed. Several places are equal, and the owner chooses. Rules `BG4-RUSH-13`, `BG4-RUSH-22`, `BG4-RUSH-24`
/// (pp. 68, 69-72).
#[derive(Debug, Clone)]
pub(crate) enum Ways {
    /// Front first.
    Front(Vec<Spot>),
    /// With one of its own flanks, if the owner wants.
    Flank(Vec<(Side, Vec<Spot>)>),
    /// At the left or right corner of the side as one looks at it, if the owner wants.
    Corner(Vec<(Hand, Vec<Spot>)>),
}

impl Ways {
    /// Those places that stand a test; nothing if none does.
    pub(crate) fn keep(self, mut test: impl FnMut(&mut Spot) -> bool) -> Option<Self> {
        fn of<K>(
            ways: Vec<(K, Vec<Spot>)>,
            test: &mut impl FnMut(&mut Spot) -> bool,
        ) -> Option<Vec<(K, Vec<Spot>)>> {
            let mut kept = Vec::with_capacity(ways.len());
            for (key, mut spots) in ways {
                spots.retain_mut(&mut *test);
                if !spots.is_empty() {
                    kept.push((key, spots));
                }
            }
            (!kept.is_empty()).then_some(kept)
        }
        match self {
            Self::Front(mut spots) => {
                spots.retain_mut(test);
                (!spots.is_empty()).then_some(Self::Front(spots))
            }
            Self::Flank(sides) => of(sides, &mut test).map(Self::Flank),
            Self::Corner(ends) => of(ends, &mut test).map(Self::Corner),
        }
    }
}

/// How a unit may be placed against a side of an enemy, aimed at one of its centre points: with its front; only if that
/// cannot be, with a flank; only if that cannot be, at a corner. Rules `BG4-RUSH-12` to `BG4-RUSH-15`, `BG4-RUSH-22`,
/// `BG4-RUSH-24` (pp. 68, 69-72).
pub(crate) fn ways(field: &Field<'_>, unit: &Unit, enemy: UnitId, side: Side, point: Point) -> Option<Ways> {
    let (Some(own), Some(target)) = (field.card(unit.id), field.body(enemy)) else {
        return None;
    };
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let (size, profile) = (own.size(), field.profile());
    let measures = profile.measures;
    let least = |own_side: Side| {
        profile
            .frontage
            .least(size.side(own_side), target.size().side(side))
    };
    let approach = Approach::front_to(target, side, size)
        .aimed_at(point)
        .by_least_slide(profile.rush_shifts_least);
    let front = fronts(approach, size, (least(Side::Front), measures), &objects);
    if !front.is_empty() {
        return Some(Ways::Front(front));
    }
    // RULING: BG4-RUSH-22, contact is insufficient only because something impassable is in the way.
    let flanks: Vec<(Side, Vec<Spot>)> = [Side::Left, Side::Right]
        .into_iter()
        .map(|own_side| {
            let best = approach
                .with_side(own_side)
                .best(least(own_side), &objects, measures);
            (
                own_side,
                best.iter()
                    .map(|one| spot(one, size, &objects))
                    .collect::<Vec<_>>(),
            )
        })
        .filter(|(_, spots)| !spots.is_empty())
        .collect();
    if !flanks.is_empty() {
        return Some(Ways::Flank(flanks));
    }
    if !profile.corner_rushes {
        return None;
    }
    let corners: Vec<(Hand, Vec<Spot>)> = [Hand::Left, Hand::Right]
        .into_iter()
        .map(|end| {
            let poses = corner_placements(target, side, end, size, &objects, TOL);
            let spots = poses
                .into_iter()
                .map(|pose| at_corner(target, side, size, pose, &objects));
            (end, spots.collect::<Vec<_>>())
        })
        .filter(|(_, spots)| !spots.is_empty())
        .collect();
    (!corners.is_empty()).then_some(Ways::Corner(corners))
}

/// The best places with the front. A Colossal unit for which both cards do not fit slides its front card under the enemy.
/// Rules `BG4-RUSH-12` to `BG4-RUSH-15`, `BG4-COLOS-03`, `BG4-COLOS-05`, `BG3-RUSH-14` (p. 14).
fn fronts(
    approach: Approach<'_>,
    size: Footprint,
    (least, measures): (Inches, Tolerance),
    objects: &[Object<'_>],
) -> Vec<Spot> {
    let best = |size: Footprint| approach.with_size(size).best(least, objects, measures);
    let whole: Vec<Spot> = best(size).iter().map(|one| spot(one, size, objects)).collect();
    if !whole.is_empty() || size.cards_deep() < 2 {
        return whole;
    }
    best(single_card(size))
        .iter()
        .map(|placement| slid_spot(placement, size, objects))
        .collect()
}

/// A placement of its rear card as a place of a Colossal unit of this size, whose front card lies under the enemy.
/// RULING: BG4-COLOS-05, the rear card lies where a single card would.
pub(crate) fn slid_spot(placement: &Placement, size: Footprint, objects: &[Object<'_>]) -> Spot {
    let (single, further) = (single_card(size), quarter(size));
    Spot {
        pose: stored(shift(placement.pose, Way::Forward, further), |pose| {
            is_free(shift(pose, Way::Backward, further), single, objects)
        }),
        slid: true,
        ..spot(placement, single, objects)
    }
}

/// Whether a card of this size overlaps none of these objects.
pub(crate) fn is_free(pose: Pose, size: Footprint, objects: &[Object<'_>]) -> bool {
    let card = Card::new(pose, size);
    objects.iter().all(|object| !overlaps(&card, *object, TOL))
}

/// A placement as a place, where these objects are not to be overlapped.
pub(crate) fn spot(placement: &Placement, size: Footprint, objects: &[Object<'_>]) -> Spot {
    Spot {
        pose: stored(placement.pose, |pose| is_free(pose, size, objects)),
        slide: placement.slide,
        contact: placement.contact,
        slid: false,
        steps: 0,
        reach: Inches::ZERO,
    }
}

/// A place at a corner. Rule `BG4-RUSH-25` (pp. 72-73).
fn at_corner(target: &Card, side: Side, size: Footprint, pose: Pose, objects: &[Object<'_>]) -> Spot {
    let card = Card::new(pose, size);
    // Which way the front centre lies from the middle of the side, for somebody who looks at it.
    let (left, right) = target.side_ends(side);
    let front = card.front_centre();
    let slide = (front.distance(left) - front.distance(right)).half();
    Spot {
        pose: stored(pose, |pose| is_free(pose, size, objects)),
        slide,
        contact: contact_length(&card, Side::Front, target, side, TOL),
        slid: false,
        steps: 0,
        reach: Inches::ZERO,
    }
}
