//! Dice that are reported by a count: how many showed a face of each range that the rules tell apart, or what they add up to. No face
//! is made up for them.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{DiceNeed, MESSAGES, Message, message};

/// Dice of a roll whose faces are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CountedDice {
    /// Dice that each showed a face of a range.
    Between {
        /// How many dice.
        dice: u16,
        /// The least face of the range.
        from: u8,
        /// The greatest face of the range.
        to: u8,
    },
    /// Dice that add up to a sum.
    Sum {
        /// How many dice.
        dice: u16,
        /// The sum of their faces.
        sum: u16,
    },
}

impl CountedDice {
    /// How many dice these are.
    pub const fn dice(self) -> usize {
        match self {
            Self::Between { dice, .. } | Self::Sum { dice, .. } => dice as usize,
        }
    }

    /// The least and the greatest sum that they can add up to.
    pub fn sums(self) -> (u32, u32) {
        match self {
            Self::Between { dice, from, to } => {
                (u32::from(dice) * u32::from(from), u32::from(dice) * u32::from(to))
            }
            Self::Sum { sum, .. } => (sum.into(), sum.into()),
        }
    }

    /// Whether dice of so many sides can have shown it.
    pub fn fits(self, sides: u8) -> bool {
        match self {
            Self::Between { from, to, .. } => 1 <= from && from <= to && to <= sides,
            Self::Sum { dice, sum } => dice <= sum && u32::from(sum) <= u32::from(dice) * u32::from(sides),
        }
    }

    /// Faces as which the rules may read them: the least of the range, or such as add up to the sum.
    fn read(self, faces: &mut Vec<u8>) {
        match self {
            Self::Between { dice, from, .. } => faces.extend(std::iter::repeat_n(from, dice.into())),
            Self::Sum { dice: 0, .. } => {}
            Self::Sum { dice, sum } => {
                let (each, more) = (sum / dice, sum % dice);
                faces.extend((0..dice).map(|die| (each + u16::from(die < more)) as u8));
            }
        }
    }
}

/// `7 × 1–4`, `11 with 3 dice`.
impl fmt::Display for CountedDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between { dice, from, to } if from == to => write!(f, "{dice} × {from}"),
            Self::Between { dice, from, to } => write!(f, "{dice} × {from}–{to}"),
            Self::Sum { dice, sum } => write!(f, "{sum} with {dice} dice"),
        }
    }
}

/// Counted dice in words: `7 × 1–4, 5 × 5–6`.
pub fn counted_in_words(counted: &[CountedDice]) -> String {
    let shown = counted.iter().filter(|part| part.dice() > 0);
    shown.map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Faces as which the rules may read counted dice, in their order.
pub(crate) fn read(counted: &[CountedDice]) -> Vec<u8> {
    let mut faces = Vec::new();
    for part in counted {
        part.read(&mut faces);
    }
    faces
}

/// The range of faces that each die showed, in order. Dice of a sum may have shown any.
pub(crate) fn ranges(counted: &[CountedDice], sides: u8) -> Vec<(u8, u8)> {
    let one = |part: &CountedDice| match *part {
        CountedDice::Between { dice, from, to } => ((from, to), dice),
        CountedDice::Sum { dice, .. } => ((1, sides), dice),
    };
    let each = counted.iter().map(one);
    each.flat_map(|(range, dice)| std::iter::repeat_n(range, dice.into()))
        .collect()
}

/// Dice with a range for each, counted where neighbours have the same.
pub(crate) fn by_ranges(ranges: &[(u8, u8)]) -> Vec<CountedDice> {
    let mut counted: Vec<CountedDice> = Vec::new();
    for &(least, most) in ranges {
        if let Some(CountedDice::Between { dice, from, to }) = counted.last_mut()
            && (*from, *to) == (least, most)
        {
            *dice += 1;
            continue;
        }
        counted.push(CountedDice::Between {
            dice: 1,
            from: least,
            to: most,
        });
    }
    counted
}

/// The way in which a roll may be reported without its faces, where the rules read no more of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CountedBy {
    /// Each die counts by the range that it falls in: a count is reported for each range, in this order.
    Ranges(Vec<FaceRange>),
    /// Dice add up: a sum is reported for each group of so many dice, in this order.
    Sums(Vec<u16>),
}

/// Faces that the rules do not tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaceRange {
    /// The least of them.
    pub from: u8,
    /// The greatest of them.
    pub to: u8,
    /// Whether a die that shows one succeeds.
    pub success: bool,
}

impl CountedBy {
    /// The ranges of dice that succeed one by one: the successes first.
    pub fn need(need: DiceNeed, sides: u8) -> Option<Self> {
        let face = |number: i32| number.clamp(0, i32::from(sides)) as u8;
        let good = match need {
            DiceNeed::AtLeast(least) => (
                face(least).max(1),
                if least > i32::from(sides) { 0 } else { sides },
            ),
            DiceNeed::AtMost(most) => (1, face(most)),
            DiceNeed::SumAtMost(_) | DiceNeed::FirstTwoAtLeast(_) => return None,
        };
        let bad = match need {
            DiceNeed::AtLeast(least) => (1, face(least - 1)),
            _ => (face(good.1.into()) + 1, sides),
        };
        let range = |(from, to): (u8, u8), success| FaceRange { from, to, success };
        let all = [range(good, true), range(bad, false)];
        Some(Self::Ranges(
            all.into_iter().filter(|range| range.from <= range.to).collect(),
        ))
    }

    /// Ranges that end at these faces, ascending; the last ends at the number of sides. `succeeds` says which are successes; those
    /// come first.
    pub fn up_to(ends: &[u8], sides: u8, succeeds: impl Fn(u8) -> bool) -> Self {
        let mut from = 1;
        let mut ranges = Vec::new();
        for to in ends.iter().copied().chain([sides]) {
            if from <= to && to <= sides {
                ranges.push(FaceRange {
                    from,
                    to,
                    success: succeeds(to),
                });
                from = to + 1;
            }
        }
        ranges.sort_by_key(|range| !range.success);
        Self::Ranges(ranges)
    }

    /// The dice that a report of `count` dice stands for.
    ///
    /// # Errors
    /// What is reported in another way, or not for so many dice: what is expected, in words.
    pub(crate) fn counted(
        &self,
        reported: &ReportedDice,
        count: usize,
        sides: u8,
    ) -> Result<Vec<CountedDice>, Message> {
        let counted: Vec<CountedDice> = match (self, reported) {
            (Self::Ranges(ranges), ReportedDice::Counts(counts)) => {
                // A text names the last count by the number of all dice, which a single range needs not.
                let counts = match &counts[..] {
                    [first @ .., 0] if first.len() == ranges.len() => first,
                    all => all,
                };
                if ranges.len() != counts.len() {
                    return Err(message!(MESSAGES, "counts-expected", counts = ranges.len()));
                }
                let one = |(range, dice): (&FaceRange, &u16)| CountedDice::Between {
                    dice: *dice,
                    from: range.from,
                    to: range.to,
                };
                ranges.iter().zip(counts).map(one).collect()
            }
            (Self::Sums(groups), ReportedDice::Sums(sums)) => {
                if groups.len() != sums.len() {
                    return Err(message!(MESSAGES, "sums-expected", sums = groups.len()));
                }
                let one = |(dice, sum): (&u16, &u16)| CountedDice::Sum {
                    dice: *dice,
                    sum: *sum,
                };
                groups.iter().zip(sums).map(one).collect()
            }
            (Self::Ranges(ranges), _) => {
                return Err(message!(
                    MESSAGES,
                    "counts-or-faces-expected",
                    counts = ranges.len()
                ));
            }
            (Self::Sums(groups), _) => {
                return Err(message!(MESSAGES, "sums-or-faces-expected", sums = groups.len()));
            }
        };
        if counted.iter().map(|part| part.dice()).sum::<usize>() != count {
            return Err(message!(MESSAGES, "counts-of-dice-expected", count));
        }
        match counted.iter().find(|part| !part.fits(sides)) {
            Some(CountedDice::Sum { dice, .. }) => Err(message!(
                MESSAGES,
                "sum-of-dice-expected",
                dice,
                most = u32::from(*dice) * u32::from(sides)
            )),
            _ => Ok(counted),
        }
    }

    /// Whether dice that were counted for another roll tell all that this way tells apart.
    pub(crate) fn is_told_by(&self, counted: &[CountedDice]) -> bool {
        match self {
            Self::Ranges(ranges) => counted.iter().all(|part| match *part {
                CountedDice::Between { from, to, .. } => {
                    ranges.iter().any(|range| range.from <= from && to <= range.to)
                }
                CountedDice::Sum { .. } => false,
            }),
            Self::Sums(groups) => {
                groups.len() == counted.len()
                    && groups
                        .iter()
                        .zip(counted)
                        .all(|(dice, part)| matches!(part, CountedDice::Sum { dice: of, .. } if of == dice))
            }
        }
    }
}

/// Dice as the players report them with a command: a face each; or of a whole roll a count for each range of faces that the rules tell
/// apart, or the sums that they read. Which of them a roll takes stands in what it needs, [`CountedBy`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportedDice {
    /// The face of one die.
    Face(u8),
    /// Counts of a whole roll, for each of its ranges in order.
    Counts(Vec<u16>),
    /// Sums of a whole roll, for each of its groups of dice in order.
    Sums(Vec<u16>),
}

impl From<u8> for ReportedDice {
    fn from(face: u8) -> Self {
        Self::Face(face)
    }
}

/// Faces of dice, as they are reported.
pub fn reported_faces(faces: impl IntoIterator<Item = u8>) -> Vec<ReportedDice> {
    faces.into_iter().map(ReportedDice::Face).collect()
}

/// The text of the notation: `5`, `7/12` (seven successes of twelve dice), `3+2/9`, `=11`, `=9=4`.
impl fmt::Display for ReportedDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Face(face) => write!(f, "{face}"),
            Self::Counts(counts) => {
                let named = &counts[..counts.len().saturating_sub(1).max(1).min(counts.len())];
                let named: Vec<String> = named.iter().map(u16::to_string).collect();
                let all: u32 = counts.iter().map(|count| u32::from(*count)).sum();
                write!(f, "{}/{all}", named.join("+"))
            }
            Self::Sums(sums) => sums.iter().try_for_each(|sum| write!(f, "={sum}")),
        }
    }
}

impl ReportedDice {
    /// Reads counts as [`Display`](fmt::Display) writes them: `7/12`, `3+2/9`, `=11`. The dice of `7/7` are of one range or two: it is
    /// read as two.
    pub fn from_count(text: &str) -> Option<Self> {
        let numbers = |text: &str, by: char| -> Option<Vec<u16>> {
            text.split(by).map(|number| number.parse().ok()).collect() // ERR: what is no number is no count; whoever reads it says so.
        };
        if let Some(sums) = text.strip_prefix('=') {
            return Some(Self::Sums(numbers(sums, '=')?));
        }
        let (named, all) = text.split_once('/')?;
        let mut counts = numbers(named, '+')?;
        let all: u16 = all.parse().ok()?; // ERR: as above.
        let rest = counts
            .iter()
            .try_fold(all, |rest, count| rest.checked_sub(*count))?;
        counts.push(rest);
        Some(Self::Counts(counts))
    }
}

impl Serialize for ReportedDice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, numbers) = match self {
            Self::Face(face) => return serializer.serialize_u8(*face),
            Self::Counts(counts) => ("counts", counts),
            Self::Sums(sums) => ("sums", sums),
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(name, numbers)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ReportedDice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReportedVisitor)
    }
}

struct ReportedVisitor;

impl<'de> Visitor<'de> for ReportedVisitor {
    type Value = ReportedDice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a face from 1 to 255, or {\"counts\": [..]}, or {\"sums\": [..]}")
    }

    fn visit_u64<E: serde::de::Error>(self, face: u64) -> Result<ReportedDice, E> {
        u8::try_from(face)
            .map(ReportedDice::Face)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(face), &self))
    }

    fn visit_i64<E: serde::de::Error>(self, face: i64) -> Result<ReportedDice, E> {
        u8::try_from(face)
            .map(ReportedDice::Face)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(face), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReportedDice, A::Error> {
        let name = map.next_key::<String>()?;
        let read = match name.as_deref() {
            Some("counts") => ReportedDice::Counts(map.next_value()?),
            Some("sums") => ReportedDice::Sums(map.next_value()?),
            Some(other) => return Err(A::Error::unknown_field(other, &["counts", "sums"])),
            None => return Err(A::Error::missing_field("counts")),
        };
        if map.next_key::<String>()?.is_some() {
            return Err(A::Error::custom("one of `counts`, `sums` is expected"));
        }
        Ok(read)
    }
}

impl JsonSchema for ReportedDice {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ReportedDice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let numbers = |what: &str| {
            json_schema!({
                "type": "array", "description": what, "minItems": 1, "maxItems": 64,
                "items": { "type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535 },
            })
        };
        json_schema!({
            "description": "Dice as the players report them: a face each; or of a whole roll a count for each range of faces that the rules tell apart, or the sums that they read, as `needed.counted` says.",
            "oneOf": [
                { "type": "integer", "format": "uint8", "minimum": 0, "maximum": 255 },
                { "type": "object", "required": ["counts"], "additionalProperties": false,
                  "properties": { "counts": numbers("Dice in each range, in the order of the ranges.") } },
                { "type": "object", "required": ["sums"], "additionalProperties": false,
                  "properties": { "sums": numbers("Sum of each group of dice, in the order of the groups.") } },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn range(from: u8, to: u8, success: bool) -> FaceRange {
        FaceRange { from, to, success }
    }

    #[test]
    fn ranges_of_a_need_part_all_faces_and_name_the_successes_first() {
        for (need, expected) in [
            (DiceNeed::AtLeast(4), vec![range(4, 6, true), range(1, 3, false)]),
            (DiceNeed::AtLeast(1), vec![range(1, 6, true)]),
            (DiceNeed::AtLeast(7), vec![range(1, 6, false)]),
            (DiceNeed::AtMost(2), vec![range(1, 2, true), range(3, 6, false)]),
            (DiceNeed::AtMost(6), vec![range(1, 6, true)]),
            (DiceNeed::AtMost(0), vec![range(1, 6, false)]),
        ] {
            assert_eq!(
                CountedBy::need(need, 6),
                Some(CountedBy::Ranges(expected)),
                "{need:?}"
            );
        }
        assert_eq!(CountedBy::need(DiceNeed::SumAtMost(9), 6), None);
    }

    #[test]
    fn counts_are_taken_for_all_dice_of_the_roll_and_nothing_else() {
        let by = CountedBy::need(DiceNeed::AtMost(4), 6).unwrap();
        let told = |counts: &[u16]| by.counted(&ReportedDice::Counts(counts.to_vec()), 12, 6);
        assert_eq!(
            told(&[7, 5]).unwrap(),
            [
                CountedDice::Between {
                    dice: 7,
                    from: 1,
                    to: 4
                },
                CountedDice::Between {
                    dice: 5,
                    from: 5,
                    to: 6
                }
            ]
        );
        assert_eq!(told(&[7, 4]).unwrap_err(), "counts of 12 dice in all");
        assert_eq!(told(&[12]).unwrap_err(), "2 counts");
        assert!(by.counted(&ReportedDice::Sums(vec![12]), 12, 6).is_err());
        let sums = CountedBy::Sums(vec![2, 1]);
        let told = |of: &[u16]| sums.counted(&ReportedDice::Sums(of.to_vec()), 3, 6);
        assert_eq!(read(&told(&[9, 4]).unwrap()), [5, 4, 4]);
        for wrong in [&[13, 4][..], &[1, 4], &[9, 7], &[9, 0], &[9]] {
            assert!(told(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn sums_are_read_as_faces_that_add_up_to_them() {
        for dice in 1..=4_u16 {
            for sum in dice..=dice * 6 {
                let faces = read(&[CountedDice::Sum { dice, sum }]);
                assert_eq!(faces.iter().map(|face| u16::from(*face)).sum::<u16>(), sum);
                assert!(faces.len() == usize::from(dice) && faces.iter().all(|face| (1..=6).contains(face)));
            }
        }
    }

    #[test]
    fn reports_are_written_and_read_back() {
        for (dice, json, text) in [
            (ReportedDice::Face(5), json!(5), "5"),
            (
                ReportedDice::Counts(vec![7, 5]),
                json!({ "counts": [7, 5] }),
                "7/12",
            ),
            (
                ReportedDice::Counts(vec![3, 2, 4]),
                json!({ "counts": [3, 2, 4] }),
                "3+2/9",
            ),
            (ReportedDice::Sums(vec![11]), json!({ "sums": [11] }), "=11"),
            (ReportedDice::Sums(vec![9, 4]), json!({ "sums": [9, 4] }), "=9=4"),
        ] {
            assert_eq!(serde_json::to_value(&dice).unwrap(), json);
            assert_eq!(serde_json::from_value::<ReportedDice>(json).unwrap(), dice);
            assert_eq!(dice.to_string(), text);
            if !matches!(dice, ReportedDice::Face(_)) {
                assert_eq!(ReportedDice::from_count(text), Some(dice));
            }
        }
        for wrong in [
            json!(256),
            json!(-1),
            json!("5"),
            json!({}),
            json!({ "counts": [1], "sums": [2] }),
        ] {
            assert!(
                serde_json::from_value::<ReportedDice>(wrong.clone()).is_err(),
                "{wrong}"
            );
        }
        for wrong in ["5", "13/12", "/12", "=", "=x", "1+/3", "7/"] {
            assert_eq!(ReportedDice::from_count(wrong), None, "{wrong}");
        }
    }
}
