//! Signs along the game for what is said of it, and the layers to be shown or hidden.

use hindsight_annotations::GlyphKind;
use hindsight_openapi::wire::AnnotationShown;
use maud::{Markup, html};

use super::Said;
use crate::base::messages::text;
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
    let text = beginning(&annotation.text, 120);
    if !text.is_empty() {
        words = format!("{words}: {text}");
    }
    (sign, class, format!("{words} ({})", annotation.author.name))
}

/// The beginning of a text, cut behind a whole word, with a sign that it goes on.
fn beginning(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    let whole = cut
        .rsplit_once(char::is_whitespace)
        .map_or(&*cut, |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', ';', ' ']))
}

/// Versions of a game whose signs would cover each other on its line, as a share of the line.
const NEAR: f64 = 0.025;

/// Rows in which the signs stand, so that neighbours do not cover each other: each in the first row that is free there.
fn rows(versions: &[u64], end: u64) -> Vec<usize> {
    let mut last: Vec<f64> = Vec::new();
    let share = |version: u64| version.saturating_sub(1) as f64 / end.max(1) as f64;
    versions
        .iter()
        .map(|version| {
            let here = share(*version);
            let free = last.iter().position(|before| (here - before).abs() >= NEAR);
            let row = free.unwrap_or(last.len().min(ROWS - 1));
            match last.get_mut(row) {
                Some(before) => *before = here,
                None => last.push(here),
            }
            row
        })
        .collect()
}

/// The most rows of signs.
const ROWS: usize = 3;
/// The height of a row.
const ROW: usize = 18;

/// All signs of a game on one line, and its layers.
pub(super) fn signs(seen: &RequestedView, said: &Said) -> Markup {
    let end = seen.head.version();
    html! {
        div.signs-of-game data-part="signs" {
            @if !said.all.is_empty() {
                // All that is here is also in the list beneath, so it is left out for those who cannot see it.
                @let rows = rows(&said.all.iter().map(|annotation| annotation.standing.version()).collect::<Vec<_>>(), end);
                @let high = rows.iter().max().map_or(1, |row| row + 1) * ROW + 4;
                svg.remark-line aria-hidden="true" width="100%" height=(high) {
                    @for (annotation, row) in said.all.iter().zip(&rows) {
                        @let (sign, class, words) = sign(annotation);
                        @let version = annotation.standing.version();
                        svg.place x=(place(version, end)) y=(11 + row * ROW) overflow="visible" data-layer=(annotation.layer) {
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
                    summary { (text!("notes-annotations", count = said.all.len())) }
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
                    legend { (text!("notes-annotation-sets")) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_behind_a_word() {
        assert_eq!(beginning("thrown on the table", 40), "thrown on the table");
        assert_eq!(beginning("thrown on the table, again", 17), "thrown on the…");
        assert_eq!(
            beginning("thrown on the table, again", 22),
            "thrown on the table…"
        );
    }

    #[test]
    fn signs_of_neighbours_stand_in_rows() {
        assert_eq!(rows(&[1, 2, 3, 3, 60], 100), [0, 1, 2, 2, 0]);
        assert_eq!(rows(&[1, 50, 99], 100), [0, 0, 0]);
    }
}
