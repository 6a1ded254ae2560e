//! Fate of each unit.

use hindsight_kernel::Message;
use hindsight_reports::statistics::{Ending, UnitReport, UnitStatistics};
use maud::{Markup, html};

use super::Figures;
use super::tables::{most_counted, most_damage};
use crate::base::messages::text;
use crate::games::headlines::unit_name;
use crate::pages::chart::{percent, plain};
use crate::pages::house::{chip, wide};
use crate::pages::words::{count_of, times};

/// The units in one table, then the story of each.
pub(super) fn all(figures: &Figures) -> Markup {
    let units: Vec<&UnitReport> = figures.units().collect();
    let damage = figures.has_damage();
    html! {
        (wide(text!("figures-unit-units"), &html! {
            table {
                caption { (text!("figures-unit-what-each-did")) }
                thead { tr { th scope="col" { (text!("figures-unit-unit")) } th.number scope="col" { (text!("figures-unit-points")) } th.number scope="col" { (text!("figures-unit-left")) } @if damage { th.number scope="col" { (text!("figures-unit-dealt")) } th.number scope="col" { (text!("figures-unit-expected")) } th.number scope="col" { (text!("figures-unit-taken")) } th.number scope="col" { (text!("figures-unit-points-dealt")) } th.number scope="col" { (text!("figures-unit-points-taken")) } th.number scope="col" { (text!("figures-unit-value")) } } @else { th.number scope="col" { (text!("figures-unit-attacks")) } th.number scope="col" { (text!("figures-unit-attacked")) } th.number scope="col" { (text!("figures-unit-destroyed")) } } } }
                tbody { @for unit in &units {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { @if let Some(seat) = unit.figures.seat { (chip(seat)) " " } (figures.unit(&unit.unit)) }
                        td.number { (plain(unit.figures.points)) } td.number { (text!("figures-unit-left-of", left = unit.figures.left, full = unit.figures.full)) }
                        @if damage {
                            @let made = figures.counted.greatest_attack(|entry| entry.unit == unit.unit, |entry| entry.damage);
                            @let suffered = figures.counted.greatest_attack(|entry| entry.against == unit.unit, |entry| entry.damage);
                            td.number { (figures.leading(made, most_damage(), &html! { (unit.attack.damage) })) } td.number { (plain(unit.attack.expected)) } td.number { (figures.leading(suffered, most_damage(), &html! { (unit.figures.taken.wounds) })) }
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
                dt { (text!("figures-unit-movement")) }
                dd { (text!("figures-unit-moved", distance = plain(of.distance), moves = count_of(of.moves, "move")))
                    @for (kind, distance) in &of.distance_by { ", " (kind) " " (plain(*distance)) }
                    ". " a href=(format!("/g/{}/{}?unit={}", figures.game, figures.report.version.max(1), unit.unit)) { (text!("figures-unit-show-path")) } }
                dt { (text!("figures-unit-actions")) }
                dd { (of.activations) @for (action, count) in &of.actions { ", " (action) " " (count) } }
                @if !of.orders.is_empty() { dt { (text!("figures-unit-orders")) } dd { @for (order, count) in &of.orders { (order) " " (count) " " } } }
                dt { (text!("figures-unit-combat")) }
                dd { (text!("figures-unit-engaged", times = times(of.engagements)))
                    @for (from, count) in of.engaged_from.iter().filter(|(from, _)| !from.is_empty()) { ", " (from) " " (count) }
                    "; "
                    (text!(
                        "figures-unit-fights",
                        times = times(of.was_engaged),
                        charged = of.charges_made,
                        was_charged = of.charges_received,
                        fights = of.fights,
                        won = of.fights_won
                    )) }
                @if of.turns > 0 { dt { (text!("figures-unit-turns")) }
                dd { (text!("figures-unit-on-field", turns = of.turns, in_combat = of.turns_in_combat, under_fire = under_fire(of)))
                    @if !of.orders.is_empty() || of.turns_without_order > 0 { "; " (text!("figures-unit-without-order", turns = of.turns_without_order)) } } }
                dt { (text!("figures-unit-attacks-made")) } dd { (attacks(&of.attacks)) }
                dt { (text!("figures-unit-attacks-received")) } dd { (attacks(&of.attacked)) }
                @if figures.has_damage() { dt { (text!("figures-unit-losses")) }
                dd { (figures.system.damage_words().count(of.taken.wounds)) " (" (percent(of.taken.share)) ")" @for (cause, damage) in &of.taken_by { "; " (cause) " " (damage.wounds) } } }
                @if of.broken + of.rallied > 0 { dt { (text!("figures-unit-broke-rallied")) } dd { (of.broken) ", " (of.rallied) } }
                dt { (text!("figures-unit-value")) }
                dd { (text!(
                    "figures-unit-worth",
                    dealt = plain(of.dealt.worth),
                    points = plain(of.points),
                    taken = plain(of.taken.worth),
                    kills = count_of(of.kills, "unit"),
                    destroyed = plain(of.points_destroyed)
                )) }
                @if let Some(ending) = &of.ending {
                    dt { (text!("figures-unit-end")) }
                    dd { (ending_of(figures, ending)) }
                }
                @for (name, amount) in &of.counters { dt title=[figures.counts(name)] { (figures.counter(name)) } dd { (figures.leading(figures.counted.greatest_count_of(&unit.unit, name), most_counted(), &html! { (plain(*amount)) })) } }
            }
        }
    }
}

/// How a unit was lost, by the word of its fact.
fn how_lost(cause: &str) -> String {
    match cause {
        "melee" => text!("figures-unit-lost-melee").into(),
        "shooting" => text!("figures-unit-lost-shooting").into(),
        other if other.starts_with("fled") => other.to_owned(),
        other => text!("figures-unit-lost", cause = other.to_owned()).into(),
    }
}

/// The turns in which somebody shot at it.
fn under_fire(of: &UnitStatistics) -> Message {
    if of.under_fire.is_empty() {
        return text!("figures-unit-never-under-fire");
    }
    let turns: Vec<String> = of.under_fire.iter().map(ToString::to_string).collect();
    text!(
        "figures-unit-under-fire",
        count = turns.len(),
        turns = turns.join(", ")
    )
}

/// How a unit ended, with the moment of it.
fn ending_of(figures: &Figures, ending: &Ending) -> Markup {
    let (turn, cause) = (figures.turn(ending.stage.turn), ending.cause.clone());
    let event = figures.moment(ending.version);
    match &ending.by {
        Some(by) => text!("figures-unit-ended-by", turn, cause; event = event, by = figures.unit(by)),
        None => text!("figures-unit-ended", turn, cause; event = event),
    }
}

fn attacks(
    tallies: &std::collections::BTreeMap<String, hindsight_reports::statistics::AttackTally>,
) -> Markup {
    html! {
        @if tallies.is_empty() { (text!("figures-unit-none")) }
        @for (place, (kind, tally)) in tallies.iter().enumerate() {
            @if place > 0 { "; " }
            (text!(
                "figures-unit-tally",
                kind,
                attacks = tally.attacks,
                dice = tally.dice,
                hits = tally.hits,
                damage = tally.damage,
                expected = plain(tally.expected)
            ))
        }
    }
}
