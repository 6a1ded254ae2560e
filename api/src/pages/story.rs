//! A game told as a story: a paragraph a turn by templates, what decided it, who was lucky, the best unit.

use std::collections::BTreeMap;

use hindsight_kernel::{Fact, Seat, Viewer};
use hindsight_openapi::wire::Timeline;
use hindsight_reports::statistics::GameReport;

use super::chart::{percent, plain};
use super::timeline::turns;
use crate::base::error::ApiResult;
use crate::games::{EventRange, GameHistory};

/// Sentences of one turn; the least important are left out first.
const SENTENCES: usize = 9;
/// Turns that are shown with a picture.
const TURNING_POINTS: usize = 4;
/// A result is told to be against the odds where at most this share of such attacks does as much.
const RARE: f64 = 0.15;

/// A sentence, with the event that it tells of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sentence {
    /// The event.
    pub(super) version: u64,
    /// The words.
    pub(super) words: String,
    /// How much it matters: 0 the least.
    weight: u8,
}

/// A turn of the story.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TurnStory {
    /// What it is called: "Round 2 · South".
    pub(super) name: String,
    /// Its last event.
    pub(super) end: u64,
    /// What happened in it.
    pub(super) sentences: Vec<Sentence>,
    /// The points that each seat lost in it.
    lost: BTreeMap<Seat, f64>,
    /// The units that each seat lost in it.
    gone: BTreeMap<Seat, u32>,
    /// It is one of the turns in which most was lost.
    pub(super) is_turning_point: bool,
}

/// The whole story.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Story {
    /// In a sentence or two each: what decided it, who was lucky, the best unit.
    pub(super) summary: Vec<String>,
    /// The turns, the set-up left out.
    pub(super) turns: Vec<TurnStory>,
}

/// What units and seats are called.
pub(super) struct Names {
    units: BTreeMap<String, String>,
    seats: BTreeMap<Seat, String>,
}

impl Names {
    /// Those of a game; a name that several units have is told with the unit's number.
    pub(super) fn of(report: &GameReport, seats: BTreeMap<Seat, String>) -> Self {
        let name = |id: &str| {
            let unit = report.units.iter().find(|unit| unit.unit == id);
            unit.map_or_else(String::new, |unit| unit.figures.name.clone())
        };
        let units = report
            .units
            .iter()
            .map(|unit| {
                let own = name(&unit.unit);
                let twice = report
                    .units
                    .iter()
                    .filter(|other| other.figures.name == own)
                    .count()
                    > 1;
                let shown = if own.is_empty() || twice {
                    format!("{own} {}", unit.unit).trim().to_owned()
                } else {
                    own
                };
                (unit.unit.clone(), shown)
            })
            .collect();
        Self { units, seats }
    }

    fn unit<'n>(&'n self, id: &'n str) -> &'n str {
        self.units.get(id).map_or(id, String::as_str)
    }

    fn seat(&self, seat: Seat) -> String {
        self.seats
            .get(&seat)
            .filter(|name| !name.is_empty())
            .map_or_else(|| format!("Seat {seat}"), Clone::clone)
    }
}

/// Tells a game. Blocks on the walk through its events.
///
/// # Errors
/// The events cannot be read.
pub(super) fn write_story(
    past: &GameHistory,
    viewer: Viewer,
    course: &Timeline,
    report: &GameReport,
    names: &Names,
) -> ApiResult<Story> {
    let mut told: Vec<TurnStory> = turns(course)
        .into_iter()
        .map(|turn| TurnStory {
            name: turn.name(),
            end: turn.to,
            sentences: Vec::new(),
            lost: BTreeMap::new(),
            gone: BTreeMap::new(),
            is_turning_point: false,
        })
        .collect();
    let look = EventRange {
        from: 1,
        to: u64::MAX,
        all_lines: false,
        facts: true,
    };
    let mut place = 0;
    past.walk(look, viewer, &mut |step| {
        let version = step.version();
        while place + 1 < told.len() && version > told[place].end {
            place += 1;
        }
        if let Some(turn) = told.get_mut(place) {
            note(turn, version, &step.facts(), names);
        }
        true
    })?;
    told.retain(|turn| !turn.sentences.is_empty());
    for turn in &mut told {
        shorten(&mut turn.sentences);
    }
    mark_turning_points(&mut told);
    Ok(Story {
        summary: summary(&told, report, names),
        turns: told,
    })
}

/// Adds what the facts of an event tell.
fn note(turn: &mut TurnStory, version: u64, facts: &[Fact], names: &Names) {
    let mut say = |weight: u8, words: String| {
        turn.sentences.push(Sentence {
            version,
            words,
            weight,
        });
    };
    for fact in facts {
        match fact {
            Fact::Engaged {
                unit,
                with,
                direction,
                charge: true,
                ..
            } => {
                let (one, other) = (names.unit(unit), names.unit(with));
                let where_to = match direction.as_str() {
                    "flank" => " in the flank",
                    "rear" => " in the rear",
                    _ => "",
                };
                say(
                    if where_to.is_empty() { 1 } else { 2 },
                    format!("{one} charges {other}{where_to}."),
                );
            }
            Fact::Destroyed {
                unit,
                seat,
                points,
                cause,
                by,
            } => {
                *turn.lost.entry(*seat).or_default() += points;
                *turn.gone.entry(*seat).or_default() += 1;
                let gone = names.unit(unit);
                let words = match by {
                    Some(by) => format!("{} destroys {gone}{}.", names.unit(by), odds(facts, by, unit)),
                    None => format!("{gone} is lost ({cause})."),
                };
                say(4, words);
            }
            Fact::Broken { unit, .. } => say(3, format!("{} breaks and flees.", names.unit(unit))),
            Fact::Rallied { unit, .. } => say(1, format!("{} rallies.", names.unit(unit))),
            Fact::FightEnded {
                units,
                damage,
                winner,
            } => {
                let even = damage.windows(2).all(|pair| pair[0].1 == pair[1].1);
                // Without a winner though one dealt more: somebody was wiped out, and that is told by itself.
                if winner.is_some() || even {
                    let fighters: Vec<&str> = units.iter().map(|unit| names.unit(unit)).collect();
                    say(2, fight(&fighters, damage, *winner, names));
                }
            }
            _ => {}
        }
    }
}

/// How unlikely the attack was that destroyed a unit, where it was unlikely.
fn odds(facts: &[Fact], by: &str, unit: &str) -> String {
    let share = facts.iter().find_map(|fact| match fact {
        Fact::AttackResolved(attack) if attack.unit == by && attack.against == unit => Some(
            attack
                .expected
                .at_least(i32::try_from(attack.damage).unwrap_or(i32::MAX)),
        ),
        _ => None,
    });
    match share {
        Some(share) if share <= RARE => format!(" against the odds ({} likely)", percent(share)),
        Some(_) | None => String::new(),
    }
}

/// A fight, the winner first.
fn fight(fighters: &[&str], damage: &[(Seat, u32)], winner: Option<Seat>, names: &Names) -> String {
    let who = match fighters {
        [one, other] => format!("{one} and {other}"),
        _ => listed(fighters),
    };
    let mut damage = damage.to_vec();
    damage.sort_by_key(|(seat, dealt)| (Some(*seat) != winner, std::cmp::Reverse(*dealt)));
    let counts: Vec<String> = damage.iter().map(|(_, dealt)| dealt.to_string()).collect();
    let counts = counts.join(" : ");
    match winner {
        Some(seat) => format!("{} wins the fight between {who}, {counts}.", names.seat(seat)),
        None => format!("The fight between {who} is even, {counts}."),
    }
}

/// Names in a sentence: "A, B and C".
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Leaves out what matters least of a turn with too many sentences.
fn shorten(sentences: &mut Vec<Sentence>) {
    let mut weight = 0;
    while sentences.len() > SENTENCES && weight < 4 {
        let mut too_many = sentences.len() - SENTENCES;
        // The last ones of the weight go: a turn begins with what leads to the rest.
        let mut kept: Vec<Sentence> = Vec::with_capacity(sentences.len());
        for sentence in sentences.drain(..).rev() {
            if sentence.weight == weight && too_many > 0 {
                too_many -= 1;
            } else {
                kept.push(sentence);
            }
        }
        kept.reverse();
        *sentences = kept;
        weight += 1;
    }
}

/// How much more one side lost than the other in a turn.
fn swing(turn: &TurnStory) -> f64 {
    let all: Vec<f64> = turn.lost.values().copied().collect();
    let most = all.iter().copied().fold(0.0, f64::max);
    most - (all.iter().sum::<f64>() - most)
}

fn mark_turning_points(told: &mut [TurnStory]) {
    let mut swings: Vec<(usize, f64)> = told.iter().map(swing).enumerate().collect();
    swings.retain(|(_, swing)| *swing > 0.0);
    swings.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (place, _) in swings.into_iter().take(TURNING_POINTS) {
        told[place].is_turning_point = true;
    }
}

fn summary(told: &[TurnStory], report: &GameReport, names: &Names) -> Vec<String> {
    let mut summary = Vec::new();
    let worst = told
        .iter()
        .max_by(|one, other| swing(one).total_cmp(&swing(other)))
        .filter(|turn| swing(turn) > 0.0);
    if let Some(turn) = worst
        && let Some((seat, points)) = turn.lost.iter().max_by(|one, other| one.1.total_cmp(other.1))
    {
        let units = turn.gone.get(seat).copied().unwrap_or(0);
        summary.push(format!(
            "The battle turned in {}, when {} lost {units} {} worth {} points.",
            turn.name,
            names.seat(*seat),
            if units == 1 { "unit" } else { "units" },
            plain(*points)
        ));
    }
    let best = report
        .units
        .iter()
        .filter(|unit| unit.figures.points_destroyed > 0.0)
        .max_by(|one, other| {
            one.figures
                .points_destroyed
                .total_cmp(&other.figures.points_destroyed)
        });
    if let Some(unit) = best {
        let kills = unit.figures.kills;
        let of = unit.figures.seat.map(|seat| format!(" ({})", names.seat(seat)));
        summary.push(format!(
            "Best unit: {}{}, which destroyed {kills} {} worth {} points.",
            names.unit(&unit.unit),
            of.unwrap_or_default(),
            if kills == 1 { "unit" } else { "units" },
            plain(unit.figures.points_destroyed)
        ));
    }
    let lucky = report
        .seats
        .iter()
        .filter(|seat| seat.luck.rolls > 0)
        .max_by(|one, other| one.luck.percentile.total_cmp(&other.luck.percentile));
    match lucky {
        Some(seat) if seat.luck.percentile > 0.6 => summary.push(format!(
            "{} had the better dice: luckier than {} of all games with the same rolls.",
            names.seat(seat.seat),
            percent(seat.luck.percentile)
        )),
        Some(_) => summary.push("The dice favoured nobody.".to_owned()),
        None => {}
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let units = [("A1", "Soot Riders"), ("B1", "Reed Bowmen")];
        Names {
            units: units.map(|(id, name)| (id.to_owned(), name.to_owned())).into(),
            seats: [(Seat::A, "South".to_owned()), (Seat::B, "North".to_owned())].into(),
        }
    }

    fn turn() -> TurnStory {
        TurnStory {
            name: "Round 1 · South".to_owned(),
            end: 9,
            sentences: Vec::new(),
            lost: BTreeMap::new(),
            gone: BTreeMap::new(),
            is_turning_point: false,
        }
    }

    #[test]
    fn events_are_told_with_names_and_the_winner_first() {
        let facts = [
            Fact::Engaged {
                unit: "A1".to_owned(),
                seat: Seat::A,
                with: "B1".to_owned(),
                direction: "flank".to_owned(),
                charge: true,
            },
            Fact::FightEnded {
                units: vec!["A1".to_owned(), "B1".to_owned()],
                damage: vec![(Seat::A, 2), (Seat::B, 5)],
                winner: Some(Seat::B),
            },
            Fact::Destroyed {
                unit: "A1".to_owned(),
                seat: Seat::A,
                points: 12.0,
                cause: "melee".to_owned(),
                by: Some("B1".to_owned()),
            },
        ];
        let mut turn = turn();
        note(&mut turn, 7, &facts, &names());
        let words: Vec<&str> = turn
            .sentences
            .iter()
            .map(|sentence| sentence.words.as_str())
            .collect();
        assert_eq!(
            words,
            [
                "Soot Riders charges Reed Bowmen in the flank.",
                "North wins the fight between Soot Riders and Reed Bowmen, 5 : 2.",
                "Reed Bowmen destroys Soot Riders.",
            ]
        );
        assert!((swing(&turn) - 12.0).abs() < 1e-9);
    }

    #[test]
    fn a_long_turn_keeps_what_matters() {
        let sentence = |version: u64, weight: u8| Sentence {
            version,
            words: String::new(),
            weight,
        };
        let mut sentences: Vec<Sentence> = (0..12)
            .map(|place| sentence(place, u8::from(place % 2 == 0) * 4))
            .collect();
        shorten(&mut sentences);
        assert_eq!(sentences.len(), SENTENCES);
        let kept: Vec<u64> = sentences.iter().map(|sentence| sentence.version).collect();
        assert_eq!(
            kept,
            [0, 1, 2, 3, 4, 5, 6, 8, 10],
            "in order, the last light ones gone"
        );
    }

    #[test]
    fn names_stand_in_a_sentence() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }
}
