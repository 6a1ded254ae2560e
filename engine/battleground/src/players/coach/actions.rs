//! Command actions that are lost although there was a use for them.

use hindsight_kernel::{
    Argument, BetterChoice, Detector, Message, Seat, Suggestion, Weighed, message, phrase,
};

use super::history::History;
use super::rallies::rally_instead;
use super::watched::{MISTAKE, Watched, cited};
use crate::messages::{self, MESSAGES};
use crate::model::command::Command;
use crate::model::orders::{Order, WrittenOrder};
use crate::model::state::{State, Status};
use crate::procedures::attack::ammunition::{ammo_boxes, has_ammo};
use crate::verbs::rallying::{check_rally, headings, stays_in_the_air};

pub(super) const WASTED_ACTIONS: Detector = Detector::new(
    "wasted_actions",
    phrase!(MESSAGES, "detector-wasted-actions"),
    MISTAKE,
    phrase!(MESSAGES, "detector-wasted-actions-watches"),
    cited!(V4: Cmd04, Cmd08, Cmd11, Cmd12),
)
.of_a_missed_option();

pub(super) const UNUSED_ACTIONS: Detector = Detector::new(
    "unused_actions",
    phrase!(MESSAGES, "detector-unused-actions"),
    MISTAKE,
    phrase!(MESSAGES, "detector-unused-actions-watches"),
    cited!(V3: Cmd04, Cmd08, Cmd10),
)
.of_a_missed_option();

/// Uses of command actions that an edition's coach looks for, in this order; the last one found is the better choice.
pub(super) struct LostActions {
    pub(super) detector: Detector,
    pub(super) uses: &'static [FindUses],
}

/// Looks for uses of the command actions that a seat loses.
type FindUses = fn(&Scene<'_>) -> Vec<Use>;

/// A loss of command actions, as the uses are looked for.
pub(super) struct Scene<'s> {
    state: &'s State,
    seat: Seat,
    lost: u8,
    history: &'s History,
}

/// A use that there was.
pub(super) struct Use {
    words: Message,
    /// The command that would have been better, and the measure of what it gains.
    better: Option<(BetterChoice, Weighed)>,
    /// The command actions that it costs.
    cost: u8,
}

pub(super) fn lost(
    seen: &Watched<'_>,
    judged: &LostActions,
    (seat, lost): (Seat, u8),
    history: &History,
) -> Option<Suggestion> {
    let state = seen.before;
    let player = state.player(seat);
    let scene = Scene {
        state,
        seat,
        lost,
        history,
    };
    let mut uses: Vec<Use> = judged.uses.iter().flat_map(|find| find(&scene)).collect();
    if uses.is_empty() {
        return None;
    }
    let words = Argument::list(uses.iter().map(|one| one.words.clone()));
    let suggestion = judged.detector.found(
        seen.version,
        seat,
        None,
        message!(MESSAGES, "coach-actions-lost", lost, uses = words),
        &[
            (phrase!(MESSAGES, "number-command-actions-lost"), f64::from(lost)),
            (
                phrase!(MESSAGES, "number-command-actions-gained-this-turn"),
                f64::from(player.gained),
            ),
            (phrase!(MESSAGES, "number-uses-there-were"), uses.len() as f64),
            (
                phrase!(MESSAGES, "number-cards-in-hand"),
                player.hand.len() as f64,
            ),
        ],
    );
    uses.retain(|one| one.better.is_some());
    let Some((last, (better, gained))) = uses.pop().and_then(|last| Some((last.cost, last.better?))) else {
        return Some(suggestion);
    };
    let left = f64::from(lost) - f64::from(last);
    let spent = Weighed::certain(
        phrase!(MESSAGES, "number-command-actions-lost"),
        f64::from(lost),
        left,
    )
    .less();
    Some(suggestion.instead(better, [spent, gained]))
}

/// A card that could have been drawn.
fn draw(scene: &Scene<'_>, hand_empty: bool) -> Vec<Use> {
    let player = scene.state.player(scene.seat);
    if player.deck == 0 && player.discards.is_empty() {
        return Vec::new();
    }
    let draw = Command::DrawCard { card: None };
    let better = BetterChoice::new(
        scene.history.chosen_at,
        message!(MESSAGES, "coach-card-drawn"),
        &[draw],
    );
    let hand = player.hand.len() as f64;
    vec![Use {
        words: message!(MESSAGES, "coach-could-draw", hand_empty),
        better: Some((
            better,
            Weighed::certain(phrase!(MESSAGES, "number-cards-in-hand"), hand, hand + 1.0),
        )),
        cost: 1,
    }]
}

/// A card for a hand that is not full. Rule `BG4-CMD-08` (p. 36).
pub(super) fn draw_to_the_limit(scene: &Scene<'_>) -> Vec<Use> {
    let hand = scene.state.player(scene.seat).hand.len();
    let limit = scene.state.profile().hand_limit;
    if limit.is_none_or(|limit| hand < usize::from(limit)) {
        draw(scene, false)
    } else {
        Vec::new()
    }
}

/// A card for an empty hand: a hand has no limit. Rule `BG3-CMD-08` (p. 10).
pub(super) fn draw_the_first(scene: &Scene<'_>) -> Vec<Use> {
    if scene.state.player(scene.seat).hand.is_empty() {
        draw(scene, true)
    } else {
        Vec::new()
    }
}

/// Units that could have been Reorganized or Reloaded. Rules `BG4-CMD-11`, `BG4-CMD-12` (p. 37).
///
/// A Routing unit has always made its rout move by then, so there is none left to Rally.
pub(super) fn restore_units(scene: &Scene<'_>) -> Vec<Use> {
    let state = scene.state;
    let disrupted = state
        .own(scene.seat)
        .filter(|unit| unit.status == Status::Disrupted)
        .count() as f64;
    let mut uses = Vec::new();
    for unit in state.own(scene.seat) {
        let name = || messages::unit(state, unit.id);
        if unit.status == Status::Disrupted && !state.is_engaged(unit.id) && scene.lost >= 2 {
            let command = Command::Reorganize {
                unit: unit.id,
                order: WrittenOrder::plain(Order::Hold),
            };
            let words = message!(MESSAGES, "coach-reorganized", unit = name());
            let better = BetterChoice::new(scene.history.chosen_at, words, &[command]).by(&unit.id);
            let gained = Weighed::certain(
                phrase!(MESSAGES, "number-disrupted-units"),
                disrupted,
                disrupted - 1.0,
            )
            .less();
            uses.push(Use {
                words: message!(
                    MESSAGES,
                    "coach-could-restore",
                    unit = name(),
                    how = "reorganized"
                ),
                better: Some((better, gained)),
                cost: 2,
            });
        }
        if ammo_boxes(state.kind(unit)) > 0 && !has_ammo(state, unit) {
            uses.push(Use {
                words: message!(MESSAGES, "coach-could-restore", unit = name(), how = "reloaded"),
                better: None,
                cost: 1,
            });
        }
    }
    uses
}

/// Units that could have been rallied. Rule `BG3-CMD-11` (p. 10).
// RULING: a unit that routs when the phase ends could have been rallied if it could when the phase began: it makes its rout move in between.
pub(super) fn rally_units(scene: &Scene<'_>) -> Vec<Use> {
    let Some((opening, Some(at))) = scene.history.opening() else {
        return Vec::new();
    };
    let state = scene.state;
    let routing = || {
        state
            .own(scene.seat)
            .filter(|unit| unit.status == Status::Routing)
    };
    let count = routing().count() as f64;
    let rallied = routing().filter_map(|unit| {
        let there = opening
            .unit(unit.id)
            .filter(|unit| unit.status == Status::Routing)?;
        let airborne = stays_in_the_air(opening, there);
        let heading = headings(opening, there)
            .into_iter()
            .find(|heading| check_rally(opening, there, *heading, airborne).is_ok())?;
        let name = || messages::unit(state, unit.id);
        let gained = Weighed::certain(phrase!(MESSAGES, "number-routing-units"), count, count - 1.0).less();
        Some(Use {
            words: message!(MESSAGES, "coach-could-restore", unit = name(), how = "rallied"),
            better: Some((
                rally_instead(
                    unit.id,
                    message!(MESSAGES, "coach-rallied", unit = name()),
                    heading,
                    airborne,
                    at,
                ),
                gained,
            )),
            cost: 1,
        })
    });
    rallied.collect()
}
