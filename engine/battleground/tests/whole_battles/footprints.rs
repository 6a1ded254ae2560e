//! Footprints of cards on the table, worked out from the rules and not by the rules' own geometry.

use battleground::model::names::UnitId;
use battleground::model::state::{State, Unit};

/// The tolerance of two areas that lie against one another. Rule `BG4-GEO-04`.
pub const TOUCH: f64 = 0.01;
/// What rounding a pose to thousandths of an inch and hundredths of a degree may move a corner.
const ROUNDING: f64 = 0.003;

/// A rectangle: its centre, the directions ahead and to the right, and half its depth and width.
#[derive(Clone, Copy)]
pub struct Card {
    x: f64,
    y: f64,
    ahead: (f64, f64),
    depth: f64,
    width: f64,
    cards_deep: u8,
}

impl Card {
    /// The whole card of a unit. Rule `BG4-GEO-03`.
    pub fn whole(state: &State, unit: &Unit) -> Option<Self> {
        let pose = unit.pose?;
        let size = state.kind(unit).size;
        let heading = pose.heading.value().to_radians();
        Some(Self {
            x: pose.centre.x.value(),
            y: pose.centre.y.value(),
            ahead: (heading.sin(), heading.cos()),
            depth: size.depth().value() / 2.0,
            width: size.width().value() / 2.0,
            cards_deep: size.cards_deep(),
        })
    }

    /// The part of a unit that others may not overlap: of one whose front is slid under an enemy the rear
    /// half, which lies in front once it has turned about to rout. Rule `BG4-COLOS-05`.
    pub fn of(state: &State, unit: &Unit) -> Option<Self> {
        let whole = Self::whole(state, unit)?;
        if !unit.slid {
            return Some(whole);
        }
        let half = whole.depth / 2.0;
        let ahead = if unit.turn.just_routed { half } else { -half };
        Some(Self {
            x: whole.x + whole.ahead.0 * ahead,
            y: whole.y + whole.ahead.1 * ahead,
            depth: half,
            cards_deep: 1,
            ..whole
        })
    }

    pub fn corners(&self) -> [(f64, f64); 4] {
        let right = (self.ahead.1, -self.ahead.0);
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(|(along, aside)| {
            (
                self.x + self.ahead.0 * self.depth * along + right.0 * self.width * aside,
                self.y + self.ahead.1 * self.depth * along + right.1 * self.width * aside,
            )
        })
    }

    /// The depth to which two cards lie in one another, by the axis on which they do least; below 0 they are
    /// at least so far apart along one axis.
    pub fn depth_in(&self, other: &Self) -> f64 {
        let (one, two) = (self.corners(), other.corners());
        let axes = [self.ahead, other.ahead].map(|axis| [axis, (axis.1, -axis.0)]);
        let reach = |corners: &[(f64, f64); 4], axis: (f64, f64)| {
            corners
                .iter()
                .map(|(x, y)| x * axis.0 + y * axis.1)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                    (low.min(at), high.max(at))
                })
        };
        axes.iter()
            .flatten()
            .map(|axis| {
                let ((low, high), (from, to)) = (reach(&one, *axis), reach(&two, *axis));
                (high - from).min(to - low)
            })
            .fold(f64::INFINITY, f64::min)
    }

    /// Whether the centre point of one of its sides lies inside another card; a flank of several cards has one for each
    /// card and each joint. Rules `BG3-MOV-14` (p. 12), `BG4-COLOS-02`.
    pub fn has_centre_in(&self, other: &Self) -> bool {
        let right = (self.ahead.1, -self.ahead.0);
        let halves = i32::from(self.cards_deep);
        let on_flanks = (1 - halves..halves).map(|at| f64::from(at) / f64::from(halves));
        let ends = [(1.0, 0.0), (-1.0, 0.0)];
        let flanks = on_flanks.flat_map(|along| [(along, 1.0), (along, -1.0)]);
        ends.into_iter().chain(flanks).any(|(along, aside)| {
            let x = self.x + self.ahead.0 * self.depth * along + right.0 * self.width * aside - other.x;
            let y = self.y + self.ahead.1 * self.depth * along + right.1 * self.width * aside - other.y;
            let ahead = x * other.ahead.0 + y * other.ahead.1;
            let beside = x * other.ahead.1 - y * other.ahead.0;
            let deep = (other.depth - ahead.abs()).min(other.width - beside.abs());
            deep > TOUCH + ROUNDING
        })
    }

    /// Whether they have a point in common, or as good as that.
    pub fn meets(&self, other: &Self) -> bool {
        self.depth_in(other) >= -TOUCH - ROUNDING
    }
}

/// The units that are not in the air, each with what others may not overlap of it.
pub fn on_the_ground(state: &State) -> Vec<(UnitId, Card)> {
    state
        .on_table()
        .filter(|unit| !unit.airborne)
        .filter_map(|unit| Some((unit.id, Card::of(state, unit)?)))
        .collect()
}
