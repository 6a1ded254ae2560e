//! From what was recorded to what webhooks are told: which games grew, whose they are, and what has changed in them for
//! who owns the webhook.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use hindsight_engine::GameInfo;
use hindsight_kernel::{Argument, Seat, Viewer, joined};
use hindsight_openapi::wire::{WebhookData, WebhookEvent};
use hindsight_store::{Check, EventStore, Listed, Position, StreamCard, StreamId};

use crate::access::GameAccess;
use crate::access::seat_marks::seats_of;
use crate::base::error::ApiResult;
use crate::base::messages::{MESSAGES, text};
use crate::games::card_fields::is_arriving;
use crate::games::kinds::{is_layer, is_no_game};
use crate::games::live_game::{fold_to, system_of};

/// Records that are gone through at once.
const RECORDS: usize = 20_000;

/// A stream that grew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grown {
    pub(super) stream: StreamId,
    /// The first version that is new.
    pub(super) first: u64,
    /// The last.
    pub(super) last: u64,
    /// Where in the log the last of it stands.
    pub(super) position: Position,
    /// Who said something new, where the stream is a layer of annotations.
    pub(super) said_by: BTreeSet<String>,
}

/// What has grown behind a place in the log, and up to where the log was read. Blocks on the store.
pub(super) fn grown(store: &dyn EventStore, after: Position) -> ApiResult<(Vec<Grown>, Position)> {
    let mut streams: BTreeMap<StreamId, Grown> = BTreeMap::new();
    let (mut place, mut left) = (after, RECORDS);
    store.scan_log(after, Check::Continuity, &mut |record| {
        let grown = streams.entry(record.stream).or_insert_with(|| Grown {
            stream: record.stream,
            first: record.version,
            last: record.version,
            position: record.position,
            said_by: BTreeSet::new(),
        });
        (grown.last, grown.position) = (record.version, record.position);
        if record.kind == "annotation_added" || record.kind == "replied" {
            grown.said_by.insert(record.actor.to_owned());
        }
        place = record.position;
        left = left.saturating_sub(1);
        // What one command recorded is told together.
        let whole = record.batch_index + 1 >= record.batch_len;
        if left == 0 && whole {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok((streams.into_values().collect(), place))
}

/// The game that a stream is, or that it speaks of. Blocks on the store.
pub(super) fn game_of(store: &dyn EventStore, stream: StreamId) -> ApiResult<Option<(StreamId, Listed)>> {
    let Some(listed) = store.card(stream)? else {
        return Ok(None);
    };
    if !is_layer(&listed.card) {
        let is_game = !is_no_game(&listed.card) && !listed.deleted && !is_arriving(&listed.card);
        return Ok(is_game.then_some((stream, listed)));
    }
    let game = listed.card.tags.first().and_then(|tag| tag.parse().ok());
    let Some(game) = game else { return Ok(None) };
    let of_game = store.card(game)?.filter(|listed| !listed.deleted);
    Ok(of_game.map(|listed| (game, listed)))
}

/// Whether a game is one of an account's: it keeps it or took a seat in it.
pub(super) fn is_of(card: &StreamCard, account: &str) -> bool {
    card.owner == account || !seats_of(card, account).is_empty()
}

/// What the public, or a seat, or who keeps the game knew of it before and after it grew.
pub(super) struct Change {
    pub(super) before: Option<GameInfo>,
    pub(super) after: GameInfo,
}

/// How a game stood before it grew and after, for somebody. Blocks on the store.
pub(super) fn change_of(
    store: &dyn EventStore,
    game: StreamId,
    card: &StreamCard,
    (first, last): (u64, u64),
    sight: &GameAccess,
) -> ApiResult<Change> {
    let system = system_of(card)?;
    let seen = |version| -> ApiResult<GameInfo> {
        let game = fold_to(store, game, system, version)?;
        let over = game.info(Viewer::Everything).outcome.is_some();
        Ok(game.info(sight.through(None, over)?))
    };
    Ok(Change {
        before: (first > 1).then(|| seen(first - 1)).transpose()?,
        after: seen(last)?,
    })
}

impl Change {
    /// What has changed for who sees the game so, in the order in which it is told.
    pub(super) fn events(&self, sight: &GameAccess, mine: &[Seat]) -> Vec<WebhookEvent> {
        let before = self.before.as_ref();
        let mut events = vec![WebhookEvent::GameRecorded];
        let over = self.after.outcome.is_some();
        let turn = |info: &GameInfo| info.moment.turn;
        if !over && before.map_or(0, turn) != turn(&self.after) {
            events.push(WebhookEvent::GameTurn);
        }
        let is_for_them = |seat: &Seat| sight.yours || mine.contains(seat);
        let were_asked = before.map(asked).unwrap_or_default();
        let newly = |seat: &Seat| is_for_them(seat) && !were_asked.contains(seat);
        if !over && asked(&self.after).iter().any(newly) {
            events.push(WebhookEvent::SeatAsked);
        }
        let was_over = before.is_some_and(|before| before.outcome.is_some());
        if over && !was_over {
            events.push(WebhookEvent::GameFinished);
        }
        events
    }
}

/// The seats that are asked.
fn asked(info: &GameInfo) -> BTreeSet<Seat> {
    info.awaiting.iter().map(|awaiting| awaiting.seat).collect()
}

/// What is told of a game, with a sentence about what happened.
pub(super) fn data(event: WebhookEvent, game: StreamId, card: &StreamCard, info: &GameInfo) -> WebhookData {
    let system = hindsight_engine::system(&card.system).map_or(card.system.as_str(), |system| system.title());
    let title = if card.title.is_empty() {
        system
    } else {
        card.title.as_str()
    };
    let asked: Vec<Seat> = asked(info).into_iter().collect();
    let names = || {
        let name = |seat: &Seat| {
            let known = info.seats.iter().find(|known| known.seat == *seat);
            known.map_or_else(|| seat.to_string(), |known| format!("{} ({seat})", known.name))
        };
        joined!(MESSAGES, "webhook-seats", asked.iter().map(name))
    };
    let result = info.outcome.as_ref().and(card.result.clone());
    let text = match event {
        WebhookEvent::GameRecorded => text!(
            "webhook-recorded",
            title = title.to_owned(),
            moment = info.moment.caption.clone()
        ),
        WebhookEvent::GameTurn => text!(
            "webhook-turn",
            title = title.to_owned(),
            turn = info.moment.turn,
            moment = info.moment.caption.clone()
        ),
        WebhookEvent::SeatAsked => text!("webhook-asked", title = title.to_owned(), seats = names()),
        WebhookEvent::GameFinished => {
            let result = match &result {
                Some(result) => Argument::from(result),
                None => text!("webhook-over").into(),
            };
            text!("webhook-finished", title = title.to_owned(), result)
        }
        WebhookEvent::GameAnnotated => text!("webhook-annotated", title = title.to_owned()),
        WebhookEvent::Test => text!("webhook-test"),
    };
    WebhookData {
        message: text.data(),
        text: text.into(),
        game: Some(game.to_string()),
        title: Some(title.to_owned()),
        system: Some(card.system.clone()),
        version: Some(info.version),
        page: None,
        turn: Some(info.moment.turn),
        active: info.moment.active,
        asked,
        result,
        by: Vec::new(),
    }
}
