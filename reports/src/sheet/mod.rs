//! A sheet of drawn marks: what plotters and the board pictures draw on, written out as SVG or painted as pixels.
//!
//! A `&mut` [`Sheet`] is a plotters `DrawingBackend`. It keeps what is drawn as a list of marks, so that one drawing gives
//! both kinds of picture, a region can be painted again alone (for animations), and marks can be grouped, named and
//! described for scripts and screen readers, which plotters' own SVG backend cannot do.
//!
//! Own lengths are pixels. Through plotters, which hands over whole numbers, they are [`TENTHS`] of a pixel, so that
//! nothing snaps to the pixel grid.

pub(crate) mod area;
mod backend;
mod brush;
pub(crate) mod colour;
mod cover;
pub(crate) mod face;
pub(crate) mod paint;
mod pngfile;
mod stamp;
mod stroke;
mod svg;
mod visual;

use std::ops::Range;

pub(crate) use colour::Rgba;
pub(crate) use face::{Anchor, Weight};

/// Plotters coordinates in one pixel.
pub const TENTHS: f32 = 10.0;

/// A place on the sheet in pixels, x to the right, y down.
pub(crate) type Dot = (f32, f32);

/// Everything drawn for one picture.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dots: Vec<Dot>,
    pub(crate) words: String,
    pub(crate) marks: Vec<Mark>,
    /// What the picture is called, for screen readers.
    pub(crate) title: String,
    /// What is to be seen on it, for screen readers.
    pub(crate) description: String,
    /// Put before every id, so that several pictures can stand in one page.
    pub(crate) prefix: String,
}

/// One thing drawn.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    /// Filled polygons of `each` corners.
    Fill {
        dots: Range<usize>,
        each: usize,
        colour: Rgba,
    },
    /// Lines through `each` dots.
    Stroke {
        dots: Range<usize>,
        each: usize,
        colour: Rgba,
        pen: Pen,
    },
    /// Separate lines between pairs of dots.
    Segments {
        dots: Range<usize>,
        colour: Rgba,
        width: f32,
    },
    /// A filled upright rectangle, its corners perhaps rounded.
    Box {
        at: Dot,
        size: Dot,
        radius: f32,
        colour: Rgba,
    },
    /// A line along a circle.
    Ring {
        centre: Dot,
        radius: f32,
        colour: Rgba,
        pen: Pen,
    },
    /// A filled circle.
    Disc { centre: Dot, radius: f32, colour: Rgba },
    /// Filled circles of one size.
    Discs {
        dots: Range<usize>,
        radius: f32,
        colour: Rgba,
    },
    /// A line of text from its baseline.
    Text {
        words: Range<usize>,
        colour: Rgba,
        at: Dot,
        size: f32,
        weight: Weight,
        width: f32,
        turn: Turn,
    },
    /// What follows belongs together: its id, and the rest of its head as SVG has it, both among the words. It may be a
    /// link.
    Open {
        id: Range<usize>,
        head: Range<usize>,
        link: bool,
    },
    /// The end of a group.
    Close,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pen {
    /// In pixels.
    pub(crate) width: f32,
    /// Whether the last dot is joined to the first.
    pub(crate) closed: bool,
    /// Length of the dashes and of the gaps between them; none for a whole line.
    pub(crate) dash: Option<(f32, f32)>,
}

impl Pen {
    /// An open, whole line.
    pub(crate) const fn line(width: f32) -> Self {
        Self {
            width,
            closed: false,
            dash: None,
        }
    }

    /// A closed, whole line.
    pub(crate) const fn outline(width: f32) -> Self {
        Self {
            width,
            closed: true,
            dash: None,
        }
    }

    /// The same with dashes.
    pub(crate) const fn dashed(self, on: f32, off: f32) -> Self {
        Self {
            dash: Some((on, off)),
            ..self
        }
    }
}

/// Which way a text reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// From left to right.
    Level,
    /// A quarter clockwise: from top to bottom.
    Down,
    /// A quarter counter-clockwise: from bottom to top.
    Up,
}

/// Marks that belong together: an element with an id, a title and data that a page can read.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Group<'g> {
    /// Unique within the picture; made safe when written.
    pub(crate) id: &'g str,
    /// Class names.
    pub(crate) class: &'g str,
    /// What a screen reader says; empty for a group that is only for structure.
    pub(crate) label: &'g str,
    /// `data-` attributes: name without the prefix, value.
    pub(crate) data: &'g [(&'static str, &'g str)],
    /// Where it links to; empty for what is no link.
    pub(crate) href: &'g str,
    /// Passed over by screen readers: it is told elsewhere.
    pub(crate) hidden: bool,
}

impl Sheet {
    /// An empty sheet of so many pixels.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width: width.max(1),
            height: height.max(1),
            dots: Vec::with_capacity(4096),
            words: String::with_capacity(8192),
            marks: Vec::with_capacity(768),
            ..Self::default()
        }
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Says what the picture is, for screen readers and link previews.
    pub fn describe(&mut self, title: impl Into<String>, description: impl Into<String>) {
        self.title = title.into();
        self.description = description.into();
    }

    fn keep(&mut self, dots: impl IntoIterator<Item = Dot>) -> Range<usize> {
        let start = self.dots.len();
        self.dots
            .extend(dots.into_iter().map(|dot| (sound(dot.0), sound(dot.1))));
        start..self.dots.len()
    }

    /// Fills a polygon.
    pub(crate) fn fill(&mut self, dots: impl IntoIterator<Item = Dot>, colour: Rgba) {
        if colour.a == 0 {
            return;
        }
        let dots = self.keep(dots);
        if dots.len() > 2 {
            let each = dots.len();
            self.marks.push(Mark::Fill { dots, each, colour });
        }
    }

    /// Fills many polygons of `each` corners that do not overlap.
    pub(crate) fn fill_all(&mut self, dots: impl IntoIterator<Item = Dot>, each: usize, colour: Rgba) {
        let dots = self.keep(dots);
        let dots = dots.start..dots.end - dots.len() % each.max(3);
        if !dots.is_empty() && each > 2 && colour.a > 0 {
            self.marks.push(Mark::Fill { dots, each, colour });
        }
    }

    /// Draws a line through the dots.
    pub(crate) fn stroke(&mut self, dots: impl IntoIterator<Item = Dot>, pen: Pen, colour: Rgba) {
        if colour.a == 0 || !pen.width.is_finite() || pen.width <= 0.0 {
            return;
        }
        let dots = self.keep(dots);
        if dots.len() > 1 {
            self.marks.push(Mark::Stroke {
                each: dots.len(),
                dots,
                colour,
                pen,
            });
        }
    }

    /// Draws many lines through `each` dots that do not cross.
    pub(crate) fn stroke_all(
        &mut self,
        dots: impl IntoIterator<Item = Dot>,
        each: usize,
        pen: Pen,
        colour: Rgba,
    ) {
        let dots = self.keep(dots);
        let dots = dots.start..dots.end - dots.len() % each.max(2);
        if !dots.is_empty() && each > 1 && colour.a > 0 && pen.width > 0.0 {
            self.marks.push(Mark::Stroke {
                dots,
                each,
                colour,
                pen,
            });
        }
    }

    /// Draws separate lines between pairs of dots.
    pub(crate) fn segments(&mut self, dots: impl IntoIterator<Item = Dot>, width: f32, colour: Rgba) {
        let dots = self.keep(dots);
        let even = dots.start..dots.end - dots.len() % 2;
        if !even.is_empty() && colour.a > 0 {
            self.marks.push(Mark::Segments {
                dots: even,
                colour,
                width,
            });
        }
    }

    /// Fills a rectangle from its upper left corner.
    pub(crate) fn rect(&mut self, at: Dot, size: Dot, colour: Rgba) {
        self.round_rect(at, size, 0.0, colour);
    }

    /// Fills a rectangle with rounded corners.
    pub(crate) fn round_rect(&mut self, at: Dot, size: Dot, radius: f32, colour: Rgba) {
        let (at, size) = ((sound(at.0), sound(at.1)), (sound(size.0), sound(size.1)));
        if size.0 > 0.0 && size.1 > 0.0 && colour.a > 0 {
            let radius = sound(radius).min(size.0 / 2.0).min(size.1 / 2.0).max(0.0);
            self.marks.push(Mark::Box {
                at,
                size,
                radius,
                colour,
            });
        }
    }

    /// Fills a circle.
    pub(crate) fn disc(&mut self, centre: Dot, radius: f32, colour: Rgba) {
        let radius = sound(radius);
        if radius > 0.0 && colour.a > 0 {
            let centre = (sound(centre.0), sound(centre.1));
            self.marks.push(Mark::Disc {
                centre,
                radius,
                colour,
            });
        }
    }

    /// Fills many circles of one size that do not overlap.
    pub(crate) fn discs(&mut self, centres: impl IntoIterator<Item = Dot>, radius: f32, colour: Rgba) {
        let radius = sound(radius);
        let dots = self.keep(centres);
        if !dots.is_empty() && radius > 0.0 && colour.a > 0 {
            self.marks.push(Mark::Discs { dots, radius, colour });
        }
    }

    /// Draws a circle.
    pub(crate) fn ring(&mut self, centre: Dot, radius: f32, pen: Pen, colour: Rgba) {
        let radius = sound(radius);
        if radius > 0.0 && colour.a > 0 && pen.width > 0.0 && pen.width.is_finite() {
            let centre = (sound(centre.0), sound(centre.1));
            self.marks.push(Mark::Ring {
                centre,
                radius,
                colour,
                pen,
            });
        }
    }

    /// Writes one line of text; `at` is where its baseline meets the anchor.
    pub(crate) fn text(
        &mut self,
        text: &str,
        at: Dot,
        size: f32,
        weight: Weight,
        anchor: Anchor,
        colour: Rgba,
    ) {
        self.turned_text(text, at, size, weight, anchor, colour, Turn::Level);
    }

    /// Writes one line of text that reads in any of three directions.
    #[expect(clippy::too_many_arguments, reason = "one call, one line of text")]
    pub(crate) fn turned_text(
        &mut self,
        text: &str,
        at: Dot,
        size: f32,
        weight: Weight,
        anchor: Anchor,
        colour: Rgba,
        turn: Turn,
    ) {
        let size = sound(size);
        if size < 1.0 || colour.a == 0 {
            return;
        }
        let start = self.words.len();
        face::push_clean(&mut self.words, text);
        let words = start..self.words.len();
        if words.is_empty() {
            return;
        }
        let width = face::width(&self.words[words.clone()], size, weight);
        let back = width * anchor.share();
        let (x, y) = (sound(at.0), sound(at.1));
        let at = match turn {
            Turn::Level => (x - back, y),
            Turn::Down => (x, y - back),
            Turn::Up => (x, y + back),
        };
        self.marks.push(Mark::Text {
            words,
            colour,
            at,
            size,
            weight,
            width,
            turn,
        });
    }

    /// Begins a group.
    pub(crate) fn open(&mut self, group: &Group<'_>) {
        let start = self.words.len();
        svg::push_safe_id(&mut self.words, group.id);
        let middle = self.words.len();
        svg::push_head(&mut self.words, group);
        self.marks.push(Mark::Open {
            id: start..middle,
            head: middle..self.words.len(),
            link: !group.href.is_empty(),
        });
    }

    /// Begins a group that is only for structure.
    pub(crate) fn open_layer(&mut self, class: &str) {
        self.open(&Group {
            class,
            ..Group::default()
        });
    }

    /// Ends the group begun last.
    pub(crate) fn close(&mut self) {
        self.marks.push(Mark::Close);
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// The picture as rows of red, green and blue bytes.
    pub fn to_rgb(&self, quality: crate::Quality) -> Vec<u8> {
        let mut rgb = Vec::with_capacity(self.width as usize * self.height as usize * 3);
        paint::paint(self, quality, |rows| rgb.extend_from_slice(rows));
        rgb
    }

    /// The picture as a PNG file, compressed the quick way.
    pub fn to_png(&self, quality: crate::Quality) -> Vec<u8> {
        let mut file = pngfile::PngFile::new(self.width, self.height);
        paint::paint(self, quality, |rows| file.rows(rows));
        file.finish()
    }
}

/// A coordinate that can be drawn: no number and infinity become a place far off the sheet or its corner.
fn sound(value: f32) -> f32 {
    if value.is_nan() {
        0.0
    } else {
        value.clamp(-1.0e6, 1.0e6)
    }
}

/// Corners of a circle, enough of them to look round.
pub(crate) fn circle((x, y): Dot, radius: f32) -> impl Iterator<Item = Dot> + Clone {
    let corners = (radius.abs().sqrt() * 7.0).clamp(10.0, 160.0) as usize;
    (0..corners).map(move |corner| {
        let (sin, cos) = (corner as f32 / corners as f32 * std::f32::consts::TAU).sin_cos();
        (x + radius * cos, y + radius * sin)
    })
}

/// The outline of a rectangle whose corners are rounded.
pub(crate) fn round_corners((x, y): Dot, (w, h): Dot, radius: f32) -> impl Iterator<Item = Dot> + Clone {
    let radius = radius.min(w / 2.0).min(h / 2.0).max(0.0);
    let steps = if radius < 1.0 {
        1
    } else if radius < 6.0 {
        3
    } else {
        6
    };
    let corners = [
        (x + w - radius, y + radius, -90.0_f32),
        (x + w - radius, y + h - radius, 0.0),
        (x + radius, y + h - radius, 90.0),
        (x + radius, y + radius, 180.0),
    ];
    corners.into_iter().flat_map(move |(cx, cy, from)| {
        (0..=steps).map(move |step| {
            let (sin, cos) = (from + 90.0 * step as f32 / steps as f32).to_radians().sin_cos();
            (cx + radius * cos, cy + radius * sin)
        })
    })
}
