//! Commands: decided by the rules, stored, then true.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{AnyDecided, AnyGame, Chronicle, GameInfo};
use hindsight_kernel::{Rehearsal, Seat, Seed, SeedSource, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{self, AppliedCommand, AppliedCommands, UndoPolicy};
use hindsight_store::{Append, AppendError, Check, CommandStamp, Expected, NewEvent, StreamCard, StreamId};
use serde_json::{Value, json};

use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult, version_tag};
use crate::base::limits::COMMANDS;
use crate::base::{StoreHandle, new_id, now_ms, random};
use crate::games::cards::card_by;
use crate::games::command_keys::Names;
use crate::games::history::{self, Stamp};
use crate::games::registry::seed_of;
use crate::games::undo::{end_request, is_talk, undo_policy};
use crate::games::unseen::{asks_for_dice_of_sealed_choices, nothing_behind, other_dice, taken_unseen};
use crate::games::{EventRange, GameHistory, Games, LiveGame};

/// The version a client decided by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    /// Any.
    Any,
    /// One of these.
    Versions(Vec<u64>),
}

impl IfMatch {
    /// Whether what was decided by is still so; `now_at` says of what this is the version: "the game is at version".
    pub(crate) fn check(&self, now_at: &str, version: u64) -> ApiResult<()> {
        match self {
            Self::Any => Ok(()),
            Self::Versions(versions) if versions.contains(&version) => Ok(()),
            Self::Versions(versions) => {
                let named: Vec<String> = versions.iter().map(u64::to_string).collect();
                Err(ApiError::stale(now_at, version, &named.join(" or ")))
            }
        }
    }
}

/// Commands as they were given.
#[derive(Debug, Clone)]
pub struct CommandBatch {
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

/// What a seat may ask for whatever the game's undo policy; the rest is for who keeps the record.
const OF_A_SEAT: &[&str] = &["play", "concede", "propose", "answer", "say"];

impl Games {
    /// Decides and stores commands, one after the other; the first refusal ends it. Says also through whose eyes the
    /// game is seen after them: once it is over, everything is open.
    pub async fn give(
        &self,
        caller: &Caller,
        id: StreamId,
        sight: &GameAccess,
        given: CommandBatch,
    ) -> ApiResult<(AppliedCommands, Viewer)> {
        if given.commands.is_empty() || given.commands.len() > COMMANDS {
            return Err(ApiError::body(
                "",
                format!("1 to {COMMANDS} commands are expected"),
            ));
        }
        let _turn = self.turn(id).await;
        let mut head = self.head(id).await?;
        let mut applied: Vec<AppliedCommand> = Vec::new();
        let names = given.key.as_ref().map(|key| Names {
            key: key.clone(),
            count: given.commands.len(),
        });
        // A key that is known answers first: the version it was decided by is long past.
        let repeats = match &names {
            Some(names) => {
                self.repeats(&head, (caller, sight), names, &given.commands)
                    .await?
            }
            None => Vec::new(),
        };
        if repeats.is_empty()
            && let Some(if_match) = &given.if_match
        {
            if_match
                .check("the game is at version", head.version())
                .map_err(|stale| stale.header("etag", &version_tag(head.version())))?;
        }
        let was_over = head.over;
        let seen_before = sight.through(None, was_over)?;
        let mut opens = false;
        let begun = repeats.first().map_or(head.version(), |first| first.first - 1);
        let start = repeats.len();
        applied.extend(repeats);
        let mut dry_past: Option<Arc<GameHistory>> = None;
        let mut done: Vec<Done> = Vec::new();
        for (place, command) in given.commands.into_iter().enumerate().skip(start) {
            if opens {
                return Err(unless_first(nothing_behind(), &applied, &head));
            }
            let under = if given.list {
                format!("/{place}")
            } else {
                String::new()
            };
            let step = OneStep {
                under: &under,
                key: names
                    .as_ref()
                    .map_or_else(|| new_id().to_string(), |names| names.of(place)),
                dry_run: given.dry_run,
                remember: !given.minimal,
                agreed: false,
            };
            match self.one(caller, &head, sight, command, step, &mut dry_past).await {
                // A dry run shows nothing that the caller could not already see.
                Ok((_, next, _))
                    if given.dry_run && self.would_lay_open((&head, &next), seen_before).await? =>
                {
                    applied.push(taken_unseen(&head));
                    opens = true;
                }
                Ok((command, next, what)) => {
                    applied.push(command);
                    done.extend(what);
                    head = next;
                }
                Err(error) if asks_for_dice_of_sealed_choices(&error, &head, seen_before) => {
                    if !given.dry_run {
                        return Err(unless_first(other_dice(), &applied, &head));
                    }
                    applied.push(taken_unseen(&head));
                    opens = true;
                }
                Err(error) => return Err(unless_first(error, &applied, &head)),
            }
        }
        let end = applied.last().map_or(head.version(), |last| last.last);
        let viewer = if given.dry_run {
            seen_before
        } else {
            sight.through(None, head.over)?
        };
        let (events, now) = if given.minimal || opens {
            (Vec::new(), None)
        } else {
            let told = match dry_past {
                None if start == 0 && viewer == Viewer::Everything => self.describe_events(done).await?,
                _ => None,
            };
            let events = match (told, dry_past) {
                (Some(events), _) => events,
                (None, Some(past)) => past.events(events_of(begun, end), viewer, usize::MAX)?,
                (None, None) => {
                    let past = self.past(&head).await?;
                    let look = events_of(begun, end);
                    self.store
                        .work(move |_| past.events(look, viewer, usize::MAX))
                        .await?
                }
            };
            (events, Some(head.game.info(viewer)))
        };
        let done = AppliedCommands {
            game: id.to_string(),
            version: if given.dry_run { end } else { head.version() },
            applied,
            dry_run: given.dry_run,
            events,
            now,
        };
        Ok((done, viewer))
    }

    /// The events of commands just stored, for somebody who may know everything: told from the game each was decided
    /// in, without the whole past. Nothing if one of them went back in the past.
    async fn describe_events(&self, done: Vec<Done>) -> ApiResult<Option<Vec<wire::Event>>> {
        let few = done.iter().map(|done| done.events.len()).sum::<usize>() <= TOLD_AT_ONCE;
        let described = move || {
            let mut events = Vec::new();
            for done in &done {
                let told = done
                    .before
                    .game
                    .show_command(&done.command, &done.events, &mut |step| {
                        events.push(history::event(step, Some(&done.stamp), false));
                    })?;
                if !told {
                    return Ok(None);
                }
            }
            Ok(Some(events))
        };
        if few {
            return StoreHandle::quick(described);
        }
        self.store.work(move |_| described()).await
    }

    /// The commands of this request that were stored before under its key.
    ///
    /// The stored commands are the request: the same caller must bring the same list with the key, as far as it was
    /// stored, and as long. What was refused then may be another command now.
    async fn repeats(
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
                refuse(wanted.of_other_kind())?;
                let mut found = Vec::new();
                for place in 0..wanted.count {
                    let Some(stored) = store.command(id, &wanted.of(place))? else {
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
        let events = self
            .store
            .work(move |_| past.events(look, Viewer::Everything, usize::MAX))
            .await?;
        for (stored, asked) in found.iter().zip(asked) {
            let mut asked = asked.clone();
            let same = may_speak(head, sight, &mut asked, "").is_ok()
                && head.system.plain_command(asked).is_ok_and(|asked| {
                    events
                        .iter()
                        .any(|event| event.version == stored.first && event.command.as_ref() == Some(&asked))
                });
            if !same {
                return Err(names.reused());
            }
        }
        Ok(found)
    }

    /// Decides one command, and stores it unless it is a dry run.
    pub(super) async fn one(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        mut command: Value,
        step: OneStep<'_>,
        dry_past: &mut Option<Arc<GameHistory>>,
    ) -> ApiResult<(AppliedCommand, Arc<LiveGame>, Option<Done>)> {
        let OneStep {
            under,
            key,
            dry_run,
            remember,
            agreed,
        } = step;
        if !agreed {
            may_speak(head, sight, &mut command, under)?;
        }
        let kind = command.get("type").and_then(Value::as_str).unwrap_or_default();
        let needs_past = kind == "take_back" || kind == "correct";
        if needs_past && !agreed {
            self.may_go_back(caller, head, sight, &command, dry_run).await?;
        }
        let past = match (&*dry_past, needs_past || dry_run) {
            (Some(past), _) => Some(Arc::clone(past)),
            (None, true) => Some(self.past(head).await?),
            (None, false) => None,
        };
        let throws = if dry_run {
            Throws::Rehearsed
        } else {
            Throws::OfTheGame(self.secret)
        };
        let by_the_rules = kind == "play" || kind == "rule";
        let decided = if needs_past || (by_the_rules && !head.system.decides_quickly()) {
            let (game, under) = (Arc::clone(head), under.to_owned());
            let past = past.clone().filter(|_| needs_past);
            self.store
                .work(move |_| decide(&game, command, past.as_deref(), throws, &under))
                .await?
        } else {
            decide(head, command, None, throws, under)?
        };
        let applied = AppliedCommand {
            first: head.version() + 1,
            last: head.version() + decided.events.len() as u64,
            repeated: false,
        };
        let at = now_ms();
        let stamp = Stamp {
            recorded_ms: at,
            command_id: key,
        };
        if dry_run {
            let info = decided.game.info(Viewer::Everything);
            let goes_on = goes_on(&decided);
            let (next, _) = next_head(head, Arc::from(decided.game), &info, (at, goes_on));
            if let Some(past) = past {
                *dry_past = Some(Arc::new(past.grown(
                    head.system,
                    decided.command,
                    &decided.events,
                    &stamp,
                )?));
            }
            return Ok((applied, Arc::new(next), None));
        }
        let done = remember.then(|| Done {
            before: Arc::clone(head),
            command: decided.command.clone(),
            events: decided.events.clone(),
            stamp: stamp.clone(),
        });
        let next = self.store(caller, head, decided, stamp).await?;
        Ok((applied, next, done))
    }

    async fn store(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        decided: AnyDecided,
        stamp: Stamp,
    ) -> ApiResult<Arc<LiveGame>> {
        let info = decided.game.info(Viewer::Everything);
        let goes_on = goes_on(&decided);
        let (next, card) = next_head(head, Arc::from(decided.game), &info, (stamp.recorded_ms, goes_on));
        let append = Append {
            stream: head.id,
            expected: Expected::Exactly(head.version()),
            recorded_at_ms: stamp.recorded_ms,
            command: CommandStamp {
                id: stamp.command_id,
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
            card,
        };
        match self.store.append(append).await? {
            Ok(_) => {}
            Err(error @ AppendError::Conflict { .. }) => {
                // Somebody else wrote to this stream past us: what we know of it is old.
                self.forget(head.id).await;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        }
        let next = self.set_head(next).await;
        self.snapshot_if_due(&next, head.version());
        Ok(next)
    }
}

/// An error of a list of commands, with what had been applied before it.
fn unless_first(error: ApiError, applied: &[AppliedCommand], head: &LiveGame) -> ApiError {
    if applied.is_empty() {
        return error;
    }
    error
        .with("applied", applied.len())
        .with("version", head.version())
        .header("etag", &version_tag(head.version()))
}

/// Events of one answer that are told by the thread that answers.
const TOLD_AT_ONCE: usize = 16;

/// Where the server's dice of a decision come from.
#[derive(Clone, Copy)]
pub(crate) enum Throws {
    /// From the seed of the game, made of this secret.
    OfTheGame([u8; 32]),
    /// From a seed of no game: what the game's own dice will show is nobody's to know before they are recorded.
    Rehearsed,
}

/// How one command of a request is to be done.
pub(super) struct OneStep<'g> {
    /// Where it stands in the body.
    pub(super) under: &'g str,
    /// The id under which it is stored.
    pub(super) key: String,
    pub(super) dry_run: bool,
    /// Keep what is needed to tell its events.
    pub(super) remember: bool,
    /// All who have a say in it have agreed, so it is not asked who gives it.
    pub(super) agreed: bool,
}

/// A command that was stored, with the game it was decided in.
pub(super) struct Done {
    before: Arc<LiveGame>,
    command: Vec<u8>,
    events: Vec<StoredEvent>,
    stamp: Stamp,
}

/// The events behind one version up to another, abandoned ones too.
fn events_of(before: u64, to: u64) -> EventRange {
    EventRange {
        from: before + 1,
        to,
        all_lines: true,
        facts: false,
    }
}

/// Whether a decided command is more than talk.
fn goes_on(decided: &AnyDecided) -> bool {
    !decided.events.iter().all(|event| is_talk(&event.kind))
}

/// The game after a command, with its card; and the card alone, if it says more than that the game has grown.
fn next_head(
    head: &LiveGame,
    game: Arc<dyn AnyGame>,
    info: &GameInfo,
    (at, goes_on): (u64, bool),
) -> (LiveGame, Option<StreamCard>) {
    let mut card = if info.secrets {
        card_by(&game.info(Viewer::Public), &head.card)
    } else {
        // Nothing is hidden: the public knows as much.
        card_by(info, &head.card)
    };
    if goes_on {
        end_request(&mut card);
    }
    let says_more = (card != *head.card).then(|| card.clone());
    card.events = info.version;
    card.updated_ms = at;
    let next = LiveGame::known(head.id, head.system, game, Arc::new(card), info).after(head);
    (next, says_more)
}

/// Decides a command; a fault of the rules code becomes an error, never the end of the server.
pub(crate) fn decide(
    head: &LiveGame,
    command: Value,
    past: Option<&GameHistory>,
    throws: Throws,
    under: &str,
) -> ApiResult<AnyDecided> {
    let id = head.id;
    let chronicle: Option<&dyn Chronicle> = past.map(|past| past.chronicle.as_ref());
    let with = |seeds: &dyn SeedSource| head.game.decide(command, chronicle, Some(seeds));
    catch_unwind(AssertUnwindSafe(|| match throws {
        Throws::OfTheGame(secret) => with(&move |generation| seed_of(&secret, id, generation)),
        Throws::Rehearsed => with(&Rehearsal(Seed::new(random()))),
    }))
    .map_err(|_| ApiError::fault("deciding the command", "the rules code panicked"))?
    .map_err(|error| ApiError::command(error, head.system, under))
}

/// Whether the caller may give this command; a seat's token need not name its seat.
fn may_speak(head: &LiveGame, sight: &GameAccess, command: &mut Value, under: &str) -> ApiResult<()> {
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
    // Whether it may go back as it asks to is looked at behind this.
    let goes_back = |kind: &str| {
        kind == "take_back" && matches!(undo_policy(&head.card), UndoPolicy::OwnLast | UndoPolicy::Consent)
    };
    if let Some(kind) = fields.get("type").and_then(Value::as_str)
        && !OF_A_SEAT.contains(&kind)
        && !goes_back(kind)
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
