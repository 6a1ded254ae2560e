//! Commands: decided by the rules, stored, then true.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::{AnyDecided, Chronicle, CommandRequest, TableCommand};
use hindsight_kernel::{Message, Rehearsal, Seed, SeedSource, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{self, AppliedCommand, AppliedCommands, CarriedOut};
use hindsight_store::StreamId;
use serde_json::Value;

use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult, Versioned, version_tag};
use crate::base::limits::COMMANDS;
use crate::base::messages::text;
use crate::base::{StoreHandle, new_id, now_ms, random};
use crate::games::batch::{Caution, CommandBatch};
use crate::games::command_keys::Names;
use crate::games::history::{self, Stamp};
use crate::games::registry::seed_of;
use crate::games::requests::requested;
use crate::games::standing_choices::Freed;
use crate::games::storing::{HeldCommand, goes_on, next_head, prepared, rolls_dice};
use crate::games::unseen::{asks_for_dice_of_sealed_choices, nothing_behind, taken_unseen};
use crate::games::{EventRange, GameHistory, Games, LiveGame};

/// The commands of a request that are done so far.
pub(super) struct Progress {
    /// The game after them.
    pub(super) head: Arc<LiveGame>,
    applied: Vec<AppliedCommand>,
    /// What is needed to describe their events.
    done: Vec<Done>,
    /// The history with those that are only tried.
    dry_past: Option<Arc<GameHistory>>,
    /// The last of them would show what is hidden from the caller, so none may follow.
    opens: bool,
    /// Commands of one step that are decided and not stored yet.
    held: Vec<HeldCommand>,
    /// Why no further command may belong to this step.
    step_ends: Option<Message>,
    /// One of them plays on: it is neither talk nor goes back.
    plays_on: bool,
    /// Standing passes were recorded behind them.
    passed_on: bool,
    /// The units that carry out their standing orders, for each command that asks for it.
    pub(super) by_orders: Vec<CarriedOut>,
}

impl Progress {
    /// A request of which these commands were done before.
    fn begun(head: Arc<LiveGame>, applied: Vec<AppliedCommand>) -> Self {
        Self {
            head,
            applied,
            done: Vec::new(),
            dry_past: None,
            opens: false,
            held: Vec::new(),
            step_ends: None,
            plays_on: false,
            passed_on: false,
            by_orders: Vec::new(),
        }
    }
}

impl Games {
    /// Decides and stores commands, one after the other; the first refusal ends it. Returns also through whose eyes the
    /// game is seen after them: once it is over, everything is open.
    pub async fn give(
        &self,
        caller: &Caller,
        id: StreamId,
        sight: &GameAccess,
        given: CommandBatch,
    ) -> ApiResult<(AppliedCommands, Viewer)> {
        let (dry_run, minimal, count) = (given.dry_run, given.minimal, given.commands.len());
        let together = given.is_one_step();
        if !(1..=COMMANDS).contains(&count) {
            return Err(ApiError::body("", text!("commands-count", most = COMMANDS)));
        }
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let under_key = given.key.clone().map(|key| Names::new(key, count, together));
        let repeats = self
            .begin(&head, (caller, sight), under_key.as_ref(), &given)
            .await?;
        let names = under_key.or_else(|| together.then(|| Names::new(new_id().to_string(), count, true)));
        let seen_before = sight.through(None, head.over)?;
        let begun = repeats.first().map_or(head.version(), |first| first.first - 1);
        // Of a step all commands were stored, or none.
        let start = if together && !repeats.is_empty() {
            count
        } else {
            repeats.len()
        };
        let mut progress = Progress::begun(head, repeats);
        for place in start..count {
            let done = self.give_one(
                &mut progress,
                (caller, sight, seen_before),
                (&given, place),
                names.as_ref(),
            );
            done.await.map_err(|error| {
                if together {
                    error.with("applied", 0).with("item", place)
                } else {
                    unless_first(error, &progress.applied, &progress.head)
                }
            })?;
        }
        self.store_step(&mut progress, begun).await?;
        if !dry_run && progress.plays_on {
            let head = self.with_standing_passes(Arc::clone(&progress.head)).await;
            progress.passed_on = head.version() > progress.head.version();
            progress.head = head;
        }
        let viewer = if dry_run {
            seen_before
        } else {
            sight.through(None, progress.head.over)?
        };
        let flags = (dry_run, minimal);
        let mut done = self.answered(progress, flags, (begun, start), viewer).await?;
        done.step = names.filter(|_| together).map(|names| names.key);
        Ok((done, viewer))
    }

    /// The answer to a request whose commands are done, to a viewer: its events are those after the version where it begun,
    /// and `start` of its commands were stored before.
    async fn answered(
        &self,
        mut progress: Progress,
        (dry_run, minimal): (bool, bool),
        (begun, start): (u64, usize),
        viewer: Viewer,
    ) -> ApiResult<AppliedCommands> {
        let end = if progress.passed_on {
            progress.head.version()
        } else {
            progress.end()
        };
        let by_orders = std::mem::take(&mut progress.by_orders);
        let (events, now, by_orders) = if minimal || progress.opens {
            (Vec::new(), None, Vec::new())
        } else {
            let whole = start == 0 && !progress.passed_on && viewer == Viewer::Everything;
            let events = self.described(&mut progress, (begun, end), whole, viewer).await?;
            (events, Some(progress.head.game.info(viewer)), by_orders)
        };
        Ok(AppliedCommands {
            game: progress.head.id.to_string(),
            version: if dry_run { end } else { progress.head.version() },
            applied: progress.applied,
            step: None,
            dry_run,
            by_orders,
            events,
            now,
        })
    }

    /// The commands of a request that were stored before under its key; checks the version it was decided by where there
    /// are none. A key that is known answers first: the version it was decided by is long past.
    async fn begin(
        &self,
        head: &LiveGame,
        who: (&Caller, &GameAccess),
        names: Option<&Names>,
        given: &CommandBatch,
    ) -> ApiResult<Vec<AppliedCommand>> {
        let repeats = match names {
            Some(names) => self.repeats(head, who, names, &given.commands).await?,
            None => Vec::new(),
        };
        if repeats.is_empty()
            && let Some(if_match) = &given.if_match
        {
            if_match
                .check(Versioned::Game, head.version())
                .map_err(|stale| stale.header("etag", &version_tag(head.version())))?;
        }
        Ok(repeats)
    }

    /// Does one command of a request, with the passes that it implies where the request asks for them.
    async fn give_one(
        &self,
        progress: &mut Progress,
        (caller, sight, seen_before): (&Caller, &GameAccess, Viewer),
        (given, place): (&CommandBatch, usize),
        names: Option<&Names>,
    ) -> ApiResult<()> {
        let under = given.place_of(place);
        let together = given.is_one_step();
        let step = |key: Option<String>| OneStep {
            under: &under,
            key: key.unwrap_or_else(|| new_id().to_string()),
            dry_run: given.dry_run,
            together,
            remember: !given.minimal,
            caution: given.caution,
            actor: None,
            drops: Drops::WhatIsNotLegal,
        };
        let command = given.commands[place].clone();
        let (head, dry_past) = (Arc::clone(&progress.head), progress.dry_past.clone());
        let look = (sight, seen_before);
        if let Some(correction) = self
            .placed_elsewhere(&head, dry_past, look, &command, &under)
            .await?
        {
            let step = OneStep {
                drops: Drops::Nothing,
                ..step(names.map(|names| names.of(place)))
            };
            return self.go_on(progress, caller, look, correction, step).await;
        }
        if let Some(names) = names.filter(|_| given.imply) {
            let whose = (caller, sight, seen_before);
            return self.imply(progress, whose, command, (names, place), &step).await;
        }
        let key = names.map(|names| names.of(place));
        self.go_on(progress, caller, (sight, seen_before), command, step(key))
            .await
    }

    /// Does the next command of a request. A dry run shows nothing that the caller could not already see.
    pub(super) async fn go_on(
        &self,
        progress: &mut Progress,
        caller: &Caller,
        (sight, seen_before): (&GameAccess, Viewer),
        command: Value,
        step: OneStep<'_>,
    ) -> ApiResult<()> {
        if progress.opens {
            return Err(nothing_behind());
        }
        if let Some(why) = progress.step_ends.take() {
            return Err(no_part_of_a_step(why));
        }
        let (head, dry_run, together) = (Arc::clone(&progress.head), step.dry_run, step.together);
        let mut dice_are_given = false;
        let mut choice = None;
        let tried = match requested(&head, sight, command, step.under) {
            Ok(request) if together && request.command.goes_back() => {
                Err(no_part_of_a_step(text!("step-goes-back")))
            }
            Ok(request) => {
                dice_are_given = !request.dice.is_empty();
                progress.plays_on |= matches!(request.command, TableCommand::Play { .. });
                if !dry_run {
                    choice = self.check_dice_guesses(&head, (sight, seen_before), &request)?;
                    if step.caution == Caution::OnlyUndoable {
                        self.check_undoable(&head, seen_before, &request).await?;
                    }
                }
                if request.command.goes_back() {
                    self.may_go_back(caller, &head, sight, &request.command, dry_run)
                        .await?;
                }
                self.one(
                    caller,
                    &head,
                    sight,
                    request,
                    step,
                    (&mut progress.dry_past, &mut progress.held),
                )
                .await
            }
            Err(error) => Err(error),
        };
        match tried {
            Ok(given) if dry_run && self.would_lay_open((&head, &given.next), seen_before).await? => {
                progress.taken_unseen();
            }
            Ok(given) => {
                if together {
                    let opens = self.would_lay_open((&head, &given.next), seen_before);
                    progress.step_ends = match opens.await? {
                        true => Some(text!("step-shows-secrets")),
                        false if given.rolled && !dice_are_given => Some(text!("step-rolls-dice")),
                        false => None,
                    };
                }
                progress.applied.push(given.applied);
                progress.done.extend(given.done);
                progress.head = given.next;
            }
            Err(error) if asks_for_dice_of_sealed_choices(&error, &head, seen_before) => {
                if !dry_run {
                    return Err(self.refuse_other_dice(&head, sight, choice));
                }
                progress.taken_unseen();
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The events of the commands of a request as a viewer may know them. They are those of the `whole` request if none of it
    /// was stored before.
    async fn described(
        &self,
        progress: &mut Progress,
        (begun, end): (u64, u64),
        whole: bool,
        viewer: Viewer,
    ) -> ApiResult<Vec<wire::Event>> {
        let look = events_of(begun, end);
        if let Some(past) = &progress.dry_past {
            return past.events(look, viewer, usize::MAX);
        }
        let done = std::mem::take(&mut progress.done);
        if whole && let Some(events) = self.describe_events(done).await? {
            return Ok(events);
        }
        let past = self.past(&progress.head).await?;
        self.store
            .work(move |_| past.events(look, viewer, usize::MAX))
            .await
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

    /// Decides one command, and stores it unless it is a dry run; one of a step of several is held with the others. Whether it may
    /// go back as it asks to is looked at before.
    pub(super) async fn one(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        request: CommandRequest,
        step: OneStep<'_>,
        (dry_past, step_so_far): (&mut Option<Arc<GameHistory>>, &mut Vec<HeldCommand>),
    ) -> ApiResult<Given> {
        let OneStep {
            under,
            key,
            dry_run,
            together,
            remember,
            caution: _,
            actor,
            drops,
        } = step;
        let needs_past = request.command.goes_back();
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
        let by_the_rules = request.command.is_by_the_rules();
        let freed = Freed::by(&request, sight);
        let decided = if needs_past || (by_the_rules && !head.system.decides_quickly()) {
            let (game, under) = (Arc::clone(head), under.to_owned());
            let past = past.clone().filter(|_| needs_past);
            self.store
                .work(move |_| decide(&game, request, past.as_deref(), throws, &under))
                .await?
        } else {
            decide(head, request, None, throws, under)?
        };
        if drops == Drops::Nothing
            && let (Some(stopped), Some(past)) = (&decided.stopped, &past)
        {
            let viewer = sight.through(None, head.over)?;
            return Err(self.dropping((head, viewer), past, stopped.clone(), under).await);
        }
        let applied = AppliedCommand {
            first: head.version() + 1,
            last: head.version() + decided.events.len() as u64,
            repeated: false,
            implied: false,
        };
        let at = now_ms();
        let stamp = Stamp {
            recorded_ms: at,
            command_id: key,
        };
        let rolled = together && rolls_dice(head, &decided)?;
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
            return Ok(Given {
                applied,
                next: Arc::new(next),
                done: None,
                rolled,
            });
        }
        let done = remember.then(|| Done {
            before: Arc::clone(head),
            command: decided.command.clone(),
            events: decided.events.clone(),
            stamp: stamp.clone(),
        });
        let actor = actor.unwrap_or_else(|| caller.actor());
        let (next, append) = prepared(actor, head, decided, stamp);
        let held_one = HeldCommand { append, freed };
        let next = if together {
            step_so_far.push(held_one);
            Arc::new(next)
        } else {
            self.store(next, head.version(), vec![held_one]).await?
        };
        Ok(Given {
            applied,
            next,
            done,
            rolled,
        })
    }

    /// Stores the held commands of a step, all of them or none.
    async fn store_step(&self, progress: &mut Progress, begun: u64) -> ApiResult<()> {
        let held = std::mem::take(&mut progress.held);
        if !held.is_empty() {
            let next = LiveGame::clone(&progress.head);
            progress.head = self.store(next, begun, held).await?;
        }
        Ok(())
    }
}

impl Progress {
    /// The version after the last command, stored or not.
    fn end(&self) -> u64 {
        self.applied
            .last()
            .map_or_else(|| self.head.version(), |last| last.last)
    }

    /// Marks the last command as one that the server gave by itself.
    pub(super) fn mark_implied(&mut self) {
        if let Some(last) = self.applied.last_mut() {
            last.implied = true;
        }
    }

    /// Notes a command that is tried and whose consequences the caller may not know.
    fn taken_unseen(&mut self) {
        self.applied.push(taken_unseen(&self.head));
        self.opens = true;
    }
}

/// The refusal of a command that may not belong to a step of several. What is decided of a step is seen by nobody until all of it is
/// stored: a player could try out dice, or what others have chosen, by a step whose last command is refused.
fn no_part_of_a_step(why: Message) -> ApiError {
    let words = text!("step-no-part", why);
    ApiError::new(ProblemKind::Refused, words)
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
    /// It belongs to a step of several, which are stored together.
    pub(super) together: bool,
    /// Keep what is needed to tell its events.
    pub(super) remember: bool,
    /// What is done if it could not be taken back freely.
    pub(super) caution: Caution,
    /// Account or token in whose name it is recorded; the caller's if left out.
    pub(super) actor: Option<String>,
    /// The later commands that a correction may drop.
    pub(super) drops: Drops,
}

/// Later commands that a correction may drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drops {
    /// Those from the first that is no longer legal.
    WhatIsNotLegal,
    /// None: a correction that would drop one is refused.
    Nothing,
}

/// A command that was given.
pub(super) struct Given {
    applied: AppliedCommand,
    /// The game after it.
    pub(super) next: Arc<LiveGame>,
    /// What is needed to tell its events.
    done: Option<Done>,
    /// It rolls dice; only looked at in a step of several.
    rolled: bool,
}

/// A command that was stored, with the game it was decided in.
pub(super) struct Done {
    before: Arc<LiveGame>,
    command: Vec<u8>,
    events: Vec<StoredEvent>,
    stamp: Stamp,
}

/// The events behind one version up to another, abandoned ones too.
pub(super) fn events_of(before: u64, to: u64) -> EventRange {
    EventRange {
        from: before + 1,
        to,
        all_lines: true,
        facts: false,
    }
}

/// Decides a command; a fault of the rules code becomes an error, never the end of the server.
pub(crate) fn decide(
    head: &LiveGame,
    request: CommandRequest,
    past: Option<&GameHistory>,
    throws: Throws,
    under: &str,
) -> ApiResult<AnyDecided> {
    let id = head.id;
    let chronicle: Option<&dyn Chronicle> = past.map(|past| past.chronicle.as_ref());
    let with = |seeds: &dyn SeedSource| head.game.decide_request(request, chronicle, Some(seeds));
    catch_unwind(AssertUnwindSafe(|| match throws {
        Throws::OfTheGame(secret) => with(&move |generation| seed_of(&secret, id, generation)),
        Throws::Rehearsed => with(&Rehearsal(Seed::new(random()))),
    }))
    .map_err(|_| ApiError::fault("deciding the command", "the rules code panicked"))?
    .map_err(|error| ApiError::command(error, head.system, under))
}
