//! Pictures of moments, ranges and figures.

use super::{flag, number, one_of, seat, text, version};
use crate::{Operation, ProblemKind};

const TAG: &str = "pictures";

/// What a query says that asks for a picture for a small screen.
pub(super) const FEW_LABELS: &str = "Fewer labels, twice as large, for a small screen; `false` if left out.";

fn looks(operation: Operation) -> Operation {
    operation
        .query("at", version(), "The version; the present one if left out.")
        .query("width", number(300, 2400), "Pixels; 900 if left out.")
        .query("seat", seat(), "As this seat sees it, if you may.")
        .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
        .query("compact", flag(), FEW_LABELS)
        .query(
            "overlays",
            text(200),
            "What to lay over it, separated by commas: `inspect:<unit>`, `targets:<unit>`, `last:<events>`, `none`. The last event's trail and dice if left out.",
        )
        .such_as("last:1")
        .query(
            "instead",
            text(130),
            "`<detector>` or `<detector>:<unit>`, a suggestion at this version: the board after what it says would have been better, up to the first die. `overlays` and `annotations` do not count then.",
        )
        .such_as("missed_flank:B4")
        .query(
            "annotations",
            flag(),
            "With what people drew for this moment, as far as you may read it; `false` if left out.",
        )
}

pub(super) fn operations() -> Vec<Operation> {
    let gone = [
        ProblemKind::NoSuchVersion,
        ProblemKind::NoSuchUnit,
        ProblemKind::Forbidden,
    ];
    vec![
        looks(Operation::get("boardSvg", "/v1/games/{game}/board.svg", TAG, "The board as SVG"))
            .about("With ids and titles for every unit, for scripts and screen readers.")
            .answers_as(200, "The picture.", vec![("image/svg+xml", None)])
            .conditional()
            .problems(&gone),
        looks(Operation::get("boardPng", "/v1/games/{game}/board.png", TAG, "The board as PNG").dear())
            .query("quality", one_of(&["fine", "fast"]), "`fine` (if left out) draws at twice the size and shrinks; `fast` draws once.")
            .answers_as(200, "The picture.", vec![("image/png", None)])
            .conditional()
            .problems(&gone),
        Operation::get("replayGif", "/v1/games/{game}/replay.gif", TAG, "Animated GIF of a part of a game").long()
            .query("from", version(), "The first version; 1 if left out.")
            .query("to", version(), "The last version; the present one if left out.")
            .query("each", one_of(&["event", "phase", "turn"]), "A picture an event (if left out), or the position at the end of each phase or turn: for a whole long game.")
            .query("delay", number(20, 10_000), "Milliseconds a picture; if left out 500 for events, 1200 for phases and turns.")
            .query("width", number(300, 1200), "Pixels; 600 if left out.")
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .query("seat", seat(), "As this seat sees it, if you may.")
            .query("annotations", flag(), "With what people drew, as far as you may read it; `false` if left out.")
            .answers_as(200, "The pictures.", vec![("image/gif", None)])
            .conditional()
            .problems(&gone),
        Operation::get("getStatistics", "/v1/games/{game}/stats", TAG, "Statistics of a game")
            .about("Per unit, per player and of the whole: activations, distance, dice, hits, damage, kills, checks, luck; strength, threat and points turn by turn. The same for every system. The threat of a seat at the end of a turn is the points (each unit's in proportion to what is left of it) of the enemy units that at least one of its units could strike, shoot at, or rush or charge in its next activation as things stand, as a share of all enemy points on the field.")
            .answers::<hindsight_reports::statistics::GameReport>(200, "The figures.")
            .conditional(),
        Operation::get("getStatisticsCsv", "/v1/games/{game}/stats.csv", TAG, "Statistics of a game as CSV")
            .query("of", one_of(&["units", "players", "turns", "matrix", "dice", "attacks", "cards", "counters", "times"]), "`units` if left out.")
            .query("for", one_of(&["spreadsheet", "spreadsheet-comma"]), super::SPREADSHEET)
            .answers_as(200, "The table.", vec![("text/csv", None)])
            .conditional(),
        Operation::get("listCharts", "/v1/games/{game}/charts", TAG, "The charts of a game")
            .answers::<Vec<String>>(200, "Their names.")
            .conditional(),
        Operation::get("chartSvg", "/v1/games/{game}/charts/{chart}.svg", TAG, "A chart as SVG").dear()
            .query("width", number(300, 2400), "Pixels; 900 if left out.")
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .answers_as(200, "The chart.", vec![("image/svg+xml", None)])
            .conditional()
            .problems(&[ProblemKind::NoSuchChart]),
        Operation::get("chartPng", "/v1/games/{game}/charts/{chart}.png", TAG, "A chart as PNG").dear()
            .query("width", number(300, 2400), "Pixels; 900 if left out.")
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .answers_as(200, "The chart.", vec![("image/png", None)])
            .conditional()
            .problems(&[ProblemKind::NoSuchChart]),
    ]
}
