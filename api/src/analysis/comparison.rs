//! Two games side by side: how far they go the same way, and what differs behind that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use hindsight_kernel::{Message, Phrase, Seat, SeatInfo, Viewer, phrase};
use hindsight_openapi::wire::{
    ComparedEvent, ComparedFigure, ComparedGame, ComparedSeat, ComparedTurn, Comparison, Timeline,
};
use hindsight_reports::statistics::{GameReport, GameStatistics, SeatReport};

use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{MESSAGES, text};
use crate::base::{AnswerCache, AnswerKey, StoreHandle, links};
use crate::games::{EventRange, GameHistory, Games, LiveGame, Timelines};

/// The most events that are told of each game behind the branch point.
const MOST: usize = 600;

/// One of two games, through whose eyes it is seen.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'c> {
    /// The game.
    pub head: &'c Arc<LiveGame>,
    /// Through whose eyes.
    pub viewer: Viewer,
}

/// All that is read of a game for it.
struct Reading {
    past: Arc<GameHistory>,
    course: Timeline,
    viewer: Viewer,
}

/// Comparisons of games, kept ready while the games do not change.
#[derive(Debug)]
pub struct Comparisons {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) timelines: Arc<Timelines>,
    pub(crate) answers: AnswerCache,
}

impl Comparisons {
    /// Two games side by side, as far as who asks may know them. What is hidden from them takes no part in it: where the
    /// games part is where they see them part.
    ///
    /// # Errors
    /// The games are of two systems.
    pub async fn compare(&self, one: Compared<'_>, other: Compared<'_>) -> ApiResult<Comparison> {
        let (here, there) = (one.head.system, other.head.system);
        if here.id() != there.id() {
            return Err(ApiError::parameter(
                "with",
                text!(
                    "games-of-one-system",
                    here = here.title().to_string(),
                    there = there.title().to_string()
                ),
            ));
        }
        let what = ("compare", other.head.id, other.viewer);
        let key = AnswerKey::new(
            one.head.id,
            one.head.version(),
            other.head.version(),
            one.viewer,
            what,
        );
        let mut found: Comparison = if let Some(ready) = self.answers.get(&key) {
            serde_json::from_slice(&ready).map_err(|why| ApiError::fault("reading the comparison", why))?
        } else {
            let found = self.compared(one, other).await?;
            let told =
                serde_json::to_vec(&found).map_err(|why| ApiError::fault("writing the comparison", why))?;
            self.answers.keep(key, Bytes::from(told));
            found
        };
        // Titles change without a version.
        found.one.title.clone_from(&one.head.card.title);
        found.other.title.clone_from(&other.head.card.title);
        Ok(found)
    }

    async fn compared(&self, one: Compared<'_>, other: Compared<'_>) -> ApiResult<Comparison> {
        let readings = [self.reading(one).await?, self.reading(other).await?];
        let (first, second) = (game(one.head), game(other.head));
        let seats = one.head.game.info(one.viewer).seats;
        self.store
            .work(move |_| held_together(&readings, (first, second), &seats))
            .await
    }

    async fn reading(&self, of: Compared<'_>) -> ApiResult<Reading> {
        Ok(Reading {
            past: self.games.past(of.head).await?,
            course: self.timelines.timeline(of.head, of.viewer).await?,
            viewer: of.viewer,
        })
    }
}

fn game(head: &LiveGame) -> ComparedGame {
    ComparedGame {
        game: head.id.to_string(),
        title: String::new(),
        version: head.version(),
        branch: 0,
        result: head.card.result.clone(),
        page: links::game(head.id),
    }
}

fn held_together(
    readings: &[Reading; 2],
    (mut one, mut other): (ComparedGame, ComparedGame),
    seats: &[SeatInfo],
) -> ApiResult<Comparison> {
    let lines = [line(&readings[0])?, line(&readings[1])?];
    let shared = lines[0]
        .iter()
        .zip(&lines[1])
        .take_while(|((_, one), (_, other))| one == other)
        .count();
    for (game, line) in [&mut one, &mut other].into_iter().zip(&lines) {
        game.branch = shared.checked_sub(1).map_or(0, |last| line[last].0);
        game.page = links::moment(&game.game, game.branch.max(1));
    }
    let whole = [
        readings[0].past.figures(readings[0].viewer)?,
        readings[1].past.figures(readings[1].viewer)?,
    ];
    let reports = whole.each_ref().map(GameStatistics::report);
    let branches = [one.branch, other.branch];
    let since = |seat: Seat| {
        [0, 1].map(|place| {
            let behind = branches[place];
            let luck = whole[place].luck(|roll| roll.seat == seat && roll.version > behind);
            luck.percentile
        })
    };
    let (turns, cut) = turns(readings, branches)?;
    Ok(Comparison {
        one,
        other,
        shared: shared as u64,
        seats: seats
            .iter()
            .map(|info| ComparedSeat {
                seat: info.seat,
                name: info.name.clone(),
                figures: seat_figures(info, &reports, since(info.seat)),
            })
            .collect(),
        turns,
        cut,
    })
}

/// What the table writes into a stream about itself: a variation has its own.
const OF_THE_TABLE: [&str; 4] = ["opened", "redone", "reseeded", "seed_revealed"];

/// The events of the present line, each with its version and a digest of what a viewer knows of it.
fn line(reading: &Reading) -> ApiResult<Vec<(u64, blake3::Hash)>> {
    let mut line = Vec::new();
    let all = EventRange {
        from: 1,
        to: u64::MAX,
        all_lines: false,
        facts: false,
    };
    reading.past.walk(all, reading.viewer, &mut |step| {
        if !OF_THE_TABLE.contains(&step.kind().as_str()) {
            let told = step.event().to_string();
            line.push((step.version(), blake3::hash(told.as_bytes())));
        }
        true
    })?;
    Ok(line)
}

/// Key of a figure in the answer, and its name for people.
type FigureName = (&'static str, Phrase);

const SCORE: FigureName = ("score", phrase!(MESSAGES, "compared-score"));
const UNITS_LOST: FigureName = ("units lost", phrase!(MESSAGES, "compared-units-lost"));
const POINTS_LOST: FigureName = ("points lost", phrase!(MESSAGES, "compared-points-lost"));
const UNITS_DESTROYED: FigureName = ("units destroyed", phrase!(MESSAGES, "compared-units-destroyed"));
const POINTS_DESTROYED: FigureName = ("points destroyed", phrase!(MESSAGES, "compared-points-destroyed"));
const DAMAGE_DEALT: FigureName = ("damage dealt", phrase!(MESSAGES, "compared-damage-dealt"));
const DAMAGE_EXPECTED: FigureName = ("damage expected", phrase!(MESSAGES, "compared-damage-expected"));
const ROLLS: FigureName = ("rolls", phrase!(MESSAGES, "compared-rolls"));
const LUCK: FigureName = ("luck of the dice", phrase!(MESSAGES, "compared-luck"));
const LUCK_SINCE: FigureName = (
    "luck of the dice since they part",
    phrase!(MESSAGES, "compared-luck-since"),
);

/// What is read of a seat's figures.
type Read = fn(&SeatReport) -> f64;

/// The figures of a seat in both; `since` is the luck of its dice since the games part.
fn seat_figures(info: &SeatInfo, reports: &[GameReport; 2], since: [f64; 2]) -> Vec<ComparedFigure> {
    let [Some(one), Some(other)] = reports
        .each_ref()
        .map(|report| report.seats.iter().find(|known| known.seat == info.seat))
    else {
        return Vec::new();
    };
    let rows: [(FigureName, Read); 8] = [
        (UNITS_LOST, |seat| f64::from(seat.lost)),
        (POINTS_LOST, |seat| seat.points * (1.0 - seat.survival)),
        (UNITS_DESTROYED, |seat| f64::from(seat.kills)),
        (POINTS_DESTROYED, |seat| seat.points_destroyed),
        (DAMAGE_DEALT, |seat| f64::from(seat.attack.damage)),
        (DAMAGE_EXPECTED, |seat| seat.attack.expected),
        (ROLLS, |seat| f64::from(seat.rolls)),
        (LUCK, |seat| seat.luck.percentile),
    ];
    let mut figures: Vec<ComparedFigure> = rows
        .into_iter()
        .map(|(name, read)| figure(name, read(one), read(other)))
        .collect();
    figures.push(figure(LUCK_SINCE, since[0], since[1]));
    let score = |report: &GameReport| {
        let last = report.scores.iter().rfind(|point| point.side == info.side.0);
        last.map_or(0.0, |point| point.total)
    };
    if reports.iter().any(|report| !report.scores.is_empty()) {
        figures.insert(0, figure(SCORE, score(&reports[0]), score(&reports[1])));
    }
    figures
}

fn figure((name, title): FigureName, one: f64, other: f64) -> ComparedFigure {
    let title = title.message();
    ComparedFigure {
        name: name.to_owned(),
        message: title.data(),
        title: title.into(),
        one,
        other,
        difference: other - one,
    }
}

/// What is told of both games behind where they part, turn by turn; and whether some was left out.
fn turns(readings: &[Reading; 2], branches: [u64; 2]) -> ApiResult<(Vec<ComparedTurn>, bool)> {
    let mut turns: BTreeMap<u32, ComparedTurn> = BTreeMap::new();
    let mut cut = false;
    for (place, (reading, branch)) in readings.iter().zip(branches).enumerate() {
        let mut told: BTreeSet<u64> = reading.course.told.iter().copied().collect();
        told.retain(|version| *version > branch);
        if let Some(beyond) = told.iter().nth(MOST).copied() {
            drop(told.split_off(&beyond));
            cut = true;
        }
        let (Some(first), Some(last)) = (told.first().copied(), told.last().copied()) else {
            continue;
        };
        let look = EventRange {
            from: first,
            to: last,
            all_lines: false,
            facts: false,
        };
        reading.past.walk(look, reading.viewer, &mut |step| {
            if told.contains(&step.version()) {
                let moment = step.moment();
                let caption = turn_of(&moment.caption.to_string(), moment.turn);
                let turn = turns.entry(moment.turn).or_insert_with(|| ComparedTurn {
                    turn: moment.turn,
                    caption: caption.to_string(),
                    message: caption.data(),
                    one: Vec::new(),
                    other: Vec::new(),
                });
                let events = if place == 0 {
                    &mut turn.one
                } else {
                    &mut turn.other
                };
                events.push(ComparedEvent {
                    version: step.version(),
                    message: step.message().data(),
                    words: step.words(),
                });
            }
            true
        })?;
    }
    Ok((turns.into_values().collect(), cut))
}

/// The caption of a moment without its last part, the phase.
fn turn_of(caption: &str, turn: u32) -> Message {
    if turn == 0 {
        return text!("compared-before-battle");
    }
    let turn = caption.rsplit_once(" · ").map_or(caption, |(turn, _)| turn);
    text!("compared-turn", turn = turn.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_says_how_much_the_other_game_has_more() {
        let lost = figure(UNITS_LOST, 3.0, 1.0);
        assert_eq!((lost.one, lost.other, lost.difference), (3.0, 1.0, -2.0));
    }

    #[test]
    fn a_turn_is_named_without_its_phase() {
        assert_eq!(turn_of("Round 2 · South · Melee", 3), "Round 2 · South");
        assert_eq!(turn_of("Melee", 3), "Melee");
        assert_eq!(turn_of("Army lists", 0), "Before the battle");
    }
}
