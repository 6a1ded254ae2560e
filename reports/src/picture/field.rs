//! The field: its ground, grid, coordinates and zones.

use hindsight_kernel::Grid;

use super::{Scene, shape};
use crate::sheet::{Anchor, Dot, Pen, Weight, face};
use crate::theme::Hatch;

/// Lines of a grid closer than this are left out.
const NEAREST: f32 = 4.0;
/// Numbers of hexes smaller than this are no help.
const LEAST_NUMBER: f32 = 8.0;

impl Scene<'_> {
    pub(super) fn field(&mut self) {
        let (corner, size) = (self.view.corner, self.view.size);
        self.sheet.open_layer("field");
        // The rest of the page is laid over what reaches beyond the field.
        let bleed = self.view.text * 0.2 + 1.0;
        let low = (corner.0 - bleed, corner.1 - bleed);
        self.sheet.rect(
            low,
            (size.0 + bleed * 2.0, size.1 + bleed * 2.0),
            self.palette.page,
        );
        self.sheet.rect(corner, size, self.palette.field);
        match self.board.grid {
            Grid::None => self.inches(),
            Grid::Squares => self.squares(),
            Grid::Hexes {
                flat_top,
                first_shifted,
                columns,
                rows,
                numbered: _,
            } => {
                self.hexes(flat_top, first_shifted, columns, rows);
            }
        }
        self.sheet.close();
    }

    fn squares(&mut self) {
        let view = self.view;
        let (low, high) = view.bounds();
        let cell = view.scale;
        let (columns, rows) = (
            (high.x - low.x).round() as usize,
            (high.y - low.y).round() as usize,
        );
        if cell < NEAREST || columns * rows > 40_000 {
            return;
        }
        let (left, top) = view.corner;
        for row in 0..rows {
            for column in 0..columns {
                if (row + column) % 2 == 1 {
                    let at = (left + column as f32 * cell, top + row as f32 * cell);
                    self.sheet.rect(at, (cell, cell), self.palette.field_other);
                }
            }
        }
        let lines: Vec<Dot> = (0..=columns)
            .flat_map(|column| {
                let x = left + column as f32 * cell;
                [(x, top), (x, top + view.size.1)]
            })
            .chain((0..=rows).flat_map(|row| {
                let y = top + row as f32 * cell;
                [(left, y), (left + view.size.0, y)]
            }))
            .collect();
        self.sheet
            .segments(lines, (view.text / 16.0).max(0.8), self.palette.rule);
    }

    /// The letters and numbers beside a field of squares; inches along a bare table.
    pub(super) fn coordinates(&mut self) {
        let view = self.view;
        let ((low, high), size) = (view.bounds(), view.letters(0.82));
        let (left, bottom) = (view.corner.0, view.corner.1 + view.size.1);
        let (columns, rows) = ((high.x - low.x).round() as u32, (high.y - low.y).round() as u32);
        let muted = self.palette.muted;
        self.sheet.open_layer("coordinates");
        match self.board.grid {
            Grid::Squares if view.scale >= NEAREST => {
                let every = ((size * 1.7 / view.scale).ceil() as u32).max(1);
                for column in (0..columns.min(200)).step_by(every as usize) {
                    let shown = if view.is_flipped() {
                        columns - 1 - column
                    } else {
                        column
                    };
                    let x = left + (column as f32 + 0.5) * view.scale;
                    let at = (x, bottom + view.gutter * 0.36 + face::cap_height(size));
                    self.sheet
                        .text(&letters(shown), at, size, Weight::Bold, Anchor::Middle, muted);
                }
                for row in (0..rows.min(200)).step_by(every as usize) {
                    let shown = if view.is_flipped() { rows - row } else { row + 1 };
                    let y = bottom - (row as f32 + 0.5) * view.scale + face::cap_height(size) / 2.0;
                    let at = (left - view.gutter * 0.36, y);
                    self.sheet
                        .text(&shown.to_string(), at, size, Weight::Bold, Anchor::End, muted);
                }
            }
            Grid::None => self.ruler(size),
            Grid::Squares | Grid::Hexes { .. } => {}
        }
        self.sheet.close();
    }

    /// A ruler along the west and south edges, numbered so that numbers do not touch.
    fn ruler(&mut self, size: f32) {
        let view = self.view;
        let (low, high) = view.bounds();
        let (left, bottom) = (view.corner.0, view.corner.1 + view.size.1);
        let step = [1.0_f32, 6.0, 12.0, 24.0, 48.0, 120.0, 600.0]
            .into_iter()
            .find(|step| step * view.scale >= size * 2.6)
            .unwrap_or(6_000.0);
        let fine = view.scale >= 5.0;
        let mut ticks = Vec::new();
        let muted = self.palette.muted;
        for upright in [false, true] {
            let long = if upright {
                (high.y - low.y) as f32
            } else {
                (high.x - low.x) as f32
            };
            let count = if fine {
                long as usize
            } else {
                (long / step) as usize
            };
            for tick in 0..=count.min(800) {
                let at = if fine { tick as f32 } else { tick as f32 * step };
                let numbered = (at % step).abs() < 0.01;
                let tall = view.gutter * if numbered { 0.3 } else { 0.15 };
                let along = at * view.scale;
                if upright {
                    ticks.extend([(left, bottom - along), (left - tall, bottom - along)]);
                } else {
                    ticks.extend([(left + along, bottom), (left + along, bottom + tall)]);
                }
                if numbered && at + 0.2 * step < long {
                    let shown = if view.is_flipped() { long - at } else { at };
                    let text = format!("{shown:.0}");
                    if upright {
                        let y = bottom - along + face::cap_height(size) / 2.0;
                        self.sheet.text(
                            &text,
                            (left - view.gutter * 0.38, y),
                            size,
                            Weight::Regular,
                            Anchor::End,
                            muted,
                        );
                    } else {
                        let y = bottom + view.gutter * 0.38 + face::cap_height(size);
                        self.sheet.text(
                            &text,
                            (left + along, y),
                            size,
                            Weight::Regular,
                            Anchor::Middle,
                            muted,
                        );
                    }
                }
            }
        }
        self.sheet.segments(ticks, (view.text / 16.0).max(0.8), muted);
    }

    /// Faint crosses every six inches, so that distances can be judged.
    fn inches(&mut self) {
        let view = self.view;
        let (low, high) = view.bounds();
        let step = [6.0, 12.0, 24.0, 120.0]
            .into_iter()
            .find(|step| step * view.scale >= 28.0);
        let Some(step) = step else { return };
        let arm = view.text * 0.28;
        let mut crosses = Vec::new();
        let (columns, rows) = (
            ((high.x - low.x) as f32 / step) as u32,
            ((high.y - low.y) as f32 / step) as u32,
        );
        for column in 1..=columns.min(100) {
            for row in 1..=rows.min(100) {
                let x = view.corner.0 + column as f32 * step * view.scale;
                let y = view.corner.1 + view.size.1 - row as f32 * step * view.scale;
                crosses.extend([(x - arm, y), (x + arm, y), (x, y - arm), (x, y + arm)]);
            }
        }
        self.sheet
            .segments(crosses, (view.text / 14.0).max(0.8), self.palette.rule);
    }

    /// Hexes one unit from flat to flat; shifted columns (rows) stand half a hex further north (east).
    fn hexes(&mut self, flat_top: bool, first_shifted: bool, columns: u16, rows: u16) {
        let view = self.view;
        if view.scale < NEAREST || u32::from(columns) * u32::from(rows) > 12_000 {
            return;
        }
        let (low, _) = view.bounds();
        let (half, reach, step) = (0.5, 1.0 / 3.0_f64.sqrt(), 3.0_f64.sqrt() / 2.0);
        let line = (view.text / 15.0).max(0.8);
        let mut hexes: Vec<Dot> = Vec::with_capacity(usize::from(columns) * usize::from(rows) * 6);
        let radius = view.length(reach);
        let corners: [Dot; 6] = std::array::from_fn(|corner| {
            let turn = if flat_top { 0.0 } else { 30.0 };
            let (sin, cos) = (corner as f32 * 60.0 + turn).to_radians().sin_cos();
            (radius * cos, radius * sin)
        });
        for column in 0..columns {
            for row in 0..rows {
                let odd = if flat_top { column } else { row } % 2 == 1;
                let shift = if odd == first_shifted { 0.0 } else { half };
                let (x, y) = if flat_top {
                    (
                        low.x + reach + f64::from(column) * step,
                        low.y + half + f64::from(row) + shift,
                    )
                } else {
                    (
                        low.x + half + f64::from(column) + shift,
                        low.y + reach + f64::from(row) * step,
                    )
                };
                let Some(centre) = view.dot(hindsight_kernel::BoardPoint::new(x, y)) else {
                    continue;
                };
                hexes.extend(shape::moved(&corners, centre));
            }
        }
        self.sheet
            .stroke_all(hexes, 6, Pen::outline(line), self.palette.rule);
    }

    /// The number of each hex in its upper half, or that of every fifth column and row where so many could not be read.
    pub(super) fn hex_numbers(&mut self) {
        let view = self.view;
        let Grid::Hexes {
            flat_top: true,
            first_shifted,
            columns,
            rows,
            numbered: true,
        } = self.board.grid
        else {
            return;
        };
        if view.scale < NEAREST * 4.0 || u32::from(columns) * u32::from(rows) > 12_000 {
            return;
        }
        let usual = (view.scale * 0.15).min(view.text * 0.8);
        let (size, every) = if usual < view.least.max(LEAST_NUMBER) {
            (view.letters(0.6).max(LEAST_NUMBER), 5)
        } else {
            (usual, 1)
        };
        let (low, _) = view.bounds();
        let (reach, step) = (1.0 / 3.0_f64.sqrt(), 3.0_f64.sqrt() / 2.0);
        let ink = self.palette.muted.fade(0.85);
        self.sheet.open_layer("hexes");
        for column in (every - 1..columns).step_by(usize::from(every)) {
            for row in (every - 1..rows).step_by(usize::from(every)) {
                let shift = if (column % 2 == 1) == first_shifted {
                    0.0
                } else {
                    0.5
                };
                let x = low.x + reach + f64::from(column) * step;
                let y = low.y + 0.5 + f64::from(rows - 1 - row) + shift;
                if let Some((x, y)) = view.dot(hindsight_kernel::BoardPoint::new(x, y)) {
                    let text = format!("{:02}{:02}", column + 1, row + 1);
                    let at = (x, y - view.scale * 0.46 + face::cap_height(size));
                    self.sheet
                        .text(&text, at, size, Weight::Regular, Anchor::Middle, ink);
                }
            }
        }
        self.sheet.close();
    }

    pub(super) fn zones(&mut self) {
        let text = self.view.text;
        self.sheet.open_layer("zones");
        let mut names = Vec::new();
        for zone in &self.board.zones {
            let dots = self.view.dots(&zone.outline);
            if dots.len() < 3 {
                continue;
            }
            let (body, edge) = match zone.seat {
                Some(seat) => {
                    let look = self.palette.seat(seat);
                    (look.body, look.edge)
                }
                None => (self.palette.muted, self.palette.muted),
            };
            self.sheet.fill(dots.iter().copied(), body.fade(0.13));
            if zone.seat.is_some_and(|seat| seat.index() % 2 == 1) {
                let lines = shape::hatching(&dots, Hatch::Rising, text * 1.1);
                self.sheet
                    .segments(lines, (text / 14.0).max(0.8), body.fade(0.28));
            }
            let inner = shape::scaled(&dots, shape::centre(&dots), 1.0);
            self.sheet.stroke(
                inner,
                Pen::outline((text / 9.0).max(1.0)).dashed(text * 0.6, text * 0.4),
                edge.fade(0.75),
            );
            names.push((zone.name.clone(), shape::bounds(&dots), edge));
        }
        self.sheet.close();
        // Written after the tokens have taken their places.
        self.take_tokens();
        let size = self.view.letters(0.72).max(8.0);
        for (mut name, (left, top, right, bottom), ink) in names {
            if self.options.compact {
                // A word that is cut tells more there than none.
                name = face::fit(&name, size, Weight::Bold, right - left - size * 0.2);
                if name.ends_with('…') && name.chars().count() < 4 {
                    continue;
                }
            }
            let ink = if self.palette.is_dark() {
                ink
            } else {
                ink.mix(self.palette.ink, 0.25)
            };
            let half = face::width(&name, size, Weight::Bold) / 2.0 + size * 0.5;
            let middle = f32::midpoint(left, right);
            let places = [
                (left + half, top + size),
                (left + half, bottom - size),
                (right - half, top + size),
                (right - half, bottom - size),
                (middle, top + size),
                (middle, bottom - size),
                (middle, f32::midpoint(top, bottom)),
            ];
            if half * 2.0 < right - left + size {
                self.label(&name, &places, size, ink, None);
            }
        }
    }

    /// Keeps labels off the tokens.
    fn take_tokens(&mut self) {
        let step = self.view.text * 0.8;
        for trail in self.options.last.iter().flat_map(|last| &last.trails).take(50) {
            let dots = self.view.dots(&trail.points);
            for pair in dots.windows(2) {
                let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
                let count = (dx.hypot(dy) / step).ceil().clamp(1.0, 60.0);
                for place in 0..=count as u32 {
                    let share = place as f32 / count;
                    let at = (x + dx * share, y + dy * share);
                    self.labels.take((
                        at.0 - step / 2.0,
                        at.1 - step / 2.0,
                        at.0 + step / 2.0,
                        at.1 + step / 2.0,
                    ));
                }
            }
        }
        for lie in self.lies {
            self.labels.take(shape::bounds(&lie.dots));
        }
    }
}

/// a to z, aa, ab ... for columns.
fn letters(mut column: u32) -> String {
    let mut text = String::new();
    loop {
        text.insert(0, char::from(b'a' + (column % 26) as u8));
        if column < 26 {
            return text;
        }
        column = column / 26 - 1;
    }
}

#[test]
fn columns_are_lettered_as_on_a_chess_board_and_on_in_sheets() {
    for (column, text) in [(0, "a"), (7, "h"), (25, "z"), (26, "aa"), (27, "ab"), (52, "ba")] {
        assert_eq!(letters(column), text, "column {column}");
    }
}
