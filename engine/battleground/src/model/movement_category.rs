//! The Movement Category table (pp. 44-45).

use battleground_geometry::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A row of the Movement Category table, slowest first: row 0 cannot move. Rule `BG4-MC-01` (pp. 44-45).
///
/// In JSON it is the row's distance in inches.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Mc(u8);

/// Not a distance of the Movement Category table.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "{0} is no row of the Movement Category table: 0, 1.25, 1.75, 2.5, 3.5, 5, 6, 7, 8.5, 9.5, 10.5 and on"
)]
pub struct NoSuchRow(pub f64);

impl Mc {
    /// The row of units that cannot move.
    pub const NONE: Self = Self(0);
    /// The last row that is worked with: 17.5 inches and eight rows more.
    pub const MOST: Self = Self(24);

    /// The row with this number, at most [`Mc::MOST`].
    pub fn row(row: u8) -> Self {
        Self(row.min(Self::MOST.0))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The distance a turn at this row.
    ///
    /// Past the printed rows: turn one S into an L; if there is no S, turn one L into SS. Rule `BG4-MC-01` (pp. 44-45).
    pub fn inches(self) -> Inches {
        const SHORT: i32 = 2_500;
        const LONG: i32 = 3_500;
        Inches::mils(match self.0 {
            0 => 0,
            1 => SHORT / 2,
            2 => LONG / 2,
            row => {
                let row = i32::from(row) - 3;
                // S, L, then SS LS LL, LSS LLS LLL ...: groups of one card more each.
                if row < 2 {
                    if row == 0 { SHORT } else { LONG }
                } else {
                    let (cards, longs) = ((row - 2) / 3 + 2, (row - 2) % 3 + (row - 2) / 3);
                    longs * LONG + (cards - longs) * SHORT
                }
            }
        })
    }

    /// So many rows up or down; never below row 0, and a unit that cannot move gains nothing. Rule `BG4-MC-02` (pp. 44-45).
    #[must_use]
    pub fn stepped(self, steps: i32) -> Self {
        if self == Self::NONE {
            return self;
        }
        Self((i32::from(self.0) + steps).clamp(0, i32::from(Self::MOST.0)) as u8)
    }

    /// The row of a distance.
    pub fn of(inches: f64) -> Result<Self, NoSuchRow> {
        (0..=Self::MOST.0)
            .map(Self)
            .find(|row| (row.inches().value() - inches).abs() < 1e-6)
            .ok_or(NoSuchRow(inches))
    }
}

impl TryFrom<f64> for Mc {
    type Error = NoSuchRow;
    fn try_from(inches: f64) -> Result<Self, NoSuchRow> {
        Self::of(inches)
    }
}

impl From<Mc> for f64 {
    fn from(row: Mc) -> Self {
        row.inches().value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bg4_mc_01_the_table_reads_as_printed() {
        // Rows 0 to 8 are printed, the others follow the rule of the cards' sides.
        let printed = [
            0.0, 1.25, 1.75, 2.5, 3.5, 5.0, 6.0, 7.0, 8.5, 9.5, 10.5, 12.0, 13.0, 14.0, 15.5, 16.5, 17.5,
        ];
        for (row, inches) in (0..).zip(printed) {
            assert_eq!(Mc::row(row).inches().value(), inches, "row {row}");
            assert_eq!(Mc::of(inches), Ok(Mc::row(row)));
        }
        for (from, next) in [(8.5, 9.5), (10.5, 12.0), (14.0, 15.5)] {
            assert_eq!(
                Mc::of(from).unwrap().stepped(1).inches().value(),
                next,
                "above {from}"
            );
        }
        assert_eq!(Mc::of(4.0), Err(NoSuchRow(4.0)));
    }

    #[test]
    fn bg4_mc_02_steps_add_up_and_stop_at_row_0() {
        for (from, steps, to) in [
            (6.0, -3, 2.5),
            (3.5, 1, 5.0),
            (8.5, 2, 10.5),
            (2.5, -4, 0.0),
            (5.0, 0, 5.0), // Road +1 and sideways -1.
            (0.0, 3, 0.0), // RULING: BG4-MC-02, a Move of 0 stays 0.
        ] {
            assert_eq!(
                Mc::of(from).unwrap().stepped(steps).inches().value(),
                to,
                "{from} by {steps}"
            );
        }
    }
}
