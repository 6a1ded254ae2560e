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

/// Which of the sets of hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Hexes of which it was asked what stands in them: units, leaders, Standards.
    Stands,
    /// Hexes of which it was asked whether a combat unit of a seat stands in them or exerts a ZOC there.
    ClosedBy(Seat),
}

impl Asked {
    const fn place(self) -> usize {
        match self {
            Self::Stands => 0,
            Self::ClosedBy(seat) => 1 + (seat.index() & 1),
        }
    }
}

/// Sets of hexes of a map, one for each of [`Asked`], in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HexSets {
    extent: Extent,
    words: Vec<u64>,
}

impl HexSets {
    fn none(extent: Extent) -> Self {
        Self {
            extent,
            words: vec![0; 3 * extent.count().div_ceil(64)],
        }
    }

    /// The place of a hex of the map in a set, and its bit there.
    fn bit(&self, asked: Asked, hex: Hex) -> Option<(usize, u64)> {
        self.extent.contains(hex).then(|| {
            let place = self.extent.index(hex);
            (place / 64 * 3 + asked.place(), 1 << (place % 64))
        })
    }

    fn insert(&mut self, asked: Asked, hex: Hex) {
        if let Some((place, bit)) = self.bit(asked, hex) {
            self.words[place] |= bit;
        }
    }

    fn contains(&self, asked: Asked, hex: Hex) -> bool {
        self.bit(asked, hex)
            .is_some_and(|(place, bit)| self.words[place] & bit != 0)
    }

    fn add(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}

/// What was looked at: a piece that is in none of it can stand anywhere else, or in any other state, without a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Touched {
    hexes: HexSets,
    /// The pieces that were looked at by name, or changed.
    pieces: Vec<PieceId>,
    /// The Commands of which it was asked where their units are, which of them are Retired, or whether any are left.
    commands: Vec<CommandId>,
}

impl Touched {
    /// Nothing.
    pub(super) fn none(extent: Extent) -> Self {
        Self {
            hexes: HexSets::none(extent),
            pieces: Vec::new(),
            commands: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.hexes.words.fill(0);
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

    /// A hex of which it was asked what stands in it.
    pub(super) fn stands_in(&mut self, hex: Hex) {
        self.hexes.insert(Asked::Stands, hex);
    }

    /// The hexes around one, of which it was asked what stands in them.
    pub(super) fn around(&mut self, hex: Hex) {
        for (_, neighbour) in hex.neighbours() {
            self.stands_in(neighbour);
        }
    }

    /// A hex of which it was asked whether units of a seat close it.
    pub(super) fn closed_by(&mut self, seat: Seat, hex: Hex) {
        self.hexes.insert(Asked::ClosedBy(seat), hex);
    }

    /// All that was looked at for something else too.
    pub(super) fn add(&mut self, other: &Self) {
        self.hexes.add(&other.hexes);
        for &id in &other.pieces {
            self.piece(id);
        }
        for &id in &other.commands {
            self.command(id);
        }
    }

    /// Whether a unit as it is here closes a hex of which it was asked whether it is closed.
    fn closes(&self, state: &State, unit: &Unit) -> bool {
        let is_closed = |hex: Hex| self.hexes.contains(Asked::ClosedBy(unit.seat), hex);
        unit.hex().is_some_and(is_closed) || unit.frontal_hexes().any(is_closed) && state.exerts_zoc(unit)
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
        let stands = |unit: &Unit| {
            unit.hex()
                .is_some_and(|hex| self.hexes.contains(Asked::Stands, hex))
        };
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
        let stands = |hex: Option<Hex>| hex.is_some_and(|hex| self.hexes.contains(Asked::Stands, hex));
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
