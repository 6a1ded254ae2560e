//! Labels that find a free place or are left out.

use super::Scene;
use crate::sheet::{Anchor, Dot, Rgba, Weight, face};

/// Boxes that are taken.
#[derive(Debug, Default)]
pub(super) struct Labels {
    taken: Vec<(f32, f32, f32, f32)>,
}

impl Labels {
    /// Keeps labels off a box given by left, top, right and bottom.
    pub(super) fn take(&mut self, area: (f32, f32, f32, f32)) {
        self.taken.push(area);
    }

    /// As [`take`](Self::take), for a disc.
    pub(super) fn take_disc(&mut self, (x, y): Dot, radius: f32) {
        self.take((x - radius, y - radius, x + radius, y + radius));
    }

    /// As [`take`](Self::take), for a text by the middle of its base line.
    pub(super) fn take_text(&mut self, text: &str, (x, base): Dot, size: f32) {
        let half = face::width(text, size, Weight::Bold) / 2.0;
        self.take((x - half, base - face::cap_height(size), x + half, base));
    }

    /// How much of all boxes together a disc would cover, in square pixels; nothing for a disc that touches none.
    pub(super) fn covered_by(&self, (x, y): Dot, radius: f32) -> f32 {
        let covered = |&(left, top, right, bottom): &(f32, f32, f32, f32)| {
            let near = (x.clamp(left, right.max(left)), y.clamp(top, bottom.max(top)));
            if (near.0 - x).hypot(near.1 - y) >= radius {
                return 0.0;
            }
            // The box round the disc is near enough to tell less from more.
            let wide = (right.min(x + radius) - left.max(x - radius)).max(0.1);
            let tall = (bottom.min(y + radius) - top.max(y - radius)).max(0.1);
            wide * tall
        };
        self.taken.iter().map(covered).sum()
    }

    /// How much of all boxes together a box covers, in square pixels.
    pub(super) fn overlap(&self, (left, top, right, bottom): (f32, f32, f32, f32)) -> f32 {
        let with = |other: &(f32, f32, f32, f32)| {
            let wide = right.min(other.2) - left.max(other.0);
            let tall = bottom.min(other.3) - top.max(other.1);
            wide.max(0.0) * tall.max(0.0)
        };
        self.taken.iter().map(with).sum()
    }

    fn is_free(&self, (left, top, right, bottom): (f32, f32, f32, f32)) -> bool {
        self.taken
            .iter()
            .all(|other| left >= other.2 || right <= other.0 || top >= other.3 || bottom <= other.1)
    }
}

impl Scene<'_> {
    /// Writes a label centred on the first of several places that is free; says whether there was one.
    pub(super) fn label(
        &mut self,
        text: &str,
        places: &[Dot],
        size: f32,
        ink: Rgba,
        plate: Option<Rgba>,
    ) -> bool {
        let share = if self.options.compact { 0.65 } else { 0.4 };
        let text = face::fit(text, size, Weight::Bold, self.view.size.0 * share);
        if text.is_empty() {
            return false;
        }
        let (width, height) = (face::width(&text, size, Weight::Bold), size * 1.3);
        let pad = if plate.is_some() { size * 0.45 } else { size * 0.1 };
        let (low, high) = (
            self.view.corner,
            (
                self.view.corner.0 + self.view.size.0,
                self.view.corner.1 + self.view.size.1,
            ),
        );
        for &(x, y) in places {
            let area = (
                x - width / 2.0 - pad,
                y - height / 2.0,
                x + width / 2.0 + pad,
                y + height / 2.0,
            );
            let inside = area.0 >= low.0 && area.1 >= low.1 && area.2 <= high.0 && area.3 <= high.1;
            if !inside || !self.labels.is_free(area) {
                continue;
            }
            self.labels.take(area);
            if let Some(plate) = plate {
                self.sheet.round_rect(
                    (area.0, area.1),
                    (area.2 - area.0, area.3 - area.1),
                    height * 0.35,
                    plate,
                );
            }
            let base = (x, y + face::cap_height(size) / 2.0);
            self.sheet
                .text(&text, base, size, Weight::Bold, Anchor::Middle, ink);
            return true;
        }
        false
    }
}
