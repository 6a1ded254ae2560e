//! Sentences of events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::{Message, Seat, message};

use super::ruling::ruled;
use crate::messages::MESSAGES;
use crate::model::event::{Scored, ScoringEvent};
use crate::model::names::SEATS;
use crate::model::state::State;
use crate::rules::victory;
use crate::views::names::{card, player, unit};

/// Describes an event of objective tokens, victory points, the clean-up phase, the end of the game and rulings in one sentence.
pub(super) fn describe(before: &State, event: &ScoringEvent) -> Message {
    let who = |seat: &Seat| player(before, *seat);
    match event {
        ScoringEvent::ObjectiveClaimed { objective, unit: id } => message!(
            MESSAGES,
            "objective-claimed",
            unit = unit(before, *id),
            objective = objective.to_string()
        ),
        ScoringEvent::ObjectiveLost { objective, unit: id } => message!(
            MESSAGES,
            "objective-lost",
            unit = unit(before, *id),
            objective = objective.to_string()
        ),
        ScoringEvent::PointsScored { seat, points, why } => {
            let why = match why {
                Scored::Objectives => "objectives",
                Scored::Destroyed => "destroyed",
            };
            message!(MESSAGES, "points-scored", player = who(seat), points, why)
        }
        ScoringEvent::BoardCleared => message!(MESSAGES, "board-cleared"),
        ScoringEvent::CardDiscarded { seat, card: left } => {
            message!(
                MESSAGES,
                "card-discarded",
                player = who(seat),
                card = card(before, *left)
            )
        }
        ScoringEvent::GameEnded { outcome } => {
            // A stored outcome has the sentence of its reason alone.
            let reason = victory::ending(before)
                .map(|by_rules| by_rules.reason)
                .filter(|reason| *reason == outcome.reason)
                .unwrap_or_else(|| outcome.reason.clone());
            let winner = outcome.winner.and_then(|side| {
                SEATS
                    .into_iter()
                    .find(|seat| hindsight_kernel::SideId::of_seat(*seat) == side)
            });
            match winner {
                Some(winner) => message!(MESSAGES, "game-won", player = who(&winner), reason),
                None => message!(MESSAGES, "game-drawn", reason),
            }
        }
        ScoringEvent::PositionNoted {
            round, active, units, ..
        } => message!(
            MESSAGES,
            "position-noted",
            round,
            player = who(active),
            units = units.len()
        ),
        ScoringEvent::Ruled { patch } => ruled(before, patch),
    }
}
