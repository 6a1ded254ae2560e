//! Status badges on tokens.

use hindsight_kernel::Tone;

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
    /// written on it. Each says what it means, the last one what it stands for.
    pub(super) fn badges(&mut self, lie: &Lie<'_>, half: Dot, room: f32, written: f32) {
        let badges = &lie.token.badges;
        if badges.is_empty() {
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
        let mut used = 0.0;
        for (place, badge) in badges.iter().enumerate() {
            let mut code: String = badge.code.chars().take(3).collect();
            let mut tone = badge.tone;
            let left = badges.len() - place;
            let rest = if left > 1 {
                pill_width("+1", size) + size * 0.15
            } else {
                0.0
            };
            let is_last = place > 0 && used + pill_width(&code, size) + rest > room;
            let mut meaning = badge.text.clone();
            if is_last {
                code = format!("+{left}");
                tone = Tone::Plain;
                let others: Vec<&str> = badges[place..].iter().map(|badge| badge.text.as_str()).collect();
                meaning = others.join(", ");
            }
            let (ground, ink) = colours(tone);
            let wide = pill_width(&code, size);
            x -= wide;
            used += wide + size * 0.15;
            let rim = (size * 0.08).max(0.8);
            self.written
                .take((x - rim, y - rim, x + wide + rim, y + tall + rim));
            let white = Rgba::hex(0x00FF_FFFF);
            self.sheet.open(&Group {
                class: "badge",
                label: &meaning,
                ..Group::default()
            });
            self.sheet.round_rect(
                (x - rim, y - rim),
                (wide + rim * 2.0, tall + rim * 2.0),
                tall * 0.34,
                white,
            );
            self.sheet.round_rect((x, y), (wide, tall), tall * 0.3, ground);
            let base = (x + wide / 2.0, y + tall / 2.0 + face::cap_height(size) / 2.0);
            self.sheet
                .text(&code, base, size, Weight::Bold, Anchor::Middle, ink);
            self.sheet.close();
            if is_last {
                break;
            }
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
