//! Sentences of events of armies, terrain, deployment sides and deployment.

use hindsight_kernel::{Argument, Message, Roll, Seat, message};

use super::faces;
use crate::cards::Name;
use crate::messages::{MESSAGES, or_none};
use crate::model::event::{Opposed, SetupEvent};
use crate::model::names::{Edge, SEATS};
use crate::model::state::State;
use crate::views::names::{player, pose, terrain, unit};

/// Describes an event of armies, terrain, deployment sides and deployment in one sentence.
pub(super) fn describe(before: &State, event: &SetupEvent) -> Message {
    let who = |seat: &Seat| player(before, *seat);
    match event {
        SetupEvent::ListSubmitted { seat, .. } => message!(MESSAGES, "list-submitted", player = who(seat)),
        SetupEvent::ArmyMustered {
            seat,
            faction,
            units,
            ncus,
            ..
        } => {
            let (player, faction) = (who(seat), faction_named(before, *faction));
            let (units, ncus) = (units.len(), ncus.len());
            message!(MESSAGES, "army-mustered", player, faction, units, ncus)
        }
        SetupEvent::TerrainNumberRolled { roll, pieces } => {
            message!(MESSAGES, "terrain-number-rolled", faces = faces(roll), pieces)
        }
        SetupEvent::TerrainRolled { seat, roll, card } => {
            let (player, faces) = (who(seat), faces(roll));
            match card.map(|card| terrain(before, card)) {
                Some(terrain) => message!(MESSAGES, "terrain-rolled", player, faces, terrain),
                None => message!(MESSAGES, "terrain-rolled-free", player, faces),
            }
        }
        SetupEvent::TerrainNamed { seat, card } => {
            let terrain = terrain(before, *card);
            match seat {
                Some(seat) => message!(MESSAGES, "terrain-named", player = who(seat), terrain),
                None => message!(MESSAGES, "terrain-agreed", terrain),
            }
        }
        SetupEvent::OpposedRolled {
            purpose,
            rolls,
            winner,
        } => opposed(before, *purpose, rolls, *winner),
        SetupEvent::TerrainPlaced { seat, card, pose: at } => {
            let (player, terrain, pose) = (who(seat), terrain(before, *card), pose(*at));
            message!(MESSAGES, "terrain-placed", player, terrain, pose)
        }
        SetupEvent::TerrainDropped { cards } => {
            let pieces = Argument::list(cards.iter().map(|card| terrain(before, *card)));
            message!(MESSAGES, "terrain-dropped", pieces)
        }
        SetupEvent::PickerNamed { by, seat } => named(before, *by, *seat, "pick_side"),
        SetupEvent::SidePicked { seat, edge } => {
            let (player, edge) = (who(seat), edge_named(*edge));
            message!(MESSAGES, "side-picked", player, edge)
        }
        SetupEvent::FirstDeployerNamed { by, seat } => named(before, *by, *seat, "deploy_first"),
        SetupEvent::FirstPlayerNamed { by, seat } => named(before, *by, *seat, "first_player"),
        SetupEvent::Deployed { unit: id, pose: at } => {
            let (unit, pose) = (unit(before, *id), pose(*at));
            message!(MESSAGES, "unit-deployed", unit, pose)
        }
        SetupEvent::Reserved { unit: id } => message!(MESSAGES, "unit-reserved", unit = unit(before, *id)),
    }
}

/// The name of a faction, or its id where the pack has no such faction.
fn faction_named(before: &State, faction: Name) -> String {
    let known = before.cards.faction(faction);
    known.map_or_else(|| faction.to_string(), |known| known.name.clone())
}

/// A table edge, as messages select by it.
fn edge_named(edge: Edge) -> &'static str {
    match edge {
        Edge::South => "south",
        Edge::North => "north",
    }
}

fn opposed(before: &State, purpose: Opposed, rolls: &[Roll; 2], winner: Option<Seat>) -> Message {
    message!(
        MESSAGES,
        "opposed-rolled",
        purpose = match purpose {
            Opposed::FirstPiece => "first_piece",
            Opposed::Sides => "sides",
        },
        south = player(before, SEATS[0]),
        south_faces = faces(&rolls[0]),
        north = player(before, SEATS[1]),
        north_faces = faces(&rolls[1]),
        winner = or_none(winner.map(|winner| player(before, winner)))
    )
}

fn named(before: &State, by: Seat, seat: Seat, what: &'static str) -> Message {
    let by_name = player(before, by);
    if by == seat {
        message!(MESSAGES, "named-self", by = by_name, what)
    } else {
        message!(
            MESSAGES,
            "named-other",
            by = by_name,
            player = player(before, seat),
            what
        )
    }
}
