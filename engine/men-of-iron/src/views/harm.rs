//! Harm that a result does to the unit it meets, in steps: 1 for Disordered or a Retreat, 2 for Retired or Unhorsed, 3 for
//! Eliminated.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Distribution;

use crate::data::Outcome;
use crate::model::agenda::Cause;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::modifiers;
use crate::rules::results::effects_here;
use crate::views::chances;

/// The harm of results to one unit, each result looked at once.
pub(super) struct Harm<'s> {
    state: &'s State,
    unit: &'s Unit,
    cause: Cause,
    from: Vec<Hex>,
    known: Vec<(Outcome, u8)>,
}

impl<'s> Harm<'s> {
    /// The harm to a unit where it stands, by units in some hexes.
    pub(super) fn new(state: &'s State, unit: &'s Unit, cause: Cause, from: Vec<Hex>) -> Self {
        Self {
            state,
            unit,
            cause,
            from,
            known: Vec::new(),
        }
    }

    /// The steps of a result. Rules `MOI-RES-07`, `MOI-RES-09`, `MOI-RES-11` (p. 11).
    pub(super) fn steps(&mut self, outcome: Outcome) -> u8 {
        if let Some((_, steps)) = self.known.iter().find(|(known, _)| *known == outcome) {
            return *steps;
        }
        let steps = effects_here(self.state, self.unit, outcome, self.cause, &self.from).steps();
        self.known.push((outcome, steps));
        steps
    }

    /// The distribution of the steps of one die, by the result of each face.
    pub(super) fn expected(&mut self, results: [Outcome; 10]) -> Distribution {
        let mut weights = vec![0.0; 4];
        for outcome in results {
            weights[usize::from(self.steps(outcome))] += 1.0;
        }
        Distribution::from_weights(0, weights).unwrap_or_else(|_| Distribution::point(0))
    }
}

/// The steps of a unit that is eliminated.
pub(crate) const ELIMINATED: i32 = 3;

/// The harm of a shot that could be made. Rule `MOI-FIRE-16` (p. 7).
pub(crate) fn harm_of_shot(state: &State, firer: &Unit, target: &Unit) -> Option<Distribution> {
    let facts = modifiers::of_shot(state, firer, target)?;
    let results = chances::shot_results(&state.battle.charts, &facts);
    Some(of_shot(state, firer, target, results))
}

/// The harm of a shot by the result of each face.
pub(super) fn of_shot(state: &State, firer: &Unit, target: &Unit, results: [Outcome; 10]) -> Distribution {
    // Which roll it is makes no difference to the unit, only to leaders with it.
    let from = firer.hex().into_iter().collect();
    Harm::new(state, target, Cause::Fire(0), from).expected(results)
}
