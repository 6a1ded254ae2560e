//! Letters as coverage, drawn once and kept for the next time.

use std::cell::RefCell;
use std::collections::HashMap;

use ab_glyph::{Font, Point as Corner, PxScale};

use super::face::{self, Weight};
use super::{Dot, Turn};

/// A letter's coverage, with the place of its upper left corner from the pen.
pub(super) struct Stamp {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) shares: Vec<u8>,
}

#[derive(PartialEq, Eq, Hash)]
struct StampKey {
    letter: char,
    weight: Weight,
    turn: u8,
    /// Size in sixteenths of a pixel, place in quarters of a pixel.
    size: u32,
    place: (u8, u8),
}

thread_local! {
    /// Letters drawn before, up to a few megabytes of them.
    static STAMPS: RefCell<HashMap<StampKey, Stamp>> = RefCell::new(HashMap::new());
}

/// Lends the stamp of a letter whose pen stands at this part of a pixel.
pub(super) fn with_stamp(
    letter: char,
    size: f32,
    weight: Weight,
    turn: Turn,
    part: Dot,
    draw: impl FnOnce(&Stamp),
) {
    const MOST: usize = 4_096;
    let quarter = |share: f32| ((share * 4.0) as u8).min(3);
    let key = StampKey {
        letter,
        weight,
        turn: turn as u8,
        size: (size * 16.0) as u32,
        place: (quarter(part.0), quarter(part.1)),
    };
    STAMPS.with_borrow_mut(|stamps| {
        if stamps.len() >= MOST {
            stamps.clear();
        }
        let place = (
            f32::from(key.place.0) / 4.0 + 0.125,
            f32::from(key.place.1) / 4.0 + 0.125,
        );
        // Of the size that the key names, or a picture would depend on those drawn before it.
        let size = key.size as f32 / 16.0;
        draw(
            stamps
                .entry(key)
                .or_insert_with(|| make_stamp(letter, size, weight, turn, place)),
        );
    });
}

fn make_stamp(letter: char, size: f32, weight: Weight, turn: Turn, place: Dot) -> Stamp {
    let face = face::face(weight);
    let scale = PxScale::from(face.scale(size.min(600.0)));
    let glyph = face
        .glyph(letter)
        .with_scale_and_position(scale, Corner { x: 0.0, y: 0.0 });
    let nothing = Stamp {
        left: 0,
        top: 0,
        width: 0,
        height: 0,
        shares: Vec::new(),
    };
    if turn == Turn::Level {
        let glyph = face.glyph(letter).with_scale_and_position(
            scale,
            Corner {
                x: place.0,
                y: place.1,
            },
        );
        let Some(outline) = face.font.outline_glyph(glyph) else {
            return nothing;
        };
        let bounds = outline.px_bounds();
        let (width, height) = (bounds.width() as usize, bounds.height() as usize);
        let mut shares = vec![0; width * height];
        outline.draw(|x, y, share| {
            if let Some(cell) = shares.get_mut(y as usize * width + x as usize) {
                *cell = (share.clamp(0.0, 1.0) * 255.0) as u8;
            }
        });
        return Stamp {
            left: bounds.min.x as i32,
            top: bounds.min.y as i32,
            width: width as i32,
            height: height as i32,
            shares,
        };
    }
    // A turned letter is the level one with its pixels turned; it stands on whole pixels.
    let Some(outline) = face.font.outline_glyph(glyph) else {
        return nothing;
    };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as usize, bounds.height() as usize);
    let mut shares = vec![0; width * height];
    outline.draw(|x, y, share| {
        let (x, y) = (x as usize, y as usize);
        let (column, row) = match turn {
            Turn::Up | Turn::Level => (y, width - 1 - x.min(width - 1)),
            Turn::Down => (height - 1 - y.min(height - 1), x),
        };
        if let Some(cell) = shares.get_mut(row * height + column) {
            *cell = (share.clamp(0.0, 1.0) * 255.0) as u8;
        }
    });
    let (left, top) = match turn {
        Turn::Up | Turn::Level => (bounds.min.y as i32, -bounds.max.x as i32),
        Turn::Down => (-bounds.max.y as i32, bounds.min.x as i32),
    };
    Stamp {
        left,
        top,
        width: height as i32,
        height: width as i32,
        shares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(size: f32) -> (i32, i32, Vec<u8>) {
        let mut seen = None;
        let draw = |stamp: &Stamp| seen = Some((stamp.left, stamp.top, stamp.shares.clone()));
        with_stamp('g', size, Weight::Regular, Turn::Level, (0.3, 0.6), draw);
        seen.unwrap()
    }

    #[test]
    fn a_letter_looks_the_same_whatever_was_drawn_before_it() {
        let drawn_on_its_own = |first: f32, then: f32| {
            std::thread::spawn(move || {
                shares(first);
                shares(then)
            })
            .join()
            .unwrap()
        };
        for sizes in [(12.01, 12.05), (20.40, 20.43), (9.0, 9.06)] {
            assert_eq!(
                drawn_on_its_own(sizes.0, sizes.1),
                drawn_on_its_own(sizes.1, sizes.0),
                "{sizes:?}"
            );
        }
    }
}
