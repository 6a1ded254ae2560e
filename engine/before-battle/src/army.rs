//! Build Your Army: composition, points, the General's equipment, distractions. §Build Your Army.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::Refusal;

use crate::cards::{Cards, Class, UnitCard, UnitType};
use crate::names::{CardId, UNITS_PER_ARMY};
use crate::state::ArmyList;
use crate::weapons::{fits_slots, no_duplicates};

/// Core, Elite and General units of an army. Rule `BB-ARMY-01`.
pub const COMPOSITION: [(Class, usize); 3] = [(Class::Core, 3), (Class::Elite, 2), (Class::General, 1)];

/// The cards of these ids, or which id is no card.
fn cards_of<'c>(cards: &'c Cards, ids: &[CardId]) -> Result<Vec<&'c UnitCard>, Refusal> {
    ids.iter()
        .map(|&id| {
            cards.unit(id).ok_or_else(|| {
                Refusal::new("BB-ARMY-01", format!("the pack has no unit card {id}")).asked(id)
            })
        })
        .collect()
}

/// Three Core, two Elite, one General, all of one roster. Rule `BB-ARMY-01` (§Build Your Army).
///
/// RULING: a Core or Elite card may be taken twice; both players may use the same cards; rosters do not mix.
pub fn army_composition(cards: &Cards, units: &[CardId]) -> Result<(), Refusal> {
    let army = cards_of(cards, units)?;
    for (class, wanted) in COMPOSITION {
        let found = army.iter().filter(|card| card.class == class).count();
        if found != wanted {
            let word: &str = class.into();
            return Err(Refusal::new(
                "BB-ARMY-01",
                format!("an army has exactly {wanted} {word} units, not {found}"),
            )
            .asked(found)
            .allowed(wanted));
        }
    }
    match army.iter().find(|card| card.roster != army[0].roster) {
        Some(stranger) => Err(Refusal::new(
            "BB-ARMY-01",
            format!(
                "{} is not of the roster {}",
                stranger.name,
                cards.roster_name(army[0].roster)
            ),
        )
        .asked(stranger.id)),
        None => Ok(()),
    }
}

/// What the Core units cost together: at most 7. Rule `BB-ARMY-02` (§Build Your Army).
///
/// RULING: the cap is for all three together.
pub fn core_points(cards: &Cards, units: &[CardId]) -> Result<u8, Refusal> {
    let cap = cards.board.core_points;
    let cost: u8 = cards_of(cards, units)?
        .iter()
        .filter(|card| card.class == Class::Core)
        .map(|card| card.cost.unwrap_or(0))
        .sum();
    if cost > cap {
        return Err(Refusal::new(
            "BB-ARMY-02",
            format!("the Core units cost {cost} points, {cap} at most"),
        )
        .asked(cost)
        .allowed(cap));
    }
    Ok(cost)
}

/// The General of an army and his place in the list.
pub fn general<'c>(cards: &'c Cards, units: &[CardId]) -> Option<(usize, &'c UnitCard)> {
    units
        .iter()
        .enumerate()
        .filter_map(|(slot, &id)| Some((slot, cards.unit(id)?)))
        .find(|(_, card)| card.class == Class::General)
}

/// The General's items respect his slots, types and levels. Rule `BB-ARMY-03` (§Equip Your General).
pub fn general_equipment(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let Some((_, card)) = general(cards, &list.units) else {
        return Err(Refusal::new(
            "BB-ARMY-01",
            "an army has exactly 1 general units, not 0",
        ));
    };
    no_duplicates(list.general_items.iter().copied())?;
    fits_slots(cards, card, &list.general_items)
}

/// What the General's items cost.
pub fn general_cost(cards: &Cards, list: &ArmyList) -> u8 {
    list.general_items
        .iter()
        .filter_map(|&item| cards.item(item))
        .map(|item| item.points)
        .sum()
}

/// The weapon points left for the weapons step once the General is equipped: his items beyond the allowance are
/// paid from the pool. Rule `BB-ARMY-04` (§Equip Your General).
pub fn pool_after_general(cards: &Cards, list: &ArmyList) -> Result<u8, Refusal> {
    let allowance = general(cards, &list.units).map_or(0, |(_, card)| card.allowance);
    let cost = general_cost(cards, list);
    let (pool, excess) = (cards.board.weapon_points, excess_over_allowance(allowance, cost));
    pool.checked_sub(excess).ok_or_else(|| {
        Refusal::new(
            "BB-ARMY-04",
            format!("the General's items need {excess} points beyond his allowance, the army has {pool}"),
        )
        .asked(cost)
        .allowed(allowance + pool)
    })
}

/// What the pool pays of the General's items. Allowance left over is lost, it never adds to the pool.
/// Rule `BB-ARMY-05` (§Equip Your General).
pub const fn excess_over_allowance(allowance: u8, cost: u8) -> u8 {
    cost.saturating_sub(allowance)
}

/// Exactly one Core card of the roster that is not in the army; none if there is none.
/// Rule `BB-ARMY-06` (§Select Your Distractions).
pub fn core_distraction(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let shown = distractions_of(cards, list)?;
    let spare = spare_cards(cards, &list.units, Class::Core);
    let wanted = usize::from(!spare.is_empty());
    let found = shown.iter().filter(|card| card.class == Class::Core).count();
    if found != wanted {
        return Err(Refusal::new(
            "BB-ARMY-06",
            format!("exactly {wanted} Core distraction is shown, not {found}"),
        )
        .asked(found)
        .allowed(spare.iter().map(|card| card.id).collect::<Vec<_>>()));
    }
    Ok(())
}

/// For each Elite type of the army exactly one Elite card of that type that is not in it.
/// Rule `BB-ARMY-07` (§Select Your Distractions).
///
/// RULING: a type with no other card left is skipped.
pub fn elite_distractions(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let mut wanted = elite_types(cards, &list.units);
    for card in distractions_of(cards, list)? {
        if card.class != Class::Elite {
            continue;
        }
        let word: &str = card.kind.into();
        match wanted.remove(&card.kind) {
            Some(_) => {}
            None => {
                return Err(Refusal::new(
                    "BB-ARMY-07",
                    format!(
                        "{} is no Elite distraction here: one {word} for each Elite type of the army",
                        card.name
                    ),
                )
                .asked(card.id)
                .allowed(elite_types(cards, &list.units)));
            }
        }
    }
    match wanted.iter().next() {
        Some((kind, choices)) => {
            let word: &str = (*kind).into();
            Err(Refusal::new(
                "BB-ARMY-07",
                format!("an Elite distraction of type {word} is missing"),
            )
            .allowed(choices))
        }
        None => Ok(()),
    }
}

/// The Elite types that need a distraction, with the cards that can be it.
pub fn elite_types(cards: &Cards, units: &[CardId]) -> BTreeMap<UnitType, Vec<CardId>> {
    let spare = spare_cards(cards, units, Class::Elite);
    let kinds: BTreeSet<UnitType> = units
        .iter()
        .filter_map(|&id| cards.unit(id))
        .filter(|card| card.class == Class::Elite)
        .map(|card| card.kind)
        .collect();
    kinds
        .into_iter()
        .map(|kind| {
            (
                kind,
                spare
                    .iter()
                    .filter(|card| card.kind == kind)
                    .map(|card| card.id)
                    .collect::<Vec<_>>(),
            )
        })
        .filter(|(_, choices)| !choices.is_empty())
        .collect()
}

/// The cards of a class of the army's roster that are not in the army.
pub fn spare_cards<'c>(cards: &'c Cards, units: &[CardId], class: Class) -> Vec<&'c UnitCard> {
    let roster = units
        .first()
        .and_then(|&id| cards.unit(id))
        .map(|card| card.roster);
    cards
        .units
        .iter()
        .filter(|card| Some(card.roster) == roster && card.class == class && !units.contains(&card.id))
        .collect()
}

/// The distractions: cards of the roster, none in the army, none a General. They are only shown: no slot of the army
/// holds one, so none can be armed, placed or score. Rule `BB-ARMY-08` (§Select Your Distractions).
pub fn distractions_of<'c>(cards: &'c Cards, list: &ArmyList) -> Result<Vec<&'c UnitCard>, Refusal> {
    let shown = cards_of(cards, &list.distractions)?;
    let roster = list
        .units
        .first()
        .and_then(|&id| cards.unit(id))
        .map(|card| card.roster);
    for card in &shown {
        let wrong = match card.class {
            Class::General => "a General is never a distraction".to_owned(),
            _ if Some(card.roster) != roster => format!("{} is of another roster", card.name),
            Class::Core if list.units.contains(&card.id) => format!("{} is in the army", card.name),
            Class::Elite if list.units.contains(&card.id) => format!("{} is in the army", card.name),
            Class::Core | Class::Elite => continue,
        };
        let rule = match card.class {
            Class::Core => "BB-ARMY-06",
            Class::Elite => "BB-ARMY-07",
            Class::General => "BB-ARMY-08",
        };
        return Err(Refusal::new(rule, wrong).asked(card.id));
    }
    Ok(shown)
}

/// A whole list, step by step in the book's order.
pub fn check_list(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    debug_assert_eq!(
        COMPOSITION.iter().map(|(_, count)| count).sum::<usize>(),
        UNITS_PER_ARMY
    );
    army_composition(cards, &list.units)?;
    core_points(cards, &list.units)?;
    general_equipment(cards, list)?;
    pool_after_general(cards, list)?;
    core_distraction(cards, list)?;
    elite_distractions(cards, list)
}
