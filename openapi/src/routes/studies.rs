//! Studies: chapters with words, each of a game, a moment, a variation or a position.

use serde_json::json;

use super::{number, one_of, text};
use crate::examples::SOME_ID;
use crate::wire::{
    ChapterOrder, ChapterShown, CloneStudy, NewStudy, PatchChapter, PatchStudy, StudyFile, StudyPage,
    StudyShown,
};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "studies";
/// The address of a study's page with its forms.
const PAGE: &str = "/s/{study}";

/// The most bytes of a chapter: its words and a position.
const CHAPTER_BYTES: usize = 256 << 10;
/// The most bytes of a study's stream.
const IMPORT_BYTES: usize = 32 << 20;
/// The most bytes of anything else: its words.
const STUDY_BYTES: usize = 128 << 10;

pub(super) fn operations() -> Vec<Operation> {
    [reading(), writing(), pages()].into_iter().flatten().collect()
}

fn of_one(operation: Operation) -> Operation {
    operation.problems(&[ProblemKind::NoSuchStudy])
}

fn change(operation: Operation) -> Operation {
    of_one(operation)
        .access(Access::Scope("game:write"))
        .header(
            "If-Match",
            "The `ETag` of the study you decided by: 412 if it was changed since.",
        )
        .problems(&[ProblemKind::StaleVersion, ProblemKind::LimitReached])
}

fn reading() -> Vec<Operation> {
    vec![
        Operation::get("listStudies", "/v1/studies", TAG, "Studies")
            .about("Public ones and your own, those made last first. A study for named readers is found by its address.")
            .query("q", text(200), "Only with this text in the title.")
            .query("yours", super::flag(), "Only your own.")
            .query("cursor", text(200), "Where the page before ended.")
            .query("limit", number(1, 200), "How many at most; 50 if left out.")
            .answers::<StudyPage>(200, "A page of studies."),
        of_one(Operation::get("getStudy", "/v1/studies/{study}", TAG, "A study"))
            .about("With its chapters in their order. What a chapter shows is left out where it is a game that you may not see.")
            .answers::<StudyShown>(200, "The study.")
            .with_headers(&["ETag"]),
        of_one(Operation::get("exportStudy", "/v1/studies/{study}/export", TAG, "A study as a file"))
            .about("As it shows itself; or, to its author and to administrators, as it is stored (`ndjson`): with its whole history and its chain, for `POST /v1/studies/import` of another server. A game's export has its keeper's own studies that show it behind it.")
            .query("format", one_of(&["json", "md", "ndjson"]), "`json` if left out; `md`: Markdown, to read; `ndjson`: the stream.")
            .answers::<StudyFile>(200, "The file.")
            .also_text("text/markdown")
            .also_text("application/x-ndjson")
            .problems(&[ProblemKind::Forbidden])
            .with_headers(&["Content-Disposition"]),
    ]
}

fn writing() -> Vec<Operation> {
    vec![
        Operation::post("createStudy", "/v1/studies", TAG, "Create a study")
            .access(Access::Scope("game:write"))
            .header("Idempotency-Key", "A name for this request: sent again, it gives the same study.")
            .body::<NewStudy>(STUDY_BYTES, vec![
                ("to share", json!({ "title": "Flanks", "text": "How a line is *turned*." })),
                ("for a few", json!({ "title": "For the club", "visibility": "readers", "readers": ["bob"] })),
            ])
            .answers::<StudyShown>(201, "It is made.")
            .with_headers(&["Location", "ETag"])
            .answers::<StudyShown>(200, "This request had been answered before; here is its study.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_form("/studies", "`title`, `key` (as `Idempotency-Key`).")
            .then_redirects()
            .problems(&[ProblemKind::LimitReached, ProblemKind::CommandKeyReused]),
        Operation::post("importStudy", "/v1/studies/import", TAG, "Import a study").long().makes_games()
            .about("An NDJSON export keeps its id, its events and its chain, which is verified; the same study twice is recognised, and one that went on is gone on with. Who is no administrator brings in only studies that nobody else wrote in.")
            .access(Access::Scope("game:write"))
            .text_body("application/x-ndjson", Vec::new(), IMPORT_BYTES)
            .answers::<StudyShown>(201, "It is stored.")
            .with_headers(&["Location", "ETag"])
            .answers::<StudyShown>(200, "It was here already, the same in every record.")
            .with_headers(&["Location", "ETag"])
            .problems(&[ProblemKind::InvalidImport, ProblemKind::AlreadyHere, ProblemKind::LimitReached]),
        change(Operation::post("changeStudy", "/v1/studies/{study}", TAG, "Edit a study: title, text, readers").with_method(Method::Patch))
            .about("Only its author. To make it private is to take it from everybody's sight.")
            .body::<PatchStudy>(STUDY_BYTES, vec![("publish", json!({ "visibility": "public" }))])
            .answers::<StudyShown>(200, "The study as it is now.")
            .with_headers(&["ETag"])
            .by_page_form(PAGE, &["change"], "`title`, `text`, `visibility`, `readers` (separated by commas).")
            .form_limit(CHAPTER_BYTES)
            .then_redirects(),
        change(Operation::post("addChapter", "/v1/studies/{study}/chapters", TAG, "Add a chapter"))
            .about("At the end of the study. Its author must be able to see the game that it shows.")
            .header("Idempotency-Key", "A name for this request within the study: sent again, it gives the same chapter.")
            .body::<hindsight_studies::Chapter>(CHAPTER_BYTES, vec![
                ("a moment", json!({ "title": "The gap", "text": "Look at the *left*.", "shows": { "type": "moment", "game": SOME_ID, "version": 1 } })),
                ("a game", json!({ "title": "The whole battle", "shows": { "type": "game", "game": SOME_ID } })),
            ])
            .answers::<ChapterShown>(201, "The chapter.")
            .with_headers(&["Location", "ETag"])
            .answers::<ChapterShown>(200, "This request had been answered before; here is its chapter.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_page_form(PAGE, &["add"], "`title`, `text`, `address` (of a game or a moment, as in `/g/{game}/{version}`) or `position` (as JSON) with its `system`, `key` (as `Idempotency-Key`).")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchGame, ProblemKind::NoSuchVersion, ProblemKind::NoSuchSystem, ProblemKind::Refused, ProblemKind::CommandKeyReused]),
        change(Operation::post("changeChapter", "/v1/studies/{study}/chapters/{chapter}", TAG, "Change a chapter").with_method(Method::Patch))
            .body::<PatchChapter>(CHAPTER_BYTES, vec![("other words", json!({ "text": "Look at the right." }))])
            .answers::<ChapterShown>(200, "The chapter as it is now.")
            .with_headers(&["ETag"])
            .by_page_form(PAGE, &["edit"], "`chapter`, and the fields of a new chapter.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchChapter, ProblemKind::NoSuchGame, ProblemKind::NoSuchVersion, ProblemKind::NoSuchSystem, ProblemKind::Refused]),
        change(Operation::get("removeChapter", "/v1/studies/{study}/chapters/{chapter}", TAG, "Delete a chapter").with_method(Method::Delete))
            .answers_as(204, "It is out.", Vec::new())
            .by_page_form(PAGE, &["remove"], "`chapter`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchChapter]),
        change(Operation::post("orderChapters", "/v1/studies/{study}/order", TAG, "Reorder the chapters"))
            .body::<ChapterOrder>(STUDY_BYTES, vec![("the second first", json!({ "order": [2, 1] }))])
            .answers::<StudyShown>(200, "The study as it is now.")
            .with_headers(&["ETag"])
            .by_page_form(PAGE, &["earlier", "later"], "`chapter`, which changes places with the one beside it.")
            .then_redirects(),
        of_one(Operation::post("cloneStudy", "/v1/studies/{study}/clones", TAG, "Copy a study"))
            .about("The copy is yours and private; it says what it was copied from. Chapters of games that you may not see stay behind.")
            .access(Access::Scope("game:write"))
            .header("Idempotency-Key", "A name for this request: sent again, it gives the same copy.")
            .body::<CloneStudy>(STUDY_BYTES, vec![("another title", json!({ "title": "Flanks, my notes" }))])
            .answers::<StudyShown>(201, "The copy.")
            .with_headers(&["Location", "ETag"])
            .answers::<StudyShown>(200, "This request had been answered before; here is its copy.")
            .with_headers(&["Location", "ETag", "Idempotency-Replayed"])
            .by_page_form(PAGE, &["clone"], "`key` (as `Idempotency-Key`).")
            .then_redirects()
            .problems(&[ProblemKind::LimitReached, ProblemKind::CommandKeyReused]),
    ]
}

fn pages() -> Vec<Operation> {
    let page = |id, path, summary| {
        Operation::get(id, path, "pages", summary)
            .answers_as(200, "The page.", vec![("text/html", None)])
            .html_problems()
    };
    vec![
        page(
            "studiesPage",
            "/studies",
            "Studies page: public studies and your own",
        )
        .query("q", text(200), "Only with this text in the title.")
        .query("cursor", text(200), "Where the page before ended.")
        .query(
            "add",
            text(300),
            "The address of a game or moment, to be added to one of your studies.",
        ),
        of_one(page("studyPage", PAGE, "Study page: text and chapters")).query(
            "add",
            text(300),
            "With this address of a game or moment in the form for another chapter.",
        ),
        of_one(page(
            "chapterPage",
            "/s/{study}/{chapter}",
            "Chapter page of a study",
        ))
        .problems(&[ProblemKind::NoSuchChapter]),
        of_one(page(
            "embedChapter",
            "/embed/s/{study}/{chapter}",
            "Embed a chapter of a study",
        ))
        .problems(&[ProblemKind::NoSuchChapter]),
    ]
}
