//! Sentences of actions.

use super::phrases::{blow_words, cells, turned};
use crate::model::event::ActionEvent;
use crate::model::names::UnitId;
use crate::model::state::{State, seat_name};
use crate::rules::actions::HUSTLE_NEED;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &ActionEvent) -> String {
    let name = |unit: &UnitId| before.name(*unit);
    match event {
        ActionEvent::TurnBegan { round, seat } => {
            format!("Round {round}: the turn of {} begins", seat_name(*seat))
        }
        ActionEvent::UnitMoved {
            unit,
            turn,
            to,
            facing,
            entered,
            charged,
            ..
        } => {
            let way = match entered {
                0 => format!(
                    "{} {} on {to}",
                    name(unit),
                    turn.map_or_else(String::new, |hand| format!("turns {hand}"))
                ),
                _ => format!(
                    "{} {}moves {} {} to {to}",
                    name(unit),
                    turned(*turn),
                    cells(*entered),
                    facing.word()
                ),
            };
            if *charged {
                format!("{way} and charges")
            } else {
                way
            }
        }
        ActionEvent::UnitHustled {
            unit,
            to,
            entered,
            roll,
            charged,
            ..
        } => {
            let charge = if *charged { " and charges" } else { "" };
            // A success moves one cell beyond the Speed, where that is empty and on the board.
            let came_of_it = match (roll.at_least(HUSTLE_NEED), *entered > before.gear(*unit).speed()) {
                (0, _) => "no extra square",
                (_, true) => "one extra square",
                (_, false) => "the extra square is not free",
            };
            format!(
                "{} hustles {} to {to} (die {}: {came_of_it}){charge}",
                name(unit),
                cells(*entered),
                roll.total()
            )
        }
        ActionEvent::UnitTurned { unit, facing, .. } => {
            format!("{} turns to face {}", name(unit), facing.word())
        }
        ActionEvent::UnitSidestepped { unit, hand, to, .. } => {
            format!("{} sidesteps {hand} to {to}", name(unit))
        }
        ActionEvent::UnitShot {
            turn, distance, blow, ..
        } => format!(
            "{} {}shoots {} at {}: {}",
            name(&blow.unit),
            turned(*turn),
            name(&blow.target),
            cells(*distance),
            blow_words(before, blow)
        ),
        ActionEvent::ActionsEnded => "The actions phase ends".to_owned(),
    }
}
