//! Set-up of a game: a pack, and by wish armies that stand ready.

use std::sync::Arc;

use hindsight_kernel::{Packs, Refusal, Seat, Setups, Table, refusals, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::cards::Cards;
use crate::model::event::OpeningEvent;
use crate::model::names::Name;
use crate::model::state::SEATS;
use crate::packs::{PackRefusal, ReadyArmy, read_pack};
use crate::rules::secret_choices::{confirm_list, confirm_weapons, reveal_lists};

/// A game's setup with everything resolved from its pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The cards in play.
    pub cards: Arc<Cards>,
    /// The armies with which both players begin, or nothing for the full procedure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<ReadyArmies>,
}

/// Armies of both players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmies {
    /// South's.
    pub south: ReadyArmy,
    /// North's.
    pub north: ReadyArmy,
}

/// What is asked for when a game is set up. Everything may be left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// The id of the pack; the sample pack if left out.
    #[serde(default)]
    pub pack: Option<String>,
    /// `sample` begins with the first two ready armies of the pack, South with the first.
    #[serde(default)]
    pub armies: Option<SampleArmies>,
    /// Further wishes.
    #[serde(default)]
    pub options: Options,
}

/// A word for armies that stand ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SampleArmies {
    /// The first two ready armies of the pack.
    Sample,
}

/// Further wishes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Begin with these ready armies of the pack: lists and weapons are confirmed by the same checks, and the game begins
    /// with the start roll.
    #[serde(default)]
    pub ready_armies: Option<ReadyNames>,
}

/// The ids of ready armies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyNames {
    /// South's.
    #[serde(rename = "A")]
    pub south: Name,
    /// North's.
    #[serde(rename = "B")]
    pub north: Name,
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a set-up.
    #[allow(clippy::enum_variant_names, reason = "each names what is not there")]
    pub(crate) enum SetupRefusal {
        /// A pack that is not here.
        NoPack { pack: String, known: Vec<String> } = "HS-FORM-01", "table", pack => asked(pack), allowed(known);
        /// A ready army that the pack does not have.
        NoArmy { army: Name, known: Vec<Name> } = "HS-FORM-01", "table", army => asked(army), allowed(known);
        /// Sample armies from a pack without two.
        NoTwoArmies = "HS-FORM-01", "table";
    }
}

impl Setups for BeforeBattle {
    /// Resolves a request from the packs it may use; the sample pack is always among them.
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        let request: SetupRequest = match request {
            Value::Null => SetupRequest::default(),
            given => wire::read_form("the setup", given)?,
        };
        let samples = BeforeBattle::sample_packs();
        let id_of = |pack: &Value| {
            pack.get("id")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let wanted = match &request.pack {
            Some(id) => id.clone(),
            None => samples.first().map(id_of).unwrap_or_default(),
        };
        let known: Vec<&Value> = packs.iter().chain(&samples).collect();
        let Some(value) = known.iter().find(|pack| id_of(pack) == wanted) else {
            let known = known.iter().map(|pack| id_of(pack)).collect();
            return Err(SetupRefusal::NoPack { pack: wanted, known }.into());
        };
        let sound = read_pack(value).map_err(|faults| PackRefusal::Faults { faults })?;
        let armies = &sound.pack.armies;
        let find = |id: Name| {
            armies.iter().find(|army| army.id == id).cloned().ok_or_else(|| {
                let known = armies.iter().map(|army| army.id).collect();
                SetupRefusal::NoArmy { army: id, known }
            })
        };
        let ready = match (&request.options.ready_armies, request.armies) {
            (Some(names), _) => Some(ReadyArmies {
                south: find(names.south)?,
                north: find(names.north)?,
            }),
            (None, Some(SampleArmies::Sample)) => match &armies[..] {
                [south, north, ..] => Some(ReadyArmies {
                    south: south.clone(),
                    north: north.clone(),
                }),
                _ => return Err(SetupRefusal::NoTwoArmies.into()),
            },
            (None, None) => None,
        };
        Ok(Setup {
            cards: Arc::new(sound.pack.cards(&sound.info.hash)),
            ready,
        })
    }

    /// The JSON Schema of a setup request.
    fn setup_schema() -> Value {
        wire::schema::<SetupRequest>()
    }
}

/// Begins a game by the full procedure, or at the start roll with armies that stand ready.
pub(crate) fn begin(table: &mut Table<'_, BeforeBattle>, setup: &Setup) -> Result<(), Refusal> {
    let faults = crate::packs::card_faults(&setup.cards);
    if !faults.is_empty() {
        return Err(PackRefusal::Faults { faults }.into());
    }
    table.emit(OpeningEvent::GameSet {
        cards: Arc::clone(&setup.cards),
    });
    let Some(ReadyArmies { south, north }) = &setup.ready else {
        return Ok(());
    };
    let armies: [(Seat, &ReadyArmy); 2] = [(SEATS[0], south), (SEATS[1], north)];
    for (seat, army) in armies {
        confirm_list(table, seat, Some(&army.list()), None)?;
    }
    reveal_lists(table)?;
    for (seat, army) in armies {
        confirm_weapons(table, seat, Some(&army.weapons(seat)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Packs, Rules};
    use serde_json::json;

    use super::*;
    use crate::model::state::Stage;

    #[test]
    fn a_request_may_leave_everything_out() {
        for request in [
            json!(null),
            json!({}),
            json!({ "pack": "before-battle-sample", "armies": null }),
        ] {
            let setup = BeforeBattle::setup_from(&request, &[]).unwrap();
            assert_eq!((setup.ready, setup.cards.units.len()), (None, 26));
        }
        let named = BeforeBattle::setup_from(
            &json!({ "options": { "ready_armies": { "A": "ashfell", "B": "rivermark" } } }),
            &[],
        )
        .unwrap();
        assert_eq!(named.ready.unwrap().south.name, "Ashfell");
        let scene = crate::scene::Scene::begun(&json!({ "armies": "sample" }), &[1, 1, 2, 5]);
        assert_eq!(scene.state.stage, Stage::StartRight { seat: Seat::B });
    }

    #[test]
    fn bb_start_01_with_ready_armies_the_start_dice_are_reported_by_the_first_command() {
        let mut scene = crate::scene::Scene::begun(&json!({ "armies": "sample" }), &[]);
        assert_eq!(scene.state.stage, Stage::Weapons);
        let asked = crate::rules::asking::awaiting(&scene.state);
        assert_eq!(
            (asked.len(), asked[0].seat, asked[0].decision.as_str()),
            (1, Seat::A, "start_roll")
        );
        // Only that, only by South, and with both dice; ties are rolled again.
        for (seat, words, dice) in [
            (Seat::B, "roll to start", &[5, 3][..]),
            (Seat::A, "take deployment", &[]),
            (Seat::A, "roll to start", &[]),
            (Seat::A, "roll to start", &[5]),
            (Seat::A, "roll to start", &[4, 4]),
            (Seat::A, "roll to start", &[5, 3, 1]),
        ] {
            assert!(
                scene.clone().give(seat, words, dice).is_err(),
                "{seat} {words} {dice:?}"
            );
        }
        scene.give(Seat::A, "roll to start", &[4, 4, 2, 6]).unwrap();
        assert_eq!(scene.state.stage, Stage::StartRight { seat: Seat::B });
        // One die of two is no roll: the game does not begin with it.
        let setup = BeforeBattle::setup_from(&json!({ "armies": "sample" }), &[]).unwrap();
        let mut tray = hindsight_kernel::ReportedTray::new([5]);
        let mut table = Table::<BeforeBattle>::new(crate::model::state::State::default(), &mut tray);
        assert!(BeforeBattle::begin(&mut table, &setup).is_err());
    }

    #[test]
    fn a_wrong_request_is_refused_with_what_would_be_right() {
        for request in [
            json!({ "pack": "no-such-pack" }),
            json!({ "options": { "ready_armies": { "A": "ashfell", "B": "nobody" } } }),
            json!({ "options": { "ready_armies": { "A": "ashfell" } } }),
            json!({ "armies": "mine" }),
            json!({ "colour": "blue" }),
            json!([1]),
        ] {
            assert_eq!(
                BeforeBattle::setup_from(&request, &[])
                    .unwrap_err()
                    .rule
                    .to_string(),
                "HS-FORM-01",
                "{request}"
            );
        }
        // An owner's own pack is found by its id, and checked.
        let mut own = BeforeBattle::sample_packs().remove(0);
        own["id"] = json!("own");
        assert_eq!(
            BeforeBattle::setup_from(&json!({ "pack": "own" }), &[own.clone()])
                .unwrap()
                .cards
                .pack,
            "own"
        );
        own["units"][0]["models"] = json!(99);
        assert!(
            BeforeBattle::setup_from(&json!({ "pack": "own" }), &[own])
                .unwrap_err()
                .details
                .contains_key("faults")
        );
    }
}
