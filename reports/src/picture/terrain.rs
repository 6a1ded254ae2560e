//! Terrain: an area in its kind's colour with its kind's pattern, so that it can be told without colour too.

use hindsight_kernel::{BoardFeature, Grid};

use super::{Scene, View, shape};
use crate::messages::text;
use crate::sheet::{Dot, Group, Pen, Rgba, Weight, face};
use crate::theme::Hatch;

/// How a kind of terrain is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Trees,
    Contours,
    Waves,
    Stones,
    Bricks,
    Roof,
    Tents,
    Crossed,
    Bare,
}

/// Ground, edge and signs of a kind, in light and dark.
fn look(kind: &str, dark: bool) -> (Rgba, Rgba, Pattern) {
    let (light, night, pattern) = match kind {
        "forest" | "woods" => (
            (0x00CB_DDB9, 0x0058_7F4B),
            (0x0030_4433, 0x0072_A06A),
            Pattern::Trees,
        ),
        "hill" => (
            (0x00E3_D3AE, 0x009C_7A3F),
            (0x004A_4233, 0x00B0_9159),
            Pattern::Contours,
        ),
        "water" | "river" | "lake" => (
            (0x00BF_DCEA, 0x004A_88A6),
            (0x0022_414F, 0x0063_A6C4),
            Pattern::Waves,
        ),
        "road" => (
            (0x00DC_CDB0, 0x00B3_9F78),
            (0x0047_4238, 0x0078_705E),
            Pattern::Bare,
        ),
        "wall" | "fence" => (
            (0x00B9_B4A9, 0x0066_625A),
            (0x0059_5C61, 0x009C_A0A6),
            Pattern::Bricks,
        ),
        "rough" | "marsh" | "bog" => (
            (0x00DD_D5BC, 0x0085_7A58),
            (0x003D_3B33, 0x009A_8F6E),
            Pattern::Stones,
        ),
        "building" | "village" | "house" => (
            (0x00D3_C6BC, 0x007A_5B49),
            (0x004B_423D, 0x00B5_9482),
            Pattern::Roof,
        ),
        "camp" => (
            (0x00E6_D9C3, 0x0093_6B3A),
            (0x0045_3D33, 0x00C0_9A66),
            Pattern::Tents,
        ),
        "impassable" | "cliff" => (
            (0x00C4_C0B9, 0x006B_665E),
            (0x003B_3D40, 0x0085_8A91),
            Pattern::Crossed,
        ),
        _ => (
            (0x00DA_D8D0, 0x008A_877E),
            (0x003A_3E44, 0x0083_8A93),
            Pattern::Bare,
        ),
    };
    let (ground, sign) = if dark { night } else { light };
    (Rgba::hex(ground), Rgba::hex(sign), pattern)
}

impl Scene<'_> {
    pub(super) fn terrain(&mut self) {
        self.sheet.open_layer("terrain");
        let mut names = Vec::new();
        let on_hexes = matches!(self.board.grid, Grid::Hexes { .. });
        for feature in &self.board.terrain {
            let dots = self.view.dots(&feature.outline);
            if dots.len() < 3 {
                continue;
            }
            self.feature(feature, &dots);
            // In a field of hexes a wood is many hexes: a name that several share says no more than their pattern does.
            let shared = |other: &&BoardFeature| other.name == feature.name && other.id != feature.id;
            if !on_hexes || !self.board.terrain.iter().any(|other| shared(&other)) {
                names.push((feature, dots));
            }
        }
        let size = name_size(self.view);
        for (feature, dots) in names {
            let (_, sign, _) = look(&feature.kind, self.palette.is_dark());
            let (left, top, right, bottom) = shape::bounds(&dots);
            let (x, y) = shape::centre(&dots);
            let places = [
                (x, y),
                (x, top + size),
                (x, bottom - size),
                (x, top - size * 0.9),
                (x, bottom + size * 0.9),
            ];
            let ink = sign.mix(self.palette.ink, 0.5);
            let plate = self.palette.field.fade(0.7);
            if right - left > size * 2.5 {
                // What stands in brackets behind a name is for pictures with room for it: it is in the title too.
                let fits = face::width(&feature.name, size, Weight::Bold) <= (right - left) * 1.5;
                let name = feature.name.split_once(" (").filter(|_| !fits);
                let name = name.map_or(&*feature.name, |(name, _)| name);
                self.label(name, &places, size, ink, Some(plate));
            }
        }
        self.sheet.close();
    }

    fn feature(&mut self, feature: &BoardFeature, dots: &[Dot]) {
        let (ground, sign, pattern) = look(&feature.kind, self.palette.is_dark());
        let text = self.view.text;
        let line = (text / 12.0).max(0.8);
        let (name, kind) = (&feature.name, &feature.kind);
        let label = if feature.height > 0.0 {
            text!("terrain-high", name, kind, height = feature.height)
        } else {
            text!("terrain", name, kind)
        };
        self.sheet.open(&Group {
            id: &format!("terrain-{}", feature.id),
            class: "terrain",
            label: &label.to_string(),
            data: &[("terrain", &feature.id), ("kind", &feature.kind)],
            ..Group::default()
        });
        let on_hexes = matches!(self.board.grid, Grid::Hexes { .. });
        if pattern == Pattern::Contours && on_hexes {
            // The levels of a field of hexes are shades: rings in every hex would say nothing more.
            let height = if feature.height.is_finite() {
                feature.height.clamp(0.0, 6.0)
            } else {
                1.0
            };
            self.sheet.fill(
                dots.iter().copied(),
                ground.mix(sign, 0.02 + 0.11 * (height as f32 - 1.0).max(0.0)),
            );
            self.sheet.stroke(
                dots.iter().copied(),
                Pen::outline((text / 15.0).max(0.8)),
                sign.fade(0.35),
            );
            self.sheet.close();
            return;
        }
        self.sheet.fill(dots.iter().copied(), ground);
        let centre = shape::centre(dots);
        match pattern {
            Pattern::Trees => {
                let places = self.scatter(feature, dots, text * 1.35);
                let size = |share: f32| text * (0.42 + 0.2 * share);
                let trunks = places.iter().flat_map(|&((x, y), share)| {
                    let size = size(share);
                    let (left, right) = (x - size * 0.12, x + size * 0.12);
                    [
                        (left, y),
                        (right, y),
                        (right, y + size * 0.75),
                        (left, y + size * 0.75),
                    ]
                });
                self.sheet.fill_all(trunks, 4, sign.mix(ground, 0.2));
                let crowns = places.iter().flat_map(|&((x, y), share)| {
                    let size = size(share);
                    let foot = y + size * 0.25;
                    [(x, y - size), (x + size * 0.62, foot), (x - size * 0.62, foot)]
                });
                self.sheet.fill_all(crowns, 3, sign.mix(ground, 0.15));
            }
            Pattern::Contours => {
                let rings = if feature.height.is_finite() {
                    (feature.height * 1.5 + 1.0).clamp(2.0, 4.0) as u32
                } else {
                    2
                };
                for ring in 1..=rings {
                    let by = 1.0 - ring as f32 * 0.8 / (rings + 1) as f32;
                    let level: Vec<Dot> = shape::scaled(dots, centre, by).collect();
                    self.sheet.fill(level.iter().copied(), sign.fade(0.09));
                    self.sheet.stroke(level, Pen::outline(line), sign.fade(0.55));
                }
            }
            Pattern::Waves => {
                let places = self.scatter(feature, dots, text * 1.5);
                let w = text * 0.32;
                let wave: [Dot; 9] = std::array::from_fn(|step| {
                    let at = step as f32 / 4.0 - 1.0;
                    (at * w * 1.3, (at * std::f32::consts::PI).sin() * w * 0.3)
                });
                let waves = places.iter().flat_map(|(at, _)| shape::moved(&wave, *at));
                self.sheet
                    .stroke_all(waves, wave.len(), Pen::line(line * 1.2), sign.fade(0.7));
            }
            Pattern::Stones => {
                let places = self.scatter(feature, dots, text * 0.95);
                for size in 0..3_u8 {
                    let stones = places
                        .iter()
                        .filter(|(_, share)| (share * 3.0) as u8 == size || (size == 2 && *share >= 1.0));
                    let radius = text * (0.085 + 0.03 * f32::from(size));
                    self.sheet
                        .discs(stones.map(|(at, _)| *at), radius, sign.fade(0.7));
                }
            }
            Pattern::Bricks => {
                let lines = shape::hatching(dots, Hatch::Falling, text * 0.45);
                self.sheet.segments(lines, line * 0.9, sign.fade(0.7));
            }
            Pattern::Roof => {
                for &corner in dots {
                    let inner = (
                        centre.0 + (corner.0 - centre.0) * 0.35,
                        centre.1 + (corner.1 - centre.1) * 0.35,
                    );
                    self.sheet
                        .stroke([corner, inner], Pen::line(line), sign.fade(0.7));
                }
                self.sheet.stroke(
                    shape::scaled(dots, centre, 0.35),
                    Pen::outline(line),
                    sign.fade(0.7),
                );
            }
            Pattern::Tents => {
                let places = self.scatter(feature, dots, text * 1.45);
                let size = text * 0.5;
                let tents = places.iter().flat_map(|&((x, y), _)| {
                    let foot = y + size * 0.7;
                    [(x, y - size), (x + size, foot), (x - size, foot)]
                });
                self.sheet.fill_all(tents, 3, sign.mix(ground, 0.15));
                let doors = places.iter().flat_map(|&((x, y), _)| {
                    let foot = y + size * 0.7;
                    [
                        (x, y - size * 0.1),
                        (x + size * 0.3, foot),
                        (x - size * 0.3, foot),
                    ]
                });
                self.sheet.fill_all(doors, 3, ground);
            }
            Pattern::Crossed => {
                let lines = shape::hatching(dots, Hatch::Crossed, text * 0.6);
                self.sheet.segments(lines, line, sign.fade(0.6));
            }
            Pattern::Bare => {}
        }
        let (wide, edge) = if on_hexes {
            (15.0, sign.fade(0.5))
        } else {
            (8.0, sign)
        };
        self.sheet
            .stroke(dots.iter().copied(), Pen::outline((text / wide).max(0.8)), edge);
        self.sheet.close();
    }

    /// Places strewn over an area, evenly but not in rows, at most some hundreds of them, each with a number from 0
    /// to 1. Where the area's name will stand they make way.
    fn scatter(&self, feature: &BoardFeature, dots: &[Dot], gap: f32) -> Vec<(Dot, f32)> {
        let page = (0.0, 0.0, self.view.width as f32, self.view.height as f32);
        let whole = shape::bounds(dots);
        let (left, top, right, bottom) = (
            whole.0.max(page.0),
            whole.1.max(page.1),
            whole.2.min(page.2),
            whole.3.min(page.3),
        );
        let mut places = Vec::new();
        if left >= right || top >= bottom {
            return places;
        }
        let gap = gap.max(((right - left) * (bottom - top) / 350.0).sqrt());
        let edge = gap * 0.3;
        let size = name_size(self.view);
        let name = shape::centre(dots);
        let (name_wide, name_tall) = if right - left > size * 2.5 && !feature.name.is_empty() {
            let wide = face::width(&feature.name, size, Weight::Bold).min(right - left);
            (wide / 2.0 + size * 0.5 + edge, size * 0.65 + edge)
        } else {
            (0.0, 0.0)
        };
        let origin = self.view.corner;
        let rows = ((top - origin.1) / gap).floor() as i32..=((bottom - origin.1) / gap).ceil() as i32;
        let columns = ((left - origin.0) / gap).floor() as i32 - 1..=((right - origin.0) / gap).ceil() as i32;
        let mut lines = [Vec::new(), Vec::new(), Vec::new()];
        for row in rows {
            let offset = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
            let middle = origin.1 + (row as f32 + 0.5) * gap;
            let (above, below) = (middle - edge * 1.4, middle + edge * 1.4);
            for (line, at) in lines.iter_mut().zip([above, middle, below]) {
                shape::crossings(dots, at, line);
            }
            for column in columns.clone() {
                let jitter = shape::jitter(column, row, 1) - 0.5;
                let x = origin.0 + (column as f32 + offset + 0.35 * jitter) * gap;
                let inside = shape::is_inside(&lines[0], x)
                    && shape::is_inside(&lines[2], x)
                    && shape::is_inside(&lines[1], x - edge)
                    && shape::is_inside(&lines[1], x + edge);
                let y = middle + 0.35 * (shape::jitter(column, row, 2) - 0.5) * gap;
                let is_named = (x - name.0).abs() < name_wide && (y - name.1).abs() < name_tall;
                if inside && !is_named {
                    places.push(((x, y), shape::jitter(column, row, 3)));
                }
            }
        }
        places
    }
}

/// The size of the names of areas.
const fn name_size(view: &View) -> f32 {
    view.letters(0.72).max(8.0)
}
