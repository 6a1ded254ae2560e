//! The outlook of two moments side by side: the form that asks for it, and what came of it.

use hindsight_openapi::wire::{
    AskOutlook, OUTLOOK_GAMES, Outlook, OutlookOf, OutlookSeat, USUAL_OUTLOOK_GAMES,
};
use maud::{Markup, html};

use super::chart::percent;
use super::form::Fields;
use super::house::{Page, chip, wide};
use super::outcomes::unkept;
use crate::base::error::ApiResult;
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
            label { "Games " input type="number" name="games" min="1" max=(OUTLOOK_GAMES) value=(games); }
            " " button type="submit" title="Bots play on from both moments; nothing is recorded" { "Simulate both with bots" }
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
        let page = Page::plain("Win chances", result_view(&found));
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
        h1 { "Win chances" }
        p { a href=(format!("/g/{}/with/{}", one.game, other.game)) { "Back to both games" } }
        p {
            "Bots that play by their games' heuristics took every seat and played on from event " (moment(one)) " and from event "
            (moment(other)) " of the other game, " (found.games) " times each"
            @if found.games < found.asked { " (there was no time for all " (found.asked) ")" }
            ". Nothing is recorded."
        }
        @if found.games == 0 {
            p { "No game came to its end in time." }
        } @else {
            (wide("Games won", &html! {
                table {
                    caption { "Share of games won, draws counted as half" }
                    thead { tr { th scope="col" { "Player" } th.number scope="col" { "The game" } th.number scope="col" { "The other" } th.number scope="col" { "Difference" } } }
                    tbody { @for (place, seat) in one.seats.iter().enumerate() {
                        tr {
                            th scope="row" { (chip(seat.seat)) " " (seat.name) }
                            td.number { (share(seat)) }
                            td.number { @if let Some(seat) = other.seats.get(place) { (share(seat)) } }
                            td.number { @if let Some(by) = found.differences.iter().find(|by| by.seat == seat.seat) {
                                (percent(by.value)) " " small.quiet { (percent(by.low)) " to " (percent(by.high)) }
                            } }
                        }
                    } }
                }
            }))
            p.quiet { "Intervals are of 95 %: Wilson's for shares, Newcombe's for differences. Where they hold 0 % both moments may be worth the same. Bots are no people: this says what these moments are worth to players of their kind." }
        }
        p.quiet.seed { "Seed " code { (found.seed) } }
        (form_for((&one.game, one.version), (&other.game, other.version), found.asked))
    }
}

fn moment(of: &OutlookOf) -> Markup {
    html! { a href=(format!("/g/{}/{}", of.game, of.version)) { (of.version) } }
}

fn share(seat: &OutlookSeat) -> Markup {
    html! {
        @match &seat.share {
            Some(share) => { (percent(share.value)) " " small.quiet { (percent(share.low)) " to " (percent(share.high)) ", n\u{a0}" (share.n) } },
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
