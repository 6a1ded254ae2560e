//! Data packs, stored under the hash of their content.

use hindsight_engine::{System, system, systems};
use hindsight_kernel::PackInfo;
use hindsight_openapi::wire::{Pack, PackChange, PackChanges};
use hindsight_openapi::{BodyFault, ProblemKind};
use hindsight_store::{SideOp, SideOutcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};
use crate::base::{StoreHandle, now_ms, time_text};

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
pub struct Packs {
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

fn built_in(system: &dyn System) -> Vec<(PackInfo, Value)> {
    system
        .sample_packs()
        .into_iter()
        .filter_map(|pack| Some((system.check_pack(&pack).ok()?, pack)))
        .collect()
}

/// The system of this id.
pub(crate) fn known_system(id: &str) -> ApiResult<&'static dyn System> {
    system(id).ok_or_else(|| {
        let known: Vec<&str> = systems().iter().map(|system| system.id()).collect();
        ApiError::new(ProblemKind::NoSuchSystem, format!("there is no system {id:?}")).allowed(known)
    })
}

/// The most steps of one change.
const MOST_STEPS: usize = 200;
/// The most bytes that a pack may have after each step of a change, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Applies the steps of a change, one after the other. A step that cannot be done is refused with its place.
fn apply(pack: &mut Value, PackChanges(steps): &PackChanges) -> ApiResult<()> {
    if steps.is_empty() || steps.len() > MOST_STEPS {
        return Err(ApiError::body(
            "",
            format!("1 to {MOST_STEPS} steps are expected"),
        ));
    }
    let mut bytes = size(pack);
    for (place, step) in steps.iter().enumerate() {
        // A list that is copied into itself again and again would double each time.
        bytes += match step {
            PackChange::Copy { from, .. } => pack.pointer(from).map_or(0, size),
            PackChange::Add { value, .. } | PackChange::Replace { value, .. } => size(value),
            PackChange::Remove { .. } | PackChange::Move { .. } | PackChange::Test { .. } => 0,
        };
        if bytes > MOST_BYTES {
            let why = format!("the pack would grow beyond {MOST_BYTES} bytes");
            return Err(ApiError::body(format!("/{place}"), why));
        }
        let operation = serde_json::to_value(step)
            .and_then(serde_json::from_value::<json_patch::PatchOperation>)
            .map_err(|why| ApiError::body(format!("/{place}"), why.to_string()))?;
        json_patch::patch(pack, &[operation])
            .map_err(|why| ApiError::body(format!("/{place}"), format!("{}: {}", why.path, why.kind)))?;
    }
    Ok(())
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

impl Packs {
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
            .map(|(info, _)| shown(info, None))
            .collect()
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
        let info = system.check_pack(&pack).map_err(|faults| {
            let count = faults.len();
            let detail = format!("the pack has {count} fault{}", if count == 1 { "" } else { "s" });
            let places = faults.into_iter().take(100);
            ApiError::new(ProblemKind::InvalidPack, detail).places(
                places
                    .map(|fault| BodyFault {
                        path: fault.path,
                        reason: fault.reason,
                    })
                    .collect(),
            )
        })?;
        if built_in(system).iter().any(|(known, _)| known.hash == info.hash) {
            return Ok((shown(info, None), false));
        }
        let card = Card {
            info: info.clone(),
            owner,
            uploaded_ms: now_ms(),
        };
        let bytes = |value: Result<Vec<u8>, serde_json::Error>| {
            value.map_err(|why| ApiError::fault("writing a pack", why))
        };
        let ops = vec![
            SideOp::PutNew {
                tree: BODIES.to_owned(),
                key: info.hash.clone().into_bytes(),
                value: bytes(serde_json::to_vec(&pack))?,
            },
            SideOp::Put {
                tree: CARDS.to_owned(),
                key: format!("{}/{}", info.system, info.hash).into_bytes(),
                value: bytes(serde_json::to_vec(&card))?,
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
        apply(&mut pack, changes)?;
        let system = self.system_of(hash).await?;
        self.upload(system, pack, owner).await
    }

    /// The system that a pack is for.
    async fn system_of(&self, hash: &str) -> ApiResult<&'static dyn System> {
        for system in systems() {
            if built_in(*system).iter().any(|(info, _)| info.hash == hash) {
                return Ok(*system);
            }
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

    /// A pack by its hash.
    pub async fn get(&self, hash: &str) -> ApiResult<Value> {
        let missing = || {
            ApiError::new(
                ProblemKind::NoSuchPack,
                format!("there is no pack with the hash {hash}"),
            )
        };
        if hash.len() != 64 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(missing());
        }
        for system in systems() {
            if let Some((_, pack)) = built_in(*system).into_iter().find(|(info, _)| info.hash == hash) {
                return Ok(pack);
            }
        }
        let key = hash.to_owned().into_bytes();
        let found = self
            .store
            .work(move |store| Ok(store.fetch(BODIES, &key)?))
            .await?
            .ok_or_else(missing)?;
        serde_json::from_slice(&found).map_err(|why| ApiError::fault("reading a pack", why))
    }

    /// The packs a setup may use: the built-in ones of its system and those named.
    pub async fn for_setup(&self, system: &dyn System, named: &[String]) -> ApiResult<Vec<Value>> {
        let mut packs: Vec<Value> = Vec::new();
        for hash in named {
            packs.push(self.get(hash).await?);
        }
        packs.extend(system.sample_packs());
        Ok(packs)
    }
}
