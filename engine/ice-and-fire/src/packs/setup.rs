//! Request for the set-up of a game, and the set-up that is made of it.

use std::sync::Arc;

use hindsight_kernel::{Packs, Refusal, Setups, message, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{SoundPack, read_pack};
use crate::IceAndFire;
use crate::cards::{ArmyList, CardId, Cards, Name};
use crate::messages::MESSAGES;
use crate::model::setup::{Agreement, Decks, Setup};

/// What is asked for when a game is set up. Everything may be left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// The id of a pack; the sample pack if left out.
    #[serde(default)]
    pub pack: Option<String>,
    /// Ids of several packs whose cards are in play together, in the place of `pack`.
    #[serde(default)]
    pub packs: Vec<String>,
    /// `sample` begins with the first two ready armies of the packs, seat A with the first.
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
    /// The first two ready armies.
    Sample,
}

/// Further wishes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The size of an army in points; 40 if left out. Rule `IF-ARMY-01`.
    #[serde(default)]
    #[schemars(range(min = 10, max = 100))]
    pub points: Option<u8>,
    /// Victory points that win; by the size of the armies if left out. Rule `IF-ARMY-01`.
    #[serde(default)]
    #[schemars(range(min = 1, max = 60))]
    pub victory: Option<u16>,
    /// Where cards are drawn: by the server, or on the table, where nobody tells them.
    #[serde(default)]
    pub decks: Option<Decks>,
    /// The terrain pieces agreed on, in the place of dice. Rule `IF-SETUP-01`.
    #[serde(default)]
    pub terrain: Option<Vec<CardId>>,
    /// Begin with these ready armies of the packs.
    #[serde(default)]
    pub ready_armies: Option<ReadyNames>,
}

/// The ids of ready armies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyNames {
    /// Seat A's.
    #[serde(rename = "A")]
    pub a: Name,
    /// Seat B's.
    #[serde(rename = "B")]
    pub b: Name,
}

/// The victory points that win with armies of this size: 10 with 40 points, 2 more or fewer for each 10 points.
/// Rule `IF-ARMY-01`.
pub const fn usual_victory(points: u8) -> u16 {
    let tens = points as u16 / 10;
    let points = 2 + 2 * tens;
    if points < 2 { 2 } else { points }
}

impl Setups for IceAndFire {
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        let request: SetupRequest = match request {
            Value::Null => SetupRequest::default(),
            given => wire::read_form("the setup", given)?,
        };
        let sounds = chosen_packs(&request, packs)?;
        let mut cards = Cards::default();
        for (place, sound) in sounds.iter().enumerate() {
            let more = sound.pack.cards(&sound.info.hash);
            if place == 0 {
                cards = more;
            } else {
                add(&mut cards, more, sound)?;
            }
        }
        let armies = ready_armies(&request, &sounds)?;
        let points = request.options.points.unwrap_or(40);
        Ok(Setup {
            cards: Arc::new(cards),
            agreed: Agreement {
                points,
                victory: request.options.victory.unwrap_or_else(|| usual_victory(points)),
                decks: request.options.decks.unwrap_or_default(),
                terrain: request.options.terrain,
            },
            armies,
        })
    }

    fn setup_schema() -> Value {
        wire::schema::<SetupRequest>()
    }
}

/// The packs that are asked for, read.
fn chosen_packs(request: &SetupRequest, packs: &[Value]) -> Result<Vec<SoundPack>, Refusal> {
    let samples = IceAndFire::sample_packs();
    let id_of = |pack: &Value| {
        pack.get("id")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut wanted: Vec<String> = request.pack.iter().chain(&request.packs).cloned().collect();
    if wanted.is_empty() {
        wanted.extend(samples.first().map(id_of));
    }
    let known: Vec<&Value> = packs.iter().chain(&samples).collect();
    wanted
        .into_iter()
        .map(|id| {
            let Some(value) = known.iter().find(|pack| id_of(pack) == id) else {
                return Err(
                    Refusal::new("HS-FORM-01", message!(MESSAGES, "no-pack", pack = &id))
                        .asked(id)
                        .allowed(known.iter().map(|pack| id_of(pack)).collect::<Vec<_>>()),
                );
            };
            read_pack(value).map_err(|faults| {
                Refusal::new("HS-FORM-01", message!(MESSAGES, "pack-faults")).with("faults", &faults)
            })
        })
        .collect()
}

/// Adds the cards of another pack; ids that are there already are refused.
fn add(cards: &mut Cards, more: Cards, sound: &SoundPack) -> Result<(), Refusal> {
    let twice = more
        .units
        .iter()
        .map(|card| card.id)
        .find(|id| cards.unit(*id).is_some())
        .or_else(|| {
            more.tactics
                .iter()
                .map(|card| card.id)
                .find(|id| cards.tactics_card(*id).is_some())
        })
        .or_else(|| {
            more.ncus
                .iter()
                .map(|card| card.id)
                .find(|id| cards.ncu(*id).is_some())
        })
        .or_else(|| {
            more.attachments
                .iter()
                .map(|card| card.id)
                .find(|id| cards.attachment(*id).is_some())
        });
    if let Some(id) = twice {
        return Err(
            Refusal::new("HS-FORM-01", message!(MESSAGES, "card-twice", card = id))
                .asked(sound.info.id.clone()),
        );
    }
    let known = |id| cards.faction(id).is_some();
    let factions: Vec<_> = more
        .factions
        .iter()
        .filter(|faction| !known(faction.id))
        .cloned()
        .collect();
    // The terrain table is that of the first pack.
    cards.add(Cards {
        factions,
        terrain: Vec::new(),
        ..more
    });
    Ok(())
}

fn ready_armies(request: &SetupRequest, sounds: &[SoundPack]) -> Result<[Option<ArmyList>; 2], Refusal> {
    let armies: Vec<_> = sounds.iter().flat_map(|sound| &sound.pack.armies).collect();
    let find = |id: Name| {
        armies
            .iter()
            .find(|army| army.id == id)
            .map(|army| army.list.clone())
            .ok_or_else(|| {
                Refusal::new("HS-FORM-01", message!(MESSAGES, "no-ready-army", army = id))
                    .asked(id)
                    .allowed(armies.iter().map(|army| army.id).collect::<Vec<_>>())
            })
    };
    match (request.options.ready_armies, request.armies) {
        (Some(names), _) => Ok([Some(find(names.a)?), Some(find(names.b)?)]),
        (None, Some(SampleArmies::Sample)) => match &armies[..] {
            [one, other, ..] => Ok([Some(one.list.clone()), Some(other.list.clone())]),
            [only] => Ok([Some(only.list.clone()), Some(only.list.clone())]),
            [] => Err(Refusal::new("HS-FORM-01", message!(MESSAGES, "no-ready-armies"))),
        },
        (None, None) => Ok([None, None]),
    }
}
