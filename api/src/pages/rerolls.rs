//! The dice of a command thrown again: the button in the log, and what came of it.

use std::collections::BTreeMap;

use hindsight_kernel::{Message, Seat, Viewer, joined};
use hindsight_openapi::wire::{REROLLS, RerollFight, Rerolled, RerolledNumber, USUAL_REROLLS};
use hindsight_store::StreamId;
use maud::{Markup, html};

use super::chart::{bars, bars_among, percent, plain};
use super::form::Fields;
use super::house::{Page, chip};
use super::outcomes::unkept;
use super::seen::RequestedView;
use crate::base::error::ApiResult;
use crate::base::messages::{MESSAGES, text};
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The fields of the form.
const FIELDS: [&str; 3] = ["seed", "times", "version"];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<RerollForm>("rerollFight");
}

/// Whether the dice of a game may be thrown again by who looks at it so.
pub(super) fn may_reroll(seen: &RequestedView) -> bool {
    seen.head.over || seen.viewer == Viewer::Everything || !seen.head.secrets
}

/// A number with a comma before its last three digits.
fn thousands(number: u32) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        before => format!("{before},{:03}", number % 1_000),
    }
}

/// The button at an event with dice.
pub(super) fn button(game: StreamId, version: u64) -> Markup {
    html! {
        form.reroll method="post" action=(format!("/g/{game}/rerolls")) {
            input type="hidden" name="version" value=(version);
            button type="submit" title=(text!("rerolls-keep-decisions-roll")) { (text!("rerolls-times", times = thousands(USUAL_REROLLS).clone())) }
        }
    }
}

/// The form by which dice are thrown again.
struct RerollForm;

impl PageForm for RerollForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        FormRequest::json(&request(&Fields::known(sent, &FIELDS)?)?)
    }

    async fn page(ctx: Ctx, _: &[u8], outcome: Answer) -> Answer {
        let found: Rerolled = answered(outcome?).await?;
        let (head, _) = ctx.game().await?;
        let seats = head.game.info(Viewer::Public).seats;
        let names = seats.into_iter().map(|info| (info.seat, info.name)).collect();
        let title = text!("rerolls-title", event = found.first);
        let page = Page::plain(
            title.clone(),
            html! {
                h1 { (title) }
                p { a href=(format!("/g/{}/{}", found.game, found.last)) { (text!("rerolls-back-moment")) } }
                (result_view(&found, &names))
                (once_more(&found))
            },
        );
        // Other dice are thrown each time.
        Ok(unkept(page.answer(&ctx.req)))
    }
}

fn request(fields: &Fields) -> ApiResult<RerollFight> {
    Ok(RerollFight {
        version: fields.needed_number("version")?,
        times: fields.count("times")?,
        seed: fields.text("seed").map(ToOwned::to_owned),
    })
}

/// What came of it.
fn result_view(found: &Rerolled, names: &BTreeMap<Seat, String>) -> Markup {
    html! {
        div.rerolled data-part="rerolled" {
            p.quiet {
                (text!("rerolls-same-decision", times = found.times, asked = found.asked, cut = found.times < found.asked))
                @if found.refused > 0 { " " (text!("rerolls-refused", count = found.refused)) }
            }
            @match most_telling(&found.numbers) {
                None => p { (text!("rerolls-nothing-came-any")) },
                Some(number) => (headline(number, found, names)),
            }
            @let others = others(&found.numbers);
            @if !others.is_empty() {
                details {
                    summary { (text!("rerolls-all-numbers", count = others.len())) }
                    @for number in others { (one(number)) }
                    @if found.cut { p.quiet { (text!("rerolls-there-more-numbers")) } }
                    p.quiet.seed { (text!("rerolls-seed"; seed = html! { code { (found.seed) } })) }
                }
            }
        }
    }
}

/// The number that answers what is most often asked: who wins the fight, or else what is destroyed, or else the damage.
fn most_telling(numbers: &[RerolledNumber]) -> Option<&RerolledNumber> {
    ["won", "destroyed", "damage", "broken", "failed"]
        .iter()
        .find_map(|what| numbers.iter().find(|number| number.what == *what))
        .or(numbers.first())
}

/// The numbers that say something of their own: of several that came out alike in every throw the first.
fn others(numbers: &[RerolledNumber]) -> Vec<&RerolledNumber> {
    let mut shown: Vec<&RerolledNumber> = Vec::new();
    for number in numbers {
        let is_twin = shown.iter().any(|other| {
            other.actual == number.actual
                && other.distribution == number.distribution
                && (other.unit == number.unit || other.against == number.unit)
        });
        if !is_twin {
            shown.push(number);
        }
    }
    shown
}

/// One line and one chart.
fn headline(number: &RerolledNumber, found: &Rerolled, names: &BTreeMap<Seat, String>) -> Markup {
    let share = number.distribution.at_least(1);
    let at_least = number.standing.at_least;
    let name = |seat: Seat| {
        let known = names.get(&seat).filter(|name| !name.is_empty());
        known.map_or_else(|| text!("headline-seat", seat).into(), Clone::clone)
    };
    // How many fights of the command somebody has ever won.
    let of_kind = || found.numbers.iter().filter(|other| other.what == number.what);
    let most = of_kind()
        .map(|number| number.distribution.last())
        .max()
        .unwrap_or(0);
    html! {
        section.redrawn.headline {
            p.lead {
                @match (number.what.as_str(), number.seat) {
                    ("won", Some(seat)) => {
                        (chip(seat)) " "
                        (text!(
                            "rerolls-wins",
                            seat = name(seat),
                            fights = most,
                            outcome = outcome(of_kind(), &name);
                            share = html! { b { (percent(share)) } }
                        ))
                    },
                    ("destroyed", Some(seat)) => {
                        (chip(seat)) " "
                        (text!(
                            "rerolls-loses-unit",
                            seat = name(seat),
                            did = number.actual > 0;
                            share = html! { b { (percent(share)) } }
                        ))
                    },
                    _ => {
                        (text!(
                            "rerolls-number",
                            words = &number.words,
                            least = number.actual,
                            average = plain(number.mean);
                            actual = html! { b { (number.actual) } },
                            share = html! { b { (percent(at_least)) } }
                        ))
                    },
                }
            }
            @if number.distribution.last() > 1 { figure { (bars_among(text!("rerolls-re-rolled"), &number.distribution, Some(number.actual))) } }
            @else {
                p.share-bar { svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { rect.all width="100" height="8" {} rect.part width=(format!("{:.1}", share * 100.0)) height="8" {} } }
            }
        }
    }
}

/// What really came of fights: who won how many of them.
fn outcome<'n>(won: impl Iterator<Item = &'n RerolledNumber>, name: &impl Fn(Seat) -> String) -> Message {
    let winners: Vec<Message> = won
        .filter_map(|number| Some((number.seat?, number.actual)))
        .filter(|(_, fights)| *fights > 0)
        .map(|(seat, fights)| match fights {
            1 => text!("rerolls-won-one", seat = name(seat)),
            fights => text!("rerolls-won", seat = name(seat), fights),
        })
        .collect();
    if winners.is_empty() {
        text!("rerolls-nobody-won")
    } else {
        text!(
            "rerolls-winners",
            winners = joined!(MESSAGES, "rerolls-winner-next", winners)
        )
    }
}

fn one(number: &RerolledNumber) -> Markup {
    let standing = &number.standing;
    html! {
        section.redrawn {
            h3 { (number.words) ": " span.counted { (number.actual) } }
            p {
                (text!(
                    "rerolls-on-average",
                    average = plain(number.mean),
                    less = percent(1.0 - standing.at_least),
                    same = percent(standing.exactly),
                    more = percent(1.0 - standing.at_most);
                    percentile = html! { b { (plain((standing.percentile * 100.0).round())) } }
                ))
            }
            div.charts {
                figure { (bars_among(text!("rerolls-re-rolled"), &number.distribution, Some(number.actual))) figcaption { (text!("rerolls-re-rolled")) } }
                @if let Some(exact) = &number.exact {
                    figure { (bars(exact, Some(number.actual))) figcaption { (text!("rerolls-exactly", average = plain(exact.mean()))) } }
                }
            }
        }
    }
}

/// The form for more of it, for readers without a script.
fn once_more(found: &Rerolled) -> Markup {
    html! {
        form.reroll method="post" action=(format!("/g/{}/rerolls", found.game)) {
            input type="hidden" name="version" value=(found.first);
            label { (text!("rerolls-times-field")) " " input type="number" name="times" min="1" max=(REROLLS) value=(found.asked); }
            " " button type="submit" { (text!("rerolls-re-roll")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Distribution;

    use super::*;

    /// Values with their chances.
    fn mixture(chances: &[(i32, f64)]) -> Distribution {
        let parts: Vec<(f64, Distribution)> = chances
            .iter()
            .map(|(value, chance)| (*chance, Distribution::point(*value)))
            .collect();
        Distribution::mixture(parts.iter().map(|(chance, part)| (*chance, part))).unwrap()
    }

    fn won(seat: Seat, actual: i32, chances: &[(i32, f64)]) -> RerolledNumber {
        let distribution = mixture(chances);
        RerolledNumber {
            what: "won".to_owned(),
            words: String::new(),
            message: None,
            unit: None,
            against: None,
            seat: Some(seat),
            actual,
            mean: distribution.mean(),
            standing: distribution.standing(actual),
            distribution,
            exact: None,
        }
    }

    #[test]
    fn nobody_is_said_to_have_lost_a_fight_that_nobody_won() {
        let names = [(Seat::A, "South".to_owned()), (Seat::B, "North".to_owned())].into();
        let told = |numbers: Vec<RerolledNumber>| {
            let found = Rerolled {
                game: String::new(),
                first: 1,
                last: 1,
                asked: 10,
                times: 10,
                refused: 0,
                seed: String::new(),
                numbers,
                cut: false,
            };
            headline(&found.numbers[0], &found, &names).0
        };
        let even = [(0, 0.5), (1, 0.5)];
        let one = told(vec![won(Seat::A, 0, &even), won(Seat::B, 0, &even)]);
        assert!(
            one.contains("South wins this fight in <b>50 %</b> (nobody won)."),
            "{one}"
        );
        let lost = told(vec![won(Seat::A, 0, &even), won(Seat::B, 1, &even)]);
        assert!(lost.contains("(North won)."), "{lost}");
        let three = [(0, 0.25), (1, 0.25), (3, 0.5)];
        let several = told(vec![won(Seat::A, 2, &three), won(Seat::B, 1, &three)]);
        assert!(
            several.contains("South wins at least one of 3 fights in <b>75 %</b> (South won 2, North won)."),
            "{several}"
        );
    }

    #[test]
    fn a_form_names_the_command_and_how_often() {
        let fields = |text: &str| Fields::known(text.as_bytes(), &FIELDS).unwrap();
        let asked = request(&fields("version=41&times=&seed=")).unwrap();
        assert_eq!((asked.version, asked.times, asked.seed), (41, None, None));
        let asked = request(&fields("version=41&times=99999999999")).unwrap();
        assert_eq!(
            asked.times,
            Some(u32::MAX),
            "the limit is told where all requests meet it"
        );
        for wrong in ["", "version=x", "version=1&times=many", "version=-1"] {
            assert!(request(&fields(wrong)).is_err(), "{wrong}");
        }
    }
}
