//! Damage by unit: what it dealt to the right of the middle, what it took to the left, in points.

use super::{Canvas, ChartOptions, readable, seats};
use crate::Sheet;
use crate::sheet::{Anchor, Pen, Weight, face};
use crate::statistics::{GameStatistics, UnitStatistics};

/// Units beyond these are left out, the least busy first.
const MOST: usize = 40;

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let mut units: Vec<(&String, &UnitStatistics)> = game
        .units
        .iter()
        .filter(|(_, unit)| unit.seat.is_some())
        .collect();
    units.sort_by(|(_, one), (_, other)| {
        (other.dealt.worth + other.taken.worth).total_cmp(&(one.dealt.worth + one.taken.worth))
    });
    units.truncate(MOST);
    units.sort_by(|one, other| {
        (one.1.seat, -one.1.dealt.worth)
            .partial_cmp(&(other.1.seat, -other.1.dealt.worth))
            .unwrap_or(std::cmp::Ordering::Equal)
            .then(one.0.cmp(other.0))
    });
    // Without points, what counts is the share of units.
    let by_points = units.iter().any(|(_, unit)| unit.points > 0.0);
    let measure = |damage: &crate::statistics::Damage| {
        if by_points {
            damage.worth
        } else {
            f64::from(damage.wounds)
        }
    };
    let words: Vec<String> = units
        .iter()
        .map(|(id, unit)| {
            format!(
                "{id} dealt {:.1} and took {:.1}.",
                measure(&unit.dealt),
                measure(&unit.taken)
            )
        })
        .collect();
    let tall = 0.16 + 0.042 * units.len() as f32;
    let unit_word = if by_points { "points" } else { "wounds" };
    let title = format!("Damage by unit ({unit_word})");
    let mut canvas = Canvas::new(options, tall, &title, words.join(" "), &seats(game));
    let most = units
        .iter()
        .map(|(_, unit)| measure(&unit.dealt).max(measure(&unit.taken)))
        .fold(0.0, f64::max);
    if most <= 0.0 {
        return canvas.nothing("No damage yet");
    }
    let (text, width, height) = (canvas.text, canvas.sheet.width as f32, canvas.sheet.height as f32);
    let (ink, muted) = (canvas.palette.ink, canvas.palette.muted);
    let label = (width * 0.24).min(text * 14.0);
    let (left, right) = (text + label, width - text);
    let number = text * 2.6;
    let half = (right - left) / 2.0 - number;
    let middle = f32::midpoint(left, right);
    let top = canvas.top + text * 1.4;
    let row = ((height - top - text * 0.8) / units.len() as f32).min(text * 3.0);
    canvas.sheet.text(
        "taken",
        (middle - text, canvas.top + text * 0.6),
        readable(text * 0.85),
        Weight::Bold,
        Anchor::End,
        muted,
    );
    canvas.sheet.text(
        "dealt",
        (middle + text, canvas.top + text * 0.6),
        readable(text * 0.85),
        Weight::Bold,
        Anchor::Start,
        muted,
    );
    for (place, (id, unit)) in units.iter().enumerate() {
        let y = top + place as f32 * row;
        let base = y + row / 2.0 + face::cap_height(text * 0.9) / 2.0;
        let name = if unit.name.is_empty() {
            (*id).clone()
        } else {
            format!("{id} {}", unit.name)
        };
        let (dealt, taken) = (measure(&unit.dealt), measure(&unit.taken));
        canvas.open("bar", &format!("{name}: {dealt:.1} dealt, {taken:.1} taken"));
        if place % 2 == 0 {
            canvas.sheet.rect(
                (text * 0.5, y),
                (width - text, row),
                canvas.palette.panel.fade(0.7),
            );
        }
        let shown = face::fit(&name, text * 0.9, Weight::Regular, label - text * 0.4);
        canvas.sheet.text(
            &shown,
            (text, base),
            text * 0.9,
            Weight::Regular,
            Anchor::Start,
            ink,
        );
        let inset = row * 0.16;
        let long = |value: f64| (value / most) as f32 * half;
        canvas.bar(
            unit.seat,
            (middle, y + inset),
            (middle + long(dealt), y + row - inset),
        );
        // What was taken is drawn as an outline: nothing of it is the unit's doing.
        if taken > 0.0
            && let Some(seat) = unit.seat
        {
            let look = canvas.palette.seat(seat);
            let box_left = middle - long(taken);
            let corners = [
                (box_left, y + inset),
                (middle, y + inset),
                (middle, y + row - inset),
                (box_left, y + row - inset),
            ];
            canvas.sheet.fill(corners, look.body.fade(0.22));
            canvas
                .sheet
                .stroke(corners, Pen::outline((text / 12.0).max(0.9)), look.edge);
        }
        let size = readable(text * 0.8);
        let base = y + row / 2.0 + face::cap_height(size) / 2.0;
        if dealt > 0.0 {
            let at = (middle + long(dealt) + text * 0.35, base);
            canvas.sheet.text(
                &super::axes::plain((dealt * 10.0).round() / 10.0),
                at,
                size,
                Weight::Regular,
                Anchor::Start,
                ink,
            );
        }
        if taken > 0.0 {
            let at = (middle - long(taken) - text * 0.35, base);
            canvas.sheet.text(
                &super::axes::plain((taken * 10.0).round() / 10.0),
                at,
                size,
                Weight::Regular,
                Anchor::End,
                ink,
            );
        }
        canvas.sheet.close();
    }
    let bottom = top + row * units.len() as f32;
    canvas.sheet.stroke(
        [(middle, top), (middle, bottom)],
        Pen::line((text / 10.0).max(1.0)),
        muted,
    );
    canvas.sheet
}
