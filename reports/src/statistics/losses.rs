//! Units lost, and what that leaves to their seats.

use hindsight_kernel::Seat;

use super::{Ending, GameStatistics, Stage, StrengthPoint};

impl GameStatistics {
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
