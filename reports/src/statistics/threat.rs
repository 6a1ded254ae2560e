//! Threats of each seat, turn by turn.

use hindsight_kernel::{Moment, Seat, Threat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameStatistics, Stage};

/// What a seat threatened at the end of a turn: the points of the enemy units that at least one of its units could strike,
/// shoot at, or rush or charge in its next activation as things stood, as a share of all enemy points on the field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ThreatPoint {
    /// The last version of the turn.
    pub version: u64,
    /// The turn.
    pub stage: Stage,
    /// Who threatened.
    pub seat: Seat,
    /// How many enemy units were in reach.
    pub units: u32,
    /// Their points, each unit's in proportion to what was left of it.
    pub points: f64,
    /// The points of all enemy units on the field, in the same way.
    pub enemy_points: f64,
    /// The one as a share of the other, 0 to 1; 0 where no enemy was left.
    pub share: f64,
}

impl GameStatistics {
    /// Takes what each seat threatens at the end of a turn: `version` is the last event of it, `moment` where in the game that
    /// was. Units are known by [`GameStatistics::meet`], and what is left of them by their facts.
    pub fn turn_ended(&mut self, version: u64, moment: &Moment, threats: &[Threat]) {
        for threat in threats {
            let (points, enemy_points) = (self.points_of(&threat.in_reach), self.points_of(&threat.enemies));
            let share = if enemy_points > 0.0 {
                (points / enemy_points).min(1.0)
            } else {
                0.0
            };
            let stage = Stage::of(moment);
            // The turn has a line for this seat, also where it did nothing in it.
            self.period(&stage, threat.seat);
            self.threat.push(ThreatPoint {
                version,
                stage,
                seat: threat.seat,
                units: threat.in_reach.len() as u32,
                points,
                enemy_points,
                share,
            });
        }
    }

    /// What is left of these units in points.
    fn points_of(&self, units: &[String]) -> f64 {
        units
            .iter()
            .filter_map(|unit| self.units.get(unit))
            .map(|unit| unit.points * unit.strength)
            .sum::<f64>()
            + 0.0 // The sum of none is -0.0, which is written so.
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;

    #[test]
    fn a_seat_that_threatens_nobody_has_zero_points_without_a_sign() {
        let mut game = GameStatistics::new();
        let threat = Threat {
            seat: Seat::A,
            in_reach: Vec::new(),
            enemies: Vec::new(),
        };
        game.turn_ended(1, &Moment::default(), &[threat]);
        let written = serde_json::to_string(&game.threat).unwrap();
        assert!(
            written.contains("\"points\":0.0") && !written.contains("-0"),
            "{written}"
        );
    }
}
