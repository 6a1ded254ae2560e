//! The same command with other dice, many times: the numbers of its outcome, and where the real ones stand among them.

use std::collections::BTreeMap;

use hindsight_kernel::odds::Standing;
use hindsight_kernel::{AttackResolved, Distribution, Fact, Seat};

/// The most numbers that are followed: a command speaks of a few units.
const MOST: usize = 60;
/// Numbers beyond this are held at it: nothing that one command does comes near it.
const HIGHEST: i32 = 10_000;

/// The kind of thing that a number counts. The order is that of reports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Fights that a seat won.
    Won(Seat),
    /// Damage of an attack that counted.
    Damage {
        /// Who attacked.
        by: String,
        /// Who was attacked.
        on: String,
        /// `melee`, `shooting` ...
        kind: String,
    },
    /// What dice were rolled for came to.
    Roll {
        /// What for.
        purpose: String,
        /// For which unit.
        unit: Option<String>,
        /// Who threw.
        seat: Seat,
    },
    /// Wounds or boxes that a unit lost.
    Wounds(String),
    /// Models or steps that a unit lost.
    Models(String),
    /// Morale tests that a unit failed.
    Failed {
        /// Which unit.
        unit: String,
        /// `flee`, `rout` ...
        kind: String,
    },
    /// How often a unit broke.
    Broken(String),
    /// Units that a seat lost.
    Destroyed(Seat),
    /// What they were worth, in whole points.
    Points(Seat),
}

/// The numbers of one outcome.
#[derive(Debug, Clone, Default)]
struct Outcome {
    numbers: BTreeMap<Counted, i32>,
    /// What dice decided alone: each resolution with its exact odds.
    resolved: BTreeMap<Counted, Vec<Distribution>>,
}

/// Attacks whose dice were thrown before the command and that were not resolved then.
#[derive(Debug, Clone, Default)]
struct OpenAttacks {
    /// Attacker, target and number of dice.
    thrown: Vec<(String, String, u32)>,
}

impl OpenAttacks {
    fn after(facts: &[Fact]) -> Self {
        let mut thrown: Vec<(String, String, u32)> = Vec::new();
        for fact in facts {
            match fact {
                Fact::DiceRolled(rolled) => {
                    if let (Some(unit), Some(against)) = (&rolled.unit, &rolled.against) {
                        let dice = rolled.roll.dice() as u32;
                        thrown.push((unit.clone(), against.clone(), dice));
                    }
                }
                Fact::AttackResolved(attack) => {
                    // The dice of the attack, and those with which the target answered it.
                    let pair = [&attack.unit, &attack.against];
                    thrown.retain(|(unit, against, _)| !(pair.contains(&unit) && pair.contains(&against)));
                }
                // No attack waits for the next turn.
                Fact::TurnPassed { .. } => thrown.clear(),
                _ => {}
            }
        }
        Self { thrown }
    }

    fn have(&self, attack: &AttackResolved) -> bool {
        self.thrown.iter().any(|(unit, against, dice)| {
            *unit == attack.unit && *against == attack.against && [0, *dice].contains(&attack.dice)
        })
    }
}

impl Outcome {
    fn of(facts: &[Fact], open: &OpenAttacks) -> Self {
        let mut outcome = Self::default();
        for fact in facts {
            outcome.add(fact, open);
        }
        outcome
    }

    fn count(&mut self, what: Counted, by: i64) {
        let so_far = self.numbers.entry(what).or_default();
        let sum = i64::from(*so_far).saturating_add(by);
        *so_far = sum.clamp(-i64::from(HIGHEST), i64::from(HIGHEST)) as i32;
    }

    fn resolve(&mut self, what: Counted, result: i64, expected: &Distribution) {
        self.count(what.clone(), result);
        self.resolved.entry(what).or_default().push(expected.clone());
    }

    fn add(&mut self, fact: &Fact, open: &OpenAttacks) {
        match fact {
            Fact::AttackResolved(attack) => {
                let what = Counted::Damage {
                    by: attack.unit.clone(),
                    on: attack.against.clone(),
                    kind: attack.kind.clone(),
                };
                // Its odds were those of dice that this command did not throw.
                if open.have(attack) {
                    self.count(what, i64::from(attack.damage));
                } else {
                    self.resolve(what, i64::from(attack.damage), &attack.expected);
                }
            }
            Fact::DiceRolled(rolled) => {
                let what = Counted::Roll {
                    purpose: rolled.purpose.clone(),
                    unit: rolled.unit.clone(),
                    seat: rolled.seat,
                };
                self.resolve(what, i64::from(rolled.result), &rolled.expected);
            }
            Fact::DamageDealt(damage) => {
                self.count(Counted::Wounds(damage.unit.clone()), i64::from(damage.wounds));
                self.count(Counted::Models(damage.unit.clone()), i64::from(damage.models));
            }
            Fact::MoraleChecked {
                unit, kind, passed, ..
            } => {
                let what = Counted::Failed {
                    unit: unit.clone(),
                    kind: kind.clone(),
                };
                self.count(what, i64::from(!passed));
            }
            Fact::Broken { unit, .. } => self.count(Counted::Broken(unit.clone()), 1),
            Fact::Destroyed { seat, points, .. } => {
                self.count(Counted::Destroyed(*seat), 1);
                self.count(Counted::Points(*seat), points.round() as i64);
            }
            Fact::FightEnded {
                winner: Some(winner), ..
            } => self.count(Counted::Won(*winner), 1),
            Fact::Restored(_)
            | Fact::Returned { .. }
            | Fact::UnitMoved { .. }
            | Fact::Activated { .. }
            | Fact::OrderGiven { .. }
            | Fact::OrderResolved { .. }
            | Fact::Spent { .. }
            | Fact::CardWorked { .. }
            | Fact::Rallied { .. }
            | Fact::TurnPassed { .. }
            | Fact::Engaged { .. }
            | Fact::FightEnded { .. }
            | Fact::Decided { .. }
            | Fact::Scored { .. }
            | Fact::Counted { .. } => {}
        }
    }

    /// The exact odds of a number, if one resolution alone made it.
    fn exact(&self, what: &Counted) -> Option<&Distribution> {
        match self.resolved.get(what)?.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// One number over all throws.
#[derive(Debug, Clone, Default)]
struct Tally {
    counts: BTreeMap<i32, u32>,
    /// In every throw so far it was one resolution with these odds.
    exact: Option<Distribution>,
}

/// The results of a command with its own dice, and with others.
#[derive(Debug, Clone)]
pub struct Redraws {
    recorded: Outcome,
    open: OpenAttacks,
    tallies: BTreeMap<Counted, Tally>,
    throws: u32,
    left_out: bool,
}

/// A number of an outcome among those of all throws.
#[derive(Debug, Clone, PartialEq)]
pub struct Redrawn {
    /// What it counts.
    pub what: Counted,
    /// What it was with the command's own dice.
    pub actual: i32,
    /// How often it was what with others, as shares.
    pub distribution: Distribution,
    /// Where the actual one stands among them.
    pub standing: Standing,
    /// Its exact odds, where one resolution whose odds no other die of the command changes makes it.
    pub exact: Option<Distribution>,
}

/// Events that are read at once in search of the turn's beginning; each further stretch is twice as long.
const STRETCH: u64 = 200;

/// The facts before a command's first event, back to the end of the turn before or to the beginning: the dice of its attacks may have
/// been thrown there. `read` gives the facts of the events from one version to another.
///
/// # Errors
/// What `read` fails with.
pub fn facts_of_turn<E>(
    first: u64,
    mut read: impl FnMut(u64, u64) -> Result<Vec<Fact>, E>,
) -> Result<Vec<Fact>, E> {
    let (mut facts, mut end, mut stretch) = (Vec::new(), first.saturating_sub(1), STRETCH);
    while end > 0 {
        let from = end.saturating_sub(stretch) + 1;
        let mut earlier = read(from, end)?;
        let is_whole = earlier.iter().any(|fact| matches!(fact, Fact::TurnPassed { .. }));
        earlier.append(&mut facts);
        facts = earlier;
        if is_whole {
            break;
        }
        (end, stretch) = (from - 1, stretch.saturating_mul(2));
    }
    Ok(facts)
}

impl Redraws {
    /// Nothing thrown yet; with what came of the command in the game, and the facts of its turn before it ([`facts_of_turn`]): an
    /// attack whose dice were thrown there has no exact odds here.
    pub fn new(recorded: &[Fact], earlier: &[Fact]) -> Self {
        let open = OpenAttacks::after(earlier);
        let recorded = Outcome::of(recorded, &open);
        let mut redraws = Self {
            open,
            tallies: BTreeMap::new(),
            throws: 0,
            left_out: false,
            recorded,
        };
        for what in redraws.recorded.numbers.keys() {
            if redraws.tallies.len() == MOST {
                redraws.left_out = true;
                break;
            }
            let tally = Tally {
                counts: BTreeMap::new(),
                exact: redraws.recorded.exact(what).cloned(),
            };
            redraws.tallies.insert(what.clone(), tally);
        }
        redraws
    }

    /// Takes what came of another throw.
    pub fn add(&mut self, facts: &[Fact]) {
        let outcome = Outcome::of(facts, &self.open);
        self.throws += 1;
        for (what, number) in &outcome.numbers {
            if !self.tallies.contains_key(what) && self.tallies.len() == MOST {
                self.left_out = true;
                continue;
            }
            let tally = self.tallies.entry(what.clone()).or_default();
            *tally.counts.entry(*number).or_default() += 1;
        }
        for (what, tally) in &mut self.tallies {
            if tally.exact.as_ref() != outcome.exact(what) {
                tally.exact = None;
            }
        }
    }

    /// The number of throws that were taken.
    pub const fn throws(&self) -> u32 {
        self.throws
    }

    /// Whether some numbers were left out, because there are too many.
    pub const fn left_out(&self) -> bool {
        self.left_out
    }

    /// All numbers; none before the first throw. What a throw does not speak of is 0 in it. Numbers that are always 0
    /// are left out.
    pub fn report(&self) -> Vec<Redrawn> {
        self.tallies
            .iter()
            .filter_map(|(what, tally)| self.redrawn(what, tally))
            .collect()
    }

    fn redrawn(&self, what: &Counted, tally: &Tally) -> Option<Redrawn> {
        let mut counts = tally.counts.clone();
        let spoken: u32 = counts.values().sum();
        if spoken < self.throws {
            *counts.entry(0).or_default() += self.throws - spoken;
        }
        let actual = self.recorded.numbers.get(what).copied().unwrap_or_default();
        let (first, last) = (*counts.keys().next()?, *counts.keys().next_back()?);
        if (first, last, actual) == (0, 0, 0) {
            return None;
        }
        let weights = (first..=last)
            .map(|value| f64::from(counts.get(&value).copied().unwrap_or_default()))
            .collect();
        let distribution = Distribution::from_weights(first, weights).ok()?;
        Some(Redrawn {
            what: what.clone(),
            actual,
            standing: distribution.standing(actual),
            distribution,
            exact: tally.exact.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_kernel::{DiceRolled, Roll, RollSource};

    fn attack(by: &str, damage: u32, expected: &Distribution) -> Fact {
        Fact::AttackResolved(AttackResolved {
            unit: by.to_owned(),
            seat: Seat::A,
            against: "B1".to_owned(),
            kind: "melee".to_owned(),
            ranged: false,
            dice: 3,
            hits: damage,
            saved: 0,
            damage,
            surplus: 0,
            expected: expected.clone(),
            tier: None,
        })
    }

    fn destroyed() -> Fact {
        Fact::Destroyed {
            unit: "B1".to_owned(),
            seat: Seat::B,
            points: 12.0,
            cause: "melee".to_owned(),
            by: None,
        }
    }

    fn number<'r>(report: &'r [Redrawn], what: &Counted) -> &'r Redrawn {
        report.iter().find(|number| number.what == *what).unwrap()
    }

    fn damage_by(unit: &str) -> Counted {
        Counted::Damage {
            by: unit.to_owned(),
            on: "B1".to_owned(),
            kind: "melee".to_owned(),
        }
    }

    #[test]
    fn an_outcome_stands_among_those_of_other_dice() {
        let odds = Distribution::binomial(3, 0.5);
        let mut redraws = Redraws::new(&[attack("A1", 2, &odds)], &[]);
        assert!(redraws.report().is_empty(), "nothing was thrown yet");
        for damage in [0, 1, 1, 2, 3] {
            let mut facts = vec![attack("A1", damage, &odds)];
            if damage == 3 {
                facts.push(destroyed());
            }
            redraws.add(&facts);
        }
        let report = redraws.report();
        let damage = number(&report, &damage_by("A1"));
        assert_eq!((damage.actual, damage.distribution.first()), (2, 0));
        for (value, share) in [(0, 0.2), (1, 0.4), (2, 0.2), (3, 0.2)] {
            assert!(
                (damage.distribution.exactly(value) - share).abs() < 1e-12,
                "{value}"
            );
        }
        // Three of five are lower, one is the same: 60 and half of 20 in 100.
        assert!((damage.standing.percentile - 0.7).abs() < 1e-12);
        assert_eq!(damage.exact.as_ref(), Some(&odds));
        // What only one throw speaks of is 0 in the others, and was 0 in the game.
        let lost = number(&report, &Counted::Destroyed(Seat::B));
        assert_eq!((lost.actual, lost.exact.as_ref()), (0, None));
        assert!((lost.distribution.exactly(1) - 0.2).abs() < 1e-12);
        assert_eq!(number(&report, &Counted::Points(Seat::B)).distribution.last(), 12);
    }

    #[test]
    fn exact_odds_stand_beside_a_number_only_where_nothing_else_changes_them() {
        let (one, other) = (Distribution::binomial(3, 0.5), Distribution::binomial(2, 0.5));
        // The second attack's odds hang on how the first came out; the third unit strikes twice; the fourth not always.
        let recorded = [
            attack("A1", 1, &one),
            attack("A2", 1, &one),
            attack("A3", 1, &one),
            attack("A3", 1, &one),
            attack("A4", 1, &one),
        ];
        let mut redraws = Redraws::new(&recorded, &[]);
        redraws.add(&recorded);
        redraws.add(&[
            attack("A1", 2, &one),
            attack("A2", 1, &other),
            attack("A3", 1, &one),
            attack("A3", 0, &one),
        ]);
        let report = redraws.report();
        let exact = |unit: &str| number(&report, &damage_by(unit)).exact.is_some();
        assert_eq!(
            [exact("A1"), exact("A2"), exact("A3"), exact("A4")],
            [true, false, false, false]
        );
        assert_eq!(number(&report, &damage_by("A3")).actual, 2);
    }

    /// Three attack dice of A1 at B1.
    fn thrown(odds: &Distribution) -> Fact {
        Fact::DiceRolled(DiceRolled {
            purpose: "attack".to_owned(),
            seat: Seat::A,
            unit: Some("A1".to_owned()),
            against: Some("B1".to_owned()),
            roll: Roll {
                purpose: "attack".into(),
                sides: 6,
                faces: vec![4, 4, 1],
                counted: Vec::new(),
                source: RollSource::Scripted,
            },
            target: Some(4),
            roll_under: false,
            result: 2,
            expected: odds.clone(),
            modifiers: Vec::new(),
            high_is_good: true,
        })
    }

    /// Whether the damage of A1 has exact odds in a command with these facts, after those of its turn.
    fn has_exact(earlier: &[Fact], facts: &[Fact]) -> bool {
        let mut redraws = Redraws::new(facts, earlier);
        redraws.add(facts);
        number(&redraws.report(), &damage_by("A1")).exact.is_some()
    }

    #[test]
    fn exact_odds_are_of_dice_that_the_command_threw() {
        let odds = Distribution::binomial(3, 0.5);
        let thrown = thrown(&odds);
        let resolved = attack("A1", 2, &odds);
        let exact = has_exact;
        // A window stands between the attack dice and the end of the attack.
        assert!(!exact(
            std::slice::from_ref(&thrown),
            std::slice::from_ref(&resolved)
        ));
        // The dice of an earlier attack are those of its own.
        let earlier = [thrown.clone(), resolved.clone()];
        assert!(exact(&earlier, &[thrown, resolved]));
    }

    #[test]
    fn dice_of_an_attack_are_found_anywhere_in_its_turn() {
        let odds = Distribution::binomial(3, 0.5);
        let resolved = attack("A1", 2, &odds);
        let turn = || Fact::TurnPassed {
            unit: "A1".to_owned(),
            seat: Seat::A,
            in_combat: true,
            without_order: false,
        };
        // The command begins at event 1,000; the dice fell at 10, the last turn ended at `ended`.
        let facts_with = |ended: Option<u64>| {
            let mut stretches = Vec::new();
            let facts = facts_of_turn(1_000, |from, to| {
                stretches.push((from, to));
                let of = |version: u64| match version {
                    10 => thrown(&odds),
                    _ if Some(version) == ended => turn(),
                    _ => destroyed(),
                };
                Ok::<_, std::convert::Infallible>((from..=to).map(of).collect())
            });
            (facts.unwrap(), stretches)
        };
        let (facts, stretches) = facts_with(None);
        assert_eq!(stretches, [(800, 999), (400, 799), (1, 399)]);
        assert_eq!(facts.len(), 999);
        assert!(
            !has_exact(&facts, std::slice::from_ref(&resolved)),
            "990 events ago"
        );
        // Before the turn that ended at 500 nothing is of this command, and nothing farther back is read.
        let (facts, stretches) = facts_with(Some(500));
        assert_eq!(stretches, [(800, 999), (400, 799)]);
        assert_eq!(facts[100], turn());
        // Dice that came to nothing in an earlier turn are not those of this command's attack.
        let (facts, _) = facts_with(Some(300));
        assert_eq!(facts[9], thrown(&odds));
        assert!(has_exact(&facts, &[thrown(&odds), resolved]));
        assert!(facts_of_turn(1, |_, _| Err(())).is_ok_and(|facts| facts.is_empty()));
    }

    #[test]
    fn so_many_numbers_and_no_more_are_followed() {
        let odds = Distribution::binomial(1, 0.5);
        let mut redraws = Redraws::new(&[attack("A0", 1, &odds)], &[]);
        for unit in 0..1_000 {
            redraws.add(&[attack(&format!("A{unit}"), 1, &odds)]);
        }
        assert_eq!((redraws.report().len(), redraws.throws()), (MOST, 1_000));
        assert!(redraws.left_out());
    }
}
