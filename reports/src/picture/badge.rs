//! Status badges on tokens.

use hindsight_kernel::Tone;

use super::Scene;
use super::shape;
use super::token::Lie;
use crate::sheet::{Anchor, Dot, Rgba, Weight, face};

/// Ground and text of a badge: the same in both themes, since tokens are.
fn colours(tone: Tone) -> (Rgba, Rgba) {
    match tone {
        Tone::Plain => (Rgba::hex(0x0026_2C33), Rgba::hex(0x00FF_FFFF)),
        Tone::Good => (Rgba::hex(0x00E9_FFF6), Rgba::hex(0x0000_5A43)),
        Tone::Bad => (Rgba::hex(0x00A0_0F22), Rgba::hex(0x00FF_FFFF)),
    }
}

impl Scene<'_> {
    /// Pills along the upper edge, from its right end.
    pub(super) fn badges(&mut self, lie: &Lie<'_>, half: Dot) {
        let badges = &lie.token.badges;
        if badges.is_empty() {
            return;
        }
        let size = (lie.size * 0.17).clamp(7.0, 26.0);
        if lie.size < 30.0 {
            self.badge_dots(lie);
            return;
        }
        let tall = size * 1.3;
        let (_, top, right, _) = shape::bounds(&lie.dots);
        // On an upright token the corner itself; on a turned one the corner of what is written.
        let reach = (lie.centre.0 + half.0 * 1.25, lie.centre.1 - half.1 * 1.3);
        let corner = (right.min(reach.0 + size * 0.5), top.max(reach.1 - size * 0.4));
        let room = half.0 * 2.3;
        let mut x = corner.0 + size * 0.12;
        let y = corner.1 - size * 0.25;
        let mut used = 0.0;
        for (place, badge) in badges.iter().enumerate() {
            let mut code: String = badge.code.chars().take(3).collect();
            let mut wide = (face::width(&code, size, Weight::Bold) + size * 0.6).max(tall);
            let more = badges.len() - place;
            let mut tone = badge.tone;
            if more > 1 && used + wide * 1.9 > room {
                code = format!("+{more}");
                wide = face::width(&code, size, Weight::Bold) + size * 0.6;
                tone = Tone::Plain;
            }
            let (ground, ink) = colours(tone);
            x -= wide;
            used += wide;
            self.sheet.round_rect(
                (x - 1.0, y - 1.0),
                (wide + 2.0, tall + 2.0),
                tall * 0.34,
                Rgba::hex(0x00FF_FFFF),
            );
            self.sheet.round_rect((x, y), (wide, tall), tall * 0.32, ground);
            let base = (x + wide / 2.0, y + tall / 2.0 + face::cap_height(size) / 2.0);
            self.sheet
                .text(&code, base, size, Weight::Bold, Anchor::Middle, ink);
            if code.starts_with('+') && more > 1 {
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
            self.sheet.disc(at, radius + 0.9, Rgba::hex(0x00FF_FFFF));
            self.sheet.disc(at, radius, colours(badge.tone).0);
        }
    }
}
