//! Standing answers on the recorder of a player with a device of their own: "pass here until I say so".

use hindsight_engine::GameInfo;
use hindsight_kernel::Seat;
use hindsight_openapi::wire::LeaveStanding;
use maud::{Markup, html};

use super::super::form::Fields;
use super::super::seen::RequestedView;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm};
use crate::pages::outcomes::on_to;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<StandingForm>("leaveStanding");
}

/// The offer to pass a decision from now on, and what a seat passes already; nothing for who records for every seat, as their passes
/// are filled in anyway.
pub(super) async fn panel(ctx: &Ctx, seen: &RequestedView, info: &GameInfo) -> ApiResult<Markup> {
    if seen.sight.keeps || seen.sight.seats.is_empty() || info.outcome.is_some() {
        return Ok(html! {});
    }
    let games = &ctx.services.games;
    let answers = games.standing_of(&seen.head, &seen.sight).await?;
    Ok(html! {
        @for own in &answers.items {
            @let names = |but: Option<&str>| -> Vec<&str> {
                let all = own.decisions.iter().map(|one| &*one.decision);
                all.filter(|name| but != Some(*name)).collect()
            };
            @for asked in info.awaiting.iter().filter(|asked| asked.seat == own.seat) {
                @if seen.head.game.may_pass(own.seat) && !names(None).contains(&&*asked.decision) {
                    (form(seen, own.seat, &[&names(None)[..], &[&*asked.decision]].concat(), &html! {
                        button.quiet type="submit" { (text!("standing-pass-here")) }
                        " " span.quiet { (text!("standing-pass-here-means", question = asked.question.to_string())) }
                    }))
                }
            }
            @for one in &own.decisions {
                @let question = one.question.clone().unwrap_or_else(|| one.decision.replace('_', " "));
                (form(seen, own.seat, &names(Some(&one.decision)), &html! {
                    (text!("standing-passes", question)) " "
                    button.quiet type="submit" { (text!("standing-ask-again")) }
                }))
            }
        }
    })
}

fn form(seen: &RequestedView, seat: Seat, decisions: &[&str], inside: &Markup) -> Markup {
    html! {
        form.standing method="post" action=(format!("/g/{}/standing", seen.head.id)) {
            input type="hidden" name="seat" value=(seat);
            @for decision in decisions { input type="hidden" name="decision" value=(decision); }
            (inside)
        }
    }
}

/// The form by which a standing answer is left or withdrawn.
struct StandingForm;

impl PageForm for StandingForm {
    async fn request(_: &Ctx, form: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(form, &["seat", "decision"])?;
        let seat = fields
            .needed("seat")?
            .parse()
            .map_err(|_| ApiError::body("/seat", text!("seat-one-letter")))?;
        FormRequest::json(&LeaveStanding {
            seat: Some(seat),
            decisions: fields.all("decision").map(ToOwned::to_owned).collect(),
        })
    }

    async fn page(ctx: Ctx, _: &[u8], outcome: Answer) -> Answer {
        outcome?;
        let (head, _) = ctx.game().await?;
        Ok(on_to(&format!("/g/{}/record", head.id)).finish())
    }
}
