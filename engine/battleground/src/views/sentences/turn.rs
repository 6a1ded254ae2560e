//! Sentences of turns, phases and the end of the battle.

use std::collections::BTreeSet;

use hindsight_kernel::{Message, message};

use crate::editions::profile::VictoryBy;
use crate::messages::{self, MESSAGES, seat, units_or_none};
use crate::model::event::TurnEvent;
use crate::model::names::{UnitId, other};
use crate::model::state::{Ending, Glimpse, State};
use crate::rules::victory::share;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &TurnEvent) -> Message {
    match event {
        TurnEvent::TurnBegan {
            turn,
            active,
            actions,
            ..
        } => message!(
            MESSAGES,
            "turn-began",
            turn,
            seat = messages::seat(*active),
            actions
        ),
        TurnEvent::PhaseBegan { phase } => message!(MESSAGES, "phase-began", phase = messages::phase(*phase)),
        TurnEvent::TurnEnded => message!(MESSAGES, "turn-ended", turn = state.turn),
        TurnEvent::SnapshotTaken { glimpses } => message!(
            MESSAGES,
            "snapshot-taken",
            enemies = each(glimpses, |glimpse| glimpse.visible.then_some(glimpse.enemy)),
            units = each(glimpses, |glimpse| glimpse.could_rush.then_some(glimpse.unit))
        ),
        TurnEvent::FliersWaited { seat, turns: 0 } => {
            message!(MESSAGES, "fliers-seek", seat = messages::seat(*seat))
        }
        TurnEvent::FliersWaited { seat, turns } => {
            message!(MESSAGES, "fliers-waited", seat = messages::seat(*seat), turns)
        }
        TurnEvent::Finished { seat } => message!(MESSAGES, "part-finished", seat = messages::seat(*seat)),
        TurnEvent::VictoryChecked { destroyed, sackers } => checked(state, *destroyed, sackers),
        TurnEvent::BattleEnded { ending: how } => ending(state, how),
    }
}

fn checked(state: &State, [south, north]: [u32; 2], sackers: &[UnitId]) -> Message {
    let sackers = units_or_none(state, sackers);
    match state.profile().victory {
        VictoryBy::BreakingPoint => {
            let scenario = state.scenario();
            let goal = scenario.map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
            message!(MESSAGES, "victory-checked", south, north, goal, sackers)
        }
        // No number of points decides there. Rule BG3-SET-13.
        VictoryBy::Annihilation => {
            message!(MESSAGES, "victory-checked-without-goal", south, north, sackers)
        }
    }
}

fn ending(state: &State, ending: &Ending) -> Message {
    let degree = messages::degree(ending.degree);
    // No number of points decides there. Rule BG3-SET-13.
    if state.profile().victory == VictoryBy::Annihilation {
        return match ending.winner {
            Some(winner) => message!(
                MESSAGES,
                "battle-won-by-annihilation",
                loser = seat(other(winner)),
                degree,
                winner = seat(winner)
            ),
            None => message!(MESSAGES, "battle-drawn-by-annihilation"),
        };
    }
    let [south, north] = ending.destroyed;
    let reason = messages::end_reason(ending.reason);
    match ending.winner {
        Some(winner) => message!(
            MESSAGES,
            "battle-won",
            reason,
            degree,
            seat = messages::seat(winner),
            south,
            north
        ),
        None => message!(MESSAGES, "battle-drawn", reason, south, north),
    }
}

/// How many different units these glimpses name.
fn each(glimpses: &[Glimpse], named: impl Fn(&Glimpse) -> Option<UnitId>) -> usize {
    glimpses.iter().filter_map(named).collect::<BTreeSet<_>>().len()
}
