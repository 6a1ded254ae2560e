//! Chart of damage between units: a row for each attacker, a column for each target, darker for more. Where units only stand or
//! fall: the points of each unit by who destroyed it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::{DamageWords, Message};

use super::{Canvas, ChartOptions, readable, seats};
use crate::Sheet;
use crate::messages::text;
use crate::sheet::{Anchor, Rgba, Turn, Weight, face};
use crate::statistics::{Damage, GameStatistics};

/// Rows and columns beyond these are left out.
const MOST: usize = 40;

/// The points of each unit by who destroyed it, as cells of the matrix.
fn destroyed(game: &GameStatistics) -> BTreeMap<String, BTreeMap<String, Damage>> {
    let mut matrix: BTreeMap<String, BTreeMap<String, Damage>> = BTreeMap::new();
    for (lost, unit) in &game.units {
        let Some(ending) = &unit.ending else { continue };
        if let Some(by) = &ending.by {
            let cell = matrix
                .entry(by.clone())
                .or_default()
                .entry(lost.clone())
                .or_default();
            cell.wounds = ending.points.round().max(1.0) as u32;
        }
    }
    matrix
}

/// A cell in words; without words for damage it counts points.
fn cell_words((by, against): (&String, &String), damage: Damage, counts: Option<DamageWords>) -> Message {
    let Some(counts) = counts else {
        return text!("matrix-cell-points", by, against, points = damage.wounds);
    };
    let dealt = counts.count(damage.wounds);
    if counts.models {
        text!("matrix-cell-models", by, against, dealt, models = damage.models)
    } else {
        text!("matrix-cell", by, against, dealt)
    }
}

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let order = |id: &&String| (game.units.get(*id).and_then(|unit| unit.seat), (*id).clone());
    let tells_damage = game.tells_damage();
    let matrix = if tells_damage {
        Cow::Borrowed(&game.matrix)
    } else {
        Cow::Owned(destroyed(game))
    };
    let mut rows: Vec<&String> = matrix.keys().collect();
    rows.sort_by_key(order);
    rows.truncate(MOST);
    let targets: BTreeSet<&String> = matrix.values().flat_map(|row| row.keys()).collect();
    let mut columns: Vec<&String> = targets.into_iter().collect();
    columns.sort_by_key(order);
    columns.truncate(MOST);
    let wounds = |by: &str, against: &str| {
        matrix
            .get(by)
            .and_then(|row| row.get(against))
            .copied()
            .unwrap_or_default()
    };
    let counts = options.damage;
    let (title, sentence) = if tells_damage {
        (
            text!("matrix-title", counted = counts.many),
            text!("matrix-damage", counted = counts.many),
        )
    } else {
        (text!("matrix-destroyed-title"), text!("matrix-destroyed"))
    };
    let mut words = vec![sentence.to_string()];
    for (by, against, damage) in rows.iter().flat_map(|by| {
        columns
            .iter()
            .map(move |against| (by, against, wounds(by, against)))
    }) {
        if damage.wounds > 0 {
            words.push(
                text!(
                    "matrix-pair",
                    by = *by,
                    against = *against,
                    amount = damage.wounds
                )
                .to_string(),
            );
        }
    }
    let tall = 0.4 + 0.05 * rows.len() as f32;
    let mut canvas = Canvas::new(options, tall.min(1.4), title, words.join(" "), &seats(game));
    if rows.is_empty() {
        return canvas.nothing(super::damage::nothing_yet(tells_damage));
    }
    let (text, width, height) = (canvas.text, canvas.sheet.width as f32, canvas.sheet.height as f32);
    let label = (width * 0.24).min(text * 13.0);
    let head = text * 8.0;
    let (left, top) = (text + label, canvas.top + head);
    let cell = ((width - text - left) / columns.len() as f32)
        .min((height - text - top) / rows.len() as f32)
        .min(text * 4.2);
    let most = rows
        .iter()
        .flat_map(|by| columns.iter().map(move |against| wounds(by, against).wounds))
        .max()
        .unwrap_or(1)
        .max(1);
    let name = |id: &str| {
        game.units
            .get(id)
            .filter(|unit| !unit.name.is_empty())
            .map_or_else(|| id.to_owned(), |unit| format!("{id} {}", unit.name))
    };
    let (ink, muted) = (canvas.palette.ink, canvas.palette.muted);
    let size = readable((cell * 0.5).min(text * 0.9));
    for (place, against) in columns.iter().enumerate() {
        let x = left + (place as f32 + 0.5) * cell + face::cap_height(size) / 2.0;
        let shown = face::fit(&name(against), size, Weight::Regular, head - text * 0.5);
        canvas.sheet.turned_text(
            &shown,
            (x, top - text * 0.4),
            size,
            Weight::Regular,
            Anchor::Start,
            ink,
            Turn::Up,
        );
    }
    let paper = canvas.palette.panel;
    for (line, by) in rows.iter().enumerate() {
        let y = top + line as f32 * cell;
        let shown = face::fit(&name(by), size, Weight::Regular, label - text * 0.5);
        let base = y + cell / 2.0 + face::cap_height(size) / 2.0;
        canvas.sheet.text(
            &shown,
            (left - text * 0.4, base),
            size,
            Weight::Regular,
            Anchor::End,
            ink,
        );
        let seat = game.units.get(*by).and_then(|unit| unit.seat);
        let full = seat.map_or(canvas.palette.plain, |seat| canvas.palette.seat(seat).body);
        for (place, against) in columns.iter().enumerate() {
            let damage: Damage = wounds(by, against);
            let x = left + place as f32 * cell;
            let share = (damage.wounds as f32 / most as f32).sqrt();
            let ground = if damage.wounds == 0 {
                paper
            } else {
                paper.mix(full, 0.2 + 0.8 * share)
            };
            canvas.open(
                "cell",
                &cell_words((*by, *against), damage, tells_damage.then_some(counts)),
            );
            let gap = (cell * 0.03).max(0.5);
            canvas.sheet.round_rect(
                (x + gap, y + gap),
                (cell - 2.0 * gap, cell - 2.0 * gap),
                cell * 0.08,
                ground,
            );
            let letters = readable((cell * 0.42).min(text));
            if damage.wounds > 0 && cell > 12.0 {
                let on = if ground.luminance() > 0.22 {
                    Rgba::hex(0x0014_1414)
                } else {
                    Rgba::hex(0x00FF_FFFF)
                };
                let at = (x + cell / 2.0, y + cell / 2.0 + face::cap_height(letters) / 2.0);
                canvas.sheet.text(
                    &damage.wounds.to_string(),
                    at,
                    letters,
                    Weight::Bold,
                    Anchor::Middle,
                    on,
                );
            }
            canvas.sheet.close();
        }
    }
    let corner = (left - text * 0.4, top - text * 0.5);
    canvas.sheet.text(
        &text!("matrix-corner").to_string(),
        corner,
        readable(text * 0.75),
        Weight::Regular,
        Anchor::End,
        muted,
    );
    canvas.sheet
}
