//! Systems, their rules and their packs.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use bytes::Bytes;
use hindsight_engine::{System, systems};
use hindsight_kernel::table_rules;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{PackPage, RuleList, SystemInfo, SystemList};
use serde::Serialize;

use super::conditional::{Keep, tagged};
use super::{Answer, Ctx, Mounts};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::PackRegistry;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listSystems", list);
    mounts.on("getSystem", get);
    mounts.on("listRules", rules);
    mounts.on("getRule", rule);
    mounts.on("getSchemas", schemas);
    mounts.on("listSystemPacks", packs);
}

/// The system of this id.
pub(crate) fn known(id: &str) -> ApiResult<&'static dyn System> {
    hindsight_engine::system(id).ok_or_else(|| {
        let ids: Vec<&str> = systems().iter().map(|system| system.id()).collect();
        ApiError::new(
            ProblemKind::NoSuchSystem,
            text!("no-such-system", id = quoted(id)),
        )
        .allowed(ids)
    })
}

fn info(system: &dyn System) -> SystemInfo {
    SystemInfo {
        id: system.id().to_owned(),
        title: system.title().to_owned(),
        rules_version: system.rules_version().to_owned(),
        event_schema: system.event_schema(),
        rules: system.rulebook().rules().len(),
        packs: PackRegistry::built_in_of(system),
    }
}

/// An answer that only another release changes: tagged by its content.
fn steady(ctx: &Ctx, value: &impl Serialize) -> Answer {
    Steady::of(value)?.answer(ctx)
}

/// The text of an answer that only another release changes, with its tag.
#[derive(Clone)]
struct Steady {
    text: Bytes,
    etag: String,
}

impl Steady {
    fn of(value: &impl Serialize) -> ApiResult<Self> {
        let text = serde_json::to_vec(value).map_err(|why| ApiError::fault("writing the answer", why))?;
        let etag = format!("\"{}\"", &blake3::hash(&text).to_hex()[..16]);
        Ok(Self {
            text: Bytes::from(text),
            etag,
        })
    }

    fn answer(self, ctx: &Ctx) -> Answer {
        tagged(ctx, "application/json", &self.etag, Keep::Hour, true, self.text)
    }
}

/// The schemas of each system as text, written once: they take as long as fifty states to read and write.
static SCHEMAS: LazyLock<Vec<(&'static str, Steady)>> = LazyLock::new(|| {
    let written = |system: &&'static dyn System| Some((system.id(), Steady::of(&system.schemas()).ok()?));
    systems().iter().filter_map(written).collect()
});

async fn list(ctx: Ctx) -> Answer {
    steady(
        &ctx,
        &SystemList {
            items: systems().iter().map(|system| info(*system)).collect(),
        },
    )
}

async fn get(ctx: Ctx) -> Answer {
    steady(&ctx, &info(known(ctx.path("system"))?))
}

async fn rules(ctx: Ctx) -> Answer {
    let system = known(ctx.path("system"))?;
    steady(
        &ctx,
        &RuleList {
            system: system.id().to_owned(),
            items: system.rulebook().rules().to_vec(),
            table: table_rules().rules().to_vec(),
        },
    )
}

async fn rule(ctx: Ctx) -> Answer {
    let system = known(ctx.path("system"))?;
    let id = ctx.path("rule");
    let rule = system
        .rulebook()
        .get(id)
        .or_else(|| table_rules().get(id))
        .ok_or_else(|| {
            ApiError::new(
                ProblemKind::NoSuchRule,
                text!("no-such-rule", system = system.id().to_string(), id = quoted(id)),
            )
        })?;
    steady(&ctx, rule)
}

async fn schemas(ctx: Ctx) -> Answer {
    schemas_of(known(ctx.path("system"))?)?.answer(&ctx)
}

/// The schemas of a system as text.
fn schemas_of(system: &dyn System) -> ApiResult<Steady> {
    match SCHEMAS.iter().find(|(id, _)| *id == system.id()) {
        Some((_, text)) => Ok(text.clone()),
        None => Steady::of(&system.schemas()),
    }
}

async fn packs(ctx: Ctx) -> Answer {
    let system = known(ctx.path("system"))?;
    let mut items = PackRegistry::built_in(Some(system.id()));
    let (uploaded, next) = ctx
        .services
        .packs
        .uploaded(Some(system.id().to_owned()), None, 200)
        .await?;
    items.extend(uploaded);
    Ok(HttpResponse::Ok().json(PackPage { items, next }))
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::time::Instant;

    use super::*;

    #[test]
    fn schemas_are_written_once() {
        let begun = Instant::now();
        for system in systems() {
            black_box(Steady::of(&system.schemas()).unwrap());
        }
        let writing = begun.elapsed();
        LazyLock::force(&SCHEMAS);
        let begun = Instant::now();
        for _ in 0..100 {
            for system in systems() {
                black_box(schemas_of(*system).unwrap());
            }
        }
        let reading = begun.elapsed();
        assert!(
            reading < writing,
            "{reading:?} for a hundred of each, {writing:?} to write all"
        );
    }
}
