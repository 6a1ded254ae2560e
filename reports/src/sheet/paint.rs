//! A sheet as pixels, every edge anti-aliased by the exact area it covers.
//!
//! A whole sheet is painted from top to bottom in bands that stay in the processor's cache, each handed on when it
//! is done. [`Quality::Fine`] paints at twice the size and averages every band at once.

use super::area::{Area, reach};
use super::brush::Brush;
use super::cover::Cells;
use super::face::{self, Weight};
use super::stamp::{Stamp, with_stamp};
use super::stroke::stroke;
use super::visual::visual;
use super::{Dot, Mark, Pen, Rgba, Sheet, Turn, circle, round_corners};
use crate::Quality;

/// Bytes of pixels that are painted at once.
const BAND: usize = 1 << 18;

/// The whole sheet as rows of red, green and blue bytes, some at a time.
pub(super) fn paint(sheet: &Sheet, quality: Quality, mut rows: impl FnMut(&[u8])) {
    let (width, height) = (sheet.width as usize, sheet.height as i32);
    let times = match quality {
        Quality::Fast => 1,
        Quality::Fine => 2,
    };
    let deep = (BAND / (width * 3 * times * times)).max(8) as i32;
    let mut canvas = Canvas::new(
        sheet.width * times as u32,
        deep as u32 * times as u32,
        times as f32,
    );
    let mut halves = vec![0; if times == 2 { width * 3 * deep as usize } else { 0 }];
    let reaches: Vec<(i32, i32)> = sheet
        .marks
        .iter()
        .map(|mark| reach(sheet, mark))
        .map(|area| {
            if area.is_empty() {
                (i32::MAX, i32::MIN)
            } else {
                (area.top, area.bottom)
            }
        })
        .collect();
    let mut top = 0;
    while top < height {
        let bottom = (top + deep).min(height);
        let tall = (bottom - top) as usize;
        canvas.begin(top * times as i32);
        let area = Area {
            left: 0,
            top: top * times as i32,
            right: canvas.width,
            bottom: bottom * times as i32,
        };
        for (mark, &(from, to)) in sheet.marks.iter().zip(&reaches) {
            if from < bottom && to > top {
                canvas.mark(sheet, mark, area);
            }
        }
        if times == 2 {
            let halves = &mut halves[..width * 3 * tall];
            halve(&canvas.rgb, width, halves);
            rows(halves);
        } else {
            rows(&canvas.rgb[..width * 3 * tall]);
        }
        top = bottom;
    }
}

/// Averages blocks of two by two pixels.
fn halve(rgb: &[u8], width: usize, out: &mut [u8]) {
    let stride = width * 6;
    for (row, pair) in out.chunks_exact_mut(width * 3).zip(rgb.chunks_exact(stride * 2)) {
        let (upper, lower) = pair.split_at(stride);
        for ((pixel, up), low) in row
            .chunks_exact_mut(3)
            .zip(upper.chunks_exact(6))
            .zip(lower.chunks_exact(6))
        {
            for channel in 0..3 {
                let sum = u16::from(up[channel])
                    + u16::from(up[channel + 3])
                    + u16::from(low[channel])
                    + u16::from(low[channel + 3]);
                pixel[channel] = ((sum + 2) >> 2) as u8;
            }
        }
    }
}

/// Pixels and what is needed to paint on them.
pub(crate) struct Canvas {
    width: i32,
    /// The first row that is held, and how many there are.
    top: i32,
    height: i32,
    scale: f32,
    pub(crate) rgb: Vec<u8>,
    pub(super) cells: Cells,
    /// Corners of a stroke while it is made into polygons.
    contour: Vec<Dot>,
}

impl Canvas {
    /// A white canvas that holds so many rows from the first.
    pub(crate) fn new(width: u32, height: u32, scale: f32) -> Self {
        Self {
            width: width as i32,
            top: 0,
            height: height as i32,
            scale,
            rgb: vec![255; width as usize * height as usize * 3],
            cells: Cells::default(),
            contour: Vec::new(),
        }
    }

    /// Makes it white and lets it hold the rows from `top`.
    fn begin(&mut self, top: i32) {
        self.top = top;
        self.rgb.fill(255);
    }

    /// A row of pixels.
    pub(super) fn row(&mut self, y: i32) -> &mut [u8] {
        let long = self.width as usize * 3;
        let start = (y - self.top) as usize * long;
        &mut self.rgb[start..start + long]
    }

    /// Paints all marks that touch the area, and nothing outside it.
    pub(crate) fn draw(&mut self, sheet: &Sheet, area: Area) {
        for mark in &sheet.marks {
            self.mark(sheet, mark, area);
        }
    }

    /// Paints one mark within the area.
    pub(crate) fn mark(&mut self, sheet: &Sheet, mark: &Mark, area: Area) {
        let area = area.meet(Area {
            left: 0,
            top: self.top,
            right: self.width,
            bottom: self.top + self.height,
        });
        let scale = self.scale;
        let sized = move |dot: &Dot| (dot.0 * scale, dot.1 * scale);
        match mark {
            Mark::Fill { dots, each, colour } => {
                let dots = &sheet.dots[dots.clone()];
                if let Some(rect) = upright(dots) {
                    self.rect(sized(&rect.0), sized(&rect.1), *colour, area);
                    return;
                }
                let bounds = Area::around(dots.iter().map(sized), 0.0).meet(area);
                self.shape(bounds, &Brush::new(*colour), |cover| {
                    for outline in dots.chunks_exact(*each) {
                        cover.ring(outline.iter().map(sized));
                    }
                });
            }
            Mark::Box {
                at,
                size,
                radius,
                colour,
            } => {
                let (low, high) = (sized(at), sized(&(at.0 + size.0, at.1 + size.1)));
                if *radius < 0.3 {
                    self.rect(low, high, *colour, area);
                    return;
                }
                let bounds = Area::around([low, high].into_iter(), 0.0).meet(area);
                let dots = round_corners(low, (high.0 - low.0, high.1 - low.1), radius * scale);
                self.shape(bounds, &Brush::new(*colour), |cover| cover.ring(dots.clone()));
            }
            Mark::Disc {
                centre,
                radius,
                colour,
            } => self.circles(std::slice::from_ref(centre), *radius, *colour, area),
            Mark::Discs { dots, radius, colour } => {
                self.circles(&sheet.dots[dots.clone()], *radius, *colour, area);
            }
            Mark::Segments { dots, colour, width } => {
                let dots = &sheet.dots[dots.clone()];
                let half = width * scale / 2.0;
                let bounds = Area::around(dots.iter().map(sized), half).meet(area);
                self.shape(bounds, &Brush::new(*colour), |cover| {
                    for pair in dots.chunks_exact(2) {
                        cover.bar(sized(&pair[0]), sized(&pair[1]), half);
                    }
                });
            }
            Mark::Ring {
                centre,
                radius,
                colour,
                pen,
            } => {
                let pen = Pen { closed: true, ..*pen };
                let dots = circle(sized(centre), radius * scale);
                self.line(dots, pen, *colour, area);
            }
            Mark::Stroke {
                dots,
                each,
                colour,
                pen,
            } => {
                for line in sheet.dots[dots.clone()].chunks_exact(*each) {
                    self.line(line.iter().map(sized), *pen, *colour, area);
                }
            }
            Mark::Text {
                words,
                colour,
                at,
                size,
                weight,
                width,
                turn,
            } => {
                let line = TextLine {
                    words: &sheet.words[words.clone()],
                    at: sized(at),
                    size: size * scale,
                    weight: *weight,
                    turn: *turn,
                };
                if !line.reach(width * scale).meet(area).is_empty() {
                    self.text(&line, &Brush::new(*colour), area);
                }
            }
            Mark::Open { .. } | Mark::Close => {}
        }
    }

    fn circles(&mut self, centres: &[Dot], radius: f32, colour: Rgba, area: Area) {
        let (scale, radius) = (self.scale, radius * self.scale);
        let sized = move |dot: &Dot| (dot.0 * scale, dot.1 * scale);
        let bounds = Area::around(centres.iter().map(sized), radius).meet(area);
        self.shape(bounds, &Brush::new(colour), |cover| {
            for centre in centres.iter().map(sized) {
                if !cover.misses(centre.1 - radius, centre.1 + radius) {
                    cover.ring(circle(centre, radius));
                }
            }
        });
    }

    /// A line through dots, already of the canvas's size.
    fn line(&mut self, dots: impl Iterator<Item = Dot>, pen: Pen, colour: Rgba, area: Area) {
        let mut contour = std::mem::take(&mut self.contour);
        contour.clear();
        contour.extend(dots);
        if pen.closed && !contour.is_empty() {
            contour.push(contour[0]);
        }
        contour.dedup_by(|one, two| (one.0 - two.0).abs() + (one.1 - two.1).abs() < 1e-3);
        let scale = self.scale;
        let pen = Pen {
            width: pen.width * scale,
            dash: pen.dash.map(|(on, off)| (on * scale, off * scale)),
            ..pen
        };
        let bounds = Area::around(contour.iter().copied(), pen.width / 2.0 + 1.0).meet(area);
        self.shape(bounds, &Brush::new(colour), |cover| stroke(cover, &contour, pen));
        self.contour = contour;
    }

    /// Fills an upright rectangle.
    fn rect(&mut self, low: Dot, high: Dot, colour: Rgba, area: Area) {
        let bounds = Area {
            left: low.0.floor() as i32,
            top: low.1.floor() as i32,
            right: high.0.ceil() as i32,
            bottom: high.1.ceil() as i32,
        }
        .meet(area);
        if bounds.is_empty() {
            return;
        }
        let brush = Brush::new(colour);
        let share = |from: f32, to: f32, pixel: i32| {
            (((pixel + 1) as f32).min(to) - (pixel as f32).max(from)).clamp(0.0, 1.0)
        };
        let (left, right) = (bounds.left, bounds.right);
        let (first, last) = (share(low.0, high.0, left), share(low.0, high.0, right - 1));
        for y in bounds.top..bounds.bottom {
            let tall = share(low.1, high.1, y);
            let row = &mut self.row(y)[left as usize * 3..right as usize * 3];
            let (head, row) = row.split_at_mut(3);
            brush.span(head, first * tall);
            if !row.is_empty() {
                let (middle, tail) = row.split_at_mut(row.len() - 3);
                brush.span(middle, tall);
                brush.span(tail, last * tall);
            }
        }
    }

    fn text(&mut self, line: &TextLine<'_>, brush: &Brush, area: Area) {
        let face = face::face(line.weight);
        let mut along = 0.0;
        for letter in visual(line.words, line.weight).chars() {
            let pen = match line.turn {
                Turn::Level => (line.at.0 + along, line.at.1),
                Turn::Down => (line.at.0, line.at.1 + along),
                Turn::Up => (line.at.0, line.at.1 - along),
            };
            along += face.advance(letter) * line.size;
            if letter == ' ' {
                continue;
            }
            let (x, y) = (pen.0.floor(), pen.1.floor());
            let part = (pen.0 - x, pen.1 - y);
            with_stamp(letter, line.size, line.weight, line.turn, part, |stamp| {
                self.stamp(stamp, (x as i32, y as i32), brush, area);
            });
        }
    }

    fn stamp(&mut self, stamp: &Stamp, (x, y): (i32, i32), brush: &Brush, area: Area) {
        let place = Area {
            left: x + stamp.left,
            top: y + stamp.top,
            right: x + stamp.left + stamp.width,
            bottom: y + stamp.top + stamp.height,
        };
        let seen = place.meet(area);
        if seen.is_empty() {
            return;
        }
        for y in seen.top..seen.bottom {
            let start = ((y - place.top) * stamp.width + seen.left - place.left) as usize;
            let row = &mut self.row(y)[seen.left as usize * 3..seen.right as usize * 3];
            brush.mask(row, &stamp.shares[start..]);
        }
    }
}

/// A line of text of the canvas's size.
struct TextLine<'w> {
    words: &'w str,
    at: Dot,
    size: f32,
    weight: Weight,
    turn: Turn,
}

impl TextLine<'_> {
    /// Where it may leave paint.
    fn reach(&self, width: f32) -> Area {
        let end = match self.turn {
            Turn::Level => (self.at.0 + width, self.at.1),
            Turn::Down => (self.at.0, self.at.1 + width),
            Turn::Up => (self.at.0, self.at.1 - width),
        };
        Area::around([self.at, end].into_iter(), self.size)
    }
}

/// The two corners of a polygon that is an upright rectangle.
#[expect(
    clippy::float_cmp,
    reason = "a rectangle that is off by anything is painted as a polygon"
)]
fn upright(dots: &[Dot]) -> Option<(Dot, Dot)> {
    let &[a, b, c, d] = dots else { return None };
    (a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0 && a.0 <= b.0 && a.1 <= d.1).then_some((a, c))
}
