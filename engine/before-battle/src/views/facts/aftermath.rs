//! Facts of what follows the result of a combat: who rolled to flee, who ran and what it cost, who reformed.

use hindsight_kernel::{DamageDealt, Distribution, Fact, Roll};

use super::Story;
use crate::model::event::AftermathEvent;
use crate::model::names::UnitId;
use crate::rules::attack::{chance, unit_capacity};
use crate::views::board::{beyond_edge, centre, straight_way};

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn aftermath(&mut self, event: &AftermathEvent) {
        match event {
            AftermathEvent::FleeRolled {
                unit,
                need,
                roll,
                flees,
            } => self.flee_roll(*unit, *need, roll, *flees),
            AftermathEvent::UnitFled { .. } => self.fled(event),
            AftermathEvent::UnitsReformed { seat, facings } => {
                let turned = facings
                    .iter()
                    .filter(|reformed| self.before.unit(reformed.unit).facing != reformed.facing)
                    .count();
                if turned > 0 {
                    self.count("reform_turns", None, Some(*seat), turned as f64);
                }
            }
            AftermathEvent::CombatEnded => {}
        }
    }

    fn flee_roll(&mut self, unit: UnitId, need: u8, roll: &Roll, flees: bool) {
        self.thrown(|_| (i32::from(!flees), Distribution::bernoulli(chance(need))));
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

    fn fled(&mut self, event: &AftermathEvent) {
        let AftermathEvent::UnitFled {
            unit,
            from,
            to,
            facing,
            entered,
            off_board,
            blocked_by,
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
        self.thrown(|throw| {
            let dice = throw.roll.dice() as u32;
            (
                throw.roll.at_least(*need) as i32,
                Distribution::binomial(dice, chance(*need)),
            )
        });
        let Some(after) = self.after() else {
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
