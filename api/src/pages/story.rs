//! A game told as a story: a paragraph a turn by templates, what decided it, who was lucky, the best unit.

use std::collections::BTreeMap;

use hindsight_kernel::{Fact, Message, Seat, Viewer};
use hindsight_openapi::wire::Timeline;
use hindsight_reports::statistics::{DiceFavour, GameReport, UnitReport};

use super::chart::{percent, plain};
use super::timeline::{Turn, turns};
use super::words::count_of;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::headlines::{DisplayNames, describe, unit_name};
use crate::games::{EventRange, GameHistory};

/// Sentences of one turn; the least important are left out first.
const SENTENCES: usize = 9;
/// Turns that are shown with a picture.
const TURNING_POINTS: usize = 4;

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
    pub(super) summary: Vec<Message>,
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
        let units = report
            .units
            .iter()
            .map(|unit| {
                let figures = &unit.figures;
                let own = unit_name(&figures.name, &unit.unit, &figures.kind);
                let twice = report
                    .units
                    .iter()
                    .filter(|other| other.figures.name == own)
                    .count()
                    > 1;
                let shown = if twice {
                    format!("{own} {}", unit.unit)
                } else {
                    own
                };
                (unit.unit.clone(), shown)
            })
            .collect();
        Self { units, seats }
    }
}

impl DisplayNames for Names {
    fn unit(&self, id: &str) -> String {
        self.units.get(id).map_or_else(|| id.to_owned(), Clone::clone)
    }

    fn seat(&self, seat: Seat) -> String {
        self.seats
            .get(&seat)
            .filter(|name| !name.is_empty())
            .map_or_else(|| text!("headline-seat", seat).into(), Clone::clone)
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
    winners: &[Seat],
) -> ApiResult<Story> {
    let mut told: Vec<TurnStory> = stretches(&turns(course))
        .into_iter()
        .map(|(name, end)| TurnStory {
            name,
            end,
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
        summary: summary(&told, report, names, winners),
        turns: told,
    })
}

/// What the story has a heading for, with its last version: the turns, or where the sides take several turns in a round (so
/// that one name comes again and again) the rounds.
fn stretches(turns: &[Turn<'_>]) -> Vec<(String, u64)> {
    let names: Vec<String> = turns.iter().map(Turn::name).collect();
    let again = (1..names.len()).any(|place| names[..place].contains(&names[place]));
    let mut found: Vec<(String, u64)> = Vec::new();
    for (turn, name) in turns.iter().zip(names) {
        let name = if again { turn.round_name() } else { name };
        match found.last_mut() {
            Some((last, end)) if *last == name => *end = turn.to,
            _ => found.push((name, turn.to)),
        }
    }
    found
}

/// Adds what the facts of an event tell.
fn note(turn: &mut TurnStory, version: u64, facts: &[Fact], names: &Names) {
    for fact in facts {
        if let Fact::Destroyed { seat, points, .. } = fact {
            *turn.lost.entry(*seat).or_default() += points;
            *turn.gone.entry(*seat).or_default() += 1;
        }
        if let Some((weight, words)) = describe(fact, facts, names) {
            turn.sentences.push(Sentence {
                version,
                words: text!("story-sentence", words).into(),
                weight,
            });
        }
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

/// The turn that decided a game, with who lost what in it: of the losing side's turns of losses the one in which it lost
/// most, the later one of two; of a draw or a game that is not over the one with the greatest difference.
fn decided<'t>(told: &'t [TurnStory], winners: &[Seat]) -> Option<(&'t TurnStory, Seat, f64)> {
    let of = |turn: &'t TurnStory| {
        let losses = turn.lost.iter().filter(|(seat, _)| !winners.contains(seat));
        let (seat, points) = losses.max_by(|one, other| one.1.total_cmp(other.1))?;
        Some((turn, *seat, *points))
    };
    let weight = |(turn, _, points): &(&TurnStory, Seat, f64)| {
        if winners.is_empty() { swing(turn) } else { *points }
    };
    told.iter()
        .filter_map(of)
        .filter(|one| weight(one) > 0.0)
        .max_by(|one, other| weight(one).total_cmp(&weight(other)))
}

fn summary(told: &[TurnStory], report: &GameReport, names: &Names, winners: &[Seat]) -> Vec<Message> {
    let mut summary = Vec::new();
    if let Some((turn, seat, points)) = decided(told, winners) {
        let units = turn.gone.get(&seat).copied().unwrap_or(0);
        summary.push(text!(
            "story-turned",
            turn = &turn.name,
            seat = names.seat(seat),
            units = count_of(units, "unit"),
            points = plain(points)
        ));
    }
    // Of those that destroyed as much: the winner's, then who lives, then who dealt more.
    let worth = |unit: &UnitReport| {
        let of = &unit.figures;
        let won = of.seat.is_some_and(|seat| winners.contains(&seat));
        (of.points_destroyed, won, of.alive, of.dealt.worth)
    };
    let best = report
        .units
        .iter()
        .filter(|unit| unit.figures.points_destroyed > 0.0)
        .max_by(|one, other| {
            let (one, other) = (worth(one), worth(other));
            one.0
                .total_cmp(&other.0)
                .then(one.1.cmp(&other.1))
                .then(one.2.cmp(&other.2))
                .then(one.3.total_cmp(&other.3))
        });
    if let Some(unit) = best {
        let (name, kills) = (names.unit(&unit.unit), count_of(unit.figures.kills, "unit"));
        let points = plain(unit.figures.points_destroyed);
        summary.push(match unit.figures.seat {
            Some(seat) => text!(
                "story-best-unit-of",
                unit = name,
                seat = names.seat(seat),
                kills,
                points
            ),
            None => text!("story-best-unit", unit = name, kills, points),
        });
    }
    match report.dice_favour() {
        DiceFavour::Lucky(seat) => summary.push(text!(
            "story-better-dice",
            seat = names.seat(seat.seat),
            share = percent(seat.luck.percentile)
        )),
        DiceFavour::Unlucky(seat) => summary.push(text!(
            "story-worse-dice",
            seat = names.seat(seat.seat),
            share = percent(1.0 - seat.luck.percentile)
        )),
        DiceFavour::Even => summary.push(text!("story-dice-favoured-nobody")),
        DiceFavour::Unknown => {}
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
                "Soot Riders charged Reed Bowmen in the flank.",
                "North won the fight between Soot Riders and Reed Bowmen, 5 : 2.",
                "Reed Bowmen destroyed Soot Riders.",
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
    fn the_losing_side_decides_what_turned_the_battle() {
        let lost = |name: &str, losses: &[(Seat, f64)]| TurnStory {
            name: name.to_owned(),
            lost: losses.iter().copied().collect(),
            ..turn()
        };
        let told = [
            lost("one", &[(Seat::A, 4.0)]),
            lost("two", &[(Seat::B, 3.0)]),
            lost("three", &[(Seat::B, 3.0), (Seat::A, 1.0)]),
        ];
        let name = |winners: &[Seat]| {
            let (turn, seat, points) = decided(&told, winners).unwrap();
            (turn.name.clone(), seat, points)
        };
        assert_eq!(name(&[Seat::A]), ("three".to_owned(), Seat::B, 3.0), "the later");
        assert_eq!(name(&[Seat::B]), ("one".to_owned(), Seat::A, 4.0));
        assert_eq!(
            name(&[]),
            ("one".to_owned(), Seat::A, 4.0),
            "the greatest difference"
        );
        assert!(decided(&told[..1], &[Seat::A]).is_none());
    }
}
