//! Standing orders that units carry out one after the other, given as one step: the server finds their commands.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hindsight_engine::{AnyOrders, RunCaller, TableCommand};
use hindsight_kernel::{
    Awaiting, BoardToken, MOST_BY_ORDERS, Message, OrdersAsked, OrdersEnd, RuleId, Seat, Viewer,
};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{CarriedOut, OrdersStop, OrdersStopped, UnitByOrders, UnitPlace};
use serde_json::Value;

use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::implied::caller as runner;
use crate::games::requests::requested;
use crate::games::unseen::closed_choices_decide_dice;
use crate::games::{Games, LiveGame};

/// Commands by which units carry out their standing orders.
pub(super) struct ByOrders {
    /// Each command with whether it is a pass.
    pub(super) commands: Vec<(Value, bool)>,
    /// The units that were named.
    pub(super) units: Option<Vec<String>>,
    /// The units and their ends.
    pub(super) told: CarriedOut,
}

impl Games {
    /// The commands by which units carry out their standing orders as a command asks; nothing for another command. Nothing is stored.
    pub(super) async fn standing_orders(
        &self,
        head: &Arc<LiveGame>,
        (sight, viewer): (&GameAccess, Viewer),
        command: &Value,
        under: &str,
    ) -> ApiResult<Option<ByOrders>> {
        if command.get("type").and_then(Value::as_str) != Some("by_orders") {
            return Ok(None);
        }
        let request = requested(head, sight, command.clone(), under)?;
        let TableCommand::ByOrders { units } = request.command else {
            return Ok(None);
        };
        if !request.dice.is_empty() {
            return Err(ApiError::body(
                format!("{under}/dice"),
                text!("by-orders-no-dice"),
            ));
        }
        if units
            .as_ref()
            .is_some_and(|units| !(1..=MOST_BY_ORDERS).contains(&units.len()))
        {
            let why = text!("by-orders-units", most = MOST_BY_ORDERS);
            return Err(ApiError::body(format!("{under}/units"), why));
        }
        if closed_choices_decide_dice(head, viewer) {
            return Err(refused(text!("set-up-closed-choices")));
        }
        let (game, run) = (Arc::clone(head), runner(sight, viewer));
        let found = self
            .store
            .work(move |_| {
                let carried_out = || {
                    let first = || seats_with_orders(&game, &run).first().copied();
                    let seat = request.seat.or_else(first)?;
                    let asked = OrdersAsked { seat, units };
                    let orders = game.game.by_orders(&asked, &run);
                    let stop = stopped(&game, run.viewer, &asked, &orders);
                    let told = carried_out(&asked, &orders, &stop);
                    Some((asked, orders, stop, told))
                };
                catch_unwind(AssertUnwindSafe(carried_out))
                    .map_err(|_| ApiError::fault("carrying out standing orders", "the rules code panicked"))
            })
            .await?;
        let Some((asked, orders, stop, told)) = found else {
            return Err(refused(text!("by-orders-no-seat")));
        };
        if orders.steps.is_empty() {
            let error = match orders.end {
                OrdersEnd::Refused(refusal) => ApiError::command(refusal.into(), head.system, under),
                _ => refused(stop.words),
            };
            return Err(match orders.at {
                Some(unit) => error.with("unit", unit),
                None => error,
            });
        }
        let commands = orders.steps.into_iter().flat_map(|step| {
            let passes = step.passes.into_iter().map(|pass| (pass.to_value(), true));
            passes.chain([(step.given.to_value(), false)])
        });
        Ok(Some(ByOrders {
            commands: commands.collect(),
            units: asked.units,
            told,
        }))
    }
}

/// The seats with standing orders due among those that a caller speaks for. Blocks.
pub(crate) fn seats_with_orders(head: &LiveGame, caller: &RunCaller) -> Vec<Seat> {
    if closed_choices_decide_dice(head, caller.viewer) {
        return Vec::new();
    }
    let seats = head
        .game
        .info(Viewer::Public)
        .seats
        .into_iter()
        .map(|info| info.seat);
    let speaks_for = |seat: &Seat| caller.seats.as_ref().is_none_or(|seats| seats.contains(seat));
    let has_orders = |seat: &Seat| !head.game.orders_due(*seat, caller).is_empty();
    seats.filter(speaks_for).filter(has_orders).collect()
}

/// The units of a seat that carry out their orders, all that are due, with their ends. Blocks.
pub(crate) fn all_by_orders(head: &LiveGame, caller: &RunCaller, seat: Seat) -> CarriedOut {
    let asked = OrdersAsked { seat, units: None };
    let orders = head.game.by_orders(&asked, caller);
    carried_out(&asked, &orders, &stopped(head, caller.viewer, &asked, &orders))
}

/// The reason why no more units carry out their orders.
struct Stop {
    reason: OrdersStop,
    words: Message,
    rule: Option<RuleId>,
    asked: Option<Awaiting>,
}

/// The answer about units that carry out their standing orders: their ends, and the reason why no more of them do.
fn carried_out(asked: &OrdersAsked, orders: &AnyOrders, stop: &Stop) -> CarriedOut {
    let place = |token: &Option<BoardToken>| {
        token.as_ref().map(|token| UnitPlace {
            outline: token.outline.clone(),
            facing: token.facing,
        })
    };
    let units = orders.steps.iter().map(|step| UnitByOrders {
        unit: step.unit.clone(),
        words: step.words.to_string(),
        message: step.words.data(),
        from: place(&step.from),
        to: place(&step.to),
    });
    CarriedOut {
        seat: asked.seat,
        units: units.collect(),
        stopped: OrdersStopped {
            reason: stop.reason,
            unit: orders.at.clone(),
            message: stop.words.data(),
            words: stop.words.to_string(),
            rule: stop.rule.clone(),
            asked: stop.asked.clone(),
        },
    }
}

/// The reason why no more units carry out their orders, as a viewer may know it.
fn stopped(head: &LiveGame, viewer: Viewer, asked: &OrdersAsked, orders: &AnyOrders) -> Stop {
    let unit = orders.at.as_ref().map(|id| {
        let units = head.game.units(viewer);
        let known = units.iter().find(|unit| unit.id == *id);
        known.map_or_else(|| id.clone(), |unit| format!("{} ({id})", unit.name))
    });
    let (mut rule, mut question) = (None, None);
    let (reason, words) = match &orders.end {
        OrdersEnd::Done if asked.units.is_some() => (OrdersStop::Done, text!("by-orders-named-done")),
        OrdersEnd::Done => (OrdersStop::Done, text!("by-orders-done")),
        OrdersEnd::Choice(asked) => {
            (rule, question) = (Some(asked.rule.clone()), Some(asked.clone()));
            let question = asked.question.clone();
            let words = match unit {
                Some(unit) => text!("by-orders-choice", unit, question),
                None => text!("by-orders-question", question),
            };
            (OrdersStop::Choice, words)
        }
        OrdersEnd::OtherSeat(asked) => {
            (rule, question) = (Some(asked.rule.clone()), Some(asked.clone()));
            let question = asked.question.clone();
            (OrdersStop::OtherSeat, text!("by-orders-other-seat", question))
        }
        OrdersEnd::Roll(refusal) => {
            rule = Some(refusal.rule.clone());
            let words = match unit {
                Some(unit) => text!("by-orders-roll", unit),
                None => text!("by-orders-roll-first"),
            };
            (OrdersStop::Roll, words)
        }
        OrdersEnd::Refused(refusal) => {
            rule = Some(refusal.rule.clone());
            let (unit, why) = (unit.unwrap_or_default(), refusal.message.clone());
            (OrdersStop::Refused, text!("by-orders-refused", unit, why))
        }
        OrdersEnd::NoOrder => {
            let unit = unit.unwrap_or_default();
            (OrdersStop::NoOrder, text!("by-orders-no-order", unit))
        }
        OrdersEnd::Shows => (OrdersStop::Shows, text!("by-orders-shows")),
        OrdersEnd::Over => (OrdersStop::Over, text!("by-orders-over")),
        OrdersEnd::TooFar => (OrdersStop::TooFar, text!("by-orders-too-far")),
    };
    Stop {
        reason,
        words,
        rule,
        asked: question,
    }
}

fn refused(why: Message) -> ApiError {
    ApiError::new(ProblemKind::Refused, why)
}
