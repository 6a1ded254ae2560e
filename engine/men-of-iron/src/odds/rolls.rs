//! Single rolls: shots with Return Fire, Continuity, Seizure, Loss Check.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;

use crate::data::Outcome;
use crate::model::drm::sum;
use crate::model::names::CommandId;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::{activation, fire, modifiers, victory};
use crate::views::chances;

/// The results of one unit's shot at another, each with its probability. Rule `MOI-FIRE-16` (p. 7).
pub fn shot_odds(state: &State, firer: &Unit, target: &Unit) -> Option<BTreeMap<Outcome, f64>> {
    let facts = modifiers::of_shot(state, firer, target)?;
    let mut odds = BTreeMap::new();
    for outcome in chances::shot_results(&state.battle.charts, &facts) {
        *odds.entry(outcome).or_default() += 0.1;
    }
    Some(odds)
}

/// Active Fire with the Return Fire that may answer it, both on the state before either. Rule `MOI-FIRE-09` (p. 7).
#[derive(Debug, Clone, PartialEq)]
pub struct ExchangeOdds {
    /// What happens to the target.
    pub target: BTreeMap<Outcome, f64>,
    /// What Return Fire does to the firer, if it may be made. It is rolled on the same state, so it depends on nothing else.
    pub firer: Option<BTreeMap<Outcome, f64>>,
}

/// A shot and the Return Fire that may answer it. Rules `MOI-FIRE-08`, `MOI-FIRE-09` (p. 7).
pub fn return_fire_odds(state: &State, firer: &Unit, target: &Unit) -> Option<ExchangeOdds> {
    Some(ExchangeOdds {
        target: shot_odds(state, firer, target)?,
        firer: fire::may_return(state, firer, target)
            .then(|| shot_odds(state, target, firer))
            .flatten(),
    })
}

/// The chance that a Continuity roll with a Command succeeds now. Rule `MOI-ACT-08` (p. 4).
pub fn continuity_chance(state: &State, seat: Seat, command: CommandId) -> f64 {
    let rating = i32::from(activation::rating(state, command));
    chances::at_most(rating, sum(&activation::continuity_drms(state, seat)))
}

/// The chance that a Seizure roll with a Command succeeds now. Rule `MOI-ACT-12` (p. 4).
pub fn seizure_chance(state: &State, seat: Seat, command: CommandId) -> f64 {
    let rating = i32::from(activation::rating(state, command));
    chances::at_most(rating, sum(&activation::seizure_drms(state, seat)))
}

/// The chance that an army with so many Flight Points flees in a Loss Check. Rules `MOI-VIC-02`, `MOI-VIC-06` (p. 14).
pub fn loss_chance(points: i32, level: i32) -> f64 {
    f64::from((points + 9 - level).clamp(0, 10)) / 10.0
}

/// The chance to flee at each number of Flight Points, from the side's present ones on until it is certain.
pub fn flight_check_curve(state: &State, seat: Seat) -> Vec<(i32, f64)> {
    let (points, level) = (
        victory::flight_points(state, seat),
        victory::flight_level(state, seat),
    );
    (points..=points.max(level + 1))
        .map(|points| (points, loss_chance(points, level)))
        .collect()
}
