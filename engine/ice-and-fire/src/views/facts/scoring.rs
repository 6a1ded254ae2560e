//! Facts of events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::{Fact, NOT_RECORDED, SideId};

use super::{counted, noted, round_over, ruled, scored};
use crate::model::event::ScoringEvent;
use crate::model::state::State;

/// Tells the facts of an event of objective tokens, victory points, the clean-up phase, the end of the game and rulings.
pub(super) fn facts(before: &State, event: &ScoringEvent, out: &mut Vec<Fact>) {
    match event {
        ScoringEvent::CardDiscarded { seat, .. } => out.push(counted("cards_discarded", None, *seat, 1.0)),
        ScoringEvent::ObjectiveClaimed { unit, .. } => {
            out.push(counted("objectives_claimed", Some(*unit), unit.seat(), 1.0));
        }
        ScoringEvent::ObjectiveLost { unit, .. } => {
            out.push(counted("objectives_lost", Some(*unit), unit.seat(), 1.0));
        }
        ScoringEvent::PointsScored { seat, points, why } => scored(before, *seat, *points, *why, out),
        ScoringEvent::BoardCleared => round_over(before, out),
        ScoringEvent::GameEnded { .. } => {
            for seat in crate::model::names::SEATS {
                let unplayed = before.player(seat).hand.len();
                out.push(counted("cards_unplayed", None, seat, unplayed as f64));
            }
        }
        ScoringEvent::PositionNoted { points, .. } => {
            noted(before, &event.clone().into(), out);
            for (seat, now) in crate::model::names::SEATS.into_iter().zip(points) {
                let was = before.player(seat).points;
                if *now != was {
                    out.push(Fact::Scored {
                        side: SideId::of_seat(seat),
                        amount: f64::from(*now) - f64::from(was),
                        total: f64::from(*now),
                        reason: NOT_RECORDED.to_owned(),
                    });
                }
            }
        }
        ScoringEvent::Ruled { .. } => ruled(before, &event.clone().into(), out),
    }
}
