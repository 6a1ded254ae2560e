//! The figures of a game as a page: what was counted first, then what was to be expected, then where that stands.
//!
//! Everything comes from one fold (`service::figures`); `tables` draws the parts of it, `unit` the story of a unit.

mod moments;
mod tables;
mod unit;

use std::collections::BTreeMap;

use hindsight_engine::System;
use hindsight_kernel::{Message, Seat, SideId};
use hindsight_openapi::wire::GameClock;
use hindsight_reports::statistics::{
    DiceFavour, GameReport, GameStatistics, LuckFigures, MatrixRow, RollEntry, SeatReport, UnitReport,
};
use maud::{Markup, html};

use super::clocks;
use super::house::{Colours, Page, chip};
use super::links::title_of;
use super::seen::RequestedView;
use super::story::{Names, write_story};
use super::tabs::{Tab, tabs};
use super::timeline::turns;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::game_card;
use crate::games::headlines::unit_name;
use crate::http::{Answer, Ctx, Mounts};

pub(super) use tables::{rolled_for, words};

/// The routes of this room.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("figuresPage", page);
}

/// Rolls that the page shows one by one; all of them stand in the CSV.
const ROLLS: usize = 400;

/// Everything that the page tells.
struct Figures {
    game: String,
    /// What charts are drawn in.
    colours: Colours,
    names: BTreeMap<Seat, String>,
    sides: BTreeMap<Seat, SideId>,
    system: &'static dyn System,
    /// Numbers, names and first versions of the turns.
    turns: Vec<(u32, String, u64)>,
    /// The event of the attack with the most damage, by attacker and target.
    largest: BTreeMap<(String, String), u64>,
    /// All that was counted, with the events that figures lead to.
    counted: GameStatistics,
    /// What decided the game, the best unit, the luck, in a sentence each.
    decided: Vec<Message>,
    report: GameReport,
    /// The luck of each phase, seat by seat.
    phases: Vec<(String, Seat, LuckFigures)>,
    rolls: Vec<RollEntry>,
    /// How many rolls there are in all.
    all_rolls: usize,
    /// How long everybody took.
    clock: GameClock,
}

impl Figures {
    async fn of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Self> {
        let past = ctx.services.games.past(&seen.head).await?;
        let viewer = seen.viewer;
        let seats = seen.head.game.info(viewer).seats;
        let sides = seats.iter().map(|info| (info.seat, info.side)).collect();
        let names = seats.into_iter().map(|info| (info.seat, info.name)).collect();
        let (game, colours) = (seen.head.id.to_string(), Colours::of(ctx.req.headers()));
        let clock = clocks::clocks_of(ctx, seen).await?;
        let course = ctx.services.timelines.timeline(&seen.head, viewer).await?;
        let system = seen.head.system;
        let winners = seen.winners();
        ctx.services
            .store
            .work(move |_| {
                let figures = past.figures(viewer)?;
                let report = figures.report();
                let called = Names::of(&report, BTreeMap::clone(&names));
                let story = write_story(&past, viewer, &course, &report, &called, &winners)?;
                let turns = turns(&course);
                Ok(Self {
                    turns: turns
                        .iter()
                        .map(|turn| (turn.number_of_all(), turn.name(), turn.begins()))
                        .collect(),
                    decided: story.summary,
                    ..Self::gathered(game, colours, (names, sides), system, figures, report, clock)
                })
            })
            .await
    }

    fn gathered(
        game: String,
        colours: Colours,
        (names, sides): (BTreeMap<Seat, String>, BTreeMap<Seat, SideId>),
        system: &'static dyn System,
        figures: GameStatistics,
        report: GameReport,
        clock: GameClock,
    ) -> Self {
        let mut phases: Vec<(&str, Seat)> = Vec::new();
        for entry in figures.rolls_of_battle() {
            let of = (entry.stage.phase.as_str(), entry.seat);
            if !phases.contains(&of) {
                phases.push(of);
            }
        }
        let mut rolls: Vec<RollEntry> = figures.dice.clone();
        // The most unlikely ones, where not all are shown.
        if rolls.len() > ROLLS {
            rolls.sort_by(|one, other| other.from_middle().total_cmp(&one.from_middle()));
            rolls.truncate(ROLLS);
            rolls.sort_by_key(|entry| entry.version);
        }
        let phases = phases
            .into_iter()
            .map(|(phase, seat)| {
                let luck = figures.luck(|entry| entry.seat == seat && entry.stage.phase == phase);
                (phase.to_owned(), seat, luck)
            })
            .collect();
        Self {
            game,
            colours,
            names,
            sides,
            system,
            turns: Vec::new(),
            largest: largest(&figures),
            decided: Vec::new(),
            report,
            phases,
            rolls,
            all_rolls: figures.dice.len(),
            counted: figures,
            clock,
        }
    }

    fn name(&self, seat: Seat) -> Markup {
        let name = self.names.get(&seat).map_or("", String::as_str);
        html! { (chip(seat)) " " (name) }
    }

    /// A unit with its name, leading to its card on the board.
    fn unit(&self, id: &str) -> Markup {
        let known = self.report.units.iter().find(|unit| unit.unit == id);
        let name = known.map_or_else(
            || id.to_owned(),
            |unit| unit_name(&unit.figures.name, id, &unit.figures.kind),
        );
        let version = self.report.version.max(1);
        html! { a href=(format!("/g/{}/{version}?unit={id}", self.game)) { (name) } @if name != id { " " span.quiet { (id) } } }
    }

    /// A figure of what a seat destroyed, leading to the greatest loss of its enemies.
    fn kills(&self, seat: &SeatReport, figure: &Markup) -> Markup {
        let to = (seat.kills > 0)
            .then(|| {
                self.counted
                    .greatest_loss(|other| self.are_enemies(seat.seat, other))
            })
            .flatten();
        self.leading(to, text!("figures-moment-kill"), figure)
    }

    /// A figure of what a seat lost, leading to its greatest loss.
    fn losses(&self, seat: &SeatReport, figure: &Markup) -> Markup {
        let to = self.counted.greatest_loss(|other| other == seat.seat);
        self.leading(to, text!("figures-moment-loss"), figure)
    }

    /// The units of a strength: leaders and tokens that only others' facts name have none.
    fn units(&self) -> impl Iterator<Item = &UnitReport> {
        self.report.units.iter().filter(|unit| unit.figures.full > 0)
    }

    /// Whether units of this game lose part of their strength at a time: some only stand or fall.
    fn has_damage(&self) -> bool {
        self.counted.tells_damage()
    }

    /// What a turn is called, by its number: "Round 2 · South".
    fn turn(&self, turn: u32) -> String {
        let known = self.turns.iter().find(|(number, ..)| *number == turn);
        known.map_or_else(
            || text!("figures-turn-number", turn).into(),
            |(_, name, _)| name.clone(),
        )
    }

    /// The damage of a pair, leading to its greatest attack.
    fn most_of(&self, row: &MatrixRow) -> Markup {
        let wounds = row.damage.wounds;
        let pair = (row.by.clone(), row.against.clone());
        if let Some(version) = self.largest.get(&pair) {
            let title = text!("figures-moment-attack");
            html! { a href=(format!("/g/{}/{version}", self.game)) title=(title) { (wounds) } }
        } else {
            html! { (wounds) }
        }
    }

    /// What a turn is called, leading to where it begins.
    fn turn_link(&self, turn: u32) -> Markup {
        let name = self.turn(turn);
        if let Some((_, _, from)) = self.turns.iter().find(|(number, ..)| *number == turn) {
            html! { a href=(format!("/g/{}/{from}", self.game)) { (name) } }
        } else {
            html! { (name) }
        }
    }

    /// What a counter is called: a rule in it by the rule's title.
    fn counter(&self, name: &str) -> String {
        let rules = self.system.rulebook();
        let found = name.split(['_', ' ']).find_map(|part| rules.get(part));
        match found {
            Some(rule) => {
                let rest: Vec<&str> = name.split(['_', ' ']).filter(|part| *part != rule.id).collect();
                match rest.join(" ").replace("drm", "DRM") {
                    rest if rest.is_empty() => rule.title.clone(),
                    rest => format!("{} ({rest})", rule.title),
                }
            }
            None => tables::words(name),
        }
    }

    /// The description of a counter, where its name alone does not say what is counted.
    fn counts(&self, name: &str) -> Option<Message> {
        let mut known = self.system.counters().iter();
        known
            .find(|(counter, _)| *counter == name)
            .map(|(_, counts)| counts.message())
    }

    /// A side by the names of its seats.
    fn side(&self, side: u8) -> Markup {
        html! {
            @for (seat, _) in self.sides.iter().filter(|(_, of)| of.0 == side) { (self.name(*seat)) " " }
        }
    }

    /// A text in which units stand by their numbers, with their names instead.
    fn with_names(&self, text: &str) -> String {
        let named = |word: &str| {
            let unit = self.report.units.iter().find(|unit| unit.unit == word)?;
            Some(unit_name(&unit.figures.name, word, &unit.figures.kind))
        };
        let words = text
            .split(' ')
            .map(|word| named(word).unwrap_or_else(|| word.to_owned()));
        words.collect::<Vec<_>>().join(" ")
    }

    fn moment(&self, version: u64) -> Markup {
        html! { a href=(format!("/g/{}/{version}", self.game)) { (version) } }
    }
}

/// The attack of each pair that did most.
fn largest(figures: &GameStatistics) -> BTreeMap<(String, String), u64> {
    let mut found: BTreeMap<(String, String), (u32, u64)> = BTreeMap::new();
    for attack in &figures.attacks {
        let pair = (attack.unit.clone(), attack.against.clone());
        let known = found.entry(pair).or_insert((attack.damage, attack.version));
        if attack.damage > known.0 {
            *known = (attack.damage, attack.version);
        }
    }
    found
        .into_iter()
        .map(|(pair, (_, version))| (pair, version))
        .collect()
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let figures = Figures::of(&ctx, &seen).await?;
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = text!("figures-title", title = title_of(&game).to_owned());
    let page = Page {
        colours: Some(figures.colours),
        class: "report figures",
        ..Page::plain(
            title,
            page_body(&figures, title_of(&game), &tabs(&seen, Tab::Statistics)),
        )
    };
    Ok(page.answer(&ctx.req))
}

/// The parts of the page, each with its heading.
fn parts() -> [(&'static str, Message); 10] {
    [
        ("counts", text!("figures-part-dice")),
        ("luck", text!("figures-part-luck")),
        ("time", text!("figures-part-strength")),
        ("damage", text!("figures-part-damage")),
        ("units", text!("figures-part-units")),
        ("morale", text!("figures-part-morale")),
        ("command", text!("figures-part-command")),
        ("clock", text!("figures-part-clock")),
        ("rolls", text!("figures-part-rolls")),
        ("method", text!("figures-part-method")),
    ]
}

fn page_body(figures: &Figures, title: &str, tabs: &Markup) -> Markup {
    let has_clock = figures.clock.timed || figures.clock.control.is_some();
    let has = |id: &str| match id {
        "clock" => has_clock,
        "damage" => figures.has_damage(),
        _ => true,
    };
    let part = |place: usize, body: Markup| {
        let (id, heading) = &parts()[place];
        html! { section aria-labelledby=(id) { h2 id=(id) { (heading) } (body) } }
    };
    html! {
        header.game { h1 { a href=(format!("/g/{}", figures.game)) { (title) } } }
        (tabs)
        header {
            nav.parts aria-label=(text!("figures-parts")) { @for (id, heading) in parts().into_iter().filter(|(id, _)| has(id)) { a href=(format!("#{id}")) { (heading) } " " } }
        }
        (summary(figures))
        (part(0, tables::counts(figures)))
        (part(1, tables::luck(figures)))
        (part(2, tables::time(figures)))
        @if figures.has_damage() { (part(3, tables::matrix(figures))) }
        (part(4, unit::all(figures)))
        (part(5, tables::morale(figures)))
        (part(6, html! { (tables::command(figures)) (tables::cards(figures)) }))
        @if has_clock { (part(7, clocks::table(&figures.clock))) }
        (part(8, tables::rolls(figures)))
        (part(9, method()))
        (downloads(figures))
    }
}

/// Who was lucky and by how much, and what each side destroyed, before all tables.
fn summary(figures: &Figures) -> Markup {
    let of_dice = |seat: &SeatReport, luckier: bool| {
        let roll = figures
            .counted
            .least_likely_roll(|roll| roll.seat == seat.seat && !roll.is_roll_off());
        let percentile = html! { (super::chart::percent(seat.luck.percentile)) };
        let share = figures.leading(roll, text!("figures-moment-roll"), &percentile);
        if luckier {
            text!("figures-luck-luckier"; seat = figures.name(seat.seat), share = share)
        } else {
            text!("figures-luck-unluckier"; seat = figures.name(seat.seat), share = share)
        }
    };
    html! {
        @if figures.report.coverage.has_gaps() {
            @let known = figures.report.coverage;
            p.notice { (text!("note-turns-known", recorded = known.recorded, turns = known.turns)) }
        }
        @if !figures.decided.is_empty() { ul.summary { @for line in &figures.decided { li { (line) } } } }
        dl.tiles {
            div { dt { (text!("figures-part-luck")) }
                dd {
                    @match figures.report.dice_favour() {
                        DiceFavour::Lucky(seat) => (of_dice(seat, true)),
                        DiceFavour::Unlucky(seat) => (of_dice(seat, false)),
                        DiceFavour::Even => (text!("figures-luck-even")),
                        DiceFavour::Unknown => (text!("figures-luck-none")),
                    }
                }
            }
            @for seat in &figures.report.seats {
                div { dt { (figures.name(seat.seat)) }
                    dd {
                        (text!(
                            "figures-balance",
                            worth = if seat.points_destroyed > 0.0 { super::chart::plain(seat.points_destroyed) } else { String::new() },
                            has_worth = seat.points_destroyed > 0.0;
                            kills = figures.kills(seat, &html! { (text!("figures-units-count", units = seat.kills)) }),
                            losses = figures.losses(seat, &html! { (text!("figures-lost-of", lost = seat.lost, units = seat.units)) })
                        ))
                    }
                }
            }
        }
    }
}

/// Tables of a game's statistics.
const TABLES: [&str; 9] = [
    "units", "players", "turns", "matrix", "attacks", "dice", "cards", "counters", "times",
];

/// The same as data and pictures.
fn downloads(figures: &Figures) -> Markup {
    let address = |rest: &str| format!("/v1/games/{}/{rest}", figures.game);
    let tables = |form: &str| {
        html! {
            @for (place, table) in TABLES.into_iter().enumerate() {
                @if place > 0 { ", " }
                a href=(address(&format!("stats.csv?of={table}&for={form}"))) { (table) }
            }
        }
    };
    let charts = html! {
        @for (place, chart) in ["strength", "threat", "damage", "luck", "dice", "matrix"].into_iter().enumerate() {
            @if place > 0 { ", " }
            (chart) " (" a href=(address(&format!("charts/{chart}.svg"))) { "SVG" } ", " a href=(address(&format!("charts/{chart}.png"))) { "PNG" } ")"
        }
    };
    html! {
        p.quiet {
            (text!(
                "figures-downloads";
                json = html! { a href=(address("stats")) { "JSON" } },
                points = tables("spreadsheet"),
                commas = tables("spreadsheet-comma"),
                charts = charts
            ))
        }
    }
}

fn method() -> Markup {
    html! {
        p { (text!("figures-method-rolls"; expected = html! { b { (text!("figures-column-expected")) } }, luck = html! { b { (text!("figures-method-term-luck")) } }, weight = html! { b { (text!("figures-column-weight")) } })) }
        p { (text!("figures-method-many"; percentile = html! { b { (text!("figures-method-term-percentile")) } })) }
        p { (text!("figures-method-luck"; damage_luck = html! { b { (text!("figures-damage-luck")) } })) }
        p { (text!("figures-method-threat"; threat = html! { b { (text!("figures-threat")) } })) }
        p { (text!("figures-method-value"; points_dealt = html! { b { (text!("figures-points-dealt")) } }, value = html! { b { (text!("figures-method-term-value")) } })) }
    }
}
