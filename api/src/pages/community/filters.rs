//! The form of the dashboard: it works without a script, and its fields stand in the address.

use hindsight_engine::systems;
use hindsight_reports::community::{CommunityCell, Dimension, Grade, Measure};
use maud::{Markup, html};

use super::parts::dimension_name;
use crate::http::Ctx;

/// What cells are grouped by, for people.
const GROUPS: [Dimension; 17] = [
    Dimension::Faction,
    Dimension::Opponent,
    Dimension::Matchup,
    Dimension::Unit,
    Dimension::Army,
    Dimension::Order,
    Dimension::System,
    Dimension::Scenario,
    Dimension::Map,
    Dimension::Month,
    Dimension::First,
    Dimension::Luck,
    Dimension::Grade,
    Dimension::Player,
    Dimension::Band,
    Dimension::Pack,
    Dimension::Rules,
];

/// The form. `factions` are those that can be asked for.
pub(super) fn form(ctx: &Ctx, factions: &[CommunityCell]) -> Markup {
    let value = |name: &str| ctx.query.text(name).unwrap_or_default();
    let groups: Vec<&str> = ctx.query.text("group").unwrap_or("faction").split(',').collect();
    let more = [
        "scenario", "map", "unit", "player", "since", "until", "grade", "least", "draws",
    ]
    .iter()
    .any(|name| ctx.query.text(name).is_some());
    let text = |name: &str, label: &str| {
        html! {
            label { span { (label) } input type="text" name=(name) value=(value(name)) maxlength="100" autocomplete="off" list=[(name == "faction" || name == "opponent").then_some("factions")]; }
        }
    };
    html! {
        form.search method="get" action="/community" {
            label {
                span { "Grouped by" }
                select name="group" {
                    @for group in GROUPS {
                        option value=(group.word()) selected[groups == [group.word()]] { (dimension_name(group)) }
                    }
                    @for (one, other) in [(Dimension::Faction, Dimension::Opponent), (Dimension::Faction, Dimension::Month), (Dimension::Faction, Dimension::First), (Dimension::Faction, Dimension::Luck), (Dimension::Faction, Dimension::Unit)] {
                        @let word = format!("{},{}", one.word(), other.word());
                        option value=(word) selected[value("group") == word] { (dimension_name(one)) " and " (dimension_name(other).to_lowercase()) }
                    }
                }
            }
            label {
                span { "Bars show" }
                @let shown = Measure::named(ctx.query.text("measure"));
                select name="measure" {
                    @for measure in Measure::ALL {
                        option value=(measure.word()) selected[measure == shown] { (measure.name()) }
                    }
                }
            }
            label {
                span { "System" }
                select name="system" {
                    option value="" { "Any" }
                    @for system in systems() {
                        option value=(system.id()) selected[value("system") == system.id()] { (system.title()) }
                    }
                }
            }
            (text("faction", "Faction"))
            (text("opponent", "Against"))
            datalist #factions { @for cell in factions { option value=(cell.group[0]) {} } }
            button type="submit" { "Show" }
            details.more open[more] {
                summary { "More filters" }
                div {
                    (text("scenario", "Scenario"))
                    (text("map", "Map"))
                    (text("unit", "Unit (system:card)"))
                    (text("player", "Player"))
                    label { span { "Since (month)" } input type="month" name="since" value=(value("since")) placeholder="2026-03"; }
                    label { span { "Until (month)" } input type="month" name="until" value=(value("until")) placeholder="2026-11"; }
                    label {
                        span { "Grade" }
                        select name="grade" {
                            option value="" { "All but games of bots" }
                            @for grade in Grade::ALL {
                                option value=(grade.word()) selected[value("grade") == grade.word()] { (grade_name(grade)) }
                            }
                        }
                    }
                    label {
                        span { "Draws" }
                        select name="draws" {
                            @for (word, label) in [("half", "Half a win"), ("left_out", "Left out"), ("not_won", "Not won")] {
                                option value=(word) selected[value("draws") == word] { (label) }
                            }
                        }
                    }
                    label { span { "Least games of a line" } input type="number" name="least" min="1" max="10000" value=(value("least")) placeholder="5"; }
                    label.flag { input type="checkbox" name="bots" value="true" checked[value("bots") == "true"]; span { "Games of bots, too" } }
                }
            }
        }
    }
}

fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::ServerDice => "This server's dice",
        Grade::AuditedClean => "Recorded, audited clean",
        Grade::TableRecorded => "With rulings or differences",
        Grade::Bots => "Bots",
    }
}
