//! Commands: decided by the rules, stored, then true.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{AnyDecided, Chronicle};
use hindsight_kernel::{Seat, Seed, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AppliedCommand, AppliedCommands};
use hindsight_store::{
    Append, AppendError, Appended, CommandStamp, Expected, NewEvent, StreamCard, StreamId,
};
use serde_json::{Value, json};

use super::past::Stamp;
use super::{Caller, Games, Head, Look, Past, Sight, card_of, new_id, now_ms};
use crate::limits::COMMANDS;
use crate::problem::{ApiError, Outcome};

/// The version a client decided by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    /// Any.
    Any,
    /// One of these.
    Versions(Vec<u64>),
}

impl IfMatch {
    fn check(&self, version: u64) -> Outcome<()> {
        match self {
            Self::Any => Ok(()),
            Self::Versions(versions) if versions.contains(&version) => Ok(()),
            Self::Versions(versions) => {
                let named: Vec<String> = versions.iter().map(u64::to_string).collect();
                Err(ApiError::stale(version, &named.join(" or ")))
            }
        }
    }
}

/// Commands as they were given.
#[derive(Debug, Clone)]
pub struct Given {
    /// In order.
    pub commands: Vec<Value>,
    /// They came as a list, so places in problems name the item.
    pub list: bool,
    /// The version they were decided by.
    pub if_match: Option<IfMatch>,
    /// The name of the request within the game.
    pub key: Option<String>,
    /// Store nothing.
    pub dry_run: bool,
    /// Tell no events.
    pub minimal: bool,
}

/// What a seat's token may ask for; the rest is for who keeps the record.
const OF_A_SEAT: &[&str] = &["play", "concede", "propose", "answer", "say"];

impl Games {
    /// Decides and stores commands, one after the other; the first refusal ends it.
    pub async fn give(
        &self,
        caller: &Caller,
        id: StreamId,
        sight: &Sight,
        given: Given,
    ) -> Outcome<AppliedCommands> {
        if given.commands.is_empty() || given.commands.len() > COMMANDS {
            return Err(ApiError::body(
                "",
                format!("1 to {COMMANDS} commands are expected"),
            ));
        }
        let _turn = self.turn(id).await;
        let mut head = self.head(id).await?;
        let mut applied: Vec<AppliedCommand> = Vec::new();
        // A key that is known answers first: the version it was decided by is long past.
        let repeats = match &given.key {
            Some(key) => self.repeats(&head, key, &given).await?,
            None => Vec::new(),
        };
        if repeats.is_empty()
            && let Some(if_match) = &given.if_match
        {
            if_match.check(head.version())?;
        }
        let begun = repeats.first().map_or(head.version(), |first| first.first - 1);
        let start = repeats.len();
        applied.extend(repeats);
        let mut dry_past: Option<Arc<Past>> = None;
        for (place, command) in given.commands.iter().enumerate().skip(start) {
            let under = if given.list {
                format!("/{place}")
            } else {
                String::new()
            };
            let done = self
                .one(
                    caller,
                    &head,
                    sight,
                    command.clone(),
                    &under,
                    place,
                    &given,
                    &mut dry_past,
                )
                .await;
            match done {
                Ok((command, next)) => {
                    applied.push(command);
                    head = next;
                }
                Err(error) if applied.is_empty() => return Err(error),
                Err(error) => {
                    return Err(error
                        .with("applied", applied.len())
                        .with("version", head.version())
                        .header(actix_web::http::header::ETAG, &format!("\"{}\"", head.version())));
                }
            }
        }
        let end = applied.last().map_or(head.version(), |last| last.last);
        let (events, now) = if given.minimal {
            (Vec::new(), None)
        } else {
            let viewer = sight.through(None, head.over)?;
            let past = match dry_past {
                Some(past) => past,
                None => self.past(&head).await?,
            };
            let look = Look {
                from: begun + 1,
                to: end,
                all_lines: true,
                facts: false,
            };
            (
                past.events(look, viewer, usize::MAX)?,
                Some(head.game.info(viewer)),
            )
        };
        Ok(AppliedCommands {
            game: id.to_string(),
            version: if given.dry_run { end } else { head.version() },
            applied,
            dry_run: given.dry_run,
            events,
            now,
        })
    }

    /// The commands of this request that were stored before under its key.
    async fn repeats(&self, head: &Head, key: &str, given: &Given) -> Outcome<Vec<AppliedCommand>> {
        let (id, keys) = (head.id, keys(key, given));
        let found: Vec<Appended> = self
            .vault
            .work(move |store| {
                let mut found = Vec::new();
                for key in &keys {
                    match store.command(id, key)? {
                        Some(appended) => found.push(appended),
                        None => break,
                    }
                }
                Ok(found)
            })
            .await?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let past = self.past(head).await?;
        let mut repeats = Vec::new();
        for (appended, asked) in found.iter().zip(&given.commands) {
            let look = Look {
                from: appended.first,
                to: appended.first,
                all_lines: true,
                facts: false,
            };
            let stored = past
                .events(look, Viewer::Everything, 1)?
                .into_iter()
                .next()
                .and_then(|event| event.command)
                .unwrap_or(Value::Null);
            if !same_command(asked, &stored) {
                return Err(ApiError::new(
                    ProblemKind::CommandKeyReused,
                    format!("the key {key:?} names another command of this game"),
                ));
            }
            repeats.push(AppliedCommand {
                first: appended.first,
                last: appended.last,
                repeated: true,
            });
        }
        Ok(repeats)
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "one step of the loop above, apart so that its errors meet in one place"
    )]
    async fn one(
        &self,
        caller: &Caller,
        head: &Arc<Head>,
        sight: &Sight,
        mut command: Value,
        under: &str,
        place: usize,
        given: &Given,
        dry_past: &mut Option<Arc<Past>>,
    ) -> Outcome<(AppliedCommand, Arc<Head>)> {
        may_speak(sight, &mut command, under)?;
        let kind = command.get("type").and_then(Value::as_str).unwrap_or_default();
        let needs_past = kind == "take_back" || kind == "correct";
        let past = match (&*dry_past, needs_past || given.dry_run) {
            (Some(past), _) => Some(Arc::clone(past)),
            (None, true) => Some(self.past(head).await?),
            (None, false) => None,
        };
        let decided = if needs_past {
            let (game, system, under) = (Arc::clone(head), head.system, under.to_owned());
            let (secret, past) = (self.secret, past.clone());
            self.vault
                .work(move |_| {
                    decide(&game, command, past.as_deref(), secret, &under).inspect_err(|error| {
                        tracing::debug!(system = system.id(), "not done: {error}");
                    })
                })
                .await?
        } else {
            decide(head, command, None, self.secret, under)?
        };
        let (first, last) = (head.version() + 1, head.version() + decided.events.len() as u64);
        let key = match &given.key {
            Some(key) => keys(key, given).swap_remove(place),
            None => new_id().to_string(),
        };
        let card = card_of(decided.game.as_ref(), &head.card);
        if given.dry_run {
            let stamp = Stamp {
                recorded_ms: now_ms(),
                command_id: key,
            };
            if let Some(past) = past {
                *dry_past = Some(Arc::new(past.grown(
                    head.system,
                    decided.command,
                    &decided.events,
                    &stamp,
                )?));
            }
            let next = Head::new(head.id, head.system, Arc::from(decided.game), Arc::new(card));
            return Ok((
                AppliedCommand {
                    first,
                    last,
                    repeated: false,
                },
                Arc::new(next),
            ));
        }
        let next = self.store(caller, head, decided, card, key).await?;
        Ok((
            AppliedCommand {
                first,
                last,
                repeated: false,
            },
            next,
        ))
    }

    async fn store(
        &self,
        caller: &Caller,
        head: &Arc<Head>,
        decided: AnyDecided,
        mut card: StreamCard,
        key: String,
    ) -> Outcome<Arc<Head>> {
        let at = now_ms();
        let stamp = Stamp {
            recorded_ms: at,
            command_id: key.clone(),
        };
        let known = self
            .known_past(head.id)
            .await
            .filter(|past| past.version() == head.version());
        let grown = match known {
            Some(past) => Some(past.grown(head.system, decided.command.clone(), &decided.events, &stamp)?),
            None => None,
        };
        let append = Append {
            stream: head.id,
            expected: Expected::Exactly(head.version()),
            recorded_at_ms: at,
            command: CommandStamp {
                id: key,
                actor: caller.actor(),
                rules: head.system.rules_version().to_owned(),
                body: decided.command,
            },
            events: decided
                .events
                .into_iter()
                .map(|event| NewEvent {
                    kind: event.kind,
                    schema: event.schema,
                    body: event.body,
                })
                .collect(),
            card: (card != *head.card).then(|| card.clone()),
        };
        match self.vault.append(append).await? {
            Ok(_) => {}
            Err(error @ AppendError::Conflict { .. }) => {
                // Somebody else wrote to this stream past us: what we know of it is old.
                self.forget(head.id).await;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        }
        card.events = decided.game.version();
        card.updated_ms = at;
        let before = head.version();
        let next = self
            .set_head(Head::new(
                head.id,
                head.system,
                Arc::from(decided.game),
                Arc::new(card),
            ))
            .await;
        if let Some(grown) = grown {
            self.set_past(head.id, Arc::new(grown)).await;
        }
        self.snapshot_if_due(&next, before);
        Ok(next)
    }
}

/// Decides a command; a fault of the rules code becomes an error, never the end of the server.
fn decide(
    head: &Head,
    command: Value,
    past: Option<&Past>,
    secret: [u8; 32],
    under: &str,
) -> Outcome<AnyDecided> {
    let id = head.id;
    let seeds = move |generation| Seed::of_game(&secret, &format!("{id}#{generation}"));
    let chronicle: Option<&dyn Chronicle> = past.map(|past| past.chronicle.as_ref());
    catch_unwind(AssertUnwindSafe(|| {
        head.game.decide(command, chronicle, Some(&seeds))
    }))
    .map_err(|_| ApiError::fault("deciding the command", "the rules code panicked"))?
    .map_err(|trouble| ApiError::trouble(trouble, head.system, under))
}

/// Whether the caller may give this command; a seat's token need not name its seat.
fn may_speak(sight: &Sight, command: &mut Value, under: &str) -> Outcome<()> {
    if sight.keeps {
        return Ok(());
    }
    let forbidden = |why: String| ApiError::new(ProblemKind::Forbidden, why);
    if sight.seats.is_empty() {
        return Err(forbidden(
            "this needs a token of the game's owner with the scope game:write, or a seat's token".to_owned(),
        ));
    }
    let Some(fields) = command.as_object_mut() else {
        return Err(ApiError::body(
            under.to_owned(),
            "an object with a `type` is expected",
        ));
    };
    if let Some(kind) = fields.get("type").and_then(Value::as_str)
        && !OF_A_SEAT.contains(&kind)
    {
        return Err(forbidden(format!(
            "a seat's token gives {}; `{kind}` is for the game's owner",
            OF_A_SEAT.join(", ")
        )));
    }
    let named = match fields.get("seat") {
        None | Some(Value::Null) => None,
        Some(seat) => Some(
            serde_json::from_value::<Seat>(seat.clone())
                .map_err(|why| ApiError::body(format!("{under}/seat"), why.to_string()))?,
        ),
    };
    match named {
        Some(seat) if sight.seats.contains(&seat) => Ok(()),
        Some(seat) => Err(forbidden(format!("this token does not speak for seat {seat}"))),
        None => {
            fields.insert("seat".to_owned(), json!(sight.seats[0]));
            Ok(())
        }
    }
}

/// The keys under which the commands of a request are stored.
fn keys(key: &str, given: &Given) -> Vec<String> {
    if given.list {
        (0..given.commands.len())
            .map(|place| format!("{key}/{place}"))
            .collect()
    } else {
        vec![key.to_owned()]
    }
}

/// Whether a stored command is the one asked for: everything asked stands in it, and its dice are the same.
fn same_command(asked: &Value, stored: &Value) -> bool {
    let dice = |value: &Value| match value.get("dice") {
        None | Some(Value::Null) => Value::Array(Vec::new()),
        Some(dice) => dice.clone(),
    };
    dice(asked) == dice(stored) && covers(stored, asked)
}

fn covers(stored: &Value, asked: &Value) -> bool {
    match (stored, asked) {
        (_, Value::Null) => true,
        (Value::Object(stored), Value::Object(asked)) => {
            asked.iter().all(|(name, value)| match stored.get(name) {
                Some(stored) => covers(stored, value),
                None => value.is_null() || value.as_array().is_some_and(Vec::is_empty),
            })
        }
        (Value::Array(stored), Value::Array(asked)) => {
            stored.len() == asked.len()
                && stored
                    .iter()
                    .zip(asked)
                    .all(|(stored, asked)| covers(stored, asked))
        }
        (Value::Number(stored), Value::Number(asked)) => stored.as_f64() == asked.as_f64(),
        (stored, asked) => stored == asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_command_is_recognised_and_another_is_not() {
        let stored = json!({ "type": "play", "seat": "A", "command": { "type": "move", "unit": "A3", "to": 4, "fast": false } });
        let rows = [
            (
                json!({ "type": "play", "seat": "A", "command": { "type": "move", "unit": "A3", "to": 4 } }),
                true,
            ),
            (
                json!({ "type": "play", "command": { "type": "move", "unit": "A3", "to": 4 }, "dice": [] }),
                true,
            ),
            (
                json!({ "type": "play", "seat": "B", "command": { "type": "move", "unit": "A3", "to": 4 } }),
                false,
            ),
            (
                json!({ "type": "play", "seat": "A", "command": { "type": "move", "unit": "A4", "to": 4 } }),
                false,
            ),
            (
                json!({ "type": "play", "seat": "A", "command": { "type": "move", "unit": "A3", "to": 4 }, "dice": [6] }),
                false,
            ),
            (json!({ "type": "concede", "seat": "A" }), false),
        ];
        for (asked, same) in rows {
            assert_eq!(same_command(&asked, &stored), same, "{asked}");
        }
    }
}
