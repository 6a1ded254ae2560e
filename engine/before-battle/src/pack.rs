//! Data packs: what one holds, and every fault of one that is not right.

use hindsight_kernel::{PackFault, PackInfo, Refusal, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::army::check_list;
use crate::cards::{BoardCard, Cards, Class, ItemCard, Roster, Slot, UnitCard, UnitType};
use crate::names::{ItemId, Name, UNITS_PER_ARMY, UnitId};
use crate::state::{ArmyList, Assigned};
use crate::weapons::check_weapons;

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../packs/sample.json");

/// A data pack: everything the rulebook leaves to its cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `before-battle`.
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: Name,
    /// What people call it.
    pub name: String,
    /// The pack's own version.
    pub version: String,
    /// The board and the numbers of the whole battle.
    pub board: BoardCard,
    /// The rosters.
    pub rosters: Vec<Roster>,
    /// Every unit card.
    pub units: Vec<UnitCard>,
    /// Every item card.
    pub items: Vec<ItemCard>,
    /// Armies ready to play.
    #[serde(default)]
    pub armies: Vec<ReadyArmy>,
}

/// An army ready to play: a list and its weapons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmy {
    /// Unique among the pack's armies.
    pub id: Name,
    /// What people call it.
    pub name: String,
    /// Its roster.
    pub roster: Name,
    /// The six unit cards in order.
    pub units: Vec<Name>,
    /// What the General carries from the start.
    #[serde(default)]
    pub general_items: Vec<ItemId>,
    /// The cards shown that are not in the army.
    #[serde(default)]
    pub distractions: Vec<Name>,
    /// What is assigned in the weapons step.
    #[serde(default)]
    pub weapons: Vec<ReadyWeapon>,
}

/// An item of a ready army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyWeapon {
    /// The unit's place in the list, from 1.
    #[schemars(range(min = 1, max = 6))]
    pub unit: u8,
    /// What it gets.
    pub item: ItemId,
}

impl ReadyArmy {
    /// The list of this army.
    pub fn list(&self) -> ArmyList {
        ArmyList {
            units: self.units.clone(),
            general_items: self.general_items.clone(),
            distractions: self.distractions.clone(),
        }
    }

    /// The weapons of this army when a seat plays it.
    pub fn weapons(&self, seat: Seat) -> Vec<Assigned> {
        self.weapons
            .iter()
            .filter_map(|weapon| {
                let unit = UnitId::new(seat, usize::from(weapon.unit).checked_sub(1)?)?;
                Some(Assigned {
                    unit,
                    item: weapon.item,
                })
            })
            .collect()
    }
}

impl Pack {
    /// The cards of this pack as a game keeps them.
    pub fn cards(&self, hash: &str) -> Cards {
        Cards {
            pack: self.id.to_string(),
            pack_hash: hash.to_owned(),
            board: self.board,
            rosters: self.rosters.clone(),
            units: self.units.clone(),
            items: self.items.clone(),
        }
    }
}

/// A sound pack with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundPack {
    /// What it holds.
    pub pack: Pack,
    /// What it is.
    pub info: PackInfo,
}

/// Words of the notation: an id that reads like one would make a line ambiguous.
const RESERVED: [&str; 8] = [
    "unknown",
    "none",
    "shown",
    "with",
    "general",
    "distractions",
    "weapons",
    "list",
];

/// What a field of a pack may be.
enum Kind {
    Text,
    /// A text that may be empty.
    Label,
    Id,
    Whole(i64, i64),
    Flag,
    OneOf(&'static [&'static str]),
    Ids {
        least: usize,
        most: usize,
    },
    /// A map from item type to highest level.
    Levels,
    Object(&'static [Field]),
    List {
        of: &'static [Field],
        most: usize,
    },
}

struct Field {
    name: &'static str,
    kind: Kind,
    required: bool,
}

const fn must(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        required: true,
    }
}

const fn may(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        required: false,
    }
}

const VP: &[Field] = &[
    must("core", Kind::Whole(0, 20)),
    must("elite", Kind::Whole(0, 20)),
    must("general", Kind::Whole(0, 20)),
];
const BOARD: &[Field] = &[
    must("cols", Kind::Whole(4, 26)),
    must("rows", Kind::Whole(6, 26)),
    must("deploy_rows", Kind::Whole(2, 2)),
    must("rounds", Kind::Whole(6, 6)),
    must("core_points", Kind::Whole(7, 7)),
    must("weapon_points", Kind::Whole(6, 6)),
    must("vp", Kind::Object(VP)),
];
const ROSTER: &[Field] = &[must("id", Kind::Id), must("name", Kind::Text)];
const EQUIP: &[Field] = &[
    may("melee", Kind::Levels),
    may("shield", Kind::Levels),
    may("ranged", Kind::Levels),
];
const ORDERS: &[&str] = &["none", "before_charger"];
const UNIT: &[Field] = &[
    must("id", Kind::Id),
    must("name", Kind::Text),
    must("roster", Kind::Id),
    must("class", Kind::OneOf(&["core", "elite", "general"])),
    must("type", Kind::OneOf(&["infantry", "cavalry", "missile"])),
    may("cost", Kind::Whole(1, 5)),
    must("models", Kind::Whole(1, 20)),
    may("wounds_per_model", Kind::Whole(1, 5)),
    must("front_rank", Kind::Whole(1, 20)),
    must("attacks", Kind::Whole(1, 5)),
    must("melee", Kind::Whole(2, 6)),
    may("ranged", Kind::Whole(2, 6)),
    must("block", Kind::Whole(2, 7)),
    must("speed", Kind::Whole(1, 5)),
    may("innate_ranged", Kind::Id),
    may("equip", Kind::Object(EQUIP)),
    may("order", Kind::OneOf(ORDERS)),
    may("allowance", Kind::Whole(0, 5)),
];
const ITEM: &[Field] = &[
    must("id", Kind::Id),
    must("slot", Kind::OneOf(&["melee", "shield", "ranged"])),
    must("type", Kind::Id),
    must("level", Kind::Whole(1, 3)),
    must("points", Kind::Whole(1, 3)),
    may("melee_mod", Kind::Whole(0, 2)),
    may("attacks_mod", Kind::Whole(0, 2)),
    may("when_charged", Kind::Flag),
    may("enemy_block_mod", Kind::Whole(0, 2)),
    may("block_mod", Kind::Whole(0, 2)),
    may("block_vs", Kind::OneOf(&["melee", "both"])),
    may("speed_mod", Kind::Whole(-1, 0)),
    may("range", Kind::Whole(1, 6)),
    may("order", Kind::OneOf(ORDERS)),
];
const WEAPON: &[Field] = &[
    must("unit", Kind::Whole(1, UNITS_PER_ARMY as i64)),
    must("item", Kind::Id),
];
const ARMY: &[Field] = &[
    must("id", Kind::Id),
    must("name", Kind::Text),
    must("roster", Kind::Id),
    must(
        "units",
        Kind::Ids {
            least: UNITS_PER_ARMY,
            most: UNITS_PER_ARMY,
        },
    ),
    may("general_items", Kind::Ids { least: 0, most: 3 }),
    may("distractions", Kind::Ids { least: 0, most: 3 }),
    may("weapons", Kind::List { of: WEAPON, most: 18 }),
];
const CARDS: &[Field] = &[
    may("pack", Kind::Label),
    may("pack_hash", Kind::Label),
    must("board", Kind::Object(BOARD)),
    must("rosters", Kind::List { of: ROSTER, most: 50 }),
    must("units", Kind::List { of: UNIT, most: 500 }),
    must("items", Kind::List { of: ITEM, most: 200 }),
];
const PACK: &[Field] = &[
    must("system", Kind::OneOf(&["before-battle"])),
    must("id", Kind::Id),
    must("name", Kind::Text),
    must("version", Kind::Text),
    must("board", Kind::Object(BOARD)),
    must("rosters", Kind::List { of: ROSTER, most: 50 }),
    must("units", Kind::List { of: UNIT, most: 500 }),
    must("items", Kind::List { of: ITEM, most: 200 }),
    may("armies", Kind::List { of: ARMY, most: 100 }),
];

/// The faults found on the way through a pack.
struct Walk {
    faults: Vec<PackFault>,
}

impl Walk {
    fn fault(&mut self, path: &str, reason: impl Into<String>) {
        self.faults.push(PackFault {
            path: path.to_owned(),
            reason: reason.into(),
        });
    }

    fn object(&mut self, path: &str, value: &Value, fields: &[Field]) {
        let Value::Object(map) = value else {
            self.fault(path, "an object is expected");
            return;
        };
        for name in map.keys() {
            if !fields.iter().any(|field| field.name == name) {
                let known: Vec<_> = fields.iter().map(|field| field.name).collect();
                self.fault(
                    &format!("{path}/{}", pointer(name)),
                    format!("no such field; the fields are {}", known.join(", ")),
                );
            }
        }
        for field in fields {
            let place = format!("{path}/{}", field.name);
            match map.get(field.name) {
                Some(Value::Null) if !field.required => {}
                Some(value) => self.value(&place, value, &field.kind),
                None if field.required => self.fault(&place, "this field is missing"),
                None => {}
            }
        }
    }

    fn value(&mut self, path: &str, value: &Value, kind: &Kind) {
        match kind {
            Kind::Text => match value.as_str() {
                Some(text) if (1..=120).contains(&text.chars().count()) => {}
                _ => self.fault(path, "a text of 1 to 120 characters is expected"),
            },
            Kind::Label => {
                if value.as_str().is_none_or(|text| text.chars().count() > 120) {
                    self.fault(path, "a text of at most 120 characters is expected");
                }
            }
            Kind::Id => self.id(path, value),
            Kind::Whole(low, high) => match value.as_i64() {
                Some(number) if (*low..=*high).contains(&number) => {}
                _ if low == high => self.fault(path, format!("{low} is expected, not {value}")),
                _ => self.fault(
                    path,
                    format!("a whole number from {low} to {high} is expected, not {value}"),
                ),
            },
            Kind::Flag => {
                if !value.is_boolean() {
                    self.fault(path, "true or false is expected");
                }
            }
            Kind::OneOf(words) => {
                if !value.as_str().is_some_and(|word| words.contains(&word)) {
                    self.fault(
                        path,
                        format!("one of {} is expected, not {value}", words.join(", ")),
                    );
                }
            }
            Kind::Ids { least, most } => {
                if let Some(list) = self.list(path, value, *least, *most) {
                    for (place, id) in list.iter().enumerate() {
                        self.id(&format!("{path}/{place}"), id);
                    }
                }
            }
            Kind::Levels => self.levels(path, value),
            Kind::Object(fields) => self.object(path, value, fields),
            Kind::List { of, most } => {
                if let Some(list) = self.list(path, value, 0, *most) {
                    for (place, entry) in list.iter().enumerate() {
                        self.object(&format!("{path}/{place}"), entry, of);
                    }
                }
            }
        }
    }

    fn id(&mut self, path: &str, value: &Value) {
        match value.as_str().map(str::parse::<Name>) {
            Some(Ok(id)) if RESERVED.contains(&id.as_str()) => {
                self.fault(
                    path,
                    format!("{id} is a word of the notation and cannot be an id"),
                );
            }
            Some(Ok(_)) => {}
            Some(Err(reason)) => self.fault(path, reason),
            None => self.fault(path, "an id is expected: lower-case letters, digits and hyphens"),
        }
    }

    fn list<'v>(
        &mut self,
        path: &str,
        value: &'v Value,
        least: usize,
        most: usize,
    ) -> Option<&'v Vec<Value>> {
        match value {
            Value::Array(list) if (least..=most).contains(&list.len()) => Some(list),
            Value::Array(list) => {
                self.fault(
                    path,
                    format!("{least} to {most} entries are expected, not {}", list.len()),
                );
                None
            }
            _ => {
                self.fault(path, "a list is expected");
                None
            }
        }
    }

    fn levels(&mut self, path: &str, value: &Value) {
        let Value::Object(map) = value else {
            self.fault(path, "a map from item type to highest level is expected");
            return;
        };
        for (kind, level) in map {
            let place = format!("{path}/{}", pointer(kind));
            if let Err(reason) = kind.parse::<Name>() {
                self.fault(&place, reason);
            }
            self.value(&place, level, &Kind::Whole(1, 3));
        }
    }
}

fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Checks a pack wholly and reads it, or gives every fault with its place.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let mut walk = Walk { faults: Vec::new() };
    walk.object("", value, PACK);
    if !walk.faults.is_empty() {
        return Err(walk.faults);
    }
    let pack: Pack = match serde_json::from_value(value.clone()) {
        Ok(pack) => pack,
        Err(error) => {
            walk.fault("", error.to_string());
            return Err(walk.faults);
        }
    };
    let hash = blake3::hash(canonical(value).as_bytes()).to_hex().to_string();
    let cards = pack.cards(&hash);
    sense(&mut walk, &cards);
    rosters(&mut walk, &cards);
    if walk.faults.is_empty() {
        armies(&mut walk, &pack, &cards);
    }
    if !walk.faults.is_empty() {
        return Err(walk.faults);
    }
    let info = PackInfo {
        system: pack.system.clone(),
        id: pack.id.to_string(),
        name: pack.name.clone(),
        version: pack.version.clone(),
        hash,
    };
    Ok(SoundPack { pack, info })
}

/// Every fault of cards that came with a position: a position may hold fewer cards than a pack must.
pub fn card_faults(cards: &Cards) -> Vec<PackFault> {
    let mut walk = Walk { faults: Vec::new() };
    let value = serde_json::to_value(cards).unwrap_or(Value::Null);
    walk.object("/cards", &value, CARDS);
    if walk.faults.is_empty() {
        sense(&mut walk, cards);
    }
    walk.faults
}

/// What no single field can tell: double ids, things named that are not there, fields that do not go together.
fn sense(walk: &mut Walk, cards: &Cards) {
    twice(walk, "/rosters", cards.rosters.iter().map(|roster| roster.id));
    twice(walk, "/units", cards.units.iter().map(|card| card.id));
    twice(walk, "/items", cards.items.iter().map(|item| item.id));
    for (place, item) in cards.items.iter().enumerate() {
        let ranged = item.slot == Slot::Ranged;
        if ranged != item.range.is_some() {
            let reason = if ranged {
                "a ranged item needs a range"
            } else {
                "only a ranged item has a range"
            };
            walk.fault(&format!("/items/{place}/range"), reason);
        }
    }
    for (place, card) in cards.units.iter().enumerate() {
        if !cards.rosters.iter().any(|roster| roster.id == card.roster) {
            walk.fault(
                &format!("/units/{place}/roster"),
                format!("there is no roster {}", card.roster),
            );
        }
        if (card.class == Class::Core) != card.cost.is_some() {
            walk.fault(
                &format!("/units/{place}/cost"),
                "a Core card has a cost, no other card has one",
            );
        }
        if card.class != Class::General && card.allowance > 0 {
            walk.fault(
                &format!("/units/{place}/allowance"),
                "only a General has an allowance",
            );
        }
        if let Some(weapon) = card.innate_ranged {
            let here = format!("/units/{place}/innate_ranged");
            match cards.item(weapon) {
                None => walk.fault(&here, format!("there is no item {weapon}")),
                Some(item) if item.slot != Slot::Ranged => {
                    walk.fault(&here, format!("{weapon} is no ranged item"));
                }
                Some(_) if card.ranged.is_none() => {
                    walk.fault(&here, "a unit with a ranged weapon needs a ranged stat");
                }
                Some(_) => {}
            }
        }
    }
}

fn twice(walk: &mut Walk, path: &str, ids: impl Iterator<Item = Name>) {
    let mut seen = Vec::new();
    for (place, id) in ids.enumerate() {
        if seen.contains(&id) {
            walk.fault(&format!("{path}/{place}/id"), format!("{id} stands here twice"));
        }
        seen.push(id);
    }
}

/// Each roster can field an army with its distractions. Rules `BB-ARMY-01`, `-06`, `-07`.
fn rosters(walk: &mut Walk, cards: &Cards) {
    for (place, roster) in cards.rosters.iter().enumerate() {
        let path = format!("/rosters/{place}");
        let of = |class: Class| {
            cards
                .units
                .iter()
                .filter(move |card| card.roster == roster.id && card.class == class)
        };
        if of(Class::Core).count() < 4 {
            walk.fault(&path, "a roster needs at least 4 Core cards");
        }
        if of(Class::Core)
            .filter_map(|card| card.cost)
            .min()
            .is_some_and(|least| 3 * least > cards.board.core_points)
        {
            walk.fault(&path, "no three Core cards of this roster are within the points");
        }
        if of(Class::General).next().is_none() {
            walk.fault(&path, "a roster needs a General");
        }
        if of(Class::Elite).next().is_none() {
            walk.fault(&path, "a roster needs Elite cards");
        }
        for kind in [UnitType::Infantry, UnitType::Cavalry, UnitType::Missile] {
            if of(Class::Elite).filter(|card| card.kind == kind).count() == 1 {
                let word: &str = kind.into();
                walk.fault(
                    &path,
                    format!("a roster with an Elite card of type {word} needs a second one"),
                );
            }
        }
    }
}

fn armies(walk: &mut Walk, pack: &Pack, cards: &Cards) {
    twice(walk, "/armies", pack.armies.iter().map(|army| army.id));
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        let first = army.units.first().and_then(|&id| cards.unit(id));
        if first.is_some_and(|card| card.roster != army.roster) {
            walk.fault(&format!("{path}/roster"), "the units are of another roster");
        }
        let legal = check_list(cards, &army.list())
            .and_then(|()| check_weapons(cards, Seat::A, &army.list(), &army.weapons(Seat::A)));
        if let Err(refusal) = legal {
            walk.fault(&path, refusal.to_string());
        }
    }
}

/// JSON with sorted keys and no spaces: what a pack's hash is taken of.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut names: Vec<&String> = map.keys().collect();
            names.sort_unstable();
            let entries: Vec<String> = names
                .into_iter()
                .map(|name| format!("{}:{}", Value::String(name.clone()), canonical(&map[name])))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        Value::Array(list) => {
            let entries: Vec<String> = list.iter().map(canonical).collect();
            format!("[{}]", entries.join(","))
        }
        plain => plain.to_string(),
    }
}

/// The embedded packs as JSON.
pub fn sample_packs() -> Vec<Value> {
    vec![serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test")]
}

/// The JSON Schema of a pack.
pub fn pack_schema() -> Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Pack>()
        .to_value()
}

/// A refusal that lists the faults of a pack.
pub fn refuse_pack(faults: &[PackFault]) -> Refusal {
    let mut details = Map::new();
    details.insert(
        "faults".to_owned(),
        serde_json::to_value(faults).unwrap_or(Value::Null),
    );
    let mut refusal = Refusal::new("HS-FORM-01", "this pack has faults");
    refusal.details = details;
    refusal
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> Value {
        sample_packs().remove(0)
    }

    fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut pack = sample();
        change(&mut pack);
        match read_pack(&pack) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|fault| fault.path).collect(),
        }
    }

    #[test]
    fn the_sample_pack_is_sound_and_reads_as_printed() {
        let sound = read_pack(&sample()).unwrap();
        assert_eq!(
            (
                sound.pack.units.len(),
                sound.pack.items.len(),
                sound.pack.armies.len()
            ),
            (26, 18, 2)
        );
        assert_eq!(sound.info.hash.len(), 64);
        let cards = sound.pack.cards(&sound.info.hash);
        let nine = cards.unit("af-nine".parse().unwrap()).unwrap();
        // The book's example: 9 models, 2 attacks, rank 6, 12 dice; and bow-1 has its range 3.
        assert_eq!(
            crate::attack::attack_dice(nine.models, nine.front_rank, nine.attacks),
            12
        );
        assert_eq!(cards.item("bow-1".parse().unwrap()).unwrap().range, Some(3));
    }

    #[test]
    fn the_hash_is_of_the_content_and_not_of_its_order() {
        let text = "{\"b\":[1,{\"d\":2,\"c\":3}],\"a\":\"x\"}";
        assert_eq!(
            canonical(&serde_json::from_str(text).unwrap()),
            "{\"a\":\"x\",\"b\":[1,{\"c\":3,\"d\":2}]}"
        );
        let mut other = sample();
        other["version"] = json!("1.0.1");
        assert_ne!(
            read_pack(&sample()).unwrap().info.hash,
            read_pack(&other).unwrap().info.hash
        );
    }

    #[test]
    fn all_faults_come_at_once_with_their_places() {
        let found = faults(|pack| {
            pack["system"] = json!("chess");
            pack["board"]["cols"] = json!(3);
            pack["board"]["rounds"] = json!(7);
            pack["units"][0]["models"] = json!(0);
            pack["units"][1]["melee"] = json!("4+");
            pack["units"][2]["wings"] = json!(2);
            pack["items"][0].as_object_mut().unwrap().remove("points");
            pack["items"][1]["id"] = json!("Sword 2");
        });
        assert_eq!(
            found,
            [
                "/system",
                "/board/cols",
                "/board/rounds",
                "/units/0/models",
                "/units/1/melee",
                "/units/2/wings",
                "/items/0/points",
                "/items/1/id"
            ]
        );
    }

    #[test]
    fn cards_must_make_sense_together() {
        assert_eq!(
            faults(|pack| pack["units"][1]["id"] = json!("rm-levy"))[..1],
            ["/units/1/id"]
        );
        assert_eq!(
            faults(|pack| pack["units"][0]["roster"] = json!("nowhere"))[..1],
            ["/units/0/roster"]
        );
        assert_eq!(
            faults(|pack| drop(pack["units"][0].as_object_mut().unwrap().remove("cost"))),
            ["/units/0/cost"]
        );
        assert_eq!(
            faults(|pack| pack["units"][6]["cost"] = json!(2)),
            ["/units/6/cost"]
        );
        assert_eq!(
            faults(|pack| pack["units"][0]["allowance"] = json!(2)),
            ["/units/0/allowance"]
        );
        assert_eq!(
            faults(|pack| pack["units"][2]["innate_ranged"] = json!("sword-1")),
            ["/units/2/innate_ranged"]
        );
        assert_eq!(
            faults(|pack| pack["units"][2]["innate_ranged"] = json!("no-bow")),
            ["/units/2/innate_ranged"]
        );
        assert_eq!(
            faults(|pack| drop(pack["units"][2].as_object_mut().unwrap().remove("ranged"))),
            ["/units/2/innate_ranged"]
        );
        assert_eq!(
            faults(|pack| pack["items"][0]["range"] = json!(2)),
            ["/items/0/range"]
        );
        assert_eq!(
            faults(|pack| pack["items"][3]["id"] = json!("none")),
            ["/items/3/id"]
        );
        assert_eq!(
            faults(|pack| pack["armies"][0]["weapons"][0]["item"] = json!("sword-1")),
            ["/armies/0"]
        );
        assert_eq!(
            faults(|pack| pack["armies"][1]["units"][0] = json!("af-hands")),
            ["/armies/1"]
        ); // 8 Core points.
        let few = faults(|pack| {
            let units = pack["units"].as_array_mut().unwrap();
            units.retain(|card| {
                !["af-mob", "af-slings", "af-hands", "af-vesh", "af-skarn"]
                    .contains(&card["id"].as_str().unwrap())
            });
        });
        assert_eq!(few, ["/rosters/1", "/rosters/1"]); // Three Core cards, no General.
    }

    #[test]
    fn anything_at_all_is_answered() {
        for odd in [
            json!(null),
            json!([]),
            json!("pack"),
            json!({}),
            json!({ "units": 3 }),
            json!({ "units": [null] }),
        ] {
            assert!(!read_pack(&odd).unwrap_err().is_empty());
        }
    }
}
