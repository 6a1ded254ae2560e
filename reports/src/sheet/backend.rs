//! The sheet as a plotters backend, and a sheet drawn on any other plotters backend.

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::face::{self, Anchor, Weight};
use super::{Dot, Mark, Pen, Rgba, Sheet, TENTHS, Turn, circle};

/// A sheet takes every mark.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("a sheet takes every mark")]
pub enum Never {}

type Done = Result<(), DrawingErrorKind<Never>>;

fn dot((x, y): BackendCoord) -> Dot {
    (x as f32 / TENTHS, y as f32 / TENTHS)
}

fn rgba(colour: BackendColor) -> Rgba {
    let (r, g, b) = colour.rgb;
    Rgba { r, g, b, a: 255 }.fade(colour.alpha.clamp(0.0, 1.0) as f32)
}

fn weight(style: FontStyle) -> Weight {
    match style {
        FontStyle::Bold => Weight::Bold,
        FontStyle::Normal | FontStyle::Oblique | FontStyle::Italic => Weight::Regular,
    }
}

fn width<S: BackendStyle>(style: &S) -> f32 {
    style.stroke_width() as f32 / TENTHS
}

impl DrawingBackend for &mut Sheet {
    type ErrorType = Never;

    fn get_size(&self) -> (u32, u32) {
        (self.width * TENTHS as u32, self.height * TENTHS as u32)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Done {
        self.rect(dot(point), (1.0 / TENTHS, 1.0 / TENTHS), rgba(colour));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.stroke([dot(from), dot(to)], Pen::line(width(style)), rgba(style.color()));
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        one: BackendCoord,
        other: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let ((x, y), (right, bottom)) = (dot(one), dot(other));
        let corners = [(x, y), (right, y), (right, bottom), (x, bottom)];
        if fill {
            self.fill(corners, rgba(style.color()));
        } else {
            self.stroke(corners, Pen::outline(width(style)), rgba(style.color()));
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        self.stroke(
            path.into_iter().map(dot),
            Pen::line(width(style)),
            rgba(style.color()),
        );
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let radius = radius as f32 / TENTHS;
        if fill {
            self.disc(dot(centre), radius, rgba(style.color()));
        } else {
            self.ring(
                dot(centre),
                radius,
                Pen::outline(width(style)),
                rgba(style.color()),
            );
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        dots: I,
        style: &S,
    ) -> Done {
        self.fill(dots.into_iter().map(dot), rgba(style.color()));
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Done {
        let size = style.size() as f32 / TENTHS;
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let rise = match style.anchor().v_pos {
            VPos::Top => face::cap_height(size) * 1.15,
            VPos::Center => face::cap_height(size) / 2.0,
            VPos::Bottom => -0.1 * size,
        };
        let (x, y) = dot(at);
        let (at, turn) = match style.transform() {
            FontTransform::None | FontTransform::Rotate180 => ((x, y + rise), Turn::Level),
            FontTransform::Rotate90 => ((x - rise, y), Turn::Down),
            FontTransform::Rotate270 => ((x + rise, y), Turn::Up),
        };
        self.turned_text(
            text,
            at,
            size,
            weight(style.style()),
            anchor,
            rgba(style.color()),
            turn,
        );
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Never>> {
        let size = style.size() as f32;
        Ok((
            face::width(text, size, weight(style.style())) as u32,
            (size * 0.95) as u32,
        ))
    }
}

impl Sheet {
    /// Draws everything again on another plotters backend whose pixels are whole: for formats this crate does not
    /// write itself.
    ///
    /// Texts need a font that plotters knows; see `register_font` there.
    pub fn draw_on<B: DrawingBackend>(&self, backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle, TextStyle};
        face::register();
        let whole = |(x, y): Dot| (x.round() as i32, y.round() as i32);
        let styled = |colour: Rgba, width: f32, filled: bool| ShapeStyle {
            color: RGBColor(colour.r, colour.g, colour.b).mix(f64::from(colour.a) / 255.0),
            filled,
            stroke_width: width.round().max(1.0) as u32,
        };
        for mark in &self.marks {
            match mark {
                Mark::Fill { dots, each, colour } => {
                    for outline in self.dots[dots.clone()].chunks_exact(*each) {
                        let dots = outline.iter().map(|&dot| whole(dot));
                        backend.fill_polygon(dots, &styled(*colour, 1.0, true))?;
                    }
                }
                Mark::Stroke {
                    dots,
                    each,
                    colour,
                    pen,
                } => {
                    for line in self.dots[dots.clone()].chunks_exact(*each) {
                        let closing = pen.closed.then_some(line[0]);
                        let dots = line.iter().copied().chain(closing).map(whole);
                        backend.draw_path(dots, &styled(*colour, pen.width, false))?;
                    }
                }
                Mark::Discs { dots, radius, colour } => {
                    for &centre in &self.dots[dots.clone()] {
                        let dots = circle(centre, *radius).map(whole);
                        backend.fill_polygon(dots, &styled(*colour, 1.0, true))?;
                    }
                }
                Mark::Segments { dots, colour, width } => {
                    for pair in self.dots[dots.clone()].chunks_exact(2) {
                        backend.draw_line(whole(pair[0]), whole(pair[1]), &styled(*colour, *width, false))?;
                    }
                }
                Mark::Box {
                    at,
                    size,
                    radius,
                    colour,
                } => {
                    let dots = super::round_corners(*at, *size, *radius).map(whole);
                    backend.fill_polygon(dots, &styled(*colour, 1.0, true))?;
                }
                Mark::Ring {
                    centre,
                    radius,
                    colour,
                    pen,
                } => {
                    let style = styled(*colour, pen.width, false);
                    backend.draw_circle(whole(*centre), radius.round() as u32, &style, false)?;
                }
                Mark::Disc {
                    centre,
                    radius,
                    colour,
                } => {
                    backend.fill_polygon(circle(*centre, *radius).map(whole), &styled(*colour, 1.0, true))?;
                }
                Mark::Text {
                    words,
                    colour,
                    at,
                    size,
                    weight,
                    ..
                } => {
                    let style = match weight {
                        Weight::Regular => plotters::style::FontStyle::Normal,
                        Weight::Bold => plotters::style::FontStyle::Bold,
                    };
                    let scale = f64::from(face::face(*weight).scale(*size));
                    let font = (face::FAMILY, scale, style).into_font();
                    let ink = styled(*colour, 1.0, true).color;
                    let text = TextStyle::from(font).color(&ink);
                    backend.draw_text(&self.words[words.clone()], &text, whole((at.0, at.1 - size)))?;
                }
                Mark::Open { .. } | Mark::Close => {}
            }
        }
        Ok(())
    }
}
