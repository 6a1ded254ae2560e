//! Damage by unit: what it dealt to the right of the middle, what it took to the left, in points. Where units only stand or
//! fall: the points that it destroyed, and its own where it was lost.

use hindsight_kernel::{Argument, Message, Phrase, phrase};

use super::{Canvas, ChartOptions, readable, seats};
use crate::Sheet;
use crate::messages::{MESSAGES, text};
use crate::sheet::{Anchor, Pen, Weight, face};
use crate::statistics::{GameStatistics, UnitStatistics};

/// Units beyond these are left out, the least busy first.
const MOST: usize = 40;

/// The words of a chart of a game in which nothing of the kind has happened.
pub(super) const fn nothing_yet(damage: bool) -> Phrase {
    if damage {
        phrase!(MESSAGES, "damage-none")
    } else {
        phrase!(MESSAGES, "damage-none-destroyed")
    }
}

/// A bar in words.
fn bar_words(unit: &String, dealt: f64, taken: f64, damage: bool) -> Message {
    let [dealt, taken] = [dealt, taken].map(|value| format!("{value:.1}"));
    if damage {
        text!("damage-bar", unit, dealt, taken)
    } else {
        text!("damage-destroyed-bar", unit, dealt, taken)
    }
}

pub(super) fn draw(game: &GameStatistics, options: &ChartOptions) -> Sheet {
    let mut units: Vec<(&String, &UnitStatistics)> = game
        .units
        .iter()
        .filter(|(_, unit)| unit.seat.is_some())
        .collect();
    // Without points, what counts is the share of units.
    let by_points = units.iter().any(|(_, unit)| unit.points > 0.0);
    let damage = game.tells_damage();
    let measure = |damage: &crate::statistics::Damage| {
        if by_points {
            damage.worth
        } else {
            f64::from(damage.wounds)
        }
    };
    let dealt_by = |unit: &UnitStatistics| {
        if damage {
            measure(&unit.dealt)
        } else {
            unit.points_destroyed
        }
    };
    let taken_by = |unit: &UnitStatistics| {
        if damage {
            measure(&unit.taken)
        } else {
            unit.ending.as_ref().map_or(0.0, |ending| ending.points)
        }
    };
    let busy = |unit: &UnitStatistics| dealt_by(unit) + taken_by(unit);
    units.sort_by(|(_, one), (_, other)| busy(other).total_cmp(&busy(one)));
    units.truncate(MOST);
    units.sort_by(|one, other| {
        let (first, second) = (dealt_by(one.1), dealt_by(other.1));
        (one.1.seat.cmp(&other.1.seat))
            .then(second.total_cmp(&first))
            .then(one.0.cmp(other.0))
    });
    let words: Vec<String> = units
        .iter()
        .map(|(id, unit)| {
            let [dealt, taken] = [dealt_by(unit), taken_by(unit)].map(|value| format!("{value:.1}"));
            let sentence = if damage {
                text!("damage-of-unit", unit = *id, dealt, taken)
            } else {
                text!("damage-destroyed-by-unit", unit = *id, dealt, taken)
            };
            sentence.to_string()
        })
        .collect();
    let tall = 0.16 + 0.042 * units.len() as f32;
    let counted: Argument = if by_points {
        text!("damage-in-points").into()
    } else {
        options.damage.many.into()
    };
    let title = if damage {
        text!("damage-title", counted)
    } else {
        text!("damage-destroyed-title")
    };
    let mut canvas = Canvas::new(options, tall, title, words.join(" "), &seats(game));
    let most = units
        .iter()
        .map(|(_, unit)| dealt_by(unit).max(taken_by(unit)))
        .fold(0.0, f64::max);
    if most <= 0.0 {
        return canvas.nothing(nothing_yet(damage));
    }
    let [of_taken, of_dealt] = if damage {
        [text!("damage-taken"), text!("damage-dealt")]
    } else {
        [text!("damage-lost"), text!("damage-destroyed")]
    };
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
        &of_taken.to_string(),
        (middle - text, canvas.top + text * 0.6),
        readable(text * 0.85),
        Weight::Bold,
        Anchor::End,
        muted,
    );
    canvas.sheet.text(
        &of_dealt.to_string(),
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
        let (dealt, taken) = (dealt_by(unit), taken_by(unit));
        canvas.open("bar", &bar_words(&name, dealt, taken, damage));
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
