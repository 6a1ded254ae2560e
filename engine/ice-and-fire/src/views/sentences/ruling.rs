//! Sentences of rulings.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::patch::Patch;
use crate::model::state::State;
use crate::views::names::{card, ncu, piece, player, pose, terrain, unit};

/// A ruling in one sentence.
pub(super) fn ruled(before: &State, patch: &Patch) -> Message {
    let what = match patch {
        Patch::SetPose { .. }
        | Patch::SetEngagements { .. }
        | Patch::SetStrength { .. }
        | Patch::SetTokens { .. }
        | Patch::SetActivated { .. }
        | Patch::SetOrders { .. } => of_unit(before, patch),
        Patch::SetZone { ncu: id, zone, .. } => match zone {
            Some(zone) => message!(
                MESSAGES,
                "ruled-zone",
                ncu = ncu(before, *id),
                zone = zone.title()
            ),
            None => message!(MESSAGES, "ruled-no-zone", ncu = ncu(before, *id)),
        },
        Patch::SetObjective {
            objective,
            controller,
        } => {
            let objective = objective.to_string();
            match controller {
                Some(id) => message!(MESSAGES, "ruled-objective", unit = unit(before, *id), objective),
                None => message!(MESSAGES, "ruled-no-objective", objective),
            }
        }
        Patch::SetPoints { seat, points } => {
            message!(MESSAGES, "ruled-points", player = player(before, *seat), points)
        }
        Patch::RemovePiece { piece: no } => {
            message!(MESSAGES, "ruled-piece-removed", piece = piece(before, *no))
        }
        Patch::AddPiece { card, pose: at } => {
            message!(
                MESSAGES,
                "ruled-piece-added",
                terrain = terrain(before, *card),
                pose = pose(*at)
            )
        }
        Patch::TakeCard { seat, card: taken } => {
            let player = player(before, *seat);
            match taken {
                Some(taken) => message!(MESSAGES, "ruled-card-taken", player, card = card(before, *taken)),
                None => message!(MESSAGES, "ruled-hidden-card-taken", player),
            }
        }
        Patch::DropCard { seat, card: left } => {
            let player = player(before, *seat);
            message!(MESSAGES, "ruled-card-dropped", player, card = card(before, *left))
        }
        Patch::SetAttack { .. } => message!(MESSAGES, "ruled-attack"),
    };
    message!(MESSAGES, "ruled", what)
}

/// A ruling about a unit.
fn of_unit(before: &State, patch: &Patch) -> Message {
    let name = |id: &UnitId| unit(before, *id);
    match patch {
        Patch::SetPose { unit, pose: Some(at) } => {
            message!(MESSAGES, "ruled-pose", unit = name(unit), pose = pose(*at))
        }
        Patch::SetPose { unit, pose: None } => message!(MESSAGES, "ruled-off-table", unit = name(unit)),
        Patch::SetEngagements { unit, engagements } => {
            message!(
                MESSAGES,
                "ruled-engagements",
                unit = name(unit),
                units = engagements.len()
            )
        }
        Patch::SetStrength {
            unit,
            models,
            wounded,
        } => message!(
            MESSAGES,
            "ruled-strength",
            unit = name(unit),
            models,
            wounds = wounded
        ),
        Patch::SetTokens { unit, tokens } if tokens.is_empty() => {
            message!(MESSAGES, "ruled-no-tokens", unit = name(unit))
        }
        Patch::SetTokens { unit, tokens } => {
            let tokens = Argument::list(tokens.iter().map(|token| token.title()));
            message!(MESSAGES, "ruled-tokens", unit = name(unit), tokens)
        }
        Patch::SetActivated { unit, activated } => {
            message!(MESSAGES, "ruled-activated", unit = name(unit), activated)
        }
        Patch::SetOrders { unit, used } => {
            message!(MESSAGES, "ruled-orders", unit = name(unit), orders = used.len())
        }
        Patch::SetZone { .. }
        | Patch::SetObjective { .. }
        | Patch::SetPoints { .. }
        | Patch::RemovePiece { .. }
        | Patch::AddPiece { .. }
        | Patch::TakeCard { .. }
        | Patch::DropCard { .. }
        | Patch::SetAttack { .. } => ruled(before, patch),
    }
}
