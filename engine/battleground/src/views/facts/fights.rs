//! The story of a fight: its dice, what they marked, who fell.

use battleground_geometry::Side as CardSide;
use hindsight_kernel::odds::Pool;
use hindsight_kernel::{AttackResolved, DamageDealt, DiceRolled, Distribution, Fact};

use super::Story;
use crate::model::agenda::Step;
use crate::model::attack::{Attack, AttackKind, AttackStage};
use crate::model::event::CombatEvent;
use crate::model::names::{UnitId, are_foes};
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::model::words;
use crate::procedures::attack::hits_and_wounds;
use crate::rules::combat::odds;
use crate::rules::combat::odds::successes_with;

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

/// Counters of shots by the modifier of the to-hit number that each has, whatever cards are called. Rules `BG4-MODS-14` to
/// `BG4-MODS-20` (pp. 107-108), `BG3-MOD-16`, `BG3-MOD-18` to `BG3-MOD-21` (p. 20).
const SHOTS: [(&str, &str, Rule); 6] = [
    ("shots_at_long_range", "Long Range", Rule::Mods14),
    ("shots_at_extreme_range", "Extreme Range", Rule::Mods14),
    ("shots_moving", "Move and Shoot", Rule::Mods16),
    ("shots_at_engaged", "Engaged Target", Rule::EngagedTarget),
    ("shots_at_fast", "Fast Moving Target", Rule::Mods15),
    ("shots_at_cavalry", "Cavalry Target", Rule::Mods20),
];

/// The kinds of attacks by which dice are counted.
const fn counted_kind(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Melee => "melee",
        AttackKind::Free => "free",
        AttackKind::Ranged | AttackKind::OtherRanged { .. } => "ranged",
        AttackKind::Thrown => "thrown",
        AttackKind::Swoop | AttackKind::SwoopAnswer => "swoop",
        AttackKind::Spell { .. } | AttackKind::Strike { .. } => "spell",
    }
}

impl Story<'_> {
    pub(super) fn damage(&mut self, unit: UnitId, boxes: u8, excess: u8, by: Option<UnitId>) {
        let Some(there) = self.before.unit(unit) else {
            return;
        };
        let attack = self.before.attack.as_deref().filter(|attack| {
            attack.stage == AttackStage::Resolution && attack.target == unit && Some(attack.attacker) == by
        });
        let kind = attack.map_or_else(
            || self.source_outside_attacks(there, by),
            |attack| words::attack_kind(attack.kind),
        );
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
        self.boxes_by_colour(there, boxes);
    }

    /// What marks boxes of a unit where no attack on it does: only a Colossal friend is named as who did it, and a Skirmisher that
    /// routs because regular units rushed it is marked so right before. Rules `BG4-COLOS-04` (p. 121), `BG3-KEY-09` (p. 30),
    /// `BG3-KEY-33` (p. 31).
    fn source_outside_attacks(&self, unit: &Unit, by: Option<UnitId>) -> &'static str {
        let state = self.before;
        let by_effect = |step: &Step| matches!(step, Step::Effects { .. });
        if by.is_some_and(|by| !are_foes(by.seat(), unit.id.seat())) {
            return "trampling";
        }
        let effect = state.agenda.last().is_some_and(|frame| by_effect(&frame.step));
        let routs = unit.status == Status::Routing && unit.turn.just_routed;
        if by.is_none() && !effect && state.attack.is_none() && routs && unit.turn.ridden_down {
            return "ridden down";
        }
        "damage"
    }

    /// The attack at hand, with what it did in the end.
    pub(super) fn resolved(&mut self, damage: u32, wounds: u32) {
        let Some(attack) = self.before.attack.as_deref() else {
            return;
        };
        let thrown = attack.hit_roll.as_ref().map_or(0, |roll| roll.dice() as u32);
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
            let is = |name: &str, rule: Rule| modifier.name == name && rule.is_named(&modifier.rule.0);
            let counter = SHOTS.iter().find(|(_, name, rule)| is(name, *rule));
            if let Some((counter, _, _)) = counter {
                self.of_unit(counter, attack.attacker, 1.0);
            }
        }
    }

    /// Boxes by the colour in which they were marked. Rule `BG4-ATK-06` (p. 96).
    fn boxes_by_colour(&mut self, unit: &Unit, boxes: u8) {
        let printed = self.before.kind(unit).boxes;
        let (from, to) = (unit.all_marked(), unit.all_marked().saturating_add(boxes));
        let yellow_ends = printed.green.saturating_add(printed.yellow);
        let upto = |line: u8| to.min(line).saturating_sub(from);
        let (green, both) = (upto(printed.green), upto(yellow_ends));
        for (counter, marked) in [
            ("boxes_marked_green", green),
            ("boxes_marked_yellow", both.saturating_sub(green)),
            ("boxes_marked_red", boxes.saturating_sub(both)),
        ] {
            self.of_unit(counter, unit.id, f64::from(marked));
        }
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
                .read()
                .iter()
                .enumerate()
                .filter(|(place, _)| !rerolled.iter().any(|die| usize::from(*die) == *place))
                .map(|(_, face)| *face)
                .collect();
            successes_with(*target, &kept, rerolled.len() as u32)
        } else {
            let dice = roll.dice() as u32;
            Pool::new(odds::rule(*target))
                .successes(dice)
                .unwrap_or_else(|_| successes_with(*target, &[], dice))
        };
        let attacker = attack.attacker;
        let mean = expected.mean();
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
        if again.is_some() {
            self.dice_rolled_again(*to_wound, roll);
        } else {
            let kind = counted_kind(attack.kind);
            if *to_wound {
                let dice = roll.dice() as f64;
                self.of_unit(&format!("damage_dice_{kind}"), attacker, dice);
            } else {
                self.of_unit(&format!("hits_expected_{kind}"), attacker, mean);
            }
            let ones = showing(&roll.read(), 1);
            if *target <= 0 {
                self.of_unit("natural_ones", attacker, ones as f64);
            }
            let sixes = showing(&roll.read(), 6);
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
        if hits_and_wounds::is_spoiled(attack) {
            return;
        }
        for (seat, by) in hits_and_wounds::wounds_changed(before, attack) {
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
        .and_then(|prospect| prospect.odds().ok())
        .map_or_else(|| Distribution::point(0), |odds| odds.boxes)
}
