//! Request for a set-up, and the whole set-up that is made of it: a battle of a pack.

use hindsight_kernel::{Argument, Refusal, Setups, joined, message, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{SAMPLE, SoundPack, read_pack};
use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::rules::setup::Setup;

/// What somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SetupRequest {
    /// The id of a pack; the sample pack if left out.
    pub pack: Option<String>,
    /// The id of a battle; the pack's first if left out.
    pub battle: Option<String>,
}

impl Setups for MenOfIron {
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        // A whole setup is taken as it is.
        if request.get("battle").is_some_and(Value::is_object) {
            let setup: Setup = wire::read_form("the setup", request)?;
            let faults = super::battle_faults(&setup.battle);
            return if faults.is_empty() {
                Ok(setup)
            } else {
                Err(Refusal::new("HS-FORM-01", message!(MESSAGES, "battle-faults")).with("faults", &faults))
            };
        }
        let request: SetupRequest = wire::read_form("the setup", request)?;
        let pack = pack_of(request.pack.as_deref(), packs)?;
        let id = match &request.battle {
            Some(id) => id.clone(),
            None => pack
                .pack
                .battles
                .first()
                .map(|battle| battle.id.clone())
                .unwrap_or_default(),
        };
        let Some(battle) = pack.battle(&id) else {
            let known = pack.pack.battles.iter().map(|battle| Argument::text(&battle.id));
            let known = joined!(MESSAGES, "battles-next", known);
            return Err(Refusal::new(
                "MOI-SETUP-01",
                message!(MESSAGES, "no-battle", battle = id, known),
            )
            .with("path", "/battle"));
        };
        Ok(Setup { battle })
    }

    fn setup_schema() -> Value {
        wire::schema::<SetupRequest>()
    }
}

fn pack_of(id: Option<&str>, packs: &[Value]) -> Result<SoundPack, Refusal> {
    let sample = || serde_json::from_str(SAMPLE).unwrap_or(Value::Null);
    let named = |pack: &&Value| pack.get("id").and_then(Value::as_str) == id;
    let value = match id {
        None => packs.first().cloned().unwrap_or_else(sample),
        Some("sample") => packs.iter().find(named).cloned().unwrap_or_else(sample),
        Some(id) => packs.iter().find(named).cloned().ok_or_else(|| {
            Refusal::new("HS-FORM-01", message!(MESSAGES, "no-pack", pack = id.to_owned()))
                .with("path", "/pack")
        })?,
    };
    read_pack(&value).map_err(|faults| {
        Refusal::new("HS-FORM-01", message!(MESSAGES, "pack-faults")).with("faults", &faults)
    })
}
