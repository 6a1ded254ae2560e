//! Orders, cards and the tactics board.

use std::collections::BTreeMap;

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::{Watched, called};
use crate::cards::{AttackKind, CardId, ZoneName};
use crate::field::Side;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::names::{NcuId, SEATS, UnitId};
use crate::model::state::State;
use crate::odds::Prospect;
use crate::rules::{activation, attack, shots, units};

pub(super) const ORDER_UNUSED: Detector = Detector::new(
    "order_unused",
    phrase!(MESSAGES, "detector-order-unused"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-order-unused-watches"),
    &["IF-ORD-01"],
)
.of_a_missed_option();

pub(super) const CARDS_STALLED: Detector = Detector::new(
    "cards_stalled",
    phrase!(MESSAGES, "detector-cards-stalled"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-cards-stalled-watches"),
    &["IF-CARD-01", "IF-ROUND-07"],
)
.of_a_missed_option();

pub(super) const ZONE_LOST: Detector = Detector::new(
    "zone_lost",
    phrase!(MESSAGES, "detector-zone-lost"),
    MISTAKE,
    phrase!(MESSAGES, "detector-zone-lost-watches"),
    &["IF-ROUND-06"],
);

pub(super) const COMBAT_WITHOUT_TARGET: Detector = Detector::new(
    "combat_without_target",
    phrase!(MESSAGES, "detector-combat-without-target"),
    MISTAKE,
    phrase!(MESSAGES, "detector-combat-without-target-watches"),
    &["IF-TAC-06", "IF-TAC-04"],
);

pub(super) const WEALTH_TOO_LATE: Detector = Detector::new(
    "wealth_too_late",
    phrase!(MESSAGES, "detector-wealth-too-late"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-wealth-too-late-watches"),
    &["IF-TAC-04", "IF-UNIT-08"],
);

pub(super) fn orders_unused(seen: &Watched<'_>, chances: &BTreeMap<(UnitId, u8), u32>) -> Vec<Suggestion> {
    let state = seen.before;
    let unused = chances.iter().filter(|((unit, order), count)| {
        **count >= 2
            && state
                .unit(*unit)
                .is_some_and(|unit| unit.is_alive() && !unit.orders_used.contains(order))
    });
    unused
        .map(|((unit, order), count)| {
            let name = crate::views::names::order_name(state, *unit, *order);
            let reason = message!(
                MESSAGES,
                "coach-order-unused",
                unit = called(state, *unit),
                order = name,
                count
            );
            ORDER_UNUSED.found(
                seen.version,
                unit.seat(),
                Some(unit),
                reason,
                &[(phrase!(MESSAGES, "number-chances"), f64::from(*count))],
            )
        })
        .collect()
}

pub(super) fn cards_stalled(seen: &Watched<'_>, playable: &[Vec<CardId>; 2]) -> Vec<Suggestion> {
    SEATS
        .into_iter()
        .filter_map(|seat| {
            let hand = &seen.before.player(seat).hand;
            let could = |card: &Option<CardId>| {
                card.is_some_and(|card| playable[seat.index().min(1)].contains(&card))
            };
            if hand.len() < 3 || !hand.iter().all(could) {
                return None;
            }
            let count = hand.len() as f64;
            let reason = message!(MESSAGES, "coach-cards-stalled");
            Some(CARDS_STALLED.found(
                seen.version,
                seat,
                None,
                reason,
                &[(phrase!(MESSAGES, "number-cards"), count)],
            ))
        })
        .collect()
}

pub(super) fn zones_lost(seen: &Watched<'_>, activated: [u32; 2]) -> Vec<Suggestion> {
    let state = seen.before;
    if !crate::rules::board::empty_zones(state).is_empty() {
        return Vec::new();
    }
    SEATS
        .into_iter()
        .filter_map(|seat| {
            let waiting = state
                .ncus
                .iter()
                .filter(|ncu| ncu.id.seat() == seat && !ncu.activated)
                .count();
            let before = activated[seat.index().min(1)];
            if waiting == 0 || before < 2 {
                return None;
            }
            let reason = message!(MESSAGES, "coach-zone-lost", units = before);
            let numbers = [
                (phrase!(MESSAGES, "number-ncus-without-a-zone"), waiting as f64),
                (phrase!(MESSAGES, "number-combat-units-before"), f64::from(before)),
            ];
            Some(ZONE_LOST.found(seen.version, seat, None, reason, &numbers))
        })
        .collect()
}

/// Wounds a unit has lost.
fn lost(state: &State, id: UnitId) -> u16 {
    state
        .unit_and_card(id)
        .map_or(0, |(unit, card)| units::wounds_lost(unit, card))
}

fn own(state: &State, seat: Seat) -> impl Iterator<Item = UnitId> {
    state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(move |id| id.seat() == seat)
}

/// The wounds that the best free attack of a unit expects.
fn best_attack(state: &State, unit: UnitId) -> f64 {
    let wounds = |enemy: UnitId, kind: AttackKind, over: Side| {
        let (weapon, _) = attack::weapon_of(state, unit, kind, None).ok()?;
        let prospect = Prospect {
            attacker: unit,
            defender: enemy,
            kind,
            weapon,
            over,
            charge: None,
        };
        Some(prospect.terms(state)?.odds().ok()?.wounds.mean())
    };
    let melee = state
        .engaged_with(unit)
        .filter_map(|(_, enemy, over)| wounds(enemy, AttackKind::Melee, over));
    let shots = activation::enemies(state, unit.seat())
        .into_iter()
        .filter(|enemy| !state.is_engaged(unit) && shots::shot(state, unit, *enemy, 0).is_some())
        .filter_map(|enemy| wounds(enemy, AttackKind::Ranged, Side::Front));
    melee.chain(shots).fold(0.0, f64::max)
}

pub(super) fn combat_without_target(seen: &Watched<'_>, ncu: NcuId, zone: ZoneName) -> Option<Suggestion> {
    let seat = ncu.seat();
    let state = seen.before;
    if zone != ZoneName::Combat || state.holder(ZoneName::Wealth).is_some() {
        return None;
    }
    let best = own(state, seat)
        .map(|unit| best_attack(state, unit))
        .fold(0.0, f64::max);
    let hurt = own(state, seat)
        .map(|unit| lost(state, unit))
        .max()
        .unwrap_or_default();
    if best >= 1.0 || hurt < 3 {
        return None;
    }
    let reason = message!(MESSAGES, "coach-combat-without-target");
    let numbers = [
        (
            phrase!(MESSAGES, "number-expected-wounds-of-the-best-attack"),
            best,
        ),
        (
            phrase!(MESSAGES, "number-wounds-to-restore"),
            f64::from(hurt.min(3)),
        ),
    ];
    let wealth = Command::Claim {
        ncu,
        zone: ZoneName::Wealth,
    };
    let better = BetterChoice::new(
        seen.asked_at,
        message!(MESSAGES, "coach-wealth-claimed"),
        &[wealth],
    );
    let suggestion = COMBAT_WITHOUT_TARGET.found(seen.version, seat, None, reason, &numbers);
    let restored = f64::from(hurt.min(3));
    Some(suggestion.instead(
        better,
        [Weighed::odds(
            phrase!(MESSAGES, "number-wounds-dealt-or-restored"),
            best,
            restored,
        )],
    ))
}

pub(super) fn wealth_too_late(seen: &Watched<'_>, unit: UnitId, wounds: u16) -> Option<Suggestion> {
    let state = seen.before;
    let by_wealth = state.agenda.iter().any(|frame| {
        matches!(
            frame.step,
            Step::ZoneEffect {
                zone: ZoneName::Wealth,
                ..
            }
        )
    });
    if !by_wealth || wounds >= 3 {
        return None;
    }
    let other = own(state, unit.seat())
        .filter(|other| *other != unit)
        .max_by_key(|other| lost(state, *other))?;
    let lacked = lost(state, other);
    if lacked < 3 {
        return None;
    }
    let reason = message!(
        MESSAGES,
        "coach-wealth-too-late",
        wounds,
        unit = called(state, unit),
        other = called(state, other),
        lacked
    );
    let numbers = [
        (phrase!(MESSAGES, "number-wounds-restored"), f64::from(wounds)),
        (
            phrase!(MESSAGES, "number-wounds-the-other-lacked"),
            f64::from(lacked),
        ),
    ];
    let words = message!(MESSAGES, "coach-wealth-restores", unit = called(state, other));
    let command = Command::Target {
        unit: other,
        token: None,
    };
    let suggestion = WEALTH_TOO_LATE.found(seen.version, unit.seat(), Some(&unit), reason, &numbers);
    let restored = Weighed::certain(
        phrase!(MESSAGES, "number-wounds-restored"),
        f64::from(wounds),
        f64::from(lacked.min(3)),
    );
    Some(suggestion.instead(
        BetterChoice::new(seen.asked_at, words, &[command]).by(&other),
        [restored],
    ))
}
