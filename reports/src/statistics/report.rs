//! The figures that people read, worked out from the running ones.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::{AttackTally, Checks, Damage, UnitStatistics};
use super::{
    GameStatistics, LuckFigures, Period, RecordedTurns, RollEntry, ScorePoint, Stage, StrengthPoint,
    ThreatPoint, TippingTurn,
};

/// Everything there is to know of a game in figures, except the single rolls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameReport {
    /// The version of the game up to which these are counted.
    pub version: u64,
    /// Whether units lose part of their strength at a time. Where they only stand or fall, figures of damage dealt, taken and
    /// restored are 0 and say nothing.
    #[serde(default)]
    pub tells_damage: bool,
    /// The turns that the record tells of: what is said of dice, luck and decisions is said of those.
    #[serde(default)]
    pub coverage: RecordedTurns,
    /// Each seat.
    pub seats: Vec<SeatReport>,
    /// Each unit, by seat and id.
    pub units: Vec<UnitReport>,
    /// Each turn.
    pub periods: Vec<Period>,
    /// Damage by attacker and target.
    pub matrix: Vec<MatrixRow>,
    /// Rolls by purpose and seat.
    pub purposes: Vec<PurposeReport>,
    /// Each change of a seat's strength.
    pub strength: Vec<StrengthPoint>,
    /// What each seat threatened at the end of each turn; nothing where the system does not tell.
    pub threat: Vec<ThreatPoint>,
    /// Each change of the score.
    pub scores: Vec<ScorePoint>,
    /// When units first came into a fight.
    #[serde(default)]
    pub first_engaged: Option<Stage>,
    /// When a unit first broke.
    #[serde(default)]
    pub first_break: Option<Stage>,
    /// The turn in which the balance of points on the field changed most.
    #[serde(default)]
    pub tipping_turn: Option<TippingTurn>,
    /// Counters of the system that belong to no unit and no seat.
    pub counters: BTreeMap<String, f64>,
}

/// One unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitReport {
    /// Its id.
    pub unit: String,
    /// Everything counted.
    #[serde(flatten)]
    pub figures: UnitStatistics,
    /// All its attacks together.
    pub attack: AttackTally,
    /// All attacks on it together.
    pub defence: AttackTally,
    /// All its morale tests together.
    pub morale: Checks,
    /// The luck of all dice thrown for it.
    pub luck: LuckFigures,
    /// The damage of its attacks against what they should have done.
    pub damage_luck: LuckFigures,
    /// What is left of it, 0 to 1.
    pub survival: f64,
    /// Points of damage dealt for each point it cost; nothing for a unit that cost none.
    pub points_per_point: Option<f64>,
    /// Points of damage dealt less points of damage taken; nothing in a game without damage.
    pub net_worth: Option<f64>,
    /// Of the points of each unit destroyed, its share of the wounds that enemies dealt to that unit.
    #[serde(default)]
    pub points_by_share: f64,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatReport {
    /// Whose.
    pub seat: Seat,
    /// Units it had.
    pub units: u32,
    /// Units it lost.
    pub lost: u32,
    /// Points it began with.
    pub points: f64,
    /// What is left of them, 0 to 1.
    pub survival: f64,
    /// Activations.
    pub activations: u32,
    /// Board units moved.
    pub distance: f64,
    /// Rolls, with those for no unit.
    pub rolls: u32,
    /// Dice, with those for no unit.
    pub dice: u32,
    /// All attacks together.
    pub attack: AttackTally,
    /// Damage dealt by its units.
    pub dealt: Damage,
    /// Damage taken.
    pub taken: Damage,
    /// Strength that its units regained.
    #[serde(default)]
    pub restored: Damage,
    /// Units destroyed.
    pub kills: u32,
    /// What they were worth.
    pub points_destroyed: f64,
    /// Points of damage dealt for each point it began with.
    pub points_per_point: Option<f64>,
    /// Points of damage dealt less points of damage taken; nothing in a game without damage.
    #[serde(default)]
    pub net_worth: Option<f64>,
    /// Of the points of each unit destroyed, the share of its units in the wounds that enemies dealt to that unit.
    #[serde(default)]
    pub points_by_share: f64,
    /// Units whose one order lasted all game: until the end, or until they were destroyed with it.
    #[serde(default)]
    pub orders_kept: u32,
    /// Charges made.
    pub charges_made: u32,
    /// Charges received.
    pub charges_received: u32,
    /// Morale tests.
    pub morale: Checks,
    /// Luck of all its dice, but those that decided who begins or chooses.
    pub luck: LuckFigures,
    /// Damage of its attacks against what they should have done.
    pub damage_luck: LuckFigures,
    /// Fights of several blows it won.
    pub fights_won: u32,
    /// What it spent, by kind.
    pub spent: BTreeMap<String, f64>,
    /// What it chose at each decision.
    pub decisions: BTreeMap<String, BTreeMap<String, u32>>,
    /// What its cards did, by card.
    #[serde(default)]
    pub cards: BTreeMap<String, super::CardFigures>,
    /// Faces its dice showed: by sides, then the count of each face from 1. Face 10 of a ten-sided die reads 0.
    pub faces: BTreeMap<u8, Vec<u32>>,
    /// Counters of the system, its units' included.
    pub counters: BTreeMap<String, f64>,
}

/// Damage of one unit on another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatrixRow {
    /// Who dealt it.
    pub by: String,
    /// Who took it.
    pub against: String,
    /// How much.
    pub damage: Damage,
}

/// All rolls of one seat for one purpose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurposeReport {
    /// What for.
    pub purpose: String,
    /// Whose.
    pub seat: Seat,
    /// How lucky they were.
    pub luck: LuckFigures,
    /// Share of this purpose in the spread (variance) of the luck of all dice of the seat, 0 to 1: rolls of different kinds count
    /// by their results, so a sum of three dice weighs more than one hit.
    #[serde(default)]
    pub weight: f64,
}

/// The seat whom the dice of a battle favoured or failed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DiceFavour<'r> {
    /// No dice of the battle were thrown.
    Unknown,
    /// Every seat is within a tenth of the middle.
    Even,
    /// The luckiest seat, above the middle by more than a tenth.
    Lucky(&'r SeatReport),
    /// The unluckiest seat, below the middle by more than a tenth, where nobody was lucky.
    Unlucky(&'r SeatReport),
}

impl GameReport {
    /// Whom the dice favoured, by the percentiles of the seats' luck.
    pub fn dice_favour(&self) -> DiceFavour<'_> {
        let threw = || self.seats.iter().filter(|seat| seat.luck.rolls > 0);
        let by_luck =
            |one: &&SeatReport, other: &&SeatReport| one.luck.percentile.total_cmp(&other.luck.percentile);
        match (threw().max_by(by_luck), threw().min_by(by_luck)) {
            (Some(best), _) if best.luck.percentile > 0.6 => DiceFavour::Lucky(best),
            (_, Some(worst)) if worst.luck.percentile < 0.4 => DiceFavour::Unlucky(worst),
            (Some(_), _) => DiceFavour::Even,
            (None, _) => DiceFavour::Unknown,
        }
    }
}

fn ratio(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}

fn sum_checks<'c>(checks: impl IntoIterator<Item = &'c Checks>) -> Checks {
    checks.into_iter().fold(Checks::default(), |sum, one| Checks {
        taken: sum.taken + one.taken,
        passed: sum.passed + one.passed,
        expected: sum.expected + one.expected,
        needed: sum.needed + one.needed,
        rolled: sum.rolled + one.rolled,
    })
}

impl UnitStatistics {
    /// The share of it that is left, 0 to 1.
    pub fn survival(&self) -> f64 {
        if self.ending.is_some() || !self.alive {
            0.0
        } else {
            self.strength
        }
    }
}

impl GameStatistics {
    /// The figures that people read.
    pub fn report(&self) -> GameReport {
        let shares = self.points_by_share();
        let share = |id: &str| shares.get(id).copied().unwrap_or(0.0);
        let mut units: Vec<UnitReport> = self
            .units
            .iter()
            .map(|(id, unit)| self.unit_report(id, unit, share(id)))
            .collect();
        units.sort_by(|one, other| (one.figures.seat, &one.unit).cmp(&(other.figures.seat, &other.unit)));
        let seats: BTreeSet<Seat> = self
            .units
            .values()
            .filter_map(|unit| unit.seat)
            .chain(self.seats.keys().copied())
            .chain(self.dice.iter().map(|entry| entry.seat))
            .collect();
        let purposes: BTreeSet<(&str, Seat)> = self
            .rolls_of_battle()
            .map(|entry| (entry.purpose.as_str(), entry.seat))
            .collect();
        GameReport {
            version: self.version,
            tells_damage: self.tells_damage(),
            coverage: self.coverage.recorded(self.is_over),
            seats: seats
                .into_iter()
                .map(|seat| self.seat_report(seat, &units))
                .collect(),
            units,
            periods: self.periods.clone(),
            matrix: self.matrix_rows(),
            purposes: purposes
                .into_iter()
                .map(|(purpose, seat)| {
                    let luck = self.luck(|entry| entry.seat == seat && entry.purpose == purpose);
                    let own = self.rolls_of_battle().filter(|entry| entry.seat == seat);
                    let whole: f64 = own.map(|entry| entry.expected.variance()).sum();
                    PurposeReport {
                        purpose: purpose.to_owned(),
                        seat,
                        weight: ratio(luck.deviation.powi(2), whole).unwrap_or(0.0),
                        luck,
                    }
                })
                .collect(),
            strength: self.strength.clone(),
            threat: self.threat.clone(),
            scores: self.scores.clone(),
            first_engaged: self.first_engaged(),
            first_break: self.first_break.clone(),
            tipping_turn: self.tipping_turn(),
            counters: self.counters.clone(),
        }
    }

    pub(super) fn matrix_rows(&self) -> Vec<MatrixRow> {
        let rows = self
            .matrix
            .iter()
            .flat_map(|(by, row)| row.iter().map(move |cell| (by, cell)));
        rows.map(|(by, (against, damage))| MatrixRow {
            by: by.clone(),
            against: against.clone(),
            damage: *damage,
        })
        .collect()
    }

    fn unit_report(&self, id: &str, unit: &UnitStatistics, points_by_share: f64) -> UnitReport {
        let tells_damage = self.tells_damage();
        UnitReport {
            unit: id.to_owned(),
            attack: AttackTally::sum(unit.attacks.values()),
            defence: AttackTally::sum(unit.attacked.values()),
            morale: sum_checks(unit.checks.values()),
            luck: self.luck(|entry| entry.unit.as_deref() == Some(id)),
            damage_luck: self.damage_luck(|entry| entry.unit == id),
            survival: unit.survival(),
            points_per_point: ratio(unit.dealt.worth, unit.points).filter(|_| tells_damage),
            net_worth: tells_damage.then_some(unit.dealt.worth - unit.taken.worth),
            points_by_share,
            figures: unit.clone(),
        }
    }

    fn seat_report(&self, seat: Seat, units: &[UnitReport]) -> SeatReport {
        let own: Vec<&UnitReport> = units
            .iter()
            .filter(|unit| unit.figures.seat == Some(seat))
            .collect();
        let nothing = super::SeatStatistics::default();
        let of_seat = self.seats.get(&seat).unwrap_or(&nothing);
        let thrown: Vec<&RollEntry> = self.dice.iter().filter(|entry| entry.seat == seat).collect();
        let [mut dealt, mut taken, mut restored] = [Damage::default(); 3];
        let mut counters = of_seat.counters.clone();
        for unit in &own {
            dealt.add(&unit.figures.dealt);
            taken.add(&unit.figures.taken);
            restored.add(&unit.figures.restored);
            for (name, amount) in &unit.figures.counters {
                *counters.entry(name.clone()).or_default() += amount;
            }
        }
        let points: f64 = own.iter().map(|unit| unit.figures.points).sum();
        let left: f64 = own.iter().map(|unit| unit.figures.points * unit.survival).sum();
        SeatReport {
            seat,
            units: own.len() as u32,
            lost: own.iter().filter(|unit| unit.figures.ending.is_some()).count() as u32,
            points,
            survival: ratio(left, points).unwrap_or(0.0),
            activations: own.iter().map(|unit| unit.figures.activations).sum(),
            distance: own.iter().map(|unit| unit.figures.distance).sum(),
            rolls: thrown.len() as u32,
            dice: thrown.iter().map(|entry| entry.dice() as u32).sum(),
            attack: AttackTally::sum(own.iter().map(|unit| &unit.attack)),
            dealt,
            taken,
            restored,
            kills: own.iter().map(|unit| unit.figures.kills).sum(),
            points_destroyed: own.iter().map(|unit| unit.figures.points_destroyed).sum(),
            points_per_point: ratio(dealt.worth, points).filter(|_| self.tells_damage()),
            net_worth: self.tells_damage().then_some(dealt.worth - taken.worth),
            points_by_share: own.iter().map(|unit| unit.points_by_share).sum(),
            orders_kept: own.iter().filter(|unit| unit.figures.kept_its_order()).count() as u32,
            charges_made: own.iter().map(|unit| unit.figures.charges_made).sum(),
            charges_received: own.iter().map(|unit| unit.figures.charges_received).sum(),
            morale: sum_checks(own.iter().map(|unit| &unit.morale)),
            luck: self.luck(|entry| entry.seat == seat),
            damage_luck: self.damage_luck(|entry| entry.seat == seat),
            fights_won: of_seat.fights_won,
            spent: of_seat.spent.clone(),
            decisions: of_seat.decisions.clone(),
            cards: of_seat.cards.clone(),
            faces: of_seat.faces.clone(),
            counters,
        }
    }
}
