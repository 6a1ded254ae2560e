//! Data packs: what one holds, and every fault of one that is not right.

mod sense;

use std::sync::LazyLock;

use hindsight_kernel::pack::{Faults, PackReader};
use hindsight_kernel::{PackFault, PackInfo, Packs, Refusal, Seat, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::sense::{armies, pack_ids, rosters, sense};
use crate::BeforeBattle;
use crate::cards::{BoardCard, Cards, ItemCard, Roster, UnitCard};
use crate::names::{ItemId, Name, UnitId};
use crate::state::{ArmyList, Assigned};

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../packs/sample.json");

/// The JSON Schema of a pack.
const SCHEMA: &str = include_str!("../packs/schema.json");
/// The JSON Schema of cards that came without a pack.
const CARDS_SCHEMA: &str = include_str!("../packs/cards-schema.json");

/// The reader of packs.
static PACK: LazyLock<PackReader<Pack>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(SCHEMA)));
/// The reader of cards that came without a pack.
static CARDS: LazyLock<PackReader<Cards>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(CARDS_SCHEMA)));

/// A data pack: everything the rulebook leaves to its cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `before-battle`.
    #[schemars(extend("const" = "before-battle"))]
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: Name,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// The pack's own version.
    #[schemars(length(min = 1, max = 120))]
    pub version: String,
    /// The board and the numbers of the whole battle.
    pub board: BoardCard,
    /// The rosters.
    #[schemars(length(max = 50))]
    pub rosters: Vec<Roster>,
    /// Every unit card.
    #[schemars(length(max = 500))]
    pub units: Vec<UnitCard>,
    /// Every item card.
    #[schemars(length(max = 200))]
    pub items: Vec<ItemCard>,
    /// Armies ready to play.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub armies: Vec<ReadyArmy>,
}

/// An army ready to play: a list and its weapons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmy {
    /// Unique among the pack's armies.
    pub id: Name,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Its roster.
    pub roster: Name,
    /// The six unit cards in order.
    #[schemars(length(min = 6, max = 6))]
    pub units: Vec<Name>,
    /// What the General carries from the start.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub general_items: Vec<ItemId>,
    /// The cards shown that are not in the army.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub distractions: Vec<Name>,
    /// What is assigned in the weapons step.
    #[serde(default)]
    #[schemars(length(max = 18))]
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

/// Checks a pack wholly and reads it, or gives every fault with its place.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let hash = hindsight_kernel::pack::hash(value);
    let pack = PACK.read_checked(value, |pack, faults| {
        let cards = pack.cards(&hash);
        pack_ids(faults, pack);
        sense(faults, &cards);
        rosters(faults, &cards);
        // Whether an army is legal can be told only with sound cards.
        if faults.is_empty() {
            armies(faults, pack, &cards);
        }
    })?;
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
    let mut faults = Faults::default();
    let value = serde_json::to_value(cards).unwrap_or(Value::Null);
    CARDS.read_at("/cards", &value, &mut faults);
    if faults.is_empty() {
        sense(&mut faults, cards);
    }
    faults.into_list()
}

impl Packs for BeforeBattle {
    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        read_pack(pack).map(|sound| sound.info)
    }

    /// The embedded packs as JSON.
    fn sample_packs() -> Vec<Value> {
        vec![serde_json::from_str(SAMPLE).expect("the sample pack is checked by its test")]
    }

    /// The JSON Schema of a pack.
    fn pack_schema() -> Value {
        wire::checked_in_schema(SCHEMA)
    }
}

/// A refusal that lists the faults of a pack.
pub fn refuse_pack(faults: &[PackFault]) -> Refusal {
    Refusal::new("HS-FORM-01", "this pack has faults").with("faults", faults)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> Value {
        BeforeBattle::sample_packs().remove(0)
    }

    fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut pack = sample();
        change(&mut pack);
        let mut paths: Vec<String> = match read_pack(&pack) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|fault| fault.path).collect(),
        };
        paths.sort_unstable();
        paths
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
    fn the_hash_is_of_the_content() {
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
            pack["items"][2]["type"] = json!("A sword");
            pack["rosters"][1]["name"] = json!("");
            pack["units"][3]["equip"]["melee"] = json!({ "Big Sword": 1, "sword": 4 });
            // What no single field can tell is found beside the faults of form.
            pack["units"][6]["cost"] = json!(2);
            pack["units"][5]["id"] = json!("general");
        });
        assert_eq!(
            found,
            [
                "/board/cols",
                "/board/rounds",
                "/items/0/points",
                "/items/1/id",
                "/items/2/type",
                "/rosters/1/name",
                "/system",
                "/units/0/models",
                "/units/1/melee",
                "/units/2/wings",
                "/units/3/equip/melee/Big Sword",
                "/units/3/equip/melee/sword",
                "/units/5/id",
                "/units/6/cost",
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

    #[test]
    fn the_checked_in_schemas_are_the_present_ones() {
        use hindsight_kernel::testing::schema_is_checked_in;
        schema_is_checked_in::<Pack>(concat!(env!("CARGO_MANIFEST_DIR"), "/packs/schema.json"));
        schema_is_checked_in::<Cards>(concat!(env!("CARGO_MANIFEST_DIR"), "/packs/cards-schema.json"));
    }

    #[test]
    fn the_reader_follows_all_that_the_schema_says() {
        for schema in [BeforeBattle::pack_schema(), wire::checked_in_schema(CARDS_SCHEMA)] {
            assert_eq!(hindsight_kernel::pack::unread_keywords(&schema), [].into());
        }
    }
}
