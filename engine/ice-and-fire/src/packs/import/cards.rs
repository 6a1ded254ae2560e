//! Units, attachments, NCUs and tactics cards of the data as cards of a pack.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::phrases::{self, Own};
use super::{AbilityText, ImportReport, ability_text, lines};
use crate::cards::{
    Ability, Attachment, AttackCard, AttackKind, CardId, CardOwner, Effect, Name, Ncu, Order, RangeWord,
    TacticsCard, Trigger, UnitCard, UnitKind,
};
use crate::packs::Pack;

type Fields = Map<String, Value>;
type Texts = BTreeMap<String, AbilityText>;

/// What all cards have: id, name, faction, statistics.
struct Entry<'v> {
    id: CardId,
    name: String,
    faction: Name,
    facts: &'v Value,
    value: &'v Value,
}

fn list<'v>(fields: &'v Fields, name: &str) -> &'v [Value] {
    fields
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Letters, digits and hyphens of a text, as an id of a pack.
fn id_of(text: &str) -> Option<Name> {
    let mut id = String::new();
    for letter in text.to_lowercase().chars() {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    id.truncate(32);
    id.trim_end_matches('-').parse().ok()
}

fn entry<'v>(value: &'v Value, file: &str, report: &mut ImportReport) -> Option<Entry<'v>> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let facts = value.get("statistics")?;
    let called = text("name").unwrap_or_default();
    let name = match text("subname") {
        Some(subname) => format!("{called}, {subname}"),
        None => called.to_owned(),
    };
    let id = text("id").and_then(id_of).or_else(|| id_of(&name));
    let faction = facts
        .get("faction")
        .and_then(Value::as_str)
        .and_then(id_of)
        .or_else(|| id_of(file.trim_end_matches(".json")));
    let (Some(id), Some(faction)) = (id, faction) else {
        report.note(format!("{file}: a card without an id and a name is left out"));
        return None;
    };
    Some(Entry {
        id,
        name: name.chars().take(80).collect(),
        faction,
        facts,
        value,
    })
}

impl Entry<'_> {
    fn number(&self, name: &str) -> Option<u8> {
        self.facts
            .get(name)
            .and_then(Value::as_u64)
            .and_then(|number| u8::try_from(number).ok())
    }

    fn flag(&self, name: &str) -> bool {
        self.facts.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Points; a commander costs none.
    fn points(&self, most: u8) -> u8 {
        if self.is_commander() {
            0
        } else {
            self.number("cost").unwrap_or_default().min(most)
        }
    }

    fn is_commander(&self) -> bool {
        self.flag("commander") || self.facts.get("cost").and_then(Value::as_str) == Some("C")
    }

    fn kind(&self) -> UnitKind {
        let word = |name: &str| {
            self.facts
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_lowercase()
        };
        match (word("tray").as_str(), word("type").as_str()) {
            ("infantry", _) | ("", "infantry") => UnitKind::Infantry,
            ("cavalry", _) | ("", "cavalry") => UnitKind::Cavalry,
            ("solo", _) => UnitKind::SoloSmall,
            _ => UnitKind::SoloLarge,
        }
    }
}

fn within(number: Option<u8>, usual: u8, least: u8, most: u8) -> u8 {
    number.unwrap_or(usual).clamp(least, most)
}

/// Combat units.
pub(super) fn units(file: &str, fields: &Fields, texts: &Texts, pack: &mut Pack, report: &mut ImportReport) {
    for value in list(fields, "units") {
        let Some(entry) = entry(value, file, report) else {
            continue;
        };
        if pack.units.iter().any(|card| card.id == entry.id) {
            report.note(format!(
                "{file}: {} has an id that is taken and is left out",
                entry.name
            ));
            continue;
        }
        let kind = entry.kind();
        let mut attacks: Vec<AttackCard> = list_of(entry.facts, "attacks")
            .iter()
            .map(|attack| attack_card(attack, kind, &entry.name, report))
            .collect();
        if attacks.is_empty() {
            report.note(format!("{file}: {} has no attack and is left out", entry.name));
            continue;
        }
        let (abilities, orders) = own_texts(&entry, texts, &mut attacks, report);
        let usual_wounds = if kind == UnitKind::Infantry { 1 } else { 3 };
        report.units += 1;
        pack.units.push(UnitCard {
            id: entry.id,
            name: entry.name.clone(),
            faction: entry.faction,
            unique: entry.flag("character"),
            commander: entry.is_commander(),
            kind,
            points: entry.points(20),
            speed: within(entry.number("speed"), 5, 1, 12),
            defence: within(entry.number("defense"), 7, 2, 7),
            morale: within(entry.number("morale"), 7, 2, 12),
            wounds_per_model: within(entry.number("wounds"), usual_wounds, 1, 20),
            attacks,
            abilities,
            orders,
        });
    }
}

fn list_of<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn attack_card(value: &Value, kind: UnitKind, unit: &str, report: &mut ImportReport) -> AttackCard {
    let word = value
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or("melee")
        .to_lowercase();
    let range = match word.as_str() {
        "short" => Some(RangeWord::Short),
        "long" | "ranged" => Some(RangeWord::Long),
        _ => None,
    };
    let number = |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok());
    let mut dice: Vec<u8> = list_of(value, "dice")
        .iter()
        .filter_map(number)
        .map(|dice| dice.clamp(1, 20))
        .collect();
    let ranks = usize::from(kind.full_ranks());
    if dice.len() != ranks {
        report.note(format!(
            "{unit}: {} numbers of attack dice where {} has {ranks} rank(s)",
            dice.len(),
            kind.title()
        ));
        let last = dice.last().copied().unwrap_or(1);
        dice.resize(ranks, last);
    }
    AttackCard {
        name: value
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or("Attack")
            .chars()
            .take(80)
            .collect(),
        kind: if range.is_some() {
            AttackKind::Ranged
        } else {
            AttackKind::Melee
        },
        range,
        to_hit: within(value.get("hit").and_then(number), 4, 2, 6),
        dice,
        abilities: Vec::new(),
    }
}

/// The abilities and Orders that a card names, with their texts. An ability named like an attack gives that attack its
/// attack abilities.
fn own_texts(
    entry: &Entry<'_>,
    texts: &Texts,
    attacks: &mut [AttackCard],
    report: &mut ImportReport,
) -> (Vec<Ability>, Vec<Order>) {
    let (mut abilities, mut orders) = (Vec::new(), Vec::new());
    for value in list_of(entry.facts, "abilities").iter().take(20) {
        let (name, text) = match value {
            Value::String(name) => (
                name.clone(),
                texts.get(&name.to_uppercase()).cloned().unwrap_or_default(),
            ),
            other => (
                other
                    .get("name")
                    .and_then(Value::as_str)
                    .unwrap_or("Ability")
                    .to_owned(),
                ability_text(other),
            ),
        };
        let name: String = name.chars().take(80).collect();
        if text.lines.is_empty() {
            report.note(format!("{}: there is no text of {name}", entry.name));
        }
        let is_order = name.to_lowercase().starts_with("order:");
        if is_order || text.trigger.is_some() {
            orders.push(order(&name, &text, report));
            continue;
        }
        let mut rest = text.lines.clone();
        if let Some(attack) = attacks
            .iter_mut()
            .find(|attack| attack.name.eq_ignore_ascii_case(&name))
        {
            rest.retain(|line| match phrases::only_abilities(line) {
                Some(found) => {
                    attack.abilities.extend(found);
                    false
                }
                None => true,
            });
            attack.abilities.sort_unstable();
            attack.abilities.dedup();
        }
        let (when, effects) = if rest.is_empty() && !text.lines.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            phrases::ability(
                &rest,
                attacks.iter().all(|attack| attack.kind == AttackKind::Melee) && !attacks.is_empty(),
            )
        };
        report.abilities.count(&effects);
        abilities.push(Ability {
            name,
            when,
            effects,
            text: shown(&text.lines),
        });
    }
    for requirement in list_of(entry.facts, "requirements").iter().take(4) {
        let text = requirement
            .get("text")
            .and_then(Value::as_str)
            .unwrap_or_default();
        abilities.push(Ability {
            name: "Requirement".to_owned(),
            when: Vec::new(),
            effects: Vec::new(),
            text: shown(&[text.to_owned()]),
        });
    }
    (abilities, orders)
}

/// Lines as one text for people, without the stars of its markup.
fn shown(lines: &[String]) -> String {
    lines.join(" ").replace('*', "").chars().take(4_000).collect()
}

fn order(name: &str, text: &AbilityText, report: &mut ImportReport) -> Order {
    let name = name.split_once(':').map_or(name, |(_, rest)| rest).trim();
    let said = text.trigger.as_deref().unwrap_or_default();
    let (trigger, when) = phrases::trigger(said, Own::ThisUnit).unwrap_or_else(|| {
        report.note(format!(
            "Order {name}: its trigger is none of ours, it is shown at the start of turns"
        ));
        (Trigger::TurnStart, Vec::new())
    });
    let effects = phrases::effects(&text.lines, trigger, &when, Own::ThisUnit);
    report.orders.count(&effects);
    Order {
        name: name.to_owned(),
        trigger,
        when,
        effects,
        text: format!("{} {}", shown(&[said.to_owned()]), shown(&text.lines))
            .trim()
            .to_owned(),
    }
}

/// Attachments.
pub(super) fn attachments(
    file: &str,
    fields: &Fields,
    texts: &Texts,
    pack: &mut Pack,
    report: &mut ImportReport,
) {
    for value in list(fields, "attachments") {
        let Some(entry) = entry(value, file, report) else {
            continue;
        };
        let kind = entry.kind();
        if kind.is_solo() || pack.attachments.iter().any(|card| card.id == entry.id) {
            report.note(format!(
                "{file}: the attachment {} is left out: solo units take none, ids stand once",
                entry.name
            ));
            continue;
        }
        let (abilities, orders) = own_texts(&entry, texts, &mut [], report);
        report.attachments += 1;
        pack.attachments.push(Attachment {
            id: entry.id,
            name: entry.name.clone(),
            faction: entry.faction,
            unique: entry.flag("character"),
            commander: entry.is_commander(),
            kind,
            points: entry.points(10),
            abilities,
            orders,
        });
    }
}

/// NCUs.
pub(super) fn ncus(file: &str, fields: &Fields, pack: &mut Pack, report: &mut ImportReport) {
    for value in list(fields, "ncus") {
        let Some(entry) = entry(value, file, report) else {
            continue;
        };
        if pack.ncus.iter().any(|card| card.id == entry.id) {
            report.note(format!(
                "{file}: the NCU {} has an id that is taken and is left out",
                entry.name
            ));
            continue;
        }
        let texts: Vec<Vec<String>> = list_of(entry.facts, "abilities")
            .iter()
            .map(|ability| lines(ability.get("effect")))
            .collect();
        let all: Vec<String> = texts.concat();
        let (zone, effects) = phrases::ncu(&all);
        report.ncus.count(&effects);
        pack.ncus.push(Ncu {
            id: entry.id,
            name: entry.name.clone(),
            faction: entry.faction,
            unique: true,
            commander: entry.is_commander(),
            points: entry.points(10),
            zone,
            effects,
            text: shown(&all),
        });
    }
}

/// Tactics cards. Rule `IF-ARMY-03`: two copies of each.
pub(super) fn tactics(file: &str, fields: &Fields, pack: &mut Pack, report: &mut ImportReport) {
    for value in list(fields, "tactics") {
        let Some(entry) = entry(value, file, report) else {
            continue;
        };
        if pack.tactics.iter().any(|card| card.id == entry.id) {
            report.note(format!(
                "{file}: the card {} has an id that is taken and is left out",
                entry.name
            ));
            continue;
        }
        let commander = entry
            .facts
            .get("commander_id")
            .or_else(|| entry.value.get("commander_id"));
        let owner = match commander.and_then(Value::as_str).map(id_of) {
            None => CardOwner::Faction(entry.faction),
            Some(Some(id)) if is_commander(pack, id) => CardOwner::Commander(id),
            Some(_) => {
                report.note(format!(
                    "{file}: {} belongs to a commander who is not here and is left out",
                    entry.name
                ));
                continue;
            }
        };
        let blocks = list_of(entry.facts, "text");
        let text_of = |block: &Value| AbilityText {
            trigger: block
                .get("trigger")
                .and_then(Value::as_str)
                .map(ToOwned::to_owned),
            lines: lines(block.get("effect")),
        };
        let texts: Vec<AbilityText> = blocks.iter().map(text_of).collect();
        let first = texts.first().cloned().unwrap_or_default();
        let said = first.trigger.clone().unwrap_or_default();
        let (trigger, when) = phrases::trigger(&said, Own::Friends).unwrap_or_else(|| {
            report.note(format!(
                "{file}: {}: its trigger is none of ours, it is shown at the start of turns",
                entry.name
            ));
            (Trigger::TurnStart, Vec::new())
        });
        let mut effects = phrases::effects(&first.lines, trigger, &when, Own::Friends);
        if texts.len() > 1 && !effects.contains(&Effect::ByRuling) {
            report.note(format!(
                "{file}: {}: of its two uses only the first is live",
                entry.name
            ));
            effects.push(Effect::ByRuling);
        }
        report.tactics.count(&effects);
        let text: Vec<String> = texts
            .iter()
            .flat_map(|text| text.trigger.iter().cloned().chain(text.lines.iter().cloned()))
            .collect();
        pack.tactics.push(TacticsCard {
            id: entry.id,
            name: entry.name.clone(),
            owner,
            copies: 2,
            trigger,
            when,
            effects,
            text: shown(&text),
        });
    }
}

fn is_commander(pack: &Pack, id: CardId) -> bool {
    pack.attachments
        .iter()
        .any(|card| card.commander && card.id == id)
        || pack.units.iter().any(|card| card.commander && card.id == id)
        || pack.ncus.iter().any(|card| card.commander && card.id == id)
}
