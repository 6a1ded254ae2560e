//! Map of where on the field situations happened, with darker squares where more of them did.

use std::fmt::Write;

use hindsight_kernel::BoardPoint;

use crate::Theme;
use crate::messages::text;
use crate::sheet::Rgba;
use crate::theme::Palette;

/// Squares along the longer side of a field that is measured in small units.
const SQUARES: usize = 24;
/// Up to so many units a side, a square is a unit.
const FEW_UNITS: f64 = 24.0;
/// Pixels of the map's longer side.
const SIZE: f64 = 560.0;

/// A map of where moments happened.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    min: BoardPoint,
    max: BoardPoint,
    columns: usize,
    rows: usize,
    counts: Vec<u64>,
    most: u64,
    outside: u64,
}

impl HeatMap {
    /// The map of these places on a field.
    pub fn of(min: BoardPoint, max: BoardPoint, places: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let (width, height) = ((max.x - min.x).max(1e-6), (max.y - min.y).max(1e-6));
        let longer = width.max(height);
        let square = if longer <= FEW_UNITS {
            1.0
        } else {
            longer / SQUARES as f64
        };
        let along = |length: f64| ((length / square).ceil() as usize).clamp(1, SQUARES);
        let (columns, rows) = (along(width), along(height));
        let mut map = Self {
            min,
            max,
            columns,
            rows,
            counts: vec![0; columns * rows],
            most: 0,
            outside: 0,
        };
        for (x, y) in places {
            let column = ((x - min.x) / width * columns as f64).floor();
            let row = ((y - min.y) / height * rows as f64).floor();
            let inside = (0.0..columns as f64).contains(&column) && (0.0..rows as f64).contains(&row);
            if inside {
                let count = &mut map.counts[row as usize * columns + column as usize];
                *count += 1;
                map.most = map.most.max(*count);
            } else {
                map.outside += 1;
            }
        }
        map
    }

    /// The number of situations at a square, counted from the south-west.
    pub fn count(&self, column: usize, row: usize) -> u64 {
        self.counts
            .get(row * self.columns + column)
            .copied()
            .unwrap_or_default()
    }

    /// The number of its squares, from west to east and from south to north.
    pub fn squares(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The number of places on it.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The map as SVG.
    pub fn svg(&self, theme: Theme) -> String {
        let palette = Palette::of(theme);
        let (width, height) = (self.max.x - self.min.x, self.max.y - self.min.y);
        let scale = SIZE / width.max(height).max(1e-6);
        let (width, height) = (width * scale, height * scale);
        let (column, row) = (width / self.columns as f64, height / self.rows as f64);
        let colour = |colour: Rgba| format!("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
        let title = text!("map-title", places = self.total(), most = self.most);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.1} {:.1}\" width=\"{:.0}\" height=\"{:.0}\" role=\"img\" \
             font-family=\"sans-serif\"><title>{title}</title>\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
            width + 20.0,
            height + 44.0,
            width + 20.0,
            height + 44.0,
            colour(palette.page),
        );
        for at in 0..self.counts.len() {
            let (x, y) = (at % self.columns, at / self.columns);
            let count = self.counts[at];
            let share = if self.most == 0 {
                0.0
            } else {
                count as f64 / self.most as f64
            };
            let fill = palette.field.mix(palette.accent, share as f32 * 0.85);
            let (left, top) = (10.0 + x as f64 * column, 10.0 + height - (y + 1) as f64 * row);
            let _ = write!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{column:.1}\" height=\"{row:.1}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".5\"><title>{count}</title></rect>",
                colour(fill),
                colour(palette.rule),
            );
            if count > 0 && column >= 22.0 {
                let ink = if share > 0.55 { palette.halo } else { palette.ink };
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\" pointer-events=\"none\">{count}</text>",
                    left + column / 2.0,
                    top + row / 2.0 + 4.5,
                    (column / 3.0).min(14.0),
                    colour(ink),
                );
            }
        }
        let _ = write!(
            svg,
            "<text x=\"10\" y=\"{:.1}\" font-size=\"13\" fill=\"{}\">{}</text></svg>",
            height + 32.0,
            colour(palette.muted),
            text!("map-legend", places = self.total(), outside = self.outside),
        );
        svg
    }
}
