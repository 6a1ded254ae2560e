//! Strength of a unit: models and wounds. Rules `IF-UNIT-04`, `IF-UNIT-05`, `IF-UNIT-08`.

use crate::cards::UnitCard;
use crate::model::unit::Unit;

/// The wounds that a unit can still suffer. Rules `IF-UNIT-04`, `IF-UNIT-05`.
pub fn wounds_left(unit: &Unit, card: &UnitCard) -> u16 {
    (u16::from(unit.models) * u16::from(card.wounds_per_model)).saturating_sub(unit.wounded.into())
}

/// The wounds that a unit has suffered and could restore. Rule `IF-UNIT-08`.
pub fn wounds_lost(unit: &Unit, card: &UnitCard) -> u16 {
    card.wounds().saturating_sub(wounds_left(unit, card))
}

/// Models alive and wounds on the wounded one, with so many wounds left. Rule `IF-UNIT-05`: never more than one model is
/// partly wounded.
pub fn strength(left: u16, card: &UnitCard) -> (u8, u8) {
    let each = u16::from(card.wounds_per_model.max(1));
    let models = left.div_ceil(each);
    let wounded = models * each - left;
    (
        u8::try_from(models).unwrap_or(u8::MAX),
        u8::try_from(wounded).unwrap_or(u8::MAX),
    )
}
