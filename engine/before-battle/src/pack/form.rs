//! What each field of a pack may be, and the way through a pack that finds every fault.

use hindsight_kernel::pack::{Faults, pointer};
use serde_json::Value;

use crate::names::{Name, UNITS_PER_ARMY};

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
pub(super) enum Kind {
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

pub(super) struct Field {
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
pub(super) const CARDS: &[Field] = &[
    may("pack", Kind::Label),
    may("pack_hash", Kind::Label),
    must("board", Kind::Object(BOARD)),
    must("rosters", Kind::List { of: ROSTER, most: 50 }),
    must("units", Kind::List { of: UNIT, most: 500 }),
    must("items", Kind::List { of: ITEM, most: 200 }),
];
pub(super) const PACK: &[Field] = &[
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
#[derive(Default)]
pub(super) struct Walk {
    pub(super) faults: Faults,
}

impl Walk {
    pub(super) fn fault(&mut self, path: &str, reason: impl Into<String>) {
        self.faults.add(path, reason);
    }

    pub(super) fn object(&mut self, path: &str, value: &Value, fields: &[Field]) {
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
