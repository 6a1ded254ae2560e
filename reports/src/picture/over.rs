//! Overlays that explain the position: areas and trails under the tokens; fights, arrows and targets over
//! them.

use hindsight_kernel::{BoardPoint, Overlay, Shape, Trail};

use super::Scene;
use super::shape;
use crate::sheet::{Dot, Pen, Rgba};

impl Scene<'_> {
    /// Filled overlays and the ways that units took.
    pub(super) fn under(&mut self) {
        let options = self.options;
        self.sheet.open_layer("overlays-under");
        self.areas(&options.overlays);
        self.sheet.close();
        if let Some(last) = &options.last {
            self.sheet.open_layer("trails");
            for trail in last.trails.iter().take(400).filter(|trail| !is_shot(trail)) {
                self.trail(trail);
            }
            self.sheet.close();
        }
    }

    /// What people drew: over everything that the game says.
    pub(super) fn notes(&mut self) {
        let options = self.options;
        self.sheet.open_layer("notes");
        self.areas(&options.notes);
        self.lines(&options.notes);
        self.sheet.close();
    }

    /// Overlays with an inside.
    fn areas(&mut self, overlays: &[Overlay]) {
        for overlay in overlays.iter().take(2_000) {
            match &overlay.shape {
                Shape::Area { outline } => {
                    let dots = self.view.dots(outline);
                    self.area(overlay, &dots);
                }
                Shape::Sector {
                    centre,
                    radius,
                    from,
                    to,
                } => {
                    let dots = self.sector(*centre, *radius, *from, *to);
                    self.area(overlay, &dots);
                }
                Shape::Circle { centre, radius } => {
                    if let Some(at) = self.view.dot(*centre) {
                        self.round_area(overlay, at, self.view.length(*radius).max(1.0));
                    }
                }
                Shape::Line { .. } | Shape::Arrow { .. } => {}
            }
        }
    }

    /// Lines, arrows and labels of overlays, and shots.
    pub(super) fn over(&mut self) {
        let options = self.options;
        self.sheet.open_layer("overlays");
        self.lines(&options.overlays);
        if let Some(last) = &options.last {
            for trail in last.trails.iter().take(400).filter(|trail| is_shot(trail)) {
                self.trail(trail);
            }
        }
        self.sheet.close();
    }

    /// Overlays without an inside, and the words of all.
    fn lines(&mut self, overlays: &[Overlay]) {
        for overlay in overlays.iter().take(2_000) {
            let ink = self.overlay_ink(overlay);
            let wide = self.overlay_width(overlay);
            match &overlay.shape {
                Shape::Line { points } => {
                    let dots = self.view.dots(points);
                    let pen = if matches!(overlay.kind.as_str(), "sight" | "corridor" | "blocked") {
                        Pen::line(wide).dashed(wide * 3.0, wide * 2.0)
                    } else {
                        Pen::line(wide)
                    };
                    self.sheet.stroke(
                        dots.iter().copied(),
                        Pen::line(wide * 2.0),
                        self.palette.halo.fade(0.7),
                    );
                    self.sheet.stroke(dots.iter().copied(), pen, ink);
                    if overlay.kind == "blocked" && dots.len() > 1 {
                        self.cross(dots[dots.len() / 2], wide * 3.0, ink);
                    }
                    if let Some(&middle) = dots.get(dots.len() / 2) {
                        self.overlay_label(overlay, middle, ink);
                    }
                }
                Shape::Arrow { from, to } => {
                    let (Some(from), Some(to)) = (self.view.dot(*from), self.view.dot(*to)) else {
                        continue;
                    };
                    let mut dots = [from, to];
                    self.trim(&mut dots, true);
                    self.arrow(&dots, wide, Pen::line(wide), ink);
                    let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
                    self.overlay_label(overlay, middle, ink);
                }
                Shape::Area { outline } => {
                    let dots = self.view.dots(outline);
                    if overlay.kind == "target" || overlay.kind == "blocked" {
                        self.target(overlay, &dots, ink);
                    }
                    if dots.len() > 2 {
                        let (left, top, right, _) = shape::bounds(&dots);
                        self.overlay_label(overlay, (f32::midpoint(left, right), top), ink);
                    }
                }
                Shape::Circle { centre, radius } => {
                    if let Some((x, y)) = self.view.dot(*centre) {
                        self.overlay_label(overlay, (x, y - self.view.length(*radius)), ink);
                    }
                }
                Shape::Sector {
                    centre,
                    radius,
                    from,
                    to,
                } => {
                    if let Some((x, y)) = self.view.dot(*centre) {
                        let ahead = self.view.heading(from + (to - from).rem_euclid(360.0) / 2.0);
                        let far = self.view.length(*radius) * 0.86;
                        self.overlay_label(overlay, (x + ahead.0 * far, y + ahead.1 * far), ink);
                    }
                }
            }
        }
    }

    fn overlay_ink(&self, overlay: &Overlay) -> Rgba {
        match overlay.seat {
            Some(seat) => self.palette.seat(seat).edge,
            None => self.palette.tone(overlay.tone),
        }
    }

    fn overlay_width(&self, overlay: &Overlay) -> f32 {
        let thick = if overlay.kind == "note" { 0.34 } else { 0.2 };
        (self.view.text * thick).clamp(1.5, 12.0)
    }

    fn area(&mut self, overlay: &Overlay, dots: &[Dot]) {
        if dots.len() < 3 {
            return;
        }
        let ink = self.overlay_ink(overlay);
        let wide = (self.view.text * 0.12).max(1.1);
        let share = if overlay.kind == "range" { 0.07 } else { 0.14 };
        self.sheet.fill(dots.iter().copied(), ink.fade(share));
        let pen = Pen::outline(wide).dashed(self.view.text * 0.55, self.view.text * 0.35);
        self.sheet.stroke(
            dots.iter().copied(),
            Pen::outline(wide * 2.0),
            self.palette.halo.fade(0.5),
        );
        self.sheet.stroke(dots.iter().copied(), pen, ink);
    }

    fn round_area(&mut self, overlay: &Overlay, at: Dot, radius: f32) {
        let ink = self.overlay_ink(overlay);
        let wide = (self.view.text * 0.12).max(1.1);
        self.sheet.disc(
            at,
            radius,
            ink.fade(if overlay.kind == "range" { 0.07 } else { 0.14 }),
        );
        self.sheet
            .ring(at, radius, Pen::outline(wide * 2.0), self.palette.halo.fade(0.5));
        let pen = Pen::outline(wide).dashed(self.view.text * 0.55, self.view.text * 0.35);
        self.sheet.ring(at, radius, pen, ink);
    }

    /// Brackets round what may be chosen; a cross through what may not.
    fn target(&mut self, overlay: &Overlay, dots: &[Dot], ink: Rgba) {
        if dots.len() < 3 {
            return;
        }
        let (left, top, right, bottom) = shape::bounds(dots);
        let wide = (self.view.text * 0.2).clamp(1.5, 8.0);
        if overlay.kind == "blocked" {
            let middle = shape::centre(dots);
            self.cross(middle, (right - left).min(bottom - top) * 0.3, ink);
            return;
        }
        let arm = ((right - left).min(bottom - top) * 0.28).max(3.0);
        let out = wide;
        for (x, y, dx, dy) in [
            (left - out, top - out, 1.0, 1.0),
            (right + out, top - out, -1.0, 1.0),
            (right + out, bottom + out, -1.0, -1.0),
            (left - out, bottom + out, 1.0, -1.0),
        ] {
            let bracket = [(x + dx * arm, y), (x, y), (x, y + dy * arm)];
            self.sheet
                .stroke(bracket, Pen::line(wide * 2.0), self.palette.halo);
            self.sheet.stroke(bracket, Pen::line(wide), ink);
        }
    }

    fn cross(&mut self, (x, y): Dot, arm: f32, ink: Rgba) {
        let wide = (arm * 0.35).max(1.5);
        let lines = [
            (x - arm, y - arm),
            (x + arm, y + arm),
            (x - arm, y + arm),
            (x + arm, y - arm),
        ];
        self.sheet.segments(lines, wide * 1.9, self.palette.halo);
        self.sheet.segments(lines, wide, ink);
    }

    fn overlay_label(&mut self, overlay: &Overlay, (x, y): Dot, ink: Rgba) {
        let Some(label) = &overlay.label else { return };
        let size = self.view.letters(0.8).max(8.0);
        let places = [
            (x, y),
            (x, y - size * 1.6),
            (x, y + size * 1.6),
            (x + size * 3.0, y),
            (x - size * 3.0, y),
            (x, y - size * 3.2),
            (x, y + size * 3.2),
        ];
        let ground = self.palette.page.fade(0.92);
        self.label(label, &places, size, ink, Some(ground));
    }

    fn sector(&self, centre: BoardPoint, radius: f64, from: f64, to: f64) -> Vec<Dot> {
        let Some(at) = self.view.dot(centre) else {
            return Vec::new();
        };
        if !(from.is_finite() && to.is_finite()) {
            return Vec::new();
        }
        let radius = self.view.length(radius);
        let sweep = (to - from).rem_euclid(360.0);
        let steps = (sweep / 4.0).ceil().clamp(2.0, 90.0) as u32;
        let rim = (0..=steps).map(|step| {
            let ahead = self
                .view
                .heading(from + sweep * f64::from(step) / f64::from(steps));
            (at.0 + ahead.0 * radius, at.1 + ahead.1 * radius)
        });
        std::iter::once(at).chain(rim).collect()
    }

    /// Lets a line end, and if asked begin, at the edge of the token there instead of under or over it.
    fn trim(&self, dots: &mut [Dot], both: bool) {
        let count = dots.len();
        if count < 2 {
            return;
        }
        let ends = [(count - 1, count - 2), (0, 1)];
        for &(end, next) in &ends[..if both { 2 } else { 1 }] {
            let (at, toward) = (dots[end], dots[next]);
            let (dx, dy) = (toward.0 - at.0, toward.1 - at.1);
            let long = dx.hypot(dy);
            let under = self.lies.iter().rev().find(|lie| shape::contains(&lie.dots, at));
            if let Some(lie) = under
                && long > 1.0
                && let Some(edge) = shape::leave(&lie.dots, at, (dx / long, dy / long))
                && (edge.0 - at.0).hypot(edge.1 - at.1) + 3.0 < long
            {
                dots[end] = edge;
            }
        }
    }

    /// The way of a unit: where it came from, its line, and a head where it went.
    fn trail(&mut self, trail: &Trail) {
        if trail.kind == "lost" {
            self.loss(trail);
            return;
        }
        let mut dots: Vec<Dot> = self.view.dots(&trail.points);
        if dots.len() < 2 {
            return;
        }
        self.trim(&mut dots, is_shot(trail));
        let ink = self.palette.seat(trail.seat).edge;
        let wide = (self.view.text * 0.26).clamp(1.8, 9.0);
        let pen = match trail.kind.as_str() {
            "flee" | "rout" | "retreat" => Pen::line(wide).dashed(wide * 1.0, wide * 1.2),
            // Nobody knows by which way.
            "noted" => Pen::line(wide * 0.8).dashed(wide * 0.1, wide * 2.0),
            "shot" | "shoot" | "spell" => Pen::line(wide * 0.75).dashed(wide * 3.0, wide * 1.5),
            _ => Pen::line(wide),
        };
        let from = dots[0];
        if !is_shot(trail) {
            self.sheet.disc(from, wide * 1.9, self.palette.halo);
            self.sheet.ring(from, wide * 1.4, Pen::outline(wide * 0.6), ink);
        }
        self.arrow(&dots, wide, pen, ink);
    }

    /// A cross where a unit was taken off the field.
    fn loss(&mut self, trail: &Trail) {
        let Some(&(x, y)) = self.view.dots(&trail.points).first() else {
            return;
        };
        let wide = (self.view.text * 0.3).clamp(2.0, 10.0);
        let arm = wide * 3.0;
        let ink = self.palette.seat(trail.seat).edge;
        for (dx, dy) in [(arm, arm), (arm, -arm)] {
            let line = [(x - dx, y - dy), (x + dx, y + dy)];
            self.sheet.stroke(line, Pen::line(wide * 2.0), self.palette.halo);
            self.sheet.stroke(line, Pen::line(wide), ink);
        }
    }

    /// A cased line with a head at its end.
    fn arrow(&mut self, dots: &[Dot], wide: f32, pen: Pen, ink: Rgba) {
        let (Some(&end), Some(&before)) = (dots.last(), dots.iter().rev().nth(1)) else {
            return;
        };
        let (dx, dy) = (end.0 - before.0, end.1 - before.1);
        let long = dx.hypot(dy);
        if long < 0.5 {
            return;
        }
        let (ux, uy) = (dx / long, dy / long);
        let head = (wide * 3.4).min(long * 0.8).max(wide * 1.5);
        let neck = (end.0 - ux * head * 0.8, end.1 - uy * head * 0.8);
        let mut shaft = dots.to_vec();
        let last = shaft.len() - 1;
        shaft[last] = neck;
        let side = head * 0.55;
        let root = (end.0 - ux * head, end.1 - uy * head);
        let corners = [
            end,
            (root.0 - uy * side, root.1 + ux * side),
            neck,
            (root.0 + uy * side, root.1 - ux * side),
        ];
        let case = (wide * 0.35).max(1.0);
        self.sheet.stroke(
            shaft.iter().copied(),
            Pen::line(pen.width + case * 2.0),
            self.palette.halo.fade(0.85),
        );
        self.sheet
            .stroke(corners, Pen::outline(case * 2.0), self.palette.halo.fade(0.85));
        self.sheet.stroke(shaft, pen, ink);
        self.sheet.fill(corners, ink);
    }

    /// Covers what reaches beyond the field, so that it does not lie under the furniture.
    pub(super) fn margins(&mut self) {
        let view = self.view;
        let bleed = view.text * 0.12;
        let (width, height) = (view.width as f32, view.height as f32);
        let (left, top) = (view.corner.0 - bleed, view.corner.1 - bleed);
        let (right, bottom) = (
            view.corner.0 + view.size.0 + bleed,
            view.corner.1 + view.size.1 + bleed,
        );
        let page = self.palette.page;
        self.sheet.open_layer("margins");
        self.sheet.rect((0.0, 0.0), (width, top), page);
        self.sheet.rect((0.0, bottom), (width, height - bottom), page);
        self.sheet.rect((0.0, top), (left, bottom - top), page);
        self.sheet.rect((right, top), (width - right, bottom - top), page);
        let frame = [
            view.corner,
            (view.corner.0 + view.size.0, view.corner.1),
            (view.corner.0 + view.size.0, view.corner.1 + view.size.1),
            (view.corner.0, view.corner.1 + view.size.1),
        ];
        self.sheet.stroke(
            frame,
            Pen::outline((view.text / 9.0).max(1.0)),
            self.palette.muted.fade(0.6),
        );
        self.sheet.close();
        self.coordinates();
    }
}

fn is_shot(trail: &Trail) -> bool {
    matches!(trail.kind.as_str(), "shot" | "shoot" | "spell")
}
