//! Coverage of each pixel by a shape, reckoned exactly from its edges.
//!
//! Each edge notes where along its rows the covered part changes; the sum of a row's changes from its left end is
//! the coverage. Rows are swept from change to change, so that what lies between costs nothing.

use super::Dot;
use super::area::Area;
use super::brush::Brush;
use super::paint::Canvas;

/// Cells of coverage that are worked on at once.
const BAND: i32 = 1 << 15;

/// Room for the changes of coverage; all zero between two shapes.
#[derive(Default)]
pub(super) struct Cells {
    changes: Vec<f32>,
    /// Which stretches of each row hold changes.
    touched: Vec<u128>,
}

/// The coverage of a shape in the making.
pub(super) struct Cover<'c> {
    cells: &'c mut [f32],
    touched: &'c mut [u128],
    shift: u32,
    stride: usize,
    width: f32,
    height: f32,
    left: f32,
    top: f32,
}

impl Canvas {
    /// Fills what `trace` outlines.
    pub(super) fn shape(&mut self, bounds: Area, brush: &Brush, trace: impl Fn(&mut Cover<'_>)) {
        if bounds.is_empty() {
            return;
        }
        // In bands that stay in the processor's cache, however large the shape is.
        let deep = (BAND / (bounds.right - bounds.left)).max(8);
        let mut top = bounds.top;
        while top < bounds.bottom {
            let bottom = (top + deep).min(bounds.bottom);
            let band = Area {
                top,
                bottom,
                ..bounds
            };
            self.band(band, brush, &trace);
            top = bottom;
        }
    }

    fn band(&mut self, bounds: Area, brush: &Brush, trace: &impl Fn(&mut Cover<'_>)) {
        let (width, height) = (
            (bounds.right - bounds.left) as usize,
            (bounds.bottom - bounds.top) as usize,
        );
        let stride = width + 2;
        let mut cells = std::mem::take(&mut self.cells);
        if cells.changes.len() < stride * height {
            cells.changes.resize(stride * height, 0.0);
        }
        if cells.touched.len() < height {
            cells.touched.resize(height, 0);
        }
        // Stretches as short as they can be with at most 128 of them in a row.
        let mut shift = 0;
        while stride >> shift >= 128 {
            shift += 1;
        }
        trace(&mut Cover {
            cells: &mut cells.changes,
            touched: &mut cells.touched,
            shift,
            stride,
            width: width as f32,
            height: height as f32,
            left: bounds.left as f32,
            top: bounds.top as f32,
        });
        let rows = cells
            .changes
            .chunks_exact_mut(stride)
            .zip(&mut cells.touched)
            .take(height);
        for ((row, touched), y) in rows.zip(bounds.top..) {
            let touched = std::mem::take(touched);
            if touched != 0 {
                self.sweep(row, touched, shift, (bounds.left, y), brush);
            }
        }
        self.cells = cells;
    }

    /// Paints a row from its changes of coverage and clears them.
    fn sweep(
        &mut self,
        row: &mut [f32],
        mut touched: u128,
        shift: u32,
        (left, y): (i32, i32),
        brush: &Brush,
    ) {
        let width = row.len() - 2;
        let line = &mut self.row(y)[left as usize * 3..(left as usize + width) * 3];
        let (mut sum, mut x) = (0.0_f32, 0);
        while touched != 0 {
            let block = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let (start, end) = (block << shift, ((block + 1) << shift).min(row.len()));
            if start > x {
                brush.span(&mut line[x * 3..start.min(width) * 3], sum.abs());
            }
            x = start;
            while x < end {
                sum += row[x];
                row[x] = 0.0;
                let mut next = x + 1;
                while next < end && row[next] == 0.0 {
                    next += 1;
                }
                if x < width {
                    let next = next.min(width);
                    if next == x + 1 {
                        brush.dab(&mut line[x * 3..x * 3 + 3], sum.abs());
                    } else {
                        brush.span(&mut line[x * 3..next * 3], sum.abs());
                    }
                }
                x = next;
            }
        }
        if x < width {
            brush.span(&mut line[x * 3..], sum.abs());
        }
    }
}

impl Cover<'_> {
    /// Whether nothing between these heights is worked on now.
    pub(super) fn misses(&self, low: f32, high: f32) -> bool {
        high <= self.top || low >= self.top + self.height
    }

    /// A closed outline.
    pub(super) fn ring(&mut self, dots: impl Iterator<Item = Dot>) {
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
    pub(super) fn bar(&mut self, from: Dot, to: Dot, half: f32) {
        if self.misses(from.1.min(to.1) - half, from.1.max(to.1) + half) {
            return;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        if length < 1e-6 {
            return;
        }
        let (nx, ny) = (-dy / length * half, dx / length * half);
        let (a, b) = ((from.0 + nx, from.1 + ny), (from.0 - nx, from.1 - ny));
        let (c, d) = ((to.0 - nx, to.1 - ny), (to.0 + nx, to.1 + ny));
        self.edge(a, b);
        self.edge(b, c);
        self.edge(c, d);
        self.edge(d, a);
    }

    /// One edge: adds the area to its right in each row it crosses.
    pub(super) fn edge(&mut self, from: Dot, to: Dot) {
        let (from, to) = (
            (from.0 - self.left, from.1 - self.top),
            (to.0 - self.left, to.1 - self.top),
        );
        let (sign, from, to) = if from.1 < to.1 {
            (1.0, from, to)
        } else {
            (-1.0, to, from)
        };
        if to.1 <= 0.0 || from.1 >= self.height || to.1 - from.1 < 1e-9 {
            return;
        }
        let slope = (to.0 - from.0) / (to.1 - from.1);
        let (mut x, mut y) = if from.1 < 0.0 {
            (from.0 - from.1 * slope, 0.0)
        } else {
            (from.0, from.1)
        };
        let bottom = to.1.min(self.height);
        let mut row = y as usize;
        while y < bottom {
            let below = ((row + 1) as f32).min(bottom);
            let tall = below - y;
            y = below;
            let next = x + slope * tall;
            let (low, high) = if x < next { (x, next) } else { (next, x) };
            x = next;
            let (low, high) = (low.clamp(0.0, self.width), high.clamp(0.0, self.width));
            let weight = sign * tall;
            let Some(cells) = self.cells.get_mut(row * self.stride..(row + 1) * self.stride) else {
                return;
            };
            // Both are 0 or more: cutting off is rounding down.
            let start = low as usize;
            let floor = start as f32;
            let whole = high as usize;
            let stop = whole + usize::from((whole as f32) < high);
            let (first, last) = (start >> self.shift, stop.max(start + 1) >> self.shift);
            self.touched[row] |= (u128::MAX >> (127 - (last - first).min(127))) << first.min(127);
            row += 1;
            if stop <= start + 1 {
                let middle = 0.5 * (low + high) - floor;
                cells[start] += weight - weight * middle;
                cells[start + 1] += weight * middle;
                continue;
            }
            let per = 1.0 / (high - low);
            let into = low - floor;
            let head = 0.5 * per * (1.0 - into) * (1.0 - into);
            let over = high - stop as f32 + 1.0;
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
