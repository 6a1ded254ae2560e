//! Final rushes as they are judged when they are made (pp. 13-14).

use battleground_geometry::{Approach, Inches, Limit, Object, Side, gap};

use crate::field::{Field, Path, Purpose, TOL, single_card};
use crate::model::names::UnitId;
use crate::model::state::{Glimpse, Unit};

/// Distance to the closest point of an enemy's card within which a unit cannot turn back. Rule `BG3-RUSH-10` (p. 14).
const NO_TURNING_BACK: Inches = Inches::mils(1_250);

/// The side of an enemy that a unit must rush: the open side whose centre point is nearest, on a tie the Facing Side, and
/// where none is open to its front the nearest on which a flank of it fits. Nothing unless an open path leads there; no
/// other side takes its place. Rules `BG3-RUSH-04` to `BG3-RUSH-07`, `BG3-RUSH-18` (pp. 13-14).
pub(crate) fn permitted(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    let mut sides = field.nearest_open_sides(unit.id, enemy, facing);
    if sides.is_empty() {
        sides = nearest_for_a_flank(field, unit, enemy);
    }
    sides.retain(|side| {
        field.to_side(unit.id, enemy, *side).is_some_and(|(point, _)| {
            field
                .open_path(unit.id, Some((enemy, *side)), point, Purpose::Move)
                .is_open()
        })
    });
    sides
}

/// The nearest sides of an enemy on which a flank of a unit fits. Rule `BG3-RUSH-18` (p. 14).
fn nearest_for_a_flank(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Side> {
    let (Some(own), Some(target)) = (field.card(unit.id), field.body(enemy)) else {
        return Vec::new();
    };
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let (size, frontage) = (own.size(), field.profile().frontage);
    let measures = field.profile().measures;
    let fits = |side: &Side| {
        [Side::Left, Side::Right].into_iter().any(|flank| {
            let least = frontage.least(size.side(flank), target.size().side(*side));
            let approach = Approach::front_to(target, *side, size).with_side(flank);
            !approach.best(least, &objects, measures).is_empty()
        })
    };
    let open: Vec<Side> = Side::ALL.into_iter().filter(fits).collect();
    let eye = own.front_centre();
    let distances: Vec<Inches> = open
        .iter()
        .map(|side| eye.distance(target.target_point(*side, eye)))
        .collect();
    let tied = measures.shortest(&distances);
    tied.into_iter().map(|place| open[place]).collect()
}

/// What is measured at the table of one side of an enemy before it is rushed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MeasuredSide {
    /// Which.
    pub(crate) side: Side,
    /// From the front centre point to the centre point of the side. Rule `BG3-RUSH-08` (p. 14).
    pub(crate) distance: Inches,
    /// The most contact that the unit's front can have with it. Rule `BG3-RUSH-04` (p. 13).
    pub(crate) contact: Inches,
    /// The least contact that is asked for. Rule `BG3-RUSH-15` (pp. 13-14).
    pub(crate) least: Inches,
    /// The line to it. Rule `BG3-RUSH-06` (p. 14).
    pub(crate) path: Path,
    /// How wide the lane is, where nothing crosses the line. Rule `BG3-RUSH-07` (p. 14).
    pub(crate) lane: Option<Inches>,
}

impl MeasuredSide {
    /// Whether the unit's front fits against it.
    pub(crate) fn is_open(&self) -> bool {
        super::PROFILE.measures.at_least(self.contact, self.least)
    }
}

/// All four sides of an enemy as they are measured for a rush of a unit. Rules `BG3-RUSH-04` to `BG3-RUSH-08`,
/// `BG3-RUSH-15` (pp. 13-14).
pub(crate) fn measured(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<MeasuredSide> {
    let (Some(own), Some(target)) = (field.card(unit.id), field.body(enemy)) else {
        return Vec::new();
    };
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let (size, frontage) = (single_card(own.size()), field.profile().frontage);
    let of = |side: Side| {
        let (point, distance) = field.to_side(unit.id, enemy, side)?;
        let least = frontage.least(size.width(), target.size().side(side));
        let approach = Approach::front_to(target, side, size);
        let contacts = approach.best(Inches::ZERO, &objects, TOL);
        let contact = contacts.into_iter().map(|placement| placement.contact).max();
        Some(MeasuredSide {
            side,
            distance,
            contact: contact.unwrap_or(Inches::ZERO),
            least,
            path: field.open_path(unit.id, Some((enemy, side)), point, Purpose::Move),
            lane: field.lane_width(unit.id, enemy, side),
        })
    };
    Side::ALL.into_iter().filter_map(of).collect()
}

/// How near the card of an enemy is to a unit's front centre point. Rule `BG3-RUSH-10` (p. 14).
pub(crate) fn distance_to_any_part(field: &Field<'_>, unit: UnitId, enemy: UnitId) -> Option<Inches> {
    Some(gap(&field.card(unit)?.front_centre(), field.card(enemy)?))
}

/// Whether what the start of the turn showed of an enemy keeps a unit from turning back. Rule `BG3-RUSH-10` (p. 14).
pub(crate) fn was_near(field: &Field<'_>, glimpse: &Glimpse) -> bool {
    let measures = field.profile().measures;
    measures.reaches(glimpse.distance, NO_TURNING_BACK, Limit::Within)
}
