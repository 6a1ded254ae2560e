//! 255 colours for a whole animation, and a table that finds the nearest of them at once.

use crate::sheet::area::Area;

/// The index of pixels that stay as they are.
pub(super) const TRANSPARENT: u8 = 255;

/// Bits of each channel by which colours are told apart.
const BITS: u32 = 6;
const BINS: usize = 1 << (3 * BITS);

type Rgb = [u8; 3];

fn bin(pixel: &[u8]) -> usize {
    let part = |channel: u8| (channel >> (8 - BITS)) as usize;
    part(pixel[0]) << (2 * BITS) | part(pixel[1]) << BITS | part(pixel[2])
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |place: usize| u32::from(one[place].abs_diff(other[place])).pow(2);
    // The eye sees green best.
    part(0) * 3 + part(1) * 4 + part(2) * 2
}

/// How often colours occur, and for each bin the one that makes up most of it.
pub(super) struct Histogram {
    counts: Vec<u32>,
    leaders: Vec<(Rgb, u32)>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self {
            counts: vec![0; BINS],
            leaders: vec![([0; 3], 0); BINS],
        }
    }
}

impl Histogram {
    /// Counts the pixels of a picture, equal neighbours at once.
    pub(super) fn add(&mut self, rgb: &[u8]) {
        let mut run: (Rgb, u32) = ([0; 3], 0);
        for pixel in rgb.chunks_exact(3) {
            let colour = [pixel[0], pixel[1], pixel[2]];
            if colour == run.0 {
                run.1 += 1;
            } else {
                self.count(run);
                run = (colour, 1);
            }
        }
        self.count(run);
    }

    fn count(&mut self, (colour, times): (Rgb, u32)) {
        if times == 0 {
            return;
        }
        let place = bin(&colour);
        self.counts[place] += times;
        let leader = &mut self.leaders[place];
        if leader.0 == colour {
            leader.1 += times;
        } else if leader.1 < times {
            *leader = (colour, times - leader.1);
        } else {
            leader.1 -= times;
        }
    }
}

/// The palette with its table of nearest colours, filled as colours are met.
pub(super) struct IndexedColours {
    colours: Vec<Rgb>,
    nearest: Vec<u8>,
}

impl IndexedColours {
    /// The most frequent colours, then those that are far from all others.
    pub(super) fn of(histogram: &Histogram) -> Self {
        let mut found: Vec<(u32, Rgb)> = histogram
            .counts
            .iter()
            .zip(&histogram.leaders)
            .filter(|(count, _)| **count > 0)
            .map(|(count, (colour, _))| (*count, *colour))
            .collect();
        found.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        found.truncate(6_000);
        let mut colours: Vec<Rgb> = Vec::with_capacity(255);
        // Each round takes colours closer to those it has.
        for (most, apart) in [(48, 60), (150, 700), (220, 350), (255, 120), (255, 0)] {
            for &(_, colour) in &found {
                if colours.len() >= most {
                    break;
                }
                if colours.iter().all(|taken| distance(*taken, colour) > apart) {
                    colours.push(colour);
                }
            }
        }
        colours.resize(255, [0; 3]);
        Self {
            colours,
            nearest: vec![TRANSPARENT; BINS],
        }
    }

    /// The palette as a file has it: 256 times red, green and blue.
    pub(super) fn table(&self) -> Vec<u8> {
        let mut table: Vec<u8> = self.colours.iter().flatten().copied().collect();
        table.extend([0; 3]);
        table
    }

    /// Enters the pixels of an area into what is shown; gives them back with [`TRANSPARENT`] for those that stay, and
    /// the smallest area that holds all others.
    pub(super) fn changes(
        &mut self,
        rgb: &[u8],
        width: usize,
        area: Area,
        shown: &mut [u8],
    ) -> (Vec<u8>, Area) {
        let across = (area.right - area.left) as usize;
        let mut pixels = vec![TRANSPARENT; across * (area.bottom - area.top) as usize];
        let mut tight = Area {
            left: i32::MAX,
            top: i32::MAX,
            right: 0,
            bottom: 0,
        };
        let mut last: (Rgb, u8) = (self.colours[0], 0);
        for (row, line) in (area.top..area.bottom).zip(pixels.chunks_exact_mut(across.max(1))) {
            let start = row as usize * width + area.left as usize;
            let source = &rgb[start * 3..(start + across) * 3];
            let target = &mut shown[start..start + across];
            let (mut first, mut end) = (usize::MAX, 0);
            for (place, ((pixel, before), out)) in source.chunks_exact(3).zip(target).zip(line).enumerate() {
                if pixel != last.0 {
                    let slot = bin(pixel);
                    let mut index = self.nearest[slot];
                    let colour = [pixel[0], pixel[1], pixel[2]];
                    if index == TRANSPARENT {
                        index = self.search(colour);
                        self.nearest[slot] = index;
                    }
                    last = (colour, index);
                }
                if *before != last.1 {
                    *before = last.1;
                    *out = last.1;
                    first = first.min(place);
                    end = place + 1;
                }
            }
            if end > 0 {
                tight.left = tight.left.min(area.left + first as i32);
                tight.right = tight.right.max(area.left + end as i32);
                tight.top = tight.top.min(row);
                tight.bottom = row + 1;
            }
        }
        if tight.bottom == 0 {
            tight = Area::NOTHING;
        }
        (pixels, tight)
    }

    fn search(&self, colour: Rgb) -> u8 {
        let nearest = self
            .colours
            .iter()
            .enumerate()
            .min_by_key(|(_, taken)| distance(**taken, colour));
        nearest.map_or(0, |(index, _)| index as u8)
    }
}
