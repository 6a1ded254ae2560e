//! The whole game on one line: rounds, turns and phases, with what stands out.

use std::sync::Arc;

use hindsight_kernel::{Phrase, Viewer, phrase};
use hindsight_openapi::wire::{Timeline, TimelineEntry, TimelineMark};
use maud::{Markup, html};

use super::seen::RequestedView;
use crate::base::error::ApiResult;
use crate::base::messages::{MESSAGES, text};
use crate::games::LiveGame;
use crate::http::Ctx;

/// Marks that are put on the line, with their sign; others stand in the list of key moments alone.
const SIGNS: [(&str, &str, Phrase); 7] = [
    // Crossed blades, an arrow turned back, a cross, a star up, a star down, a flag, three dots.
    (
        "fight",
        "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5",
        phrase!(MESSAGES, "timeline-sign-fight"),
    ),
    (
        "broken",
        "M3.5 0H-3.5M-.5-3-3.5 0-.5 3",
        phrase!(MESSAGES, "timeline-sign-broken"),
    ),
    (
        "destroyed",
        "M-3.5-3.5H3.5V3.5H-3.5z",
        phrase!(MESSAGES, "timeline-sign-destroyed"),
    ),
    (
        "lucky",
        "M0-4.2 4 3H-4z",
        phrase!(MESSAGES, "timeline-sign-lucky"),
    ),
    (
        "unlucky",
        "M0 4.2 4-3H-4z",
        phrase!(MESSAGES, "timeline-sign-unlucky"),
    ),
    (
        "noted",
        "M-4 0h1M-.5 0h1M3 0h1",
        phrase!(MESSAGES, "timeline-sign-noted"),
    ),
    (
        "ended",
        "M-3 4.5V-4.5H3.5L1.8-2 3.5 .5H-3",
        phrase!(MESSAGES, "timeline-sign-ended"),
    ),
];

/// The kinds that a list of key moments holds.
const KEY: [&str; 9] = [
    "destroyed",
    "broken",
    "ruled",
    "noted",
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

    /// Its number in the game.
    pub(super) fn number_of_all(&self) -> u32 {
        self.first.turn
    }

    /// Its first version.
    pub(super) fn begins(&self) -> u64 {
        self.first.from
    }

    /// What its large stretch is called, without whose it is: "Round 2".
    pub(super) fn round_name(&self) -> String {
        let name = self.name();
        name.split(" · ").next().unwrap_or_default().to_owned()
    }

    /// The number of its large stretch, as its name says it.
    fn number(&self) -> String {
        let name = self.round_name();
        name.rsplit(' ').next().unwrap_or_default().to_owned()
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

/// What the turn is called that a version stands in.
pub(super) fn turn_of(course: &Timeline, version: u64) -> String {
    let turns = turns(course);
    let turn = turns.iter().find(|turn| version <= turn.to).or(turns.last());
    turn.map_or_else(String::new, Turn::name)
}

/// Where the battle begins: the first event behind the set-up, or the first of all where nothing else is recorded.
pub(super) fn begins(course: &Timeline) -> u64 {
    course
        .entries
        .iter()
        .find(|entry| entry.turn > 0)
        .map_or(1, |entry| entry.from)
}

/// The version that a game opens at: a game that is over where the battle begins, one that goes on at its present.
pub(super) async fn opens_at(ctx: &Ctx, head: &Arc<LiveGame>, viewer: Viewer) -> ApiResult<u64> {
    if !head.over {
        return Ok(head.version());
    }
    let course = ctx.services.timelines.timeline(head, viewer).await?;
    Ok(begins(&course))
}

/// The moment that a game opens at, as a request sees it.
pub(super) async fn opening(ctx: &Ctx) -> ApiResult<RequestedView> {
    let seen = RequestedView::of(ctx, None).await?;
    let version = opens_at(ctx, &seen.head, seen.viewer).await?;
    Ok(RequestedView { version, ..seen })
}

/// A moment that shows what a game is like and not how it ends: its first fight, or else its first loss, or else the end
/// of what is recorded.
pub(super) fn lively(course: &Timeline) -> u64 {
    let first = |kind: &str| course.marks.iter().find(|mark| mark.kind == kind);
    first("fight")
        .or_else(|| first("destroyed"))
        .map_or(course.version, |mark| mark.version)
}

/// The line.
pub(super) fn line(course: &Timeline, seen: &RequestedView) -> Markup {
    let end = course.version;
    let turns = turns(course);
    html! {
        // All that is here is also in the lists beside it, so it is left out for those who cannot see it.
        svg.line aria-hidden="true" width="100%" height="64" data-end=(end) {
            @for (place, turn) in turns.iter().enumerate() {
                @let seat = turn.first.active.map_or("none".to_owned(), |seat| seat.to_string().to_lowercase());
                a href=(seen.address(turn.first.from)) tabindex="-1" data-go=(turn.first.from) {
                    title { (turn.name()) }
                    rect class=(format!("turn seat-{seat}")) x=(at(turn.first.from, end)) width=(at(turn.to + 2 - turn.first.from, end)) y="24" height="16" {}
                    // The number of a round stands once: at the first of its turns.
                    @let begins = place.checked_sub(1).is_none_or(|before| turns[before].round_name() != turn.round_name());
                    @if begins && turn.first.turn > 0 && room(&turns[place..], end) > 0.028 {
                        text class=(format!("seat-{seat}")) x=(at(u64::midpoint(turn.first.from, turn.to + 1), end)) y="36" text-anchor="middle" { (turn.number()) }
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

/// The share of the line that the first of these turns has together with all that are of the same round.
fn room(turns: &[Turn<'_>], end: u64) -> f64 {
    let Some(first) = turns.first() else {
        return 0.0;
    };
    let round = first.round_name();
    turns
        .iter()
        .take_while(|turn| turn.round_name() == round)
        .map(|turn| turn.share(end))
        .sum()
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
pub(super) fn turn_links(course: &Timeline, seen: &RequestedView) -> Markup {
    html! {
        details.turns {
            summary { (text!("course-turns")) }
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
pub(super) fn key_moments(course: &Timeline, seen: &RequestedView) -> Markup {
    let moments: Vec<&TimelineMark> = key(course).collect();
    html! {
        @if !moments.is_empty() {
            details.moments {
                summary { (text!("course-key-moments", count = moments.len())) }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(from: u64, to: u64, turn: u32) -> TimelineEntry {
        TimelineEntry {
            from,
            to,
            round: turn,
            turn,
            phase: String::new(),
            active: None,
            caption: String::new(),
            message: None,
        }
    }

    fn course(entries: Vec<TimelineEntry>, marks: &[(&str, u64)]) -> Timeline {
        Timeline {
            game: String::new(),
            version: entries.last().map_or(1, |last| last.to),
            entries,
            marks: marks
                .iter()
                .map(|(kind, version)| TimelineMark {
                    version: *version,
                    kind: (*kind).to_owned(),
                    words: String::new(),
                    message: None,
                    seat: None,
                })
                .collect(),
            told: Vec::new(),
            activations: Vec::new(),
        }
    }

    #[test]
    fn a_battle_begins_behind_its_set_up() {
        let rows = [
            (
                course(vec![entry(1, 9, 0), entry(10, 20, 1), entry(21, 30, 2)], &[]),
                10,
            ),
            (course(vec![entry(1, 30, 1)], &[]), 1),
            (course(vec![entry(1, 9, 0)], &[]), 1),
            (course(Vec::new(), &[]), 1),
        ];
        for (row, (course, expected)) in rows.into_iter().enumerate() {
            assert_eq!(begins(&course), expected, "row {row}");
        }
    }

    #[test]
    fn a_thumbnail_shows_the_first_fight() {
        let entries = || vec![entry(1, 9, 0), entry(10, 40, 1)];
        let rows = [
            (
                &[("lucky", 12), ("fight", 15), ("destroyed", 14), ("fight", 20)][..],
                15,
            ),
            (&[("destroyed", 18)][..], 18),
            (&[("ended", 40)][..], 40),
        ];
        for (marks, expected) in rows {
            assert_eq!(lively(&course(entries(), marks)), expected, "{marks:?}");
        }
    }
}
