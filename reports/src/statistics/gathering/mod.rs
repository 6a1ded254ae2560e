//! Figures of many games: by player, by army, by type of unit.
//!
//! A [`Gathering`] takes the figures of one game after the other, and gatherings made apart can be merged: in
//! whatever order and grouping that is done, the outcome is the same to the last bit. For that, sums of fractions are
//! kept in whole millionths, and luck as a count of every kind of roll, from which the exact distribution of all
//! of them together is worked out when somebody asks.

mod luck;
mod sums;

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameStatistics, UnitStatistics};
pub use luck::{LuckKind, LuckLedger};
pub use sums::{Amount, AttackSums, CheckSums, DamageSums};

/// The key by which the figures of many games are gathered.
#[derive(Debug, Clone, Copy)]
pub enum GatherBy<'n> {
    /// By who played: the name of each seat in this game; a seat without one is left out.
    Player(&'n BTreeMap<Seat, String>),
    /// By faction. Rolls for no unit belong to a seat's army if all its units are of one.
    Army,
    /// By the card of the unit. Rolls for no unit belong nowhere.
    Card,
    /// By the kind of unit: `infantry`, `cavalry` ... Rolls for no unit belong nowhere.
    Kind,
}

/// Figures of many games in groups.
///
/// ```
/// use hindsight_kernel::{Fact, Moment, Seat};
/// use hindsight_reports::statistics::{GameStatistics, GatherBy, Gathering};
///
/// let mut game = GameStatistics::new();
/// let fact = Fact::Activated { unit: "A1".into(), seat: Seat::A, action: "march".into() };
/// game.fact(7, &Moment::default(), &fact);
/// let names = [(Seat::A, "Ann".to_owned())].into();
///
/// let (mut one, mut other) = (Gathering::default(), Gathering::default());
/// one.add(&game, GatherBy::Player(&names));
/// other.add(&game, GatherBy::Player(&names));
/// one.merge(&other);
/// assert_eq!((one.games, one.groups["Ann"].activations), (2, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Gathering {
    /// How many games were taken.
    pub games: u64,
    /// Figures of each group by its name.
    pub groups: BTreeMap<String, GroupStatistics>,
}

/// Figures of one player, army or type of unit over many games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct GroupStatistics {
    /// Games in which it took part.
    pub games: u64,
    /// Units it had.
    pub units: u64,
    /// Units it lost.
    pub lost: u64,
    /// Points they cost.
    pub points: Amount,
    /// Points that were left of them.
    pub points_left: Amount,
    /// Activations.
    pub activations: u64,
    /// Moves.
    pub moves: u64,
    /// Board units moved.
    pub distance: Amount,
    /// Rolls.
    pub rolls: u64,
    /// Dice.
    pub dice: u64,
    /// Attacks made.
    pub attack: AttackSums,
    /// Attacks suffered.
    pub defence: AttackSums,
    /// Damage dealt.
    pub dealt: DamageSums,
    /// Damage taken.
    pub taken: DamageSums,
    /// Units destroyed.
    pub kills: u64,
    /// What they were worth.
    pub points_destroyed: Amount,
    /// Charges made.
    pub charges_made: u64,
    /// Charges received.
    pub charges_received: u64,
    /// Morale tests.
    pub morale: CheckSums,
    /// How often its units broke.
    pub broken: u64,
    /// How often they rallied.
    pub rallied: u64,
    /// Faces its dice showed: by sides, then the count of each face from 1.
    pub faces: BTreeMap<u8, Vec<u64>>,
    /// Counters of the systems.
    pub counters: BTreeMap<String, Amount>,
    /// Every kind of roll it threw.
    pub luck: LuckLedger,
    /// Every kind of attack it made, by the damage it could do.
    pub damage_luck: LuckLedger,
}

impl Gathering {
    /// Takes the figures of one game.
    pub fn add(&mut self, game: &GameStatistics, by: GatherBy<'_>) {
        self.games += 1;
        let mut seen = BTreeSet::new();
        for unit in game.units.values() {
            if let Some(name) = name_of(by, game, unit.seat, Some(unit)) {
                self.group(&mut seen, name).unit(unit);
            }
        }
        for entry in &game.dice {
            let unit = entry.unit.as_ref().and_then(|unit| game.units.get(unit));
            if let Some(name) = name_of(by, game, Some(entry.seat), unit) {
                let group = self.group(&mut seen, name);
                group.rolls += 1;
                group.dice += entry.dice() as u64;
                let faces = group.faces.entry(entry.sides).or_default();
                for &face in &entry.faces {
                    let place = usize::from(face.saturating_sub(1));
                    if faces.len() <= place {
                        faces.resize(place + 1, 0);
                    }
                    faces[place] += 1;
                }
                if entry.high_is_good {
                    group.luck.add(&entry.expected, entry.result);
                } else {
                    group
                        .luck
                        .add(&entry.expected.negate(), entry.result.saturating_neg());
                }
            }
        }
        for entry in &game.attacks {
            let unit = game.units.get(&entry.unit);
            if let Some(name) = name_of(by, game, Some(entry.seat), unit) {
                let damage = i32::try_from(entry.damage).unwrap_or(i32::MAX);
                self.group(&mut seen, name)
                    .damage_luck
                    .add(&entry.expected, damage);
            }
        }
        for (seat, of) in &game.seats {
            if of.counters.is_empty() {
                continue;
            }
            if let Some(name) = name_of(by, game, Some(*seat), None) {
                self.group(&mut seen, name).count(&of.counters);
            }
        }
    }

    /// Takes everything that another gathering took.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (name, group) in &other.groups {
            match self.groups.get_mut(name) {
                Some(own) => own.merge(group),
                None => {
                    self.groups.insert(name.clone(), group.clone());
                }
            }
        }
    }

    fn group<'n>(&mut self, seen: &mut BTreeSet<&'n str>, name: &'n str) -> &mut GroupStatistics {
        if !self.groups.contains_key(name) {
            self.groups.insert(name.to_owned(), GroupStatistics::default());
        }
        let group = self.groups.get_mut(name).expect("it has just been put there");
        group.games += u64::from(seen.insert(name));
        group
    }
}

/// The group of what a seat did with a unit or without one.
fn name_of<'n>(
    by: GatherBy<'n>,
    game: &'n GameStatistics,
    seat: Option<Seat>,
    unit: Option<&'n UnitStatistics>,
) -> Option<&'n str> {
    let name = match by {
        GatherBy::Player(names) => names.get(&seat?)?,
        GatherBy::Army => match unit {
            Some(unit) => &unit.faction,
            None => only_army(game, seat?)?,
        },
        GatherBy::Card => &unit?.card,
        GatherBy::Kind => &unit?.kind,
    };
    (!name.is_empty()).then_some(name)
}

/// The faction of all units of a seat, if they have one in common.
fn only_army(game: &GameStatistics, seat: Seat) -> Option<&str> {
    let mut factions = game
        .units
        .values()
        .filter(|unit| unit.seat == Some(seat))
        .map(|unit| unit.faction.as_str());
    let first = factions.next()?;
    factions.all(|other| other == first).then_some(first)
}

impl GroupStatistics {
    /// The share that was left of the points, 0 to 1; nothing where nothing cost any.
    pub fn survival(&self) -> Option<f64> {
        ratio(self.points_left, self.points)
    }

    /// Points of damage dealt for each point it cost.
    pub fn points_per_point(&self) -> Option<f64> {
        ratio(self.dealt.worth, self.points)
    }

    fn unit(&mut self, unit: &UnitStatistics) {
        self.units += 1;
        self.lost += u64::from(unit.ending.is_some());
        self.points += unit.points.into();
        self.points_left += (unit.points * unit.survival()).into();
        self.activations += u64::from(unit.activations);
        self.moves += u64::from(unit.moves);
        self.distance += unit.distance.into();
        for tally in unit.attacks.values() {
            self.attack.add(&AttackSums::from(tally));
        }
        for tally in unit.attacked.values() {
            self.defence.add(&AttackSums::from(tally));
        }
        self.dealt.add(&DamageSums::from(&unit.dealt));
        self.taken.add(&DamageSums::from(&unit.taken));
        self.kills += u64::from(unit.kills);
        self.points_destroyed += unit.points_destroyed.into();
        self.charges_made += u64::from(unit.charges_made);
        self.charges_received += u64::from(unit.charges_received);
        for checks in unit.checks.values() {
            self.morale.add(&CheckSums::from(checks));
        }
        self.broken += u64::from(unit.broken);
        self.rallied += u64::from(unit.rallied);
        self.count(&unit.counters);
    }

    fn count(&mut self, counters: &BTreeMap<String, f64>) {
        for (name, amount) in counters {
            *self.counters.entry(name.clone()).or_default() += (*amount).into();
        }
    }

    /// Takes everything that other figures hold.
    pub fn merge(&mut self, other: &Self) {
        // Named one by one, so that a new figure is not forgotten here.
        let Self {
            games,
            units,
            lost,
            points,
            points_left,
            activations,
            moves,
            distance,
            rolls,
            dice,
            attack,
            defence,
            dealt,
            taken,
            kills,
            points_destroyed,
            charges_made,
            charges_received,
            morale,
            broken,
            rallied,
            faces,
            counters,
            luck,
            damage_luck,
        } = other;
        self.games += games;
        self.units += units;
        self.lost += lost;
        self.points += *points;
        self.points_left += *points_left;
        self.activations += activations;
        self.moves += moves;
        self.distance += *distance;
        self.rolls += rolls;
        self.dice += dice;
        self.attack.add(attack);
        self.defence.add(defence);
        self.dealt.add(dealt);
        self.taken.add(taken);
        self.kills += kills;
        self.points_destroyed += *points_destroyed;
        self.charges_made += charges_made;
        self.charges_received += charges_received;
        self.morale.add(morale);
        self.broken += broken;
        self.rallied += rallied;
        for (sides, counts) in faces {
            let own = self.faces.entry(*sides).or_default();
            if own.len() < counts.len() {
                own.resize(counts.len(), 0);
            }
            for (own, more) in own.iter_mut().zip(counts) {
                *own += more;
            }
        }
        for (name, amount) in counters {
            *self.counters.entry(name.clone()).or_default() += *amount;
        }
        self.luck.merge(luck);
        self.damage_luck.merge(damage_luck);
    }
}

fn ratio(of: Amount, to: Amount) -> Option<f64> {
    let to = f64::from(to);
    (to > 0.0).then(|| f64::from(of) / to)
}
