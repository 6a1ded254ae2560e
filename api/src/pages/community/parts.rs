//! Common parts of the pages of the community: numbers with their intervals, and tables of cells.

use hindsight_openapi::wire::GameCard;
use hindsight_reports::community::{
    BehindMoment, Day, Dimension, Filter, LookAt, Mean, MomentOf, NOTHING, Provenance, Rate,
};
use maud::{Markup, html};

use super::super::chart::{percent, plain};
use super::super::form::worded;
use super::super::house::day_of;
use super::super::links::{query, title_of};
use super::super::words::result_words;
use crate::analysis::community::Lag;
use crate::base::error::ApiResult;
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
            small.quiet { (percent(rate.low)) " to " (percent(rate.high)) ", n\u{a0}" (rate.n) }
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
                @if mean.n > 1 { "±\u{a0}" (plain(mean.high - mean.value)) ", " }
                "n\u{a0}" (mean.n)
            }
        }
    }
}

/// The word for people.
pub(super) fn dimension_name(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::System => "System",
        Dimension::Rules => "Rules",
        Dimension::Pack => "Pack",
        Dimension::Faction => "Faction",
        Dimension::Opponent => "Against",
        Dimension::Matchup => "Matchup",
        Dimension::Scenario => "Scenario",
        Dimension::Map => "Map",
        Dimension::Budget => "Points",
        Dimension::Month => "Month",
        Dimension::Provenance => "Provenance",
        Dimension::First => "First turn",
        Dimension::Luck => "Luck",
        Dimension::Result => "Result",
        Dimension::Player => "Player",
        Dimension::Rival => "Opponent",
        Dimension::Army => "Army",
        Dimension::RatingBand => "Rating bracket",
        Dimension::Unit => "Unit",
        Dimension::Order => "Order",
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
                "As of " time datetime=(day) { (day) } ": only games that had ended by then. "
                a href=(format!("{}{}", ctx.req.path(), query(others))) { "Show all" }
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
            p.bots-switch { "Games played by bots are counted too. " a href=(format!("{path}{}", query(others.iter().copied()))) { "Leave them out" } }
        } @else if hidden > 0 {
            p.bots-switch {
                (hidden) @if hidden == 1 { " game by bots is" } @else { " games by bots are" } " not shown. "
                a href=(format!("{path}{}", query(with))) { @if hidden == 1 { "Show it" } @else { "Show them" } }
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
            Dimension::Player | Dimension::Rival => "without an account",
            _ => "none",
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
        return format!("{points} points");
    }
    let is_id = !name.contains(' ') && matches!(dimension, Dimension::Scenario | Dimension::Map);
    if is_id { worded(name) } else { name.to_owned() }
}

/// What the numbers are, once a page.
pub(super) fn method() -> Markup {
    html! {
        details.method {
            summary { "How these are counted" }
            p {
                "Counted are public games that are over and were played from their beginning. Intervals are of 95 %: Wilson's for \
                 shares, Student's for means. Where both sides of a game stand in one line the game is left out of its share of \
                 wins, for it says nothing about it. The two sides of one game depend on each other; means do not correct for that. \
                 The number after n is how many a figure was counted from."
            }
            p {
                "Destroyed, dealt and taken are points for each point of the own army (of the units' own points, where lines are \
                 units); survived is the share of it that was left at the end. A rush is a unit coming into a fight; charges are the \
                 share of them that counted as one. Luck-neutral wins: the share of wins in those games alone in which the dice favoured neither \
                 side by more than one standard deviation. A fight is counted for each unit in it, and a morale test is any the rules ask for. Luck is what the \
                 dice gave above expectation, in standard deviations of all of the side's dice."
            }
            p {
                "Orders, actions and choices of one kind stand in one table: how often an army that gave them did so in a game (of \
                 damage, how much its units took), their share among the lines shown of that kind, and, of those that succeed \
                 or fail, how often they succeeded: charges that made contact, tokens that harmed the unit."
            }
        }
    }
}

/// A note where the figures are not up to date.
pub(super) fn behind(behind: Lag) -> Markup {
    html! {
        @if behind.counting {
            p.quiet role="status" { "The games of this server are being counted; these figures are not whole yet." }
        } @else if behind.events > 0 { p.quiet role="status" { "Games that came in lately are still being counted." } }
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
                            @if place > 0 { " vs " }
                            a href=(format!("/{}#games", query([("player", name.as_str())]))) { (name) }
                        }
                    }
                    @if !card.factions.is_empty() { " " span.quiet { (card.factions.join(" vs ")) } }
                    p.quiet {
                        (card.result.as_deref().map(result_words).unwrap_or_default()) " · " (day_of(&card.updated_at))
                        @if let Some(moment) = moment {
                            " · "
                            a href=(format!("/g/{}/{}", card.id, moment.version)) {
                                @match moment.what {
                                    MomentOf::UnitLost => "unit lost",
                                    MomentOf::OrderGiven => "first such order",
                                    MomentOf::FightDecided => "greatest fight decided",
                                    MomentOf::Rushed => "first charge",
                                    MomentOf::UnlikeliestRoll => "least likely roll",
                                    MomentOf::Tested => "least likely morale test",
                                    MomentOf::Struck => "greatest damage",
                                    MomentOf::GreatestLoss => "greatest loss",
                                    MomentOf::GreatestKill => "greatest loss of the enemy",
                                    MomentOf::Decided => "greatest loss of the loser",
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
