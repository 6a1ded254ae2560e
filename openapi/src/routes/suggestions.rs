//! Candidate mistakes: what a coach would point out, and what is made of it.

use serde_json::json;

use super::{seat, text};
use crate::wire::{AnswerSuggestion, SuggestionShown, Suggestions};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "annotations";
/// The most bytes of an answer: ten thousand characters.
const BYTES: usize = 64 << 10;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("listSuggestions", "/v1/games/{game}/suggestions", TAG, "Possible mistakes of a game").dear()
            .about("What the detectors of the system find on the present line, each with the reason and the numbers that prove it: exact odds, distances, counts. They see what you may see of the game and nothing else. Whether it was a mistake is for people to say: a suggestion becomes an annotation when somebody accepts it.")
            .query("seat", seat(), "Only those of this seat.")
            .query("detector", text(64), "Only those of this detector.")
            .answers::<Suggestions>(200, "The suggestions, by version, and all that is watched for."),
        Operation::post("answerSuggestion", "/v1/games/{game}/suggestions", TAG, "Accept, dismiss or reopen a suggestion").dear()
            .about("Needs a token with `game:write`, or one of a seat of this game. Accepted, it becomes an annotation of your layer with the detector's glyph and reason, or with yours. Dismissed, that is kept in your layer as an event of its own and shown to you alone.")
            .access(Access::Scope("any"))
            .body::<AnswerSuggestion>(BYTES, vec![
                ("accept", json!({ "does": "accept", "detector": "missed_flank", "version": 71, "unit": "B4" })),
                ("dismiss", json!({ "does": "dismiss", "detector": "missed_flank", "version": 71, "unit": "B4" })),
            ])
            .answers::<SuggestionShown>(200, "The suggestion with what is made of it now.")
            .by_form("/g/{game}/suggestions", "`does`, `detector`, `version`, `unit`, `text`, `glyph`, `layer`, `back` (the version of the page to return to).")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchLayer, ProblemKind::LimitReached]),
        Operation::get("suggestionsPage", "/g/{game}/suggestions", "pages", "Possible mistakes page of a game").dear()
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems(),
    ]
}
