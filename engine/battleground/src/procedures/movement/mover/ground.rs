//! Ground under a leg: what it costs, and where it stops the unit (pp. 113-115).

use battleground_geometry::{
    Card, Degrees, Inches, Object, Obstacles, Turn, Way, free_distance, reform_is_free, reform_sweep,
    shift_sweep,
};

use super::{Mover, Progress};
use crate::field::{Hindrance, TOL};
use crate::model::cards::Ground;
use crate::procedures::movement::mover::length;

/// What a leg covers of the ground.
#[derive(Debug, Clone, Copy)]
pub(super) enum Covers {
    Shift(Way, Inches),
    Turn(Turn),
    BackwardTurn(Turn),
    Reform(Degrees),
}

impl Covers {
    /// The cards that it covers, in order, the one it begins with first.
    fn cards(self, from: &Card) -> Vec<Card> {
        let mut all = vec![*from];
        match self {
            Self::Shift(way, distance) => all.push(shift_sweep(from, way, distance)),
            Self::Turn(turn) => all.extend(turn.sweep(from)),
            Self::BackwardTurn(turn) => all.extend(turn.backward_sweep(from)),
            Self::Reform(heading) => all.extend(reform_sweep(from, heading)),
        }
        all
    }

    /// Whether any of them after the first enters a piece of terrain.
    fn meets(self, from: &Card, piece: &Hindrance<'_>) -> bool {
        match self {
            Self::Shift(way, distance) => piece.is_met(&shift_sweep(from, way, distance)),
            Self::Turn(turn) => !turn.is_free(from, &piece.edge, TOL),
            Self::BackwardTurn(turn) => !turn.backward_is_free(from, &piece.edge, TOL),
            Self::Reform(heading) => !reform_is_free(from, heading, &piece.edge, TOL),
        }
    }
}

impl Mover<'_> {
    /// The worst rows of terrain so far and of a leg that begins at a card. Rule `BG4-TERR-09` (p. 115).
    pub(super) fn ground(&self, terrain: i32, from: &Card, leg: Covers) -> i32 {
        if !self.on_rough_ground() {
            return terrain;
        }
        if terrain > 0
            || self
                .field
                .is_on_covering_road(self.unit, std::slice::from_ref(from))
        {
            // It is on a road, and may leave it.
            return terrain.min(self.field.ground_steps(self.unit, &leg.cards(from)));
        }
        let mut worst = terrain;
        for piece in &self.hindrances {
            if piece.rows >= worst {
                break;
            }
            worst = self.ground_of(worst, piece, from, leg);
        }
        worst
    }

    /// The worse of some rows and those that a piece of terrain costs on a leg that begins at a card.
    pub(super) fn ground_of(&self, terrain: i32, piece: &Hindrance<'_>, from: &Card, leg: Covers) -> i32 {
        let met = || piece.is_met(from) || leg.meets(from, piece);
        let goes_up = || match leg {
            Covers::Turn(turn) => piece.is_climbed_by_turn(self.field, from, turn),
            Covers::Shift(..) | Covers::BackwardTurn(_) | Covers::Reform(_) => {
                piece.is_climbed(self.field, from, &leg.cards(from))
            }
        };
        if (piece.slows_upwards(self.field) && !goes_up()) || !met() {
            terrain
        } else if piece.has_sides {
            terrain.min(piece.rows_for(self.field, self.unit, &leg.cards(from)))
        } else {
            terrain.min(piece.rows)
        }
    }

    /// Whether it matters to it where exactly it goes.
    pub(crate) fn on_rough_ground(&self) -> bool {
        !self.flat && !self.unit.airborne
    }

    /// How much of a shift the ground allows, and the rows it costs. Rules `BG4-TERR-09`, `BG4-TERR-10`, `BG4-TERR-20` (pp. 115,
    /// 117).
    pub(super) fn ground_allows(&self, at: &Progress, way: Way, most: f64) -> (f64, i32) {
        if !self.on_rough_ground() {
            return (most, at.terrain);
        }
        let card = self.card_at(at.pose);
        let met = |distance: f64| self.ground(at.terrain, &card, Covers::Shift(way, length(distance)));
        let fits = |distance: f64, terrain: i32| {
            at.used + distance <= self.allowance_with(at.maneuvers, terrain) + self.slack
        };
        let whole = met(most);
        if fits(most, whole) {
            return (most, whole);
        }
        let (mut low, mut high) = (0.0, most);
        while high - low > 1e-6 {
            let middle = f64::midpoint(low, high);
            if fits(middle, met(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let terrain = met(low);
        let limit = (self.allowance_with(at.maneuvers, terrain) - at.used).clamp(0.0, most);
        if limit - low < 1e-4 {
            return (if fits(limit, met(limit)) { limit } else { low }, terrain);
        }
        let edge = self.edge_before(&card, way, low);
        (edge, met(edge))
    }

    /// The contact with the terrain whose overlap begins at `entered`: the tolerance is no part of the move.
    fn edge_before(&self, card: &Card, way: Way, entered: f64) -> f64 {
        let pieces = self.field.state().map().map_or(&[][..], |map| &map.pieces);
        let mut edge = entered;
        for piece in pieces {
            let object = Obstacles::new([match &piece.ground {
                Ground::Area(area) => Object::Area(area),
                Ground::Line(points) => Object::Line(points),
            }]);
            let by = |limit: f64| free_distance(card, way, length(limit.max(0.0)), &object, TOL);
            if !by(entered + 0.002).met.is_empty() && by(entered - 0.002).met.is_empty() {
                edge = edge.min(by(entered + 0.002).distance.value());
            }
        }
        // What is no piece of its own, the end of a road above all, is left by the tolerance: the whole card stays on it.
        if edge < entered {
            edge
        } else {
            (entered - TOL.touch.value()).max(0.0)
        }
    }
}
