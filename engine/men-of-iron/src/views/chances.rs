//! The chance of each result before a die is rolled, from the charts in play.

use hindsight_kernel::Distribution;

use crate::data::{Charts, Combat, CombatCell, Order, Outcome};
use crate::model::drm::sum;
use crate::tables::{FireFacts, ShockFacts};

/// The chance of a roll of so much or less, adjusted. Rule `MOI-COMP-02` (p. 3).
pub fn at_most(limit: i32, drms: i32) -> f64 {
    f64::from((limit - drms + 1).clamp(0, 10)) / 10.0
}

/// The chance of a roll of so much or more, adjusted.
pub fn at_least(limit: i32, drms: i32) -> f64 {
    1.0 - at_most(limit - 1, drms)
}

/// The result of a shot for each face of the die, 0 first.
pub fn shot_results(charts: &Charts, facts: &FireFacts) -> [Outcome; 10] {
    let added = sum(&facts.drms(charts));
    std::array::from_fn(|die| facts.result(charts, die as i32 + added))
}

/// The chance that a shot has any effect on its target. Catalogue: "probabilities for expected figures".
pub fn shot_effect(charts: &Charts, facts: &FireFacts) -> f64 {
    share(shot_results(charts, facts).map(|outcome| !outcome.is_none()))
}

/// The cell of a table for each face of the die, 0 first.
pub fn combat_results(charts: &Charts, table: Combat, order: Order, added: i32) -> [CombatCell; 10] {
    std::array::from_fn(|die| charts.combat_result(table, die as i32 + added, order))
}

/// The cell of an attack's roll for each face of the die, 0 first.
pub fn shock_results(charts: &Charts, facts: &ShockFacts) -> [CombatCell; 10] {
    combat_results(charts, facts.table(), facts.order, sum(&facts.drms(charts)))
}

/// The share of faces that are so.
pub fn share(faces: [bool; 10]) -> f64 {
    f64::from(faces.iter().filter(|face| **face).count() as u8) / 10.0
}

/// One success or none.
pub fn once(chance: f64) -> Distribution {
    Distribution::bernoulli(chance)
}
