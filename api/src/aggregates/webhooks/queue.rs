//! The queue of messages: made from what was recorded, sent when they are due, sent again where they were not taken.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::join_all;
use hindsight_openapi::wire::{WebhookData, WebhookEvent, WebhookMessage};
use hindsight_store::{MAX_PAGE, StreamId};
use serde_json::Value;

use super::growth::{self, Grown};
use super::record::{self, DELIVERIES, DeliveryRecord, HookRecord, delivery_key, of_key, remove};
use super::sending::{Outgoing, Sent};
use super::{Held, State, Webhooks, of_hook, put_place, signing};
use crate::access::{AccountRecord, Caller};
use crate::aggregates::annotations::Reader;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{WEBHOOK_ATTEMPTS, WEBHOOK_FAILURES, WEBHOOK_HISTORY, WEBHOOK_QUEUE};
use crate::base::messages::text;
use crate::base::{links, new_id, now_ms, time_text};

/// Webhooks that messages are sent to at once. An account has few, so those of one never take all of it.
const AT_ONCE: usize = 256;
/// The wait after the first attempt; each further one is so many times longer.
const FIRST_WAIT_MS: u64 = 10_000;
const LONGER: u64 = 4;

/// The result of one run of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SentMessages {
    /// Messages that were taken.
    pub taken: u64,
    /// Attempts that failed.
    pub failed: u64,
}

/// A message that is due, with the webhook and the id that it has there.
struct Due {
    hook: StreamId,
    id: StreamId,
    outgoing: Outgoing,
}

/// The webhooks that a task sends to. A claim outlives no process, as messages are stored until they are taken.
#[derive(Debug, Default)]
pub(super) struct UnderWay(Mutex<BTreeSet<StreamId>>);

impl UnderWay {
    /// Claims a webhook; false if another task sends to it, or if `most` are claimed.
    fn claim(&self, hook: StreamId, most: usize) -> bool {
        let mut claimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.len() < most && claimed.insert(hook)
    }

    fn release(&self, hook: StreamId) {
        let mut claimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.remove(&hook);
    }
}

/// How long to wait after so many attempts; nothing after the last.
fn wait_ms(attempts: u32) -> Option<u64> {
    (attempts < WEBHOOK_ATTEMPTS).then(|| FIRST_WAIT_MS * LONGER.pow(attempts.saturating_sub(1)))
}

/// A message to a webhook, as it is sent every time.
pub(super) fn message(
    hook: &HookRecord,
    event: WebhookEvent,
    data: WebhookData,
) -> ApiResult<DeliveryRecord> {
    let created_ms = now_ms();
    let text = data.text.clone();
    let message = WebhookMessage {
        event,
        timestamp: time_text(created_ms),
        data,
    };
    let mut body = serde_json::to_value(message).map_err(|why| ApiError::fault("writing a message", why))?;
    if let (Some(field), Some(fields)) = (&hook.text_field, body.as_object_mut()) {
        let page = fields["data"]["page"].as_str().map(|page| format!(" {page}"));
        let sentence = format!("{text}{}", page.unwrap_or_default());
        fields.insert(field.clone(), Value::String(sentence));
    }
    Ok(DeliveryRecord::new(event, body.to_string(), created_ms))
}

impl Webhooks {
    /// Makes messages of what was recorded since the last run and starts to send those that are due: a task for each
    /// webhook, which ends when nothing of it is due. A receiver that answers slowly delays the messages of its own
    /// webhook alone. Each task passes the result of each attempt to `report`.
    pub async fn dispatch<F>(self: &Arc<Self>, report: F) -> ApiResult<()>
    where
        F: Fn(SentMessages) + Clone + Send + Sync + 'static,
    {
        if !self.are_sent() {
            return Ok(());
        }
        self.make_messages().await?;
        for hook in self.claim_due(now_ms()).await? {
            let (webhooks, report) = (Arc::clone(self), report.clone());
            tokio::spawn(async move {
                let sent = webhooks.drain(hook, &report).await;
                webhooks.under_way.release(hook);
                if let Err(error) = sent {
                    tracing::warn!(%hook, "a webhook's messages are tried again later: {error}");
                }
            });
        }
        Ok(())
    }

    /// Makes messages as [`Self::dispatch`] does, sends at most one to each webhook as if it were this time (milliseconds
    /// of Unix time), and returns when all attempts have ended.
    pub async fn run_at(&self, now: u64) -> ApiResult<SentMessages> {
        if !self.are_sent() {
            return Ok(SentMessages::default());
        }
        self.make_messages().await?;
        let hooks = self.claim_due(now).await?;
        let sending = hooks.into_iter().map(|hook| async move {
            let sent = self.send_next(hook, now).await;
            self.under_way.release(hook);
            sent
        });
        let mut all = SentMessages::default();
        for sent in join_all(sending).await {
            let sent = sent?.unwrap_or_default();
            all.taken += sent.taken;
            all.failed += sent.failed;
        }
        Ok(all)
    }

    /// Makes messages of all that was recorded since the last run.
    async fn make_messages(&self) -> ApiResult<()> {
        let mut state = self.held().await?;
        while self.follow(&mut state).await? {}
        Ok(())
    }

    /// Sends the messages of a webhook that are due, one after the other.
    async fn drain(&self, hook: StreamId, report: &(dyn Fn(SentMessages) + Sync)) -> ApiResult<()> {
        while let Some(sent) = self.send_next(hook, now_ms()).await? {
            report(sent);
        }
        Ok(())
    }

    /// Sends the oldest message of a webhook that is due, and stores the result; `None` if none is due.
    async fn send_next(&self, hook: StreamId, now: u64) -> ApiResult<Option<SentMessages>> {
        let Some(due) = self.next_of(hook, now).await? else {
            return Ok(None);
        };
        let (sent, took_ms) = self.sender.send(due.outgoing).await;
        self.note((due.hook, due.id), &sent, took_ms, now).await?;
        let taken = u64::from(sent.is_taken());
        Ok(Some(SentMessages {
            taken,
            failed: 1 - taken,
        }))
    }

    /// Makes messages of what stands in the log behind the last place; false when nothing is left.
    async fn follow(&self, state: &mut Held<'_>) -> ApiResult<bool> {
        let Some(place) = state.place.filter(|_| !state.hooks.is_empty()) else {
            return Ok(false);
        };
        if self.store.events().position() <= place {
            return Ok(false);
        }
        let (grown, until) = self.store.work(move |store| growth::grown(store, place)).await?;
        let (mut ops, mut waiting) = (vec![put_place(until)], Vec::new());
        let mut dropped: Vec<StreamId> = Vec::new();
        for grown in grown {
            for (hook, message) in self.messages(state, &grown).await? {
                let queued = waiting.iter().filter(|((of, _), _)| *of == hook).count();
                if state.waiting_of(hook) + queued >= WEBHOOK_QUEUE {
                    dropped.push(hook);
                    continue;
                }
                let id = new_id();
                ops.push(message.put(hook, id)?);
                waiting.push(((hook, id), message.created_ms));
            }
        }
        let mut changed: Vec<HookRecord> = Vec::new();
        for hook in state.hooks.values() {
            let times = dropped.iter().filter(|of| **of == hook.id).count() as u64;
            if times > 0 {
                let mut hook = hook.clone();
                hook.dropped += times;
                ops.push(hook.put()?);
                changed.push(hook);
            }
        }
        self.write(ops).await?;
        state.waiting.extend(waiting);
        state
            .hooks
            .extend(changed.into_iter().map(|hook| (hook.id, hook)));
        state.place = Some(until);
        Ok(true)
    }

    /// The messages that follow from a stream that grew. What cannot be read tells nothing, and holds nobody up.
    async fn messages(&self, state: &State, grown: &Grown) -> ApiResult<Vec<(StreamId, DeliveryRecord)>> {
        let stream = grown.stream;
        let found = self
            .store
            .work(move |store| growth::game_of(store, stream))
            .await?;
        let Some((game, listed)) = found else {
            return Ok(Vec::new());
        };
        let hooks = state.hooks.values().filter(|hook| {
            hook.disabled.is_none()
                && hook.since < grown.position
                && growth::is_of(&listed.card, &hook.account.to_string())
        });
        let mut messages = Vec::new();
        for hook in hooks {
            let Some(account) = self.accounts.get(hook.account).await? else {
                continue;
            };
            if !account.is_open() {
                continue;
            }
            let told = if game == stream {
                self.of_game(hook, &account, grown, &listed.card).await
            } else {
                self.of_layer(hook, &account, grown, game).await
            };
            match told {
                Ok(told) => messages.extend(told.into_iter().map(|message| (hook.id, message))),
                Err(error) => tracing::warn!(%game, "a webhook is not told of a game: {error}"),
            }
        }
        Ok(messages)
    }

    /// What a webhook is told of a game that grew.
    async fn of_game(
        &self,
        hook: &HookRecord,
        account: &AccountRecord,
        grown: &Grown,
        card: &Arc<hindsight_store::StreamCard>,
    ) -> ApiResult<Vec<DeliveryRecord>> {
        let caller = Caller::Bearer(Arc::new(account.authority()));
        let game = grown.stream;
        let Some(sight) = caller.sight(game, card) else {
            return Ok(Vec::new());
        };
        let mine = crate::access::seat_marks::seats_of(card, &account.id.to_string());
        let (versions, seen, of) = ((grown.first, grown.last), sight.clone(), Arc::clone(card));
        let change = self
            .store
            .work(move |store| growth::change_of(store, game, &of, versions, &seen))
            .await?;
        let events = change.events(&sight, &mine);
        let told = events.into_iter().filter(|event| hook.events.contains(event));
        told.map(|event| {
            let mut data = growth::data(event, game, card, &change.after);
            let page = links::moment(game, grown.last);
            data.page = Some(format!("{}{page}", hook.origin));
            message(hook, event, data)
        })
        .collect()
    }

    /// What a webhook is told of a layer of annotations that grew, if its owner may read it.
    async fn of_layer(
        &self,
        hook: &HookRecord,
        account: &AccountRecord,
        grown: &Grown,
        game: StreamId,
    ) -> ApiResult<Vec<DeliveryRecord>> {
        let others = grown.said_by.iter().filter(|by| **by != account.id.to_string());
        let others: Vec<&String> = others.collect();
        if others.is_empty() || !hook.events.contains(&WebhookEvent::GameAnnotated) {
            return Ok(Vec::new());
        }
        let caller = Caller::Bearer(Arc::new(account.authority()));
        let (head, sight) = self.games.seen(&caller, &game.to_string()).await?;
        let reader = Reader {
            caller: &caller,
            head: &head,
            sight: &sight,
        };
        let readable = self.annotations.layers_read(reader, None).await?;
        if !readable.iter().any(|layer| layer.id == grown.stream) {
            return Ok(Vec::new());
        }
        let viewer = sight.through(None, head.over)?;
        let info = head.game.info(viewer);
        let mut data = growth::data(WebhookEvent::GameAnnotated, game, &head.card, &info);
        for by in others {
            data.by.push(self.accounts.name_of(by).await?);
        }
        data.text = text!(
            "webhook-commented",
            title = data.title.clone().unwrap_or_default(),
            names = data.by.join(", ")
        )
        .to_string();
        data.page = Some(format!("{}{}", hook.origin, links::game(game)));
        Ok(vec![message(hook, WebhookEvent::GameAnnotated, data)?])
    }

    /// Claims the webhooks of which a message is due and that no task sends to: those first whose message has waited
    /// longest. The caller releases each when it has sent.
    async fn claim_due(&self, now: u64) -> ApiResult<Vec<StreamId>> {
        let state = self.held().await?;
        let mut found: Vec<(u64, StreamId)> = Vec::new();
        for hook in state.hooks.values().filter(|hook| hook.disabled.is_none()) {
            let waiting = state.waiting.range(of_hook(hook.id)).map(|(_, due)| *due);
            found.extend(waiting.filter(|due| *due <= now).min().map(|due| (due, hook.id)));
        }
        found.sort_unstable();
        let mut claimed: Vec<StreamId> = found.into_iter().map(|(_, hook)| hook).collect();
        claimed.retain(|hook| self.under_way.claim(*hook, AT_ONCE));
        Ok(claimed)
    }

    /// The oldest message of a webhook that is due.
    async fn next_of(&self, hook: StreamId, now: u64) -> ApiResult<Option<Due>> {
        let state = self.held().await?;
        let Some(known) = state.hooks.get(&hook).filter(|hook| hook.disabled.is_none()) else {
            return Ok(None);
        };
        let mut waiting = state.waiting.range(of_hook(hook));
        let Some(id) = waiting.find(|(_, due)| **due <= now).map(|((_, id), _)| *id) else {
            return Ok(None);
        };
        let record = self
            .store
            .work(move |store| {
                let bytes = store.fetch(DELIVERIES, &delivery_key(hook, id))?;
                bytes
                    .map(|bytes| record::read::<DeliveryRecord>(&bytes))
                    .transpose()
            })
            .await?;
        Ok(record.map(|record| Due {
            hook,
            id,
            outgoing: outgoing(known, id, record.body, now),
        }))
    }

    /// Keeps what came of an attempt.
    async fn note(
        &self,
        (hook, id): (StreamId, StreamId),
        sent: &Sent,
        took_ms: u64,
        now: u64,
    ) -> ApiResult<()> {
        let mut state = self.held().await?;
        // It was taken away meanwhile.
        let Some(mut known) = state.hooks.get(&hook).cloned() else {
            return Ok(());
        };
        let (history, key) = self
            .store
            .work(move |store| {
                let all = store.side_scan(DELIVERIES, &hook.to_bytes(), None, MAX_PAGE)?;
                Ok((all, delivery_key(hook, id)))
            })
            .await?;
        let Some((_, bytes)) = history.iter().find(|(known, _)| *known == key) else {
            return Ok(());
        };
        let mut record: DeliveryRecord = record::read(bytes)?;
        record.attempts += 1;
        (record.outcome, record.took_ms) = (
            Some(sent.to_string()),
            // The time until a connection failed would tell a closed port from one that answers nothing.
            sent.is_answered().then_some(took_ms),
        );
        record.delivered = sent.is_taken();
        record.due_ms = if sent.is_taken() || sent.is_gone() {
            None
        } else {
            wait_ms(record.attempts).map(|wait| now + wait)
        };
        if sent.is_taken() {
            known.failures = 0;
        } else {
            known.failures += 1;
            if sent.is_gone() {
                known.disabled = Some(text!("webhook-receiver-gone").to_string());
            } else if known.failures >= WEBHOOK_FAILURES {
                known.disabled = Some(text!("webhook-attempts-failed", count = known.failures).to_string());
            }
        }
        let mut ops = vec![record.put(hook, id)?];
        // Of those that are done with the last are kept, the one that is done with now among them.
        let done = history.iter().filter_map(|(key, _)| {
            let (_, of) = of_key(key)?;
            (of != id && !state.waiting.contains_key(&(hook, of))).then_some(key)
        });
        let done: Vec<&Vec<u8>> = done.collect();
        let kept = WEBHOOK_HISTORY - usize::from(record.due_ms.is_none());
        for key in done.iter().take(done.len().saturating_sub(kept)) {
            ops.push(remove(DELIVERIES, (*key).clone()));
        }
        self.keep(&mut state, known, ops).await?;
        match record.due_ms {
            Some(due) => state.waiting.insert((hook, id), due),
            None => state.waiting.remove(&(hook, id)),
        };
        Ok(())
    }
}

/// A message as it is sent now, signed by the webhook's secret, and by the one before while that still counts.
fn outgoing(hook: &HookRecord, id: StreamId, body: String, now: u64) -> Outgoing {
    let (id, timestamp) = (id.to_string(), now / 1_000);
    let former = hook.former_secret.iter().filter(|(_, until)| now < *until);
    let secrets = std::iter::once(&hook.secret).chain(former.map(|(secret, _)| secret));
    let signatures: Vec<String> = secrets
        .map(|secret| signing::signature(secret, &id, timestamp, &body))
        .collect();
    Outgoing {
        url: hook.url.clone(),
        signatures: signatures.join(" "),
        id,
        timestamp,
        body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_four_times_as_long_until_the_message_is_given_up() {
        let waits: Vec<Option<u64>> = (1..=8).map(wait_ms).collect();
        let seconds = [10, 40, 160, 640, 2_560, 10_240, 40_960];
        let expected = seconds
            .map(|seconds| Some(seconds * 1_000))
            .into_iter()
            .chain([None]);
        assert_eq!(waits, expected.collect::<Vec<_>>());
    }
}
