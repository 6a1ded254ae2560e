//! The figures of a game as a page: what was counted first, then what was to be expected, then where that stands.
//!
//! Everything comes from one fold (`service::figures`); `tables` draws the parts of it, `unit` the story of a unit.

mod moments;
mod tables;
mod unit;

use std::collections::BTreeMap;

use hindsight_engine::System;
use hindsight_kernel::{Seat, SideId};
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
use super::words::count_of;
use crate::base::error::ApiResult;
use crate::games::game_card;
use crate::games::headlines::unit_name;
use crate::http::{Answer, Ctx, Mounts};

pub(super) use tables::words;

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
    decided: Vec<String>,
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
        self.leading(to, "The most valuable unit destroyed", figure)
    }

    /// A figure of what a seat lost, leading to its greatest loss.
    fn losses(&self, seat: &SeatReport, figure: &Markup) -> Markup {
        let to = self.counted.greatest_loss(|other| other == seat.seat);
        self.leading(to, "The most valuable unit lost", figure)
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
        known.map_or_else(|| format!("Turn {turn}"), |(_, name, _)| name.clone())
    }

    /// The damage of a pair, leading to its greatest attack.
    fn most_of(&self, row: &MatrixRow) -> Markup {
        let wounds = row.damage.wounds;
        let pair = (row.by.clone(), row.against.clone());
        if let Some(version) = self.largest.get(&pair) {
            let title = "The attack that did most";
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
    let title = format!("Statistics: {}", title_of(&game));
    let page = Page {
        colours: Some(figures.colours),
        class: "report figures",
        ..Page::plain(
            &title,
            page_body(&figures, title_of(&game), &tabs(&seen, Tab::Statistics)),
        )
    };
    Ok(page.answer(&ctx.req))
}

/// The parts of the page, each with its heading.
const PARTS: [(&str, &str); 10] = [
    ("counts", "Dice rolled"),
    ("luck", "Luck"),
    ("time", "Strength, points and threat over time"),
    ("damage", "Who damaged whom"),
    ("units", "Units"),
    ("morale", "Morale"),
    ("command", "Command"),
    ("clock", "Time used"),
    ("rolls", "Every roll"),
    ("method", "How it is calculated"),
];

fn page_body(figures: &Figures, title: &str, tabs: &Markup) -> Markup {
    let has_clock = figures.clock.timed || figures.clock.control.is_some();
    let has = |id: &str| match id {
        "clock" => has_clock,
        "damage" => figures.has_damage(),
        _ => true,
    };
    let part = |place: usize, body: Markup| {
        let (id, heading) = PARTS[place];
        html! { section aria-labelledby=(id) { h2 id=(id) { (heading) } (body) } }
    };
    html! {
        header.game { h1 { a href=(format!("/g/{}", figures.game)) { (title) } } }
        (tabs)
        header {
            nav.parts aria-label="Parts of this page" { @for (id, heading) in PARTS.into_iter().filter(|(id, _)| has(id)) { a href=(format!("#{id}")) { (heading) } " " } }
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
    let of_dice = |seat: &SeatReport, words: &str| {
        let roll = figures
            .counted
            .least_likely_roll(|roll| roll.seat == seat.seat && !roll.is_roll_off());
        let percentile = html! { (super::chart::percent(seat.luck.percentile)) };
        html! { (figures.name(seat.seat)) (words) (figures.leading(roll, "The least likely roll", &percentile)) }
    };
    html! {
        @if figures.report.coverage.has_gaps() {
            @let known = figures.report.coverage;
            p.notice { "Dice, luck and decisions of " (known.recorded) " of " (known.turns) " turns: the rest of the battle was not recorded, only where everything stood behind it." }
        }
        @if !figures.decided.is_empty() { ul.summary { @for line in &figures.decided { li { (line) } } } }
        dl.tiles {
            div { dt { "Luck" }
                dd {
                    @match figures.report.dice_favour() {
                        DiceFavour::Lucky(seat) => (of_dice(seat, " was luckier: ")),
                        DiceFavour::Unlucky(seat) => (of_dice(seat, " was unluckier: ")),
                        DiceFavour::Even => "even",
                        DiceFavour::Unknown => "no rolls yet",
                    }
                }
            }
            @for seat in &figures.report.seats {
                div { dt { (figures.name(seat.seat)) }
                    dd {
                        "destroyed " (figures.kills(seat, &html! { (count_of(seat.kills, "unit")) }))
                        @if seat.points_destroyed > 0.0 { " (" (super::chart::plain(seat.points_destroyed)) " points)" }
                        ", lost " (figures.losses(seat, &html! { (seat.lost) " of " (seat.units) }))
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
    html! {
        p.quiet {
            "Download: " a href=(address("stats")) { "JSON" }
            @for (words, form) in [(", CSV of ", "spreadsheet"), (", CSV with decimal commas of ", "spreadsheet-comma")] {
                (words)
                @for (place, table) in TABLES.into_iter().enumerate() {
                    @if place > 0 { ", " }
                    a href=(address(&format!("stats.csv?of={table}&for={form}"))) { (table) }
                }
            }
            ". Charts: "
            @for (place, chart) in ["strength", "threat", "damage", "luck", "dice", "matrix"].into_iter().enumerate() {
                @if place > 0 { ", " }
                (chart) " (" a href=(address(&format!("charts/{chart}.svg"))) { "SVG" } ", " a href=(address(&format!("charts/{chart}.png"))) { "PNG" } ")"
            }
            "."
        }
    }
}

fn method() -> Markup {
    html! {
        p { "Of every roll the exact distribution of its result is known before it is thrown: from the number of dice, what each has to show, rerolls and what saves or is lost. " b { "Expected" } " is its mean; " b { "luck (+/−)" } " is the actual result less the expected one, counted so that more is better for the player who threw. Where rolls of several kinds stand together, only that adds up, each roll by its own result: a sum of three dice spreads wider than a hit and weighs more. " b { "Weight" } " is the share of a purpose in the spread of all dice of the player; by purpose, like is compared with like." }
        p { "For many rolls together the distributions are convolved, not simulated: " b { "the percentile" } " is the share of all possible courses of these same rolls that come out worse, those that come out the same counted half. 50 % is neither lucky nor unlucky. Of one hundred rows like these, about two will stand under 1 % or over 99 % by chance alone." }
        p { "Luck in dice is not luck in the game: a roll counts the same whether much or nothing hung on it. " b { "Damage luck" } " takes each attack as a whole, to the damage that counted." }
        p { b { "Threat" } " is what a side could attack at the end of a turn: the points (each unit's in proportion to what is left of it) of the enemy units that at least one of its units could strike, shoot at, or rush or charge in its next activation, under the rules and by the orders of that moment and with everybody else where they stood, as a share of all enemy points on the field. What hangs on a die not thrown yet does not count." }
        p { b { "Points dealt" } " is damage as a share of the unit that took it, in points; " b { "value" } " is the points of damage that a unit dealt for each point it cost." }
    }
}
