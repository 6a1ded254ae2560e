//! Enemies that a unit goes for (pp. 38-39).

use battleground_geometry::{Point, Pose, Side, gap};

use crate::field::{Field, Path, Purpose, TOL};
use crate::model::names::UnitId;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;

/// The enemy a unit goes for, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveTarget {
    /// Which.
    pub enemy: UnitId,
    /// The side that is aimed at.
    pub side: Side,
    /// Its centre point: TC.
    pub point: Point,
    /// The path there.
    pub path: Path,
    /// Whether that side is the Facing Side.
    pub is_facing: bool,
}

impl MoveTarget {
    /// An enemy that is gone for straight, whatever stands in between.
    pub(crate) const fn open(enemy: UnitId, side: Side, point: Point) -> Self {
        Self {
            enemy,
            side,
            point,
            path: Path::Open,
            is_facing: true,
        }
    }
}

/// The field with the unit where it has come to, if that is not where it began.
pub(crate) fn field_at<'f>(context: &MoveContext<'f>, pose: Pose) -> Option<Field<'f>> {
    (context.unit.pose != Some(pose)).then(|| context.field.clone().with(context.unit.id, pose))
}

/// Of a unit that does not see what it goes for: whether it would from a pose. Rule `BG4-MOVE-09` (pp. 39, 51).
pub(crate) fn into_sight<'f>(
    context: &MoveContext<'_>,
    field: &'f Field<'_>,
    move_target: &MoveTarget,
) -> Option<impl Fn(Pose) -> bool + use<'f>> {
    let (id, enemy) = (context.unit.id, move_target.enemy);
    let hidden = !field.is_visible(id, enemy, Purpose::Move);
    let lookout = field.lookout(id, enemy, Purpose::Move);
    hidden.then_some(move |pose: Pose| lookout.sees(pose))
}

/// Whether any part of a unit's card touches a point. Rule `BG3-ORD-15` (p. 8).
pub(crate) fn touches_point(context: &MoveContext<'_>, at: &Progress, point: Point) -> bool {
    gap(&context.mover.card_at(at.pose), &point) <= TOL.touch
}
