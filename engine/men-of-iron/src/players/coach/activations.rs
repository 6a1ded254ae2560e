//! Continuity and Seizure.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::{Watched, Watcher};
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::drm::sum;
use crate::model::names::CommandId;
use crate::model::piece::{Status, Unit};
use crate::model::state::State;
use crate::odds::{continuity_chance, seizure_chance};
use crate::rules::activation;
use crate::views::{chances, threats};

pub(super) const SEIZING_AGAINST_THE_ODDS: Detector = Detector::new(
    "seizing_against_the_odds",
    phrase!(MESSAGES, "detector-seizing-against-the-odds"),
    MISTAKE,
    phrase!(MESSAGES, "detector-seizing-against-the-odds-watches"),
    &["MOI-ACT-11", "MOI-ACT-13"],
);
pub(super) const CONTINUING_TOO_LONG: Detector = Detector::new(
    "continuing_too_long",
    phrase!(MESSAGES, "detector-continuing-too-long"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-continuing-too-long-watches"),
    &["MOI-ACT-09", "MOI-RALLY-01"],
);
pub(super) const WRONG_ORDER: Detector = Detector::new(
    "wrong_order",
    phrase!(MESSAGES, "detector-wrong-order"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-wrong-order-watches"),
    &["MOI-ACT-08", "MOI-ACT-09"],
);
pub(super) const BAD_SEIZURE_LEADER: Detector = Detector::new(
    "bad_seizure_leader",
    phrase!(MESSAGES, "detector-bad-seizure-leader"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-bad-seizure-leader-watches"),
    &["MOI-ACT-12", "MOI-ACT-21"],
);

/// The Command that was named to continue with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named {
    command: CommandId,
    /// The chance that its Continuity roll succeeds.
    continues: f64,
    /// The version after which it was named.
    pub(super) at: u64,
}

impl Named {
    /// A Command that a player has just named.
    pub(super) fn new(seen: &Watched<'_>, seat: Seat, command: CommandId) -> Self {
        Self {
            command,
            continues: continuity_chance(seen.after, seat, command),
            at: seen.asked_at,
        }
    }
}

/// The first Continuity roll of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) command: CommandId,
    pub(super) rating: u8,
    /// The Command that had completed before it.
    pub(super) before: Option<CommandId>,
    /// The version after which it was named.
    pub(super) named_at: u64,
}

/// Whether some unit of a Command could attack somebody after its own movement.
fn has_attack(state: &State, command: CommandId) -> bool {
    state
        .units
        .values()
        .filter(|unit| unit.command == command)
        .any(|unit| {
            let enemies: Vec<&Unit> = state.on_map(unit.seat.opponent()).collect();
            !threats::in_reach(state, unit, &enemies).is_empty()
        })
}

/// Number 1 of the catalogue.
pub(super) fn seizing_against_the_odds(
    seen: &Watched<'_>,
    named: Option<Named>,
    seat: Seat,
    command: CommandId,
    rating: u8,
) -> Option<Suggestion> {
    let Named {
        command: named,
        continues,
        ..
    } = named?;
    let chance = seizure_chance(seen.before, seat, command);
    // Without the Seizure the turn comes to this player when the Continuity roll fails.
    let next = Weighed::odds(
        phrase!(MESSAGES, "number-chance-to-have-the-next-activation"),
        chance,
        1.0 - continues,
    );
    (rating <= 2 && next.favours_better() && !has_attack(seen.before, named)).then(|| {
        SEIZING_AGAINST_THE_ODDS
            .found(
                seen.version,
                seat,
                None,
                message!(MESSAGES, "coach-seizing-against-the-odds", named, command),
                &[
                    (phrase!(MESSAGES, "number-chance"), chance),
                    (phrase!(MESSAGES, "number-rating"), f64::from(rating)),
                ],
            )
            .instead(
                BetterChoice::new(
                    seen.asked_at,
                    message!(MESSAGES, "coach-no-seizure"),
                    &[Command::Decline],
                ),
                [next],
            )
    })
}

/// Number 2 of the catalogue. "Not endangered" is taken as: no enemy could attack the unit after its own movement.
///
/// It names no better choice: a Pass leads to what a failed roll leads to, so that by exact odds the roll is never worse.
pub(super) fn continuing_too_long(seen: &Watched<'_>, seat: Seat, command: CommandId) -> Option<Suggestion> {
    let state = seen.before;
    let player = state.player(seat);
    let chance = continuity_chance(state, seat, command);
    let last = player.last?;
    if player.penalty < 2 || chance > 0.2 + 1e-9 {
        return None;
    }
    let enemies: Vec<&Unit> = state.on_map(seat.opponent()).collect();
    let safe = |unit: &&Unit| {
        !enemies
            .iter()
            .any(|enemy| threats::in_reach(state, enemy, &[unit]).contains(&unit.id))
    };
    let rallying = state
        .on_map(seat)
        .filter(|unit| unit.command == last && unit.status == Status::Disordered)
        .filter(safe)
        .count();
    (rallying > 0).then(|| {
        CONTINUING_TOO_LONG.found(
            seen.version,
            seat,
            None,
            message!(
                MESSAGES,
                "coach-continuing-too-long",
                units = rallying,
                command = last
            ),
            &[
                (phrase!(MESSAGES, "number-chance"), chance),
                (phrase!(MESSAGES, "number-penalty"), f64::from(player.penalty)),
            ],
        )
    })
}

/// Number 3 of the catalogue: said at the second roll of a run.
pub(super) fn wrong_order(
    watcher: &Watcher,
    seen: &Watched<'_>,
    seat: Seat,
    command: CommandId,
    rating: u8,
) -> Option<Suggestion> {
    let Run {
        command: first,
        rating: better,
        before,
        named_at,
    } = watcher.first_of_run?;
    // The other order must have been allowed: the second Command was not the one that had just completed.
    if seen.before.player(seat).penalty != 1 || before == Some(command) || first == command {
        return None;
    }
    let by_battle = sum(&activation::continuity_drms(seen.before, seat)) - 1;
    let chance = |rating: u8, penalty: i32| chances::at_most(i32::from(rating), by_battle + penalty);
    let (was, other) = (
        chance(better, 0) * chance(rating, 1),
        chance(rating, 0) * chance(better, 1),
    );
    (other > was + 1e-9).then(|| {
        WRONG_ORDER
            .found(
                seen.version,
                seat,
                None,
                message!(MESSAGES, "coach-wrong-order", command, first),
                &[
                    (phrase!(MESSAGES, "number-joint-chance"), was),
                    (phrase!(MESSAGES, "number-other-order"), other),
                ],
            )
            .instead(
                BetterChoice::new(
                    named_at,
                    message!(MESSAGES, "coach-continues-first", command),
                    &[Command::Continue { command }],
                ),
                [Weighed::odds(
                    phrase!(MESSAGES, "number-chance-that-both-commands-continue"),
                    was,
                    other,
                )],
            )
    })
}

/// The least difference of two chances to seize that is worth a word: two points of Activation Rating. With one point less a
/// player may well want the Command that stands where it is needed.
const LEAST_MORE_LIKELY: f64 = 0.2;

/// Number 4 of the catalogue, where the better leader is better by [`LEAST_MORE_LIKELY`].
///
/// It names no better choice: the Seizure is made for what its Command can do, which its chance says nothing of.
pub(super) fn bad_seizure_leader(seen: &Watched<'_>, seat: Seat, command: CommandId) -> Option<Suggestion> {
    let state = seen.before;
    let chance = seizure_chance(state, seat, command);
    let better = activation::open_commands(state, seat)
        .filter(|other| {
            *other != command && seizure_chance(state, seat, *other) >= chance + LEAST_MORE_LIKELY - 1e-9
        })
        .find(|other| has_attack(state, *other))?;
    let likelier = seizure_chance(state, seat, better);
    Some(BAD_SEIZURE_LEADER.found(
        seen.version,
        seat,
        None,
        message!(MESSAGES, "coach-bad-seizure-leader", command = better),
        &[
            (phrase!(MESSAGES, "number-chance"), chance),
            (phrase!(MESSAGES, "number-better-chance"), likelier),
        ],
    ))
}
