//! The sides of all games: their groups a column each, what is added up of each side in one place.

use super::Verdict;
use super::dimension::SINGLE;

/// Figures of a side of which means are given.
pub(super) const SIDE_FIGURES: usize = 7;
/// Figures of a side's units of one card of which means are given.
pub(super) const UNIT_FIGURES: usize = 5;
/// What is counted of a side.
pub(super) const COUNTS: usize = 6;

/// The sides, with the numbers of the values that they stand at.
#[derive(Debug, Default)]
pub(super) struct Sides {
    pub(super) codes: [Vec<u32>; SINGLE],
    pub(super) entries: Vec<SideEntry>,
    /// The versions of its moments, or 0.
    pub(super) moments: Vec<SideMoments>,
    /// Where each side's units end.
    units_end: Vec<u32>,
    units: Vec<UnitEntry>,
    /// Where each side's orders end.
    orders_end: Vec<u32>,
    orders: Vec<OrderEntry>,
}

/// The versions of a side's moments, each 0 where it has none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SideMoments {
    /// Its greatest fight is decided.
    pub(super) fought: u32,
    /// Its first charge.
    pub(super) rushed: u32,
    /// Its least likely roll.
    pub(super) rolled: u32,
    /// Its least likely morale test.
    pub(super) tested: u32,
    /// Its attack with the most damage.
    pub(super) struck: u32,
    /// Its greatest loss.
    pub(super) lost: u32,
    /// The greatest loss of the others.
    pub(super) destroyed: u32,
}

/// What is added up of a side. It stands in one line of the machine's memory, for a question needs all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SideEntry {
    /// For each point of the army those destroyed, and damage dealt and taken; survival; rushes and charges; luck.
    pub(super) figures: [i32; SIDE_FIGURES],
    pub(super) passed_expected: i32,
    /// Rushes, charges, fights, fights won, tests, tests passed.
    pub(super) counts: [u32; COUNTS],
    pub(super) verdict: Verdict,
    /// Whether the dice favoured neither it nor the other side.
    pub(super) even: bool,
}

/// A side's units of one card.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitEntry {
    pub(super) unit: u32,
    /// The version at which the first of them was lost, or 0.
    pub(super) lost_at: u32,
    /// The version of their attack with the most damage, or 0.
    pub(super) struck_at: u32,
    /// How many; survival; for each point damage dealt and taken; kills of each.
    pub(super) figures: [i32; UNIT_FIGURES],
}

/// How often a side gave an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderEntry {
    pub(super) order: u32,
    pub(super) times: i32,
    /// How often it came out whether it succeeded, and how often it did.
    pub(super) resolved: u32,
    pub(super) succeeded: u32,
    /// The version at which it was first given, or 0.
    pub(super) given_at: u32,
}

impl Sides {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn units(&self, side: usize) -> &[UnitEntry] {
        let begin = if side == 0 { 0 } else { self.units_end[side - 1] };
        &self.units[begin as usize..self.units_end[side] as usize]
    }

    #[inline]
    pub(super) fn orders(&self, side: usize) -> &[OrderEntry] {
        let begin = if side == 0 { 0 } else { self.orders_end[side - 1] };
        &self.orders[begin as usize..self.orders_end[side] as usize]
    }

    /// Puts a side behind the others. Its groups are pushed by who knows them.
    pub(super) fn push(
        &mut self,
        entry: SideEntry,
        moments: SideMoments,
        units: impl IntoIterator<Item = UnitEntry>,
        orders: impl IntoIterator<Item = OrderEntry>,
    ) {
        self.entries.push(entry);
        self.moments.push(moments);
        self.units.extend(units);
        self.units_end.push(self.units.len() as u32);
        self.orders.extend(orders);
        self.orders_end.push(self.orders.len() as u32);
    }

    pub(super) fn copy(&mut self, from: &Self, side: usize) {
        for (to, from) in self.codes.iter_mut().zip(&from.codes) {
            to.push(from[side]);
        }
        self.push(
            from.entries[side],
            from.moments[side],
            from.units(side).iter().copied(),
            from.orders(side).iter().copied(),
        );
    }
}
