//! Signs along the game for what is said of it, and the layers to be shown or hidden.

use hindsight_annotations::GlyphKind;
use hindsight_openapi::wire::AnnotationShown;
use maud::{Markup, html};

use super::Said;
use crate::pages::seen::RequestedView;

/// The sign of an annotation, the class of its colour, and what it says in words.
fn sign(annotation: &AnnotationShown) -> (String, String, String) {
    let by_kind = |kind| annotation.glyphs.iter().find(|glyph| glyph.kind == Some(kind));
    let glyph = by_kind(GlyphKind::Move).or_else(|| by_kind(GlyphKind::Position));
    let (sign, class, mut words) = match (glyph.or(annotation.glyphs.first()), annotation.marks.first()) {
        (Some(glyph), _) => (
            glyph.sign.clone(),
            format!("g{}", glyph.number),
            glyph.words.clone(),
        ),
        (None, Some(mark)) => (mark.sign.clone(), "own".to_owned(), mark.words.clone()),
        (None, None) => ("✎".to_owned(), "words".to_owned(), "a note".to_owned()),
    };
    let text: String = annotation.text.chars().take(120).collect();
    if !text.is_empty() {
        words = format!("{words}: {text}");
    }
    (sign, class, format!("{words} ({})", annotation.author.name))
}

/// All signs of a game on one line, and its layers.
pub(super) fn signs(seen: &RequestedView, said: &Said) -> Markup {
    let end = seen.head.version();
    html! {
        div.signs-of-game data-part="signs" {
            @if !said.all.is_empty() {
                // All that is here is also in the list beneath, so it is left out for those who cannot see it.
                svg.remark-line aria-hidden="true" width="100%" height="22" {
                    @for annotation in &said.all {
                        @let (sign, class, words) = sign(annotation);
                        @let version = annotation.standing.version();
                        svg.place x=(place(version, end)) y="11" overflow="visible" data-layer=(annotation.layer) {
                            a class=(format!("glyph {class}")) href=(seen.address(version)) tabindex="-1" data-go=(version)
                                data-to=(annotation.anchor.to().max(version)) data-sign=(sign) data-words=(words)
                                data-glyph=[annotation.glyphs.iter().find(|glyph| glyph.kind == Some(GlyphKind::Move)).map(|glyph| glyph.number)] {
                                title { (words) }
                                circle.touch r="8" {}
                                text y="4" text-anchor="middle" { (sign) }
                            }
                        }
                    }
                }
                details.moments.said-list {
                    summary { "Annotations (" (said.all.len()) ")" }
                    ol {
                        @for annotation in &said.all {
                            @let (sign, class, words) = sign(annotation);
                            @let version = annotation.standing.version();
                            li data-layer=(annotation.layer) {
                                a href=(format!("{}#annotations", seen.address(version))) data-go=(version) {
                                    span class=(format!("glyph {class}")) aria-hidden="true" { (sign) } " " (words)
                                }
                            }
                        }
                    }
                }
            }
            @if said.layers.len() > 1 {
                fieldset.layers hidden {
                    legend { "Layers" }
                    @for layer in &said.layers {
                        label { input type="checkbox" data-shows=(layer.id) checked; span { (layer.title) " · " (layer.author.name) " (" (layer.annotations) ")" } }
                    }
                }
            }
        }
    }
}

/// A place on the line, as a percentage of its length.
fn place(version: u64, end: u64) -> String {
    let share = version.saturating_sub(1) as f64 / end.max(1) as f64;
    format!("{:.3}%", share * 100.0)
}
