//! A position that is changed and changed back, so that no way in which the dice can fall needs a copy of its own.

use std::rc::Rc;

use hindsight_geometry::hexes::Hex;

use super::touched::Touched;
use crate::data::Column;
use crate::field::StepMap;
use crate::model::agenda::Spot;
use crate::model::attack::Attack;
use crate::model::names::{CommandId, LeaderId, StandardId, UnitId};
use crate::model::piece::{Leader, PiecePlace, Standard, Unit};
use crate::model::state::State;
use crate::rules::measure;
use crate::rules::results::{retire_spots_over, retreat_spots_over, retreat_through};

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
#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// A piece of a position.
    pub(super) fn of(state: &State, id: PieceId) -> Option<Self> {
        Some(match id {
            PieceId::Unit(id) => Self::Unit(state.unit(id)?.clone()),
            PieceId::Leader(id) => Self::Leader(state.leader(id)?.clone()),
            PieceId::Standard(id) => Self::Standard(state.standard(id)?.clone()),
        })
    }

    /// Whether it is as in a position.
    fn is_as_in(&self, state: &State) -> bool {
        match self {
            Self::Unit(unit) => state.unit(unit.id) == Some(unit),
            Self::Leader(leader) => state.leader(leader.id) == Some(leader),
            Self::Standard(standard) => state.standard(standard.id) == Some(standard),
        }
    }
}

/// Pieces that differ from a position, as they then are, in order of their ids.
pub(super) type Delta = Vec<Rc<Piece>>;

/// The pieces of a delta with another one laid over it.
pub(super) fn laid_over(under: &Delta, over: &Delta) -> Delta {
    if under.is_empty() {
        return over.clone();
    }
    let mut all = under.clone();
    for piece in over {
        match all.binary_search_by_key(&piece.id(), |known| known.id()) {
            Ok(place) => all[place] = Rc::clone(piece),
            Err(place) => all.insert(place, Rc::clone(piece)),
        }
    }
    all
}

/// Where a unit was found to be retired to, and what was looked at for it.
struct Retiring {
    unit: UnitId,
    at: Hex,
    column: Column,
    /// What was changed then.
    with: Delta,
    touched: Touched,
    to: Option<Hex>,
}

/// A position on which attacks are worked out. Every change of it is noted and can be taken back.
pub(super) struct Scratch {
    state: State,
    /// The position in which the question is asked.
    base: State,
    /// What was before each change, the latest last.
    log: Vec<Piece>,
    steps: StepMap,
    retiring: Vec<Retiring>,
    /// What was looked at since it was forgotten last.
    pub(super) touched: Touched,
    /// The pieces that differ from one of the positions to the other for which the same is worked out.
    varying: Vec<PieceId>,
    /// Whether what was worked out once is taken from memory where nothing that it depends on has changed.
    pub(super) remembers: bool,
    left: u32,
}

impl Scratch {
    pub(super) fn new(state: &State, left: u32, remembers: bool) -> Self {
        Self {
            touched: Touched::none(state.battle.map.extent()),
            state: state.clone(),
            base: state.clone(),
            log: Vec::new(),
            steps: StepMap::default(),
            retiring: Vec::new(),
            varying: Vec::new(),
            remembers,
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
        self.base.clone_from(&self.state);
    }

    /// The position in which the question is asked.
    pub(super) const fn base(&self) -> &State {
        &self.base
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
            self.touched.piece(PieceId::Unit(id));
            self.log.push(Piece::Unit(unit.clone()));
            change(unit);
        }
    }

    /// Changes a leader.
    pub(super) fn leader(&mut self, id: LeaderId, change: impl FnOnce(&mut Leader)) {
        if let Some(leader) = self.state.leaders.get_mut(&id) {
            self.touched.piece(PieceId::Leader(id));
            self.log.push(Piece::Leader(leader.clone()));
            change(leader);
        }
    }

    /// Changes a Standard.
    pub(super) fn standard(&mut self, id: StandardId, change: impl FnOnce(&mut Standard)) {
        if let Some(standard) = self.state.standards.get_mut(&id) {
            self.touched.piece(PieceId::Standard(id));
            self.log.push(Piece::Standard(standard.clone()));
            change(standard);
        }
    }

    /// Puts pieces as they are in a delta.
    pub(super) fn apply(&mut self, delta: &[Rc<Piece>]) {
        for piece in delta {
            if let Some(was) = self.put(piece.as_ref().clone()) {
                self.log.push(was);
            }
        }
    }

    /// The pieces that were changed since a mark, each once, as they were then.
    pub(super) fn changed_since(&self, mark: usize) -> impl Iterator<Item = &Piece> {
        let log = &self.log[mark.min(self.log.len())..];
        log.iter().enumerate().filter_map(|(place, was)| {
            let before = log[..place].iter().any(|other| other.id() == was.id());
            (!before).then_some(was)
        })
    }

    /// What differs from the position at a mark.
    pub(super) fn delta_since(&self, mark: usize) -> Delta {
        let mut delta: Delta = self
            .changed_since(mark)
            .filter(|was| !was.is_as_in(&self.state))
            .filter_map(|was| Piece::of(&self.state, was.id()))
            .map(Rc::new)
            .collect();
        delta.sort_unstable_by_key(|piece| piece.id());
        delta
    }

    /// Says for which positions the same is worked out next.
    pub(super) fn set_varying<'d>(&mut self, deltas: impl Iterator<Item = &'d Delta>) {
        self.varying = deltas.flatten().map(|piece| piece.id()).collect();
        self.varying.sort_unstable();
        self.varying.dedup();
    }

    /// Whether some Commands have units left, also in every other position for which the same is worked out.
    pub(super) fn has_steady_units(&self, commands: &[CommandId]) -> bool {
        self.state.units.values().any(|unit| {
            commands.contains(&unit.command)
                && unit.place != PiecePlace::Eliminated
                && self.varying.binary_search(&PieceId::Unit(unit.id)).is_err()
        })
    }

    /// Whether the position as it is now, of which these pieces were changed, is the same as far as was looked as one that differs
    /// from the first position by a delta.
    pub(super) fn is_alike(&self, changed: &[&Piece], touched: &Touched, with: &Delta) -> bool {
        let tells_apart = |piece: &Piece| touched.tells_pieces_apart(&self.state, piece, None);
        let is_with = |was: &Piece| with.iter().any(|piece| piece.id() == was.id());
        !with.iter().any(|piece| tells_apart(piece))
            && !changed.iter().any(|was| !is_with(was) && tells_apart(was))
    }

    /// What differs from the position in which the question is asked, if it is asked for from memory.
    pub(super) fn changes(&self) -> Delta {
        if self.remembers {
            self.delta_since(0)
        } else {
            Delta::new()
        }
    }

    /// Sets the attacks of the round; gives back those that were.
    pub(super) const fn set_attacks(&mut self, attacks: Vec<Attack>) -> Vec<Attack> {
        std::mem::replace(&mut self.state.attacks, attacks)
    }

    /// Notes that it matters what stands where the defenders of the attacks were.
    pub(super) fn touch_defended(&mut self) {
        for defender in self.state.attacks.iter().flat_map(|attack| &attack.defenders) {
            self.touched.stands_in(defender.at);
        }
    }

    /// Notes that it matters what stands in front of a unit, and which enemies.
    pub(super) fn touch_front(&mut self, id: UnitId) {
        self.touched.piece(PieceId::Unit(id));
        let Some(unit) = self.state.units.get(&id) else {
            return;
        };
        for hex in unit.frontal_hexes() {
            self.touched.stands_in(hex);
            for enemy in self.state.units_at(hex).filter(|enemy| enemy.seat != unit.seat) {
                self.touched.piece(PieceId::Unit(enemy.id));
            }
        }
    }

    /// The leaders who stand with a unit. Rule `MOI-LEAD-03` (p. 5).
    pub(super) fn leaders_with(&mut self, id: UnitId) -> Vec<LeaderId> {
        self.touched.piece(PieceId::Unit(id));
        if let Some(hex) = self.state.unit(id).and_then(Unit::hex) {
            self.touched.stands_in(hex);
        }
        measure::leaders_with(&self.state, id)
    }

    /// The first hex to which a unit retreats, and the friend through whose hex it goes there. Rules `MOI-RES-05`, `MOI-RES-06`
    /// (p. 11).
    pub(super) fn retreats_to(&mut self, id: UnitId, from: &[Hex]) -> Option<(Hex, Option<UnitId>)> {
        let unit = self.state.units.get(&id)?;
        let at = unit.hex()?;
        let is_away = |hex: &Hex| from.iter().all(|&enemy| hex.is_away_from(enemy, at));
        let away = || at.neighbours().map(|(_, hex)| hex).filter(is_away);
        for hex in away() {
            self.touched.stands_in(hex);
        }
        if let Some(&hex) = retreat_spots_over(&self.state, unit, from, &mut self.steps).first() {
            return Some((hex, None));
        }
        for hex in away() {
            self.touched.around(hex);
        }
        let Spot { hex, through, .. } = retreat_through(&self.state, unit, from).first().copied()?;
        Some((hex, through))
    }

    /// The first hex to which a unit can be retired. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
    pub(super) fn retires_to(&mut self, id: UnitId) -> Option<Hex> {
        let unit = self.state.units.get(&id)?;
        let (at, column) = (unit.hex()?, self.state.column_of(unit));
        let changed: Vec<&Piece> = self.changed_since(0).collect();
        let same = |known: &&Retiring| {
            (known.unit, known.at, known.column) == (id, at, column)
                && self.is_alike(&changed, &known.touched, &known.with)
        };
        if let Some(known) = self.retiring.iter().filter(|_| self.remembers).find(same) {
            self.touched.add(&known.touched);
            return known.to;
        }
        let with = self.changes();
        let (seat, command) = (unit.seat, unit.command);
        let extent = self.state.battle.map.extent();
        let steps = extent.count() / HEXES_A_STEP;
        let found = retire_spots_over(&self.state, unit, &mut self.steps);
        let mut touched = Touched::none(extent);
        if let Some(standard) = measure::standard_of(&self.state, command) {
            touched.piece(PieceId::Standard(standard));
        }
        for hex in found.asked {
            touched.closed_by(seat.opponent(), hex);
        }
        if let Some((standard, distance)) = found.within {
            for hex in extent.hexes().filter(|hex| hex.distance_to(standard) <= distance) {
                touched.stands_in(hex);
                touched.closed_by(seat.opponent(), hex);
            }
        }
        let to = found.spots.first().copied();
        self.touched.add(&touched);
        self.retiring.push(Retiring {
            unit: id,
            at,
            column,
            with,
            touched,
            to,
        });
        self.spend_more(steps);
        to
    }
}
