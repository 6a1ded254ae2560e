//! Zones of control (§7.0, p. 6).

use hindsight_geometry::hexes::{Extent, Hex};
use hindsight_kernel::Seat;

use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::State;

impl State {
    /// Whether a unit exerts a ZOC now. Rules `MOI-ZOC-01`, `MOI-RES-10` (pp. 6, 11).
    pub fn exerts_zoc(&self, unit: &Unit) -> bool {
        unit.hex().is_some() && !unit.is_retired() && self.battle.charts.exerts_zoc(self.class_of(unit))
    }

    /// The hexes of a unit's ZOC: its frontal hexes on the map, whatever lies in them. Rule `MOI-ZOC-02` (p. 6).
    pub fn zoc_hexes(&self, unit: &Unit) -> Vec<Hex> {
        if !self.exerts_zoc(unit) {
            return Vec::new();
        }
        let extent = self.battle.map.extent();
        unit.frontal_hexes().filter(|hex| extent.contains(*hex)).collect()
    }

    /// The enemy units of a seat in whose ZOC a hex lies now, in order of their ids. Rules `MOI-ZOC-04`, `MOI-ZOC-05` (p. 6).
    pub fn enemy_zocs(&self, hex: Hex, seat: Seat) -> Vec<UnitId> {
        self.enemies_with_zoc_over(hex, seat)
            .map(|unit| unit.id)
            .collect()
    }

    fn enemies_with_zoc_over(&self, hex: Hex, seat: Seat) -> impl Iterator<Item = &Unit> {
        self.units.values().filter(move |unit| {
            unit.seat != seat
                && unit.hex().is_some_and(|at| at.is_adjacent_to(hex))
                && self.exerts_zoc(unit)
                && unit.has_in_front(hex)
        })
    }

    /// Whether a hex lies in the ZOC of an enemy of a seat.
    pub fn in_enemy_zoc(&self, hex: Hex, seat: Seat) -> bool {
        self.enemies_with_zoc_over(hex, seat).next().is_some()
    }
}

/// The zones of control of one side's enemies, looked up at once.
#[derive(Debug, Clone)]
pub struct ZocMap {
    extent: Extent,
    of: Vec<Vec<UnitId>>,
}

impl ZocMap {
    /// Those that the enemies of a seat exert.
    pub fn against(state: &State, seat: Seat) -> Self {
        let extent = state.battle.map.extent();
        let mut of = vec![Vec::new(); extent.count()];
        for unit in state.units.values().filter(|unit| unit.seat != seat) {
            for hex in state.zoc_hexes(unit) {
                of[extent.index(hex)].push(unit.id);
            }
        }
        Self { extent, of }
    }

    /// The units in whose ZOC a hex lies.
    pub fn of(&self, hex: Hex) -> &[UnitId] {
        if self.extent.contains(hex) {
            &self.of[self.extent.index(hex)]
        } else {
            &[]
        }
    }

    /// Whether a hex lies in any.
    pub fn has(&self, hex: Hex) -> bool {
        !self.of(hex).is_empty()
    }
}
