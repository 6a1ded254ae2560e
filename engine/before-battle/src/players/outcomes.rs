//! Exact outcomes of a combat: every way in which its tiers can fall, with its chance. §Combat, §Combat resolution.

use std::collections::BTreeMap;

use hindsight_kernel::{Distribution, Seat};

use crate::field::combat::{by_cell, linked};
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::State;
use crate::model::strike::Strike;
use crate::rules::attack::{attack_dice, block_need, chance, melee_need, unit_capacity, wound_chance};
use crate::rules::fleeing::resolve_target;
use crate::rules::order_of_blows::{LAST_TIER, order_of_blows};
use crate::rules::resolution::combat_winner;

/// The exact outcomes of a combat as everybody stands.
#[derive(Debug, Clone)]
pub(crate) struct Outcomes<'s> {
    state: &'s State,
    units: Vec<UnitId>,
    start: Vec<u16>,
    /// The wounds that each unit has left at the end, with the chance of it.
    ends: Vec<(Vec<u16>, f64)>,
}

/// The ways that are followed at most.
const MOST_WAYS: usize = 50_000;

/// Every outcome of a combat as everybody stands; nothing where there are too many. Rules `BB-ORD-01` to `-07`, `BB-ATK-01` to `-05`.
pub(crate) fn outcomes(state: &State, combat: UnitSet) -> Option<Outcomes<'_>> {
    let units = by_cell(state, combat);
    let start: Vec<u16> = units.iter().map(|unit| unit_capacity(state, *unit)).collect();
    let (strikes, _) = order_of_blows(state, combat);
    let mut ends = BTreeMap::from([(start.clone(), 1.0)]);
    let mut ways = 0;
    for tier in 1..=LAST_TIER {
        let blows: Vec<Strike> = strikes
            .iter()
            .filter(|strike| strike.tier == tier)
            .copied()
            .collect();
        if blows.is_empty() {
            continue;
        }
        let mut after = BTreeMap::new();
        for (left, chance) in ends {
            let struck = struck(state, &units, (left, chance), &blows)?;
            ways += struck.len();
            if ways > MOST_WAYS {
                return None;
            }
            for (left, chance) in struck {
                *after.entry(left).or_default() += chance;
            }
        }
        ends = after;
    }
    Some(Outcomes {
        state,
        units,
        start,
        ends: ends.into_iter().collect(),
    })
}

/// What the blows of a tier, struck at once, make of units with so many wounds left; nothing where there are too many ways.
fn struck(
    state: &State,
    units: &[UnitId],
    (left, chance): (Vec<u16>, f64),
    blows: &[Strike],
) -> Option<Vec<(Vec<u16>, f64)>> {
    let mut ways = vec![(left.clone(), chance)];
    for (place, target) in units.iter().enumerate().filter(|(place, _)| left[*place] > 0) {
        let strikers = blows.iter().filter(|blow| blow.target == *target);
        let unsaved = strikers.fold(Distribution::point(0), |unsaved, blow| {
            let wounds = units
                .iter()
                .position(|unit| *unit == blow.unit)
                .map_or(0, |place| left[place]);
            unsaved.convolve(&unsaved_hits(state, *blow, wounds))
        });
        if unsaved.last() == 0 {
            continue;
        }
        let wounds = unsaved.cap(i32::from(left[place]));
        if ways.len().saturating_mul(usize::from(left[place]) + 1) > MOST_WAYS {
            return None;
        }
        ways = ways
            .into_iter()
            .flat_map(|(left, chance)| {
                let taken = wounds.iter().filter(|(_, share)| *share > 0.0);
                taken
                    .map(|(taken, share)| {
                        let mut left = left.clone();
                        left[place] = left[place].saturating_sub(u16::try_from(taken).unwrap_or(0));
                        (left, chance * share)
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    Some(ways)
}

/// The hits of a striker with so many wounds left that are not blocked.
fn unsaved_hits(state: &State, blow: Strike, wounds: u16) -> Distribution {
    let gear = state.gear(blow.unit);
    let models = models_of(state, blow.unit, wounds);
    let dice = attack_dice(models, gear.card.front_rank, gear.attacks());
    let (need, block) = (
        melee_need(state, blow.unit),
        block_need(state, blow.unit, blow.target),
    );
    Distribution::binomial(u32::from(dice), wound_chance(need, block))
}

/// The models of a unit with so many wounds left. Rule `BB-ATK-05`.
fn models_of(state: &State, unit: UnitId, wounds: u16) -> u8 {
    let each = u16::from(state.card(unit).wounds_per_model.max(1));
    u8::try_from(wounds.div_ceil(each)).unwrap_or(u8::MAX)
}

impl Outcomes<'_> {
    /// The wounds that a side has dealt in an end.
    fn dealt_in(&self, left: &[u16], seat: Seat) -> u16 {
        let theirs = self.units.iter().zip(self.start.iter().zip(left));
        theirs
            .filter(|(unit, _)| unit.seat() != seat)
            .map(|(_, (start, left))| start - left)
            .sum()
    }

    /// The wounds that a side is expected to deal.
    pub(crate) fn dealt(&self, seat: Seat) -> f64 {
        self.ends
            .iter()
            .map(|(left, chance)| chance * f64::from(self.dealt_in(left, seat)))
            .sum()
    }

    /// The units of a side that are expected to flee when the combat is resolved. Rules `BB-RES-01` to `-04`, `BB-FLEE-01`, `-02`.
    pub(crate) fn flights(&self, seat: Seat) -> f64 {
        let flights = self
            .ends
            .iter()
            .map(|(left, chance)| chance * self.flights_in(left, seat));
        flights.sum()
    }

    fn flights_in(&self, left: &[u16], seat: Seat) -> f64 {
        let standing = || self.units.iter().zip(left).filter(|(_, left)| **left > 0);
        let fighting =
            standing().any(|(one, _)| standing().any(|(other, _)| linked(self.state, *one, *other)));
        let winner = combat_winner([Seat::A, Seat::B].map(|seat| self.dealt_in(left, seat)));
        if !fighting || winner != Some(seat.opponent()) {
            return 0.0;
        }
        standing()
            .filter(|(unit, _)| unit.seat() == seat)
            .map(|(unit, left)| {
                let models = models_of(self.state, *unit, *left);
                1.0 - chance(resolve_target(models, self.state.card(*unit).models))
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::combat::combats;
    use crate::scene::Scene;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-12, "{one} and {other}");
    }

    #[test]
    fn one_model_against_one_strikes_at_once_and_the_loser_is_destroyed() {
        // Each hits on 4 and is blocked on 5: a half times two thirds. Whoever is wounded is destroyed, so nobody tests.
        let scene = Scene::new("A1 d4 N, A6 a1 N, B1 d5 S, B6 h8 S")
            .models("A1", 1)
            .models("B1", 1);
        let combat = combats(&scene.state)[0];
        let found = outcomes(&scene.state, combat).unwrap();
        for seat in [Seat::A, Seat::B] {
            near(found.dealt(seat), 1.0 / 3.0);
            near(found.flights(seat), 0.0);
        }
    }

    #[test]
    fn later_tiers_strike_with_what_the_earlier_ones_left() {
        // A1 strikes the flank in tier 1 with one die; B1, of one model, strikes A2 in tier 4 if it still stands.
        let scene = Scene::new("A1 c5 E, A2 d4 N, A6 a1 N, B1 d5 S, B6 h8 S")
            .models("A1", 1)
            .models("A2", 1)
            .models("B1", 1);
        let combat = combats(&scene.state)[0];
        let found = outcomes(&scene.state, combat).unwrap();
        near(found.dealt(Seat::B), 2.0 / 3.0 / 3.0);
        // A1, or else A2 in tier 4.
        near(found.dealt(Seat::A), 1.0 / 3.0 + 2.0 / 3.0 / 3.0);
        // A2 falls with 2/9; where B1 survives its own blow with 2/3 of them it has won and A1, one of five models, stands on a 6.
        near(found.flights(Seat::A), 2.0 / 9.0 * 2.0 / 3.0 * 5.0 / 6.0);
    }
}
