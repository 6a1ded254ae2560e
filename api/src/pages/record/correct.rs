//! Correcting the past: what was recorded wrongly, what is right, and what would change by it before it is confirmed.

use std::sync::Arc;

use hindsight_kernel::{DiceRolled, Fact, Message, ReportedDice, SeatInfo, Viewer};
use hindsight_openapi::wire::AppliedCommands;
use maud::{Markup, html};
use serde_json::Value;

use super::super::figures::rolled_for;
use super::super::form::Fields;
use super::super::house::{Colours, Page, sentence};
use super::super::seen::RequestedView;
use super::deeds::Deeds;
use super::desk::{Offered, server_rolls};
use super::table::{commands, result_line};
use super::{Refused, refusal};
use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::COMMANDS;
use crate::base::messages::text;
use crate::base::new_id;
use crate::games::Repair;
use crate::games::{EventRange, LiveGame};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("correctPage", |ctx| async move {
        let seen = RequestedView::at_path(&ctx).await?;
        let at = seen.version;
        page(&ctx, &seen, at, None).await
    });
}

/// Only who keeps the record corrects it.
pub(super) fn refuse_others(sight: &GameAccess) -> ApiResult<()> {
    if sight.keeps {
        return Ok(());
    }
    Err(ApiError::new(
        hindsight_openapi::ProblemKind::Forbidden,
        text!("correct-by-keeper"),
    ))
}

/// The page of a past command, with all that may stand in its place.
pub(super) async fn page(ctx: &Ctx, seen: &RequestedView, at: u64, refused: Option<Refused>) -> Answer {
    refuse_others(&seen.sight)?;
    let past = commands(ctx, seen, 1, seen.head.version()).await?;
    // Any event of a command stands for it.
    let Some(wrong) = past.iter().rev().find(|past| past.at <= at && past.at > 1) else {
        return Err(ApiError::parameter("version", text!("correct-after-opening")));
    };
    let at = wrong.at;
    let offered = Offered::then(ctx, seen, at - 1, ctx.query.text("unit").map(ToOwned::to_owned)).await?;
    let game = seen.head.id;
    let action = format!("/g/{game}/record");
    let hidden = html! {
        input type="hidden" name="version" value=(seen.head.version());
        input type="hidden" name="at" value=(at);
        input type="hidden" name="dry_run" value="true";
        @if seen.flip { input type="hidden" name="flip" value="true"; }
    };
    let how = html! {
        label { span { (text!("correction-how")) } select name="how" {
            option value="replace" { (text!("correction-how-replace")) }
            option value="insert" { (text!("correction-how-insert")) }
        } }
        (reason())
        @if !server_rolls(seen) {
            label { span { (text!("recorder-dice")) } input type="text" name="dice" inputmode="numeric" maxlength="400" autocomplete="off"; }
        }
    };
    let dice = recorded_dice(ctx, seen, at).await?;
    let deeds = Deeds {
        offered: &offered,
        system: seen.head.system,
        action: &action,
        choose: &|unit| {
            format!(
                "/g/{game}/record/correct/{at}{}",
                super::super::links::query([("unit", unit)])
            )
        },
        hidden: &hidden,
        asks: &how,
        elsewhere: &|_| false,
    };
    let body = html! {
        div.recorder.correcting data-system=(seen.head.system.id()) {
            p { a href=(format!("/g/{game}/record")) { (text!("correction-back-to-recorder")) } }
            h1 { (text!("correction-title", event = at)) }
            p.lead { (result_line(wrong)) }
            @if let Some(refused) = &refused { (refusal(seen, refused)) }
            p.hint { (text!("correction-hint")) }
            section.ask {
                @if let Some(dice) = &dice { (dice_form(dice, &action, &hidden)) }
                h2 { (text!("correction-remove")) }
                form.deeds method="post" action=(action) {
                    (hidden)
                    input type="hidden" name="how" value="remove";
                    (reason())
                    button type="submit" { (text!("correction-preview")) }
                }
                h2 { (text!("correction-replace")) }
                (deeds.of_the_chosen())
                @if offered.chosen.is_none() { h3.unseen { (text!("correction-options")) } }
                (deeds.of_the_table())
                (deeds.units())
                form.deeds method="post" action=(action) {
                    (hidden)
                    h3 { (text!("recorder-notation")) }
                    (how)
                    label.grows { span { (text!("correction-command")) } input type="text" name="words" maxlength="4000" autocomplete="off" spellcheck="false"; }
                    button type="submit" { (text!("correction-preview")) }
                }
            }
        }
    };
    Ok(dressed(ctx, text!("correction-title", event = at), body))
}

/// The dice of a past command, roll by roll, and the command without them.
struct RecordedDice {
    command: Value,
    rolls: Vec<DiceRolled>,
}

/// The dice that were reported with the command that began at a version; nothing where it had none.
async fn recorded_dice(ctx: &Ctx, seen: &RequestedView, at: u64) -> ApiResult<Option<RecordedDice>> {
    if server_rolls(seen) {
        return Ok(None);
    }
    let past = ctx.services.games.past(&seen.head).await?;
    let (viewer, end) = (seen.viewer, seen.head.version());
    ctx.services
        .store
        .work(move |_| {
            let look = EventRange {
                from: at,
                to: end,
                all_lines: false,
                facts: true,
            };
            let mut rolls = Vec::new();
            past.walk(look, viewer, &mut |step| {
                if step.version() > at && step.begins_command() {
                    return false;
                }
                rolls.extend(step.facts().into_iter().filter_map(|fact| match fact {
                    Fact::DiceRolled(rolled) => Some(rolled),
                    _ => None,
                }));
                true
            })?;
            let first = EventRange { to: at, ..look };
            let event = past.events(first, viewer, 1)?.into_iter().next();
            let command = event.and_then(|event| event.command);
            let Some(mut command) = command.filter(|command| command.get("dice").is_some()) else {
                return Ok(None);
            };
            let faces = command["dice"].as_array().map_or(0, Vec::len);
            let known: usize = rolls.iter().map(|rolled| rolled.roll.reported().len()).sum();
            if let Some(members) = command.as_object_mut() {
                members.remove("dice");
            }
            // Where a die stands for more than one roll, only the whole list can be entered anew.
            Ok((known == faces).then_some(RecordedDice { command, rolls }))
        })
        .await
}

/// Each roll of a command with its dice, to be corrected by itself: nothing else need be typed again.
fn dice_form(dice: &RecordedDice, action: &str, hidden: &Markup) -> Markup {
    html! {
        h2 { (text!("correction-dice")) }
        form.deeds.recorded-dice method="post" action=(action) {
            (hidden)
            input type="hidden" name="how" value="replace";
            input type="hidden" name="command" value=(dice.command);
            ol {
                @for rolled in &dice.rolls {
                    li {
                        span.what {
                            (rolled_for(&rolled.purpose, rolled.unit.as_deref(), rolled.against.as_deref()))
                            @if let Some(target) = rolled.target { span.quiet { ", " (text!("correction-dice-needed", target)) } }
                        }
                        span.dice {
                            @for (place, dice) in rolled.roll.reported().iter().enumerate() {
                                @if let ReportedDice::Face(face) = dice {
                                    input type="number" name="dice" value=(face) min="1" max=(rolled.roll.sides) required
                                        aria-label=(text!("correction-die-of", die = place + 1, purpose = &rolled.purpose));
                                } @else {
                                    input type="text" name="dice" value=(dice) required size="7"
                                        aria-label=(text!("correction-dice-of", purpose = &rolled.purpose));
                                }
                            }
                        }
                    }
                }
            }
            (reason())
            button.main type="submit" { (text!("correction-preview")) }
        }
    }
}

/// The commands of the present line from a version on, as they were given.
pub(super) async fn commands_from(ctx: &Ctx, head: &Arc<LiveGame>, from: u64) -> ApiResult<Vec<Value>> {
    let past = ctx.services.games.past(head).await?;
    ctx.services
        .store
        .work(move |_| {
            let look = EventRange {
                from,
                to: u64::MAX,
                all_lines: false,
                facts: false,
            };
            let events = past.events(look, Viewer::Everything, usize::MAX)?;
            Ok(events.into_iter().filter_map(|event| event.command).collect())
        })
        .await
}

/// Where a correction stops, and what that leaves out.
struct Stop {
    at: u64,
    dropped: usize,
    why: String,
}

impl Stop {
    /// Where the correction of a dry run stops.
    fn of(done: &AppliedCommands) -> Option<Self> {
        let corrected = done.events.iter().find(|event| event.kind == "corrected")?;
        let stopped = corrected
            .event
            .get("stopped")
            .filter(|stopped| !stopped.is_null())?;
        Some(Self {
            at: stopped["at"].as_u64()?,
            dropped: stopped["dropped"].as_u64()? as usize,
            why: stopped["refusal"]["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// What would mend a correction that stops.
async fn repairs(ctx: &Ctx, seen: &RequestedView, fields: &Fields, stop: &Stop) -> ApiResult<Vec<Repair>> {
    if server_rolls(seen) || stop.dropped > COMMANDS - 2 {
        return Ok(Vec::new());
    }
    let left_out = commands_from(ctx, &seen.head, stop.at).await?;
    // What was decided again before has no command of its own to be given once more.
    if left_out.len() != stop.dropped {
        return Ok(Vec::new());
    }
    let asked = super::given::asked(fields, seen.head.system)?;
    ctx.services
        .games
        .repairs(&seen.head, asked.command, left_out)
        .await
}

/// A text in which seats stand by their letters, with what they are called instead.
fn with_seats(text: &str, seats: &[SeatInfo]) -> String {
    let mut text = text.to_owned();
    for info in seats.iter().filter(|info| !info.name.is_empty()) {
        for word in ["seat", "Seat"] {
            text = text.replace(&format!("{word} {} ", info.seat), &format!("{} ", info.name));
        }
    }
    text
}

/// What a correction would leave out, and what would mend it.
fn stopped(
    seats: &[SeatInfo],
    stop: &Stop,
    repairs: &[Repair],
    action: &str,
    kept: &[(&str, &str)],
    end: u64,
) -> Markup {
    html! {
        section.refused role="alert" {
            p {
                strong { (text!("correction-drops", commands = stop.dropped)) } " "
                (text!("correction-drops-from", commands = stop.dropped, event = stop.at, why = sentence(&with_seats(&stop.why, seats))))
            }
            @if repairs.is_empty() {
                p.hint { (text!("correction-dropped-kept", commands = stop.dropped)) }
            } @else {
                p { (text!("correction-insert-missing")) }
                @for repair in repairs {
                    form method="post" action=(action) {
                        input type="hidden" name="version" value=(end);
                        input type="hidden" name="dry_run" value="true";
                        @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                        input type="hidden" name="repair" value=(repair.command);
                        input type="hidden" name="stopped" value=(stop.at);
                        input type="hidden" name="redone" value=(repair.redone);
                        button type="submit" {
                            @if repair.redone == stop.dropped { (text!("correction-repair-all", repair = &repair.label, commands = stop.dropped)) }
                            @else { (text!("correction-repair-some", repair = &repair.label, redone = repair.redone, commands = stop.dropped)) }
                        }
                    }
                }
            }
        }
    }
}

fn reason() -> Markup {
    html! { label.grows { span { (text!("correction-reason")) } input type="text" name="reason" maxlength="2000" autocomplete="off" required; } }
}

fn dressed(ctx: &Ctx, title: Message, body: Markup) -> actix_web::HttpResponse {
    Page {
        title: title.into(),
        colours: Some(Colours::of(ctx.req.headers())),
        head: html! { meta name="robots" content="noindex"; },
        scripts: &["forms.js"],
        class: "text",
        body,
    }
    .answer(&ctx.req)
}

/// What a correction would change, and the button that does it.
pub(super) async fn preview(
    ctx: &Ctx,
    seen: &RequestedView,
    at: u64,
    fields: &Fields,
    done: &AppliedCommands,
) -> Answer {
    let past = ctx.services.games.past(&seen.head).await?;
    let (viewer, end) = (seen.viewer, seen.head.version());
    let look = EventRange {
        from: at,
        to: end,
        all_lines: false,
        facts: false,
    };
    let before: Vec<String> = ctx
        .services
        .store
        .work(move |_| {
            let mut words = Vec::new();
            past.walk(look, viewer, &mut |step| {
                words.push(step.words());
                true
            })?;
            Ok(words)
        })
        .await?;
    let marks = ["corrected", "redone"];
    let after: Vec<String> = done
        .events
        .iter()
        .filter(|event| event.live && !marks.contains(&event.kind.as_str()))
        .map(|event| event.words.clone())
        .collect();
    let same = before
        .iter()
        .zip(&after)
        .take_while(|(one, other)| one == other)
        .count();
    // A correction with its repair is shown as both together lead on.
    let is_repaired = fields.text("repair").is_some();
    let stop = Stop::of(done).filter(|_| !is_repaired);
    let mends = match &stop {
        Some(stop) => repairs(ctx, seen, fields, stop).await?,
        None => Vec::new(),
    };
    let asks = super::undo::way(ctx, seen, at.saturating_sub(1)).await? == super::undo::Way::ByConsent;
    let outcome = done.now.as_ref().map(|now| now.moment.caption.to_string());
    let game = seen.head.id;
    let action = format!("/g/{game}/record");
    let kept: Vec<(&str, &str)> = fields
        .pairs()
        .filter(|(name, _)| !["dry_run", "key", "version"].contains(name))
        .collect();
    let column = |title: Message, words: &[String], other: &[String]| {
        html! {
            section {
                h2 { (title) }
                ol start=(same + 1) {
                    @for line in words.iter().skip(same) {
                        li class=[(!other.contains(line)).then_some("differs")] { (line) }
                    }
                }
                @if words.len() == same { p.hint { (text!("correction-nothing")) } }
            }
        }
    };
    let body = html! {
        div.recorder.correcting {
            p { a href=(format!("/g/{game}/record/correct/{at}")) { (text!("correction-back")) } }
            h1 { (text!("correction-changes")) }
            @if let Some(stop) = &stop { (stopped(&seen.head.game.info(seen.viewer).seats, stop, &mends, &action, &kept, end)) }
            @if same > 0 { p.quiet { (text!("correction-same", events = same)) } }
            @if let Some(outcome) = outcome { p { (text!("correction-outcome"; moment = html! { strong { (outcome) } })) } }
            div.compared {
                (column(text!("correction-recorded"), &before, &after))
                (column(text!("correction-corrected"), &after, &before))
            }
            form method="post" action=(format!("/g/{game}/record")) {
                input type="hidden" name="version" value=(end);
                input type="hidden" name="key" value=(new_id());
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                @if asks {
                    p.hint { (text!("correction-consent")) }
                    button.main type="submit" data-is="confirm" { (text!("correction-ask")) } " "
                } @else if let Some(stop) = &stop {
                    button.danger type="submit" data-is="confirm" { (text!("correction-apply-and-drop", commands = stop.dropped)) } " "
                } @else {
                    button.main type="submit" data-is="confirm" { (text!("correction-apply")) } " "
                }
                a.button href=(format!("/g/{game}/record")) { (text!("correction-cancel")) }
            }
        }
    };
    Ok(dressed(ctx, text!("correction-changes"), body))
}
