//! Choices where a schema only says `string`: things that have an `id` and a `name` wherever they are listed,
//! units, seats, and what stands at the same place in samples.

use std::collections::BTreeMap;

use hindsight_kernel::SeatInfo;
use serde_json::{Map, Value};

use super::Place;

/// Lists deeper in a position or a pack than this are nobody's choice.
const DEEPEST: usize = 6;

/// Things of one list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shelf {
    /// What the list is called: `armies`, `maps`, `units` ...
    name: String,
    /// Id and words of each.
    things: Vec<(String, String)>,
}

/// A thing of a pack as a card: what it is called, what it costs, to which group it belongs, and what else is said of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Card {
    /// Its id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// What it costs, where that is said.
    pub(crate) price: Option<f64>,
    /// The id of its faction: as it says itself, or of the thing in whose list it stands.
    pub(crate) group: Option<String>,
    /// Plain members: `class` "core", `models` "9".
    pub(crate) says: Vec<(String, String)>,
}

/// What may be chosen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    cards: BTreeMap<String, Card>,
    shelves: Vec<Shelf>,
    units: Vec<(String, String)>,
    seats: Vec<(String, String)>,
    limits: Map<String, Value>,
    samples: Vec<Value>,
}

impl Choices {
    /// The lists within a position or a pack.
    pub(crate) fn within(values: &[&Value]) -> Self {
        let mut found = Self::default();
        for value in values {
            found.collect("", value, None, 0);
        }
        found
    }

    /// Whether an offer says that nothing may be chosen twice.
    pub(crate) fn forbids_twins(&self) -> bool {
        self.limits.get("duplicates") == Some(&Value::Bool(false))
    }

    /// The card of a thing.
    pub(crate) fn card(&self, id: &str) -> Option<&Card> {
        self.cards.get(id)
    }

    fn collect(&mut self, name: &str, value: &Value, within: Option<&str>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => {
                let things: Option<Vec<(String, String)>> = items.iter().map(thing).collect();
                if let Some(things) = things.filter(|things| !things.is_empty()) {
                    self.shelves.push(Shelf {
                        name: name.to_owned(),
                        things,
                    });
                }
                for item in items.iter().take(200) {
                    let card = card(item, within);
                    let inside = card.as_ref().map_or(within, |_| item["id"].as_str());
                    self.collect(name, item, inside, depth + 1);
                    if let Some(card) = card {
                        self.cards.entry(card.id.clone()).or_insert(card);
                    }
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    self.shelve(name, member);
                    self.collect(name, member, within, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Things that stand behind their ids, in a member that is called as one of them: `unit`, `leader`, `terrain`.
    fn shelve(&mut self, name: &str, value: &Value) {
        let Some(things) = value.as_object().filter(|things| !things.is_empty()) else {
            return;
        };
        if name.ends_with('s') || !things.values().all(Value::is_object) {
            return;
        }
        let words = |(id, thing): (&String, &Value)| {
            let named = thing["name"].as_str().unwrap_or(id);
            (id.clone(), named.to_owned())
        };
        self.shelves.push(Shelf {
            name: name.to_owned(),
            things: things.iter().map(words).collect(),
        });
    }

    /// With these units, by id and name, and seats.
    pub(crate) fn with_table<'u>(
        mut self,
        units: impl IntoIterator<Item = (&'u str, &'u str)>,
        seats: &[SeatInfo],
    ) -> Self {
        self.units = units
            .into_iter()
            .map(|(id, name)| (id.to_owned(), format!("{id} {name}")))
            .collect();
        self.seats = seats
            .iter()
            .map(|info| (info.seat.to_string(), format!("{} {}", info.seat, info.name)))
            .collect();
        self
    }

    /// With these packs, by id and words, in the order in which they are to be offered.
    pub(crate) fn with_packs(mut self, packs: Vec<(String, String)>) -> Self {
        self.shelves.push(Shelf {
            name: "packs".to_owned(),
            things: packs,
        });
        self
    }

    /// As narrow as an offer: its limits and its samples.
    pub(crate) fn of_offer(&self, limits: &Map<String, Value>, samples: &[Value]) -> Self {
        Self {
            limits: limits.clone(),
            samples: samples.to_vec(),
            ..self.clone()
        }
    }

    /// Words in which ids stand, with the names of those ids: for people who know the things and not the ids.
    pub(crate) fn named(&self, words: &str) -> String {
        let name = |id: &str| {
            let mut things = self.shelves.iter().flat_map(|shelf| &shelf.things);
            things
                .find(|(known, _)| known == id)
                .map(|(_, name)| name.as_str())
        };
        let parts: Vec<String> = words
            .split(' ')
            .map(|part| {
                let id = part.trim_end_matches(',');
                name(id).map_or_else(|| part.to_owned(), |name| part.replacen(id, name, 1))
            })
            .collect();
        parts.join(" ")
    }

    /// What may be chosen at a place of text; nothing where anything may be written.
    pub(crate) fn at(&self, path: &str, place: &Place<'_>) -> Vec<(String, String)> {
        match place.kind {
            "Seat" => return self.seats.clone(),
            "UnitId" if !names_itself(path) => return self.units_at(path),
            "Hex" | "Hexside" => return Vec::new(),
            _ => {}
        }
        let said = self.said_at(path);
        if !said.is_empty() {
            // The lists that hold what the samples say, whole.
            let mut found: BTreeMap<String, String> = BTreeMap::new();
            for shelf in &self.shelves {
                if shelf.things.iter().any(|(id, _)| said.contains(&id.as_str())) {
                    found.extend(shelf.things.iter().cloned());
                }
            }
            if said.iter().all(|word| found.contains_key(*word)) {
                let mut found: Vec<_> = found.into_iter().collect();
                found.sort_by(|one, other| one.1.cmp(&other.1));
                return found;
            }
            return Vec::new();
        }
        let found = self.shelf_named_for(path);
        if !found.is_empty() {
            return found;
        }
        // What is called `CommandId` is one of those behind `command`.
        place.kind.strip_suffix("Id").map_or_else(Vec::new, |kind| {
            let kind = kind.to_lowercase();
            self.things_of(|name| name == kind)
        })
    }

    /// The things of the lists of such names; those of one id once, by its name where all lists agree on it.
    fn things_of(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        let shelves = self.shelves.iter().filter(|shelf| is_wanted(&shelf.name));
        for (id, words) in shelves.flat_map(|shelf| &shelf.things) {
            match found.iter_mut().find(|(known, _)| known == id) {
                Some((_, known)) if known != words => known.clone_from(id),
                Some(_) => {}
                None => found.push((id.clone(), words.clone())),
            }
        }
        found
    }

    /// A field named as a list is a choice of it: `map` of `maps`, `units/3` of `units`, `ready_armies/A` of `armies`, and
    /// `units/3/card` too; but `units/3/cell` is a member of what stands in the list.
    fn shelf_named_for(&self, path: &str) -> Vec<(String, String)> {
        let is_row = |part: &&str| part.parse::<usize>().is_ok() || ["key", "value"].contains(part);
        let mut parts: Vec<&str> = path.split(['/', '~']).collect();
        if let [.., row, "card"] = parts[..]
            && is_row(&row)
        {
            parts.pop();
        }
        while parts.last().is_some_and(is_row) {
            parts.pop();
        }
        let named = parts.iter().rev().take_while(|part| !is_row(part)).take(2);
        for part in named {
            let found = self.things_of(|name| {
                *part == name
                    || part.ends_with(&format!("_{name}"))
                    || format!("{part}s") == name
                    || format!("{name}s") == *part
            });
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// What a limit lists with more than an id for a place: units of an army that are not on the table yet, each with its
    /// `name` and the `items` that it may carry.
    pub(crate) fn listed_at(&self, path: &str) -> &[Value] {
        let listed = path.split('/').rev().find_map(|part| {
            let named = self
                .limits
                .get(part)
                .or_else(|| self.limits.get(&format!("{part}s")))?;
            named
                .as_array()
                .filter(|all| all.iter().all(|one| one["id"].is_string()))
        });
        listed.map_or(&[], Vec::as_slice)
    }

    fn units_at(&self, path: &str) -> Vec<(String, String)> {
        let named = self.listed_at(path);
        if !named.is_empty() {
            let words = |unit: &Value| {
                let (id, words) = thing(unit)?;
                Some((id.clone(), format!("{id} {words}")))
            };
            return named.iter().filter_map(words).collect();
        }
        // A limit that lists units, named as the field or its list, is all that may be named.
        let listed = path.split('/').rev().find_map(|part| {
            let named = self
                .limits
                .get(part)
                .or_else(|| self.limits.get(&format!("{part}s")))?;
            let ids: Option<Vec<&str>> = named.as_array()?.iter().map(Value::as_str).collect();
            ids
        });
        let units = self.units.iter();
        match listed {
            Some(ids) => units
                .filter(|(id, _)| ids.contains(&id.as_str()))
                .cloned()
                .collect(),
            None => units.cloned().collect(),
        }
    }

    /// What the samples say at a place, whatever the row.
    fn said_at(&self, path: &str) -> Vec<&str> {
        // Without what all names begin with.
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let mut found = Vec::new();
        for sample in &self.samples {
            gather(sample, &parts, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether a place says which unit its row is: `units/3/unit`.
fn names_itself(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    parts.next() == Some("unit")
        && parts.next().is_some_and(|row| row.parse::<usize>().is_ok())
        && parts.next() == Some("units")
}

fn gather<'v>(value: &'v Value, path: &[&str], found: &mut Vec<&'v str>) {
    match (value, path.split_first()) {
        (Value::String(text), None) => found.push(text),
        (Value::Array(items), Some((part, rest))) if part.parse::<usize>().is_ok() => {
            for item in items {
                gather(item, rest, found);
            }
        }
        (Value::Object(members), Some((part, rest))) => {
            if let Some(member) = members.get(*part) {
                gather(member, rest, found);
            }
        }
        _ => {}
    }
}

/// A thing with an id and a name as a card.
fn card(value: &Value, within: Option<&str>) -> Option<Card> {
    let members = value.as_object()?;
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let id = text("id")?.to_owned();
    let name = text("name").unwrap_or(&id).to_owned();
    let price = PRICES
        .iter()
        .find_map(|word| members.get(*word).and_then(Value::as_f64));
    let own = GROUPS.iter().find_map(|word| text(word));
    let says = members
        .iter()
        .filter(|(name, _)| !["id", "name"].contains(&name.as_str()))
        .filter(|(name, _)| !PRICES.contains(&name.as_str()) && !GROUPS.contains(&name.as_str()))
        .filter_map(|(name, value)| match value {
            Value::String(text) => Some((name.clone(), text.replace('_', " "))),
            Value::Number(number) => Some((name.clone(), number.to_string())),
            Value::Bool(true) => Some((name.clone(), "yes".to_owned())),
            _ => None,
        })
        .collect();
    Some(Card {
        id,
        name,
        price,
        group: own.or(within).map(ToOwned::to_owned),
        says,
    })
}

/// Members that say what a thing costs.
const PRICES: [&str; 2] = ["points", "cost"];
/// Members that say to which faction a thing belongs.
const GROUPS: [&str; 2] = ["faction", "roster"];

/// A thing with an id and a name, and what it costs where that is said.
fn thing(value: &Value) -> Option<(String, String)> {
    let id = value.get("id")?.as_str()?;
    let name = ["name", "title"]
        .into_iter()
        .find_map(|word| value.get(word)?.as_str())
        .unwrap_or(id);
    let price = PRICES.iter().find_map(|word| value.get(*word)?.as_u64());
    let words = match price {
        Some(price) => format!("{name} ({price})"),
        None => name.to_owned(),
    };
    Some((id.to_owned(), words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_may_be_chosen_comes_from_lists_and_samples() {
        let pack = json!({
            "factions": [{ "id": "moor", "name": "The Moor", "units": [
                { "id": "axes", "name": "Clan Axes", "points": 150 }, { "id": "bows", "name": "Clan Bows" }] }],
            "maps": [{ "id": "field", "name": "Open Field" }],
            "armies": [{ "id": "line", "name": "Moor line" }],
            "battles": [{ "id": "ford", "title": "The Ford" }],
        });
        let root = json!({ "type": "string" });
        let text = Place::of(&root, &root);
        let all = Choices::within(&[&pack]);
        let card = all.card("axes").unwrap();
        assert_eq!(
            (card.name.as_str(), card.price, card.group.as_deref()),
            ("Clan Axes", Some(150.0), Some("moor")),
            "it stands in the list of its faction"
        );
        let ids = |found: Vec<(String, String)>| found.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(
            all.at("f/map", &text),
            [("field".to_owned(), "Open Field".to_owned())]
        );
        assert_eq!(
            all.at("f/battle", &text),
            [("ford".to_owned(), "The Ford".to_owned())],
            "what has a title and no name is shown by it"
        );
        assert_eq!(ids(all.at("f/options/ready_armies/A", &text)), ["line"]);
        assert_eq!(ids(all.at("f/title", &text)), [""; 0]);
        assert_eq!(ids(all.at("f/pack", &text)), [""; 0]);
        // What stands behind its id, in a member called as one of them.
        let of_hexes = json!({ "battles": [
            { "id": "ford", "leader": { "Hale": { "ma": 8 } }, "command": { "A1": { "name": "the van" } },
              "unit": { "A-LB1": { "class": "LB" } } },
            { "id": "mill", "command": { "A1": { "name": "the horse" } }, "unit": { "A-LB1": {} } }],
            "charts": { "terrain": { "woods": { "name": "Woods" } } } });
        let all_of_hexes = Choices::within(&[&of_hexes]);
        for (path, found) in [
            ("f/units/0/unit", ["A-LB1"]),
            ("f/leaders/1/key", ["Hale"]),
            ("f/ground/0/value/terrain", ["woods"]),
        ] {
            assert_eq!(ids(all_of_hexes.at(path, &text)), found, "{path}");
        }
        let command = text.of_kind("CommandId");
        let two_names = [("A1".to_owned(), "A1".to_owned())];
        assert_eq!(
            all_of_hexes.at("f/last/A", &command),
            two_names,
            "its battles call it differently"
        );
        let hex = text.of_kind("Hex");
        assert_eq!(ids(all_of_hexes.at("f/leaders/0/value", &hex)), [""; 0]);
        let packs = vec![("own".to_owned(), "Our own 2".to_owned())];
        let with_packs = all.clone().with_packs(packs);
        assert_eq!(ids(with_packs.at("f/pack", &text)), ["own"]);
        assert_eq!(ids(with_packs.at("f/packs/1", &text)), ["own"]);
        assert_eq!(ids(all.at("f/units/3", &text)), ["axes", "bows"]);
        assert_eq!(ids(all.at("f/units/3/unit", &text)), ["axes", "bows"]);
        assert_eq!(ids(all.at("f/units/3/cell", &text)), [""; 0]);
        assert_eq!(ids(all.at("f/units/3/card", &text)), ["axes", "bows"]);
        let sample = json!({ "type": "build", "list": { "units": ["bows"] } });
        let offer = all.of_offer(&Map::new(), &[sample]);
        assert_eq!(
            offer.at("f/list/units/7", &text),
            [
                ("axes".to_owned(), "Clan Axes (150)".to_owned()),
                ("bows".to_owned(), "Clan Bows".to_owned())
            ]
        );
    }
}
