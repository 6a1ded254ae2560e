//! The centre point of a unit to which another one goes (pp. 6, 12).

use battleground_geometry::{Card, Point, Side};

use crate::model::agenda::{Answer, Need, Topic, fitting_answer};
use crate::model::names::{UnitId, side_name};
use crate::model::rule::Rule;
use crate::procedures::movement::choices::ask;
use crate::procedures::movement::context::MoveContext;

/// The sides of a card in the order in which they are looked at. RULING: BG3-GEN-07 (p. 7).
const IN_ORDER: [Side; 4] = [Side::Front, Side::Right, Side::Rear, Side::Left];

/// The closest centre point of a unit for each of its sides that has one as near as any, of those that count.
pub(crate) struct ClosestPoints {
    of: UnitId,
    near: Vec<(Side, Point)>,
}

impl ClosestPoints {
    /// Of a card, from the front centre point of the unit that moves. Rules `BG3-GEO-06`, `BG3-ORD-07` (pp. 6-7).
    pub(crate) fn of(
        context: &MoveContext<'_>,
        of: UnitId,
        card: &Card,
        from: Point,
        counts: impl Fn(Side) -> bool,
    ) -> Self {
        let closest_on = |side: Side| {
            let points = card.centre_points(side);
            Some((side, points.min_by_key(|point| from.distance(*point))?))
        };
        let sides = IN_ORDER.into_iter().filter(|side| counts(*side));
        let all: Vec<(Side, Point)> = sides.filter_map(closest_on).collect();
        let distances: Vec<_> = all.iter().map(|(_, point)| from.distance(*point)).collect();
        let nearest = context.field.profile().measures.shortest(&distances);
        Self {
            of,
            near: nearest.into_iter().map(|place| all[place]).collect(),
        }
    }

    /// The first of them.
    pub(crate) fn first(&self) -> Option<(Side, Point)> {
        self.near.first().copied()
    }

    /// The only one, or the one that the owner chooses. Rules `BG3-GEN-02`, `BG3-GEN-07` (pp. 2, 7).
    ///
    /// # Errors
    /// [`Need::Ask`] where the owner must choose.
    pub(crate) fn chosen(&self, context: &MoveContext<'_>) -> Result<Option<(Side, Point)>, Need> {
        if self.near.len() < 2 {
            return Ok(self.first());
        }
        let (unit, about) = (Some(context.unit.id), Some(self.of));
        let with = |side: Side| self.near.iter().find(|(near, _)| *near == side).copied();
        let given = fitting_answer(
            context.answers,
            Topic::FacingSide,
            unit,
            about,
            |answer| matches!(answer, Answer::Side(side) if with(*side).is_some()),
        );
        if let Some(Answer::Side(side)) = given {
            return Ok(with(*side));
        }
        let options = self.near.iter().map(|(side, _)| {
            let words = format!("to the {} of {}", side_name(*side), self.of);
            (Answer::Side(*side), words)
        });
        Err(ask(
            context,
            Topic::FacingSide,
            about,
            options.collect(),
            Rule::Geo15,
        ))
    }
}
