//! Sentences of flight and reforming.

use hindsight_kernel::words::sentence::list;

use super::phrases::{cells, count, dice};
use crate::model::event::AftermathEvent;
use crate::model::names::UnitId;
use crate::model::state::{State, seat_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &AftermathEvent) -> String {
    let name = |unit: &UnitId| before.name(*unit);
    match event {
        AftermathEvent::FleeRolled {
            unit,
            need,
            roll,
            flees,
        } => {
            let result = if *flees { "flees" } else { "stands" };
            format!("{} {result}: {} against {need}+", name(unit), roll.total())
        }
        AftermathEvent::UnitFled {
            unit,
            to,
            entered,
            off_board,
            blocked_by,
            dice: flee_dice,
            need,
            killed,
            models_after,
            ..
        } => match (off_board, blocked_by, flee_dice) {
            (true, _, _) => format!("{} runs off the board", name(unit)),
            (false, Some(other), Some(roll)) => {
                let left = if *models_after == 0 {
                    ", none is left".to_owned()
                } else {
                    String::new()
                };
                format!(
                    "{} runs {} to {to} and is blocked by {}: {} at {need}+, {} lost{left}",
                    name(unit),
                    cells(*entered),
                    name(other),
                    dice(roll),
                    count(*killed, "model")
                )
            }
            (false, _, _) => format!("{} runs {} to {to}", name(unit), cells(*entered)),
        },
        AftermathEvent::UnitsReformed { seat, facings } => {
            let turned: Vec<String> = facings
                .iter()
                .filter(|reformed| before.unit(reformed.unit).facing != reformed.facing)
                .map(|reformed| format!("{} to face {}", name(&reformed.unit), reformed.facing.word()))
                .collect();
            if turned.is_empty() {
                format!("{} does not reform", seat_name(*seat))
            } else {
                format!("{} reforms {}", seat_name(*seat), list(&turned))
            }
        }
        AftermathEvent::CombatEnded => "The combat is over".to_owned(),
    }
}
