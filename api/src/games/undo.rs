//! Undo: who may take back or correct what was recorded, as the game states it, and requests that others agree to.
//!
//! Policy and open request stand on the game's card. Asking and declining are said at the table, so that the record shows them
//! and everybody who follows the game hears of it; anything else that is recorded ends the request.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_engine::{CommandRequest, TableCommand};
use hindsight_kernel::{Message, Seat, SeatInfo, SideId, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{AnswerUndo, AskUndo, UndoInfo, UndoPolicy, UndoRequest, UndoState};
use hindsight_store::{Check, StreamCard, StreamId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::access::seat_marks::taken_by;
use crate::access::{Caller, GameAccess};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::new_id;
use crate::games::batch::Caution;
use crate::games::card_fields::{UNDO_REQUEST, end_request, undo_policy};
use crate::games::commands::{Drops, OneStep, Throws, decide};
use crate::games::history::is_talk;
use crate::games::{EventRange, Games, LiveGame};

/// Bytes of a request: it stands on a card, which is kept in memory.
const REQUEST_BYTES: usize = 16 << 10;
/// Characters of a reason.
const REASON: usize = 1_000;

/// A request as the card keeps it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredRequest {
    seat: Option<Seat>,
    /// Who asked.
    actor: String,
    /// The command that is given once all have agreed.
    command: CommandRequest,
    /// Sides that have not agreed yet.
    waits_for: Vec<SideId>,
    /// Seats that have.
    agreed: Vec<Seat>,
}

fn kept(card: &StreamCard) -> Option<StoredRequest> {
    serde_json::from_str(card.extra.get(UNDO_REQUEST)?).ok()
}

fn put(card: &mut StreamCard, request: &StoredRequest) -> ApiResult<()> {
    let text = serde_json::to_string(request)
        .map_err(|why| ApiError::fault("writing a request for an undo", why))?;
    if text.len() > REQUEST_BYTES {
        return Err(ApiError::body(
            "/correction",
            text!("undo-bytes", most = REQUEST_BYTES),
        ));
    }
    card.extra.insert(UNDO_REQUEST.to_owned(), text);
    Ok(())
}

/// How a game is undone, and the request that is open.
pub(crate) fn undo_info(card: &StreamCard, seats: &[SeatInfo]) -> UndoInfo {
    let shown = |request: StoredRequest| {
        let (corrects, to) = match &request.command.command {
            TableCommand::Correct { at, .. } => (true, at.saturating_sub(1)),
            TableCommand::TakeBack { to, .. } => (false, *to),
            _ => (false, 0),
        };
        UndoRequest {
            seat: request.seat,
            to,
            corrects,
            reason: reason_of(&request.command.command).map(ToOwned::to_owned),
            waits_for: seats_of(&request.waits_for, seats),
            agreed: request.agreed,
        }
    };
    UndoInfo {
        policy: undo_policy(card),
        request: kept(card).map(shown),
    }
}

/// The seats of these sides.
fn seats_of(sides: &[SideId], seats: &[SeatInfo]) -> Vec<Seat> {
    let of_them = seats.iter().filter(|info| sides.contains(&info.side));
    of_them.map(|info| info.seat).collect()
}

/// The sides on which none of these seats sits.
fn other_sides(own: &[Seat], seats: &[SeatInfo]) -> Vec<SideId> {
    let is_own = |side: SideId| {
        seats
            .iter()
            .any(|info| info.side == side && own.contains(&info.seat))
    };
    let mut others: Vec<SideId> = seats
        .iter()
        .map(|info| info.side)
        .filter(|side| !is_own(*side))
        .collect();
    others.sort_unstable();
    others.dedup();
    others
}

/// The seats by which a caller has a say in an undo: who keeps the record speaks for every seat that no other account has
/// taken.
pub(crate) fn has_a_say(caller: &Caller, head: &LiveGame, sight: &GameAccess) -> Vec<Seat> {
    if !sight.keeps {
        return sight.seats.clone();
    }
    let actor = caller.actor();
    let is_free = |seat: Seat| taken_by(&head.card, seat).is_none_or(|account| account == actor);
    let seats = head.game.info(Viewer::Public).seats;
    seats
        .iter()
        .map(|info| info.seat)
        .filter(|seat| is_free(*seat))
        .collect()
}

/// The sides that have to agree before this caller takes something back or corrects it.
fn waits_for(caller: &Caller, head: &LiveGame, sight: &GameAccess) -> Vec<SideId> {
    other_sides(
        &has_a_say(caller, head, sight),
        &head.game.info(Viewer::Public).seats,
    )
}

/// The same, refused to whoever has none.
pub(crate) fn own_say(caller: &Caller, head: &LiveGame, sight: &GameAccess) -> ApiResult<Vec<Seat>> {
    let own = has_a_say(caller, head, sight);
    if own.is_empty() && !sight.keeps {
        return Err(forbidden(text!("undo-needs-seat")));
    }
    Ok(own)
}

fn forbidden(why: Message) -> ApiError {
    ApiError::new(ProblemKind::Forbidden, why)
}

/// The reason that a command states.
fn reason_of(command: &TableCommand) -> Option<&str> {
    match command {
        TableCommand::TakeBack { reason, .. } => reason.as_deref(),
        TableCommand::Correct { reason, .. } | TableCommand::Rule { reason, .. } => Some(reason),
        _ => None,
    }
}

/// What a request asks for, as it is said at the table.
fn said(command: &TableCommand) -> String {
    let what = match command {
        TableCommand::Correct { at, .. } => text!("undo-asks-to-correct", version = *at),
        TableCommand::TakeBack { to, .. } => text!("undo-asks-to-go-back", version = *to),
        other => text!("undo-asks-for", command = other.kind()),
    };
    match reason_of(command) {
        Some(reason) => text!(
            "undo-asks-because",
            what = what.to_string(),
            reason = reason.to_owned()
        ),
        None => what,
    }
    .to_string()
}

impl Games {
    /// Whether a caller may take back or correct by themselves; else why not, and whom they would have to ask. A dry run of
    /// whoever keeps the record shows what would change, whatever the policy, unless nobody undoes anything.
    pub(crate) async fn may_go_back(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        command: &TableCommand,
        dry_run: bool,
    ) -> ApiResult<()> {
        if let TableCommand::TakeBack { to, .. } = command {
            self.check_whole_steps(head, *to).await?;
        }
        let policy = undo_policy(&head.card);
        match policy {
            UndoPolicy::Nobody => Err(ApiError::new(ProblemKind::Refused, text!("undo-never"))),
            UndoPolicy::Recorder if sight.keeps => Ok(()),
            UndoPolicy::Recorder => Err(ApiError::new(ProblemKind::Refused, text!("undo-by-keeper"))),
            UndoPolicy::OwnLast | UndoPolicy::Consent => {
                let sides = waits_for(caller, head, sight);
                if sight.keeps && (dry_run || sides.is_empty()) {
                    return Ok(());
                }
                // A seat whose choice stands for its dice would choose again by what their refusal told it.
                let is_bound = !sight.keeps && self.standing_choices.has_one_of(head.id, &sight.seats);
                if policy == UndoPolicy::OwnLast
                    && !is_bound
                    && let TableCommand::TakeBack { to, .. } = command
                    && self.is_own_last(caller, head, *to).await?
                {
                    return Ok(());
                }
                let seats = seats_of(&sides, &head.game.info(Viewer::Public).seats);
                let named: Vec<String> = seats.iter().map(ToString::to_string).collect();
                Err(ApiError::new(
                    ProblemKind::NeedsConsent,
                    text!(
                        "undo-by-consent",
                        seats = named.join(", ").clone(),
                        game = head.id.to_string()
                    ),
                )
                .with("consent_of", json!(seats)))
            }
        }
    }

    /// Refuses to take back a part of a step of several commands.
    async fn check_whole_steps(&self, head: &Arc<LiveGame>, to: u64) -> ApiResult<()> {
        let past = self.past(head).await?;
        let next = (to + 1..=head.version()).find(|version| past.is_live(*version));
        let Some(next) = next.filter(|_| past.is_live(to)) else {
            // The rules say what is wrong with such a version.
            return Ok(());
        };
        let begins = past.step_of(next);
        if begins > to {
            return Ok(());
        }
        let before = (1..begins)
            .rev()
            .find(|version| past.is_live(*version))
            .unwrap_or(1);
        Err(ApiError::new(ProblemKind::Refused, text!("undo-inside-step", to, before)).with("to", before))
    }

    /// Whether all that came after a version is the caller's own and no die of it was rolled; nobody takes back the end of a
    /// game by themselves, for it opens what was hidden.
    async fn is_own_last(&self, caller: &Caller, head: &Arc<LiveGame>, to: u64) -> ApiResult<bool> {
        let (id, end, actor) = (head.id, head.version(), caller.actor());
        if head.over {
            return Ok(false);
        }
        // The rules say what is wrong with such a version.
        if to >= end {
            return Ok(true);
        }
        let past = self.past(head).await?;
        self.store
            .work(move |store| {
                let mut own = true;
                store.scan(id, to + 1, end, Check::Continuity, &mut |record| {
                    let counts = past.is_live(record.version) && !is_talk(record.kind);
                    own = !counts || record.actor == actor;
                    if own {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                })?;
                if !own {
                    return Ok(false);
                }
                let all = EventRange {
                    from: to + 1,
                    to: end,
                    all_lines: false,
                    facts: false,
                };
                let mut rolled = false;
                past.walk(all, Viewer::Everything, &mut |step| {
                    rolled = !step.dice().is_empty();
                    !rolled
                })?;
                Ok(!rolled)
            })
            .await
    }

    /// Asks the other sides for an undo; where nobody else has to agree it is done at once.
    pub async fn ask_undo(
        &self,
        caller: &Caller,
        id: StreamId,
        sight: &GameAccess,
        request: AskUndo,
    ) -> ApiResult<UndoState> {
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let own = own_say(caller, &head, sight)?;
        let seat = spoken_for(request.seat, &own)?.or_else(|| own.first().copied().filter(|_| !sight.keeps));
        let command = asked_for(request, seat, sight)?;
        let asked = self.may_go_back(caller, &head, sight, &command.command, false);
        match asked.await {
            Ok(()) => {
                let next = self.step(caller, &head, sight, command).await?;
                return Ok(state_of(&next, true));
            }
            Err(error) if error.kind() == ProblemKind::NeedsConsent => {}
            Err(error) => return Err(error),
        }
        if let Some(open) = kept(&head.card)
            && open.actor != caller.actor()
        {
            let by = open
                .seat
                .map_or_else(|| text!("undo-by-recorder"), |seat| text!("undo-by-seat", seat));
            return Err(forbidden(text!("undo-asked-by-other", by)));
        }
        // What cannot be done need not be asked for.
        let past = self.past(&head).await?;
        let (game, tried) = (Arc::clone(&head), command.clone());
        self.store
            .work(move |_| decide(&game, tried, Some(&past), Throws::Rehearsed, "").map(drop))
            .await?;
        let text = said(&command.command);
        let open = StoredRequest {
            seat,
            actor: caller.actor(),
            waits_for: waits_for(caller, &head, sight),
            agreed: Vec::new(),
            command,
        };
        let head = self.with_request(&head, Some(&open)).await?;
        let next = self.talk(caller, &head, sight, seat, &text).await?;
        Ok(state_of(&next, false))
    }

    /// Answers the open request; the last consent does what was asked for.
    pub async fn answer_undo(
        &self,
        caller: &Caller,
        id: StreamId,
        sight: &GameAccess,
        answer: AnswerUndo,
    ) -> ApiResult<UndoState> {
        let _turn = self.turn(id).await;
        let head = self.head(id).await?;
        let own = own_say(caller, &head, sight)?;
        let Some(mut open) = kept(&head.card) else {
            return Err(ApiError::new(ProblemKind::NoSuchUndo, text!("undo-nobody-asks")));
        };
        let own = spoken_for(answer.seat, &own)?.map_or(own, |seat| vec![seat]);
        let seats = head.game.info(Viewer::Public).seats;
        let asked: Vec<Seat> = seats_of(&open.waits_for, &seats)
            .into_iter()
            .filter(|seat| own.contains(seat))
            .collect();
        let by = asked.first().copied();
        if !answer.agree {
            let withdraws = open.actor == caller.actor();
            if by.is_none() && !withdraws {
                return Err(forbidden(text!("undo-answered-by")));
            }
            let head = self.with_request(&head, None).await?;
            let (seat, text) = if withdraws {
                (open.seat, text!("undo-withdrawn"))
            } else {
                (by, text!("undo-declined"))
            };
            let next = self.talk(caller, &head, sight, seat, &text.to_string()).await?;
            return Ok(state_of(&next, false));
        }
        if by.is_none() {
            return Err(forbidden(text!("undo-others-agree")));
        }
        let side = |seat: &Seat| seats.iter().find(|info| info.seat == *seat).map(|info| info.side);
        for seat in asked {
            if let Some(side) = side(&seat).filter(|side| open.waits_for.contains(side)) {
                open.waits_for.retain(|known| *known != side);
                open.agreed.push(seat);
            }
        }
        if open.waits_for.is_empty() {
            let next = self.step(caller, &head, sight, agreed(&open)).await?;
            self.standing_choices.release_all(id);
            return Ok(state_of(&next, true));
        }
        let head = self.with_request(&head, Some(&open)).await?;
        let text = text!("undo-agrees").to_string();
        let next = self.talk(caller, &head, sight, by, &text).await?;
        Ok(state_of(&next, false))
    }

    /// The game with this request on its card, or with none.
    async fn with_request(
        &self,
        head: &LiveGame,
        request: Option<&StoredRequest>,
    ) -> ApiResult<Arc<LiveGame>> {
        let mut card = StreamCard::clone(&head.card);
        match request {
            Some(request) => put(&mut card, request)?,
            None => end_request(&mut card),
        }
        let (id, stored) = (head.id, card.clone());
        self.store
            .work(move |store| Ok(store.set_card(id, stored)?))
            .await?;
        Ok(self.set_head(head.with_card(card)).await)
    }

    /// Says something at the table.
    async fn talk(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        seat: Option<Seat>,
        text: &str,
    ) -> ApiResult<Arc<LiveGame>> {
        let say = CommandRequest {
            seat,
            dice: Vec::new(),
            command: TableCommand::Say {
                text: text.to_owned(),
            },
        };
        self.step(caller, head, sight, say).await
    }

    /// Stores a command that was found right already.
    async fn step(
        &self,
        caller: &Caller,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        command: CommandRequest,
    ) -> ApiResult<Arc<LiveGame>> {
        let step = OneStep {
            actor: None,
            under: "",
            key: new_id().to_string(),
            dry_run: false,
            together: false,
            remember: false,
            caution: Caution::GiveAnyway,
            drops: Drops::WhatIsNotLegal,
        };
        let aside = (&mut None, &mut Vec::new());
        let given = self.one(caller, head, sight, command, step, aside).await?;
        Ok(given.next)
    }
}

/// The seat that is named, if the caller has a say by it.
fn spoken_for(named: Option<Seat>, own: &[Seat]) -> ApiResult<Option<Seat>> {
    match named {
        Some(seat) if !own.contains(&seat) => Err(forbidden(text!("undo-not-your-seat", seat))),
        named => Ok(named),
    }
}

/// The command that a request asks for.
fn asked_for(request: AskUndo, seat: Option<Seat>, sight: &GameAccess) -> ApiResult<CommandRequest> {
    let reason = request
        .reason
        .map(|reason| reason.trim().to_owned())
        .filter(|reason| !reason.is_empty());
    if reason
        .as_ref()
        .is_some_and(|reason| reason.chars().count() > REASON)
    {
        return Err(ApiError::body(
            "/reason",
            text!("at-most-characters", most = REASON),
        ));
    }
    match (request.to, request.correction) {
        (Some(to), None) => Ok(CommandRequest {
            seat,
            dice: Vec::new(),
            command: TableCommand::TakeBack { to, reason },
        }),
        (None, Some(correction)) if sight.keeps => Ok(correction.into()),
        (None, Some(_)) => Err(forbidden(text!("undo-no-corrections"))),
        (Some(_), Some(_)) | (None, None) => Err(ApiError::body("", text!("undo-to-or-correction"))),
    }
}

/// The command of a request to which all have agreed; its reason says so.
fn agreed(open: &StoredRequest) -> CommandRequest {
    let mut request = open.command.clone();
    let seats: Vec<String> = open.agreed.iter().map(ToString::to_string).collect();
    let seats = seats.join(", ");
    let why = match reason_of(&request.command) {
        Some(reason) => text!("undo-agreed-because", reason = reason.to_owned(), seats),
        None => text!("undo-agreed", seats),
    }
    .to_string();
    match &mut request.command {
        TableCommand::TakeBack { reason, .. } => *reason = Some(why),
        TableCommand::Correct { reason, .. } | TableCommand::Rule { reason, .. } => *reason = why,
        _ => {}
    }
    request
}

fn state_of(head: &LiveGame, done: bool) -> UndoState {
    UndoState {
        game: head.id.to_string(),
        version: head.version(),
        done,
        undo: undo_info(&head.card, &head.game.info(Viewer::Public).seats),
    }
}
