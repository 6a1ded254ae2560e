//! Units, attachments and NCUs of the data as cards of a pack.

use hindsight_kernel::message;
use serde_json::Value;

use super::DataFile;
use super::entry::{Entry, called, entry_with_free_id, list_of, listed};
use super::phrases;
use super::report::Report;
use super::texts::{Texts, lines, own_texts, rules_cards, shown};
use crate::cards::{Attachment, AttackCard, AttackKind, Effect, Ncu, RangeWord, UnitCard, UnitKind};
use crate::messages::MESSAGES;
use crate::packs::Pack;

/// Combat units.
pub(super) fn units(file: &DataFile, texts: &Texts, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, &["units", "unit"]) {
        let taken = |id| {
            let card = pack.units.iter().find(|card| card.id == id);
            card.map(|card| card.faction)
        };
        let Some(entry) = entry_with_free_id(file, listed, taken, report) else {
            continue;
        };
        if let Some(card) = unit(&entry, texts, report) {
            report.units += 1;
            pack.units.push(card);
        }
    }
}

fn unit(entry: &Entry<'_>, texts: &Texts, report: &mut Report) -> Option<UnitCard> {
    let kind = entry.kind();
    let points = entry.number("cost", 0, 20, report);
    let speed = entry.number("speed", 1, 12, report);
    let defence = entry.number("defense", 2, 7, report);
    let morale = entry.number("morale", 2, 12, report);
    let wounds_per_model = match entry.facts.get("wounds") {
        None if kind == UnitKind::Infantry => Some(1),
        None if kind == UnitKind::Cavalry => Some(3),
        None if texts.wounds(entry).is_some() => texts.wounds(entry).map(|wounds| wounds.clamp(1, 20)),
        _ => entry.number("wounds", 1, 20, report),
    };
    let ranks = ranks(entry, kind, report);
    let attacks: Option<Vec<AttackCard>> = list_of(entry.facts, "attacks")
        .iter()
        .enumerate()
        .map(|(place, attack)| attack_card(entry, place, attack, ranks, report))
        .collect();
    let mut attacks = attacks?;
    if attacks.is_empty() {
        entry.note("attacks", message!(MESSAGES, "import-no-attack"), report);
        return None;
    }
    let (points, speed, defence, morale) = (points?, speed?, defence?, morale?);
    let wounds_per_model = wounds_per_model?;
    let (abilities, orders) = own_texts(entry, texts, &mut attacks, report);
    let models = ranks * kind.models_per_rank();
    Some(UnitCard {
        id: entry.id,
        name: entry.name.clone(),
        faction: entry.faction,
        unique: entry.flag("character"),
        commander: entry.is_commander(),
        kind,
        models: (models != kind.models()).then_some(models),
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

/// The ranks of the intact unit: as many as its attacks list numbers of dice, where that is fewer than usual. The cards of
/// such units say so in words: 8 models in 2 ranks.
fn ranks(entry: &Entry<'_>, kind: UnitKind, report: &mut Report) -> u8 {
    let usual = kind.full_ranks();
    let attacks = list_of(entry.facts, "attacks").iter();
    let most = attacks.map(|attack| list_of(attack, "dice").len()).max();
    let ranks = match most {
        None | Some(0) => usual,
        Some(most) => u8::try_from(most).unwrap_or(usual).min(usual),
    };
    if ranks != usual {
        let reason = message!(
            MESSAGES,
            "import-models",
            ranks,
            kind = kind.title(),
            usual,
            models = ranks * kind.models_per_rank()
        );
        entry.note("attacks", reason, report);
    }
    ranks
}

fn attack_card(
    entry: &Entry<'_>,
    place: usize,
    value: &Value,
    ranks: u8,
    report: &mut Report,
) -> Option<AttackCard> {
    let field = format!("attacks/{place}");
    let word = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let (kind_of, range) = match word.to_lowercase().as_str() {
        "melee" => (AttackKind::Melee, None),
        "short" => (AttackKind::Ranged, Some(RangeWord::Short)),
        "long" | "ranged" => (AttackKind::Ranged, Some(RangeWord::Long)),
        _ => {
            let reason = message!(MESSAGES, "import-attack-type");
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
    let ranks = usize::from(ranks);
    if dice.len() != ranks {
        let reason = message!(MESSAGES, "import-attack-dice", numbers = dice.len(), ranks);
        entry.note(&format!("{field}/dice"), reason, report);
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

/// Attachments.
pub(super) fn attachments(file: &DataFile, texts: &Texts, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, &["attachments", "attachment"]) {
        let taken = |id| {
            let card = pack.attachments.iter().find(|card| card.id == id);
            card.map(|card| card.faction)
        };
        let Some(entry) = entry_with_free_id(file, listed, taken, report) else {
            continue;
        };
        if let Some(card) = attachment(&entry, texts, report) {
            report.attachments += 1;
            pack.attachments.push(card);
        }
    }
}

fn attachment(entry: &Entry<'_>, texts: &Texts, report: &mut Report) -> Option<Attachment> {
    let kind = entry.kind();
    if kind.is_solo() {
        let reason = message!(MESSAGES, "import-solo-attachment");
        entry.note(entry.kind_field(), reason, report);
        return None;
    }
    if entry.flag("enemy") {
        entry.note("enemy", message!(MESSAGES, "import-enemy-attachment"), report);
        return None;
    }
    let points = if entry.is_commander() {
        0
    } else if entry.facts.get("cost").is_none() {
        entry.note("cost", message!(MESSAGES, "import-no-cost"), report);
        0
    } else {
        entry.number("cost", 0, 10, report)?
    };
    let (abilities, orders) = own_texts(entry, texts, &mut [], report);
    Some(Attachment {
        id: entry.id,
        name: entry.name.clone(),
        faction: entry.faction,
        unique: entry.flag("character"),
        commander: entry.is_commander(),
        kind,
        points,
        abilities,
        orders,
    })
}

/// NCUs.
pub(super) fn ncus(file: &DataFile, texts: &Texts, pack: &mut Pack, report: &mut Report) {
    for listed in listed(file, &["ncus", "ncu"]) {
        let taken = |id| {
            let card = pack.ncus.iter().find(|card| card.id == id);
            card.map(|card| card.faction)
        };
        let Some(entry) = entry_with_free_id(file, listed, taken, report) else {
            continue;
        };
        let Some(points) = entry.number("cost", 0, 10, report) else {
            continue;
        };
        let own: Vec<Vec<String>> = list_of(entry.facts, "abilities")
            .iter()
            .take(20)
            .map(|ability| lines(ability.get("effect")))
            .collect();
        let mut all: Vec<String> = own.concat();
        let (zone, mut effects) = phrases::ncu(&all);
        for (name, lines) in rules_cards(&entry, texts, report) {
            all.push(format!("{name}:"));
            all.extend(lines.iter().cloned());
            if !effects.contains(&Effect::ByRuling) {
                effects.push(Effect::ByRuling);
            }
        }
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
