//! Checks of a pack's meaning: ids, decks, unit cards, maps, scenarios and armies, each fault with its place.

use std::collections::BTreeSet;

use hindsight_kernel::{Message, message};

use super::faults::Faults;
use super::form::{Pack, PackPiece, PackScenario, PackUnit, ReadyArmy};
use super::{MOST_ABILITIES, effects, loose_book};
use crate::editions::Edition;
use crate::messages::MESSAGES;
use crate::model::bounds::BUDGETS;
use crate::model::cards::{
    Book, Colour, CommandCard, CustomCost, CustomTerrain, Deployment, Spell, SpellKeyword, TerrainType,
};
use crate::model::effect::Keyword;
use crate::model::rule::Rule;

/// Whether a text is an id: lower-case words and hyphens.
fn is_id(text: &str) -> bool {
    let sound = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    text.len() <= 60 && text.split('-').all(sound)
}

fn check_name(path: &str, id: &str, name: &str, seen: &mut BTreeSet<String>, faults: &mut Faults<'_>) {
    if !is_id(id) {
        faults.add(format!("{path}/id"), message!(MESSAGES, "pack-fault-id"));
    }
    if !seen.insert(id.to_owned()) {
        faults.add(
            format!("{path}/id"),
            message!(MESSAGES, "pack-fault-id-twice", id = id.to_owned()),
        );
    }
    if !(1..=60).contains(&name.chars().count()) {
        faults.add(format!("{path}/name"), message!(MESSAGES, "pack-fault-name"));
    }
}

/// Checks what a pack means.
pub(super) fn check_meaning(pack: &Pack, edition: Edition, faults: &mut Faults<'_>) {
    if pack.system != edition.system() {
        faults.add(
            "/system",
            message!(MESSAGES, "pack-fault-system", expected = edition.system()),
        );
    }
    check_name("", &pack.id, &pack.name, &mut BTreeSet::new(), faults);
    if !(1..=60).contains(&pack.version.chars().count()) {
        faults.add("/version", message!(MESSAGES, "pack-fault-version"));
    }
    if !pack.factions.is_empty() || !pack.common_cards.is_empty() {
        check_deck("/common_cards", &pack.common_cards, 1, 20, faults);
    }
    let (mut factions, mut units) = (BTreeSet::new(), BTreeSet::new());
    for (place, faction) in pack.factions.iter().enumerate() {
        let path = format!("/factions/{place}");
        check_name(&path, &faction.id, &faction.name, &mut factions, faults);
        check_deck(&format!("{path}/cards"), &faction.cards, 21, 30, faults);
        if faction.abilities.is_empty() {
            faults.add(
                format!("{path}/abilities"),
                message!(MESSAGES, "pack-fault-no-abilities"),
            );
        }
        let mut abilities = BTreeSet::new();
        for (at, ability) in faction.abilities.iter().enumerate() {
            check_name(
                &format!("{path}/abilities/{at}"),
                &ability.id,
                &ability.name,
                &mut abilities,
                faults,
            );
            effects::check_ability(&format!("{path}/abilities/{at}"), ability, faults);
        }
        if faction.abilities.len() > MOST_ABILITIES {
            faults.add(
                format!("{path}/abilities"),
                message!(MESSAGES, "pack-fault-too-many-abilities", most = MOST_ABILITIES),
            );
        }
        effects::check_triggers_of(&format!("{path}/abilities"), &faction.abilities, faults);
        for (at, unit) in faction.units.iter().enumerate() {
            let path = format!("{path}/units/{at}");
            check_name(&path, &unit.id, &unit.name, &mut units, faults);
            check_unit(&path, unit, faults);
            for (at, trigger) in unit.triggers.iter().enumerate() {
                effects::check_trigger(&format!("{path}/triggers/{at}"), trigger, faults);
            }
            effects::check_specials(&format!("{path}/specials"), &unit.specials, faults);
            effects::check_spells(&format!("{path}/spells"), &unit.spells, faults);
        }
        if !faction
            .units
            .iter()
            .any(|unit| unit.category == crate::model::cards::Category::Core)
        {
            faults.add_by(
                Rule::Army02,
                format!("{path}/units"),
                message!(MESSAGES, "pack-fault-no-core-unit"),
            );
        }
    }
    let mut maps = BTreeSet::new();
    for (place, map) in pack.maps.iter().enumerate() {
        let path = format!("/maps/{place}");
        check_name(&path, &map.id, &map.name, &mut maps, faults);
        for (at, piece) in map.pieces.iter().enumerate() {
            check_piece(&format!("{path}/pieces/{at}"), piece, faults);
        }
    }
    let mut scenarios = BTreeSet::new();
    for (place, scenario) in pack.scenarios.iter().enumerate() {
        let path = format!("/scenarios/{place}");
        check_name(&path, &scenario.id, &scenario.name, &mut scenarios, faults);
        check_scenario(&path, scenario, faults);
        if scenario
            .map
            .as_ref()
            .is_some_and(|map| !maps.contains(map.as_str()))
        {
            faults.add(format!("{path}/map"), message!(MESSAGES, "pack-fault-no-map"));
        }
    }
    let book = loose_book(pack);
    let mut armies = BTreeSet::new();
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        check_name(&path, &army.id, &army.name, &mut armies, faults);
        check_army(&path, army, edition, &book, faults);
    }
    match edition {
        Edition::V3 => super::errata::check(pack, faults),
        Edition::V4 => {}
    }
    super::of_one_edition::check(pack, edition, faults);
}

/// Cards `first` to `last`, each once. Rule `BG4-CARDS-10` (pp. 36, 127).
fn check_deck(path: &str, cards: &[CommandCard], first: u8, last: u8, faults: &mut Faults<'_>) {
    for number in first..=last {
        let count = cards.iter().filter(|card| card.number.0 == number).count();
        if count != 1 {
            faults.add(
                path,
                message!(MESSAGES, "pack-fault-deck", number, count, first, last),
            );
        }
    }
    for (place, card) in cards.iter().enumerate() {
        let path = format!("{path}/{place}");
        if !(first..=last).contains(&card.number.0) {
            faults.add(
                format!("{path}/number"),
                message!(
                    MESSAGES,
                    "pack-fault-card-number",
                    first,
                    last,
                    number = card.number
                ),
            );
        }
        if !(1..=60).contains(&card.name.chars().count()) {
            faults.add(format!("{path}/name"), message!(MESSAGES, "pack-fault-name"));
        }
        let colours: BTreeSet<Colour> = card.sides.iter().map(|side| side.colour).collect();
        if !(1..=2).contains(&card.sides.len()) || colours.len() != card.sides.len() {
            faults.add_by(
                Rule::Cards08,
                format!("{path}/sides"),
                message!(MESSAGES, "pack-fault-card-sides"),
            );
        }
        for (field, reason) in crate::model::bounds::of_command_card(card) {
            faults.add(format!("{path}/{field}"), reason);
        }
        for (at, side) in card.sides.iter().enumerate() {
            effects::check_side(&format!("{path}/sides/{at}"), side, faults);
        }
    }
}

fn check_unit(path: &str, unit: &PackUnit, faults: &mut Faults<'_>) {
    for (field, reason) in crate::model::bounds::of_card(&unit.kind("")) {
        faults.add(format!("{path}/{field}"), reason);
    }
    let mut faults = faults.at(path);
    let has = |keyword| unit.keywords.contains(&keyword);
    if has(Keyword::Large) && has(Keyword::Colossal) {
        faults.add_by(
            Rule::Keyw01,
            "keywords",
            message!(MESSAGES, "pack-fault-two-sizes"),
        );
    }
    if has(Keyword::Flying) != unit.fly.is_some() {
        faults.add_by(Rule::Fly01, "fly", message!(MESSAGES, "pack-fault-flying"));
    }
    if has(Keyword::Javelins) && has(Keyword::Pila) {
        faults.add("keywords", message!(MESSAGES, "pack-fault-javelins-and-pila"));
    }
    if (has(Keyword::Javelins) || has(Keyword::Pila)) && unit.ranged.is_none() {
        faults.add_by(
            Rule::Equip01,
            "ranged",
            message!(MESSAGES, "pack-fault-javelins-range"),
        );
    }
    if unit.ranged.is_some_and(|ranged| ranged.range.0 == 0) {
        faults.add("ranged/range", message!(MESSAGES, "pack-fault-range-of-dash"));
    }
    if unit.passes.is_some() && unit.courage.is_none() {
        faults.add_by(
            Rule::FearsNothing,
            "passes",
            message!(MESSAGES, "pack-fault-passes-without-courage"),
        );
    }
    if unit.ranged.is_none() && !unit.more_ranged.is_empty() {
        faults.add_by(
            Rule::SeveralRanges,
            "ranged",
            message!(MESSAGES, "pack-fault-first-ranged"),
        );
    }
    for (at, ranged) in unit.more_ranged.iter().enumerate() {
        if ranged.range.0 == 0 {
            faults.add(
                &format!("more_ranged/{at}/range"),
                message!(MESSAGES, "pack-fault-range"),
            );
        }
        if ranged.thrown_at_any_rusher {
            faults.add(
                &format!("more_ranged/{at}/thrown_at_any_rusher"),
                message!(MESSAGES, "pack-fault-javelins-not-first"),
            );
        }
    }
    let paid_for = unit
        .ranged
        .iter()
        .chain(&unit.more_ranged)
        .filter(|ranged| ranged.cost > 0);
    if paid_for.count() > 1 {
        faults.add("more_ranged", message!(MESSAGES, "pack-fault-paid-ranged"));
    }
    if let Some(printed) = unit.preprinted
        && printed.order.is_ranged()
        && unit.ranged.is_none()
        && !unit.spells.iter().any(Spell::is_pure_attack)
    {
        faults.add_by(
            Rule::Order04,
            "preprinted/order",
            message!(MESSAGES, "pack-fault-ranged-order"),
        );
    }
    for (at, spell) in unit.spells.iter().enumerate() {
        if spell.keywords.is_empty() {
            faults.add_by(
                Rule::Keyw01,
                &format!("spells/{at}/keywords"),
                message!(MESSAGES, "pack-fault-spell-keyword"),
            );
        }
        if spell.is(SpellKeyword::Blessing) && spell.is(SpellKeyword::Curse) {
            faults.add(
                &format!("spells/{at}/keywords"),
                message!(MESSAGES, "pack-fault-blessing-and-curse"),
            );
        }
        if spell.effects.is_empty() && spell.profile.is_none() {
            faults.add(
                &format!("spells/{at}"),
                message!(MESSAGES, "pack-fault-spell-empty"),
            );
        }
    }
    if let Some(size) = unit.size
        && (size.cards_deep() > 1) != has(Keyword::Colossal)
    {
        faults.add_by(
            Rule::Colos01,
            "size/cards_deep",
            message!(MESSAGES, "pack-fault-cards-deep"),
        );
    }
}

fn check_piece(path: &str, piece: &PackPiece, faults: &mut Faults<'_>) {
    if let Err(reason) = piece.piece() {
        faults.add(path, reason);
    }
    for fault in piece_faults(piece) {
        faults.at(path).add_by(fault.rule, fault.field, fault.reason);
    }
}

/// What is wrong with a piece of terrain of a sound outline.
pub(crate) struct PieceFault {
    /// Which member of it.
    pub(crate) field: &'static str,
    /// The rule that says so.
    pub(crate) rule: Rule,
    /// What would be right.
    pub(crate) reason: Message,
}

/// Whether the effects of custom terrain are within bounds. Rule `BG3-TERR-01` (p. 27).
fn is_sound(custom: &CustomTerrain) -> bool {
    let named: BTreeSet<Keyword> = custom.crossing_for.iter().map(|named| named.keyword).collect();
    let costs = custom
        .crossing_for
        .iter()
        .map(|named| named.cost)
        .chain([custom.crossing]);
    let few = |cost: CustomCost| match cost {
        CustomCost::Impassable => true,
        CustomCost::Slower(rows) => rows <= 10,
    };
    (1..=60).contains(&custom.name.chars().count())
        && named.len() == custom.crossing_for.len()
        && costs.into_iter().all(few)
        && custom.height.is_none_or(|height| (1..=100).contains(&height))
}

/// What no terrain of its kind has. Rules `BG4-TERR-01`, `BG4-TERR-03`, `BG4-TERR-21`, `BG4-TERR-22` (pp. 113, 117-118, 137).
pub(crate) fn piece_faults(piece: &PackPiece) -> Vec<PieceFault> {
    let mut faults = Vec::new();
    let mut fault = |field, rule, reason| faults.push(PieceFault { field, rule, reason });
    let hill = piece.kind == TerrainType::Hill;
    if hill != (1..=3).contains(&piece.level) || (!hill && piece.level > 0) {
        fault("level", Rule::Terr03, message!(MESSAGES, "pack-fault-hill-level"));
    }
    let cliff = piece.kind == TerrainType::SheerCliff;
    if cliff != (1..=3).contains(&piece.rises_to) || (!cliff && piece.rises_to > 0) {
        fault(
            "rises_to",
            Rule::Terr21,
            message!(MESSAGES, "pack-fault-cliff-level"),
        );
    }
    let is_custom = piece.kind == TerrainType::Custom;
    if is_custom != piece.custom.is_some() {
        fault(
            "custom",
            Rule::Terr01,
            message!(MESSAGES, "pack-fault-custom-terrain"),
        );
    }
    if piece.custom.as_ref().is_some_and(|custom| !is_sound(custom)) {
        fault(
            "custom",
            Rule::Terr01,
            message!(MESSAGES, "pack-fault-custom-bounds"),
        );
    }
    if piece.kind == TerrainType::Stakes && piece.sharp.is_none() {
        fault("sharp", Rule::Terr22, message!(MESSAGES, "pack-fault-stakes"));
    }
    let lines = [TerrainType::LowWall, TerrainType::Hedge, TerrainType::Stakes];
    if lines.contains(&piece.kind) && piece.area.is_some() {
        fault("area", Rule::Terr01, message!(MESSAGES, "pack-fault-lines"));
    }
    let either = [TerrainType::SheerCliff, TerrainType::FortificationWall];
    if piece.line.is_some() && !lines.contains(&piece.kind) && !either.contains(&piece.kind) {
        fault("line", Rule::Terr01, message!(MESSAGES, "pack-fault-areas"));
    }
    faults
}

fn check_scenario(path: &str, scenario: &PackScenario, faults: &mut Faults<'_>) {
    if let Err((place, reason)) = scenario.scenario() {
        faults.add(format!("{path}/zones/{place}"), reason);
    }
    for (field, length) in [("width", scenario.width), ("depth", scenario.depth)] {
        if !(12.0..=120.0).contains(&length.value()) {
            faults.add(
                format!("{path}/{field}"),
                message!(MESSAGES, "pack-fault-play-area"),
            );
        }
    }
    for (place, zone) in scenario.zones.iter().enumerate() {
        let inside = |[x, y]: &[battleground_geometry::Inches; 2]| {
            (0.0..=scenario.width.value()).contains(&x.value())
                && (0.0..=scenario.depth.value()).contains(&y.value())
        };
        if !zone.iter().all(inside) {
            faults.add(
                format!("{path}/zones/{place}"),
                message!(MESSAGES, "pack-fault-zone"),
            );
        }
    }
    if let Some(points) = scenario.budget {
        check_budget(path, points, faults);
    }
    if let Deployment::WholeArmies { first, .. } = scenario.deployment
        && first.index() > 1
    {
        faults.add(
            format!("{path}/deployment/whole_armies/first"),
            message!(MESSAGES, "pack-fault-deploys-first"),
        );
    }
    effects::check_rules_of(&format!("{path}/rules"), &scenario.rules, faults);
    let victory = scenario.victory;
    if !(1..=100).contains(&victory.threshold) {
        faults.add(
            format!("{path}/victory/threshold"),
            message!(MESSAGES, "pack-fault-victory"),
        );
    }
    if victory.crushing > 100 || victory.victory > victory.crushing {
        faults.add(
            format!("{path}/victory/crushing"),
            message!(MESSAGES, "pack-fault-crushing"),
        );
    }
    for (field, count) in [
        ("command_actions", scenario.command_actions),
        ("first_turn_actions", scenario.first_turn_actions),
    ] {
        if count.is_some_and(|count| count > 20) {
            faults.add(
                format!("{path}/{field}"),
                message!(MESSAGES, "pack-fault-actions"),
            );
        }
    }
}

/// A budget that two players can agree on. Rule `BG4-SETUP-03` (pp. 136-137).
fn check_budget(path: &str, points: u16, faults: &mut Faults<'_>) {
    if !BUDGETS.contains(&points) {
        faults.add_by(
            Rule::Setup03,
            format!("{path}/budget"),
            message!(
                MESSAGES,
                "pack-fault-budget",
                least = BUDGETS.start(),
                most = BUDGETS.end()
            ),
        );
    }
}

fn check_army(path: &str, army: &ReadyArmy, edition: Edition, book: &Book, faults: &mut Faults<'_>) {
    check_budget(path, army.budget, faults);
    let allegiance = crate::model::state::Allegiance {
        faction: army.faction.clone(),
        mercenaries: army.mercenaries.clone(),
        also: Vec::new(),
    };
    if book.faction(&army.faction).is_none() {
        // An army of another pack is checked when it is played.
        return;
    }
    let list = crate::model::state::ArmyList {
        units: army.units.clone(),
        cards: army.cards,
        abilities: army.abilities.clone(),
    };
    let source = army.mercenaries.as_deref().and_then(|id| book.faction(id));
    if source.is_some_and(|faction| !faction.mercenary_allowed) {
        faults.add_by(
            Rule::Merc01,
            format!("{path}/mercenaries"),
            message!(MESSAGES, "pack-fault-mercenaries"),
        );
    }
    let profile = edition.profile();
    // How many decks there are is said when a battle is set up. Rule BG3-SCEN-06 (p. 26).
    let decks = 1 + crate::model::state::MOST_MORE_DECKS;
    for fault in
        crate::procedures::army::faults_in(profile, book, army.budget, true, &allegiance, &list, decks)
    {
        faults.add(path, fault.cited(edition));
    }
}
