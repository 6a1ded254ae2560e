//! Common parts of the pages of the community: numbers with their intervals, and tables of cells.

use hindsight_kernel::{Message, joined};
use hindsight_openapi::wire::GameCard;
use hindsight_reports::community::{
    BehindMoment, Day, Dimension, Filter, LookAt, Mean, MomentOf, NOTHING, Provenance, Rate,
};
use maud::{Markup, html};

use super::super::chart::{percent, plain};
use super::super::form::worded;
use super::super::house::day_of;
use super::super::links::{query, title_of};
use super::super::words::{interval_of, result_words};
use crate::analysis::community::Lag;
use crate::base::error::ApiResult;
use crate::base::messages::{MESSAGES, text};
use crate::http::Ctx;
use crate::http::community::as_of;

/// A share with its interval and of how many, and as a small picture: the line is the interval, the dot the share, the
/// stroke in the middle one half.
pub(super) fn rate(rate: Option<&Rate>) -> Markup {
    let Some(rate) = rate else {
        return html! { span.quiet { "–" } };
    };
    let at = |share: f64| format!("{:.1}", share * 60.0 + 3.0);
    html! {
        span.measured {
            span {
                svg viewBox="0 0 66 14" width="66" height="14" aria-hidden="true" {
                    line.half x1="33" x2="33" y1="1" y2="13" {}
                    line.reach x1=(at(rate.low)) x2=(at(rate.high)) y1="7" y2="7" {}
                    circle.value cx=(at(rate.value)) cy="7" r="3" {}
                }
                " " (percent(rate.value))
            }
            small.quiet { (interval_of(percent(rate.low), percent(rate.high), rate.n)) }
        }
    }
}

/// A mean with half the width of its interval and of how many.
pub(super) fn mean(mean: Option<&Mean>) -> Markup {
    let Some(mean) = mean else {
        return html! { span.quiet { "–" } };
    };
    html! {
        span.measured {
            span { (plain(mean.value)) }
            small.quiet {
                @if mean.n > 1 { (text!("words-within-of", half = plain(mean.high - mean.value), n = mean.n)) }
                @else { (text!("words-of", n = mean.n)) }
            }
        }
    }
}

/// The word for people.
pub(super) fn dimension_name(dimension: Dimension) -> Message {
    match dimension {
        Dimension::System => text!("dimension-system"),
        Dimension::Rules => text!("dimension-rules"),
        Dimension::Pack => text!("dimension-pack"),
        Dimension::Faction => text!("dimension-faction"),
        Dimension::Opponent => text!("dimension-opponent"),
        Dimension::Matchup => text!("dimension-matchup"),
        Dimension::Scenario => text!("dimension-scenario"),
        Dimension::Map => text!("dimension-map"),
        Dimension::Budget => text!("dimension-budget"),
        Dimension::Month => text!("dimension-month"),
        Dimension::Provenance => text!("dimension-provenance"),
        Dimension::First => text!("dimension-first"),
        Dimension::Luck => text!("dimension-luck"),
        Dimension::Result => text!("dimension-result"),
        Dimension::Player => text!("dimension-player"),
        Dimension::Rival => text!("dimension-rival"),
        Dimension::Army => text!("dimension-army"),
        Dimension::RatingBand => text!("dimension-rating-band"),
        Dimension::Unit => text!("dimension-unit"),
        Dimension::Order => text!("dimension-order"),
    }
}

/// What stands for itself in an address.
const PLAIN: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A text as one segment of a path.
pub(super) fn segment(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, PLAIN).to_string()
}

/// What every link from a page to another page of figures carries: whether games of bots count, and the day as of which
/// figures are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Carried {
    /// Games of bots count.
    pub(super) bots: bool,
    /// The day, if one was asked for.
    pub(super) as_of: Option<Day>,
}

impl Carried {
    /// As the address of a page has it.
    pub(super) fn of(ctx: &Ctx) -> ApiResult<Self> {
        Ok(Self {
            bots: ctx.query.flag("bots"),
            as_of: as_of(ctx)?,
        })
    }

    /// An address with these fields and with what is carried.
    pub(super) fn address(self, path: &str, fields: &[(&str, &str)]) -> String {
        let day = self.as_of.map(|day| day.to_string());
        let carried = self
            .bots
            .then_some(("bots", "true"))
            .into_iter()
            .chain(day.iter().map(|day| ("as_of", day.as_str())));
        format!("{path}{}", query(fields.iter().copied().chain(carried)))
    }
}

/// The day as of which a page's figures are, with a way to those of now.
pub(super) fn as_of_note(ctx: &Ctx, carried: Carried) -> Markup {
    let others = ctx
        .query
        .all()
        .iter()
        .filter(|(name, value)| *name != "as_of" && *name != "cursor" && !value.is_empty())
        .map(|(name, value)| (*name, value.as_str()));
    html! {
        @if let Some(day) = carried.as_of {
            p.bots-switch {
                (text!("as-of-note"; day = html! { time datetime=(day) { (day) } })) " "
                a href=(format!("{}{}", ctx.req.path(), query(others))) { (text!("as-of-show-all")) }
            }
        }
    }
}

/// The switch between games of people alone and games of bots too; `hidden` is how many of bots are left out.
pub(super) fn bots_switch(ctx: &Ctx, carried: Carried, hidden: u64) -> Markup {
    let others: Vec<(&str, &str)> = ctx
        .query
        .all()
        .iter()
        .filter(|(name, value)| *name != "bots" && *name != "cursor" && !value.is_empty())
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let with = others.iter().copied().chain([("bots", "true")]);
    let path = ctx.req.path();
    html! {
        @if carried.bots {
            p.bots-switch { (text!("bots-counted")) " " a href=(format!("{path}{}", query(others.iter().copied()))) { (text!("bots-leave-out")) } }
        } @else if hidden > 0 {
            p.bots-switch {
                (text!("bots-hidden", games = hidden)) " "
                a href=(format!("{path}{}", query(with))) { (text!("bots-show", games = hidden)) }
            }
        }
    }
}

/// How many games of bots a filter leaves out.
pub(super) async fn hidden_bots(ctx: &Ctx, filter: &Filter) -> ApiResult<u64> {
    if filter.with_bots || filter.is.contains_key(&Dimension::Provenance) {
        return Ok(0);
    }
    let bots = filter.clone().and(Dimension::Provenance, Provenance::Bots.word());
    let found = ctx.services.community.games(bots, LookAt::Usual, None, 1).await?;
    Ok(found.total)
}

/// A value of a dimension for people, with a way to its page if it has one.
pub(super) fn value(dimension: Dimension, value: &str, name: &str, carried: Carried) -> Markup {
    if value == NOTHING {
        let words = match dimension {
            Dimension::Player | Dimension::Rival => text!("value-without-account"),
            _ => text!("value-none"),
        };
        return html! { span.quiet { (words) } };
    }
    let to = |path: String| carried.address(&path, &[]);
    match dimension {
        Dimension::Faction | Dimension::Opponent => {
            html! { a href=(to(format!("/factions/{}", segment(value)))) { (name) } }
        }
        Dimension::Player | Dimension::Rival => {
            // By id: a deleted account is found by nothing else. A player's page counts games of bots in any case.
            let to = Carried {
                bots: false,
                ..carried
            }
            .address(&format!("/players/{}", segment(value)), &[]);
            html! { a href=(to) { (name) } }
        }
        Dimension::Unit => {
            let (system, card) = value.split_once(':').unwrap_or_default();
            html! { a href=(to(format!("/units/{}/{}", segment(system), segment(card)))) { (name) } }
        }
        Dimension::System => html! { a href=(format!("/systems/{}", segment(value))) { (name) } },
        Dimension::Pack if value.len() > 16 => html! { span title=(value) { (value[..12]) "…" } },
        Dimension::Provenance | Dimension::Result => html! { (value.replace('_', " ")) },
        _ => html! { (shown_name(dimension, name)) },
    }
}

/// What a value is called: scenarios and maps, which have ids alone, by those in words; a budget by its points.
pub(super) fn shown_name(dimension: Dimension, name: &str) -> String {
    if let (Dimension::Budget, Ok(points)) = (dimension, name.parse::<u32>()) {
        return text!("value-points", points).into();
    }
    let is_id = !name.contains(' ') && matches!(dimension, Dimension::Scenario | Dimension::Map);
    if is_id { worded(name) } else { name.to_owned() }
}

/// What the numbers are, once a page.
pub(super) fn method() -> Markup {
    html! {
        details.method {
            summary { (text!("method-title")) }
            p { (text!("method-games")) }
            p { (text!("method-figures")) }
            p { (text!("method-orders")) }
        }
    }
}

/// A note where the figures are not up to date.
pub(super) fn behind(behind: Lag) -> Markup {
    html! {
        @if behind.counting {
            p.quiet role="status" { (text!("lag-counting")) }
        } @else if behind.events > 0 { p.quiet role="status" { (text!("lag-events")) } }
    }
}

/// Games as a plain list, each with the moment to look at.
pub(super) fn games(items: &[(GameCard, Option<BehindMoment>)]) -> Markup {
    html! {
        ul.plain-games {
            @for (card, moment) in items {
                li {
                    a href=(format!("/g/{}", card.id)) { (title_of(card)) }
                    @if !card.players.is_empty() {
                        " · "
                        @for (place, name) in card.players.values().enumerate() {
                            @if place > 0 { " " (text!("community-versus")) " " }
                            a href=(format!("/{}#games", query([("player", name.as_str())]))) { (name) }
                        }
                    }
                    @if !card.factions.is_empty() { " " span.quiet { (joined!(MESSAGES, "community-versus-next", &card.factions)) } }
                    p.quiet {
                        (card.result.as_deref().map(result_words).unwrap_or_default()) " · " (day_of(&card.updated_at))
                        @if let Some(moment) = moment {
                            " · "
                            a href=(format!("/g/{}/{}", card.id, moment.version)) {
                                @match moment.what {
                                    MomentOf::UnitLost => (text!("moment-unit-lost")),
                                    MomentOf::OrderGiven => (text!("moment-order-given")),
                                    MomentOf::FightDecided => (text!("moment-fight-decided")),
                                    MomentOf::Rushed => (text!("moment-rushed")),
                                    MomentOf::UnlikeliestRoll => (text!("moment-unlikeliest-roll")),
                                    MomentOf::Tested => (text!("moment-tested")),
                                    MomentOf::Struck => (text!("moment-struck")),
                                    MomentOf::GreatestLoss => (text!("moment-greatest-loss")),
                                    MomentOf::GreatestKill => (text!("moment-greatest-kill")),
                                    MomentOf::Decided => (text!("moment-decided")),
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
