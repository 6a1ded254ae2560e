//! Facts of flights: who rolled to flee, who ran, and what it cost.

use hindsight_kernel::{DamageDealt, DiceRolled, Distribution, Fact, Roll};

use super::{Story, event_after};
use crate::attack::{chance, unit_capacity};
use crate::board::{beyond_edge, centre, straight_way};
use crate::event::Event;
use crate::names::UnitId;

impl Story<'_> {
    pub(super) fn flee_roll(&mut self, unit: UnitId, need: u8, roll: &Roll, flees: bool) {
        self.dice(DiceRolled {
            purpose: "flee".to_owned(),
            seat: unit.seat(),
            unit: Some(unit.to_string()),
            against: None,
            roll: roll.clone(),
            target: Some(i32::from(need)),
            roll_under: false,
            result: i32::from(!flees),
            expected: Distribution::bernoulli(chance(need)),
            modifiers: Vec::new(),
            high_is_good: true,
        });
        self.out.push(Fact::MoraleChecked {
            unit: unit.to_string(),
            seat: unit.seat(),
            kind: "flee".to_owned(),
            need: i32::from(need),
            rolled: roll.total() as i32,
            passed: !flees,
            chance: chance(need),
        });
    }

    pub(super) fn fled(&mut self, event: &Event) {
        let Event::UnitFled {
            unit,
            from,
            to,
            facing,
            entered,
            off_board,
            blocked_by,
            dice,
            need,
            killed,
            ..
        } = event
        else {
            return;
        };
        let name = unit.to_string();
        self.out.push(Fact::Broken {
            unit: name.clone(),
            seat: unit.seat(),
        });
        let mut way: Vec<_> = straight_way(*from, *to).into_iter().map(centre).collect();
        if *off_board {
            way.push(beyond_edge(*to, *facing));
        }
        self.moved(*unit, way, *entered, "flee");
        if let Some(other) = blocked_by {
            self.count("flights_blocked", Some(*other), Some(other.seat()), 1.0);
            if other.seat() == unit.seat() {
                self.count("flights_blocked_by_friend", None, Some(unit.seat()), 1.0);
            }
        }
        let card = self.before.card(*unit);
        let (start, each) = (card.models, card.wounds_per_model);
        if let Some(roll) = dice {
            self.dice(DiceRolled {
                purpose: "flee models".to_owned(),
                seat: unit.seat(),
                unit: Some(name.clone()),
                against: None,
                roll: roll.clone(),
                target: Some(i32::from(*need)),
                roll_under: false,
                result: roll.at_least(*need) as i32,
                expected: Distribution::binomial(roll.faces.len() as u32, chance(*need)),
                modifiers: Vec::new(),
                high_is_good: true,
            });
        }
        let Some(after) = event_after(self.before, event) else {
            return;
        };
        let gone = unit_capacity(self.before, *unit).saturating_sub(unit_capacity(&after, *unit));
        let (models, cause) = if *off_board {
            (self.before.unit(*unit).models, "off the board")
        } else {
            (*killed, "flee dice")
        };
        if models > 0 {
            self.out.push(Fact::DamageDealt(DamageDealt {
                unit: name,
                seat: unit.seat(),
                by: None,
                cause: cause.to_owned(),
                wounds: u32::from(gone),
                models: u32::from(models),
                share: f64::from(gone) / f64::from((u16::from(start) * u16::from(each)).max(1)),
            }));
        }
        if after.cell(*unit).is_none() {
            self.destroyed(
                &after,
                *unit,
                if *off_board {
                    "fled off the board"
                } else {
                    "flee dice"
                },
                None,
            );
        }
    }
}
