//! Cost of one step, and the terrain across which an attack or a Charge goes (§5.1, §10.4, §11.3, pp. 4-10).

use hindsight_geometry::hexes::{Direction, Hex, Hexside};

use crate::data::map::{CLEAR, SLOPE, STEEP_SLOPE};
use crate::data::{Battle, Column, Cost, Feature};
use crate::model::names::FeatureId;

/// A piece that walks: a combat unit pays its own column, a leader the cheaper one of each hex and hexside.
/// Rule `MOI-MOVE-09` (p. 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Walker {
    /// A combat unit.
    Unit(Column),
    /// A leader.
    Leader,
}

impl Walker {
    /// What of a chart counts for it.
    fn pays(self, cost: impl Fn(Column) -> Cost) -> Cost {
        match self {
            Self::Unit(column) => cost(column),
            // A number is less than NA.
            Self::Leader => cost(Column::Foot).min(cost(Column::Mounted)),
        }
    }
}

fn add(one: Cost, other: Cost) -> Cost {
    match (one, other) {
        (Cost::Number(one), Cost::Number(other)) => Cost::Number(one.saturating_add(other)),
        (Cost::Na, _) | (_, Cost::Na) => Cost::Na,
    }
}

/// How a hexside changes the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rise {
    Up,
    Down,
    Steep,
}

impl Battle {
    /// The slope of a hexside: explicit marks win over what the levels tell. Rule `MOI-HEX-09` (pp. 5, 8-9).
    pub fn slope_between(&self, one: Hex, other: Hex) -> Option<FeatureId> {
        self.slope_of(self.marks_between(one, other), one, other)
    }

    fn marks_between(&self, one: Hex, other: Hex) -> &[FeatureId] {
        Hexside::between(one, other).map_or(&[], |side| self.map.marks(side))
    }

    /// The slope of a hexside with these marks.
    fn slope_of(&self, marks: &[FeatureId], one: Hex, other: Hex) -> Option<FeatureId> {
        if marks.contains(&STEEP_SLOPE) {
            return Some(STEEP_SLOPE);
        }
        if marks.contains(&SLOPE) {
            return Some(SLOPE);
        }
        match self.map.level(one).abs_diff(self.map.level(other)) {
            0 => None,
            1 => Some(SLOPE),
            _ => Some(STEEP_SLOPE),
        }
    }

    /// The features of a hexside: its marks, and the slope that follows from the levels. Rules `MOI-HEX-09`, `MOI-MOVE-20`.
    pub fn features_between(&self, one: Hex, other: Hex) -> impl Iterator<Item = (FeatureId, &Feature)> {
        let marks = self.marks_between(one, other);
        let slope = self.slope_of(marks, one, other);
        marks
            .iter()
            .copied()
            .filter(|mark| *mark != SLOPE && *mark != STEEP_SLOPE)
            .chain(slope)
            .filter_map(|id| Some((id, self.charts.hexside.get(&id)?)))
    }

    /// Movement Points of a step between adjacent hexes, or NA where it is not allowed. Rules `MOI-MOVE-03`, `MOI-MOVE-04`,
    /// `MOI-MOVE-09` (pp. 4-5).
    pub fn step_cost(&self, from: Hex, to: Hex, walker: Walker) -> Cost {
        let Some(side) = Hexside::between(from, to).filter(|_| self.map.extent().contains(to)) else {
            return Cost::Na;
        };
        let marks = self.map.marks(side);
        let marked = |test: fn(&Feature) -> bool| {
            marks
                .iter()
                .any(|mark| self.charts.hexside.get(mark).is_some_and(test))
        };
        // RULING: a road helps only along the hexside that carries it; water is cancelled only by a bridge or ford there.
        let terrain = if marked(|feature| feature.road) {
            CLEAR
        } else {
            self.map.terrain(to)
        };
        let bridged = marked(|feature| feature.cancels_water);
        let Some(terrain) = self.charts.terrain.get(&terrain) else {
            return Cost::Na;
        };
        let mut cost = walker.pays(|column| terrain.cost(column));
        for mark in marks {
            if let Some(feature) = self.charts.hexside.get(mark)
                && *mark != SLOPE
                && *mark != STEEP_SLOPE
                && !(bridged && feature.water)
            {
                cost = add(cost, walker.pays(|column| feature.cost(column)));
            }
        }
        match self.rise(marks, from, to) {
            Some(rise) => add(cost, walker.pays(|column| self.rise_cost(rise, column))),
            None => cost,
        }
    }

    fn rise(&self, marks: &[FeatureId], from: Hex, to: Hex) -> Option<Rise> {
        let slope = self.slope_of(marks, from, to)?;
        Some(if slope == STEEP_SLOPE {
            Rise::Steep
        } else if self.map.level(to) < self.map.level(from) {
            Rise::Down
        } else {
            // RULING: a marked slope between equal levels costs as much as one that leads up, either way.
            Rise::Up
        })
    }

    const fn rise_cost(&self, rise: Rise, column: Column) -> Cost {
        let cost = &self.charts.level_cost;
        match (rise, column) {
            (Rise::Up, Column::Foot) => cost.slope_up_foot,
            (Rise::Up, Column::Mounted) => cost.slope_up_mounted,
            (Rise::Down, Column::Foot) => cost.slope_down_foot,
            (Rise::Down, Column::Mounted) => cost.slope_down_mounted,
            (Rise::Steep, Column::Foot) => cost.steep_foot,
            (Rise::Steep, Column::Mounted) => cost.steep_mounted,
        }
    }

    /// Whether a step between adjacent hexes is allowed at all. Rules `MOI-RES-05`, `MOI-ADV-02` (pp. 9, 11).
    pub fn may_step(&self, from: Hex, to: Hex, walker: Walker) -> bool {
        self.step_cost(from, to, walker) != Cost::Na
    }

    /// Whether something may stand in a hex, whatever the way into it. Rules `MOI-RES-08`, `MOI-STD-03` (pp. 11-12).
    pub fn may_stand(&self, hex: Hex, walker: Walker) -> bool {
        self.map.extent().contains(hex)
            && self
                .charts
                .terrain
                .get(&self.map.terrain(hex))
                .is_some_and(|terrain| walker.pays(|column| terrain.cost(column)) != Cost::Na)
    }

    /// The modifier of the Shock/Charge column for an attack across a hexside, or nothing where it is NA: the defender's hex,
    /// the hexside and the attacker's own terrain together. Rules `MOI-SDRM-04`, `MOI-SHOCK-11` (pp. 9-10).
    pub fn shock_terrain(&self, attacker: Hex, defender: Hex, column: Column) -> Option<i32> {
        let ground = |hex| self.charts.terrain.get(&self.map.terrain(hex));
        let mut sum = i32::from(ground(defender)?.shock(column).number()?);
        for (_, feature) in self.features_between(attacker, defender) {
            sum += i32::from(feature.shock(column).number()?);
        }
        Some(sum + ground(attacker).map_or(0, |terrain| i32::from(terrain.attacker_drm(column))))
    }

    /// The fire DRM of a target's ground: its hex, and the hexside through which the line enters; at a vertex only if both
    /// sides that meet there are marked. Rule `MOI-FIRE-22` (p. 7).
    pub fn fire_terrain(&self, firer: Hex, target: Hex) -> i32 {
        let hex = self
            .charts
            .terrain
            .get(&self.map.terrain(target))
            .map_or(0, |terrain| i32::from(terrain.fire));
        let across = |direction| -> Vec<(FeatureId, i32)> {
            target.neighbour(direction).map_or_else(Vec::new, |neighbour| {
                self.features_between(neighbour, target)
                    .filter(|(_, feature)| feature.fire != 0)
                    .map(|(id, feature)| (id, i32::from(feature.fire)))
                    .collect()
            })
        };
        let sides = match target
            .bearing_to(firer)
            .map(hindsight_geometry::hexes::Bearing::sides)
        {
            None => 0,
            Some((side, None)) => across(side).iter().map(|(_, fire)| fire).sum(),
            Some((one, Some(other))) => {
                let other = across(other);
                let both = across(one)
                    .into_iter()
                    .filter(|(id, _)| other.iter().any(|(same, _)| same == id));
                both.map(|(_, fire)| fire).sum()
            }
        };
        hex + sides
    }

    /// Whether a Charge may cross a hexside: chargeable, and passable to who charges. Rule `MOI-CHARGE-07` (p. 10).
    pub fn may_charge_across(&self, from: Hex, to: Hex) -> bool {
        // RULING: a bridge or ford cancels only what the step costs; the stream under it still bars a Charge.
        self.features_between(from, to)
            .all(|(_, feature)| feature.charge_across)
            && self.may_step(from, to, Walker::Unit(Column::Mounted))
    }

    /// Whether a unit in this hex may be charged from the next one. Rules `MOI-CHARGE-07`, `MOI-CC-19` (pp. 10-11).
    pub fn may_charge_into(&self, from: Hex, target: Hex) -> bool {
        self.charts
            .terrain
            .get(&self.map.terrain(target))
            .is_some_and(|terrain| terrain.charge_into)
            && self.may_charge_across(from, target)
            && self.shock_terrain(from, target, Column::Mounted).is_some()
    }

    /// The Reluctance DRM of a charge into a hex from the next one. Rule `MOI-CHARGE-14` (p. 11).
    pub fn reluctance_drm(&self, from: Hex, target: Hex) -> i32 {
        let hex = self
            .charts
            .terrain
            .get(&self.map.terrain(target))
            .map_or(0, |terrain| i32::from(terrain.reluctance_drm));
        let sides: i32 = self
            .features_between(from, target)
            .map(|(_, feature)| i32::from(feature.reluctance_drm))
            .sum();
        hex + sides
    }
}

/// The steps of a map that are allowed, each looked up once. It belongs to one battle.
#[derive(Debug, Clone, Default)]
pub struct StepMap {
    /// By walker, by hex: the directions that are known and those in which a step is allowed, a bit each.
    known: [Vec<(u8, u8)>; 3],
}

impl StepMap {
    /// Whether a step out of a hex of the map is allowed, as [`Battle::may_step`] says.
    pub fn may_step(&mut self, battle: &Battle, from: Hex, direction: Direction, walker: Walker) -> bool {
        let extent = battle.map.extent();
        let all = &mut self.known[match walker {
            Walker::Unit(Column::Foot) => 0,
            Walker::Unit(Column::Mounted) => 1,
            Walker::Leader => 2,
        }];
        if all.is_empty() {
            all.resize(extent.count(), (0, 0));
        }
        let (known, allowed) = &mut all[extent.index(from)];
        let bit = 1 << (direction.hour() / 2);
        if *known & bit == 0 {
            *known |= bit;
            if from
                .neighbour(direction)
                .is_some_and(|to| battle.may_step(from, to, walker))
            {
                *allowed |= bit;
            }
        }
        *allowed & bit != 0
    }
}
