//! A range of moments as an animated GIF.
//!
//! Only what changes is painted: the marks of two pictures are compared, the areas of those that differ are painted
//! again, and a frame holds the smallest rectangle of pixels that changed, the others in it transparent. Pictures
//! without a difference lengthen the delay of the one before. All frames share one palette.

mod lzw;
mod palette;

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use hindsight_kernel::{Board, LastChange, Overlay};

use crate::picture::{self, PictureOptions};
use crate::sheet::area::{Area, reach};
use crate::sheet::paint::Canvas;
use crate::sheet::{Mark, Sheet};
use palette::{Histogram, IndexedColours, TRANSPARENT};

/// One moment of an animation.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'b> {
    /// The position.
    pub board: &'b Board,
    /// What changed last.
    pub last: Option<&'b LastChange>,
    /// What explains the position.
    pub overlays: &'b [Overlay],
    /// How long it is shown, in hundredths of a second.
    pub hundredths: u16,
}

/// The moments as an animated GIF that repeats for ever. Without a moment: nothing.
///
/// `options` says how each is drawn; its own last change, overlays and height are not used.
pub fn gif(frames: &[Frame<'_>], options: &PictureOptions) -> Vec<u8> {
    let each = |frame: &Frame<'_>| PictureOptions {
        last: frame.last.cloned(),
        overlays: frame.overlays.to_vec(),
        height: None,
        ..options.clone()
    };
    let foot = frames
        .iter()
        .map(|frame| picture::foot(&each(frame)))
        .fold(0.0, f32::max);
    of_sheets(frames.iter().map(|frame| {
        (
            picture::draw_with_foot(frame.board, &each(frame), foot),
            frame.hundredths,
        )
    }))
}

/// Sheets, each with its time in hundredths of a second, as an animated GIF of the first one's size.
pub fn of_sheets(sheets: impl IntoIterator<Item = (Sheet, u16)>) -> Vec<u8> {
    let sheets: Vec<(Sheet, u16)> = sheets.into_iter().collect();
    let Some((first, _)) = sheets.first() else {
        return Vec::new();
    };
    let (width, height) = first.size();
    let (Ok(wide), Ok(tall)) = (u16::try_from(width), u16::try_from(height)) else {
        return Vec::new();
    };

    // The palette of a few whole pictures serves all.
    let mut histogram = Histogram::default();
    let whole = Area::of(width, height);
    for place in [0, sheets.len() / 2, sheets.len() - 1] {
        let mut canvas = Canvas::new(width, height, 1.0);
        canvas.draw(&sheets[place].0, whole);
        histogram.add(&canvas.rgb);
    }
    let mut colours = IndexedColours::of(&histogram);

    let mut animation = Animation::new(wide, tall, &colours);
    let mut canvas = Canvas::new(width, height, 1.0);
    let mut shown: Vec<u8> = vec![TRANSPARENT; width as usize * height as usize];
    let mut before: Option<Drawn<'_>> = None;
    for (sheet, hundredths) in &sheets {
        let drawn = Drawn::of(sheet);
        let areas = before
            .as_ref()
            .map_or_else(|| vec![whole], |before| drawn.changes(before, whole));
        let mut changed = Area::NOTHING;
        let mut fresh = Vec::with_capacity(areas.len());
        for &area in &areas {
            for (mark, reach) in sheet.marks.iter().zip(&drawn.reaches) {
                if !reach.meet(area).is_empty() {
                    canvas.mark(sheet, mark, area);
                }
            }
            let (pixels, tight) = colours.changes(&canvas.rgb, width as usize, area, &mut shown);
            changed = changed.join(tight);
            fresh.push((area, pixels));
        }
        before = Some(drawn);
        animation.frame(changed, &fresh, *hundredths);
    }
    animation.finish()
}

/// A picture with what is needed to compare it.
struct Drawn<'s> {
    sheet: &'s Sheet,
    prints: Vec<u64>,
    reaches: Vec<Area>,
}

impl<'s> Drawn<'s> {
    fn of(sheet: &'s Sheet) -> Self {
        let prints = sheet.marks.iter().map(|mark| fingerprint(sheet, mark)).collect();
        let reaches = sheet.marks.iter().map(|mark| reach(sheet, mark)).collect();
        Self {
            sheet,
            prints,
            reaches,
        }
    }

    /// The areas in which this picture differs from another, few and apart.
    fn changes(&self, before: &Self, whole: Area) -> Vec<Area> {
        if self.sheet.size() != before.sheet.size() {
            return vec![whole];
        }
        let mut counts: HashMap<u64, i32, PassOn> = HashMap::default();
        for print in before.prints.iter().filter(|print| **print != UNSEEN) {
            *counts.entry(*print).or_default() += 1;
        }
        let mut areas = Vec::new();
        let mut add = |reach: Area| {
            let seen = reach.meet(whole);
            if !seen.is_empty() {
                join_into(&mut areas, seen);
            }
        };
        let mut kept = Vec::with_capacity(self.prints.len());
        for (place, print) in self
            .prints
            .iter()
            .enumerate()
            .filter(|(_, print)| **print != UNSEEN)
        {
            match counts.get_mut(print) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    kept.push(place);
                }
                _ => add(self.reaches[place]),
            }
        }
        let mut others = Vec::with_capacity(kept.len());
        let mut gone: HashMap<u64, i32, PassOn> = counts;
        // The first ones of equal marks are those that stay.
        for (place, print) in before
            .prints
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, print)| **print != UNSEEN)
        {
            match gone.get_mut(print) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    add(before.reaches[place]);
                }
                _ => others.push(place),
            }
        }
        others.reverse();
        // What stays but lies in another order may look different where it overlaps.
        for (&one, &other) in kept.iter().zip(&others) {
            if self.prints[one] != before.prints[other] {
                add(self.reaches[one]);
                add(before.reaches[other]);
            }
        }
        areas
    }
}

/// Adds an area to a few; those that touch it, or would cost little more together, become one.
fn join_into(areas: &mut Vec<Area>, new: Area) {
    const MOST: usize = 12;
    let size = |area: Area| i64::from(area.right - area.left) * i64::from(area.bottom - area.top);
    let mut new = new;
    loop {
        let near = areas.iter().position(|&area| {
            let both = area.join(new);
            !area.meet(new).is_empty()
                || size(both) * 4 <= (size(area) + size(new)) * 5
                || areas.len() >= MOST
        });
        match near {
            Some(place) => new = areas.swap_remove(place).join(new),
            None => break,
        }
    }
    areas.push(new);
}

/// Hashes that are spread already.
#[derive(Default, Clone, Copy)]
struct PassOn;

struct AsItIs(u64);

impl BuildHasher for PassOn {
    type Hasher = AsItIs;
    fn build_hasher(&self) -> AsItIs {
        AsItIs(0)
    }
}

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
}

/// The number of marks that leave no paint.
const UNSEEN: u64 = 0;

/// A number for everything that makes a mark look as it does.
fn fingerprint(sheet: &Sheet, mark: &Mark) -> u64 {
    let mut hash = AsItIs(0x2545_F491_4F6C_DD1D);
    let float = |hash: &mut AsItIs, value: f32| hash.write_u64(u64::from(value.to_bits()));
    let dots = |hash: &mut AsItIs, range: &std::ops::Range<usize>| {
        for (x, y) in &sheet.dots[range.clone()] {
            hash.write_u64(u64::from(x.to_bits()) << 32 | u64::from(y.to_bits()));
        }
    };
    let colour = match mark {
        Mark::Fill {
            dots: range,
            each,
            colour,
        } => {
            hash.write_u64(1 + ((*each as u64) << 8));
            dots(&mut hash, range);
            Some(colour)
        }
        Mark::Discs {
            dots: range,
            radius,
            colour,
        } => {
            hash.write_u64(42);
            dots(&mut hash, range);
            float(&mut hash, *radius);
            Some(colour)
        }
        Mark::Stroke {
            dots: range,
            each,
            colour,
            pen,
        } => {
            hash.write_u64(2 + u64::from(pen.closed) + ((*each as u64) << 8));
            dots(&mut hash, range);
            float(&mut hash, pen.width);
            if let Some((on, off)) = pen.dash {
                float(&mut hash, on);
                float(&mut hash, off);
            }
            Some(colour)
        }
        Mark::Segments {
            dots: range,
            colour,
            width,
        } => {
            hash.write_u64(4);
            dots(&mut hash, range);
            float(&mut hash, *width);
            Some(colour)
        }
        Mark::Box {
            at,
            size,
            radius,
            colour,
        } => {
            hash.write_u64(40);
            for value in [at.0, at.1, size.0, size.1, *radius] {
                float(&mut hash, value);
            }
            Some(colour)
        }
        Mark::Ring {
            centre,
            radius,
            colour,
            pen,
        } => {
            let (on, off) = pen.dash.unwrap_or_default();
            hash.write_u64(41);
            for value in [centre.0, centre.1, *radius, pen.width, on, off] {
                float(&mut hash, value);
            }
            Some(colour)
        }
        Mark::Disc {
            centre,
            radius,
            colour,
        } => {
            hash.write_u64(5);
            for value in [centre.0, centre.1, *radius] {
                float(&mut hash, value);
            }
            Some(colour)
        }
        Mark::Text {
            words,
            colour,
            at,
            size,
            weight,
            turn,
            ..
        } => {
            hash.write_u64(6 + (*weight as u64) * 4 + (*turn as u64) * 16);
            for value in [at.0, at.1, *size] {
                float(&mut hash, value);
            }
            hash.write(&sheet.words.as_bytes()[words.clone()]);
            Some(colour)
        }
        Mark::Open { .. } | Mark::Close => None,
    };
    match colour {
        Some(colour) => {
            colour.hash(&mut hash);
            hash.finish()
        }
        None => UNSEEN,
    }
}

/// The file in the making.
struct Animation {
    encoder: gif::Encoder<Vec<u8>>,
    /// The frame that waits for its final delay.
    waiting: Option<gif::Frame<'static>>,
}

impl Animation {
    fn new(width: u16, height: u16, colours: &IndexedColours) -> Self {
        let file = Vec::with_capacity(1 << 20);
        let mut encoder =
            gif::Encoder::new(file, width, height, &colours.table()).expect("a vector takes every byte");
        encoder
            .set_repeat(gif::Repeat::Infinite)
            .expect("a vector takes every byte");
        Self {
            encoder,
            waiting: None,
        }
    }

    /// The next picture: what changed within `area`, from pieces in which unchanged pixels are transparent.
    fn frame(&mut self, area: Area, pieces: &[(Area, Vec<u8>)], hundredths: u16) {
        if area.is_empty() {
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(hundredths);
            }
            return;
        }
        let (width, height) = (
            (area.right - area.left) as usize,
            (area.bottom - area.top) as usize,
        );
        let mut buffer = vec![TRANSPARENT; width * height];
        for (place, pixels) in pieces {
            let seen = place.meet(area);
            if seen.is_empty() {
                continue;
            }
            let (across, wide) = (
                (place.right - place.left) as usize,
                (seen.right - seen.left) as usize,
            );
            for row in seen.top..seen.bottom {
                let from = (row - place.top) as usize * across + (seen.left - place.left) as usize;
                let to = (row - area.top) as usize * width + (seen.left - area.left) as usize;
                // Pieces may overlap: what one found changed is not changed for the next.
                for (target, &pixel) in buffer[to..to + wide].iter_mut().zip(&pixels[from..from + wide]) {
                    if pixel != TRANSPARENT {
                        *target = pixel;
                    }
                }
            }
        }
        self.write_waiting();
        self.waiting = Some(gif::Frame {
            delay: hundredths,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: area.left as u16,
            top: area.top as u16,
            width: width as u16,
            height: height as u16,
            buffer: lzw::compress(&buffer).into(),
            ..gif::Frame::default()
        });
    }

    fn write_waiting(&mut self) {
        if let Some(frame) = self.waiting.take() {
            self.encoder
                .write_lzw_pre_encoded_frame(&frame)
                .expect("a vector takes every byte");
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.write_waiting();
        self.encoder.into_inner().expect("a vector takes every byte")
    }
}
