//! List of the annotations of a moment, with the answers to each.

use std::collections::BTreeMap;

use hindsight_annotations::{Anchor, LayerStanding, LayerVisibility};
use hindsight_kernel::Argument;
use hindsight_openapi::wire::{AnnotationLayer, AnnotationShown, ReplyShown};
use hindsight_reports::{Theme, notes_svg};
use maud::{Markup, PreEscaped, html};

use super::{Said, form, overlays};
use crate::base::messages::text;
use crate::pages::seen::{Moment, RequestedView};

/// Everything that is said of the moment, and what is drawn for it, layer by layer.
pub(super) fn list(seen: &RequestedView, moment: &Moment, said: &Said, theme: Theme) -> Markup {
    let layers: BTreeMap<&str, &AnnotationLayer> = said
        .layers
        .iter()
        .map(|layer| (layer.id.as_str(), layer))
        .collect();
    let mut drawn: BTreeMap<&str, Vec<&AnnotationShown>> = BTreeMap::new();
    for annotation in said
        .here
        .iter()
        .filter(|annotation| !annotation.drawings.is_empty())
    {
        drawn.entry(&annotation.layer).or_default().push(annotation);
    }
    html! {
        div.said-here data-part="remarks" data-version=(seen.version) {
            @if said.here.is_empty() {
                p.hint { (text!("notes-no-comments-here")) }
            } @else {
                ol.remark-list {
                    @for annotation in &said.here {
                        (remark(seen, moment, annotation, layers.get(annotation.layer.as_str()).copied(), said.writes))
                    }
                }
            }
            // Taken from here and laid over the board, as the reader wants to see them.
            @for (layer, annotations) in drawn {
                div.drawn hidden data-layer=(layer) {
                    (PreEscaped(notes_svg(&moment.board, &seen.with_notes(moment, theme, overlays(annotations, &moment.board)))))
                }
            }
        }
    }
}

fn remark(
    seen: &RequestedView,
    moment: &Moment,
    annotation: &AnnotationShown,
    layer: Option<&AnnotationLayer>,
    writes: bool,
) -> Markup {
    let unit = &moment.board.unit;
    html! {
        li.remark data-layer=(annotation.layer) data-id=(annotation.id) id=(format!("a-{}", annotation.id)) {
            header {
                @for glyph in &annotation.glyphs {
                    span class=(format!("glyph g{}", glyph.number)) title=(glyph.words) { span aria-hidden="true" { (glyph.sign) } span.unseen { (glyph.words) ", " } }
                }
                @for mark in &annotation.marks {
                    span.glyph.own title=(mark.words) { span aria-hidden="true" { (mark.sign) } " " (mark.words) }
                }
                span.quiet {
                    (annotation.author.name)
                    @if let Some(layer) = layer {
                        " · " (layer.title)
                        @match layer.visibility {
                            LayerVisibility::Public => {},
                            LayerVisibility::Unlisted => { " · " (text!("notes-unlisted")) }
                            LayerVisibility::Readers => { " · " (text!("notes-some")) }
                            LayerVisibility::Private => { " · " (text!("notes-private")) }
                        }
                    }
                    " · " (about(&annotation.anchor, moment))
                }
            }
            @match annotation.standing {
                LayerStanding::Here(_) => {},
                LayerStanding::Moved(_) => p.moved { (text!("notes-moved", version = annotation.anchor.from())) },
                LayerStanding::Gone(_) => p.moved { (text!("notes-event-was-taken")) },
            }
            div.text { (PreEscaped(&annotation.html)) }
            @if !annotation.drawings.is_empty() {
                details.drawings {
                    summary { (text!("notes-drawings-in-words", count = annotation.drawings.len())) }
                    ul { @for drawing in &annotation.drawings { li { (drawing.words(unit)) } } }
                }
            }
            @if !annotation.replies.is_empty() {
                ol.replies { @for reply in &annotation.replies { (answer(seen, annotation, reply, writes)) } }
            }
            @if writes { (form::actions(seen, annotation)) }
        }
    }
}

/// What an annotation speaks of.
fn about(anchor: &Anchor, moment: &Moment) -> Argument {
    match anchor {
        Anchor::Event { version } => text!("notes-about-event", version).into(),
        Anchor::Span { from, to } => text!("notes-about-events", from, to).into(),
        Anchor::Unit { unit, .. } => {
            let known = moment.units.iter().find(|known| known.id == *unit);
            known
                .map_or_else(|| unit.clone(), |known| format!("{} {unit}", known.name))
                .into()
        }
        Anchor::Place { at, .. } => text!(
            "notes-about-place",
            x = format!("{:.1}", at.x),
            y = format!("{:.1}", at.y)
        )
        .into(),
    }
}

fn answer(seen: &RequestedView, annotation: &AnnotationShown, reply: &ReplyShown, writes: bool) -> Markup {
    html! {
        li class=(format!("reply deep-{}", reply.depth.min(5))) {
            @match &reply.author {
                None => p.quiet { (text!("notes-reply-was-deleted")) },
                Some(author) => {
                    p.quiet { (author.name) }
                    div.text { (PreEscaped(&reply.html)) }
                    @if writes { (form::answer_actions(seen, annotation, reply)) }
                }
            }
        }
    }
}
