//! Events in sentences for the log.

mod attack;
mod charge;
mod effect;
mod morale;
mod movement;
mod procedure;
mod round;
mod scoring;
mod setup;
mod unit;

use hindsight_kernel::words::sentence::{count, list};
use hindsight_kernel::{Roll, Seat};

use super::names::{card, inches, ncu, piece, player, pose, source_text, terrain, unit};
use crate::model::agenda::Source;
use crate::model::command::Action;
use crate::model::event::{Event, MoveKind};
use crate::model::names::UnitId;
use crate::model::patch::Patch;
use crate::model::state::State;

/// The faces of a roll: `4, 4 and 1`.
fn faces(roll: &Roll) -> String {
    match roll.faces.as_slice() {
        [] => "no dice".to_owned(),
        faces => list(&faces.iter().map(ToString::to_string).collect::<Vec<_>>()),
    }
}

/// Describes an event in one sentence.
pub(super) fn describe(before: &State, event: &Event) -> String {
    match event {
        Event::Procedure(event) => procedure::describe(before, event),
        Event::Setup(event) => setup::describe(before, event),
        Event::Round(event) => round::describe(before, event),
        Event::Movement(event) => movement::describe(before, event),
        Event::Unit(event) => unit::describe(before, event),
        Event::Charge(event) => charge::describe(before, event),
        Event::Attack(event) => attack::describe(before, event),
        Event::Morale(event) => morale::describe(before, event),
        Event::Effect(event) => effect::describe(before, event),
        Event::Scoring(event) => scoring::describe(before, event),
    }
}

/// A sentence with the text of its card behind it.
fn told(start: &str, before: &State, from: Source) -> String {
    let text = source_text(before, from);
    if text.is_empty() {
        format!("{start}.")
    } else {
        format!("{start}: {text}")
    }
}

fn named(before: &State, by: Seat, seat: Seat, what: &str) -> String {
    if by == seat {
        format!("{} will {what}.", player(before, by))
    } else {
        format!("{} lets {} {what}.", player(before, by), player(before, seat))
    }
}

fn declared(before: &State, action: &Action) -> String {
    match action {
        Action::Maneuver { .. } => "maneuvers".to_owned(),
        Action::March { .. } => "marches".to_owned(),
        Action::Charge { target, .. } => format!("declares a charge on {}", unit(before, *target)),
        Action::Melee { target, .. } => format!("makes a melee attack on {}", unit(before, *target)),
        Action::Ranged { target, .. } => format!("makes a ranged attack on {}", unit(before, *target)),
        Action::Demolish { piece: no } => format!("attacks {}", piece(before, *no)),
        Action::Retreat => "retreats".to_owned(),
        Action::Forgo => "forgoes its action".to_owned(),
    }
}

fn moved(kind: MoveKind, way: i32) -> String {
    let way = inches(way);
    match kind {
        MoveKind::Maneuver => format!("maneuvers {way}\""),
        MoveKind::March => format!("marches {way}\""),
        MoveKind::Charge => format!("charges {way}\""),
        MoveKind::FailedCharge => format!("stops after {way}\""),
        MoveKind::Alignment => "aligns in contact".to_owned(),
        MoveKind::Shift => format!("shifts {way}\""),
        MoveKind::Retreat => format!("retreats {way}\""),
        MoveKind::FreePivot => "pivots freely".to_owned(),
    }
}

fn ruled(before: &State, patch: &Patch) -> String {
    let name = |id: &UnitId| unit(before, *id);
    let what = match patch {
        Patch::SetPose { unit, pose: Some(at) } => format!("{} stands at {}", name(unit), pose(*at)),
        Patch::SetPose { unit, pose: None } => format!("{} is off the table", name(unit)),
        Patch::SetEngagements { unit, engagements } => format!(
            "{} is engaged with {}",
            name(unit),
            count(engagements.len() as i64, "unit", "units")
        ),
        Patch::SetStrength {
            unit,
            models,
            wounded,
        } => format!(
            "{} has {} and {} on the next",
            name(unit),
            count(i64::from(*models), "model", "models"),
            count(i64::from(*wounded), "wound", "wounds")
        ),
        Patch::SetTokens { unit, tokens } => {
            let tokens: Vec<String> = tokens.iter().map(|token| token.title().to_owned()).collect();
            match tokens.as_slice() {
                [] => format!("{} has no condition tokens", name(unit)),
                tokens => format!("{} is {}", name(unit), list(tokens)),
            }
        }
        Patch::SetActivated { unit, activated } => {
            format!(
                "{} {} been activated",
                name(unit),
                if *activated { "has" } else { "has not" }
            )
        }
        Patch::SetOrders { unit, used } => {
            format!(
                "{} has used {}",
                name(unit),
                count(used.len() as i64, "Order", "Orders")
            )
        }
        Patch::SetZone { ncu: id, zone, .. } => match zone {
            Some(zone) => format!("{} stands on {}", ncu(before, *id), zone.title()),
            None => format!("{} stands beside the board", ncu(before, *id)),
        },
        Patch::SetObjective {
            objective,
            controller,
        } => match controller {
            Some(unit) => format!("{} controls objective {objective}", name(unit)),
            None => format!("nobody controls objective {objective}"),
        },
        Patch::SetPoints { seat, points } => format!(
            "{} has {}",
            player(before, *seat),
            count(i64::from(*points), "victory point", "victory points")
        ),
        Patch::RemovePiece { piece: no } => format!("{} is removed", piece(before, *no)),
        Patch::AddPiece { card, pose: at } => format!("{} lies at {}", terrain(before, *card), pose(*at)),
        Patch::TakeCard { seat, card: taken } => match taken {
            Some(taken) => format!("{} takes {}", player(before, *seat), card(before, *taken)),
            None => format!("{} takes a card", player(before, *seat)),
        },
        Patch::DropCard { seat, card: left } => {
            format!("{} gives up {}", player(before, *seat), card(before, *left))
        }
        Patch::SetAttack { .. } => "the attack is changed".to_owned(),
    };
    format!("Ruling: {what}.")
}
