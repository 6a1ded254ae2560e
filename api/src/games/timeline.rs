//! The course of a game: its stretches of one round, turn and phase, the events that stand out, and those worth a stop.

use std::sync::Arc;

use bytes::Bytes;
use hindsight_engine::FoldStep;
use hindsight_kernel::{DiceRolled, Fact, Message, Seat, Viewer};
use hindsight_openapi::wire::{Timeline, TimelineEntry, TimelineMark};

use crate::base::error::{ApiError, ApiResult};
use crate::base::{AnswerCache, AnswerKey, StoreHandle};
use crate::games::headlines::{NamesOfMoment, headline};
use crate::games::{EventRange, GameHistory, Games, LiveGame};

/// A roll is a swing of luck where at most this share of such rolls is at least so extreme.
const SWING: f64 = 0.1;

/// The timelines of games, kept ready while they do not change.
#[derive(Debug)]
pub struct Timelines {
    pub(crate) store: StoreHandle,
    pub(crate) games: Arc<Games>,
    pub(crate) answers: AnswerCache,
}

impl Timelines {
    /// The course of a game as a viewer may know it, as JSON; kept as long as the game does not grow.
    pub async fn timeline_json(&self, head: &LiveGame, viewer: Viewer) -> ApiResult<Bytes> {
        let key = AnswerKey::new(head.id, head.version(), 0, viewer, "course");
        if let Some(ready) = self.answers.get(&key) {
            return Ok(ready);
        }
        let past = self.games.past(head).await?;
        let game = head.id.to_string();
        let json = self
            .store
            .work(move |_| {
                serde_json::to_vec(&course(&past, game, viewer)?)
                    .map_err(|why| ApiError::fault("writing the course", why))
            })
            .await?;
        let json = Bytes::from(json);
        self.answers.keep(key, json.clone());
        Ok(json)
    }

    /// The course of a game as a viewer may know it.
    pub async fn timeline(&self, head: &LiveGame, viewer: Viewer) -> ApiResult<Timeline> {
        let json = self.timeline_json(head, viewer).await?;
        serde_json::from_slice(&json).map_err(|why| ApiError::fault("reading the course", why))
    }
}

fn course(past: &GameHistory, game: String, viewer: Viewer) -> ApiResult<Timeline> {
    let mut timeline = Timeline {
        game,
        version: past.version(),
        entries: Vec::new(),
        marks: Vec::new(),
        told: Vec::new(),
        activations: Vec::new(),
    };
    let all = EventRange {
        from: 1,
        to: u64::MAX,
        all_lines: true,
        facts: false,
    };
    past.walk(all, viewer, &mut |step| {
        note(&mut timeline, step);
        true
    })?;
    Ok(timeline)
}

fn note(timeline: &mut Timeline, step: &dyn FoldStep) {
    let (version, kind, facts) = (step.version(), step.kind(), step.facts());
    let marks = marks(&kind, &facts);
    let stands_out = !marks.is_empty();
    if stands_out {
        let words = shortly(step, &facts);
        for (kind, seat) in marks {
            timeline.marks.push(TimelineMark {
                version,
                kind: kind.to_owned(),
                words: words.to_string(),
                message: words.data(),
                seat,
            });
        }
    }
    if !step.live() {
        return;
    }
    let moment = step.moment();
    let begins = match timeline.entries.last_mut() {
        Some(last)
            if last.round == moment.round
                && last.turn == moment.turn
                && last.phase == moment.phase
                && last.active == moment.active =>
        {
            last.to = version;
            false
        }
        _ => {
            timeline.entries.push(TimelineEntry {
                from: version,
                to: version,
                round: moment.round,
                turn: moment.turn,
                phase: moment.phase,
                active: moment.active,
                caption: moment.caption.to_string(),
                message: moment.caption.data(),
            });
            true
        }
    };
    if begins || stands_out || facts.iter().any(is_told) {
        timeline.told.push(version);
    }
    if begins || facts.iter().any(|fact| matches!(fact, Fact::Activated { .. })) {
        timeline.activations.push(version);
    }
}

/// From this weight on a short sentence tells of a loss.
const LOSS: u8 = 3;
/// Words of more letters than this hold more than a headline should.
const LONG: usize = 90;

/// What happened in an event: what matters most of it where its own words, which hold every die, are longer than that.
pub(crate) fn shortly(step: &dyn FoldStep, facts: &[Fact]) -> Message {
    let message = step.message();
    let length = message.to_string().len();
    let (units, seats) = (step.units(), step.seats());
    let names = NamesOfMoment {
        units: &units,
        seats: &seats,
    };
    match headline(facts, &names) {
        // A loss is told as one; charges and fights are where the system's words are long.
        Some((weight, short)) if short.to_string().len() < length && (weight >= LOSS || length > LONG) => {
            short
        }
        Some(_) | None => message,
    }
}

/// Whether a fact is worth a stop; counters and answers to questions are procedure.
fn is_told(fact: &Fact) -> bool {
    !matches!(fact, Fact::Counted { .. } | Fact::Decided { .. })
}

/// What an event is marked with, each with whose it is.
fn marks(kind: &str, facts: &[Fact]) -> Vec<(&'static str, Option<Seat>)> {
    let table = [
        "taken_back",
        "corrected",
        "ruled",
        "noted",
        "conceded",
        "proposed",
        "ended",
        "said",
    ];
    if let Some(kind) = table.into_iter().find(|known| *known == kind) {
        return vec![(kind, None)];
    }
    let mut marks: Vec<(&'static str, Option<Seat>)> = Vec::new();
    for fact in facts {
        let mark = match fact {
            Fact::Destroyed { seat, .. } => Some(("destroyed", Some(*seat))),
            Fact::Broken { seat, .. } => Some(("broken", Some(*seat))),
            // A fight begins where units meet.
            Fact::Engaged { .. } => Some(("fight", None)),
            Fact::DiceRolled(rolled) => swing(rolled).map(|kind| (kind, Some(rolled.seat))),
            _ => None,
        };
        if let Some(mark) = mark
            && !marks.iter().any(|(kind, _)| *kind == mark.0)
        {
            marks.push(mark);
        }
    }
    marks
}

/// Whether a roll was as lucky or unlucky for who threw it as at most one in ten.
fn swing(rolled: &DiceRolled) -> Option<&'static str> {
    let high = rolled.expected.at_least(rolled.result) <= SWING;
    let low = rolled.expected.at_most(rolled.result) <= SWING;
    match (high, low) {
        (true, false) if rolled.high_is_good => Some("lucky"),
        (true, false) => Some("unlucky"),
        (false, true) if rolled.high_is_good => Some("unlucky"),
        (false, true) => Some("lucky"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_kernel::odds::Die;
    use hindsight_kernel::{Roll, RollSource};

    fn rolled(result: i32, high_is_good: bool) -> Fact {
        Fact::DiceRolled(DiceRolled {
            purpose: "test".to_owned(),
            seat: Seat::B,
            unit: None,
            against: None,
            roll: Roll {
                purpose: "test".into(),
                sides: 6,
                faces: Vec::new(),
                counted: Vec::new(),
                source: RollSource::Reported,
            },
            target: None,
            roll_under: false,
            result,
            // Two dice: 11 or more, and 3 or less, come up in 3 of 36 throws; 10 and 4 in 6 of 36.
            expected: Die::new(6).sum(2),
            modifiers: Vec::new(),
            high_is_good,
        })
    }

    #[test]
    fn a_roll_is_a_swing_where_one_in_ten_is_as_extreme() {
        let rows = [
            (12, true, Some("lucky")),
            (11, true, Some("lucky")),
            (10, true, None),
            (7, true, None),
            (4, true, None),
            (3, true, Some("unlucky")),
            (11, false, Some("unlucky")),
            (2, false, Some("lucky")),
        ];
        for (result, high_is_good, expected) in rows {
            let marks = marks("rolled", &[rolled(result, high_is_good)]);
            let expected: Vec<_> = expected.map(|kind| (kind, Some(Seat::B))).into_iter().collect();
            assert_eq!(marks, expected, "{result}");
        }
    }

    #[test]
    fn an_event_is_marked_once_a_kind() {
        let gone = |unit: &str, seat| Fact::Destroyed {
            unit: unit.to_owned(),
            seat,
            points: 1.0,
            cause: "melee".to_owned(),
            by: None,
        };
        let facts = [gone("A1", Seat::A), gone("B1", Seat::B), rolled(12, true)];
        assert_eq!(
            marks("struck", &facts),
            [("destroyed", Some(Seat::A)), ("lucky", Some(Seat::B))]
        );
        assert_eq!(
            marks("said", &facts),
            [("said", None)],
            "the table's own words come first"
        );
        assert!(marks("struck", &[]).is_empty());
    }
}
