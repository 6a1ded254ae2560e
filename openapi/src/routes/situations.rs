//! Moments of many games by what happened and how the field stood.

use super::{date, flag, number, one_of, seat, text};
use crate::wire::{Explorer, SituationGuide, SituationPage};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "situations";
/// The question of the examples.
const SUCH: &str = "units with charged where direction = flank";

/// The games that are looked at.
fn among(operation: Operation) -> Operation {
    operation
        .query("system", text(64), "Only games of this system.")
        .query("bots", flag(), "Games of bots too; `false` if left out.")
        .query(
            "since",
            date(),
            "Only games that began on this day (UTC) or later.",
        )
        .query(
            "until",
            date(),
            "Only games that began on this day (UTC) or earlier: the answer as of that day.",
        )
}

fn asked(operation: Operation) -> Operation {
    among(operation.query(
        "find",
        text(1_000),
        "The question, such as `units with charged where direction = flank and unit.left <= 4`; `GET /v1/situations/guide` is the language.",
    )
    .such_as(SUCH)
    .required())
}

fn explored(operation: Operation) -> Operation {
    operation
        .query(
            "seat",
            seat(),
            "Whose decision it is; the first seat that is asked if left out.",
        )
        .query("bots", flag(), "Games of bots too; `false` if left out.")
        .problems(&[ProblemKind::NoSuchVersion, ProblemKind::Forbidden])
}

pub(super) fn operations() -> Vec<Operation> {
    vec![
        asked(Operation::get("findSituations", "/v1/situations", TAG, "Find situations").long())
            .about("Of public games that are over and were played from their beginning: the moments that a question means, how many they are, and how often the side whose moments they are won. Games are looked at from the latest on, at most 2,000 and for 6 seconds a request; `next` goes on from there. A question that cannot be read is refused with the word that is wrong.")
            .query("cursor", text(64), "Where the page before ended.")
            .query("limit", number(1, 200), "How many moments at most; 50 if left out.")
            .answers::<SituationPage>(200, "The counts and the first moments.")
            .with_headers(&["Link"]),
        asked(Operation::get("situationFacts", "/v1/situations.ndjson", TAG, "Export the facts of situations").long())
            .about("The same moments, a line each, at most 20,000: flat records with `game`, `version`, `what` and their fields, for statistics of your own. The first line tells the question and the licence (CC0-1.0), the last how many games were looked at and where to go on.")
            .query("cursor", text(64), "Where the file before ended.")
            .answers_as(200, "A line a moment.", vec![("application/x-ndjson", None)])
            .with_headers(&["Content-Disposition"]),
        asked(Operation::get("situationMap", "/v1/situations.svg", TAG, "Heat map of situations").long())
            .about("The field of the game with darker squares where more of the moments were. Games on different fields are laid over that of the latest one, so name a `system`.")
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .answers_as(200, "The map.", vec![("image/svg+xml", None)]),
        explored(Operation::get("explorePosition", "/v1/games/{game}/explorer", TAG, "What was done in positions like this one").long())
            .about("Which positions are alike the game system says in a few words; where fewer than 20 positions have all of them, the last are left out. Looked at are public games of the system that are over.")
            .query("at", number(1, 1_000_000_000), "The version; the present one if left out.")
            .answers::<Explorer>(200, "What was done, how often, and how often who did it won."),
        explored(
            Operation::get("explorerPage", "/g/{game}/{version}/explorer", "pages", "What was done in positions like this one")
                .answers_as(200, "The page.", vec![("text/html", None)])
                .html_problems(),
        ),
        Operation::get("situationGuide", "/v1/situations/guide", TAG, "Guide to the situation language")
            .access(Access::Open)
            .answers::<SituationGuide>(200, "What may be asked, with examples."),
        among(
            Operation::get("askPage", "/ask", "pages", "Situation search page, with a guide to its language")
                .answers_as(200, "The page.", vec![("text/html", None)])
                .answers_as(400, "The question cannot be read: the page again, with what is wrong.", vec![("text/html", None)])
                .html_problems(),
        )
        .query("find", text(1_000), "The question.")
        .query("cursor", text(64), "Where the page before ended."),
    ]
}
