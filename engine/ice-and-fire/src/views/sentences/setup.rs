//! Sentences of events of armies, terrain, deployment sides and deployment.

use hindsight_kernel::{Argument, Message, Seat, message};

use super::faces;
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
            let faction = before
                .cards
                .faction(*faction)
                .map_or_else(|| faction.to_string(), |known| known.name.clone());
            let (units, ncus) = (units.len(), ncus.len());
            message!(
                MESSAGES,
                "army-mustered",
                player = who(seat),
                faction,
                units,
                ncus
            )
        }
        SetupEvent::TerrainNumberRolled { roll, pieces } => {
            message!(MESSAGES, "terrain-number-rolled", faces = faces(roll), pieces)
        }
        SetupEvent::TerrainRolled { seat, roll, card } => {
            let (player, faces) = (who(seat), faces(roll));
            match card {
                Some(card) => {
                    let terrain = terrain(before, *card);
                    message!(MESSAGES, "terrain-rolled", player, faces, terrain)
                }
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
        } => message!(
            MESSAGES,
            "opposed-rolled",
            purpose = match purpose {
                Opposed::FirstPiece => "first_piece",
                Opposed::Sides => "sides",
            },
            south = who(&SEATS[0]),
            south_faces = faces(&rolls[0]),
            north = who(&SEATS[1]),
            north_faces = faces(&rolls[1]),
            winner = or_none(winner.as_ref().map(who))
        ),
        SetupEvent::TerrainPlaced { seat, card, pose: at } => message!(
            MESSAGES,
            "terrain-placed",
            player = who(seat),
            terrain = terrain(before, *card),
            pose = pose(*at)
        ),
        SetupEvent::TerrainDropped { cards } => {
            let pieces = Argument::list(cards.iter().map(|card| terrain(before, *card)));
            message!(MESSAGES, "terrain-dropped", pieces)
        }
        SetupEvent::PickerNamed { by, seat } => named(before, *by, *seat, "pick_side"),
        SetupEvent::SidePicked { seat, edge } => {
            let edge = match edge {
                Edge::South => "south",
                Edge::North => "north",
            };
            message!(MESSAGES, "side-picked", player = who(seat), edge)
        }
        SetupEvent::FirstDeployerNamed { by, seat } => named(before, *by, *seat, "deploy_first"),
        SetupEvent::FirstPlayerNamed { by, seat } => named(before, *by, *seat, "first_player"),
        SetupEvent::Deployed { unit: id, pose: at } => {
            message!(
                MESSAGES,
                "unit-deployed",
                unit = unit(before, *id),
                pose = pose(*at)
            )
        }
        SetupEvent::Reserved { unit: id } => message!(MESSAGES, "unit-reserved", unit = unit(before, *id)),
    }
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
