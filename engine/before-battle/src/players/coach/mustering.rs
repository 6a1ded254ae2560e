//! Mistakes of those who build an army and arm it.

use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::{DUBIOUS, MISTAKE, Watched};
use crate::messages::MESSAGES;
use crate::model::cards::{Class, ItemCard, UnitCard};
use crate::model::command::Command;
use crate::model::names::{UNITS_PER_ARMY, UnitId};
use crate::model::state::{ArmyList, Assigned, State};
use crate::rules::army::{general, general_cost, general_equipment, pool_after_general, spare_cards};
use crate::rules::weapons::{check_weapons, weapon_points};

pub(super) const WEAPON_POINTS_LEFT: Detector = Detector::new(
    "weapon_points_left",
    phrase!(MESSAGES, "detector-weapon-points-left"),
    MISTAKE,
    phrase!(MESSAGES, "detector-weapon-points-left-watches"),
    &["BB-WPN-01", "BB-WPN-03", "BB-WPN-04"],
)
.of_a_missed_option();

/// Weapon points left over, as far as list and weapons are known.
pub(super) fn weapon_points_left(seen: &Watched<'_>, seat: Seat) -> Option<Suggestion> {
    let state = seen.after;
    let player = state.player(seat);
    let (list, weapons) = (player.list.known()?, player.weapons.known()?);
    let pool = pool_after_general(&state.cards, list).ok()?;
    let left = pool.checked_sub(weapon_points(&state.cards, list, weapons).ok()?)?;
    let (slot, item) = affordable(state, seat, list, weapons, left)?;
    let unit = UnitId::new(seat, slot)?;
    let mut more = weapons.to_vec();
    more.push(Assigned { unit, item: item.id });
    let words = message!(
        MESSAGES,
        "coach-item-held",
        unit = super::called(state, unit),
        item = item.id
    );
    let command = Command::ConfirmWeapons { weapons: Some(more) };
    Some(
        WEAPON_POINTS_LEFT
            .found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-weapon-points-left",
                    left,
                    pool,
                    unit = super::called(state, unit),
                    item = item.id,
                    points = item.points
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-weapon-points-of-the-pool"),
                        f64::from(pool),
                    ),
                    (phrase!(MESSAGES, "number-weapon-points-left"), f64::from(left)),
                    (
                        phrase!(MESSAGES, "number-points-of-that-item"),
                        f64::from(item.points),
                    ),
                ],
            )
            .instead(
                BetterChoice::new(seen.asked_at, words, &[command]).by(&unit),
                [Weighed::certain(
                    phrase!(MESSAGES, "number-weapon-points-left"),
                    f64::from(left),
                    f64::from(left - item.points),
                )
                .less()],
            ),
    )
}

/// The dearest item that the points left would have paid for, with the slot of a unit that may hold it.
fn affordable<'s>(
    state: &'s State,
    seat: Seat,
    list: &ArmyList,
    weapons: &[Assigned],
    left: u8,
) -> Option<(usize, &'s ItemCard)> {
    let legal = |item: &ItemCard, slot: usize| {
        let unit = UnitId::new(seat, slot)?;
        let mut more = weapons.to_vec();
        more.push(Assigned { unit, item: item.id });
        check_weapons(&state.cards, seat, list, &more)
            .is_ok()
            .then_some(slot)
    };
    state
        .cards
        .items
        .iter()
        .filter(|item| item.points <= left)
        .filter_map(|item| Some(((0..UNITS_PER_ARMY).find_map(|slot| legal(item, slot))?, item)))
        .max_by_key(|(_, item)| item.points)
}

pub(super) const ALLOWANCE_WASTED: Detector = Detector::new(
    "allowance_wasted",
    phrase!(MESSAGES, "detector-allowance-wasted"),
    MISTAKE,
    phrase!(MESSAGES, "detector-allowance-wasted-watches"),
    &["BB-ARMY-03", "BB-ARMY-05"],
)
.of_a_missed_option();

/// The General's allowance not used up, as far as the list is known.
pub(super) fn allowance_wasted(seen: &Watched<'_>, seat: Seat) -> Option<Suggestion> {
    let state = seen.after;
    let list = state.player(seat).list.known()?;
    let (slot, card) = general(&state.cards, &list.units)?;
    let cost = general_cost(&state.cards, list);
    let rest = card.allowance.checked_sub(cost)?;
    let item = state
        .cards
        .items
        .iter()
        .filter(|item| item.points <= rest)
        .filter(|item| {
            let mut more = ArmyList::clone(list);
            more.general_items.push(item.id);
            general_equipment(&state.cards, &more).is_ok()
        })
        .max_by_key(|item| item.points)?;
    let unit = UnitId::new(seat, slot)?;
    let mut more = ArmyList::clone(list);
    more.general_items.push(item.id);
    let spent = general_cost(&state.cards, &more);
    let words = message!(
        MESSAGES,
        "coach-item-carried",
        unit = super::called(state, unit),
        item = item.id
    );
    let command = Command::ConfirmList {
        list: Some(more),
        shown: None,
    };
    Some(
        ALLOWANCE_WASTED
            .found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-allowance-wasted",
                    unit = super::called(state, unit),
                    cost,
                    allowance = card.allowance,
                    item = item.id,
                    points = item.points
                ),
                &[
                    (phrase!(MESSAGES, "number-allowance"), f64::from(card.allowance)),
                    (phrase!(MESSAGES, "number-points-spent"), f64::from(cost)),
                    (
                        phrase!(MESSAGES, "number-points-of-that-item"),
                        f64::from(item.points),
                    ),
                ],
            )
            .instead(
                BetterChoice::new(seen.asked_at, words, &[command]).by(&unit),
                [Weighed::certain(
                    phrase!(MESSAGES, "number-points-of-the-allowance-spent"),
                    f64::from(cost),
                    f64::from(spent),
                )],
            ),
    )
}

pub(super) const DISTRACTION_REVEALS: Detector = Detector::new(
    "distraction_reveals",
    phrase!(MESSAGES, "detector-distraction-reveals"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-distraction-reveals-watches"),
    &["BB-ARMY-06", "BB-REV-01"],
);

/// A Core distraction of a type that the army lacks, as far as the list is known.
pub(super) fn distraction_reveals(seen: &Watched<'_>, seat: Seat) -> Option<Suggestion> {
    let state = seen.after;
    let list = state.player(seat).list.known()?;
    let army: Vec<&UnitCard> = list.units.iter().filter_map(|&id| state.cards.unit(id)).collect();
    let occurs = |card: &UnitCard| army.iter().any(|own| own.kind == card.kind);
    let shown = list
        .distractions
        .iter()
        .filter_map(|&id| state.cards.unit(id))
        .find(|card| card.class == Class::Core && !occurs(card))?;
    let better: Vec<&UnitCard> = spare_cards(&state.cards, &list.units, Class::Core)
        .into_iter()
        .filter(|card| occurs(card))
        .collect();
    let kind: &str = shown.kind.into();
    let first = better.first()?;
    let alike = army.iter().filter(|own| own.kind == first.kind).count();
    let mut other = ArmyList::clone(list);
    for distraction in other.distractions.iter_mut().filter(|id| **id == shown.id) {
        *distraction = first.id;
    }
    let command = Command::ConfirmList {
        list: Some(other),
        shown: None,
    };
    let words = message!(MESSAGES, "coach-distraction-shown", card = &first.name);
    Some(
        DISTRACTION_REVEALS
            .found(
                seen.version,
                seat,
                None,
                message!(
                    MESSAGES,
                    "coach-distraction-reveals",
                    shown = &shown.name,
                    kind,
                    other = &first.name
                ),
                &[
                    (phrase!(MESSAGES, "number-units-of-that-type-in-the-army"), 0.0),
                    (
                        phrase!(MESSAGES, "number-better-core-cards-to-show"),
                        better.len() as f64,
                    ),
                ],
            )
            .instead(
                BetterChoice::new(seen.asked_at, words, &[command]),
                [Weighed::certain(
                    phrase!(MESSAGES, "number-units-of-the-shown-type-in-the-army"),
                    0.0,
                    alike as f64,
                )],
            ),
    )
}
