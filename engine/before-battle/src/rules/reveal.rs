//! Reveal your armies: the mixed list is shown, the distractions go. §Reveal your armies.

use hindsight_kernel::{Refusal, message, refusals};

use crate::messages::MESSAGES;
use crate::model::cards::{Cards, Class};
use crate::model::names::{CardId, UNITS_PER_ARMY};
use crate::model::state::ArmyList;
use crate::rules::army::{
    ArmyRefusal, army_composition, check_list, core_distraction, core_points, elite_distractions,
};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse cards that were shown, in the order in which they are judged.
    pub(crate) enum RevealRefusal {
        /// No legal army shows these cards.
        NoLegalArmy { shown: Vec<CardId> } = "BB-REV-01", "§Reveal your armies"
            => asked(shown), allowed(message!(MESSAGES, "limit-shown-cards").to_string());
        /// A list that does not give the cards that were shown.
        OtherCards { mixed: Vec<CardId>, shown: Vec<CardId> } = "BB-REV-01", "§Reveal your armies" => asked(mixed), allowed(shown);
    }
}

/// The cards that are shown: army and distractions. Rule `BB-REV-01` (§Reveal your armies).
///
/// RULING: sorted by class and id so that the order gives nothing away; a card held twice is listed twice.
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
///
/// RULING: at least one legal army must be behind a shown list; which one, nobody need say before the cards are up.
pub fn check_shown(cards: &Cards, shown: &[CardId]) -> Result<Vec<CardId>, Refusal> {
    if let Some(stranger) = shown.iter().find(|&&id| cards.unit(id).is_none()) {
        return Err(ArmyRefusal::NoCard { card: *stranger }.into());
    }
    let shown = sorted(cards, shown.iter().copied());
    if armies_behind(cards, &shown).is_empty() {
        return Err(RevealRefusal::NoLegalArmy { shown }.into());
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
        let shown = shown.to_vec();
        return Err(RevealRefusal::OtherCards { mixed, shown }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::BeforeBattle;
    use crate::model::event::{ArmyEvent, Event};
    use crate::model::state::Secret;
    use crate::scene::{Scene, names, rule_of, sample_cards};
    use hindsight_kernel::{Seat, Secrets, Viewer};

    fn army(units: &str, distractions: &str) -> ArmyList {
        ArmyList {
            units: names(units),
            general_items: Vec::new(),
            distractions: names(distractions),
        }
    }

    #[test]
    fn bb_rev_01_army_and_distractions_are_shown_sorted_and_unmarked() {
        let cards = sample_cards();
        let two = army(
            "rm-orsa rm-riders rm-knights rm-bows rm-gate rm-militia",
            "rm-swans rm-levy rm-mill",
        );
        let shown = mixed_list(&cards, &two);
        assert_eq!(
            shown,
            names("rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa") // 4, 4, 1.
        );
        assert_eq!(shown_allowance(&cards, &shown), 2);
        let one = army(
            "rm-levy rm-levy rm-bows rm-gate rm-gate rm-orsa",
            "rm-militia rm-mill",
        );
        assert_eq!(
            mixed_list(&cards, &one),
            names("rm-bows rm-levy rm-levy rm-militia rm-gate rm-gate rm-mill rm-orsa") // 4, 3, 1; twice held, twice shown.
        );
    }

    #[test]
    fn bb_rev_01_the_reveal_tells_cards_and_allowances_and_no_items() {
        let mut scene = Scene::begun(&json!({}), &[]);
        let south = "list rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa with sword-1 / distractions rm-levy rm-mill rm-swans";
        let north =
            "list af-axes af-kiln af-soot af-nine af-brand af-skarn / distractions af-hands af-ember af-iron";
        let first = scene.give(Seat::A, south, &[]).unwrap();
        assert_eq!(first.len(), 1, "nothing is shown before both have chosen");
        let events = scene.give(Seat::B, north, &[]).unwrap();
        let Some(Event::Army(ArmyEvent::ListsRevealed {
            south,
            north,
            allowances,
        })) = events.last()
        else {
            panic!("{events:?}")
        };
        assert_eq!((south.len(), north.len(), *allowances), (9, 9, [2, 1]));
        assert!(!serde_json::to_string(&events.last()).unwrap().contains("sword-1"));
    }

    #[test]
    fn bb_rev_01_a_recorder_may_know_only_what_was_shown() {
        let cards = sample_cards();
        let shown = "rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa";
        assert_eq!(check_shown(&cards, &names(shown)), Ok(names(shown)));
        for wrong in [
            "",
            "rm-bows rm-levy",
            "rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans",
            "rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa rm-dunmar",
            "rm-bows rm-levy rm-militia af-axes rm-gate rm-knights rm-mill rm-swans rm-orsa",
        ] {
            assert_eq!(
                rule_of(check_shown(&cards, &names(wrong))),
                "BB-REV-01",
                "{wrong}"
            );
        }
        let legal = army(
            "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa",
            "rm-levy rm-mill rm-swans",
        );
        assert_eq!(check_late_list(&cards, &names(shown), &legal), Ok(()));
        let other = army(
            "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa",
            "rm-weir rm-mill rm-swans",
        );
        assert_eq!(
            rule_of(check_late_list(&cards, &names(shown), &other)),
            "BB-REV-01"
        );
    }

    #[test]
    fn bb_rev_02_the_opponent_sees_six_anonymous_units() {
        let mut scene = Scene::begun(&json!({}), &[]);
        let south = "list rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa / distractions rm-levy rm-mill rm-swans";
        let north =
            "list af-axes af-kiln af-soot af-nine af-brand af-skarn / distractions af-hands af-ember af-iron";
        let mut events = scene.give(Seat::A, south, &[]).unwrap();
        events.extend(scene.give(Seat::B, north, &[]).unwrap());
        let seen = scene.seen_by(Viewer::Seat(Seat::B));
        assert_eq!(seen.players[0].list, Secret::Unknown);
        assert!(
            seen.units
                .iter()
                .take(6)
                .all(|unit| unit.card.is_none() && seen.known_card(unit.id).is_none())
        );
        for event in &events {
            if matches!(event, Event::Army(ArmyEvent::ListsRevealed { .. })) {
                continue; // It shows all nine cards, unmarked.
            }
            let text =
                serde_json::to_string(&BeforeBattle::redact(event, &scene.state, Viewer::Seat(Seat::B)))
                    .unwrap();
            assert!(!text.contains("rm-"), "{text}");
        }
        // Every split of the nine cards that is legal stays possible.
        let shown = seen.players[0].shown.clone().unwrap();
        assert!(armies_behind(&scene.state.cards, &shown).len() > 1);
    }
}
