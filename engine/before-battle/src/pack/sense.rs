//! What no single field of a pack can tell.

use hindsight_kernel::Seat;

use super::Pack;
use super::form::Walk;
use crate::army::check_list;
use crate::cards::{Cards, Class, Slot, UnitType};
use crate::names::Name;
use crate::weapons::check_weapons;

/// What no single field can tell: double ids, things named that are not there, fields that do not go together.
pub(super) fn sense(walk: &mut Walk, cards: &Cards) {
    twice(walk, "/rosters", cards.rosters.iter().map(|roster| roster.id));
    twice(walk, "/units", cards.units.iter().map(|card| card.id));
    twice(walk, "/items", cards.items.iter().map(|item| item.id));
    for (place, item) in cards.items.iter().enumerate() {
        let ranged = item.slot == Slot::Ranged;
        if ranged != item.range.is_some() {
            let reason = if ranged {
                "a ranged item needs a range"
            } else {
                "only a ranged item has a range"
            };
            walk.fault(&format!("/items/{place}/range"), reason);
        }
    }
    for (place, card) in cards.units.iter().enumerate() {
        if !cards.rosters.iter().any(|roster| roster.id == card.roster) {
            walk.fault(
                &format!("/units/{place}/roster"),
                format!("there is no roster {}", card.roster),
            );
        }
        if (card.class == Class::Core) != card.cost.is_some() {
            walk.fault(
                &format!("/units/{place}/cost"),
                "a Core card has a cost, no other card has one",
            );
        }
        if card.class != Class::General && card.allowance > 0 {
            walk.fault(
                &format!("/units/{place}/allowance"),
                "only a General has an allowance",
            );
        }
        if let Some(weapon) = card.innate_ranged {
            let here = format!("/units/{place}/innate_ranged");
            match cards.item(weapon) {
                None => walk.fault(&here, format!("there is no item {weapon}")),
                Some(item) if item.slot != Slot::Ranged => {
                    walk.fault(&here, format!("{weapon} is no ranged item"));
                }
                Some(_) if card.ranged.is_none() => {
                    walk.fault(&here, "a unit with a ranged weapon needs a ranged stat");
                }
                Some(_) => {}
            }
        }
    }
}

fn twice(walk: &mut Walk, path: &str, ids: impl Iterator<Item = Name>) {
    let mut seen = Vec::new();
    for (place, id) in ids.enumerate() {
        if seen.contains(&id) {
            walk.fault(&format!("{path}/{place}/id"), format!("{id} stands here twice"));
        }
        seen.push(id);
    }
}

/// Each roster can field an army with its distractions. Rules `BB-ARMY-01`, `-06`, `-07`.
pub(super) fn rosters(walk: &mut Walk, cards: &Cards) {
    for (place, roster) in cards.rosters.iter().enumerate() {
        let path = format!("/rosters/{place}");
        let of = |class: Class| {
            cards
                .units
                .iter()
                .filter(move |card| card.roster == roster.id && card.class == class)
        };
        if of(Class::Core).count() < 4 {
            walk.fault(&path, "a roster needs at least 4 Core cards");
        }
        if of(Class::Core)
            .filter_map(|card| card.cost)
            .min()
            .is_some_and(|least| 3 * least > cards.board.core_points)
        {
            walk.fault(&path, "no three Core cards of this roster are within the points");
        }
        if of(Class::General).next().is_none() {
            walk.fault(&path, "a roster needs a General");
        }
        if of(Class::Elite).next().is_none() {
            walk.fault(&path, "a roster needs Elite cards");
        }
        for kind in [UnitType::Infantry, UnitType::Cavalry, UnitType::Missile] {
            if of(Class::Elite).filter(|card| card.kind == kind).count() == 1 {
                let word: &str = kind.into();
                walk.fault(
                    &path,
                    format!("a roster with an Elite card of type {word} needs a second one"),
                );
            }
        }
    }
}

/// Each ready army is legal.
pub(super) fn armies(walk: &mut Walk, pack: &Pack, cards: &Cards) {
    twice(walk, "/armies", pack.armies.iter().map(|army| army.id));
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        let first = army.units.first().and_then(|&id| cards.unit(id));
        if first.is_some_and(|card| card.roster != army.roster) {
            walk.fault(&format!("{path}/roster"), "the units are of another roster");
        }
        let legal = check_list(cards, &army.list())
            .and_then(|()| check_weapons(cards, Seat::A, &army.list(), &army.weapons(Seat::A)));
        if let Err(refusal) = legal {
            walk.fault(&path, refusal.to_string());
        }
    }
}
