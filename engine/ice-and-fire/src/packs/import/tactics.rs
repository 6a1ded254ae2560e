//! Tactics cards of the data as designs of a pack. Rule `IF-ARMY-03`.

use hindsight_kernel::message;
use serde_json::Value;

use super::DataFile;
use super::entry::{Entry, entry, id_of, identity, list_of, listed};
use super::moments::Own;
use super::report::Report;
use super::texts::{AbilityText, shown, used};
use crate::cards::{CardId, CardOwner, Effect, TacticsCard, Trigger};
use crate::messages::MESSAGES;
use crate::packs::Pack;

/// Designs of a deck, and how many of them are the commander's.
const DESIGNS: usize = 10;
const OF_COMMANDER: usize = 3;

/// A commander of a file and the designs that its card names.
type Leader = (CardId, Vec<CardId>);

/// The commanders of a file with the designs that their cards name.
fn leaders(file: &DataFile, pack: &Pack) -> Vec<Leader> {
    let lists = ["units", "unit", "attachments", "attachment", "ncus", "ncu"];
    listed(file, &lists)
        .filter_map(|(_, card)| {
            let id = identity(card.get("id"))?;
            let faction = card.get("faction").and_then(Value::as_str).unwrap_or_default();
            let leader = [id_of(&format!("{id}-{faction}")), Some(id)]
                .into_iter()
                .flatten()
                .find(|id| commander(pack, *id).is_some())?;
            let named = list_of(card, "tactics").iter().filter_map(Value::as_str);
            let keys = card.pointer("/tactics/cards").and_then(Value::as_object);
            let keys = keys
                .into_iter()
                .flat_map(|cards| cards.keys().map(String::as_str));
            Some((leader, named.chain(keys).filter_map(id_of).collect()))
        })
        .collect()
}

/// Tactics cards: two copies of each.
pub(super) fn tactics(file: &DataFile, pack: &mut Pack, report: &mut Report) {
    let leaders = leaders(file, pack);
    let before = pack.tactics.len();
    for listed in listed(file, &["tactics"]) {
        let Some(mut entry) = entry(file, listed, report) else {
            continue;
        };
        let faction_of = |card: &TacticsCard| match card.owner {
            CardOwner::Faction(faction) => Some(faction),
            CardOwner::Commander(id) => commander(pack, id),
        };
        let taken = |id| {
            let card = pack.tactics.iter().find(|card| card.id == id);
            card.map(|card| faction_of(card).unwrap_or(entry.faction))
        };
        let Some(id) = entry.free_id(taken, report) else {
            continue;
        };
        let printed = entry.id;
        entry.id = id;
        if let Some(card) = design(&entry, printed, &leaders, pack, report) {
            pack.tactics.push(card);
        }
    }
    shared(file, before, &leaders, pack, report);
}

/// Designs that two commanders name: each has copies of its own.
fn shared(file: &DataFile, before: usize, leaders: &[Leader], pack: &mut Pack, report: &mut Report) {
    for (leader, designs) in leaders {
        for design in designs {
            let faction = commander(pack, *leader);
            let suffixed = faction.and_then(|faction| id_of(&format!("{design}-{faction}")));
            let found = pack.tactics[before..]
                .iter()
                .find(|card| Some(card.id) == suffixed)
                .or_else(|| pack.tactics[before..].iter().find(|card| card.id == *design));
            let Some(card) = found.cloned() else {
                continue;
            };
            let of_another = matches!(card.owner, CardOwner::Commander(other) if other != *leader);
            let id = id_of(&format!("{leader}-{design}"));
            let id = id.filter(|id| pack.tactics.iter().all(|card| card.id != *id));
            if let (true, Some(id)) = (of_another, id) {
                let reason = message!(MESSAGES, "import-second-leader", card = &card.name, leader, id);
                report.note(&file.name, "", reason);
                report.tactics.count(&card.effects);
                pack.tactics.push(TacticsCard {
                    id,
                    owner: CardOwner::Commander(*leader),
                    ..card
                });
            }
        }
    }
}

fn design(
    entry: &Entry<'_>,
    printed: CardId,
    leaders: &[Leader],
    pack: &Pack,
    report: &mut Report,
) -> Option<TacticsCard> {
    let owner = owner(entry, printed, leaders, pack, report)?;
    let blocks = list_of(entry.facts, "text");
    // A block that only says which design the card takes the place of is no use of it.
    let uses: Vec<AbilityText> = blocks
        .iter()
        .filter(|block| block.get("remove").is_none())
        .map(AbilityText::of)
        .collect();
    let first = uses.first().cloned().unwrap_or_default();
    let said = first.trigger.clone().unwrap_or_default();
    let (trigger, when, mut effects) = used(&said, &first.lines, Own::Friends).unwrap_or_else(|| {
        let reason = message!(MESSAGES, "import-card-without-trigger");
        entry.note("text/0/trigger", reason, report);
        (Trigger::TurnStart, Vec::new(), vec![Effect::ByRuling])
    });
    if uses.len() > 1 && !effects.contains(&Effect::ByRuling) {
        entry.note("text/1", message!(MESSAGES, "import-first-use"), report);
        effects.push(Effect::ByRuling);
    }
    report.tactics.count(&effects);
    let text: Vec<String> = uses
        .iter()
        .flat_map(|text| text.trigger.iter().cloned().chain(text.lines.iter().cloned()))
        .collect();
    Some(TacticsCard {
        id: entry.id,
        name: entry.name.clone(),
        owner,
        copies: 2,
        replaces: identities(entry.facts.get("remove")),
        trigger,
        when,
        effects,
        text: shown(&text),
    })
}

/// The ids of a field: one, a list of them, or several in one text with white space between them.
fn identities(value: Option<&Value>) -> Vec<CardId> {
    match value {
        Some(Value::String(text)) => text.split_whitespace().filter_map(id_of).collect(),
        Some(Value::Array(all)) => all.iter().flat_map(|value| identities(Some(value))).collect(),
        other => identity(other).into_iter().collect(),
    }
}

/// Whose deck a card belongs to: its commander's, if it names one, else its faction's. Where the commander it names is not
/// there, that of the commander whose card names it.
fn owner(
    entry: &Entry<'_>,
    printed: CardId,
    leaders: &[Leader],
    pack: &Pack,
    report: &mut Report,
) -> Option<CardOwner> {
    let named = entry
        .facts
        .get("commander_id")
        .or_else(|| entry.value.get("commander_id"))
        .or_else(|| entry.value.pointer("/commander/id"));
    let Some(named) = named else {
        return Some(CardOwner::Faction(entry.faction));
    };
    let ids = identity(Some(named)).map(|id| [id_of(&format!("{id}-{}", entry.faction)), Some(id)]);
    let known = ids
        .into_iter()
        .flatten()
        .flatten()
        .find(|id| commander(pack, *id).is_some())
        .or_else(|| {
            let naming = leaders.iter().find(|(_, designs)| designs.contains(&printed));
            naming.map(|(leader, _)| *leader)
        });
    if known.is_none() {
        let field = if entry.facts.get("commander").is_some() {
            "commander/id"
        } else {
            "commander_id"
        };
        let reason = message!(MESSAGES, "import-owner-missing");
        entry.note(field, reason, report);
    }
    known.map(CardOwner::Commander)
}

/// The faction of a commander; nothing if the card is none.
fn commander(pack: &Pack, id: CardId) -> Option<crate::cards::Name> {
    let attached = pack.attachments.iter();
    let attached = attached.map(|card| (card.id, card.commander, card.faction));
    let units = pack.units.iter();
    let units = units.map(|card| (card.id, card.commander, card.faction));
    let ncus = pack
        .ncus
        .iter()
        .map(|card| (card.id, card.commander, card.faction));
    attached
        .chain(units)
        .chain(ncus)
        .find(|(card, commander, _)| *commander && *card == id)
        .map(|(_, _, faction)| faction)
}

/// Puts right what cards take the place of, when all are known: a commander with a whole deck of designs leaves out all of
/// the faction's, and a design that is not in these files is not left out.
pub(super) fn replacements(pack: &mut Pack, report: &mut Report) {
    let known: Vec<CardId> = pack.tactics.iter().map(|card| card.id).collect();
    for card in &mut pack.tactics {
        if let Some(id) = card.replaces.iter().find(|id| !known.contains(id)) {
            let reason = message!(MESSAGES, "import-no-design", card = &card.name, id);
            report.note("", "", reason);
        }
        card.replaces.retain(|id| known.contains(id));
    }
    let owners: Vec<CardOwner> = pack.tactics.iter().map(|card| card.owner).collect();
    for (place, owner) in owners.iter().enumerate() {
        let CardOwner::Commander(leader) = *owner else {
            continue;
        };
        let is_first = !owners[..place].contains(owner);
        let designs = owners.iter().filter(|other| *other == owner).count();
        let Some(faction) = commander(pack, leader).filter(|_| is_first && designs == DESIGNS) else {
            continue;
        };
        let of_faction = |card: &&TacticsCard| card.owner == CardOwner::Faction(faction);
        let replaced: Vec<CardId> = pack
            .tactics
            .iter()
            .filter(of_faction)
            .map(|card| card.id)
            .collect();
        if replaced.len() == DESIGNS - OF_COMMANDER {
            let reason = message!(MESSAGES, "import-whole-deck", leader, designs = DESIGNS, faction);
            report.note("", "", reason);
            pack.tactics[place].replaces = replaced;
        }
    }
}
