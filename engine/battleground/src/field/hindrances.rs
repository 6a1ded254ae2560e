//! The change of MC by the ground that a unit covers on its way (pp. 115-118).

use battleground_geometry::{Card, Footprint, Inches, Object, Obstacles, Point, Turn, gap, overlaps};

use super::ground_costs::cost;
use super::terrain::{LastOutside, Lay, side_of};
use super::{Field, TOL};
use crate::field::crossing::{Cost, Crossing};
use crate::model::cards::{Ground, LineSide, Piece, TerrainType};
use crate::model::state::Unit;

impl<'s> Field<'s> {
    /// The change of MC by terrain for a unit that covers these cards on its way, in order, the worst of all it meets:
    /// poses, or the rectangles that its legs sweep. A road counts only if every one of them lies wholly on it.
    ///
    /// With one card alone the way is taken to lead there from where the unit stands on this field; that is only of
    /// importance for stakes, whose cost depends on the direction. A larger card around the unit asks for the worst of a
    /// neighbourhood. Rules `BG4-TERR-09`, `BG4-TERR-11`, `BG4-TERR-13`, `BG4-TERR-20`, `BG4-TERR-22` (pp. 115, 116-119).
    pub fn ground_steps(&self, unit: &Unit, covered: &[Card]) -> i32 {
        if unit.airborne || self.lays.is_empty() {
            return 0;
        }
        // The ground under a road is none as long as the whole card is on the road. RULING: BG3-TERR-20 (p. 28).
        let stays_on_road = self.is_on_covering_road(unit, covered);
        let worst = self
            .lays
            .iter()
            .filter(|lay| lay.piece.kind != TerrainType::Road && lay.is_near(covered))
            .filter(|lay| !(stays_on_road && lay.lies_under_roads()))
            .filter(|lay| covered.iter().any(|card| lay.is_met(card)))
            .filter(|lay| !self.slows_upwards(lay) || self.is_climbed_by(unit, lay, covered))
            .filter_map(|lay| self.passage_by(unit, lay.piece, self.crossing(unit, lay.piece, covered)))
            // What does not change the MC, as the door on a road, has no modifier among which the worst is looked for.
            .filter(|steps| *steps != 0)
            .min();
        worst.unwrap_or_else(|| self.road_steps(unit, covered))
    }

    /// Whether a unit that covers these cards goes up a hill: one card alone is where it stands, or its way leads there from
    /// where it stands. Rule `BG3-TERR-19` (p. 28).
    fn is_climbed_by(&self, unit: &Unit, lay: &Lay<'s>, covered: &[Card]) -> bool {
        match (covered, self.card(unit.id)) {
            ([start, rest @ ..], _) if !rest.is_empty() => self.is_climbed(lay, start, rest),
            (cards, Some(own)) => self.is_climbed(lay, own, cards),
            (cards, None) => cards.iter().any(|card| lay.is_met(card)),
        }
    }

    /// Whether no piece of terrain lies in a neighbourhood.
    pub(crate) fn is_plain(&self, around: &Card) -> bool {
        !self
            .lays
            .iter()
            .any(|lay| lay.is_near(&[*around]) && !TOL.passes(gap(around, lay.object())))
    }

    /// The pieces that lower the MC of a unit somewhere in a neighbourhood, the worst first, each with the rows it costs at
    /// worst. Rules `BG4-TERR-09`, `BG4-TERR-11` (p. 115).
    pub(crate) fn hindrances(&self, unit: &Unit, around: &Card) -> Vec<Hindrance<'_>> {
        let both_ways = |lay: &Lay<'s>| {
            [Crossing::AgainstPoints, Crossing::WithPoints]
                .map(|crossing| self.passage_by(unit, lay.piece, crossing))
        };
        let mut found: Vec<Hindrance<'_>> = self
            .lays
            .iter()
            .filter(|lay| lay.piece.kind != TerrainType::Road && lay.is_met(around))
            .filter_map(|lay| {
                let both = both_ways(lay);
                let rows = both.into_iter().flatten().min().filter(|rows| *rows < 0)?;
                Some(Hindrance {
                    lay,
                    rows,
                    edge: Obstacles::new([lay.edge()]),
                    has_sides: lay.area().is_none() && both[0] != both[1],
                    outside: LastOutside::default(),
                })
            })
            .collect();
        found.sort_by_key(|hindrance| hindrance.rows);
        found
    }

    /// The change of MC by terrain that binds a unit now if it covers these cards: the worst of them and of all it met
    /// this turn. A move that left a road is marked 0. Rule `BG4-TERR-09` (p. 115).
    pub fn turn_steps(&self, unit: &Unit, covered: &[Card]) -> i32 {
        let now = self.ground_steps(unit, covered);
        match unit.turn.terrain.filter(|_| !unit.airborne) {
            Some(met) => now.min(i32::from(met)),
            None => now,
        }
    }

    /// Whether all of these cards lie wholly on a road that covers the ground under it. Rule `BG3-TERR-20` (p. 28).
    pub(crate) fn is_on_covering_road(&self, unit: &Unit, covered: &[Card]) -> bool {
        self.profile().roads_cover_ground && self.road_steps(unit, covered) > 0
    }

    /// The bonus of a road on which all of these cards wholly lie. Rule `BG4-TERR-20` (p. 117).
    pub(super) fn road_steps(&self, unit: &Unit, covered: &[Card]) -> i32 {
        let on_road = |card: &Card| {
            let inner = Footprint::new(
                card.size().width() - TOL.touch - TOL.touch,
                card.size().depth() - TOL.touch - TOL.touch,
                1,
            );
            inner.is_ok_and(|size| {
                self.share(&Card::new(card.pose(), size), |lay| {
                    lay.piece.kind == TerrainType::Road
                }) > 1.0 - 1e-6
            })
        };
        if !covered.is_empty() && covered.iter().all(on_road) {
            match cost(
                self.state.edition,
                TerrainType::Road,
                self.state.kind(unit),
                Crossing::AgainstPoints,
            ) {
                Cost::Steps(steps) => steps,
                Cost::Impassable => 0,
            }
        } else {
            0
        }
    }

    /// In which direction stakes are crossed by a unit that covers these cards in this order: the worse one if it crosses
    /// them more than once. A unit that stays where it is would go forward. Rules `BG4-TERR-09`, `BG4-TERR-22` (pp. 115, 118).
    fn crossing(&self, unit: &Unit, piece: &Piece, covered: &[Card]) -> Crossing {
        let Ground::Line(points) = &piece.ground else {
            return Crossing::AgainstPoints;
        };
        let own = self.card(unit.id);
        let mut worst = Crossing::WithPoints;
        for (place, card) in covered.iter().enumerate() {
            let met = points
                .windows(2)
                .find(|stretch| overlaps(card, Object::Line(stretch), TOL));
            let Some(&[a, b]) = met else {
                continue;
            };
            let before = place.checked_sub(1).map_or(own, |before| covered.get(before));
            let to = card.pose().centre;
            let from = before.map_or(to, |card| card.pose().centre);
            // Where it stands across them already, the way that it leaves them counts.
            let (from, to) = match covered.get(place + 1) {
                Some(after) if from.distance(to) <= TOL.touch => (to, after.pose().centre),
                Some(_) | None => (from, to),
            };
            let same_size = own.is_some_and(|own| own.size() == card.size());
            let way = if from.distance(to) > TOL.touch {
                ((to.x - from.x).value(), (to.y - from.y).value())
            } else if same_size || place > 0 {
                let ahead = from.towards(card.pose().heading, Inches::mils(1_000));
                ((ahead.x - from.x).value(), (ahead.y - from.y).value())
            } else {
                // No pose of the unit but a whole neighbourhood: any direction may be taken in it.
                return Crossing::AgainstPoints;
            };
            let leftward = (b.x - a.x).value() * way.1 - (b.y - a.y).value() * way.0;
            // Coming to the left hand means coming from the right one.
            let from_side = if leftward > 0.0 {
                LineSide::Right
            } else {
                LineSide::Left
            };
            if of_side(piece, from_side) == Crossing::AgainstPoints {
                worst = Crossing::AgainstPoints;
            }
        }
        worst
    }
}

/// A piece of terrain that lowers the MC of a unit.
#[derive(Debug, Clone)]
pub(crate) struct Hindrance<'f> {
    lay: &'f Lay<'f>,
    /// The change of MC, below 0; of stakes where they are taken against their points.
    pub(crate) rows: i32,
    /// What a unit meets that is hindered by it.
    pub(crate) edge: Obstacles<'f>,
    /// Whether it matters from which side it is crossed.
    pub(crate) has_sides: bool,
    /// Of a hill that slows only who goes up it.
    outside: LastOutside,
}

impl Hindrance<'_> {
    /// Whether a card enters it.
    pub(crate) fn is_met(&self, card: &Card) -> bool {
        self.lay.is_met(card)
    }

    /// The change of MC for a unit that covers these cards, in order: it differs from the worst where the direction
    /// counts. Rule `BG4-TERR-22` (p. 118).
    pub(crate) fn rows_for(&self, field: &Field<'_>, unit: &Unit, covered: &[Card]) -> i32 {
        let crossing = field.crossing(unit, self.lay.piece, covered);
        field.passage_by(unit, self.lay.piece, crossing).unwrap_or(0)
    }

    /// Whether it is a hill that slows only who goes up it. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn slows_upwards(&self, field: &Field<'_>) -> bool {
        field.slows_upwards(self.lay)
    }

    /// Whether a unit goes up it on a leg that begins at a card and covers these. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn is_climbed(&self, field: &Field<'_>, start: &Card, covered: &[Card]) -> bool {
        field.is_climbed(self.lay, start, covered)
    }

    /// The same of a turn forward. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn is_climbed_by_turn(&self, field: &Field<'_>, start: &Card, turn: Turn) -> bool {
        field.is_climbed_by_turn(self.lay, &self.outside, start, turn)
    }
}

/// The direction in which stakes are crossed by somebody who comes from a point.
pub(super) fn crossing_from(piece: &Piece, from: Point) -> Crossing {
    match &piece.ground {
        Ground::Line(points) => of_side(piece, side_of(points, from)),
        Ground::Area(_) => Crossing::AgainstPoints,
    }
}

fn of_side(piece: &Piece, from: LineSide) -> Crossing {
    if piece.sharp.is_none_or(|sharp| sharp == from) {
        Crossing::AgainstPoints
    } else {
        Crossing::WithPoints
    }
}
