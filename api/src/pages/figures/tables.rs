//! Tables and charts of the figures page.

use std::collections::BTreeSet;

use hindsight_kernel::{Message, Seat};
use hindsight_reports::statistics::{AttackEntry, Checks, LuckFigures, RollEntry, ScorePoint, SeatReport};
use maud::{Markup, html};

use super::Figures;
use crate::base::messages::text;
use crate::pages::chart::{percent, plain};
use crate::pages::dice::faces;
use crate::pages::house::{chart_picture, wide};

fn chart(figures: &Figures, name: &str, heading: &Message) -> Markup {
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
    html! { a href="#method" title=(text!("figures-part-method")) { (percent(share)) } }
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
        td.number { (figures.leading(row.to, row.title.clone(), &html! { (luck.rolls) })) }
        @if rolls == Rolls::Alike {
            // Where low is good the figures count below 0; on the table the dice were added up.
            td.number { (luck.actual.abs()) }
            td.number { (plain(luck.expected.abs())) }
        }
        td.number { (figures.leading(row.to, row.title.clone(), &html! { (signed(luck.surplus)) })) }
        td.number { @if luck.rolls == 0 { "–" } @else { (percentile(luck.percentile)) } }
    }
}

/// What a figure of luck leads to.
fn least_likely() -> Message {
    text!("figures-moment-roll")
}

/// What a figure of damage leads to.
pub(super) fn most_damage() -> Message {
    text!("figures-attack-most-damage")
}

/// What a counter leads to.
pub(super) fn most_counted() -> Message {
    text!("figures-luck-rose-most")
}

/// A row of a table of luck: whose it is, and the event that it leads to.
struct LuckRow {
    who: Markup,
    luck: LuckFigures,
    to: Option<u64>,
    title: Message,
}

fn luck_table(figures: &Figures, name: &Message, first: &Message, rolls: Rolls, rows: &[LuckRow]) -> Markup {
    wide(
        name,
        &html! {
            table {
                caption { (name) }
                thead { tr { th scope="col" { (first) } th.number scope="col" { (text!("figures-column-rolls")) } @if rolls == Rolls::Alike { th.number scope="col" { (text!("figures-column-actual")) } th.number scope="col" { (text!("figures-column-expected")) } } th.number scope="col" { (text!("figures-column-luck")) } th.number scope="col" { (text!("figures-column-percentile")) } } }
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
        (wide(text!("figures-dice-by-player"), &html! {
            table {
                caption { (text!("figures-dice-by-player")) }
                thead { tr { th scope="col" { (text!("figures-player")) } th.number scope="col" { (text!("figures-column-rolls")) } th.number scope="col" { (text!("figures-dice")) } th.number scope="col" { (text!("figures-attacks")) } th.number scope="col" { (text!("figures-hits")) } @if damage { th.number scope="col" { (text!("figures-saved")) } th.number scope="col" { (text!("figures-damage")) } } th.number scope="col" { (text!("figures-units-lost")) } th.number scope="col" { (text!("figures-units-destroyed")) } } }
                tbody { @for seat in seats {
                    @let own = |entry: &AttackEntry| entry.seat == seat.seat;
                    @let roll = figures.counted.least_likely_roll(|roll| roll.seat == seat.seat);
                    @let most = |of: fn(&AttackEntry) -> u32| figures.counted.greatest_attack(own, of);
                    tr { th scope="row" { (figures.name(seat.seat)) }
                        td.number { (figures.leading(roll, least_likely(), &html! { (seat.rolls) })) }
                        td.number { (figures.leading(roll, least_likely(), &html! { (seat.dice) })) }
                        td.number { (figures.leading(most(|entry| entry.dice), text!("figures-attack-most-dice"), &html! { (seat.attack.attacks) })) }
                        td.number { (figures.leading(most(|entry| entry.hits), text!("figures-attack-most-hits"), &html! { (seat.attack.hits) })) }
                        @if damage {
                            td.number { (figures.leading(most(|entry| entry.saved), text!("figures-attack-most-saved"), &html! { (seat.attack.saved) })) }
                            td.number { (figures.leading(most(|entry| entry.damage), most_damage(), &html! { (seat.attack.damage) })) }
                        }
                        td.number { (figures.losses(seat, &html! { (text!("figures-lost-of", lost = seat.lost, units = seat.units)) })) }
                        td.number { (figures.kills(seat, &html! { (seat.kills) })) }
                    }
                } }
            }
        }))
        @for sides in sides { (faces_table(figures, sides)) }
        @let unknown: u32 = seats.iter().map(without_faces).sum();
        @if unknown > 0 { p.hint { (text!("figures-dice-counted", dice = unknown)) } }
        div.charts { (chart(figures, "dice", &text!("figures-faces"))) }
    }
}

/// Dice of a player whose faces are not known, since they were counted.
fn without_faces(seat: &SeatReport) -> u32 {
    let known: u32 = seat.faces.values().flatten().sum();
    seat.dice.saturating_sub(known)
}

/// How often each face came up, and how often it was to be expected.
fn faces_table(figures: &Figures, sides: u8) -> Markup {
    let name = text!("figures-faces-of", sides);
    wide(
        &name,
        &html! {
            table {
                caption { (name) }
                thead { tr { th scope="col" { (text!("figures-player")) } @for face in 1..=sides { th.number scope="col" { (face) } } th.number scope="col" { (text!("figures-expected-each")) } } }
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
        title: least_likely(),
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
            title: most_damage(),
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
            let who = html! { (figures.name(row.seat)) ": " (row.purpose) " " small.quiet.one-line { (text!("figures-weight-of", share = percent(row.weight))) } };
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
            (luck_table(figures, &text!("figures-luck-dice-by-player"), &text!("figures-player"), Rolls::Mixed, &players))
            @if figures.has_damage() { (luck_table(figures, &text!("figures-luck-damage-by-player"), &text!("figures-player"), Rolls::Alike, &damage)) }
            (luck_table(figures, &text!("figures-luck-by-phase"), &text!("figures-phase"), Rolls::Mixed, &phases))
            (luck_table(figures, &text!("figures-luck-by-purpose"), &text!("figures-purpose"), Rolls::Alike, &purposes))
            (luck_table(figures, &text!("figures-luck-by-unit"), &text!("figures-unit"), Rolls::Mixed, &units))
        }
        div.charts { (chart(figures, "luck", &text!("figures-luck-over-time"))) }
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
        div.charts { (chart(figures, "strength", &text!("figures-strength-over-time"))) (chart(figures, "threat", &text!("figures-threat-over-time"))) }
        (wide(text!("figures-by-turn"), &html! {
            table {
                caption { (text!("figures-by-turn")) }
                thead { tr { th scope="col" { (text!("figures-turn")) } th scope="col" { (text!("figures-player")) } th.number scope="col" { (text!("figures-activations")) } th.number scope="col" { (text!("figures-dice")) } @if damage { th.number scope="col" { (text!("figures-dealt")) } th.number scope="col" { (text!("figures-taken")) } th.number scope="col" { (text!("figures-points-dealt")) } } th.number scope="col" { (text!("figures-column-luck")) } th.number scope="col" { (text!("figures-strength-left")) } th.number scope="col" { a href="#method" { (text!("figures-threat")) } } } }
                tbody { @for period in report.periods.iter().filter(|period| period.turn > 0) { @for seat in &seats { @if let Some(of) = period.seats.get(seat).filter(|of| of.activations > 0 || of.dice > 0 || of.dealt.wounds > 0 || of.taken.wounds > 0) {
                    @let roll = figures.counted.least_likely_roll(|roll| roll.seat == *seat && roll.stage.turn == period.turn);
                    @let dealt = figures.counted.greatest_attack(|entry| entry.seat == *seat && entry.stage.turn == period.turn, |entry| entry.damage);
                    @let taken = figures.counted.greatest_attack(|entry| figures.are_enemies(entry.seat, *seat) && entry.stage.turn == period.turn, |entry| entry.damage);
                    tr { th scope="row" { (figures.turn_link(period.turn)) } td { (figures.name(*seat)) } td.number { (of.activations) }
                        td.number { (figures.leading(roll, least_likely(), &html! { (of.dice) })) }
                        @if damage {
                            td.number { (figures.leading(dealt, most_damage(), &html! { (of.dealt.wounds) })) }
                            td.number { (figures.leading(taken, most_damage(), &html! { (of.taken.wounds) })) }
                            td.number { (figures.leading(dealt, most_damage(), &html! { (plain(of.dealt.worth)) })) }
                        }
                        td.number { (figures.leading(roll, least_likely(), &html! { (signed(of.luck)) })) } td.number { (percent(left(*seat, period.turn))) } td.number { @if let Some(point) = reached(*seat, period.turn) { (percent(point.share)) } @else { "–" } } }
                } } } }
            }
        }))
        @if !report.scores.is_empty() {
            (wide(text!("figures-points"), &html! {
                table {
                    caption { (text!("figures-points")) }
                    thead { tr { th scope="col" { (text!("figures-event")) } th scope="col" { (text!("figures-player")) } th.number scope="col" { (text!("figures-points")) } th.number scope="col" { (text!("figures-total")) } th scope="col" { (text!("figures-why")) } } }
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
        @if rows.is_empty() { p { (text!("figures-damage-none")) } }
        @else {
            (wide(text!("figures-damage-matrix"), &html! {
                table.matrix {
                    caption { (text!("figures-damage-in", damage = figures.system.damage_words().many)) }
                    thead { tr { th scope="col" { (text!("figures-attacker")) } @for target in &targets { th.number scope="col" { (target) } } th.number scope="col" { (text!("figures-all")) } } }
                    tbody { @for by in &attackers {
                        tr { th scope="row" { (figures.unit(by)) }
                            @for against in &targets { td.number { @if let Some(row) = cell(by, against) { (figures.most_of(row)) } } }
                            @let all = rows.iter().filter(|row| row.by == *by).map(|row| row.damage.wounds).sum::<u32>();
                            td.number { (figures.leading(figures.counted.greatest_attack(|entry| entry.unit == *by, |entry| entry.damage), most_damage(), &html! { (all) })) } }
                    } }
                }
            }))
            div.charts { (chart(figures, "matrix", &text!("figures-part-damage"))) (chart(figures, "damage", &text!("figures-damage-over-time"))) }
        }
    }
}

fn checks_cells(figures: &Figures, checks: &Checks, to: Option<u64>) -> Markup {
    let title = text!("figures-morale-least-likely");
    html! {
        td.number { (figures.leading(to, title.clone(), &html! { (checks.taken) })) } td.number { (figures.leading(to, title, &html! { (checks.passed) })) } td.number { (plain(checks.expected)) }
        td.number { (plain(f64::from(checks.passed) - checks.expected)) }
    }
}

/// Morale tests: taken, passed, to be expected.
pub(super) fn morale(figures: &Figures) -> Markup {
    let report = &figures.report;
    let tested = || report.units.iter().filter(|unit| unit.morale.taken > 0);
    let head = |first: Message| {
        html! { thead { tr { th scope="col" { (first) } th.number scope="col" { (text!("figures-taken")) } th.number scope="col" { (text!("figures-passed")) } th.number scope="col" { (text!("figures-column-expected")) } th.number scope="col" { (text!("figures-surplus")) } } } }
    };
    html! {
        @if tested().next().is_none() { p { (text!("figures-morale-none")) } }
        @else {
            (wide(text!("figures-morale-by-player"), &html! {
                table { caption { (text!("figures-morale-by-player")) } (head(text!("figures-player")))
                    tbody { @for seat in &report.seats { tr { th scope="row" { (figures.name(seat.seat)) } (checks_cells(figures, &seat.morale, figures.counted.least_likely_test(seat.seat))) } } } }
            }))
            (wide(text!("figures-morale-by-unit"), &html! {
                table { caption { (text!("figures-morale-by-unit")) } (head(text!("figures-unit")))
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
        @if spent.is_empty() && counted.is_empty() { p { (text!("figures-nothing")) } }
        @else {
            (wide(text!("figures-command-by-player"), &html! {
                table {
                    caption { (text!("figures-spent-by-player")) }
                    thead { tr { th scope="col" { (text!("figures-what")) } @for seat in seats { th.number scope="col" { (figures.name(seat.seat)) } } } }
                    tbody {
                        @for name in &spent { tr { th scope="row" { (text!("figures-spent", name = words(name))) } @for seat in seats { td.number { (figures.leading(figures.counted.greatest_spending(seat.seat, name), text!("figures-spent-most"), &html! { (plain(seat.spent.get(*name).copied().unwrap_or(0.0))) })) } } } }
                        @for name in &counted { tr { th scope="row" title=[figures.counts(name)] { (figures.counter(name)) } @for seat in seats { td.number { (figures.leading(figures.counted.greatest_count(seat.seat, name), most_counted(), &html! { (plain(seat.counters.get(*name).copied().unwrap_or(0.0))) })) } } } }
                    }
                }
            }))
        }
    }
}

/// How often each card was played, and what it changed.
pub(super) fn cards(figures: &Figures) -> Markup {
    let seats = &figures.report.seats;
    let name = text!("figures-cards");
    html! {
        @if seats.iter().any(|seat| !seat.cards.is_empty()) {
            (wide(&name, &html! {
                table {
                    caption { (name) }
                    thead { tr { th scope="col" { (text!("figures-card")) } th scope="col" { (text!("figures-player")) } th.number scope="col" { (text!("figures-played")) } th.number scope="col" { (text!("figures-hits")) } th.number scope="col" { (text!("figures-damage")) } th.number scope="col" { (text!("figures-tests")) } } }
                    tbody { @for seat in seats { @for (card, of) in &seat.cards {
                        tr { th scope="row" { (card) } td { (figures.name(seat.seat)) } td.number { (plain(of.played)) } td.number { (signed(of.hits)) } td.number { (signed(of.damage)) } td.number { (signed(of.passes)) } }
                    } } }
                }
            }))
            p.quiet { (text!("figures-cards-method")) }
        }
    }
}

/// The dice ledger.
pub(super) fn rolls(figures: &Figures) -> Markup {
    html! {
        @if figures.rolls.len() < figures.all_rolls {
            p.quiet { (text!(
                "figures-ledger-least-likely",
                shown = figures.rolls.len(),
                rolls = figures.all_rolls;
                csv = html! { a href=(format!("/v1/games/{}/stats.csv?of=dice&for=spreadsheet", figures.game)) { (text!("figures-ledger-csv")) } }
            )) }
        }
        details open[figures.rolls.len() <= 40] {
            summary { (text!("figures-ledger-of", rolls = figures.all_rolls)) }
            (wide(text!("figures-ledger"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("figures-event")) } th scope="col" { (text!("figures-player")) } th scope="col" { (text!("figures-for")) } th scope="col" { (text!("figures-dice")) } th.number scope="col" { (text!("figures-needed")) } th.number scope="col" { (text!("figures-column-actual")) } th.number scope="col" { (text!("figures-column-expected")) } th.number scope="col" { (text!("figures-column-percentile")) } } }
                    tbody { @for roll in &figures.rolls {
                        tr { th scope="row" { (figures.moment(roll.version)) } td { (figures.name(roll.seat)) }
                            td { (rolled_for(&roll.purpose, roll.unit.as_deref(), roll.against.as_deref())) }
                            td { (faces(&roll.faces, &roll.counted)) } td.number { @if let Some(target) = roll.target { (target) } }
                            td.number { (roll.result) } td.number { (plain(roll.expected.mean())) } td.number { (percentile(roll.percentile)) } }
                    } }
                }
            }))
        }
    }
}

/// The purpose of a roll, with whose it is and against whom.
pub(in crate::pages) fn rolled_for(purpose: &str, unit: Option<&str>, against: Option<&str>) -> Message {
    let purpose = purpose.to_owned();
    match (unit.map(ToOwned::to_owned), against.map(ToOwned::to_owned)) {
        (None, None) => text!("words-rolled", purpose),
        (Some(unit), None) => text!("words-rolled-of", purpose, unit),
        (None, Some(against)) => text!("words-rolled-against", purpose, against),
        (Some(unit), Some(against)) => text!("words-rolled-of-against", purpose, unit, against),
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
