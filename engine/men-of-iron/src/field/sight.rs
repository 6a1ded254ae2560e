//! Lines of sight and of fire (§9.4, p. 8).

use hindsight_geometry::hexes::{Axial, Hex, line};

use super::Occupants;
use crate::data::Battle;

impl Battle {
    /// Whether a hex between two others blocks the line between them: blocking terrain, or ground higher than both ends.
    /// Rules `MOI-LOS-02`, `MOI-LOS-03`, `MOI-LOS-04` (p. 8).
    fn blocks_sight(&self, hex: Hex, level: u8) -> bool {
        let terrain = self.charts.terrain.get(&self.map.terrain(hex));
        // RULING: the book's sentence on slopes is garbled; only ground strictly higher than both ends blocks.
        terrain.is_some_and(|terrain| terrain.blocks_los) || self.map.level(hex) > level
    }

    /// Whether the line between the centres of two hexes is unblocked. Rules `MOI-LOS-01` to `MOI-LOS-05` (p. 8).
    pub fn line_of_sight(&self, from: Hex, to: Hex) -> bool {
        self.unblocked(from, to, |_| false)
    }

    /// Whether no hex between blocks the line; `also` adds what blocks besides terrain.
    fn unblocked(&self, from: Hex, to: Hex, also: impl Fn(Hex) -> bool) -> bool {
        if from == to || from.is_adjacent_to(to) {
            return true;
        }
        let level = self.map.level(from).max(self.map.level(to));
        let blocks = |place: &Axial| {
            place
                .hex()
                .filter(|hex| self.map.extent().contains(*hex))
                // The ends never block, also where the line begins along one of their sides.
                .is_some_and(|hex| hex != from && hex != to && (self.blocks_sight(hex, level) || also(hex)))
        };
        let line = line(from, to);
        !line.through.iter().any(blocks) && !line.along.iter().any(|sides| sides.iter().all(blocks))
    }

    /// Whether the line of a shot is unblocked: for a weapon that does not fire through units, by combat units too. Rules
    /// `MOI-FIRE-21`, `MOI-LOS-06` (pp. 7-8).
    pub fn line_of_fire(&self, from: Hex, to: Hex, through_units: bool, occupants: &Occupants<'_>) -> bool {
        self.unblocked(from, to, |hex| !through_units && occupants.at(hex).is_some())
    }
}
