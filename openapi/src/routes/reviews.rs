//! Reviews: a game looked at together, one of them leading.

use serde_json::json;

use crate::wire::{HandOver, NewReview, Review, ReviewList, ReviewMoment};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "reviews";
/// The address of the forms on the page of a moment.
const PAGE: &str = "/g/{game}/{version}/reviews";

/// The most bytes of what a leader shows: as much as an annotation may draw.
const MOMENT_BYTES: usize = 64 << 10;
/// The most bytes of anything else.
const SMALL_BYTES: usize = 4 << 10;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post("createReview", "/v1/games/{game}/reviews", TAG, "Start a live review")
            .about("Whoever may annotate the game may lead. Others follow at the address in `page`: it is told to nobody, so whoever is to follow must be given it, and must be able to see the game. The review is kept in memory: it ends when its maker ends it, with the server, or after some hours in which nobody led or followed it.")
            .access(Access::Scope("any"))
            .stores_nothing()
            .body::<NewReview>(SMALL_BYTES, vec![("a title", json!({ "title": "Last Tuesday", "version": 4 }))])
            .answers::<Review>(201, "The review; you lead it.")
            .with_headers(&["Location"])
            .by_page_form(PAGE, &["begin"], "`title`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchVersion, ProblemKind::LimitReached]),
        Operation::get("listReviews", "/v1/games/{game}/reviews", TAG, "Your reviews of a game")
            .about("Those that you made or lead; no list shows those of others.")
            .answers::<ReviewList>(200, "The reviews, oldest first."),
        Operation::get("getReview", "/v1/games/{game}/reviews/{review}", TAG, "A review")
            .answers::<Review>(200, "What is shown, by whom.")
            .problems(&[ProblemKind::NoSuchReview]),
        Operation::get("followReview", "/v1/games/{game}/reviews/{review}/live", TAG, "Follow a review")
            .about("Server-sent events: `event: review` with the whole review, at the beginning and whenever something changes, the last state alone where much changes at once; `event: ended` when it has ended. After a break just ask again. Like the stream of the game it ends with the right to see the game.")
            .answers_as(200, "The stream.", vec![("text/event-stream", None)])
            .problems(&[ProblemKind::NoSuchReview, ProblemKind::NotAcceptable]),
        Operation::post("leadReview", "/v1/games/{game}/reviews/{review}/moment", TAG, "Show a moment")
            .about("Only who leads. Drawings are shown and stored nowhere.")
            .access(Access::Scope("any"))
            .stores_nothing()
            .body::<ReviewMoment>(MOMENT_BYTES, vec![(
                "with an arrow",
                json!({
                    "version": 5,
                    "flip": true,
                    "unit": "A1",
                    "drawings": [{ "type": "arrow", "from": { "x": 2.5, "y": 2.5 }, "to": { "x": 4.5, "y": 6.0 }, "colour": "good" }]
                }),
            )])
            .answers::<Review>(200, "It is shown.")
            .problems(&[ProblemKind::NoSuchReview, ProblemKind::NoSuchVersion]),
        Operation::post("handOverReview", "/v1/games/{game}/reviews/{review}/leader", TAG, "Hand over the lead, or take it back")
            .about("Who leads hands it to an account that may annotate the game; who made the review takes it back, or hands it on, whoever leads.")
            .access(Access::Scope("any"))
            .stores_nothing()
            .body::<HandOver>(SMALL_BYTES, vec![("take it back", json!({}))])
            .answers::<Review>(200, "Who leads now.")
            .by_page_form(PAGE, &["hand-over", "take-back"], "`review`, and with `hand-over` `to`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchReview]),
        Operation::get("endReview", "/v1/games/{game}/reviews/{review}", TAG, "End a review")
            .with_method(Method::Delete)
            .about("Only who made it, or who keeps the game.")
            .access(Access::Scope("any"))
            .stores_nothing()
            .answers_as(204, "It has ended, for its followers too.", Vec::new())
            .by_page_form(PAGE, &["end"], "`review`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchReview]),
    ]
}
