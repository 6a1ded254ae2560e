//! Strength that units lose and regain, and what that leaves to their seats.

use hindsight_kernel::{DamageDealt, Restored, Seat};

use super::{Damage, Ending, GameStatistics, Stage, StrengthPoint, UnitStatistics, sound};

impl GameStatistics {
    /// Whether units of this game lose part of their strength at a time. Where they only stand or fall, there is no damage, and
    /// figures of it say nothing.
    pub fn tells_damage(&self) -> bool {
        let units = || self.units.values();
        let is_harmed = |unit: &UnitStatistics| unit.dealt.wounds > 0 || unit.taken.wounds > 0;
        // Before there are units nothing says that they only stand or fall.
        units().all(|unit| unit.full == 0) || units().any(|unit| unit.full > 1 || is_harmed(unit))
    }

    pub(super) fn damaged(&mut self, version: u64, stage: Stage, damage: &DamageDealt) {
        let share = sound(damage.share).clamp(0.0, 1.0);
        let of = self.unit(&damage.unit, damage.seat);
        // Overkill takes nothing: no unit loses more than it had.
        let share = share.min(of.strength);
        of.strength -= share;
        let worth = share * of.points;
        let dealt = Damage {
            wounds: damage.wounds,
            models: damage.models,
            share,
            worth,
        };
        of.taken.add(&dealt);
        of.taken_by.entry(damage.cause.clone()).or_default().add(&dealt);
        self.period(&stage, damage.seat).taken.add(&dealt);
        let harmed_at = &mut self.seat(damage.seat).harmed_at;
        harmed_at.entry(damage.cause.clone()).or_insert(version);
        if let Some(by) = &damage.by {
            let attacker = self.units.entry(by.clone()).or_default();
            attacker.dealt.add(&dealt);
            attacker
                .dealt_by
                .entry(damage.cause.clone())
                .or_default()
                .add(&dealt);
            if let Some(seat) = attacker.seat {
                self.period(&stage, seat).dealt.add(&dealt);
            }
            let row = self.matrix.entry(by.clone()).or_default();
            row.entry(damage.unit.clone()).or_default().add(&dealt);
        }
        self.note_strength(version, stage, damage.seat);
    }

    pub(super) fn restored(&mut self, version: u64, stage: Stage, restored: &Restored) {
        let of = self.unit(&restored.unit, restored.seat);
        let share = sound(restored.share).clamp(0.0, 1.0);
        // No unit regains more than it lacks.
        let share = share.min(1.0 - of.strength).max(0.0);
        of.strength += share;
        let regained = Damage {
            wounds: restored.wounds,
            models: restored.models,
            share,
            worth: share * of.points,
        };
        of.restored.add(&regained);
        self.period(&stage, restored.seat).restored.add(&regained);
        self.note_strength(version, stage, restored.seat);
    }

    /// Takes back the destruction of a unit that a ruling returned to the field.
    pub(super) fn returned(&mut self, version: u64, stage: Stage, (unit, seat): (&str, Seat), share: f64) {
        let of = self.unit(unit, seat);
        of.strength = sound(share).clamp(0.0, 1.0);
        if let Some(ending) = of.ending.take() {
            let then = self.period(&ending.stage, seat);
            then.lost = then.lost.saturating_sub(1);
            if let Some(killer) = ending.by.and_then(|by| self.units.get_mut(&by)) {
                killer.kills = killer.kills.saturating_sub(1);
                killer.points_destroyed -= ending.points;
            }
        }
        self.note_strength(version, stage, seat);
    }

    pub(super) fn destroyed(
        &mut self,
        version: u64,
        stage: Stage,
        (unit, seat): (&str, Seat),
        points: f64,
        cause: &str,
        by: Option<&str>,
    ) {
        let of = self.unit(unit, seat);
        of.strength = 0.0;
        of.ending = Some(Ending {
            version,
            stage: stage.clone(),
            cause: cause.to_owned(),
            by: by.map(str::to_owned),
            points,
        });
        self.period(&stage, seat).lost += 1;
        if let Some(by) = by {
            let killer = self.units.entry(by.to_owned()).or_default();
            killer.kills += 1;
            killer.points_destroyed += points;
        }
        self.note_strength(version, stage, seat);
    }

    /// Points of units of a seat that were destroyed in a turn.
    pub(super) fn points_lost_in(&self, turn: u32, seat: Seat) -> f64 {
        let own = self.units.values().filter(|unit| unit.seat == Some(seat));
        let endings = own.filter_map(|unit| unit.ending.as_ref());
        endings
            .filter(|ending| ending.stage.turn == turn)
            .map(|ending| ending.points)
            .sum()
    }

    /// Takes points that are routing as a turn ends.
    pub(super) fn is_routing(&mut self, stage: &Stage, seat: Seat, points: f64) {
        // The turn has a line for this seat, also where it did nothing in it.
        self.period(stage, seat).points_routing += points;
    }

    pub(super) fn note_strength(&mut self, version: u64, stage: Stage, seat: Seat) {
        let (mut points, mut whole) = (0.0, 0.0);
        for unit in self.units.values().filter(|unit| unit.seat == Some(seat)) {
            points += unit.points * unit.strength;
            whole += unit.points;
        }
        let share = if whole > 0.0 { points / whole } else { 0.0 };
        let point = StrengthPoint {
            version,
            stage,
            seat,
            points,
            share,
        };
        match self.strength.iter_mut().rev().find(|before| before.seat == seat) {
            // One event may cost several units something; what counts is where it leaves the seat.
            Some(before) if before.version == version => *before = point,
            _ => self.strength.push(point),
        }
    }
}

#[cfg(test)]
mod tests;
