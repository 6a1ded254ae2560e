//! Legal lists and weapons drawn at random: what the forms offer as samples, and what bots complete them with.

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Seat, below};

use crate::model::cards::{Cards, Class, UnitCard};
use crate::model::names::{CardId, ItemId, UNITS_PER_ARMY, UnitId};
use crate::model::state::{ArmyList, Assigned};
use crate::rules::army::{check_list, elite_types, general, pool_after_general, spare_cards};
use crate::rules::equipment::{accepts, fits_slots, no_duplicates};
use crate::rules::reveal::armies_behind;
use crate::rules::weapons::check_weapons;

fn pick<'l, T>(rng: &mut dyn Rng, list: &'l [T]) -> Option<&'l T> {
    list.get(below(rng, list.len())?)
}

/// Puts a list in a random order.
pub fn shuffle<T>(rng: &mut dyn Rng, list: &mut [T]) {
    for place in (1..list.len()).rev() {
        if let Some(other) = below(rng, place + 1) {
            list.swap(place, other);
        }
    }
}

/// A legal list, every legal choice of cards possible; the order of the units is random too, so that it tells nothing.
pub fn random_list(cards: &Cards, rng: &mut dyn Rng) -> Option<ArmyList> {
    let roster = pick(rng, &cards.rosters)?.id;
    let of = |class: Class| -> Vec<&UnitCard> {
        cards
            .units
            .iter()
            .filter(|card| card.roster == roster && card.class == class)
            .collect()
    };
    let (cores, elites, generals) = (of(Class::Core), of(Class::Elite), of(Class::General));
    // A sound roster has three Core cards within the points, so a draw succeeds soon; the bound keeps a forged one from
    // holding the program.
    for _ in 0..1_000 {
        let mut units: Vec<CardId> = Vec::with_capacity(UNITS_PER_ARMY);
        for pool in [&cores, &cores, &cores, &elites, &elites, &generals] {
            units.push(pick(rng, pool)?.id);
        }
        shuffle(rng, &mut units);
        let mut list = ArmyList {
            general_items: random_general_items(cards, &units, rng),
            units,
            distractions: Vec::new(),
        };
        list.distractions = random_distractions(cards, &list.units, rng);
        if check_list(cards, &list).is_ok() {
            return Some(list);
        }
    }
    None
}

fn random_general_items(cards: &Cards, units: &[CardId], rng: &mut dyn Rng) -> Vec<ItemId> {
    let Some((_, card)) = general(cards, units) else {
        return Vec::new();
    };
    let mut choices: Vec<ItemId> = cards
        .items
        .iter()
        .filter(|item| accepts(card, item).is_ok())
        .map(|item| item.id)
        .collect();
    shuffle(rng, &mut choices);
    let wanted = below(rng, 4).unwrap_or(0);
    let mut taken = Vec::new();
    for item in choices {
        taken.push(item);
        let list = ArmyList {
            units: units.to_vec(),
            general_items: taken.clone(),
            distractions: Vec::new(),
        };
        let fits = taken.len() <= wanted
            && fits_slots(cards, card, &taken).is_ok()
            && pool_after_general(cards, &list).is_ok();
        if !fits {
            taken.pop();
        }
    }
    taken
}

fn random_distractions(cards: &Cards, units: &[CardId], rng: &mut dyn Rng) -> Vec<CardId> {
    let mut shown: Vec<CardId> = pick(rng, &spare_cards(cards, units, Class::Core))
        .map(|card| card.id)
        .into_iter()
        .collect();
    shown.extend(
        elite_types(cards, units)
            .values()
            .filter_map(|choices| pick(rng, choices).copied()),
    );
    shown
}

/// A legal choice of weapons for a list, from none to as much as the points allow.
pub fn random_weapons(cards: &Cards, seat: Seat, list: &ArmyList, rng: &mut dyn Rng) -> Vec<Assigned> {
    let mut choices: Vec<Assigned> = Vec::new();
    for unit in UnitId::of(seat) {
        let Some(card) = list.units.get(unit.slot()).and_then(|&id| cards.unit(id)) else {
            continue;
        };
        choices.extend(
            cards
                .items
                .iter()
                .filter(|item| accepts(card, item).is_ok())
                .map(|item| Assigned { unit, item: item.id }),
        );
    }
    shuffle(rng, &mut choices);
    // Half the time everything that fits, else any number of items.
    let wanted = if below(rng, 2) == Some(0) {
        usize::MAX
    } else {
        below(rng, 7).unwrap_or(0)
    };
    let mut taken: Vec<Assigned> = Vec::new();
    for assigned in choices {
        if taken.len() >= wanted {
            break;
        }
        if no_duplicates(taken.iter().map(|taken| taken.item).chain([assigned.item])).is_err() {
            continue;
        }
        taken.push(assigned);
        if check_weapons(cards, seat, list, &taken).is_err() {
            taken.pop();
        }
    }
    taken.sort_by_key(|assigned| (assigned.unit, assigned.item));
    taken
}

/// A legal army behind a mixed list, with a random order and random items of the General.
pub fn random_army_behind(cards: &Cards, shown: &[CardId], rng: &mut dyn Rng) -> Option<ArmyList> {
    let mut army = pick(rng, &armies_behind(cards, shown))?.clone();
    shuffle(rng, &mut army.units);
    army.general_items = random_general_items(cards, &army.units, rng);
    Some(army)
}
