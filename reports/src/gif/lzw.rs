//! GIF's compression, quick where most pixels are transparent.
//!
//! A run of transparent pixels is matched by the longest such run already in the dictionary at once instead of pixel
//! by pixel; what is written is what any encoder would write.

use super::palette::TRANSPARENT;

const CLEAR: u16 = 256;
const END: u16 = 257;
/// Codes have at most twelve bits.
const MOST: u16 = 4096;
const SLOTS: usize = 1 << 14;

/// The pixels of a frame compressed, the size of the first codes before them, as the `gif` crate takes them.
pub(super) fn compress(pixels: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new(pixels.len());
    let Some((&first, _)) = pixels.split_first() else {
        return writer.finish(END);
    };
    let mut word = u16::from(first);
    // How many transparent pixels `word` stands for, if for nothing else.
    let mut run = usize::from(first == TRANSPARENT);
    let mut place = 1;
    while place < pixels.len() {
        let pixel = pixels[place];
        if run > 0 && pixel == TRANSPARENT {
            let mut left = run_length(&pixels[place..]);
            place += left;
            while left > 0 {
                let reach = writer.runs.len().min(run + left);
                left -= reach - run;
                word = writer.runs[reach - 1];
                run = reach;
                if left > 0 {
                    writer.add(word, TRANSPARENT, run);
                    (word, run) = (u16::from(TRANSPARENT), 1);
                    left -= 1;
                }
            }
            continue;
        }
        place += 1;
        if let Some(longer) = writer.find(word, pixel) {
            (word, run) = (longer, 0);
        } else {
            writer.add(word, pixel, 0);
            (word, run) = (u16::from(pixel), usize::from(pixel == TRANSPARENT));
        }
    }
    writer.finish(word)
}

/// How many pixels from the start are transparent.
fn run_length(pixels: &[u8]) -> usize {
    const STEP: usize = 32;
    let whole = pixels
        .chunks_exact(STEP)
        .take_while(|chunk| **chunk == [TRANSPARENT; STEP])
        .count()
        * STEP;
    whole
        + pixels[whole..]
            .iter()
            .take_while(|pixel| **pixel == TRANSPARENT)
            .count()
}

struct Writer {
    out: Vec<u8>,
    bits: u64,
    filled: u32,
    /// Bits of a code.
    size: u32,
    /// The next code to be given.
    next: u16,
    /// Word, pixel and code of every entry in one number, by the hash of the first two; 0 for none.
    slots: Vec<u32>,
    /// The codes of one, two, three ... transparent pixels.
    runs: Vec<u16>,
}

impl Writer {
    fn new(pixels: usize) -> Self {
        let mut writer = Self {
            out: Vec::with_capacity(pixels / 16 + 64),
            bits: 0,
            filled: 0,
            size: 9,
            next: END + 1,
            slots: vec![0; SLOTS],
            runs: vec![u16::from(TRANSPARENT)],
        };
        writer.out.push(8);
        writer.emit(CLEAR);
        writer
    }

    fn slot(word: u16, pixel: u8) -> (u32, usize) {
        let key = u32::from(word) << 8 | u32::from(pixel);
        (key, (key.wrapping_mul(0x9E37_79B1) >> 18) as usize)
    }

    fn find(&self, word: u16, pixel: u8) -> Option<u16> {
        let (key, mut slot) = Self::slot(word, pixel);
        loop {
            match self.slots[slot] {
                0 => return None,
                entry if entry >> 12 == key => return Some((entry & 0xFFF) as u16),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// Writes a word and remembers it with one pixel more; `run` says how many transparent pixels the word is.
    fn add(&mut self, word: u16, pixel: u8, run: usize) {
        self.emit(word);
        if self.next == MOST {
            self.emit(CLEAR);
            (self.size, self.next) = (9, END + 1);
            self.slots.fill(0);
            self.runs.truncate(1);
            return;
        }
        let (key, mut slot) = Self::slot(word, pixel);
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = key << 12 | u32::from(self.next);
        if run > 0 && run == self.runs.len() {
            self.runs.push(self.next);
        }
        if u32::from(self.next) == 1 << self.size && self.size < 12 {
            self.size += 1;
        }
        self.next += 1;
    }

    fn emit(&mut self, code: u16) {
        self.bits |= u64::from(code) << self.filled;
        self.filled += self.size;
        while self.filled >= 8 {
            self.out.push(self.bits as u8);
            self.bits >>= 8;
            self.filled -= 8;
        }
    }

    fn finish(mut self, last: u16) -> Vec<u8> {
        if last != END {
            self.emit(last);
            // The reader gives a code to every word it reads after the first.
            if u32::from(self.next) == 1 << self.size && self.size < 12 {
                self.size += 1;
            }
        }
        self.emit(END);
        if self.filled > 0 {
            self.out.push(self.bits as u8);
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(pixels: &[u8]) {
        let width = u16::try_from(pixels.len()).expect("short");
        let palette = vec![7; 768];
        let mut encoder = gif::Encoder::new(Vec::new(), width, 1, &palette).expect("a vector");
        let frame = gif::Frame {
            width,
            height: 1,
            buffer: compress(pixels).into(),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).expect("a vector");
        let file = encoder.into_inner().expect("a vector");
        let mut decoder = gif::DecodeOptions::new().read_info(&file[..]).expect("a GIF");
        let frame = decoder.read_next_frame().expect("sound").expect("a frame");
        assert!(*frame.buffer == *pixels, "{} pixels", pixels.len());
    }

    #[test]
    fn every_length_of_a_run_comes_back() {
        for length in (1..700).chain([5_000, 60_000]) {
            round_trip(&vec![TRANSPARENT; length]);
            round_trip(&vec![3; length]);
        }
    }

    #[test]
    fn noise_with_runs_in_it_comes_back_through_many_dictionaries() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for noise in [2_u64, 5, 40, 255] {
            let mut pixels = Vec::new();
            while pixels.len() < 60_000 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                if state.is_multiple_of(3) {
                    pixels.extend(std::iter::repeat_n(TRANSPARENT, (state >> 40) as usize % 900));
                } else {
                    pixels.push((state >> 32) as u8 % noise as u8);
                }
            }
            pixels.truncate(60_000);
            round_trip(&pixels);
        }
    }
}
