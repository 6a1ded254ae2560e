//! Forms to say something, say it otherwise, answer. They work without a script; with one they need no new page.

use hindsight_annotations::glyph::GLYPHS;
use hindsight_annotations::mark::MARKS;
use hindsight_annotations::{Colour, Glyph, GlyphKind};
use hindsight_kernel::Message;
use hindsight_openapi::wire::{AnnotationShown, ReplyShown};
use maud::{Markup, html};

use super::{Said, in_words};
use crate::base::messages::text;
use crate::pages::seen::{Moment, RequestedView};

fn address(seen: &RequestedView) -> String {
    format!(
        "/g/{}/{}/annotations{}",
        seen.head.id,
        seen.version,
        seen.query(None)
    )
}

/// Glyphs and marks, with what is chosen.
fn signs(seen: &RequestedView, glyphs: &[u8], marks: &[&str]) -> Markup {
    let seats = seen.head.game.info(seen.viewer).seats;
    let position = GLYPHS
        .iter()
        .find(|glyph| glyph.kind == GlyphKind::Position && glyphs.contains(&glyph.number));
    let chosen = GLYPHS
        .iter()
        .find(|glyph| glyph.kind == GlyphKind::Move && glyphs.contains(&glyph.number));
    html! {
        fieldset.glyphs {
            legend { (text!("notes-what-was-done")) }
            label { input type="radio" name="glyph" value="" checked[chosen.is_none()]; span { "–" span.unseen { (text!("notes-no-glyph")) } } }
            @for glyph in Glyph::of(GlyphKind::Move) {
                label title=(glyph.words) {
                    input type="radio" name="glyph" value=(glyph.number) checked[chosen == Some(glyph)];
                    span aria-hidden="true" { (glyph.sign) }
                    span.unseen { (glyph.words) }
                }
            }
        }
        fieldset.marks {
            legend { (text!("notes-marks")) }
            @for mark in &MARKS {
                label { input type="checkbox" name="mark" value=(mark.name) checked[marks.contains(&mark.name)]; span { span aria-hidden="true" { (mark.sign) } " " (mark.words) } }
            }
        }
        div.pair {
            label { (text!("notes-how-stands"))
                select name="position" {
                    option value="" selected[position.is_none()] { "–" }
                    @for glyph in Glyph::of(GlyphKind::Position) { option value=(glyph.number) selected[position == Some(glyph)] { (glyph.sign) " " (in_words(glyph, &seats)) } }
                }
            }
        }
        @let observed = GLYPHS.iter().any(|glyph| glyph.kind == GlyphKind::Observation && glyphs.contains(&glyph.number));
        details open[observed] {
            summary { (text!("notes-signs-pgn")) }
            label { span.unseen { (text!("notes-observed")) }
                select name="observation" multiple size="3" {
                    @for glyph in Glyph::of(GlyphKind::Observation) { option value=(glyph.number) selected[glyphs.contains(&glyph.number)] { (glyph.sign) " " (glyph.words) } }
                }
            }
        }
    }
}

/// The form to say something of a moment.
pub(super) fn write(seen: &RequestedView, moment: &Moment, said: &Said) -> Markup {
    let own: Vec<_> = said.layers.iter().filter(|layer| layer.author.you).collect();
    html! {
        details.write {
            summary title=(text!("notes-signs-words-g")) { (text!("notes-comment-moment")) }
            form method="post" action=(address(seen)) data-form="annotate" {
                input type="hidden" name="does" value="annotate";
                (signs(seen, &[], &[]))
                label { (text!("notes-text-markdown")) textarea name="text" rows="4" maxlength="10000" {} }
                fieldset.about {
                    legend { (text!("notes-applies")) }
                    label { input type="radio" name="about" value="event" checked; span { (text!("notes-event")) } }
                    label { input type="radio" name="about" value="span"; span { (text!("notes-events-up")) " " } input type="number" name="to" min=(seen.version + 1) max=(seen.head.version()) aria-label=(text!("notes-last-event")); }
                    label { input type="radio" name="about" value="unit"; span { (text!("notes-unit")) " " }
                        select name="unit" aria-label=(text!("notes-unit-2")) {
                            option value="" { "–" }
                            @for unit in &moment.units { option value=(unit.id) { (unit.id) " " (unit.name) } }
                        }
                    }
                    label { input type="radio" name="about" value="place"; span { (text!("notes-place")) " " }
                        input type="number" name="x" step="any" aria-label=(text!("notes-place-east")); input type="number" name="y" step="any" aria-label=(text!("notes-place-north")); }
                }
                (drawing(&moment.board.unit))
                @if !own.is_empty() {
                    label { (text!("notes-layer"))
                        select name="layer" { @for layer in &own { option value=(layer.id) { (layer.title) } } }
                    }
                }
                p.problem-here role="alert" {}
                button.main { (text!("notes-save")) }
            }
            (layers(seen, &own))
        }
    }
}

/// A drawing by numbers; the script adds drawing with a pointer.
fn drawing(unit: &str) -> Markup {
    let number = |name: &str, words: Message| {
        html! { label { (words) input type="number" name=(name) step="any"; } }
    };
    html! {
        fieldset.draw {
            legend { (text!("notes-draw-over-board")) }
            div.tools role="group" aria-label=(text!("notes-draw-pointer")) hidden {
                @for (kind, words) in kinds() { button type="button" data-tool=(kind) aria-pressed="false" { (words) } }
            }
            ul.drawn-so-far aria-label=(text!("notes-drawings-be-saved")) {}
            input type="hidden" name="drawings";
            details {
                summary { (text!("notes-by-numbers", unit = unit.to_owned(), in_inches = unit == "inch")) }
                div.pair {
                    label { (text!("notes-what")) select name="draw" { option value="" { "–" } @for (kind, words) in kinds() { option value=(kind) { (words) } } } }
                    label { (text!("notes-colour")) select name="colour" { @for (_, name, words) in Colour::ALL { option value=(name) { (words) } } } }
                    (number("x1", text!("notes-from-east"))) (number("y1", text!("notes-from-north")))
                    (number("x2", text!("notes-east"))) (number("y2", text!("notes-north")))
                    label { (text!("notes-words-beside")) input type="text" name="label" maxlength="80"; }
                }
                p.quiet { (text!("notes-circle-goes-through")) }
                button type="button" hidden data-does="add-drawing" { (text!("notes-add-drawing")) }
            }
        }
    }
}

/// What can be drawn, with its name for people.
pub(super) fn kinds() -> [(&'static str, Message); 4] {
    [
        ("arrow", text!("notes-arrow")),
        ("circle", text!("notes-circle")),
        ("area", text!("notes-area")),
        ("distance", text!("notes-distance")),
    ]
}

/// What may be done with an annotation.
pub(super) fn actions(seen: &RequestedView, annotation: &AnnotationShown) -> Markup {
    let marks: Vec<&str> = annotation.marks.iter().map(|mark| mark.name.as_str()).collect();
    let glyphs: Vec<u8> = annotation.glyphs.iter().map(|glyph| glyph.number).collect();
    let hidden = |does: &str| {
        html! {
            input type="hidden" name="does" value=(does);
            input type="hidden" name="annotation" value=(annotation.id);
            input type="hidden" name="revision" value=(annotation.revision);
        }
    };
    html! {
        div.actions {
            details {
                summary { (text!("notes-reply")) }
                form method="post" action=(address(seen)) data-form="reply" {
                    (hidden("reply"))
                    label { span.unseen { (text!("notes-your-reply-markdown")) } textarea name="text" rows="2" maxlength="4000" required {} }
                    p.problem-here role="alert" {}
                    button { (text!("notes-reply")) }
                }
            }
            @if annotation.author.you {
                details {
                    summary { (text!("notes-edit")) }
                    form method="post" action=(address(seen)) data-form="edit" {
                        (hidden("edit"))
                        (signs(seen, &glyphs, &marks))
                        label { (text!("notes-text-markdown")) textarea name="text" rows="4" maxlength="10000" { (annotation.text) } }
                        p.problem-here role="alert" {}
                        button { (text!("notes-save")) }
                    }
                }
                @if annotation.revision > 1 {
                    form method="post" action=(address(seen)) data-form="undo" { (hidden("undo")) button { (text!("notes-undo")) } p.problem-here role="alert" {} }
                }
                form method="post" action=(address(seen)) data-form="remove" { (hidden("remove")) button { (text!("notes-delete")) } p.problem-here role="alert" {} }
            }
        }
    }
}

/// What may be done with an answer.
pub(super) fn answer_actions(
    seen: &RequestedView,
    annotation: &AnnotationShown,
    reply: &ReplyShown,
) -> Markup {
    let may_remove = annotation.author.you || reply.author.as_ref().is_some_and(|author| author.you);
    html! {
        div.actions {
            details {
                summary { (text!("notes-reply")) }
                form method="post" action=(address(seen)) data-form="reply" {
                    input type="hidden" name="does" value="reply";
                    input type="hidden" name="annotation" value=(annotation.id);
                    input type="hidden" name="to" value=(reply.number);
                    label { span.unseen { (text!("notes-your-reply-markdown")) } textarea name="text" rows="2" maxlength="4000" required {} }
                    p.problem-here role="alert" {}
                    button { (text!("notes-reply")) }
                }
            }
            @if may_remove {
                form method="post" action=(address(seen)) data-form="remove-reply" {
                    input type="hidden" name="does" value="remove-reply";
                    input type="hidden" name="annotation" value=(annotation.id);
                    input type="hidden" name="reply" value=(reply.number);
                    button { (text!("notes-delete")) }
                    p.problem-here role="alert" {}
                }
            }
        }
    }
}

/// One's own layers: who may read them, and another one.
fn layers(seen: &RequestedView, own: &[&hindsight_openapi::wire::AnnotationLayer]) -> Markup {
    let who = || {
        [
            ("public", text!("notes-public")),
            ("unlisted", text!("notes-anyone-link")),
            ("readers", text!("notes-named-readers")),
            ("private", text!("notes-only-you")),
        ]
    };
    let fields = |layer: Option<&hindsight_openapi::wire::AnnotationLayer>| {
        let visibility = layer.map_or(hindsight_annotations::LayerVisibility::Public, |layer| {
            layer.visibility
        });
        let now = serde_json::to_value(visibility).unwrap_or_default();
        html! {
            @if let Some(layer) = layer { input type="hidden" name="layer" value=(layer.id); }
            label { (text!("notes-title")) input type="text" name="title" maxlength="100" required value=[layer.map(|layer| &layer.title)]; }
            label { (text!("notes-visibility")) select name="visibility" { @for (name, words) in who() { option value=(name) selected[now == name] { (words) } } } }
            label { (text!("notes-readers")) input type="text" name="readers" value=[layer.map(|layer| layer.readers.join(", "))]; }
            p.problem-here role="alert" {}
        }
    };
    html! {
        details.own-layers {
            summary { (text!("notes-your-sets-comments")) }
            @for layer in own {
                form method="post" action=(address(seen)) data-form="layer" {
                    input type="hidden" name="does" value="layer";
                    (fields(Some(*layer)))
                    button { (text!("notes-change")) }
                }
            }
            form method="post" action=(address(seen)) data-form="layer" {
                input type="hidden" name="does" value="layer";
                (fields(None))
                button { (text!("notes-new-set")) }
            }
        }
    }
}
