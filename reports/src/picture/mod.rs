//! One moment of a game as a picture: SVG for pages, PNG for everything else, both from one drawing.
//!
//! The drawing is made in layers, each in its own file: the `view` says where things go, then the field with its
//! grid, zones and terrain, what moved, the tokens, what explains them, and around it all caption, legend and dice.

mod badge;
mod dice;
mod field;
mod furniture;
mod icon;
mod label;
mod line;
mod link;
mod name;
mod over;
mod raised;
pub(crate) mod shape;
mod terrain;
mod token;
mod view;

use hindsight_kernel::{Board, LastChange, Overlay};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

pub use view::Measures;
pub(crate) use view::View;

use crate::sheet::Sheet;
use crate::theme::{Palette, Quality, Theme};

/// What a picture shows and how large.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the address of a picture"
)]
pub struct PictureOptions {
    /// Pixels across; held within [`Self::WIDTHS`].
    pub width: u32,
    /// Pixels down; without it as many as the board needs.
    pub height: Option<u32>,
    /// Light or dark.
    pub theme: Theme,
    /// How pixels are made; SVG has none.
    pub quality: Quality,
    /// Seen from the north side: the picture is turned half round.
    pub flip: bool,
    /// A line above everything: the game's name.
    pub title: Option<String>,
    /// Whether to write where in the game this is.
    pub caption: bool,
    /// Whether to list the sides with their score and who is to decide.
    pub legend: bool,
    /// What changed last: trails, marked units, dice, a sentence.
    pub last: Option<LastChange>,
    /// What explains the position: ranges, arcs, targets, a coach's arrows.
    pub overlays: Vec<Overlay>,
    /// What people drew over it; a layer of its own, above all others.
    pub notes: Vec<Overlay>,
    /// Put before every id in the SVG, so that several pictures can stand in one page.
    pub prefix: String,
    /// Where the units of the SVG link to; without it they are no links.
    pub unit_links: Option<UnitLinks>,
    /// For a small screen, on which the picture is shown at less than half its size: fewer labels, twice as large, none of
    /// them smaller than can be read there. A unit shows its number alone.
    pub compact: bool,
}

/// An address for every unit: its id, percent-encoded, between two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitLinks {
    /// What stands before the id.
    pub before: String,
    /// What stands behind it.
    pub after: String,
}

impl UnitLinks {
    fn of(&self, unit: &str) -> String {
        let unit = utf8_percent_encode(unit, NON_ALPHANUMERIC);
        format!("{}{unit}{}", self.before, self.after)
    }
}

impl PictureOptions {
    /// The widths that are drawn; others are taken to the nearer end.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 300..=2400;
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            width: 1200,
            height: None,
            theme: Theme::Light,
            quality: Quality::Fine,
            flip: false,
            title: None,
            caption: true,
            legend: true,
            last: None,
            overlays: Vec::new(),
            notes: Vec::new(),
            prefix: String::new(),
            unit_links: None,
            compact: false,
        }
    }
}

/// The picture as marks on a sheet.
pub fn draw(board: &Board, options: &PictureOptions) -> Sheet {
    draw_with_foot(board, options, 0.0)
}

/// The height that dice and words of the last change need below the field, in pixels.
pub(crate) fn foot(options: &PictureOptions) -> f32 {
    View::foot(options)
}

/// The picture with a foot of at least so many pixels: in an animation all fields stand in one place.
pub(crate) fn draw_with_foot(board: &Board, options: &PictureOptions, least_foot: f32) -> Sheet {
    let view = View::of(board, options, least_foot);
    let palette = Palette::of(options.theme);
    let mut sheet = Sheet::new(view.width, view.height);
    sheet.prefix.clone_from(&options.prefix);
    sheet.describe(
        furniture::title(board, options),
        furniture::description(board, options),
    );
    let lies = token::Lie::of_all(board, &view);
    let mut scene = Scene {
        sheet: &mut sheet,
        view: &view,
        palette,
        board,
        options,
        lies: &lies,
        labels: label::Labels::default(),
        written: label::Labels::default(),
        raised: raised::Raised::default(),
    };
    scene.field();
    scene.zones();
    scene.terrain();
    scene.board_lines();
    scene.hex_numbers();
    scene.under();
    scene.tokens();
    scene.links();
    scene.over();
    if !options.notes.is_empty() {
        scene.notes();
    }
    scene.margins();
    scene.furniture();
    sheet
}

/// The picture as an SVG document.
///
/// Each unit is a group with `id="unit-…"`, class `unit seat-a`, a title, and `data-` attributes.
pub fn svg(board: &Board, options: &PictureOptions) -> String {
    draw(board, options).to_svg()
}

/// The drawings of people, alone, on a sheet as large as the whole picture: its group `notes` can be put into
/// that.
pub fn notes_svg(board: &Board, options: &PictureOptions) -> String {
    let view = View::of(board, options, 0.0);
    let mut sheet = Sheet::new(view.width, view.height);
    sheet.prefix.clone_from(&options.prefix);
    let lies = token::Lie::of_all(board, &view);
    let mut scene = Scene {
        sheet: &mut sheet,
        view: &view,
        palette: Palette::of(options.theme),
        board,
        options,
        lies: &lies,
        labels: label::Labels::default(),
        written: label::Labels::default(),
        raised: raised::Raised::default(),
    };
    scene.notes();
    sheet.to_svg()
}

/// The picture as a PNG file.
pub fn png(board: &Board, options: &PictureOptions) -> Vec<u8> {
    draw(board, options).to_png(options.quality)
}

/// The picture as rows of red, green and blue bytes, with its width and height.
pub fn rgb(board: &Board, options: &PictureOptions) -> (u32, u32, Vec<u8>) {
    let sheet = draw(board, options);
    let (width, height) = sheet.size();
    (width, height, sheet.to_rgb(options.quality))
}

/// What every layer needs.
struct Scene<'s> {
    sheet: &'s mut Sheet,
    view: &'s View,
    palette: &'static Palette,
    board: &'s Board,
    options: &'s PictureOptions,
    /// The tokens, the lowest first.
    lies: &'s [token::Lie<'s>],
    labels: label::Labels,
    /// What is written on tokens: badges, letters, names, strengths.
    written: label::Labels,
    /// What is drawn above all tokens.
    raised: raised::Raised,
}
