//! Ammo boxes (pp. 96-97, 130-132).

use battleground_geometry::Inches;

use crate::model::cards::{RangedType, SpellKeyword, UnitType};
use crate::model::effect::Keyword;
use crate::model::state::{State, Unit};

/// The number of ammo boxes of a unit card: the printed number, else that of its attack with the most.
///
/// RULING: BG4-ATK-08, ranges below 14 inches count in the column of 10.5 inches or less.
///
/// Rules `BG4-ATK-08`, `BG4-ATK-09`, `BG4-SPELL-08`, `BG4-SKIRM-14`, `BG4-EQUIP-05` (pp. 97, 130-135).
pub fn ammo_boxes(card: &UnitType) -> u8 {
    if let Some(printed) = card.ammo {
        return printed;
    }
    let thrown = card.is_any(&[Keyword::Javelins, Keyword::Pila]);
    let skirmisher = card.is(Keyword::Skirmisher);
    let of = |way: RangedType, range: Inches, thrown: bool| match (thrown, skirmisher) {
        (true, false) => 1,
        (true, true) => 2,
        (false, true) => 3,
        (false, false) => {
            let far = range >= Inches::mils(14_000);
            match way {
                RangedType::Indirect | RangedType::LowArc if far => 6,
                RangedType::Indirect | RangedType::LowArc => 4,
                RangedType::LineOfSight if far => 4,
                RangedType::LineOfSight => 3,
            }
        }
    };
    let shot = card
        .ranged
        .map(|ranged| of(ranged.way, ranged.range.inches(), thrown));
    let spells = card
        .spells
        .iter()
        .filter(|spell| spell.is(SpellKeyword::Attack))
        .map(|spell| of(spell.way, spell.range.inches(), false));
    shot.into_iter().chain(spells).max().unwrap_or(0)
}

/// Whether a unit has an unmarked ammo box, or needs none. Rule `BG4-ATK-07` (pp. 96-97).
pub(crate) fn has_ammo(state: &State, unit: &Unit) -> bool {
    !state.profile().ammunition || unit.ammo_marked < ammo_boxes(state.kind(unit))
}
