//! Ranges, grid and axes by plotters.

use hindsight_kernel::Phrase;
use plotters::prelude::*;

use super::{Canvas, readable};
use crate::messages::text;
use crate::sheet::{self, Anchor, Dot, Pen, TENTHS, Weight, face};
use crate::statistics::Stage;

/// What a chart's axes show.
pub(super) struct Axes<'a> {
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
    pub(super) x_title: Phrase,
    pub(super) y_title: Phrase,
    pub(super) y_words: &'a dyn Fn(f64) -> String,
    /// Numbers along the x axis; without them whoever calls writes what stands there.
    pub(super) x_numbers: bool,
}

/// From the values of a chart to its pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    low: Dot,
    high: Dot,
    x: (f64, f64),
    y: (f64, f64),
}

impl Plot {
    pub(super) fn at(&self, x: f64, y: f64) -> Dot {
        let share =
            |value: f64, (low, high): (f64, f64)| ((value - low) / (high - low)).clamp(-1.0, 2.0) as f32;
        let (across, up) = (share(x, self.x), share(y, self.y));
        (
            self.low.0 + (self.high.0 - self.low.0) * across,
            self.low.1 + (self.high.1 - self.low.1) * up,
        )
    }

    pub(super) fn bottom(&self) -> f32 {
        self.low.1
    }

    pub(super) fn top(&self) -> f32 {
        self.high.1
    }

    pub(super) fn right(&self) -> f32 {
        self.high.0
    }
}

/// A range that has a length and holds 0 where `with_zero` says so, with some air.
pub(super) fn range(values: impl IntoIterator<Item = f64>, with_zero: bool) -> (f64, f64) {
    let start = if with_zero {
        (0.0_f64, 0.0_f64)
    } else {
        (f64::MAX, f64::MIN)
    };
    let (low, high) = values
        .into_iter()
        .filter(|value| value.is_finite())
        .fold(start, |(low, high), value| {
            (low.min(value.max(-1e12)), high.max(value.min(1e12)))
        });
    if low > high {
        return (0.0, 1.0);
    }
    let air = ((high - low) * 0.06).max(1e-3 * high.abs().max(1.0));
    let low = if with_zero && low >= 0.0 { 0.0 } else { low - air };
    let high = if with_zero && high <= 0.0 && low < 0.0 {
        air
    } else {
        high + air
    };
    if high - low < 1e-6 {
        (low, low + 1.0)
    } else {
        (low, high)
    }
}

/// Heights of labels that want to stand at these, in the same order from top to bottom, at least `gap` apart and as near to
/// where they want to be as that allows; none is below `bottom`.
pub(super) fn spread(wanted: &[f32], gap: f32, bottom: f32) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    // Blocks of labels that touch: the sum of where their first one would have to be, and how many they are.
    let mut blocks: Vec<(f32, usize)> = Vec::new();
    for place in &order {
        let mut block = (wanted[*place], 1);
        while let Some(&(sum, count)) = blocks.last() {
            let above = sum / count as f32;
            if block.0 / block.1 as f32 - above >= gap * count as f32 {
                break;
            }
            blocks.pop();
            block = (sum + block.0 - gap * (count * block.1) as f32, count + block.1);
        }
        blocks.push(block);
    }
    let mut heights = vec![0.0; wanted.len()];
    let mut labels = order.into_iter();
    for (sum, count) in blocks {
        for (line, place) in labels.by_ref().take(count).enumerate() {
            heights[place] = sum / count as f32 + line as f32 * gap;
        }
    }
    let lowest = heights.iter().copied().fold(f32::MIN, f32::max);
    let over = (lowest - bottom).max(0.0);
    heights.iter().map(|height| height - over).collect()
}

/// A number without needless digits.
pub(super) fn plain(value: f64) -> String {
    if (value - value.round()).abs() < 1e-6 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

impl Canvas<'_> {
    /// Draws the axes below heading and legend and says where values lie; `right` is kept free for labels.
    pub(super) fn axes(&mut self, axes: &Axes<'_>, right: f32) -> Plot {
        face::register();
        let (text, palette) = (self.text, self.palette);
        let (width, height) = (self.sheet.width as f32, self.sheet.height as f32);
        let tenths = |pixels: f32| (pixels * TENTHS) as i32;
        let colour = |of: sheet::Rgba| RGBColor(of.r, of.g, of.b);
        let labels = (face::FAMILY, f64::from(readable(text * 0.85) * TENTHS));
        let numbers_height = text * 3.1;
        let fallback = Plot {
            low: (text * 5.0, height - numbers_height - text * 0.5),
            high: (width - text - right, self.top),
            x: axes.x,
            y: axes.y,
        };
        let mut drawn = || -> Result<Plot, Box<dyn std::error::Error>> {
            let root = (&mut self.sheet).into_drawing_area();
            let mut chart = ChartBuilder::on(&root)
                .margin_left(tenths(text * 0.6))
                .margin_top(tenths(self.top))
                .margin_right(tenths(text + right))
                .margin_bottom(tenths(text * 0.5))
                .x_label_area_size(tenths(numbers_height))
                .y_label_area_size(tenths(text * 4.6))
                .build_cartesian_2d(axes.x.0..axes.x.1, axes.y.0..axes.y.1)?;
            let muted = colour(palette.muted);
            let whole = |value: &f64| {
                if (value - value.round()).abs() < 1e-6 {
                    format!("{value:.0}")
                } else {
                    String::new()
                }
            };
            let nothing = |_: &f64| String::new();
            let y_words = |value: &f64| (axes.y_words)(*value);
            chart
                .configure_mesh()
                .disable_x_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(
                    colour(palette.rule)
                        .mix(0.7)
                        .stroke_width(tenths((text / 16.0).max(0.8)) as u32),
                )
                .axis_style(muted.stroke_width(tenths((text / 14.0).max(0.9)) as u32))
                .set_all_tick_mark_size(tenths(text * 0.25))
                .label_style(labels.into_font().color(&muted))
                .axis_desc_style(labels.into_font().color(&muted))
                .x_labels((width / (text * 7.0)) as usize + 1)
                .y_labels((height / (text * 4.0)) as usize + 1)
                .x_label_formatter(if axes.x_numbers { &whole } else { &nothing })
                .y_label_formatter(&y_words)
                .x_desc(axes.x_title.to_string())
                .y_desc(axes.y_title.to_string())
                .draw()?;
            let (low, high) = (
                chart.backend_coord(&(axes.x.0, axes.y.0)),
                chart.backend_coord(&(axes.x.1, axes.y.1)),
            );
            let dot = |(x, y): (i32, i32)| (x as f32 / TENTHS, y as f32 / TENTHS);
            Ok(Plot {
                low: dot(low),
                high: dot(high),
                x: axes.x,
                y: axes.y,
            })
        };
        drawn().unwrap_or(fallback)
    }

    /// Marks where rounds begin, by the stages of what is shown.
    pub(super) fn rounds<'s>(&mut self, plot: Plot, stages: impl Iterator<Item = (u64, &'s Stage)>) {
        let size = readable(self.text * 0.75);
        let (mut round, mut free) = (0, f32::MIN);
        for (version, stage) in stages {
            if stage.round <= round {
                continue;
            }
            round = stage.round;
            let (x, _) = plot.at(version as f64, 0.0);
            let line = [(x, plot.top()), (x, plot.bottom())];
            let pen = Pen::line((self.text / 14.0).max(0.8)).dashed(self.text * 0.25, self.text * 0.35);
            self.sheet.stroke(line, pen, self.palette.muted.fade(0.6));
            let edge = plot.right() + self.text;
            if let Some(label) = round_label(round, x, (free, edge), size) {
                self.sheet.text(
                    &label.words,
                    (label.from, plot.top() + size),
                    size,
                    Weight::Regular,
                    Anchor::Start,
                    self.palette.muted,
                );
                free = label.to + gap_of(size);
            }
        }
    }
}

/// A name beside a line, and where it begins and ends.
#[derive(Debug, Clone, PartialEq)]
struct Label {
    words: String,
    from: f32,
    to: f32,
}

/// The space between a name of this size and what stands next to it.
fn gap_of(size: f32) -> f32 {
    size * 0.3
}

/// The name of a round whose line stands at `x`, between the end of the name before it and the right edge. A name that does not fit
/// beside its line stands before it; where neither side has room for it, the number alone does; nothing where not even that fits.
fn round_label(round: u32, x: f32, (free, edge): (f32, f32), size: f32) -> Option<Label> {
    let gap = gap_of(size);
    [text!("round", round).to_string(), round.to_string()]
        .into_iter()
        .flat_map(|words| {
            let wide = face::width(&words, size, Weight::Regular);
            [x + gap, x - gap - wide].map(|from| Label {
                words: words.clone(),
                from,
                to: from + wide,
            })
        })
        .find(|label| label.from > free && label.to < edge)
}

#[cfg(test)]
mod tests {
    use super::{Label, gap_of, round_label, spread};
    use crate::sheet::{Weight, face};

    #[test]
    fn name_of_a_round_stands_where_it_fits() {
        let size = 10.0;
        let (x, gap) = (200.0, gap_of(size));
        let wide = |words: &str| face::width(words, size, Weight::Regular);
        let (name, number) = (wide("Round 7"), wide("7"));
        assert!(number + gap < name, "{number} and {name}");
        let label = |free: f32, edge: f32| round_label(7, x, (free, edge), size);
        let stands = |words: &str, from: f32| {
            Some(Label {
                words: words.to_owned(),
                from,
                to: from + wide(words),
            })
        };
        // Room on both sides: beside the line.
        assert_eq!(label(0.0, 400.0), stands("Round 7", x + gap));
        // The edge is less than the name away: before the line.
        let near = x + gap + name;
        assert_eq!(label(0.0, near), stands("Round 7", x - gap - name));
        // The last name is in the way there: the number alone, beside the line or, where only the line fits, before it.
        let taken = x - gap - name;
        assert_eq!(label(taken, near), stands("7", x + gap));
        assert_eq!(label(taken, x + gap), stands("7", x - gap - number));
        // No room for the number.
        assert_eq!(label(x, x + gap), None);
    }

    #[test]
    fn labels_keep_the_order_of_their_lines() {
        // The second line ends above the first by less than a label is high.
        let heights = spread(&[100.0, 98.0, 40.0], 10.0, 500.0);
        assert!(heights[1] < heights[0] && heights[2] < heights[1], "{heights:?}");
        assert!((heights[0] - heights[1] - 10.0).abs() < 1e-3);
        assert!(
            (heights[0] + heights[1] - 198.0).abs() < 1e-3,
            "around the middle"
        );
        assert!((heights[2] - 40.0).abs() < 1e-3, "it stands alone");
        let low = spread(&[100.0, 100.0], 10.0, 100.0);
        assert!(
            (low[0] - 90.0).abs() < 1e-3 && (low[1] - 100.0).abs() < 1e-3,
            "{low:?}"
        );
        // Four lines that end together, and a fifth just below them.
        let many = spread(&[50.0, 50.0, 50.0, 50.0, 60.0], 10.0, 500.0);
        assert!(
            many.windows(2)
                .all(|pair| (pair[1] - pair[0] - 10.0).abs() < 1e-3),
            "{many:?}"
        );
    }
}
