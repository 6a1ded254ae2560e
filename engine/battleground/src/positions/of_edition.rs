//! Statuses, orders, ammo boxes and kinds of terrain that an edition does not have: no position or ruling of it holds them.

use crate::editions::profile::Statuses;
use crate::editions::terrain::has_terrain;
use crate::messages::MESSAGES;
use crate::model::cards::TerrainType;
use crate::model::command::Patch;
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::naming::terrain_named;
use crate::positions::strange::strange;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse what an edition does not have.
    #[derive(Copy, Eq)]
    pub(crate) enum LackRefusal {
        /// There are Ready and Routing units alone. Rules `BG3-CARD-10`, `BG3-ROUT-01` (pp. 6, 22).
        Disrupted = Rule::Status02, "p. 23, 36-37, 101" => allowed(["ready", "routing"]);
        /// Shots use nothing up. Rule `BG3-CARD-07` (pp. 3, 6).
        Ammunition = Rule::Atk08, "p. 97, 131";
        /// No row of the edition's table. Rules `BG3-TERR-12` (pp. 28, 35), `BG4-TERR-13` (pp. 116-119).
        Terrain(kind: TerrainType) = Rule::Terr13, "p. 116-119", terrain = terrain_named(*kind) => asked(<&str>::from(kind));
    }
}

/// Refuses a position with something that its edition does not have. States that are folded are not asked: streams of earlier
/// releases fold as they were recorded.
///
/// # Errors
/// The rule by which the edition has no such thing, with its place.
pub(crate) fn check_position(state: &State) -> Result<(), Refusal> {
    for (place, unit) in state.units.iter().enumerate() {
        let at = |field: &str| format!("/units/{place}/{field}");
        if let Some(strange) = strange(state.edition, unit) {
            return Err(Refusal::from(strange.refusal()).with("path", at("status")));
        }
        if unit.ammo_marked > 0 && !state.profile().ammunition {
            return Err(Refusal::from(LackRefusal::Ammunition)
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
            let why = LackRefusal::Terrain(map.pieces[place].kind);
            Err(Refusal::from(why).with("path", format!("/book/maps/pieces/{place}")))
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
            Err(Refusal::from(LackRefusal::Disrupted).asked(unit))
        }
        Patch::Boxes { ammo: Some(ammo), .. } if !state.profile().ammunition => {
            Err(Refusal::from(LackRefusal::Ammunition).asked(ammo))
        }
        _ => Ok(()),
    }
}
