//! Undo in the recorder: the button, the request that waits for consent, and the form by which it is asked for and answered.

use hindsight_engine::{ChangeRequest, GameInfo, TableCommand};
use hindsight_kernel::{Message, Seat};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AnswerUndo, AskUndo, UndoPolicy};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::Fields;
use super::super::seen::RequestedView;
use super::super::words::in_a_row;
use super::placing;
use super::table::{RecordedCommand, commands, result_line, steps};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::card_fields::undo_policy;
use crate::games::undo::{has_a_say, undo_info};
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm};
use crate::pages::outcomes::on_to;

/// Events that are looked through for the last command.
const LOOKED_THROUGH: u64 = 250;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<UndoForm>("askUndo");
}

/// The policy in the words of pages.
pub(crate) fn policy_in_words(policy: UndoPolicy) -> Message {
    match policy {
        UndoPolicy::Recorder => text!("undo-policy-recorder"),
        UndoPolicy::OwnLast => text!("undo-policy-own-last"),
        UndoPolicy::Consent => text!("undo-policy-consent"),
        UndoPolicy::Nobody => text!("undo-policy-nobody"),
    }
}

/// How a caller may undo a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By themselves.
    Directly,
    /// If the other sides agree.
    ByConsent,
    /// Not at all.
    Never,
}

/// How a caller may take back what came after a version.
pub(super) async fn way(ctx: &Ctx, seen: &RequestedView, to: u64) -> ApiResult<Way> {
    if !records(seen) {
        return Ok(Way::Never);
    }
    way_of(ctx, seen, &TableCommand::TakeBack { to, reason: None }).await
}

async fn way_of(ctx: &Ctx, seen: &RequestedView, asked: &TableCommand) -> ApiResult<Way> {
    let games = &ctx.services.games;
    match games
        .may_go_back(&ctx.caller, &seen.head, &seen.sight, asked, false)
        .await
    {
        Ok(()) => Ok(Way::Directly),
        Err(error) if error.kind() == ProblemKind::NeedsConsent => Ok(Way::ByConsent),
        Err(error) if error.kind() == ProblemKind::Refused => Ok(Way::Never),
        Err(error) => Err(error),
    }
}

/// How a caller may correct what was recorded.
pub(super) async fn correcting(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Way> {
    if !seen.sight.keeps {
        return Ok(Way::Never);
    }
    let asked = TableCommand::Correct {
        at: seen.head.version(),
        change: ChangeRequest::Remove {},
        reason: String::new(),
    };
    way_of(ctx, seen, &asked).await
}

/// Whether the caller records anything in this game.
fn records(seen: &RequestedView) -> bool {
    seen.sight.keeps || !seen.sight.seats.is_empty()
}

/// The button that undoes the last command, or asks for it.
pub(super) async fn button(ctx: &Ctx, seen: &RequestedView, hidden: &Markup) -> ApiResult<Markup> {
    if !records(seen) {
        return Ok(html! {});
    }
    let moved = ctx
        .services
        .games
        .place_before(&seen.head, (&seen.sight, seen.viewer));
    if let Some(before) = moved.await?
        && correcting(ctx, seen).await? == Way::Directly
    {
        let command = placing::command(&before);
        let words = text!("undo-place", piece = before.piece);
        return Ok(html! {
            div.undo {
                form method="post" action=(format!("/g/{}/record", seen.head.id)) data-records {
                    (hidden)
                    button type="submit" name="command" value=(command) title=(words) data-words=(words) { (text!("undo-button-directly")) }
                }
            }
        });
    }
    let end = seen.head.version();
    let all = steps(commands(ctx, seen, end.saturating_sub(LOOKED_THROUGH).max(1), end).await?);
    let Some(last) = all.last().filter(|last| last.at > 1) else {
        return Ok(html! {});
    };
    let way = way(ctx, seen, last.before).await?;
    Ok(html! { @if way != Way::Never { div.undo { (form(seen, last, way, hidden, Reach::Last)) } } })
}

/// The command that a button of undo goes back to: its label says whether more than the last one is undone.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reach {
    /// The last command.
    Last,
    /// An earlier one, beside which the button stands.
    Here,
}

impl Reach {
    fn directly(self) -> Message {
        match self {
            Self::Last => text!("undo-button-directly"),
            Self::Here => text!("undo-button-directly-to-here"),
        }
    }

    fn by_consent(self) -> Message {
        match self {
            Self::Last => text!("undo-button-by-consent"),
            Self::Here => text!("undo-button-by-consent-to-here"),
        }
    }
}

/// The form that goes back to before a command.
pub(super) fn form(
    seen: &RequestedView,
    past: &RecordedCommand,
    way: Way,
    hidden: &Markup,
    reach: Reach,
) -> Markup {
    let game = seen.head.id;
    html! {
        @match way {
            Way::Never => {}
            Way::Directly => {
                form method="post" action=(format!("/g/{game}/record")) data-records {
                    (hidden)
                    button type="submit" name="command" value=(json!({ "type": "take_back", "to": past.before })) title=(result_line(past)) { (reach.directly()) }
                }
            }
            Way::ByConsent => {
                form method="post" action=(format!("/g/{game}/undo")) {
                    input type="hidden" name="to" value=(past.before);
                    button type="submit" name="does" value="ask" title=(result_line(past)) { (reach.by_consent()) }
                }
            }
        }
    }
}

/// How the game is undone, where it is not the usual way.
pub(super) fn policy(seen: &RequestedView) -> Markup {
    let policy = undo_policy(&seen.head.card);
    html! { @if !policy.is_usual() { p.hint { (text!("undo-policy-shown", policy = policy_in_words(policy))) } } }
}

/// The request that waits for consent, with the buttons of those who answer it.
pub(super) fn request(ctx: &Ctx, seen: &RequestedView, info: &GameInfo) -> Markup {
    let undo = undo_info(&seen.head.card, &info.seats);
    let Some(request) = undo.request else {
        return html! {};
    };
    let own = has_a_say(&ctx.caller, &seen.head, &seen.sight);
    let name = |seat: Seat| {
        let found = info.seats.iter().find(|info| info.seat == seat);
        found.map_or_else(|| seat.to_string(), |info| info.name.clone())
    };
    let answers: Vec<Seat> = request
        .waits_for
        .iter()
        .copied()
        .filter(|seat| own.contains(seat))
        .collect();
    let asks = request.seat.map_or(seen.sight.keeps, |seat| own.contains(&seat));
    let action = format!("/g/{}/undo", seen.head.id);
    let waits: Vec<String> = request.waits_for.iter().map(|seat| name(*seat)).collect();
    html! {
        section.proposal data-is="undo-request" role="status" {
            p {
                (text!(
                    "undo-request",
                    corrects = request.corrects,
                    has_reason = request.reason.is_some(),
                    reason = request.reason.clone().unwrap_or_default();
                    who = html! { strong { (request.seat.map_or_else(|| text!("undo-request-recorder").to_string(), name)) } },
                    event = html! { a href=(format!("/g/{}/{}", seen.head.id, request.to)) { (text!("undo-request-event", event = request.to)) } }
                ))
            }
            @if answers.is_empty() { p.hint { (text!("undo-request-waiting", seats = in_a_row(waits))) } }
            @for seat in answers {
                form method="post" action=(action) {
                    input type="hidden" name="seat" value=(seat);
                    button.main type="submit" name="does" value="agree" { (text!("undo-request-agree", seat = name(seat))) } " "
                    button type="submit" name="does" value="decline" { (text!("undo-request-decline", seat = name(seat))) }
                }
            }
            @if asks {
                form method="post" action=(action) { button type="submit" name="does" value="decline" { (text!("undo-request-withdraw")) } }
            }
        }
    }
}

/// The forms by which an undo is asked for and answered.
struct UndoForm;

impl PageForm for UndoForm {
    async fn request(_: &Ctx, form: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(form, &["does", "to", "seat", "reason"])?;
        let seat: Option<Seat> = match fields.text("seat") {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|_| ApiError::body("/seat", text!("seat-one-letter")))?,
            ),
        };
        match fields.needed("does")? {
            "ask" => FormRequest::json(&AskUndo {
                seat,
                to: Some(fields.needed_number("to")?),
                reason: fields.text("reason").map(ToOwned::to_owned),
                correction: None,
            }),
            "agree" => FormRequest::json(&AnswerUndo { seat, agree: true }),
            "decline" => FormRequest::json(&AnswerUndo { seat, agree: false }),
            other => Err(ApiError::body("/does", text!("undo-does", other = quoted(other)))),
        }
    }

    async fn page(ctx: Ctx, _: &[u8], outcome: Answer) -> Answer {
        outcome?;
        let (head, _) = ctx.game().await?;
        Ok(on_to(&format!("/g/{}/record", head.id)).finish())
    }
}

/// Asks for a correction to which the others have to agree.
pub(super) async fn ask_to_correct(ctx: &Ctx, seen: &RequestedView, mut command: Value) -> ApiResult<()> {
    if let Some(fields) = command.as_object_mut() {
        fields.remove("type");
        fields.remove("dice");
    }
    let correction = serde_json::from_value(command)
        .map_err(|why| ApiError::body("", text!("correct-one", why = why.to_string())))?;
    let request = AskUndo {
        seat: None,
        to: None,
        reason: None,
        correction: Some(correction),
    };
    let games = &ctx.services.games;
    games
        .ask_undo(&ctx.caller, seen.head.id, &seen.sight, request)
        .await
        .map(drop)
}
