//! Status badges on tokens.

use hindsight_kernel::{Badge, Tone};

use super::Scene;
use super::shape;
use super::token::Lie;
use crate::sheet::{Anchor, Dot, Group, Rgba, Weight, face};

/// Ground and text of a badge: the same in both themes, since tokens are.
fn colours(tone: Tone) -> (Rgba, Rgba) {
    match tone {
        Tone::Plain => (Rgba::hex(0x0026_2C33), Rgba::hex(0x00FF_FFFF)),
        Tone::Good => (Rgba::hex(0x00E9_FFF6), Rgba::hex(0x0000_5A43)),
        Tone::Bad => (Rgba::hex(0x00A0_0F22), Rgba::hex(0x00FF_FFFF)),
    }
}

/// The size of a badge's letters on a token.
fn letters(lie: &Lie<'_>) -> f32 {
    (lie.size * 0.15).clamp(7.0, 26.0)
}

fn pill_width(code: &str, size: f32) -> f32 {
    (face::width(code, size, Weight::Bold) + size * 0.55).max(size * 1.25)
}

/// A badge as it is drawn, or the number of those that have no room.
struct Pill {
    code: String,
    tone: Tone,
    meaning: String,
    wide: f32,
}

/// The pills of a token from the right to the left, as many as the room allows; the last one stands for the rest.
fn pills(badges: &[Badge], size: f32, room: f32) -> Vec<Pill> {
    let mut pills = Vec::new();
    let mut used = 0.0;
    for (place, badge) in badges.iter().enumerate() {
        let mut code: String = badge.code.chars().take(3).collect();
        let left = badges.len() - place;
        let rest = if left > 1 {
            pill_width("+1", size) + size * 0.15
        } else {
            0.0
        };
        let is_last = place > 0 && used + pill_width(&code, size) + rest > room;
        let (mut tone, mut meaning) = (badge.tone, badge.text.clone());
        if is_last {
            code = format!("+{left}");
            tone = Tone::Plain;
            let others: Vec<&str> = badges[place..].iter().map(|badge| badge.text.as_str()).collect();
            meaning = others.join(", ");
        }
        let wide = pill_width(&code, size);
        used += wide + size * 0.15;
        pills.push(Pill {
            code,
            tone,
            meaning,
            wide,
        });
        if is_last {
            break;
        }
    }
    pills
}

impl Scene<'_> {
    /// What the badges of a token need in a row; at least what the first needs with a count of the others.
    pub(super) fn badges_width(lie: &Lie<'_>) -> f32 {
        let size = letters(lie);
        let first = lie
            .token
            .badges
            .first()
            .map_or(0.0, |badge| pill_width(&badge.code, size));
        let others = if lie.token.badges.len() > 1 {
            pill_width("+1", size) + size * 0.15
        } else {
            0.0
        };
        first + others
    }

    /// Pills along the upper edge, from its right end, as many as the room allows; on a turned token they end above what is
    /// written on it, and begin beside the chip in its corner. Each says what it means, the last one what it stands for.
    pub(super) fn badges(
        &mut self,
        lie: &Lie<'_>,
        half: Dot,
        room: f32,
        written: f32,
        chip: Option<(f32, f32)>,
    ) {
        if lie.token.badges.is_empty() {
            return;
        }
        let size = letters(lie);
        if lie.size < 30.0 {
            self.badge_dots(lie);
            return;
        }
        let tall = size * 1.25;
        let (_, top, right, _) = shape::bounds(&lie.dots);
        // On an upright token the corner itself; on a turned one the corner of what is written.
        let hanging = top - size * 0.35;
        let inside = lie.centre.1 - half.1 * 1.2 - size * 0.9;
        let mut x = (right + size * 0.1).min(lie.centre.0 + half.0 * 1.12 + size * 0.6);
        let y = if inside > hanging {
            inside.min(written - tall - size * 0.15).max(hanging)
        } else {
            hanging
        };
        let pills = pills(&lie.token.badges, size, room);
        let row: f32 = pills.iter().map(|pill| pill.wide + size * 0.15).sum();
        if let Some((end, bottom)) = chip
            && y < bottom
        {
            x = x.max(end + row);
        }
        for pill in pills {
            x -= pill.wide;
            let rim = (size * 0.08).max(0.8);
            self.written
                .take((x - rim, y - rim, x + pill.wide + rim, y + tall + rim));
            let white = Rgba::hex(0x00FF_FFFF);
            self.sheet.open(&Group {
                class: "badge",
                label: &pill.meaning,
                ..Group::default()
            });
            self.sheet.round_rect(
                (x - rim, y - rim),
                (pill.wide + rim * 2.0, tall + rim * 2.0),
                tall * 0.34,
                white,
            );
            let (ground, ink) = colours(pill.tone);
            self.sheet
                .round_rect((x, y), (pill.wide, tall), tall * 0.3, ground);
            let base = (x + pill.wide / 2.0, y + tall / 2.0 + face::cap_height(size) / 2.0);
            self.sheet
                .text(&pill.code, base, size, Weight::Bold, Anchor::Middle, ink);
            self.sheet.close();
            x -= size * 0.15;
        }
    }

    /// Dots where pills have no room.
    pub(super) fn badge_dots(&mut self, lie: &Lie<'_>) {
        if lie.size < 9.0 {
            return;
        }
        let radius = (lie.size * 0.1).clamp(1.8, 4.0);
        let (_, top, right, _) = shape::bounds(&lie.dots);
        for (place, badge) in lie.token.badges.iter().take(3).enumerate() {
            let at = (right - radius * (1.0 + 2.4 * place as f32), top + radius);
            self.written.take_disc(at, radius + 0.9);
            self.sheet.disc(at, radius + 0.9, Rgba::hex(0x00FF_FFFF));
            self.sheet.disc(at, radius, colours(badge.tone).0);
        }
    }
}
