//! The errata of the earlier edition (p. 33), as data: what a card must say that was printed before them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use hindsight_kernel::{Phrase, message, phrase};
use serde::Deserialize;

use super::faults::Faults;
use super::form::{Pack, PackUnit};
use crate::messages::MESSAGES;
use crate::model::cards::{Category, RangedType, Spell, SpellKeyword};
use crate::model::effect::{Condition, Keyword};

/// The list.
const LIST: &str = include_str!("../../packs/errata-3.json");

static ERRATA: LazyLock<Errata> =
    LazyLock::new(|| serde_json::from_str(LIST).expect("the list of errata is checked by its tests"));

/// The errata of the earlier edition.
pub(crate) fn errata() -> &'static Errata {
    &ERRATA
}

/// All errata.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Errata {
    /// The page of the book.
    pub(crate) page: u16,
    /// By faction.
    pub(crate) factions: Vec<OfFaction>,
}

/// The errata of a faction, its units and spells by their printed names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfFaction {
    /// Ids by which packs call it.
    ids: Vec<String>,
    /// Its printed names.
    names: Vec<String>,
    /// Core units. Rule `BG3-ERR-01` (p. 33).
    #[serde(default)]
    pub(crate) core: Vec<String>,
    /// Elite units. Rule `BG3-ERR-01` (p. 33).
    #[serde(default)]
    pub(crate) elite: Vec<String>,
    /// Keywords of spells. Rules `BG3-ERR-02`, `BG3-ERR-03` (p. 33).
    #[serde(default)]
    pub(crate) spells: Vec<OfSpell>,
    /// Units with Javelins. Rule `BG3-ERR-04` (pp. 30, 33).
    #[serde(default)]
    javelins: Vec<String>,
    /// Units that throw at every enemy that rushes them. Rule `BG3-ERR-04` (pp. 30, 33).
    #[serde(default)]
    throws_at_any_rusher: Vec<String>,
    /// Units that shoot in a low arc, and not in a turn in which they moved. Rule `BG3-ERR-05` (p. 33).
    #[serde(default)]
    low_arc: Vec<String>,
    /// Units that cannot be targets of healing. Rule `BG3-ERR-03` (p. 33).
    #[serde(default)]
    no_healing: Vec<String>,
    /// Labels of an ability whose units cannot be targets of healing. Rule `BG3-ERR-03` (p. 33).
    #[serde(default)]
    no_healing_with: Vec<String>,
}

/// The keywords of a spell.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfSpell {
    name: String,
    /// All of them.
    pub(crate) keywords: BTreeSet<SpellKeyword>,
    /// Whether its targets are of the faction only.
    #[serde(default)]
    own_faction_only: bool,
}

fn has(list: &[String], name: &str) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(name))
}

impl Errata {
    /// The errata of a faction by its id or its printed name.
    pub(crate) fn faction(&self, id: &str, name: &str) -> Option<&OfFaction> {
        let mut factions = self.factions.iter();
        factions.find(|faction| has(&faction.ids, id) || has(&faction.names, name))
    }

    /// The keywords of a spell of a faction.
    #[cfg(test)]
    pub(crate) fn spell(&self, faction: &str, name: &str) -> Option<&OfSpell> {
        self.faction(faction, faction)?
            .spells
            .iter()
            .find(|spell| spell.name == name)
    }
}

/// What the errata say otherwise than the cards of a pack.
pub(super) fn check(pack: &Pack, faults: &mut Faults<'_>) {
    for (place, faction) in pack.factions.iter().enumerate() {
        let Some(of) = errata().faction(&faction.id, &faction.name) else {
            continue;
        };
        for (at, unit) in faction.units.iter().enumerate() {
            let path = format!("/factions/{place}/units/{at}");
            check_unit(of, unit, &path, faults);
            for (at, spell) in unit.spells.iter().enumerate() {
                check_spell(of, spell, &format!("{path}/spells/{at}"), faults);
            }
        }
    }
}

fn check_unit(of: &OfFaction, unit: &PackUnit, path: &str, faults: &mut Faults<'_>) {
    let page = errata().page;
    let mut fault = |wrong: bool, field: &str, reason: Phrase, rule: &'static str| {
        if wrong {
            faults.add(
                format!("{path}/{field}"),
                message!(MESSAGES, "pack-fault-errata", reason, page, rule),
            );
        }
    };
    let listed = |list: &[String]| has(list, &unit.name);
    let core = listed(&of.core) && unit.category != Category::Core;
    fault(core, "category", phrase!(MESSAGES, "errata-core"), "BG3-ERR-01");
    let elite = listed(&of.elite) && unit.category != Category::Elite;
    fault(elite, "category", phrase!(MESSAGES, "errata-elite"), "BG3-ERR-01");
    let javelins = listed(&of.javelins) && !unit.keywords.contains(&Keyword::Javelins);
    fault(
        javelins,
        "keywords",
        phrase!(MESSAGES, "errata-javelins"),
        "BG3-ERR-04",
    );
    let any_rusher =
        listed(&of.throws_at_any_rusher) && !unit.ranged.is_some_and(|ranged| ranged.thrown_at_any_rusher);
    fault(
        any_rusher,
        "ranged/thrown_at_any_rusher",
        phrase!(MESSAGES, "errata-throws"),
        "BG3-ERR-04",
    );
    let low_arc = listed(&of.low_arc)
        && !unit
            .ranged
            .is_some_and(|ranged| ranged.way == RangedType::LowArc && ranged.no_move_and_shoot);
    fault(
        low_arc,
        "ranged",
        phrase!(MESSAGES, "errata-low-arc"),
        "BG3-ERR-05",
    );
    let labelled = unit.labels.iter().any(|label| has(&of.no_healing_with, label));
    let unhealed = (listed(&of.no_healing) || labelled) && !unit.healing_forbidden;
    fault(
        unhealed,
        "healing_forbidden",
        phrase!(MESSAGES, "errata-no-healing"),
        "BG3-ERR-03",
    );
}

fn check_spell(of: &OfFaction, spell: &Spell, path: &str, faults: &mut Faults<'_>) {
    let Some(listed) = of
        .spells
        .iter()
        .find(|one| one.name.eq_ignore_ascii_case(&spell.name))
    else {
        return;
    };
    if listed.keywords != spell.keywords {
        let keywords = message!(MESSAGES, "pack-fault-spell-keywords", page = errata().page);
        faults.add(format!("{path}/keywords"), keywords);
    }
    let restricted = spell
        .only
        .iter()
        .any(|only| matches!(only, Condition::Faction(_)));
    if listed.own_faction_only && !restricted {
        let only = message!(MESSAGES, "pack-fault-spell-of-faction", page = errata().page);
        faults.add(format!("{path}/only"), only);
    }
}
