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
            ApiError::body(format!("/{name}"), text!("one-of", words = names.to_string()))
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

fn page<'p>(
    ctx: &Ctx,
    (found, correctable): (&RecordDifferences, &Correctable),
    refused: Option<&ApiError>,
    entered: &Fields,
) -> Page<'p> {
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
            @if let Some(corrected) = correctable.one {
                p { "Correct the first record difference by difference: it keeps its address, comments and links, and you see what would change before anything is recorded. Come back here for the next one." }
                @if corrected.server_dice {
                    p.hint #server-dice { "The server rolled the dice of the first record, and no others can take their place. A command from the second record keeps the dice of the one it replaces, as far as it rolls the same, and gets new ones of the server beyond them. A new game of both, below, takes dice with their commands." }
                }
            }
            @if correctable.is_sealed {
                p.hint #sealed { "The server rolled the dice of the first record, the game is over and the seed of its dice is published: what a correction rolled anew could no longer be checked against it. A new game of both, below, takes dice with their commands." }
            }
            @if correctable.other {
                p { a href=(format!("/g/{}/merge/{}", other.game, one.game)) { "Correct the second record instead" } }
            }
            @for (place, difference) in found.differences.iter().enumerate() {
                (same(difference.same_before))
                (chosen(place, difference, found, entered))
                @if let Some(corrected) = correctable.one { (corrections(difference, found, corrected)) }
            }
            (same(found.same_at_end))
            h2 { "Or make a new game of both" }
            p { "Choose at each difference above what happened. The new game is played again by the rules from what you chose; if they refuse a command, you are told which, and nothing is stored." }
            form.merge #(MERGES) method="post" action=(format!("/g/{}/merge/{}", one.game, other.game)) {
                @if may {
                    label.field { span { "Title of the new game " span.quiet { "(optional)" } } input type="text" name="title" maxlength="200" value=[entered.written("title")] autocomplete="off"; }
                    button type="submit" { "Merge into a new game" }
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
                        input type="hidden" name="reason" value=(format!("As in the other record, {}", title(&found.other)));
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
                    (form(Some(("replace", wrong.at)), Some(&taken(right)), html! { "Replace " (wrong.number) " by: " (right.words) }))
                } @else {
                    p.hint { "Only the dice differ here." }
                }
            }
            @if let Some(right) = right {
                @match wrong.map(|wrong| wrong.at).or(difference.insert_at) {
                    Some(at) => (form(Some(("insert", at)), Some(&taken(right)), html! { "Insert: " (right.words) })),
                    None => (form(None, Some(&taken(right)), html! { "Record at the end: " (right.words) })),
                }
            }
            @if let Some(wrong) = wrong {
                (form(Some(("remove", wrong.at)), None, html! { "Remove " (wrong.number) ": " (wrong.words) }))
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
