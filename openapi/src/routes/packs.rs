//! Data packs.

use serde_json::json;

use super::{number, text};
use crate::wire::{Pack, PackChanges, PackPage};
use crate::{Access, Method, Operation, ProblemKind};
use hindsight_engine::SystemPack;

const TAG: &str = "packs";

/// The most bytes of a pack.
const PACK_BYTES: usize = 4 << 20;
/// The most bytes of a form that files are pasted into; percent-encoding makes them up to three times as long.
const FORM_BYTES: usize = 24 << 20;
/// The most bytes of a change of one.
const CHANGE_BYTES: usize = 1 << 20;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("listPacks", "/v1/packs", TAG, "All packs")
            .query("system", text(64), "Only packs of this system.")
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<PackPage>(200, "Built-in ones first, then uploaded ones by hash.")
            .with_headers(&["Link"])
            .problems(&[ProblemKind::NoSuchSystem]),
        Operation::post("uploadPack", "/v1/packs", TAG, "Upload a pack")
            .about("A pack is stored under the hash of its canonical JSON; the same pack twice is one pack. A game that uses it keeps the cards it needs in its own stream.")
            .access(Access::Scope("pack:write"))
            .query("system", text(64), "The system it is for; needed.")
            .such_as("before-battle")
            .body::<SystemPack>(PACK_BYTES, pack_examples())
            .answers::<Pack>(201, "It is stored.")
            .with_headers(&["Location"])
            .answers::<Pack>(200, "It was here already.")
            .also_text("text/html")
            .by_page_form("/packs", &[], "`kind` is a system, and `text` the JSON of its pack; or a system and a form of files from elsewhere (`ice-and-fire/asoiaf-tmg-data`), of which the pack `id` with the name `name` is made: `files` is an object of file names and texts as JSON, `text` and `more` are files as they are. The page then tells how much was taken over.")
            .form_limit(FORM_BYTES)
            .problems(&[ProblemKind::InvalidPack, ProblemKind::NoSuchSystem]),
        Operation::get("getPack", "/v1/packs/{hash}", TAG, "One pack")
            .answers::<SystemPack>(200, "The pack as JSON.")
            .conditional()
            .problems(&[ProblemKind::NoSuchPack]),
        Operation::post("changePack", "/v1/packs/{hash}", TAG, "Change some cards of a pack")
            .with_method(Method::Patch)
            .about("Makes a new pack from this one by the steps of a JSON Patch (RFC 6902) and stores it under its own hash; the old pack stays as it is, and so do the games that use it. Change `version` or `name` along with the cards, so that people can tell the two apart.")
            .access(Access::Scope("pack:write"))
            .body::<PackChanges>(CHANGE_BYTES, vec![("rename", json!([
                { "op": "add", "path": "/name", "value": "House rules" },
            ]))])
            .also_taken("application/json-patch+json")
            .answers::<Pack>(201, "The new pack is stored.")
            .with_headers(&["Location"])
            .answers::<Pack>(200, "The new pack was here already.")
            .problems(&[ProblemKind::NoSuchPack, ProblemKind::InvalidPack]),
    ]
}

fn pack_examples() -> Vec<(&'static str, serde_json::Value)> {
    hindsight_engine::systems()
        .iter()
        .filter_map(|system| Some((system.id(), system.sample_packs().into_iter().next()?)))
        .collect()
}
