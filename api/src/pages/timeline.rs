//! The whole game on one line: rounds, turns and phases, with what stands out.

use hindsight_openapi::wire::{Timeline, TimelineEntry, TimelineMark};
use maud::{Markup, html};

use super::seen::Seen;

/// Marks that are put on the line, with their sign; others stand in the list of key moments alone.
const SIGNS: [(&str, &str, &str); 6] = [
    // Crossed blades, an arrow turned back, a cross, a star up, a star down, a flag.
    ("fight", "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5", "a fight begins"),
    ("broken", "M3.5 0H-3.5M-.5-3-3.5 0-.5 3", "a unit breaks"),
    ("destroyed", "M-3.5-3.5H3.5V3.5H-3.5z", "a unit is destroyed"),
    ("lucky", "M0-4.2 4 3H-4z", "lucky dice"),
    ("unlucky", "M0 4.2 4-3H-4z", "unlucky dice"),
    ("ended", "M-3 4.5V-4.5H3.5L1.8-2 3.5 .5H-3", "the end"),
];

/// The kinds that a list of key moments holds.
const KEY: [&str; 8] = [
    "destroyed",
    "broken",
    "ruled",
    "corrected",
    "taken_back",
    "conceded",
    "said",
    "ended",
];

/// A part of the line, as a percentage of its length.
fn at(version: u64, end: u64) -> String {
    let share = (version.saturating_sub(1)) as f64 / end.max(1) as f64;
    format!("{:.3}%", share * 100.0)
}

/// Stretches of one turn (or of the time before the battle) in one piece.
pub(super) struct Turn<'t> {
    first: &'t TimelineEntry,
    /// Its last version.
    pub(super) to: u64,
}

impl Turn<'_> {
    /// What it is called: "Round 2 · South".
    pub(super) fn name(&self) -> String {
        if self.first.turn == 0 {
            return "Set-up".to_owned();
        }
        // The caption without its last part, the phase.
        let caption = &self.first.caption;
        caption
            .rsplit_once(" · ")
            .map_or(caption.as_str(), |(turn, _)| turn)
            .to_owned()
    }

    fn share(&self, end: u64) -> f64 {
        (self.to + 1 - self.first.from) as f64 / end.max(1) as f64
    }
}

/// The turns of the present line, the set-up first.
pub(super) fn turns(course: &Timeline) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for entry in &course.entries {
        match turns.last_mut() {
            Some(last) if last.first.round == entry.round && last.first.turn == entry.turn => {
                last.to = entry.to;
            }
            _ => turns.push(Turn {
                first: entry,
                to: entry.to,
            }),
        }
    }
    turns
}

/// The line.
pub(super) fn line(course: &Timeline, seen: &Seen) -> Markup {
    let end = course.version;
    let turns = turns(course);
    html! {
        // All that is here is also in the lists beside it, so it is left out for those who cannot see it.
        svg.line aria-hidden="true" width="100%" height="64" data-end=(end) {
            @for turn in &turns {
                @let seat = turn.first.active.map_or("none".to_owned(), |seat| seat.to_string().to_lowercase());
                a href=(seen.address(turn.first.from)) tabindex="-1" data-go=(turn.first.from) {
                    title { (turn.name()) }
                    rect class=(format!("turn seat-{seat}")) x=(at(turn.first.from, end)) width=(at(turn.to + 2 - turn.first.from, end)) y="24" height="16" {}
                    @if turn.share(end) > 0.028 && turn.first.turn > 0 {
                        text class=(format!("seat-{seat}")) x=(at(u64::midpoint(turn.first.from, turn.to + 1), end)) y="36" text-anchor="middle" { (turn.first.turn) }
                    }
                }
            }
            @for entry in &course.entries {
                a href=(seen.address(entry.from)) tabindex="-1" data-go=(entry.from) {
                    title { (entry.caption) }
                    rect.phase x=(at(entry.from, end)) width=(at(entry.to + 2 - entry.from, end)) y="42" height="8" {}
                }
            }
            @for mark in &course.marks {
                @if let Some((kind, path, about)) = SIGNS.iter().find(|(kind, ..)| *kind == mark.kind) {
                    svg.place x=(at(mark.version, end)) y=(row(kind)) overflow="visible" {
                        a href=(seen.address(mark.version)) tabindex="-1" data-go=(mark.version) class=(format!("mark {kind} {}", mark.seat.map_or(String::new(), |seat| format!("seat-{}", seat.to_string().to_lowercase())))) {
                            title { (about) ": " (mark.words) }
                            circle.touch r="7" {}
                            path d=(path) {}
                        }
                    }
                }
            }
            line.now x1=(at(seen.version, end)) x2=(at(seen.version, end)) y1="0" y2="64" {}
        }
    }
}

/// Luck stands under the line, all else above it.
fn row(kind: &str) -> &'static str {
    if kind.ends_with("lucky") { "57" } else { "13" }
}

/// What the signs mean.
pub(super) fn legend() -> Markup {
    html! {
        ul.signs {
            @for (kind, path, about) in &SIGNS {
                li {
                    svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true" class=(format!("mark {kind}")) { path d=(path) {} }
                    " " (about)
                }
            }
        }
    }
}

/// The turns as links, for readers without a pointer.
pub(super) fn turn_links(course: &Timeline, seen: &Seen) -> Markup {
    html! {
        details.turns {
            summary { "Turns" }
            ol {
                @for turn in turns(course) {
                    @let now = (turn.first.from..=turn.to).contains(&seen.version);
                    li { a href=(seen.address(turn.first.from)) data-go=(turn.first.from) aria-current=[now.then_some("step")] { (turn.name()) } }
                }
            }
        }
    }
}

/// The events that stand out, in words.
pub(super) fn key_moments(course: &Timeline, seen: &Seen) -> Markup {
    let moments: Vec<&TimelineMark> = key(course).collect();
    html! {
        @if !moments.is_empty() {
            details.moments {
                summary { "Key moments (" (moments.len()) ")" }
                ol {
                    @for mark in moments {
                        li { a href=(seen.address(mark.version)) data-go=(mark.version) { (mark.words) } }
                    }
                }
            }
        }
    }
}

/// The events that stand out.
pub(super) fn key(course: &Timeline) -> impl Iterator<Item = &TimelineMark> {
    course
        .marks
        .iter()
        .filter(|mark| KEY.contains(&mark.kind.as_str()))
}
