//! Tables and charts of the figures page.

use std::collections::BTreeSet;

use hindsight_kernel::Seat;
use hindsight_reports::statistics::{AttackEntry, Checks, LuckFigures, RollEntry, ScorePoint, SeatReport};
use maud::{Markup, html};

use super::Figures;
use crate::pages::chart::{percent, plain};
use crate::pages::dice::faces;
use crate::pages::house::{chart_picture, wide};

fn chart(figures: &Figures, name: &str, heading: &str) -> Markup {
    let address = format!("/v1/games/{}/charts/{name}.svg", figures.game);
    html! {
        figure {
            a href=(address) { (chart_picture(figures.colours, &address, heading)) }
            figcaption { (heading) }
        }
    }
}

/// A percentile, a click away from how it is worked out.
fn percentile(share: f64) -> Markup {
    html! { a href="#method" title="How it is calculated" { (percent(share)) } }
}

/// What the rolls of a row are.
#[derive(Clone, Copy, PartialEq)]
enum Rolls {
    /// Of one kind: their sum says something by itself.
    Alike,
    /// Of several kinds, such as hits and checks: only how far they went beyond what was expected adds up.
    Mixed,
}

/// A difference with its sign, which what rounds to nothing has not.
fn signed(value: f64) -> String {
    let text = plain(value);
    if text.starts_with('−') || text == "0" {
        text
    } else {
        format!("+{text}")
    }
}

/// What was expected, what came, and where that stands.
fn luck_cells(figures: &Figures, rolls: Rolls, row: &LuckRow) -> Markup {
    let luck = &row.luck;
    html! {
        td.number { (figures.leading(row.to, row.title, &html! { (luck.rolls) })) }
        @if rolls == Rolls::Alike {
            // Where low is good the figures count below 0; on the table the dice were added up.
            td.number { (luck.actual.abs()) }
            td.number { (plain(luck.expected.abs())) }
        }
        td.number { (figures.leading(row.to, row.title, &html! { (signed(luck.surplus)) })) }
        td.number { @if luck.rolls == 0 { "–" } @else { (percentile(luck.percentile)) } }
    }
}

/// What a figure of luck leads to.
const LEAST_LIKELY: &str = "The least likely roll";
/// What a figure of damage leads to.
pub(super) const MOST_DAMAGE: &str = "The attack that did most damage";

/// What a counter leads to.
pub(super) const MOST_COUNTED: &str = "Where it rose most";

/// A row of a table of luck: whose it is, and the event that it leads to.
struct LuckRow {
    who: Markup,
    luck: LuckFigures,
    to: Option<u64>,
    title: &'static str,
}

fn luck_table(figures: &Figures, name: &str, first: &str, rolls: Rolls, rows: &[LuckRow]) -> Markup {
    wide(
        name,
        &html! {
            table {
                caption { (name) }
                thead { tr { th scope="col" { (first) } th.number scope="col" { "Rolls" } @if rolls == Rolls::Alike { th.number scope="col" { "Actual" } th.number scope="col" { "Expected" } } th.number scope="col" { "Luck (+/−)" } th.number scope="col" { "Percentile" } } }
                tbody { @for row in rows { tr { th scope="row" { (row.who) } (luck_cells(figures, rolls, row)) } } }
            }
        },
    )
}

/// Raw counts: dice, faces, rolls by purpose.
pub(super) fn counts(figures: &Figures) -> Markup {
    let seats = &figures.report.seats;
    let damage = figures.has_damage();
    let sides: BTreeSet<u8> = seats.iter().flat_map(|seat| seat.faces.keys().copied()).collect();
    html! {
        (wide("Dice and damage by player", &html! {
            table {
                caption { "Dice and damage by player" }
                thead { tr { th scope="col" { "Player" } th.number scope="col" { "Rolls" } th.number scope="col" { "Dice" } th.number scope="col" { "Attacks" } th.number scope="col" { "Hits" } @if damage { th.number scope="col" { "Saved" } th.number scope="col" { "Damage" } } th.number scope="col" { "Units lost" } th.number scope="col" { "Units destroyed" } } }
                tbody { @for seat in seats {
                    @let own = |entry: &AttackEntry| entry.seat == seat.seat;
                    @let roll = figures.counted.least_likely_roll(|roll| roll.seat == seat.seat);
                    @let most = |of: fn(&AttackEntry) -> u32| figures.counted.greatest_attack(own, of);
                    tr { th scope="row" { (figures.name(seat.seat)) }
                        td.number { (figures.leading(roll, LEAST_LIKELY, &html! { (seat.rolls) })) }
                        td.number { (figures.leading(roll, LEAST_LIKELY, &html! { (seat.dice) })) }
                        td.number { (figures.leading(most(|entry| entry.dice), "The attack of most dice", &html! { (seat.attack.attacks) })) }
                        td.number { (figures.leading(most(|entry| entry.hits), "The attack of most hits", &html! { (seat.attack.hits) })) }
                        @if damage {
                            td.number { (figures.leading(most(|entry| entry.saved), "The attack of which most was saved", &html! { (seat.attack.saved) })) }
                            td.number { (figures.leading(most(|entry| entry.damage), MOST_DAMAGE, &html! { (seat.attack.damage) })) }
                        }
                        td.number { (figures.losses(seat, &html! { (seat.lost) " of " (seat.units) })) }
                        td.number { (figures.kills(seat, &html! { (seat.kills) })) }
                    }
                } }
            }
        }))
        @for sides in sides { (faces_table(figures, sides)) }
        @let unknown: u32 = seats.iter().map(without_faces).sum();
        @if unknown > 0 { p.hint { (unknown) " dice were reported by a count: their faces are not known, so they are in no table or chart of faces." } }
        div.charts { (chart(figures, "dice", "Faces of the dice")) }
    }
}

/// Dice of a player whose faces are not known, since they were counted.
fn without_faces(seat: &SeatReport) -> u32 {
    let known: u32 = seat.faces.values().flatten().sum();
    seat.dice.saturating_sub(known)
}

/// How often each face came up, and how often it was to be expected.
fn faces_table(figures: &Figures, sides: u8) -> Markup {
    let mut name = format!("Faces of dice with {sides} sides");
    if sides == 10 {
        name.push_str(" (10 reads 0)");
    }
    wide(
        &name,
        &html! {
            table {
                caption { (name) }
                thead { tr { th scope="col" { "Player" } @for face in 1..=sides { th.number scope="col" { (face) } } th.number scope="col" { "Expected of each" } } }
                tbody { @for seat in &figures.report.seats {
                    @if let Some(counts) = seat.faces.get(&sides) {
                        tr { th scope="row" { (figures.name(seat.seat)) }
                            @for face in 0..usize::from(sides) { td.number { (counts.get(face).copied().unwrap_or(0)) } }
                            td.number { (plain(f64::from(counts.iter().sum::<u32>()) / f64::from(sides.max(1)))) } }
                    }
                } }
            }
        },
    )
}

/// Luck of players, phases, purposes and units.
pub(super) fn luck(figures: &Figures) -> Markup {
    let report = &figures.report;
    let counted = &figures.counted;
    let of_rolls = |who: Markup, luck: &LuckFigures, counts: &dyn Fn(&RollEntry) -> bool| LuckRow {
        who,
        luck: luck.clone(),
        to: counted.least_likely_roll(|roll| !roll.is_roll_off() && counts(roll)),
        title: LEAST_LIKELY,
    };
    let seats = report.seats.iter();
    let players: Vec<_> = seats
        .clone()
        .map(|seat| {
            of_rolls(figures.name(seat.seat), &seat.luck, &|roll| {
                roll.seat == seat.seat
            })
        })
        .collect();
    let damage: Vec<_> = seats
        .map(|seat| LuckRow {
            who: figures.name(seat.seat),
            luck: seat.damage_luck.clone(),
            to: counted.greatest_attack(|entry| entry.seat == seat.seat, |entry| entry.damage),
            title: MOST_DAMAGE,
        })
        .collect();
    let phases: Vec<_> = figures
        .phases
        .iter()
        .map(|(phase, seat, luck)| {
            let who = html! { (figures.name(*seat)) ": " (phase) };
            of_rolls(who, luck, &|roll| {
                roll.seat == *seat && roll.stage.phase == *phase
            })
        })
        .collect();
    let purposes: Vec<_> = report
        .purposes
        .iter()
        .map(|row| {
            let who = html! { (figures.name(row.seat)) ": " (row.purpose) " " small.quiet.one-line { "weight " (percent(row.weight)) } };
            of_rolls(who, &row.luck, &|roll| {
                roll.seat == row.seat && roll.purpose == row.purpose
            })
        })
        .collect();
    let units: Vec<_> = report
        .units
        .iter()
        .filter(|unit| unit.luck.rolls > 0)
        .map(|unit| {
            of_rolls(figures.unit(&unit.unit), &unit.luck, &|roll| {
                roll.unit.as_ref() == Some(&unit.unit)
            })
        })
        .collect();
    html! {
        div.abreast {
            (luck_table(figures, "Luck of the dice by player", "Player", Rolls::Mixed, &players))
            @if figures.has_damage() { (luck_table(figures, "Luck of damage by player", "Player", Rolls::Alike, &damage)) }
            (luck_table(figures, "Luck by phase", "Phase", Rolls::Mixed, &phases))
            (luck_table(figures, "Luck by purpose", "Purpose", Rolls::Alike, &purposes))
            (luck_table(figures, "Luck by unit", "Unit", Rolls::Mixed, &units))
        }
        div.charts { (chart(figures, "luck", "Luck over time")) }
    }
}

/// What each turn left of the armies, and how the score went.
pub(super) fn time(figures: &Figures) -> Markup {
    let report = &figures.report;
    let seats: Vec<Seat> = report.seats.iter().map(|seat| seat.seat).collect();
    let left = |seat: Seat, turn: u32| {
        let mut points = report.strength.iter().rev();
        points
            .find(|point| point.seat == seat && point.stage.turn <= turn)
            .map_or(1.0, |point| point.share)
    };
    let damage = figures.has_damage();
    let reached = |seat: Seat, turn: u32| {
        let mut points = report.threat.iter();
        points.find(|point| point.seat == seat && point.stage.turn == turn)
    };
    html! {
        div.charts { (chart(figures, "strength", "Strength over time")) (chart(figures, "threat", "Threat over time")) }
        (wide("Turn by turn", &html! {
            table {
                caption { "Turn by turn" }
                thead { tr { th scope="col" { "Turn" } th scope="col" { "Player" } th.number scope="col" { "Activations" } th.number scope="col" { "Dice" } @if damage { th.number scope="col" { "Dealt" } th.number scope="col" { "Taken" } th.number scope="col" { "Points dealt" } } th.number scope="col" { "Luck (+/−)" } th.number scope="col" { "Strength left" } th.number scope="col" { a href="#method" { "Threat" } } } }
                tbody { @for period in report.periods.iter().filter(|period| period.turn > 0) { @for seat in &seats { @if let Some(of) = period.seats.get(seat).filter(|of| of.activations > 0 || of.dice > 0 || of.dealt.wounds > 0 || of.taken.wounds > 0) {
                    @let roll = figures.counted.least_likely_roll(|roll| roll.seat == *seat && roll.stage.turn == period.turn);
                    @let dealt = figures.counted.greatest_attack(|entry| entry.seat == *seat && entry.stage.turn == period.turn, |entry| entry.damage);
                    @let taken = figures.counted.greatest_attack(|entry| figures.are_enemies(entry.seat, *seat) && entry.stage.turn == period.turn, |entry| entry.damage);
                    tr { th scope="row" { (figures.turn_link(period.turn)) } td { (figures.name(*seat)) } td.number { (of.activations) }
                        td.number { (figures.leading(roll, LEAST_LIKELY, &html! { (of.dice) })) }
                        @if damage {
                            td.number { (figures.leading(dealt, MOST_DAMAGE, &html! { (of.dealt.wounds) })) }
                            td.number { (figures.leading(taken, MOST_DAMAGE, &html! { (of.taken.wounds) })) }
                            td.number { (figures.leading(dealt, MOST_DAMAGE, &html! { (plain(of.dealt.worth)) })) }
                        }
                        td.number { (figures.leading(roll, LEAST_LIKELY, &html! { (signed(of.luck)) })) } td.number { (percent(left(*seat, period.turn))) } td.number { @if let Some(point) = reached(*seat, period.turn) { (percent(point.share)) } @else { "–" } } }
                } } } }
            }
        }))
        @if !report.scores.is_empty() {
            (wide("Points", &html! {
                table {
                    caption { "Points" }
                    thead { tr { th scope="col" { "Event" } th scope="col" { "Player" } th.number scope="col" { "Points" } th.number scope="col" { "Total" } th scope="col" { "Why" } } }
                    tbody { @for (place, score) in report.scores.iter().enumerate() { tr { th scope="row" { (figures.moment(score.version)) } td { (figures.side(score.side)) } td.number { (plain(scored(&report.scores, place))) } td.number { (plain(score.total)) } td { (figures.with_names(&score.reason)) } } } }
                }
            }))
        }
    }
}

/// By how much the total of a side rose at one of its scores: some systems tell the total alone.
fn scored(scores: &[ScorePoint], place: usize) -> f64 {
    let score = &scores[place];
    let before = scores[..place].iter().rfind(|other| other.side == score.side);
    let rose = score.total - before.map_or(0.0, |before| before.total);
    if score.amount == 0.0 { rose } else { score.amount }
}

/// Damage by attacker and target.
pub(super) fn matrix(figures: &Figures) -> Markup {
    let rows = &figures.report.matrix;
    let attackers: BTreeSet<&str> = rows.iter().map(|row| row.by.as_str()).collect();
    let targets: BTreeSet<&str> = rows.iter().map(|row| row.against.as_str()).collect();
    let cell = |by: &str, against: &str| rows.iter().find(|row| row.by == by && row.against == against);
    html! {
        @if rows.is_empty() { p { "No damage has been dealt." } }
        @else {
            (wide("Damage by attacker and target", &html! {
                table.matrix {
                    caption { "Damage in " (figures.system.damage_words().many) ", by attacker (rows) and target (columns)" }
                    thead { tr { th scope="col" { "Attacker" } @for target in &targets { th.number scope="col" { (target) } } th.number scope="col" { "All" } } }
                    tbody { @for by in &attackers {
                        tr { th scope="row" { (figures.unit(by)) }
                            @for against in &targets { td.number { @if let Some(row) = cell(by, against) { (figures.most_of(row)) } } }
                            @let all = rows.iter().filter(|row| row.by == *by).map(|row| row.damage.wounds).sum::<u32>();
                            td.number { (figures.leading(figures.counted.greatest_attack(|entry| entry.unit == *by, |entry| entry.damage), MOST_DAMAGE, &html! { (all) })) } }
                    } }
                }
            }))
            div.charts { (chart(figures, "matrix", "Who damaged whom")) (chart(figures, "damage", "Damage dealt and taken")) }
        }
    }
}

fn checks_cells(figures: &Figures, checks: &Checks, to: Option<u64>) -> Markup {
    let title = "The least likely morale test";
    html! {
        td.number { (figures.leading(to, title, &html! { (checks.taken) })) } td.number { (figures.leading(to, title, &html! { (checks.passed) })) } td.number { (plain(checks.expected)) }
        td.number { (plain(f64::from(checks.passed) - checks.expected)) }
    }
}

/// Morale tests: taken, passed, to be expected.
pub(super) fn morale(figures: &Figures) -> Markup {
    let report = &figures.report;
    let tested = || report.units.iter().filter(|unit| unit.morale.taken > 0);
    let head = |first: &str| {
        html! { thead { tr { th scope="col" { (first) } th.number scope="col" { "Taken" } th.number scope="col" { "Passed" } th.number scope="col" { "Expected" } th.number scope="col" { "Surplus" } } } }
    };
    html! {
        @if tested().next().is_none() { p { "No unit has taken a morale test." } }
        @else {
            (wide("Morale by player", &html! {
                table { caption { "Morale by player" } (head("Player"))
                    tbody { @for seat in &report.seats { tr { th scope="row" { (figures.name(seat.seat)) } (checks_cells(figures, &seat.morale, figures.counted.least_likely_test(seat.seat))) } } } }
            }))
            (wide("Morale by unit", &html! {
                table { caption { "Morale by unit" } (head("Unit"))
                    tbody { @for unit in tested() { @for (kind, checks) in &unit.figures.checks { tr { th scope="row" { (figures.unit(&unit.unit)) ": " (kind) } (checks_cells(figures, checks, figures.counted.least_likely_test_of(&unit.unit, kind))) } } } } }
            }))
        }
    }
}

/// What was spent on what, orders, and the counters of the system that belong to players.
pub(super) fn command(figures: &Figures) -> Markup {
    let seats = &figures.report.seats;
    let spent: BTreeSet<&String> = seats.iter().flat_map(|seat| seat.spent.keys()).collect();
    let counted: BTreeSet<&String> = seats.iter().flat_map(|seat| seat.counters.keys()).collect();
    html! {
        @if spent.is_empty() && counted.is_empty() { p { "There is nothing to count here yet." } }
        @else {
            (wide("Command by player", &html! {
                table {
                    caption { "Spent and counted, by player" }
                    thead { tr { th scope="col" { "What" } @for seat in seats { th.number scope="col" { (figures.name(seat.seat)) } } } }
                    tbody {
                        @for name in &spent { tr { th scope="row" { (words(name)) " spent" } @for seat in seats { td.number { (figures.leading(figures.counted.greatest_spending(seat.seat, name), "Where most was spent at once", &html! { (plain(seat.spent.get(*name).copied().unwrap_or(0.0))) })) } } } }
                        @for name in &counted { tr { th scope="row" { (figures.counter(name)) } @for seat in seats { td.number { (figures.leading(figures.counted.greatest_count(seat.seat, name), MOST_COUNTED, &html! { (plain(seat.counters.get(*name).copied().unwrap_or(0.0))) })) } } } }
                    }
                }
            }))
        }
    }
}

/// How often each card was played, and what it changed.
pub(super) fn cards(figures: &Figures) -> Markup {
    let seats = &figures.report.seats;
    let name = "What cards changed";
    html! {
        @if seats.iter().any(|seat| !seat.cards.is_empty()) {
            (wide(name, &html! {
                table {
                    caption { (name) }
                    thead { tr { th scope="col" { "Card" } th scope="col" { "Player" } th.number scope="col" { "Played" } th.number scope="col" { "Hits" } th.number scope="col" { "Damage" } th.number scope="col" { "Tests" } } }
                    tbody { @for seat in seats { @for (card, of) in &seat.cards {
                        tr { th scope="row" { (card) } td { (figures.name(seat.seat)) } td.number { (plain(of.played)) } td.number { (signed(of.hits)) } td.number { (signed(of.damage)) } td.number { (signed(of.passes)) } }
                    } } }
                }
            }))
            p.quiet { "Hits and damage that own units made more or enemies less, and tests that own units passed more or enemies less, than with the same dice without the card: without the last dice if it added some, by chance for dice that were not thrown, against the dice before if it had them rolled again. What a card leaves on units beyond its attack or test is not counted." }
        }
    }
}

/// The dice ledger.
pub(super) fn rolls(figures: &Figures) -> Markup {
    html! {
        @if figures.rolls.len() < figures.all_rolls {
            p.quiet { "The " (figures.rolls.len()) " least likely of " (figures.all_rolls) " rolls; " a href=(format!("/v1/games/{}/stats.csv?of=dice&for=spreadsheet", figures.game)) { "all of them as CSV" } "." }
        }
        details open[figures.rolls.len() <= 40] {
            summary { "The dice ledger (" (figures.all_rolls) " rolls)" }
            (wide("The dice ledger", &html! {
                table {
                    thead { tr { th scope="col" { "Event" } th scope="col" { "Player" } th scope="col" { "For" } th scope="col" { "Dice" } th.number scope="col" { "Needed" } th.number scope="col" { "Actual" } th.number scope="col" { "Expected" } th.number scope="col" { "Percentile" } } }
                    tbody { @for roll in &figures.rolls {
                        tr { th scope="row" { (figures.moment(roll.version)) } td { (figures.name(roll.seat)) }
                            td { (roll.purpose) @if let Some(unit) = &roll.unit { " of " (unit) } @if let Some(against) = &roll.against { " against " (against) } }
                            td { (faces(&roll.faces, &roll.counted)) } td.number { @if let Some(target) = roll.target { (target) } }
                            td.number { (roll.result) } td.number { (plain(roll.expected.mean())) } td.number { (percentile(roll.percentile)) } }
                    } }
                }
            }))
        }
    }
}

/// The name of a counter in words.
pub(in crate::pages) fn words(name: &str) -> String {
    let mut text = name.replace('_', " ");
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn counters_are_told_in_words() {
        assert_eq!(words("command_actions_lost"), "Command actions lost");
        assert_eq!(words(""), "");
        assert_eq!(words("élan"), "élan");
    }
}
