//! The packs that a new game may be played with: a choice of those that are here, by the members of a system's schema that
//! name packs; and the uploaded ones that a filled-in form then needs.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hindsight_engine::{System, systems};
use hindsight_openapi::wire::Pack;
use serde_json::{Value, json};

use crate::base::error::ApiResult;
use crate::games::PackRegistry;
use crate::http::Ctx;
use crate::pages::form::{Choices, Fields, Place, Shape};

/// How many uploaded packs of a system a form offers.
const OFFERED: usize = 200;

/// The packs of a system, and the one that a new game is begun with.
pub(super) struct Offered {
    /// The built-in ones, then the uploaded ones, the newest first.
    packs: Vec<Pack>,
    /// The hash of the pack that the page was asked for with, or that its form names.
    pub(super) chosen: Option<String>,
    /// Units, armies and maps of the packs that the game is begun with.
    contents: Choices,
}

impl Offered {
    /// The packs of a system; the one of a hash, or that a value filled in from the form names, is begun with.
    pub(super) async fn of(
        ctx: &Ctx,
        system: &'static dyn System,
        hash: Option<&str>,
        filled_in: Option<&Value>,
    ) -> ApiResult<Self> {
        let mut packs = PackRegistry::built_in(Some(system.id()));
        let store = &ctx.services.packs;
        let (mut uploaded, _) = store
            .uploaded(Some(system.id().to_owned()), None, OFFERED)
            .await?;
        uploaded.sort_by(|one, other| other.uploaded_at.cmp(&one.uploaded_at));
        packs.extend(uploaded);
        let mut offered = Self {
            packs,
            chosen: hash.map(ToOwned::to_owned),
            contents: Choices::default(),
        };
        let named = offered.needed(filled_in).into_iter().next();
        offered.chosen = offered.chosen.or(named);
        offered.contents = match &offered.chosen {
            Some(hash) => Choices::within(&[&store.get(hash).await?]),
            None => of_samples(system).clone(),
        };
        Ok(offered)
    }

    /// The hashes of the uploaded packs that a setup or a drawn position names, and of the one that is begun with. What
    /// has the id of a built-in pack is that one, unless the page was asked for with another.
    pub(super) fn needed(&self, filled_in: Option<&Value>) -> Vec<String> {
        let mut hashes: Vec<String> = self.chosen.clone().into_iter().collect();
        for id in filled_in.map(named_ids).unwrap_or_default() {
            let with_id = |pack: &&Pack| pack.id == id;
            let is_there = self
                .packs
                .iter()
                .filter(with_id)
                .any(|pack| hashes.contains(&pack.hash));
            if let (false, Some(first)) = (is_there, self.packs.iter().find(with_id))
                && !first.built_in
            {
                hashes.push(first.hash.clone());
            }
        }
        hashes
    }

    /// What may be chosen: the packs, and what stands in those that are begun with.
    pub(super) fn choices(&self) -> Choices {
        let mut known: Vec<&str> = Vec::new();
        let mut titles = Vec::new();
        for pack in &self.packs {
            if !known.contains(&&*pack.id) {
                known.push(&pack.id);
                titles.push((pack.id.clone(), format!("{} {}", pack.name, pack.version)));
            }
        }
        self.contents.clone().with_packs(titles)
    }

    /// A setup or a drawn position of nothing but the pack that is begun with, named as the schema names packs.
    pub(super) fn named_in(&self, root: &Place<'_>) -> Option<Value> {
        let chosen = self.chosen.as_ref()?;
        let id = &self.packs.iter().find(|pack| pack.hash == *chosen)?.id;
        let Shape::Record(members) = root.shape() else {
            return None;
        };
        let has = |name: &str| members.iter().any(|(member, _)| *member == name);
        match (has("pack"), has("packs")) {
            (true, _) => Some(json!({ "pack": id })),
            (false, true) => Some(json!({ "packs": [id] })),
            (false, false) => None,
        }
    }
}

/// The choices within the packs that the program carries for a system, which are looked through once.
fn of_samples(system: &dyn System) -> &'static Choices {
    static ALL: LazyLock<BTreeMap<&'static str, Choices>> = LazyLock::new(|| {
        let within = |system: &dyn System| {
            let packs = PackRegistry::samples(system);
            Choices::within(&packs.iter().collect::<Vec<_>>())
        };
        systems()
            .iter()
            .map(|system| (system.id(), within(*system)))
            .collect()
    });
    ALL.get(system.id())
        .expect("every system is in the list of systems")
}

/// The hash of the pack that a form was begun with.
pub(super) fn begun_with(fields: &Fields) -> Option<&str> {
    fields.text("pack")
}

/// The ids of the packs that a setup or a drawn position names.
fn named_ids(filled_in: &Value) -> Vec<&str> {
    let one = filled_in["pack"].as_str();
    let several = filled_in["packs"].as_array().into_iter().flatten();
    one.into_iter().chain(several.filter_map(Value::as_str)).collect()
}
