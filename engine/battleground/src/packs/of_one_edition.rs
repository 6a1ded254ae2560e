//! Checks of what only cards of one of the editions may say.

use hindsight_kernel::pack::Faults;

use super::form::{Pack, PackFaction, PackUnit};
use crate::editions::Edition;
use crate::model::cards::{Spell, Window};

const EARLIER: &str = "only cards of battleground-3 say this";
const LATER: &str = "only cards of battleground-4 say this";

/// Refuses what cards of the other edition say.
pub(super) fn check(pack: &Pack, edition: Edition, faults: &mut Faults) {
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
            }
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

/// What a faction of the earlier edition alone says: later mercenaries have a keyword, and later abilities cost no points. Rules
/// `BG3-MERC-01`, `BG3-ARMY-01` (p. 25).
fn check_faction(path: &str, faction: &PackFaction, faults: &mut Faults) {
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
