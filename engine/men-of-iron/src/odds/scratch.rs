//! A position that is changed and changed back, so that no way in which the dice can fall needs a copy of its own.

use hindsight_geometry::hexes::Hex;

use crate::field::StepMap;
use crate::model::attack::Attack;
use crate::model::names::{LeaderId, StandardId, UnitId};
use crate::model::piece::{Leader, Standard, Unit};
use crate::model::state::State;
use crate::rules::results::retire_spots_over;

/// The most steps that one question takes: results suffered, rolls and ends that are gone through. A step takes some
/// microseconds at most, so that no question takes longer than about a second.
pub(super) const MOST_STEPS: u32 = 200_000;

/// In a battle of so many units more every step counts once more.
const UNITS_A_STEP: usize = 64;

/// The search for a way to a Standard counts one step more for so many hexes of the map.
const HEXES_A_STEP: usize = 64;

/// What follows a part of the ways in which dice can fall: the position as it then is, and the chance of it.
pub(super) type Then<'t> = &'t mut dyn FnMut(&mut Scratch, f64);

/// A piece as it was or is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// A combat unit.
    Unit(Unit),
    /// A leader.
    Leader(Leader),
    /// A Standard.
    Standard(Standard),
}

/// Which piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PieceId {
    Unit(UnitId),
    Leader(LeaderId),
    Standard(StandardId),
}

impl Piece {
    pub(super) const fn id(&self) -> PieceId {
        match self {
            Self::Unit(unit) => PieceId::Unit(unit.id),
            Self::Leader(leader) => PieceId::Leader(leader.id),
            Self::Standard(standard) => PieceId::Standard(standard.id),
        }
    }
}

/// The pieces that differ from the position in which the question is asked, as they then are, in order of their ids.
pub(super) type Delta = Vec<Piece>;

/// A position on which attacks are worked out. Every change of it is noted and can be taken back.
pub(super) struct Scratch {
    state: State,
    /// What was before each change, the latest last.
    log: Vec<Piece>,
    steps: StepMap,
    left: u32,
}

impl Scratch {
    pub(super) fn new(state: &State, left: u32) -> Self {
        Self {
            state: state.clone(),
            log: Vec::new(),
            steps: StepMap::default(),
            left,
        }
    }

    /// The position as it is now.
    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// Counts one step; whether there was one left.
    pub(super) fn spend(&mut self) -> bool {
        self.spend_more(1)
    }

    /// Counts so many steps; whether there was one left.
    pub(super) fn spend_more(&mut self, steps: usize) -> bool {
        let any = self.left > 0;
        let steps = steps * (1 + self.state.units.len() / UNITS_A_STEP);
        self.left = self.left.saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        any
    }

    /// How many steps are left; none when the question takes too many.
    pub(super) const fn left(&self) -> u32 {
        self.left
    }

    /// Leaves so many steps, those that another position on the same question has left.
    pub(super) const fn spend_down_to(&mut self, left: u32) {
        self.left = left;
    }

    /// Takes the position as it is now for the one in which the question is asked.
    pub(super) fn settle(&mut self) {
        self.log.clear();
    }

    /// The changes so far: what [`Scratch::back`] goes back to.
    pub(super) const fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back every change since a mark.
    pub(super) fn back(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some(piece) = self.log.pop() {
                self.put(piece);
            }
        }
    }

    fn put(&mut self, piece: Piece) -> Option<Piece> {
        match piece {
            Piece::Unit(unit) => {
                let now = self.state.units.get_mut(&unit.id)?;
                Some(Piece::Unit(std::mem::replace(now, unit)))
            }
            Piece::Leader(leader) => {
                let now = self.state.leaders.get_mut(&leader.id)?;
                Some(Piece::Leader(std::mem::replace(now, leader)))
            }
            Piece::Standard(standard) => {
                let now = self.state.standards.get_mut(&standard.id)?;
                Some(Piece::Standard(std::mem::replace(now, standard)))
            }
        }
    }

    /// Changes a unit.
    pub(super) fn unit(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.state.units.get_mut(&id) {
            self.log.push(Piece::Unit(unit.clone()));
            change(unit);
        }
    }

    /// Changes a leader.
    pub(super) fn leader(&mut self, id: LeaderId, change: impl FnOnce(&mut Leader)) {
        if let Some(leader) = self.state.leaders.get_mut(&id) {
            self.log.push(Piece::Leader(leader.clone()));
            change(leader);
        }
    }

    /// Changes a Standard.
    pub(super) fn standard(&mut self, id: StandardId, change: impl FnOnce(&mut Standard)) {
        if let Some(standard) = self.state.standards.get_mut(&id) {
            self.log.push(Piece::Standard(standard.clone()));
            change(standard);
        }
    }

    /// Puts pieces as they are in a delta.
    pub(super) fn apply(&mut self, delta: &[Piece]) {
        for piece in delta {
            if let Some(was) = self.put(piece.clone()) {
                self.log.push(was);
            }
        }
    }

    /// The pieces that were changed, each once, as they were at the beginning.
    pub(super) fn changed(&self) -> impl Iterator<Item = &Piece> {
        self.log.iter().enumerate().filter_map(|(place, was)| {
            let before = self.log[..place].iter().any(|other| other.id() == was.id());
            (!before).then_some(was)
        })
    }

    /// What differs from the beginning.
    pub(super) fn delta(&self) -> Delta {
        let mut delta: Delta = self
            .changed()
            .filter_map(|was| {
                let is = match was {
                    Piece::Unit(unit) => Piece::Unit(self.state.units.get(&unit.id)?.clone()),
                    Piece::Leader(leader) => Piece::Leader(self.state.leaders.get(&leader.id)?.clone()),
                    Piece::Standard(standard) => {
                        Piece::Standard(self.state.standards.get(&standard.id)?.clone())
                    }
                };
                (is != *was).then_some(is)
            })
            .collect();
        delta.sort_by_key(Piece::id);
        delta
    }

    /// Sets the attacks of the round; gives back those that were.
    pub(super) const fn set_attacks(&mut self, attacks: Vec<Attack>) -> Vec<Attack> {
        std::mem::replace(&mut self.state.attacks, attacks)
    }

    /// The first hex to which a unit can be retired. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
    pub(super) fn retires_to(&mut self, id: UnitId) -> Option<Hex> {
        self.spend_more(self.state.battle.map.extent().count() / HEXES_A_STEP);
        let unit = self.state.units.get(&id)?;
        retire_spots_over(&self.state, unit, &mut self.steps)
            .first()
            .copied()
    }
}
