//! Data packs, stored under the hash of their content.

use std::sync::LazyLock;

use bytes::Bytes;
use hindsight_engine::{System, system, systems};
use hindsight_kernel::{ImportFault, ImportFile, ImportedPack, PackInfo, PackTitle};
use hindsight_notation::{Document, PackName};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Pack, PackChanges};
use hindsight_store::{EventStore, SideOp, SideOutcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult, body_fault};
use crate::base::messages::{quoted, text};
use crate::base::{StoreHandle, now_ms, time_text};
use crate::games::pack_changes;

const BODIES: &str = "packs";
const CARDS: &str = "pack-cards";

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Card {
    info: PackInfo,
    owner: String,
    uploaded_ms: u64,
}

/// All packs of the server.
#[derive(Debug)]
pub struct PackRegistry {
    store: StoreHandle,
}

fn shown(info: PackInfo, card: Option<(String, u64)>) -> Pack {
    let (owner, uploaded_at) = match card {
        Some((owner, at)) => (Some(owner), Some(time_text(at))),
        None => (None, None),
    };
    Pack {
        system: info.system,
        id: info.id,
        name: info.name,
        version: info.version,
        hash: info.hash,
        built_in: owner.is_none(),
        owner,
        uploaded_at,
    }
}

/// A pack that the program carries.
struct BuiltIn {
    info: PackInfo,
    pack: Value,
    text: Bytes,
}

/// The packs that the program carries, by system. To check all of them takes the time of a hundred states.
static BUILT_IN: LazyLock<Vec<(&'static str, Vec<BuiltIn>)>> = LazyLock::new(|| {
    let checked = |system: &dyn System| {
        let sound = system.sample_packs().into_iter().filter_map(|pack| {
            let info = system.check_pack(&pack).ok()?;
            let text = Bytes::from(serde_json::to_vec(&pack).ok()?);
            Some(BuiltIn { info, pack, text })
        });
        sound.collect()
    };
    systems()
        .iter()
        .map(|system| (system.id(), checked(*system)))
        .collect()
});

/// The packs that the program carries for a system.
fn built_in(system: &dyn System) -> &'static [BuiltIn] {
    let of_system = BUILT_IN.iter().find(|(id, _)| *id == system.id());
    of_system.map_or(&[], |(_, packs)| packs)
}

/// The pack of this hash that the program carries, with the id of its system.
fn built_in_by_hash(hash: &str) -> Option<(&'static str, &'static BuiltIn)> {
    BUILT_IN.iter().find_map(|(system, packs)| {
        let pack = packs.iter().find(|pack| pack.info.hash == hash)?;
        Some((*system, pack))
    })
}

/// Checks a pack, which takes up to a second for a large one.
fn checked(system: &dyn System, pack: &Value) -> ApiResult<PackInfo> {
    system.check_pack(pack).map_err(|faults| {
        let count = faults.len();
        let detail = text!("pack-faults", count);
        let places = faults.into_iter().take(100);
        ApiError::new(ProblemKind::InvalidPack, detail).places(
            places
                .map(|fault| body_fault(fault.path, &fault.reason))
                .collect(),
        )
    })
}

/// The system of this id.
pub(crate) fn known_system(id: &str) -> ApiResult<&'static dyn System> {
    system(id).ok_or_else(|| {
        let known: Vec<&str> = systems().iter().map(|system| system.id()).collect();
        ApiError::new(
            ProblemKind::NoSuchSystem,
            text!("no-such-system", id = quoted(id)),
        )
        .allowed(known)
    })
}

/// Files that make no pack, each fault with its file and place.
fn not_imported(faults: Vec<ImportFault>) -> ApiError {
    let detail = faults
        .first()
        .map_or_else(|| text!("pack-of-no-files"), |first| first.reason.clone());
    let places = faults.into_iter().take(100).map(|fault| {
        let path = match (fault.file.is_empty(), fault.path.is_empty()) {
            (true, _) => fault.path,
            (false, true) => fault.file,
            (false, false) => format!("{} {}", fault.file, fault.path),
        };
        body_fault(path, &fault.reason)
    });
    ApiError::new(ProblemKind::InvalidPack, detail).places(places.collect())
}

impl PackRegistry {
    /// The packs in a store.
    pub fn new(store: StoreHandle) -> Self {
        Self { store }
    }

    /// The built-in packs of one system, or of all.
    pub fn built_in(only: Option<&str>) -> Vec<Pack> {
        systems()
            .iter()
            .filter(|system| only.is_none_or(|id| id == system.id()))
            .flat_map(|system| built_in(*system))
            .map(|pack| shown(pack.info.clone(), None))
            .collect()
    }

    /// The number of packs that the program carries for a system.
    pub fn built_in_of(system: &dyn System) -> usize {
        built_in(system).len()
    }

    /// The packs that the program carries for a system, as JSON.
    pub fn samples(system: &dyn System) -> Vec<Value> {
        let packs = built_in(system).iter();
        packs.map(|known| known.pack.clone()).collect()
    }

    /// Uploaded packs behind a key, of one system or of all.
    pub async fn uploaded(
        &self,
        only: Option<String>,
        after: Option<String>,
        limit: usize,
    ) -> ApiResult<(Vec<Pack>, Option<String>)> {
        self.store
            .work(move |store| {
                let prefix = only.map_or_else(String::new, |system| format!("{system}/"));
                let found = store.side_scan(
                    CARDS,
                    prefix.as_bytes(),
                    after.as_ref().map(String::as_bytes),
                    limit + 1,
                )?;
                let more = found.len() > limit;
                let mut packs = Vec::new();
                let mut last = None;
                for (key, value) in found.into_iter().take(limit) {
                    let card: Card = serde_json::from_slice(&value)
                        .map_err(|why| ApiError::fault("reading a pack's card", why))?;
                    packs.push(shown(card.info, Some((card.owner, card.uploaded_ms))));
                    last = String::from_utf8(key).ok();
                }
                Ok((packs, last.filter(|_| more)))
            })
            .await
    }

    /// Stores a pack; says whether it is new.
    pub async fn upload(
        &self,
        system: &'static dyn System,
        pack: Value,
        owner: String,
    ) -> ApiResult<(Pack, bool)> {
        let (info, text) = self
            .store
            .work(move |_| {
                let info = checked(system, &pack)?;
                let text = serde_json::to_vec(&pack).map_err(|why| ApiError::fault("writing a pack", why))?;
                Ok((info, text))
            })
            .await?;
        if built_in(system).iter().any(|known| known.info.hash == info.hash) {
            return Ok((shown(info, None), false));
        }
        let card = Card {
            info: info.clone(),
            owner,
            uploaded_ms: now_ms(),
        };
        let card_text = serde_json::to_vec(&card).map_err(|why| ApiError::fault("writing a pack", why))?;
        let ops = vec![
            SideOp::PutNew {
                tree: BODIES.to_owned(),
                key: info.hash.clone().into_bytes(),
                value: text,
            },
            SideOp::Put {
                tree: CARDS.to_owned(),
                key: format!("{}/{}", info.system, info.hash).into_bytes(),
                value: card_text,
            },
        ];
        let new = self
            .store
            .work(move |store| Ok(store.side(ops)? == SideOutcome::Done))
            .await?;
        let shown = shown(info, Some((card.owner, card.uploaded_ms)));
        Ok((shown, new))
    }

    /// Makes a new pack from one by the steps of a change and stores it; says whether it is new.
    pub async fn change(&self, hash: &str, changes: &PackChanges, owner: String) -> ApiResult<(Pack, bool)> {
        let mut pack = self.get(hash).await?;
        pack_changes::apply(&mut pack, changes)?;
        let system = self.system_of(hash).await?;
        self.upload(system, pack, owner).await
    }

    /// The system that a pack is for.
    async fn system_of(&self, hash: &str) -> ApiResult<&'static dyn System> {
        if let Some((id, _)) = built_in_by_hash(hash) {
            return known_system(id);
        }
        for system in systems() {
            let key = format!("{}/{hash}", system.id()).into_bytes();
            if self
                .store
                .work(move |store| Ok(store.fetch(CARDS, &key)?))
                .await?
                .is_some()
            {
                return Ok(*system);
            }
        }
        Err(ApiError::fault("finding a pack's system", hash))
    }

    /// Makes a pack of files in a form from elsewhere, with what became of the files. It is not stored.
    pub async fn made_of_files(
        &self,
        system: &'static dyn System,
        form: String,
        files: Vec<ImportFile>,
        named: PackTitle,
    ) -> ApiResult<ImportedPack> {
        self.store
            .work(move |_| system.import_pack(&form, &files, &named).map_err(not_imported))
            .await
    }

    /// A pack by its hash.
    pub async fn get(&self, hash: &str) -> ApiResult<Value> {
        if let Some((_, known)) = built_in_by_hash(hash) {
            return Ok(known.pack.clone());
        }
        let stored = self.stored(hash).await?;
        serde_json::from_slice(&stored).map_err(|why| ApiError::fault("reading a pack", why))
    }

    /// A pack by its hash, as JSON text.
    pub async fn text(&self, hash: &str) -> ApiResult<Bytes> {
        match built_in_by_hash(hash) {
            Some((_, known)) => Ok(known.text.clone()),
            None => self.stored(hash).await,
        }
    }

    /// The JSON text of an uploaded pack.
    async fn stored(&self, hash: &str) -> ApiResult<Bytes> {
        let missing = || {
            ApiError::new(
                ProblemKind::NoSuchPack,
                text!("no-such-pack", hash = hash.to_string()),
            )
        };
        if hash.len() != 64 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(missing());
        }
        let key = hash.to_owned().into_bytes();
        let found = self.store.work(move |store| Ok(store.fetch(BODIES, &key)?));
        found.await?.map(Bytes::from).ok_or_else(missing)
    }

    /// The packs a setup may use: the built-in ones of its system and those named.
    pub async fn for_setup(&self, system: &dyn System, named: &[String]) -> ApiResult<Vec<Value>> {
        let mut packs: Vec<Value> = Vec::new();
        for hash in named {
            packs.push(self.get(hash).await?);
        }
        packs.extend(Self::samples(system));
        Ok(packs)
    }
}

/// The packs that a text may use: the built-in ones of its system and those that its headers name. Blocks on the store.
///
/// # Errors
/// A pack is not here: its hash is what to ask for.
pub fn packs_of(store: &dyn EventStore, document: &Document) -> ApiResult<Vec<Value>> {
    let system = known_system(&document.system)?;
    let known = built_in(system);
    let mut packs = Vec::new();
    for PackName { id, hash } in &document.packs {
        let Some(hash) = hash else { continue };
        if known.iter().any(|known| known.info.hash == *hash) {
            continue;
        }
        let found = store.fetch(BODIES, hash.as_bytes())?.ok_or_else(|| {
            ApiError::new(
                ProblemKind::InvalidImport,
                text!("pack-missing", id = quoted(id), hash = hash.clone()),
            )
        })?;
        packs.push(serde_json::from_slice(&found).map_err(|why| ApiError::fault("reading a pack", why))?);
    }
    packs.extend(PackRegistry::samples(system));
    Ok(packs)
}

/// The packs of a game beyond the built-in ones, by id and hash, as the headers of a text name them. Blocks on the store.
pub(crate) fn packs_in_play(
    store: &dyn EventStore,
    system: &dyn System,
    hashes: &[String],
    setup: Option<&Value>,
) -> ApiResult<Vec<PackName>> {
    let known = built_in(system);
    let mut named = Vec::new();
    for hash in hashes {
        if known.iter().any(|known| known.info.hash == *hash) {
            continue;
        }
        let key = format!("{}/{hash}", system.id()).into_bytes();
        let id = match store.fetch(CARDS, &key)? {
            Some(card) => {
                let card: Card = serde_json::from_slice(&card)
                    .map_err(|why| ApiError::fault("reading a pack's card", why))?;
                Some(card.info.id)
            }
            // A record from elsewhere: its setup names the pack. A built-in pack of another release has no header, as the
            // one of this release takes its place.
            None => setup
                .and_then(|setup| setup.get("pack")?.as_str())
                .filter(|id| known.iter().all(|known| known.info.id != *id))
                .map(ToOwned::to_owned),
        };
        named.extend(id.map(|id| PackName {
            id,
            hash: Some(hash.clone()),
        }));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::time::Instant;

    use super::*;

    #[test]
    fn packs_of_the_program_are_checked_once() {
        let begun = Instant::now();
        for system in systems() {
            for pack in system.sample_packs() {
                black_box(system.check_pack(&pack).unwrap());
            }
        }
        let checking = begun.elapsed();
        LazyLock::force(&BUILT_IN);
        let begun = Instant::now();
        for _ in 0..100 {
            for pack in PackRegistry::built_in(None) {
                assert!(built_in_by_hash(&pack.hash).is_some(), "{}", pack.id);
            }
        }
        let reading = begun.elapsed();
        assert!(
            reading < checking,
            "{reading:?} for a hundred lists, {checking:?} to check all packs"
        );
    }
}
