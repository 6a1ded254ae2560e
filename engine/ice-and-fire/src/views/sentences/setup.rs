//! Sentences of events of armies, terrain, deployment sides and deployment.

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::{count, list};

use super::{faces, named};
use crate::model::event::{Opposed, SetupEvent};
use crate::model::names::{SEATS, UnitId};
use crate::model::state::State;
use crate::views::names::{player, pose, terrain, unit};

/// Describes an event of armies, terrain, deployment sides and deployment in one sentence.
pub(super) fn describe(before: &State, event: &SetupEvent) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        SetupEvent::ListSubmitted { seat, .. } => format!("{} names an army.", who(seat)),
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
            format!(
                "{} leads {faction}: {} and {}.",
                who(seat),
                count(units.len() as i64, "combat unit", "combat units"),
                count(ncus.len() as i64, "NCU", "NCUs")
            )
        }
        SetupEvent::TerrainNumberRolled { roll, pieces } => {
            format!("The D3 shows {}: there are {pieces} terrain pieces.", faces(roll))
        }
        SetupEvent::TerrainRolled { seat, roll, card } => match card {
            Some(card) => format!(
                "{} rolls {} for terrain: {}.",
                who(seat),
                faces(roll),
                terrain(before, *card)
            ),
            None => format!(
                "{} rolls {} for terrain and names a piece.",
                who(seat),
                faces(roll)
            ),
        },
        SetupEvent::TerrainNamed { seat, card } => match seat {
            Some(seat) => format!("{} names {}.", who(seat), terrain(before, *card)),
            None => format!("{} is agreed on.", terrain(before, *card)),
        },
        SetupEvent::OpposedRolled {
            purpose,
            rolls,
            winner,
        } => {
            let what = match purpose {
                Opposed::FirstPiece => "the first terrain piece",
                Opposed::Sides => "the deployment sides",
            };
            let won = winner.map_or_else(|| "a tie".to_owned(), |seat| format!("{} wins", who(&seat)));
            format!(
                "For {what} {} rolls {} and {} rolls {}: {won}.",
                who(&SEATS[0]),
                faces(&rolls[0]),
                who(&SEATS[1]),
                faces(&rolls[1])
            )
        }
        SetupEvent::TerrainPlaced { seat, card, pose: at } => {
            format!(
                "{} places {} at {}.",
                who(seat),
                terrain(before, *card),
                pose(*at)
            )
        }
        SetupEvent::TerrainDropped { cards } => {
            let names: Vec<_> = cards.iter().map(|card| terrain(before, *card)).collect();
            format!("There is no place left for {}.", list(&names))
        }
        SetupEvent::PickerNamed { by, seat } => named(before, *by, *seat, "pick a deployment side"),
        SetupEvent::SidePicked { seat, edge } => {
            format!("{} picks the {} edge.", who(seat), edge.title().to_lowercase())
        }
        SetupEvent::FirstDeployerNamed { by, seat } => named(before, *by, *seat, "deploy first"),
        SetupEvent::FirstPlayerNamed { by, seat } => named(before, *by, *seat, "be first player of round 1"),
        SetupEvent::Deployed { unit, pose: at } => format!("{} deploys at {}.", name(unit), pose(*at)),
        SetupEvent::Reserved { unit } => format!("{} finds no room and waits in reserve.", name(unit)),
    }
}
