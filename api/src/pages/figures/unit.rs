//! Fate of each unit.

use hindsight_reports::statistics::{UnitReport, UnitStatistics};
use maud::{Markup, html};

use super::Figures;
use super::tables::words;
use crate::pages::chart::{percent, plain};
use crate::pages::house::{chip, wide};

/// The units in one table, then the story of each.
pub(super) fn all(figures: &Figures) -> Markup {
    let units = &figures.report.units;
    html! {
        (wide("The units", &html! {
            table {
                caption { "What each did and what it cost" }
                thead { tr { th scope="col" { "Unit" } th.number scope="col" { "Points" } th.number scope="col" { "Left" } th.number scope="col" { "Dealt" } th.number scope="col" { "Expected" } th.number scope="col" { "Taken" } th.number scope="col" { "Worth dealt" } th.number scope="col" { "Worth taken" } th.number scope="col" { "Return" } } }
                tbody { @for unit in units {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { @if let Some(seat) = unit.figures.seat { (chip(seat)) " " } (figures.unit(&unit.unit)) }
                        td.number { (plain(unit.figures.points)) } td.number { (unit.figures.left) " of " (unit.figures.full) }
                        td.number { (unit.attack.damage) } td.number { (plain(unit.attack.expected)) } td.number { (unit.figures.taken.wounds) }
                        td.number { (plain(unit.figures.dealt.worth)) } td.number { (plain(unit.figures.taken.worth)) }
                        td.number { (unit.points_per_point.map_or_else(|| "–".to_owned(), plain)) }
                    }
                } }
            }
        }))
        div.biographies { @for unit in units { (story(figures, unit)) } }
    }
}

/// The story of one unit: way, fights, fire, orders, losses, end.
fn story(figures: &Figures, unit: &UnitReport) -> Markup {
    let of = &unit.figures;
    html! {
        details.biography id=(format!("unit-{}", unit.unit)) {
            summary { (of.name) " " span.quiet { (unit.unit) @if let Some(ending) = &of.ending { " · lost: " (words(&ending.cause)) } } }
            dl {
                dt { "Way" }
                dd { (plain(of.distance)) " in " (of.moves) " moves"
                    @for (kind, distance) in &of.distance_by { ", " (kind) " " (plain(*distance)) }
                    ". " a href=(format!("/g/{}/{}?unit={}", figures.game, figures.report.version.max(1), unit.unit)) { "Its way on the board" } }
                dt { "Acts" }
                dd { (of.activations) @for (action, count) in &of.actions { ", " (action) " " (count) } }
                @if !of.orders.is_empty() { dt { "Orders" } dd { @for (order, count) in &of.orders { (order) " " (count) " " } } }
                dt { "In combat" }
                dd { "came into a fight " (of.engagements) " times" @for (from, count) in &of.engaged_from { ", " (from) " " (count) }
                    "; was met " (of.was_engaged) " times; charged " (of.charges_made) ", was charged " (of.charges_received) "; fights " (of.fights) ", won " (of.fights_won) }
                dt { "Turns" }
                dd { (of.turns) " on the field, " (of.turns_in_combat) " of them in combat at their end; " (under_fire(of))
                    @if !of.orders.is_empty() || of.turns_without_order > 0 { "; " (of.turns_without_order) " out of orders at their end" } }
                dt { "Attacks made" } dd { (attacks(&of.attacks)) }
                dt { "Attacks on it" } dd { (attacks(&of.attacked)) }
                dt { "Losses" }
                dd { (of.taken.wounds) " wounds, " (percent(of.taken.share)) " of it" @for (cause, damage) in &of.taken_by { "; " (cause) " " (damage.wounds) } }
                @if of.broken + of.rallied > 0 { dt { "Broke, rallied" } dd { (of.broken) ", " (of.rallied) } }
                dt { "Return" }
                dd { "dealt " (plain(of.dealt.worth)) " points of damage for " (plain(of.points)) ", took " (plain(of.taken.worth)) "; destroyed " (of.kills) " units worth " (plain(of.points_destroyed)) }
                @if let Some(ending) = &of.ending {
                    dt { "End" }
                    dd { "event " (figures.moment(ending.version)) ", turn " (ending.stage.turn) ": " (ending.cause) @if let Some(by) = &ending.by { " by " (figures.unit(by)) } }
                }
                @for (name, amount) in &of.counters { dt { (words(name)) } dd { (plain(*amount)) } }
            }
        }
    }
}

/// The turns in which somebody shot at it.
fn under_fire(of: &UnitStatistics) -> Markup {
    html! {
        @if of.under_fire.is_empty() { "never under fire" }
        @else {
            "under fire in " (of.under_fire.len()) " ("
            @for (place, turn) in of.under_fire.iter().enumerate() { @if place > 0 { ", " } (turn) }
            ")"
        }
    }
}

fn attacks(
    tallies: &std::collections::BTreeMap<String, hindsight_reports::statistics::AttackTally>,
) -> Markup {
    html! {
        @if tallies.is_empty() { "none" }
        @for (place, (kind, tally)) in tallies.iter().enumerate() {
            @if place > 0 { "; " }
            (kind) " " (tally.attacks) ": " (tally.dice) " dice, " (tally.hits) " hits, " (tally.damage) " damage, expected " (plain(tally.expected))
        }
    }
}
