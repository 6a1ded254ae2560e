//! Figures as CSV: stable columns, one header line, a full stop as decimal point.
//!
//! A text that a spreadsheet would take for a formula gets an apostrophe before it.

use super::{GameReport, GameStatistics, Stage};

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
}

impl CsvTable {
    /// The columns, in order.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Units => &[
                "unit",
                "seat",
                "card",
                "name",
                "faction",
                "kind",
                "points",
                "full",
                "left",
                "alive",
                "survival",
                "activations",
                "moves",
                "distance",
                "rolls",
                "dice",
                "attacks",
                "attack_dice",
                "hits",
                "saved",
                "damage",
                "damage_expected",
                "damage_percentile",
                "wounds_dealt",
                "models_dealt",
                "worth_dealt",
                "wounds_taken",
                "models_taken",
                "worth_taken",
                "kills",
                "points_destroyed",
                "points_per_point",
                "net_worth",
                "charges_made",
                "charges_received",
                "checks",
                "checks_passed",
                "checks_expected",
                "broken",
                "rallied",
                "luck_surplus",
                "luck_percentile",
                "lost_at_version",
                "lost_by",
                "lost_to",
            ],
            Self::Seats => &[
                "seat",
                "units",
                "lost",
                "points",
                "survival",
                "activations",
                "distance",
                "rolls",
                "dice",
                "attacks",
                "attack_dice",
                "hits",
                "saved",
                "damage",
                "damage_expected",
                "damage_percentile",
                "wounds_dealt",
                "models_dealt",
                "worth_dealt",
                "wounds_taken",
                "models_taken",
                "worth_taken",
                "kills",
                "points_destroyed",
                "points_per_point",
                "charges_made",
                "charges_received",
                "checks",
                "checks_passed",
                "checks_expected",
                "luck_surplus",
                "luck_percentile",
            ],
            Self::Periods => &[
                "round",
                "turn",
                "seat",
                "activations",
                "distance",
                "dice",
                "attacks",
                "hits",
                "wounds_dealt",
                "models_dealt",
                "worth_dealt",
                "wounds_taken",
                "models_taken",
                "worth_taken",
                "units_lost",
                "luck_surplus",
            ],
            Self::Matrix => &["by", "against", "wounds", "models", "share", "worth"],
            Self::Dice => &[
                "version",
                "round",
                "turn",
                "phase",
                "seat",
                "purpose",
                "unit",
                "against",
                "sides",
                "faces",
                "target",
                "result",
                "mean",
                "deviation",
                "surplus",
                "percentile",
                "high_is_good",
            ],
            Self::Attacks => &[
                "version",
                "round",
                "turn",
                "phase",
                "seat",
                "unit",
                "against",
                "kind",
                "dice",
                "hits",
                "saved",
                "damage",
                "surplus",
                "mean",
                "deviation",
                "percentile",
            ],
        }
    }
}

/// A line in the making.
struct Line(Vec<String>);

impl Line {
    fn text(&mut self, text: &str) -> &mut Self {
        let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '|', '＝', '＋', '－', '＠']);
        self.0.push(if risky {
            format!("'{text}")
        } else {
            text.to_owned()
        });
        self
    }

    fn number(&mut self, number: impl Into<f64>) -> &mut Self {
        let number: f64 = number.into();
        let rounded = (number * 1e6).round() / 1e6;
        self.0.push(if rounded == 0.0 {
            "0".to_owned()
        } else {
            format!("{rounded}")
        });
        self
    }

    fn whole(&mut self, number: impl Into<u64>) -> &mut Self {
        self.0.push(number.into().to_string());
        self
    }

    fn maybe(&mut self, number: Option<f64>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.nothing(),
        }
    }

    fn nothing(&mut self) -> &mut Self {
        self.0.push(String::new());
        self
    }

    fn stage(&mut self, version: u64, stage: &Stage) -> &mut Self {
        self.whole(version)
            .whole(stage.round)
            .whole(stage.turn)
            .text(&stage.phase)
    }
}

impl GameStatistics {
    /// A table of the game as CSV, with a header line.
    pub fn csv(&self, table: CsvTable) -> String {
        let lines = match table {
            CsvTable::Units => units(&self.report()),
            CsvTable::Seats => seats(&self.report()),
            CsvTable::Periods => self.period_lines(),
            CsvTable::Matrix => self.matrix_lines(),
            CsvTable::Dice => self.dice_lines(),
            CsvTable::Attacks => self.attack_lines(),
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer
            .write_record(table.columns())
            .expect("a vector takes every byte");
        for line in lines {
            writer
                .write_record(&line.0)
                .expect("every line has as many cells as the header");
        }
        let bytes = writer.into_inner().expect("a vector takes every byte");
        String::from_utf8(bytes).expect("cells are text")
    }

    fn period_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for period in &self.periods {
            for (seat, of) in &period.seats {
                let mut line = Line(Vec::new());
                line.whole(period.round)
                    .whole(period.turn)
                    .text(&seat.to_string())
                    .whole(of.activations);
                line.number(of.distance)
                    .whole(of.dice)
                    .whole(of.attacks)
                    .whole(of.hits);
                for damage in [&of.dealt, &of.taken] {
                    line.whole(damage.wounds)
                        .whole(damage.models)
                        .number(damage.worth);
                }
                line.whole(of.lost).number(of.luck);
                lines.push(line);
            }
        }
        lines
    }

    fn matrix_lines(&self) -> Vec<Line> {
        let cells = self
            .matrix
            .iter()
            .flat_map(|(by, row)| row.iter().map(move |cell| (by, cell)));
        cells
            .map(|(by, (against, damage))| {
                let mut line = Line(Vec::new());
                line.text(by)
                    .text(against)
                    .whole(damage.wounds)
                    .whole(damage.models);
                line.number(damage.share).number(damage.worth);
                line
            })
            .collect()
    }

    fn dice_lines(&self) -> Vec<Line> {
        let line = |entry: &super::DiceEntry| {
            let mut line = Line(Vec::new());
            line.stage(entry.version, &entry.stage)
                .text(&entry.seat.to_string())
                .text(&entry.purpose);
            line.text(entry.unit.as_deref().unwrap_or_default());
            line.text(entry.against.as_deref().unwrap_or_default())
                .whole(entry.sides);
            let faces: Vec<String> = entry.faces.iter().map(u8::to_string).collect();
            line.text(&faces.join(" "))
                .maybe(entry.target.map(f64::from))
                .number(entry.result);
            line.number(entry.expected.mean()).number(entry.expected.sd());
            line.number(entry.surplus)
                .number(entry.percentile)
                .text(&entry.high_is_good.to_string());
            line
        };
        self.dice.iter().map(line).collect()
    }

    fn attack_lines(&self) -> Vec<Line> {
        let line = |entry: &super::AttackEntry| {
            let mut line = Line(Vec::new());
            line.stage(entry.version, &entry.stage)
                .text(&entry.seat.to_string());
            line.text(&entry.unit).text(&entry.against).text(&entry.kind);
            line.whole(entry.dice)
                .whole(entry.hits)
                .whole(entry.saved)
                .whole(entry.damage)
                .whole(entry.surplus);
            let damage = i32::try_from(entry.damage).unwrap_or(i32::MAX);
            line.number(entry.expected.mean())
                .number(entry.expected.sd())
                .number(entry.expected.percentile(damage));
            line
        };
        self.attacks.iter().map(line).collect()
    }
}

fn units(report: &GameReport) -> Vec<Line> {
    let line = |unit: &super::UnitReport| {
        let of = &unit.figures;
        let mut line = Line(Vec::new());
        line.text(&unit.unit)
            .text(&of.seat.map_or_else(String::new, |seat| seat.to_string()));
        line.text(&of.card)
            .text(&of.name)
            .text(&of.faction)
            .text(&of.kind)
            .number(of.points);
        line.whole(of.full)
            .whole(of.left)
            .text(&of.alive.to_string())
            .number(unit.survival);
        line.whole(of.activations)
            .whole(of.moves)
            .number(of.distance)
            .whole(of.rolls)
            .whole(of.dice);
        let attack = &unit.attack;
        line.whole(attack.attacks)
            .whole(attack.dice)
            .whole(attack.hits)
            .whole(attack.saved);
        line.whole(attack.damage)
            .number(attack.expected)
            .number(unit.damage_luck.percentile);
        for damage in [&of.dealt, &of.taken] {
            line.whole(damage.wounds)
                .whole(damage.models)
                .number(damage.worth);
        }
        line.whole(of.kills)
            .number(of.points_destroyed)
            .maybe(unit.points_per_point)
            .number(unit.net_worth);
        line.whole(of.charges_made).whole(of.charges_received);
        line.whole(unit.morale.taken)
            .whole(unit.morale.passed)
            .number(unit.morale.expected);
        line.whole(of.broken)
            .whole(of.rallied)
            .number(unit.luck.surplus)
            .number(unit.luck.percentile);
        match &of.ending {
            Some(ending) => line
                .whole(ending.version)
                .text(&ending.cause)
                .text(ending.by.as_deref().unwrap_or_default()),
            None => line.nothing().nothing().nothing(),
        };
        line
    };
    report.units.iter().map(line).collect()
}

fn seats(report: &GameReport) -> Vec<Line> {
    let line = |seat: &super::SeatReport| {
        let mut line = Line(Vec::new());
        line.text(&seat.seat.to_string())
            .whole(seat.units)
            .whole(seat.lost)
            .number(seat.points);
        line.number(seat.survival)
            .whole(seat.activations)
            .number(seat.distance)
            .whole(seat.rolls)
            .whole(seat.dice);
        let attack = &seat.attack;
        line.whole(attack.attacks)
            .whole(attack.dice)
            .whole(attack.hits)
            .whole(attack.saved);
        line.whole(attack.damage)
            .number(attack.expected)
            .number(seat.damage_luck.percentile);
        for damage in [&seat.dealt, &seat.taken] {
            line.whole(damage.wounds)
                .whole(damage.models)
                .number(damage.worth);
        }
        line.whole(seat.kills)
            .number(seat.points_destroyed)
            .maybe(seat.points_per_point);
        line.whole(seat.charges_made).whole(seat.charges_received);
        line.whole(seat.morale.taken)
            .whole(seat.morale.passed)
            .number(seat.morale.expected);
        line.number(seat.luck.surplus).number(seat.luck.percentile);
        line
    };
    report.seats.iter().map(line).collect()
}
