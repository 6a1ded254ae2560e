//! Layout of a picture: the parts of the sheet, and the way from board units to pixels.

use hindsight_kernel::{Board, BoardPoint, Grid};

use super::PictureOptions;
use super::dice;
use crate::sheet::Dot;

/// The place of the board on a picture: for who points at it or draws over it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// The upper left corner of the field, in pixels.
    pub corner: (f32, f32),
    /// Width and height of the field, in pixels.
    pub size: (f32, f32),
    /// Pixels in one board unit.
    pub scale: f32,
    /// The south-west corner of the field, in board units.
    pub low: BoardPoint,
    /// Seen from the far side.
    pub flip: bool,
    /// Width and height of the whole picture, in pixels.
    pub picture: (u32, u32),
}

impl Measures {
    /// The measures of the picture that is drawn of a board with these options.
    pub fn of(board: &Board, options: &PictureOptions) -> Self {
        let view = View::of(board, options, 0.0);
        Self {
            corner: view.corner,
            size: view.size,
            scale: view.scale,
            low: view.low,
            flip: view.flip,
            picture: (view.width, view.height),
        }
    }
}

/// The measures of one picture.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The size of ordinary text in pixels; margins and furniture follow it.
    pub(crate) text: f32,
    /// Text smaller than this could not be read where the picture is shown.
    pub(crate) least: f32,
    /// Upper left corner of the field.
    pub(crate) corner: Dot,
    /// Width and height of the field.
    pub(crate) size: Dot,
    /// Room for coordinates beside the field.
    pub(crate) gutter: f32,
    /// Where the header begins, the legend, and the footer.
    pub(crate) header: f32,
    pub(crate) legend: f32,
    pub(crate) footer: f32,
    /// Pixels in one board unit.
    pub(crate) scale: f32,
    low: BoardPoint,
    high: BoardPoint,
    flip: bool,
}

/// Sides that stand in one row of the legend.
pub(super) fn columns(width: f32, text: f32, sides: usize) -> usize {
    let most = (width / (text * 13.0)) as usize;
    most.clamp(1, 4).min(sides.max(1))
}

/// A picture for a small screen is shown about so many pixels wide.
const SMALL_SCREEN: f32 = 355.0;
/// Text on a small screen has at least so many pixels there.
const READABLE: f32 = 9.0;

/// The size of ordinary text on a picture so wide.
fn text_size(width: f32, compact: bool) -> f32 {
    let usual = (width / 75.0).max(9.0 + width / 300.0);
    if compact { usual * 2.0 } else { usual }
}

impl View {
    /// The measures of a picture whose foot is at least so high.
    pub(crate) fn of(board: &Board, options: &PictureOptions, least_foot: f32) -> Self {
        let width = options
            .width
            .clamp(*PictureOptions::WIDTHS.start(), *PictureOptions::WIDTHS.end());
        let across = width as f32;
        let text = text_size(across, options.compact);
        let margin = text;
        let gutter = match board.grid {
            Grid::Squares | Grid::None => text * 1.5,
            Grid::Hexes { .. } => text * 0.4,
        };
        let (low, high) = bounds(board);
        let (wide, tall) = ((high.x - low.x) as f32, (high.y - low.y) as f32);

        let has_title = options.title.as_ref().is_some_and(|title| !title.is_empty());
        let has_caption = options.caption && !board.caption.is_empty();
        let lines = if has_title && has_caption && across < text * 42.0 {
            2.0
        } else {
            f32::from(u8::from(has_title || has_caption))
        };
        let header = margin * 0.9;
        let legend = header + lines * text * 1.75;
        let rows = if options.legend && !board.sides.is_empty() {
            board
                .sides
                .len()
                .min(26)
                .div_ceil(columns(across - 2.0 * margin, text, board.sides.len()))
        } else {
            0
        };
        let above = legend + rows as f32 * text * 2.3 + if rows > 0 { text * 0.5 } else { text * 0.2 };
        let below_field = gutter;
        let foot = dice::footer_height(options.last.as_ref(), across - 2.0 * margin, text).max(least_foot);

        let room = (across - 2.0 * margin - gutter).max(10.0);
        let most = match options.height {
            Some(height) => (height.clamp(150, 4800) as f32 - above - below_field - foot - margin).max(40.0),
            None => across * 1.5,
        };
        let scale = (room / wide).min(most / tall);
        let size = (wide * scale, tall * scale);
        let corner = ((margin + gutter + (room - size.0) / 2.0).round(), above.round());
        let bottom = corner.1 + size.1 + below_field + margin * 0.4;
        let height = match options.height {
            Some(height) => height.clamp(150, 4800),
            None => (bottom + foot + margin * 0.6).ceil().clamp(60.0, 12_000.0) as u32,
        };
        Self {
            width,
            height,
            text,
            least: if options.compact {
                across * READABLE / SMALL_SCREEN
            } else {
                0.0
            },
            corner,
            size,
            gutter,
            header,
            legend,
            footer: bottom,
            scale,
            low,
            high,
            flip: options.flip,
        }
    }

    /// The size of text that is so large a share of ordinary text.
    pub(crate) const fn letters(&self, share: f32) -> f32 {
        (self.text * share).max(self.least)
    }

    /// The height of the foot by itself.
    pub(crate) fn foot(options: &PictureOptions) -> f32 {
        let width = options
            .width
            .clamp(*PictureOptions::WIDTHS.start(), *PictureOptions::WIDTHS.end()) as f32;
        let text = text_size(width, options.compact);
        dice::footer_height(options.last.as_ref(), width - 2.0 * text, text)
    }

    /// Where a point of the board lies, or nothing for what is no point.
    pub(crate) fn dot(&self, point: BoardPoint) -> Option<Dot> {
        if !(point.x.is_finite() && point.y.is_finite()) {
            return None;
        }
        let (mut x, mut y) = (
            (point.x - self.low.x) as f32 * self.scale,
            (self.high.y - point.y) as f32 * self.scale,
        );
        if self.flip {
            (x, y) = (self.size.0 - x, self.size.1 - y);
        }
        Some((
            (self.corner.0 + x).clamp(-20_000.0, 20_000.0),
            (self.corner.1 + y).clamp(-20_000.0, 20_000.0),
        ))
    }

    /// Where the corners of an outline lie.
    pub(crate) fn dots(&self, outline: &[BoardPoint]) -> Vec<Dot> {
        outline
            .iter()
            .take(4_000)
            .filter_map(|&point| self.dot(point))
            .collect()
    }

    /// A length on the board in pixels.
    pub(crate) fn length(&self, length: f64) -> f32 {
        if length.is_finite() {
            (length as f32 * self.scale).clamp(-20_000.0, 20_000.0)
        } else {
            0.0
        }
    }

    /// The direction of a heading on the sheet.
    pub(crate) fn heading(&self, degrees: f64) -> Dot {
        let degrees = if degrees.is_finite() {
            degrees.rem_euclid(360.0)
        } else {
            0.0
        };
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (sin as f32, -cos as f32);
        if self.flip { (-x, -y) } else { (x, y) }
    }

    pub(crate) const fn is_flipped(&self) -> bool {
        self.flip
    }

    pub(crate) const fn bounds(&self) -> (BoardPoint, BoardPoint) {
        (self.low, self.high)
    }
}

/// The corners of the field; those of the tokens where a board gives none that can be drawn.
fn bounds(board: &Board) -> (BoardPoint, BoardPoint) {
    let sound = |low: BoardPoint, high: BoardPoint| {
        let (wide, tall) = (high.x - low.x, high.y - low.y);
        let finite = wide.is_finite() && tall.is_finite();
        finite
            && (1e-6..1e7).contains(&wide)
            && (1e-6..1e7).contains(&tall)
            && low.x.abs() < 1e9
            && low.y.abs() < 1e9
    };
    if sound(board.min, board.max) {
        return (board.min, board.max);
    }
    let mut low = BoardPoint::new(f64::MAX, f64::MAX);
    let mut high = BoardPoint::new(f64::MIN, f64::MIN);
    for point in board.tokens.iter().flat_map(|token| &token.outline) {
        if point.x.abs() < 1e6 && point.y.abs() < 1e6 {
            low = BoardPoint::new(low.x.min(point.x), low.y.min(point.y));
            high = BoardPoint::new(high.x.max(point.x), high.y.max(point.y));
        }
    }
    if sound(low, high) {
        (low, high)
    } else {
        (BoardPoint::new(0.0, 0.0), BoardPoint::new(1.0, 1.0))
    }
}
