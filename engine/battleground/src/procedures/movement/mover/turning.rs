//! Turns of a unit on its way: whether one can be made, and where it leads (pp. 41-43).

use battleground_geometry::{Card, Degrees, Hand, Inches, Turn, about_face, largest_turn};

use super::blocked::Stopped;
use super::ground::Covers;
use super::{Maneuver, Mover, Progress};
use crate::editions::profile::{TurnCost, TurnLimit};
use crate::field::TOL;
use crate::procedures::movement::mover::GRAIN;

impl Mover<'_> {
    /// After a turn, if it is legal, nothing stands in its way and the MC suffices. Rules `BG4-MOVE-13` to `BG4-MOVE-15`,
    /// `BG4-MOVE-18`, `BG4-MAN-04` (pp. 41-42, 43-44).
    pub(crate) fn turned(&self, at: &Progress, turn: Turn, backward: bool) -> Option<Progress> {
        if !backward {
            return self.can_turn(at, turn).then(|| self.turned_freely(at, turn));
        }
        if !self.field.profile().backward_turns {
            return None;
        }
        let at = self.maneuver(at, Maneuver::Backward)?;
        let card = self.card_at(at.pose);
        let used = self.turn_uses(&at, &card.at(about_face(at.pose)), turn)?;
        let pose = turn.backward_end(&card);
        let leads = card.at(about_face(at.pose));
        let blocked =
            !turn.backward_is_free(&card, &self.obstacles, TOL) || !self.covered.bears_turn(&leads, turn);
        if blocked || !self.is_free(pose) {
            return None;
        }
        let terrain = self.ground(at.terrain, &card, Covers::BackwardTurn(turn));
        let end = Progress {
            pose,
            used,
            terrain,
            ..at
        };
        (used <= self.allowance(&end) + self.slack).then_some(end)
    }

    /// Whether a forward turn is legal, nothing stands in its way and the MC suffices. Rules `BG4-MOVE-13` to `BG4-MOVE-15`,
    /// `BG4-MOVE-18` (pp. 41-42, 43).
    pub(crate) fn can_turn(&self, at: &Progress, turn: Turn) -> bool {
        let at = Progress { last: None, ..*at };
        let card = self.card_at(at.pose);
        let Some(used) = self.turn_uses(&at, &card, turn) else {
            return false;
        };
        self.is_free_turn(&at, &card, turn)
            && self.covered.bears_turn(&card, turn)
            && self.ground_bears(&at, &card, turn, used)
    }

    /// After a forward turn that can be made.
    pub(crate) fn turned_freely(&self, at: &Progress, turn: Turn) -> Progress {
        let card = self.card_at(at.pose);
        Progress {
            pose: turn.end(&card),
            used: at.used + self.turn_cost().of(turn, &card).value(),
            terrain: self.ground(at.terrain, &card, Covers::Turn(turn)),
            last: None,
            ..*at
        }
    }

    /// The inches used after a turn of a card, as it is led, if it is not too sharp and the MC suffices without what the
    /// ground may take of it.
    fn turn_uses(&self, at: &Progress, led: &Card, turn: Turn) -> Option<f64> {
        let used = at.used + self.turn_cost().of(turn, led).value();
        (self.turn_limit().allows(led, turn) && used <= self.allowance(at) + self.slack).then_some(used)
    }

    /// Whether nothing stands in the way of a turn; if something does, that is remembered for the turns that are alike.
    fn is_free_turn(&self, at: &Progress, card: &Card, turn: Turn) -> bool {
        if self
            .blocked_rulers(at, turn.hand(), turn.angle(), turn.ruler())
            .is_some()
        {
            return false;
        }
        let Some(turn) = turn.blocked(card, &self.obstacles, TOL) else {
            return true;
        };
        let (from, beyond) = (at.pose.centre, f64::NEG_INFINITY);
        self.blocked
            .borrow_mut()
            .remember(at, Stopped { turn, from, beyond });
        false
    }

    /// Whether the ground under a turn leaves as much as it uses: only what would leave less is looked at. What takes too
    /// much is remembered for the turns that are alike: they enter it too, and no turn uses less than its ruler. Where it
    /// matters from which side something is crossed, or whether it leads upwards, that says nothing. Rules `BG4-TERR-09` (p. 115),
    /// `BG3-TERR-19` (p. 28).
    fn ground_bears(&self, at: &Progress, card: &Card, turn: Turn, used: f64) -> bool {
        let most = |terrain: i32| self.allowance_with(at.maneuvers, terrain) + self.slack;
        if !self.on_rough_ground() {
            return true;
        }
        if at.terrain > 0 {
            // It is on a road, and may leave it.
            return used <= most(self.ground(at.terrain, card, Covers::Turn(turn)));
        }
        for piece in &self.hindrances {
            let most_there = most(at.terrain.min(piece.rows));
            if used <= most_there {
                // What comes after it takes no more.
                return true;
            }
            if piece.has_sides || piece.slows_upwards(self.field) {
                if used > most(self.ground_of(at.terrain, piece, card, Covers::Turn(turn))) {
                    return false;
                }
            } else if piece.is_met(card) {
                return false;
            } else if let Some(turn) = turn.blocked(card, &piece.edge, TOL) {
                let (from, beyond) = (at.pose.centre, most_there + GRAIN);
                self.blocked
                    .borrow_mut()
                    .remember(at, Stopped { turn, from, beyond });
                return false;
            }
        }
        true
    }

    /// Between which rulers, this one among them, a turn surely cannot be made, for what stands in its way or for the
    /// ground, as far as is known.
    pub(crate) fn blocked_rulers(
        &self,
        at: &Progress,
        hand: Hand,
        angle: Degrees,
        ruler: Inches,
    ) -> Option<(f64, f64)> {
        self.blocked.borrow().rulers(at, hand, angle, ruler)
    }
}

/// The least ruler with which a front of this width may turn by an angle: the line from the ruler's end to the inside
/// corner's old place is at least as long as the front, within the tolerance. Rule `BG4-MOVE-15` (pp. 41-42).
fn least_ruler(width: Inches, angle: Degrees) -> f64 {
    let (w, sin) = (width.value(), angle.value().to_radians().sin());
    let short = w - TOL.limit.value();
    // The line shrinks until the ruler reaches W sin A and grows from there on.
    let root = (w * sin).powi(2) - (w * w - short * short);
    w * sin + root.max(0.0).sqrt()
}

impl TurnLimit {
    /// The least ruler with which a front of this width may turn by an angle. Rules `BG4-MOVE-15` (p. 41), `BG3-MOV-06` (p. 11).
    pub(crate) fn least_ruler(self, width: Inches, angle: Degrees) -> f64 {
        match self {
            Self::ChordOfInsideCorner => least_ruler(width, angle),
            // RULING: BG3-MOV-06, the inside corner travels no farther than the outside one.
            Self::InsideCornerNoFaster => width.value() * (angle.value().to_radians() / 2.0).tan(),
        }
    }

    /// Whether a turn is not too sharp for its ruler.
    pub(crate) fn allows(self, card: &Card, turn: Turn) -> bool {
        match self {
            Self::ChordOfInsideCorner => is_gentle(card, turn),
            Self::InsideCornerNoFaster => {
                turn.ruler().value() >= self.least_ruler(card.size().width(), turn.angle()) - GRAIN
            }
        }
    }

    /// The sharpest turn of a ruler.
    pub(crate) fn sharpest(self, width: Inches, ruler: Inches) -> Degrees {
        match self {
            Self::ChordOfInsideCorner => largest_turn(width, ruler),
            Self::InsideCornerNoFaster => {
                let half = (ruler.value() / width.value().max(GRAIN)).atan().to_degrees();
                Degrees::new((2.0 * half).min(90.0)).unwrap_or(Degrees::QUARTER)
            }
        }
    }
}

impl TurnCost {
    /// What a turn of a card takes off the movement. Rules `BG3-MOV-04` (p. 11), `BG4-MOVE-14` (p. 41).
    pub(crate) fn of(self, turn: Turn, card: &Card) -> Inches {
        match self {
            Self::Ruler => turn.ruler(),
            Self::FarthestOutsideCorner => turn.cost(card),
        }
    }

    /// The longest turn by an angle that takes no more than this, if any does.
    pub(crate) fn affordable(self, card: &Card, hand: Hand, angle: Degrees, most: Inches) -> Option<Turn> {
        match self {
            Self::Ruler => Turn::new(hand, angle, most).ok(),
            Self::FarthestOutsideCorner => Turn::affordable(card, hand, angle, most),
        }
    }
}

/// Whether a turn is not too sharp for its ruler. Rule `BG4-MOVE-15` (pp. 41-42).
fn is_gentle(card: &Card, turn: Turn) -> bool {
    let width = card.size().width();
    let sin = turn.angle().value().to_radians().sin();
    turn.ruler().value() >= width.value() * sin - GRAIN
        && TOL.at_least(turn.line_to_inside_corner(card), width)
}
