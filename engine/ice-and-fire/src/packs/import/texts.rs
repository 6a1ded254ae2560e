//! The texts of abilities, Orders and requirements of a card.

use std::collections::BTreeMap;

use hindsight_kernel::message;
use serde_json::Value;

use super::entry::{Entry, called, list_of};
use super::moments::{Own, moment};
use super::phrases;
use super::report::Report;
use super::{DataFile, RULES_CARDS, entry, field, rules_of};
use crate::cards::{Ability, AttackCard, AttackKind, Condition, Effect, Order, Trigger};
use crate::messages::MESSAGES;

/// The most abilities and requirements of a card that are taken over.
const MOST_ABILITIES: usize = 16;
const MOST_REQUIREMENTS: usize = 4;

/// The text of an ability: a trigger, if it is an Order, and its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct AbilityText {
    pub(super) trigger: Option<String>,
    pub(super) lines: Vec<String>,
    /// The kind of attacks it is for, where its icons show one kind alone.
    kind: Option<AttackKind>,
}

impl AbilityText {
    /// The text of a value with an `effect` and perhaps a `trigger`.
    pub(super) fn of(value: &Value) -> Self {
        Self {
            trigger: value
                .get("trigger")
                .and_then(Value::as_str)
                .map(ToOwned::to_owned),
            lines: lines(value.get("effect")),
            kind: match (has_icon(value, "melee"), has_icon(value, "ranged")) {
                (true, false) => Some(AttackKind::Melee),
                (false, true) => Some(AttackKind::Ranged),
                _ => None,
            },
        }
    }

    /// An attack ability that a card names without a text of its own is its own text.
    fn bare(name: &str) -> Self {
        Self {
            trigger: None,
            lines: phrases::only_abilities(name)
                .map(|_| name.to_owned())
                .into_iter()
                .collect(),
            kind: None,
        }
    }

    /// The wounds that it says its unit has: `This unit has 5 Wounds.`
    fn wounds(&self) -> Option<u8> {
        let said = |line: &String| {
            let line = phrases::plain(line);
            let rest = line.strip_prefix("this unit has ")?;
            let (number, rest) = rest.split_once(' ')?;
            rest.starts_with("wound").then(|| number.parse().ok())?
        };
        self.lines.iter().find_map(said)
    }
}

fn has_icon(value: &Value, icon: &str) -> bool {
    list_of(value, "icons").iter().any(|other| other == icon)
}

/// A text or a list of texts, line by line.
pub(super) fn lines(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(line)) => vec![line.clone()],
        Some(Value::Array(all)) => all
            .iter()
            .filter_map(Value::as_str)
            .map(ToOwned::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

/// What names of abilities and attacks are compared by: the data write an apostrophe in two ways.
fn key(name: &str) -> String {
    name.trim().to_uppercase().replace('’', "'")
}

/// Whether an ability is that of an attack: it has its name, perhaps with its bearer behind it in brackets.
fn is_of_attack(ability: &str, attack: &str) -> bool {
    let (ability, attack) = (key(ability), key(attack));
    let without = ability.split_once(" (").map_or(&*ability, |(name, _)| name);
    ability == attack || without == attack
}

/// The texts that cards of a file name: those of the file itself, then those that stand in files of their own; and the rules
/// cards of all files by their id.
pub(super) struct Texts {
    shared: BTreeMap<String, AbilityText>,
    own: BTreeMap<String, BTreeMap<String, AbilityText>>,
    rules: BTreeMap<String, (String, Vec<String>)>,
}

impl Texts {
    /// The texts of all files.
    pub(super) fn of(files: &[DataFile]) -> Self {
        let mut texts = Self {
            shared: BTreeMap::new(),
            own: BTreeMap::new(),
            rules: BTreeMap::new(),
        };
        for file in files {
            for (name, value) in &file.fields {
                if value.get("effect").is_some() {
                    texts.shared.insert(key(name), AbilityText::of(value));
                }
            }
            let own = file.fields.get("abilities").and_then(Value::as_object);
            let own = own.into_iter().flatten();
            let own = own.map(|(name, value)| (key(name), AbilityText::of(value)));
            texts.own.insert(file.name.clone(), own.collect());
            for (_, card) in entry::listed(file, &RULES_CARDS) {
                let text = |name: &str| card.get(name).and_then(Value::as_str);
                if let Some(id) = text("id") {
                    let places = ["/front/text", "/front/note", "/front/effect", "/back/text"];
                    let shown = places.iter().flat_map(|place| lines(field(card, place)));
                    let name = called(text("name"), "Rule");
                    texts.rules.insert(id.to_owned(), (name, shown.collect()));
                }
            }
        }
        texts
    }

    /// The wounds that the texts of a card say its unit has, where its statistics do not.
    pub(super) fn wounds(&self, entry: &Entry<'_>) -> Option<u8> {
        list_of(entry.facts, "abilities")
            .iter()
            .filter_map(Value::as_str)
            .find_map(|name| self.find(entry.file, name).wounds())
    }

    /// The text of an ability that a card of a file names.
    fn find(&self, file: &str, name: &str) -> AbilityText {
        let key = key(name);
        let own = self.own.get(file).and_then(|own| own.get(&key));
        own.or_else(|| self.shared.get(&key))
            .cloned()
            .unwrap_or_else(|| AbilityText::bare(name))
    }
}

/// Lines as one text for people, without the stars of its markup.
pub(super) fn shown(lines: &[String]) -> String {
    lines.join(" ").replace('*', "").chars().take(4_000).collect()
}

/// The abilities and Orders that a card names, with their texts. An ability named like an attack gives that attack its
/// attack abilities.
pub(super) fn own_texts(
    entry: &Entry<'_>,
    texts: &Texts,
    attacks: &mut [AttackCard],
    report: &mut Report,
) -> (Vec<Ability>, Vec<Order>) {
    let (mut abilities, mut orders) = (Vec::new(), Vec::new());
    for value in list_of(entry.facts, "abilities").iter().take(MOST_ABILITIES) {
        let (name, text) = match value {
            Value::String(name) => (name.clone(), texts.find(entry.file, name)),
            other => (
                other
                    .get("name")
                    .and_then(Value::as_str)
                    .unwrap_or("Ability")
                    .to_owned(),
                AbilityText::of(other),
            ),
        };
        let name = called(Some(&name), "Ability");
        if text.lines.is_empty() {
            entry.note(
                "abilities",
                message!(MESSAGES, "import-no-text", name = &name),
                report,
            );
        }
        let is_order = name.to_lowercase().starts_with("order:");
        if is_order || text.trigger.is_some() {
            orders.push(order(entry, &name, &text, report));
        } else {
            abilities.push(ability(name, &text, attacks, report));
        }
    }
    abilities.extend(requirements(entry));
    abilities.extend(rules(entry, texts, report));
    (abilities, orders)
}

fn ability(name: String, text: &AbilityText, attacks: &mut [AttackCard], report: &mut Report) -> Ability {
    let mut rest = text.lines.clone();
    let mut named: Vec<&mut AttackCard> = attacks
        .iter_mut()
        .filter(|attack| is_of_attack(&name, &attack.name))
        .collect();
    if !named.is_empty() {
        // One text may be that of several attacks: a harpoon that is thrown and that strikes.
        let found = phrases::bare_abilities(&mut rest);
        for attack in &mut named {
            attack.abilities.extend(found.iter().copied());
            attack.abilities.sort_unstable();
            attack.abilities.dedup();
        }
    }
    let (when, effects) = if rest.is_empty() && !text.lines.is_empty() {
        (Vec::new(), Vec::new())
    } else {
        let melee_alone =
            !attacks.is_empty() && attacks.iter().all(|attack| attack.kind == AttackKind::Melee);
        let kind = text.kind.or(melee_alone.then_some(AttackKind::Melee));
        phrases::ability(&rest, kind)
    };
    report.abilities.count(&effects);
    Ability {
        name,
        when,
        effects,
        text: shown(&text.lines),
    }
}

/// What an army must be to have the card: texts that the players keep to.
fn requirements(entry: &Entry<'_>) -> impl Iterator<Item = Ability> {
    let listed = ["requirements", "back_text"].map(|name| list_of(entry.facts, name));
    let listed: Vec<&Value> = listed.into_iter().flatten().take(MOST_REQUIREMENTS).collect();
    listed.into_iter().map(|requirement| {
        let word = |name: &str| requirement.get(name).and_then(Value::as_str);
        let text = word("text").unwrap_or_default().to_owned();
        let text = match word("heading") {
            Some(heading) => format!("{heading}: {text}"),
            None => text,
        };
        Ability {
            name: called(word("name"), "Requirement"),
            when: Vec::new(),
            effects: Vec::new(),
            text: shown(&[text]),
        }
    })
}

/// The names and lines of the rules cards that come with a card.
pub(super) fn rules_cards<'t>(
    entry: &Entry<'_>,
    texts: &'t Texts,
    report: &mut Report,
) -> Vec<(&'t str, &'t [String])> {
    let ids = rules_of(entry.value).take(MOST_REQUIREMENTS);
    ids.filter_map(|id| {
        let Some((name, lines)) = texts.rules.get(id) else {
            entry.note(
                "rules",
                message!(MESSAGES, "import-no-rules-card", id = id.to_owned()),
                report,
            );
            return None;
        };
        Some((name.as_str(), lines.as_slice()))
    })
    .collect()
}

/// The rules cards that come with the card, as texts that the players settle.
fn rules(entry: &Entry<'_>, texts: &Texts, report: &mut Report) -> Vec<Ability> {
    let cards = rules_cards(entry, texts, report);
    cards
        .into_iter()
        .map(|(name, lines)| {
            let effects = vec![Effect::ByRuling];
            report.abilities.count(&effects);
            Ability {
                name: name.to_owned(),
                when: Vec::new(),
                effects,
                text: shown(lines),
            }
        })
        .collect()
}

/// When a text with a trigger may be used and what it does: all of it by ruling where the trigger says more than ours can;
/// nothing where no trigger of ours is near it.
pub(super) fn used(said: &str, lines: &[String], own: Own) -> Option<(Trigger, Vec<Condition>, Vec<Effect>)> {
    let found = moment(said, own)?;
    let effects = if found.exact {
        phrases::effects(lines, found.trigger, &found.when, own)
    } else {
        vec![Effect::ByRuling]
    };
    Some((found.trigger, found.when, effects))
}

fn order(entry: &Entry<'_>, name: &str, text: &AbilityText, report: &mut Report) -> Order {
    let name = name.split_once(':').map_or(name, |(_, rest)| rest);
    let name = called(Some(name), "Order");
    let said = text.trigger.as_deref().unwrap_or_default();
    let (trigger, when, effects) = used(said, &text.lines, Own::ThisUnit).unwrap_or_else(|| {
        let reason = message!(MESSAGES, "import-no-trigger", name = &name);
        entry.note("abilities", reason, report);
        (Trigger::TurnStart, Vec::new(), vec![Effect::ByRuling])
    });
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
