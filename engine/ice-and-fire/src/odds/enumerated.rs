//! The odds of random attacks against every roll laid out.
//!
//! Nothing is shortened here: every face of every attack die, defence die and die of the Panic Test is gone through, every
//! set of dice that a player may have rolled again is tried, and every face that these then show. Who chooses takes the
//! set with the best expected wounds, knowing that the other chooses after them.

use hindsight_kernel::{below, bot_rng};

use super::*;

/// The chance of each of a few outcomes.
type Chances = [f64; OUTCOMES];

/// Up to four hits with a die, each with up to three wounds without one.
const OUTCOMES: usize = 20;

/// Dice on the table: their faces, and which were rolled again.
#[derive(Clone)]
struct Dice {
    faces: Vec<u8>,
    again: Vec<bool>,
}

/// All rolls of so many dice.
fn each_roll(dice: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..6_usize.pow(dice as u32)).map(move |mut number| {
        let face = |_| {
            let face = number % 6 + 1;
            number /= 6;
            face as u8
        };
        (0..dice).map(face).collect()
    })
}

/// Reads an outcome off the faces, and says what it is worth in wounds.
struct Reading<'r> {
    outcome: &'r dyn Fn(&[u8]) -> usize,
    worth: &'r dyn Fn(usize) -> f64,
}

impl Reading<'_> {
    fn mean(&self, chances: &Chances) -> f64 {
        let worth = |(outcome, chance): (usize, &f64)| chance * (self.worth)(outcome);
        chances
            .iter()
            .enumerate()
            .filter(|(_, chance)| **chance > 0.0)
            .map(worth)
            .sum()
    }

    /// Every roll of so many dice; then each chooser, who wants more wounds or fewer, may have dice rolled again.
    fn of_every_roll(&self, dice: usize, choosers: &[bool]) -> Chances {
        let mut all = [0.0; OUTCOMES];
        for faces in each_roll(dice) {
            let again = vec![false; dice];
            let chances = self.of_choices(&Dice { faces, again }, choosers);
            (0..OUTCOMES).for_each(|at| all[at] += chances[at] / 6_f64.powi(dice as i32));
        }
        all
    }

    /// The best of every set of dice that the first chooser may have rolled again; of equal ones that of the fewest dice.
    fn of_choices(&self, dice: &Dice, choosers: &[bool]) -> Chances {
        let Some((wants_more, later)) = choosers.split_first() else {
            let mut chances = [0.0; OUTCOMES];
            chances[(self.outcome)(&dice.faces)] = 1.0;
            return chances;
        };
        let mut sets: Vec<u32> = (0..1 << dice.faces.len()).collect();
        sets.retain(|set| (0..dice.faces.len()).all(|at| set & (1 << at) == 0 || !dice.again[at]));
        sets.sort_by_key(|set| set.count_ones());
        let mut best: Option<(f64, Chances)> = None;
        for set in sets {
            let chances = self.of_set(dice, set, later);
            let mean = self.mean(&chances);
            let is_better = best.as_ref().is_none_or(|(known, _)| {
                if *wants_more {
                    mean > known + 1e-9
                } else {
                    mean < known - 1e-9
                }
            });
            if is_better {
                best = Some((mean, chances));
            }
        }
        best.expect("no die is a set too").1
    }

    /// Every face that the dice of a set show when they are rolled again.
    fn of_set(&self, dice: &Dice, set: u32, later: &[bool]) -> Chances {
        let places: Vec<usize> = (0..dice.faces.len()).filter(|at| set & (1 << at) != 0).collect();
        let likely = 1.0 / 6_f64.powi(places.len() as i32);
        let mut rolled = dice.clone();
        let mut all = [0.0; OUTCOMES];
        for faces in each_roll(places.len()) {
            for (&place, face) in places.iter().zip(faces) {
                rolled.faces[place] = face;
                rolled.again[place] = true;
            }
            if later.is_empty() {
                all[(self.outcome)(&rolled.faces)] += likely;
            } else {
                let chances = self.of_choices(&rolled, later);
                (0..OUTCOMES).for_each(|at| all[at] += chances[at] * likely);
            }
        }
        all
    }
}

/// An attack of a few dice, laid out.
struct LaidOut<'t> {
    terms: &'t Terms,
    /// Unblocked hits of as many hits as there may be, at most four.
    defence: Vec<Chances>,
}

impl<'t> LaidOut<'t> {
    fn of(terms: &'t Terms, dice: usize) -> Self {
        let sundering = i32::from(terms.abilities.has(AttackAbility::Sundering));
        let blocks = |face: u8| {
            let result = (i32::from(face) + terms.defence_mod - sundering).clamp(0, 6);
            result >= i32::from(terms.save)
        };
        let reading = Reading {
            outcome: &|faces| faces.iter().filter(|face| !blocks(**face)).count(),
            worth: &|unblocked| unblocked as f64,
        };
        // The attacker expends Vulnerable first, then the defender uses their own re-roll. Rule IF-ATK-08.
        let choosers: Vec<bool> = [(terms.vulnerable, true), (terms.reroll_defence, false)]
            .into_iter()
            .filter_map(|(may, wants_more)| may.then_some(wants_more))
            .collect();
        let critical = usize::from(terms.abilities.has(AttackAbility::CriticalBlow));
        let most = dice * (1 + critical);
        let defence = (0..=most)
            .map(|hits| reading.of_every_roll(hits, &choosers))
            .collect();
        Self { terms, defence }
    }

    /// Hits with a die and wounds without one. Rules IF-ATK-03, IF-ABIL-01, -02, -05.
    fn attack(&self, dice: usize) -> Chances {
        let terms = self.terms;
        let critical = terms.abilities.has(AttackAbility::CriticalBlow);
        let precise = terms.abilities.has(AttackAbility::Precision);
        let outcome = |faces: &[u8]| {
            let hits = faces.iter().filter(|face| **face >= terms.to_hit).count();
            let sixes = faces.iter().filter(|face| **face >= 6).count();
            let more = if critical { sixes } else { 0 };
            let without = if precise { sixes } else { 0 };
            4 * (hits + more - without) + without
        };
        let worth = |outcome: usize| {
            let unblocked: f64 = (0..=4)
                .map(|open| open as f64 * self.defence[outcome / 4][open])
                .sum();
            unblocked + (outcome % 4) as f64
        };
        let reading = Reading {
            outcome: &outcome,
            worth: &worth,
        };
        // The attacker re-rolls first, then the enemy expends Weakened. Rule IF-ATK-04.
        let choosers: Vec<bool> = [(terms.reroll_attack, true), (terms.weakened, false)]
            .into_iter()
            .filter_map(|(may, wants_more)| may.then_some(wants_more))
            .collect();
        reading.of_every_roll(dice, &choosers)
    }

    /// Wounds of the Panic Test of a defender that can take so many more. Rules IF-MOR-02, IF-MOR-05, IF-COND-02.
    fn panic(&self, left: u32) -> Chances {
        let terms = self.terms;
        let vicious = if terms.abilities.has(AttackAbility::Vicious) {
            2
        } else {
            0
        };
        let outcome = |faces: &[u8]| {
            let total = i32::from(faces[0]) + i32::from(faces[1]) + terms.panic_mod - vicious;
            let d3 = usize::from(faces[2].div_ceil(2));
            if total < i32::from(terms.morale) {
                d3.min(left as usize)
            } else {
                0
            }
        };
        let reading = Reading {
            outcome: &outcome,
            worth: &|wounds| wounds as f64,
        };
        reading.of_every_roll(3, if terms.panicked { &[true] } else { &[] })
    }

    /// The chances of all wounds, of a test, and of a failed one.
    fn whole(&self, dice: usize) -> (Vec<f64>, f64, f64) {
        let terms = self.terms;
        let left = terms.wounds_left();
        let mut wounds = vec![0.0; left as usize + 1];
        let (mut tested, mut failed) = (0.0, 0.0);
        let panics: Vec<Chances> = (0..=3).map(|left| self.panic(left)).collect();
        for (outcome, chance) in self.attack(dice).into_iter().enumerate() {
            if chance == 0.0 {
                continue;
            }
            for (open, likely) in self.defence[outcome / 4].iter().enumerate() {
                let chance = chance * likely;
                let dealt = ((open + outcome % 4) as u32).min(left);
                if dealt == 0 || dealt == left {
                    wounds[dealt as usize] += chance;
                } else if let Some(fixed) = terms.replace_panic {
                    wounds[(dealt + u32::from(fixed)).min(left) as usize] += chance;
                } else {
                    tested += chance;
                    let most = (left - dealt).min(3) as usize;
                    for (more, likely) in panics[most].iter().enumerate().take(most + 1) {
                        wounds[dealt as usize + more] += chance * likely;
                        failed += if more > 0 { chance * likely } else { 0.0 };
                    }
                }
            }
        }
        (wounds, tested, failed)
    }
}

fn close(found: f64, expected: f64, what: &str, terms: &Terms) {
    assert!(
        (found - expected).abs() < 1e-9,
        "{what}: {found} {expected} {terms:?}"
    );
}

#[test]
fn the_odds_of_200_random_attacks_are_those_of_every_roll_laid_out() {
    let mut rng = bot_rng(2_026);
    let mut upto = |count: usize| below(&mut rng, count).unwrap() as i32;
    for _ in 0..200 {
        let abilities: Abilities = AttackAbility::ALL.into_iter().filter(|_| upto(3) == 0).collect();
        let (vulnerable, reroll_defence) = (upto(2) == 0, upto(3) == 0);
        // Four hits of which each may be rolled again by both players have 37 million ends.
        let most = match (
            abilities.has(AttackAbility::CriticalBlow),
            vulnerable && reroll_defence,
        ) {
            (true, true) => 1,
            (true, false) => 2,
            (false, _) => 3,
        };
        let dice = 1 + upto(most) as u32;
        let kind = UnitKind::ALL[upto(4) as usize];
        let wounds_per_model = 1 + upto(3) as u8;
        let terms = Terms {
            stage: Stage::Dice(dice),
            to_hit: 2 + upto(5) as u8,
            abilities,
            reroll_attack: upto(2) == 0,
            weakened: upto(2) == 0,
            save: 2 + upto(5) as u8,
            defence_mod: upto(5) - 3,
            vulnerable,
            reroll_defence,
            kind,
            models: 1 + upto(usize::from(kind.models())) as u8,
            wounds_per_model,
            wounded: upto(usize::from(wounds_per_model)) as u8,
            morale: 4 + upto(6) as u8,
            panic_mod: upto(5) - 3,
            panicked: upto(2) == 0,
            replace_panic: (upto(6) == 0).then(|| upto(3) as u8),
        };
        let odds = terms.odds().unwrap();
        let (wounds, tested, failed) = LaidOut::of(&terms, dice as usize).whole(dice as usize);
        let left = terms.wounds_left() as usize;
        close(odds.tested, tested, "tested", &terms);
        close(odds.panics, failed, "failed", &terms);
        close(odds.destroyed, wounds[left], "destroyed", &terms);
        let per_rank = match kind {
            UnitKind::Infantry => 4,
            UnitKind::Cavalry => 2,
            UnitKind::SoloSmall | UnitKind::SoloLarge => 1,
        };
        let mut models = [0.0; 13];
        let mut ranks = [0.0; 4];
        for (lost, chance) in wounds.iter().enumerate() {
            close(odds.wounds.exactly(lost as i32), *chance, "wounds", &terms);
            // Models that still hold a wound; ranks that still hold a model.
            let alive = (left - lost).div_ceil(usize::from(wounds_per_model));
            models[usize::from(terms.models) - alive] += chance;
            ranks[usize::from(terms.models).div_ceil(per_rank) - alive.div_ceil(per_rank)] += chance;
        }
        for (lost, chance) in models.iter().enumerate() {
            close(odds.models.exactly(lost as i32), *chance, "models", &terms);
        }
        for (lost, chance) in ranks.iter().enumerate() {
            close(odds.ranks.exactly(lost as i32), *chance, "ranks", &terms);
        }
    }
}
