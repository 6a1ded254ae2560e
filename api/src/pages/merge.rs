//! Two records of one game side by side: each difference corrects one of them, or is chosen for a new game of both.

use hindsight_kernel::{DiceKind, Viewer};
use hindsight_openapi::wire::{
    MergeRecords, MergedRecord, RecordDifference, RecordDifferences, RecordedLine, TakenPart,
};
use maud::{Markup, html};
use serde_json::Value;

use super::form::Fields;
use super::house::Page;
use super::outcomes::{on_to, wrong};
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::new_id;
use crate::games::LiveGame;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, made_id};

/// The fields of the form.
const FIELDS: [&str; 2] = ["take-*", "title"];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("mergePage", |ctx| async move {
        let (found, correctable) = differences(&ctx).await?;
        Ok(page(&ctx, (&found, &correctable), None, &Fields::default()).answer(&ctx.req))
    });
    mounts.form::<MergeForm>("mergeRecords");
}

/// Which of the two records the caller may correct.
struct Correctable {
    /// The first record, if it may be.
    one: Option<Corrected>,
    /// Whether only its dice keep the first from being corrected: they are the server's, and their seed is published.
    is_sealed: bool,
    /// Whether the second may be.
    other: bool,
}

/// A record that may be corrected.
#[derive(Clone, Copy)]
struct Corrected {
    version: u64,
    /// Whether the server rolls its dice: no command brings others.
    server_dice: bool,
}

async fn differences(ctx: &Ctx) -> ApiResult<(RecordDifferences, Correctable)> {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let transfers = &ctx.services.transfers;
    let found = transfers
        .differences((&one, &sight), (&other, &other_sight))
        .await?;
    let server_dice = |head: &LiveGame| {
        let dice = head.game.info(Viewer::Public).dice;
        matches!(dice, Some(DiceKind::Server { .. }))
    };
    let is_sealed = |head: &LiveGame| head.over && server_dice(head);
    let correctable = Correctable {
        one: (sight.keeps && !is_sealed(&one)).then(|| Corrected {
            version: one.version(),
            server_dice: server_dice(&one),
        }),
        is_sealed: sight.keeps && is_sealed(&one),
        other: other_sight.keeps && !is_sealed(&other),
    };
    Ok((found, correctable))
}

/// The form that makes a game of two records.
struct MergeForm;

impl PageForm for MergeForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        FormRequest::json(&request(&Fields::known(sent, &FIELDS)?)?)
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let error = match outcome {
            Ok(made) => return Ok(on_to(&format!("/g/{}", made_id(&made)?)).finish()),
            Err(error) => error,
        };
        let status = error.kind().status();
        match Fields::known(sent, &FIELDS) {
            Ok(fields) if (400..500).contains(&status) && status != 429 => {
                let (found, correctable) = differences(&ctx).await?;
                let page = page(&ctx, (&found, &correctable), Some(&error), &fields);
                Ok(page.answer_as(status, &ctx.req))
            }
            _ => Err(error),
        }
    }
}

fn request(fields: &Fields) -> ApiResult<MergeRecords> {
    let mut take = Vec::new();
    for (name, value) in fields.pairs() {
        let Some(place) = name.strip_prefix("take-") else {
            continue;
        };
        let place: usize = place
            .parse()
            .ok()
            .filter(|place| *place < 10_000)
            .ok_or_else(|| ApiError::body(format!("/{name}"), text!("merge-take")))?;
        let part = TakenPart::of_name(value).ok_or_else(|| {
            let names = TakenPart::ALL.map(TakenPart::name).join(", ");
            ApiError::body(format!("/{name}"), text!("one-of", words = names.clone()))
        })?;
        if take.len() <= place {
            take.resize(place + 1, TakenPart::One);
        }
        take[place] = part;
    }
    Ok(MergeRecords {
        take,
        title: fields.text("title").map(ToOwned::to_owned),
    })
}

/// A record's title; both often have the same.
fn title(record: &MergedRecord) -> String {
    if record.title.is_empty() {
        text!("merge-page-untitled-game").into()
    } else {
        record.title.clone()
    }
}

fn page<'p>(
    ctx: &Ctx,
    (found, correctable): (&RecordDifferences, &Correctable),
    refused: Option<&ApiError>,
    entered: &Fields,
) -> Page<'p> {
    let (one, other) = (&found.one, &found.other);
    let may = ctx.caller.has(Scope::GameWrite);
    let same = |count: u32| {
        html! { @if count > 0 { p.same { (text!("merge-page-same", count)) } } }
    };
    let body = html! {
        p { a href=(format!("/g/{}/with/{}", one.game, other.game)) { (text!("merge-page-side-side")) } }
        h1 { (text!("merge-page-merge-two-records")) }
        dl.records {
            @for (which, record) in [(text!("merge-page-first-record"), one), (text!("merge-page-second-record"), other)] {
                div { dt { (which) } dd { a href=(format!("/g/{}", record.game)) { (title(record)) } ", " (text!("merge-page-commands", count = record.commands)) } }
            }
        }
        (wrong(refused))
        @if !found.begin_alike { p.hint { (text!("merge-page-they-begin-differently")) } }
        @if found.differences.is_empty() {
            p { (text!("merge-page-both-records-say")) }
        } @else {
            @if let Some(corrected) = correctable.one {
                p { (text!("merge-page-correct-first-record")) }
                @if corrected.server_dice {
                    p.hint #server-dice { (text!("merge-page-server-rolled-dice")) }
                }
            }
            @if correctable.is_sealed {
                p.hint #sealed { (text!("merge-page-server-rolled-dice-first")) }
            }
            @if correctable.other {
                p { a href=(format!("/g/{}/merge/{}", other.game, one.game)) { (text!("merge-page-correct-second-record")) } }
            }
            @for (place, difference) in found.differences.iter().enumerate() {
                (same(difference.same_before))
                (chosen(place, difference, found, entered))
                @if let Some(corrected) = correctable.one { (corrections(difference, found, corrected)) }
            }
            (same(found.same_at_end))
            h2 { (text!("merge-page-make-new-game")) }
            p { (text!("merge-page-choose-each-difference")) }
            form.merge #(MERGES) method="post" action=(format!("/g/{}/merge/{}", one.game, other.game)) {
                @if may {
                    label.field { span { (text!("merge-page-new-title")) " " span.quiet { (text!("merge-page-optional")) } } input type="text" name="title" maxlength="200" value=[entered.written("title")] autocomplete="off"; }
                    button type="submit" { (text!("merge-page-merge-into-new")) }
                } @else {
                    p.hint { (text!("merge-page-sign-in-first"; sign_in = html! { a href=(format!("/signin?next=/g/{}/merge/{}", one.game, other.game)) { (text!("merge-page-sign-in")) } })) }
                }
            }
        }
    };
    Page {
        class: "text",
        ..Page::plain(text!("merge-page-merge-two-records"), body)
    }
}

/// The id of the form that makes a new game: what is chosen stands beside it.
const MERGES: &str = "merges";

/// The corrections of the first record that a difference asks for, each by itself: the recorder shows what it would change.
fn corrections(difference: &RecordDifference, found: &RecordDifferences, corrected: Corrected) -> Markup {
    let Corrected { version, server_dice } = corrected;
    let taken = |line: &RecordedLine| {
        let mut command = line.command.clone();
        if let Some(members) = command.as_object_mut().filter(|_| server_dice) {
            members.remove("dice");
        }
        command
    };
    let action = format!("/g/{}/record", found.one.game);
    let form = |how: Option<(&str, u64)>, command: Option<&Value>, words: Markup| {
        html! {
            form method="post" action=(action) {
                input type="hidden" name="version" value=(version);
                @match how {
                    Some((how, at)) => {
                        input type="hidden" name="dry_run" value="true";
                        input type="hidden" name="how" value=(how);
                        input type="hidden" name="at" value=(at);
                        input type="hidden" name="reason" value=(text!("merge-page-reason", title = title(&found.other)));
                    }
                    None => input type="hidden" name="key" value=(new_id());
                }
                @if let Some(command) = command { input type="hidden" name="command" value=(command); }
                button type="submit" { (words) }
            }
        }
    };
    let (wrong, right) = (difference.one.first(), difference.other.first());
    // What differs by its dice alone stays as the server rolled it.
    let replaces = |wrong: &RecordedLine, right: &RecordedLine| taken(wrong) != taken(right);
    html! {
        div.corrections {
            @if let (Some(wrong), Some(right)) = (wrong, right) {
                @if replaces(wrong, right) {
                    (form(Some(("replace", wrong.at)), Some(&taken(right)), html! { (text!("merge-page-replace", number = wrong.number, words = &right.words)) }))
                } @else {
                    p.hint { (text!("merge-page-only-dice-differ")) }
                }
            }
            @if let Some(right) = right {
                @match wrong.map(|wrong| wrong.at).or(difference.insert_at) {
                    Some(at) => (form(Some(("insert", at)), Some(&taken(right)), html! { (text!("merge-page-insert", words = &right.words)) })),
                    None => (form(None, Some(&taken(right)), html! { (text!("merge-page-at-end", words = &right.words)) })),
                }
            }
            @if let Some(wrong) = wrong {
                (form(Some(("remove", wrong.at)), None, html! { (text!("merge-page-remove", number = wrong.number, words = &wrong.words)) }))
            }
        }
    }
}

/// A difference with its choices.
fn chosen(
    place: usize,
    difference: &RecordDifference,
    found: &RecordDifferences,
    entered: &Fields,
) -> Markup {
    let name = format!("take-{place}");
    let now = entered
        .text(&name)
        .and_then(TakenPart::of_name)
        .unwrap_or_default();
    let option = |part: TakenPart, words: Markup| {
        html! { label.choice { input type="radio" form=(MERGES) name=(name) value=(part.name()) checked[part == now]; (words) } }
    };
    html! {
        fieldset.difference {
            legend { (text!("merge-page-difference", number = place + 1, count = found.differences.len())) }
            div.two {
                (option(TakenPart::One, html! { div { b { (text!("merge-page-first-record")) } (lines(&difference.one)) } }))
                (option(TakenPart::Other, html! { div { b { (text!("merge-page-second-record")) } (lines(&difference.other)) } }))
            }
            @if !difference.one.is_empty() && !difference.other.is_empty() {
                (option(TakenPart::Both, html! { span { (text!("merge-page-both-one-after")) } }))
            }
            (option(TakenPart::Neither, html! { span { (text!("merge-page-neither")) } }))
        }
    }
}

fn lines(lines: &[RecordedLine]) -> Markup {
    html! {
        @if lines.is_empty() { p.quiet { (text!("merge-page-nothing-here")) } }
        @else { ul.plain { @for line in lines { li { span.quiet { (line.number) ". " } (line.words) } } } }
    }
}
