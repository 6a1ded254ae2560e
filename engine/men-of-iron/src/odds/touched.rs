//! Parts of a position that were looked at while something was worked out: where all of that is the same, so
//! is what came of it.

use std::cmp::Ordering;
use std::rc::Rc;

use hindsight_geometry::hexes::{Extent, Hex};
use hindsight_kernel::Seat;

use super::scratch::{Piece, PieceId};
use crate::model::names::CommandId;
use crate::model::piece::Unit;
use crate::model::state::State;

/// A set of hexes of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HexSet {
    extent: Extent,
    words: Vec<u64>,
}

impl HexSet {
    fn none(extent: Extent) -> Self {
        Self {
            extent,
            words: vec![0; extent.count().div_ceil(64)],
        }
    }

    pub(super) fn insert(&mut self, hex: Hex) {
        if self.extent.contains(hex) {
            let place = self.extent.index(hex);
            self.words[place / 64] |= 1 << (place % 64);
        }
    }

    fn contains(&self, hex: Hex) -> bool {
        self.extent.contains(hex) && {
            let place = self.extent.index(hex);
            self.words[place / 64] & (1 << (place % 64)) != 0
        }
    }

    fn add(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// What was looked at: a piece that is in none of it can stand anywhere else, or in any other state, without a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Touched {
    /// The hexes of which it was asked what stands in them: units, leaders, Standards.
    pub(super) stands: HexSet,
    /// By seat, the hexes of which it was asked whether a combat unit of it stands in them or exerts a ZOC there.
    closed: [HexSet; 2],
    /// The pieces that were looked at by name, or changed.
    pieces: Vec<PieceId>,
    /// The Commands of which it was asked where their units are, which of them are Retired, or whether any are left.
    commands: Vec<CommandId>,
}

impl Touched {
    /// Nothing.
    pub(super) fn none(extent: Extent) -> Self {
        Self {
            stands: HexSet::none(extent),
            closed: [HexSet::none(extent), HexSet::none(extent)],
            pieces: Vec::new(),
            commands: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.stands.clear();
        self.closed.iter_mut().for_each(HexSet::clear);
        self.pieces.clear();
        self.commands.clear();
    }

    pub(super) fn piece(&mut self, id: PieceId) {
        if !self.pieces.contains(&id) {
            self.pieces.push(id);
        }
    }

    pub(super) fn command(&mut self, id: CommandId) {
        if !self.commands.contains(&id) {
            self.commands.push(id);
        }
    }

    /// The hexes around one, of which it was asked what stands in them.
    pub(super) fn around(&mut self, hex: Hex) {
        for (_, neighbour) in hex.neighbours() {
            self.stands.insert(neighbour);
        }
    }

    /// A hex of which it was asked whether units of a seat close it.
    pub(super) fn closed_by(&mut self, seat: Seat, hex: Hex) {
        self.closed[seat.index() & 1].insert(hex);
    }

    /// All that was looked at for something else too.
    pub(super) fn add(&mut self, other: &Self) {
        self.stands.add(&other.stands);
        for (closed, more) in self.closed.iter_mut().zip(&other.closed) {
            closed.add(more);
        }
        for &id in &other.pieces {
            self.piece(id);
        }
        for &id in &other.commands {
            self.command(id);
        }
    }

    /// Whether a unit as it is here closes a hex of which it was asked whether it is closed.
    fn closes(&self, state: &State, unit: &Unit) -> bool {
        let closed = &self.closed[unit.seat.index() & 1];
        unit.hex().is_some_and(|hex| closed.contains(hex))
            || unit.frontal_hexes().any(|front| closed.contains(front)) && state.exerts_zoc(unit)
    }

    /// Whether it was looked at what makes a unit here another one than there.
    fn tells_units_apart(&self, state: &State, here: &Unit, there: &Unit) -> bool {
        if self.pieces.contains(&PieceId::Unit(here.id)) {
            return here != there;
        }
        // Most that happens to a unit leaves it where it stands, as what it is.
        let whereabouts = |unit: &Unit| (unit.place, unit.is_retired());
        let counter = |unit: &Unit| (unit.class, unit.dismounted);
        let (has_moved, is_other) = (
            whereabouts(here) != whereabouts(there),
            counter(here) != counter(there),
        );
        if !has_moved && !is_other && here.formation == there.formation {
            return false;
        }
        if has_moved && self.commands.contains(&here.command) {
            return true;
        }
        // In a hex it only matters whether somebody stands there, of which side, and whether one can ride through.
        let stands = |unit: &Unit| unit.hex().is_some_and(|hex| self.stands.contains(hex));
        if (stands(here) || stands(there))
            && (here.hex() != there.hex()
                || is_other && state.is_missile_infantry(here) != state.is_missile_infantry(there))
        {
            return true;
        }
        let zone = |unit: &Unit| (unit.place, unit.formation, state.exerts_zoc(unit));
        (self.closes(state, here) || self.closes(state, there)) && zone(here) != zone(there)
    }

    /// The same of a leader or a Standard.
    fn tells_apart(&self, id: PieceId, is_same: bool, here: Option<Hex>, there: Option<Hex>) -> bool {
        let stands = |hex: Option<Hex>| hex.is_some_and(|hex| self.stands.contains(hex));
        !is_same && (self.pieces.contains(&id) || stands(here) || stands(there))
    }

    /// The same of any piece, and of one as it is in a position if there is no other.
    pub(super) fn tells_pieces_apart(&self, state: &State, here: &Piece, there: Option<&Piece>) -> bool {
        match here {
            Piece::Unit(here) => {
                let there = match there {
                    Some(Piece::Unit(there)) => Some(there),
                    _ => state.unit(here.id),
                };
                there.is_some_and(|there| self.tells_units_apart(state, here, there))
            }
            Piece::Leader(here) => {
                let there = match there {
                    Some(Piece::Leader(there)) => Some(there),
                    _ => state.leader(here.id),
                };
                let id = PieceId::Leader(here.id);
                there.is_some_and(|there| self.tells_apart(id, here == there, here.hex(), there.hex()))
            }
            Piece::Standard(here) => {
                let there = match there {
                    Some(Piece::Standard(there)) => Some(there),
                    _ => state.standard(here.id),
                };
                let id = PieceId::Standard(here.id);
                there.is_some_and(|there| self.tells_apart(id, here == there, here.hex, there.hex))
            }
        }
    }

    /// Whether two positions that differ from a third one by these pieces are the same as far as was looked.
    ///
    /// Pieces are in order of their ids; what a piece is that is in one of the lists only, the third position says.
    pub(super) fn are_alike(&self, state: &State, one: &[Rc<Piece>], other: &[Rc<Piece>]) -> bool {
        let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
        loop {
            let order = match (one.peek(), other.peek()) {
                (None, None) => return true,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(here), Some(there)) => here.id().cmp(&there.id()),
            };
            let (here, there) = match order {
                Ordering::Less => (one.next(), None),
                Ordering::Greater => (other.next(), None),
                Ordering::Equal => (one.next(), other.next()),
            };
            // Most pieces that two ways share are the very same.
            if matches!((here, there), (Some(here), Some(there)) if Rc::ptr_eq(here, there)) {
                continue;
            }
            let there = there.map(Rc::as_ref);
            if here.is_some_and(|here| self.tells_pieces_apart(state, here, there)) {
                return false;
            }
        }
    }
}
