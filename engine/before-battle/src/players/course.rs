//! Expected course of a combat. §Combat.

use crate::model::gear::Attack;
use crate::model::names::{UNITS, UnitSet};
use crate::model::state::State;
use crate::rules::attack::{unit_capacity, wound_chance};
use crate::rules::order_of_blows::{LAST_TIER, order_of_blows};

/// The expected course of a combat: each tier strikes with what the tiers before it left.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    /// The wounds that each unit could still take at the beginning.
    pub(crate) start: [f64; UNITS],
    /// The wounds that each tier is expected to take from each unit, tier 1 first.
    pub(crate) losses: Vec<[f64; UNITS]>,
    /// The wounds that South and North are expected to inflict.
    pub(crate) dealt: [f64; 2],
}

/// The expected course of a combat as everybody stands now. Rules `BB-ORD-01` to `-07`, `BB-ATK-01` to `-05`.
pub(crate) fn expected_course(state: &State, combat: UnitSet) -> Course {
    let (strikes, _) = order_of_blows(state, combat);
    let mut start: [f64; UNITS] = [0.0; UNITS];
    for unit in combat.iter() {
        start[unit.index()] = f64::from(unit_capacity(state, unit));
    }
    let mut left = start;
    let mut course = Course {
        start,
        losses: Vec::with_capacity(usize::from(LAST_TIER)),
        dealt: [0.0; 2],
    };
    for tier in 1..=LAST_TIER {
        let mut losses: [f64; UNITS] = [0.0; UNITS];
        for strike in strikes.iter().filter(|strike| strike.tier == tier) {
            let gear = state.gear(strike.unit);
            let models = left[strike.unit.index()] / f64::from(gear.card.wounds_per_model.max(1));
            let dice = models.min(f64::from(gear.card.front_rank)) * f64::from(gear.attacks());
            let block = state.gear(strike.target).block_target(
                Attack::Melee,
                gear.weapon(Attack::Melee),
                gear.charged,
            );
            let room = left[strike.target.index()] - losses[strike.target.index()];
            let wounds = (dice * wound_chance(gear.melee_target(), block)).min(room.max(0.0));
            losses[strike.target.index()] += wounds;
            course.dealt[strike.unit.seat().index()] += wounds;
        }
        for unit in combat.iter() {
            left[unit.index()] -= losses[unit.index()];
        }
        course.losses.push(losses);
    }
    course
}
