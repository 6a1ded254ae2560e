//! Rectangles of whole pixels.

use super::{Dot, Mark, Sheet, Turn};

/// A rectangle of whole pixels: left, top, right and bottom, the last two excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Area {
    /// No pixel at all.
    pub(crate) const NOTHING: Self = Self {
        left: 0,
        top: 0,
        right: 0,
        bottom: 0,
    };

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

    pub(super) fn around(dots: impl Iterator<Item = Dot>, margin: f32) -> Self {
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for (x, y) in dots {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            return Self::NOTHING;
        }
        Self {
            left: (low.0 - margin).floor() as i32,
            top: (low.1 - margin).floor() as i32,
            right: (high.0 + margin).ceil() as i32 + 1,
            bottom: (high.1 + margin).ceil() as i32 + 1,
        }
    }
}

/// Where a mark may have left paint, in pixels of the sheet.
pub(crate) fn reach(sheet: &Sheet, mark: &Mark) -> Area {
    let around = |dots: &std::ops::Range<usize>, margin: f32| {
        Area::around(sheet.dots[dots.clone()].iter().copied(), margin)
    };
    match mark {
        Mark::Fill { dots, .. } => around(dots, 0.0),
        Mark::Stroke { dots, pen, .. } => around(dots, pen.width / 2.0 + 1.0),
        Mark::Segments { dots, width, .. } => around(dots, width / 2.0 + 1.0),
        Mark::Discs { dots, radius, .. } => around(dots, radius + 1.0),
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
        Mark::Open { .. } | Mark::Close => Area::NOTHING,
    }
}
