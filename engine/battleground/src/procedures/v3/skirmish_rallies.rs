//! Skirmishers that rally by themselves (p. 31).

use crate::model::agenda::Step;
use crate::model::effect::{Effect, Target};
use crate::model::names::{Team, UnitId};
use crate::model::state::{LastingKind, State};
use crate::procedures::rush::safety::rallies_by_itself;

/// What the step is called in which a Skirmisher rallies by itself. Rules `BG3-KEY-35`, `BG3-KEY-37` (p. 31).
const BY_ITSELF: &str = "rallies by itself";

/// The step in which a Skirmisher rallies by itself: its owner chooses its facing. Rules `BG3-KEY-35`, `BG3-KEY-37` (p. 31).
pub(crate) fn rallies(unit: UnitId) -> Step {
    Step::Effects {
        seat: unit.seat(),
        name: BY_ITSELF.to_owned(),
        kind: LastingKind::Rule,
        on: vec![unit],
        effects: vec![Effect::Rally { on: Target::Chosen }],
        spell: false,
    }
}

/// Whether a step is that in which a Skirmisher rallies by itself, also after its rout move of the turn.
pub(crate) fn is_by_itself(state: &State, name: &str) -> bool {
    state.profile().skirmishers_rally_by_phase && name == BY_ITSELF
}

/// The steps in which the routing Skirmishers of the active player rally that no enemy could rush now: at the start and at the
/// end of their Movement and Command phase. Rule `BG3-KEY-37` (p. 31).
pub(crate) fn rallies_of_the_phase(state: &State) -> Vec<Step> {
    let Some(active) = state
        .active
        .filter(|_| state.profile().skirmishers_rally_by_phase)
    else {
        return Vec::new();
    };
    let units = state.of_team(Team::of(active)).map(|unit| unit.id);
    let rally = units.filter(|unit| rallies_by_itself(state, *unit));
    rally.map(rallies).collect()
}
