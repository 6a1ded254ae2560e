//! Turns that could not be made, and what is known by them of others that are much alike. It spares looking at those
//! again; without it everything is the same, only slower.

use battleground_geometry::{BlockedTurn, Degrees, Hand, Inches, Point};

use super::Progress;

/// So many blocked turns are remembered.
const REMEMBERED: usize = 40;

/// Turns that could not be made by a unit that has come so far, the last one first.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocked {
    from: Option<Alike>,
    turns: Vec<Stopped>,
}

/// What must be the same of two places for turns from them to be alike: all but where they lie and what was used before.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Alike {
    heading: Degrees,
    maneuvers: i32,
    terrain: i32,
}

impl Alike {
    fn of(at: &Progress) -> Option<Self> {
        Some(Self {
            heading: at.pose.heading,
            maneuvers: at.maneuvers,
            terrain: at.terrain,
        })
    }
}

impl Blocked {
    /// Remembers a turn from a place; what was known of turns from places that are not alike is forgotten.
    pub(super) fn remember(&mut self, at: &Progress, stopped: Stopped) {
        let from = Alike::of(at);
        if self.from != from {
            self.from = from;
            self.turns.clear();
        }
        self.turns.insert(0, stopped);
        self.turns.truncate(REMEMBERED);
    }

    /// Between which rulers, this one among them, a turn surely cannot be made, as far as is known.
    pub(super) fn rulers(
        &self,
        at: &Progress,
        hand: Hand,
        angle: Degrees,
        ruler: Inches,
    ) -> Option<(f64, f64)> {
        if self.from != Alike::of(at) {
            return None;
        }
        let mut rulers = self.turns.iter().filter_map(|one| one.rulers(at, hand, angle));
        rulers.find(|(low, high)| (*low..=*high).contains(&ruler.value()))
    }
}

/// A turn that something stops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopped {
    /// What is known by it.
    pub(super) turn: BlockedTurn,
    /// From where it was tried.
    pub(super) from: Point,
    /// Only rulers after which more than this is used are stopped: terrain stops those that use more than it leaves.
    pub(super) beyond: f64,
}

impl Stopped {
    /// Between which rulers a turn to a side by an angle is surely stopped too.
    fn rulers(&self, at: &Progress, hand: Hand, angle: Degrees) -> Option<(f64, f64)> {
        let away = self.from.distance(at.pose.centre);
        let (low, high) = self.turn.rulers(hand, angle, away)?;
        let (low, high) = (low.value().max(self.beyond - at.used), high.value());
        (low <= high).then_some((low, high))
    }
}
