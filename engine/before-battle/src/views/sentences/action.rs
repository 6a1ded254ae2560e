//! Sentences of actions.

use hindsight_kernel::{Argument, Message, message};

use super::phrases::blow;
use crate::messages::{MESSAGES, facing_message, seat_message, turn_word, unit_name};
use crate::model::event::ActionEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::HUSTLE_NEED;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &ActionEvent) -> Message {
    let name = |unit: &UnitId| unit_name(before, *unit);
    match event {
        ActionEvent::TurnBegan { round, seat } => {
            message!(MESSAGES, "turn-began", round, seat = seat_message(*seat))
        }
        ActionEvent::UnitMoved {
            unit,
            turn,
            to,
            entered: 0,
            charged,
            ..
        } => message!(
            MESSAGES,
            "unit-turned-in-move",
            unit = name(unit),
            turn = turn_word(*turn),
            to = Argument::text(to),
            charged
        ),
        ActionEvent::UnitMoved {
            unit,
            turn,
            to,
            facing,
            entered,
            charged,
            ..
        } => message!(
            MESSAGES,
            "unit-moved",
            unit = name(unit),
            turn = turn_word(*turn),
            cells = entered,
            facing = facing_message(*facing),
            to = Argument::text(to),
            charged
        ),
        ActionEvent::UnitHustled {
            unit,
            to,
            entered,
            roll,
            charged,
            ..
        } => {
            // A success moves one cell beyond the Speed, where that is empty and on the board.
            let outcome = match (roll.at_least(HUSTLE_NEED), *entered > before.gear(*unit).speed()) {
                (0, _) => "none",
                (_, true) => "extra",
                (_, false) => "blocked",
            };
            message!(
                MESSAGES,
                "unit-hustled",
                unit = name(unit),
                cells = entered,
                to = Argument::text(to),
                die = roll.total(),
                outcome,
                charged
            )
        }
        ActionEvent::UnitTurned { unit, facing, .. } => {
            message!(
                MESSAGES,
                "unit-turned",
                unit = name(unit),
                facing = facing_message(*facing)
            )
        }
        ActionEvent::UnitSidestepped { unit, hand, to, .. } => message!(
            MESSAGES,
            "unit-sidestepped",
            unit = name(unit),
            hand = turn_word(Some(*hand)),
            to = Argument::text(to)
        ),
        ActionEvent::UnitShot {
            turn,
            distance,
            blow: shot,
            ..
        } => message!(
            MESSAGES,
            "unit-shot",
            unit = name(&shot.unit),
            turn = turn_word(*turn),
            target = name(&shot.target),
            cells = distance,
            blow = blow(before, shot)
        ),
        ActionEvent::ActionsEnded => message!(MESSAGES, "actions-ended"),
    }
}
