//! Annotations: what people say of a game, in layers; replies, history, readers.

use serde_json::json;

use super::{flag, number, one_of, seat, text, version};
use crate::wire::{
    AnnotationForm, AnnotationHistory, AnnotationLayer, AnnotationPage, AnnotationShown, LayerList,
    NewAnnotation, NewLayer, NewReply, PatchAnnotation, PatchLayer, PatchReply,
};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "annotations";

/// The most bytes of an annotation: ten thousand characters, and as much of drawings.
const ANNOTATION_BYTES: usize = 128 << 10;
/// The most bytes of a reply or a layer.
const SMALL_BYTES: usize = 32 << 10;

pub(super) fn operations() -> Vec<Operation> {
    [reading(), writing(), replies(), layers(), pages()]
        .into_iter()
        .flatten()
        .collect()
}

/// A change of one annotation, decided by the revision it had.
fn change(operation: Operation) -> Operation {
    operation
        .access(Access::Scope("any"))
        .header(
            "If-Match",
            "The `ETag` of the annotation you decided by: 412 if it was changed since.",
        )
        .problems(&[
            ProblemKind::NoSuchAnnotation,
            ProblemKind::StaleVersion,
            ProblemKind::LimitReached,
        ])
}

fn reading() -> Vec<Operation> {
    vec![
        Operation::get("listAnnotations", "/v1/games/{game}/annotations", TAG, "List the annotations of a game")
            .about("By where it stands now: an annotation follows its event through corrections (`moved`); one whose event is no longer on the present line says so (`gone`) and stays at its version. Public layers, your own, and those you are named a reader of; an unlisted one when it is asked for by its id.")
            .query("version", version(), "Only what speaks of this version, as it stands now.")
            .query("from", version(), "Only what stands at this version or later.")
            .query("to", version(), "Only what stands at this version or earlier.")
            .query("author", text(100), "Only of this subject.")
            .query("layer", text(26), "Only of this layer.")
            .query("kind", one_of(&["event", "span", "unit", "place"]), "Only what speaks of such a thing.")
            .query("unit", text(64), "Only what speaks of this unit.")
            .query("removed", flag(), "Your own removed ones too.")
            .query("cursor", text(60), "Where the page before ended.")
            .query("limit", number(1, 500), "How many at most; 200 if left out.")
            .answers::<AnnotationPage>(200, "A page of annotations, and the layers you may read.")
            .with_headers(&["Link"])
            .problems(&[ProblemKind::NoSuchLayer])
            .conditional(),
        Operation::get("getAnnotation", "/v1/games/{game}/annotations/{annotation}", TAG, "One annotation")
            .answers::<AnnotationShown>(200, "The annotation with the answers to it.")
            .problems(&[ProblemKind::NoSuchAnnotation])
            .conditional(),
        Operation::get(
            "getAnnotationHistory",
            "/v1/games/{game}/annotations/{annotation}/history",
            TAG,
            "Annotation history",
        )
        .about("Nothing that was said is lost: what was edited, removed or undone stays readable for who may read the layer.")
        .answers::<AnnotationHistory>(200, "Its states, oldest first.")
        .problems(&[ProblemKind::NoSuchAnnotation]),
    ]
}

fn writing() -> Vec<Operation> {
    vec![
        Operation::post("annotate", "/v1/games/{game}/annotations", TAG, "Add an annotation")
            .about("Needs a token with `game:write`, or one of a seat of this game. It stands in a layer of your own.")
            .access(Access::Scope("any"))
            .header("Idempotency-Key", "A name for this request within the layer: sent again, it gives the first answer and does nothing.")
            .body::<NewAnnotation>(ANNOTATION_BYTES, vec![
                ("a mistake", json!({
                    "anchor": { "type": "event", "version": 4 },
                    "text": "Too early: the *Militia* is not yet in reach.",
                    "glyphs": [2],
                    "marks": ["forgotten-order"]
                })),
                ("a drawing", json!({
                    "anchor": { "type": "place", "version": 4, "at": { "x": 4.5, "y": 6.0 } },
                    "text": "Here the flank is open.",
                    "glyphs": [16],
                    "drawings": [
                        { "type": "arrow", "from": { "x": 2.5, "y": 2.5 }, "to": { "x": 4.5, "y": 6.0 }, "colour": "good" },
                        { "type": "distance", "from": { "x": 2.5, "y": 2.5 }, "to": { "x": 5.5, "y": 6.5 } }
                    ]
                })),
            ])
            .answers::<AnnotationShown>(201, "It is stored.")
            .with_headers(&["Location", "ETag"])
            .answers::<AnnotationShown>(200, "This request had been answered before; here is what it said.")
            .with_headers(&["ETag", "Idempotency-Replayed"])
            .problems(&[ProblemKind::NoSuchLayer, ProblemKind::LimitReached, ProblemKind::CommandKeyReused]),
        change(
            Operation::post("editAnnotation", "/v1/games/{game}/annotations/{annotation}", TAG, "Edit an annotation")
                .with_method(Method::Patch),
        )
        .body::<PatchAnnotation>(ANNOTATION_BYTES, vec![
            ("other words", json!({ "text": "Too early by a turn.", "glyphs": [6] })),
        ])
        .answers::<AnnotationShown>(200, "As it is now.")
        .with_headers(&["ETag"]),
        change(
            Operation::get("removeAnnotation", "/v1/games/{game}/annotations/{annotation}", TAG, "Delete an annotation")
                .with_method(Method::Delete)
                .about("It is shown to nobody any more. Its author finds it with `removed=true` and brings it back by undoing, or with `{\"removed\": false}`."),
        )
        .answers_as(204, "It is shown no more.", Vec::new()),
        change(
            Operation::post(
                "undoAnnotation",
                "/v1/games/{game}/annotations/{annotation}/undo",
                TAG,
                "Undo the last change of an annotation",
            )
            .about("Again and again, back to what was first said. Undoing is a change like any other and stands in the history."),
        )
        .answers::<AnnotationShown>(200, "As it is now.")
        .with_headers(&["ETag"])
        .problems(&[ProblemKind::NothingToUndo]),
    ]
}

fn replies() -> Vec<Operation> {
    let needs = [ProblemKind::NoSuchAnnotation, ProblemKind::LimitReached];
    vec![
        Operation::post(
            "reply",
            "/v1/games/{game}/annotations/{annotation}/replies",
            TAG,
            "Reply to an annotation",
        )
        .about("Whoever may read the layer and annotate the game may answer.")
        .access(Access::Scope("any"))
        .header("Idempotency-Key", "A name for this request within the layer.")
        .body::<NewReply>(
            SMALL_BYTES,
            vec![("why", json!({ "text": "What should have been done instead?" }))],
        )
        .answers::<AnnotationShown>(201, "The annotation with all answers.")
        .with_headers(&["ETag"])
        .answers::<AnnotationShown>(200, "This request had been answered before.")
        .with_headers(&["ETag", "Idempotency-Replayed"])
        .problems(&needs)
        .problems(&[ProblemKind::CommandKeyReused]),
        Operation::post(
            "editReply",
            "/v1/games/{game}/annotations/{annotation}/replies/{reply}",
            TAG,
            "Edit a reply",
        )
        .with_method(Method::Patch)
        .about("Only who gave it.")
        .access(Access::Scope("any"))
        .body::<PatchReply>(
            SMALL_BYTES,
            vec![("other words", json!({ "text": "What else could be done?" }))],
        )
        .answers::<AnnotationShown>(200, "The annotation with all answers.")
        .with_headers(&["ETag"])
        .problems(&needs),
        Operation::get(
            "removeReply",
            "/v1/games/{game}/annotations/{annotation}/replies/{reply}",
            TAG,
            "Delete a reply",
        )
        .with_method(Method::Delete)
        .about("Who gave it, or the author of the layer. Its place stays, and the answers to it.")
        .access(Access::Scope("any"))
        .answers_as(204, "It is shown no more.", Vec::new())
        .problems(&needs),
    ]
}

/// Parts of the replay page.
fn pages() -> Vec<Operation> {
    let part = |id, path, summary| {
        Operation::get(id, path, "pages", summary)
            .query("seat", seat(), "What this seat knew, if you may see it.")
            .query("flip", flag(), "Seen from the far side of the table.")
            .query("theme", one_of(&["light", "dark"]), "`light` if left out.")
            .answers_as(200, "HTML without a head.", vec![("text/html", None)])
            .problems(&[ProblemKind::Forbidden])
    };
    vec![
        part(
            "gameSigns",
            "/g/{game}/signs",
            "Annotation marks along a game, and its annotation sets",
        ),
        part(
            "momentAnnotations",
            "/g/{game}/{version}/annotations",
            "Annotations of a moment",
        )
        .problems(&[ProblemKind::NoSuchVersion]),
        Operation::post(
            "annotateOnPage",
            "/g/{game}/{version}/annotations",
            "pages",
            "Annotate a moment by form",
        )
        .about("The field `does` says what: annotate, edit, undo, remove, reply, remove-reply, layer.")
        .access(Access::Scope("any"))
        .query("seat", seat(), "As on the page.")
        .query("flip", flag(), "As on the page.")
        .form::<AnnotationForm>(
            ANNOTATION_BYTES,
            vec![(
                "brilliant",
                json!({ "does": "annotate", "glyph": "3", "text": "Well timed." }),
            )],
        )
        .answers_as(303, "Done: back to the moment.", Vec::new())
        .with_headers(&["Location"])
        .html_problems()
        .problems(&[
            ProblemKind::InvalidBody,
            ProblemKind::UnknownField,
            ProblemKind::NoSuchVersion,
            ProblemKind::NoSuchAnnotation,
            ProblemKind::NoSuchLayer,
            ProblemKind::StaleVersion,
            ProblemKind::LimitReached,
            ProblemKind::NothingToUndo,
        ]),
    ]
}

fn layers() -> Vec<Operation> {
    vec![
        Operation::get(
            "listLayers",
            "/v1/games/{game}/layers",
            TAG,
            "Annotation sets of a game",
        )
        .about("Public ones, your own, and those you are named a reader of.")
        .answers::<LayerList>(200, "The layers, oldest first."),
        Operation::post(
            "createLayer",
            "/v1/games/{game}/layers",
            TAG,
            "Create an annotation set",
        )
        .about("Yours alone to write in; others may answer.")
        .access(Access::Scope("any"))
        .header(
            "Idempotency-Key",
            "A name for this request: sent again, it gives the same layer.",
        )
        .body::<NewLayer>(
            SMALL_BYTES,
            vec![
                ("for everybody", json!({ "title": "Second look" })),
                (
                    "for a few",
                    json!({ "title": "For the club", "visibility": "readers", "readers": ["bob", "eve"] }),
                ),
            ],
        )
        .answers::<AnnotationLayer>(201, "It is made.")
        .with_headers(&["Location"])
        .answers::<AnnotationLayer>(200, "This request had been answered before; here is its layer.")
        .with_headers(&["Idempotency-Replayed"])
        .problems(&[ProblemKind::LimitReached, ProblemKind::CommandKeyReused]),
        Operation::get(
            "getLayer",
            "/v1/games/{game}/layers/{layer}",
            TAG,
            "One annotation set",
        )
        .answers::<AnnotationLayer>(200, "The layer.")
        .problems(&[ProblemKind::NoSuchLayer]),
        Operation::post(
            "changeLayer",
            "/v1/games/{game}/layers/{layer}",
            TAG,
            "Edit an annotation set: title, visibility, readers",
        )
        .with_method(Method::Patch)
        .about("Only its author. To make it private is to take it from everybody's sight.")
        .access(Access::Scope("any"))
        .body::<PatchLayer>(SMALL_BYTES, vec![("hide", json!({ "visibility": "private" }))])
        .answers::<AnnotationLayer>(200, "The layer as it is now.")
        .problems(&[ProblemKind::NoSuchLayer, ProblemKind::LimitReached]),
    ]
}
