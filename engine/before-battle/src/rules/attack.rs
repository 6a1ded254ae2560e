//! Rolling blows: dice, hits, blocks, wounds and models. §Combat.

use hindsight_kernel::{DiceNeed, Distribution, Refusal, Roll, RollAbout, Table};

use crate::BeforeBattle;
use crate::model::event::{Blow, CombatEvent};
use crate::model::gear::Attack;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::strike::Strike;
use crate::rules::order_of_blows::strikes_of_tier;

/// Models alive up to the front rank, times the attacks of each. Rule `BB-ATK-01` (§Combat).
pub fn attack_dice(models: u8, front_rank: u8, attacks: u8) -> u16 {
    u16::from(models.min(front_rank)) * u16::from(attacks)
}

/// The attack dice of a unit with its items, as it stands now. Rule `BB-ATK-01`.
pub fn melee_dice(state: &State, unit: UnitId) -> u16 {
    let gear = state.gear(unit);
    attack_dice(state.unit(unit).models, gear.card.front_rank, gear.attacks())
}

/// The least face that hits in melee. Rule `BB-ATK-02` (§Combat).
pub fn melee_need(state: &State, unit: UnitId) -> u8 {
    state.gear(unit).melee_target()
}

/// The least face with which a unit blocks the blows of another, whatever their direction. Rule `BB-ATK-03` (§Combat).
///
/// RULING: shields work against flank and rear too.
pub fn block_need(state: &State, unit: UnitId, target: UnitId) -> u8 {
    let gear = state.gear(unit);
    state
        .gear(target)
        .block_target(Attack::Melee, gear.weapon(Attack::Melee), gear.charged)
}

/// The sides of every die. Rule `BB-ATK-04` (§Combat).
///
/// RULING: six, as all printed thresholds fit.
pub const DIE: u8 = 6;

/// One block die for each hit, none where no face blocks. Rules `BB-ATK-03`, `BB-SHOOT-08`.
pub(crate) fn block_dice(
    table: &mut Table<'_, BeforeBattle>,
    (unit, striker): (UnitId, UnitId),
    hits: u8,
    need: u8,
) -> Result<Option<Roll>, Refusal> {
    if hits == 0 || need > DIE {
        return Ok(None);
    }
    let about = RollAbout::of(&unit)
        .against(&striker)
        .successes(DiceNeed::AtLeast(i32::from(need)), DIE);
    table
        .roll_about(about, "block", unit.seat(), DIE, usize::from(hits))
        .map(Some)
}

/// The effect of unsaved hits on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// Wounds taken from models.
    pub wounds: u8,
    /// Wounds lost because no model was left.
    pub surplus: u8,
    /// Models alive after it.
    pub models: u8,
    /// Wounds on the wounded model after it.
    pub wounded: u8,
}

/// Takes wounds from one model until it dies, then from the next. Rule `BB-ATK-05` (§Combat).
pub fn take_wounds(models: u8, wounded: u8, wounds_per_model: u8, unsaved: u8) -> Losses {
    let each = wounds_per_model.max(1);
    let left = capacity(models, wounded, each);
    let taken = u16::from(unsaved).min(left);
    let rest = left - taken;
    let alive = rest.div_ceil(u16::from(each));
    Losses {
        wounds: taken as u8,
        surplus: unsaved - taken as u8,
        models: alive as u8,
        wounded: (alive * u16::from(each) - rest) as u8,
    }
}

/// The wounds that destroy a unit. Rule `BB-ATK-05`.
pub fn capacity(models: u8, wounded: u8, wounds_per_model: u8) -> u16 {
    (u16::from(models) * u16::from(wounds_per_model)).saturating_sub(u16::from(wounded))
}

/// The wounds that destroy a unit as it stands now.
pub fn unit_capacity(state: &State, unit: UnitId) -> u16 {
    let now = state.unit(unit);
    capacity(now.models, now.wounds, state.card(unit).wounds_per_model)
}

/// What unsaved hits do to a unit as it stands now. Rule `BB-ATK-05`.
pub(crate) fn losses(state: &State, unit: UnitId, unsaved: u8) -> Losses {
    let now = state.unit(unit);
    take_wounds(now.models, now.wounds, state.card(unit).wounds_per_model, unsaved)
}

/// The chance that a die shows `need` or more.
pub fn chance(need: u8) -> f64 {
    f64::from(7_u8.saturating_sub(need.max(1))) / 6.0
}

/// The chance that an attack die becomes a wound.
pub fn wound_chance(need: u8, block_need: u8) -> f64 {
    chance(need) * (1.0 - chance(block_need))
}

/// The exact wounds of an attack: each die hits or not, each hit is blocked or not, and a unit cannot lose more than it
/// has. Rules `BB-ATK-02`, `BB-ATK-03`, `BB-ATK-05`, `BB-RES-02`.
pub fn wound_odds(dice: u16, need: u8, block_need: u8, capacity: u16) -> Distribution {
    Distribution::binomial(u32::from(dice), wound_chance(need, block_need)).cap(i32::from(capacity))
}

/// Rolls all blows of a tier at once: attack dice of every striker by cell, then the block dice in the same order; losses
/// come off when all is rolled. Rule `BB-ORD-07` (§Who attacks first?).
pub(crate) fn fight_tier(table: &mut Table<'_, BeforeBattle>, tier: u8) -> Result<(), Refusal> {
    let mut attacks: Vec<(Strike, Roll, u8, u8)> = Vec::new();
    for strike in strikes_of_tier(table.state(), tier) {
        let (dice, need) = (
            melee_dice(table.state(), strike.unit),
            melee_need(table.state(), strike.unit),
        );
        let about = RollAbout::of(&strike.unit)
            .against(&strike.target)
            .successes(DiceNeed::AtLeast(i32::from(need)), DIE);
        let attack = table.roll_about(about, "attack", strike.unit.seat(), DIE, usize::from(dice))?;
        let hits = attack.at_least(need) as u8;
        attacks.push((strike, attack, need, hits));
    }
    let mut blows: Vec<Blow> = Vec::with_capacity(attacks.len());
    for (Strike { unit, target, .. }, attack, need, hits) in attacks {
        let block_need = block_need(table.state(), unit, target);
        let block = block_dice(table, (target, unit), hits, block_need)?;
        let blocked = block.as_ref().map_or(0, |roll| roll.at_least(block_need) as u8);
        let now = table.state().unit(target);
        let (models, wounded) = blows
            .iter()
            .rev()
            .find(|blow| blow.target == target)
            .map_or((now.models, now.wounds), |blow| {
                (blow.models_after, blow.wounds_after)
            });
        let after = take_wounds(
            models,
            wounded,
            table.state().card(target).wounds_per_model,
            hits - blocked,
        );
        blows.push(Blow {
            unit,
            target,
            attack,
            need,
            hits,
            block,
            block_need,
            blocked,
            wounds: after.wounds,
            surplus: after.surplus,
            models_after: after.models,
            wounds_after: after.wounded,
        });
    }
    table.emit(CombatEvent::TierFought { tier, blows });
    Ok(())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Recorded;

    use super::*;
    use crate::scene::{Scene, unit};

    #[test]
    fn bb_atk_01_models_up_to_the_front_rank_times_attacks() {
        let rows = [(9, 6, 2, 12), (4, 6, 2, 8), (5, 4, 3, 12)]; // 9 models, 2 attacks, rank 6: the book's example.
        for (models, front_rank, attacks, dice) in rows {
            assert_eq!(attack_dice(models, front_rank, attacks), dice);
        }
        // 5 models, 2 attacks, +1 from an item, front rank 4.
        let great = Scene::new("A1 d4 N, B1 d5 S")
            .card("A1", |card| {
                (card.models, card.front_rank, card.attacks) = (5, 4, 2);
            })
            .items("A1", "great-2");
        assert_eq!(melee_dice(&great.state, unit("A1")), 12);
    }

    #[test]
    fn bb_atk_02_the_melee_number_or_more_hits() {
        let mut scene = Scene::new("A1 c5 E, A2 a1 N, B1 d5 S, B2 h8 N")
            .card("A1", |card| {
                (card.models, card.front_rank, card.melee) = (6, 6, 3);
            })
            .card("B1", |card| (card.models, card.block) = (9, 7));
        scene.play("end actions", &[1, 2, 3, 3, 5, 6, 6]).unwrap(); // 4 hits; B1 stands.
        assert_eq!(scene.models_of("B1"), 5);
    }

    #[test]
    fn bb_atk_03_one_block_die_a_hit_from_whichever_side() {
        for at in ["c5 E", "d4 N", "d6 S"] {
            let mut scene = Scene::new(&format!("A1 {at}, A2 a1 N, B1 d5 S, B2 h8 N"))
                .card("A1", |card| card.models = 4)
                .card("B1", |card| (card.models, card.block) = (9, 4));
            let mut dice = vec![4, 4, 4, 4]; // 4 hits.
            if at == "d4 N" {
                dice.extend([1, 1, 1, 1, 1]); // Its target strikes back in the same tier.
            }
            dice.extend([4, 1, 6, 3]); // Block 4+: 2 blocked.
            dice.push(6); // It stands.
            scene.play("end actions", &dice).unwrap();
            assert_eq!(scene.models_of("B1"), 7, "{at}");
        }
    }

    #[test]
    fn bb_atk_04_every_die_has_six_sides() {
        let scene = Scene::new("A1 c5 E, A2 a1 N, B1 d5 S, B2 h8 N");
        assert_eq!(
            crate::scene::rule_of(scene.clone().play("end actions", &[7, 1, 1, 1, 1])),
            "HS-DICE-01"
        );
        let mut scene = scene;
        let events = scene.play("end actions", &[6, 6, 1, 1, 1, 1, 1, 6]).unwrap();
        let rolls: Vec<_> = events.iter().flat_map(BeforeBattle::dice).collect();
        assert_eq!(rolls.len(), 3);
        assert!(rolls.iter().all(|roll| roll.sides == 6));
    }

    #[test]
    fn bb_atk_05_wounds_kill_one_model_after_the_other() {
        let after = |models, wounded, each, unsaved| {
            let losses = take_wounds(models, wounded, each, unsaved);
            (losses.models, losses.wounded, losses.wounds, losses.surplus)
        };
        assert_eq!(after(5, 0, 1, 3), (2, 0, 3, 0));
        assert_eq!(after(3, 0, 2, 3), (2, 1, 3, 0)); // One dead, one wounded, two alive.
        assert_eq!(after(2, 1, 2, 1), (1, 0, 1, 0));
        assert_eq!(after(2, 0, 1, 5), (0, 0, 2, 3)); // Surplus wounds are lost.
        assert_eq!(after(0, 0, 1, 4), (0, 0, 0, 4));
        for each in 1..=5_u8 {
            for wounded in 0..each {
                for unsaved in 0..=20 {
                    let losses = take_wounds(3, wounded, each, unsaved);
                    let left = capacity(3, wounded, each) - u16::from(losses.wounds);
                    assert_eq!(capacity(losses.models, losses.wounded, each), left);
                    assert!(losses.wounded < each);
                }
            }
        }
    }

    /// Every way the dice can fall, counted one by one.
    fn brute_force(dice: u32, need: u8, block_need: u8, capacity: i32) -> Vec<f64> {
        let mut chances = vec![0.0; capacity as usize + 1];
        let faces = 36_u32; // One attack die and its block die; a miss wastes the block die.
        for number in 0..faces.pow(dice) {
            let (mut rest, mut unsaved) = (number, 0);
            for _ in 0..dice {
                let (attack, block) = ((rest % 6) as u8 + 1, (rest / 6 % 6) as u8 + 1);
                rest /= 36;
                unsaved += i32::from(attack >= need && (block < block_need));
            }
            chances[unsaved.min(capacity) as usize] += 1.0 / f64::from(faces.pow(dice));
        }
        chances
    }

    #[test]
    fn exact_odds_equal_counting_every_throw() {
        for (need, block_need) in [(2, 7), (4, 5), (6, 2), (3, 3)] {
            for capacity in [1, 2, 4] {
                let odds = wound_odds(3, need, block_need, capacity);
                for (wounds, chance) in (0..).zip(brute_force(3, need, block_need, i32::from(capacity))) {
                    assert!(
                        (odds.exactly(wounds) - chance).abs() < 1e-12,
                        "{need} {block_need} {capacity} {wounds}"
                    );
                }
            }
        }
        // Multi-wound models: the capacity counts wounds, not models.
        assert_eq!(wound_odds(12, 2, 7, capacity(2, 1, 3)).last(), 5);
    }
}
