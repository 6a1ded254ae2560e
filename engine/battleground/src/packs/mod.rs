//! Packs: factions, cards, maps and scenarios as JSON, checked whole before use (pp. 14-22, 113-119, 136-137).
//!
//! The kernel's [`PackReader`] reads a pack leniently, then `meaning` and `effects` look at what it says, so that an owner
//! sees all faults at once.

mod effects;
mod errata;
mod faults;
pub mod form;
mod meaning;
mod of_one_edition;

use std::sync::LazyLock;

use battleground_geometry::{Area, overlaps};
use faults::Faults;
use form::Pack;
use hindsight_kernel::pack::{PackReader, hash};
use hindsight_kernel::{PackFault, PackInfo, Packs, wire};
use meaning::check_meaning;
use serde_json::Value;

use crate::editions::Edition;
use crate::field::TOL;
use crate::model::cards::{Book, Faction, Ground, Map as TerrainMap, Piece, TerrainType};
use crate::system::BattlegroundOf;

pub(crate) use effects::faults_of_a_box;
#[cfg(test)]
pub(crate) use errata::errata;
pub(crate) use meaning::piece_faults;

impl<const EDITION: u8> Packs for BattlegroundOf<EDITION> {
    fn sample_packs() -> Vec<Value> {
        sample_packs_of(Self::EDITION)
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        check_pack(Self::EDITION, pack)
    }

    fn pack_schema() -> Value {
        pack_schema()
    }
}

/// The embedded sample pack of the earlier edition.
pub const SAMPLE_3: &str = include_str!("../../packs/sample-3.json");

/// The embedded sample pack.
pub const SAMPLE: &str = include_str!("../../packs/sample.json");

/// The JSON Schema of a pack as it is checked in.
const SCHEMA: &str = include_str!("../../packs/schema.json");

/// The reader of packs.
static READER: LazyLock<PackReader<Pack>> = LazyLock::new(|| PackReader::by_schema(pack_schema()));

/// The most abilities of a faction.
const MOST_ABILITIES: usize = 20;

/// The embedded packs of the later edition.
#[cfg(test)]
pub(crate) fn sample_packs() -> Vec<Value> {
    sample_packs_of(Edition::V4)
}

/// The embedded packs of an edition.
pub(crate) fn sample_packs_of(edition: Edition) -> Vec<Value> {
    let pack = match edition {
        Edition::V4 => SAMPLE,
        Edition::V3 => SAMPLE_3,
    };
    vec![serde_json::from_str(pack).expect("the sample pack is checked by its test")]
}

/// The JSON Schema of a pack.
pub(crate) fn pack_schema() -> Value {
    wire::checked_in_schema(SCHEMA)
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
pub(crate) fn check_pack(edition: Edition, pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
    read_pack_of(edition, pack).map(|sound| sound.info)
}

/// Reads a pack of the later edition.
///
/// # Errors
/// All its faults, each with the JSON pointer of its place and what would be right.
pub fn read_pack(value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    read_pack_of(Edition::V4, value)
}

/// Reads a pack of an edition.
///
/// # Errors
/// All its faults, each with the JSON pointer of its place and what would be right.
pub fn read_pack_of(edition: Edition, value: &Value) -> Result<SoundPack, Vec<PackFault>> {
    let pack = READER.read_checked(value, |pack, faults| {
        check_meaning(pack, edition, &mut Faults::of(edition, faults));
    })?;
    let info = PackInfo {
        system: pack.system.clone(),
        id: pack.id.clone(),
        name: pack.name.clone(),
        version: pack.version.clone(),
        hash: hash(value),
    };
    Ok(SoundPack { pack, info })
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
            mercenary_allowed: faction.mercenary_allowed,
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
/// Rule `BG4-TERR-23` (pp. 117-118).
pub(crate) fn without_crossings(pieces: Vec<Piece>) -> Vec<Piece> {
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
