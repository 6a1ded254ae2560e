//! Idempotency keys of requests with commands.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_engine::TableCommand;
use hindsight_kernel::{ReportedDice, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AppliedCommand, Event};
use hindsight_store::{Check, StreamId};
use serde_json::{Value, json};

use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::commands::events_of;
use crate::games::history::GameHistory;
use crate::games::placing::is_placed;
use crate::games::requests::requested;
use crate::games::{Games, LiveGame};

/// The ids under which the commands of a request with a key are stored: the key alone for one command, the key with
/// its place for one of a list; the last of a list says so. In a list that is one step a space stands before the place, which
/// no key has. Behind the place of a command stands `implied` if the server gave it by itself, with its number among those before
/// a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) key: String,
    kind: Kind,
    pub(super) count: usize,
}

/// The kinds of requests with commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One command.
    One,
    /// Commands that are stored one after the other.
    List,
    /// Commands that are one step: stored, shown and taken back together.
    Step,
}

/// The id of the step that a command belongs to, by the id of the command; none where it is a step by itself.
pub(crate) fn step_id(command_id: &str) -> Option<&str> {
    let (step, place) = command_id.split_once(' ')?;
    let digits = place.split(' ').next().unwrap_or_default();
    digits.parse::<usize>().is_ok().then_some(step)
}

/// Whether the server gave a command by itself, between two that were recorded; by the id of the command.
pub(crate) fn is_implied(command_id: &str) -> bool {
    step_id(command_id).is_some() && command_id.split(' ').nth(2) == Some(IMPLIED)
}

/// The mark of a command that the server gave by itself.
const IMPLIED: &str = "implied";

/// The mark of a command of an earlier game's set-up; the id of that game follows.
const SET_UP: &str = "as";

/// The mark of a command by which a unit carries out its standing order; a digest of the units that were named follows.
const ORDERS: &str = "orders";

/// The units that were named for their standing orders, in a few characters.
fn digest_of(units: Option<&[String]>) -> String {
    let named = units.map_or_else(String::new, |units| format!("{units:?}"));
    blake3::hash(named.as_bytes()).to_hex()[..8].to_owned()
}

/// The earlier game whose set-up a command was a part of, by the id of the command.
pub(crate) fn set_up_game(command_id: &str) -> Option<StreamId> {
    step_id(command_id)?;
    let mut parts = command_id.split(' ').skip(2);
    (parts.next()? == SET_UP).then(|| parts.next()?.parse().ok())?
}

impl Names {
    /// The names of so many commands under a key; `together` if they are one step.
    pub(super) fn new(key: String, count: usize, together: bool) -> Self {
        let kind = match (count, together) {
            (_, true) => Kind::Step,
            (0 | 1, false) => Kind::One,
            (_, false) => Kind::List,
        };
        Self { key, kind, count }
    }

    /// The id of the command at a place.
    pub(super) fn of(&self, place: usize) -> String {
        let key = &self.key;
        let (separator, end) = match self.kind {
            Kind::One => return key.clone(),
            Kind::List => ('/', "/end"),
            Kind::Step => (' ', " end"),
        };
        let end = if place + 1 == self.count { end } else { "" };
        format!("{key}{separator}{place}{end}")
    }

    /// The id of a pass before the command at a place, by its number from 0.
    pub(super) fn implied(&self, place: usize, number: usize) -> String {
        format!("{} {place} {IMPLIED} {number}", self.key)
    }

    /// The id of the pass that has the dice given at a place: that the seat passes is implied, the dice are not.
    pub(super) fn of_dice(&self, place: usize) -> String {
        let end = if place + 1 == self.count { " end" } else { "" };
        format!("{} {place} {IMPLIED}{end}", self.key)
    }

    /// The id of a choice of an earlier game's set-up, by its number from 0; the last one has the id of its place.
    pub(super) fn of_set_up(&self, place: usize, game: StreamId, number: usize) -> String {
        format!("{} {place} {SET_UP} {game} {number}", self.key)
    }

    /// The ids of commands by which units carry out their standing orders, with those of the passes before them; the last one has the id
    /// of its place.
    pub(super) fn of_orders(
        &self,
        place: usize,
        units: Option<&[String]>,
        are_passes: impl ExactSizeIterator<Item = bool>,
    ) -> Vec<String> {
        let (key, digest, count) = (&self.key, digest_of(units), are_passes.len());
        are_passes
            .enumerate()
            .map(|(number, is_pass)| match is_pass {
                true => self.implied(place, number),
                false if number + 1 == count => self.of(place),
                false => format!("{key} {place} {ORDERS} {digest} {number}"),
            })
            .collect()
    }

    /// Ids of which one is there if the key was used for a request of another kind.
    pub(super) fn of_other_kinds(&self) -> Vec<String> {
        let ids = |kind: Kind| {
            let names = |count| Self {
                key: self.key.clone(),
                kind,
                count,
            };
            match kind {
                Kind::One | Kind::List => vec![names(2).of(0)],
                // A step may be one command with the passes before it.
                Kind::Step => [1, 2]
                    .into_iter()
                    .flat_map(|count| [names(count).of(0), names(count).of_dice(0)])
                    .collect(),
            }
        };
        [Kind::One, Kind::List, Kind::Step]
            .into_iter()
            .filter(|kind| *kind != self.kind)
            .flat_map(ids)
            .collect()
    }

    /// An id that is there if the key was used for a list that ends at this place, or does not end there as this one.
    pub(super) fn of_other_length(&self, place: usize) -> String {
        let count = if place + 1 == self.count {
            place + 2
        } else {
            place + 1
        };
        Self {
            count: count.max(2),
            ..self.clone()
        }
        .of(place)
    }

    pub(super) fn reused(&self) -> ApiError {
        ApiError::new(
            ProblemKind::CommandKeyReused,
            text!("key-of-other-command", key = quoted(&self.key)),
        )
    }
}

impl Games {
    /// The commands of this request that were stored before under its key.
    ///
    /// The stored commands are the request: the same caller must bring the same list with the key, as far as it was
    /// stored, and as long. What was refused then may be another command now.
    pub(super) async fn repeats(
        &self,
        head: &LiveGame,
        (caller, sight): (&Caller, &GameAccess),
        names: &Names,
        asked: &[Value],
    ) -> ApiResult<Vec<AppliedCommand>> {
        let (id, wanted, actor) = (head.id, names.clone(), caller.actor());
        let found: Vec<AppliedCommand> = self
            .store
            .work(move |store| {
                let refuse = |name: String| match store.command(id, &name)? {
                    Some(_) => Err(wanted.reused()),
                    None => Ok(()),
                };
                for name in wanted.of_other_kinds() {
                    refuse(name)?;
                }
                let mut found = Vec::new();
                for place in 0..wanted.count {
                    let own = match store.command(id, &wanted.of(place))? {
                        None => store.command(id, &wanted.of_dice(place))?,
                        own => own,
                    };
                    let Some(stored) = own else {
                        refuse(wanted.of_other_length(place))?;
                        break;
                    };
                    let mut own = false;
                    store.scan(id, stored.first, stored.first, Check::Continuity, &mut |record| {
                        own = record.actor == actor;
                        ControlFlow::Continue(())
                    })?;
                    if !own {
                        return Err(wanted.reused());
                    }
                    found.push(AppliedCommand {
                        first: stored.first,
                        last: stored.last,
                        repeated: true,
                        implied: false,
                    });
                }
                Ok(found)
            })
            .await?;
        let (Some(first), Some(last)) = (found.first(), found.last()) else {
            return Ok(found);
        };
        let look = events_of(first.first - 1, last.first);
        let past = self.past(head).await?;
        let known = Arc::clone(&past);
        let events = self
            .store
            .work(move |_| known.events(look, Viewer::Everything, usize::MAX))
            .await?;
        for (stored, asked) in found.iter().zip(asked) {
            let same = requested(head, sight, asked.clone(), "").is_ok_and(|asked| {
                if let TableCommand::SetUp { game } = &asked.command {
                    return is_set_up(&past, stored.first, names, game);
                }
                if let TableCommand::ByOrders { units } = &asked.command {
                    let is_of_seat = |event: &Event| {
                        let seat = event.command.as_ref().and_then(|command| command.get("seat"));
                        asked.seat.is_none_or(|asked| seat == Some(&json!(asked)))
                    };
                    let mut first = events.iter().filter(|event| event.version == stored.first);
                    return first.any(is_of_seat)
                        && is_by_orders(&past, stored.first, names, units.as_deref());
                }
                if matches!(asked.command, TableCommand::Place { .. }) {
                    return events.iter().any(|event| {
                        event.version == stored.first && is_placed(head, event, &asked.command)
                    });
                }
                if matches!(asked.command, TableCommand::Next {}) {
                    // Which pass has its dice was up to the server.
                    return events
                        .iter()
                        .any(|event| event.version == stored.first && has_dice(event, &asked.dice));
                }
                head.system.plain_command(asked).is_ok_and(|asked| {
                    events
                        .iter()
                        .any(|event| event.version == stored.first && event.command.as_ref() == Some(&asked))
                })
            });
            if !same {
                return Err(names.reused());
            }
        }
        Ok(found)
    }
}

/// Whether the command that begins at a version is the last choice of an earlier game's set-up under these names. The command before it
/// says which game; a choice that was given alone may be one of any.
fn is_set_up(past: &GameHistory, first: u64, names: &Names, game: &str) -> bool {
    let before = first
        .checked_sub(2)
        .and_then(|place| past.stamps().nth(place as usize));
    let before = before.map(|stamp| stamp.command_id.as_str());
    before
        .filter(|id| step_id(id) == Some(names.key.as_str()))
        .is_none_or(|id| set_up_game(id).is_some_and(|known| known.to_string() == game))
}

/// Checks that the command that begins at a version is the last of those by which these units carry out their standing orders under these
/// names. The commands before it say which units were named; one that was given alone may be of any.
fn is_by_orders(past: &GameHistory, first: u64, names: &Names, units: Option<&[String]>) -> bool {
    let before = past.stamps().take(first.saturating_sub(1) as usize).rev();
    let mut step = before
        .map(|stamp| stamp.command_id.as_str())
        .take_while(|id| step_id(id) == Some(names.key.as_str()))
        .filter(|id| !is_implied(id))
        .map(|id| id.split(' ').skip(2));
    step.next()
        .is_none_or(|mut mark| mark.next() == Some(ORDERS) && mark.next() == Some(digest_of(units).as_str()))
}

/// Whether the command of an event reported these dice.
fn has_dice(event: &Event, dice: &[ReportedDice]) -> bool {
    let reported = event.command.as_ref().and_then(|command| command.get("dice"));
    reported.map_or(dice.is_empty(), |reported| *reported == json!(dice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_one_command_from_a_list_and_lists_by_their_length() {
        let names = |count| Names::new("k".to_owned(), count, false);
        let all = |count| -> Vec<String> { (0..count).map(|place| names(count).of(place)).collect() };
        assert_eq!(all(1), ["k"]);
        assert_eq!(all(2), ["k/0", "k/1/end"]);
        assert_eq!(all(3), ["k/0", "k/1", "k/2/end"]);
        // What a list of two left behind is met by one command, and by a list of three.
        let steps = ["k 0 end", "k 0 implied end", "k 0", "k 0 implied"];
        assert_eq!(names(1).of_other_kinds()[0], "k/0");
        assert_eq!(names(1).of_other_kinds()[1..], steps);
        assert_eq!(names(3).of_other_length(1), "k/1/end");
        // What a list of three left behind is met by a list of two; what one command left, by any list.
        assert_eq!(names(2).of_other_length(1), "k/1");
        for count in [2, 3] {
            assert_eq!(names(count).of_other_kinds()[0], "k");
            assert_eq!(names(count).of_other_kinds()[1..], steps);
        }
    }

    #[test]
    fn commands_of_a_step_name_it() {
        let names = |count| Names::new("k".to_owned(), count, true);
        let all = |count| -> Vec<String> { (0..count).map(|place| names(count).of(place)).collect() };
        // One command may have passes before it.
        assert_eq!(all(1), ["k 0 end"]);
        assert_eq!(names(1).implied(0, 2), "k 0 implied 2");
        assert_eq!(
            (names(1).of_dice(0), names(2).of_dice(0)),
            ("k 0 implied end".to_owned(), "k 0 implied".to_owned())
        );
        for id in ["k 0 implied 2", "k 0 implied end", "k 3 implied"] {
            assert!(is_implied(id) && step_id(id) == Some("k"), "{id}");
            assert_eq!(set_up_game(id), None, "{id}");
        }
        for id in ["k", "k 0", "k 0 end", "implied", "k implied"] {
            assert!(!is_implied(id), "{id}");
        }
        let id = names(1).of_set_up(0, StreamId::ZERO, 4);
        assert!(!is_implied(&id) && step_id(&id) == Some("k"), "{id}");
        assert_eq!(set_up_game(&id), Some(StreamId::ZERO), "{id}");
        assert_eq!(all(3), ["k 0", "k 1", "k 2 end"]);
        assert_eq!(names(3).of_other_kinds(), ["k", "k/0"]);
        assert_eq!(names(3).of_other_length(1), "k 1 end");
        assert!(all(3).iter().all(|id| step_id(id) == Some("k")));
        for id in ["k", "k/0", "k/1/end", "k end", "two words"] {
            assert_eq!(step_id(id), None, "{id}");
        }
    }
}
