//! Command actions that are lost.

use battleground_geometry::Degrees;
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed};

use super::{MISTAKE, cited};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{State, Status};
use crate::model::words::{count, list, unit_name};
use crate::players::coach::Watched;
use crate::verbs::rallying::{check_rally, headings, stays_in_the_air};

pub(super) const UNUSED_ACTIONS: Detector = Detector::new(
    "unused_actions",
    "Unused command actions",
    MISTAKE,
    "Command actions are lost at the end of the phase although the hand is empty and a command card could have been drawn, or a \
     Routing unit could have been rallied.",
    &[cited(Rule::Cmd04), cited(Rule::Cmd08), cited(Rule::Cmd10)],
)
.of_a_missed_option();

/// `opening` is the position when the phase began, with the version after which its player first chose in it.
// RULING: a unit that routs when the phase ends could have been rallied if it could when the phase began: it makes its rout move in between.
pub(super) fn unused_actions(
    seen: &Watched<'_>,
    (seat, lost): (Seat, u8),
    chosen_at: u64,
    opening: Option<(&State, u64)>,
) -> Option<Suggestion> {
    let state = seen.before;
    let player = state.player(seat);
    let (mut uses, mut better) = (Vec::new(), None);
    let spent = Weighed::certain("command actions lost", f64::from(lost), f64::from(lost) - 1.0).less();
    let hand = player.hand.len() as f64;
    let mut gained = Weighed::certain("cards in hand", hand, hand + 1.0);
    if player.hand.is_empty() && (player.deck > 0 || !player.discards.is_empty()) {
        uses.push("the hand is empty, and a command card could have been drawn".to_owned());
        let draw = Command::DrawCard { card: None };
        better = Some(BetterChoice::new(chosen_at, "A command card is drawn", &[draw]));
    }
    if let Some((opening, at)) = opening {
        let routing = || state.own(seat).filter(|unit| unit.status == Status::Routing);
        let count = routing().count() as f64;
        for unit in routing() {
            let Some((heading, airborne)) = rallied_at(opening, unit.id) else {
                continue;
            };
            let name = unit_name(state, unit.id);
            uses.push(format!("{name} could have been rallied"));
            let rally = Command::Rally {
                unit: unit.id,
                heading,
                airborne,
            };
            better = Some(BetterChoice::new(at, format!("{name} is rallied"), &[rally]).by(&unit.id));
            gained = Weighed::certain("Routing units", count, count - 1.0).less();
        }
    }
    if uses.is_empty() {
        return None;
    }
    let are_lost = count(lost, "command action is", "command actions are");
    let suggestion = UNUSED_ACTIONS.found(
        seen.version,
        seat,
        None,
        format!("{are_lost} lost: {}.", list(&uses)),
        &[
            ("command actions lost", f64::from(lost)),
            ("command actions gained this turn", f64::from(player.gained)),
            ("uses there were", uses.len() as f64),
            ("cards in hand", player.hand.len() as f64),
        ],
    );
    Some(suggestion.instead(better, [spent, gained]))
}

/// A heading to which a Routing unit could have been rallied in a position, and whether it stays in the air; nothing if it could not.
fn rallied_at(opening: &State, unit: UnitId) -> Option<(Degrees, bool)> {
    let there = opening.unit(unit).filter(|unit| unit.status == Status::Routing)?;
    let airborne = stays_in_the_air(opening, there);
    let legal = |heading: &Degrees| check_rally(opening, there, *heading, airborne).is_ok();
    Some((headings(opening, there).into_iter().find(legal)?, airborne))
}
