//! Packs: factions, cards, maps and scenarios as JSON, checked whole before use (pp. 14-22, 113-119, 136-137).
//!
//! A pack is read leniently: every fault of form is noted, the place is mended from a sound sample, and reading goes on,
//! so that an owner sees all faults at once.

mod effects;
pub mod form;

use std::collections::BTreeSet;

use hindsight_kernel::{PackFault, PackInfo, wire};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use hindsight_geometry::inches::{Area, overlaps};

use crate::cards::{
    Ability, Book, Colour, CommandCard, Faction, Ground, Map as TerrainMap, Piece, Spell, SpellKeyword,
    Subject, TerrainType,
};
use crate::effect::Keyword;
use crate::field::TOL;

use form::{Pack, PackFaction, PackMap, PackPiece, PackScenario, PackUnit, ReadyArmy};

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../../packs/sample.json");

/// The most units, maps, armies and so on that one list of a pack may hold.
const MOST_IN_A_LIST: usize = 500;
/// The most abilities of a faction.
const MOST_ABILITIES: usize = 20;
/// The most faults that are listed.
const MOST_FAULTS: usize = 200;

/// The embedded packs.
pub(crate) fn sample_packs() -> Vec<Value> {
    vec![serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test")]
}

/// The JSON Schema of a pack.
pub(crate) fn pack_schema() -> Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Pack>()
        .to_value()
}

/// A sound pack with its description.
#[derive(Debug, Clone, PartialEq)]
pub struct SoundPack {
    /// What it holds.
    pub pack: Pack,
    /// What it is.
    pub info: PackInfo,
}

/// Checks a pack and gives its name, or every fault with its path.
pub(crate) fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
    read_pack(pack).map(|sound| sound.info)
}

/// Reads a pack.
///
/// # Errors
/// All its faults, each with the JSON pointer of its place and what would be right.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let mut faults = Faults::default();
    let pack = read_form(value, &mut faults);
    if let Some(pack) = &pack {
        check_meaning(pack, &mut faults);
    }
    match pack {
        Some(pack) if faults.0.is_empty() => {
            let hash = hash(value);
            let info = PackInfo {
                system: pack.system.clone(),
                id: pack.id.clone(),
                name: pack.name.clone(),
                version: pack.version.clone(),
                hash,
            };
            Ok(SoundPack { pack, info })
        }
        Some(_) | None => Err(faults.0),
    }
}

/// The BLAKE3 hash of a pack's canonical JSON: keys in order, no spaces.
pub fn hash(pack: &Value) -> String {
    // serde_json keeps objects ordered by key unless told otherwise.
    fn ordered(value: &Value) -> Value {
        match value {
            Value::Object(map) => {
                let mut keys: Vec<&String> = map.keys().collect();
                keys.sort_unstable();
                Value::Object(
                    keys.into_iter()
                        .map(|key| (key.clone(), ordered(&map[key])))
                        .collect(),
                )
            }
            Value::Array(items) => Value::Array(items.iter().map(ordered).collect()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
        }
    }
    blake3::hash(ordered(pack).to_string().as_bytes())
        .to_hex()
        .to_string()
}

/// The faults found so far.
#[derive(Default)]
struct Faults(Vec<PackFault>);

impl Faults {
    fn add(&mut self, path: impl Into<String>, reason: impl Into<String>) {
        if self.0.len() < MOST_FAULTS {
            self.0.push(PackFault {
                path: path.into(),
                reason: reason.into(),
            });
        }
    }
}

/// Reads a value of a type. Where its form is wrong the fault is noted, the field is taken from `sample`, and reading
/// goes on; nothing comes back only where that does not help.
fn read_mended<T: DeserializeOwned>(
    value: &Value,
    sample: &Value,
    path: &str,
    faults: &mut Faults,
) -> Option<T> {
    let Value::Object(_) = value else {
        faults.add(path, "an object is expected");
        return serde_json::from_value(sample.clone()).ok();
    };
    let mut mended = value.clone();
    for _ in 0..=64 {
        let wrong = match wire::read::<T>(mended.clone()) {
            Ok(read) => return Some(read),
            Err(wrong) => wrong,
        };
        faults.add(format!("{path}{}", wrong.path), wrong.reason.clone());
        let fields = mended.as_object_mut()?;
        let named = wrong
            .path
            .trim_start_matches('/')
            .split('/')
            .next()
            .unwrap_or_default();
        // A missing field is named in the reason, an unknown or mistyped one by the path.
        let quoted = wrong.reason.split('`').nth(1).unwrap_or_default();
        let missing = wrong.reason.contains("missing field") && !fields.contains_key(quoted);
        if missing && let Some(usual) = sample.get(quoted) {
            fields.insert(quoted.to_owned(), usual.clone());
        } else if fields.contains_key(named) {
            mend(fields, named, sample);
        } else if fields.contains_key(quoted) {
            mend(fields, quoted, sample);
        } else {
            return serde_json::from_value(sample.clone()).ok();
        }
    }
    None
}

fn mend(fields: &mut Map<String, Value>, name: &str, sample: &Value) {
    match sample.get(name) {
        Some(usual) if fields.get(name) != Some(usual) => {
            fields.insert(name.to_owned(), usual.clone());
        }
        Some(_) | None => {
            fields.remove(name);
        }
    }
}

/// Reads the elements of a list one by one.
fn read_list<T: DeserializeOwned + Serialize>(
    owner: &Value,
    name: &str,
    sample: &Value,
    path: &str,
    faults: &mut Faults,
) -> Vec<T> {
    let path = format!("{path}/{name}");
    match owner.get(name) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) if items.len() <= MOST_IN_A_LIST => items
            .iter()
            .enumerate()
            .filter_map(|(place, item)| read_mended(item, sample, &format!("{path}/{place}"), faults))
            .collect(),
        Some(Value::Array(_)) => {
            faults.add(path, format!("a list has at most {MOST_IN_A_LIST} entries"));
            Vec::new()
        }
        Some(_) => {
            faults.add(path, "a list is expected");
            Vec::new()
        }
    }
}

/// Reads the form of a pack, list by list.
fn read_form(value: &Value, faults: &mut Faults) -> Option<Pack> {
    let Value::Object(fields) = value else {
        faults.add("", "an object is expected");
        return None;
    };
    let sample: Value = serde_json::from_str(SAMPLE).ok()?;
    let like = |path: &str| sample.pointer(path).cloned().unwrap_or(Value::Null);
    // Everything but the lists, which are read below entry by entry.
    let lists = ["common_cards", "factions", "maps", "scenarios", "armies"];
    let head: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| !lists.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let usual = json!({ "system": "battleground-4", "id": "own", "name": "Own", "version": "1" });
    let mut pack: Pack = read_mended(&Value::Object(head), &usual, "", faults)?;
    pack.common_cards = read_list(value, "common_cards", &like("/common_cards/0"), "", faults);
    pack.scenarios = read_list(value, "scenarios", &like("/scenarios/0"), "", faults);
    pack.armies = read_list(value, "armies", &like("/armies/0"), "", faults);
    for (place, map) in list_of(value, "maps", faults) {
        let path = format!("/maps/{place}");
        let usual = json!({ "id": "own", "name": "Own", "pieces": [] });
        if let Some(read) = read_mended::<PackMap>(&without(map, &["pieces"]), &usual, &path, faults) {
            let pieces = read_list::<PackPiece>(map, "pieces", &like("/maps/1/pieces/1"), &path, faults);
            pack.maps.push(PackMap { pieces, ..read });
        }
    }
    for (place, faction) in list_of(value, "factions", faults) {
        let path = format!("/factions/{place}");
        let usual = json!({ "id": "own", "name": "Own", "units": [], "cards": [], "abilities": [] });
        let head = without(faction, &["units", "cards", "abilities"]);
        if let Some(read) = read_mended::<PackFaction>(&head, &usual, &path, faults) {
            pack.factions.push(PackFaction {
                units: read_list(faction, "units", &like("/factions/0/units/1"), &path, faults),
                cards: read_list(faction, "cards", &like("/factions/0/cards/0"), &path, faults),
                abilities: read_list(
                    faction,
                    "abilities",
                    &like("/factions/0/abilities/0"),
                    &path,
                    faults,
                ),
                ..read
            });
        }
    }
    Some(pack)
}

fn list_of<'v>(owner: &'v Value, name: &str, faults: &mut Faults) -> Vec<(usize, &'v Value)> {
    match owner.get(name) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) if items.len() <= 100 => items.iter().enumerate().collect(),
        Some(_) => {
            faults.add(format!("/{name}"), "a list of at most 100 entries is expected");
            Vec::new()
        }
    }
}

fn without(value: &Value, names: &[&str]) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        for name in names {
            // The lists are read entry by entry; here they only must not be missing.
            fields.insert((*name).to_owned(), json!([]));
        }
    }
    value
}

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

fn check_name(path: &str, id: &str, name: &str, seen: &mut BTreeSet<String>, faults: &mut Faults) {
    if !is_id(id) {
        faults.add(
            format!("{path}/id"),
            "an id is lower-case words and hyphens, at most 60 characters",
        );
    }
    if !seen.insert(id.to_owned()) {
        faults.add(format!("{path}/id"), format!("{id} is here twice"));
    }
    if !(1..=60).contains(&name.chars().count()) {
        faults.add(format!("{path}/name"), "a name has 1 to 60 characters");
    }
}

/// Checks what a pack means.
fn check_meaning(pack: &Pack, faults: &mut Faults) {
    if pack.system != "battleground-4" {
        faults.add("/system", "battleground-4 is expected");
    }
    check_name("", &pack.id, &pack.name, &mut BTreeSet::new(), faults);
    if !(1..=60).contains(&pack.version.chars().count()) {
        faults.add("/version", "a version has 1 to 60 characters");
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
            faults.add(format!("{path}/abilities"), "a faction has one or more abilities");
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
                format!("a list of at most {MOST_ABILITIES} entries is expected"),
            );
        }
        for (at, ability) in faction.abilities.iter().enumerate() {
            check_ability(&format!("{path}/abilities/{at}"), ability, faults);
        }
        for (at, unit) in faction.units.iter().enumerate() {
            let path = format!("{path}/units/{at}");
            check_name(&path, &unit.id, &unit.name, &mut units, faults);
            check_unit(&path, unit, faults);
            for (at, trigger) in unit.triggers.iter().enumerate() {
                effects::check_trigger(&format!("{path}/triggers/{at}"), trigger, faults);
            }
            for (at, spell) in unit.spells.iter().enumerate() {
                effects::check_spell(&format!("{path}/spells/{at}"), spell, faults);
            }
        }
        if !faction
            .units
            .iter()
            .any(|unit| unit.category == crate::cards::Category::Core)
        {
            faults.add(
                format!("{path}/units"),
                "a faction needs a Core unit, or no army could be built (BG4-ARMY-02)",
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
    }
    let book = loose_book(pack);
    let mut armies = BTreeSet::new();
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        check_name(&path, &army.id, &army.name, &mut armies, faults);
        check_army(&path, army, &book, faults);
    }
}

/// Cards `first` to `last`, each once. Rule `BG4-CARDS-10`.
fn check_deck(path: &str, cards: &[CommandCard], first: u8, last: u8, faults: &mut Faults) {
    for number in first..=last {
        let count = cards.iter().filter(|card| card.number.0 == number).count();
        if count != 1 {
            faults.add(
                path,
                format!("card {number} is here {count} times; cards {first} to {last} are needed once each"),
            );
        }
    }
    for (place, card) in cards.iter().enumerate() {
        let path = format!("{path}/{place}");
        if !(first..=last).contains(&card.number.0) {
            faults.add(
                format!("{path}/number"),
                format!("{first} to {last} is expected, not {}", card.number),
            );
        }
        if !(1..=60).contains(&card.name.chars().count()) {
            faults.add(format!("{path}/name"), "a name has 1 to 60 characters");
        }
        let colours: BTreeSet<Colour> = card.sides.iter().map(|side| side.colour).collect();
        if !(1..=2).contains(&card.sides.len()) || colours.len() != card.sides.len() {
            faults.add(
                format!("{path}/sides"),
                "a card has one side, or two of different colours (BG4-CARDS-08)",
            );
        }
        for (field, reason) in crate::bounds::of_command_card(card) {
            faults.add(format!("{path}/{field}"), reason);
        }
        for (at, side) in card.sides.iter().enumerate() {
            check_side(&format!("{path}/sides/{at}"), side, faults);
        }
    }
}

/// An ability within its bounds. A box that waits for a window of an attack is spent by its unit's owner.
fn check_ability(path: &str, ability: &Ability, faults: &mut Faults) {
    for (field, reason) in crate::bounds::of_ability(ability) {
        faults.add(format!("{path}/{field}"), reason);
    }
    let waits = ability.mark.as_ref().is_some_and(|mark| mark.spent_at.is_some());
    if waits && !matches!(ability.subject, Subject::Own { .. }) {
        faults.add(
            format!("{path}/mark/spent_at"),
            "a box that is spent in an attack is marked on own units (BG4-ATK-17)",
        );
    }
}

/// A colour fits its windows. Rule `BG4-CARDS-01`.
fn check_side(path: &str, side: &crate::cards::CardSide, faults: &mut Faults) {
    use crate::cards::Window;
    let in_attack = |window: &Window| {
        matches!(
            window,
            Window::HitPre | Window::HitPost | Window::WoundPre | Window::WoundPost | Window::Damage
        )
    };
    if side.windows.is_empty() {
        faults.add(format!("{path}/windows"), "at least one window is needed");
    }
    let green = side.colour == Colour::Green;
    if side.windows.iter().any(|window| in_attack(window) == green) {
        faults.add(
            format!("{path}/windows"),
            "red and blue are played in attacks, green outside them (BG4-CARDS-01)",
        );
    }
    if side.effects.is_empty() {
        faults.add(format!("{path}/effects"), "at least one effect is needed");
    }
    if side.subject == Subject::Player && !side.when.is_empty() {
        faults.add(
            format!("{path}/when"),
            "a card on no unit has nobody to meet this (BG4-CARDS-11)",
        );
    }
    effects::check_side(path, side, faults);
}

fn check_unit(path: &str, unit: &PackUnit, faults: &mut Faults) {
    for (field, reason) in crate::bounds::of_card(&unit.kind("")) {
        faults.add(format!("{path}/{field}"), reason);
    }
    let mut fault = |field: &str, reason: &str| faults.add(format!("{path}/{field}"), reason);
    let has = |keyword| unit.keywords.contains(&keyword);
    if has(Keyword::Large) && has(Keyword::Colossal) {
        fault("keywords", "a unit has exactly one size (BG4-KEYW-01)");
    }
    if has(Keyword::Flying) != unit.fly.is_some() {
        fault("fly", "a flying Move goes with the keyword `flying` (BG4-FLY-01)");
    }
    if has(Keyword::Javelins) && has(Keyword::Pila) {
        fault("keywords", "javelins or pila, not both");
    }
    if (has(Keyword::Javelins) || has(Keyword::Pila)) && unit.ranged.is_none() {
        fault("ranged", "javelins and pila need a range (BG4-EQUIP-01)");
    }
    if unit.ranged.is_some_and(|ranged| ranged.range.0 == 0) {
        fault("ranged/range", "a range is above 0; leave it out for a dash");
    }
    if let Some(printed) = unit.preprinted
        && printed.order.is_ranged()
        && unit.ranged.is_none()
        && !unit.spells.iter().any(Spell::is_pure_attack)
    {
        fault("preprinted/order", "a ranged order needs a range (BG4-ORDER-04)");
    }
    for (at, spell) in unit.spells.iter().enumerate() {
        if spell.keywords.is_empty() {
            fault(
                &format!("spells/{at}/keywords"),
                "a spell has a keyword (BG4-KEYW-01)",
            );
        }
        if spell.is(SpellKeyword::Blessing) && spell.is(SpellKeyword::Curse) {
            fault(&format!("spells/{at}/keywords"), "a Blessing is no Curse");
        }
        if spell.effects.is_empty() && spell.profile.is_none() {
            fault(&format!("spells/{at}"), "a spell needs a profile or effects");
        }
    }
    if let Some(size) = unit.size
        && (size.cards_deep() > 1) != has(Keyword::Colossal)
    {
        fault(
            "size/cards_deep",
            "only a Colossal unit is two cards deep (BG4-COLOS-01)",
        );
    }
}

fn check_piece(path: &str, piece: &PackPiece, faults: &mut Faults) {
    if let Err(reason) = piece.piece() {
        faults.add(path, reason);
    }
    let mut fault = |field: &str, reason: &str| faults.add(format!("{path}/{field}"), reason);
    let hill = piece.kind == TerrainType::Hill;
    if hill != (1..=3).contains(&piece.level) || (!hill && piece.level > 0) {
        fault(
            "level",
            "a hill has a level of 1 to 3, nothing else has (BG4-TERR-03)",
        );
    }
    let cliff = piece.kind == TerrainType::SheerCliff;
    if cliff != (1..=3).contains(&piece.rises_to) || (!cliff && piece.rises_to > 0) {
        fault(
            "rises_to",
            "a cliff rises to level 1 to 3, nothing else does (BG4-TERR-21)",
        );
    }
    if piece.kind == TerrainType::Stakes && piece.sharp.is_none() {
        fault("sharp", "stakes have a sharp side (BG4-TERR-22)");
    }
    let lines = [TerrainType::LowWall, TerrainType::Hedge, TerrainType::Stakes];
    if lines.contains(&piece.kind) && piece.area.is_some() {
        fault("area", "walls, hedges and stakes are lines (BG4-TERR-01)");
    }
    let either = [TerrainType::SheerCliff, TerrainType::FortificationWall];
    if piece.line.is_some() && !lines.contains(&piece.kind) && !either.contains(&piece.kind) {
        fault("line", "this terrain is an area (BG4-TERR-01)");
    }
}

fn check_scenario(path: &str, scenario: &PackScenario, faults: &mut Faults) {
    if let Err((place, reason)) = scenario.scenario() {
        faults.add(format!("{path}/zones/{place}"), reason);
    }
    for (field, length) in [("width", scenario.width), ("depth", scenario.depth)] {
        if !(12.0..=120.0).contains(&length.value()) {
            faults.add(format!("{path}/{field}"), "12 to 120 inches are expected");
        }
    }
    for (place, zone) in scenario.zones.iter().enumerate() {
        let inside = |[x, y]: &[hindsight_geometry::inches::Inches; 2]| {
            (0.0..=scenario.width.value()).contains(&x.value())
                && (0.0..=scenario.depth.value()).contains(&y.value())
        };
        if !zone.iter().all(inside) {
            faults.add(format!("{path}/zones/{place}"), "a zone lies on the play area");
        }
    }
    let victory = scenario.victory;
    if !(1..=100).contains(&victory.threshold) {
        faults.add(
            format!("{path}/victory/threshold"),
            "1 to 100 percent of the budget",
        );
    }
    if victory.crushing > 100 || victory.victory > victory.crushing {
        faults.add(
            format!("{path}/victory/crushing"),
            "at most 100 percent, and no less than for a Victory",
        );
    }
    for (field, count) in [
        ("command_actions", scenario.command_actions),
        ("first_turn_actions", scenario.first_turn_actions),
    ] {
        if count.is_some_and(|count| count > 20) {
            faults.add(format!("{path}/{field}"), "0 to 20 is expected");
        }
    }
}

fn check_army(path: &str, army: &ReadyArmy, book: &Book, faults: &mut Faults) {
    let allegiance = crate::state::Allegiance {
        faction: army.faction.clone(),
        mercenaries: army.mercenaries.clone(),
    };
    if book.faction(&army.faction).is_none() {
        // An army of another pack is checked when it is played.
        return;
    }
    let list = crate::state::ArmyList {
        units: army.units.clone(),
        cards: army.cards,
    };
    for fault in crate::army::faults(book, army.budget, true, &allegiance, &list) {
        faults.add(path, fault.to_string());
    }
}

/// The book of a pack whose faults are being looked for: what cannot be made is left out.
fn loose_book(pack: &Pack) -> Book {
    let mut book = Book::default();
    add_to_book(&mut book, pack, "");
    book
}

/// Adds what a pack holds to a book.
pub(crate) fn add_to_book(book: &mut Book, pack: &Pack, hash: &str) {
    for faction in &pack.factions {
        let mut deck = pack.common_cards.clone();
        deck.extend(faction.cards.iter().cloned());
        deck.sort_by_key(|card| card.number);
        book.factions.push(Faction {
            id: faction.id.clone(),
            name: faction.name.clone(),
            deck,
            abilities: faction.abilities.clone(),
            pack: hash.to_owned(),
        });
        book.kinds
            .extend(faction.units.iter().map(|unit| unit.kind(&faction.id)));
    }
    book.maps.extend(pack.maps.iter().map(|map| TerrainMap {
        id: map.id.clone(),
        name: map.name.clone(),
        pieces: without_crossings(map.pieces.iter().filter_map(|piece| piece.piece().ok()).collect()),
    }));
    book.scenarios.extend(
        pack.scenarios
            .iter()
            .filter_map(|scenario| scenario.scenario().ok()),
    );
}

/// The pieces of a map, its water without its crossings: where Wet Ground is drawn over a river the river is not there.
/// Rule `BG4-TERR-23`.
fn without_crossings(pieces: Vec<Piece>) -> Vec<Piece> {
    let crossings: Vec<Area> = pieces
        .iter()
        .filter(|piece| piece.kind == TerrainType::WetGround)
        .filter_map(|piece| match &piece.ground {
            Ground::Area(area) => Some(area.clone()),
            Ground::Line(_) => None,
        })
        .collect();
    let water = |kind| {
        matches!(
            kind,
            TerrainType::ShallowWater | TerrainType::DeepWater | TerrainType::VeryDeepWater
        )
    };
    pieces
        .into_iter()
        .flat_map(|piece| match &piece.ground {
            Ground::Area(area)
                if water(piece.kind) && crossings.iter().any(|crossing| overlaps(area, crossing, TOL)) =>
            {
                area.outside(&crossings)
                    .into_iter()
                    .map(|left| Piece {
                        ground: Ground::Area(left),
                        ..piece.clone()
                    })
                    .collect()
            }
            Ground::Area(_) | Ground::Line(_) => vec![piece],
        })
        .collect()
}

/// The book of the sample pack.
#[cfg(test)]
pub(crate) fn sample_book() -> Book {
    let sound = read_pack(&sample_packs()[0]).expect("the sample pack is sound");
    let mut book = Book::default();
    add_to_book(&mut book, &sound.pack, &sound.info.hash);
    book
}

#[cfg(test)]
mod tests;
