//! Odds against every single way the dice can fall, counted in whole numbers.

use std::collections::BTreeMap;

use super::*;

/// A multiple of every product of sides that occurs here.
pub(super) const WHOLE: u128 = (1 << 40) * 3_u128.pow(20) * 5_u128.pow(8);

/// Hands out dice so that, run after run, every way they can fall comes up once.
pub(super) struct Tape {
    path: Vec<(i32, i32, i32)>,
    next: usize,
}

impl Tape {
    pub(super) fn roll(&mut self, die: Die) -> i32 {
        if self.next == self.path.len() {
            let mut faces = die.faces();
            let lowest = faces.next().expect("a die has a face");
            self.path.push((lowest, lowest, die.highest()));
        }
        self.next += 1;
        self.path[self.next - 1].1
    }

    pub(super) fn d6(&mut self) -> i32 {
        self.roll(Die::D6)
    }

    pub(super) fn dice(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.d6()).collect()
    }
}

/// Every result of `play` with its share of [`WHOLE`].
pub(super) fn every_way(mut play: impl FnMut(&mut Tape) -> i32) -> BTreeMap<i32, u128> {
    let (mut tape, mut ways) = (
        Tape {
            path: Vec::new(),
            next: 0,
        },
        BTreeMap::new(),
    );
    loop {
        tape.next = 0;
        let result = play(&mut tape);
        let ways_per_path: u128 = tape
            .path
            .iter()
            .map(|&(low, _, high)| (high - low + 1) as u128)
            .product();
        assert_eq!(WHOLE % ways_per_path, 0);
        *ways.entry(result).or_default() += WHOLE / ways_per_path;
        while tape.path.last().is_some_and(|&(_, face, high)| face == high) {
            tape.path.pop();
        }
        match tape.path.last_mut() {
            Some((_, face, _)) => *face += 1,
            None => return ways,
        }
    }
}

#[track_caller]
pub(super) fn same(found: &Distribution, ways: &BTreeMap<i32, u128>, what: &str) {
    let (first, last) = (
        ways.keys().next().expect("a way"),
        ways.keys().next_back().expect("a way"),
    );
    assert_eq!(
        (found.first(), found.last()),
        (*first, *last),
        "{what}: {found:?}"
    );
    for value in *first..=*last {
        let right = ways.get(&value).map_or(0.0, |&ways| ways as f64 / WHOLE as f64);
        let off = (found.exactly(value) - right).abs();
        assert!(
            off < 1e-12,
            "{what}, {value}: {} for {right}",
            found.exactly(value)
        );
    }
}

#[track_caller]
pub(super) fn check(found: &Distribution, what: &str, play: impl FnMut(&mut Tape) -> i32) {
    same(found, &every_way(play), what);
}

pub(super) fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

/// Successes of D6s that roll `target` or under: 1 succeeds, 6 fails, each point above 5 turns one 6.
pub(super) fn under(dice: &[i32], target: i32) -> i32 {
    let natural = dice
        .iter()
        .filter(|&&face| face != 6 && (face == 1 || face <= target))
        .count() as i32;
    let sixes = dice.iter().filter(|&&face| face == 6).count() as i32;
    natural + sixes.min((target - 5).max(0))
}

/// The best (or worst) mean over all sets of at most `most` of the dice that may be rolled again.
pub(super) fn best_mean(
    faces: &[i32],
    most: u32,
    worst: bool,
    worth: &impl Fn(&[i32]) -> i32,
    allowed: &impl Fn(&[i32]) -> bool,
) -> f64 {
    let sets = (0_u32..1 << faces.len()).filter(|set| {
        let chosen = faces
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 == 1);
        set.count_ones() <= most && allowed(&chosen.map(|(_, &face)| face).collect::<Vec<_>>())
    });
    let means = sets.map(|set| {
        let ways = every_way(|tape| {
            let dice: Vec<i32> = faces
                .iter()
                .enumerate()
                .map(|(i, &face)| if set >> i & 1 == 1 { tape.d6() } else { face })
                .collect();
            worth(&dice)
        });
        ways.iter()
            .map(|(&value, &ways)| f64::from(value) * (ways as f64 / WHOLE as f64))
            .sum()
    });
    means.fold(
        if worst { f64::MAX } else { f64::MIN },
        if worst { f64::min } else { f64::max },
    )
}

mod counted;
mod summed;
mod whole;
