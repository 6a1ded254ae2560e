//! A sheet as pixels, every edge anti-aliased by the exact area it covers.

use super::face::{self, Weight};
use super::stamp::{Stamp, with_stamp};
use super::{Dot, Mark, Pen, Rgba, Sheet, Turn, circle, round_corners};
use crate::Quality;

/// A rectangle of whole pixels: left, top, right and bottom, the last two excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Area {
    pub(crate) const fn of(width: u32, height: u32) -> Self {
        Self {
            left: 0,
            top: 0,
            right: width as i32,
            bottom: height as i32,
        }
    }

    pub(crate) fn meet(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) fn join(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    fn around(dots: impl Iterator<Item = Dot>, margin: f32) -> Self {
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for (x, y) in dots {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            return Self {
                left: 0,
                top: 0,
                right: 0,
                bottom: 0,
            };
        }
        Self {
            left: (low.0 - margin).floor() as i32,
            top: (low.1 - margin).floor() as i32,
            right: (high.0 + margin).ceil() as i32 + 1,
            bottom: (high.1 + margin).ceil() as i32 + 1,
        }
    }
}

/// The whole sheet as rows of red, green and blue bytes.
pub(crate) fn paint(sheet: &Sheet, quality: Quality) -> Vec<u8> {
    match quality {
        Quality::Fast => {
            let mut canvas = Canvas::new(sheet.width, sheet.height, 1.0);
            canvas.draw(sheet, Area::of(sheet.width, sheet.height));
            canvas.rgb
        }
        Quality::Fine => {
            let mut canvas = Canvas::new(sheet.width * 2, sheet.height * 2, 2.0);
            canvas.draw(sheet, Area::of(sheet.width * 2, sheet.height * 2));
            halve(&canvas.rgb, sheet.width as usize, sheet.height as usize)
        }
    }
}

/// Averages blocks of two by two pixels.
fn halve(rgb: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut out = vec![0; width * height * 3];
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
    out
}

/// Bytes of sixteen pixels.
const BLOCK: usize = 48;
/// Cells of coverage that are worked on at once.
const BAND: i32 = 1 << 15;

/// Pixels and what is needed to paint on them.
pub(crate) struct Canvas {
    width: i32,
    height: i32,
    scale: f32,
    pub(crate) rgb: Vec<u8>,
    /// Changes of coverage along each row; all zero between two shapes.
    cover: Vec<f32>,
    /// Which stretches of each row hold changes; all zero between two shapes.
    touched: Vec<u128>,
    /// Corners of a stroke while it is made into polygons.
    contour: Vec<Dot>,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, scale: f32) -> Self {
        Self {
            width: width as i32,
            height: height as i32,
            scale,
            rgb: vec![255; width as usize * height as usize * 3],
            cover: Vec::new(),
            touched: Vec::new(),
            contour: Vec::new(),
        }
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
            top: 0,
            right: self.width,
            bottom: self.height,
        });
        let scale = self.scale;
        let sized = move |dot: &Dot| (dot.0 * scale, dot.1 * scale);
        match mark {
            Mark::Fill { dots, colour } => {
                let dots = &sheet.dots[dots.clone()];
                if let Some(rect) = upright(dots) {
                    self.rect(sized(&rect.0), sized(&rect.1), *colour, area);
                    return;
                }
                let bounds = Area::around(dots.iter().map(sized), 0.0).meet(area);
                self.shape(bounds, *colour, |cover| cover.ring(dots.iter().map(sized)));
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
                self.shape(bounds, *colour, |cover| cover.ring(dots.clone()));
            }
            Mark::Ring {
                centre,
                radius,
                colour,
                pen,
            } => {
                let dots = circle(sized(centre), radius * scale);
                let pen = Pen {
                    width: pen.width * scale,
                    closed: true,
                    dash: pen.dash.map(|(on, off)| (on * scale, off * scale)),
                };
                let bounds = Area::around(dots.clone(), pen.width / 2.0 + 1.0).meet(area);
                if bounds.is_empty() {
                    return;
                }
                let mut contour = std::mem::take(&mut self.contour);
                contour.clear();
                contour.extend(dots);
                contour.push(contour[0]);
                self.shape(bounds, *colour, |cover| stroke(cover, &contour, pen));
                self.contour = contour;
            }
            Mark::Disc {
                centre,
                radius,
                colour,
            } => {
                let dots = circle(sized(centre), radius * scale);
                let bounds = Area::around(dots.clone(), 0.0).meet(area);
                self.shape(bounds, *colour, |cover| cover.ring(dots.clone()));
            }
            Mark::Segments { dots, colour, width } => {
                let dots = &sheet.dots[dots.clone()];
                let half = width * scale / 2.0;
                let bounds = Area::around(dots.iter().map(sized), half).meet(area);
                self.shape(bounds, *colour, |cover| {
                    for pair in dots.chunks_exact(2) {
                        cover.bar(sized(&pair[0]), sized(&pair[1]), half);
                    }
                });
            }
            Mark::Stroke { dots, colour, pen } => {
                let dots = &sheet.dots[dots.clone()];
                let half = pen.width * scale / 2.0;
                let bounds = Area::around(dots.iter().map(sized), half + 1.0).meet(area);
                if bounds.is_empty() {
                    return;
                }
                let mut contour = std::mem::take(&mut self.contour);
                contour.clear();
                contour.extend(dots.iter().map(sized));
                if pen.closed {
                    contour.push(contour[0]);
                }
                let pen = Pen {
                    width: pen.width * scale,
                    dash: pen.dash.map(|(on, off)| (on * scale, off * scale)),
                    ..*pen
                };
                self.shape(bounds, *colour, |cover| stroke(cover, &contour, pen));
                self.contour = contour;
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
                let (size, at, width) = (size * scale, sized(at), width * scale);
                let bounds = match turn {
                    Turn::Level => Area::around([at, (at.0 + width, at.1)].into_iter(), size),
                    Turn::Down => Area::around([at, (at.0, at.1 + width)].into_iter(), size),
                    Turn::Up => Area::around([at, (at.0, at.1 - width)].into_iter(), size),
                };
                if !bounds.meet(area).is_empty() {
                    self.text(
                        &sheet.words[words.clone()],
                        at,
                        size,
                        *weight,
                        *turn,
                        *colour,
                        area,
                    );
                }
            }
            Mark::Open(_) | Mark::Close => {}
        }
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
        let share = |from: f32, to: f32, pixel: i32| ((pixel + 1) as f32).min(to) - (pixel as f32).max(from);
        for y in bounds.top..bounds.bottom {
            let tall = share(low.1, high.1, y).clamp(0.0, 1.0);
            let (mut left, mut right) = (bounds.left, bounds.right);
            let first = share(low.0, high.0, left).clamp(0.0, 1.0);
            if first < 1.0 {
                self.blend(left, y, colour, first * tall);
                left += 1;
            }
            if right > left {
                let last = share(low.0, high.0, right - 1).clamp(0.0, 1.0);
                if last < 1.0 {
                    right -= 1;
                    self.blend(right, y, colour, last * tall);
                }
            }
            self.span(left, right, y, colour, tall);
        }
    }

    /// Fills what `trace` outlines.
    fn shape(&mut self, bounds: Area, colour: Rgba, trace: impl Fn(&mut Cover<'_>)) {
        // In bands that stay in the processor's cache, however large the shape is.
        let deep = (BAND / (bounds.right - bounds.left).max(1)).max(8);
        let mut top = bounds.top;
        while top < bounds.bottom && !bounds.is_empty() {
            let bottom = (top + deep).min(bounds.bottom);
            self.band(
                Area {
                    top,
                    bottom,
                    ..bounds
                },
                colour,
                &trace,
            );
            top = bottom;
        }
    }

    fn band(&mut self, bounds: Area, colour: Rgba, trace: &impl Fn(&mut Cover<'_>)) {
        let (width, height) = (
            (bounds.right - bounds.left) as usize,
            (bounds.bottom - bounds.top) as usize,
        );
        let stride = width + 2;
        let mut cells = std::mem::take(&mut self.cover);
        if cells.len() < stride * height {
            cells.resize(stride * height, 0.0);
        }
        let mut touched = std::mem::take(&mut self.touched);
        if touched.len() < height {
            touched.resize(height, 0);
        }
        // Stretches so long that a row has at most 128 of them.
        let mut shift = 5;
        while stride >> shift >= 128 {
            shift += 1;
        }
        let mut cover = Cover {
            cells: &mut cells,
            touched: &mut touched,
            shift,
            stride,
            width: width as f32,
            height,
            left: bounds.left as f32,
            top: bounds.top as f32,
        };
        trace(&mut cover);
        let rows = cells.chunks_exact_mut(stride).zip(&mut touched).take(height);
        for ((row, touched), y) in rows.zip(bounds.top..) {
            self.sweep(row, std::mem::take(touched), shift, (bounds.left, y), colour);
        }
        self.touched = touched;
        self.cover = cells;
    }

    /// Paints a row from its changes of coverage and clears them.
    fn sweep(&mut self, row: &mut [f32], mut touched: u128, shift: u32, (left, y): (i32, i32), colour: Rgba) {
        let width = row.len() - 2;
        let (mut sum, mut x) = (0.0_f32, 0);
        let share_of = |sum: f32| {
            let share = sum.abs();
            if share > 0.998 { 1.0 } else { share }
        };
        while touched != 0 {
            let block = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let (start, end) = (block << shift, ((block + 1) << shift).min(row.len()));
            let share = share_of(sum);
            if start > x && share > 0.002 {
                self.span(left + x as i32, left + start.min(width) as i32, y, colour, share);
            }
            x = start;
            while x < end {
                sum += row[x];
                row[x] = 0.0;
                let mut next = x + 1;
                while next < end && row[next] == 0.0 {
                    next += 1;
                }
                let share = share_of(sum);
                if share > 0.002 {
                    if next == x + 1 && x < width {
                        self.blend(left + x as i32, y, colour, share);
                    } else {
                        self.span(left + x as i32, left + next.min(width) as i32, y, colour, share);
                    }
                }
                x = next;
            }
        }
        let share = share_of(sum);
        if x < width && share > 0.002 {
            self.span(left + x as i32, left + width as i32, y, colour, share);
        }
    }

    /// Lays a colour over part of a row.
    fn span(&mut self, left: i32, right: i32, y: i32, colour: Rgba, share: f32) {
        if left >= right {
            return;
        }
        let start = (y as usize * self.width as usize + left as usize) * 3;
        let end = start + (right - left) as usize * 3;
        let opacity = (f32::from(colour.a) * share * (256.0 / 255.0) + 0.5) as u32;
        let row = &mut self.rgb[start..end];
        let channels = [colour.r, colour.g, colour.b];
        // Sixteen pixels at a time, in a form that the compiler turns into vector instructions.
        if opacity >= 256 {
            let block: [u8; BLOCK] = std::array::from_fn(|place| channels[place % 3]);
            let mut blocks = row.chunks_exact_mut(BLOCK);
            for pixels in &mut blocks {
                pixels.copy_from_slice(&block);
            }
            let rest = blocks.into_remainder();
            let left = rest.len();
            rest.copy_from_slice(&block[..left]);
            return;
        }
        let keep = (256 - opacity) as u16;
        let add = channels.map(|channel| u16::from(channel) * opacity as u16 + 128);
        let mut done = 0;
        if row.len() >= BLOCK {
            let block: [u16; BLOCK] = std::array::from_fn(|place| add[place % 3]);
            for pixels in row.chunks_exact_mut(BLOCK) {
                for (pixel, add) in pixels.iter_mut().zip(&block) {
                    *pixel = ((u16::from(*pixel) * keep + add) >> 8) as u8;
                }
                done += BLOCK;
            }
        }
        for pixel in row[done..].chunks_exact_mut(3) {
            for (channel, add) in pixel.iter_mut().zip(add) {
                *channel = ((u16::from(*channel) * keep + add) >> 8) as u8;
            }
        }
    }

    fn blend(&mut self, x: i32, y: i32, colour: Rgba, share: f32) {
        let start = (y as usize * self.width as usize + x as usize) * 3;
        let Some(pixel) = self.rgb.get_mut(start..start + 3) else {
            return;
        };
        let opacity = (f32::from(colour.a) * share * (256.0 / 255.0) + 0.5) as u32;
        let keep = 256_u32.saturating_sub(opacity);
        for (channel, new) in pixel.iter_mut().zip([colour.r, colour.g, colour.b]) {
            *channel = ((u32::from(*channel) * keep + u32::from(new) * opacity + 128) >> 8).min(255) as u8;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one line of text")]
    fn text(&mut self, text: &str, at: Dot, size: f32, weight: Weight, turn: Turn, colour: Rgba, area: Area) {
        let face = face::face(weight);
        let mut along = 0.0;
        for letter in text.chars() {
            let pen = match turn {
                Turn::Level => (at.0 + along, at.1),
                Turn::Down => (at.0, at.1 + along),
                Turn::Up => (at.0, at.1 - along),
            };
            along += face.advance(letter) * size;
            if letter == ' ' {
                continue;
            }
            with_stamp(
                letter,
                size,
                weight,
                turn,
                (pen.0.rem_euclid(1.0), pen.1.rem_euclid(1.0)),
                |stamp| {
                    self.stamp(stamp, (pen.0.floor() as i32, pen.1.floor() as i32), colour, area);
                },
            );
        }
    }

    fn stamp(&mut self, stamp: &Stamp, (x, y): (i32, i32), colour: Rgba, area: Area) {
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
        for row in seen.top..seen.bottom {
            let start = ((row - place.top) * stamp.width + seen.left - place.left) as usize;
            for (column, &share) in (seen.left..seen.right).zip(&stamp.shares[start..]) {
                if share > 0 {
                    self.blend(column, row, colour, f32::from(share) / 255.0);
                }
            }
        }
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

/// The coverage of a shape in the making.
struct Cover<'c> {
    cells: &'c mut [f32],
    touched: &'c mut [u128],
    shift: u32,
    stride: usize,
    width: f32,
    height: usize,
    left: f32,
    top: f32,
}

impl Cover<'_> {
    /// A closed outline.
    fn ring(&mut self, dots: impl Iterator<Item = Dot>) {
        let mut first = None;
        let mut last = None;
        for dot in dots {
            if let Some(before) = last {
                self.edge(before, dot);
            }
            first = first.or(Some(dot));
            last = Some(dot);
        }
        if let (Some(first), Some(last)) = (first, last) {
            self.edge(last, first);
        }
    }

    /// A straight bar, always outlined the same way round, so that bars add up.
    fn bar(&mut self, from: Dot, to: Dot, half: f32) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 1e-6 {
            return;
        }
        let (nx, ny) = (-dy / length * half, dx / length * half);
        let corners = [
            (from.0 + nx, from.1 + ny),
            (from.0 - nx, from.1 - ny),
            (to.0 - nx, to.1 - ny),
            (to.0 + nx, to.1 + ny),
        ];
        self.ring(corners.into_iter());
    }

    /// One edge: adds the area to its right in each row it crosses.
    fn edge(&mut self, from: Dot, to: Dot) {
        let (from, to) = (
            (from.0 - self.left, from.1 - self.top),
            (to.0 - self.left, to.1 - self.top),
        );
        let (sign, from, to) = if from.1 < to.1 {
            (1.0, from, to)
        } else {
            (-1.0, to, from)
        };
        if to.1 <= 0.0 || from.1 >= self.height as f32 || to.1 - from.1 < 1e-9 {
            return;
        }
        let slope = (to.0 - from.0) / (to.1 - from.1);
        let mut x = if from.1 < 0.0 {
            from.0 - from.1 * slope
        } else {
            from.0
        };
        let first = from.1.max(0.0) as usize;
        let end = (to.1.ceil() as usize).min(self.height);
        for row in first..end {
            let tall = ((row + 1) as f32).min(to.1) - (row as f32).max(from.1);
            let next = x + slope * tall;
            let (low, high) = if x < next { (x, next) } else { (next, x) };
            x = next;
            let (low, high) = (low.clamp(0.0, self.width), high.clamp(0.0, self.width));
            let weight = sign * tall;
            let cells = &mut self.cells[row * self.stride..(row + 1) * self.stride];
            let (floor, ceiling) = (low.floor(), high.ceil());
            let (start, stop) = (floor as usize, ceiling as usize);
            let (first_block, last_block) = (start >> self.shift, (stop.max(start + 1)) >> self.shift);
            self.touched[row] |=
                (u128::MAX >> (127 - (last_block - first_block).min(127))) << first_block.min(127);
            if stop <= start + 1 {
                let middle = 0.5 * (low + high) - floor;
                cells[start] += weight - weight * middle;
                cells[start + 1] += weight * middle;
                continue;
            }
            let per = 1.0 / (high - low);
            let into = low - floor;
            let head = 0.5 * per * (1.0 - into) * (1.0 - into);
            let over = high - ceiling + 1.0;
            let tail = 0.5 * per * over * over;
            cells[start] += weight * head;
            if stop == start + 2 {
                cells[start + 1] += weight * (1.0 - head - tail);
            } else {
                let second = per * (1.5 - into);
                cells[start + 1] += weight * (second - head);
                for cell in &mut cells[start + 2..stop - 1] {
                    *cell += weight * per;
                }
                let before = second + (stop - start - 3) as f32 * per;
                cells[stop - 1] += weight * (1.0 - before - tail);
            }
            cells[stop] += weight * tail;
        }
    }
}

/// Outlines a line with round joints.
fn stroke(cover: &mut Cover<'_>, dots: &[Dot], pen: Pen) {
    let half = pen.width / 2.0;
    if let Some((on, off)) = pen.dash
        && on + off > 0.5
    {
        dashes(dots, on, off, |from, to| cover.bar(from, to, half));
        return;
    }
    for (place, pair) in dots.windows(2).enumerate() {
        cover.bar(pair[0], pair[1], half);
        let next = match dots.get(place + 2) {
            Some(next) => *next,
            None if pen.closed => dots[1],
            None => continue,
        };
        let (one, two) = (
            (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1),
            (next.0 - pair[1].0, next.1 - pair[1].1),
        );
        let (dot, cross) = (one.0 * two.0 + one.1 * two.1, one.0 * two.1 - one.1 * two.0);
        if half > 0.4 && dot < 4.0 * cross.abs() {
            // The bars run clockwise on the sheet; so must the joint.
            let corners = (4.0 + half * 2.0).min(24.0) as usize;
            cover.ring((0..corners).map(|corner| {
                let (sin, cos) = (corner as f32 / corners as f32 * std::f32::consts::TAU).sin_cos();
                (pair[1].0 + half * cos, pair[1].1 + half * sin)
            }));
        }
    }
}

/// Cuts a line into dashes, at most some thousands of them.
fn dashes(dots: &[Dot], on: f32, off: f32, mut dash: impl FnMut(Dot, Dot)) {
    let (mut left, mut drawing, mut budget) = (on, true, 4_000);
    for pair in dots.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let mut length = dx.hypot(dy);
        if length < 1e-6 {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        while length > 0.0 && budget > 0 {
            budget -= 1;
            let step = left.min(length);
            let next = (from.0 + ux * step, from.1 + uy * step);
            if drawing {
                dash(from, next);
            }
            from = next;
            length -= step;
            left -= step;
            if left <= 1e-4 {
                drawing = !drawing;
                left = if drawing { on } else { off };
            }
        }
    }
}

/// Where a mark may have left paint.
pub(crate) fn reach(sheet: &Sheet, mark: &Mark) -> Area {
    match mark {
        Mark::Fill { dots, .. } => Area::around(sheet.dots[dots.clone()].iter().copied(), 0.0),
        Mark::Stroke { dots, pen, .. } => {
            Area::around(sheet.dots[dots.clone()].iter().copied(), pen.width / 2.0 + 1.0)
        }
        Mark::Segments { dots, width, .. } => {
            Area::around(sheet.dots[dots.clone()].iter().copied(), width / 2.0 + 1.0)
        }
        Mark::Box { at, size, .. } => Area::around([*at, (at.0 + size.0, at.1 + size.1)].into_iter(), 0.0),
        Mark::Ring {
            centre, radius, pen, ..
        } => Area::around([*centre].into_iter(), radius + pen.width + 1.0),
        Mark::Disc { centre, radius, .. } => Area::around([*centre].into_iter(), radius + 1.0),
        Mark::Text {
            at,
            size,
            width,
            turn,
            ..
        } => {
            let end = match turn {
                Turn::Level => (at.0 + width, at.1),
                Turn::Down => (at.0, at.1 + width),
                Turn::Up => (at.0, at.1 - width),
            };
            Area::around([*at, end].into_iter(), *size)
        }
        Mark::Open(_) | Mark::Close => Area {
            left: 0,
            top: 0,
            right: 0,
            bottom: 0,
        },
    }
}
