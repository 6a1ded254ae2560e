//! Data packs: what one holds, and every fault of one that is not right.

mod form;
mod meaning;

use std::sync::LazyLock;

use hindsight_kernel::pack::{Faults, PackReader};
use hindsight_kernel::{PackFault, PackInfo, Packs, refusals, wire};
use serde_json::Value;

use self::meaning::{armies, pack_ids, rosters, sense};
use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::cards::Cards;

pub use self::form::{Pack, ReadyArmy, ReadyWeapon};

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../../packs/sample.json");

/// The JSON Schema of a pack.
const SCHEMA: &str = include_str!("../../packs/schema.json");
/// The JSON Schema of cards that came without a pack.
const CARDS_SCHEMA: &str = include_str!("../../packs/cards-schema.json");

/// The reader of packs.
static PACK: LazyLock<PackReader<Pack>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(SCHEMA)));
/// The reader of cards that came without a pack.
static CARDS: LazyLock<PackReader<Cards>> =
    LazyLock::new(|| PackReader::by_schema(wire::checked_in_schema(CARDS_SCHEMA)));

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

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a pack that a game is set up with.
    pub(crate) enum PackRefusal {
        /// Faults of the pack.
        Faults { faults: Vec<PackFault> } = "HS-FORM-01", "table" => with("faults", faults);
    }
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
            crate::rules::attack::attack_dice(nine.models, nine.front_rank, nine.attacks),
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
