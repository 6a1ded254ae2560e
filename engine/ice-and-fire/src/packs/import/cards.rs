//! Units, attachments, NCUs and tactics cards of the data as cards of a pack.

use std::collections::BTreeMap;

use serde_json::Value;

use super::phrases::{self, Own};
use super::report::Report;
use super::{AbilityText, DataFile, ability_text, key, lines};
use crate::cards::{
    Ability, Attachment, AttackCard, AttackKind, CardId, CardOwner, Effect, Name, Ncu, Order, RangeWord,
    TacticsCard, Trigger, UnitCard, UnitKind,
};
use crate::packs::Pack;

type Texts = BTreeMap<String, AbilityText>;

/// What all cards have: their place, id, name, faction, statistics.
struct Entry<'v> {
    file: &'v str,
    /// A JSON pointer.
    path: String,
    id: CardId,
    name: String,
    faction: Name,
    facts: &'v Value,
    value: &'v Value,
}

/// The most abilities and requirements of a card that are taken over.
const MOST_ABILITIES: usize = 16;
const MOST_REQUIREMENTS: usize = 4;

/// What a thing is called, cut to what a pack may say.
fn called(name: Option<&str>, usual: &str) -> String {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    name.unwrap_or(usual).chars().take(80).collect()
}

/// The entries of a list of a file with their places.
fn listed<'v>(file: &'v DataFile, name: &str) -> impl Iterator<Item = (String, &'v Value)> {
    let list = file.fields.get(name).and_then(Value::as_array);
    let name = name.to_owned();
    list.into_iter()
        .flatten()
        .enumerate()
        .map(move |(place, value)| (format!("/{name}/{place}"), value))
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

fn entry<'v>(
    file: &'v DataFile,
    (path, value): (String, &'v Value),
    report: &mut Report,
) -> Option<Entry<'v>> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let Some(facts) = value.get("statistics").filter(|facts| facts.is_object()) else {
        let path = format!("{path}/statistics");
        report.note(
            &file.name,
            &path,
            "the card is left out: it has no statistics".to_owned(),
        );
        return None;
    };
    let called = text("name").unwrap_or_default();
    let name = match text("subname") {
        Some(subname) => format!("{called}, {subname}"),
        None => called.to_owned(),
    };
    let id = identity(value.get("id")).or_else(|| id_of(&name));
    let faction = facts
        .get("faction")
        .and_then(Value::as_str)
        .and_then(id_of)
        .or_else(|| id_of(file.name.trim_end_matches(".json")));
    let (Some(id), Some(faction), false) = (id, faction, name.is_empty()) else {
        report.note(
            &file.name,
            &path,
            "the card is left out: an id, a name and a faction are expected".to_owned(),
        );
        return None;
    };
    Some(Entry {
        file: &file.name,
        path,
        id,
        name: name.chars().take(80).collect(),
        faction,
        facts,
        value,
    })
}

/// An id, which some files write as a text and some as a number.
fn identity(value: Option<&Value>) -> Option<Name> {
    match value? {
        Value::String(text) => id_of(text),
        Value::Number(number) => id_of(&number.to_string()),
        _ => None,
    }
}

impl Entry<'_> {
    /// Notes something of a field of its statistics.
    fn note(&self, field: &str, reason: &str, report: &mut Report) {
        let path = format!("{}/statistics/{field}", self.path);
        report.note(self.file, &path, format!("{}: {reason}", self.name));
    }

    /// A number of the statistics. What is no whole number is noted and the card left out; what no card may say is noted
    /// and put to the next number that one may.
    fn number(&self, field: &str, least: u8, most: u8, report: &mut Report) -> Option<u8> {
        self.number_in(self.facts.get(field), field, (least, most), report)
    }

    fn number_in(
        &self,
        value: Option<&Value>,
        field: &str,
        (least, most): (u8, u8),
        report: &mut Report,
    ) -> Option<u8> {
        let Some(number) = value.and_then(Value::as_u64) else {
            let reason = format!("left out: a whole number from {least} to {most} is expected");
            self.note(field, &reason, report);
            return None;
        };
        let kept = number.clamp(least.into(), most.into());
        if kept != number {
            let reason = format!("{number} is taken for {kept}: a number from {least} to {most} is expected");
            self.note(field, &reason, report);
        }
        u8::try_from(kept).ok()
    }

    /// Notes that another card has its id.
    fn is_taken(&self, report: &mut Report) {
        let reason = format!("{} is left out: {} is the id of another card", self.name, self.id);
        report.note(self.file, &format!("{}/id", self.path), reason);
    }

    fn flag(&self, name: &str) -> bool {
        self.facts.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Points; a commander costs none.
    fn points(&self, most: u8, report: &mut Report) -> Option<u8> {
        if self.is_commander() {
            Some(0)
        } else {
            self.number("cost", 0, most, report)
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

/// Combat units.
pub(super) fn units(file: &DataFile, texts: &Texts, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, "units") {
        let Some(entry) = entry(file, listed, report) else {
            continue;
        };
        if pack.units.iter().any(|card| card.id == entry.id) {
            entry.is_taken(report);
            continue;
        }
        if let Some(card) = unit(&entry, texts, report) {
            report.units += 1;
            pack.units.push(card);
        }
    }
}

fn unit(entry: &Entry<'_>, texts: &Texts, report: &mut Report) -> Option<UnitCard> {
    let kind = entry.kind();
    let points = entry.points(20, report);
    let speed = entry.number("speed", 1, 12, report);
    let defence = entry.number("defense", 2, 7, report);
    let morale = entry.number("morale", 2, 12, report);
    let wounds_per_model = match entry.facts.get("wounds") {
        None if kind == UnitKind::Infantry => Some(1),
        None if kind == UnitKind::Cavalry => Some(3),
        _ => entry.number("wounds", 1, 20, report),
    };
    let attacks: Option<Vec<AttackCard>> = list_of(entry.facts, "attacks")
        .iter()
        .enumerate()
        .map(|(place, attack)| attack_card(entry, place, attack, kind, report))
        .collect();
    let mut attacks = attacks?;
    if attacks.is_empty() {
        entry.note("attacks", "left out: at least one attack is expected", report);
        return None;
    }
    let (points, speed, defence, morale) = (points?, speed?, defence?, morale?);
    let wounds_per_model = wounds_per_model?;
    let (abilities, orders) = own_texts(entry, texts, &mut attacks, report);
    Some(UnitCard {
        id: entry.id,
        name: entry.name.clone(),
        faction: entry.faction,
        unique: entry.flag("character"),
        commander: entry.is_commander(),
        kind,
        models: None,
        points,
        speed,
        defence,
        morale,
        wounds_per_model,
        attacks,
        abilities,
        orders,
    })
}

fn list_of<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn attack_card(
    entry: &Entry<'_>,
    place: usize,
    value: &Value,
    kind: UnitKind,
    report: &mut Report,
) -> Option<AttackCard> {
    let field = format!("attacks/{place}");
    let word = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let (kind_of, range) = match word.to_lowercase().as_str() {
        "melee" => (AttackKind::Melee, None),
        "short" => (AttackKind::Ranged, Some(RangeWord::Short)),
        "long" | "ranged" => (AttackKind::Ranged, Some(RangeWord::Long)),
        _ => {
            let reason = "left out: melee, short or long is expected";
            entry.note(&format!("{field}/type"), reason, report);
            return None;
        }
    };
    let to_hit = entry.number_in(value.get("hit"), &format!("{field}/hit"), (2, 6), report);
    let dice: Option<Vec<u8>> = list_of(value, "dice")
        .iter()
        .take(10)
        .enumerate()
        .map(|(at, dice)| entry.number_in(Some(dice), &format!("{field}/dice/{at}"), (1, 20), report))
        .collect();
    let mut dice = dice?;
    let ranks = usize::from(kind.full_ranks());
    if dice.len() != ranks {
        let reason = format!(
            "{} numbers of attack dice where {} has {ranks} rank(s): the last one counts for the others",
            dice.len(),
            kind.title()
        );
        entry.note(&format!("{field}/dice"), &reason, report);
        let last = dice.last().copied()?;
        dice.resize(ranks, last);
    }
    Some(AttackCard {
        name: called(value.get("name").and_then(Value::as_str), "Attack"),
        kind: kind_of,
        range,
        to_hit: to_hit?,
        dice,
        abilities: Vec::new(),
    })
}

/// The abilities and Orders that a card names, with their texts. An ability named like an attack gives that attack its
/// attack abilities.
fn own_texts(
    entry: &Entry<'_>,
    texts: &Texts,
    attacks: &mut [AttackCard],
    report: &mut Report,
) -> (Vec<Ability>, Vec<Order>) {
    let (mut abilities, mut orders) = (Vec::new(), Vec::new());
    for value in list_of(entry.facts, "abilities").iter().take(MOST_ABILITIES) {
        let (name, text) = match value {
            Value::String(name) => (
                name.clone(),
                texts.get(&key(name)).cloned().unwrap_or_else(|| bare(name)),
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
        let name = called(Some(&name), "Ability");
        if text.lines.is_empty() {
            entry.note("abilities", &format!("there is no text of {name}"), report);
        }
        let is_order = name.to_lowercase().starts_with("order:");
        if is_order || text.trigger.is_some() {
            orders.push(order(entry, &name, &text, report));
            continue;
        }
        let mut rest = text.lines.clone();
        if let Some(attack) = attacks.iter_mut().find(|attack| key(&attack.name) == key(&name)) {
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
    for requirement in list_of(entry.facts, "requirements")
        .iter()
        .take(MOST_REQUIREMENTS)
    {
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

/// An attack ability that a card names without a text of its own is its own text.
fn bare(name: &str) -> AbilityText {
    AbilityText {
        trigger: None,
        lines: phrases::only_abilities(name)
            .map(|_| name.to_owned())
            .into_iter()
            .collect(),
    }
}

/// Lines as one text for people, without the stars of its markup.
fn shown(lines: &[String]) -> String {
    lines.join(" ").replace('*', "").chars().take(4_000).collect()
}

fn order(entry: &Entry<'_>, name: &str, text: &AbilityText, report: &mut Report) -> Order {
    let name = name.split_once(':').map_or(name, |(_, rest)| rest);
    let name = called(Some(name), "Order");
    let said = text.trigger.as_deref().unwrap_or_default();
    let (trigger, when) = phrases::trigger(said, Own::ThisUnit).unwrap_or_else(|| {
        let reason = format!("the trigger of the Order {name} is none of ours: it is shown when turns start");
        entry.note("abilities", &reason, report);
        (Trigger::TurnStart, Vec::new())
    });
    let effects = phrases::effects(&text.lines, trigger, &when, Own::ThisUnit);
    report.orders.count(&effects);
    Order {
        name,
        trigger,
        when,
        effects,
        text: format!("{} {}", shown(&[said.to_owned()]), shown(&text.lines))
            .trim()
            .to_owned(),
    }
}

/// Attachments.
pub(super) fn attachments(file: &DataFile, texts: &Texts, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, "attachments") {
        let Some(entry) = entry(file, listed, report) else {
            continue;
        };
        if pack.attachments.iter().any(|card| card.id == entry.id) {
            entry.is_taken(report);
            continue;
        }
        let kind = entry.kind();
        if kind.is_solo() {
            let reason =
                "left out: infantry or cavalry is expected, solo units take no attachment (IF-UNIT-06)";
            entry.note("type", reason, report);
            continue;
        }
        let Some(points) = entry.points(10, report) else {
            continue;
        };
        let (abilities, orders) = own_texts(&entry, texts, &mut [], report);
        report.attachments += 1;
        pack.attachments.push(Attachment {
            id: entry.id,
            name: entry.name.clone(),
            faction: entry.faction,
            unique: entry.flag("character"),
            commander: entry.is_commander(),
            kind,
            points,
            abilities,
            orders,
        });
    }
}

/// NCUs.
pub(super) fn ncus(file: &DataFile, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, "ncus") {
        let Some(entry) = entry(file, listed, report) else {
            continue;
        };
        if pack.ncus.iter().any(|card| card.id == entry.id) {
            entry.is_taken(report);
            continue;
        }
        let Some(points) = entry.points(10, report) else {
            continue;
        };
        let texts: Vec<Vec<String>> = list_of(entry.facts, "abilities")
            .iter()
            .take(20)
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
            points,
            zone,
            effects,
            text: shown(&all),
        });
    }
}

/// Tactics cards. Rule `IF-ARMY-03`: two copies of each.
pub(super) fn tactics(file: &DataFile, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, "tactics") {
        let Some(entry) = entry(file, listed, report) else {
            continue;
        };
        if pack.tactics.iter().any(|card| card.id == entry.id) {
            entry.is_taken(report);
            continue;
        }
        let commander = entry
            .facts
            .get("commander_id")
            .or_else(|| entry.value.get("commander_id"));
        let owner = match commander.map(|id| identity(Some(id))) {
            None => CardOwner::Faction(entry.faction),
            Some(Some(id)) if is_commander(pack, id) => CardOwner::Commander(id),
            Some(_) => {
                let reason = "left out: it belongs to a commander who is not in these files";
                entry.note("commander_id", reason, report);
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
            let reason = "its trigger is none of ours: it is shown when turns start";
            entry.note("text/0/trigger", reason, report);
            (Trigger::TurnStart, Vec::new())
        });
        let mut effects = phrases::effects(&first.lines, trigger, &when, Own::Friends);
        if texts.len() > 1 && !effects.contains(&Effect::ByRuling) {
            entry.note("text/1", "only the first of its uses is live", report);
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
            replaces: Vec::new(),
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
