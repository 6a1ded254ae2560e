//! Clocks: how long each seat took for its decisions, worked out from when commands were recorded.
//!
//! The time before a command counts for the seat that gave it. Talk is no decision and stops no clock; a command that a correction
//! decided again counts with the time at which it was given first. A pass that the server filled in is no decision: the time before it
//! counts for what was recorded behind it, or for nobody where that was dice alone.

use std::collections::BTreeMap;

use hindsight_engine::TableCommand;
use hindsight_kernel::{Seat, SeatInfo, Viewer};
use hindsight_openapi::wire::{DecisionTime, GameClock, SeatClock, TimeControl, TurnTime};

use crate::base::error::ApiResult;
use crate::base::time_text;
use crate::games::card_fields::{PASS_RULES, break_after_ms, clock_rules, time_control};
use crate::games::{EventRange, GameHistory, LiveGame};

/// Where a decision takes less than this on average, the game was not recorded as it was played: what comes in as a text gets a
/// time a second later for each command.
const LEAST_MS: u64 = 2_000;

/// What a decision is called that was awaited from nobody of its seat.
const UNASKED: &str = "unasked";

/// A decision: who took how long for what led to an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) seat: Seat,
    /// The first event of its command.
    pub(crate) version: u64,
    pub(crate) turn: u32,
    /// The decision that was awaited from the seat, or [`UNASKED`].
    pub(crate) asked: String,
    /// Milliseconds; nothing after a break.
    pub(crate) took_ms: Option<u64>,
    /// The seat declined by it and spent nothing: a pass.
    pub(crate) declined: bool,
}

/// The decisions of the present line, and when the last of them was recorded. A wait of more than `break_after` milliseconds
/// is a break.
pub(crate) fn decisions(past: &GameHistory, break_after: u64) -> ApiResult<(Vec<Decision>, Option<u64>)> {
    let given = given_ms(past);
    let all = EventRange {
        from: 1,
        to: u64::MAX,
        all_lines: false,
        facts: false,
    };
    let mut found: Vec<Decision> = Vec::new();
    // When the last decision was recorded, whose turn it was then, and which turn.
    let (mut last_ms, mut active, mut turn) = (None::<u64>, None::<Seat>, 0);
    past.walk(all, Viewer::Everything, &mut |step| {
        let version = step.version();
        let command = step.given();
        let at_ms = given.get(&version).copied();
        let is_implied = past.is_implied(version);
        let play = command.filter(|given| !is_implied && matches!(given.command, TableCommand::Play { .. }));
        if let Some(given) = play.filter(|_| step.begins_command())
            && let (Some(seat), Some(before), Some(at)) = (given.seat.or(active), last_ms, at_ms)
        {
            let took = at.saturating_sub(before);
            let asked = step
                .awaiting_before()
                .into_iter()
                .find(|asked| asked.seat == seat);
            found.push(Decision {
                seat,
                version,
                turn,
                asked: asked.map_or_else(|| UNASKED.to_owned(), |asked| asked.decision),
                took_ms: (took <= break_after).then_some(took),
                declined: step.declines(),
            });
        }
        let is_filled_in = is_implied && command.is_none_or(|given| given.dice.is_empty());
        let is_talk = command.is_some_and(|given| given.command.is_talk());
        let stops_clock = step.begins_command() && !is_talk && !is_filled_in;
        if stops_clock && let Some(at) = at_ms {
            last_ms = Some(last_ms.map_or(at, |last| last.max(at)));
        }
        let moment = step.moment();
        (active, turn) = (moment.active, moment.turn);
        true
    })?;
    Ok((found, last_ms))
}

/// When the command that begins at a version was given first.
fn given_ms(past: &GameHistory) -> BTreeMap<u64, u64> {
    let mut given = BTreeMap::new();
    for (place, event) in past.path().enumerate().filter(|(_, event)| event.begins) {
        let version = place as u64 + 1;
        let recorded = if event.kind == "@redone" {
            event.was.and_then(|was| given.get(&was).copied())
        } else {
            past.recorded_ms(version)
        };
        if let Some(at) = recorded {
            given.insert(version, at);
        }
    }
    given
}

/// The clocks of a game as it stands. What a seat was asked is told only to whom sees what belongs to it: a card window opens for who
/// holds a card that fits. Blocks.
pub(crate) fn clock(head: &LiveGame, past: &GameHistory, viewer: Viewer) -> ApiResult<GameClock> {
    let info = head.game.info(Viewer::Public);
    let control = time_control(&head.card);
    let (decisions, since) = decisions(past, break_after_ms(&head.card))?;
    let total: u64 = decisions.iter().filter_map(|decision| decision.took_ms).sum();
    let over = info.outcome.is_some();
    Ok(GameClock {
        game: head.id.to_string(),
        version: head.version(),
        control,
        rules: clock_rules(&head.card),
        timed: !decisions.is_empty() && total / decisions.len() as u64 >= LEAST_MS,
        seats: info
            .seats
            .iter()
            .map(|seat| of_seat(seat, &decisions, (control, clock_rules(&head.card)), viewer))
            .collect(),
        breaks: decisions
            .iter()
            .filter(|decision| decision.took_ms.is_none())
            .count() as u32,
        running: info
            .awaiting
            .iter()
            .filter(|_| !over)
            .map(|asked| asked.seat)
            .collect(),
        since: since.map(time_text),
    })
}

fn of_seat(
    seat: &SeatInfo,
    all: &[Decision],
    (control, rules): (Option<TimeControl>, u32),
    viewer: Viewer,
) -> SeatClock {
    let mut clock = SeatClock {
        seat: seat.seat,
        name: seat.name.clone(),
        used_ms: 0,
        decisions: 0,
        longest_ms: 0,
        longest_at: None,
        left_ms: control.map(|control| i64::from(control.minutes) * 60_000),
        overstepped_at: None,
        turns: Vec::new(),
        by_decision: if viewer.sees(seat.seat) {
            by_decision(all.iter().filter(|decision| decision.seat == seat.seat))
        } else {
            Vec::new()
        },
    };
    for decision in all.iter().filter(|decision| decision.seat == seat.seat) {
        let took = decision.took_ms.unwrap_or_default();
        clock.used_ms += took;
        clock.decisions += 1;
        if took > clock.longest_ms {
            (clock.longest_ms, clock.longest_at) = (took, Some(decision.version));
        }
        match clock.turns.iter_mut().find(|known| known.turn == decision.turn) {
            Some(known) => known.used_ms += took,
            None => clock.turns.push(TurnTime {
                turn: decision.turn,
                used_ms: took,
            }),
        }
        if let (Some(control), Some(left)) = (control, clock.left_ms) {
            let after = left.saturating_sub(i64::try_from(took).unwrap_or(i64::MAX));
            if after < 0 && clock.overstepped_at.is_none() {
                clock.overstepped_at = Some(decision.version);
            }
            let pays = !(decision.declined && rules >= PASS_RULES);
            let increment = if pays {
                i64::from(control.increment_seconds) * 1_000
            } else {
                0
            };
            clock.left_ms = Some(after.saturating_add(increment));
        }
    }
    clock
}

/// The times by what was asked. What was decided after a break has no time, and lowers no average.
fn by_decision<'d>(decisions: impl Iterator<Item = &'d Decision>) -> Vec<DecisionTime> {
    let mut found: BTreeMap<&str, (u32, u64)> = BTreeMap::new();
    for decision in decisions {
        let (count, used) = found.entry(&decision.asked).or_default();
        if let Some(took) = decision.took_ms {
            *count += 1;
            *used += took;
        }
    }
    let times = found.into_iter().map(|(decision, (count, used))| DecisionTime {
        decision: decision.to_owned(),
        decisions: count,
        used_ms: used,
        average_ms: used.checked_div(u64::from(count)),
    });
    times.collect()
}

/// The times by what was asked as CSV, a line for each seat and kind of decision.
pub(crate) fn times_csv(clock: &GameClock) -> String {
    let mut table = "seat,decision,decisions,used_ms,average_ms\n".to_owned();
    for seat in &clock.seats {
        for of in &seat.by_decision {
            let average = of
                .average_ms
                .map_or_else(String::new, |average| average.to_string());
            let line = format!(
                "{},{},{},{},{average}\n",
                seat.seat, of.decision, of.decisions, of.used_ms
            );
            table.push_str(&line);
        }
    }
    table
}

/// A time in the words of pages: `1:02:03`, `4:05`.
pub(crate) fn clock_words(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else {
        format!("{minutes}:{rest:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_kernel::SideId;

    fn south() -> SeatInfo {
        SeatInfo {
            seat: Seat::A,
            side: SideId(1),
            name: "South".to_owned(),
            faction: None,
        }
    }

    fn decided(seat: Seat, version: u64, turn: u32, took_ms: Option<u64>) -> Decision {
        Decision {
            seat,
            version,
            turn,
            asked: "movement_command".to_owned(),
            took_ms,
            declined: false,
        }
    }

    #[test]
    fn a_seat_is_charged_its_own_decisions_and_no_breaks() {
        let seat = south();
        let all = [
            decided(Seat::A, 5, 0, Some(20_000)),
            decided(Seat::B, 6, 0, Some(99_000)),
            decided(Seat::A, 9, 1, Some(41_000)),
            decided(Seat::A, 12, 1, None),
        ];
        // One minute, ten seconds more a decision: 60 - 20 + 10 = 50, then 50 - 41 + 10 = 19, then 19 + 10.
        let control = TimeControl {
            minutes: 1,
            increment_seconds: 10,
        };
        let clock = of_seat(&seat, &all, (Some(control), PASS_RULES), Viewer::Everything);
        assert_eq!((clock.used_ms, clock.decisions), (61_000, 3));
        assert_eq!((clock.longest_ms, clock.longest_at), (41_000, Some(9)));
        assert_eq!((clock.left_ms, clock.overstepped_at), (Some(29_000), None));
        let turns: Vec<(u32, u64)> = clock.turns.iter().map(|turn| (turn.turn, turn.used_ms)).collect();
        assert_eq!(turns, [(0, 20_000), (1, 41_000)]);
        // Without increment the second decision comes a second too late.
        let sudden = of_seat(
            &seat,
            &all,
            (
                Some(TimeControl {
                    minutes: 1,
                    increment_seconds: 0,
                }),
                PASS_RULES,
            ),
            Viewer::Everything,
        );
        assert_eq!((sudden.left_ms, sudden.overstepped_at), (Some(-1_000), Some(9)));
        assert_eq!(
            of_seat(&seat, &all, (None, PASS_RULES), Viewer::Everything).left_ms,
            None
        );
    }

    #[test]
    fn a_pass_pays_no_increment_but_in_games_begun_when_it_did() {
        let all = [
            decided(Seat::A, 5, 1, Some(20_000)),
            Decision {
                declined: true,
                ..decided(Seat::A, 9, 1, Some(4_000))
            },
        ];
        let control = Some(TimeControl {
            minutes: 1,
            increment_seconds: 10,
        });
        let left = |rules| of_seat(&south(), &all, (control, rules), Viewer::Everything).left_ms;
        // 60 - 20 + 10 = 50, then 50 - 4 and, as it was, 10 more.
        assert_eq!((left(PASS_RULES), left(2)), (Some(46_000), Some(56_000)));
    }

    #[test]
    fn times_are_told_by_what_was_asked_and_breaks_lower_no_average() {
        let of = |asked: &str, took_ms| Decision {
            asked: asked.to_owned(),
            ..decided(Seat::A, 5, 1, took_ms)
        };
        let all = [
            of("movement_command", Some(40_000)),
            of("attack_card", Some(7_000)),
            of("movement_command", None), // A break.
            of("movement_command", Some(21_000)),
            of("green_window", None),
        ];
        let times = by_decision(all.iter());
        let told: Vec<(&str, u32, u64, Option<u64>)> = times
            .iter()
            .map(|of| (of.decision.as_str(), of.decisions, of.used_ms, of.average_ms))
            .collect();
        // (40 + 21) / 2 = 30.5 seconds.
        assert_eq!(
            told,
            [
                ("attack_card", 1, 7_000, Some(7_000)),
                ("green_window", 0, 0, None),
                ("movement_command", 2, 61_000, Some(30_500)),
            ]
        );
    }

    #[test]
    fn what_a_seat_was_asked_is_told_to_whom_sees_what_is_its_own() {
        let all = [decided(Seat::A, 5, 1, Some(7_000))];
        let told = |viewer| {
            let clock = of_seat(&south(), &all, (None, PASS_RULES), viewer);
            (clock.decisions, clock.by_decision.len())
        };
        assert_eq!(told(Viewer::Everything), (1, 1));
        assert_eq!(told(Viewer::Seat(Seat::A)), (1, 1));
        assert_eq!(told(Viewer::Seat(Seat::B)), (1, 0));
        assert_eq!(told(Viewer::Public), (1, 0));
    }

    #[test]
    fn times_are_written_as_clocks_write_them() {
        for (ms, words) in [
            (0, "0:00"),
            (9_999, "0:09"),
            (245_000, "4:05"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(clock_words(ms), words);
        }
    }
}
