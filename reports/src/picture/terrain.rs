//! Terrain: an area in its kind's colour with its kind's pattern, so that it can be told without colour too.

use hindsight_kernel::Feature;

use super::{Scene, shape};
use crate::sheet::{Dot, Pen, Rgba};
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
        for feature in &self.board.terrain {
            let dots = self.view.dots(&feature.outline);
            if dots.len() < 3 {
                continue;
            }
            self.feature(feature, &dots);
            names.push((feature, dots));
        }
        let size = (self.view.text * 0.72).max(8.0);
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
                self.label(&feature.name, &places, size, ink, Some(plate));
            }
        }
        self.sheet.close();
    }

    fn feature(&mut self, feature: &Feature, dots: &[Dot]) {
        let (ground, sign, pattern) = look(&feature.kind, self.palette.is_dark());
        let text = self.view.text;
        let line = (text / 12.0).max(0.8);
        let label = if feature.height > 0.0 {
            format!("{} ({}, height {})", feature.name, feature.kind, feature.height)
        } else {
            format!("{} ({})", feature.name, feature.kind)
        };
        self.sheet.open(crate::sheet::Group {
            id: format!("terrain-{}", feature.id),
            class: "terrain".to_owned(),
            label,
            data: vec![("terrain", feature.id.clone()), ("kind", feature.kind.clone())],
        });
        self.sheet.fill(dots.iter().copied(), ground);
        let centre = shape::centre(dots);
        match pattern {
            Pattern::Trees => self.scatter(dots, text * 1.35, |sheet, (x, y), share| {
                let size = text * (0.42 + 0.2 * share);
                sheet.rect(
                    (x - size * 0.12, y),
                    (size * 0.24, size * 0.75),
                    sign.mix(ground, 0.2),
                );
                sheet.fill(
                    [
                        (x, y - size),
                        (x + size * 0.62, y + size * 0.25),
                        (x - size * 0.62, y + size * 0.25),
                    ],
                    sign.fade(0.85),
                );
            }),
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
            Pattern::Waves => self.scatter(dots, text * 1.5, |sheet, (x, y), _| {
                let w = text * 0.32;
                let wave = (0..=8).map(|step| {
                    let at = step as f32 / 4.0 - 1.0;
                    (x + at * w * 1.3, y + (at * std::f32::consts::PI).sin() * w * 0.3)
                });
                sheet.stroke(wave, Pen::line(line * 1.2), sign.fade(0.7));
            }),
            Pattern::Stones => self.scatter(dots, text * 0.95, |sheet, at, share| {
                sheet.disc(at, text * (0.07 + 0.09 * share), sign.fade(0.7));
            }),
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
            Pattern::Tents => self.scatter(dots, text * 1.9, |sheet, (x, y), _| {
                let size = text * 0.5;
                sheet.fill(
                    [
                        (x, y - size),
                        (x + size, y + size * 0.7),
                        (x - size, y + size * 0.7),
                    ],
                    sign.fade(0.85),
                );
                sheet.fill(
                    [
                        (x, y - size * 0.1),
                        (x + size * 0.3, y + size * 0.7),
                        (x - size * 0.3, y + size * 0.7),
                    ],
                    ground,
                );
            }),
            Pattern::Crossed => {
                let lines = shape::hatching(dots, Hatch::Crossed, text * 0.6);
                self.sheet.segments(lines, line, sign.fade(0.6));
            }
            Pattern::Bare => {}
        }
        self.sheet
            .stroke(dots.iter().copied(), Pen::outline((text / 8.0).max(1.0)), sign);
        self.sheet.close();
    }

    /// Signs strewn over an area, evenly but not in rows, at most some hundreds of them.
    fn scatter(&mut self, dots: &[Dot], gap: f32, mut sign: impl FnMut(&mut crate::Sheet, Dot, f32)) {
        let page = (0.0, 0.0, self.view.width as f32, self.view.height as f32);
        let whole = shape::bounds(dots);
        let (left, top, right, bottom) = (
            whole.0.max(page.0),
            whole.1.max(page.1),
            whole.2.min(page.2),
            whole.3.min(page.3),
        );
        if left >= right || top >= bottom {
            return;
        }
        let gap = gap.max(((right - left) * (bottom - top) / 350.0).sqrt());
        let origin = self.view.corner;
        let rows = ((top - origin.1) / gap).floor() as i32..=((bottom - origin.1) / gap).ceil() as i32;
        for row in rows {
            let columns =
                ((left - origin.0) / gap).floor() as i32 - 1..=((right - origin.0) / gap).ceil() as i32;
            for column in columns {
                let offset = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
                let x =
                    origin.0 + (column as f32 + offset + 0.35 * (shape::jitter(column, row, 1) - 0.5)) * gap;
                let y = origin.1 + (row as f32 + 0.5 + 0.35 * (shape::jitter(column, row, 2) - 0.5)) * gap;
                let edge = gap * 0.3;
                let inside = [(x - edge, y), (x + edge, y), (x, y - edge), (x, y + edge)]
                    .iter()
                    .all(|dot| shape::contains(dots, *dot));
                if inside {
                    sign(self.sheet, (x, y), shape::jitter(column, row, 3));
                }
            }
        }
    }
}
