//! Correcting the past: what was recorded wrongly, what is right, and what would change by it before it is confirmed.

use hindsight_openapi::wire::AppliedCommands;
use maud::{Markup, html};

use super::super::form::Fields;
use super::super::house::{Colours, Page};
use super::super::seen::Seen;
use super::deeds::Deeds;
use super::desk::{Offered, server_rolls};
use super::table::{commands, told};
use super::{Refused, refusal};
use crate::base::error::{ApiError, Outcome};
use crate::base::new_id;
use crate::games::Look;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("correctPage", |ctx| async move {
        let seen = Seen::at_path(&ctx).await?;
        let at = seen.version;
        page(&ctx, &seen, at, None).await
    });
}

/// Only who keeps the record corrects it.
fn refuse_others(seen: &Seen) -> Outcome<()> {
    if seen.sight.keeps {
        return Ok(());
    }
    Err(ApiError::new(
        hindsight_openapi::ProblemKind::Forbidden,
        "the past is corrected by who keeps the game's record",
    ))
}

/// The page of a past command, with all that may stand in its place.
pub(super) async fn page(ctx: &Ctx, seen: &Seen, at: u64, refused: Option<Refused>) -> Answer {
    refuse_others(seen)?;
    let past = commands(ctx, seen, 1, seen.head.version()).await?;
    // Any event of a command stands for it.
    let Some(wrong) = past.iter().rev().find(|past| past.at <= at && past.at > 1) else {
        return Err(ApiError::parameter(
            "version",
            "an event after the opening is expected",
        ));
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
        label { span { "How" } select name="how" {
            option value="replace" { "In its place" }
            option value="insert" { "Before it, as something forgotten" }
        } }
        (reason())
        @if !server_rolls(seen) {
            label { span { "Dice, if any are rolled" } input type="text" name="dice" inputmode="numeric" maxlength="400" autocomplete="off"; }
        }
    };
    let deeds = Deeds {
        offered: &offered,
        system: seen.head.system,
        action: &action,
        choose: &|unit| {
            format!(
                "/g/{game}/record/correct/{at}{}",
                super::super::home::query([("unit", unit)])
            )
        },
        hidden: &hidden,
        asks: &how,
    };
    let body = html! {
        div.recorder.correcting data-system=(seen.head.system.id()) {
            p { a href=(format!("/g/{game}/record")) { "Back to the recorder" } }
            h1 { "Correct event " (at) }
            p.lead { (told(wrong)) }
            @if let Some(refused) = &refused { (refusal(seen, refused)) }
            p.hint { "First you are shown what would change; nothing is recorded before you confirm it. Later commands are decided again with their recorded dice." }
            section.ask {
                h2 { "It never happened" }
                form.deeds method="post" action=(action) {
                    (hidden)
                    input type="hidden" name="how" value="remove";
                    (reason())
                    button type="submit" { "Show what would change" }
                }
                h2 { "Something else happened" }
                (deeds.of_the_chosen())
                (deeds.of_the_table())
                (deeds.units())
                form.deeds method="post" action=(action) {
                    (hidden)
                    h3 { "In the words of the text notation" }
                    (how)
                    label.grows { span { "Command" } input type="text" name="words" maxlength="4000" autocomplete="off" spellcheck="false"; }
                    button type="submit" { "Show what would change" }
                }
            }
        }
    };
    Ok(dressed(ctx, &format!("Correct event {at}"), body))
}

fn reason() -> Markup {
    html! { label.grows { span { "Reason" } input type="text" name="reason" maxlength="2000" autocomplete="off" required; } }
}

fn dressed(ctx: &Ctx, title: &str, body: Markup) -> actix_web::HttpResponse {
    Page {
        title,
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
    seen: &Seen,
    at: u64,
    fields: &Fields,
    done: &AppliedCommands,
) -> Answer {
    let past = ctx.services.games.past(&seen.head).await?;
    let (viewer, end) = (seen.viewer, seen.head.version());
    let look = Look {
        from: at,
        to: end,
        all_lines: false,
        facts: false,
    };
    let before: Vec<String> = ctx
        .services
        .vault
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
    let outcome = done.now.as_ref().map(|now| now.moment.caption.clone());
    let game = seen.head.id;
    let kept: Vec<(&str, &str)> = fields
        .pairs()
        .filter(|(name, _)| !["dry_run", "key", "version"].contains(name))
        .collect();
    let column = |title: &str, words: &[String], other: &[String]| {
        html! {
            section {
                h2 { (title) }
                ol start=(same + 1) {
                    @for line in words.iter().skip(same) {
                        li class=[(!other.contains(line)).then_some("differs")] { (line) }
                    }
                }
                @if words.len() == same { p.hint { "Nothing more." } }
            }
        }
    };
    let body = html! {
        div.recorder.correcting {
            p { a href=(format!("/g/{game}/record/correct/{at}")) { "Choose otherwise" } }
            h1 { "What would change" }
            @if same > 0 { p.quiet { "The first " (same) " events stay as they are." } }
            @if let Some(outcome) = outcome { p { "The game would then stand at: " strong { (outcome) } "." } }
            div.compared {
                (column("As it is recorded", &before, &after))
                (column("As it would be", &after, &before))
            }
            form method="post" action=(format!("/g/{game}/record")) {
                input type="hidden" name="version" value=(end);
                input type="hidden" name="key" value=(new_id());
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                button.main type="submit" data-is="confirm" { "Correct it" } " "
                a href=(format!("/g/{game}/record")) { "Leave it as it is" }
            }
        }
    };
    Ok(dressed(ctx, "What would change", body))
}
