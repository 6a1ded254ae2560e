//! Checks of a pack that no single field can tell.

use hindsight_kernel::pack::{Faults, pointer};
use hindsight_kernel::{Seat, message};

use super::form::Pack;
use crate::messages::MESSAGES;
use crate::model::cards::{Cards, Class, Slot, UnitType};
use crate::model::names::Name;
use crate::rules::army::check_list;
use crate::rules::weapons::check_weapons;

/// Words of the notation: an id that reads like one would make a line ambiguous.
const RESERVED: [&str; 8] = [
    "unknown",
    "none",
    "shown",
    "with",
    "general",
    "distractions",
    "weapons",
    "list",
];

/// The ids of a pack that are no cards.
pub(super) fn pack_ids(faults: &mut Faults, pack: &Pack) {
    not_reserved(faults, "/id", pack.id);
    for (place, army) in pack.armies.iter().enumerate() {
        not_reserved(faults, &format!("/armies/{place}/id"), army.id);
    }
}

fn not_reserved(faults: &mut Faults, path: &str, id: Name) {
    if RESERVED.contains(&id.as_str()) {
        faults.add(path, message!(MESSAGES, "pack-fault-id-reserved", id));
    }
}

/// An id that is kept as a text.
fn text_id(faults: &mut Faults, path: &str, text: &str) {
    match text.parse::<Name>() {
        Ok(id) => not_reserved(faults, path, id),
        Err(reason) => faults.add(path, reason),
    }
}

/// The ids of cards, and the item types that stand as texts.
fn card_ids(faults: &mut Faults, cards: &Cards) {
    for (place, roster) in cards.rosters.iter().enumerate() {
        not_reserved(faults, &format!("/rosters/{place}/id"), roster.id);
    }
    for (place, card) in cards.units.iter().enumerate() {
        not_reserved(faults, &format!("/units/{place}/id"), card.id);
        for slot in Slot::ALL {
            let word: &str = slot.into();
            for kind in card.equip.slot(slot).keys() {
                let path = format!("/units/{place}/equip/{word}/{}", pointer(kind));
                text_id(faults, &path, kind);
            }
        }
    }
    for (place, item) in cards.items.iter().enumerate() {
        not_reserved(faults, &format!("/items/{place}/id"), item.id);
        text_id(faults, &format!("/items/{place}/type"), &item.kind);
    }
}

/// What no single field can tell: double ids, things named that are not there, fields that do not go together.
pub(super) fn sense(faults: &mut Faults, cards: &Cards) {
    card_ids(faults, cards);
    twice(faults, "/rosters", cards.rosters.iter().map(|roster| roster.id));
    twice(faults, "/units", cards.units.iter().map(|card| card.id));
    twice(faults, "/items", cards.items.iter().map(|item| item.id));
    for (place, item) in cards.items.iter().enumerate() {
        let ranged = item.slot == Slot::Ranged;
        if ranged != item.range.is_some() {
            let reason = if ranged {
                message!(MESSAGES, "pack-fault-range-missing")
            } else {
                message!(MESSAGES, "pack-fault-range-without-shooting")
            };
            faults.add(format!("/items/{place}/range"), reason);
        }
    }
    for (place, card) in cards.units.iter().enumerate() {
        if !cards.rosters.iter().any(|roster| roster.id == card.roster) {
            faults.add(
                format!("/units/{place}/roster"),
                message!(MESSAGES, "pack-fault-no-roster", roster = card.roster),
            );
        }
        if (card.class == Class::Core) != card.cost.is_some() {
            faults.add(
                format!("/units/{place}/cost"),
                message!(MESSAGES, "pack-fault-cost-of-core-cards"),
            );
        }
        if card.class != Class::General && card.allowance > 0 {
            faults.add(
                format!("/units/{place}/allowance"),
                message!(MESSAGES, "pack-fault-allowance-of-generals"),
            );
        }
        if let Some(weapon) = card.innate_ranged {
            let here = format!("/units/{place}/innate_ranged");
            match cards.item(weapon) {
                None => faults.add(&here, message!(MESSAGES, "pack-fault-no-item", weapon)),
                Some(item) if item.slot != Slot::Ranged => {
                    faults.add(&here, message!(MESSAGES, "pack-fault-not-ranged", weapon));
                }
                Some(_) if card.ranged.is_none() => {
                    faults.add(&here, message!(MESSAGES, "pack-fault-no-ranged-stat"));
                }
                Some(_) => {}
            }
        }
    }
}

fn twice(faults: &mut Faults, path: &str, ids: impl Iterator<Item = Name>) {
    let mut seen = Vec::new();
    for (place, id) in ids.enumerate() {
        if seen.contains(&id) {
            faults.add(
                format!("{path}/{place}/id"),
                message!(MESSAGES, "pack-fault-id-twice", id),
            );
        }
        seen.push(id);
    }
}

/// Each roster can field an army with its distractions. Rules `BB-ARMY-01`, `-06`, `-07`.
pub(super) fn rosters(faults: &mut Faults, cards: &Cards) {
    for (place, roster) in cards.rosters.iter().enumerate() {
        let path = format!("/rosters/{place}");
        let of = |class: Class| {
            cards
                .units
                .iter()
                .filter(move |card| card.roster == roster.id && card.class == class)
        };
        if of(Class::Core).count() < 4 {
            faults.add(&path, message!(MESSAGES, "pack-fault-few-core-cards"));
        }
        if of(Class::Core)
            .filter_map(|card| card.cost)
            .min()
            .is_some_and(|least| 3 * least > cards.board.core_points)
        {
            faults.add(&path, message!(MESSAGES, "pack-fault-core-cards-too-dear"));
        }
        if of(Class::General).next().is_none() {
            faults.add(&path, message!(MESSAGES, "pack-fault-no-general"));
        }
        if of(Class::Elite).next().is_none() {
            faults.add(&path, message!(MESSAGES, "pack-fault-no-elite-cards"));
        }
        for kind in [UnitType::Infantry, UnitType::Cavalry, UnitType::Missile] {
            if of(Class::Elite).filter(|card| card.kind == kind).count() == 1 {
                let word: &str = kind.into();
                faults.add(&path, message!(MESSAGES, "pack-fault-single-elite-card", word));
            }
        }
    }
}

/// Each ready army is legal.
pub(super) fn armies(faults: &mut Faults, pack: &Pack, cards: &Cards) {
    twice(faults, "/armies", pack.armies.iter().map(|army| army.id));
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        let first = army.units.first().and_then(|&id| cards.unit(id));
        if first.is_some_and(|card| card.roster != army.roster) {
            faults.add(
                format!("{path}/roster"),
                message!(MESSAGES, "pack-fault-units-of-other-roster"),
            );
        }
        let legal = check_list(cards, &army.list())
            .and_then(|()| check_weapons(cards, Seat::A, &army.list(), &army.weapons(Seat::A)));
        if let Err(refusal) = legal {
            faults.add(&path, refusal.cited());
        }
    }
}
