//! Clocks on pages: the time that each player has left while a game is recorded, and how long everybody took.

use std::collections::BTreeSet;

use hindsight_openapi::wire::GameClock;
use maud::{Markup, html};

use super::figures::words;
use super::house::{chip, wide};
use super::seen::RequestedView;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::base::now_ms;
use crate::games::card_fields::time_control;
use crate::games::clock::clock_words;
use crate::http::{Ctx, views};

/// The clocks of a game.
pub(super) async fn clocks_of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<GameClock> {
    views::clocks_of(ctx, &seen.head, seen.viewer).await
}

/// A time that may be below nothing.
fn left_words(ms: i64) -> String {
    let sign = if ms < 0 { "−" } else { "" };
    format!("{sign}{}", clock_words(ms.unsigned_abs()))
}

/// What each seat has left, where the game states a time control; `clock.js` lets them run.
pub(super) async fn running(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Markup> {
    if time_control(&seen.head.card).is_none() {
        return Ok(html! {});
    }
    let clock = clocks_of(ctx, seen).await?;
    let past = ctx.services.games.past(&seen.head).await?;
    let elapsed = past
        .last_decided_ms()
        .map_or(0, |last| now_ms().saturating_sub(last));
    Ok(html! {
        ul.clocks aria-label=(text!("clocks-clocks")) {
            @for seat in &clock.seats {
                @let runs = clock.running.contains(&seat.seat);
                @let left = seat.left_ms.unwrap_or_default();
                @let now = if runs { left.saturating_sub(i64::try_from(elapsed).unwrap_or(i64::MAX)) } else { left };
                li class=[runs.then_some("runs")] {
                    (chip(seat.seat)) " " (seat.name) " "
                    b role="timer" data-clock=(now) data-runs=[runs.then_some("true")] { (left_words(now)) }
                    @if let Some(at) = seat.overstepped_at { " " a.over href=(format!("/g/{}/{at}", seen.head.id)) { (text!("clocks-out-time")) } }
                }
            }
        }
    })
}

/// How long everybody took, turn by turn; nothing where the game was not recorded as it was played.
pub(super) fn table(clock: &GameClock) -> Markup {
    let mut turns: Vec<u32> = clock
        .seats
        .iter()
        .flat_map(|seat| seat.turns.iter().map(|turn| turn.turn))
        .collect();
    turns.sort_unstable();
    turns.dedup();
    let name = text!("clocks-time-decisions-turn");
    html! {
        (wide(&name, &html! {
            table {
                caption { (name) }
                thead { tr {
                    th scope="col" { (text!("clocks-player")) }
                    @for turn in &turns { th.number scope="col" { @if *turn == 0 { (text!("clocks-set-up")) } @else { (turn) } } }
                    th.number scope="col" { (text!("clocks-all")) } th.number scope="col" { (text!("clocks-decisions")) } th.number scope="col" { (text!("clocks-average")) } th.number scope="col" { (text!("clocks-longest")) }
                    @if clock.control.is_some() { th.number scope="col" { (text!("clocks-left")) } }
                } }
                tbody { @for seat in &clock.seats { tr {
                    th scope="row" { (chip(seat.seat)) " " (seat.name) }
                    @for turn in &turns {
                        @let used = seat.turns.iter().find(|known| known.turn == *turn);
                        td.number { (used.map_or_else(|| "–".to_owned(), |turn| clock_words(turn.used_ms))) }
                    }
                    td.number { (clock_words(seat.used_ms)) }
                    td.number { (seat.decisions) }
                    td.number { (seat.used_ms.checked_div(u64::from(seat.decisions)).map_or_else(|| "–".to_owned(), clock_words)) }
                    td.number {
                        @match seat.longest_at {
                            Some(at) => a href=(format!("/g/{}/{at}", clock.game)) { (clock_words(seat.longest_ms)) },
                            None => "–",
                        }
                    }
                    @if clock.control.is_some() { td.number { (seat.left_ms.map_or_else(|| "–".to_owned(), left_words)) } }
                } } }
            }
        }))
        (by_decision(clock))
        p.quiet {
            (text!("clocks-times-which-decisions")) " "
            @if clock.breaks > 0 { (text!("clocks-breaks", breaks = clock.breaks, by_control = clock.rules > 1 && clock.control.is_some())) " " }
            @if let Some(control) = clock.control { (text!("clocks-control", minutes = control.minutes, seconds = control.increment_seconds)) " " }
        }
    }
}

/// How long everybody took on average, by what was asked.
fn by_decision(clock: &GameClock) -> Markup {
    let all = clock.seats.iter().flat_map(|seat| &seat.by_decision);
    let asked: BTreeSet<&str> = all.map(|of| of.decision.as_str()).collect();
    let name = text!("clocks-average-time-decision");
    html! {
        @if !asked.is_empty() { (wide(&name, &html! {
            table {
                caption { (name) }
                thead { tr { th scope="col" { (text!("clocks-asked")) } @for seat in &clock.seats { th.number scope="col" { (chip(seat.seat)) " " (seat.name) } th.number scope="col" { (text!("clocks-decisions")) } } } }
                tbody { @for decision in asked { tr {
                    th scope="row" { (words(decision)) }
                    @for seat in &clock.seats {
                        @let of = seat.by_decision.iter().find(|of| of.decision == decision).filter(|of| of.decisions > 0);
                        td.number { (of.and_then(|of| of.average_ms).map_or_else(|| "–".to_owned(), clock_words)) }
                        td.number { (of.map_or(0, |of| of.decisions)) }
                    }
                } } }
            }
        })) }
    }
}
