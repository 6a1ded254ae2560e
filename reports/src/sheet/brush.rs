//! Laying a colour over pixels.

use super::Rgba;

/// Bytes of sixteen pixels.
const BLOCK: usize = 48;

/// A colour made ready for long rows.
pub(super) struct Brush {
    channels: [u8; 3],
    /// 0 to 255.
    alpha: f32,
    /// Sixteen pixels of it.
    block: [u8; BLOCK],
}

impl Brush {
    pub(super) fn new(colour: Rgba) -> Self {
        let channels = [colour.r, colour.g, colour.b];
        Self {
            channels,
            alpha: f32::from(colour.a) * (256.0 / 255.0),
            block: std::array::from_fn(|place| channels[place % 3]),
        }
    }

    /// The opacity in 256ths of a share of coverage; what overlaps itself covers more than all and counts as all.
    fn opacity(&self, share: f32) -> u32 {
        let share = if share > 0.998 { 1.0 } else { share };
        (self.alpha * share + 0.5) as u32
    }

    /// Lays it over a row of pixels of which a share is covered.
    pub(super) fn span(&self, row: &mut [u8], share: f32) {
        self.lay(row, self.opacity(share));
    }

    fn lay(&self, row: &mut [u8], opacity: u32) {
        if opacity == 0 {
            return;
        }
        if opacity >= 256 {
            let mut blocks = row.chunks_exact_mut(BLOCK);
            for pixels in &mut blocks {
                pixels.copy_from_slice(&self.block);
            }
            for pixel in blocks.into_remainder().chunks_exact_mut(3) {
                pixel.copy_from_slice(&self.channels);
            }
            return;
        }
        let keep = (256 - opacity) as u16;
        let add = self
            .channels
            .map(|channel| u16::from(channel) * opacity as u16 + 128);
        let mut row = row;
        if row.len() >= BLOCK {
            // Sixteen pixels at a time, in a form that the compiler turns into vector instructions.
            let long = row.len() - row.len() % BLOCK;
            let (blocks, rest) = row.split_at_mut(long);
            let adds: [u16; BLOCK] = std::array::from_fn(|place| add[place % 3]);
            for pixels in blocks.chunks_exact_mut(BLOCK) {
                for (pixel, add) in pixels.iter_mut().zip(&adds) {
                    *pixel = ((u16::from(*pixel) * keep + add) >> 8) as u8;
                }
            }
            row = rest;
        }
        for pixel in row.chunks_exact_mut(3) {
            for (channel, add) in pixel.iter_mut().zip(add) {
                *channel = ((u16::from(*channel) * keep + add) >> 8) as u8;
            }
        }
    }

    /// Lays it over one pixel of which a share is covered.
    #[inline]
    pub(super) fn dab(&self, pixel: &mut [u8], share: f32) {
        let opacity = self.opacity(share).min(256) as u16;
        let keep = 256 - opacity;
        for (channel, new) in pixel.iter_mut().zip(self.channels) {
            let both = u32::from(*channel) * u32::from(keep) + u32::from(new) * u32::from(opacity);
            *channel = ((both + 128) >> 8).min(255) as u8;
        }
    }

    /// Lays it over pixels of which each has its own share, in 255ths.
    pub(super) fn mask(&self, row: &mut [u8], shares: &[u8]) {
        for (pixel, &share) in row.chunks_exact_mut(3).zip(shares) {
            if share > 0 {
                let opacity = ((self.alpha * f32::from(share) * (1.0 / 255.0) + 0.5) as u32).min(256);
                for (channel, new) in pixel.iter_mut().zip(self.channels) {
                    *channel = ((u32::from(*channel) * (256 - opacity) + u32::from(new) * opacity + 128) >> 8)
                        .min(255) as u8;
                }
            }
        }
    }
}
