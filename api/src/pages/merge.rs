//! Two records of one game side by side, each difference chosen, merged into a new game.

use hindsight_openapi::wire::{
    MergeRecords, MergedRecord, RecordDifference, RecordDifferences, RecordedLine, TakenPart,
};
use maud::{Markup, html};

use super::account::{on_to, wrong};
use super::form::Fields;
use super::house::Page;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("mergePage", |ctx| async move {
        let found = differences(&ctx).await?;
        Ok(page(&ctx, &found, None, &Fields::default()).answer(&ctx.req))
    });
    mounts.on("mergeByForm", merge);
}

async fn differences(ctx: &Ctx) -> ApiResult<RecordDifferences> {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let transfers = &ctx.services.transfers;
    transfers
        .differences((&one, &sight), (&other, &other_sight))
        .await
}

async fn merge(mut ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &["take-*", "title"])?;
    let services = &ctx.services;
    let done = async {
        let request = request(&fields)?;
        let records = ((&one, &sight), (&other, &other_sight));
        services
            .transfers
            .merge(&ctx.caller, &services.packs, records, request)
            .await
    };
    match done.await {
        Ok((made, _)) => Ok(on_to(&format!("/g/{made}")).finish()),
        Err(error) if (400..500).contains(&error.kind().status()) && error.kind().status() != 429 => {
            let found = differences(&ctx).await?;
            let page = page(&ctx, &found, Some(&error), &fields);
            Ok(page.answer_as(error.kind().status(), &ctx.req))
        }
        Err(error) => Err(error),
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
            .ok_or_else(|| {
                ApiError::body(
                    format!("/{name}"),
                    "`take-` and the number of a difference is expected",
                )
            })?;
        let part = TakenPart::of_name(value).ok_or_else(|| {
            let names = TakenPart::ALL.map(TakenPart::name).join(", ");
            ApiError::body(format!("/{name}"), format!("one of {names} is expected"))
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
fn title(record: &MergedRecord) -> &str {
    if record.title.is_empty() {
        "Untitled game"
    } else {
        &record.title
    }
}

fn page<'p>(ctx: &Ctx, found: &RecordDifferences, refused: Option<&ApiError>, entered: &Fields) -> Page<'p> {
    let (one, other) = (&found.one, &found.other);
    let may = ctx.caller.has(Scope::GameWrite);
    let same = |count: u32| {
        html! { @if count > 0 { p.same { (count) @if count == 1 { " command is" } @else { " commands are" } " the same in both." } } }
    };
    let body = html! {
        p { a href=(format!("/g/{}/with/{}", one.game, other.game)) { "Side by side" } }
        h1 { "Merge two records" }
        dl.records {
            @for (which, record) in [("First record", one), ("Second record", other)] {
                div { dt { (which) } dd { a href=(format!("/g/{}", record.game)) { (title(record)) } ", " (record.commands) " commands" } }
            }
        }
        (wrong(refused))
        @if !found.begin_alike { p.hint { "They begin differently: the beginning of the first record is taken." } }
        @if found.differences.is_empty() {
            p { "Both records say the same, command by command." }
        } @else {
            p { "Choose at each difference what happened. The new game is played again by the rules from what you chose; if they refuse a command, you are told which, and nothing is stored." }
            form.merge method="post" action=(format!("/g/{}/merge/{}", one.game, other.game)) {
                @for (place, difference) in found.differences.iter().enumerate() {
                    (same(difference.same_before))
                    (chosen(place, difference, found, entered))
                }
                (same(found.same_at_end))
                @if may {
                    label.field { span { "Title of the new game " span.quiet { "(optional)" } } input type="text" name="title" maxlength="200" value=[entered.written("title")] autocomplete="off"; }
                    button.main type="submit" { "Merge into a new game" }
                } @else {
                    p.hint { a href=(format!("/signin?next=/g/{}/merge/{}", one.game, other.game)) { "Sign in" } " to make a game of what you choose." }
                }
            }
        }
    };
    Page {
        class: "text",
        ..Page::plain("Merge two records", body)
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
        html! { label.choice { input type="radio" name=(name) value=(part.name()) checked[part == now]; (words) } }
    };
    html! {
        fieldset.difference {
            legend { "Difference " (place + 1) " of " (found.differences.len()) }
            div.two {
                (option(TakenPart::One, html! { div { b { "First record" } (lines(&difference.one)) } }))
                (option(TakenPart::Other, html! { div { b { "Second record" } (lines(&difference.other)) } }))
            }
            @if !difference.one.is_empty() && !difference.other.is_empty() {
                (option(TakenPart::Both, html! { span { "Both, one after the other" } }))
            }
            (option(TakenPart::Neither, html! { span { "Neither" } }))
        }
    }
}

fn lines(lines: &[RecordedLine]) -> Markup {
    html! {
        @if lines.is_empty() { p.quiet { "Nothing here" } }
        @else { ul.plain { @for line in lines { li { span.quiet { (line.number) ". " } (line.words) } } } }
    }
}
