//! Figures of one game, folded from its facts.
//!
//! [`GameStatistics`] takes facts one after the other and can be stored and taken up again at any point; what it
//! holds then is what a fold over all facts at once holds. [`GameStatistics::report`] works the figures out that
//! people read, exact percentiles of luck among them. A [`Gathering`] holds the figures of many games.

mod cards;
mod coverage;
mod gathering;
mod ledger;
mod losses;
mod milestones;
mod moments;
mod period;
mod report;
pub(crate) mod table;
mod threat;
mod unit;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use hindsight_kernel::{AttackResolved, DiceRolled, Fact, Moment, Seat, UnitInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use cards::{CardFigures, CardRow};
pub use coverage::{Coverage, Covered, RecordedTurns};
pub use gathering::{
    Amount, AttackSums, CheckSums, DamageSums, GatherBy, Gathering, GroupStatistics, LuckKind, LuckLedger,
};
pub use ledger::{AttackEntry, LuckFigures, LuckPoint, RollEntry};
pub use milestones::{Occurrences, TippingTurn};
pub use moments::{GreatestAmount, UnlikeliestTest};
pub use period::{Period, PeriodSeat, Stage};
pub use report::{DiceFavour, GameReport, MatrixRow, PurposeReport, SeatReport, UnitReport};
pub use table::CsvTable;
pub use threat::ThreatPoint;
pub use unit::{AttackTally, Checks, Damage, Ending, UnitStatistics};

/// The running figures of one game.
///
/// ```
/// use hindsight_kernel::{Fact, Moment, Seat};
/// use hindsight_reports::statistics::GameStatistics;
///
/// let mut game = GameStatistics::new();
/// let fact = Fact::Activated { unit: "A1".into(), seat: Seat::A, action: "march".into() };
/// game.fact(7, &Moment::default(), &fact);
/// assert_eq!(game.units["A1"].activations, 1);
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct GameStatistics {
    /// The version up to which the game was counted: that of the last fact, or a later one whose events told of none.
    pub version: u64,
    /// How many facts were taken.
    pub facts: u64,
    /// The turns that were recorded.
    #[serde(default)]
    pub coverage: Coverage,
    /// Whether the battle is over.
    #[serde(default)]
    pub is_over: bool,
    /// Figures of each unit by its id.
    pub units: BTreeMap<String, UnitStatistics>,
    /// What belongs to a seat and to no unit.
    pub seats: BTreeMap<Seat, SeatStatistics>,
    /// Every turn in which something happened, in order.
    pub periods: Vec<Period>,
    /// Every roll in order.
    pub dice: Vec<RollEntry>,
    /// Every attack in order.
    pub attacks: Vec<AttackEntry>,
    /// Damage by attacker and then by target.
    pub matrix: BTreeMap<String, BTreeMap<String, Damage>>,
    /// Each change of a seat's strength on the field.
    pub strength: Vec<StrengthPoint>,
    /// What each seat threatened at the end of each turn.
    pub threat: Vec<ThreatPoint>,
    /// Each change of the score.
    pub scores: Vec<ScorePoint>,
    /// When a unit first broke.
    #[serde(default)]
    pub first_break: Option<Stage>,
    /// Fights that ended without a winner.
    pub drawn_fights: u32,
    /// Counters of the system that belong to no unit and no seat.
    pub counters: BTreeMap<String, f64>,
}

/// What belongs to a seat and to no unit of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeatStatistics {
    /// What was spent, by its kind.
    pub spent: BTreeMap<String, f64>,
    /// What was chosen at each decision, and how often.
    pub decisions: BTreeMap<String, BTreeMap<String, u32>>,
    /// What its cards did, by card.
    #[serde(default)]
    pub cards: BTreeMap<String, CardFigures>,
    /// Faces shown by the seat's dice: by sides, then the count of each face from 1. Face 10 of a ten-sided die reads 0.
    pub faces: BTreeMap<u8, Vec<u32>>,
    /// Fights of several blows that were won.
    pub fights_won: u32,
    /// Damage dealt in such fights.
    pub fight_damage: u64,
    /// Counters of the system.
    pub counters: BTreeMap<String, f64>,
    /// The version at which each order was first given to a unit of the seat.
    pub ordered_at: BTreeMap<String, u64>,
    /// The version at which units of the seat first suffered damage of each cause.
    #[serde(default)]
    pub harmed_at: BTreeMap<String, u64>,
    /// The orders with which units of the seat began the battle: how often each, and where first.
    #[serde(default)]
    pub opening_orders: BTreeMap<String, Occurrences>,
    /// The faction abilities (decision `ability`) that the seat used: how often each, and where first.
    #[serde(default)]
    pub abilities: BTreeMap<String, Occurrences>,
    /// How often it came out whether an order succeeded, and how often it did.
    #[serde(default)]
    pub order_results: BTreeMap<String, OrderResults>,
    /// The version at which a unit of the seat first took each action.
    pub acted_at: BTreeMap<String, u64>,
    /// The version at which a unit of the seat first came into a fight.
    pub rushed_at: Option<u64>,
    /// The version at which one of them first charged.
    pub charged_at: Option<u64>,
    /// Of the fights with a winner in which its units took part, the one that did the most damage, the first of several.
    pub greatest_fight: Option<GreatestFight>,
    /// The morale test whose result was the least likely, the first of several.
    #[serde(default)]
    pub unlikeliest_test: Option<UnlikeliestTest>,
    /// The event at which most of each kind was spent at once, the first of several.
    #[serde(default)]
    pub spent_at: BTreeMap<String, GreatestAmount>,
    /// The event at which each counter rose most, the first of several.
    #[serde(default)]
    pub counted_at: BTreeMap<String, GreatestAmount>,
}

/// How often it came out whether an order succeeded, and how often it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct OrderResults {
    /// How often it came out.
    pub resolved: u32,
    /// How often it succeeded.
    pub succeeded: u32,
}

impl OrderResults {
    fn add(&mut self, succeeded: bool) {
        self.resolved = self.resolved.saturating_add(1);
        self.succeeded = self.succeeded.saturating_add(u32::from(succeeded));
    }

    /// These and others.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            resolved: self.resolved.saturating_add(other.resolved),
            succeeded: self.succeeded.saturating_add(other.succeeded),
        }
    }
}

/// The fight of a seat that did the most damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GreatestFight {
    /// The version at which it was decided.
    pub version: u64,
    /// Damage of all sides in it.
    pub damage: u64,
}

/// Strength of a seat on the field after a loss or a gain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StrengthPoint {
    /// The version whose fact changed it.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// Whose.
    pub seat: Seat,
    /// Points of its units, each in proportion to what is left of it.
    pub points: f64,
    /// The same as a share of what the seat began with, 0 to 1.
    pub share: f64,
}

/// A change of the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScorePoint {
    /// The version of the fact.
    pub version: u64,
    /// When.
    pub stage: Stage,
    /// The number of the side, from 1.
    pub side: u8,
    /// By how much.
    pub amount: f64,
    /// The total after it.
    pub total: f64,
    /// Why.
    pub reason: String,
}

/// The kind of what is spent where a card is played.
const CARD: &str = "card";
/// The counter of the points of units that rout when a turn ends, of systems whose units do.
const POINTS_ROUTING: &str = "points_routing";

impl GameStatistics {
    /// No unit and no fact yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes what the units are before the facts of an event: new ones whole, of known ones all but what is left of
    /// them, which their facts tell.
    ///
    /// Units come on the field at any time, and what they are may become known later: call it for every event.
    pub fn meet<'u>(&mut self, units: impl IntoIterator<Item = &'u UnitInfo>) {
        for info in units {
            match self.units.entry(info.id.clone()) {
                Entry::Occupied(mut known) => known.get_mut().name(info),
                Entry::Vacant(free) => free.insert(UnitStatistics::default()).absorb(info),
            }
        }
    }

    /// Takes the list of units: what new ones are, and what is left of known ones.
    ///
    /// Call it with those of the state that is reported on.
    pub fn absorb<'u>(&mut self, units: impl IntoIterator<Item = &'u UnitInfo>) {
        for info in units {
            self.units.entry(info.id.clone()).or_default().absorb(info);
        }
    }

    /// Says that the game was counted up to this version, whether or not its event told of a fact.
    pub fn counted_to(&mut self, version: u64) {
        self.version = self.version.max(version);
    }

    /// Takes the next fact: what happened at `version`, at that moment of the game.
    pub fn fact(&mut self, version: u64, moment: &Moment, fact: &Fact) {
        self.counted_to(version);
        self.facts += 1;
        let stage = Stage::of(moment);
        match fact {
            Fact::DiceRolled(rolled) => self.rolled(version, &stage, rolled),
            Fact::AttackResolved(attack) => self.attacked(version, stage, attack),
            Fact::DamageDealt(damage) => self.damaged(version, stage, damage),
            Fact::Restored(restored) => self.restored(version, stage, restored),
            Fact::Returned { unit, seat, share } => self.returned(version, stage, (unit, *seat), *share),
            Fact::UnitMoved {
                unit,
                seat,
                distance,
                kind,
                way: _,
            } => {
                let distance = sound(*distance);
                let of = self.unit(unit, *seat);
                of.moves += 1;
                of.distance += distance;
                *of.distance_by.entry(kind.clone()).or_default() += distance;
                self.period(&stage, *seat).distance += distance;
            }
            Fact::Activated { unit, seat, action } => {
                let of = self.unit(unit, *seat);
                of.activations += 1;
                *of.actions.entry(action.clone()).or_default() += 1;
                self.seat(*seat).acted_at.entry(action.clone()).or_insert(version);
                self.period(&stage, *seat).activations += 1;
            }
            Fact::OrderGiven { unit, seat, order } => {
                *self.unit(unit, *seat).orders.entry(order.clone()).or_default() += 1;
                self.period(&stage, *seat).orders += 1;
                if stage.turn == 0 {
                    let opening = &mut self.seat(*seat).opening_orders;
                    opening.entry(order.clone()).or_default().add_at(version);
                }
                self.seat(*seat)
                    .ordered_at
                    .entry(order.clone())
                    .or_insert(version);
            }
            Fact::OrderResolved {
                seat,
                order,
                succeeded,
                ..
            } => {
                let results = &mut self.seat(*seat).order_results;
                results.entry(order.clone()).or_default().add(*succeeded);
            }
            Fact::Spent { seat, of, on, amount } => {
                let amount = sound(*amount);
                let whose = self.seat(*seat);
                if of == CARD {
                    whose.cards.entry(on.clone()).or_default().played += amount;
                }
                *whose.spent.entry(of.clone()).or_default() += amount;
                GreatestAmount::note(&mut whose.spent_at, of, version, amount);
            }
            Fact::CardWorked {
                seat,
                card,
                hits,
                damage,
                passes,
            } => {
                let of = self.seat(*seat).cards.entry(card.clone()).or_default();
                of.hits += sound(*hits);
                of.damage += sound(*damage);
                of.passes += sound(*passes);
            }
            Fact::MoraleChecked {
                unit,
                seat,
                kind,
                need,
                rolled,
                passed,
                chance,
            } => {
                let passes = sound(*chance).clamp(0.0, 1.0);
                let test = UnlikeliestTest {
                    version,
                    chance: if *passed { passes } else { 1.0 - passes },
                };
                let of_seat = &mut self.seat(*seat).unlikeliest_test;
                *of_seat = Some(of_seat.map_or(test, |known| known.or_less_likely(test)));
                let of = self.unit(unit, *seat);
                let of_kind = of.unlikeliest_tests.entry(kind.clone()).or_insert(test);
                *of_kind = of_kind.or_less_likely(test);
                let checks = of.checks.entry(kind.clone()).or_default();
                checks.taken += 1;
                checks.passed += u32::from(*passed);
                checks.expected += passes;
                checks.needed += i64::from(*need);
                checks.rolled += i64::from(*rolled);
            }
            Fact::Broken { unit, seat } => {
                self.unit(unit, *seat).broken += 1;
                self.first_break.get_or_insert(stage);
            }
            Fact::TurnPassed {
                unit,
                seat,
                in_combat,
                without_order,
            } => {
                let of = self.unit(unit, *seat);
                of.turns += 1;
                of.turns_in_combat += u32::from(*in_combat);
                of.turns_without_order += u32::from(*without_order);
            }
            Fact::Rallied { unit, seat } => self.unit(unit, *seat).rallied += 1,
            Fact::Destroyed {
                unit,
                seat,
                points,
                cause,
                by,
            } => {
                self.destroyed(
                    version,
                    stage,
                    (unit, *seat),
                    sound(*points),
                    cause,
                    by.as_deref(),
                );
            }
            Fact::Engaged {
                unit,
                seat,
                with,
                direction,
                charge,
            } => {
                let of = self.unit(unit, *seat);
                of.first_engaged.get_or_insert_with(|| stage.clone());
                of.engagements += 1;
                *of.engaged_from.entry(direction.clone()).or_default() += 1;
                of.charges_made += u32::from(*charge);
                let whose = self.seat(*seat);
                whose.rushed_at.get_or_insert(version);
                if *charge {
                    whose.charged_at.get_or_insert(version);
                }
                let target = self.units.entry(with.clone()).or_default();
                target.first_engaged.get_or_insert(stage);
                target.was_engaged += 1;
                target.charges_received += u32::from(*charge);
            }
            Fact::FightEnded {
                units,
                damage,
                winner,
            } => {
                for unit in units {
                    let of = self.units.entry(unit.clone()).or_default();
                    of.fights += 1;
                    if winner.is_some() && of.seat == *winner {
                        of.fights_won += 1;
                    }
                }
                let whole = damage.iter().map(|(_, dealt)| u64::from(*dealt)).sum();
                for (seat, dealt) in damage {
                    let of = self.seat(*seat);
                    of.fight_damage += u64::from(*dealt);
                    if winner.is_some() && of.greatest_fight.is_none_or(|known| whole > known.damage) {
                        of.greatest_fight = Some(GreatestFight {
                            version,
                            damage: whole,
                        });
                    }
                }
                match winner {
                    Some(seat) => self.seat(*seat).fights_won += 1,
                    None => self.drawn_fights += 1,
                }
            }
            Fact::Decided {
                seat,
                decision,
                choice,
            } => {
                let choices = self.seat(*seat).decisions.entry(decision.clone()).or_default();
                *choices.entry(choice.clone()).or_default() += 1;
                if decision == "ability" {
                    let used = &mut self.seat(*seat).abilities;
                    used.entry(choice.clone()).or_default().add_at(version);
                }
            }
            Fact::Scored {
                side,
                amount,
                total,
                reason,
            } => self.scores.push(ScorePoint {
                version,
                stage,
                side: side.0,
                amount: sound(*amount),
                total: sound(*total),
                reason: reason.clone(),
            }),
            Fact::Counted {
                counter,
                unit,
                seat,
                amount,
            } => {
                let amount = sound(*amount);
                if let (POINTS_ROUTING, Some(seat)) = (counter.as_str(), seat) {
                    self.is_routing(&stage, *seat, amount);
                }
                let mut of_all = BTreeMap::new();
                let (counters, counted_at) = match (unit, seat) {
                    (Some(unit), seat) => {
                        let of = self.units.entry(unit.clone()).or_default();
                        of.seat = of.seat.or(*seat);
                        (&mut of.counters, &mut of.counted_at)
                    }
                    (None, Some(seat)) => {
                        let whose = self.seat(*seat);
                        (&mut whose.counters, &mut whose.counted_at)
                    }
                    (None, None) => (&mut self.counters, &mut of_all),
                };
                *counters.entry(counter.clone()).or_default() += amount;
                GreatestAmount::note(counted_at, counter, version, amount);
            }
        }
    }

    fn rolled(&mut self, version: u64, stage: &Stage, rolled: &DiceRolled) {
        let dice = rolled.roll.dice() as u32;
        let faces = self.seat(rolled.seat).faces.entry(rolled.roll.sides).or_default();
        for &face in &rolled.roll.faces {
            let place = usize::from(face.saturating_sub(1));
            if faces.len() <= place {
                faces.resize(place + 1, 0);
            }
            faces[place] += 1;
        }
        if let Some(unit) = &rolled.unit {
            let of = self.unit(unit, rolled.seat);
            of.rolls += 1;
            of.dice += dice;
        }
        let entry = RollEntry::of(version, stage.clone(), rolled);
        let period = self.period(stage, rolled.seat);
        period.dice += dice;
        if !entry.is_roll_off() {
            period.luck += entry.surplus;
        }
        self.dice.push(entry);
    }

    fn attacked(&mut self, version: u64, stage: Stage, attack: &AttackResolved) {
        let mean = attack.expected.mean();
        let of = self.unit(&attack.unit, attack.seat);
        of.attacks
            .entry(attack.kind.clone())
            .or_default()
            .add(attack, mean);
        let target = self.units.entry(attack.against.clone()).or_default();
        target
            .attacked
            .entry(attack.kind.clone())
            .or_default()
            .add(attack, mean);
        if attack.ranged {
            target.under_fire.insert(stage.turn);
        }
        let period = self.period(&stage, attack.seat);
        period.attacks += 1;
        period.hits += attack.hits;
        self.attacks.push(AttackEntry {
            version,
            stage,
            unit: attack.unit.clone(),
            seat: attack.seat,
            against: attack.against.clone(),
            kind: attack.kind.clone(),
            dice: attack.dice,
            hits: attack.hits,
            saved: attack.saved,
            damage: attack.damage,
            surplus: attack.surplus,
            expected: attack.expected.clone(),
        });
    }

    fn unit(&mut self, id: &str, seat: Seat) -> &mut UnitStatistics {
        if !self.units.contains_key(id) {
            self.units.insert(id.to_owned(), UnitStatistics::default());
        }
        let of = self.units.get_mut(id).expect("it has just been put there");
        of.seat.get_or_insert(seat);
        of
    }

    fn seat(&mut self, seat: Seat) -> &mut SeatStatistics {
        self.seats.entry(seat).or_default()
    }

    fn period(&mut self, stage: &Stage, seat: Seat) -> &mut PeriodSeat {
        let is_same = |period: &Period| period.round == stage.round && period.turn == stage.turn;
        let place = self.periods.iter().rposition(is_same).unwrap_or_else(|| {
            self.periods.push(Period {
                round: stage.round,
                turn: stage.turn,
                seats: BTreeMap::new(),
            });
            self.periods.len() - 1
        });
        self.periods[place].seats.entry(seat).or_default()
    }
}

/// A number that can be added up; what is none counts as 0.
fn sound(value: f64) -> f64 {
    if value.is_finite() {
        value.clamp(-1e12, 1e12)
    } else {
        0.0
    }
}
