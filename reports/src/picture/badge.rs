//! Status badges on tokens.

use hindsight_kernel::{Badge, Tone};

use super::Scene;
use super::raised;
use super::shape;
use super::token::Lie;
use crate::sheet::{Dot, Rgba, Weight, face};

/// Ground and text of a badge: the same in both themes, since tokens are.
fn colours(tone: Tone) -> (Rgba, Rgba) {
    match tone {
        Tone::Plain => (Rgba::hex(0x0026_2C33), Rgba::hex(0x00FF_FFFF)),
        Tone::Good => (Rgba::hex(0x00E9_FFF6), Rgba::hex(0x0000_5A43)),
        Tone::Bad => (Rgba::hex(0x00A0_0F22), Rgba::hex(0x00FF_FFFF)),
    }
}

/// A badge without letters: dark enough to be seen in its white rim.
fn dot(tone: Tone) -> Rgba {
    match tone {
        Tone::Good => Rgba::hex(0x0010_8A5C),
        Tone::Plain | Tone::Bad => colours(tone).0,
    }
}

/// The size of a badge's letters on a token.
fn letters(lie: &Lie<'_>) -> f32 {
    (lie.size * 0.15).clamp(7.0, 26.0)
}

fn pill_width(code: &str, size: f32) -> f32 {
    (face::width(code, size, Weight::Bold) + size * 0.55).max(size * 1.25)
}

/// A badge that is to be placed, or the number of those that have no room.
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
            let (ground, ink) = colours(pill.tone);
            let middle = (x + pill.wide / 2.0, y + tall / 2.0);
            // What lies over the token hides its badges too.
            if !self.is_under(lie, middle) {
                self.raised.pills.push(raised::Pill {
                    code: pill.code,
                    meaning: pill.meaning,
                    at: (x, y),
                    size: (pill.wide, tall),
                    letters: size,
                    ground,
                    ink,
                });
            }
            x -= size * 0.15;
        }
    }

    /// Dots where pills have no room.
    pub(super) fn badge_dots(&mut self, lie: &Lie<'_>) {
        if lie.size < 9.0 {
            return;
        }
        let (least, most) = if self.options.compact {
            (3.0, 5.5)
        } else {
            (1.8, 4.0)
        };
        let radius = (lie.size * 0.1).clamp(least, most);
        let (_, top, right, _) = shape::bounds(&lie.dots);
        let corner = lie.inward((right - radius, top + radius * 0.4));
        for (place, badge) in lie.token.badges.iter().take(3).enumerate() {
            let at = (corner.0 - radius * 2.7 * place as f32, corner.1);
            if !self.is_under(lie, at) {
                self.raised.dots.push((at, radius, dot(badge.tone)));
            }
        }
    }
}
