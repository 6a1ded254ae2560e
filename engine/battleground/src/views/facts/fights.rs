//! The story of a fight: its dice, what they marked, who fell.

use battleground_geometry::Side as CardSide;
use hindsight_kernel::odds::Pool;
use hindsight_kernel::{AttackResolved, DamageDealt, DiceRolled, Distribution, Fact, SideId};

use super::Story;
use crate::model::attack::{Attack, AttackKind, AttackStage};
use crate::model::event::CombatEvent;
use crate::model::names::{UnitId, other};
use crate::model::state::{Cause, State};
use crate::model::words;
use crate::rules::combat::odds;
use crate::views::sentences::cause;

/// Front, flank or rear.
pub(super) const fn direction(side: CardSide) -> &'static str {
    match side {
        CardSide::Front => "front",
        CardSide::Left | CardSide::Right => "flank",
        CardSide::Rear => "rear",
    }
}

/// How many dice show a face.
fn showing(faces: &[u8], face: u8) -> usize {
    faces.iter().map(|&shown| usize::from(shown == face)).sum()
}

/// Successes of dice that lie, kept together with others still to be thrown, at a target number. Rules `BG4-ATK-11` to
/// `BG4-ATK-13` (p. 98).
pub(super) fn successes_with(target: i32, kept: &[u8], thrown: u32) -> Distribution {
    let limit = target.clamp(1, 5);
    let fives = kept.iter().filter(|&&face| i32::from(face) <= limit).count() as i32;
    let sixes = showing(kept, 6) as i32;
    let saved = (target - 5).max(0);
    // How many of the new dice show a six, and of the others how many succeed.
    Distribution::binomial(thrown, 1.0 / 6.0).bind(|new| {
        let rest = thrown.saturating_sub(new.max(0) as u32);
        Distribution::binomial(rest, f64::from(limit) / 5.0).shift(fives + (sixes + new).min(saved))
    })
}

impl Story<'_> {
    pub(super) fn damage(&mut self, unit: UnitId, boxes: u8, excess: u8, by: Option<UnitId>) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let attack = self.before.attack.as_deref().filter(|attack| {
            attack.stage == AttackStage::Resolution && attack.target == unit && Some(attack.attacker) == by
        });
        let kind = attack.map_or("damage", |attack| words::attack_kind(attack.kind));
        let all = self.before.kind(there).boxes.all().max(1);
        if let Some(attack) = attack {
            if attack.kind == AttackKind::Melee {
                let side = self
                    .before
                    .engaged_with(unit)
                    .find(|(enemy, _, _)| *enemy == attack.attacker)
                    .map(|(_, own, _)| direction(own));
                if let Some(side) = side {
                    self.of_unit(&format!("damage_in_{side}"), unit, f64::from(boxes));
                }
            }
            self.resolved(u32::from(boxes), u32::from(boxes) + u32::from(excess));
        }
        self.out.push(Fact::DamageDealt(DamageDealt {
            unit: unit.to_string(),
            seat: unit.seat(),
            by: by.map(|by| by.to_string()),
            cause: kind.to_owned(),
            wounds: u32::from(boxes),
            models: u32::from(boxes),
            share: f64::from(boxes) / f64::from(all),
        }));
        self.of_unit("excess_wounds", unit, f64::from(excess));
    }

    /// The attack at hand, with what it did in the end.
    pub(super) fn resolved(&mut self, damage: u32, wounds: u32) {
        let Some(attack) = self.before.attack.as_deref() else {
            return;
        };
        let thrown = attack.hit_roll.as_ref().map_or(0, |roll| roll.faces.len() as u32);
        let hits = odds::hits_now(self.before, attack);
        self.out.push(Fact::AttackResolved(AttackResolved {
            unit: attack.attacker.to_string(),
            seat: attack.attacker.seat(),
            against: attack.target.to_string(),
            kind: words::attack_kind(attack.kind).to_owned(),
            ranged: attack.kind.is_ranged(),
            dice: thrown,
            hits,
            saved: hits.saturating_sub(wounds),
            damage,
            surplus: wounds.saturating_sub(damage),
            expected: expected(self.before, attack),
            tier: None,
        }));
        for modifier in &attack.numbers.on_hit {
            let counter = match modifier.name.as_str() {
                name if name.starts_with("Long Range") => "shots_at_long_range",
                name if name.starts_with("Extreme Range") => "shots_at_extreme_range",
                name if name.starts_with("Move and Shoot") => "shots_moving",
                _ => continue,
            };
            self.of_unit(counter, attack.attacker, 1.0);
        }
    }

    pub(super) fn destroyed(&mut self, unit: UnitId, why: Cause, by: Option<UnitId>) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let points = f64::from(self.before.kind(there).points);
        self.out.push(Fact::Destroyed {
            unit: unit.to_string(),
            seat: unit.seat(),
            points,
            cause: cause(why).to_owned(),
            by: by.map(|by| by.to_string()),
        });
        let foe = other(unit.seat());
        let earlier: u32 = self
            .before
            .units
            .iter()
            .filter(|gone| gone.id.team() == unit.team() && gone.destroyed.is_some())
            .map(|gone| u32::from(self.before.kind(gone).points))
            .sum();
        self.out.push(Fact::Scored {
            side: SideId::of_seat(foe),
            amount: points,
            total: f64::from(earlier) + points,
            reason: format!("{} destroyed", words::unit_name(self.before, unit)),
        });
        self.of_player("points_destroyed", foe, points);
    }

    pub(super) fn attack_rolled(&mut self, event: &CombatEvent) {
        let CombatEvent::AttackRolled {
            to_wound,
            roll,
            rerolled,
            again,
            target,
            successes,
            modifiers,
        } = event
        else {
            return;
        };
        let Some(attack) = self.before.attack.as_deref() else {
            return;
        };
        let expected = if again.is_some() {
            let kept: Vec<u8> = roll
                .faces
                .iter()
                .enumerate()
                .filter(|(place, _)| !rerolled.iter().any(|die| usize::from(*die) == *place))
                .map(|(_, face)| *face)
                .collect();
            successes_with(*target, &kept, rerolled.len() as u32)
        } else {
            let dice = roll.faces.len() as u32;
            Pool::new(odds::rule(*target))
                .successes(dice)
                .unwrap_or_else(|_| successes_with(*target, &[], dice))
        };
        let attacker = attack.attacker;
        let purpose = match (*to_wound, again.is_some()) {
            (false, false) => "to hit",
            (false, true) => "to hit again",
            (true, false) => "to wound",
            (true, true) => "to wound again",
        };
        self.out.push(Fact::DiceRolled(DiceRolled {
            purpose: purpose.to_owned(),
            seat: attacker.seat(),
            unit: Some(attacker.to_string()),
            against: Some(attack.target.to_string()),
            roll: again.as_ref().unwrap_or(roll).clone(),
            target: Some(*target),
            roll_under: true,
            result: *successes as i32,
            expected,
            modifiers: modifiers.clone(),
            high_is_good: true,
        }));
        if again.is_none() {
            let ones = showing(&roll.faces, 1);
            if *target <= 0 {
                self.of_unit("natural_ones", attacker, ones as f64);
            }
            let sixes = showing(&roll.faces, 6);
            let saved = (*target - 5).max(0) as usize;
            self.of_unit("overkill", attacker, sixes.min(saved) as f64);
        }
    }

    /// What special rules and cards made of the number of wounds. Rule `BG4-ATK-05` (pp. 94, 96).
    pub(super) fn wounds_by_cards(&mut self) {
        let before = self.before;
        let Some(attack) = before.attack.as_deref() else {
            return;
        };
        if crate::rules::triggers::noted::is_spoiled(attack) {
            return;
        }
        for (seat, by) in crate::rules::combat::wounds_changed(before, attack) {
            self.of_player("wounds_by_cards", seat, f64::from(by));
        }
    }
}

/// The boxes that an attack would mark by chance alone, from its first die, with the cards that changed its numbers or its
/// wounds; rerolls stand in the facts of their own dice.
fn expected(state: &State, attack: &Attack) -> Distribution {
    let from_the_start = Attack {
        stage: if attack.direct > 0 {
            AttackStage::Damage
        } else {
            AttackStage::BeforeHit
        },
        ..attack.clone()
    };
    odds::prospect(state, &from_the_start)
        .map(|mut prospect| {
            if attack.direct == 0 {
                let changes = crate::rules::combat::wound_changes(attack).into_iter();
                prospect.wounds.extend(changes.map(|(_, by)| by));
            }
            prospect
        })
        .and_then(|prospect| prospect.odds().ok())
        .map_or_else(|| Distribution::point(0), |odds| odds.boxes)
}
