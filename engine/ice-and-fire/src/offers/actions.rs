//! The actions of the unit that is asked for one: activated, with a free action, surging forth.

use hindsight_kernel::{Message, Offer, OfferWay, Seat, message};
use serde_json::json;

use super::{CommandOffer, HEADINGS, called, pass};
use crate::cards::{AttackKind, ZoneName};
use crate::field::{STEP, Slot, farthest};
use crate::messages::MESSAGES;
use crate::model::command::{Action, Command};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::activation::{Asked, AskedBy};
use crate::rules::{activation, charge, engagement, movement, shots, terrain};

fn decision(by: AskedBy) -> &'static str {
    match by {
        AskedBy::Activation => "choose_action",
        AskedBy::Zone(_) => "free_action",
        AskedBy::Surge => "surge",
    }
}

/// Every action that the unit may take.
pub(super) fn actions(state: &State, seat: Seat) -> Vec<CommandOffer> {
    let Some(asked) = super::asked_unit(state) else {
        return Vec::new();
    };
    let mut offers = Vec::new();
    match asked.by {
        AskedBy::Activation => {
            offers.extend(maneuver(state, asked));
            offers.extend(march(state, asked));
            offers.extend(charges(state, asked));
            offers.extend(attacks(state, asked));
            offers.extend(single(
                state,
                asked,
                Action::Retreat,
                message!(MESSAGES, "action-retreat"),
                "IF-ACT-07",
            ));
            offers.extend(single(
                state,
                asked,
                Action::Forgo,
                message!(MESSAGES, "action-none"),
                "IF-ROUND-05",
            ));
        }
        AskedBy::Zone(ZoneName::Combat) => {
            offers.extend(attacks(state, asked));
            offers.push(pass(
                seat,
                "free_action",
                message!(MESSAGES, "offer-no-free-attack"),
                "IF-TAC-06",
            ));
        }
        AskedBy::Zone(_) => {
            offers.extend(maneuver(state, asked));
            offers.extend(single(
                state,
                asked,
                Action::Retreat,
                message!(MESSAGES, "action-retreat"),
                "IF-ACT-07",
            ));
            offers.push(pass(
                seat,
                "free_action",
                message!(MESSAGES, "offer-no-free-maneuver"),
                "IF-TAC-07",
            ));
        }
        AskedBy::Surge => {
            offers.extend(maneuver(state, asked));
            offers.push(pass(
                seat,
                "surge",
                message!(MESSAGES, "offer-no-surge"),
                "IF-SURGE-01",
            ));
        }
    }
    offers
}

fn legal(state: &State, asked: Asked, action: Action) -> Option<Command> {
    activation::check(state, asked, &action)
        .is_ok()
        .then_some(Command::Act { action })
}

fn single(
    state: &State,
    asked: Asked,
    action: Action,
    words: Message,
    rule: &'static str,
) -> Option<CommandOffer> {
    let unit = asked.unit;
    let command = legal(state, asked, action)?;
    let label = message!(
        MESSAGES,
        "offer-action",
        unit = called(state, unit),
        action = words
    );
    Some(Offer::one(unit.seat(), decision(asked.by), label, rule, command).about(unit))
}

/// A Maneuver: its headings and its highest distance, with the farthest ways in eight directions.
fn maneuver(state: &State, asked: Asked) -> Option<CommandOffer> {
    let unit = asked.unit;
    if state.is_engaged(unit) {
        return None;
    }
    let tray = terrain::tray(state, unit)?;
    let ground = terrain::ground(state, unit);
    let most = movement::speed(state, unit) + i32::from(asked.bonus) * 1_000;
    let own = tray.pose.heading;
    let mut samples: Vec<Command> = HEADINGS
        .into_iter()
        .chain([own])
        .filter_map(|heading| {
            let turned = tray.pivoted(heading);
            let distance = farthest(&ground, &turned, heading, most)?;
            let action = Action::Maneuver {
                first: (heading != own).then_some(heading),
                distance,
                last: None,
            };
            legal(state, asked, action)
        })
        .collect();
    let stay = Action::Maneuver {
        first: None,
        distance: 0,
        last: Some(own),
    };
    samples.extend(legal(state, asked, stay));
    let limits = json!({
        "first": [0, 359], "distance": { "most": most, "step": STEP }, "last": [0, 359],
    });
    let label = message!(MESSAGES, "offer-maneuver", unit = called(state, unit));
    let form = || {
        Offer::form(
            unit.seat(),
            decision(asked.by),
            label,
            "IF-ACT-02",
            &limits,
            samples.clone(),
        )
        .about(unit)
        .along(way(Some("first"), most))
    };
    (!samples.is_empty()).then(form)
}

/// The members of a move that say its way on the board.
fn way(first: Option<&str>, most: i32) -> OfferWay {
    OfferWay {
        first: first.map(ToOwned::to_owned),
        distance: "distance".to_owned(),
        per_unit: 1_000,
        step: STEP.unsigned_abs(),
        most: most.max(0).unsigned_abs(),
        last: "last".to_owned(),
    }
}

/// A March: its highest distance, with the farthest and a shorter one.
fn march(state: &State, asked: Asked) -> Option<CommandOffer> {
    let unit = asked.unit;
    if state.is_engaged(unit) {
        return None;
    }
    let tray = terrain::tray(state, unit)?;
    let ground = terrain::ground(state, unit);
    let most = 2 * movement::speed(state, unit);
    let far = farthest(&ground, &tray, tray.pose.heading, most).unwrap_or_default();
    let mut samples: Vec<Command> = [far, far / 2 / STEP * STEP, 0]
        .into_iter()
        .filter_map(|distance| legal(state, asked, Action::March { distance, last: None }))
        .collect();
    samples.dedup();
    // A last pivot may make room for an end that the present heading has not.
    let limits = json!({ "distance": { "most": most, "step": STEP }, "last": [0, 359] });
    let label = message!(MESSAGES, "offer-march", unit = called(state, unit));
    let form = || {
        Offer::form(
            unit.seat(),
            decision(asked.by),
            label,
            "IF-ACT-03",
            &limits,
            samples.clone(),
        )
        .about(unit)
        .along(way(None, most))
    };
    (!samples.is_empty()).then(form)
}

/// A charge on each enemy that can be charged, by each arc that may be chosen.
fn charges(state: &State, asked: Asked) -> Vec<CommandOffer> {
    let unit = asked.unit;
    activation::enemies(state, unit.seat())
        .into_iter()
        .filter_map(|target| charge_on(state, asked, target))
        .collect()
}

fn charge_on(state: &State, asked: Asked, target: UnitId) -> Option<CommandOffer> {
    let unit = asked.unit;
    let arcs = charge::arcs(state, unit, target);
    let named: Vec<_> = match &arcs[..] {
        [_] => vec![None],
        several => several.iter().map(|side| Some(*side)).collect(),
    };
    let weapons = state
        .unit_and_card(unit)
        .map_or(0, |(_, card)| card.attacks_of(AttackKind::Melee).count());
    let mut samples = Vec::new();
    let mut headings: Vec<u16> = Vec::new();
    for arc in named {
        let Some((heading, _)) = charge::best_heading(state, unit, target, arc) else {
            continue;
        };
        headings.push(heading);
        for weapon in 0..weapons {
            let action = Action::Charge {
                target,
                heading,
                arc,
                weapon: (weapon > 0).then_some(weapon as u8),
            };
            samples.extend(legal(state, asked, action));
        }
    }
    if samples.is_empty() {
        return None;
    }
    let limits = json!({
        "target": target,
        "heading": [0, 359],
        "arc": arcs.iter().map(|side| side.title()).collect::<Vec<_>>(),
    });
    let (own, enemy) = (called(state, unit), called(state, target));
    let label = message!(MESSAGES, "offer-charge", unit = own, target = enemy);
    let form = Offer::form(
        unit.seat(),
        decision(asked.by),
        label,
        "IF-ACT-04",
        &limits,
        samples,
    );
    Some(form.about(unit))
}

/// Melee and ranged attacks, and pieces that can be removed.
fn attacks(state: &State, asked: Asked) -> Vec<CommandOffer> {
    let unit = asked.unit;
    let mut offers = Vec::new();
    if state.is_engaged(unit) {
        offers.extend(melee(state, asked));
    } else {
        offers.extend(ranged(state, asked));
    }
    for piece in terrain::demolishable(state, unit) {
        let name = state
            .pieces()
            .find(|(known, _)| known.no == piece)
            .map_or_else(|| piece.to_string(), |(_, card)| card.name.clone());
        let label = message!(MESSAGES, "action-demolish", name, piece = piece.to_string());
        offers.extend(single(
            state,
            asked,
            Action::Demolish { piece },
            label,
            "IF-TERR-05",
        ));
    }
    offers
}

/// A melee attack on each engaged enemy, from the present place and after each turn or shift.
fn melee(state: &State, asked: Asked) -> Vec<CommandOffer> {
    let unit = asked.unit;
    let weapons = state
        .unit_and_card(unit)
        .map_or(0, |(_, card)| card.attacks_of(AttackKind::Melee).count());
    let mut offers = Vec::new();
    for (own, target, side) in state.engaged_with(unit) {
        let alone = state.engaged_with(unit).count() == 1;
        let mut ways = vec![(false, None)];
        if alone {
            let present = state.unit(unit).and_then(|unit| unit.pose);
            let shifted = engagement::slots(state, unit, target, side, own)
                .into_iter()
                .filter(|(_, pose)| Some(*pose) != present)
                .map(|(slot, _)| (false, Some(slot)));
            ways.extend(shifted);
            if own != crate::field::Side::Front {
                let turned = engagement::slots(state, unit, target, side, crate::field::Side::Front)
                    .into_iter()
                    .map(|(slot, _)| (true, Some(slot)));
                ways.extend(turned);
            }
        }
        for weapon in 0..weapons {
            for (facing, slot) in &ways {
                let action = Action::Melee {
                    target,
                    facing: *facing,
                    slot: *slot,
                    weapon: (weapon > 0).then_some(weapon as u8),
                };
                let label = melee_label(state, target, *facing, *slot);
                offers.extend(single(state, asked, action, label, "IF-ACT-05"));
            }
        }
    }
    offers
}

fn melee_label(state: &State, target: UnitId, facing: bool, slot: Option<Slot>) -> Message {
    let target = called(state, target);
    match (facing, slot) {
        (false, None) => message!(MESSAGES, "action-attack", target),
        (true, slot) => {
            let slot = slot.unwrap_or(Slot::Centre).title();
            message!(MESSAGES, "action-turn-and-attack", target, slot)
        }
        (false, Some(slot)) => {
            message!(MESSAGES, "action-shift-and-attack", slot = slot.title(), target)
        }
    }
}

/// A ranged attack on each enemy that can be shot, without a shift where that is enough.
fn ranged(state: &State, asked: Asked) -> Vec<CommandOffer> {
    let unit = asked.unit;
    let weapons = state
        .unit_and_card(unit)
        .map_or(0, |(_, card)| card.attacks_of(AttackKind::Ranged).count());
    let mut offers = Vec::new();
    for target in activation::enemies(state, unit.seat()) {
        for weapon in 0..weapons {
            let weapon = weapon as u8;
            let Some(shift) = shots::shot(state, unit, target, weapon) else {
                continue;
            };
            let action = Action::Ranged {
                target,
                shift,
                weapon: (weapon > 0).then_some(weapon),
            };
            let Some(sample) = legal(state, asked, action) else {
                continue;
            };
            let limits = json!({
                "target": target,
                "shift": { "most": 2_000, "step": STEP, "direction": [0, 359] },
            });
            let (own, enemy) = (called(state, unit), called(state, target));
            let label = message!(MESSAGES, "offer-shoot", unit = own, target = enemy);
            let form = Offer::form(
                unit.seat(),
                decision(asked.by),
                label,
                "IF-ACT-06",
                &limits,
                vec![sample],
            );
            offers.push(form.about(unit));
        }
    }
    offers
}
