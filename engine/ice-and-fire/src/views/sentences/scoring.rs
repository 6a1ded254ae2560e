//! Sentences of events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::count;

use super::ruled;
use crate::model::event::{Scored, ScoringEvent};
use crate::model::names::{SEATS, UnitId};
use crate::model::state::State;
use crate::views::names::{card, player, unit};

/// Describes an event of objective tokens, victory points, the clean-up phase, the end of the game and rulings in one sentence.
pub(super) fn describe(before: &State, event: &ScoringEvent) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        ScoringEvent::ObjectiveClaimed { objective, unit } => {
            format!("{} claims objective {objective}.", name(unit))
        }
        ScoringEvent::ObjectiveLost { objective, unit } => {
            format!("{} loses objective {objective}.", name(unit))
        }
        ScoringEvent::PointsScored { seat, points, why } => {
            let why = match why {
                Scored::Objectives => "for objectives",
                Scored::Destroyed => "for a destroyed unit",
            };
            format!(
                "{} scores {} {why}.",
                who(seat),
                count(i64::from(*points), "victory point", "victory points")
            )
        }
        ScoringEvent::BoardCleared => "NCUs, activation tokens and order tokens are removed.".to_owned(),
        ScoringEvent::CardDiscarded { seat, card: left } => {
            format!("{} discards {}.", who(seat), card(before, *left))
        }
        ScoringEvent::GameEnded { outcome } => match outcome.winner.and_then(|side| {
            SEATS
                .into_iter()
                .find(|seat| hindsight_kernel::SideId::of_seat(*seat) == side)
        }) {
            Some(winner) => format!("{} wins: {}.", who(&winner), outcome.reason),
            None => format!("The game is a draw: {}.", outcome.reason),
        },
        ScoringEvent::Ruled { patch } => ruled(before, patch),
    }
}
