//! Sentences of flight and reforming.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, facing_message, seat_message, unit_name};
use crate::model::event::AftermathEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &AftermathEvent) -> Message {
    let name = |unit: &UnitId| unit_name(before, *unit);
    match event {
        AftermathEvent::FleeRolled {
            unit,
            need,
            roll,
            flees,
        } => message!(
            MESSAGES,
            "flee-rolled",
            unit = name(unit),
            flees,
            die = roll.total(),
            need
        ),
        AftermathEvent::UnitFled {
            unit,
            to,
            entered,
            off_board,
            blocked_by,
            dice,
            need,
            killed,
            models_after,
            ..
        } => match (off_board, blocked_by, dice) {
            (true, _, _) => message!(MESSAGES, "unit-fled-off-board", unit = name(unit)),
            (false, Some(other), Some(roll)) => message!(
                MESSAGES,
                "unit-fled-blocked",
                unit = name(unit),
                cells = entered,
                to = Argument::text(to),
                other = name(other),
                dice = roll.dice(),
                need,
                models = killed,
                left = models_after
            ),
            (false, _, _) => message!(
                MESSAGES,
                "unit-fled",
                unit = name(unit),
                cells = entered,
                to = Argument::text(to)
            ),
        },
        AftermathEvent::UnitsReformed { seat, facings } => {
            let turned: Vec<Message> = facings
                .iter()
                .filter(|reformed| before.unit(reformed.unit).facing != reformed.facing)
                .map(|reformed| {
                    message!(
                        MESSAGES,
                        "unit-reformed",
                        unit = name(&reformed.unit),
                        facing = facing_message(reformed.facing)
                    )
                })
                .collect();
            let seat = seat_message(*seat);
            if turned.is_empty() {
                message!(MESSAGES, "units-not-reformed", seat)
            } else {
                message!(MESSAGES, "units-reformed", seat, units = Argument::list(turned))
            }
        }
        AftermathEvent::CombatEnded => message!(MESSAGES, "combat-ended"),
    }
}
