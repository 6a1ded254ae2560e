//! Positions drawn by hand: who stands where on which map, filled up to a whole position before a Free Activation.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_geometry::hexes::{Facing, Hex, Hexside};
use hindsight_kernel::words::sentence::names;
use hindsight_kernel::{Argument, DrawnPosition, Message, Refusal, Seat, Setups, Sketches, message, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::MenOfIron;
use crate::data::Battle;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::names::{CommandId, FeatureId, LeaderId, StandardId, UnitId};
use crate::model::piece::{Formation, LeaderPlace, PiecePlace, Status};
use crate::model::state::State;
use crate::rules::setup::first_position;

/// A position as somebody draws it: the battle gives map, charts and counters, the drawing says where they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// The id of the battle; the pack's first if left out.
    #[serde(default)]
    pub battle: Option<String>,
    /// The id of the pack; the sample pack if left out.
    #[serde(default)]
    pub pack: Option<String>,
    /// Who stands on the map. Units that are not named are lost.
    pub units: Vec<DrawnUnit>,
    /// Where the leaders are; those that are not named are dead and about to be replaced.
    #[serde(default)]
    pub leaders: BTreeMap<LeaderId, Hex>,
    /// Where the Standards are; those that are not named are captured.
    #[serde(default)]
    pub standards: BTreeMap<StandardId, Hex>,
    /// Terrain that the drawing changes: hex by hex.
    #[serde(default)]
    pub ground: BTreeMap<Hex, crate::data::HexGround>,
    /// Hexsides that the drawing changes: all that lies along each, nothing to clear it.
    #[serde(default)]
    pub hexsides: BTreeMap<Hexside, Vec<FeatureId>>,
    /// Who has a Free Activation now; who starts the battle if left out.
    #[serde(default)]
    pub active: Option<Seat>,
    /// The Command that each side activated last.
    #[serde(default)]
    pub last: BTreeMap<Seat, CommandId>,
}

/// A unit that stands on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnUnit {
    /// Which.
    pub unit: UnitId,
    /// Its hex.
    pub hex: Hex,
    /// The vertex it faces.
    pub facing: Facing,
    /// Its status.
    #[serde(default)]
    pub status: Status,
    /// Its formation.
    #[serde(default)]
    pub formation: Formation,
    /// Whether a hobilar has dismounted.
    #[serde(default)]
    pub dismounted: bool,
    /// Whether men-at-arms on horses were Unhorsed.
    #[serde(default)]
    pub unhorsed: bool,
}

impl Sketches for MenOfIron {
    /// Fills a drawn position up: nobody has done anything in this Activation, the active side chooses freely. Rule `HS-POS-01`.
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        let sketch: Sketch = wire::read_form("the drawing", sketch)?;
        let request = json!({ "pack": sketch.pack, "battle": sketch.battle });
        let mut battle = Self::setup_from(&request, packs)?.battle;
        check_names(&sketch, &battle)?;
        battle.map.hex.extend(sketch.ground.clone());
        battle.map.side.extend(sketch.hexsides.clone());
        battle.map.side.retain(|_, along| !along.is_empty());
        let mut state = first_position(&Arc::new(battle));
        state.agenda = vec![Step::FreeChoice.into()];
        state.active = sketch.active.unwrap_or(state.active);
        for unit in state.units.values_mut() {
            unit.place = PiecePlace::Eliminated;
        }
        for leader in state.leaders.values_mut() {
            leader.place = sketch
                .leaders
                .get(&leader.id)
                .map_or(LeaderPlace::Lost, |&hex| LeaderPlace::On { hex });
        }
        for standard in state.standards.values_mut() {
            standard.hex = sketch.standards.get(&standard.id).copied();
            standard.captured = standard.hex.is_none();
        }
        for (place, drawn) in sketch.units.iter().enumerate() {
            let at = |field: &str| format!("/units/{place}/{field}");
            let Some(unit) = state.units.get_mut(&drawn.unit) else {
                return Err(refuse(
                    message!(MESSAGES, "sketch-no-unit", unit = drawn.unit),
                    &at("unit"),
                ));
            };
            if !state.battle.map.extent().contains(drawn.hex) {
                return Err(refuse(
                    message!(MESSAGES, "position-off-the-map", hex = Argument::text(drawn.hex)),
                    &at("hex"),
                ));
            }
            unit.place = PiecePlace::On {
                hex: drawn.hex,
                facing: drawn.facing,
            };
            unit.status = drawn.status;
            unit.formation = drawn.formation;
            unit.dismounted = drawn.dismounted;
            if drawn.unhorsed {
                unit.class = crate::model::names::ClassId::UMAA;
            }
        }
        // Who leads nobody any more has left the field.
        let gone: Vec<LeaderId> = state
            .leaders
            .values()
            .filter(|leader| {
                leader.place == LeaderPlace::Lost && crate::rules::leaders::is_adrift(&state, leader)
            })
            .map(|leader| leader.id)
            .collect();
        for leader in gone {
            if let Some(leader) = state.leaders.get_mut(&leader) {
                leader.place = LeaderPlace::Removed;
            }
        }
        for (&seat, &command) in &sketch.last {
            state.players[seat.index() & 1].last = Some(command);
        }
        Ok(DrawnPosition::plain(state))
    }

    fn sketch_schema() -> Value {
        wire::schema::<Sketch>()
    }
}

/// Whether a battle has the leaders, Standards, Commands, hexes and terrain that a drawing names beside its units.
fn check_names(sketch: &Sketch, battle: &Battle) -> Result<(), Refusal> {
    let map = &battle.map;
    let is_on_map = |hex: Hex, path: &str| {
        if map.extent().contains(hex) {
            return Ok(());
        }
        let size = message!(
            MESSAGES,
            "sketch-size-of-map",
            columns = map.width,
            rows = map.height
        );
        Err(refuse(
            message!(MESSAGES, "sketch-off-the-map", hex = Argument::text(hex), size),
            path,
        ))
    };
    for (leader, hex) in &sketch.leaders {
        let path = format!("/leaders/{leader}");
        if !battle.leader.contains_key(leader) {
            return Err(refuse(message!(MESSAGES, "sketch-no-leader", leader), &path));
        }
        is_on_map(*hex, &path)?;
    }
    for (standard, hex) in &sketch.standards {
        let path = format!("/standards/{standard}");
        if !battle.standard.contains_key(standard) {
            return Err(refuse(message!(MESSAGES, "sketch-no-standard", standard), &path));
        }
        is_on_map(*hex, &path)?;
    }
    for (hex, ground) in &sketch.ground {
        is_on_map(*hex, &format!("/ground/{hex}"))?;
        if !battle.charts.terrain.contains_key(&ground.terrain) {
            let known = names(battle.charts.terrain.keys(), ToString::to_string);
            return Err(refuse(
                message!(
                    MESSAGES,
                    "sketch-no-terrain",
                    terrain = Argument::text(ground.terrain),
                    known
                ),
                &format!("/ground/{hex}/terrain"),
            ));
        }
    }
    for (side, along) in &sketch.hexsides {
        let path = format!("/hexsides/{side}");
        for hex in side.hexes() {
            is_on_map(hex, &path)?;
        }
        for (place, feature) in along.iter().enumerate() {
            if !battle.charts.hexside.contains_key(feature) {
                let known = names(battle.charts.hexside.keys(), ToString::to_string);
                return Err(refuse(
                    message!(
                        MESSAGES,
                        "sketch-no-hexside",
                        feature = Argument::text(feature),
                        known
                    ),
                    &format!("{path}/{place}"),
                ));
            }
        }
    }
    for (seat, command) in &sketch.last {
        if battle.side_of(*command) != Some(*seat) {
            return Err(refuse(
                message!(MESSAGES, "sketch-no-command", seat, command),
                &format!("/last/{seat}"),
            ));
        }
    }
    Ok(())
}

fn refuse(message: Message, path: &str) -> Refusal {
    Refusal::new("HS-POS-01", message!(MESSAGES, "sketch-unread", fault = message)).with("path", path)
}
