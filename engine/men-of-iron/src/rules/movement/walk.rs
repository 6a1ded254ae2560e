//! One step of a unit on foot or mounted: whether it is allowed and what it costs.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Seat, refusals};

use super::super::measure;
use super::turn_of;
use crate::data::Column;
use crate::field::Walker;
use crate::messages::MESSAGES;
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, Occasion, Unit};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a step is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum StepRefusal {
        OffMap = "MOI-REINF-02", "§5.3 p. 5";
        ShieldWall = "MOI-WALL-04", "§14.1 p. 13";
        Schiltron = "MOI-SCHIL-05", "§14.1 p. 13";
        Fired = "MOI-FIRE-06", "§9.2, ESP-B p. 7, 16";
        NotAdjacent = "MOI-MOVE-03", "§5.1 p. 4-5";
        Edge = "MOI-MOVE-10", "§5.2 p. 5";
        EntryHex = "MOI-MOVE-11", "§5.2 p. 5";
        Occupied = "MOI-MOVE-05", "§5.1, §8.0 p. 5, 6";
        Prohibited = "MOI-MOVE-03", "§5.1 p. 4-5";
        Held = "MOI-CMD-06", "§5.2, §15.2 p. 5, 13";
        NearEnemy = "MOI-CMD-05", "§5.2, §15.2 p. 5, 13";
        EnemyPiece = "MOI-CMD-05", "§5.2, §15.2 p. 5, 13";
        RetiredFar = "MOI-MOVE-19", "§12.4 p. 11";
        RetiredMoved = "MOI-MOVE-19", "§12.4 p. 11";
        Stopped = "MOI-MOVE-06", "§5.1, §7.2 p. 5, 6";
        Reentered = "MOI-MOVE-16", "§6.2, §7.2 p. 5, 6";
        TooDear = "MOI-MOVE-02", "§5.1, §12.2 p. 4, 11";
        PassIntoZoc = "MOI-MOVE-14", "§8.0 p. 6";
        PassNowhere = "MOI-MOVE-14", "§8.0 p. 6";
    }
}

/// A unit at some point of its movement, real or thought of.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The unit.
    pub unit: UnitId,
    /// Whose it is.
    pub seat: Seat,
    /// Its class.
    pub class: ClassId,
    /// Its column of movement costs.
    pub column: Column,
    /// Its hex.
    pub at: Hex,
    /// Movement Points left.
    pub left: u8,
    /// Whether it must stop.
    pub stopped: bool,
    /// Movement Points that leaving its first hex costs more. Rule `MOI-MOVE-13`.
    pub to_leave: u8,
    /// Whether it still stands in its first hex.
    pub at_start: bool,
    /// The enemy units whose zones of control it has left.
    pub zocs_left: Vec<UnitId>,
    /// Its formation.
    pub formation: Formation,
    /// Whether it is Retired, and has moved.
    retired: bool,
    moved: bool,
    fired_on_foot: bool,
    out_of_command: bool,
    held: bool,
}

/// The cost and effects of an allowed step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    /// Movement Points.
    pub cost: u8,
    /// Whether the unit must stop there. Rule `MOI-MOVE-06`.
    pub stopped: bool,
    /// The enemy units whose zones of control it leaves. Rule `MOI-MOVE-16`.
    pub zocs_left: Vec<UnitId>,
    /// The friendly missile unit that it passes through. Rule `MOI-MOVE-14`.
    pub passing: Option<UnitId>,
}

impl Walk {
    /// A unit as it stands; nothing for one that is not on the map.
    pub fn of(state: &State, unit: &Unit) -> Option<Self> {
        let at = unit.hex()?;
        let turn = turn_of(state, unit);
        let column = state.column_of(unit);
        let allowance = turn.allowance[usize::from(unit.is_disordered())];
        let mounted_zoc = turn.in_zoc_of.iter().any(|&enemy| {
            state
                .unit(enemy)
                .is_some_and(|enemy| state.column_of(enemy) == Column::Mounted)
        });
        let foot = column == Column::Foot;
        Some(Self {
            unit: unit.id,
            seat: unit.seat,
            class: state.class_of(unit),
            column,
            at,
            left: allowance.saturating_sub(turn.spent),
            stopped: turn.stopped,
            to_leave: if foot && mounted_zoc { 2 } else { 0 },
            at_start: !turn.left,
            zocs_left: turn.zocs_left,
            formation: unit.formation,
            retired: unit.is_retired(),
            moved: unit.acts.moved,
            fired_on_foot: foot && unit.acts.fired,
            out_of_command: unit.acts.out_of_command,
            held: unit.acts.out_of_command && foot && !unit.acts.began_in_zoc_of.is_empty(),
        })
    }

    /// The same unit after a step.
    #[must_use]
    pub fn after(&self, to: Hex, priced: &Priced) -> Self {
        let mut next = self.clone();
        next.at = to;
        next.left = next.left.saturating_sub(priced.cost);
        next.stopped |= priced.stopped;
        next.at_start = false;
        next.moved = true;
        next.zocs_left.extend_from_slice(&priced.zocs_left);
        next
    }

    /// Whether the unit may step into a hex, and what that costs. Rules of §5.1-§5.2 (pp. 4-5).
    pub fn price(&self, state: &State, to: Hex) -> Result<Priced, StepRefusal> {
        let priced = self.price_of_step(state, to)?;
        if priced.passing.is_some() {
            self.goes_on(state, to, &priced)?;
        }
        Ok(priced)
    }

    /// The same without the question whether a unit in a friend's hex can go on.
    fn price_of_step(&self, state: &State, to: Hex) -> Result<Priced, StepRefusal> {
        match self.formation {
            Formation::ShieldWall => return Err(StepRefusal::ShieldWall),
            Formation::Schiltron => return Err(StepRefusal::Schiltron),
            Formation::Open => {}
        }
        if self.fired_on_foot {
            return Err(StepRefusal::Fired);
        }
        if !self.at.is_adjacent_to(to) {
            return Err(StepRefusal::NotAdjacent);
        }
        if !state.battle.map.extent().contains(to) {
            return Err(StepRefusal::Edge);
        }
        if state.is_enemy_entry(to, self.seat) {
            return Err(StepRefusal::EntryHex);
        }
        let passing = self.passes(state, to)?;
        let cost = state
            .battle
            .step_cost(self.at, to, Walker::Unit(self.column))
            .number()
            .ok_or(StepRefusal::Prohibited)?;
        self.in_command(state, to)?;
        if self.retired {
            self.retires(state, to)?;
        }
        if self.stopped {
            return Err(StepRefusal::Stopped);
        }
        let (here, there) = (
            state.enemy_zocs(self.at, self.seat),
            state.enemy_zocs(to, self.seat),
        );
        if there.iter().any(|enemy| self.zocs_left.contains(enemy)) {
            return Err(StepRefusal::Reentered);
        }
        let cost = self.cost(cost, passing.is_some());
        if cost > self.left && !self.retired {
            return Err(StepRefusal::TooDear);
        }
        let exempt = state.battle.options.gen_ignores_zoc
            && self.column == Column::Mounted
            && state.battle.charts.weapon_of(self.class).is_some();
        Ok(Priced {
            cost,
            stopped: !there.is_empty() && !exempt,
            zocs_left: here.into_iter().filter(|enemy| !there.contains(enemy)).collect(),
            passing,
        })
    }

    /// Movement Points of a step: terrain, leaving a mounted unit's ZOC, passing through friends; a Retired unit's one step
    /// ignores terrain and ZOC. Rules `MOI-MOVE-13`, `MOI-MOVE-14`, `MOI-MOVE-19` (pp. 5-6, 11).
    fn cost(&self, terrain: u8, passing: bool) -> u8 {
        if self.retired {
            return 0;
        }
        let leaving = if self.at_start { self.to_leave } else { 0 };
        terrain.saturating_add(leaving).saturating_add(u8::from(passing))
    }

    /// The friendly missile unit of a hex that mounted men-at-arms may pass through. Rules `MOI-MOVE-05`, `MOI-MOVE-14`
    /// (pp. 5-6).
    fn passes(&self, state: &State, to: Hex) -> Result<Option<UnitId>, StepRefusal> {
        let mut units = state.units_at(to).filter(|unit| unit.id != self.unit);
        let Some(unit) = units.next() else {
            return Ok(None);
        };
        let rides_through = self.class == ClassId::MMAA
            && !self.retired
            && unit.seat == self.seat
            && state.is_missile_infantry(unit)
            && units.next().is_none();
        if rides_through {
            Ok(Some(unit.id))
        } else {
            Err(StepRefusal::Occupied)
        }
    }

    /// What an out-of-command unit may not do. Rules `MOI-CMD-05`, `MOI-CMD-06` (pp. 5, 13).
    fn in_command(&self, state: &State, to: Hex) -> Result<(), StepRefusal> {
        if !self.out_of_command {
            return Ok(());
        }
        if self.held && self.at_start {
            return Err(StepRefusal::Held);
        }
        if measure::is_next_to_enemy(state, to, self.seat) {
            return Err(StepRefusal::NearEnemy);
        }
        if state.enemy_leader_or_standard_at(to, self.seat) {
            return Err(StepRefusal::EnemyPiece);
        }
        Ok(())
    }

    /// A Retired unit's step. Rule `MOI-MOVE-19` (p. 11).
    fn retires(&self, state: &State, to: Hex) -> Result<(), StepRefusal> {
        let nearer = state
            .unit(self.unit)
            .and_then(|unit| measure::standard_hex(state, unit.command))
            .is_some_and(|standard| to.distance_to(standard) < self.at.distance_to(standard));
        if !nearer {
            return Err(StepRefusal::RetiredFar);
        }
        if self.moved {
            return Err(StepRefusal::RetiredMoved);
        }
        Ok(())
    }

    /// Whether a unit that enters a friendly unit's hex can move on, through further friends if need be. Rule `MOI-MOVE-14`
    /// (p. 6).
    fn goes_on(&self, state: &State, to: Hex, priced: &Priced) -> Result<(), StepRefusal> {
        if self.is_barred(state, to) {
            return Err(StepRefusal::PassIntoZoc);
        }
        let mut pending = vec![self.after(to, priced)];
        let mut most_left: BTreeMap<Hex, u8> = BTreeMap::new();
        while let Some(walk) = pending.pop() {
            for (_, beyond) in walk.at.neighbours() {
                // ERR: a hex that it may not enter is no way on.
                let Ok(step) = walk.price_of_step(state, beyond) else {
                    continue;
                };
                if step.passing.is_none() {
                    return Ok(());
                }
                let next = walk.after(beyond, &step);
                let better = most_left.get(&beyond).is_none_or(|&left| next.left > left);
                if better && !self.is_barred(state, beyond) {
                    most_left.insert(beyond, next.left);
                    pending.push(next);
                }
            }
        }
        Err(StepRefusal::PassNowhere)
    }

    /// Whether a unit may not pass through a friend in this hex: it would have to stop there, or Reaction Fire could strand
    /// it. Rule `MOI-MOVE-14` (p. 6).
    fn is_barred(&self, state: &State, hex: Hex) -> bool {
        state.in_enemy_zoc(hex, self.seat)
            || !super::super::fire::reactors(state, self.unit, hex, Occasion::Move).is_empty()
    }
}
