//! A whole folder of public unit data against the pack that comes out, read here in a way of its own:
//! `HINDSIGHT_UNIT_DATA=DIR cargo test -p ice-and-fire --lib unit_data -- --ignored --nocapture`. The data are their
//! publisher's and are no part of this repository.

use std::collections::BTreeMap;

use super::*;
use crate::cards::{Ability, AttackAbility, AttackCard, Effect, Order, RangeWord, UnitCard};

/// A card of the files: its place, itself, its statistics, its full name and faction.
struct Printed<'v> {
    file: &'v str,
    path: String,
    card: &'v Value,
    facts: &'v Value,
    name: String,
    faction: String,
}

/// The files, what came of them, and what differs without a note.
struct Comparison<'v> {
    texts: BTreeMap<String, &'v Value>,
    pack: Pack,
    notes: Vec<ImportFault>,
    untold: Vec<String>,
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value
        .get(field)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn key(name: &str) -> String {
    name.trim().to_uppercase().replace('’', "'")
}

/// Letters and digits alone, so that markup and spaces do not count.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// All texts of a value, in their order.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(said).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

fn printed<'v>(files: &'v [(String, Value)], kinds: &[&str]) -> Vec<Printed<'v>> {
    let mut all = Vec::new();
    for (file, value) in files {
        for kind in kinds {
            for (place, card) in list(value, kind).iter().enumerate() {
                let facts = card.get("statistics").unwrap_or(card);
                let second = ["subname", "title"].map(|field| text(card, field));
                let second = second.iter().find(|name| !name.trim().is_empty());
                let first = text(card, "name");
                all.push(Printed {
                    file,
                    path: format!("/{kind}/{place}"),
                    card,
                    facts,
                    name: second.map_or_else(|| first.to_owned(), |name| format!("{first}, {}", name.trim())),
                    faction: text(facts, "faction").to_lowercase(),
                });
            }
        }
    }
    all
}

impl Printed<'_> {
    /// The card of the pack that is this one: the one of its name with its id and its faction, else with its id alone. (Cards
    /// of two factions with one id are two cards.)
    fn among<'c, C>(&self, cards: &'c [C], named: impl Fn(&C) -> (Name, &str)) -> Option<&'c C> {
        let own = match self.card.get("id") {
            Some(Value::String(id)) => id.to_lowercase(),
            Some(id) => id.to_string(),
            None => String::new(),
        };
        let with_id = |wanted: &str| {
            cards.iter().find(|card| {
                let (id, name) = named(card);
                bare(id.as_str()) == bare(wanted) && bare(name) == bare(&self.name)
            })
        };
        with_id(&format!("{own}{}", self.faction)).or_else(|| with_id(&own))
    }
}

impl Comparison<'_> {
    fn is_noted(&self, printed: &Printed<'_>, field: &str) -> bool {
        self.notes.iter().any(|note| {
            let rest = note.path.strip_prefix(&*printed.path);
            let whole = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            note.file == printed.file
                && whole
                && (note.path.contains(field) || note.reason.contains("left out"))
        })
    }

    fn differs(&mut self, printed: &Printed<'_>, field: &str, what: impl std::fmt::Display) {
        if !self.is_noted(printed, field) {
            self.untold.push(format!(
                "{}{}: {}: {field}: {what}",
                printed.file, printed.path, printed.name
            ));
        }
    }

    fn number(&mut self, printed: &Printed<'_>, field: &str, found: u8) {
        let Some(number) = printed.facts.get(field).and_then(Value::as_u64) else {
            return;
        };
        if number != u64::from(found) {
            self.differs(printed, field, format!("{number} is {found}"));
        }
    }

    /// The name and text of each ability that a card names.
    fn named_texts(&self, printed: &Printed<'_>) -> Vec<(String, String, Vec<String>)> {
        list(printed.facts, "abilities")
            .iter()
            .map(|ability| match ability {
                Value::String(name) => {
                    let found = self.texts.get(&format!("{} {}", printed.file, key(name)));
                    let found = found.or_else(|| self.texts.get(&key(name)));
                    (name.clone(), found.copied().cloned().unwrap_or_default())
                }
                other => (text(other, "name").to_owned(), other.clone()),
            })
            .map(|(name, value)| {
                let lines = match value.get("effect") {
                    Some(Value::String(line)) => vec![line.clone()],
                    Some(Value::Array(all)) => all.iter().map(said).collect(),
                    _ => Vec::new(),
                };
                (name, text(&value, "trigger").to_owned(), lines)
            })
            .collect()
    }

    fn texts_of(&mut self, printed: &Printed<'_>, abilities: &[Ability], orders: &[Order]) {
        let shown: Vec<String> = abilities
            .iter()
            .map(|ability| bare(&ability.text))
            .chain(orders.iter().map(|order| bare(&order.text)))
            .collect();
        for (name, trigger, lines) in self.named_texts(printed) {
            let whole = bare(&format!("{trigger} {}", lines.join(" ")));
            if !shown.contains(&whole) {
                self.differs(printed, "abilities", format!("the text of {name} is missing"));
            }
        }
        for field in ["requirements", "back_text"] {
            for requirement in list(printed.facts, field) {
                let wanted = bare(text(requirement, "text"));
                if !shown.iter().any(|text| text.contains(&wanted)) {
                    self.differs(printed, field, format!("missing: {requirement}"));
                }
            }
        }
        // No ability is live that its text gives from a round on, or under a heading.
        for ability in abilities {
            for effect in &ability.effects {
                let Effect::AddAbility { ability: gained } = effect else {
                    continue;
                };
                let title = gained.title().to_lowercase();
                let conditional = self.named_texts(printed).into_iter().any(|(name, _, lines)| {
                    name == ability.name && lines.iter().any(|line| governed(line, &title))
                });
                if conditional {
                    self.differs(
                        printed,
                        "abilities",
                        format!("{title} of {} is always live", ability.name),
                    );
                }
            }
        }
    }

    fn attack(&mut self, printed: &Printed<'_>, place: usize, value: &Value, found: &AttackCard) {
        let field = format!("attacks/{place}");
        let range = match text(value, "type") {
            "short" => Some(RangeWord::Short),
            "melee" => None,
            _ => Some(RangeWord::Long),
        };
        let dice: Vec<u8> = list(value, "dice")
            .iter()
            .map(|dice| dice.as_u64().unwrap_or_default() as u8)
            .collect();
        let hit = value.get("hit").and_then(Value::as_u64).unwrap_or_default();
        let same = bare(text(value, "name")) == bare(&found.name)
            && range == found.range
            && hit == u64::from(found.to_hit)
            && dice == found.dice;
        if !same {
            self.differs(printed, &field, format!("{value} is {found:?}"));
        }
        let mut wanted: Vec<AttackAbility> = Vec::new();
        for (name, _, lines) in self.named_texts(printed) {
            let named = key(&name);
            let named = named.split(" (").next().unwrap_or_default();
            if key(&found.name) != named && key(&found.name) != key(&name) {
                continue;
            }
            let free = lines
                .iter()
                .take_while(|line| !line.trim_end_matches(['*', ' ']).ends_with(':'));
            for line in free {
                let line = line.to_lowercase().replace(['*', '•'], " ");
                let words: Vec<&str> = line
                    .split([',', '.'])
                    .flat_map(|part| part.split(" and "))
                    .map(str::trim)
                    .collect();
                let ability = |word: &str| {
                    AttackAbility::ALL
                        .into_iter()
                        .find(|known| known.title().to_lowercase() == word)
                };
                if words
                    .iter()
                    .all(|word| word.is_empty() || ability(word).is_some())
                {
                    wanted.extend(words.iter().filter_map(|word| ability(word)));
                }
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        if wanted != found.abilities {
            self.differs(
                printed,
                &field,
                format!("abilities {wanted:?} are {:?}", found.abilities),
            );
        }
    }

    fn unit(&mut self, printed: &Printed<'_>) {
        let found = printed.among(&self.pack.units, |card| (card.id, &card.name));
        let Some(card) = found.cloned() else {
            return self.differs(printed, "", "is not there");
        };
        let UnitCard {
            points,
            speed,
            defence,
            morale,
            wounds_per_model,
            ..
        } = card;
        let numbers = [
            ("cost", points),
            ("speed", speed),
            ("defense", defence),
            ("morale", morale),
            ("wounds", wounds_per_model),
        ];
        for (field, found) in numbers {
            self.number(printed, field, found);
        }
        let attacks = list(printed.facts, "attacks");
        if attacks.len() != card.attacks.len() {
            self.differs(printed, "attacks", "not all of them");
        }
        for (place, (value, found)) in attacks.iter().zip(&card.attacks).enumerate() {
            self.attack(printed, place, value, found);
        }
        self.texts_of(printed, &card.abilities, &card.orders);
    }
}

/// Whether a line gives an ability after a number and a colon.
fn governed(line: &str, ability: &str) -> bool {
    let line = line.to_lowercase();
    let before = line.split_once(ability).map_or("", |(before, _)| before);
    before.contains(':') && before.chars().any(|letter| letter.is_ascii_digit())
}

/// The files of a folder that hold JSON, by name.
fn files_of(folder: &str) -> Vec<ImportFile> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    names.sort();
    names
        .iter()
        .map(|path| ImportFile {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            text: std::fs::read_to_string(path).unwrap(),
        })
        .collect()
}

/// The texts of abilities by name: those of the file of all abilities, and those of each file by the file's name.
fn texts_of(values: &[(String, Value)]) -> BTreeMap<String, &Value> {
    let mut texts = BTreeMap::new();
    for (file, value) in values {
        let own = value.as_object().unwrap();
        let with_effect = own.iter().filter(|(_, ability)| ability.get("effect").is_some());
        texts.extend(with_effect.map(|(name, ability)| (key(name), ability)));
        let named = value.get("abilities").and_then(Value::as_object);
        for (name, ability) in named.into_iter().flatten() {
            texts.insert(format!("{file} {}", key(name)), ability);
        }
    }
    texts
}

impl Comparison<'_> {
    fn attachment(&mut self, printed: &Printed<'_>) {
        let found = printed.among(&self.pack.attachments, |card| (card.id, &card.name));
        match found.cloned() {
            Some(card) => {
                self.number(printed, "cost", card.points);
                self.texts_of(printed, &card.abilities, &card.orders);
            }
            None => self.differs(printed, "", "is not there"),
        }
    }

    fn ncu(&mut self, printed: &Printed<'_>) {
        let found = printed.among(&self.pack.ncus, |card| (card.id, &card.name));
        let Some(card) = found.cloned() else {
            self.differs(printed, "", "is not there");
            return;
        };
        self.number(printed, "cost", card.points);
        for (name, _, lines) in self.named_texts(printed) {
            if !bare(&card.text).contains(&bare(&lines.join(" "))) {
                self.differs(printed, "abilities", format!("the text of {name} is missing"));
            }
        }
    }

    fn tactics(&mut self, printed: &Printed<'_>) {
        let found = printed.among(&self.pack.tactics, |card| (card.id, &card.name));
        let Some(card) = found.cloned() else {
            self.differs(printed, "", "is not there");
            return;
        };
        let blocks = list(printed.facts, "text").iter();
        for block in blocks.filter(|block| block.get("remove").is_none()) {
            let whole = format!(
                "{} {}",
                text(block, "trigger"),
                block.get("effect").map(said).unwrap_or_default()
            );
            if !bare(&card.text).contains(&bare(&whole)) {
                self.differs(printed, "text", whole);
            }
        }
    }

    /// A rules card is a text of a card that names it, or noted.
    fn rules_card(&mut self, rule: &Printed<'_>) {
        let front = rule.facts.pointer("/front/text");
        let front = front.or_else(|| rule.facts.pointer("/front/effect"));
        let wanted = bare(&front.map(said).unwrap_or_default());
        let pack = &self.pack;
        let shown = pack
            .units
            .iter()
            .flat_map(|card| &card.abilities)
            .chain(pack.attachments.iter().flat_map(|card| &card.abilities))
            .map(|ability| &ability.text)
            .chain(pack.ncus.iter().map(|card| &card.text));
        let taken = shown.into_iter().any(|text| bare(text).contains(&wanted));
        if !taken {
            self.differs(rule, "", "the rules card is neither taken nor noted");
        }
    }
}

#[test]
#[ignore = "needs a folder of the public unit data: HINDSIGHT_UNIT_DATA=DIR"]
fn unit_data_differ_from_the_pack_only_where_a_note_says_so() {
    let folder = std::env::var("HINDSIGHT_UNIT_DATA").expect("HINDSIGHT_UNIT_DATA=DIR names the folder");
    let files = files_of(&folder);
    let values: Vec<(String, Value)> = files
        .iter()
        .map(|file| (file.name.clone(), serde_json::from_str(&file.text).unwrap()))
        .collect();
    let title = PackTitle {
        id: "unit-data".to_owned(),
        name: "Unit data".to_owned(),
    };
    let imported = import_asoiaf_tmg_data(&files, &title).unwrap();
    let mut compared = Comparison {
        texts: texts_of(&values),
        pack: read_pack(&imported.pack).unwrap().pack,
        notes: imported.notes.clone(),
        untold: Vec::new(),
    };
    let units = printed(&values, &["units", "unit"]);
    for card in &units {
        compared.unit(card);
    }
    let attachments = printed(&values, &["attachments", "attachment"]);
    for card in &attachments {
        compared.attachment(card);
    }
    let ncus = printed(&values, &["ncus", "ncu"]);
    for card in &ncus {
        compared.ncu(card);
    }
    let tactics = printed(&values, &["tactics"]);
    for card in &tactics {
        compared.tactics(card);
    }
    let rules = printed(&values, &["specials", "special"]);
    for card in &rules {
        compared.rules_card(card);
    }
    println!(
        "{} units, {} attachments, {} NCUs, {} tactics cards, {} rules cards; {} notes",
        units.len(),
        attachments.len(),
        ncus.len(),
        tactics.len(),
        rules.len(),
        imported.notes.len()
    );
    for taken in &imported.taken {
        println!("{taken:?}");
    }
    for note in &imported.notes {
        println!("note: {}{}: {}", note.file, note.path, note.reason);
    }
    let count = compared.untold.len();
    assert!(
        compared.untold.is_empty(),
        "{count} untold:\n{}",
        compared.untold.join("\n")
    );
}
