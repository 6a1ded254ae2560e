//! Reveal your armies: the mixed list is shown, the distractions go. §Reveal your armies.

use hindsight_kernel::Refusal;

use crate::army::{army_composition, check_list, core_distraction, core_points, elite_distractions};
use crate::cards::{Cards, Class};
use crate::names::{CardId, UNITS_PER_ARMY};
use crate::state::ArmyList;

/// The cards that are shown: army and distractions, sorted by class and id so that the order gives nothing away.
/// A card held twice is listed twice. Rule `BB-REV-01` (§Reveal your armies).
pub fn mixed_list(cards: &Cards, list: &ArmyList) -> Vec<CardId> {
    sorted(cards, list.units.iter().chain(&list.distractions).copied())
}

fn sorted(cards: &Cards, ids: impl Iterator<Item = CardId>) -> Vec<CardId> {
    let mut ids: Vec<CardId> = ids.collect();
    ids.sort_by_key(|&id| (cards.unit(id).map(|card| card.class), id));
    ids
}

/// The free allowance of the General in a mixed list, which is told with it. Rule `BB-REV-01`.
pub fn shown_allowance(cards: &Cards, shown: &[CardId]) -> u8 {
    shown
        .iter()
        .filter_map(|&id| cards.unit(id))
        .filter(|card| card.class == Class::General)
        .map(|card| card.allowance)
        .max()
        .unwrap_or(0)
}

/// Whether some legal army with its distractions shows these cards; gives them in the order of the reveal.
///
/// It is what a scorekeeper who does not know the army can record of it. Rule `BB-REV-01`.
pub fn check_shown(cards: &Cards, shown: &[CardId]) -> Result<Vec<CardId>, Refusal> {
    if let Some(stranger) = shown.iter().find(|&&id| cards.unit(id).is_none()) {
        return Err(
            Refusal::new("BB-ARMY-01", format!("the pack has no unit card {stranger}")).asked(stranger),
        );
    }
    let shown = sorted(cards, shown.iter().copied());
    if armies_behind(cards, &shown).is_empty() {
        return Err(Refusal::new(
            "BB-REV-01",
            "no legal army with its distractions shows these cards",
        )
        .asked(&shown)
        .allowed("6 army cards, 1 Core distraction and 1 Elite distraction for each Elite type"));
    }
    Ok(shown)
}

/// Every army that may be behind a mixed list, as the six cards and the distractions.
///
/// Rule `BB-REV-02` (§Reveal your armies): which cards are taken away is not told, so all of these stay possible.
pub fn armies_behind(cards: &Cards, shown: &[CardId]) -> Vec<ArmyList> {
    // A legal mixed list holds 9 cards at most, so this lists no more than 84 choices.
    if shown.len() < UNITS_PER_ARMY || shown.len() > UNITS_PER_ARMY + 3 {
        return Vec::new();
    }
    let mut armies: Vec<ArmyList> = Vec::new();
    for choice in 0_u32..1 << shown.len() {
        if choice.count_ones() as usize != UNITS_PER_ARMY {
            continue;
        }
        let (units, distractions): (Vec<_>, Vec<_>) = shown
            .iter()
            .enumerate()
            .partition(|(place, _)| choice & (1 << place) != 0);
        let ids = |picked: Vec<(usize, &CardId)>| picked.into_iter().map(|(_, &id)| id).collect();
        let army = ArmyList {
            units: ids(units),
            general_items: Vec::new(),
            distractions: ids(distractions),
        };
        let legal = army_composition(cards, &army.units).is_ok()
            && core_points(cards, &army.units).is_ok()
            && core_distraction(cards, &army).is_ok()
            && elite_distractions(cards, &army).is_ok();
        if legal && !armies.contains(&army) {
            armies.push(army);
        }
    }
    armies
}

/// A list supplied late is legal and shows exactly what was shown. Rules `BB-REV-01` and `BB-DEP-05`.
pub fn check_late_list(cards: &Cards, shown: &[CardId], list: &ArmyList) -> Result<(), Refusal> {
    check_list(cards, list)?;
    let mixed = mixed_list(cards, list);
    if mixed != shown {
        return Err(Refusal::new(
            "BB-REV-01",
            "this army with its distractions is not the list that was shown",
        )
        .asked(mixed)
        .allowed(shown));
    }
    Ok(())
}
