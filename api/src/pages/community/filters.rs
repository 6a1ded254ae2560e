//! The form of the dashboard: it works without a script, and its fields stand in the address.

use hindsight_engine::systems;
use hindsight_kernel::Message;
use hindsight_reports::community::{CommunityCell, CommunityQuery, Dimension, Measure, NOTHING, Provenance};
use maud::{Markup, html};

use super::parts::{dimension_name, shown_name};
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::http::Ctx;

/// What cells are grouped by, for people.
const GROUPS: [Dimension; 18] = [
    Dimension::Faction,
    Dimension::Opponent,
    Dimension::Matchup,
    Dimension::Unit,
    Dimension::Army,
    Dimension::Order,
    Dimension::System,
    Dimension::Scenario,
    Dimension::Map,
    Dimension::Budget,
    Dimension::Month,
    Dimension::First,
    Dimension::Luck,
    Dimension::Provenance,
    Dimension::Player,
    Dimension::RatingBand,
    Dimension::Pack,
    Dimension::Rules,
];

/// What each list of the form offers: the values that counted games have, whatever else is asked.
pub(super) struct Choices {
    lists: Vec<(Dimension, Vec<CommunityCell>)>,
}

impl Choices {
    /// The dimensions whose values are chosen from a list.
    const LISTED: [Dimension; 6] = [
        Dimension::Faction,
        Dimension::Opponent,
        Dimension::Scenario,
        Dimension::Map,
        Dimension::Budget,
        Dimension::Unit,
    ];

    /// Those of the games that a question is about, in the order of their names.
    pub(super) async fn of(ctx: &Ctx, query: &CommunityQuery) -> ApiResult<Self> {
        let mut lists = Vec::new();
        for dimension in Self::LISTED {
            let mut asked = CommunityQuery {
                by: vec![dimension],
                least: 1,
                ..query.clone()
            };
            asked.filter.is.retain(|kept, _| *kept == Dimension::System);
            let (found, _) = ctx.services.community.figures(asked, super::GAMES).await?;
            let mut cells = found.cells;
            // Numbers by their size.
            cells.sort_by_key(|cell| {
                (
                    cell.group.first().and_then(|value| value.parse::<u32>().ok()),
                    cell.names.clone(),
                )
            });
            lists.push((dimension, cells));
        }
        Ok(Self { lists })
    }

    fn list(&self, dimension: Dimension) -> &[CommunityCell] {
        self.lists
            .iter()
            .find(|(known, _)| *known == dimension)
            .map_or(&[], |(_, cells)| cells)
    }
}

/// The form.
pub(super) fn form(ctx: &Ctx, choices: &Choices) -> Markup {
    let value = |name: &str| ctx.query.text(name).unwrap_or_default();
    let groups: Vec<&str> = ctx.query.text("group").unwrap_or("faction").split(',').collect();
    let more = [
        "scenario",
        "map",
        "budget",
        "unit",
        "player",
        "since",
        "until",
        "as_of",
        "provenance",
        "minimum_games",
        "draws",
    ]
    .iter()
    .any(|name| ctx.query.text(name).is_some());
    let typed = |name: &str, label: Message| {
        html! {
            label { span { (label) } input type="text" name=(name) value=(value(name)) maxlength="100" autocomplete="off"; }
        }
    };
    let pick = |dimension: Dimension| {
        let (name, cells) = (dimension.word(), choices.list(dimension));
        let chosen = value(name);
        let unknown = !chosen.is_empty() && cells.iter().all(|cell| cell.group[0] != chosen);
        html! {
            label { span { (dimension_name(dimension)) }
                select name=(name) {
                    option value="" { (text!("filters-any")) }
                    @if unknown { option value=(chosen) selected { (chosen) } }
                    @for cell in cells.iter().filter(|cell| cell.group[0] != NOTHING) {
                        option value=(cell.group[0]) selected[cell.group[0] == chosen] { (text!("filters-value", value = shown_name(dimension, &cell.names[0]), games = cell.games)) }
                    }
                }
            }
        }
    };
    html! {
        form.search method="get" action="/community" {
            label {
                span { (text!("filters-group")) }
                select name="group" {
                    @for group in GROUPS {
                        option value=(group.word()) selected[groups == [group.word()]] { (group_name(group)) }
                    }
                    @for (one, other) in [(Dimension::Faction, Dimension::Opponent), (Dimension::Matchup, Dimension::Budget), (Dimension::Faction, Dimension::Month), (Dimension::Faction, Dimension::First), (Dimension::Faction, Dimension::Luck), (Dimension::Faction, Dimension::Unit)] {
                        @let word = format!("{},{}", one.word(), other.word());
                        option value=(word) selected[value("group") == word] { (text!("filters-two-groups", one = dimension_name(one), other = dimension_name(other).to_string().to_lowercase())) }
                    }
                }
            }
            label {
                span { (text!("filters-chart")) }
                @let shown = Measure::named(ctx.query.text("measure"));
                select name="measure" {
                    @for measure in Measure::ALL {
                        option value=(measure.word()) selected[measure == shown] { (measure.name()) }
                    }
                }
            }
            label {
                span { (text!("filters-system")) }
                select name="system" {
                    option value="" { (text!("filters-any")) }
                    @for system in systems() {
                        option value=(system.id()) selected[value("system") == system.id()] { (system.title()) }
                    }
                }
            }
            (pick(Dimension::Faction))
            (pick(Dimension::Opponent))
            button type="submit" { (text!("filters-show")) }
            details.more open[more] {
                summary { (text!("filters-more")) }
                div {
                    (pick(Dimension::Scenario))
                    (pick(Dimension::Map))
                    (pick(Dimension::Budget))
                    (pick(Dimension::Unit))
                    (typed("player", text!("filters-player")))
                    label { span { (text!("filters-since")) } input type="month" name="since" value=(value("since")) placeholder="2026-03"; }
                    label { span { (text!("filters-until")) } input type="month" name="until" value=(value("until")) placeholder="2026-11"; }
                    p.quiet { (text!("filters-utc")) }
                    label { span { (text!("filters-as-of")) } input type="date" name="as_of" value=(value("as_of")); }
                    label {
                        span { (text!("filters-record")) }
                        select name="provenance" {
                            option value="" { (text!("filters-any")) }
                            @for provenance in Provenance::ALL.into_iter().filter(|provenance| *provenance != Provenance::Bots) {
                                option value=(provenance.word()) selected[value("provenance") == provenance.word()] { (provenance_name(provenance)) }
                            }
                        }
                    }
                    label {
                        span { (text!("filters-draws")) }
                        select name="draws" {
                            @for (word, label) in [("half", text!("filters-draws-half")), ("left_out", text!("filters-draws-left-out")), ("not_won", text!("filters-draws-not-won"))] {
                                option value=(word) selected[value("draws") == word] { (label) }
                            }
                        }
                    }
                    label { span { (text!("filters-minimum")) } input type="number" name="minimum_games" min="1" max="10000" value=(value("minimum_games")) placeholder="5"; }
                    @if value("bots") == "true" { input type="hidden" name="bots" value="true"; }
                }
            }
        }
    }
}

/// What cells are grouped by, in the list of the form.
fn group_name(dimension: Dimension) -> Message {
    match dimension {
        Dimension::Order => text!("filters-group-orders"),
        other => dimension_name(other),
    }
}

fn provenance_name(provenance: Provenance) -> Message {
    match provenance {
        Provenance::ServerDice => text!("provenance-server-dice"),
        Provenance::AuditedClean => text!("provenance-audited-clean"),
        Provenance::TableRecorded => text!("provenance-table-recorded"),
        Provenance::PartlyRecorded => text!("provenance-partly-recorded"),
        Provenance::Bots => text!("provenance-bots"),
    }
}
