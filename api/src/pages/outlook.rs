//! The outlook of two moments side by side: the form that asks for it, and what came of it.

use hindsight_openapi::wire::{
    AskOutlook, OUTLOOK_GAMES, Outlook, OutlookOf, OutlookSeat, USUAL_OUTLOOK_GAMES,
};
use maud::{Markup, html};

use super::chart::percent;
use super::form::Fields;
use super::house::{Page, chip, wide};
use super::outcomes::unkept;
use super::words::{interval, interval_of};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The fields of the form.
const FIELDS: [&str; 4] = ["games", "other_version", "seed", "version"];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<OutlookForm>("askOutlook");
}

/// The form beside two boards, of the moments that they show: each a game and a version of it.
pub(super) fn form(one: (&str, u64), other: (&str, u64)) -> Markup {
    form_for(one, other, USUAL_OUTLOOK_GAMES)
}

fn form_for(one: (&str, u64), other: (&str, u64), games: u32) -> Markup {
    html! {
        form.outlook method="post" action=(format!("/g/{}/with/{}/outlook", one.0, other.0)) {
            input type="hidden" name="version" value=(one.1);
            input type="hidden" name="other_version" value=(other.1);
            label { (text!("outlook-games")) " " input type="number" name="games" min="1" max=(OUTLOOK_GAMES) value=(games); }
            " " button type="submit" title=(text!("outlook-simulate-hint")) { (text!("outlook-simulate")) }
        }
    }
}

/// The form by which the outlook of two moments is asked for.
struct OutlookForm;

impl PageForm for OutlookForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        FormRequest::json(&request(&Fields::known(sent, &FIELDS)?)?)
    }

    async fn page(ctx: Ctx, _: &[u8], outcome: Answer) -> Answer {
        let found: Outlook = answered(outcome?).await?;
        let page = Page::plain(text!("outlook-title"), result_view(&found));
        // Other games are played each time.
        Ok(unkept(page.answer(&ctx.req)))
    }
}

fn request(fields: &Fields) -> ApiResult<AskOutlook> {
    Ok(AskOutlook {
        version: fields.needed_number("version")?,
        other_version: fields.needed_number("other_version")?,
        games: fields.count("games")?,
        seed: fields.text("seed").map(ToOwned::to_owned),
    })
}

/// What came of it.
fn result_view(found: &Outlook) -> Markup {
    let (one, other) = (&found.one, &found.other);
    html! {
        h1 { (text!("outlook-title")) }
        p { a href=(format!("/g/{}/with/{}", one.game, other.game)) { (text!("outlook-back")) } }
        p {
            (text!(
                "outlook-played-on",
                games = found.games,
                asked = found.asked,
                cut = found.games < found.asked;
                one = moment(one),
                other = moment(other)
            ))
        }
        @if found.games == 0 {
            p { (text!("outlook-none-finished")) }
        } @else {
            (wide(text!("outlook-games-won"), &html! {
                table {
                    caption { (text!("outlook-caption")) }
                    thead { tr { th scope="col" { (text!("outlook-player")) } th.number scope="col" { (text!("outlook-game")) } th.number scope="col" { (text!("outlook-other")) } th.number scope="col" { (text!("outlook-difference")) } } }
                    tbody { @for (place, seat) in one.seats.iter().enumerate() {
                        tr {
                            th scope="row" { (chip(seat.seat)) " " (seat.name) }
                            td.number { (share(seat)) }
                            td.number { @if let Some(seat) = other.seats.get(place) { (share(seat)) } }
                            td.number { @if let Some(by) = found.differences.iter().find(|by| by.seat == seat.seat) {
                                (percent(by.value)) " " small.quiet { (interval(percent(by.low), percent(by.high))) }
                            } }
                        }
                    } }
                }
            }))
            p.quiet { (text!("outlook-method")) }
        }
        p.quiet.seed { (text!("outlook-seed"; seed = html! { code { (found.seed) } })) }
        (form_for((&one.game, one.version), (&other.game, other.version), found.asked))
    }
}

fn moment(of: &OutlookOf) -> Markup {
    html! { a href=(format!("/g/{}/{}", of.game, of.version)) { (of.version) } }
}

fn share(seat: &OutlookSeat) -> Markup {
    html! {
        @match &seat.share {
            Some(share) => { (percent(share.value)) " " small.quiet { (interval_of(percent(share.low), percent(share.high), share.n)) } },
            None => "–",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_names_both_moments_and_how_often() {
        let fields = |text: &str| Fields::known(text.as_bytes(), &FIELDS).unwrap();
        let asked = request(&fields("version=41&other_version=44&games=&seed=")).unwrap();
        assert_eq!(
            (asked.version, asked.other_version, asked.games, asked.seed),
            (41, 44, None, None)
        );
        let asked = request(&fields("version=41&other_version=44&games=99999999999")).unwrap();
        assert_eq!(
            asked.games,
            Some(u32::MAX),
            "the limit is told where all requests meet it"
        );
        for wrong in [
            "",
            "version=1",
            "version=x&other_version=1",
            "version=1&other_version=1&games=many",
        ] {
            assert!(request(&fields(wrong)).is_err(), "{wrong}");
        }
    }
}
