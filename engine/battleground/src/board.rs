//! The neutral picture of a position.

use hindsight_kernel::{Board, Grid, LastChange, Point};

use crate::event::Event;
use crate::state::State;

/// The neutral picture.
pub(crate) fn board(state: &State) -> Board {
    let (width, depth) = state.scenario().map_or((36.0, 30.0), |scenario| {
        (scenario.width.value(), scenario.depth.value())
    });
    Board {
        min: Point::new(0.0, 0.0),
        max: Point::new(width, depth),
        unit: "inch".to_owned(),
        grid: Grid::None,
        zones: Vec::new(),
        terrain: Vec::new(),
        tokens: Vec::new(),
        links: Vec::new(),
        sides: Vec::new(),
        caption: String::new(),
    }
}

/// What to show of an event over the board after it.
pub(crate) fn last_change(_before: &State, _event: &Event) -> LastChange {
    LastChange::default()
}
