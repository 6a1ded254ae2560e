//! Statuses, orders, ammo boxes and kinds of terrain that an edition does not have: no position or ruling of it holds them.

use hindsight_kernel::Refusal;

use crate::editions::Edition;
use crate::editions::lens::strange;
use crate::editions::profile::Statuses;
use crate::model::cards::TerrainType;
use crate::model::command::Patch;
use crate::model::rule::Rule;
use crate::model::state::State;

/// Refuses a position with something that its edition does not have. States that are folded are not asked: streams of earlier
/// releases fold as they were recorded.
///
/// # Errors
/// The rule by which the edition has no such thing, with its place.
pub(crate) fn check_position(state: &State) -> Result<(), Refusal> {
    for (place, unit) in state.units.iter().enumerate() {
        let at = |field: &str| format!("/units/{place}/{field}");
        if let Some(strange) = strange(state.edition, unit) {
            return Err(strange.refusal().with("path", at("status")));
        }
        if unit.ammo_marked > 0 && !state.profile().ammunition {
            return Err(no_ammunition()
                .asked(unit.ammo_marked)
                .with("path", at("ammo_marked")));
        }
    }
    let Some(map) = state.map() else {
        return Ok(());
    };
    match map
        .pieces
        .iter()
        .position(|piece| !has_terrain(state.edition, piece.kind))
    {
        Some(place) => {
            Err(no_terrain(map.pieces[place].kind).with("path", format!("/book/maps/pieces/{place}")))
        }
        None => Ok(()),
    }
}

/// Refuses a ruling that would bring in something that the edition does not have.
///
/// # Errors
/// The rule by which it has no such thing.
pub(crate) fn check_ruling(state: &State, patch: &Patch) -> Result<(), Refusal> {
    match patch {
        Patch::Disrupt { unit } if state.profile().statuses == Statuses::ReadyAndRouting => {
            Err(no_disrupted().asked(unit))
        }
        Patch::Boxes { ammo: Some(ammo), .. } if !state.profile().ammunition => {
            Err(no_ammunition().asked(ammo))
        }
        _ => Ok(()),
    }
}

/// Refusal of a Disrupted unit: there are Ready and Routing units alone. Rules `BG3-CARD-10`, `BG3-ROUT-01` (pp. 6, 22).
pub(crate) fn no_disrupted() -> Refusal {
    Refusal::new(
        Rule::Status02,
        "units are Ready or Routing: these rules have no Disrupted units",
    )
    .allowed(["ready", "routing"])
}

/// Refusal of ammo boxes: shots use nothing up. Rule `BG3-CARD-07` (pp. 3, 6).
pub(crate) fn no_ammunition() -> Refusal {
    Refusal::new(Rule::Atk08, "these rules have no ammo boxes")
}

/// Refusal of a kind of terrain that is no row of the edition's table. Rules `BG3-TERR-12` (pp. 28, 35), `BG4-TERR-13` (pp. 116-119).
pub(crate) fn no_terrain(kind: TerrainType) -> Refusal {
    let name: &str = kind.into();
    Refusal::new(
        Rule::Terr13,
        format!("the terrain table of these rules has no {name}"),
    )
    .asked(name)
}

/// Whether an edition has a kind of terrain: the earlier one neither Broken Ground, which is Very Rough Ground there, nor Sheer
/// Cliffs; the later one no terrain that says its own effects. Rules `BG3-TERR-12` (pp. 28, 35), `BG4-TERR-13` (pp. 116-119).
pub(crate) const fn has_terrain(edition: Edition, kind: TerrainType) -> bool {
    match edition {
        Edition::V3 => !matches!(kind, TerrainType::BrokenGround | TerrainType::SheerCliff),
        Edition::V4 => !matches!(kind, TerrainType::Custom),
    }
}
