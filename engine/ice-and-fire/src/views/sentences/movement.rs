//! Sentences of events of actions, moves, engagements and removed terrain.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, or_none};
use crate::model::command::Action;
use crate::model::event::{MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{inches, piece, unit};

/// Describes an event of actions, moves, engagements and removed terrain in one sentence.
pub(super) fn describe(before: &State, event: &MovementEvent) -> Message {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        MovementEvent::ActionDeclared { unit, action, free } => {
            let (action, target) = declared(before, action);
            message!(
                MESSAGES,
                "action-declared",
                unit = name(unit),
                action,
                target,
                free
            )
        }
        MovementEvent::UnitMoved { unit, kind, from, to } => {
            let way = from
                .first()
                .map_or(0, |start| start.centre().distance(to.centre()).round() as i32);
            let (kind, way) = (kind_word(*kind), inches(way));
            message!(MESSAGES, "unit-moved", unit = name(unit), kind, way)
        }
        MovementEvent::Engaged { engagement } => message!(
            MESSAGES,
            "units-engaged",
            unit = name(&engagement.a),
            side = engagement.a_side.title(),
            other = name(&engagement.b),
            other_side = engagement.b_side.title()
        ),
        MovementEvent::Disengaged { a, b } => {
            message!(MESSAGES, "units-disengaged", unit = name(a), other = name(b))
        }
        MovementEvent::PieceRemoved { piece: no, unit } => {
            message!(
                MESSAGES,
                "piece-removed",
                unit = name(unit),
                piece = piece(before, *no)
            )
        }
    }
}

/// The word by which the message chooses an action, and at what the action is aimed.
fn declared(before: &State, action: &Action) -> (&'static str, Argument) {
    let (word, target) = match action {
        Action::Maneuver { .. } => ("maneuver", None),
        Action::March { .. } => ("march", None),
        Action::Charge { target, .. } => ("charge", Some(unit(before, *target))),
        Action::Melee { target, .. } => ("melee", Some(unit(before, *target))),
        Action::Ranged { target, .. } => ("ranged", Some(unit(before, *target))),
        Action::Demolish { piece: no } => ("demolish", Some(piece(before, *no))),
        Action::Retreat => ("retreat", None),
        Action::Forgo => ("forgo", None),
    };
    (word, or_none(target))
}

const fn kind_word(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Maneuver => "maneuver",
        MoveKind::March => "march",
        MoveKind::Charge => "charge",
        MoveKind::FailedCharge => "failed_charge",
        MoveKind::Alignment => "alignment",
        MoveKind::Shift => "shift",
        MoveKind::Retreat => "retreat",
        MoveKind::FreePivot => "free_pivot",
    }
}
