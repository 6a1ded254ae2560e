//! Figures as CSV: stable columns, one header line, a full stop as decimal point.
//!
//! Each column stands beside what fills it, and columns that several tables share are listed once.
//! A text that a spreadsheet would take for a formula gets an apostrophe before it.

pub(crate) mod column;

use hindsight_kernel::{Seat, counted_in_words};

use super::unit::{AttackTally, Damage};
use super::{
    AttackEntry, CardRow, GameStatistics, LuckFigures, MatrixRow, PeriodSeat, RollEntry, SeatReport, Stage,
    ThreatPoint, UnitReport,
};
use column::{Cell, Column, flag, maybe, number, text, whole};

/// Which table is written.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CsvTable {
    /// A line for each unit.
    Units,
    /// A line for each seat.
    Seats,
    /// A line for each seat in each turn.
    Periods,
    /// A line for each pair of units of which one damaged the other.
    Matrix,
    /// A line for each roll.
    Dice,
    /// A line for each attack.
    Attacks,
    /// A line for each card that a seat played.
    Cards,
    /// A line for each counter of the system: of a unit, of a seat, or of the whole game.
    Counters,
}

impl CsvTable {
    /// The columns, in order.
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            Self::Units => names(UNITS),
            Self::Seats => names(SEATS),
            Self::Periods => names(PERIODS),
            Self::Matrix => names(MATRIX),
            Self::Dice => names(DICE),
            Self::Attacks => names(ATTACKS),
            Self::Cards => names(CARDS),
            Self::Counters => names(COUNTERS),
        }
    }
}

impl GameStatistics {
    /// A table of the game as CSV, with a header line.
    pub fn csv(&self, table: CsvTable) -> String {
        match table {
            CsvTable::Units => write(UNITS, &self.report().units),
            CsvTable::Seats => write(SEATS, &self.report().seats),
            CsvTable::Periods => write(PERIODS, &self.period_lines()),
            CsvTable::Matrix => write(MATRIX, &self.matrix_rows()),
            CsvTable::Dice => write(DICE, &self.dice),
            CsvTable::Attacks => write(ATTACKS, &self.attacks),
            CsvTable::Cards => write(CARDS, &self.card_rows()),
            CsvTable::Counters => write(COUNTERS, &self.counter_lines()),
        }
    }

    /// Every counter of each unit, then of each seat, then of the game.
    fn counter_lines(&self) -> Vec<CounterLine> {
        let line = |unit: &str, seat, (counter, amount): (&String, &f64)| CounterLine {
            unit: unit.to_owned(),
            seat,
            counter: counter.clone(),
            amount: *amount,
        };
        let mut lines = Vec::new();
        for (id, unit) in &self.units {
            lines.extend(unit.counters.iter().map(|one| line(id, unit.seat, one)));
        }
        for (seat, of) in &self.seats {
            lines.extend(of.counters.iter().map(|one| line("", Some(*seat), one)));
        }
        lines.extend(self.counters.iter().map(|one| line("", None, one)));
        lines
    }

    fn period_lines(&self) -> Vec<PeriodLine> {
        let lines = self.periods.iter().flat_map(|period| {
            period
                .seats
                .iter()
                .map(|(seat, of)| (period.round, period.turn, *seat, of))
        });
        let threat = |turn: u32, seat: Seat| {
            let mut points = self.threat.iter();
            points
                .find(|point| point.stage.turn == turn && point.seat == seat)
                .cloned()
        };
        let tells_damage = self.tells_damage();
        lines
            .map(|(round, turn, seat, of)| PeriodLine {
                round,
                turn,
                seat,
                of: of.clone(),
                tells_damage,
                threat: threat(turn, seat),
                points_lost: self.points_lost_in(turn, seat),
            })
            .collect()
    }
}

/// A part of a table's columns.
enum Part<T: 'static> {
    /// Its own.
    Own(&'static [Column<T>]),
    /// Those of a fight, which units and seats have in common.
    Fight(fn(&T) -> Fight),
    /// Those of damage dealt and taken.
    Blows(fn(&T) -> Blows),
    /// When something happened.
    When(fn(&T) -> (u64, Stage)),
}

use Part::{Blows as OfBlows, Fight as OfFight, Own, When};

fn names<T>(parts: &[Part<T>]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for part in parts {
        match part {
            Own(columns) => names.extend(columns.iter().map(|column| column.0)),
            OfFight(_) => names.extend(FIGHT.iter().map(|column| column.0)),
            OfBlows(_) => names.extend(BLOWS.iter().map(|column| column.0)),
            When(_) => names.extend(WHEN.iter().map(|column| column.0)),
        }
    }
    names
}

fn cells<T>(parts: &[Part<T>], row: &T) -> Vec<Cell> {
    let mut cells = Vec::new();
    for part in parts {
        match part {
            Own(columns) => cells.extend(columns.iter().map(|column| column.1(row))),
            OfFight(of) => {
                let fight = of(row);
                cells.extend(FIGHT.iter().map(|column| column.1(&fight)));
            }
            OfBlows(of) => {
                let blows = of(row);
                cells.extend(BLOWS.iter().map(|column| column.1(&blows)));
            }
            When(of) => {
                let when = of(row);
                cells.extend(WHEN.iter().map(|column| column.1(&when)));
            }
        }
    }
    cells
}

fn write<T>(parts: &[Part<T>], rows: &[T]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(names(parts))
        .expect("a vector takes every byte");
    for row in rows {
        writer
            .write_record(cells(parts, row))
            .expect("every line has as many cells as the header");
    }
    let bytes = writer.into_inner().expect("a vector takes every byte");
    String::from_utf8(bytes).expect("cells are text")
}

/// Damage dealt and taken; nothing in a game without damage.
type Blows = Option<(Damage, Damage)>;

/// A figure of damage, or an empty cell.
fn of_damage(blows: &Blows, cell: impl Fn(&(Damage, Damage)) -> Cell) -> Cell {
    blows.as_ref().map_or_else(Cell::new, cell)
}

const BLOWS: &[Column<Blows>] = &[
    ("wounds_dealt", |blows| {
        of_damage(blows, |(dealt, _)| whole(dealt.wounds))
    }),
    ("models_dealt", |blows| {
        of_damage(blows, |(dealt, _)| whole(dealt.models))
    }),
    ("worth_dealt", |blows| {
        of_damage(blows, |(dealt, _)| number(dealt.worth))
    }),
    ("wounds_taken", |blows| {
        of_damage(blows, |(_, taken)| whole(taken.wounds))
    }),
    ("models_taken", |blows| {
        of_damage(blows, |(_, taken)| whole(taken.models))
    }),
    ("worth_taken", |blows| {
        of_damage(blows, |(_, taken)| number(taken.worth))
    }),
];

const WHEN: &[Column<(u64, Stage)>] = &[
    ("version", |(version, _)| whole(*version)),
    ("round", |(_, stage)| whole(stage.round)),
    ("turn", |(_, stage)| whole(stage.turn)),
    ("phase", |(_, stage)| text(&stage.phase)),
];

/// What units and seats have in common.
struct Fight {
    attack: AttackTally,
    damage_luck: LuckFigures,
}

const FIGHT: &[Column<Fight>] = &[
    ("attacks", |of| whole(of.attack.attacks)),
    ("attack_dice", |of| whole(of.attack.dice)),
    ("hits", |of| whole(of.attack.hits)),
    ("saved", |of| whole(of.attack.saved)),
    ("damage", |of| whole(of.attack.damage)),
    ("damage_expected", |of| number(of.attack.expected)),
    ("damage_percentile", |of| number(of.damage_luck.percentile)),
];

const UNITS: &[Part<UnitReport>] = &[
    Own(&[
        ("unit", |unit| text(&unit.unit)),
        ("seat", |unit| unit.figures.seat.map_or_else(Cell::new, seat)),
        ("card", |unit| text(&unit.figures.card)),
        ("name", |unit| text(&unit.figures.name)),
        ("faction", |unit| text(&unit.figures.faction)),
        ("kind", |unit| text(&unit.figures.kind)),
        ("points", |unit| number(unit.figures.points)),
        ("full", |unit| whole(unit.figures.full)),
        ("left", |unit| whole(unit.figures.left)),
        ("alive", |unit| flag(unit.figures.alive)),
        ("survival", |unit| number(unit.survival)),
        ("activations", |unit| whole(unit.figures.activations)),
        ("moves", |unit| whole(unit.figures.moves)),
        ("distance", |unit| number(unit.figures.distance)),
        ("rolls", |unit| whole(unit.figures.rolls)),
        ("dice", |unit| whole(unit.figures.dice)),
    ]),
    OfFight(|unit| Fight {
        attack: unit.attack,
        damage_luck: unit.damage_luck.clone(),
    }),
    OfBlows(|unit| {
        let damage = (unit.figures.dealt, unit.figures.taken);
        unit.net_worth.is_some().then_some(damage)
    }),
    Own(&[
        ("kills", |unit| whole(unit.figures.kills)),
        ("points_destroyed", |unit| number(unit.figures.points_destroyed)),
        ("points_per_point", |unit| maybe(unit.points_per_point)),
        ("net_worth", |unit| maybe(unit.net_worth)),
        ("charges_made", |unit| whole(unit.figures.charges_made)),
        ("charges_received", |unit| whole(unit.figures.charges_received)),
        ("turns", |unit| whole(unit.figures.turns)),
        ("turns_in_combat", |unit| whole(unit.figures.turns_in_combat)),
        ("turns_under_fire", |unit| {
            whole(unit.figures.under_fire.len() as u64)
        }),
        ("turns_without_order", |unit| {
            whole(unit.figures.turns_without_order)
        }),
        ("checks", |unit| whole(unit.morale.taken)),
        ("checks_passed", |unit| whole(unit.morale.passed)),
        ("checks_expected", |unit| number(unit.morale.expected)),
        ("broken", |unit| whole(unit.figures.broken)),
        ("rallied", |unit| whole(unit.figures.rallied)),
        ("luck_surplus", |unit| number(unit.luck.surplus)),
        ("luck_percentile", |unit| number(unit.luck.percentile)),
        ("points_by_share", |unit| number(unit.points_by_share)),
        ("first_engaged_turn", |unit| {
            let stage = unit.figures.first_engaged.as_ref();
            stage.map_or_else(Cell::new, |stage| whole(stage.turn))
        }),
        ("lost_at_version", |unit| {
            let ending = unit.figures.ending.as_ref();
            ending.map_or_else(Cell::new, |ending| whole(ending.version))
        }),
        ("lost_by", |unit| {
            let ending = unit.figures.ending.as_ref();
            text(ending.map_or("", |ending| &ending.cause))
        }),
        ("lost_to", |unit| {
            let ending = unit.figures.ending.as_ref();
            text(ending.and_then(|ending| ending.by.as_deref()).unwrap_or_default())
        }),
    ]),
];

const SEATS: &[Part<SeatReport>] = &[
    Own(&[
        ("seat", |of| seat(of.seat)),
        ("units", |of| whole(of.units)),
        ("lost", |of| whole(of.lost)),
        ("points", |of| number(of.points)),
        ("survival", |of| number(of.survival)),
        ("activations", |of| whole(of.activations)),
        ("distance", |of| number(of.distance)),
        ("rolls", |of| whole(of.rolls)),
        ("dice", |of| whole(of.dice)),
    ]),
    OfFight(|of| Fight {
        attack: of.attack,
        damage_luck: of.damage_luck.clone(),
    }),
    OfBlows(|of| of.net_worth.is_some().then_some((of.dealt, of.taken))),
    Own(&[
        ("kills", |of| whole(of.kills)),
        ("points_destroyed", |of| number(of.points_destroyed)),
        ("points_per_point", |of| maybe(of.points_per_point)),
        ("charges_made", |of| whole(of.charges_made)),
        ("charges_received", |of| whole(of.charges_received)),
        ("checks", |of| whole(of.morale.taken)),
        ("checks_passed", |of| whole(of.morale.passed)),
        ("checks_expected", |of| number(of.morale.expected)),
        ("luck_surplus", |of| number(of.luck.surplus)),
        ("luck_percentile", |of| number(of.luck.percentile)),
        ("points_by_share", |of| number(of.points_by_share)),
        ("orders_kept", |of| whole(of.orders_kept)),
    ]),
];

/// One seat in one turn.
struct PeriodLine {
    round: u32,
    turn: u32,
    seat: Seat,
    of: PeriodSeat,
    tells_damage: bool,
    /// What it threatened when the turn ended.
    threat: Option<ThreatPoint>,
    /// Points of its units destroyed in it.
    points_lost: f64,
}

const PERIODS: &[Part<PeriodLine>] = &[
    Own(&[
        ("round", |line| whole(line.round)),
        ("turn", |line| whole(line.turn)),
        ("seat", |line| seat(line.seat)),
        ("activations", |line| whole(line.of.activations)),
        ("distance", |line| number(line.of.distance)),
        ("dice", |line| whole(line.of.dice)),
        ("attacks", |line| whole(line.of.attacks)),
        ("hits", |line| whole(line.of.hits)),
    ]),
    OfBlows(|line| line.tells_damage.then_some((line.of.dealt, line.of.taken))),
    Own(&[
        ("units_lost", |line| whole(line.of.lost)),
        ("luck_surplus", |line| number(line.of.luck)),
        ("threat_units", |line| {
            line.threat.as_ref().map_or_else(Cell::new, |of| whole(of.units))
        }),
        ("threat_points", |line| {
            maybe(line.threat.as_ref().map(|of| of.points))
        }),
        ("threat_share", |line| {
            maybe(line.threat.as_ref().map(|of| of.share))
        }),
        ("orders", |line| whole(line.of.orders)),
        ("points_lost", |line| number(line.points_lost)),
        ("points_routing", |line| number(line.of.points_routing)),
    ]),
];

const MATRIX: &[Part<MatrixRow>] = &[Own(&[
    ("by", |row| text(&row.by)),
    ("against", |row| text(&row.against)),
    ("wounds", |row| whole(row.damage.wounds)),
    ("models", |row| whole(row.damage.models)),
    ("share", |row| number(row.damage.share)),
    ("worth", |row| number(row.damage.worth)),
])];

const DICE: &[Part<RollEntry>] = &[
    When(|roll| (roll.version, roll.stage.clone())),
    Own(&[
        ("seat", |roll| seat(roll.seat)),
        ("purpose", |roll| text(&roll.purpose)),
        ("unit", |roll| text(roll.unit.as_deref().unwrap_or_default())),
        ("against", |roll| {
            text(roll.against.as_deref().unwrap_or_default())
        }),
        ("sides", |roll| whole(roll.sides)),
        ("faces", |roll| {
            let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
            text(&faces.join(" "))
        }),
        ("target", |roll| maybe(roll.target.map(f64::from))),
        ("result", |roll| number(roll.result.into())),
        ("mean", |roll| number(roll.expected.mean())),
        ("deviation", |roll| number(roll.expected.sd())),
        ("surplus", |roll| number(roll.surplus)),
        ("percentile", |roll| number(roll.percentile)),
        ("high_is_good", |roll| flag(roll.high_is_good)),
        ("counted", |roll| text(&counted_in_words(&roll.counted))),
    ]),
];

const ATTACKS: &[Part<AttackEntry>] = &[
    When(|attack| (attack.version, attack.stage.clone())),
    Own(&[
        ("seat", |attack| seat(attack.seat)),
        ("unit", |attack| text(&attack.unit)),
        ("against", |attack| text(&attack.against)),
        ("kind", |attack| text(&attack.kind)),
        ("dice", |attack| whole(attack.dice)),
        ("hits", |attack| whole(attack.hits)),
        ("saved", |attack| whole(attack.saved)),
        ("damage", |attack| whole(attack.damage)),
        ("surplus", |attack| whole(attack.surplus)),
        ("mean", |attack| number(attack.expected.mean())),
        ("deviation", |attack| number(attack.expected.sd())),
        ("percentile", |attack| {
            let damage = i32::try_from(attack.damage).unwrap_or(i32::MAX);
            number(attack.expected.percentile(damage))
        }),
    ]),
];

const CARDS: &[Part<CardRow>] = &[Own(&[
    ("seat", |row| seat(row.seat)),
    ("card", |row| text(&row.card)),
    ("played", |row| number(row.figures.played)),
    ("hits", |row| number(row.figures.hits)),
    ("damage", |row| number(row.figures.damage)),
    ("passes", |row| number(row.figures.passes)),
])];

/// A counter of a unit, of a seat, or of the whole game.
struct CounterLine {
    unit: String,
    seat: Option<Seat>,
    counter: String,
    amount: f64,
}

const COUNTERS: &[Part<CounterLine>] = &[Own(&[
    ("counter", |line| text(&line.counter)),
    ("unit", |line| text(&line.unit)),
    ("seat", |line| line.seat.map_or_else(Cell::new, seat)),
    ("amount", |line| number(line.amount)),
])];

fn seat(seat: Seat) -> Cell {
    text(&seat.to_string())
}
