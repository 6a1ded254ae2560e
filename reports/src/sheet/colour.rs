//! Colours with their arithmetic.

/// Red, green, blue and opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rgba {
    pub(crate) r: u8,
    pub(crate) g: u8,
    pub(crate) b: u8,
    pub(crate) a: u8,
}

impl Rgba {
    /// An opaque colour from `0xRRGGBB`.
    pub(crate) const fn hex(rgb: u32) -> Self {
        Self {
            r: (rgb >> 16) as u8,
            g: (rgb >> 8) as u8,
            b: rgb as u8,
            a: 255,
        }
    }

    /// The same colour with an opacity of 0 to 1.
    pub(crate) const fn fade(self, opacity: f32) -> Self {
        Self {
            a: (opacity * 255.0 + 0.5) as u8,
            ..self
        }
    }

    /// The colour `share` of the way to another.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        let part =
            |one: u8, two: u8| (f32::from(one) + (f32::from(two) - f32::from(one)) * share + 0.5) as u8;
        Self {
            r: part(self.r, other.r),
            g: part(self.g, other.g),
            b: part(self.b, other.b),
            a: part(self.a, other.a),
        }
    }

    /// Relative luminance, 0 to 1, as the Web Content Accessibility Guidelines reckon it.
    pub(crate) fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let share = f32::from(channel) / 255.0;
            if share <= 0.040_45 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }
}
