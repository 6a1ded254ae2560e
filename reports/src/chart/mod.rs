//! Charts of the figures of a game, or of many, in the colours, hatchings and typeface of its pictures.
//!
//! Plotters lays out ranges, grid and axes; bars, lines and labels are drawn with the seats' own marks.

mod axes;
mod community;
mod damage;
mod dice;
mod distribution;
mod luck;
mod matrix;
mod shares;
mod strength;
mod threat;

use std::collections::BTreeMap;

use hindsight_kernel::{DamageWords, Distribution, Message, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sheet;
use crate::community::{CommunityAnswer, Measure};
use crate::messages::text;
use crate::picture::shape;
use crate::sheet::{Anchor, Dot, Group, Pen, Weight, face};
use crate::statistics::GameStatistics;
use crate::theme::{Palette, Theme};

/// Which chart of a game is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chart {
    /// What each seat has left, event by event.
    Strength,
    /// What share of the enemy's points each seat could attack next, turn by turn.
    Threat,
    /// Damage dealt and taken by each unit.
    Damage,
    /// Results above expectation, roll by roll, with the band that chance allows.
    Luck,
    /// How often each face came up, against what was to be expected.
    Dice,
    /// Who damaged whom.
    Matrix,
}

/// The options of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartOptions {
    /// Pixels across; held within the widths of pictures.
    pub width: u32,
    /// Pixels down; without it what suits the chart.
    pub height: Option<u32>,
    /// Light or dark.
    pub theme: Theme,
    /// The heading; without it the chart's own.
    pub title: Option<String>,
    /// What the seats are called.
    pub names: BTreeMap<Seat, String>,
    /// Words in which the game counts damage.
    pub damage: DamageWords,
    /// Put before every id in the SVG.
    pub prefix: String,
}

impl Default for ChartOptions {
    fn default() -> Self {
        Self {
            width: 900,
            height: None,
            theme: Theme::Light,
            title: None,
            names: BTreeMap::new(),
            damage: DamageWords::WOUNDS,
            prefix: String::new(),
        }
    }
}

/// A chart of a game.
pub fn draw(chart: Chart, game: &GameStatistics, options: &ChartOptions) -> Sheet {
    match chart {
        Chart::Strength => strength::draw(game, options),
        Chart::Threat => threat::draw(game, options),
        Chart::Damage => damage::draw(game, options),
        Chart::Luck => luck::draw(game, options),
        Chart::Dice => dice::draw(game, options),
        Chart::Matrix => matrix::draw(game, options),
    }
}

/// The cells of an answer about many games by one of their figures, each with its interval.
pub fn community(answer: &CommunityAnswer, measure: Measure, options: &ChartOptions) -> Sheet {
    community::draw(answer, measure, options)
}

/// The exact distribution of one roll or attack, with what came of it marked.
pub fn distribution(
    exact: &Distribution,
    actual: Option<i32>,
    seat: Option<Seat>,
    options: &ChartOptions,
) -> Sheet {
    distribution::draw(exact, actual, seat, options)
}

/// The size of a text on a chart, which is shown as large as it is drawn.
const fn readable(size: f32) -> f32 {
    size.max(9.0)
}

/// A chart in the making.
struct Canvas<'o> {
    sheet: Sheet,
    palette: &'static Palette,
    options: &'o ChartOptions,
    /// The size of ordinary text.
    text: f32,
    /// Where the heading and the legend end.
    top: f32,
}

impl<'o> Canvas<'o> {
    /// A page with heading and legend; `tall` is the height for a width of 1.
    fn new(
        options: &'o ChartOptions,
        tall: f32,
        title: Message,
        description: String,
        seats: &[Seat],
    ) -> Self {
        let width = options.width.clamp(300, 2400);
        let across = width as f32;
        let height = options.height.unwrap_or((across * tall) as u32).clamp(160, 4800);
        let text = (across / 64.0).max(8.5 + across / 300.0).max(10.0);
        let palette = Palette::of(options.theme);
        let mut sheet = Sheet::new(width, height);
        sheet.prefix.clone_from(&options.prefix);
        let title = options.title.clone().unwrap_or_else(|| title.into());
        sheet.describe(title.as_str(), description);
        sheet.rect((0.0, 0.0), (across, height as f32), palette.page);
        let mut canvas = Self {
            sheet,
            palette,
            options,
            text,
            top: text * 0.9,
        };
        let large = text * 1.2;
        let shown = face::fit(&title, large, Weight::Bold, across - text * 2.0);
        let base = canvas.top + face::cap_height(large);
        canvas.sheet.text(
            &shown,
            (text, base),
            large,
            Weight::Bold,
            Anchor::Start,
            palette.ink,
        );
        canvas.top = base + text * 0.9;
        if !seats.is_empty() {
            canvas.legend(seats);
        }
        canvas
    }

    /// The seats in a row.
    fn legend(&mut self, seats: &[Seat]) {
        let (text, width) = (self.text, self.sheet.width as f32);
        let chip = text * 1.15;
        let mut x = text;
        for &seat in seats {
            let name = self.name(seat);
            let name = face::fit(&name, text, Weight::Regular, width * 0.5);
            let wide = chip + text * 0.4 + face::width(&name, text, Weight::Regular);
            if x > text && x + wide > width - text {
                x = text;
                self.top += chip * 1.5;
            }
            let at = (x, self.top);
            self.chip(seat, at, chip);
            let base = (
                x + chip + text * 0.4,
                at.1 + chip / 2.0 + face::cap_height(text) / 2.0,
            );
            self.sheet.text(
                &name,
                base,
                text,
                Weight::Regular,
                Anchor::Start,
                self.palette.ink,
            );
            x += wide + text * 1.4;
        }
        self.top += chip + text * 0.7;
    }

    /// A square in the seat's colour and hatching with its letter.
    fn chip(&mut self, seat: Seat, at: Dot, size: f32) {
        let look = self.palette.seat(seat);
        self.bar(Some(seat), at, (at.0 + size, at.1 + size));
        let letters = size * 0.78;
        let base = (
            at.0 + size / 2.0,
            at.1 + size / 2.0 + face::cap_height(letters) / 2.0,
        );
        self.sheet.text(
            &seat.to_string(),
            base,
            letters,
            Weight::Bold,
            Anchor::Middle,
            look.ink,
        );
    }

    /// A filled box in a seat's colour and hatching, from one corner to the other.
    fn bar(&mut self, seat: Option<Seat>, one: Dot, other: Dot) {
        let (left, right) = (one.0.min(other.0), one.0.max(other.0));
        let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
        if right - left < 0.2 || bottom - top < 0.2 {
            return;
        }
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let Some(seat) = seat else {
            self.sheet.fill(corners, self.palette.plain.fade(0.6));
            return;
        };
        let look = self.palette.seat(seat);
        self.sheet.fill(corners, look.body);
        let gap = self.text * 0.55;
        let stripes = shape::hatching(&corners, look.hatch, gap);
        self.sheet.segments(stripes, (gap * 0.28).max(0.8), look.stripe);
        self.sheet
            .stroke(corners, Pen::outline((self.text / 14.0).max(0.8)), look.edge);
    }

    /// A seat's letter and name.
    fn name(&self, seat: Seat) -> String {
        match self.options.names.get(&seat) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => text!("seat", seat).into(),
        }
    }

    /// A line of one seat: its colour, cased, dashed for every second seat, with its marker now and then.
    fn line(&mut self, seat: Seat, dots: &[Dot]) {
        let look = self.palette.seat(seat);
        let wide = (self.text * 0.16).max(1.6);
        let pen = if seat.index() % 2 == 1 {
            Pen::line(wide).dashed(wide * 4.0, wide * 1.6)
        } else {
            Pen::line(wide)
        };
        self.sheet.stroke(
            dots.iter().copied(),
            Pen::line(wide * 2.0),
            self.palette.page.fade(0.8),
        );
        self.sheet.stroke(dots.iter().copied(), pen, look.edge);
        if let Some(&end) = dots.last() {
            self.marker(seat, end);
        }
    }

    /// The sign of a seat: round, square or a diamond.
    fn marker(&mut self, seat: Seat, (x, y): Dot) {
        let look = self.palette.seat(seat);
        let r = self.text * 0.32;
        let line = (self.text / 12.0).max(0.9);
        match seat.index() % 3 {
            0 => {
                self.sheet.disc((x, y), r + line, self.palette.page);
                self.sheet.disc((x, y), r, look.edge);
            }
            1 => {
                self.sheet.rect(
                    (x - r - line, y - r - line),
                    ((r + line) * 2.0, (r + line) * 2.0),
                    self.palette.page,
                );
                self.sheet.rect((x - r, y - r), (r * 2.0, r * 2.0), look.edge);
            }
            _ => {
                let r = r * 1.3;
                self.sheet
                    .fill([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], look.edge);
            }
        }
    }

    /// Says that there is nothing to show yet.
    fn nothing(mut self, words: impl Into<Message>) -> Sheet {
        let middle = (
            self.sheet.width as f32 / 2.0,
            f32::midpoint(self.top, self.sheet.height as f32),
        );
        let shown = face::fit(
            &words.into().to_string(),
            self.text,
            Weight::Regular,
            self.sheet.width as f32 - self.text * 2.0,
        );
        self.sheet.text(
            &shown,
            middle,
            self.text,
            Weight::Regular,
            Anchor::Middle,
            self.palette.muted,
        );
        self.sheet
    }

    /// Begins the group of one thing that can be pointed at.
    fn open(&mut self, class: &str, label: &Message) {
        self.sheet.open(&Group {
            class,
            label: &label.to_string(),
            ..Group::default()
        });
    }
}

/// The seats of a game, in order.
fn seats(game: &GameStatistics) -> Vec<Seat> {
    let mut seats: Vec<Seat> = game
        .units
        .values()
        .filter_map(|unit| unit.seat)
        .chain(game.seats.keys().copied())
        .collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
