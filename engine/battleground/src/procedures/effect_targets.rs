//! On which units an effect falls (p. 12).

use battleground_geometry::Limit;
use hindsight_kernel::Seat;

use crate::field::Field;
use crate::model::effect::{Condition, Target};
use crate::model::hands::is_mercenary;
use crate::model::names::UnitId;
use crate::model::state::{LastingKind, State, Unit};
use crate::procedures::lasting::holds;

/// Whether a card of a faction leaves a unit alone that is a mercenary, on whomever else it works. Rule `BG3-MERC-04` (p. 25).
pub(crate) fn spares(state: &State, kind: &LastingKind, unit: UnitId) -> bool {
    state.profile().faction_cards_spare_mercenaries
        && matches!(kind, LastingKind::Card(card) if card.is_faction_card())
        && state.unit(unit).is_some_and(|unit| is_mercenary(state, unit))
}

/// The units on which an effect falls. What its conditions say of an attack is judged in the attack. Rule `BG4-GEO-19` (p. 12).
pub(crate) fn falls_on(
    state: &State,
    seat: Seat,
    target: &Target,
    on: &[UnitId],
    when: &[Condition],
) -> Vec<UnitId> {
    match target {
        Target::Chosen | Target::Attacker | Target::Defender => on.to_vec(),
        Target::Checking => state.check.iter().map(|check| check.unit).collect(),
        Target::OwnWithin(distance) => {
            let Some(from) = on.first() else {
                return Vec::new();
            };
            let field = Field::of(state);
            let when: Vec<Condition> = when.iter().filter(|one| !one.is_of_a_moment()).cloned().collect();
            let near = |unit: UnitId| {
                let found = field.within(*from, unit);
                unit == *from
                    || found.is_some_and(|found| {
                        state
                            .profile()
                            .measures
                            .reaches(found, distance.inches(), Limit::Within)
                    })
            };
            state
                .own(seat)
                .filter(|unit| holds(state, unit, &when) && near(unit.id))
                .map(|unit| unit.id)
                .collect()
        }
        Target::Player => Vec::new(),
    }
}

/// Whether a unit can be the subject of a Healing spell, or of what counts as one: once in a turn, and some never. Rules
/// `BG4-SPELL-06` (p. 134), `BG3-SPELL-05`, `BG3-ERR-03` (pp. 32-33).
pub(crate) fn may_be_healed(state: &State, unit: &Unit) -> bool {
    !unit.turn.healed && !state.kind(unit).healing_forbidden
}
