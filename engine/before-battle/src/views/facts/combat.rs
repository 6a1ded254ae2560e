//! Facts of combats.

use hindsight_kernel::{Fact, Seat};

use super::Story;
use crate::model::event::{Blow, CombatEvent};
use crate::model::gear::Attack;
use crate::model::names::UnitId;
use crate::model::strike::Direction;
use crate::rules::attack::unit_capacity;
use crate::views::subjects::subjects;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn combat(&mut self, event: &CombatEvent) {
        match event {
            CombatEvent::CombatOrderSet { strikes, silenced } => {
                for strike in strikes
                    .iter()
                    .filter(|strike| strike.direction != Direction::Front)
                {
                    self.count("flank_strikes", Some(strike.unit), Some(strike.unit.seat()), 1.0);
                }
                for unit in silenced.iter() {
                    self.count("silenced", Some(unit), Some(unit.seat()), 1.0);
                }
            }
            CombatEvent::TierFought { tier, blows } => {
                for (place, blow) in blows.iter().enumerate() {
                    let earlier: u16 = blows[..place]
                        .iter()
                        .filter(|other| other.target == blow.target)
                        .map(|other| u16::from(other.wounds))
                        .sum();
                    let capacity = unit_capacity(self.before, blow.target).saturating_sub(earlier);
                    self.blow(blow, Attack::Melee, Some(*tier), capacity);
                }
                self.destroyed_by(&blows.iter().collect::<Vec<_>>(), "melee");
            }
            CombatEvent::CombatResolved {
                wounds: [south, north],
                fighting,
                winner,
                ..
            } => {
                let units = subjects(self.before, self.event).units;
                self.out.push(Fact::FightEnded {
                    units: units.iter().map(UnitId::to_string).collect(),
                    damage: vec![(Seat::A, u32::from(*south)), (Seat::B, u32::from(*north))],
                    winner: *winner,
                });
                match winner {
                    Some(winner) => self.count("combats_won", None, Some(*winner), 1.0),
                    None if *fighting => self.count("combats_even", None, None, 1.0),
                    None => {}
                }
            }
            CombatEvent::CombatsSet { .. } => {}
        }
    }

    /// Units that an event took from the board, with the one unit that struck them last.
    pub(super) fn destroyed_by(&mut self, blows: &[&Blow], cause: &str) {
        let Some(after) = self.after() else {
            return;
        };
        for unit in UnitId::all() {
            if self.before.cell(unit).is_some() && after.cell(unit).is_none() {
                let by = blows
                    .iter()
                    .rev()
                    .find(|blow| blow.target == unit && blow.wounds > 0)
                    .map(|blow| blow.unit);
                self.destroyed(&after, unit, cause, by);
            }
        }
    }
}
