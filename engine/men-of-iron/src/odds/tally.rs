//! Sums of what fights come to: fates, leaders, Continued Attacks, Flight Points.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;

use super::Fate;
use super::scratch::{Delta, Piece, Scratch};
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{Leader, Standard, Unit};
use crate::model::state::State;
use crate::rules::victory::{points_of_leader, points_of_standard, points_of_unit};

/// A chance that no table ever shows.
pub(super) const NEVER: f64 = 1e-12;

/// What fights came to, added up over all ways in which the dice can fall.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// The changes that were made before it began: it counts what differs from there.
    begun: usize,
    /// The fates of units that came out otherwise than they went in.
    pub(super) fates: BTreeMap<UnitId, Vec<(Fate, f64)>>,
    /// The chance of each leader to be lost.
    pub(super) leaders: BTreeMap<LeaderId, f64>,
    /// The chance of so many Continued Attacks, from none on.
    pub(super) continued: Vec<f64>,
    /// Flight Points that the two sides have more than before.
    pub(super) points: Vec<([i32; 2], f64)>,
}

impl Tally {
    /// Nothing yet, of what follows from the position as it is now.
    pub(super) fn begun(now: &Scratch) -> Self {
        Self {
            begun: now.mark(),
            ..Self::default()
        }
    }

    /// Nothing more follows: what has become of everybody who was changed is added up.
    pub(super) fn over(&mut self, now: &mut Scratch, chance: f64, continued: usize) {
        if !now.spend() {
            return;
        }
        if self.continued.len() <= continued {
            self.continued.resize(continued + 1, 0.0);
        }
        self.continued[continued] += chance;
        let gained = self.count_changes(now, None, chance);
        add(&mut self.points, &gained, chance);
    }

    /// What was worked out to follow from the position as it is now.
    pub(super) fn goes_on(&mut self, now: &mut Scratch, further: &Self, chance: f64) {
        if !now.spend() {
            return;
        }
        let gained = self.count_changes(now, Some(further), chance);
        self.add_further(further, chance);
        for (more, share) in &further.points {
            add(
                &mut self.points,
                &[gained[0] + more[0], gained[1] + more[1]],
                chance * share,
            );
        }
    }

    /// What has changed since it began, and is not changed further; gives back the Flight Points gained.
    fn count_changes(&mut self, now: &Scratch, further: Option<&Self>, chance: f64) -> [i32; 2] {
        let state = now.state();
        let mut gained = [0, 0];
        for was in now.changed_since(self.begun) {
            let change = match was {
                Piece::Unit(was) => state.unit(was.id).map(|is| change_of_unit(state, was, is)),
                Piece::Leader(was) => state.leader(was.id).map(|is| change_of_leader(state, was, is)),
                Piece::Standard(was) => state
                    .standard(was.id)
                    .map(|is| change_of_standard(state, was, is)),
            };
            if let Some(change) = change {
                self.count(&change, further, chance);
                gained[change.seat.index() & 1] += change.points;
            }
        }
        gained
    }

    /// What changed on the way to a fight, and is not changed further by it; gives back the Flight Points gained.
    pub(super) fn count_before(
        &mut self,
        state: &State,
        before: &Delta,
        fight: &Self,
        chance: f64,
    ) -> [i32; 2] {
        let mut gained = [0, 0];
        for is in before {
            let change = match is.as_ref() {
                Piece::Unit(is) => state.unit(is.id).map(|was| change_of_unit(state, was, is)),
                Piece::Leader(is) => state.leader(is.id).map(|was| change_of_leader(state, was, is)),
                Piece::Standard(is) => state
                    .standard(is.id)
                    .map(|was| change_of_standard(state, was, is)),
            };
            if let Some(change) = change {
                self.count(&change, Some(fight), chance);
                gained[change.seat.index() & 1] += change.points;
            }
        }
        gained
    }

    fn count(&mut self, change: &Change, further: Option<&Self>, chance: f64) {
        if let Some((id, fate)) = change.fate {
            let other: f64 = further
                .and_then(|further| further.fates.get(&id))
                .map_or(0.0, |fates| fates.iter().map(|(_, chance)| chance).sum());
            if other < 1.0 - NEVER {
                add(self.fates.entry(id).or_default(), &fate, chance * (1.0 - other));
            }
        }
        if let Some(id) = change.lost {
            *self.leaders.entry(id).or_default() += chance;
        }
    }

    /// Adds what a fight came to but for its Flight Points, with the chance of it.
    pub(super) fn add_further(&mut self, fight: &Self, chance: f64) {
        for (id, fates) in &fight.fates {
            let known = self.fates.entry(*id).or_default();
            for (fate, share) in fates {
                add(known, fate, chance * share);
            }
        }
        for (id, share) in &fight.leaders {
            *self.leaders.entry(*id).or_default() += chance * share;
        }
        if self.continued.len() < fight.continued.len() {
            self.continued.resize(fight.continued.len(), 0.0);
        }
        for (sum, share) in self.continued.iter_mut().zip(&fight.continued) {
            *sum += chance * share;
        }
    }
}

/// Adds a chance in a short list.
pub(super) fn add<T: Clone + PartialEq>(list: &mut Vec<(T, f64)>, what: &T, chance: f64) {
    match list.iter_mut().find(|(known, _)| known == what) {
        Some((_, sum)) => *sum += chance,
        None => list.push((what.clone(), chance)),
    }
}

/// What a changed piece counts.
#[derive(Debug, Clone, Copy)]
struct Change {
    seat: Seat,
    /// A unit's fate, where it is another one.
    fate: Option<(UnitId, Fate)>,
    /// A leader who was lost.
    lost: Option<LeaderId>,
    /// Flight Points more than before.
    points: i32,
}

fn change_of_unit(state: &State, was: &Unit, is: &Unit) -> Change {
    Change {
        seat: was.seat,
        fate: (Fate::of(was) != Fate::of(is)).then(|| (was.id, Fate::of(is))),
        lost: None,
        points: points_of_unit(state, is) - points_of_unit(state, was),
    }
}

fn change_of_leader(state: &State, was: &Leader, is: &Leader) -> Change {
    Change {
        seat: was.seat,
        fate: None,
        lost: (was.losses < is.losses).then_some(was.id),
        points: points_of_leader(state, is) - points_of_leader(state, was),
    }
}

fn change_of_standard(state: &State, was: &Standard, is: &Standard) -> Change {
    Change {
        seat: was.seat,
        fate: None,
        lost: None,
        points: points_of_standard(state, is) - points_of_standard(state, was),
    }
}
