//! Checks of what only cards of one of the editions may say.

use hindsight_kernel::{Phrase, phrase};

use super::faults::Faults;
use super::form::{Pack, PackFaction, PackUnit};
use crate::editions::Edition;
use crate::editions::terrain::has_terrain;
use crate::messages::MESSAGES;
use crate::model::cards::{Spell, Window};
use crate::model::effect::{Effect, Trigger};

const EARLIER: Phrase = phrase!(MESSAGES, "pack-fault-of-edition-3");
const LATER: Phrase = phrase!(MESSAGES, "pack-fault-of-edition-4");

/// Refuses what cards of the other edition say.
pub(super) fn check(pack: &Pack, edition: Edition, faults: &mut Faults<'_>) {
    let decks = pack.factions.iter().enumerate();
    let decks = decks.map(|(place, faction)| (format!("/factions/{place}/cards"), &faction.cards));
    for (path, cards) in [("/common_cards".to_owned(), &pack.common_cards)]
        .into_iter()
        .chain(decks)
    {
        for (at, card) in cards.iter().enumerate() {
            for (side, printed) in card.sides.iter().enumerate() {
                // The earlier edition has neither a step of damage nor a phase at the end of the turn. Rules BG3-CCARD-04
                // (p. 18), BG3-TURN-02 (p. 5).
                let later = [Window::Damage, Window::EndTurn];
                if edition == Edition::V3 && later.iter().any(|window| printed.windows.contains(window)) {
                    faults.add(format!("{path}/{at}/sides/{side}/windows"), LATER);
                }
                if edition == Edition::V4 && printed.beside_another {
                    faults.add(format!("{path}/{at}/sides/{side}/beside_another"), EARLIER);
                }
            }
        }
    }
    for (place, map) in pack.maps.iter().enumerate() {
        for (at, piece) in map.pieces.iter().enumerate() {
            if edition == Edition::V4 && piece.custom.is_some() {
                faults.add(format!("/maps/{place}/pieces/{at}/custom"), EARLIER);
            } else if !has_terrain(edition, piece.kind) {
                let reason = match edition {
                    Edition::V3 => phrase!(MESSAGES, "pack-fault-terrain-of-edition-4"),
                    Edition::V4 => phrase!(MESSAGES, "pack-fault-terrain-of-edition-3"),
                };
                faults.add(format!("/maps/{place}/pieces/{at}/kind"), reason);
            }
        }
    }
    if edition == Edition::V3 {
        for (path, effects) in all_effects(pack) {
            check_effects(&path, effects, faults);
        }
    }
    for (place, faction) in pack.factions.iter().enumerate() {
        if edition == Edition::V4 {
            check_faction(&format!("/factions/{place}"), faction, faults);
        }
        for (at, unit) in faction.units.iter().enumerate() {
            let path = format!("/factions/{place}/units/{at}");
            for (wrong, field) in of_unit(unit, edition) {
                if wrong {
                    let reason = match edition {
                        Edition::V3 => LATER,
                        Edition::V4 => EARLIER,
                    };
                    faults.add(format!("{path}/{field}"), reason);
                }
            }
            if edition == Edition::V4 {
                for (at, spell) in unit.spells.iter().enumerate() {
                    for (wrong, field) in of_spell(spell) {
                        if wrong {
                            faults.add(format!("{path}/spells/{at}/{field}"), EARLIER);
                        }
                    }
                }
            }
        }
    }
}

/// All effects that a pack writes down, each list with its place.
fn all_effects(pack: &Pack) -> Vec<(String, &[Effect])> {
    let mut all: Vec<(String, &[Effect])> = Vec::new();
    let mut cards = vec![("/common_cards".to_owned(), &pack.common_cards)];
    for (place, faction) in pack.factions.iter().enumerate() {
        let path = format!("/factions/{place}");
        cards.push((format!("{path}/cards"), &faction.cards));
        for (at, ability) in faction.abilities.iter().enumerate() {
            let path = format!("{path}/abilities/{at}");
            all.push((format!("{path}/effects"), &ability.effects));
            all.extend(
                ability
                    .mark
                    .iter()
                    .map(|mark| (format!("{path}/mark/effects"), mark.effects.as_slice())),
            );
            all.extend(of_triggers(&path, &ability.triggers));
        }
        for (at, unit) in faction.units.iter().enumerate() {
            let path = format!("{path}/units/{at}");
            all.extend(of_triggers(&path, &unit.triggers));
            let spells = unit.spells.iter().enumerate();
            all.extend(
                spells.map(|(at, spell)| (format!("{path}/spells/{at}/effects"), spell.effects.as_slice())),
            );
        }
    }
    for (place, scenario) in pack.scenarios.iter().enumerate() {
        let rules = scenario.rules.iter().enumerate();
        all.extend(rules.map(|(at, rule)| {
            let path = format!("/scenarios/{place}/rules/{at}/rule/effects");
            (path, rule.rule.effects.as_slice())
        }));
    }
    for (path, cards) in cards {
        for (at, card) in cards.iter().enumerate() {
            let sides = card.sides.iter().enumerate();
            all.extend(sides.map(|(side, printed)| {
                (
                    format!("{path}/{at}/sides/{side}/effects"),
                    printed.effects.as_slice(),
                )
            }));
        }
    }
    all
}

fn of_triggers<'p>(path: &str, triggers: &'p [Trigger]) -> Vec<(String, &'p [Effect])> {
    let triggers = triggers.iter().enumerate();
    triggers
        .map(|(at, trigger)| {
            (
                format!("{path}/triggers/{at}/effects"),
                trigger.effects.as_slice(),
            )
        })
        .collect()
}

/// Effects that the earlier edition does not have: its units are never Disrupted, and shots use nothing up. Rules `BG3-CARD-07`,
/// `BG3-CARD-10` (pp. 3, 6, 22).
fn check_effects(path: &str, effects: &[Effect], faults: &mut Faults<'_>) {
    for (at, effect) in effects.iter().enumerate() {
        let path = format!("{path}/{at}");
        match effect {
            Effect::Disrupt | Effect::Reorganize | Effect::EraseAmmo { .. } => faults.add(path, LATER),
            Effect::PassCourage { then } => check_effects(&format!("{path}/pass_courage/then"), then, faults),
            Effect::CourageCheck { failed } => {
                check_effects(&format!("{path}/courage_check/failed"), failed, faults);
            }
            Effect::Trigger { trigger, .. } => {
                check_effects(
                    &format!("{path}/trigger/trigger/effects"),
                    &trigger.effects,
                    faults,
                );
            }
            _ => {}
        }
    }
}

/// What a faction of the earlier edition alone says: later mercenaries have a keyword, and later abilities cost no points. Rules
/// `BG3-MERC-01`, `BG3-ARMY-01` (p. 25).
fn check_faction(path: &str, faction: &PackFaction, faults: &mut Faults<'_>) {
    if !faction.mercenary_allowed {
        faults.add(format!("{path}/mercenary_allowed"), EARLIER);
    }
    for (at, ability) in faction.abilities.iter().enumerate() {
        if ability.points.is_some() {
            faults.add(format!("{path}/abilities/{at}/points"), EARLIER);
        }
    }
}

fn of_unit(unit: &PackUnit, edition: Edition) -> Vec<(bool, &'static str)> {
    match edition {
        Edition::V3 => vec![(unit.ammo.is_some(), "ammo")],
        Edition::V4 => {
            let ranged =
                |is: fn(&crate::model::cards::RangedAttack) -> bool| unit.ranged.as_ref().is_some_and(is);
            vec![
                (ranged(|ranged| ranged.cost > 0), "ranged/cost"),
                (
                    ranged(|ranged| ranged.no_move_and_shoot),
                    "ranged/no_move_and_shoot",
                ),
                (
                    ranged(|ranged| ranged.thrown_at_any_rusher),
                    "ranged/thrown_at_any_rusher",
                ),
                (!unit.more_ranged.is_empty(), "more_ranged"),
                (unit.passes.is_some(), "passes"),
                (unit.cards_on_its_attack > 1, "cards_on_its_attack"),
                (unit.healing_forbidden, "healing_forbidden"),
            ]
        }
    }
}

fn of_spell(spell: &Spell) -> [(bool, &'static str); 4] {
    [
        (spell.damage_dice > 0, "damage_dice"),
        (spell.battlefield, "battlefield"),
        (spell.while_engaged, "while_engaged"),
        (!spell.only.is_empty(), "only"),
    ]
}
