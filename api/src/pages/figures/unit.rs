//! Fate of each unit.

use hindsight_reports::statistics::{UnitReport, UnitStatistics};
use maud::{Markup, html};

use super::Figures;
use super::tables::{MOST_COUNTED, MOST_DAMAGE};
use crate::games::headlines::unit_name;
use crate::pages::chart::{percent, plain};
use crate::pages::house::{chip, wide};
use crate::pages::words::{count_of, times};

/// The units in one table, then the story of each.
pub(super) fn all(figures: &Figures) -> Markup {
    let units: Vec<&UnitReport> = figures.units().collect();
    let damage = figures.has_damage();
    html! {
        (wide("The units", &html! {
            table {
                caption { "What each did and what it cost" }
                thead { tr { th scope="col" { "Unit" } th.number scope="col" { "Points" } th.number scope="col" { "Left" } @if damage { th.number scope="col" { "Dealt" } th.number scope="col" { "Expected" } th.number scope="col" { "Taken" } th.number scope="col" { "Points dealt" } th.number scope="col" { "Points taken" } th.number scope="col" { "Value" } } @else { th.number scope="col" { "Attacks" } th.number scope="col" { "Attacked" } th.number scope="col" { "Destroyed" } } } }
                tbody { @for unit in &units {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { @if let Some(seat) = unit.figures.seat { (chip(seat)) " " } (figures.unit(&unit.unit)) }
                        td.number { (plain(unit.figures.points)) } td.number { (unit.figures.left) " of " (unit.figures.full) }
                        @if damage {
                            @let made = figures.counted.greatest_attack(|entry| entry.unit == unit.unit, |entry| entry.damage);
                            @let suffered = figures.counted.greatest_attack(|entry| entry.against == unit.unit, |entry| entry.damage);
                            td.number { (figures.leading(made, MOST_DAMAGE, &html! { (unit.attack.damage) })) } td.number { (plain(unit.attack.expected)) } td.number { (figures.leading(suffered, MOST_DAMAGE, &html! { (unit.figures.taken.wounds) })) }
                            td.number { (plain(unit.figures.dealt.worth)) } td.number { (plain(unit.figures.taken.worth)) }
                            td.number { (unit.points_per_point.map_or_else(|| "–".to_owned(), plain)) }
                        } @else {
                            td.number { (unit.attack.attacks) } td.number { (unit.defence.attacks) } td.number { (unit.figures.kills) }
                        }
                    }
                } }
            }
        }))
        div.biographies { @for unit in &units { (story(figures, unit)) } }
    }
}

/// The story of one unit: way, fights, fire, orders, losses, end.
fn story(figures: &Figures, unit: &UnitReport) -> Markup {
    let of = &unit.figures;
    html! {
        details.biography id=(format!("unit-{}", unit.unit)) {
            summary { (unit_name(&of.name, &unit.unit, &of.kind)) " " span.quiet { (unit.unit) @if let Some(ending) = &of.ending { " · " (how_lost(&ending.cause)) } } }
            dl {
                dt { "Movement" }
                dd { (plain(of.distance)) " in " (count_of(of.moves, "move"))
                    @for (kind, distance) in &of.distance_by { ", " (kind) " " (plain(*distance)) }
                    ". " a href=(format!("/g/{}/{}?unit={}", figures.game, figures.report.version.max(1), unit.unit)) { "Show its path" } }
                dt { "Actions" }
                dd { (of.activations) @for (action, count) in &of.actions { ", " (action) " " (count) } }
                @if !of.orders.is_empty() { dt { "Orders" } dd { @for (order, count) in &of.orders { (order) " " (count) " " } } }
                dt { "In combat" }
                dd { "engaged " (times(of.engagements)) @for (from, count) in of.engaged_from.iter().filter(|(from, _)| !from.is_empty()) { ", " (from) " " (count) }
                    "; was engaged " (times(of.was_engaged)) "; charged " (of.charges_made) ", was charged " (of.charges_received) "; fights " (of.fights) ", won " (of.fights_won) }
                @if of.turns > 0 { dt { "Turns" }
                dd { (of.turns) " on the field, " (of.turns_in_combat) " ended in combat; " (under_fire(of))
                    @if !of.orders.is_empty() || of.turns_without_order > 0 { "; " (of.turns_without_order) " ended out of orders" } } }
                dt { "Attacks made" } dd { (attacks(&of.attacks)) }
                dt { "Attacks received" } dd { (attacks(&of.attacked)) }
                @if figures.has_damage() { dt { "Losses" }
                dd { (figures.system.damage_words().count(of.taken.wounds)) " (" (percent(of.taken.share)) ")" @for (cause, damage) in &of.taken_by { "; " (cause) " " (damage.wounds) } } }
                @if of.broken + of.rallied > 0 { dt { "Broke, rallied" } dd { (of.broken) ", " (of.rallied) } }
                dt { "Value" }
                dd { "dealt " (plain(of.dealt.worth)) " points of damage for " (plain(of.points)) ", took " (plain(of.taken.worth)) "; destroyed " (count_of(of.kills, "unit")) " worth " (plain(of.points_destroyed)) }
                @if let Some(ending) = &of.ending {
                    dt { "End" }
                    dd { "event " (figures.moment(ending.version)) ", " (figures.turn(ending.stage.turn)) ": " (ending.cause) @if let Some(by) = &ending.by { " by " (figures.unit(by)) } }
                }
                @for (name, amount) in &of.counters { dt { (figures.counter(name)) } dd { (figures.leading(figures.counted.greatest_count_of(&unit.unit, name), MOST_COUNTED, &html! { (plain(*amount)) })) } }
            }
        }
    }
}

/// How a unit was lost, by the word of its fact.
fn how_lost(cause: &str) -> String {
    match cause {
        "melee" => "destroyed in melee".to_owned(),
        "shooting" => "destroyed by shooting".to_owned(),
        other if other.starts_with("fled") => other.to_owned(),
        other => format!("lost: {other}"),
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
