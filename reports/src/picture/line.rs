//! Lines over the terrain: roads, water, hedges, bridges, slopes and walls.

use hindsight_kernel::BoardLine;

use super::Scene;
use crate::sheet::{Dot, Group, Pen, Rgba};

/// Body and edge of a kind, in light and dark.
fn look(kind: &str, dark: bool) -> (Rgba, Rgba) {
    let (light, night) = match kind {
        "road" => ((0x00D9_C79B, 0x0084_7145), (0x0066_5B42, 0x00A8_976A)),
        "water" => ((0x006F_A9C9, 0x002F_6F93), (0x003D_7391, 0x0085_BEDA)),
        "hedge" => ((0x006E_934F, 0x003C_5E27), (0x004E_7346, 0x008F_BB83)),
        "bridge" => ((0x00B7_8F5E, 0x005E_4322), (0x008C_6C44, 0x00D7_B68A)),
        "slope" => ((0x00A9_8A4E, 0x0076_5C2B), (0x008C_7242, 0x00C5_A86F)),
        _ => ((0x0080_7B72, 0x0049_453F), (0x0078_736B, 0x00B5_B0A7)),
    };
    let (body, edge) = if dark { night } else { light };
    (Rgba::hex(body), Rgba::hex(edge))
}

impl Scene<'_> {
    pub(super) fn board_lines(&mut self) {
        if self.board.lines.is_empty() {
            return;
        }
        self.sheet.open_layer("lines");
        // Roads lie under water, bridges over it.
        let depth = |line: &&BoardLine| match line.kind.as_str() {
            "slope" => 0,
            "road" => 1,
            "bridge" => 3,
            _ => 2,
        };
        let mut lines: Vec<&BoardLine> = self.board.lines.iter().collect();
        lines.sort_by_key(depth);
        for line in lines {
            self.line(line);
        }
        self.sheet.close();
    }

    fn line(&mut self, line: &BoardLine) {
        let dots = self.view.dots(&line.points);
        if dots.len() < 2 {
            return;
        }
        let (body, edge) = look(&line.kind, self.palette.is_dark());
        let unit = self.view.scale;
        self.sheet.open(&Group {
            id: &format!("line-{}", line.id),
            class: "line",
            label: &line.name,
            data: &[("line", &line.id), ("kind", &line.kind)],
            ..Group::default()
        });
        let wide = |share: f32, least: f32| (unit * share).clamp(least, 24.0);
        let dots = dots.iter().copied();
        match line.kind.as_str() {
            "road" => {
                self.sheet
                    .stroke(dots.clone(), Pen::line(wide(0.13, 1.6)), edge.fade(0.55));
                self.sheet.stroke(dots, Pen::line(wide(0.09, 1.0)), body);
            }
            "water" => {
                self.sheet.stroke(dots.clone(), Pen::line(wide(0.12, 2.0)), body);
                self.sheet
                    .stroke(dots, Pen::line(wide(0.03, 0.6)), edge.fade(0.8));
            }
            "hedge" => {
                let dash = wide(0.09, 2.0);
                self.sheet.stroke(dots.clone(), Pen::line(wide(0.11, 1.8)), body);
                self.sheet
                    .stroke(dots, Pen::line(wide(0.11, 1.8)).dashed(dash * 0.45, dash), edge);
            }
            "bridge" => {
                let middle: Vec<Dot> = short(dots.collect(), 0.26);
                self.sheet
                    .stroke(middle.iter().copied(), Pen::line(wide(0.2, 2.4)), edge);
                self.sheet.stroke(middle, Pen::line(wide(0.13, 1.4)), body);
            }
            "slope" => {
                let all: Vec<Dot> = dots.collect();
                self.sheet
                    .stroke(all.iter().copied(), Pen::line(wide(0.035, 0.8)), edge.fade(0.9));
                self.sheet.segments(
                    ticks(&all, wide(0.1, 2.0), wide(0.11, 3.0)),
                    wide(0.025, 0.7),
                    edge.fade(0.9),
                );
            }
            _ => {
                self.sheet.stroke(dots.clone(), Pen::line(wide(0.08, 1.4)), edge);
                self.sheet.stroke(dots, Pen::line(wide(0.04, 0.7)), body);
            }
        }
        self.sheet.close();
    }
}

/// The middle part of a line of two dots, so much of its length.
fn short(dots: Vec<Dot>, share: f32) -> Vec<Dot> {
    let [(ax, ay), (bx, by)] = dots[..] else {
        return dots;
    };
    let (x, y) = (f32::midpoint(ax, bx), f32::midpoint(ay, by));
    let (dx, dy) = ((bx - ax) * share, (by - ay) * share);
    vec![(x - dx, y - dy), (x + dx, y + dy)]
}

/// Short strokes down the right of a line, as maps draw a slope.
fn ticks(dots: &[Dot], long: f32, gap: f32) -> Vec<Dot> {
    let mut all = Vec::new();
    for pair in dots.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let length = (bx - ax).hypot(by - ay);
        if length < 1.0 {
            continue;
        }
        let (ux, uy) = ((bx - ax) / length, (by - ay) / length);
        let count = ((length / gap) as usize).clamp(1, 40);
        for tick in 0..count {
            let at = length * (tick as f32 + 0.5) / count as f32;
            let (x, y) = (ax + ux * at, ay + uy * at);
            all.extend([(x, y), (x - uy * long, y + ux * long)]);
        }
    }
    all
}
