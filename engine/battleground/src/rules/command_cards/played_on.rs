//! On which units cards may be played at all.

use super::refusal::CardRefusal;
use crate::model::cards::Colour;
use crate::model::names::UnitId;
use crate::model::state::State;

/// Whether a unit may have cards of a colour played on it. Rules `BG4-CARDS-06`, `BG4-CARDS-11`, `BG4-COUR-11` (pp. 18, 19-20,
/// 86, 101-102, 127).
pub(crate) fn may_have_cards(state: &State, unit: UnitId, colour: Colour) -> Result<(), CardRefusal> {
    let Some(there) = state.unit(unit) else {
        return Err(CardRefusal::NotOnTheTable(unit));
    };
    if there.turn.frightened && state.profile().frightened.is_none() {
        return Err(CardRefusal::Frightened(unit));
    }
    if crate::model::lasting::in_force(state, there).any(|(_, effect)| effect.bars(colour)) {
        return Err(CardRefusal::Barred { unit, colour });
    }
    Ok(())
}
