//! Commands of the table that are not of the rules: take back, correct, rule, speak, end by agreement.

use hindsight_kernel::Seat;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::{Drawing, schemas, tagged, worded};
use super::super::seen::RequestedView;
use super::super::words::in_a_row;
use super::desk::Offered;
use super::undo::{self, Reach, Way};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::EventRange;
use crate::http::Ctx;

/// Commands that are listed.
const LISTED: usize = 12;
/// Events that are looked through for them.
const LOOKED_THROUGH: u64 = 250;

/// A command of the present line.
pub(super) struct RecordedCommand {
    /// Its first version.
    pub(super) at: u64,
    /// The version of the present line before it: where the game goes back to.
    pub(super) before: u64,
    /// What came of it, in words.
    pub(super) words: Vec<String>,
    /// The step of several commands that it belongs to.
    step: Option<String>,
}

/// Steps: commands that were given together are one, which begins with the first of them.
pub(super) fn steps(commands: Vec<RecordedCommand>) -> Vec<RecordedCommand> {
    let mut steps: Vec<RecordedCommand> = Vec::new();
    for command in commands {
        match steps.last_mut() {
            Some(last) if last.step.is_some() && last.step == command.step => {
                last.words.extend(command.words);
            }
            _ => steps.push(command),
        }
    }
    steps
}

/// The commands of the present line between two versions, the oldest first.
pub(super) async fn commands(
    ctx: &Ctx,
    seen: &RequestedView,
    from: u64,
    to: u64,
) -> ApiResult<Vec<RecordedCommand>> {
    let past = ctx.services.games.past(&seen.head).await?;
    let viewer = seen.viewer;
    ctx.services
        .store
        .work(move |_| {
            let mut found: Vec<RecordedCommand> = Vec::new();
            let look = EventRange {
                from: past.step_of(from),
                to,
                all_lines: false,
                facts: false,
            };
            past.walk(look, viewer, &mut |step| {
                if step.begins_command() {
                    found.push(RecordedCommand {
                        at: step.version(),
                        before: (1..step.version())
                            .rev()
                            .find(|version| past.is_live(*version))
                            .unwrap_or(1),
                        words: Vec::new(),
                        step: past.step_id(step.version()).map(ToOwned::to_owned),
                    });
                }
                if let Some(last) = found.last_mut() {
                    last.words.push(step.words());
                }
                true
            })?;
            Ok(found)
        })
        .await
}

/// What was recorded last, and the ways back.
pub(super) async fn lately(ctx: &Ctx, seen: &RequestedView, hidden: &Markup) -> ApiResult<Markup> {
    let end = seen.head.version();
    let all = steps(commands(ctx, seen, end.saturating_sub(LOOKED_THROUGH).max(1), end).await?);
    let (game, keeps) = (seen.head.id, seen.sight.keeps);
    let newest = match all.last().filter(|last| last.at > 1) {
        Some(last) => undo::way(ctx, seen, last.before).await?,
        None => Way::Never,
    };
    // Who may take back only their own last decision asks for more.
    let older = match (newest, all.iter().rev().nth(1).filter(|past| past.at > 1)) {
        (Way::Directly, Some(second)) => undo::way(ctx, seen, second.before).await?,
        (way, _) => way,
    };
    Ok(html! {
        (undo::policy(seen))
        ol.lately reversed {
            @for (place, past) in all.iter().rev().take(LISTED).enumerate() {
                li {
                    a.words href=(format!("/g/{game}/{}", past.at)) { (result_line(past)) }
                    @if past.at > 1 && newest != Way::Never {
                        div.ways-back {
                            @if place == 0 { (undo::form(seen, past, newest, hidden, Reach::Last)) }
                            @else if keeps { (undo::form(seen, past, older, hidden, Reach::Here)) }
                            @if keeps { a href=(format!("/g/{game}/record/correct/{}", past.at)) { (text!("history-correct")) } }
                        }
                    }
                }
            }
        }
    })
}

/// What a command led to, in a line.
pub(super) fn result_line(past: &RecordedCommand) -> String {
    // The first says what was done, the last what came of it.
    match past.words.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first, last] => format!("{first} · {last}"),
        [first, .., last] => format!("{first} · … · {last}"),
    }
}

/// Speaking, and ends by agreement.
pub(super) fn talk(seen: &RequestedView, offered: &Offered, seats: &[Seat], hidden: &Markup) -> Markup {
    let action = format!("/g/{}/record", seen.head.id);
    let names = |seat: Seat| {
        let found = offered.info.seats.iter().find(|info| info.seat == seat);
        found.map_or_else(|| seat.to_string(), |info| info.name.clone())
    };
    let speaker = html! {
        label { span { (text!("talk-speaker")) } select name="seat" { @for seat in seats { option value=(seat) { (names(*seat)) } } } }
    };
    let over = offered.info.outcome.is_some();
    let mut sides: Vec<(u8, String)> = Vec::new();
    for info in &offered.info.seats {
        match sides.iter_mut().find(|(side, _)| *side == info.side.0) {
            Some((_, name)) => *name = text!("words-next", before = name.clone(), next = &info.name).into(),
            None => sides.push((info.side.0, info.name.clone())),
        }
    }
    html! {
        details.talk {
            summary { (text!("talk-title")) }
            form method="post" action=(action) data-records {
                (hidden)
                (speaker)
                label.grows { span { (text!("talk-words")) } input type="text" name="text" maxlength="2000" autocomplete="off"; }
                button type="submit" name="command" value=(json!({ "type": "say" })) { (text!("talk-say")) }
            }
            @if !over {
                form method="post" action=(action) data-records {
                    (hidden)
                    (speaker)
                    label { span { (text!("talk-result")) } select name="winner" {
                        option value="" { (text!("talk-draw")) }
                        @for (side, name) in &sides { option value=(side) { (text!("talk-win", side = name)) } }
                    } }
                    button type="submit" name="command" value=(json!({ "type": "propose" })) { (text!("talk-propose")) }
                }
                // Without a script the second click is on the button that the first one shows.
                details.concede {
                    summary { (text!("talk-concede")) }
                    @for seat in seats {
                        form method="post" action=(action) data-records {
                            (hidden)
                            input type="hidden" name="seat" value=(seat);
                            button.danger type="submit" name="command" value=(json!({ "type": "concede" })) data-confirms=(text!("talk-concede-confirm", seat = names(*seat))) { (text!("talk-concede-as", seat = names(*seat))) }
                        }
                    }
                }
            }
        }
    }
}

/// The open proposal of a result, to be answered.
pub(super) fn proposal(seen: &RequestedView, offered: &Offered, seats: &[Seat], hidden: &Markup) -> Markup {
    let Some(proposal) = offered
        .info
        .proposal
        .as_ref()
        .filter(|_| offered.info.outcome.is_none())
    else {
        return html! {};
    };
    let of = |seat: Seat| offered.info.seats.iter().find(|info| info.seat == seat);
    let side = |seat: Seat| of(seat).map(|info| info.side);
    let name = |seat: Seat| of(seat).map_or_else(|| seat.to_string(), |info| info.name.clone());
    let by = name(proposal.seat);
    let words = match proposal.winner {
        None => text!("proposal-draw", seat = by),
        Some(winner) => {
            let of_side = offered.info.seats.iter().filter(|info| info.side == winner);
            text!(
                "proposal-win",
                seat = by,
                side = in_a_row(of_side.map(|info| &info.name))
            )
        }
    };
    html! {
        section.proposal {
            p { strong { (words) } }
            @for seat in seats.iter().filter(|seat| side(**seat) != side(proposal.seat)) {
                form method="post" action=(format!("/g/{}/record", seen.head.id)) data-records {
                    (hidden)
                    @for (accept, words) in [(true, text!("proposal-accept", seat = name(*seat))), (false, text!("proposal-decline", seat = name(*seat)))] {
                        button type="submit" name="command" value=(json!({ "type": "answer", "seat": seat, "accept": accept })) { (words) } " "
                    }
                }
            }
        }
    }
}

/// A ruling: what changes, as the system's schema says, and why. `chosen` is the kind of ruling that is asked for.
pub(super) fn ruling(
    seen: &RequestedView,
    offered: &Offered,
    chosen: Option<&str>,
    hidden: &Markup,
) -> Markup {
    let game = seen.head.id;
    let kinds = tagged(&schemas(seen.head.system).patch);
    let unit = offered.chosen.as_deref();
    let found = chosen.and_then(|chosen| kinds.iter().find(|(kind, _)| *kind == chosen));
    let fields = unit.map_or(Value::Null, |unit| json!({ "unit": unit }));
    let drawing = Drawing {
        choices: &offered.choices,
        prefix: "ruling",
    };
    html! {
        details.ruling #ruling open[found.is_some()] {
            summary { (text!("ruling-title")) }
            p.hint { (text!("ruling-hint")) }
            ul.kinds {
                @for (kind, place) in &kinds {
                    @let told = place.about.split(['.', ';']).next().unwrap_or_default();
                    li { a href=(address(seen, unit, Some(kind))) data-part-of="ruling" title=(told) aria-current=[(chosen == Some(kind)).then_some("true")] { (worded(kind)) } }
                }
            }
            @if let Some((kind, place)) = found {
                form.deeds.fields method="post" action=(format!("/g/{game}/record")) data-records data-checks data-unit=[unit] {
                    (hidden)
                    input type="hidden" name="form" value="rule";
                    input type="hidden" name="variant" value=(kind);
                    (drawing.whole(place, Some(&fields)))
                    div.field { label for="ruling-reason" { (text!("ruling-reason")) } input #ruling-reason type="text" name="reason" maxlength="2000" autocomplete="off"; }
                    p.verdict role="status" {}
                    button.main type="submit" { (text!("ruling-apply")) }
                }
            }
        }
    }
}

/// The recorder with a unit and a kind of ruling laid out.
pub(super) fn address(seen: &RequestedView, unit: Option<&str>, ruling: Option<&str>) -> String {
    let fields = [
        ("unit", unit),
        ("ruling", ruling),
        ("flip", seen.flip.then_some("true")),
        ("orders", seen.shows_orders.then_some("true")),
    ];
    let query = super::super::links::query(
        fields
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let anchor = if ruling.is_some() { "#ruling" } else { "" };
    format!("/g/{}/record{query}{anchor}", seen.head.id)
}
